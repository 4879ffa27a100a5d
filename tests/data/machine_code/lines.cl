// SPDX-License-Identifier: MIT
// The kernels of lines.cu for AMD, without the one with a call. scripts/machine_lines makes the
// code objects.
#include "lines.h"
#define THREAD __builtin_amdgcn_workitem_id_x()

DEVICE float twice(float x)
{
    return square(x) * 2.0f;
}

kernel void sum(global float *to, global const float *from, int n)
{
    float s = 0;

#pragma clang loop unroll(disable)
    for (int i = THREAD; i < n; i += 64)
        s += twice(from[i]);
    to[THREAD] = s;
}

kernel void column(global float *to, global const float *from, int n)
{
    local float tile[64][64];

#pragma clang loop unroll(disable)
    for (int i = 0; i < n; i++) {
        tile[i][THREAD] = from[i * 64 + THREAD];
        __builtin_amdgcn_s_barrier();
        to[i * 64 + THREAD] = tile[THREAD][i];
        __builtin_amdgcn_s_barrier();
    }
}
