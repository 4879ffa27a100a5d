/* SPDX-License-Identifier: MIT */
#include "answer.h"

#include <stdio.h>
#include <string.h>

void answer_refuse(struct answer *answer, int32_t status, const char *message)
{
    answer->status = status;
    answer->device = NULL;
    answer->device_failed = 1;
    text_clear(&answer->message);
    text_clear(&answer->remark);
    text_add(&answer->message, message);
    memset(answer->results, 0, sizeof answer->results);
    memset(answer->limits, 0, sizeof answer->limits);
    memset(&answer->rounds, 0, sizeof answer->rounds);
    answer->match = GPUOCC_QUALITY_EXACT;
    answer->nearest = NULL;
    answer->device_json = NULL;
    answer->with_unknown = 0;
    answer->with_range = 0;
    answer->differ = 0;
    answer->wholes_differ = 0;
}

static int32_t fail(struct answer *answer, int32_t status, const gpuocc_error *error)
{
    char sentence[512];

    (void)gpuocc_error_text(error, status, sentence, sizeof sentence);
    text_add(&answer->message, sentence);
    answer->status = status;
    return status;
}

void answer_value(const gpuocc_occupancy *occupancy, uint32_t result, uint32_t index,
                  struct value *value)
{
    int32_t status = gpuocc_occupancy_get(occupancy, result, index, &value->low, &value->high);

    value->state = status == GPUOCC_OK          ? VALUE_KNOWN
                   : status == GPUOCC_NOT_KNOWN ? VALUE_UNKNOWN
                                                : VALUE_ABSENT;
}

/* Refuses a grid that no launch has: one without groups, or of a part of a cluster (CUDA C++
 * Programming Guide, thread block clusters). Returns whether it did. */
static int refuse_grid(struct answer *answer, const struct question *question)
{
    const gpuocc_device *device = answer->device;
    const uint32_t cluster = question->kernel.groups_per_cluster;
    char sentence[160];

    if (question->grid_given == GIVEN_ZERO)
        (void)snprintf(sentence, sizeof sentence,
                       "grid_groups is 0, a whole number from 1 is needed");
    else if (question->grid_given == GIVEN_NUMBER && cluster > 1 && cluster < GPUOCC_ZERO &&
             question->grid_groups % cluster != 0)
        (void)snprintf(sentence, sizeof sentence,
                       "grid_groups is %llu, a multiple of groups_per_cluster, which is %lu, is "
                       "needed",
                       (unsigned long long)question->grid_groups, (unsigned long)cluster);
    else
        return 0;
    answer_refuse(answer, GPUOCC_ERROR_NOT_A_CHOICE, sentence);
    answer->device = device;
    answer->device_failed = 0;
    return 1;
}

static void count_rounds(struct answer *answer, const struct question *question)
{
    const struct value *device = &answer->results[GPUOCC_RESULT_GROUPS_PER_DEVICE];
    const uint64_t grid = question->grid_groups;
    struct value *rounds = &answer->rounds;

    if (question->grid_given == GIVEN_NOT || device->state == VALUE_ABSENT)
        return;
    if (question->grid_given == GIVEN_UNKNOWN || device->state == VALUE_UNKNOWN) {
        rounds->state = VALUE_UNKNOWN;
        return;
    }
    if (device->high == 0)
        return; /* the kernel does not launch */
    rounds->state = VALUE_KNOWN;
    rounds->low = device->high == VALUE_ENDLESS ? grid != 0
                                                : grid / device->high + (grid % device->high != 0);
    rounds->high =
        device->low == 0 ? VALUE_ENDLESS : grid / device->low + (grid % device->low != 0);
}

static int has_unknown(const gpuocc_kernel *kernel)
{
    uint32_t field, word;

    for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++) {
        memcpy(&word, (const char *)kernel + field * sizeof word, sizeof word);
        if (word == GPUOCC_UNKNOWN)
            return 1;
    }
    return 0;
}

