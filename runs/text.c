/* SPDX-License-Identifier: MIT
 *
 * Reads text in pieces, line by line: finds the header of a table among other lines, maps its
 * columns by their names without case, blanks and underscores, and reads its rows. Fields may be
 * quoted; rows may span lines.
 */
#include "reader.h"

/* A row of several lines is not longer than this; else a quote is missing in its first line. */
#define ROW_OF_LINES 65536u

static const struct runs_table *const tables[] = {
    &runs_rocprof_trace,   &runs_rocprof_counters,   &runs_rocprof_agents,
    &runs_rocprof_results, &runs_rocprof_second,     &runs_nsys_trace,
    &runs_nvprof,          &runs_ncu_details,        &runs_ncu_raw,
    &runs_unitrace_times,  &runs_unitrace_properties};

static int is_space(char c, char separator)
{
    return (c == ' ' || c == '\t' || c == '\r') && c != separator;
}

/* Fields may be empty: a separator at an end is no space. */
static gpuocc_kernels_text trimmed_row(gpuocc_kernels_text text, char separator)
{
    while (text.length != 0 && is_space(text.at[0], separator))
        text = text_behind(text, 1);
    while (text.length != 0 && is_space(text.at[text.length - 1], separator))
        text.length--;
    return text;
}

gpuocc_kernels_text runs_trimmed(gpuocc_kernels_text text)
{
    return trimmed_row(text, '\n');
}

gpuocc_kernels_text runs_field(reader *r, gpuocc_kernels_text field)
{
    size_t i, length = 0;

    if (field.length > RUNS_NAME)
        field.length = RUNS_NAME;
    if (memchr(field.at, '"', field.length) == NULL)
        return field;
    for (i = 0; i < field.length; i++) {
        r->decoded[length++] = field.at[i];
        if (field.at[i] == '"' && i + 1 < field.length && field.at[i + 1] == '"')
            i++;
    }
    field.at = r->decoded;
    field.length = length;
    return field;
}

/* Returns the length of the quoted text at the beginning, including both quotes, or 0. */
static size_t quoted(gpuocc_kernels_text text)
{
    size_t at = 1;
    const char *end;

    while ((end = memchr(text.at + at, '"', text.length - at)) != NULL) {
        at = (size_t)(end - text.at) + 1;
        if (at == text.length || text.at[at] != '"')
            return at;
        at++;
    }
    return 0;
}

/* Splits a row, of which fields beyond RUNS_COLUMNS are counted only. Returns the number of fields,
 * or 0 if a quote is missing. */
static uint32_t split(gpuocc_kernels_text row, char separator, gpuocc_kernels_text *fields)
{
    gpuocc_kernels_text field;
    const char *comma;
    uint32_t count = 0;
    size_t length;
    int more = 1, is_quoted;

    while (more) {
        field = row = trimmed_row(row, separator);
        is_quoted = row.length != 0 && row.at[0] == '"';
        length = is_quoted ? quoted(row) : 0;
        if (is_quoted && length == 0)
            return 0;
        row = text_behind(row, length);
        comma = memchr(row.at, separator, row.length);
        more = comma != NULL;
        if (is_quoted) {
            field = text_behind(field, 1);
            field.length = length - 2;
        } else {
            field.length = more ? (size_t)(comma - row.at) : row.length;
            field = runs_trimmed(field);
        }
        row = text_behind(row, more ? (size_t)(comma - row.at) + 1 : row.length);
        if (count < RUNS_COLUMNS)
            fields[count] = field;
        count++;
    }
    return count;
}

/* Writes the letters and digits of a column's name in lower case, without its unit in parentheses,
 * which is returned (or length 0). */
static gpuocc_kernels_text normalise(gpuocc_kernels_text name, char *to, size_t room)
{
    gpuocc_kernels_text unit = {"", 0};
    size_t i, length = 0, close;

    for (i = 0; i < name.length && length + 1 < room; i++) {
        const char c = name.at[i], lower = (char)(c | 0x20);

        if (c == '(') {
            for (close = i; close < name.length && name.at[close] != ')'; close++)
                ;
            unit.at = name.at + i + 1;
            unit.length = close - i - 1;
            break;
        }
        if ((c >= '0' && c <= '9') || (lower >= 'a' && lower <= 'z'))
            to[length++] = lower; /* digits have this bit */
    }
    to[length] = 0;
    return unit;
}

