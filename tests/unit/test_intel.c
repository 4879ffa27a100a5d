/* SPDX-License-Identifier: MIT
 *
 * Intel: tables, the hardware's answer, the calculator's and the driver's. Of guide_tables.csv the
 * rows VA3.p1, VA3.p2, VA4.p1, VA4.p2 and VA4.p3 are phases of a timeline, which is a schedule.
 */
#include "intel_guide.h"
#include "intel_sweep.h"
#include "intel_tables.h"
#include "rows.h"
#include "support.h"

static gpuocc_kernel kernel_of(uint32_t items, uint32_t simd, uint32_t grf, uint32_t slm,
                               uint32_t barriers)
{
    gpuocc_kernel k = {0};

    k.threads_per_group = items;
    k.wave_size = simd;
    k.grf_count = grf;
    k.shared_bytes = slm;
    k.barriers_per_group = barriers;
    return k;
}

/* Rows that the page refuses with a message are errors here; its inner function does not look. */
static void test_calculator(void)
{
    struct tally tally = {0, 0};
    struct rows rows;
    struct place p;
    gpuocc_kernel k;
    double percent;
    long long got;

    for (rows_open(&rows, "intel/occupancy_calc.csv"); rows_next(&rows);) {
        k = kernel_of((uint32_t)number(&rows, "group_work_items", 0),
                      (uint32_t)number(&rows, "simd_lanes", 0),
                      number(&rows, "large_grf", 0) ? 256 : 0,
                      (uint32_t)number(&rows, "slm_kib_requested", 0) * 1024,
                      (uint32_t)number(&rows, "barrier", 0));
        place_as(&p, find(cell(&rows, "calc_device")), GPUOCC_CONVENTION_INTEL_CALCULATOR, k);
        if (number(&rows, "page_accepts", 0) == 0) {
            count(&tally, p.status == GPUOCC_ERROR_GROUP_TOO_LARGE, "refused", rows.row, p.status,
                  GPUOCC_ERROR_GROUP_TOO_LARGE);
            continue;
        }
        got = (long long)result(&p, GPUOCC_RESULT_GROUPS, 0);
        percent = (double)result(&p, GPUOCC_RESULT_WAVES, 0) /
                  (double)result(&p, GPUOCC_RESULT_MAX_WAVES, 0) * 100;
        count(&tally,
              got == number(&rows, "groups_per_core", -1) &&
                  percent == strtod(cell(&rows, "core_occupancy_percent"), NULL) &&
                  (long long)result(&p, GPUOCC_RESULT_SHARED_ALLOCATED_BYTES, 0) ==
                      number(&rows, "slm_kib_allocated", -1) * 1024,
              "groups", rows.row, got, number(&rows, "groups_per_core", -1));
    }
    report(&tally, 2000, "calculator, occupancy_calc.csv");
}

/* Rows of the reference by PCI id, and what the page does not know. */
static void test_calculator_devices(void)
{
    const uint32_t calculator = GPUOCC_CONVENTION_INTEL_CALCULATOR;
    struct place p;

    place_as(&p, find("8086:1902"), calculator, kernel_of(256, 16, 0, 0, 0));
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 3 && result(&p, GPUOCC_RESULT_WAVES, 0) == 48 &&
           result(&p, GPUOCC_RESULT_MAX_WAVES, 0) == 56,
       "calculator, id 1902: 3 groups, 48 of 56 hardware threads (hardware: 42)");
    place_as(&p, find("8086:e20b"), calculator, kernel_of(256, 16, 0, 0, 0));
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 2 && result(&p, GPUOCC_RESULT_MAX_WAVES, 0) == 32,
       "calculator, id E20B is listed with 32 hardware threads per core");
    place_as(&p, find("gen12"), calculator, kernel_of(320, 8, 0, 0, 1));
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 2 && result(&p, GPUOCC_RESULT_WAVES, 0) == 80,
       "calculator, gen12: 320 items at SIMD8 are 2 groups, 71.43 %%");
    place_as(&p, find("gen9"), calculator, kernel_of(8, 32, 0, 0, 1));
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 32 &&
           result(&p, GPUOCC_RESULT_LIMITERS, 0) == 1u << GPUOCC_LIMIT_BARRIERS,
       "calculator, gen9: 32 groups by barriers");
    ok(place_as(&p, find("ptl-h"), calculator, kernel_of(8, 32, 0, 0, 0)) ==
               GPUOCC_ERROR_DEVICE_NO_MODEL &&
           place_as(&p, find("arl-h"), calculator, kernel_of(8, 32, 0, 0, 0)) ==
               GPUOCC_ERROR_DEVICE_NO_MODEL,
       "calculator: no Xe3, no ARL-H");
    ok(place_as(&p, find("bmg-g21"), calculator, kernel_of(8, 32, 256, 0, 0)) ==
           GPUOCC_ERROR_TOO_MANY_REGISTERS,
       "calculator: 256 GRF only on PVC");
}