static void refuse_convention(struct answer *answer, uint32_t convention)
{
    uint64_t vendor = 0;

    (void)gpuocc_device_get(answer->device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
    text_format(&answer->message, "convention %s does not belong to %s, a device of vendor %s",
                gpuocc_name(GPUOCC_LIST_CONVENTIONS, convention),
                gpuocc_device_name(answer->device),
                gpuocc_name(GPUOCC_LIST_VENDORS, (uint32_t)vendor));
    answer->status = GPUOCC_ERROR_CONVENTION_VENDOR;
}

/* Makes the device that the question is about: `base` with the question's edits, under the name
 * `name` if it is not NULL; or, if `base` is NULL, an empty one with this name and these edits. */
static int32_t edit_device(struct answer *answer, const gpuocc_device *base,
                           const struct question *question, const struct text *name)
{
    gpuocc_error error = {.size = sizeof error};
    int32_t status;

    answer->device = base;
    if (question->edits == 0 && name == NULL)
        return GPUOCC_OK;
    if (base != NULL)
        (void)gpuocc_device_copy(&answer->own, base, name != NULL ? name->data : NULL,
                                 name != NULL ? name->length : 0, NULL);
    else
        (void)gpuocc_device_empty(&answer->own, name->data, name->length, NULL);
    status = gpuocc_device_edit(&answer->own, question->edit_fields, question->edit_values,
                                question->edits, &error);
    if (status < 0)
        return fail(answer, status, &error);
    answer->device = gpuocc_device_of(&answer->own);
    return GPUOCC_OK;
}

/* Reads the results of a kernel. */
static int32_t ask_kernel(struct answer *answer, gpuocc_occupancy *occupancy,
                          const gpuocc_kernel *kernel, uint32_t convention, int all)
{
    gpuocc_error error = {.size = sizeof error};
    const int32_t status =
        gpuocc_occupancy_init(occupancy, answer->device, convention, kernel, &error);
    uint32_t i;

    if (status == GPUOCC_ERROR_CONVENTION_VENDOR)
        refuse_convention(answer, convention);
    else if (status < 0)
        (void)fail(answer, status, &error);
    if (status < 0)
        return status;
    (void)gpuocc_occupancy_expand(occupancy);
    for (i = 0; i < GPUOCC_RESULT_COUNT; i++)
        if (gpuocc_result_indices(i) == 1 && (all || (answer->left_out >> i & 1) == 0))
            answer_value(occupancy, i, 0, &answer->results[i]);
    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++)
        answer_value(occupancy, GPUOCC_RESULT_LIMIT, i, &answer->limits[i]);
    return GPUOCC_OK;
}

/* Widens a value to include another one. */
static void include(struct value *value, const struct value *other, int is_set)
{
    if (value->state != VALUE_KNOWN || other->state != VALUE_KNOWN) {
        value->state = value->state == other->state ? value->state : VALUE_UNKNOWN;
    } else if (is_set) {
        value->low &= other->low;
        value->high |= other->high;
    } else {
        value->low = other->low < value->low ? other->low : value->low;
        value->high = other->high > value->high ? other->high : value->high;
    }
}

/* Answers for the upper ends of the ranges as well. More of an amount never allows more groups, so
 * that the results between the ends lie between theirs. */
static void ask_upper(struct answer *answer, const struct question *question, int all)
{
    struct value results[GPUOCC_RESULT_COUNT], limits[GPUOCC_LIMIT_COUNT];
    gpuocc_kernel kernel;
    uint32_t i;

    memcpy(results, answer->results, sizeof results);
    memcpy(limits, answer->limits, sizeof limits);
    question_upper(question, &kernel);
    answer->with_range = 1;
    if (ask_kernel(answer, &answer->upper, &kernel, question->convention, all) < 0)
        return;
    for (i = 0; i < GPUOCC_RESULT_COUNT; i++)
        include(&answer->results[i], &results[i],
                i == GPUOCC_RESULT_LIMITERS || i == GPUOCC_RESULT_NOTES);
    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++) {
        if (limits[i].state == VALUE_ABSENT && answer->limits[i].state == VALUE_KNOWN)
            answer->limits[i].high = VALUE_ENDLESS;
        else
            include(&answer->limits[i], &limits[i], 0);
    }
}

