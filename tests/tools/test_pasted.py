#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc kernels on texts as people paste them: each row of tests/data/kernels/pasted.tsv has
the kind of a text, where it was published, the text (with Python's escapes) and the figures that it
contains, as JSON: a list of kernels, each with some columns of the answer; null is an unknown
value. Usage: test_pasted.py ROOT COMMAND"""
import json
import os
import sys

from command import run
from tap import done, ok

ROOT = sys.argv[1]


def value_of(row, name):
    """Returns a figure of a row: of the file, or of the kernel, where 0 is left out."""
    if name == "file_notes":
        return row["input"]["file_notes"]
    if name in row["input"]:
        return row["input"][name]
    return row["kernel"].get(name, 0)


def agrees(row, name, wanted):
    value = value_of(row, name)
    return wanted in value if name == "file_notes" else value == wanted


def check(kind, origin, text, wanted):
    answer = run("kernels", "--json", "-", given=text.encode().decode("unicode_escape"))
    try:
        rows = answer.json()["rows"]
    except ValueError:
        rows = []
    wrong = [] if len(rows) == len(wanted) else [f"{len(rows)} kernels, not {len(wanted)}"]
    for row, figures in zip(rows, wanted):
        wrong += [f"{name} is {value_of(row, name)!r}, not {figure!r}"
                  for name, figure in figures.items() if not agrees(row, name, figure)]
    ok(not wrong, f"{kind}: {origin}", *wrong, answer.errors)


with open(os.path.join(ROOT, "tests", "data", "kernels", "pasted.tsv"), encoding="utf-8") as file:
    ROWS = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
ok(len(ROWS) >= 50 and all(len(row) == 4 and all(row) for row in ROWS), f"{len(ROWS)} texts")
ok(len({row[2] for row in ROWS}) == len(ROWS), "no text is there twice")
for kind, origin, text, wanted in ROWS:
    check(kind, origin, text, json.loads(wanted))
done()
