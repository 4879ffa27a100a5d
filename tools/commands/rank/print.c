/* SPDX-License-Identifier: MIT
 *
 * gpuocc rank: writes the builds in order, as text, CSV or JSON.
 */
#include "commands/rank/rank.h"
#include "input/csv.h"
#include "output/json.h"
#include "output/out.h"
#include "output/table.h"

#include <string.h>

#define DIGITS 6

static const char *const columns[] = {"rank",    "row",   "predicted_us", "low",
                                      "high",    "binds", "groups",       "waves",
                                      "unknown", "file",  "kernel",       "message"};
enum { RANK, ROW, US, LOW, HIGH, BINDS, GROUPS, WAVES, UNKNOWN, FILE_NAME, KERNEL, MESSAGE, COUNT };

/* Adds a time; with 0 digits for a table, with four of them but never an exponent. */
static void add_us(struct text *text, double us, int digits)
{
    if (us >= 0 && digits == 0 && us >= 1e3)
        text_format(text, "%.0f", us);
    else if (us >= 0)
        text_format(text, "%.*g", digits != 0 ? digits : 4, us);
}

/* Returns the text of a column that is a text, or NULL. */
static const struct text *text_of(const struct rank_row *row, unsigned column)
{
    switch (column) {
    case BINDS:
        return &row->binds;
    case UNKNOWN:
        return &row->unknown;
    case FILE_NAME:
        return &row->file;
    case KERNEL:
        return &row->kernel;
    case MESSAGE:
        return &row->message;
    default:
        return NULL;
    }
}

/* Adds the number of a column; nothing if it is not known. */
static void add_number(const struct rank_row *row, size_t index, unsigned column, int digits,
                       struct text *text)
{
    if (column == ROW)
        text_add_number(text, row->number);
    else if (row->refused)
        return;
    else if (column == RANK)
        text_add_number(text, index + 1);
    else if (column == GROUPS || column == WAVES)
        text_add_number(text, column == GROUPS ? row->groups : row->waves);
    else
        add_us(text, column == US ? row->us : column == LOW ? row->low : row->high, digits);
}

static void put_csv(const struct rank *rank, size_t count)
{
    struct text line = {0}, cell = {0};
    const struct text *text;
    unsigned column;
    size_t i;

    for (column = 0; column < COUNT; column++)
        text_format(&line, "%s%s", column != 0 ? "," : "", columns[column]);
    text_add_byte(&line, '\n');
    for (i = 0; i < count; i++) {
        for (column = 0; column < COUNT; column++) {
            text_clear(&cell);
            text = text_of(&rank->rows[i], column);
            if (text == NULL)
                add_number(&rank->rows[i], i, column, DIGITS, &cell);
            text = text != NULL ? text : &cell;
            text_add(&line, column != 0 ? "," : "");
            csv_put(&line, text_string(text), text->length);
        }
        text_add_byte(&line, '\n');
    }
    out_text(&line);
    text_free(&line);
    text_free(&cell);
}

static void put_member(struct json *json, const struct rank_row *row, size_t index, unsigned column)
{
    const struct text *text = text_of(row, column);
    struct text number = {0};

    if (text != NULL) {
        json_bytes(json, columns[column], strlen(columns[column]), text_string(text), text->length);
        return;
    }
    add_number(row, index, column, DIGITS, &number);
    if (number.length == 0)
        json_null(json, columns[column]);
    else
        json_token(json, columns[column], text_string(&number));
    text_free(&number);
}

static void put_json(const struct rank *rank, size_t count)
{
    struct json json = {0};
    unsigned column;
    size_t i;

    json_open(&json, NULL, '{');
    json_head(&json, "rank");
    json_open(&json, "builds", '[');
    for (i = 0; i < count; i++) {
        json_open(&json, NULL, '{');
        for (column = 0; column < COUNT; column++)
            put_member(&json, &rank->rows[i], i, column);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    out_text(&json.text);
    out_bytes("\n", 1);
    text_free(&json.text);
}

static void put_table(const struct rank *rank, size_t count)
{
    struct text line = {0}, cell = {0};
    struct table table = {0};
    const struct text *text;
    unsigned column;
    size_t i;

    for (column = 0; column < COUNT; column++)
        table_column(&table, column <= HIGH || column == GROUPS || column == WAVES ? TABLE_RIGHT
                                                                                   : TABLE_LEFT);
    for (column = 0; column < COUNT; column++)
        table_string(&table, columns[column]);
    for (i = 0; i < count; i++)
        for (column = 0; column < COUNT; column++) {
            text_clear(&cell);
            text = text_of(&rank->rows[i], column);
            if (text == NULL)
                add_number(&rank->rows[i], i, column, 0, &cell);
            text = text != NULL ? text : &cell;
            table_cell(&table, text_string(text), text->length);
        }
    table_write(&table, &line, 1, out_style());
    out_text(&line);
    table_free(&table);
    text_free(&line);
    text_free(&cell);
}

void rank_print(struct rank *rank)
{
    const size_t ranked = rank->count - (size_t)rank->refused;
    size_t count = rank->count;

    if (rank->top > 0) {
        count = (size_t)((double)ranked * rank->top / 100);
        if ((double)count * 100 < (double)ranked * rank->top)
            count++;
    }
    if (rank->options.json)
        put_json(rank, count);
    else if (rank->csv)
        put_csv(rank, count);
    else
        put_table(rank, count);
}
