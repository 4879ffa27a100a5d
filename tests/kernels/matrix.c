/* SPDX-License-Identifier: MIT
 *
 * Tests the products of matrix instructions against the shapes in PTX of which ptxas made them, and
 * in the names of AMD's; and the rates against what vendors publish of their products, and the
 * cycles that AMD's tools say.
 * Usage: matrix MATRIX.csv PUBLISHED.csv CYCLES.csv
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpuocc/kernels.h>

#include "code/amd.h"
#include "explain/explain.h"
#include "support.h"

enum { LINE = 2048 };

#define SMALL(type) ((type) + GPUOCC_CODE_MATRIX_SMALL)

/* Returns the next field of a line with commas and quotes, and moves the line behind it. */
static char *field(char **line)
{
    char *start = *line + (**line == '"');
    char *end = start != *line ? strchr(start, '"') : start + strcspn(start, ",\n");

    *line = end + 1 + (start != *line && end[1] != 0);
    *end = 0;
    return start;
}

static uint32_t type_of(const char *sums, const char *factors, int group)
{
    static const struct {
        const char *name;
        uint32_t type;
    } types[] = {{"f16", GPUOCC_CODE_MATRIX_FP16},  {"bf16", GPUOCC_CODE_MATRIX_BF16},
                 {"tf32", GPUOCC_CODE_MATRIX_TF32}, {"f64", GPUOCC_CODE_MATRIX_FP64},
                 {"s8", GPUOCC_CODE_MATRIX_INT8},   {"u8", GPUOCC_CODE_MATRIX_INT8},
                 {"s4", GPUOCC_CODE_MATRIX_INT4},   {"e4m3", GPUOCC_CODE_MATRIX_FP8},
                 {"e5m2", GPUOCC_CODE_MATRIX_FP8},  {"e2m1", GPUOCC_CODE_MATRIX_FP8},
                 {"e3m2", GPUOCC_CODE_MATRIX_FP8}};
    uint32_t type = 0;
    size_t i;

    for (i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(factors, types[i].name) == 0)
            type = types[i].type + (strcmp(sums, "f16") == 0);
    return type + (group ? (uint32_t)GPUOCC_CODE_MATRIX_GROUP : 0);
}

/* Compares the words of an instruction with its name, such as mma.sp.m16n8k32.f32.f16. FP8 and
 * INT4 are computed as FP16 and INT8 where there are no instructions of them. */
static void compare(char *name, const char *target, char *words)
{
    const int group = strncmp(name, "wgmma.", 6) == 0, sparse = strstr(name, ".sp.") != NULL;
    const char *shape = strstr(name, ".m") + 1, *sums, *factors;
    unsigned m = 0, n = 0, k = 0, byte, i, wrong = 0;
    gpuocc_code_instruction now = {.size = sizeof now};
    unsigned char word[16];
    uint64_t products = 0;
    uint32_t type, least, times = 1;
    char text[80];

    snprintf(text, sizeof text, "%s of %s", name, target);
    ok(sscanf(shape, "m%un%uk%u", &m, &n, &k) == 3, "%s: a shape", text);
    factors = strrchr(name, '.') + 1;
    sums = strchr(shape, '.') + 1;
    name[strlen(name) - strlen(factors) - 1] = 0;
    type = type_of(sums, factors, group);
    least = type == GPUOCC_CODE_MATRIX_INT4                            ? GPUOCC_CODE_MATRIX_INT8
            : type == GPUOCC_CODE_MATRIX_FP8 || type == GPUOCC_CODE_MATRIX_FP8_FP16
                ? type - GPUOCC_CODE_MATRIX_FP8 + GPUOCC_CODE_MATRIX_FP16
                : type;
    if (strcmp(target, "sm_70") == 0) {
        type = least = SMALL(type);
        times = 4;
    }
    for (; *words > ' '; words += 32 + (words[32] == ' ')) {
        const gpuocc_code code = {sizeof code, {target, strlen(target)}, word, sizeof word};

        for (i = 0; i < 16; i++) {
            sscanf(words + 2 * i, "%2x", &byte);
            word[i] = (unsigned char)byte;
        }
        wrong += gpuocc_code_decode(&code, 0, &now) != GPUOCC_CODE_OK ||
                 now.kind != GPUOCC_CODE_MATRIX || (now.matrix != type && now.matrix != least);
        products += now.products;
    }
    ok(wrong == 0 && products == (uint64_t)times * m * n * k / (sparse ? 2 : 1) / (group ? 4 : 1),
       "%s: %u products", text, (unsigned)products);
}

