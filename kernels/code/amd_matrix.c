/* SPDX-License-Identifier: MIT
 *
 * How many products AMD's matrix instructions add up: their names say the types and the shape, for
 * example v_mfma_f32_32x32x8_f16 and v_wmma_f32_16x16x16_bf16.
 */
#include <stdlib.h>

#include "amd.h"

#define WAVE 64u

static int ends(const char *text, const char *with)
{
    const size_t length = strlen(text), tail = strlen(with);

    return length >= tail && strcmp(text + length - tail, with) == 0;
}

/* Returns the type from the end of the name and the type of the sums; 0 if neither is known. */
static uint32_t type_of(const char *name)
{
    static const struct {
        const char *end;
        uint8_t type;
    } types[] = {{"xf32", GPUOCC_CODE_MATRIX_TF32},    {"bf16", GPUOCC_CODE_MATRIX_BF16},
                 {"bf16_1k", GPUOCC_CODE_MATRIX_BF16}, {"f16", GPUOCC_CODE_MATRIX_FP16},
                 {"f32", GPUOCC_CODE_MATRIX_FP32},     {"f64", GPUOCC_CODE_MATRIX_FP64},
                 {"fp8", GPUOCC_CODE_MATRIX_FP8},      {"bf8", GPUOCC_CODE_MATRIX_FP8},
                 {"i8", GPUOCC_CODE_MATRIX_INT8},      {"iu8", GPUOCC_CODE_MATRIX_INT8},
                 {"iu4", GPUOCC_CODE_MATRIX_INT4}};
    size_t i;

    for (i = 0; i < sizeof types / sizeof types[0]; i++)
        if (ends(name, types[i].end))
            return types[i].type == GPUOCC_CODE_MATRIX_FP16 && strstr(name, "_f16_") != NULL
                       ? (uint32_t)GPUOCC_CODE_MATRIX_FP16_FP16
                       : types[i].type;
    return GPUOCC_CODE_MATRIX_UNKNOWN;
}

/* Returns the blocks of an MFMA. "_2b_" says how many; names without it are those before gfx940,
 * where a block of m x n has as many as its sums fit into, unless k is the larger one of a type. */
static uint32_t blocks_of(const char *after, uint32_t rows, uint32_t depth, uint32_t type)
{
    uint32_t least = 4; /* k of the instructions with several blocks: fp16, int8, bf16_1k */

    if (after[0] == '_')
        return strspn(after + 1, "0123456789") != 0 && strchr(after + 1, 'b') != NULL &&
                       after[1 + strspn(after + 1, "0123456789")] == 'b'
                   ? (uint32_t)strtoul(after + 1, NULL, 10)
                   : 1;
    if (type == GPUOCC_CODE_MATRIX_FP64)
        return rows == 4 ? 4 : 1;
    if (type == GPUOCC_CODE_MATRIX_FP32)
        least = 1;
    else if (type == GPUOCC_CODE_MATRIX_BF16 && strcmp(after, "bf16") == 0)
        least = 2;
    return rows == 4 ? 16 : depth != least ? 1 : rows == 16 ? 4 : 2;
}

/* Returns the set of a shape: GPUOCC_CODE_MATRIX_SMALL, GPUOCC_CODE_MATRIX_WIDE or 0. `after` is
 * the end of the name that follows the shape: "f16" of v_mfma_f32_32x32x8f16, "_2b_f32" of
 * v_mfma_f32_32x32x1_2b_f32. */
static uint32_t set_of(const char *name, const char *after, const uint32_t *size, uint32_t type)
{
    const int mfma = strncmp(name, "v_mfma", 6) == 0, sparse = strncmp(name, "v_s", 3) == 0;
    const uint32_t bytes = type == GPUOCC_CODE_MATRIX_FP16 || type == GPUOCC_CODE_MATRIX_BF16 ? 2
                           : type == GPUOCC_CODE_MATRIX_FP8 || type == GPUOCC_CODE_MATRIX_INT8;

    if (type == GPUOCC_CODE_MATRIX_INT4)
        return size[2] == (sparse ? 32 : 16) ? GPUOCC_CODE_MATRIX_SMALL : 0;
    if (mfma && (blocks_of(after, 32, 0, 0) > 1 || strcmp(after, "bf16") == 0 ||
                 (type == GPUOCC_CODE_MATRIX_FP64 && size[0] == 4)))
        return GPUOCC_CODE_MATRIX_SMALL;
    return (mfma || strncmp(name, "v_smfmac", 8) == 0) &&
                   size[0] * size[2] * bytes / (sparse ? 2 : 1) >= 16 * WAVE
               ? GPUOCC_CODE_MATRIX_WIDE
               : 0;
}

void amd_matrix(const char *name, gpuocc_code_instruction *instruction)
{
    const char *at = strchr(name, 'x');
    const int sparse = strncmp(name, "v_smfmac", 8) == 0 || strncmp(name, "v_swmmac", 8) == 0;
    uint32_t size[3], i;
    char *end;

    if (at == NULL || strstr(name, "f8f6f4") != NULL)
        return;
    while (at > name && at[-1] != '_')
        at--;
    for (i = 0; i < 3; i++) {
        size[i] = (uint32_t)strtoul(at, &end, 10);
        if (end == at || size[i] > 128 || (i < 2 && *end != 'x'))
            return;
        at = end + (i < 2);
    }
    instruction->matrix = type_of(name);
    if (instruction->matrix != GPUOCC_CODE_MATRIX_UNKNOWN) {
        instruction->products = size[0] * size[1] * size[2] *
                                blocks_of(at, size[0], size[2], instruction->matrix) /
                                (sparse ? 2 : 1);
        instruction->matrix += set_of(name, at, size, instruction->matrix);
    }
}
