# SPDX-License-Identifier: MIT
"""Occupancy formulas that other projects use, restated from their sources, and how far they differ
from our answer. The facts are theirs, the code is not. tests/docs/test_wild.py compares the tables
of docs/trust.md with the result of tables().

A formula is given a kernel (threads, registers, shared, wave) and the numbers of a device as named
by `gpuocc device --json`. It returns resident groups per core, or waves per partition if the
project counts those; None if the project's own guard excludes the kernel; or the text THROWS."""
import csv
import io
import json
import subprocess
from collections import namedtuple
from math import ceil

THROWS = "throws"
Kernel = namedtuple("Kernel", "threads registers shared wave")
NVIDIA = ["sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"]


def up(value, unit):
    return -(-value // unit) * unit


def waves(k):
    return ceil(k.threads / k.wave)


def power_of_two(n):
    return n & (n - 1) == 0


def slots(d):
    """Returns the wave slots of a core."""
    return d["partitions_per_core"] * d["max_waves_per_partition"]


def registers(d):
    """Returns the registers of a core, counted per lane."""
    return d["partitions_per_core"] * d["registers_per_partition"]


def by_shared(bytes_of_core, k, none):
    return bytes_of_core // k.shared if k.shared else none


def triton(k, d):
    """Guard: num_warps is a power of two. Without shared memory the tutorial divides by zero."""
    if k.threads % 32 or not power_of_two(waves(k)) or not k.shared:
        return None
    return min(registers(d) // (k.registers * 32 * waves(k)),
               d["max_shared_bytes_per_group"] // k.shared)


def triton_copied(k, d):
    """The division alone, as others copy it: any number of warps. Compares kernels without shared
    memory."""
    return registers(d) // (k.registers * 32 * waves(k)) if not k.shared else None


def triton_cdna(k, d):
    """HIP reports 65,536 registers for a CU with 131,072, which two kinds share."""
    if not power_of_two(waves(k)) or not k.shared:
        return None
    return min(min(65536 * 2 // 64 // k.registers, 2048 // 64) // waves(k),
               d["max_shared_bytes_per_group"] // k.shared)


def inductor(k, d):
    """Guard: only kernels with more registers than each thread has if all slots are in use. The
    formula considers only registers, so kernels without shared memory are compared."""
    threads = slots(d) * 32
    if k.threads % 32 or not power_of_two(waves(k)) or k.registers <= registers(d) // threads:
        return None
    return max(registers(d) // (k.registers * 32 * waves(k)), 1) if not k.shared else None


def genn(k, d):
    """Guard: block sizes are multiples of a warp, below the maximum."""
    if k.threads % 32 or k.threads >= d["max_threads_per_group"]:
        return None
    major = d["generation"] // 10
    blocks = {7: 16 if d["generation"] == 75 else 32, 9: 32, 10: 32}.get(
        major, {80: 32, 89: 24, 86: 16}.get(d["generation"], 24))
    per_warp = up(k.registers * 32, 256)
    all_warps = up(d["max_registers_per_group"] // per_warp, 4)
    return min(slots(d) * 32 // k.threads, blocks, all_warps // waves(k),
               by_shared(d["shared_pool_bytes"], k._replace(
                   shared=up(k.shared, 128 if major >= 8 else 256)), 1 << 30))


def kokkos(k, d):
    """Guards: no more threads than those of an SM; sharedMemPerBlock, which is 48 KiB."""
    if d["generation"] // 10 == 11:
        return THROWS
    if k.threads % 32 or k.shared > d["default_shared_bytes_per_group"]:
        return None
    by_registers = registers(d) // (up(k.registers, 8) * k.threads)
    most = 4 * (d["max_registers_per_group"] // (up(k.registers * 32, 256) * 4))
    by_registers = min(by_registers, most * 32 // k.threads)
    blocks = min(by_registers, by_shared(d["shared_pool_bytes"], k, by_registers),
                 d["max_groups_per_core"])
    return min(blocks, slots(d) * 32 // k.threads)


GPGPU_SIM = {"sm_70": (2048, 32, 98304), "sm_75": (1024, 16, 65536), "sm_86": (1536, 32, 102400)}


def gpgpu_sim(k, d):
    """Threads, CTAs and shared memory of its configurations QV100, RTX2060 and RTX3070."""
    threads, ctas, shared = GPGPU_SIM[d["name"]]
    padded = up(k.threads, 32)
    return min(threads // padded, by_shared(shared, k, 1 << 30),
               65536 // (padded * up(k.registers, 4)), ctas)


def syclomatic(k, d):
    """The arguments of a migrated call: sub-groups of 32, no barrier, small GRF."""
    groups = slots(d)
    return min(by_shared(65536, k, groups), slots(d) // ceil(k.threads / 32), groups)


def tensilelite(k, d):
    """Guard: kernels in wave32 use the doubled file. Counts waves per SIMD; up to 256 threads and
    without LDS, because its other terms count groups."""
    if k.threads > 256 or k.shared:
        return None
    return min(512 // up(k.registers, 8), 10)


def ilgpu(k, d):
    """The OpenCL back end; the one for CUDA queries the driver. Guard: no dynamic shared memory."""
    return d["max_threads_per_group"] // min(k.threads, d["max_threads_per_group"])


def tilelang(k, d):
    """Carver's assumption for a tile with these registers and this shared memory. Guards: shared
    memory up to sharedMemPerBlock, registers up to 65,536."""
    if k.shared > d["default_shared_bytes_per_group"] or k.registers * k.threads > 65536:
        return None
    return min(2 * d["default_shared_bytes_per_group"] // max(k.shared, 1),
               65536 // (k.registers * k.threads), 4)


def halide(k, d):
    """Default parameters, those of compute capability 7.0. The formula ignores registers, so
    kernels with at most 32 are compared. Guard: shared memory up to 48 KiB."""
    if k.registers > 32 or k.shared > 49152:
        return None
    return min(min(64, 32 * waves(k)) // waves(k), by_shared(98304, k, 32), 32)


def no_granule(k, d):
    """LLVM until June 2026 and the golden rows lds32k and lds40k of openxla/xla#47468: LDS is
    divided by the amount requested, without rounding. Kernels that only LDS limits are compared."""
    if not k.shared or k.registers > 32:
        return None
    return min(d["shared_pool_bytes"] // k.shared, slots(d) // waves(k))


Row = namedtuple("Row", "key formula devices wave result worked")
ROWS = [
    Row("Triton, fused softmax", triton, NVIDIA, 32, "groups",
        ("sm_120", Kernel(256, 16, 1024, 32))),
    Row("the same without its guard", triton_copied, NVIDIA, 32, "groups",
        ("sm_120", Kernel(800, 16, 0, 32))),
    Row("Triton, fused softmax on CDNA", triton_cdna, ["gfx90a", "gfx942", "gfx950"], 64, "groups",
        ("gfx942", Kernel(64, 169, 1024, 64))),
    Row("PyTorch Inductor", inductor, NVIDIA, 32, "groups", ("sm_90", Kernel(256, 33, 0, 32))),
    Row("GeNN", genn, NVIDIA, 32, "groups", ("sm_80", Kernel(128, 80, 0, 32))),
    Row("Kokkos", kokkos, NVIDIA + ["sm_110"], 32, "groups",
        ("sm_90", Kernel(128, 32, 16384, 32))),
    Row("GPGPU-Sim", gpgpu_sim, list(GPGPU_SIM), 32, "groups", ("sm_86", Kernel(32, 16, 0, 32))),
    Row("SYCLomatic", syclomatic, ["tgl", "A770", "Max 1550", "B580"], 32, "groups",
        ("Max 1550", Kernel(256, 0, 16384, 32))),
    Row("TensileLite", tensilelite, ["gfx1100", "gfx1151"], 32, "waves_per_partition",
        ("gfx1100", Kernel(256, 120, 0, 32))),
    Row("ILGPU, OpenCL", ilgpu, ["tgl", "A770", "Max 1550", "B580"], 32, "groups",
        ("A770", Kernel(256, 0, 0, 32))),
    Row("TileLang carver", tilelang, NVIDIA, 32, "groups", ("sm_90", Kernel(128, 32, 8192, 32))),
    Row("Halide Anderson2021", halide, NVIDIA, 32, "groups", ("sm_86", Kernel(64, 32, 0, 32))),
    Row("LDS without a granule", no_granule, ["gfx90a", "gfx942", "gfx950"], 64, "groups",
        ("gfx950", Kernel(256, 16, 32768, 64))),
]

# Two distributions of kernels: powers of two, which tuners try, and arbitrary ones.
POWERS = [Kernel(threads, count, shared * 1024, 0)
          for threads in (64, 128, 256, 512, 1024)
          for count in range(16, 256, 3) for shared in (0, 1, 2, 4, 8, 12, 16, 24, 32, 48)]


def anything(number=6000):
    """Returns kernels with 32 to 1024 threads in steps of 32, 16 to 255 registers, one in four
    without shared memory, the others with 1 to 49,152 bytes; from a linear congruential generator
    (Knuth's MMIX)."""
    state = 35

    def below(limit):
        nonlocal state
        state = (6364136223846793005 * state + 1442695040888963407) % (1 << 64)
        return (state >> 33) % limit
    return [Kernel(32 * (1 + below(32)), 16 + below(240),
                   1 + below(49152) if below(4) else 0, 0) for _ in range(number)]


class Command:
    """Gets our answers from the command."""

    def __init__(self, path):
        self.path = path
        self.devices, self.answers = {}, {}

    def device(self, name):
        if name not in self.devices:
            told = json.loads(subprocess.run(
                [self.path, "device", name, "--json"], capture_output=True, check=True).stdout)
            self.devices[name] = {n["name"]: n.get("value") for n in told["devices"][0]["numbers"]}
            self.devices[name]["name"] = name
        return self.devices[name]

    def ask(self, name, kernels, result):
        """Returns the result of each kernel, None if it does not launch."""
        intel = self.device(name)["vendor"] == 3
        lines = ["threads_per_group,wave_size,registers_per_thread,shared_bytes"]
        lines += [f"{k.threads},{k.wave},{'' if intel else k.registers},{k.shared}"
                  for k in kernels]
        given = "\n".join(lines)
        if (name, given) not in self.answers:
            run = subprocess.run([self.path, "eval", "-d", name], input=given, text=True,
                                 capture_output=True)
            self.answers[name, given] = list(csv.DictReader(io.StringIO(run.stdout)))
            assert len(self.answers[name, given]) == len(kernels), run.stderr
        return [int(row[result]) if row["status"] == "0" and row["groups"] != "0" else None
                for row in self.answers[name, given]]


def share(row, name, kernels, command):
    """Returns the number of kernels that the formula answers, and how many of the answers are too
    high and too low."""
    kernels = [k._replace(wave=row.wave) for k in kernels if k.threads % row.wave == 0]
    device = command.device(name)
    theirs = [row.formula(k, device) for k in kernels]
    if THROWS in theirs:
        return len(kernels), len(kernels), THROWS
    ours = command.ask(name, kernels, row.result)
    pairs = [(t, o) for t, o in zip(theirs, ours) if t is not None and o is not None]
    return len(pairs), sum(t > o for t, o in pairs), sum(t < o for t, o in pairs)


def worked(row, command):
    """Returns their answer and ours in the worked case."""
    name, kernel = row.worked
    return row.formula(kernel, command.device(name)), command.ask(name, [kernel], row.result)[0]


def percent(part, whole):
    return f"{100 * part / whole:.0f} %" if whole else "-"


def cell(counts):
    whole, more, fewer = counts
    if fewer == THROWS:
        return "throws"
    if not whole:
        return "-"
    return f"{percent(more + fewer, whole)} ({percent(more, whole)} / {percent(fewer, whole)})"


def tables(command):
    """Returns the lines of the table of shares, in which GPUs with equal ones are combined, and the
    worked cases."""
    any_kernels = anything()
    lines = ["| formula | GPU | kernels | powers of two | anything |", "|---|---|---|---|---|"]
    cases = {}
    for row in ROWS:
        cases[row.key] = worked(row, command)
        shares = {}
        for name in row.devices:
            powers = share(row, name, POWERS, command)
            others = share(row, name, any_kernels, command)
            shares.setdefault(f"{powers[0]}, {others[0]} | {cell(powers)} | {cell(others)}",
                              []).append(name)
        lines += [f"| {row.key} | {', '.join(names)} | {cells} |"
                  for cells, names in shares.items()]
    return lines, cases
