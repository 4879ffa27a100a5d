/* SPDX-License-Identifier: MIT
 *
 * The adapters against structs filled as drivers fill them. Compiled as C and as C++.
 */
#include "stubs.h"

#include "gpuocc/adapt/cuda.h"
#include "gpuocc/adapt/d3d12.h"
#include "gpuocc/adapt/hip.h"
#include "gpuocc/adapt/level_zero.h"
#include "gpuocc/adapt/metal.h"
#include "gpuocc/adapt/opencl.h"
#include "gpuocc/adapt/vulkan.h"
#include "support.h"

static uint64_t memory[GPUOCC_DEVICE_BYTES / 8];

static const gpuocc_device *edited(const gpuocc_edits *edits, const gpuocc_device *base)
{
    const gpuocc_device *device = NULL;
    gpuocc_error error;

    memset(&error, 0, sizeof error);
    error.size = sizeof error;
    if (gpuocc_edits_apply(edits, memory, sizeof memory, base, &device, &error) != GPUOCC_OK)
        note("field %u refused", error.field);
    return device;
}

static int is(const gpuocc_device *device, const char *name)
{
    return device != NULL && strcmp(gpuocc_device_name(device), name) == 0;
}

static VkPhysicalDeviceProperties vulkan_of(const char *name, uint32_t vendor, uint32_t id)
{
    VkPhysicalDeviceProperties properties;

    memset(&properties, 0, sizeof properties);
    properties.deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
    properties.vendorID = vendor;
    properties.deviceID = id;
    strcpy(properties.deviceName, name);
    return properties;
}

static void test_vulkan_names(void)
{
    VkPhysicalDeviceProperties p = vulkan_of("AMD Radeon RX 6800 XT (RADV NAVI21)", 0x1002, 0x73bf);
    const gpuocc_device *device = NULL;
    uint32_t quality = 9;

    ok(gpuocc_vulkan_find(&p, 0, &device, &quality) == GPUOCC_OK &&
           is(device, "Radeon RX 6800 XT") && quality == GPUOCC_QUALITY_EXACT,
       "the name tells products of one PCI id apart");
    p = vulkan_of("Intel(R) Graphics (BMG G21)", 0x8086, 0xe20b);
    ok(gpuocc_vulkan_find(&p, 0, &device, &quality) == GPUOCC_OK && quality <= 2,
       "a name that says the chip only");
    p = vulkan_of("Intel(R) Graphics", 0x8086, 0x56a0);
    ok(gpuocc_vulkan_find(&p, 0, &device, &quality) == GPUOCC_OK && is(device, "Arc A770") &&
           quality == GPUOCC_QUALITY_ALIAS,
       "the PCI id decides where the name is many");
    p = vulkan_of("NVIDIA GeForce RTX 4070 Laptop GPU", 0x10de, 0x2786);
    ok(gpuocc_vulkan_find(&p, 0, &device, &quality) == GPUOCC_OK && is(device, "sm_89") &&
           quality == GPUOCC_QUALITY_ARCHITECTURE &&
           gpuocc_vulkan_find(&p, 1, &device, &quality) == GPUOCC_ERROR_INDEX,
       "a notebook board is no desktop board whatever its id");
    p = vulkan_of("llvmpipe (LLVM 15.0.7, 256 bits)", 0x10005, 0);
    p.deviceType = VK_PHYSICAL_DEVICE_TYPE_CPU;
    ok(gpuocc_vulkan_find(&p, 0, &device, &quality) == GPUOCC_ERROR_DEVICE_UNKNOWN,
       "a CPU is no GPU that we model");
}

