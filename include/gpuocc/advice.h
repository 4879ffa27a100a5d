/* SPDX-License-Identifier: MIT
 *
 * What to change: inverse questions, next steps, the ends of ranges and the best group size.
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
 * everything else as it is. `field` is an amount: registers of any kind, grf_count, shared memory
 * of any kind, barriers, virtual_resources, threads_per_group. The field's own value does not
 * matter and may be unknown.
 *
 * In the default convention one more of it does not do. In a tool's convention the answer is the
 * tool's, if it has this question (`header`: dynamic_shared_bytes, with its defects).
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD if the field is no amount or `target` no enum
 * gpuocc_target; GPUOCC_ERROR_REQUIRED if `count` is 0; GPUOCC_ERROR_MUST_BE_KNOWN if another
 * field is unknown; GPUOCC_ERROR_NO_RESOURCE; GPUOCC_NOT_POSSIBLE if not even the least value
 * does; GPUOCC_NOT_KNOWN if it is not published how much this resource limits;
 * GPUOCC_NOT_APPLICABLE if the device or the convention accepts the field and ignores it, or if the
 * convention does not count the target.
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
    uint32_t limiters; /**< set of enum gpuocc_limit, at the value asked about */
} gpuocc_stretch;

/**
 * The stretch in which `value` of a field lies, everything else as it is: asked from the least
 * value on, and then from `last` + 1 on, it gives the whole curve of occupancy over the field, in
 * as many calls as it has steps. threads_per_group starts at 1, everything else at 0.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_FIELD if the field is no
 * amount; GPUOCC_ERROR_INDEX if `value` is above what the device accepts (the end of the curve);
 * GPUOCC_ERROR_NO_RESOURCE; GPUOCC_ERROR_MUST_BE_KNOWN if another field is unknown;
 * GPUOCC_NOT_APPLICABLE if the device or the convention accepts the field and ignores it;
 * GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_occupancy_stretch(const gpuocc_occupancy *occupancy, uint32_t field,
                                            uint32_t value, gpuocc_stretch *stretch);

/** What to change in one field, and what that brings. */
typedef struct gpuocc_step {
    uint32_t size;     /**< sizeof(gpuocc_step), set by the caller */
    uint32_t now;      /**< the value that the kernel has */
    uint32_t slack;    /**< last value of the stretch that `now` lies in: at least `now` */
    uint32_t then;     /**< the value to change to: admits more waves */
    uint32_t groups;   /**< groups and */
    uint32_t waves;    /**< waves per core at `then` */
    uint32_t limiters; /**< what limits next: set of enum gpuocc_limit at `then` */
} gpuocc_step;

/**
 * The next step in one field: the largest value below the kernel's that admits more waves,
 * everything else as it is. For threads_per_group, where more threads can do as well, the nearest
 * smaller value that does, or else the last value of the nearest larger stretch that does: its
 * last wave is full, unless bytes of each thread, the kernel's own bound or the device's end the
 * stretch within a wave.
 *
 * Up to `slack` there are as many groups and as many waves all the way. Larger values can be as
 * good or better: 512 threads as many groups as 448, of more waves each; and where more shared
 * memory admits more groups (NVIDIA, small carve-outs and preferred caches), as many can reside
 * again behind a stretch with fewer.
 *
 * GPUOCC_OK; GPUOCC_NOT_POSSIBLE if no value of this field alone admits more (`now` and `slack`
 * are set all the same); else as gpuocc_occupancy_stretch.
 */
GPUOCC_API int32_t gpuocc_occupancy_next(const gpuocc_occupancy *occupancy, uint32_t field,
                                         gpuocc_step *step);

/** What to change in two fields at once, and what that brings. */
typedef struct gpuocc_joint_step {
    uint32_t size;      /**< sizeof(gpuocc_joint_step), set by the caller */
    uint32_t fields[2]; /**< enum gpuocc_kernel_field, the lower number first */
    uint32_t now[2];    /**< the values that the kernel has */
    uint32_t then[2];  /**< the values to change to, both smaller: together they admit more waves */
    uint32_t groups;   /**< groups and */
    uint32_t waves;    /**< waves per core then */
    uint32_t limiters; /**< what limits next: set of enum gpuocc_limit */
} gpuocc_joint_step;

