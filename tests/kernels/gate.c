/* SPDX-License-Identifier: MIT
 *
 * Tests gpuocc_gate_compare() by a table, and gpuocc_totals_add() by kernels whose occupancy on
 * sm_80 is in the CUDA C++ Programming Guide: an SM has 64 warps, 32 groups and 65,536 registers.
 */
#include <gpuocc/gate.h>

#include "support.h"

#define UNLIMITED UINT64_MAX
#define BIT(name) (1u << GPUOCC_MEASURE_##name)

/* A kernel with these waves, groups, stack and spills; a low bound above the high one: not known.
 */
struct values {
    uint64_t low[GPUOCC_MEASURE_COUNT], high[GPUOCC_MEASURE_COUNT];
};

static gpuocc_measured measured(const struct values *values)
{
    gpuocc_measured made = {.size = sizeof made};
    unsigned i;

    for (i = 0; i < GPUOCC_MEASURE_COUNT; i++) {
        made.low[i] = values->low[i];
        made.high[i] = values->high[i];
        made.known |= (uint32_t)(values->low[i] <= values->high[i]) << i;
    }
    return made;
}

static const struct {
    const char *name;
    struct values was, now;
    gpuocc_allowance allowance;
    uint32_t worse, better;
} rows[] = {
    {"the same", {{32, 4, 0, 0}, {32, 4, 0, 0}}, {{32, 4, 0, 0}, {32, 4, 0, 0}}, {0}, 0, 0},
    {"fewer waves; groups do not count beside them",
     {{32, 4, 0, 0}, {32, 4, 0, 0}},
     {{24, 3, 0, 0}, {24, 3, 0, 0}},
     {0},
     BIT(WAVES),
     0},
    {"more waves", {{32}, {32}}, {{33}, {33}}, {0}, 0, BIT(WAVES)},
    {"a range that is lower at one end and higher at the other",
     {{16}, {32}},
     {{8}, {40}},
     {0},
     BIT(WAVES),
     BIT(WAVES)},
    {"fewer groups, without waves",
     {{1, 4, 0, 0}, {0, 4, 0, 0}},
     {{1, 3, 0, 0}, {0, 3, 0, 0}},
     {0},
     BIT(GROUPS),
     0},
    {"no answer any longer", {{32}, {32}}, {{1}, {0}}, {0}, BIT(WAVES), 0},
    {"an answer now", {{1}, {0}}, {{32}, {32}}, {0}, 0, BIT(WAVES)},
    {"without a limit before", {{4}, {UNLIMITED}}, {{4}, {8}}, {0}, BIT(WAVES), 0},
    {"more spills, a smaller stack",
     {{8, 1, 16, 0}, {8, 1, 16, 0}},
     {{8, 1, 8, 4}, {8, 1, 8, 4}},
     {0},
     BIT(SPILLS),
     BIT(STACK)},
    {"spills that only one side knows",
     {{8, 1, 0, 1}, {8, 1, 0, 0}},
     {{8, 1, 0, 64}, {8, 1, 0, 64}},
     {0},
     0,
     0},
    {"8 of 32 waves are 25 percent", {{32}, {32}}, {{24}, {24}}, {0, 250000, 0, 0, 0}, 0, 0},
    {"and more than 24.9999", {{32}, {32}}, {{24}, {24}}, {0, 249999, 0, 0, 0}, BIT(WAVES), 0},
    {"8 waves are allowed", {{32}, {32}}, {{24}, {24}}, {0, 0, 8, 0, 0}, 0, 0},
    {"9 are not", {{32}, {32}}, {{23}, {23}}, {0, 10000, 8, 0, 0}, BIT(WAVES), 0},
    {"waves do not allow groups",
     {{1, 4, 0, 0}, {0, 4, 0, 0}},
     {{1, 3, 0, 0}, {0, 3, 0, 0}},
     {0, 0, 8, 0, 0},
     BIT(GROUPS),
     0},
    {"bytes up to what is allowed",
     {{8, 1, 0, 0}, {8, 1, 0, 0}},
     {{8, 1, 16, 9}, {8, 1, 16, 9}},
     {0, 0, 0, 16, 8},
     BIT(SPILLS),
     0},
};

