/* SPDX-License-Identifier: MIT
 *
 * The memory of a timeline: the handle, its cores, what runs on them, and a snapshot of both.
 */
#ifndef GOCC_TIMELINE_H
#define GOCC_TIMELINE_H

#include "schedule/schedule.h"

/* A core. At most one group is partly placed on it: while that group lacks slots, the core has none
 * for another. */
struct gocc_core {
    uint64_t ends;     /* end of that group's last placed waves; before these, its start */
    uint32_t free;     /* slots */
    uint32_t left;     /* waves of that group still to be placed */
    uint32_t waiting;  /* waves of that group that a barrier holds */
    uint32_t duration; /* of that group */
};

/* Waves of a core that end together. */
struct gocc_run {
    uint64_t end;
    uint32_t core, waves;
    uint32_t groups; /* groups of which these are the last placed waves */
    uint32_t unused;
};

struct gpuocc_timeline {
    const uint32_t *durations;
    uint64_t duration_count;
    uint64_t groups, next; /* of the grid; the first that has not started */
    uint64_t now;
    uint64_t resident, wave_slots; /* waves */
    uint64_t runs, pending;        /* entries in use; cores with a partly placed group */
    uint64_t points;               /* points in time of this phase */
    uint64_t saved_now, saved_next, saved_runs;
    gpuocc_dispatch rules;
    uint32_t waves_per_group;
    uint32_t last_core; /* last core chosen by round robin; UINT32_MAX before and otherwise */
    uint32_t saved_core;
    uint32_t index;
};

static inline struct gocc_core *gocc_cores(const gpuocc_timeline *t)
{
    return (struct gocc_core *)((uintptr_t)t + sizeof *t);
}

static inline struct gocc_run *gocc_runs(const gpuocc_timeline *t)
{
    return (struct gocc_run *)((uintptr_t)gocc_cores(t) +
                               t->rules.usable_cores * sizeof(struct gocc_core));
}

/* Returns the largest number of entries that can be in use at once. */
static inline uint64_t gocc_most_runs(const gpuocc_dispatch *rules, uint32_t waves_per_group)
{
    const uint32_t piece =
        rules->placement == GPUOCC_PLACEMENT_WAVES && !rules->barrier ? 1 : waves_per_group;

    return (uint64_t)rules->usable_cores * (rules->slots_per_core / piece);
}

/* The snapshot: cores and runs as they were. */
static inline struct gocc_core *gocc_saved_cores(const gpuocc_timeline *t)
{
    return (struct gocc_core *)((uintptr_t)gocc_runs(t) +
                                (uintptr_t)gocc_most_runs(&t->rules, t->waves_per_group) *
                                    sizeof(struct gocc_run));
}

static inline struct gocc_run *gocc_saved_runs(const gpuocc_timeline *t)
{
    return (struct gocc_run *)((uintptr_t)gocc_saved_cores(t) +
                               t->rules.usable_cores * sizeof(struct gocc_core));
}

#endif
