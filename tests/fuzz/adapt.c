/* SPDX-License-Identifier: MIT
 *
 * Passes any properties that a driver may report through every adapter: finds the device, makes a
 * custom device of the properties, and evaluates a kernel on it.
 */
#include "stubs.h"

#include "gpuocc/adapt/cuda.h"
#include "gpuocc/adapt/d3d12.h"
#include "gpuocc/adapt/hip.h"
#include "gpuocc/adapt/level_zero.h"
#include "gpuocc/adapt/metal.h"
#include "gpuocc/adapt/msm.h"
#include "gpuocc/adapt/opencl.h"
#include "gpuocc/adapt/panthor.h"
#include "gpuocc/adapt/vulkan.h"
#include "input.h"
#include "../handles.h"

struct found {
    const gpuocc_device *device;
    uint32_t quality;
};

static void check_found(int32_t status, const struct found *found)
{
    check_status(status, NULL);
    CHECK((status == GPUOCC_OK) == (found->device != NULL));
    if (status == GPUOCC_OK)
        CHECK(found->quality < GPUOCC_QUALITY_NEAREST);
}

/* Returns an integer of a driver: a word, or a number on the other side of zero. */
static int take_int(struct input *input)
{
    const uint32_t word = take_word(input);
    int number;

    memcpy(&number, &word, sizeof number);
    return number;
}

/* Returns the name of a device, one from the input, or one of the maximum length. `room` includes
 * the NUL. */
static void take_name(struct input *input, char *name, size_t room)
{
    const uint8_t kind = take_byte(input);
    const gpuocc_device *device = NULL;
    uint32_t index = 0;

    memset(name, 0, room);
    if (kind < 128) {
        take(input, &index, 2);
        CHECK(gpuocc_device_at(index % gpuocc_device_count(), &device) == GPUOCC_OK);
        strncpy(name, kind % 2 ? gpuocc_device_name(device) : gpuocc_device_architecture(device),
                room - 1);
    } else if (kind < 250) {
        take(input, name, kind % 32u);
    } else {
        memset(name, 'x', room - 1);
    }
}

/* Makes the device of the edits, if they are valid; every field is set once. */
static void apply(const gpuocc_edits *edits, const gpuocc_device *base, const gpuocc_kernel *kernel)
{
    uint64_t own[sizeof(gpuocc_custom_device) / 8], room[sizeof(gpuocc_occupancy) / 8];
    const gpuocc_device *device = NULL;
    gpuocc_occupancy *occupancy;
    gpuocc_error error = {.size = sizeof error};
    uint32_t i, j;
    int32_t status;

    CHECK(edits->count <= GPUOCC_EDITS);
    for (i = 0; i < edits->count; i++) {
        CHECK(edits->values[i] != 0);
        for (j = 0; j < i; j++)
            CHECK(edits->fields[i] != edits->fields[j]);
    }
    status = gpuocc_edits_apply(edits, (gpuocc_custom_device *)own, base, &error);
    device = gpuocc_device_of((gpuocc_custom_device *)own);
    check_status(status, &error);
    if (status == GPUOCC_OK)
        check_status(occupancy_in(room, device, 0, kernel, &occupancy, NULL), NULL);
}

static void start(struct input *input, gpuocc_edits *edits, gpuocc_kernel *kernel)
{
    memset(edits, 0, sizeof *edits);
    memset(kernel, 0, sizeof *kernel);
    kernel->size = sizeof *kernel;
    kernel->threads_per_group = 32u * (take_byte(input) % 32u);
}

