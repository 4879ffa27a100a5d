/* SPDX-License-Identifier: MIT
 *
 * Tests the latency model at its limits: every double of a class at the ends of its range, every
 * constant at its own, and results where two bounds meet. Numbers are computed by hand with the
 * formulas F1 to F13 of docs/latency.md. The memory is filled with NaN before: unknown values must
 * not enter a result.
 */
#include "latency_support.h"
#include "schedule.h"

#define LEAST 1e-12
#define MOST  1e15

static int32_t make(struct bench *b)
{
    memset(b->words, 0xff, sizeof b->words);
    return bench_make(b);
}

/* Starts a workload of a pipe of 4 cycles; every rate is unlimited. */
static void start(struct bench *b)
{
    bench_start(b);
    b->workload.waves = 8;
    bench_set(b, RATE(DRAM), FREE);
    bench_set(b, RATE(L2), FREE);
    bench_set(b, RATE(L1), FREE);
    bench_set(b, RATE(ISSUE), FREE);
    bench_set(b, RATE(FP32), FREE);
    bench_set(b, RATE(SHARED), FREE);
}

/* Whether an error contains a double, and no limit except the index of a class, which is 0. */
static int tells(const gpuocc_error *error, double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return error->value == bits && error->limit == 0 &&
           error->known == (error->scope == GPUOCC_SCOPE_CLASS ? 6 : 4);
}

/* The doubles of a class in order; 0 as the first value means that no smaller 0 is tried. */
static void class_ranges(void)
{
    static const struct {
        double least, most;
    } ranges[] = {{LEAST, MOST}, {1, MOST}, {1, MOST},     {LEAST, MOST}, {LEAST, 1},
                  {0, 1},        {0, 1},    {LEAST, MOST}, {LEAST, MOST}, {LEAST, MOST}};
    static struct bench b;
    const double near[] = {1 - 1e-15, 1 + 1e-15};
    uint32_t i, k, good = 0, kinds = 0, exact = 0;
    double values[5], *at;

    for (i = 0; i < 10; i++) {
        values[0] = ranges[i].least;
        values[1] = ranges[i].most;
        values[2] = ranges[i].least > 0 ? ranges[i].least * near[0] : -1e-300;
        values[3] = ranges[i].most * near[1];
        values[4] = ranges[i].least > 0 && ranges[i].least < 1 ? 0.5 : 1;
        for (k = 0; k < 5; k++) {
            start(&b);
            bench_set(&b, LAT(DRAM), 400);
            bench_set(&b, LAT(L2), 200);
            bench_set(&b, LAT(L1), 30);
            bench_load(&b, 1, 128);
            at = &b.classes[0].count + i;
            *at = values[k];
            make(&b);
            good += b.status == (k == 2 || k == 3 ? GPUOCC_ERROR_BAD_NUMBER : GPUOCC_OK);
            kinds += b.status == GPUOCC_OK || (b.error.scope == GPUOCC_SCOPE_CLASS &&
                                               b.error.field == GPUOCC_CLASS_INSTRUCTION_COUNT + i);
            exact += b.status == GPUOCC_OK || tells(&b.error, values[k]);
        }
    }
    ok(good == 50 && kinds == 50 && exact == 50, "ten doubles at their ends: %u %u %u of 50", good,
       kinds, exact);
}

/* Whether a number is a constant: enum gpuocc_constant in words. */
static int is_constant(uint32_t c)
{
    const uint32_t r = c % 16;
    const int resource = r != GPUOCC_RESOURCE_LOAD_SLOTS && r <= GPUOCC_RESOURCE_ISSUE;

    switch (c / 16) {
    case 0:
        return c >= GPUOCC_CONSTANT_CLOCK_GHZ && c <= GPUOCC_CONSTANT_LAST_LEVEL_LATENCY_NS;
    case 1:
        return resource && r != GPUOCC_RESOURCE_ISSUE;
    case 2:
        return resource;
    default: /* levels of memory have no distance */
        return c < 64 && resource && r > GPUOCC_RESOURCE_L1;
    }
}

static int can_be_free(uint32_t c)
{
    return c / 16 == 2 || c == GPUOCC_CONSTANT_DRAM_GB_PER_S ||
           c == GPUOCC_CONSTANT_LOADS_PER_CORE || c == GPUOCC_CONSTANT_LOADS_PER_WAVE ||
           c == GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE;
}

