#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that scripts/fuzz --status adds up the time of a folder, and that every target has a small
corpus in the tree. Usage: test_fuzz_script.py SOURCE_ROOT"""
import glob
import os
import re
import subprocess
import sys
import tempfile

root = sys.argv[1]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok  # noqa: E402

FOLDER = os.path.join(root, "tests", "fuzz")
CORPUS = os.path.join(root, "tests", "data", "fuzz")


def status(folder):
    return subprocess.run([sys.executable, os.path.join(root, "scripts", "fuzz"), "--status",
                           folder], capture_output=True, text=True)


def test_status():
    with tempfile.TemporaryDirectory() as folder:
        empty = status(folder)
        os.makedirs(os.path.join(folder, "corpus"))
        for name, seconds in (("names", "3600.0"), ("plan", "5400.4")):
            with open(os.path.join(folder, "corpus", name + ".seconds"), "w") as file:
                file.write(seconds + "\n")
        full = status(folder)
    ok(empty.returncode == 1 and empty.stdout.startswith("0 targets"), "a folder without a run",
       empty.stdout, empty.stderr)
    ok(full.returncode == 0 and full.stdout.splitlines() == [
        "names: 3600 s", "plan: 5400 s", "2 targets, 9000 s of a processor (2.50 h) in all"],
       "the seconds of each target and of all", full.stdout, full.stderr)


def test_corpora():
    with open(os.path.join(FOLDER, "meson.build"), encoding="utf-8") as file:
        listed = re.search(r"fuzz_readers = \[(.*?)\]", file.read(), re.S)[1]
    readers = re.findall(r"'(\w+)'", listed)
    with open(os.path.join(root, "kernels", "formats.def"), encoding="utf-8") as file:
        formats = re.findall(r"^(?:BINARY|TEXT|LOOSE)\((\w+)\)", file.read(), re.M)
    ok(sorted(readers) == sorted(formats + ["any"]), "every format has a fuzz target",
       set(readers) ^ set(formats))
    targets = ["reader_" + name for name in readers]
    targets += [os.path.basename(path)[:-2] for path in glob.glob(os.path.join(FOLDER, "*.c"))]
    without = [name for name in targets if name not in ("driver", "reader") and
               not glob.glob(os.path.join(CORPUS, name, "*"))]
    inputs = glob.glob(os.path.join(CORPUS, "*", "*"))
    size = sum(os.path.getsize(path) for path in inputs)
    ok(len(targets) >= 30 and not without, "every target has a corpus", without)
    ok(size < 1500000, f"the corpora have {size} bytes")


test_status()
test_corpora()
done()
