/* SPDX-License-Identifier: MIT
 *
 * Tests corner cases that no other test reached, found by scripts/mutate and scripts/coverage.
 */
#include "latency_support.h"
#include "own.h"
#include "tally.h"

/* Adds arithmetic, memory and shared memory, so that many constants matter. */
static void fill(struct bench *b, const gpuocc_device *device, const gpuocc_occupancy *occupancy)
{
    bench_start(b);
    b->device = device;
    b->occupancy = occupancy;
    b->workload.grid_groups = 1000;
    bench_add(b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, 4);
    bench_add(b, GPUOCC_CLASS_LOAD, 0, 1)->bytes = 128;
    bench_add(b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_SPECIAL, 1);
}

static void start(struct bench *b)
{
    b->status =
        latency_in(b->words, b->device, b->occupancy, &b->workload, b->classes, b->class_count,
                   b->constants, b->values, b->constant_count, &b->latency, &b->error);
}

/* Adds the constants that the tables lack, so that every device has an answer. */
static void complete(struct bench *b, uint32_t wave_size)
{
    static const struct {
        uint32_t constant;
        double value;
    } rest[] = {{LAT(FP32), 7},     {LAT(SPECIAL), 31}, {LAT(DRAM), 611}, {RATE(FP32), 3},
                {RATE(L1), 57},     {RATE(L2), 29},     {RATE(DRAM), 11}, {RATE(ISSUE), 5},
                {RATE(SPECIAL), 1}, {LAT(L1), 41},      {LAT(L2), 207}};
    double value;
    size_t i;

    for (i = 0; i < sizeof rest / sizeof rest[0]; i++)
        if (gpuocc_device_constant(b->device, rest[i].constant, wave_size, &value, NULL, NULL) !=
            GPUOCC_OK)
            bench_set(b, rest[i].constant, rest[i].value);
}

/* Results for which each curve uses one bound of the spread. */
static int of_ends(uint32_t result)
{
    return (result >= GPUOCC_LATENCY_THROUGHPUT && result <= GPUOCC_LATENCY_GB_PER_S) ||
           result == GPUOCC_LATENCY_UTILISATION || result == GPUOCC_LATENCY_GAIN ||
           result == GPUOCC_LATENCY_TIME;
}

/* A result with a spread is at least that with the usual value on the upper curves, and at most
 * that on the others. */
static int within(uint32_t result, uint32_t index, double spread, double usual)
{
    if (result != GPUOCC_LATENCY_THROUGHPUT && result != GPUOCC_LATENCY_GB_PER_S)
        return 1;
    return index == GPUOCC_CURVE_UPPER || index == GPUOCC_CURVE_PARTITIONED ? spread >= usual
                                                                            : spread <= usual;
}

/* Compares `a`, with the constants of the tables and their spread, with `b`, with the usual
 * values. */
static void compare(struct tally *t, const struct bench *a, const struct bench *b)
{
    uint32_t result, index;
    double low[2], high[2], value[2];
    int32_t status[2];

    tally(t, a->status == b->status, gpuocc_device_name(a->device), 0, a->status, b->status);
    if (a->status != GPUOCC_OK || b->status != GPUOCC_OK)
        return;
    for (result = 0; result < GPUOCC_LATENCY_BASIS; result++) /* the basis differs */
        for (index = 0; index < GPUOCC_RESOURCE_COUNT; index++) {
            memset(low, 0, sizeof low);
            memset(high, 0, sizeof high);
            status[0] = gpuocc_latency_get(a->latency, result, index, &low[0], &high[0]);
            status[1] = gpuocc_latency_get(b->latency, result, index, &low[1], &high[1]);
            if (of_ends(result)) {
                tally(t,
                      status[0] != GPUOCC_OK || status[1] != GPUOCC_OK ||
                          within(result, index, high[0], high[1]),
                      gpuocc_device_name(a->device), (int)result, low[0], low[1]);
                continue;
            }
            tally(t,
                  status[1] != GPUOCC_OK || status[0] != GPUOCC_OK ||
                      (low[0] <= low[1] && high[1] <= high[0]),
                  gpuocc_device_name(a->device), (int)result, low[0], low[1]);
            if (low[1] != high[1])
                continue;
            memset(value, 0, sizeof value);
            status[0] = gpuocc_latency_at(a->latency, 12, result, index, &value[0]);
            status[1] = gpuocc_latency_at(b->latency, 12, result, index, &value[1]);
            tally(t, status[0] == status[1] && value[0] == value[1], gpuocc_device_name(a->device),
                  (int)result, value[0], value[1]);
        }
}

/* Giving the tables' constants by hand changes nothing: the model reports the values of
 * gpuocc_device_constant, times the CUs of a WGP for constants per CU. */
