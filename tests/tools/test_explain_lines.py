#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gpuocc explain: the lines of the source, bank conflicts and accesses to local memory by line, and
what stands in the way of more groups. Usage: test_explain_lines.py ROOT GPUOCC"""
import json
import os
import re
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
    test_amd_spills(kernel_of("spills_gfx1100.co", "inner"))


def sums(rows, sort):
    return [sum(row[name] for row in rows if row["sort"] == sort)
            for name in ("store_bytes", "load_bytes")]


def test_spills():
    """The bytes are those of ptxas -v, the lines and depths those of spills.cu: its loops are at 13
    to 20 and at 15 to 18, and the accesses of its array at 31, 34 and 36."""
    for target, sort in (("sm_75", "spill"), ("sm_90", "spill"), ("sm_120", "unknown")):
        with open(os.path.join(DATA, f"spills_{target}.ptxas.txt"), encoding="utf-8") as file:
            log = {row[0]: [int(row[1]), int(row[2])] for row in re.findall(
                r"properties for (\w+)\n.* (\d+) bytes spill stores, (\d+) bytes spill loads",
                file.read())}
        rows = kernel_of(f"spills_{target}.cubin", "inner")["local_memory"]
        ok(sums(rows, sort) == log["inner"] and log["inner"][0] > 200,
           f"{target}: the bytes of ptxas", log, rows)
        ok({row["sort"] for row in rows} == {sort}, f"{target}: all are of one sort", rows)
        ok({row["source"]["line"] for row in rows if row["depth"] == 2} <= {12, 14, 16, 17} and
           {row["source"]["line"] for row in rows if row["depth"] == 1} <= {10, 12, 14, 19} and
           any(row["depth"] == 2 and row["source"]["line"] == 17 and row["load_bytes"] > 80
               for row in rows), f"{target}: the lines and depths", rows)
        ok([row["depth"] for row in rows] == sorted((row["depth"] for row in rows), reverse=True),
           f"{target}: those in the most loops come first", rows)
        rows = kernel_of(f"spills_{target}.cubin", "table")["local_memory"]
        found = [(row["sort"], row["source"]["line"], row["depth"], row["store_bytes"],
                  row["load_bytes"]) for row in rows]
        ok(log["table"] == [0, 0] and found == [
            ("unknown", 31, 0, 64, 0), ("unknown", 36, 0, 0, 64), ("variable", 34, 1, 4, 4)],
           f"{target}: an array is not a spill", rows)
    text = explain("spills_sm_75.cubin", "inner")
    ok("\nSpills to local memory, per thread: 60 stores of 248 bytes, 65 loads of 268 bytes\n"
       "  spills.cu:17, depth 2              31 stores of 124 bytes, 37 loads of 152 bytes\n" in
       text, "text", text)
    page = explain("spills_sm_75.cubin", "inner", "--html")
    ok("<pre>Spills to local memory, per thread: 60 stores" in page, "the page", page)


def test_next_step():
    """65,536 registers, and groups of 256 threads: 3 groups fit with 72 registers, 4 with 64."""
    lives = kernel_of("five_sm_80.cubin", "stencil")["live_registers"]
    step = lives["next_step"]
    ok((step["registers_per_thread"], step["groups"]) == (64, 4) and
       step["first_address"] < lives["first_address"] and
       step["instructions_above"] > lives["instructions"], "a step and where it is missed", lives)
    text = explain("five_sm_80.cubin", "stencil")
    ok(f" With at most 64, 4 groups would be resident: more are in use at "
       f"{step['instructions_above']} instructions from {hex(step['first_address'])} to " in text,
       "text", text)
    lives = kernel_of("five_sm_80.cubin", "sum")["live_registers"]
    ok(lives["next_step"] is None, "none where waves limit the kernel", lives)


def test_conflicts():
    """By hand: lanes that are 128 bytes apart use one bank each word, so that 32 words of 4 bytes
    take 32 passes instead of 1, and 32 pairs of words 32 instead of 2. conflicts.cu has the rows of
    132 and 136 bytes too."""
    def found(name, kernel):
        rows = kernel_of(name, kernel)["bank_conflicts"]
        return rows["accesses"], rows["unknown"], [
            (row["source"]["line"], row["class"], row["bytes_per_thread"], row["stride_bytes"],
             row["passes"], row["least_passes"], row["better_stride_bytes"])
            for row in rows["conflicts"]]
    one = found("lines_sm_80.cubin", "column")
    ok(one == (2, 0, [(36, "load_shared", 4, 128, 32, 1, 132)]), "a column", one)
    two = found("conflicts_sm_90.cubin", "plain")
    ok(two == (6, 0, 2 * [(14, "load_shared", 8, 128, 32, 2, 136)]), "two columns at once", two)
    for kernel in ("padded", "padded_more"):
        rows = found("conflicts_sm_90.cubin", kernel)
        ok(rows[0] > 4 and rows[1:] == (0, []), f"{kernel}: the longer rows have no conflict", rows)
    rows = found("conflicts_sm_90.cubin", "unknown")
    ok(rows == (2, 1, [(38, "load_shared", 4, 128, 32, 1, None)]),
       "no other rows are named beside an access of unknown address", rows)
    text = explain("lines_sm_80.cubin", "column")
    ok("\nBank conflicts: 1 of 2 accesses to shared memory\n"
       "  0x130, lines.cu:36                 load of 4 bytes: stride 128, 32 passes instead of 1; "
       "with rows of 132 bytes no access has a conflict\n" in text, "text", text)
    text = explain("conflicts_sm_90.cubin", "unknown")
    ok("1 of 2 accesses to shared memory; the addresses of 1 are not known\n" in text,
       "text with an unknown address", text)
    page = explain("lines_sm_80.cubin", "column", "--html")
    ok("<pre>Bank conflicts: 1 of 2 " in page, "the page", page)
    ok(kernel_of("six_sm_80.cubin", "saxpy")["bank_conflicts"] is None, "no shared memory")


def sarif_of(*arguments):
    return json.loads(explain(*arguments, "--sarif"))


def test_sarif():
    """The members that the schema of SARIF 2.1.0 requires: version and runs; tool; driver and its
    name; of a rule its id; of a result its message; and what GitHub asks for besides."""
    document = sarif_of("lines_sm_80.cubin", "column")
    run = document["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    ok(document["version"] == "2.1.0" and document["$schema"].endswith("sarif-2.1.0.json") and
       run["tool"]["driver"]["name"] == "gpuocc" and len(document["runs"]) == 1 and
       all(rule["id"] and rule["shortDescription"]["text"] for rule in rules), "SARIF", document)
    ok(len(run["results"]) == 1, "one result", run["results"])
    result = run["results"][0]
    place = result["locations"][0]["physicalLocation"]
    ok(rules[result["ruleIndex"]]["id"] == result["ruleId"] == "bank-conflict" and
       "32 passes instead of 1; with rows of 132" in result["message"]["text"] and
       place["artifactLocation"]["uri"].endswith("/machine_lines/lines.cu") and
       place["region"] == {"startLine": 36} and
       result["locations"][0]["logicalLocations"] == [{"name": "column", "kind": "function"}],
       "a conflict", result)
    results = sarif_of("spills_sm_75.cubin")["runs"][0]["results"]
    ok(len(results) == 9 and {result["ruleId"] for result in results} == {"spill"} and
       results[0]["message"]["text"] == "Spills at depth 2, per thread: 31 stores of 124 bytes, "
       "37 loads of 152 bytes." and
       results[0]["locations"][0]["physicalLocation"]["region"]["startLine"] == 17 and
       results[0]["level"] == "warning", "spills, and not the array", results)
    ok(sarif_of("lines_sm_80.cubin", "sum")["runs"][0]["results"] == [], "nothing to report")
    for other in ("--json", "--html"):
        ok(f"--sarif excludes {other}" in explain("lines_sm_80.cubin", "--sarif", other), other)


def test_amd_spills(kernel):
    """llvm-readelf --notes: .vgpr_spill_count 90 of inner, 0 of table."""
    rows = kernel["local_memory"]
    ok(sums(rows, "spill")[0] == 4 * 90 and {row["sort"] for row in rows} == {"spill"},
       "AMD: the spills of the metadata", rows)
    ok(any(row["depth"] == 2 and row["source"] and row["source"]["line"] == 19 for row in rows),
       "AMD: in the inner loop", rows)
    rows = kernel_of("spills_gfx1100.co", "table")["local_memory"]
    ok({row["sort"] for row in rows} == {"variable"} and sums(rows, "variable") == [132, 132],
       "AMD: an array", rows)


test_loops()
test_instructions()
test_spills()
test_conflicts()
test_sarif()
test_next_step()
test_amd()
done()
