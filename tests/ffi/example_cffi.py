# SPDX-License-Identifier: MIT
"""libgpuocc from Python with cffi and NumPy: kernels are rows of an array. Usage: example_cffi.py
LIBRARY"""
import sys

import cffi
import numpy

ffi = cffi.FFI()
ffi.cdef("""
int32_t gpuocc_device_for(const char *, size_t, uint32_t, const void **, uint32_t *, void *);
int32_t gpuocc_occupancy_init(void *, const void *, uint32_t, const uint32_t *, void *);
uint32_t gpuocc_occupancy_groups(const void *);
uint32_t gpuocc_occupancy_waves(const void *);
uint32_t gpuocc_occupancy_max_waves(const void *);
""")
gpuocc = ffi.dlopen(sys.argv[1])
device = ffi.new("const void **")
assert gpuocc.gpuocc_device_for(b"RTX 4090", 8, 0, device, ffi.NULL, ffi.NULL) == 0
kernel = numpy.zeros(26, numpy.uint32)
kernel[[0, 1, 3, 4]] = kernel.nbytes, 256, 72, 24 * 1024
occupancy = ffi.new("uint64_t[256]")
assert gpuocc.gpuocc_occupancy_init(occupancy, device[0], 0,
                                    ffi.from_buffer("uint32_t *", kernel), ffi.NULL) == 0
print(gpuocc.gpuocc_occupancy_groups(occupancy), "groups,",
      gpuocc.gpuocc_occupancy_waves(occupancy), "of",
      gpuocc.gpuocc_occupancy_max_waves(occupancy), "waves")
