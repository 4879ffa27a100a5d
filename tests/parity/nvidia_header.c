/* SPDX-License-Identifier: MIT
 *
 * The `header` convention against cuda_occupancy.h itself: its three questions, every output, over
 * random queries. Needs the header at build time. Usage: nvidia_header [--count N] [--seed S]
 */
#include "nvidia_query.h"

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

/* Kepler whose L1 takes more than there is: the header computes with a size_t that wrapped around.
 */
static int wraps_around(const struct query *q)
{
    const uint32_t taken = q->state.cacheConfig == CACHE_PREFER_L1      ? 32768
                           : q->state.cacheConfig == CACHE_PREFER_EQUAL ? 16384
                                                                        : 0;

    return q->device.computeMajor == 3 && q->device.sharedMemPerMultiprocessor < taken;
}

/* Whether an answer of Kepler's is none: fewer blocks than 0, or more than there is room for. */
static int is_nonsense(const struct query *q, const cudaOccResult *r)
{
    const size_t has = q->device.sharedMemPerMultiprocessor, each = r->allocatedSharedMemPerBlock;

    return q->device.computeMajor == 3 &&
           (r->blockLimitSharedMem < 0 ||
            (each != 0 && (size_t)r->blockLimitSharedMem > has / each));
}

static int same_available(const struct query *q, const struct place *p)
{
    const int blocks = one_in(2) ? (int)(1 + below(4)) : (int)(1 + below(33));
    size_t theirs = 0;
    uint32_t ours = 0;
    const cudaOccError error = cudaOccAvailableDynamicSMemPerBlock(
        &theirs, &q->device, &q->function, &q->state, blocks, q->block);
    const int32_t status =
        gpuocc_occupancy_maximum(p->occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,
                                 GPUOCC_TARGET_GROUPS, (uint32_t)blocks, &ours, NULL);

    if (wraps_around(q) &&
        (blocks != 1 || q->function.sharedSizeBytes + q->device.reservedSharedMemPerBlock != 0))
        return status == GPUOCC_NOT_POSSIBLE;
    return error != CUDA_OCC_SUCCESS ? status < 0 : status == GPUOCC_OK && ours == theirs;
}

/* The same if no bound is given, which is the header's largest one. The header tests a bound even
 * at 0 if the kernel opts in. */
static int same_unbounded(const struct query *query)
{
    struct query q = *query;
    struct place p;

    if (q.function.shmemLimitConfig == FUNC_SHMEM_LIMIT_OPTIN)
        return 1;
    q.function.maxDynamicSharedSizeBytes = INT_MAX;
    q.kernel.max_dynamic_shared_bytes = 0;
    place_as(&p, q.ours, GPUOCC_CONVENTION_HEADER, q.kernel);
    return same_available(&q, &p);
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
    status =
        best_group(q->ours, GPUOCC_CONVENTION_HEADER, &kernel, &search, 0, &threads, &groups, NULL);
    if (error != CUDA_OCC_SUCCESS)
        return status < 0 && status != GPUOCC_ERROR_INDEX;
    /* Nonsense at some size, where blocks have shared memory. */
    if (wraps_around(q) && status == GPUOCC_ERROR_DEVICE_INVALID)
        return q->function.sharedSizeBytes + q->device.reservedSharedMemPerBlock + q->dynamic +
                   q->per_thread !=
               0;
    if (block == 0)
        return status == GPUOCC_ERROR_INDEX;
    return status == GPUOCC_OK && threads == (uint32_t)block && groups * 7 == (uint32_t)grid;
}

#define REFUSED 4

/* Which of the questions is answered otherwise: 0 none, 1 occupancy, 2 available, 3 best. REFUSED
 * where the header's answer is none. */
