/* SPDX-License-Identifier: MIT
 *
 * Tests the latency model's functions: what they refuse, missing constants, ranges, constants of
 * devices, and the figures of Volkov's thesis.
 */
#include <stddef.h>

#include "latency_support.h"
#include "rows.h"
#include "handles.h"

static const gpuocc_device *device_of(const char *name)
{
    const gpuocc_device *device = NULL;

    gpuocc_device_find(name, strlen(name), 0, &device, NULL, NULL);
    return device;
}

/* Makes a workload that gives all constants. */
static void complete(struct bench *b)
{
    bench_start(b);
    b->workload.waves = 32;
    b->workload.wave_size = 32;
    bench_set(b, RATE(DRAM), 10);
    bench_set(b, RATE(L1), FREE);
    bench_set(b, RATE(L2), FREE);
    bench_set(b, RATE(ISSUE), 4);
    bench_set(b, RATE(FP32), 4);
    bench_set(b, LAT(DRAM), 400);
    bench_set(b, LAT(FP32), 4);
    bench_add(b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, 10);
    bench_load(b, 1, 128);
}

/* Whether the workload is refused with this status for this field. */
static int refused(struct bench *b, int32_t status, uint32_t scope, uint32_t field)
{
    char text[200];

    bench_make(b);
    gpuocc_error_text(&b->error, b->status, text, sizeof text);
    if (b->status == status && b->error.scope == scope && b->error.field == field &&
        strlen(text) > 10 && strlen(text) < sizeof text)
        return 1;
    note("status %d, scope %u, field %u: %s", (int)b->status, b->error.scope, b->error.field, text);
    return 0;
}

/* Returns NaN, infinities, negative numbers and zero without library functions. */
static double bad(int which)
{
    const double zero = which < 100 ? 0.0 : 1.0; /* hides it from the compiler */
    const double numbers[] = {1.0, -1.0, -0.5, 1e300, 1e-300};

    if (which == 0)
        return zero / zero;
    if (which == 1)
        return 1 / zero;
    if (which == 2)
        return -1 / zero;
    return numbers[which - 2];
}
#define BAD 7

static void class_numbers(void)
{
    static struct bench b;
    int which, held = 0, tried = 0;
    uint32_t field;

    for (field = GPUOCC_CLASS_INSTRUCTION_COUNT; field < GPUOCC_CLASS_FIELD_COUNT; field++)
        for (which = 0; which < BAD; which++) {
            const double number = bad(which);

            complete(&b);
            memcpy((char *)&b.classes[1] + offsetof(gpuocc_instructions, count) +
                       8 * (field - GPUOCC_CLASS_INSTRUCTION_COUNT),
                   &number, sizeof number);
            /* A hit share of 1e-300 is valid. */
            if (number > 0 && number < 1 &&
                (field == GPUOCC_CLASS_L1_HIT || field == GPUOCC_CLASS_L2_HIT))
                continue;
            tried++;
            held += refused(&b, GPUOCC_ERROR_BAD_NUMBER, GPUOCC_SCOPE_CLASS, field) &&
                    b.error.limit == 1;
        }
    ok(held == tried, "%d bad doubles in classes are refused, %d by name", tried, held);
    complete(&b);
    b.classes[0].count = 0;
    ok(refused(&b, GPUOCC_ERROR_BAD_NUMBER, GPUOCC_SCOPE_CLASS, GPUOCC_CLASS_INSTRUCTION_COUNT),
       "a count of 0 is refused");
    complete(&b);
    b.classes[1].bytes = 0;
    ok(refused(&b, GPUOCC_ERROR_BAD_NUMBER, GPUOCC_SCOPE_CLASS, GPUOCC_CLASS_BYTES),
       "a load of 0 bytes is refused");
}

