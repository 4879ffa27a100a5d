#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every script of the tree prints its usage for --help and -h, and refuses an option that it does
not have with a message that names it. Neither writes a file: each script runs in a copy of the
tree, from an empty folder, and programs that install or build something do nothing.
Usage: test_help.py SOURCE_ROOT"""
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile

root = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

HARMLESS = ("apt-get", "sudo", "meson", "ninja", "mmdebstrap", "npm", "cargo", "clang", "wasm-ld",
            "dpkg-buildpackage", "frama-c", "nvcc", "hipcc")
UNKNOWN = "--no-such-option"


def tracked():
    """The files of the tree that git knows, or None outside a repository."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, text=True)
    return listed.stdout.split("\0")[:-1] if listed.returncode == 0 else None


def is_script(name):
    """Whether this is a program to run by hand. Of the tests only those that are executable are;
    the examples are the reader's own programs, and packaging/debian/rules is a Makefile."""
    path = os.path.join(root, name)
    if name.startswith("docs/") or not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        first = file.readline()
    return first.startswith(b"#!") and (b"sh" in first or b"python" in first) and (
        os.access(path, os.X_OK) or not name.startswith("tests/"))


def contents(folder):
    """Every file with its size and its time, and every folder."""
    found = {}
    for place, folders, files in os.walk(folder):
        for name in folders:
            found[os.path.join(place, name)] = None
        for name in files:
            state = os.lstat(os.path.join(place, name))
            found[os.path.join(place, name)] = state.st_size, state.st_mtime_ns
    return found


def run(place, name, option):
    path = os.path.join("..", "tree", name)
    command = [path] if os.access(os.path.join(place, "tree", name), os.X_OK) else \
        [sys.executable, path]
    path = os.path.join(place, "bin") + os.pathsep + os.environ["PATH"]
    try:
        return subprocess.run([*command, option], cwd=os.path.join(place, "empty"), timeout=120,
                              env={**os.environ, "PATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
    except subprocess.TimeoutExpired as error:
        return subprocess.CompletedProcess(error.cmd, -1, "", "it did not end")


def check(name, option, answer):
    if option == UNKNOWN:
        good = answer.returncode > 0 and option in answer.stderr and \
            "Traceback" not in answer.stderr
        ok(good, f"{name} refuses {option}", answer.returncode, answer.stdout, answer.stderr)
    else:
        ok(answer.returncode == 0 and "usage" in answer.stdout.lower() and not answer.stderr,
           f"{name} {option} prints its usage", answer.returncode, answer.stdout, answer.stderr)


def main(names):
    with tempfile.TemporaryDirectory() as place:
        for name in names:
            if os.path.isfile(os.path.join(root, name)):
                copy = os.path.join(place, "tree", name)
                os.makedirs(os.path.dirname(copy), exist_ok=True)
                shutil.copy2(os.path.join(root, name), copy)
        for folder in ("bin", "empty"):
            os.mkdir(os.path.join(place, folder))
        for name in HARMLESS:
            path = os.path.join(place, "bin", name)
            with open(path, "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\nexit 1\n")
            os.chmod(path, 0o755)
        before = contents(place)
        jobs = [(name, option) for name in names if is_script(name)
                for option in ("--help", "-h", UNKNOWN)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            answers = list(pool.map(lambda job: run(place, *job), jobs))
        after = contents(place)
        for job, answer in zip(jobs, answers):
            check(*job, answer)
        written = sorted(path for path in after if after[path] != before.get(path, ""))
        ok(not written and before.keys() <= after.keys(), "none of them writes or removes a file",
           *written, *(before.keys() - after.keys()))
        ok(len(jobs) >= 90, "there are at least thirty scripts", len(jobs))


found = tracked()
if found is None:
    skip("the help of every script", "this tree is no git repository")
else:
    main(found)
done()
