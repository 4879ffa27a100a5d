# SPDX-License-Identifier: MIT
"""Compares AMD's records with libdrm's names of PCI ids, device_info, pci.ids, LLVM and Mesa."""
import re

from tables import Kind, bare, confidence, differs, figure, lacking, words

# Ids that device_info lacks, and their targets, from Linux (amdgpu_drv.c: Kabini) and pci.ids.
UNLISTED = {"983a": "gfx703", "983b": "gfx703", "983c": "gfx703", "1435": "gfx1033"}
# Ids that device_info lacks, and the targets of their chips in pci.ids.
BY_CHIP = {"6609": "gfx602", "664d": "gfx704", "67d4": "gfx803", "67d7": "gfx803",
           "693b": "gfx802", "698f": "gfx803", "7424": "gfx1034", "749f": "gfx1102",
           "74bd": "gfx942", "75a8": "gfx950", "9857": "gfx703"}
# The family name of each class in targets.csv.
FAMILIES = {
    "gcn1": "GCN 1", "gcn2": "GCN 2", "gcn3": "GCN 3", "gcn3_sgprbug": "GCN 3", "gcn5": "GCN 5",
    "cdna1": "CDNA 1", "cdna2": "CDNA 2", "cdna3": "CDNA 3", "cdna4": "CDNA 4",
    "rdna1": "RDNA 1", "rdna2": "RDNA 2", "rdna3_1024": "RDNA 3", "rdna3_1536": "RDNA 3",
    "rdna35_1024": "RDNA 3.5", "rdna35_1536": "RDNA 3.5", "rdna4_1536": "RDNA 4",
    "gfx125x": "gfx125x", "gfx13": "gfx13",
}
# gfx803 is Fiji (GCN 3) and Polaris (GCN 4 in Mesa; not a target of a compiler).
FAMILY_OF = {"gfx803": "GCN 3 or 4", "gfx803-polaris": "GCN 4"}
# The beginning of the numbers that a generic target covers (LLVM's AMDGPUUsage).
FIRST = {"gfx9-generic": "900", "gfx9-4-generic": "940", "gfx10-1-generic": "1010",
         "gfx10-3-generic": "1030", "gfx11-generic": "1100", "gfx12-generic": "1200",
         "gfx12-5-generic": "1250"}
# Consoles, which have the figures of the nearest PC architecture: no source describes theirs.
CONSOLES = {name: (target, "model console-" + model) for name, target, model in (
    ("PlayStation 4", "gfx700", "gcn2"), ("PlayStation 5", "gfx1013", "rdna1"),
    ("Xbox One X", "gfx700", "gcn2"), ("Xbox Series S", "gfx1030", "rdna2"),
    ("Xbox Series X", "gfx1030", "rdna2"))}
# Consoles whose core counts are not published.
UNCOUNTED = {"playstation4pro", "playstation5pro", "ps4pro", "ps5pro"} | {  # and GPUs and targets
    bare(name) for name in ("gfx1154", "gfx1156", "gfx1170", "gfx1171", "gfx1172",
                            "gfx11-7-generic", "gfx1210")}
# The column of targets.csv for each number, in units of lanes of a wave or not.
LANES = {"registers_per_partition": "vgpr_file_per_simd_regs", "register_unit": "vgpr_granule_regs"}
COLUMNS = {"partitions_per_core": "simds_per_holder",
           "max_waves_per_partition": "max_waves_per_simd",
           "scalar_registers_per_partition": "sgpr_file_per_simd_regs",
           "max_scalar_registers_per_wave": "sgpr_addressable_regs",
           "fixed_scalar_registers_per_wave": "sgpr_fixed_alloc_regs",
           "shared_pool_bytes": "lds_pool_bytes",
           "max_shared_bytes_per_group": "lds_per_group_bytes",
           "default_shared_bytes_per_group": "lds_per_group_bytes",
           "shared_unit_bytes": "lds_granule_bytes", "barriers_per_core": "max_barrier_groups"}
ASPECTS = {"waves": "slots", "registers": "registers", "scalar_registers": "registers",
           "shared_memory": "lds", "shared_memory_unit": "lds"}
# Fields for which targets.csv has no figure.
UNSOURCED = {
    "like": "its numbers are compared", "notes": "no second table",
    "max_threads_per_group": "amd.c", "dynamic_vgpr": "amd.c",
    "lanes_per_core": "no second table", "confidence_barriers": "of the document",
    "confidence_other": "of the document"}


