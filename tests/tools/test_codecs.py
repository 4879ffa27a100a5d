#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests a build without liblz4, libzstd and zlib: the command says what to install, and the tests
of the readers skip what they cannot unpack, with that reason, instead of failing.
Usage: test_codecs.py SOURCE_ROOT"""
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
root = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok  # noqa: E402

DATA = os.path.join(root, "tests", "data", "kernels")
LEFT_OUT = [f"-D{name}=disabled" for name in ("lz4", "zstd", "zlib")]
TARGETS = ("tools/gpuocc", "tests/kernels/amd/amd_list")


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def test_suite(name, reasons, *command):
    """Runs a test program: it must not fail, and skip only for these reasons."""
    answer = run(*command)
    failed = re.findall(r"^not ok .*", answer.stdout, re.M)
    skipped = set(re.findall(r"# SKIP (this build has no .*)", answer.stdout))
    ok(answer.returncode == 0 and not failed and skipped == reasons, f"{name} without them",
       *failed, skipped, answer.stderr)


with tempfile.TemporaryDirectory() as build:
    made = run("meson", "setup", build, root, "-Doptimization=0", *LEFT_OUT)
    made = made if made.returncode else run("ninja", "-C", build, *TARGETS)
    ok(made.returncode == 0, "a build without liblz4, libzstd and zlib", made.stdout, made.stderr)
    tool, lister = (os.path.join(build, target) for target in TARGETS)
    answer = run(tool, "kernels", os.path.join(DATA, "nvidia", "small_size.fatbin"))
    ok(answer.returncode == 2 and "built without libzstd; install it (libzstd-dev on Debian) and "
       "build gpuocc with -Dzstd=enabled, or compile with --no-compress" in answer.stderr,
       "the command names package and option", answer.stderr)
    tests = os.path.join(root, "tests")
    zstd, zlib, lz4 = (f"this build has no {name}" for name in ("libzstd", "zlib", "liblz4"))
    test_suite("test_readers.py", {zstd, lz4}, sys.executable,
               os.path.join(tests, "tools", "test_readers.py"), root, tool)
    test_suite("test_files.py", {zstd, zlib}, sys.executable,
               os.path.join(tests, "kernels", "amd", "test_files.py"), root, lister)
    answer = run(sys.executable, os.path.join(tests, "tools", "test_nvcc.py"), root, tool)
    ok(answer.returncode == 0 and "\nnot ok" not in answer.stdout, "test_nvcc.py without them",
       *re.findall(r"^not ok .*", answer.stdout, re.M))
done()
