#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that the limits of the readers in docs/kernels.md are those of the sources.
Usage: test_limits.py SOURCE_ROOT"""
import glob
import os
import re
import sys

ROOT = os.path.abspath(sys.argv[1])
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tests"))
from tap import done, ok  # noqa: E402

UNITS = {"": 1, " KiB": 1 << 10, " MiB": 1 << 20, " GiB": 1 << 30}
# Constants that look like limits but are not: the size of an internal buffer, a part of the output.
OTHERS = {"TABLE_ROWS", "NAME_COLUMNS", "PROGRESS_MS", "MARKDOWN_MOST"}


def text(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def number(words):
    """Evaluates a constant of C: products and shifts of numbers, without casts and suffixes."""
    words = re.sub(r"\((?:u?int64_t|size_t)\)|(?<=[0-9a-f])u\b", "", words)
    return eval(words, {"__builtins__": {}}) if re.fullmatch(r"[0-9a-fx()<* ]+", words) else None


page = text("docs", "kernels.md").split("## Limits", 1)[1].split("\n## ", 1)[0]
rows = re.findall(r"^\| (.+) \| ([0-9,]+)( [KMG]iB)? \| `(\w+)` \|$", page, re.M)
sources = "".join(text(os.path.relpath(path, ROOT)) for path in
                  sorted(glob.glob(os.path.join(ROOT, "tools", "commands", "kernels", "*.[ch]")) +
                         glob.glob(os.path.join(ROOT, "tools", "input", "content.c")) +
                         glob.glob(os.path.join(ROOT, "kernels", "*.[ch]"))))
constants = dict(re.findall(r"^#define (\w+) +(.+?)(?: */\*.*)?$", sources, re.M))
constants.update(re.findall(r"^enum \{ (COLUMNS) = (\d+) \};", sources, re.M))
for _, digits, unit, name in rows:
    stated = int(digits.replace(",", "")) * UNITS[unit or ""]
    ok(name in constants and number(constants[name]) == stated,
       f"{name} is {stated}", constants.get(name))
ok(len(rows) == page.count("\n|") - 2 and len({name for *_, name in rows}) == len(rows) >= 16,
   "every row of the table was read, and each constant once", len(rows))
limits = {name for name in constants
          if re.search(r"MOST|_TIMES$|_BASE$|DEPTH|LEVELS|TOLD$|^BYTES_NAME$|^SMALL$|_MS$", name)}
# Numbers of a format or of hardware that only look like limits.
limits -= OTHERS | {"MOST_LANES"}
stated = {name for *_, name in rows}
ok(limits <= stated, "every limit of the sources is on the page", sorted(limits - stated))
done()
