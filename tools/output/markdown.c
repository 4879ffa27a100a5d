/* SPDX-License-Identifier: MIT */
#include "output/markdown.h"

#include <string.h>

void markdown_add(struct text *text, const char *plain)
{
    for (; *plain != 0; plain++) {
        if (strchr("\\`*_{}[]<>#|~&", *plain) != NULL)
            text_add_byte(text, '\\');
        text_add_byte(text, *plain);
    }
}

/* In a table a bar ends a cell even in code; a backtick would end the code. */
static void add_code(struct text *text, const char *plain)
{
    if (*plain == 0)
        return;
    text_add_byte(text, '`');
    for (; *plain != 0; plain++) {
        if (*plain == '|')
            text_add_byte(text, '\\');
        text_add_byte(text, *plain == '`' ? '\'' : *plain);
    }
    text_add_byte(text, '`');
}

static void add_row(const struct table *table, struct text *text, size_t row, size_t code)
{
    size_t i;

    for (i = 0; i < table->columns; i++) {
        const char *cell = table->bytes.data + table->starts[row * table->columns + i];

        text_add(text, "| ");
        if (i == code && row != 0)
            add_code(text, cell);
        else
            markdown_add(text, cell);
        text_add_byte(text, ' ');
    }
    text_add(text, "|\n");
}

void markdown_write(struct table *table, struct text *text, size_t code, size_t most)
{
    const size_t rows = table->cells / table->columns, start = text->length;
    size_t row, i, before = 0;

    for (row = 0; row < rows; row++) {
        before = text->length;
        add_row(table, text, row, code);
        if (text->length - start > most && row != 0)
            break;
        for (i = 0; row == 0 && i < table->columns; i++)
            text_add(text, table->sides[i] == TABLE_RIGHT ? "|---:" : "|---");
        if (row == 0)
            text_add(text, "|\n");
    }
    if (row < rows) {
        text->length = before;
        text->data[before] = 0;
        text_format(text, "\n%llu more rows are left out here.\n",
                    (unsigned long long)(rows - row));
    }
    table->cells = 0;
    text_clear(&table->bytes);
    text_clear(&table->marks);
}
