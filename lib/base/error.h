/* SPDX-License-Identifier: MIT */
#ifndef GOCC_ERROR_H
#define GOCC_ERROR_H

#include "gpuocc/device.h"

#define GOCC_ERROR_VALUE 1u
#define GOCC_ERROR_LIMIT 2u
#define GOCC_ERROR_REAL  4u /* `value` has the bits of a double */

/* Each writes `error` (may be NULL) within its size and returns `status`. */
int32_t gocc_fail_argument(gpuocc_error *error, int32_t status, uint32_t position);
/* The device of a call is NULL. */
int32_t gocc_fail_no_device(gpuocc_error *error);
int32_t gocc_fail_size(gpuocc_error *error, int32_t status, uint32_t position, uint64_t value,
                       uint64_t limit);
/* In any scope. Of a double that is no good `value` has the bits; of what is not known there is no
 * value. */
int32_t gocc_fail(gpuocc_error *error, int32_t status, uint32_t scope, uint32_t field,
                  uint64_t value, uint64_t limit);
/* The subject is the name of a device or architecture, or NULL. */
int32_t gocc_fail_subject(gpuocc_error *error, int32_t status, uint32_t scope, uint32_t field,
                          uint64_t value, uint64_t limit, const char *subject);

/* With neither value nor limit. */
int32_t gocc_fail_field_alone(gpuocc_error *error, int32_t status, uint32_t scope, uint32_t field,
                              const char *subject);

int32_t gocc_fail_field(gpuocc_error *error, int32_t status, uint32_t scope, uint32_t field,
                        uint64_t value, uint64_t limit);

#endif
