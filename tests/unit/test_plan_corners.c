/* SPDX-License-Identifier: MIT
 *
 * Tests plans of custom devices, whose tables have corner cases that no built-in device has: each
 * row equals the handle of its kernel. Also tests how far a plan reads and writes.
 */
#ifdef __linux__
#define _DEFAULT_SOURCE /* for an anonymous mmap */
#endif
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

int main(void)
{
    state = 3;
    test_devices();
    test_one_result();
    test_no_shared_limit();
#ifdef __linux__
    test_ends();
#endif
    return done();
}
