/* SPDX-License-Identifier: MIT
 *
 * A sorted list of names with a number each: for the code of a cubin, the descriptors of a code
 * object and the kernels of a metadata block.
 */
#ifndef GPUOCC_KERNELS_NAME_LIST_H
#define GPUOCC_KERNELS_NAME_LIST_H

#include "bytes.h"

struct listed_name {
    gpuocc_kernels_text name;
    uint64_t value;
    int used;
};

struct name_list {
    struct listed_name *at;
    size_t count, room;
    struct format_arena *arena; /* set before the first name is added */
};

/* Returns 1, or 0 if there is no memory. */
int name_list_add(struct name_list *names, gpuocc_kernels_text name, uint64_t value);
/* Call this once, after the last name was added. */
void name_list_sort(struct name_list *names);
/* Returns the first one added with that name, or NULL. */
struct listed_name *name_list_find(const struct name_list *names, gpuocc_kernels_text name);
/* Orders the names by value instead. After that, name_list_find does not work. */
void name_list_by_value(struct name_list *names);
void name_list_free(struct name_list *names);

#endif