static void constants(void)
{
    static struct bench b;
    int which, held = 0, tried = 0;
    uint32_t constant, named = 0, known = 0;

    for (constant = 0; constant < GPUOCC_CONSTANT_COUNT; constant++) {
        const int is = gpuocc_name(GPUOCC_LIST_CONSTANTS, constant) != NULL;
        const int32_t status =
            gpuocc_device_constant(device_of("sm_90"), constant, 0, NULL, NULL, NULL);

        named += (uint32_t)is;
        known += (uint32_t)(is == (status != GPUOCC_ERROR_FIELD));
        if (!is)
            continue;
        for (which = 0; which <= BAD; which++) {
            complete(&b);
            bench_set(&b, constant, which == BAD ? 0.0 : bad(which));
            if (bad(which < BAD ? which : 0) == GPUOCC_UNLIMITED ||
                (which == BAD && constant == GPUOCC_CONSTANT_TURNAROUND_CYCLES) ||
                (which == BAD - 1 && constant == GPUOCC_CONSTANT_TURNAROUND_CYCLES))
                continue;
            tried++;
            held += refused(&b, GPUOCC_ERROR_BAD_NUMBER, GPUOCC_SCOPE_CONSTANT, constant);
        }
    }
    ok(held == tried, "%d bad doubles as constants are refused, %d by name", tried, held);
    ok(known == GPUOCC_CONSTANT_COUNT && named > 40, "%u constants have names, and only they",
       named);
}

static void workloads(void)
{
    static struct bench b;
    int which, held = 0;

    for (which = 0; which < BAD; which++) {
        complete(&b);
        b.workload.iterations = bad(which);
        held +=
            refused(&b, GPUOCC_ERROR_BAD_NUMBER, GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_ITERATIONS);
        complete(&b);
        b.workload.wave_latency_cycles = bad(which);
        held += refused(&b, GPUOCC_ERROR_BAD_NUMBER, GPUOCC_SCOPE_WORKLOAD,
                        GPUOCC_WORKLOAD_WAVE_LATENCY_CYCLES);
    }
    ok(held == 2 * BAD, "%d bad doubles in workloads are refused by name", 2 * BAD);
    complete(&b);
    b.workload.iterations = 1e15;
    b.workload.wave_latency_cycles = 1e-12;
    held = bench_make(&b) == GPUOCC_OK;
    b.workload.iterations = 1e-12;
    b.workload.wave_latency_cycles = 1e15;
    held += bench_make(&b) == GPUOCC_OK;
    ok(held == 2, "the smallest and the largest valid doubles in workloads are accepted");
    complete(&b);
    b.workload.waves = 0;
    held = refused(&b, GPUOCC_ERROR_REQUIRED, GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_WAVES);
    complete(&b);
    b.workload.waves = 65537;
    held += refused(&b, GPUOCC_ERROR_TOO_LARGE, GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_WAVES);
    complete(&b);
    b.workload.turnaround = 2;
    held +=
        refused(&b, GPUOCC_ERROR_NOT_A_CHOICE, GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_TURNAROUND);
    complete(&b);
    b.workload.size = 40;
    held += refused(&b, GPUOCC_ERROR_STRUCT_SIZE, GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_SIZE);
    complete(&b);
    b.classes[1].size = 88;
    held += refused(&b, GPUOCC_ERROR_STRUCT_SIZE, GPUOCC_SCOPE_CLASS, GPUOCC_CLASS_SIZE);
    complete(&b);
    b.classes[0].resource = GPUOCC_RESOURCE_ISSUE;
    held += refused(&b, GPUOCC_ERROR_NOT_A_CHOICE, GPUOCC_SCOPE_CLASS, GPUOCC_CLASS_RESOURCE);
    complete(&b);
    b.classes[0].kind = 3;
    held += refused(&b, GPUOCC_ERROR_NOT_A_CHOICE, GPUOCC_SCOPE_CLASS, GPUOCC_CLASS_KIND);
    complete(&b);
    b.classes[0].phase = 32;
    held += refused(&b, GPUOCC_ERROR_TOO_LARGE, GPUOCC_SCOPE_CLASS, GPUOCC_CLASS_PHASE);
    complete(&b);
    b.class_count = 0;
    held += refused(&b, GPUOCC_ERROR_REQUIRED, GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_CLASS_COUNT);
    complete(&b);
    bench_set(&b, 15, 1);
    held += refused(&b, GPUOCC_ERROR_FIELD, GPUOCC_SCOPE_WORKLOAD, GPUOCC_WORKLOAD_CONSTANTS);
    ok(held == 10, "10 other refusals name their field, %d do", held);
}

