/* SPDX-License-Identifier: MIT
 *
 * Intel: computes what a group uses of an Xe-core, by the hardware's rules. The constants are those
 * of the driver and the compiler.
 *
 * GOCC_PLAIN: see occupancy/use.h. A plain kernel has no explicit zeros, and its GRF count is not
 * filled in.
 */
#ifndef GOCC_INTEL_USE_H
#define GOCC_INTEL_USE_H

#include "intel.h"

#include "occupancy/use.h"
#include "occupancy/validate.h"

/* Sets the registers for the kernel's GRF count and the mode in which it runs, which leaves `slots`
 * hardware threads per core. A mode that leaves every slot usable does not limit: fewer registers
 * would not allow more.
 */
GOCC_INLINE void gocc_intel_use_registers(const struct gocc_model *m, uint32_t grf_count,
                                          uint32_t mode_count, uint32_t slots, struct gocc_use *use)
{
    const uint32_t all = m->partitions_per_core * m->max_waves_per_partition;
    const uint64_t lanes = m->grf_bytes / 4;

    gocc_set_pool(&use->registers, grf_count * lanes * use->waves, mode_count * lanes,
                  (uint64_t)m->registers_per_partition * m->partitions_per_core);
    use->register_waves = slots < all ? slots : GOCC_ALL_WAVES;
}

GOCC_INLINE void gocc_intel_use(const gpuocc_device *device, const struct gocc_model *m,
                                const struct gocc_lists *lists, const gpuocc_kernel *k,
                                struct gocc_use *use)
{
    const uint32_t count = GOCC_PLAIN ? gocc_intel_grf_count(m, k->grf_count) : k->grf_count;
    const uint32_t mode = gocc_intel_mode(lists, count);
    const uint32_t shared =
        (uint32_t)(GOCC_PLAIN ? gocc_shared_sum(k)
                              : gocc_amount(k->shared_bytes) + gocc_dynamic_shared(k));
    uint32_t bound = gocc_intel_largest_group(device, m, k->wave_size, lists->grf_counts[mode]);

    if (GOCC_PLAIN)
        gocc_start_use(use, m, k->threads_per_group, k->wave_size, 1);
    else
        gocc_start(use, m, k, 1);
    use->max_waves = m->partitions_per_core * lists->waves_at_grf_count[mode];
    gocc_intel_use_registers(m, count, lists->grf_counts[mode], use->max_waves, use);
    gocc_use_shared(use, shared,
                    gocc_intel_slm_allocated(m, lists, shared + m->shared_reserved_bytes));
    gocc_use_barriers(use, GOCC_PLAIN ? k->barriers_per_group : gocc_amount(k->barriers_per_group));
    if (k->max_threads_per_group != 0)
        bound = gocc_min(bound, GOCC_PLAIN ? k->max_threads_per_group
                                           : gocc_amount(k->max_threads_per_group));
    else if (bound == m->max_threads_per_group)
        bound = GOCC_NO_LIMIT;
    gocc_use_bound(use, bound);
}

#endif
