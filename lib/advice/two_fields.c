/* SPDX-License-Identifier: MIT
 *
 * The two-field step: two amounts at once, where no single one helps.
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

/* The kernel with other values of two fields. */
static void change(gpuocc_occupancy *occ, uint32_t field, uint32_t value)
{
    gocc_kernel_set(&occ->question.kernel, field, value != 0 ? value : GPUOCC_ZERO);
}

/* With so little of the field `b`: the largest `a` that admits more waves, then the largest `b`
 * with it. Where the two are of one file or pool and `b` is 0 this is one end of the line of pairs
 * that do, the other end is found with the fields exchanged, and between them nothing is cheaper;
 * where they are not, there is one such pair, and both ways lead to it. */
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

/* Where groups start anew there are more such lines, each between two sums, and memory of each
 * thread, which grows by that of a whole group, can step over one. Its ends are found with what of
 * the field `b` reaches the lower sum: beside all of the other field, or beside as many bytes of
 * each thread as fit below. Returns how many lines; 0 is no such end, or `b` need not be there. */
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

/* Set of the fields that the kernel has something of. A field that helps alone, or one that nobody
 * knows, is an end to it. */
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

/* Looks for a cheaper step in two fields. */
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
    double best = 3; /* more than everything of both */
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
