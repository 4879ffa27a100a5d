/* SPDX-License-Identifier: MIT
 *
 * Finds kernels that reach the bounds of a range.
 */
#ifndef GOCC_BOUNDS_H
#define GOCC_BOUNDS_H

#include "gpuocc/advice.h"

#include "occupancy/occupancy.h"

/* Finds a kernel with nothing unknown for which a result is at one bound of its range, and
 * evaluates it if the query is a range. From the bound at which the search begins, each amount is
 * moved as far as the result allows. Returns GPUOCC_NOT_POSSIBLE if no single kernel reaches the
 * bound, otherwise the same status as gpuocc_occupancy_get. */
int32_t gocc_bound_point(const gpuocc_occupancy *occ, uint32_t result, uint32_t index, uint32_t end,
                         gpuocc_occupancy *point);

#endif
