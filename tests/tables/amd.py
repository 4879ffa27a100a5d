# SPDX-License-Identifier: MIT
"""AMD's tables against libdrm's names of PCI ids, device_info, pci.ids, LLVM and Mesa."""
import re

from tables import Kind, bare, flat_aliases, words

# Ids that device_info lacks, and their target: by Linux (amdgpu_drv.c: Kabini), by pci.ids.
UNLISTED = {"983a": "gfx703", "983b": "gfx703", "983c": "gfx703", "1435": "gfx1033"}
# Of each class of targets.csv: the family's name, and classes of tables.c with its constants.
FAMILIES = {
    "gcn1": ("GCN 1", ("GCN1",)), "gcn2": ("GCN 2", ("GCN2",)), "gcn3": ("GCN 3", ("GCN3",)),
    "gcn3_sgprbug": ("GCN 3", ("GCN3_96",)), "gcn5": ("GCN 5", ("GCN5",)),
    "cdna1": ("CDNA 1", ("CDNA1",)), "cdna2": ("CDNA 2", ("CDNA2",)),
    "cdna3": ("CDNA 3", ("CDNA2",)), "cdna4": ("CDNA 4", ("CDNA4",)),
    "rdna1": ("RDNA 1", ("RDNA1",)), "rdna2": ("RDNA 2", ("RDNA2",)),
    "rdna3_1024": ("RDNA 3", ("RDNA2",)), "rdna3_1536": ("RDNA 3", ("RDNA3",)),
    "rdna35_1024": ("RDNA 3.5", ("RDNA2",)), "rdna35_1536": ("RDNA 3.5", ("RDNA3",)),
    "rdna4_1536": ("RDNA 4", ("RDNA4",)), "gfx125x": ("gfx125x", ("GFX125X",)),
}
# gfx803 is Fiji (GCN 3) and Polaris (GCN 4).
FAMILY_OF = {"GFX803": "GCN 3 or 4"}
POLARIS = ["GFX803_POLARIS", '"gfx803-polaris"', '"GCN 4"', "GCN4", "0x803"]
# What a generic target begins with (LLVM's AMDGPUUsage).
FIRST = {"gfx9-generic": "900", "gfx9-4-generic": "940", "gfx10-1-generic": "1010",
         "gfx10-3-generic": "1030", "gfx11-generic": "1100", "gfx12-generic": "1200"}
# Consoles are taken as the nearest architecture of the PC: no source of their own.
CONSOLES = {("GCN2", "0x700"), ("RDNA1", "0x1013"), ("RDNA2", "0x1030")}
NEAREST = {name: (target, "1 + M_CONSOLE_" + model) for name, target, model in (
    ("PLAYSTATION_4", "GFX700", "GCN2"), ("PLAYSTATION_5", "GFX1013", "RDNA1"),
    ("XBOX_ONE_X", "GFX700", "GCN2"), ("XBOX_SERIES_S", "GFX1030", "RDNA2"),
    ("XBOX_SERIES_X", "GFX1030", "RDNA2"))}
# Consoles for which no source says what they count.
UNCOUNTED = {"playstation4pro", "playstation5pro", "ps4pro", "ps5pro"}


def target_of(identifier):
    """The target as compilers name it, of an identifier of models.def."""
    return identifier.lower().replace("_polaris", "").replace("_", "-")


def plain(name):
    """Words of a product without the processor or code name in parentheses."""
    return words(re.sub(r"\(.*?\)", "", name))


def variants(name):
    """'Chip [Radeon A/B / C]' is three names."""
    within = re.search(r"\[(.*)\]", name)
    text = within[1] if within else name
    found = [text]
    for part in re.split(r" / |; ", text):
        first, *others = part.split("/")
        stem = first.rsplit(" ", 1)[0] + " " if " " in first else ""
        found += [part, first] + others + [stem + other for other in others]
    return found


