/* SPDX-License-Identifier: MIT
 *
 * The command line after the name of a command.
 */
#ifndef TOOL_OPTIONS_H
#define TOOL_OPTIONS_H

#include "answer.h"
#include "input/require.h"

/* What a command accepts besides --help and --json. */
enum {
    ACCEPT_QUESTION = 1, /* the fields of a question, --device, --convention, --set */
    ACCEPT_REQUIRE = 2,
    ACCEPT_TABLE = 4,
    ACCEPT_SCHEDULE = 8,     /* --require may ask a schedule */
    ACCEPT_REQUIRE_ROW = 16, /* it asks a row of a curve */
    ACCEPT_REQUIRE_AMOUNT = 32,
    ACCEPT_DEVICES = 64 /* --device may be there several times */
};

/* An option that one command has alone. */
enum own_kind {
    OWN_FLAG,  /* no value: makes the number 1 */
    OWN_COUNT, /* at least 1 */
    OWN_TEXT,
    OWN_LIST /* may come again: texts in an array of OWN_LIST_MOST, counted by the number */
};
#define OWN_LIST_MOST 64u

/* Numbers and texts are 0 and NULL until they are given. */
struct own_option {
    const char *name; /* with _ where - is written; NULL ends a list */
    enum own_kind kind;
    uint32_t *number;
    const char **text;
};

struct options {
    int help, json, table;
    struct question question;
    struct requirement *requirements;
    size_t required;
    const char **devices; /* of each --device */
    size_t device_count;
    const char **arguments; /* those that are no options */
    size_t count;
};

/* Reads `count` arguments; `own` may be NULL. Returns 0, or END_FAILED after a complaint. */
int options_read(struct options *options, const char *command, unsigned accept,
                 const struct own_option *own, int count, char **arguments);

/* Complains of an argument that is no option of the command: with the option that does what was
 * meant, or the nearest one. Returns END_FAILED. */
int option_unknown(const char *command, unsigned accept, const struct own_option *own,
                   const char *argument);

/* What a number of an option can be. */
struct bounds {
    double least, most;
    int above; /* `least` itself is not possible */
    int whole;
    int sizes; /* "24K" is */
};

/* A number of an option. Returns 0, or END_FAILED after a complaint. */
int real_read(const char *option, const char *text, const struct bounds *bounds, double *number);

/* "128,256" as whole numbers, at most `most` of them, each `least` to `largest`. Returns 0, or
 * END_FAILED after a complaint. */
int list_read(const char *option, const char *text, uint32_t least, uint32_t largest,
              uint32_t *numbers, uint32_t *count, uint32_t most);

/* The arguments joined by blanks, so that names of several words need no quotes. */
void options_join(const struct options *options, struct text *text);

/* Whether an answer meets all demands. Adds a sentence for the first that it does not. */
int options_met(const struct options *options, const struct answer *answer, struct text *message);

void options_free(struct options *options);

#endif
