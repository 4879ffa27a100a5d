#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that a program of the first interface runs with the current library: built with the first
headers, linked with only the first symbols. Usage: test_old.py SOURCE_ROOT LIBRARY"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

root, library = sys.argv[1:3]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

FIRST = os.path.join(root, "tests", "abi", "first")


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


with open(os.path.join(FIRST, "gpuocc.map"), encoding="utf-8") as file:
    symbols = re.findall(r"^\s*(gpuocc_\w+);", file.read(), re.M)
with open(os.path.join(root, "tests", "abi", "soname"), encoding="utf-8") as file:
    soname = file.read().strip()
for compiler in ("gcc", "clang"):
    if shutil.which(compiler) is None:
        skip(f"an old program, by {compiler}", f"no {compiler}")
        continue
    with tempfile.TemporaryDirectory() as folder:
        stub, program = os.path.join(folder, soname), os.path.join(folder, "client")
        source = os.path.join(folder, "stub.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write("".join(f"void {name}(void);\nvoid {name}(void)\n{{\n}}\n"
                               for name in symbols))
        made = run(compiler, "-shared", "-fPIC", "-o", stub, source, "-Wl,-soname," + soname,
                   "-Wl,--version-script=" + os.path.join(FIRST, "gpuocc.map"))
        ok(made.returncode == 0 and len(symbols) > 60,
           f"a library with the {len(symbols)} first symbols, by {compiler}", made.stderr)
        made = run(compiler, "-std=c99", "-Wall", "-Wextra", "-Werror", "-I", FIRST,
                   os.path.join(FIRST, "client.c"), stub, "-o", program)
        if ok(made.returncode == 0, f"the first client builds with the first headers, {compiler}",
              made.stderr):
            answer = run(program, env=dict(
                os.environ, LD_BIND_NOW="1",
                LD_LIBRARY_PATH=os.path.dirname(os.path.abspath(library))))
            ok(answer.returncode == 0 and answer.stdout == "",
               f"and is answered rightly by today's library, {compiler}", answer.stdout,
               answer.stderr)
done()
