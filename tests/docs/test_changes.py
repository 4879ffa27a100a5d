#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the changes that docs/contributing.md documents in a copy of the tree, as a contributor
would: records of a GPU, a result, a format of compiled kernels. The copy is built, what is new
answers, and the tests that read the records and the interface pass.
Usage: test_changes.py SOURCE_ROOT"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

root = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(root, "tests"))
sys.dont_write_bytecode = True
from tap import done, ok  # noqa: E402

# The tests that read records, the interface or the list of formats.
CHECKS = ["tables", "constants", "devices-page", "data-version", "layout", "headers"]
with open(os.path.join(root, "docs", "contributing.md"), encoding="utf-8") as file:
    PAGE = file.read()


def run(*command, **more):
    answer = subprocess.run(command, capture_output=True, text=True, **more)
    return answer.returncode, answer.stdout, answer.stderr


def edit(tree, name, change):
    """Changes a file, which may be new."""
    path = os.path.join(tree, name)
    text = ""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(change(text))


def parts(first):
    """Returns the (file, lines to add) of the block of the page that begins with a file."""
    block = re.search(rf"^```text\n({re.escape(first)}\n.*?)^```", PAGE, re.S | re.M)[1]
    found = re.split(r"^(\w+(?:/[\w.]+)+)\n", block, flags=re.M)[1:]
    return list(zip(found[::2], found[1::2]))


def before(mark, lines):
    """Returns a change that inserts lines before the first line that begins with `mark`."""
    return lambda text: re.sub(rf"^(?={mark})", lambda _: lines, text, count=1, flags=re.M)


def tables(tree):
    status, out, err = run(sys.executable, os.path.join(tree, "tests", "tables", "test_tables.py"),
                           tree)
    return status, out + err


def add_gpu(tree):
    """Adds the records, then the rows of their second source."""
    blocks = re.findall(r"^```ini\n(.*?)^```", PAGE, re.S | re.M)
    message = re.search(r"^```text\n(catalogue.py: .*?)\n```", PAGE, re.S | re.M)[1]
    folder = os.path.join(tree, "devices", "nvidia")
    for records, shown in ((blocks[0].replace("= sm_120", "= x"), message), (blocks[0], "")):
        for name in ("products.ini", "architectures.ini"):
            shutil.copy(os.path.join(root, "devices", "nvidia", name), folder)
        edit(folder, "products.ini", lambda text: text + "\n" + records)
        edit(folder, "architectures.ini", lambda text: text + "\n" + blocks[1])
        status, _, err = run(sys.executable, os.path.join(tree, "devices", "catalogue.py"),
                             "--check", os.path.dirname(folder))
        ok(len(blocks) == 2 and (status, err.strip()) == (1 if shown else 0, shown),
           f"the page's records: {shown or 'nothing is wrong'}", err)
    status, said = tables(tree)
    ok(status != 0 and all(f"name={name}" in said for name in ("sm_199", "GeForce RTX 9090")) and
       "Traceback" not in said, "they need a second source", said[-2000:])
    for name, rows in parts("tests/data/nvidia/compute_capabilities.csv"):
        edit(tree, name, lambda text, rows=rows: text + rows)
    status, said = tables(tree)
    ok(status == 0, "and have it", *[line for line in said.splitlines() if line[:4] == "not "])


def add_result(tree):
    """Adds a number of the enum, a row and a function."""
    number, = re.findall(r"^    GPUOCC_RESULT_COUNT = (\d+)$",
                         open(os.path.join(tree, "include", "gpuocc", "occupancy.h"),
                              encoding="utf-8").read(), re.M)
    for name, lines in parts("include/gpuocc/occupancy.h"):
        edit(tree, name, before("    GPUOCC_RESULT_COUNT", lines) if name.endswith(".h") else
             lambda text, lines=lines: text + lines)
    edit(tree, "include/gpuocc/occupancy.h", lambda text: text.replace(
        f"GPUOCC_RESULT_COUNT = {number}", f"GPUOCC_RESULT_COUNT = {int(number) + 1}"))
    status, out, err = run(sys.executable, os.path.join(tree, "scripts", "abi_snapshot"))
    ok(status == 0, "scripts/abi_snapshot records the result", out, err)


def add_format(tree):
    """Adds a function in a new file, a row and the file to the build."""
    for name, lines in parts("kernels/zonk.c"):
        edit(tree, name, before("sass_table =", lines + "\n") if name.endswith(".build") else
             lambda text, lines=lines: text + lines)


