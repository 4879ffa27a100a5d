#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that abidiff finds no change of the library compared with the recorded baseline.abi,
without suppressions: in the exports of the shared library, and in the types of its debug
information, from gcc and from clang. An addition that is not recorded fails as well:
scripts/abi_snapshot records it. Usage: test_baseline.py SOURCE_ROOT LIBRARY"""
import os
import platform
import shutil
import subprocess
import sys
import tempfile

root, library = sys.argv[1:3]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

BASELINE = os.path.join(root, "tests", "abi", "baseline.abi")
if shutil.which("abidiff") is None:
    skip("the recorded interface", "no abidiff")
    done()
if platform.machine() != "x86_64":
    skip("the recorded interface", "recorded on x86-64")
    done()


def differs(name):
    return subprocess.run(["abidiff", BASELINE, name], capture_output=True, text=True)


answer = differs(library)
ok(answer.returncode == 0, "the library of this build exports what was recorded", answer.stdout,
   answer.stderr)
with open(os.path.join(root, "tests", "abi", "soname"), encoding="utf-8") as file:
    soname = file.read().strip()
for compiler in ("gcc", "clang"):
    if shutil.which(compiler) is None:
        skip(f"its types, by {compiler}", f"no {compiler}")
        continue
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([os.path.join(root, "scripts", "amalgamate"), folder], check=True)
        name = os.path.join(folder, soname)
        made = subprocess.run(
            [compiler, "-std=c99", "-g", "-O0", "-fPIC", "-shared", "-fvisibility=hidden",
             "-Wl,--version-script=" + os.path.join(root, "lib", "gpuocc.map"),
             "-Wl,-soname," + soname, os.path.join(folder, "gpuocc.c"), "-o", name],
            capture_output=True, text=True)
        answer = differs(name) if made.returncode == 0 else made
        ok(answer.returncode == 0, f"and its types are those recorded, by {compiler}",
           answer.stdout, answer.stderr)
done()
