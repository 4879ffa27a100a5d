/* SPDX-License-Identifier: MIT
 *
 * Tests the adapters with structs filled as by drivers. Compiled as C and as C++.
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
#include "support.h"

static gpuocc_custom_device custom;

static const gpuocc_device *edited(const gpuocc_edits *edits, const gpuocc_device *base)
{
    gpuocc_error error;

    memset(&error, 0, sizeof error);
    error.size = sizeof error;
    if (gpuocc_edits_apply(edits, &custom, base, &error) == GPUOCC_OK)
        return gpuocc_device_of(&custom);
    note("field %u refused", error.field);
    return NULL;
}

/* Returns the waves of a core, 0 if the kernel is refused. */
static uint32_t waves_of(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    uint64_t place[sizeof(gpuocc_occupancy) / 8];
    gpuocc_occupancy *occupancy = NULL;

    if (occupancy_in(place, device, GPUOCC_CONVENTION_DEFAULT, kernel, &occupancy, NULL) !=
        GPUOCC_OK)
        return 0;
    return gpuocc_occupancy_waves(occupancy);
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
    p = vulkan_of("NVIDIA GeForce RTX 4070 Ti Laptop GPU", 0x10de, 0x2786);
    ok(gpuocc_vulkan_find(&p, 0, &device, &quality) == GPUOCC_OK && is(device, "sm_89") &&
           quality == GPUOCC_QUALITY_ARCHITECTURE &&
           gpuocc_vulkan_find(&p, 1, &device, &quality) == GPUOCC_ERROR_INDEX,
       "a notebook board is no desktop board whatever its id");
    p = vulkan_of("llvmpipe (LLVM 15.0.7, 256 bits)", 0x10005, 0);
    p.deviceType = VK_PHYSICAL_DEVICE_TYPE_CPU;
    ok(gpuocc_vulkan_find(&p, 0, &device, &quality) == GPUOCC_ERROR_DEVICE_UNKNOWN,
       "a CPU is no GPU that we model");
}

/* RX 6900 XT as reported by RADV: registers of waves of 64. */
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
    ok(edits.count == 8 &&
           gpuocc_device_fingerprint(edited(&edits, base)) == gpuocc_device_fingerprint(base),
       "what RADV says of an RX 6900 XT is what the table says: %u fields", edits.count);
    ok(gpuocc_adapt_number(edited(&edits, find("gfx1010")),
                           GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION) == 16,
       "and turns another chip into it");
}

/* A chip that the library does not know: its name finds nothing. On the base of a similar chip that
 * the caller chooses, the answer follows from the driver's numbers, which are marked as its
 * source. */
static void test_newer_chip(void)
{
    VkPhysicalDeviceProperties p =
        vulkan_of("AMD Radeon RX 10090 XT (RADV GFX1399)", 0x1002, 0xfff1);
    VkPhysicalDeviceShaderCorePropertiesAMD core;
    VkPhysicalDeviceShaderCoreProperties2AMD core2;
    const gpuocc_device *base = find("gfx1201"), *device = NULL;
    gpuocc_source source = {sizeof source, 0, "", ""};
    gpuocc_kernel kernel;
    gpuocc_edits edits;

    ok(gpuocc_vulkan_find(&p, 0, &device, NULL) == GPUOCC_ERROR_DEVICE_UNKNOWN,
       "a chip that is newer than the library");
    memset(&edits, 0, sizeof edits);
    memset(&core, 0, sizeof core);
    memset(&kernel, 0, sizeof kernel);
    core.simdPerComputeUnit = 2;
    core.wavefrontsPerSimd = 24;
    core.wavefrontSize = 64;
    core.vgprsPerSimd = 1024;
    core.vgprAllocationGranularity = 16;
    core.maxVgprAllocation = 512;
    core2.activeComputeUnitCount = 44; /* a product with fewer cores */
    gpuocc_vulkan_core_amd(&edits, &core);
    gpuocc_vulkan_core_amd2(&edits, &core2);
    device = edited(&edits, base);
    kernel.size = sizeof kernel;
    kernel.threads_per_group = 64;
    kernel.registers_per_thread = 128; /* of 2048: 16 waves of the 24 slots */
    ok(gpuocc_adapt_number(device, GPUOCC_DEVICE_CORE_COUNT) == 44 &&
           waves_of(device, &kernel) == 16 * 4,
       "works through what its driver reports");
    ok(gpuocc_device_source(device, GPUOCC_DEVICE_REGISTERS_PER_PARTITION, &source) == GPUOCC_OK &&
           source.confidence == GPUOCC_CONFIDENCE_CALLER &&
           gpuocc_device_source(device, GPUOCC_DEVICE_CORE_COUNT, &source) == GPUOCC_OK &&
           source.confidence == GPUOCC_CONFIDENCE_CALLER &&
           gpuocc_device_source(device, GPUOCC_DEVICE_SHARED_POOL_BYTES, &source) == GPUOCC_OK &&
           source.confidence != GPUOCC_CONFIDENCE_CALLER &&
           gpuocc_device_fingerprint(device) != gpuocc_device_fingerprint(base),
       "and its numbers are marked as the caller's");
}