static void test_table_constants(void)
{
    static struct bench told, given;
    struct tally t = {0, 0};
    const gpuocc_device *device;
    uint32_t at, constant;
    int answered = 0;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++) {
        gpuocc_kernel kernel = {0};
        struct place p;
        double value;
        uint64_t units = 1;

        kernel.threads_per_group = 64;
        kernel.wave_size = 32;
        if (place(&p, device, kernel) != GPUOCC_OK) {
            kernel.wave_size = 16;
            place(&p, device, kernel);
        }
        if (p.status != GPUOCC_OK)
            continue;
        if (gpuocc_device_get(device, GPUOCC_DEVICE_CUS_PER_WGP, 0, &units) != GPUOCC_OK ||
            units == 0)
            units = 1;
        fill(&told, device, p.occupancy);
        complete(&told, kernel.wave_size);
        given = told;
        for (constant = 0; constant < GPUOCC_CONSTANT_COUNT; constant++)
            if (gpuocc_device_constant(device, constant, kernel.wave_size, &value, NULL, NULL) ==
                    GPUOCC_OK &&
                constant != GPUOCC_CONSTANT_CORE_COUNT && constant != GPUOCC_CONSTANT_PARTITIONS)
                bench_set(&given, constant, is_per_core(constant) ? value * (double)units : value);
        start(&told);
        start(&given);
        answered += told.status == GPUOCC_OK;
        compare(&t, &told, &given);
    }
    ok(t.bad == 0 && answered > 100, "constants of the tables, of %d devices: %d checks, %d differ",
       answered, t.rows, t.bad);
}

/* Shared memory is allocated in blocks of 16 bytes: a limit of 1000 bytes allows 992. */
static void test_apple_limit(void)
{
    const gpuocc_device *device =
        edited(find("apple7"), GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 1000);
    gpuocc_kernel kernel = {0};
    struct place p;
    int32_t status;

    kernel.threads_per_group = 64;
    kernel.shared_bytes = 1000;
    status = place(&p, device, kernel); /* before its sentence is read */
    ok(status == GPUOCC_ERROR_SHARED_TOO_LARGE && p.error.limit == 992,
       "all bytes of a limit that is no whole number of blocks are too many: %s", sentence(&p));
    kernel.shared_bytes = 992;
    ok(place(&p, device, kernel) == GPUOCC_OK, "its whole blocks are not");
}

/* Tries names with one letter more, one letter less or another letter in the middle. */
static void test_near_names(void)
{
    const gpuocc_device *device, *near;
    uint32_t at, tried = 0, hits = 0, way, index;
    char text[96];

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++) {
        const char *name = gpuocc_device_name(device);
        const size_t middle = strlen(name) / 2;

        if (at % 9 != 0 || strlen(name) < 8)
            continue;
        for (way = 0; way < 3; way++) {
            snprintf(text, sizeof text, "%.*s%s%s", (int)middle, name, way == 0 ? "" : "q",
                     name + middle + (way != 2));
            tried++;
            for (index = 0; gpuocc_device_nearest(text, strlen(text), index, &near) == GPUOCC_OK;
                 index++)
                if (strcmp(gpuocc_device_name(near), name) == 0)
                    break;
            hits +=
                index < 8 && gpuocc_device_nearest(text, strlen(text), index, &near) == GPUOCC_OK;
        }
    }
    ok(tried > 50 && hits * 20 >= tried * 17, "%u of %u names with one slip are among the nearest",
       hits, tried);
}

static uint32_t get_wave(const gpuocc_device *device)
{
    uint64_t size = 0;

    if (gpuocc_device_get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, 0, &size) != GPUOCC_OK)
        return 0;
    return size != 0 ? (uint32_t)size : 16;
}

/* Registers are aligned before the accumulators that follow them: the full path, the fast path and
 * the figures of the ISA (16 waves of 512 registers, in units of 8) agree. */
