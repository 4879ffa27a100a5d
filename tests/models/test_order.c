/* SPDX-License-Identifier: MIT
 *
 * Tests the order of instructions: the reference's bodies, five variants of a vector addition
 * compared with a compiler's output, and what is refused; which instructions may pass which, what
 * is counted, limits and the numbers above them; the loads in flight compared with a count cycle by
 * cycle; memory after the arrays is neither read nor written.
 */
#include <string.h>

#include "gpuocc/models.h"
#include "tap.h"
#include "rows.h"
#include "tally.h"
#include "random.h"

#define MOST 1024

static gpuocc_operation operations[MOST];
static uint32_t order[MOST], places[MOST];
static uint64_t starts[MOST];
static gpuocc_body body;
static gpuocc_loads loads;
static gpuocc_error error;

/* Asks, and sets places[i] to the position of instruction i. */
static inline int32_t find(void)
{
    uint32_t i;
    int32_t status;

    memset(&error, 0, sizeof error);
    error.size = sizeof error;
    memset(&loads, 0, sizeof loads);
    loads.size = sizeof loads;
    memset(order, 0xff, sizeof order);
    memset(places, 0xff, sizeof places);
    status = gpuocc_order_loads(&body, operations, order, starts, &loads, &error);
    for (i = 0; i < MOST && order[i] < MOST; i++)
        places[order[i]] = i;
    return status;
}

static inline gpuocc_operation *add(uint32_t kind, uint32_t result, uint32_t source,
                                    uint32_t latency)
{
    gpuocc_operation *o = &operations[body.operation_count++];

    memset(o, 0, sizeof *o);
    o->size = sizeof *o;
    o->kind = kind;
    o->result = result;
    o->sources[0] = source;
    o->latency_cycles = latency;
    o->access_bytes = 4;
    return o;
}

static inline void start(uint32_t how)
{
    memset(&body, 0, sizeof body);
    body.size = sizeof body;
    body.order = how;
}

/* Registers and arrays of the file by name, numbered in order of occurrence. */
static struct {
    char text[16];
} names[256];
static uint32_t name_count;

static uint32_t name_of(const char *text)
{
    uint32_t i;

    for (i = 0; i < name_count; i++)
        if (strcmp(names[i].text, text) == 0)
            return i + 1;
    snprintf(names[name_count++].text, sizeof names->text, "%s", text);
    return name_count;
}

/* Reads "LD dst array offset bytes", "ALU dst src src" or "ST array offset bytes src". */
static void read_operation(gpuocc_operation *o, const char *text, const struct rows *rows)
{
    char word[5][16] = {"", "", "", "", ""};

    sscanf(text, "%15[^; ] %15[^; ] %15[^; ] %15[^; ] %15[^; ]", word[0], word[1], word[2], word[3],
           word[4]);
    memset(o, 0, sizeof *o);
    o->size = sizeof *o;
    o->issue_cycles = (uint32_t)number(rows, "issue_cycles", 0);
    if (strcmp(word[0], "ALU") == 0) {
        o->result = name_of(word[1]);
        o->sources[0] = name_of(word[2]);
        o->sources[1] = name_of(word[3]);
        o->latency_cycles = (uint32_t)number(rows, "latency_alu_cycles", 0);
        return;
    }
    o->kind = word[0][0] == 'L' ? GPUOCC_OPERATION_LOAD : GPUOCC_OPERATION_STORE;
    if (o->kind == GPUOCC_OPERATION_LOAD) {
        o->result = name_of(word[1]);
        memmove(word[1], word[2], 3 * sizeof word[0]);
        o->latency_cycles = (uint32_t)number(rows, "latency_load_cycles", 0);
    } else {
        o->sources[0] = name_of(word[4]);
    }
    o->array = name_of(word[1]);
    o->offset_bytes = strtol(word[2], NULL, 10);
    o->access_bytes = (uint32_t)strtol(word[3], NULL, 10);
    o->stride_bytes = 64;
}

static void read_body(const struct rows *rows)
{
    const char *at = cell(rows, "body");

    memset(&body, 0, sizeof body);
    body.size = sizeof body;
    name_count = 0;
    for (; at != NULL; at = strchr(at, ';'), at += at != NULL ? 2 : 0)
        read_operation(&operations[body.operation_count++], at, rows);
    body.order = strcmp(cell(rows, "policy"), "hoist") == 0;
    body.no_alias = (uint32_t)number(rows, "restrict", 0);
    body.most_loads = (uint32_t)number(rows, "max_loads_outstanding", 0);
}

