/* SPDX-License-Identifier: MIT
 *
 * Reads the caller's structs, which begin with their size, so that they can grow in later versions.
 */
#ifndef GOCC_STRUCTS_H
#define GOCC_STRUCTS_H

#include <stddef.h>
#include <stdint.h>

#include "gpuocc/status.h"

/* Reads a struct according to its size into `to`, which has `known` bytes; the first 4 are the
 * size. A longer struct may contain only zeros after the known members. A struct of an older
 * version has at least the `first` bytes of its first version; members that it lacks become 0. */
int32_t gocc_read_grown(void *to, size_t first, size_t known, const void *from, uint32_t scope,
                        gpuocc_error *error);

/* Reads a struct that has not grown since its first version. */
static inline int32_t gocc_read_struct(void *to, size_t known, const void *from, uint32_t scope,
                                       gpuocc_error *error)
{
    return gocc_read_grown(to, known, known, from, scope, error);
}

/* The same; an error names the argument at `position`. */
int32_t gocc_read_argument(void *to, size_t known, const void *from, uint32_t position,
                           gpuocc_error *error);

/* Checks such a struct without copying it. */
int32_t gocc_check_struct(size_t known, const void *from, uint32_t scope, gpuocc_error *error);

/* Checks the size of a struct that the library writes to. */
static inline int gocc_can_write(uint32_t size, size_t known)
{
    return size >= known && size % 4 == 0;
}

#endif
