/* SPDX-License-Identifier: MIT
 *
 * Computes occupancy as a function of one field: plateaus, the next step, and padding.
 */
#include "gpuocc/advice.h"

#include "advice/maximum.h"
#include "advice/steps.h"
#include "base/error.h"
#include "base/structs.h"
#include "occupancy/occupancy.h"
#include "occupancy/use.h"
#include "occupancy/validate.h"

/* The field that varies, and whether an answer was undecided. */
struct walk {
    const struct gocc_question *question;
    uint32_t field;
    int open;
};

static int place_at(struct walk *walk, uint32_t value, struct gocc_point *point)
{
    if (!gocc_answer_with(walk->question, walk->field, value, point))
        return 0;
    walk->open |= point->open != 0 || point->groups == GOCC_NO_LIMIT;
    return 1;
}

static int same(struct walk *walk, uint32_t value, const struct gocc_point *as)
{
    struct gocc_point p;

    return place_at(walk, value, &p) && p.groups == as->groups && p.waves == as->waves;
}

static uint32_t beside(uint32_t value, enum gocc_side side, uint32_t distance)
{
    return side == GOCC_ABOVE ? value + distance : value - distance;
}

/* Returns how far the answer `as` of `value` extends in one direction, at most `room`. The number
 * of groups only falls within this distance, so that no other answer lies between two values with
 * equal groups and waves. */
static uint32_t reach(struct walk *walk, uint32_t value, enum gocc_side side, uint32_t room,
                      const struct gocc_point *as)
{
    uint32_t has = 0, has_not = room, middle;

    if (same(walk, beside(value, side, room), as))
        return room;
    while (has_not - has > 1) {
        middle = has + (has_not - has) / 2;
        if (same(walk, beside(value, side, middle), as))
            has = middle;
        else
            has_not = middle;
    }
    return has;
}

/* Returns the end of a plateau in one direction, not beyond `end`. A plateau can extend across a
 * discontinuity.
 */
static uint32_t end_of(struct walk *walk, uint32_t value, enum gocc_side side, uint32_t end,
                       const struct gocc_point *as)
{
    uint32_t first, last, stop, room;

    for (;;) {
        gocc_fall(walk->question, walk->field, value, &first, &last);
        stop = side == GOCC_ABOVE ? gocc_min(last, end) : first > end ? first : end;
        room = side == GOCC_ABOVE ? stop - value : value - stop;
        value = beside(value, side, reach(walk, value, side, room, as));
        if (value != stop || stop == end || !same(walk, beside(value, side, 1), as))
            return value;
        value = beside(value, side, 1);
    }
}

static uint32_t least_of(uint32_t field)
{
    return field == GPUOCC_KERNEL_THREADS_PER_GROUP ? 1 : 0;
}

/* Returns the largest value that the device accepts with all other fields unchanged. */
static uint32_t last_accepted(const struct gocc_question *q, uint32_t field)
{
    return gocc_last_admitted(q, field, least_of(field), gocc_largest(q, field));
}

int32_t gocc_plateau(const gpuocc_occupancy *occupancy, uint32_t field, uint32_t value,
                     gpuocc_plateau *plateau)
{
    struct gocc_point p;
    struct walk walk = {NULL, field, 0};
    gpuocc_occupancy scratch;
    uint32_t first, last;
    int32_t status;

    walk.question = &gocc_occupancy_whole(occupancy, &scratch)->question;
    status = gocc_free_field(walk.question, field);
    if (status < 0)
        return status;
    first = least_of(field);
    last = last_accepted(walk.question, field);
    if (value < first || value > last || !place_at(&walk, value, &p))
        return GPUOCC_ERROR_INDEX;
    first = end_of(&walk, value, GOCC_BELOW, first, &p);
    last = end_of(&walk, value, GOCC_ABOVE, last, &p);
    if (walk.open)
        return GPUOCC_NOT_KNOWN;
    plateau->first = first;
    plateau->last = last;
    plateau->groups = p.groups;
    plateau->waves = p.waves;
    plateau->limiters = p.limiters;
    return GPUOCC_OK;
}

int gocc_find_more(const gpuocc_occupancy *occ, uint32_t field, uint32_t from, enum gocc_side side,
                   uint32_t waves, gpuocc_plateau *s)
{
    uint32_t value = from;

    for (;;) {
        s->size = sizeof *s;
        value = beside(value, side, 1); /* no plateau is below the smallest value */
        if (gocc_plateau(occ, field, value, s) != GPUOCC_OK)
            return 0;
        if (s->waves > waves)
            return 1;
        value = side == GOCC_ABOVE ? s->last : s->first;
    }
}

