/* SPDX-License-Identifier: MIT
 *
 * Cells in aligned columns, for people.
 */
#ifndef TOOL_TABLE_H
#define TOOL_TABLE_H

#include "output/out.h"
#include "output/text.h"

#define TABLE_COLUMNS 64

/* A column is aligned left or right. Where a line does not fit a terminal, cells of a column that
 * is cut end in "...", others go on in the next line. */
enum table_side { TABLE_LEFT, TABLE_RIGHT, TABLE_CUT };

struct table {
    struct text bytes; /* the cells, each with a NUL behind it */
    size_t *starts;
    size_t cells, capacity;
    size_t columns;
    size_t widths[TABLE_COLUMNS];
    struct text marks; /* a byte for each row up to the last one that is marked */
    enum table_side sides[TABLE_COLUMNS];
    const char *indent;
};

/* Adds a column before any cell; at most TABLE_COLUMNS. */
void table_column(struct table *table, enum table_side side);

/* Adds the next cell; rows fill up one after the other. Only visible text gets in (visible.h). */
void table_cell(struct table *table, const char *text, size_t length);
void table_string(struct table *table, const char *string);

/* Marks the row of the last cell: it is coloured. */
void table_mark(struct table *table);

/* Adds the lines of all cells to `text` and forgets the cells, but not the widths. The first
 * `headings` rows are printed bold. On a terminal the lines fit its width. */
void table_write(struct table *table, struct text *text, size_t headings, struct style style);

void table_free(struct table *table);

#endif
