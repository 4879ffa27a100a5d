#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the assertions in Meson test logs. Prints the skipped ones by their reasons, then the
failed ones, each with what the test said about it (Meson prints only the error output of a test
that speaks TAP). The last line is "N passed, N failed, N skipped"; the exit status is 1 if any
failed.
In CI (environment variable CI) a skipped test is a failure unless its reason is in ALLOWED.
--ended is the exit status of meson: if it is not 0, something failed even if the logs do not show
it. --earlier is the log of an earlier run, of which only tests count that passed and skipped
nothing; --left FOLDER prints the names of the tests of a build folder that were not among them.
Usage: count_tests.py [--ended STATUS] [--earlier TESTLOG.JSON] [--left FOLDER | TESTLOG.JSON...]"""
import argparse
import collections
import itertools
import json
import os
import re
import subprocess
import sys

# What cannot be installed: a GPU, CUDA's header, compiler and disassembler, Python 3.8 on Debian
# 12, packages if npm's registry cannot be reached. And what another build of the same run tests.
ALLOWED = ("header not found", "cuda_runtime_api.h not found", "no GPU", "no nvcc", "no nvdisasm",
           "left out of this build", "no koffi (npm)", "no axe-core (npm)", "no publint (npm)",
           "Python 3.8 not found")

parser = argparse.ArgumentParser()
parser.add_argument("--ended", type=int, default=0)
parser.add_argument("--earlier")
parser.add_argument("--left", metavar="FOLDER")
parser.add_argument("logs", nargs="*")
options = parser.parse_args()


def tests_in(path):
    with open(path) as log:
        return [json.loads(line) for line in log if line.strip()]


def is_whole(test):
    """Whether a test passed and skipped nothing; its name follows "PROJECT:SUITE / "."""
    return test["result"] == "OK" and not re.search(r"^ok\b.*# SKIP", test.get("stdout") or "",
                                                    re.I | re.M)


def remarks_after(lines, place):
    """The comments that follow the assertion at this place."""
    return list(itertools.takewhile(lambda line: line.startswith("#"), lines[place + 1:]))


def reason(test, lines):
    """What shows why a test ended early: the ends of its output and of its error output."""
    said = lines[-5:] + (test.get("stderr") or "").splitlines()[-20:]
    return ["# " + line for line in said] or ["# the test printed nothing"]


earlier = []
if options.earlier and os.path.exists(options.earlier):
    earlier = [test for test in tests_in(options.earlier) if is_whole(test)]
if options.left:
    found = json.loads(subprocess.run(["meson", "introspect", "--tests", options.left], check=True,
                                      capture_output=True, text=True).stdout)
    done = {test["name"].split(" / ")[-1] for test in earlier}
    print(*[test["name"] for test in found if test["name"] not in done])
    sys.exit()
passed = sum(len(re.findall(r"^ok\b", test["stdout"], re.M)) for test in earlier)
skipped = collections.Counter()
failures = []
for path in options.logs:
    if not os.path.exists(path):
        failures.append(f"failed: {path} does not exist: no test ran")
        continue
    tests = tests_in(path)
    if not tests:
        failures.append(f"failed: {path} is empty: no test ran")
    for test in tests:
        lines = (test.get("stdout") or "").splitlines()
        good = [line for line in lines if re.match(r"ok\b", line)]
        bad = [place for place, line in enumerate(lines) if re.match(r"not ok\b", line)]
        left_out = [line for line in good if re.search(r"# SKIP", line, re.I)]
        for line in left_out:
            allowed = "CI" not in os.environ or any(text in line for text in ALLOWED)
            if allowed:
                skipped[f"{test['name']}: {line.split('# SKIP')[-1].strip()}"] += 1
            else:
                failures.append(f"skipped in CI: {test['name']}: {line}")
        passed += len(good) - len(left_out)
        failures += ["\n".join([f"failed: {test['name']}: {lines[place]}",
                                *remarks_after(lines, place)]) for place in bad]
        # The result is the only sign of a test that crashed. One that crashed after a failed
        # assertion has not printed its plan, "1..N".
        ended = any(re.match(r"1\.\.\d+", line) for line in lines)
        if test["result"] not in ("OK", "SKIP") and not (bad and ended):
            failures.append("\n".join([f"failed: {test['name']}: {test['result']}",
                                       *reason(test, lines)]))
        elif not lines:
            failures.append(f"failed: {test['name']}: said nothing")
if options.ended != 0 and not failures:
    failures.append(f"failed: meson test ended with status {options.ended}")
for text, count in skipped.items():
    print(f"skipped: {count} of {text}")
for line in failures:
    print(line)
print(f"{passed} passed, {len(failures)} failed, {sum(skipped.values())} skipped")
sys.exit(bool(failures) or passed == 0)
