/* SPDX-License-Identifier: MIT
 *
 * Latency: can the waves that reside on a core hide the latency of their instructions, and if
 * not, what would. Little's law, Volkov's bound (V. Volkov, Understanding Latency Hiding on GPUs,
 * UCB/EECS-2016-143, 2016, chapters 3 and 4), the mean-value analysis of one queue and the
 * classical pessimistic bound. docs/latency.md holds the formulas and how far they can be trusted.
 *
 * This header and schedule.h are the only ones with doubles. They are computed with + - x / alone
 * and are equal, bit for bit, on every platform. "Cycles" are cycles of the core's clock.
 */
#ifndef GPUOCC_LATENCY_H
#define GPUOCC_LATENCY_H

#include "constants.h"
#include "device.h"
#include "occupancy.h"
#include "schedule.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One kernel's waves against its instructions. Opaque, in the caller's memory. */
typedef struct gpuocc_latency gpuocc_latency;

/** What a class of instructions does. */
enum gpuocc_class_kind {
    GPUOCC_CLASS_PIPE = 0,  /**< goes through `resource`: a pipe or shared memory */
    GPUOCC_CLASS_LOAD = 1,  /**< from memory through L1 and L2, whatever the hit fractions leave */
    GPUOCC_CLASS_STORE = 2, /**< the same way, and nobody waits for it */
    GPUOCC_CLASS_KIND_COUNT = 3
};

/** Whether the start of a group is part of each iteration. */
enum gpuocc_turnaround {
    GPUOCC_TURNAROUND_OUTSIDE = 0, /**< loops: only the times count it, once per round */
    GPUOCC_TURNAROUND_INSIDE = 1,  /**< one pass per wave: it belongs to the wave's latency */
    GPUOCC_TURNAROUND_COUNT = 2
};

/** Classes that a workload can have, and its phases are numbered below this. */
#define GPUOCC_LATENCY_CLASSES 32u

/**
 * Instructions of one kind in one iteration of one wave. Set `size`; 0 elsewhere is the default
 * named. Instructions of one `phase` overlap; phases follow one another. A kernel of which only the
 * counts are known is one phase per class (nothing overlaps, the safe side) or one phase in all.
 */
typedef struct gpuocc_instructions {
    uint32_t size;          /**< of every element of an array the same */
    uint32_t phase;         /**< below GPUOCC_LATENCY_CLASSES */
    uint32_t kind;          /**< enum gpuocc_class_kind */
    uint32_t resource;      /**< of a GPUOCC_CLASS_PIPE; else 0 */
    double count;           /**< instructions of a wave per iteration; must be given */
    double chains;          /**< independent chains; of loads: loads in flight. Default: 1 */
    double replay;          /**< times that each is issued or passes its pipe. Default: 1 */
    double bytes;           /**< requested by a wave and instruction */
    double efficiency;      /**< bytes requested / bytes moved, up to 1. Default: 1 */
    double l1_hit;          /**< share of the requests that hit the L1, 0 to 1 */
    double l2_hit;          /**< share of the others that hit the L2, 0 to 1 */
    double latency_cycles;  /**< default: the constant, of loads their mean by the hit shares */
    double distance_cycles; /**< default: the constant, of loads and stores that of issue */
    double replay_cycles;   /**< latency that every replay beyond the first adds */
} gpuocc_instructions;

/** The members of gpuocc_instructions. */
enum gpuocc_class_field {
    GPUOCC_CLASS_SIZE = 0,
    GPUOCC_CLASS_PHASE = 1,
    GPUOCC_CLASS_KIND = 2,
    GPUOCC_CLASS_RESOURCE = 3,
    GPUOCC_CLASS_INSTRUCTION_COUNT = 4,
    GPUOCC_CLASS_CHAINS = 5,
    GPUOCC_CLASS_REPLAY = 6,
    GPUOCC_CLASS_BYTES = 7,
    GPUOCC_CLASS_EFFICIENCY = 8,
    GPUOCC_CLASS_L1_HIT = 9,
    GPUOCC_CLASS_L2_HIT = 10,
    GPUOCC_CLASS_LATENCY_CYCLES = 11,
    GPUOCC_CLASS_DISTANCE_CYCLES = 12,
    GPUOCC_CLASS_REPLAY_CYCLES = 13,
    GPUOCC_CLASS_FIELD_COUNT = 14
};

