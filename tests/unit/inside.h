/* SPDX-License-Identifier: MIT
 *
 * What the tests of plans from inside begin with.
 */
#ifndef INSIDE_H
#define INSIDE_H

#include "own.h"
#include "plan.h"

static uint64_t plan_memory[GPUOCC_PLAN_BYTES / 8];

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
