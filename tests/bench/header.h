/* SPDX-License-Identifier: MIT
 *
 * cuda_occupancy.h for the bench, or nothing if it was not found (WITH_HEADER).
 */
#ifndef BENCH_HEADER_H
#define BENCH_HEADER_H

#include <string.h>

#include "gpuocc/gpuocc.h"

/* The compute capabilities that CUDA 13's header supports. */
static const char *const capabilities[] = {"5.0", "5.2", "5.3",  "6.0",  "6.1",  "6.2",
                                           "7.0", "7.2", "7.5",  "8.0",  "8.6",  "8.7",
                                           "8.9", "9.0", "10.0", "10.3", "12.0", "12.1"};
#define CAPABILITIES (sizeof capabilities / sizeof capabilities[0])

#ifdef WITH_HEADER
#include <cuda_occupancy.h>

#define HAS_HEADER 1

static cudaOccDeviceProp properties[CAPABILITIES];
static cudaOccFuncAttributes attributes;
static cudaOccDeviceState device_state;

static uint32_t header_field(const gpuocc_device *device, uint32_t field)
{
    uint64_t value = 0;

    gpuocc_device_get(device, field, 0, &value);
    return (uint32_t)value;
}

/* Prepares the header's input: the limits of each device. */
static void header_prepare(const gpuocc_device *const *devices, uint32_t count)
{
    uint32_t i, partitions, generation;
    cudaOccDeviceProp *p;

    for (i = 0; i < count; i++) {
        p = &properties[i];
        partitions = header_field(devices[i], GPUOCC_DEVICE_PARTITIONS_PER_CORE);
        generation = header_field(devices[i], GPUOCC_DEVICE_GENERATION);
        memset(p, 0, sizeof *p);
        p->computeMajor = (int)generation / 10;
        p->computeMinor = (int)generation % 10;
        p->maxThreadsPerBlock = 1024;
        p->maxThreadsPerMultiprocessor =
            (int)(32 * partitions *
                  header_field(devices[i], GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION));
        p->regsPerBlock = (int)header_field(devices[i], GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP);
        p->regsPerMultiprocessor =
            (int)(partitions * header_field(devices[i], GPUOCC_DEVICE_REGISTERS_PER_PARTITION));
        p->warpSize = 32;
        p->sharedMemPerBlock = 49152;
        p->sharedMemPerMultiprocessor = header_field(devices[i], GPUOCC_DEVICE_SHARED_POOL_BYTES);
        p->sharedMemPerBlockOptin =
            header_field(devices[i], GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP);
        p->reservedSharedMemPerBlock =
            header_field(devices[i], GPUOCC_DEVICE_SHARED_RESERVED_BYTES);
        p->numSms = 1;
    }
    attributes.maxThreadsPerBlock = 1024;
    attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    attributes.numBlockBarriers = 1;
    device_state.carveoutConfig = -1;
}

static uint64_t header_ask(uint32_t device, uint32_t threads, uint32_t registers, uint32_t shared)
{
    cudaOccResult result;

    attributes.numRegs = (int)registers;
    attributes.sharedSizeBytes = shared;
    result.activeBlocksPerMultiprocessor = 0;
    result.limitingFactors = 0;
    cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties[device], &attributes,
                                            &device_state, (int)threads, 0);
    return (uint64_t)result.activeBlocksPerMultiprocessor * (1 + (threads + 31) / 32) +
           (result.limitingFactors != 0);
}

static uint64_t header_best(uint32_t device, uint32_t registers, uint32_t shared)
{
    int grid = 0, block = 0;

    attributes.numRegs = (int)registers;
    attributes.sharedSizeBytes = shared;
    cudaOccMaxPotentialOccupancyBlockSize(&grid, &block, &properties[device], &attributes,
                                          &device_state, NULL, 0);
    return (uint64_t)grid * (uint64_t)block;
}

#else

#define HAS_HEADER 0

static void header_prepare(const gpuocc_device *const *devices, uint32_t count)
{
    (void)devices;
    (void)count;
}

#endif
#endif
