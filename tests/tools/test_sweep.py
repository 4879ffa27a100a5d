#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc sweep: text, CSV, JSON and SVG, compared with the guide's table and the curve's
points."""
import os
import re
import sys
import tempfile
import xml.etree.ElementTree as xml

from command import RESULTS, evaluate, knows, run
from tap import done, ok, skip


def rows(*arguments):
    return run("sweep", *arguments, "--csv").rows()


# intel.md section 5, item 1: work-items per group, hardware threads per group, groups, percent.
GUIDE = [("128", "16", "7", "100"), ("256", "32", "3", "85.71"), ("384", "48", "2", "85.71"),
         ("512", "64", "1", "57.14")]
if knows("tgl"):
    TGL = ("tgl", "--over", "threads", "--wave-size", "8")
    for option in (("--multiple-of", "128"), ("--at", "128,256,384,512")):
        got = [(r["first"], r["waves_per_group"], r["groups"], r["percent"])
               for r in rows(*TGL, *option)]
        ok(got == GUIDE, f"the guide's table with {option[0]}", got)
    text = run("sweep", *TGL).text
    ok(all(re.search(rf"^ +{items} +{threads} +{groups} +\d+ of 112 +{percent} %  #", text, re.M)
           for items, threads, groups, percent in GUIDE) and text.count(" of 112 ") == 16 and
       "tgl accepts threads_per_group up to 512 here.\n" in text and
       "Multiples of 32; --multiple-of 8 shows all whole waves.\n" in text,
       "the guide's table is in the text", text)
    # intel.md section 3, separate query: hardware threads per group that fill the core.
    full = {int(r["waves_per_group"]) for r in rows(*TGL) if r["percent"] == "100"}
    ok(full == {1, 2, 4, 7, 8, 14, 16, 28, 56}, "sizes that fill the core", full)
    answer = run("sweep", *TGL, "--at", "512,640")
    ok(answer.code == 0 and re.search(r"^ +640 +80 +refused$", answer.text, re.M) and
       "Multiples" not in answer.text, "640 items do not launch", answer)
    answer = run("sweep", *TGL, "--at", "640", "--csv").rows()
    ok(answer[0]["status"] == "-15" and answer[0]["groups"] == "", "nor in CSV", answer)
    # intel.md section 3, A770: 64 slots of 128 with 256 registers.
    got = [(r["first"], r["waves"], r["max_waves"], r["percent"])
           for r in rows("acm-g10", "--over", "grf", "-w", "16", "-t", "256")]
    ok(got == [("128", "128", "128", "100"), ("256", "64", "128", "50")],
       "register counts are modes", got)
else:
    skip("Intel", "left out of this build")

CURVES = [("sm_90", "registers_per_thread", ("-t", "256")),
          ("sm_80", "shared_bytes", ("-t", "128", "-r", "32")),
          ("sm_100", "dynamic_shared_bytes_per_thread", ("-t", "128")),
          ("sm_100", "virtual_resources", ("-t", "64")),
          ("sm_90", "barriers_per_group", ("-t", "64")), ("sm_75", "threads_per_group", ())]
if knows("gfx1100"):
    CURVES += [("gfx1100", "registers_per_thread", ("-t", "256")),
               ("gfx90a", "accumulators_per_thread", ("-t", "256", "-r", "40")),
               ("gfx900", "scalar_registers_per_wave", ("-t", "256"))]
if knows("apple7"):
    CURVES += [("apple7", "half_registers_per_thread", ("-t", "64"))]
for device, field, options in CURVES:
    curve = rows(device, "--over", field, *options)
    ends = [(int(r["first"]), int(r["last"])) for r in curve]
    ok(ends[0][0] == (field == "threads_per_group") and
       all(a[1] + 1 == b[0] for a, b in zip(ends, ends[1:])), f"{device} {field}: no gap", ends)
    names = ["threads_per_group"] if options else []
    given = ",".join(["device"] + names + [field]) + "\n"
    for row in curve:
        for value in (row["first"], row["last"]):
            given += ",".join([device] + list(options[1:2]) + [value]) + "\n"
    extra = options[2:]
    points = evaluate(given, *extra).rows()
    ok(all((point["groups"], point["waves"]) == (row["groups"], row["waves"])
           for row, pair in zip(curve, zip(points[::2], points[1::2])) for point in pair) and
       all(row["limiters"] == point["limiters"] for row, point in zip(curve, points[::2])),
       f"{device} {field}: {len(curve)} steps as occupancy answers them", curve, points)
    past = run("occupancy", device, *(options or ()), "--" + field.replace("_", "-"),
               str(ends[-1][1] + 1))
    ok(past.code == 2, f"{device} {field}: it ends where the device does", past)

if knows("gfx1100"):
    answer = run("sweep", "gfx1100", "--over", "registers")
    # staircases.csv, rdna_1536 wave32: 16 waves up to 96, 12 up to 120, 10 up to 144.
    ok(answer.code == 0 and re.search(r"^ +0\.\.96 +64 +64 of 64 +100 %  #{40}  waves$",
                                      answer.text, re.M) and
       re.search(r"^ +97\.\.120 +48 +48 of 64 +75 %  #{30}  +registers$", answer.text, re.M) and
       "No --threads: a group is one wave of 32 threads.\n" in answer.text, "the text", answer)
else:
    skip("AMD", "left out of this build")

# Adreno's registers select the wave size: with more than 8, a group of 128 threads is two waves
# (freedreno's ir3: double threadsize).
if knows("Adreno 650"):
    answer = run("sweep", "Adreno 650", "--over", "registers")
    found = run("sweep", "Adreno 650", "--over", "registers", "--json").json()["rows"]
    ok("No --threads: a group has 128 threads.\n" in answer.text and
       {row["waves_per_group"] for row in found} == {1, 2} and
       all(row["waves"] == row["groups"] * row["waves_per_group"] for row in found),
       "waves of two sizes", answer, found)
    answer = run("most", "Adreno 650", "--groups", "2")
    ok("No --threads: a work-group has 128 work-items and no local memory.\n" in answer.text,
       "the group of most is not always one wave", answer)
found = run("sweep", "sm_90", "--over", "registers", "-t", "256", "--json").json()
ok(found["command"] == "sweep" and found["status"] == 0 and
   found["over"] == "registers_per_thread" and found["one_wave"] is False and
   found["rows"][0] == {"first": 0, "last": 32, "status": 0, "waves_per_group": 8, "groups": 8,
                        "waves": 64, "max_waves": 64, "percent": 100,
                        "limiters": ["waves"]}, "JSON", found["rows"][0])
for given in ((), ("-t", "96")):
    found = run("sweep", "sm_90", "--over", "threads", *given, "--json").json()["kernel"]
    ok(found.get("threads_per_group") == (96 if given else None),
       f"over the threads, JSON has those that were given: {' '.join(given)}", found)
found = run("sweep", "sm_90", "--over", "registers", "-t", "256", "--at", "32,unknown", "--json")
ok(found.code == 1 and found.text == "" and '--at has "unknown"' in found.errors,
   "no number in --at", found)
found = rows("sm_90", "--over", "shared", "-t", "256", "--at", "0x10,24K,zero")
ok([r["first"] for r in found] == ["16", "24576", "0"], "numbers of --at", found)
found = rows("sm_90", "--over", "threads", "--at", "1,32,33,64,65")
ok([r["waves_per_group"] for r in found] == ["1", "1", "2", "2", "3"],
   "a wave that is not full counts as one", found)
found = rows("sm_90", "--over", "threads", "-r", "unknown", "--at", "256")
ok(found[0]["groups"] == "" and found[0]["status"] == "0", "a range at a point", found)

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "curve.svg")
    answer = run("sweep", "sm_90", "--over", "registers", "-t", "256", "--svg", path)
    tree = xml.parse(path).getroot()
    areas = [e for e in tree.iter() if (e.get("class") or "").startswith("area ")]
    curve = rows("sm_90", "--over", "registers", "-t", "256")
    ok(answer.code == 0 and tree.tag == "{http://www.w3.org/2000/svg}svg" and
       len(areas) == len(curve) and areas[0][0].text ==
       "0..32: 8 groups, 64 of 64 waves (100 %), limited by waves", "SVG", len(areas))
    with open(path, encoding="utf-8") as file:
        drawn = file.read()
    ok("<script" not in drawn and "href" not in drawn and "url(" not in drawn and
       "prefers-color-scheme:dark" in drawn, "it needs nothing else")
    widths = sum(int(e.get("width")) for e in areas)
    ok(widths == 640 and all(int(e.get("y")) + int(e.get("height")) == 334 for e in areas),
       "the steps fill the width", widths)
    answer = run("sweep", "sm_90", "--over", "registers", "--svg", os.path.join(folder, "no", "x"))
    ok(answer.code == 1 and "No such file or directory" in answer.errors, "no folder", answer)



def texts(picture):
    """Returns (x, y, text) of every label, in the order of the picture."""
    return [(int(e.get("x")), int(e.get("y")), e.text) for e in xml.fromstring(picture).iter()
            if e.tag.endswith("}text")]


# RTX 4090, 48 warps and 65,536 registers per SM in units of 256 per warp, 102,400 bytes of shared
# memory, of which 1,024 are reserved per block. 256 threads are 8 warps: at 72 registers 65536 / (8
# * 9 * 256) is 3 blocks, and up to 80 registers are 3 as well; 24 KiB allow 102400 / 25600 = 4
# blocks. Charts are 150 pixels high and 640 wide from x = 56 on.
KERNEL = ("RTX 4090", "-t", "256", "-r", "72", "-s", "24K")
CHARTS = ("sweep", *KERNEL, "--over", "all", "--svg", "-")
answer = run(*CHARTS)
labels = texts(answer.text)
found = [text for _, _, text in labels]
ok(answer.code == 0 and answer.errors == "" and answer.text.startswith("<svg ") and
   answer.text.endswith("</svg>\n") and
   [text for text in found if "_" in text and "(sm_89" not in text] ==
   ["kernel: threads_per_group 256, registers_per_thread 72, shared_bytes 24576",
    "threads_per_group (threads)", "registers_per_thread (registers)", "shared_bytes (KiB)"],
   "three charts in one picture, alone on standard output", found)
below = {}
for x, y, text in labels:
    below.setdefault(y, []).append(text)
ticks = [row for row in below.values() if len(row) > 5 and all(text.isdigit() for text in row)]
ok(["128", "256", "384", "512", "640", "768", "896", "1024"] in ticks and
   ["0", "32", "64", "96", "128", "160", "192", "224"] in ticks and
   ["0", "16", "32", "48", "64", "80", "96"] in ticks,
   "ticks are round numbers of threads, registers and KiB", ticks)
ok(found.count("this kernel: 256") == found.count("this kernel: 72") ==
   found.count("this kernel: 24 KiB") == 1, "the kernel is marked in each chart", found)
dots = [(int(e.get("cx")), int(e.get("cy"))) for e in xml.fromstring(answer.text).iter()
        if e.get("class") == "dot"]
tops = [94 + 228 * i for i in range(3)]  # 24 of 48 warps are half of the height
ok([y for _, y in dots] == [top + 75 for top in tops] and
   [x for x, _ in dots] == [56 + (255 * 2 + 1) * 640 // 2048, 56 + (72 * 2 + 1) * 640 // 512,
                            56 + (24576 * 2 + 1) * 640 // (2 * 101377)],
   "at its occupancy and at its value", dots)
middle = sorted((x, text) for x, y, text in labels if tops[1] < y < tops[1] + 150)
ok([text for _, text in middle if text in ("64", "80", "128")] == ["64", "80", "128"] and
   "4 groups" in found and "2 groups" in found and
   [text for _, y, text in labels if y == 60] == ["limited by", "waves", "registers", "shared"],
   "each step has its groups and last value, and a legend names the limits", middle)
answer = run(*CHARTS[:-2], "--csv")
ok([row["field"] for row in answer.rows()] == sorted((row["field"] for row in answer.rows()),
   key=["threads_per_group", "registers_per_thread", "shared_bytes"].index) and
   answer.text.count("field,") == 1, "several curves in one CSV", answer)
single = run("sweep", *KERNEL, "--over", "shared", "--json")
answer = run(*CHARTS[:-2], "--json").json()
ok([curve["over"] for curve in answer["curves"]] ==
   ["threads_per_group", "registers_per_thread", "shared_bytes"] and
   answer["curves"][2]["rows"] == single.json()["rows"], "and in JSON", answer)
answer = run("sweep", "RTX 4090", "-t", "256", "--over", "shared,registers")
ok(answer.text.index("over shared_bytes") < answer.text.index("over registers_per_thread"),
   "in the order given", answer)
if knows("tgl") and knows("apple9"):
    answer = run("sweep", "Arc A770", "-t", "256", "-w", "16", "--over", "grf", "--svg", "-")
    bars = [(int(e.get("x")), int(e.get("width")), int(e.get("height"))) for e in
            xml.fromstring(answer.text).iter() if (e.get("class") or "").startswith("area ")]
    # intel.md section 3: 128 waves with 128 registers, 64 with 256.
    ok(bars == [(56, 320, 240), (376, 320, 120)], "modes are drawn as bars", bars)
    answer = run("sweep", "apple9", "-t", "64", "--over", "half-registers", "--svg", "-")
    ok(answer.code == 1 and "no curve to draw" in answer.errors, "no picture without a curve",
       answer)
answer = run("sweep", "sm_90", "-t", "256", "-r", "255", "--over", "registers", "--svg", "-",
             "--require", "groups>=2")
ok(answer.code == 3 and answer.text.endswith("</svg>\n"), "demands hold beside a picture", answer)
answer = run("sweep", "sm_90", "-t", "32", "--over", "registers", "--svg", "-", "--set",
             "max_waves_per_partition=1", "--set", "partitions_per_core=1")
ok(answer.code == 0 and "100 % is 1 waves" in answer.text, "a core of one wave has a picture",
   answer)
with open(os.path.join(sys.argv[1], "docs", "charts.svg"), encoding="utf-8") as file:
    ok(file.read() == run(*CHARTS).text, "docs/charts.svg is the command's")



def counted(number, unit):
    return f"{number} {unit}{'' if number == '1' else 's'}"


def drawn_from(curve, field, unit, kernel, bars):
    """Returns every text, area and line of the picture of one curve, from the rows of its CSV: (x,
    y, text), (colour, x, y, width, height) and the path. The plot is 640 x 240 at (56, 94)."""
    end, start, count = int(curve[-1]["last"]), int(curve[0]["first"]), len(curve)
    scale = 1024 if unit == "bytes" and end >= 4096 else 1
    limits = [row["limiters"].split("|") for row in curve]
    names = [name[6:] for name in RESULTS if name.startswith("limit_")]
    colours = [min(map(names.index, limit)) for limit in limits]

    def place(value, index):
        return index * 640 // count if bars else (value - start) * 640 // (end + 1 - start)

    spans = [(place(int(row["first"]), i), place(int(row["last"]) + 1, i + 1))
             for i, row in enumerate(curve)]
    heights = [int(row["waves"]) * 240 // int(row["max_waves"]) for row in curve]
    texts = [(56, 41, "kernel: " + kernel), (56, 60, "limited by")]
    x = 128
    for colour in sorted(set(colours)):
        texts.append((x + 17, 60, names[colour]))
        x += 40 + 7 * len(names[colour])
    texts += [(48, 94 + 240 - 60 * i + 4, f"{25 * i} %") for i in range(5)]
    distance = scale
    while end // distance >= 10:
        distance *= 2
    ticks = [((2 * i + 1) * 640 // (2 * count), row["first"]) for i, row in enumerate(curve)] \
        if bars else [(place(value, 0), str(value // scale))
                      for value in range(0, end + 1, distance) if value >= start]
    texts += [(56 + x, 94 + 240 + 18, text) for x, text in ticks]
    of = "KiB" if scale > 1 else unit
    texts += [(376, 94 + 240 + 36, field + (f" ({of})" if of else "")),
              (56, 86, f"occupancy: 100 % is {curve[0]['max_waves']} waves on a core")]
    for row, limit, (x, stop), height in zip(curve, limits, spans, heights):
        width, top = stop - x, 94 + 240 - height
        if height < 18:
            continue
        groups = counted(row["groups"], "group")
        groups = groups if 6 * len(groups) + 4 <= width else row["groups"]
        for text, down in ((groups, 14), (", ".join(limit).replace("_", " "), 28)):
            if 6 * len(text) + 4 <= width and (down == 14 or height >= 34):
                texts.append((56 + x + width // 2, top + down, text))
        last = f"{int(row['last']) / scale:.7g}"
        if not bars and count <= 12 and int(row["last"]) != end and height + 12 <= 240 and \
                6 * len(last) + 8 <= width:
            texts.append((56 + x + width - 3, top - 4, last))
    areas = [(colour % 8, 56 + x, 334 - height, stop - x, height)
             for colour, (x, stop), height in zip(colours, spans, heights)]
    titles = [(row["first"] if row["first"] == row["last"] else f"{row['first']}..{row['last']}") +
              f": {counted(row['groups'], 'group')}, {row['waves']} of {row['max_waves']} waves "
              f"({row['percent']} %), limited by " + " and ".join(limit).replace("_", " ")
              for row, limit in zip(curve, limits)]
    path = "M56 " + "".join(f"{'V' if i else ''}{334 - height}H{56 + stop}"
                            for i, (height, (_, stop)) in enumerate(zip(heights, spans)))
    return sorted(texts), areas, titles, path


for asked, field, unit, kernel in (
        ("sm_90 -t 256", "registers_per_thread", "registers", "threads_per_group 256"),
        ("sm_90 -t 1024", "registers_per_thread", "registers", "threads_per_group 1024"),
        ("sm_75 -r 40", "threads_per_group", "threads", "registers_per_thread 40"),
        ("sm_80 -t 128 -r 32", "shared_bytes", "bytes",
         "threads_per_group 128, registers_per_thread 32"),
        ("sm_80 -t 128 -r 200", "dynamic_shared_bytes", "bytes",
         "threads_per_group 128, registers_per_thread 200"),
        ("sm_100 -t 128", "dynamic_shared_bytes_per_thread", "bytes", "threads_per_group 128"),
        ("sm_90 -t 64", "barriers_per_group", "barriers", "threads_per_group 64"),
        ("gfx1100 -t 256", "registers_per_thread", "registers", "threads_per_group 256"),
        ("gfx90a -t 256 -r 40", "accumulators_per_thread", "registers",
         "threads_per_group 256, registers_per_thread 40"),
        ("gfx900 -t 256", "scalar_registers_per_wave", "registers", "threads_per_group 256"),
        ("apple7 -t 64", "half_registers_per_thread", "halves", "threads_per_group 64"),
        ("acm-g10 -t 64 -w 16", "grf_count", "registers", "threads_per_group 64, wave_size 16")):
    device, *options = asked.split()
    if not knows(device):
        skip(f"the picture of {device} {field}", "left out of this build")
        continue
    asked = (device, *options, "--over", field)
    curve = rows(*asked)
    picture = xml.fromstring(run("sweep", *asked, "--svg", "-").text)
    parts = [(element.get("class") or "", element) for element in picture.iter()]
    shown = sorted((int(e.get("x")), int(e.get("y")), e.text) for kind, e in parts
                   if e.tag.endswith("}text") and kind != "title" and "this" not in kind)
    boxes = [(int(kind[6:]), *(int(e.get(name)) for name in ("x", "y", "width", "height")))
             for kind, e in parts if kind.startswith("area ")]
    hover = [e[0].text for kind, e in parts if kind.startswith("area ")]
    lines = [e.get("d") for kind, e in parts if kind == "curve"]
    wanted = drawn_from(curve, field, unit, kernel, field == "grf_count")
    ok(shown == wanted[0], f"{device} {field}: every text of the picture",
       sorted(set(shown) - set(wanted[0])), sorted(set(wanted[0]) - set(shown)))
    ok(boxes == wanted[1] and hover == wanted[2] and lines == [wanted[3]],
       f"{device} {field}: its areas, their titles and the line", boxes, wanted[1])

# Tools accept any number of threads, but a device does not.
got = rows("sm_90", "--over", "threads", "-c", "header")
ok(got[-1]["last"] == "1024" and got[-1]["groups"] == "2", "a tool's convention ends too", got[-1])
got = rows("sm_90", "--over", "threads", "-c", "header", "-r", "300")
ok(got[-1]["last"] == "1024" and got[-1]["groups"] == "0", "also if no group launches", got[-1])

# --require: every row counts, whatever is shown. sm_90, 256 threads: 8 groups up to 32 registers, 4
# up to 64, 2 at 96, 1 from 129 on.
OVER = ("sm_90", "-t", "256", "--over", "registers")
for options, demand, error in (
        (("--at", "32,64"), "groups>=4", ""), (("--at", "32,64"), "percent>=50", ""),
        (("--at", "32,64"), "max_waves==64", ""), ((), "waves>=8", ""),
        (("--at", "32,64,96"), "groups>=4", "1 of 3 rows fall short, the first is "
         "registers_per_thread 96: groups is 2, required is groups>=4"),
        (("--at", "300,32"), "groups>=1", "1 of 2 rows fall short, the first is "
         "registers_per_thread 300: it is refused, required is groups>=1"),
        (("--multiple-of", "32"), "groups>=2", "3 of 8 rows fall short, the first is "
         "registers_per_thread 160: groups is 1, "),
        ((), "groups>=2", "1 of 7 rows fall short, the first is registers_per_thread 129..255: "
         "groups is 1, ")):
    for form in ((), ("--csv",), ("--json",)):
        answer = run("sweep", *OVER, *options, "--require", demand, *form)
        ok(answer.code == (3 if error else 0) and error in answer.errors and
           bool(answer.errors) == bool(error) and
           answer.text == run("sweep", *OVER, *options, *form).text,
           f"{' '.join(options)} --require '{demand}' {' '.join(form)}", answer)
for form in ((), ("--csv",)):
    answer = run("sweep", "sm_90", "--over", "threads", "--require", "waves>=33", *form)
    ok(answer.code == 3 and "1 of 32 rows fall short, the first is threads_per_group 1..32" in
       answer.errors, f"the rows that text leaves out are asked {' '.join(form)}", answer)
answer = run("sweep", "sm_90", "--over", "registers", "-s", "unknown", "--at", "32", "--require",
             "groups>=2")
ok(answer.code == 3 and "groups is 1 or more" in answer.errors, "a range has to meet it", answer)
if knows("apple9"):
    answer = run("sweep", "apple9", "-t", "64", "--over", "half-registers", "--require",
                 "groups>0")
    ok(answer.code == 3 and "required is groups>0" in answer.errors, "nor what is not known",
       answer)

# arguments, exit code, a part of standard error
BAD = [
    (("sm_90", "--over", "registers", "--require", "rounds>=1"), 1,
     "it needs one of groups, waves, max_waves, percent, then"),
    (("sm_90", "--over", "registers", "--require", "groups>=1e9"), 1,
     '--require is "groups>=1e9"'),
    (("sm_90",), 1, "sweep needs --over FIELD"),
    (("sm_90", "--over", "speed"), 1, '--over is "speed", valid values are registers_per_thread, '),
    (("sm_90", "--over", "wave_size"), 1, '--over is "wave_size"'),
    (("sm_90", "--over", "grf"), 2, "sm_90 has no such resource"),
    (("sm_90", "--over", "half-registers"), 2, "sm_90 has no such resource"),
    (("sm_90", "--over", "registers", "--multiple-of", "0"), 1, "a whole number from 1"),
    (("sm_90", "--over", "registers", "--at", "1,,2"), 1, '--at has "", numbers with commas'),
    (("sm_90", "--over", "shared", "--multiple-of", "1"), 1, "would give more than 65536 lines"),
    (("sm_90", "--over", "registers", "--at", "x"), 1, '--at: registers_per_thread is "x"'),
    (("sm_90", "--over", "registers", "--at", "1", "--multiple-of", "2"), 1,
     "--at excludes --multiple-of"),
    (("sm_90", "--over", "registers", "--at", "1", "--svg", "x"), 1, "--at excludes --svg"),
    (("sm_90", "--over", "registers", "--csv", "--json"), 1, "--csv and --json exclude"),
    (("sm_90", "--over", "registers", "-t", "2000"), 2, "sm_90 allows 1024"),
    (("sm_90", "--over", "registers", "-s", "unknown"), 2, "shared_bytes is unknown"),
    (("--over", "registers"), 1, "device is not given"),
    (("--over", "all"), 1, "device is not given"),
    (("nothing", "--over", "all"), 1, "no device is named"),
    (("sm_90", "--over", "registers,"), 1, '--over is "", valid values are '),
    (("sm_90", "--over", ",".join(["shared"] * 12)), 1, "--over has more than 11 fields"),
    (("sm_90", "--over", "registers", "--svg", "-", "--json"), 1, "--svg - excludes --json"),
    (("sm_90", "--over", "registers", "--svg", "-", "--csv"), 1, "--svg - excludes --csv"),
    (("sm_90", "--over", "all", "--at", "1"), 1, "--at needs one field in --over"),
    (("sm_90", "--over", "all", "--multiple-of", "2"), 1, "--multiple-of needs one field"),
    (("nothing", "--over", "registers"), 1, "no device is named"),
]
for arguments, code, error in BAD:
    answer = run("sweep", *arguments)
    ok(answer.code == code and answer.text == "" and error in answer.errors,
       f"sweep {' '.join(arguments)}", answer)
if knows("apple9"):
    answer = run("sweep", "apple9", "--over", "half-registers", "-t", "64")
    ok(answer.code == 0 and "is not known on apple9" in answer.text, "a curve that is not known",
       answer)
    answer = run("sweep", "apple9", "--over", "half-registers", "-t", "64", "--json").json()
    ok(answer["status"] == -23 and answer["rows"] == [], "in JSON", answer)
else:
    skip("Apple", "left out of this build")
if knows("gfx90a"):
    for at in (), ("--at", "32,64"), ("--at", "32,64", "--json"):
        answer = run("sweep", "gfx90a", "--over", "registers", "-c", "llvm", *at)
        ok(answer.code == 2 and "llvm has no answer about the groups" in answer.errors and
           (answer.json()["rows"] == [] if "--json" in at else answer.text == ""),
           f"no groups: sweep {' '.join(at)}", answer)
    answer = run("sweep", "gfx1100", "--over", "barriers", "-t", "256", "--json")
    ok(answer.code == 2 and answer.json()["status"] == -22 and
       "barriers_per_group changes nothing on gfx1100, so occupancy is the same for every value of "
       "it" in answer.errors, "a field that is ignored", answer)
else:
    skip("AMD", "left out of this build")

done()
