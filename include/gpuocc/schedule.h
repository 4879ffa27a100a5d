/* SPDX-License-Identifier: MIT
 *
 * Schedule: how a grid of groups runs on the whole GPU. A round fills the GPU once with groups; the
 * tail is the last, partly filled round. A timeline gives the number of resident waves over time.
 *
 * Results are exact fractions. Only gpuocc_schedule_time has doubles, and computes with + - * /.
 */
#ifndef GPUOCC_SCHEDULE_H
#define GPUOCC_SCHEDULE_H

#include "occupancy.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A grid on a GPU. Opaque; it needs no freeing and may be copied. */
typedef struct gpuocc_schedule gpuocc_schedule;
#ifndef GOCC_PRIVATE
struct GPUOCC_HANDLE gpuocc_schedule {
    uint64_t opaque[32];
};
#endif

/**
 * The grid, and figures that replace those of the occupancy (a measured residency, another number
 * of cores). Set `size` to sizeof(gpuocc_grid) and every other member to 0 for "not given".
 */
typedef struct gpuocc_grid {
    uint32_t size;
    /** Cores, as the mode of the kernel counts them: in AMD's WGP mode WGPs, half as many as the
     *  CUs in a device or a gpuocc_group_search. Default: those of the device, counted in this
     *  way. */
    uint32_t core_count;
    /** Groups in the grid. Required. */
    uint64_t groups;
    /** Groups resident on a core. Default: those of the occupancy. GPUOCC_ZERO: no group fits. */
    uint32_t groups_per_core;
    /** Waves in a group. Default: those of the occupancy, or 1 without one. */
    uint32_t waves_per_group;
    /** Wave slots of a core. Default: those of the occupancy, or without one the waves of the
     *  resident groups. */
    uint32_t waves_per_core;
    /** Groups resident on the whole GPU. Default: core_count x groups_per_core; for a convention
     *  that answers for the whole device, its answer; with clusters, the groups of the resident
     *  clusters, which are unknown if the caller gives core_count or groups_per_core. */
    uint32_t groups_per_device;
} gpuocc_grid;

/** The members of gpuocc_grid; errors refer to them (GPUOCC_SCOPE_GRID). */
enum gpuocc_grid_field {
    GPUOCC_GRID_SIZE = 0,
    GPUOCC_GRID_CORE_COUNT = 1,
    GPUOCC_GRID_GROUPS = 2,
    GPUOCC_GRID_GROUPS_PER_CORE = 3,
    GPUOCC_GRID_WAVES_PER_GROUP = 4,
    GPUOCC_GRID_WAVES_PER_CORE = 5,
    GPUOCC_GRID_GROUPS_PER_DEVICE = 6,
    GPUOCC_GRID_FIELD_COUNT = 7
};

/**
 * The results of a schedule, each a fraction that is not reduced (a count has the denominator 1).
 * Rounds assume groups of equal duration; a timeline does not. Source of the rules: wave and tile
 * quantisation, as in NVIDIA's guide to matrix multiplication.
 */