/**
 * The joint step: the cheapest cut of two amounts that admits more waves, where none alone does.
 * It cuts what a kernel can change: neither the threads nor trap_registers, which the driver
 * decides on. Cheapest is the smallest sum of the two relative changes
 * ((now - then) / now); of equal sums that of the lower fields. One more of either does not do.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_NOT_POSSIBLE if one amount alone
 * helps (gpuocc_occupancy_next), or no two do; GPUOCC_ERROR_MUST_BE_KNOWN if a field is unknown;
 * GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_occupancy_joint(const gpuocc_occupancy *occupancy,
                                          gpuocc_joint_step *step);

/**
 * Padding: the least number of bytes to add to dynamic_shared_bytes so that exactly `groups`
 * groups reside on a core.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_REQUIRED if `groups` is 0; GPUOCC_NOT_POSSIBLE if no
 * number of bytes does; GPUOCC_ERROR_MUST_BE_KNOWN; GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_occupancy_pad(const gpuocc_occupancy *occupancy, uint32_t groups,
                                        uint32_t *bytes);

/** The ends of a range. */
enum gpuocc_range_end {
    GPUOCC_RANGE_LOW = 0, /**< `low` and */
    GPUOCC_RANGE_HIGH = 1 /**< `high` of gpuocc_occupancy_get */
};

/**
 * Where an end of a range is reached: the value of one field in a kernel of which this result is
 * that end. The values of all fields, asked one after the other, are one kernel: placed, it gives
 * the end exactly. Of the values of an unknown amount with which that is so, it is the last one as
 * seen from where the end holds in any case: the most registers with which there are still as many
 * groups, or the fewest with which there are as few; likewise where neither nothing nor all of it
 * has the end. GPUOCC_ZERO is an explicit zero. A field that is known has its own value, or its
 * default.
 *
 * `result` and `index` are those of gpuocc_occupancy_get, `end` an enum gpuocc_range_end. A limit
 * without an upper end (GPUOCC_RESULT_LIMIT, UINT64_MAX) is one that the kernel does not have.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD if there is no such field, result or end;
 * GPUOCC_NOT_POSSIBLE if no kernel alone has this end, or only kernels with amounts between their
 * ends do that are not looked for (registers with which NVIDIA gives global caching up); else as
 * gpuocc_occupancy_get.
 */
GPUOCC_API int32_t gpuocc_occupancy_range_end(const gpuocc_occupancy *occupancy, uint32_t result,
                                              uint32_t index, uint32_t end, uint32_t field,
                                              uint32_t *value);

/**
 * The index-th piece of advice as one sentence without a full stop, in UTF-8 ("cut 8
 * registers_per_thread (72 -> 64): 4 groups instead of 3, 32 of 48 waves, then limited by registers
 * and shared"). First the next step and the slack of each amount that is not 0, and of the threads
 * in the default convention; then the joint step. trap_registers are not spoken of: the driver
 * decides on them. Of a range: where its ends are reached, unless there is a kernel in it with a
 * limit that nobody knows.
 *
 * At most `bytes` bytes are written, the NUL included; `text` may be NULL if `bytes` is 0.
 * `*length` (may be NULL) is set to the length of the whole sentence without the NUL, also when it
 * did not fit.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_INDEX past the last piece.
 */
GPUOCC_API int32_t gpuocc_occupancy_advice(const gpuocc_occupancy *occupancy, uint32_t index,
                                           char *text, size_t bytes, size_t *length);

/** Which group sizes gpuocc_best_group tries. Set `size`; 0 elsewhere is the default named. */
typedef struct gpuocc_group_search {
    uint32_t size;
    /** Smallest group, in threads. Default: 1, so that the smallest one is `multiple_of`: a wave,
     *  where that has its default too, but less than one where the caller's is less. */
    uint32_t min_threads;
    /** Largest group, in threads. Default: what the device and the kernel allow. */
    uint32_t max_threads;
    /** Only multiples of this many threads. Default: the wave size. */
    uint32_t multiple_of;
    /** 1: of equal answers prefer the smaller group. Default: the larger one. */
    uint32_t prefer_small;
    /** Cores that the grid runs on, counted as the device's core_count, which is the default: CUs
     *  on AMD, whatever the mode of the kernel (gpuocc_grid counts WGPs where that is the mode). A
     *  CU without a partner counts for nothing in WGP mode. */
    uint32_t core_count;
    /** Threads of the whole grid: sizes with equally many waves are told apart by the rounds that
     *  it takes. Default: there is no grid. */
    uint64_t grid_threads;
} gpuocc_group_search;

