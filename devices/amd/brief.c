/* SPDX-License-Identifier: MIT
 *
 * AMD: the short form of the hardware's rules, for kernels in static VGPR mode.
 */
#include "amd.h"

#include "take.h"

int gocc_amd_plain(const struct gocc_model *model, const struct gocc_lists *lists)
{
    (void)model;
    (void)lists;
    return 1;
}

GOCC_INLINE uint64_t unusual(const gpuocc_kernel *k)
{
    return gocc_pair(k, GPUOCC_KERNEL_SHARED_LIMIT) | gocc_pair(k, GPUOCC_KERNEL_CARVEOUT_PERCENT) |
           gocc_pair(k, GPUOCC_KERNEL_GLOBAL_CACHING) |
           gocc_pair(k, GPUOCC_KERNEL_SCRATCH_WAVE_CAP) |
           gocc_pair(k, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD) | k->groups_per_cluster |
           k->dynamic_vgpr_block | k->reported_max_threads;
}

GOCC_INLINE int within(const struct gocc_model *m, const gpuocc_kernel *k)
{
    return k->threads_per_group - 1 < m->max_threads_per_group &&
           k->registers_per_thread <= m->max_registers_per_thread &&
           k->accumulators_per_thread <= m->max_accumulators_per_thread &&
           k->scalar_registers_per_wave <= gocc_amd_most_scalars(m) &&
           k->trap_registers <= GOCC_AMD_TRAP_MOST &&
           gocc_shared_sum(k) <= m->max_shared_bytes_per_group && k->barriers_per_group <= 1 &&
           k->max_threads_per_group <= INT32_MAX && unusual(k) == 0;
}

GOCC_INLINE void take_registers(const struct gocc_model *m, const gpuocc_kernel *k,
                                uint32_t partitions, uint32_t wave_size, struct gocc_take *t)
{
    const uint32_t vectors =
        gocc_amd_vectors(m, k->registers_per_thread, k->accumulators_per_thread);
    const uint32_t scalars = gocc_amd_scalars(m, k->scalar_registers_per_wave);

    t->register_waves = gocc_file_waves(m->registers_per_partition, partitions,
                                        gocc_round(vectors * wave_size, m->register_unit));
    t->scalar_waves = GOCC_ALL_WAVES;
    if (m->scalar_registers_per_partition != 0 && scalars != 0)
        t->scalar_waves =
            gocc_file_waves(m->scalar_registers_per_partition, partitions,
                            gocc_round(scalars, m->scalar_register_unit) + k->trap_registers);
    t->refused |= (uint32_t)(vectors > m->max_registers_per_thread) << GPUOCC_LIMIT_REGISTERS;
}

GOCC_INLINE int take(const gpuocc_device *device, const struct gocc_model *model,
                     uint32_t convention, const gpuocc_kernel *kernel, struct gocc_take *t)
{
    const struct gocc_model *m = model;
    const gpuocc_kernel *k = kernel;
    const uint32_t size = k->wave_size != 0 ? k->wave_size : m->default_wave_size;
    const uint32_t cus = gocc_amd_cus(m, k->core_mode);

    (void)device;
    if (convention != GPUOCC_CONVENTION_DEFAULT || cus == 0 || !within(m, k) ||
        (size & m->wave_sizes) == 0 || (size & (size - 1)) != 0)
        return 0;
    t->waves = gocc_waves(k->threads_per_group, size);
    t->slots = m->partitions_per_core * cus * m->max_waves_per_partition;
    t->max_waves = t->slots;
    t->groups = gocc_slots_or_none(m->max_groups_per_core * cus);
    t->refused = gocc_launch_refused(k);
    take_registers(m, k, m->partitions_per_core * cus, size, t);
    t->shared_bytes = gocc_round((uint32_t)gocc_shared_sum(k), m->shared_unit_bytes);
    t->shared_capacity = m->shared_pool_bytes * cus;
    t->barriers = m->barriers_per_core != 0 && t->waves > 1;
    t->barrier_capacity = m->barriers_per_core * cus;
    t->open = 0;
    return 1;
}

int gocc_amd_brief(const gpuocc_device *device, const struct gocc_model *model, uint32_t convention,
                   const gpuocc_kernel *kernel, struct gocc_brief *brief)
{
    struct gocc_take t;

    if (!take(device, model, convention, kernel, &t))
        return 0;
    gocc_answer(&t, brief);
    return 1;
}
