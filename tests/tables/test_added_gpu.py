#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the changes that docs/contributing.md explains, in a copy of the tree. One record adds a
GPU: each vendor gets a fictional architecture and a product, and NVIDIA those of the page. The
command, built again, must find them and answer, with the result that the page adds.
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


def add_of_page(folder):
    """Adds the records of docs/contributing.md. Returns the message that it shows for an invalid
    one."""
    with open(os.path.join(root, "docs", "contributing.md"), encoding="utf-8") as file:
        page = file.read()
    blocks = re.findall(r"^```ini\n(.*?)^```", page, re.S | re.M)
    message = re.search(r"^```text\n(catalogue.py: .*?)\n```", page, re.S | re.M).group(1)
    wrong = blocks[0].replace("= sm_120", "= x")
    for text, shown in ((wrong, message), (blocks[0], "")):
        for name in ("products.ini", "architectures.ini"):
            shutil.copy(os.path.join(root, "devices", "nvidia", name), folder)
        for block in (text, blocks[1]):
            name = "products.ini" if "architecture =" in block else "architectures.ini"
            with open(os.path.join(folder, name), "a", encoding="ascii") as file:
                file.write("\n" + block)
        status, _, err = ask(sys.executable, os.path.join(root, "devices", "catalogue.py"),
                             "--check", os.path.dirname(folder))
        ok(len(blocks) == 2 and (status, err.strip()) == (1 if shown else 0, shown),
           f"the page's records: {shown or 'nothing is wrong'}", err)


def add_result(tree):
    """Adds the result of the page: a number of the enum, a row and a function."""
    with open(os.path.join(root, "docs", "contributing.md"), encoding="utf-8") as file:
        block = re.search(r"^```text\ninclude/(.*?)^```", file.read(), re.S | re.M)
    parts = re.split(r"^(\S+\.(?:h|def|c))\n", "include/" + block.group(1), flags=re.M)[1:]
    for name, text in zip(parts[::2], parts[1::2]):
        path = os.path.join(tree, name)
        with open(path, encoding="ascii") as file:
            before = file.read()
        if name.endswith(".h"):
            end = re.search(r"^    GPUOCC_RESULT_COUNT = (\d+)$", before, re.M)
            text = (before[:end.start()] + text + "    GPUOCC_RESULT_COUNT = " +
                    str(int(end.group(1)) + 1) + before[end.end():])
        else:
            text = before + text
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
    return len(parts) // 2


PROGRAM = """#include <gpuocc/gpuocc.h>
#include <stdio.h>
int main(void)
{
    const gpuocc_kernel kernel = {.size = sizeof kernel, .threads_per_group = 256,
                                  .registers_per_thread = 72};
    gpuocc_occupancy occupancy;
    uint64_t low = 0, high = 0, expanded = 0;
    uint32_t number = 0;

    if (gpuocc_number(GPUOCC_LIST_RESULTS, "unused_registers_percent", 24, &number) != GPUOCC_OK ||
        gpuocc_occupancy_init(&occupancy, gpuocc_device_named("RTX 4090"), 0, &kernel, NULL) !=
            GPUOCC_OK)
        return 1;
    gpuocc_occupancy_get(&occupancy, number, 0, &low, &high);
    gpuocc_occupancy_expand(&occupancy);
    gpuocc_occupancy_get(&occupancy, number, 0, &expanded, NULL);
    printf("%d %d %d\\n", (int)low, (int)high, (int)expanded);
    return 0;
}
"""


def check_result(tree, build, command):
    """10,240 of 65,536 registers are unused: 15 %. The other values are those of the ends of a
    range."""
    name, kernel = "unused_registers_percent", ["RTX 4090", "-t", "256", "-r", "72"]
    program = os.path.join(build, "program")
    with open(program + ".c", "w", encoding="ascii") as file:
        file.write(PROGRAM)
    made = ask("cc", "-std=c99", "-I", os.path.join(tree, "include"), program + ".c", "-o", program,
               os.path.join(build, "libgpuocc.a"))
    said = ask(program) if made[0] == 0 else made
    ok(said[:2] == (0, "15 15 15\n"), "C has the result that is added", *said)
    status, out, err = ask(command, "occupancy", *kernel, "--json")
    ok(status == 0 and json.loads(out)[name] == 15, "the JSON has it", out, err)
    csv = os.path.join(build, "rows.csv")
    with open(csv, "w", encoding="ascii") as file:
        file.write("device,threads_per_group,registers_per_thread\nRTX 4090,256,72\n"
                   "RTX 4090,256,unknown\n")
    status, out, err = ask(command, "eval", csv)
    head, *rows = [line.split(",") for line in out.splitlines()]
    ok(status == 0 and [row[head.index(name)] for row in rows] == ["15", ""],
       "gpuocc eval has a column of it", out, err)
    met = [ask(command, "occupancy", *kernel, "--require", f"{name}{text}")[0]
           for text in ("==15", ">15")]
    ok(met == [0, 3], "a requirement may be about it", met)


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
                 "kernels", "lib", "models", "scripts", "tools"):
        copy = shutil.copytree if os.path.isdir(os.path.join(root, name)) else shutil.copy
        copy(os.path.join(root, name), os.path.join(tree, name))
    add_of_page(os.path.join(tree, "devices", "nvidia"))
    for vendor in ADDED:
        add(os.path.join(tree, "devices", vendor), vendor)
    add_many(os.path.join(tree, "devices", "nvidia"))
    ok(add_result(tree) == 3, "the page's result has a number, a row and a function")
    build = os.path.join(folder, "build")
    made = subprocess.run(["meson", "setup", build, tree, "-Dtests=false"], capture_output=True,
                          text=True)
    made = made if made.returncode else subprocess.run(["ninja", "-C", build], capture_output=True,
                                                       text=True)
    ok(made.returncode == 0, "the tree with more GPUs builds", made.stdout[-2000:])
    command = os.path.join(build, "tools", "gpuocc")
    for asked, groups in (("RTX 9090", 24), ("rtx 9090 founders", 24), ("10de:3fff", 24),
                          ("sm_199", 32)):
        status, out, err = ask(command, "occupancy", asked, "--threads", "32")
        ok(status == 0 and out.startswith(f"{groups} groups,"), f"the page's {asked}", out + err)
    check_result(tree, build, command)
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
            status, out, err = ask(command, "occupancy", device, *kernel)
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
