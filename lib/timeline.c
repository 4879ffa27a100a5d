/* SPDX-License-Identifier: MIT
 *
 * A grid in time: groups come to cores by the rules given, their waves end, the next ones come.
 * Source of the rules: what a vendor's guide draws for its example kernels (schedule.h).
 */
#include "timeline.h"

/* The core that the next group takes, of those with as many free slots; usable_cores if none. */
static uint32_t choose(const gpuocc_timeline *t, uint32_t need)
{
    const struct gocc_core *cores = gocc_cores(t);
    const uint32_t count = t->rules.usable_cores;
    const int emptiest = t->rules.choice == GPUOCC_CHOICE_EMPTIEST;
    const uint32_t first = t->rules.choice == GPUOCC_CHOICE_ROUND_ROBIN && t->last_core + 1 < count
                               ? t->last_core + 1
                               : 0;
    uint32_t best = count, i, core;

    for (i = 0; i < count; i++) {
        core = first + i < count ? first + i : first + i - count;
        if (cores[core].free < need)
            continue;
        if (!emptiest)
            return core;
        if (best == count || cores[core].free > cores[best].free)
            best = core;
    }
    return best;
}

static void run(gpuocc_timeline *t, uint32_t core, uint32_t waves)
{
    struct gocc_run *runs = gocc_runs(t);
    const uint64_t end = t->now + gocc_cores(t)[core].duration;

    if (t->runs == 0 || runs[t->runs - 1].core != core || runs[t->runs - 1].end != end) {
        runs[t->runs].core = core;
        runs[t->runs].end = end;
        runs[t->runs].waves = runs[t->runs].groups = runs[t->runs].unused = 0;
        t->runs++;
    }
    runs[t->runs - 1].waves += waves;
    runs[t->runs - 1].groups++;
}

/* A group of which waves are resident already is counted with its newest ones. */
static void recount(const gpuocc_timeline *t, uint32_t core, uint64_t end)
{
    struct gocc_run *runs = gocc_runs(t);
    uint64_t i;

    for (i = 0; i < t->runs; i++)
        if (runs[i].core == core && runs[i].end == end && runs[i].groups != 0) {
            runs[i].groups--;
            return;
        }
}

/* Places what fits of the group that a core has begun. */
static void fill(gpuocc_timeline *t, uint32_t at)
{
    struct gocc_core *core = &gocc_cores(t)[at];
    const uint32_t take = core->left < core->free ? core->left : core->free;

    if (take == 0)
        return;
    core->free -= take;
    core->left -= take;
    core->waiting += take;
    t->resident += take;
    t->pending -= core->left == 0;
    if (t->rules.barrier && core->left != 0)
        return;
    if (!t->rules.barrier && core->ends > t->now)
        recount(t, at, core->ends);
    run(t, at, core->waiting);
    core->waiting = 0;
    core->ends = t->now + core->duration;
}

static void place(gpuocc_timeline *t)
{
    const int whole = t->rules.placement == GPUOCC_PLACEMENT_GROUPS;
    struct gocc_core *cores = gocc_cores(t);
    uint32_t core;

    for (core = 0; core < t->rules.usable_cores && t->pending != 0; core++)
        fill(t, core);
    while (t->next < t->groups && !(t->rules.head_of_line && t->pending != 0)) {
        core = choose(t, whole ? t->waves_per_group : 1);
        if (core == t->rules.usable_cores)
            return;
        cores[core].left = t->waves_per_group;
        cores[core].ends = 0;
        cores[core].duration =
            t->duration_count != 0 ? t->durations[t->next % t->duration_count] : 1;
        t->last_core = core;
        t->pending++;
        t->next++;
        fill(t, core);
    }
}

/* Goes to the earliest end and frees the slots of what ends there. */
static void pass(gpuocc_timeline *t)
{
    struct gocc_run *runs = gocc_runs(t);
    uint64_t i, kept = 0, end = UINT64_MAX;

    for (i = 0; i < t->runs; i++)
        if (runs[i].end < end)
            end = runs[i].end;
    for (i = 0; i < t->runs; i++) {
        if (runs[i].end != end) {
            runs[kept++] = runs[i];
            continue;
        }
        gocc_cores(t)[runs[i].core].free += runs[i].waves;
        t->resident -= runs[i].waves;
    }
    t->runs = kept;
    t->now = end;
}

static void save(gpuocc_timeline *t)
{
    uint32_t core;

    for (core = 0; core < t->rules.usable_cores; core++)
        gocc_saved(t)[core] = gocc_cores(t)[core].left;
    t->saved = 1;
    t->saved_core = t->last_core;
    t->saved_now = t->now;
    t->saved_next = t->next;
}

static int repeats(const gpuocc_timeline *t)
{
    uint32_t core;

    if (!t->saved || t->saved_next == t->next)
        return 0;
    if (t->rules.choice == GPUOCC_CHOICE_ROUND_ROBIN && t->saved_core != t->last_core)
        return 0;
    for (core = 0; core < t->rules.usable_cores; core++)
        if (gocc_saved(t)[core] != gocc_cores(t)[core].left)
            return 0;
    return 1;
}

/* Groups that last equally long come back to a state in which nothing runs and the same is begun.
 * From there on everything repeats itself as long as there are groups: over whole repetitions
 * within one phase we jump. Snapshots at the points 1, 2, 4, 8 ... find any period (Brent). */
static void jump(gpuocc_timeline *t)
{
    uint64_t times;

    if (t->duration_count > 1 || t->runs != 0)
        return;
    if (repeats(t)) {
        times = (t->groups - t->next) / (t->next - t->saved_next);
        t->now += times * (t->now - t->saved_now);
        t->next += times * (t->next - t->saved_next);
    }
    t->points++;
    if ((t->points & (t->points - 1)) == 0)
        save(t);
}

static int is_over(const gpuocc_timeline *t)
{
    return t->next == t->groups && t->runs == 0 && t->pending == 0;
}

static uint64_t groups_resident(const gpuocc_timeline *t)
{
    uint64_t i, groups = 0;
    uint32_t core;

    for (i = 0; i < t->runs; i++)
        groups += gocc_runs(t)[i].groups;
    for (core = 0; core < t->rules.usable_cores; core++)
        groups += gocc_cores(t)[core].waiting != 0;
    return groups;
}

int32_t gpuocc_timeline_next(gpuocc_timeline *timeline, gpuocc_phase *phase)
{
    gpuocc_timeline *t = timeline;

    if (t == NULL || phase == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_can_write(phase->size, sizeof *phase))
        return GPUOCC_ERROR_STRUCT_SIZE;
    if (is_over(t))
        return GPUOCC_ERROR_INDEX;
    place(t);
    phase->index = t->index++;
    phase->start = t->now;
    phase->waves = t->resident;
    phase->slots = t->wave_slots;
    phase->groups = groups_resident(t);
    t->saved = 0;
    t->points = 0;
    do {
        pass(t);
        jump(t);
        place(t);
    } while (!is_over(t) && t->resident == phase->waves);
    phase->end = t->now;
    return GPUOCC_OK;
}
