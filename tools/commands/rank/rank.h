/* SPDX-License-Identifier: MIT
 *
 * Internal interface of "gpuocc rank", which orders builds of a kernel by their predicted time.
 */
#ifndef TOOL_RANK_H
#define TOOL_RANK_H

#include <gpuocc/predict.h>

#include "answer.h"
#include "input/content.h"
#include "input/options.h"
#include "input/trips.h"

/* The groups of a grid that is not given. All such builds have the same grid. */
#define RANK_GRID UINT64_C(65536)

/* A build, and its answer. */
struct rank_row {
    unsigned long long number; /* in the list, from 1 */
    struct text file, kernel;  /* kernel: as it is called in the file, once it is found */
    struct text binds, unknown, message;
    int refused;          /* `message` says why */
    int lacks_trips;      /* it has loops without a trip count */
    int lacks_grid;       /* it has a time, for a grid of RANK_GRID groups */
    double us, low, high; /* high is -1 if it is not known */
    uint64_t groups, waves;
};

/* What a row of the list says beside the fields of a kernel. */
struct rank_asked {
    struct text file, kernel;
    struct question question;
    gpuocc_predict_trips trips[GPUOCC_PREDICT_TRIP_COUNTS + OWN_LIST_MOST];
    uint32_t trip_count;
    double conflicts;    /* 0: not given */
    uint32_t threads[2]; /* of a group in x and y; 0: not known */
    int found;           /* kernels whose name has the part that was asked for */
    int exact;           /* one of them has the name itself */
};

struct rank {
    struct options options;
    double l1_hit, l2_hit, efficiency, conflicts; /* the shares: -1 if not given */
    double top;                                   /* per cent of the builds to print; 0: all */
    const char *trips_given[OWN_LIST_MOST];
    gpuocc_predict_trips trips[OWN_LIST_MOST];
    uint32_t trip_count, csv;
    const char *command, *kernel; /* --try; NULL: not given */
    const char *vary[OWN_LIST_MOST];
    uint32_t vary_count, jobs;

    const char *list;   /* its path */
    size_t list_folder; /* bytes of it that are its folder, with the slash; 0 of a pipe */
    struct lookup lookup;
    struct question question; /* of the row and the kernel that was found */
    struct answer answer;
    struct content content;
    struct rank_asked asked; /* the current row */
    struct rank_row *row;
    struct rank_row *rows;
    size_t count, room;
    unsigned long long refused, without_grid, without_trips;
};

/* Begins a row with the options, and ends it: reads its file and predicts its time. After an error
 * in the row itself, row->refused is set before rank_end. */
void rank_begin(struct rank *rank);
void rank_end(struct rank *rank);

/* Sets row->refused and adds to row->message. */
void rank_refuse(struct rank *rank, const char *format, ...) TEXT_PRINTF;

/* Reads a list in CSV, or the folder of a cache of Triton. Return 0, or END_FAILED with an error.
 */
int rank_list(struct rank *rank, const char *path);
int rank_cache(struct rank *rank, const char *path);

/* Compiles the builds of --try in a temporary folder. Returns 0, or END_FAILED with an error. */
int rank_try(struct rank *rank);

/* Reads a file. Returns NULL, or why that is not possible. */
const char *rank_file(const char *path, struct content *content);

/* Writes the rows, which are sorted: text, CSV or JSON. */
void rank_print(struct rank *rank);

#endif
