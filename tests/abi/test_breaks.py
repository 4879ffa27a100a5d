#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes four deliberate breaks of the binary interface. Each is put into a copy of the tree, must
be caught there by the test of the layout, and is reverted. Usage: test_breaks.py SOURCE_ROOT"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

root = sys.argv[1]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

# What is done; the file; the original text; the changed text.
BREAKS = [
    ("a member is inserted", "occupancy.h", "    uint32_t wave_size;\n",
     "    uint32_t inserted;\n    uint32_t wave_size;\n"),
    ("two members are swapped", "schedule.h",
     "    double latency;\n"
     "    /** Time for which a group occupies the busiest resource of its core. */\n"
     "    double per_core;\n", "    double per_core;\n    double latency;\n"),
    ("a member is widened", "advice.h", "    uint32_t limiters; /**< set of enum gpuocc_limit at",
     "    uint64_t limiters; /**< set of enum gpuocc_limit at"),
    ("a constant is changed", "occupancy.h", "    GPUOCC_LIMIT_REGISTERS = 2, ",
     "    GPUOCC_LIMIT_REGISTERS = 9, "),
]


def noticed(copy):
    """Returns whether both the compilers and the record of the headers notice a change."""
    text = subprocess.run([sys.executable, os.path.join(copy, "tests", "abi", "test_layout.py"),
                           copy], capture_output=True, text=True).stdout
    return re.search(r"^not ok \d+ - the record", text, re.M) is not None and \
        re.search(r"^not ok \d+ - layouts on", text, re.M) is not None


def change(path, before, after):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if text.count(before) != 1:
        return False
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(before, after))
    return True


if shutil.which("clang") is None:
    skip("deliberate breaks", "needs clang")
    done()
with tempfile.TemporaryDirectory() as folder:
    copy = os.path.join(folder, "copy")
    os.mkdir(copy)
    shutil.copy(os.path.join(root, "meson.build"), copy)
    for name in ("include", "lib", "models", "scripts", "tests"):
        shutil.copytree(os.path.join(root, name), os.path.join(copy, name),
                        ignore=shutil.ignore_patterns("data", "__pycache__"))
    ok(not noticed(copy), "the copy as it is passes")
    for what, header, before, after in BREAKS:
        path = os.path.join(copy, "include", "gpuocc", header)
        if ok(change(path, before, after), f"{what} in {header}"):
            ok(noticed(copy), "and is noticed")
            change(path, after, before)
    ok(not noticed(copy), "taken back, it passes again")
done()
