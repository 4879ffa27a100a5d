#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The examples of docs/examples say what they should. Usage: test_examples.py ROOT PROGRAM..."""
import os
import subprocess
import sys

root, programs = sys.argv[1], sys.argv[2:]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok  # noqa: E402

EXPECTED = {
    "engine_vulkan": "Radeon RX 6700 XT: 100 % with 64 registers, 50 % with 128\n",
    "autotuner_cuda": "sm_89: 14 of 35 configurations are worth a run\n",
    "compiler_target": "gfx90a: 1 to 8 groups\nup to 512 registers: 1 groups\n"
                       "up to 256 registers: 2 groups\nup to 168 registers: 3 groups\n",
}

for program in programs:
    name = os.path.basename(program).replace("example_", "")
    run = subprocess.run([program], capture_output=True, text=True, timeout=60)
    ok(run.returncode == 0 and run.stdout.startswith(EXPECTED[name]), name, run.stdout)
done()
