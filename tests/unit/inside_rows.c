/* SPDX-License-Identifier: MIT
 *
 * The rows of plans: which are looked up and which are asked about one by one. Calls between the
 * library's files are counted on their way (the linker's --wrap).
 */
#include "inside.h"

#define ROWS 1000

int __real_gocc_block_look_up(const gpuocc_plan *plan, const uint32_t *const column[4],
                              struct gocc_block *block);
int __wrap_gocc_block_look_up(const gpuocc_plan *plan, const uint32_t *const column[4],
                              struct gocc_block *block);
int32_t __real_gpuocc_occupancy_init(void *memory, size_t bytes, const gpuocc_device *device,
                                     uint32_t convention, const gpuocc_kernel *kernel,
                                     gpuocc_occupancy **occupancy, gpuocc_error *error);
int32_t __wrap_gpuocc_occupancy_init(void *memory, size_t bytes, const gpuocc_device *device,
                                     uint32_t convention, const gpuocc_kernel *kernel,
                                     gpuocc_occupancy **occupancy, gpuocc_error *error);

static uint32_t in_columns[4][ROWS], out_columns[4][ROWS];

static struct {
    uint32_t looked_up, refused; /* blocks */
    uint32_t direct;             /* those whose columns were not copied */
    uint32_t single;             /* rows that were asked about one by one */
} seen;

int __wrap_gocc_block_look_up(const gpuocc_plan *plan, const uint32_t *const column[4],
                              struct gocc_block *block)
{
    const int found = __real_gocc_block_look_up(plan, column, block);

    seen.direct += column[0] >= in_columns[0] && column[0] < in_columns[0] + ROWS;
    seen.looked_up += found != 0;
    seen.refused += found == 0;
    return found;
}

int32_t __wrap_gpuocc_occupancy_init(void *memory, size_t bytes, const gpuocc_device *device,
                                     uint32_t convention, const gpuocc_kernel *kernel,
                                     gpuocc_occupancy **occupancy, gpuocc_error *error)
{
    seen.single++;
    return __real_gpuocc_occupancy_init(memory, bytes, device, convention, kernel, occupancy,
                                        error);
}

static int32_t statuses[ROWS];

/* Runs rows of threads, registers, shared and dynamic shared memory, or the first of these, and
 * compares them with single questions: how many rows went that way. */
static uint32_t run(const gpuocc_plan *plan, uint32_t rows, uint32_t ins, uint32_t outs,
                    uint32_t *wrong)
{
    const uint32_t fields[4] = {GPUOCC_KERNEL_THREADS_PER_GROUP, plan->register_field,
                                GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES};
    const uint32_t wanted[4] = {GPUOCC_RESULT_GROUPS, GPUOCC_RESULT_WAVES, GPUOCC_RESULT_LIMITERS,
                                GPUOCC_RESULT_MAX_WAVES};
    const uint32_t *in[4] = {in_columns[0], in_columns[1], in_columns[2], in_columns[3]};
    uint32_t *out[4] = {out_columns[0], out_columns[1], out_columns[2], out_columns[3]};
    uint32_t i, c, single;

    memset(&seen, 0, sizeof seen);
    memset(out_columns, 0x5a, sizeof out_columns);
    memset(statuses, 0x5a, sizeof statuses);
    *wrong = gpuocc_plan_run(plan, rows, fields, in, ins, wanted, out, outs, statuses) != GPUOCC_OK;
    single = seen.single;
    for (i = 0; i < rows; i++) {
        gpuocc_kernel k = plan->base;
        gpuocc_occupancy *o = NULL;
        struct place p;

        for (c = 0; c < ins; c++)
            put_word(&k, fields[c], in[c][i]);
        p.status = __real_gpuocc_occupancy_init(p.words, sizeof p.words, plan->device,
                                                plan->convention, &k, &o, NULL);
        *wrong += p.status != statuses[i] ||
                  out[0][i] != (o ? gpuocc_occupancy_groups(o) : GPUOCC_UNKNOWN) ||
                  (outs > 1 && out[1][i] != (o ? gpuocc_occupancy_waves(o) : GPUOCC_UNKNOWN)) ||
                  (outs > 2 && out[2][i] != (o ? gpuocc_occupancy_limiters(o) : GPUOCC_UNKNOWN)) ||
                  (outs > 3 && out[3][i] != (o ? gpuocc_occupancy_max_waves(o) : GPUOCC_UNKNOWN));
    }
    for (c = 0; c < outs && rows < ROWS; c++)
        *wrong += out[c][rows] != 0x5a5a5a5a || statuses[rows] != 0x5a5a5a5a;
    return single;
}

