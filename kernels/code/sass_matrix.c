/* SPDX-License-Identifier: MIT
 *
 * How many products NVIDIA's matrix instructions add up. The bits were found by compiling every
 * shape of PTX's mma.sync and wgmma with ptxas 13.0, that of sm_70 with 12.4, and comparing the
 * words; tests/data/machine_code/matrix.csv has them.
 */
#include "live.h"
#include "sass_word.h"

#define GROUP_WAVES 4u

/* An instruction of one wave whose fields have these values. */
struct shape {
    uint16_t operation;
    uint8_t type, sparse, size; /* the values of the fields of the type, of sparse factors, of k */
    uint8_t rows, depth;        /* m and k; n is 8 */
};

static const struct shape shapes[] = {
    {HMMA, 0, 0, 0, 16, 8},  {HMMA, 0, 0, 1, 16, 16}, {HMMA, 0, 1, 1, 16, 16},
    {HMMA, 0, 1, 3, 16, 32}, {HMMA, 1, 0, 0, 16, 8},  {HMMA, 1, 0, 1, 16, 16},
    {HMMA, 1, 1, 1, 16, 16}, {HMMA, 1, 1, 3, 16, 32}, {HMMA, 2, 0, 2, 16, 4},
    {HMMA, 2, 0, 0, 16, 8},  {HMMA, 2, 1, 1, 16, 16}, {IMMA, 0, 0, 0, 8, 16},
    {IMMA, 0, 0, 4, 16, 16}, {IMMA, 0, 0, 5, 16, 32}, {IMMA, 0, 1, 6, 16, 64},
    {IMMA, 3, 0, 2, 8, 32},  {IMMA, 3, 0, 5, 16, 32}, {IMMA, 3, 0, 6, 16, 64},
    {DMMA, 0, 0, 0, 8, 4},   {DMMA, 0, 0, 1, 16, 4},  {DMMA, 0, 0, 2, 16, 8},
    {DMMA, 0, 0, 3, 16, 16}, {QMMA, 0, 0, 0, 16, 16}, {QMMA, 0, 0, 1, 16, 32},
    {QMMA, 0, 1, 2, 16, 64},
};

/* Reads the fields of an instruction of one wave. Returns its enum gpuocc_code_matrix. */
static uint32_t read_wave(const unsigned char *word, struct shape *found)
{
    static const uint8_t halves[] = {GPUOCC_CODE_MATRIX_FP16, GPUOCC_CODE_MATRIX_BF16,
                                     GPUOCC_CODE_MATRIX_TF32, GPUOCC_CODE_MATRIX_UNKNOWN};

    switch (found->operation) {
    case HMMA:
        found->type = (uint8_t)bits(word, 82, 2);
        found->sparse = (uint8_t)bits(word, 73, 1);
        found->size = (uint8_t)(bits(word, 75, 1) | bits(word, 78, 1) << 1);
        return found->type == 0 && bits(word, 76, 1) == 0 ? (uint32_t)GPUOCC_CODE_MATRIX_FP16_FP16
                                                          : halves[found->type];
    case IMMA:
        found->type = (uint8_t)bits(word, 83, 2);
        found->sparse = (uint8_t)bits(word, 72, 1);
        found->size = (uint8_t)(bits(word, 75, 1) | bits(word, 85, 2) << 1);
        return found->type == 0 ? GPUOCC_CODE_MATRIX_INT8 : GPUOCC_CODE_MATRIX_INT4;
    case DMMA:
        found->size = (uint8_t)bits(word, 76, 2);
        return GPUOCC_CODE_MATRIX_FP64;
    case QMMA:
        found->sparse = (uint8_t)bits(word, 80, 1);
        found->size = (uint8_t)bits(word, 75, 2);
        return bits(word, 77, 1) != 0 ? GPUOCC_CODE_MATRIX_FP8 : GPUOCC_CODE_MATRIX_FP8_FP16;
    default:
        return GPUOCC_CODE_MATRIX_UNKNOWN;
    }
}

/* Finds the shape and the type of an instruction of one wave. Returns NULL if it is not known. */
static const struct shape *shape_of(const unsigned char *word, uint32_t operation, uint32_t *type)
{
    struct shape found = {.operation = (uint16_t)operation};
    size_t i;

    *type = read_wave(word, &found);
    for (i = 0; *type != GPUOCC_CODE_MATRIX_UNKNOWN && i < sizeof shapes / sizeof shapes[0]; i++)
        if (shapes[i].operation == found.operation && shapes[i].type == found.type &&
            shapes[i].sparse == found.sparse && shapes[i].size == found.size)
            return &shapes[i];
    return NULL;
}

/* Reads a step of m8n8k4, of which a wave has one for each 8 lanes: with sums in FP32 the steps are
 * four, in FP16 two. */
static void find_step(const unsigned char *word, gpuocc_code_instruction *instruction)
{
    const int wide = bits(word, 76, 1) != 0;

    instruction->matrix = GPUOCC_CODE_MATRIX_SMALL +
                          (wide ? GPUOCC_CODE_MATRIX_FP16 : GPUOCC_CODE_MATRIX_FP16_FP16);
    instruction->products = 4u * 8 * 8 * 4 / (wide ? 4 : 2);
}

