#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares figures of public reports with the command: each row of tests/data/reports.tsv is a
query and what the JSON of its answer must contain, or `exit` and its exit code.
Usage: test_reports.py SOURCE_ROOT COMMAND"""
import os
import shlex
import sys

root = sys.argv[1]
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from command import run  # noqa: E402
from tap import done, ok  # noqa: E402


def answer_of(asked, name):
    answer = run(*shlex.split(asked), "--json")
    if name == "exit":
        return answer.code
    document = answer.json()
    if "devices" in document:
        figures = {n["name"]: n.get("value", n.get("values"))
                   for n in document["devices"][0].get("numbers", [])}
        return figures.get(name, document["devices"][0].get(name))
    return document.get(name)


with open(os.path.join(root, "tests", "data", "reports.tsv"), encoding="utf-8") as file:
    rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
ok(len(rows) > 105 and all(len(row) == 4 and all(row) for row in rows), f"{len(rows)} rows")
without = [row[0] for row in rows if not row[3].startswith("https://")]
ok(without == ["U102"], "every row but one has the address of its report", without)
for row, asked, wanted, link in rows:
    name, value = wanted.split("=", 1)
    got = answer_of(asked, name)
    ok(str(got) == value, f"{row}: {asked}: {wanted}", f"{got} ({link})")
done()
