/* SPDX-License-Identifier: MIT
 *
 * What NVIDIA's instructions do to the registers and predicates that count iterations. What an
 * operation may write is rather too much than too little.
 */
#include "live.h"
#include "sass_word.h"
#include "trips.h"

static uint32_t immediate(const struct sass *at)
{
    return bits(at->word, 32, 32);
}

/* Tells whether a register is the one that is always zero. */
static int is_zero(const struct sass *at, uint32_t number, int uniform)
{
    return uniform ? is_uniform_zero(at->sm, number) : number == ZERO;
}

static struct effect set(uint32_t to, uint32_t count, uint32_t value)
{
    const struct effect effect = {.kind = EFFECT_SET, .to = {to}, .count = {count}, .value = value};

    return effect;
}

/* Returns the effect of to = from + value. */
static struct effect add(const struct sass *at, unsigned from, int uniform, uint32_t value)
{
    struct effect effect = set(bits(at->word, 16, 8), 1, value);

    if (is_zero(at, from, uniform))
        return effect;
    effect.kind = EFFECT_ADD;
    effect.from = from + (uniform ? (uint32_t)UNIFORM_REGISTERS : 0);
    return effect;
}

/* Tells whether an operation writes no predicate: bits 81 to 86 have another use in it. */
static int writes_no_flag(unsigned operation, uint32_t kind)
{
    static const uint16_t plain[] = {MOV,  SEL,  FSEL, FMNMX, PRMT,  SHF,   FMUL,  FADD,
                                     FFMA, DMUL, DADD, DFMA,  HADD2, HFMA2, HMUL2, HFMA2_MMA,
                                     CS2R, UMOV, USEL, UPRMT, USHF,  ULDC,  S2R,   LDCU};
    unsigned i;

    for (i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (operation == plain[i])
            return 1;
    return kind == GPUOCC_CODE_SPECIAL || kind == GPUOCC_CODE_CONVERT ||
           kind == GPUOCC_CODE_LOAD_CONSTANT || kind == GPUOCC_CODE_LOAD_SHARED ||
           kind == GPUOCC_CODE_LOAD_LOCAL || kind == GPUOCC_CODE_STORE_GLOBAL ||
           kind == GPUOCC_CODE_STORE_SHARED || kind == GPUOCC_CODE_STORE_LOCAL ||
           kind == GPUOCC_CODE_STORE_GENERIC;
}

static uint32_t flag_of(unsigned predicate)
{
    return predicate != TRUE_PREDICATE ? 1u << predicate | 1u << (predicate + UNIFORM_FLAGS) : 0;
}

/* Tells whether bits 84 to 86 are no predicate that an operation writes. */
static int writes_one_flag(const struct sass *at, uint32_t kind)
{
    static const uint16_t one[] = {LEA,  LOP3,  IMAD,  IMAD_WIDE, IMAD_HIGH,
                                   ULEA, ULOP3, UIMAD, UIMAD_WIDE};
    unsigned i;

    for (i = 0; i < sizeof one / sizeof one[0]; i++)
        if (at->operation == one[i])
            return 1;
    return kind == GPUOCC_CODE_LOAD_GLOBAL || kind == GPUOCC_CODE_LOAD_GENERIC ||
           (at->operation == HFMA2_MMA && at->sm >= 120);
}

/* Returns the predicates that an operation may write. */
static uint32_t flags_of(const struct sass *at, uint32_t kind)
{
    if (at->operation == R2P) /* R2P writes any of them */
        return ALL_FLAGS;
    if (writes_no_flag(at->operation, kind) && !(at->operation == HFMA2_MMA && at->sm >= 120))
        return 0;
    return flag_of(bits(at->word, 81, 3)) |
           (writes_one_flag(at, kind) ? 0 : flag_of(bits(at->word, 84, 3)));
}

/* Tells whether an operation writes no register, and goes nowhere that the graph does not know. */
static int is_idle(unsigned operation)
{
    static const uint16_t idle[] = {
        NOP,           BAR,      BSYNC,     BSSY,     YIELD,     BRA,     WARPSYNC,
        NANOSLEEP,     LDGSTS,   LDGDEPBAR, DEPBAR,   WARPGROUP, PREEXIT, ACQBULK,
        ENDCOLLECTIVE, BREAK,    CCTL,      MEMBAR,   ERRBAR,    UTMALDG, UTMASTG,
        UBLKCP,        UTMAREDG, UBLKPF,    UTMACCTL, FENCE,     UCGABAR, UTMACMDFLUSH};
    unsigned i;

    for (i = 0; i < sizeof idle / sizeof idle[0]; i++)
        if (operation == idle[i])
            return 1;
    return 0;
}

/* Tells whether an operation writes predicates only. */
static int is_test(unsigned operation)
{
    static const uint16_t tests[] = {R2P, FSETP, ISETP, PLOP3, DSETP, HSETP2, UISETP};
    unsigned i;

    for (i = 0; i < sizeof tests / sizeof tests[0]; i++)
        if (operation == tests[i])
            return 1;
    return 0;
}

/* Returns the number of registers that an operation may write that is no load. */
static uint32_t results_of(const struct sass *at, int uniform)
{
    if (is_test(at->operation))
        return 0;
    if (sass_writes_one(at))
        return is_wide_move(at) ? 2 : 1;
    return uniform ? 8 : 2;
}

/* Returns the number of registers with the sums of a matrix instruction: of the ones that four
 * waves execute it depends on n. */
static uint32_t sums_of(const struct sass *at, const gpuocc_code_instruction *now)
{
    if (at->operation == HGMMA || at->operation == QGMMA)
        return 4 * (bits(at->word, 53, 5) + 1);
    return now->matrix < GPUOCC_CODE_MATRIX_GROUP && at->operation < HGMMA ? 8 : 128;
}

/* Returns the effect of what synchronises with copies. */
static struct effect sync_of(const struct sass *at)
{
    const uint32_t to = bits(at->word, 16, 8);
    struct effect effect = {.to = {to, to + UNIFORM_REGISTERS}, .count = {2, 8}};

    if (at->operation != SYNCS && at->operation != SYNCS_ARRIVE)
        effect = (struct effect){.count = {REGISTERS}};
    effect.kind = EFFECT_WRITE;
    effect.flags = ALL_FLAGS;
    return effect;
}

/* Returns an effect that writes all that the operation may write, with unknown values. */
static struct effect write_of(const struct sass *at, const gpuocc_code_instruction *now)
{
    struct effect effect = {.kind = EFFECT_WRITE, .to = {bits(at->word, 16, 8), 0}};

    effect.flags = is_idle(at->operation) && at->operation != BAR ? 0 : flags_of(at, now->kind);
    if (is_idle(at->operation))
        return effect;
    switch (now->kind) {
    case GPUOCC_CODE_STORE_GLOBAL:
    case GPUOCC_CODE_STORE_SHARED:
    case GPUOCC_CODE_STORE_LOCAL:
    case GPUOCC_CODE_STORE_GENERIC:
        return effect;
    case GPUOCC_CODE_UNIFORM:
    case GPUOCC_CODE_WARP:
        effect.to[1] = effect.to[0] + UNIFORM_REGISTERS;
        effect.count[1] = now->kind == GPUOCC_CODE_WARP ? 8 : results_of(at, 1);
        effect.count[0] = now->kind == GPUOCC_CODE_WARP ? 4 : 0;
        return effect;
    case GPUOCC_CODE_INT:
    case GPUOCC_CODE_MOVE:
    case GPUOCC_CODE_FP32:
    case GPUOCC_CODE_FP16:
    case GPUOCC_CODE_FP64:
    case GPUOCC_CODE_SPECIAL:
    case GPUOCC_CODE_CONVERT:
        effect.count[0] = results_of(at, 0);
        return effect;
    case GPUOCC_CODE_LOAD_CONSTANT: /* 1, 1, 2, 2, 4, 8 or 16 bytes */
        effect.count[0] = bits(at->word, 73, 3) < 5 ? 1 : bits(at->word, 73, 3) == 5 ? 2 : 4;
        return effect;
    case GPUOCC_CODE_LOAD_GLOBAL:
    case GPUOCC_CODE_LOAD_SHARED:
    case GPUOCC_CODE_LOAD_LOCAL:
    case GPUOCC_CODE_LOAD_GENERIC:
    case GPUOCC_CODE_ATOMIC:
        effect.count[0] = now->lane_bytes != 0 ? (now->lane_bytes + 3) / 4 : 8;
        return effect;
    case GPUOCC_CODE_MATRIX:
        effect.count[0] = sums_of(at, now);
        return effect;
    case GPUOCC_CODE_ASYNC_SYNC:
        return sync_of(at);
    default:
        break;
    }
    if (at->operation == S2R || at->operation == BMOV) {
        effect.count[0] = 1;
        return effect;
    }
    if (at->operation != EXIT)
        effect = (struct effect){.to = {0}, .count = {REGISTERS}, .flags = ALL_FLAGS};
    effect.kind = now->kind == GPUOCC_CODE_CONTROL || now->kind == GPUOCC_CODE_UNKNOWN
                      ? EFFECT_LEAVES
                      : EFFECT_WRITE;
    return effect;
}

/* Reads a comparison with an immediate or with zero. Returns 0 if it is another one. */
static int compare(const struct sass *at, int uniform, struct effect *effect)
{
    const int zero = at->form == REGISTER_FORM && is_zero(at, bits(at->word, 32, 8), uniform);

    /* Not extended to 64 bits, the result is ANDed with true, and there is no second one. */
    if ((at->form != IMMEDIATE && !zero) || bits(at->word, 72, 1) != 0 ||
        bits(at->word, 74, 2) != 0 || bits(at->word, 87, 4) != TRUE_PREDICATE ||
        bits(at->word, 84, 3) != TRUE_PREDICATE || bits(at->word, 81, 3) == TRUE_PREDICATE ||
        is_zero(at, bits(at->word, 24, 8), uniform))
        return 0;
    memset(effect, 0, sizeof *effect);
    effect->kind = EFFECT_COMPARE;
    effect->flags = 1u << (bits(at->word, 81, 3) + (uniform ? (unsigned)UNIFORM_FLAGS : 0));
    effect->from = bits(at->word, 24, 8) + (uniform ? (unsigned)UNIFORM_REGISTERS : 0);
    effect->value = zero ? 0 : immediate(at);
    effect->relation = (enum relation)bits(at->word, 76, 3);
    effect->is_signed = bits(at->word, 73, 1) != 0;
    return 1;
}

/* Reads IADD3 or UIADD3 of a register, an immediate and zero. Bits 72 and 75 negate the registers,
 * bit 74 adds a carry. */
static int add_three(const struct sass *at, int uniform, struct effect *effect)
{
    if (at->form != IMMEDIATE || bits(at->word, 72, 1) != 0 || bits(at->word, 74, 1) != 0 ||
        !is_zero(at, bits(at->word, 64, 8), uniform))
        return 0;
    *effect = add(at, bits(at->word, 24, 8), uniform, immediate(at));
    effect->flags = flags_of(at, GPUOCC_CODE_INT);
    return 1;
}

/* Reads MOV or UMOV, except the ones of 64 bits. */
static int move(const struct sass *at, int uniform, struct effect *effect)
{
    if (is_wide_move(at))
        return 0;
    if (at->form == IMMEDIATE)
        *effect = set(bits(at->word, 16, 8), 1, immediate(at));
    else if (at->form == REGISTER_FORM && bits(at->word, 64, 8) == 0)
        *effect = add(at, bits(at->word, 32, 8), 0, 0);
    else if (at->form == UNIFORM_B && bits(at->word, 64, 8) == 0)
        *effect = add(at, bits(at->word, 32, 8), 1, 0);
    else
        return 0;
    return !uniform || at->form != REGISTER_FORM;
}

/* Reads IMAD whose first factor is zero: it copies its addend. Bit 74 adds a carry, bit 75 negates
 * the addend. */
static int copy(const struct sass *at, struct effect *effect)
{
    if (bits(at->word, 24, 8) != ZERO || bits(at->word, 74, 2) != 0)
        return 0;
    if (at->form == IMMEDIATE_C)
        *effect = set(bits(at->word, 16, 8), 1, immediate(at));
    else if (at->form == REGISTER_FORM || at->form == IMMEDIATE || at->form == UNIFORM_B)
        *effect = add(at, bits(at->word, 64, 8), 0, 0);
    else if (at->form == UNIFORM_C)
        *effect = add(at, bits(at->word, 32, 8), 1, 0);
    else
        return 0;
    return 1;
}

/* Reads the operations that counters are made of. Returns 0 for any other operation. */
static int count(const struct sass *at, struct effect *effect)
{
    switch (at->operation) {
    case ISETP:
    case UISETP:
        return compare(at, at->operation == UISETP, effect);
    case IADD3:
    case UIADD3:
        return add_three(at, at->operation == UIADD3, effect);
    case MOV:
    case UMOV:
        return move(at, at->operation == UMOV, effect);
    case IMAD:
        return copy(at, effect);
    case VIADD:
        if (at->form == IMMEDIATE && bits(at->word, 72, 1) == 0)
            *effect = add(at, bits(at->word, 24, 8), 0, immediate(at));
        return at->form == IMMEDIATE && bits(at->word, 72, 1) == 0;
    case HFMA2:
    case HFMA2_MMA: /* 0 * 0 + a constant */
        if (at->form != IMMEDIATE_C || bits(at->word, 24, 8) != ZERO ||
            bits(at->word, 64, 8) != ZERO || (at->operation == HFMA2_MMA && at->sm >= 120))
            return 0;
        *effect = set(bits(at->word, 16, 8), 1, immediate(at));
        return 1;
    case CS2R: /* of the special register that is zero; bit 80: of two registers */
        if (bits(at->word, 72, 8) != ZERO)
            return 0;
        *effect = set(bits(at->word, 16, 8), 1 + bits(at->word, 80, 1), 0);
        return 1;
    default:
        return 0;
    }
}

static struct effect find_effect(const struct code *code, uint32_t index)
{
    const struct sass at = sass_at(code, index);
    gpuocc_code_instruction now;
    struct effect effect;
    const int guarded = bits(at.word, 12, 4) != TRUE_PREDICATE;

    if (guarded || !count(&at, &effect)) {
        code_at(code, index, &now);
        return write_of(&at, &now);
    }
    if (at.operation >= UMOV && at.operation <= UIADD3 && effect.kind != EFFECT_COMPARE)
        effect.to[0] += UNIFORM_REGISTERS;
    else if (effect.to[0] == ZERO)
        effect.count[0] = 0;
    return effect;
}

struct effect sass_effect(const struct code *code, uint32_t index)
{
    return code->effects != NULL ? code->effects[index] : find_effect(code, index);
}

int sass_condition(const struct code *code, uint32_t index, uint32_t *flag, int *taken_if)
{
    const struct sass at = sass_at(code, index);
    const unsigned guard = bits(at.word, 12, 3);

    if (at.operation != BRA || bits(at.word, 87, 4) != TRUE_PREDICATE)
        return 0;
    *taken_if = !bits(at.word, 15, 1);
    *flag = guard;
    if (at.form == IMMEDIATE)
        return guard != TRUE_PREDICATE && bits(at.word, 32, 2) == 0;
    *flag = bits(at.word, 24, 3) + UNIFORM_FLAGS;
    *taken_if = !bits(at.word, 27, 1);
    return at.form == IMMEDIATE_C && bits(at.word, 12, 4) == TRUE_PREDICATE &&
           bits(at.word, 24, 3) != TRUE_PREDICATE;
}
