#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the operations of sm_70 and later in sass_opcodes.csv as a C table sorted by number.
The columns of the file are the measured values: the low 12 bits of the instruction, nvdisasm's name
for it, its class, and the number of instructions behind the row. Usage: sass_table.py CSV OUTPUT"""
import csv
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
sys.dont_write_bytecode = True
from arguments import arguments  # noqa: E402

NAMES = {"load_const": "load_constant", "load_tensormem": "load_tensor",
         "store_tensormem": "store_tensor"}

_, (source, output) = arguments(__doc__, 2, 2)
rows, numbers = [], set()
with open(source, encoding="utf-8", newline="") as file:
    for row in csv.DictReader(file):
        number = int(row["low12"], 16)
        if number in numbers or number > 0xfff:
            sys.exit(f"sass_opcodes.csv: {row['low12']} is there twice or too large")
        numbers.add(number)
        kind = row["class"].split("|")[0]
        mnemonic = re.match(r"[A-Z0-9_]+", row["mnemonic"]).group()
        rows.append((number, NAMES.get(kind, kind).upper(), mnemonic))
# All names are in one string, so that the table has no pointers and needs no relocations.
pool, places = "", {}
for _, _, mnemonic in sorted(rows, key=lambda row: -len(row[2])):
    if mnemonic not in places:
        places[mnemonic] = len(pool)
        pool += mnemonic + "\0"
with open(output, "w", encoding="utf-8") as file:
    file.write("/* Made by sass_table.py of sass_opcodes.csv. */\n")
    file.write("static const char sass_names[] =\n")
    for name in pool.split("\0")[:-1]:
        file.write(f'    "{name}\\0"\n')
    file.write("    ;\nstatic const struct sass_row sass_rows[] = {\n")
    for number, kind, mnemonic in sorted(rows):
        file.write(f"    {{0x{number:03x}, GPUOCC_CODE_{kind}, {places[mnemonic]}}},\n")
    file.write("};\n")
