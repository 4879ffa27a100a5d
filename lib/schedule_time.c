/* SPDX-License-Identifier: MIT
 *
 * The time of rounds and tail.
 */
#ifdef __FAST_MATH__
#error "equal inputs have to give equal bits: build without -ffast-math"
#endif

#include "schedule.h"

int gocc_are_amounts(const double *numbers, uint32_t count)
{
    uint32_t i;

    for (i = 0; i < count; i++)
        if (!(numbers[i] >= 0 && numbers[i] <= 1e300))
            return 0;
    return 1;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* A round of so many groups on the fullest core and on the GPU. */
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
    uint64_t full, rest;
    double round, spread, share;

    if (s == NULL || group == NULL || time == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_can_write(time->size, sizeof *time))
        return GPUOCC_ERROR_STRUCT_SIZE;
    if (gocc_read_struct(&g, sizeof g, group, GPUOCC_SCOPE_NONE, NULL) != GPUOCC_OK)
        return GPUOCC_ERROR_STRUCT_SIZE;
    if (g.unused != 0 || !gocc_are_amounts(&g.latency, 4))
        return GPUOCC_ERROR_NOT_A_CHOICE;
    if (s->resident == 0)
        return GPUOCC_NOT_POSSIBLE;
    full = s->groups / s->resident;
    rest = s->groups % s->resident;
    round = round_time(&g, gocc_divide_up(s->resident, s->cores), s->resident);
    share = gocc_real(s->groups) / gocc_real(s->resident);
    spread =
        larger(gocc_real(s->groups) * g.per_core / s->cores, gocc_real(s->groups) * g.per_device);
    time->rounds = gocc_real(full) * round;
    time->tail = rest != 0 ? round_time(&g, gocc_divide_up(rest, s->cores), rest) : 0;
    time->time = time->rounds + time->tail;
    time->ideal = share * round;
    time->minimum = larger(gocc_real(full + (rest != 0)) * (g.latency + g.overhead), spread);
    return GPUOCC_OK;
}
