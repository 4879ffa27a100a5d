/* SPDX-License-Identifier: MIT
 *
 * An engine at load time: which of two variants of a shader fills more of this GPU? The structs are
 * those that vkGetPhysicalDeviceProperties and vkGetPipelineExecutableStatisticsKHR fill.
 */
#include <cstdio>
#include <cstring>
#include <vector>

#ifdef EXAMPLE_STUBS
#include "stubs.h"
#else
#include <vulkan/vulkan.h>
#endif

#include <gpuocc/adapt/vulkan.h>
#include <gpuocc/gpuocc.h>

using Statistics = std::vector<VkPipelineExecutableStatisticKHR>;

/* The share of the wave slots that a variant is certain to fill, in percent; 0 if it is unknown. */
static unsigned filled(const gpuocc_device *device, uint32_t driver, uint32_t threads,
                       const Statistics &statistics)
{
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;
    gpuocc_occupancy occupancy;
    uint64_t waves;

    kernel.threads_per_group = threads;
    kernel.registers_per_thread = kernel.shared_bytes = GPUOCC_UNKNOWN; /* until reported */
    for (const auto &statistic : statistics)
        gpuocc_vulkan_statistic(&kernel, driver, &statistic);
    if (gpuocc_occupancy_init(&occupancy, device, GPUOCC_CONVENTION_DEFAULT, &kernel, nullptr) <
            0 ||
        gpuocc_occupancy_get(&occupancy, GPUOCC_RESULT_WAVES, 0, &waves, nullptr) < 0)
        return 0;
    return static_cast<unsigned>(waves * 100 / gpuocc_occupancy_max_waves(&occupancy));
}

static VkPipelineExecutableStatisticKHR statistic(const char *name, uint64_t value)
{
    VkPipelineExecutableStatisticKHR s = {};

    std::strcpy(s.name, name);
    s.format = VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR;
    s.value.u64 = value;
    return s;
}

int main()
{
    VkPhysicalDeviceProperties properties = {};
    const gpuocc_device *device;

    /* As reported by a driver. */
    properties.deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
    properties.vendorID = 0x1002;
    properties.deviceID = 0x73df;
    std::strcpy(properties.deviceName, "AMD Radeon RX 6700 XT (RADV NAVI22)");
    const Statistics lean = {statistic("VGPRs", 64), statistic("LDS size", 16384)};
    const Statistics rich = {statistic("VGPRs", 128), statistic("LDS size", 8192)};

    if (gpuocc_vulkan_find(&properties, 0, &device, nullptr) < 0) {
        std::puts("unknown GPU: use the default variant");
        return 0;
    }
    std::printf("%s: %u %% with 64 registers, %u %% with 128\n",
                gpuocc_device_name(device),
                filled(device, GPUOCC_VULKAN_RADV, 256, lean),
                filled(device, GPUOCC_VULKAN_RADV, 256, rich));
    return 0;
}
