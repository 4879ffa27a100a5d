#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The example of the README in other languages gives the same answer.
Usage: test_ffi.py SOURCE_ROOT LIBRARY"""
import os
import shutil
import subprocess
import sys
import tempfile

root, library = sys.argv[1:3]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

here = os.path.join(root, "tests", "ffi")
folder = os.path.dirname(os.path.abspath(library))
environment = dict(os.environ, LD_LIBRARY_PATH=folder)
EXPECTED = "3 groups, 24 of 48 waves\n"
ADVICE = """cut 8 registers_per_thread (72 -> 64): 4 groups instead of 3, 32 of 48 waves, \
then limited by registers and shared; it may grow to 80 at no cost
shared_bytes may grow to 33024 at no cost
cut 32 threads_per_group (256 -> 224): 4 groups instead of 3, 28 of 48 waves, \
then limited by registers and shared
"""


def check(name, *command, expected=EXPECTED):
    run = subprocess.run(command, capture_output=True, text=True, env=environment)
    ok(run.returncode == 0 and run.stdout == expected, name, run.stdout, run.stderr)


check("Python, ctypes", sys.executable, os.path.join(here, "example.py"), library,
      expected=EXPECTED + ADVICE)
if shutil.which("luajit"):
    check("LuaJIT", "luajit", os.path.join(here, "example.lua"), library)
else:
    skip("LuaJIT", "no luajit")
if shutil.which("rustc"):
    with tempfile.TemporaryDirectory() as temporary:
        program = os.path.join(temporary, "example")
        build = subprocess.run(["rustc", "--edition", "2021", "-L", folder, "-o", program,
                                os.path.join(here, "example.rs")], capture_output=True, text=True)
        if ok(build.returncode == 0, "Rust compiles it", build.stderr):
            check("Rust", program)
else:
    skip("Rust", "no rustc")
done()
