/* SPDX-License-Identifier: MIT
 *
 * libgpuocc-models: estimates of a few numbers each that need no device. Counts and orders are
 * exact integers; models of scaling compute doubles with + - * / only. docs/schedule.md and
 * docs/latency.md have formulas, examples and limits.
 *
 * GPUOCC_ERROR_NOT_A_CHOICE is returned if an integer is outside its documented range,
 * GPUOCC_ERROR_BAD_NUMBER if a double is, GPUOCC_ERROR_TOO_LARGE if a result could not be
 * represented; enum gpuocc_estimate_field (status.h) has the ranges and what `error` (may be NULL)
 * then contains. gpuocc_error_text of libgpuocc describes it. Set `size` of every struct to its
 * sizeof, and `unused` to 0.
 */
#ifndef GPUOCC_MODELS_H
#define GPUOCC_MODELS_H

#include "gpuocc/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Counts that determine how well a kernel uses the GPU: balance of cores, halo of a tile, cache
 * lines per wave, atomics of a reduction. */

/** How evenly groups of one size are distributed over the cores. */
typedef struct gpuocc_balance {
    uint32_t size;
    uint32_t unused;
    uint64_t groups;       /**< threads / threads_per_group, rounded up */
    uint64_t most_groups;  /**< groups of the fullest core, if distributed evenly */
    uint64_t least_groups; /**< groups of the emptiest core */
    uint64_t busy_cores;   /**< cores with at least one group */
    /** Threads if every core were as full as the fullest one: threads / capacity is the used share
     *  of the cores' time. */
    uint64_t capacity;
} gpuocc_balance;

/**
 * Computes the balance of `threads` threads in groups of `threads_per_group` on `core_count` cores.
 * None of them may be 0. Small groups balance better: prefer the smallest suitable multiple of the
 * wave size.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_NOT_A_CHOICE;
 * GPUOCC_ERROR_TOO_LARGE.
 */
GPUOCC_API int32_t gpuocc_balance_cores(uint64_t threads, uint32_t threads_per_group,
                                        uint32_t core_count, gpuocc_balance *result,
                                        gpuocc_error *error);

/** A tile and the border that a stencil reads around it. */
typedef struct gpuocc_tile {
    uint32_t size;
    uint32_t x;             /**< elements, at least 1 */
    uint32_t y;             /**< elements; 0: the tile has one dimension */
    uint32_t z;             /**< elements; 0: the tile has no third dimension */
    uint32_t radius;        /**< width of the border in elements; corners are included */
    uint32_t element_bytes; /**< 0: bytes are not computed */
} gpuocc_tile;

/** Loads of a tile. Two ratios are in use, so always name the one that you mean: border / payload
 *  or border / all. Loads per output are all / payload with shared memory and unstaged_loads
 *  without. */
typedef struct gpuocc_halo {
    uint32_t size;
    uint32_t dimensions;   /**< of the tile, 1 to 3 */
    uint64_t payload;      /**< elements of the tile */
    uint64_t border;       /**< elements of the border */
    uint64_t all;          /**< payload + border */
    uint64_t shared_bytes; /**< all x element_bytes */
    /** Loads per element without shared memory: (2 radius + 1) ^ dimensions. */
    uint64_t unstaged_loads;
} gpuocc_halo;

/**
 * Computes the halo of a tile.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_NOT_A_CHOICE; GPUOCC_ERROR_TOO_LARGE.
 */
GPUOCC_API int32_t gpuocc_tile_halo(const gpuocc_tile *tile, gpuocc_halo *halo,
                                    gpuocc_error *error);

/** The memory access of a group of x by y threads in which each thread loads one element of an
 *  image. Threads are numbered along x first. */
typedef struct gpuocc_access {
    uint32_t size;
    uint32_t wave_size;     /**< threads, at least 1 */
    uint32_t group_x;       /**< threads, at least 1 */
    uint32_t group_y;       /**< threads, at least 1; the group has at most 65536 */
    uint32_t element_bytes; /**< 1 to 65536 */
    uint32_t line_bytes;    /**< bytes of a cache line, at least 1; 128 on Apple and NVIDIA */
    uint64_t pitch_bytes;   /**< bytes from one row to the next, at least group_x x element_bytes */
    uint64_t base_bytes;    /**< address of element (0, 0) */
    uint64_t origin_x;      /**< column of the element that the group's first thread loads */
    uint64_t origin_y;      /**< row of that element */
} gpuocc_access;

