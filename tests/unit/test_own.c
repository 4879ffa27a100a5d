/* SPDX-License-Identifier: MIT
 *
 * Tests custom devices with numbers that no built-in device has: the textbook machine, and Intel's
 * and AMD's rules in cases that the tables do not reach. test_own_nvidia.c tests NVIDIA's.
 */
#include "groups.h"

static void test_generic(void)
{
    gpuocc_kernel kernel = kernel_of(64, 32, 0);
    const gpuocc_device *device;
    int i, wrong = 0;

    for (i = 0; i < 2; i++) {
        edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 128);
        edit(GPUOCC_DEVICE_PARTITIONS_PER_CORE, 1);
        edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 8);
        edit(GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 16384);
        edit(GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 64);
        edit(GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP, i == 0 ? 2048 : 2047);
        wrong += groups(own(NULL), kernel) != (i == 0 ? 4u : 0u);
    }
    ok(wrong == 0, "textbook machine: a group of 2048 registers does not fit a bound of 2047");
    edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 128);
    edit(GPUOCC_DEVICE_PARTITIONS_PER_CORE, 1);
    edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 8);
    device = own(NULL);
    kernel = kernel_of(64, 0, 0);
    kernel.max_threads_per_group = 64;
    ok(groups(device, kernel) == 4, "a kernel's own bound that its group keeps");
    kernel.max_threads_per_group = 63;
    ok(groups(device, kernel) == 0, "and one that it does not");
}

static gpuocc_kernel intel_kernel(uint32_t threads, uint32_t wave_size, uint32_t bytes)
{
    gpuocc_kernel kernel = kernel_of(threads, 0, bytes);

    kernel.wave_size = wave_size;
    return kernel;
}

/* Ten register counts: each has its hardware threads, and a count between two has those of the
 * larger one. */
static void test_intel_modes(void)
{
    gpuocc_kernel kernel = intel_kernel(16, 16, 0);
    const gpuocc_device *device;
    struct place p;
    uint32_t i, wrong = 0;

    for (i = 0; i < 10; i++) {
        edit(GPUOCC_DEVICE_GRF_COUNTS, 32 * (i + 1));
        edit(GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 12 - i);
    }
    edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 12);
    edit(GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 320);
    device = own("bmg-g21");
    for (i = 1; i <= 320; i++) {
        kernel.grf_count = i;
        place(&p, device, kernel);
        wrong += gpuocc_occupancy_max_waves(p.occupancy) != 8 * (12 - (i - 1) / 32);
    }
    ok(wrong == 0, "ten register counts, %u of 320 numbers have other hardware threads", wrong);
}

/* Without a list of sizes, shared memory is allocated in units. */
static void test_intel_units(void)
{
    struct place p;

    edit(GPUOCC_DEVICE_VENDOR, GPUOCC_VENDOR_INTEL);
    edit(GPUOCC_DEVICE_WAVE_SIZES, 16);
    edit(GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, 0);
    edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 512);
    edit(GPUOCC_DEVICE_PARTITIONS_PER_CORE, 8);
    edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 8);
    edit(GPUOCC_DEVICE_GRF_COUNTS, 128);
    edit(GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 8);
    edit(GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 128);
    edit(GPUOCC_DEVICE_GRF_BYTES, 64);
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 65536);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 65536);
    edit(GPUOCC_DEVICE_SHARED_UNIT_BYTES, 3000);
    edit(GPUOCC_DEVICE_BARRIERS_PER_CORE, 0);
    place(&p, own(NULL), intel_kernel(16, 16, 3001));
    ok(result(&p, GPUOCC_RESULT_SHARED_ALLOCATED_BYTES, 0) == 6000 &&
           gpuocc_occupancy_groups(p.occupancy) == 10,
       "3001 bytes are two units of 3000: 10 groups of 64 KiB");
}

/* The calculator's page: ids that are listed with other hardware threads, and shared memory above
 * its list, which is not rounded and exceeds that of a core. */
