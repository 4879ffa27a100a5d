/* SPDX-License-Identifier: MIT
 *
 * docs/examples/occupancy_runtime.c behind CUDA's own declarations, against cuda_occupancy.h, whose
 * rules the runtime follows; and HIP's call against its formula, restated from clr's
 * hip_platform.cpp at b668f8ed and rocm-systems#10618; and clusters against the counts that two
 * authors measured on a B200 (the reference's section 5) and the documentation of the runtime's
 * header. Neither runtime answers without a GPU. Needs the headers of CUDA at build time. Usage:
 * runtime [COUNT]
 */
#include <cuda.h>
#include <cuda_runtime.h>

#include <cuda_occupancy.h>

#include "support.h"

extern "C" {
int gpuocc_runtime_device(const char *name);
void gpuocc_runtime_custom_device(const gpuocc_device *device);
int gpuocc_runtime_kernel(const void *function, const gpuocc_kernel *kernel);
int hipOccupancyMaxActiveBlocksPerMultiprocessor(int *, const void *, int, size_t);
int hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *, const void *, int, size_t);
int hipOccupancyMaxPotentialBlockSize(int *, int *, const void *, size_t, int);
int hipModuleOccupancyMaxPotentialBlockSize(int *, int *, const void *, size_t, int);
int hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int *, int *, const void *, size_t, int,
                                                     unsigned);
}

static uint64_t state = 1;

static uint32_t below(uint32_t limit)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) % limit;
}

static void function(int) {}

static size_t base, slope;

static size_t bytes_of(int block)
{
    return base + slope * (size_t)block;
}

static size_t CUDA_CB bytes_of_cu(int block)
{
    return bytes_of(block);
}

