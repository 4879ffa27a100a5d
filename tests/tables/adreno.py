# SPDX-License-Identifier: MIT
"""Compares Adreno's records with chips.csv (Mesa's tables of chips)."""
import re

from tables import Kind, UNKNOWN, confidences_of, differs, lacking, lacking_names

# Figures of products from a document other than Mesa's tables: adreno.c has the measurement of
# 640, docs/devices.md the rest.
PUBLISHED = {"Adreno 640": (6, 585, 128, 2048), "Adreno 660": (6, UNKNOWN, UNKNOWN, UNKNOWN),
             "Adreno 730": (8, 900, UNKNOWN, UNKNOWN),
             "Adreno X1-85": (12, UNKNOWN, 1024, UNKNOWN)}
# Chips that are in none of Mesa's tables (shared/reference/mobile.md, "not in the tables read").
UNREAD = {"613", "704", "710", "720", "722", "732", "845", "850"}
LOW = ("FD608", "FD612") # the same class until 2025-10, with a different register file


def record_of(row):
    name = re.sub(r" \((KGSL|later table|TM)\)", "", row["mesa_name"])
    return re.sub("^FD(?=A)", "Adreno ", re.sub(r"^(FD|Adreno)(?=\d)", "Adreno ", name))


def class_of(row):
    if row["mesa_name"] in LOW:
        return "a6xx_gen1_low_608"
    return "a702" if "(a702)" in row["family"] else row["family"]


class Adreno:
    def __init__(self, tree):
        self.tree = tree
        self.elsewhere = tree.elsewhere("adreno")
        chips = [row for row in tree.data("adreno/chips") if row["chip_gen"] != "5"]
        # A later table has the chip id of X2-85 under another name, and one more X2-85.
        later = {row["chip_id"] for row in chips if "later" in row["mesa_name"]}
        self.chips = [row for row in chips if "later" in row["mesa_name"] or
                      row["chip_id"] not in later]
        self.unmodelled = UNREAD | {row["gpu_id"] for row in tree.data("adreno/chips")
                                    if row["chip_gen"] == "5"}
        self.products, self.classes = {}, {}
        for row in self.chips:
            self.products.setdefault(record_of(row), []).append(row)
            self.classes.setdefault(class_of(row), row)

    def wrong_architecture(self, row):
        wanted = self.classes.get(row.name)
        if wanted is None:
            return "no such class"
        base, granularity = int(wanted["threadsize_base"]), int(wanted["wave_granularity"])
        double = wanted["double_threadsize"] == "yes"
        memory = int(wanted["local_mem_bytes"])
        generation = re.search(r"a(\d)xx_gen(\d)", row.name)
        numbers = {"a6xx_gen1_low": 600, "a6xx_gen1_low_608": 601, "a702": 602}
        return differs(row, {
            "family": f"Adreno {row.name[1]}00",
            "generation": numbers.get(row.name) or
            100 * int(generation[1]) + 10 * int(generation[2]),
            "wave_sizes": 3 * base if double else base, "default_wave_size": 0 if double else base,
            "max_threads_per_group": int(wanted["max_threads_per_core"]),
            "partitions_per_core": granularity,
            "max_waves_per_partition": int(wanted["max_waves"]) // granularity,
            "registers_per_partition": int(wanted["regfile_bytes_per_core"]) // 4 // granularity,
            "register_unit": 4 * base, "max_registers_per_thread": 48, "scalar_register_unit": 1,
            "shared_pool_bytes": memory, "max_shared_bytes_per_group": memory,
            "default_shared_bytes_per_group": memory, "shared_unit_bytes": 1024,
            "virtual_resources_per_core": 512 if wanted["dual_wave_dispatch"] == "yes" else 256,
            "lanes_per_core": 128 if row.name in ("a6xx_gen2", "a6xx_gen4", "a7xx_gen2")
            else UNKNOWN, "max_groups_per_core": 0, "barriers_per_core": 0, "notes": "",
            "like": {"a6xx_gen1_low_608": "a6xx_gen1_low", "a702": "a6xx_gen1_low",
                     "a8xx_gen2": "a8xx_gen1"}.get(row.name, "")})

    def wrong_product(self, row):
        chips = self.products.get(row.name)
        if chips is None:
            return "no such chip"
        one = chips[0]["usptp_per_sp_derived"] == "1" # cores equal SPs
        cores, clock, l2, last = PUBLISHED.get(row.name, (
            int(chips[0]["sp_cores(=num_ccu)"]) if one else UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN))
        return differs(row, {
            "architecture": class_of(chips[0]), "model": "", "core_count": cores,
            "min_core_count": cores, "clock_mhz": clock, "memory_mb_per_s": UNKNOWN, "l2_kib": l2,
            "last_level_kib": last})

    def names_of(self, record):
        """Returns the names of Mesa's drivers, chip ids without a wildcard, and those that kgsl
        reports."""
        number = re.fullmatch(r"Adreno (\d{3})", record) # FD and the number: freedreno's way
        names = {"FD" + number[1]} if number else set()
        names = names | {"Adreno 830": {"Adreno830v2"},
                 "Adreno 725": {"Adreno725v1", "Adreno730v3"}}.get(record, set())
        for row in self.products.get(record, []):
            if row["mesa_name"].startswith("FD"):
                names = names | {row["mesa_name"]}
            number = row["chip_id"][2:]
            if number.startswith("ffff") or not number.endswith("ff"):
                names = names | {"0x" + re.sub("^ffff", "", number)}
        return names

    def wrong_name(self, row):
        if row.facts() in self.elsewhere:
            return None
        if row.kind == "unmodelled":
            number = re.fullmatch(r"(?:FD|Adreno )(\d{3})", row.name)
            known = number and number[1] in self.unmodelled and row.record == "unmodelled"
            return None if known else "no such chip"
        return None if row.kind == "product" and row.name in self.names_of(row.record) \
            else f"it has {sorted(self.names_of(row.record))}"

    def missing_names(self, rows):
        return lacking_names({record: self.names_of(record) for record in self.products}, rows)

    def kinds(self):
        architectures = self.tree.architectures("adreno")
        products = self.tree.products("adreno")
        return [
            Kind("adreno/products", products, self.wrong_product,
                 lambda rows: lacking(self.products, rows), confidences_of(products)),
            Kind("adreno/architectures", architectures, self.wrong_architecture,
                 lambda rows: lacking(self.classes, rows), confidences_of(architectures)),
            Kind("adreno/names", self.tree.names("adreno"), self.wrong_name, self.missing_names),
        ]
