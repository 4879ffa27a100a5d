/* SPDX-License-Identifier: MIT
 *
 * Tests what the latency model uses of devices and occupancies, also of unusual custom devices: the
 * one-line laws at their limits; the basis of its constants, by the figures of their sources; the
 * memory, which does not depend on the cores' clock: with another clock the latency of DRAM is the
 * same in ns, and proportional to the clock in cycles; and the constants of the tables, which
 * change nothing if they are given by hand.
 */
#include "latency_support.h"
#include "own.h"
#include "support.h"
#include "gpuocc/latency.h"
#include "tally.h"

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
    gpuocc_kernel kernel = {
        .threads_per_group = 256, .registers_per_thread = 32, .core_mode = mode};

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
    gpuocc_kernel kernel = {.threads_per_group = 256, .wave_size = 16};

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

#define NS    GPUOCC_CONSTANT_DRAM_LATENCY_NS
#define SHARE GPUOCC_CONSTANT_DRAM_SHARE

static struct bench clocked;

/* Starts a load of 128 bytes per wave, for which the tables have the latency and the bandwidth. */
static void start(const gpuocc_device *device)
{
    bench_start(&clocked);
    clocked.device = device;
    clocked.workload.waves = 8;
    clocked.workload.wave_size = 32;
    bench_set(&clocked, RATE(L1), FREE);
    bench_set(&clocked, RATE(L2), FREE);
    bench_set(&clocked, RATE(ISSUE), FREE);
    bench_load(&clocked, 1, 128);
}

/* Whether the latency has this constant. */
static int has(uint32_t constant, double value, double low, double high, uint32_t basis)
{
    double v = -1, l = -1, h = -1;
    uint32_t from = 99;

    return gpuocc_latency_constant(clocked.latency, constant, &v, &l, &h, &from) == GPUOCC_OK &&
           v == value && l == low && h == high && from == basis &&
           gpuocc_latency_constant(clocked.latency, constant, NULL, NULL, NULL, NULL) == GPUOCC_OK;
}

static void inferred(void)
{
    double value = -1, low = -1, high = -1;
    uint32_t basis = 99;

    start(find("RTX A6000"));
    ok(bench_make(&clocked) == GPUOCC_OK && has(NS, 276, 221, 389, GPUOCC_BASIS_INFERRED),
       "RTX A6000: 276 ns, 221 to 389, inferred");
    ok(gpuocc_latency_constant(clocked.latency, LAT(DRAM), &value, &low, &high, &basis) ==
               GPUOCC_OK &&
           basis == GPUOCC_BASIS_INFERRED && low / value == 221.0 / 276 &&
           high / value == 389.0 / 276,
       "the same in cycles");
    ok(gpuocc_device_constant_basis(clocked.device, NS, 0, &basis) == GPUOCC_OK &&
           basis == GPUOCC_BASIS_INFERRED,
       "and of the device");
    ok(has(RATE(L1), FREE, FREE, FREE, GPUOCC_BASIS_GIVEN), "a rate that was given has no spread");
    ok(gpuocc_latency_constant(clocked.latency, LAT(FP64), &value, NULL, NULL, NULL) ==
               GPUOCC_NOT_KNOWN &&
           gpuocc_latency_constant(clocked.latency, GPUOCC_CONSTANT_COUNT, NULL, NULL, NULL,
                                   NULL) == GPUOCC_ERROR_FIELD &&
           gpuocc_latency_constant(NULL, NS, NULL, NULL, NULL, NULL) == GPUOCC_ERROR_NULL,
       "a constant without a source, none, and no latency");
    ok(bench_get(&clocked, R_(BASIS), 0) == GPUOCC_BASIS_INFERRED,
       "the answer is as certain as that");
    ok(gpuocc_latency_left_out(clocked.latency) == 0 && gpuocc_latency_left_out(NULL) == 0,
       "no rate is left out");
}

/* With very many waves the memory is always busy: the upper bound is the published bandwidth, the
 * expected value and the lower curve are the share of it that such boards reach. */
