/* SPDX-License-Identifier: MIT
 *
 * Tests Apple's amounts and bounds on custom devices, by the reference's constants: 208 and 384 KiB
 * of registers, a unit of 128 registers per wave, and the 1024 threads of the table.
 */
#include "groups.h"

static gpuocc_kernel apple(uint32_t threads, uint32_t halves, uint32_t bytes)
{
    gpuocc_kernel kernel = kernel_of(threads, 0, bytes);

    kernel.half_registers_per_thread = halves;
    return kernel;
}

static uint64_t registers(const struct place *p, uint32_t which)
{
    return result(p, which, GPUOCC_LIMIT_REGISTERS);
}

/* The hypotheses have a different pool and unit. */
static void test_hypotheses(void)
{
    const uint32_t capacity = GPUOCC_RESULT_CAPACITY, allocated = GPUOCC_RESULT_ALLOCATED;
    const gpuocc_device *device;
    struct place p;

    place_as(&p, find("apple8"), GPUOCC_CONVENTION_RF208, apple(64, 100, 0));
    ok(registers(&p, capacity) == 208 * 1024 / 4, "208 KiB of registers");
    place_as(&p, find("apple8"), GPUOCC_CONVENTION_RF384, apple(64, 100, 0));
    ok(registers(&p, capacity) == 384 * 1024 / 4, "384 KiB of registers");
    edit(GPUOCC_DEVICE_REGISTER_UNIT, 512);
    device = own("apple8");
    place_as(&p, device, GPUOCC_CONVENTION_RF208, apple(32, 40, 0));
    ok(registers(&p, allocated) == 640, "the hypothesis hands out 128 at a time");
    place(&p, device, apple(32, 40, 0));
    ok(registers(&p, allocated) == 1024, "the device what the caller says");
    edit(GPUOCC_DEVICE_REGISTER_UNIT, 16);
    place(&p, own("apple8"), apple(32, 0, 0));
    ok(registers(&p, allocated) == 16, "a wave takes at least one half register of 32 threads");
}

static void test_amounts(void)
{
    struct place p;

    place(&p, find("apple8"), apple(3, 3, 0));
    ok(registers(&p, GPUOCC_RESULT_REQUESTED) == 5, "9 halves are 5 registers");
    place(&p, find("apple8"), apple(5, 4, 0));
    ok(registers(&p, GPUOCC_RESULT_REQUESTED) == 10, "20 halves are 10");
    edit(GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 1);
    place(&p, own("apple8"), apple(32, 8, 0));
    ok(registers(&p, GPUOCC_RESULT_LIMIT) == 0, "a file of one register holds no wave");
    edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 2048);
    place(&p, own("apple8"), apple(1025, 8, 0));
    ok(registers(&p, GPUOCC_RESULT_LIMIT) == 0, "the table sees no more than 1024 threads");
    edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 2048);
    place(&p, own("apple8"), apple(1024, 8, 0));
    ok(registers(&p, GPUOCC_RESULT_LIMIT) > 0, "but these");
}

/* Values that the caller read from the pipeline. */
static void test_reports(void)
{
    gpuocc_kernel kernel = apple(1, 1, 0);
    uint64_t low = 9, high = 9;
    struct place p;

    kernel.reported_max_threads = 1;
    place(&p, find("apple6"), kernel);
    gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS, 0, &low, &high);
    ok(low == 1, "a group of 1 thread of 1 launches");
    kernel.reported_max_threads = 0;
    place(&p, find("apple6"), kernel);
    gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS, 0, &low, &high);
    ok(low == 0 && gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_ALLOCATED,
                                        GPUOCC_LIMIT_REGISTERS, &low, &high) == GPUOCC_NOT_KNOWN,
       "without a report nobody knows, also of one half register");
    kernel = apple(32, GPUOCC_UNKNOWN, 0);
    kernel.reported_max_threads = 1024;
    place(&p, find("apple8"), kernel);
    ok(is_range(&p, GPUOCC_RESULT_ALLOCATED, GPUOCC_LIMIT_REGISTERS, 128, 1664),
       "1024 reported: 0 to 104 half registers");
    kernel = apple(1024, 256, 0);
    kernel.reported_max_threads = 1024;
    place(&p, find("apple8"), kernel);
    ok(registers(&p, GPUOCC_RESULT_LIMIT) == 1, "what the report lets launch is one group");
}

static void test_target(void)
{
    gpuocc_kernel kernel = apple(32, 8, 0);
    const gpuocc_device *device;
    struct place p;

    edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 24);
    device = own("apple9");
    kernel.occupancy_target_percent = 99;
    place(&p, device, kernel);
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 95, "99 %% of 96 slots are 95");
    kernel.occupancy_target_percent = 3;
    place(&p, device, kernel);
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 2, "3 %% are 2");
    kernel.occupancy_target_percent = 1;
    place(&p, device, kernel);
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 1, "1 %% is 1");
    edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 4);
    kernel.threads_per_group = 1024;
    place(&p, own("apple9"), kernel);
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 0, "32 waves on 16 slots: none, at any target");
    kernel.threads_per_group = 32;
    kernel.occupancy_target_percent = 0;
    edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 24);
    device = own("apple9");
    place(&p, device, kernel);
    ok(gpuocc_occupancy_limiters(p.occupancy) >> GPUOCC_LIMIT_WAVES & 1,
       "without a target the slots are among what may limit");
    kernel.shared_bytes = 16384;
    kernel.max_threads_per_group = 1024;
    place(&p, device, kernel);
    ok((gpuocc_occupancy_limiters(p.occupancy) >> GPUOCC_LIMIT_SHARED & 1) == 1 &&
           (gpuocc_occupancy_limiters(p.occupancy) >> GPUOCC_LIMIT_WAVES & 1) == 1,
       "beside the memory that does: %u", gpuocc_occupancy_limiters(p.occupancy));
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 65536);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 32768);
    place(&p, own("apple6"), kernel);
    ok(p.status == GPUOCC_OK, "and Apple6 of the caller's pool: %u",
       gpuocc_occupancy_limiters(p.occupancy));
}

/* Threadgroup memory in multiples of 16 bytes; an unknown pool. */
static void test_memory(void)
{
    const gpuocc_device *device;
    uint64_t high = 0, low = 0;
    struct place p;

    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 1000);
    device = own("apple8");
    ok(place(&p, device, apple(32, 8, 992)) == GPUOCC_OK, "992 of 1000 bytes are whole lengths");
    ok(place(&p, device, apple(32, 8, 993)) == GPUOCC_ERROR_SHARED_TOO_LARGE &&
           p.error.value == 993 && p.error.limit == 992,
       "993 are not: %s", sentence(&p));
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, GPUOCC_UNKNOWN);
    edit(GPUOCC_DEVICE_SHARED_UNIT_BYTES, 1);
    edit(GPUOCC_DEVICE_SHARED_RESERVED_BYTES, 0);
    place(&p, own("apple8"), apple(32, 8, 1));
    ok(gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_LIMIT, GPUOCC_LIMIT_SHARED, &low, &high) ==
           GPUOCC_NOT_KNOWN,
       "one byte of a pool that nobody knows");
}

int main(void)
{
    test_hypotheses();
    test_amounts();
    test_reports();
    test_target();
    test_memory();
    return done();
}
