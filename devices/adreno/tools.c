/* SPDX-License-Identifier: MIT
 *
 * Computes what Mesa's compiler prints as "Max Waves Per Core": waves, not whole groups. Its rules
 * of 2025 and 2026 differ in how waves share the branch stack.
 */
#include "adreno.h"

#include "occupancy/validate.h"

static int is_of_2026(uint32_t convention)
{
    return convention == GPUOCC_CONVENTION_MESA_2026 ||
           convention == GPUOCC_CONVENTION_MESA_2026_FP16;
}

/* Returns the number of waves that the branch stack allows. Before 2026, each partition has the
 * entries of one full wave.
 */
static uint32_t by_branches(const struct gocc_question *q, const struct gocc_use *use)
{
    const uint32_t branches = gocc_amount(q->kernel.virtual_resources);

    if (branches == 0)
        return use->slots;
    if (!is_of_2026(q->convention))
        return GOCC_ADRENO_BRANCHES / branches * use->partitions;
    return (uint32_t)(use->virtuals.capacity * use->waves / use->virtuals.taken);
}

void gocc_adreno_finish_mesa(const struct gocc_question *question, const struct gocc_use *use,
                             struct gocc_placement *placement)
{
    const uint32_t groups = gocc_pool_groups(&use->shared);
    const uint32_t branches = by_branches(question, use);
    const uint32_t shared = groups != GOCC_NO_LIMIT ? groups * use->waves : use->slots;
    const uint32_t apart = gocc_min(use->slots, gocc_min(branches, shared));
    struct gocc_placement *p = placement;

    p->waves_per_group = gocc_waves(use->threads, use->wave_size);
    p->groups_by[GPUOCC_LIMIT_VIRTUAL] = gocc_amount(question->kernel.virtual_resources) != 0
                                             ? branches / use->waves
                                             : GOCC_NO_LIMIT;
    p->waves = gocc_min(apart, use->register_waves);
    p->limiters = (uint32_t)(p->waves == use->slots) << GPUOCC_LIMIT_WAVES |
                  (uint32_t)(p->waves == use->register_waves) << GPUOCC_LIMIT_REGISTERS |
                  (uint32_t)(p->waves == shared) << GPUOCC_LIMIT_SHARED |
                  (uint32_t)(p->waves == branches) << GPUOCC_LIMIT_VIRTUAL;
    /* Mesa rejects a kernel with a barrier if its groups do not fit. In 2025 it compared the number
     * of waves with the number of pairs in a group. */
    if (gocc_amount(question->kernel.barriers_per_group) != 0 &&
        apart < (is_of_2026(question->convention) ? use->waves : use->waves / use->partitions)) {
        p->waves = 0;
        p->limiters = 1u << GPUOCC_LIMIT_BARRIERS;
    }
    p->groups = GOCC_NO_LIMIT;
    p->waves_per_partition = (p->waves + p->partitions - 1) / p->partitions;
}
