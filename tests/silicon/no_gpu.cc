/* SPDX-License-Identifier: MIT
 *
 * A CUDA runtime for machines without a GPU, so that tests can run the whole of silicon.cu: an
 * imaginary H200 whose occupancy calls are answered by NVIDIA's cuda_occupancy.h. Nothing is
 * computed, all times are 0.01 ms, and memory is zero. What it prints is synthetic.
 *
 * SILICON_KERNELS names a file of "mangled_name registers shared barriers bound_threads" lines.
 * A launch of a kernel whose name has SILICON_FAIL in it fails, and every call after it.
 */
#include <cuda_occupancy.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include "kernels.h"

struct Function {
    std::string name;
    cudaFuncAttributes attributes;
    int barriers;
    int nonportable;
};

static std::map<const void *, Function> &functions()
{
    static std::map<const void *, Function> all;

    return all;
}

static bool dead;
static cudaError_t last;

static cudaError_t ended(cudaError_t status)
{
    if (dead)
        status = cudaErrorLaunchFailure;
    if (status != cudaSuccess)
        last = status;
    return status;
}

static const int CORES = 132; /* seven GPCs of 16 and one of 20, which no H200 has */

static cudaOccDeviceProp properties()
{
    cudaOccDeviceProp p;

    p.computeMajor = 9;
    p.computeMinor = 0;
    p.maxThreadsPerBlock = 1024;
    p.maxThreadsPerMultiprocessor = 2048;
    p.regsPerBlock = p.regsPerMultiprocessor = 65536;
    p.warpSize = 32;
    p.sharedMemPerBlock = 49152;
    p.sharedMemPerMultiprocessor = 233472;
    p.numSms = CORES;
    p.sharedMemPerBlockOptin = 232448;
    p.reservedSharedMemPerBlock = 1024;
    return p;
}

static int blocks_of(const void *function, int threads, size_t dynamic, cudaError_t *status)
{
    const Function &found = functions()[function];
    const cudaOccDeviceProp p = properties();
    cudaOccFuncAttributes attributes(found.attributes);
    cudaOccDeviceState state;
    cudaOccResult result;

    attributes.numBlockBarriers = found.barriers;
    state.carveoutConfig = found.attributes.preferredShmemCarveout;
    *status = cudaSuccess;
    if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &p, &attributes, &state, threads,
                                                dynamic) != CUDA_OCC_SUCCESS) {
        *status = cudaErrorInvalidValue;
        return 0;
    }
    return threads > found.attributes.maxThreadsPerBlock ? 0 : result.activeBlocksPerMultiprocessor;
}

extern "C" {

void **__cudaRegisterFatBinary(void *)
{
    static void *handle;

    return &handle;
}
void __cudaRegisterFatBinaryEnd(void **) {}
void __cudaUnregisterFatBinary(void **) {}
char __cudaInitModule(void **) { return 0; }

void __cudaRegisterFunction(void **, const char *host, char *, const char *name, int, uint3 *,
                            uint3 *, dim3 *, dim3 *, int *)
{
    Function &function = functions()[host];
    const char *path = getenv("SILICON_KERNELS");
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    char found[4096];
    int registers, shared, barriers, bound;

    function.name = name;
    function.barriers = 1;
    memset(&function.attributes, 0, sizeof function.attributes);
    function.attributes.numRegs = 16;
    function.attributes.maxThreadsPerBlock = 1024;
    function.attributes.binaryVersion = 90;
    while (file != NULL &&
           fscanf(file, "%4095s %d %d %d %d", found, &registers, &shared, &barriers, &bound) == 5)
        if (function.name == found) {
            function.attributes.numRegs = registers;
            function.attributes.sharedSizeBytes = (size_t)shared;
            function.attributes.maxThreadsPerBlock = bound;
            function.barriers = barriers;
        }
    if (file != NULL)
        fclose(file);
    function.attributes.maxDynamicSharedSizeBytes =
        49152 - (int)function.attributes.sharedSizeBytes;
    function.attributes.preferredShmemCarveout = -1;
}

cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *entry)
{
    *kernel = (cudaKernel_t)entry;
    return cudaSuccess;
}

static dim3 pushed_grid, pushed_block;
static size_t pushed_shared;

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, struct CUstream_st *)
{
    pushed_grid = grid;
    pushed_block = block;
    pushed_shared = shared;
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
    *grid = pushed_grid;
    *block = pushed_block;
    *shared = pushed_shared;
    *(void **)stream = NULL;
    return cudaSuccess;
}

