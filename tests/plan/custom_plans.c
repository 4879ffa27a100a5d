/* SPDX-License-Identifier: MIT
 *
 * Tests plans of custom devices, whose tables have corner cases that no built-in device has: each
 * row equals the handle of its kernel. Also tests memory that exceeds the tables, and how far a
 * plan reads and writes.
 */
#ifdef __linux__
#define _DEFAULT_SOURCE /* for an anonymous mmap */
#endif
#include "own.h"
#include "plans.h"
#include "tally.h"

#include "groups.h"
#include "plans.h"
#include "random.h"

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

#define ROWS 2000

/* Returns the number of rows that differ from the handle's answer. */
static uint32_t wrong_rows(const gpuocc_device *device, gpuocc_kernel base, uint32_t ins)
{
    const uint32_t fields[4] = {GPUOCC_KERNEL_THREADS_PER_GROUP, register_field(device),
                                GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES};
    const gpuocc_plan *plan = plan_of(device, GPUOCC_CONVENTION_DEFAULT, base);
    struct place p;
    uint32_t i, wrong = 0;

    if (gpuocc_plan_run(plan, ROWS, fields, in, ins, wanted, out, 4, statuses) != GPUOCC_OK)
        return ROWS;
    for (i = 0; i < ROWS; i++) {
        place(&p, device, kernel_at(base, fields, ins, i));
        if (is_row(&p, 4, i))
            continue;
        if (wrong++ == 0)
            note("%u threads, registers %u, shared %u + %u: %d, %u groups, %x limit", columns[0][i],
                 columns[1][i], columns[2][i], columns[3][i], statuses[i], results[0][i],
                 results[2][i]);
    }
    return wrong;
}

/* Fills the columns with sizes of shared memory next to every multiple of a unit, in one or two
 * parts. */
static void fill_columns(const gpuocc_device *device, uint32_t reserved, uint32_t unit)
{
    const uint32_t most = get(device, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP);
    uint32_t i, sum;

    for (i = 0; i < ROWS; i++) {
        sum = below(most / unit + 2) * unit + below(3) - below(2) * reserved;
        sum = i % 4 == 0 ? below(most + 2) : sum > most + 1 ? below(3) : sum;
        columns[3][i] = i % 3 == 0 ? below(sum + 1) : 0;
        columns[2][i] = sum - columns[3][i];
        columns[0][i] = below(3) == 0 ? 1 + below(get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP))
                                      : 1 + below(64);
        columns[1][i] = below(2) ? 0 : below(128);
    }
}

enum {
    BARRIERS = GPUOCC_DEVICE_BARRIERS_PER_CORE,
    RESERVED = GPUOCC_DEVICE_SHARED_RESERVED_BYTES,
    UNIT = GPUOCC_DEVICE_SHARED_UNIT_BYTES,
    MOST = GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP,
    FILE_SIZE = GPUOCC_DEVICE_REGISTERS_PER_PARTITION,
    POOL = GPUOCC_DEVICE_SHARED_POOL_BYTES,
    POOLS = GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB
};