enum gpuocc_schedule_result {
    /** Groups in the grid. */
    GPUOCC_SCHEDULE_GROUPS = 0,
    /** Cores of the GPU, counted as gpuocc_grid.core_count. */
    GPUOCC_SCHEDULE_CORE_COUNT = 1,
    /** Groups resident on the whole GPU at once, which is also the smallest grid that fills it. */
    GPUOCC_SCHEDULE_RESIDENT_GROUPS = 2,
    /** Rounds including the tail: groups / resident groups, rounded up. */
    GPUOCC_SCHEDULE_ROUNDS = 3,
    /** Groups in the last round: from 1 to the number of resident groups. */
    GPUOCC_SCHEDULE_TAIL_GROUPS = 4,
    /** Groups / (rounds x resident groups): the used share of the rounds' time. */
    GPUOCC_SCHEDULE_EFFICIENCY = 5,
    /** Waves resident in the fullest round / wave slots of the GPU. */
    GPUOCC_SCHEDULE_PEAK_OCCUPANCY = 6,
    /** Mean over all rounds: waves of the grid / (rounds x wave slots of the GPU). */
    GPUOCC_SCHEDULE_AVERAGE_OCCUPANCY = 7,
    /** Peak occupancy of this grid relative to the largest that any grid reaches: min(groups,
     *  resident groups) / resident groups. */
    GPUOCC_SCHEDULE_REACHED = 8,
    /** Used share of the cores' time if a single group keeps a core busy: groups / (cores x groups
     *  of the fullest core). */
    GPUOCC_SCHEDULE_BALANCE = 9,
    /** By index: the smallest grid that takes index + 1 rounds. */
    GPUOCC_SCHEDULE_ROUND_START = 10,
    /** Cores that get at least one group: the smallest of groups in the grid, resident groups and
     *  cores. */
    GPUOCC_SCHEDULE_BUSY_CORES = 11,
    /** Groups of the fullest core in the last round, distributed evenly. */
    GPUOCC_SCHEDULE_TAIL_GROUPS_PER_CORE = 12,
    /** Plateau: the smallest number of cores with which the grid takes the same number of
     *  rounds. */
    GPUOCC_SCHEDULE_PLATEAU_FIRST = 13,
    /** Plateau: the largest number of cores with which the grid takes the same number of rounds; a
     *  single round has no such maximum. */
    GPUOCC_SCHEDULE_PLATEAU_LAST = 14,
    /** Wave slots of the whole GPU. */
    GPUOCC_SCHEDULE_WAVE_SLOTS = 15,
    GPUOCC_SCHEDULE_RESULT_COUNT = 16
};

/**
 * Returns the largest grid whose groups are certainly all resident at the same time, so that they
 * can wait for one another: the maximum for a cooperative launch. `core_count` is the number of
 * cores available to the launch (a MIG slice, MPS or a CU mask leave fewer), counted in the core
 * mode of the kernel; 0 selects that of the occupancy's device. `reserve` groups are subtracted for
 * other contexts, such as a display or other streams; no vendor publishes how many those occupy.
 * vLLM reserves one group per core, or one in total if a core has room for only one (vllm#41189).
 * With clusters the result is a multiple of the cluster: the reserved groups prevent as many
 * clusters as they can, wherever they are placed.
 *
 * If the occupancy is a range, the lower bound is used, so the result may be 0. Compile the kernel
 * exactly as it will run: sanitizers, debuggers and trap handlers use registers. A grid that is too
 * large does not always fail at launch: it can hang (rocm-systems#10618, pytorch#170162).
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_NOT_KNOWN if the device is an architecture and `core_count`
 * is 0, or if the kernel has clusters and either `core_count` is given or the clusters that fit on
 * the device are unknown; GPUOCC_NOT_APPLICABLE if the convention has no groups. On an error
 * `*groups` is not written.
 */
GPUOCC_API int32_t gpuocc_safe_grid(const gpuocc_occupancy *occupancy, uint32_t core_count,
                                    uint32_t reserve, uint64_t *groups);

/** Bytes of a schedule, sizeof(gpuocc_schedule), for callers without the header. */
GPUOCC_API size_t gpuocc_schedule_size(void);

/**
 * Computes the schedule of a grid. `occupancy` may be NULL if `grid` gives core_count and
 * groups_per_core, or groups_per_device. The schedule keeps no pointer: it may be copied, and the
 * occupancy need not outlive it.
 *
 * A kernel of which no group fits has a schedule without rounds. This is not an error.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_MEMORY_ALIGNMENT; GPUOCC_ERROR_STRUCT_SIZE;
 * GPUOCC_ERROR_STRUCT_NEWER; and for a field of the grid:
 * GPUOCC_ERROR_REQUIRED; GPUOCC_ERROR_MUST_BE_KNOWN if the occupancy is a range or unknown and the
 * grid does not give the value; GPUOCC_ERROR_TOO_LARGE if a product does not fit in 64 bits, or if
 * there are more groups than slots on a core.
 */
GPUOCC_API int32_t gpuocc_schedule_init(gpuocc_schedule *schedule,
                                        const gpuocc_occupancy *occupancy, const gpuocc_grid *grid,
                                        gpuocc_error *error);