static void test_vulkan_nvidia(void)
{
    const VkPhysicalDeviceShaderSMBuiltinsPropertiesNV sm = {128, 48};
    const gpuocc_device *base = find("RTX 4090");
    gpuocc_edits edits;

    memset(&edits, 0, sizeof edits);
    gpuocc_vulkan_sm_nv(&edits, base, &sm);
    ok(edits.count == 3 &&
           gpuocc_device_fingerprint(edited(&edits, base)) == gpuocc_device_fingerprint(base),
       "what ShaderSMBuiltinsNV says of an RTX 4090");
}

/* The warps that Arm's driver reports, and the fused multiply-adds of libGPUInfo, as recorded in
 * tests/data/mali/products.csv. */
static const struct {
    const char *name;
    uint32_t warps, rate;
} arm_reports[] = {{"Mali-G78", 32, 32},
                   {"Mali-G710", 64, 64},
                   {"Mali-G715", 64, 128},
                   {"Mali-G720", 64, 128},
                   {"Immortalis-G720", 64, 128}};

/* Returns the wave slots that a base gets for a number of warps, 0: none. */
static uint64_t arm_waves(const char *base, uint32_t warps)
{
    VkPhysicalDeviceShaderCoreBuiltinsPropertiesARM builtins = {0x1111, 4, 0};
    gpuocc_edits edits;
    uint32_t i;

    memset(&edits, 0, sizeof edits);
    builtins.shaderWarpsPerCore = warps;
    gpuocc_vulkan_builtins_arm(&edits, base != NULL ? find(base) : NULL, &builtins);
    for (i = 0; i < edits.count; i++)
        if (edits.fields[i] == GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION)
            return edits.values[i];
    return 0;
}

static void test_vulkan_arm(void)
{
    const VkPhysicalDeviceShaderCoreBuiltinsPropertiesARM builtins = {0x50055, 6, 64};
    VkPhysicalDeviceShaderCorePropertiesARM core = {4, 8, 0};
    const size_t count = sizeof arm_reports / sizeof arm_reports[0];
    const gpuocc_device *base, *device;
    gpuocc_edits edits;
    size_t i, good = 0;

    for (i = 0; i < count; i++) {
        base = find(arm_reports[i].name);
        memset(&edits, 0, sizeof edits);
        core.fmaRate = arm_reports[i].rate;
        gpuocc_vulkan_core_arm(&edits, &core);
        good +=
            edits.count == 1 &&
            gpuocc_device_fingerprint(edited(&edits, base)) == gpuocc_device_fingerprint(base) &&
            arm_waves(arm_reports[i].name, arm_reports[i].warps) ==
                gpuocc_adapt_number(base, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION);
    }
    ok(good == count, "what Arm's driver says of %u of %u designs is what the table says",
       (unsigned)good, (unsigned)count);
    memset(&edits, 0, sizeof edits);
    gpuocc_vulkan_builtins_arm(&edits, find("Mali-G610"), &builtins);
    device = edited(&edits, find("Mali-G610"));
    ok(gpuocc_adapt_number(device, GPUOCC_DEVICE_CORE_COUNT) == 6 &&
           gpuocc_adapt_number(device, GPUOCC_DEVICE_MIN_CORE_COUNT) == 6 &&
           gpuocc_adapt_number(device, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION) == 128,
       "six cores of any mask, with 128 warps: twice what is reported");
    ok(arm_waves("Mali-G57", 16) == 0 && arm_waves("Mali-G57", 32) == 64 &&
           arm_waves("Mali-G610", 16) == 32,
       "Mesa's number of generation 9 where it could not read the register is ignored");
    ok(arm_waves("Mali-G76", 48) == 0 && arm_waves("Mali-G71", 48) == 0 && arm_waves(NULL, 64) == 0,
       "nor is a number taken where nobody recorded what it counts");
}

