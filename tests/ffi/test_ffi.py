#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Other languages give the answers that C gives: the example of the README, and a bulk query whose
rows are asked here one by one. Usage: test_ffi.py SOURCE_ROOT LIBRARY"""
import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile

root, library = sys.argv[1:3]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

HERE = os.path.join(root, "tests", "ffi")
FOLDER = os.path.dirname(os.path.abspath(library))
ENVIRONMENT = dict(os.environ, LD_LIBRARY_PATH=FOLDER)
# Where Node's package koffi is taken from, and from nowhere else: .ci/run installs it in the folder
# of its build, from the hashes of package-lock.json.
NODE_PATHS = [path for path in os.environ.get("NODE_PATH", "").split(os.pathsep) if path]
c = ctypes.CDLL(os.path.abspath(library))
HAS_PLAN = hasattr(c, "gpuocc_plan_run")
ADVICE = """cut 8 registers_per_thread (72 -> 64): 4 groups instead of 3, 32 of 48 waves, \
then limited by registers and shared; registers_per_thread may grow to 80 at no cost
shared_bytes may grow to 33024 at no cost
cut 32 threads_per_group (256 -> 224): 4 groups instead of 3, 28 of 48 waves, \
then limited by registers and shared
"""


def bulk_expected():
    """The sums of 240 single questions."""
    device = ctypes.c_void_p()
    assert c.gpuocc_device_find(b"RTX 4090", ctypes.c_size_t(8), 0, ctypes.byref(device), None,
                                None) == 0
    occupancy, groups, waves = (ctypes.c_uint64 * 256)(), 0, 0
    for registers in range(16, 256):
        kernel = (ctypes.c_uint32 * 26)(4 * 26, 256, 0, registers)
        assert c.gpuocc_occupancy_init(occupancy, device, 0, kernel, None) == 0
        groups += c.gpuocc_occupancy_groups(occupancy)
        waves += c.gpuocc_occupancy_waves(occupancy)
    return f"240 rows, {groups} groups, {waves} waves\n"


PROGRAMS = [("example", "3 groups, 24 of 48 waves\n"), ("bulk", bulk_expected())]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=100)


def check(name, expected, *command):
    answer = run(*command)
    ok(answer.returncode == 0 and answer.stdout.replace("\r", "") == expected, name,
       answer.stdout, answer.stderr)


def python_with_numpy():
    for python in (sys.executable, "/usr/bin/python3"):
        if shutil.which(python) and run(python, "-c", "import cffi, numpy").returncode == 0:
            return python
    return None


def rust(folder, source, program):
    return run("rustc", "--edition", "2021", "-L", FOLDER, "-o", program, source)


def csharp(folder, source, program):
    return run("mcs", "-r:System.Core.dll", "-out:" + program, source)


def compiled(name, language, compiler, expected, source, build, *prefix):
    """A program that has to be built first."""
    if any(shutil.which(tool) is None for tool in (compiler, *prefix)):
        skip(f"{name} in {language}", f"no {compiler}")
        return
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program")
        made = build(folder, os.path.join(HERE, source), program)
        if ok(made.returncode == 0, f"{compiler} compiles {source}", made.stdout, made.stderr):
            check(f"{name} in {language}", expected, *prefix, program)


def has_koffi():
    """Whether Node finds it on NODE_PATH: a folder above this one could be anybody's."""
    found = run("node", "-p", f"require.resolve('koffi', {{paths: [{json.dumps(HERE)}]}})")
    path = os.path.realpath(found.stdout.strip())
    return found.returncode == 0 and any(
        path.startswith(os.path.realpath(folder) + os.sep) for folder in NODE_PATHS)


def node(name, expected, module):
    if shutil.which("node") is None:
        skip(f"{name} in Node", "no node")
        return
    if module is None:
        skip(f"{name} in Node, WebAssembly", "no clang or wasm-ld")
    else:
        check(f"{name} in Node, WebAssembly", expected, "node", os.path.join(HERE, name + ".cjs"),
              module)
    if not has_koffi():
        skip(f"{name} in Node, koffi", "no koffi (npm)")
    else:
        check(f"{name} in Node, koffi", expected, "node",
              os.path.join(HERE, name + "_koffi.cjs"), library)


with tempfile.TemporaryDirectory() as place:
    wasm = None
    if shutil.which("clang") and shutil.which("wasm-ld"):
        wasm = os.path.join(place, "gpuocc.wasm")
        made = run(os.path.join(root, "scripts", "wasm"), wasm)
        ok(made.returncode == 0, "the WebAssembly module is built", made.stderr)
    numpy = python_with_numpy()
    for name, expected in PROGRAMS:
        if name == "bulk" and not HAS_PLAN:
            skip("the bulk query", "left out of this build")
            continue
        check(f"{name} in Python, ctypes", expected + (ADVICE if name == "example" else ""),
              sys.executable, os.path.join(HERE, name + ".py"), library)
        if numpy is None:
            skip(f"{name} in Python, cffi and NumPy", "no cffi or numpy")
        else:
            check(f"{name} in Python, cffi and NumPy", expected, numpy,
                  os.path.join(HERE, name + "_cffi.py"), library)
        if shutil.which("luajit"):
            check(f"{name} in LuaJIT", expected, "luajit", os.path.join(HERE, name + ".lua"),
                  library)
        else:
            skip(f"{name} in LuaJIT", "no luajit")
        compiled(name, "Rust", "rustc", expected, name + ".rs", rust)
        compiled(name, "C#", "mcs", expected, name + ".cs", csharp, "mono")
        node(name, expected, wasm)
done()
