#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gpuocc_check in CMake: a build passes or fails by the occupancy of the kernels in a program, in
an object library and in files. Usage: test_cmake_check.py ROOT COMMAND"""
import os
import shutil
import subprocess
import sys
import tempfile

root, command = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

KERNELS = os.path.join(root, "tests", "data", "kernels")
CUBIN = os.path.join(KERNELS, "nvidia", "k_sm_90.cubin")
SECTION = r'''__asm__(".section .nv_fatbin,\"a\"\n.incbin \"{fatbin}\"\n.previous\n");
'''
PROJECT = """cmake_minimum_required(VERSION 3.13)
project(check C)
include("{root}/packaging/cmake/gpuocc-check.cmake")
file(WRITE "${{CMAKE_BINARY_DIR}}/main.c" "int main(void) {{ return 0; }}\\n")
# What nvcc leaves in a program, without nvcc.
configure_file("{folder}/kernels.c.in" kernels.c COPYONLY)
add_executable(program "${{CMAKE_BINARY_DIR}}/main.c" "${{CMAKE_BINARY_DIR}}/kernels.c")
add_library(objects OBJECT "${{CMAKE_BINARY_DIR}}/kernels.c")
add_custom_target(files COMMAND ${{CMAKE_COMMAND}} -E copy "{cubin}" copied.cubin)
{check}
"""


def build(check):
    """Exit status and output of a project with this line."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "CMakeLists.txt"), "w", encoding="utf-8") as file:
            file.write(PROJECT.format(root=root, cubin=CUBIN, check=check, folder=folder))
        with open(os.path.join(folder, "kernels.c.in"), "w", encoding="utf-8") as file:
            file.write(SECTION.format(
                fatbin=os.path.join(KERNELS, "nvidia", "small_nocomp.fatbin")))
        made = subprocess.run(["cmake", "-S", folder, "-B", folder + "/build",
                               f"-DGPUOCC_EXECUTABLE={command}"], capture_output=True, text=True)
        if made.returncode:
            return made.returncode, " ".join((made.stdout + made.stderr).split())
        built = subprocess.run(["cmake", "--build", folder + "/build"], capture_output=True,
                               text=True)
        return built.returncode, " ".join((built.stdout + built.stderr).split())


if shutil.which("cmake") is None:
    skip("gpuocc_check", "no cmake")
    done()
for target, files in (("program", ""), ("objects", ""), ("files", "FILES copied.cubin")):
    code, text = build(f'gpuocc_check({target} {files} REQUIRE "groups>=1" THREADS 64)')
    ok(code == 0 and "limited by" in text, f"{target}: a requirement that holds", text)
    code, text = build(f'gpuocc_check({target} {files} REQUIRE "groups>=1000" THREADS 64)')
    ok(code != 0 and "groups>=1000" in text, f"{target}: one that does not fails the build", text)
code, text = build('gpuocc_check(program REQUIRE "groups>=1" THREADS 64 DEVICE "RTX 4090")')
ok(code == 0 and text.count(" of 48 ") == 3, "a device of the caller's choice", text)
for line, part in (
        ("gpuocc_check(program)", "REQUIRE is missing"),
        ('gpuocc_check(nothing REQUIRE "groups>=1")', "nothing is no target"),
        ('gpuocc_check(files REQUIRE "groups>=1")', "needs FILES"),
        ('gpuocc_check(program REQUIRE "groups>=1" DEVICES x)',
         "unknown or empty argument DEVICES"),
        ('gpuocc_check(program REQUIRE "group>=1")', "group>=1")):
    code, text = build(line)
    ok(code != 0 and part in text, f"{line} says: {part}", text)
done()
