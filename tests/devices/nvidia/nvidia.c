/* SPDX-License-Identifier: MIT
 *
 * Tests NVIDIA: answers of cuda_occupancy.h and of the hardware.
 */
#include "rows.h"
#include "own.h"
#include "latency_support.h"
#include "tally.h"

/* The header's bits for limiting resources, and the library's limits. */
static const struct {
    uint32_t bit, limit;
    const char *column;
} limits[] = {
    {0x01, GPUOCC_LIMIT_WAVES, "limit_warps_blocks"},
    {0x02, GPUOCC_LIMIT_REGISTERS, "limit_registers_blocks"},
    {0x04, GPUOCC_LIMIT_SHARED, "limit_shared_blocks"},
    {0x08, GPUOCC_LIMIT_GROUPS, "limit_block_slots_blocks"},
    {0x10, GPUOCC_LIMIT_BARRIERS, "limit_barriers_blocks"},
    {0x20, GPUOCC_LIMIT_VIRTUAL, "limit_virtual_blocks"},
};
#define LIMITS   (sizeof limits / sizeof limits[0])
#define NO_LIMIT 2147483647

/* Returns the device of a row: the figures of one compute capability with the number of another. */
static const gpuocc_device *device_of(const struct rows *rows)
{
    const uint64_t generation =
        (uint64_t)(10 * number(rows, "cc_major", 0) + number(rows, "cc_minor", 0));
    const gpuocc_device *device = find(cell(rows, "limits_from_cc"));

    return get(device, GPUOCC_DEVICE_GENERATION) == generation
               ? device
               : edited(device, GPUOCC_DEVICE_GENERATION, generation);
}

/* Returns a number of the row as a field; negative numbers and numbers above 32 bits cannot be
 * used. */
static int as_field(const struct rows *rows, const char *column, uint32_t *field)
{
    const long long value = number(rows, column, 0);

    *field = (uint32_t)value;
    return value >= 0 && value < (long long)GPUOCC_ZERO;
}

static uint32_t or_zero(uint32_t value)
{
    return value == 0 ? GPUOCC_ZERO : value;
}

static int kernel_of(const struct rows *rows, gpuocc_kernel *kernel)
{
    uint32_t carveout = 0, optin, cache, caching;
    int asked = 1;

    memset(kernel, 0, sizeof *kernel);
    asked &= as_field(rows, "block_size_threads", &kernel->threads_per_group);
    asked &= as_field(rows, "registers_per_thread", &kernel->registers_per_thread);
    asked &= as_field(rows, "static_shared_bytes", &kernel->shared_bytes);
    asked &= as_field(rows, "dynamic_shared_bytes", &kernel->dynamic_shared_bytes);
    asked &= as_field(rows, "block_barriers", &kernel->barriers_per_group);
    asked &= as_field(rows, "max_dynamic_shared_bytes", &kernel->max_dynamic_shared_bytes);
    asked &= as_field(rows, "virtual_resources", &kernel->virtual_resources);
    asked &= as_field(rows, "function_max_threads", &kernel->max_threads_per_group);
    asked &= as_field(rows, "shared_limit_optin", &optin);
    asked &= as_field(rows, "cache_config", &cache);
    asked &= as_field(rows, "partitioned_gc", &caching);
    kernel->max_dynamic_shared_bytes = or_zero(kernel->max_dynamic_shared_bytes);
    kernel->shared_limit = optin + 1;
    kernel->cache_preference = cache + 1;
    kernel->global_caching = caching + 1;
    if (number(rows, "carveout_percent", 0) != -1) {
        asked &= as_field(rows, "carveout_percent", &carveout);
        kernel->carveout_percent = or_zero(carveout);
    }
    return asked;
}

static int limits_agree(const struct rows *rows, const struct place *p)
{
    uint64_t bits = 0, low = 0;
    size_t i;
    int agree = 1;

    for (i = 0; i < LIMITS; i++) {
        const int32_t status =
            gpuocc_occupancy_get(p->occupancy, GPUOCC_RESULT_LIMIT, limits[i].limit, &low, NULL);
        const long long expected = number(rows, limits[i].column, -1);

        agree &=
            status == GPUOCC_NOT_APPLICABLE ? expected == NO_LIMIT : expected == (long long)low;
        if (gpuocc_occupancy_limiters(p->occupancy) >> limits[i].limit & 1)
            bits |= limits[i].bit;
    }
    return agree && (long long)bits == number(rows, "limiting_factors_hex", -1);
}

