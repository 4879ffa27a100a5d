/* SPDX-License-Identifier: MIT
 *
 * Compares the results of a latency with the formulas F5 to F13 of docs/latency.md, written a
 * second time, on random workloads; tests both bounds for equal and few values; and, with numbers
 * computed by hand: nothing limits, no waves, no loads, missing constants, limits that are reached
 * exactly.
 */
#include "latency_support.h"
#include "random.h"

#define CASES 60

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static int is_near(double a, double b)
{
    return apart(a, b) < 1e-12;
}

/* A workload of one load and one pipe, and what is derived from it. */
struct model {
    double latency, served, dram, l2, l1, issue, pipe, largest, sum, partitions;
    double device, core;
    double cores, per_group, groups, iterations, turnaround;
};

/* Makes a random model. Rates are powers of two, so that the demands are exact. */
static void random_model(struct bench *b, struct model *m)
{
    static const double rates[] = {0.125, 0.5, 1, 2, 8, 64};
    const double bytes = 1 + below(256), count = 1 + below(6), l1 = below(3) / 2.0,
                 l2 = below(3) / 4.0;
    double r[5];
    int i;

    bench_start(b);
    for (i = 0; i < 5; i++)
        r[i] = rates[below(6)];
    m->partitions = 1 + below(4);
    m->cores = 1 + below(9);
    m->per_group = 1 + below(3);
    m->groups = 1 + below(200);
    m->iterations = 1 + below(3);
    m->turnaround = below(2) * 50;
    b->workload.waves = (uint32_t)m->per_group * (1 + below(8));
    b->workload.waves_per_group = (uint32_t)m->per_group;
    b->workload.max_waves = b->workload.waves + below(3);
    b->workload.grid_groups = (uint64_t)m->groups;
    b->workload.iterations = m->iterations;
    bench_set(b, RATE(DRAM), r[0]);
    bench_set(b, RATE(L2), r[1]);
    bench_set(b, RATE(L1), r[2]);
    bench_set(b, RATE(FP32), r[3]);
    bench_set(b, RATE(ISSUE), r[4]);
    bench_set(b, LAT(DRAM), 1 + below(400));
    bench_set(b, LAT(FP32), 30);
    bench_set(b, GPUOCC_CONSTANT_PARTITIONS, m->partitions);
    bench_set(b, GPUOCC_CONSTANT_CORE_COUNT, m->cores);
    bench_set(b, GPUOCC_CONSTANT_TURNAROUND_CYCLES, m->turnaround);
    bench_set(b, LAT(L2), 100);
    bench_set(b, LAT(L1), 20);
    bench_load(b, 1, bytes);
    bench_add(b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, count);
    b->classes[0].l1_hit = l1;
    b->classes[0].l2_hit = l2;
    m->latency = l1 * 20 + (1 - l1) * (l2 * 100 + (1 - l2) * b->values[5]) +
                 count * larger(30, larger(m->partitions / r[3], 1));
    m->dram = bytes * (1 - l1) * (1 - l2) / r[0];
    m->l2 = bytes * (1 - l1) / r[1];
    m->l1 = bytes / r[2];
    m->pipe = count / r[3];
    m->issue = (1 + count) / r[4];
    m->device = larger(m->dram, m->l2);
    m->core = larger(m->l1, larger(m->pipe, m->issue));
    m->largest = larger(m->device, m->core);
    m->sum = m->dram + m->l2 + m->l1 + m->pipe + m->issue;
    m->served = larger(m->latency, m->largest);
    memset(b->words, 0xff, sizeof b->words);
    bench_make(b);
}

/* F6: whole waves by the recursion, linear interpolation between them. */
static double queue_of(const struct model *m, double waves)
{
    double queue = 0, x = 0, before = 0, n = 0, response;

    while (n < waves) {
        response = m->largest * (1 + queue);
        before = x;
        x = ++n / (m->served - m->largest + response);
        queue = x * response;
    }
    return n > waves ? before + (x - before) * (waves - (n - 1)) : x;
}

static double lower_of(const struct model *m, double waves)
{
    return waves < 1 ? waves / m->served : waves / (m->served + (waves - 1) * m->sum);
}

static double upper_of(const struct model *m, double waves)
{
    return smaller(waves / m->served, 1 / m->largest);
}

/* Gives waves to the partitions in turn; the pipes and the issue of each limit its throughput. */
static double whole_partitions(const struct model *m, uint32_t waves)
{
    const double own = 1 / (m->partitions * larger(m->pipe, m->issue));
    double x = 0, has;
    uint32_t p;

    for (p = 0; p < m->partitions; p++) {
        has = (double)(waves / (uint32_t)m->partitions + (p < waves % (uint32_t)m->partitions));
        x += smaller(has / m->latency, own);
    }
    return smaller(x, upper_of(m, waves));
}

static double partitions_of(const struct model *m, double waves)
{
    const uint32_t whole = (uint32_t)waves;
    const double x = whole_partitions(m, whole);

    return waves > whole ? x + (waves - whole) * (whole_partitions(m, whole + 1) - x) : x;
}

static double (*const curves[])(const struct model *, double) = {upper_of, queue_of, lower_of,
                                                                 partitions_of};

