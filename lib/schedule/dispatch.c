/* SPDX-License-Identifier: MIT
 *
 * Validates the rules of a timeline, and sets up its memory.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/structs.h"
#include "schedule/timeline.h"

static int32_t refuse(gpuocc_error *error, int32_t status, uint32_t field, uint64_t value,
                      uint64_t limit)
{
    return gocc_fail_field(error, status, GPUOCC_SCOPE_DISPATCH, field, value, limit);
}

static int32_t check_choices(const gpuocc_dispatch *rules, gpuocc_error *error)
{
    const uint32_t given[] = {rules->placement, rules->choice, rules->barrier, rules->head_of_line};
    const uint32_t most[] = {GPUOCC_PLACEMENT_COUNT - 1, GPUOCC_CORE_POLICY_COUNT - 1, 1, 1};
    uint32_t i;

    for (i = 0; i < 4; i++)
        if (given[i] > most[i])
            return refuse(error, GPUOCC_ERROR_NOT_A_CHOICE, GPUOCC_DISPATCH_PLACEMENT + i, given[i],
                          most[i]);
    return GPUOCC_OK;
}

/* The rules of a timeline with every default filled in. */
struct rules {
    gpuocc_dispatch dispatch;
    uint32_t full; /* cores with all slots, from the first; the others have a group's fewer */
};

/* Sets the wave slots of a core that groups of this kernel can use. If the whole GPU holds fewer
 * groups than its cores could (because of clusters, or a tool that only answers for the whole
 * device), they are spread over the cores: some have one more than the others. */
static void add_slots(struct rules *r, const gpuocc_schedule *s)
{
    const int fewer = s->resident < (uint64_t)s->cores * s->groups_per_core;
    const int free = !fewer && s->slots_limit && r->dispatch.placement == GPUOCC_PLACEMENT_WAVES;
    const uint64_t groups = fewer ? gocc_divide_up(s->resident, s->cores) : s->groups_per_core;

    r->dispatch.slots_per_core = s->waves_per_core;
    if (free || groups * s->waves_per_group > s->waves_per_core)
        return;
    r->dispatch.slots_per_core = (uint32_t)groups * s->waves_per_group;
    if (fewer && s->resident % s->cores != 0)
        r->full = (uint32_t)(s->resident % s->cores);
}

/* Replaces all cores by one with their places together. If whole groups of one size come and go,
 * any free place is good for the next one, so that the core it is on does not change any result. */
static void pool(struct rules *r, uint32_t waves_per_group)
{
    gpuocc_dispatch *d = &r->dispatch;
    const uint32_t full = d->usable_cores < r->full ? d->usable_cores : r->full;
    const uint64_t places =
        (uint64_t)d->usable_cores * (d->slots_per_core / waves_per_group) - d->usable_cores + full;

    if (places > UINT32_MAX / waves_per_group)
        return;
    d->usable_cores = 1;
    d->slots_per_core = (uint32_t)places * waves_per_group;
}

static int32_t read_rules(struct rules *r, const gpuocc_schedule *s, const gpuocc_dispatch *given,
                          gpuocc_error *error)
{
    gpuocc_dispatch *rules = &r->dispatch;
    int32_t status = GPUOCC_OK;

    memset(rules, 0, sizeof *rules);
    r->full = s->cores;
    if (given != NULL)
        status = gocc_read_struct(rules, sizeof *rules, given, GPUOCC_SCOPE_DISPATCH, error);
    if (status == GPUOCC_OK)
        status = check_choices(rules, error);
    if (status != GPUOCC_OK)
        return status;
    if (rules->placement == 0)
        rules->placement = GPUOCC_PLACEMENT_GROUPS;
    if (rules->choice == 0)
        rules->choice = GPUOCC_CORE_POLICY_EMPTIEST;
    if (rules->usable_cores == 0)
        rules->usable_cores = s->cores;
    if (rules->usable_cores > s->cores)
        return refuse(error, GPUOCC_ERROR_TOO_LARGE, GPUOCC_DISPATCH_USABLE_CORES,
                      rules->usable_cores, s->cores);
    if (rules->slots_per_core == 0)
        add_slots(r, s);
    if (rules->slots_per_core > s->waves_per_core)
        return refuse(error, GPUOCC_ERROR_TOO_LARGE, GPUOCC_DISPATCH_SLOTS_PER_CORE,
                      rules->slots_per_core, s->waves_per_core);
    if (s->resident == 0 || rules->slots_per_core == 0 ||
        (rules->slots_per_core < s->waves_per_group &&
         (rules->placement == GPUOCC_PLACEMENT_GROUPS || rules->barrier)))
        return GPUOCC_NOT_POSSIBLE;
    if (rules->placement == GPUOCC_PLACEMENT_GROUPS)
        pool(r, s->waves_per_group);
    return GPUOCC_OK;
}

