#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that a trace of make_kineto.py gives the launches that it has.
Usage: test_made.py RUNS_SPEED"""
import json
import os
import re
import subprocess
import sys
import tempfile

folder = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(folder))
from tap import done, ok  # noqa: E402

for options in ([], ["--amd"]):
    with tempfile.TemporaryDirectory() as stage:
        path = os.path.join(stage, "trace.json")
        subprocess.run([sys.executable, os.path.join(folder, "make_kineto.py"), "--kernels", "300",
                        *options, path], check=True)
        with open(path, encoding="ascii") as file:
            events = [e for e in json.load(file)["traceEvents"] if e.get("cat") == "kernel"]
        answer = subprocess.run([sys.argv[1], path, "1"], capture_output=True, text=True)
    found = re.search(r"(\d+) launches, ([\d.]+) s:", answer.stdout)
    total = sum(event["dur"] for event in events) * 1e-6
    ok(found and int(found[1]) == len(events) == 300 and abs(float(found[2]) - total) < 2e-6,
       f"300 launches of {total:.6f} s {' '.join(options)}", answer.stdout, answer.stderr)
done()
