#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gpuocc explain: the lines of the source, bank conflicts and accesses to local memory by line, and
what stands in the way of more groups. Usage: test_explain_lines.py ROOT GPUOCC"""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

root, gpuocc = (os.path.abspath(path) for path in sys.argv[1:3])
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

DATA = os.path.join(root, "tests", "data", "machine_code")


def run(name, *more):
    return subprocess.run([gpuocc, "explain", os.path.join(DATA, name), *more],
                          capture_output=True, text=True)


def explain(name, *more):
    process = run(name, *more)
    return process.stdout + process.stderr


def kernel_of(name, kernel, *more):
    return json.loads(run(name, kernel, "--json", *more).stdout)["kernels"][0]


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
            file.seek(0)
            stack = int(re.search(r"properties for \w*inner\w*\s+(\d+) bytes stack frame",
                                  file.read())[1])
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
        kernel = kernel_of(f"spills_{target}.cubin", "inner")
        ok((kernel["stack_bytes"], kernel["local_memory_bytes"]) == (stack, None),
           f"{target}: the stack of ptxas, and no memory without a product", stack, kernel)
    # An H100 SXM5 has 132 SMs of 2,048 threads, and ptxas says the stack of one.
    answer = kernel_of("spills_sm_90.cubin", "inner", "-d", "H100 SXM5 80 GB")
    bytes_of_all = answer["stack_bytes"] * 132 * 2048
    ok(answer["stack_bytes"] > 0 and answer["local_memory_bytes"] == bytes_of_all,
       "what a launch takes", answer["local_memory_bytes"])
    for more in ((), ("--html",)):
        page = explain("spills_sm_90.cubin", "inner", "-d", "H100 SXM5 80 GB", *more)
        ok(f"Local memory: a launch may take {bytes_of_all / (1 << 20):.2f} MiB of H100 SXM5" in
           page, "as a sentence", page)
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


def leb(value):
    """A number of DWARF without a sign."""
    head = b""
    while value > 127:
        head += bytes([value & 127 | 128])
        value >>= 7
    return head + bytes([value])


def table_of(files, rows, version):
    """A line table of DWARF 2, and where the address of the code is in it. The files are (name,
    directory "one" or "two"), the rows (address, number of file, line, row of the call)."""
    head = (bytes([1, 1, 251, 14, 10, 0, 1, 1, 1, 1, 0, 0, 0, 1]) + b"one\0two\0\0" +
            b"".join(name.encode() + b"\0" + leb(1 + ("one", "two").index(folder)) + b"\0\0"
                     for name, folder in files) + b"\0")
    body = struct.pack("<HI", version, len(head)) + head
    operand = 4 + len(body) + 3
    body += b"\0\x09\2" + bytes(8)
    at, before = 0, 1
    for address, file, line, call in rows:
        inlined = b"\x90" + leb(call) + b"\0"
        step = line - before & 127
        body += (b"\2" + leb(address - at) + b"\4" + leb(file) + b"\3" + bytes([step]) + b"\0" +
                 leb(len(inlined)) + inlined + b"\1")
        at, before = address, line
    body += b"\2" + leb(1 << 20) + b"\0\1\1"
    return struct.pack("<I", len(body)) + body, operand


def changed(path, files, rows, code=None, version=2):
    """Writes spills_sm_75.cubin with another line table, and possibly other code, of `inner`."""
    with open(os.path.join(DATA, "spills_sm_75.cubin"), "rb") as file:
        data = bytearray(file.read())
    start, count = struct.unpack_from("<Q", data, 40)[0], struct.unpack_from("<H", data, 60)[0]
    heads = {}
    for at in range(start, start + 64 * count, 64):
        names = struct.unpack_from("<Q", data, start + 64 + 24)[0]
        name = names + struct.unpack_from("<I", data, at)[0]
        heads[bytes(data[name:data.index(0, name)]).decode()] = at
    parts = {name: struct.unpack_from("<QQ", data, at + 24) for name, at in heads.items()}
    table, operand = table_of(files, rows, version)
    place, size = parts[".rel.debug_line"]
    for at in range(place, place + size, 16):
        symbol = struct.unpack_from("<I", data, at + 12)[0]
        section = struct.unpack_from("<H", data, parts[".symtab"][0] + 24 * symbol + 6)[0]
        is_inner = start + 64 * section == heads[".text.inner"]
        struct.pack_into("<Q", data, at, operand if is_inner else 0)
        if code is not None and is_inner:
            struct.pack_into("<Q", data, parts[".symtab"][0] + 24 * symbol + 16, len(code))
    for name, part in ((".debug_line", table), (".text.inner", code)):
        if part is not None:
            data += bytes(-len(data) % 128)
            struct.pack_into("<QQ", data, heads[name] + 24, len(data), len(part))
            data += part
    with open(path, "wb") as file:
        file.write(data)
    return path


def instruction(operation):
    """The first instruction of an operation in `inner`, not predicated."""
    with open(os.path.join(DATA, "spills_sm_75.cubin"), "rb") as file:
        data = file.read()
    return next(data[at:at + 16] for at in range(0x3800, 0x4a00, 16)
                if struct.unpack_from("<H", data, at)[0] == 0x7000 | operation)


STL, EXIT = 0x387, 0x94d
EVERY = range(0, 0x1200, 16)  # instruction of inner


def test_files(path):
    kernel = kernel_of("spills_sm_75.cubin", "inner")
    total = [sum(row[name] for row in kernel["local_memory"]) for name in ("stores", "loads")]
    ok(not any(loop["more_files"] for loop in kernel["loops"]), "the files are all there")
    changed(path, [("k.cu", "one"), ("k.cu", "two")],
            [(at, 1 + at // 16 % 2, 10, 0) for at in EVERY])
    kernel = kernel_of(path, "inner")
    for loop in kernel["loops"]:
        found = sorted((row["directory"], row["file"], row["first_line"], row["last_line"])
                       for row in loop["lines"])
        ok(found == [("one", "k.cu", 10, 10), ("two", "k.cu", 10, 10)],
           "files of one name in two directories", loop["lines"])
    rows = kernel["local_memory"]
    keys = [(row["sort"], row["depth"], row["source"]["directory"]) for row in rows]
    ok({key[2] for key in keys} == {"one", "two"} and len(set(keys)) == len(keys) and
       [sum(row[name] for row in rows) for name in ("stores", "loads")] == total,
       "and their accesses to local memory", rows)
    changed(path, [(f"f{at}.cu", "one") for at in EVERY],
            [(at, 1 + at // 16, 10, 0) for at in EVERY])
    loops = kernel_of(path, "inner")["loops"]
    long = [loop for loop in loops if loop["instructions"] > 64]
    ok(long and all(loop["more_files"] == (loop["instructions"] > 64) and
                    len(loop["lines"]) == min(64, loop["instructions"]) for loop in loops),
       "a loop of more than 64 files says so", [len(loop["lines"]) for loop in loops])


def test_calls(path):
    for calls in (15, 16):
        changed(path, [("k.cu", "one")], [(0, 1, 10 + i, i) for i in range(1 + calls)])
        source, more, found = kernel_of(path, "inner")["local_memory"][0]["source"], [], []
        while source is not None:
            more.append(source["more"])
            found.append(source["line"])
            source = source["called_at"]
        ok(found == list(range(10 + calls, 10 + calls - 16, -1)) and
           more == [False] * 15 + [calls == 16], f"{calls} calls", found, more)


def test_no_lines(path):
    """A table of version 9, and one of 10000 rows that pass a name of 200000 bytes."""
    rows = [(0, 1 + 16 * (i % 2), 10, 0) for i in range(10000)]
    for status, why, files, version in (
            ("damaged", "the line table is damaged, compressed, or of a version that is not DWARF "
             "2 to 5", [("k.cu", "one")], 9),
            ("too_complex", "the line tables of the file are too complex",
             [("k" * 200000, "one")], 2)):
        changed(path, files, rows, version=version)
        kernel = kernel_of(path, "inner")
        sentence = f"The lines of the source are not known: {why}."
        ok((kernel["lines_status"], kernel["lines_message"]) == (status, sentence) and
           all(loop["lines"] == [] for loop in kernel["loops"]), status, kernel["lines_status"])
        for form in ((), ("--html",)):
            text = explain(path, "inner", *form)
            ok(text.count(sentence) == 1, f"{status}: {form}", text[-900:])
        text = explain(path, "inner", "--sarif")
        ok(f"lines of the source are not known: {why}\n" in text, f"{status}: SARIF", text[-900:])
    for name, kernel, status in (("spills_sm_75.cubin", "inner", "ok"),
                                 ("six_sm_80.cubin", "gather", "none")):
        kernel = kernel_of(name, kernel)
        ok((kernel["lines_status"], kernel["lines_message"]) == (status, None), status, kernel)


def test_many_locals(path):
    """Stores in a line each: 4096 of them end at byte 4096 * 16 of the code."""
    store, end = instruction(STL), instruction(EXIT)
    for count, from_here in ((4096, None), (4097, 65536), (5000, 65536)):
        changed(path, [("k.cu", "one")], [(16 * i, 1, 10 + i, 0) for i in range(count)],
                count * store + end)
        kernel = kernel_of(path, "inner")
        ok((len(kernel["local_memory"]), kernel["local_memory_not_counted_from"]) ==
           (4096, from_here), f"{count} lines with a store", len(kernel["local_memory"]),
           kernel["local_memory_not_counted_from"])
    text = explain(path, "inner")
    ok("\n  not counted: accesses from 0x10000 on, after 4096 lines\n" in text, "text", text)
    for count, place in ((1, "0x0, depth 0"), (2, "0x0 and others, depth 0")):
        changed(path, [], [], count * store + end, version=9)
        text = explain(path, "inner")
        ok(f"\n  {place}  " in text, place, text)


def test_made():
    with tempfile.TemporaryDirectory() as folder:
        for test in (test_files, test_calls, test_no_lines, test_many_locals):
            test(os.path.join(folder, "made.cubin"))


test_loops()
test_instructions()
test_spills()
test_conflicts()
test_sarif()
test_next_step()
test_amd()
test_made()
done()
