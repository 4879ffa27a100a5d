/* SPDX-License-Identifier: MIT */
#ifndef GOCC_BEST_H
#define GOCC_BEST_H

#include "gpuocc/advice.h"

/* Returns the best group size of a plain kernel, or 0 if a full search is needed. `search` must
 * have the current size of its struct. */
uint32_t gocc_best_plain(const gpuocc_device *device, uint32_t convention,
                         const gpuocc_kernel *kernel, const gpuocc_group_search *search,
                         uint32_t *groups);

#endif
