/* SPDX-License-Identifier: MIT
 *
 * Answers the calls of CUDA's cuda_occupancy.h with libgpuocc, in C and C++. Names and structs are
 * those of version 12.1 (CUDA 13.0), so that a program that includes <cuda_occupancy.h> compiles
 * unchanged with this folder in its include path. It needs no CUDA; link it with libgpuocc.
 *
 * The answers are those of GPUOCC_CONVENTION_HEADER on a device that has the caller's properties.
 * They are for host code: unlike the original's functions these cannot run on a GPU.
 *
 * CUDA_OCC_ERROR_INVALID_INPUT is also returned for inputs with which the original overflows or
 * computes a meaningless result: a warp size other than 32, a number of warps per SM that is not a
 * multiple of its sub-partitions, sizes of 4 GiB and more, more shared memory for a block than an
 * SM has, and Kepler devices whose L1 takes all of their shared memory.
 */
#ifndef GPUOCC_COMPAT_CUDA_OCCUPANCY_H
#define GPUOCC_COMPAT_CUDA_OCCUPANCY_H

#ifdef __cuda_occupancy_h__
#error "include either CUDA's cuda_occupancy.h or libgpuocc's, not both"
#endif
#define __cuda_occupancy_h__

#include <limits.h>
#include <string.h>

#include "../advice.h"
#include "../device.h"
#include "../occupancy.h"
#include "cuda_occupancy_device.h"
#include "cuda_occupancy_types.h"

/* One query, converted to the types of libgpuocc. */
struct gpuocc_compat_query {
    gpuocc_custom_device custom;
    const gpuocc_device *device;
    gpuocc_occupancy occupancy;
    gpuocc_kernel kernel;
};

static inline cudaOccError gpuocc_compat_error(int32_t status)
{
    return status == GPUOCC_OK                     ? CUDA_OCC_SUCCESS
           : status == GPUOCC_ERROR_DEVICE_UNKNOWN ? CUDA_OCC_ERROR_UNKNOWN_DEVICE
                                                   : CUDA_OCC_ERROR_INVALID_INPUT;
}

static inline uint32_t gpuocc_compat_amount(size_t amount)
{
    return amount == 0 ? GPUOCC_ZERO : (uint32_t)amount;
}

static inline int gpuocc_compat_is_small(size_t amount)
{
    return amount < GPUOCC_ZERO;
}

/* Rejects what the original rejects and what a gpuocc_device or gpuocc_kernel cannot express. */
static inline int gpuocc_compat_is_valid(const cudaOccDeviceProp *p, const cudaOccFuncAttributes *f,
                                         const cudaOccDeviceState *s)
{
    const int partitions = p->computeMajor == 6 && p->computeMinor == 0 ? 2 : 4;

    return p->maxThreadsPerBlock > 0 && p->maxThreadsPerMultiprocessor > 0 && p->regsPerBlock > 0 &&
           p->regsPerMultiprocessor > 0 && p->warpSize == 32 &&
           p->maxThreadsPerMultiprocessor / 32 % partitions == 0 && p->sharedMemPerBlock > 0 &&
           p->sharedMemPerMultiprocessor > 0 && p->numSms > 0 && f->maxThreadsPerBlock > 0 &&
           f->numRegs >= 0 && gpuocc_compat_is_small(f->sharedSizeBytes) &&
           gpuocc_compat_is_small(f->maxDynamicSharedSizeBytes) &&
           (p->computeMajor < 7 || p->computeMajor > 12 ||
            (s->carveoutConfig >= -1 && s->carveoutConfig <= 100));
}

/* Makes a device with these properties. All other figures follow from the compute capability: the
 * original has no other input, and its convention uses none. */
static inline int32_t gpuocc_compat_device(struct gpuocc_compat_query *query,
                                           const cudaOccDeviceProp *p,
                                           const cudaOccFuncAttributes *f)
{
    static const uint32_t fields[] = {GPUOCC_DEVICE_GENERATION,
                                      GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,
                                      GPUOCC_DEVICE_PARTITIONS_PER_CORE,
                                      GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION,
                                      GPUOCC_DEVICE_REGISTERS_PER_PARTITION,
                                      GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP,
                                      GPUOCC_DEVICE_SHARED_POOL_BYTES,
                                      GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP,
                                      GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP,
                                      GPUOCC_DEVICE_SHARED_RESERVED_BYTES};
    const int opt_in = p->computeMajor >= 7 && f->shmemLimitConfig != FUNC_SHMEM_LIMIT_DEFAULT;
    const size_t most = opt_in ? p->sharedMemPerBlockOptin : 0; /* 0: never read */
    uint64_t values[10];
    const gpuocc_device *base = NULL;
    int32_t status;

    if (p->computeMajor < 0 || p->computeMajor > 99 || p->computeMinor < 0 || p->computeMinor > 9)
        return GPUOCC_ERROR_DEVICE_UNKNOWN;
    values[0] = (uint64_t)(10 * p->computeMajor + p->computeMinor);
    values[1] = (uint64_t)p->maxThreadsPerBlock;
    values[2] = 1;
    values[3] = (uint64_t)(p->maxThreadsPerMultiprocessor / 32);
    values[4] = (uint64_t)p->regsPerMultiprocessor;
    values[5] = (uint64_t)p->regsPerBlock;
    values[6] = p->sharedMemPerMultiprocessor;
    values[7] = p->sharedMemPerBlock;
    values[8] = most;
    values[9] = p->reservedSharedMemPerBlock;
    status = gpuocc_device_find("sm_80", 5, 0, &base, NULL, NULL);
    if (status == GPUOCC_OK)
        status = gpuocc_device_copy(&query->custom, base, NULL, 0, NULL);
    if (status == GPUOCC_OK)
        status = gpuocc_device_edit(&query->custom, fields, values, 10, NULL);
    query->device = gpuocc_device_of(&query->custom);
    return status;
}

