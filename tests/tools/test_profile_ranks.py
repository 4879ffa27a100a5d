#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests what gpuocc profile says about several files of a run: the slowest, the most different,
parts of them, and requirements on the sums. Expected times are worked out beside each trace."""
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile

from command import run
from tap import done, ok

H100 = {"id": 0, "name": "NVIDIA H100 80GB HBM3", "computeMajor": 9, "computeMinor": 0,
        "numSms": 132, "maxThreadsPerMultiprocessor": 2048}


def kernel(name, us, group=256, grid=105600, registers=32, shared=0):
    event = {"ph": "X", "cat": "kernel", "name": name, "ts": 1,
             "args": {"device": 0, "grid": [grid, 1, 1], "block": [group, 1, 1],
                      "registers per thread": registers, "shared memory": shared}}
    return event | ({} if us is None else {"dur": us})


def write(folder, name, events):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"schemaVersion": 1, "deviceProperties": [H100], "traceEvents": events}, file)
    return path


with tempfile.TemporaryDirectory() as folder:
    # a: 100 us each; b: 50 us, in rank 2 90 us, on average 60 us; c: only in rank 3, 4 us, on
    # average 1 us. Rank 2 differs by 30 + 1, rank 3 by 10 + 3, the others by 10 + 1.
    ranks = [write(folder, f"rank{rank}.json",
                   [kernel("a", 60), kernel("a", 40), kernel("b", 90 if rank == 2 else 50)] +
                   [kernel("c", 4)] * (rank == 3)) for rank in range(4)]
    answer = run("profile", "--json", *ranks)
    wanted = {"path": ranks[2], "difference_ns": 31000, "kernel": "b", "grid_groups": 105600,
              "time_ns": 90000, "average_ns": 60000}
    ok(answer.code == 0 and answer.json()["sums"]["most_different_file"] == wanted,
       "the most different file", answer)
    text = run("profile", *ranks).text
    ok("4 files, from 0.1500 ms (" in text and
       f'{ranks[2]} differs most from the average of the files: by 0.0310 ms over all shapes, most '
       'with "b", 0.0900 ms instead of 0.0600 ms.' in text, "in words", text)
    parts = [os.path.join(folder, f"part{i}") for i in range(2)]
    for split, order in ((1, (2, 0, 1, 3)), (2, (3, 2, 1, 0)), (3, (0, 1, 2, 3))):
        files = [ranks[i] for i in order]
        run("profile", "--save", parts[0], *files[:split])
        run("profile", "--save", parts[1], *files[split:])
        found = run("profile", "--json", *parts).json()["sums"]["most_different_file"]
        ok(found == wanted, f"parts of {split} and {4 - split} files in order {order}", found)
    found = run("profile", "--json", parts[0], ranks[2], parts[1]).json()["sums"]
    ok(found["launches"] == 16 and found["most_different_file"]["kernel"] == "b",
       "a file that is there twice is two files", found)
    ok(run("profile", "--json", ranks[0], ranks[1]).json()["sums"]["most_different_file"] is None
       and "differs most" not in run("profile", ranks[0], ranks[1]).text, "files that are alike")
    ok(run("profile", "--json", ranks[2]).json()["sums"]["most_different_file"] is None, "one file")
    answer = run("profile", "--json", ranks[1], ranks[2])
    ok(answer.json()["sums"]["most_different_file"] is None and
       "differs most" not in run("profile", ranks[1], ranks[2]).text,
       "two files are equally far from their average", answer)
    # Three files of 100 us: of 1.49 us and its half, twice, 0.993 us are less than a hundredth, of
    # 1.53 us 1.02 us are more than a hundredth of 101.53 us.
    for us, differs in ((100.001, False), (101.49, False), (101.53, True)):
        near = [write(folder, f"near{i}.json", [kernel("a", us if i == 1 else 100)])
                for i in range(3)]
        found = run("profile", "--json", *near).json()["sums"]["most_different_file"]
        ok((found is not None and found["path"] == near[1]) if differs else found is None,
           f"{us} us beside 100 us", found)
    # x: 60 us, not in file 2, on average 40 us. y: 6 us in file 0, 0 in the others, on average 2.
    lacks = [write(folder, f"lacks{i}.json", [kernel("a", 100)] + [kernel("x", 60)] * (i != 2) +
                   [kernel("y", 6)] * (i == 0)) for i in range(3)]
    found = run("profile", "--json", *lacks).json()["sums"]["most_different_file"]
    ok(found == {"path": lacks[2], "difference_ns": 42000, "kernel": "x", "grid_groups": 105600,
                 "time_ns": 0, "average_ns": 40000}, "a file that lacks a shape", found)
    # No statement without all times: damage may lose some.
    run("profile", "--save", parts[0], *ranks)
    with open(parts[0], "rb") as file:
        lines = file.read().splitlines(True)
    times = [i for i, line in enumerate(lines) if line.startswith(b"time,")]
    ok(len(times) == 9, "a part has the times of the shapes of each file", lines)
    for name, changed, code in (
            ("without times", [line for line in lines if not line.startswith(b"time,")], 2),
            ("without one", lines[:times[3]] + lines[times[3] + 1:], 2),
            ("with another", lines[:-2] + [b"time,0,1,5\n", lines[-1]], 0),
            ("with one of no file", lines[:-2] + [b"time,4,0,5\n", lines[-1]], 2),
            ("with one of no shape", lines[:-2] + [b"time,0,3,5\n", lines[-1]], 2),
            ("with a cell less", lines[:-2] + [b"time,0,3\n", lines[-1]], 2),
            ("with a row behind its end", lines + [b"time,0,1,5\n"], 2)):
        with open(parts[0], "wb") as file:
            file.write(b"".join(changed))
        answer = run("profile", "--json", parts[0])
        ok(answer.code == code and answer.json()["sums"]["most_different_file"] is None and
           answer.json()["sums"]["launches"] == 13, f"a part {name}", answer)

    # The recipes of docs/runs.md, for Python and for Slurm with an sbatch that runs the tasks one
    # after the other.
    with open(os.path.join(sys.argv[1], "docs", "runs.md"), encoding="utf-8") as file:
        blocks = re.findall(r"^```\w+\n(.*?)^```", file.read(), re.S | re.M)
    recipes = {block.split(":")[0]: block for block in blocks if block.startswith("# ")}
    tools = os.path.join(folder, "bin")
    os.mkdir(tools)
    os.symlink(os.path.abspath(sys.argv[2]), os.path.join(tools, "gpuocc"))
    with open(os.path.join(tools, "sbatch"), "w", encoding="utf-8") as file:
        file.write("""#!/bin/sh