static void test_curves(void)
{
    static const double waves[] = {0.25, 0.5, 1, 1.5, 2, 3, 3.75, 7, 12.5, 40, 41};
    static struct bench b;
    struct model m;
    uint32_t i, c, n, good = 0, shares = 0, above = 0, all = 0;
    double share;

    for (i = 0; i < CASES; i++) {
        random_model(&b, &m);
        for (c = 0; c < 4; c++)
            for (n = 0; n < sizeof waves / sizeof waves[0]; n++, all++) {
                good += (uint32_t)is_near(bench_at(&b, waves[n], R_(THROUGHPUT), c),
                                          curves[c](&m, waves[n]));
                share = bench_at(&b, waves[n], R_(SHARE_OF_PEAK), c);
                shares += (uint32_t)is_near(share, curves[c](&m, waves[n]) * m.largest);
                above += share > 1;
            }
    }
    ok(good == all && shares == all && above == 0, "curves: %u and %u of %u, %u above the peak",
       good, shares, all, above);
}

/* A queue without a delay: the share is exactly 1, and never above it by rounding. */
static void test_shares(void)
{
    static struct bench b;
    uint32_t n, k, c, above = 0, below = 0;
    double share;

    for (k = 1; k < 30; k++) {
        bench_start(&b);
        bench_set(&b, RATE(ISSUE), 1);
        bench_set(&b, RATE(FP32), FREE);
        b.workload.waves = 1;
        b.workload.wave_latency_cycles = 0.5;
        bench_add(&b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, 1.4302060167127721 + 0.37 * (k - 1));
        b.classes[0].latency_cycles = 0.125;
        bench_make(&b);
        for (n = 1; n < 60; n++)
            for (c = 0; c < 3; c++) {
                share = bench_at(&b, n, R_(SHARE_OF_PEAK), c);
                above += share > 1;
                below += share < 1 - 1e-12;
            }
    }
    ok(above == 0 && below == 0, "shares of a queue alone are 1: %u above, %u below", above, below);
}

/* F13, round by round. */
static double time_of(const struct model *m, const struct bench *b, int expected)
{
    const double slots = b->workload.waves / (uint32_t)m->per_group;
    const double full = m->cores * slots, waves = slots * m->per_group;
    double left = m->groups, cycles = 0, n;

    for (; left >= full; left -= full)
        cycles +=
            m->turnaround + m->iterations * (expected ? waves / queue_of(m, waves)
                                                      : larger(m->served, waves * m->largest));
    if (left == 0)
        return cycles;
    n = left * m->per_group / m->cores;
    if (expected)
        return cycles + m->turnaround + m->iterations * larger(n, 1) / queue_of(m, larger(n, 1));
    return cycles + m->turnaround +
           m->iterations *
               larger(m->served, larger((double)(((uint32_t)left + (uint32_t)m->cores - 1) /
                                                 (uint32_t)m->cores) *
                                            m->per_group * m->core,
                                        n * m->device));
}

static void test_times(void)
{
    static struct bench b;
    gpuocc_group_time g = {sizeof g, 7, 0, 0, 0, 0};
    struct model m;
    uint32_t i, bounds = 0, means = 0, rounds = 0, least = 0, costs = 0;
    double full, count;

    for (i = 0; i < CASES; i++) {
        random_model(&b, &m);
        full = m.cores * (b.workload.waves / (uint32_t)m.per_group);
        count = (double)(((uint32_t)m.groups + (uint32_t)full - 1) / (uint32_t)full);
        bounds += (uint32_t)is_near(bench_get(&b, R_(TIME), 0), time_of(&m, &b, 0));
        means += (uint32_t)is_near(bench_get(&b, R_(TIME), 1), time_of(&m, &b, 1));
        rounds += bench_get(&b, R_(ROUNDS), 0) == count &&
                  bench_status(&b, m.per_group - 0.5, R_(ROUNDS), 0) == GPUOCC_NOT_POSSIBLE &&
                  bench_status(&b, 8, R_(TIME), 2) == GPUOCC_NOT_APPLICABLE;
        least +=
            (uint32_t)is_near(bench_get(&b, R_(TIME_AT_LEAST), 0),
                              larger(count * (m.iterations * m.served + m.turnaround),
                                     m.groups * m.per_group * m.iterations * m.largest / m.cores));
        g.unused = 7;
        costs += gpuocc_latency_group_time(b.latency, &g) == GPUOCC_OK && g.unused == 0 &&
                 is_near(g.latency, m.iterations * m.served) && g.overhead == m.turnaround &&
                 is_near(g.per_core, m.iterations * m.per_group * m.core) &&
                 is_near(g.per_device, m.iterations * m.per_group * m.device / m.cores);
    }
    ok(bounds == CASES && means == CASES, "times: %u and %u of %u", bounds, means, CASES);
    ok(rounds == CASES && least == CASES && costs == CASES,
       "rounds, least times, costs: %u %u %u of %u", rounds, least, costs, CASES);
}

