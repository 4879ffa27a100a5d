/* SPDX-License-Identifier: MIT
 *
 * A compiler before register allocation: how many registers may this kernel use for each occupancy?
 */
#include <stdio.h>

#include <gpuocc/gpuocc.h>

int main(void)
{
    const gpuocc_device *device = gpuocc_device_named("amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-");
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;
    gpuocc_occupancy occupancy;
    uint64_t low, high;
    uint32_t groups, registers;

    kernel.threads_per_group = 256;
    kernel.shared_bytes = 8192;
    kernel.registers_per_thread = GPUOCC_UNKNOWN;
    if (gpuocc_occupancy_init(&occupancy, device, GPUOCC_CONVENTION_DEFAULT, &kernel, NULL) < 0 ||
        gpuocc_occupancy_get(&occupancy, GPUOCC_RESULT_GROUPS, 0, &low, &high) < 0)
        return 1;
    printf("%s: %u to %u groups\n", gpuocc_device_name(device), (unsigned)low, (unsigned)high);
    for (groups = (uint32_t)low; groups <= high; groups++)
        if (gpuocc_occupancy_maximum(&occupancy, GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                                     GPUOCC_TARGET_GROUPS, groups, &registers, NULL) == GPUOCC_OK)
            printf("up to %u registers: %u groups\n", registers, groups);
    return 0;
}
