/* SPDX-License-Identifier: MIT
 *
 * Compares Apple with the vectors of the reference, its closed form and its examples. Where a
 * number is unknown, no number may be returned. A caller can add the target of the occupancy
 * manager and the limit that Metal reports for a pipeline. Amounts and bounds on custom devices are
 * those of the reference's constants: 208 and 384 KiB of registers, a unit of 128 registers per
 * wave, and the 1024 threads of the table.
 */
#include "rows.h"
#include "apple_support.h"
#include "groups.h"
#include "latency_support.h"
#include "own.h"
#include "tally.h"

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
    const gpuocc_kernel kernel = halves_of((uint32_t)number(r, "threads_per_threadgroup", 0),
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

    place(&p, find(family), halves_of(1, halves, 0));
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
        place(&p, find(family), halves_of((uint32_t)threads, 0, 0));
        same((uint64_t)-p.status, (uint64_t)-GPUOCC_ERROR_GROUP_TOO_LARGE, "error", r->row);
        return;
    }
    for (halves = 256; largest(family, (uint32_t)halves) < threads;)
        halves--;
    same((uint64_t)halves, (uint64_t)number(r, "output_half_registers", -1), "inverse", r->row);
    if (threads == 0)
        return;
    place(&p, find(family), halves_of((uint32_t)threads, GPUOCC_UNKNOWN, 0));
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
                    place_as(&p, device, models[m].convention, halves_of(threads, halves, 0));
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
            place_as(&p, find("Apple M1"), conventions[c], halves_of(row[2], row[0], row[1]));
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

/* Checks that a result is absent where it must be: every number that Apple9 and Apple10 could
 * give. */
static void silent(const struct place *p, uint32_t which, uint32_t index, int32_t status,
                   uint64_t low, uint64_t high)
{
    uint64_t got_low, got_high;
    const int32_t got = ends(p, which, index, &got_low, &got_high);

    same((uint64_t)-got, (uint64_t)-status, "status of a result", (int)(100 * which + index));
    same(got_low, low, "low", (int)(100 * which + index));
    same(got_high, high, "high", (int)(100 * which + index));
}

static void silent_limits(const struct place *p, int32_t registers)
{
    static const uint32_t none[] = {GPUOCC_LIMIT_SCALAR_REGISTERS, GPUOCC_LIMIT_SHARED,
                                    GPUOCC_LIMIT_BARRIERS, GPUOCC_LIMIT_VIRTUAL,
                                    GPUOCC_LIMIT_LAUNCH};
    uint32_t which, i;

    for (which = GPUOCC_RESULT_LIMIT; which <= GPUOCC_RESULT_CAPACITY; which++) {
        silent(p, which, GPUOCC_LIMIT_WAVES, GPUOCC_NOT_KNOWN, 0, 0);
        silent(p, which, GPUOCC_LIMIT_GROUPS, GPUOCC_NOT_KNOWN, 0, 0);
        silent(p, which, GPUOCC_LIMIT_REGISTERS, registers, 0, 0);
        for (i = 0; i < 5; i++)
            silent(p, which, none[i], GPUOCC_NOT_APPLICABLE, 0, 0);
    }
}

/* Tests 1024 threads with 200 half registers; `launch` 0: even the launch is unknown. */
static void silent_device(const char *name, uint64_t launch, int32_t registers)
{
    const uint64_t unknown_limits = 1u << GPUOCC_LIMIT_WAVES | 1u << GPUOCC_LIMIT_GROUPS;
    struct place p;
    uint64_t high;

    place(&p, find(name), halves_of(1024, 200, 0));
    silent(&p, GPUOCC_RESULT_GROUPS, 0, GPUOCC_OK, launch, UINT64_MAX);
    silent(&p, GPUOCC_RESULT_WAVES, 0, GPUOCC_OK, 32 * launch, UINT64_MAX);
    silent(&p, GPUOCC_RESULT_MAX_WAVES, 0, GPUOCC_NOT_KNOWN, 0, 0);
    silent(&p, GPUOCC_RESULT_MAX_WAVES_ANY_MODE, 0, GPUOCC_NOT_KNOWN, 0, 0);
    silent(&p, GPUOCC_RESULT_LIMITERS, 0, GPUOCC_OK, 0,
           unknown_limits | (uint64_t)(registers == GPUOCC_NOT_KNOWN) << GPUOCC_LIMIT_REGISTERS);
    silent(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0, GPUOCC_NOT_KNOWN, 0, 0);
    silent(&p, GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP, 0, GPUOCC_NOT_KNOWN, 0, 0);
    silent(&p, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0, GPUOCC_OK, 1024 * launch, 1024);
    ends(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0, &launch, &high);
    same(high, UINT64_MAX, "groups of the device", 0);
    same(gpuocc_occupancy_groups(p.occupancy), GPUOCC_UNKNOWN, "groups", 0);
    same(gpuocc_occupancy_waves(p.occupancy), GPUOCC_UNKNOWN, "waves", 0);
    same(gpuocc_occupancy_max_waves(p.occupancy), GPUOCC_UNKNOWN, "max_waves", 0);
    silent_limits(&p, registers);
}

