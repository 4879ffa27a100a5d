#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc occupancy with several devices: names, the table, JSON, requirements, errors."""
from command import run
from tap import done, ok

KERNEL = ("-t", "256", "-r", "72")


def rows(*arguments):
    """Returns the first lines of the table's cells, by device."""
    answer = run("occupancy", *arguments)
    lines = [[cell for cell in line.split("  ") if cell] for line in answer.text.splitlines()]
    return answer, {line[0]: [cell.strip() for cell in line[1:]] for line in lines[1:]}


# 72 VGPRs: 7 waves of 64 on each of 4 SIMDs with 512, 28 of 32, 7 groups of 4; 72 registers on an
# SM: 3 groups of 8 warps, of 48 and of 64. 48 WGPs with 4 SIMDs of 16 slots have room for 8 groups
# of 8.
EXPECTED = {"GeForce RTX 4090": ["sm_89", "32", "3", "24 of 48", "50 %", "registers", "128 cores",
                                 "384", "3"],
            "Instinct MI300X": ["gfx942", "64", "7", "28 of 32", "87.5 %", "registers", "304 CUs",
                                "2128", "1"],
            "Radeon RX 7900 XTX": ["gfx1100", "32", "8", "64 of 64", "100 %", "waves",
                                   "48 WGPs (96 CUs)", "384", "3"]}
for names in (("RTX 4090,MI300X, RX 7900 XTX",), ("-d", "RTX 4090,MI300X,RX 7900 XTX"),
              ("-d", "RTX 4090", "--device=MI300X", "-d", "RX 7900 XTX"),
              ("RTX", "4090,", "MI300X,", "RX", "7900", "XTX"),
              ("RTX 4090,MI300X,AMD Radeon RX 7900 XTX (radeonsi, navi31, LLVM 17.0.6)",)):
    answer, found = rows(*names, *KERNEL, "-g", "1000")
    ok(answer.code == 0 and answer.errors == "" and found == EXPECTED, " ".join(names), answer)
ok(list(rows("RTX 4090,sm_90", *KERNEL)[1]) == ["GeForce RTX 4090", "sm_90"], "without a grid")

# Figures that are not known, ranges, and conventions that count no groups. sm_90 has no core count;
# the wave slots of an M3 Max are not published, so that a group is known to fit and no more.
for names, arguments, lines, code in (
        ("sm_90,RTX 4090,M3 Max", ("-t", "256", "-g", "10"), {
            "sm_90": ["sm_90", "32", "8", "64 of 64", "100 %", "waves", "not known", "not known",
                      "not known"],
            "GeForce RTX 4090": ["sm_89", "32", "6", "48 of 48", "100 %", "waves", "128 cores",
                                 "768", "1"],
            "Apple M3 Max": ["apple9", "32", "at least 1", "at least 8", "waves and groups",
                             "40 cores", "at least 40", "1"]}, 0),
        ("sm_90,RTX 4090", ("-t", "256", "-r", "unknown"), {
            "sm_90": ["sm_90", "32", "1 to 8", "8 to 64 of 64", "waves and registers", "not known",
                      "not known"],
            "GeForce RTX 4090": ["sm_89", "32", "1 to 6", "8 to 48 of 48", "waves and registers",
                                 "128 cores", "128 to 768"]}, 0),
        ("sm_90,gfx942", ("-t", "256", "-c", "llvm"), {
            "gfx942": ["gfx942", "64", "-", "32 of 32", "100 %", "waves", "not known", "-"]}, 2),
        ("RTX 4090),sm_80", ("-t", "256"), {
            "GeForce RTX 4090": ["sm_89", "32", "6", "48 of 48", "100 %", "waves", "128 cores",
                                 "768"],
            "sm_80": ["sm_80", "32", "8", "64 of 64", "100 %", "waves", "not known", "not known"]},
         0)):
    answer, found = rows(names, *arguments)
    ok(answer.code == code and found == lines, f"{names} {' '.join(arguments)}", answer)
