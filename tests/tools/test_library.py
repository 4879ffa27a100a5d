#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that libgpuocc-kernels and the command agree on every fixture, that the library exports
what its map and its headers contain, and that it needs only public functions of libgpuocc.
Usage: test_library.py SOURCE_ROOT PATH_OF_GPUOCC PROGRAM LIBRARY"""
import collections
import csv
import glob
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile

from command import run
from tap import done, ok, skip

ROOT, _, PROGRAM, LIBRARY = sys.argv[1:5]
HEADER = os.path.join(ROOT, "kernels", "include", "gpuocc", "kernels.h")
with open(HEADER, encoding="utf-8") as file:
    header = file.read()
notes = re.findall(r"GPUOCC_KERNELS_NOTE_(\w+) = \d", header)[:-1]
assumptions = re.findall(r"GPUOCC_KERNELS_ASSUMED_(\w+) = \d", header)
UNKNOWN, ZERO = str(0xffffffff), str(0xfffffffe)
DATA = os.path.join(ROOT, "tests", "data", "kernels", "*", "**")
files = [path for path in sorted(glob.glob(DATA, recursive=True)) if os.path.isfile(path)]
found = {}
for line in subprocess.run([PROGRAM, "list", *files], capture_output=True).stdout.decode(
        "utf-8", "surrogateescape").splitlines():
    cells = line.split("\t")
    found.setdefault(cells[0], []).append(cells[1:])
total = 0
for path in files:
    text = run("kernels", "--csv", path).bytes.decode("utf-8", "surrogateescape")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    mine = found.get(path, [])
    wrong = [] if len(rows) == len(mine) else [f"{len(rows)} and {len(mine)} kernels"]
    for row, cells in zip(rows, mine):
        fields = list(row)[7:7 + len(cells) - 7]
        words = {field: {UNKNOWN: "unknown", ZERO: "0", "0": ""}.get(cell, cell)
                 for field, cell in zip(fields, cells[7:])}
        sets = [{name.lower() for bit, name in enumerate(of) if int(number) >> bit & 1}
                for of, number in ((notes, cells[3]), (assumptions, cells[4]))]
        scratch = ["unknown" if cell == UNKNOWN else cell for cell in cells[5:7]]
        said = [row["kernel"], row["target"], row["format"]]
        if said != cells[:3] or set(filter(None, row["file_notes"].split("|"))) != sets[0] or \
                len(list(filter(None, row["assumed"].split("|")))) != len(sets[1]) or \
                [row["stack_bytes"], row["spill_bytes"]] != scratch:
            wrong.append((row, cells))
        wrong += [(field, row[field], word) for field, word in words.items()
                  if row[field] != word and field not in ("core_mode",)]
    total += len(rows)
    if rows or wrong:
        ok(not wrong, f"{os.path.relpath(path, ROOT)}: {len(rows)} kernels", *wrong[:3])
ok(total > 400, f"{total} kernels")

with open(os.path.join(ROOT, "kernels", "gpuocc-kernels.map"), encoding="utf-8") as file:
    mapped = set(re.findall(r"^\s*(gpuocc_\w+);", file.read(), re.M))
declared = set()
for path in glob.glob(os.path.join(ROOT, "kernels", "include", "gpuocc", "*.h")):
    with open(path, encoding="utf-8") as file:
        declared |= set(re.findall(r"^GPUOCC_API [^;]*?\b(gpuocc_\w+)\(", file.read(), re.M))
ok(mapped == declared and len(mapped) > 10, "the map has the functions of the headers",
   mapped ^ declared)
with open(os.path.join(ROOT, "lib", "gpuocc.map"), encoding="utf-8") as file:
    public = set(re.findall(r"^\s*(gpuocc_\w+);", file.read(), re.M))
if LIBRARY == "none":
    skip("what the library exports", "left out of this build")
else:
    lines = subprocess.run(["nm", "-D", LIBRARY], capture_output=True, text=True).stdout.split("\n")
    exported = {line.split()[-1].split("@")[0] for line in lines if " T " in line}
    needed = {line.split()[-1].split("@")[0] for line in lines if " U gpuocc" in line}
    data = [line for line in lines if re.search(r" [BDV] ", line)]
    ok(exported == mapped and needed and needed <= public and not data,
       "the library exports them alone, and needs public functions of libgpuocc alone",
       exported ^ mapped, needed - public)
    dynamic = subprocess.run(["readelf", "-dW", LIBRARY], capture_output=True, text=True).stdout
    ok("soname: [libgpuocc-kernels.so.0]" in dynamic, "its SONAME", dynamic)

# In WebAssembly, without zstd: the same kernels of the same files in the caller's memory.
if not all(map(shutil.which, ("clang", "wasm-ld", "node"))):
    skip("the library in WebAssembly", "no clang, wasm-ld or node")
else:
    with tempfile.TemporaryDirectory() as folder:
        module = os.path.join(folder, "kernels.wasm")
        made = subprocess.run([os.path.join(ROOT, "scripts", "wasm_kernels"), module],
                              capture_output=True, text=True)
        ok(made.returncode == 0, "scripts/wasm_kernels", made.stderr)
        answer = subprocess.run(["node", os.path.join(ROOT, "tests", "kernels", "wasm.mjs"), module,
                                 *files], capture_output=True)
    lines = [line.split("\t") for line in answer.stdout.decode("latin1").splitlines()]
    compressed = sum("built without" in line[2] for line in lines if line[0] == "warning")
    mine = collections.Counter(tuple(line[1:7]) for line in lines if line[0] == "kernel")
    theirs = collections.Counter(
        (*(cell.encode("utf-8", "surrogateescape").decode("latin1") for cell in cells[:3]),
         cells[3], *cells[5:7]) for path in files for cells in found.get(path, []))
    strange, lost = mine - theirs, theirs - mine
    total = sum(mine.values())
    ok(total > 300 and not strange and (compressed or not lost), f"{total} kernels in WebAssembly, "
       f"{compressed} compressed parts passed over", answer.stderr, *strange, *lost)
done()
