#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc kernels --save and --baseline: the file, what counts as a loss, what is allowed, and
the exit codes. Usage: test_baseline.py SOURCE_ROOT PATH_OF_GPUOCC"""
import csv
import io
import os
import re
import sys
import tempfile

from command import run
from tap import done, ok

DATA = os.path.join(sys.argv[1], "tests", "data", "kernels", "nvidia")
FOLDER = tempfile.mkdtemp()
HEAD = ("kernel,device,threads_per_group,registers,shared_bytes,stack_bytes,spill_bytes,groups,"
        "waves,limiters,status")
OPTIONS = ",convention=default; threads_per_group=256"
# A kernel in the log of ptxas, which contains spills.
LOG = """ptxas info    : Compiling entry function '{name}' for 'sm_90'
ptxas info    : Function properties for {name}
    {stack} bytes stack frame, {spills} bytes spill stores, {spills} bytes spill loads
ptxas info    : Used {registers} registers, used 0 barriers
"""


def log(*kernels):
    """Returns a log of kernels (name, registers, stack, spills); only a name means 32 registers."""
    return "".join(LOG.format(name=name, registers=more[0] if more else 32,
                              stack=more[1] if len(more) > 1 else 0,
                              spills=more[2] if len(more) > 2 else 0) for name, *more in kernels)


def path(name):
    return os.path.join(FOLDER, name)


def kernels(text, *arguments):
    return run("kernels", "-t", "256", "-", *arguments, given=text)


def save(text, name="base.csv"):
    answer = kernels(text, "--save", path(name))
    with open(path(name), encoding="utf-8", newline="") as file:
        return answer, file.read()


def compare(text, *arguments):
    return kernels(text, "--baseline", path("base.csv"), *arguments)


# The file is sorted, and the same for any order of the kernels. On sm_90, with 65,536 registers and
# 64 waves: 40 registers x 256 = 10,240, 6 groups of 8 waves.
answer, first = save(log(("b", 40), ("a",), ("c", 168, 64, 16)))
ok(answer.code == 0 and "3 kernels are saved in" in answer.text, "saved", answer)
lines = first.splitlines()
ok(lines[0] == HEAD + ",options" and
   [line.split(",")[0] for line in lines[1:]] == ["a", "b", "c"] and
   lines[2] == "b,sm_90,256,40,0,0,0,6,48,registers,0" + OPTIONS and
   lines[3] == "c,sm_90,256,168,0,64,16,1,8,registers,0" + OPTIONS, "a row for each kernel", first)
ok(save(log(("c", 168, 64, 16), ("a",), ("b", 40)), "other.csv")[1] == first,
   "the order of the kernels does not matter")
answer = compare(log(("a",), ("b", 40), ("c", 168, 64, 16)))
ok(answer.code == 0 and answer.text.startswith("3 kernels: 3 the same\n") and
   not answer.errors, "nothing changed", answer)

# The verdict on each change, and whether it is allowed with these options.
SAME = [("a",), ("b", 40), ("c", 168, 64, 16)]
CASES = [
    ("fewer waves", [("b", 48)], "worse", [], 3),
    ("as many fewer as allowed", [("b", 48)], "changed", ["waves=8"], 0),
    ("one more than allowed", [("b", 48)], "worse", ["waves=7"], 3),
    ("a share", [("b", 48)], "changed", ["waves=16.6667%"], 0),
    ("a share that is too small", [("b", 48)], "worse", ["waves=16.6666%"], 3),
    ("more waves", [("b", 32)], "better", [], 3),
    ("more waves, allowed", [("b", 32)], "better", ["better"], 0),
    ("registers alone", [("b", 39)], "changed", [], 0),
    ("more spills", [("c", 168, 64, 20)], "worse", [], 3),
    ("more spills, allowed", [("c", 168, 64, 20)], "changed", ["spills=4"], 0),
    ("more spills than allowed", [("c", 168, 64, 20)], "worse", ["spills=3", "stack=9"], 3),
    ("fewer spills", [("c", 168, 64, 12)], "better", [], 3),
    ("more stack", [("c", 168, 72, 16)], "worse", ["spills=99", "waves=9"], 3),
    ("more stack, allowed", [("c", 168, 72, 16)], "changed", ["stack=8"], 0),
    ("a size with its unit", [("c", 168, 1088, 16)], "changed", ["stack=1K"], 0),
    ("less stack", [("c", 168, 56, 16)], "better", [], 3),
    ("a gain beside a loss", [("c", 128, 72, 16)], "worse", ["better"], 3),
    ("new", [("d",)], "new", [], 3),
    ("new, allowed", [("d",)], "new", ["new"], 0),
    ("new, with something else allowed", [("d",)], "new", ["gone", "better"], 3),
]
for name, changes, verdict, allowed, code in CASES:
    changed = {kernel[0]: kernel for kernel in SAME + changes}
    more = [word for one in allowed for word in ("--allow", one)]
    answer = compare(log(*changed.values()), *more, "--json")
    found = answer.json()
    rows = [(row["verdict"], row["kernel"]) for row in found["differences"]]
    counts = {key: found[key] for key in ("worse", "better", "new", "gone", "changed")}
    ok(answer.code == code and rows == [(verdict, changes[0][0])] and counts[verdict] == 1 and
       sum(counts.values()) == 1 and found["same"] == 3 - (verdict != "new"), name, answer)
    ok((code == 3) == ("accept" in answer.errors) and
       (code == 0 or f"1 {verdict}" in answer.errors), f"{name}: the last sentence", answer.errors)
for allowed, code in (([], 3), (["--allow", "gone"], 0), (["--allow", "new"], 3)):
    answer = compare(log(("a",), ("b", 40)), *allowed)
    ok(answer.code == code and re.search(r"^gone +c +sm_90 +256 +168 +0 +64 +16 +1 +8 ",
                                         answer.text, re.M), f"gone, {allowed}", answer)

# What --allow accepts at most, and the order of the differences: by verdict, then by name.
for allowed, error in (("waves=100%", ""), ("waves=0%", ""), ("waves=4294967293", ""),
                       ("waves=4294967294", "--allow"), ("waves=100.5%", "from 0 up to 100 is"),
                       ("spills=4294967293", ""), ("stack=4194303K", ""),
                       ("stack=4194304K", "--allow"),
                       ("waves=1K", "a whole number from 0 up to 4294967293 is needed"),
                       ("spills=1K", ""), ("spills=1.5", "a whole number from 0"),
                       ("waves=0", ""), ("waves=-0.5%", "--allow")):
    answer = compare(log(("a",), ("b", 40), ("c", 168, 64, 16)), "--allow", allowed)
    ok(answer.code == (1 if error else 0) and error in answer.errors, f"--allow {allowed}", answer)
WAS = [("a",), ("b", 40), ("c", 40), ("d", 32), ("e",), ("f",), ("g", 168)]
NOW = [("d", 48), ("b", 48), ("c", 32), ("g", 128), ("h",), ("f", 31), ("i",)]
save(log(*WAS))
order = [("worse", "b"), ("worse", "d"), ("better", "c"), ("better", "g"), ("new", "h"),
         ("new", "i"), ("gone", "a"), ("gone", "e"), ("changed", "f")]
for now in (NOW, NOW[::-1]):
    rows = [(row["verdict"], row["kernel"]) for row in
            compare(log(*now), "--json").json()["differences"]]
    ok(rows == order, "differences in order", rows)
    lines = [tuple(line.split()[:2]) for line in compare(log(*now)).text.splitlines()
             if line.split()[:1] and line.split()[0] in dict(order)]
    ok(lines == order, "in the text too", lines)
save(log(("a",), ("b", 40), ("c", 168, 64, 16)))

# A row has what was and what is: in Markdown and in JSON as in CSV.
later = log(*NOW, ("r", 32), ("s", 40, 16, 0), ("u", 300), ("two", 32)).replace(
    "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n", "", 1)
for options in ((), ("-d", "sm_90", "-d", "RTX 4090")):
    kernels(log(*WAS, ("r", 300), ("s", 32, 8, 4), ("u",), ("two",)), *options, "--save",
            path("base.csv"))
    rows = list(csv.DictReader(io.StringIO(compare(later, *options, "--csv").text)))
    markdown = compare(later, *options, "--format", "markdown").text
    shown = [[re.sub(r"\\(.)", r"\1", cell.strip().strip("`")) for cell in
              re.split(r"(?<!\\)\|", line)[1:-1]]
             for line in markdown.splitlines() if line.startswith("| ")][1:]
    names = HEAD.split(",")[2:-1]
    wanted = []
    for row in rows:
        was, now = ([row[f"{side}_{name}"] for name in names] for side in ("was", "now"))
        both = row["verdict"] not in ("new", "gone")
        wanted.append([row["verdict"], row["kernel"], row["device"]] + [
            (f"{a or 'none'} -> {b or 'none'}" if both and a != b else
             (a if row["verdict"] == "gone" else b)).replace("|", "+")
            for a, b in zip(was, now)] + [row["reasons"].replace("|", ", ")])
    ok(shown == wanted and len(rows) > 8, f"the cells of Markdown {' '.join(options)}",
       *[pair for pair in zip(shown, wanted) if pair[0] != pair[1]][:2])
    found = compare(later, *options, "--json").json()
    wrong = []
    for row, one in zip(rows, found["differences"]):
        for side in ("was", "now"):
            for name in HEAD.split(",")[2:]:
                cell = row[f"{side}_{name}"]
                value = one[side] and one[side][name]
                if one[side] is None and (cell or row["verdict"] not in ("new", "gone")) or \
                        one[side] and str(value if value is not None else "") != \
                        (cell if cell != "unknown" else ""):
                    wrong.append((row["kernel"], side, name, cell, value))
    ok(not wrong and len(found["differences"]) == len(rows) and
       [(one["verdict"], one["kernel"], one["device"]) for one in found["differences"]] ==
       [(row["verdict"], row["kernel"], row["device"]) for row in rows],
       f"and of JSON {' '.join(options)}", *wrong[:4])
save(log(("a",)))
one = compare(log(("a",))).text
ok(one.startswith("1 kernel: 1 the same\n"), "one kernel", one)
save(log(("a",), ("b", 40), ("c", 168, 64, 16)))

# A lost answer, and one where there was none.
save(log(("a",)))
big = log(("a", 300))
answer = compare(big, "--json")
ok(answer.code == 2 and answer.json()["worse"] == 1 and
   answer.json()["differences"][0]["now"]["waves"] is None, "a refused kernel is worse", answer)
save(big)
answer = compare(log(("a",)), "--json")
ok(answer.code == 3 and answer.json()["better"] == 1, "answered again", answer)

# Ranges: either bound. 64 registers: 32 waves; after one group of 17 there is no room for a second.
answer = run("kernels", "-", "--save", path("base.csv"), given=log(("a", 64), ("b", 32)))
with open(path("base.csv"), encoding="utf-8") as file:
    ranges = file.read()
ok(re.search(r"^a,sm_90,any,64,0,0,0,1\.\.32,17\.\.32,", ranges, re.M) and answer.code == 0,
   "ranges in the file", ranges)
for text, verdict in (("1..32,12..32", "better"), ("1..32,20..32", "worse"),
                      ("1..32,17..40", "worse"), ("1..32,17..28", "better"),
                      ("1..32,17..", "worse"), ("1..32,unknown", "better"),
                      ("1..32,17..x", "better"), ("1..32,17.32", "better")):
    with open(path("base.csv"), "w", encoding="utf-8") as file:
        file.write(ranges.replace("1..32,17..32", text, 1))
    answer = run("kernels", "-", "--baseline", path("base.csv"), "--json",
                 given=log(("a", 64), ("b", 32)))
    ok([row["verdict"] for row in answer.json()["differences"]] == [verdict] and answer.code == 3,
       f"from {text} to 1..32,17..32: {verdict}", answer)

# Copies of one kernel: unchanged ones are matched first, the rest in order.
save(log(("a", 32), ("a", 64), ("a", 128)))
for now, wanted in (([32, 64, 128], {}), ([128, 64, 32], {}), ([32, 64, 168], {"worse": 1}),
                    ([64, 128], {"gone": 1}), ([32, 64, 64, 128], {"new": 1}),
                    ([40, 64, 128], {"worse": 1}), ([32, 32, 32], {"better": 2}),
                    ([], {"gone": 3})):
    found = compare(log(*(("a", registers) for registers in now), ("z",)), "--json").json()
    counts = {key: found[key] for key in ("worse", "better", "new", "gone", "changed")}
    ok(counts == {"worse": 0, "better": 0, "gone": 0, "changed": 0, **wanted,
                  "new": 1 + wanted.get("new", 0)}, f"copies: {now}", counts)

# --kernel on both sides; the formats; --save with --baseline accepts the new values.
save(log(("one_a",), ("one_b", 40), ("two",)))
answer = compare(log(("one_a",), ("one_b", 40)), "--kernel", "one")
ok(answer.code == 0 and "2 kernels: 2 the same" in answer.text, "--kernel", answer)
changed = log(("one_a",), ("one_b", 48), ("new|`x`",))
answer = compare(changed, "--format", "markdown")
rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in answer.text.splitlines()
        if line.startswith("|")]
ok(answer.code == 3 and
   answer.text.startswith("### Occupancy of 3 kernels: 1 worse, 1 new, 1 gone,") and
   len({len(row) for row in rows}) == 1 and len(rows) == 5 and
   [row[0].strip() for row in rows[2:]] == ["worse", "new", "gone"] and
   rows[3][1] == " `new\\|'x'` " and "40 -\\> 48" in rows[2][4], "Markdown", answer)
rows = list(csv.DictReader(io.StringIO(compare(changed, "--csv").text)))
ok([(row["verdict"], row["kernel"], row["was_registers"], row["now_registers"]) for row in rows] ==
   [("worse", "one_b", "40", "48"), ("new", "new|`x`", "", "32"), ("gone", "two", "32", "")],
   "CSV", *rows)
# With 64 threads, 32 registers limit sm_80 as its wave slots and its 32 groups do, and 40 alone.
options = ("kernels", "-d", "sm_80", "-t", "64", "-")
run(*options, "--save", path("sm_80.csv"), given=log(("a",)))
answer = run(*options, "--baseline", path("sm_80.csv"), given=log(("a", 40)))
ok(answer.code == 3 and "  waves+groups+registers -> registers  waves\n" in answer.text,
   "several limiting resources", answer)
side = compare(changed, "--json").json()["differences"][0]
ok(side["was"] == {"threads_per_group": 256, "registers": 40, "shared_bytes": 0, "stack_bytes": 0,
                   "spill_bytes": 0, "groups": 6, "waves": 48, "limiters": "registers",
                   "status": 0} and side["now"]["waves"] == 40, "JSON", side)
answer = compare(changed, "--save", path("base.csv"))
again = compare(changed)
ok(answer.code == 3 and again.code == 0 and again.text.startswith("3 kernels: 3 the same"),
   "--save with --baseline accepts", answer, again)
answer = compare(log(*((f"{'n' * 200}{i}",) for i in range(900))), "--format", "markdown")
ok(len(answer.text) < 65536 and re.search(r"\n\d+ more rows are left out here\.\n", answer.text),
   "Markdown fits a comment", len(answer.text))
bold = compare(log(("zz",)), "--color=always").text.splitlines()
bold = [line for line in bold if "\033[1m" in line]
ok(len(bold) == 1 and "limited by" in bold[0], "the heading of the differences is bold", bold)
answer = kernels(log(("a",)), "--format", "markdown")
ok(answer.code == 0 and "| kernel | target |" in answer.text and
   "\n| `a` | sm\\_90 |" in answer.text, "a table of kernels as Markdown", answer)

# A name with everything that CSV quotes, and bytes that are not UTF-8.
odd = b'x,"y" \xff\xc3\xa4'
ok(kernels(log(("KK",)).encode().replace(b"KK", odd), "--save", path("odd.csv")).code == 0 and
   kernels(log(("KK",)).encode().replace(b"KK", odd), "--baseline", path("odd.csv")).code == 0,
   "a name of any bytes")

# Any number of kernels in any order is sorted.
for count in (1, 2, 3, 5, 8, 13, 21, 34, 55):
    names = [f"k{i * 7919 % 10007:05d}" for i in range(count)]
    rows = save(log(*((name,) for name in names)), "sorted.csv")[1].splitlines()[1:]
    ok([row.split(",")[0] for row in rows] == sorted(names), f"{count} kernels are sorted", rows)

# Invalid files and options.
def refused(answer, *words):
    ok(answer.code == 1 and all(word in answer.errors for word in words), " ".join(words), answer)


def with_base(text):
    with open(path("bad.csv"), "w", encoding="utf-8") as file:
        file.write(text)
    return kernels(log(("a",)), "--baseline", path("bad.csv"))


refused(kernels(log(("a",)), "--baseline", path("none.csv")), "there is no such file", "--save")
refused(with_base(""), "is not a baseline: it is empty")
refused(with_base("a,b\n1,2\n"), "has no column kernel")
refused(with_base(HEAD.replace(",waves", ",wav") + "\n"), "has no column waves")
refused(with_base(HEAD + "\na,sm_90\n"), "row 1 is damaged")
refused(with_base(HEAD + '\n"a,sm_90\n'), "row 1 is damaged: a quoted cell")
ok(with_base("more," + HEAD + "\n,a,sm_90,256,32,0,0,0,8,64,waves|registers,0\n").code == 0,
   "columns of later versions are passed over")
refused(kernels(log(("a",)), "--save", path("no/such.csv")), "No such file")
refused(kernels("nothing\n", "--save", path("not.csv")), "is not written: there is no kernel")
ok(not os.path.exists(path("not.csv")), "and is not there")
refused(run("kernels", path("gone.cubin"), os.path.join(DATA, "d_sm_90.cubin"), "--save",
            path("not.csv")), "is not written: not all files were read")
for bad in ("waves", "waves=", "waves=-1", "waves=101%", "waves=%", "spills=5%", "same", "worse",
            "changed", "registers=1", "", "stack=x", "waves=1.5"):
    refused(compare(log(("a",)), "--allow", bad), "--allow")
refused(kernels(log(("a",)), "--allow", "new"), "needs --baseline")
refused(compare(log(("a",)), "--format", "html5"), "--format is", "table, markdown")
refused(compare(log(("a",)), "--format", "markdown", "--csv"), "excludes")

# What makes a row worse or better is named in every format, and in the last sentence.
save(log(("a", 40), ("b", 40), ("c", 40, 8, 8)))
answer = compare(log(("a", 48), ("b", 40, 64, 4), ("c", 40)), "--json")
found = {row["kernel"]: (row["verdict"], row["reasons"]) for row in answer.json()["differences"]}
ok(found == {"a": ("worse", ["waves"]), "b": ("worse", ["stack_bytes", "spill_bytes"]),
             "c": ("better", ["stack_bytes", "spill_bytes"])} and
   "2 worse (stack_bytes, spill_bytes, waves), 1 better (stack_bytes, spill_bytes)" in
   answer.errors, "the reasons", answer)
answer = compare(log(("a", 40), ("b", 40, 64), ("c", 40, 8, 8)))
ok(re.search(r"^worse +b .*  0 -> 64 .*  stack_bytes$", answer.text, re.M),
   "a row that is worse for its stack says so", answer)
answer = compare(log(("a", 40), ("b", 39, 8), ("c", 40, 8, 8)), "--allow", "stack=8", "--csv")
ok([(row["verdict"], row["reasons"]) for row in answer.rows()] ==
   [("changed", "registers|stack_bytes")], "what changed", answer)

# The options of a baseline hold for a run without them, and are not contradicted.
LOGGED = log(("a",), ("b", 40))


def optioned(saved, *given):
    run("kernels", "-", *saved, "--save", path("base.csv"), given=LOGGED)
    return run("kernels", "-", *given, "--baseline", path("base.csv"), given=LOGGED)


for saved in (["-t", "256"], ["-t", "256", "-d", "sm_80"], ["-t", "64", "-c", "header"],
              ["-d", "RTX 4090", "-d", "sm_90", "--dynamic-shared", "20K"], ["-t", "unknown"],
              ["--carveout", "0"], ["-t", "96", "--set", "registers_per_partition=8192"],
              ["--cache-preference", "shared", "--cluster", "2"], []):
    answer = optioned(saved)
    ok(answer.code == 0 and answer.text.startswith(f"{max(1, saved.count('-d')) * 2} kernels: "
                                                   f"{max(1, saved.count('-d')) * 2} the same\n"),
       f"the options of the baseline: {saved}", answer)
    ok(("\nOptions of the baseline: --" in answer.text) == bool(saved), "and they are named",
       answer)
    again = run("kernels", "-", *saved, "--baseline", path("base.csv"), given=LOGGED)
    ok(again.code == 0 and "Options of" not in again.text, "the same ones given", again)
for saved, given, words in (
        (["-t", "256"], ["-t", "128"], "with --threads 256, which is 128 here"),
        ([], ["-t", "128"], "without --threads, which is 128 here"),
        (["-d", "sm_80", "-d", "sm_90"], ["-d", "sm_90"],
         "with --device sm_80 and sm_90, which is sm_90 here"),
        (["-c", "header"], ["-c", "default"], "with --convention header, which is default here"),
        ([], ["-c", "header"], "with --convention default, which is header here"),
        (["--dynamic-shared", "0"], ["--dynamic-shared", "1K"],
         "with --dynamic-shared 0, which is 1024 here"),
        ([], ["--set", "registers_per_partition=8192"],
         "without --set registers_per_partition, which is 8192 here")):
    answer = optioned(saved, *given)
    ok(answer.code == 1 and f"base.csv was saved {words};" in answer.errors and not answer.text,
       words, answer)
ok(optioned(["-t", "256", "-d", "sm_80"], "-t", "256").code == 0, "one given, one of the baseline")
found = optioned(["-t", "256"], "--json").json()
ok(found["options"] == "convention=default; threads_per_group=256" and found["same"] == 2,
   "the options in JSON", found)
optioned(["-t", "256"])
kernels(LOGGED, "--baseline", path("base.csv"), "--save", path("again.csv"))
with open(path("base.csv"), encoding="utf-8") as file, \
        open(path("again.csv"), encoding="utf-8") as again:
    ok(file.read() == again.read(), "they are saved again")
ROW = "a,sm_90,256,32,0,0,0,8,64,waves|registers,0"
for options, words in (("threads_per_group=256\n" + ROW + ",threads_per_group=128",
                        "row 2 was saved with other options than the rows above it"),
                       ("later=1", "an option that is not valid here: \"later\""),
                       ("threads_per_group=x", "not valid here"), ("=", "not valid here")):
    with open(path("bad.csv"), "w", encoding="utf-8") as file:
        file.write(f"{HEAD},options\n{ROW},{options}\n")
    answer = run("kernels", "-", "--baseline", path("bad.csv"), given=log(("a",)))
    ok(answer.code == 1 and words in answer.errors,
       f"options {options.splitlines()[0]}", answer)
ok(with_base(f"{HEAD}\n{ROW}\n").code == 0, "a file of an earlier version")

# With --require both conditions apply.
save(log(("a", 64)))
answer = compare(log(("a", 64)), "--require", "waves>=33")
ok(answer.code == 3 and "fall short" in answer.errors and "the same" in answer.text, "--require",
   answer)
answer = kernels(log(("a", 64)), "--save", path("base.csv"), "--csv")
ok(answer.rows()[0]["kernel"] == "a" and "saved" not in answer.text, "--save with --csv", answer)
done()
