/* SPDX-License-Identifier: MIT
 *
 * Tests timelines: every scenario of the reference, and random grids compared with a simulation
 * that follows the rules literally, group by group, and does not use repetition.
 */
#include "random.h"
#include "rows.h"
#include "schedule.h"
#include "tally.h"

#define MOST_GROUPS 4096
#define MOST_RUNS   65536

static uint64_t memory[1 << 16];

static gpuocc_timeline *timeline_of(const struct plan *p, const gpuocc_dispatch *rules,
                                    const uint32_t *durations, size_t count)
{
    gpuocc_timeline *timeline;
    size_t bytes;

    if (gpuocc_timeline_size(p->schedule, rules, &bytes, NULL) != GPUOCC_OK ||
        bytes > sizeof memory ||
        timeline_in(memory, bytes, p->schedule, rules, durations, count, &timeline, NULL) !=
            GPUOCC_OK)
        return NULL;
    return timeline;
}

/* Reads durations such as "1|1.1|0.9" in tenths. */
static size_t tenths(const char *text, uint32_t *durations)
{
    size_t count = 0;
    char *end;

    for (;; text = end + 1) {
        durations[count++] = (uint32_t)(strtod(text, &end) * 10 + 0.5);
        if (*end != '|')
            return count;
    }
}

static uint32_t by_name(uint32_t list, const char *name)
{
    uint32_t value = 0;

    gpuocc_number(list, name, strlen(name), &value);
    return value;
}

/* Makes the timeline of a scenario's row, with time in tenths. */
static gpuocc_timeline *scenario(const struct rows *rows, struct plan *p, uint32_t *durations)
{
    const char *choice = cell(rows, "core_choice");
    gpuocc_dispatch rules = {sizeof rules, 0, 0, 0, 0, 0, 0};
    gpuocc_grid grid = {0};

    grid.groups = (uint64_t)number(rows, "group_count", 0);
    grid.core_count = (uint32_t)number(rows, "core_count", 0);
    grid.waves_per_group = (uint32_t)number(rows, "threads_per_group", 0);
    grid.waves_per_core = (uint32_t)number(rows, "slots_per_core", 0);
    grid.groups_per_core = grid.waves_per_core / grid.waves_per_group;
    schedule(p, NULL, grid);
    rules.placement = strcmp(cell(rows, "placement"), "thread") == 0 ? GPUOCC_PLACEMENT_WAVES
                                                                     : GPUOCC_PLACEMENT_GROUPS;
    rules.choice = by_name(GPUOCC_LIST_CORE_POLICIES,
                           strcmp(choice, "emptiest_first") == 0 ? "emptiest" : choice);
    rules.barrier = (uint32_t)number(rows, "barrier", 0);
    rules.head_of_line = (uint32_t)number(rows, "head_of_line", 0);
    rules.usable_cores = (uint32_t)number(rows, "usable_cores", 0);
    rules.slots_per_core = grid.waves_per_core;
    return timeline_of(p, &rules, durations, tenths(cell(rows, "group_durations"), durations));
}

