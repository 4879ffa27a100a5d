/* SPDX-License-Identifier: MIT
 *
 * Tests custom NVIDIA devices whose sizes of shared memory more than double: a block that does not
 * fit one size gets the next, which has room for more blocks than the previous one. Compares
 * curves, the next step, the inverse query and ranges with every value of a field.
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

int main(void)
{
    const gpuocc_device *device;
    uint32_t i, k;

    for (i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        device = device_at(i);
        for (k = 0; k < sizeof kernels / sizeof kernels[0]; k++)
            check(device, k);
        check_settings(device, GPUOCC_KERNEL_CARVEOUT_PERCENT, 100, (int)i);
        check_settings(device, GPUOCC_KERNEL_CACHE_PREFERENCE, 4, (int)i);
    }
    test_longest();
    ok(t.rises >= 100, "groups rise %u times as shared memory grows", t.rises);
    ok(t.plateau.bad == 0, "%d plateaus, %d differ", t.plateau.rows, t.plateau.bad);
    ok(t.most.bad == 0, "most for so many groups: %d, %d differ", t.most.rows, t.most.bad);
    ok(t.next.bad == 0, "next steps: %d, %d differ", t.next.rows, t.next.bad);
    ok(t.range.bad == 0, "ranges: %d, %d differ", t.range.rows, t.range.bad);
    ok(t.end.bad == 0, "their ends: %d, %d differ", t.end.rows, t.end.bad);
    return done();
}
