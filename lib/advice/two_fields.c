/* SPDX-License-Identifier: MIT
 *
 * Finds the two-field step: changes of two amounts that help together where neither helps alone.
 */
#include "gpuocc/advice.h"

#include "advice/maximum.h"
#include "advice/steps.h"
#include "base/error.h"
#include "base/structs.h"
#include "occupancy/occupancy.h"
#include "occupancy/validate.h"

struct corner {
    uint32_t value[2];
    gpuocc_plateau there;
    double cost; /* sum of the relative changes */
};

/* Replaces the value of a field of the kernel. */
static void change(gpuocc_occupancy *occ, uint32_t field, uint32_t value)
{
    gocc_kernel_set(&occ->question.kernel, field, value != 0 ? value : GPUOCC_ZERO);
}

/* Sets the field `b` to `least` and finds the largest `a` that allows more waves, then the largest
 * `b` that does so with it. If both fields use the same file or pool and `least` is 0, the result
 * is one end of the line of pairs that allow more waves. Exchanging the fields finds the other end,
 * and no pair between them is cheaper. If the fields use different resources, there is only one
 * such pair, which both ways find. */
static int find_corner(const gpuocc_occupancy *occ, const uint32_t fields[2], int b, uint32_t least,
                       struct corner *corner)
{
    const struct gocc_question *q = &occ->question;
    const uint32_t a = fields[!b], other = fields[b];
    const uint32_t now_a = gocc_amount(gocc_kernel_word(&q->kernel, a));
    const uint32_t now_b = gocc_amount(gocc_kernel_word(&q->kernel, other));
    gpuocc_occupancy changed = *occ;
    gpuocc_plateau *there = &corner->there;
    int found;

    change(&changed, other, least);
    if (!gocc_find_more(&changed, a, now_a, GOCC_BELOW, occ->low.waves, there))
        return 0;
    corner->value[!b] = there->last;
    change(&changed, a, there->last);
    change(&changed, other, now_b);
    found = gocc_find_more(&changed, other, now_b, GOCC_BELOW, occ->low.waves, there);
    corner->value[b] = there->last;
    corner->cost =
        (double)(now_a - corner->value[!b]) / now_a + (double)(now_b - corner->value[b]) / now_b;
    return found;
}

/* Each discontinuity adds such a line, between two sums of shared memory. Memory per thread grows
 * by a whole group's at a time, so that it can skip a line. The ends of a line are found with the
 * smallest value of the field `b` that reaches its lower sum, together with all of the other field
 * or with as many bytes per thread as fit below. Returns the number of lines. A value of 0 means
 * that there is no such end, or that `b` is not required for it. */
static uint32_t line_ends(const gpuocc_occupancy *occ, const uint32_t fields[2], int b,
                          uint32_t least[GOCC_POOL_SIZES])
{
    struct gocc_question q = occ->question;
    const int each = fields[!b] == GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD;
    uint32_t i, count;

    if (each)
        q.kernel.dynamic_shared_bytes_per_thread = GPUOCC_ZERO;
    count = gocc_starts(&q, fields[b], least);
    for (i = 0; each && i != count; i++)
        least[i] %= q.kernel.threads_per_group;
    return count;
}

static void take(const gpuocc_occupancy *occ, const uint32_t fields[2], const struct corner *corner,
                 gpuocc_two_field_step *step)
{
    uint32_t i;

    for (i = 0; i < 2; i++) {
        step->fields[i] = fields[i];
        step->now[i] = gocc_amount(gocc_kernel_word(&occ->question.kernel, fields[i]));
        step->then[i] = corner->value[i];
    }
    step->groups = corner->there.groups;
    step->waves = corner->there.waves;
    step->limiters = corner->there.limiters;
}

/* Collects the set of fields that the kernel uses. Fails if one of them helps alone or is
 * unknown. */
static int32_t candidates(const gpuocc_occupancy *occ, uint32_t *set)
{
    gpuocc_step step;
    uint32_t i;
    int32_t status;

    *set = 0;
    for (i = 0; i < GOCC_AMOUNTS - 1; i++) {
        step.size = sizeof step;
        status = gocc_next(occ, gocc_amounts[i], &step);
        if (status == GPUOCC_OK)
            return GPUOCC_NOT_POSSIBLE;
        if (status == GPUOCC_NOT_KNOWN || status == GPUOCC_ERROR_MUST_BE_KNOWN)
            return status;
        if (status == GPUOCC_NOT_POSSIBLE && step.now != 0)
            *set |= 1u << gocc_amounts[i];
    }
    return GPUOCC_OK;
}

/* Searches two fields for a step that is cheaper than the best one. */
static void try_pair(const gpuocc_occupancy *occ, const uint32_t fields[2], int b, double *best,
                     gpuocc_two_field_step *step)
{
    uint32_t ends[GOCC_POOL_SIZES], i = line_ends(occ, fields, b, ends), least = 0;
    struct corner corner;

    for (;;) {
        if (find_corner(occ, fields, b, least, &corner) && corner.cost < *best - 1e-9) {
            *best = corner.cost;
            take(occ, fields, &corner, step);
        }
        if (i == 0)
            return;
        least = ends[--i];
    }
}

int32_t gocc_two_field_step(const gpuocc_occupancy *occupancy, gpuocc_two_field_step *step)
{
    gpuocc_occupancy scratch;
    const gpuocc_occupancy *occ;
    uint32_t fields[2], set;
    double best = 3; /* more than the cost of reducing both fields to 0 */
    int32_t status;

    occ = gocc_occupancy_whole(occupancy, &scratch);
    status = candidates(occ, &set);
    if (status != GPUOCC_OK)
        return status;
    for (fields[0] = GPUOCC_KERNEL_REGISTERS_PER_THREAD; fields[0] != GPUOCC_KERNEL_FIELD_COUNT;
         fields[0]++)
        for (fields[1] = fields[0] + 1; fields[1] != GPUOCC_KERNEL_FIELD_COUNT; fields[1]++)
            if ((set >> fields[0] & set >> fields[1] & 1) != 0) {
                try_pair(occ, fields, 1, &best, step);
                try_pair(occ, fields, 0, &best, step);
            }
    return best < 3 ? GPUOCC_OK : GPUOCC_NOT_POSSIBLE;
}

int32_t gpuocc_occupancy_two_field_step(const gpuocc_occupancy *occupancy,
                                        gpuocc_two_field_step *step, gpuocc_error *error)
{
    if (occupancy == NULL || step == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, occupancy == NULL ? 1 : 2);
    if (!gocc_can_write(step->size, sizeof *step))
        return gocc_fail_size(error, GPUOCC_ERROR_STRUCT_SIZE, 2, step->size, sizeof *step);
    return gocc_fail_advice(error, gocc_two_field_step(occupancy, step), occupancy,
                            GPUOCC_KERNEL_SIZE);
}
