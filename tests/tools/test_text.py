#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that gpuocc's text has the contents of its JSON: every number, name and column of
occupancy, kernels and eval. Usage: test_text.py SOURCE_ROOT PATH_OF_GPUOCC"""
import glob
import os
import random
import re
import sys
from fractions import Fraction

from command import run
from tap import done, ok

CHANCE = random.Random(7)
DEVICES = ["RTX 4090", "sm_90", "sm_52", "sm_35", "B200", "Tesla T4", "gfx90a", "gfx1100", "MI300X",
           "Radeon R9 Fury X", "gfx1201", "Arc A770", "pvc", "tgl", "bmg",
           "RTX 2050", "8.6"]
HEADS = ["limit", "here called", "requested", "allocated", "capacity", "groups", "unit", ""]


def value(found, absent="-"):
    """Returns a number, a range, or what represents no value."""
    if found is None:
        return absent
    if not isinstance(found, dict):
        return str(found)
    low, high = found["low"], found["high"]
    if low is None:
        return f"at most {high}"
    return f"at least {low}" if high is None else f"{low} to {high}"


def counted(found, unit):
    low, high = (found["low"], found["high"]) if isinstance(found, dict) else (found, found)
    return f"{value(found)} {unit}{'' if low == 1 and high in (1, None) else 's'}"


def named(names, last):
    names = [name.replace("_", " ") for name in names]
    return ", ".join(names[:-2] + [last.join(names[-2:])])


def headline(answer):
    """Returns a headline such as "3 groups, 24 of 48 waves (50 %), limited by registers"."""
    text = counted(answer["groups"], "group")
    if answer["waves"] is not None and answer["max_waves"] is not None:
        text += f", {value(answer['waves'])} of {counted(answer['max_waves'], 'wave')}"
        text += f" ({value(answer['percent'])} %)" if answer["percent"] is not None else ""
    limiters = answer["limiters"]
    surely, maybe = (limiters["low"], limiters["high"]) if isinstance(limiters, dict) else \
        (limiters, limiters)
    rest = [name for name in maybe if name not in surely]
    if maybe:
        text += ", limited by " if surely else ", perhaps limited by "
        text += named(surely, " and ")
        text += (", perhaps by " if surely and rest else "") + named(rest, " or ")
    return text


def table(answer):
    limiters = answer["limiters"]
    surely, maybe = (limiters["low"], limiters["high"]) if isinstance(limiters, dict) else \
        (limiters, limiters)
    rows = [HEADS] + [
        [row["name"], row["word"],
         *(value(row[name]) for name in ("requested", "allocated", "capacity", "groups")),
         row["unit"], "<- limits" if row["name"] in surely
         else "<- may limit" if row["name"] in maybe else ""] for row in answer["limits"]]
    widths = [max(len(row[i]) for row in rows) for i in range(8)]
    return ["  ".join(cell.rjust(width) if 2 <= i <= 5 else cell.ljust(width)
                      for i, (cell, width) in enumerate(zip(row, widths))).rstrip()
            for row in rows]


def numbers(text):
    return [int(number) for number in re.findall(r"\d+", text)]


def bounds(found):
    return [n for n in (found["low"], found["high"]) if n is not None] \
        if isinstance(found, dict) else [found]


def sentences(answer, grid):
    """Returns the numbers of each sentence below the table, in order, by how it begins."""
    found = {"A wave has": bounds(answer["wave_size"]) + bounds(answer["waves_per_group"])}
    fullest, parts = answer["waves_per_partition"], answer["partitions_per_core"]
    if fullest is not None and bounds(fullest)[-1] != 0 and parts not in (None, 1):
        found["A wave has"] += bounds(parts) + bounds(fullest)
    if answer["groups_per_device"] is not None:
        found["The device"] = None  # some devices count cores in two ways
    threads = answer["threads"]
    if threads is not None and bounds(threads)[-1] != 0:
        device = answer["threads_per_device"]
        found["Resident threads:"] = bounds(threads) + (bounds(device) if device else [])
    if answer["rounds"] is not None:
        found["A grid of"] = [grid] + bounds(answer["rounds"])
    if not isinstance(answer["groups"], dict) and answer["groups"]:
        found["Unused:"] = []
        for row in answer["unused"]:
            limit = [limit for limit in answer["limits"] if limit["name"] == row["name"]]
            if row["name"] in ("waves", "registers", "scalar_registers", "shared") and \
                    row["unused"] != 0 and not isinstance(row["unused"], dict):
                found["Unused:"] += [row["unused"]] + bounds(limit[0]["capacity"])
                wasted = row["wasted"]
                found["Unused:"] += [wasted] if wasted and not isinstance(wasted, dict) else []
    if bounds(answer["groups"])[0] == 0:
        most = answer["max_threads_launchable"]
        found["The group"] = [] if most == 0 else bounds(most)
    return {start: n for start, n in found.items() if n is None or n or start == "The group"}


def check(arguments, grid):
    asked = run("occupancy", *arguments, "--json").json()
    text = run("occupancy", *arguments, "--neutral")
    if asked["status"] < 0 or asked["groups"] is None or asked["device"]["match"] == "ambiguous":
        return None
    lines = text.text.splitlines()
    wanted = [headline(asked), ""]
    device = asked["device"]
    family = f", {device['family']}" if device["family"] else ""
    wanted += [f"{device['name']} ({device['architecture']}{family})", *table(asked), ""]
    wrong = [(a, b) for a, b in zip(lines, wanted) if a.rstrip() != b]
    rest = lines[len(wanted):]
    below = sentences(asked, grid)
    for line in rest:
        start = next((start for start in below if line.startswith(start)), None)
        if start is not None:
            if below[start] is not None and numbers(line) != below[start]:
                wrong.append((line, below[start]))
            del below[start]
    wrong += list(below.items())
    shown = [line[2:] for line in rest if line.startswith("  ")]
    if shown != asked["advice"]:
        wrong.append((shown, asked["advice"]))
    return wrong


def question(device):
    arguments = [device, "-t", CHANCE.choice(["1", "32", "64", "256", "384", "1024", "unknown",
                                              "1056"])]
    if CHANCE.random() < 0.6 and device not in ("Arc A770", "pvc", "tgl", "bmg"):
        arguments += ["-r", CHANCE.choice(["24", "32", "72", "128", "255", "unknown"])]
    if CHANCE.random() < 0.5:
        arguments += ["-s", CHANCE.choice(["1", "1000", "24K", "32768", "65536", "unknown"])]
    grid = None
    if CHANCE.random() < 0.5:
        grid = CHANCE.choice([1, 100, 384, 1000, 123456])
        arguments += ["-g", str(grid)]
    return arguments, grid


asked = 0
for name in DEVICES:
    wrong, count = [], 0
    for _ in range(14):
        arguments, grid = question(name)
        found = check(arguments, grid)
        count += found is not None
        if found:
            wrong.append((arguments, found[:2]))
    asked += count
    ok(not wrong, f"{count} questions about {name}: the text has what JSON has", *wrong[:3])
ok(asked > 150, f"{asked} questions have an answer")


def aligned(rows, right):
    """Returns the lines of a table: columns are separated by two blanks, those of `right` are
    aligned right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  ".join(cell.rjust(width) if i in right else cell.ljust(width)
                      for i, (cell, width) in enumerate(zip(row, widths)) if width)
            for row in rows]


