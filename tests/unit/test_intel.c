/* SPDX-License-Identifier: MIT
 *
 * Tests Intel: tables, and the answers of the hardware, the calculator and the driver. The rows
 * VA3.p1, VA3.p2, VA4.p1, VA4.p2 and VA4.p3 of guide_tables.csv are phases of a timeline, which is
 * a schedule.
 */
#include "intel_guide.h"
#include "intel_sweep.h"
#include "intel_tables.h"
#include "intel_tools.h"
#include "rows.h"
#include "support.h"

/* The worked table of section 3: groups, waves, slots of the mode, all slots. */
static void test_worked(void)
{
    static const struct {
        const char *name;
        uint32_t items, simd, grf, slm, groups, waves, mode, all;
    } rows[] = {
        {"tgl", 512, 8, 0, 0, 1, 64, 112, 112},
        {"tgl", 256, 16, 128, 20000, 2, 32, 112, 112},
        {"Arc A770", 256, 16, 256, 0, 4, 64, 64, 128},
        {"ptl-h", 256, 16, 96, 0, 5, 80, 80, 80},
        {"ptl-h", 256, 16, 128, 0, 4, 64, 64, 80},
        {"ptl-h", 256, 16, 160, 0, 3, 48, 48, 80},
        {"ptl-h", 256, 16, 192, 0, 2, 32, 40, 80},
        {"ptl-h", 256, 16, 256, 0, 2, 32, 32, 80},
        {"ptl-h", 256, 16, 129, 0, 3, 48, 48, 80},
        {"Arc Pro B60", 256, 32, 128, 49152, 2, 16, 64, 64},
        {"bmg-g21", 1024, 16, 256, 0, 0, 0, 32, 64},
        {"bmg-g21", 512, 16, 256, 0, 1, 32, 32, 64},
    };
    struct tally tally = {0, 0};
    struct place p;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        place(&p, find(rows[i].name),
              kernel_of(rows[i].items, rows[i].simd, rows[i].grf, rows[i].slm, 0));
        count(&tally,
              result(&p, GPUOCC_RESULT_GROUPS, 0) == rows[i].groups &&
                  result(&p, GPUOCC_RESULT_WAVES, 0) == rows[i].waves &&
                  result(&p, GPUOCC_RESULT_MAX_WAVES, 0) == rows[i].mode &&
                  result(&p, GPUOCC_RESULT_MAX_WAVES_ANY_MODE, 0) == rows[i].all,
              rows[i].name, (int)i, (long long)result(&p, GPUOCC_RESULT_GROUPS, 0), rows[i].groups);
    }
    tally_report(&tally, 12, "worked table");
    place(&p, find("acm-g10"), kernel_of(1024, 16, 256, 0, 0));
    ok(result(&p, GPUOCC_RESULT_LIMITERS, 0) == 1u << GPUOCC_LIMIT_LAUNCH &&
           result(&p, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0) == 512,
       "SIMD16 at 256 GRF: at most 512 items, which is no error");
    place(&p, find("ptl-h"), kernel_of(256, 16, 150, 0, 0));
    ok(result(&p, GPUOCC_RESULT_ALLOCATED, GPUOCC_LIMIT_REGISTERS) == 160 * 16 * 16 &&
           result(&p, GPUOCC_RESULT_REQUESTED, GPUOCC_LIMIT_REGISTERS) == 150 * 16 * 16 &&
           result(&p, GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_REGISTERS) == 1024 * 8 * 16 &&
           result(&p, GPUOCC_RESULT_LIMITERS, 0) == 1u << GPUOCC_LIMIT_REGISTERS,
       "registers are 32 bits of a lane: a GRF of 64 bytes is 16 of them");
}

/* Tests a kernel that is an error; the sentence is in the test's output. */
static void refused(const char *name, gpuocc_kernel kernel, int32_t status)
{
    struct place p;

    place(&p, find(name), kernel);
    ok(p.status == status, "%s", sentence(&p));
}

static void test_errors(void)
{
    refused("tgl", kernel_of(640, 8, 0, 0, 0), GPUOCC_ERROR_GROUP_TOO_LARGE);
    refused("tgl", kernel_of(64, 0, 0, 0, 0), GPUOCC_ERROR_REQUIRED);
    refused("pvc", kernel_of(64, 8, 0, 0, 0), GPUOCC_ERROR_NOT_A_CHOICE);
    refused("tgl", kernel_of(64, 8, 129, 0, 0), GPUOCC_ERROR_TOO_MANY_REGISTERS);
    refused("lnl", kernel_of(64, 16, 0, 131073, 0), GPUOCC_ERROR_SHARED_TOO_LARGE);
    refused("tgl", kernel_of(64, 16, 0, 0, 33), GPUOCC_ERROR_TOO_LARGE);
    refused("gen8", kernel_of(64, 16, 0, 0, 0), GPUOCC_ERROR_DEVICE_NO_MODEL);
}

