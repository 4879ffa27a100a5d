/* SPDX-License-Identifier: MIT
 *
 * The rates of matrix instructions, by their types: the records of devices/VENDOR/matrix.ini.
 */
#include <string.h>

#include "explain/explain.h"

struct matrix_rate {
    uint8_t vendor;
    uint16_t first, last; /* generations */
    uint8_t type;
    uint16_t rate; /* products per cycle and core; 0: not known */
    uint8_t confidence, source;
    char products[32]; /* how the names of the products begin; "=" and a name; or all */
};

#include "matrix_table.inc"

static int is_of(const char *products, const char *name)
{
    return products[0] == '=' ? strcmp(products + 1, name) == 0
                              : strncmp(products, name, strlen(products)) == 0;
}

/* Returns the rate of a type, or NULL if it is not known. */
static const struct matrix_rate *find_rate(const gpuocc_device *device, uint32_t type)
{
    uint64_t vendor = 0, generation = 0;
    size_t i;

    (void)gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
    (void)gpuocc_device_get(device, GPUOCC_DEVICE_GENERATION, 0, &generation);
    for (i = 0; i < sizeof rates / sizeof rates[0]; i++)
        if (rates[i].vendor == vendor && rates[i].first <= generation &&
            generation <= rates[i].last && rates[i].type == type &&
            is_of(rates[i].products, gpuocc_device_name(device)))
            return rates[i].rate != 0 ? &rates[i] : NULL;
    return NULL;
}

double matrix_cycles(const gpuocc_device *device, const gpuocc_code_loop *loop)
{
    const struct matrix_rate *rate;
    double cycles = 0;
    uint32_t type;

    if (loop->counts[GPUOCC_CODE_MATRIX] != loop->sized_matrix)
        return 0;
    for (type = 0; type < GPUOCC_CODE_MATRIX_COUNT; type++) {
        if (loop->products[type] == 0)
            continue;
        rate = find_rate(device, type);
        if (rate == NULL)
            return 0;
        cycles += (double)loop->products[type] / rate->rate;
    }
    return cycles;
}

void matrix_find_doubt(const gpuocc_device *device, const gpuocc_code_loop *loop,
                       uint32_t *confidence, uint32_t *type)
{
    const struct matrix_rate *rate;
    uint32_t i;

    if (matrix_cycles(device, loop) <= 0)
        return;
    for (i = 0; i < GPUOCC_CODE_MATRIX_COUNT; i++) {
        if (loop->products[i] == 0)
            continue;
        rate = find_rate(device, i);
        if (rate->confidence > *confidence) {
            *confidence = rate->confidence;
            *type = i;
        }
    }
}

int32_t gpuocc_explain_matrix_rate(const gpuocc_device *device, uint32_t type, double *products,
                                   gpuocc_source *source)
{
    const struct matrix_rate *rate;

    if (device == NULL || products == NULL)
        return GPUOCC_ERROR_NULL;
    if (source != NULL && source->size < sizeof *source)
        return GPUOCC_ERROR_STRUCT_SIZE;
    rate = find_rate(device, type);
    if (rate == NULL)
        return GPUOCC_NOT_KNOWN;
    *products = rate->rate;
    if (source != NULL) {
        source->confidence = rate->confidence;
        strcpy(source->document, sources[rate->source][0]);
        strcpy(source->remark, sources[rate->source][1]);
    }
    return GPUOCC_OK;
}

/* The names of the types, and of those of a set. */
#define NAMES(set)                                                                                 \
    {"",         set "fp16", set "fp16_fp16", set "bf16", set "tf32", set "fp32",                  \
     set "fp64", set "fp8",  set "fp8_fp16",  set "int8", set "int4"}

const char *gpuocc_code_matrix_name(uint32_t type)
{
    static const char *const names[][GPUOCC_CODE_MATRIX_INT4 + 1] = {NAMES(""), NAMES("group_"),
                                                                     NAMES("small_"),
                                                                     NAMES("wide_")};
    const uint32_t of = type % GPUOCC_CODE_MATRIX_GROUP;

    return type < GPUOCC_CODE_MATRIX_COUNT && of <= GPUOCC_CODE_MATRIX_INT4
               ? names[type / GPUOCC_CODE_MATRIX_GROUP][of]
               : "";
}
