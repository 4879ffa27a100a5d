/* SPDX-License-Identifier: MIT
 *
 * The results of gpuocc kernels as a file to keep with the sources, and the differences between two
 * such files.
 */
#ifndef TOOL_KERNELS_BASELINE_H
#define TOOL_KERNELS_BASELINE_H

#include <gpuocc/gate.h>

#include "output/text.h"

/* The columns of the file, in order. */
enum baseline_column {
    BASELINE_KERNEL,
    BASELINE_DEVICE,
    BASELINE_THREADS,
    BASELINE_REGISTERS, /* "40+17" with accumulators */
    BASELINE_SHARED,
    BASELINE_STACK,
    BASELINE_SPILLS,
    BASELINE_GROUPS, /* "16", "2..16", "unknown"; "" if there is no answer */
    BASELINE_WAVES,
    BASELINE_LIMITERS,
    BASELINE_STATUS, /* 0, or the reason why there is no answer: enum gpuocc_status */
    BASELINE_COLUMNS
};

const char *baseline_name(enum baseline_column column);

/* Rows of cells. Initialise with {0}. */
struct baseline {
    struct text bytes; /* all cells, each followed by a NUL */
    size_t (*rows)[BASELINE_COLUMNS + 1];
    size_t count, capacity, cells;
    struct text options; /* as by kernels_options() */
    int has_options;     /* 0: the file of an earlier version, or without rows */
};

/* Adds the next cell of a row. */
void baseline_cell(struct baseline *baseline, const char *cell, size_t length);

/* Returns a cell, with a NUL at its end; it may contain further NULs. */
const char *baseline_at(const struct baseline *baseline, size_t row, enum baseline_column column,
                        size_t *length);

/* Removes the rows of kernels whose name does not contain `part`. */
void baseline_choose(struct baseline *baseline, const char *part);

/* Sorts the rows by kernel, device and then by the other cells. */
void baseline_sort(struct baseline *baseline);

/* Write the sorted rows to a file, and read them. Return END_ANSWERED, or END_FAILED with an
 * error. */
int baseline_save(struct baseline *baseline, const char *path);
int baseline_load(struct baseline *baseline, const char *path);

void baseline_free(struct baseline *baseline);

/* The result of a comparison of a kernel. */
enum verdict {
    VERDICT_WORSE,
    VERDICT_BETTER, /* than the baseline, which should be saved again */
    VERDICT_NEW,
    VERDICT_GONE,
    VERDICT_CHANGED, /* in a way that costs nothing, or by no more than is allowed */
    VERDICT_SAME,
    VERDICTS
};

const char *verdict_name(enum verdict verdict);

/* The limits that --allow gives. */
struct allowance {
    unsigned verdicts; /* sum of 1 << enum verdict */
    gpuocc_allowance amounts;
};

/* Reads "waves=5%", "spills=16" or "new". Returns 0, or END_FAILED with an error. */
int allowance_read(struct allowance *allowance, const char *text);

/* Reads a cell with a number: "16", "2..16", "2..". Returns 0 for any other cell. */
int baseline_range(const char *cell, uint64_t *low, uint64_t *high);

/* A pair of rows; SIZE_MAX for a side without a row. */
struct difference {
    enum verdict verdict;
    unsigned reasons; /* set of 1 << enum baseline_column: what makes it worse, better or changed */
    size_t was, now;
};

struct differences {
    struct difference *at; /* worst first, then by kernel; without equal pairs */
    size_t count, capacity;
    size_t counts[VERDICTS];
};

/* Compares sorted rows. */
void baseline_compare(struct differences *differences, const struct baseline *was,
                      const struct baseline *now, const struct allowance *allowance);

/* Whether all differences are allowed. */
int differences_allowed(const struct differences *differences, const struct allowance *allowance);

#endif
