#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc latency as its users run it. Usage: test_latency.py SOURCE_ROOT GPUOCC"""
import json
import os
import re
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

root, gpuocc = sys.argv[1:3]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok  # noqa: E402

# Volkov's Maxwell: 368 cycles of latency, 10.4 bytes per cycle and SM.
MAXWELL = ["latency", "sm_52", "--threads", "256", "--loads", "1", "--constant",
           "dram_latency=368", "--constant", "dram_rate=10.416666", "--constant",
           "l1_rate=unlimited", "--constant", "l2_rate=unlimited"]


def run(*arguments):
    return subprocess.run([gpuocc, *arguments], capture_output=True, text=True)


def says(text, *arguments):
    answer = run(*arguments)
    ok(answer.returncode == 0 and text in answer.stdout, f"{text.strip()}: {arguments[-1]}",
       answer.stdout, answer.stderr)


def refuses(code, text, *arguments):
    answer = run(*arguments)
    ok(answer.returncode == code and text in answer.stderr and answer.stdout == "",
       f"exit code {code}: {text}", answer.stdout, answer.stderr)


says("needs 30 waves or more, has 8: at most 26.7 % of the peak; more waves must help",
     *MAXWELL, "--waves", "8")
says("all wave slots are in use", *MAXWELL, "--waves", "64")
says("per thread", *MAXWELL, "--waves", "16")
says("has 8 to 64", *MAXWELL, "--registers", "unknown")
says("gpuocc latency DEVICE", "help", "latency")
refuses(2, "dram_rate is unknown for this device", "latency", "sm_52", "-t", "64", "--loads", "1",
        "--constant", "l1_rate=unlimited", "--constant", "l2_rate=unlimited")
refuses(2, "dram_rate is unknown for this device: specify it (--constant dram_rate=NUMBER or "
        "dram_rate=unlimited)\n", "latency", "sm_52", "-t", "64", "--loads", "1", "--constant",
        "l1_rate=unlimited", "--constant", "l2_rate=unlimited")
# A latency cannot be unlimited.
refuses(2, "(--constant dram_latency=NUMBER, fp32_latency=NUMBER, dram_rate=NUMBER or "
        "dram_rate=unlimited)\n", "latency", "sm_52", "--fp32", "1", "-t", "64",
        "--set", "generation=999", "--loads", "1")
# All constants that a device lacks are named at once, each with the forms that are valid for it.
LACKING = ("latency", "sm_90", "--set", "generation=999", "-t", "64", "--loads", "1", "--stores",
           "1", "--fp32", "1", "--special", "1", "--matrix", "1")
answer = run(*LACKING)
lack = re.search(r"gpuocc: (.*) are unknown for this device: specify them \(--constant (.*)\)\n$",
                 answer.stderr)
missing = lack[1].split(", ")
ok(answer.returncode == 2 and missing == ["dram_latency", "fp32_latency", "special_latency",
                                          "matrix_latency", "dram_rate"] and
   lack[2] == ", ".join(f"{name}=NUMBER" for name in missing) + " or dram_rate=unlimited",
   "all constants that are missing are named at once", answer.stderr)
given = [word for name in missing for word in ("--constant", f"{name}=100")]
answer = run(*LACKING, *given)
ok(answer.returncode == 0 and re.search(
    r"^  not in the bound +l2_rate, l1_rate, special_rate, matrix_rate, issue_rate "
    r"\(not published\)$", answer.stdout, re.M) and "lower bound" not in answer.stdout,
   "with them there is an answer, which names the rates that it leaves out", answer.stdout,
   answer.stderr)
answer = json.loads(run(*LACKING, *given, "--json").stdout)
ok(answer["left_out"] == ["l2_rate", "l1_rate", "special_rate", "matrix_rate", "issue_rate"] and
   answer["share_of_peak"]["lower"] is None and answer["share_of_peak"]["upper"] > 0 and
   answer["demand"]["l2"] is None and answer["basis"] == "given" and
   {"name": "dram_latency", "value": 100, "low": 100, "high": 100, "unit": "cycles",
    "basis": "given"} in answer["constants"], "and in JSON", answer)
for constant in missing[:4]:
    refuses(2, "a number is needed", *LACKING, *given, "--constant", f"{constant}=unlimited")
refuses(1, "latency needs instructions", "latency", "sm_52", "-t", "64")
refuses(1, '--fp32 is "nan", a number from 0 up to 1000000000000000 is needed', *MAXWELL, "--fp32",
        "nan")
refuses(1, '--fp32 is "-3", a number from 0', *MAXWELL, "--fp32", "-3")
refuses(1, "there is no constant", *MAXWELL, "--constant", "speed=3")
refuses(1, '--l1-hit is "1.5", a number from 0 up to 1 is needed', *MAXWELL, "--l1-hit", "1.5")
refuses(1, '--waves is "1.5", a whole number from 1 up to 65536 is needed', *MAXWELL, "--waves",
        "1.5")
refuses(1, '--in-flight is "0.5", a number from 1', *MAXWELL, "--in-flight", "0.5")
refuses(1, '--load-bytes is "0", a number from 1e-12', *MAXWELL, "--load-bytes", "0")
refuses(1, '--constant partitions is "1.5", a whole number from 1 up to 1024 is needed', *MAXWELL,
        "--constant", "partitions=1.5")
refuses(1, '--constant dram_latency is "0", a number from 1e-12', *MAXWELL, "--constant",
        "dram_latency=0")
refuses(1, '--constant needs NAME=NUMBER or NAME=unlimited, not "l1_rate"', *MAXWELL, "--constant",
        "l1_rate")
refuses(1, f'--constant: there is no constant "{"a" * 60}"', *MAXWELL, "--constant",
        "a" * 60 + "=3")