static void test_scenarios(void)
{
    gpuocc_phase phase = {sizeof phase, 0, 0, 0, 0, 0, 0};
    gpuocc_timeline *timeline = NULL;
    uint32_t durations[64];
    struct tally t = {0, 0};
    struct rows rows;
    struct plan p;
    char last[128] = "";
    int scenarios = 0, ended = 0;
    double length;

    for (rows_open(&rows, "schedule/timeline_scenarios.csv"); rows_next(&rows);) {
        if (strcmp(last, cell(&rows, "scenario")) != 0) {
            ended += timeline && gpuocc_timeline_next(timeline, &phase) == GPUOCC_ERROR_INDEX;
            snprintf(last, sizeof last, "%s", cell(&rows, "scenario"));
            timeline = scenario(&rows, &p, durations);
            scenarios++;
        }
        if (timeline == NULL || gpuocc_timeline_next(timeline, &phase) != GPUOCC_OK)
            phase.waves = phase.start = phase.end = 0;
        length = (double)(phase.end - phase.start) / 10;
        tally_print(&t, "%.12g", (double)phase.waves, cell(&rows, "threads_resident"), last,
                    rows.row);
        tally_print(&t, "%.12g", length, cell(&rows, "phase_duration"), last, rows.row);
        tally_print(&t, "%.12g", 100 * (double)phase.waves / (double)phase.slots,
                    cell(&rows, "occupancy_percent"), last, rows.row);
    }
    ended += timeline && gpuocc_timeline_next(timeline, &phase) == GPUOCC_ERROR_INDEX;
    ok(scenarios == 159 && ended == 159, "%d scenarios, %d end where the file does", scenarios,
       ended);
    tally_report(&t, 3 * 328, "timeline_scenarios.csv");
}

/* A dispatch that follows the rules, without states of cores, repetitions or phases. */
struct literal {
    gpuocc_dispatch rules;
    uint32_t waves_per_group, groups, next, last;
    const uint32_t *durations;
    size_t count;
    uint64_t now;
    uint32_t free[64];
    struct {
        uint32_t home, left, held;
    } group[MOST_GROUPS];
    struct {
        uint64_t end;
        uint32_t group, waves;
    } run[MOST_RUNS];
    size_t runs;
};

static struct literal sim;

static uint32_t sim_choose(uint32_t need)
{
    uint32_t best = UINT32_MAX, i, core;

    for (i = 0; i < sim.rules.usable_cores; i++) {
        core = sim.rules.choice == GPUOCC_CORE_POLICY_ROUND_ROBIN
                   ? (sim.last + 1 + i) % sim.rules.usable_cores
                   : i;
        if (sim.free[core] < need)
            continue;
        if (sim.rules.choice != GPUOCC_CORE_POLICY_EMPTIEST)
            return core;
        if (best == UINT32_MAX || sim.free[core] > sim.free[best])
            best = core;
    }
    return best;
}

static void sim_put(uint32_t g)
{
    const uint32_t core = sim.group[g].home;
    uint32_t take = sim.group[g].left;

    if (take > sim.free[core])
        take = sim.free[core];
    if (take == 0)
        return;
    sim.free[core] -= take;
    sim.group[g].left -= take;
    sim.group[g].held += take;
    if (sim.rules.barrier && sim.group[g].left != 0)
        return;
    sim.run[sim.runs].end = sim.now + (sim.count ? sim.durations[g % sim.count] : 1);
    sim.run[sim.runs].group = g;
    sim.run[sim.runs++].waves = sim.group[g].held;
    sim.group[g].held = 0;
}

static void sim_place(void)
{
    const int whole_groups = sim.rules.placement != GPUOCC_PLACEMENT_WAVES;
    uint32_t g, core;

    for (g = 0; g < sim.groups; g++)
        if (sim.group[g].home != UINT32_MAX && sim.group[g].left != 0)
            sim_put(g);
    for (g = 0; g < sim.groups; g++) {
        if (sim.group[g].left == 0)
            continue;
        if (sim.group[g].home == UINT32_MAX) {
            core = sim_choose(whole_groups ? sim.waves_per_group : 1);
            if (core == UINT32_MAX)
                return;
            sim.group[g].home = sim.last = core;
            sim_put(g);
        }
        if (sim.rules.head_of_line && sim.group[g].left != 0)
            return;
    }
}

/* Returns the resident waves and groups, and the earliest end. */
static uint64_t sim_resident(uint64_t *groups, uint64_t *end)
{
    static unsigned char seen[MOST_GROUPS];
    uint64_t waves = 0;
    size_t i;
    uint32_t g;

    memset(seen, 0, sizeof seen);
    *groups = 0;
    *end = UINT64_MAX;
    for (i = 0; i < sim.runs; i++) {
        waves += sim.run[i].waves;
        seen[sim.run[i].group] = 1;
        if (sim.run[i].end < *end)
            *end = sim.run[i].end;
    }
    for (g = 0; g < sim.groups; g++) {
        waves += sim.group[g].held;
        *groups += seen[g] || sim.group[g].held != 0;
    }
    return waves;
}

