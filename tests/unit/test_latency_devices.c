/* SPDX-License-Identifier: MIT
 *
 * Tests what the latency model uses of devices and occupancies, also of unusual custom devices, and
 * the one-line laws at their limits.
 */
#include "latency_support.h"

#include "own.h"

/* The bandwidth of the device is treated like the rate: unlimited, or shared by its cores. */
static void device_bandwidth(void)
{
    static struct bench b;

    bench_one_load(&b);
    b.constants[0] = GPUOCC_CONSTANT_DRAM_GB_PER_S;
    b.values[0] = FREE;
    ok(bench_make(&b) == GPUOCC_OK && bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_DRAM) == 0,
       "an unlimited bandwidth of the device makes no demand");
    b.values[0] = 128;
    ok(bench_lacks(&b, RATE(DRAM)), "a share of it needs the cores");
    bench_set(&b, GPUOCC_CONSTANT_CORE_COUNT, 4);
    ok(bench_lacks(&b, RATE(DRAM)), "and the clock");
    bench_set(&b, GPUOCC_CONSTANT_CLOCK_GHZ, 2);
    ok(bench_make(&b) == GPUOCC_OK && bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_DRAM) == 10,
       "128 GB/s of 4 cores at 2 GHz are 16 bytes a cycle");
    b.values[0] = 0.5;
    ok(bench_make(&b) == GPUOCC_OK && bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_DRAM) == 2560,
       "half a GB/s is a sixteenth of a byte");
    bench_set(&b, RATE(DRAM), 32);
    ok(bench_make(&b) == GPUOCC_OK && bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_DRAM) == 5,
       "a rate of the core counts instead of it");
}

static void grids(void)
{
    static struct bench b;

    bench_one_load(&b);
    b.workload.waves_per_group = 2;
    bench_set(&b, GPUOCC_CONSTANT_CORE_COUNT, 4);
    bench_set(&b, GPUOCC_CONSTANT_TURNAROUND_CYCLES, 100);
    bench_make(&b);
    ok(bench_status(&b, 8, R_(ROUNDS), 0) == GPUOCC_NOT_APPLICABLE &&
           bench_status(&b, 8, R_(TIME_AT_LEAST), 0) == GPUOCC_NOT_APPLICABLE,
       "no grid, no rounds");
    b.workload.grid_groups = 48;
    bench_make(&b);
    ok(bench_get(&b, R_(ROUNDS), 0) == 3 && bench_get(&b, R_(TIME), 0) == 1500 &&
           bench_status(&b, 8, R_(TIME), GPUOCC_CURVE_LOWER) == GPUOCC_NOT_APPLICABLE,
       "48 groups in rounds of 4 x 4 are three, of 400 cycles and a turnaround");
    b.workload.grid_groups = 49;
    bench_make(&b);
    ok(bench_get(&b, R_(ROUNDS), 0) == 4 && bench_get(&b, R_(TIME), 0) == 2000,
       "one more is a round more");
}

static void place_mode(struct bench *b, struct place *p, const gpuocc_device *device, uint32_t mode)
{
    gpuocc_kernel kernel = {0};

    kernel.threads_per_group = 256;
    kernel.registers_per_thread = 32;
    kernel.core_mode = mode;
    place(p, device, kernel);
    b->occupancy = p->occupancy;
}

/* RDNA 2: the L1 of a CU delivers 67.4 bytes per cycle after 73.1 cycles (13.85 TB/s of 80 CUs at
 * 2.57 GHz); the CUs of an RX 6900 XT share 505 GB/s. A WGP is two CUs. */
static void modes(void)
{
    static struct bench b;
    static struct place p;
    double demands[2], latencies[2], shares[2];
    uint32_t mode;

    for (mode = 0; mode < 2; mode++) {
        bench_start(&b);
        bench_set(&b, RATE(ISSUE), FREE);
        bench_set(&b, RATE(L2), FREE);
        bench_set(&b, LAT(DRAM), 600);
        bench_load(&b, 1, 337)->l1_hit = 1;
        bench_load(&b, 1, 337);
        place_mode(&b, &p, find("Radeon RX 6900 XT"),
                   mode ? GPUOCC_CORE_MODE_WGP : GPUOCC_CORE_MODE_CU);
        bench_make(&b);
        demands[mode] = bench_at(&b, 1, R_(DEMAND), GPUOCC_RESOURCE_L1);
        shares[mode] = bench_at(&b, 1, R_(DEMAND), GPUOCC_RESOURCE_DRAM);
        latencies[mode] = bench_at(&b, 1, R_(CLASS_LATENCY), 0);
    }
    ok(apart(demands[0], 10) < 1e-12 && apart(demands[1], 5) < 1e-12 && latencies[0] == 73.1 &&
           latencies[1] == 73.1 && shares[0] > 0 && apart(shares[0], 2 * shares[1]) < 1e-12,
       "674 bytes take 10 cycles of a CU's L1 and 5 of a WGP's, each after 73.1");
    bench_set(&b, LAT(L1), 50);
    bench_make(&b);
    ok(bench_at(&b, 1, R_(CLASS_LATENCY), 0) == 50, "what is given counts, not the table");
    place_mode(&b, &p, find("gfx1030"), GPUOCC_UNKNOWN);
    ok(bench_make(&b) == GPUOCC_ERROR_MUST_BE_KNOWN && b.error.scope == GPUOCC_SCOPE_KERNEL &&
           b.error.field == GPUOCC_KERNEL_CORE_MODE && b.error.value == GPUOCC_UNKNOWN,
       "a mode that nobody knows is refused by name");
}

