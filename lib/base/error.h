/* SPDX-License-Identifier: MIT */
#ifndef GOCC_ERROR_H
#define GOCC_ERROR_H

#include "gpuocc/device.h"

#define GOCC_ERROR_VALUE 1u
#define GOCC_ERROR_LIMIT 2u
#define GOCC_ERROR_REAL  4u /* `value` contains the bits of a double */

/* Each function fills in `error`, as far as its size allows and unless it is NULL, and returns
 * `status`. */
int32_t gocc_fail_argument(gpuocc_error *error, int32_t status, uint32_t position);
/* The device given to a function is NULL. */
int32_t gocc_fail_no_device(gpuocc_error *error);
int32_t gocc_fail_size(gpuocc_error *error, int32_t status, uint32_t position, uint64_t value,
                       uint64_t limit);
/* For any scope. With GPUOCC_ERROR_BAD_NUMBER, `value` contains the bits of the double; with
 * GPUOCC_NOT_KNOWN there is no value. */
int32_t gocc_fail(gpuocc_error *error, int32_t status, uint32_t scope, uint32_t field,
                  uint64_t value, uint64_t limit);
/* The subject is the name of a device or architecture, or NULL. */
int32_t gocc_fail_subject(gpuocc_error *error, int32_t status, uint32_t scope, uint32_t field,
                          uint64_t value, uint64_t limit, const char *subject);

/* Without a value and a limit. */
int32_t gocc_fail_field_alone(gpuocc_error *error, int32_t status, uint32_t scope, uint32_t field,
                              const char *subject);

int32_t gocc_fail_field(gpuocc_error *error, int32_t status, uint32_t scope, uint32_t field,
                        uint64_t value, uint64_t limit);

#endif