static int has_column(const struct runs_columns *c, uint32_t count, const char *required)
{
    char name[64];
    uint32_t i;

    for (i = 0; i < count; i++) {
        const gpuocc_kernels_text unit = normalise(c->fields[i], name, sizeof name);

        if (strcmp(name, required) == 0 && !text_is(unit, "%"))
            return 1;
    }
    return 0;
}

unsigned char runs_column(const struct runs_table *table, gpuocc_kernels_text name)
{
    char normalised[64];
    const gpuocc_kernels_text unit = normalise(name, normalised, sizeof normalised);
    unsigned char k;

    for (k = 0; table->columns[k].name != NULL && !text_is(unit, "%"); k++)
        if (strcmp(table->columns[k].name, normalised) == 0)
            return (unsigned char)(k + 1);
    return 0;
}

/* Maps the columns of a header. */
static void map_columns(reader *r, const struct runs_table *table, uint32_t count)
{
    struct runs_columns *c = &r->columns;
    gpuocc_kernels_text unit;
    char name[64];
    uint32_t i;

    c->table = table;
    c->known = 1;
    c->count = count;
    c->needed = 0;
    (void)normalise(c->fields[0], c->first, sizeof c->first);
    for (i = 0; i < c->count; i++) {
        unit = normalise(c->fields[i], name, sizeof name);
        c->unit[i] = 0;
        c->member[i] = runs_column(table, c->fields[i]);
        if (c->member[i] == 0)
            continue;
        c->needed = i + 1;
        if (unit.length != 0 && runs_has_unit(table->columns[c->member[i] - 1].kind))
            c->unit[i] = runs_unit(r, unit, table->columns[c->member[i] - 1].kind);
    }
}

/* Returns 1 if the fields are the header of a table that is known. */
static int header(reader *r, uint32_t count)
{
    struct runs_columns *c = &r->columns;
    const char *const *required;
    size_t i;

    if (count > RUNS_COLUMNS)
        return 0;
    for (i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        for (required = tables[i]->required; *required != NULL; required++)
            if (!has_column(c, count, *required))
                break;
        if (*required == NULL) {
            map_columns(r, tables[i], count);
            return 1;
        }
    }
    return 0;
}

static void lose(reader *r, uint64_t offset, uint32_t count)
{
    if (r->columns.lost++ != 0)
        return;
    if (count == 0)
        runs_warn(r, offset, "a row is skipped, because a quote is missing in it");
    else
        runs_warn(r, offset, "a row is skipped, because it has %u fields, and the header has %u",
                  (unsigned)count, (unsigned)r->columns.count);
}

/* Whether a line is the header of a table with this separator, which is then read. */
static int starts_table(reader *r, gpuocc_kernels_text text, char separator)
{
    if (!header(r, split(text, separator, r->columns.fields)))
        return 0;
    r->columns.separator = separator;
    return 1;
}

/* Whether a row repeats the name of the first column, as files that were joined do. */
static int repeats_header(const struct runs_columns *c)
{
    char name[64];

    (void)normalise(c->fields[0], name, sizeof name);
    return strcmp(name, c->first) == 0;
}

/* Reads the second row of a table of ncu or nvprof, which has the units of all columns. */
static int units(reader *r, uint32_t count)
{
    struct runs_columns *c = &r->columns;
    const gpuocc_kernels_text first = c->fields[0];
    const struct runs_member *columns = c->table->columns;
    uint32_t i;

    if (count != c->count ||
        !(c->table == &runs_ncu_raw ? first.length == 0
                                    : c->table == &runs_nvprof && (unsigned char)first.at[0] > '9'))
        return 0;
    for (i = 0; i < c->count; i++)
        if (c->member[i] != 0 && runs_has_unit(columns[c->member[i] - 1].kind))
            c->unit[i] = runs_unit(r, c->fields[i], columns[c->member[i] - 1].kind);
    return 1;
}

