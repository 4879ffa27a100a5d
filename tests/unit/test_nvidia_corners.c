/* SPDX-License-Identifier: MIT
 *
 * Tests NVIDIA: shares and sizes of shared memory on custom devices, names that end within a text,
 * compute capabilities for which the header has no constants.
 */
#include "groups.h"

/* Returns the shared memory of a device of 128 KiB with these sizes in KiB, for a setting. */
static uint64_t size_with(const char *base, const uint32_t *sizes, uint32_t count,
                          gpuocc_kernel kernel)
{
    struct place p;
    uint32_t i;

    for (i = 0; i < count; i++)
        edit(GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB, sizes[i]);
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 128 * 1024);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 48 * 1024);
    edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 48 * 1024);
    place(&p, own(base), kernel);
    return result(&p, GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_SHARED) / 1024;
}

/* A preference is a share: none, half or all. The smallest size that is at least that share is
 * used. */
static void test_shares(void)
{
    static const uint32_t sizes[] = {1, 63, 64, 127, 128};
    gpuocc_kernel kernel = kernel_of(32, 0, 100);
    static const uint32_t expected[] = {128, 128, 128, 1, 64};
    uint32_t i, wrong = 0;

    for (i = 0; i <= GPUOCC_CACHE_PREFERENCE_EQUAL; i++) {
        kernel.cache_preference = i;
        wrong += size_with("7.5", sizes, 5, kernel) != expected[i];
    }
    kernel.cache_preference = GPUOCC_CACHE_PREFERENCE_L1;
    kernel.carveout_percent = 50;
    wrong += size_with("7.5", sizes, 5, kernel) != 64;
    kernel.carveout_percent = 99;
    wrong += size_with("7.5", sizes, 5, kernel) != 127;
    ok(wrong == 0, "shares of 128 KiB: %u differ", wrong);
}

/* Shares are rounded up to a size since 7.0; before, the SM has a fixed size. */
static void test_before_7(void)
{
    static const uint32_t sizes[] = {8, 256}, one[] = {32};
    gpuocc_kernel kernel = kernel_of(32, 0, 100);
    struct place p;

    kernel.carveout_percent = 2;
    ok(size_with("6.1", sizes, 2, kernel) == 128 && size_with("7.0", sizes, 2, kernel) == 8,
       "2 %%: the smallest size of 7.0, all of 6.1");
    kernel.carveout_percent = 0;
    ok(size_with("7.0", sizes, 2, kernel) == 256, "a list decides, also above the pool");
    ok(size_with("7.0", one, 1, kernel) == 128, "and nothing where it holds too little");
    kernel.carveout_percent = 10;
    kernel.shared_bytes = 40000;
    ok(size_with("6.1", sizes, 2, kernel) == 128 && size_with("7.0", sizes, 2, kernel) == 256,
       "a block that does not fit the wanted size");
    edit(GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB, 8);
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 1000);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 1000);
    edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 1000);
    place(&p, own("6.1"), kernel_of(32, 0, 1000));
    ok(result(&p, GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_SHARED) == 1000,
       "6.1 gives a block no more than there is");
}

/* L1 gets all of Kepler's memory of 24 KiB, yet a block can use the whole of it. */
static void test_kepler(void)
{
    gpuocc_kernel kernel = kernel_of(32, 0, 0);
    struct place p;
    uint32_t most = 0;

    kernel.cache_preference = GPUOCC_CACHE_PREFERENCE_L1;
    place(&p, find("3.5"), kernel);
    ok(gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_TARGET_GROUPS, 1,
                                &most, NULL) == GPUOCC_OK &&
           most == 49152,
       "Kepler preferring L1: one block may have 48 KiB");
    kernel.dynamic_shared_bytes = 16384;
    place(&p, find("3.5"), kernel);
    gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_TARGET_GROUPS, 2,
                             &most, NULL);
    ok(most == 8192, "beside 16 KiB, two blocks have 8 KiB each, none had one: %u", most);
    kernel.dynamic_shared_bytes = 0;
    place(&p, find("3.5"), kernel);
    gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_REGISTERS_PER_THREAD, GPUOCC_TARGET_GROUPS,
                             16, &most, NULL);
    ok(most == 128, "registers do not start anew: %u", most);
}

