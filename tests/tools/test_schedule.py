#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc schedule: rounds and timelines, including the phases of Intel's guide."""
import itertools
import os
import re
import tempfile
from xml.etree import ElementTree

from command import knows, run
from tap import done, ok, skip

RTX = ("RTX 4090", "-t", "256", "-r", "72", "-s", "24K")  # 3 groups of 8 waves on 128 cores of 48

text = run("schedule", *RTX, "-g", "1000").text
ok(text.startswith("3 rounds of 384 blocks, the last with 232, efficiency 86.81 % on ") and
   "Occupancy of the whole GPU: 50 % at its peak, 43.4 % on average" in text and
   "The next round starts at 1153 blocks.\nWith 112 to 166 SMs" in text and
   re.search(r"^ +0 +2 +384 +3072 +50 % +#{20}$", text, re.M) and
   re.search(r"^ +2 +3 +232 +1856 +30.21 % +#{12}$", text, re.M), "1000 groups in text", text)
found = run("schedule", *RTX, "-g", "1000", "--json").json()
ok(found["status"] == 0 and found["rounds"] == 3 and found["tail_groups"] == 232 and
   found["efficiency"] == {"numerator": 1000, "denominator": 1152} and
   [(p["start"], p["end"], p["groups"]) for p in found["phases"]] == [(0, 2, 384), (2, 3, 232)] and
   found["more_phases"] is False, "and in JSON", found)
ok(found["grid_time"] is None, "no time of the grid without --group-time", found)
# By hand: 3 groups per core on 128 cores, so 2 full rounds of 384 and a tail of 232, 2 on the
# fullest core. A full round: max(10, 3 x 7, 384 x 0.125) + 1 = 49; the tail: max(10, 2 x 7, 232 x
# 0.125) + 1 = 30; ideal: 1000 / 384 x 49; at least max(3 x 11, 1000 x 7 / 128, 125).
timed = run("schedule", *RTX, "-g", "1000", "--group-time", "10, 7,0.125,1")
ok("Time of the grid: 128, of which the full rounds take 98 and the tail 30.\n"
   "If the tail cost only its share of a round: 127.604167; in any order of the blocks: at least "
   "125.\n" in timed.text, "--group-time in text", timed)
timed = run("schedule", *RTX, "-g", "1000", "--group-time", "10,7,0.125,1", "--json").json()
ok(timed["grid_time"] == {"time": 128, "rounds": 98, "tail": 30, "ideal": 1000 / 384 * 49,
                          "minimum": 125} and set(timed) == set(found), "and in JSON", timed)
text = run("schedule", *RTX, "-g", "1000", "--group-time", "0.1,0.7,0.0123,0.01", "--json").text
numbers = re.findall(r'":([0-9]+\.[0-9]+)', text[text.index('"grid_time"'):])
ok(len(numbers) == 5 and all(format(float(number), ".17g") == number for number in numbers),
   "times have the 17 digits of a double", numbers)
text = run("schedule", *RTX, "-g", "1000").text
timed = run("schedule", *RTX, "-g", "768", "--group-time", "10", "--json").json()
ok(timed["grid_time"] == {"time": 20, "rounds": 20, "tail": 0, "ideal": 20, "minimum": 20},
   "two full rounds of a latency alone", timed)
ok("Time of the grid: 20.\n" in run("schedule", *RTX, "-g", "768", "--group-time", "10").text,
   "a time without tail")
for given, error in [("x", '--group-time is "x", a number from 0 up to 1000000000000000 is needed'),
                     ("1,-2", '--group-time is "-2", a number from 0'),
                     ("1,,2", '--group-time is "", a number from 0'),
                     ("1,2,3,4,5", "--group-time has more than 4 numbers"),
                     ("1e16", '--group-time is "1e16", a number from 0')]:
    answer = run("schedule", *RTX, "-g", "10", "--group-time", given)
    ok(answer.code == 1 and answer.text == "" and error in answer.errors,
       f"--group-time {given}", answer)
large = run("schedule", *RTX, "-g", "1000000000000", "--json").json()
ok(large["rounds"] == 2604166667 and len(large["phases"]) == 2, "10^12 groups are two phases",
   large)
