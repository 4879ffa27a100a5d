/* SPDX-License-Identifier: MIT
 *
 * What to change: inverse questions and the best group size.
 */
#ifndef GPUOCC_ADVICE_H
#define GPUOCC_ADVICE_H

#include "occupancy.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is to be reached. */
enum gpuocc_target {
    GPUOCC_TARGET_GROUPS = 0,             /**< groups per core */
    GPUOCC_TARGET_WAVES = 1,              /**< waves per core */
    GPUOCC_TARGET_WAVES_PER_PARTITION = 2 /**< waves of every partition, evenly spread */
};

/**
 * The largest value of one kernel field with which at least `count` of the target are resident,
 * everything else as it is. `field` is an amount: registers of any kind, shared memory, barriers,
 * threads_per_group, grf_count. The field's own value does not matter and may be unknown.
 *
 * In the default convention one more of it does not do. In a tool's convention the answer is the
 * tool's, if it has this question (`header`: dynamic_shared_bytes, with its defects).
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD if the field is no amount or `target` no enum
 * gpuocc_target; GPUOCC_ERROR_REQUIRED if `count` is 0; GPUOCC_ERROR_MUST_BE_KNOWN if another
 * field is unknown; GPUOCC_ERROR_NO_RESOURCE; GPUOCC_NOT_POSSIBLE if not even the least value
 * does; GPUOCC_NOT_KNOWN if nobody knows how much this resource limits.
 */
GPUOCC_API int32_t gpuocc_occupancy_most(const gpuocc_occupancy *occupancy, uint32_t field,
                                         uint32_t target, uint32_t count, uint32_t *value);

/** Values of one field over which the answer stays the same. */
typedef struct gpuocc_stretch {
    uint32_t size;     /**< sizeof(gpuocc_stretch), set by the caller */
    uint32_t first;    /**< first and */
    uint32_t last;     /**< last value of the stretch */
    uint32_t groups;   /**< groups and */
    uint32_t waves;    /**< waves per core, all along the stretch */
    uint32_t limiters; /**< set of enum gpuocc_limit, at `first` */
} gpuocc_stretch;

/**
 * The stretch in which `value` of a field lies, everything else as it is: asked from the least
 * value on, and then from `last` + 1 on, it gives the whole curve of occupancy over the field, in
 * as many calls as it has steps. threads_per_group starts at 1, everything else at 0.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_FIELD if the field is no
 * amount; GPUOCC_ERROR_INDEX if `value` is above what the device accepts (the end of the curve);
 * GPUOCC_ERROR_NO_RESOURCE; GPUOCC_ERROR_MUST_BE_KNOWN if another field is unknown;
 * GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_occupancy_stretch(const gpuocc_occupancy *occupancy, uint32_t field,
                                            uint32_t value, gpuocc_stretch *stretch);

/** What to change in one field, and what that brings. */
typedef struct gpuocc_step {
    uint32_t size;     /**< sizeof(gpuocc_step), set by the caller */
    uint32_t now;      /**< the value that the kernel has */
    uint32_t slack;    /**< largest value that costs nothing: at least `now` */
    uint32_t then;     /**< the value to change to: admits more waves */
    uint32_t groups;   /**< groups and */
    uint32_t waves;    /**< waves per core at `then` */
    uint32_t limiters; /**< what limits next: set of enum gpuocc_limit at `then` */
} gpuocc_step;

/**
 * The next step in one field: the largest value below the kernel's that admits more waves,
 * everything else as it is. For threads_per_group, where more threads can do as well, the nearest
 * smaller value that does, or else the nearest larger one, its last wave full.
 *
 * GPUOCC_OK; GPUOCC_NOT_POSSIBLE if no value of this field alone admits more (`now` and `slack`
 * are set all the same); else as gpuocc_occupancy_stretch.
 */
GPUOCC_API int32_t gpuocc_occupancy_next(const gpuocc_occupancy *occupancy, uint32_t field,
                                         gpuocc_step *step);

/**
 * Padding: the least number of bytes to add to dynamic_shared_bytes so that exactly `groups`
 * groups reside on a core.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_REQUIRED if `groups` is 0; GPUOCC_NOT_POSSIBLE if
 * fewer reside already, or if shared memory cannot bring them down to exactly so many;
 * GPUOCC_ERROR_MUST_BE_KNOWN; GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_occupancy_pad(const gpuocc_occupancy *occupancy, uint32_t groups,
                                        uint32_t *bytes);

/** Which group sizes gpuocc_best_group tries. Set `size`; 0 elsewhere is the default named. */
typedef struct gpuocc_group_search {
    uint32_t size;
    /** Smallest group, in threads. Default: one wave. */
    uint32_t min_threads;
    /** Largest group, in threads. Default: what the device and the kernel allow. */
    uint32_t max_threads;
    /** Only multiples of this many threads. Default: the wave size. */
    uint32_t multiple_of;
    /** 1: of equal answers prefer the smaller group. Default: the larger one. */
    uint32_t prefer_small;
} gpuocc_group_search;

/**
 * The group size with the most waves resident on a core; of equal ones the larger (or the
 * smaller, if the search says so). `index` 0 asks for the best, 1 for the second best.
 * threads_per_group of the kernel is not read. `search` may be NULL. Sizes with which the kernel
 * does not launch are no answers. `*groups` (may be NULL) is set to the groups per core.
 *
 * In the `header` convention index 0 is what the header answers: it counts threads, and tries the
 * largest size even if it is no multiple.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_INDEX past the last size
 * that launches; GPUOCC_ERROR_MUST_BE_KNOWN if a field is unknown; GPUOCC_NOT_KNOWN if nobody
 * knows how many reside; GPUOCC_NOT_APPLICABLE if the convention has no answer in groups; else as
 * gpuocc_occupancy_init.
 */
GPUOCC_API int32_t gpuocc_best_group(const gpuocc_device *device, uint32_t convention,
                                     const gpuocc_kernel *kernel, const gpuocc_group_search *search,
                                     uint32_t index, uint32_t *threads, uint32_t *groups,
                                     gpuocc_error *error);

#ifdef __cplusplus
}
#endif

#endif