/* Returns the result of giving a single constant. */
static int32_t of(struct bench *b, uint32_t constant, double value)
{
    bench_start(b);
    b->workload.waves = 1;
    b->workload.wave_latency_cycles = 10;
    bench_add(b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, 1)->latency_cycles = 4;
    bench_set(b, RATE(FP32), 1);
    bench_set(b, RATE(ISSUE), 1);
    bench_set(b, constant, value);
    return make(b);
}

static void constant_ranges(void)
{
    static struct bench b;
    uint32_t c, good = 0, all = 0;
    double least, most, over;
    int32_t status;

    for (c = 0; c < 64; c++, all++) {
        status = of(&b, c, FREE);
        if (!is_constant(c)) {
            good += status == GPUOCC_ERROR_FIELD && b.error.value == c && b.error.limit == 63;
            continue;
        }
        least = c == GPUOCC_CONSTANT_TURNAROUND_CYCLES ? 0
                : c == GPUOCC_CONSTANT_PARTITIONS || c == GPUOCC_CONSTANT_LOADS_PER_WAVE ||
                        c == GPUOCC_CONSTANT_MEMORY
                    ? 1
                    : LEAST;
        most = c == GPUOCC_CONSTANT_PARTITIONS   ? 1024
               : c == GPUOCC_CONSTANT_DRAM_SHARE ? 1
               : c == GPUOCC_CONSTANT_MEMORY     ? 3
                                                 : MOST;
        over = most == MOST ? MOST + 0.125 : most + 1;
        good += status == (can_be_free(c) ? GPUOCC_OK : GPUOCC_ERROR_BAD_NUMBER) &&
                of(&b, c, least) == GPUOCC_OK && of(&b, c, most) == GPUOCC_OK &&
                of(&b, c, over) == GPUOCC_ERROR_BAD_NUMBER &&
                b.error.scope == GPUOCC_SCOPE_CONSTANT && b.error.field == c &&
                tells(&b.error, over) &&
                of(&b, c, least > 0 ? least * (1 - 1e-15) : -1e-300) == GPUOCC_ERROR_BAD_NUMBER;
    }
    ok(good == all, "constants at their ends: %u of %u", good, all);
    ok(of(&b, GPUOCC_CONSTANT_PARTITIONS, 1.5) == GPUOCC_ERROR_BAD_NUMBER &&
           of(&b, GPUOCC_CONSTANT_PARTITIONS, 1023) == GPUOCC_OK &&
           of(&b, GPUOCC_CONSTANT_MEMORY, 1.5) == GPUOCC_ERROR_BAD_NUMBER &&
           of(&b, GPUOCC_CONSTANT_MEMORY, 2) == GPUOCC_OK,
       "partitions and the kind of memory are whole");
}

static int32_t of_pipe(struct bench *b, uint32_t resource, double bytes)
{
    start(b);
    bench_set(b, GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE, 4);
    if (resource != GPUOCC_RESOURCE_FP32 && resource != GPUOCC_RESOURCE_SHARED)
        bench_set(b, GPUOCC_CONSTANT_RATE + (resource < 16 ? resource : 0), 1);
    bench_add(b, GPUOCC_CLASS_PIPE, resource, 3)->bytes = bytes;
    b->classes[0].latency_cycles = 4;
    return make(b);
}

static void pipes(void)
{
    static struct bench b;
    uint32_t r, good = 0;

    for (r = 0; r < 20; r++)
        good += of_pipe(&b, r, 0) == (r == GPUOCC_RESOURCE_SHARED || (r >= GPUOCC_RESOURCE_FP32 &&
                                                                      r < GPUOCC_RESOURCE_ISSUE)
                                          ? GPUOCC_OK
                                          : GPUOCC_ERROR_NOT_A_CHOICE) &&
                (b.status == GPUOCC_OK ||
                 (b.error.field == GPUOCC_CLASS_RESOURCE && b.error.value == r));
    ok(good == 20, "pipes are shared memory and fp32 to pipe_b: %u of 20", good);
    ok(of_pipe(&b, GPUOCC_RESOURCE_FP32, 0.5) == GPUOCC_ERROR_BAD_NUMBER &&
           b.error.field == GPUOCC_CLASS_BYTES &&
           of_pipe(&b, GPUOCC_RESOURCE_SHARED, 0.5) == GPUOCC_OK &&
           bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_SHARED) == 3 * 0.5 / 4 &&
           bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_L1) == 0,
       "bytes are of shared memory");
}

