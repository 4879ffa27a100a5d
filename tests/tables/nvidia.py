# SPDX-License-Identifier: MIT
"""NVIDIA's tables against CUDA's header and guides, pci.ids and NVIDIA's own names of PCI ids."""
import re

from tables import Kind, bare, flat_aliases, words

COLUMNS = [(1, "architecture"), (3, "max_blocks_per_sm"), (4, "sub_partitions_per_sm"),
           (5, "registers_per_sm"), (6, "registers_per_block"), (7, "max_registers_per_thread_isa"),
           (10, "shared_reserved_per_block_bytes"), (11, "shared_allocation_unit_bytes"),
           (12, "barriers_per_sm_header"), (13, "virtual_resources_per_sm_header"),
           (14, "max_cluster_portable_blocks"), (15, "max_cluster_non_portable_blocks"),
           (16, "fp32_lanes_per_sm"), (18, "confidence")]
# How NVIDIA sells an architecture, beside its name.
MARKETED = {"Ada": ("Ada Lovelace", "Lovelace")}
# Words of a name that are of the connector, the memory or the edition.
EXTRA = {"pcie", "nvl", "sxm2", "sxm6", "ac", "hgx", "lite", "hash", "rate", "rev", "a",
         "generation"}
# Chips that the table of compute capabilities lacks: the boards of these chips tell it.
CHIPS = {"GK180": ["35"], "GB102": ["100"], "GB112": ["103"]}
# Products whose boards of both memory sizes have the same figures; the source names one size.
BOTH_SIZES = {"GeForce RTX 4060 Ti 8 GB": "GeForce RTX 4060 Ti",
              "GeForce RTX 5060 Ti 16 GB": "GeForce RTX 5060 Ti"}
# PCI id and product whose names say something else, and why they are one.
SAME_BOARD = {
    ("0x2321", "H100_NVL_94_GB"): "pci.ids calls the H100 NVL H100L 94GB",
    ("0x1e30", "QUADRO_RTX_8000"): "pci.ids: Quadro RTX 6000/8000",
    ("0x1e78", "QUADRO_RTX_8000"): "pci.ids: Quadro RTX 6000/8000",
    ("0x24c7", "RTX_3060_12_GB"): "pci.ids: RTX 3060 8GB; NVIDIA: RTX 3060",
    ("0x2805", "RTX_4060_TI_8_GB"): "pci.ids: RTX 4060 Ti 16GB, which differs in memory alone",
    ("0x2342", "GH200_480_GB"): "pci.ids: GH200 120GB / 480GB",
    ("0x28b0", "RTX_2000_ADA_GENERATION"): "pci.ids: RTX 2000 / 2000E Ada Generation",
}


def core(name):
    """Words of a board without the size of its memory and its connector."""
    found = words(name)
    sizes = {i for i, word in enumerate(found) if word == "gb"}
    return {word for i, word in enumerate(found)
            if i not in sizes and i + 1 not in sizes and word not in EXTRA}


def memory(name):
    """The sizes of memory in a name."""
    return set(re.findall(r"(\d+) ?GB?\b", name, re.I))


def is_called(product, name):
    return core(name) == core(product) and \
        (memory(name) == memory(product) or not memory(name) or not memory(product))


