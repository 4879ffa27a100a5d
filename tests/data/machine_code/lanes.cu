// SPDX-License-Identifier: MIT
// Accesses of which the source says how the lanes' addresses differ; lanes.csv has their code. Made
// by
//   nvcc -arch=sm_80 -cubin lanes.cu        (CUDA 13.0, and for sm_75, sm_90, sm_100 and sm_120)
//   clang -x cl -target amdgcn-amd-amdhsa -mcpu=gfx942 -O3 -nogpulib -cl-std=CL2.0 lanes.cu
//                                           (LLVM 22, and for gfx90a, gfx1030, gfx1100 and gfx1201)
#ifdef __OPENCL_C_VERSION__
#define X      __builtin_amdgcn_workitem_id_x()
#define Y      __builtin_amdgcn_workitem_id_y()
#define GROUP  __builtin_amdgcn_workgroup_id_x()
#define POINTER __global
#define SHARED __local
#define KERNEL(name)                                                                               \
    __kernel void name(__global const float *restrict a, __global const int *restrict b,           \
                       __global float *restrict c, int n)
#define BARRIER __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup"); __builtin_amdgcn_s_barrier()
#define ROLLED  _Pragma("clang loop unroll(disable)")
#define WIDE    float4
#else
#define X       ((int)threadIdx.x)
#define Y       ((int)threadIdx.y)
#define GROUP   ((int)blockIdx.x)
#define POINTER
#define SHARED  __shared__
#define KERNEL(name)                                                                               \
    extern "C" __global__ void name(const float *__restrict__ a, const int *__restrict__ b,        \
                                    float *__restrict__ c, int n)
#define BARRIER __syncthreads()
#define ROLLED  _Pragma("unroll 1")
#define WIDE    float4
#endif

KERNEL(contiguous) { c[GROUP * 256 + X] = a[GROUP * 256 + X]; }
KERNEL(stride2) { c[X] = a[GROUP * 512 + X * 2]; }
KERNEL(stride3) { c[X] = a[GROUP * 768 + X * 3]; }
KERNEL(stride4) { c[X] = a[X * 4]; }
KERNEL(stride8) { c[X] = a[X * 8]; }
KERNEL(stride16) { c[X] = a[X * 16]; }
KERNEL(stride32) { c[X] = a[X * 32]; }
KERNEL(stride64) { c[X * 64] = a[X * 64]; }
KERNEL(wide) { ((POINTER WIDE *)c)[X] = ((POINTER const WIDE *)a)[X]; }
KERNEL(broadcast) { c[X] = a[n] + a[b[GROUP]]; }
KERNEL(gather) { c[X] = a[b[X]]; }
KERNEL(backwards) { c[X] = a[255 - X]; }
KERNEL(pairs) { c[X] = a[X >> 1]; }
KERNEL(repeated) { c[X] = a[(X & 7) * 3]; }
KERNEL(rows) { c[Y * n + X] = a[Y * n + X]; }
KERNEL(columns) { c[X * 1024 + Y] = a[X * 1024 + Y]; }

KERNEL(looped)
{
    float s = 0;
    ROLLED for (int i = 0; i < n; i++)
        s += a[i * 256 + X];
    c[X] = s;
}

KERNEL(lanewise)
{
    float s = 0;
    ROLLED for (int i = X; i < n; i += 256)
        s += a[i];
    c[X] = s;
}

KERNEL(divergent)
{
    int i = X;
    if (b[X] > 0)
        i = X * 2 + n;
    c[X] = a[i];
}

KERNEL(transposed)
{
    SHARED float t[32][32];
    t[Y][X] = a[Y * 32 + X];
    BARRIER;
    c[Y * 32 + X] = t[X][Y];
}

KERNEL(padded)
{
    SHARED float t[32][33];
    t[Y][X] = a[Y * 32 + X];
    BARRIER;
    c[Y * 32 + X] = t[X][Y];
}

KERNEL(swizzled)
{
    SHARED float t[32][32];
    t[Y][X ^ Y] = a[Y * 32 + X];
    BARRIER;
    c[Y * 32 + X] = t[X][Y ^ X];
}

KERNEL(shared_wide)
{
    SHARED WIDE t[256];
    t[X] = ((POINTER const WIDE *)a)[X];
    BARRIER;
    ((POINTER WIDE *)c)[X] = t[255 - X];
}

KERNEL(shared_stride2)
{
    SHARED float t[512];
    t[X * 2] = a[X];
    BARRIER;
    c[X] = t[(X ^ 1) * 2];
}

KERNEL(shared_broadcast)
{
    SHARED float t[256];
    t[X] = a[X];
    BARRIER;
    c[X] = t[n];
}

KERNEL(shared_gather)
{
    SHARED float t[256];
    t[X] = a[X];
    BARRIER;
    c[X] = t[b[X]];
}
