/* SPDX-License-Identifier: MIT */
/* Written by scripts/abi_snapshot. */
#ifndef GPUOCC_CONSTANTS_H
#define GPUOCC_CONSTANTS_H
#include "device.h"
#ifdef __cplusplus
extern "C" {
#endif
enum gpuocc_resource {
    GPUOCC_RESOURCE_DRAM = 0,
    GPUOCC_RESOURCE_L2 = 1,
    GPUOCC_RESOURCE_L1 = 2,
    GPUOCC_RESOURCE_SHARED = 3,
    GPUOCC_RESOURCE_LOAD_SLOTS = 4,
    GPUOCC_RESOURCE_FP32 = 5,
    GPUOCC_RESOURCE_FP64 = 6,
    GPUOCC_RESOURCE_FP16 = 7,
    GPUOCC_RESOURCE_INT32 = 8,
    GPUOCC_RESOURCE_SPECIAL = 9,
    GPUOCC_RESOURCE_MATRIX = 10,
    GPUOCC_RESOURCE_PIPE_A = 11,
    GPUOCC_RESOURCE_PIPE_B = 12,
    GPUOCC_RESOURCE_ISSUE = 13,
    GPUOCC_RESOURCE_LATENCY = 14,
    GPUOCC_RESOURCE_COUNT = 15
};
enum gpuocc_constant {
    GPUOCC_CONSTANT_CLOCK_GHZ = 1,
    GPUOCC_CONSTANT_CORE_COUNT = 2,
    GPUOCC_CONSTANT_PARTITIONS = 3,
    GPUOCC_CONSTANT_DRAM_GB_PER_S = 4,
    GPUOCC_CONSTANT_TURNAROUND_CYCLES = 5,
    GPUOCC_CONSTANT_LOADS_PER_CORE = 6,
    GPUOCC_CONSTANT_LOADS_PER_WAVE = 7,
    GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE = 8,
    GPUOCC_CONSTANT_TUNED_BYTES_IN_FLIGHT = 9,
    GPUOCC_CONSTANT_DRAM_LATENCY_NS = 10,
    GPUOCC_CONSTANT_DRAM_SHARE = 11,
    GPUOCC_CONSTANT_MEMORY = 12,
    GPUOCC_CONSTANT_LATENCY = 16,
    GPUOCC_CONSTANT_RATE = 32,
    GPUOCC_CONSTANT_DISTANCE = 48,
    GPUOCC_CONSTANT_COUNT = 64
};
enum gpuocc_memory {
    GPUOCC_MEMORY_UNKNOWN = 0,
    GPUOCC_MEMORY_GDDR = 1,
    GPUOCC_MEMORY_HBM = 2,
    GPUOCC_MEMORY_SYSTEM = 3,
    GPUOCC_MEMORY_COUNT = 4
};
enum gpuocc_basis {
    GPUOCC_BASIS_GIVEN = 0,
    GPUOCC_BASIS_MEASURED = 1,
    GPUOCC_BASIS_SIBLING = 2,
    GPUOCC_BASIS_INFERRED = 3,
    GPUOCC_BASIS_WEAK = 4,
    GPUOCC_BASIS_COUNT = 5
};
#define GPUOCC_UNLIMITED (-1.0)
GPUOCC_API int32_t gpuocc_device_constant(const gpuocc_device *device, uint32_t constant,
                                          uint32_t wave_size, double *value, double *low,
                                          double *high);
GPUOCC_API int32_t gpuocc_device_constant_source(const gpuocc_device *device, uint32_t constant,
                                                 gpuocc_source *source);
GPUOCC_API int32_t gpuocc_device_constant_basis(const gpuocc_device *device, uint32_t constant,
                                                uint32_t wave_size, uint32_t *basis);
#ifdef __cplusplus
}
#endif
#endif