/* F1: the constants of a level that no request reaches need not be known. */
static void levels(void)
{
    static const struct {
        double l1, l2, latency;
        uint32_t missing; /* the missing one if only the other two are known */
        double known[3];
    } rows[] = {{1, 0, 30, LAT(L1), {0, 0, 30}},     {1, 0.5, 30, LAT(L1), {0, 0, 30}},
                {0, 1, 200, LAT(L2), {0, 200, 0}},   {0.5, 1, 115, LAT(L1), {0, 200, 30}},
                {0, 0, 400, LAT(DRAM), {400, 0, 0}}, {0.5, 0.5, 165, LAT(DRAM), {400, 200, 30}}};
    static struct bench b;
    uint32_t i, r, good = 0;

    for (i = 0; i < 6; i++) {
        start(&b);
        bench_load(&b, 1, 128);
        b.classes[0].l1_hit = rows[i].l1;
        b.classes[0].l2_hit = rows[i].l2;
        for (r = 0; r < 3; r++)
            if (rows[i].known[r] > 0)
                bench_set(&b, GPUOCC_CONSTANT_LATENCY + r, rows[i].known[r]);
        make(&b);
        good += b.status == GPUOCC_OK && bench_get(&b, R_(CLASS_LATENCY), 0) == rows[i].latency;
        if (b.status != GPUOCC_OK)
            note("row %u lacks %u", i, b.error.field);
        b.constant_count = 0;
        for (r = 0; r < 3; r++)
            if (GPUOCC_CONSTANT_LATENCY + r != rows[i].missing)
                bench_set(&b, GPUOCC_CONSTANT_LATENCY + r, 5);
        good += bench_lacks(&b, rows[i].missing) && b.error.value == 0 &&
                (b.error.limit >> rows[i].missing & 1) != 0;
    }
    ok(good == 12, "levels that are reached have to be known, others not: %u of 12", good);
}

/* Returns the time of ten instructions of one wave on a pipe, each in a separate chain: only their
 * distance. */
static double distance(struct bench *b, uint32_t resource, double partitions, double rate)
{
    start(b);
    bench_set(b, GPUOCC_CONSTANT_PARTITIONS, partitions);
    bench_set(b, GPUOCC_CONSTANT_RATE + resource, rate);
    bench_set(b, GPUOCC_CONSTANT_LATENCY + resource, 8);
    bench_set(b, DIST(ISSUE), 0.25);
    bench_add(b, GPUOCC_CLASS_PIPE, resource, 10)->chains = 1000;
    make(b);
    return bench_get(b, R_(WAVE_LATENCY), 0) / 10;
}

static void distances(void)
{
    static struct bench b;

    ok(distance(&b, GPUOCC_RESOURCE_FP32, 4, 2) == 2 &&
           distance(&b, GPUOCC_RESOURCE_FP32, 4, 3.2) == 1.25 &&
           distance(&b, GPUOCC_RESOURCE_FP32, 4, 8) == 1 &&
           distance(&b, GPUOCC_RESOURCE_FP32, 4, FREE) == 1 &&
           distance(&b, GPUOCC_RESOURCE_FP32, 4, 0.5) == 8,
       "partitions / rate, at least 1");
    ok(distance(&b, GPUOCC_RESOURCE_SHARED, 4, 0.5) == 2 &&
           distance(&b, GPUOCC_RESOURCE_SHARED, 4, 0.25) == 4 &&
           distance(&b, GPUOCC_RESOURCE_SHARED, 4, 2) == 1,
       "shared memory is not divided among the partitions");
    distance(&b, GPUOCC_RESOURCE_FP32, 4, 2);
    bench_set(&b, DIST(FP32), 7);
    make(&b);
    ok(bench_get(&b, R_(WAVE_LATENCY), 0) == 70, "a distance that is known counts");
    b.classes[0].distance_cycles = 0.5;
    make(&b);
    ok(bench_get(&b, R_(WAVE_LATENCY), 0) == 5, "and the class's own comes before it");
    b.constant_count = 0;
    bench_set(&b, RATE(ISSUE), 1);
    bench_set(&b, RATE(FP32), 0.5);
    bench_set(&b, LAT(FP32), 8);
    b.classes[0].distance_cycles = 0;
    make(&b);
    ok(bench_get(&b, R_(WAVE_LATENCY), 0) == 20, "partitions that are not known are one");
}

