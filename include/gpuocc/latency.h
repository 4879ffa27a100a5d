/* SPDX-License-Identifier: MIT
 *
 * Latency: whether the waves resident on a core hide the latency of their instructions, and what
 * would hide it. The model combines Little's law, Volkov's bound (V. Volkov, Understanding Latency
 * Hiding on GPUs, UCB/EECS-2016-143, 2016, chapters 3 and 4), mean-value analysis of one queue and
 * the classical pessimistic bound. docs/latency.md has the formulas and their accuracy.
 *
 * Doubles are computed with + - * / only and are bit-identical on every platform. "Cycles" are
 * cycles of the core's clock.
 */
#ifndef GPUOCC_LATENCY_H
#define GPUOCC_LATENCY_H

#include "device.h"
#include "occupancy.h"
#include "schedule.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Constants of the model: latencies and rates of a device's memory, caches and pipes, with the
 * spread between sources and the basis of each figure. */

/** Resources that instructions occupy. If several are equally busy, the first one in this order is
 *  reported as binding. */
enum gpuocc_resource {
    GPUOCC_RESOURCE_DRAM = 0, /**< device memory, shared by all cores */
    GPUOCC_RESOURCE_L2 = 1,   /**< second-level cache, shared by all cores */
    GPUOCC_RESOURCE_L1 = 2,   /**< first-level cache of a core */
    GPUOCC_RESOURCE_SHARED = 3,
    GPUOCC_RESOURCE_LOAD_SLOTS = 4, /**< outstanding loads of a core */
    /** The first of the arithmetic pipes, which are split among the partitions. */
    GPUOCC_RESOURCE_FP32 = 5,
    GPUOCC_RESOURCE_FP64 = 6,
    GPUOCC_RESOURCE_FP16 = 7,
    GPUOCC_RESOURCE_INT32 = 8,
    GPUOCC_RESOURCE_SPECIAL = 9, /**< special functions: square root, sine and so on */
    GPUOCC_RESOURCE_MATRIX = 10,
    GPUOCC_RESOURCE_PIPE_A = 11, /**< a pipe that only the caller defines */
    GPUOCC_RESOURCE_PIPE_B = 12,
    GPUOCC_RESOURCE_ISSUE = 13,   /**< the schedulers: every instruction takes an issue slot */
    GPUOCC_RESOURCE_LATENCY = 14, /**< not a resource: reported as binding if none is saturated */
    GPUOCC_RESOURCE_COUNT = 15
};

/**
 * Constants of the model, per core of the device.
 *
 * GPUOCC_CONSTANT_LATENCY + resource is the latency in cycles of a pipe, of shared memory or of a
 * memory level: the unloaded mean from the issue of an instruction to the issue of one that needs
 * its result. GPUOCC_CONSTANT_RATE + resource is the throughput of a core: bytes per cycle for
 * DRAM, L2 and L1, wave instructions per cycle for everything else. GPUOCC_CONSTANT_DISTANCE +
 * resource is the minimum number of cycles between two instructions of one wave in that pipe. Its
 * default is partitions / rate (1 / rate for shared memory, which every partition reaches), at
 * least 1. For GPUOCC_RESOURCE_ISSUE it is the minimum between any two instructions; its default is
 * 1.
 */
