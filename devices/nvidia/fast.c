/* SPDX-License-Identifier: MIT
 *
 * NVIDIA: the fast path for plain kernels, which lack the settings that few kernels have.
 */
#define GOCC_PLAIN 1
#include "use.h"

/* Fields that only the full evaluation supports. */
GOCC_INLINE uint64_t unusual(const gpuocc_kernel *k)
{
    return gocc_pair(k, GPUOCC_KERNEL_GROUPS_PER_CLUSTER) |
           gocc_pair(k, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE) |
           gocc_pair(k, GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK) |
           gocc_pair(k, GPUOCC_KERNEL_SCRATCH_WAVE_CAP) |
           gocc_pair(k, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD);
}

int gocc_nvidia_plain(uint32_t generation, const struct gocc_model *model,
                      const struct gocc_lists *lists)
{
    const struct gocc_model *m = model;
    const uint32_t odd = (m->register_unit & (m->register_unit - 1)) |
                         (m->shared_unit_bytes & (m->shared_unit_bytes - 1)) |
                         (m->partitions_per_core & (m->partitions_per_core - 1));
    uint32_t i;

    if (odd != 0)
        return 0;
    /* Opt-in has an effect from 7.0 on, and the reserve from 8.0 on. */
    if (generation < 70 && m->max_shared_bytes_per_group != m->default_shared_bytes_per_group)
        return 0;
    if (generation < 80 && m->shared_reserved_bytes != 0)
        return 0;
    for (i = 0; i < GOCC_POOL_SIZES && lists->shared_pool_sizes_kib[i] != GOCC_LIST_END; i++)
        if (lists->shared_pool_sizes_kib[i] * GOCC_KIB > m->shared_pool_bytes)
            return 0;
    return 1;
}

GOCC_INLINE int within(const struct gocc_model *m, const gpuocc_kernel *k)
{
    return gocc_is_plain_group(m, k, m->max_shared_bytes_per_group) &&
           k->registers_per_thread <= m->max_registers_per_thread && (k->wave_size & ~32u) == 0 &&
           k->barriers_per_group <= GOCC_NVIDIA_BLOCK_BARRIERS &&
           k->max_threads_per_group <= INT32_MAX && k->shared_limit <= GPUOCC_SHARED_LIMIT_OPTIN &&
           k->max_dynamic_shared_bytes <= INT32_MAX && unusual(k) == 0;
}

/* The header determines the limiters before it considers barriers. */
GOCC_INLINE int barriers_limit(const struct gocc_model *m, const gpuocc_kernel *k)
{
    return m->barriers_per_core != 0 &&
           k->barriers_per_group * m->max_groups_per_core > m->barriers_per_core;
}

static int fast_header(const gpuocc_device *device, const struct gocc_model *model,
                       const gpuocc_kernel *kernel, gpuocc_answer *answer)
{
    const struct gocc_nvidia_case c = {model, kernel, 1, device->generation, NULL, NULL};
    struct gocc_use use;

    if (!within(model, kernel) || device->kind == GOCC_OWN || barriers_limit(model, kernel))
        return 0;
    gocc_nvidia_use(&c, &use);
    gocc_answer(&use, answer);
    return 1;
}

int gocc_nvidia_fast(const gpuocc_device *device, const struct gocc_model *model,
                     uint32_t convention, const gpuocc_kernel *kernel, gpuocc_answer *answer)
{
    const struct gocc_nvidia_case c = {model, kernel, 0, device->generation, NULL, NULL};
    struct gocc_use use;

    if (convention == GPUOCC_CONVENTION_HEADER)
        return fast_header(device, model, kernel, answer);
    if (!within(model, kernel))
        return 0;
    gocc_nvidia_use(&c, &use);
    gocc_answer(&use, answer);
    return 1;
}

void gocc_nvidia_plain_use(const gpuocc_device *device, const struct gocc_model *model,
                           uint32_t convention, const gpuocc_kernel *kernel, struct gocc_use *use)
{
    const struct gocc_nvidia_case c = {
        model, kernel, convention == GPUOCC_CONVENTION_HEADER, device->generation, NULL, NULL};

    gocc_nvidia_use(&c, use);
}