/**
 * Returns one result. `index` is used by GPUOCC_SCHEDULE_ROUND_START and is 0 otherwise. Either
 * pointer may be NULL.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD; GPUOCC_ERROR_INDEX; GPUOCC_NOT_POSSIBLE for a
 * ratio to the resident groups if there are none; GPUOCC_NOT_APPLICABLE for the last core count of
 * the plateau of a single round, or if the residency is not given per core.
 */
GPUOCC_API int32_t gpuocc_schedule_get(const gpuocc_schedule *schedule, uint32_t result,
                                       uint32_t index, uint64_t *numerator, uint64_t *denominator);

/** The cost of one group, in any one unit of time. Set `size`, and `unused` to 0. */
typedef struct gpuocc_group_time {
    uint32_t size;
    uint32_t unused;
    /** Duration of a group that is alone on the GPU. */
    double latency;
    /** Time for which a group occupies the busiest resource of its core. */
    double per_core;
    /** Time for which a group occupies the busiest resource that all cores share. */
    double per_device;
    /** Time added to every round for replacing and launching groups. */
    double overhead;
} gpuocc_group_time;

/** Duration of the grid, in the unit of the input. Set `size`. */
typedef struct gpuocc_grid_time {
    uint32_t size;
    uint32_t unused;
    double time;    /**< total time: all full rounds and the tail */
    double rounds;  /**< time of the full rounds */
    double tail;    /**< time of the last round if it is not full, otherwise 0 */
    double ideal;   /**< total time if the tail took only its share of a round */
    double minimum; /**< lower bound for any order of the groups */
} gpuocc_grid_time;

/**
 * Returns the duration of the rounds and the tail. A round with k groups on the fullest core and g
 * groups on the GPU takes max(latency, k x per_core, g x per_device) + overhead. Source: formula 13
 * of the latency model (Volkov); with per_device and overhead 0 it is wave quantisation.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_BAD_NUMBER if a time is negative, above 1e300 or not a number (status.h says what
 * `error`, which may be NULL, then contains); GPUOCC_ERROR_TOO_LARGE if a result would be above
 * 1e308; GPUOCC_NOT_POSSIBLE if no group fits.
 */
GPUOCC_API int32_t gpuocc_schedule_time(const gpuocc_schedule *schedule,
                                        const gpuocc_group_time *group, gpuocc_grid_time *time,
                                        gpuocc_error *error);

/** When a group is placed on a core. */
enum gpuocc_placement {
    GPUOCC_PLACEMENT_GROUPS = 1, /**< a group starts when all of its waves fit */
    /** Wave by wave: a group is bound to the core of its first wave, and its other waves follow
     *  there as slots become free. Intel's guide shows this and calls it a guess. */
    GPUOCC_PLACEMENT_WAVES = 2,
    GPUOCC_PLACEMENT_COUNT = 3
};

/** The core that gets the next group, among those on which it fits. */
enum gpuocc_core_policy {
    /** The core with the most free slots; of equal ones the first. */
    GPUOCC_CORE_POLICY_EMPTIEST = 1,
    GPUOCC_CORE_POLICY_FILL_FIRST = 2,  /**< the first core */
    GPUOCC_CORE_POLICY_ROUND_ROBIN = 3, /**< the first core after the one chosen last */
    GPUOCC_CORE_POLICY_COUNT = 4
};

/**
 * The dispatch rules of a timeline. Set `size` to sizeof(gpuocc_dispatch) and every other member to
 * 0 for its default. No vendor publishes its rules: a timeline is a scenario, not a statement about
 * hardware.
 */
typedef struct gpuocc_dispatch {
    uint32_t size;
    /** enum gpuocc_placement. Default: groups. */
    uint32_t placement;
    /** enum gpuocc_core_policy. Default: emptiest. */
    uint32_t choice;
    /** 1: the waves of a group wait in their slots until its last wave is placed, and end together.
     *  0: each wave runs from the time when it is placed. It makes no difference if whole groups
     *  are placed. */
    uint32_t barrier;
    /** 1: no group starts before the previous one is completely placed. Always true if whole groups
     *  are placed. */
    uint32_t head_of_line;
    /** Number of cores that are used, counted from the first. Default: all. */
    uint32_t usable_cores;
    /** Wave slots of a core that this kernel can use. Default: those of the resident groups (if
     *  only the groups of the whole GPU are known, the first cores may have one group more than the
     *  others); for placement wave by wave all slots, if slots limit the groups. */
    uint32_t slots_per_core;
} gpuocc_dispatch;