/** The cache lines that the threads access. bytes_used / bytes_fetched is the efficiency. */
typedef struct gpuocc_lines {
    uint32_t size;
    uint32_t threads;       /**< active threads; the last wave may have fewer */
    uint64_t rows;          /**< rows of the image that are accessed */
    uint64_t lines;         /**< distinct cache lines */
    uint64_t bytes_used;    /**< threads x element_bytes */
    uint64_t bytes_fetched; /**< lines x line_bytes */
} gpuocc_lines;

/** Computes the cache lines of one wave of the group. Statuses as gpuocc_tile_halo, and
 *  GPUOCC_ERROR_INDEX if the group has no such wave. */
GPUOCC_API int32_t gpuocc_wave_lines(const gpuocc_access *access, uint32_t wave,
                                     gpuocc_lines *lines, gpuocc_error *error);

/** Computes the cache lines of the whole group. `lines` counts each line once, as if the cache
 *  held all lines of the group; `*requests` (may be NULL) is the sum over its waves. Statuses as
 *  gpuocc_tile_halo. */
GPUOCC_API int32_t gpuocc_group_lines(const gpuocc_access *access, gpuocc_lines *lines,
                                      uint64_t *requests, gpuocc_error *error);

/** The atomics of a sum over many values, by three methods. */
typedef struct gpuocc_atomics {
    uint32_t size;
    uint32_t unused;
    uint64_t naive;       /**< atomics on one address in device memory, one per value */
    uint64_t wave_only;   /**< atomics on that address if each wave first adds up its own values */
    uint64_t per_group;   /**< atomics on that address if each group first adds up its own values */
    uint64_t shared;      /**< atomics in shared memory for per_group, over all groups */
    uint64_t shared_most; /**< of these, the atomics on the address of one group */
} gpuocc_atomics;

/**
 * Computes the atomics of a reduction of `values` values, one per thread. None of the inputs may be
 * 0. The counts give a lower bound of the time (count x time of an atomic), not a prediction.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_NOT_A_CHOICE.
 */
GPUOCC_API int32_t gpuocc_reduction_atomics(uint64_t values, uint32_t threads_per_group,
                                            uint32_t wave_size, gpuocc_atomics *result,
                                            gpuocc_error *error);

/* Order: how many loads a wave can have in flight, given the order of its instructions. A
 * straight-line loop body is unrolled, ordered as a compiler may order it, and issued in order by
 * one wave. docs/latency.md has the rules and five examples. Cycles may be counted in any smaller
 * unit if it is the same for all instructions. */

/** The kind of an instruction. */
enum gpuocc_operation_kind {
    GPUOCC_OPERATION_COMPUTE = 0, /**< registers only */
    GPUOCC_OPERATION_LOAD = 1,    /**< asynchronous; only readers of its result wait */
    GPUOCC_OPERATION_STORE = 2,   /**< waits for the stored value; nothing waits for the store */
    GPUOCC_OPERATION_BARRIER = 3, /**< no instruction moves across it; it costs only its issue */
    GPUOCC_OPERATION_COUNT = 4
};

/** An instruction of the loop body, for one lane. Set `size` to a multiple of 8, the same in all
 *  elements of an array, and members that do not apply to 0. */
typedef struct gpuocc_operation {
    uint32_t size;
    uint32_t kind;   /**< enum gpuocc_operation_kind */
    uint32_t result; /**< number of the register that is written; 0: none */
    /** Registers that are read; a register that no earlier instruction writes is available from the
     *  start. */
    uint32_t sources[4];
    uint32_t array; /**< for loads and stores: number of the array, any value */
    /** Address space of the array, any value; different spaces never overlap. */
    uint32_t space;
    uint32_t access_bytes;   /**< bytes accessed; 0: anywhere in the array */
    int64_t offset_bytes;    /**< offset of the first byte from the address for the loop index */
    int64_t stride_bytes;    /**< added to the offset for each copy of the unrolled body */
    uint32_t latency_cycles; /**< cycles until the result can be read */
    uint32_t issue_cycles;   /**< cycles until the next instruction can issue. Default: 1 */
} gpuocc_operation;

/** The order in which a compiler emits the instructions. */
enum gpuocc_order {
    GPUOCC_ORDER_SOURCE = 0, /**< as written */
    /** Loads, and the instructions that they need, as early as aliasing and barriers allow. */
    GPUOCC_ORDER_HOIST = 1,
    GPUOCC_ORDER_COUNT = 2
};

/** Maximum number of instructions in an unrolled body. */
#define GPUOCC_ORDER_INSTRUCTIONS 1024u