/** The kernel as a whole. Set `size`; 0 elsewhere is the default named. */
typedef struct gpuocc_workload {
    uint32_t size;
    uint32_t waves;             /**< of a core, up to 65536. Default: the occupancy's */
    uint32_t waves_per_group;   /**< default: the occupancy's */
    uint32_t max_waves;         /**< wave slots of a core. Default: the occupancy's */
    uint32_t wave_size;         /**< default: the occupancy's, or else the device's */
    uint32_t turnaround;        /**< enum gpuocc_turnaround */
    uint64_t grid_groups;       /**< groups of the grid, up to 10^12; for the times */
    double iterations;          /**< passes of the loop by each wave. Default: 1 */
    double wave_latency_cycles; /**< of one iteration, if known as a whole. Default: by phases */
} gpuocc_workload;

/** The members of gpuocc_workload. */
enum gpuocc_workload_field {
    GPUOCC_WORKLOAD_SIZE = 0,
    GPUOCC_WORKLOAD_WAVES = 1,
    GPUOCC_WORKLOAD_WAVES_PER_GROUP = 2,
    GPUOCC_WORKLOAD_MAX_WAVES = 3,
    GPUOCC_WORKLOAD_WAVE_SIZE = 4,
    GPUOCC_WORKLOAD_TURNAROUND = 5,
    GPUOCC_WORKLOAD_GRID_GROUPS = 6,
    GPUOCC_WORKLOAD_ITERATIONS = 7,
    GPUOCC_WORKLOAD_WAVE_LATENCY_CYCLES = 8,
    GPUOCC_WORKLOAD_FIELD_COUNT = 9
};

/** Throughput as a function of the waves. lower <= expected <= upper, and partitioned <= upper.
 *  Where constants have a spread, the upper curves take the low end of the latencies, the expected
 *  one the usual values, the lower one the high end. */
enum gpuocc_curve {
    GPUOCC_CURVE_UPPER = 0,       /**< Volkov's bound: min(waves / latency, 1 / largest demand) */
    GPUOCC_CURVE_EXPECTED = 1,    /**< mean-value analysis of the busiest resource and a delay */
    GPUOCC_CURVE_LOWER = 2,       /**< every wave queues behind every other at every resource */
    GPUOCC_CURVE_PARTITIONED = 3, /**< the upper bound with waves fixed to their partitions */
    GPUOCC_CURVE_COUNT = 4
};

/** Values of GPUOCC_LATENCY_MORE_WAVES. */
enum gpuocc_more_waves {
    GPUOCC_MORE_WAVES_NONE_LEFT = 0, /**< every wave slot is taken */
    GPUOCC_MORE_WAVES_MAY_HELP = 1,  /**< the bound does not rise; the expectation may */
    GPUOCC_MORE_WAVES_HELP = 2       /**< latency is exposed: below the waves needed, they must */
};

