# SPDX-License-Identifier: MIT
"""Compares NVIDIA's records with CUDA's header and guides, pci.ids and NVIDIA's names of PCI
ids."""
import re

from tables import Kind, UNKNOWN, bare, confidence, differs, figure, lacking, words

COLUMNS = {
    "family": "architecture", "max_groups_per_core": "max_blocks_per_sm",
    "partitions_per_core": "sub_partitions_per_sm",
    "max_registers_per_group": "registers_per_block",
    "max_registers_per_thread": "max_registers_per_thread_isa",
    "shared_pool_bytes": "shared_per_sm_bytes",
    "max_shared_bytes_per_group": "shared_per_block_optin_bytes",
    "shared_reserved_bytes": "shared_reserved_per_block_bytes",
    "shared_unit_bytes": "shared_allocation_unit_bytes",
    "barriers_per_core": "barriers_per_sm_header",
    "virtual_resources_per_core": "virtual_resources_per_sm_header",
    "max_groups_per_cluster": "max_cluster_portable_blocks",
    "max_groups_per_cluster_on_request": "max_cluster_non_portable_blocks",
    "lanes_per_core": "fp32_lanes_per_sm"}
# The same for every compute capability, from the CUDA C++ Programming Guide's table of technical
# specifications and cuda_occupancy.h.
CONSTANTS = {"wave_sizes": 32, "default_wave_size": 32, "max_threads_per_group": 1024,
             "register_unit": 256, "default_shared_bytes_per_group": 48 * 1024,
             "scalar_register_unit": 1}
# Aspects whose confidence the table of compute capabilities gives; the header is NVIDIA's.
STATED = ("waves", "registers", "shared_memory", "other")
BY_HEADER = ("scalar_registers", "shared_memory_unit", "barriers")
# Marketing names of an architecture in addition to its name.
MARKETED = {"Ada": ("Ada Lovelace", "Lovelace")}
# Words in a name for the connector, the memory or the edition.
EXTRA = {"pcie", "nvl", "sxm2", "sxm6", "ac", "hgx", "lite", "hash", "rate", "rev", "a",
         "generation"}
# Chips that are not in the table of compute capabilities; the boards with these chips give it.
CHIPS = {"GK180": ["35"], "GB102": ["100"], "GB112": ["103"]}
# Products whose boards of both memory sizes have the same figures; the source names one size.
BOTH_SIZES = {"GeForce RTX 4060 Ti 8 GB": "GeForce RTX 4060 Ti",
              "GeForce RTX 5060 Ti 16 GB": "GeForce RTX 5060 Ti"}
# PCI id and product with different names, and the reason why they are the same board.
SAME_BOARD = {
    ("2321", "H100 NVL 94 GB"): "pci.ids calls the H100 NVL H100L 94GB",
    ("1e30", "Quadro RTX 8000"): "pci.ids: Quadro RTX 6000/8000",
    ("1e78", "Quadro RTX 8000"): "pci.ids: Quadro RTX 6000/8000",
    ("24c7", "GeForce RTX 3060 12 GB"): "pci.ids: RTX 3060 8GB; NVIDIA: RTX 3060",
    ("2805", "GeForce RTX 4060 Ti"): "pci.ids: RTX 4060 Ti 16GB, which differs in memory alone",
    ("2342", "GH200 480 GB"): "pci.ids: GH200 120GB / 480GB",
    ("232c", "H20 141 GB"): "pci.ids: H20 HBM3e",
    ("2324", "H800 SXM5 80 GB"): "pci.ids: H800, of which 2322 is the PCIe board",
    ("2bb4", "RTX PRO 6000 Blackwell Max-Q"): "with Workstation Edition the name is too long",
    ("28b0", "RTX 2000 Ada Generation"): "pci.ids: RTX 2000 / 2000E Ada Generation",
    ("2e03", "RTX Spark N1X 6144-core"): "pci.ids has the number of cores in brackets",
    ("2e06", "RTX Spark N1X 5120-core"): "pci.ids has the number of cores in brackets",
    ("1fd9", "GeForce GTX 1650 Mobile"): "pci.ids: GTX 1650 Mobile Refresh",
    # The drivers call the desktop's and the notebook's board alike; their SMs differ.
    ("1f0a", "GeForce GTX 1650 Desktop"): "pci.ids: GTX 1650",
    ("1f82", "GeForce GTX 1650 Desktop"): "pci.ids: GTX 1650",
    ("2188", "GeForce GTX 1650 Desktop"): "pci.ids: GTX 1650",
    ("1eb1", "Quadro RTX 4000 Desktop"): "pci.ids: Quadro RTX 4000",
}


