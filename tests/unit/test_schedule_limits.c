/* SPDX-License-Identifier: MIT
 *
 * Tests schedules whose products are exactly the largest that fit, and a struct of an older
 * version. 2^63 - 1 is 7 x 7 x 73 x 127 x 337 x 92737 x 649657.
 */
#include "schedule.h"

static void products(void)
{
    gpuocc_grid grid = {0};
    struct plan p;
    uint64_t value = 0;

    memset(&p, 0, sizeof p);
    grid.core_count = 4042815511u;
    grid.waves_per_core = 2281422937u;
    grid.groups = grid.groups_per_device = 1;
    ok(schedule(&p, NULL, grid) == GPUOCC_OK &&
           whole(&p, GPUOCC_SCHEDULE_WAVE_SLOTS, 0) == INT64_MAX,
       "2^63 - 1 wave slots");
    grid.core_count++;
    ok(schedule(&p, NULL, grid) == GPUOCC_ERROR_TOO_LARGE &&
           p.error.field == GPUOCC_GRID_CORE_COUNT && p.error.value == 4042815512u &&
           p.error.limit == 4042815511u,
       "slots of a core more");
    grid.core_count = 1;
    grid.waves_per_core = grid.waves_per_group = 649657;
    grid.groups = INT64_MAX / 649657;
    grid.groups_per_device = 0;
    grid.groups_per_core = 1;
    ok(schedule(&p, NULL, grid) == GPUOCC_OK &&
           whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0) == INT64_MAX / 649657,
       "2^63 - 1 waves of groups");
    grid.groups++;
    ok(schedule(&p, NULL, grid) == GPUOCC_ERROR_TOO_LARGE && p.error.field == GPUOCC_GRID_GROUPS &&
           p.error.value == grid.groups && p.error.limit == grid.groups - 1,
       "waves of a group more");
    schedule_of(&p, 218934409, 11777599, 1);
    ok(gpuocc_schedule_get(p.schedule, GPUOCC_SCHEDULE_ROUND_START, 7154, &value, NULL) ==
               GPUOCC_OK &&
           value == UINT64_MAX &&
           gpuocc_schedule_get(p.schedule, GPUOCC_SCHEDULE_ROUND_START, 7155, &value, NULL) ==
               GPUOCC_ERROR_INDEX,
       "a round that starts with group 2^64 - 1, and no later one");
}

/* Known figures of a core are not affected by unknown ones. */
static void knowledge(void)
{
    gpuocc_grid grid = {0};
    struct plan p;

    memset(&p, 0, sizeof p);
    grid.core_count = 4;
    grid.groups = 9;
    ok(schedule(&p, NULL, grid) == GPUOCC_ERROR_REQUIRED &&
           p.error.field == GPUOCC_GRID_GROUPS_PER_CORE && p.error.value == 0 &&
           p.error.limit == GPUOCC_ZERO - 1,
       "groups of a core have to be given");
    grid.groups_per_core = 2;
    grid.groups = 0;
    ok(schedule(&p, NULL, grid) == GPUOCC_ERROR_REQUIRED && p.error.field == GPUOCC_GRID_GROUPS &&
           p.error.value == 0,
       "and groups of the grid");
}

/* Without durations each group lasts 1, and 2^63 units of time fit. */
static void longest(void)
{
    static uint64_t memory[512];
    gpuocc_dispatch rules = {sizeof rules, GPUOCC_PLACEMENT_WAVES, 0, 0, 0, 0, 1};
    gpuocc_grid grid = {0};
    gpuocc_timeline *timeline = NULL;
    const uint32_t two = 2;
    struct plan p;

    memset(&p, 0, sizeof p);
    grid.core_count = grid.waves_per_core = grid.waves_per_group = grid.groups_per_device = 1;
    grid.groups = INT64_MAX;
    schedule(&p, NULL, grid);
    ok(timeline_in(memory, sizeof memory, p.schedule, &rules, NULL, 0, &timeline, NULL) ==
               GPUOCC_OK &&
           timeline != NULL,
       "2^63 - 1 waves, one after the other");
    ok(timeline_in(memory, sizeof memory, p.schedule, &rules, &two, 1, &timeline, NULL) ==
           GPUOCC_ERROR_TOO_LARGE,
       "each of two units of time");
}

static gpuocc_group_size best(const gpuocc_group_search *search)
{
    gpuocc_group_size choice;
    gpuocc_kernel kernel;

    memset(&choice, 0, sizeof choice);
    memset(&kernel, 0, sizeof kernel);
    choice.size = sizeof choice;
    kernel.size = sizeof kernel;
    if (best_of(find("sm_80"), 0, &kernel, search, NULL, NULL, 0, 0, &choice, NULL) != GPUOCC_OK)
        choice.threads_per_group = 0;
    return choice;
}

/* The first version of a search struct ended after prefer_small: it has no cores and no grid. */
static void older_search(void)
{
    gpuocc_group_search old, plain;
    gpuocc_group_size a, b;

    memset(&old, 0xff, sizeof old);
    memset(&plain, 0, sizeof plain);
    plain.size = sizeof plain;
    memcpy(&old, &plain, offsetof(gpuocc_group_search, core_count));
    old.size = offsetof(gpuocc_group_search, core_count);
    a = best(&old);
    b = best(&plain);
    ok(a.threads_per_group != 0 && a.threads_per_group == b.threads_per_group &&
           a.waves == b.waves && a.rounds == 0 && b.rounds == 0,
       "an older search has no grid: %u threads", a.threads_per_group);
}

int main(void)
{
    products();
    knowledge();
    longest();
    older_search();
    return done();
}
