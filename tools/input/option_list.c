/* SPDX-License-Identifier: MIT */
#include "input/option_list.h"

#include <string.h>

#include "input/fields.h"

#define ON(command) (1u << COMMAND_##command)

static const struct command_entry commands[] = {
#define COMMAND(NAME, name, usage, summary, about) {#name, usage, summary, about},
#include "options.def"
};

static const struct {
    enum command command;
    const char *text;
} examples[] = {
#define EXAMPLE(NAME, typed) {COMMAND_##NAME, typed},
#include "options.def"
};

static const char *const groups[COMMAND_COUNT] = {
#define GROUP(NAME, title) [COMMAND_##NAME] = title,
#include "options.def"
};

static const struct {
    const char *word, *name;
} words[] = {
#define WORD(word, name) {word, #name},
#include "options.def"
};

static const struct option options[] = {
#define OPTION(commands, letter, name, kind, argument, about)                                      \
    {commands, letter, KIND_##kind, name, argument, about, {.most = 0}},
#define NUMBER(commands, name, argument, about, ...)                                               \
    {commands, 0, KIND_NUMBER, name, argument, about, {__VA_ARGS__}},
#include "options.def"
};

static const struct model_entry models[] = {
#define MODEL(NAME, model, rule, about)                                                            \
    {COMMAND_##NAME, #model, rule, about, NULL, NULL, 0, {.most = 0}},
#define INPUT(name, argument, otherwise, bounds)                                                   \
    {COMMAND_COUNT, NULL, NULL, NULL, name, argument, otherwise, {bounds}},
#include "options.def"
};

const struct command_entry *command_entry(enum command command)
{
    return &commands[command];
}

const char *command_example(enum command command, uint32_t index)
{
    size_t i;

    for (i = 0; i < sizeof examples / sizeof examples[0]; i++)
        if (examples[i].command == command && index-- == 0)
            return examples[i].text;
    return NULL;
}

const char *command_group(enum command command)
{
    return groups[command];
}

const char *command_of_word(const char *word)
{
    size_t i;

    for (i = 0; i < sizeof words / sizeof words[0]; i++)
        if (name_same(word, strlen(word), words[i].word))
            return words[i].name;
    return NULL;
}

const struct option *option_next(enum command command, const struct option *option)
{
    const struct option *const end = options + sizeof options / sizeof options[0];

    for (option = option != NULL ? option + 1 : options; option != end; option++)
        if ((option->commands >> command & 1) != 0)
            return option;
    return NULL;
}

const struct option *option_find(enum command command, const char *name, size_t length)
{
    const struct option *option = NULL;

    while ((option = option_next(command, option)) != NULL)
        if (strlen(option->name) == length && memcmp(option->name, name, length) == 0)
            return option;
    return NULL;
}

int command_asks(enum command command)
{
    return option_find(command, "set", 3) != NULL;
}

const struct model_entry *model_next(enum command command, const struct model_entry *model)
{
    const struct model_entry *const end = models + sizeof models / sizeof models[0];

    for (model = model != NULL ? model + 1 : models; model != end; model++)
        if (model->command == command)
            return model;
    return NULL;
}

const struct model_entry *model_input(const struct model_entry *model, uint32_t index)
{
    const struct model_entry *const end = models + sizeof models / sizeof models[0];
    uint32_t i;

    for (i = 0; i <= index; i++)
        if (++model == end || model->name == NULL)
            return NULL;
    return model;
}
