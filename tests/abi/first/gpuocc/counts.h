/* SPDX-License-Identifier: MIT */
/* Written by scripts/abi_snapshot. */
#ifndef GPUOCC_COUNTS_H
#define GPUOCC_COUNTS_H
#include "estimate.h"
#include "status.h"
#ifdef __cplusplus
extern "C" {
#endif
typedef struct gpuocc_balance {
    uint32_t size;
    uint32_t unused;
    uint64_t groups;
    uint64_t most_groups;
    uint64_t least_groups;
    uint64_t busy_cores;
    uint64_t capacity;
} gpuocc_balance;
GPUOCC_API int32_t gpuocc_balance_cores(uint64_t threads, uint32_t threads_per_group,
                                        uint32_t core_count, gpuocc_balance *result,
                                        gpuocc_error *error);
typedef struct gpuocc_tile {
    uint32_t size;
    uint32_t x;
    uint32_t y;
    uint32_t z;
    uint32_t radius;
    uint32_t element_bytes;
} gpuocc_tile;
typedef struct gpuocc_halo {
    uint32_t size;
    uint32_t dimensions;
    uint64_t payload;
    uint64_t border;
    uint64_t all;
    uint64_t shared_bytes;
    uint64_t unstaged_loads;
} gpuocc_halo;
GPUOCC_API int32_t gpuocc_tile_halo(const gpuocc_tile *tile, gpuocc_halo *halo,
                                    gpuocc_error *error);
typedef struct gpuocc_access {
    uint32_t size;
    uint32_t wave_size;
    uint32_t group_x;
    uint32_t group_y;
    uint32_t element_bytes;
    uint32_t line_bytes;
    uint64_t pitch_bytes;
    uint64_t base_bytes;
    uint64_t origin_x;
    uint64_t origin_y;
} gpuocc_access;
typedef struct gpuocc_lines {
    uint32_t size;
    uint32_t threads;
    uint64_t rows;
    uint64_t lines;
    uint64_t bytes_used;
    uint64_t bytes_fetched;
} gpuocc_lines;
GPUOCC_API int32_t gpuocc_wave_lines(const gpuocc_access *access, uint32_t wave,
                                     gpuocc_lines *lines, gpuocc_error *error);
GPUOCC_API int32_t gpuocc_group_lines(const gpuocc_access *access, gpuocc_lines *lines,
                                      uint64_t *requests, gpuocc_error *error);
typedef struct gpuocc_atomics {
    uint32_t size;
    uint32_t unused;
    uint64_t naive;
    uint64_t wave_only;
    uint64_t per_group;
    uint64_t shared;
    uint64_t shared_most;
} gpuocc_atomics;
GPUOCC_API int32_t gpuocc_reduction_atomics(uint64_t values, uint32_t threads_per_group,
                                            uint32_t wave_size, gpuocc_atomics *result,
                                            gpuocc_error *error);
#ifdef __cplusplus
}
#endif
#endif
