#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares every built-in constant of the latency model with the rows of its sources: the minimum,
the usual and the maximum value of each are values of tests/data/latency/constants.csv, are numbers
in a row's condition, or are listed below with the reason why they differ.
Usage: test_constant_sources.py DATA_FOLDER PATH_OF_PRINT_CONSTANTS"""
import csv
import os
import re
import statistics
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import done, ok  # noqa: E402

NVIDIA, AMD, INTEL, APPLE = 1, 2, 3, 4
GHZ_M1_MAX = 1.296

# The hardware of a row: vendor, first and last generation. If it depends on the device, its first
# word is included.
PARTS = {
    "Kepler": (NVIDIA, 30, 37), "Maxwell": (NVIDIA, 50, 53), "Pascal": (NVIDIA, 60, 62),
    "Volta": (NVIDIA, 70, 72), "Turing": (NVIDIA, 75, 75), "Ampere A100": (NVIDIA, 80, 80),
    "Ampere": (NVIDIA, 86, 88), "Ada": (NVIDIA, 89, 89), "Hopper": (NVIDIA, 90, 90),
    "Blackwell B200": (NVIDIA, 100, 100), "Blackwell B300": (NVIDIA, 103, 103),
    "Blackwell": (NVIDIA, 120, 120), "3.x": (NVIDIA, 30, 37), "5.x": (NVIDIA, 50, 53),
    "6.x": (NVIDIA, 60, 62), "7.0": (NVIDIA, 70, 72), "8.6": (NVIDIA, 86, 88),
    "GCN/CDNA (gfx6-gfx9)": (AMD, 0x600, 0x9ff), "gcn_cdna": (AMD, 0x600, 0x9ff),
    "CDNA1": (AMD, 0x908, 0x908), "CDNA2": (AMD, 0x90a, 0x90a), "CDNA3": (AMD, 0x940, 0x942),
    "RDNA1-4 (gfx10+)": (AMD, 0x1010, 0x1201), "rdna": (AMD, 0x1010, 0x1201),
    "rdna1_to_rdna4": (AMD, 0x1010, 0x1201), "rdna1_rdna2": (AMD, 0x1010, 0x1036),
    "rdna3_rdna4": (AMD, 0x1100, 0x1201), "gfx125x": (AMD, 0x1250, 0x1251),
    "RDNA2": (AMD, 0x1030, 0x1036), "gen8 gen9": (INTEL, 900, 1100),
    "gen9 gen11": (INTEL, 900, 1100), "xe_lp and later": (INTEL, 1200, 9999),
    "xe_hpg and later": (INTEL, 1255, 9999), "Apple7/8 (M1; M2)": (APPLE, 7, 8),
    "Apple7/Apple8": (APPLE, 7, 8), "Apple7": (APPLE, 7, 7), "M1": (APPLE, 7, 7),
}

# The quantity of a row: constants, and the factor of the value.
LATENCIES = {
    "fp32": "alu_fp32 alu_ffma32 fp32_fma|FADD32|FMUL32|alu_result_latency|pipeline_latency|"
            "dependent FP32 or int add|dependent FP32 or FMA or convert|dependent FP32",
    "fp64": "alu_fp64|dependent FP64",
    "fp16": "alu_fp16|FADD16|FFMA16",
    "int32": "alu_int32 alu_int_mul|int32_mad|IADD32|IMUL32/IMAD32|dependent FP32 or int add",
    "special": "sfu trans math recip rsqrt exp2|RECIP32|RSQRT32|EXP2_32/LOG2_32|"
               "math_result_latency|divide_or_power_latency|dependent quarter-rate op|"
               "dependent transcendental",
    "shared": "shared lds threadgroup|shared_load|threadgroup_or_l1|slm_message_latency|LDS",
    "l1": "l0 l1|l1_hit|threadgroup_or_l1|lsc_untyped_load_l1_hit_latency",
    "l2": "l2 l3|l2_hit_near|l2_hit_far|lsc_untyped_load_l3_hit_latency",
    "dram": "dram",
}
OTHERS = [
    ("l1_bandwidth", "l1_rate", 1), ("l0_bandwidth", "l1_rate", 1),
    ("on_core_bandwidth", "l1_rate", 1), ("l2_bandwidth", "l2_rate", 1),
    ("core_to_l2", "l2_rate", 1), ("schedulers", "issue_rate", 1),
    ("clocks between VALU issues of one SIMD", "fp32_distance", 1),
    ("clocks between VALU issues of one SIMD", "issue_distance", 1),
    ("block_replacement_latency", "turnaround_cycles", 1),
    ("min_bytes_in_flight_per_sm", "tuned_bytes_in_flight", 1),
    # instructions of a warp, not results of its threads
    ("fp64_add_mul_fma", "fp64_rate", 1 / 32), ("int32_add", "int32_rate", 1 / 32),
    ("special_function_rcp_rsqrt_log_exp_sin", "special_rate", 1 / 32),
]
# The bandwidth of a board: row of constants.csv, board, its unit in GB/s.
BOARDS = {"80": ("Tesla V100 PCIe 16 GB", 1), "103": ("A100 PCIe 80 GB", 1), "118": ("L40", 1),
          "143": ("H100 PCIe 80 GB", 1), "145": ("H200 SXM 141 GB", 1),
          "186": ("Instinct MI210", 1), "205": ("Radeon RX 6900 XT", 1),
          "191": ("Instinct MI300X", 2 ** 30 / 1e9)}

# Numbers in the condition of a row: file, row, part, constant, number.
CONSTANTS = "latency/constants.csv"
TOLD = [
    (CONSTANTS, "12", "Kepler", "fp32_distance", 3),  # ILP latency
    (CONSTANTS, "102", "Ampere A100", "l2_rate", 26.3),  # the far half
    (CONSTANTS, "105", "Volta", "tuned_bytes_in_flight", 12288),
    (CONSTANTS, "231", "Apple7", "l1_latency", 61),  # cycles at 1.296 GHz
    (CONSTANTS, "232", "Apple7", "l2_latency", 130),
    (CONSTANTS, "233", "Apple7", "shared_latency", 91),
    (CONSTANTS, "234", "Apple7", "dram_latency", 454),
]
# Values that are in no row: vendor, first and last generation (or a board), constant, values,
# reason.
DIFFERENT = [
    (NVIDIA, 30, 37, "issue_rate", (4, 8), "nvidia.md 6.1: 4 schedulers, on 3.x of two each"),
    (NVIDIA, 50, 121, "issue_rate", (4,), "nvidia.md 6.1: 4 schedulers of one each"),
    (NVIDIA, 60, 60, "issue_rate", (2,), "nvidia.md 6.1: but 2 on 6.0"),
    (NVIDIA, 80, 89, "fp32_latency", (4, 4.03), "8.x is one row: rows 100 and 115 together"),
    (NVIDIA, 90, 90, "fp32_latency", (4,), "row 100: as before Hopper, for all that is known"),
    (NVIDIA, 70, 70, "turnaround_cycles", (369,), "latency.md 7.1, as the next three"),
    (NVIDIA, 80, 80, "turnaround_cycles", (377, 383), "two boards"),
    (NVIDIA, 89, 89, "turnaround_cycles", (563,), ""),
    (NVIDIA, 90, 90, "turnaround_cycles", (453.256,), "with the decimals of its example E8"),
    (NVIDIA, 32, 121, "turnaround_cycles", (150, 300, 563), "usual value where none is measured"),
    (AMD, 0x600, 0x1251, "turnaround_cycles", (248, 300, 313, 330), "three boards and the usual"),
    (NVIDIA, 100, 121, "fp32_latency", (4,), "inferred: as in five generations before"),
    (NVIDIA, 50, 121, "shared_bytes_per_cycle", (128,), "CUDA's guide: 32 banks of 4 bytes"),
    (NVIDIA, 103, 103, "tuned_bytes_in_flight", (65536,), "CUB's tuning is of 10.0 and later"),
    (AMD, 0x1010, 0x1201, "int32_latency", (5,), "LLVM has one class for additions of both"),
    (AMD, 0x908, 0x908, "l1_rate", (8669.5 / 120 / 1.502, 10290.1 / 120 / 1.502),
     "8 and 16 kB of mi100.txt; row 187, 53.4, is the one of 12 kB"),
    (AMD, 0x1030, 0x1036, "l1_rate", (11960.6 / 80 / 2.57, 13854 / 80 / 2.57),
     "4 and 12 kB of rx6900xt.txt; row 206, 128, is the width of the bus, not what was measured"),
]
# Rates of the reference's latency/constants_more.csv, rows 235 to 422: bytes per cycle and core,
# from what a device reached in GB/s or GiB/s (with its cores and its clock in GHz), or peaks that a
# vendor publishes.
GIB = 2 ** 30 / 1e9
DIFFERENT += [
    (NVIDIA, 70, 70, "l2_rate", (2048 / 80,), "row 289: peak of the V100"),
    (NVIDIA, 75, 75, "l2_rate", (1252.0 * GIB / 68 / 1.545,), "row 299: RTX 2080 Ti"),
    (NVIDIA, 80, 80, "l2_rate", (3094.17 / 108 / 1.41, 5120 / 108), "rows 269, 288: A100"),
    (NVIDIA, 86, 86, "l2_rate", (1360 / 38 / 1.665,), "row 247: RTX 3060 Ti"),
    (NVIDIA, 89, 89, "l2_rate", (4033 / 76 / 2.505,), "row 293: RTX 4080"),
    (NVIDIA, 89, 89, "l1_rate", (12950 / 76 / 2.505,), "row 294: RTX 4080"),
    (NVIDIA, 100, 100, "l2_rate", (21000 / 148 / 1.965, 16800 / 148 / 1.965), "rows 286 and 287"),
    (NVIDIA, 120, 120, "l2_rate", (8700 / 188 / 2.617,), "row 282: RTX PRO 6000"),
    (NVIDIA, 120, 120, "l1_rate", (128,), "row 283"),
    (AMD, 0x600, 0x907, "l1_rate", (64,), "row 334: GCN"),
    (AMD, 0x909, 0x909, "l1_rate", (64,), "row 334"),
    (AMD, 0x90c, 0x90c, "l1_rate", (64,), "row 334"),
    (AMD, 0x940, 0x942, "l1_rate", (249.8 * GIB / 2.1,), "row 310: MI300A"),
    (AMD, 0x950, 0x950, "l1_rate", (214.4 * GIB / 2.2,), "row 320: MI350P"),
    (AMD, 0x1010, 0x1013, "l1_rate", (128,), "row 341"),
    (AMD, 0x1200, 0x1201, "l1_rate", (128,), "row 276"),
    # The LDS: 4-byte accesses of a wave, of which 64 threads access 256 bytes.
    (AMD, 0x600, 0x907, "shared_rate", (128 / 256,), "row 338: GCN"),
    (AMD, 0x909, 0x909, "shared_rate", (128 / 256,), "row 338"),
    (AMD, 0x90c, 0x90c, "shared_rate", (128 / 256,), "row 338"),
    (AMD, 0x940, 0x942, "shared_rate", (250.3 * GIB / 2.1 / 256,), "row 311: MI300A"),
    (AMD, 0x950, 0x950, "shared_rate", (451.2 * GIB / 2.2 / 256,), "row 321: MI350P"),
    (AMD, 0x908, 0x908, "shared_rate", (128 / 256,), "32 banks: ROCm blogs, on bank conflicts"),
    (AMD, 0x90a, 0x90a, "shared_rate", (128 / 256,), "the same"),
    (AMD, 0x1010, 0x1036, "shared_rate", (128 / 128, 128 / 256), "RDNA whitepaper: 32 banks"),
    (AMD, 0x1100, 0x1102, "shared_rate", (100.21 / 128, 100.21 / 256), "row 259: RX 7900 XT"),
    (AMD, 0x1200, 0x1201, "shared_rate", (128 / 128, 128 / 256), "row 277: RX 9070"),
    (AMD, 0x600, 0x600, "l2_rate", (768 / 32,), "row 336: HD 7970 alone"),
    (AMD, 0x702, 0x702, "l2_rate", (1024 / 44,), "row 337: R9 390X alone"),
    (AMD, 0x908, 0x908, "l2_rate", (2484.7 * GIB / 120 / 1.502, 2722 / 120 / 1.502), "MI100"),
    (AMD, 0x90a, 0x90a, "l2_rate", (3700 / 104 / 1.7,), "row 333: MI210"),
    (AMD, 0x940, 0x942, "l2_rate", (14483 * GIB / 228 / 2.1, 14364.7 * GIB / 304 / 2.1),
     "row 312, MI300A, and row 189, MI300X"),
    (AMD, 0x950, 0x950, "l2_rate", (12494.5 * GIB / 128 / 2.2,), "row 322: MI350P"),
    (AMD, 0x1010, 0x1013, "l2_rate", (1950 / 40 / 1.905,), "row 340: peak of the RX 5700 XT"),
    (AMD, 0x1030, 0x1036, "l2_rate", (2110 / 32 / 2.589, 4604 / 80 / 2.57), "rows 244 and 303"),
    (AMD, 0x1100, 0x1102, "l2_rate", (2130 / 32 / 2.655, 3253.16 / 84 / 2.394, 3072 / 96),
     "rows 243, 260 and 344"),
    (AMD, 0x1150, 0x1153, "l2_rate", (1700 / 16 / 2.9,), "row 355: Radeon 890M"),
    (AMD, 0x1200, 0x1201, "l2_rate", (8400 / 56 / 2.6,), "row 275: RX 9070"),
    (AMD, 0x1010, 0x1201, "issue_rate", (8,), "row 342"),
    (AMD, 0x900, 0x950, "issue_rate", (5,), "ROCm Compute Profiler: 5 kinds in each cycle"),
    (AMD, 0x1030, 0x1030, "last_level_gb_per_s", (1980.6, 1938, 1855.8),
     "6900xt of gpu-benches' gpu-l2-cache, 19968, 76288 and 132608 kB"),
    (AMD, 0x1032, 0x1032, "last_level_gb_per_s", (1980.6 / 2, 1938 / 2, 1855.8 / 2),
     "half of its channels"),
    (AMD, 0x1030, 0x1030, "last_level_latency_ns", (398.0 / 2.57, 151.57, 410.3 / 2.57),
     "gpu-latency, 38878 and 62620 kB; Chips and Cheese"),
    (AMD, 0x1032, 0x1032, "last_level_latency_ns", (130,), "RX 6600 XT, Chips and Cheese"),
    (INTEL, 1255, 1257, "l1_rate", (256, 512), "row 374: A750"),
    (INTEL, 2001, 2002, "l1_rate", (256, 512), "row 374: B580"),
    (INTEL, 1255, 1257, "l2_rate", (2048 / 32,), "row 375: A770 alone"),
    (INTEL, 1260, 1261, "l2_rate", (2700 / 56 / 1.55,), "row 371: Max 1100 alone"),
    (APPLE, 7, 8, "l2_rate", (384 / 8 / 1.278,), "rows 390 and 391"),
]
# From the device's numbers, not from a table of constants.
DERIVED = ("clock_ghz", "cores", "partitions", "fp32_rate")
# Not a number from a source: the kind of memory; the share of the bandwidth that 15 and 12 devices
# of a vendor reached.
KIND, SHARES = "memory", {NVIDIA: (0.61, 0.9, 0.98), AMD: (0.61, 0.8, 0.99)}
# Minimum, median and maximum ns of a kind of memory, over the rows of dram_ns.csv.
KINDS = {"GDDR": (221, 276, 389), "HBM": (281, 394, 665), "DDR": (191, 312, 400)}


def near(value, wanted):
    """Whether two numbers are equal with the decimals that are kept: 3 up to 16, 1 up to 1638, then
    none, then steps of 16."""
    step = 0.001 if wanted < 16.384 else 0.1 if wanted < 1638.4 else 1 if wanted < 16384 else 16
    return abs(value - wanted) <= step * 0.5001


# Generations without constants of their rows' parts: chips with different memory and L2 (3.2, 5.3,
# 6.2, 7.2, 8.7), 8.8, which no source measured; and an L2 rate that is only that of a board.
WITHOUT = {NVIDIA: (32, 53, 62, 72, 87, 88)}
WITHOUT_CONSTANT = {(AMD, "l2_rate", generation) for generation in (0x600, 0x702)} | {
    (INTEL, "l2_rate", generation) for generation in (1255, 1256, 1257, 1260, 1261)}


def rows_of(folder):
    with open(os.path.join(folder, "latency", "constants.csv"), encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def part_of(row):
    """Returns the vendor and generations of a row, None if it is only about a board."""
    words = row["device"].split()
    part = f"{row['part']} {words[0]}" if words else row["part"]
    if part in PARTS:
        return PARTS[part]
    if row["part"] in PARTS:
        return PARTS[row["part"]]
    number = re.fullmatch(r"(\d+)\.(\d)", row["part"])
    number = int(number[1]) * 10 + int(number[2])
    return NVIDIA, number, number


def constants_of(quantity):
    """Returns the names of constants and the factors of a row's quantity."""
    found = [(constant, factor) for name, constant, factor in OTHERS if name == quantity]
    for name, text in LATENCIES.items():
        plain, *exact = text.split("|")
        if quantity in exact or quantity in plain.split() or \
                quantity in [word + "_latency" for word in plain.split()]:
            found.append((name + "_latency", 1))
    return found


