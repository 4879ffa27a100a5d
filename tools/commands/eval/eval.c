/* SPDX-License-Identifier: MIT
 *
 * The command "gpuocc eval": reads a CSV table of kernels, and writes it with results added to each
 * row, as CSV, as JSON, or as a table for people (print.c).
 */
#include "commands/eval/eval.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/commands.h"
#include "output/out.h"
#include "output/results.h"
#include "stop.h"

/* The number of columns that a row lacks and its message names. */
#define LACKING_NAMED 8

static int is_result(const struct eval *eval, const char *name, size_t length)
{
    const char *result;
    size_t i;

    for (i = 0; i < result_columns() + eval->extra_count; i++) {
        result = i < result_columns() ? result_column(i) : eval->extras[i - result_columns()].name;
        if (strlen(result) == length && memcmp(result, name, length) == 0)
            return 1;
    }
    return 0;
}

/* Compares a column with the earlier ones: a field may have several columns only if they are its
 * parts, each once. */
static int check_double(struct eval *eval, size_t index)
{
    struct eval_column *column = &eval->columns[index];
    const struct use *use = &column->use, *other;
    struct text text = {0};
    size_t i;

    for (i = 0; use->field.kind != FIELD_NONE && i < index; i++) {
        other = &eval->columns[i].use;
        if (other->field.kind != use->field.kind || other->field.number != use->field.number)
            continue;
        column->follows = other->axis != 0 && use->axis != 0;
        if (column->follows && other->axis != use->axis)
            continue;
        text_format(&text, "columns %zu, ", i + 1);
        text_add_quoted(&text, text_string(&eval->columns[i].name), eval->columns[i].name.length);
        text_format(&text, ", and %zu, ", index + 1);
        text_add_quoted(&text, text_string(&column->name), column->name.length);
        (void)complain("%s: %s, are both %s", eval->source, text_string(&text),
                       field_name(use->field));
        text_free(&text);
        return END_FAILED;
    }
    return 0;
}

static int add_column(struct eval *eval, size_t index)
{
    struct eval_column *column = &eval->columns[index];
    const char *name, *cell;
    size_t length, cell_length;

    cell = csv_cell(&eval->csv, index, &cell_length);
    length = cell_length;
    name = trim(cell, &length);
    memset(column, 0, sizeof *column);
    text_add_bytes(&column->name, cell, cell_length);
    column->use = use_find(name, length);
    eval->count = index + 1;
    if (memchr(name, '\r', length) != NULL)
        return complain("%s: the name of column %zu contains a carriage return; rows end in LF or "
                        "CRLF",
                        eval->source, index + 1);
    if (is_result(eval, name, length))
        return complain("%s: column %.*s has the name of a result; call it something else",
                        eval->source, (int)length, name);
    if (check_double(eval, index) != 0)
        return END_FAILED;
    (void)use_warn(&column->use, name, length, "only passed through");
    return 0;
}

static int has_field(const struct eval *eval)
{
    size_t i;

    for (i = 0; i < eval->count; i++)
        if (eval->columns[i].use.field.kind != FIELD_NONE)
            return 1;
    return 0;
}

/* Warns about a header in UTF-16, about one whose cells are separated by semicolons or tabs, and
 * about another text. */
static void warn_other_format(const struct eval *eval)
{
    size_t length;
    const char *name = csv_cell(&eval->csv, 0, &length);

    if (memchr(name, 0, length) != NULL)
        (void)complain("%s: the first row holds NULs, as UTF-16 does; UTF-8 is needed",
                       eval->source);
    else if (eval->csv.count == 1 && eval->columns[0].use.field.kind == FIELD_NONE &&
             (memchr(name, ';', length) != NULL || memchr(name, '\t', length) != NULL))
        (void)complain("%s: the first row has one column and no field; commas between cells are "
                       "needed",
                       eval->source);
    else if (!has_field(eval))
        (void)complain("%s: no column of the first row is a field of a kernel, which gpuocc help "
                       "fields lists",
                       eval->source);
}

/* Whether the first row has a column of this name; `*index` becomes its position. */
static int column_of(const struct eval *eval, const char *name, size_t *index)
{
    const char *cell;
    size_t length;

    for (*index = 0; *index < eval->csv.count; ++*index) {
        cell = csv_cell(&eval->csv, *index, &length);
        cell = trim(cell, &length);
        if (name_same(cell, length, name))
            return 1;
    }
    return 0;
}

/* Refuses the table of a profiler, which has other launches than its rows, or grids in threads.
 * Returns 0 if this is none. */