huge = run("schedule", *RTX, "-g", "999999999999872").text  # all rounds except one are full
ok("efficiency 100 %" in huge and "100 % on average" not in huge and "50 % on average" in huge and
   "The next round" not in huge, "shares of 10^15 groups; no round beyond 2^32 is asked for", huge)
one = run("schedule", *RTX, "-g", "1")
ok(one.text.startswith("1 round of 384 blocks, filled with 1, efficiency 0.26 %") and
   "1 of 128 SMs get" in one.text, "one group", one)
uneven = run("schedule", *RTX, "-g", "1000", "--durations", "3,4,5", "--phases", "2", "--json")
ok(len(uneven.json()["phases"]) == 2 and uneven.json()["more_phases"] is True, "--phases", uneven)
none = run("schedule", "RTX 4090", "-t", "1024", "-r", "128", "-g", "3", "--json")
ok(none.code == 0 and none.json()["status"] == -24 and none.json()["rounds"] is None and
   none.json()["phases"] == [] and none.json()["grid_time"] is None and
   set(none.json()) == set(found), "no group fits", none)
refused = run("schedule", *RTX[:-1], "1M", "-g", "3", "--json")
ok(refused.code == 2 and set(refused.json()) == set(found), "a kernel that is refused", refused)
ok(run("schedule", *RTX, "-g", "9", "--require", "groups>=4").code == 3, "--require")
# 1000 groups: 3 rounds of 384, 1000 / 1152, on all 128 cores, of which the fullest has 8 groups.
for demand, code in [("rounds==3", 0), ("rounds<3", 3), ("tail_groups>=232", 0),
                     ("tail_groups>232", 3), ("busy_cores==128", 0), ("efficiency>=0.868", 0),
                     ("efficiency>=0.8681", 3), ("balance<0.9766", 0), ("balance>0.9766", 3),
                     ("peak_occupancy==0.5", 0), ("average_occupancy>=0.435", 3),
                     ("reached==1", 0), ("reached<1", 3)]:
    answer = run("schedule", *RTX, "-g", "1000", "--require", demand)
    ok(answer.code == code and answer.text == text, f"--require {demand}", answer.errors)
# 10^17 groups: shares of numbers whose products exceed 64 bits.
for demand, code in (("efficiency>=0.9999", 0), ("efficiency>=1.0001", 3), ("efficiency<=1", 0),
                     ("efficiency<=4294967295", 0), ("efficiency>=4294967295", 3),
                     ("efficiency<0.9999", 3), ("average_occupancy>=0.4999", 0),
                     ("average_occupancy>=0.5001", 3), ("average_occupancy<=0.5001", 0),
                     ("average_occupancy<0.4999", 3), ("rounds>=4294967295", 0)):
    answer = run("schedule", *RTX, "-g", "1" + "0" * 17, "--require", demand)
    ok(answer.code == code, f"10^17 groups, --require {demand}", answer.errors)
huge = run("schedule", *RTX, "-g", "1000000000000000", "--require", "efficiency>=0.99")
ok(huge.code == 0, "a demand on 10^15 groups", huge.errors)
answer = run("schedule", "RTX 4090", "-t", "1024", "-r", "128", "-g", "3", "--require",
             "rounds>=1")
ok(answer.code == 3 and "rounds is not known, required is rounds>=1" in answer.errors,
   "what is not possible meets no demand", answer)
for demand in ("rounds>=1", "rounds<=1", "rounds<=2", "rounds<=100"):
    codes = [run(command, *RTX, "-g", "1000", "--require", demand).code
             for command in ("occupancy", "schedule")]
    ok(codes[0] == codes[1] and codes[0] in (0, 3), f"{demand} by occupancy and schedule", *codes)

