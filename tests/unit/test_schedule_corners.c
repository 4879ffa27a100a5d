/* SPDX-License-Identifier: MIT
 *
 * Tests corner cases of schedules and timelines: numbers that just fit 64 bits and the next ones,
 * contradictory numbers of resident groups, phases that never repeat.
 */
#include "schedule.h"

static uint64_t memory[1 << 16];

static gpuocc_grid grid_of(uint32_t cores, uint64_t groups, uint32_t waves_per_group,
                           uint32_t waves_per_core)
{
    gpuocc_grid grid = {0};

    grid.core_count = cores;
    grid.groups = groups;
    grid.waves_per_group = waves_per_group;
    grid.waves_per_core = waves_per_core;
    return grid;
}

/* The largest grid index that starts a round within 64 bits. */
static void round_starts(void)
{
    struct plan p;
    uint64_t up = 7, down = 7;

    schedule_of(&p, 1u << 31, 1u << 31, 5);
    ok(whole(&p, GPUOCC_SCHEDULE_ROUND_START, 3) == 3 * (UINT64_C(1) << 62) + 1 &&
           gpuocc_schedule_get(p.schedule, GPUOCC_SCHEDULE_ROUND_START, 4, &up, &down) ==
               GPUOCC_ERROR_INDEX &&
           up == 7 && down == 7,
       "round 4 starts at 3 x 2^62 + 1, and no further one within 64 bits");
    /* 3 x 1722007169 x 3570783445 is 2^64 - 1 */
    schedule_of(&p, 1722007169, 3570783445, 5);
    ok(whole(&p, GPUOCC_SCHEDULE_ROUND_START, 2) == UINT64_C(12297829382473034411) &&
           gpuocc_schedule_get(p.schedule, GPUOCC_SCHEDULE_ROUND_START, 3, &up, &down) ==
               GPUOCC_ERROR_INDEX,
       "nor one at 2^64");
    schedule_of(&p, 64, 2, 129);
    ok(gpuocc_schedule_get(p.schedule, GPUOCC_SCHEDULE_EFFICIENCY, 0, NULL, &down) == GPUOCC_OK &&
           down == 256 &&
           gpuocc_schedule_get(p.schedule, GPUOCC_SCHEDULE_EFFICIENCY, 0, &up, NULL) == GPUOCC_OK &&
           up == 129,
       "either end of a fraction alone");
}

/* Waves resident on the whole GPU have 63 bits: the largest group, which the error contains,
 * fits. */
static void resident_waves(void)
{
    const uint32_t most = GPUOCC_ZERO - 1;
    gpuocc_grid grid = grid_of(1, 1, most, most);
    struct plan p;

    grid.groups_per_device = (1u << 31) + 1;
    ok(schedule(&p, NULL, grid) == GPUOCC_OK &&
           whole(&p, GPUOCC_SCHEDULE_RESIDENT_GROUPS, 0) == grid.groups_per_device,
       "(2^31 + 1) x (2^32 - 3) waves fit 63 bits");
    grid.groups_per_device++;
    schedule(&p, NULL, grid);
    ok(p.status == GPUOCC_ERROR_TOO_LARGE &&
           strcmp(plan_sentence(&p), "waves_per_group is 4294967293, the maximum is 4294967292") ==
               0,
       "%s", plan_sentence(&p));
    grid.waves_per_group = (uint32_t)p.error.limit;
    ok(schedule(&p, NULL, grid) == GPUOCC_OK, "as many as the sentence says fit");
    grid.waves_per_group++;
    ok(schedule(&p, NULL, grid) == GPUOCC_ERROR_TOO_LARGE, "and one more does not");
    grid = grid_of(1u << 31, 1, 1, most);
    grid.groups_per_core = 1;
    ok(schedule(&p, NULL, grid) == GPUOCC_OK &&
           whole(&p, GPUOCC_SCHEDULE_WAVE_SLOTS, 0) == (UINT64_C(1) << 31) * most,
       "2^31 cores of 2^32 - 3 slots have fewer than 2^63");
    grid.core_count = (1u << 31) + 2;
    schedule(&p, NULL, grid);
    ok(p.status == GPUOCC_ERROR_TOO_LARGE &&
           strcmp(plan_sentence(&p), "core_count is 2147483650, the maximum is 2147483649") == 0,
       "%s", plan_sentence(&p));
}

