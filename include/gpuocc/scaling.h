/* SPDX-License-Identifier: MIT
 *
 * Scaling: the effect of a larger GPU, of overlapping work and of faster launches. These are models
 * of a few numbers each, in doubles computed with + - * / only. docs/schedule.md has formulas,
 * examples and limits.
 *
 * GPUOCC_ERROR_BAD_NUMBER is returned if a double is negative, infinite, not a number or outside
 * its range, GPUOCC_ERROR_NOT_A_CHOICE if an integer is outside its range; estimate.h lists the
 * ranges and what `error` (may be NULL) then contains. Set `size` of every struct to its sizeof,
 * and `unused` to 0.
 */
#ifndef GPUOCC_SCALING_H
#define GPUOCC_SCALING_H

#include "estimate.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A CPU part and a GPU part that alternate (Amdahl 1967). */
typedef struct gpuocc_serial {
    uint32_t size;
    uint32_t unused;
    double cpu_time;   /**< CPU time of one iteration, in any unit */
    double gpu_time;   /**< GPU time of one iteration, in the same unit; not both may be 0 */
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
