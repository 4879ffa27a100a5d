/* SPDX-License-Identifier: MIT
 *
 * RFC 4180 as it is met in the wild: rows end in LF or CRLF, the last one may end in nothing, a
 * byte order mark is skipped, empty lines are skipped. Rows and cells have no
 * length limit; one row is in memory at a time.
 */
#ifndef TOOL_CSV_H
#define TOOL_CSV_H

#include <stddef.h>

#include "output/text.h"

enum csv_event { CSV_ROW, CSV_END, CSV_FAILED /* errno says why */ };

struct csv {
    int file;           /* a descriptor */
    void (*idle)(void); /* called before reading may have to wait */
    char *buffer;
    size_t at, end;
    int started, ended;
    int stopped;       /* by a signal (stop.h), which ends the rows as the end of the file does */
    struct text bytes; /* the cells of the row, each with a NUL behind it */
    size_t *starts;    /* where they begin; one more than there are cells */
    size_t count, capacity;
    const char *problem; /* what is wrong with the row, NULL if nothing is */
};

void csv_open(struct csv *csv, int file, void (*idle)(void));
enum csv_event csv_next(struct csv *csv);
const char *csv_cell(const struct csv *csv, size_t index, size_t *length);
void csv_close(struct csv *csv);

/* How csv_put writes cells: exactly as they are by default. */
enum csv_form {
    CSV_EXACT = 0,
    CSV_VISIBLE = 1, /* for a terminal: visible (visible.h) */
    CSV_SAFE = 2     /* for a spreadsheet: none begins as a formula does */
};

/* Sets the form, a sum of the above, for the rest of the run. */
void csv_set_form(unsigned form);

/* Adds a cell, quoted where it has to be. */
void csv_put(struct text *row, const char *cell, size_t length);

#endif
