/* SPDX-License-Identifier: MIT
 *
 * The short form of the one formula: what a core has and a group takes, as far as it decides how
 * many reside. Most questions have it; the answer is that of gocc_place, bit for bit.
 */
#ifndef GOCC_TAKE_H
#define GOCC_TAKE_H

#include <string.h>

#include "place.h"

/* One copy for each caller, with what is constant there folded in. Without optimization nothing is
 * folded: one copy. */
#if defined(__OPTIMIZE__) && (defined(__GNUC__) || defined(__clang__))
#define GOCC_INLINE static inline __attribute__((always_inline))
#else
#define GOCC_INLINE static inline
#endif

/* Waves that a register file holds which does not limit, and slots that nobody knows: more than
 * any file holds, and one more group leaves them below the former. */
#define GOCC_ALL_WAVES     ((uint32_t)INT32_MAX)
#define GOCC_UNKNOWN_SLOTS (GOCC_ALL_WAVES - UINT16_MAX)

struct gocc_take {
    uint32_t waves;           /* of a group */
    uint32_t slots;           /* wave slots of the core */
    uint32_t max_waves;       /* those that this kernel can use */
    uint32_t groups;          /* group slots, GOCC_NO_LIMIT: no limit */
    uint32_t register_waves;  /* waves that the registers of a core hold, or GOCC_ALL_WAVES */
    uint32_t scalar_waves;    /* the same of the scalar registers; UINT32_MAX: there are none */
    uint32_t shared_bytes;    /* of a group, 0: none */
    uint32_t shared_capacity; /* of the core; below 2^31 */
    uint32_t barriers;        /* of a group, 0: they do not limit */
    uint32_t barrier_capacity;
    uint32_t refused; /* set of enum gpuocc_limit that allow not one group */
    uint32_t open;    /* set of limits that nobody knows: above one group there may be fewer */
};

/* The short answer. */
struct gocc_short {
    uint32_t groups, waves, max_waves, limiters;
};

/* And what it comes from, for a search over group sizes. */
struct gocc_brief {
    struct gocc_short answer;
    uint32_t fit;            /* waves that fit a core, whatever the size of the group */
    uint32_t beside;         /* groups that everything but waves and registers allows */
    uint32_t register_waves; /* of struct gocc_take, as the next three */
    uint32_t barriers, refused, open;
};

/* How many waves a file holds that is handed out wave by wave within a partition. */
static inline uint32_t gocc_file_waves(uint32_t file, uint32_t partitions, uint32_t per_wave)
{
    return per_wave == 0 || file == 0 ? GOCC_ALL_WAVES : file / per_wave * partitions;
}

/* Rounds up; most units are powers of two. */
static inline uint32_t gocc_round(uint32_t value, uint32_t unit)
{
    if ((unit & (unit - 1)) == 0)
        return (value + unit - 1) & ~(unit - 1);
    return gocc_up(value, unit);
}

static inline uint32_t gocc_min(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Group slots as tables have them: 0 means that nothing counts them. */
static inline uint32_t gocc_slots_or_none(uint32_t groups)
{
    return groups != 0 ? groups : GOCC_NO_LIMIT;
}

/* The launch limit, where the kernel has a bound that its group exceeds. */
static inline uint32_t gocc_launch_refused(const gpuocc_kernel *kernel)
{
    if (kernel->max_threads_per_group == 0)
        return 0;
    return (uint32_t)(kernel->threads_per_group > kernel->max_threads_per_group)
           << GPUOCC_LIMIT_LAUNCH;
}

/* Two words of a kernel at once, to see whether any is set. */
static inline uint64_t gocc_pair(const gpuocc_kernel *kernel, uint32_t field)
{
    uint64_t pair;

    memcpy(&pair, (const char *)kernel + field * sizeof(uint32_t), sizeof pair);
    return pair;
}

/* Static and dynamic shared memory; what is no amount makes it too large for any core. */
static inline uint64_t gocc_shared_sum(const gpuocc_kernel *kernel)
{
    return (uint64_t)kernel->shared_bytes + kernel->dynamic_shared_bytes +
           (uint64_t)kernel->dynamic_shared_bytes_per_thread * kernel->threads_per_group;
}

/* Limits that have no room for `next` groups: those that stop the next one. */
GOCC_INLINE uint32_t gocc_full(const struct gocc_take *t, uint32_t next)
{
    const uint32_t waves = next * t->waves;

    return t->refused | (uint32_t)(t->slots < waves) << GPUOCC_LIMIT_WAVES |
           (uint32_t)(t->scalar_waves < waves) << GPUOCC_LIMIT_SCALAR_REGISTERS |
           (uint32_t)(t->groups < next) << GPUOCC_LIMIT_GROUPS |
           (uint32_t)(t->register_waves < waves) << GPUOCC_LIMIT_REGISTERS |
           (uint32_t)(t->shared_capacity < next * t->shared_bytes) << GPUOCC_LIMIT_SHARED;
}

GOCC_INLINE void gocc_answer(const struct gocc_take *t, struct gocc_brief *brief)
{
    struct gocc_short *answer = &brief->answer;
    const uint32_t fit = gocc_min(gocc_min(t->slots, t->register_waves), t->scalar_waves);
    uint32_t beside = t->groups, by_barriers = GOCC_NO_LIMIT, groups;

    if (t->shared_bytes != 0)
        beside = gocc_min(beside, t->shared_capacity / t->shared_bytes);
    if (t->barriers != 0) {
        by_barriers = t->barrier_capacity / t->barriers;
        beside = gocc_min(beside, by_barriers);
    }
    /* Not a branch: whether a group launches is hard to foresee. */
    groups = gocc_min(fit / t->waves, beside) & (0u - (uint32_t)(t->refused == 0));
    answer->groups = groups;
    answer->waves = groups * t->waves;
    answer->max_waves = t->max_waves;
    answer->limiters = gocc_full(t, groups + 1) | (uint32_t)(by_barriers == groups)
                                                      << GPUOCC_LIMIT_BARRIERS;
    brief->fit = fit;
    brief->beside = beside;
    brief->register_waves = t->register_waves;
    brief->barriers = t->barriers;
    brief->refused = t->refused;
    brief->open = t->open;
}

#endif
