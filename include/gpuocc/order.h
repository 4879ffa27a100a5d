/* SPDX-License-Identifier: MIT
 *
 * Order: how many loads the order of the instructions lets a wave have in flight. A straight-line
 * loop body is unrolled, ordered as a compiler may, and issued in order by one wave.
 * docs/latency.md has the rules and five examples.
 *
 * Integers only. Cycles may be counted in any smaller unit, the same for all instructions.
 */
#ifndef GPUOCC_ORDER_H
#define GPUOCC_ORDER_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What an instruction does. */
enum gpuocc_operation_kind {
    GPUOCC_OPERATION_COMPUTE = 0, /**< registers only */
    GPUOCC_OPERATION_LOAD = 1,    /**< blocks nobody but who reads its result */
    GPUOCC_OPERATION_STORE = 2,   /**< waits for what it stores, and nobody for it */
    GPUOCC_OPERATION_BARRIER = 3, /**< nothing moves across it; it costs its issue alone */
    GPUOCC_OPERATION_COUNT = 4
};

/** An instruction of the loop body, of one lane. Set `size`, and to 0 what does not apply. */
typedef struct gpuocc_operation {
    uint32_t size;
    uint32_t kind;           /**< enum gpuocc_operation_kind */
    uint32_t result;         /**< number of the register written; 0: none */
    uint32_t sources[4];     /**< registers read; what no instruction above writes is there */
    uint32_t array;          /**< of loads and stores: number of the array, any */
    uint32_t space;          /**< its address space, any; different spaces share no bytes */
    uint32_t access_bytes;   /**< bytes accessed. 0: anywhere in the array */
    int64_t offset_bytes;    /**< of the first byte, from where the loop index points */
    int64_t stride_bytes;    /**< added to the offset by each copy of the unrolled body */
    uint32_t latency_cycles; /**< until the result can be read */
    uint32_t issue_cycles;   /**< until the next instruction can issue. Default: 1 */
} gpuocc_operation;

/** In which order a compiler puts them. */
enum gpuocc_order {
    GPUOCC_ORDER_SOURCE = 0, /**< as written */
    /** Loads, and what they need, as early as aliasing and barriers allow. */
    GPUOCC_ORDER_HOIST = 1,
    GPUOCC_ORDER_COUNT = 2
};

/** The most instructions of an unrolled body. */
#define GPUOCC_ORDER_INSTRUCTIONS 1024u

/** The largest limit of the loads in flight. */
#define GPUOCC_ORDER_LOADS 64u

/** The loop. Set `size`; 0 elsewhere is the default named. */
typedef struct gpuocc_body {
    uint32_t size;
    uint32_t operation_count; /**< instructions of the body; must be given */
    uint32_t unroll;          /**< copies of the body, registers renamed. Default: 1 */
    uint32_t order;           /**< enum gpuocc_order */
    uint32_t no_alias;        /**< 1: different arrays share no bytes (restrict) */
    /** Loads that a wave can have in flight, up to GPUOCC_ORDER_LOADS. Default: no such limit. */
    uint32_t most_loads;
} gpuocc_body;

/** What comes of it, in the steady state. Set `size`. */
typedef struct gpuocc_in_flight {
    uint32_t size;
    uint32_t unused;
    uint32_t loads;       /**< of one unrolled body */
    uint32_t first;       /**< loads issued before the first instruction that reads one's result */
    uint64_t most;        /**< loads in flight at the same time */
    uint64_t bodies;      /**< after which the pattern repeats; 1 without most_loads */
    uint64_t cycles;      /**< that they take: a body takes cycles / bodies */
    uint64_t load_cycles; /**< latencies of their loads: load_cycles / cycles are in flight, mean */
} gpuocc_loads;

/**
 * Loads in flight of one wave that repeats a body alone. `operations` has operation_count elements.
 * `order`, `places` and `starts` have room for operation_count x unroll numbers: order[p] is the
 * instruction at place p, counted copy by copy as written; places[i] is the place of instruction
 * i, and starts[i] the cycle in which it issues, in the last body computed.
 *
 * Of two accesses to different arrays of a space it is not known whether they share bytes, unless
 * no_alias is set. Registers order by what is read after it was written; what an iteration hands
 * to the next one is not modelled. cycles / bodies is a workload's wave_latency_cycles (latency.h).
 *
 * GPUOCC_OK; GPUOCC_ERROR_NULL; GPUOCC_ERROR_STRUCT_SIZE; GPUOCC_ERROR_STRUCT_NEWER;
 * GPUOCC_ERROR_REQUIRED without an instruction, or for a load without latency;
 * GPUOCC_ERROR_TOO_LARGE above GPUOCC_ORDER_INSTRUCTIONS or GPUOCC_ORDER_LOADS, or for an offset
 * or stride beyond 2^40; GPUOCC_ERROR_NOT_A_CHOICE for a kind, an order or a no_alias that is none;
 * GPUOCC_NOT_KNOWN if no repetition is found within some 2^20 instructions. After a negative status
 * the three arrays hold nothing of use.
 */
GPUOCC_API int32_t gpuocc_order_loads(const gpuocc_body *body, const gpuocc_operation *operations,
                                      uint32_t *order, uint32_t *places, uint64_t *starts,
                                      gpuocc_loads *result);

#ifdef __cplusplus
}
#endif

#endif
