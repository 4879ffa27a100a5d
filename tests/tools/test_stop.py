#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that SIGINT and SIGTERM stop eval and kernels between two rows.
Usage: test_stop.py SOURCE_ROOT PATH_OF_GPUOCC"""
import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import tempfile

import command  # noqa: F401, for the path of tap.py
from fatbins import fatbin
from tap import done, ok

ROOT, TOOL = sys.argv[1:3]
# A shell starts background jobs with SIGINT ignored, which the command would respect.
signal.signal(signal.SIGINT, signal.default_int_handler)
HEADER = b"device,threads_per_group\n"


def start(*arguments, **more):
    return subprocess.Popen([TOOL, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, bufsize=0, **more)


def wait_asleep(process):
    """Waits until the command waits for more input."""
    state = ""
    while state != "S" and process.poll() is None:
        with open(f"/proc/{process.pid}/stat") as file:
            state = file.read().rsplit(")", 1)[1].split()[0]


def stopped(process, number, rows):
    """Returns the rest of the output of a process after a signal, and checks how it ended."""
    output, errors = process.communicate(timeout=60)
    said = f"gpuocc: stopped by {signal.Signals(number).name} after {rows} row"
    return ok(process.returncode == 128 + number and errors.decode().startswith(said) and
              errors.count(b"\n") == 1, f"{128 + number}: after {rows} rows", process.returncode,
              errors), output


def whole_rows(text):
    """Returns the number of rows of a CSV; -1 if one of them is cut off."""
    rows = list(csv.reader(io.StringIO(text.decode(), newline="")))
    return len(rows) - 1 if len({len(row) for row in rows}) == 1 and text.endswith(b"\n") else -1


for number in (signal.SIGINT, signal.SIGTERM):
    name = number.name
    # Two rows, and the beginning of a third one, whose answer would be different.
    process = start("eval")
    process.stdin.write(HEADER + b"sm_90,32\nsm_90,64\nsm_90,9")
    lines = [process.stdout.readline() for _ in range(3)]
    process.send_signal(number)
    fine, rest = stopped(process, number, 2)
    ok(fine and rest == b"" and lines[2].startswith(b"sm_90,64,0,"),
       f"{name}: the row that has begun is no row", lines, rest)

    process = start("eval", "--json")
    process.stdin.write(HEADER + b"sm_90,32\nsm_90,64\n")
    lines = [process.stdout.readline() for _ in range(3)]
    process.send_signal(number)
    fine, rest = stopped(process, number, 2)
    answer = json.loads(b"".join(lines) + rest)
    ok(fine and len(answer["rows"]) == 2, f"{name}: JSON is whole", answer)

    process = start("eval", "--table")
    process.stdin.write(HEADER + b"sm_90,32\n" * 3)
    wait_asleep(process)
    process.stdin.write(b"sm_")
    process.send_signal(number)
    output, errors = process.communicate(timeout=60)
    told = re.search(rb"after (\d+) row", errors)
    ok(process.returncode == 128 + number and told and
       output.count(b"\nsm_90 ") == int(told.group(1)), f"{name}: the table of what was read",
       output, errors)

    process = start("eval")
    process.stdin.write(b"device,thr")
    wait_asleep(process)
    process.send_signal(number)
    output, errors = process.communicate(timeout=60)
    ok(process.returncode in (128 + number, -number) and b"empty" not in errors and output == b"",
       f"{name}: before the first row", process.returncode, errors)

with tempfile.TemporaryDirectory() as folder:
    # A FIFO that no process writes to.
    fifo = os.path.join(folder, "fifo")
    os.mkfifo(fifo)
    trace = os.path.join(folder, "trace.json")
    with open(trace, "w", encoding="utf-8") as file:
        file.write('{"traceEvents": []}')
    for number in (signal.SIGINT, signal.SIGTERM):
        for arguments in (["profile", fifo], ["profile", trace, fifo],
                          ["profile", "--kernels", fifo, trace], ["profile", "--baseline", fifo,
                                                                  trace],
                          ["profile", "--annotate", os.path.join(folder, "out"), fifo],
                          ["rank", fifo], ["eval", fifo], ["kernels", fifo]):
            process = start(*arguments)
            wait_asleep(process)
            process.send_signal(number)
            try:
                output, errors = process.communicate(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                output, errors = process.communicate()
            ok(process.returncode in (128 + number, -number) and b"Interrupted" not in errors,
               f"{number.name}: {' '.join(arguments[:-1])} and a FIFO without a writer",
               process.returncode, errors)
with tempfile.TemporaryDirectory() as folder:
    table = os.path.join(folder, "rows.csv")
    with open(table, "wb") as file:
        file.write(HEADER + b"sm_90,32\n" * 400000)
    with open(os.path.join(ROOT, "tests", "data", "kernels", "nvidia", "d_sm_90.cubin"), "rb") as f:
        one = fatbin((2, 90, f.read(), None, 0x11))
    binary = os.path.join(folder, "many.fatbin")
    with open(binary, "wb") as file:
        file.write(one * 2000)
    for arguments in (["eval", table], ["kernels", "--csv", binary],
                      ["kernels", "--csv"] + [binary] * 9):
        # The command waits on the full pipe, is sent a signal, and its output is read then.
        process = start(*arguments)
        first = process.stdout.read(1)
        wait_asleep(process)
        process.send_signal(signal.SIGTERM)
        output, errors = process.communicate(timeout=60)
        told = re.search(rb"stopped by SIGTERM after (\d+) rows, all of which are written", errors)
        count = whole_rows(first + output)
        ok(process.returncode == 143 and told and count == int(told.group(1)) and
           0 < count < 400000, f"{arguments[0]} in the middle of {len(arguments)} files: {count}",
           errors)
        # The second signal ends it immediately.
        process = start(*arguments)
        process.stdout.read(1)
        wait_asleep(process)
        while process.poll() is None:
            process.send_signal(signal.SIGTERM)
        ok(process.returncode == -signal.SIGTERM, f"{arguments[0]}: the second SIGTERM ends it")
        process.communicate()
    process = start("kernels", "--json", "-")
    process.stdin.write(one[:100])
    wait_asleep(process)
    process.send_signal(signal.SIGTERM)
    output, errors = process.communicate(timeout=60)
    ok(process.returncode in (143, -15) and b"cut off" not in errors,
       "kernels, while standard input is read", process.returncode, errors)

# A parent that starts a command with a signal ignored, as nohup does, wants it ignored.
process = start("eval", preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
process.stdin.write(HEADER + b"sm_90,32\n")
lines = [process.stdout.readline() for _ in range(2)]
process.send_signal(signal.SIGINT)
output, errors = process.communicate(b"sm_90,64\n", timeout=60)
ok(process.returncode == 0 and output.startswith(b"sm_90,64,0,") and errors == b"",
   "a signal that was ignored stays so", process.returncode, output, errors)

done()
