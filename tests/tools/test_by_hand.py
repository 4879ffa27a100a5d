# SPDX-License-Identifier: MIT
"""Compares predicted times on an A100 PCIe 40 GB with times that are derived by hand, as
docs/prediction.md has them, for kernels of five.cu and explain.cu: what each one must do, divided
by what NVIDIA publishes of the GA100: 108 SMs at 1,410 MHz, 1,555 GB/s, and per cycle of an SM 128
bytes of shared memory and 32 multiply-adds in double precision. The latency of its memory is that
of public measurements (tests/data/latency/dram_ns.csv): 566 and 640 (mt4g) cycles at 1,410 MHz.
Usage: test_by_hand.py SOURCE_ROOT GPUOCC"""
import os
import re
import sys

from command import run
from tap import done, ok

ROOT = sys.argv[1]
FILE = os.path.join(ROOT, "tests", "data", "machine_code", "five_sm_80.cubin")
SIX = os.path.join(os.path.dirname(FILE), "six_sm_80.cubin")
CYCLES = 108 * 1.41e3    # of all SMs in a microsecond
MEMORY = 1.555e6         # bytes in a microsecond
# Microseconds by hand; then the options of gpuocc explain that say what the code does not.
KERNELS = {
    # 2^24 threads read and write 16 bytes.
    "copy": (2 ** 24 * 32 / MEMORY, "--grid 65536 --l2-hit 0"),
    # 864 groups of 256 threads read 16 bytes 1,024 times, four times in each iteration.
    "sum": (864 * 256 * 1024 * 16 / MEMORY,
            "--grid 864 --l2-hit 0 --trips 0x1d0=256 --trips 0x410=0"),
    # 2^19 warps read 16 + 16 and write 2 rows of shared memory in each of 256 iterations, and each
    # of these accesses is a pass of one cycle.
    "product": (2 ** 19 * 256 * 34 / CYCLES, "--grid 65536 --l2-hit 0.9 --trips 256"),
    # 2^18 columns of 16 rows for a warp, 128 multiply-adds for each row, each a cycle.
    "stencil": (2 ** 18 * 16 * 128 / CYCLES, "--grid 32768 --l2-hit 0.94 --trips 8"),
    # A warp on each SM does 1,000 loads, one after the other.
    "chase": (1000 * (566 + 640) / 2 / 1410, "--grid 108 -t 32 --l2-hit 0 --trips 1000"),
}
BINDS = {"copy": "dram", "sum": "dram", "product": "shared", "stencil": "fp64",
         "chase": "latency"}

with open(os.path.join(ROOT, "docs", "prediction.md"), encoding="utf-8") as file:
    PAGE = dict(re.findall(r"^\| `(\w+)` \|.*\| ([\d,]+) \|$", file.read(), re.M))
for name, (hand, options) in KERNELS.items():
    threads = [] if " -t " in options else ["-t", "256"]
    answer = run("explain", SIX if name == "chase" else FILE, name, "-d", "A100 PCIe 40 GB",
                 "--l1-hit", "0", *threads, *options.split(), "--json")
    found = answer.json()["kernels"][0]["prediction"]
    times = found["time_us"]
    ok(times["low"] <= 1.01 * hand and hand <= (times["high"] or 0),
       f"{name}: {hand:.0f} us by hand are within the bounds", times)
    ok(1 / 1.3 <= times["expected"] / hand <= 1.3,
       f"{name}: {times['expected']:.0f} us are within 30 % of it", times)
    ok(found["binding"] == [BINDS[name]], f"{name}: what binds is {BINDS[name]}", found["binding"])
    ok(PAGE[name].replace(",", "") == f"{hand:.0f}", f"{name}: the page has its time", PAGE)
done()
