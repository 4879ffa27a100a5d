/* SPDX-License-Identifier: MIT
 *
 * The occupancy calls of the CUDA runtime, the CUDA driver and HIP on a described device: for
 * programs and tests that run where there is no GPU.
 *
 *     cc -shared -fPIC occupancy_runtime.c -lgpuocc -o libgpuocc_runtime.so
 *     GPUOCC_DEVICE="RTX 4090" GPUOCC_KERNEL="registers_per_thread=40 shared_bytes=1024" \
 *         LD_PRELOAD=./libgpuocc_runtime.so program
 *
 * A kernel is the pointer that the calls are given. gpuocc_runtime_kernel() describes one, and
 * GPUOCC_KERNEL all others; gpuocc_runtime_device() replaces GPUOCC_DEVICE, and
 * gpuocc_runtime_custom_device() takes one that gpuocc_device_edit() made. Describe before other
 * threads ask. Errors are those of the runtimes: 1 for an invalid value, 98 for a kernel that
 * nobody described, 100 for no device, 912 for a cluster size that is missing, differs from the
 * kernel's or is more than the device supports, 999 for what is not known of the device. CUDA's
 * answers are those of its cuda_occupancy.h, HIP's those of ROCm since August 2026. A count of
 * clusters above size 1 needs the device's cores_per_gpc, which is an assumption for the B200 and
 * unknown for all other products.
 */
#include <stdlib.h>
#include <string.h>

#include <gpuocc/gpuocc.h>

#define KERNELS       1024
#define SUCCESS       0
#define INVALID_VALUE 1
#define NO_KERNEL     98
#define NO_DEVICE     100
#define CLUSTER_SIZE  912
#define NOT_KNOWN     999

#define EXPORT        GPUOCC_API

EXPORT int gpuocc_runtime_device(const char *name);
EXPORT void gpuocc_runtime_custom_device(const gpuocc_device *device);
EXPORT int gpuocc_runtime_kernel(const void *function, const gpuocc_kernel *kernel);

static const gpuocc_device *described_device;
static struct {
    const void *function;
    gpuocc_kernel kernel;
    int large_clusters; /* sizes that not every device supports are allowed */
} kernels[KERNELS];
static size_t kernel_count;

static int finds(const char *name, uint32_t purpose)
{
    return gpuocc_device_for(name, strlen(name), purpose, &described_device, NULL, NULL) ==
           GPUOCC_OK;
}

/* A product or architecture. Where the devices of a name have different numbers of cores, only
 * questions about one core have an answer. Returns 0, or 100 if there is none of this name. */
int gpuocc_runtime_device(const char *name)
{
    return name != NULL &&
                   (finds(name, GPUOCC_PURPOSE_SCHEDULE) || finds(name, GPUOCC_PURPOSE_OCCUPANCY))
               ? SUCCESS
               : NO_DEVICE;
}

/* A device of the caller's, which has to remain there. */
void gpuocc_runtime_custom_device(const gpuocc_device *device)
{
    described_device = device;
}

/* What a compiler says of a kernel: registers, static shared memory, its bound, its cluster. Its
 * threads and dynamic shared memory are those of each call. Returns 0, or 1 if there are too
 * many. */
int gpuocc_runtime_kernel(const void *function, const gpuocc_kernel *kernel)
{
    size_t i;

    for (i = 0; i < kernel_count && kernels[i].function != function; i++)
        continue;
    if (i == KERNELS || kernel == NULL)
        return INVALID_VALUE;
    kernels[i].function = function;
    kernels[i].kernel = *kernel;
    kernels[i].large_clusters = 0;
    kernel_count += i == kernel_count;
    return SUCCESS;
}

