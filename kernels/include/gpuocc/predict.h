/* SPDX-License-Identifier: MIT */
/** \file
 * Predicts how long a kernel takes, from its machine code, an occupancy (gpuocc_occupancy_init())
 * and the number of groups in its grid. docs/prediction.md has the model, what it was compared
 * with, and where it fails.
 *
 * A region of the code (gpuocc_code_regions()) is executed as often as the trip counts of the loops
 * around it say. Its instructions demand cycles of the pipes of a core; and a wave that runs alone
 * takes its stalls, and the time that it waits for loads. With the demands of all waves of a full
 * core a round of the grid takes
 *
 *     at least   max(demand of the busiest pipe, cycles of a wave alone)
 *     expected   the root of the sum of the squares of all demands and of the cycles alone
 *     at most    the sum of all demands and of the cycles alone
 *
 * and the grid as many rounds as the schedule says, the last one with its own groups.
 *
 * What the code does not show is assumed, and `unknown` says so. The bounds hold under these
 * assumptions only: every instruction is executed, by all lanes, as often as its loop; the lanes of
 * an access to memory have the addresses that the code shows, otherwise adjacent ones; and nobody
 * else uses the device.
 */
#ifndef GPUOCC_PREDICT_H
#define GPUOCC_PREDICT_H

#include <gpuocc/code.h>
#include <gpuocc/gpuocc.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a prediction lacks. A set of them is the sum of 1 << number. */
enum gpuocc_predict_unknown {
    /** Loops without a trip count: each is counted once; `loops` has the cost of every further
     * iteration. Nothing is said to bind, and there are no upper bounds. */
    GPUOCC_PREDICT_TRIPS = 0,
    /** Pipes without a known rate: they are left out of the demands. Nothing is said to bind,
     * and there are no upper bounds. */
    GPUOCC_PREDICT_RATES = 1,
    /** Waits for operations whose latency is not known: left out, so that a wave alone may take
     * longer. */
    GPUOCC_PREDICT_LATENCIES = 2,
    /** The shares of loads that hit in the caches are not given: the lower bounds are for loads
     * that all hit in L1, everything else for loads that all miss. */
    GPUOCC_PREDICT_HITS = 3,
    /** Bank conflicts are neither given nor in the addresses of the lanes: none are assumed. */
    GPUOCC_PREDICT_CONFLICTS = 4,
    GPUOCC_PREDICT_CONDITIONAL = 5, /**< some instructions may be skipped; they are counted */
    GPUOCC_PREDICT_PARTIAL = 6,     /**< branches lead out of the code that was read */
    GPUOCC_PREDICT_GRID = 7,        /**< the grid is not given: there is a round, and no time */
    GPUOCC_PREDICT_CLOCK = 8,       /**< the device has no clock: there are cycles only */
    GPUOCC_PREDICT_UNCONFIRMED = 9, /**< a rate of matrix instructions is not confirmed */
    /** How the lanes' addresses in global memory differ is not known, nor is the efficiency given:
     * adjacent addresses are assumed. */
    GPUOCC_PREDICT_ADDRESSES = 10,
    /** AMD: the lanes' bytes do not follow each other, and the memory may move more than the
     * sectors of 32 bytes that they touch, or of 64 of loads of CDNA: there are no upper bounds. */
    GPUOCC_PREDICT_SECTORS = 11,
    GPUOCC_PREDICT_UNKNOWN_COUNT = 12
};

/** Those of them that are assumptions, as a set: the bounds hold only if these are true. */
#define GPUOCC_PREDICT_ASSUMPTIONS                                                                 \
    (1u << GPUOCC_PREDICT_LATENCIES | 1u << GPUOCC_PREDICT_HITS | 1u << GPUOCC_PREDICT_CONFLICTS | \
     1u << GPUOCC_PREDICT_CONDITIONAL | 1u << GPUOCC_PREDICT_PARTIAL |                             \
     1u << GPUOCC_PREDICT_ADDRESSES | 1u << GPUOCC_PREDICT_SECTORS)

/** A change to a kernel or its grid. */
enum gpuocc_predict_change {
    GPUOCC_PREDICT_CHANGE_NONE = 0,
    GPUOCC_PREDICT_CHANGE_CONFLICTS = 1, /**< no bank conflicts */
    GPUOCC_PREDICT_CHANGE_SPILLS = 2,    /**< no loads and stores of local memory */
    GPUOCC_PREDICT_CHANGE_HITS = 3,      /**< all loads hit in L1; never if hits are assumed */
    GPUOCC_PREDICT_CHANGE_GROUP = 4,     /**< one more group on each core */
    GPUOCC_PREDICT_CHANGE_ROUND = 5,     /**< a last round as full as the others */
    /** Accesses to global memory of known addresses, or of a given efficiency, move no more than
     * whole sectors of what they request. */
    GPUOCC_PREDICT_CHANGE_SECTORS = 6,
    GPUOCC_PREDICT_CHANGE_COUNT = 7
};

