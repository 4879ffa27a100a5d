/* SPDX-License-Identifier: MIT
 *
 * Tests Apple where a number is unknown: no number may be returned. And tests what a caller can
 * add: the target of the occupancy manager, and the limit that Metal reports for a pipeline.
 */
#include "unit/apple.h"

/* Checks that a result is absent where it must be: every number that Apple9 and Apple10 could
 * give. */
static void silent(const struct place *p, uint32_t which, uint32_t index, int32_t status,
                   uint64_t low, uint64_t high)
{
    uint64_t got_low, got_high;
    const int32_t got = ends(p, which, index, &got_low, &got_high);

    same((uint64_t)-got, (uint64_t)-status, "status of a result", (int)(100 * which + index));
    same(got_low, low, "low", (int)(100 * which + index));
    same(got_high, high, "high", (int)(100 * which + index));
}

static void silent_limits(const struct place *p, int32_t registers)
{
    static const uint32_t none[] = {GPUOCC_LIMIT_SCALAR_REGISTERS, GPUOCC_LIMIT_SHARED,
                                    GPUOCC_LIMIT_BARRIERS, GPUOCC_LIMIT_VIRTUAL,
                                    GPUOCC_LIMIT_LAUNCH};
    uint32_t which, i;

    for (which = GPUOCC_RESULT_LIMIT; which <= GPUOCC_RESULT_CAPACITY; which++) {
        silent(p, which, GPUOCC_LIMIT_WAVES, GPUOCC_NOT_KNOWN, 0, 0);
        silent(p, which, GPUOCC_LIMIT_GROUPS, GPUOCC_NOT_KNOWN, 0, 0);
        silent(p, which, GPUOCC_LIMIT_REGISTERS, registers, 0, 0);
        for (i = 0; i < 5; i++)
            silent(p, which, none[i], GPUOCC_NOT_APPLICABLE, 0, 0);
    }
}

/* Tests 1024 threads with 200 half registers; `launch` 0: even the launch is unknown. */
static void silent_device(const char *name, uint64_t launch, int32_t registers)
{
    const uint64_t unknown_limits = 1u << GPUOCC_LIMIT_WAVES | 1u << GPUOCC_LIMIT_GROUPS;
    struct place p;
    uint64_t high;

    place(&p, find(name), kernel_of(1024, 200, 0));
    silent(&p, GPUOCC_RESULT_GROUPS, 0, GPUOCC_OK, launch, UINT64_MAX);
    silent(&p, GPUOCC_RESULT_WAVES, 0, GPUOCC_OK, 32 * launch, UINT64_MAX);
    silent(&p, GPUOCC_RESULT_MAX_WAVES, 0, GPUOCC_NOT_KNOWN, 0, 0);
    silent(&p, GPUOCC_RESULT_MAX_WAVES_ANY_MODE, 0, GPUOCC_NOT_KNOWN, 0, 0);
    silent(&p, GPUOCC_RESULT_LIMITERS, 0, GPUOCC_OK, 0,
           unknown_limits | (uint64_t)(registers == GPUOCC_NOT_KNOWN) << GPUOCC_LIMIT_REGISTERS);
    silent(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0, GPUOCC_NOT_KNOWN, 0, 0);
    silent(&p, GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP, 0, GPUOCC_NOT_KNOWN, 0, 0);
    silent(&p, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0, GPUOCC_OK, 1024 * launch, 1024);
    ends(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0, &launch, &high);
    same(high, UINT64_MAX, "groups of the device", 0);
    same(gpuocc_occupancy_groups(p.occupancy), GPUOCC_UNKNOWN, "groups", 0);
    same(gpuocc_occupancy_waves(p.occupancy), GPUOCC_UNKNOWN, "waves", 0);
    same(gpuocc_occupancy_max_waves(p.occupancy), GPUOCC_UNKNOWN, "max_waves", 0);
    silent_limits(&p, registers);
}

