/* SPDX-License-Identifier: MIT
 *
 * The inverse question: how much of one field for so many groups.
 */
#include "gpuocc/advice.h"

#include "admit.h"
#include "most.h"
#include "occupancy.h"
#include "take.h"

/* What is asked: at least `count` of a target, one field free. */
struct inverse {
    struct gocc_question question;
    uint32_t field, target, count;
    int open; /* a limit that nobody knows was met */
    int none; /* the convention does not count the target */
};

int gocc_place_with(const struct gocc_question *question, uint32_t field, uint32_t value,
                    struct gocc_placement *placement)
{
    struct gocc_question q = *question;

    gocc_kernel_set(&q.kernel, field, value != 0 ? value : GPUOCC_ZERO);
    if (gocc_readmit(&q, NULL) != GPUOCC_OK)
        return 0;
    q.rules->place(&q, placement);
    return 1;
}

uint32_t gocc_last_admitted(const struct gocc_question *question, uint32_t field, uint32_t does,
                            uint32_t max)
{
    uint32_t does_not = max, middle = max;
    struct gocc_question q;

    for (;;) {
        q = *question;
        gocc_kernel_set(&q.kernel, field, middle);
        if (gocc_readmit(&q, NULL) == GPUOCC_OK)
            does = middle;
        else
            does_not = middle;
        if (does == max || does_not - does <= 1)
            return does;
        middle = does + (does_not - does) / 2;
    }
}

/* No device has so much of anything, and the tools' sums do not wrap around below it. */
#define LARGEST_FOR_TOOLS (1u << 20)

uint32_t gocc_largest(const struct gocc_question *question, uint32_t field)
{
    const uint32_t max = gocc_field_max(question, field);

    return question->convention != GPUOCC_CONVENTION_DEFAULT && max > LARGEST_FOR_TOOLS
               ? LARGEST_FOR_TOOLS
               : max;
}

/* Shared memory of a group with another value of a field. */
static uint64_t shared_with(const struct gocc_question *question, uint32_t field, uint32_t value)
{
    gpuocc_kernel k = question->kernel;

    gocc_kernel_set(&k, field, value);
    return gocc_amount(k.shared_bytes) + gocc_dynamic_shared(&k);
}

uint32_t gocc_starts(const struct gocc_question *question, uint32_t field,
                     uint32_t starts[GOCC_POOL_SIZES])
{
    const uint64_t others = shared_with(question, field, 0);
    const uint64_t each = shared_with(question, field, 1) - others;
    uint32_t i, count;

    memset(starts, 0, GOCC_POOL_SIZES * sizeof *starts);
    if (question->rules->ends == NULL || each == 0)
        return 0;
    count = question->rules->ends(question, starts);
    for (i = 0; i < count; i++)
        starts[i] = starts[i] < others ? 0 : (uint32_t)((starts[i] - others) / each) + 1;
    return count;
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
    struct gocc_placement p;
    uint32_t reached;

    if (!gocc_place_with(&inverse->question, inverse->field, value, &p))
        return 0;
    inverse->open |= p.open != 0;
    reached = inverse->target == GPUOCC_TARGET_GROUPS ? p.groups : p.waves;
    if (reached == GOCC_NO_LIMIT) {
        inverse->none |= p.open == 0;
        return 0;
    }
    if (inverse->target == GPUOCC_TARGET_WAVES_PER_PARTITION)
        reached /= p.partitions;
    return reached >= inverse->count;
}

/* Bisection between a value that does and one that does not. */
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

/* Waves do not only fall as the threads grow. */
static int32_t most_threads(struct inverse *inverse, uint32_t *value)
{
    uint32_t threads = inverse->question.model->max_threads_per_group;

    while (threads != 0 && !reaches(inverse, threads))
        threads--;
    *value = threads;
    return threads != 0 ? GPUOCC_OK : GPUOCC_NOT_POSSIBLE;
}

int32_t gocc_free_field(const struct gocc_question *question, uint32_t field)
{
    const struct gocc_question *q = question;
    const struct gocc_field_rule *rule;
    uint32_t other;

    if (field == 0 || field >= GPUOCC_KERNEL_FIELD_COUNT || field == GPUOCC_KERNEL_WAVE_SIZE)
        return GPUOCC_ERROR_FIELD;
    rule = &q->rules->fields(q->convention)[field];
    if (rule->use == GOCC_ABSENT || gocc_field_max(q, field) == 0)
        return GPUOCC_ERROR_NO_RESOURCE;
    if (rule->use == GOCC_IGNORED)
        return GPUOCC_NOT_APPLICABLE;
    if (rule->use != GOCC_AMOUNT)
        return GPUOCC_ERROR_FIELD;
    for (other = GPUOCC_KERNEL_THREADS_PER_GROUP; other < GPUOCC_KERNEL_FIELD_COUNT; other++)
        if (other != field && gocc_kernel_word(&q->kernel, other) == GPUOCC_UNKNOWN)
            return GPUOCC_ERROR_MUST_BE_KNOWN;
    return GPUOCC_OK;
}

int32_t gpuocc_occupancy_most(const gpuocc_occupancy *occupancy, uint32_t field, uint32_t target,
                              uint32_t count, uint32_t *value)
{
    struct inverse inverse;
    gpuocc_occupancy scratch;
    uint32_t found = 0;
    int32_t status;

    if (occupancy == NULL || value == NULL)
        return GPUOCC_ERROR_NULL;
    inverse.question = gocc_occupancy_whole(occupancy, &scratch)->question;
    inverse.field = field;
    inverse.target = target;
    inverse.count = count;
    inverse.open = inverse.none = 0;
    if (target > GPUOCC_TARGET_WAVES_PER_PARTITION)
        return GPUOCC_ERROR_FIELD;
    if (count == 0)
        return GPUOCC_ERROR_REQUIRED;
    status = gocc_free_field(&inverse.question, field);
    if (status < 0)
        return status;

    status = GPUOCC_NOT_APPLICABLE;
    if (inverse.question.rules->most != NULL && target == GPUOCC_TARGET_GROUPS)
        status = inverse.question.rules->most(&inverse.question, field, count, &found);
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
