/* SPDX-License-Identifier: MIT
 *
 * Makes schedules for tests.
 */
#ifndef TEST_SCHEDULE_H
#define TEST_SCHEDULE_H

#include "support.h"

struct plan {
    uint64_t words[sizeof(gpuocc_schedule) / 8];
    gpuocc_schedule *schedule;
    gpuocc_error error;
    int32_t status;
};

/* Schedules a grid, whose size need not be set. Returns the status. */
static inline int32_t schedule(struct plan *plan, const gpuocc_occupancy *occupancy,
                               gpuocc_grid grid)
{
    grid.size = sizeof grid;
    plan->error.size = sizeof plan->error;
    plan->schedule = NULL;
    plan->status = schedule_in(plan->words, occupancy, &grid, &plan->schedule, &plan->error);
    return plan->status;
}

static inline int32_t schedule_of(struct plan *plan, uint32_t cores, uint32_t per_core,
                                  uint64_t groups)
{
    gpuocc_grid grid = {0};

    grid.core_count = cores;
    grid.groups_per_core = per_core;
    grid.groups = groups;
    return schedule(plan, NULL, grid);
}

/* Returns a result that is a count, or UINT64_MAX if there is none. */
static inline uint64_t whole(const struct plan *plan, uint32_t which, uint32_t index)
{
    uint64_t up, down;

    if (plan->status != GPUOCC_OK ||
        gpuocc_schedule_get(plan->schedule, which, index, &up, &down) != GPUOCC_OK || down != 1)
        return UINT64_MAX;
    return up;
}

/* Whether a result equals the fraction. */
static inline int is_fraction(const struct plan *plan, uint32_t which, uint64_t up, uint64_t down)
{
    uint64_t a, b;

    return plan->status == GPUOCC_OK &&
           gpuocc_schedule_get(plan->schedule, which, 0, &a, &b) == GPUOCC_OK && a * down == up * b;
}

static inline double real(const struct plan *plan, uint32_t which)
{
    uint64_t up, down;

    if (plan->status != GPUOCC_OK ||
        gpuocc_schedule_get(plan->schedule, which, 0, &up, &down) != GPUOCC_OK)
        return -1;
    return (double)up / (double)down;
}

static inline const char *plan_sentence(const struct plan *plan)
{
    return sentence_of(&plan->error, plan->status);
}

#endif
