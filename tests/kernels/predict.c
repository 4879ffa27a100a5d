/* SPDX-License-Identifier: MIT
 *
 * Tests gpuocc_predict(). Code for sm_80 is made here, and its time on an A100 is computed by hand:
 * 108 SMs at 1,410 MHz, of 2,048 threads and 4 partitions each, which issue 4 instructions and
 * execute 2 FP32 instructions of a warp per cycle (NVIDIA's whitepaper of GA100). Rates and
 * latencies of memory are given. In every kernel of the files the prediction is within its bounds,
 * and more iterations take longer. The last file has code of gfx1100.
 * Usage: predict FILE... AMD_FILE
 */
#include <math.h>

#include <gpuocc/predict.h>

#include "support.h"

#define CLOCK 1.41
#define CORES 108
#define WAVES 64 /* of a full SM: 8 groups of 8 */

static unsigned char words[16 * 256];
static unsigned length; /* instructions */
static gpuocc_occupancy occupancy;
static gpuocc_predict_options options;
static gpuocc_prediction prediction;
static gpuocc_error error;

/* The numbers of operations. */
enum {
    FFMA = 0x223,
    HFMA2 = 0x231,
    I2F = 0x306,
    LDG = 0x381,
    STG = 0x386,
    STL = 0x387,
    STS = 0x388,
    ATOMS = 0x38c,
    LDL = 0x983,
    LDS = 0x984,
    BRA = 0x947,
    EXIT = 0x94d,
    SYNCS = 0x5a7
};

/* Appends an instruction. `counter` is the one that it occupies, 7 for none; `width` is 4 for 4
 * bytes and 6 for 16; `waits` is a set. */
static void put(unsigned operation, unsigned stall, unsigned counter, unsigned waits,
                unsigned width)
{
    const uint64_t low = 0x7000u | operation | 2u << 24; /* the address is in R2 */
    const uint64_t high = (uint64_t)width << 9 | (uint64_t)stall << 41 | (uint64_t)counter << 46 |
                          UINT64_C(7) << 49 | (uint64_t)waits << 52;
    unsigned i;

    for (i = 0; i < 8; i++) {
        words[16 * length + i] = (unsigned char)(low >> 8 * i);
        words[16 * length + 8 + i] = (unsigned char)(high >> 8 * i);
    }
    length++;
}

/* Appends a BRA with the guard @P0. */
static void branch(int to)
{
    const uint64_t offset = (uint64_t)(int64_t)(4 * (to - (int)length - 1));
    const uint64_t low = (uint64_t)BRA | offset << 34;
    unsigned i;

    put(BRA, 0, 7, 0, 0);
    for (i = 0; i < 8; i++)
        words[16 * (length - 1) + i] = (unsigned char)(low >> 8 * i);
    words[16 * (length - 1) + 8] = (unsigned char)(offset >> 30);
    words[16 * (length - 1) + 9] = (unsigned char)(offset >> 38);
    words[16 * (length - 1) + 10] = (unsigned char)(0x80 | (offset >> 46 & 3));
    words[16 * (length - 1) + 11] = 3;
}

static void launch(const char *device, uint32_t threads)
{
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;

    kernel.threads_per_group = threads;
    kernel.registers_per_thread = 32;
    ok(gpuocc_occupancy_init(&occupancy, find(device), 0, &kernel, NULL) == GPUOCC_OK,
       "groups of %u threads on %s", (unsigned)threads, device);
}

/* Begins code and options: no load hits, memory answers after 400 cycles, and a core reads 64
 * bytes per cycle from L1, 32 from L2, 16 from memory, and 128 from shared memory. */
static void begin(void)
{
    static const struct {
        uint32_t constant;
        double value;
    } given[] = {{GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_L1, 64},
                 {GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_L2, 32},
                 {GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_DRAM, 16},
                 {GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE, 128},
                 {GPUOCC_CONSTANT_LATENCY + GPUOCC_RESOURCE_DRAM, 400},
                 {GPUOCC_CONSTANT_LATENCY + GPUOCC_RESOURCE_L2, 200},
                 {GPUOCC_CONSTANT_LATENCY + GPUOCC_RESOURCE_L1, 30},
                 {GPUOCC_CONSTANT_LATENCY + GPUOCC_RESOURCE_SHARED, 20}};
    size_t i;

    length = 0;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.grid_groups = 8 * CORES;
    for (i = 0; i < sizeof given / sizeof given[0]; i++) {
        options.constants_given |= UINT64_C(1) << given[i].constant;
        options.constants[given[i].constant] = given[i].value;
    }
}

static int32_t predict_for(const char *target)
{
    const gpuocc_code code = {sizeof code, {target, strlen(target)}, words, 16 * length};

    memset(&prediction, 0, sizeof prediction);
    memset(&error, 0, sizeof error);
    prediction.size = sizeof prediction;
    error.size = sizeof error;
    return gpuocc_predict(&code, &occupancy, &options, &prediction, &error);
}

static int32_t predict(void)
{
    return predict_for("sm_80");
}

static int near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

static int ranges(const gpuocc_predict_range *range, double low, double expected, double high)
{
    const int same =
        near(range->low, low) && near(range->expected, expected) && near(range->high, high);

    if (!same)
        note("%.9g %.9g %.9g, not %.9g %.9g %.9g", range->low, range->expected, range->high, low,
             expected, high);
    return same;
}

static int lacks(uint32_t set)
{
    if (prediction.unknown != set)
        note("unknown 0x%lx, not 0x%lx", (unsigned long)prediction.unknown, (unsigned long)set);
    return prediction.unknown == set;
}

