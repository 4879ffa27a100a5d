/* SPDX-License-Identifier: MIT
 *
 * Prints cells in aligned columns.
 */
#ifndef TOOL_TABLE_H
#define TOOL_TABLE_H

#include "output/out.h"
#include "output/text.h"

#define TABLE_COLUMNS 64

/* A column is aligned left or right. If a line does not fit the terminal, cells of a TABLE_CUT
 * column end in "...", those of a TABLE_NAME column are cut so that different ones stay different,
 * and others continue on the next line. Elsewhere names are whole, and the longest ones do not
 * widen their column. */
enum table_side { TABLE_LEFT, TABLE_RIGHT, TABLE_CUT, TABLE_NAME };

struct table {
    struct text bytes; /* the cells, each followed by a NUL */
    size_t *starts;
    size_t cells, capacity;
    size_t columns;
    size_t widths[TABLE_COLUMNS];
    struct text marks; /* a byte for each row up to the last marked one */
    enum table_side sides[TABLE_COLUMNS];
    const char *indent;
};

/* Adds a column, before any cell is added; there are at most TABLE_COLUMNS. */
void table_column(struct table *table, enum table_side side);

/* Adds the next cell; the cells fill one row after another. Hidden characters are made visible
 * (visible.h). */
void table_cell(struct table *table, const char *text, size_t length);
void table_string(struct table *table, const char *string);

/* Marks the row of the last cell, which is then coloured. */
void table_mark(struct table *table);

/* Adds the lines of all cells to `text` and clears the cells, but keeps the widths. The first
 * `headings` rows are bold. On a terminal the lines fit its width. */
void table_write(struct table *table, struct text *text, size_t headings, struct style style);

void table_free(struct table *table);

#endif
