/* SPDX-License-Identifier: MIT
 *
 * What NVIDIA's instructions compute for the addresses of memory accesses: sums, products, shifts
 * and logic of the thread's index, of constants, and of what is the same in all lanes. The bits of
 * operands are those of sass_effect.c; the result of any other operation is not known.
 */
#include "lanes.h"

enum { ZERO = 0xff, TRUE_PREDICATE = 7, ANY_FORM = 0x1ff };

/* The form of the operands: bits 9 to 11. In forms 2, 3 and 7 the second operand is the register in
 * bits 64 to 71, and the third one is not a register of a lane. */
enum { REGISTERS_ONLY = 1, IMMEDIATE_C = 2, CONSTANT_C = 3, IMMEDIATE = 4, UNIFORM_B = 6 };
enum { UNIFORM_C = 7 };

enum {
    MOV = 0x002,
    SEL = 0x007,
    ISETP = 0x00c,
    IADD3 = 0x010,
    LEA = 0x011,
    LOP3 = 0x012,
    SHF = 0x019,
    IMAD = 0x024,
    IMAD_WIDE = 0x025,
    IMAD_HIGH = 0x027,
    IADD64 = 0x035,
    VIADD = 0x036,
    S2R = 0x119,
    LDS = 0x184,
    STS = 0x188,
    S2UR = 0x1c3
};

/* Special registers. */
enum {
    LANE = 0x00,
    PACKED_TID = 0x20,
    TID_X = 0x21,
    TID_Z = 0x23,
    CTAID_X = 0x25,
    CTAID_Z = 0x27,
    CLUSTER_CTA = 0x88
};

struct step {
    const unsigned char *word;
    unsigned operation, form, sm, guard;
    struct lanes *lanes;
    const struct lanes_state *state;
};

static unsigned bits(const struct step *at, unsigned from, unsigned count)
{
    unsigned value = 0, i;

    for (i = 0; i < count; i++)
        value |= (at->word[(from + i) / 8] >> (from + i) % 8 & 1u) << i;
    return value;
}

static struct step open_step(const struct code *code, uint32_t index, struct lanes *lanes,
                             const struct lanes_state *state)
{
    struct step at = {.word = code->bytes + (size_t)index * 16, .sm = code->sm};
    const unsigned number = bits(&at, 0, 12);

    at.operation = number & ANY_FORM;
    at.form = number >> 9;
    at.guard = bits(&at, 12, 4) != TRUE_PREDICATE ? 1 + bits(&at, 12, 4) : 0;
    at.lanes = lanes;
    at.state = state;
    return at;
}

/* Returns the value of a register. One that was written under a predicate is known under the same
 * predicate only. */
static uint16_t value_of(const struct step *at, unsigned number)
{
    if (number == ZERO)
        return lanes_constant(at->lanes, 0);
    if (at->state->guards[number] != 0 && at->state->guards[number] != at->guard)
        return LANES_UNKNOWN;
    return at->state->values[number];
}

static uint16_t uniform_of(const struct step *at)
{
    const unsigned number = bits(at, 32, 8);

    if (at->sm < 100 ? (number & 63) == 63 : number == ZERO)
        return lanes_constant(at->lanes, 0);
    return at->state->values[UNIFORM_REGISTERS + (at->sm < 100 ? number & 63 : number)];
}

static int is_third(unsigned form)
{
    return form == IMMEDIATE_C || form == CONSTANT_C || form == UNIFORM_C;
}

/* Returns the operand in bits 32 to 63 that is no register of a lane, or the one that is. */
static uint16_t middle(const struct step *at)
{
    switch (at->form) {
    case REGISTERS_ONLY:
        return value_of(at, bits(at, 32, 8));
    case IMMEDIATE:
    case IMMEDIATE_C:
        return lanes_constant(at->lanes, bits(at, 32, 32));
    case UNIFORM_B:
    case UNIFORM_C:
        return uniform_of(at);
    default:
        return LANES_UNIFORM;
    }
}

static uint16_t second(const struct step *at)
{
    return is_third(at->form) ? value_of(at, bits(at, 64, 8)) : middle(at);
}

static uint16_t third(const struct step *at)
{
    return is_third(at->form) ? middle(at) : value_of(at, bits(at, 64, 8));
}

static uint16_t first(const struct step *at)
{
    return value_of(at, bits(at, 24, 8));
}

static uint16_t negated(const struct step *at, uint16_t value, unsigned negative)
{
    return negative ? lanes_compute(at->lanes, LANES_SUBTRACT, lanes_constant(at->lanes, 0), value)
                    : value;
}

/* Tells whether the second operand is negated. An immediate has no such bit. */
static unsigned is_negative(const struct step *at)
{
    return at->form != IMMEDIATE && at->form != IMMEDIATE_C ? bits(at, 63, 1) : 0;
}

static uint16_t add(const struct step *at, uint16_t a, uint16_t b)
{
    return lanes_compute(at->lanes, LANES_ADD, a, b);
}