static void sim_end(uint64_t end)
{
    size_t i, kept = 0;

    for (i = 0; i < sim.runs; i++)
        if (sim.run[i].end != end)
            sim.run[kept++] = sim.run[i];
        else
            sim.free[sim.group[sim.run[i].group].home] += sim.run[i].waves;
    sim.runs = kept;
    sim.now = end;
}

/* Returns the next phase of the literal simulation; 0 after the last one. */
static int sim_next(gpuocc_phase *phase)
{
    uint64_t groups, end, waves;

    sim_place();
    phase->start = sim.now;
    phase->waves = sim_resident(&phase->groups, &end);
    if (phase->waves == 0)
        return 0;
    do {
        sim_end(end);
        sim_place();
        waves = sim_resident(&groups, &end);
    } while (waves == phase->waves);
    phase->end = sim.now;
    return 1;
}

static void sim_start(const gpuocc_grid *grid, const gpuocc_dispatch *rules,
                      const uint32_t *durations, size_t count)
{
    uint32_t i;

    memset(&sim, 0, sizeof sim);
    sim.rules = *rules;
    sim.waves_per_group = grid->waves_per_group;
    sim.groups = (uint32_t)grid->groups;
    sim.durations = durations;
    sim.count = count;
    sim.last = rules->usable_cores - 1;
    for (i = 0; i < rules->usable_cores; i++)
        sim.free[i] = rules->slots_per_core;
    for (i = 0; i < sim.groups; i++) {
        sim.group[i].home = UINT32_MAX;
        sim.group[i].left = sim.waves_per_group;
    }
}

/* Totals over a timeline, compared with what no rule can change. */
struct laws {
    uint64_t area, work, end;
    int capacity, contiguous, whole_groups, distinct;
};

static void check_phase(struct laws *laws, const gpuocc_phase *phase, const gpuocc_dispatch *rules,
                        uint32_t waves_per_group, uint64_t before)
{
    laws->capacity &= phase->waves <= (uint64_t)rules->usable_cores * rules->slots_per_core &&
                      phase->waves <= phase->slots;
    laws->contiguous &= phase->start == laws->end && phase->end > phase->start;
    laws->distinct &= phase->waves != before;
    if (rules->placement == GPUOCC_PLACEMENT_GROUPS)
        laws->whole_groups &= phase->groups * waves_per_group == phase->waves;
    laws->area += phase->waves * (phase->end - phase->start);
    laws->end = phase->end;
}

static void random_rules(gpuocc_grid *grid, gpuocc_dispatch *rules)
{
    grid->core_count = between(1, 12);
    grid->waves_per_core = between(1, 40);
    grid->waves_per_group = between(1, 50);
    rules->size = sizeof *rules;
    rules->placement = between(1, 2);
    rules->choice = between(1, 3);
    rules->barrier = between(0, 1);
    rules->head_of_line = between(0, 1);
    rules->usable_cores = between(1, grid->core_count);
    rules->slots_per_core = between(1, grid->waves_per_core);
    if (grid->waves_per_group > rules->slots_per_core &&
        (rules->placement == GPUOCC_PLACEMENT_GROUPS || rules->barrier))
        grid->waves_per_group = between(1, rules->slots_per_core);
    grid->groups = between(0, 3) == 0 ? between(1, 400) : between(1, 60);
    grid->groups_per_device = 1; /* not read here: slots_per_core is given */
}