/* Eight multiply-adds: two full rounds, and one with a group on half of the cores. */
static void arithmetic(void)
{
    const double fp32 = 8 / 2.0, issue = 9 / 4.0, alone = 8 * 4 + 5;
    const double full[] = {WAVES * fp32, hypot(hypot(WAVES * fp32, WAVES * issue), alone),
                           WAVES * (fp32 + issue) + alone};
    const double last[] = {alone, hypot(hypot(8 * fp32, 8 * issue), alone),
                           8 * (fp32 + issue) + alone};
    unsigned i;

    begin();
    for (i = 0; i < 8; i++)
        put(FFMA, 4, 7, 0, 0);
    put(EXIT, 5, 7, 0, 0);
    options.grid_groups = 2 * 8 * CORES + CORES / 2;
    ok(predict() == GPUOCC_OK && prediction.code_status == GPUOCC_CODE_OK && lacks(0),
       "arithmetic is predicted");
    ok(near(prediction.demand_cycles[GPUOCC_RESOURCE_FP32], fp32) &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_ISSUE], issue) &&
           prediction.demand_cycles[GPUOCC_RESOURCE_DRAM] == 0,
       "a wave demands 4 cycles of FP32 and 2.25 of issue");
    ok(ranges(&prediction.alone_cycles, alone, alone, alone), "alone it takes its stalls");
    ok(ranges(&prediction.round_cycles, full[0], full[1], full[2]), "a full round");
    ok(ranges(&prediction.cycles, 2 * full[0] + last[0], 2 * full[1] + last[1],
              2 * full[2] + last[2]),
       "two rounds and the last one");
    ok(near(prediction.time_us.expected, prediction.cycles.expected / (CLOCK * 1000)) &&
           near(prediction.clock_ghz, CLOCK),
       "in microseconds");
    ok(prediction.rounds == 3 && prediction.last_groups == CORES / 2 &&
           prediction.groups_per_core == 8 && prediction.waves_per_core == WAVES &&
           near(prediction.tail_share, last[1] / prediction.cycles.expected),
       "the last round has a share");
    ok(prediction.binding_count == 1 && prediction.binding[0] == GPUOCC_RESOURCE_FP32 &&
           prediction.loop_count == 0,
       "FP32 binds");
    options.grid_groups = CORES;
    ok(predict() == GPUOCC_OK && prediction.rounds == 1 && prediction.tail_share == 1 &&
           ranges(&prediction.cycles, last[0], last[1], last[2]),
       "a small grid has only a last round");
    options.grid_groups = 0;
    ok(predict() == GPUOCC_OK && lacks(1u << GPUOCC_PREDICT_GRID) && prediction.rounds == 0 &&
           prediction.time_us.expected == -1 && prediction.cycles.low == -1 &&
           ranges(&prediction.round_cycles, full[0], full[1], full[2]),
       "without a grid there is a round");
}

/* A load of 4 bytes, a multiply-add that waits for it, a store. */
static void memory(void)
{
    const double loads = 128, fp32 = 1 / 2.0, issue = 1.0;

    begin();
    put(LDG, 2, 0, 0, 4);
    put(FFMA, 4, 7, 1, 0);
    put(STG, 2, 7, 0, 4);
    put(EXIT, 5, 7, 0, 0);
    ok(predict() == GPUOCC_OK && lacks(1u << GPUOCC_PREDICT_ADDRESSES), "memory is predicted");
    ok(ranges(&prediction.alone_cycles, 411, 411, 411), "a wave alone waits for the load");
    ok(near(prediction.demand_cycles[GPUOCC_RESOURCE_L1], 2 * loads / 64) &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_L2], 2 * loads / 32) &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_DRAM], 2 * loads / 16),
       "the load and the store are moved");
    ok(near(prediction.round_cycles.expected,
            sqrt(pow(WAVES * 4, 2) + pow(WAVES * 8, 2) + pow(WAVES * 16, 2) + pow(WAVES * fp32, 2) +
                 pow(WAVES * issue, 2) + 411.0 * 411)) &&
           near(prediction.round_cycles.high, WAVES * (4 + 8 + 16 + fp32 + issue) + 411) &&
           prediction.binding[0] == GPUOCC_RESOURCE_DRAM,
       "memory binds");
    ok(near(prediction.round_cycles.low, WAVES * 8), "stores may stay in L2");
    options.grid_groups = CORES / 4;
    ok(predict() == GPUOCC_OK &&
           near(prediction.cycles.high, 8 * (4 + 8 + fp32 + issue) + 8 * 16 / 4.0 + 411),
       "a quarter of the cores has four times the memory each");
    options.l1_hit = options.l2_hit = 0.5;
    ok(predict() == GPUOCC_OK && ranges(&prediction.alone_cycles, 11 + 15 + 50 + 100, 176, 176) &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_DRAM], (loads / 4 + loads) / 16),
       "half of the loads hit in L1, and half of the others in L2");
    options.efficiency = 0.5;
    ok(predict() == GPUOCC_OK && lacks(0) &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_DRAM], 2 * (loads / 4 + loads) / 16),
       "of the bytes that are moved half are asked for");
    options.efficiency = 0;
    options.l1_hit = options.l2_hit = GPUOCC_PREDICT_NOT_GIVEN;
    options.grid_groups = 8 * CORES;
    ok(predict() == GPUOCC_OK &&
           lacks(1u << GPUOCC_PREDICT_HITS | 1u << GPUOCC_PREDICT_ADDRESSES) &&
           ranges(&prediction.alone_cycles, 41, 411, 411) && prediction.binding_count == 2 &&
           prediction.binding[0] == GPUOCC_RESOURCE_DRAM &&
           prediction.binding[1] == GPUOCC_RESOURCE_L1,
       "if it is not known what hits, the bounds are all and none, and either binds");
}

static void shared(void)
{
    begin();
    put(LDS, 2, 0, 0, 6);
    put(STS, 2, 7, 0, 4);
    put(FFMA, 4, 7, 1, 0);
    put(EXIT, 5, 7, 0, 0);
    ok(predict() == GPUOCC_OK && lacks(1u << GPUOCC_PREDICT_CONFLICTS) &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_SHARED], 4 + 1) &&
           near(prediction.alone_cycles.expected, 20 + 4 + 5),
       "16 bytes a lane take four cycles of shared memory");
    options.conflict_factor = 3;
    ok(predict() == GPUOCC_OK && lacks(0) &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_SHARED], 15) &&
           near(prediction.alone_cycles.expected, 20 + 2 * 4 + 4 + 5) &&
           prediction.binding[0] == GPUOCC_RESOURCE_SHARED,
       "with conflicts three times as many");
}

/* The lanes are 128 bytes apart: each accesses a sector of its own in global memory; in shared
 * memory 8 lanes of 16 bytes, which have 4 passes over the banks each, want the same 4 banks. */