for argument; do script=$argument; done
case $* in
*--array=0-63*)
    for SLURM_ARRAY_TASK_ID in 0 1 2 3; do
        export SLURM_ARRAY_TASK_ID
        sh -c "$script" >&2
    done
    echo 4711 ;;
*--dependency=afterok:4711*) sh -c "$script" ;;
esac
""")
    os.chmod(os.path.join(tools, "sbatch"), 0o755)
    there = {"cwd": folder, "capture_output": True, "text": True,
             "env": dict(os.environ, PATH=tools + os.pathsep + os.environ["PATH"])}
    whole = run("profile", *ranks).text
    mapped = subprocess.run([sys.executable, "-c", f"paths = {ranks}\n" + recipes["# Python"]],
                            **there)
    ok(mapped.returncode == 0 and mapped.stdout.endswith(whole), "the recipe for Python", mapped)
    os.mkdir(os.path.join(folder, "traces"))
    os.mkdir(os.path.join(folder, "parts"))
    for rank, path in enumerate(ranks):
        with open(path, "rb") as file, gzip.open(os.path.join(
                folder, "traces", f"rank{rank}.json.gz"), "wb") as packed:
            packed.write(file.read())
    batch = subprocess.run(["sh", "-c", recipes["# Slurm"]], **there)
    ok(batch.returncode == 0 and "traces/rank2.json.gz differs most from the average" in
       batch.stdout and "13 launches of 3 shapes, " in batch.stdout, "the recipe for Slurm", batch)

    # Requirements on the sums. H100: opt_in has 3 groups of 4 warps, 18.75 %, and takes 4 rounds of
    # 396 groups for 1320: at most a sixth of its 200 us is lost. small has a grid of half a round.
    one = write(folder, "one.json", [kernel("opt_in", 100, 128, 1320, 168, 73728)] * 2 +
                [kernel("small", 40, grid=66), kernel("full", 60)])
    for requirement, met in (
            ("below_25_percent_share<=0.67", 1), ("below_25_percent_share<=0.66", 0),
            ("tail_share<0.112", 1), ("tail_share<0.111", 0),
            ("less_than_one_round_share<=0.1334", 1), ("less_than_one_round_share<=0.133", 0),
            ("refused_share==0", 1), ("refused_share>0", 0),
            ("percent_by_time>=45.8", 1), ("percent_by_time>=45.9", 0)):
        answer = run("profile", "--require", requirement, one)
        name = requirement.split("<")[0].split(">")[0].split("=")[0]
        ok(answer.code == (0 if met else 3) and
           (f"the run falls short: {name} is " in answer.errors) != bool(met), requirement, answer)
    answer = run("profile", "--require", "tail_share<=0.1", "--require", "percent>=10", "--csv",
                 one)
    ok(answer.code == 3 and answer.errors.count("fall") == 1 and
       "tail_share is 0.11111, required is tail_share<=0.1" in answer.errors,
       "together with one on each row", answer)
    answer = run("profile", "--require", "percent_by_time>=10", "-d", "H100 SXM5 80 GB",
                 write(folder, "none.json", [kernel("big", 9, 2048)]))
    ok(answer.code == 2 and "percent_by_time is not known" in answer.errors, "no occupancy", answer)
    answer = run("profile", "--require", "tail_share<=1",
                 write(folder, "untimed.json", [kernel("k", None)]))
    ok(answer.code == 3 and "tail_share is not known" in answer.errors, "no time", answer)
    answer = run("profile", "--require", "tail_shares<=1", one)
    ok(answer.code == 1 and "below_25_percent_share" in answer.errors and
       "efficiency" not in answer.errors, "a name that is none", answer)
    answer = run("profile", "--require", "tail_share<=5", one)
    ok(answer.code == 1 and answer.errors.endswith(
        '--require is "tail_share<=5", but tail_share is a part of 1: write 0.05 for 5 %\n'),
       "a share in per cent", answer)
    answer = run("profile", "--require", "percent>=25", write(folder, "empty.json", []))
    ok(answer.code == 2 and "launch of a kernel" in answer.errors,
       "a run without launches does not pass", answer)
    answer = run("occupancy", "H100", "-t", "256", "--require", "tail_share<=1")
    ok(answer.code == 1 and "tail_share" not in answer.errors.replace('"tail_share<=1"', ""),
       "other commands have no such sums", answer)
    answer = run("profile", "--save", parts[0], "--require", "tail_share<=1", one)
    ok(answer.code == 1 and "--save prints no rows" in answer.errors, "nor does --save", answer)
    ok(run("profile", "--annotate", parts[0], "--require", "waves>=1", one).code == 1,
       "nor does --annotate")
done()
