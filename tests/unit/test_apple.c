/* SPDX-License-Identifier: MIT
 *
 * Compares Apple with the vectors of the reference, its closed form and its examples.
 */
#include "rows.h"
#include "unit/apple.h"

static const gpuocc_device *chip(const char *name)
{
    char text[64];

    snprintf(text, sizeof text, "Apple %s", name);
    return find(text);
}

/* Returns the groups by slots and registers together, without regard to threadgroup memory. */
static uint64_t by_registers(const struct place *p)
{
    const uint64_t waves = by_limit(p, GPUOCC_LIMIT_WAVES);
    const uint64_t registers = by_limit(p, GPUOCC_LIMIT_REGISTERS);

    return registers < waves ? registers : waves;
}

static int32_t refusal(const char *text)
{
    if (strcmp(text, "bad_threads_per_threadgroup") == 0)
        return GPUOCC_ERROR_GROUP_TOO_LARGE;
    if (strcmp(text, "bad_threadgroup_memory") == 0)
        return GPUOCC_ERROR_SHARED_TOO_LARGE;
    return strcmp(text, "bad_registers") == 0 ? GPUOCC_ERROR_TOO_MANY_REGISTERS : GPUOCC_OK;
}

static void sample_pools(const struct rows *r, const gpuocc_device *device, gpuocc_kernel kernel)
{
    const long long small = number(r, "groups_per_core_by_memory_pool_32768_bytes", -1);
    const long long large = number(r, "groups_per_core_by_memory_pool_61440_bytes", -1);
    struct place p;

    place(&p, device, kernel);
    same(by_limit(&p, GPUOCC_LIMIT_SHARED), (uint64_t)small, "pool of 32768", r->row);
    same(result(&p, GPUOCC_RESULT_SHARED_ALLOCATED_BYTES, 0),
         (uint64_t)number(r, "threadgroup_memory_bytes_aligned256", -1), "memory taken", r->row);
    place(&p, edited(device, GPUOCC_DEVICE_SHARED_POOL_BYTES, 61440), kernel);
    same(by_limit(&p, GPUOCC_LIMIT_SHARED), (uint64_t)large, "pool of 61440", r->row);
}

static void sample_convention(const struct rows *r, const gpuocc_device *device,
                              gpuocc_kernel kernel, uint32_t convention, const char *name)
{
    char column[64];
    struct place p;

    place_as(&p, device, convention, kernel);
    snprintf(column, sizeof column, "%s_groups_per_core_by_registers", name);
    same(by_registers(&p), (uint64_t)number(r, column, -1), column, r->row);
    kernel.threads_per_group = 32;
    kernel.shared_bytes = 0;
    place_as(&p, device, convention, kernel);
    snprintf(column, sizeof column, "%s_threads_per_core", name);
    same(32 * result(&p, GPUOCC_RESULT_GROUPS, 0), (uint64_t)number(r, column, -1), column, r->row);
}

static void sample_static(const struct rows *r, const gpuocc_device *device, gpuocc_kernel kernel)
{
    const uint32_t by_memory = 1u << GPUOCC_LIMIT_SHARED;
    const int memory = strcmp(cell(r, "conservative_limiter"), "threadgroup_memory") == 0;
    const double share = strtod(cell(r, "conservative_occupancy_of_1024"), NULL);
    struct place p;

    sample_convention(r, device, kernel, GPUOCC_CONVENTION_DEFAULT, "mesa");
    sample_convention(r, device, kernel, GPUOCC_CONVENTION_RF208, "rf208");
    sample_convention(r, device, kernel, GPUOCC_CONVENTION_RF384, "rf384");
    place(&p, device, kernel);
    same(result(&p, GPUOCC_RESULT_GROUPS, 0),
         (uint64_t)number(r, "conservative_groups_per_core", -1), "groups", r->row);
    same(32 * result(&p, GPUOCC_RESULT_WAVES, 0),
         (uint64_t)number(r, "conservative_threads_per_core", -1), "threads", r->row);
    same((gpuocc_occupancy_limiters(p.occupancy) & ~by_memory) == 0, (uint64_t)memory, "limiter",
         r->row);
    same(result(&p, GPUOCC_RESULT_WAVES, 0) * 1000000,
         (uint64_t)(share * 1e6 + 0.5) * gpuocc_occupancy_max_waves(p.occupancy), "share", r->row);
    same(result(&p, GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP, 0),
         16 * (uint64_t)number(r, "half_registers_allocated", -1) *
             result(&p, GPUOCC_RESULT_WAVES_PER_GROUP, 0),
         "registers taken", r->row);
}