/* A turnaround within the wave's latency is not counted a second time. */
static void test_inside(void)
{
    static struct bench b;
    gpuocc_group_time g = {sizeof g, 7, 0, 0, 0, 0};

    bench_one_load(&b);
    b.workload.waves_per_group = 2;
    b.workload.grid_groups = 1;
    b.workload.turnaround = GPUOCC_TURNAROUND_INSIDE;
    bench_set(&b, GPUOCC_CONSTANT_TURNAROUND_CYCLES, 100);
    bench_set(&b, GPUOCC_CONSTANT_CORE_COUNT, 1);
    bench_make(&b);
    ok(bench_get(&b, R_(TIME), 0) == 500 && bench_get(&b, R_(ROUNDS), 0) == 1 &&
           gpuocc_latency_group_time(b.latency, &g) == GPUOCC_OK && g.overhead == 0 &&
           g.latency == 500,
       "one group, one iteration, its turnaround inside");
    b.workload.grid_groups = 5;
    bench_make(&b);
    ok(bench_get(&b, R_(TIME), 0) == 1000 && bench_get(&b, R_(ROUNDS), 0) == 2,
       "a second round of one group");
    b.workload.grid_groups = 8;
    bench_make(&b);
    ok(bench_get(&b, R_(ROUNDS), 0) == 2 && bench_get(&b, R_(TIME), 0) == 1000, "two full rounds");
    b.workload.grid_groups = b.workload.waves_per_group = 1;
    b.values[7] = 7;
    bench_make(&b);
    ok(bench_get(&b, R_(TIME), 1) == 500, "a wave on one of 7 cores takes as long as one on each");
    b.workload.grid_groups = 0;
    bench_make(&b);
    ok(bench_status(&b, 8, R_(ROUNDS), 0) == GPUOCC_NOT_APPLICABLE, "no grid");
}

/* Resources whose demands are equal except for 1e-12 bind in their order. */
static void test_ties(void)
{
    static struct bench b;

    bench_start(&b);
    b.workload.waves = 1;
    bench_set(&b, RATE(DRAM), 1);
    bench_set(&b, RATE(L2), FREE);
    bench_set(&b, RATE(L1), FREE);
    bench_set(&b, RATE(ISSUE), 1);
    bench_set(&b, LAT(DRAM), 400);
    bench_load(&b, 1, 1 - 1e-12);
    bench_make(&b);
    ok(bench_get(&b, R_(LARGEST_DEMAND), 0) == 1 &&
           bench_get(&b, R_(BINDING_AT_LIMIT), 0) == GPUOCC_RESOURCE_DRAM &&
           bench_status(&b, 1, R_(WAVES_TO_SATURATE), GPUOCC_RESOURCE_DRAM) == GPUOCC_OK,
       "1 - 1e-12 of memory and 1 of issue: memory binds");
    b.classes[0].bytes = 1 - 1.001e-12;
    bench_make(&b);
    ok(bench_get(&b, R_(BINDING_AT_LIMIT), 0) == GPUOCC_RESOURCE_ISSUE &&
           bench_status(&b, 1, R_(WAVES_TO_SATURATE), GPUOCC_RESOURCE_DRAM) == GPUOCC_NOT_POSSIBLE,
       "a little less of memory: issue does");
    ok(bench_at(&b, 399, R_(BINDING), 0) == GPUOCC_RESOURCE_LATENCY &&
           bench_at(&b, 400, R_(BINDING), 0) == GPUOCC_RESOURCE_ISSUE &&
           bench_at(&b, 399, R_(MORE_WAVES), 0) == GPUOCC_MORE_WAVES_HELP &&
           bench_at(&b, 400, R_(MORE_WAVES), 0) == GPUOCC_MORE_WAVES_MAY_HELP,
       "below the waves needed latency binds, with them it does not");
}

/* One slot; less than one wave; no wave. */
static void test_few(void)
{
    static struct bench b;

    bench_one_load(&b);
    b.workload.max_waves = 1;
    bench_make(&b);
    ok(bench_at(&b, 1, R_(MORE_WAVES), 0) == GPUOCC_MORE_WAVES_NONE_LEFT &&
           bench_at(&b, 0.5, R_(MORE_WAVES), 0) == GPUOCC_MORE_WAVES_HELP &&
           bench_at(&b, 0.5, R_(GAIN), 0) == 2 &&
           bench_status(&b, 0, R_(GAIN), 0) == GPUOCC_NOT_APPLICABLE &&
           bench_status(&b, 8, R_(OCCUPANCY_NEEDED), 0) == GPUOCC_NOT_POSSIBLE,
       "a core of one slot");
    ok(bench_at(&b, 1, R_(SHARE_OF_PEAK), 0) == 10 / 400.0 &&
           bench_at(&b, 0, R_(SHARE_OF_PEAK), 0) == 0 &&
           bench_at(&b, 0, R_(UTILISATION), GPUOCC_RESOURCE_DRAM) == 0 &&
           bench_at(&b, 1, R_(UTILISATION), GPUOCC_RESOURCE_DRAM) == 10 / 400.0 &&
           bench_at(&b, 0.5, R_(UTILISATION), GPUOCC_RESOURCE_DRAM) == 10 / 800.0,
       "shares of no wave, of half and of one");
    b.workload.max_waves = 40;
    b.workload.wave_size = 1;
    bench_make(&b);
    ok(bench_get(&b, R_(OCCUPANCY_NEEDED), 0) == 1 &&
           bench_at(&b, 40, R_(BYTES_PER_THREAD_NEEDED), 0) == 160,
       "all slots are needed, and waves of one thread");
    b.values[0] = 0.5;
    bench_make(&b);
    ok(bench_get(&b, R_(CONCURRENCY), GPUOCC_RESOURCE_DRAM) == 200 &&
           bench_status(&b, 8, R_(CONCURRENCY), GPUOCC_RESOURCE_L2) == GPUOCC_NOT_KNOWN,
       "half a byte a cycle");
    b.classes[0].kind = GPUOCC_CLASS_STORE;
    bench_make(&b);
    ok(bench_status(&b, 8, R_(CLASS_LATENCY), 0) == GPUOCC_OK &&
           bench_get(&b, R_(CLASS_LATENCY), 0) == 0 &&
           bench_status(&b, 8, R_(LOADS_IN_FLIGHT), 0) == GPUOCC_NOT_APPLICABLE,
       "nobody waits for a store");
}