# Restrictions of the timeline are named; the text above it, and JSON, still apply to the whole GPU.
whole, wide = (run("schedule", *RTX, "-g", "1000", *form) for form in ((), ("--json",)))
for options, words in [(("--usable-cores", "64"), "--usable-cores 64"),
                       (("--slots-per-core", "16"), "--slots-per-core 16"),
                       (("--slots-per-core", "16", "--usable-cores", "64"),
                        "--usable-cores 64 and --slots-per-core 16")]:
    answer = run("schedule", *RTX, "-g", "1000", *options)
    head, *rest = answer.text.split(f"\nWith {words}; all above is of the whole GPU.\n\nfrom ")
    ok(answer.code == 0 and len(rest) == 1 and whole.text.startswith(head + "\nfrom ") and
       whole.text != head + "\nfrom " + rest[0], f"{words} narrows the timeline", answer)
    narrow = run("schedule", *RTX, "-g", "1000", *options, "--json").json()
    ok(narrow["rounds"] == 3 and narrow["phases"] != wide.json()["phases"] and
       {**narrow, "phases": []} == {**wide.json(), "phases": []}, f"{words}, in JSON", narrow)
ok("\nWith --" not in whole.text, "nothing narrows it", whole)

# A name of several devices does not mean the first of them, unless all have the same number of
# cores.
for arguments, code, error in [
        (("schedule", "H100", "-g", "500"), 1, '"H100" is the name of several devices: H100 SXM5'),
        (("schedule", "RTX 3060", "-g", "500"), 0, ""), # an architecture does not compete with it
        (("schedule", "RTX 3060", "-g", "500", "--core-count", "28"), 0, ""),
        (("best", "H100", "--grid-threads", "50000"), 1, "H100 NVL 94 GB (sm_90); they differ in "
         "core_count: name one of them or give --core-count N\n"),
        (("best", "H100"), 0, ""), (("best", "A100", "--grid-threads", "50000"), 0, "")]:
    answer = run(*arguments, "-t", "256", "-r", "64")
    ok(answer.code == code and error in answer.errors and (code == 0) == (answer.text != ""),
       f"{' '.join(arguments)}: exit code {code}", answer)
# H100 SXM5 is also a name of boards of sm_90 without figures: the answer says so.
for arguments in (("schedule", "-t", "256", "-g", "500"), ("latency", "-t", "256", "--loads", "1"),
                  ("best", "--grid-threads", "50000")):
    answer = run(*arguments, "H100 SXM5", "-r", "64", "--json")
    device = answer.json()["device"]
    ok(answer.code == 0 and device["name"] == "H100 SXM5 80 GB" and device["remark"] ==
       '"H100 SXM5" is taken for H100 SXM5 80 GB: other GPUs of this name (sm_90) have no figures',
       f"{arguments[0]}: the product of a name, and what else has it", answer)
# M4 is also the name of a board of sm_52, which is not the architecture of an Apple M4.
if knows("Apple M4"):
    for arguments in (("schedule", "-g", "500"), ("latency", "--loads", "1"),
                      ("best", "--grid-threads", "50000")):
        answer = run(*arguments, "M4", *(("-t", "256") if arguments[0] != "best" else ()))
        ok(answer.code == 1 and '"M4" is the name of several devices' in answer.errors and
           "sm_52 (nvidia architecture), Apple M4 (apple9)" in answer.errors,
           f"{arguments[0]}: an architecture of another device of the name", answer)
for name, holder in ("A100", "A100 SXM4 40 GB"), ("H100", "H100 SXM5"):
    cores = ("--core-count", "132") if name == "H100" else ()
    answers = [run("schedule", device, "-t", "256", "-r", "64", "-g", "500", *cores, "--json")
               for device in (name, holder)]
    members = [[a.json()[key] for key in ("rounds", "tail_groups", "core_count", "phases")]
               for a in answers]
    ok(answers[0].code == 0 and members[0] == members[1], f"{name}: all have as many cores",
       answers[0])
differ = run("schedule", "H100", "-t", "256", "-g", "500", "--json")
ok(differ.code == 1 and differ.json()["status"] == -6 and differ.json()["rounds"] is None and
   set(differ.json()) == set(found), "devices that differ, in JSON", differ)

if knows("M1"):
    apple = run("schedule", "M1", "-t", "256", "-g", "1000").text
    ok("rounds of" in apple and "rounds is the same" not in apple,
       "no range of cores where another number of cores has other rounds", apple)
