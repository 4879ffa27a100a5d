# SPDX-License-Identifier: MIT
"""Intel's tables against compute-runtime's lists, the offline compiler, Mesa and products.csv."""
from tables import Kind, bare, flat_aliases, words

# The chip of each list of ids of compute-runtime.
LISTS = {"adln": "ADL_N", "adlp": "ADL_P", "adls": "ADL_S", "arl": "ARL_H", "bmgG21": "BMG_G21",
         "bmgG31": "BMG_G31", "cri": "XE3P_CRI", "dg1": "DG1", "dg2G10": "ACM_G10",
         "dg2G11": "ACM_G11", "dg2G12": "ACM_G12", "lnl": "LNL", "mtlm": "MTL_U", "mtlp": "MTL_H",
         "nvlP": "XE3P_CLIENT", "nvlS": "NVL_S", "nvlU": "NVL_U", "ptlH": "PTL_H", "ptlU": "PTL_U",
         "pvcXl": "PVC", "pvcXt": "PVC", "pvcXtVg": "PVC", "rkl": "RKL", "tgllp": "TGL",
         "wcl": "WCL"}
# Mesa's labels that are not the chip's name; Gen9 chips of GT1 and KBL GT1.5 have fewer EUs a core.
LABELS = {"BDW": "GEN8", "BXT": "APL", "AML-KBL": "AML", "AML-CFL": "AML"}
UNCOUNTED = {"GEN8", "XE3P_CLIENT", "XE3P_CRI"}  # their EUs per core are not published
GT1 = {"skl_gt1", "kbl_gt1", "kbl_gt1_5", "cfl_gt1"}
EHL = {"ehl_2x8": "EHL", "ehl_4x8": "EHL", "ehl_2x4": "EHL_4EU", "ehl_4x4": "EHL_4EU",
       "ehl_4x5": "EHL_5EU", "ehl_4x6": "EHL_6EU"}
# Chips with ids of 24 EUs: 12 to a core by the calculator, 16 by the drivers.
SMALL = {"ADL_S", "ADL_N", "RKL"}
# Two tables of Intel's contradict each other: Mesa has D745 as NVL-HX, compute-runtime as NVL-U.
EITHER = {"0xd745": "NVL_S"}
# What the offline compiler calls a chip whose name in targets.def is another.
LABELLED = {"GEN8": "bdw", "ICL": "icllp", "TGL": "tgllp", "LNL": "lnl-m", "XE3P_CLIENT": "nvl-p",
            "XE3P_CRI": "cri", "XE_LP_12EU": "rkl"}
# The first release of each family (generations.csv: the drivers' tables change there).
FIRST_RELEASES = [(8, 0), (9, 0), (9, 3), (11, 0), (11, 2), (12, 0), (12, 55), (12, 56), (12, 57),
                  (12, 60), (12, 70), (12, 74), (20, 1), (20, 4), (30, 0), (35, 10), (35, 11)]
FAMILY_NAMES = {"GEN8": "Gen8", "GEN9": "Gen9", "GEN9_GT1": "Gen9", "GEN9LP": "Gen9LP",
                "GEN11": "Gen11", "GEN11_4EU": "Gen11", "GEN11_5EU": "Gen11",
                "GEN11_6EU": "Gen11", "XE_LP": "Xe-LP", "XE_LP_12EU": "Xe-LP",
                "XE_HPG_G10": "Xe-HPG", "XE_HPG_G11": "Xe-HPG", "XE_HPG_G12": "Xe-HPG",
                "XE_HPC": "Xe-HPC", "XE_LPG": "Xe-LPG", "XE_LPG_PLUS": "Xe-LPG+",
                "XE2_LPG": "Xe2-LPG", "XE2_HPG": "Xe2-HPG", "XE3": "Xe3", "XE3P_CLIENT": "Xe3P",
                "XE3P_CRI": "Xe3P"}


def board(name):
    return [word for word in words(name) if word != "arc"]


