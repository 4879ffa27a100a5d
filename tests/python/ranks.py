# SPDX-License-Identifier: MIT
"""Tests gpuocc.rank() and prune() on cubins in memory, against gpuocc rank, and the examples of
docs/prediction.md against stand-ins for the documented interfaces of Triton and Kernel Tuner.
Usage: ranks.py SOURCE_ROOT GPUOCC"""
import doctest
import importlib
import inspect
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import types

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(sys.argv[1], "tests"))
import gpuocc  # noqa: E402
from tap import done, ok  # noqa: E402

ROOT, TOOL = sys.argv[1:3]
FILE = os.path.join(ROOT, "tests", "data", "machine_code", "six_sm_80.cubin")
BOARD = "GeForce RTX 3090"
with open(FILE, "rb") as file:
    CUBIN = file.read()


class Compiled:
    """What the warmup() of a kernel of Triton returns."""

    def __init__(self, name, num_warps, shared=0, content=CUBIN):
        self.asm = {"ttir": "", "ptx": "", "cubin": content}
        self.metadata = types.SimpleNamespace(
            name=name, num_warps=num_warps, shared=shared,
            target=types.SimpleNamespace(backend="cuda", arch=80, warp_size=32))


def check_command():
    trips, grids = [40, 3, 1000], [4096, 4096, 512]
    given = "file,kernel,threads_per_group,grid_groups,trips\n" + "".join(
        f"{FILE},gather,128,{grid},{count}\n" for grid, count in zip(grids, trips))
    said = subprocess.run([TOOL, "rank", "-", "-d", BOARD, "--json"], input=given, text=True,
                          capture_output=True)
    rows = json.loads(said.stdout)["builds"]
    found = gpuocc.rank([CUBIN] * 3, BOARD, kernel="gather", threads=128, grid=grids, trips=trips)
    ok([row["row"] - 1 for row in rows] == [row.position for row in found] and all(
        abs(row["predicted_us"] / one.prediction.us - 1) < 1e-5 and
        abs(row["low"] / one.prediction.low - 1) < 1e-5 and
        abs(row["high"] / one.prediction.high - 1) < 1e-5 and
        tuple(row["binds"].split(" or ")) == one.prediction.binds and
        tuple(row["unknown"].split()) == one.prediction.unknown and
        (row["groups"], row["waves"]) == (one.prediction.groups, one.prediction.waves)
        for row, one in zip(rows, found)), "rank() says what the command says", found, rows)
    same = gpuocc.rank([CUBIN], BOARD, kernel="gather", threads=128, grid=4096, trips={0x70: 40})
    ok(same[0].prediction == found[[row.position for row in found].index(0)].prediction,
       "a trip count by address")
    once = gpuocc.rank([CUBIN], BOARD, kernel="gather", threads=128, grid=4096)[0].prediction
    ok(once.high is None and once.binds == () and "trips" in once.unknown, "without a trip count")


