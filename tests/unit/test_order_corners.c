/* SPDX-License-Identifier: MIT
 *
 * Corners of the order of instructions: who may pass whom, what is counted, limits and their next
 * numbers, memory that is not written.
 */
#include "order_support.h"

/* Who stays behind whom: a store of the bytes 0 to 3, and what else moves across a barrier. */
static void test_places(void)
{
    start(GPUOCC_ORDER_HOIST);
    add(GPUOCC_OPERATION_STORE, 0, 0, 0);
    add(GPUOCC_OPERATION_LOAD, 1, 0, 10)->offset_bytes = -4;
    find();
    ok(order[0] == 1, "a load of the four bytes below passes a store");
    operations[1].offset_bytes = -3;
    find();
    ok(order[0] == 0, "one that ends in its first does not");
    operations[1].offset_bytes = 64;
    operations[1].access_bytes = 0;
    find();
    ok(order[0] == 0, "nor one from anywhere in the array");

    start(GPUOCC_ORDER_HOIST);
    add(GPUOCC_OPERATION_COMPUTE, 3, 0, 4);
    add(GPUOCC_OPERATION_BARRIER, 1, 0, 0);
    add(GPUOCC_OPERATION_LOAD, 2, 1, 10);
    find();
    ok(order[0] == 0 && order[1] == 1 && order[2] == 2,
       "a barrier stays behind what stands before it, even if a load waits for it");

    start(GPUOCC_ORDER_SOURCE);
    add(GPUOCC_OPERATION_LOAD, 1, 0, 400);
    add(GPUOCC_OPERATION_COMPUTE, 2, 0, 4);
    add(GPUOCC_OPERATION_COMPUTE, 3, 1, 4)->sources[1] = 2;
    ok(find() == GPUOCC_OK && starts[2] == 400 && loads.cycles == 401,
       "what reads two results waits for the later one");
}

/* 40 of 52 long loads at a time leave the short ones a place at ever different points. */
static void test_no_pattern(void)
{
    start(GPUOCC_ORDER_SOURCE);
    add(GPUOCC_OPERATION_LOAD, 1, 0, 13420533);
    add(GPUOCC_OPERATION_LOAD, 2, 0, 100);
    add(GPUOCC_OPERATION_LOAD, 3, 0, 1);
    add(GPUOCC_OPERATION_COMPUTE, 4, 2, 1)->issue_cycles = 256846;
    add(GPUOCC_OPERATION_LOAD, 5, 0, 100000);
    body.most_loads = 40;
    ok(find() == GPUOCC_NOT_KNOWN && loads.cycles == 0,
       "what does not repeat within 2^20 instructions has no answer");
    body.most_loads = 64;
    ok(find() == GPUOCC_OK && loads.cycles == 256948 * loads.bodies,
       "with places for all, the body takes its 256948 cycles");
}

/* A wave that starts its loads, in the cycle `*now`: at most six are in flight. */
static uint64_t start_load(uint64_t ends[6], uint64_t *now, uint32_t latency)
{
    uint32_t i, first = 0;

    for (i = 1; i < 6; i++)
        if (ends[i] < ends[first])
            first = i;
    *now = ends[first] > *now ? ends[first] : *now;
    return ends[first] = (*now)++ + latency;
}

/* A body that repeats itself in the end, but only behind the first 2^19 instructions, against one
 * wave cycle by cycle. */
static void test_late_pattern(void)
{
    uint64_t ends[6] = {0, 0, 0, 0, 0, 0}, now = 0, ready, times[5] = {0, 0, 0, 0, 0};
    uint32_t bodies, differ = 0;

    start(GPUOCC_ORDER_SOURCE);
    add(GPUOCC_OPERATION_LOAD, 1, 0, 820160);
    add(GPUOCC_OPERATION_LOAD, 2, 0, 42875);
    add(GPUOCC_OPERATION_LOAD, 3, 0, 59407);
    add(GPUOCC_OPERATION_COMPUTE, 4, 2, 1)->issue_cycles = 109856;
    add(GPUOCC_OPERATION_LOAD, 5, 0, 62171);
    body.most_loads = 6;
    ok(find() == GPUOCC_OK && loads.bodies == 5, "a pattern of 5 bodies is found late");
    for (bodies = 0; bodies < 140000; bodies++) {
        start_load(ends, &now, 820160);
        ready = start_load(ends, &now, 42875);
        start_load(ends, &now, 59407);
        now = (now > ready ? now : ready) + 109856;
        start_load(ends, &now, 62171);
        differ += bodies >= 131072 && now - times[bodies % 5] != loads.cycles;
        times[bodies % 5] = now;
    }
    ok(differ == 0, "and each 5 take its %llu cycles", (unsigned long long)loads.cycles);
}

/* A store that writes a register (as an exchange does) is needed by a load, and still stays behind
 * the load of its bytes, which waits for another store. */
