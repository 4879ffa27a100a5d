/* SPDX-License-Identifier: MIT */
#include "base/error.h"

#include <string.h>

static int32_t fail(gpuocc_error *error, int32_t status, uint32_t scope, uint32_t field,
                    uint32_t known, uint64_t value, uint64_t limit, const char *subject)
{
    gpuocc_error full;
    size_t at;

    if (error == NULL)
        return status;
    memset(&full, 0, sizeof full);
    full.size = error->size;
    full.scope = scope;
    full.field = field;
    full.known = known;
    full.value = value;
    full.limit = limit;
    for (at = 0; subject != NULL && subject[at] != 0; at++) /* at most 47 bytes: a device's name */
        full.subject[at] = subject[at];
    memcpy(error, &full, error->size < sizeof full ? error->size : sizeof full);
    return status;
}

int32_t gocc_fail_argument(gpuocc_error *error, int32_t status, uint32_t position)
{
    return fail(error, status, GPUOCC_SCOPE_ARGUMENT, position, 0, 0, 0, NULL);
}

int32_t gocc_fail_no_device(gpuocc_error *error)
{
    return fail(error, GPUOCC_ERROR_NULL, GPUOCC_SCOPE_DEVICE, 0, 0, 0, 0, NULL);
}

int32_t gocc_fail_size(gpuocc_error *error, int32_t status, uint32_t position, uint64_t value,
                       uint64_t limit)
{
    return fail(error, status, GPUOCC_SCOPE_ARGUMENT, position, GOCC_ERROR_VALUE | GOCC_ERROR_LIMIT,
                value, limit, NULL);
}

int32_t gocc_fail_field(gpuocc_error *error, int32_t status, uint32_t scope, uint32_t field,
                        uint64_t value, uint64_t limit)
{
    return fail(error, status, scope, field, GOCC_ERROR_VALUE | GOCC_ERROR_LIMIT, value, limit,
                NULL);
}

int32_t gocc_fail(gpuocc_error *error, int32_t status, uint32_t scope, uint32_t field,
                  uint64_t value, uint64_t limit)
{
    const int told = status != GPUOCC_ERROR_BAD_NUMBER && status != GPUOCC_NOT_KNOWN;
    const uint32_t known =
        (told                                ? GOCC_ERROR_VALUE
         : status == GPUOCC_ERROR_BAD_NUMBER ? GOCC_ERROR_REAL
                                             : 0) |
        (told || scope == GPUOCC_SCOPE_CLASS || scope == GPUOCC_SCOPE_ESTIMATE || limit != 0
             ? GOCC_ERROR_LIMIT
             : 0);

    return fail(error, status, scope, field, known, value, limit, NULL);
}

int32_t gocc_fail_subject(gpuocc_error *error, int32_t status, uint32_t scope, uint32_t field,
                          uint64_t value, uint64_t limit, const char *subject)
{
    return fail(error, status, scope, field, GOCC_ERROR_VALUE | GOCC_ERROR_LIMIT, value, limit,
                subject);
}

int32_t gocc_fail_field_alone(gpuocc_error *error, int32_t status, uint32_t scope, uint32_t field,
                              const char *subject)
{
    return fail(error, status, scope, field, 0, 0, 0, subject);
}
