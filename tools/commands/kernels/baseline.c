/* SPDX-License-Identifier: MIT
 *
 * Reads and writes baselines: CSV with a row for each kernel and device, sorted, so that a change
 * of a kernel is a change of one line. They do not contain the kernel's file, because builds write
 * to different folders.
 */
#include "commands/kernels/baseline.h"
#include "output/names.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/kernels/kernels.h"
#include "input/csv.h"

static const char *const names[BASELINE_COLUMNS] = {
    "kernel",      "device",       "threads_per_group",
    "registers",   "shared_bytes", "stack_bytes",
    "spill_bytes", "groups",       "waves",
    "limiters",    "status"};

const char *baseline_name(enum baseline_column column)
{
    return names[column];
}

void baseline_cell(struct baseline *baseline, const char *cell, size_t length)
{
    if (baseline->cells == 0 && baseline->count == baseline->capacity) {
        baseline->capacity = memory_capacity(baseline->capacity);
        baseline->rows = memory_grow(baseline->rows, baseline->capacity * sizeof *baseline->rows);
    }
    baseline->rows[baseline->count][baseline->cells++] = baseline->bytes.length;
    text_add_bytes(&baseline->bytes, cell, length);
    text_add_byte(&baseline->bytes, 0);
    if (baseline->cells < BASELINE_COLUMNS)
        return;
    baseline->rows[baseline->count++][BASELINE_COLUMNS] = baseline->bytes.length;
    baseline->cells = 0;
}

const char *baseline_at(const struct baseline *baseline, size_t row, enum baseline_column column,
                        size_t *length)
{
    const size_t *starts = baseline->rows[row];

    if (length != NULL)
        *length = starts[column + 1] - starts[column] - 1;
    return baseline->bytes.data + starts[column];
}

static int compare_cells(const struct baseline *one, size_t row, const struct baseline *other,
                         size_t other_row, enum baseline_column column)
{
    size_t length, other_length;
    const char *cell = baseline_at(one, row, column, &length);
    const char *other_cell = baseline_at(other, other_row, column, &other_length);
    const size_t both = length < other_length ? length : other_length;
    const int order = memcmp(cell, other_cell, both);

    return order != 0 ? order : (length > other_length) - (length < other_length);
}

static int compare_rows(const struct baseline *one, size_t row, const struct baseline *other,
                        size_t other_row, unsigned columns)
{
    unsigned i;
    int order = 0;

    for (i = 0; i < columns && order == 0; i++)
        order = compare_cells(one, row, other, other_row, (enum baseline_column)i);
    return order;
}

/* Merges two sorted parts of `order`. qsort cannot be used: it does not pass the bytes of the rows
 * to the comparison. */
static void merge(const struct baseline *baseline, size_t *order, size_t *spare, size_t first,
                  size_t middle, size_t end)
{
    size_t a = first, b = middle, i;

    for (i = first; i < end; i++)
        spare[i] = b == end || (a < middle && compare_rows(baseline, order[a], baseline, order[b],
                                                           BASELINE_COLUMNS) <= 0)
                       ? order[a++]
                       : order[b++];
    memcpy(order + first, spare + first, (end - first) * sizeof *order);
}

void baseline_sort(struct baseline *baseline)
{
    const size_t count = baseline->count;
    size_t *order = memory_grow(NULL, (2 * count + 1) * sizeof *order), step, at, i;
    size_t(*sorted)[BASELINE_COLUMNS + 1] = memory_grow(NULL, (count + 1) * sizeof *sorted);

    for (i = 0; i < count; i++)
        order[i] = i;
    for (step = 1; step < count; step *= 2)
        for (at = 0; at + step < count; at += 2 * step)
            merge(baseline, order, order + count, at, at + step,
                  at + 2 * step < count ? at + 2 * step : count);
    for (i = 0; i < count; i++)
        memcpy(sorted[i], baseline->rows[order[i]], sizeof sorted[i]);
    free(order);
    free(baseline->rows);
    baseline->rows = sorted;
    baseline->capacity = count + 1;
}

void baseline_choose(struct baseline *baseline, const char *part)
{
    size_t row, length, kept = 0;

    for (row = 0; row < baseline->count; row++) {
        const char *name = baseline_at(baseline, row, BASELINE_KERNEL, &length);

        if (has_part(name, length, part))
            memmove(baseline->rows[kept++], baseline->rows[row], sizeof baseline->rows[0]);
    }
    baseline->count = kept;
}

static int fail(const char *path, const char *reason)
{
    return complain("%s: %s", path, reason);
}