static void test_silence(void)
{
    static const char *const dynamic[] = {"Apple M3", "Apple M4 Pro", "Apple A18 Pro", "Apple M5",
                                          "Apple A19"};
    static const char *const old[] = {"Apple A11", "Apple A12", "Apple A12Z", "Apple A13"};
    int i;

    for (i = 0; i < 5; i++)
        silent_device(dynamic[i], 1, GPUOCC_NOT_APPLICABLE);
    for (i = 0; i < 4; i++)
        silent_device(old[i], 0, GPUOCC_NOT_KNOWN);
    report("what nobody knows has no number", 9);
}

static void test_target(void)
{
    gpuocc_kernel kernel = halves_of(128, 64, 0);
    const gpuocc_device *known =
        edited(find("Apple M4 Pro"), GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 24);
    struct place p;

    place(&p, known, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, 24), "slots known, no target: 1 to 24 groups");
    kernel.occupancy_target_percent = 50;
    place(&p, known, kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 12, "50 %% of 96 slots: 12 groups of 4 waves");
    kernel.occupancy_target_percent = 1;
    place(&p, known, kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 1, "what launches runs, whatever the target");
    kernel.occupancy_target_percent = GPUOCC_UNKNOWN;
    place(&p, known, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, 24), "target unknown: 1 to 24 groups");
    kernel.occupancy_target_percent = 50;
    place(&p, find("Apple M4 Pro"), kernel);
    ok(by_limit(&p, GPUOCC_LIMIT_WAVES) == UINT64_MAX &&
           is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, UINT64_MAX),
       "a target of slots that nobody knows gives no number");
    place(&p, find("Apple M1"), kernel);
    ok(p.status == GPUOCC_ERROR_NO_RESOURCE, "no occupancy manager before Apple9");
    kernel.occupancy_target_percent = 0;
    kernel.half_registers_per_thread = 0;
    kernel.registers_per_thread = 64;
    place(&p, find("Apple M1"), kernel);
    ok(p.status == GPUOCC_ERROR_NO_RESOURCE, "the unit trap: %s", sentence(&p));
}

/* What one call answers where the registers are known and the slots are not. */
static void test_slots_unknown(void)
{
    gpuocc_kernel kernel = halves_of(128, 64, 0);
    const gpuocc_device *device = edited(find("Apple M1"), GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION,
                                         GPUOCC_UNKNOWN);
    gpuocc_answer answer = GPUOCC_ANSWER_INIT;

    kernel.size = sizeof kernel;
    ok(gpuocc_occupancy_compute(device, GPUOCC_CONVENTION_DEFAULT, &kernel, &answer, NULL) ==
               GPUOCC_OK &&
           answer.groups == GPUOCC_UNKNOWN && answer.max_waves == GPUOCC_UNKNOWN &&
           (answer.limiters & 1u << GPUOCC_LIMIT_WAVES) != 0,
       "slots that nobody knows give no number in one call either");
}