/** Largest value of gpuocc_body.most_loads. */
#define GPUOCC_ORDER_LOADS 64u

/** The loop. Set `size`; 0 in another member selects its default. */
typedef struct gpuocc_body {
    uint32_t size;
    uint32_t operation_count; /**< instructions in the body; required */
    /** Number of copies of the body, with registers renamed. Default: 1. */
    uint32_t unroll;
    uint32_t order;    /**< enum gpuocc_order */
    uint32_t no_alias; /**< 1: different arrays never overlap (restrict) */
    /** Maximum number of loads that a wave can have in flight, up to GPUOCC_ORDER_LOADS. Default:
     *  no limit. */
    uint32_t most_loads;
} gpuocc_body;

/** The loads in flight in the steady state. Set `size`. */
typedef struct gpuocc_loads {
    uint32_t size;
    uint32_t unused;
    uint32_t loads; /**< loads in one unrolled body */
    /** Loads issued before the first instruction that reads the result of one. */
    uint32_t first;
    uint64_t most; /**< maximum number of loads in flight */
    /** Unrolled bodies after which the pattern repeats; 1 without most_loads. */
    uint64_t bodies;
    uint64_t cycles; /**< cycles that these bodies take: one body takes cycles / bodies */
    /** Sum of the latencies of their loads: the mean number in flight is load_cycles / cycles. */
    uint64_t load_cycles;
} gpuocc_loads;

/**
 * Computes the loads in flight of one wave that repeats a loop body alone on the device.
 * `operations` has operation_count elements. `order` and `starts` have room for operation_count x
 * unroll elements: order[p] is the instruction at position p, numbered copy by copy in source
 * order, and starts[i] is the cycle in which instruction i issues in the last computed body.
 *
 * Two accesses to different arrays in one address space may overlap unless no_alias is set.
 * Registers impose only read-after-write order, and values that one iteration passes to the next
 * are not modelled. cycles / bodies is the wave_latency_cycles of a workload (latency.h).
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_NOT_A_CHOICE for an input outside its range, for example a load without a latency or
 * an offset beyond 2^40; GPUOCC_NOT_KNOWN if no repetition is found within some 2^20
 * instructions, and then the contents of the two arrays are unspecified.
 */
GPUOCC_API int32_t gpuocc_order_loads(const gpuocc_body *body, const gpuocc_operation *operations,
                                      uint32_t *order, uint64_t *starts, gpuocc_loads *result,
                                      gpuocc_error *error);

/* Scaling: the effect of a larger GPU, of overlapping work and of faster launches. */

/** A CPU part and a GPU part that alternate (Amdahl 1967). */
typedef struct gpuocc_serial {
    uint32_t size;
    uint32_t unused;
    double cpu_time;   /**< CPU time of one iteration, in any unit */
    double gpu_time;   /**< GPU time of one iteration, in the same unit; they may not both be 0 */
    double core_scale; /**< cores relative to the GPU that took gpu_time; above 0 */
} gpuocc_serial;

/** The effect of core_scale times the cores. */
typedef struct gpuocc_serial_result {
    uint32_t size;
    uint32_t bound;    /**< the longer part if both overlap: 0 the CPU part, 1 the GPU part */
    double time;       /**< cpu_time + gpu_time / core_scale */
    double speedup;    /**< factor relative to core_scale 1 */
    double limit;      /**< limit of the speed-up for any number of cores; 0: unlimited */
    double saved;      /**< share of the time saved: 1 - 1 / speed-up */
    double gpu_busy;   /**< share of the time in which the GPU is busy */
    double overlapped; /**< time if CPU and GPU work in parallel: the longer part */
} gpuocc_serial_result;

/**
 * Computes the time of a program whose CPU and GPU parts alternate.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_BAD_NUMBER; GPUOCC_ERROR_TOO_LARGE if a result would be above 1e308.
 */
GPUOCC_API int32_t gpuocc_serial_gap(const gpuocc_serial *serial, gpuocc_serial_result *result,
                                     gpuocc_error *error);

/**
 * Estimates the CPU and GPU parts from measured times: a least-squares fit of the time over 1 /
 * core_scale, exact for two points. `core_scales` and `times` have `count` elements. A measured
 * speed-up S at scale n corresponds to the points (1, 1) and (n, 1 / S); gpu_time is then the GPU's
 * share. A part below 0 (or a share above 1) means that the model does not apply; it is returned as
 * computed.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER; GPUOCC_ERROR_TOO_LARGE if a result would
 * be above 1e308; GPUOCC_NOT_POSSIBLE if there are not two scales whose reciprocals
 * differ by more than 1e-154.
 */
