/* SPDX-License-Identifier: MIT
 *
 * What a question costs, against cuda_occupancy.h where that was found: the same random kernels
 * over all compute capabilities, in one process, by turns, medians of the rounds.
 *
 * Usage: bench_ask [ROUNDS]     the table
 *        bench_ask NAME TIMES   one row's work, TIMES times over, for callgrind: the difference of
 *                               two counts is what one costs (scripts/bench)
 */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "bench/header.h"
#include "random.h"
#include "support.h"

#define ROWS        2048 /* of one compute capability */
#define MOST_ROUNDS 101
#define COLUMNS     3

struct query {
    uint32_t device, threads, registers, shared;
};

static struct query sorted[CAPABILITIES * ROWS], mixed[CAPABILITIES * ROWS];
static const gpuocc_device *devices[CAPABILITIES];
static uint32_t device_count, query_count;
static uint32_t columns[COLUMNS][ROWS], results[3][ROWS];
static int32_t statuses[ROWS];
static uint64_t plans[CAPABILITIES][GPUOCC_PLAN_BYTES / 8];
static uint64_t occupancy_memory[GPUOCC_OCCUPANCY_BYTES / 8];
static uint64_t sums[2]; /* ours, the header's */

static double now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void make_queries(void)
{
    uint32_t i, j;

    for (i = 0; i < CAPABILITIES; i++)
        if (gpuocc_device_find(capabilities[i], strlen(capabilities[i]), 0, &devices[i], NULL) != 0)
            break;
    device_count = i;
    query_count = device_count * ROWS;
    for (i = 0; i < query_count; i++) {
        sorted[i].device = i / ROWS;
        sorted[i].threads = 1 + below(1024);
        sorted[i].registers = below(256);
        sorted[i].shared = below(49153);
        mixed[i] = sorted[i];
    }
    for (i = query_count; i > 1; i--) {
        const struct query last = mixed[i - 1];

        j = below(i);
        mixed[i - 1] = mixed[j];
        mixed[j] = last;
    }
    header_prepare(devices, device_count);
}

/* One query: init and three getters, in the convention of the header and by default. */
static uint64_t ask(const struct query *queries, uint32_t convention)
{
    gpuocc_occupancy *occupancy;
    gpuocc_kernel k = {0};
    uint64_t sum = 0;
    uint32_t i;

    k.size = sizeof k;
    k.barriers_per_group = 1;
    k.shared_limit = GPUOCC_SHARED_LIMIT_OPTIN;
    for (i = 0; i < query_count; i++) {
        k.threads_per_group = queries[i].threads;
        k.registers_per_thread = queries[i].registers;
        k.shared_bytes = queries[i].shared;
        gpuocc_occupancy_init(occupancy_memory, sizeof occupancy_memory, devices[queries[i].device],
                              convention, &k, &occupancy, NULL);
        sum += gpuocc_occupancy_groups(occupancy) + gpuocc_occupancy_waves(occupancy);
        sum += gpuocc_occupancy_limiters(occupancy) != 0;
    }
    return sum;
}

static double one_header(void)
{
    return (double)(sums[0] = ask(mixed, GPUOCC_CONVENTION_HEADER));
}

static double one_default(void)
{
    return (double)ask(mixed, GPUOCC_CONVENTION_DEFAULT);
}

static double header_mixed(void)
{
    uint32_t i;

    for (sums[1] = 0, i = 0; i < query_count; i++)
        sums[1] +=
            header_ask(mixed[i].device, mixed[i].threads, mixed[i].registers, mixed[i].shared);
    return (double)sums[1];
}

static double header_sorted(void)
{
    uint64_t sum = 0;
    uint32_t i;

    for (i = 0; i < query_count; i++)
        sum +=
            header_ask(sorted[i].device, sorted[i].threads, sorted[i].registers, sorted[i].shared);
    return (double)sum;
}

/* Plans of the vendor's devices and one set of columns. */
static void prepare_plans(const char *const *names, uint32_t count, uint32_t field,
                          uint32_t wave_size, uint32_t convention)
{
    gpuocc_kernel base = {0};
    const gpuocc_device *device;
    gpuocc_plan *plan;
    uint32_t i;

    base.size = sizeof base;
    base.wave_size = wave_size;
    if (field == GPUOCC_KERNEL_REGISTERS_PER_THREAD && convention == GPUOCC_CONVENTION_HEADER)
        base.shared_limit = GPUOCC_SHARED_LIMIT_OPTIN;
    for (i = 0; i < count; i++) {
        device = find(names[i]);
        gpuocc_plan_init(plans[i], sizeof plans[i], device, convention, &base, &plan, NULL);
    }
}

