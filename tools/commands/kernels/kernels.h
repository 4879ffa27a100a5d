/* SPDX-License-Identifier: MIT
 *
 * One run of gpuocc kernels: the files, their kernels, and how the answers are printed.
 */
#ifndef TOOL_KERNELS_H
#define TOOL_KERNELS_H

#include <stdio.h>

#include <gpuocc/gate.h>
#include <gpuocc/kernels.h>

#include "answer.h"
#include "commands/kernels/baseline.h"
#include "input/content.h"
#include "input/options.h"
#include "output/json.h"
#include "output/out.h"
#include "output/table.h"

/* An answer, and what was derived from it on request. */
struct cached {
    int filled, has_next, has_settings, has_json;
    struct text device; /* as given on the command line */
    uint32_t spill_bytes, notes;
    gpuocc_kernel kernel;
    struct answer answer;
    size_t message_length; /* of the answer, without what the row of a kernel adds */
    struct text next, settings, json;
};
#define CACHE_SLOTS 2048u

/* A row that is kept until all rows are there. */
struct sorted_row {
    double number; /* the sort key; -1: unknown */
    int down, by_name;
    size_t place;                   /* position in the order of reading */
    size_t at, name_length, length; /* in the bytes: the name, then the row */
    const char *name;
};

struct sorted {
    int down;      /* largest first */
    unsigned key;  /* of --sort */
    double number; /* the key of the current row */
    struct sorted_row *rows;
    size_t count, capacity;
    struct text bytes;
};

/* Totals of all kernels on a device. */
struct total {
    struct text device; /* as given on the command line */
    gpuocc_totals sums;
};

/* Parts without machine code. */
struct uncompiled {
    const char *kind; /* "PTX" or "link-time IR" */
    char target[16];  /* "sm_90" */
    unsigned long long parts;
};

enum { FORMAT_MARKDOWN = 2 };

/* The options that only this command has, as given. */
struct kernels_asked {
    uint32_t totals, html, demangle, csv, csv_safe;
    uint32_t beside;                   /* --side-by-side */
    uint32_t format;                   /* 0 or 1 is a table */
    const char *sort;                  /* NULL: not given, as of the others */
    const char *part;                  /* --kernel: part of the name */
    int exact;                         /* the file has a kernel of this name: no others */
    const char *save, *baseline;       /* paths */
    const char *filter[OWN_LIST_MOST]; /* each --filter */
    const char *allow[OWN_LIST_MOST];
    uint32_t filters, allowed;
};

/* The comparison with a baseline. */
struct kernels_gate {
    struct baseline kept, found; /* the baseline, and the rows of this run */
    struct text values, taken;   /* of the options that only the baseline gives; the options */
    struct allowance allowance;
};

struct kernels_file {
    struct text path;
    int given;  /* the path is on the command line */
    char *root; /* the argument with links resolved; NULL if there is none */
    struct content content;
};

struct kernels_counts {
    unsigned long long kernels_here, warnings_here; /* of the current file */
    unsigned long long files, read, warnings, unreadable, strange;
    unsigned long long rows, filtered; /* rows: one for each kernel and device */
    unsigned long long kernels, not_named, refused, fell_short;
    uint32_t notes, assumed;  /* of any kernel */
    uint32_t overridden;      /* set of fields that were given, and that files say otherwise */
    const gpuocc_device *words; /* of the vendor of all rows; NULL if there are several */
    int several_vendors;
    int grf;                  /* a kernel has registers of a hardware thread, not of a lane */
    int waves_unsaid;         /* a kernel has no wave size, and its device several */
    char target[32];          /* the last one that was compared with a device */
    const gpuocc_device *own; /* the device of that target; NULL if there is none */
    struct text foreign;      /* the first code that a device does not run: a sentence */
    struct text other_vendor; /* the same of a device of another vendor */
    struct text local;        /* the kernel whose stacks take most, from 1 GiB on, and how much */
    uint64_t local_most;      /* bytes */
    struct uncompiled *uncompiled;
    size_t uncompiled_count;
};

struct kernels_out {
    struct json json;
    struct text cells; /* of a row of the table, each preceded by its length */
    struct table table;
    struct style style;
    int headed;         /* the file's heading was printed */
    long long shown_at; /* when progress was last shown, in ms; 0: not yet */
};

struct kernels {
    struct options options;
    struct kernels_asked asked;
    struct requirement *filters_read;
    struct kernels_gate gate;
    struct kernels_file file; /* the current one */
    struct kernels_counts counts;
    struct kernels_out out;

    const gpuocc_kernels_found *kernel; /* the current kernel */
    uint32_t assumed;
    int is_other_vendor; /* the device is of another vendor than the code: there is no advice */
    int is_foreign;      /* the device does not run the code */
    struct lookup lookup;
    struct question question;
    struct answer *answer; /* part of `cached` */
    struct cached *cached, *cache[CACHE_SLOTS];
    struct text shortfall, message, line;
    struct text first_name; /* of the kernels that --kernel leaves out */

