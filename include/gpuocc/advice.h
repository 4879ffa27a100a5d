/* SPDX-License-Identifier: MIT
 *
 * Advice: inverse queries, the smallest changes that raise occupancy, the kernels at the bounds of
 * a range, and the best group size.
 *
 * The error of these functions names the field that has no answer, the field that is unknown, or
 * the argument that is wrong; gpuocc_error_text says why.
 */
#ifndef GPUOCC_ADVICE_H
#define GPUOCC_ADVICE_H

#include "occupancy.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The quantity that an inverse query must reach. */
enum gpuocc_target {
    GPUOCC_TARGET_GROUPS = 0,             /**< groups per core */
    GPUOCC_TARGET_WAVES = 1,              /**< waves per core */
    GPUOCC_TARGET_WAVES_PER_PARTITION = 2 /**< waves of every partition, evenly distributed */
};

/**
 * Returns the largest value of one kernel field with which at least `count` of the target are
 * resident, with all other fields as the kernel gives them. `field` is an amount: registers of any
 * kind, grf_count, shared memory of any kind, barriers, virtual_resources, threads_per_group. The
 * field's current value does not matter and may be unknown. Where the kernel gives no wave size and
 * the compiler chooses one by its registers (Adreno), it is chosen anew for each value, as in a
 * query with that value.
 *
 * No larger value reaches the target. In a tool's convention values up to 2^20 are tried, and the
 * result is the tool's own, if the tool answers this question (`header`: dynamic_shared_bytes for
 * a number of groups, with its defects).
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD if the field is not an amount or `target` is not
 * an enum gpuocc_target; GPUOCC_ERROR_REQUIRED if `count` is 0; GPUOCC_ERROR_MUST_BE_KNOWN if
 * another field is unknown; GPUOCC_ERROR_NO_RESOURCE; GPUOCC_NOT_POSSIBLE if even the smallest
 * value does not reach the target; GPUOCC_NOT_KNOWN if it is not published how this resource
 * limits; GPUOCC_NOT_APPLICABLE if the device or the convention accepts the field and ignores it,
 * or if the convention does not count the target.
 */
GPUOCC_API int32_t gpuocc_occupancy_maximum(const gpuocc_occupancy *occupancy, uint32_t field,
                                            uint32_t target, uint32_t count, uint32_t *value,
                                            gpuocc_error *error);

/** A plateau: an interval of values of one field over which groups and waves are constant. */
typedef struct gpuocc_plateau {
    uint32_t size;     /**< sizeof(gpuocc_plateau), set by the caller */
    uint32_t first;    /**< first value of the plateau */
    uint32_t last;     /**< last value of the plateau */
    uint32_t groups;   /**< groups per core on the plateau */
    uint32_t waves;    /**< waves per core on the plateau */
    uint32_t limiters; /**< set of enum gpuocc_limit at the requested value */
} gpuocc_plateau;

/**
 * Returns the plateau that contains `value` of a field, with all other fields as the kernel gives
 * them (the wave size as for gpuocc_occupancy_maximum). Start at the smallest value and continue at
 * `last` + 1 to get the whole curve of occupancy over the field, in one call per step of the curve.
 * The smallest value is 1 for threads_per_group and 0 for all other fields.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_FIELD if the field is not an
 * amount; GPUOCC_ERROR_INDEX if `value` is above what the device accepts (the end of the curve;
 * in a tool's convention what the tool accepts, at most 2^20);
 * GPUOCC_ERROR_NO_RESOURCE; GPUOCC_ERROR_MUST_BE_KNOWN if another field is unknown;
 * GPUOCC_NOT_APPLICABLE if the device or the convention accepts the field and ignores it;
 * GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_occupancy_plateau(const gpuocc_occupancy *occupancy, uint32_t field,
                                            uint32_t value, gpuocc_plateau *plateau,
                                            gpuocc_error *error);

/** A change of one field and its effect. */
typedef struct gpuocc_step {
    uint32_t size; /**< sizeof(gpuocc_step), set by the caller */
    uint32_t now;  /**< current value of the field */
    /** Largest value, at least `now`, up to which groups and waves do not change. */
    uint32_t slack;
    uint32_t then;     /**< recommended value, which gives more waves */
    uint32_t groups;   /**< groups per core at `then` */
    uint32_t waves;    /**< waves per core at `then` */
    uint32_t limiters; /**< limiting resources at `then`: set of enum gpuocc_limit */
} gpuocc_step;

/**
 * Returns the next step of one field: the largest value below the current one that gives more
 * waves, with all other fields unchanged. For threads_per_group larger values can also help. There
 * it is the nearest smaller size that gives more waves, otherwise the last size of the nearest
 * larger plateau that does. The last wave of that size is full, unless the plateau ends earlier
 * because of shared memory per thread, the kernel's own bound or the limit of the device.
 *
 * Up to `slack` groups and waves stay the same throughout. Values above the slack can still be as
 * good or better: 512 threads can give as many groups as 448, with more waves each. Also, where a
 * larger shared memory request gives more groups (on NVIDIA, with small carve-outs and cache
 * preferences), a plateau with fewer groups can be followed by one with as many.
 *
 * GPUOCC_OK; GPUOCC_NOT_POSSIBLE if no value of this field alone gives more waves (`now` and
 * `slack` are still set); else as gpuocc_occupancy_plateau.
 */