static void test_get(void)
{
    static struct bench b;

    bench_one_load(&b);
    bench_make(&b);
    ok(bench_is_range(&b, R_(WAVES), 0, 8, 8) &&
           bench_is_range(&b, R_(THROUGHPUT), 0, 0.02, 0.02) &&
           bench_is_range(&b, R_(DEMAND), 0, 10, 10) &&
           gpuocc_latency_get(NULL, R_(WAVES), 0, NULL, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_latency_get(b.latency, R_(DEMAND), 99, NULL, NULL) == GPUOCC_ERROR_INDEX,
       "both ends of a number are that number");
}

/* Adds arithmetic of `count` instructions, in a separate phase or in the load's. */
static void arithmetic(struct bench *b, double count, double latency, int own)
{
    bench_set(b, LAT(FP32), latency);
    bench_add(b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, count)->phase = (uint32_t)own;
}

static void memory(void)
{
    static struct bench b;
    const size_t size = gpuocc_latency_size();

    bench_one_load(&b);
    ok(size <= sizeof(gpuocc_latency) && bench_make(&b) == GPUOCC_OK &&
           latency_in((char *)b.words + 4, NULL, NULL, &b.workload, b.classes, 1, b.constants,
                      b.values, 6, &b.latency, NULL) == GPUOCC_ERROR_MEMORY_ALIGNMENT,
       "a latency lives in %u bytes, which are aligned", (unsigned)size);
}

static int32_t with(struct bench *b, const gpuocc_instructions *classes, size_t class_count,
                    const uint32_t *constants, const double *values, size_t constant_count)
{
    return latency_in(b->words, NULL, NULL, &b->workload, classes, class_count, constants, values,
                      constant_count, &b->latency, &b->error);
}

static void arguments(void)
{
    static struct bench b;
    gpuocc_group_time cost = {sizeof cost, 0, 0, 0, 0, 0};

    bench_one_load(&b);
    ok(with(&b, NULL, 1, b.constants, b.values, 6) == GPUOCC_ERROR_NULL && b.error.field == 5 &&
           with(&b, b.classes, 0, b.constants, b.values, 6) == GPUOCC_ERROR_REQUIRED &&
           b.error.scope == GPUOCC_SCOPE_WORKLOAD && b.error.field == GPUOCC_WORKLOAD_CLASS_COUNT,
       "classes are required");
    ok(with(&b, b.classes, 1, NULL, NULL, 0) == GPUOCC_NOT_KNOWN && b.error.field == LAT(DRAM),
       "constants that are not given are those of the tables");
    b.class_count = GPUOCC_LATENCY_CLASSES;
    for (b.class_count = 0; b.class_count < GPUOCC_LATENCY_CLASSES;)
        bench_load(&b, 1, 160);
    ok(bench_make(&b) == GPUOCC_OK &&
           apart(bench_get(&b, R_(WAVE_LATENCY), 0), 32 * 400.0) < 1e-12 &&
           with(&b, b.classes, GPUOCC_LATENCY_CLASSES + 1, b.constants, b.values, 6) ==
               GPUOCC_ERROR_TOO_LARGE &&
           b.error.field == GPUOCC_WORKLOAD_CLASS_COUNT && b.error.limit == GPUOCC_LATENCY_CLASSES,
       "32 classes in 32 phases, and no 33rd");
    bench_one_load(&b);
    bench_make(&b);
    ok(gpuocc_latency_group_time(b.latency, NULL) == GPUOCC_ERROR_NULL, "no room for the cost");
    cost.size = sizeof cost + 2;
    ok(gpuocc_latency_group_time(b.latency, &cost) == GPUOCC_ERROR_STRUCT_SIZE,
       "a size that is no multiple of 4");
    ok(gpuocc_latency_at(b.latency, 8, 0, 0, NULL) == GPUOCC_ERROR_NULL &&
           bench_status(&b, -1e-9, R_(WAVES), 0) == GPUOCC_ERROR_BAD_NUMBER &&
           bench_status(&b, 65536, R_(WAVES), 0) == GPUOCC_OK &&
           bench_status(&b, 65536.5, R_(WAVES), 0) == GPUOCC_ERROR_BAD_NUMBER,
       "0 to 65536 waves");
}

/* Every rate is unlimited: n waves do n iterations in the latency of one, on every curve. */
static void nothing_limits(void)
{
    static struct bench b;
    uint32_t curve;
    int linear = 1;

    bench_one_load(&b);
    arithmetic(&b, 10, 4, 1);
    bench_set(&b, GPUOCC_CONSTANT_PARTITIONS, 4);
    b.values[0] = FREE;
    b.workload.max_waves = 16;
    bench_make(&b);
    for (curve = 0; curve < GPUOCC_CURVE_COUNT; curve++)
        linear &= apart(bench_at(&b, 8, R_(THROUGHPUT), curve), 8 / 440.0) < 1e-12 &&
                  bench_at(&b, 8, R_(SHARE_OF_PEAK), curve) == 0 &&
                  apart(bench_at(&b, 8, R_(GAIN), curve), 2) < 1e-12;
    ok(linear, "without a limit 8 waves do 8/440 iterations a cycle, and 16 twice as many");
    ok(bench_get(&b, R_(BINDING), 0) == GPUOCC_RESOURCE_LATENCY &&
           bench_get(&b, R_(BINDING_AT_LIMIT), 0) == GPUOCC_RESOURCE_LATENCY &&
           bench_get(&b, R_(LARGEST_DEMAND), 0) == 0 && bench_get(&b, R_(SUM_OF_DEMANDS), 0) == 0 &&
           bench_get(&b, R_(UTILISATION), GPUOCC_RESOURCE_DRAM) == 0 &&
           bench_get(&b, R_(MORE_WAVES), 0) == GPUOCC_MORE_WAVES_HELP,
       "nothing binds but the latency");
    ok(bench_status(&b, 8, R_(WAVES_NEEDED), 0) == GPUOCC_NOT_POSSIBLE &&
           bench_status(&b, 8, R_(OCCUPANCY_NEEDED), 0) == GPUOCC_NOT_POSSIBLE &&
           bench_status(&b, 8, R_(CHAINS_NEEDED), 0) == GPUOCC_NOT_POSSIBLE &&
           bench_status(&b, 8, R_(LOADS_NEEDED), 0) == GPUOCC_NOT_APPLICABLE &&
           bench_status(&b, 8, R_(WAVES_TO_SATURATE), GPUOCC_RESOURCE_DRAM) ==
               GPUOCC_NOT_APPLICABLE &&
           bench_status(&b, 8, R_(CONCURRENCY), GPUOCC_RESOURCE_DRAM) == GPUOCC_NOT_APPLICABLE,
       "and no waves, chains or loads are enough");
}

/* Only memory limits: what partitions do not share has no effect. */
static void no_private_demand(void)
{
    static struct bench b;

    bench_one_load(&b);
    bench_set(&b, GPUOCC_CONSTANT_PARTITIONS, 4);
    bench_make(&b);
    ok(apart(bench_at(&b, 6, R_(THROUGHPUT), GPUOCC_CURVE_PARTITIONED), 6 / 400.0) < 1e-12 &&
           apart(bench_at(&b, 41, R_(THROUGHPUT), GPUOCC_CURVE_PARTITIONED), 0.1) < 1e-12,
       "waves of partitions without a limit of their own: 6/400, then memory's 1/10");
}

static void no_waves(void)
{
    static struct bench b;
    uint32_t curve;
    int none = 1;

    bench_one_load(&b);
    b.workload.max_waves = 16;
    b.workload.waves_per_group = 2;
    b.workload.grid_groups = 10;
    bench_set(&b, GPUOCC_CONSTANT_CORE_COUNT, 4);
    bench_set(&b, GPUOCC_CONSTANT_TURNAROUND_CYCLES, 0);
    bench_make(&b);
    for (curve = 0; curve < GPUOCC_CURVE_COUNT; curve++)
        none &= bench_at(&b, 0, R_(THROUGHPUT), curve) == 0 &&
                bench_at(&b, 0, R_(SHARE_OF_PEAK), curve) == 0 &&
                bench_status(&b, 0, R_(GAIN), curve) == GPUOCC_NOT_APPLICABLE;
    ok(none && bench_at(&b, 0, R_(UTILISATION), GPUOCC_RESOURCE_DRAM) == 0 &&
           bench_at(&b, 0, R_(LOADS_IN_FLIGHT), 0) == 0,
       "no waves do nothing, and no gain is a multiple of that");
    ok(bench_status(&b, 1.5, R_(TIME), 0) == GPUOCC_NOT_POSSIBLE &&
           bench_status(&b, 1.5, R_(ROUNDS), 0) == GPUOCC_NOT_POSSIBLE &&
           bench_at(&b, 2, R_(ROUNDS), 0) == 3,
       "fewer waves than a group has run no grid");
}

static void no_loads(void)
{
    static struct bench b;

    bench_one_load(&b);
    b.classes[0].bytes = 0;
    b.class_count = 0;
    arithmetic(&b, 10, 4, 0);
    bench_set(&b, GPUOCC_CONSTANT_CORE_COUNT, 4);
    bench_set(&b, GPUOCC_CONSTANT_CLOCK_GHZ, 1);
    bench_make(&b);
    ok(bench_status(&b, 8, R_(GB_PER_S), 0) == GPUOCC_NOT_APPLICABLE &&
           bench_status(&b, 8, R_(LOADS_IN_FLIGHT), 0) == GPUOCC_NOT_APPLICABLE &&
           bench_status(&b, 8, R_(BYTES_IN_FLIGHT), 0) == GPUOCC_NOT_APPLICABLE &&
           bench_status(&b, 8, R_(LOADS_NEEDED), 0) == GPUOCC_NOT_APPLICABLE,
       "arithmetic has no bytes and no loads");
    b.class_count = 0;
    bench_add(&b, GPUOCC_CLASS_STORE, 0, 1)->bytes = 160;
    bench_make(&b);
    ok(bench_status(&b, 8, R_(CHAINS_NEEDED), 0) == GPUOCC_NOT_APPLICABLE &&
           bench_status(&b, 8, R_(LOADS_IN_FLIGHT), 0) == GPUOCC_NOT_APPLICABLE &&
           bench_get(&b, R_(CLASS_LATENCY), 0) == 0 &&
           apart(bench_at(&b, 64, R_(GB_PER_S), 0), 16 * 4.0) < 1e-12,
       "nobody waits for a store, and it moves its bytes");
}

/* The latency of the wave is given as a whole, so that of a load need not be known. */
static void whole_latency(void)
{
    static struct bench b;

    bench_one_load(&b);
    b.workload.wave_latency_cycles = 500;
    b.constant_count = 5;
    bench_make(&b);
    ok(apart(bench_get(&b, R_(THROUGHPUT), 0), 8 / 500.0) < 1e-12 &&
           bench_status(&b, 8, R_(CLASS_LATENCY), 0) == GPUOCC_NOT_KNOWN &&
           bench_status(&b, 8, R_(IN_FLIGHT), 0) == GPUOCC_NOT_KNOWN &&
           bench_status(&b, 8, R_(LOADS_IN_FLIGHT), 0) == GPUOCC_NOT_KNOWN &&
           bench_status(&b, 8, R_(CHAINS_NEEDED), 0) == GPUOCC_NOT_APPLICABLE,
       "a wave of 500 cycles with a load of which nobody knows the latency");
    bench_set(&b, GPUOCC_CONSTANT_LOADS_PER_CORE, 8);
    ok(bench_lacks(&b, LAT(DRAM)), "slots for loads need it: DRAM's");
    b.classes[0].l2_hit = 1;
    ok(bench_lacks(&b, LAT(L2)), "or the L2's, if every load hits it");
    b.classes[0].l1_hit = 1;
    ok(bench_lacks(&b, LAT(L1)), "or the L1's");
    bench_set(&b, LAT(L1), 40);
    ok(bench_make(&b) == GPUOCC_OK && bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_LOAD_SLOTS) == 5 &&
           bench_get(&b, R_(CLASS_LATENCY), 0) == 40 &&
           bench_get(&b, R_(BINDING_AT_LIMIT), 0) == GPUOCC_RESOURCE_LOAD_SLOTS,
       "40 cycles in one of 8 slots are a demand of 5");
    bench_set(&b, GPUOCC_CONSTANT_LOADS_PER_CORE, FREE);
    ok(bench_make(&b) == GPUOCC_OK && bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_LOAD_SLOTS) == 0,
       "slots without number make none");
}

