#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that tests/abi/layout.c compiles for every target of clang, that it covers everything that
the headers declare, and that structs have the same layout everywhere and can grow.
Usage: test_layout.py SOURCE_ROOT"""
import os
import shutil
import subprocess
import sys
import tempfile

root = sys.argv[1]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

sys.path.insert(0, os.path.join(root, "scripts"))
sys.dont_write_bytecode = True
import api as reader  # noqa: E402

api = reader.read(root)
record = subprocess.run([os.path.join(root, "scripts", "abi_snapshot"), "--check"],
                        capture_output=True, text=True)
ok(record.returncode == 0, "the record is that of today's headers (else: scripts/abi_snapshot)",
   record.stdout, record.stderr)
headers = {name for folder in ("include", "models/include")
           for name in os.listdir(os.path.join(root, folder, "gpuocc")) if name.endswith(".h")}
ok(headers == {"gpuocc.h", *api["headers"]}, "gpuocc.h includes every header of its library",
   headers ^ {"gpuocc.h", *api["headers"]})
wrong = [s["name"] for s in api["structs"]
         if s["members"][0]["name"] != "size" or s["members"][0]["type"] != "uint32_t"]
ok(not wrong, f"{len(api['structs'])} structs have their size first", *wrong)
wrong = [f"{s['name']}.{m['name']}" for s in api["structs"]
         for before, m in zip(s["members"], s["members"][1:])
         if before["offset"] + before["size"] != m["offset"]]
wrong += [s["name"] for s in api["structs"]
          if s["members"][-1]["offset"] + s["members"][-1]["size"] != s["size"]]
ok(not wrong, "no struct has padding", *wrong)
values = {}
for enum in api["enums"]:
    for value in enum["values"]:
        values.setdefault((enum["name"], value["value"]), []).append(value["name"])
wrong = [names for names in values.values() if len(names) > 1]
ok(not wrong, "no number of an enum has two names", *wrong)
TARGETS = ["x86_64-linux-gnu", "i386-linux-gnu", "aarch64-linux-gnu", "aarch64_be-linux-gnu",
           "arm-linux-gnueabihf", "armeb-linux-gnueabi", "powerpc-linux-gnu",
           "powerpc64-linux-gnu", "powerpc64le-linux-gnu", "s390x-linux-gnu", "mips-linux-gnu",
           "mips64el-linux-gnuabi64", "riscv32-linux-gnu", "riscv64-linux-gnu", "wasm32", "wasm64",
           "x86_64-pc-windows-msvc", "i686-pc-windows-msvc", "aarch64-pc-windows-msvc",
           "x86_64-w64-mingw32", "arm64-apple-macos", "x86_64-apple-macos"]

clang = shutil.which("clang")
if clang is None:
    skip("layouts on every target", "no clang")
    done()
# stdint.h and stddef.h for these targets, so that no C library is needed.
STUBS = {
    "stdint.h": "typedef __UINT8_TYPE__ uint8_t;typedef __UINT32_TYPE__ uint32_t;"
                "typedef __UINT64_TYPE__ uint64_t;typedef __INT32_TYPE__ int32_t;"
                "typedef __INT64_TYPE__ int64_t;\n",
    "stddef.h": "typedef __SIZE_TYPE__ size_t;\n"
                "#define NULL ((void *)0)\n#define offsetof(t, m) __builtin_offsetof(t, m)\n",
}
with tempfile.TemporaryDirectory() as stubs:
    for name, text in STUBS.items():
        with open(os.path.join(stubs, name), "w") as file:
            file.write(text)
    for target in TARGETS:
        run = subprocess.run(
            [clang, "--target=" + target, "-std=c99", "-fsyntax-only", "-nostdinc", "-Werror",
             "-isystem", stubs, "-I", os.path.join(root, "include"),
             "-I", os.path.join(root, "models", "include"),
             os.path.join(root, "tests", "abi", "layout.c")], capture_output=True, text=True)
        if "unknown target triple" in run.stderr:
            skip(f"layouts on {target}", "this clang does not know it")
        else:
            ok(run.returncode == 0, f"layouts on {target}", run.stderr)
done()
