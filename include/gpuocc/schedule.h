/* SPDX-License-Identifier: MIT
 *
 * Schedule: what a grid of groups does on the whole GPU. A round is one fill of the GPU with
 * groups; the tail is what the last round holds. A timeline tells when how much is resident.
 *
 * Results are exact fractions. The one function with doubles computes with + - * / alone.
 */
#ifndef GPUOCC_SCHEDULE_H
#define GPUOCC_SCHEDULE_H

#include "occupancy.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A grid on a GPU. Opaque, in the caller's memory, nothing to free. */
typedef struct gpuocc_schedule gpuocc_schedule;

/**
 * The grid, and what the caller knows better than the occupancy (a measured residency, another
 * number of cores). Set `size` to sizeof(gpuocc_grid) and the rest to 0: "not given".
 */
typedef struct gpuocc_grid {
    uint32_t size;
    /** Cores, as the mode of the kernel counts them: of AMD's WGP mode WGPs, half as many as the
     *  CUs that a device and a gpuocc_group_search have. Default: the device's, so counted. */
    uint32_t core_count;
    /** Groups of the grid. Must be given. */
    uint64_t groups;
    /** Groups resident on a core. Default: the occupancy's. GPUOCC_ZERO: none fits. */
    uint32_t groups_per_core;
    /** Default: the occupancy's, or 1 without one. */
    uint32_t waves_per_group;
    /** Wave slots of a core. Default: the occupancy's, or what the groups take without one. */
    uint32_t waves_per_core;
    /** Groups resident on the whole GPU. Default: core_count x groups_per_core; or what the tool
     *  of the occupancy's convention answers for the whole device; or those of its clusters, which
     *  are not known beside a core_count or groups_per_core of the caller's own. */
    uint32_t groups_per_device;
} gpuocc_grid;

/** The members of gpuocc_grid; errors name them (GPUOCC_SCOPE_GRID). */
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
 * The results of a schedule, each a fraction (not reduced; of a count the denominator is 1).
 * Rounds assume that all groups last equally long; a timeline does without that.
 * Source of the rules: wave and tile quantisation, as in NVIDIA's guide to matrix multiplication.
 */
enum gpuocc_schedule_result {
    /** Groups of the grid. */
    GPUOCC_SCHEDULE_GROUPS = 0,
    GPUOCC_SCHEDULE_CORE_COUNT = 1,
    /** Groups resident on the whole GPU at once: the smallest grid that fills it. */
    GPUOCC_SCHEDULE_RESIDENT_GROUPS = 2,
    /** Rounds, the tail counted: groups / resident groups, rounded up. */
    GPUOCC_SCHEDULE_ROUNDS = 3,
    /** Groups of the last round: 1 to the resident groups. */
    GPUOCC_SCHEDULE_TAIL_GROUPS = 4,
    /** Groups / (rounds x resident groups): the share of the rounds' time that is used. */
    GPUOCC_SCHEDULE_EFFICIENCY = 5,
    /** Waves resident in the fullest round / wave slots of the GPU. */
    GPUOCC_SCHEDULE_PEAK_OCCUPANCY = 6,
    /** Mean over all rounds: waves of the grid / (rounds x wave slots of the GPU). */
    GPUOCC_SCHEDULE_AVERAGE_OCCUPANCY = 7,
    /** Share of the occupancy reachable with any grid that this grid reaches at its peak:
     *  min(groups, resident groups) / resident groups. */
    GPUOCC_SCHEDULE_REACHED = 8,
    /** Share of the cores' time that is used where one group is enough to keep a core busy:
     *  groups / (cores x groups of the fullest core). */
    GPUOCC_SCHEDULE_BALANCE = 9,
    /** By index: the smallest grid that takes index + 1 rounds: 1, then a new round each. */
    GPUOCC_SCHEDULE_ROUND_START = 10,
    /** Cores that get a group at all: one for each group that is resident at once, as long as there
     *  are cores. */
    GPUOCC_SCHEDULE_BUSY_CORES = 11,
    /** Groups of the fullest core in the last round, spread evenly. */
    GPUOCC_SCHEDULE_TAIL_GROUPS_PER_CORE = 12,
    /** Plateau: the fewest cores with which the grid takes as many rounds. */
    GPUOCC_SCHEDULE_PLATEAU_FIRST = 13,
    /** Plateau: the most cores with which the grid takes as many rounds; of one round no end. */
    GPUOCC_SCHEDULE_PLATEAU_LAST = 14,
    /** Wave slots of the whole GPU. */
    GPUOCC_SCHEDULE_WAVE_SLOTS = 15,
    GPUOCC_SCHEDULE_RESULT_COUNT = 16
};

/** Bytes that always hold a schedule, in this and later versions. */
#define GPUOCC_SCHEDULE_BYTES 256u

