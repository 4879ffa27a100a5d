/* SPDX-License-Identifier: MIT
 *
 * Decodes instructions of NVIDIA's sm_70 and later. Each has 128 bits; the upper ones contain the
 * scheduling information (stall cycles and scoreboards). Bit 0 is the least significant one.
 */
#include "sass_word.h"

struct sass_row {
    uint16_t number; /* bits 0 to 11 */
    uint8_t kind;
    uint16_t name; /* offset of the mnemonic in sass_names */
};

#include "sass_table.inc"

#define ROWS (sizeof sass_rows / sizeof sass_rows[0])

unsigned sass_number(gpuocc_kernels_text target)
{
    unsigned number = 0;
    size_t i;

    if (target.length < 5 || memcmp(target.at, "sm_", 3) != 0)
        return 0;
    for (i = 3; i < target.length && i < 7 && target.at[i] >= '0' && target.at[i] <= '9'; i++)
        number = number * 10 + (unsigned)(target.at[i] - '0');
    if (i < target.length && (target.at[i] == 'a' || target.at[i] == 'f'))
        i++;
    return i == target.length && number >= 70 && number <= 121 ? number : 0;
}

static const struct sass_row *find(unsigned number)
{
    size_t low = 0, high = ROWS, middle;

    while (low < high) {
        middle = (low + high) / 2;
        if (sass_rows[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < ROWS && sass_rows[low].number == number ? &sass_rows[low] : NULL;
}

/* Returns the class of the operation's other forms if all of them have the same one, otherwise
 * GPUOCC_CODE_UNKNOWN. */
static unsigned kind_of_forms(unsigned number)
{
    unsigned kind = GPUOCC_CODE_UNKNOWN;
    size_t i;

    for (i = 0; i < ROWS; i++) {
        if ((sass_rows[i].number & ANY_FORM) != (number & ANY_FORM))
            continue;
        if (kind != GPUOCC_CODE_UNKNOWN && kind != sass_rows[i].kind)
            return GPUOCC_CODE_UNKNOWN;
        kind = sass_rows[i].kind;
    }
    return kind;
}

static void find_kind(unsigned sm, unsigned number, gpuocc_code_instruction *instruction)
{
    const struct sass_row *row = find(number);

    instruction->mnemonic = "";
    if (row == NULL) {
        instruction->kind = kind_of_forms(number);
        return;
    }
    instruction->kind = row->kind;
    instruction->mnemonic = sass_names + row->name;
    /* From sm_120 on, this number, which was a packed FP16 operation, is a 64-bit addition. */
    if (sm >= 120 && (number == 0x235 || number == 0x835 || number == 0xc35)) {
        instruction->kind = GPUOCC_CODE_INT;
        instruction->mnemonic = "IADD64";
    }
}

/* Tells whether a multiply-add only copies its addend, because its first factor is the zero
 * register. A packed FP16 operation must have that register in bits 64 to 71 too: then it copies a
 * constant, or zero. */
static int is_move(const unsigned char *word, unsigned number, uint32_t kind)
{
    if (bits(word, 24, 8) != ZERO)
        return 0;
    if ((number & ANY_FORM) == HFMA2 || (number & ANY_FORM) == HFMA2_MMA)
        return kind == GPUOCC_CODE_FP16 && bits(word, 64, 8) == ZERO;
    return (number & ANY_FORM) == IMAD;
}

/* Returns the bytes per lane of a load or store; 0 if the word does not encode its width. */
static uint32_t lane_bytes(const unsigned char *word, unsigned sm, unsigned number, uint32_t kind)
{
    static const uint32_t widths[8] = {1, 1, 2, 2, 4, 8, 16, 0};
    const unsigned code = bits(word, 73, 3);

    if (number == LOAD_256 || number == STORE_256)
        return 32;
    if (number == LDSM || number == STSM) /* 1, 2 or 4 matrices of 128 bytes; others: not known */
        return bits(word, 74, 4) == 0 && bits(word, 72, 2) < 3 ? 4u << bits(word, 72, 2) : 0;
    switch (kind) {
    case GPUOCC_CODE_LOAD_GLOBAL: /* up to sm_75, width code 7 is LDG.U.128 */
        return code == 7 && sm < 80 ? 16 : widths[code];
    case GPUOCC_CODE_LOAD_SHARED:
    case GPUOCC_CODE_LOAD_LOCAL:
    case GPUOCC_CODE_LOAD_GENERIC:
    case GPUOCC_CODE_STORE_GLOBAL:
    case GPUOCC_CODE_STORE_SHARED:
    case GPUOCC_CODE_STORE_LOCAL:
    case GPUOCC_CODE_STORE_GENERIC:
        return widths[code];
    case GPUOCC_CODE_ASYNC_COPY: /* others than LDGSTS copy tiles */
        return (number & ANY_FORM) == LDGSTS ? widths[code] : 0;
    default:
        return 0;
    }
}

/* Returns the target of a branch or call, or GPUOCC_CODE_NONE if it is outside the code. The
 * encoded offset is in units of 4 bytes, relative to the next instruction. */
static uint32_t target(const unsigned char *word, unsigned sm, uint32_t address, uint32_t length)
{
    int64_t offset = (int64_t)(bits(word, 34, 32) | (uint64_t)bits(word, 66, 16) << 32), to;

    if ((offset >> 47 & 1) != 0)
        offset -= (int64_t)1 << 48;
    if (sm >= 90)
        offset = offset * 256 + (int64_t)bits(word, 16, 8);
    if (offset < -(int64_t)length || offset > (int64_t)length)
        return GPUOCC_CODE_NONE;
    to = (int64_t)address + 16 + 4 * offset;
    return to >= 0 && to < (int64_t)length && to % 16 == 0 ? (uint32_t)to : GPUOCC_CODE_NONE;
}

/* The guard "not true": ptxas issues @!PT SHFL and @!PT LDS, which no lane executes. */
#define NEVER 15u

/* Tells whether a branch may fall through, because it has a guard, a predicate as an operand, or a
 * condition on the lanes in bits 32 and 33. */
static int is_conditional(const unsigned char *word, unsigned number)
{
    return number == BRA_UNIFORM || bits(word, 12, 4) != 7 || bits(word, 87, 4) != 7 ||
           bits(word, 32, 2) != 0;
}

static void find_flow(const unsigned char *word, unsigned sm, unsigned number, uint32_t length,
                      gpuocc_code_instruction *instruction)
{
    const int guarded = (instruction->flags & FLAG(GUARDED)) != 0;

    switch (number & ANY_FORM) {
    case BRA:
        instruction->target = target(word, sm, instruction->address, length);
        instruction->flags |= instruction->target != GPUOCC_CODE_NONE ? FLAG(BRANCH) : 0;
        instruction->flags |= is_conditional(word, number) ? 0 : FLAG(ENDS);
        break;
    case CALL_RELATIVE:
        instruction->target = target(word, sm, instruction->address, length);
        instruction->flags |= instruction->target != GPUOCC_CODE_NONE ? FLAG(CALL) : 0;
        break;
    case BRX:
    case BRXU:
    case JMP:
    case JMX:
        instruction->flags |= FLAG(INDIRECT) | (guarded ? 0 : FLAG(ENDS));
        break;
    case EXIT:
    case RET:
        instruction->flags |= guarded || bits(word, 87, 4) != 7 ? 0 : FLAG(ENDS);
        break;
    default:
        break;
    }
}

/* Returns the counter of a DEPBAR, which waits until at most a given number of loads are left. */
static unsigned counter_of(const unsigned char *word)
{
    return bits(word, 44, 3);
}

/* Tells whether shared memory serves the instruction in order. SHFL uses the same queue. */
static int is_queued(unsigned number, uint32_t kind)
{
    return kind == GPUOCC_CODE_LOAD_SHARED || (number & ANY_FORM) == SHFL;
}

int sass_returns(const unsigned char *word)
{
    return bits(word, 0, 9) == RET;
}

void sass_decode(unsigned sm, const unsigned char *word, uint32_t address, uint32_t length,
                 gpuocc_code_instruction *instruction)
{
    const unsigned number = bits(word, 0, 12);
    const uint32_t counter = bits(word, 110, 3);

    memset(instruction, 0, sizeof *instruction);
    instruction->size = sizeof *instruction;
    instruction->address = address;
    instruction->length = 16;
    instruction->target = GPUOCC_CODE_NONE;
    instruction->counter = counter < 6 ? counter : GPUOCC_CODE_NONE;
    instruction->waits = bits(word, 116, 6);
    instruction->stall_cycles = bits(word, 105, 4);
    instruction->flags = bits(word, 12, 4) != 7 ? FLAG(GUARDED) : 0;
    find_kind(sm, number, instruction);
    if (is_move(word, number, instruction->kind))
        instruction->kind = GPUOCC_CODE_MOVE;
    if (bits(word, 12, 4) == NEVER && instruction->kind != GPUOCC_CODE_CONTROL)
        instruction->kind = GPUOCC_CODE_OTHER;
    instruction->lane_bytes = lane_bytes(word, sm, number, instruction->kind);
    if (number == (DEPBAR | IMMEDIATE << 9) && counter_of(word) < 6 &&
        (instruction->waits >> counter_of(word) & 1) == 0) {
        instruction->waits |= 1u << counter_of(word);
        instruction->leaves[counter_of(word)] = (uint8_t)bits(word, 38, 6);
    }
    if (instruction->kind == GPUOCC_CODE_MATRIX)
        sass_matrix(word, instruction);
    if (is_queued(number, instruction->kind) && instruction->kind != GPUOCC_CODE_OTHER)
        instruction->flags |= FLAG(QUEUED);
    find_flow(word, sm, number, length, instruction);
}
