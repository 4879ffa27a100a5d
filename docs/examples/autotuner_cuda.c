/* SPDX-License-Identifier: MIT
 *
 * An autotuner: which of these configurations are not worth a run? The structs are what
 * cudaGetDeviceProperties and cudaFuncGetAttributes filled.
 */
#include <stdio.h>
#include <string.h>

#ifdef EXAMPLE_STUBS
#include "stubs.h"
#else
#include <cuda_runtime_api.h>
#endif

#include <gpuocc/adapt/cuda.h>
#include <gpuocc/gpuocc.h>

static uint32_t waves_of(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    gpuocc_occupancy occupancy;

    if (gpuocc_occupancy_init(&occupancy, device, GPUOCC_CONVENTION_DEFAULT, kernel, NULL) !=
        GPUOCC_OK)
        return 0; /* it does not launch */
    return gpuocc_occupancy_waves(&occupancy);
}

int main(void)
{
    static struct cudaDeviceProp properties;
    static struct cudaFuncAttributes attributes;
    gpuocc_custom_device custom;
    const gpuocc_device *base, *device;
    gpuocc_edits edits;
    gpuocc_kernel kernel;
    uint32_t quality, threads, kept = 0, tried = 0, shared;

    /* What a driver would have filled in: a notebook board. */
    strcpy(properties.name, "NVIDIA GeForce RTX 4070 Ti Laptop GPU");
    properties.major = 8;
    properties.minor = 9;
    properties.multiProcessorCount = 36;
    attributes.numRegs = 72;
    attributes.maxThreadsPerBlock = 1024;
    attributes.preferredShmemCarveout = -1;

    if (gpuocc_cuda_find(&properties, 0, &base, &quality) != GPUOCC_OK)
        return 1;
    memset(&edits, 0, sizeof edits);
    gpuocc_cuda_properties(&edits, base, &properties); /* the 36 SMs that no name tells */
    if (gpuocc_edits_apply(&edits, &custom, base, NULL) != GPUOCC_OK)
        return 1;
    device = gpuocc_device_of(&custom);
    memset(&kernel, 0, sizeof kernel);
    kernel.size = sizeof kernel;
    gpuocc_cuda_kernel(&kernel, &attributes);
    for (threads = 64; threads <= 1024; threads *= 2)
        for (shared = 0; shared <= 96 * 1024; shared += 16 * 1024, tried++) {
            kernel.threads_per_group = threads;
            kernel.dynamic_shared_bytes = shared;
            kernel.max_dynamic_shared_bytes = shared;
            kept += waves_of(device, &kernel) >= 16;
        }
    printf("%s: %u of %u configurations are worth a run\n", gpuocc_device_name(base), kept, tried);
    return 0;
}
