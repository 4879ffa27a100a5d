/* SPDX-License-Identifier: MIT
 *
 * NVIDIA: shares and sizes of shared memory on devices of the caller's own, names that end in the
 * middle of a text, compute capabilities that the header has no constants of.
 */
#include "own.h"

/* A device of 128 KiB and these sizes in KiB, and what a setting makes of it. */
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

/* A preference is a share: none, half or all. The smallest size that holds it. */
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

/* The rounding up to a size came with 7.0; before, the SM has what it has. */
static void test_before_7(void)
{
    static const uint32_t sizes[] = {8, 256}, one[] = {32};
    gpuocc_kernel kernel = kernel_of(32, 0, 100);

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
}

/* L1 gets all of Kepler's memory of 24 KiB: a block has the whole of it. */
static void test_kepler(void)
{
    gpuocc_kernel kernel = kernel_of(32, 0, 0);
    struct place p;
    uint32_t most = 0;

    kernel.cache_preference = GPUOCC_CACHE_PREFERENCE_L1;
    place(&p, find("3.5"), kernel);
    ok(gpuocc_occupancy_most(p.occupancy, GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_TARGET_GROUPS, 1,
                             &most) == GPUOCC_OK &&
           most == 49152,
       "Kepler preferring L1: one block may have 48 KiB");
    kernel.dynamic_shared_bytes = 16384;
    place(&p, find("3.5"), kernel);
    gpuocc_occupancy_most(p.occupancy, GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_TARGET_GROUPS, 2, &most);
    ok(most == 8192, "beside 16 KiB, two blocks have 8 KiB each, none had one: %u", most);
    kernel.dynamic_shared_bytes = 0;
    place(&p, find("3.5"), kernel);
    gpuocc_occupancy_most(p.occupancy, GPUOCC_KERNEL_REGISTERS_PER_THREAD, GPUOCC_TARGET_GROUPS, 16,
                          &most);
    ok(most == 128, "registers do not start anew: %u", most);
}

/* Names that are a part of a text. */
static void test_names(void)
{
    static const struct {
        const char *text;
        uint32_t length;
        const char *architecture;
    } rows[] = {{"860", 2, "sm_86"},     {"sm_860", 5, "sm_86"},  {"8.60", 3, "sm_86"},
                {"sm_90aa", 6, "sm_90"}, {"sm_90a", 5, "sm_90"},  {"1200", 3, "sm_120"},
                {"12.00", 4, "sm_120"},  {"sm_1200", 6, "sm_120"}};
    static const char *const none[] = {"1200", "8",   "12000", ".86", "8.6.",
                                       "8..6", "086", "sm_",   "s"};
    const gpuocc_device *device;
    uint32_t i, wrong = 0;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        wrong += gpuocc_device_find(rows[i].text, rows[i].length, 0, &device, NULL) != GPUOCC_OK ||
                 strcmp(gpuocc_device_architecture(device), rows[i].architecture) != 0;
    ok(wrong == 0, "what stands behind a name is not read: %u differ", wrong);
    for (i = 0; i < sizeof none / sizeof none[0]; i++)
        if (gpuocc_device_find(none[i], strlen(none[i]), 0, &device, NULL) == GPUOCC_OK &&
            wrong++ < 5)
            note("%s is found", none[i]);
    ok(wrong == 0, "%u names are none", i);
}

/* Minor numbers that the header does not know have the constants of a relative, executed: its
 * units of shared memory and registers, its slots. */
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

/* Static memory above what a block has without asking is noted, from one byte more on. */
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

int main(void)
{
    test_shares();
    test_before_7();
    test_kepler();
    test_names();
    test_relatives();
    test_static();
    test_caching();
    return done();
}
