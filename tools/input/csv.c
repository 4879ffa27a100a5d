/* SPDX-License-Identifier: MIT
 *
 * Reads and writes CSV.
 */
#include "input/csv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stop.h"
#include "output/visible.h"

#define BUFFER  65536u
#define AT_END  (-1)
#define AT_FAIL (-2)

void csv_open(struct csv *csv, int file, void (*idle)(void))
{
    memset(csv, 0, sizeof *csv);
    csv->file = file;
    csv->idle = idle;
    csv->buffer = memory_grow(NULL, BUFFER);
}

void csv_close(struct csv *csv)
{
    free(csv->buffer);
    free(csv->starts);
    text_free(&csv->bytes);
}

static int fill(struct csv *csv)
{
    ssize_t got;

    if (csv->ended)
        return AT_END;
    if (csv->idle != NULL)
        csv->idle();
    do {
        if (stop_wait(csv->file) < 0) {
            csv->stopped = csv->ended = 1;
            return AT_END;
        }
        got = read(csv->file, csv->buffer, BUFFER);
    } while (got < 0 && (errno == EINTR || errno == EAGAIN));
    if (got < 0)
        return AT_FAIL;
    csv->at = 0;
    csv->end = (size_t)got;
    csv->ended = got == 0;
    return csv->ended ? AT_END : 0;
}

/* Returns the next byte without consuming it, or AT_END or AT_FAIL. */
static int peek(struct csv *csv)
{
    int status = csv->at == csv->end ? fill(csv) : 0;

    return status < 0 ? status : (unsigned char)csv->buffer[csv->at];
}

static void skip_mark(struct csv *csv)
{
    static const char mark[] = "\xef\xbb\xbf";
    size_t i;

    csv->started = 1;
    for (i = 0; i < 3; i++) {
        if (peek(csv) != (unsigned char)mark[i])
            break;
        csv->at++;
    }
    if (i == 1 || i == 2) /* not a byte order mark: the bytes belong to the first cell */
        text_add_bytes(&csv->bytes, mark, i);
}

static void start_cell(struct csv *csv)
{
    if (csv->count + 1 >= csv->capacity) {
        csv->capacity = memory_capacity(csv->capacity);
        csv->starts = memory_grow(csv->starts, csv->capacity * sizeof *csv->starts);
    }
    /* The first cell includes the bytes that skip_mark() and skip_blank() have kept. */
    csv->starts[csv->count] = csv->count == 0 ? 0 : csv->bytes.length;
    csv->count++;
}

/* Reads bytes up to a comma or the end of the row, and returns the byte that follows them. */
static int read_plain(struct csv *csv)
{
    const char *at, *end;
    int c;

    while ((c = peek(csv)) >= 0) {
        at = csv->buffer + csv->at;
        end = csv->buffer + csv->end;
        while (at < end && *at != ',' && *at != '\n')
            at++;
        text_add_bytes(&csv->bytes, csv->buffer + csv->at, (size_t)(at - csv->buffer) - csv->at);
        csv->at = (size_t)(at - csv->buffer);
        if (at < end)
            return (unsigned char)*at;
    }
    return c;
}

static int is_row_end(int c)
{
    return c == '\n' || c == AT_END;
}

static int read_quoted(struct csv *csv)
{
    size_t end;
    int c;

    csv->at++;
    for (;;) {
        c = peek(csv);
        if (c == AT_END)
            csv->problem = "a quoted cell does not end";
        if (c < 0)
            return c;
        csv->at++;
        if (c == '"') {
            if (peek(csv) != '"')
                break;
            csv->at++;
        }
        text_add_byte(&csv->bytes, (char)c);
    }
    end = csv->bytes.length;
    c = read_plain(csv);
    if (csv->bytes.length == end + 1 && csv->bytes.data[end] == '\r' && is_row_end(c))
        csv->bytes.data[--csv->bytes.length] = 0;
    if (csv->bytes.length != end)
        csv->problem = "a quoted cell has text behind its closing quote";
    return c;
}

