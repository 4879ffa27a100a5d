/* SPDX-License-Identifier: MIT
 *
 * Tests which rows of plans are looked up in tables and which are evaluated one by one. Calls
 * between the library's files are intercepted and counted (the linker's --wrap).
 */
#define GOCC_PRIVATE
#include "occupancy/occupancy.h"
#include "plan/plan.h"
#include "schedule/schedule.h"
#include "own.h"
#include "plan/plan.h"
#include "plans.h"

#define ROWS 1000
#define ANY  UINT32_MAX

int __real_gocc_block_look_up(const gpuocc_plan *plan, const uint32_t *const column[4],
                              uint32_t *const to[3]);
int __wrap_gocc_block_look_up(const gpuocc_plan *plan, const uint32_t *const column[4],
                              uint32_t *const to[3]);
int32_t __real_gpuocc_occupancy_init(gpuocc_occupancy *occupancy, const gpuocc_device *device,
                                     uint32_t convention, const gpuocc_kernel *kernel,
                                     gpuocc_error *error);
int32_t __wrap_gpuocc_occupancy_init(gpuocc_occupancy *occupancy, const gpuocc_device *device,
                                     uint32_t convention, const gpuocc_kernel *kernel,
                                     gpuocc_error *error);

static struct {
    uint32_t looked_up, refused; /* blocks */
    uint32_t direct;             /* blocks whose columns were not copied */
    uint32_t single;             /* rows that were evaluated one by one */
} seen;

int __wrap_gocc_block_look_up(const gpuocc_plan *plan, const uint32_t *const column[4],
                              uint32_t *const to[3])
{
    const int found = __real_gocc_block_look_up(plan, column, to);

    seen.direct += column[0] >= columns[0] && column[0] < columns[0] + ROWS;
    seen.looked_up += found != 0;
    seen.refused += found == 0;
    return found;
}

int32_t __wrap_gpuocc_occupancy_init(gpuocc_occupancy *occupancy, const gpuocc_device *device,
                                     uint32_t convention, const gpuocc_kernel *kernel,
                                     gpuocc_error *error)
{
    seen.single++;
    return __real_gpuocc_occupancy_init(occupancy, device, convention, kernel, error);
}

/* Runs rows of threads, registers, shared and dynamic shared memory, or the first of these, and
 * compares them with single queries. Returns how many rows were evaluated one by one. */
static uint32_t run(const gpuocc_plan *plan, uint32_t rows, uint32_t ins, uint32_t outs,
                    uint32_t *wrong)
{
    const uint32_t fields[4] = {GPUOCC_KERNEL_THREADS_PER_GROUP, plan->register_field,
                                GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES};
    uint32_t i, c, single;
    struct place p;

    memset(&seen, 0, sizeof seen);
    memset(results, 0x5a, sizeof results);
    memset(statuses, 0x5a, sizeof statuses);
    *wrong = gpuocc_plan_run(plan, rows, fields, in, ins, wanted, out, outs, statuses) != GPUOCC_OK;
    single = seen.single;
    for (i = 0; i < rows; i++) {
        place_as(&p, plan->device, plan->convention, kernel_at(plan->base, fields, ins, i));
        *wrong += !is_row(&p, outs, i);
    }
    for (c = 0; c < outs; c++)
        *wrong += results[c][rows] != 0x5a5a5a5a || statuses[rows] != 0x5a5a5a5a;
    return single;
}

static void fill(uint32_t threads, uint32_t registers, uint32_t shared, uint32_t dynamic)
{
    uint32_t i;

    for (i = 0; i < ROWS; i++) {
        columns[0][i] = threads - i % 7;
        columns[1][i] = registers - i % 5;
        columns[2][i] = shared;
        columns[3][i] = dynamic;
    }
}

/* Runs a row among others that are in the tables; `single` is 1 if it is not in them. */
static uint32_t odd_row(const gpuocc_plan *p, const uint32_t row[4], uint32_t single)
{
    uint32_t wrong, asked, c;

    fill(200, 40, 1000, 100);
    for (c = 0; c < 4; c++) {
        columns[c][300] = row[c];
        columns[c][301] = c == 0 ? 1 : c == 1 ? p->max_registers : 0;
        columns[c][302] = c == 0   ? 1
                          : c == 3 ? p->max_shared - p->base.dynamic_shared_bytes_per_thread
                                   : 0;
    }
    asked = run(p, ROWS, 4, 3, &wrong);
    if (wrong != 0 || asked != single || seen.refused != single || seen.looked_up != 8) {
        note("%s: %u %u %u %u: %u wrong, %u asked, blocks: %u looked up, %u not",
             gpuocc_device_name(p->device), row[0], row[1], row[2], row[3], wrong, asked,
             seen.looked_up, seen.refused);
        return 1;
    }
    return 0;
}