/* The last column: the options with which all rows were made. */
static const char options_name[] = "options";

int baseline_save(struct baseline *baseline, const char *path)
{
    struct text text = {0};
    FILE *file = fopen(path, "wb");
    size_t row, length;
    unsigned i;
    int failed;

    if (file == NULL)
        return fail(path, strerror(errno));
    csv_set_form(CSV_EXACT);
    for (i = 0; i < BASELINE_COLUMNS; i++)
        text_format(&text, "%s,", names[i]);
    text_format(&text, "%s\n", options_name);
    for (row = 0; row < baseline->count; row++) {
        for (i = 0; i < BASELINE_COLUMNS; i++) {
            const char *cell = baseline_at(baseline, row, (enum baseline_column)i, &length);

            csv_put(&text, cell, length);
            text_add_byte(&text, ',');
        }
        csv_put(&text, text_string(&baseline->options), baseline->options.length);
        text_add_byte(&text, '\n');
    }
    failed = fwrite(text.data, 1, text.length, file) != text.length;
    failed |= fclose(file) != 0;
    text_free(&text);
    return failed ? fail(path, strerror(errno)) : END_ANSWERED;
}

/* Returns the place of a column, or the number of columns if it is not there. */
static size_t find_column(const struct csv *csv, const char *name)
{
    size_t length, place;

    for (place = 0; place < csv->count; place++)
        if (strcmp(csv_cell(csv, place, &length), name) == 0)
            break;
    return place;
}

/* Finds the columns in the first row. Returns 0 with an error. The options are not there in files
 * of earlier versions. */
static int read_head(const struct csv *csv, const char *path, size_t *places)
{
    size_t place;
    unsigned i;

    places[BASELINE_COLUMNS] = find_column(csv, options_name);
    for (i = 0; i < BASELINE_COLUMNS; i++) {
        place = find_column(csv, names[i]);
        if (place == csv->count)
            return complain("%s: is not a baseline: its first line has no column %s", path,
                            names[i]),
                   0;
        places[i] = place;
    }
    return 1;
}

/* Reads the options of a row. Returns 0 with an error if they differ from those of the rows above.
 */
static int read_options(struct baseline *baseline, const struct csv *csv, size_t place,
                        const char *path, size_t line)
{
    size_t length;
    const char *cell;

    if (place == csv->count)
        return 1;
    cell = csv_cell(csv, place, &length);
    if (baseline->has_options && strcmp(text_string(&baseline->options), cell) != 0)
        return complain("%s: row %llu was saved with other options than the rows above it", path,
                        (unsigned long long)line),
               0;
    if (!baseline->has_options)
        text_add(&baseline->options, cell);
    baseline->has_options = 1;
    return 1;
}

static int read_rows(struct baseline *baseline, struct csv *csv, const char *path)
{
    size_t places[BASELINE_COLUMNS + 1], length, line = 0, columns = 0;
    enum csv_event event;
    const char *cell;
    unsigned i;

    while ((event = csv_next(csv)) == CSV_ROW) {
        if (csv->problem != NULL || (line != 0 && csv->count != columns))
            return complain("%s: row %llu is damaged: %s", path, (unsigned long long)line,
                            csv->problem != NULL
                                ? csv->problem
                                : "it does not have as many cells as the first line");
        if (line++ == 0) {
            columns = csv->count;
            if (!read_head(csv, path, places))
                return END_FAILED;
            continue;
        }
        for (i = 0; i < BASELINE_COLUMNS; i++) {
            cell = csv_cell(csv, places[i], &length);
            baseline_cell(baseline, cell, length);
        }
        if (!read_options(baseline, csv, places[BASELINE_COLUMNS], path, line - 1))
            return END_FAILED;
    }
    if (event == CSV_FAILED)
        return fail(path, strerror(errno));
    return line != 0 ? END_ANSWERED : fail(path, "is not a baseline: it is empty");
}

int baseline_load(struct baseline *baseline, const char *path)
{
    const int file = open(path, O_RDONLY);
    struct csv csv;
    int ending;

    if (file < 0 && errno == ENOENT)
        return complain("%s: there is no such file; gpuocc kernels --save makes it", path);
    if (file < 0)
        return fail(path, strerror(errno));
    csv_open(&csv, file, NULL);
    ending = read_rows(baseline, &csv, path);
    csv_close(&csv);
    (void)close(file);
    if (ending == END_ANSWERED)
        baseline_sort(baseline);
    return ending;
}

void baseline_free(struct baseline *baseline)
{
    text_free(&baseline->bytes);
    text_free(&baseline->options);
    free(baseline->rows);
}
