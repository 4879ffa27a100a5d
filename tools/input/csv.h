/* SPDX-License-Identifier: MIT
 *
 * Reads and writes RFC 4180 as it occurs in practice: rows end in LF or CRLF, the last one may have
 * no end, a byte order mark is skipped, blank lines are skipped. Rows and cells have no length
 * limit; one row is in memory at a time.
 */
#ifndef TOOL_CSV_H
#define TOOL_CSV_H

#include <stddef.h>

#include "output/text.h"

enum csv_event { CSV_ROW, CSV_END, CSV_FAILED /* errno says why */ };

struct csv {
    int file;           /* a descriptor */
    void (*idle)(void); /* called before a read may block */
    char *buffer;
    size_t at, end;
    int started, ended;
    int stopped;       /* a signal (stop.h) ended the rows, as the end of the file would */
    struct text bytes; /* the cells of the row, each followed by a NUL */
    size_t *starts;    /* offsets of the cells; one more than the number of cells */
    size_t count, capacity;
    int unended;         /* the row ends with the file, without an end of its own */
    const char *problem; /* what is wrong with the row; NULL if it is valid */
};

void csv_open(struct csv *csv, int file, void (*idle)(void));
enum csv_event csv_next(struct csv *csv);
const char *csv_cell(const struct csv *csv, size_t index, size_t *length);
void csv_close(struct csv *csv);

/* The forms in which csv_put writes cells; by default unchanged. */
enum csv_form {
    CSV_EXACT = 0,
    CSV_VISIBLE = 1, /* for a terminal: hidden characters are made visible (visible.h) */
    CSV_SAFE = 2     /* for a spreadsheet: no cell begins like a formula */
};

/* Sets the form, a sum of the above, for the rest of the run. */
void csv_set_form(unsigned form);

/* Adds a cell, quoted if necessary. */
void csv_put(struct text *row, const char *cell, size_t length);

#endif
