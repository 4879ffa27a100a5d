-- SPDX-License-Identifier: MIT
-- Many kernels at once from LuaJIT. Usage: luajit bulk.lua LIBRARY
local ffi = require("ffi")
ffi.cdef [[
int32_t gpuocc_device_for(const char *, size_t, uint32_t, const void **, uint32_t *, void *);
int32_t gpuocc_plan_init(void *, const void *, uint32_t, const uint32_t *, void *);
int32_t gpuocc_plan_run(const void *, size_t, const uint32_t *, const uint32_t *const *, size_t,
                        const uint32_t *, uint32_t *const *, size_t, int32_t *);
]]
local gpuocc, rows, registers_per_thread = ffi.load(arg[1]), 240, 3
local device = ffi.new("const void *[1]")
assert(gpuocc.gpuocc_device_for("RTX 4090", 8, 0, device, nil, nil) == 0)
local plan, base = ffi.new("uint64_t[?]", 49152 / 8), ffi.new("uint32_t[26]", { 4 * 26, 256 })
assert(gpuocc.gpuocc_plan_init(plan, device[0], 0, base, nil) == 0)
local registers, groups, waves = ffi.new("uint32_t[?]", rows), ffi.new("uint32_t[?]", rows),
    ffi.new("uint32_t[?]", rows)
for i = 0, rows - 1 do registers[i] = 16 + i end
assert(gpuocc.gpuocc_plan_run(plan, rows, ffi.new("uint32_t[1]", registers_per_thread),
    ffi.new("const uint32_t *[1]", { registers }), 1, ffi.new("uint32_t[2]", { 0, 1 }),
    ffi.new("uint32_t *[2]", { groups, waves }), 2, nil) == 0)
local sum = { 0, 0 }
for i = 0, rows - 1 do sum[1], sum[2] = sum[1] + groups[i], sum[2] + waves[i] end
print(rows .. " rows, " .. sum[1] .. " groups, " .. sum[2] .. " waves")
