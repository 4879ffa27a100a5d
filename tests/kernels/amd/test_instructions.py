#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares AMD's machine code with llvm-objdump: every instruction of real code objects must be
found where it prints one, with its name, and with the class and width that were recorded for that
name (tests/data/machine_code/amd_mnemonics.csv). Kernels that the installed clang compiles must
have the loads in flight of the recorded ones. Usage: test_instructions.py ROOT LISTER GPUOCC"""
import csv
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

root, lister, tool = (os.path.abspath(path) for path in sys.argv[1:4])
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

OBJDUMP, CLANG = "llvm-objdump-22", "clang-22"
DATA = os.path.join(root, "tests", "data")
# Classes of the record that have another name here. All of its dot products are of integers.
NAMES = {"scalar": "uniform", "wait": "other", "load_scalar": "load_constant",
         "packed_fp32": "fp32", "dot": "int"}
# Operations in these files for which the record has no row: from LLVM's AMDGPUUsage.
MORE = {"global_wb": ("barrier", 0), "s_load_b96": ("load_constant", 12),
        "global_store_b128": ("store_global", 16), "scratch_load_b96": ("load_local", 12),
        "scratch_load_b128": ("load_local", 16), "scratch_store_b128": ("store_local", 16),
        "s_wait_storecnt": ("other", 0), "scratch_load_b32": ("load_local", 4),
        "scratch_load_dword": ("load_local", 4), "scratch_store_b32": ("store_local", 4),
        "scratch_store_dword": ("store_local", 4), "s_addk_i32": ("uniform", 0),
        "s_cmpk_lg_i32": ("uniform", 0), "s_cmpk_eq_i32": ("uniform", 0)}
# Loads in flight at the first wait of each kernel of amd.cl: the same for every target, as in the
# source (of global memory, of shared memory).
IN_FLIGHT = {"add_plain": (2, 0), "add_restrict": (2, 0), "add_plain4": (2, 0),
             "add_restrict4": (8, 0), "lds_sum": (1, 2)}


def printed(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def dumped(path):
    """Returns {kernel: [(address, name, is scratch)]} as printed by llvm-objdump, from the kernel's
    first byte."""
    kernels, start = {}, 0
    for line in printed(OBJDUMP, "-d", path).splitlines():
        head = re.match(r"([0-9a-f]+) <(.+)>:$", line)
        if head:
            start = int(head[1], 16)
            kernels[head[2]] = found = []
        row = re.match(r"\s+(\S+)(.*)// ([0-9A-F]+):", line)
        if row:
            # A buffer without an address of the lane is scratch.
            found.append((int(row[3], 16) - start, row[1], ", off, s" in row[2]))
    return kernels


def listed(path):
    kernels = {}
    for line in printed(lister, path).splitlines():
        words = line.split()
        if words[0] == "kernel":
            kernels[words[1]] = found = []
        else:
            found.append((int(words[0], 16), int(words[1]), words[2], int(words[3]),
                          (words + [""])[4]))
    return kernels


def recorded():
    with open(os.path.join(DATA, "machine_code", "amd_mnemonics.csv"), newline="") as file:
        return {**MORE, **{row["mnemonic"]: (NAMES.get(row["class"], row["class"]),
                                             int(row["bytes_per_lane"] or 0))
                           for row in csv.DictReader(file)}}


def test_object(path, classes):
    theirs, ours = dumped(path), listed(path)
    other, wrong, count, known = [], [], 0, 0
    for name, rows in ours.items():
        expected = theirs[name][:len(rows)]
        other += [name] if [row[:2] for row in expected] != [(row[0], row[4]) for row in rows] or \
            not rows else []
        for (_, _, kind, width, mnemonic), (_, _, scratch) in zip(rows, expected):
            count += 1
            if mnemonic not in classes:
                continue
            known += 1
            wanted = classes[mnemonic][0]
            if scratch and mnemonic.startswith("buffer_"):
                wanted = wanted.replace("global", "local")
            if (kind, 0 if kind == "load_constant" else classes[mnemonic][1]) != (wanted, width):
                wrong.append((mnemonic, kind, width))
    name = os.path.basename(path)
    ok(ours and not other, f"{name}: {count} instructions as {OBJDUMP} has them", other)
    ok(not wrong and known == count, "each has the class and width of its name", wrong, known)


def test_source(target):
    source = os.path.join(DATA, "machine_code", "amd.cl")
    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, target + ".co")
        printed(CLANG, "-x", "cl", "-cl-std=CL2.0", "-O3", "-target", "amdgcn-amd-amdhsa",
                "-mcpu=" + target, "-nogpulib", source, "-o", made)
        kernels = json.loads(printed(tool, "explain", "--json", made))["kernels"]
        test_object(made, recorded())
    loops = {kernel["name"]: kernel["loops"][0] for kernel in kernels}
    found = {name: (loop["loads_in_flight"], loop["shared_in_flight"])
             for name, loop in loops.items()}
    unknown = [name for name, loop in loops.items() if "unknown" in loop["counts"]]
    ok(found == IN_FLIGHT and not unknown, f"{target} by the clang that is here: loads in flight",
       found, unknown)


def test_page():
    """Tests the worked kernel of docs/explain.md, except for what is left out there (...)."""
    with open(os.path.join(root, "docs", "explain.md"), encoding="utf-8") as file:
        block = re.search(r"```text\n\$ (gpuocc explain .*?)```", file.read(), re.S)[1]
    command, *lines = block.splitlines()
    said = subprocess.run([tool, *command.split()[1:]], capture_output=True, text=True, cwd=root,
                          check=True).stdout
    said = [line.rstrip() for line in said.splitlines()]
    missing = [line for line in lines if line != "..." and line not in said]
    ok(len(lines) > 12 and not missing, "the worked kernel of the page", missing)


if any(shutil.which(name) is None for name in (OBJDUMP, CLANG)):
    skip("instructions of AMD", "LLVM 22 not found")
    done()
objects = sorted(path for path in glob.glob(os.path.join(DATA, "**", "*.co"), recursive=True)
                 if "gfx8" not in path)
ok(len(objects) >= 7, f"{len(objects)} code objects")
for item in objects:
    test_object(item, recorded())
for item in ("gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201"):
    test_source(item)
test_page()
done()
