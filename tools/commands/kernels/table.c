/* SPDX-License-Identifier: MIT
 *
 * Prints the kernels of each file as a table.
 */
#include "commands/kernels/kernels.h"
#include "output/results.h"

#include <string.h>

#include "input/amounts.h"
#include "output/demangle.h"
#include "output/markdown.h"
#include "output/visible.h"
#include "output/words.h"

/* Number of rows that are collected before they are printed; on a terminal all rows are, so that
 * their names stay different. */
#define TABLE_ROWS 512u

static const struct {
    const char *head;
    enum table_side side;
} columns[] = {
    {"kernel", TABLE_NAME},     {"target", TABLE_LEFT},     {"threads", TABLE_RIGHT},
    {"registers", TABLE_RIGHT}, {"shared", TABLE_RIGHT},    {"groups", TABLE_RIGHT},
    {"waves", TABLE_LEFT},      {"limited by", TABLE_LEFT}, {"next step", TABLE_LEFT},
    {"notes", TABLE_LEFT},      {"stack", TABLE_RIGHT},     {"spills", TABLE_RIGHT},
};
#define COLUMNS (sizeof columns / sizeof columns[0])
/* The first column of the devices, if there are several side by side. */
#define BESIDE_FROM 5u

/* Notes that a column or an assumption already shows. */
#define NOTES_SHOWN                                                                                \
    (1u << GPUOCC_KERNELS_NOTE_REQUIRED_GROUP | 1u << GPUOCC_KERNELS_NOTE_TENSOR_UNSAID |          \
     1u << GPUOCC_KERNELS_NOTE_SHARED_UNSAID | 1u << GPUOCC_KERNELS_NOTE_DYNAMIC_SHARED)

void kernels_table_start(struct kernels *kernels)
{
    kernels->out.style = out_style();
}

void kernels_name(const struct kernels *kernels, const char *name, size_t length, struct text *text)
{
    if (kernels->asked.demangle)
        text_add_demangled(text, name, length);
    else
        text_add_bytes(text, name, length);
}

static void add_word(struct text *text, uint32_t word)
{
    if (word == GPUOCC_UNKNOWN)
        text_add(text, "?");
    else
        text_add_number(text, word == GPUOCC_ZERO ? 0 : word);
}

void kernels_threads(const struct kernels *kernels, struct text *text)
{
    const uint32_t threads = kernels->question.kernel.threads_per_group;

    if (threads == GPUOCC_UNKNOWN) {
        text_add(text, "any");
        return;
    }
    if ((kernels->assumed >> GPUOCC_KERNELS_ASSUMED_BOUND & 1) != 0)
        text_add(text, "<=");
    add_word(text, threads);
}

/* Adds two fields that share a column, as "64+32", or only the first if the second is not given. */
static void add_pair(struct text *text, uint32_t first, uint32_t second)
{
    add_word(text, first);
    if (second == 0 || second == GPUOCC_ZERO)
        return;
    text_add_byte(text, '+');
    add_word(text, second);
}

void kernels_registers(const gpuocc_kernel *kernel, struct text *text)
{
    const uint32_t own = kernel->grf_count != 0              ? kernel->grf_count
                         : kernel->registers_per_thread != 0 ? kernel->registers_per_thread
                                                             : kernel->half_registers_per_thread;

    add_pair(text, own, kernel->accumulators_per_thread);
}

void kernels_shared(const gpuocc_kernel *kernel, struct text *text)
{
    add_pair(text, kernel->shared_bytes, kernel->dynamic_shared_bytes);
}

/* Adds "48 of 64 (75 %)": the column's heading says that they are waves. */
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

void kernels_notes(uint32_t notes, struct text *text)
{
    unsigned i;

    for (i = 0; i < GPUOCC_KERNELS_NOTE_COUNT; i++)
        if ((notes & ~NOTES_SHOWN) >> i & 1)
            text_format(text, "%s%s", text->length != 0 ? ", " : "", gpuocc_kernels_note_name(i));
}

const char *kernels_assumption_option(unsigned assumption)
{
    static const char *const options[GPUOCC_KERNELS_ASSUMED_COUNT] = {
        "--threads N if they are smaller", "--threads N", "--dynamic-shared BYTES",
        "--virtual-resources 128 where it is used"};

    return options[assumption];
}

