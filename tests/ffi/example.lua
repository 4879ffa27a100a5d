-- SPDX-License-Identifier: MIT
-- libgpuocc from LuaJIT. Usage: luajit example.lua LIBRARY
local ffi = require("ffi")
ffi.cdef [[
typedef struct gpuocc_kernel { uint32_t size, threads_per_group, wave_size, registers_per_thread,
    shared_bytes, rest[21]; } gpuocc_kernel;
int32_t gpuocc_device_for(const char *, size_t, uint32_t, const void **, uint32_t *, void *);
int32_t gpuocc_occupancy_init(void *, const void *, uint32_t, const gpuocc_kernel *,
                              void *);
uint32_t gpuocc_occupancy_groups(const void *);
uint32_t gpuocc_occupancy_waves(const void *);
uint32_t gpuocc_occupancy_max_waves(const void *);
]]
local gpuocc = ffi.load(arg[1])
local device = ffi.new("const void *[1]")
assert(gpuocc.gpuocc_device_for("RTX 4090", 8, 0, device, nil, nil) == 0)
local kernel = ffi.new("gpuocc_kernel", {
    size = ffi.sizeof("gpuocc_kernel"), threads_per_group = 256, registers_per_thread = 72,
    shared_bytes = 24 * 1024 })
local occupancy = ffi.new("uint64_t[256]")
assert(gpuocc.gpuocc_occupancy_init(occupancy, device[0], 0, kernel, nil) == 0)
print(gpuocc.gpuocc_occupancy_groups(occupancy) .. " groups, " ..
    gpuocc.gpuocc_occupancy_waves(occupancy) .. " of " ..
    gpuocc.gpuocc_occupancy_max_waves(occupancy) .. " waves")
