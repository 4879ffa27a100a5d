#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that the tables of docs/trust.md agree with the formulas of wild.py and the command,
and that the call that replaces a formula asks about its worked case and has the stated answer.
Usage: test_wild.py SOURCE_ROOT COMMAND"""
import json
import os
import re
import shlex
import subprocess
import sys

root, command = sys.argv[1], os.path.abspath(sys.argv[2])
sys.path.insert(0, os.path.join(root, "tests"))
sys.dont_write_bytecode = True
import wild  # noqa: E402
from tap import done, ok  # noqa: E402

with open(os.path.join(root, "docs", "trust.md"), encoding="utf-8") as file:
    lines = file.read().splitlines()
shares, cases = wild.tables(wild.Command(command))
at = lines.index(shares[0])
shown = lines[at:at + len(shares)]
for line in shares:
    ok(line in shown, f"shown: {line}", *[s for s in shown if s.startswith(line[:12])])
ok(len(lines) > at + len(shares) and not lines[at + len(shares)].startswith("|"),
   "and nothing else is in that table")
worked = {cells[1]: cells for cells in (re.split(r" *\| *", line) for line in lines[:at])
          if len(cells) == 8}
for row in wild.ROWS:
    cells = worked.get(row.key, [])
    name, kernel = row.worked
    parts = [name, f"{kernel.threads} threads"]
    by_registers = row.key not in ("Halide Anderson2021", "LDS without a granule")
    parts += [f"{kernel.registers} "] if by_registers and kernel.registers else []
    parts += [f"{kernel.shared // 1024} KiB"] if kernel.shared else []
    ok(cells and all(part in cells[4] for part in parts) and
       cells[5:7] == [str(n) for n in cases[row.key]],
       f"{row.key}: {cases[row.key][0]} against {cases[row.key][1]}", cells, parts)
    ok(cases[row.key][0] != cases[row.key][1], f"{row.key}: the worked case is one that differs")
calls = {cells[1]: cells[2:4] for cells in (re.split(r" *\| *", line) for line in lines)
         if len(cells) == 5 and cells[2].startswith("`gpuocc ")}
ok(set(calls) == {row.key for row in wild.ROWS}, "each formula has a call that replaces it", *calls)
for row in wild.ROWS:
    call, answer = calls.get(row.key, ("`gpuocc`", ""))
    words = shlex.split(call.strip("`"))
    options = dict(zip(words[3::2], words[4::2]))
    name, kernel = row.worked
    told = subprocess.run([command, *words[1:]] + ["--json"] * ("--json" not in words),
                          capture_output=True, text=True)
    given = json.loads(told.stdout or "{}")
    ours = cases[row.key][1]
    unit = "group" if ours == 1 else "groups"
    ok(words[2:3] == [name] and options.get("-t") == str(kernel.threads) and
       options.get("-r", "0") == str(kernel.registers) and
       options.get("-s", "0K") == f"{kernel.shared // 1024}K" and
       given.get("wave_size") == kernel.wave, f"{row.key}: the call asks about the worked case",
       call, given.get("wave_size"), told.stderr)
    ok(given.get(row.result) == ours and
       answer == (f"{ours} {unit}" if row.result == "groups" else f"{ours} `{row.result}`"),
       f"{row.key}: its answer is {ours}", call, answer, given.get(row.result), told.stderr)
done()
