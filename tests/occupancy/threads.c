/* SPDX-License-Identifier: MIT
 *
 * Eight threads share a custom device, an occupancy, a schedule and the tables, and each calls
 * every function. All must get the same answers. A build with -Db_sanitize=thread (scripts/analyze)
 * detects writes. Usage: threads [ROUNDS]
 */
#include <pthread.h>

#include "support.h"

#define THREADS 8

static struct {
    uint64_t own[sizeof(gpuocc_custom_device) / 8], place[sizeof(gpuocc_occupancy) / 8];
    uint64_t grid[sizeof(gpuocc_schedule) / 8];
    const gpuocc_device *device, *product;
    gpuocc_occupancy *occupancy;
    gpuocc_schedule *schedule;
    unsigned long rounds;
} shared;

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x100000001b3) + (hash >> 29);
}

static uint64_t ask_handles(uint64_t hash)
{
    uint64_t low, high;
    uint32_t which, value;

    for (which = 0; which < GPUOCC_RESULT_COUNT; which++)
        if (gpuocc_occupancy_get(shared.occupancy, which, 0, &low, &high) == GPUOCC_OK)
            hash = mix(mix(hash, low), high);
    for (which = 0; which < GPUOCC_SCHEDULE_RESULT_COUNT; which++)
        if (gpuocc_schedule_get(shared.schedule, which, 0, &low, &high) == GPUOCC_OK)
            hash = mix(mix(hash, low), high);
    if (gpuocc_occupancy_maximum(shared.occupancy, GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                                 GPUOCC_TARGET_GROUPS, 3, &value, NULL) == GPUOCC_OK)
        hash = mix(hash, value);
    return hash;
}

static uint64_t ask_devices(uint64_t hash, unsigned long round)
{
    static const char *const names[] = {"NVIDIA GeForce RTX 4090", "sm_90a", "Apple M2 Max",
                                        "AMD Radeon RX 7900 XTX (RADV NAVI31)", "10de:2684"};
    const char *name = names[round % 5];
    const gpuocc_device *device;
    gpuocc_kernel kernel = {0};
    struct place p;
    uint32_t index;

    for (index = 0; gpuocc_device_find(name, strlen(name), index, &device, NULL, NULL) == GPUOCC_OK;
         index++)
        hash = mix(hash, gpuocc_device_fingerprint(device));
    if (gpuocc_device_nearest("RTX 409", 7, 0, &device) == GPUOCC_OK && round % 16 == 0)
        hash = mix(hash, gpuocc_device_fingerprint(device));
    kernel.threads_per_group = 32 + 32 * (uint32_t)(round % 16);
    kernel.shared_bytes = 512 * (uint32_t)(round % 31);
    place(&p, shared.device, kernel);
    hash = mix(hash, (uint64_t)(int64_t)p.status);
    if (p.status == GPUOCC_OK)
        hash = mix(hash, gpuocc_occupancy_groups(p.occupancy));
    return mix(hash, gpuocc_device_fingerprint(shared.device));
}

static void *work(void *argument)
{
    uint64_t hash = 1;
    unsigned long round;

    for (round = 0; round < shared.rounds; round++)
        hash = ask_devices(ask_handles(hash), round);
    memcpy(argument, &hash, sizeof hash);
    return NULL;
}

static int share(void)
{
    static const uint32_t fields[] = {
        GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,      GPUOCC_DEVICE_PARTITIONS_PER_CORE,
        GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION,    GPUOCC_DEVICE_REGISTERS_PER_PARTITION,
        GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD,   GPUOCC_DEVICE_SHARED_POOL_BYTES,
        GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, GPUOCC_DEVICE_CORE_COUNT};
    static const uint64_t values[] = {1024, 4, 16, 16384, 255, 65536, 49152, 40};
    gpuocc_grid grid = {sizeof grid, 0, 1000, 0, 0, 0, 0};
    gpuocc_kernel kernel = {.size = sizeof kernel, .threads_per_group = 256, .shared_bytes = 1000};

    return device_in(shared.own, NULL, "shared", 6, fields, values,
                     sizeof fields / sizeof fields[0], &shared.device, NULL) == GPUOCC_OK &&
           occupancy_in(shared.place, shared.device, 0, &kernel, &shared.occupancy, NULL) ==
               GPUOCC_OK &&
           schedule_in(shared.grid, shared.occupancy, &grid, &shared.schedule, NULL) == GPUOCC_OK;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    uint64_t hashes[THREADS] = {0}, alone;
    int i, started = 0, same = 0;

    shared.rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 200;
    if (!ok(share(), "a device, an occupancy and a schedule to share"))
        return done();
    work(&alone);
    for (i = 0; i < THREADS; i++)
        started += pthread_create(&threads[i], NULL, work, &hashes[i]) == 0;
    for (i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
        same += hashes[i] == alone;
    }
    ok(started == THREADS && same == THREADS, "%d of %d threads answer what one alone answers",
       same, started);
    return done();
}