static uint16_t add_three(const struct step *at)
{
    uint16_t sum;

    if (bits(at, 74, 1) != 0)
        return LANES_UNKNOWN;
    sum =
        add(at, negated(at, first(at), bits(at, 72, 1)), negated(at, second(at), is_negative(at)));
    return add(at, sum, negated(at, third(at), bits(at, 75, 1)));
}

static uint16_t multiply_add(const struct step *at)
{
    if (bits(at, 72, 1) != 0 || bits(at, 74, 1) != 0 || is_negative(at) != 0)
        return LANES_UNKNOWN;
    return add(at, lanes_compute(at->lanes, LANES_MULTIPLY, first(at), second(at)),
               negated(at, third(at), bits(at, 75, 1)));
}

static uint16_t multiply_high(const struct step *at)
{
    if (bits(at, 72, 1) != 0 || bits(at, 74, 1) != 0 || is_negative(at) != 0 ||
        is_third(at->form) || bits(at, 64, 8) != ZERO)
        return LANES_UNKNOWN;
    return lanes_compute(at->lanes,
                         bits(at, 73, 1) != 0 ? LANES_MULTIPLY_HIGH_SIGNED : LANES_MULTIPLY_HIGH,
                         first(at), second(at));
}

/* Reads (a << a number of bits) + b; not the upper half of it. */
static uint16_t shift_add(const struct step *at)
{
    const uint16_t by = lanes_constant(at->lanes, bits(at, 75, 5));

    if (bits(at, 72, 1) != 0 || bits(at, 74, 1) != 0 || bits(at, 80, 1) != 0 ||
        is_negative(at) != 0)
        return LANES_UNKNOWN;
    return add(at, lanes_compute(at->lanes, LANES_LEFT, first(at), by), second(at));
}

/* Reads a shift of two registers, of which one is zero or does not matter. Bit 76: to the right,
 * bit 80: the upper half of the result; the types in bits 73 and 74 are 2 (S32) and 3 (U32). */
static uint16_t shift(const struct step *at)
{
    const unsigned right = bits(at, 76, 1), upper = bits(at, 80, 1), type = bits(at, 73, 2);
    uint16_t by = second(at);

    if (is_third(at->form) || (bits(at, 75, 1) != 0 && at->form != IMMEDIATE))
        return LANES_UNKNOWN;
    if (!right && !upper)
        return lanes_compute(at->lanes, LANES_LEFT, first(at), by);
    if (!right)
        return bits(at, 24, 8) == ZERO ? lanes_compute(at->lanes, LANES_LEFT, third(at), by)
                                       : (uint16_t)LANES_UNKNOWN;
    if (upper)
        return lanes_compute(at->lanes, type % 2 == 0 ? LANES_RIGHT_SIGNED : LANES_RIGHT, third(at),
                             by);
    return bits(at, 64, 8) == ZERO ? lanes_compute(at->lanes, LANES_RIGHT, first(at), by)
                                   : (uint16_t)LANES_UNKNOWN;
}

static uint16_t special(const struct step *at)
{
    const unsigned number = bits(at, 72, 8);

    if (number == LANE)
        return at->lanes->lane;
    if (number >= TID_X && number <= TID_Z)
        return at->lanes->thread[number - TID_X];
    return (number >= CTAID_X && number <= CTAID_Z) || number == CLUSTER_CTA ? LANES_UNIFORM
                                                                             : LANES_UNKNOWN;
}

/* Tells whether a predicate operand with its negation is the same in all lanes. */
static int is_same(const struct step *at, unsigned from)
{
    return bits(at, from, 3) == TRUE_PREDICATE || (at->state->same >> bits(at, from, 3) & 1) != 0;
}

/* Returns the low word of the result. */
static uint16_t result(const struct step *at)
{
    const uint16_t values[3] = {first(at), second(at), third(at)};

    switch (at->operation) {
    case MOV:
        return middle(at);
    case SEL:
        return is_same(at, 87) ? lanes_either(at->lanes, values[0], values[1])
                               : (uint16_t)LANES_UNKNOWN;
    case IADD3:
        return add_three(at);
    case LEA:
        return shift_add(at);
    case LOP3:
        return lanes_logic(at->lanes, bits(at, 72, 8), values);
    case SHF:
        return shift(at);
    case IMAD:
    case IMAD_WIDE:
        return multiply_add(at);
    case IMAD_HIGH:
        return multiply_high(at);
    case IADD64:
        return at->sm >= 120 && is_negative(at) == 0
                   ? add(at, negated(at, values[0], bits(at, 72, 1)), values[1])
                   : (uint16_t)LANES_UNKNOWN;
    case VIADD:
        return add(at, negated(at, values[0], bits(at, 72, 1)),
                   negated(at, values[1], is_negative(at)));
    case S2R:
        return special(at);
    default:
        return LANES_UNKNOWN;
    }
}