static void words(const char *path)
{
    char line[LINE], *at;
    FILE *file = fopen(path, "r");

    ok(file != NULL, "%s", path);
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        at = line;
        if (line[0] != '#' && strchr(line, '.') != NULL) {
            char *name = field(&at), *target = field(&at);

            compare(name, target, at);
        }
    }
    if (file != NULL)
        fclose(file);
}

/* Words whose shape is not known. */
static void unknown(void)
{
    static const struct {
        unsigned number;
        uint64_t high;
    } forms[] = {
        {0x23c, UINT64_C(3) << 18}, /* no type of factors */
        {0x23c, UINT64_C(1) << 14}, /* no size of FP16 */
        {0x23d, 0},                 /* bits */
        {0x9f0, UINT64_C(3) << 12}, /* no type of factors of a group */
        {0x9f0, UINT64_C(1) << 13}, /* TF32 with the size of FP16 */
        {0x9f2, 0},                 /* bits of a group */
        {0x9ea, 0},                 /* the shape is in a register */
    };
    gpuocc_code_instruction now = {.size = sizeof now};
    unsigned char word[16];
    size_t i, k;

    for (i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        const gpuocc_code code = {sizeof code, {"sm_90a", 6}, word, sizeof word};

        memset(word, 0, sizeof word);
        word[0] = (unsigned char)forms[i].number;
        word[1] = (unsigned char)(0x70 | forms[i].number >> 8);
        for (k = 0; k < 8; k++)
            word[8 + k] = (unsigned char)(forms[i].high >> 8 * k);
        ok(gpuocc_code_decode(&code, 0, &now) == GPUOCC_CODE_OK &&
               now.kind == GPUOCC_CODE_MATRIX && now.products == 0 && now.matrix == 0,
           "no shape of 0x%x", forms[i].number);
    }
    for (i = 1; i < 60; i++) { /* three numbers for each of 18 sizes of integers */
        const gpuocc_code code = {sizeof code, {"sm_90a", 6}, word, sizeof word};

        memset(word, 0, sizeof word);
        word[0] = 0xf1;
        word[1] = 0x79;
        word[6] = (unsigned char)(i << 5);
        word[7] = (unsigned char)(i >> 3);
        ok(gpuocc_code_decode(&code, 0, &now) == GPUOCC_CODE_OK &&
               (now.products != 0) == (i % 3 == 0 && i < 54),
           "size %u of integers", (unsigned)i);
    }
}

