/* SPDX-License-Identifier: MIT
 *
 * CUDA and HIP under one name: gpu(Malloc) is cudaMalloc or hipMalloc. Only CUDA has launch
 * attributes (clusters) and caching operators of loads; the rows of a HIP run say so.
 */
#ifndef SILICON_PORTABLE_H
#define SILICON_PORTABLE_H

#if defined(__HIP_PLATFORM_AMD__) || defined(__HIPCC__)
#include <hip/hip_runtime.h>
#define gpu(name)       hip##name
#define ON_HIP          1
#define HAS_CLUSTERS    0
#define DEVICE_CODE_AMD 1
typedef hipDeviceProp_t Properties;
typedef hipFuncAttributes Attributes;
#else
#include <cuda_runtime.h>
#define gpu(name)       cuda##name
#define ON_HIP          0
#define HAS_CLUSTERS    (CUDART_VERSION >= 11080)
#define DEVICE_CODE_AMD 0
typedef cudaDeviceProp Properties;
typedef cudaFuncAttributes Attributes;
#endif

#if defined(__CUDACC__) || ON_HIP
/* The core (SM or CU) that runs the calling thread. HIP's answer is only sure on gfx9. */
__device__ __forceinline__ unsigned core_number()
{
#if DEVICE_CODE_AMD
    return __smid();
#else
    unsigned number;

    asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
    return number;
#endif
}

/* Nanoseconds of a clock that all cores share; 0 where there is none. Coarse: up to 1 us. */
__device__ __forceinline__ unsigned long long shared_clock()
{
#if DEVICE_CODE_AMD
    return 0;
#else
    unsigned long long now;

    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
#endif
}
#endif

#endif