static void row(reader *r, uint64_t offset, uint32_t count, int cut)
{
    struct runs_columns *c = &r->columns;
    struct runs_row found;
    uint32_t i, surplus = 0;

    /* Old versions of unitrace do not quote names; a name comes first there. */
    if (count > c->count && count <= RUNS_COLUMNS && c->table->format == GPUOCC_RUNS_UNITRACE) {
        surplus = count - c->count;
        c->fields[0].length =
            (size_t)(c->fields[surplus].at - c->fields[0].at) + c->fields[surplus].length;
        count = c->count;
    }
    if (count > c->count || count < (cut ? c->count : c->needed)) {
        lose(r, offset, count);
        return;
    }
    runs_start_row(&found);
    for (i = 0; i < count; i++)
        if (c->member[i] != 0)
            runs_put(c->fields[i == 0 ? 0 : i + surplus], &c->table->columns[c->member[i] - 1],
                     c->unit[i], &found);
    found.launch.format = c->table->format;
    c->table->row(r, &found);
}

/* Reads a line, or a row of several; `cut`: the end of its line is missing. */
static void line(reader *r, uint64_t offset, gpuocc_kernels_text text, int cut)
{
    struct runs_columns *c = &r->columns;
    const gpuocc_kernels_text trimmed = runs_trimmed(text);
    uint32_t count;
    int found;

    if (trimmed.length == 0) {
        c->behind_blank = 1;
        return;
    }
    if (c->table == NULL)
        runs_ncu_line(r, text);
    /* Between tables, unitrace has titles, and ncu lines on what it does. */
    if (text_starts(trimmed, "==="))
        c->table = NULL;
    if (text_starts(trimmed, "=="))
        return;
    if (c->table == NULL) {
        (void)(starts_table(r, text, ',') || starts_table(r, text, '\t'));
        c->behind_blank = 0;
        return;
    }
    count = split(text, c->separator, c->fields);
    found = count != 0 && (c->behind_blank || repeats_header(c)) && header(r, count);
    c->behind_blank = 0;
    if (found || units(r, count))
        return;
    if (count == 0)
        lose(r, offset, 0);
    else
        row(r, offset, count, cut);
}

/* Returns the length of a row up to the end of its last line, exclusive, or `length`. */
static size_t row_length(const reader *r, const char *text, size_t length, int last)
{
    size_t at = 0, quotes = 0, first = length;
    const char *end, *quote;

    while ((end = memchr(text + at, '\n', length - at)) != NULL) {
        const size_t to = (size_t)(end - text);

        while (at < to && (quote = memchr(text + at, '"', to - at)) != NULL) {
            quotes++;
            at = (size_t)(quote - text) + 1;
        }
        if (first == length)
            first = to;
        if (quotes % 2 == 0 || r->columns.table == NULL)
            return to;
        at = to + 1;
        if (at > ROW_OF_LINES)
            return first;
    }
    return last || length > ROW_OF_LINES ? first : length;
}

size_t runs_text_read(reader *r, const char *text, size_t length, int last)
{
    size_t at = 0, used;
    gpuocc_kernels_text next;

    while (at < length && r->status == GPUOCC_RUNS_OK) {
        used = row_length(r, text + at, length - at, last);
        if (used == length - at && !last && used <= RUNS_UNIT)
            break;
        next.at = text + at;
        next.length = used;
        line(r, r->offset + at, next, used == length - at);
        at += used + (used != length - at);
    }
    return at;
}

void runs_text_end(reader *r)
{
    if (r->columns.lost > 1)
        runs_warn(r, r->offset, "%llu rows were skipped", (unsigned long long)r->columns.lost);
    if (r->status == GPUOCC_RUNS_OK)
        runs_ncu_end(r);
    if (r->status == GPUOCC_RUNS_OK)
        runs_unitrace_end(r);
}