static cudaOccDeviceProp properties(const gpuocc_device *d)
{
    const uint32_t partitions = get(d, GPUOCC_DEVICE_PARTITIONS_PER_CORE);
    const uint32_t generation = get(d, GPUOCC_DEVICE_GENERATION);
    cudaOccDeviceProp p;

    p.computeMajor = (int)generation / 10;
    p.computeMinor = (int)generation % 10;
    p.maxThreadsPerBlock = (int)get(d, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    p.maxThreadsPerMultiprocessor =
        (int)(partitions * get(d, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION) * 32);
    p.regsPerBlock = (int)get(d, GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP);
    p.regsPerMultiprocessor = (int)(partitions * get(d, GPUOCC_DEVICE_REGISTERS_PER_PARTITION));
    p.warpSize = 32;
    p.sharedMemPerBlock = get(d, GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP);
    p.sharedMemPerMultiprocessor = get(d, GPUOCC_DEVICE_SHARED_POOL_BYTES);
    p.sharedMemPerBlockOptin = get(d, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP);
    p.reservedSharedMemPerBlock = get(d, GPUOCC_DEVICE_SHARED_RESERVED_BYTES);
    p.numSms = (int)get(d, GPUOCC_DEVICE_CORE_COUNT);
    return p;
}

/* The calls of one kernel; returns whether all answers are the header's. */
static bool same_calls(const cudaOccDeviceProp &p, const cudaOccFuncAttributes &f,
                       const cudaOccDeviceState &s, int block, size_t dynamic, int blocks)
{
    const void *key = reinterpret_cast<const void *>(&function);
    const CUfunction handle = static_cast<CUfunction>(const_cast<void *>(key));
    const int limit = below(2) ? 0 : 1 + (int)below(1100);
    cudaOccFuncAttributes limited = f;
    cudaOccResult r;
    int theirs[4] = {-1, -1, -1, -1}, ours[5] = {-1, -1, -1, -1, -1};
    size_t available[3] = {0, 0, 0};
    bool same;

    cudaOccMaxActiveBlocksPerMultiprocessor(&r, &p, &f, &s, block, dynamic);
    same =
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(ours, key, block, dynamic) == cudaSuccess &&
        cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(ours + 1, key, block, dynamic, 1) ==
            cudaSuccess &&
        ours[0] == r.activeBlocksPerMultiprocessor && ours[1] == ours[0];
    same = same && (cudaOccAvailableDynamicSMemPerBlock(&available[0], &p, &f, &s, blocks, block) ==
                    CUDA_OCC_SUCCESS) ==
                       (cudaOccupancyAvailableDynamicSMemPerBlock(&available[1], key, blocks,
                                                                  block) == cudaSuccess);
    cuOccupancyAvailableDynamicSMemPerBlock(&available[2], handle, blocks, block);
    base = dynamic;
    slope = below(3) ? 0 : below(40);
    cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(theirs, theirs + 1, &p, &f, &s, bytes_of);
    cudaOccupancyMaxPotentialBlockSizeVariableSMem(ours + 1, ours + 2, key, bytes_of);
    if (limit != 0 && limit < limited.maxThreadsPerBlock)
        limited.maxThreadsPerBlock = limit;
    cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(theirs + 2, theirs + 3, &p, &limited, &s,
                                                      bytes_of);
    same = same && cuOccupancyMaxPotentialBlockSize(ours + 3, ours + 4, handle, bytes_of_cu, 0,
                                                    limit) == CUDA_SUCCESS;
    return same && available[0] == available[1] && available[0] == available[2] &&
           theirs[0] == ours[1] && theirs[1] == ours[2] && theirs[2] == ours[3] &&
           theirs[3] == ours[4];
}

static void test_cuda(uint32_t count)
{
    static const char *const names[] = {"GTX 1080 Ti", "Tesla P100 SXM2 16 GB", "V100 SXM2 16 GB",
                                        "Tesla T4",    "A100 SXM4 40 GB",       "RTX 3090",
                                        "RTX 4090",    "H100 SXM5 80 GB",       "B200",
                                        "RTX 5090"};
    uint32_t i, differ = 0, launched = 0;
    const void *key = reinterpret_cast<const void *>(&function);

    for (i = 0; i < count; i++) {
        const char *name = names[i % (sizeof names / sizeof names[0])];
        const cudaOccDeviceProp p = properties(find(name));
        cudaOccFuncAttributes f;
        cudaOccDeviceState s;
        gpuocc_kernel k;
        const int block = 1 + (int)below(1024);
        const size_t dynamic = below(2) ? below(60000) : 0;
        int blocks = 0;

        memset(&k, 0, sizeof k);
        k.registers_per_thread = 1 + below(255);
        k.shared_bytes = below(3) ? 1 + below(30000) : GPUOCC_ZERO;
        k.max_threads_per_group = below(2) ? 1024 : 1 + below(1024);
        k.max_dynamic_shared_bytes = 1 + below(120000);
        f.maxThreadsPerBlock = (int)k.max_threads_per_group;
        f.numRegs = (int)k.registers_per_thread;
        f.sharedSizeBytes = k.shared_bytes == GPUOCC_ZERO ? 0 : k.shared_bytes;
        f.maxDynamicSharedSizeBytes = k.max_dynamic_shared_bytes;
        f.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
        f.numBlockBarriers = 1;
        s.carveoutConfig = below(2) ? -1 : (int)below(101);
        if (gpuocc_runtime_device(name) != 0 || gpuocc_runtime_kernel(key, &k) != 0 ||
            cudaFuncSetAttribute(key, cudaFuncAttributePreferredSharedMemoryCarveout,
                                 s.carveoutConfig) != cudaSuccess ||
            !same_calls(p, f, s, block, dynamic, 1 + (int)below(8)))
            if (differ++ < 5)
                note("%s: block %d, %u registers, %u + %zu bytes, at most %u", name, block,
                     k.registers_per_thread, k.shared_bytes, dynamic, k.max_dynamic_shared_bytes);
        launched += cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, key, block, dynamic) ==
                        cudaSuccess &&
                    blocks > 0;
    }
    ok(differ == 0 && launched > count / 3,
       "CUDA: 6 calls each of %u kernels, %u of which launch: %u differ", count, launched, differ);
}

