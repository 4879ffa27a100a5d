/* SPDX-License-Identifier: MIT
 *
 * What a kernel can change: the fields that advice speaks of, and what their steps use.
 */
#ifndef GOCC_STEPS_H
#define GOCC_STEPS_H

#include "gpuocc/advice.h"

#include "device/rules.h"

/* Amounts of a resource in the order in which they are spoken of; the threads stand last. Not the
 * trap handler's registers: the driver decides on them. */
#define GOCC_AMOUNTS 11
extern const uint8_t gocc_amounts[GOCC_AMOUNTS];

/* The functions of advice.h on arguments that are checked, without the error. */
int32_t gocc_plateau(const gpuocc_occupancy *occupancy, uint32_t field, uint32_t value,
                     gpuocc_plateau *plateau);
int32_t gocc_next(const gpuocc_occupancy *occupancy, uint32_t field, gpuocc_step *step);
int32_t gocc_two_field_step(const gpuocc_occupancy *occupancy, gpuocc_two_field_step *step);

/* The results GPUOCC_RESULT_UNUSED and GPUOCC_RESULT_WASTED. */
int32_t gocc_unused(const gpuocc_occupancy *occupancy, uint32_t result, uint32_t limit,
                    uint64_t *low, uint64_t *high);

#endif
