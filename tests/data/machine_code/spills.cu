// SPDX-License-Identifier: MIT
// With 32 registers, `inner` spills, in an inner loop as well; the array of `table` is in memory
// because its index is loaded. scripts/machine_lines makes the files.
extern "C" __global__ void inner(float *to, const float *from, int n, int m)
{
    float a[40];

#pragma unroll
    for (int k = 0; k < 40; k++)
        a[k] = from[k * 32 + threadIdx.x];
#pragma unroll 1
    for (int i = 0; i < n; i++) {
#pragma unroll 1
        for (int j = 0; j < m; j++) {
#pragma unroll
            for (int k = 0; k < 40; k++)
                a[k] = a[k] * from[j] + a[(k + 7) % 40];
        }
        to[i] = a[0];
    }
#pragma unroll
    for (int k = 0; k < 40; k++)
        to[k * 32 + threadIdx.x] = a[k];
}

extern "C" __global__ void table(float *to, const int *from, int n)
{
    float a[16];

    for (int k = 0; k < 16; k++)
        a[k] = to[k];
#pragma unroll 1
    for (int i = 0; i < n; i++)
        a[from[i] & 15] += 1.0f;
    for (int k = 0; k < 16; k++)
        to[k] = a[k];
}
