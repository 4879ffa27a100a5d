/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "visible.h"

void table_column(struct table *table, enum table_side side)
{
    if (table->columns < TABLE_COLUMNS)
        table->sides[table->columns++] = side;
}

/* Columns that a UTF-8 text takes on a screen, wide characters aside. */
static size_t width_of(const char *text)
{
    size_t width = 0;

    for (; *text != 0; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

void table_cell(struct table *table, const char *text, size_t length)
{
    const size_t column = table->cells % table->columns;
    size_t width;

    if (table->cells == table->capacity) {
        table->capacity = table->capacity != 0 ? table->capacity * 2 : 256;
        table->starts = memory_grow(table->starts, table->capacity * sizeof *table->starts);
    }
    table->starts[table->cells++] = table->bytes.length;
    text_add_visible(&table->bytes, text, length);
    text_add_byte(&table->bytes, 0);
    width = width_of(table->bytes.data + table->starts[table->cells - 1]);
    if (width > table->widths[column])
        table->widths[column] = width;
}

void table_string(struct table *table, const char *string)
{
    table_cell(table, string, strlen(string));
}

static void pad(struct text *text, size_t count)
{
    while (count-- > 0)
        text_add_byte(text, ' ');
}

static void write_row(const struct table *table, size_t first, struct text *text)
{
    const char *cell;
    size_t i, gap = 0, room;

    text_add(text, table->indent != NULL ? table->indent : "");
    for (i = 0; i < table->columns && first + i < table->cells; i++) {
        cell = table->bytes.data + table->starts[first + i];
        room = table->widths[i] - width_of(cell);
        if (table->widths[i] == 0)
            continue;
        if (table->sides[i] == TABLE_RIGHT)
            gap += room;
        if (cell[0] != 0) {
            pad(text, gap);
            gap = 0;
            text_add(text, cell);
        }
        if (table->sides[i] == TABLE_LEFT)
            gap += room;
        gap += 2;
    }
}

void table_write(struct table *table, struct text *text, size_t headings, struct style style)
{
    size_t row;

    for (row = 0; row * table->columns < table->cells; row++) {
        text_add(text, row < headings ? style.bold : "");
        write_row(table, row * table->columns, text);
        text_add(text, row < headings ? style.plain : "");
        text_add_byte(text, '\n');
    }
    table->cells = 0;
    text_clear(&table->bytes);
}

void table_free(struct table *table)
{
    text_free(&table->bytes);
    free(table->starts);
}
