/* SPDX-License-Identifier: MIT
 *
 * Tests the properties that the latency model must have for any workload (P1 to P18 of the
 * reference), on random workloads with random constants and on every device.
 */
#include "latency_support.h"
#include "random.h"
#include "support.h"

#define KERNELS 4000
#define SLACK   1e-11

static double uniform(double least, double most)
{
    return least + (most - least) * below(1u << 31) / 2147483648.0;
}

static struct {
    int tried, broken;
} laws[19];

static void law(int number, int holds)
{
    laws[number].tried++;
    laws[number].broken += !holds;
}

static int same(double a, double b)
{
    return apart(a, b) <= SLACK;
}

static int not_above(double a, double b)
{
    return a <= b + SLACK * (b > 0 ? b : -b);
}

/* Returns the value that was set for a constant, 0 if none was. */
static double constant_of(const struct bench *b, uint32_t constant)
{
    size_t i;

    for (i = 0; i < b->constant_count; i++)
        if (b->constants[i] == constant)
            return b->values[i];
    return 0;
}

/* Sets random values for everything that a device could give. */
static void random_core(struct bench *b)
{
    static const uint32_t pipes[] = {GPUOCC_RESOURCE_FP32, GPUOCC_RESOURCE_FP64,
                                     GPUOCC_RESOURCE_SPECIAL, GPUOCC_RESOURCE_SHARED};
    double latency = uniform(20, 60);
    uint32_t i;

    for (i = 0; i < 4; i++) {
        bench_set(b, GPUOCC_CONSTANT_RATE + pipes[i], uniform(0.25, 6));
        bench_set(b, GPUOCC_CONSTANT_LATENCY + pipes[i], uniform(2, 40));
    }
    bench_set(b, RATE(ISSUE), uniform(1, 8));
    bench_set(b, RATE(L1), uniform(30, 130));
    bench_set(b, RATE(L2), uniform(10, 60));
    bench_set(b, RATE(DRAM), uniform(4, 20));
    bench_set(b, LAT(L1), latency);
    bench_set(b, LAT(L2), latency += uniform(50, 300));
    bench_set(b, LAT(DRAM), latency + uniform(50, 700));
    bench_set(b, GPUOCC_CONSTANT_PARTITIONS, 1u << below(3));
    bench_set(b, GPUOCC_CONSTANT_CORE_COUNT, 1 + below(140));
    bench_set(b, GPUOCC_CONSTANT_CLOCK_GHZ, uniform(0.5, 3));
    bench_set(b, GPUOCC_CONSTANT_TURNAROUND_CYCLES, below(2) ? uniform(100, 600) : 0);
    if (below(4) == 0)
        bench_set(b, GPUOCC_CONSTANT_LOADS_PER_CORE, uniform(20, 300));
    if (below(4) == 0)
        bench_set(b, GPUOCC_CONSTANT_LOADS_PER_WAVE, 1 + below(6));
}

static void random_class(struct bench *b, uint32_t phase)
{
    static const uint32_t pipes[] = {GPUOCC_RESOURCE_FP32, GPUOCC_RESOURCE_FP64,
                                     GPUOCC_RESOURCE_SPECIAL, GPUOCC_RESOURCE_SHARED};
    const uint32_t kind = below(GPUOCC_CLASS_KIND_COUNT);
    gpuocc_instructions *c =
        bench_add(b, kind, kind == GPUOCC_CLASS_PIPE ? pipes[below(4)] : 0, 1 + below(20));

    c->phase = phase;
    c->chains = 1 + below(4);
    c->replay = below(3) ? 1 : uniform(1, 4);
    if (kind == GPUOCC_CLASS_PIPE)
        return;
    c->bytes = 32 << below(4);
    c->efficiency = below(2) ? 1 : uniform(0.1, 1);
    c->l1_hit = below(2) ? 0 : uniform(0, 1);
    c->l2_hit = below(2) ? 0 : uniform(0, 1);
}

static void random_work(struct bench *b)
{
    uint32_t phases = 1 + below(4), phase, more;

    for (phase = 0; phase < phases; phase++)
        for (more = 1 + below(3); more > 0; more--)
            random_class(b, phase);
    b->workload.waves = 1 + below(64);
    b->workload.turnaround = below(4) == 0;
    b->workload.waves_per_group = 1u << below(4);
    b->workload.grid_groups = 1 + below(5000);
    b->workload.iterations = 2 * (1 + below(50));
}

