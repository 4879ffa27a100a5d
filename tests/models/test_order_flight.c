/* SPDX-License-Identifier: MIT
 *
 * Compares the loads in flight with a count cycle by cycle; memory after the arrays is neither read
 * nor written.
 */
#include "order_support.h"
#include "random.h"

/* Makes loads whose results are not read: each starts when the previous one has been issued. */
static uint32_t loads_alone(uint32_t count)
{
    uint32_t i, cycles = 0;

    start(GPUOCC_ORDER_SOURCE);
    for (i = 0; i < count; i++) {
        add(between(0, 3) != 0 ? GPUOCC_OPERATION_LOAD : GPUOCC_OPERATION_COMPUTE, i + 1, 0,
            between(1, 60))
            ->issue_cycles = between(1, 9);
        cycles += operations[i].issue_cycles;
    }
    return cycles;
}

/* Returns the maximum in flight in any cycle, after enough iterations. */
static uint64_t most_of(uint32_t cycles)
{
    uint64_t most = 0, now, sum, at;
    uint32_t i, k;

    for (now = 0; now < cycles; now++) {
        sum = 0;
        for (i = 0, at = 0; i < body.operation_count; at += operations[i++].issue_cycles)
            for (k = 0; k < 100 && operations[i].kind == GPUOCC_OPERATION_LOAD; k++)
                sum += at + 100 * cycles <= now + 100 * cycles + (uint64_t)k * cycles &&
                       now + (uint64_t)k * cycles < at + operations[i].latency_cycles;
        most = sum > most ? sum : most;
    }
    return most;
}

static void test_most(void)
{
    uint32_t run, count, cycles, good = 0, i, behind = 0;
    uint64_t at;

    for (run = 0; run < 300; run++) {
        count = between(1, 7);
        cycles = loads_alone(count);
        starts[count] = UINT64_MAX - between(0, 200);
        at = starts[count];
        good += find() == GPUOCC_OK && loads.cycles == cycles && loads.bodies == 1 &&
                loads.most == most_of(cycles);
        behind += starts[count] != at;
        for (i = 0, at = 0; i < count; at += operations[i++].issue_cycles)
            good -= starts[i] != at;
    }
    ok(good == 300 && behind == 0, "the most loads in flight of a cycle: %u of 300", good);
}

/* Numbers after the arrays that resemble an independent instruction that a load needs. */
static void test_behind(void)
{
    uint32_t i, seen = 0;

    start(GPUOCC_ORDER_HOIST);
    add(GPUOCC_OPERATION_COMPUTE, 1, 0, 4);
    add(GPUOCC_OPERATION_STORE, 0, 1, 0);
    add(GPUOCC_OPERATION_COMPUTE, 2, 0, 4);
    find();
    order[3] = 99;
    starts[3] = UINT64_C(1) << 63;
    ok(gpuocc_order_loads(&body, operations, order, starts, &loads, NULL) == GPUOCC_OK &&
           order[3] == 99 && starts[3] == UINT64_C(1) << 63,
       "what lies behind stays");
    for (i = 0; i < 3; i++)
        seen |= 1u << order[i];
    ok(seen == 7 && loads.first == 0 && loads.loads == 0, "and is not placed");
    start(GPUOCC_ORDER_SOURCE);
    add(GPUOCC_OPERATION_LOAD, 1, 0, 4);
    add(GPUOCC_OPERATION_COMPUTE, 2, 1, 4);
    ok(gpuocc_order_loads(&body, operations, order, starts, &loads, NULL) == GPUOCC_OK &&
           loads.loads == 1 && loads.first == 1 && loads.load_cycles == 4,
       "nor counted");
}

int main(void)
{
    test_most();
    test_behind();
    return done();
}
