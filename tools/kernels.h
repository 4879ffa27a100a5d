/* SPDX-License-Identifier: MIT
 *
 * One run of gpuocc kernels: the files, the kernels in them, and how their answers are printed.
 */
#ifndef TOOL_KERNELS_H
#define TOOL_KERNELS_H

#include <stdio.h>

#include "commands.h"
#include "json.h"
#include "kernels/reader.h"
#include "options.h"
#include "table.h"

/* What was taken for granted where neither the file nor an option says it. A set of them is a sum
 * of 1 << number. */
enum assumption {
    ASSUMED_BOUND,     /* groups of the largest size that the kernel may be launched with */
    ASSUMED_ANY_GROUP, /* groups of any size: the answer is a range */
    ASSUMED_NO_DYNAMIC_SHARED,
    ASSUMED_NO_TENSOR_MEMORY,
    ASSUMPTIONS
};

const char *assumption_name(unsigned assumption);
const char *assumption_about(unsigned assumption);

struct kernels {
    struct options options;
    uint32_t csv, csv_safe; /* --csv, --csv-safe */
    const char *part;       /* --kernel: a part of the name */

    struct text path;      /* of the file that is being read */
    int given;             /* it stands on the command line */
    char *root;            /* the argument itself, without links; NULL if there is none */
    unsigned char *memory; /* of small files and pipes; grows */
    size_t room;

    const struct reader_kernel *kernel; /* the one that is being answered */
    uint32_t assumed;
    struct lookup lookup;
    struct question question;
    struct answer answer;

    /* Of the file, and of the run. */
    unsigned long long kernels_here, troubles_here;
    unsigned long long files, read, troubles, unreadable, strange;
    unsigned long long count, hidden, refused, fell_short;
    uint32_t all_notes, all_assumed;
    struct text shortfall, message, line;

    struct json json;
    struct table table;
    struct style style;
    int headed;         /* the file's heading was printed */
    long long shown_at; /* ms: when progress was last shown, 0: not yet */
};

/* Reads a file, a directory with all below it, or "-"; complains where it cannot. */
void kernels_path(struct kernels *kernels, const char *path);

/* Reads the kernels of a file's content. */
void kernels_content(struct kernels *kernels, const unsigned char *bytes, size_t length);

/* Complains about the current file; the sentence of a format. */
void kernels_complain(struct kernels *kernels, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

void kernels_print_start(struct kernels *kernels);
void kernels_print_row(struct kernels *kernels);
void kernels_print_file(struct kernels *kernels); /* at the end of a file */
void kernels_print_end(struct kernels *kernels);

/* The same for people. */
void kernels_table_start(struct kernels *kernels);
void kernels_table_row(struct kernels *kernels);
void kernels_table_flush(struct kernels *kernels);
void kernels_table_end(struct kernels *kernels);

/* Adds the next step in words: the field to change, or the best group where none is known. */
void kernels_next(struct kernels *kernels, struct text *text);

#endif
