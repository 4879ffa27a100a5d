/* SPDX-License-Identifier: MIT
 *
 * No memory but the caller's: without an arena the readers of kernels get none.
 */
#ifndef GPUOCC_WASM_STDLIB_H
#define GPUOCC_WASM_STDLIB_H

#include <stddef.h>

static inline void *malloc(size_t bytes)
{
    (void)bytes;
    return NULL;
}

static inline void free(void *memory)
{
    (void)memory;
}

#endif
