/* SPDX-License-Identifier: MIT
 *
 * Exact integer counts that determine how well a kernel uses the GPU: balance of cores, halo of a
 * tile, cache lines per wave, atomics of a reduction.
 *
 * GPUOCC_ERROR_NOT_A_CHOICE is returned if an input is outside its documented range,
 * GPUOCC_ERROR_TOO_LARGE if a result would exceed 64 bits; estimate.h lists what `error` (may be
 * NULL) then contains. Set `size` of every struct to its sizeof, and `unused` to 0.
 */
#ifndef GPUOCC_COUNTS_H
#define GPUOCC_COUNTS_H

#include "estimate.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

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
    uint32_t y;             /**< 0: the tile has one dimension */
    uint32_t z;             /**< 0: the tile has no third dimension */
    uint32_t radius;        /**< width of the border in elements; corners are included */
    uint32_t element_bytes; /**< 0: bytes are not computed */
} gpuocc_tile;

/** Loads of a tile. Two ratios are in use, so always name the one that you mean: border / payload
 *  or border / all. Loads per output are all / payload with shared memory and unstaged_loads
 *  without. */
typedef struct gpuocc_halo {
    uint32_t size;
    uint32_t dimensions;
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
    uint64_t origin_y;
} gpuocc_access;

/** The cache lines that the threads access. bytes_used / bytes_fetched is the efficiency. */
typedef struct gpuocc_lines {
    uint32_t size;
    uint32_t threads; /**< active threads; the last wave may have fewer */
    uint64_t rows;    /**< rows of the image that are accessed */
    uint64_t lines;   /**< distinct cache lines */
    uint64_t bytes_used;
    uint64_t bytes_fetched;
} gpuocc_lines;

/** Computes the cache lines of one wave of the group. Statuses as gpuocc_tile_halo, and
 *  GPUOCC_ERROR_INDEX if the group has no such wave. */
GPUOCC_API int32_t gpuocc_wave_lines(const gpuocc_access *access, uint32_t wave,
                                     gpuocc_lines *lines, gpuocc_error *error);

/** Computes the cache lines of the whole group. `lines` counts each line once, as if the cache
 *  holds all lines of the group; `*requests` (may be NULL) is the sum over its waves. Statuses as
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

#ifdef __cplusplus
}
#endif

#endif
