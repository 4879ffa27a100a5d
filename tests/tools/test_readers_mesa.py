#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc kernels on the statistics that Mesa's drivers print; the first line of each file
gives the source of its figures. Usage: test_readers_mesa.py SOURCE_ROOT PATH_OF_GPUOCC"""
import csv
import os
import sys
import tempfile

from command import run
from tap import done, ok

ROOT = sys.argv[1]
MESA = os.path.join(ROOT, "tests", "data", "kernels", "mesa")
COLUMNS = {"v": "registers_per_thread", "s": "scalar_registers_per_wave", "m": "shared_bytes",
           "w": "wave_size", "g": "grf_count", "h": "half_registers_per_thread",
           "b": "barriers_per_group", "r": "virtual_resources", "t": "threads_per_group",
           "n": "file_notes"}
AMD = {"t": "unknown", "n": "allocated"}
INTEL = {"t": "unknown", "b": "unknown"}


def rows_of(path, device):
    answer = run("kernels", "--csv", *(["--device", device] if device else []), path)
    return answer, answer.rows() if answer.text.startswith("file,") else []


def check(name, path, device, wanted):
    answer, rows = rows_of(path, device)
    wrong = [] if len(rows) == len(wanted) else [f"{len(rows)} kernels, not {len(wanted)}"]
    for row, (kernel, figures) in zip(rows, wanted):
        if row["kernel"] != kernel:
            wrong.append(f"{row['kernel']}, not {kernel}")
        for letter, column in COLUMNS.items():
            value = str(figures.get(letter, 0)) if column != "file_notes" else figures.get("n", "")
            if (row[column] or ("" if letter == "n" else "0")) != value:
                wrong.append(f"{kernel}: {column} is {row[column]}, not {value}")
        if device and row["status"] != "0":
            wrong.append(f"{kernel}: {row['message']}")
    ok(not wrong, name, *wrong, answer.errors)
    return answer


def fixture(name, device, *wanted):
    answer = check(name, os.path.join(MESA, name), device, wanted)
    ok(not answer.errors, f"{name}: no trouble", answer.errors)


def text(name, content, device, *wanted):
    with tempfile.NamedTemporaryFile() as file:
        file.write(content.encode())
        file.flush()
        return check(name, file.name, device, wanted)


def radv(device, name, tile, pressure, scalars=0):
    unknown = {"w": "unknown", "s": scalars, **AMD}
    fixture(name, device, ("Compute Shader", {"v": tile, "m": 4096, **unknown}),
            ("Compute Shader", {"v": pressure, **unknown}))


radv("gfx1030", "radv_navi21.txt", 8, 88)
radv("gfx1030", "radv_navi21_wave32.txt", 16, 96)
radv("gfx1100", "radv_gfx1100.txt", 12, 96)
radv("gfx900", "radv_vega10.txt", 4, 88, 16)
fixture("radv_navi21_shaders.txt", "gfx1030",
        ("Compute Shader", {"v": 8, "m": 4096, "w": "unknown", **AMD}))
fixture("anv.txt", "ptl-h", ("SIMD16 compute", {"g": 96, "w": 16, "m": 20000, **INTEL}),
        ("SIMD32 compute", {"w": 32, "n": "scratch", **INTEL}))
fixture("nvk.txt", "sm_89", ("compute", {"v": 56, "m": "unknown", **INTEL}))
fixture("nak.txt", "sm_89", ("compute", {"v": 40, "m": 4096, "b": "unknown", "t": 256,
                                         "n": "required_group|scratch"}))
fixture("agx.txt", "apple7", ("compute", {"h": 92, "m": "unknown", "t": "unknown"}))
fixture("fossilize.csv", "gfx1030",
        ("5f3a1c0000000001", {"v": 48, "m": 8192, "w": 64, **AMD}),
        ("5f3a1c0000000002", {"v": 120, "w": 32, "t": "unknown", "n": "allocated|scratch"}))
ADRENO = {"m": "unknown", "w": "unknown", "b": "unknown", "r": "unknown", "t": "unknown"}
for name, device, wanted in (
        ("turnip.txt", None, (("compute", {**ADRENO, "v": 12, "h": 9, "w": 128}),
                              ("compute", {**ADRENO, "v": 48, "n": "scratch"}))),
        ("ir3.txt", None, (("CL prog 3/1", {**ADRENO, "v": 11, "h": 4, "w": 128}),
                           ("CL prog 3/2", {**ADRENO, "v": 30, "w": 64}),
                           ("CL prog 3/2", {**ADRENO, "v": 31}))),
        ("ir3_lines.txt", None, (("CL", {**ADRENO, "v": 11, "h": 4, "n": "scratch"}),
                                 ("CL", {**ADRENO, "v": 11, "h": 4})))):
    check(name, os.path.join(MESA, name), device, wanted)
MALI = {"m": "unknown", "b": "unknown", "t": "unknown"}
FEW, MOST = {**MALI, "v": 32, "n": "allocated"}, {**MALI, "v": 64, "n": "allocated|scratch"}
OPEN = {**MALI, "v": "unknown"}
check("panvk.txt", os.path.join(MESA, "panvk.txt"), None,
      [("Compute", figures) for figures in (FEW, MOST, OPEN, {**MALI, "v": 7})])
check("panfrost_lines.txt", os.path.join(MESA, "panfrost_lines.txt"), None,
      [("MESA_SHADER_" + stage, {**MALI, **figures}) for stage, figures in (
          ("COMPUTE", {"v": 7}), ("COMPUTE", {"v": 16, "n": "scratch"}), ("COMPUTE", FEW),
          ("COMPUTE", OPEN), ("KERNEL", FEW), ("KERNEL", MOST), ("COMPUTE", {"v": 27}),
          ("COMPUTE", {"v": 60}), ("COMPUTE", {"v": 20}))])
# "Threads" is a factor, of one driver only; values that do not match it, or of other drivers, are
# not read.
for said, figures in (("Threads: 2\nFMA: 1", {"v": 32, "n": "allocated"}),
                      ("Threads: 1\nFMA: 0.5", {"v": 64, "n": "allocated"}),
                      ("Threads: 2\nClauses: 8", {"v": 32, "n": "allocated"}),
                      ("Threads: 1\nClauses: 8", OPEN), ("Threads: 3\nFMA: 1", OPEN),
                      ("Threads: 0\nFMA: 1", OPEN), ("Threads: 512\nFMA: 1", OPEN),
                      ("Threads: 2\nFMA: 1\nRegisters used: 32", {"v": 32}),
                      ("Threads: 2\nFMA: 1\nRegisters used: 0", {"v": "0"}),
                      ("Threads: 2\nFMA: 1\nRegisters used: 33", OPEN),
                      ("Threads: 1\nFMA: 1\nRegisters used: 33", {"v": 33}),
                      ("Threads: 1\nFMA: 1\nRegisters used: 64", {"v": 64}),
                      ("Threads: 1\nFMA: 1\nRegisters used: 32", OPEN),
                      ("Threads: 1\nFMA: 1\nRegisters used: 65", OPEN),
                      ("Threads: 1\nClauses: 1\nRegisters used: 32", {"v": 32}),
                      ("Threads: 2\nClauses: 1\nRegisters used: 33", OPEN),
                      ("Threads: 4\nBundles: 8\nRegisters: 4", {"v": 4}),
                      ("Threads: 1\nBundles: 8\nRegisters: 0", {"v": "0"})):
    text(said.replace("\n", ", "), f"Compute:\n{said}\nLoops: 0\n", None,
         ("Compute", {**MALI, **figures}))
text("shaders of stages without groups", "Vertex:\nFMA: 0.25\nThreads: 2\n"
     "MESA_SHADER_FRAGMENT shader: 5 inst, 2 bundles, 3 registers, 4 threads\n"
     "Compute:\nThreads: 1\nFMA: 1\n", None,
     ("MESA_SHADER_FRAGMENT", {**MALI, "v": 3, "t": 1, "n": "graphics"}),
     ("Vertex", {**MALI, "v": 32, "t": 1, "n": "allocated|graphics"}),
     ("Compute", {**MOST, "n": "allocated"}))
for said in ("Threads: 2", "FMA: 1", "Threads: 2\nBundles: 8", "Threads: 2\nRegisters: 8",
             "Threads: 2\nFMA: none", "Bundles: 8\nRegisters: 8"):
    answer = text(said.replace("\n", ", "), f"Compute:\n{said}\n", "Mali-G610")
    ok(answer.code == 2 and not answer.rows(), "is too few statistics", answer.errors)
with open(os.path.join(ROOT, "tests", "data", "mali", "products.csv"), encoding="utf-8") as opened:
    PRODUCTS = list(csv.DictReader(opened.read().splitlines()[1:]))


def threads_of(product, content):
    """Returns the threads on a core with groups of 32, from the file's figures."""
    rows = run("kernels", "--csv", "-t", "32", "-d", f"Mali-{product}", "-", given=content).rows()
    return [32 * int(row["groups"]) for row in rows if row["groups"]]