static void ask_cuda(struct input *input, uint32_t index)
{
    struct cudaDeviceProp p;
    struct cudaFuncAttributes attributes;
    struct found found = {NULL, 99};
    gpuocc_kernel kernel;
    gpuocc_edits edits;
    int *ints[] = {&p.major,
                   &p.minor,
                   &p.warpSize,
                   &p.maxThreadsPerBlock,
                   &p.maxThreadsPerMultiProcessor,
                   &p.maxBlocksPerMultiProcessor,
                   &p.multiProcessorCount,
                   &p.regsPerBlock,
                   &p.regsPerMultiprocessor,
                   &p.l2CacheSize,
                   &p.pciDeviceID,
                   &attributes.numRegs,
                   &attributes.maxThreadsPerBlock,
                   &attributes.maxDynamicSharedSizeBytes,
                   &attributes.preferredShmemCarveout};
    size_t *sizes[] = {&p.sharedMemPerBlock, &p.sharedMemPerBlockOptin,
                       &p.sharedMemPerMultiprocessor, &p.reservedSharedMemPerBlock,
                       &attributes.sharedSizeBytes};
    size_t i;

    start(input, &edits, &kernel);
    take_name(input, p.name, sizeof p.name);
    for (i = 0; i < sizeof ints / sizeof ints[0]; i++)
        *ints[i] = take_int(input);
    for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        *sizes[i] = (size_t)take_wide(input);
    check_found(gpuocc_cuda_find(&p, index, &found.device, &found.quality), &found);
    gpuocc_cuda_properties(&edits, found.device, &p);
    gpuocc_cuda_kernel(&kernel, &attributes);
    apply(&edits, found.device, &kernel);
}

static void ask_hip(struct input *input, uint32_t index)
{
    struct found found = {NULL, 99};
    hipFuncAttributes attributes;
    gpuocc_kernel kernel;
    gpuocc_edits edits;
    hipDeviceProp_t p;

    start(input, &edits, &kernel);
    take_name(input, p.name, sizeof p.name);
    take_name(input, p.gcnArchName, sizeof p.gcnArchName);
    p.multiProcessorCount = take_int(input);
    p.maxThreadsPerBlock = take_int(input);
    p.l2CacheSize = take_int(input);
    p.maxBlocksPerMultiProcessor = take_int(input);
    p.sharedMemPerMultiprocessor = (size_t)take_wide(input);
    attributes.sharedSizeBytes = (size_t)take_wide(input);
    attributes.numRegs = take_int(input);
    attributes.maxThreadsPerBlock = take_int(input);
    check_found(gpuocc_hip_find(&p, index, &found.device, &found.quality), &found);
    gpuocc_hip_properties(&edits, found.device, &p);
    gpuocc_hip_kernel(&kernel, &attributes);
    apply(&edits, found.device, &kernel);
}

static void ask_level_zero(struct input *input, uint32_t index)
{
    struct found found = {NULL, 99};
    ze_kernel_properties_t attributes;
    ze_device_properties_t p;
    gpuocc_kernel kernel;
    gpuocc_edits edits;

    start(input, &edits, &kernel);
    take_name(input, p.name, sizeof p.name);
    p.type = take_byte(input) % 4 ? ZE_DEVICE_TYPE_GPU : ZE_DEVICE_TYPE_CPU;
    p.vendorId = take_byte(input) % 2 ? 0x8086 : take_word(input);
    p.deviceId = take_raw(input) & 0xffff;
    p.coreClockRate = take_word(input);
    p.numEUsPerSubslice = take_word(input);
    p.numSubslicesPerSlice = take_word(input);
    p.numSlices = take_word(input);
    attributes.requiredSubgroupSize = take_word(input);
    attributes.maxSubgroupSize = take_word(input);
    attributes.localMemSize = take_word(input);
    check_found(gpuocc_level_zero_find(&p, index, &found.device, &found.quality), &found);
    gpuocc_level_zero_properties(&edits, found.device, &p, take_word(input));
    gpuocc_level_zero_kernel(&kernel, &attributes);
    apply(&edits, found.device, &kernel);
}

