#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that tests/fuzz/oss-fuzz/build.sh, run as by OSS-Fuzz with libFuzzer and the address
sanitizer, builds every target of tests/fuzz, each with a seed corpus that it runs without a
failure. Usage: test_oss_fuzz.py SOURCE_ROOT"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

root = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

FOLDER = os.path.join(root, "tests", "fuzz")
FLAGS = "-O1 -fno-omit-frame-pointer -gline-tables-only -fsanitize=address " \
        "-fsanitize-address-use-after-scope -fsanitize=fuzzer-no-link"


def targets():
    """The targets that have a corpus, which are all (test_fuzz_script.py)."""
    return sorted(os.listdir(os.path.join(root, "tests", "data", "fuzz")))


def run_build(folder):
    source, work, out = (os.path.join(folder, name) for name in ("src", "work", "out"))
    for path in (source, work, out):
        os.makedirs(path)
    os.symlink(root, os.path.join(source, "libgpuocc"))
    env = {**os.environ, "SRC": source, "WORK": work, "OUT": out, "CC": "clang", "CXX": "clang++",
           "CFLAGS": FLAGS, "CXXFLAGS": FLAGS, "LIB_FUZZING_ENGINE": "-fsanitize=fuzzer",
           "SANITIZER": "address", "FUZZING_ENGINE": "libfuzzer", "ARCHITECTURE": "x86_64"}
    result = subprocess.run(["bash", "-eu", os.path.join(FOLDER, "oss-fuzz", "build.sh")], env=env,
                            capture_output=True, text=True, errors="replace")
    return out, result.returncode == 0, (result.stdout + result.stderr)[-3000:]


def runs_its_corpus(out, name, folder):
    """Returns (number of seeds, whether the target runs all of them, its output)."""
    seeds = os.path.join(folder, "seeds", name)
    packed = os.path.join(out, f"fuzz_{name}_seed_corpus.zip")
    if not os.path.exists(packed):
        return 0, False, "no seed corpus"
    with zipfile.ZipFile(packed) as file:
        file.extractall(seeds)
        count = len(file.namelist())
    result = subprocess.run([os.path.join(out, "fuzz_" + name), "-runs=0", seeds],
                            capture_output=True, text=True, errors="replace")
    return count, result.returncode == 0, result.stderr[-2000:]


def test_targets(folder):
    out, built, log = run_build(folder)
    ok(built, "build.sh ends without an error", log)
    have = sorted(os.path.basename(path)[len("fuzz_"):] for path in glob.glob(out + "/fuzz_*")
                  if not path.endswith(".zip"))
    ok(have == targets() and len(have) >= 28, f"all {len(targets())} targets are built",
       set(targets()) ^ set(have))
    for name in have:
        count, held, log = runs_its_corpus(out, name, folder)
        ok(held and count > 0, f"{name} runs the {count} inputs of its corpus", log)


with open(os.path.join(FOLDER, "oss-fuzz", "project.yaml"), encoding="utf-8") as file:
    project = file.read()
ok(re.search(r"^language: c$", project, re.M) and "- libfuzzer" in project,
   "project.yaml names language and engines")
if shutil.which("clang") and shutil.which("clang++"):
    with tempfile.TemporaryDirectory() as folder:
        test_targets(folder)
else:
    skip("targets as OSS-Fuzz builds them", "clang not found")
done()
