/* SPDX-License-Identifier: MIT
 *
 * Tests Intel: what depends only on the IP release, at both ends of each family of releases and
 * beyond; the constants of the calculator's pages; GRF modes, units and the driver's count on
 * custom devices.
 */
#include "groups.h"
#include "schedule.h"

/* The tools that support the releases from `first` to `last` (intel.md 1, 4.2, 4.3), the size by
 * which the driver counts shared memory (2.4), and the notes of a kernel that uses it. */
struct family {
    uint32_t first, last;
    int calculator, old, today; /* whether the tool supports them; of the driver: 2 if it counts */
    uint32_t slm_kib, notes;
};

#define UNVERIFIED  (1u << GPUOCC_NOTE_UNVERIFIED)
#define PROVISIONAL (1u << GPUOCC_NOTE_PROVISIONAL)
#define LOWER_BOUND (1u << GPUOCC_NOTE_LOWER_BOUND)

static const struct family families[] = {
    {1, 799, 0, 0, 0, 0, 0},
    {800, 899, 0, 2, 0, 64, 0},
    {900, 1199, 1, 2, 0, 64, 0},
    {1200, 1254, 1, 2, 1, 64, UNVERIFIED},
    {1255, 1259, 1, 2, 1, 64, 0},
    {1260, 1269, 1, 2, 2, 128, 0},
    {1270, 1273, 1, 0, 1, 64, 0},
    {1274, 1299, 0, 0, 1, 64, 0},
    {1300, 2000, 0, 0, 0, 0, 0},
    {2001, 2003, 1, 0, 2, 128, UNVERIFIED | LOWER_BOUND},
    {2004, 2099, 1, 0, 2, 128, 0},
    {2100, 2999, 0, 0, 0, 0, 0},
    {3000, 3499, 0, 0, 2, 128, UNVERIFIED | LOWER_BOUND},
    {3500, 3509, 0, 0, 0, 0, 0},
    {3510, 3510, 0, 0, 2, 192, PROVISIONAL},
    {3511, 3511, 0, 0, 2, 384, PROVISIONAL},
    {3512, 65535, 0, 0, 0, 0, 0},
};

static gpuocc_kernel intel(uint32_t threads, uint32_t grf, uint32_t bytes)
{
    gpuocc_kernel kernel = kernel_of(threads, 0, bytes);

    kernel.wave_size = 16;
    kernel.grf_count = grf;
    return kernel;
}

static int tool_holds(const gpuocc_device *device, uint32_t convention, int knows, uint64_t counted,
                      uint32_t generation)
{
    struct place p;

    place_as(&p, device, convention, intel(16, 0, 24576));
    if (!knows)
        return p.status == GPUOCC_ERROR_CONVENTION_DEVICE && p.error.value == generation &&
               p.error.field == GPUOCC_DEVICE_GENERATION && p.error.limit == 0;
    return p.status == GPUOCC_OK &&
           (counted == 0 || result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) == counted);
}

/* Tests a device of 1000 cores with the number of a release. For 24 KiB the driver counts by the
 * pool. PVC, a tile of which has at most 64 cores, has the cores of the smallest of 16 tiles. */
static int family_holds(const struct family *f, uint32_t generation)
{
    const uint64_t counted = (f->first == 1260 ? 62 : 1000) * f->slm_kib / 24;
    const uint32_t slots =
        f->notes == PROVISIONAL ? 8 : 32; /* of an EU, as the current driver counts */
    const gpuocc_device *device;
    struct place p;

    edit(GPUOCC_DEVICE_GENERATION, generation);
    edit(GPUOCC_DEVICE_CORE_COUNT, 1000);
    edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 32);
    device = own("Max 1100");
    place_as(&p, device, GPUOCC_CONVENTION_NEO, intel(16, 0, 24576));
    if (f->today != 0 && result(&p, GPUOCC_RESULT_MAX_WAVES, 0) != 8 * slots)
        return 0;
    place_as(&p, device, GPUOCC_CONVENTION_NEO_22_43, intel(16, 0, 24576));
    if (f->old != 0 && result(&p, GPUOCC_RESULT_MAX_WAVES, 0) != 8 * 32)
        return 0;
    place(&p, device, intel(16, 0, 24576));
    return result(&p, GPUOCC_RESULT_NOTES, 0) == f->notes &&
           tool_holds(device, GPUOCC_CONVENTION_INTEL_CALCULATOR, f->calculator, 0, generation) &&
           tool_holds(device, GPUOCC_CONVENTION_NEO_22_43, f->old, counted, generation) &&
           tool_holds(device, GPUOCC_CONVENTION_NEO, f->today, f->today == 1 ? 1 : counted,
                      generation);
}