static void ask_d3d12(struct input *input, uint32_t index)
{
    D3D12_FEATURE_DATA_D3D12_OPTIONS1 options;
    struct found found = {NULL, 99};
    char name[sizeof((DXGI_ADAPTER_DESC1 *)0)->Description / 2];
    DXGI_ADAPTER_DESC1 p;
    gpuocc_kernel kernel;
    gpuocc_edits edits;
    size_t i;

    start(input, &edits, &kernel);
    take_name(input, name, sizeof name);
    for (i = 0; i < sizeof name; i++) /* it need not have a NUL */
        p.Description[i] =
            (uint16_t)(name[i] != 0 || take_byte(input) % 4 == 0 ? (unsigned char)name[i]
                                                                 : take_raw(input));
    p.VendorId = take_word(input);
    p.DeviceId = take_raw(input) & 0xffff;
    p.Revision = take_byte(input);
    p.Flags = take_byte(input) % 4;
    options.WaveLaneCountMin = take_word(input);
    options.WaveLaneCountMax = take_word(input);
    check_found(gpuocc_dxgi_find(&p, index, &found.device, &found.quality), &found);
    gpuocc_d3d12_options(&edits, &options);
    apply(&edits, found.device, &kernel);
}

/* The APIs with plain values. */
static void ask_values(struct input *input, uint32_t index)
{
    const int has_board = take_byte(input) % 2;
    struct found metal = {NULL, 99}, opencl = {NULL, 99};
    char name[80], board[80];
    gpuocc_kernel kernel;
    gpuocc_edits edits;

    start(input, &edits, &kernel);
    take_name(input, name, sizeof name);
    take_name(input, board, sizeof board);
    check_found(gpuocc_metal_find(name, take_word(input), index, &metal.device, &metal.quality),
                &metal);
    gpuocc_metal_properties(&edits, take_wide(input), take_wide(input));
    gpuocc_metal_kernel(&kernel, take_wide(input), take_wide(input), take_wide(input));
    apply(&edits, metal.device, &kernel);
    start(input, &edits, &kernel);
    check_found(gpuocc_opencl_find(take_byte(input), name, has_board ? board : NULL, index,
                                   &opencl.device, &opencl.quality),
                &opencl);
    gpuocc_opencl_properties(&edits, opencl.device, take_wide(input), take_wide(input));
    gpuocc_opencl_kernel(&kernel, take_wide(input), take_wide(input));
    apply(&edits, opencl.device, &kernel);
}

static void ask_panthor(struct input *input, uint32_t index)
{
    struct found found = {NULL, 99};
    struct drm_panthor_gpu_info info;
    gpuocc_kernel kernel;
    gpuocc_edits edits;

    start(input, &edits, &kernel);
    memset(&info, 0, sizeof info);
    info.gpu_id = take_raw(input);
    info.core_features = take_byte(input);
    info.thread_features = take_word(input);
    info.max_threads = take_word(input);
    info.thread_max_workgroup_size = take_word(input);
    info.shader_present = take_wide(input);
    check_found(gpuocc_panthor_find(&info, index, &found.device, &found.quality), &found);
    gpuocc_panthor_properties(&edits, found.device, &info);
    apply(&edits, found.device, &kernel);
}

static void ask_msm(struct input *input, uint32_t index)
{
    struct found found = {NULL, 99};
    gpuocc_kernel kernel;
    gpuocc_edits edits;
    uint64_t id;

    start(input, &edits, &kernel);
    id = take_wide(input);
    check_found(gpuocc_msm_find(take_word(input), id, index, &found.device, &found.quality),
                &found);
    gpuocc_msm_frequency(&edits, take_wide(input));
    apply(&edits, found.device, &kernel);
}

