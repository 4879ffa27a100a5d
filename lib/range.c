/* SPDX-License-Identifier: MIT */
#include "range.h"

#include <string.h>

#include "admit.h"
#include "most.h"

/* Group sizes are tried in steps of the smallest wave; the kernel's own bound and one thread are
 * the last. */
static uint32_t threads_step(const struct gocc_question *q)
{
    return q->model->wave_sizes & (~q->model->wave_sizes + 1);
}

static uint32_t threads_steps(const struct gocc_question *q)
{
    return (q->model->max_threads_per_group + threads_step(q) - 1) / threads_step(q);
}

/* How many values a field is tried with; 1 for a known field and for amounts. */
static uint32_t radix(const struct gocc_question *q, uint32_t field)
{
    const struct gocc_field_rule *rule = &q->rules->fields(q->convention)[field];
    uint32_t count = 0;

    if (gocc_kernel_word(&q->kernel, field) != GPUOCC_UNKNOWN)
        return 1;
    if (field == GPUOCC_KERNEL_THREADS_PER_GROUP)
        return threads_steps(q) + 2;
    if (field == GPUOCC_KERNEL_WAVE_SIZE)
        return 4; /* 8, 16, 32, 64: those the device has not are skipped */
    if (rule->use != GOCC_CHOICE)
        return 1;
    if (q->rules->choice == NULL)
        return gocc_field_max(q, field);
    while (q->rules->choice(q, field, count) != 0)
        count++;
    return count != 0 ? count : gocc_field_max(q, field);
}

static uint32_t choice_value(const struct gocc_question *q, uint32_t field, uint32_t index)
{
    const uint32_t max = q->model->max_threads_per_group, steps = threads_steps(q);
    const uint32_t bound = gocc_amount(q->kernel.max_threads_per_group);

    if (field == GPUOCC_KERNEL_THREADS_PER_GROUP && index < steps)
        return index + 1 < steps ? threads_step(q) * (index + 1) : max;
    if (field == GPUOCC_KERNEL_THREADS_PER_GROUP)
        return index == steps && bound != 0 && bound < max ? bound : 1;
    if (field == GPUOCC_KERNEL_WAVE_SIZE)
        return 8u << index;
    if (q->rules->choice != NULL && q->rules->choice(q, field, 0) != 0)
        return q->rules->choice(q, field, index);
    return index + 1;
}

/* Static and dynamic shared memory have one limit together: what is left of it. `q` has all fields
 * before this one. */
static uint32_t room(const struct gocc_question *q, uint32_t field, uint32_t max)
{
    gpuocc_kernel others = q->kernel;
    uint64_t taken;

    if (field == GPUOCC_KERNEL_SHARED_BYTES && others.dynamic_shared_bytes == GPUOCC_UNKNOWN &&
        q->rules->fields(q->convention)[GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES].use != GOCC_IGNORED)
        return 0; /* all of it is the other's */
    gocc_kernel_set(&others, field, 0);
    taken = gocc_amount(others.shared_bytes);
    if (q->rules->fields(q->convention)[GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES].use != GOCC_IGNORED)
        taken += gocc_dynamic_shared(&others);
    return taken < max ? (uint32_t)(max - taken) : 0;
}

static int admits(const struct gocc_question *question, uint32_t field, uint32_t value)
{
    struct gocc_question q = *question;

    gocc_kernel_set(&q.kernel, field, value != 0 ? value : GPUOCC_ZERO);
    return gocc_readmit(&q, NULL) == GPUOCC_OK;
}

/* The largest value up to `max` with which the vendor admits the kernel: a tool can refuse what
 * the field alone allows. */
static uint32_t admitted(const struct gocc_question *q, uint32_t field, uint32_t max)
{
    uint32_t good = 0, bad = max, middle;

    if (admits(q, field, max))
        return max;
    while (bad - good > 1) {
        middle = good + (bad - good) / 2;
        if (admits(q, field, middle))
            good = middle;
        else
            bad = middle;
    }
    return good;
}

/* An unknown amount at its end: nothing of it, or all that the device allows. Where groups fall and
 * then start anew, there are two more ends: `restarted`. */
static uint32_t end_value(const struct gocc_question *q, uint32_t field, int most_groups,
                          int restarted)
{
    const struct gocc_field_rule *rule = &q->rules->fields(q->convention)[field];
    uint32_t min = 0, max = gocc_largest(q, field), restart;

    restart = restarted ? q->rules->restart(q, field) : 0;
    if (restart != 0 && restart <= max)
        return restart - (most_groups ? 0 : 1);
    if (q->rules->narrow != NULL)
        q->rules->narrow(q, field, &min, &max);
    if (most_groups != (rule->use != GOCC_GRANT)) {
        if (field == GPUOCC_KERNEL_SHARED_BYTES || field == GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES)
            max = room(q, field, max);
        else
            max = admitted(q, field, max);
        min = max;
    }
    return min != 0 ? min : GPUOCC_ZERO;
}

/* Twice, with the ends within, where there may be such. */
static uint32_t repeats(const struct gocc_question *q)
{
    return q->rules->restart != NULL && (q->kernel.shared_bytes == GPUOCC_UNKNOWN ||
                                         q->kernel.dynamic_shared_bytes == GPUOCC_UNKNOWN)
               ? 2
               : 1;
}

