#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that no byte of a file, name or argument reaches a terminal as a control sequence.
Usage: test_escapes.py SOURCE_ROOT PATH_OF_GPUOCC"""
import csv
import io
import json
import os
import pty
import subprocess
import sys
import tempfile
import unicodedata
import xml.etree.ElementTree

from command import evaluate, run, until_the_end
from tap import done, ok

TOOL = sys.argv[2]
# Characters that output for people must not contain, each with its replacement.
HOSTILE = {"\x07": r"\x07", "\x1b": r"\x1b", "\x7f": r"\x7f", "\x80": r"\u0080", "\x9b": r"\u009b",
           "\x9d": r"\u009d", "\xad": r"\u00ad", "\u061c": r"\u061c", "\u200b": r"\u200b",
           "\u200e": r"\u200e", "\u200f": r"\u200f", "\u2028": r"\u2028", "\u2029": r"\u2029",
           "\u202a": r"\u202a", "\u202e": r"\u202e", "\u2066": r"\u2066", "\u2069": r"\u2069",
           "\ufeff": r"\ufeff", "\U000e0041": r"\U000e0041"}
HARMLESS = "größer-Ядро-核-👍"
# Bytes that are not UTF-8: a continuation byte alone, a lead byte without the rest, "/" in two
# bytes, half of a UTF-16 pair, a character above U+10FFFF.
BROKEN = {b"\x9b": rb"\x9b", b"\xe2\x80": rb"\xe2\x80", b"\xc0\xaf": rb"\xc0\xaf",
          b"\xed\xa0\x80": rb"\xed\xa0\x80", b"\xf4\x90\x80\x80": rb"\xf4\x90\x80\x80"}


def on_terminal(*arguments):
    """Returns the output on a terminal: standard output and error together, without colour."""
    master, slave = pty.openpty()
    process = subprocess.Popen([TOOL, *arguments], stdout=slave, stderr=slave,
                               stdin=subprocess.DEVNULL, env={**os.environ, "NO_COLOR": "1"})
    return until_the_end(process, master, slave)


def raw(seen):
    """Returns the characters and bytes of HOSTILE and BROKEN in the output."""
    found = [hex(ord(c)) for c in HOSTILE if c.encode() in seen]
    try:
        seen.decode()
    except UnicodeDecodeError as error:
        found.append(str(error))
    rest = seen.replace(b"\r\n", b"")
    return found + [hex(byte) for byte in rest if byte < 0x20]


def log(name):
    """Returns a compiler's log with one kernel of that name."""
    name = name if isinstance(name, bytes) else name.encode()
    return (b"ptxas info : Compiling entry function '" + name + b"' for 'sm_90'\n"
            b"ptxas info : Used 10 registers, used 1 barriers\n")


def is_shown(seen, wanted, name):
    return ok(not raw(seen) and wanted in seen, name, raw(seen), seen)


