#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the rates of matrix pipes in matrix.csv as a C table. The columns of the file are the first
and the last architecture; the products, as the beginning of their names or as "=" and a name (none:
all others); the type; the products per cycle and core (0: not known); and where that is from: what a
vendor publishes of a product, in 10^12 operations per second without zeros of sparse matrices, at a
clock, a multiply-add being two operations; the source and its confidence.
Usage: matrix_table.py CSV OUTPUT"""
import csv
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
sys.dont_write_bytecode = True
from arguments import arguments  # noqa: E402

_, (source, output) = arguments(__doc__, 2, 2)


def generation(name):
    return int(name[3:]) if name.startswith("sm_") else int(name[3:], 16)


def type_of(name):
    group = name.startswith("group_")
    kind = f"GPUOCC_CODE_MATRIX_{name[6 * group:].upper()}"
    return kind + (" + GPUOCC_CODE_MATRIX_GROUP" if group else "")


with open(source, encoding="utf-8", newline="") as file:
    rows = list(csv.DictReader(file))
with open(output, "w", encoding="utf-8") as file:
    file.write("/* Made by matrix_table.py of matrix.csv. */\n")
    for row in rows:
        vendor = "NVIDIA" if row["first"].startswith("sm_") else "AMD"
        file.write(f"    {{GPUOCC_VENDOR_{vendor}, {generation(row['first'])}, "
                   f"{generation(row['last'])}, {type_of(row['type'])}, {row['rate']}, "
                   f"\"{row['products']}\"}},\n")