static int32_t needed(const gpuocc_schedule *s, const gpuocc_dispatch *rules, size_t *bytes,
                      gpuocc_error *error)
{
    const uint64_t cores = rules->usable_cores;
    const uint64_t runs = gocc_most_runs(rules, s->waves_per_group); /* at least one per core */
    const uint64_t limit = SIZE_MAX / 8 / sizeof(struct gocc_run);

    if (runs > limit)
        return refuse(error, GPUOCC_ERROR_TOO_LARGE, GPUOCC_DISPATCH_USABLE_CORES, cores,
                      limit / (runs / cores));
    *bytes = sizeof(gpuocc_timeline) + 2 * ((size_t)cores * sizeof(struct gocc_core) +
                                            (size_t)runs * sizeof(struct gocc_run));
    return GPUOCC_OK;
}

int32_t gpuocc_timeline_size(const gpuocc_schedule *schedule, const gpuocc_dispatch *rules,
                             size_t *bytes, gpuocc_error *error)
{
    struct rules full;
    int32_t status;

    if (schedule == NULL || bytes == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, schedule == NULL ? 1 : 3);
    status = read_rules(&full, schedule, rules, error);
    return status == GPUOCC_OK ? needed(schedule, &full.dispatch, bytes, error) : status;
}

static void start(gpuocc_timeline *t, const gpuocc_schedule *s, const struct rules *r)
{
    const gpuocc_dispatch *rules = &r->dispatch;
    uint32_t core;

    t->groups = s->groups;
    t->wave_slots = s->wave_slots;
    t->rules = *rules;
    t->waves_per_group = s->waves_per_group;
    t->last_core = UINT32_MAX;
    memset(gocc_cores(t), 0, rules->usable_cores * sizeof(struct gocc_core));
    for (core = 0; core != rules->usable_cores; core++)
        gocc_cores(t)[core].free =
            rules->slots_per_core - (core < r->full ? 0 : s->waves_per_group);
}

int32_t gpuocc_timeline_init(gpuocc_timeline *timeline, size_t bytes,
                             const gpuocc_schedule *schedule, const gpuocc_dispatch *rules,
                             gpuocc_error *error)
{
    struct rules full;
    size_t need = 0;
    int32_t status;

    if (schedule == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, 3);
    status = read_rules(&full, schedule, rules, error);
    if (status == GPUOCC_OK)
        status = needed(schedule, &full.dispatch, &need, error);
    if (status == GPUOCC_OK)
        status = gocc_check_memory(timeline, bytes, need, error);
    if (status != GPUOCC_OK)
        return status;
    memset(timeline, 0, sizeof *timeline);
    start(timeline, schedule, &full);
    return GPUOCC_OK;
}

/* Returns an upper bound for the time until all groups have ended, in durations back to back: one
 * for each group. If waves start one by one, a core has no free slot until the last one has
 * started. */
static uint64_t most_durations(const gpuocc_timeline *t)
{
    if (t->rules.placement == GPUOCC_PLACEMENT_GROUPS || t->rules.barrier)
        return t->groups;
    return gocc_divide_up(t->groups * t->waves_per_group, t->rules.slots_per_core) + 1;
}

int32_t gpuocc_timeline_durations(gpuocc_timeline *timeline, const uint32_t *durations,
                                  size_t count, gpuocc_error *error)
{
    uint32_t longest = 1;
    uint64_t most;
    size_t i;

    if (timeline == NULL || (durations == NULL && count != 0))
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, timeline == NULL ? 1 : 2);
    if (timeline->next != 0)
        return GPUOCC_NOT_POSSIBLE;
    for (i = 0; i < count; i++) {
        if (durations[i] == 0)
            return gocc_fail_size(error, GPUOCC_ERROR_REQUIRED, 2, 0, UINT32_MAX);
        longest = durations[i] > longest ? durations[i] : longest;
    }
    most = most_durations(timeline);
    if (!gocc_fits(longest, most))
        return gocc_fail_size(error, GPUOCC_ERROR_TOO_LARGE, 2, longest, UINT64_MAX / most);
    timeline->durations = durations;
    timeline->duration_count = count;
    return GPUOCC_OK;
}