static void test_completed(void)
{
    static const struct change changes[] = {{GPUOCC_DEVICE_PARTITIONS_PER_CORE, 8},
                                            {GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 256}};
    struct own own;
    struct place p;

    ok(make_changed(&own, find("gen8"), NULL, changes, 2) == GPUOCC_OK &&
           place(&p, own.device, kernel_of(64, 16, 0, 0, 1)) == GPUOCC_OK &&
           result(&p, GPUOCC_RESULT_GROUPS, 0) == 14,
       "Gen8 with 8 EUs a core, as a caller may know");
    ok(place(&p, edited(find("xe3p_cri"), GPUOCC_DEVICE_PARTITIONS_PER_CORE, 6),
             kernel_of(256, 16, 512, 0, 0)) == GPUOCC_OK &&
           result(&p, GPUOCC_RESULT_GROUPS, 0) == 1 &&
           result(&p, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0) == 384 &&
           (result(&p, GPUOCC_RESULT_NOTES, 0) >> GPUOCC_NOTE_PROVISIONAL & 1) == 1,
       "Crescent Island is provisional");
    place(&p, find("ptl-h"), kernel_of(256, 16, GPUOCC_UNKNOWN, 0, 0));
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 2, 5), "GRF count not known: 2 to 5 groups");
    place(&p, find("tgl"), kernel_of(64, 16, 0, 100, 0));
    ok((result(&p, GPUOCC_RESULT_NOTES, 0) >> GPUOCC_NOTE_UNVERIFIED & 1) == 1,
       "SLM per core of Xe-LP is disputed");
}

/* Section 2.6: the largest group of a kernel, in work-items. */
static void test_largest_group(void)
{
    static const struct {
        const char *name;
        uint32_t simd, grf, own, most;
    } rows[] = {
        {"ptl-h", 16, 160, 0, 768},   {"ptl-h", 16, 192, 0, 640},      {"ptl-h", 16, 256, 0, 512},
        {"ptl-h", 16, 150, 0, 768},   {"acm-g11", 16, 256, 0, 512},    {"acm-g11", 8, 256, 0, 512},
        {"mtl-u", 16, 256, 0, 512},   {"pvc", 16, 256, 0, 512},        {"lnl", 16, 256, 0, 512},
        {"ptl-h", 16, 256, 600, 512}, {"ptl-h", 16, 256, 300, 300},    {"ptl-h", 32, 128, 96, 96},
        {"tgl", 8, 128, 100, 100},    {"tgl", 8, 128, GPUOCC_ZERO, 0},
    };
    static const struct {
        const char *name;
        uint32_t simd, grf;
    } free_rows[] = {{"ptl-h", 16, 128},   {"ptl-h", 32, 256},  {"ptl-h", 16, 32},
                     {"acm-g10", 32, 256}, {"acm-g10", 8, 128}, {"bmg-g31", 16, 128},
                     {"tgl", 8, 128}};
    struct tally tally = {0, 0};
    struct place p;
    gpuocc_kernel k;
    uint64_t most;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        k = kernel_of((uint32_t)known(find(rows[i].name), GPUOCC_DEVICE_MAX_THREADS_PER_GROUP),
                      rows[i].simd, rows[i].grf, 0, 0);
        k.max_threads_per_group = rows[i].own;
        place(&p, find(rows[i].name), k);
        most = result(&p, GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_LAUNCH);
        count(&tally,
              most == rows[i].most && result(&p, GPUOCC_RESULT_GROUPS, 0) == 0 &&
                  result(&p, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0) == rows[i].most,
              rows[i].name, (int)i, (long long)most, rows[i].most);
    }
    for (i = 0; i < sizeof free_rows / sizeof free_rows[0]; i++) {
        const gpuocc_device *d = find(free_rows[i].name);

        place(&p, d, kernel_of(8, free_rows[i].simd, free_rows[i].grf, 0, 0));
        most = result(&p, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0);
        count(&tally, (long long)most == known(d, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP),
              free_rows[i].name, (int)i, (long long)most, 0);
    }
    tally_report(&tally, 21, "largest group of a kernel");
}

/* A contradictory edit is refused with the field. */
static void test_contradictions(void)
{
    static const struct {
        struct change change;
        uint32_t blamed;
    } rows[] = {
        {{GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 0}, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION},
        {{GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 8}, GPUOCC_DEVICE_WAVES_AT_GRF_COUNT},
        {{GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 512}, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD},
        {{GPUOCC_DEVICE_GRF_BYTES, 2}, GPUOCC_DEVICE_GRF_BYTES},
        {{GPUOCC_DEVICE_SHARED_POOL_BYTES, GPUOCC_UNKNOWN}, GPUOCC_DEVICE_SHARED_POOL_BYTES},
        {{GPUOCC_DEVICE_BARRIERS_PER_CORE, GPUOCC_UNKNOWN}, GPUOCC_DEVICE_BARRIERS_PER_CORE},
        {{GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB, 32}, GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB},
        {{GPUOCC_DEVICE_GRF_COUNTS, 128}, GPUOCC_DEVICE_WAVES_AT_GRF_COUNT},
    };
    static const struct change rising[] = {{GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 8},
                                           {GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, 9}};
    struct tally tally = {0, 0};
    struct own own;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        make_changed(&own, find("acm-g10"), NULL, &rows[i].change, 1);
        count(&tally,
              own.status == GPUOCC_ERROR_DEVICE_INVALID && own.error.field == rows[i].blamed,
              "field", (int)i, own.error.field, rows[i].blamed);
    }
    make_changed(&own, find("acm-g10"), NULL, rising, 2);
    count(&tally,
          own.status == GPUOCC_ERROR_DEVICE_INVALID &&
              own.error.field == GPUOCC_DEVICE_WAVES_AT_GRF_COUNT,
          "rising", 0, own.error.field, 0);
    tally_report(&tally, 9, "contradicting edits");
}

