#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The registers that instructions occupy, against the life ranges of nvdisasm -plr: those that were
recorded in liveness.csv from nvdisasm 12.4, and, where an nvdisasm is installed, those that it
prints now. Usage: test_liveness.py ROOT LISTER [--record] [CUBIN...]
A column that nvdisasm leaves out is empty. It takes a call for one of unknown code that follows the
ABI, so that kernels with calls are left out; and it does not know that P2R and R2P read and write
predicates, so that the predicates of a kernel that has them are not compared."""
import csv
import os
import re
import subprocess
import sys

arguments = [word for word in sys.argv[1:] if word != "--record"]
root, lister = (os.path.abspath(path) for path in arguments[:2])
sys.path.insert(0, os.path.join(root, "tests"))
from nvdisasm import disassembler  # noqa: E402
from tap import done, ok, skip  # noqa: E402

DATA = os.path.join(root, "tests", "data")
RECORDED = os.path.join(DATA, "machine_code", "liveness.csv")
FILES = ["machine_code/six_sm_75.cubin", "machine_code/six_sm_80.cubin",
         "machine_code/six_sm_90.cubin", "machine_code/copies_sm_90.cubin",
         "machine_code/pipes_sm_80.cubin", "machine_code/pipes_sm_90.cubin",
         "kernels/nvidia/d_sm_90.cubin"]
COLUMNS = ("GPR", "PRED", "UGPR", "UPRED")
ROW = re.compile(r"\s+/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;\s*// \|(.*)\|\s*$")


def ours(path):
    """{kernel: {address: (numbers by file, partial)}}"""
    text = subprocess.run([lister, path], capture_output=True, text=True, check=True).stdout
    found, kernel = {}, None
    for line in text.splitlines():
        words = line.split()
        if words[0] == "kernel":
            kernel = found.setdefault(words[2], {})
        elif words[0] == "status":
            ok(False, f"{path}: {line}")
        else:
            kernel[int(words[0], 16)] = [int(word) for word in words[1:5]], int(words[6])
    return found


def theirs(nvdisasm, path):
    """{kernel: {address: numbers by file}} of the kernels without calls."""
    process = subprocess.run([nvdisasm, "-plr", "-c", "-lrm", "narrow", path],
                             capture_output=True, text=True)
    found, calls, kernel, names, widths = {}, set(), None, [], []
    for line in process.stdout.splitlines() if process.returncode == 0 else ():
        section = re.match(r"\s+\.section\s+\.text\.([^,]+),", line)
        if section:
            kernel = found.setdefault(section[1], {})
            name, names = section[1], []
        at = line.find("// |")
        if at >= 0 and "GPR" in line and not names:
            names = [part.strip() for part in line[at + 4:].strip().strip("|").split("|")]
        if at >= 0 and "#" in line:
            widths = [part.index("#") + 1 for part in line[at + 4:].rstrip().rstrip("|").split("|")]
        row = ROW.match(line)
        if row and kernel is not None:
            numbers = [part[:width].strip() for part, width in zip(row[3].split("|"), widths)]
            numbers = dict(zip(names, numbers))
            kernel[int(row[1], 16)] = [int(numbers[column] or 0) if column in numbers else None
                                       for column in COLUMNS]
            if re.search(r"\b(CALL|RET)\b", row[2]):
                calls.add(name)
            if re.search(r"\b(P2R|R2P)\b", row[2]):
                kernel["moves"] = True
    for kernel in found.values():
        moves = kernel.pop("moves", False)
        for numbers in kernel.values():
            numbers[1] = None if moves else numbers[1]
    return {name: kernel for name, kernel in found.items() if name not in calls}


def compare(name, mine, other, found):
    """Adds [instructions, numbers, equal ones, those within one] to `found`, and the first
    difference of each kernel."""
    for kernel, rows in other.items():
        first = None
        for address, (numbers, partial) in mine.get(kernel, {}).items():
            found[0] += 1
            for i, should in enumerate(rows.get(address, ())):
                if should is None or partial >> i & 1:
                    continue
                found[1] += 1
                found[2] += numbers[i] == should
                found[3] += abs(numbers[i] - should) <= 1
                if numbers[i] != should and first is None:
                    first = (f"{name} {kernel} 0x{address:x}: {COLUMNS[i]} {numbers[i]}, "
                             f"not {should}")
        if first:
            found[4].append(first)


def read_recorded():
    found = {}
    with open(RECORDED, encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if line[0] != "#"):
            rows = found.setdefault(row["file"], {}).setdefault(row["kernel"], {})
            for i, column in enumerate(COLUMNS):
                for at, number in enumerate(row[column].split()):
                    rows.setdefault(16 * at, [None] * 4)[i] = int(number)
    return found


def record(nvdisasm):
    with open(RECORDED, "w", encoding="utf-8", newline="") as file:
        file.write("# The registers that the instructions of kernels occupy, in order of address: "
                   "the columns # of nvdisasm 12.4 -plr.\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("file", "kernel") + COLUMNS)
        for path in FILES:
            for kernel, rows in sorted(theirs(nvdisasm, os.path.join(DATA, path)).items()):
                columns = zip(*(rows[at] for at in sorted(rows)))
                writer.writerow([path, kernel] + [
                    "" if None in column else " ".join(str(number) for number in column)
                    for column in columns])


def report(what, found):
    ok(found[1] > 0 and found[3] >= 0.999 * found[1],
       f"{what}: {found[0]} instructions, {found[1]} numbers, {found[2]} equal, "
       f"{found[3]} within one", *found[4][:12])


def main():
    nvdisasm = disassembler()
    if "--record" in sys.argv:
        record(nvdisasm)
    found = [0, 0, 0, 0, []]
    for path, kernels in read_recorded().items() if not arguments[2:] else ():
        compare(path, ours(os.path.join(DATA, path)), kernels, found)
    if not arguments[2:]:
        report("nvdisasm 12.4, as recorded", found)
        ok(found[1] == found[2], "all recorded numbers are equal", *found[4])
    if nvdisasm is None:
        skip("NVIDIA's disassembler", "no nvdisasm")
    else:
        found = [0, 0, 0, 0, []]
        for path in arguments[2:] or [os.path.join(DATA, path) for path in FILES]:
            compare(path, ours(path), theirs(nvdisasm, path), found)
        report("nvdisasm, as it is installed", found)
    done()


main()
