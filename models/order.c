/* SPDX-License-Identifier: MIT
 *
 * Computes the loads that a wave has in flight from the order of its instructions.
 */
#include "gpuocc/models.h"

#include <stddef.h>
#include <string.h>

#include "base/error.h"
#include "base/structs.h"
#include "base/writer.h"
#include "base/inputs.h"

#define MOST_OFFSET (UINT64_C(1) << 40)
#define MOST_RUN    (1u << 20) /* instructions after which the search for a pattern stops */

/* Until an instruction is placed, starts[i] contains the number of instructions that have to be
 * placed before it, and this flag; afterwards it contains 1. */
#define FOR_A_LOAD (UINT64_C(1) << 63) /* a load, or an instruction that a load depends on */
#define PLACED     1

/* Instructions are numbered in the order of the source, one copy of the body after the other. */
struct loop {
    gpuocc_body body;
    const char *operations;
    uint32_t stride, count; /* bytes between operations; number of instructions of all copies */
    uint32_t *order;
    uint64_t *starts;
};

/* The powers of two in `inputs` below. */
typedef char gocc_order_limits[GPUOCC_ORDER_INSTRUCTIONS == 1u << 10 &&
                                       GPUOCC_ORDER_LOADS == 1u << 6 && GPUOCC_ORDER_COUNT == 2
                                   ? 1
                                   : -1];

/* A wave, and the cycles in which its loads in flight end. */
struct wave {
    uint64_t now;
    uint32_t loads, most;
    uint64_t ends[GPUOCC_ORDER_LOADS];
};

static const gpuocc_operation *operation(const struct loop *l, uint32_t i)
{
    return (const void *)(l->operations + (size_t)(i % l->body.operation_count) * l->stride);
}

static int is_load(const struct loop *l, uint32_t i)
{
    return operation(l, i)->kind == GPUOCC_OPERATION_LOAD;
}

static int reads(const gpuocc_operation *o, uint32_t result)
{
    uint32_t i;

    for (i = 0; i < 4; i++)
        if (o->sources[i] == result)
            return 1;
    return 0;
}

/* Returns the first instruction after `at` that reads the result of instruction i; l->count if
 * there is none. */
static uint32_t reader(const struct loop *l, uint32_t i, uint32_t at)
{
    const uint32_t result = operation(l, i)->result;

    while (result != 0 && (at == i || operation(l, at)->result != result) &&
           ++at % l->body.operation_count != 0)
        if (reads(operation(l, at), result))
            return at;
    return l->count;
}

static int64_t offset(const struct loop *l, uint32_t i)
{
    const gpuocc_operation *o = operation(l, i);

    return o->offset_bytes + (int64_t)(i / l->body.operation_count) * o->stride_bytes;
}

/* Whether two accesses may overlap. */
static int may_share(const struct loop *l, uint32_t i, uint32_t j)
{
    const gpuocc_operation *a = operation(l, i), *b = operation(l, j);
    const int64_t apart = offset(l, j) - offset(l, i);

    if (a->space != b->space)
        return 0;
    if (a->array != b->array)
        return !l->body.no_alias;
    return a->access_bytes == 0 || b->access_bytes == 0 ||
           (apart < (int64_t)a->access_bytes && -apart < (int64_t)b->access_bytes);
}

/* Whether a barrier or the memory that they access keeps two instructions in order. */
static int keep_order(const struct loop *l, uint32_t i, uint32_t j)
{
    const uint32_t a = operation(l, i)->kind, b = operation(l, j)->kind;

    if (a == GPUOCC_OPERATION_BARRIER || b == GPUOCC_OPERATION_BARRIER)
        return 1;
    if (a == GPUOCC_OPERATION_COMPUTE || b == GPUOCC_OPERATION_COMPUTE)
        return 0;
    return (a == GPUOCC_OPERATION_STORE || b == GPUOCC_OPERATION_STORE) && may_share(l, i, j);
}

/* Adds `one` to the count of every instruction that has to stay after instruction i. */
static void count_behind(const struct loop *l, uint32_t i, uint64_t one)
{
    uint32_t j;

    for (j = reader(l, i, i); j < l->count; j = reader(l, i, j))
        l->starts[j] += one;
    for (j = l->count; --j > i;)
        if (keep_order(l, i, j))
            l->starts[j] += one;
}

/* Returns the next instruction to place: the first one for a load if there is one, otherwise the
 * first one that can be placed. */
static uint32_t next_free(const struct loop *l)
{
    uint32_t i, found = l->count;

    for (i = 0; i < l->count; i++) {
        if ((l->starts[i] & ~FOR_A_LOAD) != 0)
            continue;
        if (l->starts[i] != 0)
            return i;
        if (found == l->count)
            found = i;
    }
    return found;
}

