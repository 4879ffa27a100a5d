/* SPDX-License-Identifier: MIT
 *
 * NVIDIA: partitioned global caching, which may confine blocks to halves of the SM.
 */
#include "nvidia.h"

#include "occupancy/use.h"
#include "occupancy/validate.h"

/* Partitioned global caching confines a block to one half of the SM. 5.2, 5.3, and 6.x except 6.0
 * have it (cuda_occupancy.h 1192-1206). */
static int has_global_caching(uint32_t generation)
{
    return generation == 52 || generation == 53 || (generation > 60 && generation < 70);
}

/* Whether caching is given up within a range of registers whose maximum is rejected. A range
 * evaluates only the bounds of the registers. If any accepted number gives up caching, the largest
 * one does: with it, the warps of a block, rounded up to the sub-partitions, have all registers of
 * a block. */
static int gives_up(const struct gocc_question *q, const struct gocc_model *m, uint32_t warps)
{
    const uint64_t file = m->registers_per_partition;

    if ((q->range >> GPUOCC_KERNEL_REGISTERS_PER_THREAD & 1) == 0 ||
        q->kernel.global_caching != GPUOCC_GLOBAL_CACHING_ON)
        return 0;
    /* Not 0: a block has been rejected because of this limit. */
    return file * gocc_up(warps, m->partitions_per_core) / m->max_registers_per_group *
               (m->partitions_per_core / 2) <
           warps;
}

/* Whether half of a custom SM has slots for a block. If not, caching is given up even with few
 * registers. The header considers registers only, and answers 0 blocks. */
static int half_holds(const struct gocc_nvidia_case *c, const struct gocc_use *use)
{
    return c->header || c->kernel->global_caching == GPUOCC_GLOBAL_CACHING_STRICT ||
           (use->partitions > 1 && use->slots / 2 >= use->waves);
}

void gocc_nvidia_use_caching(const struct gocc_nvidia_case *c, struct gocc_use *use)
{
    const struct gocc_model *m = c->model;
    const gpuocc_kernel *k = c->kernel;
    const uint32_t generation = c->generation;
    const uint32_t per_warp = (uint32_t)use->registers.taken;
    const uint32_t halves = 1u << GPUOCC_LIMIT_REGISTERS;
    int caching = k->global_caching >= GPUOCC_GLOBAL_CACHING_ON && has_global_caching(generation) &&
                  half_holds(c, use);
    uint32_t waves;
    /* The header allows 255 registers, and from 7.0 on 256 (cuda_occupancy.h, executed). */
    const uint32_t most = !c->header ? m->max_registers_per_thread : generation >= 70 ? 256 : 255;

    if (gocc_amount(k->registers_per_thread) > most)
        use->refused |= halves;
    if ((use->refused & halves) != 0) {
        caching = caching && !gives_up(c->question, m, use->waves);
    } else if (caching && per_warp != 0) {
        waves = m->registers_per_partition / per_warp * (m->partitions_per_core / 2) * 2;
        caching = waves / 2 >= use->waves || k->global_caching == GPUOCC_GLOBAL_CACHING_STRICT;
        use->register_waves =
            caching ? waves : m->registers_per_partition / per_warp * m->partitions_per_core;
        if (caching)
            use->halved |= halves;
    }
    if (caching)
        use->halved |= 1u << GPUOCC_LIMIT_WAVES;
    else if (k->global_caching >= GPUOCC_GLOBAL_CACHING_ON)
        use->notes |= 1u << GPUOCC_NOTE_GLOBAL_CACHING_OFF;
}
