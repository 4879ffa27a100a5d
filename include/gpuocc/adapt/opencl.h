/* SPDX-License-Identifier: MIT
 *
 * Adapter for OpenCL. It takes values of clGetDeviceInfo and clGetKernelWorkGroupInfo and needs no
 * OpenCL header.
 *
 * CL_DEVICE_LOCAL_MEM_SIZE is not used: it is the limit of one group, not the memory of a core.
 */
#ifndef GPUOCC_ADAPT_OPENCL_H
#define GPUOCC_ADAPT_OPENCL_H

#include "edits.h"

/** Bit of CL_DEVICE_TYPE that marks a GPU. */
#define GPUOCC_OPENCL_GPU 4u

/**
 * Finds a device by CL_DEVICE_TYPE and CL_DEVICE_NAME. `board` is CL_DEVICE_BOARD_NAME_AMD, which
 * identifies the product, because CL_DEVICE_NAME of an AMD device is only its target; it may be
 * NULL. A device that is not a GPU gives GPUOCC_ERROR_DEVICE_UNKNOWN; else as gpuocc_device_find.
 */
static inline int32_t gpuocc_opencl_find(uint64_t type, const char *name, const char *board,
                                         uint32_t index, const gpuocc_device **device,
                                         uint32_t *quality)
{
    const gpuocc_device *found = NULL;
    uint32_t fit = GPUOCC_QUALITY_NEAREST;

    if ((type & GPUOCC_OPENCL_GPU) == 0)
        return GPUOCC_ERROR_DEVICE_UNKNOWN;
    if (board != NULL &&
        gpuocc_device_find(board, strlen(board), 0, &found, &fit, NULL) == GPUOCC_OK &&
        fit <= GPUOCC_QUALITY_ALIAS)
        name = board;
    return gpuocc_device_find(name, strlen(name), index, device, quality, NULL);
}

/** Adds CL_DEVICE_MAX_WORK_GROUP_SIZE and the cores. `units` is CL_DEVICE_MAX_COMPUTE_UNITS, in
 *  which AMD's drivers count WGPs if the device has them and Intel's drivers EUs; `base` converts
 *  them to cores. 0: not queried. */
static inline void gpuocc_opencl_properties(gpuocc_edits *edits, const gpuocc_device *base,
                                            uint64_t group_size, uint64_t units)
{
    const uint64_t vendor = gpuocc_adapt_number(base, GPUOCC_DEVICE_VENDOR);
    const uint64_t cus = gpuocc_adapt_number(base, GPUOCC_DEVICE_CUS_PER_WGP);
    const uint64_t eus = gpuocc_adapt_number(base, GPUOCC_DEVICE_PARTITIONS_PER_CORE);

    if (vendor == GPUOCC_VENDOR_AMD && cus > 1 &&
        units != gpuocc_adapt_number(base, GPUOCC_DEVICE_CORE_COUNT))
        units *= cus;
    if (vendor == GPUOCC_VENDOR_INTEL)
        units = eus != 0 && units % eus == 0 ? units / eus : 0;
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, group_size);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_CORE_COUNT, units);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MIN_CORE_COUNT, units);
}

/** Sets CL_KERNEL_LOCAL_MEM_SIZE and CL_KERNEL_WORK_GROUP_SIZE. OpenCL reports no registers. */
static inline void gpuocc_opencl_kernel(gpuocc_kernel *kernel, uint64_t local_bytes,
                                        uint64_t group_size)
{
    kernel->shared_bytes = local_bytes != 0 ? (uint32_t)local_bytes : GPUOCC_ZERO;
    kernel->max_threads_per_group = (uint32_t)group_size;
}

#endif