GPUOCC_API int32_t gpuocc_occupancy_next_step(const gpuocc_occupancy *occupancy, uint32_t field,
                                              gpuocc_step *step, gpuocc_error *error);

/** A change of two fields at once and its effect. */
typedef struct gpuocc_two_field_step {
    uint32_t size;      /**< sizeof(gpuocc_two_field_step), set by the caller */
    uint32_t fields[2]; /**< enum gpuocc_kernel_field, in ascending order */
    uint32_t now[2];    /**< current values */
    uint32_t then[2];   /**< recommended values, both smaller, which together give more waves */
    uint32_t groups;    /**< groups per core at `then` */
    uint32_t waves;     /**< waves per core at `then` */
    uint32_t limiters;  /**< limiting resources at `then`: set of enum gpuocc_limit */
} gpuocc_two_field_step;

/**
 * Returns the two-field step: the cheapest reduction of two amounts that gives more waves, if no
 * single amount does. It changes only what the kernel controls: neither the threads nor
 * trap_registers, which the driver determines. The cheapest step has the smallest sum of the
 * relative changes ((now - then) / now); of equal sums, the one with the lower field numbers. With
 * either amount larger by one the step no longer helps.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_NOT_POSSIBLE if a single amount
 * helps (gpuocc_occupancy_next_step) or no pair does; GPUOCC_ERROR_MUST_BE_KNOWN if a field is
 * unknown; GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_occupancy_two_field_step(const gpuocc_occupancy *occupancy,
                                                   gpuocc_two_field_step *step,
                                                   gpuocc_error *error);

/**
 * Returns the smallest number of bytes to add to dynamic_shared_bytes so that exactly `groups`
 * groups are resident on a core.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_REQUIRED if `groups` is 0; GPUOCC_NOT_POSSIBLE if no
 * number of bytes has this effect; GPUOCC_ERROR_MUST_BE_KNOWN; GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_occupancy_pad(const gpuocc_occupancy *occupancy, uint32_t groups,
                                        uint32_t *bytes, gpuocc_error *error);

/** The two bounds of a range. */
enum gpuocc_bound {
    GPUOCC_BOUND_LOWER = 0, /**< `low` of gpuocc_occupancy_get */
    GPUOCC_BOUND_UPPER = 1  /**< `high` of gpuocc_occupancy_get */
};

/**
 * Writes to `kernel` a kernel whose result is exactly one bound of the range. An unknown amount is
 * moved towards its opposite bound while the result stays the same: the kernel has the largest
 * register count that still gives the maximum number of groups, or the smallest one that already
 * gives the minimum. If a bound is reached at neither extreme of the amount, it is moved in the
 * same way. GPUOCC_ZERO is an explicit zero. A known field has its own value or its default. Set
 * `size` of the kernel before the call.
 *
 * `result` and `index` are those of gpuocc_occupancy_get, `bound` is an enum gpuocc_bound. If the
 * upper bound of a limit is UINT64_MAX (GPUOCC_RESULT_LIMIT), the limit does not apply to the
 * kernel.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_FIELD if the result or the
 * bound does not exist; GPUOCC_NOT_POSSIBLE if no single kernel has this bound, or only kernels
 * that are not searched, with amounts strictly between their bounds (register counts at which
 * NVIDIA disables global caching); else as gpuocc_occupancy_get.
 */
GPUOCC_API int32_t gpuocc_occupancy_bound(const gpuocc_occupancy *occupancy, uint32_t result,
                                          uint32_t index, uint32_t bound, gpuocc_kernel *kernel,
                                          gpuocc_error *error);

/**
 * Writes the index-th piece of advice as one sentence without a full stop, in UTF-8 ("cut 8
 * registers_per_thread (72 -> 64): 4 groups instead of 3, 32 of 48 waves, then limited by registers
 * and shared"). First come the next step and the slack of each amount that is not 0, and in the
 * default convention of the threads; then the two-field step. No advice is given on trap_registers,
 * which the driver determines. For a range the advice names the values at its bounds, unless a
 * kernel in the range has an unknown limit.
 *
 * At most `bytes` bytes are written, including the NUL; `text` may be NULL if `bytes` is 0.
 * `*length` (may be NULL) is set to the length of the whole sentence without the NUL, even if it
 * was truncated.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_INDEX past the last piece.
 */
GPUOCC_API int32_t gpuocc_occupancy_advice(const gpuocc_occupancy *occupancy, uint32_t index,
                                           char *text, size_t bytes, size_t *length);

/** What gpuocc_best_group and gpuocc_best_group_among look for. Set `size`; 0 in another member
 *  selects its default. */