/* Returns the rounds of 100 groups, one wave each, with a given number of cores. */
static int32_t rounds(struct bench *b, uint64_t cores, double *value)
{
    static struct place p;

    bench_one_load(b);
    b->workload.waves_per_group = 1;
    b->workload.grid_groups = 100;
    place_mode(b, &p, edited(find("gfx1030"), GPUOCC_DEVICE_CORE_COUNT, cores),
               GPUOCC_CORE_MODE_WGP);
    return bench_make(b) != GPUOCC_OK ? b->status
                                      : gpuocc_latency_at(b->latency, 5, R_(ROUNDS), 0, value);
}

static void core_counts(void)
{
    static struct bench b;
    double value = 0;

    ok(rounds(&b, 1, &value) == GPUOCC_NOT_KNOWN &&
           rounds(&b, GPUOCC_UNKNOWN, &value) == GPUOCC_NOT_KNOWN,
       "one CU makes no WGP, and an unknown number nobody knows how many");
    ok(rounds(&b, 2, &value) == GPUOCC_OK && value == 20 && rounds(&b, 3, &value) == GPUOCC_OK &&
           value == 20 && rounds(&b, 8, &value) == GPUOCC_OK && value == 5,
       "two CUs or three make one, eight make four");
    bench_set(&b, GPUOCC_CONSTANT_CORE_COUNT, 10);
    bench_make(&b);
    ok(bench_at(&b, 5, R_(ROUNDS), 0) == 2, "cores that are given count instead");
}

/* The driver gives no answer per core. */
static void no_answer_in_waves(void)
{
    static struct bench b;
    static struct place p;
    gpuocc_kernel kernel = {0};

    kernel.threads_per_group = 256;
    kernel.wave_size = 16;
    bench_one_load(&b);
    b.workload.waves = 0;
    place_as(&p, find("Arc A770"), GPUOCC_CONVENTION_NEO, kernel);
    b.occupancy = p.occupancy;
    ok(p.status == GPUOCC_OK && bench_make(&b) == GPUOCC_NOT_KNOWN &&
           b.error.scope == GPUOCC_SCOPE_WORKLOAD && b.error.field == GPUOCC_WORKLOAD_WAVES,
       "an occupancy without waves asks for them");
    b.workload.waves = 8;
    ok(bench_make(&b) == GPUOCC_OK && bench_get(&b, R_(WAVES), 0) == 8, "which may be given");
}

/* Makes a load of 64 bytes from DRAM; nothing else limits. */
static void one_line(struct bench *b)
{
    bench_start(b);
    b->workload.waves = 16;
    bench_set(b, RATE(L1), FREE);
    bench_set(b, RATE(L2), FREE);
    bench_set(b, RATE(ISSUE), FREE);
    bench_set(b, LAT(DRAM), 400);
    bench_load(b, 1, 64);
}

/* A driver that counts for one of two tiles: half the cores and half the bandwidth, so that a core
 * has the same share as of the whole device. Constants from the caller do not change. */
