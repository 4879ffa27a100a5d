#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc profile with traces that are made here. Expected groups are those of the CUDA C++
Programming Guide's limits, worked out beside each kernel; PyTorch's percentages follow Kineto's
formula (DeviceProperties.cpp, kernelOccupancy), which is written here once more."""
import argparse
import csv
import gzip
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

from command import RESULTS, knows, run
from tap import done, ok, skip

H100 = {"id": 0, "name": "NVIDIA H100 80GB HBM3", "computeMajor": 9, "computeMinor": 0,
        "numSms": 132, "warpSize": 32, "maxThreadsPerMultiprocessor": 2048,
        "regsPerMultiprocessor": 65536, "sharedMemPerBlock": 49152,
        "sharedMemPerBlockOptin": 232448, "sharedMemPerMultiprocessor": 233472}
A100 = {**H100, "name": "NVIDIA A100-PG509-200", "computeMajor": 8, "numSms": 108}
MI300X = {"id": 0, "name": "AMD Instinct MI300X", "computeMajor": 9, "computeMinor": 4,
          "numSms": 304, "warpSize": 64, "maxThreadsPerMultiprocessor": 2048}


def kernel(name, us, group, grid, registers, shared, said, device=0):
    """Returns an event as PyTorch writes it; registers None: as it does on ROCm."""
    args = {"device": device, "stream": 7, "grid": [grid, 1, 1], "block": [group, 1, 1]}
    if registers is not None:
        args |= {"registers per thread": registers, "shared memory": shared,
                 "est. achieved occupancy %": said}
    return {"ph": "X", "cat": "kernel", "name": name, "ts": 1, "dur": us, "args": args}


def trace(events, *gpus):
    return json.dumps({"schemaVersion": 1, "deviceProperties": list(gpus),
                       "traceEvents": events}).encode()


# opt_in: 168 registers x 32 = 21 units of 256: 5376 of the 16384 of a partition, 3 warps each, 12
# in all, 3 groups of 4; shared memory: 233472 / (73728 + 1024) = 3.1. PyTorch asks with 48 KiB.
# The grid of 1320 takes 4 rounds of 3 x 132: a sixth of the last one's places is 1 - 1320 / 1584.
# small: 8 groups fill the warps; the grid has half a group a core, 0.5 x 256 / 2048 = 6.25 %.
# full: 8 groups of 256 threads; 100 rounds exactly.
EVENTS = [kernel("opt_in", 100, 128, 1320, 168, 73728, 0)] * 2 + \
    [kernel("small", 40, 256, 66, 32, 0, 6), kernel("full", 60, 256, 105600, 32, 0, 100)]
ONE = trace(EVENTS, H100)


def profile(given, *arguments):
    return run("profile", *arguments, "-", given=given)


found = profile(ONE, "--json")
data = found.json()
rows = {row["name"]: row for row in data["rows"]}
ok(found.code == 0 and found.errors == "" and
   [row["name"] for row in data["rows"]] == ["opt_in", "full", "small"], "rows by total time",
   found)
first, small, full = rows["opt_in"], rows["small"], rows["full"]
ok(first["calls"] == 2 and first["time_ns"] == 200000 and first["min_ns"] == 100000 and
   round(first["share"], 3) == 66.667 and first["groups"] == 3 and first["percent"] == 18.75 and
   first["limiters"] == ["registers", "shared"] and first["rounds"] == 4 and
   first["grid_groups"] == 1320, "a shape", first)
ok(abs(first["tail_ns"] - 200000 / 6) < 1 and full["tail_ns"] == small["tail_ns"] == 0 and
   small["less_than_one_round"] and not full["less_than_one_round"], "what last rounds lose", data)
ok([(row["reported"]["estimated_percent"], row["reported"]["because"])
    for row in (first, small, full)] == [(0, "opt_in"), (6, "grid"), (100, None)],
   "why PyTorch says something else", data)
ok("without opt-in" in first["reported"]["explanation"], "in words", first)
ok(first["setting"] is None or "__launch_bounds__" in first["setting"], "a setting", first)
ok(small["next_step"] == "more groups: the GPU holds 1056",
   "a grid that is too small is the next step", small)
sums = data["sums"]
ok((sums["launches"], sums["shapes"], sums["time_ns"], sums["answered_ns"]) ==
   (4, 3, 300000, 300000), "sums", sums)
ok(abs(sums["percent"] - (18.75 * 200 + 100 * 100) / 300) < 0.01 and
   abs(sums["percent_with_grid"] - (18.75 * 200 + 100 * 60 + 6.25 * 40) / 300) < 0.01 and
   abs(sums["profiler_percent"] - (100 * 60 + 6 * 40) / 300) < 0.01, "averages by time", sums)
ok(sums["below_25_percent_ns"] == sums["perhaps_below_25_percent_ns"] == 200000 and
   sums["less_than_one_round_launches"] == 1 and sums["less_than_one_round_ns"] == 40000 and
   sums["because"]["opt_in"] == {"shapes": 1, "time_ns": 200000} and
   [(part["limiters"], part["time_ns"]) for part in sums["limiters"]] ==
   [(["registers", "shared"], 200000), (["waves", "registers"], 100000)],
   "time by limiter, below 25 %, in less than one round", sums)
ok(sums["barriers_unknown"], "barriers limit on sm_90, and no trace has them", sums)


def kineto(groups, shape, gpu):
    """Kineto's percentage: groups of a core, at most those of the grid by the cores."""
    threads, grid = shape[0], shape[1]
    return int(0.5 + 100 * min(groups, grid / gpu["numSms"]) * threads /
               gpu["maxThreadsPerMultiprocessor"])


# PyTorch's figure is reproduced where cuda_occupancy.h's answer is known; a wrong one is named.
for name, said, because in (("right", kineto(8, (256, 528), H100), "grid"),
                            ("wrong", 77, "not_found")):
    answer = profile(trace([kernel(name, 1, 256, 528, 32, 0, said)], H100), "--json").json()
    ok(answer["rows"][0]["reported"]["because"] == because, f"a percentage that is {name}", answer)

# The whole of a synthetic trace, whose percentages follow Kineto's formula with a second
# implementation of the H100's limits (tests/runs/make_kineto.py).
folder = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "runs")
made = subprocess.run([sys.executable, os.path.join(folder, "make_kineto.py"), "--kernels", "2000"],
                      capture_output=True).stdout
