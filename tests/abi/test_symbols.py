#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that the headers, the symbol map and a library name the same functions, and that libgpuocc
and libgpuocc-models have no writable data and need only memory functions.
Usage: test_symbols.py SOURCE_ROOT LIBRARY [models | kernels | runs]"""
import os
import re
import subprocess
import sys

root, library = sys.argv[1:3]
part = sys.argv[3] if len(sys.argv) > 3 else ""
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok  # noqa: E402

FOLDER = os.path.join(root, part, "include")
MAP = os.path.join(root, part, f"gpuocc-{part}.map") if part else \
    os.path.join(root, "lib", "gpuocc.map")
declared = set()
for header in os.listdir(os.path.join(FOLDER, "gpuocc")):
    if not header.endswith(".h"):
        continue  # adapters declare no function of the library
    with open(os.path.join(FOLDER, "gpuocc", header)) as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    for declaration in re.findall(r"^GPUOCC_API (.*?);", text, flags=re.S | re.M):
        declared.add(re.search(r"(\w+)\s*\(", declaration).group(1))

with open(MAP) as file:
    mapped = set(re.findall(r"^\s*(gpuocc_\w+);", file.read(), flags=re.M))


def nm(*options):
    return subprocess.run(["nm", "-D", *options, library], capture_output=True, text=True,
                          check=True).stdout.split("\n")


exported = {line.split()[-1].split("@")[0] for line in nm("--defined-only") if " T " in line}
others = [line for line in nm("--defined-only") if line and " T " not in line
          and not re.search(r" A GPUOCC_", line)]
needed = {line.split()[-1].split("@")[0] for line in nm("--undefined-only") if " U " in line}

ok(declared == mapped, f"{len(declared)} functions: headers = map", declared ^ mapped)
ok(exported == mapped, "library = map", exported ^ mapped)
ok(not others, "nothing but functions is exported", *others)
if part in ("kernels", "runs"):  # they allocate, and use other libraries
    done()
# clang replaces a comparison of strstr's result with its argument by strncmp.
allowed = {"memcpy", "memset", "memcmp", "bcmp", "memmove", "memchr", "strlen", "strcmp", "strchr",
           "strncmp", "strstr", "__stack_chk_fail"}
ok(needed <= allowed, "needs memory and string functions only", needed - allowed)

sections = subprocess.run(["readelf", "-SW", library], capture_output=True, text=True,
                          check=True).stdout
sizes = {name: int(size, 16) for name, size in re.findall(
    r"\] (\.\S+)\s+\S+\s+[0-9a-f]+ [0-9a-f]+ ([0-9a-f]+)", sections)}
# .data and .bss of an empty shared library: the handle and the completed flag of the C runtime.
ok(sizes.get(".data", 0) <= 8 and sizes.get(".bss", 0) <= 8,
   f"no writable data (.data {sizes.get('.data', 0)}, .bss {sizes.get('.bss', 0)} bytes)")
if part:
    done()
loaded = sum(size for name, size in sizes.items() if not name.startswith((".debug", ".comment",
             ".relro_padding", ".symtab", ".strtab", ".shstrtab", ".gnu.build")))
# gcc 12 makes 200 KiB of the first four vendors, clang some more; each further one may add 9.
comment = subprocess.run(["readelf", "-p", ".comment", library], capture_output=True,
                         text=True).stdout
with open(os.path.join(root, "devices", "vendors.def"), encoding="ascii") as file:
    vendors = len(re.findall(r"^VENDOR\(", file.read(), re.M))
LOADED = (208 if "clang" in comment else 202) + 9 * max(0, vendors - 4)
ok(loaded <= LOADED * 1024, f"{loaded // 1024} KiB loaded, at most {LOADED} KiB")
done()
