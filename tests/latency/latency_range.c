/* SPDX-License-Identifier: MIT
 *
 * Tests what a latency uses of an occupancy, if it is a range and if not; and what one class would
 * need together with others.
 */
#include "latency_support.h"
#include "support.h"

/* Makes the latency of one load on a core with this kernel; all constants except partitions are
 * given. */
static int32_t on(struct bench *b, struct place *p, const char *device, gpuocc_kernel kernel)
{
    kernel.size = sizeof kernel;
    place(p, find(device), kernel);
    bench_one_load(b);
    b->workload.waves = b->workload.wave_size = 0;
    b->occupancy = p->occupancy;
    return bench_make(b);
}

/* 256 threads with 1 to 255 registers on sm_80: 8 to 64 waves of 64 slots. */
static void ranges(void)
{
    static struct bench b;
    static struct place p;
    gpuocc_kernel kernel = {.threads_per_group = 256, .registers_per_thread = GPUOCC_UNKNOWN};
    double low = 0;

    ok(on(&b, &p, "sm_80", kernel) == GPUOCC_OK && bench_is_range(&b, R_(WAVES), 0, 8, 64),
       "waves of a kernel whose registers are not known");
    ok(bench_is_range(&b, R_(THROUGHPUT), GPUOCC_CURVE_UPPER, 8 / 400.0, 1 / 10.0) &&
           bench_is_range(&b, R_(MORE_WAVES), 0, GPUOCC_MORE_WAVES_NONE_LEFT,
                          GPUOCC_MORE_WAVES_HELP) &&
           bench_is_range(&b, R_(GAIN), GPUOCC_CURVE_UPPER, 1, bench_at(&b, 8, R_(GAIN), 0)) &&
           bench_is_range(&b, R_(DEMAND), GPUOCC_RESOURCE_DRAM, 10, 10),
       "results of both ends, the smaller first");
    ok(gpuocc_latency_get(b.latency, R_(DEMAND), 99, &low, NULL) == GPUOCC_ERROR_INDEX &&
           gpuocc_latency_get(NULL, R_(WAVES), 0, NULL, NULL) == GPUOCC_ERROR_NULL && low == 0,
       "no result leaves its places alone");
    ok(bench_at(&b, 40, R_(OCCUPANCY_NEEDED), 0) == 40 / 64.0 &&
           bench_at(&b, 8, R_(BYTES_PER_THREAD_NEEDED), 0) ==
               bench_at(&b, 8, R_(LOADS_NEEDED), 0) * 160 / 32,
       "slots and threads of a wave that both ends agree on");
    kernel.registers_per_thread = 32;
    ok(on(&b, &p, "sm_80", kernel) == GPUOCC_OK && bench_is_range(&b, R_(WAVES), 0, 64, 64),
       "waves of a kernel that is known");
}

