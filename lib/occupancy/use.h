/* SPDX-License-Identifier: MIT
 *
 * What a group uses and what a core provides. A vendor's rule fills this struct, and every result
 * is derived from it: groups, limits, and the requested, allocated and unused amounts.
 *
 * Each rule is written once, as an inline function. It is compiled twice: for every kernel
 * (`evaluate` of rules.h), and for plain kernels, with everything that is constant for these folded
 * in (`fast`, `plain_use`).
 */
#ifndef GOCC_USE_H
#define GOCC_USE_H

#include <string.h>

#include "device/rules.h"

/* 1 in the files that are compiled for plain kernels. */
#ifndef GOCC_PLAIN
#define GOCC_PLAIN 0
#endif

/* With optimization each caller gets its own copy, into which constants are folded. Without it
 * nothing would be folded, so that one copy suffices. A file may leave some of a rule's functions
 * unused. */
#if defined(__OPTIMIZE__) && (defined(__GNUC__) || defined(__clang__))
#define GOCC_INLINE static inline __attribute__((always_inline, unused))
#elif defined(__GNUC__) || defined(__clang__)
#define GOCC_INLINE static inline __attribute__((unused))
#else
#define GOCC_INLINE static inline
#endif

/* The number of waves that fit in a register file that does not limit, and the number of wave slots
 * if that is unknown. Both exceed what any register file holds, and the slots with the waves of one
 * more group stay below GOCC_ALL_WAVES. */
#define GOCC_ALL_WAVES     ((uint32_t)INT32_MAX)
#define GOCC_UNKNOWN_SLOTS (GOCC_ALL_WAVES - UINT16_MAX)

/* A resource: what a group requests and allocates, and what a core has. For registers, which are
 * counted over all lanes, `taken` is the allocation of a wave. */
struct gocc_pool {
    uint64_t requested, taken, capacity;
};

struct gocc_use {
    uint32_t threads, wave_size, waves; /* of a group */
    uint32_t partitions;
    uint32_t slots;          /* wave slots available to groups */
    uint32_t wave_capacity;  /* wave slots that the limit reports as its capacity */
    uint32_t max_waves;      /* wave slots that this kernel can use */
    uint32_t all_slots;      /* the same in the best mode */
    uint32_t group_slots;    /* 0: no limit */
    uint32_t register_waves; /* waves for which the core has registers, or GOCC_ALL_WAVES */
    uint32_t scalar_waves;   /* the same for scalar registers */
    uint32_t launch_bound;   /* threads of the largest group that launches, or GOCC_NO_LIMIT */
    uint32_t cores;          /* cores as the product counts them in this core */
    uint32_t refused;        /* set of limits that allow no group */
    uint32_t unknown;        /* set of limits that are unknown */
    uint32_t at_least_one;   /* set of limits that always allow at least one group */
    uint32_t halved;         /* set of limits that are split between the halves of a core */
    uint32_t at_run_time;    /* 1: the number of resident groups above one is decided at run time */
    uint32_t may_refuse;     /* 1: whether a group launches is unknown */
    uint32_t notes;
    struct gocc_pool registers, scalars, shared, barriers, virtuals;
};

/* One limit of a use: the members of struct gocc_placement that are indexed by limit. */
struct gocc_bound {
    uint32_t groups;
    uint64_t requested, allocated, capacity;
};

