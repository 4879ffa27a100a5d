/* SPDX-License-Identifier: MIT
 *
 * gpuocc rank: reads a list of builds in CSV.
 */
#include "commands/rank/rank.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/columns.h"
#include "input/csv.h"
#include "output/out.h"
#include "platform.h"
#include "stop.h"

/* Columns that only this command has. */
enum own { OWN_NONE, OWN_FILE, OWN_KERNEL, OWN_TRIPS, OWN_CONFLICTS, OWN_X, OWN_Y };

struct column {
    enum own own;
    struct use use; /* OWN_NONE: a field, or nothing that is read */
};

static const char *const names[] = {"",          "file",      "kernel",   "trips",
                                    "conflicts", "threads_x", "threads_y"};

/* Reads trip counts with blanks between them: "0x70=15 100". */
static void read_trips(struct rank *rank, const char *cell)
{
    struct rank_asked *asked = &rank->asked;
    struct text quoted = {0};
    size_t length;

    for (cell += strspn(cell, " "); *cell != 0; cell += length, cell += strspn(cell, " ")) {
        length = strcspn(cell, " ");
        if (asked->trip_count == GPUOCC_PREDICT_TRIP_COUNTS) {
            rank_refuse(rank, "trips has more than %u counts", GPUOCC_PREDICT_TRIP_COUNTS);
            return;
        }
        if (!trips_parse(cell, length, &asked->trips[asked->trip_count++])) {
            text_add_quoted(&quoted, cell, length);
            rank_refuse(rank, "trips is %s, " TRIPS_NEEDED, text_string(&quoted));
            text_free(&quoted);
            return;
        }
    }
}

/* A relative path begins at the folder of the list. */
static void read_file_name(struct rank *rank, const char *cell)
{
    if (*cell != 0 && !platform_is_absolute(cell))
        text_add_bytes(&rank->asked.file, rank->list, rank->list_folder);
    text_add(&rank->asked.file, cell);
}

static void read_conflicts(struct rank *rank, const char *cell)
{
    uint64_t number;

    if (number_read(cell, strlen(cell), 0, 64, &number) == GPUOCC_OK && number != 0)
        rank->asked.conflicts = (double)number;
    else if (*cell != 0)
        rank_refuse(rank, "conflicts is %.60s, a whole number from 1 to 64 is needed", cell);
}

/* Reads the threads of a group in x or y. */
static void read_threads(struct rank *rank, enum own own, const char *cell)
{
    uint64_t number = 0;

    if (*cell != 0 && number_read(cell, strlen(cell), 0, UINT32_MAX, &number) != GPUOCC_OK)
        rank_refuse(rank, "%s is %.60s, a whole number from 0 to 4294967295 is needed", names[own],
                    cell);
    rank->asked.threads[own - OWN_X] = (uint32_t)number;
}

static void read_cell(struct rank *rank, const struct column *column, const char *cell,
                      size_t length)
{
    struct rank_asked *asked = &rank->asked;
    struct text message = {0};

    if (column->own != OWN_NONE && strlen(cell) != length)
        rank_refuse(rank, "%s contains a NUL", names[column->own]);
    else if (column->own == OWN_FILE)
        read_file_name(rank, cell);
    else if (column->own == OWN_KERNEL)
        text_add(&asked->kernel, cell);
    else if (column->own == OWN_TRIPS)
        read_trips(rank, cell);
    else if (column->own == OWN_CONFLICTS)
        read_conflicts(rank, cell);
    else if (column->own != OWN_NONE)
        read_threads(rank, column->own, cell);
    else if (column->use.field.kind != FIELD_NONE &&
             use_set(&column->use, &asked->question, cell, length, &message) < 0)
        rank_refuse(rank, "%s", text_string(&message));
    text_free(&message);
}

static void read_row(struct rank *rank, const struct csv *csv, const struct column *columns,
                     size_t count)
{
    const char *cell;
    size_t i, length;

    rank_begin(rank);
    if (csv->problem != NULL)
        rank_refuse(rank, "%s", csv->problem);
    else if (csv->count != count)
        rank_refuse(rank, "the row has %zu cell%s, the first row has %zu", csv->count,
                    csv->count == 1 ? "" : "s", count);
    for (i = 0; i < count && !rank->row->refused; i++) {
        cell = csv_cell(csv, i, &length);
        read_cell(rank, &columns[i], cell, length);
    }
    rank_end(rank);
}

/* Returns the earlier column that holds the same, or `index` if there is none. */
static size_t find_double(const struct column *columns, size_t index)
{
    const struct column *column = &columns[index], *other;
    size_t i;

    for (i = 0; i < index; i++) {
        other = &columns[i];
        if (column->own != OWN_NONE
                ? other->own == column->own
                : other->own == OWN_NONE && column->use.field.kind != FIELD_NONE &&
                      other->use.field.kind == column->use.field.kind &&
                      other->use.field.number == column->use.field.number)
            return i;
    }
    return index;
}

/* Returns the name of a column that only this command has and the list has not, if `name` is nearly
 * the same: a letter of four is another. NULL if there is none. */
static const char *find_near(const struct column *columns, size_t count, const char *name,
                             size_t length)
{
    size_t i, k;

    for (k = OWN_FILE; k <= OWN_Y; k++) {
        for (i = 0; i < count && columns[i].own != (enum own)k; i++)
            continue;
        if (i == count &&
            4 * (size_t)name_distance(name, length, names[k], strlen(names[k])) <= strlen(names[k]))
            return names[k];
    }
    return NULL;
}