# Arm's table of threads. A plain name that has variants finds no device.
judged = 0
for row in PRODUCTS:
    limits = [row["threads_core_le32(or <=4)"], row["threads_core_gt32(or 5-8)"]]
    first = int(row["arch_major"]) == 6  # "Threads" is 1 there
    lines = ["Threads: 4\nBundles: 9\nRegisters: 4\n\nThreads: 2\nBundles: 9\nRegisters: 8\n",
             "Threads: 2\nClauses: 9\n",
             "Threads: 2\nFMA: 1\n\nThreads: 1\nFMA: 1\n"][
                 (int(row["arch_major"]) >= 6) + (int(row["arch_major"]) >= 9)]
    got = threads_of(row["product"], "Compute:\n" + lines)
    if not got or first or not all(limit.isdigit() for limit in limits):
        continue
    judged += 1
    ok(got == [int(limit) for limit in limits][:len(got)],
       f"{row['product']}: the threads of Arm's table", got, limits)
ok(judged >= 15, f"{judged} products")
STAGE = {**ADRENO, "v": 3, "h": "0", "t": "unknown", "n": "graphics"}
text("a disassembly of a vertex and a compute shader",
              "; VERT prog 4/1: 0 half, 3 full, 8 constlen\n"
              "; BVERT prog 4/2: 0 half, 3 full, 8 constlen\n"
              "; FRAG prog 5/1: 0 half, 3 full\n; GEOM prog 6/1: 1 half, 3 full\n"
              "; CL prog 7/1: 2 half, 0 full, 8 constlen\n; CL prog 7/1: 7 double_threadsize\n"
              "; CL prog 7/1:\n;  prog\n; CL prog: of no number\n", None,
              ("VERT prog 4/1", STAGE), ("BVERT prog 4/2", STAGE), ("FRAG prog 5/1", STAGE),
              ("GEOM prog 6/1", {**STAGE, "h": 1}), ("CL prog 7/1", {**ADRENO, "h": 2}))
