/* SPDX-License-Identifier: MIT
 *
 * Tests the CUDA adapter with CUDA's header, without its library.
 */
#include <cuda_runtime_api.h>

#include "gpuocc/adapt/cuda.h"
#include "support.h"

int main(void)
{
    static struct cudaDeviceProp p;
    static struct cudaFuncAttributes attributes;
    const gpuocc_device *device = NULL;
    gpuocc_kernel kernel;
    gpuocc_edits edits;
    uint32_t quality = 9;

    memset(&edits, 0, sizeof edits);
    memset(&kernel, 0, sizeof kernel);
    strcpy(p.name, "NVIDIA H100 80GB HBM3");
    p.major = 9;
    p.pciDeviceID = 0x2684; /* a slot */
    attributes.numRegs = 32;
    ok(gpuocc_cuda_find(&p, 0, &device, &quality) == GPUOCC_OK &&
           strcmp(gpuocc_device_name(device), "H100 SXM5 80 GB") == 0,
       "the adapter compiles with CUDA's header and finds an H100");
    gpuocc_cuda_properties(&edits, device, &p);
    gpuocc_cuda_kernel(&kernel, &attributes);
    ok(edits.count == 1 && kernel.registers_per_thread == 32,
       "what is not reported is not edited: %u field", edits.count);
    return done();
}