static int refuse_profile(const struct eval *eval)
{
    const struct profile_table *table;
    size_t i, j, index;

    for (i = 0; (table = profile_table(i)) != NULL; i++) {
        for (j = 0; j < PROFILE_COLUMNS && column_of(eval, table->columns[j], &index); j++)
            continue;
        if (j == PROFILE_COLUMNS)
            return complain("%s is a table of %s, which gpuocc profile reads: gpuocc profile %s",
                            eval->source, table->profiler,
                            eval->options.count != 0 ? eval->options.arguments[0] : "-");
    }
    return 0;
}

/* Finds the column of stacks, which adds one of the memory that they take. */
static int find_stack(struct eval *eval)
{
    struct use use = {.axis = 0};
    struct text text = {0};
    const char *name;
    size_t i, length;
    int status = 0;

    for (i = 0; i < eval->csv.count && status == 0; i++) {
        name = csv_cell(&eval->csv, i, &length);
        name = trim(name, &length);
        if (!use_is_stack(name, length, &use.unit))
            continue;
        if (eval->has_stack)
            status = complain("%s: columns %zu and %zu are both stack_bytes", eval->source,
                              eval->stack_column + 1, i + 1);
        eval->has_stack = 1;
        eval->stack_column = i;
        eval->stack_unit = use.unit;
        if (use_is_range(&use, &text))
            (void)complain("column %zu: %s: local_memory_bytes is empty", i + 1,
                           text_string(&text));
        text_clear(&text);
    }
    if (eval->has_stack)
        eval->extras[eval->extra_count++].name = "local_memory_bytes";
    text_free(&text);
    return status;
}

/* Refuses a profile that is no table: JSON, or a database. Returns 0 if this is none. */
static int refuse_other_file(const struct eval *eval)
{
    static const char database[] = "SQLite format 3";
    size_t length;
    const char *cell = csv_cell(&eval->csv, 0, &length);
    const int is_database =
        length >= sizeof database - 1 && memcmp(cell, database, sizeof database - 1) == 0;

    if (!is_database && (length == 0 || (cell[0] != '{' && (cell[0] != '[' || length != 1))))
        return 0;
    return complain("%s is %s, and eval reads a table of kernels; gpuocc profile reads profiles in "
                    "this form: gpuocc profile %s",
                    eval->source, is_database ? "a database" : "JSON",
                    eval->options.count != 0 ? eval->options.arguments[0] : "-");
}

static int read_header(struct eval *eval)
{
    enum csv_event event = csv_next(&eval->csv);
    size_t i;

    if (event == CSV_FAILED)
        return complain("%s: %s", eval->source, strerror(errno));
    if (event == CSV_END && stop_signal() != 0)
        return END_FAILED;
    if (event == CSV_END)
        return complain("%s is empty; the first row must contain the names of the columns",
                        eval->source);
    if (refuse_other_file(eval) != 0)
        return END_FAILED;
    if (eval->csv.problem != NULL)
        return complain("%s, first row: %s", eval->source, eval->csv.problem);
    if (refuse_profile(eval) != 0 || find_stack(eval) != 0)
        return END_FAILED;
    eval->columns = memory_grow(NULL, eval->csv.count * sizeof *eval->columns);
    for (i = 0; i < eval->csv.count; i++)
        if (add_column(eval, i) != 0)
            return END_FAILED;
    warn_other_format(eval);
    return 0;
}

/* Sets a field from the cells of its parts: "256", "1" and "1" are 256x1x1. */
static int32_t set_parts(struct eval *eval, size_t first)
{
    const struct use *use = &eval->columns[first].use, *part;
    struct text *parts = &eval->parts;
    const char *cell;
    size_t i, length;
    int given = 0;

    text_clear(parts);
    for (i = first; i < eval->count; i++) {
        part = &eval->columns[i].use;
        if (part->axis == 0 || part->field.kind != use->field.kind ||
            part->field.number != use->field.number)
            continue;
        cell = csv_cell(&eval->csv, i, &length);
        given |= length != 0;
        text_add(parts, i != first ? "x" : "");
        text_add_bytes(parts, cell, length);
    }
    return given ? question_set(&eval->question, use->field, text_string(parts), parts->length,
                                &eval->message)
                 : GPUOCC_OK;
}

