/* SPDX-License-Identifier: MIT
 *
 * Tests the rules of a timeline: the defaults, how much memory is needed, contradictory numbers of
 * resident groups, phases that never repeat, work that is bounded.
 */
#include "schedule.h"

static uint64_t memory[1 << 14];

static gpuocc_grid grid_of(uint32_t cores, uint32_t slots, uint32_t waves, uint64_t groups)
{
    gpuocc_grid grid = {.core_count = cores,
                        .waves_per_core = slots,
                        .waves_per_group = waves,
                        .groups_per_device = 1,
                        .groups = groups};

    return grid;
}

/* Returns the waves of the first phases, one in each decimal digit. */
static uint64_t phases(const struct plan *p, uint32_t choice, const uint32_t *durations,
                       size_t count)
{
    gpuocc_dispatch rules = {sizeof rules, GPUOCC_PLACEMENT_WAVES, 0, 0, 0, 0, 0};
    gpuocc_phase phase = {sizeof phase, 0, 0, 0, 0, 0, 0};
    gpuocc_timeline *t = NULL;
    uint64_t digits = 0;

    rules.choice = choice;
    rules.slots_per_core = 4;
    if (timeline_in(memory, sizeof memory, p->schedule, &rules, durations, count, &t, NULL) !=
        GPUOCC_OK)
        return 0;
    while (gpuocc_timeline_next(t, &phase) == GPUOCC_OK && digits < UINT64_MAX / 10000)
        digits = digits * 100 + phase.waves * 10 + (phase.end - phase.start);
    return digits;
}

/* Groups of 3 waves on two cores of 4 slots. With the emptiest core first, the second group runs on
 * the other core; with cores filled first, it starts in the slot that is left on the first core. */
static void default_choice(void)
{
    static const uint32_t durations[] = {2, 3};
    struct plan p;
    uint64_t plain, emptiest, filled;

    schedule(&p, NULL, grid_of(2, 4, 3, 2));
    plain = phases(&p, 0, durations, 2);
    emptiest = phases(&p, GPUOCC_CORE_POLICY_EMPTIEST, durations, 2);
    filled = phases(&p, GPUOCC_CORE_POLICY_FILL_FIRST, durations, 2);
    ok(plain == 6231 && emptiest == 6231, "the default is the emptiest core: %llu %llu",
       (unsigned long long)plain, (unsigned long long)emptiest);
    ok(filled == 423122, "first cores first: %llu", (unsigned long long)filled);
}

/* If only the groups of the whole GPU are known, that number is resident, with one more on the
 * first cores, unless a core lacks the slots for them. */
static void groups_of_the_gpu(void)
{
    static const struct {
        uint32_t slots, waves, resident, usable, by_groups, by_waves;
    } rows[] = {{3, 1, 7, 4, 7, 7},    {3, 1, 7, 3, 6, 6},    {3, 1, 7, 2, 4, 4},
                {2, 1, 7, 4, 7, 7},    {9, 3, 7, 4, 21, 21},  {9, 3, 8, 4, 24, 24},
                {9, 3, 9, 4, 27, 27},  {9, 3, 9, 1, 9, 9},    {9, 3, 5, 1, 6, 6},
                {6, 3, 9, 4, 24, 24},  {8, 3, 9, 4, 24, 32},  {9, 3, 2, 4, 6, 6},
                {9, 3, 4, 4, 12, 12},  {9, 3, 1, 4, 3, 3},    {0, 3, 7, 4, 21, 21},
                {0, 3, 12, 4, 36, 36}, {9, 3, 13, 4, 36, 36}, {10, 3, 13, 4, 36, 40}};
    gpuocc_dispatch rules = {sizeof rules, 0, 0, 0, 0, 0, 0};
    gpuocc_phase phase = {sizeof phase, 0, 0, 0, 0, 0, 0};
    const uint32_t count = sizeof rows / sizeof rows[0];
    uint32_t i, good = 0;

    for (i = 0; i < 2 * count; i++) {
        gpuocc_grid grid = grid_of(4, rows[i / 2].slots, rows[i / 2].waves, 1000);
        const uint32_t want = i % 2 ? rows[i / 2].by_waves : rows[i / 2].by_groups;
        gpuocc_timeline *t = NULL;
        struct plan p;

        grid.groups_per_device = rows[i / 2].resident;
        rules.usable_cores = rows[i / 2].usable;
        rules.placement = i % 2 ? GPUOCC_PLACEMENT_WAVES : GPUOCC_PLACEMENT_GROUPS;
        schedule(&p, NULL, grid);
        if (timeline_in(memory, sizeof memory, p.schedule, &rules, NULL, 0, &t, NULL) ==
                GPUOCC_OK &&
            gpuocc_timeline_next(t, &phase) == GPUOCC_OK && phase.waves == want)
            good++;
        else
            note("row %u, placement %u: %llu waves", i / 2, rules.placement,
                 (unsigned long long)phase.waves);
    }
    ok(good == 2 * count, "%u of %u defaults are the slots of the resident groups", good,
       2 * count);
}

