/* SPDX-License-Identifier: MIT
 *
 * Proves, for NVIDIA's code, that a load has the same address in all lanes. The proof stays inside
 * a basic block, whose lanes are the same from its first to its last instruction: a register is
 * uniform if an instruction of the block computed it from constants, immediates, uniform registers
 * and other uniform registers of the block only. nvcc keeps such addresses in uniform registers and
 * copies them where they are needed. What is not proven counts as different in each lane.
 */
#include "code.h"

enum { ZERO = 0xff, TRUE_PREDICATE = 7, CTAID_X = 0x25, CTAID_Z = 0x27 };

/* The low 9 bits of numbers of operations. */
enum {
    MOV = 0x002,
    CS2R = 0x005,
    SETP_FIRST = 0x00b, /* FSETP and ISETP */
    SETP_LAST = 0x00c,
    IADD3 = 0x010,
    LEA = 0x011,
    LOP3 = 0x012,
    SHF = 0x019,
    IMAD = 0x024,
    IMAD_WIDE = 0x025,
    VIADD = 0x036,
    S2R = 0x119,
    BSSY = 0x145,
    BRA = 0x147,
    EXIT = 0x14d,
    NANOSLEEP = 0x15d,
    LDG = 0x181,
    LDC = 0x182
};

/* Bits 9 to 11 of a number: where the operands are. In forms 2, 3 and 7 the second factor is in
 * bits 64 to 71, and the addend is no register. */
enum { REGISTER_FORM = 1, IMMEDIATE_FORM = 2, CONSTANT_FORM = 3, UNIFORM_FORM = 7 };

static unsigned byte_at(const unsigned char *word, unsigned bit)
{
    return word[bit / 8];
}

static unsigned predicate_at(const unsigned char *word, unsigned bit)
{
    return (word[bit / 8] | (unsigned)word[bit / 8 + 1] << 8) >> bit % 8 & 7;
}

static int is_uniform(const struct spread *spread, unsigned number)
{
    return number == ZERO || (spread->uniform[number / 32] >> number % 32 & 1) != 0;
}

/* Sets whether `count` registers from `number` on are uniform. */
static void set(struct spread *spread, unsigned number, unsigned count, int uniform)
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
static int is_simple(unsigned operation, const unsigned char *word)
{
    switch (operation) {
    case IADD3: /* without a carry from a predicate */
        return predicate_at(word, 77) == TRUE_PREDICATE && predicate_at(word, 87) == TRUE_PREDICATE;
    case IMAD:
    case IMAD_WIDE:
    case LOP3:
    case LEA:
        return predicate_at(word, 87) == TRUE_PREDICATE;
    case SHF:
        return 1;
    default:
        return 0;
    }
}

/* Tells whether a MOV is MOV.64 (sm_120). */
static int is_wide(const unsigned char *word)
{
    return (word[1] & 15) >> 1 == IMMEDIATE_FORM || (word[10] & 1) != 0;
}

static int has_addend(unsigned form)
{
    return form != IMMEDIATE_FORM && form != CONSTANT_FORM && form != UNIFORM_FORM;
}

/* Tells whether the result of an instruction is the same in all lanes. */
static int result_is_uniform(const struct spread *spread, const unsigned char *word,
                             const gpuocc_code_instruction *now)
{
    const unsigned number = word[0] | (word[1] & 15u) << 8, operation = number & 0x1ff;
    const unsigned a = byte_at(word, 24), b = byte_at(word, 32), c = byte_at(word, 64);
    const int b_is_uniform = number >> 9 != REGISTER_FORM || is_uniform(spread, b);

    if ((now->flags & FLAG(GUARDED)) != 0)
        return 0;
    if (operation == MOV)
        return b_is_uniform && !is_wide(word);
    if (operation == VIADD)
        return is_uniform(spread, a) && b_is_uniform;
    if (operation == S2R)
        return byte_at(word, 72) >= CTAID_X && byte_at(word, 72) <= CTAID_Z;
    if (operation == LDC && now->kind == GPUOCC_CODE_LOAD_CONSTANT)
        return is_uniform(spread, a);
    if (operation == LDG)
        return spread_is_uniform(spread, word, now);
    return is_simple(operation, word) && is_uniform(spread, a) && b_is_uniform &&
           is_uniform(spread, c) &&
           (operation != IMAD_WIDE || c == ZERO || !has_addend(number >> 9) ||
            is_uniform(spread, c + 1));
}