data = profile(made, "--json").json()
ok(data["sums"]["launches"] == 2000 and data["sums"]["because"]["not_found"]["shapes"] == 0 and
   data["sums"]["because"]["opt_in"]["shapes"] > 5 and
   data["sums"]["because"]["grid"]["shapes"] > 5, "PyTorch's percentage of every launch",
   data["sums"])

# Text, Markdown, CSV
text = profile(ONE)
ok(text.code == 0 and "PyTorch" in text.text.splitlines()[0] and
   "4 launches of 3 shapes, 0.3000 ms." in text.text and
   "Occupancy by time: 45.8 %; with grids that do not fill the GPU 33.3 %; PyTorch says 20.8 %."
   in text.text and "at most 0.0333 ms (11.1 %)" in text.text and
   "What PyTorch says differs from ours for 1 shape, 0.2000 ms (66.7 %): it asks with the limit "
   "of shared memory without opt-in" in text.text and "barriers" in text.text, "text", text)
text = profile(ONE, "--format", "markdown")
ok(text.text.startswith("| time | share |") and "\n* Time by limiter: registers or shared 0.2000 ms"
   in text.text and "`opt_in`" in text.text, "--format markdown", text)
answer = profile(ONE, "--csv")
lines = answer.rows()
ok(answer.code == 0 and [line["kernel"] for line in lines] == ["opt_in", "full", "small"] and
   lines[0]["because"] == "opt_in" and lines[0]["profiler_percent"] == "0" and
   lines[0]["groups"] == "3" and lines[0]["dynamic_shared_bytes"] == "73728" and
   all(name in lines[0] for name in RESULTS), "--csv", answer)
ok(len(profile(ONE, "--csv", "--min-share", "30").rows()) == 1 and
   profile(ONE, "--json", "--min-share", "30").json()["sums"]["left_out_shapes"] == 2 and
   profile(ONE, "--json", "--min-share", "30").json()["sums"]["time_ns"] == 300000,
   "--min-share leaves rows out, and no time")
answer = profile(ONE, "--require", "percent>=25")
ok(answer.code == 3 and '1 of 3 shapes fall short, the first is "opt_in": percent is 18.75'
   in answer.errors, "--require", answer)
ok(profile(ONE, "--require", "percent<=50").code == 3 and
   profile(ONE, "--require", "percent<=50", "--min-share", "50").code == 0,
   "requirements are for the rows that are printed")
answer = profile(ONE, "--require", "percent>=1", "--min-share", "90")
ok(answer.code == 2 and answer.errors == "gpuocc: no row is left for --require\n",
   "a requirement that no row was compared with", answer)
ok(profile(ONE, "--require", "refused_share<=0", "--min-share", "90").code == 0,
   "a requirement on a sum needs no row")

# A page: complete, without anything from elsewhere. The chart is 640 by 220 pixels: opt_in has two
# thirds of the time and 18.75 %, full a fifth and all; small has 2 of 15 and all, too.
named = trace([dict(event, name=event["name"].replace("small", "a<b>&amp;\x1b[31m"))
               for event in EVENTS], H100)
answer = profile(named, "--html")
page = ElementTree.fromstring(answer.text.split("\n", 1)[1].replace("&middot;", "").replace(
    '<meta charset="utf-8">', "").replace("<br>", "").replace(
        '<meta name="viewport" content="width=device-width, initial-scale=1">', ""))
SVG = "{http://www.w3.org/2000/svg}"
areas = [(area.get("class"), int(area.get("x")), int(area.get("width")), int(area.get("height")))
         for area in page.findall(f".//{SVG}rect") if "area" in area.get("class")]
articles = page.findall(".//article")
words = [" ".join("".join(article.itertext()).split()) for article in articles]
ok(answer.code == 0 and answer.errors == "" and
   areas == [("area c0", 76, 426, 41), ("area c1", 502, 128, 220), ("area c1", 630, 86, 220)],
   "--html draws the time and the occupancy of each shape", areas, answer)
ok([article.find(".//h3").text for article in articles] == ["opt_in", "full",
                                                            "a<b>&amp;\\x1b[31m"] and
   all(part in words[0] for part in (
       "66.7 % of the time", "0.2000 ms in 2 calls", "12 of 64 waves (18.75 %)", "registers 168",
       "limited by registers, shared", "rounds 4, last 33 %",
       "PyTorch 0 %: it asks with the limit")) and
   "0.0600 ms in 1 call" in words[1], "the rows of the page", words)
bars = [[(bar.get("class"), float(bar.get("width"))) for bar in article.findall(".//rect")]
        for article in articles]
ok(bars[0] == [("rail", 200), ("bar", 200), ("rail", 200), ("part c0", 37.5), ("c0", 37.5)] and
   bars[1][1] == ("bar", 60), "the bars", bars)
listed = [item.text for item in page.findall(".//li")]
ok(listed == profile(named).text.split("\n\n")[1].splitlines(), "the sums of the page", listed)
ok(page.find(".//h2").text == "Shapes of launches in order of their time" and
   re.fullmatch(r"Made with device data \d+\.", page.findall(".//p")[-1].text),
   "its heading, and its last line")
ok(not re.search(r"<script|<link|src=|href=|url\(|@import", answer.text) and
   "\x1b" not in answer.text, "it needs nothing from elsewhere, and no name is markup")
answer = profile(named, "--html", "--min-share", "30")
ok(answer.text.count("<article>") == 1 and "Left out by --min-share: 2 shapes" in answer.text,
   "--min-share leaves rows out of the page", answer)
answer = profile(trace([kernel("none", 1, 2048, 1, 32, 0, 0)], H100), "--html")
ok(answer.code == 2 and "<figure>" not in answer.text and "1024" in answer.text,
   "a page without an occupancy has no chart", answer)
answer = profile(b"{}", "--html")
ok("<html" not in answer.text, "and there is no page of what is no profile", answer)

# Another GPU: the RTX 4090 allows 101376 bytes of a group: (73728 + 1024) once; a bigger one none.
big = trace([kernel("big", 1, 128, 1000, 32, 147456, 0), kernel("opt_in", 1, 128, 1320, 168, 73728,
                                                                 0)], H100)