/* Compares the maximum bytes per thread for a number of blocks, with other memory in use, with
 * trying every number. */
static uint32_t kepler_differs(gpuocc_kernel kernel)
{
    const gpuocc_device *device = find("3.5");
    uint32_t most[17] = {0}, bytes, count, got, wrong = 0;
    struct place p;

    for (bytes = 0; bytes * kernel.threads_per_group + kernel.shared_bytes <= 49152; bytes++) {
        kernel.dynamic_shared_bytes_per_thread = bytes;
        for (count = 1; count <= 16 && count <= groups(device, kernel); count++)
            most[count] = bytes + 1;
    }
    kernel.dynamic_shared_bytes_per_thread = 0;
    place(&p, device, kernel);
    for (count = 1; count <= 16; count++) {
        got = 0;
        if (gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD,
                                     GPUOCC_TARGET_GROUPS, count, &got, NULL) == GPUOCC_OK)
            got++;
        wrong += got != most[count];
    }
    return wrong;
}

static void test_kepler_starts(void)
{
    static const uint32_t fixed[] = {0, 500, 3000, 16384, 16385, 20000};
    uint32_t threads, i, preference, wrong = 0;

    for (threads = 64; threads <= 1024; threads *= 2)
        for (i = 0; i < 6; i++)
            for (preference = 1; preference <= GPUOCC_CACHE_PREFERENCE_EQUAL; preference++) {
                gpuocc_kernel kernel = kernel_of(threads, 0, fixed[i]);

                kernel.cache_preference = preference;
                wrong += kepler_differs(kernel);
            }
    ok(wrong == 0, "Kepler, bytes of a thread beside a block's memory: %u differ", wrong);
}

/* Sums at 2^31 in the header's int: the last positive one, and a negative one that its division
 * rounds towards zero. The unit is 256 bytes. */
static void test_header_sums(void)
{
    gpuocc_kernel kernel = kernel_of(32, 0, 0x7fffff00u);
    struct place p;

    kernel.max_threads_per_group = 1024;
    place_as(&p, find("7.5"), GPUOCC_CONVENTION_HEADER, kernel);
    ok(result(&p, GPUOCC_RESULT_SHARED_ALLOCATED_BYTES, 0) == 0x7fffff00u,
       "the last sum that int holds");
    kernel.shared_bytes = 0x80000002u;
    place_as(&p, find("7.5"), GPUOCC_CONVENTION_HEADER, kernel);
    ok(result(&p, GPUOCC_RESULT_SHARED_ALLOCATED_BYTES, 0) == (uint64_t)0 - 0x7ffffe00u,
       "a negative one, towards zero");
}

/* Registers of a block, in units of 256 for each of a multiple of 4 warps, in an int. */
static void test_header_product(void)
{
    static const uint32_t threads[] = {1, 32, 33, 128, 129, 160, 256, 1024, 1056, 4096, 100000};
    gpuocc_kernel kernel = kernel_of(32, 0, 0);
    uint32_t i, wrong = 0;
    struct place p;

    kernel.max_threads_per_group = 1024;
    for (i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        const uint32_t warps = (threads[i] + 127) / 128 * 4;
        const uint32_t most = INT32_MAX / warps / 256 * 8;

        kernel.threads_per_group = threads[i];
        kernel.registers_per_thread = most;
        wrong += place_as(&p, find("9.0"), GPUOCC_CONVENTION_HEADER, kernel) != GPUOCC_OK;
        kernel.registers_per_thread = most + 1;
        wrong +=
            place_as(&p, find("9.0"), GPUOCC_CONVENTION_HEADER, kernel) != GPUOCC_ERROR_TOO_LARGE ||
            p.error.limit != most || p.error.value != most + 1;
    }
    ok(wrong == 0, "header: the most registers of %u sizes of blocks: %u differ", i, wrong);
}

