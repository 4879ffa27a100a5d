/* SPDX-License-Identifier: MIT
 *
 * Finds the largest value of one field for a required number of groups or waves.
 */
#include "gpuocc/advice.h"

#include "advice/maximum.h"
#include "base/error.h"
#include "occupancy/occupancy.h"
#include "occupancy/use.h"
#include "occupancy/validate.h"

/* The query: at least `count` of a target, with one field varied. */
struct inverse {
    struct gocc_question question;
    uint32_t field, target, count, partitions;
    int open; /* 1: an unknown limit was encountered */
    int none; /* 1: the convention does not define the target */
};

int gocc_place_with(const struct gocc_question *question, uint32_t field, uint32_t value,
                    struct gocc_placement *placement)
{
    struct gocc_question q = *question;

    gocc_kernel_set(&q.kernel, field, value != 0 ? value : GPUOCC_ZERO);
    if (gocc_readmit(&q, NULL) != GPUOCC_OK)
        return 0;
    gocc_place(&q, placement);
    return 1;
}

int gocc_answer_with(const struct gocc_question *question, uint32_t field, uint32_t value,
                     struct gocc_point *point)
{
    const struct gocc_question *q = question;
    gpuocc_kernel kernel = q->kernel;
    struct gocc_placement p;
    gpuocc_answer answer;

    gocc_kernel_set(&kernel, field, value != 0 ? value : GPUOCC_ZERO);
    if (q->model->plain &&
        q->rules->hooks->fast(q->device, q->model, q->convention, &kernel, &answer) &&
        answer.groups != GPUOCC_UNKNOWN) {
        point->groups = answer.groups;
        point->waves = answer.waves;
        point->limiters = answer.limiters;
        point->open = 0;
        return 1;
    }
    if (!gocc_place_with(q, field, value, &p))
        return 0;
    point->groups = p.groups;
    point->waves = p.waves;
    point->limiters = p.limiters;
    point->open = p.open;
    return 1;
}

void gocc_fall(const struct gocc_question *question, uint32_t field, uint32_t value,
               uint32_t *first, uint32_t *last)
{
    uint32_t starts[GOCC_POOL_SIZES], i = gocc_starts(question, field, starts);

    *first = 0;
    *last = UINT32_MAX;
    while (i-- != 0)
        if (starts[i] > value)
            *last = gocc_min(*last, starts[i] - 1);
        else
            *first = starts[i] > *first ? starts[i] : *first;
}

static int reaches(struct inverse *inverse, uint32_t value)
{
    struct gocc_point p;
    uint32_t reached;

    if (!gocc_answer_with(&inverse->question, inverse->field, value, &p))
        return 0;
    inverse->open |= p.open != 0;
    reached = inverse->target == GPUOCC_TARGET_GROUPS ? p.groups : p.waves;
    if (reached == GOCC_NO_LIMIT) {
        inverse->none |= p.open == 0;
        return 0;
    }
    if (inverse->target == GPUOCC_TARGET_WAVES_PER_PARTITION)
        reached /= inverse->partitions;
    return reached >= inverse->count;
}

/* Bisects between a value that reaches the target and one that does not. */
static uint32_t last_that_does(struct inverse *inverse, uint32_t does, uint32_t does_not)
{
    uint32_t middle;

    while (does_not - does > 1) {
        middle = does + (does_not - does) / 2;
        if (reaches(inverse, middle))
            does = middle;
        else
            does_not = middle;
    }
    return does;
}

static int32_t most_amount(struct inverse *inverse, uint32_t *value)
{
    const struct gocc_question *q = &inverse->question;
    uint32_t does_not = gocc_largest(q, inverse->field), first, last;

    if (reaches(inverse, does_not)) {
        *value = does_not;
        return GPUOCC_OK;
    }
    for (; does_not != 0; does_not = first) {
        gocc_fall(q, inverse->field, does_not - 1, &first, &last);
        if (reaches(inverse, first)) {
            *value = last_that_does(inverse, first, does_not);
            return GPUOCC_OK;
        }
    }
    return GPUOCC_NOT_POSSIBLE;
}

/* Tries every size, because the number of waves is not monotone in the number of threads. */
static int32_t most_threads(struct inverse *inverse, uint32_t *value)
{
    uint32_t threads = gocc_largest_group(&inverse->question);

    while (threads != 0 && !reaches(inverse, threads))
        threads--;
    *value = threads;
    return threads != 0 ? GPUOCC_OK : GPUOCC_NOT_POSSIBLE;
}