/* A device may have any number of cores, except the number that means unknown. */
static void large_device(void)
{
    static uint64_t words[sizeof(gpuocc_custom_device) / 8];
    const uint32_t fields[] = {GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,
                               GPUOCC_DEVICE_PARTITIONS_PER_CORE,
                               GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, GPUOCC_DEVICE_CORE_COUNT};
    const uint64_t values[] = {1024, 4, 16, GPUOCC_ZERO};
    const gpuocc_device *device = NULL;
    gpuocc_kernel kernel = {0};
    gpuocc_grid grid = {0};
    struct place placed;
    struct plan p;

    device_in(words, NULL, NULL, 0, fields, values, 4, &device, NULL);
    kernel.threads_per_group = 32;
    place(&placed, device, kernel);
    grid.groups = 100;
    ok(schedule(&p, placed.occupancy, grid) == GPUOCC_OK &&
           whole(&p, GPUOCC_SCHEDULE_CORE_COUNT, 0) == 4294967294u &&
           whole(&p, GPUOCC_SCHEDULE_RESIDENT_GROUPS, 0) == UINT64_C(64) * 4294967294u,
       "a device of 2^32 - 2 cores");
    grid.groups_per_core = GPUOCC_UNKNOWN;
    schedule(&p, placed.occupancy, grid);
    ok(p.status == GPUOCC_ERROR_MUST_BE_KNOWN && p.error.field == GPUOCC_GRID_GROUPS_PER_CORE,
       "groups that are unknown, on a GPU that holds more than 2^32: %s", plan_sentence(&p));
}

static int32_t size_of(const struct plan *p, gpuocc_dispatch rules, size_t *bytes,
                       gpuocc_error *error)
{
    rules.size = sizeof rules;
    error->size = sizeof *error;
    return gpuocc_timeline_size(p->schedule, &rules, bytes, error);
}

/* The words of the rules that are choices, in order, and the largest value of each. */
static void choices(void)
{
    static const uint32_t most[] = {GPUOCC_PLACEMENT_WAVES, GPUOCC_CORE_POLICY_ROUND_ROBIN, 1, 1};
    gpuocc_dispatch rules = {0};
    gpuocc_error error = {0};
    struct plan p;
    size_t bytes;
    uint32_t i, held = 0;

    schedule_of(&p, 4, 2, 9);
    for (i = 0; i < 4; i++) {
        memcpy((char *)&rules + 4 * (GPUOCC_DISPATCH_PLACEMENT + i), &most[i], 4);
        held += size_of(&p, rules, &bytes, &error) == GPUOCC_OK;
    }
    rules.placement++;
    held += size_of(&p, rules, &bytes, &error) == GPUOCC_ERROR_NOT_A_CHOICE && error.field == 1;
    rules.placement--;
    rules.choice++;
    held += size_of(&p, rules, &bytes, &error) == GPUOCC_ERROR_NOT_A_CHOICE && error.field == 2;
    rules.choice--;
    rules.barrier++;
    held += size_of(&p, rules, &bytes, &error) == GPUOCC_ERROR_NOT_A_CHOICE && error.field == 3;
    rules.barrier--;
    rules.head_of_line++;
    held += size_of(&p, rules, &bytes, &error) == GPUOCC_ERROR_NOT_A_CHOICE && error.field == 4;
    ok(held == 8, "%u of 8 largest choices are taken and the next ones refused", held);
}

static void residencies(void)
{
    gpuocc_phase phase = {sizeof phase, 0, 0, 0, 0, 0, 0};
    gpuocc_dispatch rules = {sizeof rules, 0, 0, 0, 0, 0, 0};
    gpuocc_grid grid = grid_of(4, 20, 1, 3);
    gpuocc_timeline *timeline = NULL;
    struct plan p;
    size_t bytes = 1;

    grid.groups_per_device = 7;
    schedule(&p, NULL, grid);
    ok(timeline_in(memory, sizeof memory, p.schedule, NULL, NULL, 0, &timeline, NULL) ==
               GPUOCC_OK &&
           gpuocc_timeline_next(timeline, &phase) == GPUOCC_OK && phase.waves == 7 &&
           phase.end == 2,
       "where no core's groups are known the slots are those of the GPU's groups");
    grid.groups_per_core = GPUOCC_ZERO;
    schedule(&p, NULL, grid);
    ok(gpuocc_timeline_size(p.schedule, NULL, &bytes, NULL) == GPUOCC_NOT_POSSIBLE,
       "a core without a group has no slot for one");
    rules.slots_per_core = 2;
    ok(timeline_in(memory, sizeof memory, p.schedule, &rules, NULL, 0, &timeline, NULL) ==
               GPUOCC_OK &&
           gpuocc_timeline_next(timeline, &phase) == GPUOCC_OK && phase.waves == 8 &&
           phase.end == 2,
       "unless the rules give it some");
    grid.groups_per_core = 2;
    grid.groups_per_device = GPUOCC_ZERO;
    schedule(&p, NULL, grid);
    ok(gpuocc_timeline_size(p.schedule, &rules, &bytes, NULL) == GPUOCC_NOT_POSSIBLE &&
           timeline_in(memory, sizeof memory, p.schedule, &rules, NULL, 0, &timeline,
                                NULL) == GPUOCC_NOT_POSSIBLE &&
           bytes == 1,
       "nor does a GPU that holds none");
}