static const struct {
    const char *base;
    struct change changes[4];
    uint32_t barriers, bound; /* of the kernels */
} devices[] = {
    /* No group is resident, whatever its shared memory; also with a bound of the kernel. */
    {"8.0", {{BARRIERS, 4}}, 8, 0},
    {"8.0", {{BARRIERS, 4}}, 8, 1000},
    /* The wave slots or the group slots are unknown, the others limit. */
    {"apple9", {{GPUOCC_DEVICE_MAX_GROUPS_PER_CORE, 37}}, 0, 0},
    {"apple9", {{GPUOCC_DEVICE_MAX_GROUPS_PER_CORE, 1}}, 0, 0},
    {"apple9", {{GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 28}}, 0, 0},
    {"8.0", {{RESERVED, 1 << 20}}, 0, 0},
    {"8.0", {{RESERVED, 1 << 20}}, 0, 1000},
    {"bmg-g21", {{BARRIERS, 4}}, 8, 0},
    {"8.0", {{FILE_SIZE, 64}}, 0, 1000},
    /* A bound that has an effect. */
    {"8.0", {{BARRIERS, 4}}, 4, 1000},
    {"8.0", {{BARRIERS, 8}}, 8, 163840},
    {"8.0", {{BARRIERS, 8}}, 8, 166912},
    /* The reserve is not a multiple of the unit, or of any unit that fits the tables. */
    {"8.0", {{RESERVED, 100}, {MOST, 8000}}, 0, 0},
    {"8.0", {{RESERVED, 100}, {MOST, 8000}}, 0, 1000},
    {"8.0", {{RESERVED, 104}, {MOST, 32000}}, 0, 0},
    {"8.0", {{RESERVED, 1000}}, 0, 0},
    {"8.0", {{RESERVED, 127}, {MOST, 128}, {POOL, 1024}, {POOLS, 1}}, 0, 0}, /* one byte and two */
    {"8.0", {{RESERVED, 96}, {UNIT, 64}}, 0, 0},
    {"apple8", {{RESERVED, 40}, {UNIT, 128}, {MOST, 16384}}, 0, 0},
    {"bmg-g21", {{RESERVED, 100}}, 0, 0},
    {"bmg-g21", {{RESERVED, 512}, {MOST, 65536}}, 0, 0},
    /* Units that are not powers of two, and no shared memory. */
    {"gfx1100", {{UNIT, 3}, {MOST, 4000}}, 0, 0},
    {"gfx1100", {{UNIT, 24}, {MOST, 30000}}, 0, 0},
    {"gfx1100", {{UNIT, 1025}}, 0, 0},
    {"gfx1100", {{MOST, 0}}, 0, 0},
    {"gfx1100", {{MOST, 1}}, 0, 0},
    {"8.0", {{MOST, 0}}, 0, 0},
    {"8.0", {{MOST, 2}}, 0, 1}};

static void test_devices(void)
{
    const uint32_t count = sizeof devices / sizeof devices[0];
    uint32_t i, good = 0, wrong;
    static struct own own;

    for (i = 0; i < count; i++) {
        gpuocc_kernel base = {0};
        const gpuocc_device *device;

        make_changed(&own, find(devices[i].base), NULL, devices[i].changes, 4);
        device = made(&own);
        base.barriers_per_group = devices[i].barriers;
        base.max_dynamic_shared_bytes = devices[i].bound;
        if (get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE) == 0)
            base.wave_size = 16;
        fill_columns(device, get(device, RESERVED), get(device, UNIT));
        wrong = wrong_rows(device, base, 4);
        good += wrong == 0;
        if (wrong != 0)
            note("device %u, of %s: %u of %u rows differ", i, devices[i].base, wrong, ROWS);
    }
    ok(good == count, "%u of %u devices of one's own have the rows of their handles", good, count);
}

/* A result that is not in the tables, as the only one. */
static void test_one_result(void)
{
    const uint32_t field = GPUOCC_KERNEL_THREADS_PER_GROUP;
    gpuocc_kernel base = kernel_of(0, 32, 5000);
    const gpuocc_plan *plan = plan_of(find("8.0"), 0, base);
    struct place p;
    uint32_t which, wrong = 0;

    for (which = 0; which < GPUOCC_RESULT_COUNT; which++) {
        columns[0][0] = base.threads_per_group = 200;
        gpuocc_plan_run(plan, 1, &field, in, 1, &which, out, 1, NULL);
        place(&p, find("8.0"), base);
        if (result(&p, which, 0) < GPUOCC_NONE)
            wrong += results[0][0] != result(&p, which, 0);
    }
    ok(wrong == 0, "each result alone: %u of %u differ", wrong, (uint32_t)GPUOCC_RESULT_COUNT);
}

