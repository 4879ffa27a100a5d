// SPDX-License-Identifier: MIT
// Two kernels for docs/kernels.md: one bound by registers and shared memory, one by neither.
#define TILE 16
#define RADIUS 26

extern "C" __global__ void __launch_bounds__(TILE * TILE)
blur_tile(float *out, const float *in, int width)
{
    __shared__ float tile[TILE + 2 * RADIUS][TILE + 2 * RADIUS];
    const int x = threadIdx.x, y = threadIdx.y, side = TILE + 2 * RADIUS;
    float sum = 0;

    for (int i = y * TILE + x; i < side * side; i += TILE * TILE)
        tile[i / side][i % side] =
            in[(blockIdx.y * TILE + i / side) * width + blockIdx.x * TILE + i % side];
    __syncthreads();
    for (int i = 0; i <= 2 * RADIUS; i++)
        for (int j = 0; j <= 2 * RADIUS; j++)
            sum += tile[y + i][x + j];
    out[(blockIdx.y * TILE + y) * width + blockIdx.x * TILE + x] = sum;
}

extern "C" __global__ void scale(float *data, float by, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        data[i] *= by;
}