int32_t gocc_next(const gpuocc_occupancy *occupancy, uint32_t field, gpuocc_step *step)
{
    gpuocc_plateau here, more;
    gpuocc_occupancy scratch;
    uint32_t now;
    int below, above = 0;
    int32_t status;

    if (field >= GPUOCC_KERNEL_FIELD_COUNT)
        return GPUOCC_ERROR_FIELD;
    occupancy = gocc_occupancy_whole(occupancy, &scratch);
    now = gocc_amount(gocc_kernel_word(&occupancy->question.kernel, field));
    if (now == GPUOCC_UNKNOWN)
        return GPUOCC_ERROR_MUST_BE_KNOWN;
    here.size = sizeof here;
    status = gocc_plateau(occupancy, field, now, &here);
    if (status < 0)
        return status;
    step->now = now;
    step->slack = here.last;
    below = gocc_find_more(occupancy, field, here.first, GOCC_BELOW, here.waves, &more);
    if (!below && field == GPUOCC_KERNEL_THREADS_PER_GROUP)
        above = gocc_find_more(occupancy, field, here.last, GOCC_ABOVE, here.waves, &more);
    if (!below && !above)
        return GPUOCC_NOT_POSSIBLE;
    /* A step to larger groups leads to the end of the plateau. If each thread uses shared memory,
     * that end uses more of it than the value that was evaluated, and its limiters can differ. */
    if (above) {
        (void)gocc_plateau(occupancy, field, more.last, &more);
        /* If not all waves of a group have to be resident, more threads may make no difference. */
        more.last = gocc_min(more.last, gocc_up(more.first, occupancy->question.kernel.wave_size));
    }
    step->then = more.last;
    step->groups = more.groups;
    step->waves = more.waves;
    step->limiters = more.limiters;
    return GPUOCC_OK;
}

static int32_t pad(const gpuocc_occupancy *occupancy, uint32_t groups, uint32_t *bytes)
{
    const uint32_t field = GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES;
    gpuocc_plateau s;
    gpuocc_occupancy scratch;
    uint32_t now, value;
    int32_t status;

    occupancy = gocc_occupancy_whole(occupancy, &scratch);
    now = gocc_kernel_word(&occupancy->question.kernel, field);
    if (now == GPUOCC_UNKNOWN)
        return GPUOCC_ERROR_MUST_BE_KNOWN;
    now = gocc_amount(now);
    s.size = sizeof s;
    for (value = now;; value = s.last + 1) {
        status = gocc_plateau(occupancy, field, value, &s);
        if (status != GPUOCC_OK)
            return status == GPUOCC_ERROR_INDEX ? GPUOCC_NOT_POSSIBLE : status;
        if (s.groups == groups) {
            *bytes = value - now;
            return GPUOCC_OK;
        }
    }
}

int32_t gpuocc_occupancy_plateau(const gpuocc_occupancy *occupancy, uint32_t field, uint32_t value,
                                 gpuocc_plateau *plateau, gpuocc_error *error)
{
    if (occupancy == NULL || plateau == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, occupancy == NULL ? 1 : 4);
    if (!gocc_can_write(plateau->size, sizeof *plateau))
        return gocc_fail_size(error, GPUOCC_ERROR_STRUCT_SIZE, 4, plateau->size, sizeof *plateau);
    return gocc_fail_advice(error, gocc_plateau(occupancy, field, value, plateau), occupancy,
                            field);
}

int32_t gpuocc_occupancy_next_step(const gpuocc_occupancy *occupancy, uint32_t field,
                                   gpuocc_step *step, gpuocc_error *error)
{
    if (occupancy == NULL || step == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, occupancy == NULL ? 1 : 3);
    if (!gocc_can_write(step->size, sizeof *step))
        return gocc_fail_size(error, GPUOCC_ERROR_STRUCT_SIZE, 3, step->size, sizeof *step);
    return gocc_fail_advice(error, gocc_next(occupancy, field, step), occupancy, field);
}

int32_t gpuocc_occupancy_pad(const gpuocc_occupancy *occupancy, uint32_t groups, uint32_t *bytes,
                             gpuocc_error *error)
{
    if (occupancy == NULL || bytes == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, occupancy == NULL ? 1 : 3);
    if (groups == 0)
        return gocc_fail_size(error, GPUOCC_ERROR_REQUIRED, 2, 0, UINT32_MAX);
    return gocc_fail_advice(error, pad(occupancy, groups, bytes), occupancy,
                            GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES);
}