static void test_families(void)
{
    uint32_t i, wrong = 0;

    for (i = 0; i < sizeof families / sizeof families[0]; i++) {
        const struct family *f = &families[i];

        if (!family_holds(f, f->first) || !family_holds(f, f->last)) {
            note("releases %u to %u", f->first, f->last);
            wrong++;
        }
    }
    ok(wrong == 0, "%u families of releases, first and last: %u differ", i, wrong);
}

/* The limit of the largest group: that of the device (up to Gen12), half of it with 256 GRF (DG2 to
 * Xe2), or hardware threads (Xe3); 2.6. */
static void test_group_rules(void)
{
    static const struct {
        uint32_t generation, most;
    } rows[] = {{899, 4096},  {1254, 4096}, {1255, 2048}, {1299, 2048}, {1300, 4096},
                {2001, 2048}, {2099, 2048}, {2100, 4096}, {3000, 512},  {3499, 512},
                {3500, 4096}, {3510, 512},  {3511, 512},  {3512, 4096}};
    uint32_t i, wrong = 0;
    struct place p;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        edit(GPUOCC_DEVICE_GENERATION, rows[i].generation);
        edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 4096);
        edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 256);
        edit(GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 256);
        edit(GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 256);
        place(&p, own("pvc"), intel(4096, 256, 0));
        if (result(&p, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0) != rows[i].most && wrong++ < 3)
            note("%u: %u", rows[i].generation,
                 (unsigned)result(&p, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0));
    }
    ok(wrong == 0, "largest groups of %u releases: %u differ", i, wrong);
    for (i = 0, wrong = 0; i < 2; i++) {
        edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 512);
        place(&p, own(i == 0 ? "pvc" : "ptl-h"), intel(16, 256, 0));
        wrong += result(&p, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0) != 256;
    }
    ok(wrong == 0, "half of a device's 512 with 256 GRF, whatever else limits: %u differ", wrong);
}

/* Hardware threads of the largest group by GRF count and SIMD width, at each boundary, for Xe3,
 * NVL-P and Crescent Island. */
static void check_most_waves(const char *base, const uint32_t *waves)
{
    static const uint32_t counts[] = {128, 159, 160, 191, 192, 255, 256, 448, 511, 512};
    uint32_t i, wrong = 0;
    const gpuocc_device *device;
    gpuocc_kernel kernel;
    struct place p;

    edit(GPUOCC_DEVICE_PARTITIONS_PER_CORE, 8);
    edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 4096);
    edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 64);
    edit(GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 512);
    for (i = 0; i < 10; i++) {
        edit(GPUOCC_DEVICE_GRF_COUNTS, counts[i]);
        edit(GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 64);
    }
    device = own(base);
    for (i = 0; i < 10; i++) {
        kernel = intel(4096, counts[i], 0);
        place(&p, device, kernel);
        wrong += result(&p, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0) != 16 * waves[i];
        kernel.wave_size = 32;
        place(&p, device, kernel);
        wrong += result(&p, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0) !=
                 32 * (waves[i] < 32 ? waves[i] : 32);
    }
    ok(wrong == 0, "%s: largest group by GRF count, SIMD16 and SIMD32: %u differ", base, wrong);
    kernel = intel(16, 128, 0);
    kernel.max_threads_per_group = 1;
    place(&p, device, kernel);
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 0, "a kernel bound to 1 work-item: no group of 16");
}

static void test_most_waves(void)
{
    static const uint32_t xe3[] = {64, 64, 48, 48, 40, 40, 32, 32, 32, 16};
    static const uint32_t cri[] = {64, 64, 64, 64, 64, 64, 32, 32, 32, 32};

    check_most_waves("ptl-h", xe3);
    check_most_waves("xe3p_client", xe3);
    check_most_waves("xe3p_cri", cri);
}

/* NVL-P with different numbers of EUs: at 320 and 448 GRF the driver has no separate bound, and
 * what fits the slots of a core of 8 EUs launches; on no device do more GRF allow more groups. */
