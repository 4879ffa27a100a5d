/* SPDX-License-Identifier: MIT
 *
 * Simulates a grid in time: groups are placed on cores by the given rules, their waves end, and the
 * next groups are placed. Source of the rules: the figures in a vendor's guide for its example
 * kernels (schedule.h).
 */
#include "schedule/timeline.h"
#include "base/structs.h"

#include <string.h>

/* The number of runs and cores that a phase may visit before it is split. */
#define MOST_WORK (UINT64_C(1) << 24)

/* Returns the core for the next group, among those with at least `need` free slots; usable_cores if
 * there is none. */
static uint32_t choose(const gpuocc_timeline *t, uint32_t need)
{
    const struct gocc_core *cores = gocc_cores(t);
    const uint32_t count = t->rules.usable_cores;
    const int emptiest = t->rules.choice == GPUOCC_CORE_POLICY_EMPTIEST;
    const uint32_t first = t->last_core + 1;
    uint32_t best = count, i, core;

    for (i = 0; i != count; i++) {
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

/* Returns the entry for waves of a core that end at `end`, or adds it. If there are several cores,
 * only the newest entry is compared. */
static struct gocc_run *entry(gpuocc_timeline *t, uint32_t core, uint64_t end)
{
    struct gocc_run *const runs = gocc_runs(t), *r = &runs[t->runs];

    while (r != runs) {
        r--;
        if (r->core == core && r->end == end)
            return r;
        if (t->rules.usable_cores != 1)
            break;
    }
    r = &runs[t->runs++];
    memset(r, 0, sizeof *r);
    r->core = core;
    r->end = end;
    return r;
}

static void run(gpuocc_timeline *t, uint32_t core, uint32_t waves)
{
    struct gocc_run *runs = entry(t, core, t->now + gocc_cores(t)[core].duration);

    runs->waves += waves;
    runs->groups++;
}

/* A group is counted in the entry of its newest waves: removes it from an earlier entry. */
static void recount(const gpuocc_timeline *t, uint32_t core, uint64_t end)
{
    struct gocc_run *runs = gocc_runs(t);
    uint64_t i;

    for (i = 0; runs[i].core != core || runs[i].end != end || runs[i].groups == 0; i++)
        continue;
    runs[i].groups--;
}

/* Places as many waves as fit of the group that a core has begun. */
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
        cores[core].ends = t->now;
        cores[core].duration =
            t->duration_count != 0 ? t->durations[t->next % t->duration_count] : 1;
        if (t->rules.choice == GPUOCC_CORE_POLICY_ROUND_ROBIN)
            t->last_core = core;
        t->pending++;
        t->next++;
        fill(t, core);
    }
}

/* Advances to the earliest end and frees the slots of what ends there. */
static void pass(gpuocc_timeline *t)
{
    struct gocc_run *runs = gocc_runs(t);
    uint64_t i, kept = 0, end = UINT64_MAX;

    for (i = 0; i < t->runs; i++)
        end = runs[i].end < end ? runs[i].end : end;
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
    memcpy(gocc_saved_cores(t), gocc_cores(t), t->rules.usable_cores * sizeof(struct gocc_core));
    memcpy(gocc_saved_runs(t), gocc_runs(t), (size_t)t->runs * sizeof(struct gocc_run));
    t->saved_runs = t->runs;
    t->saved_core = t->last_core;
    t->saved_now = t->now;
    t->saved_next = t->next;
}

/* Whether the cores are equal, given equal runs: the waves left to place determine the waiting
 * ones, and both determine the free slots. */
static int same_cores(const gpuocc_timeline *t)
{
    const struct gocc_core *a = gocc_cores(t), *b = gocc_saved_cores(t);
    uint32_t i;

    for (i = 0; i < t->rules.usable_cores; i++)
        if (a[i].left != b[i].left ||
            (a[i].left != 0 &&
             (a[i].duration != b[i].duration || a[i].ends - t->now != b[i].ends - t->saved_now)))
            return 0;
    return 1;
}

/* Whether the state equals a snapshot of this phase, which began at `start`, apart from the time.
 * If so, groups have started in between: waves have ended, and the numbers of running and waiting
 * waves are the same as before. */
static int repeats(const gpuocc_timeline *t, uint64_t start)
{
    const struct gocc_run *a = gocc_runs(t), *b = gocc_saved_runs(t);
    uint64_t i;

    if (t->saved_now <= start || t->runs != t->saved_runs ||
        (t->duration_count != 0 && (t->next - t->saved_next) % t->duration_count != 0) ||
        t->saved_core != t->last_core)
        return 0;
    for (i = 0; i < t->runs; i++)
        if (a[i].core != b[i].core || a[i].waves != b[i].waves || a[i].groups != b[i].groups ||
            a[i].end - t->now != b[i].end - t->saved_now)
            return 0;
    return same_cores(t);
}

static void skip(gpuocc_timeline *t, uint64_t groups, uint64_t time)
{
    uint64_t i;

    for (i = 0; i < t->runs; i++)
        gocc_runs(t)[i].end += time;
    for (i = 0; i < t->rules.usable_cores; i++)
        gocc_cores(t)[i].ends += time;
    t->now += time;
    t->next += groups;
}

/* A state that equals a snapshot repeats the same steps as long as there are groups: skips whole
 * repetitions within one phase. Snapshots at the points 1, 2, 4, 8 ... find any period (Brent's
 * algorithm). */
static void jump(gpuocc_timeline *t, uint64_t start)
{
    uint64_t times;

    if (repeats(t, start)) {
        times = (t->groups - t->next) / (t->next - t->saved_next);
        skip(t, times * (t->next - t->saved_next), times * (t->now - t->saved_now));
    }
    t->points++;
    if ((t->points & (t->points - 1)) == 0)
        save(t);
}

/* Call it after place(). If a group is partly placed, something runs: all slots are taken, and a
 * barrier holds at most all but one of them. */
static int is_over(const gpuocc_timeline *t)
{
    return t->next == t->groups && t->runs == 0;
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
    uint64_t work = 0;

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
    t->points = 0;
    do {
        pass(t);
        jump(t, phase->start);
        place(t);
        work += t->runs + t->rules.usable_cores;
    } while (!is_over(t) && t->resident == phase->waves && work < MOST_WORK);
    phase->end = t->now;
    return GPUOCC_OK;
}