/* Returns what a load gives: the same in all lanes if it has one address. Local memory does not. */
static uint16_t loaded(const struct step *at, uint32_t kind)
{
    const unsigned a = bits(at, 24, 8);

    if (kind != GPUOCC_CODE_LOAD_CONSTANT && kind != GPUOCC_CODE_LOAD_GLOBAL &&
        kind != GPUOCC_CODE_LOAD_SHARED)
        return LANES_UNKNOWN;
    return a == ZERO || lanes_flat(at->lanes, value_of(at, a)) ? LANES_UNIFORM : LANES_UNKNOWN;
}

/* Writes a register. Under a predicate its value is known under the same one only. */
static void write(const struct step *at, struct lanes_state *state, uint32_t number, uint16_t value)
{
    if (number >= UNIFORM_REGISTERS) {
        state->values[number] = at->guard != 0 ? (uint16_t)LANES_UNIFORM : value;
        return;
    }
    state->values[number] = value;
    state->guards[number] = (uint8_t)at->guard;
}

/* Writes predicates. What was written under one of them is not known any more. */
static void write_flags(const struct step *at, struct lanes_state *state, uint32_t flags, int same)
{
    const uint32_t plain = flags & ((1u << UNIFORM_FLAGS) - 1);
    uint32_t i;

    for (i = 0; plain != 0 && i < UNIFORM_REGISTERS; i++)
        if (state->guards[i] != 0 && (plain >> ((state->guards[i] - 1) & 7) & 1) != 0) {
            state->guards[i] = 0;
            state->values[i] = LANES_UNKNOWN;
        }
    if (!same || at->guard != 0)
        state->same &= ~plain;
    else
        state->same |= plain;
}

/* Tells whether a comparison has the same result in all lanes. */
static int compares_same(const struct step *at)
{
    return at->operation == ISETP && bits(at, 72, 1) == 0 && is_same(at, 87) &&
           lanes_flat(at->lanes, first(at)) && lanes_flat(at->lanes, second(at));
}

void sass_lanes_start(struct lanes_state *state)
{
    uint32_t i;

    memset(state, 0, sizeof *state);
    for (i = UNIFORM_REGISTERS; i < REGISTERS; i++)
        state->values[i] = LANES_UNIFORM;
    state->same = ALL_FLAGS & ~((1u << UNIFORM_FLAGS) - 1);
}

void sass_lanes_step(const struct code *code, uint32_t index, struct lanes *lanes,
                     struct lanes_state *state)
{
    const struct step at = open_step(code, index, lanes, state);
    const struct effect effect = sass_effect(code, index);
    uint16_t value = LANES_UNKNOWN, upper = LANES_UNKNOWN;
    const unsigned to = bits(&at, 16, 8);
    gpuocc_code_instruction now;
    uint32_t range, number;
    int same, known;

    code_at(code, index, &now);
    same = compares_same(&at);
    known = effect.kind == EFFECT_SET;
    if (known)
        value = lanes_constant(lanes, effect.value);
    else if (now.kind >= GPUOCC_CODE_LOAD_GLOBAL && now.kind <= GPUOCC_CODE_LOAD_TENSOR)
        value = upper = loaded(&at, now.kind);
    else
        value = result(&at);
    if (at.operation == MOV && effect.kind == EFFECT_WRITE && at.form == REGISTERS_ONLY)
        upper = value_of(&at, bits(&at, 32, 8) < ZERO - 1 ? bits(&at, 32, 8) + 1 : ZERO);
    for (range = 0; range < 2; range++)
        for (number = effect.to[range];
             number < REGISTERS && number - effect.to[range] < effect.count[range]; number++) {
            if (number == ZERO)
                continue;
            if (known)
                write(&at, state, number, value);
            else if (number >= UNIFORM_REGISTERS)
                write(&at, state, number, LANES_UNIFORM);
            else
                write(&at, state, number,
                      effect.count[range] >= UNIFORM_REGISTERS ? (uint16_t)LANES_UNKNOWN
                      : number == to                           ? value
                                                               : upper);
        }
    write_flags(&at, state, effect.flags, same);
}

uint16_t sass_lanes_address(const struct code *code, uint32_t index, struct lanes *lanes,
                            const struct lanes_state *state)
{
    const struct step at = open_step(code, index, lanes, state);
    const uint16_t value = value_of(&at, bits(&at, 24, 8));
    const unsigned scale = bits(&at, 78, 2);

    if (bits(&at, 24, 8) == ZERO)
        return LANES_UNIFORM;
    if ((at.operation != LDS && at.operation != STS) || scale == 0) /* .X4, .X8 and .X16 */
        return value;
    return lanes_compute(lanes, LANES_LEFT, value, lanes_constant(lanes, scale + 1));
}

int sass_lanes_reads_row(const struct code *code, uint32_t index)
{
    const struct step at = open_step(code, index, NULL, NULL);

    return (at.operation == S2R || at.operation == S2UR) && bits(&at, 72, 8) != TID_X &&
           bits(&at, 72, 8) >= PACKED_TID && bits(&at, 72, 8) <= TID_Z;
}

int sass_lanes_parts(const struct code *code, uint32_t index, const struct lanes_state *state)
{
    uint32_t flag;
    int taken_if;

    return !sass_condition(code, index, &flag, &taken_if) || (state->same >> flag & 1) == 0;
}
