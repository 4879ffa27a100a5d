/* SPDX-License-Identifier: MIT
 *
 * Apple: the short form, by default, for the families whose registers the tier table speaks of and
 * for those whose registers do not bound.
 */
#include "apple.h"

#include "take.h"

int gocc_apple_plain(const struct gocc_model *model, const struct gocc_lists *lists)
{
    (void)lists;
    return gocc_apple_has_tiers(model) ? model->registers_per_partition != 0 &&
                                             model->registers_per_partition != GPUOCC_UNKNOWN
                                       : model->registers_per_partition == 0;
}

GOCC_INLINE uint64_t unusual(const gpuocc_kernel *k)
{
    return gocc_pair(k, GPUOCC_KERNEL_BARRIERS_PER_GROUP) |
           gocc_pair(k, GPUOCC_KERNEL_SHARED_LIMIT) | gocc_pair(k, GPUOCC_KERNEL_CARVEOUT_PERCENT) |
           gocc_pair(k, GPUOCC_KERNEL_GLOBAL_CACHING) |
           gocc_pair(k, GPUOCC_KERNEL_GROUPS_PER_CLUSTER) |
           gocc_pair(k, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE) |
           gocc_pair(k, GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK) |
           gocc_pair(k, GPUOCC_KERNEL_SCRATCH_WAVE_CAP) | k->registers_per_thread |
           k->occupancy_target_percent | k->reported_max_threads;
}

GOCC_INLINE int within(const struct gocc_model *m, const gpuocc_kernel *k)
{
    const uint32_t whole = m->max_shared_bytes_per_group & ~(GOCC_APPLE_MEMORY_LENGTH - 1);

    return k->threads_per_group - 1 < m->max_threads_per_group && (k->wave_size & ~32u) == 0 &&
           k->half_registers_per_thread <= m->max_registers_per_thread &&
           gocc_shared_sum(k) <= whole && unusual(k) == 0;
}

GOCC_INLINE int take(const gpuocc_device *device, const struct gocc_model *model,
                     uint32_t convention, const gpuocc_kernel *kernel, struct gocc_take *t)
{
    const struct gocc_model *m = model;
    const gpuocc_kernel *k = kernel;
    const uint32_t halves = k->half_registers_per_thread, parts = m->partitions_per_core;
    const uint32_t shared = (uint32_t)gocc_shared_sum(k);
    const int dynamic = m->registers_per_partition == 0;

    (void)device;
    if (convention != GPUOCC_CONVENTION_DEFAULT || !within(m, k) ||
        (shared != 0 && m->shared_pool_bytes == GPUOCC_UNKNOWN))
        return 0;
    t->waves = gocc_waves(k->threads_per_group, 32);
    t->open = (uint32_t)dynamic << GPUOCC_LIMIT_WAVES;
    t->slots = GOCC_UNKNOWN_SLOTS;
    t->max_waves = GPUOCC_UNKNOWN;
    if (m->max_waves_per_partition != GPUOCC_UNKNOWN)
        t->max_waves = t->slots = parts * m->max_waves_per_partition;
    else
        t->open |= 1u << GPUOCC_LIMIT_WAVES;
    t->groups = gocc_slots_or_none(m->max_groups_per_core);
    if (t->groups == GPUOCC_UNKNOWN)
        t->open |= (uint32_t)(t->open != 0) << GPUOCC_LIMIT_GROUPS;
    t->register_waves = GOCC_ALL_WAVES;
    t->scalar_waves = UINT32_MAX;
    t->refused = 0;
    if (!dynamic) {
        t->register_waves = gocc_file_waves(m->registers_per_partition, parts,
                                            gocc_apple_registers_of_wave(halves, m->register_unit));
        t->refused = (uint32_t)(k->threads_per_group > gocc_apple_tier_threads(halves))
                     << GPUOCC_LIMIT_REGISTERS;
    }
    t->shared_bytes =
        shared != 0 ? gocc_round(shared + m->shared_reserved_bytes, m->shared_unit_bytes) : 0;
    t->shared_capacity = m->shared_pool_bytes;
    t->barriers = 0;
    t->barrier_capacity = 0;
    return 1;
}

int gocc_apple_brief(const gpuocc_device *device, const struct gocc_model *model,
                     uint32_t convention, const gpuocc_kernel *kernel, struct gocc_brief *brief)
{
    struct gocc_take t;

    if (!take(device, model, convention, kernel, &t))
        return 0;
    gocc_answer(&t, brief);
    if (t.open != 0 && brief->answer.groups > 1) {
        brief->answer.groups = GPUOCC_UNKNOWN;
        brief->answer.waves = GPUOCC_UNKNOWN;
        brief->answer.limiters |= t.open;
    }
    return 1;
}