static int agrees(const struct rows *rows, const struct place *p, const gpuocc_kernel *kernel)
{
    const uint64_t notes = result(p, GPUOCC_RESULT_NOTES, 0);
    const int off = notes >> GPUOCC_NOTE_GLOBAL_CACHING_OFF & 1;
    const long long caching = off ? 0 : (long long)kernel->global_caching - 1;

    if (number(rows, "status", -1) != 0)
        return p->status < 0;
    return p->status == 0 &&
           (long long)gpuocc_occupancy_groups(p->occupancy) ==
               number(rows, "active_blocks_per_sm", -1) &&
           limits_agree(rows, p) &&
           (long long)result(p, GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP, 0) ==
               number(rows, "allocated_registers_per_block", -1) &&
           result(p, GPUOCC_RESULT_SHARED_ALLOCATED_BYTES, 0) ==
               strtoull(cell(rows, "allocated_shared_bytes_per_block"), NULL, 0) &&
           caching == number(rows, "partitioned_gc_result", -1);
}

/* Compares the header's second query: dynamic shared memory available for the row's number of
 * blocks. */
static int available_agrees(const struct rows *rows, const struct place *p)
{
    const uint32_t blocks = (uint32_t)number(rows, "available_for_blocks", 0);
    uint32_t bytes = 0;
    int32_t status;

    status = gpuocc_occupancy_maximum(p->occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,
                                      GPUOCC_TARGET_GROUPS, blocks, &bytes, NULL);
    if (number(rows, "available_status", -1) != 0)
        return status < 0;
    return status == GPUOCC_OK && bytes == number(rows, "available_dynamic_shared_bytes", -1);
}

/* Compares its third query: the block size with the most threads. */
static int potential_agrees(const struct rows *rows, gpuocc_kernel kernel)
{
    const gpuocc_device *device = device_of(rows);
    uint32_t threads = 0, groups = 0;
    int32_t status;
    uint64_t cores = 0;

    if (number(rows, "potential_status", -1) != 0)
        return 1; /* the launch itself was refused, which is compared above */
    kernel.size = sizeof kernel;
    status =
        best_group(device, GPUOCC_CONVENTION_HEADER, &kernel, NULL, 0, &threads, &groups, NULL);
    if (number(rows, "potential_block_size_threads", 0) == 0)
        return status == GPUOCC_ERROR_INDEX;
    cores = (uint64_t)number(rows, "potential_min_grid_blocks", 0);
    return status == GPUOCC_OK && groups != 0 && cores % groups == 0 &&
           threads == number(rows, "potential_block_size_threads", -1);
}

/* Compares every answer of the header exactly. */
static void test_header(const char *file)
{
    int asked = 0, refused = 0, different = 0;
    struct rows rows;
    struct place p;
    gpuocc_kernel kernel;

    rows_open(&rows, file);
    while (rows_next(&rows)) {
        if (!kernel_of(&rows, &kernel)) {
            refused++;
            note("row %d cannot be asked in 32 bits", rows.row);
            continue;
        }
        asked++;
        place_as(&p, device_of(&rows), GPUOCC_CONVENTION_HEADER, kernel);
        if (agrees(&rows, &p, &kernel) && (p.status < 0 || available_agrees(&rows, &p)) &&
            potential_agrees(&rows, kernel))
            continue;
        if (different++ < 5)
            note("row %d: status %d (%s), groups %u, limiters %x", rows.row, (int)p.status,
                 sentence(&p), p.status ? 0 : gpuocc_occupancy_groups(p.occupancy),
                 p.status ? 0 : gpuocc_occupancy_limiters(p.occupancy));
    }
    ok(different == 0 && asked > 60, "%s: %d rows in the header convention, %d differ, %d refused",
       file, asked, different, refused);
}