enum gpuocc_constant {
    GPUOCC_CONSTANT_CLOCK_GHZ = 1,
    GPUOCC_CONSTANT_CORE_COUNT = 2,
    GPUOCC_CONSTANT_PARTITIONS = 3,
    /** Memory bandwidth of the device in 10^9 bytes per second: the bandwidth that kernels were
     *  measured to reach if a source has it, otherwise as published (3 to 20 percent more). */
    GPUOCC_CONSTANT_DRAM_GB_PER_S = 4,
    /** Cycles during which the slot of a group is empty or starting up between two groups. */
    GPUOCC_CONSTANT_TURNAROUND_CYCLES = 5,
    /** Maximum number of outstanding loads of a core. Default: no limit. */
    GPUOCC_CONSTANT_LOADS_PER_CORE = 6,
    /** Maximum number of outstanding loads of a wave. Default: no limit. */
    GPUOCC_CONSTANT_LOADS_PER_WAVE = 7,
    /** Bytes per cycle of a core's shared memory, for instruction classes that specify bytes. */
    GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE = 8,
    /** Bytes in flight per core for which the vendor's own library tunes streaming kernels. Not an
     *  input of the model. */
    GPUOCC_CONSTANT_TUNED_BYTES_IN_FLIGHT = 9,
    /** Latency of memory in nanoseconds. Multiplied by the clock it is GPUOCC_CONSTANT_LATENCY +
     *  DRAM. */
    GPUOCC_CONSTANT_DRAM_LATENCY_NS = 10,
    /** Share of the published memory bandwidth that kernels reach. The expected curve uses the
     *  usual value, the lower bound the lowest; the upper bound uses the published bandwidth. */
    GPUOCC_CONSTANT_DRAM_SHARE = 11,
    /** enum gpuocc_memory: determines the latency of memory if no source has one. */
    GPUOCC_CONSTANT_MEMORY = 12,
    /** Bandwidth of the device's last-level cache, which is between the L2 and memory, in 10^9
     * bytes per second, and its latency in nanoseconds. Not inputs of this model, but of
     * gpuocc_predict() (gpuocc/predict.h). */
    GPUOCC_CONSTANT_LAST_LEVEL_GB_PER_S = 13,
    GPUOCC_CONSTANT_LAST_LEVEL_LATENCY_NS = 14,
    GPUOCC_CONSTANT_LATENCY = 16,
    GPUOCC_CONSTANT_RATE = 32,
    GPUOCC_CONSTANT_DISTANCE = 48,
    GPUOCC_CONSTANT_COUNT = 64
};

/** Kinds of memory that differ in latency. A finer distinction predicts the latency less well. */
enum gpuocc_memory {
    GPUOCC_MEMORY_UNKNOWN = 0,
    GPUOCC_MEMORY_GDDR = 1,
    GPUOCC_MEMORY_HBM = 2,
    GPUOCC_MEMORY_SYSTEM = 3, /**< DDR or LPDDR shared with a CPU */
    GPUOCC_MEMORY_COUNT = 4
};

/**
 * The basis of a constant, the most certain first. An inferred latency of memory is the median of
 * the devices with the same kind of memory, and its spread is the spread of those devices. Such
 * values were off by 16 % on average and by up to 63 %, and 9 of 10 devices were inside the spread.
 */
enum gpuocc_basis {
    GPUOCC_BASIS_GIVEN = 0, /**< by the caller */
    /** From a source: for the latency of memory a source about this product, for everything else
     *  about its architecture. The remark of the source says if the value is not a measurement but
     *  a compiler's table. */
    GPUOCC_BASIS_MEASURED = 1,
    GPUOCC_BASIS_SIBLING = 2,  /**< measured on a product of the same architecture */
    GPUOCC_BASIS_INFERRED = 3, /**< inferred from the kind of memory, or the vendor's usual value */
    GPUOCC_BASIS_WEAK = 4,     /**< inferred and known to be less certain; see the remark */
    GPUOCC_BASIS_COUNT = 5
};

/** The value of a rate, a bandwidth or a number of loads that never limits. */
#define GPUOCC_UNLIMITED (-1.0)

/**
 * Returns a constant from the tables of this device, per core as the vendor counts cores (CUs on
 * AMD). `*low` and `*high` are the spread between sources, equal if there is one source or value.
 * Each output may be NULL. `wave_size` 0 selects the default of the device. Rates that follow from
 * the number of lanes depend on the wave size, and so do Intel's latencies and their spread (0:
 * those of SIMD16).
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL if `device` is NULL; GPUOCC_ERROR_FIELD if `constant` does not
 * exist; GPUOCC_NOT_KNOWN if no trustworthy source has it: pass your own value to
 * gpuocc_latency_init.
 */
GPUOCC_API int32_t gpuocc_device_constant(const gpuocc_device *device, uint32_t constant,
                                          uint32_t wave_size, double *value, double *low,
                                          double *high);

/**
 * Writes the source of a constant to `source`, as gpuocc_device_source does. A scheduling table of
 * a compiler has the confidence of the vendor, and the remark says that it was not measured.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_FIELD; GPUOCC_NOT_KNOWN. On
 * an error `source` is not written.
 */
