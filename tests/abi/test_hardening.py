#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that the library lacks what an exploit would need: nothing is writable and executable, the
tables are not executable, everything that the dynamic linker writes is read-only afterwards, and
the command has a stack protector, checked string functions and a random address.
Usage: test_hardening.py SOURCE_ROOT LIBRARY [PATH_OF_GPUOCC]"""
import os
import re
import subprocess
import sys

root, library = sys.argv[1:3]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok  # noqa: E402

PAGE = 4096


class Elf:
    """Segments as (type, file offset, address, size in file, size in memory, flags); sections as
    name -> address; the lines of the dynamic section; the names of symbols that it needs."""

    def __init__(self, path):
        read = [subprocess.run(["readelf", option, path], capture_output=True, text=True,
                               check=True).stdout for option in ("-lW", "-SW", "-dW", "-hW")]
        self.segments = [(kind, *(int(word, 16) for word in words.split()[:2]),
                          *(int(word, 16) for word in words.split()[3:5]), flags)
                         for kind, words, flags in re.findall(
                             r"^  (LOAD|GNU_RELRO|GNU_STACK) +((?:0x[0-9a-f]+ +){5})([RWE ]{3})",
                             read[0], re.M)]
        self.sections = {name: int(address, 16) for name, address in re.findall(
            r"^ +\[ *\d+\] (\.\S+) +\S+ +([0-9a-f]+) ", read[1], re.M)}
        self.dynamic, self.header = read[2], read[3]
        names = subprocess.run(["nm", "-D", "--undefined-only", path], capture_output=True,
                               text=True, check=True).stdout
        self.needed = {line.split()[-1].split("@")[0] for line in names.splitlines() if line}

    def of(self, kind):
        return [segment[1:] for segment in self.segments if segment[0] == kind]

    def executable(self, section):
        return ["E" in flags for _, start, _, size, flags in self.of("LOAD")
                if start <= self.sections[section] < start + size] != [False]


def test_any(elf, what):
    ok(len(elf.of("LOAD")) >= 3 and not any("W" in flags and "E" in flags
                                            for *_, flags in elf.segments) and
       all("E" not in flags for *_, flags in elf.of("GNU_STACK")) and elf.of("GNU_STACK"),
       f"{what}: nothing is writable and executable", elf.segments)
    ok(not elf.executable(".rodata") and elf.executable(".text"),
       f"{what}: the tables are not executable, the code is", elf.segments)
    ok("BIND_NOW" in elf.dynamic and len(elf.of("GNU_RELRO")) == 1,
       f"{what}: every address is resolved at the start, and then read-only", elf.dynamic)
    (_, start, _, size, _), = elf.of("GNU_RELRO")
    ok(size != 0 and (start + size) % PAGE == 0 and
       start <= elf.sections[".dynamic"] < start + size and
       start <= elf.sections[".got"] < start + size, f"{what}: RELRO ends with a page",
       elf.segments)


def test_library(elf):
    test_any(elf, "library")
    relro, = elf.of("GNU_RELRO")
    writable = [segment for segment in elf.of("LOAD") if "W" in segment[-1]]
    ok([segment[1] for segment in writable] == [relro[1]] and
       sum(segment[3] for segment in writable) <= relro[3],
       "library: RELRO covers all that is writable", elf.segments)


def pages(offset, size):
    return set(range(offset // PAGE, (offset + size + PAGE - 1) // PAGE))


def test_command(elf):
    test_any(elf, "command")
    code = [pages(offset, size) for offset, _, size, _, flags in elf.of("LOAD") if "E" in flags]
    rest = [pages(offset, size) for offset, _, size, _, flags in elf.of("LOAD")
            if "E" not in flags]
    ok(len(code) == 1 and not any(code[0] & other for other in rest),
       "command: no page of the file has code and something else", elf.segments)
    ok("DYN" in elf.header and re.search(r"FLAGS_1.*PIE", elf.dynamic),
       "command: it runs at any address", elf.header)
    ok("__stack_chk_fail" in elf.needed, "command: its stack is protected", elf.needed)
    ok({"__snprintf_chk", "__vsnprintf_chk"} <= elf.needed,
       "command: string functions check their destination", elf.needed)
    ok("libgpuocc" not in elf.dynamic, "command: it contains the library", elf.dynamic)


test_library(Elf(library))
if len(sys.argv) > 3:
    test_command(Elf(sys.argv[3]))
done()