/* RX 6900 XT as RADV reports it: registers of waves of 64. */
static void test_vulkan_amd(void)
{
    VkPhysicalDeviceShaderCorePropertiesAMD core;
    VkPhysicalDeviceShaderCoreProperties2AMD core2;
    VkPhysicalDeviceSubgroupSizeControlProperties sizes;
    const gpuocc_device *base = find("RX 6900 XT");
    gpuocc_edits edits;

    memset(&edits, 0, sizeof edits);
    memset(&core, 0, sizeof core);
    core.simdPerComputeUnit = 2;
    core.wavefrontsPerSimd = 16;
    core.wavefrontSize = 64;
    core.vgprsPerSimd = 512;
    core.vgprAllocationGranularity = 8;
    core.maxVgprAllocation = 256;
    core.sgprsPerSimd = 128 * 16;
    core.sgprAllocationGranularity = 128;
    core.maxSgprAllocation = 108;
    core2.activeComputeUnitCount = 80;
    sizes.minSubgroupSize = 32;
    sizes.maxSubgroupSize = 64;
    gpuocc_vulkan_core_amd(&edits, &core);
    gpuocc_vulkan_core_amd2(&edits, &core2);
    gpuocc_vulkan_subgroups(&edits, &sizes);
    ok(edits.count == 8 && gpuocc_device_fingerprint(edited(&edits, base)) ==
                               gpuocc_device_fingerprint(base),
       "what RADV says of an RX 6900 XT is what the table says: %u fields", edits.count);
    ok(gpuocc_adapt_number(edited(&edits, find("gfx1010")), GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION)
           == 16,
       "and turns another chip into it");
}

static void test_vulkan_nvidia(void)
{
    const VkPhysicalDeviceShaderSMBuiltinsPropertiesNV sm = {128, 48};
    const gpuocc_device *base = find("RTX 4090");
    gpuocc_edits edits;

    memset(&edits, 0, sizeof edits);
    gpuocc_vulkan_sm_nv(&edits, base, &sm);
    ok(edits.count == 3 && gpuocc_device_fingerprint(edited(&edits, base)) ==
                               gpuocc_device_fingerprint(base),
       "what ShaderSMBuiltinsNV says of an RTX 4090");
}

static uint32_t statistic(uint32_t driver, const char *name, uint64_t value, uint32_t field)
{
    VkPipelineExecutableStatisticKHR s;
    gpuocc_kernel kernel;
    uint32_t word;

    memset(&s, 0, sizeof s);
    memset(&kernel, 0xff, sizeof kernel);
    strcpy(s.name, name);
    s.format = VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR;
    s.value.u64 = value;
    (void)gpuocc_vulkan_statistic(&kernel, driver, &s);
    memcpy(&word, (unsigned char *)&kernel + field * sizeof word, sizeof word);
    return word;
}

static void test_statistics(void)
{
    const uint32_t registers = GPUOCC_KERNEL_REGISTERS_PER_THREAD;

    ok(statistic(4, "Register Count", 40, registers) == 40 &&
           statistic(3, "VGPRs", 48, registers) == 48 &&
           statistic(3, "LDS size", 1024, GPUOCC_KERNEL_SHARED_BYTES) == 1024 &&
           statistic(2, "numUsedVgprs", 37, registers) == 37 &&
           statistic(24, "Number of GPRs", 32, registers) == 32 &&
           statistic(6, "GRF registers", 256, GPUOCC_KERNEL_GRF_COUNT) == 256 &&
           statistic(26, "GPRs", 60, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD) == 60,
       "statistics of seven drivers");
    ok(statistic(24, "SLM size", 512, GPUOCC_KERNEL_SHARED_BYTES) == GPUOCC_UNKNOWN &&
           statistic(4, "VGPRs", 48, registers) == GPUOCC_UNKNOWN,
       "what a driver does not say stays unknown");
    ok(statistic(3, "LDS size", 0, GPUOCC_KERNEL_SHARED_BYTES) == GPUOCC_ZERO, "none is none");
}

static struct cudaDeviceProp cuda_4090(void)
{
    struct cudaDeviceProp p;

    memset(&p, 0, sizeof p);
    strcpy(p.name, "NVIDIA GeForce RTX 4090");
    p.major = 8;
    p.minor = 9;
    p.warpSize = 32;
    p.maxThreadsPerBlock = 1024;
    p.maxThreadsPerMultiProcessor = 1536;
    p.maxBlocksPerMultiProcessor = 24;
    p.multiProcessorCount = 128;
    p.regsPerBlock = p.regsPerMultiprocessor = 65536;
    p.l2CacheSize = 75497472;
    p.sharedMemPerBlock = 49152;
    p.sharedMemPerBlockOptin = 101376;
    p.sharedMemPerMultiprocessor = 102400;
    p.reservedSharedMemPerBlock = 1024;
    return p;
}