static void test_random(void)
{
    const int runs = 3000;
    uint32_t durations[7];
    gpuocc_phase got = {sizeof got, 0, 0, 0, 0, 0, 0}, want = got;
    int run, same = 0, lawful = 0;

    for (run = 0; run < runs; run++) {
        gpuocc_dispatch rules = {0};
        gpuocc_grid grid = {0};
        struct laws laws = {0, 0, 0, 1, 1, 1, 1};
        struct plan p;
        gpuocc_timeline *timeline;
        uint64_t before = 0, g;
        size_t count = between(0, 2) * 3, i;
        int equal = 1, more = 1;

        random_rules(&grid, &rules);
        for (i = 0; i < count; i++)
            durations[i] = between(1, 5);
        if (schedule(&p, NULL, grid) != GPUOCC_OK)
            continue;
        timeline = timeline_of(&p, &rules, durations, count);
        sim_start(&grid, &rules, durations, count);
        while (timeline != NULL && more) {
            more = sim_next(&want);
            equal &= (gpuocc_timeline_next(timeline, &got) == GPUOCC_OK) == more;
            if (!more || !equal)
                break;
            equal &= got.start == want.start && got.end == want.end && got.waves == want.waves &&
                     got.groups == want.groups;
            check_phase(&laws, &got, &rules, grid.waves_per_group, before);
            before = got.waves;
        }
        same += timeline != NULL && equal;
        for (g = 0; g < grid.groups; g++)
            laws.work += (uint64_t)grid.waves_per_group * (count ? durations[g % count] : 1);
        /* Waves that wait at a barrier occupy slots without running. */
        lawful +=
            laws.capacity && laws.contiguous && laws.whole_groups && laws.distinct &&
            (rules.barrier && rules.placement == GPUOCC_PLACEMENT_WAVES ? laws.area >= laws.work
                                                                        : laws.area == laws.work);
    }
    ok(same == runs, "%d of %d random timelines are what the rules say", same, runs);
    ok(lawful == runs,
       "%d of %d: all waves run, never more than slots, no group split where the "
       "rule forbids it, no gap in time",
       lawful, runs);
}

/* Grids that return to the same waves, but not to the same groups: their ends or durations
 * differ. */
static void test_states(void)
{
    static const struct {
        uint32_t cores, slots, waves_per_group, groups, count, durations[5];
        uint32_t barrier; /* 1: also one group at a time */
    } rows[] = {
        {1, 2, 7, 47, 5, {6, 3, 7, 4, 5}, 0}, {1, 2, 7, 16, 4, {7, 4, 4, 5}, 0},
        {1, 5, 4, 37, 4, {3, 4, 5, 3}, 0},    {1, 5, 4, 41, 3, {5, 6, 4}, 0},
        {1, 6, 8, 38, 4, {6, 3, 2, 4}, 0},    {1, 2, 3, 26, 3, {5, 1, 6}, 0},
        {2, 2, 8, 35, 2, {3, 1}, 0},          {2, 1, 5, 37, 2, {2, 3}, 0},
        {2, 2, 6, 10, 2, {5, 4}, 0},          {2, 2, 4, 32, 5, {3, 2, 4, 2, 2}, 0},
        {1, 2, 8, 16, 2, {2, 4}, 0},          {1, 1, 7, 42, 0, {0}, 0},
        {2, 7, 6, 60, 4, {1, 1, 1, 2}, 1},    {3, 4, 3, 69, 3, {2, 4, 2}, 1},
        {3, 4, 3, 39, 5, {3, 1, 2, 1, 1}, 1}, {3, 4, 3, 34, 3, {1, 2, 1}, 1},
        {2, 3, 2, 26, 3, {3, 1, 2}, 2},       {2, 3, 2, 22, 2, {2, 1}, 2},
    };
    gpuocc_phase got = {sizeof got, 0, 0, 0, 0, 0, 0}, want = got;
    gpuocc_dispatch rules = {sizeof rules, GPUOCC_PLACEMENT_WAVES, 1, 0, 0, 0, 0};
    gpuocc_timeline *timeline;
    gpuocc_grid grid = {0};
    struct plan p;
    size_t i, same = 0;
    int equal;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rules.usable_cores = grid.core_count = rows[i].cores;
        rules.slots_per_core = grid.waves_per_core = rows[i].slots;
        rules.barrier = rows[i].barrier != 0;
        rules.head_of_line = rows[i].barrier == 1;
        grid.waves_per_group = rows[i].waves_per_group;
        grid.groups = rows[i].groups;
        grid.groups_per_device = 1;
        schedule(&p, NULL, grid);
        timeline = timeline_of(&p, &rules, rows[i].durations, rows[i].count);
        sim_start(&grid, &rules, rows[i].durations, rows[i].count);
        do
            equal = gpuocc_timeline_next(timeline, &got) == GPUOCC_OK && sim_next(&want) &&
                    got.end == want.end && got.waves == want.waves && got.groups == want.groups;
        while (equal);
        same += gpuocc_timeline_next(timeline, &got) == GPUOCC_ERROR_INDEX && !sim_next(&want);
    }
    ok(same == i, "%u of %u grids whose states only look alike", (unsigned)same, (unsigned)i);
}

