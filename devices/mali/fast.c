/* SPDX-License-Identifier: MIT
 *
 * Mali: the fast path for plain kernels.
 */
#define GOCC_PLAIN 1
#include "use.h"

int gocc_mali_plain(uint32_t generation, const struct gocc_model *model,
                    const struct gocc_lists *lists)
{
    (void)generation;
    (void)model;
    (void)lists;
    return 1; /* gocc_mali_verify has checked the model */
}

GOCC_INLINE uint64_t unusual(const gpuocc_kernel *k)
{
    return gocc_pair(k, GPUOCC_KERNEL_BARRIERS_PER_GROUP) |
           gocc_pair(k, GPUOCC_KERNEL_SHARED_LIMIT) |
           gocc_pair(k, GPUOCC_KERNEL_GROUPS_PER_CLUSTER) |
           gocc_pair(k, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE) |
           gocc_pair(k, GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK) |
           gocc_pair(k, GPUOCC_KERNEL_SCRATCH_WAVE_CAP) | k->half_registers_per_thread |
           k->occupancy_target_percent;
}

GOCC_INLINE int within(const struct gocc_model *m, const gpuocc_kernel *k)
{
    return gocc_is_plain_group(m, k, m->max_shared_bytes_per_group) &&
           (k->wave_size & ~m->default_wave_size) == 0 &&
           k->registers_per_thread <= m->max_registers_per_thread && unusual(k) == 0;
}

/* Sets everything for a plain kernel. */
GOCC_INLINE void fill_plain(const gpuocc_device *device, const struct gocc_model *m,
                            const gpuocc_kernel *k, struct gocc_use *use)
{
    gocc_start_use(use, m, k->threads_per_group, m->default_wave_size, 1);
    gocc_mali_use(device, m, k, use);
}

int gocc_mali_fast(const gpuocc_device *device, const struct gocc_model *model, uint32_t convention,
                   const gpuocc_kernel *kernel, gpuocc_answer *answer)
{
    struct gocc_use use;

    (void)convention;
    if (!within(model, kernel))
        return 0;
    fill_plain(device, model, kernel, &use);
    gocc_answer(&use, answer);
    return 1;
}

void gocc_mali_plain_use(const gpuocc_device *device, const struct gocc_model *model,
                         uint32_t convention, const gpuocc_kernel *kernel, struct gocc_use *use)
{
    (void)convention;
    fill_plain(device, model, kernel, use);
}