/* The inverse queries, which lib/ answers by the same rules. */
static void test_advice(void)
{
    static const struct {
        const char *name;
        uint32_t field, groups, value;
    } rows[] = {
        {"ptl-h", GPUOCC_KERNEL_GRF_COUNT, 5, 96},
        {"ptl-h", GPUOCC_KERNEL_GRF_COUNT, 4, 128},
        {"ptl-h", GPUOCC_KERNEL_GRF_COUNT, 2, 256},
        {"acm-g10", GPUOCC_KERNEL_GRF_COUNT, 8, 128},
        {"tgl", GPUOCC_KERNEL_SHARED_BYTES, 3, 16384},
        {"acm-g11", GPUOCC_KERNEL_SHARED_BYTES, 3, 32768},
        {"pvc", GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, 3, 32768},
        {"pvc", GPUOCC_KERNEL_BARRIERS_PER_GROUP, 3, 10},
        {"tgl", GPUOCC_KERNEL_THREADS_PER_GROUP, 3, 512},
    };
    struct tally tally = {0, 0};
    gpuocc_group_search search = {0};
    uint32_t value, groups;
    gpuocc_kernel k;
    struct place p;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        value = 0;
        place(&p, find(rows[i].name), kernel_of(256, 16, 0, 0, 0));
        gpuocc_occupancy_maximum(p.occupancy, rows[i].field, GPUOCC_TARGET_GROUPS, rows[i].groups,
                                 &value, NULL);
        count(&tally, value == rows[i].value, rows[i].name, (int)i, value, rows[i].value);
    }
    tally_report(&tally, 9, "most of a resource for so many groups");
    search.size = sizeof search;
    k = kernel_of(0, 8, 0, 0, 0);
    k.size = sizeof k;
    ok(best_group(find("tgl"), GPUOCC_CONVENTION_DEFAULT, &k, &search, 0, &value, &groups, NULL) ==
               GPUOCC_OK &&
           value == 56 * 8 && groups == 2,
       "Tiger Lake at SIMD8: 448 items fill a core, 512 do not");
}

/* The lower bound of SLM on Battlemage: 160 KiB are programmable, 128 are promised. */
static void test_notes(void)
{
    const uint32_t unverified = 1u << GPUOCC_NOTE_UNVERIFIED;
    const uint32_t at_least = 1u << GPUOCC_NOTE_LOWER_BOUND;
    struct place p;

    place(&p, find("Arc Pro B60"), kernel_of(256, 32, 128, 49152, 0));
    ok(result(&p, GPUOCC_RESULT_NOTES, 0) == (unverified | at_least),
       "Battlemage, limited by SLM: at least two groups");
    place(&p, find("Arc Pro B60"), kernel_of(250, 32, 128, 0, 0));
    ok(result(&p, GPUOCC_RESULT_NOTES, 0) == 1u << GPUOCC_NOTE_PARTIAL_WAVE,
       "Battlemage without SLM: nothing is unverified");
}

/* Every row of the tables is valid as a custom device. */
static void test_own_devices(void)
{
    const gpuocc_device *device;
    struct tally tally = {0, 0};
    struct own own;
    uint32_t i;

    for (i = 0; gpuocc_device_at(i, &device) == GPUOCC_OK; i++) {
        if (known(device, GPUOCC_DEVICE_VENDOR) != GPUOCC_VENDOR_INTEL)
            continue;
        make_own(&own, device, NULL, NULL, NULL, 0);
        count(&tally,
              own.status == GPUOCC_OK &&
                  gpuocc_device_fingerprint(own.device) == gpuocc_device_fingerprint(device),
              gpuocc_device_name(device), (int)i, own.status, 0);
    }
    ok(tally.rows >= 100 && tally.bad == 0, "%d devices are within bounds", tally.rows);
}

/* The eu_thread_count of a kernel's file, on a device whose count is disputed. */
static void test_slots(void)
{
    const gpuocc_device *device = edited(find("tgl"), GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 4);

    ok(device != NULL && known(device, GPUOCC_DEVICE_WAVES_AT_GRF_COUNT) == 4,
       "edited slots of a partition are those of its modes too");
}

int main(void)
{
    test_generations();
    test_lists();
    test_product_rows();
    test_ids();
    test_names();
    test_own_devices();
    test_calculator();
    test_calculator_devices();
    test_neo();
    test_b60();
    test_worked();
    test_guide();
    test_errors();
    test_completed();
    test_largest_group();
    test_contradictions();
    test_advice();
    test_notes();
    test_sweep();
    test_slots();
    test_driver_threads();
    return done();
}