static void fill(uint32_t threads, uint32_t registers, uint32_t shared, uint32_t dynamic)
{
    uint32_t i;

    for (i = 0; i < ROWS; i++) {
        in_columns[0][i] = threads - i % 7;
        in_columns[1][i] = registers - i % 5;
        in_columns[2][i] = shared;
        in_columns[3][i] = dynamic;
    }
}

/* A row, among others that are in the tables: `single` 1 if it is not itself. */
static uint32_t odd_row(const gpuocc_plan *p, const uint32_t row[4], uint32_t single)
{
    uint32_t wrong, asked, c;

    fill(200, 40, 1000, 100);
    for (c = 0; c < 4; c++) {
        in_columns[c][300] = row[c];
        in_columns[c][301] = c == 0 ? 1 : c == 1 ? p->max_registers : 0;
        in_columns[c][302] = c == 0   ? 1
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

/* Rows at the ends of the tables and one behind; and sums that leave 32 bits. */
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

/* Which columns and bases are looked up. */
static void test_ways(void)
{
    const gpuocc_device *device = find("8.0");
    gpuocc_kernel base = {0};
    uint32_t wrong, asked;

    fill(200, 40, 1000, 100);
    asked = run(make(device, 0, base), ROWS, 4, 4, &wrong);
    ok(asked == 0 && wrong == 0, "max_waves, where all rows have the same: %u asked", asked);
    asked = run(make(device, 0, base), 256, 2, 1, &wrong);
    ok(asked == 0 && wrong == 0 && seen.looked_up == 2 && seen.direct == 2,
       "two whole blocks: %u looked up, %u without a copy", seen.looked_up, seen.direct);
    asked = run(make(device, 0, base), 257, 2, 1, &wrong);
    ok(asked == 0 && wrong == 0 && seen.looked_up == 3, "and one more row: %u looked up",
       seen.looked_up);
    base.shared_bytes = 20000;
    base.dynamic_shared_bytes = 3000;
    base.registers_per_thread = 100;
    asked = run(make(device, 0, base), ROWS, 1, 3, &wrong);
    ok(asked == 0 && wrong == 0, "the base's values where there is no column: %u asked", asked);
    memset(&base, 0, sizeof base);
    base.max_dynamic_shared_bytes = 2000;
    asked = run(make(device, 0, base), ROWS, 3, 3, &wrong);
    ok(asked == 0 && wrong == 0, "a bound on dynamic memory, without any: %u asked", asked);
    asked = run(make(device, 0, base), ROWS, 4, 3, &wrong);
    ok(asked == ROWS && wrong == 0, "with a column of it: %u asked", asked);
    base.dynamic_shared_bytes = 1;
    asked = run(make(device, 0, base), ROWS, 3, 3, &wrong);
    ok(asked == ROWS && wrong == 0, "with one byte in the base: %u asked", asked);
    base.dynamic_shared_bytes = 0;
    base.dynamic_shared_bytes_per_thread = 1;
    asked = run(make(device, 0, base), ROWS, 3, 3, &wrong);
    ok(asked == ROWS && wrong == 0, "with one byte a thread: %u asked", asked);
}

/* Bounds of the kernel: the threads of a wave matter if they are no whole number of waves. */
static void test_bounds(void)
{
    const gpuocc_device *device = find("8.0");
    gpuocc_kernel base = {0};
    uint32_t wrong, asked;

    fill(200, 40, 1000, 100);
    base.max_threads_per_group = 100;
    asked = run(make(device, 0, base), ROWS, 4, 3, &wrong);
    ok(asked == ROWS && wrong == 0, "a bound of 100 threads: %u asked", asked);
    base.max_threads_per_group = 33;
    fill(36, 40, 0, 0);
    asked = run(make(device, 0, base), ROWS, 4, 3, &wrong);
    ok(asked == ROWS && wrong == 0, "of 33 threads: %u asked, %u wrong", asked, wrong);
    base.max_threads_per_group = 1000;
    fill(1003, 40, 0, 0);
    asked = run(make(device, 0, base), ROWS, 4, 3, &wrong);
    ok(asked == ROWS && wrong == 0, "of 1000 threads: %u asked, %u wrong", asked, wrong);
    base.max_threads_per_group = 64;
    fill(67, 40, 0, 0);
    asked = run(make(device, 0, base), ROWS, 4, 3, &wrong);
    ok(asked == 0 && wrong == 0, "of 64 threads: %u asked, %u wrong", asked, wrong);
    memset(&base, 0, sizeof base);
    base.accumulators_per_thread = 256; /* with none besides it just fits, with 8 it does not */
    fill(200, 40, 0, 0);
    asked = run(make(find("gfx90a"), 0, base), ROWS, 4, 3, &wrong);
    ok(wrong == 0, "256 accumulators: %u asked, %u wrong", asked, wrong);
    memset(&base, 0, sizeof base);
    fill(200, 40, 1000, 100);
    base.wave_size = 16;
    asked = run(make(find("ptl-h"), 0, base), ROWS, 4, 3, &wrong);
    ok(asked == 0 && wrong == 0, "Xe3: %u asked", asked);
    asked = run(make(find("ptl-h"), 0, base), ROWS, 4, 4, &wrong);
    ok(asked == ROWS && wrong == 0, "Xe3, max_waves that differ: %u asked", asked);
}

/* What so many threads add leaves 32 bits together with the rest. */
static void test_wrap(void)
{
    static const uint32_t fields[] = {
        GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD,
        GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, GPUOCC_DEVICE_MAX_GROUPS_PER_CORE};
    static const uint64_t values[] = {65536, 7, 4096, 16};
    static struct own own;
    gpuocc_kernel base = {0};
    const gpuocc_plan *p;
    uint32_t wrong, asked, i;

    make_own(&own, find("gfx1100"), NULL, fields, values, 4);
    base.wave_size = 64;
    base.dynamic_shared_bytes_per_thread = 65535;
    p = make(own.device, GPUOCC_CONVENTION_DEFAULT, base);
    fill(1, 4, 0, 65536);
    for (i = 0; i < ROWS; i++)
        in_columns[0][i] = 65536;
    asked = run(p, ROWS, 4, 3, &wrong);
    ok(p->fast && asked == ROWS && wrong == 0, "65,535 bytes of 65,536 threads: %u asked, %u wrong",
       asked, wrong);
    base.dynamic_shared_bytes_per_thread = 32767;
    asked = run(make(own.device, GPUOCC_CONVENTION_DEFAULT, base), ROWS, 4, 3, &wrong);
    ok(asked != 0 && wrong == 0, "32,767 bytes: %u asked, %u wrong", asked, wrong);
}

/* What a thread adds is all that a group may have: groups of one thread are in the tables. */
static void test_each(void)
{
    const gpuocc_device *device = find("8.0");
    gpuocc_kernel base = {0};
    uint32_t wrong, asked, i;

    gpuocc_plan_run(make(device, 0, base), 0, NULL, NULL, 0, NULL, NULL, 0, NULL);
    base.dynamic_shared_bytes_per_thread = 163 * 1024;
    fill(1, 40, 0, 0);
    for (i = 0; i < ROWS; i++)
        in_columns[0][i] = 1;
    asked = run(make(device, 0, base), ROWS, 4, 3, &wrong);
    ok(asked == 0 && wrong == 0, "163 KiB of one thread: %u asked, %u wrong", asked, wrong);
    in_columns[0][500] = 2;
    asked = run(make(device, 0, base), ROWS, 4, 3, &wrong);
    ok(asked == 1 && wrong == 0, "of two threads in one row: %u asked, %u wrong", asked, wrong);
    base.dynamic_shared_bytes_per_thread++;
    asked = run(make(device, 0, base), ROWS, 4, 3, &wrong);
    ok(asked == ROWS && wrong == 0, "one byte more: %u asked, %u wrong", asked, wrong);
}

/* A column or a result that the tables do not have, before those that they have. */
static void test_first(void)
{
    const uint32_t fields[2] = {GPUOCC_KERNEL_BARRIERS_PER_GROUP, GPUOCC_KERNEL_THREADS_PER_GROUP};
    const uint32_t wanted[2] = {GPUOCC_RESULT_REQUESTED +
                                    GPUOCC_LIMIT_SHARED * GPUOCC_RESULT_INDEX_STEP,
                                GPUOCC_RESULT_GROUPS};
    const uint32_t notes[2] = {GPUOCC_RESULT_NOTES, GPUOCC_RESULT_GROUPS};
    const uint32_t *in[2] = {in_columns[0], in_columns[1]};
    uint32_t *out[2] = {out_columns[0], out_columns[1]};
    gpuocc_kernel base = {0};

    in_columns[0][0] = 16;
    in_columns[1][0] = 32;
    memset(&seen, 0, sizeof seen);
    gpuocc_plan_run(make(find("9.0"), 0, base), 1, fields, in, 2, wanted + 1, out, 1, NULL);
    ok(out[0][0] == 4 && seen.single == 1, "16 barriers of a group: %u groups", out[0][0]);
    base.threads_per_group = 48;
    gpuocc_plan_run(make(find("9.0"), 0, base), 1, NULL, NULL, 0, notes, out, 2, NULL);
    ok(out[0][0] == 1u << GPUOCC_NOTE_PARTIAL_WAVE && out[1][0] == 32, "notes, then groups");
    base.threads_per_group = 32;
    base.shared_bytes = INT32_MAX;
    base.dynamic_shared_bytes = INT32_MAX - 1;
    gpuocc_plan_run(make(find("8.0"), GPUOCC_CONVENTION_HEADER, base), 1, NULL, NULL, 0, wanted,
                    out, 2, NULL);
    ok(out[0][0] == GPUOCC_UNKNOWN,
       "a number that says that a result does not apply is none: %u bytes requested", out[0][0]);
    base.dynamic_shared_bytes--;
    gpuocc_plan_run(make(find("8.0"), GPUOCC_CONVENTION_HEADER, base), 1, NULL, NULL, 0, wanted,
                    out, 2, NULL);
    ok(out[0][0] == 0xfffffffc, "one less: %u", out[0][0]);
}

int main(void)
{
    static const char *const names[] = {"8.0", "5.2", "gfx1100", "gfx90a", "apple8", "apple9"};
    gpuocc_kernel base = {0};
    uint32_t i;

    for (i = 0; i < 2 * sizeof names / sizeof names[0]; i++) {
        base.dynamic_shared_bytes_per_thread = i % 2 ? 16 : 0;
        test_ends(make(find(names[i / 2]), GPUOCC_CONVENTION_DEFAULT, base));
    }
    test_ways();
    test_bounds();
    test_wrap();
    test_each();
    test_first();
    return done();
}
