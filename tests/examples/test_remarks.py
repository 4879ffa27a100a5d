#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The pass plug-in of docs/examples, run by clang-22 and opt-22: its waves are LLVM's own, its next
step is one. Usage: test_remarks.py ROOT COMMAND LIBRARY"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

root, command, library = (os.path.abspath(path) for path in sys.argv[1:4])
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

KERNELS = os.path.join(root, "tests", "examples", "kernels.cl")
# SIMDs of a CU, or of the WGP that a group has.
TARGETS = {"gfx90a": 4, "gfx942": 4, "gfx1100": 4}
REMARK = re.compile(r"remark: .*?(\w+) on (gfx\w+): (\d+) groups of (\d+) threads, (\d+) of (\d+) "
                    r"waves, limited by ([\w ]+)(?:; next step: ([\w ->]+?) gives? (\d+) groups)?")
REQUIRED = {"opt-22": "llvm-22", "clang-22": "clang-22", "llvm-config-22": "llvm-22-dev"}


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=300)


missing = [package for tool, package in REQUIRED.items() if shutil.which(tool) is None]
compiler = next((c for c in ("c++", "g++", "clang++-22") if shutil.which(c)), None)
if missing or compiler is None or not os.path.exists(os.path.join(
        run("llvm-config-22", "--includedir").stdout.strip(), "llvm", "Plugins", "PassPlugin.h")):
    skip("occupancy remarks", f"no {' '.join(missing) or 'llvm-22-dev or C++ compiler'}")
    done()
with tempfile.TemporaryDirectory() as folder:
    plugin = os.path.join(folder, "occupancy_remarks.so")
    built = run(compiler, "-shared", "-fPIC", "-fno-rtti", "-Wall",
                *run("llvm-config-22", "--cxxflags").stdout.split(),
                "-I" + os.path.join(root, "include"),
                os.path.join(root, "docs", "examples", "occupancy_remarks.cpp"), library,
                "-Wl,--exclude-libs,ALL", "-o", plugin)
    ok(built.returncode == 0, "the plug-in compiles", built.stderr)
    for target, simds in TARGETS.items():
        options = ["clang-22", "-x", "cl", "-cl-std=CL2.0", "--target=amdgcn-amd-amdhsa",
                   "-mcpu=" + target, "-nogpulib", "-O2", "-w", KERNELS]
        theirs = run(*options, "-c", "-o", os.path.join(folder, "plain.o"),
                     "-Rpass-analysis=kernel-resource-usage").stderr
        occupancy = dict(re.findall(r"Function Name: (\w+).*?Occupancy \[waves/SIMD\]: (\d+)",
                                    theirs, re.S))
        ours = run(*options, "-c", "-o", os.path.join(folder, "remarks.o"),
                   "-fpass-plugin=" + plugin, "-Rpass-analysis=gpuocc")
        by_clang = {m[1]: m for m in REMARK.finditer(ours.stderr)}
        with open(os.path.join(folder, "plain.o"), "rb") as a, \
                open(os.path.join(folder, "remarks.o"), "rb") as b:
            ok(ours.returncode == 0 and a.read() == b.read(),
               f"{target}: the object is the same with the plug-in", ours.stderr)
        ok(len(occupancy) == 3 and {name: int(m[5]) for name, m in by_clang.items()} ==
           {name: simds * int(waves) for name, waves in occupancy.items()},
           f"{target}: clang-22 reports LLVM's own waves {occupancy}", ours.stderr, theirs)
        ok(by_clang["scale"][8] is None and by_clang["scale"][5] == by_clang["scale"][6] and
           "LDS" in by_clang["tile"][7] and "VGPRs" in by_clang["wide"][7] and
           all(int(by_clang[name][9]) > int(by_clang[name][3]) for name in ("tile", "wide")),
           f"{target}: limits and next steps of three kernels", ours.stderr)
        ir = os.path.join(folder, "kernels.ll")
        run(*options, "-S", "-emit-llvm", "-o", ir)
        by_opt = {m[1]: m[0].split(target + ": ")[1].strip() for m in REMARK.finditer(run(
            "opt-22", "-load-pass-plugin=" + plugin, "-passes=gpuocc-remarks",
            "-pass-remarks-analysis=gpuocc", "-disable-output", ir).stderr)}
        ok(by_opt == {name: m[0].split(target + ": ")[1].strip() for name, m in by_clang.items()},
           f"{target}: opt-22 reports the same", by_opt, by_clang)
        told = run(command, "kernels", "--json", os.path.join(folder, "remarks.o"))
        ok(all(f'"groups":{m[3]},' in told.stdout for m in by_clang.values()),
           f"{target}: gpuocc kernels reads the same groups from the object", told.stdout)
done()
