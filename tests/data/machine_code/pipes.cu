// SPDX-License-Identifier: MIT
// Loops that use pipes without a published rate, loops inside a loop, and loads of one address by
// all lanes. Compiled by nvcc 13.0: nvcc -cubin -arch=sm_80 pipes.cu -o pipes_sm_80.cubin, and the
// same for sm_90.
#include <cuda_fp16.h>
#include <mma.h>

#define KERNEL extern "C" __global__ void

// Multiplies tiles by the matrix pipe; nothing comes from shared memory.
KERNEL tensor(const half *a, const half *b, float *c, int n)
{
    nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half, nvcuda::wmma::row_major> x;
    nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, half, nvcuda::wmma::col_major> y;
    nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> sum;

    nvcuda::wmma::fill_fragment(sum, 0.0f);
#pragma unroll 1
    for (int k = 0; k < n; k += 16) {
        nvcuda::wmma::load_matrix_sync(x, a + blockIdx.y * 16 * n + k, n);
        nvcuda::wmma::load_matrix_sync(y, b + blockIdx.x * 16 * n + k, n);
        nvcuda::wmma::mma_sync(sum, x, y, sum);
    }
    nvcuda::wmma::store_matrix_sync(c + (blockIdx.y * gridDim.x + blockIdx.x) * 256, sum, 16,
                                    nvcuda::wmma::mem_row_major);
}

KERNEL shuffle(const int *in, int *out, int n)
{
    int sum = 0;

#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += __shfl_xor_sync(0xffffffff, in[i], 1);
    out[threadIdx.x] = sum;
}

KERNEL convert(const double *in, float *out, int n)
{
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = (float)in[i];
}

KERNEL special(const float *in, float *out, int n)
{
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = __sinf(in[i]);
}

KERNEL doubles(const double *in, double *out, int n)
{
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = in[i] * in[i] + 1.0;
}

KERNEL atomics(const int *in, int *out, int n)
{
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&out[in[i]], 1);
}

KERNEL textures(cudaTextureObject_t in, float *out, int n)
{
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = tex1Dfetch<float>(in, i);
}

KERNEL local(const int *in, int *out, int n)
{
    int own[64];

#pragma unroll 1
    for (int i = 0; i < 64; i++)
        own[i] = in[i];
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = own[in[i] & 63];
}

// A matrix product: two loops inside the main loop copy a tile each.
KERNEL gemm(const float *a, const float *b, float *c, int n, int rows)
{
    extern __shared__ float tiles[];
    float *const x = tiles, *const y = tiles + rows * 32;
    float sum = 0;

#pragma unroll 1
    for (int k = 0; k < n; k += 32) {
#pragma unroll 1
        for (int r = threadIdx.y; r < rows; r += blockDim.y)
            x[r * 32 + threadIdx.x] = a[(blockIdx.y * rows + r) * n + k + threadIdx.x];
#pragma unroll 1
        for (int r = threadIdx.y; r < 32; r += blockDim.y)
            y[r * 32 + threadIdx.x] = b[(k + r) * n + blockIdx.x * 32 + threadIdx.x];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 32; i++)
            sum += x[threadIdx.y * 32 + i] * y[i * 32 + threadIdx.x];
        __syncthreads();
    }
    c[(blockIdx.y * rows + threadIdx.y) * n + blockIdx.x * 32 + threadIdx.x] = sum;
}

// The sum of a row for each group, row by row: the loop around the inner one only counts.
KERNEL rows(const float *in, float *out, int n, int many)
{
    float sum = 0;

#pragma unroll 1
    for (int r = 0; r < many; r++)
#pragma unroll 1
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            sum += in[r * n + i];
    out[threadIdx.x] = sum;
}

// All lanes of a wave load w[k].
KERNEL weights(const float *__restrict__ in, const float *__restrict__ w, float *out, int n)
{
    float sum = 0;

#pragma unroll 1
    for (int k = 0; k < n; k++)
        sum += in[k * blockDim.x + threadIdx.x] * w[k];
    out[threadIdx.x] = sum;
}

// The same with the row of the thread: lanes of one wave may be in two rows.
KERNEL rows_of_threads(const float *__restrict__ in, const float *__restrict__ w, float *out,
                       int n)
{
    float sum = 0;

#pragma unroll 1
    for (int k = 0; k < n; k++)
        sum += in[k * blockDim.x + threadIdx.x] * w[threadIdx.y * n + k];
    out[threadIdx.x] = sum;
}

// Even and odd lanes load from two arrays: two addresses, each of them without a lane in it.
KERNEL two_arrays(const float *__restrict__ a, const float *__restrict__ b, float *out, int n)
{
    const float *from = a;
    float sum = 0;

    if (threadIdx.x & 1) {
        from = b;
        sum = b[n];
    }
#pragma unroll 1
    for (int k = 0; k < n; k++)
        sum += from[k];
    out[threadIdx.x] = sum;
}

// Lanes leave the first loop after different numbers of iterations: k differs in the second.
KERNEL left_early(const float *__restrict__ a, const int *__restrict__ many, float *out, int n)
{
    float sum = 0;
    int k = 0;

#pragma unroll 1
    while (a[k] < (float)many[threadIdx.x])
        k++;
#pragma unroll 1
    for (int i = 0; i < n; i++, k += 8)
        sum += a[k];
    out[threadIdx.x] = sum;
}

// The address of the second load is the result of the first: it is uniform as well.
KERNEL table(const int *__restrict__ index, const float *__restrict__ w, float *out, int n)
{
    float sum = 0;

#pragma unroll 1
    for (int k = 0; k < n; k++)
        sum += w[index[k]];
    out[threadIdx.x] = sum;
}