refuses(2, '--constant clock_ghz is "unlimited", a number is needed', *MAXWELL,
        "--constant", "clock_ghz=unlimited")
refuses(1, "needs a value", *MAXWELL, "--waves")
refuses(2, "threads_per_group", "latency", "sm_52", "--loads", "1")
says("more waves must help; 4 independent loads per thread instead of 1 would do", *MAXWELL,
     "--waves=8")
says("needs 30 waves or more, has 16: at most 53.4 % of the peak; more waves must help; 2 "
     "independent loads per thread instead of 1 would do", *MAXWELL, "--waves=16")
# The proposed number is sufficient, and one less is not: loads in flight, and independent loads.
MIXED = *MAXWELL, "--waves", "10", "--fp32", "8"
says("5 loads in flight per thread instead of 2 would do", *MIXED, "--in-flight", "2")
says("5 loads in flight per thread instead of 4 would do", *MIXED, "--in-flight", "4")
says("has 10: at most 100 % of the peak; more waves may help\n", *MIXED, "--in-flight", "5")
says("4 independent loads per thread instead of 1 would do", *MIXED)
BARE = [*MIXED[:4], *MIXED[6:]]
says("has 10: at most 100 % of the peak; more waves may help\n", *BARE, "--loads=4",
     "--in-flight=4")
# Whether more waves help is not said where their slots are not published.
text = run("latency", "M3 Max", "--threads", "256", "--loads", "1", "--waves", "40").stdout
ok("at most 100 % of the peak\n" in text, "no slots, no advice of more waves", text)
says("4 loads in flight per thread instead of 3 would do", *BARE, "--loads=3", "--in-flight=3")
says("2 loads in flight per thread instead of 1 would do", "latency", "sm_52", "-t", "256",
     "--loads=4", *MAXWELL[6:], "--waves", "16")

found = json.loads(run(*MAXWELL, "--fp32", "8", "--waves", "20", "--json").stdout)
ok(found["command"] == "latency" and found["status"] == 0 and found["waves"] == 20 and
   found["waves_needed"] == 34 and found["binding"] == "latency" and
   found["binding_at_limit"] == "dram" and abs(found["share_of_peak"]["upper"] - 0.590769) < 1e-5
   and found["class_latency"] == {"loads": 368, "fp32": {"low": 6, "high": 6.13}} and
   set(found["demand"]) >= {"dram", "fp32", "issue"} and found["time"]["upper"] is None,
   "every result in JSON", found)
span = json.loads(run(*MAXWELL, "--registers", "unknown", "--json").stdout)
ok(span["waves"] == {"low": 8, "high": 64}, "a range in JSON", span)
lacks = run("latency", "sm_52", "-t", "64", "--loads", "1", "--json")
ok(lacks.returncode == 2 and json.loads(lacks.stdout)["status"] == -23 and
   set(json.loads(lacks.stdout)) == set(found), "and what is missing", lacks.stdout)
ok(run(*MAXWELL, "--require", "waves>=64").returncode == 0 and
   run(*MAXWELL, "--require", "waves>=65").returncode == 3, "--require")

# Devices that share a name must agree on everything in the answer.
SHARED = "latency", "-t", "256", "--loads", "1"
refuses(1, '"H100" is the name of several devices: H100 SXM5', *SHARED, "H100")
refuses(1, "they differ in dram_gb_per_s, dram_latency: name one of them or give --constant "
        "NAME=NUMBER\n", *SHARED, "A100")  # equal cores, different memory
refuses(1, "they differ in clock_ghz, cores, dram_gb_per_s, dram_latency: name one of them or give "
        "--constant NAME=NUMBER\n", *SHARED,
        "--svg", "no.svg", "H100")
refuses(1, "they differ in clock_ghz, dram_gb_per_s, dram_latency: name", *SHARED, "H100",
        "--core-count", "132")
refuses(1, "they differ in dram_gb_per_s, dram_latency: name", *SHARED, "H100",
        "--core-count", "132", "--constant", "clock_ghz=1.7")
given = ("--core-count", "132", "--constant", "clock_ghz=1.7", "--constant", "dram_gb_per_s=3000",
         "--constant", "dram_latency=640")
GIVEN_OF_H100 = given
ok(run(*SHARED, "H100", *given).stdout == run(*SHARED, "H100 PCIe", *given).stdout != "",
   "one answer for all devices of a name", run(*SHARED, "H100", *given).stderr)
says("what bounds it                     fp32", "latency", "H100", "-t", "256", "--fp32", "8")
for name in "A100", "H100":  # the same answer in text and in JSON; memory is not used
    words = run("latency", name, "-t", "256", "-r", "64", "--fp32", "100")
    form = run("latency", name, "-t", "256", "-r", "64", "--fp32", "100", "--json")
    members = json.loads(form.stdout)
    ok(words.returncode == form.returncode == members["status"] == 0 and
       members["demand"]["dram"] == 0 and members["concurrency"]["dram"] is None and
       members["concurrency"]["fp32"]["low"] > 0, f"{name}: JSON is refused no more than words",
       words.stderr, form.stderr)
one = json.loads(run(*SHARED, "A100 SXM4 40 GB", "--json").stdout)
ok(one["concurrency"]["dram"]["low"] > 0 and one["concurrency"]["fp32"] is None,
   "concurrency of what is used", one["concurrency"])
differ = run(*SHARED, "H100", "--json")
ok(differ.returncode == 1 and json.loads(differ.stdout)["status"] == -6 and
   set(json.loads(differ.stdout)) == set(found), "devices that differ, in JSON", differ.stdout)

