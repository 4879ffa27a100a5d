-- SPDX-License-Identifier: MIT
-- Groups and waves of 240 kernels on the device that is named.
local ffi, gpuocc = require("ffi"), require("gpuocc")
local device, occupancy = ffi.new("const gpuocc_device *[1]"), ffi.new("gpuocc_occupancy")
assert(gpuocc.C.gpuocc_device_for(arg[1], #arg[1], 0, device, nil, nil) == 0)
local kernel = ffi.new("gpuocc_kernel", { size = ffi.sizeof("gpuocc_kernel") })
kernel.threads_per_group = 256
for registers = 16, 255 do
    kernel.registers_per_thread = registers
    assert(gpuocc.C.gpuocc_occupancy_init(occupancy, device[0], 0, kernel, nil) == 0)
    print(registers .. "," .. gpuocc.C.gpuocc_occupancy_groups(occupancy) .. "," ..
        gpuocc.C.gpuocc_occupancy_waves(occupancy))
end