/* Rows at the limits of the tables and one above; and sums that exceed 32 bits. */
static void test_ends(const gpuocc_plan *p)
{
    const uint32_t t = p->max_threads, r = p->max_registers, s = p->max_shared;
    const uint32_t each = p->base.dynamic_shared_bytes_per_thread;
    const uint32_t rows[][5] = {{t, 0, 0, 0, each * t > s},
                                {t + 1, 0, 0, 0, 1},
                                {0, 0, 0, 0, 1},
                                {1, r, 0, 0, 0},
                                {1, r + 1, 0, 0, 1},
                                {1, 0, s - each, 0, 0},
                                {1, 0, s - each + 1, 0, 1},
                                {1, 0, 0, s - each, 0},
                                {1, 0, 0, s - each + 1, 1},
                                {1, 0, 1000, s - each - 1000, 0},
                                {1, 0, 1000, s - each - 999, 1},
                                {1, 0, 0u - 1000, 1000, 1},
                                {1, 0, 1000, 0u - 1000, 1},
                                {1, 0, 0, 0u - each, each != 0},
                                {100, 0, 0, 0u - 100 * each, each != 0},
                                {1, GPUOCC_UNKNOWN, 0, 0, 1},
                                {1, 0, 1u << 31, 1u << 31, 1}};
    uint32_t i, bad = 0;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        bad += odd_row(p, rows[i], rows[i][4]);
    ok(bad == 0 && p->by_sum, "%s, %u bytes a thread: rows at the ends: %u differ",
       gpuocc_device_name(p->device), each, bad);
}

/* Runs all rows: `single` of them, or any number, are evaluated one by one. */
static void all_rows(const char *what, const gpuocc_device *device, gpuocc_kernel base,
                     uint32_t ins, uint32_t outs, uint32_t single)
{
    uint32_t wrong;
    const uint32_t asked = run(plan_of(device, 0, base), ROWS, ins, outs, &wrong);

    ok((asked == single || single == ANY) && wrong == 0, "%s: %u asked, %u wrong", what, asked,
       wrong);
}

/* Which columns and bases are looked up. */
static void test_ways(void)
{
    const gpuocc_device *device = find("8.0");
    gpuocc_kernel base = {0};

    fill(200, 40, 1000, 100);
    all_rows("max_waves, where all rows have the same", device, base, 4, 4, 0);
    base.shared_bytes = 20000;
    base.dynamic_shared_bytes = 3000;
    base.registers_per_thread = 100;
    all_rows("the base's values where there is no column", device, base, 1, 3, 0);
    memset(&base, 0, sizeof base);
    base.max_dynamic_shared_bytes = 2000;
    all_rows("a bound on dynamic memory, without any", device, base, 3, 3, 0);
    all_rows("with a column of it", device, base, 4, 3, ROWS);
    base.dynamic_shared_bytes = 1;
    all_rows("with one byte in the base", device, base, 3, 3, ROWS);
    base.dynamic_shared_bytes = 0;
    base.dynamic_shared_bytes_per_thread = 1;
    all_rows("with one byte a thread", device, base, 3, 3, ROWS);
}

/* Bounds of the kernel: the threads matter if they are not a multiple of the wave size. */
static void test_bounds(void)
{
    const gpuocc_device *device = find("8.0");
    gpuocc_kernel base = {.max_threads_per_group = 100};

    fill(200, 40, 1000, 100);
    all_rows("a bound of 100 threads", device, base, 4, 3, ROWS);
    base.max_threads_per_group = 33;
    fill(36, 40, 0, 0);
    all_rows("of 33 threads", device, base, 4, 3, ROWS);
    base.max_threads_per_group = 1000;
    fill(1003, 40, 0, 0);
    all_rows("of 1000 threads", device, base, 4, 3, ROWS);
    base.max_threads_per_group = 64;
    fill(67, 40, 0, 0);
    all_rows("of 64 threads", device, base, 4, 3, 0);
    memset(&base, 0, sizeof base);
    base.accumulators_per_thread = 256; /* without registers it just fits, with 8 it does not */
    fill(200, 40, 0, 0);
    all_rows("256 accumulators", find("gfx90a"), base, 4, 3, ANY);
    memset(&base, 0, sizeof base);
    fill(200, 40, 1000, 100);
    base.wave_size = 16;
    all_rows("Xe3", find("ptl-h"), base, 4, 3, 0);
    all_rows("Xe3, max_waves that differ", find("ptl-h"), base, 4, 4, ROWS);
}

static void test_blocks(void)
{
    const gpuocc_plan *plan = plan_of(find("8.0"), 0, (gpuocc_kernel){0});
    uint32_t wrong, asked;

    fill(200, 40, 1000, 100);
    asked = run(plan, 256, 2, 1, &wrong);
    ok(asked == 0 && wrong == 0 && seen.looked_up == 2 && seen.direct == 2,
       "two whole blocks: %u looked up, %u without a copy", seen.looked_up, seen.direct);
    asked = run(plan, 257, 2, 1, &wrong);
    ok(asked == 0 && wrong == 0 && seen.looked_up == 3, "and one more row: %u looked up",
       seen.looked_up);
}