# The picture of docs/latency.md is what the command below it draws.
with open(os.path.join(root, "docs", "latency.md"), encoding="utf-8") as file:
    shown = re.search(r"^gpuocc (latency (?:.*\\\n)*.* --svg) docs/cusp.svg$", file.read(), re.M)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "cusp.svg")
    drawn = run(*shown.group(1).replace("\\\n", "").split(), path)
    with open(os.path.join(root, "docs", "cusp.svg"), "rb") as old, open(path, "rb") as new:
        picture = new.read()
        ok(drawn.returncode == 0 and old.read() == picture, "docs/cusp.svg is the command's",
           drawn.stderr)
labels = [text.text for text in ElementTree.fromstring(picture).iter() if text.tag.endswith("text")]
ok("this kernel: 20 waves, 8 fp32 per load" in labels, "the kernel is labelled", labels)
drawn = run(*shown.group(1).replace("\\\n", "").split(), "-")
ok(drawn.returncode == 0 and drawn.stdout.encode() == picture, "--svg - prints the picture alone",
   drawn.stdout, drawn.stderr)
# A device of each vendor: the kernel's point is at its waves, and labels do not overlap.
for device, *registers in (("RTX 4070", "-r", "40"), ("RX 7900 XTX", "-r", "40"),
                           ("Arc B580", "--wave-size", "16"),
                           ("Apple M1 Max", "--half-registers", "40")):
    asked = ("latency", device, "-t", "256", *registers, "--loads", "1", "--fp32", "8")
    answer = json.loads(run(*asked, "--json").stdout)
    texts = [text for text in ElementTree.fromstring(run(*asked, "--svg", "-").stdout).iter()
             if text.tag.endswith("text") and text.text]
    beside = {text.text: int(text.get("y")) for text in texts if text.get("text-anchor") == "end"}
    levels = sorted(beside.values())
    apart = min(b - a for a, b in zip(levels, levels[1:]))
    ok(f"this kernel: {answer['waves']} waves, 8 fp32 per load" in {text.text for text in texts} and
       len(levels) > 4 and "slots" in beside and apart >= 12,
       f"{device}: the kernel is labelled, labels of levels are {apart} apart", beside)
heights = [int(y) for y in re.findall(rb"[ML]\d+ (\d+)(?=[L\"])", picture)]
peak = heights.index(min(heights))
ok(len(heights) == 97 and heights[:peak] == sorted(heights[:peak], reverse=True) and
   heights[peak:] == sorted(heights[peak:]) and 20 < peak < 80, "it rises to a cusp and falls",
   heights)
refuses(1, "--svg - excludes --json: both are written to standard output", "latency", "sm_52", "-t",
        "64", "--fp32", "1", "--svg", "-", "--json")
refuses(1, "--svg needs --loads", "latency", "sm_52", "-t", "64", "--fp32", "1", "--svg", "x.svg",
        "--constant", "fp32_latency=6", "--constant", "issue_rate=4")
# docs/latency.md: 192 lanes are 6 instructions per cycle, for 9 cycles each.
kepler = run("latency", "sm_35", "-t", "256", "-r", "32", "--fp32", "8").stdout
ok(re.search(r"^  to keep fp32 busy \(Little\) +54 instructions$", kepler, re.M),
   "Little's law of a Kepler core: 54 instructions", kepler)
memory = run("latency", "RTX 4090", "-t", "256", "--loads", "1").stdout
ok(re.search(r"^  loads in flight per core, at most +[0-9.]+ to [0-9.]+ loads$", memory, re.M) and
   re.search(r"^  bytes in flight per core, at most +[0-9.]+ to [0-9.]+ bytes$", memory, re.M) and
   not re.search(r" $", memory, re.M), "loads and bytes have units, and no line ends in a blank",
   memory)
# docs/latency.md by hand: a wave takes 368 cycles; a load needs 128 / 10.416666 = 12.288 cycles of
# DRAM and a quarter of a cycle of issue. With n waves the upper bound is n x 12.288 / 368 and the
# lower one n x 12.288 / (368 + (n - 1) x 12.538).
CURVE = run(*MAXWELL, "--curve").stdout
ok(re.search(r"^ +8 +26\.71 % +\S+ % +21\.57 % .* latency$", CURVE, re.M) and
   re.search(r"^ +24 +80\.14 % +\S+ % +44\.93 % .* latency$", CURVE, re.M) and
   re.search(r"^ +32 +100 % .* dram$", CURVE, re.M) and
   len(re.findall(r"^ *\d+ +\S+ %", CURVE, re.M)) == 8, "--curve: 8 to 64 waves", CURVE)
rows = json.loads(run(*MAXWELL, "--curve", "--json").stdout)["curve"]
ok([row["waves"] for row in rows] == list(range(8, 65, 8)) and
   abs(rows[2]["share_of_peak"]["upper"] - 24 * 12.288 / 368) < 1e-6 and
   abs(rows[2]["throughput"]["upper"] - 24 / 368) < 1e-12 and rows[2]["binding"] == "latency" and
   rows[3]["share_of_peak"]["upper"] == 1 and rows[3]["binding"] == "dram" and
   set(rows[0]["share_of_peak"]) == {"upper", "expected", "lower", "partitioned"},
   "--curve in JSON", rows)
# The tables lack the wave slots of an M3 Max. 40 cores at 1.398 GHz share 409.6 GB/s, so a load of
# 128 bytes takes a core 17.475 cycles; system memory takes 191 to 400 ns.
M3 = ["latency", "M3 Max", "--threads", "256", "--loads", "1"]
CYCLES = 128 * 40 * 1.398 / 409.6
NEEDED = [191 * 1.398 / CYCLES, 400 * 1.398 / CYCLES]
says("needs 16 to 32 waves (latency inferred, 16 % typical error); the resident waves are unknown "
     "for this device (--waves N)\n", *M3)