/* Clusters of a B200, measured by two authors (reference section 5). */
static void test_clusters(void)
{
    static const struct {
        uint32_t size, groups, clusters;
    } rows[] = {{1, 8, 1184}, {2, 8, 592}, {4, 8, 284}, {8, 8, 142}, {12, 8, 87},
                {16, 8, 66},  {20, 8, 24}, {32, 8, 0},  {4, 1, 33},  {2, 1, 74}};
    /* Counts are published for sizes that a launch refuses. */
    const gpuocc_device *device =
        edited(find("B200"), GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER_ON_REQUEST, 32);
    uint64_t low;
    gpuocc_kernel kernel = {0};
    struct place p;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kernel.threads_per_group = rows[i].groups == 1 ? 1024 : 256;
        kernel.registers_per_thread = rows[i].groups == 1 ? 64 : 32;
        kernel.groups_per_cluster = rows[i].size;
        place(&p, device, kernel);
        ok(result(&p, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0) == rows[i].clusters &&
               result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) == rows[i].clusters * rows[i].size,
           "B200: %u clusters of %u groups, %u per SM", rows[i].clusters, rows[i].size,
           rows[i].groups);
    }
    kernel.threads_per_group = 64;
    kernel.registers_per_thread = 16;
    kernel.groups_per_cluster = 1;
    place(&p, device, kernel);
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 32 &&
           result(&p, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0) == 1184,
       "clusters of 64 threads: at most 8 groups of 32 per SM");
    kernel.groups_per_cluster = 17;
    ok(place(&p, find("B200"), kernel) == GPUOCC_ERROR_TOO_LARGE, "a cluster of 17 is refused");
    kernel.groups_per_cluster = 8;
    place(&p, find("H100 SXM5 80 GB"), kernel);
    ok(gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0, &low, NULL) ==
               GPUOCC_NOT_KNOWN &&
           gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0, &low, NULL) ==
               GPUOCC_NOT_KNOWN,
       "H100: the GPCs are not known, so neither are the clusters nor the groups in them");
    kernel.groups_per_cluster = 1;
    place(&p, find("H100 SXM5 80 GB"), kernel);
    ok(result(&p, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0) == 132 * 8 &&
           result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) == 132 * 8,
       "a cluster of one group needs no GPC");
    kernel.groups_per_cluster = 8;
    kernel.threads_per_group = 1024;
    kernel.registers_per_thread = 128;
    place(&p, find("H100 SXM5 80 GB"), kernel);
    ok(p.status == GPUOCC_OK && result(&p, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0) == 0 &&
           result(&p, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0) == 0,
       "nor does none at all");
    kernel.groups_per_cluster = 2;
    ok(place(&p, find("sm_89"), kernel) == GPUOCC_ERROR_NO_RESOURCE, "sm_89 has no clusters");
}

/* Whether a sentence of advice contains the text. */
static int advises(const struct place *p, const char *wanted)
{
    char text[512];
    uint32_t i;

    for (i = 0; gpuocc_occupancy_advice(p->occupancy, i, text, sizeof text, NULL) == GPUOCC_OK; i++)
        if (strstr(text, wanted) != NULL)
            return 1;
    return 0;
}

/* tests/tools/test_settings.py compiles kernels whose barriers ptxas cannot count. */
static void test_all_barriers(void)
{
    gpuocc_kernel kernel = {.threads_per_group = 256, .barriers_per_group = 16};
    struct place p;

    place(&p, find("12.0"), kernel);
    ok(advises(&p,
               "16 barriers mean that the kernel uses all of them or that ptxas could not tell"),
       "16 barriers may be those that ptxas could not count");
    ok(advises(&p, "to lower barriers_per_group (16 -> 12): 2 groups instead of 1"),
       "and fewer are more groups");
    kernel.barriers_per_group = 15;
    place(&p, find("12.0"), kernel);
    ok(advises(&p, "cut 3 barriers_per_group (15 -> 12): 2 groups instead of 1"),
       "15 barriers are those that the kernel uses");
}

