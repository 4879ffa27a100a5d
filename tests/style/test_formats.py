#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every reader of kernels/formats.def has a row in the table of all formats of docs/kernels.md, a
unit test that names its function (or one of its reports as a whole), and a fuzz target.
Usage: test_formats.py ROOT"""
import glob
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from tap import done, ok  # noqa: E402

root = sys.argv[1]


def text(*path):
    with open(os.path.join(root, *path), encoding="utf-8") as file:
        return file.read()


readers = re.findall(r"^(?:BINARY|TEXT|LOOSE)\((\w+)\)", text("kernels", "formats.def"), re.M)
ok(len(readers) > 20, "more than twenty readers")
section = re.search(r"^## All formats$(.*?)^## ", text("docs", "kernels.md"), re.M | re.S)[1]
rows = re.findall(r"^\| `(\w+)` \|", section, re.M)
ok(rows == readers, "the table of docs/kernels.md has all readers in their order", rows)
units = glob.glob(os.path.join(root, "tests", "kernels", "**", "*.c"), recursive=True)
tests = "".join(text(path) for path in units)
targets = re.search(r"fuzz_readers = \[(.*?)\]", text("tests", "fuzz", "meson.build"), re.S)[1]
fuzzed = re.findall(r"'(\w+)'", targets)
for reader in readers:
    whole = os.path.join(root, "tests", "tools", f"test_readers_{reader}.py")
    ok(re.search(rf"\bformat_{reader}\b", tests) or os.path.exists(whole), f"{reader} has a test")
    ok(reader in fuzzed, f"{reader} has a fuzz target", fuzzed)
done()
