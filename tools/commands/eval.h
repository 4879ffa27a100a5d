/* SPDX-License-Identifier: MIT
 *
 * The state of one run of gpuocc eval, and the functions that print its rows.
 */
#ifndef TOOL_EVAL_H
#define TOOL_EVAL_H

#include "commands/commands.h"
#include "input/csv.h"
#include "output/json.h"
#include "input/options.h"
#include "output/table.h"

struct column {
    struct text name;
    struct field field;
};

/* A result column that an option adds (--best, --inverse). */
struct extra {
    const char *name;
    int known; /* 0: the current row has no value */
    uint32_t value;
};
#define EXTRAS 3

struct eval {
    struct options options;
    const char *source; /* name of the input, for messages */
    struct csv csv;
    struct column *columns;
    size_t count;
    struct lookup lookup;
    struct question question;
    struct answer answer;
    struct text line, message;
    struct json json;
    struct table table;
    struct style style;
    size_t headings;
    uint32_t best, inverse; /* --best, --inverse */
    uint32_t csv_safe;      /* --csv-safe */
    struct extra extras[EXTRAS];
    size_t extra_count;
    unsigned long long rows, refused, fell_short, first_short;
    struct text shortfall;
};

/* eval_extra_start names the columns of --best and --inverse; eval_extra_row fills them for the
 * current row. */
void eval_extra_start(struct eval *eval);
void eval_extra_row(struct eval *eval);

void eval_print_start(struct eval *eval);
void eval_print_row(struct eval *eval);
void eval_print_end(struct eval *eval);

#endif