static void addresses(void)
{
    static const uint32_t row[2][4] = {
        {0x00027919, 0, 0x2100, 0x000fe200},        /* S2R R2, SR_TID.X */
        {0x02027824, 128, 0x078e00ff, 0x000fe200}}; /* IMAD R2, R2, 128, RZ */
    unsigned i, k;

    begin();
    for (i = 0; i < 2; i++) {
        put(FFMA, 1, 7, 0, 0);
        for (k = 0; k < 16; k++)
            words[16 * i + k] = (unsigned char)(row[i][k / 4] >> 8 * (k % 4));
    }
    put(LDG, 2, 0, 0, 4);
    put(STG, 2, 7, 0, 4);
    put(LDS, 2, 1, 0, 6); /* into R0 to R3 */
    put(FFMA, 4, 7, 2, 0);
    put(EXIT, 5, 7, 0, 0);
    ok(predict() == GPUOCC_OK && lacks(0) &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_L1], 2 * 32 * 32 / 64.0) &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_SHARED], 32),
       "sectors and bank conflicts come from the addresses of the lanes");
    length--;
    put(LDS, 2, 1, 0, 6);
    put(EXIT, 5, 7, 0, 0);
    options.conflict_factor = 1;
    options.efficiency = 0.5;
    ok(predict() == GPUOCC_OK && lacks(0) &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_L1], 2 * 256 / 64.0) &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_SHARED], 4 + 4),
       "unless they are given");
}

/* Spills are stored in L2 as far as that is large enough, and otherwise in memory. */
static void spills(void)
{
    const double all = 200 * 4.0 * 32 * WAVES * CORES, l2 = 40 * 1024 * 1024.0;
    unsigned i;

    begin();
    for (i = 0; i < 200; i++)
        put(STL, 2, 7, 0, 4);
    put(EXIT, 5, 7, 0, 0);
    ok(predict() == GPUOCC_OK && all > l2 &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_DRAM], 200 * 128 / 16.0),
       "what L2 has no room for goes to memory");
    options.grid_groups = 0;
    ok(predict() == GPUOCC_OK &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_DRAM], 200 * 128 / 16.0),
       "without a grid all cores have waves");
    length = 40;
    put(EXIT, 5, 7, 0, 0);
    ok(predict() == GPUOCC_OK && prediction.demand_cycles[GPUOCC_RESOURCE_DRAM] == 0 &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_L2], 40 * 128 / 32.0),
       "and nothing else does");
}

/* The last-level cache of an RX 6600 has 32 MiB, and its L2 2 MiB. A core of 1 GHz, which has all
 * of both, reads 64 bytes of the last level in the time of 16 of memory, after 100 cycles. */
static void last_level(void)
{
    static const struct {
        uint32_t constant;
        double value;
    } given[] = {{GPUOCC_CONSTANT_CLOCK_GHZ, 1},
                 {GPUOCC_CONSTANT_CORE_COUNT, 1},
                 {GPUOCC_CONSTANT_LAST_LEVEL_GB_PER_S, 64},
                 {GPUOCC_CONSTANT_LAST_LEVEL_LATENCY_NS, 100}};
    const double l2 = 2048 * 1024.0, last = 32768 * 1024.0;
    uint64_t cores = 0;
    double all;
    unsigned i;

    launch("Radeon RX 6600", 256);
    (void)gpuocc_occupancy_get(&occupancy, GPUOCC_RESULT_CORE_COUNT, 0, &cores, NULL);
    begin();
    options.grid_groups = 0;
    for (i = 0; i < 4; i++) {
        options.constants_given |= UINT64_C(1) << given[i].constant;
        options.constants[given[i].constant] = given[i].value;
    }
    for (i = 0; i < 200; i++)
        put(STL, 2, 7, 0, 4);
    put(LDL, 2, 0, 0, 4);
    put(FFMA, 4, 7, 1, 0);
    put(EXIT, 5, 7, 0, 0);
    ok(predict() == GPUOCC_OK, "spills on a GPU with a last-level cache");
    all = 200 * 4.0 * 32 * (double)(prediction.waves_per_core * cores);
    ok(all > l2 && all < last &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_DRAM], 201 * 128 / 64.0) &&
           near(prediction.alone_cycles.expected, 200 * 2 + 100 + 4 + 5),
       "what the L2 has no room for is in the last level");
    for (i = 0; i < 200; i++)
        words[16 * i + 9] = (unsigned char)(words[16 * i + 9] | 2 << 1); /* 16 bytes */
    all *= 4;
    ok(predict() == GPUOCC_OK && all > last &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_DRAM], (200 * 4 + 1) * 128 / 16.0),
       "and what that has no room for in memory");
    for (i = 0; i < 200; i++)
        words[16 * i + 9] = (unsigned char)(words[16 * i + 9] & ~(2 << 1));
    options.constants_given &= ~(UINT64_C(1) << GPUOCC_CONSTANT_CORE_COUNT);
    options.constants[GPUOCC_CONSTANT_LAST_LEVEL_GB_PER_S] = 1;
    ok(predict() == GPUOCC_OK &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_DRAM], 201 * 128 / 16.0),
       "a last level is not slower than memory");
    launch("A100 PCIe 40 GB", 256);
}

/* Tells whether a change saves most, and the bounds of the time after it, in cycles. */
static int saves(uint32_t change, double low, double high)
{
    const gpuocc_predict_range *us = &prediction.changed_us;
    const int same = prediction.change == change && near(us->low, low / (CLOCK * 1000)) &&
                     near(us->high, high < 0 ? -1 : high / (CLOCK * 1000)) &&
                     us->expected < 0.98 * prediction.time_us.expected &&
                     us->expected >= us->low &&
                     memcmp(us, &prediction.changes_us[change], sizeof *us) == 0;

    if (!same)
        note("%s %.9g %.9g", gpuocc_predict_change_name(prediction.change), us->low * CLOCK * 1000,
             us->high * CLOCK * 1000);
    return same;
}

static void limit_registers(uint32_t threads, uint32_t registers)
{
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;

    kernel.threads_per_group = threads;
    kernel.registers_per_thread = registers;
    ok(gpuocc_occupancy_init(&occupancy, find("A100 PCIe 40 GB"), 0, &kernel, NULL) == GPUOCC_OK,
       "%u registers", (unsigned)registers);
}

/* The change that saves most. */
static void changes(void)
{
    unsigned i;

    begin();
    for (i = 0; i < 8; i++)
        put(FFMA, 4, 7, 0, 0);
    put(EXIT, 5, 7, 0, 0);
    options.grid_groups = 2 * 8 * CORES + CORES / 2; /* a half group on each core is left */
    ok(predict() == GPUOCC_OK && saves(GPUOCC_PREDICT_CHANGE_ROUND, (2 + 1 / 16.0) * WAVES * 4,
                                       (2 + 1 / 16.0) * (WAVES * (4 + 2.25) + 37)),
       "a full last round");
    options.grid_groups = CORES;
    ok(predict() == GPUOCC_OK && prediction.change == GPUOCC_PREDICT_CHANGE_NONE &&
           prediction.changed_us.expected == -1,
       "no change saves anything if there is one round, of which a group is a part");
    options.grid_groups = 0;
    ok(predict() == GPUOCC_OK && prediction.change == GPUOCC_PREDICT_CHANGE_NONE,
       "nor if there is no grid");

    begin();
    put(LDS, 2, 0, 0, 6);
    put(FFMA, 4, 7, 1, 0);
    put(EXIT, 5, 7, 0, 0);
    options.conflict_factor = 8;
    ok(predict() == GPUOCC_OK && saves(GPUOCC_PREDICT_CHANGE_CONFLICTS, WAVES * 4,
                                       WAVES * (4 + 0.5 + 0.75) + 20 + 28 + 4 + 5),
       "no bank conflicts");

    begin();
    for (i = 0; i < 200; i++)
        put(STL, 2, 7, 0, 4);
    put(EXIT, 5, 7, 0, 0);
    ok(predict() == GPUOCC_OK && saves(GPUOCC_PREDICT_CHANGE_SPILLS, 405, WAVES * 0.25 + 405),
       "no spills");
}

