/* SPDX-License-Identifier: MIT
 *
 * The fields that advice is about, and the functions that its sentences use.
 */
#ifndef GOCC_STEPS_H
#define GOCC_STEPS_H

#include "gpuocc/advice.h"

#include "device/rules.h"

/* The amounts in the order in which advice mentions them. The threads must be last. The registers
 * of the trap handler are not included, because the driver determines them. */
#define GOCC_AMOUNTS 11
extern const uint8_t gocc_amounts[GOCC_AMOUNTS];

/* The functions of advice.h, for valid arguments and without gpuocc_error. */
int32_t gocc_plateau(const gpuocc_occupancy *occupancy, uint32_t field, uint32_t value,
                     gpuocc_plateau *plateau);
int32_t gocc_next(const gpuocc_occupancy *occupancy, uint32_t field, gpuocc_step *step);
int32_t gocc_two_field_step(const gpuocc_occupancy *occupancy, gpuocc_two_field_step *step);

#endif
