#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc kernels on reports of malioc, made by hand. The percentages are those that Arm's
compiler prints: 56 work registers of an Immortalis-G720 50 %, 2 of a Mali-T880 100 %; others come
from Arm's table of threads. Usage: test_readers_malioc.py SOURCE_ROOT PATH_OF_GPUOCC"""
import csv
import json
import os
import sys

from command import run
from tap import done, ok

ROOT = sys.argv[1]
FOLDER = os.path.join(ROOT, "tests", "data", "kernels", "malioc")


def kernels(content, *options):
    """Returns the answer for a text or the object of a report, for groups of 32 threads."""
    if not isinstance(content, (str, bytes)):
        content = json.dumps(content)
    if isinstance(content, str):
        content = content.encode("utf-8", "surrogateescape")
    answer = run("kernels", "--csv", "-t", "32", *options, "-", given=content)
    return answer, answer.rows() if answer.text.startswith("file,") else []


def check(name, content, wanted, trouble="", *options):
    """Compares with `wanted`, columns of each kernel."""
    answer, rows = kernels(content, *options)
    wrong = [] if len(rows) == len(wanted) else [f"{len(rows)} kernels, not {len(wanted)}"]
    for row, columns in zip(rows, wanted):
        wrong += [f"{column}: {row[column]!r}, not {value!r}" for column, value in columns.items()
                  if row[column] != value]
    ok(not wrong and (trouble in answer.errors if trouble else not answer.errors), name, *wrong,
       answer.errors)


def shader(core="Mali-G610", kind="Compute", api="Vulkan", name="a.comp", **properties):
    return {"filename": name, "hardware": {"core": core}, "shader": {"api": api, "type": kind},
            "variants": [{"name": "Main", "properties": [{"name": n, "value": v}
                                                         for n, v in properties.items()]}]}


def report(*shaders, version=2, name="performance"):
    return {"schema": {"name": name, "version": version}, "shaders": list(shaders)}


