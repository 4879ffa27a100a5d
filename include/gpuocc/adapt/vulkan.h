/* SPDX-License-Identifier: MIT
 *
 * Adapter for Vulkan. Include <vulkan/vulkan.h> first.
 *
 * Two properties are easily misread: maxComputeSharedMemorySize is the limit of one group, not the
 * shared memory of a core, and computeUnitsPerShaderArray, which is not read, includes compute
 * units that are disabled in the product.
 */
#ifndef GPUOCC_ADAPT_VULKAN_H
#define GPUOCC_ADAPT_VULKAN_H

#include "edits.h"

#ifdef VK_VERSION_1_0
/** Finds the device of a physical device. A CPU device gives GPUOCC_ERROR_DEVICE_UNKNOWN; else as
 *  gpuocc_adapt_find. */
static inline int32_t gpuocc_vulkan_find(const VkPhysicalDeviceProperties *properties,
                                         uint32_t index, const gpuocc_device **device,
                                         uint32_t *quality)
{
    if (properties->deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU)
        return GPUOCC_ERROR_DEVICE_UNKNOWN;
    return gpuocc_adapt_find(properties->deviceName, properties->vendorID, properties->deviceID,
                             GPUOCC_UNKNOWN, index, device, quality);
}

/** Adds the limits of a group that this driver reports. */
static inline void gpuocc_vulkan_limits(gpuocc_edits *edits,
                                        const VkPhysicalDeviceProperties *properties)
{
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,
                     properties->limits.maxComputeWorkGroupInvocations);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP,
                     properties->limits.maxComputeSharedMemorySize);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP,
                     properties->limits.maxComputeSharedMemorySize);
}
#endif

#if defined(VK_VERSION_1_3) || defined(VK_EXT_subgroup_size_control)
/** Adds the sub-group sizes that kernels may require. */
static inline void
gpuocc_vulkan_subgroups(gpuocc_edits *edits,
#ifdef VK_VERSION_1_3
                        const VkPhysicalDeviceSubgroupSizeControlProperties *properties)
#else
                        const VkPhysicalDeviceSubgroupSizeControlPropertiesEXT *properties)
#endif
{
    gpuocc_adapt_waves(edits, properties->minSubgroupSize, properties->maxSubgroupSize);
}
#endif

#ifdef VK_AMD_shader_core_properties
/** Adds an almost complete model of the registers. Applied to the most similar device, this is
 *  enough to describe a chip that is newer than the library. The reported registers are counted for
 *  waves of wavefrontSize. */
static inline void gpuocc_vulkan_core_amd(gpuocc_edits *edits,
                                          const VkPhysicalDeviceShaderCorePropertiesAMD *properties)
{
    const uint64_t lanes = properties->wavefrontSize;
    const uint32_t waves = properties->wavefrontsPerSimd;

    gpuocc_edits_add(edits, GPUOCC_DEVICE_PARTITIONS_PER_CORE, properties->simdPerComputeUnit);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, waves);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_REGISTERS_PER_PARTITION,
                     properties->vgprsPerSimd * lanes);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_REGISTER_UNIT,
                     properties->vgprAllocationGranularity * lanes);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, properties->maxVgprAllocation);
    /* If every wave can have the maximum it can address, scalar registers never limit. */
    if (waves == 0 || properties->sgprsPerSimd / waves >= properties->maxSgprAllocation)
        return;
    gpuocc_edits_add(edits, GPUOCC_DEVICE_SCALAR_REGISTERS_PER_PARTITION, properties->sgprsPerSimd);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_SCALAR_REGISTER_UNIT,
                     properties->sgprAllocationGranularity);
}
#endif

#ifdef VK_AMD_shader_core_properties2
/** Adds the number of compute units enabled in this product. */
static inline void
gpuocc_vulkan_core_amd2(gpuocc_edits *edits,
                        const VkPhysicalDeviceShaderCoreProperties2AMD *properties)
{
    gpuocc_edits_add(edits, GPUOCC_DEVICE_CORE_COUNT, properties->activeComputeUnitCount);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MIN_CORE_COUNT, properties->activeComputeUnitCount);
}
#endif

