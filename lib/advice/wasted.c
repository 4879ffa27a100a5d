/* SPDX-License-Identifier: MIT
 *
 * Computes the resources of a core that the resident groups leave unused, and how much of them no
 * single step can use.
 */
#include "advice/maximum.h"
#include "advice/steps.h"
#include "occupancy/occupancy.h"
#include "occupancy/validate.h"

const uint8_t gocc_amounts[GOCC_AMOUNTS] = {GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                                            GPUOCC_KERNEL_ACCUMULATORS_PER_THREAD,
                                            GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE,
                                            GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD,
                                            GPUOCC_KERNEL_GRF_COUNT,
                                            GPUOCC_KERNEL_SHARED_BYTES,
                                            GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,
                                            GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD,
                                            GPUOCC_KERNEL_BARRIERS_PER_GROUP,
                                            GPUOCC_KERNEL_VIRTUAL_RESOURCES,
                                            GPUOCC_KERNEL_THREADS_PER_GROUP};

/* Returns the capacity that the groups leave unused; 0 if they use more than there is according to
 * a tool. */
static uint64_t left(uint64_t capacity, uint32_t groups, uint64_t allocated)
{
    if (groups != 0 && allocated > capacity / groups)
        return 0;
    return capacity - groups * allocated;
}

/* Lowers *least to what stays unused after this change. This also counts a resource that does not
 * limit any more, such as registers that suffice for every wave slot. The step has been evaluated:
 * the value is valid and nothing is undecided. */
static void lessen(const struct gocc_question *question, uint32_t field, uint32_t value,
                   uint32_t limit, uint64_t *least)
{
    struct gocc_placement p;
    uint64_t leaves;

    (void)gocc_place_with(question, field, value, &p);
    leaves = left(p.capacity[limit], p.groups, p.allocated[limit]);
    if (leaves < *least)
        *least = leaves;
}

static uint64_t wasted(const gpuocc_occupancy *occ, uint32_t limit, uint64_t unused)
{
    gpuocc_step step;
    uint32_t i;
    int32_t status;

    for (i = 0; i < GOCC_AMOUNTS; i++) {
        step.size = sizeof step;
        status = gocc_next(occ, gocc_amounts[i], &step);
        if (status == GPUOCC_OK)
            lessen(&occ->question, gocc_amounts[i], step.then, limit, &unused);
        if (status == GPUOCC_OK || status == GPUOCC_NOT_POSSIBLE)
            lessen(&occ->question, gocc_amounts[i], step.slack, limit, &unused);
    }
    return unused;
}

int32_t gocc_unused(const gpuocc_occupancy *occupancy, uint32_t result, uint32_t limit,
                    uint64_t *low, uint64_t *high)
{
    gpuocc_occupancy scratch;
    const gpuocc_occupancy *occ = gocc_occupancy_whole(occupancy, &scratch);
    const struct gocc_placement *a = &occ->low;
    const struct gocc_placement *b = occ->question.range ? &occ->high : a;
    uint64_t least, most;

    if (a->groups == GOCC_NO_LIMIT || limit == GPUOCC_LIMIT_LAUNCH ||
        a->groups_by[limit] == GOCC_NO_LIMIT)
        return a->open ? GPUOCC_NOT_KNOWN : GPUOCC_NOT_APPLICABLE;
    if (a->open || b->groups_by[limit] == GOCC_LIMIT_UNKNOWN)
        return GPUOCC_NOT_KNOWN;
    most = left(b->capacity[limit], a->groups, a->allocated[limit]);
    least = most;
    if (b != a)
        least = result == GPUOCC_RESULT_WASTED
                    ? 0
                    : left(a->capacity[limit], b->groups, b->allocated[limit]);
    else if (result == GPUOCC_RESULT_WASTED)
        least = most = wasted(occ, limit, most);
    if (low != NULL)
        *low = least;
    if (high != NULL)
        *high = most;
    return GPUOCC_OK;
}