static int different(const struct query *q)
{
    cudaOccResult theirs;
    struct place p;
    const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
        &theirs, &q->device, &q->function, &q->state, q->block, q->dynamic);

    place_as(&p, q->ours, GPUOCC_CONVENTION_HEADER, q->kernel);
    if (error == CUDA_OCC_SUCCESS && is_nonsense(q, &theirs))
        return p.status == GPUOCC_ERROR_DEVICE_INVALID && wraps_around(q) ? REFUSED : 1;
    if ((error != CUDA_OCC_SUCCESS) != (p.status < 0))
        return 1;
    if (error == CUDA_OCC_SUCCESS && !same_occupancy(q, &p, &theirs))
        return 1;
    if (error == CUDA_OCC_SUCCESS && !(same_available(q, &p) && same_unbounded(q)))
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

/* Kepler with so much memory, all of which a block may have. */
static const gpuocc_device *kepler(uint32_t generation, uint32_t bytes, uint32_t reserved)
{
    static const uint32_t fields[] = {
        GPUOCC_DEVICE_GENERATION, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP,
        GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, GPUOCC_DEVICE_SHARED_POOL_BYTES,
        GPUOCC_DEVICE_SHARED_RESERVED_BYTES};
    const uint64_t values[] = {generation, bytes, bytes, bytes, reserved};
    static uint64_t memory[sizeof(gpuocc_custom_device) / 8];
    const gpuocc_device *device = NULL;

    device_in(memory, find("3.5"), NULL, 0, fields, values, 5, &device, NULL);
    return device;
}

/* One Kepler with every cache preference and some shared memory, in all of it or in part. */
static void ask_kepler(uint32_t generation, uint32_t kib, uint32_t reserved,
                       unsigned long long *answers)
{
    const uint32_t sizes[] = {0,    1,    255,   256,   1000,       4096,          6000,
                              8192, 9000, 12288, 16384, kib * 1024, kib * 1024 + 1};
    struct query q;
    uint32_t i;
    int what;

    for (i = 0; i < 4 * 2 * sizeof sizes / sizeof sizes[0]; i++) {
        tell(&q, kepler(generation, 1024 * kib, reserved), generation);
        pick_function(&q);
        q.function.maxThreadsPerBlock = INT32_MAX;
        q.function.numRegs = 16;
        q.function.sharedSizeBytes = i / 4 % 2 ? sizes[i / 8] : 0;
        q.dynamic = i / 4 % 2 ? 0 : sizes[i / 8];
        q.state.cacheConfig = (cudaOccCacheConfig)(i % 4);
        q.state.carveoutConfig = -1;
        q.block = 64;
        q.per_thread = below(2);
        translate(&q);
        what = different(&q);
        if (what != 0 && what != REFUSED && answers[1]++ < 5)
            show(&q, what);
        answers[what]++;
    }
}

/* Kepler with less memory than L1 takes: the header's answer wherever that is one. */
static void test_kepler(void)
{
    static const uint32_t generations[] = {30, 32, 35, 37, 39};
    unsigned long long answers[5] = {0, 0, 0, 0, 0};
    uint32_t i, kib;

    for (i = 0; i < 5; i++)
        for (kib = 0; kib <= 48; kib++) {
            ask_kepler(generations[i], kib, 0, answers);
            ask_kepler(generations[i], kib, 1000, answers);
        }
    ok(answers[1] + answers[2] + answers[3] == 0 && answers[REFUSED] > 5000,
       "Kepler with 0 to 48 KiB: %llu equal answers, %llu that are none refused, %llu differ",
       answers[0], answers[REFUSED], answers[1] + answers[2] + answers[3]);
}

int main(int argc, char **argv)
{
    unsigned long long count = 200000, seed = 1, i, differ[5] = {0, 0, 0, 0, 0};
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
        if (what != 0 && what != REFUSED && differ[1] + differ[2] + differ[3] < 5)
            show(&q, what);
        differ[what]++;
    }
    ok(differ[1] == 0, "groups and every output of %llu queries, seed %llu: %llu differ",
       count - differ[REFUSED], seed, differ[1]);
    note("%llu more, of Kepler, have no answer: its size_t wraps around", differ[REFUSED]);
    ok(differ[2] == 0, "shared memory left for N groups: %llu differ", differ[2]);
    ok(differ[3] == 0, "best group size: %llu differ", differ[3]);
    test_kepler();
    return done();
}
