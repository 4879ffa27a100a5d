#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The library inside another program: as a Meson subproject, shared and static, and as two files in
C and C++, also with one vendor. Each answers the example of the README.
Usage: test_embed.py SOURCE_ROOT"""
import os
import shutil
import subprocess
import sys
import tempfile

root = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

EXPECTED = "3 groups, 24 of 48 waves\n"
EXAMPLE = os.path.join(root, "tests", "ffi", "example.c")
PROJECT = """project('consumer', 'c', default_options: ['c_std=c99'])
gpuocc = dependency('gpuocc', fallback: 'gpuocc',
  default_options: ['vendors=nvidia', 'tools=false', 'default_library=KIND'])
executable('consumer', 'example.c', dependencies: gpuocc)
"""
CPP = ["g++", "-x", "c++", "-Wno-missing-field-initializers"]
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-ffp-contract=off"]


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


def answers(program, name):
    answer = run(program)
    ok(answer.stdout == EXPECTED, f"{name} answers", answer.stdout, answer.stderr)


def test_subproject(kind):
    """A consumer whose subprojects hold this tree."""
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "subprojects"))
        os.symlink(root, os.path.join(folder, "subprojects", "gpuocc"))
        shutil.copy(EXAMPLE, folder)
        with open(os.path.join(folder, "meson.build"), "w", encoding="utf-8") as file:
            file.write(PROJECT.replace("KIND", kind))
        build = os.path.join(folder, "build")
        made = run("meson", "setup", "--wrap-mode=forcefallback", build, folder)
        built = run("ninja", "-C", build)
        if ok(made.returncode == 0 and built.returncode == 0, f"a Meson subproject, {kind}",
              made.stdout[-1500:], built.stdout[-1500:]):
            answers(os.path.join(build, "consumer"), f"the subproject, {kind},")


def test_two_files(folder):
    """gpuocc.c is C; a program in C++ includes gpuocc.h."""
    source = os.path.join(folder, "gpuocc.c")
    include = ["-I", folder]
    for name, build, link in (
            ("C99", ["gcc", "-std=c99"], ["gcc", "-std=c99"]),
            ("C17 by clang", ["clang", "-std=c17"], ["clang", "-std=c17"]),
            ("C++98", ["gcc", "-std=c99"], CPP + ["-std=c++98", "-Wno-long-long"]),
            ("C++20", ["gcc", "-std=c99"], CPP + ["-std=c++20"]),
            ("C99, one vendor", ["gcc", "-std=c99", "-DGOCC_WITH_NVIDIA"], ["gcc", "-std=c99"])):
        if shutil.which(build[0]) is None or shutil.which(link[0]) is None:
            skip(f"two files in {name}", f"no {build[0]} or {link[0]}")
            continue
        made, program = os.path.join(folder, "gpuocc.o"), os.path.join(folder, "program")
        compiled = run(*build, *STRICT, "-O1", *include, "-c", source, "-o", made)
        linked = run(link[0], *STRICT, *link[1:], *include, EXAMPLE, "-x", "none", made, "-o",
                     program)
        if ok(compiled.returncode == 0 and linked.returncode == 0, f"two files in {name}",
              compiled.stderr, linked.stderr):
            answers(program, f"the program in {name}")


def test_same_functions(folder):
    """The two files declare what the headers do, and define no other name for the linker."""
    source = os.path.join(folder, "gpuocc.c")
    made = os.path.join(folder, "gpuocc.o")
    run("gcc", "-std=c99", "-O0", "-I", folder, "-c", source, "-o", made)
    symbols = {line.split()[-1] for line in run("nm", "-g", "--defined-only", made
                                                ).stdout.splitlines()}
    with open(os.path.join(root, "lib", "gpuocc.map"), encoding="utf-8") as file:
        mapped = {line.strip(" \t;\n") for line in file if line.strip().startswith("gpuocc_")}
    ok(mapped <= symbols and all(s.startswith(("gpuocc_", "gocc_")) for s in symbols),
       f"they define the {len(mapped)} functions, and every name begins with gpuocc_ or gocc_",
       mapped - symbols, [s for s in symbols if not s.startswith(("gpuocc_", "gocc_"))])
    again = tempfile.mkdtemp(dir=folder)
    subprocess.run([os.path.join(root, "scripts", "amalgamate"), again], check=True)
    with open(source, "rb") as a, open(os.path.join(again, "gpuocc.c"), "rb") as b:
        ok(a.read() == b.read(), "made twice, they are the same")


with tempfile.TemporaryDirectory() as place:
    subprocess.run([os.path.join(root, "scripts", "amalgamate"), place], check=True)
    os.mkdir(os.path.join(place, "gpuocc"))
    shutil.copy(os.path.join(place, "gpuocc.h"), os.path.join(place, "gpuocc"))
    test_two_files(place)
    test_same_functions(place)
for library in ("static", "shared"):
    test_subproject(library)
done()
