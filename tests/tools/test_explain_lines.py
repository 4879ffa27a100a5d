#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gpuocc explain: the lines of the source. Usage: test_explain_lines.py ROOT GPUOCC"""
import json
import os
import subprocess
import sys

root, gpuocc = (os.path.abspath(path) for path in sys.argv[1:3])
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

DATA = os.path.join(root, "tests", "data", "machine_code")


def explain(name, *more):
    process = subprocess.run([gpuocc, "explain", os.path.join(DATA, name), *more],
                             capture_output=True, text=True)
    return process.stdout + process.stderr


def kernel_of(name, kernel, *more):
    return json.loads(explain(name, kernel, "--json", *more))["kernels"][0]


def lines_of(loop):
    return [(row["file"], row["first_line"], row["last_line"]) for row in loop["lines"]]


def places(source):
    return [] if source is None else [(source["file"], source["line"]),
                                      *places(source["called_at"])]


def test_loops():
    """The lines that lines.cu has: loops at 23 to 24, and at 33 to 37."""
    text = explain("lines_sm_80.cubin", "sum")
    row = "\n  source                             lines.cu:23 to 24, lines.h:10\n"
    ok(row in text, "text", text)
    kernel = kernel_of("lines_sm_80.cubin", "sum")
    ok(lines_of(kernel["loops"][0]) == [("lines.cu", 23, 24), ("lines.h", 10, 10)], "JSON",
       kernel["loops"][0]["lines"])
    kernel = kernel_of("lines_linked_sm_120.cubin", "column")
    ok(lines_of(kernel["loops"][0]) == [("lines.cu", 33, 37)], "a linked cubin",
       kernel["loops"][0]["lines"])
    kernel = kernel_of("six_sm_80.cubin", "gather", "--annotate")
    ok(kernel["loops"][0]["lines"] == [] and
       all(row["source"] is None for row in kernel["loops"][0]["annotated"]), "without lines")
    ok("source  " not in explain("six_sm_80.cubin", "gather"), "nor in the text")


def test_instructions():
    kernel = kernel_of("lines_sm_80.cubin", "sum", "--annotate")
    rows = {row["address"]: row for row in kernel["loops"][0]["annotated"]}
    ok(places(rows[0xf0]["source"]) == [("lines.h", 10), ("lines.cu", 8), ("lines.cu", 24)],
       "an inlined instruction and its calls", rows[0xf0]["source"])
    names = [rows[0xf0]["source"]["function"], rows[0xf0]["source"]["called_at"]["function"]]
    ok(names[0].endswith("squareEf") and names[1].endswith("twiceEf"), "the functions", names)
    ok(places(rows[0xc0]["source"]) == [("lines.cu", 24)] and
       rows[0xc0]["source"]["directory"].endswith("/machine_lines"), "another one", rows[0xc0])
    lives = kernel["live_registers"]
    ok((places(lives["first_source"])[0], places(lives["last_source"])[0]) ==
       (("lines.cu", 24), ("lines.h", 10)), "where registers are in use", lives)
    text = explain("lines_sm_80.cubin", "sum", "--annotate")
    ok("\n   lines.h:10, called at lines.cu:8, called at lines.cu:24\n    0x000f0   FFMA " in text,
       "a line before its instructions", text)
    ok("from 0xb0 (lines.cu:24) to 0xf0 (lines.h:10), and" in text, "registers in the text", text)
    page = explain("lines_sm_80.cubin", "sum", "--annotate", "--html")
    calls = "lines.h:10, called at lines.cu:8, called at lines.cu:24"
    ok(f"1 of 1 loads in flight; {calls}<" in page and
       "lines.cu:23 to 24, lines.h:10" in page, "the page", page)


def test_amd():
    kernel = kernel_of("lines_gfx942.co", "column")
    if kernel["code"] == "not_read":
        skip("AMD's loops", "no LLVM 22")
        return
    ok(lines_of(kernel["loops"][0]) == [("lines.cl", 27, 31)], "AMD", kernel["loops"][0]["lines"])


test_loops()
test_instructions()
test_amd()
done()
