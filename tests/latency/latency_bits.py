#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that the doubles of the latency model have the same bits with every compiler and level of
optimisation. Usage: latency_bits.py SOURCE_ROOT"""
import glob
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile

root = sys.argv[1]
sys.path[:0] = [os.path.join(root, "tests"), os.path.join(root, "devices")]
sys.dont_write_bytecode = True
import catalogue  # noqa: E402
from tap import done, ok, skip  # noqa: E402

BUILDS = [(c, *o) for c in ("gcc", "clang")
          for o in (["-O0"], ["-O2"], ["-O3", "-march=native"])] + [
    ("i686-linux-gnu-gcc", "-msse2", "-mfpmath=sse", "-O2", "-static"),
    ("aarch64-linux-gnu-gcc", "-O2", "-static")]
# A kernel for x86-64 need not run programs for i686.
RUN_BY = {"aarch64-linux-gnu-gcc": ["qemu-aarch64"], "i686-linux-gnu-gcc": ["qemu-i386"]}
SOURCES = (glob.glob(os.path.join(root, "lib", "*", "*.c")) +
           glob.glob(os.path.join(root, "devices", "**", "*.c"), recursive=True) + [
    os.path.join(root, "tests", "latency", "latency_bits.c")])
INCLUDES = ["-DGOCC_PRIVATE", *(f"-I{os.path.join(root, d)}"
                                for d in ("include", "lib", "devices", "tests"))]

first = None
with tempfile.TemporaryDirectory() as folder:
    catalogue.write_all(folder)
    INCLUDES.append(f"-I{folder}")
    for build in BUILDS:
        name = " ".join(build)
        runner = RUN_BY.get(build[0], [])
        missing = [tool for tool in (build[0], *runner) if shutil.which(tool) is None]
        if missing:
            skip(f"bits by {name}", f"no {missing[0]}")
            continue
        program = os.path.join(folder, "bits")
        run = subprocess.run([*build, "-std=c99", "-DNDEBUG", "-ffp-contract=off", *INCLUDES,
                              *SOURCES, "-o", program], capture_output=True, text=True)
        if run.returncode:
            ok(False, f"bits by {name}", run.stderr)
            continue
        text = subprocess.run([*runner, program], capture_output=True, text=True).stdout
        first = first or text
        ok(text == first and text.count("\n") > 10000,
           f"bits by {name}: {text.count(chr(10))} lines, "
           f"{hashlib.sha256(text.encode()).hexdigest()[:16]}",
           *[f"{a} {b}" for a, b in zip(first.split("\n"), text.split("\n")) if a != b][:5])
run = subprocess.run(["gcc" if shutil.which("gcc") else "cc", "-ffast-math", "-fsyntax-only",
                      *INCLUDES, os.path.join(root, "lib", "latency", "latency.c")],
                     capture_output=True, text=True)
ok(run.returncode != 0 and "#error" in run.stderr, "fast-math is refused")
done()