#ifdef VK_NV_shader_sm_builtins
/** Adds the cores and, if `base` has the number of partitions per core, the wave slots. */
static inline void
gpuocc_vulkan_sm_nv(gpuocc_edits *edits, const gpuocc_device *base,
                    const VkPhysicalDeviceShaderSMBuiltinsPropertiesNV *properties)
{
    const uint64_t partitions = gpuocc_adapt_number(base, GPUOCC_DEVICE_PARTITIONS_PER_CORE);

    gpuocc_edits_add(edits, GPUOCC_DEVICE_CORE_COUNT, properties->shaderSMCount);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MIN_CORE_COUNT, properties->shaderSMCount);
    if (partitions != 0)
        gpuocc_edits_add(edits, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION,
                         properties->shaderWarpsPerSM / partitions);
}
#endif

#ifdef VK_ARM_shader_core_properties
/** Adds the lanes of a core: fused multiply-adds per clock. */
static inline void gpuocc_vulkan_core_arm(gpuocc_edits *edits,
                                          const VkPhysicalDeviceShaderCorePropertiesARM *properties)
{
    gpuocc_edits_add(edits, GPUOCC_DEVICE_LANES_PER_CORE, properties->fmaRate);
}
#endif

#ifdef VK_ARM_shader_core_builtins
/** Adds the cores and, if `base` is a Mali of Valhall (generation 9) or later, the wave slots.
 *  A core has twice as many wave slots as shaderWarpsPerCore; whether this also applies to earlier
 *  designs is not documented. On generation 9 the value 16 is ignored: Mesa reports it if it cannot
 *  read the register, and every design of that generation has 32. */
static inline void
gpuocc_vulkan_builtins_arm(gpuocc_edits *edits, const gpuocc_device *base,
                           const VkPhysicalDeviceShaderCoreBuiltinsPropertiesARM *properties)
{
    const uint64_t generation = gpuocc_adapt_number(base, GPUOCC_DEVICE_GENERATION);
    const uint64_t warps = properties->shaderWarpsPerCore;

    gpuocc_edits_add(edits, GPUOCC_DEVICE_CORE_COUNT, properties->shaderCoreCount);
    gpuocc_edits_add(edits, GPUOCC_DEVICE_MIN_CORE_COUNT, properties->shaderCoreCount);
    if (generation > 9 || (generation == 9 && warps != 16))
        gpuocc_edits_add(edits, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 2 * warps);
}
#endif

#ifdef VK_AMD_shader_info
/** Sets the registers and LDS of a compiled shader, as reported by AMD's drivers for Windows and
 *  Linux. These drivers load no trap handler. */
static inline void gpuocc_vulkan_shader_amd(gpuocc_kernel *kernel,
                                            const VkShaderStatisticsInfoAMD *info)
{
    kernel->registers_per_thread = info->resourceUsage.numUsedVgprs;
    kernel->scalar_registers_per_wave = info->resourceUsage.numUsedSgprs;
    kernel->trap_registers = GPUOCC_ZERO;
    kernel->shared_bytes = (uint32_t)info->resourceUsage.ldsUsageSizeInBytes;
}
#endif

#ifdef VK_KHR_pipeline_executable_properties
/** Drivers, numbered as in VkDriverId. */
enum gpuocc_vulkan_driver {
    GPUOCC_VULKAN_AMD = 1,
    GPUOCC_VULKAN_AMDVLK = 2,
    GPUOCC_VULKAN_RADV = 3,
    GPUOCC_VULKAN_NVIDIA = 4,
    GPUOCC_VULKAN_ANV = 6,
    GPUOCC_VULKAN_TURNIP = 18,
    GPUOCC_VULKAN_PANVK = 20,
    GPUOCC_VULKAN_NVK = 24,
    GPUOCC_VULKAN_HONEYKRISP = 26
};

/** The kernel field (enum gpuocc_kernel_field) that a statistic of a compiled shader describes; 0:
 *  none. Names are those of the drivers. "SLM size" of NVK is scratch memory; Intel's driver for
 *  Windows has no statistics. */