if knows("RX 7900 XTX"):  # 48 WGPs of two CUs
    wgps = run("schedule", "RX 7900 XTX", "-t", "256", "-r", "96", "-g", "1000")
    ok("\n48 of 48 WGPs (96 CUs) get work-groups" in wgps.text and
   " WGPs the number of rounds is the same" in
       wgps.text, "cores of AMD are WGPs", wgps)
    found = run("schedule", "RX 7900 XTX", "-t", "256", "-g", "1000", "--json").json()
    ok(found["core_count"] == 48 and found["wgp_count"] == 48 and found["cu_count"] == 96,
       "JSON has WGPs and CUs", found)

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "timeline.svg")
    drawn = run("schedule", *RTX, "-g", "1000", "--svg", path)
    with open(path, encoding="utf-8") as file:
        picture = file.read()
    areas = [{key: value for key, value in area.attrib.items()} for area in
             ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}rect")
             if area.get("class").startswith("area ")]
    ok(drawn.code == 0 and drawn.text == text and
       [(a["width"], a["height"]) for a in areas] == [("426", "120"), ("214", "72")] and
       "2 to 3: 232 groups, 1856 of 6144 waves (30.21 %)" in picture, "--svg draws the phases",
       picture)
    ok('class="curve" d="M56 168H482V216H696V288"' in picture, "the line follows the phases",
       picture)
    labels = [text.text for text in ElementTree.fromstring(picture).iter(
        "{http://www.w3.org/2000/svg}text") if text.get("y") == "306"]
    ok(labels == ["0", "1", "2", "3"], "ticks of the time are round numbers", labels)
    long = run("schedule", *RTX, "-g", "1000", "--durations", "700", "--svg", "-")
    labels = [text.text for text in ElementTree.fromstring(long.text).iter(
        "{http://www.w3.org/2000/svg}text") if text.get("y") == "306"]
    ok(labels == ["0", "500", "1000", "1500", "2000"], "also of long times, on standard output",
       labels)
    long = run("schedule", *RTX, "-g", "9000", "--durations", "3,4,5", "--phases", "2", "--svg",
               path)
    ok(long.code == 1 and "more than 2 phases" in long.errors, "not half a timeline", long)
    none = run("schedule", "RTX 4090", "-t", "1024", "-r", "128", "-g", "3", "--svg", path)
    ok(none.code == 1 and "no timeline to draw" in none.errors, "nor none", none)

# The sentences of the text. 384 groups are resident at once, of which 20 may be left to others.
for groups, options, words in (
        ("384", (), "\nBlocks that wait for each other may be at most 384.\n"),
        ("385", (), "\nBlocks that wait for each other may be at most 384: this grid could hang."),
        ("364", ("--reserve-groups", "20"), "at most 364, with 20 left to other contexts.\n"),
        ("365", ("--reserve-groups", "20"), "364, with 20 left to other contexts: this grid could"),
        ("384", (), "1 round of 384 blocks, efficiency 100 % on "),
        ("1000", ("--durations", "3,4,5", "--phases", "2"),
         "\n... and more than these 2 phases; see --phases.\nTime is in the unit of --durations. "),
        ("1000", ("--phases", "1"), "\n... and more than these 1 phases; see --phases.\nTime is "
         "counted in durations of a block. "),
        ("232", ("--group-time", "10,7,0.125,1"), "\nTime of the grid: 30.\nIf the tail cost "),
        ("1", (), "\n   0   1       1      8     0.13 %  #\n")):
    answer = run("schedule", *RTX, "-g", groups, *options)
    ok(answer.code == 0 and words in answer.text,
       f"{groups} {' '.join(options)}: {' '.join(words.split())}", answer)
ok("more than these" not in run("schedule", *RTX, "-g", "1000", "--phases", "2").text,
   "nothing is left out where all phases are shown")
many = run("schedule", *RTX, "-g", "9000", "--durations", ",".join(map(str, range(100, 190))),
           "--json").json()
ok(len(many["phases"]) == 40 and many["more_phases"], "at most 40 phases without --phases")

