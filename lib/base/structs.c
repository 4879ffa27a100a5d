/* SPDX-License-Identifier: MIT */
#include "base/structs.h"

#include <string.h>

#include "gpuocc/latency.h"
#include "gpuocc/schedule.h"

#include "base/error.h"

#define LARGEST_STRUCT 4096u

/* Returns the number of the first unknown member. Each further member is at least a word. */
static uint32_t unknown_member(uint32_t scope, size_t known)
{
    switch (scope) {
    case GPUOCC_SCOPE_GRID:
        return GPUOCC_GRID_FIELD_COUNT;
    case GPUOCC_SCOPE_WORKLOAD:
        return GPUOCC_WORKLOAD_FIELD_COUNT;
    default:
        return (uint32_t)(known / sizeof(uint32_t));
    }
}

static int32_t check(size_t first, size_t known, const void *from, uint32_t scope,
                     gpuocc_error *error)
{
    uint32_t size, word, member = unknown_member(scope, known);
    size_t at;

    memcpy(&size, from, sizeof size);
    if (size < first || size > LARGEST_STRUCT || size % sizeof word != 0)
        return gocc_fail_field(error, GPUOCC_ERROR_STRUCT_SIZE, scope, 0, size, known);
    for (at = known; at < size; at += sizeof word, member++) {
        memcpy(&word, (const char *)from + at, sizeof word);
        if (word != 0)
            return gocc_fail_field(error, GPUOCC_ERROR_STRUCT_NEWER, scope, member, word,
                                   unknown_member(scope, known) - 1);
    }
    return GPUOCC_OK;
}

int32_t gocc_check_struct(size_t known, const void *from, uint32_t scope, gpuocc_error *error)
{
    return check(known, known, from, scope, error);
}

int32_t gocc_read_grown(void *to, size_t first, size_t known, const void *from, uint32_t scope,
                        gpuocc_error *error)
{
    uint32_t size;
    const int32_t status = check(first, known, from, scope, error);

    if (status != GPUOCC_OK)
        return status;
    memcpy(&size, from, sizeof size);
    memset(to, 0, known);
    memcpy(to, from, size < known ? size : known);
    size = (uint32_t)known;
    memcpy(to, &size, sizeof size);
    return GPUOCC_OK;
}

int32_t gocc_read_argument(void *to, size_t known, const void *from, uint32_t position,
                           gpuocc_error *error)
{
    uint32_t size;
    const int32_t status = gocc_read_struct(to, known, from, GPUOCC_SCOPE_NONE, NULL);

    memcpy(&size, from, sizeof size);
    return status == GPUOCC_OK ? status : gocc_fail_size(error, status, position, size, known);
}