static uint32_t up(uint32_t value, uint32_t unit)
{
    return (value + unit - 1) / unit * unit;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Registers of a SIMD and their granule, both for a wave of this size; LDS of four SIMDs; CUs, or
 * WGPs of two. */
struct hip_device {
    const char *name;
    uint32_t wave, file, granule, slots, scalars, bytes, cores;
};

static const hip_device hip_devices[] = {{"MI210", 64, 512, 8, 8, 800, 65536, 104},
                                         {"MI300X", 64, 512, 8, 8, 800, 65536, 304},
                                         {"RX 7900 XTX", 32, 1536, 24, 16, 0, 131072, 48},
                                         {"RX 6900 XT", 32, 1024, 16, 16, 0, 131072, 40}};

/* A kernel for one of the devices, described to the object; returns the threads that registers and
 * slots let reside. */
static uint32_t hip_kernel(const hip_device &d)
{
    const uint32_t registers = 1 + below(256), scalars = 1 + below(100);
    uint32_t waves = least(d.slots, d.file / up(registers, d.granule));
    gpuocc_kernel k;

    memset(&k, 0, sizeof k);
    k.registers_per_thread = registers;
    k.scalar_registers_per_wave = scalars;
    if (d.scalars)
        waves = least(waves, d.scalars / (up(scalars, 16) + 16));
    gpuocc_runtime_device(d.name);
    gpuocc_runtime_kernel(&d, &k);
    return 4 * waves * d.wave;
}

static void test_hip(uint32_t count)
{
    uint32_t i, differ = 0;

    for (i = 0; i < count; i++) {
        const hip_device &d = hip_devices[i % 4];
        const uint32_t threads = hip_kernel(d);
        const uint32_t block = 1 + below(1024), bytes = below(2) ? 1 + below(65536) : 0;
        uint32_t groups = threads / up(block, d.wave);
        int ours = -1, module = -1;

        if (bytes)
            groups = least(groups, d.bytes / bytes);
        hipOccupancyMaxActiveBlocksPerMultiprocessor(&ours, &d, (int)block, bytes);
        hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&module, &d, (int)block, bytes);
        if ((ours != (int)groups || module != ours) && differ++ < 5)
            note("%s: block %u of %u threads, %u bytes: %d, formula %u", d.name, block, threads,
                 bytes, ours, groups);
    }
    ok(differ == 0, "HIP: %u kernels, %u differ from its formula", count, differ);
}

/* The block is what the limit and the registers allow at once; LDS limits the grid alone. */
static void test_hip_best(uint32_t count)
{
    uint32_t i, differ = 0, smaller = 0;

    for (i = 0; i < count; i++) {
        const hip_device &d = hip_devices[i % 4];
        const uint32_t threads = hip_kernel(d), bytes = below(2) ? 1 + below(65536) : 0;
        const int limit = below(2) ? (int)below(1100) - 2 : 0;
        const uint32_t most = limit <= 0 || limit > 1024 ? 1024 : (uint32_t)limit;
        const uint32_t block = least(threads, up(most, d.wave));
        const uint32_t groups = bytes ? least(threads / block, d.bytes / bytes) : threads / block;
        int ours[6] = {-1, -1, -1, -1, -1, -1};

        hipOccupancyMaxPotentialBlockSize(ours, ours + 1, &d, bytes, limit);
        hipModuleOccupancyMaxPotentialBlockSize(ours + 2, ours + 3, &d, bytes, limit);
        hipModuleOccupancyMaxPotentialBlockSizeWithFlags(ours + 4, ours + 5, &d, bytes, limit, 1);
        if (ours[0] != (int)(groups * d.cores) || ours[1] != (int)block || ours[2] != ours[0] ||
            ours[3] != ours[1] || ours[4] != ours[0] || ours[5] != ours[1])
            if (differ++ < 5)
                note("%s: limit %d, %u threads, %u bytes: %d blocks of %d, formula %u of %u",
                     d.name, limit, threads, bytes, ours[0], ours[1], groups * d.cores, block);
        smaller += block < 1024;
    }
    ok(differ == 0 && smaller > count / 10,
       "HIP: the best of %u blocks, %u below 1024 threads: %u differ from its formula", count,
       smaller, differ);
}

/* Cluster calls of both APIs, with one block of these threads; -1 - error where they fail, -9999
 * where they differ. */
static int clusters_of(int of_size, uint32_t threads, uint32_t x, uint32_t y = 1)
{
    cudaLaunchAttribute attribute;
    cudaLaunchConfig_t launch = {};
    CUlaunchAttribute driver_attribute;
    CUlaunchConfig driver = {};
    const CUfunction handle =
        static_cast<CUfunction>(const_cast<void *>(reinterpret_cast<const void *>(&function)));
    int answer[2] = {-1, -1}, error;
    CUresult driver_error;

    memset(&attribute, 0xff, sizeof attribute);
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = x;
    attribute.val.clusterDim.y = y;
    attribute.val.clusterDim.z = 1;
    launch.blockDim = dim3(threads / 2, 2, 1);
    launch.dynamicSmemBytes = 1000;
    launch.attrs = x ? &attribute : nullptr;
    launch.numAttrs = x != 0;
    memset(&driver_attribute, 0xff, sizeof driver_attribute);
    driver_attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    driver_attribute.value.clusterDim.x = x;
    driver_attribute.value.clusterDim.y = y;
    driver_attribute.value.clusterDim.z = 1;
    driver.blockDimX = threads / 2;
    driver.blockDimY = 2;
    driver.blockDimZ = 1;
    driver.sharedMemBytes = 1000;
    driver.attrs = x ? &driver_attribute : nullptr;
    driver.numAttrs = x != 0;
    error = of_size ? cudaOccupancyMaxPotentialClusterSize(answer, function, &launch)
                    : cudaOccupancyMaxActiveClusters(answer, function, &launch);
    driver_error = of_size ? cuOccupancyMaxPotentialClusterSize(answer + 1, handle, &driver)
                           : cuOccupancyMaxActiveClusters(answer + 1, handle, &driver);
    if (error != (int)driver_error || answer[0] != answer[1])
        return -9999;
    return error != 0 ? -1 - error : answer[0];
}

