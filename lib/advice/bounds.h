/* SPDX-License-Identifier: MIT
 *
 * Where the ends of a range are reached.
 */
#ifndef GOCC_ENDS_H
#define GOCC_ENDS_H

#include "gpuocc/advice.h"

#include "occupancy/occupancy.h"

/* A kernel, nothing of it unknown, of which a result is one end of the range, and its placement if
 * the question is a range. Its amounts are as far from where that end begins as they can be.
 * GPUOCC_NOT_POSSIBLE if no kernel alone has this end; else as gpuocc_occupancy_get. */
int32_t gocc_end_point(const gpuocc_occupancy *occ, uint32_t result, uint32_t index, uint32_t end,
                       gpuocc_occupancy *point);

#endif
