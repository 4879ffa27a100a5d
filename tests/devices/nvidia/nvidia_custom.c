/* SPDX-License-Identifier: MIT
 *
 * Tests custom devices with numbers that no NVIDIA GPU has, also Kepler devices whose L1 takes a
 * part of the shared memory, or more than there is. The header's answers were executed:
 * cuda_occupancy.h 12.1 (CUDA 13.0) with the same numbers in cudaOccDeviceProp; tests/parity
 * queries it with others.
 */
#include "groups.h"

/* Compute capabilities for which the header has no constants, and one that it refuses. */
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

/* The header rounds to sizes that its compute capability supports. */
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
           p.error.field == GPUOCC_DEVICE_SHARED_POOL_BYTES && p.error.value == 204800 &&
           p.error.limit == 102400,
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
           gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,
                                    GPUOCC_TARGET_GROUPS, 1, &bytes, NULL) == GPUOCC_NOT_POSSIBLE,
       "with 60 KiB more 0 blocks, and no dynamic memory is left for one");
    edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 61440);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 49152);
    kernel = kernel_of(256, 32, 1000);
    kernel.max_threads_per_group = INT32_MAX;
    kernel.shared_limit = GPUOCC_SHARED_LIMIT_OPTIN;
    kernel.max_dynamic_shared_bytes = 65536;
    place_as(&p, own("7.5"), GPUOCC_CONVENTION_HEADER, kernel);
    gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, GPUOCC_TARGET_GROUPS,
                             1, &bytes, NULL);
    ok(gpuocc_occupancy_groups(p.occupancy) == 4 && bytes == 48152,
       "header, 7.5 whose opt-in allows less: %u bytes left for a block", bytes);
}

/* An unknown setting can be a share that equals a size: 0 % of 200 KiB, or what L1 leaves. */
static void test_header_share(void)
{
    static const struct {
        uint32_t carveout, preference;
        int32_t status;
    } rows[] = {{GPUOCC_UNKNOWN, 0, GPUOCC_OK},
                {0, GPUOCC_UNKNOWN, GPUOCC_OK},
                {10, GPUOCC_UNKNOWN, GPUOCC_OK},
                {90, GPUOCC_UNKNOWN, GPUOCC_ERROR_DEVICE_INVALID}};
    gpuocc_kernel kernel = kernel_of(256, 32, 20000);
    uint32_t i, wrong = 0;
    struct place p;

    kernel.max_threads_per_group = INT32_MAX;
    for (i = 0; i < 4; i++) {
        kernel.carveout_percent = rows[i].carveout;
        kernel.cache_preference = rows[i].preference;
        edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 204800);
        wrong += place_as(&p, own("8.6"), GPUOCC_CONVENTION_HEADER, kernel) != rows[i].status;
    }
    ok(wrong == 0, "header, the same with an unknown share: %u of %u differ", wrong, i);
}

/* The header does not receive the allocation unit of registers or their maximum per thread. */
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

/* The header refuses a device with zero for any number that it divides. */
static void test_header_nothing(void)
{
    static const uint32_t fields[] = {
        GPUOCC_DEVICE_REGISTERS_PER_PARTITION, GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP,
        GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, GPUOCC_DEVICE_SHARED_POOL_BYTES};
    gpuocc_kernel kernel = kernel_of(64, 16, 0);
    uint32_t i, wrong = 0;
    struct place p;

    kernel.max_threads_per_group = 1024;
    for (i = 0; i < 4; i++) {
        if (i == 3)
            edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 0);
        edit(fields[i], 0);
        place_as(&p, own("6.1"), GPUOCC_CONVENTION_HEADER, kernel);
        wrong += p.status != GPUOCC_ERROR_DEVICE_INVALID || p.error.field != fields[i] ||
                 p.error.value != 0 || p.error.limit != 1;
    }
    edit(GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 1);
    edit(GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP, 1);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 0);
    edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 1);
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 1);
    wrong += groups_with(own("6.1"), GPUOCC_CONVENTION_HEADER, kernel) != 0;
    ok(wrong == 0, "header: nothing of registers or shared memory is an error: %u differ: %s",
       wrong, sentence(&p));
}

/* Volta with a preference for L1: the header distributes the smallest size above zero. */
static void test_header_smallest(void)
{
    static const uint32_t expected[] = {0, 49152, 4096, 2560};
    gpuocc_kernel kernel = kernel_of(64, 16, 0);
    uint32_t count, left, wrong = 0;
    struct place p;

    kernel.max_threads_per_group = 1024;
    kernel.max_dynamic_shared_bytes = 100000;
    kernel.cache_preference = GPUOCC_CACHE_PREFERENCE_L1;
    place_as(&p, find("7.0"), GPUOCC_CONVENTION_HEADER, kernel);
    for (count = 1; count <= 3; count++)
        wrong += gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,
                                          GPUOCC_TARGET_GROUPS, count, &left, NULL) != GPUOCC_OK ||
                 left != expected[count];
    ok(wrong == 0, "header, 7.0 preferring L1: %u of 3 differ", wrong);
}

