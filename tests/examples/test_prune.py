#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The pruning hook of docs/examples on the search spaces of BAT (NTNU-HPC-Lab/BAT at 06e0be24).
Usage: test_prune.py ROOT COMMAND"""
import os
import re
import subprocess
import sys

root, command = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
sys.path.insert(0, os.path.join(root, "tests"))
sys.path.insert(0, os.path.join(root, "docs", "examples"))
sys.dont_write_bytecode = True
import prune  # noqa: E402
from tap import done, ok  # noqa: E402

HOOK = os.path.join(root, "docs", "examples", "prune.py")


def run(*arguments, given=None):
    return subprocess.run([sys.executable, HOOK, "--command", command, *arguments], input=given,
                          capture_output=True, text=True)


# The commands that docs/languages.md shows, with the figures below them.
with open(os.path.join(root, "docs", "languages.md"), encoding="utf-8") as file:
    block = re.search(r"^```text\n(\$ docs/examples/prune.*?)^```", file.read(), re.S | re.M)[1]


def shown(script):
    """The figures that the commands of a block print, in order."""
    lines = [re.sub(r"^\$ ", "", line) for line in script.splitlines()
             if not re.match(r"\d+ configurations", line)]
    script = "\n".join(lines).replace("docs/examples/prune.py", f"'{sys.executable}' '{HOOK}' "
                                      f"--command '{command}'").replace(">kept.csv", ">/dev/null")
    return subprocess.run(script, shell=True, cwd=root, capture_output=True,
                          text=True).stderr.splitlines()


figures = re.findall(r"^\d+ configurations.*", block, re.M)
printed = shown(block)
ok(len(figures) == 2 and printed == figures, f"the page shows what is printed: {figures}", printed)
ok([line.split()[0] for line in figures] == ["10312", "349853"], "of BAT's spaces")
printed = shown(block[block.index("$ S="):].replace(" --waves 16", ""))
ok(printed and "7456 left out (2.1 %)" in printed[0], "hotspot without --waves: 7,456", printed)

SPACE = "X,Y,KIB\n" + "".join(f"{x},{y},{k}\n" for x in (16, 32, 64) for y in (1, 8, 16, 32)
                              for k in (0, 24, 64))
told = run("-d", "sm_86", "--threads", "X*Y", "--shared", "1024*KIB", "--waves", "16", given=SPACE)
kept = told.stdout.splitlines()[1:]
# 65,536 bytes leave one group of an SM (48 warps, 100 KiB), 24,576 leave four.
ok({"16,32,64", "16,1,0", "32,8,24"} <= set(kept) and
   not {"16,8,64", "16,1,24", "32,8,64", "64,32,0"} & set(kept),
   "rows that reach 16 waves are kept", *kept)
ok(f"36 configurations, {len(kept)} kept" in told.stderr, "and counted", told.stderr)
space = prune.Occupancy("sm_86", threads="X*Y", shared="1024*KIB", waves="16", command=command)
ok(space.allows({"X": 32, "Y": 8, "KIB": 24}) and not space.allows({"X": 64, "Y": 32, "KIB": 0}),
   "the same as a restriction of a tuner")
for arguments, part in ((("--threads", "X*Z"), "no parameter Z"),
                        (("--threads", "open('x')"), "Call is no arithmetic"),
                        (("--threads", "X", "--where", "X.real"), "Attribute is no arithmetic"),
                        (("--threads", "X*"), "invalid syntax")):
    told = run("-d", "sm_86", *arguments, given=SPACE)
    ok(told.returncode == 1 and part in told.stderr, f"{' '.join(arguments)}: {part}", told.stderr)
told = run("-d", "no such GPU", "--threads", "X", given=SPACE)
ok(told.returncode == 1 and "no such GPU" in told.stderr, "an unknown GPU is named", told.stderr)
done()
