#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that one record adds a GPU: each vendor gets a fictional architecture and a product in a
copy of the tree, and NVIDIA 2,000 boards. The command, built again, must find them and answer.
Usage: test_added_gpu.py SOURCE_ROOT"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

root = sys.argv[1]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok  # noqa: E402

# Per vendor: the architecture, the one in its `like`, its generation, a number that differs and its
# value, the kernel, the groups per core before and after, and the product.
ADDED = {
    "nvidia": ("sm_198", "sm_120", 198, "max_groups_per_core", 48, ["--threads", "32"], 24, 48,
               "GeForce RTX 9180"),
    "amd": ("gfx1999", "gfx1200", 0x1999, "barriers_per_core", 16, ["--threads", "1024"], 2, 2,
            "Radeon RX 99900"),
    "intel": ("fut", "bmg-g21", 4000, "max_waves_per_partition", 8,
              ["--threads", "512", "--wave-size", "16"], 2, 2, "Arc F990"),
    "apple": ("apple99", "apple8", 8, "max_threads_per_group", 1024, ["--threads", "1024"], None,
              None, "Apple M99"),
}


def sources(vendor):
    """Returns the vendor's first source."""
    with open(os.path.join(root, "devices", vendor, "sources.ini"), encoding="ascii") as file:
        return re.search(r"^\[(.+)\]", file.read(), re.M).group(1)


def add(folder, vendor):
    name, like, generation, key, value, _, _, _, product = ADDED[vendor]
    source = sources(vendor)
    with open(os.path.join(folder, "architectures.ini"), "a", encoding="ascii") as file:
        file.write(f"\n[{name}]\nlike = {like}\nfamily = Future\ngeneration = {generation}\n"
                   f"{key} = {value}\nsource = {source}\nconfidence = unverified\n"
                   f"notes = provisional\naliases = Code Name {vendor}99\n")
    with open(os.path.join(folder, "products.ini"), "a", encoding="ascii") as file:
        file.write(f"\n[{product}]\narchitecture = {name}\ncore_count = 77\nclock_mhz = 2700\n"
                   f"memory_mb_per_s = 2000000\nsource = {source}\nconfidence = one_source\n"
                   f"aliases = The {vendor} of tomorrow\n" +
                   ("pci = 3ffe\n" if vendor != "apple" else ""))


def add_many(folder):
    """Adds 2,000 products: the index of names must not have a limit that growth could reach."""
    with open(os.path.join(folder, "products.ini"), "a", encoding="ascii") as file:
        for i in range(2000):
            file.write(f"\n[Board {i} X]\narchitecture = sm_89\ncore_count = {i + 1}\n"
                       f"source = list\nconfidence = one_source\naliases = Card {i} Y\n")


def ask(command, *arguments):
    done = subprocess.run([command, *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


with tempfile.TemporaryDirectory() as folder:
    tree = os.path.join(folder, "tree")
    os.makedirs(tree)
    for name in ("meson.build", "meson_options.txt", "packaging", "devices", "docs", "include",
                 "kernels", "lib", "models", "runs", "scripts", "tools"):
        copy = shutil.copytree if os.path.isdir(os.path.join(root, name)) else shutil.copy
        copy(os.path.join(root, name), os.path.join(tree, name))
    for vendor in ADDED:
        add(os.path.join(tree, "devices", vendor), vendor)
    add_many(os.path.join(tree, "devices", "nvidia"))
    build = os.path.join(folder, "build")
    made = subprocess.run(["meson", "setup", build, tree, "-Dtests=false"], capture_output=True,
                          text=True)
    made = made if made.returncode else subprocess.run(["ninja", "-C", build], capture_output=True,
                                                       text=True)
    ok(made.returncode == 0, "the tree with more GPUs builds", made.stdout[-2000:])
    command = os.path.join(build, "tools", "gpuocc")
    for vendor, row in ADDED.items():
        name, like, _, key, value, kernel, before, after, product = row
        for asked, found in ((name, name), (product, product), (f"code name {vendor}99", name),
                             (f"the {vendor} of tomorrow", product),
                             (product.upper(), product)):
            status, out, err = ask(command, "device", asked, "--json")
            device = json.loads(out)["devices"][0] if status == 0 else {}
            ok(device.get("name") == found, f"{vendor}: {asked} is found", out + err)
            numbers = {n["name"]: n for n in device.get("numbers", [])}
            ok(numbers.get(key, {}).get("value") == value and
               numbers[key]["confidence"] == "unverified", f"{vendor}: {asked} has {key} {value}")
        ok(numbers.get("core_count", {}).get("value") == 77 and
           numbers["core_count"]["confidence"] == "one_source",
           f"{vendor}: {product} has 77 cores")
        if vendor != "apple":
            pci = {"nvidia": "10de", "amd": "1002", "intel": "8086"}[vendor] + ":3ffe"
            status, out, err = ask(command, "device", pci, "--json")
            ok(status == 0 and json.loads(out)["devices"][0]["name"] == product,
               f"{vendor}: {pci} is {product}", out + err)
        for device, expected in ((like, before), (product, after)):
            status, out, err = ask(command, "occupancy", "--neutral", device, *kernel)
            groups = re.match(r"(\d+) groups?,", out)
            ok(status == 0 and groups is not None and
               (expected is None or int(groups.group(1)) == expected),
               f"{vendor}: occupancy of {device}", out + err)
        # All other GPUs are still found.
        status, out, err = ask(command, "devices", "--json", vendor)
        ok(status == 0 and len(json.loads(out)["devices"]) > 20, f"{vendor}: the others are there",
           err)
    lost = [i for i in range(0, 2000, 50) for name in (f"board {i}x", f"card {i} y")
            if f'"name":"Board {i} X"' not in ask(command, "device", name, "--json")[1]]
    ok(not lost, "every 50th of 2,000 more boards is found by both of its names", lost)
done()
