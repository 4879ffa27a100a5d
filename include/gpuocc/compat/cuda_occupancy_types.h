/* SPDX-License-Identifier: MIT
 *
 * Enumerations and structs of CUDA's cuda_occupancy.h 12.1 (CUDA 13.0), by name and layout. Include
 * cuda_occupancy.h in this folder instead.
 */
#ifndef GPUOCC_COMPAT_CUDA_OCCUPANCY_TYPES_H
#define GPUOCC_COMPAT_CUDA_OCCUPANCY_TYPES_H

#include <stddef.h>
#include <string.h>

/** The version of cuda_occupancy.h that is reproduced. */
#define __CUDA_OCC_MAJOR__ 12
#define __CUDA_OCC_MINOR__ 1

typedef enum cudaOccError_enum {
    CUDA_OCC_SUCCESS = 0,
    CUDA_OCC_ERROR_INVALID_INPUT = 1,
    CUDA_OCC_ERROR_UNKNOWN_DEVICE = 2 /**< a compute capability that the original rejects */
} cudaOccError;

typedef enum cudaOccPartitionedGCConfig_enum {
    PARTITIONED_GC_OFF,
    PARTITIONED_GC_ON,       /**< disabled if no block fits */
    PARTITIONED_GC_ON_STRICT /**< never disabled */
} cudaOccPartitionedGCConfig;

typedef enum cudaOccFuncShmemConfig_enum {
    FUNC_SHMEM_LIMIT_DEFAULT, /**< sharedMemPerBlock */
    FUNC_SHMEM_LIMIT_OPTIN    /**< sharedMemPerBlockOptin, from compute capability 7.0 on */
} cudaOccFuncShmemConfig;

typedef enum cudaOccCacheConfig_enum {
    CACHE_PREFER_NONE = 0,
    CACHE_PREFER_SHARED = 1,
    CACHE_PREFER_L1 = 2,
    CACHE_PREFER_EQUAL = 3
} cudaOccCacheConfig;

/** In percent of the shared memory of an SM. */
typedef enum cudaOccCarveoutConfig_enum {
    SHAREDMEM_CARVEOUT_DEFAULT = -1,
    SHAREDMEM_CARVEOUT_MAX_SHARED = 100,
    SHAREDMEM_CARVEOUT_MAX_L1 = 0,
    SHAREDMEM_CARVEOUT_HALF = 50
} cudaOccCarveoutConfig;

/** Bits of cudaOccResult.limitingFactors. */
typedef enum cudaOccLimitingFactor_enum {
    OCC_LIMIT_WARPS = 0x01,
    OCC_LIMIT_REGISTERS = 0x02,
    OCC_LIMIT_SHARED_MEMORY = 0x04,
    OCC_LIMIT_BLOCKS = 0x08,
    OCC_LIMIT_BARRIERS = 0x10,
    OCC_LIMIT_VIRTUAL_RESOURCES = 0x20
} cudaOccLimitingFactor;

/** Properties of a device. In C initialise it with {0}; in C++ it converts from cudaDeviceProp. */
typedef struct cudaOccDeviceProp {
    int computeMajor, computeMinor;
    int maxThreadsPerBlock, maxThreadsPerMultiprocessor;
    int regsPerBlock, regsPerMultiprocessor;
    int warpSize;
    size_t sharedMemPerBlock, sharedMemPerMultiprocessor; /**< bytes */
    int numSms;
    size_t sharedMemPerBlockOptin, reservedSharedMemPerBlock; /**< bytes */

#ifdef __cplusplus
    cudaOccDeviceProp()
    {
        memset(static_cast<void *>(this), 0, sizeof *this);
    }

    template <typename Properties>
    cudaOccDeviceProp(const Properties &from)
        : computeMajor(from.major), computeMinor(from.minor),
          maxThreadsPerBlock(from.maxThreadsPerBlock),
          maxThreadsPerMultiprocessor(from.maxThreadsPerMultiProcessor),
          regsPerBlock(from.regsPerBlock), regsPerMultiprocessor(from.regsPerMultiprocessor),
          warpSize(from.warpSize), sharedMemPerBlock(from.sharedMemPerBlock),
          sharedMemPerMultiprocessor(from.sharedMemPerMultiprocessor),
          numSms(from.multiProcessorCount), sharedMemPerBlockOptin(from.sharedMemPerBlockOptin),
          reservedSharedMemPerBlock(from.reservedSharedMemPerBlock)
    {
    }
#endif
} cudaOccDeviceProp;

/** A kernel. In C initialise it with {0}; in C++ it converts from cudaFuncAttributes. */
typedef struct cudaOccFuncAttributes {
    int maxThreadsPerBlock; /**< INT_MAX where the source declares no bound */
    int numRegs;            /**< of a thread */
    size_t sharedSizeBytes; /**< static shared memory */
    cudaOccPartitionedGCConfig partitionedGCConfig;
    cudaOccFuncShmemConfig shmemLimitConfig;
    size_t maxDynamicSharedSizeBytes;
    int numBlockBarriers;
    int virtualResourceCount;

#ifdef __cplusplus
    cudaOccFuncAttributes()
    {
        memset(static_cast<void *>(this), 0, sizeof *this);
    }

    template <typename Attributes>
    cudaOccFuncAttributes(const Attributes &from)
        : maxThreadsPerBlock(from.maxThreadsPerBlock), numRegs(from.numRegs),
          sharedSizeBytes(from.sharedSizeBytes), partitionedGCConfig(PARTITIONED_GC_OFF),
          shmemLimitConfig(FUNC_SHMEM_LIMIT_OPTIN),
          maxDynamicSharedSizeBytes(static_cast<size_t>(from.maxDynamicSharedSizeBytes)),
          numBlockBarriers(1), virtualResourceCount(0)
    {
    }
#endif
} cudaOccFuncAttributes;

typedef struct cudaOccDeviceState {
    cudaOccCacheConfig cacheConfig; /**< from compute capability 7.0 on the carve-out wins */
    int carveoutConfig;             /**< percent, or -1 */

#ifdef __cplusplus
    cudaOccDeviceState() : cacheConfig(CACHE_PREFER_NONE), carveoutConfig(-1) {}
#endif
} cudaOccDeviceState;

/** Limits are blocks per SM, INT_MAX where the resource does not limit. */
typedef struct cudaOccResult {
    int activeBlocksPerMultiprocessor; /**< 0: the kernel does not launch */
    unsigned int limitingFactors;      /**< set of cudaOccLimitingFactor */
    int blockLimitRegs, blockLimitSharedMem, blockLimitWarps, blockLimitBlocks, blockLimitBarriers,
        blockLimitVirtual;
    int allocatedRegistersPerBlock;
    size_t allocatedSharedMemPerBlock; /**< bytes */
    cudaOccPartitionedGCConfig partitionedGCConfig;
} cudaOccResult;

#endif
