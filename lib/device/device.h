/* SPDX-License-Identifier: MIT */
#ifndef GOCC_DEVICE_H
#define GOCC_DEVICE_H

#include "device/rules.h"

/* The target of a built-in device. */
const struct gocc_target *gocc_device_target(const gpuocc_device *device);

/* The row of a product of which the GPCs are known; NULL if unknown, and of an own device. */
const struct gocc_gpcs *gocc_gpcs_of(const gpuocc_device *device);

/* Cores of each GPC, a list of GOCC_GPCS elements; NULL if unknown. */
const uint16_t *gocc_device_gpcs(const gpuocc_device *device);

/* Of a number without a source. */
#define GOCC_NO_CITE GOCC_CITE(0, GPUOCC_CONFIDENCE_UNVERIFIED)

/* Fills in the texts and the confidence of a cite of a vendor's. */
void gocc_cite_text(const struct gocc_rules *rules, gocc_cite cite, gpuocc_source *source);

/* Fails for a field of a device (base/error.h). The subject is its name. */
int32_t gocc_fail_device(gpuocc_error *error, int32_t status, uint32_t field, uint64_t value,
                         uint64_t limit, const gpuocc_device *device);

/* Fails for a field of a kernel (base/error.h). The subject is the architecture, which decides what
 * is allowed, or the name of a custom device; there is none if the device is NULL. */
int32_t gocc_fail_kernel(gpuocc_error *error, int32_t status, uint32_t field, uint64_t value,
                         uint64_t limit, const gpuocc_device *device);

#endif
