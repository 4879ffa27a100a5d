/* SPDX-License-Identifier: MIT
 *
 * NVIDIA: computes what a block uses of an SM. The rules are those of cuda_occupancy.h 12.1 (CUDA
 * 13.0), executed and re-derived; comments say where the default convention departs from the
 * header.
 *
 * GOCC_PLAIN: see occupancy/use.h. A plain kernel has no explicit zeros and none of the rare
 * settings; all units of a plain model are powers of two.
 */
#ifndef GOCC_NVIDIA_USE_H
#define GOCC_NVIDIA_USE_H

#include "nvidia.h"

#include "occupancy/use.h"
#include "occupancy/validate.h"

GOCC_INLINE uint32_t gocc_nvidia_amount(uint32_t value)
{
    return GOCC_PLAIN ? value : gocc_amount(value);
}

GOCC_INLINE uint32_t gocc_nvidia_up(uint32_t value, uint32_t unit)
{
    return GOCC_PLAIN ? gocc_up_power(value, unit) : gocc_up(value, unit);
}

/* Sets the shared memory of a block: cuda_occupancy.h, lines 1378-1479. */
GOCC_INLINE void gocc_nvidia_use_shared(const struct gocc_nvidia_case *c, struct gocc_use *use)
{
    const struct gocc_model *m = c->model;
    const gpuocc_kernel *k = c->kernel;
    const uint32_t choice = gocc_nvidia_shared_choice(k->shared_limit, c->header);
    const int opt_in = choice == GPUOCC_SHARED_LIMIT_OPTIN;
    const uint64_t fixed = gocc_nvidia_amount(k->shared_bytes);
    const uint64_t all = GOCC_PLAIN ? gocc_shared_sum(k) : fixed + gocc_dynamic_shared(k);
    const uint64_t sum = all + m->shared_reserved_bytes;
    const uint32_t bound = gocc_nvidia_amount(k->max_dynamic_shared_bytes);
    const uint64_t taken = GOCC_PLAIN ? gocc_up_power((uint32_t)sum, m->shared_unit_bytes)
                                      : gocc_nvidia_rounded(sum, m->shared_unit_bytes);
    /* The header compares the request. If the units of a custom device do not divide the limit
     * without opt-in, this would reject blocks just below the limit, but not larger ones. */
    const uint64_t asked = c->header ? fixed + m->shared_reserved_bytes + bound : taken;
    const uint64_t most = GOCC_PLAIN
                              ? gocc_nvidia_shared_limit(m, m->max_shared_bytes_per_group,
                                                         m->shared_reserved_bytes, asked, opt_in)
                              : gocc_nvidia_block_limit(c->view, asked, choice);

    gocc_use_shared(use, all, taken);
    if (!GOCC_PLAIN)
        use->shared.capacity = gocc_nvidia_capacity(c->view, k, taken);
    use->refused |= (uint32_t)(taken > most) << GPUOCC_LIMIT_SHARED;
    if (gocc_nvidia_exceeds_bound(k, all - fixed, bound, c->header, opt_in))
        use->refused |= 1u << GPUOCC_LIMIT_SHARED;
}

GOCC_INLINE void gocc_nvidia_use_registers(const struct gocc_nvidia_case *c, struct gocc_use *use)
{
    const struct gocc_model *m = c->model;
    const uint32_t registers = gocc_nvidia_amount(c->kernel->registers_per_thread);
    const uint32_t per_warp = gocc_nvidia_up(registers * use->wave_size, m->register_unit);
    const uint32_t warps = gocc_nvidia_up(use->waves, m->partitions_per_core);

    gocc_use_registers(use, m->registers_per_partition, registers * use->threads, per_warp);
    use->refused |= (uint32_t)gocc_nvidia_registers_refused(m, per_warp, warps)
                    << GPUOCC_LIMIT_REGISTERS;
    if (!GOCC_PLAIN)
        gocc_nvidia_use_caching(c, use);
    /* 6.0 does not have partitioned global caching. */
    if (c->generation == 60 && per_warp != 0 && gocc_nvidia_four_refuse(m, per_warp, use->waves))
        use->refused |= 1u << GPUOCC_LIMIT_REGISTERS;
}

GOCC_INLINE void gocc_nvidia_use(const struct gocc_nvidia_case *c, struct gocc_use *use)
{
    const gpuocc_kernel *k = c->kernel;

    if (GOCC_PLAIN)
        gocc_start_use(use, c->model, k->threads_per_group, 32, 1);
    else
        gocc_start(use, c->model, k, 1);
    gocc_nvidia_use_shared(c, use);
    gocc_nvidia_use_registers(c, use);
    gocc_use_barriers(use, gocc_nvidia_amount(k->barriers_per_group));
    if (!c->header && k->max_threads_per_group != 0)
        gocc_use_bound(use, gocc_nvidia_amount(k->max_threads_per_group));
}

#endif
