#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes four deliberate breaks of the binary interface. Each is put into a copy of the tree, must
be caught there by the tests of this folder, and is reverted. Usage: test_breaks.py SOURCE_ROOT"""
import os
import shutil
import subprocess
import sys
import tempfile

root = sys.argv[1]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

# What is done; the file; the original text; the changed text; the tests that must fail.
BREAKS = [
    ("a member is inserted", "occupancy.h", "    uint32_t wave_size;\n",
     "    uint32_t inserted;\n    uint32_t wave_size;\n", {"layout", "baseline", "old"}),
    ("two members are swapped", "schedule.h",
     "    double latency;\n"
     "    /** Time for which a group occupies the busiest resource of its core. */\n"
     "    double per_core;\n", "    double per_core;\n    double latency;\n",
     {"layout", "baseline", "old"}),
    ("a member is widened", "advice.h", "    uint32_t limiters; /**< set of enum gpuocc_limit at",
     "    uint64_t limiters; /**< set of enum gpuocc_limit at", {"layout", "baseline", "old"}),
    ("a constant is changed", "occupancy.h", "    GPUOCC_LIMIT_REGISTERS = 2, ",
     "    GPUOCC_LIMIT_REGISTERS = 9, ", {"layout", "old"}),
]
TESTS = ("layout", "baseline", "old")


def build(copy):
    """Builds the library of the copy from its two files."""
    made = os.path.join(copy, "made")
    subprocess.run([os.path.join(copy, "scripts", "amalgamate"), made], check=True)
    with open(os.path.join(copy, "tests", "abi", "soname"), encoding="utf-8") as file:
        soname = file.read().strip()
    name = os.path.join(made, soname)
    answer = subprocess.run(
        ["cc", "-std=c99", "-O0", "-fPIC", "-shared", "-fvisibility=hidden", "-w",
         "-Wl,--version-script=" + os.path.join(copy, "lib", "gpuocc.map"),
         "-Wl,-soname," + soname, os.path.join(made, "gpuocc.c"), "-o", name],
        capture_output=True, text=True)
    return name if answer.returncode == 0 else None


def noticed(copy):
    """Returns the tests that fail."""
    library = build(copy)
    return {test for test in TESTS if library is None or subprocess.run(
        [sys.executable, os.path.join(copy, "tests", "abi", f"test_{test}.py"), copy, library],
        capture_output=True).returncode != 0}


def change(path, before, after):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if text.count(before) != 1:
        return False
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(before, after))
    return True


needed = {"layout": "clang", "baseline": "abidiff", "old": "gcc"}
if any(shutil.which(tool) is None for tool in needed.values()):
    skip("deliberate breaks", "needs clang, abidiff and gcc")
    done()
with tempfile.TemporaryDirectory() as folder:
    copy = os.path.join(folder, "copy")
    os.mkdir(copy)
    shutil.copy(os.path.join(root, "meson.build"), copy)
    for name in ("include", "lib", "devices", "models", "scripts", "tests"):
        shutil.copytree(os.path.join(root, name), os.path.join(copy, name),
                        ignore=shutil.ignore_patterns("data", "__pycache__"))
    problems = noticed(copy)
    ok(not problems, "the copy as it is passes", problems)
    for what, header, before, after, watchers in BREAKS:
        path = os.path.join(copy, "include", "gpuocc", header)
        if not ok(change(path, before, after), f"{what} in {header}"):
            continue
        problems = noticed(copy)
        ok(watchers <= problems, f"noticed by {', '.join(sorted(problems))}",
           f"not by {watchers - problems}")
        change(path, after, before)
    problems = noticed(copy)
    ok(not problems, "taken back, it passes again", problems)
done()
