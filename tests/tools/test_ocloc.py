#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares gpuocc kernels on kernels compiled by the installed ocloc with the .ze_info that ocloc's
disassembler extracts. Usage: test_ocloc.py SOURCE_ROOT PATH_OF_GPUOCC"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

from command import run
from tap import done, ok, skip

ROOT = sys.argv[1]
SOURCE = os.path.join(ROOT, "tests", "data", "kernels", "intel", "occ_kernels.cl")
LARGE = "-cl-intel-256-GRF-per-thread"
ZEBIN = ("-internal_options", "-cl-allow-zebin")
# Names that ocloc accepts, and further options; each compilation takes one to three seconds.
DEVICES = (("icllp", ""), ("dg1", ""), ("adl-s", ""), ("acm-g11", LARGE), ("acm-g12", ""),
           ("pvc", LARGE))


def compile_for(folder, device, extra, *more, environment=None):
    options = f"-cl-std=CL2.0 {extra}" + (" -DNO_SG8" if "pvc" in device else "")
    name = os.path.join(folder, "kernels.bin")
    made = subprocess.run(["ocloc", "compile", "-q", "-file", SOURCE, "-device", device, "-output",
                           name, "-output_no_suffix", "-options", options, *more],
                          capture_output=True, cwd=folder, env=environment, check=False)
    return name, made


def documents(zebin, device, folder):
    """Returns the parts of .ze_info about each kernel."""
    dump = os.path.join(folder, "dump")
    os.mkdir(dump)
    subprocess.run(["ocloc", "disasm", "-file", zebin, "-device", device, "-dump", dump],
                   capture_output=True, check=False)
    with open(os.path.join(dump, ".ze_info"), encoding="utf-8") as file:
        text = file.read().split("\nkernels:")[1].split("\nkernels_misc_info:")[0]
    parts = re.split(r"\n  - name: +", text)[1:]
    return {part.split("\n")[0]: part for part in parts}


def wanted(kernel):
    def number(key):
        match = re.search(rf"\n      {key}: +(\d+)", kernel)
        return int(match[1]) if match else 0
    group = re.search(r"required_work_group_size: \[ (\d+), (\d+), (\d+) \]", kernel)
    slm = re.search(r"addrmode: +slm", kernel)
    return (number("grf_count"), number("simd_size"), number("slm_size"), number("barrier_count"),
            int(group[1]) * int(group[2]) * int(group[3]) if group else "unknown",
            "unknown" if slm else 0, "per_thread_memory_buffers:" in kernel)


def found(row):
    def cell(name):
        return row[name] if row[name] == "unknown" else int(row[name] or 0)
    return (cell("grf_count"), cell("wave_size"), cell("shared_bytes"),
            cell("barriers_per_group"), cell("threads_per_group"), cell("dynamic_shared_bytes"),
            "scratch" in row["file_notes"].split("|"))


def compare(device, extra):
    with tempfile.TemporaryDirectory() as folder:
        zebin, made = compile_for(folder, device, extra, *ZEBIN)
        if not os.path.exists(zebin):
            ok(False, f"ocloc compiles for {device}", made.stdout, made.stderr)
            return
        expected = {name: wanted(kernel)
                    for name, kernel in documents(zebin, device, folder).items()}
        answer = run("kernels", "--csv", zebin)
        rows = answer.rows()
        got = {row["kernel"]: found(row) for row in rows}
        ok(got == expected and len(rows) == len(expected) > 8,
           f"{device} {extra}: {len(rows)} kernels",
           *[f"{name}: {got.get(name)}, not {figures}" for name, figures in expected.items()
             if got.get(name) != figures], answer.errors)
        ok({row["target"] for row in rows} == {device}, f"{device} is recognised",
           {row["target"] for row in rows})
        if extra == LARGE:
            ok({row["grf_count"] for row in rows} == {"256"}, f"{device}: all have 256 GRF")


def fat():
    with tempfile.TemporaryDirectory() as folder:
        name, made = compile_for(folder, "dg1,acm-g10", "", *ZEBIN)
        answer = run("kernels", "--csv", name)
        targets = [row["target"] for row in answer.rows()]
        ok(targets.count("dg1") == targets.count("acm-g10") == 11 and not answer.errors,
           "a fat binary for two chips", targets, answer.errors, made.stderr)


def older():
    with tempfile.TemporaryDirectory() as folder:
        name, _ = compile_for(folder, "tgllp", "")
        answer = run("kernels", "--csv", name)
        ok(answer.code != 0 and "patch-token" in answer.errors,
           "what this ocloc writes by default is named", answer.errors)


def listings():
    """Tests every listing that the compiler dumps; the name of the file contains the SIMD width."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "IGC_ShaderDumpEnable": "1", "IGC_DumpToCustomDir": folder}
        compile_for(folder, "acm-g10", LARGE, *ZEBIN, environment=environment)
        files = sorted(glob.glob(os.path.join(folder, "*.asm")))
        wrong = []
        for file in files:
            answer = run("kernels", "--csv", "--device", "acm-g10", file)
            rows = answer.rows()
            if (len(rows) != 1 or f"simd{rows[0]['wave_size']}_" not in os.path.basename(file) or
                    rows[0]["grf_count"] != "256"):
                wrong.append(f"{file}: {rows} {answer.errors}")
        ok(len(files) > 10 and not wrong, f"{len(files)} listings", *wrong)


if shutil.which("ocloc") is None:
    skip("kernels made by ocloc", "ocloc not found")
else:
    for chip, options in DEVICES:
        compare(chip, options)
    fat()
    older()
    listings()
done()
