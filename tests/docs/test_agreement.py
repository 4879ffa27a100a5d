#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that texts about the same thing agree: the command, its help and its manual page; the
headers, their manual page, the pages and the tests. (Completion: tests/tools/test_completion.py.)

Usage: test_agreement.py SOURCE_ROOT COMMAND"""
import glob
import os
import re
import subprocess
import sys

root, command = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
for folder in ("tests", "scripts"):
    sys.path.insert(0, os.path.join(root, folder))
sys.dont_write_bytecode = True
import api  # noqa: E402
from tap import done, ok  # noqa: E402

OPTION = r"(?<![\w-])--([a-z][a-z0-9-]*)"
# Names in help that stand for others.
GENERAL = {"FIELD", "device-max-threads-per-group"}
# Statuses for which no input is known with which the function returns them.
UNSEEN = {("gpuocc_order_loads", "GPUOCC_ERROR_NOT_KNOWN"),
          ("gpuocc_order_loads", "GPUOCC_NOT_KNOWN")}  # every body tried so far repeats
# Each default that help or manual give: command, query, option, the default, another value.
KERNEL = "-t 64 --registers 32"
MIX = ("sm_52 -t 256 --loads 4 --fp32 8 --waves 20 --constant dram_latency=368 --constant "
       "dram_rate=10 --constant l2_rate=50 --constant l1_rate=100")
DEFAULTS = [
    ("best", "sm_90", "count", "8", "7"),
    ("schedule", "tgl --core-count 6 -t 320 -w 8 -g 999 --placement waves --durations 3,50,7,110",
     "phases", "40", "39"),
    ("schedule", "tgl --core-count 6 -t 320 -w 8 -g 20", "placement", "groups", "waves"),
    ("schedule", "tgl --core-count 6 -t 320 -w 8 -g 8 --placement waves", "choice", "emptiest",
     "fill_first"),
    ("latency", MIX, "load-bytes", "4", "8"), ("latency", MIX, "in-flight", "1", "2"),
    ("latency", MIX, "chains", "1", "2"), ("latency", MIX, "l1-hit", "0", "0.5"),
    ("latency", MIX, "l2-hit", "0", "0.5"),
    ("scale", "serial --cpu-time 1 --gpu-time 1", "core-scale", "1", "2"),
    ("scale", "fit --core-scale 2 --speedup 1.5", "time", "1", "2"),
    ("scale", "chains --chains 2 --interleaved 2 --gap 1 --work 2", "dispatches", "1", "2"),
    ("scale", "chains --chains 2 --interleaved 2 --gap 1 --work 2", "fill", "1", "0.5"),
    ("scale", "ramp --groups 9 --slots 2 --launch-interval 1 --group-time 1", "fixed-time", "0",
     "1"),
    ("scale", "flight --latency-ns 9 --gb-per-s 900 --cores 2", "line-bytes", "128", "64"),
    ("scale", "flight --latency-ns 9 --gb-per-s 900 --cores 2", "wave-size", "32", "64"),
    ("scale", "little --latency-cycles 9 --rate 6", "each", "1", "2"),
    ("scale", "memory --latency-cycles 9 --gb-per-s 90 --clock-ghz 1 --cores 2", "line-bytes",
     "128", "64"),
    ("tile", "halo --x 4 --y 4", "z", "0", "1"), ("tile", "halo --x 4", "y", "0", "1"),
    ("tile", "halo --x 4", "radius", "1", "2"), ("tile", "halo --x 4", "element-bytes", "4", "8"),
    ("tile", "lines --group-x 40", "group-y", "1", "2"),
    ("tile", "lines --group-x 40", "wave-size", "32", "8"),
    ("tile", "lines --group-x 40", "element-bytes", "4", "8"),
    ("tile", "lines --group-x 40 --group-y 2", "pitch-bytes", "160", "320"),
    ("tile", "lines --group-x 40", "line-bytes", "128", "64"),
    ("tile", "lines --group-x 40", "base-bytes", "0", "64"),
    ("tile", "lines --group-x 40", "origin-x", "0", "9"),
    ("tile", "lines --group-x 40 --pitch-bytes 200", "origin-y", "0", "1"),
    ("tile", "atomics --values 999 --threads 64", "wave-size", "32", "64"),
]
# An answer of each command as JSON.
JSON = ["occupancy RTX_4090 -t 256 -r 72 -s 24K -g 99 --json", "most sm_90 --groups 2 --json",
        "best RTX_4090 --grid-threads 9999 --json", "pad sm_80 -t 256 --groups 2 --json",
        "sweep sm_90 --over registers --json", f"schedule RTX_4090 {KERNEL} -g 999 --json",
        f"latency {MIX} --json", "scale serial --cpu-time 1 --gpu-time 1 --json",
        "tile halo --x 4 --json",
        "order --load-latency 9 --body load_x_a --json",
        "devices 4090 --json", "device RTX_4090 --json"]


def text(*path):
    with open(os.path.join(root, *path), encoding="utf-8") as file:
        return file.read()


def run(*arguments, given=""):
    return subprocess.run([command, *arguments], input=given, capture_output=True, text=True,
                          timeout=60)


def ask(line):
    """Runs a line in which _ represents a blank within an argument of several words."""
    return run(*[word.replace("_", " ") if word in ("RTX_4090", "load_x_a") else word
                 for word in line.split()])


def listed(title):
    """Returns the names in a list of `gpuocc help fields`."""
    part = run("help", "fields").stdout.split(title)[1].split("\n\n")[0]
    return re.findall(r"^  ([a-z][\w.-]*)", part, re.M)


manual = subprocess.run([sys.executable, os.path.join(root, "scripts", "command_man")],
                        capture_output=True, text=True, check=True).stdout
overview = run("--help").stdout
commands = sorted(set(re.findall(r"^  gpuocc (\w+)", overview, re.M)) - {"help"})
helped = {name: set(re.findall(OPTION, run("help", name).stdout)) - GENERAL for name in commands}


def check_options():
    """The page is made of options.def by a script of its own: it has what the command prints."""
    shared = set(re.findall(r"(?:Fl|,) +-([a-z][\w-]*)", manual.split(".Sh OPTIONS")[1]))
    synopsis = manual.split(".Sh SYNOPSIS")[1].split(".Sh DESCRIPTION")[0]
    parts = {re.match(r"\.Cm (\w+)", part)[1]: part for part in synopsis.split(".Nm\n")[1:]}
    ok(set(parts) == {*commands, "help", "version", "complete"}, "the synopsis has all commands",
       *parts)
    for name in commands:
        section = manual.split(f".Ss {name.capitalize()}\n")[-1].split("\n.S")[0]
        stated = set(re.findall(r"(?:Fl|\||,)\s+-([a-z][\w-]*)", parts[name] + section))
        lacking = helped[name] - stated - shared
        ok(len(helped[name]) >= 3 and not lacking, f"the manual has each option of {name}",
           *lacking)


def check_fields():
    kernel, device = listed("Fields of a kernel"), listed("Numbers of a device")
    refused = [name for name in kernel + device if "has no option" in run(
        "occupancy", "sm_90", "--" + name.replace("_", "-"), "x").stderr]
    ok(len(kernel) == 25 and len(device) > 40 and not refused,
       f"each of {len(kernel) + len(device)} fields of help is an option", *refused)
    header = "device," + ",".join(kernel + [n for n in device if n != "max_threads_per_group"])
    answer = run("eval", given=header + "\n")
    ok(answer.returncode == 0 and answer.stderr == "", "and a column of eval", answer.stderr)
    shorts = re.findall(r"^  \w+ \(--([a-z-]+)\)", run("help", "fields").stdout, re.M)
    ok(len(shorts) == 14 and all("has no option" not in run(
        "occupancy", "sm_90", "--" + name, "x").stderr for name in shorts), "short names work",
       *shorts)
    page = text("docs", "model.md")
    lost = [name for name in kernel if f"`{name}`" not in page]
    lost += [name for name in listed("Conventions:") if f"`{name}`" not in page and
             name != "default"]
    ok(not lost, "model.md has each field of a kernel and each convention", *lost)
    lost = [name for name in listed("Constants of the latency model") if "there is no constant" in
            run("latency", "sm_90", "-t", "64", "--fp32", "1", "--constant", name + "=1").stderr]
    ok(not lost, "each constant of help is one", *lost)


def check_takers():
    """Checks which vendors use a field or convention, by the header's comments and by what the
    library accepts."""
    page = run("help", "fields").stdout
    rows = {line.split()[0]: set(re.findall(r" (nvidia|amd|intel|apple)\b", line))
            for line in page.splitlines() if line.startswith("  ")}
    header = text("include", "gpuocc", "occupancy.h")
    stated = []  # a comment that begins with one vendor, and the members below it
    documented = r"/\*\*((?:(?!\*/).)*)\*/\n    (?:uint32_t )?(\w+)"
    for comment, name in re.findall(documented, header, re.S):
        vendor = re.match(r" (NVIDIA|AMD|Intel|Apple)\b", comment)
        if name.startswith("GPUOCC_CONVENTION_"):
            name = name[18:].lower().replace("_", "-").replace("22-43", "22.43")
        if vendor and name in rows and "AMD: arch" not in comment:
            stated.append((vendor[1], name))
    wrong = [(vendor, name, rows[name]) for vendor, name in stated
             if rows[name] != {vendor.lower()}]
    ok(len(stated) >= 25 and not wrong, f"{len(stated)} fields and conventions of one vendor",
       *wrong)
    ok(rows["registers_per_thread"] == {"nvidia", "amd"} and not rows["shared_bytes"] and
       not rows["dynamic_shared_bytes_per_thread"] and not rows["default"],
       "and others of several or all", rows)


def check_outputs():
    row = run("eval", "--best", "--inverse", "2", given="device,threads_per_group\nsm_90,64\n")
    columns = row.stdout.splitlines()[0].split(",")[2:]
    part = manual.split(".Ss Eval")[1].split(".Ss Kernels")[0]
    places = [part.find(re.search(rf"\b{name}\b", part)[0]) if
              re.search(rf"\b{name}\b", part) else -1 for name in columns]
    ok(min(places) >= 0, f"the manual has the {len(columns)} columns of eval",
       *[name for name, place in zip(columns, places) if place < 0])
    order = re.search(r"then\n\.Cm (status .*?)\.\n", part, re.S)[1]
    stated = re.findall(r"\b[a-z_]+\b", re.sub(r"\.Cm|\band\b", "", order))
    ok(stated == columns[:len(stated)], "in their order", stated, columns)
    words = set(re.findall(r"[a-z_0-9]+", manual.split(".Sh JSON")[1].split(".Sh ENVIR")[0]))
    words |= set(listed("Fields of a kernel")) | set(listed("Numbers of a device"))
    words |= {v["name"][len("GPUOCC_LATENCY_"):].lower() for e in interface["enums"]
              if e["name"] == "gpuocc_latency_result" for v in e["values"]}
    for line in JSON:
        answer = ask(line)
        body = re.sub(r'"rows":\[\{.*?\}', "", answer.stdout) if line.split()[0] in (
            "scale", "tile") else answer.stdout
        if line.startswith("latency"):  # arrays by curve, resource or kind have other names
            body = re.sub(r':\{"low[^{}]*\}', ":0", body)
            body = re.sub(r':\{"(?!low)[^{}]*\}', ":0", body)
        lost = set(re.findall(r'"([a-z_0-9]+)":', body)) - words
        ok(answer.returncode == 0 and not lost, f"the manual has the members of {line}",
           answer.stderr, *sorted(lost))


def check_defaults():
    for name, line, option, default, other in DEFAULTS:
        without, given, different = (ask(f"{name} {line} {more}") for more in (
            "", f"--{option} {default}", f"--{option} {other}"))
        ok(without.returncode == given.returncode == different.returncode == 0 and
           without.stdout == given.stdout != different.stdout,
           f"{name} {line.split()[0]}: --{option} is {default} if it is not given",
           without.stderr, given.stderr, different.stderr)


def check_interface():
    page = subprocess.run([sys.executable, os.path.join(root, "scripts", "api_man")],
                          capture_output=True, text=True, check=True).stdout
    names = [item["name"] for kind in ("functions", "constants", "handles", "structs")
             for item in interface[kind]]
    names += [v["name"] for e in interface["enums"] for v in e["values"]]
    words = set(re.findall(r"\w+", page))
    lost = [name for name in names if name not in words]
    ok(len(names) > 400 and not lost, f"gpuocc(3) has all {len(names)} names of the headers",
       *lost)
    lost = [f"{s['name']}.{m['name']}" for s in interface["structs"] for m in s["members"]
            if f".It Va {m['name']}\n" not in page]
    ok(not lost, "and the members of all structs", *lost)
    silent = [item["name"] for kind in ("functions", "structs", "enums", "constants", "handles")
              for item in interface[kind] if not item["about"]]
    ok(not silent, "each of them has a sentence", *silent)
    sizes = text("tests", "abi", "sizes.c")
    lost = [s["name"] for s in interface["structs"] if s["name"] not in sizes]
    ok(not lost, "tests/abi/sizes.c has every struct", *lost)
    pages = "".join(text("docs", os.path.basename(path))
                    for path in glob.glob(os.path.join(root, "docs", "*.md")))
    adapters = [name for path in glob.glob(os.path.join(root, "include/gpuocc/adapt/*.h"))
                for name in re.findall(r"^static inline .*?\b(gpuocc_\w+)\(",
                                       text(os.path.relpath(path, root)), re.M)]
    lost = [name for name in adapters if f"`{name}`" not in pages]
    ok(len(adapters) > 25 and not lost, f"the pages have all {len(adapters)} adapters", *lost)


def check_statuses():
    statuses = [v for e in interface["enums"] if e["name"] == "gpuocc_status"
                for v in e["values"]]
    sources = "".join(text(os.path.relpath(path, root)) for folder in ("lib/*", "devices/*")
                      for path in glob.glob(os.path.join(root, folder, "*.[ch]"))
                      if os.path.basename(path) != "text.c")
    table = [line.split("\t") for line in text("tests", "data", "bad_inputs.tsv").splitlines()]
    rows = {("gpuocc_" + cells[1], cells[3]) for cells in table if cells[0] == "api"}
    for status in statuses[1:]:
        name = status["name"]
        short = re.sub("GPUOCC_(ERROR_)?", "", name).lower()
        takers = [f["name"] for f in interface["functions"] if name in f["statuses"]]
        ok(status["about"] and takers and re.search(rf"\b{name}\b", sources) and
           any(row[1] == short for row in rows),
           f"{name} is described, {len(takers)} functions name it, the library and a bad input "
           "have it")
    silent = [f["name"] for f in interface["functions"]
              if f["returns"]["c"] == "int32_t" and "GPUOCC_OK" not in f["statuses"]]
    ok(not silent, "each function that returns a status names its statuses", *silent)
    lost = []
    for function in interface["functions"]:
        own = set(re.findall(r"\bGPUOCC_(?:ERROR_|NOT_)\w+\b", function["about"]))
        lost += [f"{function['name']} {name}" for name in sorted(own & set(function["statuses"]))
                 if (function["name"], re.sub("GPUOCC_(ERROR_)?", "", name).lower()) not in rows
                 and (function["name"], name) not in UNSEEN]
    ok(not lost, "and each that it names itself is a bad input's answer", *lost)
    undocumented = [f"{name} {short}" for name, short in sorted(rows) for f in
                    interface["functions"] if f["name"] == name and
                    short not in {re.sub("GPUOCC_(ERROR_)?", "", s).lower() for s in f["statuses"]}]
    ok(not undocumented, "no bad input has a status that its function does not name",
       *undocumented)


def check_vendors():
    """A package says for which GPUs it is."""
    vendors = re.findall(r"^VENDOR\([A-Z0-9]+, *([a-z0-9]+)\)", text("devices", "vendors.def"),
                         re.M)
    for name in ("README.md", "bindings/npm/README.md", "bindings/npm/package.json",
                 "bindings/python/README.md", "bindings/rust/gpuocc/Cargo.toml",
                 "bindings/rust/gpuocc/README.md"):
        words = set(re.findall(r"\w+", text(*name.split("/")).lower()))
        ok(len(vendors) > 5 and set(vendors) <= words, f"{name} names every vendor",
           *sorted(set(vendors) - words))


interface = api.read(root)
check_options()
check_fields()
check_takers()
check_outputs()
check_defaults()
check_interface()
check_statuses()
check_vendors()
done()
