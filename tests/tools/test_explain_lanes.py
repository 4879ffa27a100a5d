#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the loads of which gpuocc explain says that all lanes have one address: never where lanes
differ in the source, and what they cost. Usage: test_explain_lanes.py SOURCE_ROOT GPUOCC"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

from command import run
from tap import done, ok, skip

ROOT, TOOL = sys.argv[1:3]
DATA = os.path.join(ROOT, "tests", "data", "machine_code")
# For each kernel of pipes.cu: its loads of global memory, and how many of them have one address
# for all lanes in the source. The others depend on the lane, directly (threadIdx.x, threadIdx.y),
# by a branch (two_arrays) or by how often a loop ran (left_early, its second loop).
SOURCE = {"table": (2, 2), "weights": (2, 1), "rows_of_threads": (2, 0), "two_arrays": (2, 1),
          "left_early": (3, 1), "local": (2, 1), "gemm": (2, 0), "rows": (1, 0), "tensor": (8, 0),
          "shuffle": (1, 0), "convert": (1, 0), "special": (1, 0), "doubles": (1, 0),
          "atomics": (1, 0), "textures": (0, 0)}
PROVEN = {"80": {"table": 2, "weights": 1, "local": 1}, "90": {"weights": 1, "local": 1}}


def kernels_of(path, *options):
    answer = run("explain", "--json", "--annotate", path, *options)
    return {kernel["name"]: kernel["loops"] for kernel in answer.json()["kernels"]}


def check(path, name):
    """No more loads are said to have one address than have one in the source."""
    for kernel, loops in kernels_of(path).items():
        loads, most = SOURCE[kernel]
        whole = loops[-1]
        rows = [row for row in whole["annotated"] if row["one_address"]]
        ok(whole["counts"].get("load_global", 0) == loads and whole["uniform_loads"] <= most and
           len(rows) == whole["uniform_loads"] and
           all(row["class"] == "load_global" for row in rows),
           f"{name} {kernel}: at most {most} of {loads} loads have one address", whole["counts"],
           whole["uniform_loads"])


def test_nvcc():
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    if not os.path.exists(nvcc):
        skip("what nvcc makes here", "no nvcc")
        return
    with tempfile.TemporaryDirectory() as folder:
        for target in ("75", "86", "100", "120"):
            made = os.path.join(folder, "made.cubin")
            subprocess.run([nvcc, "-cubin", "-arch=sm_" + target, os.path.join(DATA, "pipes.cu"),
                            "-o", made], check=True)
            check(made, f"sm_{target}")
            found = kernels_of(made)["weights"][0]["uniform_loads"]
            if target != "120": # where the address is carried from one iteration to the next
                ok(found == 1, f"sm_{target}: the load of the weight is proven", found)


def test_cost():
    """By hand: 1555 GB/s, 1.41 GHz and 108 cores are 10.21 bytes per cycle and core. A load of 4
    bytes in 32 lanes moves 128 bytes, and one of one address a sector of 32 bytes."""
    rate = 1555 / 1.41 / 108
    path = os.path.join(DATA, "pipes_sm_80.cubin")
    loops = {kernel: loops[0] for kernel, loops in kernels_of(path, "-d",
                                                              "A100 PCIe 40 GB").items()}
    for kernel, moved in (("weights", 128 + 32), ("table", 32 + 32), ("rows_of_threads", 256)):
        verdict = loops[kernel]["verdict"]
        least, most = (verdict["wave_latency_cycles"][end] for end in ("low", "high"))
        # Ends of a range are whole waves, and the clock is rounded here.
        wanted = [cycles / (moved / rate) for cycles in (least, most)]
        found = [verdict["waves_needed"][end] for end in ("low", "high")]
        ok(all(-0.01 * b <= a - b <= 1 + 0.01 * b for a, b in zip(found, wanted)),
           f"{kernel} moves {moved} bytes", wanted, verdict)
    text = run("explain", path, "weights", "-d", "A100 PCIe 40 GB").text
    ok("\n  loads of one address in all lanes  1, a sector of 32 bytes each\n" in text and
       "accesses the bytes next to those of the lane before it" in text, "the text says so",
       text)
    half = kernels_of(path, "weights", "-d", "A100 PCIe 40 GB", "--efficiency", "0.5")["weights"]
    whole = kernels_of(path, "weights", "-d", "A100 PCIe 40 GB")["weights"]
    ok(abs(whole[0]["verdict"]["gb_per_s_expected"] / half[0]["verdict"]["gb_per_s_expected"] -
           (256 + 32) / 160) < 0.01, "--efficiency is that of the other loads",
       whole[0]["verdict"], half[0]["verdict"])


for sm, wanted_here in PROVEN.items():
    cubin = os.path.join(DATA, f"pipes_sm_{sm}.cubin")
    check(cubin, f"sm_{sm}")
    proven = {kernel: loops[-1]["uniform_loads"] for kernel, loops in kernels_of(cubin).items()}
    ok(all(proven[kernel] == number for kernel, number in wanted_here.items()),
       f"sm_{sm}: the loads of one address that are proven", proven)
for cubin in sorted(glob.glob(os.path.join(DATA, "six_*.cubin"))):
    # Each thread of these kernels loads elements of its own, but for the matrices of hmma.
    wrong = [kernel for kernel, loops in kernels_of(cubin).items() for loop in loops
             if loop["uniform_loads"] and not re.search("hmma", kernel)]
    ok(not wrong, f"{os.path.basename(cubin)}: no load has one address", wrong)
test_cost()
test_nvcc()
done()
