/* SPDX-License-Identifier: MIT
 *
 * Adapter for oneAPI Level Zero. Include <level_zero/ze_api.h> first.
 */
#ifndef GPUOCC_ADAPT_LEVEL_ZERO_H
#define GPUOCC_ADAPT_LEVEL_ZERO_H

#include "edits.h"

#if defined(_ZE_API_H) || defined(GPUOCC_ADAPT_LEVEL_ZERO)

/** Finds a device by its properties. A device that is not a GPU gives GPUOCC_ERROR_DEVICE_UNKNOWN;
 *  else as gpuocc_adapt_find. */
static inline int32_t gpuocc_level_zero_find(const ze_device_properties_t *properties,
                                             uint32_t index, const gpuocc_device **device,
                                             uint32_t *quality)
{
    if (properties->type != ZE_DEVICE_TYPE_GPU)
        return GPUOCC_ERROR_DEVICE_UNKNOWN;
    return gpuocc_adapt_find(properties->name, properties->vendorId, properties->deviceId,
                             GPUOCC_UNKNOWN, index, device, quality);
}

/** Adds the clock (coreClockRate, the maximum in MHz) and the cores. `eus` is numTotalEUs of a
 *  ze_eu_count_ext_t, or 0 if it was not queried; `base` has the EUs per core. The product of
 *  numSlices, numSubslicesPerSlice and numEUsPerSubslice is not the number of EUs: the driver
 *  rounds the second factor (a B570 with 18 cores reports 5 x 4), and the third is the maximum of
 *  the architecture. */
static inline void gpuocc_level_zero_properties(gpuocc_edits *edits, const gpuocc_device *base,
                                                const ze_device_properties_t *properties,
                                                uint64_t eus)
{
    const uint64_t each = gpuocc_adapt_number(base, GPUOCC_DEVICE_PARTITIONS_PER_CORE);

    if (each != 0 && eus % each == 0) {
        gpuocc_edits_add(edits, GPUOCC_DEVICE_CORE_COUNT, eus / each);
        gpuocc_edits_add(edits, GPUOCC_DEVICE_MIN_CORE_COUNT, eus / each);
    }
    gpuocc_edits_add(edits, GPUOCC_DEVICE_CLOCK_MHZ, properties->coreClockRate);
}

/** Sets the shared memory, and the sub-group size: the required one, otherwise the maximum. */
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