static void ask(struct answer *answer, const gpuocc_device *base, const struct question *question,
                const struct text *name)
{
    const int all = name != NULL; /* of several devices all are compared */

    answer_refuse(answer, GPUOCC_OK, "");
    if (edit_device(answer, base, question, name) < 0)
        return;
    answer->device_failed = 0;
    if (ask_kernel(answer, &answer->occupancy, &question->kernel, question->convention, all) < 0)
        return;
    answer->with_unknown = has_unknown(&question->kernel);
    if (question->ranges != 0)
        ask_upper(answer, question, all);
}

static int same(const struct value *a, const struct value *b)
{
    return a->state == b->state &&
           (a->state != VALUE_KNOWN || (a->low == b->low && a->high == b->high));
}

/* Whether two devices give the same answer, apart from figures of the whole device. */
static int agree(const struct answer *a, const struct answer *b)
{
    uint32_t i;

    if (a->status != b->status)
        return 0;
    for (i = 0; i < GPUOCC_RESULT_COUNT; i++)
        if (i != GPUOCC_RESULT_CORE_COUNT && i != GPUOCC_RESULT_GROUPS_PER_DEVICE &&
            i != GPUOCC_RESULT_CLUSTERS_PER_DEVICE && i != GPUOCC_RESULT_NOTES &&
            !same(&a->results[i], &b->results[i]))
            return 0;
    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++)
        if (!same(&a->limits[i], &b->limits[i]))
            return 0;
    return 1;
}

/* Returns the first field of a core in which two devices differ, or 0 if there is none. */
static uint32_t difference(const gpuocc_device *a, const gpuocc_device *b)
{
    uint64_t of_a, of_b;
    uint32_t field, i;
    int32_t status;

    for (field = 1; field < GPUOCC_DEVICE_CORE_COUNT; field++) {
        for (i = 0;; i++) {
            status = gpuocc_device_get(a, field, i, &of_a);
            if (status != gpuocc_device_get(b, field, i, &of_b))
                return field;
            if (status != GPUOCC_OK)
                break;
            if (of_a != of_b)
                return field;
        }
    }
    return 0;
}

/* Widens a figure of the whole device, which depends on `field`, to the range over the devices. */
static void widen(struct answer *answer, struct value *value, const struct value *other,
                  uint32_t field)
{
    if (answer->wholes_differ == 0 && !same(value, other))
        answer->wholes_differ = field;
    if (value->state != other->state) {
        value->state = VALUE_UNKNOWN;
    } else if (value->state == VALUE_KNOWN) {
        value->low = other->low < value->low ? other->low : value->low;
        value->high = other->high > value->high ? other->high : value->high;
    }
}

/* Answers for all devices of a name. If their answers are equal, that is the answer; otherwise
 * there is none. */
static void ask_all(struct answer *answer, const struct found *found,
                    const struct question *question)
{
    struct value *results = answer->results;
    struct answer other;
    size_t i;

    memset(&other, 0, sizeof other);
    for (i = 1; i < found->count; i++) {
        ask(&other, found->devices[i], question, &found->name);
        if (!agree(answer, &other))
            break;
        if (answer->differ == 0 && answer->status == GPUOCC_OK)
            answer->differ = difference(answer->device, other.device);
        widen(answer, &results[GPUOCC_RESULT_CORE_COUNT], &other.results[GPUOCC_RESULT_CORE_COUNT],
              GPUOCC_DEVICE_CORE_COUNT);
        widen(answer, &results[GPUOCC_RESULT_GROUPS_PER_DEVICE],
              &other.results[GPUOCC_RESULT_GROUPS_PER_DEVICE], GPUOCC_DEVICE_CORES_PER_GPC);
        widen(answer, &results[GPUOCC_RESULT_CLUSTERS_PER_DEVICE],
              &other.results[GPUOCC_RESULT_CLUSTERS_PER_DEVICE], GPUOCC_DEVICE_CORES_PER_GPC);
        results[GPUOCC_RESULT_NOTES].low &= other.results[GPUOCC_RESULT_NOTES].low;
        results[GPUOCC_RESULT_NOTES].high |= other.results[GPUOCC_RESULT_NOTES].high;
    }
    answer_free(&other);
    if (i < found->count)
        answer_refuse(answer, GPUOCC_ERROR_DEVICE_UNKNOWN, "");
    text_add_quoted(&answer->remark, found->name.data, found->name.length);
    text_add(&answer->remark, " is the name of several devices");
    text_add(&answer->remark, i < found->count ? " that answer differently: " : ": ");
    lookup_add_names(found, &answer->remark);
    if (i < found->count)
        text_add(&answer->message, text_string(&answer->remark));
}