    struct sorted sorted;
    struct total *totals_of;
    size_t total_count, total_capacity;
};

/* Reads a file, a directory and everything below it, or "-". Prints an error if that fails. */
void kernels_path(struct kernels *kernels, const char *path);

/* Reads the kernels of a file's content. */
void kernels_content(struct kernels *kernels, const unsigned char *bytes, size_t length);

/* Prints an error about the current file. */
void kernels_complain(struct kernels *kernels, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Device memory for the stacks of a launch, as local_memory(); the second keeps the most. */
uint64_t kernels_local_memory(const struct kernels *kernels);
void kernels_local_count(struct kernels *kernels);

void kernels_print_start(struct kernels *kernels);
void kernels_print_row(struct kernels *kernels);
void kernels_print_file(struct kernels *kernels); /* at the end of a file */
void kernels_print_end(struct kernels *kernels);

/* The same for tables. */
void kernels_table_start(struct kernels *kernels);
void kernels_table_row(struct kernels *kernels);
void kernels_table_flush(struct kernels *kernels);
void kernels_table_end(struct kernels *kernels);

/* Make a row for several devices: its first cells, the cells of each device, and its last cells. */
void kernels_table_first(struct kernels *kernels);
void kernels_table_beside(struct kernels *kernels);
void kernels_table_last(struct kernels *kernels);

/* Reads --sort. Returns END_ANSWERED, or END_FAILED with an error. */
int kernels_sort_read(struct kernels *kernels);

/* Records the sort key of the next row from the current answer. */
void kernels_sort_key(struct kernels *kernels);

/* Keep a row, and print all rows in order. */
void kernels_sort_keep(struct kernels *kernels, const struct text *row);
void kernels_sort_end(struct kernels *kernels, void (*print)(struct kernels *kernels, size_t index,
                                                             const char *row, size_t length));
void kernels_sort_free(struct kernels *kernels);

/* Count the current answer, and add a device's totals as a sentence or as the member "totals". */
void kernels_total(struct kernels *kernels);
void kernels_totals_text(const struct total *total, struct text *text);
void kernels_totals_json(const struct kernels *kernels, struct json *json);
void kernels_totals_free(struct kernels *kernels);

/* Adds the options that change answers, and with `with_default` the convention even if it is not
 * given. */
void kernels_options(const struct options *options, int with_default, struct text *text);

/* Adds the options of the baseline to those of this run. Returns END_ANSWERED, or END_FAILED with
 * an error if they differ. */
int kernels_options_join(struct kernels *kernels);

/* Adds a row with the baseline's columns to kernels->gate.found. */
void kernels_keep(struct kernels *kernels);

/* Prints the differences between the baseline and this run, both sorted. Returns END_SHORT with an
 * error if one is not allowed. */
int kernels_compare(struct kernels *kernels);

/* Writes the rows of this run. Returns END_ANSWERED, or END_FAILED with an error. */
int kernels_save(struct kernels *kernels);

/* Adds a kernel's name, which is demangled with --demangle. */
void kernels_name(const struct kernels *kernels, const char *name, size_t length,
                  struct text *text);

/* Add a kernel's amounts. */
void kernels_threads(const struct kernels *kernels, struct text *text);
void kernels_registers(const gpuocc_kernel *kernel, struct text *text);
void kernels_shared(const gpuocc_kernel *kernel, struct text *text);
/* Adds the names of the notes that neither a column nor an assumption shows. */
void kernels_notes(uint32_t notes, struct text *text);
/* Whether a note of any kernel is to be explained behind the kernels. */
int kernels_note_explained(const struct kernels *kernels, unsigned note);
/* Returns a sentence about code and a device that does not run it, or NULL after the last one. */
const char *kernels_device_note(const struct kernels *kernels, unsigned index);
/* The option that replaces an assumption. */
const char *kernels_assumption_option(unsigned assumption);

/* The same for an HTML page. */
void kernels_html_start(struct kernels *kernels);
void kernels_html_row(struct kernels *kernels);
void kernels_html_end(struct kernels *kernels);

/* Answers kernels->question. */
void kernels_answer(struct kernels *kernels);
void kernels_cache_free(struct kernels *kernels);

/* Whether to change something would be wrong: for the device of another vendor, and for registers
 * that the warp groups of the kernel share with setmaxnreg. */
int kernels_no_advice(const struct kernels *kernels);

/* Adds the compiler's settings with which registers no longer limit, or nothing. */
void kernels_cached_settings(struct kernels *kernels, struct text *text);

/* Adds the next step in words: the field to change, or the best group size if there is no step. */
void kernels_cached_next_step(struct kernels *kernels, struct text *text);

/* Adds why the kernel is refused, if it is. */
void kernels_add_refusal(const struct kernels *kernels, struct text *text);
void kernels_next_step(struct kernels *kernels, struct text *text);

/* Adds the JSON members with the question, its answer and what to change. */
void kernels_cached_json(struct kernels *kernels, struct json *json);
void kernels_write_json(struct kernels *kernels, struct json *json);

#endif
