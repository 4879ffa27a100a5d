/* SPDX-License-Identifier: MIT
 *
 * A sorted list of names with a number each, for the descriptors of a code object and the kernels
 * of a metadata block.
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
    struct reader_arena *arena; /* set before the first name is added */
};

/* Returns 1, or 0 if there is no memory. */
int amd_names_add(struct amd_names *names, struct reader_text name, uint64_t value);
/* Call this once, after the last name was added. */
void amd_names_sort(struct amd_names *names);
/* Returns the first one added with that name, or NULL. */
struct amd_name *amd_names_find(const struct amd_names *names, struct reader_text name);
/* Orders the names by value instead. After that, amd_names_find does not work. */
void amd_names_by_value(struct amd_names *names);
void amd_names_free(struct amd_names *names);

#endif