static size_t size_of(uint32_t cores, uint32_t slots, uint32_t waves)
{
    gpuocc_dispatch rules = {sizeof rules, 0, 0, 0, 0, 0, 0};
    struct plan p;
    size_t bytes = 0;

    schedule(&p, NULL, grid_of(cores, slots, waves, 9));
    rules.slots_per_core = slots;
    gpuocc_timeline_size(p.schedule, &rules, &bytes, NULL);
    return bytes;
}

/* With whole groups only the total that fits matters, up to 2^32 - 1 waves. Above that, each core
 * is stored.
 */
static void pools(void)
{
    if (sizeof(size_t) < 8)
        return;
    ok(size_of(6, 4, 1) == size_of(1, 24, 1) && size_of(6, 4, 2) == size_of(1, 12, 1) &&
           size_of(6, 5, 2) == size_of(12, 1, 1),
       "as many places need as much memory, on however many cores");
    ok(size_of(65537, 65535, 1) == size_of(65535, 65537, 1) &&
           size_of(65537, 65535, 1) == size_of(1, 4294967293u, 1) + (size_t)2 * 2 * 24,
       "2^32 - 1 places");
    ok(size_of(65536, 65536, 1) > size_of(65537, 65535, 1) + (size_t)65535 * 2 * 24,
       "2^32 places need memory for each core");
}

/* Groups of 3 waves on cores with 2 slots: only wave by wave, and if no barrier joins them. */
static void more_waves_than_slots(void)
{
    gpuocc_dispatch rules = {sizeof rules, GPUOCC_PLACEMENT_WAVES, 0, 0, 0, 0, 2};
    gpuocc_phase phase = {sizeof phase, 0, 0, 0, 0, 0, 0};
    gpuocc_timeline *t = NULL;
    struct plan p;

    schedule(&p, NULL, grid_of(4, 8, 3, 1000));
    ok(timeline_in(memory, sizeof memory, p.schedule, &rules, NULL, 0, &t, NULL) == GPUOCC_OK &&
           gpuocc_timeline_next(t, &phase) == GPUOCC_OK && phase.waves == 8,
       "wave by wave: 2 on each of 4 cores");
    rules.barrier = 1;
    ok(timeline_in(memory, sizeof memory, p.schedule, &rules, NULL, 0, &t, NULL) ==
           GPUOCC_NOT_POSSIBLE,
       "not with a barrier");
    rules.barrier = 0;
    rules.placement = GPUOCC_PLACEMENT_GROUPS;
    ok(timeline_in(memory, sizeof memory, p.schedule, &rules, NULL, 0, &t, NULL) ==
           GPUOCC_NOT_POSSIBLE,
       "nor as whole groups");
}

static uint64_t timeline_memory[1 << 16];

static gpuocc_grid timeline_grid_of(uint32_t cores, uint64_t groups, uint32_t waves_per_group,
                                    uint32_t waves_per_core)
{
    gpuocc_grid grid = {.core_count = cores,
                        .groups = groups,
                        .waves_per_group = waves_per_group,
                        .waves_per_core = waves_per_core};

    return grid;
}

