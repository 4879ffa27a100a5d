/* SPDX-License-Identifier: MIT
 *
 * Kernels whose result is a bound of a range.
 */
#ifndef GOCC_BOUNDS_H
#define GOCC_BOUNDS_H

#include "gpuocc/advice.h"

#include "occupancy/occupancy.h"

/* Computes a kernel without unknown fields whose result is a bound of the range, and its occupancy
 * if `occ` is a range. Each unknown amount is moved towards its opposite bound as far as the result
 * allows. GPUOCC_NOT_POSSIBLE if no single kernel has this bound; else as gpuocc_occupancy_get. */
int32_t gocc_bound_point(const gpuocc_occupancy *occ, uint32_t result, uint32_t index, uint32_t end,
                         gpuocc_occupancy *point);

#endif
