/* SPDX-License-Identifier: MIT */
/** \file
 * Judges a loop of machine code: whether the waves that are resident on a core hide the latency of
 * its loads, what limits it, and which change would make it faster.
 *
 * The loop comes from gpuocc_code_loops() (gpuocc/code.h), the device and the launch from an
 * occupancy (gpuocc_occupancy_init()). The loop becomes a workload of the latency model
 * (gpuocc/latency.h), which libgpuocc evaluates. No memory is allocated and no state is kept; equal
 * arguments give equal results.
 *
 * Trip counts, divergence and waiting at barriers are not in the code and not in the verdict. Two
 * assumptions are made: where it is not known how the lanes' addresses differ, each lane accesses
 * the bytes next to those of the lane before it; and on NVIDIA's GPUs the stalls that the compiler
 * encoded are the only waits for results of arithmetic. On AMD's GPUs no such wait is assumed.
 */
#ifndef GPUOCC_EXPLAIN_H
#define GPUOCC_EXPLAIN_H

#include <gpuocc/code.h>
#include <gpuocc/gpuocc.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Why a loop has no verdict. */
enum gpuocc_explain_reason {
    GPUOCC_EXPLAIN_JUDGED = 0,       /**< it has one */
    GPUOCC_EXPLAIN_OUTER_LOOP = 1,   /**< loops are inside it, and how often they run is unknown */
    GPUOCC_EXPLAIN_WAITING_LOOP = 2, /**< it only waits, so that no throughput is defined */
    GPUOCC_EXPLAIN_COPY_SIZE = 3,    /**< the size of a copy that it waits for is not in the code */
    GPUOCC_EXPLAIN_REASON_COUNT = 4
};

/** Whether the resident waves hide the latency. It is "perhaps" if the range of the resident waves
 * and the range of the waves needed overlap. */
enum gpuocc_explain_hidden {
    GPUOCC_EXPLAIN_HIDDEN_NOT_KNOWN = 0,
    GPUOCC_EXPLAIN_HIDDEN_NO = 1,
    GPUOCC_EXPLAIN_HIDDEN_PERHAPS = 2,
    GPUOCC_EXPLAIN_HIDDEN_YES = 3,
    GPUOCC_EXPLAIN_HIDDEN_COUNT = 4
};

/** The kinds of changes that are evaluated, each alone. */
enum gpuocc_explain_change_kind {
    GPUOCC_EXPLAIN_LOADS_IN_FLIGHT = 0, /**< twice as many loads in flight */
    GPUOCC_EXPLAIN_WIDER_LOADS = 1,     /**< loads of 16 bytes per lane, as many in flight */
    GPUOCC_EXPLAIN_OCCUPANCY = 2,       /**< the next value of a field that admits more waves */
    GPUOCC_EXPLAIN_CHANGE_COUNT = 3
};

/** Why the figures of a loop are doubtful. A set of them is the sum of 1 << number. */
enum gpuocc_explain_doubt {
    /** More than GPUOCC_EXPLAIN_UNKNOWN_PERCENT of its operations are unknown. */
    GPUOCC_EXPLAIN_UNKNOWN_OPERATIONS = 0,
    /** Copies of unknown size: neither their traffic nor the wait for them is counted. */
    GPUOCC_EXPLAIN_UNSIZED_COPIES = 1,
    GPUOCC_EXPLAIN_PARTIAL = 2, /**< branches with unknown targets: loops may be missing */
    GPUOCC_EXPLAIN_CALLS = 3,   /**< what the called code loads and computes is not counted */
    GPUOCC_EXPLAIN_DOUBT_COUNT = 4
};

#define GPUOCC_EXPLAIN_UNKNOWN_PERCENT 5u

/** Maximum number of changes in a verdict, and of classes of instructions in a workload. */
#define GPUOCC_EXPLAIN_CHANGES 8u
#define GPUOCC_EXPLAIN_CLASSES 15u

/** What the code does not show. Shares are between 0 and 1. */
typedef struct gpuocc_explain_options {
    uint32_t size;     /**< size of this struct in bytes; set by the caller */
    double l1_hit;     /**< share of the loads that hit in L1 */
    double l2_hit;     /**< share of the other loads that hit in L2 */
    double efficiency; /**< bytes requested / bytes moved; 0: 1 */
    /** What gpuocc_code_accesses() reports, in that order: where it knows what an access moves, or
     * its passes over shared memory, they count instead of the efficiency. Local memory has the
     * rates of the caches and memory behind it, by what all its stores need; without the accesses
     * it has none. May be NULL. */
    const gpuocc_code_access *accesses;
    uint32_t access_count; /**< number of elements of `accesses` */
    /** Set of enum gpuocc_kernels_note (gpuocc/kernels.h): the occupancy is not changed where the
     * kernel must keep its registers, see gpuocc_settings_keep_registers(). */
    uint32_t notes;
    /** Passes of an access to shared memory over those without bank conflicts, 1 to 64, of each of
     * `accesses`. 0: what these have, and 1 where it is not known. */
    double conflict_factor;
} gpuocc_explain_options;

/** A number between two bounds. Both are -1 if it is not known. */
typedef struct gpuocc_explain_range {
    double low, high;
} gpuocc_explain_range;

/** A change that makes the loop at least 1.02 times as fast. */
typedef struct gpuocc_explain_change {
    uint32_t kind;      /**< enum gpuocc_explain_change_kind */
    uint32_t field;     /**< OCCUPANCY: the enum gpuocc_kernel_field to change; otherwise 0 */
    uint32_t now, then; /**< OCCUPANCY: its value before and after the change */
    uint64_t waves;     /**< OCCUPANCY: waves resident on a core after the change */
    double gain;        /**< expected throughput after the change / before */
} gpuocc_explain_change;