static void test_silence(void)
{
    static const char *const dynamic[] = {"Apple M3", "Apple M4 Pro", "Apple A18 Pro", "Apple M5",
                                          "Apple A19"};
    static const char *const old[] = {"Apple A11", "Apple A12", "Apple A12Z", "Apple A13"};
    int i;

    for (i = 0; i < 5; i++)
        silent_device(dynamic[i], 1, GPUOCC_NOT_APPLICABLE);
    for (i = 0; i < 4; i++)
        silent_device(old[i], 0, GPUOCC_NOT_KNOWN);
    report("what nobody knows has no number", 9);
}

static void test_target(void)
{
    gpuocc_kernel kernel = kernel_of(128, 64, 0);
    const gpuocc_device *known =
        edited(find("Apple M4 Pro"), GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 24);
    struct place p;

    place(&p, known, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, 24), "slots known, no target: 1 to 24 groups");
    kernel.occupancy_target_percent = 50;
    place(&p, known, kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 12, "50 %% of 96 slots: 12 groups of 4 waves");
    kernel.occupancy_target_percent = 1;
    place(&p, known, kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 1, "what launches runs, whatever the target");
    kernel.occupancy_target_percent = GPUOCC_UNKNOWN;
    place(&p, known, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, 24), "target unknown: 1 to 24 groups");
    kernel.occupancy_target_percent = 50;
    place(&p, find("Apple M4 Pro"), kernel);
    ok(by_limit(&p, GPUOCC_LIMIT_WAVES) == UINT64_MAX &&
           is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, UINT64_MAX),
       "a target of slots that nobody knows gives no number");
    place(&p, find("Apple M1"), kernel);
    ok(p.status == GPUOCC_ERROR_NO_RESOURCE, "no occupancy manager before Apple9");
    kernel.occupancy_target_percent = 0;
    kernel.half_registers_per_thread = 0;
    kernel.registers_per_thread = 64;
    place(&p, find("Apple M1"), kernel);
    ok(p.status == GPUOCC_ERROR_NO_RESOURCE, "the unit trap: %s", sentence(&p));
}

/* The pool of threadgroup memory is disputed; a value of the caller is not. */
static void test_memory(void)
{
    gpuocc_kernel kernel = kernel_of(128, 64, 16384);
    const gpuocc_device *m4 = find("Apple M4 Pro");
    struct place p;

    place(&p, m4, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, 2) &&
           result(&p, GPUOCC_RESULT_NOTES, 0) ==
               (1u << GPUOCC_NOTE_DYNAMIC | 1u << GPUOCC_NOTE_UNVERIFIED),
       "M4 Pro, 16 KiB: 1 or 2 groups, unverified");
    place(&p, edited(m4, GPUOCC_DEVICE_SHARED_POOL_BYTES, 61440), kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, 3) &&
           result(&p, GPUOCC_RESULT_NOTES, 0) == 1u << GPUOCC_NOTE_DYNAMIC,
       "of the caller's 60 KiB: 1 to 3 groups");
    place(&p, edited(m4, GPUOCC_DEVICE_SHARED_POOL_BYTES, GPUOCC_UNKNOWN), kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, UINT64_MAX), "of a pool not known: 1 or more");
    place(&p, m4, kernel_of(128, 64, 32768));
    ok(gpuocc_occupancy_groups(p.occupancy) == 1, "of which one group takes all: 1");
    place(&p, find("Apple A13"), kernel_of(1024, 200, 32768));
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 0, 1) && is_range(&p, GPUOCC_RESULT_WAVES, 0, 0, 32),
       "A13: one, if it launches");
    ok(is_range(&p, GPUOCC_RESULT_LIMITERS, 0, 0,
                1u << GPUOCC_LIMIT_SHARED | 1u << GPUOCC_LIMIT_REGISTERS |
                    1u << GPUOCC_LIMIT_WAVES | 1u << GPUOCC_LIMIT_GROUPS),
       "memory or what nobody knows may stop the second");
    kernel.max_threads_per_group = 127;
    kernel.half_registers_per_thread = 200;
    place(&p, find("Apple A13"), kernel);
    ok(is_range(&p, GPUOCC_RESULT_LIMITERS, 0, 1u << GPUOCC_LIMIT_LAUNCH,
                1u << GPUOCC_LIMIT_LAUNCH),
       "a group above its own bound has no other limit");
}

