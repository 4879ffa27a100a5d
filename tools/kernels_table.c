/* SPDX-License-Identifier: MIT
 *
 * The kernels of each file as a table for people.
 */
#include "kernels.h"

#include <string.h>

#include "amounts.h"
#include "visible.h"

/* Columns of a screen that a kernel's name may take. */
#define NAME_COLUMNS 44u

/* Rows that are collected before they are printed. */
#define TABLE_ROWS 512u

static const struct {
    const char *head;
    enum table_side side;
} columns[] = {
    {"kernel", TABLE_LEFT},     {"target", TABLE_LEFT},     {"threads", TABLE_RIGHT},
    {"registers", TABLE_RIGHT}, {"shared", TABLE_RIGHT},    {"groups", TABLE_RIGHT},
    {"waves", TABLE_LEFT},      {"limited by", TABLE_LEFT}, {"next step", TABLE_LEFT},
    {"notes", TABLE_LEFT},
};
#define COLUMNS (sizeof columns / sizeof columns[0])

/* Notes that a column or an assumption shows already. */
#define NOTES_SHOWN                                                                                \
    (1u << READER_NOTE_REQUIRED_GROUP | 1u << READER_NOTE_TENSOR_UNSAID |                          \
     1u << READER_NOTE_SHARED_UNSAID | 1u << READER_NOTE_DYNAMIC_SHARED)

void kernels_table_start(struct kernels *kernels)
{
    kernels->style = out_style();
}

/* The beginning and the end of a long name: templates differ in either. */
static void name_cell(struct kernels *kernels)
{
    const struct reader_text name = kernels->kernel->name;
    const size_t part = (NAME_COLUMNS - 3) / 2;
    size_t head = part, tail = part;

    if (name.length <= NAME_COLUMNS) {
        table_cell(&kernels->table, name.at, name.length);
        return;
    }
    while (head > 0 && ((unsigned char)name.at[head] & 0xc0) == 0x80)
        head--;
    while (tail > 0 && ((unsigned char)name.at[name.length - tail] & 0xc0) == 0x80)
        tail--;
    text_clear(&kernels->message);
    text_add_bytes(&kernels->message, name.at, head);
    text_add(&kernels->message, "...");
    text_add_bytes(&kernels->message, name.at + name.length - tail, tail);
    table_cell(&kernels->table, kernels->message.data, kernels->message.length);
}

static void add_word(struct text *text, uint32_t word)
{
    if (word == GPUOCC_UNKNOWN)
        text_add(text, "?");
    else
        text_add_number(text, word == GPUOCC_ZERO ? 0 : word);
}

static void add_threads(const struct kernels *kernels, struct text *text)
{
    const uint32_t threads = kernels->question.kernel.threads_per_group;

    if (threads == GPUOCC_UNKNOWN) {
        text_add(text, "any");
        return;
    }
    if ((kernels->assumed >> ASSUMED_BOUND & 1) != 0)
        text_add(text, "<=");
    add_word(text, threads);
}

/* Two fields that share a column: "64+32", without the second where it is not given. */
static void add_pair(struct text *text, uint32_t first, uint32_t second)
{
    add_word(text, first);
    if (second == 0 || second == GPUOCC_ZERO)
        return;
    text_add_byte(text, '+');
    add_word(text, second);
}

static void add_registers(const gpuocc_kernel *kernel, struct text *text)
{
    const uint32_t own = kernel->grf_count != 0 ? kernel->grf_count
                         : kernel->half_registers_per_thread != 0
                             ? kernel->half_registers_per_thread
                             : kernel->registers_per_thread;

    add_pair(text, own, kernel->accumulators_per_thread);
}

/* "48 of 64 (75 %)": the column says that they are waves. */
static void add_waves(const struct answer *answer, struct text *text)
{
    static const char unit[] = " waves";
    char *at;

    text_add_waves(text, answer);
    at = text->length != 0 ? strstr(text->data, unit) : NULL;
    if (at == NULL)
        return;
    memmove(at, at + sizeof unit - 1, strlen(at + sizeof unit - 1) + 1);
    text->length -= sizeof unit - 1;
}

