#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares gpuocc profile with figures that profilers printed in public files: Kineto's "est.
achieved occupancy %" (tests/data/runs/kineto_percent.csv), and ncu's limits and occupancy
(ncu_limits.csv)."""
import csv
import itertools
import json
import os
import sys

from command import run
from tap import done, ok

DATA = os.path.join(sys.argv[1], "tests", "data", "runs")
DEFAULT_LIMIT = 49152  # bytes of a group without opt-in
ROUNDING = 0.5 + 1e-9  # Kineto prints whole numbers


def rows_of(name):
    with open(os.path.join(DATA, name), encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if line[0] != "#"))


def trace_of(rows):
    """Returns a trace with one launch of each row, which is its stream."""
    major, minor = rows[0]["capability"].split(".")
    gpu = {"id": 0, "name": rows[0]["device"], "computeMajor": int(major),
           "computeMinor": int(minor), "numSms": int(rows[0]["cores"]),
           "maxThreadsPerMultiprocessor": 2048, "sharedMemPerBlockOptin": 0}
    events = [{"ph": "X", "cat": "kernel", "name": f"k{i}", "ts": i, "dur": 1, "args": {
        "device": 0, "registers per thread": int(row["registers"]),
        "shared memory": int(row["shared"]), "grid": [int(row["groups"]), 1, 1],
        "block": [int(row["threads"]), 1, 1],
        "est. achieved occupancy %": int(row["percent"])}} for i, row in enumerate(rows)]
    return json.dumps({"deviceProperties": [gpu], "traceEvents": events}).encode()


for device, group in itertools.groupby(rows_of("kineto_percent.csv"), lambda row: row["device"]):
    rows = list(group)
    answer = run("profile", "--json", "-", given=trace_of(rows))
    found = {row["name"]: row for row in answer.json()["rows"]}
    ok(answer.code == 0 and len(found) == len(rows), f"{len(rows)} shapes on {device}", answer)
    wrong = []
    for i, row in enumerate(rows):
        ours, percent = found[f"k{i}"], int(row["percent"])
        because = ours["reported"]["because"]
        grid = int(row["groups"]) / int(row["cores"])
        # Without opt-in no group fits, and PyTorch says 0 %; we say what resides. A grid that does
        # not fill the GPU is counted by PyTorch, and by us in percent_with_grid.
        if int(row["shared"]) > DEFAULT_LIMIT:
            right = because == "opt_in" and percent == 0 and ours["groups"] > 0
        elif grid < ours["groups"]:
            right = abs(ours["percent_with_grid"] - percent) <= ROUNDING and \
                because in ("grid", None)
        else:
            right = abs(ours["percent"] - percent) <= ROUNDING and because is None
        wrong += [] if right else [(row, because, ours["percent"], ours["percent_with_grid"])]
    ok(not wrong, f"what PyTorch said of all {len(rows)} shapes on {device}", *wrong)

METRICS = (("Registers Per Thread", "register/thread", "registers"),
           ("Static Shared Memory Per Block", "byte/block", "static"),
           ("Dynamic Shared Memory Per Block", "byte/block", "dynamic"),
           ("# SMs", "SM", "cores"), ("Duration", "us", "1.00"), ("Waves Per SM", "", "rounds"),
           ("Block Limit SM", "block", "limit_groups"),
           ("Block Limit Registers", "block", "limit_registers"),
           ("Block Limit Shared Mem", "block", "limit_shared"),
           ("Block Limit Warps", "block", "limit_waves"),
           ("Theoretical Occupancy", "%", "theoretical_percent"))
for row in rows_of("ncu_limits.csv"):
    text = (f"[1] program@127.0.0.1\n  kernel(int) ({row['groups']}, 1, 1)x({row['threads']}, 1, 1)"
            f", Context 1, Stream 7, Device 0, CC {row['capability']}\n" +
            "".join(f"    {name:<40} {unit:<16} {row.get(value, value)}\n"
                    for name, unit, value in METRICS))
    answer = run("profile", "--json", "-", given=text.encode())
    ours = answer.json()["rows"][0]
    limits = {limit["name"]: limit["groups"] for limit in ours["limits"]}
    ok(answer.code == 0 and ours["reported"]["because"] is None and
       abs(ours["percent"] - float(row["theoretical_percent"])) < 0.01 and
       all(limits[name] == int(row["limit_" + name]) for name in ("groups", "registers", "waves")),
       f"what ncu said of a kernel on CC {row['capability']}", answer)
    if int(row["static"]) + int(row["dynamic"]) != 0:
        # The carve-out in percent, rounded down, is the smallest that needs this pool.
        architecture = "sm_" + row["capability"].replace(".", "")
        pool = next(number["value"] for number in
                    run("device", architecture, "--json").json()["devices"][0]["numbers"]
                    if number["name"] == "shared_pool_bytes")
        configured = run("occupancy", "--json", architecture, "--carveout-percent",
                         str(int(row["shared_configured"]) * 100 // pool), "--threads",
                         row["threads"], "--registers", row["registers"], "--shared",
                         row["static"], "--dynamic-shared", row["dynamic"])
        shared = [limit["groups"] for limit in configured.json()["limits"]
                  if limit["name"] == "shared"]
        ok(shared == [int(row["limit_shared"])] and shared[0] <= limits["shared"],
           "and of the shared memory that was configured", configured, answer)
    rounds = int(row["groups"]) / (ours["groups"] * int(row["cores"]))
    ok(abs(rounds - float(row["rounds"])) < 0.006, "and of its rounds", answer)
done()