static void share_of_memory(void)
{
    double published = 0, share = 0, low = 0;
    const double waves = 65536;

    start(find("RTX A6000"));
    (void)gpuocc_device_constant(clocked.device, GPUOCC_CONSTANT_DRAM_GB_PER_S, 0, &published, NULL,
                                 NULL);
    (void)gpuocc_device_constant(clocked.device, SHARE, 0, &share, &low, NULL);
    (void)bench_make(&clocked);
    ok(share > 0.85 && share < 0.95 && low < share, "such boards reach 85 to 95 %%");
    ok(bench_at(&clocked, waves, R_(GB_PER_S), GPUOCC_CURVE_UPPER) == published,
       "at most the published bandwidth");
    ok(bench_at(&clocked, waves, R_(GB_PER_S), GPUOCC_CURVE_EXPECTED) <= share * published &&
           bench_at(&clocked, waves, R_(GB_PER_S), GPUOCC_CURVE_EXPECTED) >
               0.98 * share * published,
       "and %.0f %% of it are expected", 100 * share);
    ok(bench_at(&clocked, waves, R_(GB_PER_S), GPUOCC_CURVE_LOWER) <= low * published &&
           bench_at(&clocked, waves, R_(GB_PER_S), GPUOCC_CURVE_LOWER) > 0.98 * low * published,
       "at least %.0f %%", 100 * low);
    bench_set(&clocked, GPUOCC_CONSTANT_DRAM_GB_PER_S, 500);
    (void)bench_make(&clocked);
    ok(bench_at(&clocked, waves, R_(GB_PER_S), GPUOCC_CURVE_EXPECTED) > 0.98 * 500,
       "a bandwidth that was given is reached");
}

/* If a core can have few outstanding loads, these limit the throughput, and the share of the peak
 * is that of the fastest memory: 10 loads in 221 ns are the maximum. */
static void few_loads(void)
{
    double upper, expected;

    start(find("RTX A6000"));
    bench_set(&clocked, GPUOCC_CONSTANT_LOADS_PER_CORE, 10);
    (void)bench_make(&clocked);
    upper = bench_at(&clocked, 65536, R_(SHARE_OF_PEAK), GPUOCC_CURVE_UPPER);
    expected = bench_at(&clocked, 65536, R_(SHARE_OF_PEAK), GPUOCC_CURVE_EXPECTED);
    ok(upper > 0.999 && upper <= 1, "10 loads per core: the bound is the peak");
    ok(expected / upper > 0.98 * 221 / 276 && expected / upper <= 1.0001 * 221 / 276,
       "and with the median of the latency 221/276 of it");
}

/* Each value of a latency and of its neighbours is that of the device with equal figures. */
static void equal_figures(void)
{
    const gpuocc_device *device;
    double value, ns;
    uint32_t basis, i, differ = 0, seen = 0;

    for (i = 0; gpuocc_device_at(i, &device) == GPUOCC_OK; i++) {
        if (gpuocc_device_constant(device, LAT(DRAM), 0, &value, NULL, NULL) != GPUOCC_OK ||
            gpuocc_device_constant(device, NS, 0, &ns, NULL, NULL) != GPUOCC_OK ||
            gpuocc_device_constant(device, GPUOCC_CONSTANT_CLOCK_GHZ, 0, &value, NULL, NULL) !=
                GPUOCC_OK)
            continue;
        start(device);
        seen++;
        differ += bench_make(&clocked) == GPUOCC_OK &&
                  (gpuocc_latency_constant(clocked.latency, NS, &value, NULL, NULL, &basis) !=
                       GPUOCC_OK ||
                   value != ns || basis == GPUOCC_BASIS_GIVEN);
    }
    ok(differ == 0 && seen > 200, "%lu products have the latency of their device",
       (unsigned long)seen);
}

#define DRAM_LATENCY (GPUOCC_CONSTANT_LATENCY + GPUOCC_RESOURCE_DRAM)

static uint32_t devices, wrong;

static double constant_of(const gpuocc_device *device, uint32_t constant)
{
    double value = -1;

    (void)gpuocc_device_constant(device, constant, 0, &value, NULL, NULL);
    return value;
}

/* The clock in the constants may be rounded to 1/1000. */
static int is_near(double value, double wanted)
{
    return value > wanted * 0.998 && value < wanted * 1.002;
}

static void test_device(const gpuocc_device *device)
{
    const double ns = constant_of(device, GPUOCC_CONSTANT_DRAM_LATENCY_NS);
    struct change change = {GPUOCC_DEVICE_CLOCK_MHZ, 0};
    struct own own;
    uint64_t clock = 0;

    if (ns <= 0 || gpuocc_device_get(device, GPUOCC_DEVICE_CLOCK_MHZ, 0, &clock) != GPUOCC_OK)
        return;
    change.value = (uint32_t)clock * 2;
    make_changed(&own, device, NULL, &change, 1);
    devices++;
    if (constant_of(made(&own), GPUOCC_CONSTANT_DRAM_LATENCY_NS) != ns ||
        !is_near(constant_of(made(&own), DRAM_LATENCY), 2 * constant_of(device, DRAM_LATENCY))) {
        if (wrong++ < 5)
            note("%s: %g ns, %g with twice its clock", gpuocc_device_name(device), ns,
                 constant_of(made(&own), GPUOCC_CONSTANT_DRAM_LATENCY_NS));
    }
}

