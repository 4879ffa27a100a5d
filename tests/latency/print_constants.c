/* SPDX-License-Identifier: MIT
 *
 * Prints the latency model's constants of every device, for test_constant_sources.py: device,
 * vendor, generation, constant, wave size (0: the default), and the minimum, usual and maximum
 * value.
 */
#include <inttypes.h>
#include <stdio.h>

#include "gpuocc/gpuocc.h"

static uint32_t number(const gpuocc_device *device, uint32_t field)
{
    uint64_t value = 0;

    return gpuocc_device_get(device, field, 0, &value) == GPUOCC_OK ? (uint32_t)value : 0;
}

static void print(const gpuocc_device *device, uint32_t constant, uint32_t wave_size)
{
    double value, low, high;

    if (gpuocc_device_constant(device, constant, wave_size, &value, &low, &high) == GPUOCC_OK)
        printf("%s,%" PRIu32 ",%" PRIu32 ",%s,%" PRIu32 ",%.17g,%.17g,%.17g\n",
               gpuocc_device_name(device), number(device, GPUOCC_DEVICE_VENDOR),
               number(device, GPUOCC_DEVICE_GENERATION),
               gpuocc_name(GPUOCC_LIST_CONSTANTS, constant), wave_size, low, value, high);
}

int main(void)
{
    static const uint32_t wave_sizes[] = {0, 8, 16, 32};
    const gpuocc_device *device;
    uint32_t at, constant, i;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        for (constant = 0; constant < GPUOCC_CONSTANT_COUNT; constant++)
            for (i = 0; i < 4; i++)
                print(device, constant, wave_sizes[i]);
    return 0;
}
