#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests small files that claim very large contents: the output must be bounded, with a message.
Usage: test_amplified.py SOURCE_ROOT PATH_OF_GPUOCC"""
import os
import re
import struct
import subprocess
import sys
import tempfile

from command import run
from fatbins import compress_lz4, fatbin
from tap import done, ok, skip

ROOT, TOOL = sys.argv[1:3]


def constant(name):
    """Returns a number from kernels/formats.h."""
    with open(os.path.join(ROOT, "kernels", "formats.h"), encoding="utf-8") as file:
        words = re.search(rf"#define {name} +(.+)", file.read()).group(1)
    return eval(words.replace("(uint64_t)", "").replace("u", ""))  # pylint: disable=eval-used


def cubin(names, registers=32):
    """Returns a linked cubin of ABI 8 for sm_90 with a section of code for each name, laid out as
    in the ELF specification; equal names are stored once."""
    table, places = b"\0.shstrtab\0.symtab\0", {}
    for name in names:
        if name not in places:
            places[name] = len(table)
            table += b".text." + name + b"\0"
    count = len(names)
    at_table, at_symbols = 64, 64 + len(table) + -len(table) % 8
    at_sections = at_symbols + 24 * count
    symbols = b"".join(struct.pack("<IBBHQQ", 0, 0x12, 0x10, 0xffff if i + 3 >= 0xff00 else i + 3,
                                   0, 0) for i in range(count))
    sections = [(0, 0, 0, count + 3 if count + 3 >= 0xff00 else 0, 0, 0),
                (1, 3, at_table, len(table), 0, 0), (11, 2, at_symbols, 24 * count, 1, 0)]
    sections += [(places[name], 1, 0, 0, 0, registers << 24) for name in names]
    body = b"".join(struct.pack("<IIQQQQIIQQ", name, kind, 0, 0, at, size, link, info, 1, 0)
                    for name, kind, at, size, link, info in sections)
    head = b"\x7fELF\2\1\1\x41\x08" + bytes(7) + struct.pack(
        "<HHIQQQIHHHHHH", 2, 190, 1, 0, 0, at_sections, 90 << 8, 64, 0, 0, 64,
        0 if count + 3 >= 0xff00 else count + 3, 1)
    return head + table + bytes(-len(table) % 8) + symbols + body


def count_bytes(*arguments):
    """Returns (exit code, bytes of output, whether its last line is complete, errors)."""
    total, last = 0, b"\n"
    with tempfile.TemporaryFile() as errors:
        with subprocess.Popen([TOOL, *arguments], stdout=subprocess.PIPE,
                              stderr=errors) as process:
            while part := process.stdout.read(1 << 20):
                total, last = total + len(part), part[-2:]
        errors.seek(0)
        return process.returncode, total, last, errors.read().decode("utf-8", "replace")


def most(size):
    """Returns the maximum bytes of CSV for a file of this size: twice the limits of formats.h,
    because a row has more than FORMAT_ROW bytes, and a name may be quoted."""
    return 2 * (constant("FORMAT_REPORTED_BASE") + constant("FORMAT_REPORTED_TIMES") * size)


with tempfile.TemporaryDirectory() as folder:
    def place(name, content):
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(content)
        return path

    # A few kernels are read whatever their names are.
    long_names = [b"_Z" + b"N7cutlass" * 3000 + b"%d" % i for i in range(8)]
    answer = run("kernels", "--csv", place("fine.cubin", cubin(long_names)))
    ok(answer.code == 0 and [row["kernel"].encode() for row in answer.rows()] == long_names and
       {row["registers_per_thread"] for row in answer.rows()} == {"32"},
       "eight kernels with names of 27,000 bytes", answer.errors)

    # 60,000 kernels that share one name of 65,000 bytes: 3.9 GB of names.
    shared = cubin([b"a" * 65000] * 60000)
    for form in ("--csv", "--json", None):
        code, size, last, errors = count_bytes("kernels", *([form] if form else []),
                                               place("shared.cubin", shared))
        ok(code == 2 and size <= most(len(shared)) and last.endswith(b"\n") and
           "names that overlap are together more than 4 times as long" in errors,
           f"kernels that share a name, {form}: {size} bytes", code, errors)

    # The same, compressed; and 500 cubins of kernels with different names. All rows that are
    # printed are complete. A filter that matches nothing does not change that.
    many = cubin([b"k%05d" % i + b"x" * 2000 for i in range(4000)])
    packed = [compress_lz4(content) for content in (shared, many)]
    if None in packed:
        skip("packed files", "no liblz4.so.1")
    else:
        files = [place("packed.fatbin", fatbin((2, 90, shared, packed[0], 0x2011))),
                 place("many.fatbin", fatbin(*[(2, 90, many, packed[1], 0x2011)] * 20))]
        if "built without liblz4" in run("kernels", files[0]).errors:
            skip("packed files", "built without liblz4")
            files = []
        for file in files:
            length = os.path.getsize(file)
            forms = [("--csv",), ("--csv", "--kernel", "nothing")]
            for arguments in forms if file == files[1] else [*forms, ("--json",), ()]:
                code, size, last, errors = count_bytes("kernels", *arguments, file)
                ok(code == 2 and size <= most(length) and last.endswith(b"\n") and
                   ("the rest is passed over" in errors or "are passed over" in errors),
                   f"{os.path.basename(file)} of {length} bytes, {' '.join(arguments)}: {size}",
                   code, errors)
        if files:
            answer = run("kernels", "--csv", files[1])
            rows = answer.rows()
            cost = sum(constant("FORMAT_ROW") + len(row["kernel"]) + 2 * len(row["target"])
                       for row in rows)
            whole = constant("FORMAT_REPORTED_BASE") + constant("FORMAT_REPORTED_TIMES") * length
            ok(whole - 3000 < cost <= whole and all(row["next"] for row in rows) and
               answer.errors.count("the rest is passed over") == 1,
               f"{len(rows)} kernels are within the budget, and the next one is not", answer.errors)

done()