static void test_more_registers(void)
{
    static const uint32_t counts[] = {32, 64, 96, 128, 160, 192, 256, 320, 448, 512};
    static const uint32_t slots[] = {10, 10, 10, 8, 6, 5, 4, 3, 2, 2};
    uint32_t eus, waves, i, wrong = 0, more = 0;
    uint64_t groups, before;
    const gpuocc_device *device;
    struct place p;

    for (eus = 8; eus <= 32; eus *= 2) {
        edit(GPUOCC_DEVICE_PARTITIONS_PER_CORE, eus);
        device = own("xe3p_client");
        for (waves = 1; waves <= 64; waves++)
            for (i = 0, before = UINT64_MAX; i < 10; i++, before = groups) {
                place(&p, device, intel(16 * waves, counts[i], 0));
                groups = result(&p, GPUOCC_RESULT_GROUPS, 0);
                more += groups > before;
                wrong += eus == 8 && (i == 7 || i == 8) && groups != 8 * slots[i] / waves;
            }
    }
    ok(wrong == 0, "NVL-P, 8 EUs, 320 and 448 GRF: %u sizes of groups differ", wrong);
    ok(more == 0, "NVL-P, 8 to 32 EUs: %u times do more GRF admit more groups", more);
    for (i = 255, more = 0; i <= 257; i++) {
        edit(GPUOCC_DEVICE_GRF_COUNTS, 255);
        edit(GPUOCC_DEVICE_GRF_COUNTS, 256);
        edit(GPUOCC_DEVICE_GRF_COUNTS, 257);
        edit(GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 8);
        edit(GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 8);
        edit(GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 8);
        edit(GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 257);
        place(&p, own("pvc"), intel(528, i, 0));
        more += result(&p, GPUOCC_RESULT_GROUPS, 0) != (i == 255);
    }
    ok(more == 0, "PVC: one group of 528 at 255 GRF, none from 256 on");
}

/* The constants of the pages (4.2), whatever the device has. */
static void test_pages(void)
{
    static const struct {
        const char *device;
        uint32_t eus, slots, slm_kib, barriers, rounded_kib;
        int large;
    } rows[] = {{"skl", 8, 56, 64, 32, 32, 0},      {"icl", 8, 56, 64, 32, 32, 0},
                {"tgl", 16, 112, 64, 64, 32, 0},    {"acm-g10", 16, 128, 128, 128, 32, 0},
                {"pvc", 8, 64, 128, 64, 24, 1},     {"bmg-g21", 8, 64, 128, 64, 24, 0},
                {"mtl-u", 16, 128, 128, 128, 32, 0}};
    const uint32_t calculator = GPUOCC_CONVENTION_INTEL_CALCULATOR;
    uint32_t i, wrong = 0;
    gpuocc_kernel kernel;
    struct place p;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const gpuocc_device *device = find(rows[i].device);
        int good;

        kernel = intel(16, 0, 20000);
        kernel.barriers_per_group = 2;
        place_as(&p, device, calculator, kernel);
        good = result(&p, GPUOCC_RESULT_PARTITIONS_PER_CORE, 0) == rows[i].eus &&
               result(&p, GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_WAVES) == rows[i].slots &&
               result(&p, GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_GROUPS) == rows[i].slots &&
               result(&p, GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_SHARED) == rows[i].slm_kib * 1024 &&
               result(&p, GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_BARRIERS) == rows[i].barriers &&
               result(&p, GPUOCC_RESULT_SHARED_ALLOCATED_BYTES, 0) == rows[i].rounded_kib * 1024;
        place_as(&p, device, calculator, intel(16, 129, 0));
        if (rows[i].large)
            good = good && result(&p, GPUOCC_RESULT_GROUPS, 0) == rows[i].slots / 2;
        else
            good = good && p.status == GPUOCC_ERROR_TOO_MANY_REGISTERS && p.error.value == 129 &&
                   p.error.limit == 128;
        if (!good && wrong++ < 3)
            note("%s", rows[i].device);
    }
    ok(wrong == 0, "the calculator's constants of %u devices: %u differ", i, wrong);
}

