// SPDX-License-Identifier: MIT
// Six kernels for gpuocc explain (docs/explain.md): nvcc -cubin -arch=sm_80 explain.cu
#include <cuda_fp16.h>
#include <mma.h>

extern "C" __global__ void saxpy(int n, float a, const float *__restrict__ x,
                                 float *__restrict__ y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = a * x[i] + y[i];
}

extern "C" __global__ void reduce(const float *__restrict__ x, float *out, int n)
{
    __shared__ float part[256];
    float sum = 0;

#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += x[i];
    part[threadIdx.x] = sum;
    __syncthreads();
#pragma unroll 1
    for (int k = 128; k > 0; k >>= 1) {
        if (threadIdx.x < k)
            part[threadIdx.x] += part[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(out, part[0]);
}

extern "C" __global__ void matmul(const float *__restrict__ a, const float *__restrict__ b,
                                  float *__restrict__ c, int n)
{
    __shared__ float as[16][16], bs[16][16];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;

#pragma unroll 1
    for (int t = 0; t < n; t += 16) {
        as[y][x] = a[row * n + t + x];
        bs[y][x] = b[(t + y) * n + column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++)
            sum += as[y][k] * bs[k][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

extern "C" __global__ void hmma(const half *__restrict__ a, const half *__restrict__ b, float *c,
                                int n)
{
    using namespace nvcuda::wmma;
    fragment<matrix_a, 16, 16, 16, half, row_major> fa;
    fragment<matrix_b, 16, 16, 16, half, col_major> fb;
    fragment<accumulator, 16, 16, 16, float> fc;
    int wave = (blockIdx.x * blockDim.x + threadIdx.x) / 32;

    fill_fragment(fc, 0.f);
#pragma unroll 1
    for (int k = 0; k < n; k += 16) {
        load_matrix_sync(fa, a + wave * 16 * n + k, n);
        load_matrix_sync(fb, b + k, n);
        mma_sync(fc, fa, fb, fc);
    }
    store_matrix_sync(c + wave * 256, fc, 16, mem_row_major);
}

extern "C" __global__ void gather(const int *__restrict__ index, const float *__restrict__ x,
                                  float *__restrict__ y, int n)
{
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = x[index[i]];
}

extern "C" __global__ void chase(const int *__restrict__ next, int *out, int n)
{
    int i = threadIdx.x;

#pragma unroll 1
    for (int k = 0; k < n; k++)
        i = next[i];
    out[threadIdx.x] = i;
}