int kernels_note_explained(const struct kernels *kernels, unsigned note)
{
    const uint32_t shown = NOTES_SHOWN & ~(1u << GPUOCC_KERNELS_NOTE_DYNAMIC_SHARED);

    return (int)((kernels->counts.notes & ~shown) >> note & 1);
}

static void add_cell(struct kernels *kernels, size_t column, struct text *text)
{
    const struct answer *answer = kernels->answer;
    const gpuocc_kernel *kernel = &kernels->question.kernel;
    struct text settings = {0};
    uint32_t bytes;

    switch (column) {
    case 2:
        kernels_threads(kernels, text);
        break;
    case 3:
        kernels_registers(kernel, text);
        break;
    case 4:
        kernels_shared(kernel, text);
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
        kernels_add_refusal(kernels, text);
        kernels_cached_next_step(kernels, text);
        kernels_cached_settings(kernels, &settings);
        if (settings.length != 0)
            text_format(text, "%s%s", text->length != 0 ? "; " : "", text_string(&settings));
        text_free(&settings);
        break;
    case 9:
        text_add_bytes(text, kernels->kernel->stage.at, kernels->kernel->stage.length);
        kernels_notes(kernels->kernel->notes, text);
        if (kernels->kernel->setmaxnreg[0] != 0) /* the last of the notes */
            text_format(text, " %lu to %lu", (unsigned long)kernels->kernel->setmaxnreg[0],
                        (unsigned long)kernels->kernel->setmaxnreg[1]);
        break;
    default: /* the stack and the spills; most kernels have none */
        bytes = column == 10 ? kernels->kernel->stack_bytes : kernels->kernel->spill_bytes;
        if (bytes != 0 && bytes != GPUOCC_UNKNOWN)
            text_add_number(text, bytes);
        break;
    }
}

/* Begins a table with its headings; with --sort the rows of all files form one table. */
static void start_table(struct kernels *kernels)
{
    const size_t shown = kernels->asked.beside ? BESIDE_FROM : COLUMNS;
    size_t i;

    table_free(&kernels->out.table);
    memset(&kernels->out.table, 0, sizeof kernels->out.table);
    kernels->out.table.indent = kernels->asked.format != FORMAT_MARKDOWN ? "  " : "";
    for (i = 0; i < shown; i++)
        table_column(&kernels->out.table, columns[i].side);
    for (i = 0; kernels->asked.beside && i < kernels->options.device_count; i++)
        table_column(&kernels->out.table, TABLE_LEFT);
    if (kernels->asked.sort != NULL)
        table_column(&kernels->out.table, TABLE_LEFT);
    for (i = 0; i < shown; i++)
        table_string(&kernels->out.table,
                     i == 1 && kernels->options.device_count > 1 && !kernels->asked.beside
                         ? "device"
                         : columns[i].head);
    for (i = 0; kernels->asked.beside && i < kernels->options.device_count; i++)
        table_string(&kernels->out.table, kernels->options.devices[i]);
    if (kernels->asked.sort != NULL)
        table_string(&kernels->out.table, "file");
    kernels->out.headed = 1;
}

static void start_file(struct kernels *kernels)
{
    struct text *line = &kernels->line;

    start_table(kernels);
    text_clear(line);
    text_clear(&kernels->message);
    text_add_visible(&kernels->message, text_string(&kernels->file.path),
                     kernels->file.path.length);
    text_add(line, kernels->asked.format == FORMAT_MARKDOWN ? "\n**" : kernels->out.style.bold);
    if (kernels->asked.format == FORMAT_MARKDOWN)
        markdown_add(line, text_string(&kernels->message));
    else
        text_add(line, text_string(&kernels->message));
    text_format(line, "%s (%s)\n%s",
                kernels->asked.format == FORMAT_MARKDOWN ? "**" : kernels->out.style.plain,
                kernels->kernel->format, kernels->asked.format == FORMAT_MARKDOWN ? "\n" : "");
    out_text(line);
}

static void write_rows(struct kernels *kernels, size_t headings)
{
    text_clear(&kernels->line);
    if (kernels->asked.format == FORMAT_MARKDOWN) /* contains a whole file */
        markdown_write(&kernels->out.table, &kernels->line, 0, SIZE_MAX);
    else
        table_write(&kernels->out.table, &kernels->line, headings, kernels->out.style);
    out_text(&kernels->line);
}