/* Converts the kernel, without its block size. */
static inline void gpuocc_compat_kernel(gpuocc_kernel *k, const cudaOccFuncAttributes *f,
                                        const cudaOccDeviceState *s)
{
    memset(k, 0, sizeof *k);
    k->size = (uint32_t)sizeof *k;
    k->registers_per_thread = gpuocc_compat_amount((size_t)f->numRegs);
    k->shared_bytes = gpuocc_compat_amount(f->sharedSizeBytes);
    k->barriers_per_group =
        gpuocc_compat_amount(f->numBlockBarriers > 0 ? (size_t)f->numBlockBarriers : 0);
    k->max_threads_per_group = (uint32_t)f->maxThreadsPerBlock;
    k->shared_limit = f->shmemLimitConfig == FUNC_SHMEM_LIMIT_DEFAULT ? GPUOCC_SHARED_LIMIT_DEFAULT
                                                                      : GPUOCC_SHARED_LIMIT_OPTIN;
    k->max_dynamic_shared_bytes = gpuocc_compat_amount(f->maxDynamicSharedSizeBytes);
    k->carveout_percent =
        s->carveoutConfig < 0 ? 0 : gpuocc_compat_amount((size_t)s->carveoutConfig);
    k->cache_preference = s->cacheConfig == CACHE_PREFER_SHARED  ? GPUOCC_CACHE_PREFERENCE_SHARED
                          : s->cacheConfig == CACHE_PREFER_L1    ? GPUOCC_CACHE_PREFERENCE_L1
                          : s->cacheConfig == CACHE_PREFER_EQUAL ? GPUOCC_CACHE_PREFERENCE_EQUAL
                                                                 : GPUOCC_CACHE_PREFERENCE_NONE;
    k->global_caching = f->partitionedGCConfig == PARTITIONED_GC_OFF ? GPUOCC_GLOBAL_CACHING_OFF
                        : f->partitionedGCConfig == PARTITIONED_GC_ON_STRICT
                            ? GPUOCC_GLOBAL_CACHING_STRICT
                            : GPUOCC_GLOBAL_CACHING_ON;
    k->virtual_resources =
        gpuocc_compat_amount(f->virtualResourceCount > 0 ? (size_t)f->virtualResourceCount : 0);
}

static inline cudaOccError gpuocc_compat_begin(struct gpuocc_compat_query *query,
                                               const cudaOccDeviceProp *properties,
                                               const cudaOccFuncAttributes *attributes,
                                               const cudaOccDeviceState *state)
{
    if (properties == NULL || attributes == NULL || state == NULL ||
        !gpuocc_compat_is_valid(properties, attributes, state))
        return CUDA_OCC_ERROR_INVALID_INPUT;
    gpuocc_compat_kernel(&query->kernel, attributes, state);
    return gpuocc_compat_error(gpuocc_compat_device(query, properties, attributes));
}

static inline cudaOccError gpuocc_compat_ask(struct gpuocc_compat_query *query, int block_size,
                                             size_t dynamic)
{
    if (block_size <= 0 || !gpuocc_compat_is_small(dynamic))
        return CUDA_OCC_ERROR_INVALID_INPUT;
    query->kernel.threads_per_group = (uint32_t)block_size;
    query->kernel.dynamic_shared_bytes = gpuocc_compat_amount(dynamic);
    return gpuocc_compat_error(gpuocc_occupancy_init(
        &query->occupancy, query->device, GPUOCC_CONVENTION_HEADER, &query->kernel, NULL));
}

static inline uint64_t gpuocc_compat_result(const struct gpuocc_compat_query *query,
                                            uint32_t result)
{
    uint64_t value = 0;

    (void)gpuocc_occupancy_get(&query->occupancy, result, 0, &value, NULL);
    return value;
}

