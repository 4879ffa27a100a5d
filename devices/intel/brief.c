/* SPDX-License-Identifier: MIT
 *
 * Intel: the short form of the hardware's rules.
 */
#include "intel.h"

#include "take.h"

int gocc_intel_plain(const struct gocc_model *model, const struct gocc_lists *lists)
{
    (void)model;
    (void)lists;
    return 1;
}

GOCC_INLINE uint64_t unusual(const gpuocc_kernel *k)
{
    return gocc_pair(k, GPUOCC_KERNEL_SHARED_LIMIT) | gocc_pair(k, GPUOCC_KERNEL_CARVEOUT_PERCENT) |
           gocc_pair(k, GPUOCC_KERNEL_GLOBAL_CACHING) |
           gocc_pair(k, GPUOCC_KERNEL_GROUPS_PER_CLUSTER) |
           gocc_pair(k, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE) |
           gocc_pair(k, GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK) |
           gocc_pair(k, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD) | k->registers_per_thread |
           k->scratch_wave_cap | k->reported_max_threads;
}

GOCC_INLINE int within(const struct gocc_model *m, const gpuocc_kernel *k)
{
    return k->threads_per_group - 1 < m->max_threads_per_group &&
           (k->wave_size & m->wave_sizes) != 0 && (k->wave_size & (k->wave_size - 1)) == 0 &&
           k->grf_count <= m->max_registers_per_thread &&
           gocc_shared_sum(k) <= m->max_shared_bytes_per_group &&
           k->barriers_per_group <= GOCC_INTEL_BARRIERS_NAMED &&
           k->max_threads_per_group <= INT32_MAX && unusual(k) == 0;
}

GOCC_INLINE int take(const gpuocc_device *device, const struct gocc_model *model,
                     uint32_t convention, const gpuocc_kernel *kernel, struct gocc_take *t)
{
    const struct gocc_model *m = model;
    const gpuocc_kernel *k = kernel;
    const struct gocc_lists *lists;
    uint32_t mode, bound;

    if (convention != GPUOCC_CONVENTION_DEFAULT || !within(m, k))
        return 0;
    lists = gocc_device_lists(device);
    mode = gocc_intel_mode(lists, gocc_intel_grf_count(m, k->grf_count));
    t->waves = gocc_waves(k->threads_per_group, k->wave_size);
    t->slots = m->partitions_per_core * m->max_waves_per_partition;
    t->max_waves = m->partitions_per_core * lists->waves_at_grf_count[mode];
    t->register_waves = t->max_waves < t->slots ? t->max_waves : GOCC_ALL_WAVES;
    t->scalar_waves = UINT32_MAX;
    t->groups = gocc_slots_or_none(m->max_groups_per_core);
    t->shared_bytes =
        gocc_intel_slm_allocated(m, lists, (uint32_t)gocc_shared_sum(k) + m->shared_reserved_bytes);
    t->shared_capacity = m->shared_pool_bytes;
    t->barriers = m->barriers_per_core != 0 ? k->barriers_per_group : 0;
    t->barrier_capacity = m->barriers_per_core;
    t->open = 0;
    bound = gocc_intel_largest_group(m, k->wave_size, lists->grf_counts[mode]);
    if (k->max_threads_per_group != 0)
        bound = gocc_min(bound, k->max_threads_per_group);
    t->refused = (uint32_t)(k->threads_per_group > bound) << GPUOCC_LIMIT_LAUNCH;
    return 1;
}

int gocc_intel_brief(const gpuocc_device *device, const struct gocc_model *model,
                     uint32_t convention, const gpuocc_kernel *kernel, struct gocc_brief *brief)
{
    struct gocc_take t;

    if (!take(device, model, convention, kernel, &t))
        return 0;
    gocc_answer(&t, brief);
    return 1;
}