/* "registers_per_thread=40 shared_bytes=1024". Returns 0 if all fields are known. */
static int parse(const char *text, gpuocc_kernel *kernel)
{
    uint32_t field, word;
    unsigned long value;
    size_t length;
    char *end;

    memset(kernel, 0, sizeof *kernel);
    kernel->size = sizeof *kernel;
    for (; *text != 0; text = end + strspn(end, " ,")) {
        length = strcspn(text, "=");
        if (text[length] == 0 ||
            gpuocc_number(GPUOCC_LIST_KERNEL_FIELDS, text, length, &field) != GPUOCC_OK ||
            field == GPUOCC_KERNEL_SIZE)
            return INVALID_VALUE;
        value = strtoul(text + length + 1, &end, 0);
        if (end == text + length + 1 || value >= GPUOCC_ZERO)
            return INVALID_VALUE;
        word = value == 0 ? GPUOCC_ZERO : (uint32_t)value;
        memcpy((char *)kernel + 4 * field, &word, 4);
    }
    return SUCCESS;
}

static int find_device(void)
{
    return described_device != NULL ? SUCCESS : gpuocc_runtime_device(getenv("GPUOCC_DEVICE"));
}

/* The described kernel of a function, on a device. */
static int find(const void *function, gpuocc_kernel *kernel)
{
    const char *text = getenv("GPUOCC_KERNEL");
    const int error = find_device();
    size_t i;

    if (error != SUCCESS)
        return error;
    for (i = 0; i < kernel_count; i++)
        if (kernels[i].function == function) {
            *kernel = kernels[i].kernel;
            return SUCCESS;
        }
    return text == NULL ? NO_KERNEL : parse(text, kernel);
}

static uint64_t number(uint32_t field)
{
    uint64_t value = 0;

    return gpuocc_device_get(described_device, field, 0, &value) == GPUOCC_OK ? value : 0;
}

/* Threads of an SM. */
static uint64_t slots_of_core(void)
{
    return number(GPUOCC_DEVICE_PARTITIONS_PER_CORE) *
           number(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION) * number(GPUOCC_DEVICE_DEFAULT_WAVE_SIZE);
}