static inline uint32_t gocc_min(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline uint32_t gocc_up(uint32_t value, uint32_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* Rounds up to a unit that is a power of two. */
static inline uint32_t gocc_up_power(uint32_t value, uint32_t unit)
{
    return (value + unit - 1) & (0u - unit);
}

/* Rounds up; most units are powers of two. */
static inline uint32_t gocc_round(uint32_t value, uint32_t unit)
{
    return (unit & (unit - 1)) == 0 ? gocc_up_power(value, unit) : gocc_up(value, unit);
}

/* Returns the number of waves of a group; `threads` is at least 1. */
static inline uint32_t gocc_waves(uint32_t threads, uint32_t wave_size)
{
    return (threads - 1) / wave_size + 1;
}

/* Reads two words of a kernel at once, to test whether either is set. */
static inline uint64_t gocc_pair(const gpuocc_kernel *kernel, uint32_t field)
{
    uint64_t pair;

    memcpy(&pair, (const char *)kernel + field * sizeof(uint32_t), sizeof pair);
    return pair;
}

/* Returns the sum of static and dynamic shared memory. A value that is not an amount makes the sum
 * too large for any core. */
static inline uint64_t gocc_shared_sum(const gpuocc_kernel *kernel)
{
    return (uint64_t)kernel->shared_bytes + kernel->dynamic_shared_bytes +
           (uint64_t)kernel->dynamic_shared_bytes_per_thread * kernel->threads_per_group;
}

/* Fields that are rarely set. In a plain kernel they are 0, in addition to those that its vendor's
 * fast path tests. */
GOCC_INLINE uint64_t gocc_rare(const gpuocc_kernel *kernel)
{
    return gocc_pair(kernel, GPUOCC_KERNEL_CARVEOUT_PERCENT) |
           gocc_pair(kernel, GPUOCC_KERNEL_GLOBAL_CACHING) | kernel->reported_max_threads;
}

/* Whether a plain kernel's group has at least one thread and no more than the maximum, and at most
 * `bytes` of shared memory. */
GOCC_INLINE int gocc_is_plain_group(const struct gocc_model *model, const gpuocc_kernel *kernel,
                                    uint32_t bytes)
{
    return kernel->threads_per_group - 1 < model->max_threads_per_group &&
           gocc_shared_sum(kernel) <= bytes && gocc_rare(kernel) == 0;
}

GOCC_INLINE void gocc_set_pool(struct gocc_pool *pool, uint64_t requested, uint64_t taken,
                               uint64_t capacity)
{
    pool->requested = requested;
    pool->taken = taken;
    pool->capacity = capacity;
}

/* Initialises a use with the model's core, without unknowns, and a group of `threads` threads. */
GOCC_INLINE void gocc_start_use(struct gocc_use *use, const struct gocc_model *model,
                                uint32_t threads, uint32_t wave_size, uint32_t cores)
{
    use->threads = threads;
    use->wave_size = wave_size;
    use->waves = gocc_waves(threads, wave_size);
    use->partitions = model->partitions_per_core * cores;
    use->slots = use->partitions * model->max_waves_per_partition;
    use->wave_capacity = use->max_waves = use->all_slots = use->slots;
    use->group_slots = model->max_groups_per_core * cores;
    use->register_waves = use->scalar_waves = GOCC_ALL_WAVES;
    use->launch_bound = GOCC_NO_LIMIT;
    use->cores = cores;
    use->refused = use->unknown = use->at_least_one = use->halved = 0;
    use->at_run_time = use->may_refuse = 0;
    use->notes = model->notes;
    gocc_set_pool(&use->registers, 0, 0, 0);
    gocc_set_pool(&use->scalars, 0, 0, 0);
    gocc_set_pool(&use->shared, 0, 0, model->shared_pool_bytes * cores);
    gocc_set_pool(&use->barriers, 0, 0, model->barriers_per_core * cores);
    gocc_set_pool(&use->virtuals, 0, 0, model->virtual_resources_per_core);
}

/* Does the same without inlining. */
void gocc_start(struct gocc_use *use, const struct gocc_model *model, const gpuocc_kernel *kernel,
                uint32_t cores);

/* Replaces the model's wave slots. */
static inline void gocc_use_slots(struct gocc_use *use, uint32_t slots)
{
    use->slots = use->wave_capacity = use->max_waves = use->all_slots = slots;
}

/* Sets the registers of a file from which each wave of a partition allocates. Returns the number of
 * waves that fit in the files of a core. */
GOCC_INLINE uint32_t gocc_use_file(struct gocc_pool *pool, uint32_t partitions, uint32_t file,
                                   uint32_t requested, uint32_t per_wave)
{
    gocc_set_pool(pool, requested, per_wave, (uint64_t)file * partitions);
    return file == 0 || per_wave == 0 ? GOCC_ALL_WAVES : file / per_wave * partitions;
}

GOCC_INLINE void gocc_use_registers(struct gocc_use *use, uint32_t file, uint32_t requested,
                                    uint32_t per_wave)
{
    use->register_waves =
        gocc_use_file(&use->registers, use->partitions, file, requested, per_wave);
}

GOCC_INLINE void gocc_use_scalars(struct gocc_use *use, uint32_t file, uint32_t requested,
                                  uint32_t per_wave)
{
    use->scalar_waves = gocc_use_file(&use->scalars, use->partitions, file, requested, per_wave);
}

GOCC_INLINE void gocc_use_shared(struct gocc_use *use, uint64_t requested, uint64_t taken)
{
    use->shared.requested = requested;
    use->shared.taken = taken;
}

/* Sets the barriers of a group, which allocates as many as it requests. */
GOCC_INLINE void gocc_use_barriers(struct gocc_use *use, uint32_t barriers)
{
    use->barriers.requested = use->barriers.taken = barriers;
}

/* Sets the kernel's own bound on the threads of a group; a larger group does not launch. */
GOCC_INLINE void gocc_use_bound(struct gocc_use *use, uint32_t bound)
{
    use->launch_bound = bound;
    use->refused |= (uint32_t)(use->threads > bound) << GPUOCC_LIMIT_LAUNCH;
}

/* Returns the number of waves that fit on a core, regardless of the group size. */
GOCC_INLINE uint32_t gocc_fit(const struct gocc_use *use)
{
    return gocc_min(gocc_min(use->slots, use->register_waves), use->scalar_waves);
}

/* Returns the number of groups that a resource of the core allows. */
GOCC_INLINE uint32_t gocc_pool_groups(const struct gocc_pool *pool)
{
    if (pool->taken == 0)
        return GOCC_NO_LIMIT;
    return pool->taken > pool->capacity ? 0 : (uint32_t)pool->capacity / (uint32_t)pool->taken;
}

/* Returns the number of groups that the barriers allow. Most kernels have one barrier. */
GOCC_INLINE uint32_t gocc_barrier_groups(const struct gocc_use *use)
{
    const uint32_t taken = (uint32_t)use->barriers.taken,
                   capacity = (uint32_t)use->barriers.capacity;

    if (taken == 0 || capacity == 0)
        return GOCC_NO_LIMIT;
    return taken == 1 ? capacity : capacity / taken;
}

/* Returns the number of a plain kernel's groups that everything except waves and registers
 * allows. */
GOCC_INLINE uint32_t gocc_beside(const struct gocc_use *use)
{
    const uint32_t slots = use->group_slots != 0 ? use->group_slots : GOCC_NO_LIMIT;

    return gocc_min(gocc_min(slots, gocc_pool_groups(&use->shared)), gocc_barrier_groups(use));
}

/* Computes the answer for a plain kernel. A limit is limiting if it has no room for one more group;
 * testing that needs no division. */
GOCC_INLINE void gocc_answer(const struct gocc_use *use, gpuocc_answer *answer)
{
    const uint32_t slots = use->group_slots != 0 ? use->group_slots : GOCC_NO_LIMIT;
    const uint32_t shared = (uint32_t)use->shared.taken, pool = (uint32_t)use->shared.capacity;
    const uint32_t by_barriers = gocc_barrier_groups(use);
    uint32_t beside = gocc_min(slots, by_barriers), groups, next, waves, full;

    if (shared != 0)
        beside = gocc_min(beside, pool / shared);
    /* Without a branch, because whether a group launches is hard to predict. */
    groups = gocc_min(gocc_fit(use) / use->waves, beside) & (0u - (uint32_t)(use->refused == 0));
    next = groups + 1;
    waves = next * use->waves;
    /* One bit for each limit, from the highest. */
    full = (uint32_t)(by_barriers < next);
    full = 2 * full + (uint32_t)(pool < next * shared);
    full = 2 * full + (uint32_t)(use->scalar_waves < waves);
    full = 2 * full + (uint32_t)(use->register_waves < waves);
    full = 2 * full + (uint32_t)(slots < next);
    full = 2 * full + (uint32_t)(use->slots < waves);
    answer->groups = groups;
    answer->waves = groups * use->waves;
    answer->max_waves = use->max_waves;
    answer->limiters = full | use->refused;
}

/* Returns the set of limits that may leave a plain kernel fewer groups than its answer has. */
GOCC_INLINE uint32_t gocc_unknown_limits(const struct gocc_use *use)
{
    return use->at_run_time || use->unknown != 0
               ? use->unknown | use->at_run_time << GPUOCC_LIMIT_WAVES |
                     (uint32_t)(use->group_slots == GPUOCC_UNKNOWN) << GPUOCC_LIMIT_GROUPS
               : 0;
}

/* Computes one limit. */
void gocc_bound_of(const struct gocc_use *use, uint32_t limit, struct gocc_bound *bound);

/* Evaluates a query and derives every result. No field may be unknown. */
void gocc_place(const struct gocc_question *question, struct gocc_placement *placement);

/* Derives groups, waves and limiters of a placement from its limits. */
void gocc_combine(struct gocc_placement *placement);

#endif
