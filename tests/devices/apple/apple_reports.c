/* SPDX-License-Identifier: MIT
 *
 * Tests Apple with a bound that the source declares, and with the maximum that a compiled pipeline
 * reports. The tiers are Mesa's table, written out. A range contains the answer for every number of
 * registers that agrees with the given values, and both of its bounds are such an answer.
 */
#include "apple_support.h"

#define COUNT(list) (sizeof list / sizeof *list)
#define MOST_HALVES 256u

/* The largest number of half registers of each tier, and its threads. */
static const struct {
    uint32_t halves, threads;
} tiers[] = {{104, 1024}, {112, 896}, {128, 832}, {136, 768}, {144, 704},
             {160, 640},  {184, 576}, {208, 512}, {232, 448}, {256, 384}};

static uint32_t tier_threads(uint32_t halves)
{
    uint32_t i = 0;

    while (tiers[i].halves < halves)
        i++;
    return tiers[i].threads;
}

/* Whether the pipeline of a kernel with these registers reports this maximum of threads. */
static int agrees(uint32_t halves, uint32_t declared, uint32_t reported)
{
    const uint32_t threads = tier_threads(halves);
    uint32_t i;

    if (reported == 0 || threads == reported)
        return 1;
    if (threads < reported)
        return 0;
    if (declared == reported)
        return 1;
    for (i = 0; i < COUNT(tiers); i++) /* a tier is reported without a bound, too */
        if (tiers[i].threads == reported)
            return 0;
    return 1;
}

/* The last one takes long and does not depend on the group size: it is compared once. */
static const uint32_t results[] = {GPUOCC_RESULT_GROUPS, GPUOCC_RESULT_WAVES,
                                   GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP,
                                   GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE};

static uint32_t count_of(const gpuocc_kernel *kernel)
{
    return kernel->threads_per_group == 1 ? COUNT(results) : COUNT(results) - 1;
}

struct seen {
    uint64_t low[COUNT(results)], high[COUNT(results)];
    uint32_t kernels;
};

static void collect(struct seen *seen, const struct place *p, uint32_t count)
{
    uint64_t low, high;
    uint32_t i;

    for (i = 0; i < count; i++) {
        ends(p, results[i], 0, &low, &high);
        if (seen->kernels == 0 || low < seen->low[i])
            seen->low[i] = low;
        if (seen->kernels == 0 || high > seen->high[i])
            seen->high[i] = high;
    }
    seen->kernels++;
}

/* Compares one query with unknown registers with the answers for each number of them. */
static void check(const gpuocc_device *device, uint32_t convention, gpuocc_kernel kernel)
{
    const uint32_t generation = get(device, GPUOCC_DEVICE_GENERATION);
    const int has_tiers = generation == 7 || generation == 8;
    struct seen seen = {{0}, {0}, 0};
    struct place p;
    uint64_t low, high;
    uint32_t i, halves;

    for (halves = 0; halves <= MOST_HALVES; halves++) {
        set(&kernel, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, halves);
        if (has_tiers && !agrees(halves, kernel.max_threads_per_group, kernel.reported_max_threads))
            continue;
        if (place_as(&p, device, convention, kernel) == GPUOCC_OK)
            collect(&seen, &p, count_of(&kernel));
    }
    kernel.half_registers_per_thread = GPUOCC_UNKNOWN;
    place_as(&p, device, convention, kernel);
    for (i = 0; i < count_of(&kernel); i++) {
        ends(&p, results[i], 0, &low, &high);
        holds(low == seen.low[i], "low end", (int)results[i], low, seen.low[i]);
        holds(high == seen.high[i], "high end", (int)results[i], high, seen.high[i]);
    }
}

static void test_every_device(void)
{
    static const uint32_t sizes[] = {1, 32, 128, 384, 385, 512, 600, 730, 896, 1024};
    static const uint32_t bounds[] = {0, 1, 128, 384, 512, 730, 768, 1024};
    static const uint32_t conventions[] = {GPUOCC_CONVENTION_DEFAULT, GPUOCC_CONVENTION_RF208,
                                           GPUOCC_CONVENTION_RF384};
    const gpuocc_device *device;
    gpuocc_kernel kernel = {0};
    uint32_t at, i, declared, reported, devices = 0;
    char text[80];

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++) {
        if (get(device, GPUOCC_DEVICE_VENDOR) != GPUOCC_VENDOR_APPLE ||
            (is_part() && !is_architecture(device)))
            continue;
        devices++;
        for (i = 0; i < COUNT(sizes); i++)
            for (declared = 0; declared < COUNT(bounds); declared++)
                for (reported = 0; reported < COUNT(bounds); reported++) {
                    kernel.threads_per_group = sizes[i];
                    kernel.max_threads_per_group = bounds[declared];
                    kernel.reported_max_threads = bounds[reported];
                    kernel.shared_bytes = i % 3 * 4096;
                    check(device, conventions[(i + reported) % 3], kernel);
                }
    }
    snprintf(text, sizeof text, "registers unknown, %u devices:", (unsigned)devices);
    topic_end(text, "ends");
}

static int has_note(const struct place *p, uint32_t note)
{
    return (int)(result(p, GPUOCC_RESULT_NOTES, 0) >> note & 1);
}

/* The bound alone does not determine the registers: M1 with 128 threads has 8 groups with up to 104
 * half registers (1024 threads), 3 with 256 (384 threads). */
