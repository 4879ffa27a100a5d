/* SPDX-License-Identifier: MIT */
#include "input/options.h"

#include <stdlib.h>
#include <string.h>

#include "output/out.h"

/* Options with a value that one call can have. */
#define GIVEN_MOST 256

struct reader {
    struct options *options;
    enum command command;
    const char *model;
    const struct own_option *own;
    int count, at;
    char **arguments;
    const char *given[GIVEN_MOST]; /* names of those that were given */
    size_t given_count;
};

/* An option similar to one that does not exist. */
struct nearest {
    const char *name;
    unsigned far;
};

/* Keeps a name if it is the most similar one so far; at most two of five letters may differ. */
static void keep(struct nearest *nearest, const char *typed, size_t length, const char *name)
{
    const unsigned far = name_distance(typed, length, name, strlen(name));

    if (far >= nearest->far || 5 * far > 2 * strlen(name))
        return;
    nearest->far = far;
    nearest->name = name;
}

static struct nearest find_nearest(const struct reader *reader, const char *typed, size_t length)
{
    const struct own_option *own = reader->own;
    const struct option *option = NULL;
    struct nearest nearest = {NULL, NAME_FAR};
    struct near field;

    for (; own != NULL && own->name != NULL; own++)
        keep(&nearest, typed, length, own->name);
    while ((option = option_next(reader->command, option)) != NULL)
        if (option->kind != KIND_FIELD && option->kind != KIND_DEVICES)
            keep(&nearest, typed, length, option->name);
    if (!command_asks(reader->command))
        return nearest;
    field = field_near(typed, length, FIELD_NONE);
    if (field.name != NULL &&
        (nearest.name == NULL ||
         name_distance(typed, length, field.name, strlen(field.name)) < nearest.far))
        nearest.name = field.name;
    return nearest;
}

/* Prints an error for an argument that is not an option of the command, with the option that does
 * what was meant, or the most similar one. Returns END_FAILED. */
static int unknown(const struct reader *reader, const char *argument)
{
    const size_t length = strcspn(argument, "=");
    struct nearest nearest = {NULL, NAME_FAR};
    const char *instead = NULL, *at;
    struct text command = {0}, text = {0};

    if (length > 2 && argument[1] == '-') {
        if (command_asks(reader->command))
            instead = field_unclear(argument + 2, length - 2);
        nearest = find_nearest(reader, argument + 2, length - 2);
    }
    text_add(&command, command_entry(reader->command)->name);
    if (reader->model != NULL)
        text_format(&command, " %s", reader->model);
    text_format(&text, "%s has no option ", text_string(&command));
    text_add_quoted(&text, argument, length);
    if (instead != NULL) {
        text_format(&text, ": %s", instead);
    } else if (nearest.name == NULL) {
        text_format(&text, "; see gpuocc %s --help", text_string(&command));
    } else {
        text_add(&text, "; did you mean --");
        for (at = nearest.name; *at != 0; at++)
            text_add_byte(&text, *at == '_' ? '-' : *at);
        text_add_byte(&text, '?');
    }
    (void)complain("%s", text_string(&text));
    text_free(&text);
    text_free(&command);
    return END_FAILED;
}

/* Returns the value of an option: the text after its `=`, or the next argument. */
static const char *value_of(struct reader *reader, const char *argument, const char *behind)
{
    if (behind != NULL)
        return behind;
    if (reader->at < reader->count)
        return reader->arguments[reader->at++];
    (void)complain("option %s needs a value", argument);
    return NULL;
}

/* Says that an option with one value is given twice, under any of its names: the last counts. */
static void tell_twice(struct reader *reader, const char *argument, const char *name)
{
    size_t i;

    for (i = 0; i < reader->given_count; i++)
        if (strcmp(reader->given[i], name) == 0) {
            (void)complain("%s: %s is given twice, the last value counts", argument, name);
            return;
        }
    if (reader->given_count < GIVEN_MOST)
        reader->given[reader->given_count++] = name;
}

static int set_field(struct reader *reader, const char *argument, struct field field,
                     const char *value, size_t length)
{
    struct text message = {0};
    int32_t status;
    size_t size = length;

    (void)trim(value, &size);
    if (size == 0)
        return complain("option %s needs a value", argument);
    if (field.kind != FIELD_DEVICE)
        tell_twice(reader, argument, field_name(field));
    status = question_set(&reader->options->question, field, value, length, &message);
    if (status < 0)
        (void)complain("%s: %s", argument, text_string(&message));
    else if (field.kind == FIELD_KERNEL && field.number == GPUOCC_KERNEL_THREADS_PER_GROUP &&
             (reader->options->question.kernel.threads_per_group == 0 ||
              reader->options->question.kernel.threads_per_group == GPUOCC_ZERO))
        (void)complain("%s: threads_per_group is 0, which counts as not given", argument);
    text_free(&message);
    return status < 0 ? END_FAILED : 0;
}