static inline uint32_t gpuocc_vulkan_statistic_field(uint32_t driver, const char *name)
{
    static const struct {
        uint32_t driver, field;
        const char *name;
    } names[] = {
        {GPUOCC_VULKAN_NVIDIA, GPUOCC_KERNEL_REGISTERS_PER_THREAD, "Register Count"},
        {GPUOCC_VULKAN_RADV, GPUOCC_KERNEL_REGISTERS_PER_THREAD, "VGPRs"},
        {GPUOCC_VULKAN_RADV, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE, "SGPRs"},
        {GPUOCC_VULKAN_RADV, GPUOCC_KERNEL_SHARED_BYTES, "LDS size"},
        {GPUOCC_VULKAN_AMD, GPUOCC_KERNEL_REGISTERS_PER_THREAD, "numUsedVgprs"},
        {GPUOCC_VULKAN_AMD, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE, "numUsedSgprs"},
        {GPUOCC_VULKAN_AMD, GPUOCC_KERNEL_SHARED_BYTES, "ldsUsageSizeInBytes"},
        {GPUOCC_VULKAN_ANV, GPUOCC_KERNEL_GRF_COUNT, "GRF registers"},
        {GPUOCC_VULKAN_ANV, GPUOCC_KERNEL_SHARED_BYTES, "Workgroup Memory Size"},
        {GPUOCC_VULKAN_TURNIP, GPUOCC_KERNEL_REGISTERS_PER_THREAD, "Registers used"},
        {GPUOCC_VULKAN_TURNIP, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, "Half-registers used"},
        {GPUOCC_VULKAN_PANVK, GPUOCC_KERNEL_REGISTERS_PER_THREAD, "Registers used"},
        {GPUOCC_VULKAN_NVK, GPUOCC_KERNEL_REGISTERS_PER_THREAD, "Number of GPRs"},
        {GPUOCC_VULKAN_HONEYKRISP, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, "GPRs"},
    };
    uint32_t i;

    driver = driver == GPUOCC_VULKAN_AMDVLK ? (uint32_t)GPUOCC_VULKAN_AMD : driver;
    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].driver == driver && strcmp(names[i].name, name) == 0)
            return names[i].field;
    return 0;
}

/** Sets the kernel field that a statistic describes and returns 1, or 0 if it describes none. A
 *  field without a statistic is not changed, so initialise it to GPUOCC_UNKNOWN. */
static inline int gpuocc_vulkan_statistic(gpuocc_kernel *kernel, uint32_t driver,
                                          const VkPipelineExecutableStatisticKHR *statistic)
{
    uint32_t field = gpuocc_vulkan_statistic_field(driver, statistic->name), value, tier = 0;

    /* PanVK reports the threads as a multiple of those that fit with the most registers. 2: the
     * shader has at most 32 registers, and 32 are allocated; 1: more than 32, or any number on
     * Bifrost. "Registers used" (Mesa of 2026) comes later and replaces the value. */
    if (driver == GPUOCC_VULKAN_PANVK && strcmp(statistic->name, "Threads") == 0 &&
        statistic->value.u64 == 2) {
        field = GPUOCC_KERNEL_REGISTERS_PER_THREAD;
        tier = 32;
    }
    if (field == 0 || (statistic->format != VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR &&
                       statistic->format != VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR))
        return 0;
    value = tier != 0 ? tier : (uint32_t)statistic->value.u64;
    /* RADV reports the allocated VGPRs: 264 in units of 24, more than a shader can address. The
     * largest addressable count allocates the same number. */
    if (driver == GPUOCC_VULKAN_RADV && field == GPUOCC_KERNEL_REGISTERS_PER_THREAD && value > 256)
        value = 256;
    if (field ==
        GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE) /* graphics drivers load no trap handler */
        kernel->trap_registers = GPUOCC_ZERO;
    if (value == 0)
        value = GPUOCC_ZERO;
    memcpy((unsigned char *)kernel + field * sizeof value, &value, sizeof value);
    return 1;
}
#endif

#endif
