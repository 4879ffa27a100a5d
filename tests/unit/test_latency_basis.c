/* SPDX-License-Identifier: MIT
 *
 * Tests the basis of a latency's constants. The expected figures are those of the sources: RTX
 * A6000 has GDDR and no measured latency of memory, so that it has the median and range of 16
 * boards with GDDR (276 ns, 221 to 389); NVIDIA's boards reach about 90 % of their published
 * bandwidth.
 */
#include "latency_support.h"
#include "support.h"

#define NS    GPUOCC_CONSTANT_DRAM_LATENCY_NS
#define SHARE GPUOCC_CONSTANT_DRAM_SHARE

static struct bench b;

/* Starts a load of 128 bytes per wave, for which the tables have the latency and the bandwidth. */
static void start(const gpuocc_device *device)
{
    bench_start(&b);
    b.device = device;
    b.workload.waves = 8;
    b.workload.wave_size = 32;
    bench_set(&b, RATE(L1), FREE);
    bench_set(&b, RATE(L2), FREE);
    bench_set(&b, RATE(ISSUE), FREE);
    bench_load(&b, 1, 128);
}

/* Whether the latency has this constant. */
static int has(uint32_t constant, double value, double low, double high, uint32_t basis)
{
    double v = -1, l = -1, h = -1;
    uint32_t from = 99;

    return gpuocc_latency_constant(b.latency, constant, &v, &l, &h, &from) == GPUOCC_OK &&
           v == value && l == low && h == high && from == basis &&
           gpuocc_latency_constant(b.latency, constant, NULL, NULL, NULL, NULL) == GPUOCC_OK;
}

static void inferred(void)
{
    double value = -1, low = -1, high = -1;
    uint32_t basis = 99;

    start(find("RTX A6000"));
    ok(bench_make(&b) == GPUOCC_OK && has(NS, 276, 221, 389, GPUOCC_BASIS_INFERRED),
       "RTX A6000: 276 ns, 221 to 389, inferred");
    ok(gpuocc_latency_constant(b.latency, LAT(DRAM), &value, &low, &high, &basis) == GPUOCC_OK &&
           basis == GPUOCC_BASIS_INFERRED && low / value == 221.0 / 276 &&
           high / value == 389.0 / 276,
       "the same in cycles");
    ok(gpuocc_device_constant_basis(b.device, NS, 0, &basis) == GPUOCC_OK &&
           basis == GPUOCC_BASIS_INFERRED,
       "and of the device");
    ok(has(RATE(L1), FREE, FREE, FREE, GPUOCC_BASIS_GIVEN), "a rate that was given has no spread");
    ok(gpuocc_latency_constant(b.latency, LAT(FP64), &value, NULL, NULL, NULL) ==
               GPUOCC_NOT_KNOWN &&
           gpuocc_latency_constant(b.latency, GPUOCC_CONSTANT_COUNT, NULL, NULL, NULL, NULL) ==
               GPUOCC_ERROR_FIELD &&
           gpuocc_latency_constant(NULL, NS, NULL, NULL, NULL, NULL) == GPUOCC_ERROR_NULL,
       "a constant without a source, none, and no latency");
    ok(bench_get(&b, R_(BASIS), 0) == GPUOCC_BASIS_INFERRED, "the answer is as certain as that");
    ok(gpuocc_latency_left_out(b.latency) == 0 && gpuocc_latency_left_out(NULL) == 0,
       "no rate is left out");
}

/* With very many waves the memory is always busy: the upper bound is the published bandwidth, the
 * expected value and the lower curve are the share of it that such boards reach. */
static void share_of_memory(void)
{
    double published = 0, share = 0, low = 0;
    const double waves = 65536;

    start(find("RTX A6000"));
    (void)gpuocc_device_constant(b.device, GPUOCC_CONSTANT_DRAM_GB_PER_S, 0, &published, NULL,
                                 NULL);
    (void)gpuocc_device_constant(b.device, SHARE, 0, &share, &low, NULL);
    (void)bench_make(&b);
    ok(share > 0.85 && share < 0.95 && low < share, "such boards reach 85 to 95 %%");
    ok(bench_at(&b, waves, R_(GB_PER_S), GPUOCC_CURVE_UPPER) == published,
       "at most the published bandwidth");
    ok(bench_at(&b, waves, R_(GB_PER_S), GPUOCC_CURVE_EXPECTED) <= share * published &&
           bench_at(&b, waves, R_(GB_PER_S), GPUOCC_CURVE_EXPECTED) > 0.98 * share * published,
       "and %.0f %% of it are expected", 100 * share);
    ok(bench_at(&b, waves, R_(GB_PER_S), GPUOCC_CURVE_LOWER) <= low * published &&
           bench_at(&b, waves, R_(GB_PER_S), GPUOCC_CURVE_LOWER) > 0.98 * low * published,
       "at least %.0f %%", 100 * low);
    bench_set(&b, GPUOCC_CONSTANT_DRAM_GB_PER_S, 500);
    (void)bench_make(&b);
    ok(bench_at(&b, waves, R_(GB_PER_S), GPUOCC_CURVE_EXPECTED) > 0.98 * 500,
       "a bandwidth that was given is reached");
}

/* If a core can have few outstanding loads, these limit the throughput, and the share of the peak
 * is that of the fastest memory: 10 loads in 221 ns are the maximum. */
static void few_loads(void)
{
    double upper, expected;

    start(find("RTX A6000"));
    bench_set(&b, GPUOCC_CONSTANT_LOADS_PER_CORE, 10);
    (void)bench_make(&b);
    upper = bench_at(&b, 65536, R_(SHARE_OF_PEAK), GPUOCC_CURVE_UPPER);
    expected = bench_at(&b, 65536, R_(SHARE_OF_PEAK), GPUOCC_CURVE_EXPECTED);
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
        differ +=
            bench_make(&b) == GPUOCC_OK &&
            (gpuocc_latency_constant(b.latency, NS, &value, NULL, NULL, &basis) != GPUOCC_OK ||
             value != ns || basis == GPUOCC_BASIS_GIVEN);
    }
    ok(differ == 0 && seen > 200, "%lu products have the latency of their device",
       (unsigned long)seen);
}

int main(void)
{
    inferred();
    share_of_memory();
    few_loads();
    equal_figures();
    return done();
}