/* For a custom device the header uses constants from its own table by compute capability; for 6.3
 * those of 6.1, which equal those of 6.2: only the caller's numbers differ. */
static void test_header_rows(void)
{
    static const uint32_t fields[] = {GPUOCC_DEVICE_MAX_GROUPS_PER_CORE,
                                      GPUOCC_DEVICE_PARTITIONS_PER_CORE,
                                      GPUOCC_DEVICE_REGISTER_UNIT,
                                      GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD,
                                      GPUOCC_DEVICE_SHARED_UNIT_BYTES,
                                      GPUOCC_DEVICE_BARRIERS_PER_CORE,
                                      GPUOCC_DEVICE_VIRTUAL_RESOURCES_PER_CORE,
                                      GPUOCC_DEVICE_DEFAULT_WAVE_SIZE};
    gpuocc_kernel kernel = kernel_of(64, 16, 0);
    uint32_t i, wrong = 0;
    struct place p;

    kernel.max_threads_per_group = 1024;
    for (i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        uint64_t one = 1, two = 2;

        gpuocc_device_get(find("6.1"), fields[i], 0, &one);
        gpuocc_device_get(find("6.2"), fields[i], 0, &two);
        wrong += one != two;
    }
    edit(GPUOCC_DEVICE_GENERATION, 81);
    wrong += groups_with(own("8.6"), GPUOCC_CONVENTION_HEADER, kernel) == UINT64_MAX;
    edit(GPUOCC_DEVICE_GENERATION, 81);
    place_as(&p, own("8.7"), GPUOCC_CONVENTION_HEADER, kernel);
    ok(p.status == GPUOCC_ERROR_DEVICE_INVALID, "8.1 has 8.6's sizes, none of which is 164 KiB");
    ok(wrong == 0, "6.1 and 6.2 differ in %u fields that the header does not ask for", wrong);
}

/* Results for a compute capability in the tables are not marked as assumed. */
static void test_assumed(void)
{
    static const uint32_t known[] = {30, 32, 61, 62, 121}, unknown[] = {29, 31, 63, 122, 130};
    const uint64_t assumed = 1u << GPUOCC_NOTE_ASSUMED;
    uint32_t i, wrong = 0;
    struct place p;

    for (i = 0; i < 10; i++) {
        edit(GPUOCC_DEVICE_GENERATION, i < 5 ? known[i] : unknown[i - 5]);
        place(&p, own("6.1"), kernel_of(64, 16, 0));
        wrong += (result(&p, GPUOCC_RESULT_NOTES, 0) & assumed) != (i < 5 ? 0 : assumed);
    }
    ok(wrong == 0, "of a number that no GPU has the answer is assumed: %u of %u differ", wrong, i);
}

/* GP100 with few registers: two sub-partitions would have room for what four refuse. The header,
 * which the default follows here, refuses a device without a limit per block: the last two rows
 * follow its rule.
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

/* A list of sizes of the maximum length, and a block above them. */
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

/* Without a register file registers do not limit, but the halves of global caching have no
 * registers: a block that needs some does not fit. */
static void test_no_registers(void)
{
    gpuocc_kernel kernel = {.threads_per_group = 64, .registers_per_thread = 16};
    const gpuocc_device *device;

    edit(GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 0);
    device = own("5.3");
    ok(groups(device, kernel) == 32, "no register file: 32 block slots");
    kernel.global_caching = GPUOCC_GLOBAL_CACHING_ON;
    ok(groups(device, kernel) == 0, "with global caching no block");
}

/* Whether the plateau of a number of static bytes in the header's convention goes from `first` to
 * `last`; no plateau if `last` is below `first`. */
static int is_plateau(const gpuocc_device *device, uint32_t preference, uint32_t bytes,
                      uint32_t first, uint32_t last)
{
    gpuocc_kernel kernel = {.threads_per_group = 1024, .cache_preference = preference};
    gpuocc_plateau s = {.size = sizeof s};
    struct place p;
    int32_t status;

    place_as(&p, device, GPUOCC_CONVENTION_HEADER, kernel);
    status = gpuocc_occupancy_plateau(p.occupancy, GPUOCC_KERNEL_SHARED_BYTES, bytes, &s, NULL);
    if (last < first)
        return status == GPUOCC_ERROR_INDEX;
    return status == GPUOCC_OK && s.first == first && s.last == last;
}

/* An SM of 7.5 can be set to 64 KiB at most (CUDA C++ Programming Guide, Table 16). If a block may
 * have more by default, there is no size for these blocks; they are rejected up to the limit, in
 * units of 256 bytes. Larger blocks do not launch. */
