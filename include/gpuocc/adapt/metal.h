/* SPDX-License-Identifier: MIT
 *
 * Adapter for Metal. It takes properties of MTLDevice and MTLComputePipelineState as plain values,
 * so both C and Objective-C can use it.
 */
#ifndef GPUOCC_ADAPT_METAL_H
#define GPUOCC_ADAPT_METAL_H

#include "edits.h"

/** Finds a device by MTLDevice.name. If the name is unknown, the result is the architecture of
 *  `family`, the highest N for which supportsFamily returns true for MTLGPUFamilyAppleN (0: not
 *  queried), with quality GPUOCC_QUALITY_ARCHITECTURE. */
static inline int32_t gpuocc_metal_find(const char *name, uint32_t family, uint32_t index,
                                        const gpuocc_device **device, uint32_t *quality)
{
    char target[8] = {'a', 'p', 'p', 'l', 'e', 0, 0, 0};
    size_t at = 5;
    int32_t status = gpuocc_device_find(name, strlen(name), index, device, quality, NULL);

    if (status != GPUOCC_ERROR_DEVICE_UNKNOWN || family == 0 || family > 99)
        return status;
    if (family >= 10)
        target[at++] = (char)('0' + family / 10);
    target[at++] = (char)('0' + family % 10);
    status = gpuocc_device_find(target, at, index, device, NULL, NULL);
    if (status == GPUOCC_OK && quality != NULL)
        *quality = GPUOCC_QUALITY_ARCHITECTURE;
    return status;
}

/** Adds the limits of a device. `group_memory` is MTLDevice.maxThreadgroupMemoryLength, the limit
 *  of one group; `cores` is "gpu-core-count" from the I/O registry, or 0 if it was not queried. */
static inline void gpuocc_metal_properties(gpuocc_edits *edits, uint64_t group_memory,
                                           uint64_t cores)
{
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, group_memory);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, group_memory);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_CORE_COUNT, cores);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MIN_CORE_COUNT, cores);
}

/** Sets what a compiled pipeline reports: maxTotalThreadsPerThreadgroup, threadExecutionWidth and
 *  staticThreadgroupMemoryLength. Registers are not reported and become GPUOCC_UNKNOWN. If the
 *  kernel declares max_total_threads_per_threadgroup, or the pipeline's descriptor sets it, store
 *  that value in kernel->max_threads_per_group: if both values are equal, the reported one reveals
 *  less about the registers. */
static inline void gpuocc_metal_kernel(gpuocc_kernel *kernel, uint64_t max_threads, uint64_t width,
                                       uint64_t static_memory)
{
    kernel->reported_max_threads = (uint32_t)max_threads;
    kernel->wave_size = (uint32_t)width;
    kernel->shared_bytes = static_memory != 0 ? (uint32_t)static_memory : GPUOCC_ZERO;
    kernel->half_registers_per_thread = GPUOCC_UNKNOWN;
}

#endif