answer = profile(big, "-d", "RTX 4090", "--json")
rows = {row["name"]: row for row in answer.json()["rows"]}
ok(answer.code == 2 and rows["opt_in"]["groups"] == 1 and rows["big"]["status"] < 0 and
   "101376" in rows["big"]["message"] and answer.json()["sums"]["refused_shapes"] == 1 and
   rows["opt_in"]["reported"]["because"] == "other_device", "--device", answer)
ok("code built for RTX 4090 may use other registers" in profile(big, "-d", "RTX 4090").text,
   "with the caveat")

# The GPU of a profile: a board that has no name here is known by its architecture and its cores.
row = profile(trace([kernel("k", 1, 256, 864, 32, 0, 100)], A100), "--json").json()["rows"][0]
ok(row["device"]["architecture"] == "sm_80" and row["core_count"] == 108 and row["rounds"] == 1,
   "cores of the profile", row)
for gpus, message in (((), "the profile does not name its GPU; give --device"),
                      (({"id": 0, "name": "Voodoo 2"},), 'no device is named "Voodoo 2"')):
    answer = profile(trace(EVENTS, *gpus), "--json")
    row = answer.json()["rows"][0]
    ok(answer.code == 2 and row["groups"] is None and message in row["message"] and
       row["time_ns"] == 200000, message, answer)
    ok(profile(trace(EVENTS, *gpus), "-d", "H100 SXM5 80 GB").code == 0, "and --device answers")
# A GPU that is not in the tables, and names its compute capability: also without the properties
# that newer traces have. 8 groups of 256 threads on each of 100 SMs.
for properties in ({"id": 0, "name": "NVIDIA Q1", "computeMajor": 9, "computeMinor": 0,
                    "numSms": 100}, {**H100, "name": "Q1", "numSms": 100}):
    given = trace([kernel("k", 1, 256, 800, 32, 0, 100)], properties)
    answer = profile(given, "--json")
    row = answer.json()["rows"][0]
    said = f'"{properties["name"]}" is not in the tables: its launches are answered as on sm_90 ' \
        "with the 100 cores that the profile says."
    ok(answer.code == 0 and row["device"]["architecture"] == "sm_90" and row["groups"] == 8 and
       row["rounds"] == 1 and answer.json()["sums"]["answered_by_architecture"] ==
       [{"name": properties["name"], "architecture": "sm_90"}] and said in profile(given).text,
       "a GPU that is known by its compute capability", answer)
# "AMD Radeon Graphics" is the name of many GPUs: the profile's own target says of which.
with open(os.path.join(sys.argv[1], "tests", "data", "runs", "rocprofv3_of_type.csv"),
          encoding="utf-8") as file:
    table = file.read()
for target, known in (("gfx1036", "gfx1036"), ("gfx90a:sramecc+:xnack-", "gfx90a")):
    answer = profile(table.replace('"gfx1036"', f'"{target}"').encode(), "--json")
    row = next(row for row in answer.json()["rows"] if row["gpu"]["name"] == "AMD Radeon Graphics")
    ok(row["status"] == 0 and row["device"]["architecture"] == known and
       answer.json()["sums"]["answered_by_architecture"] ==
       [{"name": "AMD Radeon Graphics", "architecture": known}], f"its target {target}", answer)
ok('"AMD Radeon Graphics" is the name of several GPUs: its launches are answered as on gfx1036' in
   profile(table.encode()).text, "and why is said", profile(table.encode()).text)
ok(profile(ONE, "--json").json()["sums"]["answered_by_architecture"] == [] and
   "not in the tables" not in profile(ONE).text, "one that is in the tables")
answer = profile(trace([kernel("k", 1, 256, 800, 32, 0, 100)],
                       {**MI300X, "name": "AMD Q1", "computeMajor": 9}), "--json")
ok(answer.code == 2 and 'no device is named "AMD Q1"' in answer.json()["rows"][0]["message"],
   "the capability of AMD's is no architecture", answer)
answer = profile(ONE, "--device", "foo")
ok(answer.code == 1 and answer.text == "" and answer.errors.count("\n") == 1 and
   'no device is named "foo"' in answer.errors, "--device that is not known, once", answer)

# 1024 threads of 255 registers are more than the 65536 of a core: they
# count as 0 %, which is said.
big = trace([kernel("a", 10, 1024, 9, 255, 0, 0), kernel("b", 20, 1024, 9, 200, 0, 0)] +
            EVENTS[3:], H100)
answer = profile(big, "--json")
ok(answer.code == 0 and answer.json()["sums"]["no_group_fits"] ==
   {"launches": 2, "shapes": 2, "time_ns": 30000,
    "limiters": [{"limiters": ["registers"], "time_ns": 30000, "shapes": 2}]} and
   "No group fits on a core, which counts as 0 %: 2 launches of 2 shapes, by limiter registers "
   "0.0300 ms (33.3 %)." in profile(big).text and "No group fits" not in profile(ONE).text,
   "launches of which no group fits", answer)
answer = profile(trace([kernel("k", 1, 256, 864, 32, 0, 100, device=5)], H100), "--json")
ok(answer.code == 0 and answer.json()["rows"][0]["groups"] == 8 and
   "does not describe the GPU of all launches; the others are taken for launches on NVIDIA H100 "
   "80GB HBM3, as all GPUs that it describes" in answer.errors,
   "a number that the profile does not describe", answer)

# What a profile lacks is a range; options and compiled files fill it in.
if knows("gfx942"):
    AMD = trace([kernel("axpy", 10, 256, 3040, None, 0, 0)], MI300X)
    row = profile(AMD, "--json", "--shared", "0", "--dynamic-shared", "0").json()["rows"][0]
    ok(row["groups"] == {"low": 1, "high": 8} and "registers" in row["missing"],
       "no registers on ROCm: a range", row)
    row = profile(AMD, "--json", "-r", "128", "-s", "zero", "--dynamic-shared", "zero").json()
    ok(row["rows"][0]["groups"] == 4, "--registers", row)
    REMARKS = "".join(f"axpy.hip:3:0: remark: {line} [-Rpass-analysis=kernel-resource-usage]\n"
                      for line in ("Function Name: axpy", "    TotalSGPRs: 16", "    VGPRs: 64",
                                   "    AGPRs: 0", "    ScratchSize [bytes/lane]: 0",
                                   "    Dynamic Stack: False", "    Occupancy [waves/SIMD]: 8",
                                   "    SGPRs Spill: 0", "    VGPRs Spill: 0",
                                   "    LDS Size [bytes/block]: 8192"))