void answer_question(struct answer *answer, struct lookup *cache, const struct question *question)
{
    struct found *found;

    if (question->device == NULL) {
        answer_refuse(answer, GPUOCC_ERROR_REQUIRED,
                      "device is not given; gpuocc devices lists them");
        return;
    }
    found = lookup(cache, question->device, question->device_length);
    if (found->status < 0) {
        answer_refuse(answer, found->status, text_string(&found->message));
        return;
    }
    ask(answer, found->devices[0], question,
        found->count > 1 || found->devices[0] == NULL ? &found->name : NULL);
    if (found->count > 1)
        ask_all(answer, found, question);
    else
        text_add(&answer->remark, text_string(&found->message));
    if (found->count == 1 && answer->device == found->devices[0])
        answer->device_json = &found->json;
    answer->match = found->quality;
    answer->nearest = found->nearest;
    if (answer->status == GPUOCC_OK && !refuse_grid(answer, question))
        count_rounds(answer, question);
}

int answer_holder(struct answer *answer, struct lookup *cache, const struct question *question,
                  size_t index)
{
    const struct found *found = lookup(cache, question->device, question->device_length);

    if (index >= found->count)
        return 0;
    ask(answer, found->devices[index], question, &found->name);
    return 1;
}

void answer_free(struct answer *answer)
{
    text_free(&answer->message);
    text_free(&answer->remark);
}

const gpuocc_occupancy *answer_occupancy(const struct answer *answer)
{
    if (answer->status < 0 || answer->device == NULL || answer->differ != 0 || answer->with_range)
        return NULL;
    return &answer->occupancy;
}

static struct amounts amounts_of(const gpuocc_occupancy *occupancy, uint32_t limit)
{
    struct amounts amounts;

    answer_value(occupancy, GPUOCC_RESULT_REQUESTED, limit, &amounts.requested);
    answer_value(occupancy, GPUOCC_RESULT_ALLOCATED, limit, &amounts.allocated);
    answer_value(occupancy, GPUOCC_RESULT_CAPACITY, limit, &amounts.capacity);
    return amounts;
}

struct amounts answer_amounts(const struct answer *answer, uint32_t limit)
{
    struct amounts amounts = amounts_of(&answer->occupancy, limit), upper;

    if (!answer->with_range)
        return amounts;
    upper = amounts_of(&answer->upper, limit);
    include(&amounts.requested, &upper.requested, 0);
    include(&amounts.allocated, &upper.allocated, 0);
    include(&amounts.capacity, &upper.capacity, 0);
    return amounts;
}

const char *list_name(uint32_t list, uint32_t number)
{
    static const char *names[GPUOCC_LIST_COUNT][64];

    if (list >= GPUOCC_LIST_COUNT || number >= 64)
        return gpuocc_name(list, number);
    if (names[list][number] == NULL)
        names[list][number] = gpuocc_name(list, number);
    return names[list][number];
}

void text_add_set(struct text *text, uint32_t list, uint64_t set, const char *joint)
{
    const char *name;
    uint32_t i;
    int first = 1;

    for (i = 0; set != 0; i++, set >>= 1) {
        if ((set & 1) == 0)
            continue;
        name = list_name(list, i); /* NULL: a shared library of a later version knows it */
        text_add(text, first ? "" : joint);
        text_add(text, name != NULL ? name : "?");
        first = 0;
    }
}
