/* SPDX-License-Identifier: MIT */
#ifndef GOCC_LAUNCH_H
#define GOCC_LAUNCH_H

#include "device/rules.h"

/* Returns the largest group size, in threads, that an occupancy's kernel can be launched with: the
 * lower bound of its range, or the upper one if `high` is set. GOCC_NO_LIMIT if the convention does
 * not answer in groups. `most` is an upper bound of the result, not above the device's own. */
uint32_t gocc_launchable(const gpuocc_occupancy *occupancy, uint32_t most, int high);

#endif