says("latency, from 16 to 32 waves on dram\n", *M3)
shown = run(*M3).stdout
ok("share of the peak" not in shown and "per thread" not in shown and "GB/s" not in shown and
   re.search(r"^  to keep dram busy \(Little\) +1955\.84 to 4096 bytes$", shown, re.M),
   "nothing that the resident waves decide is shown, and what they do not is", shown)
partly = json.loads(run(*M3, "--json").stdout)
ok(partly["status"] == 0 and partly["binding_at_limit"] == "dram" and
   partly["waves_needed"] == {"low": 16, "high": 32} and
   abs(partly["waves_needed_exact"]["low"] - NEEDED[0]) < 1e-9 and
   abs(partly["waves_needed_exact"]["high"] - NEEDED[1]) < 1e-9 and
   abs(partly["demand"]["dram"] - CYCLES) < 1e-9, "and in JSON", partly)
given = json.loads(run(*M3, "--waves", "8", "--json").stdout)
BY_WAVES = ("waves", "throughput", "share_of_peak", "gb_per_s", "utilisation", "binding",
            "in_flight", "loads_in_flight", "bytes_in_flight", "chains_needed", "loads_needed",
            "bytes_per_thread_needed", "more_waves", "gain", "rounds", "time", "time_at_least",
            "loads_needed_exact")
ok(all(value is None for name in BY_WAVES for value in
       (partly[name].values() if isinstance(partly[name], dict) else [partly[name]])),
   "what the resident waves decide is null", partly)
ok({name for name in given if given[name] != partly[name]} <= set(BY_WAVES) and
   given["waves"] == 8 and given["binding"] == "latency",
   "--waves changes nothing else", given)
says("has 8: at most 52.4 % of the peak; more waves must help", *M3, "--waves", "8")
rows = json.loads(run(*M3, "--curve", "--json").stdout)["curve"]
ok([row["waves"] for row in rows] == [8, 16, 24, 32] and
   [row["binding"] for row in rows] == ["latency"] * 3 + ["dram"] and
   abs(rows[0]["share_of_peak"]["upper"] - 8 / NEEDED[0]) < 1e-9 and
   abs(rows[3]["gb_per_s"]["upper"] - 409.6) < 1e-9,
   "without wave slots the curve ends at the waves needed", rows)
ok(run(*M3, "--curve", "--constant", "dram_latency=1e6").stdout.endswith(
    "\nThere is no curve: the wave slots of a core are not known.\n"),
   "and there is none where they are very many")
ok(run(*M3, "--require", "waves>=9").returncode == 3 and
   run(*M3, "--require", "waves>=8").returncode == 0, "--require without wave slots")
drawn = run(*M3, "--constant", "fp32_latency=4", "--svg", "-")
ok(drawn.returncode == 0 and "class=\"curve\"" in drawn.stdout and
   "this kernel" not in drawn.stdout, "the drawing is without the kernel then", drawn.stdout)
refuses(2, "gpuocc: dram_latency, dram_rate, l2_rate, l1_rate, issue_rate are unknown for this "
        "device: specify them", "latency", "apple9", "--threads", "256", "--loads", "1")
plain = json.loads(run(*MAXWELL, "--json").stdout)
ok(plain["curve"] is None and plain["group_time"] is None,
   "no curve without --curve, no time of a group without cores", plain)
# 8 waves: 8 x 0.25 cycles of issue; 8 x 12.288 / 16 of the DRAM, which 16 cores share.
GROUP = [*MAXWELL, "--constant", "cores=16", "--constant", "turnaround_cycles=100"]
GROUP[GROUP.index("dram_rate=10.416666")] = "dram_rate=10"  # 12.8 cycles
says("for gpuocc schedule --group-time   368,2,6.4,100 cycles", *GROUP)
grouped = json.loads(run(*GROUP, "--json").stdout)["group_time"]
ok((grouped["latency"], grouped["per_core"], grouped["overhead"]) == (368, 2, 100) and
   abs(grouped["per_device"] - 6.4) < 1e-12, "the time of a group in JSON", grouped)
# The bounds of every amount and constant: the limits, and the first number beyond each.
REAL, BYTES = ("number from 0 up to 1000000000000000", "number from 1e-12 up to 1000000000")
FROM_ONE, SHARE = "number from 1 up to 1000000000000000", "number from 0 up to 1"
AMOUNTS = {"loads": REAL, "stores": REAL, "fp32": REAL, "special": REAL, "matrix": REAL,
           "load-bytes": BYTES, "in-flight": FROM_ONE, "chains": FROM_ONE, "l1-hit": SHARE,
           "l2-hit": SHARE, "waves": "whole number from 1 up to 65536",
           "constant dram_latency": "number from 1e-12 up to 1000000000000000",
           "constant turnaround_cycles": REAL, "constant partitions":
           "whole number from 1 up to 1024", "constant loads_per_wave": FROM_ONE}
for name, needed in AMOUNTS.items():
    low, high = re.search(r"from (\S+) up to (\S+)$", needed).groups()
    tries = {low: True, high: True, "-1e-13" if float(low) == 0 else str(float(low) / 2): False,
             str(float(high) * 1.5): False, "1.5": "whole" not in needed and high != "1"}
    wrong = []
    for text, fine in tries.items():
        option = ["--constant", f"{name.split()[1]}={text}"] if " " in name else [f"--{name}", text]
        answer = run(*MAXWELL, *option)
        if (f"a {needed} is needed" not in answer.stderr) != fine:
            wrong.append((text, answer.stderr))
    ok(not wrong, f"the bounds of {name}", *wrong)