with tempfile.TemporaryDirectory() as folder:
    def place(name, content):
        name = name if isinstance(name, bytes) else name.encode()
        path = os.path.join(os.fsencode(folder), name)
        with open(path, "wb") as file:
            file.write(content)
        return os.fsdecode(path)

    every = [(c.encode(), shown.encode()) for c, shown in HOSTILE.items()] + list(BROKEN.items())
    for hostile, shown in every:
        # The name of a kernel, of a file, an argument, and a cell; in tables and in messages.
        kernel = b"k" + hostile + b"m"
        wanted = b"k" + shown + b"m"
        file = place(b"log-" + kernel, log(kernel))
        bad = place(b"bad-" + kernel, log(kernel).replace(b"10 registers", b"-8 registers"))
        table = place(b"rows-" + kernel, b"device,threads_per_group,kernel\nsm_90,32," + kernel +
                      b"\nsm_" + kernel + b",32,x\n")
        text = os.fsdecode(kernel)
        for arguments in (("kernels", file), ("kernels", bad), ("kernels", "--csv", file),
                          ("kernels", file + "/x"), ("kernels", "--require", "groups>99", file),
                          ("kernels", "--kernel", "no" + text, file), ("eval", "--table", table),
                          ("eval", table), ("eval", text), (text,), ("occupancy", text),
                          ("occupancy", "sm_90", "--" + text, "1"), ("help", text),
                          ("occupancy", "sm_90", "-t", text), ("devices", text),
                          ("occupancy", "sm_90", "-t", "32", "--require", text),
                          ("sweep", "sm_90", "--over", text), ("scale", text),
                          ("sweep", "sm_90", "--over", "registers", "--svg", "/none/" + text)):
            seen = on_terminal(*arguments)
            if not ok(not raw(seen), f"{shown.decode()}: {arguments[0]} {len(arguments)} shows it",
                      arguments, raw(seen), seen):
                break
        is_shown(on_terminal("kernels", file), wanted, f"{shown.decode()} in a table of kernels")
        is_shown(on_terminal("kernels", file), b"log-" + wanted + b" (ptxas log)",
                 f"{shown.decode()} above it")
        is_shown(on_terminal("kernels", bad), b"kernel " + wanted + b": ",
                 f"{shown.decode()} in a message")
        is_shown(on_terminal("eval", "--table", table), wanted, f"{shown.decode()} in a table")
        is_shown(on_terminal("eval", table), b"sm_90,32," + wanted + b",0,",
                 f"{shown.decode()} in CSV on a terminal")
        # In a file or a pipe CSV is unchanged; in JSON everything that controls a terminal is
        # escaped.
        answer = run("kernels", "--csv", file)
        ok(b"," + kernel + b"," in answer.bytes, f"{shown.decode()} in CSV is exact", answer)
        answer = run("kernels", "--json", file)
        name = answer.json()["rows"][0]["input"]["kernel"]
        ok(not raw(answer.bytes.replace(b"\n", b"")) and
           (hostile in BROKEN or name == kernel.decode()) and
           (hostile not in BROKEN or "\ufffd" in name), f"{shown.decode()} in JSON", answer)

    # Every character below U+E2000: those with the property Default_Ignorable_Code_Point of Unicode
    # (DerivedCoreProperties.txt of 15.1), controls, separators of lines, and annotations.
    IGNORED = [(0xad, 0xad), (0x34f, 0x34f), (0x61c, 0x61c), (0x115f, 0x1160), (0x17b4, 0x17b5),
               (0x180b, 0x180f), (0x200b, 0x200f), (0x202a, 0x202e), (0x2060, 0x206f),
               (0x3164, 0x3164), (0xfe00, 0xfe0f), (0xfeff, 0xfeff), (0xffa0, 0xffa0),
               (0xfff0, 0xfff8), (0x1bca0, 0x1bca3), (0x1d173, 0x1d17a), (0xe0000, 0xe0fff)]
    ANNOTATIONS = (0xfff9, 0xfffb)
    ignored = {c for first, last in [*IGNORED, ANNOTATIONS] for c in range(first, last + 1)}

    def visible(cell):
        """Returns what is shown of bytes, by Python's decoder."""
        shown = ""
        while cell:
            for size in range(1, 5):
                try:
                    c = ord(cell[:size].decode())
                    break
                except UnicodeDecodeError:
                    pass
            else:
                shown += f"\\x{cell[0]:02x}"
                cell = cell[1:]
                continue
            cell = cell[size:]
            if c not in ignored and unicodedata.category(chr(c)) not in ("Cc", "Zl", "Zp"):
                shown += chr(c)
            else:
                shown += f"\\x{c:02x}" if c < 0x80 else f"\\u{c:04x}" if c < 0x10000 else \
                    f"\\U{c:08x}"
        return shown

    wrong = []
    blocks = [[c for c in range(first, first + 256) if not 0xd800 <= c < 0xe000]
              for first in [*range(0, 0x20000, 256), *range(0xdff00, 0xe2000, 256), 0x10ff00]]
    cells = ["k" + "".join(map(chr, block)).replace('"', '""') + "m" for block in blocks]
    shown = run("eval", "--table", given="device,threads_per_group,kernel\n" +
                "".join(f'sm_90,32,"{cell}"\n' for cell in cells)).text
    for block in blocks:
        wanted = visible("".join(map(chr, block)).encode())
        if "k" + wanted + "m " not in shown:
            wrong.append(hex(block[0]))
    ok(not wrong, f"which of {sum(map(len, blocks))} characters are escaped", *wrong)

    # Sequences of bytes at the bounds of UTF-8, which Python decodes as well.
    edges = (0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0)
    sequences = [bytes((*most, last)) for first in range(0x80, 0x100) for most in
                 ((first,), *((first, second) for second in edges),
                  *((first, second, third) for second in edges for third in (0x80, 0xbf, 0xc0)))
                 for last in (0x2e, 0x7f, 0x80, 0xbf, 0xc0)]
    wrong = []
    given = [b".".join(sequences[i:i + 128]) for i in range(0, len(sequences), 128)]
    shown = run("eval", "--table", given=b"device,threads_per_group,kernel\n" +
                b"".join(b"sm_90,32,k" + cell + b"m\n" for cell in given)).text
    for cell in given:
        wanted = visible(cell)
        if f"k{wanted}m " not in shown:
            wrong.append(wanted[:200])
    ok(not wrong, f"{len(sequences)} sequences of bytes, valid UTF-8 or not", *wrong[:3])

    # A message about a row is already escaped, in CSV and in JSON.
    answer = evaluate("device,threads_per_group\nsm_90,3\x1b[2J\n")
    ok(answer.rows()[0]["message"].count(r"\x1b[2J") == 1, "the message of a row", answer)
    # Characters of other scripts are unchanged, also where a name is cut.
    file = place(HARMLESS, log(HARMLESS))
    ok(on_terminal("kernels", file).decode().count(HARMLESS) == 2, "names in other scripts")
    answer = run("occupancy", "x" * 58 + "ü" * 9)
    ok("\ufffd" not in answer.errors and r"\x" not in answer.errors and "xü" in answer.errors,
       "a long argument is cut between characters", answer)
    newline = run("kernels", place("two\nlines", b""))
    ok(newline.errors.count("\n") == 1 and r"two\x0alines: is empty" in newline.errors,
       "a message is one line whatever the file is called", newline)

    # SVG is XML, which cannot represent most control characters.
    picture = os.path.join(folder, "picture.svg")
    answer = run("sweep", "sm_90", "--over", "registers", "--svg", picture)
    ok(answer.code == 0 and xml.etree.ElementTree.parse(picture) is not None, "SVG is XML", answer)