uint32_t gocc_candidate_count(const struct gocc_question *question)
{
    uint32_t count = 2 * repeats(question), field;

    for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++)
        count *= radix(question, field);
    return count;
}

int gocc_candidate(const struct gocc_question *question, uint32_t index,
                   struct gocc_question *candidate)
{
    const uint32_t once = gocc_candidate_count(question) / repeats(question);
    const int most_groups = index % 2 == 0, restarted = index >= once;
    uint32_t field, size, value;

    *candidate = *question;
    index = index % once / 2;
    for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++) {
        if (gocc_kernel_word(&question->kernel, field) != GPUOCC_UNKNOWN)
            continue;
        size = radix(question, field);
        if (size > 1) /* every choice has more than one value */
            value = choice_value(question, field, index % size);
        else
            value = end_value(candidate, field, most_groups, restarted);
        index /= size;
        gocc_kernel_set(&candidate->kernel, field, value);
    }
    if ((candidate->kernel.wave_size & question->model->wave_sizes) == 0)
        return 0;
    return gocc_readmit(candidate, NULL) == GPUOCC_OK;
}

static int is_file(uint32_t limit)
{
    return limit == GPUOCC_LIMIT_REGISTERS || limit == GPUOCC_LIMIT_SCALAR_REGISTERS;
}

static void least(struct gocc_placement *low, const struct gocc_placement *p)
{
    uint32_t i;

#define LEAST(member) low->member = p->member < low->member ? p->member : low->member
    LEAST(groups);
    LEAST(waves);
    LEAST(max_waves);
    LEAST(max_waves_any_mode);
    LEAST(wave_size);
    LEAST(waves_per_group);
    LEAST(waves_per_partition);
    LEAST(partitions);
    LEAST(cores_per_core);
    LEAST(groups_per_device);
    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++) {
        LEAST(groups_by[i]);
        LEAST(requested[i]);
        LEAST(allocated[i]);
        /* A register file of which nothing is taken says nothing of its size. */
        if (p->capacity[i] != 0 && low->capacity[i] == 0 && is_file(i))
            low->capacity[i] = p->capacity[i];
        else if (p->capacity[i] != 0 || !is_file(i))
            LEAST(capacity[i]);
    }
#undef LEAST
    low->limiters &= p->limiters;
    low->notes &= p->notes;
    low->open |= p->open;
}

static void greatest(struct gocc_placement *high, const struct gocc_placement *p)
{
    uint32_t i;

#define GREATEST(member) high->member = p->member > high->member ? p->member : high->member
    GREATEST(groups);
    GREATEST(waves);
    GREATEST(max_waves);
    GREATEST(max_waves_any_mode);
    GREATEST(wave_size);
    GREATEST(waves_per_group);
    GREATEST(waves_per_partition);
    GREATEST(partitions);
    GREATEST(cores_per_core);
    GREATEST(groups_per_device);
    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++) {
        GREATEST(groups_by[i]);
        GREATEST(requested[i]);
        GREATEST(allocated[i]);
        GREATEST(capacity[i]);
    }
    /* A bound that is not there has no upper end. */
    if (p->groups_by[GPUOCC_LIMIT_LAUNCH] == GOCC_NO_LIMIT && p->capacity[GPUOCC_LIMIT_LAUNCH] == 0)
        high->capacity[GPUOCC_LIMIT_LAUNCH] = GOCC_NO_LIMIT;
#undef GREATEST
    high->limiters |= p->limiters;
    high->notes |= p->notes;
    high->open |= p->open;
}

/* Limits between the ends of amounts: each of them may be at its own end. Those that allow fewer
 * groups at one end than all allow at the other may stop the next group, and those that allow more
 * than another one may not. */
static void between(struct gocc_placement *low, struct gocc_placement *high,
                    const struct gocc_placement *most, const struct gocc_placement *fewest)
{
    uint32_t i, other;

    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++) {
        if (fewest->groups_by[i] < GOCC_NO_LIMIT && fewest->groups_by[i] <= most->groups &&
            (most->groups != GOCC_NO_LIMIT || most->open))
            high->limiters |= 1u << i;
        for (other = 0; other < GPUOCC_LIMIT_COUNT; other++)
            if (other != i && most->groups_by[i] > fewest->groups_by[other])
                low->limiters &= ~(1u << i);
    }
}

void gocc_place_range(const struct gocc_question *question, struct gocc_placement *low,
                      struct gocc_placement *high)
{
    const uint32_t count = gocc_candidate_count(question);
    struct gocc_question candidate;
    struct gocc_placement p, most = {0};
    uint32_t index, of_most = UINT32_MAX;
    int first = 1;

    memset(low, 0, sizeof *low);
    memset(high, 0, sizeof *high);
    for (index = 0; index < count; index++) {
        if (!gocc_candidate(question, index, &candidate))
            continue;
        question->rules->place(&candidate, &p);
        if (first) {
            *low = p;
            *high = p;
            first = 0;
        }
        least(low, &p);
        greatest(high, &p);
        if (index % 2 == 0) {
            most = p;
            of_most = index;
        } else if (of_most == index - 1) {
            between(low, high, &most, &p);
        }
    }
}