static void compared(void)
{
    uint32_t worse, better;
    gpuocc_measured was, now;
    gpuocc_allowance allowance;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        was = measured(&rows[i].was);
        now = measured(&rows[i].now);
        allowance = rows[i].allowance;
        allowance.size = sizeof allowance;
        worse = better = 99;
        ok(gpuocc_gate_compare(&was, &now, &allowance, &worse, &better) == GPUOCC_OK &&
               worse == rows[i].worse && better == rows[i].better,
           "%s: worse %u, better %u", rows[i].name, (unsigned)worse, (unsigned)better);
    }
    was = measured(&rows[1].was);
    now = measured(&rows[1].now);
    ok(gpuocc_gate_compare(&was, &now, NULL, &worse, &better) == GPUOCC_OK && worse == BIT(WAVES),
       "without an allowance nothing is allowed");
    ok(gpuocc_gate_compare(NULL, &now, NULL, &worse, &better) == GPUOCC_ERROR_NULL &&
           gpuocc_gate_compare(&was, NULL, NULL, &worse, &better) == GPUOCC_ERROR_NULL &&
           gpuocc_gate_compare(&was, &now, NULL, NULL, &better) == GPUOCC_ERROR_NULL &&
           gpuocc_gate_compare(&was, &now, NULL, &worse, NULL) == GPUOCC_ERROR_NULL,
       "arguments that are NULL");
    allowance.size--;
    ok(gpuocc_gate_compare(&was, &now, &allowance, &worse, &better) == GPUOCC_ERROR_STRUCT_SIZE,
       "the size of the allowance");
    was.size--;
    ok(gpuocc_gate_compare(&was, &now, NULL, &worse, &better) == GPUOCC_ERROR_STRUCT_SIZE &&
           gpuocc_gate_compare(&now, &was, NULL, &worse, &better) == GPUOCC_ERROR_STRUCT_SIZE,
       "the size of a kernel");
}

static void add(gpuocc_totals *totals, uint32_t threads, uint32_t registers, uint32_t spills)
{
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;
    gpuocc_occupancy occupancy;

    kernel.threads_per_group = threads;
    kernel.registers_per_thread = registers;
    ok(gpuocc_occupancy_init(&occupancy, find("sm_80"), 0, &kernel, NULL) == GPUOCC_OK &&
           gpuocc_totals_add(totals, &occupancy, spills) == GPUOCC_OK,
       "a kernel with groups of %u and %u registers", (unsigned)threads, (unsigned)registers);
}

static void summed(void)
{
    gpuocc_totals totals;

    memset(&totals, 0, sizeof totals);
    totals.size = sizeof totals;
    ok(gpuocc_totals_share(&totals) == UINT64_MAX && gpuocc_totals_share(NULL) == UINT64_MAX,
       "no kernel has no share");
    add(&totals, 256, 32, 0);              /* 64 waves: full */
    add(&totals, 256, 255, 8);             /* one group, 8 waves of 64: registers */
    add(&totals, 32, 32, GPUOCC_UNKNOWN);  /* 32 groups, 32 waves: not below half */
    add(&totals, 256, GPUOCC_UNKNOWN, 16); /* a range */
    ok(gpuocc_totals_add(&totals, NULL, 0) == GPUOCC_OK, "a kernel that is refused");
    ok(totals.kernels == 5 && totals.refused == 1 && totals.ranges == 1 && totals.below_half == 1 &&
           totals.spilling == 2,
       "counts");
    ok(totals.share_sum == 1000000 + 125000 + 500000 && gpuocc_totals_share(&totals) == 541666,
       "the mean of 100, 12.5 and 50 percent");
    ok(totals.limited[GPUOCC_LIMIT_GROUPS] == 1 && totals.limited[GPUOCC_LIMIT_REGISTERS] >= 2 &&
           totals.limited[GPUOCC_LIMIT_SHARED] == 0,
       "what limits them");
    ok(gpuocc_totals_add(NULL, NULL, 0) == GPUOCC_ERROR_NULL, "no totals");
    totals.size--;
    ok(gpuocc_totals_add(&totals, NULL, 0) == GPUOCC_ERROR_STRUCT_SIZE && totals.kernels == 5,
       "the size of the totals");
}

int main(void)
{
    compared();
    summed();
    return done();
}
