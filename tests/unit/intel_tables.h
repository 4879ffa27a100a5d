/* SPDX-License-Identifier: MIT
 *
 * Compares Intel's tables and names with the reference's files. Part of test_intel.c.
 */
#ifndef INTEL_TABLES_H
#define INTEL_TABLES_H

#include "rows.h"
#include "own.h"
#include "tally.h"
#include "pci.h"

static void count(struct tally *t, int holds, const char *what, int row, long long got,
                  long long want)
{
    tally(t, holds, what, row, (double)got, (double)want);
}

/* Returns a number of a device; -1 if it is unknown. */
static long long get_at(const gpuocc_device *device, uint32_t field, uint32_t index)
{
    const uint64_t value = value_at(device, field, index);

    return value != UINT64_MAX ? (long long)value : -1;
}

static long long known(const gpuocc_device *device, uint32_t field)
{
    return get_at(device, field, 0);
}

static const gpuocc_device *by_id(const char *id, int32_t *status, uint32_t *quality)
{
    const gpuocc_device *device = NULL;

    *status =
        find_pci(0x8086, (uint32_t)strtoul(id, NULL, 16), GPUOCC_UNKNOWN, 0, &device, quality);
    return device;
}

/* Returns the sum of a list such as "8|16|32". */
static long long sum_of(const char *text)
{
    long long sum = 0;
    char *end;

    for (; *text != 0; text = end + (*end == '|')) {
        sum += strtoll(text, &end, 10);
        if (end == text)
            return -1;
    }
    return sum;
}

static void check(struct tally *tally, const struct rows *rows, const char *column,
                  long long factor, const gpuocc_device *device, uint32_t field)
{
    const long long cell_value = number(rows, column, -1);
    const long long want = cell_value < 0 ? -1 : cell_value * factor;
    const long long got = known(device, field);

    count(tally, got == want, column, rows->row, got, want);
}

/* Checks names such as "PTL-H 30.0.4", separated by '|': every version leads to a chip of the
 * family. */
static void check_versions(struct tally *tally, const struct rows *rows,
                           const gpuocc_device *family)
{
    const char *at = cell(rows, "ip_versions");
    const gpuocc_device *device;
    size_t length;

    while (*at != 0) {
        length = strcspn(at, "|");
        while (memchr(at, ' ', length) != NULL) {
            at++;
            length--;
        }
        if (memchr(at, '.', length) != NULL)
            count(tally,
                  gpuocc_device_find(at, length, 0, &device, NULL, NULL) == GPUOCC_OK &&
                      known(device, GPUOCC_DEVICE_GENERATION) ==
                          known(family, GPUOCC_DEVICE_GENERATION) &&
                      known(device, GPUOCC_DEVICE_SHARED_POOL_BYTES) ==
                          known(family, GPUOCC_DEVICE_SHARED_POOL_BYTES),
                  "IP version", rows->row, 0, 0);
        at += length + (at[length] == '|');
    }
}

