#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Completion for bash, and that help and the manual page name every command and option."""
import os
import re
import shutil
import subprocess
import sys

from command import run
from tap import done, ok, skip

ROOT, TOOL = sys.argv[1:3]
SCRIPT = os.path.join(ROOT, "tools", "completion.bash")
COMMANDS = ("occupancy", "most", "best", "pad", "sweep", "schedule", "latency", "scale", "tile",
            "order", "eval", "devices", "device", "kernels")
ASK = ('source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gpuocc; '
       'printf "%s\\n" "${COMPREPLY[@]}"')


def complete(*words):
    folder = os.path.dirname(os.path.abspath(TOOL))
    path = folder + ":" + os.environ["PATH"]
    return subprocess.run(["bash", "-c", ASK, SCRIPT, *words], capture_output=True, text=True,
                          env={**os.environ, "PATH": path}).stdout.split()


if shutil.which("bash"):
    for words, wanted in [
            (("gpuocc", ""), ["occupancy", "sweep", "help"]), (("gpuocc", "mo"), ["most"]),
            (("gpuocc", "most", "sm_9"), ["sm_90"]), (("gpuocc", "best", "-d", "sm_9"), ["sm_90"]),
            (("gpuocc", "sweep", "sm_90", "--over", "sc"), ["scalar-registers"]),
            (("gpuocc", "most", "sm_90", "--wav"), ["--waves", "--waves-per-partition"]),
            (("gpuocc", "eval", "-c", "hea"), ["header"]),
            (("gpuocc", "eval", "--car"), ["--carveout-percent"]),
            (("gpuocc", "help", "fi"), ["fields"]), (("gpuocc", "scale", "se"), ["serial"]),
            (("gpuocc", "latency", "sm_9"), ["sm_90"]), (("gpuocc", "tile", "h"), ["halo"]),
            (("gpuocc", "kernels", os.path.join(ROOT, "meson.b")), ["meson.build"]),
            (("gpuocc", "eval", os.path.join(ROOT, "meson.b")), ["meson.build"])]:
        found = [os.path.basename(word) for word in complete(*words)]
        ok(set(wanted) <= set(found), f"{' '.join(words[:-1])} [{os.path.basename(words[-1])}]",
           found)
    for command in COMMANDS:
        helped = set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", run("help", command).text))
        refused = [option for option in complete("gpuocc", command, "--") if
                   f"has no option \"{option}\"" in run(command, option + "=1").errors and
                   option not in ("--json", "--table", "--help", "--csv", "--best",
                                  "--prefer-small", "--barrier", "--head-of-line", "--overlap",
                                  "--restrict")]
        ok(not refused, f"{command} takes what is offered", refused)
        missing = helped - set(complete("gpuocc", command, "--")) - {
            "--FIELD", "--device-max-threads-per-group"}
        ok(not missing, f"{command}: all of its options are offered", missing)
else:
    skip("completion", "no bash")

with open(os.path.join(ROOT, "docs", "man", "gpuocc.1"), encoding="utf-8") as file:
    manual = file.read()
for command in COMMANDS:
    ok(run(command, "--help").code == 0 and run("help", command).text == run(command, "-h").text and
       f"gpuocc {command}" in run("--help").text and f".Cm {command}\n" in manual,
       f"help and manual of {command}")
done()