/* Shared memory in bytes has a separate rate: F3 with 32 lanes of 4 bytes, each twice. */
static void shared_bytes(void)
{
    static struct bench b;
    gpuocc_instructions *c;

    bench_one_load(&b);
    c = bench_add(&b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_SHARED, 6);
    c->bytes = 128;
    c->replay = 2;
    bench_set(&b, LAT(SHARED), 30);
    ok(bench_make(&b) == GPUOCC_OK &&
           bench_left_out(&b) == GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE &&
           bench_status(&b, 1, R_(DEMAND), GPUOCC_RESOURCE_SHARED) == GPUOCC_NOT_KNOWN,
       "the rate of bytes of shared memory is left out");
    bench_set(&b, GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE, 64);
    ok(bench_make(&b) == GPUOCC_OK && bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_SHARED) == 24 &&
           bench_get(&b, R_(BINDING_AT_LIMIT), 0) == GPUOCC_RESOURCE_SHARED &&
           bench_get(&b, R_(SUM_OF_DEMANDS), 0) == 34,
       "6 x 2 x 128 bytes at 64 a cycle are 24 cycles");
    bench_add(&b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_SHARED, 3);
    bench_set(&b, RATE(SHARED), 0.5);
    ok(bench_make(&b) == GPUOCC_OK && bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_SHARED) == 30,
       "3 instructions at one in two cycles come on top");
    bench_set(&b, GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE, 0.5);
    ok(bench_make(&b) == GPUOCC_OK && bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_SHARED) == 3078,
       "at half a byte a cycle they take 3072 cycles");
    bench_set(&b, GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE, FREE);
    ok(bench_make(&b) == GPUOCC_OK && bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_SHARED) == 6,
       "bytes without a limit make no demand");
}

