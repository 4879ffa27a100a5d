#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the assertions of Meson test logs, skipped ones with their reasons. The last line is
"N passed, N failed, N skipped"; the exit status is 1 if any failed. In CI (environment variable
CI) a skipped test is a failure unless its reason is in ALLOWED.
Usage: count_tests.py TESTLOG.JSON..."""
import json
import os
import re
import sys

# What cannot be installed: a GPU, CUDA's header and compiler, packages where npm's registry is out
# of reach. And what another build of the same run tests.
ALLOWED = ("header not found", "cuda_runtime_api.h not found", "no GPU", "no nvcc",
           "left out of this build", "no koffi (npm)")

passed = failed = skipped = 0
for path in sys.argv[1:]:
    if not os.path.exists(path):
        failed += 1
        print(f"failed: {path} is not there: the build failed")
        continue
    with open(path) as log:
        tests = [json.loads(line) for line in log if line.strip()]
    for test in tests:
        lines = (test.get("stdout") or "").splitlines()
        good = [line for line in lines if re.match(r"ok\b", line)]
        bad = [line for line in lines if re.match(r"not ok\b", line)]
        left_out = [line for line in good if re.search(r"# SKIP", line, re.I)]
        for line in left_out:
            allowed = "CI" not in os.environ or any(reason in line for reason in ALLOWED)
            print(f"{'skipped' if allowed else 'skipped in CI'}: {test['name']}: {line}")
            failed += not allowed
            skipped += allowed
        passed += len(good) - len(left_out)
        failed += len(bad)
        for line in bad:
            print(f"failed: {test['name']}: {line}")
        # A test that died says so only by its result.
        if test["result"] not in ("OK", "SKIP") and not bad:
            failed += 1
            print(f"failed: {test['name']}: {test['result']}")
        if not lines:
            failed += 1
            print(f"failed: {test['name']}: said nothing")
print(f"{passed} passed, {failed} failed, {skipped} skipped")
sys.exit(failed != 0 or passed == 0)
