/* SPDX-License-Identifier: MIT */
#ifndef GOCC_VERIFY_H
#define GOCC_VERIFY_H

#include "device/rules.h"

/* What keeps a model from being computed with, as enum gpuocc_device_field; 0 if nothing. Of a list
 * the value is the element that cannot be, or how many there are where these are too few. */
uint32_t gocc_verify(const struct gocc_rules *rules, const struct gocc_model *model,
                     const struct gocc_lists *lists, struct gocc_wrong *wrong);

/* For a vendor whose rules compute with every number: the first unknown one, as enum
 * gpuocc_device_field, 0 if none. What makes a device have no model at all does not count. */
uint32_t gocc_first_unknown(const struct gocc_model *model);

#endif
