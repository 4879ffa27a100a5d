/* SPDX-License-Identifier: MIT
 *
 * Adapter for the CUDA runtime API. Include <cuda_runtime_api.h> first.
 *
 * cudaDeviceProp.pciDeviceID is not read: it is the number of a bus slot, not a PCI device id.
 */
#ifndef GPUOCC_ADAPT_CUDA_H
#define GPUOCC_ADAPT_CUDA_H

#include "edits.h"

#if defined(__DRIVER_TYPES_H__) || defined(GPUOCC_ADAPT_CUDA)

/** Finds a device by its properties. If the name is unknown or contradicts the compute capability,
 *  the result is the architecture, with quality GPUOCC_QUALITY_ARCHITECTURE. */
static inline int32_t gpuocc_cuda_find(const struct cudaDeviceProp *properties, uint32_t index,
                                       const gpuocc_device **device, uint32_t *quality)
{
    const uint32_t number = (uint32_t)properties->major * 10 + (uint32_t)properties->minor;
    char name[8] = {'s', 'm', '_', 0, 0, 0, 0, 0};
    const gpuocc_device *named = NULL;
    uint32_t fit = GPUOCC_QUALITY_NEAREST;
    size_t at = 3;
    int32_t status;

    status =
        gpuocc_device_find(properties->name, strlen(properties->name), index, &named, &fit, NULL);
    if (status == GPUOCC_ERROR_INDEX ||
        (status == GPUOCC_OK && gpuocc_adapt_number(named, GPUOCC_DEVICE_GENERATION) == number &&
         gpuocc_adapt_number(named, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_NVIDIA))
        return gpuocc_device_find(properties->name, strlen(properties->name), index, device,
                                  quality, NULL);
    if (number >= 1000)
        return GPUOCC_ERROR_DEVICE_UNKNOWN;
    if (number >= 100)
        name[at++] = (char)('0' + number / 100);
    name[at++] = (char)('0' + number / 10 % 10);
    name[at++] = (char)('0' + number % 10);
    status = gpuocc_device_find(name, at, index, device, NULL, NULL);
    if (status == GPUOCC_OK && quality != NULL)
        *quality = GPUOCC_QUALITY_ARCHITECTURE;
    return status;
}

/** Adds everything that the driver reports about an SM. Applied to the most similar device as
 *  `base`, this is enough to describe a chip that is newer than the library; the number of
 *  sub-partitions comes from `base`. */
static inline void gpuocc_cuda_properties(gpuocc_edits *edits, const gpuocc_device *base,
                                          const struct cudaDeviceProp *p)
{
    const uint64_t partitions = gpuocc_adapt_number(base, GPUOCC_DEVICE_PARTITIONS_PER_CORE);
    const uint64_t waves =
        (uint64_t)p->maxThreadsPerMultiProcessor / (uint64_t)(p->warpSize + !p->warpSize);

    gpuocc_edits_add(edits, GPUOCC_DEVICE_GENERATION, (uint32_t)p->major * 10 + (uint32_t)p->minor);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, (uint64_t)p->maxThreadsPerBlock);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MAX_GROUPS_PER_CORE,
                     (uint64_t)p->maxBlocksPerMultiProcessor);
    if (partitions != 0) {
        gpuocc_edits_add(edits, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, waves / partitions);
        gpuocc_edits_add(edits, GPUOCC_DEVICE_REGISTERS_PER_PARTITION,
                         (uint64_t)p->regsPerMultiprocessor / partitions);
    }
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP, (uint64_t)p->regsPerBlock);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_SHARED_POOL_BYTES, p->sharedMemPerMultiprocessor);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, p->sharedMemPerBlockOptin);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, p->sharedMemPerBlock);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_SHARED_RESERVED_BYTES, p->reservedSharedMemPerBlock);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_CORE_COUNT, (uint64_t)p->multiProcessorCount);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MIN_CORE_COUNT, (uint64_t)p->multiProcessorCount);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_L2_KIB, (uint64_t)p->l2CacheSize / 1024);
}

/** Sets the registers and shared memory of a compiled kernel. The caller sets the group size and
 *  the dynamic shared memory. */
static inline void gpuocc_cuda_kernel(gpuocc_kernel *kernel,
                                      const struct cudaFuncAttributes *attributes)
{
    kernel->registers_per_thread =
        attributes->numRegs > 0 ? (uint32_t)attributes->numRegs : GPUOCC_UNKNOWN;
    kernel->shared_bytes = (uint32_t)attributes->sharedSizeBytes;
    kernel->max_threads_per_group = (uint32_t)attributes->maxThreadsPerBlock;
    /* As cuda_occupancy.h converts these attributes: the bound below says how far the kernel opted
     * in. */
    kernel->shared_limit = GPUOCC_SHARED_LIMIT_OPTIN;
    kernel->max_dynamic_shared_bytes = attributes->maxDynamicSharedSizeBytes > 0
                                           ? (uint32_t)attributes->maxDynamicSharedSizeBytes
                                           : GPUOCC_ZERO;
    if (attributes->preferredShmemCarveout > 0)
        kernel->carveout_percent = (uint32_t)attributes->preferredShmemCarveout;
    else if (attributes->preferredShmemCarveout == 0)
        kernel->carveout_percent = GPUOCC_ZERO;
}

#endif
#endif
