/* SPDX-License-Identifier: MIT */
#ifndef GOCC_VERIFY_H
#define GOCC_VERIFY_H

#include "rules.h"

/* What keeps a model from being computed with, as enum gpuocc_device_field; 0 if nothing.
 * `limit` is set to the value that would be needed or allowed. */
uint32_t gocc_verify(const struct gocc_rules *rules, const struct gocc_model *model,
                     const struct gocc_lists *lists, uint64_t *limit);

#endif
