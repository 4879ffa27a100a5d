/* SPDX-License-Identifier: MIT */
#ifndef GOCC_DEVICE_H
#define GOCC_DEVICE_H

#include "rules.h"

/* The target of a built-in device. */
const struct gocc_target *gocc_device_target(const gpuocc_device *device);

/* The row of a product of which the GPCs are known; NULL if nobody knows, and of an own device. */
const struct gocc_gpcs *gocc_gpcs_of(const gpuocc_device *device);

/* Cores of each GPC, a list of GOCC_GPCS elements; NULL if nobody knows. */
const uint16_t *gocc_device_gpcs(const gpuocc_device *device);

/* Of a number without a source. */
#define GOCC_NO_CITE GOCC_CITE(0, GPUOCC_CONFIDENCE_UNVERIFIED)

/* Fills in the texts and the confidence of a cite of a vendor's. */
void gocc_cite_text(const struct gocc_rules *rules, gocc_cite cite, gpuocc_source *source);

#endif
