// SPDX-License-Identifier: MIT
// Kernels with one trouble each, and beside most of them the kernel without it, called mended_.
// scripts/machine_lines makes the cubins. The lines that tests look for have a mark.
#define KERNEL extern "C" __global__ void

// Every lane reads the first element of another row.
KERNEL stride32(float *to, const float *from)
{
    to[threadIdx.x] = from[threadIdx.x * 32]; // trouble: scattered
}

KERNEL mended_stride32(float *to, const float *from)
{
    to[threadIdx.x] = from[threadIdx.x];
}

// An array of structures, of which one member is read; and a structure of arrays.
struct particle {
    float x, y, z, mass, speed[4];
};

KERNEL structures(float *to, const particle *from)
{
    to[threadIdx.x] = from[threadIdx.x].mass; // trouble: scattered
}

KERNEL mended_structures(float *to, const float *masses)
{
    to[threadIdx.x] = masses[threadIdx.x];
}

// Four floats from a pointer that is not known to be aligned, and the same as one float4.
KERNEL misaligned(float4 *to, const float *from)
{
    const float *at = from + threadIdx.x * 4;

    to[threadIdx.x] = make_float4(at[0], at[1], at[2], at[3]); // trouble: scattered
}

KERNEL mended_misaligned(float4 *to, const float4 *from)
{
    to[threadIdx.x] = from[threadIdx.x];
}

// Addresses that are loaded, divided by a parameter, and multiplied by one.
KERNEL gather(float *to, const float *from, const int *which)
{
    const int index = which[threadIdx.x]; // trouble: cause

    to[threadIdx.x] = from[index]; // trouble: unknown
}

KERNEL division(float *to, const float *from, int n)
{
    const int index = threadIdx.x / n; // trouble: cause

    to[threadIdx.x] = from[index * 7]; // trouble: unknown
}

KERNEL parameter(float *to, const float *from, int n)
{
    to[threadIdx.x] = from[threadIdx.x * n]; // trouble: unknown
}

// A column of a tile: its lanes are in one bank, unless the rows are longer or swizzled.
template <int ROW, int MASK> static __device__ void turn(float *to, const float *from)
{
    __shared__ float tile[32][ROW];

#pragma unroll(MASK != 0 ? 32 : 4)
    for (int i = 0; i < 32; i++)
        tile[i][threadIdx.x ^ (i & MASK)] = from[i * 32 + threadIdx.x];
    __syncthreads();
#pragma unroll(MASK != 0 ? 32 : 4)
    for (int i = 0; i < 32; i++)
        to[i * 32 + threadIdx.x] = tile[threadIdx.x][i ^ (threadIdx.x & MASK)]; // trouble: conflict
}

KERNEL column(float *to, const float *from)
{
    turn<32, 0>(to, from);
}

KERNEL mended_column(float *to, const float *from)
{
    turn<33, 0>(to, from);
}

KERNEL swizzled_column(float *to, const float *from)
{
    turn<32, 31>(to, from);
}

// Matrices of 8 rows of 16 bytes, read from rows of 128 bytes, by ldmatrix.
#define LDMATRIX(a, b, c, d, at)                                                                   \
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"                   \
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)                                              \
                 : "r"(at)                                                                         \
                 : "memory")

template <int MASK> static __device__ void matrices(uint4 *to, const uint4 *from)
{
    __shared__ uint4 tile[32][8];
    const int lane = threadIdx.x & 31;
    uint4 sum = make_uint4(0, 0, 0, 0);

#pragma unroll
    for (int i = 0; i < 8; i++)
        tile[i * 4 + lane / 8][(lane & 7) ^ ((i * 4 + lane / 8) & MASK)] = from[i * 32 + lane];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; i++) {
        const unsigned at = (unsigned)__cvta_generic_to_shared(&tile[lane][i ^ (lane & MASK)]);
        unsigned a, b, c, d;

        LDMATRIX(a, b, c, d, at); // trouble: conflict
        sum.x += a;
        sum.y += b;
        sum.z += c;
        sum.w += d;
    }
    to[threadIdx.x] = sum;
}

KERNEL ldmatrix(uint4 *to, const uint4 *from)
{
    matrices<0>(to, from);
}

KERNEL mended_ldmatrix(uint4 *to, const uint4 *from)
{
    matrices<7>(to, from);
}

// With 32 registers, values are spilled in the loop, or before a loop that does not use them.
static __device__ void add_up(float *to, const float *from, int n)
{
    float a[40];

#pragma unroll
    for (int k = 0; k < 40; k++)
        a[k] = from[k * 32 + threadIdx.x];
#pragma unroll 1
    for (int i = 0; i < n; i++) {
#pragma unroll
        for (int k = 0; k < 40; k++)
            a[k] = a[k] * from[i] + a[(k + 7) % 40]; // trouble: spill
    }
#pragma unroll
    for (int k = 0; k < 40; k++)
        to[k * 32 + threadIdx.x] = a[k];
}

KERNEL __maxnreg__(32) spill_inner(float *to, const float *from, int n)
{
    add_up(to, from, n);
}

KERNEL mended_spill_inner(float *to, const float *from, int n)
{
    add_up(to, from, n);
}

static __device__ void keep(float *to, const float *from, int n)
{
    float kept[16], a[20];

#pragma unroll
    for (int k = 0; k < 16; k++)
        kept[k] = from[k * 32 + threadIdx.x]; // trouble: spill before
#pragma unroll
    for (int k = 0; k < 20; k++)
        a[k] = from[1024 + k * 32 + threadIdx.x];
#pragma unroll 1
    for (int i = 0; i < n; i++) {
#pragma unroll
        for (int k = 0; k < 20; k++)
            a[k] = a[k] * 0.5f + a[(k + 7) % 20];
    }
#pragma unroll
    for (int k = 0; k < 16; k++)
        to[k * 32 + threadIdx.x] = kept[k] + a[k] + a[k + 4];
}

KERNEL __maxnreg__(32) spill_prologue(float *to, const float *from, int n)
{
    keep(to, from, n);
}

KERNEL mended_spill_prologue(float *to, const float *from, int n)
{
    keep(to, from, n);
}

// Most registers are in use in one line.
KERNEL pressure(float *to, const float *from, int n)
{
    float sum = 0;

#pragma unroll 1
    for (int i = 0; i < n; i++) {
#pragma unroll
        for (int k = 0; k < 32; k++)
            sum = sum * 0.5f + from[(i * 32 + k) * 32 + threadIdx.x]; // trouble: pressure
    }
    to[threadIdx.x] = sum;
}

KERNEL mended_pressure(float *to, const float *from, int n)
{
    float sum = 0;

#pragma unroll 1
    for (int i = 0; i < n * 32; i++)
        sum = sum * 0.5f + from[i * 32 + threadIdx.x];
    to[threadIdx.x] = sum;
}