/** The results of a latency. `index` is what stands behind "by", else 0. */
enum gpuocc_latency_result {
    /** Resident waves of a core. */
    GPUOCC_LATENCY_WAVES = 0,
    /** Cycles of one iteration of a wave alone. */
    GPUOCC_LATENCY_WAVE_LATENCY = 1,
    /** The same, but not less than the largest demand. */
    GPUOCC_LATENCY_WAVE_LATENCY_SERVED = 2,
    /** By resource: cycles for which one iteration of a wave has it to itself. */
    GPUOCC_LATENCY_DEMAND = 3,
    GPUOCC_LATENCY_LARGEST_DEMAND = 4,
    GPUOCC_LATENCY_SUM_OF_DEMANDS = 5,
    /** By curve: iterations of waves per cycle and core. */
    GPUOCC_LATENCY_THROUGHPUT = 6,
    /** By curve: share of the throughput that the largest demand allows. */
    GPUOCC_LATENCY_SHARE_OF_PEAK = 7,
    /** By curve: bytes that loads and stores request, of the device, in 10^9 per second. */
    GPUOCC_LATENCY_GB_PER_S = 8,
    /** Waves at which both bounds meet. Fewer leave latency exposed for sure; more than that is
     *  not a promise: 90 percent of the peak took 1.1 to 2.1 times as many (docs/latency.md). */
    GPUOCC_LATENCY_WAVES_NEEDED_EXACT = 9,
    /** The same as whole waves. */
    GPUOCC_LATENCY_WAVES_NEEDED = 10,
    /** The same as a share of the slots. GPUOCC_NOT_POSSIBLE: not reachable by occupancy. */
    GPUOCC_LATENCY_OCCUPANCY_NEEDED = 11,
    /** By resource: busy share, at most (by the upper curve). */
    GPUOCC_LATENCY_UTILISATION = 12,
    /** By resource: waves that saturate it. GPUOCC_NOT_POSSIBLE: another one saturates first. */
    GPUOCC_LATENCY_WAVES_TO_SATURATE = 13,
    /** enum gpuocc_resource that bounds the throughput at these waves. */
    GPUOCC_LATENCY_BINDING = 14,
    /** The same with any number of waves. */
    GPUOCC_LATENCY_BINDING_AT_LIMIT = 15,
    /** By resource: latency x rate of the device alone, in what its rate counts (bytes of L1, L2,
     *  DRAM; wave instructions of the others). Not the waves that this kernel needs. */
    GPUOCC_LATENCY_CONCURRENCY = 16,
    /** By class: its instructions in flight on a core, at most. */
    GPUOCC_LATENCY_IN_FLIGHT = 17,
    /** Loads from memory in flight on a core, at most. */
    GPUOCC_LATENCY_LOADS_IN_FLIGHT = 18,
    /** Bytes requested by them. */
    GPUOCC_LATENCY_BYTES_IN_FLIGHT = 19,
    /** By class: independent chains that would hide the latency with these waves, everything else
     *  as it is. GPUOCC_NOT_POSSIBLE: none would. */
    GPUOCC_LATENCY_CHAINS_NEEDED = 20,
    /** By class, the only one of loads or stores in a kernel bound by memory: loads of a thread and
     *  iteration, independent of each other, that would; from the latency of one, however many the
     *  class has now. GPUOCC_NOT_APPLICABLE also if it has not exactly one and the latency of the
     *  wave is given as a whole. */
    GPUOCC_LATENCY_LOADS_NEEDED = 21,
    /** By class: the bytes of that many loads, of a thread. */
    GPUOCC_LATENCY_BYTES_PER_THREAD_NEEDED = 22,
    /** enum gpuocc_more_waves. */
    GPUOCC_LATENCY_MORE_WAVES = 23,
    /** By curve: throughput with every slot taken over throughput now. */
    GPUOCC_LATENCY_GAIN = 24,
    /** Rounds of the grid. Of an occupancy with clusters neither they nor its time are known here:
     *  see gpuocc_schedule_time. */
    GPUOCC_LATENCY_ROUNDS = 25,
    /** By curve, upper or expected: cycles of the whole grid, round by round. */
    GPUOCC_LATENCY_TIME = 26,
    /** Cycles below which no order of the groups can come. */
    GPUOCC_LATENCY_TIME_AT_LEAST = 27,
    /** By class: its latency in cycles. */
    GPUOCC_LATENCY_CLASS_LATENCY = 28,
    /** By class: the loads needed, before they are rounded up. */
    GPUOCC_LATENCY_LOADS_NEEDED_EXACT = 29,
    /** enum gpuocc_basis: the least certain of the latencies that the answer depends on. */
    GPUOCC_LATENCY_BASIS = 30,
    GPUOCC_LATENCY_RESULT_COUNT = 31
};

/** Bytes that always hold a latency, in this and later versions. */
#define GPUOCC_LATENCY_BYTES 8192u

/** Bytes that this version needs for a latency. */
GPUOCC_API size_t gpuocc_latency_size(void);

/**
 * Sets waves against instructions, in `memory` of `bytes` bytes aligned to GPUOCC_ALIGNMENT.
 *
 * Waves and the device come from `occupancy`, or from `device` and workload.waves if that is NULL;
 * both may be NULL if the workload and the constants say everything. What the workload gives
 * counts, not the occupancy's. `classes` are `class_count` elements that lie classes[0].size bytes
 * apart. constants[i] (enum gpuocc_constant), i below `constant_count`, has values[i] instead of
 * the table's, per core of the occupancy: a WGP in WGP mode.
 *
 * Nothing is kept of the arguments: the latency holds no pointer and may be copied, byte for byte,
 * to memory of the same alignment.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_MEMORY_SIZE; GPUOCC_ERROR_MEMORY_ALIGNMENT; and by field:
 * GPUOCC_ERROR_REQUIRED if no class or no number of waves is given;
 * GPUOCC_ERROR_BAD_NUMBER for a double that is NaN, infinite or outside its range;
 * GPUOCC_ERROR_NOT_A_CHOICE; GPUOCC_ERROR_TOO_LARGE; GPUOCC_ERROR_FIELD for a number that is no
 * constant; GPUOCC_ERROR_MUST_BE_KNOWN if the occupancy's wave size or core mode is unknown;
 * GPUOCC_NOT_KNOWN with the first constant that neither the tables nor the caller have, `limit`
 * being the set (1 << constant) of all of them, or with the waves if the occupancy does not know an
 * upper end. A rate other than that of DRAM may be missing: gpuocc_latency_left_out.
 */