class Pools:
    """Values by vendor and constant, with their generations and wave sizes."""

    def __init__(self):
        self.values = {}
        self.boards = {}

    def add(self, part, constant, values, lanes=0):
        self.values.setdefault((part[0], constant), []).append((part[1], part[2], lanes, values))

    def of(self, vendor, generation, constant, wave_size):
        rows = [row for row in self.values.get((vendor, constant), [])
                if row[0] <= generation <= row[1]]
        if wave_size and any(row[2] for row in rows):
            # A width without a value has that of the next wider one.
            width = min(row[2] for row in rows if row[2] >= wave_size)
            rows = [row for row in rows if row[2] == width]
        return [value for row in rows for value in row[3]]


def read(rows):
    pools, unread = Pools(), []
    for row in rows:
        values = [float(row[name]) for name in ("least", "most")]
        if row["quantity"] == "dram_bandwidth":
            if row["row"] in BOARDS:
                board, unit = BOARDS[row["row"]]
                pools.boards[board] = [value * unit for value in values]
            continue
        lanes = int(row["device"][4:]) if row["device"].startswith("SIMD") else 0
        found = constants_of(row["quantity"])
        if not found:
            unread.append(row)
        for constant, factor in found:
            factor *= GHZ_M1_MAX if row["unit"] == "ns" else 1
            pools.add(part_of(row), constant, [value * factor for value in values], lanes)
    return pools, unread


