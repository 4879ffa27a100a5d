/* SPDX-License-Identifier: MIT
 *
 * Computes the resources of a core that the resident groups leave unused, and how much of them no
 * single step can use.
 */
#include "advice/maximum.h"
#include "advice/steps.h"
#include "occupancy/occupancy.h"
#include "occupancy/validate.h"
#include "results/results.h"

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

/* Returns the status of both results, which depends on both ends. */
static int32_t status_of(const gpuocc_occupancy *occ, uint32_t limit)
{
    const struct gocc_placement *a = &occ->low;
    const struct gocc_placement *b = occ->question.range ? &occ->high : a;

    if (a->groups == GOCC_NO_LIMIT || limit == GPUOCC_LIMIT_LAUNCH ||
        a->groups_by[limit] == GOCC_NO_LIMIT)
        return a->open ? GPUOCC_NOT_KNOWN : GPUOCC_NOT_APPLICABLE;
    return a->open || b->groups_by[limit] == GOCC_LIMIT_UNKNOWN ? GPUOCC_NOT_KNOWN : GPUOCC_OK;
}

/* Most is unused where the fewest groups are resident. */
struct gocc_end gocc_result_unused(const gpuocc_occupancy *occ, const struct gocc_placement *p,
                                   uint32_t limit, const struct gocc_end *upper)
{
    const struct gocc_placement *other = !occ->question.range ? p
                                         : upper == NULL      ? &occ->low
                                                              : &occ->high;
    struct gocc_end end = gocc_end_of(0, status_of(occ, limit));

    if (end.status == GPUOCC_OK)
        end.value = left(p->capacity[limit], other->groups, other->allocated[limit]);
    return end;
}

struct gocc_end gocc_result_wasted(const gpuocc_occupancy *occ, const struct gocc_placement *p,
                                   uint32_t limit, const struct gocc_end *upper)
{
    struct gocc_end end = gocc_result_unused(occ, p, limit, upper);

    if (end.status == GPUOCC_OK && upper != NULL)
        end.value = 0;
    if (end.status == GPUOCC_OK && !occ->question.range)
        end.value = wasted(occ, limit, end.value);
    return end;
}