GPUOCC_API int32_t gpuocc_device_constant_source(const gpuocc_device *device, uint32_t constant,
                                                 gpuocc_source *source);

/**
 * Returns the basis of a constant, an enum gpuocc_basis.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL if a pointer is NULL; GPUOCC_ERROR_FIELD; GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_device_constant_basis(const gpuocc_device *device, uint32_t constant,
                                                uint32_t wave_size, uint32_t *basis);

/** The latency analysis of one kernel. Opaque; it needs no freeing and may be copied. */
typedef struct gpuocc_latency gpuocc_latency;
#ifndef GOCC_PRIVATE
struct GPUOCC_HANDLE gpuocc_latency {
    uint64_t opaque[1024];
};
#endif

/** What the instructions of a class do. */
enum gpuocc_class_kind {
    GPUOCC_CLASS_PIPE = 0, /**< use `resource`: a pipe or shared memory */
    /** Load from memory through L1 and L2, as far as the hit rates require. */
    GPUOCC_CLASS_LOAD = 1,
    GPUOCC_CLASS_STORE = 2, /**< store on the same path; nothing waits for a store */
    GPUOCC_CLASS_KIND_COUNT = 3
};

/** Whether each iteration includes the start of a group. */
enum gpuocc_turnaround {
    GPUOCC_TURNAROUND_OUTSIDE = 0, /**< loops: only the times include it, once per round */
    GPUOCC_TURNAROUND_INSIDE = 1,  /**< one pass per wave: it is part of the wave's latency */
    GPUOCC_TURNAROUND_COUNT = 2
};

/** Maximum number of classes in a workload; phases are numbered below this. */
#define GPUOCC_LATENCY_CLASSES 32u

/**
 * Instructions of one kind in one iteration of one wave. Set `size`; 0 in another member selects
 * its default. Instructions with the same `phase` overlap; different phases follow one another. If
 * only the instruction counts of a kernel are known, use one phase per class (nothing overlaps, the
 * pessimistic choice) or one phase for all.
 */
