/* SPDX-License-Identifier: MIT */
#include "output/table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "output/names.h"
#include "output/visible.h"

/* Minimum widths to which columns are narrowed to fit a terminal. */
#define LEAST_WIDTH 8u
#define LEAST_BAR   10u
#define LEAST_CUT   16u

/* Maximum width to which a whole name widens its column outside a terminal. */
#define NAME_WIDTH 100u

void table_column(struct table *table, enum table_side side)
{
    if (table->columns < TABLE_COLUMNS)
        table->sides[table->columns++] = side;
}

/* Returns the width of UTF-8 text on the screen, without regard to wide characters. */
static size_t width_in(const char *text, size_t length)
{
    size_t width = 0;

    for (; length > 0; length--)
        width += ((unsigned char)*text++ & 0xc0) != 0x80;
    return width;
}

static size_t width_of(const char *text)
{
    return width_in(text, strlen(text));
}

void table_cell(struct table *table, const char *text, size_t length)
{
    const size_t column = table->cells % table->columns;
    size_t width;

    if (table->cells == table->capacity) {
        table->capacity = memory_capacity(table->capacity);
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

void table_mark(struct table *table)
{
    const size_t row = (table->cells - 1) / table->columns;

    while (table->marks.length <= row)
        text_add_byte(&table->marks, 0);
    table->marks.data[row] = 1;
}

static int is_bar(const char *cell)
{
    return cell[0] == '#' && cell[strspn(cell, "#")] == 0;
}

static const char *cell_at(const struct table *table, size_t cell)
{
    return table->bytes.data + table->starts[cell];
}

/* Returns the width of the longest part of a column's cells that cannot be broken. */
static size_t longest_word(const struct table *table, size_t column)
{
    size_t cell, longest = LEAST_WIDTH, length, width;
    const char *at;

    for (cell = column; cell < table->cells; cell += table->columns) {
        for (at = cell_at(table, cell); *at != 0; at += length + (at[length] == ' ')) {
            length = strcspn(at, " _");
            length += at[length] == '_';
            width = width_in(at, length);
            longest = width > longest ? width : longest;
        }
    }
    return longest;
}

/* Returns the minimum width of a column in a round of narrowing: bars come first, then columns that
 * are cut, then all columns down to their longest word, and finally below that. */
static size_t least_of(const struct table *table, size_t column, unsigned round)
{
    size_t cell;

    if (round == 3)
        return LEAST_WIDTH;
    if (round == 2)
        return longest_word(table, column);
    if (round == 1)
        return table->sides[column] == TABLE_CUT ? LEAST_CUT : SIZE_MAX;
    for (cell = column; cell < table->cells; cell += table->columns)
        if (is_bar(cell_at(table, cell)))
            return LEAST_BAR;
    return SIZE_MAX;
}

/* Removes at most `excess` from the widest columns that may be narrowed in this round. Returns the
 * remaining excess. */
static size_t narrow(const struct table *table, size_t *widths, unsigned round, size_t excess)
{
    size_t least[TABLE_COLUMNS], i, widest;

    for (i = 0; i < table->columns; i++)
        least[i] = least_of(table, i, round);
    for (; excess > 0; excess--) {
        widest = table->columns;
        for (i = 0; i < table->columns; i++)
            if (widths[i] > least[i] && (widest == table->columns || widths[i] > widths[widest]))
                widest = i;
        if (widest == table->columns)
            break;
        widths[widest]--;
    }
    return excess;
}

/* Cuts the names of a column. */
static void cut_names(struct table *table, size_t column)
{
    const size_t count = (table->cells + table->columns - 1 - column) / table->columns;
    struct short_name *names = memory_grow(NULL, (count + 1) * sizeof *names);
    struct text bytes = {0};
    size_t i, start, width;

    for (i = 0; i < count; i++)
        names[i].whole = cell_at(table, i * table->columns + column);
    names_cut(names, count);
    table->widths[column] = 0;
    for (i = 0; i < table->cells; i++) {
        const int is_name = i % table->columns == column;
        const char *cell = is_name ? name_shown(&names[i / table->columns]) : cell_at(table, i);

        start = bytes.length;
        text_add(&bytes, cell);
        text_add_byte(&bytes, 0);
        table->starts[i] = start;
        width = width_of(bytes.data + start);
        if (is_name && width > table->widths[column])
            table->widths[column] = width;
    }
    text_free(&table->bytes);
    table->bytes = bytes;
    free(names);
}

/* Cuts the names if the lines are wider than `room`. */
static void cut_to(struct table *table, size_t room)
{
    size_t i, total = 0;

    for (i = 0; i < table->columns; i++)
        total += table->widths[i] != 0 ? table->widths[i] + 2 : 0;
    for (i = 0; i < table->columns && total > room + 2; i++)
        if (table->sides[i] == TABLE_NAME)
            cut_names(table, i);
}

/* Narrows a line to `room` columns as far as possible, first by a smaller gap. Returns the gap. */
static size_t fit(const struct table *table, size_t *widths, size_t room)
{
    size_t i, total = 0, shown = 0, gap = 2;
    unsigned round;

    for (i = 0; i < table->columns; i++) {
        total += widths[i];
        shown += widths[i] != 0;
    }
    if (shown == 0 || total + 2 * (shown - 1) <= room)
        return gap;
    gap = 1;
    total += shown - 1;
    for (round = 0; round < 4 && total > room; round++)
        total = room + narrow(table, widths, round, total - room);
    return gap;
}

/* Adds the part of a cell that fits in the column. Returns the rest, for the next line. */
static const char *add_part(struct text *text, const char *cell, size_t width, enum table_side side)
{
    const int cut = side == TABLE_CUT;
    const char *at = cell, *end = cell, *next;
    size_t taken;

    if (width_of(cell) <= width) {
        text_add(text, cell);
        return cell + strlen(cell);
    }
    for (taken = 0; taken < (cut ? width - 3 : width); taken++) {
        for (at++; ((unsigned char)*at & 0xc0) == 0x80; at++)
            continue;
        if (at[-1] == '_' || *at == ' ')
            end = at; /* a word ends here */
    }
    end = cut || side == TABLE_NAME || end == cell ? at : end;
    text_add_bytes(text, cell, (size_t)(end - cell));
    if (cut)
        text_add(text, "...");
    next = end;
    while (*next == ' ')
        next++;
    return cut ? next + strlen(next) : next;
}

/* Adds a bar, scaled to the column. */
static void add_bar(struct text *text, const char *cell, size_t full, size_t width)
{
    size_t length = (strlen(cell) * width + full / 2) / full;

    for (; length > 0; length--)
        text_add_byte(text, '#');
}

/* Adds one line of a row; `rests` are the remaining parts of the cells. Returns whether there are
 * more lines. `whole`: names are not broken. */
static int write_line(const struct table *table, const size_t *widths, size_t gap, int whole,
                      const char **rests, struct text *text)
{
    struct text part = {0};
    size_t i, blanks = 0, room;
    int more = 0;

    text_add(text, table->indent != NULL ? table->indent : "");
    for (i = 0; i < table->columns; i++) {
        if (widths[i] == 0)
            continue;
        text_clear(&part);
        if (is_bar(rests[i])) {
            add_bar(&part, rests[i], table->widths[i], widths[i]);
            rests[i] = "";
        } else {
            rests[i] = add_part(&part, rests[i],
                                whole && table->sides[i] == TABLE_NAME ? SIZE_MAX : widths[i],
                                table->sides[i]);
        }
        more |= rests[i][0] != 0;
        room = width_of(text_string(&part));
        room = widths[i] > room ? widths[i] - room : 0;
        if (table->sides[i] == TABLE_RIGHT)
            blanks += room;
        if (part.length != 0) {
            pad(text, blanks);
            blanks = 0;
            text_add(text, text_string(&part));
        }
        if (table->sides[i] != TABLE_RIGHT)
            blanks += room;
        blanks += gap;
    }
    text_free(&part);
    return more;
}

static const char *style_of(const struct table *table, size_t row, size_t headings,
                            struct style style)
{
    if (row < headings)
        return style.bold;
    return row < table->marks.length && table->marks.data[row] != 0 ? style.warn : "";
}

void table_write(struct table *table, struct text *text, size_t headings, struct style style)
{
    const size_t room = out_columns(), indent = table->indent != NULL ? strlen(table->indent) : 0;
    size_t widths[TABLE_COLUMNS], gap = 2, row, i;
    const char *rests[TABLE_COLUMNS], *start;
    int more;

    if (room > indent)
        cut_to(table, room - indent);
    memcpy(widths, table->widths, sizeof widths);
    for (i = 0; i < table->columns && room == 0; i++)
        if (table->sides[i] == TABLE_NAME && widths[i] > NAME_WIDTH)
            widths[i] = NAME_WIDTH;
    if (room > indent)
        gap = fit(table, widths, room - indent);
    for (row = 0; row * table->columns < table->cells; row++) {
        start = style_of(table, row, headings, style);
        for (i = 0; i < table->columns; i++)
            rests[i] = row * table->columns + i < table->cells
                           ? cell_at(table, row * table->columns + i)
                           : "";
        do {
            text_add(text, start);
            more = write_line(table, widths, gap, room == 0, rests, text);
            text_add(text, start[0] != 0 ? style.plain : "");
            text_add_byte(text, '\n');
        } while (more);
    }
    table->cells = 0;
    text_clear(&table->bytes);
    text_clear(&table->marks);
}

void table_free(struct table *table)
{
    text_free(&table->bytes);
    text_free(&table->marks);
    free(table->starts);
}