/* What two authors measured on a B200, whose GPCs are fitted to these counts. Their kernels leave
 * room for 8 blocks on an SM, and for one. */
static void test_cluster_counts()
{
    static const struct {
        uint32_t threads, x, y;
        int clusters;
    } rows[] = {{64, 1, 1, 1184}, {64, 2, 1, 592}, {128, 4, 1, 284}, {256, 8, 1, 142},
                {64, 4, 3, 87},   {64, 16, 1, 66}, {1024, 2, 2, 33}, {1024, 2, 1, 74}};
    const void *key = reinterpret_cast<const void *>(&function);
    gpuocc_kernel k;

    memset(&k, 0, sizeof k);
    gpuocc_runtime_device("B200");
    for (const auto &row : rows) {
        k.registers_per_thread = row.threads == 1024 ? 64 : 16;
        gpuocc_runtime_kernel(key, &k);
        ok(clusters_of(0, row.threads, row.x, row.y) == row.clusters,
           "B200, %u threads: %d clusters of %u", row.threads, row.clusters, row.x * row.y);
    }
}

static void test_cluster_rules()
{
    static const uint32_t fields[] = {GPUOCC_DEVICE_CORE_COUNT, GPUOCC_DEVICE_CORES_PER_GPC,
                                      GPUOCC_DEVICE_CORES_PER_GPC};
    static const uint64_t values[] = {28, 18, 10};
    static uint64_t memory[sizeof(gpuocc_custom_device) / 8];
    const void *key = reinterpret_cast<const void *>(&function);
    const gpuocc_device *device = NULL;
    gpuocc_kernel k;

    memset(&k, 0, sizeof k);
    k.registers_per_thread = 64;
    gpuocc_runtime_device("B200");
    gpuocc_runtime_kernel(key, &k);
    ok(clusters_of(0, 1024, 0) == -1 - cudaErrorInvalidClusterSize &&
           clusters_of(0, 1024, 17) == -1 - cudaErrorInvalidClusterSize &&
           clusters_of(0, 1026, 2) == -1 - cudaErrorInvalidValue,
       "no size and one of 17 are cudaErrorInvalidClusterSize, 1026 threads an invalid value");
    ok(clusters_of(1, 1024, 0) == 8 && clusters_of(1, 1024, 2) == 8 &&
           cudaFuncSetAttribute(key, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) ==
               cudaSuccess &&
           clusters_of(1, 1024, 0) == 16,
       "the largest size is the portable 8 until the kernel allows others, whatever the launch "
       "has");
    k.groups_per_cluster = 4;
    gpuocc_runtime_kernel(key, &k);
    ok(clusters_of(1, 1024, 2) == 4 && clusters_of(0, 1024, 0) == 33 &&
           clusters_of(0, 1024, 4) == 33 &&
           clusters_of(0, 1024, 2) == -1 - cudaErrorInvalidClusterSize,
       "a kernel's own size is the answer, and may be repeated but not contradicted");
    k.groups_per_cluster = 0;
    gpuocc_runtime_device("H200");
    gpuocc_runtime_kernel(key, &k);
    ok(clusters_of(0, 1024, 1) == 132 && clusters_of(0, 1024, 2) == -1 - cudaErrorUnknown &&
           clusters_of(1, 1024, 0) == 8,
       "cudaErrorUnknown where the GPCs are not known; the portable size is");
    device_in(memory, find("H100 SXM5 80 GB"), NULL, 0, fields, values, 3, &device, NULL);
    gpuocc_runtime_custom_device(device);
    cudaFuncSetAttribute(key, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    ok(clusters_of(0, 1024, 8) == 3 && clusters_of(0, 1024, 16) == 1 &&
           clusters_of(1, 1024, 0) == 16,
       "a caller's GPCs of 18 and 10 SMs hold 2 + 1 clusters of 8");
    gpuocc_runtime_device("RTX 4090");
    ok(clusters_of(0, 1024, 2) == -1 - cudaErrorInvalidClusterSize &&
           clusters_of(1, 1024, 0) == -1 - cudaErrorInvalidValue,
       "no clusters before compute capability 9.0");
}

/* What cudaFuncSetAttribute changes of a kernel. */
static void test_attributes()
{
    const void *key = reinterpret_cast<const void *>(&function);
    gpuocc_kernel k;
    int groups = -1;

    memset(&k, 0, sizeof k);
    k.registers_per_thread = 32;
    gpuocc_runtime_device("RTX 4090");
    gpuocc_runtime_kernel(key, &k);
    ok(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&groups, function, 128, 60000) ==
               cudaSuccess &&
           groups == 0 &&
           cudaFuncSetAttribute(key, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000) ==
               cudaSuccess &&
           cudaOccupancyMaxActiveBlocksPerMultiprocessor(&groups, function, 128, 60000) ==
               cudaSuccess &&
           groups == 1,
       "60,000 bytes need cudaFuncAttributeMaxDynamicSharedMemorySize");
    ok(cudaFuncSetAttribute(key, cudaFuncAttributePreferredSharedMemoryCarveout, 25) ==
               cudaSuccess &&
           cudaOccupancyMaxActiveBlocksPerMultiprocessor(&groups, function, 128, 10000) ==
               cudaSuccess &&
           groups == 2,
       "a carve-out of 25 %% of 100 KiB has room for two blocks of 10,000 bytes and the reserve");
    ok(cudaFuncSetAttribute(key, cudaFuncAttributePreferredSharedMemoryCarveout, 101) ==
               cudaErrorInvalidValue &&
           cudaFuncSetAttribute(key, cudaFuncAttributeMaxDynamicSharedMemorySize, -1) ==
               cudaErrorInvalidValue,
       "a carve-out of 101 %% and -1 bytes are invalid values");
}