def check_refused():
    builds = [CUBIN, b"", CUBIN[:200], Compiled("gather", 4), Compiled("gather", 64),
              Compiled("gather", 4, 1 << 20), Compiled("none", 4), CUBIN]
    found = gpuocc.rank(builds, BOARD, threads=None, trips=9)
    ok([row.position for row in found] == [3, 0, 1, 2, 4, 5, 6, 7] and found[0].message == "" and
       all(row.prediction is None and row.message for row in found[1:]),
       "what is refused comes last, with the reason", found)
    ok([row.position for row in gpuocc.rank([Compiled("gather", n) for n in (4, 8, 4, 8, 2)], BOARD,
                                         trips=[90, 50, 10, 5, 1], keep=0.4)] == [4, 2],
       "the first part of a list")
    ok(gpuocc.rank([], BOARD, keep=0.1) == [], "no builds")
    for options, why in (({"grid": 0}, "grid is 0; it must be at least 1"),
                         ({"grid": [None]}, "grid is None; it must be at least 1"),
                         ({"grid": -1}, "grid is -1; it must be at least 1"),
                         ({"trips": -1}, "a trip count is -1, the valid range is 0 to "
                                         "1000000000000"),
                         ({"trips": {0x20: 1}}, "no loop begins at 0x20"),
                         ({"conflicts": 65}, "conflict_factor is 65, the valid range is 1 to 64"),
                         ({"threads_x": 16, "threads_y": 3}, "threads_x x threads_y is 48 and does "
                                                             "not divide threads_per_group, 128"),
                         ({"kernel": "none"}, "the file has no kernel of this name")):
        row, = gpuocc.rank([Compiled("gather", 4)], BOARD, **options)
        ok(row.prediction is None and row.message == why, why, row)
    try:
        gpuocc.rank([CUBIN], "A100")
        ok(False, "a name of several products is refused")
    except gpuocc.DeviceAmbiguous:
        ok(True, "a name of several products is refused")


    for build, board, name, why in (
            (CUBIN, "Instinct MI300X", "gather", "machine code of one vendor does not run on a "
             "device of another one: name a device of the same vendor"),
            (CUBIN, BOARD, None, "the file has several kernels: give the name of one"),
            (b"none", BOARD, None, "there is no kernel whose machine code is read"),
            ("no/such.cubin", BOARD, None, "no/such.cubin: No such file or directory"),
            (7, BOARD, None, "7 is no path, no bytes and no object with a cubin")):
        row, = gpuocc.rank([build], board, kernel=name, threads=128, trips=15)
        ok(row.prediction is None and row.message == why, why, row)
    path, same = gpuocc.rank([FILE, CUBIN], BOARD, kernel="gather", threads=128, trips=9)
    ok(path.prediction is not None and path.prediction == same.prediction, "a path is a build")
    for builds, options, why in (
            (CUBIN, {}, "builds is one file; give a list of builds"),
            (FILE, {}, "builds is one file; give a list of builds"),
            ([CUBIN] * 2, {"trips": [1]}, "trips is a list of length 1; its length must "
             "be that of builds, 2"),
            ([CUBIN], {"grid": [1, 2]}, "grid is a list of length 2; its length must "
             "be that of builds, 1"),
            ([CUBIN], {"threads": [1, 2]}, "threads is a list of length 2; its length "
             "must be that of builds, 1")):
        try:
            ok(False, why, gpuocc.rank(builds, BOARD, **options))
        except gpuocc.Error as error:
            ok(str(error) == why, f"{error}")


def check_prune():
    configs = [{"n": n, "warps": warps} for n in (90, 5, 40, 7, 1000) for warps in (4, 64)]
    kept = gpuocc.prune(configs, BOARD, build=lambda c: Compiled("gather", c["warps"]), keep=0.4,
                        grid=4096, trips=lambda c: c["n"])
    ok(kept == [{"n": 5, "warps": 4}, {"n": 7, "warps": 4}],
       "prune() keeps the first part of the builds with a time, in order", kept)
    ok(gpuocc.prune(configs, BOARD, "gather", build=lambda c: CUBIN, keep=0.01, trips=9,
                    threads=lambda c: 32 * c["warps"], grid=lambda c: 100 * c["n"]) == [configs[2]],
       "at least one; fields and the grid may depend on the configuration")
    ok(gpuocc.prune([], BOARD, build=lambda c: CUBIN) == [], "no configurations")
    for options, kind, why in (({"build": lambda c: b""}, gpuocc.NotPossible, "none of 10 builds"),
                               ({"kernel": "gather"}, gpuocc.Error, "build is not given")):
        try:
            gpuocc.prune(configs, BOARD, **options)
            ok(False, why)
        except kind as error:
            ok(why in str(error), f"{error}")


def check_options():
    """What would be ignored is refused, and a share that is none."""
    def build(_):
        return Compiled("gather", 4)

    def refused(call, field, value, limit, *arguments, **options):
        try:
            ok(False, f"{field} = {value} is refused", call(*arguments, BOARD, **options))
        except gpuocc.Error as error:
            ok((error.field, error.limit) == (field, limit) and error.value is value and
               str(error).startswith((f"{field} is {value}", f"{field} is {value!r}")),
               f"{error}")

    for field, value in (("groups", 2), ("occupancy", 0.5), ("top", 1), ("convention", "cuda")):
        refused(gpuocc.prune, field, value, None, [1], build=build, trips=9, **{field: value})
    for field, value, limit in (("occupancy", 60, 1), ("occupancy", -1, 1), ("occupancy", "x", 1),
                                ("occupancy", math.nan, 1), ("groups", "x", 0), ("top", -1, 0),
                                ("groups", 1.5, 0)):
        refused(gpuocc.prune, field, value, limit, [64], threads=lambda n: n, **{field: value})
    refused(gpuocc.prune, "keep", 0.5, None, [1], threads=lambda n: n, keep=0.5)
    for keep in (0, -0.5, 1.5, math.nan):
        refused(gpuocc.rank, "keep", keep, 1, [Compiled("gather", 4)] * 3, trips=9, keep=keep)
        refused(gpuocc.prune, "keep", keep, 1, [1, 2, 3], build=build, trips=9, keep=keep)
    ok(len(gpuocc.rank([Compiled("gather", 4)] * 3, BOARD, trips=9, keep=1)) == 3,
       "a share of all is one")


