/* SPDX-License-Identifier: MIT
 *
 * Tests that the three ways to an answer agree: the fast path of a handle (which the short getters
 * read), the full path (which gpuocc_occupancy_get reads), and the columns of a plan. Tries every
 * architecture and convention; for the plan every group size with every register count, every
 * shared size, and random rows that include invalid values.
 */
#include "plans.h"
#include "random.h"

struct counts {
    uint64_t rows, differ, kernels, disagree, plans;
};

/* Runs the columns and compares every row with the handle of its kernel. */
static void compare(const gpuocc_device *device, uint32_t convention, gpuocc_kernel base,
                    uint32_t rows, const uint32_t *fields, uint32_t ins, struct counts *counts)
{
    const gpuocc_plan *plan = plan_of(device, convention, base);
    struct place p;
    /* If max_waves differs from row to row, requesting it uses another path. */
    const uint32_t outs = 3 + (uint32_t)(counts->plans % 2);
    uint32_t i;

    if (gpuocc_plan_run(plan, rows, fields, in, ins, wanted, out, outs, statuses) != GPUOCC_OK &&
        counts->differ++ < 5)
        note("%s, convention %u: no rows", gpuocc_device_name(device), convention);
    counts->plans++;
    for (i = 0; i < rows; i++) {
        const gpuocc_kernel k = kernel_at(base, fields, ins, i);

        place_as(&p, device, convention, k);
        if (!is_row(&p, outs, i) && counts->differ++ < 5)
            note("%s, convention %u, row %u: %u threads, registers %u, shared %u + %u: plan %d, %u "
                 "groups, %x limit; handle %d, %u, %x",
                 gpuocc_device_name(device), convention, i, k.threads_per_group,
                 ins > 1 ? columns[1][i] : 0, k.shared_bytes, k.dynamic_shared_bytes, statuses[i],
                 results[0][i], results[2][i], p.status, gpuocc_occupancy_groups(p.occupancy),
                 gpuocc_occupancy_limiters(p.occupancy));
        counts->rows++;
    }
}

/* Compares the numbers that a handle gives by the fast and by the full path. */
static void agree(const gpuocc_device *device, uint32_t convention, const gpuocc_kernel *kernel,
                  struct counts *counts)
{
    struct place p;
    uint64_t low, high;
    uint32_t i, shorts[4];
    int32_t status;
    int same = 1;

    if (place_as(&p, device, convention, *kernel) != GPUOCC_OK)
        return;
    shorts[0] = gpuocc_occupancy_groups(p.occupancy);
    shorts[1] = gpuocc_occupancy_waves(p.occupancy);
    shorts[2] = gpuocc_occupancy_limiters(p.occupancy);
    shorts[3] = gpuocc_occupancy_max_waves(p.occupancy);
    for (i = 0; i < 4; i++) {
        status = gpuocc_occupancy_get(p.occupancy, wanted[i], 0, &low, &high);
        if (wanted[i] == GPUOCC_RESULT_LIMITERS)
            same &= status == GPUOCC_OK && high == shorts[i];
        else
            same &=
                shorts[i] == (status == GPUOCC_OK && low == high ? (uint32_t)low : GPUOCC_UNKNOWN);
    }
    if (!same && counts->disagree++ < 5)
        note("%s, convention %u: %u threads, %u, %u, %u registers, %u + %u bytes, %u barriers",
             gpuocc_device_name(device), convention, kernel->threads_per_group,
             kernel->registers_per_thread, kernel->half_registers_per_thread, kernel->grf_count,
             kernel->shared_bytes, kernel->dynamic_shared_bytes, kernel->barriers_per_group);
    counts->kernels++;
}

static gpuocc_kernel base_of(const gpuocc_device *device, uint32_t choice)
{
    gpuocc_kernel k = {0};
    uint32_t sizes = get(device, GPUOCC_DEVICE_WAVE_SIZES), size = 8u << choice % 4;

    if ((sizes & size) != 0)
        k.wave_size = size;
    else if (get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE) == 0)
        k.wave_size = 16;
    return k;
}

