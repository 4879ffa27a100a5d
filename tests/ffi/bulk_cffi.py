# SPDX-License-Identifier: MIT
"""Many kernels at once from NumPy, without a copy. Usage: bulk_cffi.py LIBRARY"""
import sys

import cffi
import numpy

ffi = cffi.FFI()
ffi.cdef("""
int32_t gpuocc_device_for(const char *, size_t, uint32_t, const void **, uint32_t *, void *);
int32_t gpuocc_plan_init(void *, const void *, uint32_t, const uint32_t *, void *);
int32_t gpuocc_plan_run(const void *, size_t, const uint32_t *, const uint32_t *const *, size_t,
                        const uint32_t *, uint32_t *const *, size_t, int32_t *);
""")
gpuocc = ffi.dlopen(sys.argv[1])
REGISTERS, GROUPS, WAVES = 3, 0, 1
device = ffi.new("const void **")
assert gpuocc.gpuocc_device_for(b"RTX 4090", 8, 0, device, ffi.NULL, ffi.NULL) == 0
plan = ffi.new("uint64_t[]", 49152 // 8)
assert gpuocc.gpuocc_plan_init(plan, device[0], 0, [4 * 26, 256] + [0] * 24, ffi.NULL) == 0
registers = numpy.arange(16, 256, dtype=numpy.uint32)
groups, waves = numpy.empty_like(registers), numpy.empty_like(registers)
columns = [ffi.from_buffer("uint32_t *", column) for column in (registers, groups, waves)]
assert gpuocc.gpuocc_plan_run(plan, len(registers), [REGISTERS], columns[:1], 1,
                              [GROUPS, WAVES], columns[1:], 2, ffi.NULL) == 0
print(f"{len(registers)} rows, {groups.sum()} groups, {waves.sum()} waves")
