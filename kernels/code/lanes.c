/* SPDX-License-Identifier: MIT
 *
 * Arithmetic on values of registers in the lanes of a wave.
 */
#include "lanes.h"

enum { VALUES = 2048, BUCKETS = 1024 };

static int is_value(uint16_t value)
{
    return value != LANES_UNKNOWN && value != LANES_NONE;
}

int lanes_flat(const struct lanes *lanes, uint16_t value)
{
    const struct lanes_value *v;
    uint32_t i;

    if (!is_value(value))
        return 0;
    v = &lanes->values[value];
    for (i = 1; i < lanes->wave; i++)
        if (v->at[i] != v->at[0])
            return 0;
    return 1;
}

/* Returns the number of a value, which gets one if there is room. */
static uint16_t number_of(struct lanes *lanes, struct lanes_value *value)
{
    const uint32_t first = value->known != 0 ? 0 : value->at[0];
    uint32_t hash = value->known, i, *at = value->at;
    uint16_t number;

    for (i = 0; i < lanes->wave; i++) {
        at[i] -= first;
        hash = (hash ^ at[i]) * 0x9e3779b1u;
    }
    hash = hash >> 16 & (BUCKETS - 1);
    for (number = lanes->buckets[hash]; number != 0; number = lanes->chain[number])
        if (lanes->values[number].known == value->known &&
            memcmp(lanes->values[number].at, at, lanes->wave * sizeof at[0]) == 0)
            return number;
    if (lanes->count == VALUES)
        return LANES_UNKNOWN;
    number = (uint16_t)lanes->count++;
    lanes->values[number] = *value;
    lanes->chain[number] = lanes->buckets[hash];
    lanes->buckets[hash] = number;
    return number;
}

uint16_t lanes_constant(struct lanes *lanes, uint32_t constant)
{
    struct lanes_value value = {.known = 1};
    uint32_t i;

    for (i = 0; i < lanes->wave; i++)
        value.at[i] = constant;
    return number_of(lanes, &value);
}

static uint32_t high(uint32_t a, uint32_t b, int is_signed)
{
    const uint32_t upper = (uint32_t)((uint64_t)a * b >> 32);

    return is_signed ? upper - (a >> 31 != 0 ? b : 0) - (b >> 31 != 0 ? a : 0) : upper;
}

static uint32_t shift_signed(uint32_t a, uint32_t by)
{
    const uint32_t sign = a >> 31 != 0 ? UINT32_MAX : 0;

    return by > 31 ? sign : by == 0 ? a : a >> by | sign << (32 - by);
}