/* The driver's count: two limits at once, no number per core, a device with very many cores. */
static void test_driver(void)
{
    const uint32_t neo = GPUOCC_CONVENTION_NEO;
    uint32_t limit, known = 0;
    const gpuocc_device *device;
    uint64_t value;
    struct place p;

    edit(GPUOCC_DEVICE_CORE_COUNT, 10);
    place_as(&p, own("pvc"), neo, intel(512, 0, 65536));
    ok(result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) == 20 &&
           result(&p, GPUOCC_RESULT_LIMITERS, 0) ==
               (1u << GPUOCC_LIMIT_WAVES | 1u << GPUOCC_LIMIT_SHARED),
       "two groups of half the slots and half the memory: both limit");
    for (limit = 0; limit < GPUOCC_LIMIT_COUNT; limit++)
        known += gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_LIMIT, limit, &value, &value) !=
                 GPUOCC_NOT_APPLICABLE;
    ok(known == 0, "no limit has a number of groups per core");
    edit(GPUOCC_DEVICE_CORE_COUNT, 10);
    device = own("pvc");
    place_as(&p, device, neo, intel(48, 0, 0));
    value = result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0);
    place_as(&p, device, GPUOCC_CONVENTION_NEO_22_43, intel(48, 0, 0));
    ok(value == 210 && result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) == 213,
       "groups of 3 threads: 21 on each core, 213 where they may straddle cores");
    place_as(&p, find("tgl"), neo, intel(16, 0, 0));
    ok(result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) == 1 &&
           gpuocc_occupancy_limiters(p.occupancy) == 0,
       "one group of the device: nothing that the model counts limits it");
    edit(GPUOCC_DEVICE_CORE_COUNT, 0x7fffffffu);
    device = own("bmg-g21");
    place_as(&p, device, neo, intel(16, 0, 0));
    ok(result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) == GPUOCC_ZERO - 2,
       "more groups than a word holds are the most that it holds");
}

/* Barriers of a core, at least one group in the current driver, and counts up to the largest
 * word. */
static void test_driver_ends(void)
{
    gpuocc_kernel kernel = intel(16, 0, 0);
    const gpuocc_device *device;
    uint64_t today;
    struct place p;

    edit(GPUOCC_DEVICE_CORE_COUNT, 1);
    device = own("pvc");
    kernel.barriers_per_group = 1;
    place_as(&p, device, GPUOCC_CONVENTION_NEO, kernel);
    ok(result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) == 32, "32 barriers of a core");
    place_as(&p, device, GPUOCC_CONVENTION_NEO, intel(1024, 256, 0));
    today = result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0);
    place_as(&p, device, GPUOCC_CONVENTION_NEO_22_43, intel(1024, 256, 0));
    ok(today == 1 && result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) == 0,
       "a group of 64 threads on 32: none in 22.43, 1 today");
    edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 1);
    edit(GPUOCC_DEVICE_CORE_COUNT, 1879048191u); /* times 16 / 7 it is 2^32 - 3 */
    place_as(&p, own("acm-g10"), GPUOCC_CONVENTION_NEO_22_43, intel(112, 0, 0));
    ok(result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) == GPUOCC_ZERO - 2,
       "what no word holds is the most that one does: %llu",
       (unsigned long long)result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0));
}

/* A tile of PVC has at most 64 cores, and the driver counts the groups of the smallest tile: the
 * device has that number of cores in this convention only. */
static void test_tiles(void)
{
    static const uint32_t rows[][2] = {{0, 0},    {1, 1},    {63, 63},  {64, 64},  {65, 32},
                                       {66, 33},  {128, 64}, {129, 43}, {192, 64}, {1000, 62},
                                       {193, 48}, {2, 2},    {127, 63}, {4096, 64}};
    const uint32_t count = sizeof rows / sizeof rows[0];
    gpuocc_grid grid = {.groups = 512};
    struct place p, ours;
    uint32_t i, wrong = 0;
    struct plan plan;

    for (i = 0; i < count; i++) {
        edit(GPUOCC_DEVICE_CORE_COUNT, rows[i][0]);
        place_as(&p, own("pvc"), GPUOCC_CONVENTION_NEO_22_43, intel(1024, 0, 0));
        wrong += result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) != rows[i][1] ||
                 result(&p, GPUOCC_RESULT_CORE_COUNT, 0) != rows[i][1];
    }
    ok(wrong == 0, "groups of a full core on the smallest tile of %u numbers of cores: %u differ",
       count, wrong);
    edit(GPUOCC_DEVICE_CORE_COUNT, 128);
    place(&ours, own("pvc"), intel(1024, 0, 0));
    ok(result(&ours, GPUOCC_RESULT_CORE_COUNT, 0) == 128, "for the hardware tiles do not count");
    edit(GPUOCC_DEVICE_CORE_COUNT, 128);
    place_as(&p, own("bmg-g21"), GPUOCC_CONVENTION_NEO, intel(1024, 0, 0));
    ok(result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) == 128, "other chips are one tile");
    place_as(&ours, find("Max 1550"), GPUOCC_CONVENTION_NEO, intel(256, 0, 0));
    ok(result(&ours, GPUOCC_RESULT_CORE_COUNT, 0) == 64 &&
           result(&ours, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) == 256,
       "a Max 1550 is one stack of 64 cores: 256 resident groups of 16 hardware threads");
    edit(GPUOCC_DEVICE_CORE_COUNT, 128);
    place_as(&p, own("pvc"), GPUOCC_CONVENTION_NEO, intel(256, 0, 0));
    schedule(&plan, p.occupancy, grid);
    ok(result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) == 256 &&
           whole(&plan, GPUOCC_SCHEDULE_CORE_COUNT, 0) == 64 &&
           whole(&plan, GPUOCC_SCHEDULE_ROUNDS, 0) == 2 &&
           is_fraction(&plan, GPUOCC_SCHEDULE_PEAK_OCCUPANCY, 1, 1),
       "a schedule of 128 cores in the driver's convention fills the 64 cores of a tile");
}