/* Every group size with every register count, in the number of runs that this needs; and every size
 * of shared memory, in steps that are not a unit of any vendor. */
static void whole_space(const gpuocc_device *device, uint32_t convention, uint32_t choice,
                        struct counts *counts)
{
    const uint32_t fields[4] = {GPUOCC_KERNEL_THREADS_PER_GROUP, register_field(device),
                                GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES};
    const uint32_t threads = get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP) + 2;
    const uint32_t registers = get(device, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD) + 2;
    const uint32_t shared = get(device, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP) + 2;
    const uint64_t pairs = (uint64_t)threads * registers;
    const uint64_t step = MOST_ROWS / part_of(MOST_ROWS); /* 1, unless only a part is requested */
    uint64_t at;
    uint32_t i;

    for (at = choice * 7; at < pairs; at += 3 * MOST_ROWS * step) {
        for (i = 0; i < MOST_ROWS; i++) {
            columns[0][i] = (uint32_t)((at + 3 * i) % pairs) / registers;
            columns[1][i] = (uint32_t)((at + 3 * i) % pairs) % registers;
        }
        compare(device, convention, base_of(device, choice), MOST_ROWS, fields, 2, counts);
    }
    for (at = choice; at < shared; at += 13 * MOST_ROWS * step) {
        for (i = 0; i < MOST_ROWS; i++) {
            columns[0][i] = 1 + below(threads);
            columns[1][i] = below(registers) / (1 + below(8));
            columns[2][i] = (uint32_t)((at + 13 * i) % shared);
            columns[3][i] = below(4) ? 0 : below(2000);
        }
        compare(device, convention, base_of(device, choice), MOST_ROWS, fields, 4, counts);
    }
}

/* Random rows, most of them valid, some arbitrary; bases with other fields set; other columns. */
static void random_rows(const gpuocc_device *device, uint32_t convention, struct counts *counts)
{
    uint32_t fields[4] = {GPUOCC_KERNEL_THREADS_PER_GROUP, register_field(device),
                          GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES};
    const uint32_t rows = 1 + below(400);
    gpuocc_kernel base = base_of(device, below(4));
    uint32_t i, nonsense = 1 + below(100);

    if (below(2))
        base.barriers_per_group = below(4);
    if (below(3) == 0)
        base.max_threads_per_group = below(5) ? 32 * below(40) : below(1200);
    if (below(3) == 0)
        base.shared_limit = 1 + below(2);
    if (below(3) == 0)
        base.dynamic_shared_bytes_per_thread = below(5) ? below(64) : some_word(400);
    if (below(4) == 0)
        base.max_dynamic_shared_bytes = below(2) ? 1u << below(31) : below(100000);
    if (below(4) == 0)
        put_word(&base, 8 + below(GPUOCC_KERNEL_FIELD_COUNT - 8), some_word(70));
    if (below(4) == 0)
        fields[3] = 6 + below(GPUOCC_KERNEL_FIELD_COUNT - 6);
    if (fields[3] == fields[1])
        fields[3] = GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES;
    for (i = 0; i < rows; i++) {
        const int odd = below(nonsense) == 0;

        columns[0][i] = odd ? some_word(1100) : 1 + below(1024);
        columns[1][i] = odd ? some_word(300) : below(128);
        columns[2][i] = odd ? some_word(50000) : below(30000);
        columns[3][i] =
            odd || fields[3] != GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES ? some_word(3) : below(20000);
    }
    compare(device, convention, base, rows, fields, 4, counts);
    for (i = 0; i < rows; i++) {
        base = kernel_at(base, fields, 4, i);
        agree(device, convention, &base, counts);
    }
}