/* The pool of threadgroup memory is disputed; a value of the caller is not. */
static void test_memory(void)
{
    gpuocc_kernel kernel = halves_of(128, 64, 16384);
    const gpuocc_device *m4 = find("Apple M4 Pro");
    struct place p;

    place(&p, m4, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, 2) &&
           result(&p, GPUOCC_RESULT_NOTES, 0) ==
               (1u << GPUOCC_NOTE_DYNAMIC | 1u << GPUOCC_NOTE_UNVERIFIED),
       "M4 Pro, 16 KiB: 1 or 2 groups, unverified");
    place(&p, edited(m4, GPUOCC_DEVICE_SHARED_POOL_BYTES, 61440), kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, 3) &&
           result(&p, GPUOCC_RESULT_NOTES, 0) == 1u << GPUOCC_NOTE_DYNAMIC,
       "of the caller's 60 KiB: 1 to 3 groups");
    place(&p, edited(m4, GPUOCC_DEVICE_SHARED_POOL_BYTES, GPUOCC_UNKNOWN), kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, UINT64_MAX), "of a pool not known: 1 or more");
    place(&p, m4, halves_of(128, 64, 32768));
    ok(gpuocc_occupancy_groups(p.occupancy) == 1, "of which one group takes all: 1");
    place(&p, find("Apple A13"), halves_of(1024, 200, 32768));
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 0, 1) && is_range(&p, GPUOCC_RESULT_WAVES, 0, 0, 32),
       "A13: one, if it launches");
    ok(is_range(&p, GPUOCC_RESULT_LIMITERS, 0, 0,
                1u << GPUOCC_LIMIT_SHARED | 1u << GPUOCC_LIMIT_REGISTERS |
                    1u << GPUOCC_LIMIT_WAVES | 1u << GPUOCC_LIMIT_GROUPS),
       "memory or what nobody knows may stop the second");
    kernel.max_threads_per_group = 127;
    kernel.half_registers_per_thread = 200;
    place(&p, find("Apple A13"), kernel);
    ok(is_range(&p, GPUOCC_RESULT_LIMITERS, 0, 1u << GPUOCC_LIMIT_LAUNCH,
                1u << GPUOCC_LIMIT_LAUNCH),
       "a group above its own bound has no other limit");
}

/* Largest threadgroups reported for a pipeline. */
static void test_reported(void)
{
    gpuocc_kernel kernel = halves_of(256, GPUOCC_UNKNOWN, 0);
    const gpuocc_device *m1 = find("Apple M1"), *a13 = find("Apple A13");
    struct place p;

    place(&p, m1, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, 4), "registers unknown: 1 to 4 groups");
    kernel.reported_max_threads = 768;
    place(&p, m1, kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 3 &&
           is_range(&p, GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP, 0, 8 * 2176, 8 * 2176),
       "768 reported: 129 to 136 half registers, 3 groups");
    kernel.reported_max_threads = 1024;
    place(&p, m1, kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 4, "1024 reported: at most 104, 4 groups");
    place(&p, edited(m1, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 4096), kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 4, "the same where groups may be larger");
    kernel.reported_max_threads = 2048;
    place(&p, edited(m1, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 4096), kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 4 &&
           is_range(&p, GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP, 0, 8 * 128, 8 * 1664),
       "2048 reported, where the table sees 1024: at most 104, 4 groups");
    kernel.reported_max_threads = GPUOCC_ZERO;
    place(&p, m1, kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 0 &&
           is_range(&p, GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP, 0, 8 * 128, 8 * 4096),
       "0 reported: nothing launches, and nothing is known of registers");
    kernel.reported_max_threads = 600;
    place(&p, m1, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 2, 4), "600 is no tier: at most 160, 2 to 4 groups");
    kernel.reported_max_threads = 128;
    kernel.half_registers_per_thread = 64;
    place(&p, m1, kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 0 &&
           gpuocc_occupancy_limiters(p.occupancy) == 1u << GPUOCC_LIMIT_LAUNCH,
       "128 reported: 256 threads do not launch");
    kernel.reported_max_threads = 1024;
    kernel.threads_per_group = 1024;
    kernel.half_registers_per_thread = 128;
    place(&p, m1, kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 1 &&
           (result(&p, GPUOCC_RESULT_NOTES, 0) >> GPUOCC_NOTE_UNVERIFIED & 1) == 1,
       "the report stands above the table");
    kernel.reported_max_threads = GPUOCC_UNKNOWN;
    kernel.half_registers_per_thread = GPUOCC_UNKNOWN;
    place(&p, m1, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 0, 1), "M1: both unknown, 0 or 1 group of 1024");
    place(&p, a13, halves_of(1024, GPUOCC_UNKNOWN, 0));
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 0, UINT64_MAX), "A13: registers unknown, no number");
    kernel.reported_max_threads = 1024;
    kernel.half_registers_per_thread = 128;
    place(&p, a13, kernel);
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, UINT64_MAX), "A13: launches, as reported");
}

/* Without a size of the register file, the tier table still determines what launches: 200 half
 * registers allow 512 threads (Mesa, agx_performance.c). */