static int same_order(const char *text)
{
    uint32_t i;
    char *end;

    for (i = 0; i < body.operation_count * (body.unroll ? body.unroll : 1); i++, text = end)
        if (strtoul(text, &end, 10) != order[i] || end == text || places[order[i]] != i)
            return 0;
    return *text == 0;
}

static void check_row(struct tally *t, const struct rows *rows)
{
    const int32_t status = find();
    const double cycles = (double)loads.cycles / (double)loads.bodies;

    tally(t, status == GPUOCC_OK, "status", rows->row, status, 0);
    tally(t, same_order(cell(rows, "order")), "order", rows->row, 0, 0);
    tally_print(t, "%.0f", (double)loads.most, cell(rows, "mlp_peak"), "most", rows->row);
    tally_print(t, "%.0f", loads.first, cell(rows, "mlp_first"), "first", rows->row);
    tally_print(t, "%.12g", cycles, cell(rows, "t_body_cycles"), "cycles", rows->row);
    tally_print(t, "%.12g", cycles / (double)number(rows, "elements_per_body", 1),
                cell(rows, "t_element_cycles"), "cycles of an element", rows->row);
    tally_print(t, "%.12g", (double)loads.load_cycles / (double)loads.cycles,
                cell(rows, "mlp_mean"), "mean", rows->row);
}

/* Tests each row as it is, and the unrolled ones again with the library unrolling their first
 * copy. */
static void test_rows(void)
{
    struct tally written = {0, 0}, unrolled = {0, 0};
    struct rows rows;

    for (rows_open(&rows, "latency/issue_order_examples.csv"); rows_next(&rows);) {
        read_body(&rows);
        check_row(&written, &rows);
        if (strncmp(cell(&rows, "note"), "unroll", 6) != 0)
            continue;
        body.operation_count = 4;
        body.unroll = (uint32_t)number(&rows, "elements_per_body", 1);
        check_row(&unrolled, &rows);
    }
    tally_report(&written, 7 * 19, "issue_order_examples.csv");
    tally_report(&unrolled, 7 * 11, "the same, unrolled by the library");
}

/* The output of nvcc for the same variants on sm_90: opcodes of the loop body, with waits
 * between. */
static void test_compiled(void)
{
    static const char *const ours[][2] = {{"v0", "V1"}, {"v1", "V1"}, {"v2", "V2"}, {"v2n", "V2n"},
                                          {"v3", "V3"}, {"v4", "V4"}, {"v5", "V5"}};
    struct tally t = {0, 0};
    struct rows seen, rows;
    size_t i;

    for (rows_open(&seen, "latency/sm90_vecadd_issue_order.csv"); rows_next(&seen);)
        for (i = 0; i < 7; i++) {
            if (strcmp(cell(&seen, "variant"), ours[i][0]) != 0)
                continue;
            for (rows_open(&rows, "latency/issue_order_examples.csv"); rows_next(&rows);)
                if (strcmp(cell(&rows, "id"), ours[i][1]) == 0) {
                    read_body(&rows);
                    (void)find();
                    tally(&t, loads.first == (uint32_t)number(&seen, "loads_before_first_wait", 0),
                          ours[i][0], seen.row, loads.first,
                          (double)number(&seen, "loads_before_first_wait", 0));
                }
        }
    tally_report(&t, 7, "loads before the first wait in compiled sm_90 code");
}