static void missing(void)
{
    static struct bench b;

    complete(&b);
    b.constant_count = 6; /* without the latency of fp32 */
    ok(refused(&b, GPUOCC_NOT_KNOWN, GPUOCC_SCOPE_CONSTANT, LAT(FP32)),
       "the call says which latency is missing");
    complete(&b);
    b.values[4] = GPUOCC_UNLIMITED;
    b.constants[3] = RATE(FP64);
    ok(bench_make(&b) == GPUOCC_OK && bench_left_out(&b) == RATE(ISSUE) &&
           gpuocc_latency_left_out(b.latency) == UINT64_C(1) << RATE(ISSUE) &&
           bench_get(&b, R_(THROUGHPUT), GPUOCC_CURVE_UPPER) > 0 &&
           bench_status(&b, 8, R_(THROUGHPUT), GPUOCC_CURVE_LOWER) == GPUOCC_NOT_KNOWN &&
           bench_status(&b, 8, R_(SUM_OF_DEMANDS), 0) == GPUOCC_NOT_KNOWN &&
           bench_status(&b, 8, R_(DEMAND), GPUOCC_RESOURCE_ISSUE) == GPUOCC_NOT_KNOWN &&
           bench_status(&b, 8, R_(UTILISATION), GPUOCC_RESOURCE_ISSUE) == GPUOCC_NOT_KNOWN &&
           bench_get(&b, R_(DEMAND), GPUOCC_RESOURCE_DRAM) > 0,
       "a rate that is missing is left out of the bound and named; there is no lower bound");
    complete(&b);
    bench_make(&b);
    ok(gpuocc_latency_get(b.latency, R_(GB_PER_S), 0, NULL, NULL) == GPUOCC_NOT_KNOWN &&
           gpuocc_latency_get(b.latency, R_(OCCUPANCY_NEEDED), 0, NULL, NULL) == GPUOCC_NOT_KNOWN &&
           gpuocc_latency_get(b.latency, R_(TIME), 0, NULL, NULL) == GPUOCC_NOT_APPLICABLE &&
           gpuocc_latency_get(b.latency, R_(RESULT_COUNT), 0, NULL, NULL) == GPUOCC_ERROR_FIELD &&
           gpuocc_latency_get(b.latency, R_(IN_FLIGHT), 2, NULL, NULL) == GPUOCC_ERROR_INDEX &&
           gpuocc_latency_get(NULL, 0, 0, NULL, NULL) == GPUOCC_ERROR_NULL,
       "results that are not there say why");
}