/* Names of AMD's instructions, with the shapes of AMD's instruction set documents. */
static void names(void)
{
    static const struct {
        const char *name;
        uint32_t type, products;
    } rows[] = {
        {"v_mfma_f32_32x32x1f32", GPUOCC_CODE_MATRIX_FP32, 2 * 32 * 32},
        {"v_mfma_f32_32x32x1_2b_f32", SMALL(GPUOCC_CODE_MATRIX_FP32), 2 * 32 * 32},
        {"v_mfma_f32_16x16x1f32", GPUOCC_CODE_MATRIX_FP32, 4 * 16 * 16},
        {"v_mfma_f32_4x4x1f32", GPUOCC_CODE_MATRIX_FP32, 16 * 4 * 4},
        {"v_mfma_f32_4x4x1_16b_f32", SMALL(GPUOCC_CODE_MATRIX_FP32), 16 * 4 * 4},
        {"v_mfma_f32_16x16x4f32", GPUOCC_CODE_MATRIX_FP32, 16 * 16 * 4},
        {"v_mfma_f32_32x32x4f16", GPUOCC_CODE_MATRIX_FP16, 2 * 32 * 32 * 4},
        {"v_mfma_f32_32x32x8f16", GPUOCC_CODE_MATRIX_FP16, 32 * 32 * 8},
        {"v_mfma_f32_32x32x8_f16", GPUOCC_CODE_MATRIX_FP16, 32 * 32 * 8},
        {"v_mfma_f32_32x32x2bf16", SMALL(GPUOCC_CODE_MATRIX_BF16), 2 * 32 * 32 * 2},
        {"v_mfma_f32_32x32x4bf16", SMALL(GPUOCC_CODE_MATRIX_BF16), 32 * 32 * 4},
        {"v_mfma_f32_32x32x4bf16_1k", GPUOCC_CODE_MATRIX_BF16, 2 * 32 * 32 * 4},
        {"v_mfma_f32_16x16x16bf16_1k", GPUOCC_CODE_MATRIX_BF16, 16 * 16 * 16},
        {"v_mfma_f64_16x16x4f64", GPUOCC_CODE_MATRIX_FP64, 16 * 16 * 4},
        {"v_mfma_f64_4x4x4f64", SMALL(GPUOCC_CODE_MATRIX_FP64), 4 * 4 * 4 * 4},
        {"v_mfma_f64_4x4x4_4b_f64", SMALL(GPUOCC_CODE_MATRIX_FP64), 4 * 4 * 4 * 4},
        {"v_mfma_i32_16x16x16i8", GPUOCC_CODE_MATRIX_INT8, 16 * 16 * 16},
        {"v_mfma_i32_16x16x32_i8", GPUOCC_CODE_MATRIX_INT8, 16 * 16 * 32},
        {"v_mfma_f32_16x16x8_xf32", GPUOCC_CODE_MATRIX_TF32, 16 * 16 * 8},
        {"v_mfma_f32_16x16x32_fp8_bf8", GPUOCC_CODE_MATRIX_FP8, 16 * 16 * 32},
        {"v_smfmac_f32_16x16x32_f16", GPUOCC_CODE_MATRIX_FP16, 16 * 16 * 32 / 2},
        {"v_wmma_f32_16x16x16_bf16", GPUOCC_CODE_MATRIX_BF16, 16 * 16 * 16},
        {"v_wmma_f16_16x16x16_f16", GPUOCC_CODE_MATRIX_FP16_FP16, 16 * 16 * 16},
        {"v_wmma_i32_16x16x16_iu8", GPUOCC_CODE_MATRIX_INT8, 16 * 16 * 16},
        {"v_wmma_i32_16x16x16_iu4", SMALL(GPUOCC_CODE_MATRIX_INT4), 16 * 16 * 16},
        {"v_swmmac_f32_16x16x32_fp8_fp8", GPUOCC_CODE_MATRIX_FP8, 16 * 16 * 32 / 2},
        {"v_mfma_f32_16x16x32_f16", GPUOCC_CODE_MATRIX_FP16 + GPUOCC_CODE_MATRIX_WIDE,
         16 * 16 * 32},
        {"v_mfma_f32_16x16x128_f8f6f4", 0, 0},
        {"v_mfma_ld_scale_b32", 0, 0},
        {"v_mfma_f32_16x16xf32", 0, 0},
        {"v_mfma_f32_16x16", 0, 0},
        {"v_mfma_f32_16x16x999_f32", 0, 0},
        {"v_mfma_f32_16x16x4_2x", 0, 0},
    };
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gpuocc_code_instruction now = {.size = sizeof now};

        amd_matrix(rows[i].name, &now);
        ok(now.matrix == rows[i].type && now.products == rows[i].products, "%s: %u products",
           rows[i].name, (unsigned)now.products);
    }
}