/* Values of the workload precede those of the occupancy. */
static void given(void)
{
    static struct bench b;
    static struct place p;
    gpuocc_kernel kernel = {.threads_per_group = 256};

    on(&b, &p, "sm_80", kernel);
    b.workload.grid_groups = 16;
    bench_set(&b, GPUOCC_CONSTANT_CORE_COUNT, 1);
    bench_set(&b, GPUOCC_CONSTANT_TURNAROUND_CYCLES, 0);
    bench_make(&b);
    ok(bench_at(&b, 64, R_(ROUNDS), 0) == 2 && bench_at(&b, 64, R_(GAIN), 0) == 1 &&
           bench_at(&b, 64, R_(MORE_WAVES), 0) == GPUOCC_MORE_WAVES_NONE_LEFT,
       "8 groups of 8 waves in 64 slots");
    b.workload.waves = 4;
    b.workload.waves_per_group = 1;
    b.workload.max_waves = 1;
    b.workload.wave_size = 1;
    bench_make(&b);
    ok(bench_get(&b, R_(WAVES), 0) == 4 && bench_at(&b, 4, R_(ROUNDS), 0) == 4 &&
           bench_at(&b, 1, R_(MORE_WAVES), 0) == GPUOCC_MORE_WAVES_NONE_LEFT &&
           bench_at(&b, 0.5, R_(GAIN), 0) == 2 &&
           bench_at(&b, 8, R_(BYTES_PER_THREAD_NEEDED), 0) ==
               bench_at(&b, 8, R_(LOADS_NEEDED), 0) * 160,
       "one each, as the workload says");
    b.workload.waves = 0;
    b.workload.max_waves = 0;
    bench_make(&b);
    ok(bench_at(&b, 64, R_(MORE_WAVES), 0) == GPUOCC_MORE_WAVES_NONE_LEFT &&
           bench_at(&b, 63, R_(MORE_WAVES), 0) != GPUOCC_MORE_WAVES_NONE_LEFT,
       "and the rest of the occupancy");
    bench_one_load(&b);
    b.workload.wave_size = 0;
    b.device = find("gfx90a");
    bench_make(&b);
    ok(bench_at(&b, 4, R_(LOADS_NEEDED), 0) == 11 &&
           bench_at(&b, 4, R_(BYTES_PER_THREAD_NEEDED), 0) == 11 * 2.5,
       "without one, waves are of the device's size");
    b.workload.wave_size = 1;
    bench_make(&b);
    ok(bench_at(&b, 4, R_(BYTES_PER_THREAD_NEEDED), 0) == 11 * 160, "unless one is given");
}

/* Four partitions of sm_80, one if their number is unknown. */
static void partitions(void)
{
    static struct bench b;
    static struct place p;
    gpuocc_kernel kernel = {.threads_per_group = 256};

    on(&b, &p, "sm_80", kernel);
    bench_set(&b, LAT(FP32), 4);
    b.values[4] = 2;
    bench_add(&b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, 100)->chains = 100;
    bench_make(&b);
    ok(bench_get(&b, R_(WAVE_LATENCY), 0) == 600, "pipes are divided among the four of sm_80");
    bench_set(&b, GPUOCC_CONSTANT_PARTITIONS, 2);
    bench_make(&b);
    ok(bench_get(&b, R_(WAVE_LATENCY), 0) == 500, "or the two that are given");
    bench_one_load(&b);
    bench_make(&b);
    ok(bench_at(&b, 3.5, R_(THROUGHPUT), GPUOCC_CURVE_PARTITIONED) == 3.5 / 400, "or one");
}

/* Constants that must be known. */
static void unknowns(void)
{
    static struct bench b;
    static struct place p;
    gpuocc_kernel kernel = {.threads_per_group = 256, .wave_size = GPUOCC_UNKNOWN};

    ok(on(&b, &p, "gfx1030", kernel) == GPUOCC_ERROR_MUST_BE_KNOWN &&
           b.error.scope == GPUOCC_SCOPE_KERNEL && b.error.field == GPUOCC_KERNEL_WAVE_SIZE &&
           b.error.value == GPUOCC_UNKNOWN && b.error.limit == 0,
       "threads of a wave");
    b.workload.wave_size = 1;
    ok(bench_make(&b) == GPUOCC_OK, "unless the workload says them, one at least");
    kernel.wave_size = 32;
    kernel.core_mode = GPUOCC_UNKNOWN;
    ok(on(&b, &p, "gfx1030", kernel) == GPUOCC_ERROR_MUST_BE_KNOWN &&
           b.error.scope == GPUOCC_SCOPE_KERNEL && b.error.field == GPUOCC_KERNEL_CORE_MODE &&
           b.error.value == GPUOCC_UNKNOWN && b.error.limit == 0,
       "the mode of a core");
}

/* A rate of the tables is per core of the tables, and doubled in WGP mode. */
static void tables(void)
{
    static struct bench b;
    const gpuocc_device *device = find("gfx1030");
    double rate = 0;

    bench_one_load(&b);
    b.device = device;
    b.constant_count = 0;
    bench_set(&b, RATE(DRAM), FREE);
    bench_set(&b, RATE(L2), FREE);
    bench_set(&b, RATE(ISSUE), FREE);
    bench_set(&b, RATE(L1), FREE);
    b.classes[0].latency_cycles = 100;
    bench_add(&b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, 3)->latency_cycles = 4;
    ok(gpuocc_device_constant(device, RATE(FP32), 32, &rate, NULL, NULL) == GPUOCC_OK &&
           bench_make(&b) == GPUOCC_OK &&
           bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_FP32) == 3 / rate,
       "without an occupancy a core is one of the tables");
}