/* Unequal groups: 2 cores of 2, durations 1, 2 and 3. All slots are in use until there are no
 * groups left, and all work is done: 10^12 groups of 2 on average keep 4 slots busy for slightly
 * more than 5 x 10^11. */
static void test_uneven(void)
{
    static const uint32_t durations[] = {1, 2, 3};
    const uint64_t groups = UINT64_C(999999999999);
    gpuocc_phase phase = {sizeof phase, 0, 0, 0, 0, 0, 0};
    gpuocc_timeline *timeline;
    struct plan p;
    uint64_t area = 0;
    int phases = 0;

    schedule_of(&p, 2, 2, groups);
    timeline = timeline_of(&p, NULL, durations, 3);
    while (timeline != NULL && gpuocc_timeline_next(timeline, &phase) == GPUOCC_OK) {
        area += phase.waves * (phase.end - phase.start);
        phases++;
    }
    ok(area == 2 * groups && phases <= 4 && phase.end >= groups / 2 && phase.end <= groups / 2 + 3,
       "10^12 unequal groups: %d phases, %llu units of time", phases,
       (unsigned long long)phase.end);
}

/* 10^15 groups are as fast as 10^3. */
static void test_large(void)
{
    gpuocc_phase phase = {sizeof phase, 0, 0, 0, 0, 0, 0};
    gpuocc_dispatch rules = {sizeof rules, 0, 0, 0, 0, 0, 0};
    const uint64_t groups = UINT64_C(1000000000000007);
    const uint32_t duration = 3;
    gpuocc_grid grid = {.core_count = 6,
                        .waves_per_core = 112,
                        .waves_per_group = 40,
                        .groups_per_core = 2,
                        .groups = 67200000000};
    gpuocc_timeline *timeline;
    struct plan p;

    schedule_of(&p, 132, 8, groups);
    timeline = timeline_of(&p, NULL, &duration, 1);
    ok(timeline != NULL && gpuocc_timeline_next(timeline, &phase) == GPUOCC_OK &&
           phase.waves == 1056 && phase.end == groups / 1056 * 3 &&
           gpuocc_timeline_next(timeline, &phase) == GPUOCC_OK && phase.waves == groups % 1056 &&
           phase.groups == groups % 1056 && phase.index == 1 && phase.end - phase.start == 3 &&
           gpuocc_timeline_next(timeline, &phase) == GPUOCC_ERROR_INDEX,
       "10^15 groups: %llu full rounds are one phase", (unsigned long long)(groups / 1056));
    schedule(&p, NULL, grid);
    rules.placement = GPUOCC_PLACEMENT_WAVES;
    rules.slots_per_core = 112;
    timeline = timeline_of(&p, &rules, NULL, 0);
    ok(timeline != NULL && gpuocc_timeline_next(timeline, &phase) == GPUOCC_OK &&
           phase.waves == 672 && phase.end == UINT64_C(4000000000) &&
           gpuocc_timeline_next(timeline, &phase) == GPUOCC_ERROR_INDEX,
       "the same wave by wave: 4 x 10^9 rounds");
}