/* Names the columns that the current row lacks. */
static void refuse_short(struct eval *eval)
{
    struct text *message = &eval->message;
    size_t i;

    text_format(message, "row %llu has ", eval->rows + 1);
    text_add_count(message, eval->csv.count, "cell", "cells");
    text_format(message, ", the first row has %zu: ", eval->count);
    for (i = eval->csv.count; i < eval->count && i < eval->csv.count + LACKING_NAMED; i++) {
        text_add(message, i != eval->csv.count ? ", " : "");
        text_add_quoted(message, text_string(&eval->columns[i].name), eval->columns[i].name.length);
    }
    if (i < eval->count)
        text_format(message, " and %zu more", eval->count - i);
    text_add(message, eval->count - eval->csv.count == 1 ? " is missing" : " are missing");
}

/* Reads the stack of a thread, which may be unsaid. What is no number of bytes is told once. */
static void read_stack(struct eval *eval)
{
    const struct unit *unit = &eval->stack_unit;
    struct text text = {0};
    uint64_t stack = 0;
    size_t length;
    const char *cell = csv_cell(&eval->csv, eval->stack_column, &length);
    int known;

    cell = trim(cell, &length);
    known = name_same(cell, length, "zero") ||
            number_read(cell, length, 1, (GPUOCC_ZERO - 1) / unit->high, &stack) == GPUOCC_OK;
    if (!known && !eval->stack_told && length != 0 && !name_same(cell, length, "unknown")) {
        eval->stack_told = 1;
        text_add_quoted(&text, cell, length);
        (void)complain("%s, row %llu: the stack is %s, a whole number up to %lu or unknown is "
                       "needed: local_memory_bytes is empty in this row and those like it",
                       eval->source, eval->rows + 1, text_string(&text),
                       (unsigned long)((GPUOCC_ZERO - 1) / unit->high));
        text_free(&text);
    }
    known &= unit->low == unit->high && unit->low % 1000 != 0;
    eval->stack = known ? (uint32_t)stack * unit->low : GPUOCC_UNKNOWN;
}

/* Fills the question from the cells of the current row. After an error, eval->message says why. */
static int32_t read_question(struct eval *eval)
{
    struct csv *csv = &eval->csv;
    const struct eval_column *column;
    const char *cell, *name;
    int32_t status;
    size_t i, length;

    question_copy(&eval->question, &eval->options.question);
    if (csv->problem != NULL) {
        text_add(&eval->message, csv->problem);
        return GPUOCC_ERROR_FIELD;
    }
    if (csv->count < eval->count) {
        refuse_short(eval);
        return GPUOCC_ERROR_FIELD;
    }
    if (csv->count > eval->count) {
        text_format(&eval->message, "the row has %zu cells, the first row has %zu", csv->count,
                    eval->count);
        return GPUOCC_ERROR_FIELD;
    }
    for (i = 0; i < eval->count; i++) {
        column = &eval->columns[i];
        if (column->use.field.kind == FIELD_NONE || column->follows)
            continue;
        cell = csv_cell(csv, i, &length);
        status = column->use.axis != 0
                     ? set_parts(eval, i)
                     : use_set(&column->use, &eval->question, cell, length, &eval->message);
        if (status == GPUOCC_OK)
            continue;
        name = text_string(&column->name);
        if (strcmp(name, field_name(column->use.field)) != 0)
            text_format(&eval->message, " (column %s)", name);
        return status;
    }
    if (eval->has_stack)
        read_stack(eval);
    return GPUOCC_OK;
}

/* Adds to a message about a field what its cell has, which is in a unit. */
static void add_written(struct eval *eval)
{
    struct text *message = &eval->answer.message;
    const struct eval_column *column;
    const char *cell, *name;
    size_t i, length;

    for (i = 0; i < eval->count; i++) {
        column = &eval->columns[i];
        if (column->use.unit.name == NULL || column->use.field.kind == FIELD_NONE)
            continue;
        name = field_name(column->use.field);
        if (strncmp(text_string(message), name, strlen(name)) != 0)
            continue;
        cell = csv_cell(&eval->csv, i, &length);
        text_format(message, " (column %s: ", text_string(&column->name));
        text_add_quoted(message, cell, length);
        text_add(message, ")");
        return;
    }
}

/* Says once why the groups of the whole device are not there: its name is that of several. */
static void tell_several(struct eval *eval)
{
    const struct answer *answer = &eval->answer;
    const struct value *groups = &answer->results[GPUOCC_RESULT_GROUPS_PER_DEVICE];

    if (eval->several_told || answer->status < 0 || answer->match != GPUOCC_QUALITY_AMBIGUOUS ||
        groups->state == VALUE_ABSENT || value_exact(groups))
        return;
    eval->several_told = 1;
    (void)complain("%s, row %llu: %s; groups_per_device is not answered for such a name",
                   eval->source, eval->rows, text_string(&answer->remark));
}

