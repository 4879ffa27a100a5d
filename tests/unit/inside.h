/* SPDX-License-Identifier: MIT
 *
 * What the tests of plans from inside begin with.
 */
#ifndef INSIDE_H
#define INSIDE_H

#include "plan.h"
#include "support.h"

static uint64_t plan_memory[GPUOCC_PLAN_BYTES / 8];

static inline uint32_t get(const gpuocc_device *device, uint32_t field)
{
    uint64_t value = 0;

    return gpuocc_device_get(device, field, 0, &value) == GPUOCC_OK ? (uint32_t)value : 0;
}

static inline void set(gpuocc_kernel *kernel, uint32_t field, uint32_t value)
{
    memcpy((char *)kernel + field * sizeof value, &value, sizeof value);
}

static inline const gpuocc_plan *make(const gpuocc_device *device, uint32_t convention,
                                      gpuocc_kernel base)
{
    gpuocc_plan *plan = NULL;

    memset(plan_memory, 0xa5, sizeof plan_memory);
    base.size = sizeof base;
    if (gpuocc_plan_init(plan_memory, sizeof plan_memory, device, convention, &base, &plan, NULL) !=
        GPUOCC_OK) {
        printf("Bail out! no plan of %s\n", gpuocc_device_name(device));
        exit(1);
    }
    return plan;
}

#endif
