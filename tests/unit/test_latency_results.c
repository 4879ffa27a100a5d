/* SPDX-License-Identifier: MIT
 *
 * Compares the results of a latency with the formulas F5 to F13 of docs/latency.md, written a
 * second time, on random workloads; and tests both bounds for a range of waves.
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

int main(void)
{
    test_curves();
    test_shares();
    test_times();
    test_inside();
    test_ties();
    test_few();
    test_get();
    return done();
}
