/* SPDX-License-Identifier: MIT
 *
 * A program that uses cuda_occupancy.h. Compiled with CUDA's header and with ours, as C and C++.
 */
#include <cuda_occupancy.h>

#include "compat_ask.h"

static const struct compat_question *asked;

static size_t bytes_of(int block)
{
    return asked->base + asked->slope * (size_t)block;
}

#ifdef __cplusplus
struct functor {
    const compat_question *question;

    size_t operator()(int block) const
    {
        return question->base + question->slope * (size_t)block;
    }
};
#endif

#ifdef __cplusplus
/* The members that the headers read of cudaDeviceProp and cudaFuncAttributes. */
struct runtime_properties {
    int major, minor, maxThreadsPerBlock, maxThreadsPerMultiProcessor, regsPerBlock,
        regsPerMultiprocessor, warpSize, multiProcessorCount;
    size_t sharedMemPerBlock, sharedMemPerMultiprocessor, sharedMemPerBlockOptin,
        reservedSharedMemPerBlock;
};

struct runtime_attributes {
    int maxThreadsPerBlock, numRegs, maxDynamicSharedSizeBytes;
    size_t sharedSizeBytes;
};

static cudaOccDeviceProp device_of(const cudaOccDeviceProp &p)
{
    const runtime_properties r = {p.computeMajor,
                                  p.computeMinor,
                                  p.maxThreadsPerBlock,
                                  p.maxThreadsPerMultiprocessor,
                                  p.regsPerBlock,
                                  p.regsPerMultiprocessor,
                                  p.warpSize,
                                  p.numSms,
                                  p.sharedMemPerBlock,
                                  p.sharedMemPerMultiprocessor,
                                  p.sharedMemPerBlockOptin,
                                  p.reservedSharedMemPerBlock};

    return r;
}

static void convert(const cudaOccFuncAttributes &f, int64_t *to)
{
    const runtime_attributes r = {f.maxThreadsPerBlock, f.numRegs, 3, f.sharedSizeBytes};
    const cudaOccFuncAttributes converted = r, empty;

    to[0] = converted.maxThreadsPerBlock;
    to[1] = converted.numRegs;
    to[2] = (int64_t)converted.maxDynamicSharedSizeBytes;
    to[3] = (int64_t)converted.sharedSizeBytes;
    to[4] = converted.partitionedGCConfig;
    to[5] = converted.shmemLimitConfig;
    to[6] = converted.numBlockBarriers + 100 * empty.numBlockBarriers + empty.maxThreadsPerBlock;
    to[7] = converted.virtualResourceCount + empty.shmemLimitConfig;
}
#endif

static void put_best(int64_t *to, cudaOccError error, int grid, int block)
{
    to[0] = (int64_t)error;
    to[1] = grid;
    to[2] = block;
}

static void ask_best(const struct compat_question *q, struct compat_answer *a)
{
    const cudaOccDeviceProp *device = (const cudaOccDeviceProp *)q->device;
    const cudaOccFuncAttributes *function = (const cudaOccFuncAttributes *)q->function;
    const cudaOccDeviceState *state = (const cudaOccDeviceState *)q->state;
    int grid = -1, block = -1;
    cudaOccError error = cudaOccMaxPotentialOccupancyBlockSize(&grid, &block, device, function,
                                                               state, NULL, q->dynamic);

    put_best(a->best, error, grid, block);
    asked = q;
    grid = block = -1;
    error =
        cudaOccMaxPotentialOccupancyBlockSize(&grid, &block, device, function, state, bytes_of, 77);
    put_best(a->best_of_function, error, grid, block);
#ifdef __cplusplus
    functor f = {q};

    grid = block = -1;
    error = cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(&grid, &block, device, function,
                                                              state, f);
    put_best(a->best_of_functor, error, grid, block);
    grid = block = -1;
    error =
        cudaOccMaxPotentialOccupancyBlockSize(&grid, &block, device, function, state, q->dynamic);
    if (error != (cudaOccError)a->best[0] || grid != a->best[1] || block != a->best[2])
        a->best[0] = -2;
#else
    put_best(a->best_of_functor, error, grid, block);
#endif
}