GPUOCC_API int32_t gpuocc_serial_fit(const double *core_scales, const double *times, size_t count,
                                     double *cpu_time, double *gpu_time, gpuocc_error *error);

/** Independent chains of dependent dispatches. */
typedef struct gpuocc_chains {
    uint32_t size;
    uint32_t chains;      /**< number of chains, at least 1 */
    uint32_t interleaved; /**< chains that run interleaved, 1 to `chains` */
    uint32_t dispatches;  /**< dispatches in each chain, at least 1 */
    double gap;           /**< time between two dispatches of a chain */
    double work;          /**< duration of one dispatch alone, above 0 */
    double fill;          /**< share of the GPU that one dispatch fills, above 0, at most 1 */
} gpuocc_chains;

/** Bounds, not a prediction: how well chains interleave is unknown. */
typedef struct gpuocc_chains_result {
    uint32_t size;
    uint32_t unused;
    double serial_time;  /**< time of the chains one after the other */
    double least_time;   /**< lower bound of the interleaved time */
    double most_speedup; /**< upper bound of the speed-up */
} gpuocc_chains_result;

/**
 * Computes bounds for overlapping independent dispatches. Conversely, a measured speed-up S by
 * interleaving means that at least 1 - 1 / S of the serial time can be saved. Statuses as
 * gpuocc_serial_gap, and GPUOCC_ERROR_NOT_A_CHOICE.
 */
GPUOCC_API int32_t gpuocc_chains_bounds(const gpuocc_chains *chains, gpuocc_chains_result *result,
                                        gpuocc_error *error);

/** A dispatch whose groups are launched one after the other. */
typedef struct gpuocc_ramp {
    uint32_t size;
    uint32_t unused;
    uint64_t groups;        /**< groups in the grid, at least 1 */
    uint64_t slots;         /**< groups resident on the GPU at once, at least 1 */
    double launch_interval; /**< minimum time between two launches on the whole GPU */
    double group_time;      /**< duration of a group, above 0 */
    double fixed_time;      /**< constant time per dispatch */
} gpuocc_ramp;

/** Duration of the dispatch. No vendor publishes the launch interval: measure it. */
typedef struct gpuocc_ramp_result {
    uint32_t size;
    uint32_t launch_bound; /**< 1: groups end faster than new ones are launched */
    double time;           /**< exact for groups of equal duration */
    double concurrency;    /**< mean number of resident groups over that time */
} gpuocc_ramp_result;

/** Computes the duration of a dispatch whose launches are sequential. Statuses as
 *  gpuocc_chains_bounds. */
GPUOCC_API int32_t gpuocc_ramp_time(const gpuocc_ramp *ramp, gpuocc_ramp_result *result,
                                    gpuocc_error *error);

/**
 * Computes bounds of a greedy schedule of `work` operations with a longest chain of `span`
 * operations on `processors` processors (Brent 1974): max(work / processors, span) and span + (work
 * - span) / processors. Neither is the actual time. `work` and `span` are above 0, `span` is at
 * most `work`, and `processors` is at least 1.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_work_span(double work, double span, double processors, double *lower,
                                    double *upper, gpuocc_error *error);

/** Little's law for the memory traffic of a core. */
typedef struct gpuocc_flight {
    uint32_t size;
    uint32_t core_count; /**< at least 1 */
    uint32_t line_bytes; /**< bytes moved by one load of a wave, at least 1 */
    uint32_t wave_size;  /**< threads of a wave, at least 1 */
    double latency_ns;   /**< latency of a load in nanoseconds */
    double gb_per_s;     /**< bandwidth of the whole GPU in 10^9 bytes per second */
} gpuocc_flight;

/** The traffic that must be in flight on a core to keep memory busy. */
typedef struct gpuocc_flight_result {
    uint32_t size;
    uint32_t unused;
    double bytes;     /**< latency x bandwidth / cores */
    uint64_t waves;   /**< waves with one line each, rounded up */
    uint64_t threads; /**< threads of these waves */
} gpuocc_flight_result;

/**
 * Computes the bytes in flight. Statuses as gpuocc_chains_bounds, and GPUOCC_ERROR_TOO_LARGE if the
 * number of threads exceeds 53 bits.
 */
GPUOCC_API int32_t gpuocc_bytes_in_flight(const gpuocc_flight *flight, gpuocc_flight_result *result,
                                          gpuocc_error *error);

#ifdef __cplusplus
}
#endif

#endif
