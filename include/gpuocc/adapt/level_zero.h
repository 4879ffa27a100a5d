/* SPDX-License-Identifier: MIT
 *
 * oneAPI Level Zero. Include <level_zero/ze_api.h> first.
 */
#ifndef GPUOCC_ADAPT_LEVEL_ZERO_H
#define GPUOCC_ADAPT_LEVEL_ZERO_H

#include "edits.h"

#if defined(_ZE_API_H) || defined(GPUOCC_ADAPT_LEVEL_ZERO)

/** The device of its properties; what is no GPU is GPUOCC_ERROR_DEVICE_UNKNOWN. Else as
 *  gpuocc_adapt_find. */
static inline int32_t gpuocc_level_zero_find(const ze_device_properties_t *properties,
                                             uint32_t index, const gpuocc_device **device,
                                             uint32_t *quality)
{
    if (properties->type != ZE_DEVICE_TYPE_GPU)
        return GPUOCC_ERROR_DEVICE_UNKNOWN;
    return gpuocc_adapt_find(properties->name, properties->vendorId, properties->deviceId,
                             GPUOCC_UNKNOWN, index, device, quality);
}

/** EUs of a core and cores of this product. The slots of an EU depend on the GRF count and stay
 *  those of the base. coreClockRate is the highest clock in MHz. */
static inline void gpuocc_level_zero_properties(gpuocc_edits *edits,
                                                const ze_device_properties_t *properties)
{
    const uint64_t cores =
        (uint64_t)properties->numSlices * properties->numSubslicesPerSlice;

    gpuocc_edits_add(edits, GPUOCC_DEVICE_PARTITIONS_PER_CORE, properties->numEUsPerSubslice);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_CORE_COUNT, cores);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MIN_CORE_COUNT, cores);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_CLOCK_MHZ, properties->coreClockRate);
}

/** Shared memory and, where the kernel requires one, the sub-group size. */
static inline void gpuocc_level_zero_kernel(gpuocc_kernel *kernel,
                                            const ze_kernel_properties_t *properties)
{
    kernel->shared_bytes =
        properties->localMemSize != 0 ? properties->localMemSize : GPUOCC_ZERO;
    kernel->wave_size = properties->requiredSubgroupSize != 0 ? properties->requiredSubgroupSize
                                                              : properties->maxSubgroupSize;
}

#endif
#endif