static void test_exchange(void)
{
    start(GPUOCC_ORDER_HOIST);
    add(GPUOCC_OPERATION_STORE, 0, 0, 0);
    add(GPUOCC_OPERATION_LOAD, 1, 0, 10)->access_bytes = 8;
    add(GPUOCC_OPERATION_STORE, 2, 0, 5)->offset_bytes = 4;
    add(GPUOCC_OPERATION_LOAD, 3, 2, 10)->space = 1;
    find();
    ok(order[0] == 0 && order[1] == 1 && order[2] == 2 && order[3] == 3,
       "a store stays behind a load of its bytes");
    operations[1].access_bytes = 4;
    find();
    ok(order[0] == 2 && order[1] == 3 && order[2] == 0 && order[3] == 1,
       "and goes ahead of one of other bytes, for the load that needs it");
}

static void test_counts(void)
{
    start(GPUOCC_ORDER_SOURCE);
    add(GPUOCC_OPERATION_COMPUTE, 1, 0, 4);
    ok(find() == GPUOCC_OK && loads.most == 0 && loads.loads == 0 && loads.first == 0 &&
           loads.cycles == 1 && loads.bodies == 1 && loads.load_cycles == 0,
       "no load, none in flight");
    body.most_loads = 5;
    ok(find() == GPUOCC_OK && loads.most == 0 && loads.cycles == 1, "nor of five allowed");
    start(GPUOCC_ORDER_SOURCE);
    add(GPUOCC_OPERATION_LOAD, 1, 0, 10);
    add(GPUOCC_OPERATION_COMPUTE, 0, 0, 4)->sources[3] = 1;
    add(GPUOCC_OPERATION_LOAD, 2, 0, 10);
    ok(find() == GPUOCC_OK && loads.loads == 2 && loads.first == 1 && starts[1] == 10 &&
           loads.cycles == 12 && loads.load_cycles == 20,
       "one of two loads stands before the first reader, which reads its fourth register");
    start(GPUOCC_ORDER_SOURCE);
    add(GPUOCC_OPERATION_LOAD, 1, 0, 10);
    add(GPUOCC_OPERATION_LOAD, 2, 1, 10);
    ok(find() == GPUOCC_OK && loads.first == 1 && loads.cycles == 11 && starts[1] == 10,
       "a load that reads one's result is not before itself");
}

/* What lies behind the last instruction stays as it was. */
static void test_memory(void)
{
    uint32_t how;

    for (how = 0; how < GPUOCC_ORDER_COUNT; how++) {
        start(how);
        add(GPUOCC_OPERATION_STORE, 0, 0, 0);
        add(GPUOCC_OPERATION_LOAD, 1, 0, 10);
        body.unroll = 2;
        starts[4] = 77;
        ok(find() == GPUOCC_OK && starts[4] == 77 && places[4] == UINT32_MAX &&
               order[4] == UINT32_MAX && places[3] < 4 && order[3] < 4,
           "four instructions fill four places");
    }
}

static int32_t without(int argument)
{
    return gpuocc_order_loads(argument == 0 ? NULL : &body, argument == 1 ? NULL : operations,
                              argument == 2 ? NULL : order, argument == 3 ? NULL : places,
                              argument == 4 ? NULL : starts, argument == 5 ? NULL : &loads);
}

static void test_limits(void)
{
    const int64_t far = INT64_C(1) << 40;
    int argument, refused = 0;

    start(0);
    add(GPUOCC_OPERATION_LOAD, 1, 0, 9);
    find();
    for (argument = 0; argument < 6; argument++)
        refused += without(argument) == GPUOCC_ERROR_NULL;
    ok(refused == 6 && without(6) == GPUOCC_OK, "%d of 6 pointers are needed", refused);
    operations[0].offset_bytes = far;
    operations[0].stride_bytes = -far;
    ok(find() == GPUOCC_OK, "offsets and strides up to 2^40");
    operations[0].offset_bytes = far + 1;
    ok(find() == GPUOCC_ERROR_TOO_LARGE, "an offset of one byte more");
    operations[0].offset_bytes = 0;
    operations[0].stride_bytes = -far - 1;
    ok(find() == GPUOCC_ERROR_TOO_LARGE, "a stride of one byte more");
    operations[0].stride_bytes = far + 1;
    ok(find() == GPUOCC_ERROR_TOO_LARGE, "forward as well");
    operations[0].stride_bytes = far;
    body.most_loads = 64;
    ok(find() == GPUOCC_OK && loads.most == 9 && loads.cycles == 1, "64 loads at a time");
    body.no_alias = 2;
    ok(find() == GPUOCC_ERROR_NOT_A_CHOICE, "a no_alias that is none");
    body.no_alias = 0;
    body.size = sizeof body - 4;
    ok(find() == GPUOCC_ERROR_STRUCT_SIZE, "a short body");
    body.size = sizeof body;
    loads.size = sizeof loads + 2;
    ok(without(6) == GPUOCC_ERROR_STRUCT_SIZE, "a result of an odd size");
    add(GPUOCC_OPERATION_LOAD, 2, 0, 9)->size = sizeof operations[0] + 8;
    ok(find() == GPUOCC_ERROR_STRUCT_SIZE, "operations of two sizes");
}

int main(void)
{
    test_places();
    test_exchange();
    test_counts();
    test_memory();
    test_no_pattern();
    test_late_pattern();
    test_limits();
    return done();
}
