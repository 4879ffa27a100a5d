/* SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <string.h>

#include "answer.h"

void question_start(struct question *question)
{
    memset(question, 0, sizeof *question);
    question->kernel.size = sizeof question->kernel;
}

void question_copy(struct question *question, const struct question *from)
{
    /* Few have edits: what is not in use is left. */
    memcpy(question, from, offsetof(struct question, edit_fields));
    memcpy(question->edit_fields, from->edit_fields, from->edits * sizeof *from->edit_fields);
    memcpy(question->edit_values, from->edit_values, from->edits * sizeof *from->edit_values);
}

static int32_t set_convention(struct question *question, const char *text, size_t length,
                              struct text *message)
{
    uint32_t i;

    if (gpuocc_number(GPUOCC_LIST_CONVENTIONS, text, length, &question->convention) == GPUOCC_OK) {
        question->convention_given = 1;
        return GPUOCC_OK;
    }
    text_add(message, "convention is ");
    text_add_quoted(message, text, length);
    text_add(message, ", valid values are ");
    for (i = 0; i < gpuocc_list_count(GPUOCC_LIST_CONVENTIONS); i++)
        text_format(message, "%s%s", i != 0 ? ", " : "", gpuocc_name(GPUOCC_LIST_CONVENTIONS, i));
    return GPUOCC_ERROR_CONVENTION_UNKNOWN;
}

static void drop_edit(struct question *question, uint32_t field)
{
    uint32_t from, to = 0;

    for (from = 0; from < question->edits; from++) {
        if (question->edit_fields[from] == field)
            continue;
        question->edit_fields[to] = question->edit_fields[from];
        question->edit_values[to++] = question->edit_values[from];
    }
    question->edits = to;
}

static int32_t set_edit(struct question *question, uint32_t field, const struct field_value *value,
                        struct text *message)
{
    uint32_t i;

    drop_edit(question, field);
    if (question->edits + value->count > QUESTION_EDITS) {
        text_format(message, "more than %d values are edited", QUESTION_EDITS);
        return GPUOCC_ERROR_TOO_LARGE;
    }
    for (i = 0; i < value->count; i++) {
        question->edit_fields[question->edits] = field;
        question->edit_values[question->edits++] =
            value->given == GIVEN_UNKNOWN ? GPUOCC_UNKNOWN : value->values[i];
    }
    return GPUOCC_OK;
}

static void set_kernel(gpuocc_kernel *kernel, uint32_t field, const struct field_value *value)
{
    uint32_t word = (uint32_t)value->values[0];

    if (value->given == GIVEN_ZERO)
        word = GPUOCC_ZERO;
    if (value->given == GIVEN_UNKNOWN)
        word = GPUOCC_UNKNOWN;
    memcpy((char *)kernel + field * sizeof word, &word, sizeof word);
}

/* Keeps the shape of the groups, if it is given. */
static void set_shape(struct question *question, const struct field_value *value)
{
    const int given = value->shape[0] != 0;

    question->threads_x = given ? (uint32_t)value->shape[0] : 0;
    question->threads_y = given ? (uint32_t)value->shape[1] : 0;
}

int32_t question_set_range(struct question *question, struct field field, uint64_t low,
                           uint64_t high, struct text *message)
{
    const struct field_value value = {
        .given = low != 0 ? GIVEN_NUMBER : GIVEN_ZERO, .count = 1, .values = {low}};
    struct upper *upper = &question->uppers[question->ranges];

    if (high > FIELD_LARGEST) {
        text_format(message, "%s is %llu, the maximum is %lu", field_name(field),
                    (unsigned long long)high, (unsigned long)FIELD_LARGEST);
        return GPUOCC_ERROR_TOO_LARGE;
    }
    set_kernel(&question->kernel, field.number, &value);
    if (low == high || question->ranges == QUESTION_RANGES)
        return GPUOCC_OK;
    upper->field = field.number;
    upper->value = (uint32_t)high;
    question->ranges++;
    return GPUOCC_OK;
}

void question_upper(const struct question *question, gpuocc_kernel *kernel)
{
    uint32_t i;

    *kernel = question->kernel;
    for (i = 0; i < question->ranges; i++)
        memcpy((char *)kernel + question->uppers[i].field * sizeof(uint32_t),
               &question->uppers[i].value, sizeof(uint32_t));
}

void question_set_upper(struct question *question, const gpuocc_kernel *kernel)
{
    uint32_t field, low, high;

    question->ranges = 0;
    for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++) {
        memcpy(&low, (const char *)&question->kernel + field * sizeof low, sizeof low);
        memcpy(&high, (const char *)kernel + field * sizeof high, sizeof high);
        if (low == high || question->ranges == QUESTION_RANGES)
            continue;
        question->uppers[question->ranges].field = field;
        question->uppers[question->ranges++].value = high;
    }
}

int32_t question_set(struct question *question, struct field field, const char *text, size_t length,
                     struct text *message)
{
    struct field_value value;
    int32_t status;

    text = trim(text, &length);
    if (length == 0)
        return GPUOCC_OK;
    if (field.kind == FIELD_DEVICE) {
        question->device = text;
        question->device_length = length;
        return GPUOCC_OK;
    }
    if (field.kind == FIELD_CONVENTION)
        return set_convention(question, text, length, message);
    status = field_read(field, text, length, &value, message);
    if (status < 0)
        return status;
    if (field.kind == FIELD_EDIT)
        return set_edit(question, field.number, &value, message);
    if (field.kind == FIELD_KERNEL) {
        set_kernel(&question->kernel, field.number, &value);
        if (field.number == GPUOCC_KERNEL_THREADS_PER_GROUP)
            set_shape(question, &value);
    } else {
        question->grid_given = value.given;
        question->grid_groups = value.values[0];
    }
    return GPUOCC_OK;
}
