// SPDX-License-Identifier: MIT
// Kernels for relocatable cubins: shared memory that the linker places, recursion.
extern __shared__ float dynamic[];
template <int N> __global__ void stat(float *p)
{
    __shared__ float s[N];

    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = s[N - 1 - threadIdx.x];
}
template __global__ void stat<7>(float *);
template __global__ void stat<3000>(float *);
__global__ void dyn(float *p)
{
    dynamic[threadIdx.x] = p[0];
    __syncthreads();
    p[threadIdx.x] = dynamic[31 - threadIdx.x];
}
__device__ __noinline__ int again(int n, int *p)
{
    return n < 2 ? p[n]++ : again(n - 1, p) * again(n - 2, p) + n;
}
__global__ void recursive(int *p)
{
    *p = again(*p, p + 1);
}