class Intel:
    def __init__(self, tree):
        self.tree = tree
        self.elsewhere = tree.elsewhere("intel")
        self.ids = {row["pci_id"]: row for row in tree.data("intel/pci_ids")}
        self.lists = {row["id"]: row for row in tree.data("intel/device_lists")}
        self.products = {row["product"]: row for row in tree.data("intel/products")}
        self.families = {row["family"]: row for row in tree.data("intel/generations")}
        self.rows = {row.args[0]: row for row in tree.table("intel/products")}
        self.chips = {row.args[0]: row for row in tree.table("intel/targets")}
        self.models = {row.args[0]: row for row in tree.table("intel/models")}
        self.pci = tree.table("intel/pci")
        self.versions = {}
        for row in tree.data("intel/acronyms"):
            release = tuple(int(part) for part in row["version"].split(".")[:2])
            self.versions.setdefault(bare(row["name"]), set()).add(release)

    def chips_of(self, pci_id):
        """Chips that the vendor's tables allow for an id."""
        row = self.ids.get(pci_id.upper())
        if row is None:
            return set()
        listed = LISTS.get(self.lists.get(row["pci_id"], {}).get("list"))
        if listed:
            narrow = {"XE_LP_12EU"} if listed in SMALL and self.is_small(row) else set()
            arl = {"ARL_U", "ARL_S"} if row["mesa_config"].startswith("arl") and listed == "MTL_U" \
                else set()
            return arl or {listed} | narrow
        label = row["mesa_label"].split(" ")[0]
        name = EHL.get(row["mesa_config"]) or LABELS.get(row["mesa_label"]) or \
            LABELS.get(label, label.replace("-", "_"))
        return {{"ADL": "ADL_P", "RPL": "ADL_P", "MTL": "MTL_U", "JSL": "EHL",
                 "ARL": "ARL_U"}.get(name, name) + "_GT1" * (row["mesa_config"] in GT1)}

    def is_small(self, row):
        return row["calc_eu_count"] == "24"

    def wrong_id(self, row):
        pci_id, kind, what = row.args
        sourced = self.ids.get(pci_id[2:].upper())
        if sourced is None:
            return "no source lists this id"
        if pci_id in EITHER:
            return None if (kind, what) == ("T", EITHER[pci_id]) else "neither of its chips"
        if kind != "P":
            models = {"gen8", "xe3p_client", "xe3p_cri"}
            if (kind == "N") != (sourced["family"] in models):
                return "whether the chip has a model"
            chips = self.chips_of(pci_id[2:])
            return None if what in chips else f"its chip is {sorted(chips)}"
        product = self.products.get(self.rows[what].text(2)) if what in self.rows else None
        if product is None or pci_id[2:].upper() not in product["pci_ids"].split("|"):
            return "the product does not have this id"
        return None

    def missing_ids(self, rows):
        have = {row.args[0][2:].upper() for row in rows}
        sold = {(row.args[0][2:].upper(), row.args[2]) for row in rows if row.args[1] == "P"}
        return [f"no row for {i}" for i in sorted((set(self.ids) | set(self.lists)) - have)] + \
            [f"no row for {i} {what}" for what, row in self.rows.items()
             for i in self.products[row.text(2)]["pci_ids"].split("|")
             if i and (i, what) not in sold and row.text(2) in self.products]

    def wrong_product(self, row):
        wanted = self.products.get(row.text(2))
        if wanted is None:
            return "no such product"
        model = self.models[self.chips[row.args[1]].args[3]]
        family = self.families.get(wanted["family"])
        allowed = self.model_family(model) == wanted["family"]
        if family is None or not allowed:
            return f"its family is {wanted['family']}"
        ids = [i for i in wanted["pci_ids"].split("|") if i]
        if ids and not any(row.args[1] in self.chips_of(i) for i in ids):
            return f"its chip is {self.chips_of(ids[0])}"
        clock = wanted["graphics_clock_mhz"]
        if not clock or "Max 1550" in row.text(2):
            clock = wanted["boost_clock_mhz"]
        memory = wanted["memory_gb_per_s"]
        memory = str(int(float(memory) * 1000 + 0.5)) if memory else ""
        for at, value in ((3, wanted["core_count"]), (4, clock), (5, memory),
                          (6, wanted["l2_or_l3_kib"])):
            if row.args[at] != (value or "UNK"):
                return f"argument {at} is {value}"
        marks = [wanted["topology_confidence"], wanted["clock_bandwidth_confidence"] or "D"]
        return None if row.args[8:] == marks else f"confidence {marks}"

    def model_family(self, model):
        return model.args[0].lower()

    def wrong_target(self, row):
        if row.args[0].lower().replace("_", "-") != row.text(1).replace("_", "-"):
            return "another name"
        model = self.models.get(row.args[3])
        if model is None:
            return "no such model"
        release = divmod(model.number(1), 100)
        name = LABELLED.get(row.args[0], row.text(1).split("-gt1")[0])
        name = name if bare(name) in self.versions else name.rsplit("-", 1)[0]
        known = self.versions.get(bare(name), set())
        if not known or not any(self.same_family(release, other) for other in known):
            return f"its release is {known}"
        if FAMILY_NAMES.get(row.args[3], "") != row.text(2):
            return "another family"
        eus = {"_GT1": "_GT1", "4EU": "_4EU", "5EU": "_5EU", "6EU": "_6EU", "12EU": "_12EU"}
        for ending, suffix in eus.items():
            if row.args[0].endswith(ending) != row.args[3].endswith(suffix):
                return "another number of EUs"
        return None

    @staticmethod
    def same_family(model, chip):
        """A model bears the release of its family's first chip."""
        if chip in ((9, 5), (9, 6), (9, 7)):  # after Gen9LP, of Gen9
            chip = (9, 2)
        first = [release for release in FIRST_RELEASES if release <= chip]
        return bool(first) and first[-1] == model or (model, chip) == ((11, 0), (11, 2))

    def wrong_version(self, row):
        release = row.number(0), row.number(1)
        chip = self.chips.get(row.args[2])
        name = LABELLED.get(row.args[2], chip.text(1) if chip else "?")
        name = "pvc-vg" if row.args == ["12", "61", "PVC"] else name
        return None if release in self.versions.get(bare(name), ()) else "not this chip's release"

    def missing_versions(self, rows):
        have = {(row.number(0), row.number(1)) for row in rows}
        every = set().union(*self.versions.values())
        return [f"no row for {release}" for release in sorted(every - have - {(11, 1)})]

    def rows_of(self, pci_ids):
        """(kind, row) of the rows of ids, and the chips of their products."""
        found = {tuple(row.args[1:]) for row in self.pci if row.args[0][2:].upper() in pci_ids}
        return found | {("T", self.rows[what].args[1]) for kind, what in found if kind == "P"}

    def boards_of(self, name):
        """Rows of the ids that Mesa or compute-runtime call so."""
        return self.rows_of({
            pci_id for pci_id, row in self.ids.items()
            for text in (row["mesa_name"], row["neo_name"], self.lists.get(pci_id, row).get("name"))
            if text and board(text) == board(name)})

    def chips_named(self, name):
        """Chips of Mesa's labels, of the offline compiler's acronyms and of families."""
        found = self.rows_of({i for i, row in self.ids.items()
                              if bare(row["mesa_label"]) == bare(name)})
        families = {row["family"].upper() for row in self.families.values()
                    if bare(name) in (bare(row["family"]), bare(row["calc_device"]))}
        found |= {("T", chip.args[0]) for chip in self.chips.values() if chip.args[3] in families}
        releases = self.versions.get(bare(name), set())
        return found | {("T", row.args[2]) for row in self.tree.table("intel/versions")
                        if (row.number(0), row.number(1)) in releases}

    def wrong_alias(self, row):
        name, kind, what = row.text(0), *row.args[1:3]
        if kind == "P" and what in self.rows and \
                set(words(name)) <= set(words(self.rows[what].text(2))):
            return None
        if tuple(row.args[:3]) in self.elsewhere:
            return None
        if (kind == "N") != (what in UNCOUNTED):
            return "whether the chip has a model"
        named = self.chips_named(name) if kind == "T" else self.boards_of(name)
        named |= self.chips_named(name) if kind == "N" else set()
        wanted = {(kind, what), ("P" if kind == "P" else "T", what)}
        return None if named & wanted else f"of this name: {sorted(named)}"

    def kinds(self):
        return [
            Kind("intel/pci", ("PCI",), self.pci, self.wrong_id, self.missing_ids),
            Kind("intel/products", ("PRODUCT",), list(self.rows.values()), self.wrong_product,
                 lambda rows: sorted(set(self.products) - {row.text(2) for row in rows}), (0, 7)),
            Kind("intel/targets", ("TARGET",), list(self.chips.values()), self.wrong_target),
            Kind("intel/versions", ("VERSION",), self.tree.table("intel/versions"),
                 self.wrong_version, self.missing_versions),
            Kind("intel/aliases", ("ALIAS", "ALSO"),
                 flat_aliases(self.tree.table("intel/aliases")), self.wrong_alias),
        ]