static void add_notes(uint32_t notes, struct text *text)
{
    unsigned i;

    for (i = 0; i < READER_NOTE_COUNT; i++)
        if ((notes & ~NOTES_SHOWN) >> i & 1)
            text_format(text, "%s%s", text->length != 0 ? ", " : "", reader_note_name(i));
}

static void add_cell(struct kernels *kernels, size_t column, struct text *text)
{
    const struct answer *answer = &kernels->answer;
    const gpuocc_kernel *kernel = &kernels->question.kernel;

    switch (column) {
    case 2:
        add_threads(kernels, text);
        break;
    case 3:
        add_registers(kernel, text);
        break;
    case 4:
        add_pair(text, kernel->shared_bytes, kernel->dynamic_shared_bytes);
        break;
    case 5:
        text_add_value(text, &answer->results[GPUOCC_RESULT_GROUPS], "");
        break;
    case 6:
        add_waves(answer, text);
        break;
    case 7:
        text_add_set(text, GPUOCC_LIST_LIMITS, answer->results[GPUOCC_RESULT_LIMITERS].high, ", ");
        break;
    case 8:
        if (answer->status < 0)
            text_add(text, text_string(&answer->message));
        kernels_next(kernels, text);
        break;
    default:
        add_notes(kernels->kernel->notes, text);
        break;
    }
}

static void start_file(struct kernels *kernels)
{
    struct text *line = &kernels->line;
    size_t i;

    table_free(&kernels->table);
    memset(&kernels->table, 0, sizeof kernels->table);
    kernels->table.indent = "  ";
    for (i = 0; i < COLUMNS; i++)
        table_column(&kernels->table, columns[i].side);
    for (i = 0; i < COLUMNS; i++)
        table_string(&kernels->table, columns[i].head);
    text_clear(line);
    text_add(line, kernels->style.bold);
    text_add_visible(line, text_string(&kernels->path), kernels->path.length);
    text_format(line, "%s (%s)\n", kernels->style.plain, kernels->kernel->format);
    out_text(line);
    kernels->headed = 1;
}

static void write_rows(struct kernels *kernels, size_t headings)
{
    text_clear(&kernels->line);
    table_write(&kernels->table, &kernels->line, headings, kernels->style);
    out_text(&kernels->line);
}

void kernels_table_row(struct kernels *kernels)
{
    struct table *table = &kernels->table;
    size_t column;

    if (!kernels->headed)
        start_file(kernels);
    name_cell(kernels);
    if (kernels->kernel->target.length != 0)
        table_cell(table, kernels->kernel->target.at, kernels->kernel->target.length);
    else
        table_string(table, "");
    for (column = 2; column < COLUMNS; column++) {
        text_clear(&kernels->message);
        add_cell(kernels, column, &kernels->message);
        table_cell(table, text_string(&kernels->message), kernels->message.length);
    }
    if (table->cells >= TABLE_ROWS * table->columns) {
        write_rows(kernels, kernels->headed == 1);
        kernels->headed = 2;
    }
}

void kernels_table_flush(struct kernels *kernels)
{
    if (kernels->headed != 0)
        write_rows(kernels, kernels->headed == 1);
    kernels->headed = 0;
}

void kernels_table_end(struct kernels *kernels)
{
    struct text text = {0};
    unsigned i;

    for (i = 0; i < ASSUMPTIONS; i++)
        if ((kernels->all_assumed >> i & 1) != 0)
            text_format(&text, "Assumed: %s.\n", assumption_about(i));
    for (i = 0; i < READER_NOTE_COUNT; i++)
        if ((kernels->all_notes & ~(NOTES_SHOWN & ~(1u << READER_NOTE_DYNAMIC_SHARED))) >> i & 1)
            text_format(&text, "Note: %s: %s.\n", reader_note_name(i), reader_note_about(i));
    if (kernels->count != 0 && kernels->files > 1)
        text_format(&text, "%llu kernels in %llu of %llu files.\n", kernels->count, kernels->read,
                    kernels->files);
    out_text(&text);
    text_free(&text);
}
