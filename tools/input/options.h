/* SPDX-License-Identifier: MIT
 *
 * Reads the command line after the name of a command.
 */
#ifndef TOOL_OPTIONS_H
#define TOOL_OPTIONS_H

#include "answer.h"
#include "input/option_list.h"
#include "input/require.h"

/* Where the value of an option that only some commands have is stored: in the member for its kind.
 * Numbers are 0 and texts are NULL unless they are given. */
struct own_option {
    const char *name; /* with _ instead of -; NULL ends a list */
    uint32_t *number;
    const char **text; /* of a list: an array of OWN_LIST_MOST */
    double *real;
};
#define OWN_LIST_MOST 64u

struct options {
    int help, json;
    uint32_t language; /* of enum gpuocc_language */
    int neutral;       /* not the words of the vendor */
    struct question question;
    struct requirement *requirements;
    size_t required;
    const char **devices; /* each --device */
    size_t device_count;
    const char **arguments; /* arguments that are not options, and a NULL */
    size_t count;
};

/* Reads `count` arguments of a command, or of one of its models if `model` is not NULL: its options
 * are then those in `own` that the command does not have, as texts. `own` may be NULL. Returns 0,
 * or END_FAILED with an error. */
int options_read(struct options *options, enum command command, const char *model,
                 const struct own_option *own, int count, char **arguments);

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

/* Returns END_REFUSED with an error if there is no row that a requirement was compared with,
 * otherwise END_ANSWERED. */
int options_need_row(const struct options *options, unsigned long long rows);

void options_free(struct options *options);

#endif