/* Largest threadgroups reported for a pipeline. */
static void test_reported(void)
{
    gpuocc_kernel kernel = kernel_of(256, GPUOCC_UNKNOWN, 0);
    const gpuocc_device *m1 = find("Apple M1"), *a13 = find("Apple A13");
    struct place p;

    place(&p, m1, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, 4), "registers unknown: 1 to 4 groups");
    kernel.reported_max_threads = 768;
    place(&p, m1, kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 3 &&
           is_range(&p, GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP, 0, 8 * 2176, 8 * 2176),
       "768 reported: 129 to 136 half registers, 3 groups");
    kernel.reported_max_threads = 1024;
    place(&p, m1, kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 4, "1024 reported: at most 104, 4 groups");
    place(&p, edited(m1, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 4096), kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 4, "the same where groups may be larger");
    kernel.reported_max_threads = 2048;
    place(&p, edited(m1, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 4096), kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 4 &&
           is_range(&p, GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP, 0, 8 * 128, 8 * 1664),
       "2048 reported, where the table sees 1024: at most 104, 4 groups");
    kernel.reported_max_threads = GPUOCC_ZERO;
    place(&p, m1, kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 0 &&
           is_range(&p, GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP, 0, 8 * 128, 8 * 4096),
       "0 reported: nothing launches, and nothing is known of registers");
    kernel.reported_max_threads = 600;
    place(&p, m1, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 2, 4), "600 is no tier: at most 160, 2 to 4 groups");
    kernel.reported_max_threads = 128;
    kernel.half_registers_per_thread = 64;
    place(&p, m1, kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 0 &&
           gpuocc_occupancy_limiters(p.occupancy) == 1u << GPUOCC_LIMIT_LAUNCH,
       "128 reported: 256 threads do not launch");
    kernel.reported_max_threads = 1024;
    kernel.threads_per_group = 1024;
    kernel.half_registers_per_thread = 128;
    place(&p, m1, kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 1 &&
           (result(&p, GPUOCC_RESULT_NOTES, 0) >> GPUOCC_NOTE_UNVERIFIED & 1) == 1,
       "the report stands above the table");
    kernel.reported_max_threads = GPUOCC_UNKNOWN;
    kernel.half_registers_per_thread = GPUOCC_UNKNOWN;
    place(&p, m1, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 0, 1), "M1: both unknown, 0 or 1 group of 1024");
    place(&p, a13, kernel_of(1024, GPUOCC_UNKNOWN, 0));
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 0, UINT64_MAX), "A13: registers unknown, no number");
    kernel.reported_max_threads = 1024;
    kernel.half_registers_per_thread = 128;
    place(&p, a13, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, UINT64_MAX), "A13: launches, as reported");
}

/* Without a size of the register file, the tier table still determines what launches: 200 half
 * registers allow 512 threads (Mesa, agx_performance.c). */
static void test_tiers(void)
{
    static const uint32_t field = GPUOCC_DEVICE_REGISTERS_PER_PARTITION;
    static const uint64_t unknown = GPUOCC_UNKNOWN;
    struct own own;
    struct place p;

    make_own(&own, find("apple7"), NULL, &field, &unknown, 1);
    place(&p, own.device, kernel_of(512, 200, 0));
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, 2),
       "Apple7 without a register file: 512 threads launch, 1024 are the most that are sure");
    place(&p, own.device, kernel_of(1024, 200, 0));
    ok(gpuocc_occupancy_groups(p.occupancy) == 0, "1024 threads do not");
}

int main(void)
{
    test_tiers();
    test_silence();
    test_target();
    test_memory();
    test_reported();
    return done();
}