static void sample_row(const struct rows *r)
{
    const gpuocc_device *device = chip(cell(r, "device"));
    const char *status = cell(r, "launch_status");
    const gpuocc_kernel kernel = kernel_of((uint32_t)number(r, "threads_per_threadgroup", 0),
                                           (uint32_t)number(r, "half_registers_per_thread", 0),
                                           (uint32_t)number(r, "threadgroup_memory_bytes", 0));
    uint32_t convention;
    struct place p;

    same((uint64_t)-place(&p, device, kernel), (uint64_t)-refusal(status), "status", r->row);
    if (p.status != GPUOCC_OK)
        return;
    same(result(&p, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0),
         (uint64_t)number(r, "max_total_threads_per_threadgroup", -1), "limit", r->row);
    same(result(&p, GPUOCC_RESULT_WAVES_PER_GROUP, 0),
         (uint64_t)number(r, "simd_groups_per_threadgroup", -1), "waves", r->row);
    if (strcmp(status, "exceeds_pipeline_limit") == 0) {
        for (convention = 0; convention < GPUOCC_CONVENTION_COUNT; convention++)
            if (place_as(&p, device, convention, kernel) == GPUOCC_OK) {
                same(gpuocc_occupancy_groups(p.occupancy), 0, "no launch", r->row);
                same(gpuocc_occupancy_limiters(p.occupancy), 1u << GPUOCC_LIMIT_REGISTERS,
                     "no launch, limiter", r->row);
            }
        return;
    }
    if (kernel.shared_bytes != 0)
        sample_pools(r, device, kernel);
    if (strcmp(cell(r, "limit_source"), "mesa_table") == 0)
        sample_static(r, device, kernel);
    else
        holds(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1,
                       (uint64_t)number(r, "groups_per_core_by_memory_pool_32768_bytes", -1)),
              "groups are one up to what memory allows", r->row, 0, 0);
}

static void test_sample(void)
{
    struct rows r;
    int rows = 0;

    rows_open(&r, "apple/occupancy_sample.csv");
    for (; rows_next(&r); rows++)
        sample_row(&r);
    report("occupancy_sample.csv", rows);
}

static uint64_t largest(const char *family, uint32_t halves)
{
    struct place p;

    place(&p, find(family), kernel_of(1, halves, 0));
    return result(&p, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0);
}

static void tier_row(const struct rows *r, const char *family)
{
    const long long last = number(r, "input_half_registers_max", -1);
    const uint64_t threads = (uint64_t)number(r, "input_threads", 0);
    long long halves = number(r, "input_half_registers_min", 0);
    uint32_t most = GPUOCC_UNKNOWN;
    struct place p;

    if (strcmp(cell(r, "query"), "forward") == 0) {
        same((uint64_t)number(r, "registers_32bit", 0) * 2, (uint64_t)last, "unit", r->row);
        for (; halves <= last; halves++)
            same(largest(family, (uint32_t)halves), (uint64_t)number(r, "output_threads", -1),
                 "forward", r->row);
        return;
    }
    if (strcmp(cell(r, "status"), "error") == 0) {
        place(&p, find(family), kernel_of((uint32_t)threads, 0, 0));
        same((uint64_t)-p.status, (uint64_t)-GPUOCC_ERROR_GROUP_TOO_LARGE, "error", r->row);
        return;
    }
    for (halves = 256; largest(family, (uint32_t)halves) < threads;)
        halves--;
    same((uint64_t)halves, (uint64_t)number(r, "output_half_registers", -1), "inverse", r->row);
    if (threads == 0)
        return;
    place(&p, find(family), kernel_of((uint32_t)threads, GPUOCC_UNKNOWN, 0));
    gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD,
                             GPUOCC_TARGET_GROUPS, 1, &most, NULL);
    same(most, (uint64_t)halves, "most half registers for one group", r->row);
}

static void test_tiers(void)
{
    struct rows r;
    int rows = 0;

    rows_open(&r, "apple/tiers.csv");
    for (; rows_next(&r); rows++) {
        tier_row(&r, "apple7");
        tier_row(&r, "apple8");
    }
    report("tiers.csv, forward and inverse, two families", rows);
}

/* Sections 4 and 6 of the reference. */
static uint64_t closed_form(uint32_t halves, uint32_t pool, uint32_t most)
{
    const uint32_t rounded = halves > 8 ? (halves + 7) / 8 * 8 : 8;
    const uint32_t threads = pool / (64 * rounded) * 64;

    return threads < most ? threads : most;
}