/* Makes loads or arithmetic of 8 chains each. */
static double limited(struct bench *b, double per_wave, int is_load)
{
    start(b);
    bench_set(b, LAT(DRAM), 400);
    bench_set(b, LAT(FP32), 80);
    if (is_load)
        bench_load(b, 8, 128);
    else
        bench_add(b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, 8);
    b->classes[0].chains = 4;
    if (per_wave != 0)
        bench_set(b, GPUOCC_CONSTANT_LOADS_PER_WAVE, per_wave);
    make(b);
    return bench_get(b, R_(WAVE_LATENCY), 0);
}

static void loads_per_wave(void)
{
    static struct bench b;

    ok(limited(&b, 0, 1) == 800 && limited(&b, 1, 1) == 3200 && limited(&b, 2, 1) == 1600 &&
           limited(&b, 8, 1) == 800 && limited(&b, FREE, 1) == 800,
       "loads of a wave in flight are limited");
    ok(limited(&b, 0, 0) == 160 && limited(&b, 1, 0) == 160 && limited(&b, 2, 0) == 160,
       "arithmetic is not");
    b.classes[0].replay = 3;
    make(&b);
    ok(bench_get(&b, R_(CLASS_LATENCY), 0) == 80, "passes cost no latency if none is given");
    b.classes[0].replay_cycles = 5;
    make(&b);
    ok(bench_get(&b, R_(CLASS_LATENCY), 0) == 90, "two more passes of 5 cycles");
}

static void turnarounds(void)
{
    static struct bench b;

    start(&b);
    bench_add(&b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, 2)->latency_cycles = 50;
    b.workload.turnaround = GPUOCC_TURNAROUND_INSIDE;
    ok(bench_lacks(&b, GPUOCC_CONSTANT_TURNAROUND_CYCLES), "one inside has to be known");
    b.workload.turnaround = GPUOCC_TURNAROUND_OUTSIDE;
    bench_set(&b, GPUOCC_CONSTANT_TURNAROUND_CYCLES, 25);
    make(&b);
    ok(bench_get(&b, R_(WAVE_LATENCY), 0) == 100, "a turnaround outside");
    b.workload.turnaround = GPUOCC_TURNAROUND_INSIDE;
    make(&b);
    ok(bench_get(&b, R_(WAVE_LATENCY), 0) == 125, "inside");
    b.workload.wave_latency_cycles = 300;
    make(&b);
    ok(bench_get(&b, R_(WAVE_LATENCY), 0) == 325, "inside of a latency given as a whole");
    b.workload.turnaround = GPUOCC_TURNAROUND_OUTSIDE;
    make(&b);
    ok(bench_get(&b, R_(WAVE_LATENCY), 0) == 300, "and outside of it");
    b.constant_count--;
    b.constants[5] = RATE(FP32);
    make(&b);
    ok(b.status == GPUOCC_OK && bench_get(&b, R_(BINDING_AT_LIMIT), 0) == GPUOCC_RESOURCE_LATENCY,
       "where nothing limits, latency binds");
}

/* A core's share of memory: the bandwidth divided by cores and clock. */
static void bandwidth(void)
{
    static struct bench b;

    start(&b);
    b.constants[0] = LAT(DRAM);
    b.values[0] = 100;
    bench_set(&b, GPUOCC_CONSTANT_DRAM_GB_PER_S, 0.5);
    bench_set(&b, GPUOCC_CONSTANT_CORE_COUNT, 2);
    bench_set(&b, GPUOCC_CONSTANT_CLOCK_GHZ, 0.5);
    bench_load(&b, 1, 0.25);
    make(&b);
    ok(bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_DRAM) == 0.5 &&
           bench_get(&b, R_(GB_PER_S), GPUOCC_CURVE_UPPER) == 0.25 * 8 / 100 &&
           bench_status(&b, 8, R_(WAVES_TO_SATURATE), GPUOCC_RESOURCE_DRAM) == GPUOCC_OK &&
           bench_get(&b, R_(WAVES_TO_SATURATE), GPUOCC_RESOURCE_DRAM) == 200 &&
           bench_status(&b, 8, R_(WAVES_TO_SATURATE), GPUOCC_RESOURCE_FP32) ==
               GPUOCC_NOT_APPLICABLE,
       "half a GB/s for two cores of half a GHz, a quarter of a byte");
    bench_set(&b, RATE(DRAM), 4);
    make(&b);
    ok(bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_DRAM) == 0.0625, "a rate that is given counts");
}