/* A generated kernel finds as many groups on each core as the header has room for. */
cudaError_t cudaLaunchKernel(const void *function, dim3, dim3 block, void **arguments,
                             size_t shared, cudaStream_t)
{
    const Function &found = functions()[function];
    const char *fails = getenv("SILICON_FAIL");
    cudaError_t status;

    if (fails != NULL && found.name.find(fails) != std::string::npos)
        dead = true;
    if (!dead && found.name.find("P5Probe") != std::string::npos) {
        Probe *probe = *(Probe **)arguments[2];

        for (int i = 0; i < CORES; i++)
            probe->peak[i] = (unsigned)blocks_of(function, (int)block.x, shared, &status);
    }
    return ended(cudaSuccess);
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments,
                               size_t shared, cudaStream_t stream)
{
    return cudaLaunchKernel((const void *)kernel, grid, block, arguments, shared, stream);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *launch, const void *function,
                                void **arguments)
{
    const unsigned size = launch->attrs[0].val.clusterDim.x;

    if (functions()[function].name.find("span") != std::string::npos)
        for (unsigned i = 0; i < launch->gridDim.x; i++) {
            const unsigned cluster = i / size, gpc = cluster % 8, cores = gpc == 7 ? 20 : 16;

            (*(unsigned **)arguments[1])[i] =
                16 * gpc + cluster / 8 * size % (cores - size + 1) + i % size;
        }
    return cudaLaunchKernel(function, launch->gridDim, launch->blockDim, arguments,
                            launch->dynamicSmemBytes, 0);
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int)
{
    const cudaOccDeviceProp p = properties();

    switch (attribute) {
    case cudaDevAttrClockRate: *value = 1980000; break;
    case cudaDevAttrMemoryClockRate: *value = 3201000; break;
    case cudaDevAttrGlobalMemoryBusWidth: *value = 6144; break;
    case cudaDevAttrMaxThreadsPerBlock: *value = p.maxThreadsPerBlock; break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: *value = p.maxThreadsPerMultiprocessor; break;
    case cudaDevAttrWarpSize: *value = p.warpSize; break;
    case cudaDevAttrMultiProcessorCount: *value = p.numSms; break;
    default: return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int)
{
    const cudaOccDeviceProp o = properties();

    memset(p, 0, sizeof *p);
    strcpy(p->name, "NVIDIA H200");
    p->major = o.computeMajor;
    p->minor = o.computeMinor;
    p->warpSize = o.warpSize;
    p->multiProcessorCount = o.numSms;
    p->maxThreadsPerBlock = o.maxThreadsPerBlock;
    p->maxThreadsPerMultiProcessor = o.maxThreadsPerMultiprocessor;
    p->maxBlocksPerMultiProcessor = 32;
    p->regsPerBlock = o.regsPerBlock;
    p->regsPerMultiprocessor = o.regsPerMultiprocessor;
    p->sharedMemPerBlock = o.sharedMemPerBlock;
    p->sharedMemPerBlockOptin = o.sharedMemPerBlockOptin;
    p->sharedMemPerMultiprocessor = o.sharedMemPerMultiprocessor;
    p->reservedSharedMemPerBlock = o.reservedSharedMemPerBlock;
    p->l2CacheSize = 60 << 20;
    p->totalGlobalMem = (size_t)139 << 30;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *number)
{
    *number = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int) { return cudaSuccess; }

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = 0;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}

/* Above 64 MiB nothing is behind an address: the program itself does not read there. */
cudaError_t cudaMalloc(void **memory, size_t bytes)
{
    *memory = calloc(1, bytes < ((size_t)64 << 20) ? bytes : 4096);
    return ended(cudaSuccess);
}

cudaError_t cudaFree(void *memory)
{
    free(memory);
    return ended(cudaSuccess);
}

cudaError_t cudaMemGetInfo(size_t *unused, size_t *whole)
{
    *unused = *whole = (size_t)139 << 30;
    return cudaSuccess;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind)
{
    memcpy(to, from, bytes);
    return ended(cudaSuccess);
}

cudaError_t cudaMemset(void *memory, int value, size_t bytes)
{
    if (bytes < ((size_t)64 << 20))
        memset(memory, value, bytes);
    return ended(cudaSuccess);
}

cudaError_t cudaMemsetAsync(void *, int, size_t, cudaStream_t) { return ended(cudaSuccess); }
cudaError_t cudaDeviceSynchronize(void) { return ended(cudaSuccess); }
cudaError_t cudaEventCreate(cudaEvent_t *) { return ended(cudaSuccess); }
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return ended(cudaSuccess); }
cudaError_t cudaEventSynchronize(cudaEvent_t) { return ended(cudaSuccess); }

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t, cudaEvent_t)
{
    *ms = 0.01f;
    return ended(cudaSuccess);
}

cudaError_t cudaGetLastError(void)
{
    const cudaError_t status = last;

    last = dead ? cudaErrorLaunchFailure : cudaSuccess;
    return status;
}

const char *cudaGetErrorName(cudaError_t status)
{
    return status == cudaErrorInvalidValue    ? "cudaErrorInvalidValue"
           : status == cudaErrorLaunchFailure ? "cudaErrorLaunchFailure"
                                              : "cudaErrorOther";
}

const char *cudaGetErrorString(cudaError_t status) { return cudaGetErrorName(status); }

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *function)
{
    *attributes = functions()[function].attributes;
    return ended(cudaSuccess);
}

cudaError_t cudaFuncSetAttribute(const void *function, cudaFuncAttribute attribute, int value)
{
    Function &found = functions()[function];

    if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
        if (value < 0 || (size_t)value + found.attributes.sharedSizeBytes > 232448)
            return ended(cudaErrorInvalidValue);
        found.attributes.maxDynamicSharedSizeBytes = value;
    } else if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
        if (value < -1 || value > 100)
            return ended(cudaErrorInvalidValue);
        found.attributes.preferredShmemCarveout = value;
    } else {
        found.nonportable = value;
    }
    return ended(cudaSuccess);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function,
                                                          int threads, size_t dynamic)
{
    cudaError_t status;

    *blocks = blocks_of(function, threads, dynamic, &status);
    return ended(status);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks,
                                                                   const void *function,
                                                                   int threads, size_t dynamic,
                                                                   unsigned)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, dynamic);
}

cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *function,
                                           const cudaLaunchConfig_t *launch)
{
    cudaError_t status = cudaErrorInvalidValue;
    const int size = (int)launch->attrs[0].val.clusterDim.x;
    int blocks = blocks_of(function, (int)launch->blockDim.x, launch->dynamicSmemBytes, &status);

    if (size > 16 || (size > 8 && !functions()[function].nonportable))
        return ended(cudaErrorInvalidValue);
    blocks = blocks < 8 ? blocks : 8;
    *clusters = 7 * (16 * blocks / size) + 20 * blocks / size;
    return ended(status);
}
}
