// SPDX-License-Identifier: MIT
// copies_sm_90.cubin: nvcc 13.0 -cubin -arch=sm_90 copies.cu
#include <stdint.h>

extern "C" __global__ void tma(const char *g, float *o, int n)
{
    __shared__ alignas(128) char s[4096];
    __shared__ uint64_t bar;
    uint32_t b = (uint32_t)__cvta_generic_to_shared(&bar);
    uint32_t d = (uint32_t)__cvta_generic_to_shared(s);
    float v = 0;

    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0],1;" ::"r"(b));
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        if (threadIdx.x == 0) {
            asm volatile("mbarrier.arrive.expect_tx.shared.b64 _,[%0],4096;" ::"r"(b) : "memory");
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                         "[%0],[%1],4096,[%2];" ::"r"(d), "l"(g + i * 4096), "r"(b) : "memory");
        }
        asm volatile("{.reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p,[%0],%1; @p bra D; "
                     "bra W; D:}" ::"r"(b), "r"(i & 1) : "memory");
        v += ((float *)s)[threadIdx.x];
        __syncthreads();
    }
    o[threadIdx.x] = v;
}

extern "C" __global__ void cpasync(const float4 *g, float *o, int n)
{
    __shared__ float4 s[2][128];
    float v = 0;
    uint32_t d = (uint32_t)__cvta_generic_to_shared(&s[0][threadIdx.x]);

#pragma unroll 1
    for (int i = 0; i < n; i++) {
        asm volatile("cp.async.cg.shared.global [%0],[%1],16;" ::"r"(d + (i & 1) * 2048),
                     "l"(g + i * 128 + threadIdx.x));
        asm volatile("cp.async.commit_group;");
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        v += ((volatile float *)&s[(i + 1) & 1][threadIdx.x ^ 1])[0];
        __syncthreads();
    }
    o[threadIdx.x] = v;
}
