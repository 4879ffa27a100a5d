/* SPDX-License-Identifier: MIT
 *
 * Tests Little's law and schedules at the limits that their headers give: the last valid number,
 * the first invalid one, and the result exactly at the limit.
 */
#include "schedule.h"

static int32_t pipe(double latency, double rate)
{
    double in_flight;

    return gpuocc_little_pipe(latency, rate, &in_flight, NULL);
}

/* docs/latency.md: numbers from 1e-12 to 1e15; a count of up to 9e18. */
static void little(void)
{
    uint64_t count = 0;

    ok(pipe(1e-12, 1e15) == GPUOCC_OK && pipe(1e15, 1e-12) == GPUOCC_OK &&
           pipe(9.99999999999999e-13, 1) == GPUOCC_ERROR_BAD_NUMBER &&
           pipe(1, 9.99999999999999e-13) == GPUOCC_ERROR_BAD_NUMBER &&
           pipe(1000000000000000.125, 1) == GPUOCC_ERROR_BAD_NUMBER &&
           pipe(1, 1000000000000000.125) == GPUOCC_ERROR_BAD_NUMBER,
       "1e-12 to 1e15");
    ok(gpuocc_little_count(8583068847656.25, 1 / 1048576.0, &count, NULL) == GPUOCC_OK &&
           count == UINT64_C(9000000000000000000) &&
           gpuocc_little_count(8583068847656.2519, 1 / 1048576.0, &count, NULL) ==
               GPUOCC_ERROR_BAD_NUMBER,
       "9e18 carriers, and no more");
    ok(gpuocc_little_count(1e-12, 1e15, &count, NULL) == GPUOCC_OK && count == 1 &&
           gpuocc_little_count(3.000000001, 1, &count, NULL) == GPUOCC_OK && count == 3 &&
           gpuocc_little_count(3.00000001, 1, &count, NULL) == GPUOCC_OK && count == 4 &&
           gpuocc_little_count(12, 4, &count, NULL) == GPUOCC_OK && count == 3,
       "rounded up, but not for a rounding error of 1e-9");
}

/* A struct of a later version: up to 4096 bytes, with zeros after the known members. */
static void later_struct(void)
{
    union {
        gpuocc_grid grid;
        uint32_t words[1100];
    } u;
    struct plan p;
    int32_t status;
    const uint32_t known = sizeof(gpuocc_grid) / 4;

    memset(&u, 0, sizeof u);
    memset(&p, 0, sizeof p);
    p.error.size = sizeof p.error;
    u.grid.core_count = u.grid.groups_per_core = 3;
    u.grid.groups = 100;
    u.grid.size = 4096;
    ok(schedule_in(p.words, NULL, &u.grid, &p.schedule, &p.error) == GPUOCC_OK &&
           whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0) == 12,
       "a grid of 4096 bytes");
    u.grid.size = 4100;
    ok(schedule_in(p.words, NULL, &u.grid, &p.schedule, &p.error) == GPUOCC_ERROR_STRUCT_SIZE &&
           p.error.value == 4100 && p.error.limit == sizeof(gpuocc_grid),
       "a grid of 4100 bytes");
    u.grid.size = 4096;
    u.words[known + 2] = 77;
    status = schedule_in(p.words, NULL, &u.grid, &p.schedule, &p.error);
    ok(status == GPUOCC_ERROR_STRUCT_NEWER && p.error.scope == GPUOCC_SCOPE_GRID &&
           p.error.field == GPUOCC_GRID_FIELD_COUNT + 2 && p.error.value == 77 &&
           p.error.limit == GPUOCC_GRID_FIELD_COUNT - 1,
       "its third unknown member is set");
}

/* Schedules a grid by the groups of the whole device, with `waves` waves per group. */
static int32_t of_device(struct plan *p, uint32_t per_device, uint32_t waves)
{
    gpuocc_grid grid = {0};

    grid.core_count = 1;
    grid.groups = 5;
    grid.groups_per_device = per_device;
    grid.waves_per_group = waves;
    return schedule(p, NULL, grid);
}

/* Without an occupancy a core has the slots that its groups need, at least one. */
static void slots_of_core(void)
{
    struct plan p;
    gpuocc_grid grid = {0};

    memset(&p, 0, sizeof p);
    ok(of_device(&p, GPUOCC_ZERO, 0) == GPUOCC_OK &&
           whole(&p, GPUOCC_SCHEDULE_RESIDENT_GROUPS, 0) == 0 &&
           whole(&p, GPUOCC_SCHEDULE_WAVE_SLOTS, 0) == 1,
       "no group of the device: one slot");
    ok(of_device(&p, 1, 0) == GPUOCC_OK && whole(&p, GPUOCC_SCHEDULE_WAVE_SLOTS, 0) == 1,
       "one group: one slot");
    ok(of_device(&p, 464773, 9241) == GPUOCC_OK &&
           whole(&p, GPUOCC_SCHEDULE_WAVE_SLOTS, 0) == GPUOCC_ZERO - 1,
       "2^32 - 3 waves: as many slots");
    ok(of_device(&p, 2147483647, 2) == GPUOCC_ERROR_REQUIRED &&
           p.error.field == GPUOCC_GRID_WAVES_PER_CORE && p.error.value == 0 &&
           p.error.limit == GPUOCC_ZERO - 1,
       "2^32 - 2 waves: slots have to be given");
    grid.core_count = 2;
    grid.groups = 5;
    grid.groups_per_core = GPUOCC_ZERO;
    ok(schedule(&p, NULL, grid) == GPUOCC_OK && whole(&p, GPUOCC_SCHEDULE_WAVE_SLOTS, 0) == 2 &&
           whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0) == UINT64_MAX,
       "no group of a core: one slot each");
}

static void times(void)
{
    struct plan p;
    gpuocc_group_time g = {sizeof g, 0, 10, 1, 0.5, 2};
    gpuocc_grid_time t = {sizeof t, 0, 0, 0, 0, 0, 0};

    memset(&p, 0, sizeof p);
    schedule_of(&p, 4, 2, 20);
    ok(gpuocc_schedule_time(p.schedule, &g, &t, NULL) == GPUOCC_OK && t.rounds == 24 &&
           t.tail == 12 && t.time == 36 && t.ideal == 30 && t.minimum == 36,
       "two rounds and a half");
    g.overhead = -1;
    ok(gpuocc_schedule_time(p.schedule, &g, &t, NULL) == GPUOCC_ERROR_BAD_NUMBER,
       "an overhead below 0");
}

int main(void)
{
    little();
    later_struct();
    slots_of_core();
    times();
    return done();
}