/* 39 cycles of other work: 4 waves leave 1 cycle, which the issue of the load needs; 5 leave 11. */
static void chains(void)
{
    static struct bench b;

    bench_one_load(&b);
    arithmetic(&b, 39, 1, 1);
    bench_make(&b);
    ok(bench_get(&b, R_(WAVE_LATENCY), 0) == 439 &&
           bench_status(&b, 4, R_(CHAINS_NEEDED), 0) == GPUOCC_NOT_POSSIBLE &&
           apart(bench_at(&b, 5, R_(CHAINS_NEEDED), 0), 400 / 11.0) < 1e-12,
       "no chains are enough for waves that have no time left");
    bench_one_load(&b);
    arithmetic(&b, 20, 4, 0);
    bench_make(&b);
    ok(bench_status(&b, 7, R_(CHAINS_NEEDED), 0) == GPUOCC_NOT_POSSIBLE &&
           bench_at(&b, 8, R_(CHAINS_NEEDED), 0) == 5,
       "nor where arithmetic beside the load takes 80 cycles of 70; of 80, 5 are");
    bench_set(&b, GPUOCC_CONSTANT_LOADS_PER_WAVE, 5);
    bench_make(&b);
    ok(bench_at(&b, 8, R_(CHAINS_NEEDED), 0) == 5, "a wave may have 5 loads in flight");
    bench_set(&b, GPUOCC_CONSTANT_LOADS_PER_WAVE, 4.5);
    bench_make(&b);
    ok(bench_status(&b, 8, R_(CHAINS_NEEDED), 0) == GPUOCC_NOT_POSSIBLE,
       "but not if fewer are all that it may have");
    b.classes[0].chains = 9;
    bench_make(&b);
    ok(apart(bench_get(&b, R_(WAVE_LATENCY), 0), 400 / 4.5) < 1e-12,
       "more chains than that hide no more");
    bench_one_load(&b);
    arithmetic(&b, 1, 200, 1);
    bench_set(&b, GPUOCC_CONSTANT_LOADS_PER_WAVE, 1);
    bench_make(&b);
    ok(bench_at(&b, 42, R_(CHAINS_NEEDED), 1) == 10, "arithmetic has no such limit");
}

