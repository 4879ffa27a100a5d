/* SPDX-License-Identifier: MIT
 *
 * Intel: the fast path for plain kernels, by the hardware's rules.
 */
#define GOCC_PLAIN 1
#include "use.h"

int gocc_intel_plain(uint32_t generation, const struct gocc_model *model,
                     const struct gocc_lists *lists)
{
    (void)generation;
    (void)model;
    (void)lists;
    return 1;
}

GOCC_INLINE uint64_t unusual(const gpuocc_kernel *k)
{
    return gocc_pair(k, GPUOCC_KERNEL_SHARED_LIMIT) |
           gocc_pair(k, GPUOCC_KERNEL_GROUPS_PER_CLUSTER) |
           gocc_pair(k, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE) |
           gocc_pair(k, GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK) |
           gocc_pair(k, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD) | k->registers_per_thread |
           k->scratch_wave_cap;
}

GOCC_INLINE int within(const struct gocc_model *m, const gpuocc_kernel *k)
{
    return gocc_is_plain_group(m, k, m->max_shared_bytes_per_group) &&
           (k->wave_size & m->wave_sizes) != 0 && (k->wave_size & (k->wave_size - 1)) == 0 &&
           k->grf_count <= m->max_registers_per_thread &&
           k->barriers_per_group <= GOCC_INTEL_BARRIERS_NAMED &&
           k->max_threads_per_group <= INT32_MAX && unusual(k) == 0;
}

int gocc_intel_fast(const gpuocc_device *device, const struct gocc_model *model,
                    uint32_t convention, const gpuocc_kernel *kernel, gpuocc_answer *answer)
{
    struct gocc_use use;

    if (convention != GPUOCC_CONVENTION_DEFAULT || !within(model, kernel))
        return 0;
    gocc_intel_use(device, model, gocc_device_lists(device), kernel, &use);
    gocc_answer(&use, answer);
    return 1;
}

void gocc_intel_plain_use(const gpuocc_device *device, const struct gocc_model *model,
                          uint32_t convention, const gpuocc_kernel *kernel, struct gocc_use *use)
{
    (void)convention;
    gocc_intel_use(device, model, gocc_device_lists(device), kernel, use);
}
