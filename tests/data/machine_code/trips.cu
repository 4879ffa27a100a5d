// SPDX-License-Identifier: MIT
// Loops of which the source says how often they run; trips.csv has their code. Made by
//   nvcc -arch=sm_80 -cubin trips.cu        (CUDA 13.0, and for sm_75, sm_90, sm_100 and sm_120)
//   clang -x cl -target amdgcn-amd-amdhsa -mcpu=gfx942 -O3 -nogpulib -cl-std=CL2.0 trips.cu
//                                           (LLVM 22, and for gfx90a, gfx1030, gfx1100 and gfx1201)
#ifdef __OPENCL_C_VERSION__
#define ID __builtin_amdgcn_workitem_id_x()
#define KERNEL(name) __kernel void name(__global float *a, int n)
#define ROLLED _Pragma("clang loop unroll(disable)")
#else
#define ID threadIdx.x
#define KERNEL(name) extern "C" __global__ void name(float *a, int n)
#define ROLLED _Pragma("unroll 1")
#endif
#define NEXT(i) s = s * a[i] + 1.0f

KERNEL(up37)
{
    float s = a[ID];
    ROLLED for (int i = 0; i < 37; i++)
        NEXT(i);
    a[ID] = s;
}

KERNEL(down9)
{
    float s = a[ID];
    ROLLED for (int i = 90; i > 0; i -= 10)
        NEXT(i * n);
    a[ID] = s;
}

KERNEL(step32)
{
    float s = a[ID];
    ROLLED for (int i = 5; i <= 100; i += 3)
        NEXT(i * n);
    a[ID] = s;
}

KERNEL(nested12_7)
{
    float s = a[ID];
    ROLLED for (int i = 0; i < 12; i++) {
        s += a[i * n];
        ROLLED for (int j = 0; j < 7; j++)
            NEXT(j * n + i);
    }
    a[ID] = s;
}

KERNEL(given)
{
    float s = a[ID];
    ROLLED for (int i = 0; i < n; i++)
        NEXT(i);
    a[ID] = s;
}

KERNEL(early)
{
    float s = a[ID];
    ROLLED for (int i = 0; i < 50; i++) {
        if (s > 1e9f)
            break;
        NEXT(i);
    }
    a[ID] = s;
}

KERNEL(lane)
{
    float s = a[ID];
    ROLLED for (int i = ID; i < 300; i += 32)
        NEXT(i);
    a[ID] = s;
}

KERNEL(unequal16)
{
    float s = a[ID];
    ROLLED for (int i = 0; i != 64; i += 4)
        NEXT(i * n);
    a[ID] = s;
}

KERNEL(wide250)
{
    float s = a[ID];
    ROLLED for (unsigned i = 4000000000u; i < 4000001000u; i += 4)
        NEXT(i * n);
    a[ID] = s;
}

KERNEL(last200)
{
    float s = a[ID];
    int i = 3;
    ROLLED do {
        NEXT(i * n);
        i += 5;
    } while (i < 1000);
    a[ID] = s;
}
