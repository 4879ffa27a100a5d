#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The task of docs/examples/autotuner.py through ctypes, by the interface of the first edition
(include/gpuocc/plan.h of commit 216f809), as docs/bindings.md of that commit showed it."""
import ctypes as c
import sys

import numpy as np

gpuocc = c.CDLL(sys.argv[1])
THREADS, REGISTERS, SHARED, WAVES, MAX_WAVES = 1, 3, 4, 1, 2
x, y, tile = (axis.ravel() for axis in
              np.meshgrid([16, 32, 64], [4, 8, 16], [1, 2, 4, 8], indexing="ij"))
device, plan = c.c_void_p(), c.c_void_p()
name = b"RTX 4090"
assert gpuocc.gpuocc_device_find(name, c.c_size_t(len(name)), 0, c.byref(device), None) == 0
base = (c.c_uint32 * 26)(4 * 26)
memory = (c.c_uint64 * (49152 // 8))()
assert gpuocc.gpuocc_plan_init(memory, c.c_size_t(49152), device, 0, base, c.byref(plan), None) == 0
Pointer = c.POINTER(c.c_uint32)
columns = [column.astype(np.uint32) for column in (x * y, 40 + 16 * tile, 16 * x * y * tile)]
waves, slots = np.empty(len(x), np.uint32), np.empty(len(x), np.uint32)
status = np.empty(len(x), np.int32)
ins = (Pointer * 3)(*(column.ctypes.data_as(Pointer) for column in columns))
outs = (Pointer * 2)(*(column.ctypes.data_as(Pointer) for column in (waves, slots)))
assert gpuocc.gpuocc_plan_run(
    plan, c.c_size_t(len(x)), (c.c_uint32 * 3)(THREADS, REGISTERS, SHARED), ins, c.c_size_t(3),
    (c.c_uint32 * 2)(WAVES, MAX_WAVES), outs, c.c_size_t(2),
    status.ctypes.data_as(c.POINTER(c.c_int32))) == 0
kept = np.flatnonzero((status == 0) & (2 * waves >= slots))
print(f"{len(kept)} of {len(x)} configurations are worth a run")
