/* SPDX-License-Identifier: MIT
 *
 * Reads the command line after the name of a command.
 */
#ifndef TOOL_OPTIONS_H
#define TOOL_OPTIONS_H

#include "answer.h"
#include "input/require.h"

/* What a command accepts in addition to --help and --json. */
enum {
    ACCEPT_QUESTION = 1, /* the fields of a question, --device, --convention, --set */
    ACCEPT_REQUIRE = 2,
    ACCEPT_TABLE = 4,
    ACCEPT_SCHEDULE = 8,     /* --require may be about a schedule */
    ACCEPT_REQUIRE_ROW = 16, /* --require is about a row of a curve */
    ACCEPT_REQUIRE_AMOUNT = 32,
    ACCEPT_DEVICES = 64 /* --device may be given several times */
};

/* An option that only one command has. */
enum own_kind {
    OWN_FLAG,  /* no value: sets the number to 1 */
    OWN_COUNT, /* a number of at least 1 */
    OWN_TEXT,
    OWN_LIST /* may be repeated: texts in an array of OWN_LIST_MOST; the number is their count */
};
#define OWN_LIST_MOST 64u

/* Numbers are 0 and texts are NULL unless they are given. */
struct own_option {
    const char *name; /* with _ instead of -; NULL ends a list */
    enum own_kind kind;
    uint32_t *number;
    const char **text;
};

struct options {
    int help, json, table;
    struct question question;
    struct requirement *requirements;
    size_t required;
    const char **devices; /* each --device */
    size_t device_count;
    const char **arguments; /* arguments that are not options, and a NULL */
    size_t count;
};

/* Reads `count` arguments; `own` may be NULL. Returns 0, or END_FAILED with an error. */
int options_read(struct options *options, const char *command, unsigned accept,
                 const struct own_option *own, int count, char **arguments);

/* The valid range of an option's number. */
struct bounds {
    double least, most;
    int above; /* `least` itself is invalid */
    int whole;
    int sizes; /* "24K" is valid */
};

/* Reads the number of an option. Returns 0, or END_FAILED with an error. */
int real_read(const char *option, const char *text, const struct bounds *bounds, double *number);

/* Reads whole numbers such as "128,256": at most `most` of them, each from `least` to `largest`.
 * Returns 0, or END_FAILED with an error. */
int list_read(const char *option, const char *text, uint32_t least, uint32_t largest,
              uint32_t *numbers, uint32_t *count, uint32_t most);

/* Joins the arguments with blanks, so that names of several words need no quotes. */
void options_join(const struct options *options, struct text *text);

/* Whether an answer meets all requirements. Adds a sentence about the first one that it does not
 * meet. */
int options_met(const struct options *options, const struct answer *answer, struct text *message);

void options_free(struct options *options);

#endif