def number(text):
    return UNKNOWN if text == "unknown" else int(text or 0)


def core(name):
    """Returns the words of a board without its memory size and its connector."""
    found = words(name)
    sizes = {i for i, word in enumerate(found) if word == "gb"}
    return {word for i, word in enumerate(found)
            if i not in sizes and i + 1 not in sizes and word not in EXTRA}


def memory(name):
    """Returns the memory sizes in a name."""
    return set(re.findall(r"(\d+) ?GB?\b", name, re.I))


def is_called(product, name):
    return core(name) == core(product) and \
        (memory(name) == memory(product) or not memory(name) or not memory(product))


class Nvidia:
    def __init__(self, tree):
        self.tree = tree
        self.elsewhere = tree.elsewhere("nvidia")
        self.capabilities = {"sm_" + row["cc"].replace(".", ""): row
                             for row in tree.data("nvidia/compute_capabilities")}
        self.chips = {chip: ["sm_" + cc for cc in ccs] for chip, ccs in CHIPS.items()}
        for name, row in self.capabilities.items():
            for chip in row["chips"].split("|"):
                self.chips.setdefault(chip, []).append(name)
        self.ids = {row["id"]: row for row in tree.data("nvidia/pci_ids")}
        self.products = {BOTH_SIZES.get(row["name"], row["name"]): row
                         for row in tree.data("nvidia/products")}
        self.rows = {row.name: row for row in tree.products("nvidia")}
        self.boards = tree.ids("nvidia")
        self.max_q = {row.record for row in tree.names("nvidia") if "Max-Q Design" in row.name}

    def architectures_of(self, pci_id):
        """Returns the architectures of the chip that pci.ids gives for an id; none if it lacks the
        id."""
        if pci_id not in self.ids:
            return []
        chip = re.match(r"[A-Z]+\d+[A-Z]?", self.ids[pci_id]["pci_name"])[0]
        return self.chips.get(chip) or self.chips.get(chip[:-1], [])

    def names(self, pci_id):
        row = self.ids.get(pci_id)
        if row is None:
            return []
        within = re.search(r"\[(.*)\]", row["pci_name"])
        text = within[1] if within else row["pci_name"]
        return [text] + text.split(" / ") + [row["nvidia_name"]] * bool(row["nvidia_name"])

    def wrong_architecture(self, row):
        wanted = self.capabilities.get(row.name)
        if wanted is None:
            return "no such compute capability"
        stated = confidence(wanted["confidence"])
        columns = {field: wanted[column] if field == "family" else number(wanted[column])
                   for field, column in COLUMNS.items()}
        partitions = columns["partitions_per_core"]
        if partitions == UNKNOWN:
            return self.wrong_unpublished(row, wanted, columns)
        return differs(row, {
            **columns, **CONSTANTS, "generation": int(row.name[3:]),
            "max_waves_per_partition": int(wanted["max_warps_per_sm"]) // partitions,
            "registers_per_partition": int(wanted["registers_per_sm"]) // partitions,
            "shared_pool_sizes_kib": wanted["shared_configs_kib"],
            **{"confidence_" + aspect: stated for aspect in STATED},
            **{"confidence_" + aspect: "vendor" for aspect in BY_HEADER},
            "notes": "unverified" * (stated == "unverified")})

    @staticmethod
    def wrong_unpublished(row, wanted, columns):
        """For a capability that is in no header, only shared memory is published."""
        return differs(row, {
            **columns, **CONSTANTS, "generation": int(row.name[3:]),
            **{field: UNKNOWN for field in ("max_threads_per_group", "max_waves_per_partition",
                                            "registers_per_partition")},
            "shared_pool_sizes_kib": wanted["shared_configs_kib"],
            **{"confidence_" + aspect: "two_sources" if aspect == "shared_memory" else
               confidence(wanted["confidence"]) for aspect in STATED + BY_HEADER},
            "notes": "provisional"})

    def wrong_product(self, row):
        wanted = self.products.get(row.name)
        if wanted is None:
            return "no such product"
        if row.name in self.max_q and row.clock_mhz != UNKNOWN:
            return "a board with Max-Q Design has another clock"
        cores = figure(wanted["sms"])
        return differs(row, {
            "architecture": "sm_" + wanted["cc"].replace(".", ""), "model": "",
            "core_count": cores, "min_core_count": cores,
            "clock_mhz": figure(wanted["boost_mhz"]),
            "memory_mb_per_s": figure(wanted["mem_bandwidth_gb_s"], 1000),
            "l2_kib": figure(wanted["l2_kib"]), "last_level_kib": 0,
            **{"confidence_" + aspect: confidence(wanted["confidence"])
               for aspect in ("cores", "clocks", "caches")},
            **self.confidences_of_slice(row, wanted)})

    @staticmethod
    def confidences_of_slice(row, wanted):
        """The bandwidth of a slice is that of the board times the fraction of the memory, unless
        one was read out."""
        if " MIG " not in row.name:
            return {}
        read_out = "XLA specs" in wanted["source"]
        return {"confidence_clocks": "one_source" if read_out else "unverified",
                "confidence_caches": "one_source" if read_out else "vendor"}

    def wrong_id(self, row):
        if row.revision:
            return "NVIDIA's revisions are not recorded"
        if row.kind == "architecture":
            return None if row.record in self.architectures_of(row.id) else "another chip"
        product = self.rows.get(row.record) if row.kind == "product" else None
        if product is None or product.architecture not in self.architectures_of(row.id):
            return "another chip"
        if any(is_called(product.name, name) for name in self.names(row.id)):
            return None
        return None if (row.id, row.record) in SAME_BOARD else f"its names are {self.names(row.id)}"

    def missing_ids(self, rows):
        covered = {row.id for row in rows}
        return [f"no row for {i} {row['pci_name']}" for i, row in self.ids.items()
                if i not in covered]

    def wrong_name(self, row):
        name = row.name
        if row.facts() in self.elsewhere:
            return None
        if row.kind == "architecture":
            capability = self.capabilities.get(row.record)
            known = capability and {bare(chip) for chip in capability["chips"].split("|")}
            if capability and (bare(name) in known or capability["architecture"] == name or
                               name in MARKETED.get(capability["architecture"], ())):
                return None
            return "no chip or architecture of this name"
        if row.kind == "board":
            good = name not in self.chips and any(
                row.record in self.architectures_of(i) and words(name) in map(words, self.names(i))
                for i in self.ids)
            return None if good else "no id of this name and chip"
        if row.kind != "product" or row.record not in self.rows:
            return "no such product"
        if set(words(name)) <= set(words(row.record)):
            return None
        ids = [board.id for board in self.boards if board.record == row.record]
        good = any(words(name) in map(words, self.names(i)) for i in ids)
        return None if good else "no id of the product is called so"

    def kinds(self):
        return [
            Kind("nvidia/architectures", self.tree.architectures("nvidia"),
                 self.wrong_architecture, lambda rows: lacking(self.capabilities, rows),
                 {"max_clustered_groups_per_core": "clusters.c",
                  "like": "its numbers are compared"}),
            Kind("nvidia/products", list(self.rows.values()), self.wrong_product,
                 lambda rows: lacking(self.products, rows)),
            Kind("nvidia/ids", self.boards, self.wrong_id, self.missing_ids),
            Kind("nvidia/names", self.tree.names("nvidia"), self.wrong_name),
        ]
