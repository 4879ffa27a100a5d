/* SPDX-License-Identifier: MIT
 *
 * The functions of cuda_occupancy.h that return a constant of a compute capability, for
 * cuda_occupancy.h in this folder. Each writes `limit` only if it returns CUDA_OCC_SUCCESS.
 */
#ifndef GPUOCC_COMPAT_CUDA_OCCUPANCY_DEVICE_H
#define GPUOCC_COMPAT_CUDA_OCCUPANCY_DEVICE_H

#include "../device.h"
#include "cuda_occupancy_types.h"

/* Arithmetic of the original that programs use. */

static inline int __occMin(int a, int b)
{
    return a < b ? a : b;
}

static inline int __occDivideRoundUp(int x, int y)
{
    return (x + y - 1) / y;
}

static inline int __occRoundUp(int x, int y)
{
    return __occDivideRoundUp(x, y) * y;
}

/* A figure of the compute capability, or of the one whose constants the original uses for it. */
static inline cudaOccError gpuocc_compat_number(int *limit, const cudaOccDeviceProp *properties,
                                                uint32_t field)
{
    static const uint8_t known[] = {35, 50, 52, 53, 60,  61,  62,  70,  72,  75, 80,
                                    86, 87, 89, 90, 100, 101, 103, 110, 120, 121};
    static const uint8_t others[13] = {0, 0, 0, 35, 0, 50, 61, 70, 86, 90, 100, 100, 120};
    const int major = properties->computeMajor, minor = properties->computeMinor;
    char name[] = "sm_   ";
    uint32_t i, generation;
    const gpuocc_device *device = NULL;
    uint64_t value = 0;

    if (major < 3 || major > 12 || others[major] == 0)
        return CUDA_OCC_ERROR_UNKNOWN_DEVICE;
    generation = others[major];
    for (i = 0; i < sizeof known; i++)
        if (minor >= 0 && minor <= 9 && known[i] == 10 * major + minor)
            generation = known[i];
    i = 3;
    if (generation >= 100)
        name[i++] = (char)('0' + generation / 100);
    name[i++] = (char)('0' + generation / 10 % 10);
    name[i++] = (char)('0' + generation % 10);
    if (gpuocc_device_find(name, i, 0, &device, NULL, NULL) != GPUOCC_OK ||
        gpuocc_device_get(device, field, 0, &value) != GPUOCC_OK)
        return CUDA_OCC_ERROR_UNKNOWN_DEVICE;
    *limit = (int)value;
    return CUDA_OCC_SUCCESS;
}

/** Allocation granularity of shared memory in bytes. */
static inline cudaOccError cudaOccSMemAllocationGranularity(int *limit,
                                                            const cudaOccDeviceProp *properties)
{
    return gpuocc_compat_number(limit, properties, GPUOCC_DEVICE_SHARED_UNIT_BYTES);
}

/** Allocation granularity of the registers of a warp. */
static inline cudaOccError cudaOccRegAllocationGranularity(int *limit,
                                                           const cudaOccDeviceProp *properties)
{
    return gpuocc_compat_number(limit, properties, GPUOCC_DEVICE_REGISTER_UNIT);
}

/** Maximum registers of a thread: from 7.0 on the original returns one more than a thread can
 *  address. */
static inline cudaOccError cudaOccRegAllocationMaxPerThread(int *limit,
                                                            const cudaOccDeviceProp *properties)
{
    int registers = 0;
    const cudaOccError error =
        gpuocc_compat_number(&registers, properties, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD);

    if (error == CUDA_OCC_SUCCESS)
        *limit = registers + (properties->computeMajor >= 7);
    return error;
}

static inline cudaOccError
cudaOccSubPartitionsPerMultiprocessor(int *limit, const cudaOccDeviceProp *properties)
{
    return gpuocc_compat_number(limit, properties, GPUOCC_DEVICE_PARTITIONS_PER_CORE);
}

static inline cudaOccError cudaOccMaxBlocksPerMultiprocessor(int *limit,
                                                             const cudaOccDeviceProp *properties)
{
    return gpuocc_compat_number(limit, properties, GPUOCC_DEVICE_MAX_GROUPS_PER_CORE);
}

#endif
