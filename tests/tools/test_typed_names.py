#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests names in the forms that people type (tests/data/typed_names.csv) with the command: the
devices that are found, or the reason why there is none."""
import csv
import os
import re
import sys

from command import run
from tap import done, ok

with open(os.path.join(sys.argv[1], "tests", "data", "typed_names.csv"), encoding="utf-8") as file:
    rows = [{key: value.replace("%2c", ",") for key, value in row.items()}
            for row in csv.DictReader(line for line in file if line[0] != "#")]
ok(len(rows) > 100, "a hundred names and more")
for row in rows:
    name, found = row["name"], run("device", row["name"], "--json")
    if name[0] == "-":
        continue  # resembles an option: tested with the library only
    if row["quality"] == "unknown":
        ok(found.code == 1 and found.text == "" and row["says"] in found.errors and
           'no device is named "' in found.errors, f"{name} is unknown", found)
        continue
    answer = found.json()
    ok([device["name"] for device in answer["devices"]] == row["devices"].split("|") and
       all(device["match"] == row["quality"] for device in answer["devices"]),
       f"{name}: {row['quality']}, {row['devices']}", found)
    ok(row["says"] in answer["remark"] and bool(row["says"]) == bool(answer["remark"]),
       f"{name}: what is said of it", answer["remark"])
# The GPU that is given as an example is one of the tables.
with open(os.path.join(sys.argv[1], "tools", "input", "refused.c"), encoding="utf-8") as file:
    examples = set(re.findall(r'(?:CHIP|COMPUTER|PHONE|MAC), "([^"]+)"', file.read()))
ok(len(examples) > 10, "ten examples and more", examples)
for name in sorted(examples):
    found = run("device", name, "--json")
    ok(found.code == 0 and found.json()["devices"][0]["match"] != "architecture",
       f"{name}, an example, is a device", found.errors)
with open(os.path.join(sys.argv[1], "tests", "data", "names", "lines.csv"),
          encoding="utf-8") as file:
    lines = [[cell.replace("%2c", ",").replace("%09", "\t") for cell in line.split(",")]
             for line in file if line[0] != "#"][1:]
ok(len(lines) > 400, "four hundred lines of tools and more")
for name, devices, says, _ in lines:
    if devices == "unknown":
        found = run("device", name)
        ok(found.code == 1 and found.text == "" and says != "" and says in found.errors,
           f"{name}: why it is unknown", found)
with open(os.path.join(sys.argv[1], "tests", "data", "names", "logs.csv"),
          encoding="utf-8") as file:
    lines = [[cell.replace("%2c", ",").replace("%09", "\t") for cell in line.split(",")]
             for line in file if line[0] != "#"][1:]
ok(len(lines) > 350, "three hundred and fifty lines of logs and more")


def is_one(device, words, architecture):
    """Whether a device has these words in its name, or is an architecture, and is of this one."""
    name = device["name"].lower().replace("(", " ").replace(")", " ").split()
    return device["architecture"].startswith(architecture) and \
        (device["name"] == device["architecture"] or device["name"].startswith(architecture) or
         all(word in name or any(part.startswith(word) for part in name)
             for word in words.lower().split()))


# What the command says of each class of lines that name no device.
SAID = {"old": "it is too old", "other": "is not supported", "software": "software renderer",
        "virtual": "virtual display", "processor": "it is a processor",
        "series": "it names only a vendor or a series", "cut": "cut off",
        "unpublished": "too little is published", "none": "no device is named"}
for name, devices, kind, _ in lines:
    found = run("device", name, "--json")
    if devices == "unknown":
        ok(found.code == 1 and SAID[kind] in found.errors, f"{name}: it is {kind}", found)
    elif "@ " in devices:
        words, architecture = devices.split("@ ")
        ok(found.code == 0 and len(found.json()["devices"]) > 1 and all(
            is_one(device, words, architecture) for device in found.json()["devices"]),
           f"{name}: {devices}", found)
    else:
        ok(found.code == 0 and {device["name"] for device in found.json()["devices"]} ==
           set(devices.split("|")), f"{name}: {devices}", found)
# A driver's name with the id of the board: what the id finds, also where the name is that of
# another board, since drivers omit "Mobile" and "12GB". NVIDIA's names are those of its own list.
with open(os.path.join(sys.argv[1], "tests", "data", "nvidia", "pci_ids.csv"),
          encoding="utf-8") as file:
    rows = [row for row in csv.DictReader(line for line in file if line[0] != "#")
            if row["nvidia_name"]]
ok(len(rows) > 200, "two hundred names of NVIDIA and more")
for row in rows:
    name = f"ANGLE (NVIDIA, {row['nvidia_name']} (0x0000{row['id'].upper()}) Direct3D11 vs_5_0)"
    by_id = run("device", "10de:" + row["id"], "--json").json()["devices"]
    found = run("device", name, "--json").json()["devices"]
    names = {device["name"] for device in by_id}
    ok({device["name"] for device in found} <= names or names == {by_id[0]["architecture"]},
       f"{name}: what {row['id']} finds", found)
for name in ("arch=80;86", "arch_list=8.0;8.6", "arch_list=8.0 8.6",
             "TORCH_CUDA_ARCH_LIST=\"8.0 8.6\"", "arch_list=8.0,8.6", "arch_list=8.0+PTX 9.0",
             "arch_list=8.0+PTX;9.0", "Subsystem: NVIDIA Corporation Device 118f",
             "    Sub System Id                     : 0x118F10DE", "architectures=native",
             "Sub System Id : 10de:118f", "Sub System Id: 10DE 118F", "Subsystem: 10de:118f",
             "Subsystem: Gigabyte Technology Co., Ltd Device [10de:118f]",
             "\tSubsystem: Advanced Micro Devices, Inc. [AMD/ATI] Device [1002:0e3a]",
             "subvendor=0x10de subdevice=0x118f", "PCI_SUBSYS_ID=10DE:118F",
             "gfx_version=10.3",
             "gfx_version=10.3.99", "gfx_version=10.x.0", "gfx_version=10.3.0.1", "sm_70 or sm_80",
             "sm_", "NV999", "NVx", "gcc 8.6", "cc", "compute capability", "GPU clock: 1080",
             "vendor=0x10de 1458:3702", "Subsystem: id=10de:118f x", "x RTX 3090", "8x",
             "GeForce RTX 3090 or Radeon RX 6800 in my PC", "RTX 3090 x", "0x26841234", "0x268410",
             "Foo Device 2bb1", "Device 2bb1 Foo",
             "NVIDIA Corporation Device 2bb", "using", "Found GPU0 which is of cuda capability 9.0",
             "Using GeForce RTX 4070 ... | fp16: 1"):
    found = run("device", name)
    ok(found.code == 1 and "no device is named" in found.errors, f"{name}: no device", found)
# Several entries of lspci and nvidia-smi -L, with other functions and lines between them.
CARDS = ("01:00.0 VGA compatible controller{c}: NVIDIA Corporation AD102 [GeForce RTX 4090]{a} "
         "(rev a1)\n01:00.1 Audio device{d}: NVIDIA Corporation AD102 High Definition Audio "
         "Controller{e} (rev a1)\n02:00.0 VGA compatible controller{c}: NVIDIA Corporation GA102 "
         "[GeForce RTX 3090]{b} (rev a1)\n\tSubsystem: NVIDIA Corporation Device{f}\n")
for text, wanted in (
        (CARDS.format(a="", b="", c="", d="", e="", f=" 1454"),
         ["GeForce RTX 4090", "GeForce RTX 3090"]),
        (CARDS.format(a=" [10de:2684]", b=" [10de:2204]", c=" [0300]", d=" [0403]",
                      e=" [10de:22ba]", f=" [10de:1454]"),
         ["GeForce RTX 4090", "GeForce RTX 3090"]),
        ("0000:01:00.0 VGA compatible controller: NVIDIA Corporation Device 2684 (rev a1)\n"
         "0000:02:00.0 3D controller: NVIDIA Corporation Device 2204 (rev a1)",
         ["GeForce RTX 4090", "GeForce RTX 3090"]),
        ("GPU 0: Tesla T4 (UUID: GPU-5d5b)\nGPU 1: Tesla T4 (UUID: GPU-7d5b)\n", ["Tesla T4"]),
        ("GPU 0: Tesla T4 (UUID: GPU-5d5b)\nGPU 1: NVIDIA L4 (UUID: GPU-7d5b)\n",
         ["Tesla T4", "L4"])):
    found = run("device", text, "--json").json()
    ok([device["name"] for device in found["devices"]] == wanted and
       all((device["match"] == "ambiguous") == (len(wanted) > 1) for device in found["devices"]),
       f"all entries: {wanted}", found["devices"])
for name, read, match in (("HSA_OVERRIDE_GFX_VERSION=9.0.10", "gfx90a", "alias"),
                          ("OpenGL renderer string: NV137", "sm_61", "alias"),
                          ("Found GPU0 NVIDIA GeForce MX550 which is of cuda capability 7.5",
                           "NVIDIA GeForce MX550", "alias")):
    found = run("device", name, "--json").json()
    ok(found["remark"].endswith(f' is read as "{read}"') and
       found["devices"][0]["match"] == match, f"{name}: what is said of it", found["remark"])
with open(os.path.join(sys.argv[1], "tests", "data", "names", "processors.csv"),
          encoding="utf-8") as file:
    rows = list(csv.DictReader(line for line in file if line[0] != "#"))
VAN_GOGH = "itc.ua: AMD unveils Ryzen AI Z2 Extreme and Ryzen Z2 A: Z2 A is most likely Van Gogh"
for row in rows:
    name, found = row["name"], run("device", row["name"], "--json")
    if row["quality"] == "unknown":
        ok(found.code == 1 and "it is a processor: if it has a GPU inside" in found.errors,
           f"{name}: the GPU is asked for", found)
        continue
    (device,), remark = found.json()["devices"], found.json()["remark"]
    unread = {"reports of users": "reports of users, which were not read again",
              VAN_GOGH: VAN_GOGH}.get(row["origin"].replace("%2c", ","))
    doubt = f", which is not confirmed ({unread})" if unread else ""
    ok((device["name"], device["match"]) == (row["device"], row["quality"]) and
       remark == f'"{name}" is a processor: its GPU is {row["gpu"]}{doubt}', f"{name}: its GPU",
       found)
for name, size, says in (
        ("MI300", (), '"MI300" is the name of several devices: Instinct MI300A (gfx942), '
                      'Instinct MI300X (gfx942); they differ in core_count'),
        ("Thor", (), "Jetson T5000 (sm_110), Jetson T4000 (sm_110); they differ in core_count"),
        ("770", ("--wave-size", "16"), "is the name of several devices that answer differently: "),
        ("battlemage", ("--wave-size", "16"),
         "core_count is unknown, but this question needs its value (--core-count N, or name a "
         "product such as Arc B570, Arc B580, ")):
    answer = run("schedule", name, "-t", "256", *size, "--grid-groups", "1000")
    ok(answer.code != 0 and answer.text == "" and says in answer.errors,
       f"schedule {name}: none is picked", answer)
done()