/* Rows of the table of the header's pitfalls: the answers of the default convention instead. */
static void test_traps(void)
{
    gpuocc_kernel kernel = {.threads_per_group = 256, .registers_per_thread = 32};
    struct place p;
    uint32_t bytes = 0;

    place(&p, find("8.0"), kernel);
    gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, GPUOCC_TARGET_GROUPS,
                             2, &bytes, NULL);
    ok(bytes == 82944, "2: the reserve is counted: 82944 bytes for 2 blocks");
    gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, GPUOCC_TARGET_GROUPS,
                             1, &bytes, NULL);
    ok(bytes == 166912, "2: 166912 bytes for one");
    kernel.max_threads_per_group = 256;
    kernel.threads_per_group = 512;
    place(&p, find("8.0"), kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 0 &&
           gpuocc_occupancy_limiters(p.occupancy) == 1u << GPUOCC_LIMIT_LAUNCH,
       "9: a block above the function's bound does not launch");
    kernel.max_threads_per_group = 0;
    kernel.threads_per_group = 256;
    kernel.barriers_per_group = 16;
    place(&p, find("9.0"), kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 4 &&
           gpuocc_occupancy_limiters(p.occupancy) == 1u << GPUOCC_LIMIT_BARRIERS,
       "6: the limiter of 4 blocks is barriers alone");
    kernel.barriers_per_group = 1;
    kernel.virtual_resources = 128;
    place(&p, find("10.0"), kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 1, "13: a Tensor Memory kernel has one block");
    memset(&kernel, 0, sizeof kernel);
    kernel.threads_per_group = 256;
    kernel.shared_bytes = 20480;
    kernel.cache_preference = GPUOCC_CACHE_PREFERENCE_L1;
    kernel.max_dynamic_shared_bytes = 49152;
    place(&p, find("3.5"), kernel);
    gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, GPUOCC_TARGET_GROUPS,
                             2, &bytes, NULL);
    ok(bytes == 4096, "3: Kepler with L1 preferred: 4096 bytes for 2 blocks");
    memset(&kernel, 0, sizeof kernel);
    kernel.threads_per_group = 320;
    kernel.registers_per_thread = 200;
    place(&p, find("6.0"), kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 0, "GP100 refuses what would not fit four parts");
    memset(&kernel, 0, sizeof kernel);
    kernel.threads_per_group = 256;
    kernel.shared_bytes = 65536;
    place(&p, find("8.0"), kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 2 &&
           (result(&p, GPUOCC_RESULT_NOTES, 0) >> GPUOCC_NOTE_STATIC_SHARED & 1) == 1,
       "10: static shared memory above 48 KiB: 2 blocks and a note");
}

/* The header's own answers, of cudaOccAvailableDynamicSMemPerBlock with a bound of INT_MAX; with
 * opt-in and no bound, it refuses any dynamic shared memory. */
static void test_no_bound(void)
{
    gpuocc_kernel kernel = {.threads_per_group = 704, .registers_per_thread = 32};
    struct place p;
    uint32_t bytes[3] = {0, 1, 1};

    place_as(&p, find("8.0"), GPUOCC_CONVENTION_HEADER, kernel);
    gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, GPUOCC_TARGET_GROUPS,
                             1, &bytes[0], NULL);
    kernel.max_dynamic_shared_bytes = GPUOCC_ZERO;
    place_as(&p, find("8.0"), GPUOCC_CONVENTION_HEADER, kernel);
    gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, GPUOCC_TARGET_GROUPS,
                             1, &bytes[1], NULL);
    kernel.max_dynamic_shared_bytes = 0;
    kernel.shared_limit = GPUOCC_SHARED_LIMIT_OPTIN;
    place_as(&p, find("8.0"), GPUOCC_CONVENTION_HEADER, kernel);
    gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, GPUOCC_TARGET_GROUPS,
                             1, &bytes[2], NULL);
    ok(bytes[0] == 50176 && bytes[1] == 0 && bytes[2] == 0,
       "header: a bound that is not given is none, except with opt-in");
}

/* A capability that is in no table, made by the caller: the limits of the nearest one, and marked
 * as assumed. */
static void test_later_chip(void)
{
    const uint32_t field = GPUOCC_DEVICE_GENERATION;
    const uint64_t later = 130;
    const gpuocc_device *device;
    gpuocc_kernel kernel = {.threads_per_group = 256, .registers_per_thread = 32};
    struct place p;
    struct own own;

    ok(gpuocc_device_find("sm_130", 6, 0, &device, NULL, NULL) == GPUOCC_ERROR_DEVICE_UNKNOWN,
       "14: sm_130 is not found, nothing is assumed silently");
    make_own(&own, find("sm_103"), "sm_130", &field, &later, 1);
    place(&p, own.device, kernel);
    ok(gpuocc_occupancy_groups(p.occupancy) == 8 &&
           (result(&p, GPUOCC_RESULT_NOTES, 0) >> GPUOCC_NOTE_ASSUMED & 1) == 1,
       "14: made from sm_103 by its caller it is computed, and marked as assumed");
}