for least, fine in (("1e-12", True), ("1e-13", False), ("0", True)):
    answer = run(*MAXWELL, "--fp32", least)
    ok(("a number from 1e-12 up to" in answer.stderr) != fine, f"--fp32 {least}", answer.stderr)

# Options and constants by hand: 8 additions of 6 (at most 6.13) cycles follow a load of 368; the
# start of a group takes 100 in addition; with --overlap the longest kind counts.
for more, latency in ((("--fp32", "8"), {"low": 416, "high": 417.04}),
                      (("--fp32", "8", "--overlap"), 368),
                      (("--one-pass", "--constant", "turnaround_cycles=100"), 468),
                      (("--constant", "turnaround_cycles=100"), 368)):
    found = json.loads(run(*MAXWELL, *more, "--json").stdout)["wave_latency"]
    ok(found == latency, f"the latency of a wave with {' '.join(more)}", found)
ok(run(*MAXWELL, "--load-bytes", "1K").stdout == run(*MAXWELL, "--load-bytes", "1024").stdout != "",
   "--load-bytes takes a size")
for name in ("loads", "fp32", "chains", "waves", "constant dram_latency", "constant memory"):
    option = ["--constant", f"{name.split()[1]}=1K"] if " " in name else [f"--{name}", "1K"]
    refuses(1, f'--{name} is "1K", a ', *MAXWELL, *option)
MEMORIES = [run("latency", "RTX 4090", "-t", "256", "--loads", "1", "--constant", f"memory={kind}")
            for kind in ("gddr", "hbm", "system", "1", "2", "3")]
ok(all(answer.returncode == 0 for answer in MEMORIES) and
   [answer.stdout for answer in MEMORIES[:3]] == [answer.stdout for answer in MEMORIES[3:]],
   "a memory is a name or its number", *[answer.stderr for answer in MEMORIES])
for name, value, needed in (("memory", "4", "whole number from 1 up to 3 is needed\n"),
                            ("memory", "0", "whole number from 1 up to 3 is needed\n"),
                            ("memory", "unknown", "whole number from 1 up to 3 is needed\n"),
                            ("memory", "1.5", "whole number from 1 up to 3 is needed\n"),
                            ("dram_share", "1.5", "number from 1e-12 up to 1 is needed\n"),
                            ("dram_share", "0", "number from 1e-12 up to 1 is needed\n"),
                            ("dram_latency", "gddr", "number from 1e-12 up to 1")):
    refuses(1, f'--constant {name} is "{value}", a {needed}', *MAXWELL, "--constant",
            f"{name}={value}")
ok(run(*MAXWELL, "--constant", "dram_share=1").returncode == 0, "--constant dram_share=1")
# With 64 constants there is no room for another one.
refuses(2, "specify it (--constant dram_rate=NUMBER)\n", "latency", "sm_52", "-t", "64", "--loads",
        "1", "--constant", "l1_rate=unlimited", "--constant", "l2_rate=unlimited",
        *["--constant", "fp32_latency=6"] * 62)
refuses(2, "gpuocc: dram_latency is unknown for this device: specify it (--constant "
        "dram_latency=NUMBER)\n", "latency", "H100", "-t", "64", "--loads", "1", "--set",
        "generation=999")
# 10 cycles are less than the 12.288 that a load needs of the DRAM: one wave hides them.
SHORT = [word.replace("=368", "=10") for word in MAXWELL]
says("needs 1 wave or more, has 64", *SHORT)
says("needs 2 waves or more, has 64", *[word.replace("=368", "=13") for word in MAXWELL])
says("what bounds it                     latency or dram\n", *MAXWELL, "--registers", "unknown")
says("latency, from 18 waves on dram\n", *M3, "--constant", "dram_latency=300")
# Where a latency is from, as `gpuocc device` says for the product.
for device, basis, words in (("RX 580", "weak", " (latency inferred, probably too low), has"),
                             ("RTX 2080", "sibling",
                              " (latency of another product of the architecture), has"),
                             ("M3 Max", "inferred", " (latency inferred, 16 % typical error); the"),
                             ("RTX 4090", "measured", " or more, has"),
                             ("RX 7900 XTX", "measured", " waves, has")):
    text = run("latency", device, "-t", "256", "--loads", "1").stdout
    memory = {number["name"]: number for number in
              json.loads(run("device", device, "--json").stdout)["devices"][0]["constants"]}
    lines = [f"  {start:<34} {number['value']:.4g} ({number['low']:.4g} to {number['high']:.4g}) "
             f"{unit}, {basis}\n" for start, unit, number in
             (("latency of memory", "ns", memory["dram_latency_ns"]),
              ("  in cycles", "cycles", memory["dram_latency"]))]
    ok(words in text.splitlines()[0] and "".join(lines) in text and
       memory["dram_latency"]["basis"] == basis, f"{device}: a latency that is {basis}", text,
       lines)
ok("latency of memory" not in run(*MAXWELL).stdout + run(
    "latency", "RTX 4090", "-t", "256", "--fp32", "1").stdout,
   "no latency of memory where it is given or not used")
exact = run("latency", "RTX 4090", "-t", "256", "--loads", "1", "--constant", "dram_latency_ns=250")
ok(exact.returncode == 0 and "latency of memory" not in exact.stdout, "nor where it is given in ns",
   exact.stdout)

# The curve ends at the wave slots, of which at most 65536 are counted; else at the waves needed,
# rounded up to whole groups of 8 waves, of which at most 1024 are shown.
curve = json.loads(run(*MAXWELL, "--curve", "--json", "--set", "max_waves_per_partition=4096",
                       "--set", "partitions_per_core=17").stdout)["curve"]
