/* SPDX-License-Identifier: MIT
 *
 * The `header` convention against cuda_occupancy.h itself: its three questions, every output, over
 * random queries. Needs the header at build time. Usage: nvidia_header [--count N] [--seed S]
 */
#include <cuda_occupancy.h>

#include "support.h"

static uint64_t state = 1;

/* splitmix64, from the description of its author (S. Vigna, public domain). */
static uint64_t random64(void)
{
    uint64_t z = (state += UINT64_C(0x9e3779b97f4a7c15));

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint32_t below(uint32_t limit)
{
    return (uint32_t)(random64() % limit);
}

static int one_in(uint32_t n)
{
    return below(n) == 0;
}

/* One random question, in the header's words and in ours. */
struct query {
    cudaOccDeviceProp device;
    cudaOccFuncAttributes function;
    cudaOccDeviceState state;
    int block;
    size_t dynamic, per_thread;
    const gpuocc_device *ours;
    gpuocc_kernel kernel;
};

/* Changes numbers of the device that the header is given, and one that it is not. */
static void change_device(const gpuocc_device **device)
{
    static const uint32_t shared[] = {GPUOCC_DEVICE_SHARED_POOL_BYTES,
                                      GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP,
                                      GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP};
    /* The header has these of its own, by compute capability. */
    static const uint32_t constants[] = {
        GPUOCC_DEVICE_REGISTER_UNIT,     GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD,
        GPUOCC_DEVICE_SHARED_UNIT_BYTES, GPUOCC_DEVICE_MAX_GROUPS_PER_CORE,
        GPUOCC_DEVICE_BARRIERS_PER_CORE, GPUOCC_DEVICE_VIRTUAL_RESOURCES_PER_CORE};
    static uint64_t memory[GPUOCC_DEVICE_BYTES / 8];
    uint32_t fields[6];
    uint64_t values[6];

    fields[0] = shared[below(3)];
    values[0] = 1024 * (1 + below(250));
    fields[1] = shared[below(3)];
    values[1] = get(*device, fields[1]);
    fields[2] = GPUOCC_DEVICE_REGISTERS_PER_PARTITION;
    values[2] = one_in(3) ? 256 * (1 + below(128)) : get(*device, fields[2]);
    fields[3] = GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP;
    values[3] = one_in(3) ? 256 * (1 + below(512)) : get(*device, fields[3]);
    fields[4] = constants[below(sizeof constants / sizeof constants[0])];
    values[4] = 1 + below(1000);
    fields[5] =
        one_in(2) ? GPUOCC_DEVICE_MAX_THREADS_PER_GROUP : GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION;
    values[5] = one_in(3) ? 1 + below(24) : get(*device, fields[5]);
    gpuocc_device_edit(memory, sizeof memory, *device, NULL, 0, fields, values, 6, device, NULL);
}

/* Gives Kepler about as much memory as its L1 takes, and any device nothing of one resource. */
static void shrink_device(const gpuocc_device **device)
{
    static const uint32_t fields[] = {
        GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP,
        GPUOCC_DEVICE_SHARED_POOL_BYTES,          GPUOCC_DEVICE_REGISTERS_PER_PARTITION,
        GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP,
    };
    static uint64_t memory[GPUOCC_DEVICE_BYTES / 8];
    const uint32_t kib = 1024 * (one_in(3) ? 32 : 32 + below(20)); /* below: test_own_nvidia.c */
    uint64_t values[5];
    uint32_t i;

    for (i = 0; i < 5; i++)
        values[i] = i < 3 ? kib : get(*device, fields[i]);
    if (one_in(4))
        values[1 + below(4)] = 0;
    if (values[2] == 0)
        values[0] = values[1] = 0;
    gpuocc_device_edit(memory, sizeof memory, *device, NULL, 0, fields, values, 5, device, NULL);
}

/* Compute capabilities of the table under their own number, or under one the header has no row
 * of. */
static void pick_device(struct query *q)
{
    static uint64_t memory[GPUOCC_DEVICE_BYTES / 8];
    static const char known[][5] = {"3.0",  "3.2",  "3.5",  "3.7", "5.0", "5.2",  "5.3",
                                    "6.0",  "6.1",  "6.2",  "7.0", "7.2", "7.5",  "8.0",
                                    "8.6",  "8.7",  "8.8",  "8.9", "9.0", "10.0", "10.1",
                                    "10.3", "11.0", "12.0", "12.1"};
    const uint32_t field = GPUOCC_DEVICE_GENERATION;
    static const gpuocc_device *devices[sizeof known / sizeof known[0]];
    const uint32_t which = below(sizeof known / sizeof known[0]);
    const gpuocc_device *d =
        devices[which] ? devices[which] : (devices[which] = find(known[which]));
    const uint32_t partitions = get(d, GPUOCC_DEVICE_PARTITIONS_PER_CORE);
    uint64_t generation = get(d, field);

    if (one_in(20)) {
        generation = 10 * (3 + below(11)) + below(10);
        gpuocc_device_edit(memory, sizeof memory, d, NULL, 0, &field, &generation, 1, &d, NULL);
    }
    /* Under another number slots and registers are spread over its partitions, whole ones each. */
    if (one_in(10) && generation == get(find(known[which]), field))
        change_device(&d);
    if (one_in(generation < 40 ? 4 : 50))
        shrink_device(&d);
    q->ours = d;
    memset(&q->device, 0, sizeof q->device);
    q->device.computeMajor = (int)generation / 10;
    q->device.computeMinor = (int)generation % 10;
    q->device.maxThreadsPerBlock = (int)get(d, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    q->device.maxThreadsPerMultiprocessor =
        (int)(partitions * get(d, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION) * 32);
    q->device.regsPerBlock = (int)get(d, GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP);
    q->device.regsPerMultiprocessor =
        (int)(partitions * get(d, GPUOCC_DEVICE_REGISTERS_PER_PARTITION));
    q->device.warpSize = 32;
    q->device.sharedMemPerBlock = get(d, GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP);
    q->device.sharedMemPerMultiprocessor = get(d, GPUOCC_DEVICE_SHARED_POOL_BYTES);
    q->device.sharedMemPerBlockOptin = get(d, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP);
    q->device.reservedSharedMemPerBlock = get(d, GPUOCC_DEVICE_SHARED_RESERVED_BYTES);
    q->device.numSms = 7;
}

static uint32_t some_bytes(void)
{
    switch (below(6)) {
    case 0:
        return 0;
    case 1:
        return below(1024);
    case 2:
        return below(16) * 1024 + below(3);
    case 3:
        return below(240) * 1024;
    case 4:
        return one_in(40) ? (uint32_t)random64() & 0xfffffff0u : below(250000);
    default:
        return below(50000);
    }
}

static void pick_function(struct query *q)
{
    cudaOccFuncAttributes *f = &q->function;

    memset(f, 0, sizeof *f);
    f->maxThreadsPerBlock = one_in(4) ? (int)(1 + below(1100)) : INT32_MAX;
    f->numRegs = one_in(30) ? (int)below(300) : (int)below(257);
    f->sharedSizeBytes = some_bytes();
    f->partitionedGCConfig = (cudaOccPartitionedGCConfig)below(3);
    f->shmemLimitConfig = (cudaOccFuncShmemConfig)below(2);
    f->maxDynamicSharedSizeBytes = some_bytes();
    f->numBlockBarriers = one_in(3) ? (int)below(20) : 1;
    f->virtualResourceCount = one_in(4) ? (int)below(140) : 0;
    q->state.cacheConfig = (cudaOccCacheConfig)below(4);
    q->state.carveoutConfig = one_in(2) ? -1 : (int)below(one_in(20) ? 200 : 101);
    q->block = one_in(30) ? (int)(1 + below(2000)) : (int)(1 + below(1024));
    q->dynamic = some_bytes();
    if (one_in(2) && q->dynamic > f->maxDynamicSharedSizeBytes)
        f->maxDynamicSharedSizeBytes = q->dynamic;
    q->per_thread = one_in(3) ? below(100) : 0;
}

static uint32_t or_zero(size_t value)
{
    return value == 0 ? GPUOCC_ZERO : (uint32_t)value;
}

static void translate(struct query *q)
{
    gpuocc_kernel *k = &q->kernel;

    memset(k, 0, sizeof *k);
    k->size = sizeof *k;
    k->threads_per_group = (uint32_t)q->block;
    k->registers_per_thread = (uint32_t)q->function.numRegs;
    k->shared_bytes = (uint32_t)q->function.sharedSizeBytes;
    k->dynamic_shared_bytes = (uint32_t)q->dynamic;
    k->barriers_per_group = (uint32_t)q->function.numBlockBarriers;
    k->max_threads_per_group = (uint32_t)q->function.maxThreadsPerBlock;
    k->shared_limit = (uint32_t)q->function.shmemLimitConfig + 1;
    k->max_dynamic_shared_bytes = or_zero(q->function.maxDynamicSharedSizeBytes);
    k->carveout_percent =
        q->state.carveoutConfig < 0 ? 0 : or_zero((size_t)q->state.carveoutConfig);
    k->cache_preference = (uint32_t)q->state.cacheConfig + 1;
    k->global_caching = (uint32_t)q->function.partitionedGCConfig + 1;
    k->virtual_resources = (uint32_t)q->function.virtualResourceCount;
}

static int same_limit(const struct place *p, uint32_t limit, int theirs)
{
    uint64_t low = 0;
    const int32_t status =
        gpuocc_occupancy_get(p->occupancy, GPUOCC_RESULT_LIMIT, limit, &low, NULL);

    return status == GPUOCC_NOT_APPLICABLE ? theirs == INT32_MAX : (int64_t)low == theirs;
}

static uint32_t bits(uint32_t limiters)
{
    static const uint8_t bit[GPUOCC_LIMIT_COUNT] = {0x01, 0x08, 0x02, 0, 0x04, 0x10, 0x20, 0};
    uint32_t i, set = 0;

    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++)
        if (limiters >> i & 1)
            set |= bit[i];
    return set;
}

static int same_occupancy(const struct query *q, const struct place *p, const cudaOccResult *r)
{
    const uint64_t notes = result(p, GPUOCC_RESULT_NOTES, 0);
    const int caching =
        notes >> GPUOCC_NOTE_GLOBAL_CACHING_OFF & 1 ? 0 : (int)q->function.partitionedGCConfig;

    return gpuocc_occupancy_groups(p->occupancy) == (uint32_t)r->activeBlocksPerMultiprocessor &&
           bits(gpuocc_occupancy_limiters(p->occupancy)) == r->limitingFactors &&
           same_limit(p, GPUOCC_LIMIT_WAVES, r->blockLimitWarps) &&
           same_limit(p, GPUOCC_LIMIT_GROUPS, r->blockLimitBlocks) &&
           same_limit(p, GPUOCC_LIMIT_REGISTERS, r->blockLimitRegs) &&
           same_limit(p, GPUOCC_LIMIT_SHARED, r->blockLimitSharedMem) &&
           same_limit(p, GPUOCC_LIMIT_BARRIERS, r->blockLimitBarriers) &&
           same_limit(p, GPUOCC_LIMIT_VIRTUAL, r->blockLimitVirtual) &&
           result(p, GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP, 0) ==
               (uint64_t)r->allocatedRegistersPerBlock &&
           result(p, GPUOCC_RESULT_SHARED_ALLOCATED_BYTES, 0) == r->allocatedSharedMemPerBlock &&
           caching == (int)r->partitionedGCConfig;
}

static int same_available(const struct query *q, const struct place *p)
{
    const int blocks = one_in(2) ? (int)(1 + below(4)) : (int)(1 + below(33));
    size_t theirs = 0;
    uint32_t ours = 0;
    const cudaOccError error = cudaOccAvailableDynamicSMemPerBlock(
        &theirs, &q->device, &q->function, &q->state, blocks, q->block);
    const int32_t status = gpuocc_occupancy_most(p->occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,
                                                 GPUOCC_TARGET_GROUPS, (uint32_t)blocks, &ours);

    return error != CUDA_OCC_SUCCESS ? status < 0 : status == GPUOCC_OK && ours == theirs;
}

static size_t callback_base, callback_slope;

static size_t callback(int block)
{
    return callback_base + callback_slope * (size_t)block;
}

static int same_best(const struct query *q)
{
    gpuocc_group_search search = {0};
    gpuocc_kernel kernel = q->kernel;
    uint32_t threads = 0, groups = 0;
    int grid = 0, block = 0;
    cudaOccError error;
    int32_t status;

    callback_base = q->dynamic;
    callback_slope = q->per_thread;
    error =
        cudaOccMaxPotentialOccupancyBlockSize(&grid, &block, &q->device, &q->function, &q->state,
                                              q->per_thread ? callback : NULL, q->dynamic);
    search.size = sizeof search;
    kernel.dynamic_shared_bytes_per_thread = (uint32_t)q->per_thread;
    status = gpuocc_best_group(q->ours, GPUOCC_CONVENTION_HEADER, &kernel, &search, 0, &threads,
                               &groups, NULL);
    if (error != CUDA_OCC_SUCCESS)
        return status < 0 && status != GPUOCC_ERROR_INDEX;
    if (block == 0)
        return status == GPUOCC_ERROR_INDEX;
    return status == GPUOCC_OK && threads == (uint32_t)block && groups * 7 == (uint32_t)grid;
}

/* Which of the questions is answered otherwise: 0 none, 1 occupancy, 2 available, 3 best. */
static int different(const struct query *q)
{
    cudaOccResult theirs;
    struct place p;
    const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
        &theirs, &q->device, &q->function, &q->state, q->block, q->dynamic);

    place_as(&p, q->ours, GPUOCC_CONVENTION_HEADER, q->kernel);
    if ((error != CUDA_OCC_SUCCESS) != (p.status < 0))
        return 1;
    if (error == CUDA_OCC_SUCCESS && !same_occupancy(q, &p, &theirs))
        return 1;
    if (error == CUDA_OCC_SUCCESS && !same_available(q, &p))
        return 2;
    return same_best(q) ? 0 : 3;
}

