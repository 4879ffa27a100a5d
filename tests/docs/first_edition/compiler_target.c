/* SPDX-License-Identifier: MIT
 *
 * A compiler, before registers are known: how many may this kernel use until a group less fits?
 */
#include <stdio.h>
#include <string.h>

#include <gpuocc/gpuocc.h>

int main(void)
{
    static const char target[] = "amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-";
    uint64_t memory[GPUOCC_OCCUPANCY_BYTES / 8], low, high;
    const gpuocc_device *device;
    gpuocc_occupancy *occupancy;
    gpuocc_kernel kernel;
    uint32_t registers, last = 0;

    if (gpuocc_device_find(target, strlen(target), 0, &device, NULL) != GPUOCC_OK)
        return 1;
    memset(&kernel, 0, sizeof kernel);
    kernel.size = sizeof kernel;
    kernel.threads_per_group = 256;
    kernel.shared_bytes = 8192;
    kernel.registers_per_thread = GPUOCC_UNKNOWN;
    if (gpuocc_occupancy_init(memory, sizeof memory, device, GPUOCC_CONVENTION_DEFAULT, &kernel,
                              &occupancy, NULL) != GPUOCC_OK ||
        gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_GROUPS, 0, &low, &high) != GPUOCC_OK)
        return 1;
    printf("%s: %u to %u groups, whatever the registers\n", gpuocc_device_name(device),
           (unsigned)low, (unsigned)high);
    for (registers = 512; registers != 0; registers--) {
        kernel.registers_per_thread = registers;
        if (gpuocc_occupancy_init(memory, sizeof memory, device, GPUOCC_CONVENTION_DEFAULT,
                                  &kernel, &occupancy, NULL) != GPUOCC_OK)
            continue;
        if (gpuocc_occupancy_groups(occupancy) > last) {
            last = gpuocc_occupancy_groups(occupancy);
            printf("up to %u registers: %u groups\n", registers, last);
        }
    }
    return 0;
}