GPUOCC_API int32_t gpuocc_latency_init(void *memory, size_t bytes, const gpuocc_device *device,
                                       const gpuocc_occupancy *occupancy,
                                       const gpuocc_workload *workload,
                                       const gpuocc_instructions *classes, size_t class_count,
                                       const uint32_t *constants, const double *values,
                                       size_t constant_count, gpuocc_latency **latency,
                                       gpuocc_error *error);

/**
 * Set (1 << constant) of the rates that are not known and therefore left out of the bounds. The
 * upper curves remain bounds. There is no lower curve then, and no sum of the demands.
 * 0 if there are none or `latency` is NULL.
 */
GPUOCC_API uint64_t gpuocc_latency_left_out(const gpuocc_latency *latency);

/**
 * A constant as this latency uses it, per core of the question, with its spread and its basis. Each
 * out-parameter may be NULL.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL if `latency` is; GPUOCC_ERROR_FIELD if `constant` is none;
 * GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_latency_constant(const gpuocc_latency *latency, uint32_t constant,
                                           double *value, double *low, double *high,
                                           uint32_t *basis);

/**
 * One result. `*low` and `*high` (each may be NULL) are equal unless the occupancy or a constant is
 * a range: then they are the least and the largest of the results with the fewest and with the most
 * waves, and with the latencies at either end of their spread. Of a curve, and of the utilisation,
 * only the waves vary: each curve has its own end of the spread.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD for a number that is no result;
 * GPUOCC_ERROR_INDEX; GPUOCC_NOT_APPLICABLE where the workload has no such thing;
 * GPUOCC_NOT_KNOWN if a constant or a number of the workload is missing; GPUOCC_NOT_POSSIBLE.
 */
GPUOCC_API int32_t gpuocc_latency_get(const gpuocc_latency *latency, uint32_t result,
                                      uint32_t index, double *low, double *high);

/**
 * One result as it would be with `waves` waves on a core, 0 to 65536; they need not be whole.
 * Constants with a spread have their usual value, except in the curves and the utilisation.
 * Rounds and times take it for the waves of a full core. Statuses as gpuocc_latency_get, and
 * GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_latency_at(const gpuocc_latency *latency, double waves, uint32_t result,
                                     uint32_t index, double *value);

/**
 * What a group costs, in cycles, for gpuocc_schedule_time: with a schedule of the same cores and
 * waves that gives the times of this latency, round by round.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_NOT_APPLICABLE if the waves of a
 * group are not given; GPUOCC_NOT_KNOWN without the cores or the turnaround.
 */
GPUOCC_API int32_t gpuocc_latency_group_time(const gpuocc_latency *latency,
                                             gpuocc_group_time *group);

/**
 * Little's law of a pipe, or of anything with a latency and a rate: what must be in flight to keep
 * it busy is latency x rate. The unit of `*in_flight` is what the rate counts per cycle:
 * instructions, lanes, bytes. It is not the number of waves that a kernel needs.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_little_pipe(double latency_cycles, double rate_per_cycle,
                                      double *in_flight);

/**
 * Little's law of memory: requests of one core that must be in flight to draw the core's share of
 * `gb_per_s` (10^9 bytes per second of the whole device). `*rate` (may be NULL) is set to that
 * share in requests per cycle. It is not the number of waves that a kernel needs.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_little_memory(double latency_cycles, double gb_per_s, double clock_ghz,
                                        double cores, double bytes_per_request, double *rate,
                                        double *in_flight);

/**
 * How many carriers it takes if each has `each` in flight: waves for instructions, loads of a
 * thread for bytes. Rounded up, but not for a rounding error of 10^-9.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_little_count(double in_flight, double each, uint64_t *count);

#ifdef __cplusplus
}
#endif

#endif
