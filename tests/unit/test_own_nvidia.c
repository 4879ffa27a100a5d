/* SPDX-License-Identifier: MIT
 *
 * Devices of the caller's own whose numbers no GPU of NVIDIA has. What the header answers was
 * executed: cuda_occupancy.h 12.1 (CUDA 13.0) with the same numbers in cudaOccDeviceProp.
 */
#include "own.h"

/* Compute capabilities that the header knows no constants of, and one that it refuses. */
static void test_header_numbers(void)
{
    static const int32_t expected[] = {8, -1, 8}; /* 11.1, 11.2, 11.3 */
    gpuocc_kernel kernel = kernel_of(256, 32, 20000);
    int i, wrong = 0;

    kernel.max_threads_per_group = INT32_MAX;
    for (i = 0; i < 3; i++) {
        struct place p;

        edit(GPUOCC_DEVICE_GENERATION, (uint64_t)(111 + i));
        place_as(&p, own("10.0"), GPUOCC_CONVENTION_HEADER, kernel);
        wrong += expected[i] < 0
                     ? p.status != GPUOCC_ERROR_DEVICE_UNKNOWN
                     : result(&p, GPUOCC_RESULT_GROUPS, 0) != (uint64_t)expected[i] ||
                           gpuocc_occupancy_limiters(p.occupancy) !=
                               (1u << GPUOCC_LIMIT_WAVES | 1u << GPUOCC_LIMIT_REGISTERS);
    }
    ok(wrong == 0, "header: 11.1 and 11.3 with the numbers of 10.0 are 8 blocks, 11.2 an error");
}

/* The header rounds to sizes that its compute capability can be set to. */
static void test_header_sizes(void)
{
    gpuocc_kernel kernel = kernel_of(256, 32, 20000);
    const gpuocc_device *device;
    uint32_t bytes = 7;
    struct place p;

    kernel.max_threads_per_group = INT32_MAX;
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 204800);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 204800);
    device = own("8.6");
    place_as(&p, device, GPUOCC_CONVENTION_HEADER, kernel);
    ok(p.status == GPUOCC_ERROR_DEVICE_INVALID &&
           p.error.field == GPUOCC_DEVICE_SHARED_POOL_BYTES && p.error.value == 204800,
       "header, 8.6 with 200 KiB: an error: %s", sentence(&p));
    kernel.carveout_percent = 10;
    ok(groups_with(device, GPUOCC_CONVENTION_HEADER, kernel) == 1,
       "of which a carve-out takes 20 KiB: 1 block");
    kernel.shared_limit = GPUOCC_SHARED_LIMIT_OPTIN;
    kernel.shared_bytes = 153600;
    kernel.max_dynamic_shared_bytes = GPUOCC_ZERO;
    ok(place_as(&p, device, GPUOCC_CONVENTION_HEADER, kernel) == GPUOCC_ERROR_DEVICE_INVALID,
       "a block of 150 KiB: an error");
    kernel.dynamic_shared_bytes = kernel.max_dynamic_shared_bytes = 61440;
    place_as(&p, device, GPUOCC_CONVENTION_HEADER, kernel);
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 0 &&
           gpuocc_occupancy_limiters(p.occupancy) == 1u << GPUOCC_LIMIT_SHARED &&
           gpuocc_occupancy_most(p.occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,
                                 GPUOCC_TARGET_GROUPS, 1, &bytes) == GPUOCC_NOT_POSSIBLE,
       "with 60 KiB more 0 blocks, and no dynamic memory is left for one");
    edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 61440);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 49152);
    kernel = kernel_of(256, 32, 1000);
    kernel.max_threads_per_group = INT32_MAX;
    kernel.shared_limit = GPUOCC_SHARED_LIMIT_OPTIN;
    kernel.max_dynamic_shared_bytes = 65536;
    place_as(&p, own("7.5"), GPUOCC_CONVENTION_HEADER, kernel);
    gpuocc_occupancy_most(p.occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, GPUOCC_TARGET_GROUPS, 1,
                          &bytes);
    ok(gpuocc_occupancy_groups(p.occupancy) == 4 && bytes == 48152,
       "header, 7.5 whose opt-in allows less: %u bytes left for a block", bytes);
}