static void one_tile(void)
{
    static const uint32_t conventions[] = {GPUOCC_CONVENTION_DEFAULT, GPUOCC_CONVENTION_NEO};
    static const struct change both[] = {{GPUOCC_DEVICE_CORE_COUNT, 128},
                                         {GPUOCC_DEVICE_MEMORY_MB_PER_S, 3276800}};
    const gpuocc_kernel kernel = {.threads_per_group = 256, .wave_size = 16};
    double demand[3], moved[3];
    static struct bench b;
    static struct place p;
    static struct own card;
    uint32_t i;

    (void)make_changed(&card, find("Max 1550"), NULL, both, 2);
    for (i = 0; i < 3; i++) {
        place_as(&p, made(&card), conventions[i != 0], kernel);
        one_line(&b);
        b.occupancy = p.occupancy;
        if (i == 2)
            bench_set(&b, GPUOCC_CONSTANT_DRAM_GB_PER_S, 3276.8);
        bench_make(&b);
        demand[i] = bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_DRAM);
        moved[i] = bench_get(&b, R_(GB_PER_S), GPUOCC_CURVE_UPPER);
    }
    ok(demand[0] > 0 && apart(demand[0], demand[1]) < 1e-12 && apart(moved[0], 2 * moved[1]) < 1e-9,
       "a tile of two moves %g of %g GB/s, and a core waits %g cycles as ever", moved[1], moved[0],
       demand[1]);
    ok(apart(demand[2] * 2, demand[1]) < 1e-12, "a bandwidth that is given is the tile's");
    one_line(&b);
    b.device = made(&card);
    b.workload.wave_size = 16;
    b.workload.waves_per_group = 16;
    b.workload.grid_groups = 129;
    bench_make(&b);
    ok(bench_get(&b, R_(ROUNDS), 0) == 2 &&
           apart(bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_DRAM), demand[0]) < 1e-12,
       "without an occupancy it is the whole device: 129 groups are 2 rounds");
}

/* An occupancy does not give the maximum waves of a core whose slots are unknown, either. */
static void no_slots(void)
{
    static struct bench b;
    static struct place p;
    const gpuocc_kernel kernel = {.threads_per_group = 64};

    place(&p, find("apple9"), kernel);
    bench_one_load(&b);
    b.occupancy = p.occupancy;
    ok(p.status == GPUOCC_OK && bench_make(&b) == GPUOCC_OK &&
           bench_status(&b, 8, R_(OCCUPANCY_NEEDED), 0) == GPUOCC_NOT_KNOWN &&
           bench_get(&b, R_(WAVES_NEEDED), 0) == 40,
       "a core whose slots nobody knows: how full is not known, how many waves is");
    b.workload.max_waves = 80;
    ok(bench_make(&b) == GPUOCC_OK && bench_get(&b, R_(OCCUPANCY_NEEDED), 0) == 0.5,
       "40 of 80 that are given");
}

static void lanes(void)
{
    const uint32_t fields[] = {GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,
                               GPUOCC_DEVICE_PARTITIONS_PER_CORE,
                               GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, GPUOCC_DEVICE_LANES_PER_CORE};
    uint64_t values[] = {1024, 4, 16, 0};
    static struct own machine;
    gpuocc_source source = {sizeof source, 0, "", ""};
    double value = 0, low = 0, high = 0;

    make_own(&machine, NULL, NULL, fields, values, 4);
    ok(gpuocc_device_constant(machine.device, RATE(FP32), 32, &value, NULL, NULL) ==
           GPUOCC_NOT_KNOWN,
       "a core without lanes has no rate");
    values[3] = 128;
    make_own(&machine, NULL, NULL, fields, values, 4);
    ok(gpuocc_device_constant(machine.device, RATE(FP32), 0, &value, NULL, NULL) == GPUOCC_OK &&
           value == 4 &&
           gpuocc_device_constant(machine.device, RATE(FP32), 16, &value, &low, &high) ==
               GPUOCC_OK &&
           value == 8 && low == 8 && high == 8 &&
           gpuocc_device_constant(find("Arc A770"), RATE(FP32), 0, &value, NULL, NULL) ==
               GPUOCC_NOT_KNOWN &&
           gpuocc_device_constant(find("Arc A770"), RATE(FP32), 16, &value, NULL, NULL) ==
               GPUOCC_OK &&
           value == 8,
       "128 lanes are 4 waves of 32 or 8 of 16; where no wave size is usual, it has to be given");
    ok(gpuocc_device_constant_source(machine.device, RATE(FP32), &source) == GPUOCC_OK &&
           source.confidence == GPUOCC_CONFIDENCE_CALLER && source.document[0] != 0 &&
           gpuocc_device_constant_source(find("sm_90"), LAT(DRAM), &source) == GPUOCC_OK &&
           gpuocc_device_constant_source(machine.device, LAT(DRAM), &source) == GPUOCC_NOT_KNOWN,
       "it comes from the caller");
}