static inline int gpuocc_compat_limit(const struct gpuocc_compat_query *query, uint32_t limit)
{
    uint64_t value = 0;
    const int32_t status =
        gpuocc_occupancy_get(&query->occupancy, GPUOCC_RESULT_LIMIT, limit, &value, NULL);

    return status != GPUOCC_OK ? INT_MAX : (int)value;
}

static inline unsigned int gpuocc_compat_limiters(uint32_t limiters)
{
    return (limiters >> GPUOCC_LIMIT_WAVES & 1u ? (unsigned int)OCC_LIMIT_WARPS : 0u) |
           (limiters >> GPUOCC_LIMIT_REGISTERS & 1u ? (unsigned int)OCC_LIMIT_REGISTERS : 0u) |
           (limiters >> GPUOCC_LIMIT_SHARED & 1u ? (unsigned int)OCC_LIMIT_SHARED_MEMORY : 0u) |
           (limiters >> GPUOCC_LIMIT_GROUPS & 1u ? (unsigned int)OCC_LIMIT_BLOCKS : 0u) |
           (limiters >> GPUOCC_LIMIT_BARRIERS & 1u ? (unsigned int)OCC_LIMIT_BARRIERS : 0u) |
           (limiters >> GPUOCC_LIMIT_VIRTUAL & 1u ? (unsigned int)OCC_LIMIT_VIRTUAL_RESOURCES : 0u);
}

/** Blocks resident on an SM, with every limit. */
static inline cudaOccError
cudaOccMaxActiveBlocksPerMultiprocessor(cudaOccResult *result, const cudaOccDeviceProp *properties,
                                        const cudaOccFuncAttributes *attributes,
                                        const cudaOccDeviceState *state, int blockSize,
                                        size_t dynamicSmemSize)
{
    struct gpuocc_compat_query q;
    cudaOccError error;

    if (result == NULL || blockSize <= 0)
        return CUDA_OCC_ERROR_INVALID_INPUT;
    error = gpuocc_compat_begin(&q, properties, attributes, state);
    if (error == CUDA_OCC_SUCCESS)
        error = gpuocc_compat_ask(&q, blockSize, dynamicSmemSize);
    if (error != CUDA_OCC_SUCCESS)
        return error;
    (void)gpuocc_occupancy_expand(&q.occupancy);
    result->activeBlocksPerMultiprocessor = (int)gpuocc_occupancy_groups(&q.occupancy);
    result->limitingFactors = gpuocc_compat_limiters(gpuocc_occupancy_limiters(&q.occupancy));
    result->blockLimitRegs = gpuocc_compat_limit(&q, GPUOCC_LIMIT_REGISTERS);
    result->blockLimitSharedMem = gpuocc_compat_limit(&q, GPUOCC_LIMIT_SHARED);
    result->blockLimitWarps = gpuocc_compat_limit(&q, GPUOCC_LIMIT_WAVES);
    result->blockLimitBlocks = gpuocc_compat_limit(&q, GPUOCC_LIMIT_GROUPS);
    result->blockLimitBarriers = gpuocc_compat_limit(&q, GPUOCC_LIMIT_BARRIERS);
    result->blockLimitVirtual = gpuocc_compat_limit(&q, GPUOCC_LIMIT_VIRTUAL);
    result->allocatedRegistersPerBlock =
        (int)gpuocc_compat_result(&q, GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP);
    result->allocatedSharedMemPerBlock =
        (size_t)gpuocc_compat_result(&q, GPUOCC_RESULT_SHARED_ALLOCATED_BYTES);
    result->partitionedGCConfig =
        gpuocc_compat_result(&q, GPUOCC_RESULT_NOTES) >> GPUOCC_NOTE_GLOBAL_CACHING_OFF & 1u
            ? PARTITIONED_GC_OFF
            : attributes->partitionedGCConfig;
    return CUDA_OCC_SUCCESS;
}

/** The largest dynamic shared memory in bytes with which `numBlocks` blocks are resident on an SM.
 */
static inline cudaOccError
cudaOccAvailableDynamicSMemPerBlock(size_t *bytesAvailable, const cudaOccDeviceProp *properties,
                                    const cudaOccFuncAttributes *attributes,
                                    const cudaOccDeviceState *state, int numBlocks, int blockSize)
{
    struct gpuocc_compat_query q;
    uint32_t bytes = 0;
    cudaOccError error;

    if (bytesAvailable == NULL || numBlocks <= 0 || blockSize <= 0)
        return CUDA_OCC_ERROR_INVALID_INPUT;
    error = gpuocc_compat_begin(&q, properties, attributes, state);
    if (error == CUDA_OCC_SUCCESS)
        error = gpuocc_compat_ask(&q, blockSize, 0);
    if (error == CUDA_OCC_SUCCESS)
        error = gpuocc_compat_error(
            gpuocc_occupancy_maximum(&q.occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,
                                     GPUOCC_TARGET_GROUPS, (uint32_t)numBlocks, &bytes, NULL));
    if (error == CUDA_OCC_SUCCESS)
        *bytesAvailable = bytes;
    return error;
}