#ifdef __linux__
/* Columns of every length that end at the end of a page. */
static void test_ends(void)
{
    const uint32_t fields[4] = {1, GPUOCC_KERNEL_REGISTERS_PER_THREAD, GPUOCC_KERNEL_SHARED_BYTES,
                                GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES};
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const gpuocc_plan *plan = plan_of(find("8.0"), 0, (gpuocc_kernel){0});
    const uint32_t *from[4];
    uint32_t *ends[9], *to[4], c, rows, i, wrong = 0;

    for (c = 0; c < 9; c++) {
        char *memory =
            mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

        mprotect(memory + page, page, PROT_NONE);
        ends[c] = (uint32_t *)(void *)(memory + page);
    }
    for (rows = 1; rows < 300; rows++) {
        for (c = 0; c < 4; c++) {
            from[c] = ends[c] - rows;
            to[c] = ends[4 + c] - rows;
            for (i = 0; i < rows; i++)
                (ends[c] - rows)[i] = c == 0 ? i % 7 * 64 : 0;
        }
        gpuocc_plan_run(plan, rows, fields, from, 4, wanted, to, 4,
                        (int32_t *)(void *)(ends[8] - rows));
        for (i = 0; i < rows; i++)
            wrong += to[0][i] != (i % 7 == 0   ? GPUOCC_UNKNOWN
                                  : i % 7 == 1 ? 32
                                               : 2048 / (i % 7 * 64));
    }
    ok(wrong == 0, "nothing is read or written behind the columns: %u rows differ", wrong);
}
#endif

/* Local memory does not limit the groups of a core, whatever the pool of the device is. */
static void test_no_shared_limit(void)
{
    static const uint32_t units[] = {1, 16, 256, 1024};
    uint32_t i, n, wrong = 0;

    for (n = 0; n < 4; n++) {
        edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 57914);
        edit(GPUOCC_DEVICE_SHARED_UNIT_BYTES, units[n]);
        for (i = 0; i < ROWS; i++) {
            columns[0][i] = 64;
            columns[1][i] = 8;
            columns[2][i] = i * 16;
            columns[3][i] = 0;
        }
        wrong += wrong_rows(own("Mali-G610"), (gpuocc_kernel){0}, 3);
    }
    ok(wrong == 0, "memory that does not limit does not in plans: %u rows differ", wrong);
}

static void test_plan(void)
{
    state = 3;
    test_devices();
    test_one_result();
    test_no_shared_limit();
#ifdef __linux__
    test_ends();
#endif
}

/* A plan over shared memory (static and dynamic) gives the results of handles. */
static void compare(struct tally *t, const gpuocc_device *device, uint32_t threads, uint64_t most)
{
    static const uint32_t fields[] = {GPUOCC_KERNEL_SHARED_BYTES,
                                      GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES};
    const gpuocc_kernel base = {.threads_per_group = threads};
    const gpuocc_plan *plan = plan_of(device, 0, base);
    struct place p;
    uint32_t i;

    for (i = 0; i < 256; i++) {
        columns[0][i] = (uint32_t)(most * (i % 64) / 62) + i % 5;
        columns[1][i] = i < 64 ? 0 : (uint32_t)(most * (i / 64) / 6);
    }
    tally(t, gpuocc_plan_run(plan, 256, fields, in, 2, wanted, out, 3, statuses) == GPUOCC_OK,
          "plan", 0, 0, 0);
    for (i = (uint32_t)gpuocc_plan_size(); i < sizeof plan_memory; i++)
        tally(t, ((const unsigned char *)plan_memory)[i] == 0xa5, "memory behind", (int)i, 0, 0);
    for (i = 0; i < 256; i++) {
        place(&p, device, kernel_at(base, fields, 2, i));
        tally(t, p.status == statuses[i], "status", (int)i, statuses[i], p.status);
        tally(t, is_row(&p, 3, i), "groups", (int)i, results[0][i],
              gpuocc_occupancy_groups(p.occupancy));
    }
}

/* Shared memory at the limits of a plan's tables: 4096 units, half a KiB that Apple reserves per
 * block, a pool of unknown size. */