def plain(name):
    """Returns the words of a product without those in parentheses: the processor, the code name."""
    return words(re.sub(r"\(.*?\)", "", name))


def variants(name):
    """Returns the names in a list: 'Chip [Radeon A/B / C]' has three."""
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
        for pci_id, target in BY_CHIP.items():
            self.targets[pci_id] = {target}
            if target == "gfx803":  # all of them are Polaris
                self.slots[pci_id] = "8"
        self.listed = set(self.series)
        for row in tree.data("amd/amdgpu_ids"):
            self.series.setdefault((row["id"], row["revision"]), []).append(row["name"])
        self.ids = {row["id"]: row["name"] for row in tree.data("amd/pci_ids")}
        self.products = {row["product"]: row for row in tree.data("amd/products")}
        self.rows = {row.name: row for row in tree.products("amd")}
        self.architectures = {row.name: row for row in tree.architectures("amd")}
        self.compiled = {}
        for row in tree.data("amd/targets"):
            self.compiled.setdefault(row["target"], []).append(row)
        self.codes = {bare(row["name"]): row["target"] for row in tree.data("amd/code_names")}

    def wrong_product(self, row):
        wanted = self.products.get(row.name)
        if wanted is None:
            return "no such product"
        place = CONSOLES.get(row.name, (wanted["gfx"] or row.architecture, ""))
        if "8 wave slots" in wanted["note"]:
            place = ("gfx803", "gfx803-polaris")
        cores = figure(wanted["cus"])
        return differs(row, {
            "architecture": place[0], "model": place[1], "core_count": cores,
            "min_core_count": cores, "clock_mhz": figure(wanted["boost_clock_mhz"]),
            "memory_mb_per_s": figure(wanted["memory_bandwidth_gb_per_s"], 1000),
            "l2_kib": figure(wanted["l2_mib"], 1024),
            "last_level_kib": figure(wanted["mall_mib"], 1024),
            "confidence_cores": confidence(wanted["confidence_cus"]),
            "confidence_clocks": confidence(wanted["confidence_clocks_bandwidth"]),
            "confidence_caches": confidence(wanted["confidence_caches"])})

    def numbers(self, target):
        """Returns the figures of targets.csv for a target; registers are per lane of the default
        wave."""
        rows = self.compiled[target]
        sizes = sorted({int(row["wave_size_lanes"]) for row in rows})
        row = next(row for row in rows
                   if row["mode"] == "cu" and row["wave_size_lanes"] == str(sizes[0]))
        kind = row["agpr_kind"]
        most = int(row["vgpr_addressable_regs"])
        return {
            "wave_sizes": sum(sizes), "default_wave_size": sizes[0],
            **{field: int(row[column]) for field, column in COLUMNS.items()},
            **{field: int(row[column]) * sizes[0] for field, column in LANES.items()},
            "scalar_register_unit": int(row["sgpr_granule_regs"]) or 1,
            "max_registers_per_thread": most, "unified_accumulators": int(kind == "unified"),
            "max_accumulators_per_thread": 0 if kind == "none" else 256,
            "cus_per_wgp": 2 if any(row["mode"] == "wgp" for row in rows) else 0,
            **{"confidence_" + aspect: confidence(row["confidence_" + column])
               for aspect, column in ASPECTS.items()}}

    def wrong_architecture(self, row):
        polaris = row.name == "gfx803-polaris"
        target = "gfx803" if polaris else row.name
        if target not in self.compiled:
            return "no such target"
        first = FIRST.get(row.name, target[3:])
        family = FAMILIES[self.compiled[target][0]["class"]]
        return differs(row, {
            **self.numbers(target), **({"max_waves_per_partition": 8} if polaris else {}),
            "family": FAMILY_OF.get(row.name, family), "generation": int(first, 16)})

    def wrong_console(self, row):
        """The numbers must be those of the architecture, and all of them uncertain."""
        of = [target for target, model in CONSOLES.values() if model == row.name]
        if not of:
            return "no console has it"
        nearest = vars(self.architectures[of[0]])
        same = {field: value for field, value in nearest.items()
                if not field.startswith("confidence") and
                field not in ("name", "like", "family", "notes")}
        return differs(row, {**same, "notes": "assumed", "family": "", **{
            field: "unverified" for field in nearest if field.startswith("confidence")}})

    def is_sold_as(self, pci_id, revision, product):
        """Whether products.csv gives the product this id, and this revision or none."""
        row = self.products.get(product)
        if row is None:
            return False
        of = row["pci_revision_id"]
        if of and (not revision or int(of, 16) != int(revision, 16)):
            return False
        for part in row["pci_device_ids"].split("|"):
            ends = [int(end, 16) for end in part.split("-") if end]
            if ends and ends[0] <= int(pci_id, 16) <= ends[-1]:
                return True
        return False

    def wrong_id(self, row):
        key = row.id, row.revision
        product = self.rows.get(row.record) if row.kind == "product" else None
        if row.kind != "architecture" and product is None:
            return "no such product"
        target = (product.architecture if product else row.record).replace("-polaris", "")
        listed = self.targets.get(row.id, {UNLISTED.get(row.id)})
        if target not in listed and not (product and listed == {None}):
            return f"its target is one of {listed}"
        if row.revision and key not in self.series:
            return "no table lists this revision"
        if product is None:
            polaris = self.slots.get(row.id) == "8"
            good = polaris == row.record.endswith("-polaris")
            return None if good else "8 wave slots are Polaris"
        names = self.series.get(key, []) if row.revision else variants(self.ids.get(row.id, ""))
        if any(plain(product.name) == plain(other) for other in names):
            return None
        another = row.revision and any(words(other) == words(name)
                                       for other in names for name in self.rows)
        if not another and self.is_sold_as(row.id, row.revision, product.name):
            return None
        return f"its names are {names}"

    def missing_ids(self, rows):
        """Returns the ids without a row; if an id alone may be a product, also revisions without
        one; and revisions to which both of AMD's tables give the name of a product with that id."""
        have = {(row.id, row.revision, row.record) for row in rows}
        by_id = {}
        for row in rows:
            by_id.setdefault(row.id, set()).add((row.revision, row.record))
        found = [f"no row for {pci_id}" for pci_id in sorted(set(self.targets) - set(by_id))]
        found += [f"no row for other revisions of {pci_id}" for pci_id, leads in by_id.items()
                  if not any(not revision for revision, _ in leads)]
        revisions = {key[:2] for key in have}
        for key, names in self.series.items():
            rest = by_id.get(key[0], set())
            if key in self.listed and key not in revisions and \
                    any(not revision and what in self.rows for revision, what in rest) and \
                    any(revision for revision, what in rest):
                found.append(f"no row for {key}")
            found += [f"no row for {key} {what}" for _, what in rest
                      if what in self.rows and (*key, what) not in have and
                      ("", what) not in rest and len(names) > 1 and
                      all(words(what) == words(name) and "eries" not in name for name in names)]
        return found

    def wrong_name(self, row):
        if row.kind == "unmodelled":
            good = bare(row.name) in UNCOUNTED and row.record == "unmodelled"
            return None if good else "its model is known"
        if row.kind == "product":
            if row.record not in self.rows:
                return "no such product"
            if set(words(row.name)) <= set(words(row.record)):
                return None
            return None if row.facts() in self.elsewhere else "the product is not called so"
        if row.facts() in self.elsewhere:
            return None
        target = row.record.replace("-polaris", "")
        if row.kind == "architecture":
            known = self.codes.get(bare(row.name)) == target or target in self.by_chip(row.name)
            return None if known else "no chip of this name"
        named = self.by_name(row.name)
        return None if target in named else f"of this name: {sorted(named)}"

    def by_chip(self, name):
        """Returns the targets of the ids whose chip has this name in pci.ids, and of products with
        this code name."""
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
        consoles = [record for section, record in self.tree.vendors["amd"].models.items()
                    if section.startswith("model console")]
        return [
            Kind("amd/products", list(self.rows.values()), self.wrong_product,
                 lambda rows: [name for name in lacking(self.products, rows)
                               if self.products[name]["gfx"] or name in CONSOLES]),
            Kind("amd/ids", self.tree.ids("amd"), self.wrong_id, self.missing_ids),
            Kind("amd/architectures", list(self.architectures.values()), self.wrong_architecture,
                 lambda rows: lacking(self.compiled, rows), UNSOURCED),
            Kind("amd/consoles", self.tree.architectures("amd", consoles), self.wrong_console,
                 lambda rows: lacking({model for _, model in CONSOLES.values()}, rows),
                 {"like": "its numbers are compared"}),
            Kind("amd/names", self.tree.names("amd"), self.wrong_name),
        ]