/* Adds a row of cells to the table, and prints the table when it is full. */
static void put_row(struct kernels *kernels, size_t index, const char *row, size_t length)
{
    struct table *table = &kernels->out.table;
    size_t at = 0, cell;

    (void)index;
    if (!kernels->out.headed && kernels->asked.sort != NULL)
        start_table(kernels);
    else if (!kernels->out.headed)
        start_file(kernels);
    while (at < length) {
        memcpy(&cell, row + at, sizeof cell);
        at += sizeof cell;
        table_cell(table, row + at, cell);
        at += cell;
    }
    if (table->cells >= TABLE_ROWS * table->columns && kernels->asked.format != FORMAT_MARKDOWN &&
        out_columns() == 0) {
        write_rows(kernels, kernels->out.headed == 1);
        kernels->out.headed = 2;
    }
}

static void add_row_cell(struct kernels *kernels, const char *cell, size_t length)
{
    text_add_bytes(&kernels->out.cells, (const char *)&length, sizeof length);
    text_add_bytes(&kernels->out.cells, length != 0 ? cell : "", length);
}

static void add_cells(struct kernels *kernels, size_t from, size_t end)
{
    for (; from < end; from++) {
        text_clear(&kernels->message);
        add_cell(kernels, from, &kernels->message);
        add_row_cell(kernels, text_string(&kernels->message), kernels->message.length);
    }
}

void kernels_table_first(struct kernels *kernels)
{
    const gpuocc_kernels_found *kernel = kernels->kernel;

    text_clear(&kernels->out.cells);
    text_clear(&kernels->message);
    kernels_name(kernels, kernel->name.at, kernel->name.length, &kernels->message);
    add_row_cell(kernels, text_string(&kernels->message), kernels->message.length);
    if (kernels->options.device_count > 1 && !kernels->asked.beside)
        add_row_cell(kernels, kernels->question.device, kernels->question.device_length);
    else
        add_row_cell(kernels, kernel->target.at, kernel->target.length);
    add_cells(kernels, 2, kernels->asked.beside ? BESIDE_FROM : COLUMNS);
}

/* Adds a cell such as "6: 48 of 48 (100 %), waves". */
void kernels_table_beside(struct kernels *kernels)
{
    const struct answer *answer = kernels->answer;
    struct text *cell = &kernels->message;

    text_clear(cell);
    if (answer->status < 0) {
        kernels_add_refusal(kernels, cell);
    } else {
        text_add_value(cell, &answer->results[GPUOCC_RESULT_GROUPS], "");
        text_add(cell, cell->length != 0 ? ": " : "");
        add_waves(answer, cell);
        text_add(cell, answer->results[GPUOCC_RESULT_LIMITERS].high != 0 ? ", " : "");
        text_add_set(cell, GPUOCC_LIST_LIMITS, answer->results[GPUOCC_RESULT_LIMITERS].high, ", ");
    }
    add_row_cell(kernels, text_string(cell), cell->length);
}

void kernels_table_last(struct kernels *kernels)
{
    if (kernels->asked.sort != NULL) {
        add_row_cell(kernels, text_string(&kernels->file.path), kernels->file.path.length);
        kernels_sort_keep(kernels, &kernels->out.cells);
    } else {
        put_row(kernels, 0, kernels->out.cells.data, kernels->out.cells.length);
    }
}

void kernels_table_row(struct kernels *kernels)
{
    kernels_table_first(kernels);
    kernels_table_last(kernels);
}

void kernels_table_flush(struct kernels *kernels)
{
    if (kernels->out.headed != 0)
        write_rows(kernels, kernels->out.headed == 1);
    kernels->out.headed = 0;
}

/* Adds "Without machine code: PTX for sm_75 (8 parts), sm_90 (2); link-time IR for sm_75 (1)." */
static void add_uncompiled(const struct kernels *kernels, struct text *text)
{
    const char *kind = "";
    size_t i;

    for (i = 0; i < kernels->counts.uncompiled_count; i++) {
        const struct uncompiled *one = &kernels->counts.uncompiled[i];
        const int again = strcmp(one->kind, kind) == 0;

        text_add(text, i == 0 ? "Without machine code: " : again ? ", " : "; ");
        if (!again)
            text_format(text, "%s for ", one->kind);
        text_format(text, "%s (%llu part%s)", one->target, one->parts, one->parts == 1 ? "" : "s");
        kind = one->kind;
    }
    text_add(text, i != 0 ? ".\n" : "");
}

