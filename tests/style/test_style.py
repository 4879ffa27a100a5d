#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the shape of the code: dependencies have one direction, functions and files are short, no
vendor is named in lib/. Usage: test_style.py SOURCE_ROOT"""
import glob
import os
import re
import sys

root = sys.argv[1]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok  # noqa: E402

sys.path.insert(0, os.path.join(root, "scripts"))
sys.dont_write_bytecode = True
import api as interface  # noqa: E402

FUNCTION_LINES, FILE_LINES, COLUMNS = 60, 800, 100


def files(*patterns):
    return sorted(path for pattern in patterns
                  for path in glob.glob(os.path.join(root, pattern), recursive=True))


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def name(path):
    return os.path.relpath(path, root)


def includes(path):
    return re.findall(r'^#include ["<]([^">]+)[">]', text(path), flags=re.M)


def functions(path):
    """Yields the name and number of lines of each function, whose braces open and close in column
    1."""
    start, head = None, ""
    for number, line in enumerate(text(path).splitlines(), 1):
        if start is None and line == "{":
            start = number
        elif start is not None and line.startswith("}"):
            yield head, number - start + 1
            start = None
        elif start is None and re.match(r"\w", line):
            head = line


CODE = files(*(f"{folder}/**/*.[ch]" for folder in ("lib", "devices", "kernels", "models", "runs",
                                                       "tools")), "include/**/*.h")
ALL = CODE + files("tests/**/*.c", "tests/**/*.h")

long = [f"{name(p)}: {f} {n}" for p in ALL for f, n in functions(p) if n > FUNCTION_LINES]
ok(not long, f"no function is longer than {FUNCTION_LINES} lines", *long)
long = [f"{name(p)}: {len(text(p).splitlines())}" for p in CODE + files("lib/**/*.def")
        if len(text(p).splitlines()) > FILE_LINES]
ok(not long, f"no file but records is longer than {FILE_LINES} lines", *long)
wide = [f"{name(p)}:{n}" for p in ALL + files(
    "**/meson.build", "tests/**/*.py", "scripts/*", "devices/**/*.py", "devices/*/*.ini")
        for n, line in enumerate(text(p).splitlines(), 1)
        if len(line) > COLUMNS and (" " in line.strip() or not p.endswith(".ini"))]
ok(not wide, f"no line is longer than {COLUMNS} columns", *wide)

VENDORS = r"\b(" + "|".join(re.findall(r"^VENDOR\(\w+, (\w+)\)", text(os.path.join(
    root, "devices", "vendors.def")), re.M)) + r"|cuda|kepler|gfx\d+|sm_\d+)\b"
# Except for the public constants of vendors and of their tools.
named = [f"{name(p)}:{n}" for p in files("lib/**/*.[ch]", "lib/**/*.def")
         for n, line in enumerate(text(p).splitlines(), 1) if re.search(VENDORS, line, re.I) and
         not re.match(r"NAME\((VENDORS|CONVENTIONS), ", line)]
ok(not named, "lib/ names no vendor", *named)

wrong = [f"{name(p)}: {i}" for p in files(*(
    f"{folder}/**/*.[ch]" for folder in ("tools", "kernels", "runs")))
         for i in includes(p) if os.path.exists(os.path.join(root, "lib", i)) and
         not os.path.exists(os.path.join(root, "tools", i))]
ok(not wrong, "the command includes public headers only", *wrong)
ABOVE = "tools/main.c", "tools/session.c", "tools/commands/"
wrong = [f"{name(p)}: {i}" for p in files("tools/**/*.[ch]") for i in includes(p)
         if i.startswith("commands/") and not name(p).startswith(
             f"tools/{os.path.dirname(i)}/" if i.count("/") > 1 else ABOVE)]
ok(not wrong, "input/ and output/ do not use commands/, nor a command the parts of another", *wrong)
wrong = [f"{name(p)}: {guard}" for p in files(
    "lib/**/*.h", "kernels/**/*.h", "runs/**/*.h", "tools/**/*.h")
         for guard in re.findall(r"^#ifndef (\w+)\n#define \1$", text(p), re.M)
         if not guard.endswith(f"_{os.path.basename(p)[:-2].upper()}_H")]
ok(not wrong, "include guards have the names of their files", *wrong)
wrong = [f"{name(p)}: {i}" for p in files("include/**/*.h") for i in includes(p)
         if not os.path.exists(os.path.join(os.path.dirname(p), i)) and
         i not in ("stddef.h", "stdint.h") and not (i == "string.h" and "adapt" in p) and
         not (i in ("limits.h", "string.h") and "compat" in p)]
ok(not wrong, "public headers include each other and two of C's", *wrong)
folders = [os.path.basename(os.path.dirname(p)) for p in files("devices/*/meson.build")]
wrong = [f"{name(p)}: {i}" for p in files("devices/*/*.[ch]") for i in includes(p)
         for other in folders if other != os.path.basename(os.path.dirname(p)) and
         other in i]
ok(not wrong, "no vendor includes another's header", *wrong)
FORBIDDEN = {"stdio.h", "stdlib.h", "math.h", "errno.h", "assert.h", "time.h"}
wrong = [f"{name(p)}: {i}" for p in files("lib/**/*.[ch]", "devices/**/*.[ch]", "models/**/*.[ch]")
         for i in includes(p) if i in FORBIDDEN]
ok(not wrong, "the libraries include nothing that allocates, prints or computes", *wrong)
wrong = [name(p) for p in ALL + files("devices/**/*.py", "devices/*/*.ini")
         if "SPDX-License-Identifier: MIT" not in text(p)]
ok(not wrong, "every file names its licence", *wrong)
# Anyone may write there; a private folder comes from mkdtemp, mktemp -d or the build folder.
FIXED = re.compile("/" + r"tmp\b|/var/" + r"tmp\b|/dev/" + r"shm\b|tempfile\.mkt" + r"emp\b")
wrong = [f"{name(p)}:{n}" for p in ALL + files(
    "scripts/*", "devices/*.py", ".ci/*", "**/meson.build", "docs/examples/*", "packaging/cmake/*",
    "web/wasm/*", *("tests/**/*." + kind for kind in ("py", "cc", "cjs", "cs", "lua", "rs")))
         if os.path.isfile(p) and not p.endswith((".cubin", ".co"))
         for n, line in enumerate(text(p).splitlines(), 1) if FIXED.search(line)]
ok(not wrong, "no fixed path in a folder that others can write to", *wrong)
public = set(re.findall(r"^\s+(gpuocc_\w+);", "".join(map(text, files(
    "lib/gpuocc.map", "models/gpuocc-models.map"))), re.M))
fuzzed = set(re.findall(r"\b(gpuocc_\w+)\(", "".join(map(text, files(
    "tests/fuzz/*.[ch]", "tests/handles.h")))))
ok(public and not public - fuzzed, "a fuzz target calls every public function",
   *sorted(public - fuzzed))
# Lists of mutants and branches, each with the line of code that it is about.
stale = []
for path in ("tests/mutation/explained.txt", "tests/coverage/defensive.txt"):
    for number, line in enumerate(text(os.path.join(root, path)).splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            source, fragment = (part.strip() for part in line.split(" | ")[:2])
            source = os.path.join(root, source.split(":")[0])
            if not os.path.exists(source) or fragment not in text(source):
                stale.append(f"{path}:{number}: {fragment}")
ok(not stale, "explained mutants and branches are about lines that exist", *stale)
# Functions that are still to take a struct instead.
LONG = {"gpuocc_plan_run"}
wrong = {f["name"] for f in interface.read(root)["functions"] if len(f["parameters"]) > 6}
ok(wrong == LONG, "no public function has more than six parameters", *sorted(wrong ^ LONG))
# Public functions that the command does not need, each with the reason.
NOT_IN_COMMAND = {
    "gpuocc_device_candidates": "it writes the architecture of each as well",
    "gpuocc_device_count": "it calls gpuocc_device_at until there is no further device",
    "gpuocc_device_named": "it takes names with their length, and reports ambiguous ones",
    "gpuocc_device_pci": "it gives PCI ids to gpuocc_device_find as text",
    "gpuocc_device_size": "for bindings; in C there is sizeof(gpuocc_custom_device)",
    "gpuocc_latency_size": "for bindings; in C there is sizeof(gpuocc_latency)",
    "gpuocc_occupancy_compute": "it shows every result of an occupancy",
    "gpuocc_occupancy_size": "for bindings; in C there is sizeof(gpuocc_occupancy)",
    "gpuocc_schedule_size": "for bindings; in C there is sizeof(gpuocc_schedule)",
    "gpuocc_occupancy_device": "it knows the device that it asked about",
    "gpuocc_occupancy_waves": "it shows ranges, which gpuocc_occupancy_get gives",
    "gpuocc_occupancy_max_waves": "the same",
    "gpuocc_occupancy_limiters": "the same",
    "gpuocc_plan_device": "eval does not use plans",
    "gpuocc_plan_init": "eval: each row may name its own device, convention and edits of it",
    "gpuocc_plan_run": "eval does not use plans",
    "gpuocc_plan_size": "eval does not use plans"}
declared = set(re.findall(r"^GPUOCC_API [^;(]*?\b(gpuocc_\w+)\(", "".join(map(text, files(
    "include/gpuocc/*.h", "models/include/gpuocc/*.h"))), re.M))
used = set(re.findall(r"\b(gpuocc_\w+)\(", "".join(map(text, files("tools/**/*.[ch]")))))
ok(declared == public, "the headers declare what the library exports", *sorted(declared ^ public))
wrong = sorted((declared - used) ^ set(NOT_IN_COMMAND))
ok(not wrong, "the command uses every public function but those listed with a reason", *wrong)
done()