/* From 2^53 on all doubles are whole; 9 x 10^18 is the largest count. */
static void laws(void)
{
    const double most = 549316406250000.0; /* x 2^14 is 9 x 10^18 */
    double value = 0, rate = 0;
    uint64_t count = 0;

    ok(gpuocc_little_count(1e15, 1 / 16.0, &count, NULL) == GPUOCC_OK &&
           count == UINT64_C(16000000000000000) &&
           gpuocc_little_count(9007199254740991.0 / 16, 1 / 16.0, &count, NULL) == GPUOCC_OK &&
           count == UINT64_C(9007199254740991) &&
           gpuocc_little_count(0x1p49, 1 / 16.0, &count, NULL) == GPUOCC_OK &&
           count == UINT64_C(1) << 53,
       "counts around 2^53 are exact");
    ok(gpuocc_little_count(most, 1 / 16384.0, &count, NULL) == GPUOCC_OK &&
           count == UINT64_C(9000000000000000000) &&
           gpuocc_little_count(most + 0.125, 1 / 16384.0, &count, NULL) ==
               GPUOCC_ERROR_BAD_NUMBER &&
           gpuocc_little_count(1, 1, NULL, NULL) == GPUOCC_ERROR_NULL,
       "9 x 10^18 are counted, and no more");
    ok(gpuocc_little_count(1e-12, 1e15, &count, NULL) == GPUOCC_OK && count == 1 &&
           gpuocc_little_count(3, 1.5, &count, NULL) == GPUOCC_OK && count == 2 &&
           gpuocc_little_count(3.000001, 1.5, &count, NULL) == GPUOCC_OK && count == 3,
       "the least of anything needs one");
    ok(gpuocc_little_memory_rate(211, 1.266, 16, 128, &rate, NULL) == GPUOCC_OK &&
           gpuocc_little_pipe(386, rate, &value, NULL) == GPUOCC_OK &&
           apart(value, 31.4128) < 1e-5 && apart(rate, 0.0813802) < 1e-5 &&
           gpuocc_little_memory_rate(211, 1.266, 16, 128, NULL, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_little_pipe(9, 6, NULL, NULL) == GPUOCC_ERROR_NULL,
       "386 cycles of 211 GB/s on 16 cores are 31.41 loads (Volkov)");
    ok(gpuocc_little_pipe(1e15, 1e-12, &value, NULL) == GPUOCC_OK && value == 1000 &&
           gpuocc_little_pipe(1.0000001e15, 1, &value, NULL) == GPUOCC_ERROR_BAD_NUMBER &&
           gpuocc_little_pipe(1, 0.9999999e-12, &value, NULL) == GPUOCC_ERROR_BAD_NUMBER,
       "numbers from 10^-12 to 10^15");
}

/* Intel's compiler (LatencyTable.h) has different latencies for SIMD8, SIMD16 and SIMD32, each from
 * one source and without a spread. If it has one for all widths, the spread is that of the
 * sources. */
static void widths(void)
{
    static const uint32_t waves[] = {0, 8, 16, 32};
    static const struct {
        const char *name;
        uint32_t constant;
        double values[4], low, high; /* 0: equal to the value */
    } rows[] = {{"Arc A770", LAT(FP32), {11, 10, 11, 13}, 0, 0},
                {"Arc A770", LAT(SPECIAL), {21, 17, 21, 29}, 0, 0},
                {"Arc A770", LAT(SHARED), {28, 28, 28, 45}, 0, 0},
                {"Arc A770", LAT(L1), {45, 45, 45, 45}, 0, 0},
                {"gen9", LAT(FP32), {14, 14, 14, 14}, 8, 14},
                {"gen9", LAT(SPECIAL), {22, 22, 22, 22}, 22, 30},
                {"sm_90", LAT(DRAM), {658.4, 658.4, 658.4, 658.4}, 570, 834.5}};
    uint32_t i, k, good = 0;
    static struct bench b;
    double value, low, high;

    for (i = 0; i < 7; i++)
        for (k = 0; k < 4; k++)
            good += gpuocc_device_constant(find(rows[i].name), rows[i].constant, waves[k], &value,
                                           &low, &high) == GPUOCC_OK &&
                    value == rows[i].values[k] && low == (rows[i].low > 0 ? rows[i].low : value) &&
                    high == (rows[i].high > 0 ? rows[i].high : value);
    ok(good == 28, "%u of 28 latencies by the width of a wave, and their spread", good);
    for (good = 0, k = 1; k < 4; k++) {
        bench_start(&b);
        b.device = find("Arc A770");
        b.workload.waves = 8;
        b.workload.wave_size = waves[k];
        bench_set(&b, RATE(ISSUE), FREE);
        bench_add(&b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, 10);
        good += bench_make(&b) == GPUOCC_OK &&
                bench_get(&b, R_(WAVE_LATENCY), 0) == 10 * rows[0].values[k];
    }
    ok(good == 3, "ten dependent instructions take as long as ten of that width");
}

int main(void)
{
    device_bandwidth();
    grids();
    modes();
    widths();
    core_counts();
    no_answer_in_waves();
    one_tile();
    no_slots();
    lanes();
    laws();
    return done();
}