/* It needs 440/12.8 = 34.4 waves and has 32: what helps. */
static void advice(void)
{
    static struct bench b;

    complete(&b);
    b.workload.max_waves = 64;
    bench_make(&b);
    ok(bench_get(&b, R_(WAVE_LATENCY), 0) == 440 && bench_get(&b, R_(WAVES_NEEDED), 0) == 35 &&
           bench_get(&b, R_(OCCUPANCY_NEEDED), 0) == 35.0 / 64 &&
           bench_get(&b, R_(BINDING), 0) == GPUOCC_RESOURCE_LATENCY &&
           bench_get(&b, R_(BINDING_AT_LIMIT), 0) == GPUOCC_RESOURCE_DRAM &&
           bench_get(&b, R_(MORE_WAVES), 0) == GPUOCC_MORE_WAVES_HELP &&
           bench_at(&b, 40, R_(MORE_WAVES), 0) == GPUOCC_MORE_WAVES_MAY_HELP &&
           bench_at(&b, 64, R_(MORE_WAVES), 0) == GPUOCC_MORE_WAVES_NONE_LEFT,
       "waves needed, occupancy needed, what binds, whether more waves help");
    ok(apart(bench_get(&b, R_(CHAINS_NEEDED), 1), 400 / (32 * 12.8 - 40)) < 1e-12 &&
           bench_get(&b, R_(LOADS_NEEDED), 1) == 2 &&
           bench_get(&b, R_(BYTES_PER_THREAD_NEEDED), 1) == 8 &&
           bench_at(&b, 3, R_(CHAINS_NEEDED), 1) == NO_VALUE,
       "chains, loads and bytes per thread needed");
    b.workload.max_waves = 34;
    bench_make(&b);
    ok(gpuocc_latency_get(b.latency, R_(OCCUPANCY_NEEDED), 0, NULL, NULL) == GPUOCC_NOT_POSSIBLE,
       "35 waves of 34 slots are not reachable by occupancy");
    ok(apart(bench_get(&b, R_(LOADS_IN_FLIGHT), 0), 32 / 440.0 * 400) < 1e-12 &&
           apart(bench_get(&b, R_(BYTES_IN_FLIGHT), 0), 32 / 440.0 * 400 * 128) < 1e-12 &&
           apart(bench_get(&b, R_(CONCURRENCY), GPUOCC_RESOURCE_DRAM), 4000) < 1e-12 &&
           apart(bench_get(&b, R_(CONCURRENCY), GPUOCC_RESOURCE_FP32), 16) < 1e-12,
       "loads and bytes in flight, concurrency of a pipe and of a level");
}

/* 10^12 groups in rounds of 700 x 4 make 357,142,857 rounds and 400 groups. */
static void rounds(void)
{
    static struct bench b;

    complete(&b);
    b.workload.waves_per_group = 8;
    b.workload.grid_groups = UINT64_C(1000000000000);
    bench_set(&b, GPUOCC_CONSTANT_CORE_COUNT, 700);
    bench_make(&b);
    ok(bench_get(&b, R_(ROUNDS), 0) == 357142858, "the last of many rounds counts, however small");
}

/* Formula 13 of a schedule with the latency's cost of a group gives the latency's time. */
static void grids(void)
{
    gpuocc_grid grid = {sizeof grid, 114, 0, 0, 4, 64, 0};
    gpuocc_grid_time time = {sizeof time, 0, 0, 0, 0, 0, 0};
    gpuocc_group_time cost = {sizeof cost, 0, 0, 0, 0, 0};
    uint64_t words[sizeof(gpuocc_schedule) / 8];
    gpuocc_schedule *schedule;
    static struct bench b;
    int held = 0, tried = 0;

    for (grid.groups = 1; grid.groups < 5000; grid.groups += 77)
        for (grid.groups_per_core = 1; grid.groups_per_core <= 16; grid.groups_per_core *= 2) {
            complete(&b);
            b.workload.waves_per_group = 4;
            b.workload.waves = 4 * grid.groups_per_core;
            b.workload.grid_groups = grid.groups;
            b.workload.iterations = 1 + (double)(grid.groups % 9);
            b.workload.turnaround = grid.groups % 2;
            b.classes[0].count =
                grid.groups % 3 == 0 ? 100 : 10; /* the core limits, or the memory */
            bench_set(&b, GPUOCC_CONSTANT_CORE_COUNT, 114);
            bench_set(&b, GPUOCC_CONSTANT_TURNAROUND_CYCLES, 300);
            bench_make(&b);
            tried++;
            held += schedule_in(words, NULL, &grid, &schedule, NULL) == GPUOCC_OK &&
                    gpuocc_latency_group_time(b.latency, &cost) == GPUOCC_OK &&
                    gpuocc_schedule_time(schedule, &cost, &time, NULL) == GPUOCC_OK &&
                    apart(time.time, bench_get(&b, R_(TIME), GPUOCC_CURVE_UPPER)) < 1e-12 &&
                    apart(time.minimum, bench_get(&b, R_(TIME_AT_LEAST), 0)) < 1e-12;
        }
    ok(held == tried, "%d of %d grids take the time of rounds that a schedule gives them", held,
       tried);
    complete(&b);
    bench_make(&b);
    ok(gpuocc_latency_group_time(b.latency, &cost) == GPUOCC_NOT_APPLICABLE &&
           gpuocc_latency_group_time(NULL, &cost) == GPUOCC_ERROR_NULL,
       "no cost of a group without its waves");
    b.workload.waves_per_group = 4;
    bench_make(&b);
    cost.size = 4;
    ok(gpuocc_latency_group_time(b.latency, &cost) == GPUOCC_ERROR_STRUCT_SIZE,
       "nor in a short struct");
    cost.size = sizeof cost;
    ok(gpuocc_latency_group_time(b.latency, &cost) == GPUOCC_NOT_KNOWN, "nor without the cores");
}

