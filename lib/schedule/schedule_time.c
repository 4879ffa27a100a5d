/* SPDX-License-Identifier: MIT
 *
 * Computes the time of the rounds and the tail.
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
