/* SPDX-License-Identifier: MIT */
#ifndef GOCC_DEVICE_H
#define GOCC_DEVICE_H

#include "model.h"

/* The target of a built-in device. */
const struct gocc_target *gocc_device_target(const gpuocc_device *device);

/* The row of a product of which the GPCs are known; NULL if nobody knows, and of an own device. */
const struct gocc_gpcs *gocc_gpcs_of(const gpuocc_device *device);

/* Cores of each GPC, a list of GOCC_GPCS elements; NULL if nobody knows. */
const uint16_t *gocc_device_gpcs(const gpuocc_device *device);

/* Document and remark (each may be NULL) of a source in the texts of a vendor (rules.h). */
void gocc_source_at(const char *texts, uint32_t source, const char **document, const char **remark);

#endif