static void test_cuda(void)
{
    struct cudaDeviceProp p = cuda_4090();
    struct cudaFuncAttributes attributes = {512, 40, 1024, 49152, -1};
    const gpuocc_device *device = NULL;
    gpuocc_kernel kernel;
    gpuocc_edits edits;
    uint32_t quality = 9;

    memset(&edits, 0, sizeof edits);
    memset(&kernel, 0, sizeof kernel);
    ok(gpuocc_cuda_find(&p, 0, &device, &quality) == GPUOCC_OK &&
           is(device, "GeForce RTX 4090") && quality == GPUOCC_QUALITY_EXACT,
       "cudaDeviceProp of a board of the table");
    gpuocc_cuda_properties(&edits, device, &p);
    ok(edits.count == 13 && gpuocc_device_fingerprint(edited(&edits, device)) ==
                                gpuocc_device_fingerprint(device),
       "says what the table says: %u fields", edits.count);
    strcpy(p.name, "NVIDIA Graphics Device");
    ok(gpuocc_cuda_find(&p, 0, &device, &quality) == GPUOCC_OK && is(device, "sm_89") &&
           quality == GPUOCC_QUALITY_ARCHITECTURE,
       "a board that nobody knows has its compute capability");
    p.major = 13;
    ok(gpuocc_cuda_find(&p, 0, &device, &quality) == GPUOCC_ERROR_DEVICE_UNKNOWN,
       "a compute capability that nobody knows");
    memset(&edits, 0, sizeof edits);
    gpuocc_cuda_properties(&edits, find("sm_120"), &p);
    ok(gpuocc_adapt_number(edited(&edits, find("sm_120")), GPUOCC_DEVICE_GENERATION) == 139,
       "works through what the driver reports, on top of a relative");
    gpuocc_cuda_kernel(&kernel, &attributes);
    ok(kernel.registers_per_thread == 40 && kernel.shared_bytes == 512 &&
           kernel.max_dynamic_shared_bytes == 49152 && kernel.carveout_percent == 0,
       "cudaFuncAttributes");
    attributes.preferredShmemCarveout = 0;
    gpuocc_cuda_kernel(&kernel, &attributes);
    ok(kernel.carveout_percent == GPUOCC_ZERO, "a carve-out of 0 percent is not none");
}

static void test_hip(void)
{
    const hipFuncAttributes attributes = {4096, 64, 1024};
    const gpuocc_device *device = NULL;
    gpuocc_kernel kernel;
    gpuocc_edits edits;
    hipDeviceProp_t p;
    uint32_t quality = 9;

    memset(&p, 0, sizeof p);
    memset(&edits, 0, sizeof edits);
    memset(&kernel, 0, sizeof kernel);
    strcpy(p.name, "AMD Radeon RX 7900 XTX");
    strcpy(p.gcnArchName, "gfx1100");
    p.multiProcessorCount = 48;
    p.maxThreadsPerBlock = 1024;
    p.sharedMemPerMultiprocessor = 65536;
    p.maxBlocksPerMultiProcessor = 2;
    ok(gpuocc_hip_find(&p, 0, &device, &quality) == GPUOCC_OK &&
           is(device, "Radeon RX 7900 XTX") && quality == GPUOCC_QUALITY_EXACT,
       "hipDeviceProp_t of a product of the table");
    gpuocc_hip_properties(&edits, device, &p);
    ok(gpuocc_device_fingerprint(edited(&edits, device)) == gpuocc_device_fingerprint(device),
       "48 WGPs are 96 CUs, and what lies is not read");
    strcpy(p.name, "");
    strcpy(p.gcnArchName, "gfx90a:sramecc+:xnack-");
    ok(gpuocc_hip_find(&p, 0, &device, &quality) == GPUOCC_OK && is(device, "gfx90a") &&
           quality == GPUOCC_QUALITY_ARCHITECTURE,
       "without a name the target counts");
    gpuocc_hip_kernel(&kernel, &attributes);
    ok(kernel.registers_per_thread == 64 && kernel.shared_bytes == 4096, "hipFuncAttributes");
}

