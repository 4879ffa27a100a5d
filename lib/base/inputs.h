/* SPDX-License-Identifier: MIT
 *
 * Validates the inputs of estimates.
 */
#ifndef GOCC_INPUTS_H
#define GOCC_INPUTS_H

#include <stddef.h>
#include <stdint.h>

#include "gpuocc/status.h"
#include "gpuocc/status.h"

/* The type of an input and its valid values. */
enum gocc_valid {
    GOCC_VALID_ZERO,       /* uint32_t: 0, until a later version uses it */
    GOCC_VALID_COUNT,      /* uint32_t: at least 1 */
    GOCC_VALID_LONG_COUNT, /* uint64_t: at least 1 */
    GOCC_VALID_AMOUNT,     /* double: 0 to 1e300 */
    GOCC_VALID_POSITIVE,   /* double: 1e-300 to 1e300 */
    GOCC_VALID_SHARE,      /* double: 1e-300 to 1 */
    GOCC_VALID_FROM_ONE,   /* double: 1 to 1e300 */
    GOCC_VALID_MODERATE,   /* double: GOCC_LEAST to GOCC_MOST */
    GOCC_VALID_POWER       /* uint32_t: up to a power of two, see GOCC_VALID_UP_TO */
};

/* uint32_t: at most 2 to the power of `power` */
#define GOCC_VALID_UP_TO(power) (GOCC_VALID_POWER + (power))

struct gocc_input {
    /* Offset in bytes, enum gocc_valid, enum gpuocc_estimate_field; of GOCC_VALID_ZERO the position
     * of the struct among the arguments. */
    uint8_t at, valid, field;
};

/* Validates inputs of `from`, which is a struct or an array of doubles. */
int32_t gocc_check_inputs(const struct gocc_input *inputs, size_t count, const void *from,
                          gpuocc_error *error);

/* Reads a struct of `bytes` bytes, which is the argument at `position`, and validates its
 * inputs. */
int32_t gocc_read_inputs(void *to, size_t bytes, const void *from, uint32_t position,
                         const struct gocc_input *inputs, size_t count, gpuocc_error *error);

/* Checks that a result is not NULL, and its size, which comes first. */
int32_t gocc_check_result(const void *result, size_t bytes, uint32_t position, gpuocc_error *error);

/* A list of inputs and its length. */
#define GOCC_INPUTS(list) (list), sizeof(list) / sizeof((list)[0])

/* Validates a double. */
int32_t gocc_check_real(double value, uint32_t valid, uint32_t field, gpuocc_error *error);

/* Rejects an integer; `limit` is the smallest or largest valid value. */
int32_t gocc_refuse_count(gpuocc_error *error, uint32_t field, uint64_t value, uint64_t limit);
/* The same for a double. */
int32_t gocc_refuse_real(gpuocc_error *error, uint32_t field, double value, double limit);
/* Reports that the input makes a result too large. */
int32_t gocc_refuse_result(gpuocc_error *error, uint32_t field);

/* Copies results to the caller. Returns GPUOCC_OK, or GPUOCC_ERROR_TOO_LARGE if one of their
 * doubles, `first` to `last`, exceeds 1e308 in magnitude or is NaN; `field` is then the reason. */
int32_t gocc_give(void *to, const void *from, size_t bytes, const double *first, const double *last,
                  uint32_t field, gpuocc_error *error);

#endif
