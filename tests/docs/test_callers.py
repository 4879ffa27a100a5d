#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The programs of docs/c.md and docs/languages.md are those of docs/examples. The autotuner runs
with NumPy and the package; tests/examples runs the others.
Usage: test_callers.py SOURCE_ROOT LIBRARY"""
import os
import re
import subprocess
import sys
import tempfile

root, library = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

CALLERS = {"c.md": ("engine_vulkan.cpp", "compiler_target.c"), "languages.md": ("autotuner.py",)}
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


for page, programs in CALLERS.items():
    blocks = re.findall(r"^```(?:cpp|python|c)\n(.*?)^```", read("docs", page), re.S | re.M)
    for program in programs:
        ok(any(block in read("docs", "examples", program) for block in blocks),
           f"docs/{page} shows lines of docs/examples/{program}")
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