/* The error of too many cores has the largest number that is possible. */
static void most_cores(const struct plan *p, gpuocc_dispatch rules, uint32_t cores,
                       const char *placement)
{
    gpuocc_error error = {0};
    gpuocc_timeline *timeline;
    size_t bytes = 0;

    ok(size_of(p, rules, &bytes, &error) == GPUOCC_ERROR_TOO_LARGE &&
           error.scope == GPUOCC_SCOPE_DISPATCH && error.field == GPUOCC_DISPATCH_USABLE_CORES &&
           error.value == cores && error.limit < cores &&
           timeline_in(memory, sizeof memory, p->schedule, &rules, NULL, 0, &timeline, NULL) ==
               GPUOCC_ERROR_TOO_LARGE,
       "%s: a slot more of each core is too much for any memory", placement);
    rules.usable_cores = (uint32_t)error.limit;
    ok(size_of(p, rules, &bytes, &error) == GPUOCC_OK,
       "%s: as many cores as the error says are not", placement);
    rules.usable_cores++;
    ok(size_of(p, rules, &bytes, &error) == GPUOCC_ERROR_TOO_LARGE, "%s: and one more is",
       placement);
}

static void timeline_sizes(void)
{
    const uint32_t cores = 28717483, most = 3345585407u; /* their product is 2^64 / 192 */
    gpuocc_dispatch rules = {sizeof rules, GPUOCC_PLACEMENT_WAVES, 0, 0, 0, 0, 0};
    gpuocc_grid grid = grid_of(cores, 9, 2, GPUOCC_ZERO - 1);
    gpuocc_error error = {0};
    struct plan p;
    size_t bytes = 0, one = 0;

    if (sizeof(size_t) < 8)
        return;
    grid.groups_per_core = 1;
    schedule(&p, NULL, grid);
    rules.slots_per_core = 1;
    size_of(&p, rules, &one, &error);
    rules.slots_per_core = most;
    ok(size_of(&p, rules, &bytes, &error) == GPUOCC_OK &&
           bytes - one == (size_t)cores * (most - 1) * 48,
       "memory for 2^56 slots, 48 bytes each");
    rules.slots_per_core++;
    most_cores(&p, rules, cores, "waves");
    /* Whole groups have two slots each: twice as many cores have as many groups. */
    grid.core_count = 2 * cores;
    schedule(&p, NULL, grid);
    rules.placement = GPUOCC_PLACEMENT_GROUPS;
    most_cores(&p, rules, 2 * cores, "groups");
}

/* Returns the end of the only phase of a grid in which all waves run one after another; 0:
 * refused. */
static uint64_t end_of(gpuocc_grid grid, uint32_t placement, uint32_t duration, gpuocc_error *error)
{
    gpuocc_dispatch rules = {sizeof rules, 0, 0, 0, 0, 0, 0};
    gpuocc_phase phase = {sizeof phase, 0, 0, 0, 0, 0, 0};
    gpuocc_timeline *timeline;
    struct plan p;

    grid.groups_per_device = 1;
    schedule(&p, NULL, grid);
    rules.placement = placement;
    rules.slots_per_core = 1;
    error->size = sizeof *error;
    if (timeline_in(memory, sizeof memory, p.schedule, &rules, &duration, 1, &timeline,
                             error) != GPUOCC_OK)
        return 0;
    while (gpuocc_timeline_next(timeline, &phase) == GPUOCC_OK)
        continue;
    return phase.end;
}

