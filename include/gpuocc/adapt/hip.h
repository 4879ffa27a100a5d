/* SPDX-License-Identifier: MIT
 *
 * Adapter for HIP on AMD. Include <hip/hip_runtime_api.h> first.
 *
 * Some members are not read because their values differ from their names:
 * sharedMemPerMultiprocessor is the maximum of a group, maxBlocksPerMultiProcessor is the threads
 * of a CU divided by the largest group, maxThreadsPerMultiProcessor and regsPerBlock are constants
 * of an older generation, and pciDeviceID is the number of a bus slot.
 */
#ifndef GPUOCC_ADAPT_HIP_H
#define GPUOCC_ADAPT_HIP_H

#include "edits.h"

#if defined(HIP_INCLUDE_HIP_HIP_RUNTIME_API_H) || defined(GPUOCC_ADAPT_HIP)

/** Length of "gfx90a" in "gfx90a:sramecc+:xnack-". */
static inline size_t gpuocc_hip_target(const char *name)
{
    size_t at;

    for (at = 0; name[at] != 0 && name[at] != ':'; at++)
        continue;
    return at;
}

/** Finds a device by its properties. If the name contradicts gcnArchName or does not match exactly
 *  one device, the result is the architecture, with quality GPUOCC_QUALITY_ARCHITECTURE. */
static inline int32_t gpuocc_hip_find(const hipDeviceProp_t *properties, uint32_t index,
                                      const gpuocc_device **device, uint32_t *quality)
{
    const size_t length = gpuocc_hip_target(properties->gcnArchName);
    const gpuocc_device *named = NULL;
    const char *target;
    uint32_t fit = GPUOCC_QUALITY_NEAREST;
    int32_t status;

    if (gpuocc_device_find(properties->name, strlen(properties->name), 0, &named, &fit, NULL) ==
            GPUOCC_OK &&
        fit != GPUOCC_QUALITY_AMBIGUOUS) {
        target = gpuocc_device_architecture(named);
        if (strlen(target) == length && memcmp(target, properties->gcnArchName, length) == 0)
            return gpuocc_device_find(properties->name, strlen(properties->name), index, device,
                                      quality, NULL);
    }
    status = gpuocc_device_find(properties->gcnArchName, length, index, device, NULL, NULL);
    if (status == GPUOCC_OK && quality != NULL)
        *quality = GPUOCC_QUALITY_ARCHITECTURE;
    return status;
}

/** Adds what the driver reports about this product. On chips with WGP mode HIP counts WGPs, or CUs
 *  if it is configured to; the core count of `base` decides which. */
static inline void gpuocc_hip_properties(gpuocc_edits *edits, const gpuocc_device *base,
                                         const hipDeviceProp_t *p)
{
    const uint64_t cus = gpuocc_adapt_number(base, GPUOCC_DEVICE_CUS_PER_WGP);
    uint64_t cores = (uint64_t)p->multiProcessorCount;

    if (cus > 1 && cores != gpuocc_adapt_number(base, GPUOCC_DEVICE_CORE_COUNT))
        cores *= cus;
    gpuocc_edits_add(edits, GPUOCC_DEVICE_CORE_COUNT, cores);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MIN_CORE_COUNT, cores);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, (uint64_t)p->maxThreadsPerBlock);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_L2_KIB, (uint64_t)p->l2CacheSize / 1024);
}

/** Sets the registers and LDS of a compiled kernel. Where accumulation registers share the register
 *  file, numRegs includes them, so they are not set separately. */
static inline void gpuocc_hip_kernel(gpuocc_kernel *kernel, const hipFuncAttributes *attributes)
{
    kernel->registers_per_thread =
        attributes->numRegs > 0 ? (uint32_t)attributes->numRegs : GPUOCC_UNKNOWN;
    kernel->shared_bytes = (uint32_t)attributes->sharedSizeBytes;
    kernel->max_threads_per_group = (uint32_t)attributes->maxThreadsPerBlock;
}

#endif
#endif
