/* SPDX-License-Identifier: MIT */
#ifndef GOCC_DEVICE_H
#define GOCC_DEVICE_H

#include "device/rules.h"

/* The target of a built-in device. */
const struct gocc_target *gocc_device_target(const gpuocc_device *device);

/* Returns the row with the GPCs of a product; NULL if they are unknown, and for a custom device. */
const struct gocc_gpcs *gocc_gpcs_of(const gpuocc_device *device);

/* Returns the cores of each GPC, a list of GOCC_GPCS elements; NULL if unknown. */
const uint16_t *gocc_device_gpcs(const gpuocc_device *device);

/* The cite of a number without a source. */
#define GOCC_NO_CITE GOCC_CITE(0, GPUOCC_CONFIDENCE_UNVERIFIED)

/* Fills in the texts and the confidence of a vendor's cite. */
void gocc_cite_text(const struct gocc_rules *rules, gocc_cite cite, gpuocc_source *source);

/* Reports an error in a device field (base/error.h). The subject is the device's name. */
int32_t gocc_fail_device(gpuocc_error *error, int32_t status, uint32_t field, uint64_t value,
                         uint64_t limit, const gpuocc_device *device);

/* Reports an error in a kernel field (base/error.h). The subject is the architecture, which
 * determines what is allowed, or the name of a custom device. There is none if the device is
 * NULL. */
int32_t gocc_fail_kernel(gpuocc_error *error, int32_t status, uint32_t field, uint64_t value,
                         uint64_t limit, const gpuocc_device *device);

#endif
