/* SPDX-License-Identifier: MIT
 *
 * The launches of a trace in the order of their correlation, device, stream and start, to write the
 * trace back with what is known about each.
 */
#ifndef TOOL_ANNOTATE_H
#define TOOL_ANNOTATE_H

#include <gpuocc/runs.h>

#include "output/text.h"

struct launched {
    uint64_t correlation, start_ns;
    uint32_t device, stream; /* numbers, or GPUOCC_UNKNOWN */
    uint32_t name;           /* a hash */
    uint32_t shape;          /* index */
};

struct launches {
    struct launched *at;
    size_t count, capacity;
};

struct profile;

/* Adds a launch with the index of its shape. */
void launches_add(struct launches *launches, const gpuocc_runs_launch *launch, uint32_t shape);

/* Whether two paths lead to the same file. */
int annotate_is_same(const char *path, const char *other);

/* Writes a trace back with the answers about profile->shapes. Returns 0, or END_REFUSED or
 * END_FAILED with an error. */
int profile_annotate(struct profile *profile, struct launches *launches, const struct text *trace);

#endif
