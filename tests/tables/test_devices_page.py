#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that docs/contributing.md names every key of a record.
Usage: test_devices_page.py SOURCE_ROOT"""
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


table = read("contributing.md").split("| key | meaning |")[1].split("\n\n")[0]
keys = {key for vendor in catalogue.read() for part in ("architectures", "products", "latency")
        for own in vendor.raw[part].values() for key in own}
fields = set(catalogue.NUMBERS) | set(catalogue.LISTS) | set(catalogue.FIGURES)
for key in sorted(keys - fields):
    name = re.sub(r"\..*", ".GROUP", key)
    ok(f"`{name}`" in table, f"docs/contributing.md explains {key}")
done()
