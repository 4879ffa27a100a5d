# SPDX-License-Identifier: MIT
"""Many kernels at once from Python, with nothing but ctypes. Usage: bulk.py LIBRARY"""
import ctypes as c
import sys

gpuocc = c.CDLL(sys.argv[1])
ROWS, REGISTERS, GROUPS, WAVES = 240, 3, 0, 1
Column = c.c_uint32 * ROWS
device = c.c_void_p()
assert gpuocc.gpuocc_device_for(b"RTX 4090", c.c_size_t(8), 0, c.byref(device), None, None) == 0
base = (c.c_uint32 * 26)(4 * 26, 256)
plan = (c.c_uint64 * (49152 // 8))()
assert gpuocc.gpuocc_plan_init(plan, device, 0, base, None) == 0
registers, groups, waves = Column(*range(16, 16 + ROWS)), Column(), Column()
Pointers = c.POINTER(c.c_uint32)
assert gpuocc.gpuocc_plan_run(
    plan, c.c_size_t(ROWS), (c.c_uint32 * 1)(REGISTERS),
    (Pointers * 1)(c.cast(registers, Pointers)), c.c_size_t(1), (c.c_uint32 * 2)(GROUPS, WAVES),
    (Pointers * 2)(c.cast(groups, Pointers), c.cast(waves, Pointers)), c.c_size_t(2), None) == 0
print(f"{ROWS} rows, {sum(groups)} groups, {sum(waves)} waves")