static void test_header_errors(void)
{
    gpuocc_kernel kernel = kernel_of(32, 64, 0);
    const uint32_t header = GPUOCC_CONVENTION_HEADER;
    struct place p;

    kernel.max_threads_per_group = GPUOCC_ZERO;
    place_as(&p, find("9.0"), header, kernel);
    ok(p.status == GPUOCC_ERROR_REQUIRED && p.error.value == 0 && p.error.limit == INT32_MAX,
       "a kernel bound to no threads");
    kernel.max_threads_per_group = 1024;
    edit(GPUOCC_DEVICE_GENERATION, 112);
    place_as(&p, own("10.0"), header, kernel);
    ok(p.status == GPUOCC_ERROR_DEVICE_UNKNOWN && p.error.value == 112 && p.error.limit == 0,
       "11.2");
    kernel = kernel_of(32, 0, 102400 - 1024);
    kernel.max_threads_per_group = 1024;
    kernel.carveout_percent = 10;
    kernel.shared_limit = GPUOCC_SHARED_LIMIT_OPTIN;
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 204800);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 204800);
    ok(place_as(&p, own("8.6"), header, kernel) == GPUOCC_OK, "a block of all that 8.6 has");
    kernel.carveout_percent = 0;
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 204800);
    ok(place_as(&p, own("8.6"), header, kernel) == GPUOCC_ERROR_DEVICE_INVALID &&
           p.error.limit == 102400,
       "more than 8.6 can have");
    kernel = kernel_of(32, 0, 0);
    kernel.max_threads_per_group = 1024;
    kernel.carveout_percent = 150;
    edit(GPUOCC_DEVICE_GENERATION, 69);
    ok(place_as(&p, own("6.1"), header, kernel) == GPUOCC_OK, "before 7.0 no carve-out is read");
    kernel.registers_per_thread = 256;
    edit(GPUOCC_DEVICE_GENERATION, 69);
    ok(groups_with(own("6.1"), header, kernel) == 0, "nor has a thread 256 registers");
}

/* The limit of a block: without opting in before 7.0; including the reserve from 8.0 on. */
static void test_block_limits(void)
{
    edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 1024);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 2048);
    ok(groups(own("6.1"), kernel_of(32, 0, 1500)) == 0, "6.1 does not know to ask for more");
    edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 49152);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 49152);
    edit(GPUOCC_DEVICE_SHARED_RESERVED_BYTES, 1024);
    ok(groups(own("7.5"), kernel_of(32, 0, 49152)) == 0, "7.5: what is reserved is a part of it");
}

/* Names that are part of a text. */
static void test_names(void)
{
    static const struct {
        const char *text;
        uint32_t length;
        const char *architecture;
    } rows[] = {{"860", 2, "sm_86"},     {"sm_860", 5, "sm_86"},  {"8.60", 3, "sm_86"},
                {"sm_90aa", 6, "sm_90"}, {"sm_90a", 5, "sm_90"},  {"1200", 3, "sm_120"},
                {"12.00", 4, "sm_120"},  {"sm_1200", 6, "sm_120"}};
    static const char *const none[] = {
        "1200",  "8",    "12000",      ".86", "8.6.", "8..6",       "086",     "sm_", "s",
        "xm_86", "xc86", "xompute_86", "20",  "2.0",  "sm cc86",    "sm_cc86", "86.", "8.6.0",
        "1.21",  "0121", "86aa",       "a",   "",     "4294967382", "lto_"};
    const gpuocc_device *device;
    uint32_t i, wrong = 0;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        wrong +=
            gpuocc_device_find(rows[i].text, rows[i].length, 0, &device, NULL, NULL) != GPUOCC_OK ||
            strcmp(gpuocc_device_architecture(device), rows[i].architecture) != 0;
    ok(wrong == 0, "what stands behind a name is not read: %u differ", wrong);
    for (i = 0; i < sizeof none / sizeof none[0]; i++)
        if (gpuocc_device_find(none[i], strlen(none[i]), 0, &device, NULL, NULL) == GPUOCC_OK &&
            wrong++ < 5)
            note("%s is found", none[i]);
    ok(wrong == 0, "%u names are none", i);
}

/* Minor numbers that the header does not know use the constants of a similar one, which was
 * executed: its units of shared memory and registers, its slots. */
