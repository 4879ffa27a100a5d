/* SPDX-License-Identifier: MIT
 *
 * Tests the answers of the calculator and the driver, errors, and the hardware's answers by section
 * 3 of the reference a second time: groups are added to a core one by one until a resource is
 * exhausted.
 */
#include "intel_support.h"

static int read_families(struct family *families)
{
    struct family *f = families;
    struct rows rows;

    for (rows_open(&rows, "intel/generations.csv"); rows_next(&rows);) {
        if (cell(&rows, "eu_per_core_count")[0] == 0)
            continue;
        memset(f, 0, sizeof *f);
        snprintf(f->name, sizeof f->name, "%s", cell(&rows, "family"));
        f->eus = (int)number(&rows, "eu_per_core_count", 0);
        f->most_items = (int)number(&rows, "max_group_work_items", 0);
        f->slm_pool = (int)number(&rows, "slm_kib_per_core_hw", 0);
        f->slm_group = (int)number(&rows, "slm_kib_per_group_max", 0);
        f->barriers = (int)number(&rows, "barrier_registers_per_core_hw", 0);
        f->simd = (int)sum_of(cell(&rows, "simd_lanes_supported"));
        f++;
    }
    for (rows_open(&rows, "intel/threads_per_eu.csv"); rows_next(&rows);) {
        struct family *g;

        for (g = families; g < f; g++)
            if (strcmp(g->name, cell(&rows, "family")) == 0) {
                g->grf[g->counts] = (int)number(&rows, "grf_count", 0);
                g->threads[g->counts++] = (int)number(&rows, "threads_per_eu", 0);
            }
    }
    for (rows_open(&rows, "intel/slm_sizes.csv"); rows_next(&rows);) {
        struct family *g;

        for (g = families; g < f; g++)
            if (strcmp(g->name, cell(&rows, "family")) == 0)
                g->kib[g->sizes++] = (int)number(&rows, "allocation_kib", 0);
    }
    return (int)(f - families);
}

/* Section 2.6 as printed in the reference. */
static int launches(const struct family *f, int items, int simd, int grf)
{
    const int t = (items + simd - 1) / simd;

    if (strcmp(f->name, "xe3") == 0) {
        if (simd == 32 || grf == 256)
            return t <= 32;
        if (grf == 192)
            return t <= 40;
        return grf == 160 ? t <= 48 : t <= 64;
    }
    if (strncmp(f->name, "xe2", 3) == 0)
        return simd == 16 && grf != 256 ? t <= 64 : simd == 16 ? items <= 512 : t <= 32;
    if (strncmp(f->name, "xe_", 3) == 0 && strcmp(f->name, "xe_lp") != 0)
        return grf != 256 || simd == 32 || items <= f->most_items / 2;
    return 1;
}

static int groups_one_by_one(const struct family *f, int items, int simd, int grf, int slm,
                             int barriers)
{
    int mode = 0, size = 0, threads, free_slm = f->slm_pool * 1024, free_barriers = f->barriers;
    int groups = 0, taken = 0;

    while (f->grf[mode] < grf)
        mode++;
    if (!launches(f, items, simd, f->grf[mode]))
        return 0;
    while (slm > 0 && f->kib[size] * 1024 < slm)
        size++;
    taken = slm > 0 ? f->kib[size] * 1024 : 0;
    for (threads = f->eus * f->threads[mode];; groups++) {
        threads -= (items + simd - 1) / simd;
        free_slm -= taken;
        free_barriers -= barriers;
        if (threads < 0 || free_slm < 0 || free_barriers < 0)
            return groups;
    }
}

static void sweep_point(struct tally *tally, const struct family *f, const gpuocc_device *device,
                        const gpuocc_kernel *k)
{
    struct place p;
    int want, got;

    place(&p, device, *k);
    got = p.status < 0 ? p.status : (int)result(&p, GPUOCC_RESULT_GROUPS, 0);
    want = groups_one_by_one(f, (int)k->threads_per_group, (int)k->wave_size,
                             k->grf_count != 0 ? (int)k->grf_count : 128, (int)k->shared_bytes,
                             (int)k->barriers_per_group);
    tally->rows++;
    if (got != want && tally->bad++ == 0)
        note("%s, %u items, SIMD%u, %u GRF, %u B, %u barriers: %d, expected %d", f->name,
             k->threads_per_group, k->wave_size, k->grf_count, k->shared_bytes,
             k->barriers_per_group, got, want);
}

static void sweep_family(struct tally *tally, const struct family *f)
{
    static const uint32_t barriers[] = {0, 1, 3, 8, 31, 32};
    const gpuocc_device *device = find(f->name);
    const uint32_t most_grf = (uint32_t)f->grf[f->counts - 1];
    gpuocc_kernel k = {0};
    uint32_t slm, i;

    for (k.threads_per_group = 1; k.threads_per_group <= (uint32_t)f->most_items;
         k.threads_per_group += k.threads_per_group < 40 ? 1 : 24)
        for (k.wave_size = 8; k.wave_size <= 32; k.wave_size *= 2)
            for (k.grf_count = 0; k.grf_count <= most_grf; k.grf_count += 16)
                for (slm = 0; slm <= (uint32_t)f->slm_group * 1024; slm += 4 * 1024 - 512)
                    for (i = 0; i < sizeof barriers / sizeof barriers[0]; i += 1 + slm % 3) {
                        k.shared_bytes = slm;
                        k.barriers_per_group = barriers[i];
                        if (k.wave_size & (uint32_t)f->simd)
                            sweep_point(tally, f, device, &k);
                    }
}

static void test_sweep(void)
{
    struct family families[20];
    struct tally tally = {0, 0};
    const int families_read = read_families(families);
    int i;

    for (i = 0; i < families_read; i++)
        sweep_family(&tally, &families[i]);
    ok(families_read == 14 && tally.bad == 0 && tally.rows > 100000,
       "a second implementation over %d families: %d kernels, %d differ", families_read, tally.rows,
       tally.bad);
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
    gpuocc_group_search search = {.size = sizeof search};
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

int main(void)
{
    test_calculator();
    test_calculator_devices();
    test_neo();
    test_b60();
    test_errors();
    test_completed();
    test_largest_group();
    test_contradictions();
    test_advice();
    test_notes();
    test_sweep();
    test_driver_threads();
    return done();
}