static uint32_t type_named(const char *name)
{
    uint32_t i;

    for (i = 0; i < GPUOCC_CODE_MATRIX_COUNT; i++)
        if (strcmp(gpuocc_code_matrix_name(i), name) == 0)
            return i;
    return 0;
}

static double rate_of(const char *product, uint32_t type)
{
    double rate = 0;

    return gpuocc_explain_matrix_rate(find(product), type, &rate, NULL) == GPUOCC_OK ? rate : 0;
}

/* Opens a table behind its comments and its head. */
static FILE *open_table(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[LINE] = "#";

    ok(file != NULL, "%s", path);
    while (file != NULL && line[0] == '#' && fgets(line, sizeof line, file) != NULL)
        continue;
    return file;
}

/* A rate is what the vendor publishes of a product, by its cores and the clock it is stated for. */
static void published(const char *path)
{
    FILE *file = open_table(path);
    char line[LINE], *at, *fields[4];
    unsigned count = 0;
    uint64_t cores = 0;
    double rate, found;
    size_t i;

    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        at = line;
        for (i = 0; i < 4; i++)
            fields[i] = field(&at);
        (void)gpuocc_device_get(find(fields[0]), GPUOCC_DEVICE_CORE_COUNT, 0, &cores);
        rate = atof(fields[2]) * 1e6 / ((double)cores * atof(fields[3]) * 2);
        found = rate_of(fields[0], type_named(fields[1]));
        ok(found > 0 && fabs(rate / found - 1) < 0.02,
           "%s of %s: %g products per cycle, published are %g", fields[1], fields[0], found, rate);
        count++;
    }
    ok(count > 50, "%u published rates", count);
    if (file != NULL)
        fclose(file);
}

/* A CU of CDNA has four SIMDs, one of RDNA two; each executes a matrix instruction at a time. */
static void cycles(const char *path)
{
    FILE *file = open_table(path);
    char line[LINE], *at, *fields[3];
    unsigned count = 0;
    double rate;
    size_t i;

    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        gpuocc_code_instruction now = {.size = sizeof now};

        at = line;
        for (i = 0; i < 3; i++)
            fields[i] = field(&at);
        amd_matrix(fields[1], &now);
        rate = now.products * (strncmp(fields[0], "gfx9", 4) == 0 ? 4 : 2) / atof(fields[2]);
        ok(rate_of(fields[0], now.matrix) == rate,
           "%s of %s: %g products per cycle, by its cycles %g", fields[1], fields[0],
           rate_of(fields[0], now.matrix), rate);
        count++;
    }
    ok(count > 150, "cycles of %u instructions", count);
    if (file != NULL)
        fclose(file);
}

