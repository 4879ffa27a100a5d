/* SPDX-License-Identifier: MIT
 *
 * The options of gpuocc kernels that change answers, as the text that a baseline contains:
 * "threads_per_group=256; device=H100 SXM5". A later run takes those that it is not given, and
 * contradicts none.
 */
#include <string.h>

#include "commands/kernels/kernels.h"
#include "input/amounts.h"

static void add_option(struct text *text, const char *prefix, const char *name, const char *value,
                       size_t length)
{
    text_format(text, "%s%s%s=", text->length != 0 ? "; " : "", prefix, name);
    text_add_bytes(text, value, length);
}

static void add_kernel(const gpuocc_kernel *kernel, uint32_t field, struct text *text)
{
    const uint32_t word = kernel_word(kernel, field);
    const char *choice = gpuocc_choice_name(field, word);
    struct text value = {0};

    if (word == GPUOCC_UNKNOWN)
        text_add(&value, "unknown");
    else if (choice != NULL)
        text_add(&value, choice);
    else
        text_add_number(&value, word == GPUOCC_ZERO ? 0 : word);
    if (word != 0)
        add_option(text, "", gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, field), text_string(&value),
                   value.length);
    text_free(&value);
}

/* Adds the edits; the values of a list are next to each other. */
static void add_edits(const struct question *question, struct text *text)
{
    uint32_t i;

    for (i = 0; i < question->edits; i++) {
        if (i != 0 && question->edit_fields[i] == question->edit_fields[i - 1])
            text_add_byte(text, '|');
        else
            add_option(text, "device_",
                       gpuocc_name(GPUOCC_LIST_DEVICE_FIELDS, question->edit_fields[i]), "", 0);
        if (question->edit_values[i] == GPUOCC_UNKNOWN)
            text_add(text, "unknown");
        else
            text_add_number(text, question->edit_values[i]);
    }
}

void kernels_options(const struct options *options, int with_default, struct text *text)
{
    const struct question *question = &options->question;
    const char *convention = gpuocc_name(GPUOCC_LIST_CONVENTIONS, question->convention);
    uint32_t field;
    size_t i;

    for (i = 0; i < options->device_count; i++)
        add_option(text, "", "device", options->devices[i], strlen(options->devices[i]));
    if (question->convention_given || with_default)
        add_option(text, "", "convention", convention, strlen(convention));
    for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++)
        add_kernel(&question->kernel, field, text);
    add_edits(question, text);
}

struct saved_option {
    const char *name, *value; /* without a NUL */
    size_t name_length, value_length;
};

/* Reads the next option and moves `*rest` past it. Returns 0 at the end. */
static int next_option(const char **rest, struct saved_option *option)
{
    const char *end = strstr(*rest, "; ");
    const size_t length = end != NULL ? (size_t)(end - *rest) : strlen(*rest);
    const char *equals = memchr(*rest, '=', length);

    if (length == 0)
        return 0;
    option->name = *rest;
    option->name_length = equals != NULL ? (size_t)(equals - *rest) : length;
    option->value = *rest + option->name_length + (equals != NULL);
    option->value_length = length - (size_t)(option->value - *rest);
    *rest += length + (end != NULL ? 2 : 0);
    return 1;
}

/* Adds all values of an option, as "sm_80 and sm_90"; nothing if it is not there. */
static void add_values(const char *options, const struct saved_option *wanted, struct text *text)
{
    struct saved_option option;

    while (next_option(&options, &option)) {
        if (option.name_length != wanted->name_length ||
            memcmp(option.name, wanted->name, option.name_length) != 0)
            continue;
        text_add(text, text->length != 0 ? " and " : "");
        text_add_bytes(text, option.value, option.value_length);
    }
}

/* Adds "--threads-per-group", or "--set FIELD" for a field of the device. */
static void add_typed(const struct saved_option *option, struct text *text)
{
    const int edit = option->name_length > 7 && memcmp(option->name, "device_", 7) == 0;
    const char *brief = field_short(field_find(option->name, option->name_length));
    const char *name = brief != NULL ? brief : option->name;
    const size_t length = brief != NULL ? strlen(brief) : option->name_length;
    size_t i;

    text_add(text, edit ? "--set " : "--");
    for (i = edit ? 7 : 0; i < length; i++)
        text_add_byte(text, !edit && name[i] == '_' ? '-' : name[i]);
}

