// SPDX-License-Identifier: MIT
// Kernels with one trouble each, as in troubles.cu. scripts/machine_lines makes the code objects.
// The lines that tests look for have a mark.
#define X __builtin_amdgcn_workitem_id_x()
#define Y __builtin_amdgcn_workitem_id_y()
#define BARRIER                                                                                    \
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");                                         \
    __builtin_amdgcn_s_barrier()
#define KERNEL(name) __kernel void name(__global float *restrict to, __global const float *from)

KERNEL(stride32)
{
    to[X] = from[X * 32]; // trouble: scattered
}

KERNEL(mended_stride32)
{
    to[X] = from[X];
}

// A column of a tile, of which the lanes are in one bank.
KERNEL(column)
{
    __local float tile[64][64];

#pragma unroll 4
    for (int i = 0; i < 64; i++)
        tile[i][X] = from[i * 64 + X];
    BARRIER;
#pragma unroll 4
    for (int i = 0; i < 64; i++)
        to[i * 64 + X] = tile[X][i]; // trouble: conflict
}

KERNEL(mended_column)
{
    __local float tile[64][65];

#pragma unroll 4
    for (int i = 0; i < 64; i++)
        tile[i][X] = from[i * 64 + X];
    BARRIER;
#pragma unroll 4
    for (int i = 0; i < 64; i++)
        to[i * 64 + X] = tile[X][i];
}

// The index in y, in groups of unknown and of known shape.
KERNEL(rows)
{
    to[Y * 1024 + X] = 1.0f; // trouble: unknown
}

__attribute__((reqd_work_group_size(8, 32, 1))) KERNEL(rows_of_8)
{
    to[Y * 1024 + X] = 1.0f;
}