static void answer_row(struct eval *eval)
{
    int32_t status;

    text_clear(&eval->message);
    status = read_question(eval);
    if (status < 0)
        answer_refuse(&eval->answer, status, text_string(&eval->message));
    else
        answer_question(&eval->answer, &eval->lookup, &eval->question);
    if (status >= 0 && eval->answer.status < 0)
        add_written(eval);
    eval_fill_extras(eval);
    eval->rows++;
    tell_several(eval);
    if (eval->answer.status < 0) {
        eval->refused++;
        return;
    }
    text_clear(&eval->message);
    if (options_met(&eval->options, &eval->answer, &eval->message))
        return;
    if (eval->fell_short++ == 0) {
        eval->first_short = eval->rows;
        text_add(&eval->shortfall, text_string(&eval->message));
    }
}

static int say_ending(const struct eval *eval)
{
    if (eval->fell_short != 0)
        (void)complain("%s: %llu of %llu rows fall short, the first is row %llu: %s", eval->source,
                       eval->fell_short, eval->rows, eval->first_short,
                       text_string(&eval->shortfall));
    if (eval->refused != 0) {
        (void)complain("%s: %llu of %llu rows were refused; their column message says why",
                       eval->source, eval->refused, eval->rows);
        return END_REFUSED;
    }
    if (eval->rows == 0 && !has_field(eval))
        return END_REFUSED;
    return eval->fell_short != 0 ? END_SHORT : options_need_row(&eval->options, eval->rows);
}

static int run(struct eval *eval)
{
    enum csv_event event;

    stop_listen();
    if (!eval->options.json && !eval->aligned && eval->options.required == 0)
        eval->answer.left_out = results_without_column();
    eval_name_extras(eval);
    if (read_header(eval) != 0)
        return stop_signal() != 0 ? stop_ending(0) : END_FAILED;
    eval_print_start(eval);
    while ((event = csv_next(&eval->csv)) == CSV_ROW && !out_failed() && stop_signal() == 0) {
        answer_row(eval);
        eval_print_row(eval);
    }
    if (event == CSV_FAILED)
        return complain("%s: %s", eval->source, strerror(errno));
    eval_print_end(eval);
    out_flush();
    return stop_signal() != 0 ? stop_ending(eval->rows) : say_ending(eval);
}

static int open_source(struct eval *eval, int *file)
{
    const struct options *options = &eval->options;

    if (options->json && eval->aligned)
        return complain("--json and --table exclude each other");
    if (eval->csv_safe && (options->json || eval->aligned))
        return complain("--csv-safe is for CSV, and excludes --json and --table");
    csv_set_form((out_is_terminal() ? CSV_VISIBLE : 0u) | (eval->csv_safe ? CSV_SAFE : 0u));
    if (options->count > 1)
        return complain("eval reads one file, not %zu", options->count);
    *file = 0;
    eval->source = "standard input";
    if (options->count == 0 || strcmp(options->arguments[0], "-") == 0)
        return 0;
    eval->source = options->arguments[0][0] != 0 ? options->arguments[0] : "\"\"";
    *file = open(options->arguments[0], O_RDONLY);
    return *file < 0 ? complain("%s: %s", eval->source, strerror(errno)) : 0;
}

static void eval_free(struct eval *eval)
{
    size_t i;

    for (i = 0; i < eval->count; i++)
        text_free(&eval->columns[i].name);
    free(eval->columns);
    csv_close(&eval->csv);
    lookup_free(&eval->lookup);
    answer_free(&eval->answer);
    text_free(&eval->line);
    text_free(&eval->message);
    text_free(&eval->parts);
    text_free(&eval->shortfall);
    text_free(&eval->json.text);
    table_free(&eval->table);
    options_free(&eval->options);
    free(eval);
}

int command_eval(int count, char **arguments)
{
    struct eval *eval = memory_grow(NULL, sizeof *eval);
    const struct own_option own[] = {{"best", .number = &eval->best},
                                     {"inverse", .number = &eval->inverse},
                                     {"csv_safe", .number = &eval->csv_safe},
                                     {"table", .number = &eval->aligned},
                                     {.name = NULL}};
    int ending, file = 0;

    memset(eval, 0, sizeof *eval);
    ending = options_read(&eval->options, COMMAND_EVAL, NULL, own, count, arguments);
    if (ending == 0 && eval->options.help)
        ending = command_help("eval");
    else if (ending == 0 && open_source(eval, &file) != 0)
        ending = END_FAILED;
    else if (ending == 0) {
        csv_open(&eval->csv, file, out_flush);
        ending = run(eval);
        if (file != 0)
            (void)close(file);
    }
    eval_free(eval);
    return ending;
}