static uint32_t convention(void)
{
    return number(GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_NVIDIA ? GPUOCC_CONVENTION_HEADER
           : number(GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_AMD  ? GPUOCC_CONVENTION_HIP_2026_08
                                                                : GPUOCC_CONVENTION_DEFAULT;
}

/* What the runtime takes for granted: one barrier, and as much dynamic shared memory as a group has
 * without asking; a kernel that asks for more says so in its description. */
static void set_defaults(gpuocc_kernel *kernel)
{
    const uint64_t bytes = number(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP);
    const uint32_t fixed = kernel->shared_bytes == GPUOCC_ZERO ? 0 : kernel->shared_bytes;

    if (kernel->max_dynamic_shared_bytes == 0)
        kernel->max_dynamic_shared_bytes = fixed < bytes ? (uint32_t)(bytes - fixed) : GPUOCC_ZERO;
    if (kernel->shared_limit == 0)
        kernel->shared_limit = GPUOCC_SHARED_LIMIT_OPTIN;
    if (kernel->barriers_per_group == 0)
        kernel->barriers_per_group = 1;
}

/* Places a kernel on the described device, by the rules of one tool or our own. */
static int place(gpuocc_occupancy *occupancy, uint32_t whose, const gpuocc_kernel *described,
                 uint64_t threads, size_t dynamic)
{
    gpuocc_kernel kernel = *described;

    if (threads == 0 || threads >= GPUOCC_ZERO || dynamic >= GPUOCC_ZERO)
        return INVALID_VALUE;
    kernel.size = sizeof kernel;
    kernel.threads_per_group = (uint32_t)threads;
    kernel.dynamic_shared_bytes = dynamic == 0 ? GPUOCC_ZERO : (uint32_t)dynamic;
    if (number(GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_NVIDIA)
        set_defaults(&kernel);
    return gpuocc_occupancy_init(occupancy, described_device, whose, &kernel, NULL) == GPUOCC_OK
               ? SUCCESS
               : INVALID_VALUE;
}

/* One result of a kernel that is placed. */
static int ask(const gpuocc_kernel *kernel, uint64_t threads, size_t dynamic, uint32_t result,
               uint64_t *value)
{
    gpuocc_occupancy occupancy;
    /* cuda_occupancy.h has no clusters */
    const uint32_t whose =
        result == GPUOCC_RESULT_CLUSTERS_PER_DEVICE ? GPUOCC_CONVENTION_DEFAULT : convention();
    const int error = place(&occupancy, whose, kernel, threads, dynamic);

    if (error != SUCCESS)
        return error;
    return gpuocc_occupancy_get(&occupancy, result, 0, value, NULL) == GPUOCC_OK ? SUCCESS
                                                                                 : NOT_KNOWN;
}

static uint64_t block_of(int threads)
{
    return threads > 0 ? (uint64_t)threads : 0;
}

static int max_active(int *groups, const void *function, int threads, size_t dynamic)
{
    gpuocc_kernel kernel;
    uint64_t value = 0;
    int error;

    if (groups == NULL)
        return INVALID_VALUE;
    error = find(function, &kernel);
    if (error == SUCCESS)
        error = ask(&kernel, block_of(threads), dynamic, GPUOCC_RESULT_GROUPS, &value);
    if (error == SUCCESS)
        *groups = (int)value;
    return error;
}

/* Each name of the call, with and without flags, of which none changes an answer here. */
#define MAX_ACTIVE(name)                                                                           \
    EXPORT int name(int *groups, const void *function, int threads, size_t dynamic);               \
    EXPORT int name##WithFlags(int *groups, const void *function, int threads, size_t dynamic,     \
                               unsigned flags);                                                    \
    int name(int *groups, const void *function, int threads, size_t dynamic)                       \
    {                                                                                              \
        return max_active(groups, function, threads, dynamic);                                     \
    }                                                                                              \
    int name##WithFlags(int *groups, const void *function, int threads, size_t dynamic,            \
                        unsigned flags)                                                            \
    {                                                                                              \
        return flags > 1 ? INVALID_VALUE : max_active(groups, function, threads, dynamic);         \
    }

MAX_ACTIVE(cudaOccupancyMaxActiveBlocksPerMultiprocessor)
MAX_ACTIVE(cuOccupancyMaxActiveBlocksPerMultiprocessor)
MAX_ACTIVE(hipOccupancyMaxActiveBlocksPerMultiprocessor)
MAX_ACTIVE(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor)

static int available(size_t *bytes, const void *function, int groups, int threads)
{
    gpuocc_occupancy occupancy;
    gpuocc_kernel kernel;
    uint32_t most = 0;
    int error;

    if (bytes == NULL || groups <= 0)
        return INVALID_VALUE;
    error = find(function, &kernel);
    if (error == SUCCESS)
        error = place(&occupancy, convention(), &kernel, block_of(threads), 0);
    if (error != SUCCESS)
        return error;
    if (gpuocc_occupancy_maximum(&occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,
                                 GPUOCC_TARGET_GROUPS, (uint32_t)groups, &most, NULL) != GPUOCC_OK)
        return INVALID_VALUE;
    *bytes = most;
    return SUCCESS;
}

#define AVAILABLE(name)                                                                            \
    EXPORT int name(size_t *bytes, const void *function, int groups, int threads);                 \
    int name(size_t *bytes, const void *function, int groups, int threads)                         \
    {                                                                                              \
        return available(bytes, function, groups, threads);                                        \
    }

AVAILABLE(cudaOccupancyAvailableDynamicSMemPerBlock)
AVAILABLE(cuOccupancyAvailableDynamicSMemPerBlock)

typedef size_t bytes_of_block(int threads);

/* The block with the most resident threads: the largest first, multiples of 32 below it. */
static int best_block(int *grid, int *block, const void *function, bytes_of_block *bytes,
                      size_t dynamic, int limit)
{
    uint64_t groups = 0, most = 0, slots;
    gpuocc_kernel kernel;
    int error, size;

    if (grid == NULL || block == NULL || limit < 0)
        return INVALID_VALUE;
    error = find(function, &kernel);
    if (error != SUCCESS)
        return error;
    size = (int)number(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    if (kernel.max_threads_per_group != 0 && (int)kernel.max_threads_per_group < size)
        size = (int)kernel.max_threads_per_group;
    if (limit != 0 && limit < size)
        size = limit;
    slots = slots_of_core();
    *grid = *block = 0;
    for (; size > 0 && most < slots; size = (size - 1) / 32 * 32) {
        error = ask(&kernel, (uint64_t)size, bytes != NULL ? bytes(size) : dynamic,
                    GPUOCC_RESULT_GROUPS, &groups);
        if (error != SUCCESS)
            return error;
        if (groups * (uint64_t)size > most) {
            most = groups * (uint64_t)size;
            *block = size;
            *grid = (int)(groups * number(GPUOCC_DEVICE_CORE_COUNT));
        }
    }
    return SUCCESS;
}

EXPORT int cuOccupancyMaxPotentialBlockSize(int *grid, int *block, const void *function,
                                            bytes_of_block *bytes, size_t dynamic, int limit);
int cuOccupancyMaxPotentialBlockSize(int *grid, int *block, const void *function,
                                     bytes_of_block *bytes, size_t dynamic, int limit)
{
    return best_block(grid, block, function, bytes, dynamic, limit);
}

EXPORT int cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, const void *function,
                                                     bytes_of_block *bytes, size_t dynamic,
                                                     int limit, unsigned flags);
int cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, const void *function,
                                              bytes_of_block *bytes, size_t dynamic, int limit,
                                              unsigned flags)
{
    return flags > 1 ? INVALID_VALUE : best_block(grid, block, function, bytes, dynamic, limit);
}

