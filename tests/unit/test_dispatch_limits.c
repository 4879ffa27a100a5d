/* SPDX-License-Identifier: MIT
 *
 * Tests the rules of a timeline: the defaults, and how much memory is needed.
 */
#include "schedule.h"

static uint64_t memory[1 << 14];

static gpuocc_grid grid_of(uint32_t cores, uint32_t slots, uint32_t waves, uint64_t groups)
{
    gpuocc_grid grid = {0};

    grid.core_count = cores;
    grid.waves_per_core = slots;
    grid.waves_per_group = waves;
    grid.groups_per_device = 1;
    grid.groups = groups;
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
    if (timeline_in(memory, sizeof memory, p->schedule, &rules, durations, count, &t,
                             NULL) != GPUOCC_OK)
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
    ok(timeline_in(memory, sizeof memory, p.schedule, &rules, NULL, 0, &t, NULL) ==
               GPUOCC_OK &&
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

int main(void)
{
    default_choice();
    more_waves_than_slots();
    groups_of_the_gpu();
    pools();
    return done();
}