static uint32_t compute(enum lanes_operation operation, uint32_t a, uint32_t b)
{
    switch (operation) {
    case LANES_ADD:
        return a + b;
    case LANES_SUBTRACT:
        return a - b;
    case LANES_MULTIPLY:
        return a * b;
    case LANES_MULTIPLY_HIGH:
    case LANES_MULTIPLY_HIGH_SIGNED:
        return high(a, b, operation == LANES_MULTIPLY_HIGH_SIGNED);
    case LANES_LEFT:
        return b < 32 ? a << b : 0;
    case LANES_RIGHT:
        return b < 32 ? a >> b : 0;
    case LANES_RIGHT_SIGNED:
        return shift_signed(a, b);
    case LANES_AND:
        return a & b;
    case LANES_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

/* Tells whether the differences between lanes follow from those of the operands: of sums, and of
 * products with a constant. */
static int is_linear(const struct lanes *lanes, enum lanes_operation operation, uint16_t a,
                     uint16_t b)
{
    const int constant_a = lanes->values[a].known != 0 && lanes_flat(lanes, a);
    const int constant_b = lanes->values[b].known != 0 && lanes_flat(lanes, b);

    return operation == LANES_ADD || operation == LANES_SUBTRACT ||
           (operation == LANES_MULTIPLY && (constant_a || constant_b)) ||
           (operation == LANES_LEFT && constant_b);
}

uint16_t lanes_compute(struct lanes *lanes, enum lanes_operation operation, uint16_t a, uint16_t b)
{
    struct lanes_value value = {.known = 0};
    uint32_t i;

    if (!is_value(a) || !is_value(b))
        return LANES_UNKNOWN;
    value.known = lanes->values[a].known & lanes->values[b].known;
    if (value.known == 0 && lanes_flat(lanes, a) && lanes_flat(lanes, b))
        return LANES_UNIFORM;
    if (value.known == 0 && !is_linear(lanes, operation, a, b))
        return LANES_UNKNOWN;
    for (i = 0; i < lanes->wave; i++)
        value.at[i] = compute(operation, lanes->values[a].at[i], lanes->values[b].at[i]);
    return number_of(lanes, &value);
}

uint16_t lanes_logic(struct lanes *lanes, unsigned lut, const uint16_t values[3])
{
    const uint32_t all = UINT32_MAX;
    struct lanes_value value = {.known = 1};
    uint32_t i, bit, flat = 1, in[3];

    for (i = 0; i < 3; i++) {
        if (!is_value(values[i]))
            return LANES_UNKNOWN;
        value.known &= lanes->values[values[i]].known;
        flat &= (uint32_t)lanes_flat(lanes, values[i]);
    }
    if (value.known == 0)
        return flat != 0 ? LANES_UNIFORM : LANES_UNKNOWN;
    for (i = 0; i < lanes->wave; i++) {
        for (bit = 0; bit < 3; bit++)
            in[bit] = lanes->values[values[bit]].at[i];
        for (bit = 0; bit < 8; bit++)
            if ((lut >> bit & 1) != 0)
                value.at[i] |= (in[0] ^ (bit & 4 ? 0 : all)) & (in[1] ^ (bit & 2 ? 0 : all)) &
                               (in[2] ^ (bit & 1 ? 0 : all));
    }
    return number_of(lanes, &value);
}

uint16_t lanes_either(struct lanes *lanes, uint16_t a, uint16_t b)
{
    struct lanes_value value = {.known = 0}, other;
    uint32_t i;

    if (a == b)
        return a;
    if (a == LANES_NONE || b == LANES_NONE)
        return a == LANES_NONE ? b : a;
    if (!is_value(a) || !is_value(b))
        return LANES_UNKNOWN;
    other = lanes->values[b];
    for (i = 0; i < lanes->wave; i++) {
        value.at[i] = lanes->values[a].at[i];
        if (value.at[i] - value.at[0] != other.at[i] - other.at[0])
            return LANES_UNKNOWN;
    }
    return number_of(lanes, &value);
}

/* Makes the values of the thread's index in the first wave of a group. */
static void make_threads(struct lanes *lanes, uint32_t x, uint32_t y)
{
    struct lanes_value lane = {.known = 1}, threads[3];
    uint32_t i;

    memset(threads, 0, sizeof threads);
    for (i = 0; i < lanes->wave; i++) {
        lane.at[i] = i;
        threads[0].at[i] = x != 0 ? i % x : 0;
        threads[1].at[i] = x != 0 ? i / x % (y != 0 ? y : 1) : 0;
        threads[2].at[i] = x != 0 && y != 0 ? i / x / y : 0;
    }
    lanes->lane = number_of(lanes, &lane);
    for (i = 0; i < 3; i++) {
        threads[i].known = 1;
        lanes->thread[i] = x != 0 ? number_of(lanes, &threads[i]) : (uint16_t)LANES_UNKNOWN;
    }
}

int lanes_open(struct lanes *lanes, const struct code *code, uint32_t wave, uint32_t threads_x,
               uint32_t threads_y)
{
    struct lanes_value uniform = {.known = 0};

    memset(lanes, 0, sizeof *lanes);
    lanes->wave = wave;
    lanes->values = format_take(code->arena, VALUES * sizeof *lanes->values);
    lanes->buckets = format_take(code->arena, BUCKETS * sizeof *lanes->buckets);
    lanes->chain = format_take(code->arena, VALUES * sizeof *lanes->chain);
    if (lanes->values == NULL || lanes->buckets == NULL || lanes->chain == NULL)
        return 0;
    memset(lanes->values, 0, sizeof *lanes->values);
    memset(lanes->buckets, 0, BUCKETS * sizeof *lanes->buckets);
    lanes->count = LANES_UNIFORM;
    (void)number_of(lanes, &uniform);
    make_threads(lanes, threads_x, threads_y);
    return 1;
}

void lanes_close(struct lanes *lanes, const struct code *code)
{
    format_give(code->arena, lanes->chain);
    format_give(code->arena, lanes->buckets);
    format_give(code->arena, lanes->values);
}