/* Hardware threads that the driver counts separately from Xe3P on, up to each GRF count and above
 * it, and never more than an EU has. */
static void check_driver_slots(const char *base, const uint32_t *counts, const uint32_t *slots,
                               uint32_t most)
{
    uint32_t i, wrong = 0;
    const gpuocc_device *device;
    struct place p;

    edit(GPUOCC_DEVICE_CORE_COUNT, 1);
    edit(GPUOCC_DEVICE_PARTITIONS_PER_CORE, 8);
    edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, most);
    for (i = 0; i < 8; i++) {
        edit(GPUOCC_DEVICE_GRF_COUNTS, counts[i]);
        edit(GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, most);
    }
    edit(GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, counts[7]);
    device = own(base);
    for (i = 0; i < 8; i++) {
        place_as(&p, device, GPUOCC_CONVENTION_NEO, intel(16, counts[i], 0));
        wrong += result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) !=
                 8 * (slots[i] < most ? slots[i] : most);
    }
    ok(wrong == 0, "%s with %u hardware threads, as the driver counts: %u differ", base, most,
       wrong);
}

static void test_driver_slots(void)
{
    static const uint32_t last[] = {64, 96, 128, 160, 192, 256, 320, 448};
    static const uint32_t next[] = {97, 129, 161, 193, 257, 321, 449, 512};
    static const uint32_t nvl[] = {10, 10, 8, 6, 5, 4, 3, 2}, lower[] = {8, 6, 5, 4, 3, 2, 1, 1};
    static const uint32_t large[] = {128, 160, 192, 256, 510, 511, 512, 513};
    static const uint32_t cri[] = {8, 8, 8, 8, 8, 8, 4, 8};

    check_driver_slots("xe3p_client", last, nvl, 12);
    check_driver_slots("xe3p_client", next, lower, 12);
    check_driver_slots("xe3p_client", last, nvl, 5);
    check_driver_slots("xe3p_cri", large, cri, 12);
    check_driver_slots("xe3p_cri", large, cri, 6);
}

/* Lists: a single size, the last of ten GRF counts, and counts up to 127. */
static void test_lists(void)
{
    gpuocc_kernel kernel = intel(16, 0, 1000);
    const gpuocc_device *device;
    uint32_t i, wrong = 0;
    struct place p;

    edit(GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB, 64);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 65536);
    place(&p, own("pvc"), kernel);
    ok(result(&p, GPUOCC_RESULT_SHARED_ALLOCATED_BYTES, 0) == 65536, "a list of one size");
    for (i = 0; i < 10; i++) {
        edit(GPUOCC_DEVICE_GRF_COUNTS, 100 + i);
        edit(GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 20 - i);
    }
    edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 20);
    edit(GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 109);
    device = own("pvc");
    for (i = 0; i < 10; i++) {
        place(&p, device, intel(16, 100 + i, 0));
        wrong += result(&p, GPUOCC_RESULT_MAX_WAVES, 0) != 8 * (20 - i);
    }
    ok(wrong == 0, "ten GRF counts, each with its slots: %u differ", wrong);
    place_as(&p, device, GPUOCC_CONVENTION_NEO_22_43, intel(16, 256, 0));
    ok(result(&p, GPUOCC_RESULT_MAX_WAVES, 0) == 8 * 11, "above the last count its slots");
    edit(GPUOCC_DEVICE_CORE_COUNT, 6);
    place_as(&p, own("tgl"), GPUOCC_CONVENTION_NEO_22_43, intel(16, 256, 0));
    ok(result(&p, GPUOCC_RESULT_MAX_WAVES, 0) == 112, "also where it is the only one");
    place(&p, find("bmg-g21"), intel(16, 0, 1));
    ok(result(&p, GPUOCC_RESULT_NOTES, 0) & UNVERIFIED, "one byte is shared memory");
    kernel = intel(16, 0, 0);
    kernel.max_threads_per_group = 1;
    place(&p, find("pvc"), kernel);
    ok(result(&p, GPUOCC_RESULT_LIMIT, GPUOCC_LIMIT_LAUNCH) == 0, "16 work-items of 1");
    for (i = 127; i <= 129; i++) {
        edit(GPUOCC_DEVICE_GRF_COUNTS, 64);
        edit(GPUOCC_DEVICE_GRF_COUNTS, i);
        edit(GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 8);
        edit(GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 4);
        edit(GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, i);
        place(&p, own("pvc"), intel(16, 0, 0));
        wrong += result(&p, GPUOCC_RESULT_REQUESTED, GPUOCC_LIMIT_REGISTERS) !=
                 (uint64_t)(i < 128 ? i : 128) * 16;
    }
    ok(wrong == 0, "128 registers are the default, or all where there are fewer: %u differ", wrong);
}