/* The block sizes of a search in which a callback returns the shared memory of each size: the
 * largest first, then the multiples of 32 below it. */
struct gpuocc_compat_search {
    struct gpuocc_compat_query query;
    int size, threads, slots; /* the size to try; threads per SM of the best, and at most */
    int best_size, best_blocks;
};

static inline cudaOccError gpuocc_compat_search_begin(struct gpuocc_compat_search *search,
                                                      const cudaOccDeviceProp *properties,
                                                      const cudaOccFuncAttributes *attributes,
                                                      const cudaOccDeviceState *state)
{
    const cudaOccError error = gpuocc_compat_begin(&search->query, properties, attributes, state);

    search->threads = search->best_size = search->best_blocks = 0;
    if (error != CUDA_OCC_SUCCESS)
        return error;
    search->slots = properties->maxThreadsPerMultiprocessor;
    search->size = attributes->maxThreadsPerBlock < properties->maxThreadsPerBlock
                       ? attributes->maxThreadsPerBlock
                       : properties->maxThreadsPerBlock;
    return error;
}

/* Tries the size and goes on to the next one, 0 at the end. */
static inline cudaOccError gpuocc_compat_search_next(struct gpuocc_compat_search *search,
                                                     size_t dynamic)
{
    const cudaOccError error = gpuocc_compat_ask(&search->query, search->size, dynamic);
    int blocks;

    if (error != CUDA_OCC_SUCCESS)
        return error;
    blocks = (int)gpuocc_occupancy_groups(&search->query.occupancy);
    if (blocks * search->size > search->threads) {
        search->threads = blocks * search->size;
        search->best_size = search->size;
        search->best_blocks = blocks;
    }
    search->size = search->threads == search->slots ? 0 : (search->size - 1) / 32 * 32;
    return error;
}

/** The block size with the most resident threads, and the smallest grid that fills the device. */
static inline cudaOccError cudaOccMaxPotentialOccupancyBlockSize(
    int *minGridSize, int *blockSize, const cudaOccDeviceProp *properties,
    const cudaOccFuncAttributes *attributes, const cudaOccDeviceState *state,
    size_t (*blockSizeToDynamicSMemSize)(int), size_t dynamicSMemSize)
{
    struct gpuocc_compat_search search;
    cudaOccError error;

    if (minGridSize == NULL || blockSize == NULL)
        return CUDA_OCC_ERROR_INVALID_INPUT;
    error = gpuocc_compat_search_begin(&search, properties, attributes, state);
    while (error == CUDA_OCC_SUCCESS && search.size != 0)
        error = gpuocc_compat_search_next(&search, blockSizeToDynamicSMemSize != NULL
                                                       ? blockSizeToDynamicSMemSize(search.size)
                                                       : dynamicSMemSize);
    if (error != CUDA_OCC_SUCCESS)
        return error;
    *minGridSize = search.best_blocks * properties->numSms;
    *blockSize = search.best_size;
    return error;
}

#ifdef __cplusplus
namespace {

inline cudaOccError cudaOccMaxPotentialOccupancyBlockSize(int *minGridSize, int *blockSize,
                                                          const cudaOccDeviceProp *properties,
                                                          const cudaOccFuncAttributes *attributes,
                                                          const cudaOccDeviceState *state,
                                                          size_t dynamicSMemSize = 0)
{
    return ::cudaOccMaxPotentialOccupancyBlockSize(minGridSize, blockSize, properties, attributes,
                                                   state, NULL, dynamicSMemSize);
}

template <typename Function>
inline cudaOccError cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(
    int *minGridSize, int *blockSize, const cudaOccDeviceProp *properties,
    const cudaOccFuncAttributes *attributes, const cudaOccDeviceState *state,
    Function blockSizeToDynamicSMemSize)
{
    gpuocc_compat_search search;
    cudaOccError error;

    if (minGridSize == NULL || blockSize == NULL)
        return CUDA_OCC_ERROR_INVALID_INPUT;
    error = gpuocc_compat_search_begin(&search, properties, attributes, state);
    while (error == CUDA_OCC_SUCCESS && search.size != 0)
        error = gpuocc_compat_search_next(
            &search, static_cast<size_t>(blockSizeToDynamicSMemSize(search.size)));
    if (error != CUDA_OCC_SUCCESS)
        return error;
    *minGridSize = search.best_blocks * properties->numSms;
    *blockSize = search.best_size;
    return error;
}

} // namespace
#endif

#endif