PROGRAM = """#include <gpuocc/gpuocc.h>
#include <stdio.h>
int main(void)
{
    const gpuocc_kernel kernel = {.size = sizeof kernel, .threads_per_group = 256,
                                  .registers_per_thread = 72};
    gpuocc_occupancy occupancy;
    uint64_t low = 0, high = 0, expanded = 0;

    if (gpuocc_occupancy_init(&occupancy, gpuocc_device_named("RTX 4090"), 0, &kernel, NULL) !=
        GPUOCC_OK)
        return 1;
    gpuocc_occupancy_get(&occupancy, GPUOCC_RESULT_UNUSED_REGISTERS_PERCENT, 0, &low, &high);
    gpuocc_occupancy_expand(&occupancy);
    gpuocc_occupancy_get(&occupancy, GPUOCC_RESULT_UNUSED_REGISTERS_PERCENT, 0, &expanded, NULL);
    printf("%d %d %d\\n", (int)low, (int)high, (int)expanded);
    return 0;
}
"""


def check_result(tree, build, command):
    """10,240 of 65,536 registers are unused: 15 %. The other values are those of the ends of a
    range."""
    name, kernel = "unused_registers_percent", ["RTX 4090", "-t", "256", "-r", "72"]
    program = os.path.join(build, "program")
    edit(build, "program.c", lambda _: PROGRAM)
    made = run("cc", "-std=c99", "-I", os.path.join(tree, "include"), program + ".c", "-o", program,
               "-L", build, "-lgpuocc", "-Wl,-rpath," + build)
    said = run(program) if made[0] == 0 else made
    ok(said[:2] == (0, "15 15 15\n"), "C has the result that is added", *said[1:])
    status, out, err = run(command, "occupancy", *kernel, "--json")
    ok(status == 0 and json.loads(out)[name] == 15, "the JSON has it", out, err)
    rows = "device,threads_per_group,registers_per_thread\nRTX 4090,256,72\nRTX 4090,256,unknown\n"
    status, out, err = run(command, "eval", input=rows)
    head, *rows = [line.split(",") for line in out.splitlines()]
    ok(status == 0 and [row[head.index(name)] for row in rows] == ["15", ""],
       "gpuocc eval has a column of it", out, err)
    met = [run(command, "occupancy", *kernel, "--require", f"{name}{text}")[0]
           for text in ("==15", ">15")]
    ok(met == [0, 3], "a requirement may be about it", met)


def check_format(command):
    """An SM of sm_90 has 65,536 registers: 10,240 of a group of 256 threads with 40 each fit six
    times, which are 48 of 64 warps."""
    for kernels, status_wanted, kept in (("kernel scale sm_90 40\n", 0, True),
                                         ("kernel scale sm_90 many\n", 2, False),
                                         ("", None, False)):
        path = os.path.join(folder, "listing.zonk")
        edit(folder, "listing.zonk", lambda _, text=kernels: "zonk 1\n" + text)
        status, out, err = run(command, "kernels", "-t", "256", "--json", path)
        rows = json.loads(out)["rows"] if out.startswith("{") else []
        found = [(row["input"]["kernel"], row["input"]["target"], row["groups"], row["waves"])
                 for row in rows]
        ok(found == [("scale", "sm_90", 6, 48)] * kept and status_wanted in (status, None) and
           (kernels == "" or kept or "no number of registers" in err),
           f"the command reads {kernels.strip() or 'a listing without kernels'}", out, err)


with tempfile.TemporaryDirectory() as folder:
    tree, build = os.path.join(folder, "tree"), os.path.join(folder, "build")
    shutil.copytree(root, tree, symlinks=True, ignore=shutil.ignore_patterns(
        "build*", ".git", "__pycache__"))
    add_gpu(tree)
    add_result(tree)
    add_format(tree)
    made = run("meson", "setup", build, tree)
    made = run("ninja", "-C", build, "tools/gpuocc") if made[0] == 0 else made
    if ok(made[0] == 0, "the changed tree builds", made[1][-2000:], made[2][-2000:]):
        command = os.path.join(build, "tools", "gpuocc")
        for asked, groups in (("RTX 9090", 24), ("rtx 9090 founders", 24), ("10de:3fff", 24),
                              ("sm_199", 32)):
            status, out, err = run(command, "occupancy", asked, "--threads", "32")
            ok(status == 0 and out.startswith(f"{groups} blocks,"), f"the page's {asked}", out, err)
        check_result(tree, build, command)
        check_format(command)
        status, out, err = run("meson", "test", "-C", build, "--print-errorlogs", *CHECKS)
        ok(status == 0, "the tests that read the records and the interface pass", out[-4000:])
done()