static void test_header_curve(void)
{
    const gpuocc_device *device;

    edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 168799);
    device = own("7.5");
    ok(is_plateau(device, 0, 65536, 0, 65536), "7.5: blocks up to the largest size");
    ok(is_plateau(device, 0, 65537, 1, 0) && is_plateau(device, 0, 168704, 1, 0),
       "7.5: blocks without a size");
    ok(is_plateau(device, 0, 168705, 168705, 1 << 20), "7.5: blocks that do not launch");
    edit(GPUOCC_DEVICE_SHARED_RESERVED_BYTES, 1 << 19);
    device = own("7.5");
    ok(is_plateau(device, 0, 0, 0, 1 << 20), "7.5: no block fits with the reserve");
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 8192);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 8192);
    edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 8192);
    device = own("3.5");
    ok(is_plateau(device, GPUOCC_CACHE_PREFERENCE_L1, 0, 0, 0) &&
           is_plateau(device, GPUOCC_CACHE_PREFERENCE_L1, 8192, 1, 0) &&
           is_plateau(device, GPUOCC_CACHE_PREFERENCE_L1, 8193, 8193, 1 << 20),
       "3.5: L1 takes more than there is");
}

/* Evaluates a kernel on a Kepler device with this shared memory, all of which a block may have. */
static int32_t place_kepler(struct place *p, uint32_t generation, uint32_t bytes,
                            uint32_t preference, gpuocc_kernel kernel)
{
    kernel.max_threads_per_group = 1024;
    kernel.max_dynamic_shared_bytes = 100000;
    kernel.cache_preference = preference;
    edit(GPUOCC_DEVICE_GENERATION, generation);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, bytes);
    edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, bytes);
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, bytes);
    return place_as(p, own("3.5"), GPUOCC_CONVENTION_HEADER, kernel);
}

/* Kepler devices whose L1 takes all of it, or more: what the header leaves for n blocks, and its
 * errors. */
static void test_header_kepler_left(void)
{
    static const struct {
        uint32_t generation, bytes, preference, groups, left;
        int32_t status;
    } rows[] = {{35, 32768, 1, 2, 16384, 0},
                {35, 32768, 2, 2, 16384, 0},
                {35, 32768, 3, 1, 32768, 0},
                {35, 32768, 3, 2, 0, GPUOCC_NOT_POSSIBLE},
                {35, 32768, 3, 3, 0, GPUOCC_NOT_POSSIBLE},
                {35, 32768, 4, 2, 8192, 0},
                {35, 33792, 3, 2, 512, 0},
                {35, 33792, 4, 2, 8704, 0},
                {35, 24576, 1, 2, 12288, 0},
                {35, 24576, 2, 2, 12288, 0},
                {35, 24576, 4, 2, 4096, 0},
                {35, 32767, 3, 1, 32767, 0},
                {30, 24576, 3, 2, 0, GPUOCC_NOT_POSSIBLE}, /* wraps around: 24576 for each */
                {39, 24576, 4, 2, 4096, 0},
                {35, 16384, 4, 2, 0, GPUOCC_NOT_POSSIBLE},
                {35, 16383, 4, 1, 16383, 0},
                {50, 24576, 3, 2, 12288, 0}};
    uint32_t i, left, wrong = 0;
    struct place p;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        left = 0;
        place_kepler(&p, rows[i].generation, rows[i].bytes, rows[i].preference,
                     kernel_of(64, 16, 0));
        if ((gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,
                                      GPUOCC_TARGET_GROUPS, rows[i].groups, &left,
                                      NULL) != rows[i].status ||
             left != rows[i].left) &&
            wrong++ < 5)
            note("row %u: %u", i, left);
    }
    ok(wrong == 0, "header, Kepler whose L1 takes its memory: %u of %u rows differ", wrong, i);
}

/* The same for the header's blocks (tests/parity queries it for every KiB). If its size_t wraps
 * around they are -1, -2 or -60; that is refused with the memory that would suffice. */
