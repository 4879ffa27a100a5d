#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Line tables of cubins and code objects, against what nvdisasm -gi and llvm-dwarfdump find in the
same files: what was recorded in lines.csv from nvdisasm 12.4 and LLVM 22, and, where these tools
are installed, what they print now. Usage: test_lines.py ROOT LISTER [--record]
scripts/machine_lines makes the files. A place is the innermost line and the calls around it:
"lines.h:10 < lines.cu:8 < lines.cu:24"."""
import csv
import os
import re
import shutil
import subprocess
import sys

root, lister = (os.path.abspath(path) for path in sys.argv[1:3])
sys.path.insert(0, os.path.join(root, "tests"))
from nvdisasm import disassembler  # noqa: E402
from tap import done, ok, skip  # noqa: E402

DATA = os.path.join(root, "tests", "data", "machine_code")
RECORDED = os.path.join(DATA, "lines.csv")
CUBINS = ["lines_sm_80.cubin", "lines_rdc_sm_75.cubin", "lines_debug_sm_90.cubin"]
SOURCE = re.compile(r'\s*//## File "([^"]+)", line (\d+)'
                    r'(?: inlined at "([^"]+)", line (\d+))?')
OBJECTS = ["lines_gfx942.co", "lines_gfx90a.co", "lines_gfx1201.co", "lines_gfx1100.co",
           "lines_gfx942.obj"]
LINKED = "lines_linked_sm_120.cubin"


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def base(path):
    return path.rsplit("/", 1)[-1]


def changes(places):
    """Of [(address, place)] in order, those that differ from the one before."""
    return [(address, place) for i, (address, place) in enumerate(places)
            if i == 0 or places[i - 1][1] != place]


def ours(path):
    """{kernel: [(address, place)]}, and all rows by kernel"""
    found, rows, kernel = {}, {}, None
    for line in run(lister, os.path.join(DATA, path)).splitlines():
        words = line.split(" ", 4)
        if words[0] == "kernel":
            kernel = words[2]
            found[kernel], rows[kernel] = {}, {}
        elif words[0] == "status":
            ok(words[1] == "0", f"{path} {kernel}: {line}")
        else:
            file, directory, function = words[4].split("|")
            at, number, row, call = int(words[0], 16), int(words[1]), int(words[2]), int(words[3])
            place = f"{base(file)}:{number}" if number else ""
            if call:
                place += " < " + rows[kernel][call][0]
            rows[kernel][row] = place, directory, function
            found[kernel][at] = place
    return {name: changes(sorted(places.items())) for name, places in found.items()}, rows


def nvdisasm_places(tool, path):
    found, kernel, frames, fresh = {}, None, [], True
    for line in run(tool, "-gi", "-c", os.path.join(DATA, path)).splitlines():
        section = re.match(r"\s+\.section\s+\.text\.([^,]+),", line)
        if section:
            kernel, frames = section[1], []
        source = SOURCE.match(line)
        if source:
            frames = [] if fresh else frames
            frames = frames or [f"{base(source[1])}:{source[2]}"]
            fresh = False
            if source[3]:
                frames.append(f"{base(source[3])}:{source[4]}")
        code = re.match(r"\s+/\*([0-9a-f]{4,})\*/\s", line)
        if code and kernel:
            found.setdefault(kernel, []).append((int(code[1], 16), " < ".join(frames)))
            fresh = True
    return {name: changes(places) for name, places in found.items()}


def dwarfdump_places(suffix, path):
    path = os.path.join(DATA, path)
    starts = {}
    for line in run("llvm-readelf" + suffix, "-sW", path).splitlines():
        words = line.split()
        if len(words) == 8 and words[3] == "FUNC" and not words[7].startswith("__clang"):
            starts[words[7]] = int(words[1], 16), int(words[2])
    names, rows, number = {}, {}, None
    for line in run("llvm-dwarfdump" + suffix, "--debug-line", path).splitlines():
        file = re.match(r"file_names\[\s*(\d+)\]:", line)
        number = int(file[1]) if file else number
        name = re.match(r'\s+name: "([^"]+)"', line)
        if name:
            names[number] = base(name[1])
        row = re.match(r"0x([0-9a-f]{16})\s+(\d+)\s+\d+\s+(\d+)\s", line)
        if row:
            place = f"{names[int(row[3])]}:{row[2]}" if row[2] != "0" else ""
            rows[int(row[1], 16)] = "" if "end_sequence" in line else place
    return {name: changes([(at - start, place) for at, place in sorted(rows.items())
                           if start <= at < start + size])
            for name, (start, size) in starts.items()}


def read_recorded():
    found = {}
    with open(RECORDED, encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if line[0] != "#"):
            found.setdefault(row["file"], {})[row["kernel"]] = [
                (int(place.split(" ", 1)[0], 16), place.split(" ", 1)[1])
                for place in row["places"].split(";")]
    return found


def installed():
    """{file: places} of the tools that are there"""
    found = {}
    tool = disassembler()
    if tool is None:
        skip("NVIDIA's disassembler", "no nvdisasm")
    else:
        found.update((path, nvdisasm_places(tool, path)) for path in CUBINS)
    suffix = next((end for end in ("-22", "") if shutil.which("llvm-dwarfdump" + end) and
                   shutil.which("llvm-readelf" + end)), None)
    if suffix is None:
        skip("LLVM's reader of line tables", "no llvm-dwarfdump")
    else:
        found.update((path, dwarfdump_places(suffix, path)) for path in OBJECTS)
    return found


def record(found):
    with open(RECORDED, "w", encoding="utf-8", newline="") as file:
        file.write("# The source of the instructions from each address on, and the calls around "
                   "it: nvdisasm 12.4 -gi (cubins), llvm-dwarfdump 22 (code objects).\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("file", "kernel", "places"))
        for path in CUBINS + OBJECTS:
            for kernel in ("sum", "column", "calls"):
                if kernel in found[path]:
                    writer.writerow((path, kernel, ";".join(
                        f"{at:x} {place}" for at, place in found[path][kernel])))


def compare(what, found):
    for path, kernels in found.items():
        mine = ours(path)[0]
        for kernel in mine:
            wrong = [pair for pair in zip(mine[kernel], kernels.get(kernel, []))
                     if pair[0] != pair[1]][:4]
            ok(mine[kernel] == kernels.get(kernel) and len(mine[kernel]) >= 3,
               f"{what}: {path} {kernel}, {len(mine[kernel])} places", wrong)


def main():
    missing = [path for path in [*CUBINS, *OBJECTS, LINKED, os.path.basename(RECORDED)]
               if not os.path.isfile(os.path.join(DATA, path))]
    if not ok(not missing, "every file is there", missing):
        return done()
    now = installed()
    if "--record" in sys.argv:
        record(now)
    recorded = read_recorded()
    ok(sorted(recorded) == sorted(CUBINS + OBJECTS), "every file is recorded")
    compare("recorded", recorded)
    compare("installed", now)
    # The source says what the second file that was linked has: nvdisasm 12.4 cannot read sm_120.
    places, rows = ours(LINKED)
    inner = [row for row in rows["two"].values() if row[0] == "lines.h:10 < lines_two.cu:7"]
    ok(inner and all(re.fullmatch(r"_ZN\d+_INTERNAL_\w+_two_cu\w+?6squareEf", row[2])
                     for row in inner), "the function of the second file has its name", inner)
    inlined = "lines.h:10 < lines.cu:8 < lines.cu:24"
    inner = [row for row in rows["sum"].values() if row[0] == inlined]
    ok(inner and inner[0][2].endswith("6squareEf"), "and that of the first file", inner)
    ok({base(row[1]) for kernel in rows.values() for row in kernel.values() if row[0]} ==
       {"machine_lines"}, "the directory is that of the compilation")
    of = {"sum": range(18, 27), "column": range(28, 40), "calls": range(41, 46)}
    ok(all(place in {f"lines.cu:{line}" for line in lines} | {inlined}
           for kernel, lines in of.items() for _, place in places[kernel]),
       "each kernel has its own lines", places)
    done()


main()
