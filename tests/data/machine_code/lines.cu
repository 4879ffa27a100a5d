// SPDX-License-Identifier: MIT
// Kernels whose instructions are from several lines: inlined functions of a header, a column of a
// tile of shared memory, and a function that is called. scripts/machine_lines makes the cubins.
#include "lines.h"

static __device__ float twice(float x)
{
    return square(x) * 2.0f;
}

__device__ __noinline__ float called(float x, int n)
{
    for (int i = 0; i < n; i++)
        x = x * 1.5f + 0.25f;
    return x;
}

extern "C" __global__ void sum(float *to, const float *from, int n)
{
    float s = 0;

#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s += twice(from[i]);
    to[threadIdx.x] = s;
}

extern "C" __global__ void column(float *to, const float *from, int n)
{
    __shared__ float tile[32][32];

#pragma unroll 1
    for (int i = 0; i < n; i++) {
        tile[i][threadIdx.x] = from[i * 32 + threadIdx.x];
        __syncthreads();
        to[i * 32 + threadIdx.x] = tile[threadIdx.x][i];
        __syncthreads();
    }
}

extern "C" __global__ void calls(float *to, const float *from, int n)
{
    to[threadIdx.x] = called(from[threadIdx.x], n);
}