static void test_unknown_tiers(void)
{
    static const uint32_t field = GPUOCC_DEVICE_REGISTERS_PER_PARTITION;
    static const uint64_t unknown = GPUOCC_UNKNOWN;
    struct own own;
    struct place p;

    make_own(&own, find("apple7"), NULL, &field, &unknown, 1);
    place(&p, own.device, halves_of(512, 200, 0));
    ok(is_range(&p, GPUOCC_RESULT_GROUPS, 0, 1, 2),
       "Apple7 without a register file: 512 threads launch, 1024 are the most that are sure");
    place(&p, own.device, halves_of(1024, 200, 0));
    ok(gpuocc_occupancy_groups(p.occupancy) == 0, "1024 threads do not");
}

static uint64_t registers(const struct place *p, uint32_t which)
{
    return result(p, which, GPUOCC_LIMIT_REGISTERS);
}

/* The hypotheses have a different pool and unit. */
static void test_hypotheses(void)
{
    const uint32_t capacity = GPUOCC_RESULT_CAPACITY, allocated = GPUOCC_RESULT_ALLOCATED;
    const gpuocc_device *device;
    struct place p;

    place_as(&p, find("apple8"), GPUOCC_CONVENTION_RF208, halves_of(64, 100, 0));
    ok(registers(&p, capacity) == 208 * 1024 / 4, "208 KiB of registers");
    place_as(&p, find("apple8"), GPUOCC_CONVENTION_RF384, halves_of(64, 100, 0));
    ok(registers(&p, capacity) == 384 * 1024 / 4, "384 KiB of registers");
    edit(GPUOCC_DEVICE_REGISTER_UNIT, 512);
    device = own("apple8");
    place_as(&p, device, GPUOCC_CONVENTION_RF208, halves_of(32, 40, 0));
    ok(registers(&p, allocated) == 640, "the hypothesis hands out 128 at a time");
    place(&p, device, halves_of(32, 40, 0));
    ok(registers(&p, allocated) == 1024, "the device what the caller says");
    edit(GPUOCC_DEVICE_REGISTER_UNIT, 16);
    place(&p, own("apple8"), halves_of(32, 0, 0));
    ok(registers(&p, allocated) == 16, "a wave takes at least one half register of 32 threads");
}

static void test_amounts(void)
{
    struct place p;

    place(&p, find("apple8"), halves_of(3, 3, 0));
    ok(registers(&p, GPUOCC_RESULT_REQUESTED) == 5, "9 halves are 5 registers");
    place(&p, find("apple8"), halves_of(5, 4, 0));
    ok(registers(&p, GPUOCC_RESULT_REQUESTED) == 10, "20 halves are 10");
    edit(GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 1);
    place(&p, own("apple8"), halves_of(32, 8, 0));
    ok(registers(&p, GPUOCC_RESULT_LIMIT) == 0, "a file of one register holds no wave");
    edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 2048);
    place(&p, own("apple8"), halves_of(1025, 8, 0));
    ok(registers(&p, GPUOCC_RESULT_LIMIT) == 0, "the table sees no more than 1024 threads");
    edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 2048);
    place(&p, own("apple8"), halves_of(1024, 8, 0));
    ok(registers(&p, GPUOCC_RESULT_LIMIT) > 0, "but these");
}

/* Values that the caller read from the pipeline. */
static void test_reports(void)
{
    gpuocc_kernel kernel = halves_of(1, 1, 0);
    uint64_t low = 9, high = 9;
    struct place p;

    kernel.reported_max_threads = 1;
    place(&p, find("apple6"), kernel);
    gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS, 0, &low, &high);
    ok(low == 1, "a group of 1 thread of 1 launches");
    kernel.reported_max_threads = 0;
    place(&p, find("apple6"), kernel);
    gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS, 0, &low, &high);
    ok(low == 0 && gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_ALLOCATED,
                                        GPUOCC_LIMIT_REGISTERS, &low, &high) == GPUOCC_NOT_KNOWN,
       "without a report nobody knows, also of one half register");
    kernel = halves_of(32, GPUOCC_UNKNOWN, 0);
    kernel.reported_max_threads = 1024;
    place(&p, find("apple8"), kernel);
    ok(is_range(&p, GPUOCC_RESULT_ALLOCATED, GPUOCC_LIMIT_REGISTERS, 128, 1664),
       "1024 reported: 0 to 104 half registers");
    kernel = halves_of(1024, 256, 0);
    kernel.reported_max_threads = 1024;
    place(&p, find("apple8"), kernel);
    ok(registers(&p, GPUOCC_RESULT_LIMIT) == 1, "what the report lets launch is one group");
}

