#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that the counts of records in docs/devices.md are correct, and that docs/contributing.md
names every key. Usage: test_devices_page.py SOURCE_ROOT"""
import os
import re
import sys

root = sys.argv[1]
sys.path[:0] = [os.path.join(root, "tests"), os.path.join(root, "devices")]
import catalogue  # noqa: E402
from tap import done, ok  # noqa: E402


def read(name):
    with open(os.path.join(root, "docs", name), encoding="utf-8") as file:
        return file.read()


page = read("devices.md")
rows = re.findall(r"^\| (\w+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", page, re.M)
ok(len(rows) == len(catalogue.vendors(catalogue.FOLDER)), "a row for each vendor")
for vendor in catalogue.read():
    counts = [len(vendor.architectures), len(vendor.products),
              sum(name is not None for name, _, _ in vendor.aliases),
              len({number for number, _, _, _ in vendor.ids})]
    found = [list(map(int, row[1:])) for row in rows if row[0].lower() == vendor.name]
    ok(found == [counts], f"{vendor.name}: {counts} architectures, products, names, ids",
       f"the page says {found}")
table = read("contributing.md").split("| key | meaning |")[1].split("\n\n")[0]
keys = {key for vendor in catalogue.read() for part in ("architectures", "products", "latency")
        for own in vendor.raw[part].values() for key in own}
fields = set(catalogue.NUMBERS) | set(catalogue.LISTS) | set(catalogue.FIGURES)
for key in sorted(keys - fields):
    name = re.sub(r"\..*", ".GROUP", key)
    ok(f"`{name}`" in table, f"docs/contributing.md explains {key}")
done()