/** Bytes that this version needs for a schedule. */
GPUOCC_API size_t gpuocc_schedule_size(void);

/**
 * Puts a grid on the GPU, in `memory` of `bytes` bytes aligned to GPUOCC_ALIGNMENT. `occupancy`
 * may be NULL if `grid` gives core_count and groups_per_core, or groups_per_device. The schedule
 * keeps no pointer: it may be copied, and the occupancy may go.
 *
 * A kernel of which no group fits has a schedule without rounds, that is no error.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_MEMORY_SIZE; GPUOCC_ERROR_MEMORY_ALIGNMENT;
 * GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER; and by field of the grid:
 * GPUOCC_ERROR_REQUIRED; GPUOCC_ERROR_MUST_BE_KNOWN where the occupancy is a range or not known
 * and the grid does not say; GPUOCC_ERROR_TOO_LARGE where a product would leave 64 bits, or more
 * groups are given than a core has slots for.
 */
GPUOCC_API int32_t gpuocc_schedule_init(void *memory, size_t bytes,
                                        const gpuocc_occupancy *occupancy, const gpuocc_grid *grid,
                                        gpuocc_schedule **schedule, gpuocc_error *error);

/**
 * One result. `index` counts GPUOCC_SCHEDULE_ROUND_START and is 0 elsewhere. Either pointer may
 * be NULL.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD; GPUOCC_ERROR_INDEX; GPUOCC_NOT_POSSIBLE for
 * what divides by the resident groups if there are none; GPUOCC_NOT_APPLICABLE for the plateau
 * of a single round's end, or where the residency is not one of whole cores.
 */
GPUOCC_API int32_t gpuocc_schedule_get(const gpuocc_schedule *schedule, uint32_t result,
                                       uint32_t index, uint64_t *numerator, uint64_t *denominator);

/** What a group costs, in any one unit of time. Set `size`, `unused` to 0. */
typedef struct gpuocc_group_time {
    uint32_t size;
    uint32_t unused;
    /** Time of a group that is alone on the GPU. */
    double latency;
    /** Time for which a group keeps the busiest resource of its core. */
    double per_core;
    /** Time for which a group keeps the busiest resource that all cores share. */
    double per_device;
    /** Added to every round: replacing groups, launching. */
    double overhead;
} gpuocc_group_time;

/** How long the grid takes, in the unit of the input. Set `size`. */
typedef struct gpuocc_grid_time {
    uint32_t size;
    uint32_t unused;
    double time;    /**< all full rounds and the tail */
    double rounds;  /**< thereof the full rounds */
    double tail;    /**< thereof a last round that is not full; 0 if it is */
    double ideal;   /**< if the tail cost its share of a round only */
    double minimum; /**< lower bound, whatever the order of the groups */
} gpuocc_grid_time;

/**
 * The time of rounds and tail. A round of k groups on the fullest core and g on the GPU takes
 * max(latency, k x per_core, g x per_device) + overhead. Source: formula 13 of the latency model
 * (Volkov), which with per_device and overhead 0 is that of wave quantisation.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_BAD_NUMBER if a time is negative, above 1e300 or no number; GPUOCC_ERROR_TOO_LARGE
 * if a result would be above 1e308; GPUOCC_NOT_POSSIBLE if no group fits.
 */
GPUOCC_API int32_t gpuocc_schedule_time(const gpuocc_schedule *schedule,
                                        const gpuocc_group_time *group, gpuocc_grid_time *time);

/** What Intel's occupancy calculator prints for a grid, in hundredths as it prints them: 71.43 % is
 *  7143. Set `size`. */
typedef struct gpuocc_calculator {
    uint32_t size;
    uint32_t has_rounds; /**< 0: no group fits, and it prints NaN for the rounds */
    uint64_t core;       /**< occupancy of a core */
    uint64_t peak;       /**< peak occupancy of the GPU */
    uint64_t average;    /**< average occupancy of the GPU; may exceed the peak, a defect */
    uint64_t rounds;     /**< "waves" there */
} gpuocc_calculator;

/**
 * Peak and average occupancy of the GPU by the rules of Intel's calculator (the web page, last
 * changed 2025-06-18), to the digit and with its defects, for a schedule of an occupancy of the
 * convention intel-calculator. It counts cores as `partitions` / `partitions_per_core`, which may
 * be no whole number (12 / 8); both 0: the cores of the schedule.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_REQUIRED if one of the two
 * is 0; GPUOCC_ERROR_TOO_LARGE above 2^40 groups, 2^20 partitions or 1024 of a core;
 * GPUOCC_NOT_APPLICABLE if the residency is not one of whole cores.
 */
GPUOCC_API int32_t gpuocc_schedule_calculator(const gpuocc_schedule *schedule, uint32_t partitions,
                                              uint32_t partitions_per_core,
                                              gpuocc_calculator *printed);

