/* SPDX-License-Identifier: MIT */
#include "occupancy/range.h"

#include <string.h>

#include "base/error.h"
#include "device/device.h"
#include "occupancy/use.h"
#include "occupancy/validate.h"

/* Up to this many unknown amounts, every combination of bounds is evaluated. */
#define MOST_APART 3

static uint32_t smallest_wave(const struct gocc_model *model)
{
    return model->wave_sizes & (0u - model->wave_sizes);
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

/* No device has more of any resource, and below this value the tools' sums do not overflow. */
#define LARGEST_FOR_TOOLS (1u << 20)

uint32_t gocc_largest(const struct gocc_question *question, uint32_t field)
{
    const uint32_t max = gocc_field_max(question, field);

    return question->convention != GPUOCC_CONVENTION_DEFAULT && max > LARGEST_FOR_TOOLS
               ? LARGEST_FOR_TOOLS
               : max;
}

/* Returns the shared memory of a group in bytes with a field replaced. */
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
    if (question->chooses_wave)
        return question->rules->hooks->smaller_waves(question, field, starts);
    if (question->rules->hooks->ends == NULL || each == 0)
        return 0;
    count = question->rules->hooks->ends(question, starts);
    for (i = 0; i < count; i++)
        starts[i] = starts[i] < others ? 0 : (uint32_t)((starts[i] - others) / each) + 1;
    return count;
}

/* A tool that accepts larger groups than this has no limit of its own. */
#define LARGEST_GROUP (1u << 16)

uint32_t gocc_largest_group(const struct gocc_question *question)
{
    const uint32_t max = gocc_field_max(question, GPUOCC_KERNEL_THREADS_PER_GROUP);

    return max > LARGEST_GROUP ? question->model->max_threads_per_group : max;
}

/* Returns the step of the group sizes. In general only the number of waves matters, so that it is
 * the smallest wave size. */
static uint32_t threads_step(const struct gocc_question *q)
{
    return gocc_amount(q->kernel.dynamic_shared_bytes_per_thread) != 0 ? 1
                                                                       : smallest_wave(q->model);
}

/* Returns the index-th value of a choice, 0 past the end; always 0 for a choice with the values 1
 * .. max. */
static uint32_t listed(const struct gocc_question *q, uint32_t field, uint32_t index)
{
    uint32_t sizes = q->model->wave_sizes;

    if (field != GPUOCC_KERNEL_WAVE_SIZE)
        return q->rules->hooks->choice != NULL ? q->rules->hooks->choice(q, field, index) : 0;
    for (; index != 0; index--)
        sizes &= sizes - 1;
    return sizes & (0u - sizes);
}

/* Returns the number of values at which a field is evaluated; 1 for a known field and for
 * amounts. */
static uint32_t radix(const struct gocc_question *q, uint32_t field)
{
    uint32_t count = 0;

    if (gocc_kernel_word(&q->kernel, field) != GPUOCC_UNKNOWN ||
        (field == GPUOCC_KERNEL_WAVE_SIZE && q->chooses_wave))
        return 1;
    if (field == GPUOCC_KERNEL_THREADS_PER_GROUP)
        return gocc_largest_group(q) / threads_step(q) + 3;
    if (gocc_is_amount(q, field))
        return 1;
    while (listed(q, field, count) != 0)
        count++;
    return count != 0 ? count : gocc_field_max(q, field);
}

/* The first three are the largest group, the kernel's bound and one thread; then come the steps. */
static uint32_t group_size(const struct gocc_question *q, uint32_t index)
{
    const uint32_t max = gocc_largest_group(q);
    const uint32_t bound = gocc_group_bound(&q->kernel);

    if (index == 0)
        return max;
    if (index == 1 && bound != 0 && bound <= max)
        return bound;
    return index < 3 ? 1 : threads_step(q) * (index - 2);
}

static uint32_t choice_value(const struct gocc_question *q, uint32_t field, uint32_t index)
{
    uint32_t value;

    if (field == GPUOCC_KERNEL_THREADS_PER_GROUP)
        return group_size(q, index);
    value = listed(q, field, index);
    return value != 0 ? value : index + 1;
}

/* Returns what the other fields leave of the maximum that static and dynamic shared memory share;
 * all of it for tools that accept any sum. `q` has all fields before this one. A dynamic amount
 * that is still unknown leaves nothing to static memory. */
static uint32_t room(const struct gocc_question *q, uint32_t field, uint32_t max)
{
    gpuocc_kernel others = q->kernel;
    struct gocc_question full = *q;
    uint64_t taken;

    gocc_kernel_set(&full.kernel, field, max);
    if (full.kernel.dynamic_shared_bytes == GPUOCC_UNKNOWN)
        full.kernel.dynamic_shared_bytes = max;
    if (gocc_readmit(&full, NULL) == GPUOCC_OK)
        return max;
    gocc_kernel_set(&others, field, 0);
    taken = gocc_amount(others.shared_bytes);
    if (q->rules->fields(q->convention)[GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES].use != GOCC_IGNORED)
        taken += gocc_dynamic_shared(&others);
    return max - (uint32_t)(taken < max ? taken : max);
}

