/* SPDX-License-Identifier: MIT */
#ifndef GOCC_VERIFY_H
#define GOCC_VERIFY_H

#include "device/rules.h"

/* Returns the first invalid field of a model as enum gpuocc_device_field, or 0, and sets the
 * rejected value and the limit. For a list the value is the invalid element, or the length if the
 * list has the wrong length. */
uint32_t gocc_verify(const struct gocc_rules *rules, uint32_t generation,
                     const struct gocc_model *model, const struct gocc_lists *lists,
                     struct gocc_wrong *wrong);

/* For a vendor whose rules need every number: returns the first unknown one as enum
 * gpuocc_device_field, or 0. Ignores the fields without which the device has no model at all. */
uint32_t gocc_first_unknown(const struct gocc_model *model);

/* A vendor's `verify` that needs a default wave size and every number. */
uint32_t gocc_verify_numbers(uint32_t generation, const struct gocc_model *model,
                             const struct gocc_lists *lists, struct gocc_wrong *wrong);

#endif
