/* SPDX-License-Identifier: MIT
 *
 * One run of gpuocc profile: the launches of profiles by shape, what the library says about each,
 * and the sums over all of them.
 */
#ifndef TOOL_PROFILE_H
#define TOOL_PROFILE_H

#include "commands/profile/binaries.h"
#include "commands/profile/part.h"
#include "input/options.h"
#include "output/json.h"
#include "output/svg.h"
#include "output/table.h"

/* Why the percentage of the profiler is another one than ours. */
enum because {
    BECAUSE_NONE,      /* the profiler says none, or ours */
    BECAUSE_OPT_IN,    /* it asks with the limit without opt-in */
    BECAUSE_GRID,      /* it counts the groups of the grid on all cores */
    BECAUSE_RULES,     /* the rules of cuda_occupancy.h give another number */
    BECAUSE_DEVICE,    /* ours is that of another device */
    BECAUSE_UNKNOWN,   /* ours is not a single number */
    BECAUSE_NOT_FOUND, /* its formula does not give its number */
    BECAUSE_COUNT
};

/* What is known about a shape. */
struct row {
    const gpuocc_runs_shape *shape;
    const struct binary *binary; /* of --kernels; NULL: none */
    int ambiguous;               /* several kernels of this name in the files differ */
    gpuocc_runs_answer answer;
    gpuocc_runs_weight weight;
    enum because because;
    struct text next, setting;
};

/* The shapes of which the profiler says another percentage for the same reason. */
struct because_sums {
    uint64_t shapes, time_ns;
};

struct profile_asked {
    uint32_t csv, csv_safe, format, demangle, html;
    const char *save, *baseline, *annotate;
    const char *kernels[OWN_LIST_MOST];
    uint32_t kernels_count;
    double min_share; /* percent */
};

enum { PROFILE_MARKDOWN = 2 };

/* What is printed about a shape, in the order of the columns. */
enum cell {
    CELL_TIME,
    CELL_SHARE,
    CELL_CALLS,
    CELL_NAME,
    CELL_GROUP,
    CELL_REGISTERS,
    CELL_SHARED,
    CELL_GRID,
    CELL_OCCUPANCY,
    CELL_LIMITERS,
    CELL_ROUNDS,
    CELL_SAID, /* by the profiler */
    CELL_NEXT,
    CELL_COUNT
};

/* The parts of the page that are written last, and what the chart needs until then. */
struct profile_page {
    struct text rows, areas;
    uint64_t time_ns;           /* of the shapes so far */
    uint64_t sets[SVG_COLOURS]; /* limiters by colour; the last colour is for all others */
    size_t set_count;
    int others; /* the last colour is used */
};

struct profile {
    struct options options;
    struct profile_asked asked;
    gpuocc_runs_shapes *shapes;
    gpuocc_runs_contents all; /* of `shapes` */
    struct said said;
    struct binaries binaries;
    gpuocc_runs_different different;
    struct lookup lookup;
    struct question question; /* of the current row */
    struct answer answer, header;
    struct row row;
    gpuocc_runs_sums sums;
    struct because_sums because[BECAUSE_COUNT];
    struct text line, message, shortfall;
    struct json json;
    struct table table;
    struct profile_page page;
    uint64_t warnings, warnings_here, unreadable, fell_short, left_out;
    uint64_t judged, joined;        /* shapes; those that are in the files of --kernels */
    uint64_t left_out_ns, whole_ns; /* whole: of all shapes */
    unsigned says;                  /* 1: PyTorch says a percentage, 2: ncu does, 4: XLA does */
    int run_fell_short;             /* the sums do not meet a --require */
    int bounds;                     /* barriers, which limit, are unknown */
};

/* Answers for a shape: fills the question, the answer and the row. */
void profile_judge(struct profile *profile, const gpuocc_runs_shape *shape);

/* Returns the architecture with which launches on a GPU of the profile are answered because it is
 * not in the tables by its name; NULL if there is none. */
const char *profile_stand_in(struct profile *profile, const gpuocc_runs_device *gpu);

/* Whether the number of cores of a GPU in the profile counts, on devices of this architecture. */
int profile_has_cores(const gpuocc_runs_device *gpu, const char *architecture);

/* Adds the current row to the sums. */
void profile_sum(struct profile *profile);

/* Print the head, the current row, and the sums. */
void profile_print_start(struct profile *profile);
void profile_print_row(struct profile *profile);
void profile_print_end(struct profile *profile);
void profile_csv_start(struct profile *profile);
void profile_csv_row(struct profile *profile);
void profile_json_start(struct profile *profile);
void profile_json_row(struct profile *profile);
void profile_json_end(struct profile *profile);
void profile_html_row(struct profile *profile);
void profile_html_end(struct profile *profile);

/* Sets which profilers say a percentage, before the first row. */
void profile_find_speaker(struct profile *profile);

/* Sets `text` to a cell of the current row. Returns the head of its column. */
const char *profile_cell(const struct profile *profile, enum cell cell, struct text *text);

/* Writes what was said about the files, as the member "warnings". */
void profile_json_said(struct profile *profile);

/* Adds the sums, a sentence in each line. */
void profile_sums_text(struct profile *profile, struct text *text);

/* Prints the differences from the shapes of another run. */
void profile_compare(struct profile *profile, const gpuocc_runs_contents *baseline);

/* Writes a percentage in thousandths: a number, {"low":..,"high":..} or null. */
void json_percent_of(struct json *json, const char *name, uint32_t low, uint32_t high);

/* Returns the name of a reason ("opt_in"). */
const char *because_name(enum because because);

/* Adds the reason as a sentence about the current row, or nothing. */
void because_text(const struct profile *profile, struct text *text);

/* Adds a percentage in thousandths, "57.1" or "50 to 57.1", or nothing. */
void text_add_thousandths(struct text *text, uint32_t low, uint32_t high);

/* Adds "2 launches of 1 shape". */
void profile_add_launches(struct text *text, uint64_t launches, uint64_t shapes);

/* Returns a sum of times, which stays at the largest number. */
uint64_t profile_plus(uint64_t a, uint64_t b);

/* Adds a time: "1.23 ms". */
void text_add_time(struct text *text, uint64_t ns);

/* Adds the name of the current kernel, demangled on request. */
void profile_name(const struct profile *profile, struct text *text);

/* Adds the rounds of the grid and how full the last one is. */
void profile_rounds(const struct profile *profile, struct text *text);

/* Returns the name of a GPU, or else its architecture; "" if neither is known. */
const char *profile_gpu_name(const gpuocc_runs_device *gpu);

/* Returns the GPU of the current shape. */
const gpuocc_runs_device *profile_gpu(const struct profile *profile);

#endif