def tell(pools, rows):
    """Adds the numbers in conditions. Returns whether each is in its condition."""
    by_row = {(row["file"], row["row"]): row for row in rows}
    good = True
    for file, row, part, constant, number in TOLD:
        condition = by_row[file, row]["condition"]
        good &= re.search(rf"(?<![\d.]){re.escape(str(number))}(?![\d.])", condition) is not None
        pools.add(PARTS[part], constant, [number])
    found = re.search(r"(\d+) GB/s", by_row[CONSTANTS, "31"]["condition"])
    pools.boards["GeForce GTX 980"] = [float(found[1])]
    for vendor, first, last, constant, values, _ in DIFFERENT:
        pools.add((vendor, first, last), constant, values)
    return good


def read_ns(folder):
    """Returns the figures in ns of each vendor's devices, the medians of an architecture's devices
    with one kind of memory, and the figures of the kinds."""
    with open(os.path.join(folder, "latency", "dram_ns.csv"), encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    figures, parts, kinds = {}, {}, {}
    for row in rows:
        kind = re.match(r"GDDR|HBM", row["memory"])
        kind = kind[0] if kind else "DDR"
        numbers = [float(row[name]) for name in ("ns_low", "ns", "ns_high")]
        vendor = ["NVIDIA", "AMD", "Intel", "Apple"].index(row["vendor"]) + 1
        figures.setdefault(vendor, set()).update(numbers)
        parts.setdefault((vendor, row["architecture"], kind), []).append(numbers[1])
        parts.setdefault((vendor, row["device"][:4], kind), []).append(numbers[1])
        kinds.setdefault(kind, []).append(numbers)
    for (vendor, *_), values in parts.items():
        figures[vendor].add(statistics.median(values))
    figures[NVIDIA].add(374)  # H100 PCIe and H800 PCIe, whose other numbers are equal
    found = {kind: (min(n[0] for n in numbers), statistics.median(n[1] for n in numbers),
                    max(n[2] for n in numbers)) for kind, numbers in kinds.items()}
    ok(set(found) == set(KINDS) and all(
        abs(a - b) < 1 for kind, numbers in found.items() for a, b in zip(numbers, KINDS[kind])),
       "the figures of each kind of memory are those of its devices", found)
    with open(os.path.join(folder, "..", "..", "devices", "vendors.def"), encoding="ascii") as file:
        count = len(re.findall(r"^VENDOR\(", file.read(), re.M))
    for vendor in range(1, count + 1):  # some vendors have only the kinds
        figures.setdefault(vendor, set()).update(
            number for numbers in KINDS.values() for number in numbers)
    return figures


def wrong_of(line, pools):
    """Returns None if the constant is correct, not from a table, or a board's bandwidth."""
    name, vendor, generation, constant, wave_size, *numbers = line.split(",")
    if constant in DERIVED or constant == KIND:
        return None
    if constant == "dram_latency" and name in pools.clocked:
        return None  # ns x clock: constants.c
    if constant in ("dram_share", "dram_latency_ns"):
        pool = SHARES[int(vendor)] if constant == "dram_share" else pools.ns[int(vendor)]
    elif constant == "dram_gb_per_s":
        pool = pools.boards.get(name)
        if pool is None:
            return None
    else:
        pool = pools.of(int(vendor), int(generation), constant, int(wave_size))
    numbers = [float(number) for number in numbers]
    if int(wave_size) and int(vendor) == INTEL:
        numbers = numbers[1:2]  # the others are for other widths
    if numbers == sorted(numbers) and \
            all(any(near(number, value) for value in pool) for number in numbers):
        return None
    return f"{line}: rows have {sorted(set(pool))}"


def missing_of(lines, pools):
    """Returns the constants that a source gives for a device's generation and the device lacks."""
    parts = [line.split(",")[:4] for line in lines]
    have = {(name, constant) for name, _, _, constant in parts}
    found = set()
    for name, vendor, generation, _ in parts:
        vendor, generation = int(vendor), int(generation)
        for of, constant in pools.values:
            if of == vendor and (name, constant) not in have and \
                    generation not in WITHOUT.get(vendor, ()) and \
                    (vendor, constant, generation) not in WITHOUT_CONSTANT and \
                    pools.of(vendor, generation, constant, 0):
                found.add(f"{name}: {constant}")
    return sorted(found)


rows = rows_of(sys.argv[1])
pools, unread = read(rows)
pools.ns = read_ns(sys.argv[1])
ok(len(rows) > 350 and not unread, "every row has a constant", unread[:5])
ok(tell(pools, rows), "numbers that conditions tell stand there")
lines = subprocess.run([sys.argv[2]], capture_output=True, text=True,
                       check=True).stdout.splitlines()
pools.clocked = {line.split(",")[0] for line in lines if line.split(",")[3] == "clock_ghz"}
asked = [line for line in lines if line.split(",")[3] not in DERIVED]
wrong = [text for text in (wrong_of(line, pools) for line in lines) if text]
ok(not wrong and len(asked) > 8000,
   f"{len(asked) - len(wrong)} of {len(asked)} constants are those of their sources",
   "\n".join(wrong))
missing = missing_of(lines, pools)
ok(not missing, "no device lacks a constant that a source gives its generation", missing)
names = {line.split(",")[0] for line in lines}
ok(len(pools.boards) == 9 and set(pools.boards) <= names, "nine boards have a bandwidth of theirs",
   set(pools.boards) - names)
done()