static void test_closed_form(void)
{
    static const struct {
        uint32_t convention, pool, most;
    } models[] = {{GPUOCC_CONVENTION_DEFAULT, 106496, 1024},
                  {GPUOCC_CONVENTION_RF208, 106496, 3072},
                  {GPUOCC_CONVENTION_RF384, 196608, 3072}};
    static const char *const families[] = {"apple7", "apple8"};
    const gpuocc_device *device;
    uint32_t halves, threads, slots, m, f;
    uint64_t wanted;
    struct place p;

    for (f = 0; f < 2; f++) {
        device = find(families[f]);
        for (halves = 0; halves <= 256; halves++)
            for (threads = 1; threads <= 1024; threads++)
                for (m = 0; m < 3; m++) {
                    slots = (threads + 31) / 32 * 32;
                    wanted = threads > closed_form(halves, 106496, 1024)
                                 ? 0
                                 : closed_form(halves, models[m].pool, models[m].most) / slots;
                    place_as(&p, device, models[m].convention, kernel_of(threads, halves, 0));
                    same(gpuocc_occupancy_groups(p.occupancy), wanted, "closed form",
                         (int)(halves * 10000 + threads));
                }
    }
    report("closed form, R 0 to 256 x T 1 to 1024 x 3 models", 2);
}

/* Returns the device called `wanted` among those that a name finds; NULL if there is none. */
static const gpuocc_device *found(const char *name, const char *wanted)
{
    const gpuocc_device *device;
    uint32_t index;

    for (index = 0; gpuocc_device_find(name, strlen(name), index, &device, NULL, NULL) == GPUOCC_OK;
         index++)
        if (strcmp(gpuocc_device_name(device), wanted) == 0)
            return device;
    return NULL;
}

/* Compares a figure of a device with its column, times `scale`; an empty cell is an unknown
 * figure. */
static void figure(const struct rows *r, const gpuocc_device *device, uint32_t field,
                   const char *column, double scale)
{
    const char *text = cell(r, column);
    uint64_t value = UINT64_MAX;

    same((uint64_t)-gpuocc_device_get(device, field, 0, &value),
         (uint64_t) - (text[0] != 0 ? GPUOCC_OK : GPUOCC_NOT_KNOWN), column, r->row);
    if (text[0] != 0)
        same(value, (uint64_t)(strtod(text, NULL) * scale + 0.5), column, r->row);
}

/* Tests one chip under every name of its row; `least` and `most` are the columns of its cores. */
static void device_row(const struct rows *r, const char *short_name, const char *least,
                       const char *most)
{
    const gpuocc_device *device;
    char name[64], codes[32], *code;
    gpuocc_source source = {sizeof source, 0, "", ""};

    snprintf(name, sizeof name, "Apple %s", short_name);
    device = found(name, name);
    if (!holds(device != NULL, name, r->row, 0, 0))
        return;
    holds(found(short_name, name) == device, short_name, r->row, 0, 0);
    snprintf(codes, sizeof codes, "%s/%s", cell(r, "soc_id"), cell(r, "gpu_code"));
    for (code = strtok(codes, "/"); code != NULL; code = strtok(NULL, "/"))
        holds(found(code, name) == device, code, r->row, 0, 0);
    holds(strcmp(gpuocc_device_architecture(device), cell(r, "metal_family")) == 0, "family",
          r->row, 0, 0);
    holds(find(cell(r, "metal_family")) != NULL, "family by name", r->row, 0, 0);
    figure(r, device, GPUOCC_DEVICE_MIN_CORE_COUNT, least, 1);
    figure(r, device, GPUOCC_DEVICE_CORE_COUNT, most, 1);
    figure(r, device, GPUOCC_DEVICE_CLOCK_MHZ, "clock_mhz", 1);
    figure(r, device, GPUOCC_DEVICE_MEMORY_MB_PER_S, "bandwidth_gb_s", 1000);
    figure(r, device, GPUOCC_DEVICE_LAST_LEVEL_KIB, "slc_mb", 1024);
    figure(r, device, GPUOCC_DEVICE_LANES_PER_CORE, "fp32_lanes_per_core", 1);
    gpuocc_device_source(device, GPUOCC_DEVICE_CORE_COUNT, &source);
    same(source.confidence,
         strstr(cell(r, "uncertain_fields"), "cores") ? (uint64_t)GPUOCC_CONFIDENCE_UNVERIFIED
                                                      : (uint64_t)(cell(r, "confidence")[0] - '@'),
         "confidence", r->row);
}

