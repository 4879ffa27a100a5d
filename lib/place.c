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

void gocc_limit(struct gocc_placement *placement, uint32_t limit, uint32_t groups,
                uint64_t requested, uint64_t allocated, uint64_t capacity)
{
    placement->groups_by[limit] = groups;
    placement->requested[limit] = requested;
    placement->allocated[limit] = allocated;
    placement->capacity[limit] = capacity;
}

/* Registers of either kind are handed out wave by wave within a partition; a group then takes
 * waves of any partition. */
static void limit_file(struct gocc_placement *placement, uint32_t limit, uint32_t file,
                       uint32_t partitions, uint32_t per_wave, uint32_t requested)
{
    const uint32_t waves = placement->waves_per_group;

    if (file == 0 || per_wave == 0)
        gocc_limit(placement, limit, GOCC_NO_LIMIT, requested, (uint64_t)per_wave * waves, 0);
    else
        gocc_limit(placement, limit, file / per_wave * partitions / waves, requested,
                   (uint64_t)per_wave * waves, (uint64_t)file * partitions);
}

static void limit_amount(struct gocc_placement *placement, uint32_t limit, uint64_t capacity,
                         uint64_t requested, uint64_t allocated)
{
    uint32_t groups = GOCC_NO_LIMIT;

    if (allocated != 0)
        groups = (allocated | capacity) >> 32 ? (uint32_t)(capacity / allocated)
                                              : (uint32_t)capacity / (uint32_t)allocated;
    gocc_limit(placement, limit, groups, requested, allocated, capacity);
}

void gocc_place(const struct gocc_supply *supply, const struct gocc_demand *demand,
                struct gocc_placement *placement)
{
    struct gocc_placement *p = placement;
    const uint32_t waves = (demand->threads + demand->wave_size - 1) / demand->wave_size;
    const uint32_t slots = supply->partitions * supply->waves;

    p->wave_size = demand->wave_size;
    p->waves_per_group = waves;
    p->partitions = supply->partitions;
    p->max_waves = slots;
    p->max_waves_any_mode = slots;
    p->notes = demand->threads % demand->wave_size ? 1u << GPUOCC_NOTE_PARTIAL_WAVE : 0;
    p->cores_per_core = 1;
    p->open = 0;
    p->groups_per_device = GPUOCC_UNKNOWN;

    gocc_limit(p, GPUOCC_LIMIT_WAVES, slots / waves, waves, waves, slots);
    gocc_limit(p, GPUOCC_LIMIT_GROUPS, supply->groups ? supply->groups : GOCC_NO_LIMIT, 1, 1,
               supply->groups);
    limit_file(p, GPUOCC_LIMIT_REGISTERS, supply->registers, supply->partitions,
               demand->registers_per_wave, demand->registers_requested);
    limit_file(p, GPUOCC_LIMIT_SCALAR_REGISTERS, supply->scalars, supply->partitions,
               demand->scalars_per_wave, demand->scalars_requested);
    limit_amount(p, GPUOCC_LIMIT_SHARED, supply->shared_bytes, demand->shared_requested,
                 demand->shared_bytes);
    limit_amount(p, GPUOCC_LIMIT_BARRIERS, supply->barriers, demand->barriers,
                 supply->barriers ? demand->barriers : 0);
    limit_amount(p, GPUOCC_LIMIT_VIRTUAL, supply->virtuals, demand->virtuals,
                 supply->virtuals ? demand->virtuals : 0);
    gocc_limit(p, GPUOCC_LIMIT_LAUNCH, GOCC_NO_LIMIT, demand->threads, demand->threads, 0);
    gocc_combine(p);
}

void gocc_combine(struct gocc_placement *placement)
{
    struct gocc_placement *p = placement;
    uint32_t groups = GOCC_NO_LIMIT, limiters = 0, i;

    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++)
        if (p->groups_by[i] < groups)
            groups = p->groups_by[i];
    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++)
        limiters |= (uint32_t)(p->groups_by[i] == groups) << i;

    p->groups = groups;
    p->limiters = groups == GOCC_NO_LIMIT ? 0 : limiters;
    p->waves = groups == GOCC_NO_LIMIT ? GOCC_NO_LIMIT : groups * p->waves_per_group;
    p->waves_per_partition =
        groups == GOCC_NO_LIMIT ? GOCC_NO_LIMIT : (p->waves + p->partitions - 1) / p->partitions;
}