static void refuse(const struct plan *p, gpuocc_dispatch rules, int32_t status, const char *text)
{
    gpuocc_error error = {.size = sizeof error};
    const char *said;
    size_t bytes;
    int32_t got;

    rules.size = sizeof rules;
    got = gpuocc_timeline_size(p->schedule, &rules, &bytes, &error);
    said = sentence_of(&error, got);
    ok(got == status && strcmp(said, text) == 0, "%s", said);
}

static void test_errors(void)
{
    static const uint32_t zero = 0, huge = UINT32_MAX;
    gpuocc_grid grid = {.core_count = 4,
                        .waves_per_core = 16,
                        .waves_per_group = 5,
                        .groups_per_core = 2,
                        .groups = 9};
    gpuocc_dispatch rules = {.choice = 4};
    gpuocc_phase phase = {0};
    gpuocc_timeline *timeline;
    struct plan p;
    size_t bytes;

    schedule(&p, NULL, grid);
    refuse(&p, rules, GPUOCC_ERROR_NOT_A_CHOICE, "choice is 4, the maximum is 3");
    rules.choice = 0;
    rules.usable_cores = 5;
    refuse(&p, rules, GPUOCC_ERROR_TOO_LARGE, "usable_cores is 5, the maximum is 4");
    rules.usable_cores = 0;
    rules.slots_per_core = 17;
    refuse(&p, rules, GPUOCC_ERROR_TOO_LARGE, "slots_per_core is 17, the maximum is 16");
    rules.slots_per_core = 4;
    refuse(&p, rules, GPUOCC_NOT_POSSIBLE, "no value of this input reaches the target");
    ok(gpuocc_timeline_size(p.schedule, NULL, &bytes, NULL) == GPUOCC_OK &&
           timeline_in(memory, bytes - 1, p.schedule, NULL, NULL, 0, &timeline, NULL) ==
               GPUOCC_ERROR_MEMORY_SIZE &&
           timeline_in(memory, bytes, p.schedule, NULL, NULL, 1, &timeline, NULL) ==
               GPUOCC_ERROR_NULL &&
           timeline_in(memory, bytes, p.schedule, NULL, &zero, 1, &timeline, NULL) ==
               GPUOCC_ERROR_REQUIRED,
       "memory and durations");
    ok(timeline_in(memory, bytes, p.schedule, NULL, NULL, 0, &timeline, NULL) == GPUOCC_OK &&
           gpuocc_timeline_next(timeline, &phase) == GPUOCC_ERROR_STRUCT_SIZE &&
           gpuocc_timeline_next(timeline, NULL) == GPUOCC_ERROR_NULL,
       "a phase without its size");
    phase.size = sizeof phase;
    ok(gpuocc_timeline_next(timeline, &phase) == GPUOCC_OK && phase.waves == 40 &&
           phase.slots == 64 && phase.groups == 8,
       "by default the slots are those of the resident groups");
    ok(gpuocc_timeline_durations(timeline, NULL, 0, NULL) == GPUOCC_NOT_POSSIBLE,
       "durations are set before the first phase");
    grid.groups = UINT64_C(1) << 40;
    schedule(&p, NULL, grid);
    ok(timeline_in(memory, bytes, p.schedule, NULL, &huge, 1, &timeline, NULL) ==
           GPUOCC_ERROR_TOO_LARGE,
       "a time of more than 64 bits");
}

int main(void)
{
    test_scenarios();
    test_random();
    test_states();
    test_large();
    test_uneven();
    test_errors();
    return done();
}
