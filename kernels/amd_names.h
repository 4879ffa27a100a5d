/* SPDX-License-Identifier: MIT
 *
 * Names with a number each, sorted to be found: the descriptors of a code object, the kernels of
 * a metadata block.
 */
#ifndef GPUOCC_TOOLS_KERNELS_AMD_NAMES_H
#define GPUOCC_TOOLS_KERNELS_AMD_NAMES_H

#include "bytes.h"

struct amd_name {
    struct reader_text name;
    uint64_t value;
    int used;
};

struct amd_names {
    struct amd_name *at;
    size_t count, room;
    struct reader_arena *arena; /* set before the first is added */
};

/* Returns 1, or 0 if there is no memory. */
int amd_names_add(struct amd_names *names, struct reader_text name, uint64_t value);
/* Call once after the last one was added. */
void amd_names_sort(struct amd_names *names);
/* The first added of that name, or NULL. */
struct amd_name *amd_names_find(const struct amd_names *names, struct reader_text name);
/* Orders them by value instead; then none is found any more. */
void amd_names_by_value(struct amd_names *names);
void amd_names_free(struct amd_names *names);

#endif
