/* SPDX-License-Identifier: MIT
 *
 * Reads the rows of a CSV file in tests/data (without quotes or commas in cells) by column name.
 */
#ifndef ROWS_H
#define ROWS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_COLUMNS 64

struct rows {
    FILE *file;
    char header[4096], line[8192];
    char *names[ROWS_COLUMNS], *cells[ROWS_COLUMNS];
    int columns, row; /* number of the current row; the header is row 1 */
};

static inline int rows_split(char *line, char **cells)
{
    int count = 0;
    char *at = line;

    line[strcspn(line, "\r\n")] = 0;
    while (at != NULL && count < ROWS_COLUMNS) {
        cells[count++] = at;
        at = strchr(at, ',');
        if (at != NULL)
            *at++ = 0;
    }
    return count;
}

/* Opens tests/data/<name>; ends the test if there is no such file. Lines that begin with # are
 * comments. */
static inline void rows_open(struct rows *rows, const char *name)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/%s", getenv("TEST_DATA") ? getenv("TEST_DATA") : "tests/data",
             name);
    rows->file = fopen(path, "r");
    rows->row = 0;
    do {
        if (rows->file == NULL || fgets(rows->header, sizeof rows->header, rows->file) == NULL) {
            printf("Bail out! cannot read %s\n", path);
            exit(1);
        }
        rows->row++;
    } while (rows->header[0] == '#');
    rows->columns = rows_split(rows->header, rows->names);
}

/* Reads the next row. Returns 0 at the end, after closing the file. */
static inline int rows_next(struct rows *rows)
{
    int i, cells;

    do {
        if (fgets(rows->line, sizeof rows->line, rows->file) == NULL) {
            fclose(rows->file);
            return 0;
        }
        rows->row++;
    } while (rows->line[0] == '#');
    cells = rows_split(rows->line, rows->cells);
    for (i = cells; i < rows->columns; i++)
        rows->cells[i] = rows->line + strlen(rows->line);
    return 1;
}

/* Returns the cell of a column; ends the test if there is no such column. */
static inline const char *cell(const struct rows *rows, const char *column)
{
    int i;

    for (i = 0; i < rows->columns; i++)
        if (strcmp(rows->names[i], column) == 0)
            return rows->cells[i];
    printf("Bail out! no column %s\n", column);
    exit(1);
}

/* Returns the number in a cell (decimal or 0x), or `absent` if it is empty. */
static inline long long number(const struct rows *rows, const char *column, long long absent)
{
    const char *text = cell(rows, column);

    return text[0] != 0 ? strtoll(text, NULL, 0) : absent;
}

/* Copies a cell in which %2c represents a comma and %09 a tabulator. */
static inline void decode(const char *cell, char *text)
{
    for (; *cell != 0; text++)
        if (strncmp(cell, "%2c", 3) == 0) {
            *text = ',';
            cell += 3;
        } else if (strncmp(cell, "%09", 3) == 0) {
            *text = '\t';
            cell += 3;
        } else {
            *text = *cell++;
        }
    *text = 0;
}

#endif