class Amd:
    def __init__(self, tree):
        self.tree = tree
        self.elsewhere = tree.elsewhere("amd")
        self.targets, self.series, self.slots = {}, {}, {}
        for row in tree.data("amd/device_ids"):
            key = row["device_id"][2:].lower(), row["revision_id"][2:].lower()
            self.targets.setdefault(key[0], set()).add(row["gfx"])
            self.series.setdefault(key, []).append(row["product"])
            if row["gfx"] == "gfx803":
                self.slots[key[0]] = row["max_waves_per_simd"]
        self.listed = set(self.series)
        for row in tree.data("amd/amdgpu_ids"):
            self.series.setdefault((row["id"], row["revision"]), []).append(row["name"])
        self.ids = {row["id"]: row["name"] for row in tree.data("amd/pci_ids")}
        self.products = {row["product"]: row for row in tree.data("amd/products")}
        self.rows = {row.args[0]: row for row in tree.table("amd/products")}
        self.constants = {row["target"]: row for row in tree.data("amd/targets")}
        self.codes = {bare(row["name"]): row["target"] for row in tree.data("amd/code_names")}

    def wrong_product(self, row):
        wanted = self.products.get(row.text(3))
        if wanted is None:
            return "no such product"
        if wanted["gfx"] and target_of(row.args[1]) != wanted["gfx"]:
            return f"its target is {wanted['gfx']}"
        polaris = "8 wave slots" in wanted["note"]
        model = "1 + M_GFX803_POLARIS" if polaris else "0"
        if row.args[1:3] != list(NEAREST.get(row.args[0], (row.args[1], model))):
            return "another model"
        for at, column, factor in ((4, "cus", 1), (5, "boost_clock_mhz", 1),
                                   (6, "memory_bandwidth_gb_per_s", 1000), (7, "l2_mib", 1024),
                                   (8, "mall_mib", 1024)):
            text = wanted[column]
            if row.args[at] != (str(int(float(text) * factor + 0.5)) if text else "UNK"):
                return f"{column} is {text}"
        marks = [wanted["confidence_" + what] for what in ("cus", "clocks_bandwidth", "caches")]
        return None if row.args[10:] == marks else f"confidence {marks}"

    def wrong_model(self, row):
        if row.macro == "CONSOLE":
            good = (row.args[1], row.args[2]) in CONSOLES
            return None if good and row.args[0] == "CONSOLE_" + row.args[1] else "another class"
        if row.text(1) == "gfx803-polaris" or row.args[0] == "GFX803_POLARIS":
            return None if row.args[:5] == POLARIS else "no compiler's target: 8 slots by Mesa"
        wanted = self.constants.get(row.text(1))
        if wanted is None:
            return "no such target"
        if row.args[0].lower().replace("_", "-") != row.text(1):
            return "another name"
        family, classes = FAMILIES[wanted["class"]]
        if row.text(2) != FAMILY_OF.get(row.args[0], family):
            return f"its family is {family}"
        if row.args[3] not in classes:
            return f"its class is one of {classes}"
        first = FIRST.get(row.text(1), row.text(1)[3:])
        return None if row.number(4) == int(first, 16) else f"its number is {first}"

    def is_sold_as(self, pci_id, revision, product):
        """Whether products.csv gives the product this id, and this revision or none."""
        row = self.products.get(product)
        if row is None:
            return False
        of = row["pci_revision_id"]
        if of and (revision == "ANY" or int(of, 16) != int(revision, 16)):
            return False
        for part in row["pci_device_ids"].split("|"):
            ends = [int(end, 16) for end in part.split("-") if end]
            if ends and ends[0] <= int(pci_id, 16) <= ends[-1]:
                return True
        return False

    def wrong_id(self, row):
        pci_id, revision, kind, what = row.args
        pci_id, key = pci_id[2:], (pci_id[2:], revision[2:])
        product = self.rows.get(what)
        if kind == "PRODUCT" and product is None:
            return "no such product"
        target = target_of(what if kind == "TARGET" else product.args[1])
        listed = self.targets.get(pci_id, {UNLISTED.get(pci_id)})
        if target not in listed and not (kind == "PRODUCT" and listed == {None}):
            return f"its target is one of {listed}"
        if revision != "ANY" and key not in self.series:
            return "no source lists this revision"
        if kind == "TARGET":
            polaris = self.slots.get(pci_id) == "8"
            return None if polaris == what.endswith("_POLARIS") else "8 wave slots are Polaris"
        name = product.text(3)
        names = self.series.get(key, [])
        if revision == "ANY":
            names = variants(self.ids.get(pci_id, ""))
        if any(plain(name) == plain(other) for other in names):
            return None
        another = revision != "ANY" and any(words(other) == words(row.text(3))
                                            for other in names for row in self.rows.values())
        if not another and self.is_sold_as(pci_id, revision, name):
            return None
        return f"its names are {names}"

    def missing_ids(self, rows):
        """Ids without a row; where an id alone may be a product, revisions without one, too; and
        revisions that both of AMD's tables call as a product that the id has."""
        have = {(row.args[0][2:], row.args[1][2:], row.args[3]) for row in rows}
        by_id = {}
        for row in rows:
            by_id.setdefault(row.args[0][2:], set()).add((row.args[1], row.args[3]))
        found = [f"no row for {pci_id}" for pci_id in sorted(set(self.targets) - set(by_id))]
        found += [f"no row for other revisions of {pci_id}" for pci_id, leads in by_id.items()
                  if not any(revision == "ANY" for revision, _ in leads)]
        revisions = {key[:2] for key in have}
        for key, names in self.series.items():
            rest = by_id.get(key[0], set())
            if key in self.listed and key not in revisions and \
                    any(revision == "ANY" and what in self.rows for revision, what in rest) and \
                    any(revision != "ANY" for revision, what in rest):
                found.append(f"no row for {key}")
            found += [f"no row for {key} {what}" for _, what in rest
                      if what in self.rows and (*key, what) not in have and
                      ("ANY", what) not in rest and len(names) > 1 and
                      all(words(self.rows[what].text(3)) == words(name) and
                          "eries" not in name for name in names)]
        return found

    def wrong_alias(self, row):
        name, kind, what = row.text(0), *row.args[1:3]
        if kind == "NONE":
            return None if bare(name) in UNCOUNTED and what == "0" else "its model is known"
        if kind == "PRODUCT":
            if what not in self.rows:
                return "no such product"
            if set(words(name)) <= set(words(self.rows[what].text(3))):
                return None
            return None if tuple(row.args[:3]) in self.elsewhere else "the product is not called so"
        if tuple(row.args[:3]) in self.elsewhere:
            return None
        target = target_of(what)
        if kind == "TARGET":
            known = self.codes.get(bare(name)) == target or target in self.by_chip(name)
            return None if known else "no chip of this name"
        named = self.by_name(name)
        return None if target in named else f"of this name: {sorted(named)}"

    def by_chip(self, name):
        """Targets of the ids whose chip pci.ids calls so, and of products of this code name."""
        found = set()
        for pci_id, text in self.ids.items():
            chip = re.sub(r" (XTX?|XTH|PRO|LE|XL|GL|Pro|Lite)\b.*", "", text.split("[")[0])
            if bare(name) in map(bare, chip.split("/")):
                found |= self.targets.get(pci_id, set())
                found |= {self.products[part]["gfx"] for part in variants(text)
                          if part in self.products}
        return found | {row["gfx"] for row in self.products.values()
                        if bare(name) in map(bare, re.split(r"[/ ]+", row["codename"]) +
                                             [row["codename"]])}

    def by_name(self, name):
        if not hasattr(self, "boards"):
            self.boards = {}
            named = [(key[0], text) for key, texts in self.series.items() for text in texts]
            named += [(pci_id, part) for pci_id, text in self.ids.items()
                      for part in variants(text)]
            for pci_id, text in named:
                for key in (text, text.replace("Series", "")):
                    self.boards.setdefault(tuple(words(key)), set()).update(
                        self.targets.get(pci_id, ()))
        return self.boards.get(tuple(words(name)), set())

    def kinds(self):
        models = self.tree.table("amd/models")
        pci = self.tree.table("amd/pci")
        return [
            Kind("amd/products", ("PRODUCT",), list(self.rows.values()), self.wrong_product,
                 lambda rows: sorted(name for name in set(self.products) -
                                     {row.text(3) for row in rows} if self.products[name]["gfx"]),
                 (0, 9)),
            Kind("amd/pci", ("PCI",), pci, self.wrong_id, self.missing_ids),
            Kind("amd/models", ("TARGET", "CONSOLE"), models, self.wrong_model,
                 lambda rows: sorted(set(self.constants) - {row.text(1) for row in rows}),
                 (5, 6, 7, 8, 9, 10, 11)),
            Kind("amd/aliases", ("ALIAS", "ALSO"), flat_aliases(self.tree.table("amd/aliases")),
                 self.wrong_alias),
        ]