/* Cases computed by hand. */
static void test_rules(void)
{
    start(GPUOCC_ORDER_SOURCE);
    add(GPUOCC_OPERATION_LOAD, 1, 0, 400);
    ok(find() == GPUOCC_OK && loads.cycles == 1 && loads.most == 400 && loads.load_cycles == 400,
       "a load that nobody reads runs on into 400 iterations");
    body.most_loads = 3;
    ok(find() == GPUOCC_OK && loads.most == 3 && loads.cycles == 400 && loads.bodies == 3,
       "three of them at a time: one body in 400/3 cycles");

    start(GPUOCC_ORDER_HOIST);
    add(GPUOCC_OPERATION_STORE, 0, 0, 0);
    add(GPUOCC_OPERATION_LOAD, 1, 0, 10)->array = 1;
    find();
    ok(order[0] == 0, "a load stays behind a store to what may be its bytes");
    body.no_alias = 1;
    find();
    ok(order[0] == 1, "restrict lets it pass");
    body.no_alias = 0;
    operations[1].space = 7;
    find();
    ok(order[0] == 1, "so does another address space");
    operations[1].space = operations[1].array = 0;
    operations[1].offset_bytes = 4;
    find();
    ok(order[0] == 1, "and the next four bytes of the same array");
    operations[1].offset_bytes = 3;
    find();
    ok(order[0] == 0, "but not the last of the four");
    operations[1].offset_bytes = 4;
    operations[0].access_bytes = 0;
    find();
    ok(order[0] == 0, "nor where the store is to anywhere");
    operations[0].kind = GPUOCC_OPERATION_BARRIER;
    operations[1].array = 5;
    find();
    ok(order[0] == 0, "nor a barrier");

    start(GPUOCC_ORDER_HOIST);
    add(GPUOCC_OPERATION_COMPUTE, 2, 0, 4); /* nothing needs it */
    add(GPUOCC_OPERATION_COMPUTE, 1, 0, 6); /* the address */
    add(GPUOCC_OPERATION_LOAD, 3, 1, 100);
    add(GPUOCC_OPERATION_COMPUTE, 1, 3, 4); /* the same register again */
    find();
    ok(order[0] == 1 && order[1] == 2 && order[2] == 0 && places[2] == 1 && starts[2] == 6 &&
           starts[3] == 106 && loads.cycles == 107 && loads.first == 1,
       "an address comes before its load; a register written again is another one");
    operations[0].issue_cycles = 500;
    find();
    ok(loads.cycles == 6 + 1 + 500 + 1, "cycles of issue count");
}

static void test_refusals(void)
{
    struct {
        gpuocc_operation o;
        uint32_t more[2];
    } larger[2];

    start(0);
    ok(find() == GPUOCC_ERROR_NOT_A_CHOICE, "no instruction");
    add(GPUOCC_OPERATION_LOAD, 1, 0, 0);
    ok(find() == GPUOCC_ERROR_NOT_A_CHOICE, "a load without latency");
    operations[0].latency_cycles = 1;
    operations[0].kind = 4;
    ok(find() == GPUOCC_ERROR_NOT_A_CHOICE, "a kind that is none");
    operations[0].kind = 0;
    operations[0].offset_bytes = -(INT64_C(1) << 40) - 1;
    ok(find() == GPUOCC_ERROR_NOT_A_CHOICE, "an offset beyond 2^40");
    operations[0].offset_bytes = 0;
    operations[0].size = 60;
    ok(find() == GPUOCC_ERROR_STRUCT_SIZE, "a short operation");
    operations[0].size = sizeof operations[0];
    body.unroll = 1025;
    ok(find() == GPUOCC_ERROR_NOT_A_CHOICE, "1025 copies");
    body.unroll = 1024;
    ok(find() == GPUOCC_OK && loads.cycles == 1024, "1024 copies");
    body.most_loads = 65;
    ok(find() == GPUOCC_ERROR_NOT_A_CHOICE, "65 loads at a time");
    body.most_loads = 0;
    body.order = 2;
    ok(find() == GPUOCC_ERROR_NOT_A_CHOICE, "an order that is none");
    body.order = 0;
    ok(gpuocc_order_loads(&body, operations, NULL, starts, &loads, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_order_loads(&body, NULL, order, starts, &loads, NULL) == GPUOCC_ERROR_NULL,
       "no memory");
    loads.size = 8;
    ok(gpuocc_order_loads(&body, operations, order, starts, &loads, NULL) ==
           GPUOCC_ERROR_STRUCT_SIZE,
       "a short result");
    memset(larger, 0, sizeof larger);
    start(0);
    add(GPUOCC_OPERATION_LOAD, 1, 0, 9);
    larger[0].o = larger[1].o = operations[0];
    larger[0].o.size = larger[1].o.size = sizeof larger[0];
    body.operation_count = 2;
    memset(&loads, 0, sizeof loads);
    loads.size = sizeof loads;
    ok(gpuocc_order_loads(&body, &larger[0].o, order, starts, &loads, NULL) == GPUOCC_OK &&
           loads.loads == 2,
       "operations of a later version");
    larger[1].more[0] = 1;
    ok(gpuocc_order_loads(&body, &larger[0].o, order, starts, &loads, NULL) ==
           GPUOCC_ERROR_STRUCT_NEWER,
       "that say more than we know");
}

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
    test_rows();
    test_compiled();
    test_rules();
    test_refusals();
    test_places();
    test_exchange();
    test_counts();
    test_memory();
    test_no_pattern();
    test_late_pattern();
    test_arguments();
    test_limits();
    test_most();
    test_behind();
    return done();
}