/* HIP's answer does not search: the block is as large as the limit allows and the registers and
 * slots of a core can place at once, whatever its LDS. */
static int hip_best_block(int *grid, int *block, const void *function, size_t dynamic, int limit)
{
    uint64_t wave = 0, waves = 0, groups = 0, cores = 0, size;
    gpuocc_kernel kernel, without;
    int error;

    if (grid == NULL || block == NULL)
        return INVALID_VALUE;
    error = find(function, &kernel);
    if (error != SUCCESS)
        return error;
    size = number(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    if (limit > 0 && (uint64_t)limit < size)
        size = (uint64_t)limit;
    without = kernel;
    without.shared_bytes = GPUOCC_ZERO;
    error = ask(&without, 1, 0, GPUOCC_RESULT_WAVE_SIZE, &wave);
    if (error == SUCCESS)
        error = ask(&without, 1, 0, GPUOCC_RESULT_GROUPS, &waves);
    if (error != SUCCESS)
        return error;
    size = (size + wave - 1) / wave * wave;
    size = size < waves * wave ? size : waves * wave;
    error = ask(&kernel, size, dynamic, GPUOCC_RESULT_GROUPS, &groups);
    if (error == SUCCESS)
        error = ask(&kernel, size, dynamic, GPUOCC_RESULT_CORE_COUNT, &cores);
    if (error != SUCCESS)
        return error;
    *grid = (int)(groups * cores);
    *block = (int)size;
    return SUCCESS;
}

#define HIP_BEST_BLOCK(name)                                                                       \
    EXPORT int name(int *grid, int *block, const void *function, size_t dynamic, int limit);       \
    EXPORT int name##WithFlags(int *grid, int *block, const void *function, size_t dynamic,        \
                               int limit, unsigned flags);                                         \
    int name(int *grid, int *block, const void *function, size_t dynamic, int limit)               \
    {                                                                                              \
        return hip_best_block(grid, block, function, dynamic, limit);                              \
    }                                                                                              \
    int name##WithFlags(int *grid, int *block, const void *function, size_t dynamic, int limit,    \
                        unsigned flags)                                                            \
    {                                                                                              \
        return flags > 1 ? INVALID_VALUE : hip_best_block(grid, block, function, dynamic, limit);  \
    }

HIP_BEST_BLOCK(hipOccupancyMaxPotentialBlockSize)
HIP_BEST_BLOCK(hipModuleOccupancyMaxPotentialBlockSize)

/* Of 64-bit programs: cudaLaunchConfig_t, CUlaunchConfig, and the attribute of both. */
struct launch_attribute {
    uint32_t id, padding, value[16];
};

struct runtime_launch {
    uint32_t grid[3], block[3];
    size_t dynamic;
    void *stream;
    const struct launch_attribute *attributes;
    uint32_t attribute_count;
};

struct driver_launch {
    uint32_t grid[3], block[3], dynamic;
    void *stream;
    const struct launch_attribute *attributes;
    uint32_t attribute_count;
};

