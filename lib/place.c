/* SPDX-License-Identifier: MIT */
#include "place.h"

struct gocc_supply gocc_supply_of(const struct gocc_model *model)
{
    struct gocc_supply supply;

    supply.partitions = model->partitions_per_core;
    supply.waves = model->max_waves_per_partition;
    supply.groups = model->max_groups_per_core;
    supply.registers = model->registers_per_partition;
    supply.scalars = model->scalar_registers_per_partition;
    supply.shared_bytes = model->shared_pool_bytes;
    supply.barriers = model->barriers_per_core;
    supply.virtuals = model->virtual_resources_per_core;
    return supply;
}

/* Registers of either kind are handed out wave by wave within a partition; a group then takes
 * waves of any partition. */
static void limit_file(struct gocc_placement *placement, uint32_t limit, uint32_t file,
                       uint32_t partitions, uint32_t per_wave, uint32_t requested)
{
    const uint32_t waves = placement->waves_per_group;
    uint32_t groups = GOCC_NO_LIMIT;

    if (file != 0 && per_wave != 0)
        groups = file / per_wave * partitions / waves;
    gocc_limit(placement, limit, groups, requested, (uint64_t)per_wave * waves,
               (uint64_t)file * partitions);
}

static void limit_amount(struct gocc_placement *placement, uint32_t limit, uint32_t capacity,
                         uint64_t requested, uint64_t allocated)
{
    uint32_t groups = GOCC_NO_LIMIT;

    if (allocated != 0)
        groups = allocated > capacity ? 0 : capacity / (uint32_t)allocated;
    gocc_limit(placement, limit, groups, requested, allocated, capacity);
}

void gocc_place(const struct gocc_supply *supply, const struct gocc_demand *demand,
                struct gocc_placement *placement)
{
    struct gocc_placement *p = placement;
    const uint32_t waves = gocc_waves(demand->threads, demand->wave_size);
    const uint32_t slots = supply->partitions * supply->waves;

    p->wave_size = demand->wave_size;
    p->waves_per_group = waves;
    p->partitions = supply->partitions;
    p->max_waves = slots;
    p->max_waves_any_mode = slots;
    p->notes = demand->threads % demand->wave_size ? 1u << GPUOCC_NOTE_PARTIAL_WAVE : 0;
    p->cores_per_core = 1;
    p->parts = 1;
    p->open = 0;
    p->groups_per_device = GPUOCC_UNKNOWN;

    gocc_limit(p, GPUOCC_LIMIT_WAVES, slots / waves, waves, waves, slots);
    gocc_limit(p, GPUOCC_LIMIT_GROUPS, supply->groups ? supply->groups : GOCC_NO_LIMIT, 1, 1,
               supply->groups);
    limit_file(p, GPUOCC_LIMIT_REGISTERS, supply->registers, supply->partitions,
               demand->registers_per_wave, demand->registers_requested);
    limit_file(p, GPUOCC_LIMIT_SCALAR_REGISTERS, supply->scalars, supply->partitions,
               demand->scalars_per_wave, demand->scalars_requested * waves);
    limit_amount(p, GPUOCC_LIMIT_SHARED, supply->shared_bytes, demand->shared_requested,
                 demand->shared_bytes);
    limit_amount(p, GPUOCC_LIMIT_BARRIERS, supply->barriers, demand->barriers,
                 supply->barriers ? demand->barriers : 0);
    limit_amount(p, GPUOCC_LIMIT_VIRTUAL, supply->virtuals, demand->virtuals,
                 supply->virtuals ? demand->virtuals : 0);
    gocc_limit(p, GPUOCC_LIMIT_LAUNCH, GOCC_NO_LIMIT, demand->threads, demand->threads,
               GOCC_NO_LIMIT);
}

/* Written out: compilers do not unroll it, and it is asked very often. */
static uint32_t least(const uint32_t by[GPUOCC_LIMIT_COUNT])
{
    uint32_t a = by[0] < by[1] ? by[0] : by[1], b = by[2] < by[3] ? by[2] : by[3];
    uint32_t c = by[4] < by[5] ? by[4] : by[5], d = by[6] < by[7] ? by[6] : by[7];

    a = a < b ? a : b;
    c = c < d ? c : d;
    a = a < c ? a : c;
    return a < GOCC_NO_LIMIT ? a : GOCC_NO_LIMIT;
}

static uint32_t equal_to(const uint32_t by[GPUOCC_LIMIT_COUNT], uint32_t groups)
{
    return (uint32_t)(by[0] == groups) | (uint32_t)(by[1] == groups) << 1 |
           (uint32_t)(by[2] == groups) << 2 | (uint32_t)(by[3] == groups) << 3 |
           (uint32_t)(by[4] == groups) << 4 | (uint32_t)(by[5] == groups) << 5 |
           (uint32_t)(by[6] == groups) << 6 | (uint32_t)(by[7] == groups) << 7;
}

void gocc_combine(struct gocc_placement *placement)
{
    struct gocc_placement *p = placement;
    const uint32_t groups = least(p->groups_by);

    p->groups = groups;
    if (groups == GOCC_NO_LIMIT) {
        p->limiters = 0;
        p->waves = GOCC_NO_LIMIT;
        p->waves_per_partition = GOCC_NO_LIMIT;
        return;
    }
    p->limiters = equal_to(p->groups_by, groups);
    p->waves = groups * p->waves_per_group;
    p->waves_per_partition = (p->waves + p->partitions - 1) / p->partitions;
}