def read(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()


UNKNOWN = {"shared_bytes": "unknown", "barriers_per_group": "unknown", "stack_bytes": "unknown",
           "format": "malioc JSON", "threads_per_group": "32", "status": "0"}
COMPUTE, MIDGARD = read("compute.json"), read("midgard.json")
check("compute.json", COMPUTE, [
    {"kernel": "shaders/blur.comp", "target": "Immortalis-G720", "registers_per_thread": "56",
     "spill_bytes": "0", "file_notes": "", "percent": "50", **UNKNOWN},
    {"kernel": "shaders/scan.comp", "target": "Mali-G610", "registers_per_thread": "32",
     "spill_bytes": "0", "percent": "100", **UNKNOWN},
    {"kernel": "shaders/heavy.comp", "target": "Mali-G78", "registers_per_thread": "64",
     "spill_bytes": "48", "file_notes": "scratch", "percent": "50", **UNKNOWN},
    {"kernel": "kernels/sum.cl", "target": "Mali-G76", "registers_per_thread": "20",
     "percent": "100", **UNKNOWN}])
check("midgard.json", MIDGARD, [
    {"kernel": 'C:\\shaders\\\u00e9 \U0001f600"q".comp', "target": "Mali-T880",
     "registers_per_thread": "2", "spill_bytes": "0", "percent": "100", **UNKNOWN},
    {"registers_per_thread": "16", "spill_bytes": "unknown", "file_notes": "scratch", **UNKNOWN}])
for content, name in ((COMPUTE, "compute.json"), (MIDGARD, "midgard.json")):
    said = [p["value"] for s in json.loads(content)["shaders"]
            for p in s["variants"][0]["properties"] if p["name"] == "thread_occupancy"]
    got = [row["percent"] for row in kernels(content)[1]]
    ok(got[:len(said)] == [str(value) for value in said],
       f"{name}: the occupancy is what the report says", got, said)

# Arm's table of threads, for designs without variants.
with open(os.path.join(ROOT, "tests", "data", "mali", "products.csv"), encoding="utf-8") as opened:
    PRODUCTS = list(csv.DictReader(opened.read().splitlines()[1:]))
judged = 0
for row in PRODUCTS:
    limits = row["threads_core_le32(or <=4)"], row["threads_core_gt32(or 5-8)"]
    counts = (4, 8) if int(row["arch_major"]) < 6 else (32, 33)
    got = [answered["groups"] for answered in kernels(report(*(
        shader(f"Mali-{row['product']}", work_registers_used=count) for count in counts)))[1]]
    if "" in got or not all(limit.isdigit() for limit in limits):
        continue
    judged += 1
    ok([32 * int(groups) for groups in got] == [int(limit) for limit in limits],
       f"{row['product']}: the threads of Arm's table", got, limits)
ok(judged >= 15, f"{judged} products")

# What is not given is unknown.
check("no registers", report(shader(has_stack_spilling=False)),
      [{"registers_per_thread": "unknown", "spill_bytes": "0"}])
check("null", report(shader(work_registers_used=None, stack_spill_bytes=None)),
      [{"registers_per_thread": "unknown", "spill_bytes": "unknown", "file_notes": ""}])
check("no registers at all", report(shader(work_registers_used=0)),
      [{"registers_per_thread": "0", "file_notes": ""}])
check("bytes of spills alone", report(shader(work_registers_used=9, stack_spill_bytes=4)),
      [{"spill_bytes": "4", "file_notes": "scratch"}])
check("a value of another kind", report(shader(has_stack_spilling="false")),
      [{"spill_bytes": "unknown", "file_notes": ""}])
for value in ('"32"', "[32]", "{}", "true", "32.0", "3e1"):
    text = json.dumps(report(shader(work_registers_used=7))).replace(": 7}", f": {value}}}")
    check(f"{value} registers", text, [], "shader a.comp: work_registers_used is ")
check("a design with variants", report(shader("Mali-G52", work_registers_used=9)),
      [{"status": "-6", "message": '"Mali-G52" is the name of several devices that answer '
                       'differently: Mali-G52 2EE (mali architecture), Mali-G52 3EE (mali '
                       'architecture)'}],
      "1 of 1 kernels were refused")
check("and the device given", report(shader("Mali-G52", work_registers_used=9)),
      [{"status": "0", "device": "Mali-G52 3EE"}], "", "-d", "Mali-G52 3EE")
check("a design that is not known", report(shader("Mali-X1", work_registers_used=9)),
      [{"status": "-6", "target": "Mali-X1"}], "refused")
check("a name longer than all", report(shader("M" * 65, work_registers_used=9)),
      [{"target": ""}], "refused")
check("no design", report({"variants": [{"properties": []}], "shader": {"type": "compute"}}),
      [{"target": "", "kernel": "", "registers_per_thread": "unknown"}], "refused")

# Stages, errors, versions, several reports.
STAGES = [shader(kind=kind) for kind in ("Vertex", "Fragment", "Geometry", "", "Comput",
                                         "Computer")]
GRAPHICS = {"file_notes": "graphics", "threads_per_group": "1"}
UNSAID = {"file_notes": "stage_unsaid", "stage": ""}
check("other stages", report(*STAGES, shader(kind="cOMPUTE"), shader(kind="x", api="OpenCL")),
      [{**GRAPHICS, "stage": "Vertex"}, {**GRAPHICS, "stage": "Fragment"},
       {**GRAPHICS, "stage": "Geometry"}, UNSAID, UNSAID, {"stage": ""}, {"file_notes": ""},
       {"file_notes": ""}])
check("a fragment shader of 33 registers: half of the waves",
      report(shader(kind="Fragment", core="Mali-G78", work_registers_used=33)),
      [{"waves": "32", "percent": "50", "stage": "Fragment"}])
FAILED = {"filename": "bad.comp", "shader": {"type": "Compute"}, "errors": ["no main"]}
check("an error", report(FAILED, shader(work_registers_used=5)),
      [{"registers_per_thread": "5"}], "shader bad.comp: malioc could not compile it: passed over")
check("nothing", report({**FAILED, "errors": []}), [], "bad.comp: the report has nothing about it")
check("no variants", report({**FAILED, "errors": [], "variants": []}), [], "nothing about it")
for version in (0, 1, 2):
    check(f"version {version}", report(shader(work_registers_used=5), version=version), [{}])
for version in (3, -1, None, "2", 2.5):
    check(f"version {version}", report(shader(work_registers_used=5), version=version), [],
          "0 to 2 are known: passed over")
ANOTHER = "contains no compiled kernels"
for name, content in (("another schema", report(shader(), name="info")), ("no schema", {"shaders": [
        shader()]}), ("no shaders", {"schema": {"name": "performance", "version": 2}}), ("{}", {}),
                      ("[]", []), ("a list", [report(shader())])):
    check(name, content, [], ANOTHER)
TEXT = json.dumps(report(shader(work_registers_used=5)))
check("members in another order", json.dumps(dict(reversed(report(shader(
    work_registers_used=5)).items()))), [{"registers_per_thread": "5"}])
check("a mark of UTF-8 in front", b"\xef\xbb\xbf" + TEXT.encode(), [{}])
check("two reports", TEXT + "\n" + TEXT, [{}, {}])
DAMAGED = "cut off or damaged: the rest is passed over"
check("text behind", TEXT + "\nx", [{}], DAMAGED)
check("a comma behind", TEXT + ",", [{}], DAMAGED)
for at, word in ((TEXT.index("5}"), "a number"), (TEXT.index("a.comp"), "a name"),
                 (TEXT.index("[{") + 1, "a list"), (len(TEXT) - 1, "the last bracket")):
    answer, rows = kernels(TEXT[:at])
    ok(answer.code == 2 and DAMAGED in answer.errors and
       len(rows) == (at == len(TEXT) - 1), f"cut off in {word}", answer.errors, len(rows))
for change in ((': 5}', ' 5}'), ('"Main", ', '"Main" '), ('"value"', 'value'),
               ('"properties": [', '"properties": [7 '), ('"core": ', '"core" '),
               ('"variants": [', '"variants": [,'), ('"shaders": [', '"shaders": [] ['),
               ('"properties": [', '"propertie": ['), ('"type": "Compute"}', '"type": "Compute"]')):
    assert change[0] in TEXT
    answer, rows = kernels(TEXT.replace(*change))
    ok(answer.code == 2 and not rows and DAMAGED in answer.errors, f"damaged: {change[1]}",
       answer.errors, rows)

# Names: escapes, unpaired surrogates, and the longest one.
for written, name in ((r"\u0041\n\t\/\\\"", 'A\n\t/\\"'), (r"\ud83d\ude00", "\U0001f600"),
                      (r"\ud83d", "\ufffd"), (r"\ude00\ud83d", "\ufffd\ufffd"),
                      (r"\ud83dA", "\ufffdA"), (r"\ud83d\u0041", "\ufffdA"), 
                      (r"\u00E9\u20ac", "\u00e9\u20ac"),
                      (r"\u12g4", "u12g4"), (r"\q\b\f\r", "q\b\f\r")):
    rows = kernels(TEXT.replace("a.comp", written))[1]
    ok([row["kernel"] for row in rows] == [name], f"the name {written}", rows)
for length, kept in ((1020, 1020), (1021, 1021), (1022, 1021), (5000, 1021)):
    rows = kernels(TEXT.replace("a.comp", "n" * length))[1]
    ok([len(row["kernel"]) for row in rows] == [kept], f"a name of {length} bytes", rows)
deep = "[" * 100000
check("nesting", TEXT.replace('"shaders"', f'"x": {deep}{deep.replace("[", "]")}, "shaders"'),
      [{}])
check("nesting that does not end", TEXT.replace('"shaders"', f'"x": {deep}, "shaders"'), [],
      ANOTHER)
done()
