/* SPDX-License-Identifier: MIT
 *
 * Computes the time of the rounds and the tail, and the numbers that a vendor's calculator prints.
 */
#ifdef __FAST_MATH__
#error "equal inputs have to give equal bits: build without -ffast-math"
#endif

#include "base/numbers.h"
#include "base/structs.h"
#include "schedule/schedule.h"

#include <string.h>

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Returns the time of a round with `on_core` groups on the fullest core and `on_device` on the
 * GPU. */
static double round_time(const gpuocc_group_time *group, uint64_t on_core, uint64_t on_device)
{
    return larger(group->latency, larger(gocc_real(on_core) * group->per_core,
                                         gocc_real(on_device) * group->per_device)) +
           group->overhead;
}

int32_t gpuocc_schedule_time(const gpuocc_schedule *schedule, const gpuocc_group_time *group,
                             gpuocc_grid_time *time)
{
    const gpuocc_schedule *s = schedule;
    gpuocc_group_time g;
    gpuocc_grid_time t;
    uint64_t full, rest;
    double round, spread, share;
    int32_t status;

    if (s == NULL || group == NULL || time == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_can_write(time->size, sizeof *time))
        return GPUOCC_ERROR_STRUCT_SIZE;
    status = gocc_read_struct(&g, sizeof g, group, GPUOCC_SCOPE_NONE, NULL);
    if (status != GPUOCC_OK)
        return status;
    if (g.unused != 0 || !gocc_are_amounts(&g.latency, &g.overhead))
        return GPUOCC_ERROR_BAD_NUMBER;
    if (s->resident == 0)
        return GPUOCC_NOT_POSSIBLE;
    full = s->groups / s->resident;
    rest = s->groups % s->resident;
    round = round_time(&g, gocc_divide_up(s->resident, s->cores), s->resident);
    share = gocc_real(s->groups) / gocc_real(s->resident);
    spread =
        larger(gocc_real(s->groups) * g.per_core / s->cores, gocc_real(s->groups) * g.per_device);
    t.size = time->size;
    t.unused = time->unused;
    t.rounds = gocc_real(full) * round;
    t.tail = rest != 0 ? round_time(&g, gocc_divide_up(rest, s->cores), rest) : 0;
    t.time = t.rounds + t.tail;
    t.ideal = share * round;
    t.minimum = larger(gocc_real(full + (rest != 0)) * (g.latency + g.overhead), spread);
    return gocc_give(time, &t, sizeof t, &t.time, &t.minimum);
}

/* Rounds to two decimals as JavaScript's toFixed does: according to the exact binary value, ties
 * upwards. */
static uint64_t hundredths(double x)
{
    uint32_t shift = 0;

    if (x < 0.001)
        return 0;
    for (; gocc_real((uint64_t)(int64_t)x) < x; shift++)
        x *= 2;
    return ((uint64_t)(int64_t)x * 100 + (UINT64_C(1) << shift >> 1)) >> shift;
}

int32_t gpuocc_schedule_intel_calculator(const gpuocc_schedule *schedule, uint32_t partitions,
                                         uint32_t partitions_per_core,
                                         gpuocc_intel_calculator *printed)
{
    const gpuocc_schedule *s = schedule;
    uint64_t per_core, scaled, round, full;
    double core, part;

    if (s == NULL || printed == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_can_write(printed->size, sizeof *printed))
        return GPUOCC_ERROR_STRUCT_SIZE;
    if ((partitions == 0) != (partitions_per_core == 0))
        return GPUOCC_ERROR_REQUIRED;
    if (s->groups_per_core == GOCC_NO_GROUPS)
        return GPUOCC_NOT_APPLICABLE;
    if (partitions == 0) {
        partitions = s->cores;
        partitions_per_core = 1;
    }
    if (s->groups > UINT64_C(1) << 40 || partitions > 1u << 20 || partitions_per_core > 1024)
        return GPUOCC_ERROR_TOO_LARGE;
    /* The calculator never counts more groups per core than the grid has. */
    per_core = s->groups < s->groups_per_core ? s->groups : s->groups_per_core;
    round = per_core * partitions;
    scaled = s->groups * partitions_per_core;
    full = round != 0 ? scaled / round : 0;
    part = round != 0 ? gocc_real(scaled % round) / gocc_real(round) : 0;
    core = gocc_real(per_core * s->waves_per_group) / s->waves_per_core * 100;
    printed->has_rounds = round != 0;
    printed->core = hundredths(core);
    printed->rounds = hundredths(gocc_real(full) + part);
    printed->peak = hundredths(full != 0 ? core : part * core);
    /* The calculator computes the average from the two decimals that it prints. */
    printed->average =
        part > 0 ? hundredths(gocc_real(printed->rounds) / 100 * core / gocc_real(full + 1))
                 : printed->core;
    return GPUOCC_OK;
}
