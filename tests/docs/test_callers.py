#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/callers.md: its programs are those of docs/examples, its table has their lines and calls,
and those of the same tasks with the first edition's interface (tests/docs/first_edition). The
autotuner runs with NumPy and the package; tests/examples runs the other two.
Usage: test_callers.py SOURCE_ROOT LIBRARY"""
import os
import re
import subprocess
import sys
import tempfile

root, library = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

CALLERS = {"engine": ("engine_vulkan.c", "engine_vulkan.cpp"),
           "autotuner": ("autotuner.py", "autotuner.py"),
           "compiler": ("compiler_target.c", "compiler_target.c")}
EXPECTED = "15 of 36 configurations are worth a run\n"


def python_with_numpy():
    """Returns the first Python with NumPy, or None: Debian's packages are for its own Python."""
    for python in (sys.executable, "/usr/bin/python3"):
        if os.path.exists(python) and subprocess.run([python, "-c", "import numpy"],
                                                     capture_output=True).returncode == 0:
            return python
    return None


def read(*names):
    with open(os.path.join(root, *names), encoding="utf-8") as file:
        return file.read()


def size(name, text):
    """Lines without comments, blank lines and single braces; and calls of the library."""
    if name.endswith(".py"):
        text = re.sub(r'^""".*?"""', "", re.sub(r"^#.*", "", text, flags=re.M), flags=re.M | re.S)
        calls = re.findall(r"\bgpuocc\.\w+\(", text)
    else:
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        calls = re.findall(r"\bgpuocc_\w+\(", text)
    return sum(len(line.strip()) > 1 for line in text.splitlines()), len(calls)


page = read("docs", "callers.md")
for caller, (before, after) in CALLERS.items():
    old = size(before, read("tests", "docs", "first_edition", before))
    new = size(after, read("docs", "examples", after))
    row = f"| {old[0]} | {new[0]} | {old[1]} | {new[1]} |"
    ok(re.search(rf"^\| {caller} {re.escape(row)} ", page, re.M), f"{caller}: {row}", page)
    ok(new[0] <= old[0] and new[1] <= old[1], f"{caller}: no more lines and calls than before")
blocks = re.findall(r"^```(?:cpp|python|c)\n(.*?)^```", page, re.S | re.M)
sources = "\n".join(read("docs", "examples", after) for _, after in CALLERS.values())
ok(len(blocks) == 3 and all(block in sources for block in blocks),
   "the programs of the page are those of docs/examples")
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([sys.executable, os.path.join(root, "bindings", "python", "backend.py"),
                    "modules", folder], check=True, capture_output=True)
    environment = dict(os.environ, PYTHONPATH=folder, GPUOCC_LIBRARY=library,
                       PYTHONDONTWRITEBYTECODE="1")
    python = python_with_numpy()
    if python is None:
        skip("the autotuner", "no numpy")
    else:
        run = subprocess.run([python, os.path.join(root, "docs", "examples", "autotuner.py")],
                             capture_output=True, text=True, env=environment)
        ok(run.stdout == EXPECTED, "the autotuner", run.stdout, run.stderr)
done()
