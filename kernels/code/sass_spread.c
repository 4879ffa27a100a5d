/* SPDX-License-Identifier: MIT
 *
 * Proves, for NVIDIA's code, that a load has the same address in all lanes. The proof stays inside
 * a basic block, whose lanes are the same from its first to its last instruction: a register is
 * uniform if an instruction of the block computed it from constants, immediates, uniform registers
 * and other uniform registers of the block only. nvcc keeps such addresses in uniform registers and
 * copies them where they are needed. What is not proven counts as different in each lane.
 */
#include "sass_word.h"
#include "trips.h"

static int is_uniform(const struct spread *spread, uint32_t number)
{
    return number == ZERO || (spread->uniform[number / 32] >> number % 32 & 1) != 0;
}

/* Sets whether `count` registers from `number` on are uniform. */
static void set(struct spread *spread, uint32_t number, uint32_t count, int uniform)
{
    for (; count != 0 && number < ZERO; count--, number++) {
        spread->uniform[number / 32] &= ~(1u << number % 32);
        spread->uniform[number / 32] |= (uint32_t)uniform << number % 32;
    }
}

void spread_open(struct spread *spread)
{
    memset(spread, 0, sizeof *spread);
}

/* Tells whether the operation computes its result only from the register in bits 24 to 31, the one
 * in bits 64 to 71, in the form of three registers the one in bits 32 to 39, and operands that are
 * the same in all lanes. */
static int is_simple(uint32_t operation, const unsigned char *word)
{
    switch (operation) {
    case IADD3: /* without a carry from a predicate */
        return bits(word, 77, 3) == TRUE_PREDICATE && bits(word, 87, 3) == TRUE_PREDICATE;
    case IMAD:
    case IMAD_WIDE:
    case LOP3:
    case LEA:
        return bits(word, 87, 3) == TRUE_PREDICATE;
    case SHF:
        return 1;
    default:
        return 0;
    }
}

static int has_addend(uint32_t form)
{
    return form != IMMEDIATE_C && form != CONSTANT_C && form != UNIFORM_C;
}

/* Tells whether the result of an instruction is the same in all lanes. */
static int result_is_uniform(const struct spread *spread, const struct sass *at,
                             const gpuocc_code_instruction *now)
{
    const unsigned char *word = at->word;
    const uint32_t a = bits(word, 24, 8), b = bits(word, 32, 8), c = bits(word, 64, 8);
    const int b_is_uniform = at->form != REGISTER_FORM || is_uniform(spread, b);

    if ((now->flags & FLAG(GUARDED)) != 0)
        return 0;
    if (at->operation == MOV)
        return b_is_uniform && !is_wide_move(at);
    if (at->operation == VIADD)
        return is_uniform(spread, a) && b_is_uniform;
    if (at->operation == S2R)
        return bits(word, 72, 8) >= CTAID_X && bits(word, 72, 8) <= CTAID_Z;
    if (at->operation == LDC && now->kind == GPUOCC_CODE_LOAD_CONSTANT)
        return is_uniform(spread, a);
    if (at->operation == LDG)
        return spread_is_uniform(spread, word, now);
    return is_simple(at->operation, word) && is_uniform(spread, a) && b_is_uniform &&
           is_uniform(spread, c) &&
           (at->operation != IMAD_WIDE || c == ZERO || !has_addend(at->form) ||
            is_uniform(spread, c + 1));
}

/* Tells whether other lanes may join at an instruction, or whether it is not known what it does. */
static int is_end(uint32_t operation, const gpuocc_code_instruction *now)
{
    switch (now->kind) {
    case GPUOCC_CODE_CONTROL:
        return operation != BSSY && operation != YIELD && operation != BRA && operation != EXIT &&
               operation != NANOSLEEP;
    case GPUOCC_CODE_UNKNOWN:
    case GPUOCC_CODE_MATRIX:
    case GPUOCC_CODE_BARRIER:
    case GPUOCC_CODE_LOAD_TENSOR:
    case GPUOCC_CODE_STORE_TENSOR:
    case GPUOCC_CODE_ATOMIC:
    case GPUOCC_CODE_TEXTURE:
    case GPUOCC_CODE_ASYNC_COPY:
    case GPUOCC_CODE_ASYNC_SYNC:
        return 1;
    default:
        return 0;
    }
}

int spread_is_uniform(const struct spread *spread, const unsigned char *word,
                      const gpuocc_code_instruction *now)
{
    const uint32_t a = bits(word, 24, 8);

    return now->kind == GPUOCC_CODE_LOAD_GLOBAL && bits(word, 0, 9) == LDG &&
           now->lane_bytes != 0 &&
           (a == ZERO || (a + 1 < ZERO && is_uniform(spread, a) && is_uniform(spread, a + 1)));
}

void spread_step(struct spread *spread, const struct code *code, const gpuocc_code_instruction *now)
{
    const struct sass at = sass_at(code, now->address / 16);
    const int uniform = result_is_uniform(spread, &at, now);
    const struct effect effect = sass_effect(code, now->address / 16);

    if (is_end(at.operation, now))
        spread_open(spread);
    else
        set(spread, effect.to[0], effect.count[0], uniform);
}