/* The driver's device: a chip with so many cores. */
static const gpuocc_device *with_cores(uint64_t *memory, const char *name, long long cores)
{
    const uint32_t field = GPUOCC_DEVICE_CORE_COUNT;
    const uint64_t value = (uint64_t)cores;
    const gpuocc_device *device = NULL;

    if (gpuocc_device_edit(memory, GPUOCC_DEVICE_BYTES, find(name), NULL, 0, &field, &value, 1,
                           &device, NULL) != GPUOCC_OK) {
        printf("Bail out! cannot edit %s\n", name);
        exit(1);
    }
    return device;
}

/* The count of e37c60bf in the terms of a row of the 22.43 sweep, which is the only source of
 * inputs there is: nobody has executed that version. */
static long long head_count(const struct rows *rows, long long slm)
{
    const long long cores = number(rows, "core_count", 0);
    const long long slots =
        number(rows, "eu_per_core_count", 0) * (number(rows, "grf_count", 0) == 256 ? 4 : 8);
    const long long simd = number(rows, "simd_lanes", 1);
    const long long t = (number(rows, "group_work_items", 0) + simd - 1) / simd;
    long long n = cores * slots / t;

    if (strcmp(cell(rows, "driver_product"), "pvc") != 0)
        return 1;
    if (cores * slots / cores / t * cores < n)
        n = cores * slots / cores / t * cores;
    if (number(rows, "barrier_count", 0) != 0 && 32 * cores < n)
        n = 32 * cores;
    if (slm != 0 && cores * 128 * 1024 / slm < n)
        n = cores * 128 * 1024 / slm;
    return n > 1 ? n : 1;
}

static void neo_row(struct tally *old, struct tally *head, const struct rows *rows)
{
    uint64_t memory[GPUOCC_DEVICE_BYTES / 8];
    const char *product = cell(rows, "driver_product");
    const gpuocc_device *d = with_cores(memory, product, number(rows, "core_count", 0));
    const gpuocc_kernel k = kernel_of(
        (uint32_t)number(rows, "group_work_items", 0), (uint32_t)number(rows, "simd_lanes", 0),
        (uint32_t)number(rows, "grf_count", 0), (uint32_t)number(rows, "slm_bytes", 0),
        (uint32_t)number(rows, "barrier_count", 0));
    struct place p;
    long long got, want;

    place_as(&p, d, GPUOCC_CONVENTION_NEO_22_43, k);
    if (strcmp(cell(rows, "ze_result_code"), "0x0") != 0) {
        count(old, p.status == GPUOCC_ERROR_GROUP_TOO_LARGE, product, rows->row, p.status,
              GPUOCC_ERROR_GROUP_TOO_LARGE);
        return;
    }
    got = (long long)result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0);
    want = number(rows, "max_groups_total", -1);
    count(old,
          got == want && gpuocc_occupancy_groups(p.occupancy) == GPUOCC_UNKNOWN &&
              get(d, GPUOCC_DEVICE_PARTITIONS_PER_CORE) == number(rows, "eu_per_core_count", 0),
          product, rows->row, got, want);
    want = head_count(rows, (long long)result(&p, GPUOCC_RESULT_SHARED_ALLOCATED_BYTES, 0));
    place_as(&p, d, GPUOCC_CONVENTION_NEO, k);
    if (get(d, GPUOCC_DEVICE_GENERATION) < 1200) {
        count(head, p.status == GPUOCC_ERROR_DEVICE_NO_MODEL, product, rows->row, p.status, 0);
        return;
    }
    got = (long long)result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0);
    count(head, got == want, product, rows->row, got, want);
}

static void test_neo(void)
{
    struct tally old = {0, 0}, head = {0, 0};
    struct rows rows;
    struct place p;
    uint64_t low, high;

    for (rows_open(&rows, "intel/occupancy_neo2243.csv"); rows_next(&rows);)
        neo_row(&old, &head, &rows);
    report(&old, 2000, "compute-runtime 22.43, occupancy_neo2243.csv");
    report(&head, 1729, "compute-runtime e37c60bf, the launched rows of the same");
    place_as(&p, find("pvc"), GPUOCC_CONVENTION_NEO, kernel_of(256, 16, 0, 0, 0));
    ok(p.status == GPUOCC_OK &&
           gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0, &low, &high) < 0 &&
           gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS, 0, &low, &high) ==
               GPUOCC_NOT_APPLICABLE,
       "the driver's count needs the number of cores");
    ok(place_as(&p, find("bmg-g21"), GPUOCC_CONVENTION_NEO_22_43, kernel_of(16, 16, 0, 0, 0)) ==
           GPUOCC_ERROR_DEVICE_NO_MODEL,
       "compute-runtime 22.43 does not know Battlemage");
}