static double x(const struct bench *b, uint32_t curve, double waves)
{
    return bench_at(b, waves, R_(THROUGHPUT), curve);
}

/* Another kernel has at most the throughput of this one, on any curve. */
static int slower(struct bench *than, const struct bench *b)
{
    const double waves = 1 + below(100);
    uint32_t curve;

    if (bench_make(than) != GPUOCC_OK)
        return 0;
    for (curve = 0; curve < GPUOCC_CURVE_PARTITIONED; curve++)
        if (!not_above(x(than, curve, waves), x(b, curve, waves)))
            return 0;
    return 1;
}

static void curves_of(const struct bench *b)
{
    const double served = bench_get(b, R_(WAVE_LATENCY_SERVED), 0);
    const double latency = bench_get(b, R_(WAVE_LATENCY), 0);
    const double largest = bench_get(b, R_(LARGEST_DEMAND), 0);
    const double sum = bench_get(b, R_(SUM_OF_DEMANDS), 0), need = served / largest;
    const double n = uniform(1, 90);
    const uint32_t busiest = (uint32_t)bench_get(b, R_(BINDING_AT_LIMIT), 0);
    double busy;
    uint32_t c;

    for (c = 0; c < GPUOCC_CURVE_COUNT; c++) {
        law(1, x(b, c, 0) == 0);
        if (c != GPUOCC_CURVE_LOWER || sum <= served)
            law(1,
                not_above(x(b, c, n), x(b, c, n + 0.3)) && not_above(x(b, c, n), x(b, c, n + 5)));
        else
            law(1, not_above(x(b, c, n + 5), x(b, c, n)) && not_above(1 / sum, x(b, c, n)));
        if (c != GPUOCC_CURVE_PARTITIONED)
            law(4, same(x(b, c, 1), 1 / served));
    }
    law(2, not_above(x(b, 0, n - 1) + x(b, 0, n + 1), 2 * x(b, 0, n)));
    law(3, not_above(x(b, GPUOCC_CURVE_LOWER, n), x(b, GPUOCC_CURVE_EXPECTED, n)) &&
               not_above(x(b, GPUOCC_CURVE_EXPECTED, n), x(b, GPUOCC_CURVE_UPPER, n)) &&
               not_above(x(b, GPUOCC_CURVE_PARTITIONED, n), x(b, GPUOCC_CURVE_UPPER, n)) &&
               not_above(x(b, GPUOCC_CURVE_UPPER, n), n / latency));
    for (c = 0; c < GPUOCC_RESOURCE_LATENCY; c++)
        law(3, not_above(x(b, 0, n) * bench_get(b, R_(DEMAND), c), 1));
    law(5, same(need / served, 1 / largest));
    busy = bench_at(b, n, R_(UTILISATION), busiest);
    if (apart(n, need) > 1e-9)
        law(5, n > need ? apart(busy, 1) < 1e-11 : busy < 1);
    law(6, same(x(b, 0, n) * (served > n * largest ? served : n * largest), n));
    law(7, need > 60000 || same(x(b, 0, 65536), 1 / largest));
    if (need < 6000)
        law(7, apart(x(b, GPUOCC_CURVE_EXPECTED, 65536), 1 / largest) < 1e-6);
}

static void changes_of(const struct bench *b)
{
    struct bench other = *b;
    gpuocc_instructions *c = &other.classes[below((uint32_t)b->class_count)];

    c->count += 1;
    law(8, slower(&other, b));
    other = *b;
    c->replay += uniform(0, 2);
    law(8, slower(&other, b));
    other = *b;
    if (c->kind != GPUOCC_CLASS_PIPE) {
        c->bytes += 8;
        law(8, slower(&other, b));
        other = *b;
        c->efficiency *= 0.8;
        law(8, slower(&other, b));
        other = *b;
        c->l1_hit *= 0.5;
        c->l2_hit *= 0.7;
        law(10, slower(&other, b));
        other = *b;
    }
    c->chains = 1;
    law(9, slower(&other, b));
}

