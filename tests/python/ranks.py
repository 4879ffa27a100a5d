# SPDX-License-Identifier: MIT
"""Tests gpuocc.rank() on cubins in memory, against gpuocc rank, and the example of
docs/prediction.md for Triton against a stand-in for its documented interface.
Usage: ranks.py SOURCE_ROOT GPUOCC"""
import json
import os
import re
import subprocess
import sys
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
    try:
        gpuocc.rank([CUBIN], "A100")
        ok(False, "a name of several products is refused")
    except gpuocc.DeviceAmbiguous:
        ok(True, "a name of several products is refused")


def check_page():
    """The function of the page keeps the tenth of twenty configurations that does the least."""
    with open(os.path.join(ROOT, "docs", "prediction.md"), encoding="utf-8") as file:
        block = re.search(r"```python\n(.*?def fastest.*?)```", file.read(), re.S)[1]
    space = {}
    exec(compile(block, "prediction.md", "exec"), space)  # pylint: disable=exec-used
    configs = [types.SimpleNamespace(kwargs={"BLOCK": block, "STAGES": stages}, num_warps=warps,
                                     all_kwargs=lambda block=block, warps=warps: {
                                         "BLOCK": block, "num_warps": warps})
               for block in (32, 64, 128, 256, 512) for warps in (2, 4) for stages in (1, 2)]
    asked = []

    def warmup(*arguments, grid, **options):
        asked.append((arguments, grid, options))
        return Compiled("gather", options["num_warps"])

    space["matmul"] = types.SimpleNamespace(warmup=warmup)
    kept = space["fastest"](configs, {"x": 1, "K": 4096, "size": 1 << 20})
    ok(len(asked) == 20 and len(kept) == 2 and all(config in configs for config in kept),
       "the example for Triton keeps two of twenty", [config.kwargs for config in kept])


check_command()
check_refused()
check_page()
done()