else:
    skip("AMD's traces", "left out of this build")
    AMD = None
LOG = """ptxas info    : Compiling entry function '{0}' for 'sm_90'
ptxas info    : Function properties for {0}
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used {1} registers, used {2} barriers, 352 bytes cmem[0]
"""
with tempfile.TemporaryDirectory() as folder:
    def write(name, content):
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    if AMD:
        remarks = write("remarks.txt", REMARKS)
        row = profile(AMD, "--json", "--kernels", remarks).json()["rows"][0]
        ok(row["joined"] == "yes" and row["kernel"]["registers_per_thread"] == 64 and
           row["kernel"]["shared_bytes"] == 8192 and row["groups"] == {"low": 1, "high": 8},
           "registers and LDS of the compiler's remarks; only dynamic LDS is unknown", row)
        row = profile(AMD, "--json", "--kernels", remarks, "--dynamic-shared", "zero").json()
        ok(row["rows"][0]["groups"] == 8, "which an option gives", row)
    # 16 barriers of 64: four groups.
    log = write("log.txt", LOG.format("_Z4fullPf", 32, 16) + LOG.format("other", 200, 1))
    found = json.loads(ONE)
    for event in found["traceEvents"]:
        event["name"] = event["name"].replace("full", "full(float*)")
    one = json.dumps(found).encode()
    answer = profile(one, "--json", "--kernels", log)
    row = [row for row in answer.json()["rows"] if row["name"].startswith("full")][0]
    ok(row["joined"] == "yes" and row["kernel"]["barriers_per_group"] == 16 and
       row["groups"] == 4 and row["limiters"] == ["barriers"] and
       row["kernel"]["registers_per_thread"] == 32, "barriers of a compiled kernel, by its "
       "demangled name", answer)
    for form in ((), ("--json",), ("--annotate", os.path.join(folder, "trace"))):
        path = write("one.json", ONE)
        answer = run("profile", path, *form, "--kernels", write("o.txt", LOG.format("o", 32, 1)))
        ok("gpuocc: 0 of 3 shapes were found in the files of --kernels\n" in answer.errors and
           "shapes were found" not in run("profile", path, *form, "--kernels", write(
               "small.txt", LOG.format("small", 32, 1))).errors,
           f"kernels that are in no file {form}", answer)
    # 384 threads of 168 registers: one group by registers, and with 80 two.
    groups = trace([kernel("ws(float*)", 10, 384, 13200, 168, 0, 18)], H100)
    for compiled, steps in ((write("ws.txt", LOG.format("_Z2wsPf", 168, 1)), 1),
                            (os.path.join(sys.argv[1], "tests", "data", "kernels", "nvidia",
                                          "setmaxnreg_sm_90a.cubin"), 0)):
        row = profile(groups, "--json", "--kernels", compiled).json()["rows"][0]
        ok(row["joined"] == "yes" and row["groups"] == 1 and row["limiters"] == ["registers"] and
           bool(row["next_step"]) == bool(row["setting"]) == bool(steps),
           "registers that warp groups share with setmaxnreg are kept", compiled, row)
    both = write("both.txt", LOG.format("full", 32, 1) + LOG.format("full", 40, 2))
    row = profile(ONE, "--json", "--kernels", both).json()["rows"][1]
    ok(row["joined"] == "ambiguous" and row["groups"] == 8, "kernels of one name that differ", row)
    answer = profile(ONE, "--kernels", os.path.join(folder, "none"))
    ok(answer.code == 1 and "--kernels: " in answer.errors, "a compiled file that is not there",
       answer)
    answer = profile(ONE, "--kernels", write("empty", b""))
    ok(answer.code == 1 and "contains no compiled kernels" in answer.errors, "or is none", answer)

    # Several files: sums do not depend on their order, and one bad file takes no rows.
    good = write("a.json", ONE)
    packed = write("b.json.gz", gzip.compress(ONE))
    cut = write("c.json", ONE[:-60])
    nothing = write("d.json", b"{}")
    noise = write("e.bin", bytes(range(256)) * 9)
    answer = run("profile", "--json", good, packed)
    ok(answer.code == 0 and answer.json()["rows"][0]["calls"] == 4 and
       answer.json()["sums"]["time_ns"] == 600000, "two files, one of them packed", answer)
    for bad in (cut, nothing, noise, os.path.join(folder, "not-there"), folder):
        for files in ((bad, good), (good, bad)):
            answer = run("profile", "--json", *files)
            names = {row["name"]: row["calls"] for row in answer.json()["rows"]}
            ok(answer.code in (1, 2) and names.get("opt_in", 0) >= 2 and names["small"] >= 1 and
               names["full"] >= 1 and os.path.basename(bad) in answer.errors,
               f"{os.path.basename(bad)} beside a good file", answer)
    other = write("f.json", trace(EVENTS[:1], A100))
    answer = run("profile", "--json", good, other)
    ok(len(answer.json()["rows"]) == 4 and
       {row["gpu"]["name"] for row in answer.json()["rows"]} ==
       {H100["name"], A100["name"]}, "GPUs are kept apart", answer)
    swapped = run("profile", "--csv", other, good)
    ok(swapped.text == run("profile", "--csv", good, other).text, "any order of the files", swapped)

def shapes_of(part):
    """Returns the launches of the shapes of a part, of rows that are whole."""
    rows = csv.reader(io.StringIO(part[:part.rfind(b"\n") + 1].decode(), newline=""))
    return [int(row[19]) for row in rows if row[0] == "shape" and len(row) == 30]


