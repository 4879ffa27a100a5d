# SPDX-License-Identifier: MIT
"""Compares the instructions of the hot operations, counted by callgrind, with the recorded counts.
They hardly depend on the machine, so a change that makes an operation slower fails this test on
the same day. If the change is intended, put the new count in COUNTS, and print the figures of
docs/performance.md again (scripts/bench).

Usage: test_instructions.py ROOT GPUOCC COMPILER BENCH...     the test
       test_instructions.py --table GPUOCC BENCH...           a table of all rows of the benches"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402
from bench import builds, rows  # noqa: E402

# With gcc 12 on x86-64 and -O2, which is the compiler of Debian 12.
RECORDED_BY = "gcc 12"
COUNTS = {
    "one": 343,
    "one-header": 350,
    "once": 299,
    "get": 92,
    "get-short": 279,
    "schedule": 1994,
    "bulk": 26,
    "bulk-outside": 721,
    "plan": 75970,
    "best": 1055,
    "best-header": 1190,
    "latency-results": 13406,
    "eval": 14015,
    "eval-json": 27513,
    "rank": 4780912,
}
# The tolerance: for the library, for the command (whose output sometimes grows), and for another
# compiler, where only more is an error.
LIBRARY, COMMAND, OTHERS = 0.10, 0.25, 0.50


def instructions(*command):
    """Returns the instructions that a run of a command executes, and its output."""
    plain = {**os.environ, "MALLOC_PERTURB_": "0"}  # Meson's setting fills what malloc() returns
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                           *command], capture_output=True, text=True, env=plain)
    collected = re.search(r"Collected : (\d+)", done.stderr)
    if collected is None:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr[-500:]}")
    return int(collected[1]), done.stdout


def of_row(bench, name):
    """Returns the instructions of one operation: those of two further passes, without the start."""
    once, operations = instructions(bench, name, "1")
    thrice, _ = instructions(bench, name, "3")
    return (thrice - once) / 2 / int(operations)


def of_eval(gpuocc, *options):
    """Returns the instructions of one row, without those of the start and of the first rows."""
    taken = []
    for count in (500, 1500):
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            rows.write(file, count)
            taken.append(instructions(gpuocc, "eval", *options, file.name)[0])
    return (taken[1] - taken[0]) / 1000


def of_rank(gpuocc):
    """Returns the instructions of one build of ten different ones, without those of the start."""
    files, taken = builds.smallest(), []
    for count in (10, 20):
        with tempfile.TemporaryDirectory() as folder:
            taken.append(instructions(gpuocc, *builds.write(folder, files, count))[0])
    return (taken[1] - taken[0]) / 10


def listed(bench):
    """Returns the names and texts of the rows of a bench."""
    lines = subprocess.run([bench, "--list"], capture_output=True, text=True).stdout.splitlines()
    return [(line[58:].strip(), line[:58].strip()) for line in lines]


def table(gpuocc, *benches):
    for bench in benches:
        for name, text in listed(bench):
            print(f"{text:58} {of_row(bench, name):10,.0f} instructions", flush=True)
    for options in ([], ["--json"]):
        text = " ".join(["gpuocc eval", *options]) + ", a row"
        print(f"{text:58} {of_eval(gpuocc, *options):10,.0f} instructions", flush=True)
    print(f"{'gpuocc rank, a build':58} {of_rank(gpuocc):10,.0f} instructions", flush=True)


def check(name, text, count, recorded):
    tolerance = OTHERS if not recorded else COMMAND if name.startswith("eval") else LIBRARY
    least = COUNTS[name] * (1 - tolerance) if recorded else 0
    tap.ok(least <= count <= COUNTS[name] * (1 + tolerance),
           f"{text}: {count:,.0f} instructions, {COUNTS[name]:,} recorded",
           f"allowed are {tolerance:.0%} more{' or less' if recorded else ''}; the head of "
           f"{__file__} says what to do if the change is meant")


def main():
    gpuocc, compiler, benches = sys.argv[2], sys.argv[3], sys.argv[4:]
    if shutil.which("valgrind") is None:
        tap.skip("instructions of the hot operations", "valgrind not found")
        tap.done()
    recorded = compiler == RECORDED_BY
    found = {name: (bench, text) for bench in benches for name, text in listed(bench)}
    for name in COUNTS:
        if name == "eval":
            check(name, "a row of gpuocc eval", of_eval(gpuocc), recorded)
        elif name == "eval-json":
            check(name, "a row of gpuocc eval --json", of_eval(gpuocc, "--json"), recorded)
        elif name == "rank":
            check(name, "a build of gpuocc rank", of_rank(gpuocc), recorded)
        elif tap.ok(name in found, f"a bench has the row {name}"):
            bench, text = found[name]
            check(name, text, of_row(bench, name), recorded)
    tap.done()


if __name__ == "__main__":
    if sys.argv[1] == "--table":
        table(*sys.argv[2:])
    else:
        main()
