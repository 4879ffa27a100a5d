#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc complete, and the scripts for bash, zsh and fish that run it."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from command import run
from tap import done, ok, skip

ROOT, TOOL = sys.argv[1:3]
SCRIPT = os.path.join(ROOT, "tools", "completion.bash")
COMMANDS = ("occupancy", "most", "best", "pad", "sweep", "schedule", "latency", "scale", "tile",
            "order", "little", "eval", "devices", "device", "kernels", "profile", "explain",
            "rank")
ASK = ('source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gpuocc; '
       'printf "%s\\n" "${COMPREPLY[@]}"')


# Scripts with which a shell prints the completions of the last word, one per line.
ZSH = ('compadd() { shift; print -rl -- "$@" }; _files() { print -rl -- ${words[CURRENT]}* }; '
       'script=$1; shift; words=("$@"); CURRENT=$#; source $script')
FISH = "source $argv[1]; complete -C (string join -- ' ' $argv[2..-1])"


def complete_bash(*words):
    folder = os.path.dirname(os.path.abspath(TOOL))
    path = folder + ":" + os.environ["PATH"]
    return subprocess.run(["bash", "-c", ASK, SCRIPT, *words], capture_output=True, text=True,
                          env={**os.environ, "PATH": path}).stdout.splitlines()


def complete_zsh(*words):
    found = shell("zsh", "-fc", ZSH, "zsh", SCRIPT.replace("bash", "zsh"), *words)
    return [word for word in found if word.startswith(words[-1])]


def complete_fish(*words):
    return shell("fish", "--no-config", "-c", FISH, SCRIPT.replace("bash", "fish"), *words)


# The leak checker of the sanitizers hangs in a command started by zsh; other tests check for leaks.
def shell(*arguments):
    path = os.path.dirname(os.path.abspath(TOOL)) + ":" + os.environ["PATH"]
    return subprocess.run(arguments, capture_output=True, text=True,
                          env={**os.environ, "PATH": path,
                               "ASAN_OPTIONS": "detect_leaks=0"}).stdout.splitlines()


def candidates(*words):
    return [line.split("\t")[0] for line in run("complete", *words).text.splitlines()]


FILE = os.path.join(ROOT, "meson.b")
for name, complete in [("bash", complete_bash), ("zsh", complete_zsh), ("fish", complete_fish)]:
    if not shutil.which(name):
        skip(f"completion for {name}", f"no {name}")
        continue
    for words, wanted in [
            (("gpuocc", "mo"), ["most"]), (("gpuocc", "best", "-d", "sm_9"), ["sm_90"]),
            (("gpuocc", "most", "sm_90", "--wav"), ["--waves", "--waves-per-partition"]),
            (("gpuocc", "kernels", FILE), ["meson.build"])]:
        found = [os.path.basename(word.split("\t")[0]) for word in complete(*words)]
        ok(set(wanted) <= set(found), f"{name}: {' '.join(words[:-1])} "
           f"[{os.path.basename(words[-1])}]", found)

# What is offered is what a command takes, and what its help lists.
for command in COMMANDS:
    offered = candidates(command, "--")
    helped = set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", run("help", command).text))
    refused = [option for option in offered
               if f"has no option \"{option}\"" in run(command, option + "=1").errors]
    models = command in ("scale", "tile")  # a model comes before its options
    ok((models or not refused) and len(offered) >= 3, f"{command} takes what is offered", refused)
    missing = helped - set(offered) - {"--FIELD", "--device-max-threads-per-group"}
    ok(models or not missing, f"all options of {command} are offered", missing)
for words, wanted, complete_list in [
        (("sweep", "sm_90", "--over", ""), ["registers", "scalar-registers", "shared"], False),
        (("eval", "-c", ""), ["header", "default"], False),
        (("help", ""), ["fields", "most"], False),
        (("scale", ""), ["serial", "fit", "chains", "recoverable", "little", "memory", "ramp",
                         "work", "flight"], True),
        (("best", "--color", ""), ["auto", "always", "never"], True),
        (("schedule", "-t", "64", "--choice", ""), ["emptiest", "fill_first", "round_robin"],
         True),
        (("tile", "halo", "--r"), ["--radius", "--element-bytes", "--require"], False),
        (("eval", "--"), ["--carveout-percent", "--inverse"], False),
        (("eval", ""), [":files"], True), (("sweep", "sm_90", "--svg", ""), [":files"], True),
        (("best", "sm_90", "--count", ""), [], True), (("frobnicate", ""), [], True),
        (("-",), ["--help", "--version"], True), (("latency", ""), ["sm_90", "RTX 4090"], False)]:
    found = candidates(*words)
    ok(found == wanted if complete_list else set(wanted) <= set(found), f"[{' '.join(words)}]",
       found[:30])
# Names of devices contain blanks: they are quoted for the shell, unless the word is quoted.
for name, word, wanted in [
        ("bash", "RTX\\ 409", ["RTX\\ 4090", "RTX\\ 4090\\ D", "RTX\\ 4090\\ Laptop\\ GPU"]),
        ("bash", '"GeForce RTX 409', ["GeForce RTX 4090", "GeForce RTX 4090 D",
                                       "GeForce RTX 4090 Laptop GPU"]),
        ("zsh", "RTX 409", ["RTX 4090", "RTX 4090 D", "RTX 4090 Laptop GPU"]),
        ("fish", "'RTX 409", ["RTX 4090", "RTX 4090 D", "RTX 4090 Laptop GPU"])]:
    if shutil.which(name):
        complete = {"bash": complete_bash, "zsh": complete_zsh, "fish": complete_fish}[name]
        found = [line.split("\t")[0] for line in complete("gpuocc", "occupancy", word)]
        ok(sorted(found) == wanted, f"{name}: devices, {word}", found)
if shutil.which("zsh"):
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(SCRIPT.replace("bash", "zsh"), os.path.join(folder, "_gpuocc"))
        found = shell("zsh", "-fc", f"fpath=({folder} $fpath); autoload -Uz compinit; "
                      "compinit -u -D; print $_comps[gpuocc]")
        ok(found == ["_gpuocc"], "zsh finds the completion in its folder", found)

done()
