/* SPDX-License-Identifier: MIT
 *
 * Order: how many loads a wave can have in flight, given the order of its instructions. A
 * straight-line loop body is unrolled, ordered as a compiler may order it, and issued in order by
 * one wave. docs/latency.md has the rules and five examples.
 *
 * The model uses integers only. Cycles may be counted in any smaller unit if it is the same for all
 * instructions.
 */
#ifndef GPUOCC_ORDER_H
#define GPUOCC_ORDER_H

#include "estimate.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The kind of an instruction. */
enum gpuocc_operation_kind {
    GPUOCC_OPERATION_COMPUTE = 0, /**< registers only */
    GPUOCC_OPERATION_LOAD = 1,    /**< asynchronous; only readers of its result wait */
    GPUOCC_OPERATION_STORE = 2,   /**< waits for the stored value; nothing waits for the store */
    GPUOCC_OPERATION_BARRIER = 3, /**< no instruction moves across it; it costs only its issue */
    GPUOCC_OPERATION_COUNT = 4
};

/** An instruction of the loop body, for one lane. Set `size` to a multiple of 8, the same in all
 *  elements of an array, and members that do not apply to 0. */
typedef struct gpuocc_operation {
    uint32_t size;
    uint32_t kind;   /**< enum gpuocc_operation_kind */
    uint32_t result; /**< number of the register that is written; 0: none */
    /** Registers that are read; a register that no earlier instruction writes is available from the
     *  start. */
    uint32_t sources[4];
    uint32_t array; /**< for loads and stores: number of the array, any value */
    /** Address space of the array, any value; different spaces never overlap. */
    uint32_t space;
    uint32_t access_bytes;   /**< bytes accessed; 0: anywhere in the array */
    int64_t offset_bytes;    /**< offset of the first byte from the address for the loop index */
    int64_t stride_bytes;    /**< added to the offset for each copy of the unrolled body */
    uint32_t latency_cycles; /**< cycles until the result can be read */
    uint32_t issue_cycles;   /**< cycles until the next instruction can issue. Default: 1 */
} gpuocc_operation;

/** The order in which a compiler emits the instructions. */
enum gpuocc_order {
    GPUOCC_ORDER_SOURCE = 0, /**< as written */
    /** Loads, and the instructions that they need, as early as aliasing and barriers allow. */
    GPUOCC_ORDER_HOIST = 1,
    GPUOCC_ORDER_COUNT = 2
};

/** Maximum number of instructions in an unrolled body. */
#define GPUOCC_ORDER_INSTRUCTIONS 1024u

/** Largest value of gpuocc_body.most_loads. */
#define GPUOCC_ORDER_LOADS 64u

/** The loop. Set `size`; 0 in another member selects its default. */
typedef struct gpuocc_body {
    uint32_t size;
    uint32_t operation_count; /**< instructions in the body; required */
    /** Number of copies of the body, with registers renamed. Default: 1. */
    uint32_t unroll;
    uint32_t order;    /**< enum gpuocc_order */
    uint32_t no_alias; /**< 1: different arrays never overlap (restrict) */
    /** Maximum number of loads that a wave can have in flight, up to GPUOCC_ORDER_LOADS. Default:
     *  no limit. */
    uint32_t most_loads;
} gpuocc_body;

/** The loads in flight in the steady state. Set `size`. */
typedef struct gpuocc_loads {
    uint32_t size;
    uint32_t unused;
    uint32_t loads; /**< loads in one unrolled body */
    /** Loads issued before the first instruction that reads the result of one. */
    uint32_t first;
    uint64_t most; /**< maximum number of loads in flight */
    /** Unrolled bodies after which the pattern repeats; 1 without most_loads. */
    uint64_t bodies;
    uint64_t cycles; /**< cycles that these bodies take: one body takes cycles / bodies */
    /** Sum of the latencies of their loads: the mean number in flight is load_cycles / cycles. */
    uint64_t load_cycles;
} gpuocc_loads;

/**
 * Computes the loads in flight of one wave that repeats a loop body alone on the device.
 * `operations` has operation_count elements. `order` and `starts` have room for operation_count x
 * unroll elements: order[p] is the instruction at position p, numbered copy by copy in source
 * order, and starts[i] is the cycle in which instruction i issues in the last computed body.
 *
 * Two accesses to different arrays in one address space may overlap unless no_alias is set.
 * Registers impose only read-after-write order, and values that one iteration passes to the next
 * are not modelled. cycles / bodies is the wave_latency_cycles of a workload (latency.h).
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_NOT_A_CHOICE for an input outside its range (estimate.h), for example a load without
 * a latency or an offset beyond 2^40; GPUOCC_NOT_KNOWN if no repetition is found within some 2^20
 * instructions. estimate.h lists what `error` (may be NULL) contains. After GPUOCC_NOT_KNOWN the
 * contents of the two arrays are unspecified.
 */
GPUOCC_API int32_t gpuocc_order_loads(const gpuocc_body *body, const gpuocc_operation *operations,
                                      uint32_t *order, uint64_t *starts, gpuocc_loads *result,
                                      gpuocc_error *error);

#ifdef __cplusplus
}
#endif

#endif
