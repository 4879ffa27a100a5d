/* SPDX-License-Identifier: MIT
 *
 * Tests rounds and tail. Examples are those of the reference, whole-gpu.md 2, and of its file
 * scaling_sample.csv, model "waves". Tests numbers that just fit 64 bits and the next ones: 2^63 -
 * 1 is 7 x 7 x 73 x 127 x 337 x 92737 x 649657.
 */
#include "random.h"
#include "rows.h"
#include "schedule.h"
#include "tally.h"

static void test_rounds(void)
{
    struct tally t = {0, 0};
    struct rows rows;
    struct plan p;

    for (rows_open(&rows, "schedule/scaling_sample.csv"); rows_next(&rows);) {
        const char *in = cell(&rows, "inputs"), *out = cell(&rows, "outputs");

        if (strcmp(cell(&rows, "model"), "waves") != 0)
            continue;
        schedule_of(&p, (uint32_t)tally_number(in, "cores"),
                    (uint32_t)tally_number(in, "resident_groups_per_core"),
                    (uint64_t)tally_number(in, "groups"));
        tally_print(&t, "%.9g", real(&p, GPUOCC_SCHEDULE_EFFICIENCY),
                    tally_value(out, "efficiency"), "efficiency", rows.row);
        tally_print(&t, "%.9g", real(&p, GPUOCC_SCHEDULE_ROUNDS), tally_value(out, "waves"),
                    "rounds", rows.row);
        tally_print(&t, "%.9g", real(&p, GPUOCC_SCHEDULE_TAIL_GROUPS),
                    tally_value(out, "tail_groups"), "tail", rows.row);
    }
    tally_report(&t, 3 * 82, "scaling_sample.csv, rounds");
}

/* No time exceeds 1e308: a longer one is refused, also if no round is full and the time of one does
 * not fit a double, and nothing is written. */
static void test_longest(void)
{
    gpuocc_group_time group = {sizeof group, 0, 0, 0, 1e300, 0};
    gpuocc_grid_time time = {sizeof time, 0, 0, 0, 0, 0, 0};
    struct plan p;

    schedule_of(&p, 100000000, 1, 100000000);
    ok(gpuocc_schedule_time(p.schedule, &group, &time, NULL) == GPUOCC_OK && time.time == 1e308,
       "100 million groups of 1e300 take 1e308");
    time.time = 7;
    schedule_of(&p, 100000000, 1, 200000000);
    ok(gpuocc_schedule_time(p.schedule, &group, &time, NULL) == GPUOCC_ERROR_TOO_LARGE &&
           time.time == 7,
       "twice as many take too long");
    schedule_of(&p, 1000000000, 1, 25);
    ok(gpuocc_schedule_time(p.schedule, &group, &time, NULL) == GPUOCC_ERROR_TOO_LARGE &&
           time.time == 7,
       "and so does a round that no grid fills");
}

/* G = 129 on 64 cores of 2: 2 rounds, tail 1, time 2 against an ideal of 1.008. */
static void test_example(void)
{
    gpuocc_group_time group = {.size = sizeof group, .latency = 1, .per_core = 0.5};
    gpuocc_grid_time time = {.size = sizeof time};
    struct plan p;

    schedule_of(&p, 64, 2, 129);
    ok(whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0) == 2 &&
           whole(&p, GPUOCC_SCHEDULE_TAIL_GROUPS, 0) == 1 &&
           is_fraction(&p, GPUOCC_SCHEDULE_EFFICIENCY, 129, 256) &&
           whole(&p, GPUOCC_SCHEDULE_RESIDENT_GROUPS, 0) == 128 &&
           whole(&p, GPUOCC_SCHEDULE_TAIL_GROUPS_PER_CORE, 0) == 1 &&
           whole(&p, GPUOCC_SCHEDULE_BUSY_CORES, 0) == 64 &&
           is_fraction(&p, GPUOCC_SCHEDULE_BALANCE, 129, 192) &&
           is_fraction(&p, GPUOCC_SCHEDULE_PEAK_OCCUPANCY, 1, 1) &&
           is_fraction(&p, GPUOCC_SCHEDULE_REACHED, 1, 1) &&
           is_fraction(&p, GPUOCC_SCHEDULE_AVERAGE_OCCUPANCY, 129, 256),
       "129 groups on 64 cores of 2");
    ok(whole(&p, GPUOCC_SCHEDULE_ROUND_START, 0) == 1 &&
           whole(&p, GPUOCC_SCHEDULE_ROUND_START, 1) == 129 &&
           whole(&p, GPUOCC_SCHEDULE_ROUND_START, 2) == 257 &&
           gpuocc_schedule_get(p.schedule, GPUOCC_SCHEDULE_ROUNDS, 1, NULL, NULL) ==
               GPUOCC_ERROR_INDEX &&
           gpuocc_schedule_get(p.schedule, 99, 0, NULL, NULL) == GPUOCC_ERROR_FIELD &&
           gpuocc_schedule_get(NULL, 0, 0, NULL, NULL) == GPUOCC_ERROR_NULL,
       "grids at which a round starts");
    ok(gpuocc_schedule_time(p.schedule, &group, &time, NULL) == GPUOCC_OK && time.time == 2 &&
           time.rounds == 1 && time.tail == 1 && time.ideal == 129.0 / 128 && time.minimum == 2,
       "its time: 2 against 1.008");
    group.latency = -1;
    ok(gpuocc_schedule_time(p.schedule, &group, &time, NULL) == GPUOCC_ERROR_BAD_NUMBER,
       "a negative time");
    group.latency = 1;
    group.size = 8;
    ok(gpuocc_schedule_time(p.schedule, &group, &time, NULL) == GPUOCC_ERROR_STRUCT_SIZE,
       "a short struct");
}

