#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that every installed compiler and machine gives the same answers for the grid of grid.h,
and so do the shared library of this build, the two files of scripts/amalgamate, a DLL and a
WebAssembly module.
Usage: test_cross.py SOURCE_ROOT LIBRARY [--table]; --table prints the sum of each build."""
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile

root, library = sys.argv[1:3]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

HERE = os.path.join(root, "tests", "cross")
CHECKSUM = os.path.join(HERE, "checksum.c")
FLAGS = ["-std=c99", "-ffp-contract=off"]
SSE = ["-msse2", "-mfpmath=sse"]
# Name; compiler; its flags; what runs the program, and its arguments.
COMPILED = [
    ("gcc -O0, x86-64", "gcc", ["-O0"], []),
    ("gcc -O3 -march=native, x86-64", "gcc", ["-O3", "-march=native"], []),
    ("clang -O2, x86-64", "clang", ["-O2"], []),
    ("tcc, x86-64", "tcc", [], []),
    ("musl-gcc -O2, x86-64, static", "musl-gcc", ["-O2", "-static"], []),
    ("gcc -O2, i686", "i686-linux-gnu-gcc", ["-O2", "-static", *SSE], []),
    ("gcc -O2, aarch64", "aarch64-linux-gnu-gcc", ["-O2", "-static"], ["qemu-aarch64"]),
    ("gcc -O2, s390x (big-endian)", "s390x-linux-gnu-gcc", ["-O2", "-static"], ["qemu-s390x"]),
]


class Missing(Exception):
    """A tool is not installed."""


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=400, **more)


def must(*command, **more):
    if shutil.which(command[0]) is None:
        raise Missing(command[0])
    answer = run(*command, **more)
    if answer.returncode:
        raise RuntimeError(" ".join(command) + "\n" + answer.stderr[-2000:])
    return answer.stdout


def compiled(folder, number, compiler, flags, prefix):
    """Builds the two files with the program; warnings are errors if the compiler has them."""
    program = os.path.join(folder, f"program{number}")
    # tcc has no warnings, and gcc -O3 reports loops in them that do not exist.
    quiet = compiler == "tcc" or "-O3" in flags
    warnings = [] if quiet else ["-Wall", "-Wextra", "-Werror"]
    for tool in prefix:
        if shutil.which(tool) is None:
            raise Missing(tool)
    must(compiler, *FLAGS, *flags, *warnings, "-I", folder, os.path.join(folder, "gpuocc.c"),
         CHECKSUM, "-o", program)
    return must(*prefix, program)


def shared(folder):
    """Uses the library that Meson built instead of the two files."""
    program = os.path.join(folder, "shared")
    at = os.path.dirname(os.path.abspath(library))
    must("cc", *FLAGS, "-O2", "-I", os.path.join(root, "include"), CHECKSUM, "-L", at, "-lgpuocc",
         "-Wl,-rpath," + at, "-o", program)
    return must(program)


def cplusplus(folder):
    """Compiles gpuocc.c as C, and the program that uses gpuocc.h as C++."""
    made = os.path.join(folder, "cplusplus.o")
    program = os.path.join(folder, "cplusplus")
    must("gcc", *FLAGS, "-O1", "-c", "-I", folder, os.path.join(folder, "gpuocc.c"), "-o", made)
    must("g++", "-std=c++11", "-I", folder, "-x", "c++", CHECKSUM, "-x", "none", made, "-o",
         program)
    return must(program)


def windows(folder):
    """Builds a DLL of the two files and a program that imports it."""
    gcc = "x86_64-w64-mingw32-gcc"
    dll, program = os.path.join(folder, "gpuocc.dll"), os.path.join(folder, "checksum.exe")
    must(gcc, *FLAGS, "-O2", "-shared", "-DGPUOCC_API=__declspec(dllexport)", "-I", folder,
         os.path.join(folder, "gpuocc.c"), "-o", dll)
    must(gcc, *FLAGS, "-O2", "-DGPUOCC_SHARED", "-I", folder, CHECKSUM, dll, "-o", program)
    return must("wine", program, cwd=folder, env=dict(
        os.environ, WINEPREFIX=os.path.join(folder, "wine"), WINEDEBUG="-all"))


def wasm(folder):
    module = os.path.join(folder, "checksum.wasm")
    for tool in ("clang", "wasm-ld", "node"):
        if shutil.which(tool) is None:
            raise Missing(tool)
    must(os.path.join(root, "scripts", "wasm"), module, os.path.join(HERE, "checksum_wasm.c"))
    return must("node", os.path.join(HERE, "checksum.cjs"), module)


def attempt(job):
    name, work, arguments = job
    try:
        return name, work(*arguments).replace("\r", ""), ""
    except Missing as tool:
        return name, None, f"no {tool}"
    except (RuntimeError, subprocess.TimeoutExpired) as problem:
        return name, "", str(problem)


with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
    must(os.path.join(root, "scripts", "amalgamate"), folder)
    os.mkdir(os.path.join(folder, "gpuocc"))
    shutil.copy(os.path.join(folder, "gpuocc.h"), os.path.join(folder, "gpuocc"))
    jobs = [("this build, shared library", shared, (folder,))]
    jobs += [(name, compiled, (folder, number, compiler, flags, prefix))
             for number, (name, compiler, flags, prefix) in enumerate(COMPILED)]
    jobs += [("program in C++ (g++), library in C", cplusplus, (folder,)),
             ("mingw-w64 -O2, x86-64, DLL", windows, (folder,)),
             ("clang -Os, wasm32 without libc", wasm, (folder,))]
    RUNNERS = {name: prefix[0] for name, _, _, prefix in COMPILED if prefix}
    RUNNERS.update({"mingw-w64 -O2, x86-64, DLL": "wine", "clang -Os, wasm32 without libc": "node"})
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(attempt, jobs))

first = answers[0][1] or ""
counts, integers, doubles = (first.splitlines() + ["", "", ""])[:3]
if "--table" in sys.argv:
    print(f"{counts}\n")
    print(f"{'built by, for':36}{'run by':14}{'integers':18}doubles")
    for name, text, problem in answers:
        lines = text.splitlines() if text else ["", problem.split("\n", maxsplit=1)[0], ""]
        print(f"{name:36}{RUNNERS.get(name, 'itself'):14}{lines[1].split(' ')[-1]:18}"
              f"{lines[2].split(' ')[-1]}")
    sys.exit(0)
ok(" devices, " in counts and not counts.endswith(" 0 doubles"), f"the grid: {counts}", first)
for name, text, problem in answers:
    if text is None:
        skip(name, problem)
        continue
    lines = (text.splitlines() + ["", "", ""])[:3]
    ok(lines[:2] == [counts, integers] and integers != "", f"{name}: {integers}", lines, problem)
    ok(lines[2] == doubles and doubles != "", f"{name}: {doubles}", lines[2])
done()