static int32_t timeline_size_of(const struct plan *p, gpuocc_dispatch rules, size_t *bytes,
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
        held += timeline_size_of(&p, rules, &bytes, &error) == GPUOCC_OK;
    }
    rules.placement++;
    held += timeline_size_of(&p, rules, &bytes, &error) == GPUOCC_ERROR_NOT_A_CHOICE &&
            error.field == 1;
    rules.placement--;
    rules.choice++;
    held += timeline_size_of(&p, rules, &bytes, &error) == GPUOCC_ERROR_NOT_A_CHOICE &&
            error.field == 2;
    rules.choice--;
    rules.barrier++;
    held += timeline_size_of(&p, rules, &bytes, &error) == GPUOCC_ERROR_NOT_A_CHOICE &&
            error.field == 3;
    rules.barrier--;
    rules.head_of_line++;
    held += timeline_size_of(&p, rules, &bytes, &error) == GPUOCC_ERROR_NOT_A_CHOICE &&
            error.field == 4;
    ok(held == 8, "%u of 8 largest choices are taken and the next ones refused", held);
}

static void residencies(void)
{
    gpuocc_phase phase = {sizeof phase, 0, 0, 0, 0, 0, 0};
    gpuocc_dispatch rules = {sizeof rules, 0, 0, 0, 0, 0, 0};
    gpuocc_grid grid = timeline_grid_of(4, 20, 1, 3);
    gpuocc_timeline *timeline = NULL;
    struct plan p;
    size_t bytes = 1;

    grid.groups_per_device = 7;
    schedule(&p, NULL, grid);
    ok(timeline_in(timeline_memory, sizeof timeline_memory, p.schedule, NULL, NULL, 0, &timeline,
                   NULL) == GPUOCC_OK &&
           gpuocc_timeline_next(timeline, &phase) == GPUOCC_OK && phase.waves == 7 &&
           phase.end == 2,
       "where no core's groups are known the slots are those of the GPU's groups");
    grid.groups_per_core = GPUOCC_ZERO;
    schedule(&p, NULL, grid);
    ok(gpuocc_timeline_size(p.schedule, NULL, &bytes, NULL) == GPUOCC_NOT_POSSIBLE,
       "a core without a group has no slot for one");
    rules.slots_per_core = 2;
    ok(timeline_in(timeline_memory, sizeof timeline_memory, p.schedule, &rules, NULL, 0, &timeline,
                   NULL) == GPUOCC_OK &&
           gpuocc_timeline_next(timeline, &phase) == GPUOCC_OK && phase.waves == 8 &&
           phase.end == 2,
       "unless the rules give it some");
    grid.groups_per_core = 2;
    grid.groups_per_device = GPUOCC_ZERO;
    schedule(&p, NULL, grid);
    ok(gpuocc_timeline_size(p.schedule, &rules, &bytes, NULL) == GPUOCC_NOT_POSSIBLE &&
           timeline_in(timeline_memory, sizeof timeline_memory, p.schedule, &rules, NULL, 0,
                       &timeline, NULL) == GPUOCC_NOT_POSSIBLE &&
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

    ok(timeline_size_of(p, rules, &bytes, &error) == GPUOCC_ERROR_TOO_LARGE &&
           error.scope == GPUOCC_SCOPE_DISPATCH && error.field == GPUOCC_DISPATCH_USABLE_CORES &&
           error.value == cores && error.limit < cores &&
           timeline_in(timeline_memory, sizeof timeline_memory, p->schedule, &rules, NULL, 0,
                       &timeline, NULL) == GPUOCC_ERROR_TOO_LARGE,
       "%s: a slot more of each core is too much for any memory", placement);
    rules.usable_cores = (uint32_t)error.limit;
    ok(timeline_size_of(p, rules, &bytes, &error) == GPUOCC_OK,
       "%s: as many cores as the error says are not", placement);
    rules.usable_cores++;
    ok(timeline_size_of(p, rules, &bytes, &error) == GPUOCC_ERROR_TOO_LARGE, "%s: and one more is",
       placement);
}

static void timeline_sizes(void)
{
    const uint32_t cores = 28717483, most = 3345585407u; /* their product is 2^64 / 192 */
    gpuocc_dispatch rules = {sizeof rules, GPUOCC_PLACEMENT_WAVES, 0, 0, 0, 0, 0};
    gpuocc_grid grid = timeline_grid_of(cores, 9, 2, GPUOCC_ZERO - 1);
    gpuocc_error error = {0};
    struct plan p;
    size_t bytes = 0, one = 0;

    if (sizeof(size_t) < 8)
        return;
    grid.groups_per_core = 1;
    schedule(&p, NULL, grid);
    rules.slots_per_core = 1;
    timeline_size_of(&p, rules, &one, &error);
    rules.slots_per_core = most;
    ok(timeline_size_of(&p, rules, &bytes, &error) == GPUOCC_OK &&
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
    if (timeline_in(timeline_memory, sizeof timeline_memory, p.schedule, &rules, &duration, 1,
                    &timeline, error) != GPUOCC_OK)
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
    gpuocc_grid grid = timeline_grid_of(1, groups, 1, 1);

    ok(end_of(grid, GPUOCC_PLACEMENT_GROUPS, UINT32_MAX, &error) == UINT64_MAX,
       "2^32 + 1 groups of 2^32 - 1 end at 2^64 - 1");
    grid.groups++;
    ok(end_of(grid, GPUOCC_PLACEMENT_GROUPS, UINT32_MAX, &error) == 0 &&
           error.scope == GPUOCC_SCOPE_ARGUMENT && error.field == 2 && error.value == UINT32_MAX &&
           error.limit == UINT32_MAX - 1 &&
           end_of(grid, GPUOCC_PLACEMENT_GROUPS, UINT32_MAX - 1, &error) ==
               grid.groups * (UINT32_MAX - 1),
       "one more is refused, but not if each is a little shorter");
    grid = timeline_grid_of(1, 1u << 22, 1024, 1);
    ok(end_of(grid, GPUOCC_PLACEMENT_WAVES, UINT32_MAX, &error) == UINT64_MAX - UINT32_MAX,
       "2^32 waves that start one by one end at 2^64 - 2^32");
    grid.groups++;
    ok(end_of(grid, GPUOCC_PLACEMENT_WAVES, UINT32_MAX, &error) == 0 && error.field == 2 &&
           end_of(grid, GPUOCC_PLACEMENT_WAVES, (uint32_t)error.limit, &error) ==
               grid.groups * 1024 * error.limit,
       "of another group they are refused, unless they are shorter");
    grid.groups = 1u << 31;
    ok(end_of(grid, GPUOCC_PLACEMENT_WAVES, UINT32_MAX, &error) == 0 &&
           end_of(timeline_grid_of(1, groups, 1, 1), GPUOCC_PLACEMENT_WAVES, UINT32_MAX, &error) ==
               0 &&
           end_of(timeline_grid_of(1, groups - 1, 1, 1), GPUOCC_PLACEMENT_WAVES, UINT32_MAX,
                  &error) == UINT64_MAX - UINT32_MAX,
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
    timeline_in(timeline_memory, sizeof timeline_memory, p.schedule, NULL, durations, UNLIKE,
                &timeline, NULL);
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
    timeline_in(timeline_memory, sizeof timeline_memory, p.schedule, NULL, durations, LONG + SHORT,
                &timeline, NULL);
    status = gpuocc_timeline_next(timeline, &phase);
    ok(status == GPUOCC_OK && phase.waves == LONG + 1 && phase.end == end,
       "groups that end together are one step of work: %llu of %llu", (unsigned long long)phase.end,
       (unsigned long long)end);
}

int main(void)
{
    default_choice();
    more_waves_than_slots();
    groups_of_the_gpu();
    pools();
    choices();
    residencies();
    timeline_sizes();
    long_times();
    bounded_work();
    merged_work();
    return done();
}
