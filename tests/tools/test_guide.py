#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that the help leads to an answer: each command has examples that run as they are typed, the
overview groups the commands by what one has, and other words lead to the right command."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from command import knows, run
from tap import done, ok, skip

ROOT, TOOL = (os.path.abspath(path) for path in sys.argv[1:3])
DATA = os.path.join(ROOT, "tests", "data")
with open(os.path.join(ROOT, "tools", "options.def"), encoding="utf-8") as file:
    ROWS = file.read()
COMMANDS = re.findall(r"^COMMAND\(\w+, (\w+),", ROWS, re.M)
WORDS = re.findall(r'^WORD\("(\w+)", (\w+)\)', ROWS, re.M)
NEEDED = "RTX 4090", "RTX 3090", "MI300X", "H100 SXM5 80 GB", "H200 SXM 141 GB", "sm_90"
# What one has, and where a user looks for it.
GROUPS = {"A kernel's figures": "occupancy most best pad sweep schedule eval",
          "Compiled files": "kernels explain rank", "A run": "profile",
          "A device": "devices device little", "A model to learn from": "latency order scale tile",
          "Help": "help"}


def prepare(folder):
    """The files of the examples."""
    os.symlink(TOOL, os.path.join(folder, "gpuocc"))
    cubin = os.path.join(DATA, "machine_code", "six_sm_80.cubin")
    shutil.copy(cubin, os.path.join(folder, "kernel.cubin"))
    os.mkdir(os.path.join(folder, "build"))
    for name in ("k_sm_75.cubin", "k_sm_80.cubin"):
        shutil.copy(os.path.join(DATA, "kernels", "nvidia", name), os.path.join(folder, "build"))
    with open(os.path.join(folder, "trace.json"), "wb") as out:
        subprocess.run([sys.executable, os.path.join(ROOT, "tests", "runs", "make_kineto.py"),
                        "--kernels", "50"], stdout=out, check=True)
    for name, text in (
            ("kernels.csv", "device,threads,registers\nRTX 4090,256,72\nMI300X,512,64\n"),
            ("builds.csv", "file,kernel,threads,grid_groups\nkernel.cubin,gather,128,4096\n"
                           "kernel.cubin,saxpy,256,2048\n"),
            ("loop.txt", "load a x\nload b y\ncompute c a b\n")):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            out.write(text)


def check_examples(folder):
    environment = {**os.environ, "PATH": folder + os.pathsep + os.environ["PATH"]}
    for command in COMMANDS:
        text = run(command, "--help").text
        examples = re.findall(r"^  (gpuocc .*)$", text.split("Examples:\n")[1].split("\n\n")[0],
                              re.M)
        ok(2 <= len(examples) <= 3 and len(set(examples)) == len(examples) and
           all(typed.startswith(f"gpuocc {command} ") for typed in examples),
           f"{command} --help has two or three examples", *examples)
        for typed in examples:
            ran = subprocess.run(["sh", "-c", typed], cwd=folder, env=environment,
                                   capture_output=True, check=False)
            written = re.search(r">(\w+\.csv)$|--(?:save|annotate) (\S+)", typed)
            name = written and (written[1] or written[2])
            says = ran.stdout or (name and os.path.getsize(os.path.join(folder, name)))
            ok(ran.returncode == 0 and ran.stderr == b"" and says, typed, ran)


def check_overview():
    found = re.findall(r"^([A-Z][\w' ]+):\n((?:  .*\n)+)", run("--help").text, re.M)
    groups = {title: " ".join(dict.fromkeys(re.findall(r"^  gpuocc ([a-z]+)", body, re.M)))
              for title, body in found}
    ok(groups == GROUPS, "the overview groups the commands by what one has", groups)


def check_words():
    wrong = []
    for word, command in WORDS:
        for typed in (word, word.upper().replace("_", "-")):
            for arguments in ((typed, "RTX 4090"), ("help", typed)):
                answer = run(*arguments)
                if answer.code != 1 or answer.text or answer.errors != \
                        f'gpuocc: there is no command "{typed}"; see gpuocc {command} --help\n':
                    wrong.append((arguments, answer))
    ok(len(WORDS) > 40 and not wrong, f"{len(WORDS)} words lead to a command", *wrong)
    ok(not {word for word, _ in WORDS} & set(COMMANDS) and
       {command for _, command in WORDS} <= set(COMMANDS), "and are none themselves")
    for typed, name in (("advice", "occupancy"), ("cubin", "kernels"), ("trace", "profile"),
                        ("prediction", "explain"), ("gpu", "device"), ("curve", "sweep")):
        ok(f"see gpuocc {name} --help" in run(typed).errors, f"{typed}: {name}")
    ok("did you mean gpuocc kernels?" in run("help", "kernel").errors, "a misspelled topic of help")


if all(map(knows, NEEDED)):
    with tempfile.TemporaryDirectory() as directory:
        prepare(directory)
        check_examples(directory)
else:
    skip("the examples of the help", "a device of them is not in this build")
check_overview()
check_words()
done()