# The picture of a timeline from the phases of the JSON: areas of 640 x 240 at (56, 48), the share
# of a phase in it if it is 18 high and 48 wide, and the line above the areas.
for groups, durations in (("1000", "7"), ("1000", "10,9,10,30"), ("3000", "100,3,50,1"),
                          ("385", "1000"), ("500", "1,1000"), ("130", "12,11,10,9,8,7")):
    asked = (*RTX, "-g", groups, "--durations", durations, "--phases", "1000")
    phases = run("schedule", *asked, "--json").json()["phases"]
    picture = ElementTree.fromstring(run("schedule", *asked, "--svg", "-").text)
    end = phases[-1]["end"]
    areas, shares, line = [], [], "M56 "
    for number, phase in enumerate(phases):
        x, stop = (phase[side] * 640 // end for side in ("start", "end"))
        height = phase["waves"] * 240 // 6144
        percent = f"{100 * phase['waves'] / 6144 + 1e-9:.2f}".rstrip("0").rstrip(".") + " %"
        areas.append((56 + x, 288 - height, max(stop - x, 1), height,
                      f"{phase['start']} to {phase['end']}: {phase['groups']} groups, "
                      f"{phase['waves']} of 6144 waves ({percent})"))
        if height >= 18 and stop - x >= 48:
            shares.append((56 + (x + stop) // 2, 288 - height + 14, percent))
        line += f"{'V' if number else ''}{288 - height}H{56 + stop}"
    shown = [(*(int(area.get(name)) for name in ("x", "y", "width", "height")), area[0].text)
             for area in picture.iter() if (area.get("class") or "").startswith("area ")]
    words = [(int(text.get("x")), int(text.get("y")), text.text) for text in picture.iter()
             if text.get("class") == "small"]
    curve = [path.get("d") for path in picture.iter() if path.get("class") == "curve"]
    ok(shown == areas and words == shares and curve == [line + "V288"],
       f"the picture of {groups} groups of {durations}: {len(phases)} phases", shown[:3], areas[:3],
       words, shares, curve, line)
    step = next(step for power in range(20) for step in (10 ** power, 2 * 10 ** power,
                                                         5 * 10 ** power) if end // step < 10)
    ticks = [(int(text.get("x")), text.text) for text in picture.iter() if text.get("y") == "306"]
    ok(ticks == [(56 + i * step * 640 // end, str(i * step)) for i in range(end // step + 1)],
       f"its ticks: {step}", ticks)

# arguments, exit code, a part of standard error
ERRORS = [
    (RTX, 1, "schedule needs --grid-groups"),
    ((*RTX, "-g", "5", "--svg", "-", "--json"), 1, "--svg - excludes --json"),
    ((*RTX, "-g", "5", "--placement", "x"), 1,
     '--placement is "x", valid values are groups, waves'),
    ((*RTX, "-g", "5", "--choice", "x"), 1,
     '--choice is "x", valid values are emptiest, fill_first, round_robin'),
    ((*RTX, "-g", "5", "--durations", "1,,2"), 1,
     '--durations has "", whole numbers from 1 to 4294967295'),
    ((*RTX, "-g", "0"), 1, "schedule needs --grid-groups, a number of at least 1"),
    ((*RTX, "-g", "unknown"), 1, "schedule needs --grid-groups, a number of at least 1"),
    ((*RTX, "-g", "5", "--require", "round>=1"), 1, "busy_cores, efficiency, peak_occupancy"),
    ((*RTX, "-g", "5", "--durations", "1,0"), 1, '--durations has "0"'),
    ((*RTX, "-g", "5", "--durations", "-1"), 1, '--durations has "-1"'),
    ((*RTX, "-g", "5", "--usable-cores", "129"), 2, "usable_cores is 129, the maximum is 128"),
    ((*RTX, "-g", "5", "--slots-per-core", "49"), 2,
     "slots_per_core is 49, the maximum is 48"),
    ((*RTX, "-g", "1000000000000000", "--durations", "4294967291,1", "--placement", "waves"), 2,
     "--durations has 4294967291, with this number groups can last at most "),
    (("sm_90", "-t", "256", "-g", "5"), 2,
     "core_count is unknown, but this question needs its value (--core-count N, or name a "),
    (("H100 SXM5 80 GB", "-t", "256", "-r", "64", "-g", "1000", "--cluster", "4"), 2,
     "groups_per_device is unknown, but this question needs its value (--cores-per-gpc N,N,...); "),
    (("H100", "-t", "256", "-r", "64", "-g", "1000", "--cluster", "4", "--core-count", "132"), 2,
     "needs its value (--cores-per-gpc N,N,...)\n"),
]
for arguments, code, error in ERRORS:
    answer = run("schedule", *arguments)
    ok(answer.code == code and error in answer.errors and answer.text == "",
       f"schedule {' '.join(arguments)}", answer)

if knows("gfx1100"):
    for device in "RX 7900 XTX", "gfx1100":
        answer = run("schedule", device, "-g", "100", "-t", "256", "-c", "llvm")
        ok(answer.code == 2 and answer.text == "" and answer.errors ==
           "gpuocc: the convention llvm has no answer about the groups of a core\n",
           f"{device}: a convention without groups", answer)
else:
    skip("AMD's convention", "left out of this build")
# intel.md section 6: parameters, phases as threads and duration.
GUIDE = [
    (("-t", "320", "-g", "8", "--placement", "waves", "--choice", "fill_first", "--usable-cores",
      "2"), [(224, 1), (96, 1)]),
    (("-t", "320", "-g", "8", "--placement", "waves", "--choice", "fill_first", "--barrier",
      "--durations", "10,10,10,10,10,10,9,10"), [(304, 9), (264, 1), (80, 10)]),
    (("-t", "224", "-g", "24", "--placement", "waves", "--choice", "fill_first"), [(672, 1)]),
    (("-t", "512", "-w", "32", "-g", "44"), [(672, 1), (32, 1)]),
    (("-t", "512", "-w", "32", "-g", "48"), [(672, 1), (96, 1)]),
]
if knows("tgl"):
    for arguments, phases in GUIDE:
        found = run("schedule", "Iris Xe (Tiger Lake 96 EU)", "-w", "8", *arguments, "--json")
        got = [(p["waves"], p["end"] - p["start"]) for p in found.json()["phases"]]
        ok(got == phases, f"the guide's {' '.join(arguments)}", got)
    answer = run("schedule", "Iris Xe (Tiger Lake 96 EU)", "-t", "256", "-g", "100", "-w", "8",
                 "-c", "neo")
    ok(answer.code == 0 and answer.text.startswith("100 rounds of 1 work-group, "),
       "neo counts groups of the device, not of a core", answer)
    # The output of the calculator's web page (Intel, GPU Occupancy Calculator), which has 12 EUs in
    # cores of 8 for id 1902.
    CALCULATOR = [
        (("tgl", "--core-count", "6", "-t", "320", "-w", "8", "--barriers", "1", "-g", "7"),
         (71.43, 41.67, 41.43, 0.58)),
        (("pvc", "--core-count", "128", "-t", "1024", "-w", "32", "-g", "1"),
         (50, 0.39, 0.5, 0.01)),
        (("pvc", "--core-count", "128", "-t", "1000", "-w", "16", "--grf", "256", "-g", "1"),
         (0, 0, 0, None)),
        (("gen9", "-t", "8", "-w", "32", "--barriers", "1", "-g", "1024", "--core-count", "9"),
         (57.14, 57.14, 50.86, 3.56)),
        (("pvc", "-t", "8", "-w", "32", "--shared", "48K", "-g", "1024", "--core-count", "128"),
         (3.13, 3.13, 3.13, 4)),
        (("8086:1902", "-t", "256", "-w", "16", "-g", "1024", "--partitions", "12/8"),
         (85.71, 85.71, 85.55, 227.56))]
    for arguments, wanted in CALCULATOR:
        line = ("schedule", *arguments, "-c", "intel-calculator")
        got = run(*line, "--json").json()["calculator"]
        text = run(*line).text
        rounds = "NaN" if wanted[3] is None else f"{wanted[3]:g}"
        ok(got == dict(zip(("core_percent", "peak_percent", "average_percent", "printed_rounds"),
                           wanted)) and
           f"The calculator itself prints: core {wanted[0]:g} %, peak {wanted[1]:g} %, average "
           f"{wanted[2]:g} %, {rounds} waves (rounds)." in text, " ".join(arguments), got, text)
    # 2 groups on each of 6 cores are one whole round of 12: at its peak every core has 80 of 112.
    whole = run("schedule", *CALCULATOR[0][0][:-1], "14", "-c", "intel-calculator", "--json").json()
    ok(whole["calculator"]["peak_percent"] == whole["calculator"]["core_percent"] == 71.43 and
       whole["calculator"]["printed_rounds"] == 1.17, "a whole round and a part of one", whole)
    ours = run("schedule", *CALCULATOR[0][0], "--json").json()
    ok(ours["calculator"] is None, "in no other convention", ours)
    for given, code in [("12", 1), ("12/", 1), ("0/8", 1), ("12/0", 1), ("12/8/", 1), ("-1/8", 1),
                        ("1048577/8", 1), ("12/1025", 1), ("1048576/1024", 0),
                        ("0000000000012/8", 0), ("00000000000012/8", 1), ("12/8x", 1)]:
        answer = run("schedule", *CALCULATOR[0][0], "-c", "intel-calculator", "--partitions", given)
        ok(answer.code == code and (code == 0 or f'--partitions is "{given}", it needs two numbers '
                                                 "such as 96/16" in answer.errors), given, answer)
    for groups, has in [(2 ** 40, True), (2 ** 40 + 1, False)]:
        answer = run("schedule", "tgl", "--core-count", "6", "-t", "320", "-w", "8", "-g",
                     str(groups), "-c", "intel-calculator", "--json").json()
        ok((answer["calculator"] is not None) == has and answer["rounds"] is not None,
           f"{groups} groups, of which the calculator computes with at most 2^40", answer)
    other = run("schedule", *CALCULATOR[0][0], "--partitions", "12/8")
    ok(other.code == 1 and "--partitions needs -c intel-calculator" in other.errors,
       "--partitions without the convention", other)
else:
    skip("the guide's timelines", "Intel left out of this build")
# H100 SXM5: the lists of eight GPCs of at most 9 pairs of SMs, 66 in all, with 15 clusters of 8.
lists = [gpcs for gpcs in itertools.combinations_with_replacement(range(2, 20, 2), 8)
         if sum(gpcs) == 132 and sum(gpc // 8 for gpc in gpcs) == 15]
counts = {size: {sum(gpc // size for gpc in gpcs) for gpcs in lists} for size in (16, 4, 2)}
ok(counts == {16: {7}, 4: {30, 31}, 2: {66}} and (14, 16, 16, 16, 16, 18, 18, 18) in lists,
   "what docs/schedule.md says of the lists of GPCs", counts)
asked = ("schedule", "H100 SXM5 80 GB", "-t", "384", "--registers", "168", "--grid-groups", "1000",
         "--cluster")
answer = run(*asked, "8")
ok(answer.code != 0 and answer.errors.endswith(
    "(--cores-per-gpc N,N,...); on a board of this name 15 clusters of 8 were counted, as many as "
    "with the assumed list 18,18,18,16,16,16,16,14 (NVIDIA/cutlass#1921; "
    "accel-sim/gpu-app-collection#87)\n"),
   "H100: what was counted", answer)
ok("counted" not in run(*("H200 NVL" if a == "H100 SXM5 80 GB" else a for a in asked), "8").errors,
   "nothing was counted on an H200")
for size, clusters in ((8, 15), (16, 7), (2, 66), (4, 31)):
    answer = run(*("1008" if a == "1000" else a for a in asked), str(size), "--cores-per-gpc",
                 "18,18,18,16,16,16,16,14")
    ok(f" rounds of {clusters * size} blocks" in answer.text and
       f"may be at most {clusters * size}:" in answer.text, f"{clusters} clusters of {size}",
       answer)
done()
