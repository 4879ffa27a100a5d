/* SPDX-License-Identifier: MIT
 *
 * NVIDIA: the short form, for kernels without the settings that few kernels have.
 */
#include "nvidia.h"

#include "take.h"

/* What only the long form knows. */
GOCC_INLINE uint64_t unusual(const gpuocc_kernel *k)
{
    return gocc_pair(k, GPUOCC_KERNEL_CARVEOUT_PERCENT) |
           gocc_pair(k, GPUOCC_KERNEL_GLOBAL_CACHING) |
           gocc_pair(k, GPUOCC_KERNEL_GROUPS_PER_CLUSTER) |
           gocc_pair(k, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE) |
           gocc_pair(k, GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK) |
           gocc_pair(k, GPUOCC_KERNEL_SCRATCH_WAVE_CAP) |
           gocc_pair(k, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD) | k->reported_max_threads;
}

/* A number up to a power of two. */
GOCC_INLINE uint32_t up(uint32_t value, uint32_t unit)
{
    return (value + unit - 1) & ~(unit - 1);
}

int gocc_nvidia_plain(const struct gocc_model *model, const struct gocc_lists *lists)
{
    const struct gocc_model *m = model;
    const uint32_t odd = (m->register_unit & (m->register_unit - 1)) |
                         (m->shared_unit_bytes & (m->shared_unit_bytes - 1)) |
                         (m->partitions_per_core & (m->partitions_per_core - 1));
    uint32_t i;

    if (odd != 0)
        return 0;
    /* What counts from 7.0 and from 8.0 on, and is nothing before. */
    if (m->generation < 70 && m->max_shared_bytes_per_group != m->default_shared_bytes_per_group)
        return 0;
    if (m->generation < 80 && m->shared_reserved_bytes != 0)
        return 0;
    for (i = 0; i < GOCC_POOL_SIZES && lists->shared_pool_sizes_kib[i] != GOCC_LIST_END; i++)
        if (lists->shared_pool_sizes_kib[i] * GOCC_KIB > m->shared_pool_bytes)
            return 0;
    return 1;
}

GOCC_INLINE int within(const struct gocc_model *m, const gpuocc_kernel *k)
{
    return k->threads_per_group - 1 < m->max_threads_per_group &&
           k->registers_per_thread <= m->max_registers_per_thread && (k->wave_size & ~32u) == 0 &&
           gocc_shared_sum(k) <= m->max_shared_bytes_per_group &&
           k->barriers_per_group <= GOCC_NVIDIA_BLOCK_BARRIERS &&
           k->max_threads_per_group <= INT32_MAX && unusual(k) == 0;
}

GOCC_INLINE void take_shared(const struct gocc_model *m, const gpuocc_kernel *k, int header,
                             struct gocc_take *t)
{
    const int opt_in =
        gocc_nvidia_shared_choice(k->shared_limit, header) == GPUOCC_SHARED_LIMIT_OPTIN;
    const uint32_t fixed = k->shared_bytes, all = (uint32_t)gocc_shared_sum(k);
    const uint32_t sum = all + m->shared_reserved_bytes;
    uint32_t asked;

    t->shared_bytes = up(sum, m->shared_unit_bytes);
    asked =
        header ? fixed + k->max_dynamic_shared_bytes + m->shared_reserved_bytes : t->shared_bytes;
    t->shared_capacity = m->shared_pool_bytes;
    t->refused |= (uint32_t)(t->shared_bytes >
                             gocc_nvidia_shared_limit(m, m->max_shared_bytes_per_group,
                                                      m->shared_reserved_bytes, asked, opt_in))
                  << GPUOCC_LIMIT_SHARED;
    if (gocc_nvidia_exceeds_bound(k, all - fixed, k->max_dynamic_shared_bytes, header, opt_in))
        t->refused |= 1u << GPUOCC_LIMIT_SHARED;
}

GOCC_INLINE void take_registers(const struct gocc_model *m, const gpuocc_kernel *k,
                                struct gocc_take *t)
{
    const uint32_t parts = m->partitions_per_core;
    const uint32_t per_warp = up(k->registers_per_thread * 32, m->register_unit);

    t->register_waves = gocc_file_waves(m->registers_per_partition, parts, per_warp);
    t->scalar_waves = UINT32_MAX;
    if (gocc_nvidia_registers_refused(m, per_warp, up(t->waves, parts)))
        t->refused |= 1u << GPUOCC_LIMIT_REGISTERS;
    if (m->generation == 60 && per_warp != 0 && gocc_nvidia_four_refuse(m, per_warp, t->waves))
        t->refused |= 1u << GPUOCC_LIMIT_REGISTERS;
}

GOCC_INLINE int take(const gpuocc_device *device, const struct gocc_model *model, int header,
                     const gpuocc_kernel *kernel, struct gocc_take *t)
{
    const struct gocc_model *m = model;
    const gpuocc_kernel *k = kernel;
    if (!within(m, k) || (header && device->kind == GOCC_OWN) ||
        k->shared_limit > GPUOCC_SHARED_LIMIT_OPTIN || k->max_dynamic_shared_bytes > INT32_MAX)
        return 0;
    t->waves = gocc_waves(k->threads_per_group, 32);
    t->slots = m->partitions_per_core * m->max_waves_per_partition;
    t->max_waves = t->slots;
    t->groups = gocc_slots_or_none(m->max_groups_per_core);
    t->barriers = m->barriers_per_core != 0 ? k->barriers_per_group : 0;
    t->barrier_capacity = m->barriers_per_core;
    t->open = 0;
    /* The header finds what limits before it looks at barriers. */
    if (header && t->barriers * t->groups > t->barrier_capacity)
        return 0;
    t->refused = header ? 0 : gocc_launch_refused(k);
    take_shared(m, k, header, t);
    take_registers(m, k, t);
    return 1;
}

static int brief_header(const gpuocc_device *device, const struct gocc_model *model,
                        const gpuocc_kernel *kernel, struct gocc_brief *brief)
{
    struct gocc_take t;

    if (!take(device, model, 1, kernel, &t))
        return 0;
    gocc_answer(&t, brief);
    return 1;
}

int gocc_nvidia_brief(const gpuocc_device *device, const struct gocc_model *model,
                      uint32_t convention, const gpuocc_kernel *kernel, struct gocc_brief *brief)
{
    struct gocc_take t;

    if (convention == GPUOCC_CONVENTION_HEADER)
        return brief_header(device, model, kernel, brief);
    if (!take(device, model, 0, kernel, &t))
        return 0;
    gocc_answer(&t, brief);
    return 1;
}
