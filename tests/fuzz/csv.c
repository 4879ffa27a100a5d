/* SPDX-License-Identifier: MIT
 *
 * Reads any bytes as a CSV file. Cells that are read and written again must be read as the same.
 */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "input/csv.h"
#include "input.h"

static int file_of(const void *bytes, size_t length)
{
    const int file = memfd_create("input", 0);

    CHECK(file >= 0 && (length == 0 || write(file, bytes, length) == (ssize_t)length));
    CHECK(lseek(file, 0, SEEK_SET) == 0);
    return file;
}

/* Reads a file and writes its rows to `text`. Counts cells. */
static size_t copy(const void *bytes, size_t size, struct text *text)
{
    const int file = file_of(bytes, size);
    size_t cells = 0, length, i;
    struct csv csv;
    const char *cell;

    csv_open(&csv, file, NULL);
    while (csv_next(&csv) == CSV_ROW) {
        for (i = 0; i < csv.count; i++) {
            cell = csv_cell(&csv, i, &length);
            CHECK(cell[length] == 0);
            if (i != 0)
                text_add_byte(text, ',');
            if (csv.count == 1 && length == 0)
                text_add(text, "\"\""); /* not a blank line */
            else
                csv_put(text, cell, length);
        }
        text_add_byte(text, '\n');
        cells += csv.count;
    }
    (void)csv_cell(&csv, csv.count, &length);
    CHECK(length == 0);
    csv_close(&csv);
    close(file);
    return cells;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct text first = {0}, second = {0};
    const size_t cells = copy(bytes, length, &first);

    /* A first cell that begins with the byte order mark would lose it. */
    if (first.length >= 3 && memcmp(first.data, "\xef\xbb\xbf", 3) == 0) {
        text_free(&first);
        return 0;
    }
    CHECK(copy(first.data, first.length, &second) == cells);
    CHECK(first.length == second.length);
    CHECK(first.length == 0 || memcmp(first.data, second.data, first.length) == 0);
    text_free(&first);
    text_free(&second);
    return 0;
}
