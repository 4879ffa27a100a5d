/* SPDX-License-Identifier: MIT
 *
 * Apple: computes what a threadgroup uses of a core.
 *
 * GOCC_PLAIN: see occupancy/use.h. A plain kernel has no explicit zeros, no report of a pipeline,
 * no bound and no target.
 */
#ifndef GOCC_APPLE_USE_H
#define GOCC_APPLE_USE_H

#include "apple.h"

#include "occupancy/use.h"
#include "occupancy/validate.h"

/* Unpublished wave slots count as more than any register file holds. */
GOCC_INLINE void gocc_apple_use_slots(const struct gocc_model *m, struct gocc_use *use)
{
    if (m->max_waves_per_partition != GPUOCC_UNKNOWN)
        return;
    gocc_use_slots(use, GPUOCC_UNKNOWN);
    use->slots = GOCC_UNKNOWN_SLOTS;
    use->unknown |= 1u << GPUOCC_LIMIT_WAVES;
}

/* `file` has the registers of half a core, or is 0 if they do not limit or are unknown. A
 * SIMD-group allocates them in multiples of `unit`. */
GOCC_INLINE void gocc_apple_use(const gpuocc_device *device, const struct gocc_model *m,
                                const gpuocc_kernel *k, uint32_t file, uint32_t unit,
                                struct gocc_use *use)
{
    const uint32_t halves =
        GOCC_PLAIN ? k->half_registers_per_thread : gocc_amount(k->half_registers_per_thread);
    const uint32_t requested = (halves * use->threads + 1) / 2;
    const uint64_t all =
        GOCC_PLAIN ? gocc_shared_sum(k) : gocc_amount(k->shared_bytes) + gocc_dynamic_shared(k);
    const uint32_t shared = (uint32_t)all;

    gocc_use_registers(use, file, requested,
                       file != 0 ? gocc_apple_registers_of_wave(halves, unit) : 0);
    if (file == 0 && halves != 0) {
        use->registers.taken = GOCC_AMOUNT_UNKNOWN;
        use->unknown |= (uint32_t)(m->registers_per_partition != 0) << GPUOCC_LIMIT_REGISTERS;
    }
    if (gocc_apple_has_tiers(device->generation) && use->threads > gocc_apple_tier_threads(halves))
        use->refused |= 1u << GPUOCC_LIMIT_REGISTERS;
    if (shared != 0) {
        gocc_use_shared(use, shared,
                        gocc_round(shared + m->shared_reserved_bytes, m->shared_unit_bytes));
        use->unknown |= (uint32_t)(m->shared_pool_bytes == GPUOCC_UNKNOWN) << GPUOCC_LIMIT_SHARED;
    }
    use->at_run_time = m->registers_per_partition == 0;
}

#endif
