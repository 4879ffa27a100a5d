#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc order: the five ways to write a sum of two arrays, the settings that would change
the answer, files and standard input, and the errors in a body, by line, field and value."""
import csv
import os
import subprocess
import sys
import tempfile

from command import run
from tap import done, ok

DATA = os.path.join(sys.argv[1], "tests", "data", "latency", "issue_order_examples.csv")
TIMES = ("--load-latency", "400", "--compute-latency", "4")


def body_of(text):
    """Returns an example of the reference in the command's syntax."""
    lines = []
    for part in text.split("; "):
        kind, *words = part.split()
        if kind == "LD":
            result, array, offset, size = words
            lines.append(f"load {result} {array} offset={offset} bytes={size}")
        elif kind == "ALU":
            lines.append("compute " + " ".join(words))
        else:
            array, offset, size, source = words
            lines.append(f"store {array} {source} offset={offset} bytes={size}")
    return "\n".join(lines)


def options_of(row):
    options = ["--order", row["policy"]]
    if row["restrict"] == "1":
        options.append("--restrict")
    if row["max_loads_outstanding"]:
        options += ["--most-loads", row["max_loads_outstanding"]]
    return options


def examples():
    with open(DATA, encoding="utf-8") as file:
        file.readline()
        return list(csv.DictReader(file))


rows = examples()
wrong = []
for row in rows:
    answer = run("order", *TIMES, *options_of(row), "--json", given=body_of(row["body"])).json()
    cycle_order = [int(n) for n in row["order"].split()]
    written = body_of(row["body"]).split("\n")
    if (answer["loads_in_flight"] != int(row["mlp_peak"]) or
            answer["loads_before_wait"] != int(row["mlp_first"]) or
            abs(answer["cycles_of_body"] - float(row["t_body_cycles"])) > 1e-6 or
            abs(answer["loads_in_flight_mean"] - float(row["mlp_mean"])) > 1e-7 or
            [i["instruction"] for i in answer["instructions"]] != [written[n]
                                                                   for n in cycle_order]):
        wrong.append(row["id"])
ok(len(rows) >= 19 and not wrong, f"{len(rows)} examples of the reference", *wrong)
got = [run("order", *TIMES, *options_of(row), "--json", given=body_of(row["body"])).json()
       ["loads_in_flight"] for row in rows if row["id"] in ("V1", "V2", "V3", "V4", "V5")]
ok(got == [2, 4, 2, 4, 4], "the five variants have 2, 4, 2, 4, 4 loads in flight", got)

PLAIN = "load x a; load y b; compute z x y; store s z"
twice = run("order", *TIMES, "--unroll", "2", "--order", "hoist", "--body", PLAIN)
ok(twice.text.startswith("2 loads in flight at most") and "cycles of a copy" in twice.text and
   "With --restrict: 4 in flight at most" in twice.text,
   "unrolling without --restrict gains nothing, and the answer says what would", twice)
source = run("order", *TIMES, "--unroll", "2", "--restrict", "--body", PLAIN)
ok("With --order hoist: 4 in flight at most" in source.text, "as written: hoisting would", source)
few = run("order", *TIMES, "--most-loads", "1", "--body", PLAIN)
ok("With no --most-loads: 2 in flight at most" in few.text, "a limit of the loads is named", few)
spaces = run("order", *TIMES, "--unroll", "2", "--order", "hoist", "--body",
             "load x a; load y b; compute z x y; store s z space=shared", "--json").json()
ok(spaces["loads_in_flight"] == 4 and spaces["changes"] == [], "address spaces share no bytes",
   spaces)
alone = run("order", "--body", "load x a latency=7; compute y z")
ok("No instruction reads the result of a load." in alone.text, "no instruction waits", alone)
apart = run("order", "--unroll", "2", "--order", "hoist", "--json", "--body",
            "load x a latency=9; store a x stride=8 offset=4").json()
ok([i["copy"] for i in apart["instructions"]] == [1, 1, 2, 2],
   "a store to the bytes of the next copy's load delays that load", apart)
first = [run("order", "--order", "hoist", "--json", "--body",
             f"store s x; load y s offset={offset} latency=9").json()["instructions"][0]
         for offset in (4, 3)]
ok([row["instruction"].split()[0] for row in first] == ["load", "store"],
   "without bytes= a store has 4 bytes: it delays a load at offset 3, not at 4", first)

