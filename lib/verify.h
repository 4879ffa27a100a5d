/* SPDX-License-Identifier: MIT */
#ifndef GOCC_VERIFY_H
#define GOCC_VERIFY_H

#include "rules.h"

/* What keeps a model from being computed with, as enum gpuocc_device_field; 0 if nothing.
 * `limit` is set to the value that would be needed or allowed. */
uint32_t gocc_verify(const struct gocc_rules *rules, const struct gocc_model *model,
                     const struct gocc_lists *lists, uint64_t *limit);

/* For a vendor whose rules compute with every number: the first one that nobody knows, as enum
 * gpuocc_device_field, 0 if none. What makes a device have no model at all does not count. */
uint32_t gocc_first_unknown(const struct gocc_model *model);

#endif