static void test_plans(void)
{
    static const uint32_t nvidia[] = {GPUOCC_DEVICE_SHARED_POOL_BYTES,
                                      GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP};
    static const uint64_t units[] = {4094, 4095, 4096, 4097, 8000, 1u << 20};
    static const uint32_t apple[] = {GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP,
                                     GPUOCC_DEVICE_SHARED_POOL_BYTES};
    static const uint64_t limits[][2] = {{1000, 60 * 1024}, {32768, GPUOCC_UNKNOWN}};
    struct tally t = {0, 0};
    struct own own;
    uint32_t i;

    for (i = 0; i < sizeof units / sizeof units[0]; i++) {
        const uint64_t values[] = {units[i] * 128 + 1024, units[i] * 128};
        const uint64_t others[] = {units[i] * 512, units[i] * 512};

        make_own(&own, find("8.0"), "toy", nvidia, values, 2);
        compare(&t, own.device, 256, values[1]);
        make_own(&own, find("gfx90a"), "toy", nvidia, others, 2);
        compare(&t, own.device, 256, others[1]);
    }
    for (i = 0; i < 2; i++) {
        make_own(&own, find("apple7"), "toy", apple, limits[i], 2);
        compare(&t, own.device, 64, limits[i][0]);
    }
    ok(t.bad == 0 && t.rows > 12 * 256, "shared memory beyond the tables: %d checks, %d differ",
       t.rows, t.bad);
}

/* Clusters of a GPU whose number fits 32 bits, but equals a number with a special meaning in a
 * column. */
static void test_large_results(void)
{
    static const uint32_t fields[] = {
        GPUOCC_DEVICE_PARTITIONS_PER_CORE,   GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION,
        GPUOCC_DEVICE_MAX_GROUPS_PER_CORE,   GPUOCC_DEVICE_MAX_CLUSTERED_GROUPS_PER_CORE,
        GPUOCC_DEVICE_SHARED_RESERVED_BYTES, GPUOCC_DEVICE_CORES_PER_GPC,
        GPUOCC_DEVICE_CORES_PER_GPC};
    static const struct {
        uint64_t groups, cores[2];
        uint32_t told;
    } rows[] = {{65536, {32768, 32768}, GPUOCC_UNKNOWN},  /* 2^32 */
                {65535, {32768, 32769}, GPUOCC_UNKNOWN},  /* 2^32 - 1 */
                {38052, {65000, 47871}, UINT32_MAX - 3}}; /* 2^32 - 4 */
    const uint32_t clusters = GPUOCC_RESULT_CLUSTERS_PER_DEVICE;
    const gpuocc_kernel k = {.threads_per_group = 1, .groups_per_cluster = 1};
    struct tally t = {0, 0};
    uint32_t i;
    struct own own;

    for (i = 0; i < 3; i++) {
        const uint64_t values[] = {
            1024, 64, rows[i].groups, 0, 0, rows[i].cores[0], rows[i].cores[1]};

        make_own(&own, find("sm_90"), "toy", fields, values, 7);
        tally(&t,
              gpuocc_plan_run(plan_of(own.device, 0, k), 1, NULL, NULL, 0, &clusters, out, 1,
                              NULL) == GPUOCC_OK &&
                  results[0][0] == rows[i].told,
              "clusters", (int)i, results[0][0], rows[i].told);
    }
    ok(t.bad == 0, "clusters of a GPU in a column: %d checks, %d differ", t.rows, t.bad);
}

/* A column has one number per row, and no number for a range. */
static void test_range_in_column(void)
{
    const uint32_t field = GPUOCC_KERNEL_REGISTERS_PER_THREAD;
    const uint32_t allocated =
        GPUOCC_RESULT_ALLOCATED + GPUOCC_LIMIT_REGISTERS * GPUOCC_RESULT_INDEX_STEP;
    const gpuocc_kernel k = {.threads_per_group = 256};

    columns[0][0] = 64;
    columns[0][1] = GPUOCC_UNKNOWN;
    ok(gpuocc_plan_run(plan_of(find("sm_90"), 0, k), 2, &field, in, 1, &allocated, out, 1, NULL) ==
               GPUOCC_OK &&
           results[0][0] == 64 * 256 && results[0][1] == GPUOCC_UNKNOWN,
       "registers of a group in a column, 64 of a thread and unknown");
}

int main(void)
{
    test_plan();
    test_plans();
    test_large_results();
    test_range_in_column();
    return done();
}
