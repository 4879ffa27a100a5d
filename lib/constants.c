/* SPDX-License-Identifier: MIT
 *
 * Constants of the latency model: the vendors' rows, and what follows from a device's own numbers.
 */
#include <string.h>

#include "device.h"
#include "latency.h"

#define FP32_RATE (GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_FP32)

/* Constants of the tables of which a core made of several has as many times as much: rates, from
 * that of the L2 to the schedulers', and bytes in flight. */
#define PER_CORE                                                                                   \
    (UINT64_C(0x1fff) << (GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_L2) |                             \
     1u << GPUOCC_CONSTANT_TUNED_BYTES_IN_FLIGHT)

/* Device fields from which constants follow, and the factor between them. */
static const struct {
    uint8_t constant, field;
    uint16_t divisor; /* 0: the wave size */
} derived[] = {
    {GPUOCC_CONSTANT_CLOCK_GHZ, GPUOCC_DEVICE_CLOCK_MHZ, 1000},
    {GPUOCC_CONSTANT_CORE_COUNT, GPUOCC_DEVICE_CORE_COUNT, 1},
    {GPUOCC_CONSTANT_PARTITIONS, GPUOCC_DEVICE_PARTITIONS_PER_CORE, 1},
    {GPUOCC_CONSTANT_DRAM_GB_PER_S, GPUOCC_DEVICE_MEMORY_MB_PER_S, 1000},
    {FP32_RATE, GPUOCC_DEVICE_LANES_PER_CORE, 0},
};
#define DERIVED (sizeof derived / sizeof derived[0])

/* Divisions round correctly, products with 0.001 would not. */
static double number_of(uint16_t decimal)
{
    static const double divisors[] = {1000, 10, 1, 1 / 16.0};

    return (decimal & ((1u << GOCC_DECIMAL_BITS) - 1)) / divisors[decimal >> GOCC_DECIMAL_BITS];
}

/* A row of a product is for all devices with its numbers: equal fingerprints, equal answers. */
static int is_of(const struct gocc_figures *figures, uint32_t generation,
                 const struct gocc_product *product)
{
    return figures != NULL && figures->core_count == product->figures.core_count &&
           generation == gocc_device_model(&product->head)->generation &&
           memcmp(figures, &product->figures, offsetof(struct gocc_figures, cite)) == 0;
}

static int derive(const gpuocc_device *device, uint32_t i, uint32_t wave_size, double *value)
{
    uint64_t number;
    uint32_t divisor = derived[i].divisor;

    if (divisor == 0)
        divisor = wave_size != 0 ? wave_size : gocc_device_model(device)->default_wave_size;
    if (divisor == 0 || gpuocc_device_get(device, derived[i].field, 0, &number) != GPUOCC_OK ||
        number == 0)
        return 0;
    *value = (double)number / divisor;
    return 1;
}

static void fill(gpuocc_latency *l, uint32_t constant, double value)
{
    if ((PER_CORE >> constant & 1) != 0)
        value *= l->cores_per_core;
    if (constant == GPUOCC_CONSTANT_DRAM_GB_PER_S)
        value /= l->parts;
    l->constants[constant] = value;
    l->known |= UINT64_C(1) << constant;
}

/* Goes over the rows of a device and of waves of this size once: puts the constants that are not in
 * the set `given` into a latency, if there is one. The last of these rows, which counts before
 * earlier ones; NULL: none. */
static const struct gocc_constant *scan(const gpuocc_device *device, uint32_t wave_size,
                                        uint64_t given, gpuocc_latency *l)
{
    const struct gocc_rules *rules = gocc_rules_of(device->vendor);
    const struct gocc_figures *figures = gocc_device_figures(device);
    const uint32_t generation = gocc_device_model(device)->generation;
    const struct gocc_constant *row = rules->constants, *found = NULL;
    uint32_t left;

    for (left = rules->constant_count; left != 0; left--, row++) {
        if (generation <= row->to
                ? generation < row->from
                : row->to != 0 || !is_of(figures, generation, &rules->products[row->from]))
            continue;
        if ((row->wave_size != 0 && row->wave_size != wave_size) ||
            (given >> row->constant & 1) != 0)
            continue;
        if (l != NULL)
            fill(l, row->constant, number_of(row->value));
        found = row;
    }
    return found;
}

/* The row of a constant, NULL if there is none. */
static const struct gocc_constant *row_of(const gpuocc_device *device, uint32_t constant,
                                          uint32_t wave_size)
{
    return scan(device, wave_size, ~(UINT64_C(1) << constant), NULL);
}

void gocc_fill_constants(gpuocc_latency *l, const gpuocc_device *device)
{
    double value;
    uint32_t i;

    (void)scan(device, l->wave_size, l->known, l);
    for (i = 0; i != DERIVED; i++) {
        if (gocc_knows(l, derived[i].constant) || !derive(device, i, l->wave_size, &value))
            continue;
        if (derived[i].constant == GPUOCC_CONSTANT_CORE_COUNT)
            value = gocc_floor(value / l->cores_per_core / l->parts);
        if (value > 0)
            fill(l, derived[i].constant, value);
    }
}

int32_t gpuocc_device_constant(const gpuocc_device *device, uint32_t constant, uint32_t wave_size,
                               double *value, double *low, double *high)
{
    const struct gocc_constant *row;
    double found[3];
    uint32_t i;

    if (device == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_is_constant(constant))
        return GPUOCC_ERROR_FIELD;
    row = row_of(device, constant, wave_size);
    if (row != NULL) {
        found[0] = number_of(row->low);
        found[1] = number_of(row->value);
        found[2] = number_of(row->high);
    } else {
        for (i = 0; i != DERIVED && derived[i].constant != constant; i++)
            continue;
        if (i == DERIVED || !derive(device, i, wave_size, &found[1]))
            return GPUOCC_NOT_KNOWN;
        found[0] = found[2] = found[1];
    }
    if (low != NULL)
        *low = found[0];
    if (value != NULL)
        *value = found[1];
    if (high != NULL)
        *high = found[2];
    return GPUOCC_OK;
}

int32_t gpuocc_device_constant_source(const gpuocc_device *device, uint32_t constant,
                                      uint32_t *confidence, const char **document,
                                      const char **remark)
{
    const struct gocc_constant *row;
    const char *texts;
    int32_t status = gpuocc_device_constant(device, constant, 1, NULL, NULL, NULL);
    uint32_t i;

    if (status != GPUOCC_OK)
        return status;
    row = row_of(device, constant, 1);
    if (row == NULL) {
        for (i = 0; derived[i].constant != constant; i++)
            continue;
        return gpuocc_device_source(device, derived[i].field, confidence, document, remark);
    }
    texts = gocc_rules_of(device->vendor)->sources;
    if (confidence != NULL)
        *confidence = row->cite.confidence;
    gocc_source_at(texts, row->cite.source, document, remark);
    return GPUOCC_OK;
}