static void test_accumulators(void)
{
    const gpuocc_device *device = find("gfx90a");
    struct tally t = {0, 0};
    uint32_t vectors, accumulators;

    for (vectors = 1; vectors <= 64; vectors++)
        for (accumulators = 1; accumulators <= 64; accumulators += 3) {
            const uint32_t all = ((vectors + 3) / 4 * 4 + accumulators + 7) / 8 * 8;
            const uint32_t waves = 512 / all < 8 ? 512 / all : 8;
            gpuocc_kernel kernel = {0};
            struct place p;

            kernel.threads_per_group = 64;
            kernel.registers_per_thread = vectors;
            kernel.accumulators_per_thread = accumulators;
            place(&p, device, kernel);
            tally(&t, result(&p, GPUOCC_RESULT_LIMIT, GPUOCC_LIMIT_REGISTERS) == 512 / all * 4,
                  "by registers", (int)vectors,
                  (double)result(&p, GPUOCC_RESULT_LIMIT, GPUOCC_LIMIT_REGISTERS), 512 / all * 4);
            tally(&t, result(&p, GPUOCC_RESULT_GROUPS, 0) == waves * 4, "long", (int)vectors,
                  (double)result(&p, GPUOCC_RESULT_GROUPS, 0), waves * 4);
            tally(&t, gpuocc_occupancy_groups(p.occupancy) == waves * 4, "short", (int)vectors,
                  gpuocc_occupancy_groups(p.occupancy), waves * 4);
        }
    ok(t.bad == 0, "VGPRs and AGPRs of gfx90a: %d checks, %d differ", t.rows, t.bad);
}

/* The fullest partition has the waves of the core, distributed evenly and rounded up. */
static void test_partitions(void)
{
    struct tally t = {0, 0};
    const gpuocc_device *device;
    uint32_t at, threads;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        for (threads = 32; threads <= 800; threads += 96) {
            gpuocc_kernel kernel = {0};
            uint64_t waves, partitions;
            struct place p;

            kernel.threads_per_group = threads;
            kernel.wave_size = get_wave(device);
            kernel.shared_bytes = 20000;
            if (place(&p, device, kernel) != GPUOCC_OK)
                continue;
            waves = result(&p, GPUOCC_RESULT_WAVES, 0);
            partitions = result(&p, GPUOCC_RESULT_PARTITIONS_PER_CORE, 0);
            if (waves == UINT64_MAX || partitions == UINT64_MAX)
                continue;
            tally(&t,
                  result(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0) ==
                      (waves + partitions - 1) / partitions,
                  gpuocc_device_name(device), (int)threads,
                  (double)result(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0), 12);
        }
    ok(t.bad == 0 && t.rows > 1000, "waves of a partition: %d checks, %d differ", t.rows, t.bad);
}

/* The 64 barriers of an SM of 9.0 allow 32 blocks with two each, which is also the number of slots:
 * the header names both. With three each they allow 21. */
static void test_header_barriers(void)
{
    const gpuocc_device *device = find("9.0");
    gpuocc_kernel k = {0};
    struct place p;

    k.threads_per_group = 32;
    k.barriers_per_group = 2;
    place_as(&p, device, GPUOCC_CONVENTION_HEADER, k);
    ok(gpuocc_occupancy_groups(p.occupancy) == 32 &&
           gpuocc_occupancy_limiters(p.occupancy) ==
               (1u << GPUOCC_LIMIT_GROUPS | 1u << GPUOCC_LIMIT_BARRIERS) &&
           gpuocc_occupancy_device(p.occupancy) == device,
       "two barriers of a block: 32 blocks, limited by slots and barriers");
    k.barriers_per_group = 1;
    place_as(&p, device, GPUOCC_CONVENTION_HEADER, k);
    ok(gpuocc_occupancy_groups(p.occupancy) == 32 &&
           gpuocc_occupancy_limiters(p.occupancy) == 1u << GPUOCC_LIMIT_GROUPS,
       "one: by slots alone");
    k.barriers_per_group = 3;
    place_as(&p, device, GPUOCC_CONVENTION_HEADER, k);
    ok(gpuocc_occupancy_groups(p.occupancy) == 21, "three: 21 blocks");
}

/* An error struct of a caller who knows only its first members; statuses that no version has. */
static void test_short_errors(void)
{
    gpuocc_error error;
    char text[128];

    memset(&error, 0, sizeof error);
    error.size = sizeof error;
    error.scope = GPUOCC_SCOPE_CLASS;
    error.field = 1;
    error.known = 2;
    error.limit = 3;
    gpuocc_error_text(&error, GPUOCC_ERROR_BAD_NUMBER, text, sizeof text);
    ok(strncmp(text, "phase of class 3: ", 18) == 0, "%s", text);
    error.size = 12;
    gpuocc_error_text(&error, GPUOCC_ERROR_BAD_NUMBER, text, sizeof text);
    ok(strncmp(text, "phase: ", 7) == 0, "%s", text);
    gpuocc_error_text(&error, -99, text, sizeof text);
    ok(strcmp(text, "phase: no status of this version has this number") == 0, "%s", text);
    gpuocc_error_text(NULL, -99, text, sizeof text);
    ok(strcmp(text, "no status of this version has this number") == 0, "%s", text);
}

int main(void)
{
    test_accumulators();
    test_header_barriers();
    test_short_errors();
    test_partitions();
    test_table_constants();
    test_apple_limit();
    test_near_names();
    return done();
}
