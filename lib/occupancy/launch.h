/* SPDX-License-Identifier: MIT */
#ifndef GOCC_LAUNCH_H
#define GOCC_LAUNCH_H

#include "device/rules.h"

/* Largest group of this kernel, in threads, of which at least one fits on a core; 0: none.
 * `sure`: of which that is known. Nothing of the question may be unknown but threads_per_group. */
uint32_t gocc_max_launchable(const struct gocc_question *question, int sure);

/* The largest group that an occupancy's kernel can be launched with: of its range the least, or
 * (`high`) the most. GOCC_NO_LIMIT: its convention has no answer in groups. */
uint32_t gocc_launchable(const gpuocc_occupancy *occupancy, int high);

#endif
