# SPDX-License-Identifier: MIT
"""Compares Intel's records with compute-runtime's lists, the offline compiler, Mesa and
products.csv."""
from tables import Kind, Row, UNKNOWN, bare, confidence, confidences_of, differs, figure, \
    lacking, words

# Cores of the smallest variant: Intel Extension for PyTorch, docker README, and ALCF's Aurora guide
# print 56 of a stack's 64 (gpu_subslice_count).
SMALLEST = {"Data Center GPU Max 1550": 56, "Data Center GPU Max 1550 COMPOSITE": 112}
# The chip of each list of ids of compute-runtime. Chips are compared with "-" for "_".
LISTS = {"adln": "adl-n", "adlp": "adl-p", "adls": "adl-s", "arl": "arl-h", "bmgG21": "bmg-g21",
         "bmgG31": "bmg-g31", "cri": "xe3p-cri", "dg1": "dg1", "dg2G10": "acm-g10", "dg2G11":
         "acm-g11", "dg2G12": "acm-g12", "lnl": "lnl", "mtlm": "mtl-u", "mtlp": "mtl-h", "nvlP":
         "xe3p-client", "nvlS": "nvl-s", "nvlU": "nvl-u", "ptlH": "ptl-h", "ptlU": "ptl-u", "pvcXl":
         "pvc", "pvcXt": "pvc", "pvcXtVg": "pvc", "rkl": "rkl", "tgllp": "tgl", "wcl": "wcl"}
# Mesa's labels that are not the chip's name; Gen9 chips of GT1 and KBL GT1.5 have fewer EUs per
# core.
LABELS = {"BDW": "gen8", "BXT": "apl", "AML-KBL": "aml", "AML-CFL": "aml"}
UNCOUNTED = {"gen8"}  # the EUs per core are not published
GT1 = {"skl_gt1", "kbl_gt1", "kbl_gt1_5", "cfl_gt1"}
EHL = {"ehl_2x8": "ehl", "ehl_4x8": "ehl", "ehl_2x4": "ehl-4eu", "ehl_4x4": "ehl-4eu",
       "ehl_4x5": "ehl-5eu", "ehl_4x6": "ehl-6eu"}
# Chips with ids of 24 EUs: 12 per core in the calculator, 16 in the drivers.
SMALL = {"adl-s", "adl-n", "rkl"}
# Two of Intel's tables disagree: D745 is NVL-HX in Mesa and NVL-U in compute-runtime.
EITHER = {"d745": "nvl-s"}
# The offline compiler's names of chips whose records have another name.
LABELLED = {"gen8": "bdw", "icl": "icllp", "tgl": "tgllp", "lnl": "lnl-m", "xe3p-client": "nvl-p",
            "xe3p-cri": "cri", "xe-lp-12eu": "rkl"}
# The first release of each family (generations.csv: the drivers' tables change there).
FIRST_RELEASES = [(8, 0), (9, 0), (9, 3), (11, 0), (11, 2), (12, 0), (12, 55), (12, 56), (12, 57),
                  (12, 60), (12, 70), (12, 74), (20, 1), (20, 4), (30, 0), (35, 10), (35, 11)]
FAMILY_NAMES = {"model gen8": "Gen8", "model gen9": "Gen9", "model gen9-gt1": "Gen9",
                "model gen9lp": "Gen9LP", "model gen11": "Gen11", "model gen11-4eu": "Gen11",
                "model gen11-5eu": "Gen11", "model gen11-6eu": "Gen11", "model xe-lp": "Xe-LP",
                "model xe-lp-12eu": "Xe-LP", "model xe-hpg-g10": "Xe-HPG",
                "model xe-hpg-g11": "Xe-HPG", "model xe-hpg-g12": "Xe-HPG",
                "model xe-hpc": "Xe-HPC", "model xe-lpg": "Xe-LPG", "model xe-lpg-plus": "Xe-LPG+",
                "model xe2-lpg": "Xe2-LPG", "model xe2-hpg": "Xe2-HPG", "model xe3": "Xe3",
                "model xe3p-client": "Xe3P", "model xe3p-cri": "Xe3P"}