/* Returns the number of registers that a load writes; 4, the most, if its width is not known. */
static unsigned loaded(const unsigned char *word, const gpuocc_code_instruction *now)
{
    static const unsigned counts[8] = {1, 1, 1, 1, 1, 2, 4, 4};

    if (now->kind == GPUOCC_CODE_LOAD_CONSTANT)
        return counts[predicate_at(word, 73)];
    return now->lane_bytes != 0 ? (now->lane_bytes + 3) / 4 : 4;
}

/* Returns the number of registers that an instruction of arithmetic writes, or 2 if it may be one
 * or two. */
static unsigned computed(unsigned operation)
{
    static const uint16_t single[] = {MOV, IADD3, LEA, LOP3, SHF, IMAD, VIADD};
    unsigned i;

    if (operation >= SETP_FIRST && operation <= SETP_LAST)
        return 0;
    for (i = 0; i < sizeof single / sizeof single[0]; i++)
        if (operation == single[i])
            return 1;
    return 2;
}

/* Returns the maximum number of registers that the instruction writes from bits 16 to 23 on; ZERO
 * if other registers may change, or if other lanes may join. */
static unsigned written(const unsigned char *word, const gpuocc_code_instruction *now)
{
    const unsigned operation = (word[0] | (unsigned)word[1] << 8) & 0x1ff;

    switch (now->kind) {
    case GPUOCC_CODE_UNIFORM: /* writes a uniform register */
    case GPUOCC_CODE_STORE_GLOBAL:
    case GPUOCC_CODE_STORE_SHARED:
    case GPUOCC_CODE_STORE_LOCAL:
    case GPUOCC_CODE_STORE_GENERIC:
        return 0;
    case GPUOCC_CODE_CONTROL:
        return (operation >= BSSY && operation <= BRA) || operation == EXIT ||
                       operation == NANOSLEEP
                   ? 0
                   : ZERO;
    case GPUOCC_CODE_INT:
    case GPUOCC_CODE_MOVE:
    case GPUOCC_CODE_FP32:
    case GPUOCC_CODE_FP16:
    case GPUOCC_CODE_FP64:
    case GPUOCC_CODE_SPECIAL:
    case GPUOCC_CODE_CONVERT:
        return operation == MOV && is_wide(word) ? 2 : computed(operation);
    case GPUOCC_CODE_LOAD_GLOBAL:
    case GPUOCC_CODE_LOAD_SHARED:
    case GPUOCC_CODE_LOAD_LOCAL:
    case GPUOCC_CODE_LOAD_GENERIC:
    case GPUOCC_CODE_LOAD_CONSTANT:
        return now->lane_bytes > 16 ? ZERO : loaded(word, now);
    case GPUOCC_CODE_WARP:
    case GPUOCC_CODE_OTHER:
        return operation == S2R ? 1 : 4;
    default:
        return ZERO;
    }
}

int spread_is_uniform(const struct spread *spread, const unsigned char *word,
                      const gpuocc_code_instruction *now)
{
    const unsigned operation = (word[0] | (unsigned)word[1] << 8) & 0x1ff;
    const unsigned a = byte_at(word, 24);

    return now->kind == GPUOCC_CODE_LOAD_GLOBAL && operation == LDG && now->lane_bytes != 0 &&
           (a == ZERO || (a + 1 < ZERO && is_uniform(spread, a) && is_uniform(spread, a + 1)));
}

void spread_step(struct spread *spread, const unsigned char *word,
                 const gpuocc_code_instruction *now)
{
    const int uniform = result_is_uniform(spread, word, now);
    const unsigned count = written(word, now);

    if (count == ZERO)
        spread_open(spread);
    else
        set(spread, byte_at(word, 16), count, uniform);
}
