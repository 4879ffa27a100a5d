# SPDX-License-Identifier: MIT
"""Measures the cost of a row of a plan from Python: NumPy columns through ctypes, and one query at
a time; then both through the package. Usage: columns.py LIBRARY [ROWS]"""
import ctypes as c
import importlib
import os
import subprocess
import sys
import tempfile
import time

import numpy

gpuocc = c.CDLL(sys.argv[1])
ROWS = int(sys.argv[2]) if len(sys.argv) > 2 else 4096
FIELDS, RESULTS = (1, 3, 4), (0, 1, 4)  # threads, registers, shared; groups, waves, limiters
RUNS, QUERIES = 400, 20000
random = numpy.random.default_rng(1)
device, plan, occupancy = c.c_void_p(), (c.c_uint64 * 6144)(), (c.c_uint64 * 256)()
assert gpuocc.gpuocc_device_find(b"sm_90", c.c_size_t(5), 0, c.byref(device), None, None) == 0
base = numpy.zeros(26, numpy.uint32)
base[0] = base.nbytes
memory = (c.c_uint64 * (49152 // 8))()
assert gpuocc.gpuocc_plan_init(plan, device, 0, c.c_void_p(base.ctypes.data), None) == 0
columns = [random.integers(least, end, ROWS, numpy.uint32)
           for least, end in ((1, 1025), (0, 256), (0, 49153))]
out = [numpy.empty(ROWS, numpy.uint32) for _ in RESULTS]
status = numpy.empty(ROWS, numpy.int32)


def words(*values):
    return (c.c_uint32 * len(values))(*values)


def pointers(arrays):
    return (c.c_void_p * len(arrays))(*[array.ctypes.data for array in arrays])


def best_of(run, times):
    best = 1e9
    for _ in range(times):
        start = time.thread_time_ns()
        run()
        best = min(best, time.thread_time_ns() - start)
    return best


def rows():
    assert gpuocc.gpuocc_plan_run(
        plan, c.c_size_t(ROWS), words(*FIELDS), pointers(columns), c.c_size_t(3), words(*RESULTS),
        pointers(out), c.c_size_t(3), c.c_void_p(status.ctypes.data)) == 0


def queries():
    kernel = (c.c_uint32 * 26)(104, 256)
    for i in range(QUERIES):
        kernel[3] = 16 + i % 200
        gpuocc.gpuocc_occupancy_init(occupancy, device, 0, kernel, None)
        gpuocc.gpuocc_occupancy_groups(occupancy)


print(f"numpy: a row of a plan of {ROWS} rows {best_of(rows, RUNS) / ROWS:10.1f} ns")
print(f"ctypes: one query, init and one getter {best_of(queries, 5) / QUERIES:7.1f} ns")


def many(ask):
    for _ in range(QUERIES // 10):
        ask()


BACKEND = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bindings",
                       "python", "backend.py")
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([sys.executable, BACKEND, "modules", folder], check=True,
                   stdout=subprocess.DEVNULL)
    sys.path.insert(0, folder)
    os.environ["GPUOCC_LIBRARY"] = os.path.abspath(sys.argv[1])
    package = importlib.import_module("gpuocc")
found, kernel = package.Device("sm_90"), package.Kernel(threads=256, registers=72)
prepared = package.Plan(found, results=("groups", "waves", "limiters"))
filled = dict(zip((*prepared.results, "status"), [*out, status]))
each = 1000.0 * (QUERIES // 10)
for name, asks in (
        ("one query by names", lambda: package.occupancy("sm_90", threads=256, regs=72).groups),
        ("one query by objects", lambda: package.occupancy(found, kernel).groups)):
    print(f"package: {name:24} {best_of(lambda a=asks: many(a), 5) / each:12.1f} us")
cost = best_of(lambda: prepared.run(out=filled, threads=columns[0], registers=columns[1],
                                    shared=columns[2]), RUNS)
print(f"package: a row of a plan of {ROWS} rows {cost / ROWS:8.1f} ns")
