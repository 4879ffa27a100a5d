/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: where in the source instructions are from, if the compiler wrote it.
 */
#include "commands/explain/explain.h"
#include "output/visible.h"

#include <stdlib.h>
#include <string.h>

/* The maximum number of calls that are named around one inlined instruction. */
#define CALLS 16

/* The limit of the work for the line tables of a file: entries, and entries for each byte. */
#define WORK          (UINT64_C(1) << 25)
#define WORK_PER_BYTE 64u

static int32_t take_line(void *user, const gpuocc_code_line *line)
{
    struct explain_lines *lines = user;
    const gpuocc_code_line *before;

    if (lines->count == lines->room) {
        lines->room = 2 * lines->room + 64;
        lines->rows = memory_grow(lines->rows, lines->room * sizeof *lines->rows);
    }
    before = lines->count != 0 ? &lines->rows[lines->count - 1] : NULL;
    lines->unordered |= before != NULL && before->address > line->address;
    lines->rows[lines->count++] = *line;
    return 0;
}

/* Orders rows by address, and those of one address as in the table. */
static int compare(const void *a, const void *b)
{
    const gpuocc_code_line *one = a, *other = b;

    if (one->address != other->address)
        return one->address < other->address ? -1 : 1;
    return one->number < other->number ? -1 : one->number > other->number;
}

void explain_limit_lines(struct explain *explain, uint64_t length)
{
    explain->lines.work = WORK + length * WORK_PER_BYTE;
}

void explain_find_lines(struct explain *explain)
{
    struct explain_lines *lines = &explain->lines;

    lines->count = 0;
    lines->unordered = 0;
    lines->status = gpuocc_code_lines(explain->kernel, take_line, lines, &lines->work);
    if (!explain_found(lines->status))
        lines->count = 0;
    if (lines->count != 0 && lines->unordered)
        qsort(lines->rows, lines->count, sizeof *lines->rows, compare);
}

const char *explain_no_lines(const struct explain *explain)
{
    if (explain->lines.status == GPUOCC_CODE_DAMAGED)
        return "the line table is damaged, compressed, or of a version that is not DWARF 2 to 5";
    if (explain->lines.status == GPUOCC_CODE_TOO_COMPLEX)
        return "the line tables of the file are too complex";
    return NULL;
}

int explain_add_no_lines(const struct explain *explain, struct text *text)
{
    const char *why = explain_no_lines(explain);

    if (why != NULL)
        text_format(text, "The lines of the source are not known: %s.", why);
    return why != NULL;
}

void explain_json_no_lines(struct explain *explain)
{
    const int32_t status = explain->lines.status;
    struct json *json = &explain->json;
    struct text why = {0};

    json_string(json, "lines_status",
                status == GPUOCC_CODE_OK            ? "ok"
                : status == GPUOCC_CODE_DAMAGED     ? "damaged"
                : status == GPUOCC_CODE_TOO_COMPLEX ? "too_complex"
                                                    : "none");
    if (explain_add_no_lines(explain, &why))
        json_string(json, "lines_message", text_string(&why));
    else
        json_null(json, "lines_message");
    text_free(&why);
}