/* An occupancy that is a range gives ranges; a WGP has the figures of two CUs. */
static void occupancies(void)
{
    static struct bench b;
    uint64_t words[sizeof(gpuocc_occupancy) / 8];
    gpuocc_kernel kernel;
    double low = 0, high = 0, cu, wgp;
    char copy[sizeof(gpuocc_latency)];
    gpuocc_occupancy *occupancy;

    memset(&kernel, 0, sizeof kernel);
    kernel.size = sizeof kernel;
    kernel.threads_per_group = 256;
    kernel.registers_per_thread = GPUOCC_UNKNOWN;
    complete(&b);
    b.workload.waves = 0;
    occupancy_in(words, device_of("sm_90"), 0, &kernel, &occupancy, NULL);
    b.occupancy = occupancy;
    if (bench_make(&b) == GPUOCC_OK)
        gpuocc_latency_get(b.latency, R_(WAVES), 0, &low, &high);
    ok(low == 8 && high == 64, "unknown registers: %g to %g waves", low, high);
    memcpy(copy, b.words, sizeof copy);
    memset(b.words, 0, sizeof b.words);
    memcpy(b.words, copy, sizeof copy);
    ok(gpuocc_latency_get(b.latency, R_(THROUGHPUT), 0, &low, &high) == GPUOCC_OK &&
           apart(low, 8 / 440.0) < 1e-12 && apart(high, 1 / 12.8) < 1e-12,
       "a moved latency answers as before, as a range");
    kernel.registers_per_thread = 32;
    kernel.wave_size = GPUOCC_UNKNOWN;
    b.workload.wave_size = 0;
    occupancy_in(words, device_of("gfx1100"), 0, &kernel, &occupancy, NULL);
    b.occupancy = occupancy;
    ok(refused(&b, GPUOCC_ERROR_MUST_BE_KNOWN, GPUOCC_SCOPE_KERNEL, GPUOCC_KERNEL_WAVE_SIZE),
       "an unknown wave size is refused by name");
    kernel.wave_size = 0;
    kernel.core_mode = GPUOCC_CORE_MODE_CU;
    bench_start(&b);
    bench_add(&b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, 10);
    bench_set(&b, RATE(ISSUE), FREE);
    occupancy_in(words, device_of("gfx1100"), 0, &kernel, &occupancy, NULL);
    b.occupancy = occupancy;
    bench_make(&b);
    cu = bench_at(&b, 1, R_(DEMAND), GPUOCC_RESOURCE_FP32);
    kernel.core_mode = GPUOCC_CORE_MODE_WGP;
    occupancy_in(words, device_of("gfx1100"), 0, &kernel, &occupancy, NULL);
    bench_make(&b);
    wgp = bench_at(&b, 1, R_(DEMAND), GPUOCC_RESOURCE_FP32);
    ok(cu == 5 && wgp == 2.5, "a wave asks %g cycles of a CU, %g of a WGP", cu, wgp);
}

