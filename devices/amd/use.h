/* SPDX-License-Identifier: MIT
 *
 * AMD: computes what a work-group uses of a CU or a WGP, by the hardware's rules: whole groups,
 * allocation of VGPRs, SGPRs and LDS in units, and barriers. They agree with Mesa's ACO compiler.
 *
 * GOCC_PLAIN: see occupancy/use.h. A plain kernel has no explicit zeros, static VGPRs, and no limit
 * on waves with scratch memory; its defaults are not filled in.
 */
#ifndef GOCC_AMD_USE_H
#define GOCC_AMD_USE_H

#include "amd.h"

#include "occupancy/use.h"
#include "occupancy/validate.h"

GOCC_INLINE uint32_t gocc_amd_amount(uint32_t value)
{
    return GOCC_PLAIN ? value : gocc_amount(value);
}

/* Returns the VGPRs of a lane before rounding. If there is one file, accumulation registers begin
 * at a multiple of 4. If there are two (gfx908), they have the same size, so that the larger number
 * decides. */
static inline uint32_t gocc_amd_vectors(const struct gocc_model *model, uint32_t registers,
                                        uint32_t accumulators)
{
    if (!model->unified_accumulators)
        return registers > accumulators ? registers : accumulators;
    return accumulators != 0 ? gocc_up_power(registers, 4) + accumulators : registers;
}

/* Sets the registers and the LDS of a group, for a core in the kernel's mode. */
GOCC_INLINE void gocc_amd_use(const gpuocc_device *device, const struct gocc_model *m,
                              const gpuocc_kernel *k, struct gocc_use *use)
{
    const uint32_t size = GOCC_PLAIN && k->wave_size == 0 ? m->default_wave_size : k->wave_size;
    const uint32_t asked = gocc_amd_amount(k->scalar_registers_per_wave);
    const uint32_t scalars = gocc_amd_scalars(m, asked);
    const uint32_t vectors = gocc_amd_vectors(m, gocc_amd_amount(k->registers_per_thread),
                                              gocc_amd_amount(k->accumulators_per_thread));
    const uint32_t blocks = GOCC_PLAIN ? 0 : gocc_amount(k->dynamic_vgpr_block) * size;
    const uint32_t trap =
        GOCC_PLAIN ? gocc_amd_trap(device, k->trap_registers) : gocc_amount(k->trap_registers);
    const uint64_t all =
        GOCC_PLAIN ? gocc_shared_sum(k) : gocc_amount(k->shared_bytes) + gocc_dynamic_shared(k);
    uint64_t taken = all + m->shared_unit_bytes - 1;
    uint32_t per_wave = 0;

    if (GOCC_PLAIN)
        gocc_start_use(use, m, k->threads_per_group, size, gocc_amd_cus(m, k->core_mode));
    else
        gocc_start(use, m, k, gocc_amd_cus(m, k->core_mode));
    gocc_use_registers(use, m->registers_per_partition, vectors * use->threads,
                       gocc_round(vectors * size, blocks != 0 ? blocks : m->register_unit));
    if (scalars != 0)
        per_wave = gocc_round(scalars, m->scalar_register_unit) + trap;
    gocc_use_scalars(use, m->scalar_registers_per_partition, asked * use->waves, per_wave);
    if (GOCC_PLAIN)
        taken = gocc_round((uint32_t)all, m->shared_unit_bytes);
    else
        taken -= taken % m->shared_unit_bytes;
    gocc_use_shared(use, all, taken);
    gocc_use_barriers(use, use->waves > 1);
}

/* Also sets what no group may exceed: the registers of a wave and the declared number of
 * threads. */
GOCC_INLINE void gocc_amd_use_hardware(const gpuocc_device *device, const struct gocc_model *m,
                                       const gpuocc_kernel *k, struct gocc_use *use)
{
    const uint32_t vectors = gocc_amd_vectors(m, gocc_amd_amount(k->registers_per_thread),
                                              gocc_amd_amount(k->accumulators_per_thread));

    gocc_amd_use(device, m, k, use);
    use->refused |= (uint32_t)(vectors > m->max_registers_per_thread) << GPUOCC_LIMIT_REGISTERS;
    if (k->max_threads_per_group != 0)
        gocc_use_bound(use, gocc_amd_amount(k->max_threads_per_group));
}

#endif
