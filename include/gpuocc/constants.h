/* SPDX-License-Identifier: MIT
 *
 * Constants of the latency model (latency.h): latencies and rates of a device's memory, caches and
 * pipes, with the spread between sources and the basis of each figure.
 */
#ifndef GPUOCC_CONSTANTS_H
#define GPUOCC_CONSTANTS_H

#include "device.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#endif
