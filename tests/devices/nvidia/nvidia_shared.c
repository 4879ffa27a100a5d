/* SPDX-License-Identifier: MIT
 *
 * Tests NVIDIA: shares and sizes of shared memory on custom devices, names that end within a text,
 * compute capabilities for which the header has no constants. Where a size more than doubles, a
 * block that does not fit one size gets the next, which has room for more blocks than the previous
 * one: curves, the next step, the inverse query and ranges are compared with every value of a
 * field.
 */
#include "groups.h"
#include "tally.h"

#define VALUES 12001

static const uint32_t fields[] = {GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,
                                  GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD,
                                  GPUOCC_KERNEL_THREADS_PER_GROUP};

static const struct {
    uint32_t sizes[5], pool, most, unit, reserved; /* KiB, KiB, bytes, bytes, bytes */
} devices[] = {{{1, 3, 8}, 8, 8000, 256, 0},
               {{1, 3, 8}, 8, 8000, 1, 100},
               {{2, 5}, 12, 12000, 128, 1024},
               {{0, 1, 2, 5, 6}, 13, 9000, 64, 40},
               {{4}, 12, 6000, 8, 0},
               {{4}, 12, 3000, 8, 0},
               /* no block needs more than 4 KiB */ {{1, 3, 8}, 8, 3100, 1, 0},
               {{1, 3, 8}, 8, 7000, 1, 1024}};

static const struct {
    uint32_t threads, registers, fixed, given, each, percent, preference;
} kernels[] = {{32, 16, 0, 0, 0, GPUOCC_ZERO, 0},   {64, 16, 100, 0, 0, 1, 0},
               {32, 16, 0, 300, 3, 20, 0},          {256, 16, 0, 0, 4, GPUOCC_ZERO, 0},
               {90, 16, 700, 700, 0, 0, 3},         {1024, 16, 0, 0, 1, 0, 4},
               {1024, 64, 0, 0, 0, GPUOCC_ZERO, 0}, {512, 16, 500, 0, 2, 45, 0}};

static struct {
    int groups[VALUES]; /* -1: refused */
    uint32_t waves[VALUES];
} is;

static struct {
    struct tally plateau, most, next, range, end;
    uint32_t rises;
} t;

static gpuocc_kernel kernel_at(uint32_t row)
{
    gpuocc_kernel k = kernel_of(kernels[row].threads, kernels[row].registers, kernels[row].fixed);

    k.dynamic_shared_bytes = kernels[row].given;
    k.dynamic_shared_bytes_per_thread = kernels[row].each;
    k.carveout_percent = kernels[row].percent;
    k.cache_preference = kernels[row].preference;
    return k;
}

static const gpuocc_device *device_at(uint32_t row)
{
    uint32_t i;

    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, devices[row].pool * 1024);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, devices[row].most);
    edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, devices[row].most);
    edit(GPUOCC_DEVICE_SHARED_UNIT_BYTES, devices[row].unit);
    edit(GPUOCC_DEVICE_SHARED_RESERVED_BYTES, devices[row].reserved);
    for (i = 0; i < 5 && (i == 0 || devices[row].sizes[i] != 0); i++)
        edit(GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB, devices[row].sizes[i]);
    return own("8.0");
}

/* Evaluates every value. Returns their number. */
static uint32_t ask_all(const gpuocc_device *device, gpuocc_kernel k, uint32_t field)
{
    const uint32_t count = field == GPUOCC_KERNEL_THREADS_PER_GROUP ? 1025 : VALUES;
    uint32_t value;
    struct place p;

    is.groups[0] = -1;
    for (value = field == GPUOCC_KERNEL_THREADS_PER_GROUP; value < count; value++) {
        set(&k, field, value);
        is.groups[value] = -1;
        if (place_as(&p, device, GPUOCC_CONVENTION_DEFAULT, k) == GPUOCC_OK) {
            is.groups[value] = (int)gpuocc_occupancy_groups(p.occupancy);
            is.waves[value] = gpuocc_occupancy_waves(p.occupancy);
        }
        t.rises += value > 1 && is.groups[value] > is.groups[value - 1];
    }
    return count;
}

static int same(uint32_t a, uint32_t b)
{
    return is.groups[a] == is.groups[b] && is.waves[a] == is.waves[b];
}

