#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gpuocc latency, as its users run it. Usage: test_latency.py SOURCE_ROOT GPUOCC"""
import os
import subprocess
import sys

root, gpuocc = sys.argv[1:3]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok  # noqa: E402

# Volkov's Maxwell: 368 cycles of latency, 10.4 bytes per cycle and SM.
MAXWELL = ["latency", "sm_52", "--threads", "256", "--loads", "1", "--constant",
           "dram_latency=368", "--constant", "dram_rate=10.416666", "--constant",
           "l1_rate=unlimited", "--constant", "l2_rate=unlimited"]


def run(*arguments):
    return subprocess.run([gpuocc, *arguments], capture_output=True, text=True)


def says(text, *arguments):
    answer = run(*arguments)
    ok(answer.returncode == 0 and text in answer.stdout, f"{text.strip()}: {arguments[-1]}",
       answer.stdout, answer.stderr)


def refuses(code, text, *arguments):
    answer = run(*arguments)
    ok(answer.returncode == code and text in answer.stderr and answer.stdout == "",
       f"exit code {code}: {text}", answer.stdout, answer.stderr)


says("needs 30 waves or more, has 8: at most 26.7 % of the peak; more waves must help",
     *MAXWELL, "--waves", "8")
says("no wave slot is left", *MAXWELL, "--waves", "64")
says("per thread", *MAXWELL, "--waves", "16")
says("has 8 to 64", *MAXWELL, "--registers", "unknown")
says("gpuocc latency DEVICE", "help", "latency")
refuses(2, "dram_rate is not known of this device", "latency", "sm_52", "-t", "64", "--loads", "1",
        "--constant", "l1_rate=unlimited", "--constant", "l2_rate=unlimited")
refuses(1, "latency needs instructions", "latency", "sm_52", "-t", "64")
refuses(1, "no number that it can have", *MAXWELL, "--fp32", "nan")
refuses(1, "no number that it can have", *MAXWELL, "--fp32", "-3")
refuses(1, "there is no constant", *MAXWELL, "--constant", "speed=3")
refuses(2, "l1_hit of class 0", *MAXWELL, "--l1-hit", "1.5")
refuses(1, "needs a value", *MAXWELL, "--waves")
refuses(2, "threads_per_group", "latency", "sm_52", "--loads", "1")
done()
