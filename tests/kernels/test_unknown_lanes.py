#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many memory accesses of the kernels of tests/data have addresses that are not known, and why:
a table by cause, and the targets that must be met. Kernels whose groups have two dimensions are
read with the shape that their sources are written for. Usage: test_unknown_lanes.py ROOT LISTER"""
import collections
import glob
import os
import subprocess
import sys

root, lister = (os.path.abspath(path) for path in sys.argv[1:3])
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok  # noqa: E402

DATA = os.path.join(root, "tests", "data")
# Threads in x and y: a tile of 16 x 16 elements (docs/examples/explain.cu, five.cu), rows of 32
# elements (pipes.cu).
SHAPES = {"matmul": (16, 16), "product": (16, 16), "gemm": (32, 8)}
CAUSES = ("none", "loaded", "factor", "division", "thread", "other_lane", "paths", "call",
          "operation", "not_looked_for")
MOST = {"shared": 15, "global": 30} # percent


def accesses(path, shape):
    """(kernel, target, class, pattern, cause) of each access of the kernels whose code is there."""
    text = subprocess.run([lister, path, *map(str, shape)], capture_output=True, text=True,
                          check=True).stdout
    for line in text.splitlines():
        words = line.split()
        if words[0] == "kernel":
            target, kernel = words[1], line.split(" ", 2)[2]
        elif words[0] != "status":
            yield kernel, target, words[1], int(words[3]), CAUSES[int(words[6])]


def count(paths, shapes):
    """The accesses, and those that are not known by cause, of shared and of global memory."""
    found = {kind: [0, collections.Counter()] for kind in MOST}
    for path in paths:
        for shape in {(), *shapes.values()}:
            for kernel, target, name, pattern, cause in accesses(path, shape):
                kind = name.split("_")[-1].replace("generic", "global")
                if kind not in found or shapes.get(kernel, ()) != shape:
                    continue
                found[kind][0] += 1
                found[kind][1][cause] += pattern == 0
                if pattern == 0 and target.startswith("sm_") and cause == "none":
                    without.append((path, kernel, name))
    return found


files = [path for name in ("machine_code/*.cubin", "machine_code/*.co", "kernels/nvidia/*.cubin")
         for path in sorted(glob.glob(os.path.join(DATA, *name.split("/"))))]
without = []
for shapes, name in (({}, "no shape given"), (SHAPES, "the shapes of the sources")):
    for kind, (total, causes) in count(files, shapes).items():
        unknown = sum(causes.values())
        print(f"# {name}: of {total} accesses to {kind} memory {unknown} are not known "
              f"({100 * unknown / total:.1f} %): " +
              ", ".join(f"{number} {cause}" for cause, number in causes.most_common() if number))
        if shapes:
            ok(total > 500 and 100 * unknown < MOST[kind] * total,
               f"fewer than {MOST[kind]} % of the addresses in {kind} memory are not known",
               unknown, total)
ok(not without, "each address of NVIDIA's code that is not known has a cause", without)
done()