# What follows the comma is a name of its own unless it begins with a digit.
for name, error in (("RTX 4090, /x", '"/x"'), ("RTX 4090, :x", '":x"'), ("RTX 4090,", '""'),
                    ("RTX 4090, x9", '"x9"')):
    answer, found = rows(name, *KERNEL)
    ok(answer.code == 1 and list(found) == ["GeForce RTX 4090"] and
       f"no device is named {error}" in answer.errors, name, answer)
for name in ("RTX 4090, 0x", "RTX 4090, 9", "RTX 9999, RTX 9998"):
    answer = run("occupancy", name, *KERNEL)
    ok(not answer.text.startswith("device  "), f"{name} is one name", answer)

# Names with commas that mean a single device.
for name in ("RTX 4090, 24564 MiB", "AMD Radeon RX 7900 XTX (radeonsi, navi31, LLVM 17.0.6)"):
    answer = run("occupancy", name, *KERNEL)
    ok(answer.code == 0 and ("blocks, " in answer.text or "groups, " in answer.text) and
       "limited by" in answer.text.splitlines()[0], name, answer)

found = run("occupancy", "RTX 4090,MI300X", *KERNEL, "--json").json()
ok([(one["device"]["name"], one["groups"], one["percent"], one["status"])
    for one in found["answers"]] == [
       ("GeForce RTX 4090", 3, 50, 0), ("Instinct MI300X", 7, 87.5, 0)] and
   found["kernel"]["threads_per_group"] == 256 and found["command"] == "occupancy" and
   found["answers"][1]["cu_count"] == 304, "JSON", found)
alone = run("occupancy", "MI300X", *KERNEL, "--json").json()
ok(all(alone[key] == value for key, value in found["answers"][1].items()),
   "each answer is that of the device alone")

# An error for one device does not stop the others; the exit code is the worst one.
for names, arguments, code, error, devices in [
        (("RTX 4090,RTX 9999,sm_80"), KERNEL, 1, 'no device is named "RTX 9999"; ', 2),
        (("RTX 4090,tgl,sm_80"), KERNEL, 2, "required: 8, 16 or 32 on tgl\n", 2),
        (("RTX 4090,RTX 9999,tgl"), KERNEL, 1, "required: 8, 16 or 32 on tgl\n", 1),
        (("RTX 4090,MI300X"), (*KERNEL, "--require", "groups>=4"), 3,
         "gpuocc: GeForce RTX 4090: groups is 3, required is groups>=4\n", 2),
        (("RTX 4090,MI300X"), (*KERNEL, "--require", "groups>=3"), 0, "", 2),
        (("RTX 4090,MI300X"), ("-t", "2048"), 2, "gfx942 allows 1024\n", 0)]:
    answer, found = rows(names, *arguments)
    ok(answer.code == code and error in answer.errors and len(found) == devices,
       f"{names} {' '.join(arguments)}: exit {code}", answer)
    as_json = run("occupancy", names, *arguments, "--json")
    ok(as_json.code == code and len(as_json.json()["answers"]) == names.count(",") + 1,
       f"{names} {' '.join(arguments)}: JSON has all", as_json)
for command in ("most", "best", "eval"):
    answer = run(command, "-d", "sm_90", "-d", "sm_80")
    ok(answer.code == 1 and answer.errors ==
       "gpuocc: --device is given twice; gpuocc occupancy compares devices\n",
       f"{command} takes one device", answer)
# pci.ids has a comma in the name of AMD; the line is that of lspci without its address.
NAVI = "Advanced Micro Devices, Inc. [AMD/ATI] Navi 31 [Radeon RX 7900 XT/7900 XTX/7900M]"
alone, listed = run("occupancy", NAVI, "-t", "256"), run("occupancy", NAVI + ", MI210", "-t", "256")
ok("gfx1100" in alone.text and alone.code == 0, "the comma before Inc. separates no names", alone)
ok(listed.code == 0 and len(listed.text.splitlines()) == 3 and "Instinct MI210" in listed.text,
   "but those after it do", listed)

done()