/* One class alone, with more chains than are useful. */
static void chains_of(const struct bench *b)
{
    struct bench one = *b;
    gpuocc_instructions *c = &one.classes[0];
    double least;
    size_t i;

    one.class_count = 1;
    one.workload.turnaround = GPUOCC_TURNAROUND_OUTSIDE;
    for (i = 0; i < one.constant_count; i++)
        if (one.constants[i] == GPUOCC_CONSTANT_LOADS_PER_WAVE)
            one.values[i] = FREE;
    c->chains = 1e12;
    c->distance_cycles = uniform(0.5, 4);
    bench_make(&one);
    least = constant_of(&one, DIST(ISSUE)) > 0 ? constant_of(&one, DIST(ISSUE)) : 1;
    law(9, same(bench_get(&one, R_(WAVE_LATENCY), 0),
                c->count * (c->distance_cycles > least ? c->distance_cycles : least)));
}

/* Cycles of half the length. */
static void scaling_of(const struct bench *b)
{
    const double s = uniform(0.3, 4), n = b->workload.waves;
    const double distance = constant_of(b, DIST(ISSUE));
    struct bench other = *b;
    size_t i;

    bench_set(&other, DIST(ISSUE), s * (distance > 0 ? distance : 1));
    for (i = 0; i + 1 < other.constant_count; i++) {
        const uint32_t constant = other.constants[i];

        if (constant >= GPUOCC_CONSTANT_RATE && constant < GPUOCC_CONSTANT_DISTANCE)
            other.values[i] /= s;
        else if (constant >= GPUOCC_CONSTANT_LATENCY ||
                 constant == GPUOCC_CONSTANT_TURNAROUND_CYCLES)
            other.values[i] *= s;
    }
    for (i = 0; i < other.class_count; i++) /* the minimum distance of 1 would not scale */
        other.classes[i].distance_cycles = 3 * s;
    bench_make(&other);
    {
        struct bench plain = *b;

        for (i = 0; i < plain.class_count; i++)
            plain.classes[i].distance_cycles = 3;
        bench_make(&plain);
        law(11, same(x(&other, 0, n) * s, x(&plain, 0, n)) &&
                    same(x(&other, 1, n) * s, x(&plain, 1, n)) &&
                    same(x(&other, 2, n) * s, x(&plain, 2, n)) &&
                    same(bench_get(&other, R_(WAVES_NEEDED_EXACT), 0),
                         bench_get(&plain, R_(WAVES_NEEDED_EXACT), 0)));
    }
}

static void clock_of(void)
{
    const double ns = uniform(200, 900), gb = uniform(50, 4000), a = uniform(0.5, 3), f = 1.3;
    double rate[2], requests[2];

    gpuocc_little_memory_rate(gb, f, 80, 128, &rate[0], NULL);
    gpuocc_little_memory_rate(gb, f * a, 80, 128, &rate[1], NULL);
    gpuocc_little_pipe(ns * f, rate[0], &requests[0], NULL);
    gpuocc_little_pipe(ns * f * a, rate[1], &requests[1], NULL);
    law(12, same(requests[0], requests[1]) && same(rate[0], rate[1] * a));
}

/* The whole is the sum of its phases. */
static void phases_of(const struct bench *b)
{
    double latency = 0, demand = 0;
    struct bench part = *b;
    uint32_t phase, r = below(GPUOCC_RESOURCE_LATENCY);
    size_t i;

    part.workload.turnaround = GPUOCC_TURNAROUND_OUTSIDE;
    bench_make(&part);
    latency = bench_get(&part, R_(WAVE_LATENCY), 0);
    demand = bench_get(&part, R_(DEMAND), r);
    for (phase = 0; phase < 4; phase++) {
        part.class_count = 0;
        for (i = 0; i < b->class_count; i++)
            if (b->classes[i].phase == phase)
                part.classes[part.class_count++] = b->classes[i];
        if (part.class_count == 0)
            continue;
        bench_make(&part);
        latency -= bench_get(&part, R_(WAVE_LATENCY), 0);
        demand -= bench_get(&part, R_(DEMAND), r);
    }
    law(14, latency < 1e-8 && latency > -1e-8 && demand < 1e-8 && demand > -1e-8);
}

static double grid_time(struct bench *b, uint64_t groups, uint32_t curve)
{
    b->workload.grid_groups = groups;
    bench_make(b);
    return bench_get(b, R_(TIME), curve);
}