const gpuocc_code_line *explain_line(const struct explain *explain, uint32_t address)
{
    const struct explain_lines *lines = &explain->lines;
    uint32_t low = 0, high = lines->count, middle;

    while (low < high) {
        middle = low + (high - low) / 2;
        if (lines->rows[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low != 0 && lines->rows[low - 1].line != 0 ? &lines->rows[low - 1] : NULL;
}

/* Returns the row of the call through which a row was inlined, or NULL. */
static const gpuocc_code_line *caller(const struct explain *explain, const gpuocc_code_line *line)
{
    const struct explain_lines *lines = &explain->lines;
    uint32_t low = 0, high = lines->count, middle;

    if (line->inlined_at == 0 || lines->unordered)
        return NULL;
    while (low < high) {
        middle = low + (high - low) / 2;
        if (lines->rows[middle].number < line->inlined_at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < lines->count && lines->rows[low].number == line->inlined_at &&
                   lines->rows[low].line != 0
               ? &lines->rows[low]
               : NULL;
}

void explain_add_line(const gpuocc_code_line *line, struct text *text)
{
    if (line->file.length != 0)
        text_add_visible(text, line->file.at, line->file.length);
    else
        text_add(text, "a file without name");
    text_format(text, ":%lu", (unsigned long)line->line);
}

void explain_add_place(const struct explain *explain, uint32_t address, struct text *text)
{
    const gpuocc_code_line *line = explain_line(explain, address);

    text_format(text, "0x%lx", (unsigned long)address);
    if (line != NULL) {
        text_add(text, ", ");
        explain_add_line(line, text);
    }
}

void explain_add_calls(const struct explain *explain, const gpuocc_code_line *line,
                       struct text *text)
{
    int calls = 0;

    explain_add_line(line, text);
    while ((line = caller(explain, line)) != NULL) {
        if (calls++ == CALLS) {
            text_add(text, ", and further calls");
            break;
        }
        text_add(text, ", called at ");
        explain_add_line(line, text);
    }
}

static void put_text(struct json *json, const char *name, gpuocc_kernels_text text)
{
    if (text.length != 0)
        json_bytes(json, name, strlen(name), text.at, text.length);
    else
        json_null(json, name);
}

void explain_json_line(struct explain *explain, const char *name, const gpuocc_code_line *line)
{
    struct json *json = &explain->json;
    int depth = 0;

    for (; line != NULL && depth < CALLS; depth++) {
        json_open(json, depth == 0 ? name : "called_at", '{');
        put_text(json, "file", line->file);
        put_text(json, "directory", line->directory);
        json_number(json, "line", line->line);
        put_text(json, "function", line->function);
        line = caller(explain, line);
        json_token(json, "more", depth + 1 == CALLS && line != NULL ? "true" : "false");
    }
    json_null(json, depth == 0 ? name : "called_at");
    while (depth-- > 0)
        json_close(json, '}');
}

static int same_text(gpuocc_kernels_text a, gpuocc_kernels_text b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.at, b.at, a.length) == 0);
}

int explain_same_file(const gpuocc_code_line *a, const gpuocc_code_line *b)
{
    return same_text(a->file, b->file) && same_text(a->directory, b->directory);
}

/* Returns the lines of a file among those of the loop; adds the file if there is room. */
static struct explain_source *source_of(struct explain *explain, const gpuocc_code_line *line)
{
    struct explain_source *source = explain->sources;
    const struct explain_source *end = source + explain->source_count;

    for (; source < end; source++)
        if (explain_same_file(&source->line, line))
            return source;
    if (explain->source_count == EXPLAIN_SOURCES) {
        explain->more_sources = 1;
        return NULL;
    }
    explain->source_count++;
    source->line = *line;
    source->first = source->last = line->line;
    return source;
}

void explain_find_sources(struct explain *explain, const gpuocc_code_loop *loop)
{
    const gpuocc_code_line *line;
    struct explain_source *source;
    uint32_t i;

    explain->source_count = 0;
    explain->more_sources = 0;
    for (i = 0; i < loop->instructions; i++) {
        line = explain_line(explain, loop->steps[i].address);
        source = line != NULL ? source_of(explain, line) : NULL;
        if (source == NULL)
            continue;
        source->first = line->line < source->first ? line->line : source->first;
        source->last = line->line > source->last ? line->line : source->last;
    }
}

void explain_add_sources(const struct explain *explain, struct text *text)
{
    enum { SHOWN = 4 };
    gpuocc_code_line line;
    uint32_t i;

    for (i = 0; i < explain->source_count && i < SHOWN; i++) {
        line = explain->sources[i].line;
        line.line = explain->sources[i].first;
        text_add(text, i != 0 ? ", " : "");
        explain_add_line(&line, text);
        if (explain->sources[i].last != line.line)
            text_format(text, " to %lu", (unsigned long)explain->sources[i].last);
    }
    if (explain->source_count > SHOWN)
        text_add(text, ", and further files");
}

void explain_json_sources(struct explain *explain)
{
    struct json *json = &explain->json;
    uint32_t i;

    json_open(json, "lines", '[');
    for (i = 0; i < explain->source_count; i++) {
        json_open(json, NULL, '{');
        put_text(json, "file", explain->sources[i].line.file);
        put_text(json, "directory", explain->sources[i].line.directory);
        json_number(json, "first_line", explain->sources[i].first);
        json_number(json, "last_line", explain->sources[i].last);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_token(json, "more_files", explain->more_sources ? "true" : "false");
}
