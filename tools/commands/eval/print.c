/* SPDX-License-Identifier: MIT
 *
 * Writes the rows of "gpuocc eval" with their results, as CSV, as JSON, or as a table for people.
 */
#include "commands/eval/eval.h"

#include <string.h>

#include "commands/commands.h"
#include "output/out.h"
#include "output/results.h"

/* A table for people is printed each time this many rows have been collected. */
#define TABLE_ROWS 512

/* The number of result columns of such a table: groups, waves, limiters and message. */
#define RESULTS_SHOWN 4

static void print_csv_header(struct eval *eval)
{
    size_t i;

    for (i = 0; i < eval->count; i++) {
        csv_put(&eval->line, text_string(&eval->columns[i].name), eval->columns[i].name.length);
        text_add_byte(&eval->line, ',');
    }
    for (i = 0; i < result_columns(); i++)
        text_format(&eval->line, "%s%s", i != 0 ? "," : "", result_column(i));
    for (i = 0; i < eval->extra_count; i++)
        text_format(&eval->line, ",%s", eval->extras[i].name);
    text_add_byte(&eval->line, '\n');
    out_text(&eval->line);
}

static void print_csv_row(struct eval *eval)
{
    const char *cell;
    size_t i, length;

    text_clear(&eval->line);
    for (i = 0; i < eval->count; i++) {
        cell = csv_cell(&eval->csv, i, &length);
        csv_put(&eval->line, cell, length);
        text_add_byte(&eval->line, ',');
    }
    results_csv(&eval->answer, &eval->line);
    for (i = 0; i < eval->extra_count; i++) {
        text_add_byte(&eval->line, ',');
        if (eval->extras[i].known)
            text_add_number(&eval->line, eval->extras[i].value);
    }
    text_add_byte(&eval->line, '\n');
    out_text(&eval->line);
}

static void print_json_row(struct eval *eval)
{
    struct json *json = &eval->json;
    const char *cell;
    size_t i, length;

    text_clear(&json->text);
    json->comma = eval->rows > 1;
    json_open(json, NULL, '{');
    json_number(json, "row", eval->rows);
    json_open(json, "input", '{');
    for (i = 0; i < eval->count; i++) {
        cell = csv_cell(&eval->csv, i, &length);
        json_bytes(json, text_string(&eval->columns[i].name), eval->columns[i].name.length, cell,
                   length);
    }
    json_close(json, '}');
    json_question(json, &eval->question);
    json_answer(json, &eval->answer);
    for (i = 0; i < eval->extra_count; i++) {
        if (eval->extras[i].known)
            json_number(json, eval->extras[i].name, eval->extras[i].value);
        else
            json_null(json, eval->extras[i].name);
    }
    json_close(json, '}');
    text_add_byte(&json->text, '\n');
    out_text(&json->text);
}

/* Tells whether a table for people includes an input column: the device does, and columns that are
 * only passed through. */
static int is_shown(const struct eval_column *column)
{
    return column->use.field.kind == FIELD_NONE || column->use.field.kind == FIELD_DEVICE;
}

static void flush_table(struct eval *eval)
{
    text_clear(&eval->line);
    table_write(&eval->table, &eval->line, eval->headings, eval->style);
    eval->headings = 0;
    out_text(&eval->line);
}

static void start_table(struct eval *eval)
{
    static const char *const heads[] = {"groups", "waves", "limited by"};
    const size_t results = RESULTS_SHOWN + eval->extra_count;
    size_t i;

    eval->style = out_style();
    eval->headings = 1;
    for (i = 0; i < eval->count; i++)
        if (is_shown(&eval->columns[i]) && eval->table.columns + results < TABLE_COLUMNS)
            table_column(&eval->table, TABLE_LEFT);
    for (i = 0; i < results; i++)
        table_column(&eval->table,
                     i == 0 || (i >= 3 && i + 1 < results) ? TABLE_RIGHT : TABLE_LEFT);
    for (i = 0; i < eval->count; i++)
        if (is_shown(&eval->columns[i]) && eval->table.cells + results < eval->table.columns)
            table_cell(&eval->table, text_string(&eval->columns[i].name),
                       eval->columns[i].name.length);
    for (i = 0; i < 3; i++)
        table_string(&eval->table, heads[i]);
    for (i = 0; i < eval->extra_count; i++)
        table_string(&eval->table, eval->extras[i].name);
    table_string(&eval->table, "message");
}

static void print_table_row(struct eval *eval)
{
    const size_t shown = eval->table.columns - RESULTS_SHOWN - eval->extra_count;
    const size_t first = eval->table.cells;
    struct table *table = &eval->table;
    struct text *text = &eval->message;
    const char *cell;
    size_t i, length;

    for (i = 0; i < eval->count && table->cells < first + shown; i++) {
        cell = csv_cell(&eval->csv, i, &length);
        if (is_shown(&eval->columns[i]))
            table_cell(table, cell, length);
    }
    text_clear(text);
    text_add_value(text, &eval->answer.results[GPUOCC_RESULT_GROUPS], "");
    table_string(table, text_string(text));
    text_clear(text);
    text_add_waves(text, &eval->answer);
    table_string(table, text_string(text));
    text_clear(text);
    text_add_set(text, GPUOCC_LIST_LIMITS, eval->answer.results[GPUOCC_RESULT_LIMITERS].high, ", ");
    table_string(table, text_string(text));
    for (i = 0; i < eval->extra_count; i++) {
        text_clear(text);
        if (eval->extras[i].known)
            text_add_number(text, eval->extras[i].value);
        table_string(table, text_string(text));
    }
    table_string(table, text_string(&eval->answer.message));
    if (table->cells >= TABLE_ROWS * table->columns)
        flush_table(eval);
}

void eval_print_start(struct eval *eval)
{
    if (eval->aligned) {
        start_table(eval);
    } else if (eval->options.json) {
        json_open(&eval->json, NULL, '{');
        json_head(&eval->json, "eval");
        json_open(&eval->json, "rows", '[');
        text_add_byte(&eval->json.text, '\n');
        out_text(&eval->json.text);
    } else {
        print_csv_header(eval);
    }
}

void eval_print_row(struct eval *eval)
{
    if (eval->aligned)
        print_table_row(eval);
    else if (eval->options.json)
        print_json_row(eval);
    else
        print_csv_row(eval);
}

void eval_print_end(struct eval *eval)
{
    if (eval->aligned)
        flush_table(eval);
    else if (eval->options.json)
        out_bytes("]}\n", 3);
}