const char *kernels_device_note(const struct kernels *kernels, unsigned index)
{
    const struct text *const notes[] = {&kernels->counts.foreign, &kernels->counts.other_vendor};
    unsigned i;

    for (i = 0; i < 2; i++)
        if (notes[i]->length != 0 && index-- == 0)
            return text_string(notes[i]);
    return NULL;
}

/* Adds a line in the words of the vendor of all rows. */
static void say(struct kernels *kernels, struct text *text, const char *english,
                const uint64_t *numbers, const char *const *texts)
{
    words_add_of(text, kernels->counts.words, english, numbers, texts);
    text_add_byte(text, '\n');
}

/* Adds what is assumed and what is not known. */
static void add_assumed(struct kernels *kernels, struct text *text)
{
    struct text what = {0}, option = {0};
    unsigned i;

    for (i = 0; i < GPUOCC_KERNELS_ASSUMED_COUNT; i++) {
        if ((kernels->counts.assumed >> i & 1) == 0)
            continue;
        text_clear(&what);
        text_clear(&option);
        words_add_of(&what, kernels->counts.words, gpuocc_kernels_assumption_about(i), NULL, NULL);
        words_add_of(&option, kernels->counts.words, kernels_assumption_option(i), NULL, NULL);
        say(kernels, text, "Assumed: {$0}; give {$1}.", NULL,
            TEXTS(text_string(&what), text_string(&option)));
    }
    if (kernels->counts.grf)
        say(kernels, text, "Registers of Intel's kernels are GRF of a hardware thread.", NULL,
            NULL);
    if (kernels->counts.waves_unsaid)
        say(kernels, text,
            "Unknown: the {wave} size, which is not in the file; give --wave-size N.", NULL, NULL);
    text_free(&what);
    text_free(&option);
}

static void add_notes(struct kernels *kernels, struct text *text)
{
    struct text about = {0};
    const char *sentence;
    unsigned i;

    for (i = 0; (sentence = kernels_device_note(kernels, i)) != NULL; i++)
        say(kernels, text, "Note: {$0}.", NULL, TEXTS(sentence));
    if (kernels->counts.local.length != 0)
        say(kernels, text, "Local memory: {$0} that can be resident.", NULL,
            TEXTS(text_string(&kernels->counts.local)));
    for (i = 0; i < GPUOCC_KERNELS_NOTE_COUNT; i++) {
        if (!kernels_note_explained(kernels, i))
            continue;
        text_clear(&about);
        words_add_of(&about, kernels->counts.words, gpuocc_kernels_note_about(i), NULL, NULL);
        say(kernels, text, "Note: {$0}: {$1}.", NULL,
            TEXTS(gpuocc_kernels_note_name(i), text_string(&about)));
    }
    text_free(&about);
}

void kernels_table_end(struct kernels *kernels)
{
    struct text text = {0};
    size_t t;

    if (kernels->asked.sort != NULL) {
        kernels_sort_end(kernels, put_row);
        kernels_table_flush(kernels);
    }
    text_add(&text, kernels->asked.format == FORMAT_MARKDOWN ? "\n" : "");
    if (kernels->asked.beside)
        say(kernels, &text, "For each device: groups: waves of all wave slots, limiting resource.",
            NULL, NULL);
    for (t = 0; t < kernels->total_count; t++) {
        text_clear(&kernels->message);
        kernels_totals_text(&kernels->totals_of[t], &kernels->message);
        text_add_visible(&text, text_string(&kernels->message), kernels->message.length);
        text_add_byte(&text, '\n');
    }
    add_assumed(kernels, &text);
    add_notes(kernels, &text);
    add_uncompiled(kernels, &text);
    if (kernels->asked.filters != 0)
        say(kernels, &text, "{0} of {1} rows are shown: --filter.",
            NUMBERS(kernels->counts.rows, kernels->counts.rows + kernels->counts.filtered), NULL);
    if (kernels->counts.kernels != 0 && kernels->counts.files > 1)
        say(kernels, &text, "{0} kernels in {1} of {2} files.",
            NUMBERS(kernels->counts.kernels, kernels->counts.read, kernels->counts.files), NULL);
    out_text(&text);
    text_free(&text);
}