static void check_curve(const struct place *p, uint32_t field, uint32_t count, int row)
{
    gpuocc_plateau s = {.size = sizeof s};
    uint32_t value, first, last;

    for (value = 0; value < count; value = last + 1) {
        for (first = last = value; last + 1 < count && same(last + 1, value); last++)
            ;
        if (is.groups[value] < 0)
            continue;
        tally(&t.plateau,
              gpuocc_occupancy_plateau(p->occupancy, field, value + (last - value) / 2, &s, NULL) ==
                      GPUOCC_OK &&
                  s.first == first && s.last == last && (int)s.groups == is.groups[value],
              gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, field), row, s.first, first);
    }
}

static void check_most(const struct place *p, uint32_t field, uint32_t count, int row)
{
    uint32_t want, got;
    int groups;
    int32_t status;

    for (groups = 1; groups <= 32; groups++) {
        for (want = count; want-- != 0;)
            if (is.groups[want] >= groups)
                break;
        got = UINT32_MAX;
        status = gpuocc_occupancy_maximum(p->occupancy, field, GPUOCC_TARGET_GROUPS,
                                          (uint32_t)groups, &got, NULL);
        tally(&t.most,
              got == want && status == (want == UINT32_MAX ? GPUOCC_NOT_POSSIBLE : GPUOCC_OK),
              gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, field), row, got, want);
    }
}

/* Checks that the step is the nearest smaller value with more waves. */
static void check_next(const struct place *p, const gpuocc_kernel *k, uint32_t field, int row)
{
    gpuocc_step s = {.size = sizeof s, .then = UINT32_MAX};
    const uint32_t now = amount_of(k, field);
    uint32_t want = now;
    int32_t status;

    while (want != UINT32_MAX && is.waves[want] <= is.waves[now])
        want--;
    status = gpuocc_occupancy_next_step(p->occupancy, field, &s, NULL);
    tally(&t.next,
          s.then == want && status == (want == UINT32_MAX ? GPUOCC_NOT_POSSIBLE : GPUOCC_OK),
          gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, field), row, s.then, want);
}

/* Checks the minimum and maximum groups over all values, and a value that has them. */
static void check_range(const gpuocc_device *device, gpuocc_kernel k, uint32_t field,
                        uint32_t count, int row)
{
    int least = INT32_MAX, most = -1;
    uint32_t value, end, got;
    uint64_t low = 77, high = 77;
    struct place p;

    for (value = 0; value < count; value++)
        if (is.groups[value] >= 0) {
            least = is.groups[value] < least ? is.groups[value] : least;
            most = is.groups[value] > most ? is.groups[value] : most;
        }
    set(&k, field, GPUOCC_UNKNOWN);
    place_as(&p, device, GPUOCC_CONVENTION_DEFAULT, k);
    gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS, 0, &low, &high);
    tally(&t.range, (int)low == least && (int)high == most,
          gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, field), row, (double)low, least);
    for (end = 0; end < 2; end++) {
        got = UINT32_MAX;
        bound_field(p.occupancy, GPUOCC_RESULT_GROUPS, 0, end, field, &got);
        got = got == GPUOCC_ZERO ? 0 : got;
        tally(&t.end, got < count && is.groups[got] == (end ? most : least),
              gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, field), row, got, end);
    }
}

static void check(const gpuocc_device *device, uint32_t row)
{
    const gpuocc_kernel k = kernel_at(row);
    uint32_t i, count;
    struct place p;

    for (i = 0; i < 4; i++) {
        if (place_as(&p, device, GPUOCC_CONVENTION_DEFAULT, k) != GPUOCC_OK)
            return;
        count = ask_all(device, k, fields[i]);
        check_curve(&p, fields[i], count, (int)row);
        check_most(&p, fields[i], count, (int)row);
        if (fields[i] != GPUOCC_KERNEL_THREADS_PER_GROUP)
            check_next(&p, &k, fields[i], (int)row);
        if (fields[i] != GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD) /* must be known */
            check_range(device, k, fields[i], count, (int)row);
    }
}

/* Where the curve stops falling depends on the carve-out or the preference, which is unknown
 * here. */
