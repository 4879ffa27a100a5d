#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc kernels --sort, --side-by-side and --totals. Expected counts are derived from 65,536
registers per SM, in units of 256 per warp, and 64 warps on sm_90, 48 on sm_89 (CUDA's programming
guide). Usage: test_lists.py ROOT COMMAND"""
import os
import re
import tempfile
from xml.etree import ElementTree

from command import run
from tap import done, ok

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
done()
