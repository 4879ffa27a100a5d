/* SPDX-License-Identifier: MIT
 *
 * The command "gpuocc eval": reads a CSV table of kernels, and writes it with results added to each
 * row.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/eval.h"
#include "stop.h"

static int is_result(const struct eval *eval, const char *name, size_t length)
{
    const char *result;
    size_t i;

    for (i = 0; i < RESULT_COLUMNS + eval->extra_count; i++) {
        result = i < RESULT_COLUMNS ? result_column(i) : eval->extras[i - RESULT_COLUMNS].name;
        if (strlen(result) == length && memcmp(result, name, length) == 0)
            return 1;
    }
    return 0;
}

/* Warns about a column that is only passed through if its name resembles that of a field. */
static void warn_near(const struct column *column, const char *name, size_t length)
{
    struct near near = {{FIELD_NONE, 0}, NULL};
    struct text text = {0};

    if (column->field.kind == FIELD_NONE && length != 0)
        near = field_near(name, length, FIELD_NONE);
    if (near.field.kind == FIELD_NONE)
        return;
    text_add_quoted(&text, name, length);
    (void)complain("column %s is not a field and is only passed through; did you mean %s?",
                   text_string(&text), field_name(near.field));
    text_free(&text);
}

static int add_column(struct eval *eval, size_t index)
{
    struct column *column = &eval->columns[index];
    const char *name, *cell;
    size_t length, cell_length, i;

    cell = csv_cell(&eval->csv, index, &cell_length);
    length = cell_length;
    name = trim(cell, &length);
    memset(column, 0, sizeof *column);
    text_add_bytes(&column->name, cell, cell_length);
    column->field = field_find(name, length);
    eval->count = index + 1;
    if (memchr(name, '\r', length) != NULL)
        return complain("%s: the name of column %zu contains a carriage return; rows end in LF or "
                        "CRLF",
                        eval->source, index + 1);
    if (is_result(eval, name, length))
        return complain("%s: column %.*s has the name of a result; call it something else",
                        eval->source, (int)length, name);
    for (i = 0; column->field.kind != FIELD_NONE && i < index; i++)
        if (eval->columns[i].field.kind == column->field.kind &&
            eval->columns[i].field.number == column->field.number)
            return complain("%s: columns %zu and %zu are both %s", eval->source, i + 1, index + 1,
                            field_name(column->field));
    warn_near(column, name, length);
    return 0;
}

/* Warns about a header in UTF-16, and about one whose cells are separated by semicolons or tabs. */
static void warn_other_format(const struct eval *eval)
{
    size_t length;
    const char *name = csv_cell(&eval->csv, 0, &length);

    if (memchr(name, 0, length) != NULL)
        (void)complain("%s: the first row holds NULs, as UTF-16 does; UTF-8 is needed",
                       eval->source);
    else if (eval->csv.count == 1 && eval->columns[0].field.kind == FIELD_NONE &&
             (memchr(name, ';', length) != NULL || memchr(name, '\t', length) != NULL))
        (void)complain("%s: the first row has one column and no field; commas between cells are "
                       "needed",
                       eval->source);
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
    if (eval->csv.problem != NULL)
        return complain("%s, first row: %s", eval->source, eval->csv.problem);
    eval->columns = memory_grow(NULL, eval->csv.count * sizeof *eval->columns);
    for (i = 0; i < eval->csv.count; i++)
        if (add_column(eval, i) != 0)
            return END_FAILED;
    warn_other_format(eval);
    return 0;
}

/* Fills the question from the cells of the current row. After an error, eval->message says why. */
static int32_t read_question(struct eval *eval)
{
    struct csv *csv = &eval->csv;
    const struct column *column;
    const char *cell, *name;
    int32_t status;
    size_t i, length;

    question_copy(&eval->question, &eval->options.question);
    if (csv->problem != NULL) {
        text_add(&eval->message, csv->problem);
        return GPUOCC_ERROR_FIELD;
    }
    if (csv->count > eval->count) {
        text_format(&eval->message, "the row has %zu cells, the first row has %zu", csv->count,
                    eval->count);
        return GPUOCC_ERROR_FIELD;
    }
    for (i = 0; i < eval->count; i++) {
        column = &eval->columns[i];
        if (column->field.kind == FIELD_NONE)
            continue;
        cell = csv_cell(csv, i, &length);
        status = question_set(&eval->question, column->field, cell, length, &eval->message);
        if (status == GPUOCC_OK)
            continue;
        name = text_string(&column->name);
        if (strcmp(name, field_name(column->field)) != 0)
            text_format(&eval->message, " (column %s)", name);
        return status;
    }
    return GPUOCC_OK;
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
    eval_extra_row(eval);
    eval->rows++;
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
    return eval->fell_short != 0 ? END_SHORT : END_ANSWERED;
}

static int run(struct eval *eval)
{
    enum csv_event event;

    stop_listen();
    if (!eval->options.json && !eval->options.table)
        eval->answer.left_out = results_without_column();
    eval_extra_start(eval);
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

    if (eval->csv_safe && (options->json || options->table))
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
    text_free(&eval->shortfall);
    text_free(&eval->json.text);
    table_free(&eval->table);
    options_free(&eval->options);
    free(eval);
}

int command_eval(int count, char **arguments)
{
    struct eval *eval = memory_grow(NULL, sizeof *eval);
    const struct own_option own[] = {{"best", OWN_FLAG, &eval->best, NULL},
                                     {"inverse", OWN_COUNT, &eval->inverse, NULL},
                                     {"csv_safe", OWN_FLAG, &eval->csv_safe, NULL},
                                     {NULL, OWN_FLAG, NULL, NULL}};
    int ending, file = 0;

    memset(eval, 0, sizeof *eval);
    ending = options_read(&eval->options, "eval", ACCEPT_QUESTION | ACCEPT_REQUIRE | ACCEPT_TABLE,
                          own, count, arguments);
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