/** The words of gpuocc_dispatch; errors refer to them (GPUOCC_SCOPE_DISPATCH). */
enum gpuocc_dispatch_field {
    GPUOCC_DISPATCH_SIZE = 0,
    GPUOCC_DISPATCH_PLACEMENT = 1,
    GPUOCC_DISPATCH_CHOICE = 2,
    GPUOCC_DISPATCH_BARRIER = 3,
    GPUOCC_DISPATCH_HEAD_OF_LINE = 4,
    GPUOCC_DISPATCH_USABLE_CORES = 5,
    GPUOCC_DISPATCH_SLOTS_PER_CORE = 6,
    GPUOCC_DISPATCH_FIELD_COUNT = 7
};

/** A grid over time. Opaque; it lives in the caller's memory and needs no freeing. */
typedef struct gpuocc_timeline gpuocc_timeline;

/** An interval of time in which the number of resident waves is constant. Set `size`. */
typedef struct gpuocc_phase {
    uint32_t size;
    uint32_t index;  /**< number of the phase, from 0 */
    uint64_t start;  /**< in the unit of the durations */
    uint64_t end;    /**< in the unit of the durations */
    uint64_t waves;  /**< waves resident on the GPU; the occupancy is waves / slots */
    uint64_t slots;  /**< wave slots of the GPU, including cores that may not be used */
    uint64_t groups; /**< groups with a resident wave at the start of the phase */
} gpuocc_phase;

/**
 * Returns the bytes that a timeline needs. They grow with the cores and their slots, not with the
 * grid. `rules` may be NULL.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_NOT_A_CHOICE; GPUOCC_ERROR_TOO_LARGE if the rules name more cores or slots than
 * there are; GPUOCC_NOT_POSSIBLE if a group never fits.
 */
GPUOCC_API int32_t gpuocc_timeline_size(const gpuocc_schedule *schedule,
                                        const gpuocc_dispatch *rules, size_t *bytes,
                                        gpuocc_error *error);

/**
 * Starts a timeline in memory of `bytes` bytes aligned to GPUOCC_ALIGNMENT: at least as many as
 * gpuocc_timeline_size returns for the same schedule and rules. Every group lasts 1 unit of time;
 * gpuocc_timeline_durations sets other durations. The timeline may be moved to memory of the same
 * alignment.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_MEMORY_SIZE; GPUOCC_ERROR_MEMORY_ALIGNMENT;
 * GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER; GPUOCC_ERROR_NOT_A_CHOICE;
 * GPUOCC_ERROR_TOO_LARGE if the rules name more cores or slots than there are; GPUOCC_NOT_POSSIBLE
 * if a group never fits.
 */
GPUOCC_API int32_t gpuocc_timeline_init(gpuocc_timeline *timeline, size_t bytes,
                                        const gpuocc_schedule *schedule,
                                        const gpuocc_dispatch *rules, gpuocc_error *error);

/**
 * Sets the durations of the groups: group i lasts durations[i modulo count] units of time. If
 * `count` is 0, every group lasts 1. Call it before the first gpuocc_timeline_next. The durations
 * must outlive the timeline.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_REQUIRED if a duration is 0; GPUOCC_ERROR_TOO_LARGE if
 * the time could exceed 64 bits; GPUOCC_NOT_POSSIBLE if a group has started.
 */
GPUOCC_API int32_t gpuocc_timeline_durations(gpuocc_timeline *timeline, const uint32_t *durations,
                                             size_t count, gpuocc_error *error);

/**
 * Returns the next phase. The work of a call grows with the number of distinct times at which
 * groups end in this phase; a repeating pattern is skipped. A phase that has not begun to repeat
 * after some ten million steps is ended there, and the next one may have as many waves.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_INDEX after the last phase.
 */
GPUOCC_API int32_t gpuocc_timeline_next(gpuocc_timeline *timeline, gpuocc_phase *phase);

#ifdef __cplusplus
}
#endif

#endif
