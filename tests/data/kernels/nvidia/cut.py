#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Cuts the machine code out of a cubin: the sections keep their headers, but only those that say
what a kernel takes keep their bytes. Usage: cut.py CUBIN OUTPUT"""
import struct
import sys

KEPT = (".shstrtab", ".strtab", ".symtab", ".nv.info", ".note.nv", ".symtab_shndx")

with open(sys.argv[1], "rb") as file:
    data = file.read()
headers, = struct.unpack_from("<Q", data, 40)
count, names = struct.unpack_from("<HH", data, 60)
sections = [list(struct.unpack_from("<IIQQQQIIQQ", data, headers + 64 * i)) for i in range(count)]


def name(section):
    start = sections[names][4] + section[0]
    return data[start:data.index(b"\0", start)].decode()


out = bytearray(data[:64])
for section in sections:
    if section[1] in (0, 8):  # nothing, NOBITS
        continue
    kept = name(section).startswith(KEPT)
    out += bytes(-len(out) % 16)
    start, size = section[4:6]
    section[4:6] = len(out), size if kept else 0
    out += data[start:start + size] if kept else b""
out += bytes(-len(out) % 16)
struct.pack_into("<QQ", out, 32, 0, len(out))  # no program headers
struct.pack_into("<H", out, 56, 0)
for section in sections:
    out += struct.pack("<IIQQQQIIQQ", *section)
with open(sys.argv[2], "wb") as file:
    file.write(out)