/* The current number of loads of a thread does not affect how many it needs. */
static void loads_now(void)
{
    static const double counts[] = {0.5, 4, 4, 600}, chains[] = {1, 1, 4, 600};
    static struct bench b;
    uint32_t i;

    for (i = 0; i < 4; i++) {
        bench_one_load(&b);
        b.classes[0].count = counts[i];
        b.classes[0].chains = chains[i];
        bench_make(&b);
        ok(bench_at(&b, 4, R_(LOADS_NEEDED_EXACT), 0) == 399 / 39.0 &&
               bench_at(&b, 4, R_(BYTES_PER_THREAD_NEEDED), 0) == 55,
           "as many where there are %g now, %g at a time", counts[i], chains[i]);
    }
    bench_one_load(&b);
    b.workload.wave_latency_cycles = 400;
    bench_make(&b);
    ok(bench_at(&b, 4, R_(LOADS_NEEDED), 0) == 11, "and where the wave's latency is given");
    b.classes[0].count = 2;
    bench_make(&b);
    ok(bench_status(&b, 4, R_(LOADS_NEEDED), 0) == GPUOCC_NOT_APPLICABLE,
       "unless it is that of two loads");
    b.classes[0].count = 0.5;
    bench_make(&b);
    ok(bench_status(&b, 4, R_(LOADS_NEEDED), 0) == GPUOCC_NOT_APPLICABLE,
       "or of one in every second iteration");
    bench_one_load(&b);
    arithmetic(&b, 1, 200, 1);
    b.classes[0].count = 4;
    bench_make(&b);
    ok(bench_at(&b, 4, R_(LOADS_NEEDED_EXACT), 0) == 599 / 39.0,
       "what is behind the loads is waited for once");
}

/* F11: (400 - 1) / (10 n - 1) loads. */
static void loads(void)
{
    static struct bench b;

    bench_one_load(&b);
    bench_make(&b);
    ok(bench_status(&b, 0.1, R_(LOADS_NEEDED_EXACT), 0) == GPUOCC_NOT_POSSIBLE &&
           bench_at(&b, 0.2, R_(LOADS_NEEDED_EXACT), 0) == 399 &&
           bench_at(&b, 4, R_(LOADS_NEEDED_EXACT), 0) == 399 / 39.0 &&
           bench_at(&b, 4, R_(LOADS_NEEDED), 0) == 11 &&
           bench_at(&b, 4, R_(BYTES_PER_THREAD_NEEDED), 0) == 55,
       "11 loads of 5 bytes a thread; none are enough where each costs what it brings");
    bench_set(&b, GPUOCC_CONSTANT_LOADS_PER_WAVE, 11);
    bench_make(&b);
    ok(bench_at(&b, 4, R_(LOADS_NEEDED), 0) == 11, "a wave may have 11 in flight");
    bench_set(&b, GPUOCC_CONSTANT_LOADS_PER_WAVE, 10.75);
    bench_make(&b);
    ok(bench_status(&b, 4, R_(LOADS_NEEDED), 0) == GPUOCC_NOT_POSSIBLE &&
           bench_status(&b, 4, R_(LOADS_NEEDED_EXACT), 0) == GPUOCC_NOT_POSSIBLE,
       "but 11 whole ones are more than 10.75");
    bench_set(&b, GPUOCC_CONSTANT_LOADS_PER_WAVE, 1);
    bench_make(&b);
    ok(bench_status(&b, 39, R_(LOADS_NEEDED), 0) == GPUOCC_NOT_POSSIBLE &&
           bench_status(&b, 39, R_(CHAINS_NEEDED), 0) == GPUOCC_NOT_POSSIBLE &&
           bench_at(&b, 40, R_(LOADS_NEEDED), 0) == 1 &&
           bench_at(&b, 40, R_(CHAINS_NEEDED), 0) == 1,
       "one load at a time is enough for 40 waves, not for 39");
    bench_one_load(&b);
    b.workload.wave_size = 0;
    bench_make(&b);
    ok(bench_at(&b, 4, R_(LOADS_NEEDED), 0) == 11 &&
           bench_status(&b, 4, R_(BYTES_PER_THREAD_NEEDED), 0) == GPUOCC_NOT_KNOWN,
       "bytes of a thread need the wave size");
    b.values[5] = 1;
    bench_make(&b);
    ok(bench_at(&b, 4, R_(LOADS_NEEDED), 0) == 0, "a latency of one issue needs no loads at once");
    b.workload.wave_latency_cycles = 0.5;
    bench_make(&b);
    ok(bench_at(&b, 4, R_(LOADS_NEEDED), 0) == 0, "nor does less, and no negative number");
}

