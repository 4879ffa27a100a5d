/* SPDX-License-Identifier: MIT
 *
 * What gpuocc kernels found, as a file to keep beside the sources, and the differences between two
 * of them.
 */
#ifndef TOOL_KERNELS_BASELINE_H
#define TOOL_KERNELS_BASELINE_H

#include "output/text.h"

/* The columns of the file, in order. */
enum baseline_column {
    BASELINE_KERNEL,
    BASELINE_DEVICE,
    BASELINE_THREADS,
    BASELINE_REGISTERS, /* "40+17": with accumulators */
    BASELINE_SHARED,
    BASELINE_STACK,
    BASELINE_SPILLS,
    BASELINE_GROUPS, /* "16", "2..16", "unknown", "" where there is no answer */
    BASELINE_WAVES,
    BASELINE_LIMITERS,
    BASELINE_STATUS, /* 0, or why there is no answer: enum gpuocc_status */
    BASELINE_COLUMNS
};

const char *baseline_name(enum baseline_column column);

/* Rows of cells. Start with {0}. */
struct baseline {
    struct text bytes; /* all cells, each with a NUL behind it */
    size_t (*rows)[BASELINE_COLUMNS + 1];
    size_t count, capacity, cells;
};

/* Adds the next cell of a row. */
void baseline_cell(struct baseline *baseline, const char *cell, size_t length);

/* A cell, ended by a NUL; it may contain others. */
const char *baseline_at(const struct baseline *baseline, size_t row, enum baseline_column column,
                        size_t *length);

/* Forgets the rows of kernels without `part` in their name. */
void baseline_choose(struct baseline *baseline, const char *part);

/* Sorts the rows by kernel, device and then all that differs. */
void baseline_sort(struct baseline *baseline);

/* Writes the sorted rows into a file, and reads them. END_ANSWERED, or END_FAILED after a
 * complaint. */
int baseline_save(struct baseline *baseline, const char *path);
int baseline_load(struct baseline *baseline, const char *path);

void baseline_free(struct baseline *baseline);

/* What became of a kernel. */
enum verdict {
    VERDICT_WORSE,
    VERDICT_BETTER, /* than the baseline, which has to be saved anew */
    VERDICT_NEW,
    VERDICT_GONE,
    VERDICT_CHANGED, /* in what costs nothing, or by no more than is allowed */
    VERDICT_SAME,
    VERDICTS
};

const char *verdict_name(enum verdict verdict);

/* What is allowed, of --allow. */
struct allowance {
    unsigned verdicts;      /* sum of 1 << enum verdict */
    uint64_t waves_percent; /* in 1 / 10000 of a percent of the baseline's waves */
    uint64_t waves;         /* waves fewer */
    uint64_t stack, spills; /* bytes more */
};

/* Reads "waves=5%", "spills=16", "new". Returns 0, or END_FAILED after a complaint. */
int allowance_read(struct allowance *allowance, const char *text);

/* Reads the cell of a number: "16", "2..16", "2..". Returns 0 for what is none. */
int baseline_range(const char *cell, uint64_t *low, uint64_t *high);

/* A pair of rows; the row of a side that has none is SIZE_MAX. */
struct difference {
    enum verdict verdict;
    size_t was, now;
};

struct differences {
    struct difference *at; /* the worst first, then by kernel; none that is the same */
    size_t count, capacity;
    size_t counts[VERDICTS];
};

/* Compares sorted rows. */
void baseline_compare(struct differences *differences, const struct baseline *was,
                      const struct baseline *now, const struct allowance *allowance);

/* Whether nothing is there that is not allowed. */
int differences_allowed(const struct differences *differences, const struct allowance *allowance);

#endif