/* Keeps each --device; the question contains the last one. */
static int add_device(struct reader *reader, const char *value)
{
    struct options *options = reader->options;

    if (options->device_count != 0 &&
        option_find(reader->command, "device", 6)->kind != KIND_DEVICES)
        return complain("--device is given twice; gpuocc occupancy compares devices");
    options->devices =
        memory_grow(options->devices, (options->device_count + 1) * sizeof *options->devices);
    options->devices[options->device_count++] = value;
    return 0;
}

static int set_edit(struct reader *reader, const char *value)
{
    const size_t length = strcspn(value, "=");
    struct field field = field_find_edit(value, length);
    struct near near;
    struct text text = {0};

    if (value[length] == 0 || value[length + 1] == 0) {
        text_add_quoted(&text, value, strlen(value));
        (void)complain("--set needs FIELD=VALUE, not %s", text_string(&text));
        text_free(&text);
        return END_FAILED;
    }
    if (field.kind == FIELD_NONE) {
        near = field_near(value, length, FIELD_EDIT);
        text_add_quoted(&text, value, length);
        if (near.name != NULL)
            text_format(&text, "; did you mean %s?", near.name);
        else
            text_add(&text, "; see gpuocc help fields");
        (void)complain("--set: no field of a device is named %s", text_string(&text));
        text_free(&text);
        return END_FAILED;
    }
    return set_field(reader, "--set", field, value + length + 1, strlen(value + length + 1));
}

static int add_requirement(struct reader *reader, enum option_kind kind, const char *value)
{
    struct options *options = reader->options;
    struct text message = {0};
    int status;

    options->requirements =
        memory_grow(options->requirements, (options->required + 1) * sizeof *options->requirements);
    status =
        require_read(&options->requirements[options->required++], "--require", value,
                     (enum require_of)(REQUIRE_OF_ANSWER + (kind - KIND_REQUIRE_ANSWER)), &message);
    if (status < 0)
        (void)complain("%s", text_string(&message));
    text_free(&message);
    return status < 0 ? END_FAILED : 0;
}

static const struct own_option *find_own(const struct reader *reader, const char *name,
                                         size_t length)
{
    const struct own_option *own = reader->own;

    for (; own != NULL && own->name != NULL; own++)
        if (strlen(own->name) == length && memcmp(own->name, name, length) == 0)
            return own;
    return NULL;
}

/* Refuses the value of an option: "--order is "fast", valid values are source, hoist". */
static int refuse_value(const char *argument, const char *value, const char *needed)
{
    struct text text = {0};

    text_add_quoted(&text, value, strlen(value));
    (void)complain("%s is %s, %s", argument, text_string(&text), needed);
    text_free(&text);
    return END_FAILED;
}

static int set_count(const struct own_option *own, const char *argument, const char *value)
{
    uint64_t number = 0;
    size_t length = strlen(value);
    const char *digits = trim(value, &length);
    const int32_t status = number_read(digits, length, 0, 0xfffffffdu, &number);

    *own->number = (uint32_t)number;
    if (status == GPUOCC_OK && number != 0)
        return 0;
    return refuse_value(argument, value, "a whole number from 1 to 4294967293 is needed");
}

/* Sets *number to that of the word, from 1, among those of the option's argument. */
static int set_choice(const struct option *option, const char *argument, const char *value,
                      uint32_t *number)
{
    struct text needed = {0};
    const char *at = option->argument;
    size_t length = strcspn(at, "|");
    int status = 0;

    text_add(&needed, "valid values are ");
    for (*number = 1; strlen(value) != length || memcmp(at, value, length) != 0; ++*number) {
        text_add_bytes(&needed, at, length);
        if (at[length] == 0) {
            status = refuse_value(argument, value, text_string(&needed));
            break;
        }
        text_add(&needed, ", ");
        at += length + 1;
        length = strcspn(at, "|");
    }
    text_free(&needed);
    return status;
}