/* The amounts of shared memory that can be unknown. */
static int is_shared(uint32_t field)
{
    return field == GPUOCC_KERNEL_SHARED_BYTES || field == GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES;
}

/* Returns an unknown amount at one of its bounds: 0, or the most that the device allows. Each
 * discontinuity gives two more candidates, the values before and at it; `anew` is its number,
 * counted from 1, or 0. */
static uint32_t end_value(const struct gocc_question *q, uint32_t field, int most_groups,
                          uint32_t anew)
{
    const struct gocc_field_rule *rule = &q->rules->fields(q->convention)[field];
    uint32_t min = 0, max = gocc_largest(q, field), starts[GOCC_POOL_SIZES], start;

    start = anew - 1 < gocc_starts(q, field, starts) ? starts[anew - 1] : 0;
    if (start != 0 && start <= max) {
        start -= most_groups ? 0 : 1;
        return start != 0 ? start : GPUOCC_ZERO;
    }
    if (q->rules->hooks->narrow != NULL)
        q->rules->hooks->narrow(q, field, &min, &max);
    if (most_groups != (rule->use != GOCC_GRANT)) {
        if (is_shared(field))
            max = room(q, field, max);
        min = gocc_last_admitted(q, field, 0, max);
    }
    return min != 0 ? min : GPUOCC_ZERO;
}

/* The number of passes over the bounds: one, and another for each discontinuity. */
static uint32_t repeats(const struct gocc_question *q)
{
    uint32_t ends[GOCC_POOL_SIZES];

    if (q->chooses_wave)
        return 1 + q->rules->hooks->smaller_waves(q, GPUOCC_KERNEL_REGISTERS_PER_THREAD, ends);
    return q->rules->hooks->ends != NULL ? 1 + q->rules->hooks->ends(q, ends) : 1;
}

static uint32_t unknown_amounts(const struct gocc_question *q)
{
    uint32_t amounts = 0, field;

    for (field = GPUOCC_KERNEL_REGISTERS_PER_THREAD; field != GPUOCC_KERNEL_FIELD_COUNT; field++)
        amounts +=
            gocc_kernel_word(&q->kernel, field) == GPUOCC_UNKNOWN && gocc_is_amount(q, field);
    return amounts;
}

/* The number of combinations of bounds: all if there are few amounts; otherwise at most one amount
 * is at another bound than the others. */
static uint32_t ends_of(const struct gocc_question *q)
{
    const uint32_t amounts = unknown_amounts(q);

    return amounts - 1 < MOST_APART ? 1u << amounts : 2 + 2 * amounts;
}

/* Returns the index-th set of amounts that are at another bound than the others. With their
 * complements, these sets are all combinations: none, all, then one, all but that one ... */
static uint32_t apart(uint32_t ends, uint32_t index)
{
    return ends <= 1u << MOST_APART || index == 0 ? index : 1u << (index - 1);
}

static uint32_t count_once(const struct gocc_question *question)
{
    uint32_t count = ends_of(question), field;

    for (field = GPUOCC_KERNEL_THREADS_PER_GROUP; field != GPUOCC_KERNEL_FIELD_COUNT; field++)
        count *= radix(question, field);
    return count;
}

uint32_t gocc_candidate_count(const struct gocc_question *question)
{
    return count_once(question) * repeats(question);
}

uint32_t gocc_other_end(const struct gocc_question *question, uint32_t index)
{
    return index % count_once(question) ^ 1u;
}

int gocc_candidate(const struct gocc_question *question, uint32_t index,
                   struct gocc_question *candidate)
{
    const uint32_t once = count_once(question);
    const uint32_t ends = ends_of(question), combination = index % ends, anew = index / once;
    /* The set of amounts that are at the bound with the fewest groups. */
    uint32_t fewest = (0u - combination % 2) ^ apart(ends, combination / 2);
    uint32_t step, field, size, value;

    *candidate = *question;
    index = index % once / ends;
    /* Shared memory comes last, because the other fields determine its discontinuities. */
    for (step = GPUOCC_KERNEL_THREADS_PER_GROUP; step != 2 * GPUOCC_KERNEL_FIELD_COUNT; step++) {
        field = step % GPUOCC_KERNEL_FIELD_COUNT;
        if (is_shared(field) != (step > GPUOCC_KERNEL_FIELD_COUNT) ||
            gocc_kernel_word(&question->kernel, field) != GPUOCC_UNKNOWN)
            continue;
        size = radix(question, field);
        if (gocc_is_amount(question, field)) {
            /* If dynamic memory is at its bound of 0, static memory may use all of it. */
            if (field == GPUOCC_KERNEL_SHARED_BYTES && (fewest & 2) == 0 &&
                question->kernel.dynamic_shared_bytes == GPUOCC_UNKNOWN)
                candidate->kernel.dynamic_shared_bytes = GPUOCC_ZERO;
            value = end_value(candidate, field, ~fewest & 1, anew);
            fewest >>= 1;
        } else {
            value = choice_value(question, field, index % size);
            index /= size;
        }
        gocc_kernel_set(&candidate->kernel, field, value);
    }
    return gocc_readmit(candidate, NULL) == GPUOCC_OK;
}