/* What moves four times as much takes as long after the change as what moves only what it requests,
 * whose time has no such change. */
static void changes_of_sectors(void)
{
    gpuocc_predict_range time;

    begin();
    put(LDG, 2, 0, 0, 4);
    put(FFMA, 4, 7, 1, 0);
    put(STG, 2, 7, 0, 4);
    put(EXIT, 5, 7, 0, 0);
    options.efficiency = 1;
    ok(predict() == GPUOCC_OK &&
           prediction.changes_us[GPUOCC_PREDICT_CHANGE_SECTORS].expected == -1,
       "no scattered accesses");
    time = prediction.time_us;
    options.efficiency = 0.25;
    ok(predict() == GPUOCC_OK && prediction.time_us.expected > 2 * time.expected &&
           memcmp(&prediction.changes_us[GPUOCC_PREDICT_CHANGE_SECTORS], &time, sizeof time) == 0,
       "scattered accesses");
}

/* What saves most of a load. */
static void changes_of_loads(void)
{
    begin();
    put(LDG, 2, 0, 0, 4);
    put(FFMA, 4, 7, 1, 0);
    put(STG, 2, 7, 0, 4);
    put(EXIT, 5, 7, 0, 0);
    ok(predict() == GPUOCC_OK &&
           saves(GPUOCC_PREDICT_CHANGE_HITS, 411, WAVES * (4 + 4 + 8 + 0.5 + 1) + 411),
       "all loads hit");
    options.l1_hit = GPUOCC_PREDICT_NOT_GIVEN;
    ok(predict() == GPUOCC_OK && prediction.change == GPUOCC_PREDICT_CHANGE_NONE,
       "unless it is assumed that none hits");
    options.l1_hit = 0;
    options.l2_hit = 1;
    limit_registers(256, 128);
    options.grid_groups = 6 * CORES;
    ok(predict() == GPUOCC_OK && prediction.groups_per_core == 2 &&
           saves(GPUOCC_PREDICT_CHANGE_GROUP, 2 * 211, 2 * (24 * (4 + 8 + 8 + 0.5 + 1) + 211)),
       "one more group on each core");
    options.grid_groups = 7 * CORES;
    ok(predict() == GPUOCC_OK &&
           saves(GPUOCC_PREDICT_CHANGE_GROUP, 3 * 211,
                 2 * (24 * (4 + 8 + 8 + 0.5 + 1) + 211) + 8 * (4 + 8 + 8 + 0.5 + 1) + 211),
       "which leaves one on each core for a last round");
    options.grid_groups = 7 * CORES + 1;
    ok(predict() == GPUOCC_OK && prediction.change != GPUOCC_PREDICT_CHANGE_NONE, "or a few more");
    limit_registers(32, 255);
    ok(predict() == GPUOCC_OK && prediction.change != GPUOCC_PREDICT_CHANGE_NONE,
       "the slots for groups of one wave are fewer than those for waves");
    launch("A100 PCIe 40 GB", 256);

    begin();
    put(LDG, 2, 0, 0, 4);
    put(FFMA, 4, 7, 1, 0);
    branch(0);
    put(EXIT, 5, 7, 0, 0);
    ok(predict() == GPUOCC_OK && prediction.change == GPUOCC_PREDICT_CHANGE_HITS &&
           prediction.changed_us.high == -1,
       "what has no upper bound has none after a change");
    ok(strcmp(gpuocc_predict_change_name(GPUOCC_PREDICT_CHANGE_ROUND), "full_last_round") == 0 &&
           gpuocc_predict_change_name(GPUOCC_PREDICT_CHANGE_NONE)[0] == 0 &&
           gpuocc_predict_change_name(GPUOCC_PREDICT_CHANGE_COUNT)[0] == 0,
       "changes have names");
}

/* A loop of a load, two multiply-adds and a branch, of which the first waits for the load. */
static void loops(void)
{
    gpuocc_predict_trips trips[2] = {{.first = 0x10, .count = 100},
                                     {.first = GPUOCC_CODE_NONE, .count = 7}};
    double once, more;

    begin();
    put(FFMA, 4, 7, 0, 0);
    put(FFMA, 4, 7, 0, 0);
    put(FFMA, 6, 7, 0, 0);
    branch(1);
    put(EXIT, 5, 7, 0, 0);
    more = sqrt(pow(WAVES, 2) + pow(WAVES * 3 / 4.0, 2) + 11.0 * 11);
    once = sqrt(pow(WAVES * 1.5, 2) + pow(WAVES * 5 / 4.0, 2) + 20.0 * 20);
    ok(predict() == GPUOCC_OK && lacks(1u << GPUOCC_PREDICT_TRIPS) &&
           prediction.binding_count == 0 && prediction.loop_count == 1 &&
           prediction.loops[0].first == 0x10 && prediction.loops[0].last == 0x30 &&
           prediction.loops[0].depth == 1 && prediction.time_us.high == -1,
       "a loop without a count is said, and nothing binds");
    ok(near(prediction.cycles.expected, once) && near(prediction.loops[0].cycles, more) &&
           near(prediction.loops[0].us, more / (CLOCK * 1000)),
       "once, and what one more iteration takes");
    options.trips = trips;
    options.trip_count = 2;
    once = sqrt(pow(WAVES * 100.5, 2) + pow(WAVES * 302 / 4.0, 2) + 1109.0 * 1109);
    ok(predict() == GPUOCC_OK && lacks(0) && near(prediction.cycles.expected, once) &&
           prediction.binding[0] == GPUOCC_RESOURCE_FP32,
       "a hundred times");
    options.trips = &trips[1];
    options.trip_count = 1;
    ok(predict() == GPUOCC_OK && lacks(0) &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_FP32], 15 / 2.0),
       "a count for all loops");
    trips[1].first = 0x20;
    ok(predict() == GPUOCC_ERROR_NOT_A_CHOICE && error.known == 1 && error.value == 0x20 &&
           error.field == 3 && prediction.rounds == 0,
       "a count for no loop is refused");
}

