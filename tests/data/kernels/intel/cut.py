#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Cuts a zebin down to what says how kernels occupy a core: machine code, SPIR-V and symbols
keep their headers alone, and kernels_misc_info goes out of .ze_info unless --whole is given.
Usage: cut.py ZEBIN OUTPUT [--whole]"""
import struct
import sys

KEPT = (".strtab", ".ze_info", ".note.")

with open(sys.argv[1], "rb") as file:
    data = file.read()
headers, = struct.unpack_from("<Q", data, 40)
count, names = struct.unpack_from("<HH", data, 60)
sections = [list(struct.unpack_from("<IIQQQQIIQQ", data, headers + 64 * i)) for i in range(count)]


def name(section):
    start = sections[names][4] + section[0]
    return data[start:data.index(b"\0", start)].decode()


def content(section):
    if not name(section).startswith(KEPT):
        return b""
    kept = data[section[4]:section[4] + section[5]]
    if name(section) == ".ze_info" and "--whole" not in sys.argv:
        kept = kept.split(b"kernels_misc_info:")[0] + b"...\n"
    return kept


out = bytearray(data[:64])
for section in sections:
    if section[1] == 0:
        continue
    kept = content(section)
    out += bytes(-len(out) % 4)
    section[4:6] = len(out), len(kept)
    out += kept
out += bytes(-len(out) % 4)
struct.pack_into("<Q", out, 40, len(out))
for section in sections:
    out += struct.pack("<IIQQQQIIQQ", *section)
with open(sys.argv[2], "wb") as file:
    file.write(out)