/* Four groups of 14 hardware threads, of 64 with 256 GRF; a step to 128 GRF leaves 2 of 128
 * unused. */
static void test_wasted(void)
{
    struct place p;

    place(&p, find("acm-g11"), intel(219, 256, 0));
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 4 &&
           result(&p, GPUOCC_RESULT_UNUSED, GPUOCC_LIMIT_REGISTERS) == 8 * 256 * 8 &&
           result(&p, GPUOCC_RESULT_WASTED, GPUOCC_LIMIT_REGISTERS) == 2 * 128 * 8,
       "registers that the other mode has are not wasted, though they limit no more there");
}

static void test_verify(void)
{
    static const struct change intels[] = {{GPUOCC_DEVICE_VENDOR, GPUOCC_VENDOR_INTEL},
                                           {GPUOCC_DEVICE_WAVE_SIZES, 8 + 16 + 32},
                                           {GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 1024},
                                           {GPUOCC_DEVICE_PARTITIONS_PER_CORE, 8},
                                           {GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 8},
                                           {GPUOCC_DEVICE_REGISTER_UNIT, 1},
                                           {GPUOCC_DEVICE_SCALAR_REGISTER_UNIT, 1},
                                           {GPUOCC_DEVICE_SHARED_UNIT_BYTES, 1}},
                               three = {GPUOCC_DEVICE_GRF_BYTES, 3},
                               four = {GPUOCC_DEVICE_GRF_BYTES, 4};
    struct own own;

    ok(make_changed(&own, NULL, "own", intels, 8) == GPUOCC_ERROR_DEVICE_INVALID &&
           own.error.field == GPUOCC_DEVICE_GRF_COUNTS,
       "a device of Intel's needs a list of GRF counts");
    ok(make_changed(&own, find("pvc"), "own", &three, 1) == GPUOCC_ERROR_DEVICE_INVALID &&
           own.error.field == GPUOCC_DEVICE_GRF_BYTES,
       "a GRF of 3 bytes holds no register");
    ok(make_changed(&own, find("pvc"), "own", &four, 1) == GPUOCC_OK, "one of 4 holds one");
}

/* A kernel can request a single register, fewer than the mode in which it then runs has: of 8 lanes
 * each, a wave requests 8 to 128 * 8. The calculator's 7 hardware threads limit an EU of 11. */
static void test_requested(void)
{
    static const struct change changes[] = {{GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 11},
                                            {GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 11}};
    struct own device;
    gpuocc_kernel kernel = {.threads_per_group = 8, .wave_size = 8, .grf_count = GPUOCC_UNKNOWN};
    struct place p;

    make_changed(&device, find("tgllp"), NULL, changes, 2);
    place_as(&p, made(&device), GPUOCC_CONVENTION_INTEL_CALCULATOR, kernel);
    ok(is_range(&p, GPUOCC_RESULT_REQUESTED, GPUOCC_LIMIT_REGISTERS, 8, 1024),
       "an unknown number of registers is 1 to 128");
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

int main(void)
{
    test_families();
    test_group_rules();
    test_most_waves();
    test_more_registers();
    test_pages();
    test_driver();
    test_driver_ends();
    test_driver_slots();
    test_tiles();
    test_lists();
    test_wasted();
    test_verify();
    test_requested();
    test_intel_modes();
    test_intel_units();
    test_intel_page();
    test_intel_driver();
    return done();
}