/* Demands, rates and latencies below 1 are treated like any other: half a cycle of memory (8 bytes
 * at 16 per cycle), half a cycle of latency. */
static void fractions(void)
{
    static struct bench b;

    bench_one_load(&b);
    b.classes[0].bytes = 8;
    b.workload.max_waves = 1;
    bench_set(&b, GPUOCC_CONSTANT_CORE_COUNT, 2);
    bench_set(&b, GPUOCC_CONSTANT_CLOCK_GHZ, 0.5);
    bench_make(&b);
    ok(bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_DRAM) == 0.5 &&
           bench_get(&b, R_(WAVES_NEEDED), 0) == 800 &&
           bench_at(&b, 1600, R_(THROUGHPUT), GPUOCC_CURVE_UPPER) == 2 &&
           apart(bench_at(&b, 0.5, R_(SHARE_OF_PEAK), GPUOCC_CURVE_UPPER), 1 / 1600.0) < 1e-12 &&
           apart(bench_at(&b, 0.5, R_(UTILISATION), GPUOCC_RESOURCE_DRAM), 1 / 1600.0) < 1e-12 &&
           bench_status(&b, 1, R_(OCCUPANCY_NEEDED), 0) == GPUOCC_NOT_POSSIBLE,
       "half a cycle of memory: 800 waves are needed, half a wave takes 1/1600 of it");
    b.classes[0].bytes = 1;
    b.values[5] = 0.5;
    b.workload.wave_latency_cycles = 0.5;
    bench_set(&b, GPUOCC_CONSTANT_LOADS_PER_CORE, 0.5);
    bench_set(&b, RATE(DRAM), 0.5);
    bench_make(&b);
    ok(bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_LOAD_SLOTS) == 1 &&
           bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_DRAM) == 2 &&
           bench_get(&b, R_(OCCUPANCY_NEEDED), 0) == 1 &&
           bench_get(&b, R_(CONCURRENCY), GPUOCC_RESOURCE_DRAM) == 0.25 &&
           bench_get(&b, R_(GB_PER_S), 0) == 0.5 && bench_get(&b, R_(LOADS_IN_FLIGHT), 0) == 0.25,
       "half a byte a cycle, half a slot, half a cycle of latency: a quarter of a load in flight");
    bench_one_load(&b);
    b.classes[0].count = 0.25;
    b.values[5] = 2;
    bench_make(&b);
    ok(bench_get(&b, R_(WAVE_LATENCY), 0) == 0.5, "a load every fourth time, each of 2 cycles");
    bench_one_load(&b);
    arithmetic(&b, 1, 2.5, 0);
    b.classes[1].phase = 1;
    b.classes[0] = b.classes[1];
    b.class_count = 1;
    bench_set(&b, RATE(FP32), 4);
    bench_set(&b, GPUOCC_CONSTANT_PARTITIONS, 4);
    bench_make(&b);
    ok(bench_get(&b, R_(LARGEST_DEMAND), 0) == 0.25 &&
           apart(bench_at(&b, 9, R_(THROUGHPUT), GPUOCC_CURVE_UPPER), 3.6) < 1e-12 &&
           apart(bench_at(&b, 9, R_(THROUGHPUT), GPUOCC_CURVE_PARTITIONED), 3.4) < 1e-12,
       "three waves in one partition saturate it, two in each of the others do not");
}

static void slots(void)
{
    static struct bench b;

    bench_one_load(&b);
    bench_make(&b);
    ok(bench_status(&b, 8, R_(GAIN), 0) == GPUOCC_NOT_KNOWN &&
           bench_at(&b, 39, R_(MORE_WAVES), 0) == GPUOCC_MORE_WAVES_HELP &&
           bench_at(&b, 40, R_(MORE_WAVES), 0) == GPUOCC_MORE_WAVES_MAY_HELP &&
           bench_at(&b, 65536, R_(MORE_WAVES), 0) == GPUOCC_MORE_WAVES_MAY_HELP,
       "where nobody knows the slots, none is the last one");
    b.workload.max_waves = 40;
    bench_make(&b);
    ok(bench_at(&b, 39.5, R_(MORE_WAVES), 0) == GPUOCC_MORE_WAVES_HELP &&
           bench_at(&b, 40, R_(MORE_WAVES), 0) == GPUOCC_MORE_WAVES_NONE_LEFT &&
           bench_get(&b, R_(OCCUPANCY_NEEDED), 0) == 1,
       "with 40 slots the 40 waves needed are all of them");
}

int main(void)
{
    test_curves();
    test_shares();
    test_times();
    test_inside();
    test_ties();
    test_few();
    test_get();
    memory();
    arguments();
    nothing_limits();
    no_private_demand();
    no_waves();
    no_loads();
    whole_latency();
    shared_bytes();
    chains();
    loads();
    loads_now();
    fractions();
    slots();
    return done();
}
