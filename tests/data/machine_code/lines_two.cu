// SPDX-License-Identifier: MIT
// Is linked behind lines.cu: its names of functions do not begin at 0.
#include "lines.h"

extern "C" __global__ void two(float *at)
{
    at[threadIdx.x] = square(at[threadIdx.x]);
}