static void show(const struct query *q, int what)
{
    note("question %d: %d.%d block %d regs %d static %zu dynamic %zu + %zu carveout %d cache %d "
         "limit %d max %zu gc %d function %d",
         what, q->device.computeMajor, q->device.computeMinor, q->block, q->function.numRegs,
         q->function.sharedSizeBytes, q->dynamic, q->per_thread, q->state.carveoutConfig,
         (int)q->state.cacheConfig, (int)q->function.shmemLimitConfig,
         q->function.maxDynamicSharedSizeBytes, (int)q->function.partitionedGCConfig,
         q->function.maxThreadsPerBlock);
}

int main(int argc, char **argv)
{
    unsigned long long count = 200000, seed = 1, i, differ[4] = {0, 0, 0, 0};
    struct query q;
    int a, what;

    for (a = 1; a + 1 < argc; a += 2) {
        if (strcmp(argv[a], "--count") == 0)
            count = strtoull(argv[a + 1], NULL, 0);
        else if (strcmp(argv[a], "--seed") == 0)
            seed = strtoull(argv[a + 1], NULL, 0);
    }
    state = seed;
    for (i = 0; i < count; i++) {
        pick_device(&q);
        pick_function(&q);
        translate(&q);
        what = different(&q);
        if (what != 0 && differ[1] + differ[2] + differ[3] < 5)
            show(&q, what);
        differ[what]++;
    }
    ok(differ[1] == 0, "groups and every output of %llu queries, seed %llu: %llu differ", count,
       seed, differ[1]);
    ok(differ[2] == 0, "shared memory left for N groups: %llu differ", differ[2]);
    ok(differ[3] == 0, "best group size: %llu differ", differ[3]);
    return done();
}
