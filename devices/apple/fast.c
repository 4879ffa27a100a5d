/* SPDX-License-Identifier: MIT
 *
 * Apple: the fast path for plain kernels in the default convention, on the families that the tier
 * table covers and on those whose registers do not limit.
 */
#define GOCC_PLAIN 1
#include "use.h"

int gocc_apple_plain(uint32_t generation, const struct gocc_model *model,
                     const struct gocc_lists *lists)
{
    (void)lists;
    return gocc_apple_has_tiers(generation) ? model->registers_per_partition != 0 &&
                                                  model->registers_per_partition != GPUOCC_UNKNOWN
                                            : model->registers_per_partition == 0;
}

GOCC_INLINE uint64_t unusual(const gpuocc_kernel *k)
{
    return gocc_pair(k, GPUOCC_KERNEL_BARRIERS_PER_GROUP) |
           gocc_pair(k, GPUOCC_KERNEL_SHARED_LIMIT) |
           gocc_pair(k, GPUOCC_KERNEL_GROUPS_PER_CLUSTER) |
           gocc_pair(k, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE) |
           gocc_pair(k, GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK) |
           gocc_pair(k, GPUOCC_KERNEL_SCRATCH_WAVE_CAP) | k->registers_per_thread |
           k->occupancy_target_percent;
}

GOCC_INLINE int within(const struct gocc_model *m, const gpuocc_kernel *k)
{
    const uint32_t whole = m->max_shared_bytes_per_group & ~(GOCC_APPLE_MEMORY_LENGTH - 1);

    return gocc_is_plain_group(m, k, whole) && (k->wave_size & ~32u) == 0 &&
           k->half_registers_per_thread <= m->max_registers_per_thread &&
           (gocc_shared_sum(k) == 0 || m->shared_pool_bytes != GPUOCC_UNKNOWN) && unusual(k) == 0;
}

/* Sets everything for a plain kernel. */
GOCC_INLINE void gocc_apple_fill_plain(const gpuocc_device *device, const struct gocc_model *m,
                                       const gpuocc_kernel *k, struct gocc_use *use)
{
    gocc_start_use(use, m, k->threads_per_group, 32, 1);
    gocc_apple_use_slots(m, use);
    gocc_apple_use(device, m, k, m->registers_per_partition, m->register_unit, use);
}

int gocc_apple_fast(const gpuocc_device *device, const struct gocc_model *model,
                    uint32_t convention, const gpuocc_kernel *kernel, gpuocc_answer *answer)
{
    struct gocc_use use;
    uint32_t unknown;

    if (convention != GPUOCC_CONVENTION_DEFAULT || !within(model, kernel))
        return 0;
    gocc_apple_fill_plain(device, model, kernel, &use);
    gocc_answer(&use, answer);
    unknown = gocc_unknown_limits(&use);
    if (unknown != 0 && answer->groups > 1) {
        answer->groups = answer->waves = GPUOCC_UNKNOWN;
        answer->limiters |= unknown;
    }
    return 1;
}

void gocc_apple_plain_use(const gpuocc_device *device, const struct gocc_model *model,
                          uint32_t convention, const gpuocc_kernel *kernel, struct gocc_use *use)
{
    (void)convention;
    gocc_apple_fill_plain(device, model, kernel, use);
}