/* A device edited to equal another product, except for its clock, has that product's latency,
 * whatever the clock is. The products of a pair have different latencies. */
static void test_pairs(void)
{
    static const char *const pairs[][2] = {{"GeForce RTX 4080", "GeForce RTX 4090"},
                                           {"A100 PCIe 40 GB", "A100 PCIe 80 GB"},
                                           {"H100 PCIe 80 GB", "H100 SXM5 80 GB"},
                                           {"Radeon RX 7900 XT", "Radeon RX 7900 XTX"},
                                           {"Apple M1", "Apple M1 Max"}};
    static const uint32_t figures[] = {GPUOCC_DEVICE_CORE_COUNT, GPUOCC_DEVICE_MIN_CORE_COUNT,
                                       GPUOCC_DEVICE_CLOCK_MHZ,  GPUOCC_DEVICE_MEMORY_MB_PER_S,
                                       GPUOCC_DEVICE_L2_KIB,     GPUOCC_DEVICE_LAST_LEVEL_KIB};
    uint32_t i, k, f;

    for (i = 0; i < 2 * sizeof pairs / sizeof pairs[0]; i++) {
        const gpuocc_device *from = NULL, *to = NULL;
        struct change changes[6] = {{0, 0}};
        int good = 1;
        double ns[2];
        struct own own;

        (void)gpuocc_device_find(pairs[i / 2][i % 2], strlen(pairs[i / 2][i % 2]), 0, &from, NULL,
                                 NULL);
        (void)gpuocc_device_find(pairs[i / 2][1 - i % 2], strlen(pairs[i / 2][1 - i % 2]), 0, &to,
                                 NULL, NULL);
        ns[0] = constant_of(from, GPUOCC_CONSTANT_DRAM_LATENCY_NS);
        ns[1] = constant_of(to, GPUOCC_CONSTANT_DRAM_LATENCY_NS);
        for (k = 0; k < 3; k++) {
            for (f = 0; f < 6; f++) {
                uint64_t value = GPUOCC_UNKNOWN;

                (void)gpuocc_device_get(to, figures[f], 0, &value);
                changes[f].field = figures[f];
                changes[f].value = (uint32_t)(f == 2 ? value + k * value : value);
            }
            make_changed(&own, from, NULL, changes, 6);
            good &= constant_of(made(&own), GPUOCC_CONSTANT_DRAM_LATENCY_NS) == ns[1];
        }
        ok(good && ns[0] > 0 && ns[1] > 0 && ns[0] != ns[1],
           "%s made %s, with three clocks: %g instead of %g ns", gpuocc_device_name(from),
           gpuocc_device_name(to), ns[1], ns[0]);
    }
}

static void test_clocks(void)
{
    const gpuocc_device *device;
    uint32_t at;

    test_pairs();

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        test_device(device);
    ok(devices > 150 && wrong == 0,
       "%u devices with twice their clock: DRAM is as many ns away, %u exceptions", devices, wrong);
}

/* Adds arithmetic, memory and shared memory, so that many constants matter. */
static void fill(struct bench *b, const gpuocc_device *device, const gpuocc_occupancy *occupancy)
{
    bench_start(b);
    b->device = device;
    b->occupancy = occupancy;
    b->workload.grid_groups = 1000;
    bench_add(b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, 4);
    bench_add(b, GPUOCC_CLASS_LOAD, 0, 1)->bytes = 128;
    bench_add(b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_SPECIAL, 1);
}

static void table_start(struct bench *b)
{
    b->status =
        latency_in(b->words, b->device, b->occupancy, &b->workload, b->classes, b->class_count,
                   b->constants, b->values, b->constant_count, &b->latency, &b->error);
}

/* Adds the constants that the tables lack, so that every device has an answer. */
static void complete(struct bench *b, uint32_t wave_size)
{
    static const struct {
        uint32_t constant;
        double value;
    } rest[] = {{LAT(FP32), 7},     {LAT(SPECIAL), 31}, {LAT(DRAM), 611}, {RATE(FP32), 3},
                {RATE(L1), 57},     {RATE(L2), 29},     {RATE(DRAM), 11}, {RATE(ISSUE), 5},
                {RATE(SPECIAL), 1}, {LAT(L1), 41},      {LAT(L2), 207}};
    double value;
    size_t i;

    for (i = 0; i < sizeof rest / sizeof rest[0]; i++)
        if (gpuocc_device_constant(b->device, rest[i].constant, wave_size, &value, NULL, NULL) !=
            GPUOCC_OK)
            bench_set(b, rest[i].constant, rest[i].value);
}