/* Every built-in device is valid as a custom device, and gives its sources. */
static void test_tables(void)
{
    uint64_t memory[sizeof(gpuocc_custom_device) / 8];
    const gpuocc_device *device, *own = NULL;
    gpuocc_source source = {sizeof source, 0, "", ""};
    uint32_t index, field;
    uint64_t value;
    int rows = 0;

    for (index = 0; gpuocc_device_at(index, &device) == GPUOCC_OK; index++) {
        gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &value);
        if (value != GPUOCC_VENDOR_APPLE)
            continue;
        same((uint64_t)-device_in(memory, device, NULL, 0, NULL, NULL, 0, &own, NULL), 0,
             gpuocc_device_name(device), rows);
        same(gpuocc_device_fingerprint(own) == gpuocc_device_fingerprint(device) ||
                 strncmp(gpuocc_device_name(device), "apple", 5) == 0,
             1, "fingerprint", rows);
        for (field = 1; field < GPUOCC_DEVICE_FIELD_COUNT; field++)
            if (gpuocc_device_source(device, field, &source) == GPUOCC_OK)
                same(source.document[0] != 0, 1, "source", rows);
        rows++;
    }
    same((uint64_t)rows, 7 + 31, "families and chips", 0);
    report("the tables hold together", rows);
}

static void test_devices(void)
{
    struct rows r;
    uint64_t l2;
    int rows = 0;

    rows_open(&r, "apple/devices.csv");
    for (; rows_next(&r); rows++)
        if (strcmp(cell(&r, "device"), "A12X/A12Z") == 0) {
            device_row(&r, "A12X", "cores_min_bin", "cores_min_bin");
            device_row(&r, "A12Z", "cores_max", "cores_max");
        } else {
            device_row(&r, cell(&r, "device"), "cores_min_bin", "cores_max");
        }
    same((uint64_t)rows, 30, "rows of devices.csv", 0);
    same((uint64_t)-gpuocc_device_get(find("Apple M1"), GPUOCC_DEVICE_L2_KIB, 0, &l2),
         (uint64_t)-GPUOCC_NOT_KNOWN, "L2", 0);
    holds(find("applegpu_g16s") == find("Apple M4 Pro"), "Metal's architecture", 0, 0, 0);
    holds(find("MTLGPUFamilyApple8") == find("Apple8"), "Metal's constant", 0, 0, 0);
    report("devices.csv", rows);
}

/* Section 6 of the reference: half registers, memory, threads; largest launch and groups. */
static void test_examples(void)
{
    static const uint32_t rows[][8] = {
        {96, 0, 256, 1024, 4, 8, 4, 4},       {105, 0, 256, 896, 3, 6, 3, 3},
        {128, 0, 1024, 832, 0, 0, 0, 0},      {256, 0, 384, 384, 1, 2, 1, 1},
        {64, 12288, 128, 1024, 13, 24, 8, 2}, {64, 0, 33, 1024, 26, 48, 16, 16},
        {105, 0, 1024, 896, 0, 0, 0, 0},
    };
    const uint32_t conventions[] = {GPUOCC_CONVENTION_RF208, GPUOCC_CONVENTION_RF384,
                                    GPUOCC_CONVENTION_DEFAULT};
    const uint32_t *row;
    struct place p;
    int i, c;

    for (i = 0; i < (int)(sizeof rows / sizeof rows[0]); i++) {
        row = rows[i];
        for (c = 0; c < 3; c++) {
            place_as(&p, find("Apple M1"), conventions[c], kernel_of(row[2], row[0], row[1]));
            same(by_registers(&p), row[4 + c], "groups by registers", i);
            same(result(&p, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0), row[3], "launch", i);
            same(result(&p, GPUOCC_RESULT_NOTES, 0) >> GPUOCC_NOTE_LOWER_BOUND & 1,
                 c == 2 && row[4] != 0, "lower bound", i);
            same(result(&p, GPUOCC_RESULT_NOTES, 0) >> GPUOCC_NOTE_HYPOTHESIS & 1,
                 c != 2 && row[4] != 0, "hypothesis", i);
        }
        same(gpuocc_occupancy_groups(p.occupancy), row[7], "groups", i);
    }
    report("worked examples", i);
}

int main(void)
{
    test_sample();
    test_tiers();
    test_closed_form();
    test_devices();
    test_tables();
    test_examples();
    return done();
}