/* The measured figures of a product apply to every device with its numbers, and to no other. */
static void copies(void)
{
    uint64_t words[sizeof(gpuocc_custom_device) / 8];
    const uint32_t field = GPUOCC_DEVICE_CORE_COUNT;
    const uint64_t cores = 100;
    const gpuocc_device *product = device_of("H100 PCIe 80 GB"), *copy = NULL;
    double same = 0, other = 0;

    device_in(words, product, NULL, 0, NULL, NULL, 0, &copy, NULL);
    gpuocc_device_constant(copy, GPUOCC_CONSTANT_DRAM_GB_PER_S, 0, &same, NULL, NULL);
    device_in(words, product, NULL, 0, &field, &cores, 1, &copy, NULL);
    gpuocc_device_constant(copy, GPUOCC_CONSTANT_DRAM_GB_PER_S, 0, &other, NULL, NULL);
    ok(same == 1942 && other == 2040, "a copy of a product has %g GB/s, an edited one %g", same,
       other);
}

static void device_constants(void)
{
    const gpuocc_device *device;
    gpuocc_source source = {sizeof source, 0, "", ""};
    uint32_t i, constant, rows = 0, odd = 0;
    double value, low, high;

    for (i = 0; i < gpuocc_device_count(); i++) {
        gpuocc_device_at(i, &device);
        for (constant = 0; constant < GPUOCC_CONSTANT_COUNT; constant++) {
            if (gpuocc_device_constant(device, constant, 32, &value, &low, &high) != GPUOCC_OK)
                continue;
            rows++;
            odd += !(low <= value && value <= high && low > 0) ||
                   gpuocc_device_constant_source(device, constant, &source) != GPUOCC_OK ||
                   source.document[0] == 0 || source.confidence >= GPUOCC_CONFIDENCE_COUNT;
        }
    }
    ok(odd == 0 && rows > 2000, "%u constants of %u devices have a spread and a source, %u do not",
       rows, i, odd);
    device = device_of("H100 PCIe 80 GB");
    ok(gpuocc_device_constant(device, LAT(DRAM), 0, &value, &low, &high) == GPUOCC_OK &&
           apart(value, 374 * 1.755) < 1e-9 && apart(low, 372.8 * 1.755) < 1e-9 &&
           apart(high, 375.2 * 1.755) < 1e-9 &&
           gpuocc_device_constant(device, GPUOCC_CONSTANT_DRAM_GB_PER_S, 0, &value, NULL, NULL) ==
               GPUOCC_OK &&
           value == 1942 &&
           gpuocc_device_constant(device, RATE(FP32), 0, &value, NULL, NULL) == GPUOCC_OK &&
           value == 4 &&
           gpuocc_device_constant(device_of("Radeon RX 7900 XTX"), LAT(DRAM), 0, &value, NULL,
                                  NULL) == GPUOCC_OK &&
           apart(value, 234.6 * 2.498) < 1e-9,
       "an H100 PCIe has the reference's constants, and an RX 7900 XTX 234.6 ns at its clock");
}

/* Rows of the thesis that are not the result of a formula: measurements and inputs. */
static const char *const inputs[] = {
    "alu_latency",      "mem_latency",       "measured_bandwidth",
    "pin_bandwidth",    "stride2_latency",   "stride2_throughput",
    "random_latency",   "random_throughput", "ilp_latency",
    "mem_bandwidth",    "block_replacement", "branch_taken",
    "branch_not_taken", "barrier_latency",   "alu_throughput_single_issue"};