/* Further guarantees of the columns: statuses may be omitted, results may overwrite inputs. */
static void test_columns(void)
{
    const gpuocc_device *device = find("8.0");
    const uint32_t fields[2] = {GPUOCC_KERNEL_THREADS_PER_GROUP,
                                GPUOCC_KERNEL_REGISTERS_PER_THREAD};
    const uint32_t limits[3] = {
        GPUOCC_RESULT_LIMIT + GPUOCC_LIMIT_REGISTERS * GPUOCC_RESULT_INDEX_STEP,
        GPUOCC_RESULT_LIMIT + GPUOCC_LIMIT_SHARED * GPUOCC_RESULT_INDEX_STEP,
        GPUOCC_RESULT_LIMIT + GPUOCC_LIMIT_SCALAR_REGISTERS * GPUOCC_RESULT_INDEX_STEP};
    uint32_t *const places[2] = {columns[0], columns[1]};
    const gpuocc_plan *plan = plan_of(device, 0, (gpuocc_kernel){0});
    uint32_t i, wrong = 0;

    ok(gpuocc_plan_device(plan) == device && gpuocc_plan_size() <= sizeof(gpuocc_plan),
       "a plan knows its device and fits its memory");
    for (i = 0; i < 300; i++) {
        columns[0][i] = i == 77 ? 0 : 256;
        columns[1][i] = i == 200 ? 64 : 32;
    }
    ok(gpuocc_plan_run(plan, 300, fields, in, 2, wanted, places, 2, NULL) == 0, "no statuses");
    for (i = 0; i < 300; i++)
        wrong += columns[0][i] != (i == 77    ? GPUOCC_UNKNOWN
                                   : i == 200 ? 4u
                                              : 8u) ||
                 columns[1][i] != (i == 77    ? GPUOCC_UNKNOWN
                                   : i == 200 ? 32u
                                              : 64u);
    ok(wrong == 0, "results may stand where inputs were: %u wrong", wrong);
    columns[0][0] = 256;
    columns[1][0] = 64;
    gpuocc_plan_run(plan, 1, fields, in, 2, limits, out, 3, NULL);
    ok(results[0][0] == 4 && results[1][0] == 164 && results[2][0] == GPUOCC_NONE,
       "limits as results: %u, %u, %u", results[0][0], results[1][0], results[2][0]);
}

/* A size of shared memory that the device refuses, though it is below the power of two at which the
 * tables end; and a result that is asked for twice. */
static void test_in_place(void)
{
    const uint32_t fields[3] = {GPUOCC_KERNEL_THREADS_PER_GROUP, GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                                GPUOCC_KERNEL_SHARED_BYTES};
    const uint32_t asked[3] = {GPUOCC_RESULT_GROUPS, GPUOCC_RESULT_WAVES, GPUOCC_RESULT_GROUPS};
    uint32_t *const places[3] = {columns[0], columns[1], columns[2]};
    const gpuocc_plan *plan = plan_of(find("8.0"), 0, (gpuocc_kernel){0});
    uint32_t i, wrong = 0;

    for (i = 0; i < 256; i++) {
        columns[0][i] = 256;
        columns[1][i] = 32;
        columns[2][i] = i == 100 ? 170000 : 40000;
    }
    gpuocc_plan_run(plan, 256, fields, in, 3, asked, places, 3, statuses);
    for (i = 0; i < 256; i++)
        wrong += columns[0][i] != (i == 100 ? GPUOCC_UNKNOWN : 4u) ||
                 columns[1][i] != (i == 100 ? GPUOCC_UNKNOWN : 32u) ||
                 columns[2][i] != columns[0][i] ||
                 statuses[i] != (i == 100 ? GPUOCC_ERROR_SHARED_TOO_LARGE : GPUOCC_OK);
    ok(wrong == 0, "the same with a size that is refused: %u wrong", wrong);
}