static void times_of(const struct bench *b)
{
    struct bench other = *b;
    const uint64_t groups = b->workload.grid_groups;
    const uint32_t per_group = b->workload.waves_per_group;
    const uint64_t cores = (uint64_t)constant_of(b, GPUOCC_CONSTANT_CORE_COUNT);
    uint64_t resident;
    double least, time, more, each;
    size_t i;

    other.workload.waves = per_group * (1 + below(8));
    other.workload.turnaround = GPUOCC_TURNAROUND_OUTSIDE;
    resident = other.workload.waves / per_group * cores;
    time = grid_time(&other, groups, GPUOCC_CURVE_UPPER);
    least = bench_get(&other, R_(TIME_AT_LEAST), 0);
    law(16, not_above(least, time) &&
                not_above(time, grid_time(&other, groups + 1 + below(300), GPUOCC_CURVE_UPPER)));
    each = other.workload.iterations * bench_get(&other, R_(WAVE_LATENCY_SERVED), 0);
    time = grid_time(&other, 3 * resident, GPUOCC_CURVE_UPPER);
    more = grid_time(&other, 3 * resident + 1, GPUOCC_CURVE_UPPER);
    law(16, not_above(each, more - time));
    time = grid_time(&other, groups, GPUOCC_CURVE_UPPER);
    other.workload.iterations /= 2;
    for (i = 0; i < b->class_count; i++) {
        other.classes[other.class_count] = b->classes[i];
        other.classes[other.class_count++].phase += 4;
    }
    law(13, same(grid_time(&other, groups, GPUOCC_CURVE_UPPER), time));
}

/* Dependent loads and arithmetic: waves needed as a function of arithmetic per load. */
static double needed(double alpha, double rate, double memory, double latency)
{
    static struct bench b;

    bench_start(&b);
    b.workload.waves = 1;
    bench_set(&b, RATE(DRAM), memory);
    bench_set(&b, RATE(L1), FREE);
    bench_set(&b, RATE(L2), FREE);
    bench_set(&b, RATE(ISSUE), FREE);
    bench_set(&b, RATE(FP32), rate);
    bench_set(&b, LAT(FP32), 6);
    bench_set(&b, LAT(DRAM), latency);
    bench_load(&b, 1, 1);
    bench_add(&b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, alpha);
    bench_make(&b);
    return bench_get(&b, R_(WAVES_NEEDED_EXACT), 0);
}

static void cusp_of(void)
{
    const double rate = uniform(1, 6), memory = uniform(0.01, 0.2), latency = uniform(200, 800);
    const double top = rate / memory, low = top * uniform(0.1, 0.9), high = top * uniform(1.1, 9);

    law(15,
        not_above(needed(low, rate, memory, latency), needed(low * 1.05, rate, memory, latency)));
    law(15,
        not_above(needed(high * 1.05, rate, memory, latency), needed(high, rate, memory, latency)));
    law(15, same(needed(top, rate, memory, latency), latency * memory + 6 * rate));
}

/* The same lanes in waves of twice the width; and stores, whose results are not awaited. */
static void widths_of(void)
{
    struct bench b[2];
    const double lanes = uniform(16, 256), bytes = uniform(1, 16), share = uniform(4, 20);
    const double latency = uniform(200, 900);
    int i;

    for (i = 0; i < 2; i++) {
        const double width = i == 0 ? 32 : 64;

        bench_start(&b[i]);
        b[i].workload.waves = 1;
        bench_set(&b[i], RATE(DRAM), share);
        bench_set(&b[i], RATE(L1), FREE);
        bench_set(&b[i], RATE(L2), FREE);
        bench_set(&b[i], RATE(ISSUE), FREE);
        bench_set(&b[i], RATE(FP32), lanes / width);
        bench_load(&b[i], 1, bytes * width)->latency_cycles = latency;
        bench_add(&b[i], GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, 5)->latency_cycles = 10;
        b[i].classes[1].distance_cycles = 1;
        bench_make(&b[i]);
    }
    if (bench_get(&b[1], R_(LARGEST_DEMAND), 0) < latency)
        law(17, same(bench_get(&b[0], R_(WAVES_NEEDED_EXACT), 0),
                     2 * bench_get(&b[1], R_(WAVES_NEEDED_EXACT), 0)));
    for (i = 0; i < 2; i++) {
        b[i].class_count = 1;
        b[i].classes[0].kind = GPUOCC_CLASS_STORE;
        b[i].classes[0].latency_cycles = 0;
        bench_set(&b[i], LAT(DRAM), latency * (1 + i));
        bench_make(&b[i]);
    }
    law(18, bench_get(&b[0], R_(WAVE_LATENCY), 0) == bench_get(&b[1], R_(WAVE_LATENCY), 0) &&
                bench_get(&b[0], R_(WAVE_LATENCY), 0) > 0);
}