/* Formula 13 by hand: 10 groups of 2 per core on 2 cores are 2 full rounds and a tail of 2. */
static void test_time(void)
{
    gpuocc_group_time group = {sizeof group, 0, 10, 7, 2, 1};
    gpuocc_grid_time time = {sizeof time, 0, 0, 0, 0, 0, 0};
    struct plan p;

    schedule_of(&p, 2, 2, 10);
    /* full: max(10, 2 x 7, 4 x 2) + 1 = 15; tail: max(10, 1 x 7, 2 x 2) + 1 = 11;
     * at least max(3 x (10 + 1), 10 x 7 / 2, 10 x 2) = 35 */
    ok(gpuocc_schedule_time(p.schedule, &group, &time, NULL) == GPUOCC_OK && time.rounds == 30 &&
           time.tail == 11 && time.time == 41 && time.ideal == 37.5 && time.minimum == 35,
       "time of rounds and tail");
    group.per_device = 5; /* 4 x 5 = 20 in a full round, 2 x 5 = 10 in the tail */
    ok(gpuocc_schedule_time(p.schedule, &group, &time, NULL) == GPUOCC_OK && time.time == 42 + 11 &&
           time.minimum == 50,
       "what all cores share bounds a full round");
}

/* Plateaus: 72 groups need 3 rounds on 24 and on 32 cores; 144 the same on 48 and 64. */
static void test_plateau(void)
{
    static const struct {
        uint32_t cores;
        uint64_t groups;
    } rows[] = {{24, 72}, {32, 72}, {48, 144}, {64, 144}};
    struct plan p, q;
    uint64_t first, last, rounds;
    size_t i;
    int good = 1;

    for (i = 0; i < 4; i++) {
        schedule_of(&p, rows[i].cores, 1, rows[i].groups);
        first = whole(&p, GPUOCC_SCHEDULE_PLATEAU_FIRST, 0);
        last = whole(&p, GPUOCC_SCHEDULE_PLATEAU_LAST, 0);
        rounds = whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0);
        good &= rounds == 3 && first <= rows[i].cores && rows[i].cores <= last;
        schedule_of(&q, (uint32_t)first - 1, 1, rows[i].groups);
        good &= whole(&q, GPUOCC_SCHEDULE_ROUNDS, 0) > 3;
        schedule_of(&q, (uint32_t)last, 1, rows[i].groups);
        good &= whole(&q, GPUOCC_SCHEDULE_ROUNDS, 0) == 3;
        schedule_of(&q, (uint32_t)last + 1, 1, rows[i].groups);
        good &= whole(&q, GPUOCC_SCHEDULE_ROUNDS, 0) < 3;
    }
    ok(good, "plateaus of 24 to 32 and 48 to 64 cores, and their ends");
    schedule_of(&p, 100, 1, 72);
    ok(gpuocc_schedule_get(p.schedule, GPUOCC_SCHEDULE_PLATEAU_LAST, 0, NULL, NULL) ==
           GPUOCC_NOT_APPLICABLE,
       "one round stays one round");
}

static void refuse(gpuocc_grid grid, int32_t status, const char *text)
{
    struct plan p;

    schedule(&p, NULL, grid);
    ok(p.status == status && strcmp(plan_sentence(&p), text) == 0 && p.schedule == NULL, "%s",
       plan_sentence(&p));
}