static void test_header_kepler(void)
{
    static const struct {
        uint32_t generation, bytes, preference, fixed;
        int blocks;
    } rows[] = {{35, 32767, 3, 0, 16},    {35, 32767, 3, 1, -1},    {35, 32767, 3, 32767, 0},
                {35, 32767, 3, 32768, 0}, {35, 32768, 3, 1, 16},    {35, 32768, 3, 4096, 8},
                {30, 33024, 3, 256, 1},   {30, 33024, 3, 257, 16},  {32, 24576, 3, 0, 16},
                {37, 24576, 3, 4096, -2}, {39, 24576, 3, 24577, 0}, {35, 16383, 4, 0, 16},
                {35, 16383, 4, 1, -1},    {30, 16383, 4, 16384, 0}, {35, 16384, 4, 4096, 4},
                {37, 16640, 4, 256, 1},   {37, 16640, 4, 257, 16},  {35, 24576, 4, 4096, 2},
                {30, 24576, 4, 1000, 8},  {35, 24576, 4, 9000, 2},  {35, 24576, 4, 24576, 1},
                {35, 24576, 4, 24577, 0}, {35, 24576, 2, 4096, 6},  {35, 1024, 1, 256, 4},
                {35, 1024, 2, 256, 4},    {35, 1024, 3, 0, 16},     {35, 1024, 4, 256, -60}};
    uint32_t i, wrong = 0;
    struct place p;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const int32_t status = place_kepler(&p, rows[i].generation, rows[i].bytes,
                                            rows[i].preference, kernel_of(64, 16, rows[i].fixed));

        if ((rows[i].blocks < 0
                 ? status != GPUOCC_ERROR_DEVICE_INVALID ||
                       p.error.field != GPUOCC_DEVICE_SHARED_POOL_BYTES ||
                       p.error.value != rows[i].bytes ||
                       p.error.limit != (rows[i].preference == 3 ? 32768 : 16384)
                 : result(&p, GPUOCC_RESULT_GROUPS, 0) != (uint64_t)rows[i].blocks) &&
            wrong++ < 5)
            note("row %u: %s", i, status < 0 ? sentence(&p) : "other blocks");
    }
    ok(wrong == 0, "header, Kepler with less memory than L1 takes: %u of %u rows differ", wrong, i);
}

/* An unknown amount can be one for which the header has an answer: a kernel without shared memory,
 * or one with more than it may have. */
static void test_header_unknown(void)
{
    static const uint32_t none = GPUOCC_UNKNOWN;
    static const struct {
        uint32_t threads, fixed, dynamic, each;
        int most; /* blocks; -1: refused */
    } rows[] = {{64, none, 0, 0, 16},    {64, 0, none, 0, 16}, {64, none, 4096, 0, 0},
                {64, 4096, none, 0, 0},  {none, 0, 0, 0, 16},  {none, 4096, 0, 0, -1},
                {none, 4096, 0, 100, 0}, {64, 0, 0, 100, -1},  {none, 4096, 0, GPUOCC_ZERO, -1}};
    uint32_t i, wrong = 0;
    uint64_t low, high;
    struct place p;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gpuocc_kernel kernel = kernel_of(rows[i].threads, 16, rows[i].fixed);

        kernel.dynamic_shared_bytes = rows[i].dynamic;
        kernel.dynamic_shared_bytes_per_thread = rows[i].each;
        low = high = 77;
        if (place_kepler(&p, 35, 24576, GPUOCC_CACHE_PREFERENCE_L1, kernel) == GPUOCC_OK)
            gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS, 0, &low, &high);
        if ((rows[i].most < 0 ? p.status != GPUOCC_ERROR_DEVICE_INVALID
                              : high != (uint64_t)rows[i].most) &&
            wrong++ < 5)
            note("row %u: %u to %u: %s", i, (unsigned)low, (unsigned)high, sentence(&p));
    }
    ok(wrong == 0, "header, the same with unknown fields: %u of %u rows differ", wrong, i);
}

/* Kepler gives L1 32 KiB more, if there is that much. */
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
    ok(without == 6 && l1 == 6 && equal == 2,
       "Kepler with 24 KiB: 6 blocks of 4 KiB, 2 where L1 takes 16, 6 where it leaves none");
    kernel = kernel_of(64, 0, 1);
    kernel.cache_preference = GPUOCC_CACHE_PREFERENCE_L1;
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 24576);
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 24576);
    edit(GPUOCC_DEVICE_SHARED_UNIT_BYTES, 1);
    ok(groups(own("3.5"), kernel) == 16, "nor one byte: a block of it gets all");
}

/* The maximum dynamic memory per thread for a number of blocks, also if a block that exceeds what
 * L1 leaves gets all of it; compared with trying every number. */
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
        if (gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD,
                                     GPUOCC_TARGET_GROUPS, count, &got, NULL) != GPUOCC_OK ||
            got != most[count])
            wrong++;
    }
    ok(wrong == 0 && most[1] == 192 && most[2] == 96 && most[3] == 21,
       "Kepler, most bytes of a thread: 192, 96, 21, as by trying: %u differ", wrong);
}

int main(void)
{
    test_no_registers();
    test_header_numbers();
    test_header_sizes();
    test_header_share();
    test_header_constants();
    test_header_nothing();
    test_header_smallest();
    test_header_rows();
    test_assumed();
    test_gp100();
    test_nvidia_list();
    test_header_curve();
    test_header_kepler_left();
    test_header_kepler();
    test_header_unknown();
    test_kepler();
    test_kepler_restart();
    return done();
}