static void test_refusals(void)
{
    const gpuocc_device *device = find("8.0");
    const uint32_t twice[2] = {1, 1}, none[1] = {GPUOCC_KERNEL_FIELD_COUNT}, size[1] = {0};
    const uint32_t no_result[1] = {GPUOCC_RESULT_COUNT}, index[1] = {GPUOCC_RESULT_INDEX_STEP};
    gpuocc_kernel base = {.size = sizeof base};
    gpuocc_error error = {.size = sizeof error};
    gpuocc_plan *plan;

    plan_in(plan_memory, device, 0, &base, &plan, NULL);
    ok(gpuocc_plan_run(plan, 1, twice, in, 2, wanted, out, 1, NULL) == GPUOCC_ERROR_FIELD &&
           gpuocc_plan_run(plan, 1, none, in, 1, wanted, out, 1, NULL) == GPUOCC_ERROR_FIELD &&
           gpuocc_plan_run(plan, 1, size, in, 1, wanted, out, 1, NULL) == GPUOCC_ERROR_FIELD,
       "a field that is none, or named twice");
    ok(gpuocc_plan_run(plan, 1, twice, in, 1, no_result, out, 1, NULL) == GPUOCC_ERROR_FIELD &&
           gpuocc_plan_run(plan, 1, twice, in, 1, index, out, 1, NULL) == GPUOCC_ERROR_INDEX,
       "a result that is none");
    ok(gpuocc_plan_run(NULL, 1, twice, in, 1, wanted, out, 1, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_plan_run(plan, 1, NULL, in, 1, wanted, out, 1, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_plan_run(plan, 1, twice, NULL, 1, wanted, out, 1, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_plan_run(plan, 1, twice, in, 1, NULL, out, 1, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_plan_run(plan, 1, NULL, NULL, 0, NULL, out, 1, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_plan_run(plan, 1, NULL, NULL, 0, wanted, NULL, 1, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_plan_run(plan, 0, NULL, NULL, 0, NULL, NULL, 0, NULL) == GPUOCC_OK,
       "null columns, and nothing asked");
    ok(plan_in(plan_memory, device, 77, &base, &plan, &error) == GPUOCC_ERROR_CONVENTION_UNKNOWN &&
           plan_in(plan_memory, device, GPUOCC_CONVENTION_LLVM, &base, &plan, &error) ==
               GPUOCC_ERROR_CONVENTION_VENDOR &&
           plan_in(plan_memory, NULL, 0, &base, &plan, &error) == GPUOCC_ERROR_NULL,
       "conventions that are none, no device");
    base.size = 3;
    ok(plan_in(plan_memory, device, 0, &base, &plan, &error) == GPUOCC_ERROR_STRUCT_SIZE,
       "a base of another size");
}

int main(int argc, char **argv)
{
    const uint32_t rounds = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : part_of(12);
    const gpuocc_device *device;
    struct counts counts = {0, 0, 0, 0, 0};
    uint32_t at, convention, i, has_nvidia = 0;

    state = 11;
    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++) {
        has_nvidia |= get(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_NVIDIA;
        if (!is_architecture(device))
            continue; /* products have the rules of their architecture */
        for (convention = 0; convention < GPUOCC_CONVENTION_COUNT; convention++) {
            gpuocc_kernel probe = base_of(device, 0);
            struct place p;

            probe.threads_per_group = 1;
            place_as(&p, device, convention, probe);
            if (p.status == GPUOCC_ERROR_CONVENTION_VENDOR)
                continue;
            if (convention == GPUOCC_CONVENTION_DEFAULT)
                whole_space(device, convention, at, &counts);
            for (i = 0; i < rounds; i++)
                random_rows(device, convention, &counts);
        }
    }
    ok(counts.rows >= at_least(100000) && counts.differ == 0,
       "%llu rows of %llu plans: %llu differ", (unsigned long long)counts.rows,
       (unsigned long long)counts.plans, (unsigned long long)counts.differ);
    ok(counts.kernels >= at_least(10000) && counts.disagree == 0,
       "the short and the long answer of %llu kernels: %llu disagree",
       (unsigned long long)counts.kernels, (unsigned long long)counts.disagree);
    if (has_nvidia) {
        test_columns();
        test_in_place();
        test_refusals();
    }
    return done();
}