static void test_errors(void)
{
    gpuocc_grid grid = {sizeof grid, 4, 100, 2, 0, 0, 0};
    struct plan p;
    uint64_t memory[64] = {0};
    gpuocc_schedule *s;
    struct {
        gpuocc_grid grid;
        uint64_t more;
    } newer = {{sizeof newer, 4, 100, 2, 0, 0, 0}, 0};

    ok(gpuocc_schedule_size() <= sizeof(gpuocc_schedule), "fits the bytes promised");
    ok(schedule_in(NULL, NULL, &grid, &s, NULL) == GPUOCC_ERROR_NULL &&
           schedule_in((char *)memory + 4, NULL, &grid, &s, NULL) ==
               GPUOCC_ERROR_MEMORY_ALIGNMENT &&
           schedule_in(memory, NULL, NULL, &s, NULL) == GPUOCC_ERROR_NULL,
       "pointers and memory");
    ok(schedule_in(memory, NULL, &newer.grid, &s, NULL) == GPUOCC_OK, "a longer struct with zeros");
    newer.more = 1;
    ok(schedule_in(memory, NULL, &newer.grid, &s, NULL) == GPUOCC_ERROR_STRUCT_NEWER,
       "a longer struct with more");
    grid.groups = 0;
    refuse(grid, GPUOCC_ERROR_REQUIRED,
           "grid_groups is required: 1 to 9223372036854775807");
    grid.groups = UINT64_MAX;
    refuse(grid, GPUOCC_ERROR_TOO_LARGE,
           "grid_groups is 18446744073709551615, the maximum is 9223372036854775807");
    grid.groups = 100;
    grid.core_count = 0;
    refuse(grid, GPUOCC_ERROR_REQUIRED, "core_count is required: 1 to 4294967293");
    grid.core_count = 4;
    grid.waves_per_group = 8;
    grid.waves_per_core = 15;
    refuse(grid, GPUOCC_ERROR_TOO_LARGE, "groups_per_core is 2, the maximum is 1");
    grid.groups_per_core = GPUOCC_ZERO;
    ok(schedule(&p, NULL, grid) == GPUOCC_OK &&
           gpuocc_schedule_get(p.schedule, GPUOCC_SCHEDULE_ROUNDS, 0, NULL, NULL) ==
               GPUOCC_NOT_POSSIBLE &&
           is_fraction(&p, GPUOCC_SCHEDULE_PEAK_OCCUPANCY, 0, 1),
       "no group fits: no rounds");
    grid.groups_per_core = 0;
    grid.groups_per_device = 7;
    ok(schedule(&p, NULL, grid) == GPUOCC_OK && whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0) == 15 &&
           gpuocc_schedule_get(p.schedule, GPUOCC_SCHEDULE_PLATEAU_FIRST, 0, NULL, NULL) ==
               GPUOCC_NOT_APPLICABLE,
       "a residency of the whole GPU, as of clusters");
}

/* Returns a word that is mostly at a limit. */
static uint32_t any(void)
{
    static const uint32_t ends[] = {
        0, 1, 2, 3, 64, 65537, 0x7fffffff, GPUOCC_ZERO, UINT32_MAX - 2, UINT32_MAX};

    return below(4) == 0 ? below(1000) : ends[below(10)];
}

/* Whatever the words are, a schedule is refused or all of its results are available: shares are at
 * most 1 (unless the caller gives the groups of the whole GPU), and the rounds contain the grid. */
static void test_any(void)
{
    const int runs = 200000;
    int run, good = 0, made = 0;
    uint32_t i;

    for (run = 0; run < runs; run++) {
        const gpuocc_group_time group = {sizeof group, 0, 3, 2, 1, 0};
        gpuocc_grid_time time = {sizeof time, 0, 0, 0, 0, 0, 0};
        gpuocc_grid grid = {0};
        struct plan p;
        uint64_t up = 0, down = 1, rounds;
        int fine = 1;

        grid.core_count = any();
        grid.groups = (run & 1) != 0 ? any() : (uint64_t)any() << 31 | any();
        grid.groups_per_core = any();
        grid.waves_per_group = any();
        grid.waves_per_core = any();
        grid.groups_per_device = (run & 3) == 0 ? any() : 0;
        if (schedule(&p, NULL, grid) != GPUOCC_OK) {
            good += p.schedule == NULL;
            continue;
        }
        made++;
        for (i = 0; i < GPUOCC_SCHEDULE_RESULT_COUNT; i++)
            if (gpuocc_schedule_get(p.schedule, i, 0, &up, &down) == GPUOCC_OK)
                fine &= down != 0 && (down == 1 || up <= down || grid.groups_per_device != 0);
        rounds = whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0);
        if (rounds != UINT64_MAX)
            fine &= (rounds - 1) * whole(&p, GPUOCC_SCHEDULE_RESIDENT_GROUPS, 0) +
                        whole(&p, GPUOCC_SCHEDULE_TAIL_GROUPS, 0) ==
                    grid.groups;
        fine &= (gpuocc_schedule_time(p.schedule, &group, &time, NULL) == GPUOCC_OK) ==
                (rounds != UINT64_MAX);
        good += fine;
    }
    ok(good == runs && made > runs / 100, "%d of %d random grids, %d of them made", good, runs,
       made);
}