/* No time wraps around at 2^64. */
static void long_times(void)
{
    const uint64_t groups = (UINT64_C(1) << 32) + 1;
    gpuocc_error error = {0};
    gpuocc_grid grid = grid_of(1, groups, 1, 1);

    ok(end_of(grid, GPUOCC_PLACEMENT_GROUPS, UINT32_MAX, &error) == UINT64_MAX,
       "2^32 + 1 groups of 2^32 - 1 end at 2^64 - 1");
    grid.groups++;
    ok(end_of(grid, GPUOCC_PLACEMENT_GROUPS, UINT32_MAX, &error) == 0 &&
           error.scope == GPUOCC_SCOPE_ARGUMENT && error.field == 2 && error.value == UINT32_MAX &&
           error.limit == UINT32_MAX - 1 &&
           end_of(grid, GPUOCC_PLACEMENT_GROUPS, UINT32_MAX - 1, &error) ==
               grid.groups * (UINT32_MAX - 1),
       "one more is refused, but not if each is a little shorter");
    grid = grid_of(1, 1u << 22, 1024, 1);
    ok(end_of(grid, GPUOCC_PLACEMENT_WAVES, UINT32_MAX, &error) == UINT64_MAX - UINT32_MAX,
       "2^32 waves that start one by one end at 2^64 - 2^32");
    grid.groups++;
    ok(end_of(grid, GPUOCC_PLACEMENT_WAVES, UINT32_MAX, &error) == 0 && error.field == 2 &&
           end_of(grid, GPUOCC_PLACEMENT_WAVES, (uint32_t)error.limit, &error) ==
               grid.groups * 1024 * error.limit,
       "of another group they are refused, unless they are shorter");
    grid.groups = 1u << 31;
    ok(end_of(grid, GPUOCC_PLACEMENT_WAVES, UINT32_MAX, &error) == 0 &&
           end_of(grid_of(1, groups, 1, 1), GPUOCC_PLACEMENT_WAVES, UINT32_MAX, &error) == 0 &&
           end_of(grid_of(1, groups - 1, 1, 1), GPUOCC_PLACEMENT_WAVES, UINT32_MAX, &error) ==
               UINT64_MAX - UINT32_MAX,
       "2^31 such groups, of which the groups alone would fit");
}

#define PLACES 4096
#define UNLIKE 9000

/* 9000 groups of always different durations in 4096 slots: nothing repeats, and the work of a call
 * is bounded, so that the time in which all slots are in use is more than one phase. */
static void bounded_work(void)
{
    static uint32_t durations[UNLIKE];
    gpuocc_phase phase = {sizeof phase, 0, 0, 0, 0, 0, 0};
    gpuocc_timeline *timeline = NULL;
    struct plan p;
    uint64_t area = 0, work = 0, end = 0;
    uint32_t i, state = 1, full = 0, gaps = 0;

    for (i = 0; i < UNLIKE; i++) {
        state = state * 1664525u + 1013904223u;
        work += durations[i] = 100000 + (state >> 8) % 900000;
    }
    schedule_of(&p, 1, PLACES, UNLIKE);
    timeline_in(memory, sizeof memory, p.schedule, NULL, durations, UNLIKE, &timeline,
                         NULL);
    for (i = 0; gpuocc_timeline_next(timeline, &phase) == GPUOCC_OK; i++) {
        full += phase.waves == PLACES;
        gaps += phase.start != end || phase.end <= end || phase.index != i;
        end = phase.end;
        area += phase.waves * (phase.end - phase.start);
    }
    ok(full == 2 && gaps == 0 && area == work,
       "%u phases with all places taken, of %u; all work is done", full, i);
}

#define LONG  3000
#define SHORT 7000

/* 3000 groups of two durations fill all slots except one, in which short ones of always different
 * durations follow each other: groups that end together are one step, so that all of this is one
 * phase. */
static void merged_work(void)
{
    static uint32_t durations[LONG + SHORT];
    gpuocc_phase phase = {sizeof phase, 0, 0, 0, 0, 0, 0};
    gpuocc_timeline *timeline = NULL;
    struct plan p;
    uint64_t end = 0;
    uint32_t i, state = 1;
    int32_t status;

    for (i = 0; i < LONG; i++)
        durations[i] = 2000000000 + i % 2;
    for (; i < LONG + SHORT; i++) {
        state = state * 1664525u + 1013904223u;
        end += durations[i] = 1 + (state >> 8) % 9;
    }
    schedule_of(&p, 1, LONG + 1, LONG + SHORT);
    timeline_in(memory, sizeof memory, p.schedule, NULL, durations, LONG + SHORT,
                         &timeline, NULL);
    status = gpuocc_timeline_next(timeline, &phase);
    ok(status == GPUOCC_OK && phase.waves == LONG + 1 && phase.end == end,
       "groups that end together are one step of work: %llu of %llu", (unsigned long long)phase.end,
       (unsigned long long)end);
}

int main(void)
{
    round_starts();
    resident_waves();
    large_device();
    choices();
    residencies();
    timeline_sizes();
    long_times();
    bounded_work();
    merged_work();
    return done();
}
