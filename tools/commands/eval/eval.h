/* SPDX-License-Identifier: MIT
 *
 * One run of "gpuocc eval": eval.c reads and answers it, extras.c adds columns, print.c writes it.
 */
#ifndef TOOL_EVAL_H
#define TOOL_EVAL_H

#include "answer.h"
#include "input/columns.h"
#include "input/csv.h"
#include "input/options.h"
#include "output/json.h"
#include "output/table.h"

/* The number of columns that --best, --inverse and a column of stacks add. */
#define EVAL_EXTRAS 4

struct eval_column {
    struct text name;
    struct use use;
    int follows; /* a part of a field of which an earlier column is the first part */
};

/* A result column that an option adds (--best, --inverse), or an input column (stack_bytes). */
struct eval_extra {
    const char *name;
    int known; /* 0: the current row has no value */
    uint64_t value;
};

/* One run. */
struct eval {
    struct options options;
    const char *source; /* name of the input, for messages */
    struct csv csv;
    struct eval_column *columns;
    size_t count;
    struct lookup lookup;
    struct question question;
    struct answer answer;
    struct text line, message, parts;
    struct json json;
    struct table table;
    struct style style;
    size_t headings;
    uint32_t best, inverse; /* --best, --inverse */
    uint32_t csv_safe;      /* --csv-safe */
    uint32_t aligned;       /* --table */
    struct eval_extra extras[EVAL_EXTRAS];
    size_t extra_count;
    int has_stack; /* there is a column of stacks */
    size_t stack_column;
    struct unit stack_unit;
    uint32_t stack; /* of the current row; GPUOCC_UNKNOWN: not said */
    int stack_told; /* a stack that is no number of bytes was told */
    int several_told;
    unsigned long long rows, refused, fell_short, first_short;
    struct text shortfall;
};

/* Names the columns of --best and --inverse. */
void eval_name_extras(struct eval *eval);

/* Fills the extra columns of the current row from its answer. */
void eval_fill_extras(struct eval *eval);

/* Writes what stands before the rows, a row, and what stands behind them. */
void eval_print_start(struct eval *eval);
void eval_print_row(struct eval *eval);
void eval_print_end(struct eval *eval);

#endif
