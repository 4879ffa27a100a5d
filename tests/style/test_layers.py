#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Dependencies between the folders of the library run in one direction, and so do the calls between
the files of a vendor. They are read from the symbols of the objects, so that no declaration or
include can hide one.
Usage: test_layers.py LIBRARY.a"""
import collections
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from tap import done, ok  # noqa: E402

# What each folder may use in addition to itself and base. The registry is the table of the vendors,
# and results that of the functions that compute one result each: they name what is above them.
DEVICE = ["device", "registry"]
OCCUPANCY = [*DEVICE, "occupancy", "results"]
MAY_USE = {
    "base": [],
    "device": ["registry"],
    "registry": ["vendor"],
    "search": DEVICE,
    "occupancy": [*DEVICE, "results"],
    "results": ["occupancy", "advice"],
    "vendor": ["device", "occupancy"],
    "advice": OCCUPANCY,
    "plan": OCCUPANCY,
    "schedule": OCCUPANCY,
    "latency": [*OCCUPANCY, "advice", "plan", "schedule"]}


def folder_of(member):
    """Returns the folder of a member: lib_advice_best.c.o is advice; devices_amd_rules.c.o is
    vendor."""
    parts = member.split("_")
    if parts[0] == "lib":
        return parts[1]
    return "registry" if member.startswith("devices_registry") else "vendor"


def symbols(archive):
    """Returns {member: (symbols that it defines, symbols that it uses)}."""
    text = subprocess.run(["nm", archive], check=True, capture_output=True, text=True).stdout
    found, member = {}, None
    for line in text.splitlines():
        if re.fullmatch(r"\S+\.o:", line):
            member = line[:-1]
            found[member] = (set(), set())
        elif member and line.strip():
            *_, kind, name = line.split()
            if kind == "U":
                found[member][1].add(name)
            elif kind in "TDRBWV":
                found[member][0].add(name)
                if kind == "T":
                    functions.add(name)
    return found


functions = set()
found = symbols(sys.argv[1])
home = {name: member for member, (defined, _) in found.items() for name in defined}
edges = collections.defaultdict(list)
for member, (_, used) in sorted(found.items()):
    for name in sorted(used & home.keys()):
        pair = folder_of(member), folder_of(home[name])
        if pair[0] != pair[1]:
            edges[pair].append(f"{member} uses {name} of {home[name]}")
folders = {folder_of(member) for member in found}
ok(folders == MAY_USE.keys() and len(home) > 200,
   f"{len(found)} objects of {len(folders)} folders", *sorted(folders ^ MAY_USE.keys()))
for folder, others in MAY_USE.items():
    wrong = [pair for pair in edges if pair[0] == folder and pair[1] not in [*others, "base"]]
    ok(not wrong, f"{folder} uses only what is below it", *(e for p in wrong for e in edges[p]))
# The files of a vendor call each other in one direction; that all may read its tables is no call.
calls = collections.defaultdict(set)
for member, (_, used) in found.items():
    for name in used & home.keys():
        if folder_of(member) == "vendor" == folder_of(home[name]) and name in functions:
            calls[member].add(home[name])
left = {member for member in found if folder_of(member) == "vendor"}
while True:
    ends = {member for member in left if not calls[member] & left}
    if not ends:
        break
    left -= ends
ok(calls and not left, "no file of a vendor calls one that calls it", *(
    f"{member} calls {', '.join(sorted(calls[member] & left))}" for member in sorted(left)))
done()
