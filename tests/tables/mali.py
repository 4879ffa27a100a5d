# SPDX-License-Identifier: MIT
"""Compares Mali's records with products.csv (Arm's datasheet, libGPUInfo, Mesa) and names.csv."""
import re

from tables import Kind, UNKNOWN, confidences_of, differs, lacking

# Designs by the names of the records, if products.csv has another name.
VARIANT = re.compile(r"(G\d+) variant (\d)")
# Ids that the number of cores distinguishes: products.csv has them in a remark or in only one row.
DIVIDED = {"c000": ("Mali-G620", "Mali-G720"), "d000": ("Mali-G625", "Mali-G725")}


def design(product):
    """Returns the record of a row of products.csv."""
    if product.startswith("Immortalis-"):
        return "Mali-" + product[11:].replace("G925", "G725")
    return "Mali-" + VARIANT.sub(r"\1v\2", product)


def plain(name):
    """Returns the name of a design without its variant, "" if it has none."""
    match = re.fullmatch(r"(Mali-G\d+)(?:v\d| \dEE)", name)
    return match[1] if match else ""


def ids_of(row):
    return re.findall(r"0x([0-9a-f]{4})", row["gpu_id_top(prod)"])


class Mali:
    def __init__(self, tree):
        self.tree = tree
        table = tree.data("mali/products")
        self.immortalis = [row for row in table if row["product"].startswith("Immortalis-")]
        self.unmodelled = {"unmodelled Mali-" + row["product"]: row for row in table
                           if row["arch_major"] == "14" and "(" not in row["product"]}
        self.designs = {design(row["product"]): row for row in table
                        if row not in self.immortalis and row["arch_major"] != "14"}
        # Without the driver and the number of cores.
        self.reported = {re.sub(r" (\(Panfrost\)|MC\d+)$", "", row["string"])
                         for row in tree.data("mali/names")}
        self.cores = self.cores_of(table)

    def cores_of(self, table):
        """Returns (design, cores) for the counts in products.csv, and the product of each."""
        cores = {}
        for row in table:
            text = row["shader_cores_variants"]
            counts = re.findall(r"M[CP](\d+)(?![\d.])", text)
            if text.endswith(" cores"):
                counts += re.findall(r"\d+", text)
            for count in counts if row["arch_major"] != "14" else []:
                cores[design(row["product"]), int(count)] = row["product"]
        return cores

    def wrong_architecture(self, row):
        wanted = self.designs.get(row.name)
        if wanted is None:
            return "no such design"
        major = int(wanted["arch_major"])
        warp = 1 if wanted["warp"] == "-" else int(wanted["warp"])
        threads = int(wanted["threads_core_le32(or <=4)"])
        group = int(wanted["driver_max_wg"] or (threads if major < 10 else min(threads, 1024)))
        return differs(row, {
            "family": wanted["isa"], "generation": major, "wave_sizes": warp,
            "default_wave_size": warp, "max_threads_per_group": group,
            "max_waves_per_partition": threads // warp, "partitions_per_core": 1,
            "registers_per_partition": int(wanted["regfile_bytes_core_derived"]) // 4,
            "register_unit": (32 if major > 5 else 4 * 4) * warp,
            "max_registers_per_thread": int(wanted["max_work_regs"].split()[0]),
            "lanes_per_core": int(wanted["fma_fp32_per_core_clk"]), "scalar_register_unit": 1,
            "shared_pool_bytes": UNKNOWN, "max_shared_bytes_per_group": 32768,
            "default_shared_bytes_per_group": 32768, "shared_unit_bytes": 128, "like": "",
            "notes": "unverified" if "C (range" in wanted["conf"] or row.name == "Mali-G52 2EE"
            else ""})

    def wrong_product(self, row):
        name, _, count = row.name.rpartition(" ")
        if not re.fullmatch(r"M[CP]\d+", count):
            return "no number of cores"
        if (row.architecture, int(count[2:])) not in self.cores or \
                row.architecture != design(name.replace("Mali-", "")):
            return "no such number of cores"
        return differs(row, {"core_count": int(count[2:]), "min_core_count": int(count[2:]),
                             "model": "", "clock_mhz": UNKNOWN, "memory_mb_per_s": UNKNOWN,
                             "l2_kib": UNKNOWN, "last_level_kib": UNKNOWN})

    def missing_products(self, rows):
        have = {(row.architecture, row.core_count) for row in rows}
        return [f"no {of} with {count} cores" for of, count in self.cores
                if (of, count) not in have]

    def wrong_name(self, row):
        if row.kind == "unmodelled":
            return None if row.record == "unmodelled " + row.name else "another name"
        if row.kind == "product":
            both = {re.sub("M[CP]", word, row.record) for word in ("MC", "MP")}
            both |= {re.sub("Immortalis-(G[0-9]+)", r"Mali-\1-Immortalis", name) for name in both}
            return None if row.name in both - {row.record} else f"none of {both}"
        high = {name for immortalis in self.immortalis
                for part in [immortalis["product"][11:]]
                if design(immortalis["product"]) == row.record
                for name in (f"Immortalis-{part}", f"Mali-{part}-Immortalis")}
        if row.name in high or row.name == plain(row.record):
            return None
        return None if row.name in self.reported and plain(row.record) and \
            row.name == plain(row.record) + " r1" else "no such name"

    def missing_names(self, rows):
        """Returns the names that a driver reports and no record has."""
        have = {row.name for row in rows} | set(self.designs)
        return sorted(self.reported - have)

    def wrong_id(self, row):
        if row.revision:
            return "Arm's ids have no revision"
        if row.kind == "unmodelled":
            rows = [self.unmodelled.get(row.record)]
        else:
            rows = [self.designs.get(row.record)] + [
                high for high in self.immortalis if design(high["product"]) == row.record]
        if row.kind == "architecture" and row.record in DIVIDED.get(row.id, ()):
            return None
        return None if any(of and row.id in ids_of(of) for of in rows) and row.kind != "product" \
            else "not its id"

    def missing_ids(self, rows):
        have = {(row.id, row.record) for row in rows}
        return [f"no {number} of {name}" for of in (self.designs, self.unmodelled)
                for name, row in of.items() for number in ids_of(row)
                if (number, name) not in have]

    def kinds(self):
        architectures = self.tree.architectures("mali")
        products = self.tree.products("mali")
        return [
            Kind("mali/products", products, self.wrong_product, self.missing_products,
                 confidences_of(products)),
            Kind("mali/architectures", architectures, self.wrong_architecture,
                 lambda rows: lacking(self.designs, rows), confidences_of(architectures)),
            Kind("mali/names", self.tree.names("mali"), self.wrong_name, self.missing_names),
            Kind("mali/ids", self.tree.ids("mali"), self.wrong_id, self.missing_ids),
        ]
