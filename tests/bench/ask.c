/* SPDX-License-Identifier: MIT
 *
 * Measures the cost of a query, compared with cuda_occupancy.h if it was found: the same random
 * kernels over all compute capabilities (1 to 1,024 threads, 0 to 255 registers, 0 to 48 KiB of
 * shared memory) in three orders. Sorted: one capability after another. Mixed: in random order.
 * Repeated: each kernel 512 times in a row.
 */
#include "bench.h"

#include "bench/header.h"
#include "random.h"
#include "support.h"

#define CHUNKS ((uint32_t)CAPABILITIES)
#define ROWS   2048 /* of a chunk */
#define REPEAT 512

struct query {
    uint32_t device, threads, registers, shared;
};

static struct query sorted[CAPABILITIES * ROWS], mixed[CAPABILITIES * ROWS],
    repeated[CAPABILITIES * ROWS];
static const gpuocc_device *devices[CAPABILITIES];
static uint32_t columns[3][ROWS], results[3][ROWS];
static int32_t statuses[ROWS];
static uint64_t plans[CAPABILITIES][sizeof(gpuocc_plan) / 8];
static uint64_t occupancy_memory[sizeof(gpuocc_occupancy) / 8];
static gpuocc_occupancy *handle;

static void make_queries(void)
{
    const uint32_t count = CHUNKS * ROWS;
    uint32_t i, j;

    for (i = 0; i < CHUNKS; i++)
        devices[i] = find(capabilities[i]);
    for (i = 0; i < count; i++) {
        sorted[i].device = i / ROWS;
        sorted[i].threads = 1 + below(1024);
        sorted[i].registers = below(256);
        sorted[i].shared = below(49153);
        mixed[i] = sorted[i];
    }
    for (i = count; i > 1; i--) {
        const struct query last = mixed[i - 1];

        j = below(i);
        mixed[i - 1] = mixed[j];
        mixed[j] = last;
    }
    for (i = 0; i < count; i++)
        repeated[i] = mixed[i / REPEAT * REPEAT];
    header_prepare(devices, CHUNKS);
}

/* One query of each: init and three getters. */
static uint64_t ask(const struct query *queries, uint32_t convention)
{
    gpuocc_occupancy *occupancy;
    gpuocc_kernel k = {0};
    uint64_t sum = 0;
    uint32_t i;

    k.size = sizeof k;
    k.barriers_per_group = 1;
    k.shared_limit = GPUOCC_SHARED_LIMIT_OPTIN;
    for (i = 0; i < ROWS; i++) {
        k.threads_per_group = queries[i].threads;
        k.registers_per_thread = queries[i].registers;
        k.shared_bytes = queries[i].shared;
        occupancy_in(occupancy_memory, devices[queries[i].device], convention, &k, &occupancy,
                     NULL);
        sum += gpuocc_occupancy_groups(occupancy) + gpuocc_occupancy_waves(occupancy);
        sum += gpuocc_occupancy_limiters(occupancy) != 0;
    }
    return sum;
}

static uint64_t one_mixed(uint32_t chunk)
{
    return ask(mixed + chunk * ROWS, GPUOCC_CONVENTION_DEFAULT);
}

static uint64_t one_sorted(uint32_t chunk)
{
    return ask(sorted + chunk * ROWS, GPUOCC_CONVENTION_DEFAULT);
}

static uint64_t one_repeated(uint32_t chunk)
{
    return ask(repeated + chunk * ROWS, GPUOCC_CONVENTION_DEFAULT);
}

static uint64_t one_as_header(uint32_t chunk)
{
    return ask(mixed + chunk * ROWS, GPUOCC_CONVENTION_HEADER);
}

/* The same in one call. */
static uint64_t ask_once(const struct query *queries)
{
    gpuocc_kernel k = {0};
    gpuocc_answer answer;
    uint64_t sum = 0;
    uint32_t i;

    k.size = sizeof k;
    answer.size = sizeof answer;
    k.barriers_per_group = 1;
    k.shared_limit = GPUOCC_SHARED_LIMIT_OPTIN;
    for (i = 0; i < ROWS; i++) {
        k.threads_per_group = queries[i].threads;
        k.registers_per_thread = queries[i].registers;
        k.shared_bytes = queries[i].shared;
        gpuocc_occupancy_compute(devices[queries[i].device], GPUOCC_CONVENTION_DEFAULT, &k, &answer,
                                 NULL);
        sum += answer.groups + answer.waves;
        sum += answer.limiters != 0;
    }
    return sum;
}

