/* SPDX-License-Identifier: MIT
 *
 * The fields that the adapters read, with their names, so that they compile without any SDK.
 */
#ifndef STUBS_H
#define STUBS_H

#include <stddef.h>
#include <stdint.h>

/* Vulkan */
#define VK_VERSION_1_0                         1
#define VK_VERSION_1_3                         1
#define VK_AMD_shader_core_properties          1
#define VK_AMD_shader_core_properties2         1
#define VK_AMD_shader_info                     1
#define VK_NV_shader_sm_builtins               1
#define VK_ARM_shader_core_properties          1
#define VK_ARM_shader_core_builtins            1
#define VK_KHR_pipeline_executable_properties  1
typedef enum { VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU = 2, VK_PHYSICAL_DEVICE_TYPE_CPU = 4 } VkType;
typedef struct {
    uint32_t maxComputeWorkGroupInvocations, maxComputeSharedMemorySize;
} VkPhysicalDeviceLimits;
typedef struct {
    uint32_t vendorID, deviceID;
    VkType deviceType;
    char deviceName[256];
    VkPhysicalDeviceLimits limits;
} VkPhysicalDeviceProperties;
typedef struct {
    uint32_t minSubgroupSize, maxSubgroupSize;
} VkPhysicalDeviceSubgroupSizeControlProperties;
typedef struct {
    uint32_t simdPerComputeUnit, wavefrontsPerSimd, wavefrontSize, sgprsPerSimd, minSgprAllocation,
        maxSgprAllocation, sgprAllocationGranularity, vgprsPerSimd, minVgprAllocation,
        maxVgprAllocation, vgprAllocationGranularity;
} VkPhysicalDeviceShaderCorePropertiesAMD;
typedef struct {
    uint32_t activeComputeUnitCount;
} VkPhysicalDeviceShaderCoreProperties2AMD;
typedef struct {
    uint32_t shaderSMCount, shaderWarpsPerSM;
} VkPhysicalDeviceShaderSMBuiltinsPropertiesNV;
typedef struct {
    uint32_t pixelRate, texelRate, fmaRate;
} VkPhysicalDeviceShaderCorePropertiesARM;
typedef struct {
    uint64_t shaderCoreMask;
    uint32_t shaderCoreCount, shaderWarpsPerCore;
} VkPhysicalDeviceShaderCoreBuiltinsPropertiesARM;
typedef struct {
    uint32_t numUsedVgprs, numUsedSgprs;
    size_t ldsUsageSizeInBytes;
} VkShaderResourceUsageAMD;
typedef struct {
    VkShaderResourceUsageAMD resourceUsage;
} VkShaderStatisticsInfoAMD;
typedef enum {
    VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR = 0,
    VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR = 1,
    VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR = 2
} VkFormatKHR;
typedef struct {
    char name[256];
    VkFormatKHR format;
    union {
        int64_t i64;
        uint64_t u64;
    } value;
} VkPipelineExecutableStatisticKHR;

/* CUDA */
#define GPUOCC_ADAPT_CUDA 1
struct cudaDeviceProp {
    char name[256];
    int major, minor, warpSize, maxThreadsPerBlock, maxThreadsPerMultiProcessor,
        maxBlocksPerMultiProcessor, multiProcessorCount, regsPerBlock, regsPerMultiprocessor,
        l2CacheSize, pciDeviceID;
    size_t sharedMemPerBlock, sharedMemPerBlockOptin, sharedMemPerMultiprocessor,
        reservedSharedMemPerBlock;
};
struct cudaFuncAttributes {
    size_t sharedSizeBytes;
    int numRegs, maxThreadsPerBlock, maxDynamicSharedSizeBytes, preferredShmemCarveout;
};

/* HIP */
#define GPUOCC_ADAPT_HIP 1
typedef struct {
    char name[256], gcnArchName[256];
    int multiProcessorCount, maxThreadsPerBlock, l2CacheSize, maxBlocksPerMultiProcessor;
    size_t sharedMemPerMultiprocessor;
} hipDeviceProp_t;
typedef struct {
    size_t sharedSizeBytes;
    int numRegs, maxThreadsPerBlock;
} hipFuncAttributes;

/* Level Zero */
#define GPUOCC_ADAPT_LEVEL_ZERO 1
typedef enum { ZE_DEVICE_TYPE_GPU = 1, ZE_DEVICE_TYPE_CPU = 2 } ze_device_type_t;
typedef struct {
    ze_device_type_t type;
    uint32_t vendorId, deviceId, coreClockRate, numEUsPerSubslice, numSubslicesPerSlice, numSlices;
    char name[256];
} ze_device_properties_t;
typedef struct {
    uint32_t requiredSubgroupSize, maxSubgroupSize, localMemSize;
} ze_kernel_properties_t;

/* panthor */
#define GPUOCC_ADAPT_PANTHOR 1
struct drm_panthor_gpu_info {
    uint32_t gpu_id, gpu_rev, csf_id, l2_features, tiler_features, mem_features, mmu_features,
        thread_features, max_threads, thread_max_workgroup_size, thread_max_barrier_size;
    uint64_t shader_present;
    uint32_t core_features;
};

/* Direct3D 12, DXGI */
#define GPUOCC_ADAPT_D3D12 1
typedef struct {
    uint16_t Description[128];
    unsigned VendorId, DeviceId, Revision, Flags;
} DXGI_ADAPTER_DESC1;
typedef struct {
    unsigned WaveLaneCountMin, WaveLaneCountMax;
} D3D12_FEATURE_DATA_D3D12_OPTIONS1;

#endif
