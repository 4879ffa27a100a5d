/* SPDX-License-Identifier: MIT
 *
 * Tests the answers of the calculator and the driver. Part of test_intel.c.
 */
#ifndef INTEL_TOOLS_H
#define INTEL_TOOLS_H

#include "intel_tables.h"

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

/* Rows that the page refuses with a message are errors here; its inner function does not check
 * them. */
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
    tally_report(&tally, 2000, "calculator, occupancy_calc.csv");
}

/* Rows of the reference by PCI id, and devices that the page does not know. */
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
    place_as(&p, find("xe2_hpg"), calculator, kernel_of(16, 32, 0, 1500, 20));
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 64 &&
           result(&p, GPUOCC_RESULT_SHARED_ALLOCATED_BYTES, 0) == 2048 &&
           result(&p, GPUOCC_RESULT_ALLOCATED, GPUOCC_LIMIT_BARRIERS) == 1 &&
           result(&p, GPUOCC_RESULT_LIMIT, GPUOCC_LIMIT_GROUPS) == 64,
       "calculator: whole KiB, a barrier or none, 64 group slots");
    ok(place_as(&p, find("ptl-h"), calculator, kernel_of(8, 32, 0, 0, 0)) ==
               GPUOCC_ERROR_CONVENTION_DEVICE &&
           place_as(&p, find("arl-h"), calculator, kernel_of(8, 32, 0, 0, 0)) ==
               GPUOCC_ERROR_CONVENTION_DEVICE,
       "calculator: no Xe3, no ARL-H");
    ok(place_as(&p, find("bmg-g21"), calculator, kernel_of(8, 32, 256, 0, 0)) ==
           GPUOCC_ERROR_TOO_MANY_REGISTERS,
       "calculator: 256 GRF only on PVC");
}

/* Returns the count of e37c60bf for the inputs of a row of the 22.43 sweep. There is no other
 * source of inputs, because that version was not executed. */
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
    const char *product = cell(rows, "driver_product");
    const gpuocc_device *d =
        edited(find(product), GPUOCC_DEVICE_CORE_COUNT, (uint64_t)number(rows, "core_count", 0));
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
              known(d, GPUOCC_DEVICE_PARTITIONS_PER_CORE) == number(rows, "eu_per_core_count", 0),
          product, rows->row, got, want);
    want = head_count(rows, (long long)result(&p, GPUOCC_RESULT_SHARED_ALLOCATED_BYTES, 0));
    place_as(&p, d, GPUOCC_CONVENTION_NEO, k);
    if (known(d, GPUOCC_DEVICE_GENERATION) < 1200) {
        count(head, p.status == GPUOCC_ERROR_CONVENTION_DEVICE, product, rows->row, p.status, 0);
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
    tally_report(&old, 2000, "compute-runtime 22.43, occupancy_neo2243.csv");
    tally_report(&head, 1729, "compute-runtime e37c60bf, the launched rows of the same");
    place_as(&p, find("pvc"), GPUOCC_CONVENTION_NEO, kernel_of(256, 16, 0, 0, 0));
    ok(p.status == GPUOCC_OK &&
           gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0, &low, &high) < 0 &&
           gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS, 0, &low, &high) ==
               GPUOCC_NOT_APPLICABLE,
       "the driver's count needs the number of cores");
    place_as(&p, find("Arc Pro B60"), GPUOCC_CONVENTION_NEO, kernel_of(16, 16, 0, 0, 3));
    ok(result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) == 20 * 10 &&
           result(&p, GPUOCC_RESULT_LIMITERS, 0) == 1u << GPUOCC_LIMIT_BARRIERS,
       "three barriers: 10 groups on each of 20 cores");
    place_as(&p, find("8086:64a0"), GPUOCC_CONVENTION_NEO, kernel_of(16, 16, 0, 131072, 0));
    ok(result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) == 8, "128 KiB a core on Lunar Lake");
    place_as(&p, find("8086:b080"), GPUOCC_CONVENTION_NEO, kernel_of(16, 16, 0, 131072, 0));
    ok(result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) == 12, "128 KiB a core on Panther Lake");
    ok(place_as(&p, find("bmg-g21"), GPUOCC_CONVENTION_NEO_22_43, kernel_of(16, 16, 0, 0, 0)) ==
           GPUOCC_ERROR_CONVENTION_DEVICE,
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
    tally_report(&tally, 15, "Arc Pro B60, three conventions");
}

/* The hardware threads that the driver counts: from Xe3P on they differ from the compiler's. */
static void test_driver_threads(void)
{
    struct tally tally = {0, 0};
    struct rows rows;
    struct place p;
    long long want;

    for (rows_open(&rows, "intel/threads_per_eu.csv"); rows_next(&rows);) {
        const gpuocc_device *d =
            edited(find(cell(&rows, "family")), GPUOCC_DEVICE_PARTITIONS_PER_CORE, 8);
        const uint32_t grf = (uint32_t)number(&rows, "grf_count", 0);

        want = 8 * number(&rows, "threads_per_eu_neo", 0);
        if (place_as(&p, d, GPUOCC_CONVENTION_NEO, kernel_of(16, 16, grf, 0, 0)) == GPUOCC_OK)
            count(&tally, (long long)result(&p, GPUOCC_RESULT_MAX_WAVES, 0) == want, "threads",
                  rows.row, (long long)result(&p, GPUOCC_RESULT_MAX_WAVES, 0), want);
    }
    tally_report(&tally, 42, "threads_per_eu.csv, the driver's");
}

#endif
