/* SPDX-License-Identifier: MIT
 *
 * Tests corner cases of the order of instructions: which instructions may pass which, what is
 * counted, limits and the numbers above them, memory that must not be written.
 */
#include "order_support.h"

#define COMPUTE GPUOCC_OPERATION_COMPUTE
#define LOAD    GPUOCC_OPERATION_LOAD
#define STORE   GPUOCC_OPERATION_STORE
#define BARRIER GPUOCC_OPERATION_BARRIER

/* Whether the instructions have this order, one digit for each. */
static int is_ordered(const char *digits)
{
    int good = find() == GPUOCC_OK;
    uint32_t i;

    for (i = 0; digits[i] != 0; i++)
        good &= order[i] == (uint32_t)(digits[i] - '0');
    return good;
}

/* Which instructions stay after which: a store of the bytes 0 to 3, and others that cross a
 * barrier. */
static void test_places(void)
{
    start(GPUOCC_ORDER_HOIST);
    add(STORE, 0, 0, 0);
    add(LOAD, 1, 0, 10)->offset_bytes = -4;
    ok(is_ordered("10"), "a load of the four bytes below passes a store");
    operations[1].offset_bytes = -3;
    ok(is_ordered("01"), "one that ends in its first does not");
    operations[1].offset_bytes = 64;
    operations[1].access_bytes = 0;
    ok(is_ordered("01"), "nor one from anywhere in the array");

    start(GPUOCC_ORDER_HOIST);
    add(COMPUTE, 3, 0, 4);
    add(BARRIER, 1, 0, 0);
    add(LOAD, 2, 1, 10);
    ok(is_ordered("012"),
       "a barrier stays behind what stands before it, even if a load waits for it");

    start(GPUOCC_ORDER_SOURCE);
    add(LOAD, 1, 0, 400);
    add(COMPUTE, 2, 0, 4);
    add(COMPUTE, 3, 1, 4)->sources[1] = 2;
    ok(find() == GPUOCC_OK && starts[2] == 400 && loads.cycles == 401,
       "what reads two results waits for the later one");
}

/* A store that writes a register (as an exchange does) and is needed by a load still stays after
 * the load of its bytes, which waits for another store. */
static void test_exchange(void)
{
    start(GPUOCC_ORDER_HOIST);
    add(STORE, 0, 0, 0);
    add(LOAD, 1, 0, 10)->access_bytes = 8;
    add(STORE, 2, 0, 5)->offset_bytes = 4;
    add(LOAD, 3, 2, 10)->space = 1;
    ok(is_ordered("0123"), "a store stays behind a load of its bytes");
    operations[1].access_bytes = 4;
    ok(is_ordered("2301"), "and goes ahead of one of other bytes, for the load that needs it");
}

/* Makes three loads, an instruction that issues for `issue_cycles` once the second one is complete,
 * and a fourth load. */
static void start_four_loads(const uint32_t latencies[4], uint32_t issue_cycles)
{
    uint32_t i;

    start(GPUOCC_ORDER_SOURCE);
    for (i = 0; i < 3; i++)
        add(LOAD, i + 1, 0, latencies[i]);
    add(COMPUTE, 4, 2, 1)->issue_cycles = issue_cycles;
    add(LOAD, 5, 0, latencies[3]);
}

/* With 40 of 52 long loads in flight, slots for the short ones become free at always different
 * points. */
static void test_no_pattern(void)
{
    static const uint32_t latencies[] = {13420533, 100, 1, 100000};

    start_four_loads(latencies, 256846);
    body.most_loads = 40;
    ok(find() == GPUOCC_NOT_KNOWN && loads.cycles == 0,
       "what does not repeat within 2^20 instructions has no answer");
    body.most_loads = 64;
    ok(find() == GPUOCC_OK && loads.cycles == 256948 * loads.bodies,
       "with places for all, the body takes its 256948 cycles");
}

/* Starts the loads of a wave in the cycle `*now`; at most six are in flight. */
static uint64_t start_load(uint64_t ends[6], uint64_t *now, uint32_t latency)
{
    uint32_t i, first = 0;

    for (i = 1; i < 6; i++)
        if (ends[i] < ends[first])
            first = i;
    *now = ends[first] > *now ? ends[first] : *now;
    return ends[first] = (*now)++ + latency;
}

/* A body that finally repeats, but only after the first 2^19 instructions, compared with a
 * cycle-by-cycle simulation of one wave. */
static void test_late_pattern(void)
{
    static const uint32_t latencies[] = {820160, 42875, 59407, 62171};
    uint64_t ends[6] = {0, 0, 0, 0, 0, 0}, now = 0, ready, times[5] = {0, 0, 0, 0, 0};
    uint32_t bodies, differ = 0;

    start_four_loads(latencies, 109856);
    body.most_loads = 6;
    ok(find() == GPUOCC_OK && loads.bodies == 5, "a pattern of 5 bodies is found late");
    for (bodies = 0; bodies < 140000; bodies++) {
        start_load(ends, &now, latencies[0]);
        ready = start_load(ends, &now, latencies[1]);
        start_load(ends, &now, latencies[2]);
        now = (now > ready ? now : ready) + 109856;
        start_load(ends, &now, latencies[3]);
        differ += bodies >= 131072 && now - times[bodies % 5] != loads.cycles;
        times[bodies % 5] = now;
    }
    ok(differ == 0, "and each 5 take its %llu cycles", (unsigned long long)loads.cycles);
}