static uint64_t once_mixed(uint32_t chunk)
{
    return ask_once(mixed + chunk * ROWS);
}

static uint64_t once_sorted(uint32_t chunk)
{
    return ask_once(sorted + chunk * ROWS);
}

static uint64_t once_repeated(uint32_t chunk)
{
    return ask_once(repeated + chunk * ROWS);
}

#if HAS_HEADER
static uint64_t ask_header(const struct query *queries)
{
    uint64_t sum = 0;
    uint32_t i;

    for (i = 0; i < ROWS; i++)
        sum += header_ask(queries[i].device, queries[i].threads, queries[i].registers,
                          queries[i].shared);
    return sum;
}

static uint64_t header_mixed(uint32_t chunk)
{
    return ask_header(mixed + chunk * ROWS);
}

static uint64_t header_sorted(uint32_t chunk)
{
    return ask_header(sorted + chunk * ROWS);
}

static uint64_t header_repeated(uint32_t chunk)
{
    return ask_header(repeated + chunk * ROWS);
}
#endif

/* Makes a kernel on an H100, for queries about one occupancy. */
static void start_handle(void)
{
    gpuocc_kernel k = {0};

    k.size = sizeof k;
    k.threads_per_group = 256;
    k.registers_per_thread = 72;
    k.shared_bytes = 10000;
    occupancy_in(occupancy_memory, find("H100 PCIe 80 GB"), 0, &k, &handle, NULL);
}

static void start_expanded(void)
{
    start_handle();
    gpuocc_occupancy_expand(handle);
}

/* Reads a result by limit, and one that the fast path does not compute. */
static uint64_t get_results(uint32_t chunk)
{
    uint64_t sum = chunk, low = 0, high = 0;
    uint32_t i;

    for (i = 0; i < ROWS / 2; i++) {
        gpuocc_occupancy_get(handle, GPUOCC_RESULT_ALLOCATED, i % GPUOCC_LIMIT_COUNT, &low, &high);
        sum += low + high;
        gpuocc_occupancy_get(handle, GPUOCC_RESULT_WAVES_PER_PARTITION, 0, &low, &high);
        sum += low + high;
    }
    return sum;
}

static uint64_t schedule(uint32_t chunk)
{
    static uint64_t memory[sizeof(gpuocc_schedule) / 8];
    gpuocc_grid grid = {0};
    gpuocc_schedule *made;
    uint64_t sum = chunk, low = 0;
    uint32_t i;

    grid.size = sizeof grid;
    for (i = 0; i < ROWS; i++) {
        grid.groups = 1000 + i;
        if (schedule_in(memory, handle, &grid, &made, NULL) != GPUOCC_OK)
            exit(1);
        gpuocc_schedule_get(made, GPUOCC_SCHEDULE_ROUNDS, 0, &low, NULL);
        sum += low;
    }
    return sum;
}

/* Makes plans of a vendor's devices, and one set of columns. */
static void prepare(const char *const *names, uint32_t count, uint32_t wave_size)
{
    gpuocc_kernel base = {0};
    gpuocc_plan *plan;
    uint32_t i;

    base.size = sizeof base;
    base.wave_size = wave_size;
    for (i = 0; i < count; i++)
        plan_in(plans[i], find(names[i]), 0, &base, &plan, NULL);
}

static void fill_columns(uint32_t most_threads, uint32_t most_registers, uint32_t most_shared)
{
    uint32_t i;

    for (i = 0; i < ROWS; i++) {
        columns[0][i] = 1 + below(most_threads);
        columns[1][i] = below(most_registers + 1);
        columns[2][i] = below(most_shared + 1);
    }
}

/* A run takes so little time that reading the clock, which is a system call, would count. */
#define RUNS 8

