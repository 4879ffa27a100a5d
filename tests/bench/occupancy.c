/* SPDX-License-Identifier: MIT
 *
 * One query through a handle and three getters, against cuda_occupancy.h, in one process and by
 * turns; medians of the rounds and their ratio. Needs the header at build time.
 * Usage: bench_occupancy [ROUNDS]
 */
#define _POSIX_C_SOURCE 200809L
#include <cuda_occupancy.h>

#include <time.h>

#include "support.h"

#define QUERIES     4096
#define REPEATS     100
#define MOST_ROUNDS 101

static struct {
    uint32_t threads, registers, shared;
} queries[QUERIES];

static uint64_t sink;

static double now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void make_queries(void)
{
    uint32_t state = 1, i;

    for (i = 0; i < QUERIES; i++) {
        state = state * 1664525u + 1013904223u;
        queries[i].threads = 32 * (1 + (state >> 20) % 32);
        queries[i].registers = 16 + (state >> 10) % 200;
        queries[i].shared = (state >> 5) % 40000;
    }
}

static double ours(const gpuocc_device *device)
{
    uint64_t memory[GPUOCC_OCCUPANCY_BYTES / 8];
    gpuocc_occupancy *occupancy;
    gpuocc_kernel k = {0};
    const double start = now_ns();
    uint32_t i, r;

    k.size = sizeof k;
    for (r = 0; r < REPEATS; r++)
        for (i = 0; i < QUERIES; i++) {
            k.threads_per_group = queries[i].threads;
            k.registers_per_thread = queries[i].registers;
            k.shared_bytes = queries[i].shared;
            gpuocc_occupancy_init(memory, sizeof memory, device, 0, &k, &occupancy, NULL);
            sink += gpuocc_occupancy_groups(occupancy) + gpuocc_occupancy_waves(occupancy) +
                    gpuocc_occupancy_limiters(occupancy);
        }
    return (now_ns() - start) / QUERIES / REPEATS;
}

/* The limits of compute capability 8.0, which the header wants from its caller. */
static double header(void)
{
    cudaOccDeviceProp p;
    cudaOccFuncAttributes f;
    cudaOccDeviceState s;
    cudaOccResult result;
    double start;
    uint32_t i, r;

    memset(&result, 0, sizeof result);
    memset(&p, 0, sizeof p);
    memset(&f, 0, sizeof f);
    memset(&s, 0, sizeof s);
    p.computeMajor = 8;
    p.maxThreadsPerBlock = 1024;
    p.maxThreadsPerMultiprocessor = 2048;
    p.regsPerBlock = p.regsPerMultiprocessor = 65536;
    p.warpSize = 32;
    p.sharedMemPerBlock = 49152;
    p.sharedMemPerMultiprocessor = 167936;
    p.sharedMemPerBlockOptin = 166912;
    p.reservedSharedMemPerBlock = 1024;
    p.numSms = 108;
    f.maxThreadsPerBlock = 1024;
    f.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    f.numBlockBarriers = 1;
    s.carveoutConfig = -1;
    start = now_ns();
    for (r = 0; r < REPEATS; r++)
        for (i = 0; i < QUERIES; i++) {
            f.numRegs = (int)queries[i].registers;
            f.sharedSizeBytes = queries[i].shared;
            cudaOccMaxActiveBlocksPerMultiprocessor(&result, &p, &f, &s, (int)queries[i].threads,
                                                    0);
            sink += (uint64_t)result.activeBlocksPerMultiprocessor + result.limitingFactors;
        }
    return (now_ns() - start) / QUERIES / REPEATS;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    const gpuocc_device *device = find("8.0");
    unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 15, i;
    double mine[MOST_ROUNDS], theirs[MOST_ROUNDS], ratio[MOST_ROUNDS];

    rounds = rounds == 0 || rounds > MOST_ROUNDS ? MOST_ROUNDS : rounds;
    make_queries();
    for (i = 0; i < rounds; i++) {
        mine[i] = ours(device);
        theirs[i] = header();
        ratio[i] = theirs[i] / mine[i];
    }
    qsort(mine, rounds, sizeof *mine, by_value);
    qsort(theirs, rounds, sizeof *theirs, by_value);
    qsort(ratio, rounds, sizeof *ratio, by_value);
    printf("one query, init and three getters: %.1f ns; cuda_occupancy.h: %.1f ns; header / ours "
           "%.2f (medians of %lu rounds of %d mixed queries; check %llu)\n",
           mine[rounds / 2], theirs[rounds / 2], ratio[rounds / 2], rounds, QUERIES * REPEATS,
           (unsigned long long)sink);
    return 0;
}