/* The memory that the threads add exceeds 32 bits together with the rest. */
static void test_wrap(void)
{
    static const struct change changes[] = {{GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 65536},
                                            {GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 7},
                                            {GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 4096},
                                            {GPUOCC_DEVICE_MAX_GROUPS_PER_CORE, 16}};
    static struct own own;
    gpuocc_kernel base = {.wave_size = 64, .dynamic_shared_bytes_per_thread = 65535};
    const gpuocc_plan *p;
    uint32_t wrong, asked, i;

    make_changed(&own, find("gfx1100"), NULL, changes, 4);
    p = plan_of(made(&own), GPUOCC_CONVENTION_DEFAULT, base);
    fill(1, 4, 0, 65536);
    for (i = 0; i < ROWS; i++)
        columns[0][i] = 65536;
    asked = run(p, ROWS, 4, 3, &wrong);
    ok(p->fast && asked == ROWS && wrong == 0, "65,535 bytes of 65,536 threads: %u asked, %u wrong",
       asked, wrong);
    base.dynamic_shared_bytes_per_thread = 32767;
    asked = run(plan_of(own.device, GPUOCC_CONVENTION_DEFAULT, base), ROWS, 4, 3, &wrong);
    ok(asked != 0 && wrong == 0, "32,767 bytes: %u asked, %u wrong", asked, wrong);
}

/* A thread adds all the memory that a group may have: groups of one thread are in the tables. */
static void test_each(void)
{
    const gpuocc_device *device = find("8.0");
    gpuocc_kernel base = {.dynamic_shared_bytes_per_thread = 163 * 1024};
    uint32_t i;

    gpuocc_plan_run(plan_of(device, 0, (gpuocc_kernel){0}), 0, NULL, NULL, 0, NULL, NULL, 0, NULL);
    fill(1, 40, 0, 0);
    for (i = 0; i < ROWS; i++)
        columns[0][i] = 1;
    all_rows("163 KiB of one thread", device, base, 4, 3, 0);
    columns[0][500] = 2;
    all_rows("of two threads in one row", device, base, 4, 3, 1);
    base.dynamic_shared_bytes_per_thread++;
    all_rows("one byte more", device, base, 4, 3, ROWS);
}

/* A column or a result that is not in the tables, before those that are. */
static void test_first(void)
{
    const uint32_t fields[2] = {GPUOCC_KERNEL_BARRIERS_PER_GROUP, GPUOCC_KERNEL_THREADS_PER_GROUP};
    const uint32_t asked[2] = {GPUOCC_RESULT_REQUESTED +
                                   GPUOCC_LIMIT_SHARED * GPUOCC_RESULT_INDEX_STEP,
                               GPUOCC_RESULT_GROUPS};
    const uint32_t notes[2] = {GPUOCC_RESULT_NOTES, GPUOCC_RESULT_GROUPS};
    gpuocc_kernel base = {0};

    columns[0][0] = 16;
    columns[1][0] = 32;
    memset(&seen, 0, sizeof seen);
    gpuocc_plan_run(plan_of(find("9.0"), 0, base), 1, fields, in, 2, wanted, out, 1, NULL);
    ok(results[0][0] == 4 && seen.single == 1, "16 barriers of a group: %u groups", results[0][0]);
    base.threads_per_group = 48;
    gpuocc_plan_run(plan_of(find("9.0"), 0, base), 1, NULL, NULL, 0, notes, out, 2, NULL);
    ok(results[0][0] == 1u << GPUOCC_NOTE_PARTIAL_WAVE && results[1][0] == 32,
       "notes, then groups");
    base.threads_per_group = 32;
    base.shared_bytes = INT32_MAX;
    base.dynamic_shared_bytes = INT32_MAX - 1;
    gpuocc_plan_run(plan_of(find("8.0"), GPUOCC_CONVENTION_HEADER, base), 1, NULL, NULL, 0, asked,
                    out, 2, NULL);
    ok(results[0][0] == GPUOCC_UNKNOWN,
       "a number that says that a result does not apply is none: %u bytes requested",
       results[0][0]);
    base.dynamic_shared_bytes--;
    gpuocc_plan_run(plan_of(find("8.0"), GPUOCC_CONVENTION_HEADER, base), 1, NULL, NULL, 0, asked,
                    out, 2, NULL);
    ok(results[0][0] == 0xfffffffc, "one less: %u", results[0][0]);
}

int main(void)
{
    static const char *const names[] = {"8.0", "5.2", "gfx1100", "gfx90a", "apple8", "apple9"};
    gpuocc_kernel base = {0};
    uint32_t i;

    for (i = 0; i < 2 * sizeof names / sizeof names[0]; i++) {
        base.dynamic_shared_bytes_per_thread = i % 2 ? 16 : 0;
        test_ends(plan_of(find(names[i / 2]), GPUOCC_CONVENTION_DEFAULT, base));
    }
    test_blocks();
    test_ways();
    test_bounds();
    test_wrap();
    test_each();
    test_first();
    return done();
}