static void test_intel_page(void)
{
    static const char *const ids[] = {"8086:e20b", "8086:e20c", "8086:64b0", "8086:64a0"};
    const uint32_t page = GPUOCC_CONVENTION_INTEL_CALCULATOR;
    uint32_t slots[4], i;
    struct place p;

    for (i = 0; i < 4; i++) {
        place_as(&p, find(ids[i]), page, intel_kernel(256, 16, 0));
        slots[i] = gpuocc_occupancy_max_waves(p.occupancy);
    }
    ok(slots[0] == 32 && slots[1] == 32 && slots[2] == 32 && slots[3] == 64,
       "calculator: ids E20B, E20C and 64B0 are listed with 32 hardware threads a core");
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 131072);
    edit(GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB, 128);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 131072);
    place_as(&p, own("gen12"), page, intel_kernel(256, 16, 65537));
    ok(gpuocc_occupancy_groups(p.occupancy) == 0 &&
           result(&p, GPUOCC_RESULT_SHARED_ALLOCATED_BYTES, 0) == 65537,
       "calculator: 64 KiB and a byte are no group of gen12");
}

/* The driver's count for a device without room for one group: 22.43 counts none, the newer one at
 * least one (compute-runtime e37c60bf, kernel_helpers.cpp). */
static void test_intel_driver(void)
{
    struct place p;
    uint64_t old, new;

    edit(GPUOCC_DEVICE_CORE_COUNT, 1);
    edit(GPUOCC_DEVICE_PARTITIONS_PER_CORE, 2);
    place_as(&p, own("pvc"), GPUOCC_CONVENTION_NEO_22_43, intel_kernel(1024, 16, 0));
    old = result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0);
    edit(GPUOCC_DEVICE_CORE_COUNT, 1);
    edit(GPUOCC_DEVICE_PARTITIONS_PER_CORE, 2);
    place_as(&p, own("pvc"), GPUOCC_CONVENTION_NEO, intel_kernel(1024, 16, 0));
    new = result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0);
    ok(old == 0 && new == 1, "driver, 64 hardware threads of 16: 22.43 says 0 groups, e37c60bf 1");
    edit(GPUOCC_DEVICE_CORE_COUNT, 0xfffffff0u);
    place_as(&p, own("bmg-g21"), GPUOCC_CONVENTION_NEO, intel_kernel(16, 16, 0));
    ok(result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) == 0xfffffffcu,
       "driver: of more groups than 32 bits hold, the most that they do");
}

/* An unknown wave size is that of dynamic registers, which only one size supports. */
static void test_dynamic_vgpr(void)
{
    gpuocc_kernel kernel = kernel_of(256, 64, 0);
    struct place known, unknown;

    kernel.dynamic_vgpr_block = 16;
    kernel.wave_size = 32;
    place(&known, find("gfx1200"), kernel);
    kernel.wave_size = GPUOCC_UNKNOWN;
    place(&unknown, find("gfx1200"), kernel);
    ok(result(&known, GPUOCC_RESULT_GROUPS, 0) != UINT64_MAX &&
           result(&unknown, GPUOCC_RESULT_GROUPS, 0) == result(&known, GPUOCC_RESULT_GROUPS, 0) &&
           result(&unknown, GPUOCC_RESULT_WAVES_PER_GROUP, 0) == 8,
       "gfx1200, dynamic VGPRs: an unknown wave size is 32");
    kernel.wave_size = 64;
    ok(place(&known, find("gfx1200"), kernel) == GPUOCC_ERROR_NOT_A_CHOICE, "and never 64");
}

static void test_one_thread(void)
{
    gpuocc_group_search search = {.size = sizeof search, .multiple_of = 1};
    gpuocc_group_size choice = {sizeof choice, 0, 0, 0, 0, 0, 0, 0, 0};
    gpuocc_kernel kernel = {0};

    kernel.size = sizeof kernel;
    edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 1);
    ok(best_of(own("8.0"), GPUOCC_CONVENTION_DEFAULT, &kernel, &search, NULL, NULL, 0, 0, &choice,
               NULL) == GPUOCC_OK &&
           choice.threads_per_group == 1 && choice.groups == 32,
       "a device of groups of one thread: its best size");
}

int main(void)
{
    test_generic();
    test_intel_modes();
    test_intel_units();
    test_intel_page();
    test_intel_driver();
    test_dynamic_vgpr();
    test_one_thread();
    return done();
}
