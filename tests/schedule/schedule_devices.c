/* SPDX-License-Identifier: MIT
 *
 * Tests schedules of real occupancies: the rows of Intel's guide and notebook about the whole GPU,
 * including phases of its timelines; and what a schedule knows of its device.
 */
#include "rows.h"
#include "schedule.h"
#include "tally.h"

static const gpuocc_device *guide_device(const char *name)
{
    if (strstr(name, "TGL") != NULL)
        return find("Iris Xe (Tiger Lake 96 EU)");
    if (strstr(name, "P630") != NULL)
        return find("UHD Graphics P630");
    return find(name);
}

/* Whether a result equals a fraction such as "100/7" percent. */
static int is_percent(const struct plan *p, uint32_t which, const char *fraction)
{
    char *end;
    const uint64_t up = strtoull(fraction, &end, 10);
    const uint64_t down = *end == '/' ? strtoull(end + 1, NULL, 10) : 1;

    return is_fraction(p, which, up, 100 * down);
}

static int32_t schedule_row(struct plan *p, const struct rows *rows)
{
    gpuocc_kernel kernel = {0};
    gpuocc_grid grid = {0};
    struct place placed;

    kernel.threads_per_group = (uint32_t)number(rows, "group_work_items", 0);
    kernel.wave_size = (uint32_t)number(rows, "simd_lanes", 0);
    grid.groups = (uint64_t)number(rows, "group_count", 0);
    if (place(&placed, guide_device(cell(rows, "device")), kernel) != GPUOCC_OK)
        return placed.status;
    return schedule(p, placed.occupancy, grid);
}

/* Tests the whole GPU in the fullest round; the second round of the guide is the tail. */
static void device_row(struct tally *t, const struct rows *rows)
{
    const char *exact = cell(rows, "exact_fraction");
    struct plan p;
    const int32_t status = schedule_row(&p, rows);
    int holds = status == GPUOCC_OK;

    if (strstr(cell(rows, "statement"), "in wave 2") != NULL)
        holds &= whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0) == 2 &&
                 whole(&p, GPUOCC_SCHEDULE_TAIL_GROUPS, 0) *
                         (uint64_t)number(rows, "threads_per_group", 0) ==
                     (uint64_t)number(rows, "threads_used", 0);
    else
        holds &= is_percent(&p, GPUOCC_SCHEDULE_PEAK_OCCUPANCY, exact);
    tally(t, holds, cell(rows, "id"), rows->row, real(&p, GPUOCC_SCHEDULE_PEAK_OCCUPANCY), 0);
}

/* VectorAdd3 with 8 groups on 2 cores, VectorAdd4 with a barrier on all, group 6 ending early. */
static void phase_row(struct tally *t, const struct rows *rows, uint32_t index)
{
    static const uint32_t equal[] = {10}, early[] = {10, 10, 10, 10, 10, 10, 9, 10};
    const int barrier = cell(rows, "id")[2] == '4';
    gpuocc_dispatch rules = {
        sizeof rules, GPUOCC_PLACEMENT_WAVES, GPUOCC_CORE_POLICY_FILL_FIRST, 0, 0, 0, 0};
    gpuocc_phase phase = {sizeof phase, 0, 0, 0, 0, 0, 0};
    static uint64_t memory[1 << 15];
    gpuocc_timeline *timeline;
    struct plan p;
    uint32_t i;
    int32_t status = schedule_row(&p, rows);

    rules.barrier = (uint32_t)barrier;
    rules.usable_cores = barrier ? 0 : 2;
    if (status == GPUOCC_OK)
        status = timeline_in(memory, sizeof memory, p.schedule, &rules, barrier ? early : equal,
                             barrier ? 8 : 1, &timeline, NULL);
    for (i = 0; i <= index && status == GPUOCC_OK; i++)
        status = gpuocc_timeline_next(timeline, &phase);
    tally(t,
          status == GPUOCC_OK && phase.waves == (uint64_t)number(rows, "threads_used", 0) &&
              phase.slots == 672,
          cell(rows, "id"), rows->row, (double)phase.waves,
          (double)number(rows, "threads_used", 0));
}

static void test_guide(void)
{
    struct tally devices = {0, 0}, phases = {0, 0};
    struct rows rows;

    for (rows_open(&rows, "intel/guide_tables.csv"); rows_next(&rows);) {
        const char *what = cell(&rows, "statement");

        if (strstr(what, "phase of the timeline") != NULL)
            phase_row(&phases, &rows, (uint32_t)(cell(&rows, "id")[5] - '1'));
        else if (strncmp(what, "occupancy of the device", 23) == 0)
            device_row(&devices, &rows);
    }
    tally_report(&devices, 57, "guide_tables.csv, occupancy of the device");
    tally_report(&phases, 5, "guide_tables.csv, phases of timelines");
}

/* Grids of a real kernel: the mode determines the cores, a range is not an answer, a tool may
 * answer for the whole device. */
static void test_occupancies(void)
{
    gpuocc_kernel kernel = {.threads_per_group = 320, .wave_size = 8};
    gpuocc_grid grid = {.groups = 100};
    struct place placed;
    struct plan p;

    place(&placed, find("Iris Xe (Tiger Lake 96 EU)"), kernel);
    ok(schedule(&p, placed.occupancy, grid) == GPUOCC_OK &&
           whole(&p, GPUOCC_SCHEDULE_RESIDENT_GROUPS, 0) == 12 &&
           whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0) == 9 &&
           whole(&p, GPUOCC_SCHEDULE_TAIL_GROUPS, 0) == 4 &&
           is_fraction(&p, GPUOCC_SCHEDULE_PEAK_OCCUPANCY, 12 * 40, 672) &&
           is_fraction(&p, GPUOCC_SCHEDULE_AVERAGE_OCCUPANCY, 100 * 40, 9 * 672),
       "100 groups of 40 waves on 6 cores of 112 slots: 2 groups a core");
    grid.core_count = 5;
    ok(schedule(&p, placed.occupancy, grid) == GPUOCC_OK &&
           whole(&p, GPUOCC_SCHEDULE_RESIDENT_GROUPS, 0) == 10,
       "the caller's number of cores");
    grid.core_count = 0;
    place_as(&placed, find("Iris Xe (Tiger Lake 96 EU)"), GPUOCC_CONVENTION_NEO_22_43, kernel);
    ok(schedule(&p, placed.occupancy, grid) == GPUOCC_OK &&
           whole(&p, GPUOCC_SCHEDULE_RESIDENT_GROUPS, 0) == 16 &&
           whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0) == 7,
       "the driver lets groups straddle cores: 672 / 40 = 16 on the device");
    place(&placed, find("tgl"), kernel);
    schedule(&p, placed.occupancy, grid);
    ok(p.status == GPUOCC_ERROR_MUST_BE_KNOWN, "%s", plan_sentence(&p));
    kernel.wave_size = GPUOCC_UNKNOWN;
    place(&placed, find("Iris Xe (Tiger Lake 96 EU)"), kernel);
    schedule(&p, placed.occupancy, grid);
    ok(p.status == GPUOCC_ERROR_MUST_BE_KNOWN, "%s", plan_sentence(&p));
}

/* Known figures of a core are not affected by unknown ones. */
static void knowledge(void)
{
    gpuocc_grid grid = {.core_count = 4, .groups = 9};
    struct plan p;

    memset(&p, 0, sizeof p);
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

int main(void)
{
    test_guide();
    test_occupancies();
    knowledge();
    return done();
}
