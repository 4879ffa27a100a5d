/* SPDX-License-Identifier: MIT */
#ifndef GOCC_ERROR_H
#define GOCC_ERROR_H

#include "gpuocc/device.h"

#define GOCC_ERROR_VALUE 1u
#define GOCC_ERROR_LIMIT 2u
#define GOCC_ERROR_REAL  4u /* `value` has the bits of a double */

/* Each writes `error` (may be NULL) within its size and returns `status`. */
int32_t gocc_fail_argument(gpuocc_error *error, int32_t status, uint32_t position);
int32_t gocc_fail_size(gpuocc_error *error, int32_t status, uint32_t position, uint64_t value,
                       uint64_t limit);
/* In any scope. Of a double that is no good `value` has the bits; of what is not known there is no
 * value. */
int32_t gocc_fail(gpuocc_error *error, int32_t status, uint32_t scope, uint32_t field,
                  uint64_t value, uint64_t limit);
int32_t gocc_fail_kernel(gpuocc_error *error, int32_t status, uint32_t field, uint64_t value,
                         uint64_t limit, const gpuocc_device *device);
int32_t gocc_fail_device(gpuocc_error *error, int32_t status, uint32_t field, uint64_t value,
                         uint64_t limit, const char *subject);
int32_t gocc_fail_field(gpuocc_error *error, int32_t status, uint32_t scope, uint32_t field,
                        uint64_t value, uint64_t limit);

#endif
