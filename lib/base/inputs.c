/* SPDX-License-Identifier: MIT */
#ifdef __FAST_MATH__
#error "equal inputs have to give equal bits: build without -ffast-math"
#endif

#include "base/inputs.h"

#include <string.h>

#include "base/error.h"
#include "base/numbers.h"
#include "base/structs.h"

int32_t gocc_refuse_count(gpuocc_error *error, uint32_t field, uint64_t value, uint64_t limit)
{
    return gocc_fail_field(error, GPUOCC_ERROR_NOT_A_CHOICE, GPUOCC_SCOPE_ESTIMATE, field, value,
                           limit);
}

int32_t gocc_refuse_real(gpuocc_error *error, uint32_t field, double value, double limit)
{
    uint64_t bits, limit_bits;

    memcpy(&bits, &value, sizeof bits);
    memcpy(&limit_bits, &limit, sizeof limit_bits);
    return gocc_fail(error, GPUOCC_ERROR_BAD_NUMBER, GPUOCC_SCOPE_ESTIMATE, field, bits,
                     limit_bits);
}

int32_t gocc_refuse_result(gpuocc_error *error, uint32_t field)
{
    return gocc_fail_field_alone(error, GPUOCC_ERROR_TOO_LARGE, GPUOCC_SCOPE_ESTIMATE, field, NULL);
}

int32_t gocc_check_real(double value, uint32_t valid, uint32_t field, gpuocc_error *error)
{
    static const double ranges[][2] = {
        {0, 1e300}, {1e-300, 1e300}, {1e-300, 1}, {1, 1e300}, {GOCC_LEAST, GOCC_MOST}};
    const double *range = ranges[valid - GOCC_VALID_AMOUNT];

    if (value >= range[0] && value <= range[1])
        return GPUOCC_OK;
    return gocc_refuse_real(error, field, value, range[!(value < range[0])]);
}

/* Validates an integer. */
static int32_t check_count(const struct gocc_input *input, const void *at, gpuocc_error *error)
{
    uint64_t number, limit;
    uint32_t word;

    memcpy(&word, at, sizeof word);
    number = word;
    if (input->valid == GOCC_VALID_LONG_COUNT)
        memcpy(&number, at, sizeof number);
    if (input->valid == GOCC_VALID_ZERO && number != 0)
        return gocc_fail_argument(error, GPUOCC_ERROR_STRUCT_NEWER, input->field);
    limit = input->valid >= GOCC_VALID_POWER ? UINT64_C(1) << (input->valid - GOCC_VALID_POWER) : 1;
    if (input->valid >= GOCC_VALID_POWER ? number > limit
                                         : input->valid != GOCC_VALID_ZERO && number == 0)
        return gocc_refuse_count(error, input->field, number, limit);
    return GPUOCC_OK;
}

int32_t gocc_check_inputs(const struct gocc_input *inputs, size_t count, const void *from,
                          gpuocc_error *error)
{
    int32_t status = GPUOCC_OK;
    const char *at;
    double real;

    for (; count != 0 && status == GPUOCC_OK; count--, inputs++) {
        at = (const char *)from + inputs->at;
        if (inputs->valid < GOCC_VALID_AMOUNT || inputs->valid >= GOCC_VALID_POWER) {
            status = check_count(inputs, at, error);
            continue;
        }
        memcpy(&real, at, sizeof real);
        status = gocc_check_real(real, inputs->valid, inputs->field, error);
    }
    return status;
}

int32_t gocc_read_inputs(void *to, size_t bytes, const void *from, uint32_t position,
                         const struct gocc_input *inputs, size_t count, gpuocc_error *error)
{
    int32_t status;

    if (from == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, position);
    status = gocc_read_argument(to, bytes, from, position, error);
    return status == GPUOCC_OK ? gocc_check_inputs(inputs, count, to, error) : status;
}

int32_t gocc_check_result(const void *result, size_t bytes, uint32_t position, gpuocc_error *error)
{
    uint32_t size;

    if (result == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, position);
    memcpy(&size, result, sizeof size);
    return gocc_can_write(size, bytes)
               ? GPUOCC_OK
               : gocc_fail_size(error, GPUOCC_ERROR_STRUCT_SIZE, position, size, bytes);
}

int32_t gocc_give(void *to, const void *from, size_t bytes, const double *first, const double *last,
                  uint32_t field, gpuocc_error *error)
{
    for (; first <= last; first++)
        if (!(*first >= -1e308 && *first <= 1e308))
            return gocc_refuse_result(error, field);
    memcpy(to, from, bytes);
    return GPUOCC_OK;
}
