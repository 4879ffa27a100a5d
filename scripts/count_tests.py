#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the assertions of Meson test logs: the skipped ones by their reasons, then the failed
ones. The last line is "N passed, N failed, N skipped"; the exit status is 1 if any failed. In CI
(environment variable CI) a skipped test is a failure unless its reason is in ALLOWED.
--ended is the exit status of meson: if it is not 0, something failed even where the logs do not say
so. Usage: count_tests.py [--ended STATUS] TESTLOG.JSON..."""
import argparse
import collections
import json
import os
import re
import sys

# What cannot be installed: a GPU, CUDA's header and compiler, packages where npm's registry is out
# of reach. And what another build of the same run tests.
ALLOWED = ("header not found", "cuda_runtime_api.h not found", "no GPU", "no nvcc",
           "left out of this build", "no koffi (npm)")

parser = argparse.ArgumentParser()
parser.add_argument("--ended", type=int, default=0)
parser.add_argument("logs", nargs="+")
options = parser.parse_args()
passed = 0
skipped = collections.Counter()
failures = []
for path in options.logs:
    if not os.path.exists(path):
        failures.append(f"failed: {path} does not exist: no test ran")
        continue
    with open(path) as log:
        tests = [json.loads(line) for line in log if line.strip()]
    if not tests:
        failures.append(f"failed: {path} is empty: no test ran")
    for test in tests:
        lines = (test.get("stdout") or "").splitlines()
        good = [line for line in lines if re.match(r"ok\b", line)]
        bad = [line for line in lines if re.match(r"not ok\b", line)]
        left_out = [line for line in good if re.search(r"# SKIP", line, re.I)]
        for line in left_out:
            allowed = "CI" not in os.environ or any(reason in line for reason in ALLOWED)
            if allowed:
                skipped[f"{test['name']}: {line.split('# SKIP')[-1].strip()}"] += 1
            else:
                failures.append(f"skipped in CI: {test['name']}: {line}")
        passed += len(good) - len(left_out)
        failures += [f"failed: {test['name']}: {line}" for line in bad]
        # A test that died says so only by its result.
        if test["result"] not in ("OK", "SKIP") and not bad:
            failures.append(f"failed: {test['name']}: {test['result']}")
        if not lines:
            failures.append(f"failed: {test['name']}: said nothing")
if options.ended != 0 and not failures:
    failures.append(f"failed: meson test ended with status {options.ended}")
for reason, count in skipped.items():
    print(f"skipped: {count} of {reason}")
for line in failures:
    print(line)
print(f"{passed} passed, {len(failures)} failed, {sum(skipped.values())} skipped")
sys.exit(bool(failures) or passed == 0)