static void check_laws(const struct bench *b)
{
    curves_of(b);
    changes_of(b);
    chains_of(b);
    scaling_of(b);
    phases_of(b);
    times_of(b);
}

static void random_workloads(void)
{
    static struct bench b;
    const int kernels = (int)part_of(KERNELS);
    int i, failed = 0;

    for (i = 0; i < kernels; i++) {
        bench_start(&b);
        random_core(&b);
        random_work(&b);
        if (bench_make(&b) != GPUOCC_OK) {
            failed++;
            continue;
        }
        check_laws(&b);
        clock_of();
        widths_of();
        if (i < 500)
            cusp_of();
    }
    ok(failed == 0, "%d random workloads, %d refused", kernels, failed);
}

/* Returns a value for a constant that the tables lack; levels farther away are slower. */
static double likely(const struct bench *b, uint32_t constant)
{
    const double dram = constant_of(b, LAT(DRAM));

    if (constant == LAT(DRAM))
        return uniform(1000, 1300);
    if (constant == LAT(L2))
        return dram > 0 ? dram * uniform(0.3, 0.9) : uniform(150, 300);
    return uniform(4, 20);
}

/* Sets all known constants of a device as the caller's, so that laws can change them. */
static void set_known(struct bench *b, const gpuocc_device *device)
{
    uint32_t constant;
    double value, gb = 0, clock = 0;

    for (constant = 0; constant < GPUOCC_CONSTANT_COUNT; constant++)
        if (constant != GPUOCC_CONSTANT_DRAM_GB_PER_S &&
            gpuocc_device_constant(device, constant, 32, &value, NULL, NULL) == GPUOCC_OK)
            bench_set(b, constant, value);
    gpuocc_device_constant(device, GPUOCC_CONSTANT_DRAM_GB_PER_S, 0, &gb, NULL, NULL);
    gpuocc_device_constant(device, GPUOCC_CONSTANT_CLOCK_GHZ, 0, &clock, NULL, NULL);
    if (constant_of(b, GPUOCC_CONSTANT_CORE_COUNT) == 0)
        bench_set(b, GPUOCC_CONSTANT_CORE_COUNT, 1 + below(140));
    if (gb > 0 && clock > 0 && constant_of(b, RATE(DRAM)) == 0)
        bench_set(b, RATE(DRAM), gb / clock / constant_of(b, GPUOCC_CONSTANT_CORE_COUNT));
    if (constant_of(b, GPUOCC_CONSTANT_TURNAROUND_CYCLES) == 0)
        bench_set(b, GPUOCC_CONSTANT_TURNAROUND_CYCLES, below(2) ? uniform(100, 600) : 0);
}

/* Three random workloads on every device, with the device's constants as far as they are known. */
static void devices(void)
{
    static struct bench b;
    const gpuocc_device *device;
    int made = 0, lacking = 0, wrong = 0;
    uint32_t i;

    for (i = 0; i < 3 * gpuocc_device_count(); i++) {
        gpuocc_device_at(i / 3, &device);
        bench_start(&b);
        set_known(&b, device);
        random_work(&b);
        while (((bench_make(&b) == GPUOCC_NOT_KNOWN && b.error.scope == GPUOCC_SCOPE_CONSTANT) ||
                bench_left_out(&b) != 0) &&
               b.constant_count < 70) {
            const uint32_t constant = b.status == GPUOCC_OK ? bench_left_out(&b) : b.error.field;

            lacking++;
            bench_set(&b, constant, likely(&b, constant));
        }
        made += b.status == GPUOCC_OK;
        wrong += b.status != GPUOCC_OK;
        if (b.status == GPUOCC_OK)
            check_laws(&b);
    }
    ok(wrong == 0 && made > 0, "%d workloads on %u devices, %d constants had to be given", made,
       gpuocc_device_count(), lacking);
}

int main(void)
{
    int i;

    random_workloads();
    devices();
    for (i = 1; i < 19; i++)
        ok(laws[i].tried > 0 && laws[i].broken == 0, "P%d: %d checks, %d broken", i, laws[i].tried,
           laws[i].broken);
    return done();
}
