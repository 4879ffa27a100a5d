// SPDX-License-Identifier: MIT

// Prints groups and waves of 240 kernels on the device that is named.
package main

import (
	"fmt"
	"gpuocc"
	"os"
	"unsafe"
)

func main() {
	name := []byte(os.Args[1])
	var device *gpuocc.Device
	if gpuocc.DeviceFind(&name[0], uintptr(len(name)), 0, &device, nil, nil) != gpuocc.GPUOCC_OK {
		os.Exit(1)
	}
	kernel := gpuocc.Kernel{ThreadsPerGroup: 256}
	kernel.Size = uint32(unsafe.Sizeof(kernel))
	var occupancy gpuocc.Occupancy
	for kernel.RegistersPerThread = 16; kernel.RegistersPerThread < 256; kernel.RegistersPerThread++ {
		if gpuocc.OccupancyInit(&occupancy, device, 0, &kernel, nil) != gpuocc.GPUOCC_OK {
			os.Exit(1)
		}
		fmt.Printf("%d,%d,%d\n", kernel.RegistersPerThread,
			gpuocc.OccupancyGroups(&occupancy), gpuocc.OccupancyWaves(&occupancy))
	}
}
