#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the command on real compiled kernels.
Usage: test_kernels.py SOURCE_ROOT COMMAND VENDOR..."""
import csv
import io
import os
import subprocess
import sys

root, command, *vendors = sys.argv[1:]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok  # noqa: E402

# The reference's names of limiting resources, and the library's.
WORDS = {"slots": "waves", "vgpr": "registers", "sgpr": "scalar_registers", "lds": "shared",
         "barriers": "barriers"}


def evaluate(path):
    run = subprocess.run([command, "eval", path], capture_output=True, text=True)
    return run.returncode, list(csv.DictReader(io.StringIO(run.stdout)))


for vendor in vendors:
    path = os.path.join(root, "tests", "data", "kernels", vendor + ".csv")
    if not os.path.exists(path):
        continue
    code, rows = evaluate(path)
    refused = [row for row in rows if row["status"] != "0"]
    silent = [row for row in rows if not row["groups"] and not row["groups_low"]]
    ok(code == 0 and len(rows) > 30 and not refused and not silent,
       f"{vendor}: {len(rows)} real kernels answered", *refused[:3], *silent[:3])
    if vendor == "amd":
        wrong = [row for row in rows if row["groups"] != row["expected_groups"] or
                 set(row["limiters"].split("|")) !=
                 {WORDS[word] for word in row["expected_limiters"].split("|")}]
        ok(not wrong, "amd: groups and limiters as the reference has them", *wrong[:3])

# Some cases by hand. k_stack of sm_90: 40 registers x 32 = 1280 per warp, 12 warps per
# sub-partition, 48 of 64 warps; p_bar16: 64 barriers / 16 = 4 groups; slm_20000 of tgllp: 20000 B
# -> 32 KiB.
HAND = [("nvidia", "sm_90", "k_stack", "6", "registers"),
        ("nvidia", "sm_90", "p_bar16", "4", "barriers"),
        ("nvidia", "sm_120", "p_bar16", "1", "barriers"),
        ("amd", "gfx803", "k_v40_wg1024", "1", "registers"),
        ("intel", "tgllp", "slm_20000", "2", "shared"),
        ("intel", "pvc", "slm_20000", "5", "shared")]
for vendor, device, kernel, groups, limiter in HAND:
    if vendor in vendors:
        _, rows = evaluate(os.path.join(root, "tests", "data", "kernels", vendor + ".csv"))
        row = next(r for r in rows if r["device"] == device and r["kernel"] == kernel)
        ok(row["groups"] == groups and row["limiters"] == limiter,
           f"{device} {kernel}: {groups} groups, limited by {limiter}", row)
done()
