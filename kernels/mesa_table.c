/* SPDX-License-Identifier: MIT
 *
 * Reads tables that fossilize-replay --enable-pipeline-stats writes: a line of names and a row for
 * each shader, separated by commas.
 */
#include "mesa.h"
#include "text_lines.h"

enum { COLUMNS = 128 };
enum { COLUMN_STAGE = MESA_SLOT_COUNT + 1, COLUMN_PIPELINE };

struct columns {
    unsigned char of[COLUMNS]; /* an enum mesa_slot or one of the two above */
    size_t count;
};

/* Reads the next cell without its quotes and moves `rest` past it. Returns 0 after the last
 * cell. */
static int cell(struct reader_text *rest, struct reader_text *text, int *more)
{
    const char *end;

    if (!*more)
        return 0;
    if (text_skip(rest, "\"")) {
        end = rest->length != 0 ? memchr(rest->at, '"', rest->length) : NULL;
        *text = *rest;
        if (end != NULL)
            text->length = (size_t)(end - rest->at);
        *rest = text_behind(*rest, text->length + (end != NULL));
        *rest = text_behind(*rest, text_until(*rest, ',').length);
    } else {
        *text = text_until(*rest, ',');
        *rest = text_behind(*rest, text->length);
    }
    *more = text_skip(rest, ",");
    return 1;
}

int mesa_is_table(struct reader_text line)
{
    return text_find(line, "Pipeline hash,", NULL) && text_find(line, "Executable name,", NULL);
}

static void head(struct columns *columns, struct reader_text line)
{
    struct reader_text text;
    int more = 1;

    columns->count = 0;
    while (columns->count < COLUMNS && cell(&line, &text, &more))
        columns->of[columns->count++] =
            (unsigned char)(text_is(text, "Executable name") ? (unsigned)COLUMN_STAGE
                            : text_is(text, "Pipeline hash") ? (unsigned)COLUMN_PIPELINE
                                                             : (unsigned)mesa_slot(text));
}

/* Reads a row. Returns 0 if the line is not a row: it must have one cell for each name. */
static int row(const struct columns *columns, struct reader_text line, struct mesa_shader *shader)
{
    struct reader_text text;
    size_t i = 0;
    int more = 1;

    for (; i < columns->count && cell(&line, &text, &more); i++) {
        if (columns->of[i] == COLUMN_STAGE)
            shader->stage = text;
        else if (columns->of[i] == COLUMN_PIPELINE)
            shader->name = text;
        else if (columns->of[i] < MESA_SLOT_COUNT && text.length != 0)
            mesa_set(shader, (enum mesa_slot)columns->of[i], text);
    }
    return i == columns->count;
}

int mesa_table(struct mesa *mesa, struct reader_text names, struct reader_text *rest,
               const char *begin)
{
    struct mesa_shader shader;
    struct columns columns;
    struct reader_text line, before = *rest;

    head(&columns, names);
    for (; text_line(rest, &line); before = *rest) {
        mesa_clear(&shader);
        shader.at = (uint64_t)(line.at - begin);
        if (!row(&columns, line, &shader)) {
            *rest = before;
            break;
        }
        if (mesa_report(mesa, &shader) != 0)
            return 1;
    }
    return 0;
}