static void check_settings(const gpuocc_device *device, uint32_t field, uint32_t most, int row)
{
    gpuocc_kernel k = kernel_of(32, 16, 0);
    uint32_t value, setting, least = UINT32_MAX, high = 0, groups;
    uint64_t got[2];
    struct place p;

    for (setting = 1; setting <= most; setting++)
        for (value = 0; value < VALUES; value++) {
            set(&k, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, value);
            set(&k, field, setting);
            if (place_as(&p, device, GPUOCC_CONVENTION_DEFAULT, k) != GPUOCC_OK)
                break;
            groups = gpuocc_occupancy_groups(p.occupancy);
            least = groups < least ? groups : least;
            high = groups > high ? groups : high;
        }
    k.dynamic_shared_bytes = GPUOCC_UNKNOWN;
    set(&k, field, GPUOCC_UNKNOWN);
    for (value = 0; value < 2; value++) {
        got[0] = got[1] = 77;
        place_as(&p, device, GPUOCC_CONVENTION_DEFAULT, k);
        gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS, 0, &got[0], &got[1]);
        tally(&t.range, got[0] == least && got[1] == high,
              gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, field), row, (double)got[0], least);
        k.shared_bytes = GPUOCC_UNKNOWN; /* the same sums */
    }
}

/* A list of the maximum length, each size more than twice the previous one: two blocks of half of
 * all memory, one of a byte more than the second largest size, two of half of the smallest. */
static void test_longest(void)
{
    gpuocc_two_field_step step = {.size = sizeof step};
    gpuocc_kernel k = kernel_of(1024, 16, 100);
    gpuocc_plateau s = {.size = sizeof s};
    const gpuocc_device *device;
    uint32_t i, two = 0;
    struct place p;

    for (i = 1; i <= 12; i++)
        edit(GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB, (1u << i) - 1);
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 8191 * 1024);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 8191 * 1024);
    edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 8191 * 1024);
    edit(GPUOCC_DEVICE_SHARED_UNIT_BYTES, 1);
    edit(GPUOCC_DEVICE_SHARED_RESERVED_BYTES, 0);
    device = own("8.0");
    k.carveout_percent = GPUOCC_ZERO;
    k.dynamic_shared_bytes = 100;
    place(&p, device, k);
    ok(gpuocc_occupancy_two_field_step(p.occupancy, &step, NULL) == GPUOCC_NOT_POSSIBLE,
       "twelve ends: there are no more waves than all");
    k.dynamic_shared_bytes = 0;
    place(&p, device, k);
    ok(gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_TARGET_GROUPS, 2,
                                &two, NULL) == GPUOCC_OK &&
           two == 8191 * 512,
       "two blocks: half of all");
    for (i = 0; i < 12; i++) {
        const uint32_t end = ((2u << i) - 1) * 1024;

        if (gpuocc_occupancy_plateau(p.occupancy, GPUOCC_KERNEL_SHARED_BYTES, end, &s, NULL) !=
                GPUOCC_OK ||
            s.groups != 1 || s.first != end / 2 + 1 || s.last != end ||
            gpuocc_occupancy_plateau(p.occupancy, GPUOCC_KERNEL_SHARED_BYTES, end + 1, &s, NULL) !=
                GPUOCC_OK ||
            s.groups != 2 || s.first != end + 1 || s.last != end + 512)
            break;
    }
    ok(i == 12, "%u of 12 ends: one block up to it, two for 512 bytes more", i);
}

static void test_sizes(void)
{
    const gpuocc_device *device;
    uint32_t i, k;

    for (i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        device = device_at(i);
        for (k = is_part() ? i % 4 : 0; k < sizeof kernels / sizeof kernels[0];
             k += is_part() ? 4 : 1)
            check(device, k);
        check_settings(device, GPUOCC_KERNEL_CARVEOUT_PERCENT, 100, (int)i);
        check_settings(device, GPUOCC_KERNEL_CACHE_PREFERENCE, 4, (int)i);
    }
    test_longest();
    ok(t.rises >= at_least(100), "groups rise %u times as shared memory grows", t.rises);
    ok(t.plateau.bad == 0, "%d plateaus, %d differ", t.plateau.rows, t.plateau.bad);
    ok(t.most.bad == 0, "most for so many groups: %d, %d differ", t.most.rows, t.most.bad);
    ok(t.next.bad == 0, "next steps: %d, %d differ", t.next.rows, t.next.bad);
    ok(t.range.bad == 0, "ranges: %d, %d differ", t.range.rows, t.range.bad);
    ok(t.end.bad == 0, "their ends: %d, %d differ", t.end.rows, t.end.bad);
}

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
    test_sizes();
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
