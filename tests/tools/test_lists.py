#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc kernels --sort, --side-by-side and --totals. Expected counts are derived from 65,536
registers per SM, in units of 256 per warp, and 64 warps on sm_90, 48 on sm_89 (CUDA's programming
guide). Usage: test_lists.py ROOT COMMAND"""
import os
import re
import sys
import tempfile
from xml.etree import ElementTree

from command import run
from tap import done, ok

ROOT = sys.argv[1]
LOG = """ptxas info    : Compiling entry function '{0}' for 'sm_90'
ptxas info    : Function properties for {0}
    {3} bytes stack frame, {2} bytes spill stores, {2} bytes spill loads
ptxas info    : Used {1} registers, used 0 barriers{4}
"""
# 256 threads: 6, 8, 3 and 8 blocks; with 72 KiB of shared memory 3.
LOGS = LOG.format("d", 40, 8, 16, "") + LOG.format("a", 32, 0, 0, "") + \
    LOG.format("c", 72, 16, 0, "") + LOG.format("b", 32, 0, 0, ", 73728 bytes smem")
WAVES = {"a": 64, "b": 24, "c": 24, "d": 48}


def names(*options, given=LOGS):
    answer = run("kernels", "-", "-t", "256", "--csv", *options, given=given)
    return "".join(row["kernel"] for row in answer.rows())


rows = {row["kernel"]: int(row["waves"]) for row in
        run("kernels", "-", "-t", "256", "--csv", given=LOGS).rows()}
ok(rows == WAVES, "the waves of four kernels", rows)
for key, up, down in (("kernel", "abcd", "dcba"), ("threads", "dacb", "dacb"),
                      ("registers", "abdc", "cdab"), ("shared", "dacb", "bdac"),
                      ("stack", "acbd", "dacb"), ("spills", "abdc", "cdab"),
                      ("groups", "cbda", "adcb"), ("waves", "cbda", "adcb"),
                      ("percent", "cbda", "adcb")):
    ok(names("--sort", key) == up and names("--sort=-" + key) == down, f"--sort {key} and -{key}",
       names("--sort", key), names("--sort=-" + key))
UNKNOWN = LOGS + LOG.format("e", 32, 0, 0, "").replace("sm_90", "sm_nn")
for key in ("waves", "-waves", "percent", "-groups"):
    ok(names("--sort=" + key, given=UNKNOWN)[-1:] == "e", f"--sort={key}: without an answer last")
ok(names("--sort", "waves", "-t", "unknown") == "cbda" and
   names("--sort=-registers", "--accumulators", "zero", "-d", "gfx942")[:1] == "c",
   "ranges by their low end; registers of another vendor")

with tempfile.TemporaryDirectory() as folder:
    paths = [os.path.join(folder, name) for name in ("one.txt", "two.txt")]
    half = LOGS.index("ptxas info    : Compiling entry function 'c'")
    for path, text in zip(paths, (LOGS[:half], LOGS[half:])):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    answer = run("kernels", *paths, "-t", "256", "--sort", "waves")
    lines = [line.split() for line in answer.text.splitlines() if line.startswith("  ")]
    ok([line[0] for line in lines] == ["kernel", "c", "b", "d", "a"] and lines[0][-1] == "file" and
       [line[-1] for line in lines[1:]] == [paths[1]] * 2 + [paths[0]] * 2,
       "the kernels of all files are one table with their files", answer)
    answer = run("kernels", *paths, "-t", "256", "--sort", "waves", "--html", "--totals")
    page = ElementTree.fromstring(answer.text.split("\n", 1)[1].replace(
        '<meta charset="utf-8">', "").replace("&middot;", "").replace(
            '<meta name="viewport" content="width=device-width, initial-scale=1">', ""))
    facts = ["".join(one.find(".//p").itertext()) for one in page.findall(".//article")]
    ok([one.text for one in page.findall(".//h3")] == ["c", "b", "d", "a"] and
       page.findall(".//h2") == [] and facts[0].endswith(" in " + paths[1]) and
       "On sm_90: 4 kernels" in answer.text, "a page in order, with the file of each kernel", facts)

answer = run("kernels", "-", "-t", "256", "--sort", "waves", "--json", "--totals", given=UNKNOWN)
ok([row["input"]["kernel"] for row in answer.json()["rows"]] == ["c", "b", "d", "a", "e"] and
   [row["row"] for row in answer.json()["rows"]] == [3, 4, 1, 2, 5],
   "JSON in order, with the row as it was read")
ok(answer.json()["totals"] == [
    {"device": "sm_90", "kernels": 4, "percent": 62.5, "below_half": 2,
     "limited": {"waves": 1, "registers": 3, "shared": 1}, "spilling": 2, "ranges": 0,
     "refused": 0},
    {"device": "sm_nn", "kernels": 1, "percent": None, "below_half": 0, "limited": {},
     "spilling": 0, "ranges": 0, "refused": 1}], "its totals", answer.json()["totals"])
ok("totals" not in run("kernels", "-", "-t", "256", "--json", given=LOGS).json(),
   "totals where they are asked for")
answer = run("kernels", "-", "-t", "256", "--totals", given=UNKNOWN)
ok("On sm_90: 4 kernels, on average 62.5 % of the waves, 2 below half; limited by waves 1, "
   "registers 3, shared 1; 2 spill.\nOn sm_nn: 1 kernel; 1 refused.\n" in answer.text,
   "totals below the table", answer)
answer = run("kernels", "-", "--totals", "-d", "sm_90", "-d", "sm_89", given=LOGS, )
ok(re.search(r"^On sm_89: 4 kernels(, .*)?; .*4 have a range\.$", answer.text, re.M),
   "kernels of any size of group have a range", answer)

BESIDE = ("kernels", "-", "-t", "256", "-d", "sm_90", "-d", "RTX 4090", "--side-by-side")
answer = run(*BESIDE, given=LOGS)
ok(re.search(r"^  kernel +target +threads +registers +shared +sm_90 +RTX 4090$", answer.text, re.M)
   and re.search(r"^  d +sm_90 +256 +40 +0 +6: 48 of 64 \(75 %\), registers +"
                 r"6: 48 of 48 \(100 %\), waves, registers$", answer.text, re.M) and
   len([line for line in answer.text.splitlines() if line.startswith("  ")]) == 5,
   "a row for each kernel with its answers on two devices", answer)
answer = run(*BESIDE, "--format", "markdown", "--sort=-percent", given=LOGS)
ok("| kernel | target | threads | registers | shared | sm\\_90 | RTX 4090 | file |" in answer.text
   and re.findall(r"^\| `(\w)`", answer.text, re.M) == ["a", "d", "c", "b"],
   "as Markdown, by the first device", answer)
answer = run(*BESIDE, "-d", "sm_nn", given=LOGS)
ok(answer.code == 2 and "sm_nn" in answer.text and "4 of 12 kernels were refused" in answer.errors,
   "an answer that is refused is in its column", answer)
for words, part in (
        (("--sort", "x"), '--sort is "x", it needs one of kernel, threads, registers, '),
        (("--sort", "-"), '--sort is "-"'), (("--sort", "waves", "--baseline", "b.csv"), "--sort"),
        (("--side-by-side",), "several --device"),
        (("--side-by-side", "-d", "sm_90"), "several --device"),
        (BESIDE[2:] + ("--csv",), "--side-by-side is for tables"),
        (BESIDE[2:] + ("--filter", "waves<1"), "--side-by-side is for tables"),
        (BESIDE[2:] + ("-d", "sm_80") * 31, "with 33 devices; at most 32"),
        (("--totals", "--csv"), "--totals excludes"),
        (("--totals", "--baseline", "b.csv"), "--totals excludes")):
    answer = run("kernels", "-", *words, given=LOGS)
    ok(answer.code == 1 and part in answer.errors, " ".join(words)[:60], answer)

# What people see is what programs see: each cell of a table, of a page and of the totals, from the
# columns of the CSV and the members of the JSON.
SHOWN_ELSEWHERE = {"required_group", "tensor_unsaid", "shared_unsaid", "dynamic_shared"}


def word(cell):
    return "?" if cell == "unknown" else "0" if cell in ("", "zero") else cell


def pair(first, second):
    return word(first) + (f"+{word(second)}" if second not in ("", "0", "zero") else "")


def share(part, whole):
    return f"{100 * part / whole + 1e-9:.2f}".rstrip("0").rstrip(".")


def ends_of(value):
    return (value["low"], value["high"]) if isinstance(value, dict) else (value, value)


def between(value, before=""):
    if value is None:
        return ""
    low, high = ends_of(value)
    return before + (f"{low}" if low == high else f"{low} to {high}")


def limiters_of(found):
    """What limits; of a range, whatever may limit."""
    limiters = found["limiters"] or []
    return limiters["high"] if isinstance(limiters, dict) else limiters


def cells_of(row, found):
    """The cells of the table, from a row of the CSV and its object of the JSON."""
    threads = row["threads_per_group"]
    bound = "<=" if "group_of_bound" in row["assumed"].split("|") else ""
    registers = next((row[name] for name in ("grf_count", "registers_per_thread",
                                             "half_registers_per_thread") if row[name]), "")
    waves, most = found["waves"], found["max_waves"]
    words = ""
    if waves is not None and most:
        low, high = ends_of(waves)
        percent = " to ".join(share(end, most) for end in ((low,) if low == high else (low, high)))
        any_mode = found["max_waves_any_mode"]
        more = "" if any_mode in (None, most) else ", " + " to ".join(
            share(end, any_mode) for end in ((low,) if low == high else (low, high))) + \
            f" % of the {any_mode} in the best mode"
        words = f"{between(waves)} of {most} ({percent} %{more})"
    steps = [text for text in (row["message"], row["next"], row["knob"]) if text]
    return [row["kernel"], row["target"],
            "any" if threads == "unknown" else bound + word(threads),
            pair(registers, row["accumulators_per_thread"]),
            pair(row["shared_bytes"], row["dynamic_shared_bytes"]), between(found["groups"]), words,
            ", ".join(limiters_of(found)), "; ".join(steps),
            ", ".join(note for note in row["file_notes"].split("|")
                      if note not in SHOWN_ELSEWHERE),
            *("" if row[name] in ("0", "unknown") else row[name]
              for name in ("stack_bytes", "spill_bytes"))]


def bars_of(found):
    """The bars of a page: the waves, then (name, groups, width, whether it limits) of each."""
    waves, most = ends_of(found["waves"] or 0), found["max_waves"]
    kind = "low" if 2 * waves[0] < (most or 0) else "bar"
    first = [("rail", 160), (kind, waves[1] * 160 // most), (kind, waves[0] * 160 // most)] \
        if found["waves"] is not None and most else []
    exact = [(limit["name"], limit["groups"]) for limit in found["limits"]
             if isinstance(limit["groups"], int)]
    top = min(max((groups for _, groups in exact), default=0),
              4 * ends_of(found["groups"])[1] + 4 if found["groups"] is not None else 1 << 60)
    return first, [("scalars" if name == "scalar_registers" else name, groups,
                    min(groups, top) * 150 // top, name in limiters_of(found))
                   for name, groups in exact]


DATA = os.path.join(ROOT, "tests", "data", "kernels")
MANY = LOG.format("many", 40, 1, 3, "").replace("sm_90", "sm_80") + UNKNOWN
for name, options in (("nvidia/k_sm_80.cubin", ()), ("nvidia/k_sm_80.cubin", ("-t", "96")),
                      ("amd/gfx90a.co", ()), ("amd/gfx1100.co", ("-t", "64")),
                      ("amd/gfx90a.co", ("-t", "2048")), ("intel/acm-g10.grf256.zebin", ()),
                      ("intel/pvc.zebin", ("-t", "512")), ("-", ("-t", "256"))):
    where = name if name == "-" else os.path.join(DATA, name)
    rows = run("kernels", where, "--csv", *options, given=MANY).rows()
    found = run("kernels", where, "--json", *options, given=MANY).json()["rows"]
    text = run("kernels", where, "--format", "markdown", *options, given=MANY).text
    tables = [[cell.strip().strip("`") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
              for line in text.splitlines() if line.startswith("|")]
    shown = [[re.sub(r"\\(.)", r"\1", cell) for cell in cells] for cells in tables[2:]]
    wanted = [cells_of(row, one) for row, one in zip(rows, found)]
    sides = "|---|---|---:|---:|---:|---:|---|---|---|---|---:|---:|"  # numbers are to the right
    ok(shown == wanted and len(rows) > 3 and sides in text, f"{name} {' '.join(options)}: cells",
       *[both for both in zip(shown, wanted) if both[0] != both[1]][:3])
    plain = [line.split("  ") for line in
             run("kernels", where, *options, given=MANY).text.splitlines()
             if line.startswith("  ") and not line.startswith("  kernel ")]
    ok([[cell.strip() for cell in line if cell.strip()] for line in plain] ==
       [[cell for cell in cells if cell] for cells in wanted], f"{name} {' '.join(options)}: text",
       plain[:2])
    page = run("kernels", where, "--html", *options, given=MANY).text.split("\n", 1)[1]
    page = ElementTree.fromstring(re.sub("<meta [^>]*>|&middot;", "", page))
    articles = page.findall(".//article")
    wrong = []
    for article, row, one, cells in zip(articles, rows, found, wanted):
        first, limits = bars_of(one)
        pictures = article.findall(".//svg")
        bars = [(bar.get("class"), int(bar.get("width"))) for bar in
                (pictures[0].findall("rect") if first else ())]
        texts = [text.text for text in pictures[-1].findall("text")] if limits else []
        boxes = [(int(bar.get("width")), bar.get("class")) for bar in
                 (pictures[-1].findall("rect") if limits else ())]
        if limits and pictures[-1].get("height") != str(11 * len(limits) + 2):
            wrong.append((row["kernel"], pictures[-1].get("height")))
        places = [int(text.get("x")) for text in pictures[-1].findall("text")][1::2] \
            if limits else []
        facts = {line.strip().split(" ")[0]: "".join(line.strip().split(" ")[1:]) for line in
                 "".join(article.find(".//p").itertext()).split("  ")}
        lines = ["".join(line.itertext()) for line in article.findall(".//p")][1:]
        if bars != first or texts != [str(word) for name, groups, _, _ in limits
                                      for word in (name, groups)] or \
                boxes != [(width, "low" if low else "bar") for _, _, width, low in limits] or \
                places != [80 + width for _, _, width, _ in limits] or \
                facts != {name: cell for name, cell in (
                    ("threads", cells[2]), ("GRF" if row["grf_count"] else "registers", cells[3]),
                    ("shared", cells[4]),
                    ("stack", cells[10]), ("spills", cells[11]),
                    ("notes", cells[9].replace(" ", "")), ("on", row["device"])) if cell} or \
                [line for line in lines if " waves " not in line] != \
                [text for text in (row["message"], row["next"], row["knob"]) if text]:
            wrong.append((row["kernel"], bars, first, texts, boxes, limits, facts, lines))
    ok(not wrong and len(articles) == len(rows), f"{name} {' '.join(options)}: the page",
       *wrong[:1])
    totals = run("kernels", where, "--totals", "--json", *options, given=MANY).json()["totals"]
    for total in totals:
        mine = [one for row, one in zip(rows, found) if row["device"] == total["device"]]
        exact = [one for one in mine if one["status"] == 0 and isinstance(one["waves"], int)]
        limited = {}
        for one in mine:
            for limit in limiters_of(one):
                limited[limit] = limited.get(limit, 0) + 1
        percent = sum(1000000 * one["waves"] // one["max_waves"] for one in exact) // \
            max(len(exact), 1)
        spilling = sum(row["spill_bytes"] not in ("0", "unknown") for row in rows
                       if row["device"] == total["device"])
        refused = sum(one["status"] < 0 for one in mine)
        ok(total == {"device": total["device"], "kernels": len(mine),
                     "percent": float(share(percent, 1000000)) if exact else None,
                     "below_half": sum(2 * one["waves"] < one["max_waves"] for one in exact),
                     "limited": limited, "spilling": spilling, "refused": refused,
                     "ranges": len(mine) - len(exact) - refused},
           f"{name} {' '.join(options)}: totals on {total['device']}", total)

# Rows in the order of their keys; what is not known comes last in both directions.
SORTED = "".join(LOG.format(f"{'xyz'[i % 3]}{i % 7}", 16 + 8 * (i * 5 % 11), 4 * (i % 4),
                            8 * (i * 3 % 5), f", {i * 7 % 6 * 4096} bytes smem" if i % 2 else "")
                 for i in range(40)) + UNKNOWN.replace("'e'", "'x'")  # the stack of x is not known


def number(cell):
    return None if cell in ("", "unknown") else float(cell)


KEYS = {"kernel": lambda row: row["kernel"], "threads": lambda row: int(row["threads_per_group"]),
        "registers": lambda row: int(row["registers_per_thread"]),
        "shared": lambda row: int(row["shared_bytes"] or 0),
        "stack": lambda row: number(row["stack_bytes"]),
        "spills": lambda row: number(row["spill_bytes"]),
        "groups": lambda row: number(row["groups"]), "waves": lambda row: number(row["waves"]),
        "percent": lambda row: number(row["percent"])}
read = list(enumerate(run("kernels", "-", "-t", "256", "--csv", given=SORTED).rows()))
for key, of in KEYS.items():
    for sign in ("", "-"):
        known = [one for one in read if of(one[1]) is not None]
        wanted = sorted(known, key=lambda one: of(one[1]), reverse=sign == "-") + \
            [one for one in read if of(one[1]) is None]
        rows = run("kernels", "-", "-t", "256", "--json", f"--sort={sign}{key}",
                   given=SORTED).json()["rows"]
        ok([row["row"] for row in rows] == [number + 1 for number, _ in wanted],
           f"45 kernels by {sign}{key}", [row["row"] for row in rows])
AGPRS = "".join(f"remark: <unknown>:0:0: Function Name: {name}\n" + "".join(
    f"remark: <unknown>:0:0:     {text}: {number}\n" for text, number in (
        ("TotalSGPRs", 16), ("VGPRs", vgprs), ("AGPRs", agprs), ("ScratchSize [bytes/lane]", 0),
        ("Occupancy [waves/SIMD]", 8), ("SGPRs Spill", 0), ("VGPRs Spill", 0),
        ("LDS Size [bytes/block]", 0)))
    for name, vgprs, agprs in (("a", 20, 30), ("b", 45, 0), ("c", 32, 16)))
ordered = run("kernels", "-", "-t", "64", "-d", "gfx90a", "--sort", "registers", "--csv",
              given=AGPRS)
ok([row["kernel"] for row in ordered.rows()] == ["b", "c", "a"],
   "registers are with accumulators: 45, 48 and 50", ordered)

# A whole name is that kernel alone, a part of names all that have it.
NAMES = "".join(LOG.format(name, 32, 0, 0, "") for name in ("s1", "s16", "ts1"))
for part, wanted in (("s1", ["s1"]), ("s16", ["s16"]), ("1", ["s1", "s16", "ts1"]),
                     ("ts", ["ts1"])):
    answer = run("kernels", "-", "-t", "256", "--csv", "--kernel", part, given=NAMES)
    ok([row["kernel"] for row in answer.rows()] == wanted, f"--kernel {part}", answer)
FILE = os.path.join(sys.argv[1], "tests", "data", "machine_code", "conflicts_sm_90.cubin")
for part, wanted in (("padded", ["padded"]), ("padde", ["padded", "padded_more"])):
    found = run("explain", FILE, part, "--json").json()["kernels"]
    ok(sorted(kernel["name"] for kernel in found) == wanted, f"explain {part}", found)

# What is given and does not count is said.
for arguments, given, said in (
        (("kernels", "-", "-r", "64"), LOGS, "registers_per_thread is given, but is in the files "
         "as well: theirs counts"),
        (("kernels", "-", "-t", "64"), LOGS, ""),
        (("explain", FILE, "padded", "-r", "200"), "", "registers_per_thread is given, but is in "
         "the files as well: theirs counts"),
        (("explain", FILE, "padded", "-t", "64"), "", ""),
        (("best", "sm_90", "-t", "64"), "", "best tries group sizes: threads_per_group is not "
         "used; --candidates N,... lists the sizes to try"),
        (("best", "sm_90", "-r", "64"), "", ""),
        (("sweep", "sm_90", "-t", "64", "-r", "9", "--over", "registers"), "",
         "sweep varies registers_per_thread: its value is not used"),
        (("sweep", "sm_90", "-t", "64", "--over", "registers"), "", "")):
    answer = run(*arguments, given=given)
    ok(answer.code == 0 and answer.errors == (f"gpuocc: {said}\n" if said else ""),
       f"{' '.join(arguments)}: {said or 'all counts'}", answer)
ASSUMED = "Assumed: no limit by registers, which are not given (--registers N)."
for more, is_said in (((), True), (("-r", "32"), False), (("-r", "zero"), False)):
    ok((ASSUMED in run("occupancy", "sm_90", "-t", "64", *more).text) == is_said,
       f"registers that are not given {more}")
for device, row, said in (("sm_90", "256", ""), ("sm_90", "1024", "--inverse 3: ")):
    answer = run("eval", "--inverse", "3", given=f"device,threads\n{device},{row}\n")
    (cells,) = answer.rows()
    ok(answer.code == 0 and (cells["message"] == "") == (said == "") and
       cells["message"].startswith(said) and
       (cells["dynamic_shared_bytes_for_groups"] == "") == (said != ""),
       "why no memory leaves room for 3 groups", answer)

# 132 SMs hold 8 groups each: 1,056 groups are one round.
for groups, bound, code in ((1056, 1, 0), (1057, 1, 3), (1057, 2, 0)):
    answer = run("occupancy", "H100 SXM5 80 GB", "-t", "256", "-r", "32", "-g", str(groups),
                 "--require", f"rounds<={bound}")
    ok(answer.code == code, f"{groups} groups, at most {bound} rounds", answer)
answer = run("occupancy", "H100 SXM5 80 GB", "-t", "256", "--require", "rounds<=1")
ok(answer.code == 3 and "rounds is not known, required is rounds<=1" in answer.errors,
   "no grid, no rounds", answer)

# Outside a terminal a name is whole; test_kernel_names.py tests what a terminal shows.
for name in ("n" * 44, "n" * 45, "n" * 99 + "\u00fc", "n" * 101, "\U0001f600" * 120):
    answer = run("kernels", "-", "-t", "256", given=LOG.format(name, 32, 0, 0, ""))
    ok(f"  {name}  sm_90 " in answer.text, f"a name of {len(name)} letters", answer)