/** How groups come to cores. */
enum gpuocc_placement {
    GPUOCC_PLACEMENT_GROUPS = 1, /**< a group starts where all of its waves fit */
    /** Wave by wave: a group is bound to the core of its first wave, its others follow there as
     *  slots fall free. What Intel's guide draws (a guess, by its own words). */
    GPUOCC_PLACEMENT_WAVES = 2,
    GPUOCC_PLACEMENT_COUNT = 3
};

/** Which core the next group takes, of those on which it fits. */
enum gpuocc_core_choice {
    GPUOCC_CHOICE_EMPTIEST = 1,    /**< most free slots; of equal ones the first */
    GPUOCC_CHOICE_FILL_FIRST = 2,  /**< the first */
    GPUOCC_CHOICE_ROUND_ROBIN = 3, /**< the first behind the one chosen last */
    GPUOCC_CHOICE_COUNT = 4
};

/**
 * The rules of a timeline. Set `size` to sizeof(gpuocc_dispatch) and the rest to 0: the default.
 * No vendor publishes its rules: a timeline is a scenario, not a claim about hardware.
 */
typedef struct gpuocc_dispatch {
    uint32_t size;
    /** enum gpuocc_placement. Default: groups. */
    uint32_t placement;
    /** enum gpuocc_core_choice. Default: emptiest. */
    uint32_t choice;
    /** 1: waves of a group wait in their slots until its last one is placed, and end together.
     *  0: each wave runs from when it is placed. For whole groups there is no difference. */
    uint32_t barrier;
    /** 1: no group starts before the one ahead of it is placed whole. Always so for whole
     *  groups. */
    uint32_t head_of_line;
    /** Only the first so many cores are used. Default: all. */
    uint32_t usable_cores;
    /** Wave slots of a core that this kernel can use. Default: those of the resident groups (if
     *  only the groups of the whole GPU are known, the first cores may have one more than the
     *  others); wave by wave all slots, if slots are what limits the groups. */
    uint32_t slots_per_core;
} gpuocc_dispatch;

/** The words of gpuocc_dispatch; errors name them (GPUOCC_SCOPE_DISPATCH). */
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

/** A grid in time. Opaque, in the caller's memory, nothing to free. */
typedef struct gpuocc_timeline gpuocc_timeline;

/** A stretch of time in which equally many waves are resident. Set `size`. */
typedef struct gpuocc_phase {
    uint32_t size;
    uint32_t index;  /**< of the phase, from 0 */
    uint64_t start;  /**< in the unit of the durations */
    uint64_t end;    /**< in the unit of the durations */
    uint64_t waves;  /**< resident on the GPU; its occupancy is waves / slots */
    uint64_t slots;  /**< wave slots of the GPU, also of cores that may not be used */
    uint64_t groups; /**< of which a wave is resident, when the phase starts */
} gpuocc_phase;

/**
 * Bytes that a timeline needs: they grow with the cores and their slots, not with the grid.
 * `rules` may be NULL.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_NOT_A_CHOICE; GPUOCC_ERROR_TOO_LARGE if there are not so many cores or slots;
 * GPUOCC_NOT_POSSIBLE if a group never fits.
 */
GPUOCC_API int32_t gpuocc_timeline_size(const gpuocc_schedule *schedule,
                                        const gpuocc_dispatch *rules, size_t *bytes,
                                        gpuocc_error *error);

/**
 * Starts a timeline in `memory` of `bytes` bytes aligned to GPUOCC_ALIGNMENT. Group i lasts
 * durations[i modulo count] units of time; with `count` 0 every group lasts 1. The durations have
 * to outlive the timeline. It may be moved to memory of the same alignment.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_MEMORY_SIZE; GPUOCC_ERROR_MEMORY_ALIGNMENT;
 * GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER; GPUOCC_ERROR_NOT_A_CHOICE;
 * GPUOCC_ERROR_TOO_LARGE if there are not so many cores or slots, or the time could leave 64
 * bits; GPUOCC_ERROR_REQUIRED if a duration is 0; GPUOCC_NOT_POSSIBLE if a group never fits.
 */
GPUOCC_API int32_t gpuocc_timeline_init(void *memory, size_t bytes, const gpuocc_schedule *schedule,
                                        const gpuocc_dispatch *rules, const uint32_t *durations,
                                        size_t count, gpuocc_timeline **timeline,
                                        gpuocc_error *error);

/**
 * The next phase. The work of a call grows with the points in time at which groups end in this
 * phase until they repeat themselves: what repeats is not counted out. What has not repeated itself
 * after some ten million steps ends there as a phase, and the next one may have as many waves.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_INDEX after the last one.
 */
GPUOCC_API int32_t gpuocc_timeline_next(gpuocc_timeline *timeline, gpuocc_phase *phase);

#ifdef __cplusplus
}
#endif

#endif
