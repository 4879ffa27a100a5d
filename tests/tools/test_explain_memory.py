#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that the memory that gpuocc explain needs does not grow with the number of kernels: an
archive of 3,000 cubins, in all forms of output. Usage: test_explain_memory.py SOURCE_ROOT GPUOCC"""
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(sys.argv[1], "tests"))
from tap import done, ok # noqa: E402

ROOT, TOOL = sys.argv[1:3]
COPIES, KERNELS = 3000, 6
MORE = 24 * 1024 # KiB beyond the pages of the file; a sanitizer keeps freed memory for a while
SETTINGS = {**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=1:detect_leaks=0"}


def peak(*arguments):
    """Returns the exit status, the bytes of output and the largest resident memory in KiB."""
    with subprocess.Popen([TOOL, "explain", *arguments], stdout=subprocess.PIPE,
                          env=SETTINGS) as process:
        length = sum(len(part) for part in iter(lambda: process.stdout.read(1 << 20), b""))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, length, usage.ru_maxrss


with open(os.path.join(ROOT, "tests", "data", "machine_code", "six_sm_80.cubin"), "rb") as cubin:
    content = cubin.read()
content += b"\n" * (len(content) % 2)
head = f"{'six.cubin/':<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n"
member = head.encode() + content
with tempfile.TemporaryDirectory() as folder:
    one, many = os.path.join(folder, "one.a"), os.path.join(folder, "many.a")
    for path, copies in ((one, 1), (many, COPIES)):
        with open(path, "wb") as file:
            file.write(b"!<arch>\n")
            for _ in range(copies):
                file.write(member)
    pages = os.path.getsize(many) // 1024
    for form in ((), ("--html",), ("--json",)):
        few = peak(one, "--device", "RTX 3090", *form)
        all_ = peak(many, "--device", "RTX 3090", *form)
        name = form[0] if form else "text"
        ok(few[0] == all_[0] == 0 and all_[1] > (COPIES - 1) * (few[1] - 20000),
           f"{name}: {COPIES * KERNELS} kernels are explained", few, all_)
        ok(all_[2] < few[2] + pages + MORE, f"{name}: in the memory of one, and the file's pages: "
           f"{few[2]} KiB and {pages} KiB", all_)
done()
