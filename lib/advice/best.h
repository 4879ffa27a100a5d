/* SPDX-License-Identifier: MIT */
#ifndef GOCC_BEST_H
#define GOCC_BEST_H

#include "gpuocc/advice.h"

/* The best size of a plain kernel, 0 if the long way has to say. `search` is of today's size. */
uint32_t gocc_best_plain(const gpuocc_device *device, uint32_t convention,
                         const gpuocc_kernel *kernel, const gpuocc_group_search *search,
                         uint32_t *groups);

#endif