/* Prints an error if the baseline was saved with another value of an option. */
static int contradicts(const struct kernels *kernels, const char *given,
                       const struct saved_option *option)
{
    struct text typed = {0}, was = {0}, now = {0};
    int ending = END_ANSWERED;

    add_typed(option, &typed);
    add_values(text_string(&kernels->gate.kept.options), option, &was);
    add_values(given, option, &now);
    if (was.length == 0)
        ending = complain("%s was saved without %s, which is %s here; save it again with that, or "
                          "leave the option out",
                          kernels->asked.baseline, text_string(&typed), text_string(&now));
    else if (strcmp(text_string(&was), text_string(&now)) != 0)
        ending = complain("%s was saved with %s %s, which is %s here; save it again with that, or "
                          "leave the option out",
                          kernels->asked.baseline, text_string(&typed), text_string(&was),
                          text_string(&now));
    text_free(&typed);
    text_free(&was);
    text_free(&now);
    return ending;
}

static void add_device(struct options *options, const char *device)
{
    options->devices =
        memory_grow(options->devices, (options->device_count + 1) * sizeof *options->devices);
    options->devices[options->device_count++] = device;
}

/* Sets an option as the baseline has it; its value ends with a NUL. */
static int take(struct kernels *kernels, const struct saved_option *option)
{
    struct options *options = &kernels->options;
    const struct field field = field_find(option->name, option->name_length);
    const int is_default = field.kind == FIELD_CONVENTION &&
                           strcmp(option->value, gpuocc_name(GPUOCC_LIST_CONVENTIONS,
                                                             options->question.convention)) == 0;
    struct text message = {0};
    int32_t status;

    if (!is_default) {
        text_add(&kernels->gate.taken, kernels->gate.taken.length != 0 ? ", " : "");
        add_typed(option, &kernels->gate.taken);
        text_format(&kernels->gate.taken, field.kind == FIELD_EDIT ? "=%s" : " %s", option->value);
    }
    if (field.kind == FIELD_DEVICE)
        add_device(options, option->value);
    status = field.kind != FIELD_NONE ? question_set(&options->question, field, option->value,
                                                     option->value_length, &message)
                                      : GPUOCC_ERROR_NOT_A_CHOICE;
    if (status < 0) {
        if (message.length == 0)
            text_add_quoted(&message, option->name, option->name_length);
        (void)complain("%s was saved with an option that is not valid here: %s",
                       kernels->asked.baseline, text_string(&message));
    }
    text_free(&message);
    return status < 0 ? END_FAILED : END_ANSWERED;
}

/* Adds the options of the baseline that were not given to this run. */
static int take_rest(struct kernels *kernels, const char *given)
{
    const char *const stored = text_string(&kernels->gate.kept.options), *rest = stored;
    struct text already = {0};
    struct saved_option option;
    int ending = END_ANSWERED;
    char *value;

    text_add(&kernels->gate.values, stored); /* the question refers to them */
    while (ending == END_ANSWERED && next_option(&rest, &option)) {
        text_clear(&already);
        add_values(given, &option, &already);
        value = kernels->gate.values.data + (option.value - stored);
        value[option.value_length] = 0;
        option.value = value;
        if (already.length == 0)
            ending = take(kernels, &option);
    }
    text_free(&already);
    return ending;
}

int kernels_options_join(struct kernels *kernels)
{
    struct text given = {0};
    struct saved_option option;
    int ending = END_ANSWERED;
    const char *rest;

    if (!kernels->gate.kept.has_options)
        return END_ANSWERED;
    kernels_options(&kernels->options, 0, &given);
    rest = text_string(&given);
    while (ending == END_ANSWERED && next_option(&rest, &option))
        ending = contradicts(kernels, text_string(&given), &option);
    if (ending == END_ANSWERED)
        ending = take_rest(kernels, text_string(&given));
    text_free(&given);
    return ending;
}
