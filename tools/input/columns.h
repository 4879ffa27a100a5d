/* SPDX-License-Identifier: MIT
 *
 * What the columns of people's tables hold: fields under the names of options and of other tools,
 * one field in up to three columns (BlkX, BlkY, BlkZ), amounts in a unit that the header names.
 */
#ifndef TOOL_COLUMNS_H
#define TOOL_COLUMNS_H

#include "answer.h"

/* A unit of bytes in a header. KB is 1000 bytes to some and 1024 to others. */
struct unit {
    const char *name;
    uint32_t low, high; /* bytes, at least and at most */
};

struct use {
    struct field field; /* FIELD_NONE: the column is only passed through */
    char axis;          /* x, y or z of the field; 0: the whole of it */
    struct unit unit;   /* of the cells; .name is NULL without one */
};

/* Finds what a column with this name holds. */
struct use use_find(const char *name, size_t length);

/* Whether a column with this name holds the stack of a thread, with the unit of its cells. */
int use_is_stack(const char *name, size_t length, struct unit *unit);

/* Adds why the cells of a column are ranges. Returns 0 if they are not. */
int use_is_range(const struct use *use, struct text *why);

/* Returns why a column with this name is that of no field, NULL if there is no reason. */
const char *use_unclear(const char *name, size_t length);

/* Warns about a column whose cells are ranges, and about one that is no field, and therefore `what`
 * ("not read"), if its name resembles that of a field, has another unit than the field, or means
 * different things in other tools. Returns 0 if it says nothing. */
int use_warn(const struct use *use, const char *name, size_t length, const char *what);

/* The columns by which the tables of profilers are known. */
#define PROFILE_COLUMNS 3

struct profile_table {
    const char *profiler;
    const char *columns[PROFILE_COLUMNS];
};

/* Returns a table of a profiler by its index, NULL after the last one. */
const struct profile_table *profile_table(size_t index);

/* Sets a field from a cell, like question_set(); an amount that its unit leaves open is a range. */
int32_t use_set(const struct use *use, struct question *question, const char *cell, size_t length,
                struct text *message);

#endif
