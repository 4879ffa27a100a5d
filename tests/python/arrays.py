# SPDX-License-Identifier: MIT
"""The installed package with NumPy and pandas. Usage: arrays.py SOURCE_ROOT"""
import math
import os
import sys
import time

sys.path.insert(0, os.path.join(sys.argv[1], "tests"))
sys.dont_write_bytecode = True
import gpuocc  # noqa: E402
import numpy  # noqa: E402
import pandas  # noqa: E402
from tap import done, ok  # noqa: E402

ROWS = 1000000
registers = numpy.arange(ROWS, dtype=numpy.uint32) % 240 + 16
expected = numpy.array([gpuocc.occupancy("RTX 4090", threads=256, registers=r).groups
                        for r in range(16, 256)])[registers - 16]
plan = gpuocc.Plan("RTX 4090", threads=256)
out = {name: numpy.empty(ROWS, numpy.uint32) for name in plan.results}
out["status"] = numpy.empty(ROWS, numpy.int32)
start = time.process_time()
table = plan.run(registers=registers, out=out)
first = time.process_time() - start
ok((out["groups"] == expected).all() and table["groups"] is out["groups"],
   f"a million rows from and into NumPy's own memory ({1e9 * first / ROWS:.1f} ns a row)")
ok((numpy.asarray(gpuocc.table("RTX 4090", threads=256, registers=registers)["groups"]) ==
    expected).all(), "numpy.asarray of a column")
for kind in (numpy.int64, numpy.int32, numpy.uint16, numpy.dtype(">u4")):
    ok((plan.run(registers=registers.astype(kind))["groups"] == expected).all(),
       f"converted from {numpy.dtype(kind)}")
ok((plan.run(registers=registers[::-3])["groups"] == expected[::-3]).all(), "strided")
locked = registers.copy()
locked.flags.writeable = False
ok((plan.run(registers=locked)["groups"] == expected).all(), "read-only")
for name, wrong in (("negative", numpy.array([1, -1])), ("floats", numpy.array([1.5])),
                    ("two dimensions", numpy.zeros((2, 2), numpy.uint32)),
                    ("too large", numpy.array([2 ** 32])),
                    ("too large, of 32 bits", numpy.array([2 ** 32], numpy.float32)),
                    ("infinite, of 16 bits", numpy.array([math.inf], numpy.float16)),
                    ("dates", numpy.array(["2026-01-01"], "datetime64[s]"))):
    try:
        plan.run(registers=wrong)
        ok(False, name)
    except gpuocc.Error as error:
        ok(error.field == "registers_per_thread", f"{name}: {error}", error)
ok(gpuocc.occupancy("RTX 4090", threads=numpy.int64(256)).kernel ==
   gpuocc.Kernel(threads=256), "a scalar of NumPy")

frame = pandas.DataFrame({"threads": [32, 64, 1024, 4096], "regs": [16, 32, 64, 128]})
answered = frame.assign(**gpuocc.table("RTX 4090", threads=frame.threads, registers=frame.regs))
ok(list(answered.columns) == ["threads", "regs", *gpuocc.table(
    "RTX 4090", threads=[1])] and list(answered.groups[:3]) == [24, 24, 1] and
   answered.status[3] < 0, "columns of a pandas frame", answered)
ok(pandas.DataFrame(gpuocc.table("RTX 4090", threads=frame.threads)).shape == (4, 5),
   "a frame of a table")
ok(list(gpuocc.table("RTX 4090", threads=frame.threads.astype("Int64"))["groups"][:2]) ==
   [24, 24], "pandas' own integers")

# Missing values are "not given", refused rows are NaN.
nan = float("nan")
given = [64, None, 128, None]
for name, gaps in (("floats", numpy.array([64, nan, 128, nan])),
                   ("floats of 32 bits", numpy.array([64, nan, 128, nan], numpy.float32)),
                   ("pandas' floats", pandas.Series([64, None, 128, None])),
                   ("pandas' own integers", pandas.array([64, None, 128, None], dtype="Int64")),
                   ("objects", numpy.array([64, None, 128, pandas.NA], object)),
                   ("a mask", numpy.ma.array([64, 9999, 128, 0], mask=[0, 1, 0, 1]))):
    ok(gpuocc.table("RTX 4090", threads=256, registers=gaps) ==
       gpuocc.table("RTX 4090", threads=256, registers=given), f"missing values in {name}")
ok(gpuocc.table("RTX 4090", threads=256, carveout=numpy.array([nan, 0.0]), shared=1024) ==
   gpuocc.table("RTX 4090", threads=256, carveout=[None, 0], shared=1024) !=
   gpuocc.table("RTX 4090", threads=256, carveout=[None, None], shared=1024),
   "a missing value differs from an explicit zero")
for name, value in (("a fraction", 1.5), ("infinity", float("inf")), ("negative", -1.0),
                    ("too large", 2.0 ** 32)):
    try:
        ok(False, name, gpuocc.table("RTX 4090", threads=numpy.array([32, nan, value])))
    except gpuocc.Error as error:
        ok(error.value == value and "row 2" in str(error), f"{name}: {error}", error)
half = gpuocc.table("RTX 4090", threads=[256, 4096, 512, 0], registers=64)
shares = numpy.asarray(half["occupancy"])
# 48 warps of an SM: 4 and 2 groups of 8 and 16 warps with 64 registers; 4,096 threads and none are
# refused.
ok(numpy.nanmean(numpy.asarray(half["waves"])) == 32 and numpy.isnan(shares[[1, 3]]).all() and
   (shares[[0, 2]] == 32 / 48).all() and pandas.DataFrame(half).groups.mean() == 3,
   "refused rows are left out of a mean", half["waves"], shares)
ok(numpy.asarray(half["groups"]).dtype == numpy.float64 and
   numpy.asarray(gpuocc.table("RTX 4090", threads=[64])["groups"]).dtype == numpy.uint32,
   "floats where a number is missing, otherwise whole numbers")
ok(gpuocc.occupancy("RTX 4090", threads=numpy.float32(256), registers=pandas.NA, shared=nan) ==
   gpuocc.occupancy("RTX 4090", threads=256), "a row of a frame as a question")

# Frames.
frame = gpuocc.table("RTX 4090", threads=[256, 4096], carveout=[0, None], registers=72).to_pandas()
ok(list(frame.columns) == ["threads_per_group", "carveout_percent", "groups", "waves", "max_waves",
                           "limiters", "status", "occupancy", "message"] and
   frame.limiters[0] == "registers" and "4096" in frame.message[1] and frame.message[0] == "" and
   frame.carveout_percent[0] == 0 and frame.carveout_percent.isna()[1] and
   frame.occupancy.mean() == 0.5, "a table as a frame", frame)
ok(list(gpuocc.best("RTX 4090", registers=72).to_pandas().threads_per_group)[0] == 896 and
   len(gpuocc.devices("rtx 4090").to_pandas()) == 3, "lists as frames")
done()