/* An occupancy with an unknown input has no single schedule. Each of its bounds has one, and the
 * results for every number of groups between are between theirs. */
static void test_ends(void)
{
    gpuocc_kernel kernel = {.threads_per_group = 256, .registers_per_thread = GPUOCC_UNKNOWN};
    gpuocc_grid grid = {.groups = 5000};
    struct place placed;
    struct plan p;
    uint64_t ends[2] = {0, 0}, rounds[2], each;
    const gpuocc_device *device = NULL;
    int held;

    if (gpuocc_device_find("RTX 4090", 8, 0, &device, NULL, NULL) != GPUOCC_OK)
        return; /* the vendor is not in this build */
    place(&placed, device, kernel);
    schedule(&p, placed.occupancy, grid);
    ok(p.status == GPUOCC_ERROR_MUST_BE_KNOWN && p.error.field == GPUOCC_GRID_GROUPS_PER_CORE,
       "a range is refused: %s", plan_sentence(&p));
    gpuocc_occupancy_get(placed.occupancy, GPUOCC_RESULT_GROUPS, 0, &ends[0], &ends[1]);
    for (each = 0; each < 2; each++) {
        grid.groups_per_core = (uint32_t)ends[each];
        schedule(&p, placed.occupancy, grid);
        rounds[each] = whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0);
    }
    held = ends[0] < ends[1] && rounds[0] > rounds[1];
    for (each = ends[0]; each <= ends[1]; each++) {
        grid.groups_per_core = (uint32_t)each;
        schedule(&p, placed.occupancy, grid);
        held &= whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0) <= rounds[0] &&
                whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0) >= rounds[1];
    }
    ok(held, "%d to %d groups of a core are %d to %d rounds", (int)ends[0], (int)ends[1],
       (int)rounds[1], (int)rounds[0]);
}

static gpuocc_grid grid_of(uint32_t cores, uint64_t groups, uint32_t waves_per_group,
                           uint32_t waves_per_core)
{
    gpuocc_grid grid = {.core_count = cores,
                        .groups = groups,
                        .waves_per_group = waves_per_group,
                        .waves_per_core = waves_per_core};

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
    gpuocc_kernel kernel = {.threads_per_group = 32};
    gpuocc_grid grid = {.groups = 100};
    struct place placed;
    struct plan p;

    device_in(words, NULL, NULL, 0, fields, values, 4, &device, NULL);
    place(&placed, device, kernel);
    ok(schedule(&p, placed.occupancy, grid) == GPUOCC_OK &&
           whole(&p, GPUOCC_SCHEDULE_CORE_COUNT, 0) == 4294967294u &&
           whole(&p, GPUOCC_SCHEDULE_RESIDENT_GROUPS, 0) == UINT64_C(64) * 4294967294u,
       "a device of 2^32 - 2 cores");
    grid.groups_per_core = GPUOCC_UNKNOWN;
    schedule(&p, placed.occupancy, grid);
    ok(p.status == GPUOCC_ERROR_MUST_BE_KNOWN && p.error.field == GPUOCC_GRID_GROUPS_PER_CORE,
       "groups that are unknown, on a GPU that holds more than 2^32: %s", plan_sentence(&p));
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
    gpuocc_grid grid = {
        .core_count = 1, .groups = 5, .groups_per_device = per_device, .waves_per_group = waves};

    return schedule(p, NULL, grid);
}

/* Without an occupancy a core has the slots that its groups need, at least one. */
static void slots_of_core(void)
{
    struct plan p;
    gpuocc_grid grid = {.core_count = 2, .groups = 5, .groups_per_core = GPUOCC_ZERO};

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

static void products(void)
{
    gpuocc_grid grid = {.core_count = 4042815511u, .waves_per_core = 2281422937u};
    struct plan p;
    uint64_t value = 0;

    memset(&p, 0, sizeof p);
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

    if (gpuocc_device_named("sm_80") == NULL)
        return; /* the vendor is not in this build */
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
    test_any();
    test_rounds();
    test_example();
    test_longest();
    test_time();
    test_plateau();
    test_errors();
    test_ends();
    round_starts();
    resident_waves();
    large_device();
    later_struct();
    slots_of_core();
    times();
    products();
    longest();
    older_search();
    return done();
}