def word(kernel, name):
    """Returns a field of the kernel: ? if it is unknown, 0 if it is not given."""
    return "?" if kernel.get(name, 0) is None else str(kernel.get(name, 0) or 0)


def pair(kernel, first, second):
    more = word(kernel, second)
    return word(kernel, first) + (f"+{more}" if more not in ("0", "zero") else "")


def waves(row):
    if row["waves"] is None or row["max_waves"] is None:
        return ""
    most = row["max_waves_any_mode"]
    best = "" if most == row["max_waves"] else \
        f", {value(row['percent_any_mode'])} % of the {most} in the best mode"
    return f"{value(row['waves'])} of {value(row['max_waves'])} ({value(row['percent'])} %{best})"


def kernel_cells(row):
    kernel, given = row["kernel"], row["input"]
    name = given["kernel"]
    threads = "any" if kernel["threads_per_group"] is None else \
        ("<=" if "bound" in " ".join(given["assumed"]) else "") + str(kernel["threads_per_group"])
    own = next((field for field in ("grf_count", "half_registers_per_thread")
                if kernel.get(field, 0) != 0), "registers_per_thread")
    limiters = row["limiters"]
    limiters = limiters["high"] if isinstance(limiters, dict) else limiters
    name = name if len(name) <= 44 else name[:20] + "..." + name[-20:]
    return ["", name, given["target"], threads,
            pair(kernel, own, "accumulators_per_thread"),
            pair(kernel, "shared_bytes", "dynamic_shared_bytes"), value(row["groups"], ""),
            waves(row), ", ".join(limiters)]


KERNEL_HEADS = ["", "kernel", "target", "threads", "registers", "shared", "groups", "waves",
                "limited by"]
DATA = os.path.join(sys.argv[1], "tests", "data", "kernels")
NOT_SHOWN = {"required_group", "tensor_unsaid", "shared_unsaid", "dynamic_shared"}
files = [path for pattern in ("nvidia/*.cubin", "nvidia/*.ptxas.txt", "nvidia/*nocomp.fatbin",
                              "amd/*.co", "amd/*.s", "intel/*.zebin", "amd/*plain.hipfb")
         for path in sorted(glob.glob(os.path.join(DATA, pattern)))]
