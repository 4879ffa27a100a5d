// SPDX-License-Identifier: MIT
// Columns of a tile with rows of 128, 132 and 136 bytes, and beside an access whose address is
// loaded. scripts/machine_lines makes the cubin.
template <int ROW> static __device__ void copy(float *to, const float *from)
{
    __shared__ float tile[32][ROW];

#pragma unroll 4
    for (int i = 0; i < 32; i++)
        tile[i][threadIdx.x] = from[i * 32 + threadIdx.x];
    __syncthreads();
#pragma unroll 4
    for (int i = 0; i < 32; i++)
        to[i * 32 + threadIdx.x] = tile[threadIdx.x][i];
}

extern "C" __global__ void plain(float *to, const float *from)
{
    copy<32>(to, from);
}

extern "C" __global__ void padded(float *to, const float *from)
{
    copy<33>(to, from);
}

extern "C" __global__ void padded_more(float *to, const float *from)
{
    copy<34>(to, from);
}

extern "C" __global__ void unknown(float *to, const float *from, const int *which)
{
    __shared__ float tile[1024];

    tile[which[threadIdx.x] & 1023] = from[threadIdx.x];
    __syncthreads();
    to[threadIdx.x] = tile[threadIdx.x * 32];
}
