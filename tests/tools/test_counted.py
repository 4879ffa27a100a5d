#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests what the figures of a product refer to: what one launch can use, if a board or package has
several devices. And tests the messages about a name of which the tables have only the
architecture."""
import csv
import os
import re
import sys

from command import run
from tap import done, ok

with open(os.path.join(sys.argv[1], "tests", "data", "devices_per_board.csv")) as file:
    boards = list(csv.reader(line for line in file if line[0] != "#"))[1:]
ok(len(boards) == 24, "every board of the table is asked about", len(boards))


def number(device, name):
    numbers = {entry["name"]: entry for entry in device["numbers"]}
    return numbers[name].get("value")


for name, cores, bandwidth, l2, counted in boards:
    device = run("device", name, "--json").json()["devices"]
    ok(len(device) == 1 and number(device[0], "core_count") == int(cores) and
       number(device[0], "memory_mb_per_s") == (int(bandwidth) if bandwidth else None) and
       number(device[0], "l2_kib") == (int(l2) if l2 else None),
       f"{name}: {cores} cores, bandwidth and L2 of what one launch can use", device[0]["numbers"])
    ok((device[0]["counted"] or "").startswith(counted) and bool(counted) ==
       bool(device[0]["counted"]), f"{name}: JSON says what is counted", device[0]["counted"])
    line = f"Counted: {device[0]['counted']}"
    text = run("device", name).text.splitlines()
    ok((line in text) == bool(counted), f"gpuocc device {name} says what is counted", text[:5])
    kernel = ("-t", "256", *(("--wave-size", "16") if name[:3] in ("Max", "Fle") else ()))
    grid = str(int(cores) * 1000)
    for command in ("occupancy", "schedule"):
        answer = run(command, name, *kernel, "--grid-groups", grid)
        ok(answer.code == 0 and (line + "." in answer.text) == bool(counted),
           f"{command} of a grid on {name} says what is counted", answer)
    answer = run("occupancy", name, *kernel)
    ok("Counted" not in answer.text, f"without a grid the occupancy of {name} does not", answer)

with open(os.path.join(sys.argv[1], "tests", "data", "nvidia", "mig_profiles.csv")) as file:
    slices = list(csv.reader(line for line in file if line[0] != "#"))[1:]
wrong = []
for name, sms in slices:
    device = run("device", name, "--json").json()["devices"][0]
    counts = [n["value"] for n in device["numbers"] if n["name"] == "core_count"]
    if counts != ([int(sms)] if sms else []) or (device["match"] == "architecture") == bool(sms):
        wrong.append(name)
known = sum(bool(sms) for _, sms in slices)
ok(len(slices) > 100 and known > 75 and not wrong,
   f"{known} MIG slices have the SMs that are published, {len(slices) - known} lead to their "
   "compute capability alone", wrong)

answer = run("schedule", "MI250X", "-t", "256", "--grid-groups", "1760", "--json").json()
ok(answer["rounds"] == 2 and answer["core_count"] == 110,
   "1760 groups at 8 a CU on the 110 CUs of a GCD are 2 rounds", answer)
answer = run("schedule", "MI250X", "-t", "256", "--grid-groups", "1760", "--core-count", "220")
ok("1 round of 1760" in answer.text and "Counted" not in answer.text,
   "a core count of the caller's own is counted as it is given", answer)
answer = run("occupancy", "AMD Instinct MI250X / MI250", "-t", "256", "--grid-groups", "9")
ok("Counted" not in answer.text and "104 to 110 CUs" in answer.text,
   "a name of several devices is not said to be counted as the first", answer)

# docs/devices.md: a virtual GPU is named after its board. Its profile is a hyphen, digits and one
# of A, B, C and Q, then perhaps ME; with a number of slices before it, it is backed by MIG.
BOARD, SLICE = ("counted is the whole board, all of whose cores a time-sliced profile uses in "
                "turn; one backed by MIG has fewer", "counted is the slice of MIG that backs it")
for name, about in (("A100D-10C", BOARD), ("GRID A100D-10C", BOARD), ("A40-8Q", BOARD),
                    ("A40-8q", BOARD), ("A40-9Q", BOARD), ("A40-48B", BOARD),
                    ("A40-8A", BOARD), ("A40-8QME", BOARD),
                    ("A100D-1-10C", SLICE), ("A100D-1-10CME", SLICE), ("A100D-2-20CME", SLICE),
                    ("A100 80GB PCIe MIG 1g.10gb", None), ("A40", None)):
    answer = run("occupancy", name, "-t", "256", "-r", "32")
    said = f'\nNote: "{name}" is a profile of a virtual GPU: {about}.\n'
    ok(answer.code == 0 and (said in answer.text if about else "virtual" not in answer.text),
       f"the profile {name}", answer)
for name in ("A100D-10D", "A100D-C", "A100D10C", "A40-/Q", "A40-:Q", "A40-8me", "A40-8Qm",
             "A40-8Qe", "8Q"):
    answer = run("occupancy", name, "-t", "256", "-r", "32")
    ok(answer.code == 1 and f'no device is named "{name}"' in answer.errors, f"{name} is none",
       answer)

SENTENCE = ('"{}" is not a product of the tables: they have only its architecture, {}, and not its '
            'core count, clock and bandwidth')
for name, architecture, nearest in (
        ("RTX 4080 SUPER Laptop", "sm_89", "GeForce RTX 4080 SUPER"),
        ("NVIDIA GeForce RTX 4070 Ti Laptop GPU", "sm_89", "GeForce RTX 4070 Ti"),
        ("10de:2785", "sm_89", None),
        ("AMD Radeon RX 6800S", "gfx1032", "Radeon RX 6600")):
    sentence = SENTENCE.format(name, architecture)
    if nearest is not None:
        sentence += f"; the nearest product of this architecture is {nearest}"
    asked = ("-t", "256", "-r", "32") if architecture[0] == "s" else ("-t", "256")
    for command in (("occupancy", *asked), ("device",), ("best",), ("sweep", "--over", "threads"),
                    ("most", "--groups", "2", *asked)):
        answer = run(command[0], name, *command[1:])
        ok(answer.code == 0 and answer.text.endswith(f"Note: {sentence}.\n"),
           f"{command[0]} {name}", answer)
    device = run("occupancy", name, *asked, "--json").json()["device"]
    ok(device["name"] == architecture and device["remark"] == sentence and
       device["match"] == "architecture" and device["nearest"] == nearest,
       f"JSON of {name}", device)
    answer = run("device", name, "--json").json()
    ok(answer["remark"] == sentence and answer["devices"][0]["match"] == "architecture" and
       answer["devices"][0]["nearest"] == nearest, f"JSON of device {name}", answer["remark"])
    answer = run("schedule", name, *asked, "--grid-groups", "1000")
    ok(answer.code == 2 and sentence in answer.errors and "core_count is unknown" in answer.errors,
       f"schedule {name} says why it has no core count", answer)
    answer = run("schedule", name, *asked, "--grid-groups", "1000", "--core-count", "76")
    ok(answer.code == 0 and answer.text.endswith(f"Note: {sentence}.\n"),
       "and goes on with --core-count", answer)
for name, match in (("RTX 4090", "exact"), ("10de:2684", "alias"), ("sm_89", "exact"),
                    ("A100", "ambiguous")):
    answer = run("occupancy", name, "-t", "256", "--json").json()["device"]
    ok(answer["match"] == match and answer["nearest"] is None and
       "not a product" not in answer["remark"], f"{name} is {match}", answer)
answer = run("schedule", "sm_89", "-t", "256", "--grid-groups", "10")
ok(re.search(r"\(--core-count N, or name a product such as GeForce RTX 4090, GeForce ",
             answer.errors) is not None,
   "an architecture alone has no core count: its products are named", answer)

done()