static void sources(void)
{
    const gpuocc_device *h100 = find("H100 SXM5 80 GB");
    gpuocc_source source = {.size = sizeof source};
    double rate = 0;

    ok(gpuocc_explain_matrix_rate(h100, GPUOCC_CODE_MATRIX_FP16, &rate, &source) == GPUOCC_OK &&
           rate < 2048 && source.confidence == GPUOCC_CONFIDENCE_UNVERIFIED &&
           strstr(source.document, "arXiv:2501.12084") != NULL && source.remark[0] != 0,
       "mma.sync of sm_90 is not confirmed: %s", source.document);
    ok(gpuocc_explain_matrix_rate(h100, GPUOCC_CODE_MATRIX_FP16 + GPUOCC_CODE_MATRIX_GROUP, &rate,
                                  &source) == GPUOCC_OK &&
           rate == 2048 && source.confidence == GPUOCC_CONFIDENCE_TWO_SOURCES,
       "wgmma has two sources");
    ok(gpuocc_explain_matrix_rate(find("gfx942"), GPUOCC_CODE_MATRIX_FP16, &rate, &source) ==
               GPUOCC_OK &&
           source.confidence == GPUOCC_CONFIDENCE_VENDOR,
       "MFMA by the vendor's tool");
    ok(rate_of("GeForce GTX 1660", GPUOCC_CODE_MATRIX_FP16) == 0 &&
           rate_of("GeForce GTX 1080", GPUOCC_CODE_MATRIX_FP16) == 0 &&
           rate_of("H20 96 GB", GPUOCC_CODE_MATRIX_FP16) == 0 &&
           rate_of("GeForce RTX 5090 D", GPUOCC_CODE_MATRIX_FP16) == 0 &&
           rate_of("L40", GPUOCC_CODE_MATRIX_FP16_FP16) == 0 &&
           rate_of("Tesla T4", SMALL(GPUOCC_CODE_MATRIX_FP16)) == 0 &&
           rate_of("Tesla V100 SXM2 16 GB", GPUOCC_CODE_MATRIX_FP16) == 0 &&
           rate_of("B200", GPUOCC_CODE_MATRIX_FP16) == 0 && rate_of("B200", 0) == 0 &&
           rate_of("B200", 9999) == 0 && rate_of("Apple M1", GPUOCC_CODE_MATRIX_FP16) == 0,
       "rates that are not known");
    source.size = 8;
    ok(gpuocc_explain_matrix_rate(NULL, 1, &rate, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_explain_matrix_rate(h100, 1, NULL, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_explain_matrix_rate(h100, 1, &rate, &source) == GPUOCC_ERROR_STRUCT_SIZE,
       "errors");
    ok(strcmp(gpuocc_code_matrix_name(GPUOCC_CODE_MATRIX_INT4), "int4") == 0 &&
           strcmp(gpuocc_code_matrix_name(GPUOCC_CODE_MATRIX_TF32 + GPUOCC_CODE_MATRIX_GROUP),
                  "group_tf32") == 0 &&
           strcmp(gpuocc_code_matrix_name(GPUOCC_CODE_MATRIX_FP8 + GPUOCC_CODE_MATRIX_WIDE),
                  "wide_fp8") == 0 &&
           gpuocc_code_matrix_name(11)[0] == 0 && gpuocc_code_matrix_name(64)[0] == 0,
       "names of types");
}

static void inside(void)
{
    gpuocc_source source = {.size = sizeof source};
    static const char *const none[] = {"", "Ryzen", "Ryzen AI 9 HX", "Core Ultra 7 155HX"};
    const char *gpu = gpuocc_kernels_processor_gpu("AMD RYZEN AI MAX+ PRO 395", 25, &source);
    size_t i;

    ok(gpu != NULL && strcmp(gpu, "Radeon 8060S") == 0 &&
           source.confidence == GPUOCC_CONFIDENCE_VENDOR && strstr(source.document, "ROCm") != NULL,
       "the GPU inside of a processor, with its source");
    gpu = gpuocc_kernels_processor_gpu("Intel(R) Core(TM) Ultra 7 265H and more", 30, &source);
    ok(gpu != NULL && strcmp(gpu, "Arc 140T") == 0 &&
           source.confidence == GPUOCC_CONFIDENCE_UNVERIFIED,
       "one that is not confirmed");
    source.size = 8;
    ok(gpuocc_kernels_processor_gpu("Ryzen Z1 Extreme", 16, NULL) != NULL &&
           gpuocc_kernels_processor_gpu("Ryzen Z1 Extreme", 16, &source) != NULL,
       "without a source");
    for (i = 0; i < sizeof none / sizeof none[0]; i++)
        ok(gpuocc_kernels_processor_gpu(none[i], strlen(none[i]), NULL) == NULL,
           "\"%s\" is no processor of the table", none[i]);
    ok(gpuocc_kernels_processor_gpu(NULL, 0, NULL) == NULL, "no name");
}

int main(int argc, char **argv)
{
    ok(argc == 4, "three arguments");
    words(argv[1]);
    unknown();
    names();
    published(argv[2]);
    cycles(argv[3]);
    sources();
    inside();
    return done();
}