static uint64_t run_plan(uint32_t at, uint32_t field, uint32_t third)
{
    const uint32_t fields[3] = {GPUOCC_KERNEL_THREADS_PER_GROUP, field, GPUOCC_KERNEL_SHARED_BYTES};
    const uint32_t wanted[3] = {GPUOCC_RESULT_GROUPS, GPUOCC_RESULT_WAVES, third};
    const uint32_t *const in[3] = {columns[0], columns[1], columns[2]};
    uint32_t *const out[3] = {results[0], results[1], results[2]};
    uint32_t i;

    for (i = 0; i < RUNS; i++)
        gpuocc_plan_run((const gpuocc_plan *)(const void *)plans[at], ROWS, fields, in, 3, wanted,
                        out, 3, statuses);
    return (uint64_t)results[0][at] + results[1][at] + results[2][at];
}

static const char *const amd[] = {"gfx803",  "gfx906",  "gfx908",  "gfx90a",  "gfx942",  "gfx950",
                                  "gfx1010", "gfx1030", "gfx1100", "gfx1151", "gfx1200", "gfx1201"};
static const char *const intel[] = {"tgllp", "acm-g10", "pvc", "mtl-h", "bmg-g21", "lnl-m"};
static const char *const apple[] = {"apple7",   "apple8",   "apple9",
                                    "Apple M1", "Apple M2", "Apple M4"};

#define COUNT(list) ((uint32_t)(sizeof(list) / sizeof(list)[0]))

static uint64_t bulk_registers(uint32_t chunk)
{
    return run_plan(chunk, GPUOCC_KERNEL_REGISTERS_PER_THREAD, GPUOCC_RESULT_LIMITERS);
}

static uint64_t bulk_outside(uint32_t chunk)
{
    return run_plan(chunk, GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                    GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP);
}

static uint64_t bulk_intel(uint32_t chunk)
{
    return run_plan(chunk, GPUOCC_KERNEL_GRF_COUNT, GPUOCC_RESULT_LIMITERS);
}

static uint64_t bulk_apple(uint32_t chunk)
{
    return run_plan(chunk, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, GPUOCC_RESULT_LIMITERS);
}

static void start_nvidia(void)
{
    fill_columns(1024, 255, 49152);
    prepare(capabilities, CHUNKS, 0);
}

static void start_amd(void)
{
    fill_columns(1024, 128, 65536);
    prepare(amd, COUNT(amd), 0);
}

static void start_intel(void)
{
    fill_columns(512, 128, 65536);
    prepare(intel, COUNT(intel), 16);
}

static void start_apple(void)
{
    fill_columns(1024, 128, 32768);
    prepare(apple, COUNT(apple), 0);
}

static uint64_t plan_init(uint32_t chunk)
{
    gpuocc_kernel base = {0};
    gpuocc_plan *plan;
    uint32_t i;

    base.size = sizeof base;
    for (i = 0; i < RUNS; i++)
        plan_in(plans[chunk], devices[chunk], 0, &base, &plan, NULL);
    return plans[0][chunk];
}

#define SEARCHES 64

static uint64_t best(uint32_t chunk, uint32_t convention)
{
    const struct query *queries = mixed + chunk * ROWS;
    gpuocc_kernel k = {0};
    uint64_t sum = 0;
    uint32_t i, threads, groups;

    k.size = sizeof k;
    k.barriers_per_group = 1;
    k.shared_limit = GPUOCC_SHARED_LIMIT_OPTIN;
    for (i = 0; i < SEARCHES; i++) {
        k.registers_per_thread = queries[i].registers;
        k.shared_bytes = queries[i].shared;
        threads = groups = 0;
        best_group(devices[queries[i].device], convention, &k, NULL, 0, &threads, &groups, NULL);
        sum += threads * groups;
    }
    return sum;
}

static uint64_t best_default(uint32_t chunk)
{
    return best(chunk, GPUOCC_CONVENTION_DEFAULT);
}

static uint64_t best_as_header(uint32_t chunk)
{
    return best(chunk, GPUOCC_CONVENTION_HEADER);
}

#if HAS_HEADER
static uint64_t header_best_all(uint32_t chunk)
{
    const struct query *queries = mixed + chunk * ROWS;
    uint64_t sum = 0;
    uint32_t i;

    for (i = 0; i < SEARCHES; i++)
        sum += header_best(queries[i].device, queries[i].registers, queries[i].shared);
    return sum;
}
#endif