/** Maximum number of given trip counts, and of loops in a prediction. */
#define GPUOCC_PREDICT_TRIP_COUNTS 64u
#define GPUOCC_PREDICT_LOOPS       32u

/** A share that is not given. */
#define GPUOCC_PREDICT_NOT_GIVEN (-1.0)

/** How often the header of a loop is executed each time that a wave enters it. */
typedef struct gpuocc_predict_trips {
    /** Address of the first instruction of the loop, as gpuocc_code_region has it; or
     * GPUOCC_CODE_NONE: every loop whose count neither the code nor another element has. */
    uint32_t first;
    double count; /**< 0 to 10^12 */
} gpuocc_predict_trips;

/** What the code does not show. Set `size`; 0 in another member selects its default. */
typedef struct gpuocc_predict_options {
    uint32_t size;
    uint32_t trip_count; /**< elements of the array of trip counts */
    const gpuocc_predict_trips *trips;
    uint64_t grid_groups; /**< groups in the grid. Default: not known */
    double l1_hit;        /**< share of the loads that hit in L1, or GPUOCC_PREDICT_NOT_GIVEN */
    double l2_hit;        /**< share of the others that hit in L2, or GPUOCC_PREDICT_NOT_GIVEN */
    /** Passes of an access to shared memory over those without bank conflicts, 1 to 64, and bytes
     * requested / bytes moved of global memory, up to 1. Default of both: what
     * gpuocc_code_accesses() finds, and 1 for accesses of which it does not know that. */
    double conflict_factor, efficiency;
    /** Set (1 << enum gpuocc_constant) of the constants that `constants` gives. */
    uint64_t constants_given;
    double constants[64];          /**< as in gpuocc_workload */
    uint32_t threads_x, threads_y; /**< as in gpuocc_code_wave */
    /** Threads of a group, which threads_x * threads_y must divide. Default: that is not checked.
     * gpuocc_predict_file() sets it. */
    uint32_t threads_per_group;
} gpuocc_predict_options;

/** What is expected, between two bounds. Each is -1 if it is not known. */
typedef struct gpuocc_predict_range {
    double low, expected, high;
} gpuocc_predict_range;

/** A loop whose trip count is not known. */
typedef struct gpuocc_predict_loop {
    uint32_t first, last; /**< addresses of its first and last instruction */
    uint32_t depth;       /**< 1 for an outermost loop */
    /** What is expected of one more iteration each time that the loop is entered, on the whole
     * grid, or in one round if the grid is not known. Loops in it without a count are executed
     * once. The times are -1 if they are not known. */
    double cycles, us;
} gpuocc_predict_loop;

/** A prediction. Cycles are those of the core's clock. */
typedef struct gpuocc_prediction {
    uint32_t size;              /**< of this struct, in bytes; set by the caller */
    int32_t code_status;        /**< enum gpuocc_code_status */
    uint32_t unknown;           /**< set of enum gpuocc_predict_unknown */
    uint32_t unrated_classes;   /**< set of enum gpuocc_code_class without a known rate */
    uint64_t unrated_resources; /**< set of enum gpuocc_resource without a known rate */
    /** What binds a full round: enum gpuocc_resource, among them GPUOCC_RESOURCE_LATENCY. Two if
     * that depends on the shares of hits, none if it is not known. Without the rate of a cache it
     * is what binds loads that miss. */
    uint32_t binding_count;
    uint32_t binding[2];
    uint32_t loop_count;      /**< elements of `loops` */
    uint64_t groups_per_core; /**< of a full round */
    uint64_t waves_per_core;
    uint64_t rounds;      /**< with the last one; 0: the grid is not known */
    uint64_t last_groups; /**< groups of the last round, on the whole device */
    /** Share of the expected time that the last round takes, if it is not full; otherwise 0. */
    double tail_share;
    double clock_ghz; /**< -1: not known. Its source: gpuocc_device_constant_source() */
    /** By enum gpuocc_resource: cycles of a core, or of its share of a cache or memory, that a wave
     * demands. 0 also for what is in the sets of the unrated. What spills have in a last-level
     * cache is part of GPUOCC_RESOURCE_DRAM, as the bytes of memory that take as long. On AMD's
     * GPUs, whose vector unit does all arithmetic but matrices, GPUOCC_RESOURCE_PIPE_A is this
     * unit. */
    double demand_cycles[15];
    gpuocc_predict_range alone_cycles; /**< of a wave that runs alone */
    gpuocc_predict_range round_cycles; /**< of a round with full cores */
    gpuocc_predict_range cycles;       /**< of the grid */
    gpuocc_predict_range time_us;      /**< of the grid, in microseconds */
    gpuocc_predict_loop loops[32];     /**< the first GPUOCC_PREDICT_LOOPS of them */
    /** The weakest enum gpuocc_confidence of the rates of matrix instructions, and the enum
     * gpuocc_code_matrix that has it; 0 if there is none. */
    uint32_t matrix_confidence, matrix_type;
    /** The one change of enum gpuocc_predict_change after which the least time is expected, and
     * that time; NONE and -1 if none saves 2 %, if there is no time, or if a rate is not known. A
     * wave alone is expected to take as long as before. */
    uint32_t change;
    gpuocc_predict_range changed_us;
    /** By enum gpuocc_predict_change: the time after each change alone. -1 for NONE, for one that
     * saves nothing or is not evaluated, and if there is no time. For another occupancy, predict
     * the kernel with that. */
    gpuocc_predict_range changes_us[8];
} gpuocc_prediction;