void ASK(const struct compat_question *q, struct compat_answer *a)
{
    const cudaOccFuncAttributes *function = (const cudaOccFuncAttributes *)q->function;
    const cudaOccDeviceState *state = (const cudaOccDeviceState *)q->state;
    cudaOccResult r;
    size_t available = 0;
#ifdef __cplusplus
    const cudaOccDeviceProp copy = device_of(*(const cudaOccDeviceProp *)q->device),
                            *device = &copy;

    convert(*function, a->converted);
#else
    const cudaOccDeviceProp *device = (const cudaOccDeviceProp *)q->device;
#endif

    a->occupancy[0] = (int64_t)cudaOccMaxActiveBlocksPerMultiprocessor(&r, device, function, state,
                                                                       q->block, q->dynamic);
    if (a->occupancy[0] == CUDA_OCC_SUCCESS) {
        a->occupancy[1] = r.activeBlocksPerMultiprocessor;
        a->occupancy[2] = (int64_t)r.limitingFactors;
        a->occupancy[3] = r.blockLimitRegs;
        a->occupancy[4] = r.blockLimitSharedMem;
        a->occupancy[5] = r.blockLimitWarps;
        a->occupancy[6] = r.blockLimitBlocks;
        a->occupancy[7] = r.blockLimitBarriers;
        a->occupancy[8] = r.blockLimitVirtual;
        a->occupancy[9] = r.allocatedRegistersPerBlock;
        a->occupancy[10] = (int64_t)r.allocatedSharedMemPerBlock;
        a->occupancy[11] = (int64_t)r.partitionedGCConfig;
    }
    a->available[0] = (int64_t)cudaOccAvailableDynamicSMemPerBlock(&available, device, function,
                                                                   state, q->blocks, q->block);
    a->available[1] = (int64_t)available;
    ask_best(q, a);
}

void LIMITS(int major, int minor, int64_t *numbers)
{
    int limits[5] = {-1, -1, -1, -1, -1}, i;
    cudaOccDeviceProp p;

    memset((void *)&p, 0, sizeof p);
    p.computeMajor = major;
    p.computeMinor = minor;
    numbers[0] = (int64_t)cudaOccSMemAllocationGranularity(&limits[0], &p);
    numbers[1] = (int64_t)cudaOccRegAllocationGranularity(&limits[1], &p);
    numbers[2] = (int64_t)cudaOccRegAllocationMaxPerThread(&limits[2], &p);
    numbers[3] = (int64_t)cudaOccSubPartitionsPerMultiprocessor(&limits[3], &p);
    numbers[4] = (int64_t)cudaOccMaxBlocksPerMultiprocessor(&limits[4], &p);
    for (i = 0; i < 5; i++)
        numbers[5 + i] = limits[i];
    numbers[4] += 10 * __occRoundUp(minor + 20, 7) + 1000 * __occMin(major, minor);
}

const size_t *LAYOUT(void)
{
    static const size_t layout[] = {sizeof(cudaOccDeviceProp),
                                    sizeof(cudaOccFuncAttributes),
                                    sizeof(cudaOccDeviceState),
                                    sizeof(cudaOccResult),
                                    offsetof(cudaOccDeviceProp, computeMinor),
                                    offsetof(cudaOccDeviceProp, maxThreadsPerBlock),
                                    offsetof(cudaOccDeviceProp, maxThreadsPerMultiprocessor),
                                    offsetof(cudaOccDeviceProp, regsPerBlock),
                                    offsetof(cudaOccDeviceProp, regsPerMultiprocessor),
                                    offsetof(cudaOccDeviceProp, warpSize),
                                    offsetof(cudaOccDeviceProp, sharedMemPerBlock),
                                    offsetof(cudaOccDeviceProp, sharedMemPerMultiprocessor),
                                    offsetof(cudaOccDeviceProp, numSms),
                                    offsetof(cudaOccDeviceProp, sharedMemPerBlockOptin),
                                    offsetof(cudaOccDeviceProp, reservedSharedMemPerBlock),
                                    offsetof(cudaOccFuncAttributes, numRegs),
                                    offsetof(cudaOccFuncAttributes, sharedSizeBytes),
                                    offsetof(cudaOccFuncAttributes, partitionedGCConfig),
                                    offsetof(cudaOccFuncAttributes, shmemLimitConfig),
                                    offsetof(cudaOccFuncAttributes, maxDynamicSharedSizeBytes),
                                    offsetof(cudaOccFuncAttributes, numBlockBarriers),
                                    offsetof(cudaOccFuncAttributes, virtualResourceCount),
                                    offsetof(cudaOccDeviceState, carveoutConfig),
                                    offsetof(cudaOccResult, limitingFactors),
                                    offsetof(cudaOccResult, blockLimitRegs),
                                    offsetof(cudaOccResult, blockLimitSharedMem),
                                    offsetof(cudaOccResult, blockLimitWarps),
                                    offsetof(cudaOccResult, blockLimitBlocks),
                                    offsetof(cudaOccResult, blockLimitBarriers),
                                    offsetof(cudaOccResult, blockLimitVirtual),
                                    offsetof(cudaOccResult, allocatedRegistersPerBlock),
                                    offsetof(cudaOccResult, allocatedSharedMemPerBlock),
                                    offsetof(cudaOccResult, partitionedGCConfig),
                                    (size_t)PARTITIONED_GC_ON_STRICT,
                                    (size_t)FUNC_SHMEM_LIMIT_OPTIN,
                                    (size_t)CACHE_PREFER_EQUAL,
                                    (size_t)SHAREDMEM_CARVEOUT_HALF,
                                    (size_t)CUDA_OCC_ERROR_UNKNOWN_DEVICE,
                                    (size_t)__CUDA_OCC_MAJOR__,
                                    (size_t)__CUDA_OCC_MINOR__,
                                    0};

    return layout;
}
