/* SPDX-License-Identifier: MIT
 *
 * The body of the kernels that generate.py writes: what they take of a core, and a probe of how
 * many groups are on each core at once.
 */
#ifndef SILICON_KERNELS_H
#define SILICON_KERNELS_H

#include "portable.h"

/* Cores that the probe has counters for. */
#define MOST_CORES 1024

struct Probe {
    unsigned now[MOST_CORES];  /* groups on the core */
    unsigned peak[MOST_CORES]; /* the most that there were at once */
};

struct Kernel {
    const char *name;
    const void *function;
    int live;          /* values of a thread that are alive at once */
    int bound_threads; /* launch bounds; 0: none */
    int bound_blocks;  /* 0: none */
    int shared_bytes;
    int barriers;
    int cluster; /* of __cluster_dims__; 0: none */
};

/* A file of generated kernels. */
struct KernelList {
    const Kernel *kernels;
    int count;
};

#if defined(__CUDACC__) || ON_HIP
template <int BYTES> struct Shared {
    static __device__ void touch(float *data, int steps)
    {
        __shared__ char bytes[BYTES];

        if (steps > 0) {
            bytes[threadIdx.x % BYTES] = (char)steps;
            data[0] += bytes[(threadIdx.x + 1u) % BYTES];
        }
    }
};
template <> struct Shared<0> {
    static __device__ void touch(float *, int) {}
};

/* Barrier N - 1 makes the kernel take N of them. */
template <int N> __device__ __forceinline__ void wait_at()
{
#if !DEVICE_CODE_AMD
    asm volatile("bar.sync %0;" ::"n"(N - 1) : "memory");
#else
    __syncthreads();
#endif
}
template <> __device__ __forceinline__ void wait_at<0>() {}

/* `steps` is 0 when the kernel runs: what needs registers is not executed, but allocated. All
 * threads stay until `spin` cycles have gone by, so that no part of a group leaves early. */
template <int LIVE, int BYTES, int BARRIERS>
__device__ __forceinline__ void take(float *data, int steps, Probe *probe, long long spin)
{
    const long long start = clock64();
    unsigned core = 0;

    if (probe != nullptr && threadIdx.x == 0) {
        core = core_number() % MOST_CORES;
        atomicMax(&probe->peak[core], atomicAdd(&probe->now[core], 1u) + 1u);
    }
    Shared<BYTES>::touch(data, steps);
    wait_at<BARRIERS>();
    if (LIVE > 0 && steps > 0) {
        float value[LIVE > 0 ? LIVE : 1];

#pragma unroll
        for (int i = 0; i < LIVE; i++)
            value[i] = data[i * steps + (int)threadIdx.x];
#pragma unroll 1
        for (int step = 0; step < steps; step++) {
#pragma unroll
            for (int i = 0; i < LIVE; i++)
                value[i] = value[i] * value[(i + 1) % (LIVE > 0 ? LIVE : 1)] + (float)step;
        }
#pragma unroll
        for (int i = 0; i < LIVE; i++)
            data[i * steps + (int)threadIdx.x] = value[i];
    }
    while (clock64() - start < spin)
        continue;
    if (probe != nullptr && threadIdx.x == 0)
        atomicSub(&probe->now[core], 1u);
}
#endif

#endif