/* What is unknown about a device's occupancy is unknown to a latency as well. */
static void devices(void)
{
    static struct bench b;
    static struct place p;
    const gpuocc_device *device = NULL;
    gpuocc_kernel kernel = {0};
    uint32_t i, wrong = 0, waves = 0, slots = 0;
    int32_t status;

    for (i = 0; gpuocc_device_at(i, &device) == GPUOCC_OK; i++) {
        kernel.size = sizeof kernel;
        kernel.threads_per_group = 64;
        kernel.wave_size = 0;
        if (place(&p, device, kernel) != GPUOCC_OK)
            kernel.wave_size = 16;
        if (place(&p, device, kernel) != GPUOCC_OK)
            continue;
        bench_one_load(&b);
        b.workload.waves = 0;
        b.occupancy = p.occupancy;
        status = bench_make(&b);
        if (gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_WAVES, 0, NULL, NULL) != GPUOCC_OK) {
            wrong += status != GPUOCC_NOT_KNOWN || b.error.scope != GPUOCC_SCOPE_WORKLOAD ||
                     b.error.field != GPUOCC_WORKLOAD_WAVES || b.error.value != 0 ||
                     b.error.limit != 0;
            b.workload.waves = 8;
            status = bench_make(&b);
        } else {
            waves++;
        }
        if (gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_MAX_WAVES, 0, NULL, NULL) != GPUOCC_OK)
            wrong += status == GPUOCC_OK && bench_status(&b, 8, R_(GAIN), 0) != GPUOCC_NOT_KNOWN;
        else
            slots++;
    }
    ok(wrong == 0 && waves > 0, "%u devices, waves of %u, slots of %u: %u wrong", i, waves, slots,
       wrong);
}

/* F11 together with other classes. */
static void beside(void)
{
    static struct bench b;

    bench_one_load(&b);
    bench_load(&b, 1, 160);
    bench_make(&b);
    ok(bench_status(&b, 39, R_(LOADS_NEEDED), 0) == GPUOCC_NOT_APPLICABLE &&
           bench_status(&b, 39, R_(LOADS_NEEDED), 1) == GPUOCC_NOT_APPLICABLE,
       "of two classes of loads neither is the only one");
    b.class_count = 1;
    bench_make(&b);
    ok(bench_status(&b, 39, R_(LOADS_NEEDED), 0) == GPUOCC_OK, "of one it is");
    b.values[0] = b.values[2] = FREE;
    b.values[1] = 16;
    bench_make(&b);
    ok(bench_get(&b, R_(BINDING_AT_LIMIT), 0) == GPUOCC_RESOURCE_L1 &&
           bench_at(&b, 4, R_(LOADS_NEEDED), 0) == 11,
       "the same of L1, which is memory");
    b.values[1] = FREE;
    b.values[3] = 0.1;
    bench_make(&b);
    ok(bench_status(&b, 4, R_(LOADS_NEEDED), 0) == GPUOCC_NOT_APPLICABLE, "issue is not");
    bench_one_load(&b);
    bench_set(&b, DIST(ISSUE), 10);
    bench_make(&b);
    ok(bench_status(&b, 1, R_(LOADS_NEEDED), 0) == GPUOCC_NOT_POSSIBLE &&
           bench_status(&b, 1, R_(CHAINS_NEEDED), 0) == GPUOCC_NOT_POSSIBLE &&
           bench_at(&b, 1.5, R_(CHAINS_NEEDED), 0) == 400 / 15.0,
       "waves that have just the time of the issue hide nothing");
}

int main(void)
{
    ranges();
    given();
    partitions();
    unknowns();
    tables();
    devices();
    beside();
    return done();
}
