# SPDX-License-Identifier: MIT
"""V3D's records against v3d.csv (Mesa), ident.csv (registers that Mesa reads), boards.csv
(Raspberry Pi's documentation) and names.csv (what drivers report)."""
from tables import Kind, UNKNOWN, confidences_of, differs, lacking, lacking_names


def field(number, low, high):
    """Bits of a register."""
    return int(number, 0) >> low & (1 << high - low + 1) - 1


class V3d:
    def __init__(self, tree):
        self.tree = tree
        self.elsewhere = tree.elsewhere("v3d")
        self.registers = {row["gpu"]: row for row in tree.data("v3d/ident")}
        self.designs = {"V3D " + row["v3d_ver"]: row for row in tree.data("v3d/v3d")}
        self.boards = {row["board"]: row for row in tree.data("v3d/boards")}
        self.reported = {row["string"]: row["gpu"] for row in tree.data("v3d/names")}

    def wrong_architecture(self, row):
        wanted, read = self.designs.get(row.name), self.registers.get(row.name)
        if wanted is None or read is None:
            return "no such design"
        # v3d_device_info.c: the version, slices and QPUs of a slice.
        major, minor = field(read["core0_ident0"], 24, 31), field(read["core0_ident1"], 0, 3)
        qpus = field(read["core0_ident1"], 4, 7) * field(read["core0_ident1"], 8, 11)
        lanes = int(wanted["simd_width(subgroup)"])
        few, many = (int(wanted["phys_regs_at_" + tier])
                     for tier in ("4_threads", "1_or_2_threads"))
        resident = int(wanted["resident_lanes_4thr"].split()[0])
        if [f"{major}.{minor}", str(qpus)] != [wanted["v3d_ver"], wanted["qpus"].split()[0]]:
            return "two sources that differ"
        return differs(row, {
            "family": wanted["gpu"], "generation": 10 * major + minor, "wave_sizes": lanes,
            "default_wave_size": lanes, "partitions_per_core": qpus,
            "max_threads_per_group": int(wanted["max_wg_invocations"]),
            "max_waves_per_partition": resident // qpus // lanes,
            "registers_per_partition": 4 * few * lanes, "register_unit": few * lanes,
            "max_registers_per_thread": many, "scalar_register_unit": 1,
            "lanes_per_core": qpus * int(wanted["lanes_per_qpu"]), "shared_pool_bytes": UNKNOWN,
            "max_shared_bytes_per_group": int(wanted["shared_mem_bytes"]),
            "default_shared_bytes_per_group": int(wanted["shared_mem_bytes"]),
            "shared_unit_bytes": 1, "like": "",
            "notes": "unverified" if "one source" in wanted["qpus"] else ""})

    def wrong_product(self, row):
        board = self.boards.get(row.name)
        if board is None:
            return "no such board"
        gpu = [name for name, design in self.designs.items() if design["gpu"] == board["gpu"]]
        cores = {name: field(read["hub_ident1"], 8, 11) for name, read in self.registers.items()}
        return differs(row, {
            "architecture": gpu[0], "model": "", "core_count": cores[gpu[0]],
            "min_core_count": cores[gpu[0]], "clock_mhz": int(board["clock_mhz"] or UNKNOWN),
            "memory_mb_per_s": int(board["memory_mb_per_s"] or UNKNOWN), "l2_kib": UNKNOWN,
            "last_level_kib": UNKNOWN})

    def names_of(self, record):
        """Of a board its chip and its models, of a design its names with a revision."""
        board = self.boards.get(record)
        if board is None:
            return {name for name, gpu in self.reported.items() if gpu == record != name}
        return {board["chip"], *board["names"].split("|")}

    def wrong_name(self, row):
        if row.facts() in self.elsewhere:
            return None
        kind = "product" if row.record in self.boards else "architecture"
        return None if row.kind == kind and row.name in self.names_of(row.record) \
            else f"it has {sorted(self.names_of(row.record))}"

    def missing_names(self, rows):
        return lacking_names({record: self.names_of(record)
                              for record in (*self.boards, *self.designs)}, rows)

    def kinds(self):
        architectures = self.tree.architectures("v3d")
        products = self.tree.products("v3d")
        return [
            Kind("v3d/products", products, self.wrong_product,
                 lambda rows: lacking(self.boards, rows), confidences_of(products)),
            Kind("v3d/architectures", architectures, self.wrong_architecture,
                 lambda rows: lacking(self.designs, rows), confidences_of(architectures)),
            Kind("v3d/names", self.tree.names("v3d"), self.wrong_name, self.missing_names),
        ]