static void test_counts(void)
{
    start(GPUOCC_ORDER_SOURCE);
    add(COMPUTE, 1, 0, 4);
    ok(find() == GPUOCC_OK && loads.most == 0 && loads.loads == 0 && loads.first == 0 &&
           loads.cycles == 1 && loads.bodies == 1 && loads.load_cycles == 0,
       "no load, none in flight");
    body.most_loads = 5;
    ok(find() == GPUOCC_OK && loads.most == 0 && loads.cycles == 1, "nor of five allowed");
    start(GPUOCC_ORDER_SOURCE);
    add(LOAD, 1, 0, 10);
    add(COMPUTE, 0, 0, 4)->sources[3] = 1;
    add(LOAD, 2, 0, 10);
    ok(find() == GPUOCC_OK && loads.loads == 2 && loads.first == 1 && starts[1] == 10 &&
           loads.cycles == 12 && loads.load_cycles == 20,
       "one of two loads stands before the first reader, which reads its fourth register");
    start(GPUOCC_ORDER_SOURCE);
    add(LOAD, 1, 0, 10);
    add(LOAD, 2, 1, 10);
    ok(find() == GPUOCC_OK && loads.first == 1 && loads.cycles == 11 && starts[1] == 10,
       "a load that reads one's result is not before itself");
}

/* Memory after the last instruction is not changed. */
static void test_memory(void)
{
    uint32_t how;

    for (how = 0; how < GPUOCC_ORDER_COUNT; how++) {
        start(how);
        add(STORE, 0, 0, 0);
        add(LOAD, 1, 0, 10);
        body.unroll = 2;
        starts[4] = 77;
        ok(find() == GPUOCC_OK && starts[4] == 77 && order[4] == UINT32_MAX && order[3] < 4,
           "four instructions fill four places");
    }
}

static int32_t without(int argument)
{
    return gpuocc_order_loads(argument == 0 ? NULL : &body, argument == 1 ? NULL : operations,
                              argument == 2 ? NULL : order, argument == 3 ? NULL : starts,
                              argument == 4 ? NULL : &loads, &error);
}

static void test_arguments(void)
{
    int argument, refused = 0;

    start(0);
    add(LOAD, 1, 0, 9);
    find();
    for (argument = 0; argument < 5; argument++)
        refused += without(argument) == GPUOCC_ERROR_NULL && error.scope == GPUOCC_SCOPE_ARGUMENT &&
                   error.field == (uint32_t)argument + 1;
    ok(refused == 5 && without(5) == GPUOCC_OK, "%d of 5 pointers are needed", refused);
    body.size = sizeof body - 4;
    ok(find() == GPUOCC_ERROR_STRUCT_SIZE, "a short body");
    body.size = sizeof body;
    loads.size = sizeof loads + 2;
    ok(without(5) == GPUOCC_ERROR_STRUCT_SIZE, "a result of an odd size");
    add(LOAD, 2, 0, 9)->size = sizeof operations[0] + 8;
    ok(find() == GPUOCC_ERROR_STRUCT_SIZE, "operations of two sizes");
}

#define FAR (INT64_C(1) << 40)

static const struct {
    int64_t offset, stride;
    uint32_t most_loads, no_alias;
    int32_t status;
    const char *what;
} limits[] = {{FAR, -FAR, 0, 0, GPUOCC_OK, "offsets and strides up to 2^40"},
              {FAR + 1, -FAR, 0, 0, GPUOCC_ERROR_NOT_A_CHOICE, "an offset of one byte more"},
              {0, -FAR - 1, 0, 0, GPUOCC_ERROR_NOT_A_CHOICE, "a stride of one byte more"},
              {0, FAR + 1, 0, 0, GPUOCC_ERROR_NOT_A_CHOICE, "forward as well"},
              {0, FAR, 64, 0, GPUOCC_OK, "64 loads at a time"},
              {0, FAR, 64, 2, GPUOCC_ERROR_NOT_A_CHOICE, "a no_alias that is none"}};

static void test_limits(void)
{
    uint32_t i;

    start(0);
    add(LOAD, 1, 0, 9);
    for (i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        operations[0].offset_bytes = limits[i].offset;
        operations[0].stride_bytes = limits[i].stride;
        body.most_loads = limits[i].most_loads;
        body.no_alias = limits[i].no_alias;
        ok(find() == limits[i].status &&
               (limits[i].status != GPUOCC_OK || (loads.most == 9 && loads.cycles == 1)),
           "%s", limits[i].what);
    }
}

int main(void)
{
    test_places();
    test_exchange();
    test_counts();
    test_memory();
    test_no_pattern();
    test_late_pattern();
    test_arguments();
    test_limits();
    return done();
}
