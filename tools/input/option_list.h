/* SPDX-License-Identifier: MIT
 *
 * The commands, their options and the models of scale and tile, as options.def lists them.
 */
#ifndef TOOL_OPTION_LIST_H
#define TOOL_OPTION_LIST_H

#include <stddef.h>
#include <stdint.h>

enum command {
#define COMMAND(NAME, name, usage, summary, about) COMMAND_##NAME,
#include "options.def"
    COMMAND_COUNT
};

struct command_entry {
    const char *name, *usage, *summary, *about;
};

enum option_kind {
    KIND_FLAG,   /* no value: sets the number to 1 */
    KIND_COUNT,  /* a whole number of at least 1 */
    KIND_CHOICE, /* one of the words of the argument: its number, from 1 */
    KIND_TEXT,
    KIND_NUMBER, /* within bounds */
    KIND_LIST,  /* may be repeated: texts in an array of OWN_LIST_MOST; the number is their count */
    KIND_FIELD, /* a field of a question */
    KIND_DEVICES,        /* --device, several times */
    KIND_SET,            /* FIELD=VALUE, a field of the device */
    KIND_REQUIRE_ANSWER, /* and the other kinds of requirements, in the order of enum require_of */
    KIND_REQUIRE_SCHEDULE,
    KIND_REQUIRE_ROW,
    KIND_REQUIRE_AMOUNT,
    KIND_REQUIRE_RUN,
    KIND_REQUIRE_CODE
};

/* The valid range of an option's number. */
struct bounds {
    double least, most;
    int above; /* `least` itself is invalid */
    int whole;
    int sizes;   /* "24K" is valid */
    int or_zero; /* 0 is valid too */
};

struct option {
    uint32_t commands; /* a set of enum command */
    char letter;       /* 0: it has no short form */
    enum option_kind kind;
    const char *name; /* with _ instead of - */
    const char *argument, *about;
    struct bounds bounds;
};

/* The default of an input that must be given. */
#define MODEL_GIVEN (-1.0)

/* Bounds of inputs: times and amounts, divisors, shares, counts, sizes in bytes. */
#define MODEL_TIME                .most = 1e15
#define MODEL_POSITIVE            .most = 1e15, .above = 1
#define MODEL_SHARE               .most = 1, .above = 1
#define MODEL_FROM_ONE            .least = 1, .most = 1e15
#define MODEL_COUNT               .least = 1, .most = 4294967295.0, .whole = 1
#define MODEL_ANY                 .most = 4294967295.0, .whole = 1
#define MODEL_GREAT               .least = 1, .most = 9007199254740992.0, .whole = 1
#define MODEL_OFFSET              .most = 9007199254740992.0, .whole = 1
#define MODEL_SIZE(from, largest) .least = from, .most = largest, .whole = 1, .sizes = 1

/* A model, or one of its inputs, which follow it. */
struct model_entry {
    enum command command;
    const char *model, *rule, *about;
    const char *name, *argument; /* of an input; NULL: a model */
    double otherwise;
    struct bounds bounds;
};

const struct command_entry *command_entry(enum command command);

/* Returns an example of a command by its index, or NULL. */
const char *command_example(enum command command, uint32_t index);

/* Returns the title of the group that begins with a command, or NULL. */
const char *command_group(enum command command);

/* Returns the name of the command that a word leads to, or NULL. */
const char *command_of_word(const char *word);

/* Returns the first option of a command (NULL), or the next one; NULL after the last one. */
const struct option *option_next(enum command command, const struct option *option);

/* Returns the option of a command with a name, or NULL. */
const struct option *option_find(enum command command, const char *name, size_t length);

/* Whether a command takes the fields of a question as options. */
int command_asks(enum command command);

/* Returns the first model of a command (NULL), or the next one; NULL after the last one. */
const struct model_entry *model_next(enum command command, const struct model_entry *model);

/* Returns an input of a model by its index, or NULL. */
const struct model_entry *model_input(const struct model_entry *model, uint32_t index);

#endif
