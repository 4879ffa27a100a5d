/* SPDX-License-Identifier: MIT
 *
 * Kernels for AMD GPUs whose limits differ; without OpenCL's headers and library.
 */
#define X __builtin_amdgcn_workitem_id_x()

__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void scale(__global float *a, float s)
{
    a[__builtin_amdgcn_workgroup_id_x() * 256 + X] *= s;
}

/* 24,000 bytes of LDS. */
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void tile(__global float *a)
{
    __local float t[6000];

    t[X] = a[X];
    __builtin_amdgcn_s_barrier();
    a[X] = t[X * 7 % 256];
}

/* Keeps 160 values at once. */
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void wide(__global float *a)
{
    float v[160];

    for (int i = 0; i < 160; i++)
        v[i] = a[i * 64 + X];
    for (int i = 0; i < 160; i++)
        a[i * 64 + X] = v[159 - i] * v[i];
}
