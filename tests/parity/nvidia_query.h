/* SPDX-License-Identifier: MIT
 *
 * Random questions about random devices, in the words of cuda_occupancy.h and in ours.
 */
#ifndef NVIDIA_QUERY_H
#define NVIDIA_QUERY_H

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
    static uint64_t memory[sizeof(gpuocc_custom_device) / 8];
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
    device_in(memory, *device, NULL, 0, fields, values, 6, device, NULL);
}

/* Gives Kepler about as much memory as its L1 takes or less, and any device nothing of one
 * resource. */
static void shrink_device(const gpuocc_device **device)
{
    static const uint32_t fields[] = {
        GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP,
        GPUOCC_DEVICE_SHARED_POOL_BYTES,          GPUOCC_DEVICE_REGISTERS_PER_PARTITION,
        GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP,
    };
    static uint64_t memory[sizeof(gpuocc_custom_device) / 8];
    const uint32_t kib = 1024 * (one_in(3) ? 16 + 16 * below(2) : 1 + below(52));
    uint64_t values[5];
    uint32_t i;

    for (i = 0; i < 5; i++)
        values[i] = i < 3 ? kib : get(*device, fields[i]);
    if (one_in(4))
        values[1 + below(4)] = 0;
    if (values[2] == 0)
        values[0] = values[1] = 0;
    device_in(memory, *device, NULL, 0, fields, values, 5, device, NULL);
}

/* The numbers of a device that the header is told. */
static void tell(struct query *q, const gpuocc_device *d, uint32_t generation)
{
    const uint32_t partitions = get(d, GPUOCC_DEVICE_PARTITIONS_PER_CORE);

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

/* Compute capabilities of the table under their own number, or under one the header has no row
 * of. */
static void pick_device(struct query *q)
{
    static uint64_t memory[sizeof(gpuocc_custom_device) / 8];
    static const char known[][5] = {"3.0",  "3.2",  "3.5",  "3.7", "5.0", "5.2",  "5.3",
                                    "6.0",  "6.1",  "6.2",  "7.0", "7.2", "7.5",  "8.0",
                                    "8.6",  "8.7",  "8.8",  "8.9", "9.0", "10.0", "10.1",
                                    "10.3", "11.0", "12.0", "12.1"};
    const uint32_t field = GPUOCC_DEVICE_GENERATION;
    static const gpuocc_device *devices[sizeof known / sizeof known[0]];
    const uint32_t which = below(sizeof known / sizeof known[0]);
    const gpuocc_device *d =
        devices[which] ? devices[which] : (devices[which] = find(known[which]));
    uint64_t generation = get(d, field);

    if (one_in(20)) {
        generation = 10 * (3 + below(11)) + below(10);
        device_in(memory, d, NULL, 0, &field, &generation, 1, &d, NULL);
    }
    /* Under another number slots and registers are spread over its partitions, whole ones each. */
    if (one_in(10) && generation == get(find(known[which]), field))
        change_device(&d);
    if (one_in(generation < 40 ? 4 : 50))
        shrink_device(&d);
    tell(q, d, (uint32_t)generation);
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

static inline void translate(struct query *q)
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

#endif