/* All plateaus of the curve over registers. */
static uint64_t curve(uint32_t chunk)
{
    gpuocc_occupancy *occupancy;
    gpuocc_plateau s;
    gpuocc_kernel k = {0};
    uint64_t steps = 0;

    k.size = sizeof k;
    s.size = sizeof s;
    k.threads_per_group = 256;
    k.registers_per_thread = 32;
    occupancy_in(occupancy_memory, devices[chunk], 0, &k, &occupancy, NULL);
    for (s.last = 0; gpuocc_occupancy_plateau(occupancy, GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                                              s.last + 1, &s, NULL) == GPUOCC_OK;)
        steps++;
    return steps;
}

static const struct row rows[] = {
#if HAS_HEADER
    {"header", "cuda_occupancy.h: one query, mixed", header_mixed, NULL, CHUNKS, ROWS, NULL},
    {"header-sorted", "cuda_occupancy.h: one query, sorted", header_sorted, NULL, CHUNKS, ROWS,
     NULL},
    {"header-repeated", "cuda_occupancy.h: one query, repeated", header_repeated, NULL, CHUNKS,
     ROWS, NULL},
#endif
    {"one", "one query, init and three getters, mixed", one_mixed, NULL, CHUNKS, ROWS, "header"},
    {"one-sorted", "the same, sorted", one_sorted, NULL, CHUNKS, ROWS, "header-sorted"},
    {"one-repeated", "the same, repeated", one_repeated, NULL, CHUNKS, ROWS, "header-repeated"},
    {"one-header", "the same in the convention `header`, mixed", one_as_header, NULL, CHUNKS, ROWS,
     "header"},
    {"once", "one query, one call, mixed", once_mixed, NULL, CHUNKS, ROWS, "header"},
    {"once-sorted", "the same, sorted", once_sorted, NULL, CHUNKS, ROWS, "header-sorted"},
    {"once-repeated", "the same, repeated", once_repeated, NULL, CHUNKS, ROWS, "header-repeated"},
    {"get", "a getter of another result, expanded", get_results, start_expanded, 1, ROWS, NULL},
    {"get-short", "the same, not expanded", get_results, start_handle, 1, ROWS, NULL},
    {"schedule", "schedule, init and one getter", schedule, start_handle, 1, ROWS, NULL},
    {"bulk", "a row of a plan, NVIDIA", bulk_registers, start_nvidia, CHUNKS, RUNS *ROWS,
     "header-sorted"},
    {"bulk-amd", "a row of a plan, AMD", bulk_registers, start_amd, COUNT(amd), RUNS *ROWS,
     "header-sorted"},
    {"bulk-intel", "a row of a plan, Intel", bulk_intel, start_intel, COUNT(intel), RUNS *ROWS,
     "header-sorted"},
    {"bulk-apple", "a row of a plan, Apple", bulk_apple, start_apple, COUNT(apple), RUNS *ROWS,
     "header-sorted"},
    {"bulk-outside", "a row of a plan, one result not in its tables", bulk_outside, start_nvidia,
     CHUNKS, RUNS *ROWS, NULL},
    {"plan", "preparing a plan", plan_init, NULL, CHUNKS, RUNS, NULL},
#if HAS_HEADER
    {"header-best", "cuda_occupancy.h: best block size, mixed", header_best_all, NULL, CHUNKS,
     SEARCHES, NULL},
#endif
    {"best", "best group size, mixed", best_default, NULL, CHUNKS, SEARCHES, "header-best"},
    {"best-header", "the same in the convention `header`, mixed", best_as_header, NULL, CHUNKS,
     SEARCHES, "header-best"},
    {"curve", "curve over registers, all steps", curve, NULL, CHUNKS, 1, NULL},
};

int main(int argc, char **argv)
{
#if HAS_HEADER
    uint64_t ours = 0, headers = 0;
    uint32_t i;
#endif
    int ended;

    make_queries();
    ended = bench(rows, sizeof rows / sizeof rows[0], argc, argv);
#if HAS_HEADER
    if (argc == 1 || (argc == 2 && argv[1][0] != '-')) {
        for (i = 0; i < CHUNKS; i++) {
            ours += one_as_header(i);
            headers += header_mixed(i);
        }
        printf("groups, waves and limited queries added up: ours %llu, the header's %llu\n",
               (unsigned long long)ours, (unsigned long long)headers);
    }
#endif
    return ended;
}