static void take_statistics(struct input *input, gpuocc_kernel *kernel)
{
    static const char names[][24] = {"Register Count", "VGPRs",         "SGPRs",         "LDS size",
                                     "numUsedVgprs",   "GRF registers", "GPRs",          "SLM size",
                                     "Number of GPRs", "Threads",       "Registers used"};
    VkPipelineExecutableStatisticKHR statistic;
    VkShaderStatisticsInfoAMD info;
    const gpuocc_kernel before = *kernel;
    uint32_t i;

    info.resourceUsage.numUsedVgprs = take_word(input);
    info.resourceUsage.numUsedSgprs = take_word(input);
    info.resourceUsage.ldsUsageSizeInBytes = (size_t)take_wide(input);
    if (take_byte(input) % 2)
        gpuocc_vulkan_shader_amd(kernel, &info);
    for (i = 0; i < 3; i++) {
        take_name(input, statistic.name, sizeof statistic.name);
        if (take_byte(input) % 4)
            strcpy(statistic.name, names[take_byte(input) % 11]);
        statistic.format = take_byte(input) % 3
                               ? VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR
                               : VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR;
        statistic.value.u64 = take_wide(input);
        if (gpuocc_vulkan_statistic(kernel, take_byte(input) % 30, &statistic))
            CHECK(statistic.format != VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR);
    }
    CHECK(kernel->size == before.size && kernel->threads_per_group == before.threads_per_group);
}

static void ask_vulkan(struct input *input, uint32_t index)
{
    VkPhysicalDeviceShaderCorePropertiesAMD core;
    VkPhysicalDeviceShaderCoreProperties2AMD core2;
    VkPhysicalDeviceSubgroupSizeControlProperties sizes;
    VkPhysicalDeviceShaderSMBuiltinsPropertiesNV sm;
    VkPhysicalDeviceShaderCoreBuiltinsPropertiesARM builtins;
    VkPhysicalDeviceShaderCorePropertiesARM core_arm;
    struct found found = {NULL, 99};
    VkPhysicalDeviceProperties p;
    gpuocc_kernel kernel;
    gpuocc_edits edits;
    uint32_t *words[] = {&core.simdPerComputeUnit,
                         &core.wavefrontsPerSimd,
                         &core.wavefrontSize,
                         &core.sgprsPerSimd,
                         &core.minSgprAllocation,
                         &core.maxSgprAllocation,
                         &core.sgprAllocationGranularity,
                         &core.vgprsPerSimd,
                         &core.minVgprAllocation,
                         &core.maxVgprAllocation,
                         &core.vgprAllocationGranularity,
                         &core2.activeComputeUnitCount,
                         &sizes.minSubgroupSize,
                         &sizes.maxSubgroupSize,
                         &sm.shaderSMCount,
                         &sm.shaderWarpsPerSM,
                         &builtins.shaderCoreCount,
                         &builtins.shaderWarpsPerCore,
                         &core_arm.fmaRate,
                         &p.limits.maxComputeWorkGroupInvocations,
                         &p.limits.maxComputeSharedMemorySize};
    size_t i;

    start(input, &edits, &kernel);
    take_name(input, p.deviceName, sizeof p.deviceName);
    p.deviceType =
        take_byte(input) % 4 ? VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU : VK_PHYSICAL_DEVICE_TYPE_CPU;
    p.vendorID = take_byte(input) % 2 ? 0x1002 : take_word(input);
    p.deviceID = take_raw(input) & 0xffff;
    for (i = 0; i < sizeof words / sizeof words[0]; i++)
        *words[i] = take_word(input);
    check_found(gpuocc_vulkan_find(&p, index, &found.device, &found.quality), &found);
    gpuocc_vulkan_limits(&edits, &p);
    gpuocc_vulkan_subgroups(&edits, &sizes);
    gpuocc_vulkan_core_amd(&edits, &core);
    gpuocc_vulkan_core_amd2(&edits, &core2);
    gpuocc_vulkan_sm_nv(&edits, found.device, &sm);
    gpuocc_vulkan_builtins_arm(&edits, found.device, &builtins);
    gpuocc_vulkan_core_arm(&edits, &core_arm);
    take_statistics(input, &kernel);
    apply(&edits, found.device, &kernel);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static void (*const apis[])(struct input *, uint32_t) = {
        ask_cuda, ask_hip, ask_level_zero, ask_d3d12, ask_values, ask_vulkan, ask_panthor, ask_msm,
    };
    struct input input = {bytes, length};
    const uint8_t which = take_byte(&input), index = take_byte(&input);

    apis[which % (sizeof apis / sizeof apis[0])](&input, index < 200 ? 0 : index - 200u);
    return 0;
}
