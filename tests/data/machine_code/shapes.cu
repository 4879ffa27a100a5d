// SPDX-License-Identifier: MIT
// A kernel whose groups are 8 x 32 threads, and one that does not say so: nvcc 13.0 -arch=sm_90
// -cubin. Each lane of a wave of 8 x 4 threads has a float of its own, and four rows of 128 bytes
// are in the same banks: the store passes four times. The load has the column of x: 8 lanes, 128
// bytes apart, in one bank, and 4 words of y beside it.
#define KERNEL(name) extern "C" __global__ void name(float *to, const float *from)
#define BODY                                                                                    \
    __shared__ float tile[32][32];                                                              \
    tile[threadIdx.y][threadIdx.x] = from[threadIdx.y * 8 + threadIdx.x];                       \
    __syncthreads();                                                                            \
    to[threadIdx.y * 8 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];

KERNEL(free_shape)
{
    BODY
}

KERNEL(__block_size__((8, 32, 1)) required_shape)
{
    BODY
}