static void test_custom_target(void)
{
    gpuocc_kernel kernel = halves_of(32, 8, 0);
    const gpuocc_device *device;
    struct place p;

    edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 24);
    device = own("apple9");
    kernel.occupancy_target_percent = 99;
    place(&p, device, kernel);
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 95, "99 %% of 96 slots are 95");
    kernel.occupancy_target_percent = 3;
    place(&p, device, kernel);
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 2, "3 %% are 2");
    kernel.occupancy_target_percent = 1;
    place(&p, device, kernel);
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 1, "1 %% is 1");
    edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 4);
    kernel.threads_per_group = 1024;
    place(&p, own("apple9"), kernel);
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 0, "32 waves on 16 slots: none, at any target");
    kernel.threads_per_group = 32;
    kernel.occupancy_target_percent = 0;
    edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 24);
    device = own("apple9");
    place(&p, device, kernel);
    ok(gpuocc_occupancy_limiters(p.occupancy) >> GPUOCC_LIMIT_WAVES & 1,
       "without a target the slots are among what may limit");
    kernel.shared_bytes = 16384;
    kernel.max_threads_per_group = 1024;
    place(&p, device, kernel);
    ok((gpuocc_occupancy_limiters(p.occupancy) >> GPUOCC_LIMIT_SHARED & 1) == 1 &&
           (gpuocc_occupancy_limiters(p.occupancy) >> GPUOCC_LIMIT_WAVES & 1) == 1,
       "beside the memory that does: %u", gpuocc_occupancy_limiters(p.occupancy));
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 65536);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 32768);
    place(&p, own("apple6"), kernel);
    ok(p.status == GPUOCC_OK, "and Apple6 of the caller's pool: %u",
       gpuocc_occupancy_limiters(p.occupancy));
}

/* Threadgroup memory in multiples of 16 bytes; an unknown pool. */
static void test_custom_memory(void)
{
    const gpuocc_device *device;
    uint64_t high = 0, low = 0;
    struct place p;

    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 1000);
    device = own("apple8");
    ok(place(&p, device, halves_of(32, 8, 992)) == GPUOCC_OK,
       "992 of 1000 bytes are whole lengths");
    ok(place(&p, device, halves_of(32, 8, 993)) == GPUOCC_ERROR_SHARED_TOO_LARGE &&
           p.error.value == 993 && p.error.limit == 992,
       "993 are not: %s", sentence(&p));
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, GPUOCC_UNKNOWN);
    edit(GPUOCC_DEVICE_SHARED_UNIT_BYTES, 1);
    edit(GPUOCC_DEVICE_SHARED_RESERVED_BYTES, 0);
    place(&p, own("apple8"), halves_of(32, 8, 1));
    ok(gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_LIMIT, GPUOCC_LIMIT_SHARED, &low, &high) ==
           GPUOCC_NOT_KNOWN,
       "one byte of a pool that nobody knows");
}

/* Shared memory is allocated in blocks of 16 bytes: a limit of 1000 bytes allows 992. */
static void test_apple_limit(void)
{
    const gpuocc_device *device =
        edited(find("apple7"), GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 1000);
    gpuocc_kernel kernel = {.threads_per_group = 64, .shared_bytes = 1000};
    struct place p;
    int32_t status;

    status = place(&p, device, kernel); /* before its sentence is read */
    ok(status == GPUOCC_ERROR_SHARED_TOO_LARGE && p.error.limit == 992,
       "all bytes of a limit that is no whole number of blocks are too many: %s", sentence(&p));
    kernel.shared_bytes = 992;
    ok(place(&p, device, kernel) == GPUOCC_OK, "its whole blocks are not");
}

int main(void)
{
    test_sample();
    test_tiers();
    test_closed_form();
    test_devices();
    test_tables();
    test_examples();
    test_unknown_tiers();
    test_silence();
    test_target();
    test_slots_unknown();
    test_memory();
    test_reported();
    test_hypotheses();
    test_amounts();
    test_reports();
    test_custom_target();
    test_custom_memory();
    test_apple_limit();
    return done();
}
