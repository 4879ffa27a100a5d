/* SPDX-License-Identifier: MIT
 *
 * gpuocc complete: for the completion scripts of the shells, which pass the words after the name of
 * the program up to the cursor. It prints each candidate in a line, with a tab and a few words
 * about it, if there are any; the line ":files" stands for the names of files.
 */
#include <string.h>

#include "commands/commands.h"
#include "input/amounts.h"
#include "input/fields.h"
#include "input/option_list.h"
#include "output/out.h"

static void add(struct text *text, const char *word, const char *about)
{
    text_format(text, "%s%s%s\n", word, about[0] != 0 ? "\t" : "", about);
}

/* Adds a name with - instead of _, after the dashes of an option or nothing. */
static void add_name(struct text *text, const char *before, const char *name, const char *about)
{
    struct text word = {0};

    for (text_add(&word, before); *name != 0; name++)
        text_add_byte(&word, *name == '_' ? '-' : *name);
    add(text, text_string(&word), about);
    text_free(&word);
}

/* Adds the names of the devices, with and without the brand before them. */
static void add_devices(struct text *text)
{
    static const char *const brands[] = {"GeForce ", "Radeon ", "Instinct ", "Apple "};
    const gpuocc_device *device;
    const char *name, *about;
    uint32_t i;
    size_t brand;

    for (i = 0; gpuocc_device_at(i, &device) == GPUOCC_OK; i++) {
        name = gpuocc_device_name(device);
        about = gpuocc_device_architecture(device);
        if (strcmp(name, about) == 0)
            about = gpuocc_device_family(device);
        add(text, name, about);
        for (brand = 0; brand < sizeof brands / sizeof brands[0]; brand++)
            if (strncmp(name, brands[brand], strlen(brands[brand])) == 0)
                add(text, name + strlen(brands[brand]), about);
    }
}

static void add_amounts(struct text *text)
{
    struct field field = {.kind = FIELD_KERNEL};
    size_t i;

    for (i = 0; i < AMOUNTS; i++) {
        field.number = amount_field(i);
        add_name(text, "", field_short(field) != NULL ? field_short(field) : field_name(field), "");
    }
}

static void add_commands(struct text *text)
{
    uint32_t i;

    for (i = 0; i < COMMAND_COUNT; i++)
        add(text, command_entry((enum command)i)->name, command_entry((enum command)i)->summary);
    add(text, "help", "how to use a command");
}

static void add_options(struct text *text, enum command command, const char *model_name)
{
    const struct option *option = NULL;
    const struct model_entry *model = NULL, *input;
    uint32_t i;

    while ((model = model_next(command, model)) != NULL)
        for (i = 0; (input = model_input(model, i)) != NULL; i++)
            if (strcmp(model->model, model_name) == 0)
                add_name(text, "--", input->name, model->about);
    while ((option = option_next(command, option)) != NULL)
        if (strcmp(option->name, "FIELD") != 0)
            add_name(text, "--", option->name, option->about);
    for (i = 1; command_asks(command) && i < GPUOCC_KERNEL_FIELD_COUNT; i++)
        add_name(text, "--", gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, i),
                 gpuocc_about(GPUOCC_LIST_KERNEL_FIELDS, i));
}

/* Adds the values of an option, by its argument. */
static void add_values(struct text *text, const struct option *option)
{
    struct text word = {0};
    const char *at = option->argument;
    uint32_t i;

    if (strcmp(at, "DEVICE") == 0)
        add_devices(text);
    else if (strcmp(at, "FIELD") == 0)
        add_amounts(text);
    else if (strcmp(at, "FILE") == 0)
        add(text, ":files", "");
    for (i = 0;
         strcmp(option->name, "convention") == 0 && i < gpuocc_list_count(GPUOCC_LIST_CONVENTIONS);
         i++)
        add(text, gpuocc_name(GPUOCC_LIST_CONVENTIONS, i),
            gpuocc_about(GPUOCC_LIST_CONVENTIONS, i));
    while (option->kind == KIND_CHOICE && *at != 0) {
        text_clear(&word);
        text_add_bytes(&word, at, strcspn(at, "|"));
        add(text, text_string(&word), "");
        at += word.length;
        at += *at == '|';
    }
    text_free(&word);
}

/* Returns the option that a word is, if it takes a value, or NULL. */
static const struct option *option_of(enum command command, const char *word)
{
    const struct option *option = NULL;
    const char *name = word[0] == '-' && word[1] == '-' ? word + 2 : NULL;
    size_t i;

    while ((option = option_next(command, option)) != NULL) {
        for (i = 0; name != NULL && option->name[i] != 0; i++)
            if (name[i] != option->name[i] && (name[i] != '-' || option->name[i] != '_'))
                break;
        if (option->kind != KIND_FLAG &&
            (name != NULL ? option->name[i] == 0 && name[i] == 0
                          : word[0] == '-' && word[1] == option->letter && word[1] != 0))
            return option;
    }
    return NULL;
}

/* Adds what the last word may become; words[0] is the name of the command. */
static void add_words(struct text *text, enum command command, int count, char **words)
{
    const char *usage = command_entry(command)->usage, *word = words[count - 1];
    const struct option *option = count > 2 ? option_of(command, words[count - 2]) : NULL;
    const struct model_entry *model = NULL;

    if (option != NULL)
        add_values(text, option);
    else if (word[0] == '-')
        add_options(text, command, words[1]);
    else if (strncmp(usage, "FILE", 4) == 0 || strncmp(usage, "[FILE", 5) == 0)
        add(text, ":files", "");
    else if (count == 2 && strncmp(usage, "DEVICE", 6) == 0)
        add_devices(text);
    else if (count == 2)
        while ((model = model_next(command, model)) != NULL)
            add(text, model->model, model->about);
}

int command_complete(int count, char **arguments)
{
    struct text text = {0};
    uint32_t command = 0;

    while (count > 1 && command < COMMAND_COUNT &&
           strcmp(arguments[0], command_entry((enum command)command)->name) != 0)
        command++;
    if (count == 1 && arguments[0][0] == '-') {
        text_add(&text, "--help\n--version\n");
    } else if (count == 1) {
        add_commands(&text);
    } else if (count > 1 && command < COMMAND_COUNT) {
        add_words(&text, (enum command)command, count, arguments);
    } else if (count == 2 && strcmp(arguments[0], "help") == 0) {
        add_commands(&text);
        add(&text, "fields", "fields of kernels and devices, constants, conventions");
    }
    out_text(&text);
    text_free(&text);
    return END_ANSWERED;
}
