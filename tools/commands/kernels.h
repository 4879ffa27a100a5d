/* SPDX-License-Identifier: MIT
 *
 * One run of gpuocc kernels: the files, the kernels in them, and how their answers are printed.
 */
#ifndef TOOL_KERNELS_H
#define TOOL_KERNELS_H

#include <stdio.h>

#include <gpuocc/kernels.h>

#include "commands/commands.h"
#include "commands/kernels_baseline.h"
#include "output/json.h"
#include "input/options.h"
#include "output/table.h"

/* An answer, and what is said of it once it is asked for. */
struct cached {
    int filled, has_next, has_knob, has_json;
    struct text device; /* as it was asked for */
    uint32_t spill_bytes;
    gpuocc_kernel kernel;
    struct answer answer;
    struct text next, knob, json;
};
#define CACHE_SLOTS 2048u

/* A row that waits until all are there. */
struct sorted_row {
    double number; /* what it is sorted by; -1: not known */
    int down, by_name;
    size_t place;                   /* as it was read */
    size_t at, name_length, length; /* in the bytes: the kernel's name, then the row */
    const char *name;
};

struct sorted {
    int down;      /* the largest first */
    unsigned key;  /* of --sort */
    double number; /* of the row that is being made */
    struct sorted_row *rows;
    size_t count, capacity;
    struct text bytes;
};

/* Of all kernels on a device. */
struct total {
    struct text device; /* as it was asked for */
    unsigned long long kernels, refused, ranges, below_half, spilling;
    unsigned long long limited[GPUOCC_LIMIT_COUNT];
    uint64_t share; /* millionths of the waves, over the kernels with a single number of them */
};

struct kernels {
    struct options options;
    uint32_t totals;                   /* --totals */
    uint32_t beside;                   /* --side-by-side */
    const char *sort;                  /* --sort */
    uint32_t html;                     /* --html */
    uint32_t demangle;                 /* --demangle */
    uint32_t csv, csv_safe;            /* --csv, --csv-safe */
    const char *filter[OWN_LIST_MOST]; /* each --filter */
    uint32_t filters;
    struct requirement *filters_read;
    const char *part; /* --kernel: a part of the name */

    enum kernels_format { FORMAT_TABLE, FORMAT_MARKDOWN } format;
    const char *format_name;          /* of --format */
    const char *save, *baseline;      /* files, or NULL */
    struct baseline kept, found;      /* the baseline, and what is there now */
    const char *allow[OWN_LIST_MOST]; /* each --allow */
    uint32_t allowed;
    struct allowance allowance;

    struct text path;      /* of the file that is being read */
    int given;             /* it stands on the command line */
    char *root;            /* the argument itself, without links; NULL if there is none */
    unsigned char *memory; /* of small files and pipes; grows */
    size_t room;

    const gpuocc_kernels_found *kernel; /* the one that is being answered */
    uint32_t assumed;
    struct lookup lookup;
    struct question question;
    struct answer *answer; /* in `cached` */
    struct cached *cached, *cache[CACHE_SLOTS];

    /* Of the file, and of the run. */
    unsigned long long kernels_here, troubles_here;
    unsigned long long files, read, troubles, unreadable, strange;
    unsigned long long rows, filtered; /* rows: one for each kernel and device */
    unsigned long long count, hidden, refused, fell_short;
    uint32_t all_notes, all_assumed;
    struct text shortfall, message, line;

    struct sorted sorted;
    struct total *totals_of;
    size_t total_count, total_capacity;

    struct json json;
    struct text cells; /* of a row of the table, each behind its length */
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

/* A row for several devices: cells from the first to the last of them, and what --filter says of
 * all. */
void kernels_table_first(struct kernels *kernels);
void kernels_table_beside(struct kernels *kernels);
void kernels_table_last(struct kernels *kernels);

/* Reads --sort; END_ANSWERED, or END_FAILED after a complaint. */
int kernels_sort_read(struct kernels *kernels);

/* Remembers what the next row is sorted by, from the current answer. */
void kernels_sort_key(struct kernels *kernels);

/* Keeps a row, and prints all in order. */
void kernels_sort_keep(struct kernels *kernels, const struct text *row);
void kernels_sort_end(struct kernels *kernels, void (*print)(struct kernels *kernels, size_t index,
                                                             const char *row, size_t length));
void kernels_sort_free(struct kernels *kernels);

/* Counts the current answer; a device's sentence; the member "totals". */
void kernels_total(struct kernels *kernels);
void kernels_totals_text(const struct total *total, struct text *text);
void kernels_totals_json(const struct kernels *kernels, struct json *json);
void kernels_totals_free(struct kernels *kernels);

/* Adds a row of what is kept to kernels->found. */
void kernels_keep(struct kernels *kernels);

/* Prints the differences between the baseline and what was found, sorted both. END_SHORT after a
 * complaint if one is not allowed. */
int kernels_compare(struct kernels *kernels);

/* Writes what was found. END_ANSWERED, or END_FAILED after a complaint. */
int kernels_save(struct kernels *kernels);

/* Adds a kernel's name, with --demangle as written in the source. */
void kernels_name(const struct kernels *kernels, const char *name, size_t length,
                  struct text *text);

/* Cells of a kernel: its name in the columns that there are for it (in kernels->message, too), and
 * amounts. */
void kernels_short_name(struct kernels *kernels, const char *name, size_t length);
void kernels_name_cell(struct kernels *kernels, struct table *table, const char *name,
                       size_t length);
void kernels_threads(const struct kernels *kernels, struct text *text);
void kernels_registers(const gpuocc_kernel *kernel, struct text *text);
void kernels_shared(const gpuocc_kernel *kernel, struct text *text);

/* The same as a page. */
void kernels_html_start(struct kernels *kernels);
void kernels_html_row(struct kernels *kernels);
void kernels_html_end(struct kernels *kernels);

/* Answers kernels->question. */
void kernels_answer(struct kernels *kernels);
void kernels_cache_free(struct kernels *kernels);

/* Adds what to write for the compiler so that registers are no limit, or nothing. */
void kernels_knob(struct kernels *kernels, struct text *text);
void kernels_find_knob(const struct kernels *kernels, struct text *text);

/* Adds the next step in words: the field to change, or the best group where none is known. */
void kernels_next(struct kernels *kernels, struct text *text);
void kernels_find_next(struct kernels *kernels, struct text *text);

/* Adds the members of JSON that tell the question, its answer and what to change. */
void kernels_json(struct kernels *kernels, struct json *json);
void kernels_write_json(struct kernels *kernels, struct json *json);

#endif