/* In a loop, a load of the iteration before is waited for. */
static void pipelined(void)
{
    const gpuocc_predict_trips trips = {.first = 0, .count = 10};

    begin();
    put(FFMA, 4, 7, 1, 0);
    put(LDG, 2, 0, 0, 4);
    put(FFMA, 14, 7, 0, 0);
    branch(0);
    put(EXIT, 5, 7, 0, 0);
    options.trips = &trips;
    options.trip_count = 1;
    ok(predict() == GPUOCC_OK && near(prediction.alone_cycles.expected, 10 * 404 + 5),
       "an iteration takes the latency of the load of the one before: %g",
       prediction.alone_cycles.expected);
}

/* Pipes without a known rate. */
static void unrated(void)
{
    unsigned i;

    begin();
    put(HFMA2, 4, 7, 0, 0);
    put(EXIT, 5, 7, 0, 0);
    ok(predict() == GPUOCC_OK && lacks(1u << GPUOCC_PREDICT_RATES) &&
           prediction.unrated_resources == 1u << GPUOCC_RESOURCE_FP16 &&
           prediction.binding_count == 0 && prediction.round_cycles.high == -1 &&
           prediction.round_cycles.low > 0,
       "FP16 without a rate: nothing binds, and there is no upper bound");
    options.constants_given |= UINT64_C(1) << (GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_FP16);
    options.constants[GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_FP16] = 0.125;
    ok(predict() == GPUOCC_OK && lacks(0) && prediction.binding[0] == GPUOCC_RESOURCE_FP16 &&
           near(prediction.demand_cycles[GPUOCC_RESOURCE_FP16], 8) &&
           near(prediction.alone_cycles.low, 32 + 5),
       "with a given rate it binds, and a wave waits for its own partition");
    begin();
    put(ATOMS, 2, 0, 0, 0);
    put(EXIT, 5, 7, 0, 0);
    ok(predict() == GPUOCC_OK &&
           lacks(1u << GPUOCC_PREDICT_RATES | 1u << GPUOCC_PREDICT_LATENCIES) &&
           prediction.unrated_classes == 1u << GPUOCC_CODE_ATOMIC,
       "an atomic operation has neither a rate nor a latency");
    begin();
    put(I2F, 2, 0, 0, 0);
    for (i = 0; i < 63; i++)
        put(FFMA, 4, 7, 0, 0);
    put(EXIT, 5, 7, 0, 0);
    ok(predict() == GPUOCC_OK && prediction.unrated_classes == 1u << GPUOCC_CODE_CONVERT,
       "a conversion of 32 lanes might bind if 63 multiply-adds take 31.5 cycles");
    words[0] = (unsigned char)FFMA;
    words[1] = 0x70 | FFMA >> 8;
    length--;
    put(I2F, 2, 0, 0, 0);
    put(FFMA, 4, 7, 0, 0);
    put(EXIT, 5, 7, 0, 0);
    ok(predict() == GPUOCC_OK && prediction.unrated_classes == 0 && prediction.binding_count == 1,
       "if 65 take 32.5, it does not");
}

/* A loop that only waits is executed once. */
static void waiting(void)
{
    launch("H100 SXM5 80 GB", 256);
    begin();
    put(SYNCS, 2, 7, 0, 0);
    branch(0);
    put(EXIT, 5, 7, 0, 0);
    ok(predict_for("sm_90") == GPUOCC_OK && prediction.loop_count == 0 &&
           (prediction.unknown & 1u << GPUOCC_PREDICT_TRIPS) == 0,
       "a loop that polls has no count and needs none");
    launch("A100 PCIe 40 GB", 256);
}

/* Tells what is wrong with the options. */
static void says(int32_t status, const char *sentence)
{
    char text[256], part[8];
    const int32_t found = predict();
    const size_t whole = gpuocc_predict_error_text(&error, found, text, sizeof text);

    ok(found == status && strcmp(text, sentence) == 0 && whole == strlen(sentence) &&
           gpuocc_predict_error_text(&error, found, part, sizeof part) == whole &&
           strncmp(part, sentence, 7) == 0 && part[7] == 0,
       "%s", text);
}

/* Trip counts that are refused. */
static void trip_counts(void)
{
    gpuocc_predict_trips trips[2] = {{.first = 0, .count = NAN}, {.first = 0, .count = 1}};

    options.trip_count = 1;
    ok(predict() == GPUOCC_ERROR_NULL && error.field == 3, "no array of trip counts");
    options.trips = trips;
    says(GPUOCC_ERROR_BAD_NUMBER, "a trip count is nan, the valid range is 0 to 1000000000000");
    options.trip_count = GPUOCC_PREDICT_TRIP_COUNTS + 1;
    says(GPUOCC_ERROR_TOO_LARGE, "there are 65 trip counts, the maximum is 64");
    options.trip_count = 2;
    trips[0].count = 1;
    trips[0].first = trips[1].first = 0x70;
    says(GPUOCC_ERROR_NOT_A_CHOICE, "the loop at 0x70 has two trip counts");
    trips[0].first = trips[1].first = GPUOCC_CODE_NONE;
    says(GPUOCC_ERROR_NOT_A_CHOICE, "two trip counts have no address");
    trips[1].first = 0x20;
    says(GPUOCC_ERROR_NOT_A_CHOICE, "no loop begins at 0x20");
    options.trip_count = 0;
}

/* The threads of a group in x and y, and all of them. */
static void shapes(void)
{
    options.threads_per_group = 256;
    options.threads_x = 32;
    options.threads_y = 8;
    ok(predict() == GPUOCC_OK, "32 x 8 threads are 256");
    options.threads_y = 16;
    says(GPUOCC_ERROR_NOT_A_CHOICE,
         "threads_x x threads_y is 512 and does not divide threads_per_group, 256");
    options.threads_x = options.threads_y = UINT32_MAX;
    ok(predict() == GPUOCC_ERROR_NOT_A_CHOICE && error.value == UINT64_C(0xfffffffe00000001),
       "a product of more than 32 bits");
    options.threads_per_group = 0;
    ok(predict() == GPUOCC_OK, "which is not checked without the threads of the group");
    options.threads_x = options.threads_y = 0;
    options.conflict_factor = 64.5;
    says(GPUOCC_ERROR_BAD_NUMBER, "conflict_factor is 64.5, the valid range is 1 to 64");
    options.conflict_factor = 0;
    options.l1_hit = 2;
    says(GPUOCC_ERROR_BAD_NUMBER, "l1_hit is 2, the valid range is 0 to 1");
    options.l1_hit = 0;
}