with tempfile.TemporaryDirectory() as folder:
    name = os.path.join(folder, "body.txt")
    with open(name, "w", encoding="utf-8") as file:
        file.write("# a sum\r\nload x a\t# the first\r\n\r\nload y b;compute z x y\nstore s z")
    from_file, from_input = run("order", *TIMES, name), run("order", *TIMES, given=PLAIN)
    ok(from_file.code == 0 and from_file.text == from_input.text ==
       run("order", *TIMES, "-", given=PLAIN).text, "a file, standard input and -", from_file)
    with open(name, "w", encoding="utf-8") as file:
        file.write("load x a latency=4\n# nothing\nload y b latency=soon\n")
    bad = run("order", name)
    ok(bad.code == 1 and bad.errors.startswith(
        f'gpuocc: {name}, line 3: latency is "soon", valid values are 1 to 4294967295 cycles'),
       "a wrong value is named by file, line and field", bad)
    large = os.path.join(folder, "large")
    with open(large, "wb") as file:
        file.write(b"\n" * (2 << 20))
    ok(run("order", large).code == 1 and "larger than 1 MiB" in run("order", large).errors,
       "a file that is no loop body")
    bad = run("order", folder)
    ok(bad.code == 1 and bad.errors == f"gpuocc: {folder}: Is a directory\n", "a directory", bad)
    directory = os.open(folder, os.O_RDONLY)
    bad = subprocess.run([sys.argv[2], "order"], stdin=directory, capture_output=True, text=True)
    os.close(directory)
    ok(bad.returncode == 1 and bad.stderr == "gpuocc: standard input: Is a directory\n",
       "a directory as standard input", bad)

# A body, and the error after "--body, line ".
WRONG = [
    ("lod x a", '1: the instruction is "lod", valid values are load, store, compute, barrier'),
    ("barrier\nload x", '2: the instruction is "load x", the form is load RESULT ARRAY and up to 4 '
                        "registers that it reads"),
    ("store s", '1: the instruction is "store s", the form is store ARRAY and 1 to 4 registers '
                "that it reads"),
    ("compute z a b c d e", '1: the instruction is "compute z a b c d e", the form is compute '
                            "RESULT and up to 4 registers that it reads"),
    ("compute z a b c d e f g h i j k l m n o",
     '1: word 17 is "o", an instruction has at most 16 words'),
    ("barrier x", '1: the instruction is "barrier x", the form is barrier without registers'),
    ("=4", '1: the instruction is "", valid values are load, store, compute, barrier'),
    ("load x a", "1: latency of the load is not given; give latency=CYCLES there or "
                 "--load-latency CYCLES"),
    ("load x a latency=0", '1: latency is "0", valid values are 1 to 4294967295 cycles of a '
     'load, 0 to '
                           "4294967295 of another instruction"),
    ("load x a offset=1099511627777", '1: offset is "1099511627777", valid values are -2^40 '
     'to 2^40 '
                                      "bytes"),
    ("load x a stride=-1099511627777", '1: stride is "-1099511627777", valid values are -2^40 '
     'to 2^40 '
                                       "bytes"),
    ("load x a bytes=-1", '1: bytes is "-1", valid values are 0 (anywhere) to 4294967295'),
    ("load x a bytes=", '1: bytes is "", valid values are 0 (anywhere) to 4294967295'),
    ("load x a ofset=4", '1: the field is "ofset", valid values are offset, bytes, '
     'stride, space, '
                         "latency (of a load), issue"),
    ("store s x latency=4", '1: the field is "latency", valid values are offset, bytes, '
     'stride, space, '
                            "latency (of a load), issue"),
    ("compute x bytes=4", '1: the field is "bytes", valid values are latency (of '
     'compute) and issue'),
    ("compute x issue=0", '1: issue is "0", valid values are 1 to 4294967295 cycles'),
    ("compute x latency=5 y", '1: the word after a field is "y", fields come last'),
    ("load x/y a", '1: the result is "x/y", a name has letters, digits and _ . % $ [ ]'),
    ("load x a space=", '1: space is "", a name has letters, digits and _ . % $ [ ]'),
]
for body, complaint in WRONG:
    answer = run("order", "--body", body)
    ok(answer.code == 1 and answer.text == "" and
       answer.errors == f"gpuocc: --body, line {complaint}\n", body.replace("\n", "; "), answer)
for arguments, complaint in [
        (("--body", "# nothing"), "--body has no instruction"),
        (("--body", "barrier", "--unroll", "1025"),
         "--unroll is 1025, 1 instructions can be unrolled up to 1024 times"),
        (("--body", "barrier", "--most-loads", "65"), "--most-loads is 65, valid values "
         "are 1 to 64"),
        (("--body", "barrier", "--order", "fast"),
         '--order is "fast", valid values are source, hoist'),
        (("--body", "barrier", "x.txt"), "--body and a file exclude each other"),
        (("a", "b"), 'order takes one file, not also "b"'),
        (("--body", "barrier;" * 1025), "--body, line 1: a body has at most 1024 instructions")]:
    answer = run("order", *arguments)
    ok(answer.code == 1 and answer.errors == f"gpuocc: {complaint}\n", complaint, answer)
for option in ("--load-latency", "--compute-latency"):
    for cycles, fine in (("0", True), ("4294967295", True), ("4294967296", False), ("-1", False),
                         ("0.5", False), ("1e9", True), ("4294967295.5", False)):
        answer = run("order", "--body", "load x a latency=4; compute y x latency=4", option, cycles)
        ok(answer.code == (0 if fine else 1) and fine != ("a whole number from 0 up to 4294967295 "
           "is needed" in answer.errors), f"{option} {cycles}", answer)
most = run("order", "--body", "compute x y;" * 1024, "--json")
ok(most.code == 0 and len(most.json()["instructions"]) == 1024, "1024 instructions")
done()