static double run_plans(uint32_t count, uint32_t field)
{
    const uint32_t fields[COLUMNS] = {GPUOCC_KERNEL_THREADS_PER_GROUP, field,
                                      GPUOCC_KERNEL_SHARED_BYTES};
    const uint32_t wanted[3] = {GPUOCC_RESULT_GROUPS, GPUOCC_RESULT_WAVES, GPUOCC_RESULT_LIMITERS};
    const uint32_t *const in[COLUMNS] = {columns[0], columns[1], columns[2]};
    uint32_t *const out[3] = {results[0], results[1], results[2]};
    uint64_t sum = 0;
    uint32_t i;

    for (i = 0; i < count; i++) {
        gpuocc_plan_run((const gpuocc_plan *)(const void *)plans[i], ROWS, fields, in, COLUMNS,
                        wanted, out, 3, statuses);
        sum += results[0][i] + results[1][i] + results[2][i];
    }
    return (double)sum;
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

static const char *const amd[] = {"gfx803",  "gfx906",  "gfx908",  "gfx90a",  "gfx942",  "gfx950",
                                  "gfx1010", "gfx1030", "gfx1100", "gfx1151", "gfx1200", "gfx1201"};
static const char *const intel[] = {"tgllp", "acm-g10", "pvc", "mtl-h", "bmg-g21", "lnl-m"};
static const char *const apple[] = {"apple7",   "apple8",   "apple9",
                                    "Apple M1", "Apple M2", "Apple M4"};

#define COUNT(list) ((uint32_t)(sizeof(list) / sizeof(list)[0]))

static double bulk_nvidia(void)
{
    return run_plans(device_count, GPUOCC_KERNEL_REGISTERS_PER_THREAD);
}

static double bulk_amd(void)
{
    return run_plans(COUNT(amd), GPUOCC_KERNEL_REGISTERS_PER_THREAD);
}

static double bulk_intel(void)
{
    return run_plans(COUNT(intel), GPUOCC_KERNEL_GRF_COUNT);
}

static double bulk_apple(void)
{
    return run_plans(COUNT(apple), GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD);
}

static void start_nvidia(void)
{
    fill_columns(1024, 255, 49152);
    prepare_plans(capabilities, device_count, GPUOCC_KERNEL_REGISTERS_PER_THREAD, 0,
                  GPUOCC_CONVENTION_DEFAULT);
}

static void start_amd(void)
{
    fill_columns(1024, 128, 65536);
    prepare_plans(amd, COUNT(amd), GPUOCC_KERNEL_REGISTERS_PER_THREAD, 0, 0);
}

static void start_intel(void)
{
    fill_columns(512, 128, 65536);
    prepare_plans(intel, COUNT(intel), GPUOCC_KERNEL_GRF_COUNT, 16, 0);
}

static void start_apple(void)
{
    fill_columns(1024, 128, 32768);
    prepare_plans(apple, COUNT(apple), GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, 0, 0);
}

static void start_nothing(void) {}

/* Preparing a plan. */
static double plan_init(void)
{
    start_nvidia();
    return 0;
}

#define SEARCHES 512

static double best(uint32_t convention)
{
    gpuocc_kernel k = {0};
    uint64_t sum = 0;
    uint32_t i, threads, groups;

    k.size = sizeof k;
    k.barriers_per_group = 1;
    k.shared_limit = GPUOCC_SHARED_LIMIT_OPTIN;
    for (i = 0; i < SEARCHES; i++) {
        k.registers_per_thread = mixed[i].registers;
        k.shared_bytes = mixed[i].shared;
        threads = groups = 0;
        gpuocc_best_group(devices[mixed[i].device], convention, &k, NULL, 0, &threads, &groups,
                          NULL);
        sum += threads * groups;
    }
    return (double)sum;
}

static double best_default(void)
{
    return best(GPUOCC_CONVENTION_DEFAULT);
}

static double best_as_header(void)
{
    return best(GPUOCC_CONVENTION_HEADER);
}

static double header_best_all(void)
{
    uint64_t sum = 0;
    uint32_t i;

    for (i = 0; i < SEARCHES; i++)
        sum += header_best(mixed[i].device, mixed[i].registers, mixed[i].shared);
    return (double)sum;
}

/* All steps of the curve over registers. */
static double curve(void)
{
    gpuocc_occupancy *occupancy;
    gpuocc_stretch s;
    gpuocc_kernel k = {0};
    uint64_t steps = 0;
    uint32_t i;

    k.size = sizeof k;
    s.size = sizeof s;
    for (i = 0; i < device_count; i++) {
        k.threads_per_group = 256;
        k.registers_per_thread = 32;
        gpuocc_occupancy_init(occupancy_memory, sizeof occupancy_memory, devices[i], 0, &k,
                              &occupancy, NULL);
        for (s.last = 0; gpuocc_occupancy_stretch(occupancy, GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                                                  s.last + 1, &s) == GPUOCC_OK;)
            steps++;
    }
    return (double)steps;
}

enum unit { QUERY, ROW_NVIDIA, ROW_AMD, ROW_INTEL, ROW_APPLE, PLAN, SEARCH, CURVE };

static const struct row {
    const char *name, *text;
    double (*work)(void);
    void (*start)(void);
    int unit, of_header;
    const char *against; /* the header's row to compare with */
} rows[] = {
    {"header", "cuda_occupancy.h, one query, mixed", header_mixed, start_nothing, QUERY, 1, NULL},
    {"header-sorted", "cuda_occupancy.h, one query, sorted by capability", header_sorted,
     start_nothing, QUERY, 1, NULL},
    {"one", "one query, init and three getters, mixed", one_default, start_nothing, QUERY, 0,
     "header"},
    {"one-header", "the same in the convention `header`", one_header, start_nothing, QUERY, 0,
     "header"},
    {"bulk", "a row of a plan, NVIDIA", bulk_nvidia, start_nvidia, ROW_NVIDIA, 0, "header-sorted"},
    {"bulk-amd", "a row of a plan, AMD", bulk_amd, start_amd, ROW_AMD, 0, "header-sorted"},
    {"bulk-intel", "a row of a plan, Intel", bulk_intel, start_intel, ROW_INTEL, 0,
     "header-sorted"},
    {"bulk-apple", "a row of a plan, Apple", bulk_apple, start_apple, ROW_APPLE, 0,
     "header-sorted"},
    {"plan", "preparing a plan", plan_init, start_nothing, PLAN, 0, NULL},
    {"header-best", "cuda_occupancy.h, best block size", header_best_all, start_nothing, SEARCH, 1,
     NULL},
    {"best", "best group size", best_default, start_nothing, SEARCH, 0, "header-best"},
    {"best-header", "the same in the convention `header`", best_as_header, start_nothing, SEARCH, 0,
     "header-best"},
    {"curve", "curve over registers, all steps", curve, start_nothing, CURVE, 0, NULL},
};
#define ROW_COUNT (sizeof rows / sizeof rows[0])

static double per(const struct row *row)
{
    switch (row->unit) {
    case QUERY:
        return query_count;
    case ROW_NVIDIA:
        return query_count;
    case ROW_AMD:
        return ROWS * COUNT(amd);
    case ROW_INTEL:
        return ROWS * COUNT(intel);
    case ROW_APPLE:
        return ROWS * COUNT(apple);
    case SEARCH:
        return SEARCHES;
    default:
        return device_count;
    }
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(const double *values, unsigned long count)
{
    double copy[MOST_ROUNDS];

    memcpy(copy, values, count * sizeof *copy);
    qsort(copy, count, sizeof *copy, by_value);
    return copy[count / 2];
}

static const struct row *row_of(const char *name)
{
    size_t i;

    for (i = 0; i < ROW_COUNT; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

static double sink;

static void print_table(unsigned long rounds)
{
    static double taken[ROW_COUNT][MOST_ROUNDS], ratio[MOST_ROUNDS];
    double start;
    unsigned long r;
    size_t i, other;

    for (r = 0; r < rounds; r++)
        for (i = 0; i < ROW_COUNT; i++) {
            if (rows[i].of_header && !HAS_HEADER)
                continue;
            rows[i].start();
            sink += rows[i].work(); /* warm */
            start = now_ns();
            sink += rows[i].work();
            taken[i][r] = (now_ns() - start) / per(&rows[i]);
        }
    printf("%-50s %10s %12s\n", "", "ns", "header/ours");
    for (i = 0; i < ROW_COUNT; i++) {
        if (rows[i].of_header && !HAS_HEADER)
            continue;
        other = rows[i].against && HAS_HEADER ? (size_t)(row_of(rows[i].against) - rows) : i;
        for (r = 0; r < rounds; r++)
            ratio[r] = taken[other][r] / taken[i][r];
        if (other == i)
            printf("%-50s %10.1f\n", rows[i].text, median(taken[i], rounds));
        else
            printf("%-50s %10.1f %12.2f\n", rows[i].text, median(taken[i], rounds),
                   median(ratio, rounds));
    }
    if (HAS_HEADER)
        printf("groups, waves and limited queries added up: ours %llu, the header's %llu\n",
               (unsigned long long)sums[0], (unsigned long long)sums[1]);
}

int main(int argc, char **argv)
{
    unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 15, times;
    const struct row *row = argc == 3 ? row_of(argv[1]) : NULL;

    make_queries();
    if (argc == 3 && row == NULL) {
        fprintf(stderr, "bench_ask: no row %s\n", argv[1]);
        return 1;
    }
    if (row != NULL) {
        row->start();
        for (times = strtoul(argv[2], NULL, 0); times > 0; times--)
            sink += row->work();
        printf("%.0f\n", per(row));
        return 0;
    }
    print_table(rounds == 0 || rounds > MOST_ROUNDS ? MOST_ROUNDS : rounds);
    return 0;
}