static int set_own(const struct own_option *own, const struct option *option, const char *argument,
                   const char *value)
{
    switch (option != NULL ? option->kind : KIND_TEXT) {
    case KIND_COUNT:
        return set_count(own, argument, value);
    case KIND_CHOICE:
        return set_choice(option, argument, value, own->number);
    case KIND_NUMBER:
        return real_read(argument, value, &option->bounds, own->real);
    case KIND_LIST:
        if (*own->number == OWN_LIST_MOST)
            return complain("option %s is given more than %u times", argument, OWN_LIST_MOST);
        own->text[(*own->number)++] = value;
        return 0;
    default:
        *own->text = value;
        return value[0] != 0 ? 0 : complain("option %s needs a value", argument);
    }
}

static int set_colour(const struct option *option, const char *argument, const char *value)
{
    uint32_t number;
    const int status = set_choice(option, argument, value, &number);

    if (status == 0)
        out_set_colour((enum out_colour)(number - 1));
    return status;
}

static int set_language(struct reader *reader, const struct option *option, const char *argument,
                        const char *value)
{
    uint32_t number;
    const int status = set_choice(option, argument, value, &number);

    if (status == 0)
        reader->options->language = number - 1;
    return status;
}

/* Reads an option with a value, by its normalised name. */
static int take(struct reader *reader, const char *argument, const char *name, size_t length,
                const char *behind)
{
    const struct own_option *own = find_own(reader, name, length);
    const struct option *option = strcmp(name, "colour") == 0
                                      ? option_find(reader->command, "color", 5)
                                      : option_find(reader->command, name, length);
    const enum option_kind kind = option != NULL ? option->kind : KIND_FIELD;
    struct field field = {.kind = FIELD_NONE};
    const char *value;

    if (own == NULL && (kind == KIND_FIELD || kind == KIND_DEVICES) &&
        command_asks(reader->command))
        field = field_find_short(name, length);
    if (own == NULL && (kind == KIND_FIELD || kind == KIND_DEVICES) && field.kind == FIELD_NONE)
        return unknown(reader, argument);
    value = value_of(reader, argument, behind);
    if (value == NULL)
        return END_FAILED;
    if (own != NULL && reader->command == COMMAND_KERNELS && strcmp(own->name, "save") == 0 &&
        *own->text != NULL)
        return complain("--save is given twice; one file is written");
    if (own != NULL && (option == NULL || option->kind != KIND_LIST))
        tell_twice(reader, argument, own->name);
    if (own != NULL)
        return set_own(own, option, argument, value);
    if (kind == KIND_SET)
        return set_edit(reader, value);
    if (kind >= KIND_REQUIRE_ANSWER)
        return add_requirement(reader, kind, value);
    if (strcmp(name, "language") == 0)
        return set_language(reader, option, argument, value);
    if (field.kind == FIELD_NONE)
        return set_colour(option, "--color", value);
    if (field.kind == FIELD_DEVICE && add_device(reader, value) != 0)
        return END_FAILED;
    return set_field(reader, argument, field, value, strlen(value));
}

/* Reads a flag, an option without a value. Returns whether it was one. */
static int flag(struct reader *reader, const char *name)
{
    const struct option *option = option_find(reader->command, name, strlen(name));

    if (option == NULL || option->kind != KIND_FLAG)
        return 0;
    if (strcmp(name, "help") == 0)
        reader->options->help = 1;
    else if (strcmp(name, "json") == 0)
        reader->options->json = 1;
    else if (strcmp(name, "neutral") == 0)
        reader->options->neutral = 1;
    else
        *find_own(reader, name, strlen(name))->number = 1;
    return 1;
}

static int long_option(struct reader *reader, const char *argument)
{
    const char *behind = strchr(argument, '=');
    const size_t length = (behind != NULL ? (size_t)(behind - argument) : strlen(argument)) - 2;
    struct text name = {0}, shown = {0};
    size_t i;
    int status;

    for (i = 0; i < length; i++)
        text_add_byte(&name, argument[2 + i] == '-' ? '_' : argument[2 + i]);
    text_add_bytes(&shown, argument, length + 2);
    if (flag(reader, text_string(&name)))
        status = behind == NULL ? 0 : complain("option %s takes no value", text_string(&shown));
    else
        status = take(reader, text_string(&shown), text_string(&name), length,
                      behind != NULL ? behind + 1 : NULL);
    text_free(&name);
    text_free(&shown);
    return status;
}

