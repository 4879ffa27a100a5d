/* SPDX-License-Identifier: MIT
 *
 * Mali: computes what a work-group uses of a shader core. The registers of a thread are allocated
 * in two or three sizes, so that the number of threads has as many tiers. Local memory is ordinary,
 * cached memory and does not limit.
 *
 * GOCC_PLAIN: see occupancy/use.h. A plain kernel has no explicit zeros and no bound.
 */
#ifndef GOCC_MALI_USE_H
#define GOCC_MALI_USE_H

#include "mali.h"

#include "occupancy/use.h"
#include "occupancy/validate.h"

/* Returns the 32-bit registers that a thread allocates. */
GOCC_INLINE uint32_t gocc_mali_registers(uint32_t generation, uint32_t registers)
{
    if (generation >= GOCC_MALI_BIFROST)
        return registers <= GOCC_MALI_REGISTER_STEP ? GOCC_MALI_REGISTER_STEP : GOCC_MALI_REGISTERS;
    return 4 * (registers <= GOCC_MALI_LEAST_VECTORS       ? GOCC_MALI_LEAST_VECTORS
                : registers <= 2 * GOCC_MALI_LEAST_VECTORS ? 2 * GOCC_MALI_LEAST_VECTORS
                                                           : GOCC_MALI_VECTORS);
}

GOCC_INLINE void gocc_mali_use(const gpuocc_device *device, const struct gocc_model *m,
                               const gpuocc_kernel *k, struct gocc_use *use)
{
    const uint32_t registers =
        GOCC_PLAIN ? k->registers_per_thread : gocc_amount(k->registers_per_thread);
    const uint32_t words = device->generation >= GOCC_MALI_BIFROST ? 1 : 4;

    gocc_use_registers(use, m->registers_per_partition, words * registers * use->threads,
                       gocc_mali_registers(device->generation, registers) * use->wave_size);
}

#endif