/* 0 for what is no size. */
static uint64_t product(const uint32_t *size)
{
    return size[0] > 65535 || size[1] > 65535 || size[2] > 65535
               ? 0
               : (uint64_t)size[0] * size[1] * size[2];
}

/* Groups of a cluster: the kernel's own, or the launch's, which may repeat it. 0: an error. */
static uint64_t cluster_size(const gpuocc_kernel *kernel, const struct runtime_launch *launch)
{
    const uint32_t own = kernel->groups_per_cluster;
    uint64_t size = own;
    uint32_t i;

    for (i = 0; i < launch->attribute_count; i++)
        if (launch->attributes[i].id == 4) /* cudaLaunchAttributeClusterDimension */
            size = product(launch->attributes[i].value);
    return (own != 0 && size != own) ||
                   size > number(GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER_ON_REQUEST)
               ? 0
               : size;
}

static int max_clusters(int *clusters, const void *function, const struct runtime_launch *launch)
{
    gpuocc_kernel kernel;
    uint64_t value = 0;
    int error;

    if (clusters == NULL)
        return INVALID_VALUE;
    error = find(function, &kernel);
    if (error != SUCCESS)
        return error;
    kernel.groups_per_cluster = (uint32_t)cluster_size(&kernel, launch);
    if (kernel.groups_per_cluster == 0)
        return CLUSTER_SIZE;
    error = ask(&kernel, product(launch->block), launch->dynamic, GPUOCC_RESULT_CLUSTERS_PER_DEVICE,
                &value);
    if (error == SUCCESS)
        *clusters = (int)value;
    return error;
}

static int allows_large_clusters(const void *function)
{
    size_t i;

    for (i = 0; i < kernel_count; i++)
        if (kernels[i].function == function)
            return kernels[i].large_clusters;
    return 0;
}

/* The largest of which one fits, as far as is known. */
static int max_cluster_size(int *size, const void *function, const struct runtime_launch *launch)
{
    uint64_t value = 0, most;
    gpuocc_kernel kernel;
    int error;

    if (size == NULL)
        return INVALID_VALUE;
    error = find(function, &kernel);
    if (error != SUCCESS)
        return error;
    most = kernel.groups_per_cluster != 0
               ? kernel.groups_per_cluster
               : number(allows_large_clusters(function)
                            ? GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER_ON_REQUEST
                            : GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER);
    if (most == 0)
        return INVALID_VALUE;
    for (; most > 0; most--) {
        kernel.groups_per_cluster = (uint32_t)most;
        error = ask(&kernel, product(launch->block), launch->dynamic,
                    GPUOCC_RESULT_CLUSTERS_PER_DEVICE, &value);
        if (error == INVALID_VALUE)
            return error;
        if (error == NOT_KNOWN || value > 0)
            break;
    }
    *size = (int)most;
    return SUCCESS;
}

typedef int cluster_call(int *answer, const void *function, const struct runtime_launch *launch);

static int of_driver(cluster_call *call, int *answer, const void *function,
                     const struct driver_launch *driver)
{
    struct runtime_launch launch = {{1, 1, 1}, {0, 0, 0}, 0, NULL, NULL, 0};

    if (driver == NULL)
        return INVALID_VALUE;
    memcpy(launch.block, driver->block, sizeof launch.block);
    launch.dynamic = driver->dynamic;
    launch.attributes = driver->attributes;
    launch.attribute_count = driver->attribute_count;
    return call(answer, function, &launch);
}

#define CLUSTERS(name, call)                                                                       \
    EXPORT int cuda##name(int *answer, const void *function, const struct runtime_launch *launch); \
    EXPORT int cu##name(int *answer, const void *function, const struct driver_launch *launch);    \
    int cuda##name(int *answer, const void *function, const struct runtime_launch *launch)         \
    {                                                                                              \
        return launch == NULL ? INVALID_VALUE : call(answer, function, launch);                    \
    }                                                                                              \
    int cu##name(int *answer, const void *function, const struct driver_launch *launch)            \
    {                                                                                              \
        return of_driver(call, answer, function, launch);                                          \
    }

CLUSTERS(OccupancyMaxActiveClusters, max_clusters)
CLUSTERS(OccupancyMaxPotentialClusterSize, max_cluster_size)

