#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An installed copy is found by pkg-config and links, shared and static.
Usage: test_install.py SOURCE_ROOT BUILD_ROOT"""
import os
import shutil
import subprocess
import sys
import tempfile

root, build = sys.argv[1:3]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

EXPECTED = "3 groups, 24 of 48 waves\n"


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


with tempfile.TemporaryDirectory() as stage:
    install = run("meson", "install", "-C", build, "--no-rebuild", "--destdir", stage)
    ok(install.returncode == 0, "meson install into a DESTDIR", install.stderr, install.stdout)
    found = [os.path.join(folder, "gpuocc.pc") for folder, _, files in os.walk(stage)
             if "gpuocc.pc" in files]
    ok(len(found) == 1, "one gpuocc.pc is installed")
    folder = os.path.dirname(os.path.dirname(found[0]))
    if shutil.which("pkg-config") is None:
        skip("a consumer by pkg-config", "no pkg-config")
        done()
    environment = dict(os.environ, PKG_CONFIG_PATH=os.path.dirname(found[0]),
                       PKG_CONFIG_SYSROOT_DIR=stage, LD_LIBRARY_PATH=folder,
                       PKG_CONFIG_ALLOW_SYSTEM_LIBS="1", PKG_CONFIG_ALLOW_SYSTEM_CFLAGS="1")
    flags = run("pkg-config", "--cflags", "--libs", "gpuocc", env=environment)
    ok(flags.returncode == 0 and "-lgpuocc" in flags.stdout, "pkg-config knows gpuocc",
       flags.stderr)
    source = os.path.join(root, "tests", "ffi", "example.c")
    for kind, extra in (("shared", []), ("static", ["-static"])):
        program = os.path.join(stage, "example_" + kind)
        compiled = run("cc", "-std=c99", "-Wall", "-Werror", "-o", program, source,
                       *flags.stdout.split(), *extra, env=environment)
        if ok(compiled.returncode == 0, f"a consumer compiles and links, {kind}",
              compiled.stderr):
            answer = run(program, env=environment)
            ok(answer.stdout == EXPECTED, f"and runs, {kind}", answer.stdout, answer.stderr)
    version = run("pkg-config", "--modversion", "gpuocc", env=environment)
    ok(version.stdout.strip() == "0.1.0", "pkg-config says the version")
done()
