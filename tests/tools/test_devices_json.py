#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""share/gpuocc/devices.json has what the library has: each number with its document and confidence,
the PCI ids, the constants of products; and its names find their records.
Usage: test_devices_json.py SOURCE_ROOT PATH_OF_GPUOCC DEVICES_JSON"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from command import evaluate, run  # noqa: E402
from tap import done, ok  # noqa: E402

EXPORT = os.path.join(sys.argv[1], "devices", "export.py")
with open(sys.argv[3], encoding="ascii") as file:
    TEXT = file.read()
RECORDS = json.loads(TEXT)
LISTED = run("devices", "--json").json()
DEVICES = {device["name"]: device for device in LISTED["devices"]}
OF_RESULTS = slice(3, None)  # cells of a row of eval behind its input


def export(*arguments, seed="1"):
    return subprocess.run([sys.executable, EXPORT, *arguments], capture_output=True, text=True,
                          env={**os.environ, "PYTHONHASHSEED": seed})


def expected(vendor, record, limits):
    """The numbers of a device as gpuocc devices --json has them, by name."""
    found = {}
    for name, field in {**limits[record.get("limits_of", record["name"])],
                        **record["fields"]}.items():
        value = field["value"]
        if name == "wave_sizes":
            value = sum(value)
        elif isinstance(value, list) and len(value) == 1:
            value = value[0]
        source = vendor["sources"][field["source"]]
        found[name] = (value, field["confidence"], source["document"], source["remark"])
    return found


def ids(record):
    return sorted((int(n["id"][:4], 16), int(n["id"][5:], 16),
                   -1 if n["revision"] is None else int(n["revision"], 16))
                  for n in record["pci_ids"])


ok(RECORDS["schema"] == 1 and RECORDS["data_version"] == LISTED["data_version"],
   "devices.json is of the data that the command has")
count, wrong, of_ids, every_id = 0, [], [], 0
for vendor in RECORDS["vendors"]:
    limits = {r["name"]: r["fields"] for r in vendor["architectures"] + vendor["models"]}
    for record in vendor["architectures"] + vendor["products"]:
        device = DEVICES.pop(record["name"])
        wanted = expected(vendor, record, limits)
        for number in device["numbers"]:
            if number["name"] == "vendor":
                continue
            got = (number.get("value", number.get("values")), number["confidence"],
                   number["document"], number["remark"])
            count += 1
            if wanted.pop(number["name"]) != got:
                wrong.append((record["name"], number))
        if any(value not in (None, []) for value, *_ in wanted.values()):
            wrong.append((record["name"], wanted))
        every_id += len(ids(record))
        if ids(record) != sorted((n["vendor"], n["device"],
                                  -1 if n["revision"] is None else int(n["revision"]))
                                 for n in device["pci_ids"]):
            of_ids.append((record["name"], ids(record), device["pci_ids"]))
ok(not DEVICES, "every device has a record", *DEVICES)
ok(not wrong and count > 20000, f"{count} numbers have the value, source and confidence of the "
   "library", *wrong[:5])
ok(not of_ids and every_id > 1000, f"{every_id} PCI ids are those of the library", *of_ids[:5])

# A name finds its record: eval answers it and the record's own name alike.
asked, names, marked = ["device,threads_per_group,wave_size"], 0, set()
for vendor in RECORDS["vendors"]:
    for record in vendor["architectures"] + vendor["products"]:
        limits = {r["name"]: r["fields"] for r in vendor["architectures"] + vendor["models"]}
        size = limits[record.get("limits_of", record["name"])]["wave_sizes"]["value"][-1]
        for name in record["names"]:
            marked.add((name["shared"], name["board"]))
            if not name["shared"] and not name["board"]:
                asked += [f'"{name["name"]}",64,{size}', f'"{record["name"]}",64,{size}']
rows = list(evaluate("\n".join(asked) + "\n").rows())
differ, several = [], []
for first, second in zip(rows[::2], rows[1::2]):
    names += 1
    if "is the name of several devices" in first["message"]:
        several.append(first["device"])
    elif list(first.values())[OF_RESULTS] != list(second.values())[OF_RESULTS]:
        differ.append((first, second))
ok(not differ and names > 500 and 2 * names == len(rows), f"{names} names find their records",
   *differ[:3])
ok(several == ["A16"], "of these, another vendor has one as well", several)
ok(len(marked) > 2, "shared names and names of boards are marked", marked)

# Two records, of which the pages of the vendors say the rest.
nvidia = next(v for v in RECORDS["vendors"] if v["name"] == "nvidia")
found = next(r for r in nvidia["products"] if r["name"] == "GeForce RTX 4090")
ok(found["architecture"] == "sm_89" and found["fields"]["core_count"]["value"] == 128 and
   {"id": "10de:2684", "revision": None, "shared": False} in found["pci_ids"],
   "the record of an RTX 4090", found)
constants = {(c.get("product"), c["name"]): c for v in RECORDS["vendors"] for c in v["constants"]}
own = next(c for c in LISTED["devices"] if c["name"] == "Instinct MI210")["constants"]
own = next(c for c in own if c["name"] == "dram_latency_ns")
mine = constants["Instinct MI210", "dram_latency_ns"]
ok([mine[key] for key in ("value", "low", "high", "basis", "confidence")] ==
   [own[key] for key in ("value", "low", "high", "basis", "confidence")],
   "a constant of the latency model", mine, own)

with tempfile.TemporaryDirectory() as folder:
    paths = [os.path.join(folder, name) for name in ("a", "b", "c")]
    answers = [export(paths[0], seed="1"), export(paths[1], seed="2"),
               export(paths[2], "apple", "intel")]
    texts = []
    for path in paths:
        with open(path, encoding="ascii") as file:
            texts.append(file.read())
    ok(texts[0] == texts[1] == TEXT, "the same data give the same bytes", *answers)
    ok([v["name"] for v in json.loads(texts[2])["vendors"]] == ["apple", "intel"],
       "only the vendors that are asked for", answers[2])
for arguments in ((), ("--helps",), (os.path.join(sys.argv[1], "no", "such", "file"),)):
    answer = export(*arguments)
    ok(answer.returncode == 1 and "Traceback" not in answer.stderr and answer.stderr,
       f"export.py {arguments}", answer.stderr)
done()
