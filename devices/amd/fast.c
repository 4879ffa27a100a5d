/* SPDX-License-Identifier: MIT
 *
 * AMD: the fast path for plain kernels, by the hardware's rules in static VGPR mode.
 */
#define GOCC_PLAIN 1
#include "use.h"

int gocc_amd_plain(uint32_t generation, const struct gocc_model *model,
                   const struct gocc_lists *lists)
{
    (void)generation;
    (void)model;
    (void)lists;
    return 1;
}

GOCC_INLINE uint64_t unusual(const gpuocc_kernel *k)
{
    return gocc_pair(k, GPUOCC_KERNEL_SHARED_LIMIT) | gocc_pair(k, GPUOCC_KERNEL_SCRATCH_WAVE_CAP) |
           gocc_pair(k, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD) | k->groups_per_cluster |
           k->dynamic_vgpr_block;
}

GOCC_INLINE int within(const gpuocc_device *device, const struct gocc_model *m,
                       const gpuocc_kernel *k)
{
    const uint32_t size = k->wave_size != 0 ? k->wave_size : m->default_wave_size;

    return gocc_is_plain_group(m, k, m->max_shared_bytes_per_group) &&
           k->registers_per_thread <= m->max_registers_per_thread &&
           k->accumulators_per_thread <= m->max_accumulators_per_thread &&
           k->scalar_registers_per_wave <= gocc_amd_most_scalars(device, m) &&
           k->trap_registers <= GOCC_AMD_TRAP_MOST && k->barriers_per_group <= 1 &&
           k->max_threads_per_group <= INT32_MAX && gocc_amd_cus(m, k->core_mode) != 0 &&
           (size & m->wave_sizes) != 0 && (size & (size - 1)) == 0 && unusual(k) == 0;
}

int gocc_amd_fast(const gpuocc_device *device, const struct gocc_model *model, uint32_t convention,
                  const gpuocc_kernel *kernel, gpuocc_answer *answer)
{
    struct gocc_use use;

    if (convention != GPUOCC_CONVENTION_DEFAULT || !within(device, model, kernel))
        return 0;
    gocc_amd_use_hardware(device, model, kernel, &use);
    gocc_answer(&use, answer);
    return 1;
}

void gocc_amd_plain_use(const gpuocc_device *device, const struct gocc_model *model,
                        uint32_t convention, const gpuocc_kernel *kernel, struct gocc_use *use)
{
    (void)convention;
    gocc_amd_use_hardware(device, model, kernel, use);
}