with open(os.path.join(MESA, "lines.txt"), encoding="utf-8") as opened:
    LINES = opened.read().splitlines(True)[1:]
for count, device, wanted in (
        (1, "apple7", ("MESA_SHADER_COMPUTE", {"h": 92, "m": "unknown", "t": "unknown"})),
        (1, "ptl-h", ("CS SIMD32", {"g": 192, "w": 32, "m": 4096, **INTEL})),
        (1, "lnl", ("shaders/blur.shader_test", {"g": "unknown", "w": 16, "m": "unknown",
                                                 "n": "scratch", **INTEL})),
        (2, "tgl", ("unnamed compute shader blur", {"g": 57, "w": 8, "m": "unknown", **INTEL})),
        (1, "gfx900", ("shaders/scan.shader_test", {"v": 24, "s": 16, "m": 4096, "w": 64, **AMD})),
        (1, "gfx1030", ("COMPUTE", {"v": 96, "m": 2048, "w": "unknown", **AMD}))):
    text(f"a line about {wanted[0]}", "".join(LINES[:count]), device, wanted)
    LINES = LINES[count:]

answer = text("older units", "Compute Shader:\n*** SHADER STATS ***\nSGPRS: 112\nVGPRS: 24\n"
              "LDS: 2 blocks\nScratch: 0 bytes per wave\n********************\n", "gfx900",
              ("Compute Shader", {"v": 24, "s": 112, "m": "unknown", "w": "unknown", **AMD}))
STAGE = {"v": 8, "s": 16, "m": "unknown", "w": "unknown", "t": 1, "n": "allocated|graphics"}
text("stages without groups", "Vertex Shader as VS:\n*** SHADER STATS ***\n"
     "SGPRs: 16\nVGPRs: 8\n*********\nPixel Shader:\nSGPRs: 16\nVGPRs: 8\n"
     "Compute Shader:\nSGPRs: 16\nVGPRs: 8\nLDS size: 0\n", "gfx900",
     ("Vertex Shader as VS", STAGE), ("Pixel Shader", STAGE),
     ("Compute Shader", {"v": 8, "s": 16, "w": "unknown", **AMD}))
# A wave of 64 threads takes one of 256 / 64 places of a SIMD on gfx900, which has 4 SIMDs.
answer = run("kernels", "--json", "-d", "gfx900", "-",
             given="Pixel Shader:\nSGPRs: 16\nVGPRs: 64\nLDS size: 0\n").json()["rows"][0]
ok(answer["input"]["stage"] == "Pixel Shader" and answer["waves"] == 16,
   "a stage and its waves", answer)
# Mesa of 2021 printed this line for every stage; later ones end in "(VS, W64)".
LINE = ("[shader compiler] [other] Shader Stats: SGPRS: 16 VGPRS: 8 Code Size: 212 LDS: 0 "
        "Scratch: 0 Max Waves: 10 Spilled SGPRs: 0 Spilled VGPRs: 0 PrivMem VGPRs: 0")
UNSAID = {"v": 8, "s": 16, "w": "unknown", "t": "unknown", "n": "allocated|stage_unsaid"}
text("a line of no stage", LINE + "\n", "gfx900", ("[shader compiler] [other]", UNSAID))
SENTENCE = "stage_unsaid: the log does not say the stage"
for option in ((), ("--html",), ("--format", "markdown"), ("--json",)):
    shown = [run("kernels", "-d", "gfx900", "-t", "64", *option, "-", given=LINE + stage).text
             for stage in ("", " (CS, W64)")]
    mark = "stage_unsaid" if option == ("--json",) else SENTENCE
    ok(mark in shown[0] and "stage_unsaid" not in shown[1],
       f"{' '.join(option) or 'the table'} says so, and only of a line without a stage", *shown)
answer = text("whose registers?", "compute:\nCode Size: 800\nNumber of GPRs: 40\n", "sm_89")
ok("NVK's or HoneyKrisp's" in answer.errors, "a statistic that two drivers share is told",
   answer.errors)
answer = text("no statistics", "VGPRs: 8\nplain text about a shader: 3 things\n", "gfx900")
ok(answer.code != 0, "a text without statistics is no kernel file", answer.errors)
done()