static void put_in_order(const struct loop *l)
{
    const int hoist = l->body.order == GPUOCC_ORDER_HOIST;
    uint32_t i, j, place;

    for (i = 0; i < l->count; i++)
        l->starts[i] = 0;
    for (i = l->count; hoist && i-- > 0;) {
        if (is_load(l, i))
            l->starts[i] |= FOR_A_LOAD;
        for (j = reader(l, i, i); j < l->count; j = reader(l, i, j))
            l->starts[i] |= l->starts[j] & FOR_A_LOAD;
        count_behind(l, i, 1);
    }
    for (place = 0; place < l->count; place++) {
        i = hoist ? next_free(l) : place;
        l->order[place] = i;
        if (hoist)
            count_behind(l, i, UINT64_MAX);
        l->starts[i] = PLACED;
    }
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void end_loads(struct wave *w)
{
    uint32_t i, kept = 0;

    for (i = 0; i < w->loads; i++)
        if (w->ends[i] > w->now)
            w->ends[kept++] = w->ends[i];
    w->loads = kept;
}

/* Starts a load. It waits until fewer than `most` are in flight. */
static void start_load(struct wave *w, uint32_t latency, uint32_t most)
{
    uint64_t end = UINT64_MAX;
    uint32_t i;

    end_loads(w);
    if (w->loads == most) {
        for (i = 0; i < most; i++)
            end = w->ends[i] < end ? w->ends[i] : end;
        w->now = end;
        end_loads(w);
    }
    w->ends[w->loads++] = w->now + latency;
    w->most = (uint32_t)larger(w->most, w->loads);
}

static void run_body(const struct loop *l, struct wave *w)
{
    uint64_t *starts = l->starts;
    uint32_t i, j, place;
    uint64_t ready;

    for (i = 0; i < l->count; i++)
        starts[i] = 0;
    for (place = 0; place < l->count; place++) {
        const gpuocc_operation *o = operation(l, i = l->order[place]);

        w->now = larger(w->now, starts[i]);
        if (o->kind == GPUOCC_OPERATION_LOAD && l->body.most_loads != 0)
            start_load(w, o->latency_cycles, l->body.most_loads);
        starts[i] = w->now;
        ready = w->now + o->latency_cycles;
        for (j = reader(l, i, i); j < l->count; j = reader(l, i, j))
            starts[j] = larger(starts[j], ready);
        w->now += o->issue_cycles != 0 ? o->issue_cycles : 1;
    }
    end_loads(w);
}

/* Returns the largest number of loads in flight when any of them starts, if each body begins
 * `cycles` after the one before. */
static uint64_t most_in_flight(const struct loop *l, uint64_t cycles)
{
    uint64_t most = 0, sum, latency, at;
    uint32_t i, j;

    for (i = 0; i < l->count; i++) {
        for (sum = 0, j = 0; is_load(l, i) && j < l->count; j++) {
            if (!is_load(l, j))
                continue;
            latency = operation(l, j)->latency_cycles;
            at = (latency / cycles + 2) * cycles + l->starts[i] - l->starts[j];
            sum += at / cycles - (at - latency) / cycles;
        }
        most = larger(most, sum);
    }
    return most;
}

/* Whether a wave is in the same state as before, apart from the time. */
static int is_again(const struct wave *a, const struct wave *b)
{
    uint32_t i;

    for (i = 0; i < a->loads && a->loads == b->loads; i++)
        if (a->ends[i] - a->now != b->ends[i] - b->now)
            return 0;
    return a->loads == b->loads;
}

/* Runs bodies until the loads in flight are the same as after an earlier one (Brent's
 * algorithm). */
static int32_t find_pattern(const struct loop *l, gpuocc_loads *result)
{
    struct wave now = {0, 0, 0, {0}}, saved = now;
    uint32_t bodies, saved_bodies = 0;

    for (bodies = 1; bodies * l->count <= MOST_RUN; bodies++) {
        run_body(l, &now);
        if (is_again(&now, &saved)) {
            result->bodies = bodies - saved_bodies;
            result->cycles = now.now - saved.now;
            result->most = l->body.most_loads != 0 ? now.most : most_in_flight(l, result->cycles);
            return GPUOCC_OK;
        }
        if ((bodies & (bodies - 1)) == 0) {
            now.most = 0;
            saved = now;
            saved_bodies = bodies;
        }
    }
    return GPUOCC_NOT_KNOWN;
}

/* Counts the loads that are issued before the first instruction that reads the result of one. */
static void count_first_loads(const struct loop *l, gpuocc_loads *result)
{
    uint32_t i, j, place;

    for (i = 0; i != l->count; i++)
        l->starts[i] = 0;
    for (i = 0; i != l->count; i++)
        for (j = is_load(l, i) ? reader(l, i, i) : l->count; j < l->count; j = reader(l, i, j))
            l->starts[j] = 1;
    for (place = 0; place != l->count && l->starts[l->order[place]] == 0; place++)
        result->first += (uint32_t)is_load(l, l->order[place]);
}

static void count_loads(const struct loop *l, gpuocc_loads *result)
{
    uint32_t i;

    for (i = 0; i != l->count; i++) {
        if (!is_load(l, i))
            continue;
        result->loads++;
        result->load_cycles += operation(l, i)->latency_cycles;
    }
    result->load_cycles *= result->bodies;
}

static uint64_t magnitude(int64_t number)
{
    return number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
}

/* Rejects a member of instruction i. */
static int32_t refuse(gpuocc_error *error, uint32_t field, uint32_t i, uint64_t value,
                      uint64_t limit)
{
    char subject[24] = "";
    struct gocc_writer w = {subject, sizeof subject, 0};

    gocc_put(&w, "instruction ");
    gocc_put_number(&w, i);
    gocc_put_end(&w);
    return gocc_fail_subject(error, GPUOCC_ERROR_NOT_A_CHOICE, GPUOCC_SCOPE_ESTIMATE, field, value,
                             limit, subject);
}

static int32_t check_operation(const struct loop *l, uint32_t i, gpuocc_error *error)
{
    const gpuocc_operation *o = operation(l, i);
    const uint64_t offset = magnitude(o->offset_bytes), stride = magnitude(o->stride_bytes);

    if (o->kind >= GPUOCC_OPERATION_COUNT)
        return refuse(error, GPUOCC_ESTIMATE_KIND, i, o->kind, GPUOCC_OPERATION_COUNT - 1);
    if (offset > MOST_OFFSET)
        return refuse(error, GPUOCC_ESTIMATE_OFFSET_BYTES, i, offset, MOST_OFFSET);
    if (stride > MOST_OFFSET)
        return refuse(error, GPUOCC_ESTIMATE_STRIDE_BYTES, i, stride, MOST_OFFSET);
    if (o->kind == GPUOCC_OPERATION_LOAD && o->latency_cycles == 0)
        return refuse(error, GPUOCC_ESTIMATE_LATENCY_CYCLES, i, 0, 1);
    return GPUOCC_OK;
}

static int32_t check_operations(struct loop *l, gpuocc_error *error)
{
    const gpuocc_operation *o;
    uint32_t i;
    int32_t status;

    memcpy(&l->stride, l->operations, sizeof l->stride);
    for (i = 0; i != l->body.operation_count; i++) {
        o = operation(l, i);
        if (o->size != l->stride || o->size % 8 != 0)
            return gocc_fail_size(error, GPUOCC_ERROR_STRUCT_SIZE, 2, o->size, sizeof *o);
        status = gocc_check_struct(sizeof *o, o, GPUOCC_SCOPE_NONE, NULL);
        if (status != GPUOCC_OK)
            return gocc_fail_size(error, status, 2, o->size, sizeof *o);
        status = check_operation(l, i, error);
        if (status != GPUOCC_OK)
            return status;
    }
    return GPUOCC_OK;
}

int32_t gpuocc_order_loads(const gpuocc_body *body, const gpuocc_operation *operations,
                           uint32_t *order, uint64_t *starts, gpuocc_loads *result,
                           gpuocc_error *error)
{
    static const struct gocc_input inputs[] = {
        {offsetof(gpuocc_body, operation_count), GOCC_VALID_COUNT, GPUOCC_ESTIMATE_OPERATION_COUNT},
        {offsetof(gpuocc_body, operation_count), GOCC_VALID_UP_TO(10),
         GPUOCC_ESTIMATE_OPERATION_COUNT},
        {offsetof(gpuocc_body, order), GOCC_VALID_UP_TO(0), GPUOCC_ESTIMATE_ORDER},
        {offsetof(gpuocc_body, no_alias), GOCC_VALID_UP_TO(0), GPUOCC_ESTIMATE_NO_ALIAS},
        {offsetof(gpuocc_body, most_loads), GOCC_VALID_UP_TO(6), GPUOCC_ESTIMATE_MOST_LOADS}};
    struct loop l;
    gpuocc_loads found;
    int32_t status = gocc_check_result(result, sizeof *result, 5, error);

    if (status == GPUOCC_OK && (operations == NULL || order == NULL || starts == NULL))
        status = gocc_fail_argument(error, GPUOCC_ERROR_NULL,
                                    operations == NULL ? 2
                                    : order == NULL    ? 3
                                                       : 4);
    if (status == GPUOCC_OK)
        status = gocc_read_inputs(&l.body, sizeof l.body, body, 1, GOCC_INPUTS(inputs), error);
    if (status != GPUOCC_OK)
        return status;
    l.body.unroll += l.body.unroll == 0;
    if (l.body.unroll > GPUOCC_ORDER_INSTRUCTIONS / l.body.operation_count)
        return gocc_refuse_count(error, GPUOCC_ESTIMATE_UNROLL, l.body.unroll,
                                 GPUOCC_ORDER_INSTRUCTIONS / l.body.operation_count);
    l.operations = (const char *)operations;
    l.order = order;
    l.starts = starts;
    status = check_operations(&l, error);
    if (status != GPUOCC_OK)
        return status;
    l.count = l.body.operation_count * l.body.unroll;
    memset(&found, 0, sizeof found);
    found.size = result->size;
    put_in_order(&l);
    count_first_loads(&l, &found);
    status = find_pattern(&l, &found);
    if (status != GPUOCC_OK)
        return gocc_fail_field_alone(error, status, GPUOCC_SCOPE_NONE, 0, NULL);
    count_loads(&l, &found);
    *result = found;
    return GPUOCC_OK;
}