ok([row["waves"] for row in curve] == [8, 16, 24, 32], "17 x 4096 slots are too many", curve)
for needed, rows in ((16, 2), (17, 3), (1024, 128), (1025, None)):
    curve = json.loads(run(*M3, "--curve", "--json", "--constant",
                           f"dram_latency={needed * CYCLES - 1}").stdout)["curve"]
    found = curve and len(curve)
    ok(found == rows, f"{needed} waves are needed: {rows} rows", found)

# Numbers have the 17 digits with which the same double is read again.
for asked in ((*MAXWELL, "--fp32", "8", "--curve"), ("latency", "RTX 4090", "-t", "256", "--loads",
                                                     "1", "--curve")):
    found = []
    json.loads(run(*asked, "--json").stdout, parse_float=lambda text: found.append(text) or 0)
    wrong = [text for text in found if format(float(text), ".17g") != text]
    ok(not wrong and len(found) > 20, f"{len(found)} numbers with 17 digits", *wrong[:3])
found = []
json.loads(run("devices", "--json").stdout, parse_float=lambda text: found.append(text) or 0)
wrong = [text for text in found if format(float(text), ".15g") != text]
ok(not wrong and len(found) > 1000, "and those of devices have the digits of a table", *wrong[:3])

# The picture's axes: fewer than ten round numbers of waves up to the top of the curve, or to the
# slots. By hand: a load alone needs latency / 12.288 waves, and 6 cycles of each of the 49
# additions at the cusp add 24; of the M3, latency / 17.475, and 70 additions of 1 or 4 cycles.


def levels(*arguments):
    picture = ElementTree.fromstring(run(*arguments, "--svg", "-").stdout)
    return [text.text or "" for text in picture.iter()
            if text.tag.endswith("text") and text.get("text-anchor") == "end"]


