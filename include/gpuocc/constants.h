/* SPDX-License-Identifier: MIT
 *
 * Constants of the latency model (latency.h): what a device's memory, caches and pipes take and
 * let through, with the spread of the sources and what each figure is based on.
 */
#ifndef GPUOCC_CONSTANTS_H
#define GPUOCC_CONSTANTS_H

#include "device.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What instructions occupy, in the order in which ties are decided: the first one binds. */
enum gpuocc_resource {
    GPUOCC_RESOURCE_DRAM = 0, /**< memory, shared by all cores */
    GPUOCC_RESOURCE_L2 = 1,   /**< the cache behind the first one, shared by all cores */
    GPUOCC_RESOURCE_L1 = 2,   /**< the first cache of a core */
    GPUOCC_RESOURCE_SHARED = 3,
    GPUOCC_RESOURCE_LOAD_SLOTS = 4, /**< outstanding loads of a core */
    GPUOCC_RESOURCE_FP32 = 5,       /**< arithmetic pipes, divided among the partitions */
    GPUOCC_RESOURCE_FP64 = 6,
    GPUOCC_RESOURCE_FP16 = 7,
    GPUOCC_RESOURCE_INT32 = 8,
    GPUOCC_RESOURCE_SPECIAL = 9, /**< square roots, sines and the like */
    GPUOCC_RESOURCE_MATRIX = 10,
    GPUOCC_RESOURCE_PIPE_A = 11, /**< pipes of which only the caller knows anything */
    GPUOCC_RESOURCE_PIPE_B = 12,
    GPUOCC_RESOURCE_ISSUE = 13,   /**< the schedulers: every instruction takes a slot */
    GPUOCC_RESOURCE_LATENCY = 14, /**< no resource: what binds when none is saturated */
    GPUOCC_RESOURCE_COUNT = 15
};

/**
 * Constants of a device that the model needs, per core. GPUOCC_CONSTANT_LATENCY + resource is the
 * latency of a pipe, of shared memory or of a level in cycles: from the issue of an instruction to
 * the issue of one that needs its result, unloaded, mean. GPUOCC_CONSTANT_RATE + resource is what a
 * core gets: bytes per cycle of DRAM, L2 and L1, wave instructions per cycle of everything else.
 * GPUOCC_CONSTANT_DISTANCE + resource is the least number of cycles between two instructions of
 * one wave in that pipe (default: partitions / rate, of shared memory, which every partition
 * reaches, 1 / rate; at least 1), and for GPUOCC_RESOURCE_ISSUE between any two (default: 1).
 */
enum gpuocc_constant {
    GPUOCC_CONSTANT_CLOCK_GHZ = 1,
    GPUOCC_CONSTANT_CORE_COUNT = 2,
    GPUOCC_CONSTANT_PARTITIONS = 3,
    /** Memory bandwidth of the device in 10^9 bytes per second: what a kernel has been seen to
     *  reach if a source has it, else as published (3 to 20 percent more). */
    GPUOCC_CONSTANT_DRAM_GB_PER_S = 4,
    /** Cycles for which the slot of a group is empty or starting up between two groups. */
    GPUOCC_CONSTANT_TURNAROUND_CYCLES = 5,
    /** Loads that a core and a wave can have outstanding. Default: no such limit. */
    GPUOCC_CONSTANT_LOADS_PER_CORE = 6,
    GPUOCC_CONSTANT_LOADS_PER_WAVE = 7,
    /** Bytes per cycle of a core's shared memory, for classes that give bytes. */
    GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE = 8,
    /** Bytes in flight per core to which a vendor's own library tunes streaming kernels. Not an
     *  input of the model. */
    GPUOCC_CONSTANT_TUNED_BYTES_IN_FLIGHT = 9,
    /** Latency of memory in nanoseconds. With the clock it is GPUOCC_CONSTANT_LATENCY + DRAM. */
    GPUOCC_CONSTANT_DRAM_LATENCY_NS = 10,
    /** Share of a published memory bandwidth that kernels reach. The expectation takes the usual
     *  value, the lower bound the lowest; the upper bound takes the published bandwidth. */
    GPUOCC_CONSTANT_DRAM_SHARE = 11,
    /** enum gpuocc_memory: decides the latency of memory where no source has it. */
    GPUOCC_CONSTANT_MEMORY = 12,
    GPUOCC_CONSTANT_LATENCY = 16,
    GPUOCC_CONSTANT_RATE = 32,
    GPUOCC_CONSTANT_DISTANCE = 48,
    GPUOCC_CONSTANT_COUNT = 64
};

/** Kinds of memory that differ in latency. Finer kinds predict the latency less well. */
enum gpuocc_memory {
    GPUOCC_MEMORY_UNKNOWN = 0,
    GPUOCC_MEMORY_GDDR = 1,
    GPUOCC_MEMORY_HBM = 2,
    GPUOCC_MEMORY_SYSTEM = 3, /**< DDR or LPDDR that the GPU shares with a CPU */
    GPUOCC_MEMORY_COUNT = 4
};

/**
 * Where a constant comes from, the most certain first. An inferred latency of memory is the median
 * of the devices with the same kind of memory, and its spread is theirs: such a value was off by
 * 16 % on average and by up to 63 %, and 9 of 10 devices were inside the spread.
 */
enum gpuocc_basis {
    GPUOCC_BASIS_GIVEN = 0, /**< by the caller */
    /** A source has it: the latency of memory of this product, anything else of its architecture.
     *  The remark of the source says so if it is no measurement but a compiler's table. */
    GPUOCC_BASIS_MEASURED = 1,
    GPUOCC_BASIS_SIBLING = 2,  /**< measured on a product of the same architecture */
    GPUOCC_BASIS_INFERRED = 3, /**< from the kind of memory or as the vendor's usual value */
    GPUOCC_BASIS_WEAK = 4,     /**< inferred, and known to be less certain: see the remark */
    GPUOCC_BASIS_COUNT = 5
};

/** As the value of a rate, a bandwidth or a number of loads: it never limits. */
#define GPUOCC_UNLIMITED (-1.0)

/**
 * A constant as the tables have it for this device, in the way of its vendor's cores (CUs on
 * AMD). `*low` and `*high` are the spread between sources; equal if there is one source or value.
 * Each out-parameter may be NULL. `wave_size` 0 is the device's default; rates that follow from
 * the number of lanes depend on it, and Intel's latencies with their spread (0: those of SIMD16).
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL if `device` is; GPUOCC_ERROR_FIELD if `constant` is none;
 * GPUOCC_NOT_KNOWN if no trustworthy source has it: give it to gpuocc_latency_init.
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
 * Its basis, enum gpuocc_basis.
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL if a pointer is; GPUOCC_ERROR_FIELD; GPUOCC_NOT_KNOWN.
 */
GPUOCC_API int32_t gpuocc_device_constant_basis(const gpuocc_device *device, uint32_t constant,
                                                uint32_t wave_size, uint32_t *basis);

#ifdef __cplusplus
}
#endif

#endif
