/* SPDX-License-Identifier: MIT */
/* Written by scripts/abi_snapshot. */
#ifndef GPUOCC_ORDER_H
#define GPUOCC_ORDER_H
#include "estimate.h"
#include "status.h"
#ifdef __cplusplus
extern "C" {
#endif
enum gpuocc_operation_kind {
    GPUOCC_OPERATION_COMPUTE = 0,
    GPUOCC_OPERATION_LOAD = 1,
    GPUOCC_OPERATION_STORE = 2,
    GPUOCC_OPERATION_BARRIER = 3,
    GPUOCC_OPERATION_COUNT = 4
};
typedef struct gpuocc_operation {
    uint32_t size;
    uint32_t kind;
    uint32_t result;
    uint32_t sources[4];
    uint32_t array;
    uint32_t space;
    uint32_t access_bytes;
    int64_t offset_bytes;
    int64_t stride_bytes;
    uint32_t latency_cycles;
    uint32_t issue_cycles;
} gpuocc_operation;
enum gpuocc_order {
    GPUOCC_ORDER_SOURCE = 0,
    GPUOCC_ORDER_HOIST = 1,
    GPUOCC_ORDER_COUNT = 2
};
#define GPUOCC_ORDER_INSTRUCTIONS 1024u
#define GPUOCC_ORDER_LOADS 64u
typedef struct gpuocc_body {
    uint32_t size;
    uint32_t operation_count;
    uint32_t unroll;
    uint32_t order;
    uint32_t no_alias;
    uint32_t most_loads;
} gpuocc_body;
typedef struct gpuocc_loads {
    uint32_t size;
    uint32_t unused;
    uint32_t loads;
    uint32_t first;
    uint64_t most;
    uint64_t bodies;
    uint64_t cycles;
    uint64_t load_cycles;
} gpuocc_loads;
GPUOCC_API int32_t gpuocc_order_loads(const gpuocc_body *body, const gpuocc_operation *operations,
                                      uint32_t *order, uint64_t *starts, gpuocc_loads *result,
                                      gpuocc_error *error);
#ifdef __cplusplus
}
#endif
#endif
