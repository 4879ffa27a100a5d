/* SPDX-License-Identifier: MIT */
/** \file
 * Decides whether a kernel became worse between two builds, and sums up the kernels of one. No
 * memory is allocated and no state is kept.
 */
#ifndef GPUOCC_GATE_H
#define GPUOCC_GATE_H

#include <gpuocc/gpuocc.h>
#include <gpuocc/kernels.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What is compared. More waves and groups are better, more bytes are worse. */
enum gpuocc_measure {
    GPUOCC_MEASURE_WAVES = 0,  /**< waves resident on a core */
    GPUOCC_MEASURE_GROUPS = 1, /**< groups resident on a core: compared if no waves are known */
    GPUOCC_MEASURE_STACK = 2,  /**< bytes of scratch memory */
    GPUOCC_MEASURE_SPILLS = 3, /**< bytes of spilled registers */
    GPUOCC_MEASURE_COUNT = 4
};

/** A kernel of one build on a device. */
typedef struct gpuocc_measured {
    uint32_t size;  /**< of this struct, in bytes; set by the caller */
    uint32_t known; /**< set of 1 << enum gpuocc_measure */
    /** By measure: its value, or its least and largest one; UINT64_MAX: without a limit. */
    uint64_t low[GPUOCC_MEASURE_COUNT], high[GPUOCC_MEASURE_COUNT];
} gpuocc_measured;

/** What may become worse. A decrease in waves is allowed if either of the two allows it. */
typedef struct gpuocc_allowance {
    uint32_t size;          /**< of this struct, in bytes; set by the caller */
    uint64_t waves_percent; /**< decrease in waves or groups, in 1 / 10000 of a percent */
    uint64_t waves;         /**< decrease in waves */
    uint64_t stack_bytes;   /**< increase of GPUOCC_MEASURE_STACK */
    uint64_t spill_bytes;   /**< increase of GPUOCC_MEASURE_SPILLS */
} gpuocc_allowance;

/**
 * Compares a kernel with the same kernel of an earlier build. `*worse` and `*better` become the
 * sets (1 << enum gpuocc_measure) of the measures that are worse or better, at one end of their
 * range at least. Waves or groups that are no longer known are worse, new ones are better. Bytes
 * that only one side knows are not compared, because other formats of the same kernel may not
 * contain them. `allowance` may be NULL.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE.
 */
GPUOCC_API int32_t gpuocc_gate_compare(const gpuocc_measured *was, const gpuocc_measured *now,
                                       const gpuocc_allowance *allowance, uint32_t *worse,
                                       uint32_t *better);

/** Totals of kernels on a device. Start with zeros and `size`. */
typedef struct gpuocc_totals {
    uint32_t size;                        /**< of this struct, in bytes; set by the caller */
    uint64_t kernels;                     /**< all that were added */
    uint64_t refused;                     /**< those without an occupancy */
    uint64_t ranges;                      /**< those whose waves are not a single number */
    uint64_t below_half;                  /**< those with less than half of the waves of a core */
    uint64_t spilling;                    /**< those that spill registers */
    uint64_t limited[GPUOCC_LIMIT_COUNT]; /**< by enum gpuocc_limit: those that it may limit */
    /** The shares of the waves of a core, in whole millionths, over all kernels but those that were
     * refused or are ranges. */
    uint64_t share_sum;
} gpuocc_totals;

/** Adds a kernel: its occupancy, or NULL if it was refused, and gpuocc_kernels_found::spill_bytes.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL for the totals; GPUOCC_ERROR_STRUCT_SIZE. */
GPUOCC_API int32_t gpuocc_totals_add(gpuocc_totals *totals, const gpuocc_occupancy *occupancy,
                                     uint32_t spill_bytes);

/** Returns the mean share of the waves of a core in millionths, rounded down; UINT64_MAX if there
 * is none, or if `totals` is NULL. */
GPUOCC_API uint64_t gpuocc_totals_share(const gpuocc_totals *totals);

#ifdef __cplusplus
}
#endif

#endif