# Spreadsheets regard these as formulas. The wide forms are those of East Asian input.
FORMULAS = ["=1+1", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "=cmd|' /C calc'!A0", "-",
            "+", "=", "--1", "-1.2.3", "＝1", "＋1", "－1", "＠1", '="a","b"']
PLAIN = ["-14", "+5", "-0.5", "5", "a=b", "'=1", " =1", "", "-.5"]
stream = io.StringIO()
writer = csv.writer(stream, lineterminator="\n")
writer.writerow(["device", "threads_per_group", "kernel", "=HYPERLINK(1)"])
for cell in FORMULAS + PLAIN:
    writer.writerow(["sm_90", "32", cell, "x"])
writer.writerow(["sm_90", "-3", "last", "x"])
safe = evaluate(stream.getvalue(), "--csv-safe")
rows = safe.rows()
ok([row["kernel"] for row in rows] == ["'" + cell for cell in FORMULAS] + PLAIN + ["last"],
   "--csv-safe: an apostrophe before what would be a formula", safe)
ok("'=HYPERLINK(1)" in rows[0] and rows[-1]["status"].startswith("-"),
   "--csv-safe: names of columns too; numbers below 0 stay numbers", safe)
exact = evaluate(stream.getvalue())
ok([row["kernel"] for row in exact.rows()] == FORMULAS + PLAIN + ["last"],
   "without it cells are exact", exact)
answer = run("kernels", "--csv", "--csv-safe", "-", given=log("=1+1"))
ok(answer.rows()[0]["kernel"] == "'=1+1", "--csv-safe of kernels", answer)
for arguments in (("eval", "--csv-safe", "--json"), ("eval", "--csv-safe", "--table"),
                  ("kernels", "--csv-safe", "-"), ("kernels", "--csv-safe", "--json", "-")):
    answer = run(*arguments)
    ok(answer.code == 1 and "--csv-safe is for CSV" in answer.errors, " ".join(arguments), answer)
ok(json.loads(run("eval", "--json", given="device,threads_per_group,k\nsm_90,32,👍\U000e0041\n")
              .text)["rows"][0]["input"]["k"] == "👍\U000e0041", "JSON: pairs of UTF-16")

done()
