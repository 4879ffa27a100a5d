/* SPDX-License-Identifier: MIT
 *
 * Internal interface of gpuocc_predict().
 */
#ifndef GPUOCC_KERNELS_PREDICT_PREDICT_H
#define GPUOCC_KERNELS_PREDICT_PREDICT_H

#include <gpuocc/predict.h>

#include "code/code.h"
#include "explain/explain.h"

/* The two bounds, and between them what is expected. */
enum predict_end { PREDICT_LOW, PREDICT_EXPECTED, PREDICT_HIGH, PREDICT_ENDS };

/* The loads of a counter that are remembered: as many as AMD's counters count. */
#define PREDICT_QUEUE 64u

/* What one wave executes. */
struct predict_cost {
    double counts[GPUOCC_CODE_CLASS_COUNT], instructions;
    double matrix;       /* cycles of the device's cores for matrix instructions, as far as known */
    double unsized;      /* matrix instructions whose cycles are not known */
    double shared_words; /* passes of shared memory with 4 bytes per lane */
    double shared_least; /* the same without bank conflicts */
    double shared_unknown;       /* accesses of shared memory whose passes are assumed */
    double moved_apart;          /* accesses that may move more than their sectors */
    double moved_unknown;        /* accesses of global memory whose sectors are assumed */
    double load_bytes;           /* that loads move; of all lanes */
    double near_bytes;           /* that loads move which hit in L1 */
    double store_bytes;          /* that stores move */
    double load_spare, store_spare; /* of these: in sectors that no lane requests */
    double local_bytes;          /* that spills and arrays move */
    double cycles[PREDICT_ENDS]; /* alone */
    double waits;                /* for operations whose latency is not known */
};

/* What is known of an access, 0: nothing. It begins with its address (code_search). */
struct predict_access {
    uint32_t address;
    uint32_t moved_bytes, spare_bytes; /* spare: that no lane requests, in whole sectors */
    uint16_t passes, apart; /* apart: not 0: the lanes' bytes do not follow each other */
};

/* A loop, or all code: how often it is executed, and the set of the loops without a count around
 * its code, itself included. */
struct predict_part {
    double times;
    uint32_t unknown;
};

/* A loop without a count: what one iteration costs. */
struct predict_unknown {
    uint32_t first, last, depth;
    uint32_t counts[GPUOCC_CODE_CLASS_COUNT], instructions; /* in the code */
    struct predict_cost cost;
};

/* The wave that runs alone. Its state is carried from one part of the code to the next one. */
struct predict_wave {
    double now[PREDICT_ENDS];
    /* For each counter: how many operations it has had, and when the last of them, and all before
     * it, were complete. */
    uint32_t issued[GPUOCC_CODE_COUNTERS];
    double done[GPUOCC_CODE_COUNTERS][PREDICT_QUEUE][PREDICT_ENDS];
};

struct predict {
    gpuocc_predict_options options;
    gpuocc_latency latency;
    const gpuocc_device *device;
    double cores_per_core;                /* cores of the device in one of the occupancy */
    double lanes, waves, waves_per_group; /* waves: of a core */
    double most_groups;                   /* that the wave and group slots of a core admit */
    double cores;                         /* 0 if the grid is not known */
    double l1_hit[PREDICT_ENDS], l2_hit[PREDICT_ENDS];
    /* By class: the latency of an operation that something waits for, -1 if it is not known; and
     * the cycles until the same wave may use its pipe again. */
    double waits[GPUOCC_CODE_CLASS_COUNT][PREDICT_ENDS], steps[GPUOCC_CODE_CLASS_COUNT];

    const struct code *code;
    int vector;                 /* one vector unit does all arithmetic */
    struct predict_part *parts; /* by number of the region */
    struct predict_access *accesses;
    uint32_t access_count;
    enum local_room local;
    struct predict_wave wave;
    struct predict_cost all;
    struct predict_unknown loops[GPUOCC_PREDICT_LOOPS];
    uint32_t loop_count, more_loops;         /* without a count */
    uint64_t trips_used;                     /* set of the elements of options.trips */
    int conflicts_found, sectors_found;      /* they are not given */
    uint32_t flags;                          /* set of enum gpuocc_predict_unknown */
    uint32_t matrix_confidence, matrix_type; /* as in gpuocc_prediction */
};

/* The rounds of a grid; without one, a full round. */
struct predict_rounds {
    double full, full_groups, full_device; /* rounds, groups of a core, groups of the device */
    double last_groups, last_device;       /* of the last round, if it is not full */
};

/* Return a rate and a latency of the device: of a rate 0 if it is not known, and -1 if it is not
 * limited; of a latency -1 if it is not known. */
double predict_rate(const struct predict *predict, uint32_t resource);
double predict_latency(const struct predict *predict, uint32_t resource, enum predict_end end);

/* Returns the latency of the last-level cache in cycles; that of memory if it is not known. */
double predict_last_latency(const struct predict *predict);

/* Returns the pipe of a class of instructions, or GPUOCC_RESOURCE_COUNT if it only takes issue
 * slots. */
uint32_t predict_pipe(const struct predict *predict, uint32_t kind);

/* Sets the latencies and steps of the classes, before any code is executed. */
void predict_open(struct predict *predict);

/* Reads the code: sets predict->all and the loops without a count. Returns an enum
 * gpuocc_code_status. */
int32_t predict_read(struct predict *predict, const gpuocc_code *code);

/* Executes the instructions of a straight part alone, and adds what they cost to `cost`. */
void predict_run(struct predict *predict, const gpuocc_code_loop *part, struct predict_cost *cost);

/* Returns the cycles of the rounds. Sets `*last` to those of the last one, if it is not full. */
double predict_grid(const struct predict *predict, const struct predict_cost *cost,
                    enum predict_end end, const struct predict_rounds *rounds, double *last);

/* Returns the time of so many cycles; -1 if it is not known. */
double predict_us(const gpuocc_prediction *prediction, double cycles);

/* Finds the change that saves most. There is no upper bound if `bounded` is 0. */
void predict_change(const struct predict *predict, const struct predict_rounds *rounds, int bounded,
                    gpuocc_prediction *prediction);

/* Sets everything that follows from the costs and, unless the grid is not given, the schedule. */
void predict_times(struct predict *predict, const gpuocc_schedule *schedule,
                   gpuocc_prediction *prediction);

#endif
