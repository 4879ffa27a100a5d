// SPDX-License-Identifier: MIT
// A convolution of an image of 4096 x 4096 with a filter of 15 x 15: each group keeps the part of
// the image that it needs in shared memory, and each thread computes TILE_X x TILE_Y results.
// README.md says what it is for. scripts/prediction --make compiles it, as CUDA and as HIP, with
// BLOCK_X, BLOCK_Y, TILE_X, TILE_Y, READ_ONLY and WIDTH, the floats of a row in shared memory.
#define FILTER 15
#define IMAGE  4096
#define INPUT  (IMAGE + FILTER - 1)
#define ROWS   (BLOCK_Y * TILE_Y + FILTER - 1)
#define COLS   (BLOCK_X * TILE_X + FILTER - 1)
#define EXACT  (IMAGE % (BLOCK_X * TILE_X) == 0 && IMAGE % (BLOCK_Y * TILE_Y) == 0)

#ifdef __HIP__ /* without its headers */
#define SHARED     __attribute__((shared)) float
#define BARRIER    __builtin_amdgcn_fence(5, "workgroup"), __builtin_amdgcn_s_barrier()
#define THREAD(d)  __builtin_amdgcn_workitem_id_##d()
#define GROUP(d)   __builtin_amdgcn_workgroup_id_##d()
#define LOAD(at)   (*(at))
#define CONSTANT   __attribute__((constant))
#define KERNEL     __attribute__((global))
#else
#define SHARED     __shared__ float
#define BARRIER    __syncthreads()
#define THREAD(d)  threadIdx.d
#define GROUP(d)   blockIdx.d
#define LOAD(at)   (READ_ONLY ? __ldg(at) : *(at))
#define CONSTANT   __constant__
#define KERNEL     __global__
#endif

CONSTANT float weights[FILTER * FILTER];

extern "C" KERNEL void convolution(float *out, const float *in)
{
    SHARED part[ROWS][WIDTH];
    const int x = THREAD(x), y = THREAD(y);
    const int left = GROUP(x) * BLOCK_X * TILE_X, top = GROUP(y) * BLOCK_Y * TILE_Y;
    float sum[TILE_Y][TILE_X] = {{0}};

    _Pragma("unroll 1") for (int row = y; row < ROWS; row += BLOCK_Y)
    {
        const float *from = in + (top + row) * INPUT + left;

        _Pragma("unroll") for (int step = 0; step < (COLS + BLOCK_X - 1) / BLOCK_X; step++)
        {
            const int col = x + step * BLOCK_X;

            if (col < COLS && (EXACT || (top + row < INPUT && left + col < INPUT)))
                part[row][col] = LOAD(from + col);
        }
    }
    BARRIER;
    _Pragma("unroll") for (int down = 0; down < FILTER; down++)
        _Pragma("unroll") for (int right = 0; right < FILTER; right++)
            _Pragma("unroll") for (int j = 0; j < TILE_Y; j++)
                _Pragma("unroll") for (int i = 0; i < TILE_X; i++)
                    sum[j][i] += part[y + j * BLOCK_Y + down][x + i * BLOCK_X + right] *
                                 weights[FILTER * down + right];
    _Pragma("unroll") for (int j = 0; j < TILE_Y; j++)
        _Pragma("unroll") for (int i = 0; i < TILE_X; i++)
        {
            const int to_x = left + x + i * BLOCK_X, to_y = top + y + j * BLOCK_Y;

            if (EXACT || (to_x < IMAGE && to_y < IMAGE))
                out[to_y * IMAGE + to_x] = sum[j][i];
        }
}