/* Reads a cell, and returns the byte that follows it: a comma, a newline, AT_END or AT_FAIL. */
static int read_cell(struct csv *csv)
{
    struct text *bytes = &csv->bytes;
    int c;

    start_cell(csv);
    if (peek(csv) == '"' && bytes->length == csv->starts[csv->count - 1]) {
        c = read_quoted(csv);
    } else {
        c = read_plain(csv);
        if (is_row_end(c) && bytes->length > csv->starts[csv->count - 1] &&
            bytes->data[bytes->length - 1] == '\r')
            bytes->data[--bytes->length] = 0;
    }
    text_add_byte(bytes, 0);
    return c;
}

/* Skips blank lines. A CR without a newline behind it belongs to the next row. */
static int skip_blank(struct csv *csv)
{
    int c;

    while ((c = peek(csv)) == '\n' || c == '\r') {
        csv->at++;
        if (c == '\n')
            continue;
        c = peek(csv);
        if (!is_row_end(c)) {
            text_add_byte(&csv->bytes, '\r');
            break;
        }
    }
    return c;
}

enum csv_event csv_next(struct csv *csv)
{
    int c;

    text_clear(&csv->bytes);
    csv->count = 0;
    csv->problem = NULL;
    if (!csv->started)
        skip_mark(csv);
    c = csv->bytes.length == 0 ? skip_blank(csv) : 0;
    if (c == AT_FAIL)
        return CSV_FAILED;
    if (c == AT_END)
        return CSV_END;
    while ((c = read_cell(csv)) == ',')
        csv->at++;
    if (c == AT_FAIL)
        return CSV_FAILED;
    if (csv->stopped) /* by a signal, so the row may be incomplete */
        return CSV_END;
    csv->unended = c != '\n';
    if (c == '\n')
        csv->at++;
    csv->starts[csv->count] = csv->bytes.length;
    return CSV_ROW;
}

const char *csv_cell(const struct csv *csv, size_t index, size_t *length)
{
    if (index >= csv->count) {
        *length = 0;
        return "";
    }
    *length = csv->starts[index + 1] - csv->starts[index] - 1;
    return csv->bytes.data + csv->starts[index];
}

static unsigned form_set = CSV_EXACT;

void csv_set_form(unsigned form)
{
    form_set = form;
}

/* Tells whether a cell, which is not empty, is a decimal number: an optional sign, and digits with
 * at most one point. */
static int is_number(const char *cell, size_t length)
{
    size_t i = cell[0] == '-' || cell[0] == '+', digits = 0, points = 0;

    for (; i < length; i++) {
        digits += cell[i] >= '0' && cell[i] <= '9';
        points += cell[i] == '.';
        if (cell[i] != '.' && (cell[i] < '0' || cell[i] > '9'))
            return 0;
    }
    return digits != 0 && points <= 1;
}

/* Tells whether a spreadsheet may treat a cell as a formula, by its first character: one of OWASP's
 * list ("CSV Injection"), or Unicode's full-width form of = + - or @. */
static int is_formula(const char *cell, size_t length)
{
    static const char *const wide[] = {"\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d",
                                       "\xef\xbc\xa0"};
    size_t i;

    if (length == 0 || is_number(cell, length))
        return 0;
    for (i = 0; i < sizeof wide / sizeof wide[0]; i++)
        if (length >= 3 && memcmp(cell, wide[i], 3) == 0)
            return 1;
    return memchr("=+-@\t\r\n", cell[0], 7) != NULL;
}

static int needs_quotes(const char *cell, size_t length)
{
    size_t i;

    for (i = 0; i < length; i++) /* fast path: most bytes are larger than these four */
        if (cell[i] <= ',' &&
            (cell[i] == ',' || cell[i] == '"' || cell[i] == '\n' || cell[i] == '\r'))
            return 1;
    return 0;
}

void csv_put(struct text *row, const char *cell, size_t length)
{
    const int formula = (form_set & CSV_SAFE) != 0 && is_formula(cell, length);
    struct text shown = {0};
    size_t i;

    if ((form_set & CSV_VISIBLE) != 0) {
        text_add_visible(&shown, cell, length);
        cell = text_string(&shown);
        length = shown.length;
    }
    if (!formula && !needs_quotes(cell, length)) {
        text_add_bytes(row, cell, length);
    } else {
        text_add(row, formula ? "\"'" : "\"");
        for (i = 0; i < length; i++) {
            if (cell[i] == '"')
                text_add_byte(row, '"');
            text_add_byte(row, cell[i]);
        }
        text_add_byte(row, '"');
    }
    text_free(&shown);
}