static void test_errors()
{
    static int known, unknown;
    gpuocc_kernel k;
    int groups = -5;
    size_t bytes = 5;

    memset(&k, 0, sizeof k);
    unsetenv("GPUOCC_DEVICE");
    unsetenv("GPUOCC_KERNEL");
    ok(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&groups, &known, 64, 0) == cudaErrorNoDevice &&
           cudaGetDevice(&groups) == cudaErrorNoDevice && groups == -5,
       "without a device: cudaErrorNoDevice");
    setenv("GPUOCC_DEVICE", "no such GPU", 1);
    ok(cudaGetDevice(&groups) == cudaErrorNoDevice, "the same for a name that no device has");
    setenv("GPUOCC_DEVICE", "RTX 4090", 1);
    ok(gpuocc_runtime_kernel(&known, &k) == 0 &&
           cudaOccupancyMaxActiveBlocksPerMultiprocessor(&groups, &unknown, 64, 0) ==
               cudaErrorInvalidDeviceFunction &&
           cudaOccupancyMaxActiveBlocksPerMultiprocessor(&groups, &known, 0, 0) ==
               cudaErrorInvalidValue &&
           cudaOccupancyMaxActiveBlocksPerMultiprocessor(NULL, &known, 64, 0) ==
               cudaErrorInvalidValue &&
           cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, &known, 0, 64) ==
               cudaErrorInvalidValue &&
           groups == -5 && bytes == 5,
       "unknown kernels and invalid values are errors and write nothing");
    setenv("GPUOCC_KERNEL", "registers_per_thread=72 shared_bytes=24576", 1);
    ok(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&groups, &unknown, 256, 0) == cudaSuccess &&
           groups == 3,
       "GPUOCC_KERNEL describes all others: 3 groups");
    setenv("GPUOCC_KERNEL", "registers=72", 1);
    ok(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&groups, &unknown, 256, 0) ==
           cudaErrorInvalidValue,
       "a field that does not exist is an invalid value");
}

int main(int argc, char **argv)
{
    const uint32_t count = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : part_of(20000);

    test_errors();
    test_cuda(count);
    test_hip(count);
    test_hip_best(count);
    test_cluster_counts();
    test_cluster_rules();
    test_attributes();
    return done();
}
