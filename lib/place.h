/* SPDX-License-Identifier: MIT
 *
 * The one formula. A vendor says what a core has and what a group takes; how many fit, and what
 * stops the next one, is the same everywhere.
 */
#ifndef GOCC_PLACE_H
#define GOCC_PLACE_H

#include "rules.h"

/* What a core has. */
struct gocc_supply {
    uint32_t partitions;
    uint32_t waves;        /* slots of a partition */
    uint32_t groups;       /* slots of the core, 0: no limit */
    uint32_t registers;    /* of a partition, all lanes; 0: they do not limit */
    uint32_t scalars;      /* of a partition; 0: they do not limit */
    uint32_t shared_bytes; /* of the core */
    uint32_t barriers;     /* 0: they do not limit */
    uint32_t virtuals;     /* 0: they do not limit */
};

/* What one group takes, after rounding, and what it asked for. */
struct gocc_demand {
    uint32_t threads;
    uint32_t wave_size;
    uint32_t registers_per_wave; /* 0: none */
    uint32_t registers_requested;
    uint32_t scalars_per_wave;
    uint32_t scalars_requested; /* by a wave */
    uint64_t shared_bytes;
    uint64_t shared_requested;
    uint32_t barriers;
    uint32_t virtuals;
};

static inline uint32_t gocc_up(uint32_t value, uint32_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* Waves of a group of at least one thread: at least one. */
static inline uint32_t gocc_waves(uint32_t threads, uint32_t wave_size)
{
    return (threads - 1) / wave_size + 1;
}

/* Sets one limit. `groups` may be GOCC_NO_LIMIT. */
static inline void gocc_limit(struct gocc_placement *placement, uint32_t limit, uint32_t groups,
                              uint64_t requested, uint64_t allocated, uint64_t capacity)
{
    placement->groups_by[limit] = groups;
    placement->requested[limit] = requested;
    placement->allocated[limit] = allocated;
    placement->capacity[limit] = capacity;
}

/* The kernel's own bound on the threads of a group: a larger group does not launch. */
static inline void gocc_limit_launch(struct gocc_placement *placement, uint32_t threads,
                                     uint32_t bound)
{
    gocc_limit(placement, GPUOCC_LIMIT_LAUNCH, threads > bound ? 0 : GOCC_NO_LIMIT, threads,
               threads, bound);
}

/* Supply of a core as the model has it, nothing vendor-specific applied. */
struct gocc_supply gocc_supply_of(const struct gocc_model *model);

/* Fills every limit of a placement. The vendor may change some, then calls gocc_combine. */
void gocc_place(const struct gocc_supply *supply, const struct gocc_demand *demand,
                struct gocc_placement *placement);

/* Sets groups, waves and limiters from the limits. */
void gocc_combine(struct gocc_placement *placement);

#endif
