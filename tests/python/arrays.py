# SPDX-License-Identifier: MIT
"""The installed package with NumPy and pandas. Usage: arrays.py SOURCE_ROOT"""
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
try:
    gpuocc.table("RTX 4090", threads=pandas.array([32, None], dtype="Int64"))
    ok(False, "a missing value")
except gpuocc.Error as error:
    ok("row 1" in str(error), f"a missing value: {error}", error)
done()