/* The header is not told what registers are handed out in, nor how many a thread may have. */
static void test_header_constants(void)
{
    gpuocc_kernel kernel = kernel_of(256, 33, 0);
    const gpuocc_device *device;

    kernel.max_threads_per_group = INT32_MAX;
    edit(GPUOCC_DEVICE_REGISTER_UNIT, 4096);
    edit(GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 200);
    device = own("8.0");
    ok(groups_with(device, GPUOCC_CONVENTION_HEADER, kernel) == 6 && groups(device, kernel) == 2,
       "units of 4096 registers: 6 blocks by the header, 2 by the device");
    kernel.registers_per_thread = 255;
    ok(groups_with(device, GPUOCC_CONVENTION_HEADER, kernel) == 1,
       "255 registers of a thread are a block by the header");
}

/* GP100 with few registers: two sub-partitions would hold what four refuse. The header, which the
 * default follows here, refuses a device without a limit of a block: the last two are by its rule.
 */
static void test_gp100(void)
{
    static const struct {
        uint32_t block, threads;
        int groups;
    } rows[] = {{65536, 128, 1}, {65536, 160, 0}, {65536, 192, 0}, {4608, 96, 0},
                {6144, 96, 2},   {0, 128, 1},     {0, 160, 0}};
    int i, wrong = 0;

    for (i = 0; i < 7; i++) {
        const gpuocc_kernel kernel = kernel_of(rows[i].threads, 48, 0);
        const gpuocc_device *device;

        edit(GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 4608);
        edit(GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP, rows[i].block);
        device = own("6.0");
        if (groups(device, kernel) != (uint64_t)rows[i].groups && wrong++ == 0)
            note("row %d: %u groups", i, (unsigned)groups(device, kernel));
    }
    ok(wrong == 0, "GP100 with 9216 registers: %d of 7 rows differ", wrong);
}

/* Kepler gives L1 32 KiB more, where there are so many. */
static void test_kepler(void)
{
    gpuocc_kernel kernel = kernel_of(64, 0, 4096);
    uint64_t without, l1, equal;
    const gpuocc_device *device;

    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 24576);
    edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 24576);
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 24576);
    device = own("3.5");
    without = groups(device, kernel);
    kernel.cache_preference = GPUOCC_CACHE_PREFERENCE_L1;
    l1 = groups(device, kernel);
    kernel.cache_preference = GPUOCC_CACHE_PREFERENCE_EQUAL;
    equal = groups(device, kernel);
    ok(without == 6 && l1 == 6 && equal == 3,
       "Kepler with 24 KiB: 6 blocks of 4 KiB, 3 of the half, 6 where L1 leaves none");
}

/* The most dynamic memory of each thread for so many blocks, also where a block that does not fit
 * what L1 leaves gets all: by trying every number. */
static void test_kepler_restart(void)
{
    const gpuocc_device *device = find("3.5");
    gpuocc_kernel kernel = kernel_of(256, 0, 0);
    uint32_t most[9] = {0}, bytes, count, got, wrong = 0;
    struct place p;

    kernel.cache_preference = GPUOCC_CACHE_PREFERENCE_L1;
    for (bytes = 1; bytes <= 192; bytes++) {
        kernel.dynamic_shared_bytes_per_thread = bytes;
        for (count = 1; count <= 8 && count <= groups(device, kernel); count++)
            most[count] = bytes;
    }
    kernel.dynamic_shared_bytes_per_thread = 0;
    place(&p, device, kernel);
    for (count = 1; count <= 8; count++) {
        got = 0;
        if (gpuocc_occupancy_most(p.occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD,
                                  GPUOCC_TARGET_GROUPS, count, &got) != GPUOCC_OK ||
            got != most[count])
            wrong++;
    }
    ok(wrong == 0 && most[1] == 192 && most[2] == 96 && most[3] == 21,
       "Kepler, most bytes of a thread: 192, 96, 21, as by trying: %u differ", wrong);
}

/* A list of sizes as long as a list can be, and a block above them. */
static void test_nvidia_list(void)
{
    gpuocc_kernel kernel = kernel_of(32, 0, 3000);
    const gpuocc_device *device;
    uint32_t i;

    for (i = 1; i <= 12; i++)
        edit(GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB, 4 * i);
    device = own("7.5");
    kernel.carveout_percent = GPUOCC_ZERO;
    ok(groups(device, kernel) == 1, "twelve sizes, the smallest one: a block of 3 KB of 4 KiB");
    kernel.shared_bytes = 49000;
    ok(groups(device, kernel) == 1, "a block that fits the twelfth");
    kernel.carveout_percent = 0;
    kernel.shared_bytes = 3072;
    ok(groups(device, kernel) == 16, "all, which is above the list: 16 group slots of 21 blocks");
}

int main(void)
{
    test_header_numbers();
    test_header_sizes();
    test_header_constants();
    test_gp100();
    test_kepler();
    test_kepler_restart();
    test_nvidia_list();
    return done();
}