/* Results for which each curve uses one bound of the spread. */
static int of_ends(uint32_t result)
{
    return (result >= GPUOCC_LATENCY_THROUGHPUT && result <= GPUOCC_LATENCY_GB_PER_S) ||
           result == GPUOCC_LATENCY_UTILISATION || result == GPUOCC_LATENCY_GAIN ||
           result == GPUOCC_LATENCY_TIME;
}

/* A result with a spread is at least that with the usual value on the upper curves, and at most
 * that on the others. */
static int within(uint32_t result, uint32_t index, double spread, double usual)
{
    if (result != GPUOCC_LATENCY_THROUGHPUT && result != GPUOCC_LATENCY_GB_PER_S)
        return 1;
    return index == GPUOCC_CURVE_UPPER || index == GPUOCC_CURVE_PARTITIONED ? spread >= usual
                                                                            : spread <= usual;
}

/* Compares `a`, with the constants of the tables and their spread, with `b`, with the usual
 * values. */
static void compare(struct tally *t, const struct bench *a, const struct bench *b)
{
    uint32_t result, index;
    double low[2], high[2], value[2];
    int32_t status[2];

    tally(t, a->status == b->status, gpuocc_device_name(a->device), 0, a->status, b->status);
    if (a->status != GPUOCC_OK || b->status != GPUOCC_OK)
        return;
    for (result = 0; result < GPUOCC_LATENCY_BASIS; result++) /* the basis differs */
        for (index = 0; index < GPUOCC_RESOURCE_COUNT; index++) {
            memset(low, 0, sizeof low);
            memset(high, 0, sizeof high);
            status[0] = gpuocc_latency_get(a->latency, result, index, &low[0], &high[0]);
            status[1] = gpuocc_latency_get(b->latency, result, index, &low[1], &high[1]);
            if (of_ends(result)) {
                tally(t,
                      status[0] != GPUOCC_OK || status[1] != GPUOCC_OK ||
                          within(result, index, high[0], high[1]),
                      gpuocc_device_name(a->device), (int)result, low[0], low[1]);
                continue;
            }
            tally(t,
                  status[1] != GPUOCC_OK || status[0] != GPUOCC_OK ||
                      (low[0] <= low[1] && high[1] <= high[0]),
                  gpuocc_device_name(a->device), (int)result, low[0], low[1]);
            if (low[1] != high[1])
                continue;
            memset(value, 0, sizeof value);
            status[0] = gpuocc_latency_at(a->latency, 12, result, index, &value[0]);
            status[1] = gpuocc_latency_at(b->latency, 12, result, index, &value[1]);
            tally(t, status[0] == status[1] && value[0] == value[1], gpuocc_device_name(a->device),
                  (int)result, value[0], value[1]);
        }
}

/* Giving the tables' constants by hand changes nothing: the model reports the values of
 * gpuocc_device_constant, times the CUs of a WGP for constants per CU. */
static void test_table_constants(void)
{
    static struct bench told, given;
    struct tally t = {0, 0};
    const gpuocc_device *device;
    uint32_t at, constant;
    int answered = 0;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++) {
        gpuocc_kernel kernel = {.threads_per_group = 64, .wave_size = 32};
        struct place p;
        double value;
        uint64_t units = 1;

        if (place(&p, device, kernel) != GPUOCC_OK) {
            kernel.wave_size = 16;
            place(&p, device, kernel);
        }
        if (p.status != GPUOCC_OK)
            continue;
        if (gpuocc_device_get(device, GPUOCC_DEVICE_CUS_PER_WGP, 0, &units) != GPUOCC_OK ||
            units == 0)
            units = 1;
        fill(&told, device, p.occupancy);
        complete(&told, kernel.wave_size);
        given = told;
        for (constant = 0; constant < GPUOCC_CONSTANT_COUNT; constant++)
            if (gpuocc_device_constant(device, constant, kernel.wave_size, &value, NULL, NULL) ==
                    GPUOCC_OK &&
                constant != GPUOCC_CONSTANT_CORE_COUNT && constant != GPUOCC_CONSTANT_PARTITIONS)
                bench_set(&given, constant, is_per_core(constant) ? value * (double)units : value);
        table_start(&told);
        table_start(&given);
        answered += told.status == GPUOCC_OK;
        compare(&t, &told, &given);
    }
    ok(t.bad == 0 && answered > 100, "constants of the tables, of %d devices: %d checks, %d differ",
       answered, t.rows, t.bad);
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
    inferred();
    share_of_memory();
    few_loads();
    equal_figures();
    test_clocks();
    test_table_constants();
    return done();
}