/* Numbers of enum cudaFuncAttribute. The kernel has its own description from then on. */
EXPORT int cudaFuncSetAttribute(const void *function, int attribute, int value);
int cudaFuncSetAttribute(const void *function, int attribute, int value)
{
    const int large = attribute == 14 ? value != 0 : allows_large_clusters(function);
    gpuocc_kernel kernel;
    int error = find(function, &kernel);
    size_t i;

    if (error == SUCCESS && attribute == 8 && value >= 0)
        kernel.max_dynamic_shared_bytes = value == 0 ? GPUOCC_ZERO : (uint32_t)value;
    else if (error == SUCCESS && attribute == 9 && value >= -1 && value <= 100)
        kernel.carveout_percent = value == 0 ? GPUOCC_ZERO : value < 0 ? 0 : (uint32_t)value;
    else if (error == SUCCESS && attribute != 14)
        error = INVALID_VALUE;
    if (error == SUCCESS)
        error = gpuocc_runtime_kernel(function, &kernel);
    for (i = 0; error == SUCCESS && i < kernel_count; i++)
        if (kernels[i].function == function)
            kernels[i].large_clusters = large;
    return error;
}

/* cudaOccupancyMaxPotentialBlockSize is a template of cuda_runtime.h that asks these three. */

EXPORT int cudaGetDevice(int *device);
int cudaGetDevice(int *device)
{
    const int error = find_device();

    if (error == SUCCESS)
        *device = 0;
    return error;
}

/* Numbers of enum cudaDeviceAttr. */
EXPORT int cudaDeviceGetAttribute(int *value, int attribute, int device);
int cudaDeviceGetAttribute(int *value, int attribute, int device)
{
    static const struct {
        int attribute;
        uint32_t field;
    } fields[] = {{1, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP},
                  {8, GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP},
                  {10, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE},
                  {12, GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP},
                  {16, GPUOCC_DEVICE_CORE_COUNT},
                  {81, GPUOCC_DEVICE_SHARED_POOL_BYTES},
                  {97, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP},
                  {106, GPUOCC_DEVICE_MAX_GROUPS_PER_CORE}};
    const uint64_t partitions =
        find_device() == SUCCESS ? number(GPUOCC_DEVICE_PARTITIONS_PER_CORE) : 0;
    size_t i;

    if (device != 0 || partitions == 0)
        return NO_DEVICE;
    if (attribute == 39) {
        *value = (int)slots_of_core();
        return SUCCESS;
    }
    if (attribute == 75 || attribute == 76) { /* compute capability */
        *value = (int)(attribute == 75 ? number(GPUOCC_DEVICE_GENERATION) / 10
                                       : number(GPUOCC_DEVICE_GENERATION) % 10);
        return SUCCESS;
    }
    for (i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (fields[i].attribute == attribute) {
            *value = (int)number(fields[i].field);
            return SUCCESS;
        }
    return INVALID_VALUE;
}

/* The first members of cudaFuncAttributes, the same in CUDA 9 to 13. What follows is not written.
 */
struct function_attributes {
    size_t shared_bytes, constant_bytes, local_bytes;
    int max_threads, registers, ptx_version, binary_version, cache_mode, max_dynamic_bytes,
        carveout;
};

EXPORT int cudaFuncGetAttributes(struct function_attributes *attributes, const void *function);
int cudaFuncGetAttributes(struct function_attributes *attributes, const void *function)
{
    gpuocc_kernel kernel;
    const int error = find(function, &kernel);

    if (error != SUCCESS || attributes == NULL)
        return error != SUCCESS ? error : INVALID_VALUE;
    memset(attributes, 0, sizeof *attributes);
    attributes->shared_bytes = kernel.shared_bytes == GPUOCC_ZERO ? 0 : kernel.shared_bytes;
    attributes->registers = (int)kernel.registers_per_thread;
    attributes->max_threads = kernel.max_threads_per_group != 0
                                  ? (int)kernel.max_threads_per_group
                                  : (int)number(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    attributes->max_dynamic_bytes = (int)kernel.max_dynamic_shared_bytes;
    attributes->carveout = -1;
    return SUCCESS;
}
