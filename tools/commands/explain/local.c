/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: the accesses to local memory, by line and by number of loops around them.
 */
#include "commands/explain/explain.h"

#include <stdlib.h>
#include <string.h>

#include "output/local.h"

/* The maximum number of lines in the text. */
#define SHOWN 12u

static const gpuocc_code_line *line_of(const struct explain_local *row)
{
    return row->line.line != 0 ? &row->line : NULL;
}

static int same(const struct explain_local *row, const gpuocc_code_local *local,
                const gpuocc_code_line *line)
{
    if (row->sort != local->sort || row->depth != local->depth)
        return 0;
    if (line == NULL || line_of(row) == NULL)
        return line == line_of(row);
    return row->line.line == line->line && explain_same_file(&row->line, line);
}

/* Returns the row of the access, or NULL if there is no room for one. They are few, because each is
 * a line in a loop. */
static struct explain_local *row_of(struct explain *explain, const gpuocc_code_local *local)
{
    struct explain_locals *locals = &explain->locals;
    const gpuocc_code_line *line = explain_line(explain, local->address);
    struct explain_local *row;
    uint32_t i;

    for (i = 0; i < locals->count; i++)
        if (same(&locals->rows[i], local, line))
            return &locals->rows[i];
    if (locals->count == EXPLAIN_LOCALS)
        return NULL;
    if (locals->count == locals->room) {
        locals->room = 2 * locals->room + 64;
        locals->rows = memory_grow(locals->rows, locals->room * sizeof *locals->rows);
    }
    row = &locals->rows[locals->count++];
    memset(row, 0, sizeof *row);
    row->sort = local->sort;
    row->depth = local->depth;
    row->address = local->address;
    if (line != NULL)
        row->line = *line;
    return row;
}

static int32_t take_local(void *user, const gpuocc_code_local *local)
{
    struct explain *explain = user;
    struct explain_local *row = row_of(explain, local);
    const int is_load = local->kind == GPUOCC_CODE_LOAD_LOCAL;

    if (row == NULL) {
        explain->locals.end = local->address;
        return 1;
    }
    row->accesses[is_load]++;
    row->bytes[is_load] += local->lane_bytes;
    return 0;
}

/* Orders rows by sort, then those in the most loops first, then by bytes and by address. */
static int compare(const void *a, const void *b)
{
    const struct explain_local *one = a, *other = b;
    const uint64_t bytes = one->bytes[0] + one->bytes[1],
                   others = other->bytes[0] + other->bytes[1];

    if (one->sort != other->sort)
        return one->sort < other->sort ? -1 : 1;
    if (one->depth != other->depth)
        return one->depth > other->depth ? -1 : 1;
    if (bytes != others)
        return bytes > others ? -1 : 1;
    return one->address < other->address ? -1 : 1;
}

/* AMD's metadata say how many bytes are spilled: none, or as many as the code stores. */
static void settle(struct explain *explain)
{
    const uint32_t spilled = explain->kernel->spill_bytes;
    struct explain_locals *locals = &explain->locals;
    uint64_t stored = 0;
    uint32_t i;

    for (i = 0; i < locals->count; i++)
        stored += locals->rows[i].bytes[0];
    for (i = 0; i < locals->count && explain_is_amd(explain); i++)
        if (spilled == 0)
            locals->rows[i].sort = GPUOCC_CODE_LOCAL_VARIABLE;
        else if (spilled == stored && locals->end == GPUOCC_CODE_NONE)
            locals->rows[i].sort = GPUOCC_CODE_LOCAL_SPILL;
}

void explain_find_locals(struct explain *explain)
{
    struct explain_locals *locals = &explain->locals;

    locals->count = 0;
    locals->end = GPUOCC_CODE_NONE;
    if (!explain_found(gpuocc_code_locals(&explain->code, NULL, 0, take_local, explain)) &&
        locals->end == GPUOCC_CODE_NONE)
        locals->count = 0;
    settle(explain);
    if (locals->count != 0)
        qsort(locals->rows, locals->count, sizeof *locals->rows, compare);
}

void explain_local(const struct explain_local *row, struct text *text)
{
    static const char *const words[] = {"store", "load"};
    const char *before = "";
    unsigned i;

    for (i = 0; i < 2; i++) {
        if (row->accesses[i] == 0)
            continue;
        text_format(text, "%s%lu %s%s of %llu bytes", before, (unsigned long)row->accesses[i],
                    words[i], row->accesses[i] == 1 ? "" : "s", (unsigned long long)row->bytes[i]);
        before = ", ";
    }
}

