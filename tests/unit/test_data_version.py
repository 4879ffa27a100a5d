#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gpuocc_data_version() changes whenever any number of a table does: tests/data/data_version.tsv
has a row for each version with the SHA-256 of its tables (devices/*/*.def without comments and
white space; the index of names is made from the others). Usage: test_data_version.py SOURCE_ROOT"""
import glob
import hashlib
import os
import re
import sys

root = sys.argv[1]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok  # noqa: E402


def read(*path):
    with open(os.path.join(root, *path)) as file:
        return file.read()


def digest():
    tables = sorted(os.path.relpath(path, root) for path in
                    glob.glob(os.path.join(root, "devices", "*", "*.def"))
                    if not path.endswith("names.def"))
    bare = [re.sub(r"\s", "", re.sub(r"/\*.*?\*/", "", read(path), flags=re.S)) for path in tables]
    text = "\n".join(f"{path} {table}" for path, table in zip(tables, bare))
    return hashlib.sha256(text.encode()).hexdigest(), len(tables)


rows = [line.split("\t") for line in read("tests", "data", "data_version.tsv").splitlines()
        if line and not line.startswith("#")]
version = re.search(r"as a date: (\d{8})\.", read("include", "gpuocc", "status.h")).group(1)
found, count = digest()
ok(all(a[0] < b[0] for a, b in zip(rows, rows[1:])), "versions follow each other")
ok(rows[-1][0] == version, f"the last row is of version {version}", rows[-1][0])
ok(rows[-1][1] == found, f"{count} tables are those of version {version}",
   "The tables have changed. If this version was released, put the day into lib/text.c and",
   "include/gpuocc/status.h and add a row to tests/data/data_version.tsv; if not, mend its row:",
   f"{version}\t{found}")
done()
