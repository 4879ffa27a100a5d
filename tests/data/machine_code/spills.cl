// SPDX-License-Identifier: MIT
// The kernels of spills.cu for AMD. scripts/machine_lines makes the files.
#define THREAD __builtin_amdgcn_workitem_id_x()
kernel __attribute__((amdgpu_num_vgpr(24))) void inner(global float *to,
                                                        global const float *from, int n,
                                                        int m)
{
    float a[40];

#pragma unroll
    for (int k = 0; k < 40; k++)
        a[k] = from[k * 64 + THREAD];
#pragma clang loop unroll(disable)
    for (int i = 0; i < n; i++) {
#pragma clang loop unroll(disable)
        for (int j = 0; j < m; j++) {
#pragma unroll
            for (int k = 0; k < 40; k++)
                a[k] = a[k] * from[j] + a[(k + 7) % 40];
        }
        to[i] = a[0];
    }
#pragma unroll
    for (int k = 0; k < 40; k++)
        to[k * 64 + THREAD] = a[k];
}

kernel void table(global float *to, global const int *from, int n)
{
    float a[40];

    for (int k = 0; k < 40; k++)
        a[k] = to[k + THREAD];
#pragma clang loop unroll(disable)
    for (int i = 0; i < n; i++)
        a[from[i] & 31] += 1.0f;
    for (int k = 0; k < 40; k++)
        to[k + THREAD] = a[k];
}
