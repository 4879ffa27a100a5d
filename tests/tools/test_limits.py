#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests limits of the command and of its readers: the last value that is accepted and the first
that is not, and damage that real compilers never write.
Usage: test_limits.py SOURCE_ROOT PATH_OF_GPUOCC"""
import os
import struct
import sys
import tempfile

from command import run
from codecs_of_build import lacking
from fatbins import fatbin
from tap import done, ok, skip

DATA = os.path.join(sys.argv[1], "tests", "data", "kernels")


def data(name):
    with open(os.path.join(DATA, name), "rb") as file:
        return file.read()


def ends(what, answer, code, *words):
    return ok(answer.code == code and all(word in answer.errors for word in words), what, answer)


CUBIN = data("nvidia/d_sm_90.cubin")
KERNELS = len(run("kernels", "--csv", "-", given=CUBIN).rows())
ok(KERNELS == 6, "the cubin has 6 kernels", KERNELS)

# Options.
LATENCY = ("latency", "sm_52", "-t", "64", "--loads", "1", "--fp32", "8")
many = [word for _ in range(65) for word in ("--constant", "fp32_latency=6")]
answer = run(*LATENCY, *many)
ends("65 constants", answer, 1, "option --constant is given more than 64 times")
ok("more than" not in run(*LATENCY, *many[:128]).errors, "64 constants")
SERIAL = ("scale", "serial", "--cpu-time", "1", "--gpu-time", "1", "--csv", "--core-scale")
ends("10,001 numbers", run(*SERIAL, ",".join(["2"] * 10001)), 1, "at most 10000 numbers")
ok(len(run(*SERIAL, ",".join(["2"] * 10000)).rows()) == 10000, "10,000 numbers")
for bound, code in (("groups>=8.0000", 0), ("groups>=8.0001", 3), ("groups>=8.00001", 1),
                    ("groups>=8.", 1), ("groups>=8.x", 1)):
    ends(f"--require {bound}", run("occupancy", "sm_90", "-t", "256", "--require", bound), code)

# Damage is reported, and what is next to it is still read.
for count, last in ((8, None), (9, "1 more messages about this file"),
                    (20, "12 more messages about this file")):
    answer = run("kernels", "--csv", "-", given=fatbin(
        *[(7, 90, bytes(8), None, 0)] * count, (2, 90, CUBIN, None, 0)))
    told = answer.errors.count("a part of kind 7 is not known")
    ok(answer.code == 2 and told == min(count, 8) and len(answer.rows()) == KERNELS and
       (last in answer.errors if last else "more" not in answer.errors),
       f"{count} parts of an unknown kind", answer)
answer = run("kernels", "--csv", "-", given=fatbin((2, 90, bytes(64), None, 0),
                                                   (2, 90, CUBIN, None, 0)))
ok(answer.code == 2 and "the cubin for sm_90 is none" in answer.errors and
   len(answer.rows()) == KERNELS, "a cubin that is none, before one", answer)
whole = fatbin((2, 90, CUBIN, None, 0))
answer = run("kernels", "--csv", "-", given=whole + struct.pack("<IHHQ", 0xBA55ED50, 1, 15, 64))
ok(answer.code == 2 and "cut off in its header" in answer.errors and
   len(answer.rows()) == KERNELS, "a header of 15 bytes", answer)
large = fatbin((2, 90, CUBIN, b"no stream" + bytes(1 << 20), 0x2000))
for room, word in ((0x20000001, "too many for this file"), (0, "1 to 536870912 are possible"),
                   (1 << 40, "too many for this file")):
    answer = run("kernels", "-", given=large[:16 + 56] + struct.pack("<Q", room) + large[16 + 64:])
    if lacking(answer.errors):
        skip(f"a part of {room} bytes", lacking(answer.errors))
    else:
        ends(f"a part of {room} bytes", answer, 2, word)


def archive(*members):
    return b"!<arch>\n" + b"".join(
        f"{'m.o/':<16}{0:<12}{0:<6}{0:<6}{'644':<8}{len(part):<10}`\n".encode() + part +
        b"\n" * (len(part) % 2) for part in members)


odd = CUBIN + b"\0" * (1 - len(CUBIN) % 2)
answer = run("kernels", "--csv", "-", given=archive(odd, CUBIN))
ok(answer.code == 0 and len(answer.rows()) == 2 * KERNELS, "a member of odd length", answer)
answer = run("kernels", "--csv", "-", given=archive(CUBIN, CUBIN)[:-1])
ok(answer.code == 2 and "no whole member begins here" in answer.errors and
   len(answer.rows()) == KERNELS, "a member that lacks a byte", answer)
# A member's header ends with two bytes, and a record of three numbers has twelve.
for mark, whole in ((b"`\n", True), (b"`\r", False), (b"'\n", False)):
    answer = run("kernels", "--csv", "-", given=archive(CUBIN).replace(b"`\n", mark, 1))
    ok(("no whole member begins here" in answer.errors) != whole and
       len(answer.rows()) == KERNELS * whole, f"a member's header that ends with {mark}", answer)
nested = CUBIN
for depth, code in ((1, 0), (2, 0), (3, 0), (4, 2)):
    nested = archive(nested)
    answer = run("kernels", "--csv", "-", given=nested)
    ok(answer.code == code and ("files inside files, 4 deep" in answer.errors) == (code == 2) and
       len(answer.rows()) == (KERNELS if code == 0 else 0), f"archives in archives: {depth}",
       answer)

# Names unchanged, in each form of output.
name = 'a<b&c>"d\\e\nf\u202eg\U000e0042'
row = f'device,threads_per_group,registers_per_thread,"{name.replace(chr(34), chr(34) * 2)}"\n' \
    "sm_90,64,32,x\n"
answer = run("eval", "--json", given=row)
ok(name in answer.json()["rows"][0]["input"] and "\\ud83" not in answer.text and
   "\\udb40\\udc42" in answer.text and "\u202e" not in answer.text, "a name in JSON", answer)

# Cells that a spreadsheet would regard as a formula; numbers are not formulas.
for cell, formula in (("-", 1), ("+", 1), ("-.", 1), (".", 0), ("-1", 0), ("+1.5", 0),
                      ("-1.2.3", 1), ("-1e5", 1), ("=1", 1), ("@a", 1), ("-/9", 1), ("-1:", 1)):
    answer = run("eval", "--csv-safe", given=f"device,threads_per_group,n\nsm_90,64,{cell}\n")
    ok(answer.rows()[0]["n"] == "'" * formula + cell, f"--csv-safe: {cell}", answer.text)
for cell, formula in (("\uff1d1", 1), ("\uff0b", 1), ("\uff0da", 1), ("\uff20", 1), ("\uff1c1", 0),
                      ("\uff21", 0), ("\tx", 1), ("\rx", 1), ("\nx", 1), ("\0x", 0), ("x=", 0),
                      ("1.", 0), (".5", 0), ("..", 0), ("1..2", 0), ("-1..2", 1), ("+", 1),
                      ("5", 0), ("", 0), ('"', 0), ("a,b", 0)):
    quoted = '"' + cell.replace('"', '""') + '"'
    for form in ((), ("--csv-safe",)):
        answer = run("eval", *form, given=f"device,threads_per_group,n\nsm_90,64,{quoted}\n")
        wanted = "'" * (formula if form else 0) + cell
        written = wanted if not any(sign in wanted for sign in ',"\n\r') and wanted[:1] != "'" \
            else '"' + wanted.replace('"', '""') + '"'
        ok(f"sm_90,64,{written},0,".encode() in answer.bytes, f"{' '.join(form)} {cell!a}",
           answer.bytes)
for cell in (b"\xef\xbc", b"\xef\xbc\x9c", b"\xef"):
    answer = run("eval", "--csv-safe",
                 given=b"device,threads_per_group,n\nsm_90,64," + cell + b"\n")
    ok(b"sm_90,64," + cell + b",0," in answer.bytes, f"--csv-safe: {cell}", answer.bytes)

# Nested directories: 64 levels are read.
with tempfile.TemporaryDirectory() as folder:
    path = folder
    for level in range(66):
        path = os.path.join(path, "d")
        os.mkdir(path)
        if level in (62, 63):
            with open(os.path.join(path, "k.cubin"), "wb") as file:
                file.write(CUBIN)
    answer = run("kernels", "--csv", folder)
    ok(answer.code == 1 and "is nested more than 64 directories deep" in answer.errors and
       len(answer.rows()) == KERNELS, "directories inside each other", answer.errors,
       len(answer.rows()))

    # A file that is read and one that is mapped, on both sides of the limit.
    for size in ((1 << 20) - 1, 1 << 20, (1 << 20) + 1):
        with open(os.path.join(folder, "large.cubin"), "wb") as file:
            file.write(CUBIN + bytes(size - len(CUBIN)))
        answer = run("kernels", "--csv", os.path.join(folder, "large.cubin"))
        ok(answer.code == 0 and len(answer.rows()) == KERNELS, f"a file of {size} bytes", answer)

done()
