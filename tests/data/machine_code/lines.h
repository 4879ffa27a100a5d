// SPDX-License-Identifier: MIT
#if defined(__CUDA_ARCH__) || defined(__CUDACC__)
#define DEVICE static __device__ __forceinline__
#else
#define DEVICE static __attribute__((always_inline))
#endif

DEVICE float square(float x)
{
    return x * x + 1.0f;
}
