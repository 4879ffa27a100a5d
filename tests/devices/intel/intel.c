/* SPDX-License-Identifier: MIT
 *
 * Tests Intel: compares its tables and names with the reference's files, and the answers with the
 * figures that Intel's guide and its training notebook print. The rows VA3.p1, VA3.p2, VA4.p1,
 * VA4.p2 and VA4.p3 of guide_tables.csv are phases of a timeline, which is a schedule.
 */
#include "intel_support.h"

static const gpuocc_device *by_id(const char *id, int32_t *status, uint32_t *quality)
{
    const gpuocc_device *device = NULL;

    *status =
        find_pci(0x8086, (uint32_t)strtoul(id, NULL, 16), GPUOCC_UNKNOWN, 0, &device, quality);
    return device;
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
    /* Read-outs of a Max 1550 have 56 of the 64 cores of a stack (tests/tables/intel.py). */
    count(tally,
          known(d, GPUOCC_DEVICE_MIN_CORE_COUNT) ==
              (strstr(cell(rows, "product"), "Max 1550") != NULL
                   ? known(d, GPUOCC_DEVICE_CORE_COUNT) / 8 * 7
                   : known(d, GPUOCC_DEVICE_CORE_COUNT)),
          "min_core_count", rows->row, known(d, GPUOCC_DEVICE_MIN_CORE_COUNT), 0);
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

    if (strcmp(family, "gen8") == 0)
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
    count(&tally, found("cri", "xe3p_cri", GPUOCC_QUALITY_ALIAS) == 1, "cri", 0, 0, 0);
    tally_report(&tally, 41, "names");
}

/* A figure as numerator / denominator. */
struct figure {
    long long up, down;
};

/* The guide counts both stacks of a Max 1550, which the mode COMPOSITE exposes. */
static const gpuocc_device *both_stacks(const char *name)
{
    static const struct change cores[] = {{GPUOCC_DEVICE_CORE_COUNT, 128}};
    static struct own own;

    (void)make_changed(&own, find(name), NULL, cores, 1);
    return made(&own);
}

static const gpuocc_device *guide_device(const char *name)
{
    if (strcmp(name, "Max 1550") == 0)
        return both_stacks(name);
    if (strstr(name, "TGL") != NULL)
        return find("Iris Xe (Tiger Lake 96 EU)");
    if (strstr(name, "P630") != NULL)
        return find("UHD Graphics P630");
    return find(strstr(name, "ICL") != NULL ? "Iris Plus (Ice Lake 64 EU)" : name);
}

static long long least(long long a, long long b)
{
    return a < b ? a : b;
}

/* Returns a figure that depends only on the device. */
static struct figure of_device(const char *what, const gpuocc_device *d)
{
    const long long eus = known(d, GPUOCC_DEVICE_PARTITIONS_PER_CORE);
    const long long cores = known(d, GPUOCC_DEVICE_CORE_COUNT);
    const long long slots = eus * known(d, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION);
    struct figure f = {-1, 1};

    if (strcmp(what, "vector engines per core") == 0)
        f.up = eus;
    else if (strcmp(what, "hardware threads per core") == 0)
        f.up = slots;
    else if (strcmp(what, "32-bit lanes of all threads of a core at SIMD8") == 0)
        f.up = slots * 8;
    else if (strcmp(what, "vector engines of the device") == 0)
        f.up = eus * cores;
    else if (strcmp(what, "hardware threads of the device") == 0)
        f.up = slots * cores;
    else if (strcmp(what, "32-bit lanes of all threads of the device at SIMD8") == 0)
        f.up = slots * cores * 8;
    else if (strncmp(what, "most hardware threads of one group", 34) == 0)
        f.up = known(d, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP) / 8;
    else if (strncmp(what, "SIMD8 registers", 15) == 0)
        f.up = known(d, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD);
    return f;
}

