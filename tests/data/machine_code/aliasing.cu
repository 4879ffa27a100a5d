// SPDX-License-Identifier: MIT
// Five ways to write s[i] = a[i] + b[i] (docs/latency.md, From instruction order to loads in flight),
// as CUDA for nvcc and as OpenCL C for clang:
//   nvcc -cubin -arch=sm_90 aliasing.cu
//   clang -x cl -cl-std=CL2.0 -O3 -target amdgcn-amd-amdhsa -mcpu=gfx942 -nogpulib aliasing.cu
#ifdef __OPENCL_C_VERSION__
#define KERNEL    kernel __attribute__((reqd_work_group_size(256, 1, 1)))
#define ARRAY     global int *
#define INDEX     (__builtin_amdgcn_workgroup_id_x() * 256 + __builtin_amdgcn_workitem_id_x())
#define UNROLL(n) _Pragma(n)
#define ONCE      UNROLL("clang loop unroll(disable)")
#define TWICE     UNROLL("clang loop unroll_count(2)")
#else
#define KERNEL   extern "C" __global__
#define ARRAY    int *
#define INDEX    (blockIdx.x * blockDim.x + threadIdx.x)
#define restrict __restrict__
#define ONCE     _Pragma("unroll 1")
#define TWICE    _Pragma("unroll 2")
#endif

KERNEL void v1(ARRAY a, ARRAY b, ARRAY s, int n, int stride)
{
    ONCE for (int k = 0, i = INDEX; k < n; k++, i += stride)
        s[i] = a[i] + b[i];
}

KERNEL void v2(ARRAY restrict a, ARRAY restrict b, ARRAY restrict s, int n, int stride)
{
    TWICE for (int k = 0, i = INDEX; k < n; k++, i += stride)
        s[i] = a[i] + b[i];
}

KERNEL void v3(ARRAY a, ARRAY b, ARRAY s, int n, int stride)
{
    ONCE for (int k = 0, i = INDEX; k < n; k++, i += stride) {
        s[i] = a[i] + b[i];
        s[i + 16] = a[i + 16] + b[i + 16];
    }
}

KERNEL void v4(ARRAY a, ARRAY b, ARRAY s, int n, int stride)
{
    ONCE for (int k = 0, i = INDEX; k < n; k++, i += stride) {
        int a0 = a[i], b0 = b[i], a1 = a[i + 16], b1 = b[i + 16];

        s[i] = a0 + b0;
        s[i + 16] = a1 + b1;
    }
}

KERNEL void v5(ARRAY restrict a, ARRAY restrict b, ARRAY restrict s, int n, int stride)
{
    ONCE for (int k = 0, i = INDEX; k < n; k++, i += stride) {
        s[i] = a[i] + b[i];
        s[i + 16] = a[i + 16] + b[i + 16];
    }
}