/** The verdict on a loop. An iteration is one pass through it by one wave. */
typedef struct gpuocc_verdict {
    uint32_t size;                            /**< of this struct, in bytes; set by the caller */
    uint32_t reason;                          /**< enum gpuocc_explain_reason */
    uint32_t hidden;                          /**< enum gpuocc_explain_hidden */
    gpuocc_explain_range waves;               /**< waves resident on a core */
    gpuocc_explain_range waves_needed;        /**< waves on a core that hide the latency */
    gpuocc_explain_range wave_latency_cycles; /**< cycles of an iteration of a wave that is alone */
    /** Not 0: the loop has operations whose latency is not known. Then wave_latency_cycles is a
     * lower bound, and waves_needed is not known. */
    uint32_t has_unknown_latency;
    /** What limits the throughput with the resident waves: enum gpuocc_resource. Two if that
     * depends on a range, none (binding_count is 0) if an unrated pipe may be what limits it. On
     * AMD's GPUs GPUOCC_RESOURCE_PIPE_A is the vector unit (gpuocc_predict_pipe_name()). If `depth`
     * of the loop is more than 1, this is so with all waves in this loop. Waits of unknown latency
     * are left out. */
    uint32_t binding_count;
    uint32_t binding[2];
    /** Share of the throughput that the busiest resource allows: the upper bound, and what is
     * expected. Not known if there are unrated pipes. */
    gpuocc_explain_range share_of_peak_upper, share_of_peak_expected;
    /** Expected bandwidth that loads and stores request on the whole device, in 10^9 bytes per
     * second. As share_of_peak_expected, not known with an unknown latency either. */
    gpuocc_explain_range gb_per_s_expected;
    /** Pipes of the loop without a known rate: the set of enum gpuocc_resource, and the set of enum
     * gpuocc_code_class that the latency model has no resource for. If there are any, waves_needed
     * is an upper bound, from 1. */
    uint64_t unrated_resources;
    uint32_t unrated_classes;
    uint32_t change_count; /**< elements of `changes`; 0 also if a rate or latency is unknown */
    gpuocc_explain_change changes[GPUOCC_EXPLAIN_CHANGES];
    uint64_t left_out; /**< set of enum gpuocc_constant: as gpuocc_latency_left_out() */
    /** The weakest enum gpuocc_confidence of the rates of matrix instructions on which the verdict
     * rests, and the enum gpuocc_code_matrix that has it; 0 if it rests on none. */
    uint32_t matrix_confidence, matrix_type;
    /** The loop as gpuocc_latency_init() was given it. */
    gpuocc_workload workload;
    gpuocc_instructions classes[GPUOCC_EXPLAIN_CLASSES];
} gpuocc_verdict;

/**
 * Judges a loop that gpuocc_code_loops() reports: an innermost loop, or all code if it has no loop.
 * The occupancy must be that of a device with memory figures, which is a product and not an
 * architecture. `options` may be NULL: nothing hits in a cache, and every byte that is moved was
 * asked for. Sets `*verdict` except for its `size`.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL for the loop, the occupancy or the verdict; GPUOCC_ERROR_STRUCT_SIZE
 * if the `size` of a struct is too small; GPUOCC_ERROR_BAD_NUMBER for a share outside its range;
 * GPUOCC_NOT_APPLICABLE if the loop cannot be judged: then verdict->reason says why, and nothing
 * else is set; and the statuses of gpuocc_latency_init(), such as GPUOCC_NOT_KNOWN with the
 * constant that the device lacks. `error` may be NULL.
 */
GPUOCC_API int32_t gpuocc_explain_loop(const gpuocc_code_loop *loop,
                                       const gpuocc_occupancy *occupancy,
                                       const gpuocc_explain_options *options,
                                       gpuocc_verdict *verdict, gpuocc_error *error);

/**
 * Returns how many products the matrix instructions of a type (enum gpuocc_code_matrix) add up per
 * cycle and core, as the vendor counts cores. Writes the source unless `source` is NULL; the caller
 * sets its `size`.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_explain_matrix_rate(const gpuocc_device *device, uint32_t type,
                                              double *products, gpuocc_source *source);

/** Returns the enum gpuocc_explain_reason for which gpuocc_explain_loop() does not judge a loop, on
 * any device; GPUOCC_EXPLAIN_JUDGED also if `loop` is NULL. */
GPUOCC_API uint32_t gpuocc_explain_reason(const gpuocc_code_loop *loop);

/** Returns the set of enum gpuocc_explain_doubt of a loop; 0 also if `loop` is NULL. */
GPUOCC_API uint32_t gpuocc_explain_doubts(const gpuocc_code_loop *loop);

/** Returns the name of number `index` of the pipes without a known rate, of a set of enum
 * gpuocc_resource and one of enum gpuocc_code_class as a verdict or a prediction has them, as a
 * static string; NULL after the last. */
GPUOCC_API const char *gpuocc_explain_pipe_name(uint64_t resources, uint32_t classes,
                                                uint32_t index);

/** Return the name of an enum gpuocc_explain_hidden ("yes", "no", "perhaps") and of an enum
 * gpuocc_explain_change_kind ("wider_loads") as a static string; "" for NOT_KNOWN and for other
 * numbers. */
GPUOCC_API const char *gpuocc_explain_hidden_name(uint32_t hidden);
GPUOCC_API const char *gpuocc_explain_change_name(uint32_t kind);

#ifdef __cplusplus
}
#endif

#endif
