/* SPDX-License-Identifier: MIT
 *
 * Finds kernels that reach the bounds of a range.
 */
#include "gpuocc/advice.h"

#include "advice/bounds.h"
#include "advice/maximum.h"
#include "base/error.h"
#include "base/structs.h"
#include "occupancy/range.h"
#include "occupancy/use.h"
#include "occupancy/validate.h"

/* One bound of one result, and a kernel that reaches it. */
struct search_end {
    gpuocc_occupancy *point;
    uint32_t result, index, end;
    uint64_t wanted;
};

/* Reads one bound of a result. A limit that does not exist allows any number of groups. */
static int32_t end_of(const gpuocc_occupancy *occ, const struct search_end *s, uint64_t *value)
{
    const int32_t status = gpuocc_occupancy_get(occ, s->result, s->index, s->end ? NULL : value,
                                                s->end ? value : NULL);

    if (status == GPUOCC_NOT_APPLICABLE && s->result == GPUOCC_RESULT_LIMIT) {
        *value = UINT64_MAX;
        return GPUOCC_OK;
    }
    return status;
}

static int has_end(struct search_end *s)
{
    uint64_t value;

    s->point->question.range = 0;
    gocc_choose_wave(&s->point->question);
    gocc_place(&s->point->question, &s->point->low);
    return end_of(s->point, s, &value) == GPUOCC_OK && value == s->wanted;
}

/* Whether the point still reaches the bound with another value of a field. */
static int holds(struct search_end *s, uint32_t field, uint32_t value)
{
    gocc_kernel_set(&s->point->question.kernel, field, value != 0 ? value : GPUOCC_ZERO);
    return gocc_readmit(&s->point->question, NULL) == GPUOCC_OK && has_end(s);
}

/* Moves an amount towards its opposite bound while the result is unchanged, also across
 * discontinuities. */
static void move_towards(struct search_end *s, uint32_t field, uint32_t other)
{
    const struct gocc_question start = s->point->question;
    uint32_t good = gocc_amount(gocc_kernel_word(&start.kernel, field));
    uint32_t bad = gocc_amount(other), beyond = bad, first, last, middle;

    gocc_fall(&start, field, good, &first, &last);
    if (bad > last) {
        beyond = last + 1;
        bad = last;
    } else if (bad < first) {
        beyond = first - 1;
        bad = first;
    }
    for (middle = bad; good != bad;
         middle = good < bad ? good + (bad - good) / 2 : bad + (good - bad) / 2) {
        s->point->question = start;
        if (holds(s, field, middle))
            good = middle;
        else
            bad = middle;
        if ((good < bad ? bad - good : good - bad) <= 1)
            break;
    }
    s->point->question = start;
    if (good == bad && beyond != bad && holds(s, field, beyond)) {
        move_towards(s, field, other);
        return;
    }
    s->point->question = start;
    gocc_kernel_set(&s->point->question.kernel, field, good != 0 ? good : GPUOCC_ZERO);
}

static int find_point(struct search_end *s, const struct gocc_question *question)
{
    const uint32_t count = gocc_candidate_count(question);
    struct gocc_question other;
    uint32_t i, field;

    for (i = 0; i < count; i++)
        if (gocc_candidate(question, i, &s->point->question) && has_end(s))
            break;
    if (i == count)
        return 0;
    (void)gocc_candidate(question, gocc_other_end(question, i), &other);
    for (field = GPUOCC_KERNEL_REGISTERS_PER_THREAD; field != GPUOCC_KERNEL_FIELD_COUNT; field++)
        if (gocc_kernel_word(&question->kernel, field) == GPUOCC_UNKNOWN)
            move_towards(s, field, gocc_kernel_word(&other.kernel, field));
    return has_end(s);
}

int32_t gocc_bound_point(const gpuocc_occupancy *occ, uint32_t result, uint32_t index, uint32_t end,
                         gpuocc_occupancy *point)
{
    struct search_end s = {.point = point, .result = result, .index = index, .end = end};
    const gpuocc_occupancy *whole = gocc_occupancy_whole(occ, point);
    const struct gocc_question question = whole->question;
    const int32_t status =
        gpuocc_occupancy_get(whole, result, index, end ? NULL : &s.wanted, end ? &s.wanted : NULL);

    *point = *whole;
    if (status == GPUOCC_OK && question.range && !find_point(&s, &question))
        return GPUOCC_NOT_POSSIBLE;
    return status;
}

int32_t gpuocc_occupancy_bound(const gpuocc_occupancy *occupancy, uint32_t result, uint32_t index,
                               uint32_t bound, gpuocc_kernel *kernel, gpuocc_error *error)
{
    gpuocc_occupancy point;
    uint32_t size;
    int32_t status;

    if (occupancy == NULL || kernel == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, occupancy == NULL ? 1 : 5);
    size = kernel->size;
    if (!gocc_can_write(size, sizeof *kernel))
        return gocc_fail_size(error, GPUOCC_ERROR_STRUCT_SIZE, 5, size, sizeof *kernel);
    if (result >= GPUOCC_RESULT_COUNT)
        return gocc_fail(error, GPUOCC_ERROR_FIELD, GPUOCC_SCOPE_ARGUMENT, 2, result,
                         GPUOCC_RESULT_COUNT - 1);
    if (index >= gpuocc_result_indices(result))
        return gocc_fail(error, GPUOCC_ERROR_INDEX, GPUOCC_SCOPE_ARGUMENT, 3, index,
                         gpuocc_result_indices(result) - 1);
    if (bound > GPUOCC_BOUND_UPPER)
        return gocc_fail(error, GPUOCC_ERROR_FIELD, GPUOCC_SCOPE_ARGUMENT, 4, bound,
                         GPUOCC_BOUND_UPPER);
    status = gocc_bound_point(occupancy, result, index, bound, &point);
    if (status != GPUOCC_OK)
        return gocc_fail_advice(error, status, occupancy, GPUOCC_KERNEL_SIZE);
    *kernel = point.question.kernel;
    kernel->size = size;
    return GPUOCC_OK;
}