/* Returns the option that has the name of a column, or NULL. */
static const char *find_option(const char *name, size_t length)
{
    static const char *const options[] = {"efficiency", "l1-hit", "l2-hit"};
    size_t i;

    for (i = 0; i < sizeof options / sizeof options[0]; i++)
        if (name_same(name, length, options[i]))
            return options[i];
    return NULL;
}

/* Says that a column is not read, with what may be meant. Returns 0 if nothing may be. */
static int warn_column(const struct column *columns, size_t count, const struct column *column,
                       const char *name, size_t length)
{
    const int unread = column->use.field.kind == FIELD_NONE;
    const char *near = unread ? find_near(columns, count, name, length) : NULL;
    const char *option = unread ? find_option(name, length) : NULL;
    struct text text = {0};
    int said = 1;

    text_add_quoted(&text, name, length);
    if (option != NULL)
        (void)complain("column %s is not read; --%s is for all builds", text_string(&text), option);
    else if (near != NULL)
        (void)complain("column %s is not read; did you mean %s?", text_string(&text), near);
    else
        said = use_warn(&column->use, name, length, "not read") || !unread;
    text_free(&text);
    return said;
}

/* Says which columns are not read. */
static void warn_columns(const struct csv *csv, const char *path, const struct column *columns)
{
    struct text others = {0};
    const char *name;
    size_t i, length;

    for (i = 0; i < csv->count; i++) {
        if (columns[i].own != OWN_NONE)
            continue;
        name = csv_cell(csv, i, &length);
        name = trim(name, &length);
        if (length == 0 || warn_column(columns, csv->count, &columns[i], name, length))
            continue;
        text_add(&others, others.length != 0 ? ", " : "");
        text_add_quoted(&others, name, length);
    }
    if (others.length != 0)
        (void)complain("%s: columns not read: %s", path, text_string(&others));
    text_free(&others);
}

/* Refuses a column that is a part of a field, with the columns to use. */
static int refuse_part(const struct use *use, const char *name, size_t length, const char *path)
{
    struct text quoted = {0};

    text_add_quoted(&quoted, name, length);
    if (use->field.kind == FIELD_KERNEL && use->axis != 'z')
        (void)complain("%s: column %s is a part of a field; use threads_%c", path,
                       text_string(&quoted), use->axis);
    else
        (void)complain("%s: column %s is a part of a field; use %s", path, text_string(&quoted),
                       field_name(use->field));
    text_free(&quoted);
    return END_FAILED;
}

/* Finds what a column holds. Returns 0, or END_FAILED with an error. */
static int read_column(const char *name, size_t length, const char *path, struct column *columns,
                       size_t index)
{
    struct column *column = &columns[index];
    size_t k;

    column->own = OWN_NONE;
    column->use = use_find(name, length);
    for (k = OWN_FILE; k <= OWN_Y; k++)
        if (name_same(name, length, names[k]))
            column->own = (enum own)k;
    if (column->own == OWN_NONE && column->use.axis != 0 && column->use.field.kind != FIELD_NONE)
        return refuse_part(&column->use, name, length, path);
    k = find_double(columns, index);
    if (k != index)
        return complain("%s: columns %zu and %zu are both %s", path, k + 1, index + 1,
                        column->own != OWN_NONE ? names[column->own]
                                                : field_name(column->use.field));
    return 0;
}

static int read_header(const struct csv *csv, const char *path, struct column *columns)
{
    const char *name;
    size_t i, length;
    int files = 0;

    for (i = 0; i < csv->count; i++) {
        name = csv_cell(csv, i, &length);
        name = trim(name, &length);
        if (read_column(name, length, path, columns, i) != 0)
            return END_FAILED;
        files += columns[i].own == OWN_FILE;
    }
    warn_columns(csv, path, columns);
    return files != 0 ? 0 : complain("%s: the first row must name one column file", path);
}

static int read_rows(struct rank *rank, const char *path, struct csv *csv)
{
    struct column *columns = NULL;
    size_t count;
    int end;

    if (csv_next(csv) != CSV_ROW)
        return complain("%s is empty; the first row must contain the names of the columns", path);
    if (csv->problem != NULL)
        return complain("%s, first row: %s", path, csv->problem);
    count = csv->count;
    columns = memory_grow(NULL, count * sizeof *columns);
    end = read_header(csv, path, columns);
    while (end == 0 && csv_next(csv) == CSV_ROW && stop_signal() == 0)
        read_row(rank, csv, columns, count);
    free(columns);
    return end == 0 && rank->count == 0 && stop_signal() == 0
               ? complain("%s has no build: below the first row, each row must name a file", path)
               : end;
}

int rank_list(struct rank *rank, const char *path)
{
    const int file = strcmp(path, "-") == 0 ? 0 : stop_open(path);
    struct stat about;
    struct csv csv;
    int end;

    if (file < 0)
        return stop_signal() != 0 ? 0 : complain("%s: %s", path, strerror(errno));
    rank->list = path;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode))
        rank->list_folder = platform_folder(path);
    csv_open(&csv, file, out_flush);
    end = read_rows(rank, path, &csv);
    csv_close(&csv);
    if (file != 0)
        (void)close(file);
    return end;
}