typedef struct gpuocc_instructions {
    /** sizeof(gpuocc_instructions), the same in all elements of an array. */
    uint32_t size;
    uint32_t phase;    /**< below GPUOCC_LATENCY_CLASSES */
    uint32_t kind;     /**< enum gpuocc_class_kind */
    uint32_t resource; /**< for GPUOCC_CLASS_PIPE an enum gpuocc_resource, otherwise 0 */
    double count;      /**< instructions per wave and iteration; required */
    double chains;     /**< independent chains; for loads: loads in flight. Default: 1 */
    double replay;     /**< how often each is issued or passes its pipe. Default: 1 */
    double bytes;      /**< bytes requested per wave and instruction */
    double efficiency; /**< bytes requested / bytes moved, at most 1. Default: 1 */
    double l1_hit;     /**< share of the requests that hit in L1, 0 to 1 */
    double l2_hit;     /**< share of the remaining requests that hit in L2, 0 to 1 */
    /** default: the constant; for loads, the mean of the constants by hit rates. */
    double latency_cycles;
    double distance_cycles; /**< default: the constant; for loads and stores, that of issue */
    double replay_cycles;   /**< latency added by every replay beyond the first */
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

/** The kernel as a whole, and constants that replace those of the tables. Set `size` and
 *  `class_count`; 0 in another member selects its default. */
typedef struct gpuocc_workload {
    uint32_t size;
    uint32_t waves;           /**< waves per core, up to 65536. Default: those of the occupancy */
    uint32_t waves_per_group; /**< default: those of the occupancy */
    uint32_t max_waves;       /**< wave slots of a core. Default: those of the occupancy */
    uint32_t wave_size;       /**< default: that of the occupancy, otherwise that of the device */
    uint32_t turnaround;      /**< enum gpuocc_turnaround */
    uint64_t grid_groups;     /**< groups in the grid, up to 10^12; required for the times */
    double iterations;        /**< iterations of the loop per wave. Default: 1 */
    /** Latency of one iteration, if known as a whole. Default: computed by phases. */
    double wave_latency_cycles;
    /** Elements of the array of classes, 1 to GPUOCC_LATENCY_CLASSES; required. */
    uint64_t class_count;
    /** Set (1 << constant) of the constants that `constants` gives. */
    uint64_t constants_given;
    /** By enum gpuocc_constant: its value instead of that in the tables, per core of the occupancy
     *  (a WGP in WGP mode). Only elements in `constants_given` are read. */
    double constants[64];
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
    GPUOCC_WORKLOAD_CLASS_COUNT = 9,
    GPUOCC_WORKLOAD_CONSTANTS_GIVEN = 10,
    GPUOCC_WORKLOAD_CONSTANTS = 11,
    GPUOCC_WORKLOAD_FIELD_COUNT = 12
};

/** Throughput as a function of the number of waves: lower <= expected <= upper, and partitioned <=
 *  upper. If constants have a spread, the upper curves use the low end of the latencies, the
 *  expected curve the usual values and the lower curve the high end. */
enum gpuocc_curve {
    GPUOCC_CURVE_UPPER = 0,       /**< Volkov's bound: min(waves / latency, 1 / largest demand) */
    GPUOCC_CURVE_EXPECTED = 1,    /**< mean-value analysis of the busiest resource and a delay */
    GPUOCC_CURVE_LOWER = 2,       /**< every wave queues behind all others at every resource */
    GPUOCC_CURVE_PARTITIONED = 3, /**< the upper bound if waves are bound to their partitions */
    GPUOCC_CURVE_COUNT = 4
};

/** Values of GPUOCC_LATENCY_MORE_WAVES. */
enum gpuocc_more_waves {
    GPUOCC_MORE_WAVES_NONE_LEFT = 0, /**< all wave slots are in use */
    GPUOCC_MORE_WAVES_MAY_HELP = 1,  /**< the bound does not rise, but the expected value may */
    /** Latency is exposed: with fewer waves than needed, more waves help. */
    GPUOCC_MORE_WAVES_HELP = 2
};

/** The results of a latency analysis. `index` is the number named after "by", otherwise 0. */
enum gpuocc_latency_result {
    /** Waves resident on a core. */
    GPUOCC_LATENCY_WAVES = 0,
    /** Cycles of one iteration of a wave that runs alone. */
    GPUOCC_LATENCY_WAVE_LATENCY = 1,
    /** The same, but at least the largest demand. */
    GPUOCC_LATENCY_WAVE_LATENCY_SERVED = 2,
    /** By resource: cycles for which one iteration of a wave occupies it. */
    GPUOCC_LATENCY_DEMAND = 3,
    /** Largest demand of all resources, in cycles. */
    GPUOCC_LATENCY_LARGEST_DEMAND = 4,
    /** Sum of the demands of all resources, in cycles. */
    GPUOCC_LATENCY_SUM_OF_DEMANDS = 5,
    /** By curve: wave iterations per cycle and core. */
    GPUOCC_LATENCY_THROUGHPUT = 6,
    /** By curve: share of the throughput that the largest demand allows. */
    GPUOCC_LATENCY_SHARE_OF_PEAK = 7,
    /** By curve: bandwidth requested by loads and stores on the whole device, in 10^9 bytes per
     *  second. */
    GPUOCC_LATENCY_GB_PER_S = 8,
    /** Number of waves at which both bounds meet. With fewer waves latency is certainly exposed.
     *  More waves are no guarantee: 90 percent of the peak took 1.1 to 2.1 times as many
     *  (docs/latency.md). */
    GPUOCC_LATENCY_WAVES_NEEDED_EXACT = 9,
    /** The same, rounded up to whole waves. */
    GPUOCC_LATENCY_WAVES_NEEDED = 10,
    /** The same as a share of the wave slots. GPUOCC_NOT_POSSIBLE: occupancy cannot reach it. */
    GPUOCC_LATENCY_OCCUPANCY_NEEDED = 11,
    /** By resource: maximum utilisation (by the upper curve). */
    GPUOCC_LATENCY_UTILISATION = 12,
    /** By resource: waves that saturate it. GPUOCC_NOT_POSSIBLE: another resource saturates
     *  first. */
    GPUOCC_LATENCY_WAVES_TO_SATURATE = 13,
    /** enum gpuocc_resource that limits the throughput with these waves. */
    GPUOCC_LATENCY_BINDING = 14,
    /** enum gpuocc_resource that limits the throughput with unlimited waves. */
    GPUOCC_LATENCY_BINDING_AT_LIMIT = 15,
    /** By resource: latency x rate of the device alone, in the unit of the rate (bytes for L1, L2
     *  and DRAM; wave instructions otherwise). This is not the number of waves that the kernel
     *  needs. */
    GPUOCC_LATENCY_CONCURRENCY = 16,
    /** By class: maximum number of its instructions in flight on a core. */
    GPUOCC_LATENCY_IN_FLIGHT = 17,
    /** Maximum number of memory loads in flight on a core. */
    GPUOCC_LATENCY_LOADS_IN_FLIGHT = 18,
    /** Bytes requested by the loads in flight. */
    GPUOCC_LATENCY_BYTES_IN_FLIGHT = 19,
    /** By class: independent chains that would hide the latency with these waves, with everything
     *  else unchanged. GPUOCC_NOT_POSSIBLE: no number does. */
    GPUOCC_LATENCY_CHAINS_NEEDED = 20,
    /** By class: independent loads per thread and iteration that would hide the latency, computed
     *  from the latency of one load and regardless of the current number. It requires a kernel
     *  bound by memory with exactly one such class. GPUOCC_NOT_APPLICABLE also if the class
     *  does not have exactly one instruction and the latency of the wave is given as a whole. */
    GPUOCC_LATENCY_LOADS_NEEDED = 21,
    /** By class: bytes per thread of that number of loads. */
    GPUOCC_LATENCY_BYTES_PER_THREAD_NEEDED = 22,
    /** enum gpuocc_more_waves. */
    GPUOCC_LATENCY_MORE_WAVES = 23,
    /** By curve: throughput with all wave slots in use / current throughput. */
    GPUOCC_LATENCY_GAIN = 24,
    /** Rounds of the grid. For an occupancy with clusters the rounds and the times are unknown
     *  here; see gpuocc_schedule_time. */
    GPUOCC_LATENCY_ROUNDS = 25,
    /** By curve, upper or expected: cycles of the whole grid, round by round. */
    GPUOCC_LATENCY_TIME = 26,
    /** Lower bound of the cycles for any order of the groups. */
    GPUOCC_LATENCY_TIME_AT_LEAST = 27,
    /** By class: its latency in cycles. */
    GPUOCC_LATENCY_CLASS_LATENCY = 28,
    /** By class: GPUOCC_LATENCY_LOADS_NEEDED before it is rounded up. */
    GPUOCC_LATENCY_LOADS_NEEDED_EXACT = 29,
    /** enum gpuocc_basis: the basis of the least certain latency that the answer depends on. */
    GPUOCC_LATENCY_BASIS = 30,
    GPUOCC_LATENCY_RESULT_COUNT = 31
};

/** Bytes of a latency analysis, sizeof(gpuocc_latency), for callers without the header. */
GPUOCC_API size_t gpuocc_latency_size(void);

/**
 * Analyses the latency of a kernel.
 *
 * The waves and the device come from `occupancy`, or from workload.waves and `device` if
 * `occupancy` is NULL; both may be NULL if the workload provides the waves and all constants.
 * Values in the workload override those of the occupancy. `classes` has workload.class_count
 * elements, classes[0].size bytes apart.
 *
 * The analysis keeps no pointer to the arguments and may be copied, byte for byte, to memory of the
 * same alignment.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_MEMORY_ALIGNMENT; and for a field: GPUOCC_ERROR_REQUIRED if no class or no number of
 * waves is given; GPUOCC_ERROR_BAD_NUMBER for a double that is NaN, infinite or outside its range;
 * GPUOCC_ERROR_NOT_A_CHOICE; GPUOCC_ERROR_TOO_LARGE; GPUOCC_ERROR_FIELD with the number of a given
 * constant that does not exist; GPUOCC_ERROR_MUST_BE_KNOWN if the occupancy's wave size or core
 * mode is unknown; GPUOCC_NOT_KNOWN with the first constant that neither the tables nor the caller
 * provide (`limit` is the set (1 << constant) of all of them), or with the waves if the occupancy
 * has no known upper bound. A rate other than that of DRAM may be missing: see
 * gpuocc_latency_left_out.
 */
GPUOCC_API int32_t gpuocc_latency_init(gpuocc_latency *latency, const gpuocc_device *device,
                                       const gpuocc_occupancy *occupancy,
                                       const gpuocc_workload *workload,
                                       const gpuocc_instructions *classes, gpuocc_error *error);

/**
 * Set (1 << constant) of the unknown rates, which are left out of the bounds. The upper curves
 * remain valid bounds; the lower curve and the sum of the demands are then not available. 0 if
 * there are none or `latency` is NULL.
 */
GPUOCC_API uint64_t gpuocc_latency_left_out(const gpuocc_latency *latency);

/**
 * Returns a constant as this analysis uses it, per core of the question, with its spread and its
 * basis. Each output may be NULL.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL if `latency` is NULL; GPUOCC_ERROR_FIELD if `constant` does not
 * exist; GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_latency_constant(const gpuocc_latency *latency, uint32_t constant,
                                           double *value, double *low, double *high,
                                           uint32_t *basis);

/**
 * Returns one result. `*low` and `*high` (each may be NULL) are its minimum and maximum over the
 * fewest and the most waves and over both ends of the spread of the latencies. They are equal
 * unless the occupancy or a constant is a range. In curves and in the utilisation only
 * the waves vary, because each curve uses its own end of the spread.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_FIELD if `result` does not exist; GPUOCC_ERROR_INDEX;
 * GPUOCC_NOT_APPLICABLE if the workload has no such quantity; GPUOCC_NOT_KNOWN if a constant or a
 * number of the workload is missing; GPUOCC_NOT_POSSIBLE.
 */
GPUOCC_API int32_t gpuocc_latency_get(const gpuocc_latency *latency, uint32_t result,
                                      uint32_t index, double *low, double *high);

/**
 * Returns one result for `waves` waves on a core, 0 to 65536, not necessarily a whole number.
 * Constants with a spread have their usual value, except in curves and the utilisation. Rounds and
 * times use `waves` as the waves of a full core. Statuses as gpuocc_latency_get, and
 * GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_latency_at(const gpuocc_latency *latency, double waves, uint32_t result,
                                     uint32_t index, double *value);

/**
 * Returns the cost of a group in cycles for gpuocc_schedule_time. With a schedule of the same cores
 * and waves that function gives the times of this analysis, round by round.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_NOT_APPLICABLE if the waves of a
 * group are not given; GPUOCC_NOT_KNOWN if the cores or the turnaround are unknown.
 */
GPUOCC_API int32_t gpuocc_latency_group_time(const gpuocc_latency *latency,
                                             gpuocc_group_time *group);

/* Little's law: what must be in flight to keep a pipe or the memory busy, from a few numbers of
 * any device. Every input is 1e-12 to 1e15; enum gpuocc_estimate_field has what `error` (may be
 * NULL) contains if one is not. */

/**
 * Little's law for a pipe, or for anything with a latency and a rate: latency x rate must be in
 * flight to keep it busy. `*in_flight` has the unit of the rate (per cycle): instructions, lanes or
 * bytes. It is not the number of waves that a kernel needs.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_little_pipe(double latency_cycles, double rate_per_cycle,
                                      double *in_flight, gpuocc_error *error);

/**
 * The rate of memory for gpuocc_little_pipe: one core's share of `gb_per_s` (10^9 bytes per second
 * of the whole device), in requests per cycle.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_little_memory_rate(double gb_per_s, double clock_ghz, double core_count,
                                             double bytes_per_request, double *rate_per_cycle,
                                             gpuocc_error *error);

/**
 * Returns how many waves (or loads of a thread) are needed if each has `each` instructions (or
 * bytes) in flight. The result is rounded up; an excess of up to 10^-9 of it is treated as a
 * rounding error.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_BAD_NUMBER.
 */
GPUOCC_API int32_t gpuocc_little_count(double in_flight, double each, uint64_t *count,
                                       gpuocc_error *error);

#ifdef __cplusplus
}
#endif

#endif
