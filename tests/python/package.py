# SPDX-License-Identifier: MIT
"""The installed package against the command. Usage: package.py SOURCE_ROOT COMMAND API.JSON
[LIBRARY], which is that of the system; without it the package has its own."""
import csv
import ctypes
import doctest
import importlib.util
import inspect
import io
import json
import math
import os
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile
import time
import threading
import xml.etree.ElementTree
from array import array

root, command, description, *system = sys.argv[1:]
sys.path.insert(0, os.path.join(root, "tests"))
sys.dont_write_bytecode = True
import gpuocc  # noqa: E402
from gpuocc import _api  # noqa: E402
from gpuocc._fields import FIELDS  # noqa: E402
from tap import done, ok, skip  # noqa: E402

DATA = os.path.join(root, "tests", "data")


def refuses(name, question, kind=gpuocc.Error, **parts):
    """A refusal that names the field, the value and the limit."""
    try:
        answer = question()
    except gpuocc.Error as error:
        found = {key: getattr(error, key) for key in parts}
        ok(isinstance(error, kind) and found == parts and pickle.loads(
            pickle.dumps(error)).__dict__ == error.__dict__, name, type(error), error, found)
    else:
        ok(False, name, answer)


def read(path):
    with open(os.path.join(DATA, path), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def kernels():
    """240: the compiled ones, and of the sweep that NVIDIA's header answered."""
    rows = [row for vendor in ("nvidia", "amd", "intel")
            for row in read(f"kernels/{vendor}.csv")]
    for row in read("nvidia/occupancy_sample.csv")[:240 - len(rows)]:
        rows.append({"device": f"sm_{row['cc_major']}{row['cc_minor']}",
                     "threads_per_group": row["block_size_threads"],
                     "registers_per_thread": row["registers_per_thread"],
                     "shared_bytes": row["static_shared_bytes"],
                     "dynamic_shared_bytes": row["dynamic_shared_bytes"]})
    return rows


def answers(rows):
    """What the command says."""
    names = ["device"] + [name for name in FIELDS if any(name in row for row in rows)]
    text = io.StringIO()
    writer = csv.DictWriter(text, names, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    answer = subprocess.run([command, "eval"], input=text.getvalue(), capture_output=True,
                            text=True)
    return list(csv.DictReader(io.StringIO(answer.stdout)))


def own(row):
    """The package's answer in the command's words."""
    fields = {name: int(value) if value.isdigit() else value for name, value in row.items()
              if name in FIELDS and value}
    try:
        found = gpuocc.occupancy(row["device"], **fields)
    except gpuocc.Error as error:
        return {"message": str(error), "groups_low": "", "groups_high": ""}
    low, high = found.range("groups")
    exact = low == high
    return {"message": "", "limiters": "|".join(found.limiters),
            "max_waves": str(found.max_waves), "groups": str(low) if exact else "",
            "waves": str(found.waves) if exact else "",
            "groups_low": "" if exact else str(low), "groups_high": "" if exact else str(high)}


def check_profile():
    """A profile gives the rows and the sums of the command."""
    made = subprocess.run([sys.executable, os.path.join(root, "tests", "runs", "make_kineto.py"),
                           "--kernels", "300"], capture_output=True, check=True).stdout
    told = json.loads(subprocess.run([command, "profile", "--json", "-"], input=made,
                                     capture_output=True, check=False).stdout)
    found = gpuocc.profile(made, command=command)
    ok(len(found) == len(told["rows"]) > 50 and found.sums == told["sums"] and
       found.columns["name"] == [row["name"] for row in told["rows"]] and
       found.columns["percent"] == [row["percent"] for row in told["rows"]] and
       found.columns["because"] == [row["reported"]["because"] for row in told["rows"]] and
       found.columns["dynamic_shared_bytes"] == [row["kernel"].get("dynamic_shared_bytes", 0)
                                                 for row in told["rows"]] and
       {len(column) for column in found.columns.values()} == {len(found)} and
       [row["calls"] for row in found.rows] == found.columns["calls"] and
       repr(found).startswith("<gpuocc.Profile of 300 launches, "),
       "gpuocc.profile() has the rows and sums of the command", found)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "trace.json"
        path.write_bytes(made)
        other = gpuocc.profile(path, str(path), device="RTX 4090", command=command)
    ok(other.sums["launches"] == 600 and set(other.columns["device"]) <= {"GeForce RTX 4090", None}
       and other.warnings and None in other.columns["percent"],
       "from paths, on another GPU, where some do not launch", other, *other.warnings)
    amd = gpuocc.profile(made.replace(b'"registers per thread"', b'"no"'), command=command)
    ok(any(low < high for low, high in zip(amd.columns["groups_low"], amd.columns["groups"])),
       "ranges have two columns", amd)
    for sources, kind in (((), ValueError), ((made, made), ValueError), ((b"{}",), ValueError),
                          (("/nowhere/at/all",), ValueError)):
        try:
            ok(False, "nothing to read is refused", gpuocc.profile(*sources, command=command))
        except kind as error:
            ok(str(error), f"refused: {error}")
    try:
        ok(False, "no command", gpuocc.profile(made, command="/nowhere/gpuocc"))
    except FileNotFoundError as error:
        ok("/nowhere/gpuocc" in str(error), "without the command an error names it", error)


def check_answers():
    rows = kernels()
    told = answers(rows)
    wrong = []
    for row, line in zip(rows, told):
        mine = own(row)
        theirs = {name: line[name] for name in mine}
        if mine != theirs:
            wrong.append((row, mine, theirs))
    ok(len(rows) == len(told) == 240 and not wrong,
       "240 kernels have the answers of the command", len(told), *wrong)
    refused = [row for row, line in zip(rows, told) if line["status"] != "0"]
    ok(len({line["groups"] for line in told}) > 10 and 0 < len(refused) < 60,
       "they have many answers, and some are refused", len(refused))
    wrong = []
    for device in sorted({row["device"] for row in rows}):
        these = [i for i, row in enumerate(rows) if row["device"] == device]
        columns = {name: [int(value) if value.isdigit() else value or None for value
                          in (rows[i].get(name) or "" for i in these)] for name in FIELDS}
        table = gpuocc.table(device, results=["groups", "waves", "limit_shared"], **columns)
        for at, i in enumerate(these):
            mine = [str(table["status"][at])] + [
                "" if math.isnan(table[name][at]) else str(int(table[name][at]))
                for name in ("groups", "waves", "limit_shared")]
            theirs = [told[i][name] for name in ("status", "groups", "waves", "limit_shared")]
            if mine != theirs and ".." not in theirs[3] and "-" not in theirs[3]:
                wrong.append((rows[i], mine, theirs))
    ok(not wrong, "and so in tables", *wrong)


def check_others():
    """best, most, pad, schedule and latency against the command's JSON."""
    def told(*arguments):
        return json.loads(subprocess.run([command, *arguments, "--json"], capture_output=True,
                                         text=True).stdout)
    kernel = gpuocc.Kernel(threads=256, registers=72, shared="24K")
    given = ["RTX 4090", "--threads", "256", "--registers", "72", "--shared", "24K"]
    found = gpuocc.occupancy("RTX 4090", kernel)
    theirs = told("occupancy", *given)
    ok(list(found.advice) == theirs["advice"], "advice", found.advice)
    ok([(x.name, x.word, x.unit, x.requested, x.allocated, x.capacity, x.groups)
        for x in found.limits] == [tuple(x[name] for name in (
            "name", "word", "unit", "requested", "allocated", "capacity", "groups"))
            for x in theirs["limits"]], "limits", found.limits)
    ok([found.next_step(x["field"]).then for x in theirs["next"]] ==
       [x["then"] for x in theirs["next"]], "next steps")
    ok([found.groups_per_device, found.max_threads_launchable, found.core_count] ==
       [theirs[x] for x in ("groups_per_device", "max_threads_launchable", "core_count")],
       "figures of the device")
    sizes = gpuocc.best("RTX 4090", registers=72, shared="24K", count=5, grid_threads=10 ** 6)
    text = subprocess.run([command, "best", "RTX 4090", "--registers", "72", "--shared", "24K",
                           "--count", "5", "--grid-threads", "1000000", "--json"],
                          capture_output=True, text=True).stdout
    threads = [int(x) for x in re.findall(r'"threads_per_group":(\d+),"groups', text)] or \
        [x["threads_per_group"] for x in json.loads(text).get("best", [])]
    ok(threads == [x.threads_per_group for x in sizes], "best", sizes, text)
    ok([gpuocc.maximum("RTX 4090", kernel, field=x, groups=2) for x in ("registers", "shared")] ==
       [int(re.search(rf'"(?:field|name)":"{x}".*?"(?:most|value)":(\d+)', json.dumps(
           told("most", *given, "--groups", "2"), separators=(",", ":")))[1])
        for x in ("registers_per_thread", "shared_bytes")], "most")
    padding = told("pad", *given, "--groups", "2")
    ok(gpuocc.pad("RTX 4090", kernel, groups=2) in padding.values(), "pad", padding)
    grid = gpuocc.schedule("RTX 4090", kernel, grid_groups=1000)
    theirs = told("schedule", *given, "--grid-groups", "1000")
    flat = json.dumps(theirs)
    ok(all(f'"{name}": {value}' in flat for name, value in (
        ("rounds", grid.rounds), ("tail_groups", grid.tail_groups))), "schedule", flat)
    # 64 groups were launched on the 58 SMs of an L4, and hung (pytorch#170162); the others are as
    # vLLM's headroom has them (vllm#41189).
    safe = [gpuocc.safe_grid("L4", threads=1024, registers=40),
            gpuocc.safe_grid("L4", threads=1024, registers=40, core_count=42),
            gpuocc.safe_grid("sm_121", threads=512, registers=40, core_count=48, reserve=48),
            gpuocc.safe_grid("L4", threads=1024, registers="unknown")]
    ok(safe == [58, 42, 96, 0], "safe_grid", safe)
    try:
        gpuocc.safe_grid("sm_89", threads=64)
        ok(False, "an architecture has no number of cores")
    except gpuocc.NotKnown as error:
        ok(error.field == "core_count", "an architecture has no number of cores", error)
    phases = list(grid.phases())
    ok([(x.start, x.end) for x in phases] == [(0, 2), (2, 3)] and
       grid.time(100).time == 300, "phases and time", phases)
    hidden = gpuocc.latency("H100 SXM5 80 GB", threads=256, registers=72, loads=1, fp32=8)
    theirs = json.dumps(told("latency", "H100 SXM5 80 GB", "--threads", "256", "--registers", "72",
                             "--loads", "1", "--fp32", "8"))
    low, high = hidden.waves_needed
    ok(low < high and f'"waves_needed": {{"low": {low}, "high": {high}}}' in theirs, "latency",
       hidden, theirs)


def check_refusals():
    refuses("registers", lambda: gpuocc.occupancy("RTX 4090", threads=256, registers=300),
            status="too_many_registers", field="registers_per_thread", value=300, limit=255)
    refuses("an unknown device", lambda: gpuocc.Device("RTX 4900"), gpuocc.DeviceUnknown,
            field="device", value="RTX 4900")
    refuses("a field that there is not", lambda: gpuocc.occupancy("RTX 4090", thread=1),
            field="thread", value=1)
    refuses("a field twice", lambda: gpuocc.Kernel(threads=1, threads_per_group=2),
            field="threads_per_group")
    for value in (-1, 2 ** 32, 1.5, "24X", "x", b"1"):
        refuses(f"threads {value!r}", lambda v=value: gpuocc.Kernel(threads=v),
                field="threads_per_group", value=value)
        refuses(f"a column with {value!r}",
                lambda v=value: gpuocc.table("RTX 4090", threads=[32, v]),
                field="threads_per_group", value=value)
    refuses("bytes of a count", lambda: gpuocc.Kernel(threads="2K"), field="threads_per_group")
    refuses("columns of other lengths",
            lambda: gpuocc.table("RTX 4090", threads=[1, 2], registers=[1]),
            field="registers_per_thread", value=1, limit=2)
    refuses("no column", lambda: gpuocc.table("RTX 4090", threads=1), status="required")
    refuses("a result that there is not",
            lambda: gpuocc.table("RTX 4090", threads=[1], results=["group"]), value="group")
    refuses("out of another length", lambda: gpuocc.table(
        "RTX 4090", threads=[1], out={"groups": array("I", [0, 0])}), value=8, limit=4)
    refuses("out that is read-only", lambda: gpuocc.table(
        "RTX 4090", threads=[1], out={"groups": bytes(4)}), field="groups")
    # A share is no word of 32 bits, and the others were not asked for.
    for unfilled in ("occupancy", "limit_shared", "group"):
        refuses(f"out for {unfilled}", lambda name=unfilled: gpuocc.table(
            "RTX 4090", threads=[1], results=["groups", "occupancy"], out={name: array("I", [0])}),
            field=unfilled)
    refuses("a convention", lambda: gpuocc.occupancy("RTX 4090", threads=1, convention="hi"),
            value="hi")
    refuses("a range is not one number",
            lambda: gpuocc.occupancy("MI300X", threads=256, registers="unknown").groups,
            gpuocc.NotKnown, field="groups", value=1, limit=8)
    refuses("maximum", lambda: gpuocc.maximum("RTX 4090", threads=256, groups=500),
            gpuocc.NotPossible, field="registers_per_thread", value=500)
    refuses("latency without instructions", lambda: gpuocc.latency("RTX 4090", threads=32),
            field="loads")
    refuses("a constant that nobody publishes", lambda: gpuocc.latency(
        "gfx900", threads=64, loads=1), gpuocc.NotKnown, field="dram_latency")
    refuses("a figure of a product", lambda: gpuocc.Device("sm_89").core_count,
            gpuocc.NotApplicable, field="core_count")
    for value in (None, 89, (8, 9), ["RTX 4090"], b"RTX 4090", gpuocc.Kernel(threads=1)):
        for what, ask in (("Device", gpuocc.Device),
                          ("occupancy", lambda v: gpuocc.occupancy(v, threads=32)),
                          ("table", lambda v: gpuocc.table(v, threads=[32])),
                          ("pruner", gpuocc.pruner)):
            refuses(f"{what}({value!r})", lambda v=value, a=ask: a(v), field="device", value=value)
    refuses("a column that is none", lambda: gpuocc.Plan("RTX 4090").run(threads=32),
            field="threads_per_group", value=32)
    ok(not hasattr(gpuocc.Device("RTX 4090"), "no_such"), "an attribute that there is not")
    refused = gpuocc.table("RTX 4090", threads=[32, 4096])
    ok(refused.error(0) is None and math.isnan(refused["groups"][1]) and
       refused.words["groups"][1] == gpuocc.UNKNOWN and
       (refused.error(1).field, refused.error(1).value, refused.error(1).limit) ==
       ("threads_per_group", 4096, 1024), "a refused row says why", refused.error(1))


def check_tables():
    rows = 1000000
    registers = array("I", (16 + i % 240 for i in range(rows)))
    table = gpuocc.table("RTX 4090", threads=256, registers=registers)
    some = range(0, rows, 41671)
    singles = [gpuocc.occupancy("RTX 4090", threads=256, registers=registers[i]) for i in some]
    ok([table["groups"][i] for i in some] == [x.groups for x in singles] and
       [gpuocc.limit_names(table["limiters"][i]) for i in some] == [x.limiters for x in singles],
       "a million rows")
    wide = array("q", registers)
    ok(gpuocc.table("RTX 4090", threads=256, registers=wide) == table, "64 bits wide")
    ok(gpuocc.table("RTX 4090", threads=256, registers=memoryview(registers)[::2])["groups"] ==
       table["groups"][::2], "with a stride")
    ok(gpuocc.table("RTX 4090", threads=256, registers=bytes(range(16, 256)))["groups"] ==
       table["groups"][:240] == gpuocc.table("RTX 4090", threads=256, registers=range(16, 256))[
           "groups"], "bytes and ranges")
    few = gpuocc.table("RX 7900 XTX", threads=[256], shared=["24K"], core_mode=["cu"])
    ok(few["groups"][0] == gpuocc.occupancy("RX 7900 XTX", threads=256, shared=24576,
                                            core_mode="cu").groups, "words in a list")
    ok(len(gpuocc.table("RTX 4090", threads=[])["groups"]) == 0, "no row")
    plan, found = gpuocc.Plan("RTX 4090", threads=256), [None] * 4

    def work(at):
        out = {name: array("I", bytes(4 * rows)) for name in plan.results}
        found[at] = plan.run(registers=registers, out=out)
    threads = [threading.Thread(target=work, args=(at,)) for at in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ok(all(x == table for x in found), "four threads share a plan")
    ok(pickle.loads(pickle.dumps(plan)).run(registers=[72])["groups"][0] == 3, "a plan travels")


def check_words():
    """Every other name of a field means what it means to the command."""
    with open(os.path.join(root, "tools", "input", "synonyms.def"), encoding="utf-8") as file:
        text = file.read()
    words = re.findall(r'^(?:SHORT|OTHER)\("([^"]+)", KERNEL\((\w+)\)\)$', text, re.M)
    # What a field needs: a GPU that has it, and a value.
    devices = {"accumulators_per_thread": "MI300X", "scalar_registers_per_wave": "MI300X",
               "half_registers_per_thread": "Apple M1", "grf_count": "Arc A770",
               "carveout_percent": "RTX 4090", "occupancy_target_percent": "Apple M1"}
    wrong = []
    for word, field in words:
        device = devices.get(field.lower(), "H100 SXM5 80 GB")
        told = subprocess.run([command, "occupancy", device, "--" + word.replace("_", "-"), "32",
                               "--json"], capture_output=True, text=True).stdout
        theirs = json.loads(told)["kernel"]
        mine = gpuocc.Kernel(**{word: 32})._given
        if mine != {field.lower(): 32} or theirs != mine:
            wrong.append((word, field, theirs, mine))
    ok(len(words) > 60 and not wrong, f"{len(words)} words mean the fields of the command", *wrong)
    ok(gpuocc.Kernel(**{"Block Size": 8, "VGPR_Count": 9}) ==
       gpuocc.Kernel(threads=8, registers=9), "case and blanks do not count")
    kernel = gpuocc.Kernel(threads=256, regs=72)
    ok((kernel.threads, kernel.block_size, kernel.registers, kernel.vgprs, kernel.smem) ==
       (256, 256, 72, 72, None) and not hasattr(kernel, "registrs"), "and are attributes", kernel)
    ok(gpuocc.table("RTX 4090", block_size=[256], regs=[72]) ==
       gpuocc.table("RTX 4090", threads=[256], registers=[72]) and
       gpuocc.maximum("RTX 4090", block_size=256, field="regs", groups=4) == 64,
       "in tables, and as the name of a field")
    for word, ask in (("registrs", lambda **f: gpuocc.occupancy("RTX 4090", **f)),
                      ("treads", lambda **f: gpuocc.Kernel(**f)),
                      ("core_cout", lambda **f: gpuocc.Device("RTX 4090").edit(**f)),
                      ("registrs", lambda **f: gpuocc.Plan("RTX 4090").run(**f)),
                      ("wave_sise", lambda **f: gpuocc.pruner("RTX 4090", **f))):
        try:
            ok(False, word, ask(**{word: 1}))
        except gpuocc.GpuoccError as error:
            right = {"registrs": "registers", "treads": "threads", "core_cout": "core_count",
                     "wave_sise": "wave_size"}[word]
            ok(f"did you mean {right}" in str(error) and isinstance(error, ValueError), f"{error}")
    refuses("an unclear word", lambda: gpuocc.Kernel(grid_size=4), field="grid_size", value=4)


def sections(text):
    """The sections of a docstring as numpydoc has them."""
    parts = re.split(r"^(\w[\w ]*)\n-+\n", inspect.cleandoc(text), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def check_docstrings():
    """Every function says what it takes, returns and raises, with examples that run."""
    made = {name: getattr(gpuocc, name) for name in gpuocc.__all__
            if inspect.isfunction(getattr(gpuocc, name))}
    made.update({name: getattr(gpuocc, name) for name in ("Device", "Kernel", "Plan")})
    wrong = []
    for name, what in made.items():
        found = sections(what.__doc__)
        listed = re.findall(r"^(\S.*?) : ", found.get("Parameters", ""), re.M)
        names = {word.strip().lstrip("*") for line in listed for word in line.split(",")}
        code = (what.__init__ if inspect.isclass(what) else what).__code__
        count = code.co_argcount + code.co_kwonlyargcount
        own = set(code.co_varnames[:count + bool(code.co_flags & 4) + bool(code.co_flags & 8)])
        need = ["Parameters", "Raises", "Examples"] + ["Returns"] * inspect.isfunction(what)
        if [word for word in need if not found.get(word, "").strip()] or \
                (name != "Kernel" and own - {"self"} != names):
            wrong.append((name, own ^ names, list(found)))
    ok(len(made) > 12 and not wrong, f"{len(made)} docstrings have the sections of numpydoc",
       *wrong)
    taking = [what for what in made.values() if "fields" in str(inspect.signature(what))]
    ok(len(taking) > 9 and all({"threads", "registers", "shared", "wave_size"} <= set(
        inspect.signature(what).parameters) for what in taking),
       "the fields of a kernel are keywords that help() shows", len(taking))
    counted = [0, 0]
    for path in sorted(os.listdir(os.path.dirname(gpuocc.__file__))):
        if path.endswith(".py") and path != "_rank.py":  # which ranks.py runs
            module = importlib.import_module("gpuocc" + f".{path[:-3]}" * (path[0:2] != "__"))
            result = doctest.testmod(module)
            counted = [counted[0] + result.attempted, counted[1] + result.failed]
    ok(counted[0] > 25 and counted[1] == 0, f"{counted[0]} examples of docstrings run", *counted)


def check_equal():
    """Equal questions have equal answers, also in another process."""
    def answers(threads):
        kernel = gpuocc.Kernel(threads=threads, registers=72)
        return (gpuocc.occupancy("RTX 4090", kernel), gpuocc.Plan("RTX 4090", kernel),
                gpuocc.schedule("RTX 4090", kernel, grid_groups=1000, core_count=64),
                gpuocc.latency("H100 SXM5 80 GB", kernel, loads=1, fp32=8),
                gpuocc.table("RTX 4090", kernel, shared=[0, 10 ** 6]))
    for one, same, other in zip(answers(256), answers(256), answers(128)):
        ok(one == same and one != other and one != 1, f"{type(one).__name__}: equal and different")
    for one in answers(256)[:-1]:
        again = pickle.loads(pickle.dumps(one))
        ok(again == one and hash(again) == hash(one) and repr(again)[:20] == repr(one)[:20],
           f"{type(one).__name__} travels")
    configs = [Config(64, warps) for warps in (4, 8, 64)]
    for options in ({}, {"registers": 64, "groups": 2}):
        tuner = gpuocc.pruner("RTX 4090", **options)
        ok(pickle.loads(pickle.dumps(tuner))(configs) == tuner(configs) != configs,
           "a pruner travels", options)


class Config:
    """As triton.Config has it."""

    def __init__(self, block, num_warps, maxnreg=None):
        self.kwargs, self.num_warps, self.num_stages = {"BLOCK": block}, num_warps, 3
        self.maxnreg = maxnreg


def check_prune():
    configs = [Config(block, warps) for block in (64, 128, 256) for warps in (4, 8, 64)]
    shared = (lambda c: c.kwargs["BLOCK"] * 256)
    fit = [c for c in configs if c.num_warps < 64 and gpuocc.occupancy(
        "RTX 4090", threads=32 * c.num_warps, shared=c.kwargs["BLOCK"] * 256).groups >= 2]
    kept = gpuocc.prune(configs, "RTX 4090", shared=shared, groups=2)
    ok(kept == fit and 0 < len(kept) < 6, "prune keeps what fits twice", len(kept))
    tuner = gpuocc.pruner("RTX 4090", shared=shared, groups=2)
    ok(tuner(configs, {"x": None}, M=5) == fit, "as early_config_prune of triton.autotune")
    ok([c.num_warps for c in gpuocc.prune(configs, "RTX 4090", shared=shared, top=2)] == [8, 8] or
       len(gpuocc.prune(configs, "RTX 4090", shared=shared, top=2)) == 2, "the best two")
    ok(gpuocc.prune([Config(1, 8, 255), Config(1, 8, 128)], "RTX 4090", groups=2)[0].maxnreg ==
       128, "maxnreg is the registers")
    ok(gpuocc.prune([Config(1, 16)], "MI300X", occupancy=1.0) and
       not gpuocc.prune([Config(1, 17)], "MI300X"), "waves of 64 on CDNA")
    sizes = [{"block_size_x": x, "block_size_y": y, "tile": 4} for x in (16, 64) for y in (8, 32)]
    may = gpuocc.pruner("RTX 4090", registers=lambda p: 16 * p["tile"])
    ok([may(p) for p in sizes] == [True, True, True, False], "as restrictions of Kernel Tuner")
    refuses("nothing left", lambda: tuner([Config(4096, 4)], {}), gpuocc.NotPossible)
    refuses("no threads", lambda: gpuocc.prune([{"x": 1}], "RTX 4090"), field="threads")
    refuses("an error of the caller", lambda: gpuocc.prune(
        [Config(1, 4)], "RTX 4090", accumulators=lambda c: 4), field="accumulators_per_thread")
    ok(gpuocc.prune([], "RTX 4090") == [], "nothing to prune")


def check_several():
    """Names of several devices. Data sheets give an H100 132 SMs (SXM5, NVL) or 114 (PCIe), an
    MI300X 304 CUs and an MI300A 228, an H200 132 SMs with two clocks; an A100 of 40 GB has the same
    figures on SXM4 and PCIe. M4 is a Tesla and an Apple GPU."""
    h100 = ("H100 SXM5 80 GB", "H100 PCIe 80 GB", "H100 NVL 94 GB", "sm_90")
    work = {"threads": 256, "registers": 64}
    for what, ask, field, candidates in (
            ("M4", lambda: gpuocc.occupancy("M4", **work), "vendor", ("sm_52", "Apple M4")),
            ("a driver's name", lambda: gpuocc.Device("AMD Radeon Graphics"), "wave_sizes", None),
            ("MI300", lambda: gpuocc.schedule("MI300", grid_groups=9, **work), "core_count",
             ("Instinct MI300A", "Instinct MI300X")),
            ("H100", lambda: gpuocc.latency("H100", loads=1, **work), "core_count", h100),
            ("its device", lambda: gpuocc.latency(gpuocc.Device("H100"), loads=1, **work),
             "core_count", h100),
            ("a safe grid", lambda: gpuocc.safe_grid("H100", **work), "core_count", h100),
            ("rounds of a grid", lambda: gpuocc.best("H100", grid_threads=999), "core_count", h100),
            ("a clock", lambda: gpuocc.latency("H200", loads=1, **work), "clock_mhz",
             ("H200 SXM 141 GB", "H200 NVL"))):
        try:
            ok(False, what, ask())
        except gpuocc.DeviceAmbiguous as error:
            ok(error.field == field and candidates in (None, error.candidates) and
               error.value == len(error.candidates) and ", ".join(error.candidates) in str(error)
               and pickle.loads(pickle.dumps(error)).candidates == error.candidates,
               f"{what} is not guessed", error)
    ok([gpuocc.occupancy(name, **work).groups for name in ("H100", *h100)] == [4] * 5 and
       gpuocc.Device("H100").quality == "architecture", "if all answer alike, that is the answer")
    ok(gpuocc.schedule("H200", grid_groups=1000, **work).rounds == 2 and
       gpuocc.safe_grid("H100", core_count=114, **work) == 456 and
       gpuocc.latency("A100 40GB", loads=1, **work).binding ==
       gpuocc.latency("A100 PCIe 40 GB", loads=1, **work).binding, "also of the whole device")
    ok(str(gpuocc.Device("H100 SXM5", "latency")) == str(gpuocc.Device("H100 SXM5 80 GB")),
       "an architecture does not compete with its product")
    ok(gpuocc.Device.pci(0x1002, 0x744c).name == "gfx1100" and
       len(gpuocc.Device.every("MI300")) == 2, "an id of several boards, and all devices of a name")
    refuses("a purpose that is none", lambda: gpuocc.Device("H100", "x"), field="purpose")


def check_objects(api):
    structs = {s["name"]: s for s in api["structs"]}
    ok(all(ctypes.sizeof(kind) == size == structs[name]["size"] and
           all(getattr(kind, m["name"]).offset == m["offset"] for m in structs[name]["members"])
           for name, (kind, size) in _api.STRUCTS.items()) and set(structs) == set(_api.STRUCTS),
       "every struct has the offsets of the description")
    functions = {f["name"] for f in api["functions"] if f["library"] == "gpuocc"}
    ok(set(_api.FUNCTIONS) == functions, "every function of libgpuocc is declared")
    names = [m["name"] for m in structs["gpuocc_kernel"]["members"]][1:]
    ok(set(names) <= set(inspect.signature(gpuocc.Kernel).parameters), "every field is a parameter")
    devices = list(gpuocc.Device.all())
    ok(len(devices) > 400 and all(pickle.loads(pickle.dumps(d)) == d for d in devices[::40]),
       "devices travel to other processes", len(devices))
    mine = gpuocc.Device("RTX 4090").edit("mine", core_count=64, cores_per_gpc=[32, 32])
    ok((mine.core_count, mine.list("cores_per_gpc"), mine.name, mine.vendor) ==
       (64, [32, 32], "mine", "nvidia") and pickle.loads(pickle.dumps(mine)) == mine,
       "a custom device")
    ok(gpuocc.Device("10de:2684") == gpuocc.Device.pci(0x10de, 0x2684) and
       (0x10de, 0x2684, None) in gpuocc.Device("RTX 4090").pci_ids, "PCI ids")
    check_several()
    kernel = gpuocc.Kernel(threads=256, registers="unknown", trap_registers="zero", shared="0x10")
    ok(eval(repr(kernel), {"Kernel": gpuocc.Kernel}) == kernel ==
       pickle.loads(pickle.dumps(kernel)) and kernel.shared_bytes == 16 and
       kernel.replace(registers=None).registers_per_thread is None, "kernels", kernel)
    placed = gpuocc.occupancy("MI300X", threads=256, registers="unknown")
    ends = [gpuocc.occupancy("MI300X", placed.bound("groups", bound)).groups
            for bound in ("lower", "upper")]
    ok(tuple(ends) == placed.range("groups") == (1, 8), "the bounds of a range", ends)
    curve = list(gpuocc.occupancy("RTX 4090", threads=256).sweep("registers"))
    ok(curve[0].first == 0 and curve[-1].last == 255 and len(curve) > 3 and
       all(a.last + 1 == b.first for a, b in zip(curve, curve[1:])), "the whole curve", curve)
    shown = gpuocc.occupancy("RTX 4090", threads=256, registers=72, shared="24K")
    picture = xml.etree.ElementTree.fromstring(shown._repr_svg_())
    ok("3 blocks, 24 of 48 warps" in "".join(picture.itertext()) and
       "55296 of 65536 registers" in "".join(picture.itertext()), "a picture", shown._repr_svg_())
    for name, what in (("a device", gpuocc.Device("MI300X")),
                       ("a table", gpuocc.table("RTX 4090", threads=[32, 4096])),
                       ("group sizes", gpuocc.best("RTX 4090"))):
        ok(xml.etree.ElementTree.fromstring(f"<div>{what._repr_html_()}</div>").find(
            ".//tbody/tr/td") is not None, f"{name} in a notebook")


def check_pages():
    """What the pages show is what the package says."""
    with open(os.path.join(root, "docs", "languages.md"), encoding="utf-8") as file:
        page = file.read()
    blocks = re.findall(r"^```pycon\n(.*?)^```", page, re.M | re.S)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "languages.md", None, 0)
    out = io.StringIO()
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=out.write)
    ok(len(blocks) > 3 and result.attempted > 10 and not result.failed, "docs/languages.md",
       out.getvalue())
    for path in ("docs/languages.md", "bindings/python/README.md"):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            block = re.search(r"^```python\n(import gpuocc\n.*?)^```", file.read(), re.M | re.S)[1]
        out = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True)
        shown = re.findall(r"print\(.*\)  # (.*)$", block, re.M)
        ok(shown and out.stdout.splitlines()[:len(shown)] == shown, f"{path}: {len(shown)} lines",
           out.stdout, out.stderr)


def check_notebooks():
    """Each part of the page is a notebook of its own; cells with pandas need it."""
    with open(os.path.join(root, "docs", "notebooks.md"), encoding="utf-8") as file:
        parts = re.split(r"^## (.*)\n", file.read(), flags=re.M)[1:]
    ok(parts[::2] == ["CUDA", "Triton", "ROCm"], "three notebooks", *parts[::2])
    for title, part in zip(parts[::2], parts[1::2]):
        cells, lacking = re.findall(r"^```pycon\n(.*?)^```", part, re.M | re.S), set()
        for cell in list(cells):
            for name in re.findall(r"^>>> import (numpy|pandas)$", cell, re.M):
                if importlib.util.find_spec(name) is None:
                    cells.remove(cell)
                    lacking.add(name)
        test = doctest.DocTestParser().get_doctest("\n".join(cells), {}, title, None, 0)
        out = io.StringIO()
        result = doctest.DocTestRunner().run(test, out=out.write)
        ok(result.attempted > 10 and not result.failed,
           f"the notebook for {title}: {result.attempted} cells", out.getvalue())
        for name in sorted(lacking):
            # An environment of its own has no packages; that of the system runs these cells.
            if sys.prefix != sys.base_prefix or sys.version_info < (3, 9):
                print(f"# without {name}, its cells for {title} are left out")
            else:
                skip(f"the cells for {title} with {name}", f"no {name}")


def least(ask, times=2000):
    """Returns the least time of `times` calls, of several measurements."""
    found = []
    for _ in range(15):
        start = time.thread_time_ns()
        for _ in range(times):
            ask()
        found.append(time.thread_time_ns() - start)
    return min(found)


def check_cost():
    """One query takes less than 1.5 us where one of ctypes alone takes 0.45 (docs/performance.md):
    less than 3.4 times as long. Slower Pythons and what else runs get a little more."""
    found, kernel = gpuocc.Device("sm_90"), gpuocc.Kernel(threads=256, registers=72)
    low, device = gpuocc._low, found._handle.pointer
    asked, memory = low.KernelHandle(kernel.words()), low._OccupancyMemory()

    def alone():
        low._init(memory, device, 0, asked.pointer, None)
        low.groups(memory)

    ratios = [least(lambda: gpuocc.occupancy(found, kernel).groups) / least(alone)
              for _ in range(3)]
    ok(min(ratios) < 4, "a query takes less than 4 times as long as its calls of the library",
       *ratios)


# The examples read files of the tests with the command.
os.environ["PATH"] = os.path.dirname(os.path.abspath(command)) + os.pathsep + os.environ["PATH"]
command = os.path.abspath(command)
root = os.path.abspath(root)
os.chdir(root)
with open(description, encoding="utf-8") as file:
    interface = json.load(file)
ok(gpuocc.__version__ == interface["version"] and
   (gpuocc._low.LIBRARY == system[0] if system else
    gpuocc.__file__.startswith(os.path.dirname(gpuocc._low.LIBRARY))),
   f"the library is {system[0] if system else 'its own'}", gpuocc._low.LIBRARY)
check_answers()
check_profile()
check_others()
check_refusals()
check_tables()
check_cost()
check_prune()
check_objects(interface)
check_words()
check_docstrings()
check_equal()
check_pages()
check_notebooks()
done()
