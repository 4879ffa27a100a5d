#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The engine of docs/examples with a shader that is compiled here and run by lavapipe.
Usage: test_engine.py ROOT PROGRAM"""
import os
import shutil
import subprocess
import sys
import tempfile

root, program = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

LAVAPIPE = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"
# Threads and waves; by hand from the figures of the GPUs and 32 bytes a thread. 8 warps of 255
# registers fill an SM of 64 Ki, and no group of 512 threads fits then; 48 slots.
GPUS = {"RTX 4090": (256, 8, 48), "H100 SXM5 80 GB": (256, 8, 64)}

if shutil.which("glslangValidator") is None or not os.path.exists(LAVAPIPE):
    skip("an engine with lavapipe", "no glslangValidator or no lavapipe")
    done()
with tempfile.TemporaryDirectory() as folder:
    shader = os.path.join(folder, "reverse.spv")
    built = subprocess.run(["glslangValidator", "-V", "-o", shader, os.path.join(
        root, "docs", "examples", "reverse.comp")], capture_output=True, text=True)
    ok(built.returncode == 0, "the shader compiles", built.stdout)

    def run(*arguments):
        return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60,
                              env=dict(os.environ, VK_DRIVER_FILES=LAVAPIPE,
                                       VK_ICD_FILENAMES=LAVAPIPE,
                                       ASAN_OPTIONS="detect_leaks=0"))
    for gpu, (threads, low, high) in GPUS.items():
        told = run(shader, gpu)
        ok(told.returncode == 0 and
           f"groups of {threads} threads, {low} to {high} waves" in told.stdout and
           f"65536 of 65536 results are right with {threads} threads" in told.stdout,
           f"{gpu}: groups of {threads} threads, and right results", told.stdout, told.stderr)
    told = run(shader)
    ok(told.returncode == 0 and "65536 of 65536 results are right with 64 threads" in told.stdout,
       "a renderer that is no known GPU takes 64 threads", told.stdout, told.stderr)
    told = run(shader, "no such GPU")
    ok(told.returncode == 1 and "no GPU is called no such GPU" in told.stderr, "an unknown name",
       told.stderr)
    told = run(os.path.join(folder, "nothing.spv"))
    ok(told.returncode == 1 and "nothing.spv" in told.stderr, "a file that is not there",
       told.stderr)
done()
