// SPDX-License-Identifier: MIT
// Five kernels whose time is derived by hand (docs/prediction.md, tests/tools/test_by_hand.py).
// Made by nvcc -arch=sm_80 -cubin five.cu (CUDA 13.0).
extern "C" __global__ void copy(float4 *to, const float4 *from)
{
    const int i = blockIdx.x * 256 + threadIdx.x;

    to[i] = from[i];
}

// Each thread adds n elements; the grid has `step` threads.
extern "C" __global__ void sum(float *to, const float4 *from, int step, int n)
{
    __shared__ float part[8];
    float4 s = {0, 0, 0, 0};
    float all;

    from += blockIdx.x * 256 + threadIdx.x;
#pragma unroll 4
    for (int i = 0; i < n; i++) {
        const float4 x = from[(size_t)i * step];

        s.x += x.x;
        s.y += x.y;
        s.z += x.z;
        s.w += x.w;
    }
    all = s.x + s.y + s.z + s.w;
    for (int lane = 16; lane != 0; lane /= 2)
        all += __shfl_down_sync(~0u, all, lane);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = all;
    __syncthreads();
    if (threadIdx.x == 0)
        to[blockIdx.x] = part[0] + part[1] + part[2] + part[3] + part[4] + part[5] + part[6] +
                         part[7];
}

// A group computes 16 x 16 elements of a product of n x n matrices. With 34 floats in a row each
// access to `left` and `right` is one pass over the banks, but the store to `right` is two.
extern "C" __global__ void product(float *to, const float *a, const float *b, int n)
{
    __shared__ float left[16][34], right[16][34];
    const int x = threadIdx.x, y = threadIdx.y;
    float s = 0;

    a += (blockIdx.y * 16 + y) * n + x;
    b += y * n + blockIdx.x * 16 + x;
#pragma unroll 1
    for (int tile = 0; tile < n; tile += 16) {
        left[x][y] = a[tile];
        right[y][x] = b[tile * n];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++)
            s += left[k][y] * right[k][x];
        __syncthreads();
    }
    to[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x] = s;
}

extern "C" __global__ void pick(float *to, const float *from, const int *which)
{
    const int i = blockIdx.x * 256 + threadIdx.x;

    to[i] = from[which[i]];
}

__constant__ double weights[128];

// Each thread computes 16 rows of a column, each from the 128 rows that begin there.
extern "C" __global__ void stencil(double *to, const double *from, int width)
{
    double s[16] = {0}, x[32];

    from += (size_t)blockIdx.y * 16 * width + blockIdx.x * 256 + threadIdx.x;
    to += (size_t)blockIdx.y * 16 * width + blockIdx.x * 256 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 16; j++, from += width)
        x[j] = *from;
#pragma unroll 1
    for (int k = 0; k < 128; k += 16) {
#pragma unroll
        for (int j = 0; j < 16; j++, from += width)
            x[16 + j] = *from;
#pragma unroll
        for (int j = 0; j < 16; j++)
#pragma unroll
            for (int i = 0; i < 16; i++)
                s[i] += weights[k + j] * x[i + j];
#pragma unroll
        for (int j = 0; j < 16; j++)
            x[j] = x[16 + j];
    }
#pragma unroll
    for (int j = 0; j < 16; j++, to += width)
        *to = s[j];
}