seen = 0
for path in files:
    wrong = []
    for more in ((), ("-t", "256"), ("-t", "96", "--dynamic-shared", "20000")):
        asked = run("kernels", "--json", path, *more).json()["rows"]
        lines = run("kernels", path, *more).text.splitlines()
        asked = [row for row in asked if row["input"]["kernel"]]
        if any(row["status"] != 0 for row in asked):
            continue
        wanted = aligned([KERNEL_HEADS] + list(map(kernel_cells, asked)), (3, 4, 5, 6))
        wanted = ["  " + line for line in wanted]
        shown = [line for line in lines if line.startswith("  ")]
        wrong += [(line, want) for line, want in zip(shown, wanted)
                  if line[:len(want)].rstrip() != want.rstrip()]
        for line, want, row in zip(shown[1:], wanted[1:], asked):
            rest = line[len(want):]
            helps = [step for step in row["next"] if step["then"] is not None]
            if helps and (f"{helps[0]['field']} {helps[0]['now']} -> {helps[0]['then']}: "
                          f"{counted(helps[0]['groups'], 'group')}") not in rest:
                wrong.append((rest, helps[0]))
            notes = [note for note in row["input"]["file_notes"] if note not in NOT_SHOWN]
            scratch = [str(row["input"][name]) for name in ("stack_bytes", "spill_bytes")
                       if row["input"][name]]
            noted = ", ".join(notes)
            if notes[-1:] == ["setmaxnreg"]:
                noted += " {} to {}".format(*row["input"]["setmaxnreg"])
            tail = " +".join([re.escape(noted), *scratch])
            if not re.search(tail + "$", rest.rstrip()) or (
                    not helps and not notes and not scratch and "best" not in rest and
                    rest.strip()):
                wrong.append((rest, notes))
        noted = {note for row in asked for note in row["input"]["file_notes"]}
        said = {line.split(": ")[1] for line in lines if line.startswith("Note: ")}
        assumed = {name for row in asked for name in row["input"]["assumed"]}
        if said != noted - (NOT_SHOWN - {"dynamic_shared"}) or len(shown) != len(asked) + 1 or \
                sum(line.startswith("Assumed: ") for line in lines) != len(assumed):
            wrong.append((said, noted, assumed))
        seen += len(asked)
    ok(not wrong, f"the table of {os.path.basename(path)}", *wrong[:3])
ok(seen > 400, f"{seen} kernels")

# gpuocc eval --table: passed-through columns, groups, waves, limiting resources and the message.
given = "kernel,device,threads_per_group,registers_per_thread,note\n"
for i in range(700):
    device = CHANCE.choice(["RTX 4090", "sm_90", "gfx90a", "sm_52", "none such"])
    threads = CHANCE.choice(["32", "256", "300", "unknown", "9999"])
    given += f"k{i},{device},{threads},{CHANCE.choice(['24', '72', '255', 'unknown'])},n{i % 7}\n"
cells = given.splitlines()
head = ["kernel", "device", "note", "groups", "waves", "limited by", "message"]
rows = [[*(line.split(",")[i] for i in (0, 1, 4))] for line in cells[1:]]
for row, found in zip(rows, run("eval", "--json", given=given).json()["rows"]):
    limiters = found["limiters"] or []
    limiters = limiters["high"] if isinstance(limiters, dict) else limiters
    row += [value(found["groups"], ""), waves(found).replace(" (", " waves ("), limiters,
            found["message"]]
lines = run("eval", "--table", given=given).text.splitlines()
wrong = []
for line, row in zip([lines[0], *lines[1:]], [head, *rows]):
    at = 0
    for cell in [*row[:5], row[6]]:
        where = line.find(cell, at)
        if where < 0:
            wrong.append((line, cell))
            break
        at = where + len(cell)
    if isinstance(row[5], list) and any(name.replace("_", " ") not in line.replace("_", " ")
                                        for name in row[5]):
        wrong.append((line, row[5]))
ok(len(lines) == 701 and not wrong, "eval --table", len(lines), *wrong[:3])
# The columns have the width of the widest of 512 rows, and numbers are aligned right.
for first in (0, 512):
    part = lines[first:first + 512]
    column = lines[0].index("groups") + len("groups") if first == 0 else None
    if column is not None:
        ends = {line.ljust(200)[column - 1] for line in part[1:]
                if re.search(r"\d+ waves", line)}
        ok(all(end.isdigit() for end in ends) and ends, "numbers of groups are to the right")


# gpuocc schedule: the headline, the facts and the phases.
def percent(share):
    hundredths = (20000 * share["numerator"] + share["denominator"]) // (2 * share["denominator"])
    return f"{hundredths / 100:.2f}".rstrip("0").rstrip(".") + " %"


