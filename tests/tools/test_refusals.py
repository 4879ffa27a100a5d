#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the law of refusals: what a command does not accept it names, with something that it
accepts, and a command that takes this instead is answered. Each row of tests/data/refusals.tsv has
the arguments and the standard input of a command, its exit code, the value that it must name, what
it must name as accepted, and the arguments and the input that take this: these end with 0. The
exact sentences of refusals are in bad_inputs.tsv. Paths begin in tests/data; input has Python's
escapes. Usage: test_refusals.py SOURCE_ROOT PATH_OF_GPUOCC"""
import os
import shlex
import sys

sys.argv[2] = os.path.abspath(sys.argv[2])
from command import run  # noqa: E402
from tap import done, ok  # noqa: E402

os.chdir(os.path.join(sys.argv[1], "tests", "data"))
COMMANDS = ("kernels", "occupancy", "eval", "explain", "rank", "profile", "devices", "latency",
            "schedule")


def ask(arguments, given):
    return run(*shlex.split(arguments), given=given.encode().decode("unicode_escape"))


with open("refusals.tsv", encoding="utf-8") as file:
    ROWS = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
ok(len(ROWS) >= 60 and all(len(row) == 7 for row in ROWS), f"{len(ROWS)} commands")
COUNTS = {name: sum(row[0].split()[0] == name for row in ROWS) for name in COMMANDS}
ok(all(count >= 4 for count in COUNTS.values()), "several of each command", COUNTS)
for arguments, given, code, value, accepted, instead, input_instead in ROWS:
    answer = ask(arguments, given)
    said = answer.text + answer.errors
    ok(answer.code == int(code) and value in said and accepted in said,
       f"{arguments} <<< {given}: names {value} and {accepted}", answer)
    ok(answer.code != 0 or answer.errors, "is not answered without a word", answer)
    mended = ask(instead, input_instead)
    ok(mended.code == 0, f"{instead} <<< {input_instead}: is answered", mended)
done()
