/* SPDX-License-Identifier: MIT
 *
 * The kernels of compiled files, found by the names that profiles have.
 */
#ifndef TOOL_BINARIES_H
#define TOOL_BINARIES_H

#include <gpuocc/kernels.h>

#include "output/text.h"

struct binary {
    size_t plain, target; /* in `names`: the name in a form for comparison, and the target */
    uint32_t notes, spill_bytes;
    gpuocc_kernel kernel;
};

struct binaries {
    struct binary *at;
    size_t count, capacity;
    struct text names;
};

/* Reads the kernels of a file. Returns 0, or END_FAILED with an error. */
int binaries_read(struct binaries *binaries, const char *path);

/* Sorts the kernels, after all files. */
void binaries_sort(struct binaries *binaries);

/* Returns the kernel with a name, built for the architecture (NULL: any); NULL if there is none, or
 * if several differ in their resources, which *ambiguous then says. */
const struct binary *binaries_find(const struct binaries *binaries, const char *name,
                                   const char *architecture, int *ambiguous);

void binaries_free(struct binaries *binaries);

#endif