typedef struct gpuocc_group_search {
    uint32_t size;
    /** Smallest group size in threads. Default: 1, so the smallest candidate is `multiple_of`. */
    uint32_t min_threads;
    /** Largest group size in threads. Default: the limit of the device and the kernel. */
    uint32_t max_threads;
    /** Only multiples of this number of threads are tried. Default: the wave size. */
    uint32_t multiple_of;
    /** 1: of equally good sizes prefer the smaller one. Default: the larger one. */
    uint32_t prefer_small;
    /** Cores that the grid runs on, counted as the device's core_count, which is the default: CUs
     *  on AMD in every core mode (gpuocc_grid counts WGPs in WGP mode). In WGP mode a CU without a
     *  partner is not used. */
    uint32_t core_count;
    /** Threads of the whole grid. Sizes with equally many waves are then compared by the rounds
     *  that the grid takes. Default: no grid. */
    uint64_t grid_threads;
    /** enum gpuocc_convention. */
    uint32_t convention;
    /** 0 selects the best size, 1 the second best. */
    uint32_t index;
    /** Number of elements in the array of candidates for gpuocc_best_group_among, below 2^32. */
    uint64_t candidate_count;
} gpuocc_group_search;

/** A group size that gpuocc_best_group_among tries. */
typedef struct gpuocc_candidate {
    /** sizeof(gpuocc_candidate), the same in all elements of an array. */
    uint32_t size;
    uint32_t threads_per_group; /**< the group size */
    /** Registers of the kernel with this group size, in the unit of the vendor's register field
     *  (registers_per_thread, grf_count or half_registers_per_thread). Default: those of the
     *  kernel. */
    uint32_t registers;
} gpuocc_candidate;

/** A group size and its occupancy. */
typedef struct gpuocc_group_size {
    uint32_t size;              /**< sizeof(gpuocc_group_size), set by the caller */
    uint32_t threads_per_group; /**< the group size */
    /** Its position among the candidates, from 0; 0 if there are none. */
    uint32_t candidate;
    uint32_t registers; /**< registers per thread, of the kernel or of the candidate */
    uint32_t groups;    /**< groups resident on a core */
    uint32_t waves;     /**< waves resident on a core */
    uint32_t max_waves; /**< wave slots of a core in this mode */
    uint32_t limiters;  /**< limiting resources: set of enum gpuocc_limit */
    /** Rounds of the grid, where one round fills the device once; 0 without a grid. */
    uint64_t rounds;
} gpuocc_group_size;

/**
 * Returns the best group size with its occupancy. Sizes are compared by these criteria, in this
 * order: waves resident on a core (more are better); with a grid, its rounds (fewer are better);
 * threads (more are better, or fewer if the search says so); position among the candidates.
 *
 * `candidates` has search.candidate_count elements, candidates[0].size bytes apart: no other sizes
 * are tried, and `multiple_of` defaults to 1. If there are none (`candidates` may be NULL), all
 * sizes of the search are tried. If every candidate has its own registers, the register count of
 * the kernel is validated, but it has no effect and may be unknown. threads_per_group of the kernel
 * is never read.
 * `search` may be NULL. Sizes that the device rejects or with which the kernel does not launch are
 * skipped.
 *
 * The `header` convention compares threads instead of waves; see gpuocc_best_group.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_INDEX past the last size that launches; GPUOCC_ERROR_MUST_BE_KNOWN if a field is
 * unknown; GPUOCC_NOT_KNOWN if the number of resident groups is unknown, or if a grid is given and
 * the device's core_count is unknown, or with clusters its cores_per_gpc (which is always unknown
 * if the search gives a core_count); GPUOCC_NOT_APPLICABLE if the convention has no answer in
 * groups; GPUOCC_ERROR_TOO_LARGE for 2^32 candidates or more; else as gpuocc_occupancy_init.
 */
GPUOCC_API int32_t gpuocc_best_group_among(const gpuocc_device *device, const gpuocc_kernel *kernel,
                                           const gpuocc_group_search *search,
                                           const gpuocc_candidate *candidates,
                                           gpuocc_group_size *best, gpuocc_error *error);

/**
 * Returns the group size with the most waves resident on a core; of equal sizes the one with the
 * fewest rounds of the search's grid, then the larger one (or the smaller one, if the search says
 * so). threads_per_group of the kernel is not read. `search` may be NULL; its candidate_count is
 * not read. Sizes with which the kernel does not launch are skipped. `*groups` (may be NULL) is set
 * to the groups per core.
 *
 * In the `header` convention index 0 is the header's answer: it compares threads, tries the largest
 * size even if it is not a multiple, and of equal sizes takes the larger one whatever the search
 * says. It stops at the first size that it rejects and returns that status.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_INDEX past the last size that launches; GPUOCC_ERROR_MUST_BE_KNOWN if a field is
 * unknown; GPUOCC_NOT_KNOWN if the number of resident groups is unknown, or a figure that a grid
 * needs (gpuocc_best_group_among); GPUOCC_NOT_APPLICABLE if the convention has no answer in groups;
 * else as gpuocc_occupancy_init.
 */
GPUOCC_API int32_t gpuocc_best_group(const gpuocc_device *device, const gpuocc_kernel *kernel,
                                     const gpuocc_group_search *search, uint32_t *threads,
                                     uint32_t *groups, gpuocc_error *error);

#ifdef __cplusplus
}
#endif

#endif