static void test_intel(void)
{
    const ze_kernel_properties_t kernel_properties = {0, 32, 0};
    const gpuocc_device *device = NULL;
    ze_device_properties_t p;
    gpuocc_kernel kernel;
    gpuocc_edits edits;
    uint32_t quality = 9;

    memset(&p, 0, sizeof p);
    memset(&edits, 0, sizeof edits);
    memset(&kernel, 0, sizeof kernel);
    p.type = ZE_DEVICE_TYPE_GPU;
    p.vendorId = 0x8086;
    p.deviceId = 0x56a0;
    p.numSlices = 8;
    p.numSubslicesPerSlice = 4;
    p.numEUsPerSubslice = 16;
    p.coreClockRate = 2400;
    strcpy(p.name, "Intel(R) Arc(TM) A770 Graphics");
    ok(gpuocc_level_zero_find(&p, 0, &device, &quality) == GPUOCC_OK && is(device, "Arc A770"),
       "ze_device_properties_t");
    gpuocc_level_zero_properties(&edits, &p);
    ok(gpuocc_adapt_number(edited(&edits, device), GPUOCC_DEVICE_CORE_COUNT) == 32,
       "its Xe-cores");
    gpuocc_level_zero_kernel(&kernel, &kernel_properties);
    ok(kernel.wave_size == 32 && kernel.shared_bytes == GPUOCC_ZERO, "ze_kernel_properties_t");
    memset(&edits, 0, sizeof edits);
    gpuocc_opencl_properties(&edits, device, 1024, 512);
    ok(gpuocc_adapt_number(edited(&edits, device), GPUOCC_DEVICE_CORE_COUNT) == 32,
       "OpenCL counts EUs");
}

static void test_others(void)
{
    const D3D12_FEATURE_DATA_D3D12_OPTIONS1 options = {32, 64};
    const gpuocc_device *device = NULL;
    DXGI_ADAPTER_DESC1 desc;
    gpuocc_kernel kernel;
    gpuocc_edits edits;
    uint32_t quality = 9, i;

    memset(&desc, 0, sizeof desc);
    memset(&edits, 0, sizeof edits);
    memset(&kernel, 0, sizeof kernel);
    for (i = 0; i < 19; i++)
        desc.Description[i] = (uint16_t)(unsigned char)"AMD Radeon Graphics"[i];
    desc.VendorId = 0x1002;
    desc.DeviceId = 0x744c;
    desc.Revision = 0xc8;
    ok(gpuocc_dxgi_find(&desc, 0, &device, &quality) == GPUOCC_OK &&
           is(device, "Radeon RX 7900 XTX"),
       "DXGI's revision tells AMD's products apart");
    desc.Flags = GPUOCC_DXGI_SOFTWARE;
    ok(gpuocc_dxgi_find(&desc, 0, &device, &quality) == GPUOCC_ERROR_DEVICE_UNKNOWN,
       "a software adapter");
    gpuocc_d3d12_options(&edits, &options);
    ok(edits.count == 1 && edits.values[0] == 96, "wave sizes 32 and 64");
    ok(gpuocc_metal_find("Apple M1 Pro", 7, 0, &device, &quality) == GPUOCC_OK &&
           is(device, "Apple M1 Pro") &&
           gpuocc_metal_find("Apple M99", 9, 0, &device, &quality) == GPUOCC_OK &&
           is(device, "apple9") && quality == GPUOCC_QUALITY_ARCHITECTURE,
       "Metal's name, or the family");
    gpuocc_metal_kernel(&kernel, 832, 32, 0);
    ok(kernel.max_threads_per_group == 832 && kernel.half_registers_per_thread == GPUOCC_UNKNOWN,
       "a pipeline of Metal");
    ok(gpuocc_opencl_find(4, "gfx1100", "AMD Radeon RX 7900 XTX", 0, &device, &quality) ==
               GPUOCC_OK &&
           is(device, "Radeon RX 7900 XTX") &&
           gpuocc_opencl_find(2, "pthread-skylake", NULL, 0, &device, &quality) ==
               GPUOCC_ERROR_DEVICE_UNKNOWN,
       "OpenCL's board name, and a CPU");
}

int main(void)
{
    test_vulkan_names();
    test_vulkan_amd();
    test_vulkan_nvidia();
    test_statistics();
    test_cuda();
    test_hip();
    test_intel();
    test_others();
    return done();
}
