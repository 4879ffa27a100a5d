/* SPDX-License-Identifier: MIT
 *
 * What NVIDIA's instructions compute for the addresses of memory accesses: sums, products, shifts
 * and logic of the thread's index, of constants, and of what is the same in all lanes. The result
 * of any other operation is not known.
 */
#include "live.h"
#include "lanes.h"
#include "sass_word.h"

struct step {
    struct sass sass;
    uint32_t guard;
    struct lanes *lanes;
    const struct lanes_state *state;
};

static struct step open_step(const struct code *code, uint32_t index, struct lanes *lanes,
                             const struct lanes_state *state)
{
    struct step at = {.sass = sass_at(code, index)};

    at.guard = bits(at.sass.word, 12, 4) != TRUE_PREDICATE ? 1 + bits(at.sass.word, 12, 4) : 0;
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
    const unsigned number = bits(at->sass.word, 32, 8);

    if (is_uniform_zero(at->sass.sm, number))
        return lanes_constant(at->lanes, 0);
    return at->state->values[UNIFORM_REGISTERS + (at->sass.sm < 100 ? number & 63 : number)];
}

static int is_third(unsigned form)
{
    return form == IMMEDIATE_C || form == CONSTANT_C || form == UNIFORM_C;
}

/* Returns the operand in bits 32 to 63 that is no register of a lane, or the one that is. */
static uint16_t middle(const struct step *at)
{
    switch (at->sass.form) {
    case REGISTER_FORM:
        return value_of(at, bits(at->sass.word, 32, 8));
    case IMMEDIATE:
    case IMMEDIATE_C:
        return lanes_constant(at->lanes, bits(at->sass.word, 32, 32));
    case UNIFORM_B:
    case UNIFORM_C:
        return uniform_of(at);
    default:
        return LANES_UNIFORM;
    }
}

static uint16_t second(const struct step *at)
{
    return is_third(at->sass.form) ? value_of(at, bits(at->sass.word, 64, 8)) : middle(at);
}

static uint16_t third(const struct step *at)
{
    return is_third(at->sass.form) ? middle(at) : value_of(at, bits(at->sass.word, 64, 8));
}

static uint16_t first(const struct step *at)
{
    return value_of(at, bits(at->sass.word, 24, 8));
}

static uint16_t negated(const struct step *at, uint16_t value, unsigned negative)
{
    return negative ? lanes_compute(at->lanes, LANES_SUBTRACT, lanes_constant(at->lanes, 0), value)
                    : value;
}

/* Tells whether the second operand is negated. An immediate has no such bit. */
static unsigned is_negative(const struct step *at)
{
    return at->sass.form != IMMEDIATE && at->sass.form != IMMEDIATE_C ? bits(at->sass.word, 63, 1)
                                                                      : 0;
}

static uint16_t add(const struct step *at, uint16_t a, uint16_t b)
{
    return lanes_compute(at->lanes, LANES_ADD, a, b);
}

static uint16_t add_three(const struct step *at)
{
    uint16_t sum;

    if (bits(at->sass.word, 74, 1) != 0)
        return LANES_UNKNOWN;
    sum = add(at, negated(at, first(at), bits(at->sass.word, 72, 1)),
              negated(at, second(at), is_negative(at)));
    return add(at, sum, negated(at, third(at), bits(at->sass.word, 75, 1)));
}

static uint16_t multiply_add(const struct step *at)
{
    if (bits(at->sass.word, 72, 1) != 0 || bits(at->sass.word, 74, 1) != 0 || is_negative(at) != 0)
        return LANES_UNKNOWN;
    return add(at, lanes_compute(at->lanes, LANES_MULTIPLY, first(at), second(at)),
               negated(at, third(at), bits(at->sass.word, 75, 1)));
}

static uint16_t multiply_high(const struct step *at)
{
    if (bits(at->sass.word, 72, 1) != 0 || bits(at->sass.word, 74, 1) != 0 ||
        is_negative(at) != 0 || is_third(at->sass.form) || bits(at->sass.word, 64, 8) != ZERO)
        return LANES_UNKNOWN;
    return lanes_compute(at->lanes,
                         bits(at->sass.word, 73, 1) != 0 ? LANES_MULTIPLY_HIGH_SIGNED
                                                         : LANES_MULTIPLY_HIGH,
                         first(at), second(at));
}

