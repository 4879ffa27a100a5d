#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares with figures that other projects published about their kernels
(tests/data/strangers.csv): measured, read from a profiler, or derived by the vendor's rules. Usage:
test_strangers.py ROOT COMMAND"""
import csv
import os

from command import evaluate, run, sys
from tap import done, ok

FIELDS = ("device,threads_per_group,registers_per_thread,accumulators_per_thread,"
          "scalar_registers_per_wave,trap_registers,shared_bytes,dynamic_shared_bytes,"
          "global_caching").split(",")

with open(os.path.join(sys.argv[1], "tests", "data", "strangers.csv"), encoding="utf-8") as file:
    rows = list(csv.DictReader(file))
ok(len(rows) == 31 and len({row["source"] for row in rows}) == 10, "31 figures from 10 pages",
   len(rows), len({row["source"] for row in rows}))
answers = evaluate("\n".join([",".join(FIELDS)] + [
    ",".join(row[field] for field in FIELDS) for row in rows])).rows()
ok(len(answers) == len(rows), "each has an answer", len(answers))
for row, answer in zip(rows, answers):
    if row["most"]:
        told = run("most", row["device"], "-t", row["threads_per_group"], "--groups", row["most"],
                   "--field", row["result"], "--json").json()
        value = str(told["most"][0]["value"])
    else:
        value = answer[row["result"]]
    kernel = " ".join(f"{field} {row[field]}" for field in FIELDS[1:] if row[field])
    what = f"{row['result']} for {row['most']} groups" if row["most"] else row["result"]
    ok(value == row["expected"], f"{row['device']}, {kernel}: {what} {row['expected']}, as "
       f"{row['source']} says", value, answer["message"])
done()