/* Returns the first unknown field other than `field`, or 0. A wave size that the compiler chooses
 * is not a field of its own: it is chosen for each value. */
static uint32_t first_unknown(const struct gocc_question *q, uint32_t field)
{
    uint32_t other;

    for (other = GPUOCC_KERNEL_THREADS_PER_GROUP; other < GPUOCC_KERNEL_FIELD_COUNT; other++)
        if (other != field && gocc_kernel_word(&q->kernel, other) == GPUOCC_UNKNOWN &&
            !(other == GPUOCC_KERNEL_WAVE_SIZE && q->chooses_wave))
            return other;
    return 0;
}

int32_t gocc_free_field(const struct gocc_question *question, uint32_t field)
{
    const struct gocc_question *q = question;
    const struct gocc_field_rule *rule;

    if (field == 0 || field >= GPUOCC_KERNEL_FIELD_COUNT || field == GPUOCC_KERNEL_WAVE_SIZE)
        return GPUOCC_ERROR_FIELD;
    rule = &q->rules->fields(q->convention)[field];
    if (rule->use == GOCC_ABSENT || gocc_field_max(q, field) == 0)
        return GPUOCC_ERROR_NO_RESOURCE;
    if (rule->use == GOCC_IGNORED)
        return GPUOCC_NOT_APPLICABLE;
    if (rule->use != GOCC_AMOUNT)
        return GPUOCC_ERROR_FIELD;
    return first_unknown(q, field) != 0 ? GPUOCC_ERROR_MUST_BE_KNOWN : GPUOCC_OK;
}

int32_t gocc_fail_advice(gpuocc_error *error, int32_t status, const gpuocc_occupancy *occupancy,
                         uint32_t field)
{
    if (error == NULL || status == GPUOCC_OK)
        return status;
    if (status == GPUOCC_ERROR_MUST_BE_KNOWN)
        field = first_unknown(&occupancy->question, 0);
    return gocc_fail_field_alone(error, status,
                                 field != 0 ? GPUOCC_SCOPE_KERNEL : GPUOCC_SCOPE_NONE, field,
                                 gpuocc_device_name(occupancy->question.device));
}

static int32_t most(const gpuocc_occupancy *occupancy, uint32_t field, uint32_t target,
                    uint32_t count, uint32_t *value)
{
    struct inverse inverse;
    gpuocc_occupancy scratch;
    uint32_t found = 0;
    int32_t status;

    occupancy = gocc_occupancy_whole(occupancy, &scratch);
    inverse.question = occupancy->question;
    inverse.partitions = occupancy->low.partitions;
    inverse.field = field;
    inverse.target = target;
    inverse.count = count;
    inverse.open = inverse.none = 0;
    status = gocc_free_field(&inverse.question, field);
    if (status < 0)
        return status;

    status = GPUOCC_NOT_APPLICABLE;
    if (inverse.question.rules->hooks->most != NULL && target == GPUOCC_TARGET_GROUPS)
        status = inverse.question.rules->hooks->most(&inverse.question, field, count, &found);
    if (status == GPUOCC_NOT_APPLICABLE)
        status = field == GPUOCC_KERNEL_THREADS_PER_GROUP ? most_threads(&inverse, &found)
                                                          : most_amount(&inverse, &found);
    if (inverse.open)
        return GPUOCC_NOT_KNOWN;
    if (inverse.none)
        return GPUOCC_NOT_APPLICABLE;
    if (status == GPUOCC_OK)
        *value = found;
    return status;
}

int32_t gpuocc_occupancy_maximum(const gpuocc_occupancy *occupancy, uint32_t field, uint32_t target,
                                 uint32_t count, uint32_t *value, gpuocc_error *error)
{
    if (occupancy == NULL || value == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, occupancy == NULL ? 1 : 5);
    if (target > GPUOCC_TARGET_WAVES_PER_PARTITION)
        return gocc_fail_size(error, GPUOCC_ERROR_FIELD, 3, target,
                              GPUOCC_TARGET_WAVES_PER_PARTITION);
    if (count == 0)
        return gocc_fail_size(error, GPUOCC_ERROR_REQUIRED, 4, 0, UINT32_MAX);
    return gocc_fail_advice(error, most(occupancy, field, target, count, value), occupancy, field);
}