/* Returns a figure of `grid` groups of one kernel. The first round contains the groups that fit. */
static struct figure of_kernel(const char *what, const struct place *p, long long grid,
                               const char *unit)
{
    const long long t = (long long)result(p, GPUOCC_RESULT_WAVES_PER_GROUP, 0);
    const long long groups = (long long)result(p, GPUOCC_RESULT_GROUPS, 0);
    const long long slots = (long long)result(p, GPUOCC_RESULT_MAX_WAVES, 0);
    const long long all = (long long)result(p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0);
    const long long cores = (long long)result(p, GPUOCC_RESULT_CORE_COUNT, 0);
    const long long items = (long long)result(p, GPUOCC_RESULT_REQUESTED, GPUOCC_LIMIT_WAVES) *
                            (long long)result(p, GPUOCC_RESULT_WAVE_SIZE, 0);
    const long long scale = strcmp(unit, "thousand") == 0  ? 1000
                            : strcmp(unit, "million") == 0 ? 1000000
                                                           : 1;
    struct figure f = {-1, 1};

    if (strcmp(what, "groups per core") == 0)
        f.up = groups;
    else if (strncmp(what, "share of the slots", 18) == 0)
        f = (struct figure){100 * t, slots};
    else if (strcmp(what, "core occupancy") == 0)
        f = (struct figure){100 * least(grid, groups) * t, slots};
    else if (strcmp(what, "occupancy of the device") == 0 || strstr(what, "in wave 1") != NULL)
        f = (struct figure){100 * least(grid, all) * t, slots * cores};
    else if (strstr(what, "in wave 2") != NULL)
        f = (struct figure){100 * (grid - all) * t, slots * cores};
    else if (strcmp(what, "hardware threads of the grid") == 0)
        f = (struct figure){grid * t, scale};
    else if (strcmp(what, "work-items of the grid") == 0)
        f = (struct figure){grid * items, scale};
    return f;
}

/* Whether a figure equals a fraction such as "100/7". */
static int equals(struct figure f, const char *fraction)
{
    char *end;
    const long long up = strtoll(fraction, &end, 10);
    const long long down = *end == '/' ? strtoll(end + 1, NULL, 10) : 1;

    return f.up >= 0 && f.up * down == up * f.down;
}

/* Whether the figure equals the printed one, with the rounding that the reference found. */
static int prints(struct figure f, const struct rows *rows)
{
    const long long decimals = number(rows, "printed_decimals", 0);
    const char *rounding = cell(rows, "printed_rounding");
    const long long scale = decimals == 0 ? 1 : decimals == 1 ? 10 : 100;
    const long long printed =
        (long long)(strtod(cell(rows, "printed"), NULL) * (double)scale + 0.5);

    if (strcmp(rounding, "half_up") == 0)
        return (2 * f.up * scale + f.down) / (2 * f.down) == printed;
    if (strcmp(rounding, "truncated") == 0)
        return f.up * scale / f.down == printed;
    return strcmp(cell(rows, "verdict"), "text") == 0 ||
           strcmp(cell(rows, "verdict"), "misprint") == 0;
}

static void guide_row(struct tally *tally, const struct rows *rows)
{
    const char *what = cell(rows, "statement");
    const gpuocc_device *d = guide_device(cell(rows, "device"));
    gpuocc_kernel k = {0};
    struct place p;
    struct figure f;

    k.threads_per_group = (uint32_t)number(rows, "group_work_items", 0);
    k.wave_size = (uint32_t)number(rows, "simd_lanes", 0);
    if (k.threads_per_group == 0) {
        f = of_device(what, d);
    } else {
        place(&p, d, k);
        if (strcmp(what, "does the group size launch") == 0) {
            count(tally, p.status == GPUOCC_ERROR_GROUP_TOO_LARGE, what, rows->row, p.status,
                  GPUOCC_ERROR_GROUP_TOO_LARGE);
            return;
        }
        f = of_kernel(what, &p, number(rows, "group_count", 0), cell(rows, "unit"));
    }
    count(tally, equals(f, cell(rows, "exact_fraction")) && prints(f, rows), cell(rows, "id"),
          rows->row, f.up, f.down);
}

static void test_guide(void)
{
    struct tally tally = {0, 0};
    struct rows rows;
    int phases = 0;

    for (rows_open(&rows, "intel/guide_tables.csv"); rows_next(&rows);) {
        if (strstr(cell(&rows, "statement"), "phase of the timeline") != NULL)
            phases++;
        else
            guide_row(&tally, &rows);
    }
    ok(tally.bad == 0 && tally.rows + phases == 150 && phases == 5,
       "guide_tables.csv: %d checks, %d differ, %d phases of timelines left to the schedule",
       tally.rows, tally.bad, phases);
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
    test_worked();
    test_guide();
    test_slots();
    return done();
}
