/* SPDX-License-Identifier: MIT */
#ifndef GOCC_DEVICE_H
#define GOCC_DEVICE_H

#include "model.h"

/* The target of a built-in device. */
const struct gocc_target *gocc_device_target(const gpuocc_device *device);

/* Cores of each GPC, a list of GOCC_GPCS elements; NULL if nobody knows. */
const uint16_t *gocc_device_gpcs(const gpuocc_device *device);

/* The index-th of the NUL-terminated texts that stand one after the other. */
const char *gocc_text_at(const char *texts, uint32_t index);

#endif