# Suffixes of the names of chips and models with fewer EUs per core, and that number.
FEWER = {"-gt1": 6, "-4eu": 4, "-5eu": 5, "-6eu": 6, "-12eu": 12}
# Fields for which no recorded table has a figure.
UNSOURCED = {field: "no second table" for field in (
    "scalar_register_unit", "shared_unit_bytes")}


def board(name):
    return [word for word in words(name) if word != "arc"]


def chip(record):
    """Returns the chip of a record of architectures.ini."""
    return record.replace("unmodelled ", "").replace("_", "-")


class Intel:
    def __init__(self, tree):
        self.tree = tree
        self.elsewhere = tree.elsewhere("intel")
        self.ids = {row["pci_id"]: row for row in tree.data("intel/pci_ids")}
        self.lists = {row["id"]: row for row in tree.data("intel/device_lists")}
        self.products = {row["product"]: row for row in tree.data("intel/products")}
        self.families = {row["family"]: row for row in tree.data("intel/generations")}
        self.rows = {row.name: row for row in tree.products("intel")}
        self.chips = {row.name: row for row in tree.architectures("intel")}
        self.models = tree.vendors["intel"].models
        self.pci = tree.ids("intel")
        self.ip_versions = [Row(version=version, record=record.section)
                            for record in tree.vendors["intel"].architectures
                            for version in record.own.get("ip_versions", "").split()]
        self.versions, self.slm, self.threads = {}, {}, {}
        for row in tree.data("intel/acronyms"):
            release = tuple(int(part) for part in row["version"].split(".")[:2])
            self.versions.setdefault(bare(row["name"]), set()).add(release)
        for row in tree.data("intel/slm_sizes"):
            self.slm.setdefault(row["family"], []).append(row["allocation_kib"])
        for row in tree.data("intel/threads_per_eu"):
            self.threads.setdefault(row["family"], []).append(
                (row["grf_count"], row["threads_per_eu"]))

    def chips_of(self, pci_id):
        """Returns the chips that the vendor's tables allow for an id."""
        row = self.ids.get(pci_id.upper())
        if row is None:
            return set()
        listed = LISTS.get(self.lists.get(row["pci_id"], {}).get("list"))
        if listed:
            small = listed in SMALL and row["calc_eu_count"] == "24"
            arl = row["mesa_config"].startswith("arl") and listed == "mtl-u"
            return {"arl-u", "arl-s"} if arl else {listed} | ({"xe-lp-12eu"} if small else set())
        label = row["mesa_label"].split(" ")[0]
        name = EHL.get(row["mesa_config"]) or LABELS.get(row["mesa_label"]) or \
            LABELS.get(label, label.lower())
        return {{"adl": "adl-p", "rpl": "adl-p", "mtl": "mtl-u", "jsl": "ehl",
                 "arl": "arl-u"}.get(name, name) + "-gt1" * (row["mesa_config"] in GT1)}

    def wrong_id(self, row):
        sourced = self.ids.get(row.id.upper())
        if sourced is None:
            return "no table lists this id"
        if row.revision:
            return "Intel's revisions are not recorded"
        if row.id in EITHER:
            good = (row.kind, row.record) == ("architecture", EITHER[row.id])
            return None if good else "neither of its chips"
        if row.kind != "product":
            uncounted = chip(sourced["family"]) in UNCOUNTED
            if uncounted != (row.kind == "unmodelled") or \
                    uncounted != row.record.startswith("unmodelled "):
                return "whether the chip has a model"
            chips = self.chips_of(row.id)
            return None if chip(row.record) in chips else f"its chip is {sorted(chips)}"
        product = self.products.get(row.record)
        if product is None or row.id.upper() not in product["pci_ids"].split("|"):
            return "the product does not have this id"
        return None

    def missing_ids(self, rows):
        have = {row.id.upper() for row in rows}
        sold = {(row.id.upper(), row.record) for row in rows if row.kind == "product"}
        return [f"no row for {i}" for i in sorted((set(self.ids) | set(self.lists)) - have)] + \
            [f"no row for {i} {name}" for name in self.rows if name in self.products
             for i in self.products[name]["pci_ids"].split("|") if i and (i, name) not in sold]

    def wrong_product(self, row):
        wanted = self.products.get(row.name)
        if wanted is None:
            return "no such product"
        if row.architecture not in self.chips or \
                self.family(self.chips[row.architecture]) != wanted["family"]:
            return f"its family is {wanted['family']}"
        ids = [i for i in wanted["pci_ids"].split("|") if i]
        if ids and not any(chip(row.architecture) in self.chips_of(i) for i in ids):
            return f"its chip is {self.chips_of(ids[0])}"
        clock = wanted["graphics_clock_mhz"]
        if not clock or "Max 1550" in row.name:
            clock = wanted["boost_clock_mhz"]
        topology = confidence(wanted["topology_confidence"])
        cores = figure(wanted["core_count"])
        return differs(row, {
            "model": "", "core_count": cores,
            "min_core_count": SMALLEST.get(row.name, cores), "clock_mhz": figure(clock),
            "memory_mb_per_s": figure(wanted["memory_gb_per_s"], 1000),
            "l2_kib": figure(wanted["l2_or_l3_kib"]), "last_level_kib": UNKNOWN,
            "confidence_cores": topology, "confidence_caches": topology,
            "confidence_clocks": confidence(wanted["clock_bandwidth_confidence"] or "D")})

    @staticmethod
    def family(row):
        """Returns the row of generations.csv: the name of the model."""
        return row.like.replace("model ", "").replace("-", "_")

    def wrong_architecture(self, row):
        if row.like not in FAMILY_NAMES:
            return "no such model"
        if str(row.generation) != self.models[row.like].own["generation"]:
            return "another generation than its model's"
        release = divmod(row.generation, 100)
        name = LABELLED.get(chip(row.name), row.name.split("-gt1")[0])
        name = name if bare(name) in self.versions else name.rsplit("-", 1)[0]
        known = self.versions.get(bare(name), set())
        if not known or not any(self.same_family(release, other) for other in known):
            return f"its release is {known}"
        if FAMILY_NAMES[row.like] != row.family:
            return "another family"
        for ending in FEWER:
            if row.name.endswith(ending) != row.like.endswith(ending):
                return "another number of EUs"
        return differs(row, self.numbers(row))

    @staticmethod
    def missing_chips(rows):
        return sorted(set(LISTS.values()) - {chip(row.name) for row in rows})

    def numbers(self, row):
        """Returns the figures of the drivers' tables for its family."""
        family = self.family(row)
        fewer = [ending for ending in FEWER if row.name.endswith(ending)]
        listed = family in self.families
        if not listed:
            family = family.rsplit("_", 1)[0]
        wanted, threads = self.families[family], self.threads[family]
        eus = FEWER[fewer[0]] if fewer else figure(wanted["eu_per_core_count"])
        native = figure(wanted["native_lanes_per_eu"])
        grf = int(wanted["grf_bytes"])
        # compute-runtime 24.35: the largest power of two within the slots at SIMD8.
        slots = 0 if listed else eus * int(wanted["threads_per_eu_max"]) * 8
        most = figure(wanted["max_group_work_items"]) if listed else 1 << slots.bit_length() - 1
        return {
            "wave_sizes": sum(map(int, wanted["simd_lanes_supported"].split("|"))),
            "partitions_per_core": eus, "grf_bytes": grf, "register_unit": grf // 4,
            "lanes_per_core": UNKNOWN if UNKNOWN in (eus, native) else eus * native,
            "max_waves_per_partition": int(wanted["threads_per_eu_max"]),
            "registers_per_partition": max(int(n) * int(t) for n, t in threads) * grf // 4,
            "max_registers_per_thread": int(threads[-1][0]),
            "grf_counts": "|".join(n for n, _ in threads),
            "waves_at_grf_count": "|".join(t for _, t in threads),
            "shared_pool_bytes": figure(wanted["slm_kib_per_core_hw"], 1024),
            "max_shared_bytes_per_group": figure(wanted["slm_kib_per_group_max"], 1024),
            "default_shared_bytes_per_group": figure(wanted["slm_kib_per_group_max"], 1024),
            "shared_group_sizes_kib": "|".join(self.slm[family]),
            "barriers_per_core": int(wanted["barrier_registers_per_core_hw"]),
            "max_threads_per_group": most}

    @staticmethod
    def same_family(model, chip):
        """Whether a model has the release of its family's first chip."""
        if chip in ((9, 5), (9, 6), (9, 7)):  # later than Gen9LP, but Gen9
            chip = (9, 2)
        first = [release for release in FIRST_RELEASES if release <= chip]
        return bool(first) and first[-1] == model or (model, chip) == ((11, 0), (11, 2))

    def wrong_version(self, row):
        release = tuple(map(int, row.version.split(".")))
        name = LABELLED.get(chip(row.record), row.record)
        name = "pvc-vg" if (row.version, row.record) == ("12.61", "pvc") else name
        return None if release in self.versions.get(bare(name), ()) else "not this chip's release"

    def missing_versions(self, rows):
        have = {tuple(map(int, row.version.split("."))) for row in rows}
        every = set().union(*self.versions.values())
        return [f"no row for {release}" for release in sorted(every - have - {(11, 1)})]

    def rows_of(self, pci_ids):
        """Returns the (kind, record) of the rows of ids, and the chips of their products."""
        found = {(row.kind, row.record) for row in self.pci if row.id.upper() in pci_ids}
        return found | {("architecture", self.rows[record].architecture)
                        for kind, record in found if kind == "product"}

    def boards_of(self, name):
        """Returns the rows of the ids that have this name in Mesa or compute-runtime."""
        return self.rows_of({
            pci_id for pci_id, row in self.ids.items()
            for text in (row["mesa_name"], row["neo_name"], self.lists.get(pci_id, row).get("name"))
            if text and board(text) == board(name)})

    def chips_named(self, name):
        """Returns the chips of Mesa's labels, of the offline compiler's acronyms and of
        families."""
        found = self.rows_of({i for i, row in self.ids.items()
                              if bare(row["mesa_label"]) == bare(name)})
        families = {row["family"] for row in self.families.values()
                    if bare(name) in (bare(row["family"]), bare(row["calc_device"]))}
        found |= {("architecture", row.name) for row in self.chips.values()
                  if self.family(row) in families}
        releases = self.versions.get(bare(name), set())
        return found | {("architecture", row.record) for row in self.ip_versions
                        if tuple(map(int, row.version.split("."))) in releases}

    def wrong_name(self, row):
        if row.kind == "product" and row.record in self.rows and \
                set(words(row.name)) <= set(words(row.record)):
            return None
        if row.facts() in self.elsewhere:
            return None
        uncounted = row.kind == "unmodelled"
        if uncounted != (chip(row.record) in UNCOUNTED) or \
                uncounted != row.record.startswith("unmodelled "):
            return "whether the chip has a model"
        named = self.chips_named(row.name) if row.kind == "architecture" else \
            self.boards_of(row.name)
        named |= self.chips_named(row.name) if uncounted else set()
        named = {(kind, chip(record)) for kind, record in named}
        kind = row.kind if row.kind == "product" else "architecture"
        wanted = {(row.kind, chip(row.record)), (kind, chip(row.record))}
        return None if named & wanted else f"of this name: {sorted(named)}"

    def kinds(self):
        chips = list(self.chips.values())
        return [
            Kind("intel/ids", self.pci, self.wrong_id, self.missing_ids),
            Kind("intel/products", list(self.rows.values()), self.wrong_product,
                 lambda rows: lacking(self.products, rows)),
            Kind("intel/architectures", chips, self.wrong_architecture, self.missing_chips,
                 {"notes": "no second table", **UNSOURCED, **confidences_of(chips)}),
            Kind("intel/versions", self.ip_versions, self.wrong_version, self.missing_versions),
            Kind("intel/names", self.tree.names("intel"), self.wrong_name),
        ]
