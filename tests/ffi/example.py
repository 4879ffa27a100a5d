# SPDX-License-Identifier: MIT
"""libgpuocc from Python, with nothing but ctypes. Usage: example.py LIBRARY"""
import ctypes as c
import sys

gpuocc = c.CDLL(sys.argv[1])
FIELDS = """size threads_per_group wave_size registers_per_thread shared_bytes dynamic_shared_bytes
barriers_per_group max_threads_per_group shared_limit max_dynamic_shared_bytes carveout_percent
cache_preference global_caching virtual_resources groups_per_cluster accumulators_per_thread
scalar_registers_per_wave core_mode dynamic_vgpr_block trap_registers scratch_wave_cap grf_count
half_registers_per_thread occupancy_target_percent
dynamic_shared_bytes_per_thread reported_max_threads""".split()
Kernel = type("Kernel", (c.Structure,), {"_fields_": [(name, c.c_uint32) for name in FIELDS]})

device = c.c_void_p()
name = b"RTX 4090"
assert gpuocc.gpuocc_device_for(name, c.c_size_t(len(name)), 0, c.byref(device), None, None) == 0
kernel = Kernel(size=c.sizeof(Kernel), threads_per_group=256, registers_per_thread=72,
                shared_bytes=24 * 1024)
occupancy = (c.c_uint64 * 256)()
assert gpuocc.gpuocc_occupancy_init(occupancy, device, 0, c.byref(kernel), None) == 0
print(gpuocc.gpuocc_occupancy_groups(occupancy), "groups,",
      gpuocc.gpuocc_occupancy_waves(occupancy), "of",
      gpuocc.gpuocc_occupancy_max_waves(occupancy), "waves")
text, index = c.create_string_buffer(256), 0
while gpuocc.gpuocc_occupancy_advice(occupancy, index, text, c.c_size_t(256), None) == 0:
    print(text.value.decode())
    index += 1
