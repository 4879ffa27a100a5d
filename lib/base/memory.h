/* SPDX-License-Identifier: MIT
 *
 * Checks of the memory and the structs that callers pass.
 */
#ifndef GOCC_MEMORY_H
#define GOCC_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* The alignment that the platform requires. It is 4 on 32-bit x86, where a caller's uint64_t may
 * have no more.
 */
struct gocc_alignment {
    char one;
    uint64_t next;
};
#define GOCC_ALIGNMENT offsetof(struct gocc_alignment, next)

/* Checks arguments 1 and 2 of an init function. */
static inline int32_t gocc_check_memory(const void *memory, size_t bytes, size_t needed,
                                        gpuocc_error *error)
{
    if (memory == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, 1);
    if (bytes < needed)
        return gocc_fail_size(error, GPUOCC_ERROR_MEMORY_SIZE, 2, bytes, needed);
    if ((uintptr_t)memory % GOCC_ALIGNMENT != 0)
        return gocc_fail_size(error, GPUOCC_ERROR_MEMORY_ALIGNMENT, 1,
                              (uintptr_t)memory % GOCC_ALIGNMENT, GOCC_ALIGNMENT);
    return GPUOCC_OK;
}

/* Checks argument 1 of an init function: a handle, whose size its type guarantees. */
static inline int32_t gocc_check_handle(const void *handle, gpuocc_error *error)
{
    return gocc_check_memory(handle, 0, 0, error);
}

#endif