/* 10.7 with invented values for unpublished figures: the shared memory that its blocks may have,
 * and that of an SM with one such block (CUTLASS arch.h, FlashInfer #4849). */
/* What is possible without opt-in, the attribute MaxDynamicSharedMemorySize: 48 KiB of the 99 KiB
 * of a block on 12.0 (CUDA C++ Programming Guide, technical specifications). */
static void test_opt_in(void)
{
    static const struct {
        uint32_t limit, fixed, dynamic;
        const char *advice;
    } rows[] = {
        {0, 0, 4, "dynamic_shared_bytes may grow to 101376 (49152 without opt-in) at no cost"},
        {GPUOCC_SHARED_LIMIT_OPTIN, 256, 4,
         "shared_bytes may grow to 101372 (49148 without opt-in) at no cost"},
        {0, 0, 49152, "dynamic_shared_bytes may grow to 101376 (49152 without opt-in) at no cost"},
        {0, 0, 49153, "dynamic_shared_bytes may grow to 101376 at no cost"},
        {GPUOCC_SHARED_LIMIT_DEFAULT, 0, 4, "dynamic_shared_bytes may grow to 49152 at no cost"}};
    gpuocc_kernel kernel = {.threads_per_group = 1024};
    char text[200];
    struct place p;
    uint32_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kernel.shared_limit = rows[i].limit;
        kernel.shared_bytes = rows[i].fixed;
        kernel.dynamic_shared_bytes = rows[i].dynamic;
        place(&p, find("sm_120"), kernel);
        text[0] = 0;
        (void)gpuocc_occupancy_advice(p.occupancy, 0, text, sizeof text, NULL);
        ok(strcmp(text, rows[i].advice) == 0, "opt-in, row %u: %s", i, text);
    }
}

/* A kernel with oversized shared memory has no advice about the limit without opt-in. */
static void check_oversized_advice(const struct own *own, gpuocc_kernel kernel)
{
    char text[256] = "";
    struct place p;

    kernel.shared_bytes = 0;
    kernel.dynamic_shared_bytes = 240000;
    (void)place(&p, made(own), kernel);
    ok(gpuocc_occupancy_advice(p.occupancy, 0, text, sizeof text, NULL) == GPUOCC_OK &&
           strstr(text, "dynamic_shared_bytes may grow to 334848 at no cost") != NULL,
       "10.7: %s", text);
}