static const char *const measured[] = {"fraction_of_peak_at_model_warps",
                                       "warps_for_90pct_memory",
                                       "warps_for_95pct_memory",
                                       "stride2_warps_90pct",
                                       "random_warps_90pct",
                                       "ratio_warps_90pct_memory_to_arithmetic",
                                       "vector_add_latency_bound"};

static int listed(const char *const *list, size_t count, const char *name)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (strcmp(list[i], name) == 0)
            return 1;
    return 0;
}

/* Table 3.4: the demands of a mix. */
static double of_mix(const char *name)
{
    static struct bench b;
    uint32_t resource = GPUOCC_RESOURCE_FP32;

    bench_start(&b);
    b.workload.waves = 1;
    b.workload.wave_latency_cycles = 1;
    bench_set(&b, RATE(FP32), 4);
    bench_set(&b, RATE(SPECIAL), 1);
    bench_set(&b, RATE(SHARED), 1);
    bench_set(&b, RATE(ISSUE), 4);
    bench_set(&b, RATE(DRAM), 10.4);
    bench_set(&b, RATE(L1), FREE);
    bench_set(&b, RATE(L2), FREE);
    bench_add(&b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, 100);
    bench_add(&b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_SPECIAL, 5);
    bench_add(&b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_SHARED, 10);
    bench_add(&b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_SHARED, 10)->replay = 2;
    bench_load(&b, 5, 128);
    bench_load(&b, 5, 256);
    bench_make(&b);
    if (strcmp(name, "mix_warp_throughput") == 0)
        return bench_at(&b, 65536, R_(THROUGHPUT), 0);
    if (strcmp(name, "mix_sfu") == 0)
        resource = GPUOCC_RESOURCE_SPECIAL;
    if (strcmp(name, "mix_shared") == 0)
        resource = GPUOCC_RESOURCE_SHARED;
    if (strcmp(name, "mix_global") == 0)
        resource = GPUOCC_RESOURCE_DRAM;
    if (strcmp(name, "mix_issue") == 0)
        resource = GPUOCC_RESOURCE_ISSUE;
    return bench_get(&b, R_(DEMAND), resource);
}

/* Returns the waves needed with alpha dependent additions per load. */
static double of_loop(double alpha, double memory, double latency, double add, double rate)
{
    static struct bench b;

    bench_start(&b);
    b.workload.waves = 1;
    bench_set(&b, RATE(FP32), rate);
    bench_set(&b, LAT(FP32), add);
    bench_set(&b, LAT(DRAM), latency);
    bench_set(&b, RATE(ISSUE), FREE);
    bench_set(&b, RATE(DRAM), memory);
    bench_set(&b, RATE(L1), FREE);
    bench_set(&b, RATE(L2), FREE);
    bench_load(&b, 1, 1);
    bench_add(&b, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, alpha);
    bench_make(&b);
    return bench_get(&b, R_(WAVES_NEEDED_EXACT), 0);
}

/* Kepler's vector addition: 384 bytes per wave in 544 cycles, at 17.1 bytes per cycle. */
static double of_vectors(int slope)
{
    static struct bench b;

    bench_start(&b);
    b.workload.waves = 1;
    b.workload.wave_latency_cycles = 544;
    bench_set(&b, RATE(DRAM), 17.1);
    bench_set(&b, RATE(L1), FREE);
    bench_set(&b, RATE(L2), FREE);
    bench_set(&b, RATE(ISSUE), FREE);
    bench_set(&b, GPUOCC_CONSTANT_CLOCK_GHZ, 1.124);
    bench_set(&b, GPUOCC_CONSTANT_CORE_COUNT, 8);
    bench_load(&b, 1, 384);
    bench_make(&b);
    return slope ? bench_get(&b, R_(GB_PER_S), 0) : bench_at(&b, 65536, R_(THROUGHPUT), 0);
}

