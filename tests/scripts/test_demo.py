#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/demo reads compiled kernels of three vendors, and the three commands that it prints work
when they are pasted. It runs in a copy of the scripts with the command of this build, so that
nothing is built. Usage: test_demo.py SOURCE_ROOT COMMAND"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

root, command = map(os.path.abspath, sys.argv[1:3])
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok  # noqa: E402

# The figures that ptxas 13.0 printed (k_sm_120.ptxas.txt), LLVM's remarks
# (gfx90a.remarks.txt) and .ze_info (tests/data/kernels/intel/expected.csv).
KERNELS = (("k_barriers", "sm_120", "128", "12", "1024"),
           ("k_stack", "sm_120", "128", "50", "0"),
           ("k_v40_wg1024", "gfx90a", "1024", "40", "0"),
           ("slm_20000", "pvc", "128", "128", "20000"))
# What the answers of the three commands contain. The 5 barriers of k_barriers (ptxas) leave 4
# groups of 4 warps, less than half of 48. For 224 threads of 96 registers cuda_occupancy.h answers
# 2 blocks (README.md).
ANSWERS = ("gather", "k_barriers", "2 blocks, 14 of 48 warps")


def place(folder):
    """A tree with the scripts, the data and a "build" that is there already."""
    shutil.copytree(os.path.join(root, "scripts"), os.path.join(folder, "scripts"))
    for name in ("tests", "docs"):
        os.symlink(os.path.join(root, name), os.path.join(folder, name))
    os.makedirs(os.path.join(folder, "build", "tools"))
    os.makedirs(os.path.join(folder, "bin"))
    os.symlink(command, os.path.join(folder, "build", "tools", "gpuocc"))
    open(os.path.join(folder, "build", "build.ninja"), "w", encoding="utf-8").close()
    for name in ("ninja", "meson", "pkg-config", "git", "cc"):
        path = os.path.join(folder, "bin", name)
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexit 0\n")
        os.chmod(path, 0o755)


def run(folder, shown):
    path = os.path.join(folder, "bin") + os.pathsep + os.environ["PATH"]
    return subprocess.run(shown, shell=True, cwd=folder, env={**os.environ, "PATH": path},
                          capture_output=True, text=True)


with tempfile.TemporaryDirectory() as folder:
    place(folder)
    demo = run(folder, "scripts/demo --no-install")
    ok(demo.returncode == 0, "scripts/demo ends well", demo.returncode, demo.stdout, demo.stderr)
    rows = [tuple(line.split()[:5]) for line in demo.stdout.splitlines()]
    for kernel in KERNELS:
        ok(kernel in rows, f"it reads {kernel[0]} of {kernel[1]} from a compiled file", demo.stdout)
    commands = re.findall(r"^ *(\./build/tools/gpuocc .*)$", demo.stdout, re.M)
    ok(len(commands) == 3, "it prints three commands to try", *commands)
    for shown, wanted in zip(commands, ANSWERS):
        answer = run(folder, shown)
        ok(answer.returncode == 0 and wanted in answer.stdout and not answer.stderr,
           f"{shown} works when pasted", answer.returncode, answer.stdout, answer.stderr)
done()