/** A group size and what it gives. */
typedef struct gpuocc_choice {
    uint32_t size;              /**< sizeof(gpuocc_choice), set by the caller */
    uint32_t threads_per_group; /**< the group size */
    uint32_t candidate;         /**< its position among the candidates, from 0; 0 without any */
    uint32_t registers;         /**< of a thread, as the kernel or the candidate has them */
    uint32_t groups;            /**< groups and */
    uint32_t waves;             /**< waves resident on a core */
    uint32_t max_waves;         /**< wave slots of a core in this mode */
    uint32_t limiters;          /**< why no more: set of enum gpuocc_limit */
    uint64_t rounds;            /**< fills of the device that the grid takes; 0 without a grid */
} gpuocc_choice;

/**
 * The best group size, with reasons. `index` 0 asks for the best, 1 for the second best. Sizes are
 * compared by, in this order: the waves resident on a core, more are better; with a grid its
 * rounds, fewer are better; the threads, more are better (or fewer, if the search says so); the
 * position among the candidates.
 *
 * `threads` are `count` candidates: no other sizes are tried, and `multiple_of` has the default 1.
 * With `count` 0 every size of the search is. `registers` (may be NULL) are what the kernel takes
 * in each candidate, in the unit of the vendor's register field (registers_per_thread, grf_count or
 * half_registers_per_thread); the kernel's own are then not read and may be unknown.
 * threads_per_group of the kernel is never read. `search` may be NULL.
 * Sizes that the device refuses or with which the kernel does not launch are no answers.
 *
 * In the `header` convention threads are compared, not waves; see gpuocc_best_group.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_INDEX past the last size
 * that launches; GPUOCC_ERROR_MUST_BE_KNOWN if a field is unknown; GPUOCC_NOT_KNOWN if nobody
 * knows how many reside, or if there is a grid and nobody knows the device's core_count, or of
 * clusters its cores_per_gpc (beside a core_count of the search nobody does);
 * GPUOCC_NOT_APPLICABLE if the convention has no answer in groups; else as gpuocc_occupancy_init.
 */
GPUOCC_API int32_t gpuocc_best_of(const gpuocc_device *device, uint32_t convention,
                                  const gpuocc_kernel *kernel, const gpuocc_group_search *search,
                                  const uint32_t *threads, const uint32_t *registers,
                                  uint32_t count, uint32_t index, gpuocc_choice *choice,
                                  gpuocc_error *error);

/**
 * The group size with the most waves resident on a core; of equal ones that with the fewest rounds
 * of the search's grid; of equal ones the larger (or the smaller, if the search says so). `index` 0
 * asks for the best, 1 for the second best. threads_per_group of the kernel is not read. `search`
 * may be NULL. Sizes with which the kernel does not launch are no answers. `*groups` (may be NULL)
 * is set to the groups per core.
 *
 * In the `header` convention index 0 is what the header answers: it counts threads, tries the
 * largest size even if it is no multiple, and of equal ones takes the larger, whatever the search
 * says. It gives up at a size that it refuses, with that status.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_INDEX past the last size that launches; GPUOCC_ERROR_MUST_BE_KNOWN if a field is
 * unknown; GPUOCC_NOT_KNOWN if nobody knows how many reside, or what a grid needs (gpuocc_best_of);
 * GPUOCC_NOT_APPLICABLE if the convention has no answer in groups; else as gpuocc_occupancy_init.
 */
GPUOCC_API int32_t gpuocc_best_group(const gpuocc_device *device, uint32_t convention,
                                     const gpuocc_kernel *kernel, const gpuocc_group_search *search,
                                     uint32_t index, uint32_t *threads, uint32_t *groups,
                                     gpuocc_error *error);

#ifdef __cplusplus
}
#endif

#endif