static void test_relatives(void)
{
    static const struct {
        uint32_t generation;
        const char *relative;
    } rows[] = {{31, "3.5"}, {39, "3.5"}, {51, "5.0"}, {59, "5.0"}, {63, "6.1"}, {69, "6.1"},
                {71, "7.0"}, {79, "7.0"}, {81, "8.6"}, {85, "8.6"}, {91, "9.0"}, {99, "9.0"}};
    const uint32_t header = GPUOCC_CONVENTION_HEADER;
    uint32_t i, threads, wrong = 0;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (threads = 32; threads <= 1024; threads *= 2) {
            gpuocc_kernel kernel = kernel_of(threads, 37, 700);
            uint64_t expected;

            kernel.max_threads_per_group = 1024;
            expected = groups_with(find(rows[i].relative), header, kernel);
            edit(GPUOCC_DEVICE_GENERATION, rows[i].generation);
            if (groups_with(own(rows[i].relative), header, kernel) != expected && wrong++ < 3)
                note("%u of %u threads", rows[i].generation, threads);
        }
    ok(wrong == 0, "minor numbers of nobody: %u differ", wrong);
}

/* Static memory above the limit without opting in is noted, from one byte more on. */
static void test_static(void)
{
    const uint64_t bit = 1u << GPUOCC_NOTE_STATIC_SHARED;
    struct place p;

    place(&p, find("9.0"), kernel_of(32, 0, 49152));
    ok((result(&p, GPUOCC_RESULT_NOTES, 0) & bit) == 0, "48 KiB of static memory can be");
    place(&p, find("9.0"), kernel_of(32, 0, 49153));
    ok((result(&p, GPUOCC_RESULT_NOTES, 0) & bit) == bit, "of one byte more that is not settled");
}

/* Partitioned global caching: 5.2, 5.3, 6.1 to 6.9. */
static void test_caching(void)
{
    static const uint32_t has[] = {52, 53, 61, 62, 69}, lacks[] = {50, 51, 54, 60, 70, 75, 80};
    const uint64_t off = 1u << GPUOCC_NOTE_GLOBAL_CACHING_OFF;
    gpuocc_kernel kernel = kernel_of(32, 0, 0);
    uint32_t i, wrong = 0;
    struct place p;

    kernel.global_caching = GPUOCC_GLOBAL_CACHING_ON;
    for (i = 0; i < 12; i++) {
        edit(GPUOCC_DEVICE_GENERATION, i < 5 ? has[i] : lacks[i - 5]);
        place(&p, own("6.1"), kernel);
        wrong += (result(&p, GPUOCC_RESULT_NOTES, 0) & off) != (i < 5 ? 0 : off);
    }
    ok(wrong == 0, "compute capabilities with partitioned global caching: %u differ", wrong);
}

/* Half of an SM has room for a block with half of its slots, also if a half is one partition. An SM
 * with one partition has no halves, and global caching is turned off. */
static void test_halves(void)
{
    static const uint32_t partitions[] = {4, 2, 1};
    static const uint32_t threads[] = {1024, 512, 256};
    const uint32_t off = 1u << GPUOCC_NOTE_GLOBAL_CACHING_OFF;
    gpuocc_kernel kernel = {.registers_per_thread = 16, .global_caching = GPUOCC_GLOBAL_CACHING_ON};
    struct place p;
    uint32_t i, good = 0;

    for (i = 0; i < 3; i++) {
        kernel.threads_per_group = threads[i];
        place(&p, edited(find("sm_52"), GPUOCC_DEVICE_PARTITIONS_PER_CORE, partitions[i]), kernel);
        good += result(&p, GPUOCC_RESULT_GROUPS, 0) == 2 &&
                ((result(&p, GPUOCC_RESULT_NOTES, 0) & off) != 0) == (i == 2);
    }
    ok(good == 3, "two blocks of half of the slots keep global caching where there are halves");
}

int main(void)
{
    test_shares();
    test_before_7();
    test_kepler();
    test_kepler_starts();
    test_header_sums();
    test_header_product();
    test_header_errors();
    test_block_limits();
    test_names();
    test_relatives();
    test_static();
    test_caching();
    test_halves();
    return done();
}