int gocc_is_amount(const struct gocc_question *question, uint32_t field)
{
    const struct gocc_field_rule *rule = &question->rules->fields(question->convention)[field];

    return field != GPUOCC_KERNEL_THREADS_PER_GROUP && field != GPUOCC_KERNEL_WAVE_SIZE &&
           rule->use != GOCC_CHOICE;
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
    LEAST(parts);
    LEAST(groups_per_device);
    for (i = 0; i != GPUOCC_LIMIT_COUNT; i++) {
        LEAST(groups_by[i]);
        LEAST(requested[i]);
        LEAST(allocated[i]);
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
    GREATEST(parts);
    GREATEST(groups_per_device);
    for (i = 0; i != GPUOCC_LIMIT_COUNT; i++) {
        GREATEST(groups_by[i]);
        GREATEST(requested[i]);
        GREATEST(allocated[i]);
        GREATEST(capacity[i]);
    }
#undef GREATEST
    high->limiters |= p->limiters;
    high->notes |= p->notes;
    high->open |= p->open;
}

/* Extends the limiters for amounts between their bounds, each of which may be at its own. A limit
 * may be limiting if it allows at one bound no more groups than all limits allow at the other. A
 * limit is not certainly limiting if it allows at one bound more than another limit at the
 * other. */
static void between(struct gocc_placement *low, struct gocc_placement *high,
                    const struct gocc_placement *most, const struct gocc_placement *fewest)
{
    uint32_t i, other;

    for (i = 0; i != GPUOCC_LIMIT_COUNT; i++) {
        if (fewest->groups_by[i] < GOCC_NO_LIMIT &&
            (most->groups != GOCC_NO_LIMIT || most->open
                 ? fewest->groups_by[i] <= most->groups
                 : fewest->waves < most->waves &&
                       fewest->groups_by[i] * fewest->waves_per_group <= most->waves))
            high->limiters |= 1u << i;
        for (other = 0; other != GPUOCC_LIMIT_COUNT; other++)
            if (other != i && most->groups_by[i] > fewest->groups_by[other])
                low->limiters &= ~(1u << i);
    }
}

/* Finds the first valid candidate from 0 on. Returns 1 if there is one and sets `index` to its
 * number. */
static int first_candidate(const struct gocc_question *question, uint32_t *index,
                           struct gocc_question *candidate)
{
    const uint32_t count = gocc_candidate_count(question);

    for (*index = 0; *index != count; ++*index)
        if (gocc_candidate(question, *index, candidate))
            return 1;
    return 0;
}

/* Evaluates the candidates from `index` on; `low` and `high` contain the results of at least
 * one. */
static void place_rest(const struct gocc_question *question, uint32_t index,
                       struct gocc_placement *low, struct gocc_placement *high)
{
    const uint32_t count = gocc_candidate_count(question);
    const int has_amounts = unknown_amounts(question) != 0;
    struct gocc_question candidate;
    struct gocc_placement p, most;
    uint32_t of_most = UINT32_MAX;

    memset(&most, 0, sizeof most);
    for (; index != count; index++) {
        if (!gocc_candidate(question, index, &candidate))
            continue;
        gocc_place(&candidate, &p);
        least(low, &p);
        greatest(high, &p);
        if (index % 2 == 0) {
            most = p;
            of_most = index;
        } else if (has_amounts && of_most == index - 1) {
            between(low, high, &most, &p);
        }
    }
}

int32_t gocc_place_range(const struct gocc_question *question, struct gocc_placement *low,
                         struct gocc_placement *high, gpuocc_error *error)
{
    struct gocc_question candidate;
    uint32_t index, notes;

    if (!first_candidate(question, &index, &candidate)) /* for each wave size another reason */
        return gocc_fail_kernel(error, GPUOCC_ERROR_MUST_BE_KNOWN, GPUOCC_KERNEL_WAVE_SIZE,
                                GPUOCC_UNKNOWN, 0, question->device);
    gocc_place(&candidate, low);
    *high = *low;
    place_rest(question, index, low, high);
    if (question->rules->hooks->notes_between != NULL) {
        notes = question->rules->hooks->notes_between(question, low, high);
        low->notes &= ~notes;
        high->notes |= notes;
    }
    return GPUOCC_OK;
}