static void test_bound(void)
{
    const gpuocc_device *m1 = find("Apple M1");
    gpuocc_kernel kernel = halves_of(128, GPUOCC_UNKNOWN, 0);
    struct place p;

    kernel.max_threads_per_group = 512;
    place(&p, m1, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 3, 8), "512 declared: 3 to 8 groups");
    kernel.max_threads_per_group = 0;
    kernel.reported_max_threads = 512;
    place(&p, m1, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 4, 4) &&
           is_range(&p, GPUOCC_RESULT_REQUESTED, GPUOCC_LIMIT_REGISTERS, 185 * 64, 208 * 64),
       "512 reported: 185 to 208, 4 groups");
    kernel.max_threads_per_group = 512;
    place(&p, m1, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 4, 8) && !has_note(&p, GPUOCC_NOTE_NO_TIER),
       "512 declared and reported: at most 208, 4 to 8 groups");
    kernel.max_threads_per_group = GPUOCC_UNKNOWN;
    place(&p, m1, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 0, 8), "512 reported, any bound: 0 to 8 groups");
    kernel.max_threads_per_group = 640;
    place(&p, m1, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 4, 4), "640 declared, 512 reported: the tier");
    kernel = halves_of(700, 200, 0);
    kernel.max_threads_per_group = 730;
    place(&p, m1, kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 0 &&
           gpuocc_occupancy_limiters(p.occupancy) == 1u << GPUOCC_LIMIT_REGISTERS,
       "a bound of 730 launches no 700 threads of 200 half registers");
    place(&p, find("Apple A13"), kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 0, UINT64_MAX),
       "nor does it claim that they launch where that is unknown");
}

/* A custom device may allow more registers than the whole file has. */
static void test_no_report(void)
{
    static uint64_t memory[sizeof(gpuocc_custom_device) / 8];
    const uint32_t field = GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD;
    const uint64_t halves = 3329;
    gpuocc_kernel kernel = halves_of(32, GPUOCC_UNKNOWN, 0);
    const gpuocc_device *device = NULL;
    struct place p;

    kernel.max_threads_per_group = 512;
    if (!ok(device_in(memory, find("Apple M1"), NULL, 0, &field, &halves, 1, &device, NULL) ==
                GPUOCC_OK,
            "an M1 with 3329 half registers per thread"))
        return;
    place(&p, device, kernel);
    ok(is_range(&p, GPUOCC_RESULT_REQUESTED, GPUOCC_LIMIT_REGISTERS, 0, 3329 * 16),
       "without a report every number is possible");
}

static void test_no_tier(void)
{
    const gpuocc_device *m1 = find("Apple M1");
    gpuocc_kernel kernel = halves_of(128, GPUOCC_UNKNOWN, 0);
    struct place p;

    kernel.reported_max_threads = 730;
    place(&p, m1, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 6, 8) && has_note(&p, GPUOCC_NOTE_NO_TIER) &&
           is_range(&p, GPUOCC_RESULT_REQUESTED, GPUOCC_LIMIT_REGISTERS, 0, 136 * 64),
       "730 reported is no tier: at most 136, 6 to 8 groups, and a note");
    kernel.half_registers_per_thread = 64;
    place(&p, m1, kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 8 && has_note(&p, GPUOCC_NOTE_NO_TIER),
       "the same note where the registers are known");
    kernel.reported_max_threads = 704;
    place(&p, m1, kernel);
    ok(!has_note(&p, GPUOCC_NOTE_NO_TIER), "704 is a tier");
    kernel.reported_max_threads = 730;
    place(&p, find("Apple M3"), kernel);
    ok(!has_note(&p, GPUOCC_NOTE_NO_TIER), "Apple9 has no tiers");
    kernel.threads_per_group = GPUOCC_UNKNOWN;
    kernel.half_registers_per_thread = 8;
    place(&p, m1, kernel);
    ok(is_range(&p, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0, 730, 730) &&
           is_range(&p, GPUOCC_RESULT_LIMIT, GPUOCC_LIMIT_LAUNCH, 0, UINT64_MAX),
       "threads unknown: the largest group is 730");
    kernel.half_registers_per_thread = GPUOCC_UNKNOWN;
    kernel.reported_max_threads = GPUOCC_UNKNOWN;
    kernel.threads_per_group = 128;
    place(&p, m1, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 0, 8), "both unknown: 0 to 8 groups");
}

/* The best size is no larger than either bound. */
static void test_best(void)
{
    const gpuocc_device *m1 = find("Apple M1");
    const gpuocc_group_search search = {.size = sizeof search, .multiple_of = 1};
    gpuocc_kernel kernel = {
        .size = sizeof kernel, .half_registers_per_thread = 8, .reported_max_threads = 33};
    uint32_t threads = 0, groups = 0;

    ok(best_group(m1, 0, &kernel, &search, 0, &threads, &groups, NULL) == GPUOCC_OK &&
           threads <= 33 && groups * ((threads + 31) / 32) == 32,
       "33 reported: no larger group, and all 32 wave slots");
    kernel.max_threads_per_group = 31;
    ok(best_group(m1, 0, &kernel, &search, 0, &threads, &groups, NULL) == GPUOCC_OK &&
           threads == 31 && groups == 32,
       "31 declared as well: 32 groups of 31 threads");
}

int main(void)
{
    test_every_device();
    test_bound();
    test_no_report();
    test_no_tier();
    test_best();
    return done();
}
