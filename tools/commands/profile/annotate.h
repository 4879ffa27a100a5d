/* SPDX-License-Identifier: MIT
 *
 * The launches of a trace in the order of their correlation, to write the trace back with what is
 * known about each.
 */
#ifndef TOOL_ANNOTATE_H
#define TOOL_ANNOTATE_H

#include <gpuocc/runs.h>

struct launched {
    uint64_t correlation, start_ns;
    uint32_t shape; /* index */
};

struct launches {
    struct launched *at;
    size_t count, capacity;
};

struct profile;

/* Adds a launch with the index of its shape. */
void launches_add(struct launches *launches, const gpuocc_runs_launch *launch, uint32_t shape);

/* Writes the trace of `path` back with the answers about profile->shapes. Returns 0, or END_FAILED
 * with an error. */
int profile_annotate(struct profile *profile, struct launches *launches, const char *path);

#endif
