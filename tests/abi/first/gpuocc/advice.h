/* SPDX-License-Identifier: MIT */
/* Written by scripts/abi_snapshot. */
#ifndef GPUOCC_ADVICE_H
#define GPUOCC_ADVICE_H
#include "occupancy.h"
#include "status.h"
#ifdef __cplusplus
extern "C" {
#endif
enum gpuocc_target {
    GPUOCC_TARGET_GROUPS = 0,
    GPUOCC_TARGET_WAVES = 1,
    GPUOCC_TARGET_WAVES_PER_PARTITION = 2
};
GPUOCC_API int32_t gpuocc_occupancy_maximum(const gpuocc_occupancy *occupancy, uint32_t field,
                                            uint32_t target, uint32_t count, uint32_t *value,
                                            gpuocc_error *error);
typedef struct gpuocc_plateau {
    uint32_t size;
    uint32_t first;
    uint32_t last;
    uint32_t groups;
    uint32_t waves;
    uint32_t limiters;
} gpuocc_plateau;
GPUOCC_API int32_t gpuocc_occupancy_plateau(const gpuocc_occupancy *occupancy, uint32_t field,
                                            uint32_t value, gpuocc_plateau *plateau,
                                            gpuocc_error *error);
typedef struct gpuocc_step {
    uint32_t size;
    uint32_t now;
    uint32_t slack;
    uint32_t then;
    uint32_t groups;
    uint32_t waves;
    uint32_t limiters;
} gpuocc_step;
GPUOCC_API int32_t gpuocc_occupancy_next_step(const gpuocc_occupancy *occupancy, uint32_t field,
                                              gpuocc_step *step, gpuocc_error *error);
typedef struct gpuocc_two_field_step {
    uint32_t size;
    uint32_t fields[2];
    uint32_t now[2];
    uint32_t then[2];
    uint32_t groups;
    uint32_t waves;
    uint32_t limiters;
} gpuocc_two_field_step;
GPUOCC_API int32_t gpuocc_occupancy_two_field_step(const gpuocc_occupancy *occupancy,
                                                   gpuocc_two_field_step *step,
                                                   gpuocc_error *error);
GPUOCC_API int32_t gpuocc_occupancy_pad(const gpuocc_occupancy *occupancy, uint32_t groups,
                                        uint32_t *bytes, gpuocc_error *error);
enum gpuocc_bound {
    GPUOCC_BOUND_LOWER = 0,
    GPUOCC_BOUND_UPPER = 1
};
GPUOCC_API int32_t gpuocc_occupancy_bound(const gpuocc_occupancy *occupancy, uint32_t result,
                                          uint32_t index, uint32_t bound, gpuocc_kernel *kernel,
                                          gpuocc_error *error);
GPUOCC_API int32_t gpuocc_occupancy_advice(const gpuocc_occupancy *occupancy, uint32_t index,
                                           char *text, size_t bytes, size_t *length);
typedef struct gpuocc_group_search {
    uint32_t size;
    uint32_t min_threads;
    uint32_t max_threads;
    uint32_t multiple_of;
    uint32_t prefer_small;
    uint32_t core_count;
    uint64_t grid_threads;
    uint32_t convention;
    uint32_t index;
    uint64_t candidate_count;
} gpuocc_group_search;
typedef struct gpuocc_candidate {
    uint32_t size;
    uint32_t threads_per_group;
    uint32_t registers;
} gpuocc_candidate;
typedef struct gpuocc_group_size {
    uint32_t size;
    uint32_t threads_per_group;
    uint32_t candidate;
    uint32_t registers;
    uint32_t groups;
    uint32_t waves;
    uint32_t max_waves;
    uint32_t limiters;
    uint64_t rounds;
} gpuocc_group_size;
GPUOCC_API int32_t gpuocc_best_of(const gpuocc_device *device, const gpuocc_kernel *kernel,
                                  const gpuocc_group_search *search,
                                  const gpuocc_candidate *candidates, gpuocc_group_size *best,
                                  gpuocc_error *error);
GPUOCC_API int32_t gpuocc_best_group(const gpuocc_device *device, const gpuocc_kernel *kernel,
                                     const gpuocc_group_search *search, uint32_t *threads,
                                     uint32_t *groups, gpuocc_error *error);
#ifdef __cplusplus
}
#endif
#endif