# Parts: whatever files each has, and however they are grouped, the sums are those of all files.
with tempfile.TemporaryDirectory() as folder:
    paths = []
    for rank in range(6):
        events = [kernel(name, 10 * us + rank, 128, 100 * us, 32, 0, 10 + rank % 2)
                  for name in ("a", "b\n\"c\",", "\u00fc") for us in range(1, 4 + rank)]
        paths.append(os.path.join(folder, f"rank{rank}.json"))
        with open(paths[-1], "wb") as file:
            file.write(trace(events, H100 if rank < 4 else A100))
    whole = {form: run("profile", form, *paths) for form in ("--csv", "--json")}
    for groups in ([[0, 1, 2, 3, 4, 5]], [[0], [1], [2], [3], [4], [5]], [[0, 1, 2], [3, 4], [5]]):
        parts = []
        for group in groups:
            parts.append(os.path.join(folder, f"part{len(parts)}"))
            answer = run("profile", "--save", parts[-1], *(paths[i] for i in group))
            ok(answer.code == 0 and answer.text.endswith(f" are saved in {parts[-1]}.\n"),
               f"--save of {len(group)} files", answer)
        for form, wanted in whole.items():
            answer = run("profile", form, *parts)
            ok(answer.code == 0 and answer.text == wanted.text,
               f"{len(parts)} parts give the same {form}", answer, wanted)
    two = os.path.join(folder, "two")
    ok(run("profile", "--save", two, *parts).code == 0 and
       run("profile", "--json", two).text == whole["--json"].text, "parts of parts")
    done_by = subprocess.run(["xargs", "-P", "3", "-n", "2", "sh", "-c",
                              f'"{sys.argv[2]}" profile --save "{folder}/x.$$" "$@"', "sh"],
                             input="\n".join(paths), text=True, capture_output=True)
    parts = [os.path.join(folder, name) for name in sorted(os.listdir(folder))
             if name.startswith("x.")]
    answer = run("profile", "--csv", *parts)
    ok(len(parts) == 3 and answer.text == whole["--csv"].text, "with xargs", done_by, answer)
    # The recipes of docs/runs.md, as they stand there: Python's map, and those of Ray and Spark
    # with stand-ins that have the documented calls.
    with open(os.path.join(sys.argv[1], "docs", "runs.md"), encoding="utf-8") as file:
        page = file.read()
    os.environ["PATH"] = f"{os.path.dirname(sys.argv[2])}:{os.environ['PATH']}"

    class Ray:
        remote = staticmethod(lambda function: argparse.Namespace(
            remote=lambda *arguments: (function, arguments)))
        get = staticmethod(lambda tasks: [function(*arguments) for function, arguments in tasks])

    class Spark:
        sparkContext = property(lambda self: self)

        def parallelize(self, items, slices):
            ok(slices == len(items) == 6, "Spark gets one slice for each file", slices)
            self.items = items
            return self

        def map(self, function):
            return argparse.Namespace(collect=lambda: [function(item) for item in self.items])

    def quiet(*command, **options):
        return subprocess.run(*command, **options, stdout=subprocess.DEVNULL)

    names = {"paths": paths, "ray": Ray, "spark": Spark(),
             "subprocess": argparse.Namespace(run=quiet)}
    exec(re.search("# Python: a map.*\nimport subprocess\n([^`]*)```", page)[1], names)
    for name, recipe in (("Python", "parts"), ("Ray", re.search("`(ray.get.*?)`", page)[1]),
                         ("Spark", re.search("`(spark.spark.*?)`", page, re.DOTALL)[1])):
        answer = run("profile", "--csv", *eval(recipe, names))
        ok(answer.code == 0 and answer.text == whole["--csv"].text, f"the recipe of {name}", answer)
        for path in paths:
            os.remove(path + ".part")
    shutil.copy(paths[0], paths[0] + ".copy")
    answer = run("profile", "--json", paths[0], paths[1], paths[0] + ".copy")
    ok("twice" not in answer.errors, "two files of the same content are two files", answer)
    answer = run("profile", "--json", paths[0], paths[1], os.path.join(folder, ".", "rank0.json"))
    ok(answer.code == 0 and answer.json()["sums"]["launches"] == 9 + 12 + 9 and
       answer.errors.count("is given twice, so its launches count twice") == 1 and
       answer.json()["warnings"][0]["kind"] == "note", "a file that is given twice", answer)
    text = run("profile", *paths).text
    ok(f"6 files, from 0.1800 ms ({paths[0]}) to " in text and f"({paths[5]})." in text,
       "the fastest and the slowest of the files", text)
    # Damage: every prefix and changed byte is survived, and only what is damaged is missing.
    with open(two, "rb") as file:
        content = file.read()
    for at in range(0, len(content), len(content) // 12 + 1):
        for damaged in (content[:at], content[:at] + b"\xff" + content[at + 1:],
                        content[:at] + b"\n" + content[at:]):
            with open(two, "wb") as file:
                file.write(damaged)
            answer = run("profile", "--csv", two, paths[0])
            if answer.code not in (0, 2) or len(answer.rows()) < 9:
                ok(False, f"a part that is damaged at byte {at}", answer)
    lines = content.split(b"\n")
    shapes = [i for i, line in enumerate(lines) if line.startswith(b"shape,a,")]
    lines[shapes[0]] = lines[shapes[0]].replace(b",", b",x", 3)
    with open(two, "wb") as file:
        file.write(b"\n".join(lines))
    answer = run("profile", "--csv", two)
    ok(answer.code == 2 and "1 row of this part is damaged" in answer.errors and
       len(answer.rows()) == len(whole["--csv"].rows()) - 1, "a damaged row of a part", answer)

    def damage(*changes):
        """Returns what is said of the part if bytes of it are replaced, and the JSON."""
        changed = content
        for old, new in changes:
            changed = changed.replace(old, new, 1)
        with open(two, "wb") as file:
            file.write(changed)
        found = run("profile", "--json", two)
        return found.errors.rstrip(".\n").split(f"{two}: ")[-1], found

    lines = content.splitlines(True)
    calls = [int(lines[i].split(b",")[19]) for i in shapes[:2]]
    counts = f"of {len(shapes_of(content))} shapes and %d of {sum(shapes_of(content))} launches"
    spoilt = lines[shapes[0]], lines[shapes[0]].replace(b",", b",x", 3)
    gone = lines[shapes[1]], b""
    said, answer = damage(gone)
    ok(answer.code == 2 and said == f"rows of the part were removed: 1 {counts % calls[1]} are "
       "missing", "a removed row", said, answer)
    said, answer = damage(spoilt, gone)
    ok(answer.code == 2 and said == "1 row of this part is damaged; rows of the part were removed: "
       f"1 {counts % sum(calls)} are missing", "a removed row and a damaged one", said, answer)
    said, answer = damage((lines[shapes[0]], b"x" + lines[shapes[0]]))
    ok(answer.code == 2 and said == "1 row of this part is damaged", "a row of no kind", said)
    unknown = ("its row with the numbers of all rows is missing or damaged, so that it is not "
               "known which others are missing")
    for name, change, before in (
            ("without its numbers", [(lines[1], b"")], ""),
            ("with damaged numbers", [(b"\nrows,", b"\nrows,x")],
             "1 row of this part is damaged; "),
            ("without its numbers and end", [(lines[1], b""), (b"\nend\n", b"\n")],
             "the part is cut off, and ")):
        said, answer = damage(*change)
        ok(answer.code == 2 and said == before + unknown and
           answer.json()["sums"]["launches"] == sum(shapes_of(content)), f"a part {name}", said)
    # A part that is cut off behind any row, or within one, says what is missing.
    shapes, launches = len(shapes_of(content)), sum(shapes_of(content))
    for at in range(1, len(content)):
        if content[at - 1:at] != b"\n" and at % 499:
            continue
        with open(two, "wb") as file:
            file.write(content[:at])
        answer = run("profile", "--json", two)
        there = shapes_of(content[:at])
        wanted = (f"{shapes - len(there)} of {shapes} shapes and {launches - sum(there)} of "
                  f"{launches} launches are missing" if len(there) != shapes else
                  "its launches are complete, but not the times of its files")
        found = [one["text"] for one in answer.json()["warnings"]] if answer.text else answer.errors
        if at <= content.index(b"\n", content.index(b"\n") + 1):
            wanted = "is no profile that is known" if at < 20 else "cut off in its first rows"
        if answer.code != (0 if at >= len(content) - 1 else 2) or (
                at < len(content) - 1 and (wanted not in answer.errors or
                                           wanted not in " ".join(found))):
            ok(False, f"a part that is cut off at byte {at} of {len(content)}", wanted, answer)
    ok(launches == sum(3 * (3 + rank) for rank in range(6)), "launches of the part",
       launches)
    with open(two, "wb") as file:
        file.write(content.replace(b"part,2\n", b"part,1\n"))
    answer = run("profile", "--json", two)
    ok(answer.code == 1 and "another version of gpuocc" in answer.errors, "an older part", answer)
    sums = os.path.join(folder, "sums")
    answer = run("profile", "--save", sums, two, paths[0])
    ok(answer.code == 1 and "sums is not written: not all files were read" in answer.errors and
       not os.path.exists(sums) and not answer.text, "which --save does not leave out", answer)
    # What was said about a trace that is cut off is said of each part that is made of it, and in
    # what is printed for other eyes.
    with open(paths[1], "rb") as file, open(os.path.join(folder, "cut.json"), "wb") as out:
        out.write(file.read()[:-90])
    first, second = os.path.join(folder, "first"), os.path.join(folder, "second")
    cut = os.path.join(folder, "cut.json")
    told = run("profile", "--save", first, paths[0], cut)
    again = run("profile", "--save", second, first)
    sentence = f"{cut}: the profile is cut off here, and has no more events"
    ok(told.code == again.code == 2 and sentence in told.errors and
       f"{first}: {sentence}" in again.errors, "a part of a trace that is cut off", told, again)
    for files in ((cut,), (first,), (second,)):
        answer = run("profile", "--json", *files)
        ok(answer.code == 2 and answer.json()["warnings"][0]["kind"] == "warning" and
           sentence in answer.json()["warnings"][0]["text"], "in JSON", answer)
        for options, start in ((("--html",), "<li>Warning: "), (("--format", "markdown"),
                                                                "* Warning: ")):
            answer = run("profile", *options, *files)
            ok(answer.code == 2 and start + sentence in answer.text, options[0], answer)
        answer = run("profile", "--json", "--baseline", paths[0], *files)
        ok(sentence in answer.json()["warnings"][0]["text"], "and in differences", answer)
    ok(run("profile", "--json", paths[0]).json()["warnings"] == [], "no damage, no warning")
    answer = run("profile", "--save", os.path.join(folder, "no", "part"), paths[0])
    ok(answer.code == 1 and "--save: " in answer.errors, "a part that cannot be written", answer)

# Two runs: opt_in is 50 us faster with 64 registers and 24 KiB, small is new, full is gone.
with tempfile.TemporaryDirectory() as folder:
    before, after = os.path.join(folder, "before.json"), os.path.join(folder, "after.json")
    with open(before, "wb") as file:
        file.write(trace([kernel("opt_in", 100, 128, 1320, 168, 73728, 0)] * 2 + EVENTS[3:], H100))
    with open(after, "wb") as file:
        file.write(trace([kernel("opt_in", 75, 128, 1320, 64, 24576, 44)] * 2 + EVENTS[2:3], H100))
    part = os.path.join(folder, "part")
    ok(run("profile", "--save", part, before).code == 0, "a part as baseline")
    for baseline in (before, part):
        answer = run("profile", "--json", "--baseline", baseline, after)
        data = answer.json()
        # 64 registers: 32 warps, 8 groups; 24 KiB: 9 groups.
        ok(answer.code == 0 and [(row["name"], row["was"], row["now"])
                                 for row in data["differences"]] == [
            ("full", {"calls": 1, "time_ns": 60000, "percent": 100},
             {"calls": 0, "time_ns": 0, "percent": None}),
            ("opt_in", {"calls": 2, "time_ns": 200000, "percent": 18.75},
             {"calls": 2, "time_ns": 150000, "percent": 50}),
            ("small", {"calls": 0, "time_ns": 0, "percent": None},
             {"calls": 1, "time_ns": 40000, "percent": 100})], "--baseline", answer)
        ok(data["was"]["time_ns"] == 260000 and data["now"]["time_ns"] == 190000, "and its sums",
           data)
    text = run("profile", "--baseline", before, after).text
    ok("All kernels: 0.2600 ms -> 0.1900 ms (-0.0700 ms), occupancy by time 37.5 % -> 60.5 %."
       in text and "18.8 % -> 50 %" in text and "-0.0500 ms" in text, "as text", text)
    answer = run("profile", "--csv", "--baseline", before, after)
    ok([row["was_percent"] for row in answer.rows()] == ["100", "18.75", ""], "as CSV", answer)
    ok(run("profile", "--baseline", os.path.join(folder, "none"), after).code == 1,
       "a baseline that is not there")

# The trace written back: three members more in the args of each kernel, every other byte as it was.
with tempfile.TemporaryDirectory() as folder:
    source, out = os.path.join(folder, "in.json"), os.path.join(folder, "out.json")
    events = [dict(event, ts=1000 * i + 0.125) for i, event in enumerate(EVENTS)]
    for i, event in enumerate(events):
        event["args"] = dict(event["args"], correlation=i // 2)  # as of a graph
    others = [{"ph": "X", "cat": "cpu_op", "name": "{\"cat\":\"kernel\",\\", "ts": 5, "dur": 1,
               "args": {"a": [[1, {"cat": "kernel"}], {}]}}, {"ph": "i", "args": {}}]
    content = trace(others + events + others, H100)

    def place(path, bytes_):
        with open(path, "wb") as file:
            file.write(bytes_)

    def annotated():
        with open(out, "rb") as file:
            return file.read()

    place(source, content)
    answer = run("profile", "--annotate", out, source)
    written = json.loads(annotated())
    found = [event["args"] for event in written["traceEvents"] if event.get("cat") == "kernel"]
    ok(answer.code == 0 and answer.text == f"4 of 4 launches have their occupancy in {out}.\n" and
       [(args["gpuocc occupancy %"], args["gpuocc limited by"], args["gpuocc rounds"])
        for args in found] == [(18.75, "registers, shared", "4, last 33 %")] * 2 +
       [(100, "waves, registers", "0.062 of one"), (100, "waves, registers", "100")],
       "--annotate", answer, found)
    for args in found:
        for name in ("gpuocc occupancy %", "gpuocc limited by", "gpuocc rounds"):
            args.pop(name)
    ok(written == json.loads(content), "and nothing else is changed")
    # Kernels of one call, 0.4 us apart on four streams, one of which is refused; on two GPUs at
    # once; and two at once on a stream, which only their names tell apart.
    A100_OF_1 = dict(A100, id=1)
    near = [kernel("a", 1, 128, 1320, 168, 73728, 0), kernel("b", 1, 256, 66, 32, 0, 6),
            kernel("refused", 1, 2048, 1, 32, 0, 0), kernel("c", 1, 256, 105600, 32, 0, 100)]
    for i, event in enumerate(near):
        event |= {"ts": 1000 + 0.4 * (3 - i), "args": dict(event["args"], stream=i, correlation=9)}
    for device in (0, 1):
        event = kernel("opt_in", 1, 128, 1320, 168, 73728, 0, device)
        near.append(event | {"args": dict(event["args"], correlation=9, stream=8)})
    for name, threads in (("d", 64), ("e", 1024), ("f", 512)):
        event = kernel(name, 1, threads, 132, 32, 0, 0)
        near.append(event | {"args": dict(event["args"], correlation=10)})
    place(source, trace(near, H100, A100_OF_1))
    answer = run("profile", "--annotate", out, source)
    found = [event["args"].get("gpuocc rounds") for event in json.loads(annotated())["traceEvents"]]
    # The A100 has 108 SMs with room for 2 groups of 72 KiB each: 216 at once, 7 rounds.
    ok(answer.code == 2 and "8 of 9 launches have their occupancy" in answer.text and
       "1 of 9 launches have no occupancy" in answer.errors and
       found == ["4, last 33 %", "0.062 of one", None, "100", "4, last 33 %", "7, last 11 %",
                     "0.031 of one", "0.5 of one", "0.25 of one"],
       "each event has the answer of its own launch", answer, found)
    NOTE = re.compile(rb',"gpuocc occupancy %":.*?,"gpuocc limited by":".*?"'
                      rb'(,"gpuocc rounds":".*?")?')
    for number, damaged in enumerate((content[:-70], content.replace(b"}", b"", 3),
                                      content.replace(b'"', b"", 1))):
        place(source, damaged)
        place(out, b"")
        answer = run("profile", "--annotate", out, source)
        ok(NOTE.sub(b"", annotated()) == damaged if answer.code != 1 else
           annotated() == b"" and "is none" in answer.errors,
           f"damaged trace {number} keeps its bytes, or is refused", answer)
    # What is no trace of PyTorch with launches is refused, and nothing is written.
    nsys = (b"Start (ns),Duration (ns),GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (B),"
            b"DymSMem (B),Device,Name\n5,7,132,1,1,256,1,1,32,0,0,NVIDIA H100 80GB HBM3 (0),k\n")
    place(source, content)
    run("profile", "--save", os.path.join(folder, "part"), source)
    with open(os.path.join(folder, "part"), "rb") as file:
        part = file.read()
    for other, said in ((b"{}", "is none"), (b"", "is none"), (b"[[" * 999, "is none"),
                        (b"a,b\n1,2\n", "is none"), (nsys, "is a profile of the format nsys CSV"),
                        (part, "is a part of gpuocc profile"), (trace([], H100), "is none")):
        place(source, other)
        place(out, b"as it was")
        answer = run("profile", "--annotate", out, source)
        ok(answer.code == 1 and annotated() == b"as it was" and f"{source} {said}\n" in
           answer.errors and "takes a trace of PyTorch" in answer.errors, said, other[:20], answer)
    place(source, content)
    answer = run("profile", "--annotate", out, "--device", "foo", source)
    ok(answer.code == 1 and 'no device is named "foo"' in answer.errors and annotated() ==
       b"as it was", "--annotate for a GPU that is not known", answer)
    place(source, trace(events[:2] + [dict(kernel("none", 1, 2048, 1, 32, 0, 0), ts=9000)], H100))
    answer = run("profile", "--annotate", out, source)
    ok(answer.code == 2 and "2 of 3 launches have their occupancy" in answer.text and
       re.search(r"1 of 3 launches have no occupancy: .*1024", answer.errors),
       "launches without an answer", answer)
    place(source, content.decode().encode("utf-16"))
    answer = run("profile", "--annotate", out, source)
    ok(answer.code == 0 and NOTE.sub(b"", annotated()) == b"\xef\xbb\xbf" + content,
       "a trace in UTF-16 is written in UTF-8", answer)
    answer = run("profile", "--annotate", source, source)
    ok(answer.code == 1 and "is the trace itself" in answer.errors, "not over itself", answer)
    place(source, content)
    ok(run("profile", "--annotate", out, source).code == 0, "the trace without damage")
    plain, half = annotated(), len(content) // 2
    for packed in (gzip.compress(content),
                   gzip.compress(content[:half]) + gzip.compress(content[half:]),
                   gzip.compress(content) + b"\0" * 512, gzip.compress(content) + b"x"):
        place(source, packed)
        answer = run("profile", "--annotate", out, source)
        ok(answer.code == 0 and annotated() == plain, "a packed trace is written unpacked", answer)
    packed = gzip.compress(content)
    for damaged in (packed[:-9], packed + b"\x1fx", packed[:50] + b"\xff\xff" + packed[52:]):
        place(source, damaged)
        answer = run("profile", "--annotate", out, source)
        ok(answer.code in (1, 2) and ("damaged" in answer.errors or "cut off" in answer.errors) and
           NOTE.sub(b"", annotated()) == content[:len(NOTE.sub(b"", annotated()))],
           "or is damaged", answer)
ok("one trace in a file" in profile(ONE, "--annotate", "x").errors, "not from standard input")

for options, message in ((("--json", "--csv"), "exclude each other"),
                         (("--baseline", "x", "--require", "waves>=1"), "--baseline prints"),
                         (("--format", "markdown", "--csv"), "--format excludes"),
                         (("--html", "--json"), "--html excludes"),
                         (("--html", "--baseline", "x"), "--html excludes"),
                         (("--csv-safe",), "needs --csv"), (("--min-share", "101"), "--min-share")):
    answer = profile(ONE, *options)
    ok(answer.code == 1 and message in answer.errors, " ".join(options), answer)
ok(run("profile").code == 1 and "profile needs a file" in run("profile").errors, "no file")
answer = profile(b"")
ok(answer.code == 2 and answer.errors == "gpuocc: standard input is empty\n", "an empty file",
   answer)
answer = run("profile", sys.argv[0])
ok(answer.code == 2 and answer.text == "" and "is no profile that is known" in answer.errors,
   "nothing is printed of what is no profile", answer)
# A range of groups at once is a range in words as well: with 1 to 32 groups on each of 304 CUs.
JOINED = os.path.join(sys.argv[1], "tests", "data", "runs", "rocprofv3_joined.csv")
joined = run("profile", "--json", JOINED).json()["rows"][0]
ok(joined["groups_per_device"] == {"low": 304, "high": 9728} and joined["grid_groups"] == 10 and
   joined["next_step"] == "more groups: the GPU holds 304 to 9728", "a range that is held", joined)
text = run("profile", JOINED)
ok("  0.001 to 0.033 of one  " in text.text, "and a range of a round", text)
# The last round of 265 groups, 264 of which run at once, and of 527.
for grid, said in ((265, "2, last below 1 %"), (527, "2, last above 99 %"), (528, "2"),
                   (396, "2, last 50 %")):
    text = profile(trace([kernel("last", 1, 1024, grid, 32, 0, 0)], H100))
    ok(re.search(rf"  {said}  ", text.text), f"{grid} groups: {said}", text)
# A GPU without a number of cores has no rounds: what they lose is unknown, and meets no budget. The
# two launches on the H100 lose 200 us / 6 of 300 us.
FOO = {"id": 1, "name": "NVIDIA Foo", "computeMajor": 9, "computeMinor": 0}
NOT_KNOWN = "not known for 1 launch of 1 shape, 0.1000 ms (33.3 %)"
both = trace(EVENTS[:2] + [kernel("elsewhere", 100, 128, 1320, 168, 73728, 0, 1)], H100, FOO)
answer = profile(both, "--json").json()
row = next(row for row in answer["rows"] if row["name"] == "elsewhere")
sums = answer["sums"]
ok(row["tail_ns"] is None and row["less_than_one_round"] is None and row["percent"] == 18.75,
   "rounds that are not known are null", row)
ok(abs(sums["tail_ns"] - 200000 / 6) < 1 and sums["rounds_unknown_launches"] == 1 and
   sums["rounds_unknown_ns"] == sums["perhaps_less_than_one_round_ns"] == 100000 and
   sums["less_than_one_round_ns"] == 0, "the time of which they are not known", sums)
text = profile(both)
ok(f"not full: at most 0.0333 ms (11.1 %); {NOT_KNOWN}.\n" in text.text and
   f"one round: 0 launches of 0 shapes, 0.0000 ms (0.0 %); {NOT_KNOWN}.\n" in text.text,
   "and in words", text)
tails = {row["kernel"]: row["tail_ns"]
         for row in csv.DictReader(io.StringIO(profile(both, "--csv").text))}
ok(tails == {"opt_in": "33333", "elsewhere": ""}, "an empty cell", tails)
for requirement, met in (("tail_share<=0.44", 0), ("tail_share<=0.45", 1),
                         ("less_than_one_round_share<=0.33", 0),
                         ("less_than_one_round_share<=0.34", 1)):
    answer = profile(both, "--require", requirement)
    ok(answer.code == (0 if met else 3), f"{requirement} counts what is not known", answer)
NONE = ("-d", "sm_90")
for requirement in ("tail_share<=1", "less_than_one_round_share<=1"):
    answer = profile(ONE, *NONE, "--require", requirement)
    ok(answer.code == 3 and f"{requirement.split('<')[0]} is not known" in answer.errors,
       f"{requirement} without a number of cores", answer)
text = profile(ONE, *NONE).text
ok("last rounds that are not full: not known.\nLess than one round: not known.\n" in text,
   "not known of any launch", text)
sums = profile(ONE, *NONE, "--json").json()["sums"]
ok(sums["tail_ns"] is None and sums["less_than_one_round_ns"] is None and
   sums["less_than_one_round_launches"] is None and sums["rounds_unknown_ns"] == 300000,
   "null of any launch", sums)
# "1 launch of 1 shape".
text = profile(trace(EVENTS[2:3], H100))
ok("1 launch of 1 shape, " in text.text and
   "Less than one round: 1 launch of 1 shape, " in text.text and
   not re.search(r"\b1 (launches|shapes)", text.text), "one is not a plural", text)
done()
