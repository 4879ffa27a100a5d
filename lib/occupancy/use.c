/* SPDX-License-Identifier: MIT
 *
 * Derives every result from what a group uses.
 */
#include "occupancy/use.h"

void gocc_start(struct gocc_use *use, const struct gocc_model *model, const gpuocc_kernel *kernel,
                uint32_t cores)
{
    gocc_start_use(use, model, kernel->threads_per_group, kernel->wave_size, cores);
}

/* Returns the groups that a limit on waves allows. If the core is split in halves, each half holds
 * whole groups. */
static uint32_t by_waves(const struct gocc_use *use, uint32_t limit, uint32_t waves)
{
    if ((use->halved >> limit & 1) == 0)
        return waves / use->waves;
    return 2 * (waves / 2 / use->waves);
}

static void bound_of_file(const struct gocc_use *use, uint32_t limit, const struct gocc_pool *file,
                          uint32_t waves, struct gocc_bound *bound)
{
    if (waves != GOCC_ALL_WAVES)
        bound->groups = by_waves(use, limit, waves);
    bound->requested = file->requested;
    bound->allocated = file->taken;
    if (file->taken != GOCC_AMOUNT_UNKNOWN)
        bound->allocated *= use->waves;
    bound->capacity = file->capacity;
}

static void bound_of_pool(const struct gocc_pool *pool, int zero_limits, struct gocc_bound *bound)
{
    if (pool->capacity != 0 || zero_limits)
        bound->groups = gocc_pool_groups(pool);
    bound->requested = pool->requested;
    bound->allocated = pool->taken;
    bound->capacity = pool->capacity;
}

static void set(struct gocc_bound *bound, uint64_t requested, uint64_t capacity)
{
    bound->requested = bound->allocated = requested;
    bound->capacity = capacity;
}

void gocc_bound_of(const struct gocc_use *use, uint32_t limit, struct gocc_bound *bound)
{
    bound->groups = GOCC_NO_LIMIT;
    switch (limit) {
    case GPUOCC_LIMIT_WAVES:
        bound->groups = by_waves(use, limit, use->slots);
        set(bound, use->waves,
            (use->unknown >> limit & 1) != 0 ? GOCC_AMOUNT_UNKNOWN : use->wave_capacity);
        break;
    case GPUOCC_LIMIT_GROUPS:
        if (use->group_slots != 0)
            bound->groups = use->group_slots;
        set(bound, 1, use->group_slots);
        break;
    case GPUOCC_LIMIT_REGISTERS:
        bound_of_file(use, limit, &use->registers, use->register_waves, bound);
        break;
    case GPUOCC_LIMIT_SCALAR_REGISTERS:
        bound_of_file(use, limit, &use->scalars, use->scalar_waves, bound);
        break;
    case GPUOCC_LIMIT_SHARED:
        bound_of_pool(&use->shared, 1, bound);
        break;
    case GPUOCC_LIMIT_BARRIERS:
        bound_of_pool(&use->barriers, 0, bound);
        break;
    case GPUOCC_LIMIT_VIRTUAL:
        bound_of_pool(&use->virtuals, 0, bound);
        break;
    default:
        set(bound, use->threads, use->launch_bound);
    }
    if ((use->unknown >> limit & 1) != 0)
        bound->groups = GOCC_LIMIT_UNKNOWN;
    if ((use->refused >> limit & 1) != 0)
        bound->groups = 0;
    if (bound->groups == 0 && (use->at_least_one >> limit & 1) != 0)
        bound->groups = 1;
}

void gocc_combine(struct gocc_placement *placement)
{
    struct gocc_placement *p = placement;
    uint32_t limit;

    p->groups = GOCC_NO_LIMIT;
    for (limit = 0; limit != GPUOCC_LIMIT_COUNT; limit++)
        if (p->groups_by[limit] < p->groups) {
            p->groups = p->groups_by[limit];
        }
    p->limiters = 0;
    p->waves = p->waves_per_partition = GOCC_NO_LIMIT;
    if (p->groups == GOCC_NO_LIMIT)
        return;
    for (limit = 0; limit != GPUOCC_LIMIT_COUNT; limit++)
        p->limiters |= (uint32_t)(p->groups_by[limit] == p->groups) << limit;
    p->waves = p->groups * p->waves_per_group;
    p->waves_per_partition = (p->waves + p->partitions - 1) / p->partitions;
}

/* Returns what is undecided: an unknown limit may allow fewer groups, if there are several. */
static uint32_t open_of(const struct gocc_use *use, uint32_t groups)
{
    uint32_t open = 0;

    if (groups > 1 && (use->at_run_time || (use->unknown & ~use->refused) != 0))
        open = GOCC_OPEN_FEWER;
    return use->may_refuse ? open | GOCC_OPEN_LAUNCH : open;
}

void gocc_place(const struct gocc_question *question, struct gocc_placement *placement)
{
    struct gocc_placement *p = placement;
    struct gocc_bound bound;
    struct gocc_use use;
    uint32_t limit;

    question->rules->evaluate(question, &use);
    for (limit = 0; limit != GPUOCC_LIMIT_COUNT; limit++) {
        gocc_bound_of(&use, limit, &bound);
        p->groups_by[limit] = bound.groups;
        p->requested[limit] = bound.requested;
        p->allocated[limit] = bound.allocated;
        p->capacity[limit] = bound.capacity;
    }
    p->wave_size = use.wave_size;
    p->waves_per_group = use.waves;
    p->partitions = use.partitions;
    p->max_waves = use.max_waves;
    p->max_waves_any_mode = use.all_slots;
    p->cores_per_core = use.cores;
    p->parts = 1;
    p->groups_per_device = GPUOCC_UNKNOWN;
    gocc_combine(p);
    p->open = open_of(&use, p->groups);
    p->notes = use.notes;
    if (use.threads % use.wave_size != 0)
        p->notes |= 1u << GPUOCC_NOTE_PARTIAL_WAVE;
    if (question->rules->hooks->finish != NULL)
        question->rules->hooks->finish(question, &use, p);
}