/* Arguments that are refused. */
static void refused(void)
{
    static const double bad[] = {-0.5, 1.5, NAN};
    gpuocc_code code = {sizeof code, {"sm_80", 5}, words, 16};
    size_t i;

    begin();
    put(EXIT, 5, 7, 0, 0);
    for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        options.l1_hit = bad[i];
        ok(predict() == GPUOCC_ERROR_BAD_NUMBER && error.field == GPUOCC_CLASS_L1_HIT, "l1_hit %g",
           bad[i]);
        options.l1_hit = 0;
        options.l2_hit = bad[i];
        ok(predict() == GPUOCC_ERROR_BAD_NUMBER && error.field == GPUOCC_CLASS_L2_HIT, "l2_hit %g",
           bad[i]);
        options.l2_hit = 0;
        options.efficiency = bad[i];
        ok(predict() == GPUOCC_ERROR_BAD_NUMBER && error.field == GPUOCC_CLASS_EFFICIENCY,
           "efficiency %g", bad[i]);
        options.efficiency = 0;
        options.conflict_factor = i == 1 ? 65 : bad[i];
        ok(predict() == GPUOCC_ERROR_BAD_NUMBER && (error.known & 2) != 0 && error.limit == 64,
           "conflict factor %g", options.conflict_factor);
        options.conflict_factor = 0;
    }
    trip_counts();
    shapes();
    options.size = 8;
    ok(predict() == GPUOCC_ERROR_STRUCT_SIZE && error.field == 3, "options that are too small");
    options.size = sizeof options;
    ok(predict_for("sm_61") == GPUOCC_NOT_APPLICABLE &&
           prediction.code_status == GPUOCC_CODE_NOT_READ && error.field == 1,
       "code that is not read");
    ok(gpuocc_predict(NULL, &occupancy, NULL, &prediction, &error) == GPUOCC_ERROR_NULL &&
           error.field == 1 &&
           gpuocc_predict(&code, NULL, NULL, &prediction, &error) == GPUOCC_ERROR_NULL &&
           error.field == 2 &&
           gpuocc_predict(&code, &occupancy, NULL, NULL, &error) == GPUOCC_ERROR_NULL &&
           error.field == 4,
       "a pointer is NULL");
    prediction.size = 8;
    ok(gpuocc_predict(&code, &occupancy, NULL, &prediction, NULL) == GPUOCC_ERROR_STRUCT_SIZE,
       "a prediction that is too small");
    prediction.size = sizeof prediction;
    ok(gpuocc_predict(&code, &occupancy, NULL, &prediction, NULL) == GPUOCC_OK &&
           lacks(1u << GPUOCC_PREDICT_GRID),
       "no options");
    ok(strcmp(gpuocc_predict_unknown_name(GPUOCC_PREDICT_CLOCK), "clock") == 0 &&
           strcmp(gpuocc_predict_unknown_name(GPUOCC_PREDICT_UNKNOWN_COUNT), "") == 0 &&
           strcmp(gpuocc_predict_pipe_name(GPUOCC_RESOURCE_PIPE_A), "vector") == 0 &&
           strcmp(gpuocc_predict_pipe_name(GPUOCC_RESOURCE_FP32), "fp32") == 0 &&
           strcmp(gpuocc_predict_pipe_name(99), "") == 0,
       "names");
}

/* The set of the assumptions has the words of each, and nothing else has any: what a time without
 * upper bound or without a unit lacks is no assumption. */
static void assumptions(void)
{
    static const uint32_t others = 1u << GPUOCC_PREDICT_TRIPS | 1u << GPUOCC_PREDICT_RATES |
                                   1u << GPUOCC_PREDICT_GRID | 1u << GPUOCC_PREDICT_CLOCK |
                                   1u << GPUOCC_PREDICT_UNCONFIRMED;
    uint32_t i, worded = 0;

    for (i = 0; i < 32; i++)
        worded |= (uint32_t)(gpuocc_predict_assumption_about(i)[0] != 0) << i;
    ok(worded == GPUOCC_PREDICT_ASSUMPTIONS &&
           (worded ^ others) == (1u << GPUOCC_PREDICT_UNKNOWN_COUNT) - 1,
       "each of the assumptions has words");
}

/* Occupancies without a time. */
static void devices(void)
{
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;

    begin();
    put(FFMA, 4, 7, 0, 0);
    put(EXIT, 5, 7, 0, 0);
    launch("sm_80", 256);
    ok(predict() < 0, "the grid of an architecture is refused");
    options.grid_groups = 0;
    ok(predict() == GPUOCC_OK && lacks(1u << GPUOCC_PREDICT_GRID | 1u << GPUOCC_PREDICT_CLOCK) &&
           prediction.round_cycles.low == WAVES / 2.0 && prediction.clock_ghz == -1,
       "of an architecture there are cycles of a round");
    launch("Radeon RX 580", 256); /* how many instructions it issues is not known */
    ok(predict() == GPUOCC_OK && (prediction.unknown >> GPUOCC_PREDICT_RATES & 1) != 0 &&
           (prediction.unrated_resources >> GPUOCC_RESOURCE_ISSUE & 1) != 0,
       "a device without a rate of issue has a time, and no upper bound");
    kernel.threads_per_group = 256;
    kernel.registers_per_thread = GPUOCC_UNKNOWN;
    ok(gpuocc_occupancy_init(&occupancy, find("A100 PCIe 40 GB"), 0, &kernel, NULL) == GPUOCC_OK &&
           predict() == GPUOCC_ERROR_MUST_BE_KNOWN,
       "a range of groups is refused");
    kernel.registers_per_thread = 32;
    kernel.shared_bytes = 1u << 20;
    ok(gpuocc_occupancy_init(&occupancy, find("A100 PCIe 40 GB"), 0, &kernel, NULL) < 0 ||
           predict() == GPUOCC_NOT_POSSIBLE,
       "so is a group that does not fit");
    launch("A100 PCIe 40 GB", 256);
}

static unsigned kernels, wrong;