/* Reads (a << a number of bits) + b; not the upper half of it. */
static uint16_t shift_add(const struct step *at)
{
    const uint16_t by = lanes_constant(at->lanes, bits(at->sass.word, 75, 5));

    if (bits(at->sass.word, 72, 1) != 0 || bits(at->sass.word, 74, 1) != 0 ||
        bits(at->sass.word, 80, 1) != 0 || is_negative(at) != 0)
        return LANES_UNKNOWN;
    return add(at, lanes_compute(at->lanes, LANES_LEFT, first(at), by), second(at));
}

/* Reads a shift of two registers, of which one is zero or does not matter. Bit 76: to the right,
 * bit 80: the upper half of the result; the types in bits 73 and 74 are 2 (S32) and 3 (U32). */
static uint16_t shift(const struct step *at)
{
    const unsigned right = bits(at->sass.word, 76, 1), upper = bits(at->sass.word, 80, 1),
                   type = bits(at->sass.word, 73, 2);
    uint16_t by = second(at);

    if (is_third(at->sass.form) || (bits(at->sass.word, 75, 1) != 0 && at->sass.form != IMMEDIATE))
        return LANES_UNKNOWN;
    if (!right && !upper)
        return lanes_compute(at->lanes, LANES_LEFT, first(at), by);
    if (!right)
        return bits(at->sass.word, 24, 8) == ZERO
                   ? lanes_compute(at->lanes, LANES_LEFT, third(at), by)
                   : (uint16_t)LANES_UNKNOWN;
    if (upper)
        return lanes_compute(at->lanes, type % 2 == 0 ? LANES_RIGHT_SIGNED : LANES_RIGHT, third(at),
                             by);
    return bits(at->sass.word, 64, 8) == ZERO ? lanes_compute(at->lanes, LANES_RIGHT, first(at), by)
                                              : (uint16_t)LANES_UNKNOWN;
}

static uint16_t special(const struct step *at)
{
    const unsigned number = bits(at->sass.word, 72, 8);

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
    return bits(at->sass.word, from, 3) == TRUE_PREDICATE ||
           (at->state->same >> bits(at->sass.word, from, 3) & 1) != 0;
}

