/* SPDX-License-Identifier: MIT
 *
 * Tests the order of instructions: the reference's bodies, five variants of a vector addition
 * compared with a compiler's output, and what is refused.
 */
#include "order_support.h"
#include "rows.h"
#include "tally.h"

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

int main(void)
{
    test_rows();
    test_compiled();
    test_rules();
    test_refusals();
    return done();
}