static int32_t take_kernel(void *user, const gpuocc_kernels_found *found)
{
    gpuocc_predict_trips trips = {.first = GPUOCC_CODE_NONE, .count = 10};
    const gpuocc_code code = {sizeof code, found->target, found->code, found->code_bytes};
    gpuocc_prediction more = {.size = sizeof more};
    const gpuocc_predict_range *time = &prediction.time_us;

    (void)user;
    begin();
    options.l1_hit = options.l2_hit = GPUOCC_PREDICT_NOT_GIVEN;
    options.trips = &trips;
    options.trip_count = 1;
    prediction.size = sizeof prediction;
    kernels++;
    if (gpuocc_predict(&code, &occupancy, &options, &prediction, NULL) != GPUOCC_OK) {
        wrong++;
        return 0;
    }
    trips.count = 1000;
    wrong += gpuocc_predict(&code, &occupancy, &options, &more, NULL) != GPUOCC_OK ||
             more.time_us.expected < time->expected || more.time_us.low < time->low;
    wrong += !(time->low > 0 && time->low <= time->expected) ||
             (time->high >= 0 && time->high < time->expected);
    wrong += (time->high >= 0) == ((prediction.unknown >> GPUOCC_PREDICT_RATES & 1) != 0);
    return 0;
}

/* The shape of the groups is that of the file, unless it is given. */
static void shape(void)
{
    const gpuocc_kernels_found kernel = {
        .size = sizeof kernel, .target = {"gfx90a", 6}, .required_threads = {16, 16, 1}};
    gpuocc_predict_options of = {.size = sizeof of, .threads_per_group = 256};

    ok(gpuocc_predict_shape(&kernel, &of) == GPUOCC_OK && of.threads_x == 16 &&
           of.threads_y == 16 && of.threads_per_group == 0,
       "the shape that the file requires");
    of.threads_x = 32;
    of.threads_y = 0;
    of.threads_per_group = 256;
    ok(gpuocc_predict_shape(&kernel, &of) == GPUOCC_OK && of.threads_x == 32 && of.threads_y == 0 &&
           of.threads_per_group == 256,
       "a shape that is given");
    of.size = offsetof(gpuocc_predict_options, threads_per_group);
    ok(gpuocc_predict_shape(&kernel, &of) == GPUOCC_ERROR_STRUCT_SIZE &&
           gpuocc_predict_shape(&kernel, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_predict_shape(NULL, &of) == GPUOCC_ERROR_NULL,
       "a shape for options that are too small, and pointers that are NULL");
}

/* Tells whether the sentence of the last error of a file is this one. */
static int tells(int32_t status, const char *sentence)
{
    char text[256];

    return gpuocc_predict_error_text(&error, status, text, sizeof text) == strlen(sentence) &&
           strcmp(text, sentence) == 0;
}

/* Bytes without a kernel, and code that does not run on the device. */
static void no_file(const unsigned char *bytes, size_t size)
{
    gpuocc_kernel given = GPUOCC_KERNEL_INIT;
    const gpuocc_device *const device = find("GeForce RTX 3090");
    gpuocc_prediction found = {.size = sizeof found};

    begin();
    given.threads_per_group = 256;
    ok(gpuocc_predict_file(words, 16, NULL, device, &given, &options, &found, &error) ==
               GPUOCC_NOT_APPLICABLE &&
           tells(GPUOCC_NOT_APPLICABLE, "there is no kernel whose machine code is read"),
       "bytes that are no file");
    ok(gpuocc_predict_file(bytes, size, "saxpy", find("Instinct MI300X"), &given, &options, &found,
                           &error) == GPUOCC_NOT_APPLICABLE &&
           error.field == 4 &&
           tells(GPUOCC_NOT_APPLICABLE,
                 "machine code of one vendor does not run on a device of another one: name a "
                 "device of the same vendor"),
       "code of NVIDIA on a GPU of AMD");
}

/* A kernel of a file by its name is what its code is. */
static void by_name(const unsigned char *bytes, size_t size)
{
    gpuocc_kernel given = GPUOCC_KERNEL_INIT;
    const gpuocc_device *const device = find("GeForce RTX 3090");
    gpuocc_prediction found = {.size = sizeof found};

    begin();
    given.threads_per_group = 256;
    ok(gpuocc_predict_file(bytes, size, "saxpy", device, &given, &options, &found, &error) ==
               GPUOCC_OK &&
           found.time_us.expected > 0 && found.waves_per_core == 48,
       "a kernel of a file has a time");
    ok(gpuocc_predict_file(bytes, size, NULL, device, &given, &options, &found, &error) ==
               GPUOCC_ERROR_REQUIRED &&
           error.field == 3 &&
           tells(GPUOCC_ERROR_REQUIRED, "the file has several kernels: give the name of one"),
       "one of several needs a name");
    ok(gpuocc_predict_file(bytes, size, "none", device, &given, &options, &found, &error) ==
               GPUOCC_NOT_APPLICABLE &&
           found.code_status == GPUOCC_CODE_NOT_READ &&
           tells(GPUOCC_NOT_APPLICABLE, "the file has no kernel of this name"),
       "a name that no kernel has");
    ok(gpuocc_predict_file(bytes, size, "saxpy", device, NULL, &options, &found, &error) ==
               GPUOCC_ERROR_REQUIRED &&
           error.scope == GPUOCC_SCOPE_KERNEL,
       "threads are needed");
    given.threads_per_group = 256;
    options.threads_x = 7;
    ok(gpuocc_predict_file(bytes, size, "saxpy", device, &given, &options, &found, &error) ==
               GPUOCC_ERROR_NOT_A_CHOICE &&
           error.value == 7 && error.limit == 256,
       "threads in x that do not divide those of the group of a file");
    options.threads_x = 0;
    ok(gpuocc_predict_file(bytes, size, "saxpy", device, &given, NULL, &found, NULL) == GPUOCC_OK &&
           (found.unknown >> GPUOCC_PREDICT_HITS & 1) != 0,
       "without options nothing is known");
    options.size = 8;
    ok(gpuocc_predict_file(bytes, size, "saxpy", device, &given, &options, &found, &error) ==
           GPUOCC_ERROR_STRUCT_SIZE,
       "options of a file that are too small");
    options.size = sizeof options;
    given.threads_per_group = 4096;
    ok(gpuocc_predict_file(bytes, size, "saxpy", device, &given, &options, &found, &error) < 0 &&
           error.scope == GPUOCC_SCOPE_KERNEL,
       "a group that is too large");
    ok(gpuocc_predict_file(NULL, 0, NULL, device, NULL, NULL, &found, &error) ==
               GPUOCC_ERROR_NULL &&
           gpuocc_predict_file(bytes, size, NULL, NULL, NULL, NULL, &found, &error) ==
               GPUOCC_ERROR_NULL &&
           gpuocc_predict_file(bytes, size, NULL, device, NULL, NULL, NULL, &error) ==
               GPUOCC_ERROR_NULL &&
           error.field == 7,
       "a pointer of a file is NULL");
    found.size = 8;
    ok(gpuocc_predict_file(bytes, size, NULL, device, NULL, NULL, &found, &error) ==
           GPUOCC_ERROR_STRUCT_SIZE,
       "a prediction of a file that is too small");
}

/* The instructions of a kernel that use the vector unit, and how many of them are dual. */
struct vectors {
    const gpuocc_code *code;
    uint32_t instructions, duals, loops;
};

static int is_of_vectors(uint32_t kind)
{
    return kind == GPUOCC_CODE_FP32 || kind == GPUOCC_CODE_FP16 || kind == GPUOCC_CODE_INT ||
           kind == GPUOCC_CODE_MOVE || kind == GPUOCC_CODE_CONVERT || kind == GPUOCC_CODE_WARP;
}

static int32_t take_vectors(void *user, const gpuocc_code_loop *loop)
{
    gpuocc_code_instruction now = {.size = sizeof now};
    struct vectors *vectors = user;
    uint32_t i;

    vectors->loops += loop->extent != GPUOCC_CODE_ALL;
    for (i = 0; loop->extent == GPUOCC_CODE_ALL && i < loop->instructions; i++) {
        (void)gpuocc_code_decode(vectors->code, loop->steps[i].address, &now);
        vectors->instructions += (uint32_t)(is_of_vectors(now.kind) || is_of_vectors(now.second));
        vectors->duals += now.second != 0;
    }
    return 0;
}

static unsigned duals;

/* An instruction takes the vector unit's time once, also a dual one. At one per cycle the time of a
 * kernel without a loop is their number. */
static int32_t take_amd_kernel(void *user, const gpuocc_kernels_found *found)
{
    const gpuocc_code code = {sizeof code, found->target, found->code, found->code_bytes};
    const uint32_t rate = GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_FP32;
    struct vectors vectors = {.code = &code};

    (void)user;
    if (gpuocc_code_loops(&code, NULL, 0, take_vectors, &vectors) != GPUOCC_CODE_OK ||
        vectors.loops != 0)
        return 0;
    begin();
    options.constants_given |= UINT64_C(1) << rate;
    options.constants[rate] = 1;
    memset(&prediction, 0, sizeof prediction);
    prediction.size = sizeof prediction;
    kernels++;
    duals += vectors.duals;
    if (gpuocc_predict(&code, &occupancy, &options, &prediction, NULL) != GPUOCC_OK ||
        !near(prediction.demand_cycles[GPUOCC_RESOURCE_PIPE_A], vectors.instructions)) {
        wrong++;
        note("%.*s: %g cycles of %lu instructions", (int)found->name.length, found->name.at,
             prediction.demand_cycles[GPUOCC_RESOURCE_PIPE_A], (unsigned long)vectors.instructions);
    }
    return 0;
}

/* Counts the kernels that read the index of the thread in x only, and those of them whose addresses
 * are known without a given shape. */
struct rows_of_file {
    const char *bytes;
    size_t size;
    unsigned rows, known;
};

static int32_t take_row(void *user, const gpuocc_kernels_found *found)
{
    const gpuocc_device *const device = find("Radeon RX 7900 XTX");
    struct rows_of_file *file = user;
    gpuocc_prediction row = {.size = sizeof row};
    gpuocc_kernel given = GPUOCC_KERNEL_INIT;
    char name[256];

    given.threads_per_group = 32;
    (void)snprintf(name, sizeof name, "%.*s", (int)found->name.length, found->name.at);
    if (found->index_dimensions != 1 || gpuocc_predict_file(file->bytes, file->size, name, device,
                                                            &given, NULL, &row, NULL) != GPUOCC_OK)
        return 0;
    file->rows++;
    file->known += (row.unknown >> GPUOCC_PREDICT_ADDRESSES & 1) == 0;
    return 0;
}

/* A file of gfx1100, which has dual instructions. */
static void read_amd_file(const char *path)
{
    const gpuocc_kernels_callbacks reader = {.size = sizeof reader, .kernel = take_amd_kernel};
    FILE *file = fopen(path, "rb");
    static char bytes[1 << 20];
    const size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    struct rows_of_file rows = {.bytes = bytes, .size = size};
    const gpuocc_kernels_callbacks of_rows = {
        .size = sizeof of_rows, .user = &rows, .kernel = take_row};
    int32_t status;

    if (file != NULL)
        fclose(file);
    if (!gpuocc_code_is_read((gpuocc_kernels_text){"gfx1100", 7})) {
        skip("the vector unit of gfx1100", "LLVM 22 not found");
        return;
    }
    launch("Radeon RX 7900 XTX", 256);
    kernels = wrong = 0;
    status = gpuocc_kernels_read(&reader, bytes, size);
    ok(status == GPUOCC_KERNELS_OK && kernels != 0 && duals != 0 && wrong == 0,
       "%u kernels of %s with %u dual instructions, of which %u have a wrong time", kernels,
       strrchr(path, '/') + 1, duals, wrong);
    (void)gpuocc_kernels_read(&of_rows, bytes, size);
    ok(rows.known != 0, "of %u kernels with groups of one row, the addresses of %u are known",
       rows.rows, rows.known);
}

static void read_file(const char *path)
{
    const gpuocc_kernels_callbacks reader = {.size = sizeof reader, .kernel = take_kernel};
    FILE *file = fopen(path, "rb");
    static char bytes[1 << 20];
    const size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;

    if (file != NULL)
        fclose(file);
    kernels = wrong = 0;
    ok(gpuocc_kernels_read(&reader, bytes, size) == GPUOCC_KERNELS_OK && kernels != 0 && wrong == 0,
       "%u kernels of %s are within their bounds, %u are not", kernels, strrchr(path, '/') + 1,
       wrong);
    if (strstr(path, "six_sm_80") != NULL) {
        by_name((const unsigned char *)bytes, size);
        no_file((const unsigned char *)bytes, size);
    }
}

int main(int count, char **arguments)
{
    int i;

    launch("A100 PCIe 40 GB", 256);
    arithmetic();
    memory();
    shared();
    addresses();
    changes();
    changes_of_sectors();
    changes_of_loads();
    spills();
    last_level();
    loops();
    pipelined();
    assumptions();
    shape();
    unrated();
    waiting();
    refused();
    devices();
    for (i = 1; i < count - 1; i++)
        read_file(arguments[i]);
    read_amd_file(arguments[i]);
    return done();
}