class Nvidia:
    def __init__(self, tree):
        self.tree = tree
        self.elsewhere = tree.elsewhere("nvidia")
        self.capabilities = {row["cc"].replace(".", ""): row
                             for row in tree.data("nvidia/compute_capabilities")}
        self.chips = dict(CHIPS)
        for cc, row in self.capabilities.items():
            for chip in row["chips"].split("|"):
                self.chips.setdefault(chip, []).append(cc)
        self.ids = {row["id"]: row for row in tree.data("nvidia/pci_ids")}
        self.products = {BOTH_SIZES.get(row["name"], row["name"]): row
                         for row in tree.data("nvidia/products")}
        self.rows = {row.args[0]: row for row in tree.table("nvidia/products")}
        self.boards = tree.table("nvidia/pci")

    def capability(self, pci_id):
        """Compute capabilities of the chip that pci.ids gives an id; none if it lacks the id."""
        if pci_id not in self.ids:
            return []
        chip = re.match(r"[A-Z]+\d+[A-Z]?", self.ids[pci_id]["pci_name"])[0]
        return self.chips.get(chip) or self.chips.get(chip[:-1], [])

    def names(self, pci_id):
        row = self.ids[pci_id]
        within = re.search(r"\[(.*)\]", row["pci_name"])
        text = within[1] if within else row["pci_name"]
        return [text] + text.split(" / ") + [row["nvidia_name"]] * bool(row["nvidia_name"])

    def wrong_model(self, row):
        wanted = self.capabilities.get(row.args[0])
        if wanted is None:
            return "no such compute capability"
        for at, column in COLUMNS:
            if row.text(at) != (wanted[column] or "0"):
                return f"{column} is {wanted[column]}"
        if row.number(2) * row.number(4) != int(wanted["max_warps_per_sm"]):
            return f"warps of an SM are {wanted['max_warps_per_sm']}"
        for at, column in ((8, "shared_per_sm_bytes"), (9, "shared_per_block_optin_bytes")):
            if row.number(at) * 1024 != int(wanted[column]):
                return f"{column} is {wanted[column]}"
        sizes = self.sizes(row.args[19])
        return None if sizes == wanted["shared_configs_kib"] else f"shared memory can be {sizes}"

    def sizes(self, name):
        with open(f"{self.tree.root}/devices/nvidia/tables.c", encoding="utf-8") as file:
            found = re.search(rf"\[{name}\] = \{{LIST\(([^)]*), END\)", file.read())
        return found and found[1].replace(", ", "|")

    def wrong_product(self, row):
        wanted = self.products.get(row.text(2))
        if wanted is None:
            return "no such product"
        if row.args[1] != wanted["cc"].replace(".", ""):
            return f"compute capability {wanted['cc']}"
        for at, column, factor in ((3, "sms", 1), (4, "boost_mhz", 1),
                                   (5, "mem_bandwidth_gb_s", 1000), (6, "l2_kib", 1)):
            value = str(int(float(wanted[column]) * factor + 0.5)) if wanted[column] else "UNK"
            if row.args[at] != value:
                return f"{column} is {wanted[column]}"
        return None if row.args[8] == wanted["confidence"] else "another confidence"

    def wrong_board(self, row):
        pci_id = row.args[0][2:]
        if row.macro == "CHIP":
            return None if row.args[1] in self.capability(pci_id) else "another chip"
        product = self.rows.get(row.args[1])
        if product is None or product.args[1] not in self.capability(pci_id):
            return "another chip"
        if any(is_called(product.text(2), name) for name in self.names(pci_id)):
            return None
        return None if tuple(row.args) in SAME_BOARD else f"its names are {self.names(pci_id)}"

    def covered(self, row):
        if row.macro != "CHIPS":
            return {row.args[0][2:]}
        bits = row.number(2)
        return {f"{row.number(0) + bit:04x}" for bit in range(32) if bits >> bit & 1}

    def wrong_chips(self, row):
        if row.number(2) >> 32:
            return "more than 32 ids"
        if self.covered(row) & {board.args[0][2:] for board in self.boards}:
            return "an id of pci.def, which comes first"
        wrong = sorted(i for i in self.covered(row) if row.args[1] not in self.capability(i))
        return f"{wrong} are of other chips" if wrong else None

    def missing_ids(self, rows, others):
        covered = set().union(*(self.covered(row) for row in rows + others))
        return [f"no row for {i} {row['pci_name']}" for i, row in self.ids.items()
                if i not in covered]

    def wrong_alias(self, row):
        name, kind, what = row.text(0), *row.args[1:3]
        if tuple(row.args[:3]) in self.elsewhere:
            return None
        if kind == "TARGET":
            capability = self.capabilities.get(what)
            known = capability and {bare(chip) for chip in capability["chips"].split("|")}
            if capability and (bare(name) in known or capability["architecture"] == name or
                               name in MARKETED.get(capability["architecture"], ())):
                return None
            return "no chip or architecture of this name"
        if kind == "BOARD":
            good = name not in self.chips and any(
                what in self.capability(i) and words(name) in map(words, self.names(i))
                for i in self.ids)
            return None if good else "no id of this name and chip"
        return self.wrong_product_alias(name, what)

    def wrong_product_alias(self, name, what):
        if what not in self.rows:
            return "no such product"
        if set(words(name)) <= set(words(self.rows[what].text(2))):
            return None
        ids = [row.args[0][2:] for row in self.boards if row.macro == "PCI" and row.args[1] == what]
        good = any(words(name) in map(words, self.names(i)) for i in ids)
        return None if good else "no id of the product is called so"

    def kinds(self):
        models, products = self.tree.table("nvidia/models"), list(self.rows.values())
        chips = self.tree.table("nvidia/chips")
        return [
            Kind("nvidia/models", ("CC",), models, self.wrong_model,
                 lambda rows: sorted(set(self.capabilities) - {row.args[0] for row in rows}),
                 (17,)),
            Kind("nvidia/products", ("PRODUCT",), products, self.wrong_product,
                 lambda rows: sorted(set(self.products) - {row.text(2) for row in rows}), (0, 7)),
            Kind("nvidia/pci", ("PCI", "CHIP"), self.boards, self.wrong_board,
                 lambda rows: self.missing_ids(rows, chips)),
            Kind("nvidia/chips", ("CHIPS",), chips, self.wrong_chips,
                 lambda rows: self.missing_ids(rows, self.boards)),
            Kind("nvidia/aliases", ("ALIAS", "ALSO"),
                 flat_aliases(self.tree.table("nvidia/aliases")), self.wrong_alias),
        ]