for asked, latency, step, last in ((MAXWELL, 1500, 20, 140), (MAXWELL, 5000, 50, 400),
                                   (MAXWELL, 11000, 100, 900), (MAXWELL, 22000, 200, 1800),
                                   (MAXWELL, 36800, 500, 3000), (MAXWELL, 110000, 1000, 8000),
                                   (MAXWELL, 368000, 5000, 25000), (MAXWELL, 736000, 10000, 50000),
                                   (MAXWELL, 100, 10, 60), ([*M3, "fp32_latency=1"], 50, 1, 6),
                                   ([*M3, "fp32_latency=4"], 50, 2, 18),
                                   ([*M3, "fp32_latency=4"], 368, 5, 35)):
    asked = [word.replace("=368", f"={latency}") for word in asked if "fp32" not in word] + \
        [word for text in asked if "fp32" in text for word in ("--constant", text)] + \
        (["--constant", f"dram_latency={latency}"] if "M3 Max" in asked else [])
    numbers = [text for text in levels(*asked) if text.isdigit()]
    wanted = [str(step * i) for i in range(last // step + 1)]
    close = [text for text in wanted if abs(int(text) - 64) * 240 / last < 24]  # beside "slots"
    ok(numbers == [text for text in wanted if text in numbers] and
       set(wanted) - set(numbers) <= set(close), f"a latency of {latency}: steps of {step} waves",
       numbers)


def point(*more):
    """Returns the place and the label of the kernel in the picture, if it is there."""
    text = run(*MAXWELL, "--waves", "20", *more, "--svg", "-").stdout
    return re.findall(r'class="dot" cx="(\d+)"', text), "this kernel" in text


ends_of_plot = [point("--fp32", number)[0] for number in ("0", "0.25", "1024", "1e6")]
ok(ends_of_plot[0] == ends_of_plot[1] != ends_of_plot[2] == ends_of_plot[3],
   "a kernel beyond the ends of the axis is at its ends", ends_of_plot)
ok(not point("--registers", "unknown", "--waves", "2000")[1] and point("--waves", "64")[1] and
   "this kernel" not in run(*MAXWELL, "--registers", "unknown", "--svg", "-").stdout,
   "a kernel with more waves than the plot, or a range of them, is not drawn")
refuses(1, "--svg: a number of the model is missing (fp32_latency, fp32_rate)", *M3, "--svg", "-")
same = [run("latency", name, "-t", "256", "--loads", "1", *GIVEN_OF_H100, "--svg", "-").stdout
        for name in ("H100", "H100 PCIe")]
ok(same[0] != "" and re.sub(".*Waves needed over.*", "", same[0]) ==
   re.sub(".*Waves needed over.*", "", same[1]), "one picture for all devices of a name", *same)

# The text has the figures of the JSON.
LINES = {"latency of a wave alone": ("wave_latency", 1, "cycles"),
         "occupancy needed": ("occupancy_needed", 100, "%"),
         "loads in flight per core, at most": ("loads_in_flight", 1, "loads"),
         "bytes in flight per core, at most": ("bytes_in_flight", 1, "bytes"),
         "share of the peak, upper bound": ("share_of_peak.upper", 100, "%"),
         "expected": ("share_of_peak.expected", 100, "%"),
         "lower bound": ("share_of_peak.lower", 100, "%"),
         "bytes requested, upper bound": ("gb_per_s.upper", 1, "GB/s"),
         "loads in flight that would do": ("chains_needed.loads", 1, "per thread"),
         "independent loads that would do": ("loads_needed.loads", 1, "per thread")}
MIXES = [("--loads", "2", "--fp32", "8", "--stores", "1"), ("--fp32", "0.5"),
         ("--loads", "1", "--fp32", "100", "--special", "3"),
         ("--loads", "1", "--waves", "3"), ("--loads", "1", "--waves", "1", "--in-flight", "2"),
         ("--loads", "4", "--waves", "20", "--load-bytes", "16"), ("--stores", "3", "--waves", "2"),
         ("--loads", "1", "--l1-hit", "0.5", "--l2-hit", "0.25", "--constant", "l1_latency=30",
          "--constant", "l2_latency=200"), ("--loads", "1", "--constant", "clock_ghz=1.5",
                                            "--constant", "cores=16")]
BASE = [word for word in MAXWELL if word not in ("--loads", "1")]


def ends(value):
    return (value["low"], value["high"]) if isinstance(value, dict) else (value, value)


def in_words(value, factor, unit):
    low, high = ends(value)
    digits = 4 if unit == "%" else 6
    words = [f"{number * factor:.{digits}g}" for number in (low, high)]
    return " to ".join(words[:1 + (high != low)]) + f" {unit}"


for mix in MIXES:
    asked = json.loads(run(*BASE, *mix, "--json").stdout)
    lines = run(*BASE, *mix).stdout.splitlines()
    table = dict(re.match(r" +(.*?)  +(.*)", line).groups() for line in lines[1:]
                 if re.match(r"  .*\S  +\S", line))
    wrong = []
    for words, (name, factor, unit) in LINES.items():
        value = asked
        for part in name.split("."):
            value = value and value.get(part)
        shown = table.pop(words, None)
        if value is None or "would do" in words and "--loads" not in mix:
            wrong += [] if shown is None else [(words, shown)]
        elif shown != in_words(value, factor, unit):
            wrong.append((words, shown, value))
    for name, demand in asked["demand"].items():
        shown = table.pop(f"to keep {name} busy (Little)", None)
        needed = asked["concurrency"][name]
        unit = "bytes" if name in ("l1", "l2", "dram") else "instructions"
        if needed is None or not demand or ends(demand)[1] <= 0:
            wrong += [] if shown is None else [(name, shown)]
        elif shown != in_words(needed, 1, unit):
            wrong.append((name, shown, needed))
    share = 100 * ends(asked["share_of_peak"]["upper"])[1]
    head = f"has {asked['waves']}: at most {share:.3g} % of the peak"
    more = asked["gain"]["expected"]
    may = more is not None and ends(more)[0] > 1
    head += {0: "; all wave slots are in use", 1: "; more waves may help" if may else "",
             2: "; more waves must help"}[asked["more_waves"]]
    wrong += [] if may or "may help" not in lines[0] else [lines[0]]
    ok(not wrong and head in lines[0] and table.get("what bounds it") == asked["binding"],
       f"text and JSON of {' '.join(mix)}", *wrong, lines[0], head)
# Every product with a clock and a bandwidth has a latency of memory and gives its basis.
products = json.loads(run("devices", "--json").stdout)["devices"]
bases, lacking = {}, []
for product in products:
    constants = {constant["name"]: constant for constant in product["constants"]}
    if product["name"] == product["architecture"] or \
            not {"clock_ghz", "dram_gb_per_s"} <= set(constants):
        continue
    if "dram_latency" in constants:
        bases.setdefault(constants["dram_latency"]["basis"], []).append(product["name"])
    else:
        lacking.append(product["name"])
ok(not lacking and set(bases) == {"measured", "sibling", "inferred", "weak"} and
   "Radeon RX 580" in bases["weak"] and "Arc A770" in bases["weak"] and
   "Radeon RX 7900 XTX" in bases["measured"], "latencies of all products", lacking,
   {basis: len(names) for basis, names in bases.items()})
# 234.6 ns x 960 GB/s / 96 CUs are 2346 bytes: 18.3 waves of 32 loads of 4 bytes, 2.3 of 16 x 2. A
# CU has 2 SIMDs with 16 waves each.
NAVI = "RX 7900 XTX"
found = run("device", NAVI).stdout
ok("Little's law: 2346 (2212 to 2346) bytes in flight on each core saturate the memory, latency "
   "measured.\nWaves of 32 threads that have them in flight, and their share of the 32 wave "
   "slots:\n" in found and
   re.search(r"^ +1 +18 to 19 \(56 to 59 %\) +9 to 10 \(28 to 31 %\) +5 \(16 %\)$", found, re.M) and
   re.search(r"^ +2 +9 to 10 \(28 to 31 %\) +5 \(16 %\) +3 \(9 %\)$", found, re.M),
   "Little's law of a device", found)
alone = run("little", NAVI)
ok(alone.returncode == 0 and
   re.search(r"^ +1 +18 to 19 \(56 to 59 %\) +9 to 10 \(28 to 31 %\) +5 \(16 %\)$", alone.stdout,
             re.M) and
   "dram: 2346 (2212 to 2346) bytes saturate it, latency measured\n" in alone.stdout,
   "gpuocc little", alone.stdout)
wide = run("little", NAVI, "-w", "64").stdout
ok("Waves of 64 threads" in wide and re.search(r"^ +1 +9 to 10 \(28 to 31 %\) +5 \(16 %\) +3 ",
                                               wide, re.M), "waves of 64", wide)
refuses(1, "--wave-size is 48, Radeon RX 7900 XTX has waves of 32, 64", "little", NAVI, "-w", "48")
refuses(1, "--wave-size is 16, Radeon RX 7900 XTX has waves of 32, 64", "little", NAVI, "-w", "16")
# Every architecture with several wave sizes: each text and each answer has the size that was used.
# Without a default, Intel's constants are those of SIMD16 (latency.h), and Adreno's size is what
# Mesa selects for a kernel with few registers.
several, bad = 0, []
for device in json.loads(run("devices", "--json").stdout)["devices"]:
    numbers = {number["name"]: number.get("value") for number in device["numbers"]}
    sizes = [size for size in (8, 16, 32, 64, 128) if numbers["wave_sizes"] & size]
    if len(sizes) < 2 or device["name"] != device["architecture"]:
        continue
    several, name = several + 1, device["name"]
    most = max(sizes) if device["vendor"] == "adreno" else 16
    usual = numbers["default_wave_size"] or most
    for size, given in ((usual, ()), *((size, ("-w", str(size))) for size in sizes)):
        answer = json.loads(run("little", name, *given, "--json").stdout)["devices"][0]
        if answer["wave_size"] != size or (
                f"\nWaves of {size} threads" not in run("little", name, *given).stdout):
            bad.append((name, given, answer["wave_size"]))
    text = run("device", name).stdout
    if {int(size) for size in re.findall(r"aves of (\d+) threads", text)} - {usual}:
        bad.append((name, text))
ok(several >= 20 and not bad, f"the wave size of {several} devices with several", bad[:3])
refuses(1, "device is not given; see gpuocc little --help", "little")
refuses(1, "generic has no figures", "little", "generic")
# Volkov's Kepler: 192 lanes are 6 instructions of 32 threads per cycle, for 9 cycles each, 54.
pipes = run("little", "sm_35").stdout
ok(re.search(r"^fp32 +54 +54 \(84 %\) +27 \(42 %\) +14 \(22 %\) +7 \(11 %\) +measured$", pipes,
             re.M) and "dram: not known: " in pipes and
   "clock_ghz, cores, dram_gb_per_s\n" in pipes,
   "arithmetic of Kepler", pipes)
ok("Waves of 16 threads" in run("little", "Arc B580").stdout, "Intel's usual wave")
form = json.loads(run("little", NAVI, "--json").stdout)
device = form["devices"][0]
memory = device["dram"]
ok(form["command"] == "little" and device["wave_size"] == 32 and device["max_waves"] == 32 and
   memory["unit"] == "bytes" and memory["basis"] == "measured" and
   abs(memory["in_flight"] - 2346) < 1 and abs(memory["low"] - 2212) < 1 and
   abs(memory["high"] - 2346) < 1 and
   len(memory["waves"]) == 12 and memory["waves"][0] == {
       "loads": 1, "bytes": 4, "waves": {"low": 18, "high": 19},
       "percent": {"low": 56.25, "high": 59.375}} and
   memory["waves"][11] == {"loads": 8, "bytes": 16, "waves": 1, "percent": 3.125} and
   device["fp32"]["unit"] == "instructions" and device["fp64"]["not_known"] == ["fp64_rate"] and
   "waves" not in device["fp64"], "gpuocc little as JSON", memory)
ok(len(json.loads(run("little", "H100", "--json").stdout)["devices"]) > 1,
   "a name that several devices have")

# The two scripts that count and compare latencies, and the page's table of the first.
def script(*words):
    return subprocess.run([sys.executable, *words], capture_output=True, text=True)


COVERAGE = os.path.join(root, "scripts", "latency_coverage")
ACCURACY = os.path.join(root, "scripts", "latency_accuracy.py")
counted = script(COVERAGE, gpuocc)
heads = counted.stdout.partition("\n")[0].split()[1:]
rows = {row[0]: dict(zip(heads, map(int, row[1:])))
        for row in (line.split() for line in counted.stdout.splitlines()[1:-2])}
with open(os.path.join(root, "docs", "latency.md"), encoding="utf-8") as file:
    page = file.read()
table = re.search(r"^\| \| (measured .*) \|\n\|[-:|]+\|\n((?:\| .*\n)+)", page, re.M)
columns = table[1].split(" | ")
written = {}
for line in table[2].splitlines():
    vendor, *cells = [cell.strip() for cell in line.strip("|").split("|")]
    written[vendor.lower()] = {column: int(cell or 0) for column, cell in zip(columns, cells)}
total = rows.pop("all")
ok(counted.returncode == 0 and sum(row["all"] for row in rows.values()) == total["all"] > 300,
   "scripts/latency_coverage counts products of all vendors", counted.stdout, counted.stderr)
ok(written == {vendor: {column: row[column] for column in columns}
               for vendor, row in rows.items()} and not total["none"],
   "docs/latency.md has the table of scripts/latency_coverage", written, rows)
rates = script(os.path.join(root, "scripts", "rates"), gpuocc)
ok(rates.returncode == 0 and len(rates.stdout.splitlines()) > 30 and rates.stdout in page,
   "docs/latency.md has the table of scripts/rates", rates.stdout, rates.stderr)
wrong = script(os.path.join(root, "scripts", "rates"), "/bin/true")
ok(wrong.returncode != 0 and "does not list devices, so it is not gpuocc" in wrong.stderr,
   "scripts/rates refuses what is not gpuocc", wrong.stderr)
without = re.match(r"(\d+) products without a clock or a bandwidth: (.*)$",
                   counted.stdout.splitlines()[-2])
ok(without and int(without[1]) == len(without[2].split(", ")), "and it lists all others", without)
figures = re.search(r"off by (\S+) % on average and (\S+) % at most, (\d+) inside the range$",
                    counted.stdout)
stated = re.search(r"off by (\S+) % on average and by up to (\S+) %; (\d+) devices are inside",
                   page.replace("\n", " "))
ok(figures and stated and figures.groups() == stated.groups(),
   "docs/latency.md has the error of an inferred latency", counted.stdout)
lost = os.path.join(root, "no", "such", "file")
for words, said in [((COVERAGE, "a", "b"), "too many: b"), ((COVERAGE, lost), "No such file"),
                    ((COVERAGE, "true"), "not gpuocc"),
                    ((ACCURACY,), "is missing"), ((ACCURACY, "a"), "is missing"),
                    ((ACCURACY, lost, root), "No such file")]:
    answer = script(*words)
    ok(answer.returncode != 0 and said in answer.stderr and "Traceback" not in answer.stderr and
       answer.stdout == "", f"{os.path.basename(words[0])} {words[1:]}: {said}", answer.stderr)
done()
