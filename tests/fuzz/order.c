/* SPDX-License-Identifier: MIT
 *
 * Tests any loop body in any order: the result must be an order of all instructions, in which none
 * precedes what it reads, and the loads in flight must be within their limits.
 */
#include "gpuocc/models.h"
#include "input.h"

#define OPERATIONS 24

static void take_operation(struct input *input, gpuocc_operation *operation)
{
    uint32_t i;

    memset(operation, 0, sizeof *operation);
    operation->size = sizeof *operation;
    operation->kind = take_byte(input) % 9 * 5 % 16 % 5;
    operation->result = take_byte(input) % 12;
    for (i = 0; i < 4; i++)
        operation->sources[i] = take_byte(input) % 12;
    operation->array = take_byte(input) % 3;
    operation->space = take_byte(input) % 3;
    operation->access_bytes = take_byte(input) % 2 ? 4 : take_word(input);
    operation->offset_bytes = (int8_t)take_byte(input);
    operation->stride_bytes = (int8_t)take_byte(input);
    if (take_byte(input) > 240) {
        take(input, &operation->offset_bytes, sizeof operation->offset_bytes);
        take(input, &operation->stride_bytes, sizeof operation->stride_bytes);
    }
    operation->latency_cycles = take_word(input);
    operation->issue_cycles = take_byte(input) % 4 ? 0 : take_word(input);
}

/* Checks that `order` is a permutation, and writes its inverse. */
static void check_order(const uint32_t *order, uint32_t *places, uint32_t count)
{
    uint32_t i;

    memset(places, 0xff, count * sizeof *places);
    for (i = 0; i < count; i++) {
        CHECK(order[i] < count && places[order[i]] == UINT32_MAX);
        places[order[i]] = i;
    }
}

/* Checks, in one copy of the body, that a result is read after it is written. */
static void check_reads(const gpuocc_body *body, const gpuocc_operation *operations,
                        const uint32_t *places)
{
    uint32_t reader, writer, s;

    for (reader = 0; reader < body->operation_count; reader++)
        for (s = 0; s < 4; s++)
            for (writer = reader; operations[reader].sources[s] != 0 && writer-- > 0;)
                if (operations[writer].result == operations[reader].sources[s]) {
                    CHECK(places[writer] < places[reader]);
                    break;
                }
}

static void ask(const gpuocc_body *body, const gpuocc_operation *operations)
{
    const uint32_t copies = body->unroll != 0 ? body->unroll : 1;
    const uint64_t count = (uint64_t)body->operation_count * copies;
    const size_t room = count != 0 && count <= GPUOCC_ORDER_INSTRUCTIONS ? (size_t)count : 1;
    uint32_t *order = malloc(room * sizeof *order), *places = malloc(room * sizeof *places);
    uint64_t *starts = malloc(room * sizeof *starts);
    gpuocc_loads loads = {sizeof loads, 0, 0, 0, 0, 0, 0, 0};
    gpuocc_error error;
    int32_t status;

    memset(&error, 0, sizeof error);
    error.size = sizeof error;
    CHECK(order != NULL && places != NULL && starts != NULL);
    status = gpuocc_order_loads(body, operations, order, starts, &loads, &error);
    check_status(status, &error);
    if (status == GPUOCC_OK) {
        check_order(order, places, (uint32_t)count);
        check_reads(body, operations, places);
        CHECK(loads.first <= loads.loads && loads.loads <= count && loads.bodies != 0);
        CHECK(body->most_loads == 0 || loads.most <= body->most_loads);
        CHECK(loads.loads != 0 || loads.most == 0);
    }
    free(order);
    free(places);
    free(starts);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct input input = {bytes, length};
    gpuocc_body body = {sizeof body, 0, 0, 0, 0, 0};
    gpuocc_operation *operations;
    uint32_t i, count = take_byte(&input) % (OPERATIONS + 1);

    body.operation_count = take_byte(&input) == 255 ? take_raw(&input) : count;
    body.unroll = take_byte(&input) % 16 ? take_byte(&input) % 9 : take_word(&input);
    body.order = take_byte(&input) % 16 ? take_byte(&input) % 2 : take_word(&input);
    body.no_alias = take_byte(&input) % 16 ? take_byte(&input) % 2 : take_word(&input);
    body.most_loads = take_byte(&input) % 4 ? take_byte(&input) % 9 : take_word(&input);
    /* The array has the number of operations that it claims, unless that number is refused. */
    if (body.operation_count > count && body.operation_count <= GPUOCC_ORDER_INSTRUCTIONS)
        body.operation_count = count;
    operations = calloc(count + 1, sizeof *operations);
    CHECK(operations != NULL);
    for (i = 0; i < count; i++)
        take_operation(&input, &operations[i]);
    ask(&body, operations);
    free(operations);
    return 0;
}
