# SPDX-License-Identifier: MIT
## Groups and waves of 240 kernels on the device that is named.
import std/os
import gpuocc

let name = paramStr(1)
var
  device: ptr gpuocc_device
  occupancy: gpuocc_occupancy
  kernel = gpuocc_kernel(size: uint32(sizeof(gpuocc_kernel)), threads_per_group: 256)
doAssert gpuocc_device_for(cstring(name), csize_t(name.len), 0, addr device, nil, nil) == 0
for registers in 16'u32 .. 255'u32:
  kernel.registers_per_thread = registers
  doAssert gpuocc_occupancy_init(addr occupancy, device, 0, addr kernel, nil) == 0
  echo registers, ",", gpuocc_occupancy_groups(addr occupancy), ",",
    gpuocc_occupancy_waves(addr occupancy)