/* THREAD_FEATURES, THREAD_MAX_THREADS and THREAD_MAX_WORKGROUP_SIZE from a dump of a Mali-G610,
 * which are also in tests/data/mali/vectors.csv; its GPU_ID with any minor numbers. */
static void test_panthor(void)
{
    struct drm_panthor_gpu_info info;
    const gpuocc_device *device = NULL;
    gpuocc_edits edits;
    uint32_t quality = 9, variant, good = 0;
    char name[] = "Mali-G510v0";

    memset(&info, 0, sizeof info);
    memset(&edits, 0, sizeof edits);
    info.gpu_id = 0xa8670005u;
    info.thread_features = 0x04010000u;
    info.max_threads = 2048;
    info.thread_max_workgroup_size = 1024;
    info.shader_present = 0x50005;
    ok(gpuocc_panthor_find(&info, 0, &device, &quality) == GPUOCC_OK && is(device, "Mali-G610") &&
           quality != GPUOCC_QUALITY_AMBIGUOUS,
       "GPU_ID of a Mali-G610");
    gpuocc_panthor_properties(&edits, device, &info);
    device = edited(&edits, find("Mali-G610"));
    ok(edits.count == 5 && gpuocc_adapt_number(device, GPUOCC_DEVICE_CORE_COUNT) == 4 &&
           gpuocc_adapt_number(device, GPUOCC_DEVICE_REGISTERS_PER_PARTITION) == 65536 &&
           gpuocc_adapt_number(device, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION) == 128 &&
           gpuocc_adapt_number(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP) == 1024,
       "four cores with gaps between them, 65,536 registers, 2,048 threads, groups of 1,024");
    edits.count = 0;
    gpuocc_panthor_properties(&edits, NULL, &info);
    ok(edits.count == 4, "no wave slots without a wave size");
    for (variant = 0; variant < 14; variant++) {
        info.gpu_id = variant % 2 ? 0xac740000u : 0xac830000u;
        info.core_features = 0xffffff00u | variant / 2;
        name[6] = variant % 2 ? '3' : '5';
        name[10] = (char)('0' + variant / 2);
        good += gpuocc_panthor_find(&info, 0, &device, &quality) == GPUOCC_OK && is(device, name);
    }
    info.core_features = 7;
    ok(good == 14 && gpuocc_panthor_find(&info, 0, &device, &quality) == GPUOCC_OK &&
           quality == GPUOCC_QUALITY_AMBIGUOUS,
       "%u variants of two designs, and one that is not known", good);
    info.gpu_id = 0xf00f0000u;
    ok(gpuocc_panthor_find(&info, 0, &device, &quality) == GPUOCC_ERROR_DEVICE_UNKNOWN,
       "a GPU_ID that is not known");
}

/* The device that the values of MSM_PARAM_GPU_ID and MSM_PARAM_CHIP_ID find; "" for none. */
static int msm_finds(uint64_t gpu_id, uint64_t chip_id, const char *name)
{
    const gpuocc_device *device = NULL;
    uint32_t quality = 9;

    return gpuocc_msm_find(gpu_id, chip_id, 0, &device, &quality) == GPUOCC_OK ? is(device, name)
                                                                               : name[0] == 0;
}