/* Returns the low word of the result. */
static uint16_t result(const struct step *at)
{
    const uint16_t values[3] = {first(at), second(at), third(at)};

    switch (at->sass.operation) {
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
        return lanes_logic(at->lanes, bits(at->sass.word, 72, 8), values);
    case SHF:
        return shift(at);
    case IMAD:
    case IMAD_WIDE:
        return multiply_add(at);
    case IMAD_HIGH:
        return multiply_high(at);
    case IADD64:
        return at->sass.sm >= 120 && is_negative(at) == 0
                   ? add(at, negated(at, values[0], bits(at->sass.word, 72, 1)), values[1])
                   : (uint16_t)LANES_UNKNOWN;
    case VIADD:
        return add(at, negated(at, values[0], bits(at->sass.word, 72, 1)),
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
    const unsigned a = bits(at->sass.word, 24, 8);

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
    return at->sass.operation == ISETP && bits(at->sass.word, 72, 1) == 0 && is_same(at, 87) &&
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

/* Tells whether an operation gives the same in all lanes because all that it reads is so. */
static int is_flat(const struct step *at, const struct code *code, uint32_t index, uint32_t kind)
{
    const uint32_t plain = (1u << UNIFORM_FLAGS) - 1;
    struct touched touched;
    uint32_t number;

    if ((kind != GPUOCC_CODE_INT && kind != GPUOCC_CODE_FP32 && kind != GPUOCC_CODE_FP64 &&
         kind != GPUOCC_CODE_FP16 && kind != GPUOCC_CODE_CONVERT && kind != GPUOCC_CODE_SPECIAL &&
         kind != GPUOCC_CODE_MOVE) ||
        at->sass.operation == CS2R || at->sass.operation == FSWZADD || at->sass.operation == MOVM ||
        sass_touch(code, index, &touched) != 0 ||
        (touched.reads.flags & plain & ~at->state->same) != 0)
        return 0;
    for (number = 0; number < UNIFORM_REGISTERS; number++)
        if (touched.reads.at[number / 64] == 0)
            number |= 63; /* none of the next ones either */
        else if (registers_have(&touched.reads, number) &&
                 !lanes_flat(at->lanes, value_of(at, number)))
            return 0;
    return 1;
}

uint32_t sass_lanes_step(const struct code *code, uint32_t index, struct lanes *lanes,
                         struct lanes_state *state)
{
    const struct step at = open_step(code, index, lanes, state);
    const struct effect effect = sass_effect(code, index);
    uint16_t value = LANES_UNKNOWN, upper = LANES_UNKNOWN;
    const unsigned to = bits(at.sass.word, 16, 8);
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
    if (!known && value == LANES_UNKNOWN && is_flat(&at, code, index, now.kind))
        value = upper = LANES_UNIFORM;
    if (at.sass.operation == MOV && effect.kind == EFFECT_WRITE && at.sass.form == REGISTER_FORM)
        upper = value_of(&at, bits(at.sass.word, 32, 8) < ZERO - 1 ? bits(at.sass.word, 32, 8) + 1
                                                                   : ZERO);
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
    return effect.to[0];
}

uint16_t sass_lanes_address(const struct code *code, uint32_t index, struct lanes *lanes,
                            const struct lanes_state *state)
{
    const struct step at = open_step(code, index, lanes, state);
    const uint16_t value = value_of(&at, bits(at.sass.word, 24, 8));
    const unsigned scale = bits(at.sass.word, 78, 2);

    if (bits(at.sass.word, 24, 8) == ZERO)
        return LANES_UNIFORM;
    if ((at.sass.operation != LDS && at.sass.operation != STS) ||
        scale == 0) /* .X4, .X8 and .X16 */
        return value;
    return lanes_compute(lanes, LANES_LEFT, value, lanes_constant(lanes, scale + 1));
}

int sass_lanes_guarded(const struct code *code, uint32_t index)
{
    return bits(sass_at(code, index).word, 12, 4) != TRUE_PREDICATE;
}

uint32_t sass_lanes_base(const struct code *code, uint32_t index)
{
    return bits(sass_at(code, index).word, 24, 8);
}

uint32_t sass_lanes_sources(const struct code *code, uint32_t index, uint32_t numbers[3])
{
    const struct sass sass = sass_at(code, index);
    const uint32_t operands[] = {bits(sass.word, 24, 8), bits(sass.word, 64, 8),
                                 sass.form == REGISTER_FORM ? bits(sass.word, 32, 8) : ZERO};
    struct touched touched;
    uint32_t i, count = 0;

    if (sass_touch(code, index, &touched) != 0)
        return 0;
    for (i = 0; i < 3; i++)
        if (operands[i] != ZERO && registers_have(&touched.reads, operands[i]))
            numbers[count++] = operands[i];
    return count;
}

uint32_t sass_lanes_cause(const struct code *code, uint32_t index)
{
    const struct sass sass = sass_at(code, index);

    switch (sass.operation) {
    case S2R:
        return bits(sass.word, 72, 8) >= PACKED_TID && bits(sass.word, 72, 8) <= TID_Z
                   ? GPUOCC_CODE_CAUSE_THREAD
                   : GPUOCC_CODE_CAUSE_OPERATION;
    case IMAD:
    case IMAD_WIDE:
    case IMAD_HIGH:
        return GPUOCC_CODE_CAUSE_FACTOR;
    default:
        return GPUOCC_CODE_CAUSE_OPERATION;
    }
}

uint32_t sass_lanes_reads(const struct code *code, uint32_t index)
{
    const struct step at = open_step(code, index, NULL, NULL);
    const unsigned from = bits(at.sass.word, 72, 8);

    if ((at.sass.operation != S2R && at.sass.operation != S2UR) || from < PACKED_TID ||
        from > TID_Z)
        return 0;
    return from == TID_X ? 1 : 2;
}

int sass_lanes_parts(const struct code *code, uint32_t index, const struct lanes_state *state)
{
    uint32_t flag;
    int taken_if;

    return !sass_condition(code, index, &flag, &taken_if) || (state->same >> flag & 1) == 0;
}
