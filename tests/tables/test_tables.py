#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares every record of devices/*/*.ini with a second source, recorded in tests/data from the
vendors' tables. Then changes a fact of every such record: the check must object.
Usage: test_tables.py SOURCE_ROOT [SEED]"""
import importlib
import os
import random
import sys

root = sys.argv[1]
sys.path[:0] = [os.path.join(root, "tests"), os.path.dirname(os.path.abspath(__file__))]
from tables import HEXADECIMAL, Tree, UNKNOWN  # noqa: E402
from tap import done, ok  # noqa: E402

# Keys that are not a field of a row, and what compares or explains them.
KEYS = {
    "architectures": {
        "aliases": "names", "shared_aliases": "names", "boards": "names", "shared_boards": "names",
        "pci": "ids", "shared_pci": "ids", "ip_versions": "versions", "source": "a document",
        "confidence": "of each group of numbers", "fast_path": "no fact: which code answers",
        "memory": "of AMD's products below", "confidence.memory": "of that kind"},
    "products": {
        "aliases": "names", "shared_aliases": "names", "pci": "ids", "shared_pci": "ids",
        "source": "a document", "confidence": "of each group of figures",
        "cores_per_gpc": "clusters.c: two authors' measurements",
        "source.gpcs": "a document", "confidence.gpcs": "of those measurements",
        "calculator_slots": "intel_rules.c: the calculator's ids",
        "memory": "of AMD's below", "confidence.memory": "of that kind"},
}
# The share of changed rows that may be correct, such as the name of another board of the chip.
TRUE = {"nvidia/names": 0.03, "amd/names": 0.02, "intel/names": 0.02, "nvidia/ids": 0.01,
        "amd/ids": 0.01, "intel/ids": 0.01, "intel/products": 0.005}
# Fields in which a digit can be wrong; other texts are one of several.
TEXTS = {"name", "version", "shared_pool_sizes_kib", "shared_group_sizes_kib", "grf_counts",
         "waves_at_grf_count"}
# Maximum number of rows of a kind that a short run changes.
MOST = 150


def changed(field, value, others, near, rng):
    """Returns other values for a field, such as a typing or reading mistake would produce: some of
    those in the column, and all in the adjacent rows."""
    if field in HEXADECIMAL and value:
        bit = 1 << rng.randrange(4 * HEXADECIMAL[field])
        return [f"{int(value, 16) ^ bit:0{HEXADECIMAL[field]}x}"]
    if isinstance(value, int) and value != UNKNOWN:
        return [value + 1, max(value - 1, 0), UNKNOWN]
    if field in TEXTS:
        digits = [i for i, char in enumerate(value) if char.isdigit()]
        if not digits:
            return []
        at = rng.choice(digits)
        return [value[:at] + str((int(value[at]) + 1) % 10) + value[at + 1:]]
    rest = [other for other in others if other != value]
    return sorted(set(rng.sample(rest, min(2, len(rest)))) | near - {value})


def is_noticed(kind, rows, at, row):
    if kind.wrong(row):
        return True
    return bool(kind.missing and kind.missing(rows[:at] + [row] + rows[at + 1:]))


def unnoticed(kind, rng):
    """Returns (number of changes, those that the check accepts)."""
    rows, tried, good = kind.rows, 0, []
    have = {row.facts() for row in rows}
    columns = {field: sorted({getattr(row, field) for row in rows}) for field in vars(rows[0])}
    for at in sorted(rng.sample(range(len(rows)), min(MOST, len(rows)))):
        for field, value in vars(rows[at]).items():
            if field in kind.unused:
                continue
            near = {getattr(row, field) for row in rows[max(at - 1, 0):at + 2]}
            for other in changed(field, value, columns[field], near, rng):
                row = rows[at].but(field, other)
                if other == value or row.facts() in have:
                    continue
                tried += 1
                if not is_noticed(kind, rows, at, row):
                    good.append(f"{field} = {other}: {rows[at]}")
    return tried, good


def test_kind(kind, rng):
    problems = kind.problems()
    ok(kind.rows and not problems, f"{len(kind.rows)} rows of {kind.name} have their source",
       "\n".join(problems))
    tried, good = unnoticed(kind, rng)
    ok(tried > len(kind.rows) / 10 and len(good) <= tried * TRUE.get(kind.name, 0),
       f"{kind.name}: {tried - len(good)} of {tried} wrong rows are noticed", "\n".join(good))
    fields = set(vars(kind.rows[0]))
    ok(kind.unused.keys() <= fields and all(kind.unused.values()),
       f"{kind.name}: {len(fields - kind.unused.keys())} fields are compared here, "
       f"{len(kind.unused)} elsewhere", sorted(kind.unused.keys() - fields))


tree = Tree(root)
seed = sys.argv[2] if len(sys.argv) > 2 else "1"
# Of each vendor the class with its name in the module with its name.
kinds = {kind.name: kind for vendor in tree.vendors
         for kind in getattr(importlib.import_module(vendor), vendor.capitalize())(tree).kinds()}
for kind in kinds.values():  # the rows that one has do not change the sample of another
    test_kind(kind, random.Random(f"{seed} {kind.name}"))
sold = {row["product"]: row["memory_type"] for row in tree.data("amd/products")
        if row["memory_type"]}
kinds_of = {"GD": "gddr", "HB": "hbm", "LP": "system", "Sy": "system"}
wrong = [record.section for record in tree.vendors["amd"].products if record.section in sold and
         record.memory[0] != kinds_of[sold[record.section][:2]]]
ok(len(sold) > 80 and not wrong, f"{len(sold)} products of AMD have the kind of memory that they "
   "are sold with", wrong)
for name, vendor in tree.vendors.items():
    for part, others in KEYS.items():
        keys = {key for own in vendor.raw[part].values() for key in own}
        fields = {field.replace("confidence_", "confidence.")
                  for field in vars(kinds[f"{name}/{part}"].rows[0])} | \
            {"source." + aspect for aspect in tree.catalogue.ARCHITECTURE_ASPECTS +
             tree.catalogue.PRODUCT_ASPECTS}
        without = {key for key in keys - fields if key not in others or
                   others[key] in ("ids", "versions") and f"{name}/{others[key]}" not in kinds}
        ok(not without, f"{name}/{part}: each of {len(keys)} keys has a second source, or a reason",
           sorted(without))
    of = {record.own.get(key) for record in vendor.architectures + vendor.products +
          list(vendor.models.values()) for key in ("like", "model")}
    ok(vendor.models.keys() <= of, f"{name}: each of {len(vendor.models)} models has a user",
       sorted(vendor.models.keys() - of))
done()