static void add_total(const struct explain *explain, uint32_t sort, struct text *text)
{
    static const char *const titles[] = {"Spills or variables in local memory",
                                         "Spills to local memory", "Variables in local memory"};
    struct explain_local sum = {0};
    uint32_t i, k;

    for (i = 0; i < explain->locals.count; i++)
        for (k = 0; k < 2 && explain->locals.rows[i].sort == sort; k++) {
            sum.accesses[k] += explain->locals.rows[i].accesses[k];
            sum.bytes[k] += explain->locals.rows[i].bytes[k];
        }
    text_format(text, "%s%s, per thread: ", text->length != 0 ? "\n" : "", titles[sort]);
    explain_local(&sum, text);
}

int explain_add_locals(const struct explain *explain, struct text *text)
{
    const struct explain_locals *locals = &explain->locals;
    const struct explain_local *row;
    struct text place = {0};
    uint32_t i;

    for (i = 0; i < locals->count; i++) {
        row = &locals->rows[i];
        if (i == 0 || row->sort != row[-1].sort)
            add_total(explain, row->sort, text);
        if (i >= SHOWN)
            continue;
        text_clear(&place);
        if (line_of(row) != NULL)
            explain_add_line(&row->line, &place);
        else
            text_format(&place, "0x%lx%s", (unsigned long)row->address,
                        row->accesses[0] + row->accesses[1] > 1 ? " and others" : "");
        text_format(&place, ", depth %lu", (unsigned long)row->depth);
        text_format(text, "\n  %-34s ", text_string(&place));
        explain_local(row, text);
    }
    if (locals->count > SHOWN)
        text_format(text, "\n  and %lu further lines (--json)",
                    (unsigned long)(locals->count - SHOWN));
    if (locals->end != GPUOCC_CODE_NONE)
        text_format(text, "\n  not counted: accesses from 0x%lx on, after %u lines",
                    (unsigned long)locals->end, EXPLAIN_LOCALS);
    text_free(&place);
    return locals->count != 0;
}

void explain_json_locals(struct explain *explain)
{
    static const char *const sorts[] = {"unknown", "spill", "variable"};
    struct json *json = &explain->json;
    const struct explain_local *row = explain->locals.rows;
    const struct explain_local *end = row + explain->locals.count;

    json_open(json, "local_memory", '[');
    for (; row != end; row++) {
        json_open(json, NULL, '{');
        json_string(json, "sort", sorts[row->sort]);
        explain_json_line(explain, "source", line_of(row));
        json_number(json, "first_address", row->address);
        json_number(json, "depth", row->depth);
        json_number(json, "stores", row->accesses[0]);
        json_number(json, "store_bytes", row->bytes[0]);
        json_number(json, "loads", row->accesses[1]);
        json_number(json, "load_bytes", row->bytes[1]);
        json_close(json, '}');
    }
    json_close(json, ']');
    if (explain->locals.end != GPUOCC_CODE_NONE)
        json_number(json, "local_memory_not_counted_from", explain->locals.end);
    else
        json_null(json, "local_memory_not_counted_from");
}

static uint64_t memory_of(const struct explain *explain)
{
    return local_memory(&explain->answer, explain->question.kernel.wave_size,
                        explain->kernel->stack_bytes);
}

int explain_add_reserved(const struct explain *explain, struct text *text)
{
    const uint32_t stack = explain->kernel->stack_bytes;
    const uint64_t bytes = memory_of(explain);

    if (bytes == 0 || bytes == UINT64_MAX)
        return 0;
    text_add(text, "Local memory: a launch ");
    text_add_local(text, explain->answer.device, stack, bytes);
    text_add(text, " that can be resident.");
    return 1;
}

void explain_json_reserved(struct explain *explain)
{
    const uint32_t stack = explain->kernel->stack_bytes;
    const uint64_t bytes = memory_of(explain);
    struct json *json = &explain->json;

    if (stack != GPUOCC_UNKNOWN)
        json_number(json, "stack_bytes", stack);
    else
        json_null(json, "stack_bytes");
    if (bytes != UINT64_MAX)
        json_number(json, "local_memory_bytes", bytes);
    else
        json_null(json, "local_memory_bytes");
}
