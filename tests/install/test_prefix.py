#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The installed command starts from any prefix with an empty environment, also where it needs the
shared library, and after both were moved. Usage: test_prefix.py SOURCE_ROOT"""
import os
import subprocess
import sys
import tempfile

root = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok  # noqa: E402


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


def starts(prefix, what):
    command = os.path.join(prefix, "bin", "gpuocc")
    answer = run(command, "occupancy", "RTX 4090", "--threads", "256", "--registers", "72",
                 "--shared", "24K", env={})
    ok(answer.returncode == 0 and answer.stdout.startswith("3 blocks, 24 of 48 warps (50 %)"), what,
       answer.stdout, answer.stderr)


with tempfile.TemporaryDirectory() as folder:
    prefix, build = os.path.join(folder, "a", "prefix"), os.path.join(folder, "build")
    made = run("meson", "setup", build, root, "--prefix=" + prefix, "-Dtests=false",
               "-Doptimization=0", "-Ddefault_library=shared")
    made = made if made.returncode else run("ninja", "-C", build)
    made = made if made.returncode else run("meson", "install", "-C", build, "--no-rebuild")
    ok(made.returncode == 0, "a build with the shared library alone is installed", made.stdout,
       made.stderr)
    needed = run("readelf", "-dW", os.path.join(prefix, "bin", "gpuocc")).stdout
    ok("libgpuocc.so.0" in needed, "its command needs the shared library", needed)
    # Tests of the inside link without the static library.
    linked = run("meson", "configure", build, "-Dtests=true")
    linked = linked if linked.returncode else run("ninja", "-C", build, "tests/inside_data")
    linked = linked if linked.returncode else run(os.path.join(build, "tests", "inside_data"))
    ok(linked.returncode == 0 and "not ok" not in linked.stdout, "its tests link and pass",
       linked.stdout[-2000:], linked.stderr)
    os.rename(build, build + "-gone")
    starts(prefix, "it starts from its prefix")
    os.rename(prefix, os.path.join(folder, "moved"))
    starts(os.path.join(folder, "moved"), "it starts after the prefix was moved")
done()