static void test_b60(void)
{
    static const uint32_t conventions[] = {
        GPUOCC_CONVENTION_DEFAULT, GPUOCC_CONVENTION_INTEL_CALCULATOR, GPUOCC_CONVENTION_NEO};
    struct tally tally = {0, 0};
    struct rows rows;
    struct place p;
    gpuocc_kernel k;
    long long got, want;
    size_t i;

    for (rows_open(&rows, "intel/b60_driver.csv"); rows_next(&rows);)
        for (i = 0; i < 3; i++) {
            k = kernel_of((uint32_t)number(&rows, "group_work_items", 0),
                          (uint32_t)number(&rows, "simd_lanes_inferred", 0), 0,
                          (uint32_t)number(&rows, "slm_bytes", 0), 0);
            place_as(&p, find(cell(&rows, "device")), conventions[i], k);
            got = (long long)result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0);
            want = number(&rows, "max_groups_total", -1);
            count(&tally, got == want, "groups", rows.row, got, want);
        }
    report(&tally, 15, "Arc Pro B60, three conventions");
}

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
    report(&tally, 12, "worked table");
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

/* A kernel that is an error; the sentence stands in the test's output. */
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
    const uint32_t edits[2] = {GPUOCC_DEVICE_PARTITIONS_PER_CORE,
                               GPUOCC_DEVICE_MAX_THREADS_PER_GROUP};
    const uint32_t eus = GPUOCC_DEVICE_PARTITIONS_PER_CORE;
    const uint64_t values[2] = {8, 256}, six = 6;
    uint64_t memory[GPUOCC_DEVICE_BYTES / 8];
    const gpuocc_device *own = NULL;
    struct place p;
    uint64_t low, high;

    ok(gpuocc_device_edit(memory, sizeof memory, find("gen8"), NULL, 0, edits, values, 2, &own,
                          NULL) == GPUOCC_OK &&
           place(&p, own, kernel_of(64, 16, 0, 0, 1)) == GPUOCC_OK &&
           result(&p, GPUOCC_RESULT_GROUPS, 0) == 14,
       "Gen8 with 8 EUs a core, as a caller may know");
    ok(gpuocc_device_edit(memory, sizeof memory, find("xe3p_cri"), NULL, 0, &eus, &six, 1, &own,
                          NULL) == GPUOCC_OK &&
           place(&p, own, kernel_of(256, 16, 512, 0, 0)) == GPUOCC_OK &&
           result(&p, GPUOCC_RESULT_GROUPS, 0) == 1 &&
           (result(&p, GPUOCC_RESULT_NOTES, 0) >> GPUOCC_NOTE_PROVISIONAL & 1) == 1,
       "Crescent Island is provisional");
    place(&p, find("ptl-h"), kernel_of(256, 16, GPUOCC_UNKNOWN, 0, 0));
    ok(gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS, 0, &low, &high) == GPUOCC_OK &&
           low == 2 && high == 5,
       "GRF count not known: 2 to 5 groups");
    place(&p, find("tgl"), kernel_of(64, 16, 0, 100, 0));
    ok((result(&p, GPUOCC_RESULT_NOTES, 0) >> GPUOCC_NOTE_UNVERIFIED & 1) == 1,
       "SLM per core of Xe-LP is disputed");
}

/* Every row of the tables keeps the bounds that hold for a caller's device. */
static void test_own_devices(void)
{
    uint64_t memory[GPUOCC_DEVICE_BYTES / 8];
    const gpuocc_device *device, *own;
    struct tally tally = {0, 0};
    gpuocc_error error;
    uint32_t i;
    int32_t status;

    error.size = sizeof error;
    for (i = 0; gpuocc_device_at(i, &device) == GPUOCC_OK; i++) {
        if (get(device, GPUOCC_DEVICE_VENDOR) != GPUOCC_VENDOR_INTEL)
            continue;
        status =
            gpuocc_device_edit(memory, sizeof memory, device, NULL, 0, NULL, NULL, 0, &own, &error);
        count(&tally,
              status == GPUOCC_OK &&
                  gpuocc_device_fingerprint(own) == gpuocc_device_fingerprint(device),
              gpuocc_device_name(device), (int)i, status, 0);
    }
    ok(tally.rows >= 100 && tally.bad == 0, "%d devices are within bounds", tally.rows);
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
    test_sweep();
    return done();
}