static void test_generations(void)
{
    struct tally tally = {0, 0};
    const gpuocc_device *d;
    long long eus, lanes;
    struct rows rows;

    for (rows_open(&rows, "intel/generations.csv"); rows_next(&rows);) {
        d = find(cell(&rows, "family"));
        check(&tally, &rows, "eu_per_core_count", 1, d, GPUOCC_DEVICE_PARTITIONS_PER_CORE);
        check(&tally, &rows, "threads_per_eu_max", 1, d, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION);
        check(&tally, &rows, "grf_bytes", 1, d, GPUOCC_DEVICE_GRF_BYTES);
        check(&tally, &rows, "max_group_work_items", 1, d, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
        check(&tally, &rows, "slm_kib_per_group_max", 1024, d,
              GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP);
        check(&tally, &rows, "slm_kib_per_core_hw", 1024, d, GPUOCC_DEVICE_SHARED_POOL_BYTES);
        check(&tally, &rows, "barrier_registers_per_core_hw", 1, d,
              GPUOCC_DEVICE_BARRIERS_PER_CORE);
        count(&tally,
              known(d, GPUOCC_DEVICE_WAVE_SIZES) == sum_of(cell(&rows, "simd_lanes_supported")),
              "SIMD widths", rows.row, known(d, GPUOCC_DEVICE_WAVE_SIZES), 0);
        eus = number(&rows, "eu_per_core_count", -1);
        lanes = number(&rows, "native_lanes_per_eu", -1);
        if (eus > 0 && lanes > 0)
            count(&tally, known(d, GPUOCC_DEVICE_LANES_PER_CORE) == eus * lanes, "lanes", rows.row,
                  known(d, GPUOCC_DEVICE_LANES_PER_CORE), eus * lanes);
        check_versions(&tally, &rows, d);
    }
    tally_report(&tally, 17 * 8 + 14 + 18, "generations.csv");
}

/* Returns the position of a value in a list field, or -1 if it is not there. */
static int position(const gpuocc_device *device, uint32_t field, long long value)
{
    int i;

    for (i = 0; get_at(device, field, (uint32_t)i) >= 0; i++)
        if (get_at(device, field, (uint32_t)i) == value)
            return i;
    return -1;
}

static void test_lists(void)
{
    struct tally grf = {0, 0}, slm = {0, 0};
    const gpuocc_device *d;
    struct rows rows;
    long long want, got;
    int at, families = 0, elements = 0;

    for (rows_open(&rows, "intel/threads_per_eu.csv"); rows_next(&rows);) {
        d = find(cell(&rows, "family"));
        at = position(d, GPUOCC_DEVICE_GRF_COUNTS, number(&rows, "grf_count", 0));
        want = number(&rows, "threads_per_eu", 0);
        got = at < 0 ? -1 : get_at(d, GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, (uint32_t)at);
        count(&grf, got == want, "hardware threads", rows.row, got, want);
    }
    tally_report(&grf, 47, "threads_per_eu.csv");
    for (rows_open(&rows, "intel/slm_sizes.csv"); rows_next(&rows);) {
        d = find(cell(&rows, "family"));
        want = number(&rows, "allocation_kib", 0);
        at = position(d, GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB, want);
        count(&slm, at >= 0, "size", rows.row, at, want);
    }
    tally_report(&slm, 171, "slm_sizes.csv");
    for (rows_open(&rows, "intel/generations.csv"); rows_next(&rows); families++) {
        d = find(cell(&rows, "family"));
        elements += position(d, GPUOCC_DEVICE_GRF_COUNTS,
                             known(d, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD)) +
                    1;
        for (at = 0; get_at(d, GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB, (uint32_t)at) >= 0; at++)
            elements++;
    }
    ok(families == 17 && elements == 47 + 171, "the lists have no other elements: %d", elements);
}

static void check_product(struct tally *tally, const struct rows *rows, const gpuocc_device *d)
{
    const char *clock = "graphics_clock_mhz";
    const double gb_per_s = strtod(cell(rows, "memory_gb_per_s"), NULL);
    const long long mb_per_s = gb_per_s > 0 ? (long long)(gb_per_s * 1000 + 0.5) : -1;

    if (cell(rows, clock)[0] == 0 || strstr(cell(rows, "product"), "Max 1550") != NULL)
        clock = "boost_clock_mhz";
    count(tally, strcmp(gpuocc_device_name(d), cell(rows, "product")) == 0, "name", rows->row, 0,
          0);
    check(tally, rows, "core_count", 1, d, GPUOCC_DEVICE_CORE_COUNT);
    check(tally, rows, "core_count", 1, d, GPUOCC_DEVICE_MIN_CORE_COUNT);
    check(tally, rows, "eu_per_core_count", 1, d, GPUOCC_DEVICE_PARTITIONS_PER_CORE);
    check(tally, rows, "threads_per_eu_max", 1, d, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION);
    check(tally, rows, "slm_kib_per_core_hw", 1024, d, GPUOCC_DEVICE_SHARED_POOL_BYTES);
    check(tally, rows, "max_group_work_items_driver", 1, d, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    check(tally, rows, "l2_or_l3_kib", 1, d, GPUOCC_DEVICE_L2_KIB);
    check(tally, rows, clock, 1, d, GPUOCC_DEVICE_CLOCK_MHZ);
    count(tally, known(d, GPUOCC_DEVICE_MEMORY_MB_PER_S) == mb_per_s, "bandwidth", rows->row,
          known(d, GPUOCC_DEVICE_MEMORY_MB_PER_S), mb_per_s);
}

/* Checks a confidence: "A" is GPUOCC_CONFIDENCE_VENDOR, and so on. */
static void check_confidence(struct tally *tally, const struct rows *rows, const char *column,
                             const gpuocc_device *d, uint32_t field)
{
    const char *mark = cell(rows, column);
    const uint32_t want =
        mark[0] != 0 ? (uint32_t)(mark[0] - 'A' + 1) : (uint32_t)GPUOCC_CONFIDENCE_UNVERIFIED;
    gpuocc_source source = {sizeof source, 0, "", ""};

    count(tally,
          gpuocc_device_source(d, field, &source) == GPUOCC_OK && source.confidence == want &&
              source.document[0] != 0,
          column, rows->row, source.confidence, want);
}

/* Tests the product of every id of a row, and its figures. */
static void test_product_rows(void)
{
    struct tally tally = {0, 0};
    uint32_t quality;
    const gpuocc_device *d, *named;
    struct rows rows;
    const char *ids;
    int32_t status;

    for (rows_open(&rows, "intel/products.csv"); rows_next(&rows);) {
        named = find(cell(&rows, "product"));
        for (ids = cell(&rows, "pci_ids"); *ids != 0; ids += ids[4] == '|' ? 5 : 4) {
            d = by_id(ids, &status, &quality);
            count(&tally, status == GPUOCC_OK && d == named && quality == GPUOCC_QUALITY_ALIAS,
                  "id", rows.row, status, 0);
        }
        check_product(&tally, &rows, named);
        check_confidence(&tally, &rows, "topology_confidence", named, GPUOCC_DEVICE_CORE_COUNT);
        check_confidence(&tally, &rows, "clock_bandwidth_confidence", named,
                         GPUOCC_DEVICE_CLOCK_MHZ);
    }
    tally_report(&tally, 94 + 58 * 12, "products.csv");
}

/* Whether an id leads to what the row requires in addition to the product. */
static int id_holds(const struct rows *rows, const gpuocc_device *d, int32_t status,
                    uint32_t quality)
{
    const char *family = cell(rows, "family"), *decision = cell(rows, "decision");
    const long long slots = number(rows, "decided_threads_per_core", -1);
    const long long eus = number(rows, "decided_eu_count", -1);
    const int product = strcmp(decision, "product") == 0;
    long long per_core;

    if (strcmp(family, "gen8") == 0 || strncmp(family, "xe3p", 4) == 0)
        return status == GPUOCC_ERROR_DEVICE_NO_MODEL;
    if (status != GPUOCC_OK)
        return 0;
    per_core = known(d, GPUOCC_DEVICE_PARTITIONS_PER_CORE);
    if (slots >= 0 && per_core * known(d, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION) != slots)
        return 0;
    if (product)
        return known(d, GPUOCC_DEVICE_CORE_COUNT) * per_core == eus;
    if (strcmp(family, "xe_hpg") == 0)
        return quality == GPUOCC_QUALITY_AMBIGUOUS;
    if (quality != GPUOCC_QUALITY_ARCHITECTURE && quality != GPUOCC_QUALITY_AMBIGUOUS)
        return 0;
    return known(d, GPUOCC_DEVICE_CORE_COUNT) == -1 &&
           known(d, GPUOCC_DEVICE_SHARED_POOL_BYTES) ==
               known(find(family), GPUOCC_DEVICE_SHARED_POOL_BYTES);
}

static void test_ids(void)
{
    struct tally tally = {0, 0};
    const gpuocc_device *d;
    struct rows rows;
    uint32_t quality = 0;
    int32_t status;

    for (rows_open(&rows, "intel/pci_ids.csv"); rows_next(&rows);) {
        d = by_id(cell(&rows, "pci_id"), &status, &quality);
        count(&tally, id_holds(&rows, d, status, quality), cell(&rows, "pci_id"), rows.row, status,
              0);
    }
    tally_report(&tally, 323, "pci_ids.csv");
    d = by_id("A782", &status, &quality);
    ok(quality == GPUOCC_QUALITY_AMBIGUOUS && known(d, GPUOCC_DEVICE_PARTITIONS_PER_CORE) == 16,
       "24 EUs: 16 or 12 a core, nobody has published which");
}

static int32_t found(const char *name, const char *architecture, uint32_t quality)
{
    const gpuocc_device *device;
    uint32_t got;
    int32_t status = gpuocc_device_find(name, strlen(name), 0, &device, &got, NULL);

    if (status < 0)
        return status;
    return quality == got && strcmp(gpuocc_device_architecture(device), architecture) == 0;
}

static void test_names(void)
{
    static const struct {
        const char *name, *architecture;
        uint32_t quality;
    } names[] = {
        {"tgl", "tgl", GPUOCC_QUALITY_EXACT},
        {"TGLLP", "tgl", GPUOCC_QUALITY_ALIAS},
        {"icllp", "icl", GPUOCC_QUALITY_ALIAS},
        {"acm_g10", "acm-g10", GPUOCC_QUALITY_EXACT},
        {"intel_gpu_bmg_g21", "bmg-g21", GPUOCC_QUALITY_EXACT},
        {"lnl-m", "lnl", GPUOCC_QUALITY_ALIAS},
        {"xe2_hpg", "bmg-g21", GPUOCC_QUALITY_ALIAS},
        {"dg2", "acm-g10", GPUOCC_QUALITY_AMBIGUOUS},
        {"xe_hpg", "acm-g10", GPUOCC_QUALITY_AMBIGUOUS},
        {"9.0.9", "skl", GPUOCC_QUALITY_ALIAS},
        {"11.0.0", "icl", GPUOCC_QUALITY_ALIAS},
        {"12.0.0", "tgl", GPUOCC_QUALITY_ALIAS},
        {"12.10.0", "dg1", GPUOCC_QUALITY_ALIAS},
        {"12.55.8", "acm-g10", GPUOCC_QUALITY_ALIAS},
        {"12.56.5", "acm-g11", GPUOCC_QUALITY_ALIAS},
        {"12.57.0", "acm-g12", GPUOCC_QUALITY_ALIAS},
        {"0x030dc008", "acm-g10", GPUOCC_QUALITY_ALIAS},
        {"0x30f0007", "pvc", GPUOCC_QUALITY_ALIAS},
        {"0x05010004", "lnl", GPUOCC_QUALITY_ALIAS},
        {"0x03118004", "mtl-u", GPUOCC_QUALITY_ALIAS},
        {"20.1.4", "bmg-g21", GPUOCC_QUALITY_ALIAS},
        {"Intel(R) Arc(TM) A770 Graphics", "acm-g10", GPUOCC_QUALITY_EXACT},
        {"A770", "acm-g10", GPUOCC_QUALITY_EXACT},
        {"Arc 140V", "lnl", GPUOCC_QUALITY_ALIAS},
        {"Max 1550", "pvc", GPUOCC_QUALITY_EXACT},
        {"Intel(R) Data Center GPU Max 1100", "pvc", GPUOCC_QUALITY_EXACT},
        {"Intel(R) UHD Graphics 630", "cfl", GPUOCC_QUALITY_EXACT},
        {"8086:56a0", "acm-g10", GPUOCC_QUALITY_ALIAS},
        {"Iris Xe Graphics", "tgl", GPUOCC_QUALITY_AMBIGUOUS},
    };
    static const char *const strangers[] = {"12.0",    "8.9",   "9.0", "12.55",      "12.99.1",
                                            "1.2.3.4", "12..0", "0x",  "0x030dc00g", "0x1030dc008"};
    struct tally tally = {0, 0};
    const gpuocc_device *device;
    size_t i;

    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        count(&tally, found(names[i].name, names[i].architecture, names[i].quality) == 1,
              names[i].name, (int)i, found(names[i].name, names[i].architecture, names[i].quality),
              1);
    for (i = 0; i < sizeof strangers / sizeof strangers[0]; i++)
        count(&tally,
              gpuocc_device_find(strangers[i], strlen(strangers[i]), 0, &device, NULL, NULL) !=
                      GPUOCC_OK ||
                  known(device, GPUOCC_DEVICE_VENDOR) != GPUOCC_VENDOR_INTEL,
              strangers[i], (int)i, 0, 0);
    count(&tally, found("bdw", "", 0) == GPUOCC_ERROR_DEVICE_NO_MODEL, "bdw", 0, 0, 0);
    count(&tally, found("cri", "", 0) == GPUOCC_ERROR_DEVICE_NO_MODEL, "cri", 0, 0, 0);
    tally_report(&tally, 41, "names");
}

#endif