static int short_option(struct reader *reader, const char *argument)
{
    const char *behind = argument[2] != 0 ? argument + 2 : NULL;
    const char shown[3] = {'-', argument[1], 0};
    const struct option *option = NULL;

    while ((option = option_next(reader->command, option)) != NULL) {
        if (option->letter != argument[1])
            continue;
        if (option->kind != KIND_FLAG)
            return take(reader, shown, option->name, strlen(option->name), behind);
        if (behind == NULL && flag(reader, option->name))
            return 0;
    }
    return unknown(reader, argument);
}

int options_read(struct options *options, enum command command, const char *model,
                 const struct own_option *own, int count, char **arguments)
{
    struct reader reader = {options, command, model, own, count, 0, arguments, {NULL}, 0};
    const char *argument;
    int status = 0, ended = 0;

    memset(options, 0, sizeof *options);
    question_start(&options->question);
    options->arguments = memory_grow(NULL, ((size_t)count + 1) * sizeof *options->arguments);
    while (status == 0 && reader.at < count) {
        argument = arguments[reader.at++];
        if (ended || argument[0] != '-' || argument[1] == 0 || argument[1] == ' ')
            options->arguments[options->count++] = argument;
        else if (strcmp(argument, "--") == 0)
            ended = 1;
        else if (argument[1] == '-')
            status = long_option(&reader, argument);
        else
            status = short_option(&reader, argument);
    }
    options->arguments[options->count] = NULL;
    return status;
}

int real_read(const char *option, const char *text, const struct bounds *bounds, double *number)
{
    struct text quoted = {0};
    size_t length = strlen(text);
    const char *digits = trim(text, &length);
    uint64_t size;
    char *end;
    int is_number = 1;

    *number = strtod(digits, &end);
    if (bounds->sizes && number_read(digits, length, 1, UINT64_MAX, &size) == GPUOCC_OK)
        *number = (double)size;
    else
        is_number = length != 0 && end == digits + length;
    if (is_number && bounds->or_zero && *number >= 0 && *number <= 0)
        return 0;
    if (is_number && *number >= bounds->least && *number <= bounds->most &&
        (*number > bounds->least || !bounds->above) &&
        (!bounds->whole || (double)(uint64_t)*number == *number))
        return 0;
    text_add_quoted(&quoted, text, strlen(text));
    (void)complain(
        "%s is %s, a %snumber %s %.16g up to %.16g is needed", option, text_string(&quoted),
        bounds->whole ? "whole " : "", bounds->above ? "above" : "from",
        bounds->or_zero && !(*number > 0 && *number < bounds->least) ? 0.0 : bounds->least,
        bounds->most);
    text_free(&quoted);
    return END_FAILED;
}

int list_read(const char *option, const char *text, uint32_t least, uint32_t largest,
              uint32_t *numbers, uint32_t *count, uint32_t most)
{
    const char *at = text, *digits;
    struct text quoted = {0};
    uint64_t number;
    size_t length, size;

    for (*count = 0; at != NULL; at = at[length] == ',' ? at + length + 1 : NULL) {
        length = size = strcspn(at, ",");
        digits = trim(at, &size);
        if (*count == most)
            return complain("%s has more than %lu numbers", option, (unsigned long)most);
        if (number_read(digits, size, 0, largest, &number) != GPUOCC_OK || number < least) {
            text_add_quoted(&quoted, at, length);
            (void)complain("%s has %s, whole numbers from %lu to %lu with commas between them are "
                           "needed",
                           option, text_string(&quoted), (unsigned long)least,
                           (unsigned long)largest);
            text_free(&quoted);
            return END_FAILED;
        }
        numbers[(*count)++] = (uint32_t)number;
    }
    return 0;
}

void options_join(const struct options *options, struct text *text)
{
    size_t i;

    for (i = 0; i < options->count; i++) {
        if (i != 0)
            text_add_byte(text, ' ');
        text_add(text, options->arguments[i]);
    }
}

int options_met(const struct options *options, const struct answer *answer, struct text *message)
{
    size_t i;

    for (i = 0; i < options->required; i++)
        if (!require_met(&options->requirements[i], answer, message))
            return 0;
    return 1;
}

int options_need_row(const struct options *options, unsigned long long rows)
{
    size_t i;

    for (i = 0; i < options->required && rows == 0; i++)
        if (require_run(&options->requirements[i]) == RUN_COUNT)
            return complain("no row is left for --require"), END_REFUSED;
    return END_ANSWERED;
}

void options_free(struct options *options)
{
    free(options->requirements);
    free(options->devices);
    free(options->arguments);
}