def many(number, unit):
    return f"{number} {unit}{'' if number == 1 else 's'}"


BAR = 40  # columns of a full bar
wrong, count = [], 0
for _ in range(60):
    question = [CHANCE.choice(["RTX 4090", "MI300X", "Tesla T4", "H100 PCIe"]), "-t",
                CHANCE.choice(["64", "256", "1024"]), "-s", CHANCE.choice(["0", "1000", "24K"]),
                "-g", str(CHANCE.choice([1, 100, 383, 384, 385, 1000, 4096, 100000]))]
    if CHANCE.random() < 0.3:
        question += ["--durations", CHANCE.choice(["3", "3,4", "10,20,30"])]
    found = run("schedule", *question, "--json").json()
    lines = run("schedule", *question, "--neutral").text.splitlines()
    full, tail = found["groups_per_device"], found["tail_groups"]
    rest = "" if tail == full else \
        (", filled with " if found["rounds"] == 1 else ", the last with ") + str(tail)
    device = found["device"]
    cells = [["from", "to", "groups", "waves", "occupancy", ""]] + [
        [str(phase[name]) for name in ("start", "end", "groups", "waves")] +
        [percent({"numerator": phase["waves"], "denominator": phase["slots"]}),
         "#" * max(phase["waves"] * BAR // phase["slots"], 1)] for phase in found["phases"]]
    wanted = [f"{many(found['rounds'], 'round')} of {many(full, 'group')}{rest}, efficiency "
              f"{percent(found['efficiency'])} on {device['name']} ({device['architecture']}, "
              f"{device['family']})", None,
              f"Occupancy of the whole GPU: {percent(found['peak_occupancy'])} at its peak, "
              f"{percent(found['average_occupancy'])} on average over the rounds."]
    wrong += [(a, b) for a, b in zip(lines, wanted) if b is not None and a != b]
    text = "\n".join(lines)
    for part in (f"{found['busy_cores']} of {found['core_count']}",
                 f" get groups; balance {percent(found['balance'])}.\n",
                 f"The next round starts at {full * found['rounds'] + 1} groups.\n",
                 "" if found["plateau_last"] in (None, found["plateau_first"]) else
                 f"\nWith {found['plateau_first']} to {found['plateau_last']} "):
        wrong += [] if part in text else [(question, part)]
    table = [line for line in lines if re.match(r" *(from|\d+)  ", line)]
    shown = [line.rstrip() for line in aligned(cells, (0, 1, 2, 3, 4))]
    wrong += [(a, b) for a, b in zip(table, shown) if a.rstrip() != b]
    wrong += [] if len(table) == len(shown) else [(question, len(table), len(shown))]
    count += len(found["phases"])
ok(not wrong and count > 100, f"schedules with {count} phases", *wrong[:5])


# gpuocc best, most and sweep.
def check_table(arguments, head, make, right):
    found = run(*arguments, "--json").json()
    if found["status"] < 0:
        return None
    rows = [head, *map(make, found["rows" if arguments[0] == "sweep" else arguments[0]])]
    wanted = [line.rstrip() for line in aligned(rows, right)]
    lines = [line.rstrip() for line in run(*arguments).text.splitlines()]
    at = lines.index(wanted[0]) if wanted[0] in lines else 0
    return [(arguments, a, b) for a, b in zip(lines[at:at + len(wanted)], wanted) if a != b]


def best_row(row):
    return [str(row["threads_per_group"]), str(row["groups"]),
            f"{row['waves']} of {row['max_waves']} waves ({row['percent']} %)",
            named(row["limiters"], " and ")]


def most_row(row):
    return [row["field"], str(row["value"]), row["unit"], row["word"]]


def sweep_row(row):
    first, last = row["first"], row["last"]
    share = Fraction(row["waves"], row["max_waves"])
    return [str(first) if first == last else f"{first}..{last}", str(row["groups"]),
            f"{row['waves']} of {row['max_waves']}", f"{row['percent']} %",
            "#" * int(share * BAR + Fraction(1, 2)), named(row["limiters"], " and ")]


wrong = []
for device in ("sm_90", "sm_52", "gfx90a", "RTX 4090"):
    for registers in ("24", "40", "96"):
        wrong += check_table(("best", device, "-r", registers),
                             ["threads", "groups", "waves", "limited by"], best_row, (0, 1))
    for groups in ("1", "2", "4"):
        wrong += check_table(("most", device, "-t", "256", "--groups", groups),
                             ["field", "most", "unit", "here called"], most_row, (1,)) or []
    for field in ("registers_per_thread", "shared_bytes"):
        wrong += check_table(("sweep", device, "-t", "192", "--over", field),
                             [field, "groups", "waves", "", "", "limited by"], sweep_row,
                             (0, 1, 2, 3))
ok(not wrong, "best, most and sweep", *wrong[:4])
done()