/* Uses the first to the last of 32 classes, and writes nothing after the latency's bytes. */
static void memory_behind(void)
{
    static struct bench b;
    const size_t size = gpuocc_latency_size();
    const char *bytes = (const char *)b.words;
    size_t i, changed = 0;
    int pattern;

    for (pattern = 0; pattern < 2; pattern++) {
        start(&b);
        bench_set(&b, LAT(DRAM), 400);
        for (b.class_count = 0; b.class_count < GPUOCC_LATENCY_CLASSES;)
            bench_load(&b, 1, 160);
        memset(b.words, pattern ? 0xff : 0, sizeof b.words);
        bench_make(&b);
        for (i = size; i < sizeof b.words; i++)
            changed += bytes[i] != (pattern ? (char)0xff : 0);
        changed += b.status != GPUOCC_OK || bench_get(&b, R_(WAVE_LATENCY), 0) != 12800;
    }
    ok(changed == 0, "32 classes, and not a byte behind them");
    b.class_count = 0;
    ok(bench_make(&b) == GPUOCC_ERROR_REQUIRED && b.error.value == 0 &&
           b.error.limit == GPUOCC_LATENCY_CLASSES,
       "no class");
    b.class_count = 1;
    bench_make(&b); /* the memory still contains the old ones */
    ok(bench_get(&b, R_(LOADS_IN_FLIGHT), 0) == 8 && bench_get(&b, R_(BYTES_IN_FLIGHT), 0) == 1280,
       "one class in the same memory");
}

static int32_t pipe(double latency, double rate)
{
    double in_flight;

    return gpuocc_little_pipe(latency, rate, &in_flight, NULL);
}

/* docs/latency.md: numbers from 1e-12 to 1e15; a count of up to 9e18. */
static void little(void)
{
    uint64_t count = 0;

    ok(pipe(1e-12, 1e15) == GPUOCC_OK && pipe(1e15, 1e-12) == GPUOCC_OK &&
           pipe(9.99999999999999e-13, 1) == GPUOCC_ERROR_BAD_NUMBER &&
           pipe(1, 9.99999999999999e-13) == GPUOCC_ERROR_BAD_NUMBER &&
           pipe(1000000000000000.125, 1) == GPUOCC_ERROR_BAD_NUMBER &&
           pipe(1, 1000000000000000.125) == GPUOCC_ERROR_BAD_NUMBER,
       "1e-12 to 1e15");
    ok(gpuocc_little_count(8583068847656.25, 1 / 1048576.0, &count, NULL) == GPUOCC_OK &&
           count == UINT64_C(9000000000000000000) &&
           gpuocc_little_count(8583068847656.2519, 1 / 1048576.0, &count, NULL) ==
               GPUOCC_ERROR_BAD_NUMBER,
       "9e18 carriers, and no more");
    ok(gpuocc_little_count(1e-12, 1e15, &count, NULL) == GPUOCC_OK && count == 1 &&
           gpuocc_little_count(3.000000001, 1, &count, NULL) == GPUOCC_OK && count == 3 &&
           gpuocc_little_count(3.00000001, 1, &count, NULL) == GPUOCC_OK && count == 4 &&
           gpuocc_little_count(12, 4, &count, NULL) == GPUOCC_OK && count == 3,
       "rounded up, but not for a rounding error of 1e-9");
}

int main(void)
{
    class_ranges();
    constant_ranges();
    pipes();
    levels();
    distances();
    loads_per_wave();
    turnarounds();
    bandwidth();
    memory_behind();
    little();
    return done();
}