/* Chip ids of tests/data/adreno/chips.csv; the driver writes the speed bin above them. */
static void test_msm(void)
{
    gpuocc_edits edits;

    ok(msm_finds(0, 0x43050a01, "Adreno 740") && msm_finds(0, UINT64_C(0x107030002), "Adreno 725"),
       "a chip id, and one with a speed bin that does not count");
    ok(msm_finds(0, UINT64_C(0xac06030500), "Adreno 643") &&
           !msm_finds(0, UINT64_C(0xab06030500), "Adreno 643"),
       "a speed bin that makes another product");
    ok(msm_finds(630, 0x06030001, "Adreno 630") && msm_finds(640, 0, "Adreno 640") &&
           msm_finds(630, 0x43050a01, "Adreno 740"),
       "the older number where the chip id is not known");
    ok(msm_finds(0, 0xdead, "") && msm_finds(99, 0xdead, "") && msm_finds(1630, 0xdead, "") &&
           msm_finds(530, 0x05030002, ""),
       "what is not known");
    memset(&edits, 0, sizeof edits);
    gpuocc_msm_frequency(&edits, 0);
    ok(edits.count == 0, "no clock");
    gpuocc_msm_frequency(&edits, 585000000);
    ok(gpuocc_adapt_number(edited(&edits, find("Adreno 630")), GPUOCC_DEVICE_CLOCK_MHZ) == 585,
       "a clock in Hz");
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

/* Every name in each driver's statistics that occupancy needs, and the field that it sets; 0:
 * similar names with another meaning. Names: RADV, ANV, Turnip, PanVK, NVK, HoneyKrisp of Mesa;
 * AMDVLK's xgl; NVIDIA's driver. 5 is Intel's driver for Windows, which has none. */
static const struct {
    uint32_t driver, field;
    const char *name;
} statistics[] = {
    {1, GPUOCC_KERNEL_REGISTERS_PER_THREAD, "numUsedVgprs"},
    {1, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE, "numUsedSgprs"},
    {1, GPUOCC_KERNEL_SHARED_BYTES, "ldsUsageSizeInBytes"},
    {2, GPUOCC_KERNEL_REGISTERS_PER_THREAD, "numUsedVgprs"},
    {2, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE, "numUsedSgprs"},
    {2, GPUOCC_KERNEL_SHARED_BYTES, "ldsUsageSizeInBytes"},
    {2, 0, "ldsSizePerLocalWorkGroup"},
    {2, 0, "scratchMemUsageInBytes"},
    {2, 0, "VGPRs"},
    {3, GPUOCC_KERNEL_REGISTERS_PER_THREAD, "VGPRs"},
    {3, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE, "SGPRs"},
    {3, GPUOCC_KERNEL_SHARED_BYTES, "LDS size"},
    {3, 0, "Spilled VGPRs"},
    {3, 0, "numUsedVgprs"},
    {4, GPUOCC_KERNEL_REGISTERS_PER_THREAD, "Register Count"},
    {4, 0, "VGPRs"},
    {5, 0, "GRF registers"},
    {5, 0, "Register Count"},
    {6, GPUOCC_KERNEL_GRF_COUNT, "GRF registers"},
    {6, GPUOCC_KERNEL_SHARED_BYTES, "Workgroup Memory Size"},
    {18, GPUOCC_KERNEL_REGISTERS_PER_THREAD, "Registers used"},
    {18, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, "Half-registers used"},
    {18, 0, "Max Waves Per Core"},
    {20, GPUOCC_KERNEL_REGISTERS_PER_THREAD, "Registers used"},
    {20, 0, "Threads"}, /* a factor */
    {20, 0, "Half-registers used"},
    {18, 0, "Threads"},
    {24, GPUOCC_KERNEL_REGISTERS_PER_THREAD, "Number of GPRs"},
    {24, 0, "SLM size"},
    {26, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, "GPRs"},
    {26, 0, "Number of GPRs"},
};

static void test_statistics(void)
{
    const uint32_t registers = GPUOCC_KERNEL_REGISTERS_PER_THREAD;
    const uint32_t count = (uint32_t)(sizeof statistics / sizeof statistics[0]);
    VkShaderStatisticsInfoAMD info;
    gpuocc_kernel kernel;
    uint32_t i, field, good = 0;

    for (i = 0; i < count; i++) {
        field = statistics[i].field;
        if (gpuocc_vulkan_statistic_field(statistics[i].driver, statistics[i].name) == field &&
            (field == 0 || statistic(statistics[i].driver, statistics[i].name, 40, field) == 40))
            good++;
        else
            note("driver %u: %s", statistics[i].driver, statistics[i].name);
    }
    ok(good == count, "%u of %u statistics of nine drivers say what they should", good, count);
    ok(statistic(24, "SLM size", 512, GPUOCC_KERNEL_SHARED_BYTES) == GPUOCC_UNKNOWN &&
           statistic(4, "VGPRs", 48, registers) == GPUOCC_UNKNOWN,
       "what a driver does not say stays unknown");
    ok(statistic(20, "Threads", 2, registers) == 32 &&
           statistic(20, "Threads", 1, registers) == GPUOCC_UNKNOWN &&
           statistic(20, "Threads", 3, registers) == GPUOCC_UNKNOWN &&
           statistic(18, "Threads", 2, registers) == GPUOCC_UNKNOWN &&
           statistic(20, "Threads", ((uint64_t)1 << 32) + 2, registers) == GPUOCC_UNKNOWN,
       "PanVK's factor of threads is a tier of registers");
    ok(statistic(3, "LDS size", 0, GPUOCC_KERNEL_SHARED_BYTES) == GPUOCC_ZERO, "none is none");
    memset(&kernel, 0, sizeof kernel);
    kernel.size = sizeof kernel;
    kernel.threads_per_group = 64;
    kernel.registers_per_thread = statistic(3, "VGPRs", 264, registers);
    kernel.scalar_registers_per_wave =
        statistic(3, "SGPRs", 128, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE);
    i = waves_of(find("gfx1100"), &kernel);
    kernel.registers_per_thread = statistic(3, "VGPRs", 24, registers);
    kernel.scalar_registers_per_wave =
        statistic(3, "SGPRs", 112, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE);
    kernel.trap_registers = statistic(3, "SGPRs", 112, GPUOCC_KERNEL_TRAP_REGISTERS);
    ok(i == 5 * 4 && waves_of(find("gfx900"), &kernel) == 7 * 4,
       "what RADV has allocated, more than a shader can name, takes 1536 / 264 and 800 / 112");
    memset(&info, 0, sizeof info);
    memset(&kernel, 0, sizeof kernel);
    info.resourceUsage.numUsedVgprs = 37;
    info.resourceUsage.numUsedSgprs = 24;
    info.resourceUsage.ldsUsageSizeInBytes = 4096;
    gpuocc_vulkan_shader_amd(&kernel, &info);
    ok(kernel.registers_per_thread == 37 && kernel.scalar_registers_per_wave == 24 &&
           kernel.shared_bytes == 4096 && kernel.trap_registers == GPUOCC_ZERO,
       "VK_AMD_shader_info");
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
    ok(gpuocc_cuda_find(&p, 0, &device, &quality) == GPUOCC_OK && is(device, "GeForce RTX 4090") &&
           quality == GPUOCC_QUALITY_EXACT,
       "cudaDeviceProp of a board of the table");
    gpuocc_cuda_properties(&edits, device, &p);
    ok(edits.count == 13 &&
           gpuocc_device_fingerprint(edited(&edits, device)) == gpuocc_device_fingerprint(device),
       "says what the table says: %u fields", edits.count);
    strcpy(p.name, "NVIDIA Graphics Device");
    ok(gpuocc_cuda_find(&p, 0, &device, &quality) == GPUOCC_OK && is(device, "sm_89") &&
           quality == GPUOCC_QUALITY_ARCHITECTURE,
       "a board that nobody knows has its compute capability");
    p.major = 13;
    ok(gpuocc_cuda_find(&p, 0, &device, &quality) == GPUOCC_ERROR_DEVICE_UNKNOWN,
       "a compute capability that nobody knows");
    strcpy(p.name, "NVIDIA GeForce RTX 4090");
    device = NULL;
    quality = 9;
    ok(gpuocc_cuda_find(&p, 0, &device, &quality) == GPUOCC_ERROR_DEVICE_UNKNOWN &&
           device == NULL && quality == 9,
       "with a name that contradicts it: nothing is written");
    memset(&edits, 0, sizeof edits);
    gpuocc_cuda_properties(&edits, find("sm_120"), &p);
    ok(gpuocc_adapt_number(edited(&edits, find("sm_120")), GPUOCC_DEVICE_GENERATION) == 139,
       "works through what the driver reports, on top of a relative");
    gpuocc_cuda_kernel(&kernel, &attributes);
    ok(kernel.registers_per_thread == 40 && kernel.shared_bytes == 512 &&
           kernel.max_dynamic_shared_bytes == 49152 && kernel.carveout_percent == 0 &&
           kernel.shared_limit == GPUOCC_SHARED_LIMIT_OPTIN,
       "cudaFuncAttributes");
    attributes.preferredShmemCarveout = 0;
    gpuocc_cuda_kernel(&kernel, &attributes);
    ok(kernel.carveout_percent == GPUOCC_ZERO, "a carve-out of 0 percent is not none");
    attributes.maxDynamicSharedSizeBytes = 0;
    gpuocc_cuda_kernel(&kernel, &attributes);
    ok(kernel.max_dynamic_shared_bytes == GPUOCC_ZERO, "nor is a bound of 0 bytes");
}

/* numRegs includes the accumulation registers on CDNA 2, and 300 of the 512 leave one wave on each
 * of the four SIMDs; a driver reports 0 if it does not know the number. */
static void test_hip_registers(void)
{
    hipFuncAttributes attributes = {0, 300, 1024};
    gpuocc_kernel kernel;

    memset(&kernel, 0, sizeof kernel);
    kernel.size = sizeof kernel;
    kernel.threads_per_group = 64;
    gpuocc_hip_kernel(&kernel, &attributes);
    ok(waves_of(find("gfx90a"), &kernel) == 4, "300 registers of hipFuncAttributes.numRegs");
    attributes.numRegs = 128;
    gpuocc_hip_kernel(&kernel, &attributes);
    ok(waves_of(find("gfx90a"), &kernel) == 16, "128 registers");
    attributes.numRegs = 0;
    gpuocc_hip_kernel(&kernel, &attributes);
    ok(kernel.registers_per_thread == GPUOCC_UNKNOWN, "registers that are not reported");
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
    ok(gpuocc_hip_find(&p, 0, &device, &quality) == GPUOCC_OK && is(device, "Radeon RX 7900 XTX") &&
           quality == GPUOCC_QUALITY_EXACT,
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
    test_hip_registers();
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
    gpuocc_level_zero_properties(&edits, device, &p, 448);
    ok(gpuocc_adapt_number(edited(&edits, device), GPUOCC_DEVICE_CORE_COUNT) == 28 &&
           gpuocc_adapt_number(edited(&edits, device), GPUOCC_DEVICE_CLOCK_MHZ) == 2400,
       "28 Xe-cores of 448 EUs");
    memset(&edits, 0, sizeof edits);
    gpuocc_level_zero_properties(&edits, device, &p, 449);
    gpuocc_level_zero_properties(&edits, device, &p, 0);
    ok(gpuocc_adapt_number(edited(&edits, device), GPUOCC_DEVICE_CORE_COUNT) == 32,
       "the table's where they are no whole cores, or nobody asked");
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
    ok(kernel.reported_max_threads == 832 && kernel.max_threads_per_group == 0 &&
           kernel.half_registers_per_thread == GPUOCC_UNKNOWN,
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
    test_newer_chip();
    test_vulkan_nvidia();
    test_vulkan_arm();
    test_panthor();
    test_msm();
    test_statistics();
    test_cuda();
    test_hip();
    test_intel();
    test_others();
    return done();
}
