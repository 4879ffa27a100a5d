#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every row of devices/*/*.def against a second source, recorded in tests/data from the vendors'
own tables; and every such row with a fact changed, or without the row: the check must object.
Usage: test_tables.py SOURCE_ROOT"""
import os
import random
import re
import sys

root = sys.argv[1]
sys.path[:0] = [os.path.join(root, "tests"), os.path.dirname(os.path.abspath(__file__))]
from amd import Amd  # noqa: E402
from apple import Apple  # noqa: E402
from intel import Intel  # noqa: E402
from nvidia import Nvidia  # noqa: E402
from tables import Row, Tree  # noqa: E402
from tap import done, ok  # noqa: E402

# Tables whose second source another test reads.
ELSEWHERE = {
    "intel/models": "test_intel.c: generations.csv, slm_sizes.csv, threads_per_eu.csv",
    "apple/models": "test_apple.c: tiers.csv, occupancy_sample.csv",
    "amd/latency": "test_constant_sources.py: latency/constants.csv",
    "apple/latency": "test_constant_sources.py: latency/constants.csv",
    "intel/latency": "test_constant_sources.py: latency/constants.csv",
    "nvidia/latency": "test_constant_sources.py: latency/constants.csv",
}
# Tables that state no fact about a GPU.
NO_FACTS = {"sources": "documents", "names": "an index made from the other tables"}
# The share of changed rows that may be true ones, such as the name of another board of the chip.
TRUE = {"nvidia/aliases": 0.03, "amd/aliases": 0.02, "intel/aliases": 0.02, "nvidia/pci": 0.01,
        "amd/pci": 0.01, "intel/pci": 0.01, "intel/products": 0.005}
# Rows of a kind, whatever it has, that a short run changes.
MOST = 150


def changed(argument, others, near, rng):
    """Other values for an argument, as a slip of a hand or of the eye would leave them: of others
    in the column some, of the rows next to it all."""
    if re.fullmatch(r"\d+", argument):
        return [str(int(argument) + 1), str(max(int(argument) - 1, 0))]
    if re.fullmatch(r"0x[0-9a-f]+", argument):
        bit = 1 << rng.randrange(4 * (len(argument) - 2))
        return [f"0x{int(argument, 16) ^ bit:0{len(argument) - 2}x}"]
    if argument.startswith('"'):
        digits = [i for i, char in enumerate(argument) if char.isdigit()]
        if not digits:
            return []
        at = rng.choice(digits)
        return [argument[:at] + str((int(argument[at]) + 1) % 10) + argument[at + 1:]]
    rest = [other for other in others if other != argument]
    return sorted(set(rng.sample(rest, min(2, len(rest)))) | near - {argument})


def is_noticed(kind, rows, at, row):
    if kind.wrong(row):
        return True
    return bool(kind.missing and kind.missing(rows[:at] + [row] + rows[at + 1:]))


def unnoticed(kind, rng):
    """(how many changes were made, those that the check takes for right)"""
    rows, tried, good = kind.rows, 0, []
    have = {kind.fact(row) for row in rows}
    columns = {at: sorted({row.args[at] for row in rows if len(row.args) > at})
               for at in range(max(len(row.args) for row in rows))}
    for at in sorted(rng.sample(range(len(rows)), min(MOST, len(rows)))):
        for i, argument in enumerate(rows[at].args):
            near = {row.args[i] for row in rows[max(at - 1, 0):at + 2] if len(row.args) > i}
            for value in [] if i in kind.unused else changed(argument, columns[i], near, rng):
                row = Row(rows[at].macro, rows[at].args[:i] + [value] + rows[at].args[i + 1:])
                if value == argument or kind.fact(row) in have:
                    continue
                tried += 1
                if not is_noticed(kind, rows, at, row):
                    good.append(f"{rows[at]} -> {row}")
    return tried, good


def test_kind(kind, rng):
    problems = kind.problems()
    ok(kind.rows and not problems, f"{len(kind.rows)} rows of {kind.table}.def have their source",
       "\n".join(problems))
    tried, good = unnoticed(kind, rng)
    ok(tried > len(kind.rows) / 10 and len(good) <= tried * TRUE.get(kind.table, 0),
       f"{kind.table}.def: {tried - len(good)} of {tried} wrong rows are noticed", "\n".join(good))


tree = Tree(root)
rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
kinds = [kind for vendor in (Nvidia, Amd, Intel, Apple) for kind in vendor(tree).kinds()]
for kind in kinds:
    test_kind(kind, rng)
tables = {f"{vendor}/{name[:-4]}" for vendor in ("nvidia", "amd", "intel", "apple")
          for name in os.listdir(os.path.join(root, "devices", vendor)) if name.endswith(".def")}
without = {table for table in tables - {kind.table for kind in kinds} - set(ELSEWHERE)
           if table.split("/")[1] not in NO_FACTS}
ok(not without, f"each of {len(tables)} tables has a second source, or a reason", without)
done()
