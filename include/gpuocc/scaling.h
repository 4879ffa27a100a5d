/* SPDX-License-Identifier: MIT
 *
 * Scaling: what a larger GPU, an overlap or a faster launch brings. Models of a few numbers each;
 * doubles, computed with + - * / alone. docs/schedule.md holds formulas, examples and limits.
 *
 * GPUOCC_ERROR_BAD_NUMBER is returned if an input is negative, infinite, no number, or out of the
 * range that stands with it. Set `size` of every struct to its sizeof, and `unused` to 0.
 */
#ifndef GPUOCC_SCALING_H
#define GPUOCC_SCALING_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A CPU part and a GPU part that take turns (Amdahl 1967). */
typedef struct gpuocc_serial {
    uint32_t size;
    uint32_t unused;
    double cpu_time;   /**< of one iteration, any unit */
    double gpu_time;   /**< of one iteration, the same unit, not both 0 */
    double core_scale; /**< how many times the cores of the GPU that took gpu_time; above 0 */
} gpuocc_serial;

/** What becomes of it with core_scale times the cores. */
typedef struct gpuocc_serial_result {
    uint32_t size;
    uint32_t bound;    /**< bounds when both overlap: 0 the CPU part, 1 a larger GPU part */
    double time;       /**< cpu_time + gpu_time / core_scale */
    double speedup;    /**< how many times faster than with core_scale 1; no time saving */
    double limit;      /**< of the speed-up, with any number of cores; 0: there is none */
    double saved;      /**< share of the time that is saved: 1 - 1 / speed-up */
    double gpu_busy;   /**< share of the time in which the GPU works */
    double overlapped; /**< time if CPU and GPU work side by side: the larger part */
} gpuocc_serial_result;

/**
 * The serial gap.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_BAD_NUMBER; GPUOCC_ERROR_TOO_LARGE if a result would be above 1e308.
 */
GPUOCC_API int32_t gpuocc_serial_gap(const gpuocc_serial *serial, gpuocc_serial_result *result);

/**
 * The parts from measured times: least squares of the time over 1 / core_scale, exact for two
 * points. One measured speed-up S at scale n is the points (1, 1) and (n, 1 / S); then gpu_time is
 * the GPU's share. A part below 0 (or a share above 1) means that the model does not hold: it is
 * reported as it comes out.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER; GPUOCC_ERROR_TOO_LARGE as there;
 * GPUOCC_NOT_POSSIBLE if there are not two different scales.
 */
GPUOCC_API int32_t gpuocc_serial_fit(const double *core_scales, const double *times, size_t count,
                                     double *cpu_time, double *gpu_time);

/** Independent chains of dependent dispatches. */
typedef struct gpuocc_chains {
    uint32_t size;
    uint32_t chains;      /**< chains there are, at least 1 */
    uint32_t interleaved; /**< of them at a time, 1 to `chains` */
    uint32_t dispatches;  /**< of each chain, at least 1 */
    double gap;           /**< time between two dispatches of a chain */
    double work;          /**< time of one dispatch alone, above 0 */
    double fill;          /**< share of the GPU that it fills alone, above 0, at most 1 */
} gpuocc_chains;

/** Bounds, no prediction: how well chains interleave is not known. */
typedef struct gpuocc_chains_result {
    uint32_t size;
    uint32_t unused;
    double serial_time;  /**< one chain after the other */
    double least_time;   /**< lower bound of the interleaved time */
    double most_speedup; /**< upper bound */
} gpuocc_chains_result;

/**
 * Bounds for overlapping independent dispatches. The inverse is gpuocc_chains_recoverable.
 * Statuses as gpuocc_serial_gap.
 */
GPUOCC_API int32_t gpuocc_chains_bounds(const gpuocc_chains *chains, gpuocc_chains_result *result);

/**
 * The share of the serial time that was recoverable at least, from a speed-up measured with
 * interleaved dispatches: 1 - 1 / `speedup`, which is at least 1.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_chains_recoverable(double speedup, double *share);

/** One dispatch whose groups are launched one after the other. */
typedef struct gpuocc_ramp {
    uint32_t size;
    uint32_t unused;
    uint64_t groups;        /**< of the grid, at least 1 */
    uint64_t slots;         /**< groups resident on the GPU at once, at least 1 */
    double launch_interval; /**< least time between two launches, on the whole GPU */
    double group_time;      /**< that a group runs, above 0 */
    double fixed_time;      /**< of a dispatch */
} gpuocc_ramp;

/** How long it takes. No vendor publishes the launch interval: measure it. */
typedef struct gpuocc_ramp_result {
    uint32_t size;
    uint32_t launch_bound; /**< 1: groups end faster than new ones are launched */
    double time;           /**< exact for groups of equal time */
    double concurrency;    /**< mean number of groups resident over that time */
} gpuocc_ramp_result;

/** Ramp of a dispatch. Statuses as gpuocc_serial_gap. */
GPUOCC_API int32_t gpuocc_ramp_time(const gpuocc_ramp *ramp, gpuocc_ramp_result *result);

/**
 * Bounds of a greedy schedule of `work` operations, the longest chain of which is `span`, on
 * `processors` (Brent 1974): max(work / processors, span) and span + (work - span) / processors.
 * Neither is the time. Both inputs above 0, span at most work, processors at least 1.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_work_span(double work, double span, double processors, double *lower,
                                    double *upper);

/** Little's law for a core of the GPU. */
typedef struct gpuocc_flight {
    uint32_t size;
    uint32_t core_count;   /**< at least 1 */
    uint32_t line_bytes;   /**< that a wave's load moves, at least 1 */
    uint32_t wave_size;    /**< threads of a wave, at least 1 */
    double latency_ns;     /**< of a load */
    double bandwidth_gb_s; /**< of the whole GPU, 10^9 bytes a second */
} gpuocc_flight;

/** What has to be in flight on a core so that the memory is kept busy. */
typedef struct gpuocc_flight_result {
    uint32_t size;
    uint32_t unused;
    double bytes;     /**< latency x bandwidth / cores */
    uint64_t waves;   /**< with one line each, rounded up */
    uint64_t threads; /**< of these waves */
} gpuocc_flight_result;

/**
 * Bytes in flight. Statuses as gpuocc_serial_gap, and GPUOCC_ERROR_TOO_LARGE if the waves leave 53
 * bits.
 */
GPUOCC_API int32_t gpuocc_bytes_in_flight(const gpuocc_flight *flight,
                                          gpuocc_flight_result *result);

#ifdef __cplusplus
}
#endif

#endif
