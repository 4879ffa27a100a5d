#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests numbers, sizes and dimensions in the forms that people write, and their comparison by
--require, with the same rules implemented in Python.
Usage: test_numbers.py SOURCE_ROOT PATH_OF_GPUOCC"""
import csv
import io
import operator
import random
import re
from fractions import Fraction

from command import evaluate, run
from tap import done, ok

CHANCE = random.Random(11)
MOST = 4294967293  # the two larger words have a special meaning
FACTORS = {"k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


def plain(text):
    """Returns a decimal or hexadecimal number, or None."""
    found = re.fullmatch(r"0[xX][0-9a-fA-F]+|[0-9]+", text)
    return None if not found else int(text, 16 if text[:2] in ("0x", "0X") else 10)


def size(text):
    """The same with a unit of bytes after it."""
    text = text.strip(" \t")
    found = re.fullmatch(r"(.*?)[ \t]*([kKmMgG])(?:[iI]?[bB])?", text)
    if found and plain(found[1]) is not None:
        return plain(found[1]) * FACTORS[found[2].lower()]
    return plain(text)


def product(text):
    """Returns the product of up to three dimensions, separated by x or commas."""
    whole = plain(text.strip(" \t"))
    if whole is not None:
        return whole
    if re.fullmatch("[0-9]{1,3}(,[0-9]{3})+", text.strip(" \t")):  # commas between thousands
        only = ",0" in text or text.count(",") > 2  # and not, possibly, two dimensions
        return int(text.replace(",", "")) if only else None
    parts, at = [], text
    while at is not None:
        at = at.strip(" \t")
        ends = [i for i, c in enumerate(at)
                if c == "," or c in "xX" and not (i == 1 and at[0] == "0")]
        end = ends[0] if ends else len(at)
        parts.append(plain(at[:end].strip(" \t")))
        at = at[end + 1:] if ends else None
    if None in parts or 0 in parts or len(parts) > 3:
        return None
    result = 1
    for part in parts:
        result *= part
    return result


def table(column, words):
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([column])
    writer.writerows([word] for word in words)
    more = () if column == "threads_per_group" else ("-t", "32")
    return evaluate(stream.getvalue(), "-d", "sm_90", "--json", *more).json()["rows"]


def words(alphabet, most, count):
    found = {"".join(CHANCE.choice(alphabet) for _ in range(CHANCE.randint(1, most)))
             for _ in range(count)}
    return sorted(word for word in found if word.strip(" \t"))


SIZES = words("0019xXaAfFgGkKmMbBiI @`/:\t", 5, 3000) + words("0123456789kK", 12, 800) + [
    "4194303K", "4194304K", "4095M", "4096M", "3G", "4G", "3GiB", "4294967293", "4294967294",
    "0xfffffffd", "0xfffffffe", "18446744073709551615", "18446744073709551616",
    "18014398509481984K", "1Ki", "1KI",
    "1 K iB", "K", "KB", "B", "1B", "10B", "10iB", "0x", "0xK", "1T", "9", "0x9", "0xaA", "1K0"]
DIMENSIONS = words("00112xX, ", 7, 3000) + [
    "65535x65535", "65536x65536", "65537x65535", "1x1x1x1", "0x10x2", "2x0x10", "0X10X0X2",
    "16x16x", "x16", "1,,1", "4294967293", "4294967294", "1431655765x3", "1431655764x3",
    "16x16x0", "1 6"]
for column, read, tries in (("shared_bytes", size, SIZES),
                            ("threads_per_group", product, DIMENSIONS)):
    wrong = []
    for word, row in zip(tries, table(column, tries)):
        wanted = read(word)
        if wanted is not None and wanted > MOST:
            wanted = None
        found = row["kernel"].get(column, 0) if row["status"] not in (-19, -20, -15, -16) or \
            column in row["kernel"] else None
        refused = row["message"].startswith(column + " is ") and row["groups"] is None and \
            column not in row["kernel"]
        if (wanted is None) != refused or (wanted is not None and (found or 0) != wanted and
                                           wanted != 0):
            wrong.append((word, wanted, row["kernel"], row["status"], row["message"]))
    ok(not wrong and len(tries) > 1000, f"{len(tries)} words as {column}", *wrong[:5])

# Every comparison with bounds around each result; all values of a range must satisfy it.
SIGNS = {">=": operator.ge, "<=": operator.le, "==": operator.eq, "!=": operator.ne,
         ">": operator.gt, "<": operator.lt}
NAMES = ("groups", "waves", "max_waves", "percent", "max_threads_launchable", "groups_per_device",
         "max_waves_any_mode", "wave_size", "waves_per_group", "waves_per_partition",
         "partitions_per_core", "registers_allocated_per_group", "shared_allocated_bytes",
         "core_count", "clusters_per_device")


def ends(answer, name):
    value = answer["waves" if name == "percent" else name]
    if value is None:
        return None
    low, high = (value["low"], value["high"]) if isinstance(value, dict) else (value, value)
    if name != "percent":
        return low, high
    return Fraction(100 * low, answer["max_waves"]), Fraction(100 * high, answer["max_waves"])


for question in (("RTX 4090", "-t", "256", "-r", "72"), ("sm_90", "-t", "96", "-r", "unknown"),
                 ("sm_90", "-t", "2000"), ("gfx90a", "-t", "192", "-r", "100"),
                 ("MI300X", "-t", "256", "-s", "unknown"), ("RTX 4090", "-t", "32", "-s", "90K")):
    answer = run("occupancy", *question, "--json").json()
    wrong = []
    for name in NAMES:
        span = ends(answer, name) if answer["status"] == 0 else None
        middle = [] if span is None else [int(span[0]), int(span[1])]
        for bound in {"0", "7.5", *(str(n + d) for n in middle for d in (-1, 0, 1) if n + d >= 0),
                      *(f"{n}.0001" for n in middle), *(f"{n}.5" for n in middle)}:
            for sign, holds in SIGNS.items():
                if span is None:
                    met = False
                elif sign == "!=":
                    met = span[0] > Fraction(bound) or span[1] < Fraction(bound)
                else:
                    met = holds(span[0], Fraction(bound)) and holds(span[1], Fraction(bound))
                asked = run("occupancy", *question, "--require", f" {name} {sign} {bound} ")
                code = 2 if answer["status"] < 0 else 0 if met else 3
                shown = "not known"
                if span is not None:
                    shown = f"{float(span[0]):.2f}".rstrip("0").rstrip(".")
                    shown += " or more" if span[0] != span[1] else ""
                if asked.code != code or code == 3 and \
                        f"{name} is {shown}, required is {name} {sign} {bound}" not in asked.errors:
                    wrong.append((name, sign, bound, span, asked.code, asked.errors))
    ok(not wrong, f"--require of {' '.join(question)}", *wrong[:5])
done()
