/* SPDX-License-Identifier: MIT
 *
 * Evaluates kernels and returns the number of resident groups.
 */
#ifndef GROUPS_H
#define GROUPS_H

#include "own.h"

static inline gpuocc_kernel kernel_of(uint32_t threads, uint32_t registers, uint32_t bytes)
{
    return (gpuocc_kernel){
        .threads_per_group = threads, .registers_per_thread = registers, .shared_bytes = bytes};
}

static inline uint64_t groups_with(const gpuocc_device *device, uint32_t convention,
                                   gpuocc_kernel kernel)
{
    struct place p;

    place_as(&p, device, convention, kernel);
    return result(&p, GPUOCC_RESULT_GROUPS, 0);
}

static inline uint64_t groups(const gpuocc_device *device, gpuocc_kernel kernel)
{
    return groups_with(device, GPUOCC_CONVENTION_DEFAULT, kernel);
}

#endif