def examples():
    """Returns the names that the examples of the page define."""
    with open(os.path.join(ROOT, "docs", "prediction.md"), encoding="utf-8") as file:
        blocks = re.findall(r"```python\n(.*?)```", file.read(), re.S)
    space = {}
    for block in blocks:
        exec(compile(block, "prediction.md", "exec"), space)  # pylint: disable=exec-used
    return space


def check_triton(space):
    """A stand-in for Autotuner.prune_configs() of Triton 3, which passes on how a kernel is
    launched, kernel[grid](x, K=4096, EVEN=True), as grid= and warmup=."""
    asked = []

    def warmup(*arguments, grid, num_warps, BLOCK, STAGES, K=None, EVEN=None, x=None):
        assert (len(arguments) == 1 and K is None) or (x is not None and K is not None)
        asked.append((grid, BLOCK, STAGES, EVEN))
        return Compiled("gather", num_warps)

    space["matmul"] = types.SimpleNamespace(warmup=warmup)
    space["GPU"] = BOARD
    configs = [types.SimpleNamespace(
        kwargs={"BLOCK": block, "STAGES": stages}, num_warps=warps,
        all_kwargs=lambda block=block, stages=stages, warps=warps: {
            "BLOCK": block, "STAGES": stages, "num_warps": warps})
        for block in (32, 64, 128, 256, 512) for warps in (2, 4) for stages in (1, 2)]
    launch = {"grid": lambda meta: (1 << 20 >> 5, meta["BLOCK"] // 32), "warmup": False,
              "EVEN": True}
    space["matmul"].warmup = lambda *arguments, **meta: warmup(*arguments[:1], **meta)
    kept = space["fastest"](configs, {"x": 1, "K": 4096}, **launch)
    ok(len(asked) == 20 and len(kept) == 2 and all(one[3] for one in asked) and
       all(config in configs for config in kept), "the example for early_config_prune keeps two",
       [config.kwargs for config in kept])
    space["matmul"].warmup = warmup
    times = [space["microseconds"](x=1, K=4096, **launch, **config.all_kwargs())
             for config in configs]
    best = sorted(times)[:2]
    ok(len(asked) == 40 and all(time > 0 for time in times) and best == sorted(
        times[configs.index(config)] for config in kept),
       "that for perf_model has the same fastest ones", times)
    ok(math.isinf(space["microseconds"](x=1, K=4096, grid=(9, 9), BLOCK=1, STAGES=1,
                                        num_warps=64)), "a build that is refused takes forever")


NVCC = """#!/bin/sh
# Stands in for nvcc: kernel.cubin is the same for each configuration but one.
case "$*" in *-Dblock_size_x=512*) exit 1;; esac
cp '{file}' kernel.cubin
"""


def check_kernel_tuner(space):
    """Kernel Tuner calls restrictions with the dictionary of one configuration."""
    parameters = {"block_size_x": [64, 128, 512], "per_thread": [1, 2, 40, 80, 90, 100, 200]}
    before = os.getcwd(), os.environ["PATH"]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "nvcc")
        with open(path, "w", encoding="utf-8") as file:
            file.write(NVCC.replace("{file}", os.path.abspath(FILE)))
        os.chmod(path, 0o755)
        os.chdir(folder)
        os.environ["PATH"] = folder + os.pathsep + os.environ["PATH"]
        try:
            may = space["restriction"](parameters, "gather", 1 << 20)
        finally:
            os.chdir(before[0])
            os.environ["PATH"] = before[1]
    ok(isinstance(may, types.FunctionType) and may.__name__ != "<lambda>" and
       list(inspect.signature(may).parameters) == ["config"],
       "it is a function with one parameter, and no lambda, of which Kernel Tuner reads the source")
    kept = [(x, n) for x in parameters["block_size_x"] for n in parameters["per_thread"]
            if may({"block_size_x": x, "per_thread": n})]
    ok(len(kept) == 2 and all(x != 512 for x, _ in kept) and {n for _, n in kept} <= {1, 2},
       "the example for Kernel Tuner keeps two of 14 that can be compiled", kept)


RAN = doctest.testmod(importlib.import_module("gpuocc._rank"))
ok(RAN.attempted > 0 and RAN.failed == 0, "the examples of rank() run", RAN)
check_command()
check_refused()
check_prune()
check_options()
PAGE = examples()
check_triton(PAGE)
check_kernel_tuner(PAGE)
done()
