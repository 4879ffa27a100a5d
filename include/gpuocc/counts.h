/* SPDX-License-Identifier: MIT
 *
 * Small exact counts that decide how a kernel uses the GPU: balance of cores, halo of a tile,
 * cache lines that a wave touches, atomics of a reduction. Integers only.
 *
 * GPUOCC_ERROR_NOT_A_CHOICE is returned if an input is outside of what stands with it,
 * GPUOCC_ERROR_TOO_LARGE if a result would leave 64 bits. Set `size` of every struct to its sizeof,
 * and `unused` to 0.
 */
#ifndef GPUOCC_COUNTS_H
#define GPUOCC_COUNTS_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How evenly groups of one size go over cores. */
typedef struct gpuocc_balance {
    uint32_t size;
    uint32_t unused;
    uint64_t groups;       /**< threads / threads_per_group, rounded up */
    uint64_t most_groups;  /**< of a core, groups spread evenly */
    uint64_t least_groups; /**< of a core */
    uint64_t busy_cores;   /**< with a group at all */
    uint64_t capacity;     /**< threads if every core were as full as the fullest: threads /
                            *   capacity is the share of the cores' time that is used */
} gpuocc_balance;

/**
 * Balance of `threads` threads in groups of `threads_per_group` on `core_count` cores; none of
 * them 0. Small groups balance better: prefer the smallest multiple of the wave that works.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_NOT_A_CHOICE;
 * GPUOCC_ERROR_TOO_LARGE.
 */
GPUOCC_API int32_t gpuocc_balance_cores(uint64_t threads, uint32_t threads_per_group,
                                        uint32_t core_count, gpuocc_balance *result);

/**
 * Threads that a relatively complex kernel wants on the whole GPU: 1024 to 2048 per core. A rule
 * of thumb of Apple's talk WWDC22 10159, not a limit; one load in flight per thread then covers
 * the latency of memory about once to twice.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_NOT_A_CHOICE if `core_count` is 0.
 */
GPUOCC_API int32_t gpuocc_recommended_threads(uint32_t core_count, uint64_t *low, uint64_t *high);

/** A tile with the border that a stencil reads around it. */
typedef struct gpuocc_tile {
    uint32_t size;
    uint32_t x;             /**< elements, at least 1 */
    uint32_t y;             /**< 0: the tile has one dimension */
    uint32_t z;             /**< 0: the tile has no third dimension */
    uint32_t radius;        /**< of the border, in elements, corners included */
    uint32_t element_bytes; /**< 0: bytes are not asked for */
} gpuocc_tile;

/** Loads of a tile. Two ratios are in use, never the one without its name: border / payload, and
 *  border / all. Loads per output are all / payload against unstaged_loads / 1. */
typedef struct gpuocc_halo {
    uint32_t size;
    uint32_t dimensions;
    uint64_t payload;        /**< elements of the tile */
    uint64_t border;         /**< elements around it */
    uint64_t all;            /**< payload + border */
    uint64_t shared_bytes;   /**< all x element_bytes */
    uint64_t unstaged_loads; /**< per element without shared memory: (2 radius + 1) ^ dimensions */
} gpuocc_halo;

/**
 * Halo of a tile.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_NOT_A_CHOICE; GPUOCC_ERROR_TOO_LARGE.
 */
GPUOCC_API int32_t gpuocc_tile_halo(const gpuocc_tile *tile, gpuocc_halo *halo);

/** A group of x by y threads, each of which loads one element of an image; x runs fastest. */
typedef struct gpuocc_access {
    uint32_t size;
    uint32_t wave_size;     /**< threads, at least 1 */
    uint32_t group_x;       /**< threads, at least 1 */
    uint32_t group_y;       /**< threads, at least 1; the group has at most 65536 */
    uint32_t element_bytes; /**< 1 to 65536 */
    uint32_t line_bytes;    /**< of a cache line, at least 1; 128 on Apple and NVIDIA */
    uint64_t pitch_bytes;   /**< from row to row, at least group_x x element_bytes */
    uint64_t base_bytes;    /**< address of element (0, 0) */
    uint64_t origin_x;      /**< element of the group's first thread */
    uint64_t origin_y;
} gpuocc_access;

/** Lines that the threads touch. bytes_used / bytes_fetched is the efficiency of the access. */
typedef struct gpuocc_lines {
    uint32_t size;
    uint32_t threads; /**< active ones; a last wave may have fewer */
    uint64_t rows;    /**< of the image */
    uint64_t lines;   /**< different ones */
    uint64_t bytes_used;
    uint64_t bytes_fetched;
} gpuocc_lines;

/** Lines of one wave of the group. Statuses as gpuocc_tile_halo, and GPUOCC_ERROR_INDEX if the
 *  group has no such wave. */
GPUOCC_API int32_t gpuocc_wave_lines(const gpuocc_access *access, uint32_t wave,
                                     gpuocc_lines *lines);

/** Lines of the whole group: `lines` counts each line once, as a cache does that holds a group;
 *  `*requests` (may be NULL) is the sum over its waves. Statuses as gpuocc_tile_halo. */
GPUOCC_API int32_t gpuocc_group_lines(const gpuocc_access *access, gpuocc_lines *lines,
                                      uint64_t *requests);

/** Atomics of a sum over many values. */
typedef struct gpuocc_atomics {
    uint32_t size;
    uint32_t unused;
    uint64_t naive;       /**< on one address of the device: one per value */
    uint64_t wave_only;   /**< the same, after each wave has added up its own values */
    uint64_t per_group;   /**< the same, after each group has: one per group */
    uint64_t shared;      /**< on addresses in shared memory, for the latter, all groups together */
    uint64_t shared_most; /**< thereof on the address of one group */
} gpuocc_atomics;

/**
 * Atomics of a reduction of `values`, one per thread; none of the inputs 0. Counts bound the time
 * from below (count x time of an atomic); they do not predict it.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_NOT_A_CHOICE.
 */
GPUOCC_API int32_t gpuocc_reduction_atomics(uint64_t values, uint32_t threads_per_group,
                                            uint32_t wave_size, gpuocc_atomics *result);

#ifdef __cplusplus
}
#endif

#endif
