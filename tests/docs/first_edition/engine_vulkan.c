/* SPDX-License-Identifier: MIT
 *
 * An engine at load time: which of two variants of a shader keeps more of this GPU busy? The
 * structs are what vkGetPhysicalDeviceProperties and vkGetPipelineExecutableStatisticsKHR filled.
 */
#include <stdio.h>
#include <string.h>

#ifdef EXAMPLE_STUBS
#include "stubs.h"
#else
#include <vulkan/vulkan.h>
#endif

#include <gpuocc/adapt/vulkan.h>
#include <gpuocc/gpuocc.h>

/* Percent of the wave slots that a variant fills at least, 0 if that cannot be said. */
static unsigned filled(const gpuocc_device *device, uint32_t driver, uint32_t threads,
                       const VkPipelineExecutableStatisticKHR *statistics, uint32_t count)
{
    uint64_t memory[GPUOCC_OCCUPANCY_BYTES / 8], low, high, most;
    gpuocc_occupancy *occupancy;
    gpuocc_kernel kernel;
    uint32_t i;

    memset(&kernel, 0, sizeof kernel);
    kernel.size = sizeof kernel;
    kernel.threads_per_group = threads;
    kernel.registers_per_thread = GPUOCC_UNKNOWN; /* until the driver says it */
    kernel.shared_bytes = GPUOCC_UNKNOWN;
    for (i = 0; i < count; i++)
        (void)gpuocc_vulkan_statistic(&kernel, driver, &statistics[i]);
    if (gpuocc_occupancy_init(memory, sizeof memory, device, GPUOCC_CONVENTION_DEFAULT, &kernel,
                              &occupancy, NULL) != GPUOCC_OK ||
        gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_WAVES, 0, &low, &high) != GPUOCC_OK ||
        gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_MAX_WAVES, 0, &most, &high) != GPUOCC_OK)
        return 0;
    return (unsigned)(low * 100 / most);
}

static VkPipelineExecutableStatisticKHR statistic(const char *name, uint64_t value)
{
    VkPipelineExecutableStatisticKHR s;

    memset(&s, 0, sizeof s);
    strncpy(s.name, name, sizeof s.name - 1);
    s.format = VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR;
    s.value.u64 = value;
    return s;
}

int main(void)
{
    VkPhysicalDeviceProperties properties;
    VkPipelineExecutableStatisticKHR lean[2], rich[2];
    const gpuocc_device *device;
    uint32_t quality;

    /* What a driver would have filled in. */
    memset(&properties, 0, sizeof properties);
    properties.deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
    properties.vendorID = 0x1002;
    properties.deviceID = 0x73df;
    strcpy(properties.deviceName, "AMD Radeon RX 6700 XT (RADV NAVI22)");
    lean[0] = statistic("VGPRs", 64);
    lean[1] = statistic("LDS size", 16384);
    rich[0] = statistic("VGPRs", 128);
    rich[1] = statistic("LDS size", 8192);

    if (gpuocc_vulkan_find(&properties, 0, &device, &quality) != GPUOCC_OK) {
        puts("not a GPU that we model: take the default variant");
        return 0;
    }
    printf("%s: %u %% with 64 registers, %u %% with 128\n", gpuocc_device_name(device),
           filled(device, GPUOCC_VULKAN_RADV, 256, lean, 2),
           filled(device, GPUOCC_VULKAN_RADV, 256, rich, 2));
    return 0;
}
