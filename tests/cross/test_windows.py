#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the command for Windows, built with mingw-w64 and run by Wine: it must print the same bytes
as the command of this machine, and end with the same exit code.
Usage: test_windows.py SOURCE_ROOT PATH_OF_GPUOCC"""
import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
root, tool = (os.path.abspath(path) for path in sys.argv[1:3])
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

GCC = "x86_64-w64-mingw32-gcc"
CROSS = f"""[binaries]
c = '{GCC}'
ar = 'x86_64-w64-mingw32-ar'
strip = 'x86_64-w64-mingw32-strip'
[host_machine]
system = 'windows'
cpu_family = 'x86_64'
cpu = 'x86_64'
endian = 'little'
"""
NVIDIA = os.path.join("tests", "data", "kernels", "nvidia")
# A CR, a NUL, an end of file of DOS and a missing final newline are treated like other bytes.
BYTES = b"device,note,threads_per_group\r\nsm_90,\"a\r\nb\",256\r\nsm_90,\x1a,128\nsm_90,\0,64"
SAME = [("--version",), ("help",), ("devices",), ("device", "RTX 4090"), ("eval", "--json"),
        ("kernels", "--csv", os.path.join(NVIDIA, "d_sm_90.cubin")),
        ("kernels", "--json", os.path.join("tests", "data", "kernels", "intel")),
        ("kernels", os.path.join(NVIDIA, "small.ptxas.txt"), "missing"), ("kernels", "--csv", "-"),
        ("occupancy", "RTX 4090", "--threads", "0"),
        ("occupancy", "gfx1201", "--threads", "256", "--registers", "unknown", "--json"),
        ("latency", "H100 SXM", "--threads", "256", "--registers", "64"), ("nonsense",)]


def run(*command, **more):
    return subprocess.run(command, capture_output=True, cwd=root, timeout=400, **more)


def same(wrapper, arguments, given):
    here, there = run(tool, *arguments, input=given), run(wrapper, *arguments, input=given)
    ok((here.returncode, here.stdout, here.stderr) ==
       (there.returncode, there.stdout, there.stderr), f"the same bytes: {' '.join(arguments)}",
       here.stdout[:300], there.stdout[:300], here.stderr[-300:], there.stderr[-300:])


def build(folder):
    """Returns the path of a script that runs the program; None if it cannot be built."""
    with open(os.path.join(folder, "cross.txt"), "w", encoding="utf-8") as file:
        file.write(CROSS)
    made = run("meson", "setup", folder + "/build", root, "--cross-file", folder + "/cross.txt",
               "-Dtests=false", "-Ddefault_library=static", "-Dlz4=disabled", "-Dzstd=disabled",
               "-Dzlib=disabled")
    made = made if made.returncode else run("ninja", "-C", folder + "/build")
    if not ok(made.returncode == 0, f"{GCC} builds the command", made.stdout[-2000:].decode()):
        return None
    wrapper = os.path.join(folder, "gpuocc")
    with open(wrapper, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\nWINEPREFIX={folder}/wine WINEDEBUG=-all\n"
                   "export WINEPREFIX WINEDEBUG\n"
                   f'exec wine {folder}/build/tools/gpuocc.exe "$@"\n')
    os.chmod(wrapper, 0o755)
    # Wine's processes remain; they must not keep the pipes of the first command open.
    for command in (["wineserver", "-p"], [wrapper, "--version"]):
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=300,
                       env={**os.environ, "WINEPREFIX": folder + "/wine", "WINEDEBUG": "-all"})
    return wrapper


def test(wrapper):
    with open(os.path.join(root, NVIDIA, "d_sm_90.cubin"), "rb") as file:
        content = file.read()
    for arguments in SAME:
        same(wrapper, arguments, content if arguments[-1] == "-" else BYTES)


if shutil.which(GCC) is None or shutil.which("wine") is None:
    skip("the command for Windows", f"no {GCC} or no wine")
    done()
with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
    wrapper = build(place)
    if wrapper is not None:
        test(wrapper)
        run("wineserver", "-k", env={**os.environ, "WINEPREFIX": place + "/wine"})
done()