static double of_thesis(const char *name)
{
    double rate, requests;

    if (strncmp(name, "mix_", 4) == 0)
        return of_mix(name);
    if (strncmp(name, "vector_add_", 11) == 0)
        return of_vectors(strcmp(name, "vector_add_slope") == 0);
    if (strcmp(name, "alu_throughput") == 0)
        return 128 / 32;
    if (strcmp(name, "alu_throughput_cores") == 0)
        return 192 / 32;
    if (strcmp(name, "warps_needed_arithmetic") == 0)
        return gpuocc_little_pipe(6, 4, &requests, NULL) == GPUOCC_OK ? requests : NO_VALUE;
    if (strcmp(name, "mem_bandwidth_per_sm") == 0) {
        gpuocc_little_memory_rate(154, 1.124, 8, 1, &rate, NULL);
        return rate;
    }
    gpuocc_little_memory_rate(strncmp(name, "pin", 3) == 0 ? 224 : 211, 1.266, 16, 128, &rate,
                              NULL);
    gpuocc_little_pipe(368, rate, &requests, NULL);
    if (strcmp(name, "warps_needed_memory") == 0)
        return requests;
    if (strcmp(name, "cusp_alpha") == 0)
        return 4 / rate;
    if (strcmp(name, "cusp_warps") == 0)
        return of_loop(4 / rate, rate, 368, 6, 4);
    if (strcmp(name, "table_4_3_better_estimate") == 0)
        return of_loop(32, 1, 301, 9, 4);
    return rate;
}

/* Returns a unit of the last digit that the thesis prints: some are truncated, some rounded. */
static double precision(const char *digits)
{
    const char *point = strchr(digits, '.');
    double unit = 1;
    size_t i;

    for (i = 1; point != NULL && i < strlen(point); i++)
        unit /= 10;
    return unit;
}

static void thesis(void)
{
    static struct rows rows;
    int computed = 0, wrong = 0, given = 0, seen = 0, slips = 0;

    rows_open(&rows, "latency/volkov_numbers.csv");
    while (rows_next(&rows)) {
        const char *name = cell(&rows, "quantity"), *value = cell(&rows, "value");
        const double want = strtod(value, NULL);
        double off;

        if (listed(inputs, sizeof inputs / sizeof inputs[0], name)) {
            given++;
        } else if (listed(measured, sizeof measured / sizeof measured[0], name)) {
            seen++;
        } else if (strcmp(name, "warps_needed_memory_pin") == 0 ||
                   strcmp(name, "mix_global") == 0) {
            slips++; /* the thesis's own arithmetic gives 31.8 and 184.6 */
        } else {
            computed++;
            off = of_thesis(name) - want;
            if (off < 0 ? -off > precision(value) : off > precision(value)) {
                wrong++;
                note("%s is %.6g, not %s", name, of_thesis(name), value);
            }
        }
    }
    ok(wrong == 0 && computed == 17 && given == 21 && seen == 11 && slips == 2,
       "thesis: %d rows computed, %d differ; %d are inputs, %d measured, %d slips", computed, wrong,
       given, seen, slips);
}

static void slips(void)
{
    double value, rate;
    uint64_t count = 0;
    int held = 0, which;

    for (which = 0; which < BAD; which++) {
        held += gpuocc_little_pipe(bad(which), 1, &value, NULL) == GPUOCC_ERROR_BAD_NUMBER;
        held +=
            gpuocc_little_memory_rate(1, 1, bad(which), 1, &rate, NULL) == GPUOCC_ERROR_BAD_NUMBER;
        held += gpuocc_little_count(bad(which), 1, &count, NULL) == GPUOCC_ERROR_BAD_NUMBER;
    }
    ok(held == 3 * BAD, "bad doubles in the calls for one law are refused");
    gpuocc_little_count(36.000000001, 1, &count, NULL);
    ok(count == 36, "36.000000001 are 36 waves");
}

int main(void)
{
    class_numbers();
    constants();
    workloads();
    missing();
    advice();
    rounds();
    grids();
    occupancies();
    device_constants();
    copies();
    thesis();
    slips();
    return done();
}