/**
 * Predicts the time of a kernel with the resources, group and device of the occupancy. `options`
 * may be NULL: nothing is known. Working memory comes from malloc() and is freed. Sets
 * `*prediction` except for its `size`.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_BAD_NUMBER for a share, a
 * factor or a trip count outside its range; GPUOCC_ERROR_TOO_LARGE for too many trip counts;
 * GPUOCC_ERROR_NOT_A_CHOICE if no loop begins at the address of a trip count, `value` of the error,
 * if two trip counts have one address (or both GPUOCC_CODE_NONE), `value` and also `limit`, or if
 * threads_x * threads_y, `value`, does not divide threads_per_group, `limit`;
 * GPUOCC_NOT_APPLICABLE if the code cannot be read: prediction->code_status says why;
 * GPUOCC_NOT_POSSIBLE if no group fits; GPUOCC_ERROR_MUST_BE_KNOWN if the occupancy is a range; and
 * the statuses of gpuocc_latency_init() and gpuocc_schedule_init(). `error` may be NULL.
 */
GPUOCC_API int32_t gpuocc_predict(const gpuocc_code *code, const gpuocc_occupancy *occupancy,
                                  const gpuocc_predict_options *options,
                                  gpuocc_prediction *prediction, gpuocc_error *error);

/** Sets threads_x, threads_y and threads_per_group of the options to those of the first wave that
 * the file has (gpuocc_code_first_wave()), unless threads_x or threads_y is given.
 * gpuocc_predict_file() does so as well. GPUOCC_OK, GPUOCC_ERROR_NULL or
 * GPUOCC_ERROR_STRUCT_SIZE. */
GPUOCC_API int32_t gpuocc_predict_shape(const gpuocc_kernels_found *kernel,
                                        gpuocc_predict_options *options);

/**
 * Predicts the time of a kernel of a compiled file in memory: of the kernel called `name`, or, if
 * it is NULL, of the only one. What the file does not contain, such as the threads of a group,
 * comes from `given` (may be NULL); dynamic shared memory that is not given is 0.
 *
 * As gpuocc_predict(); also GPUOCC_NOT_APPLICABLE if the file has no such kernel, or if its code is
 * for GPUs of another vendor (the error names argument 4), GPUOCC_ERROR_REQUIRED if `name` is NULL
 * and it has several, or if the threads of a group are not known, and the statuses of
 * gpuocc_occupancy_init().
 */
GPUOCC_API int32_t gpuocc_predict_file(const void *bytes, size_t length, const char *name,
                                       const gpuocc_device *device, const gpuocc_kernel *given,
                                       const gpuocc_predict_options *options,
                                       gpuocc_prediction *prediction, gpuocc_error *error);

/** Writes one sentence about an error of gpuocc_predict() or gpuocc_predict_file(). Arguments and
 * result are those of gpuocc_error_text(), whose sentences do not say what is wrong with
 * gpuocc_predict_options. */
GPUOCC_API size_t gpuocc_predict_error_text(const gpuocc_error *error, int32_t status, char *text,
                                            size_t bytes);

/** Returns what a prediction assumes, as the words of a sentence without an end, static: "what may
 * be skipped is executed" for GPUOCC_PREDICT_CONDITIONAL; "" for a number that is not in
 * GPUOCC_PREDICT_ASSUMPTIONS. */
GPUOCC_API const char *gpuocc_predict_assumption_about(uint32_t unknown);

/** Return the name of an enum gpuocc_predict_unknown ("trips"), of an enum gpuocc_predict_change
 * ("no_conflicts"; "" for NONE), and of a pipe, an enum
 * gpuocc_resource, in a prediction ("vector" for GPUOCC_RESOURCE_PIPE_A), as a static string; ""
 * for other numbers. */
GPUOCC_API const char *gpuocc_predict_unknown_name(uint32_t unknown);
GPUOCC_API const char *gpuocc_predict_change_name(uint32_t change);
GPUOCC_API const char *gpuocc_predict_pipe_name(uint32_t resource);

#ifdef __cplusplus
}
#endif

#endif