static void test_oversized(void)
{
    static const struct change changes[] = {{GPUOCC_DEVICE_PARTITIONS_PER_CORE, 4},
                                            {GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 1024},
                                            {GPUOCC_DEVICE_MAX_GROUPS_PER_CORE, 32},
                                            {GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 16},
                                            {GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 16384},
                                            {GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 255},
                                            {GPUOCC_DEVICE_BARRIERS_PER_CORE, 64}};
    static const struct {
        uint32_t choice, fixed, dynamic, groups;
        uint64_t allowed; /* 0: it is accepted */
        uint32_t capacity;
    } rows[] = {{0, 0, 232448, 1, 0, 233472},
                {0, 0, 232449, 0, 232448, 0},
                {GPUOCC_SHARED_LIMIT_OPTIN, 0, 334848, 0, 232448, 0},
                {GPUOCC_SHARED_LIMIT_OVERSIZED, 0, 100000, 2, 0, 233472},
                {GPUOCC_SHARED_LIMIT_OVERSIZED, 0, 232448, 1, 0, 233472},
                {GPUOCC_SHARED_LIMIT_OVERSIZED, 0, 232449, 1, 0, 335872},
                {GPUOCC_SHARED_LIMIT_OVERSIZED, 0, 334848, 1, 0, 335872},
                {GPUOCC_SHARED_LIMIT_OVERSIZED, 0, 334849, 0, 334848, 0},
                {GPUOCC_SHARED_LIMIT_OVERSIZED, 1024, 333824, 1, 0, 335872},
                {GPUOCC_SHARED_LIMIT_OVERSIZED, 1024, 333825, 0, 333824, 0},
                {GPUOCC_SHARED_LIMIT_OVERSIZED, 232449, 0, 0, 232448, 0}};
    gpuocc_kernel kernel = {.threads_per_group = 128};
    struct place p;
    struct own own;
    uint32_t i;
    int good = 1;

    (void)make_changed(&own, find("sm_107"), NULL, changes, 7);
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kernel.shared_limit = rows[i].choice;
        kernel.shared_bytes = rows[i].fixed;
        kernel.dynamic_shared_bytes = rows[i].dynamic;
        (void)place(&p, made(&own), kernel);
        good =
            rows[i].allowed != 0
                ? p.status == GPUOCC_ERROR_SHARED_TOO_LARGE && p.error.limit == rows[i].allowed
                : p.status == GPUOCC_OK && result(&p, GPUOCC_RESULT_GROUPS, 0) == rows[i].groups &&
                      result(&p, GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_SHARED) == rows[i].capacity;
        ok(good, "10.7, shared_limit %u, %u and %u bytes", rows[i].choice, rows[i].fixed,
           rows[i].dynamic);
    }
    kernel.shared_limit = GPUOCC_SHARED_LIMIT_OVERSIZED;
    check_oversized_advice(&own, kernel);
    kernel.shared_bytes = kernel.dynamic_shared_bytes = 0;
    ok(place(&p, find("sm_107"), kernel) == GPUOCC_ERROR_DEVICE_NO_MODEL &&
           p.error.field == GPUOCC_DEVICE_PARTITIONS_PER_CORE,
       "10.7: what is not published is not made up");
    ok(place(&p, find("sm_103"), kernel) == GPUOCC_ERROR_NOT_A_CHOICE && p.error.limit == 2,
       "10.3 has no oversized shared memory");
    ok(place_as(&p, made(&own), GPUOCC_CONVENTION_HEADER, kernel) == GPUOCC_ERROR_DEVICE_UNKNOWN,
       "the header does not know 10.7");
    ok(make_changed(&own, find("sm_107"), NULL, changes, 6) < 0 &&
           own.error.field == GPUOCC_DEVICE_BARRIERS_PER_CORE,
       "with sub-partitions all other numbers are needed");
}

/* NVIDIA's Occupancy Calculator has 63 registers per thread for 3.0 and 255 for 3.5; the header
 * accepts 255 for both. */
static void test_kepler_registers(void)
{
    gpuocc_kernel kernel = {0};
    struct place p;
    uint32_t i;

    for (i = 0; i < 2; i++) {
        const gpuocc_device *device = find(i == 0 ? "3.0" : "3.5");
        const uint32_t most = i == 0 ? 63 : 255;

        kernel.threads_per_group = 128;
        kernel.registers_per_thread = most;
        ok(place_as(&p, device, 0, kernel) == GPUOCC_OK &&
               gpuocc_occupancy_groups(p.occupancy) == (i == 0 ? 8u : 2u),
           "%u registers per thread launch", most);
        kernel.registers_per_thread = most + 1;
        ok(place_as(&p, device, 0, kernel) == GPUOCC_ERROR_TOO_MANY_REGISTERS &&
               p.error.limit == most,
           "%u do not", most + 1);
        kernel.registers_per_thread = 255;
        ok(place_as(&p, device, GPUOCC_CONVENTION_HEADER, kernel) == GPUOCC_OK &&
               gpuocc_occupancy_groups(p.occupancy) == 2,
           "255 do in the header");
    }
}

static void test_nvidia(void)
{
    gpuocc_kernel kernel = {
        .threads_per_group = 256, .registers_per_thread = 72, .shared_bytes = 24 * 1024};
    struct place p;

    place(&p, find("RTX 4090"), kernel);
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 3, "RTX 4090, 256 threads, 72 registers: 3 groups");
    test_header("nvidia/occupancy_sample.csv");
    test_header("nvidia/occupancy_edge.csv");
    test_clusters();
    test_traps();
    test_no_bound();
    test_all_barriers();
    test_later_chip();
    test_opt_in();
    test_oversized();
    test_kepler_registers();
}

/* The 64 barriers of an SM of 9.0 allow 32 blocks with two each, which is also the number of slots:
 * the header names both. With three each they allow 21. */
static void test_header_barriers(void)
{
    const gpuocc_device *device = find("9.0");
    gpuocc_kernel k = {.threads_per_group = 32, .barriers_per_group = 2};
    struct place p;

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

int main(void)
{
    test_nvidia();
    test_header_barriers();
    return done();
}