static void find_wave(const unsigned char *word, uint32_t operation,
                      gpuocc_code_instruction *instruction)
{
    uint32_t type;
    const struct shape *shape = shape_of(word, operation, &type);

    if (operation == HMMA_884) {
        find_step(word, instruction);
        return;
    }
    if (shape == NULL)
        return;
    instruction->matrix = type;
    instruction->products = 8u * shape->rows * shape->depth / (1u + shape->sparse);
}

int sass_matrix_registers(const unsigned char *word, uint32_t counts[3])
{
    static const uint8_t factors[] = {
        [GPUOCC_CODE_MATRIX_FP16] = 16,    [GPUOCC_CODE_MATRIX_FP16_FP16] = 16,
        [GPUOCC_CODE_MATRIX_BF16] = 16,    [GPUOCC_CODE_MATRIX_TF32] = 32,
        [GPUOCC_CODE_MATRIX_FP64] = 64,    [GPUOCC_CODE_MATRIX_FP8] = 8,
        [GPUOCC_CODE_MATRIX_FP8_FP16] = 8, [GPUOCC_CODE_MATRIX_INT8] = 8,
        [GPUOCC_CODE_MATRIX_INT4] = 4};
    const uint32_t number = bits(word, 0, 12), lane_bits = 32 * 32;
    uint32_t type, sums;
    const struct shape *shape =
        number >> 9 == REGISTER_FORM ? shape_of(word, number & ANY_FORM, &type) : NULL;

    if (shape == NULL || shape->sparse != 0)
        return 0;
    sums = type == GPUOCC_CODE_MATRIX_FP64                                               ? 64
           : type == GPUOCC_CODE_MATRIX_FP16_FP16 || type == GPUOCC_CODE_MATRIX_FP8_FP16 ? 16
                                                                                         : 32;
    counts[0] = (uint32_t)shape->rows * shape->depth * factors[type] / lane_bits;
    counts[1] = 8u * shape->depth * factors[type] / lane_bits;
    counts[2] = 8u * shape->rows * sums / lane_bits;
    return 1;
}

/* Reads IGMMA, which has a number for each size: three for each n, of which the second one has
 * sparse factors. */
static void find_integers(const unsigned char *word, unsigned sparse,
                          gpuocc_code_instruction *instruction)
{
    const unsigned size = bits(word, 53, 6), n = size / 3;

    if (size % 3 != sparse || n > 17)
        return;
    instruction->matrix = GPUOCC_CODE_MATRIX_INT8 + GPUOCC_CODE_MATRIX_GROUP;
    instruction->products = 64u * (n < 4 ? 8 * (n + 1) : 16 * (n - 1)) * 32 / GROUP_WAVES;
}

/* Reads the instructions that four waves execute together, with m = 64. Half of the factors of a
 * sparse matrix are zero and are not multiplied. */
static void find_group(const unsigned char *word, uint32_t operation,
                       gpuocc_code_instruction *instruction)
{
    static const uint8_t types[] = {GPUOCC_CODE_MATRIX_FP16, GPUOCC_CODE_MATRIX_BF16,
                                    GPUOCC_CODE_MATRIX_TF32, GPUOCC_CODE_MATRIX_UNKNOWN};
    const unsigned n = 8 * (bits(word, 53, 5) + 1), size = bits(word, 58, 3);
    const unsigned sparse = bits(word, 73, 1), wide = bits(word, 75, 1);
    unsigned type = types[bits(word, 76, 2)], depth = type == GPUOCC_CODE_MATRIX_TF32 ? 8 : 16;

    if (operation == IGMMA) {
        find_integers(word, sparse, instruction);
        return;
    }
    if (operation == QGMMA) {
        type = wide ? GPUOCC_CODE_MATRIX_FP8 : GPUOCC_CODE_MATRIX_FP8_FP16;
        depth = 32;
    } else if (type == GPUOCC_CODE_MATRIX_FP16 && !wide) {
        type = GPUOCC_CODE_MATRIX_FP16_FP16;
    }
    /* The sizes of k: 16, 8 and 32 for HGMMA, 32 and 64 for QGMMA. */
    if (type == GPUOCC_CODE_MATRIX_UNKNOWN ||
        size != (operation == QGMMA                ? sparse
                 : type == GPUOCC_CODE_MATRIX_TF32 ? 1 - sparse
                                                   : 2 * sparse))
        return;
    instruction->matrix = type + GPUOCC_CODE_MATRIX_GROUP;
    instruction->products = 64u * n * depth / GROUP_WAVES;
}

void sass_matrix(const unsigned char *word, gpuocc_code_instruction *instruction)
{
    const uint32_t number = bits(word, 0, 12), operation = number & ANY_FORM;

    if (operation == HGMMA || operation == IGMMA || operation == QGMMA)
        find_group(word, operation, instruction);
    else if (number >> 9 == REGISTER_FORM)
        find_wave(word, operation, instruction);
}
