/* SPDX-License-Identifier: MIT
 *
 * Looks up the constants of the latency model: the vendors' rows, and values derived from a
 * device's own fields.
 */
#include <string.h>

#include "base/structs.h"
#include "device/device.h"
#include "latency/latency.h"

#include "generic/memory.inc"

#define FP32_RATE    (GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_FP32)
#define DRAM_LATENCY (GPUOCC_CONSTANT_LATENCY + GPUOCC_RESOURCE_DRAM)

/* Constants of the tables that are multiplied if a core consists of several: the rates from L2 to
 * the schedulers, and the bytes in flight. */
#define PER_CORE                                                                                   \
    (UINT64_C(0x1fff) << (GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_L2) |                             \
     1u << GPUOCC_CONSTANT_TUNED_BYTES_IN_FLIGHT | 1u << GPUOCC_CONSTANT_SHARED_BYTES_PER_CYCLE)

/* Constants that are derived from device fields: the field divided by the divisor. */
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

/* Memory latency by the kind of memory, in tenths of a nanosecond, from devices/memory.ini. */
static const struct {
    uint16_t value, low, high;
} memories[GPUOCC_MEMORY_COUNT] = GOCC_MEMORIES;

/* A constant of a device with its spread. */
struct found {
    double value, low, high;
    uint32_t basis;
    const struct gocc_constant *row; /* NULL: derived from a field or from the kind of memory */
};

/* Divides, because a product with 0.001 would not be correctly rounded. */
static double number_of(uint16_t decimal)
{
    static const double divisors[] = {1000, 10, 1, 1 / 16.0};

    return (decimal & ((1u << GOCC_DECIMAL_BITS) - 1)) / divisors[decimal >> GOCC_DECIMAL_BITS];
}

/* Whether a product's rows apply to a device. They apply to every device with the same numbers, so
 * that equal fingerprints give equal answers. These rows are about memory, which does not depend on
 * the clock of the cores, so that the clock may differ. */
static int is_of(const struct gocc_figures *figures, uint32_t generation,
                 const struct gocc_product *product, int any_clock)
{
    struct gocc_figures others;

    if (generation != product->head.generation)
        return 0;
    (void)gocc_device_figures(&product->head, &others);
    if (any_clock)
        others.clock_mhz = figures->clock_mhz;
    return memcmp(figures, &others, sizeof others) == 0;
}

/* Whether the caller has changed the clock of a device. Products whose rows apply and that differ
 * in nothing but the clock have equal rows (devices/catalogue.py). */
static int is_clocked(const gpuocc_device *device)
{
    return device->kind == GOCC_OWN &&
           ((const struct gocc_own *)device)->given[GPUOCC_DEVICE_CLOCK_MHZ];
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

static void fill(gpuocc_latency *l, uint32_t constant, double value, uint32_t basis)
{
    if ((PER_CORE >> constant & 1) != 0)
        value *= l->cores_per_core;
    if (constant == GPUOCC_CONSTANT_DRAM_GB_PER_S)
        value /= l->parts;
    gocc_set_constant(l, constant, value, basis);
}

static uint32_t constant_of(const struct gocc_constant *row)
{
    return row->constant & (GPUOCC_CONSTANT_COUNT - 1u);
}

static uint32_t basis_of(const struct gocc_constant *row)
{
    return (uint32_t)(row->constant / GPUOCC_CONSTANT_COUNT + GPUOCC_BASIS_MEASURED);
}

static void take_row(struct found *found, const struct gocc_constant *row)
{
    found->value = number_of(row->value);
    found->low = number_of(row->low);
    found->high = number_of(row->high);
    found->basis = basis_of(row);
    found->row = row;
}

/* Copies a row to a latency. */
static void fill_row(gpuocc_latency *l, const struct gocc_constant *row)
{
    const uint32_t constant = constant_of(row);

    fill(l, constant, number_of(row->value), basis_of(row));
    if (constant < GOCC_SPREADS && row->low != row->high)
        gocc_set_spread(l, constant, number_of(row->low), number_of(row->high));
}

/* Visits the rows that apply to a device and a wave size. Adds those whose constant is not in the
 * set `given` to a latency, if there is one. Returns the last of them, which takes precedence, or
 * NULL. */
static const struct gocc_constant *scan(const gpuocc_device *device, uint32_t wave_size,
                                        uint64_t given, gpuocc_latency *l)
{
    const struct gocc_rules *rules = gocc_rules_of(device->vendor);
    const uint32_t generation = device->generation;
    const struct gocc_constants_of *of = rules->constants_of;
    const struct gocc_constant *found = NULL, *row;
    struct gocc_figures figures;
    const int product = gocc_device_figures(device, &figures);
    const int any_clock = is_clocked(device);
    uint32_t left, i = 0;

    for (left = rules->constants_of_count; left != 0; left--, i = of++->end) {
        if (generation <= of->to
                ? generation < of->from
                : of->to != 0 || !product ||
                      !is_of(&figures, generation, &rules->products[of->from], any_clock))
            continue;
        for (; i != of->end; i++) {
            row = &rules->constants[i];
            if ((row->wave_size != 0 && row->wave_size != wave_size) ||
                (given >> constant_of(row) & 1) != 0)
                continue;
            found = row;
            if (l != NULL)
                fill_row(l, row);
        }
    }
    return found;
}

/* Returns the row of a constant; NULL if there is none. */
static const struct gocc_constant *row_of(const gpuocc_device *device, uint32_t constant,
                                          uint32_t wave_size)
{
    return scan(device, wave_size, ~(UINT64_C(1) << constant), NULL);
}

/* Finds the memory latency in ns: that of the product; otherwise that of its architecture, with the
 * interval widened to that of its kind of memory; otherwise that of the kind. If `has` is set,
 * `found` contains the basis and the values of the tables. */
static int infer_ns(struct found *found, int has, uint32_t memory)
{
    if (!has)
        found->basis = GPUOCC_BASIS_INFERRED;
    if (found->basis == GPUOCC_BASIS_MEASURED)
        return 1;
    if (memory == GPUOCC_MEMORY_UNKNOWN)
        return has;
    if (found->basis != GPUOCC_BASIS_SIBLING) {
        found->value = found->low = memories[memory].value / 10.0;
        found->high = found->low;
    }
    found->low = gocc_smaller(found->low, memories[memory].low / 10.0);
    found->high = gocc_larger(found->high, memories[memory].high / 10.0);
    return 1;
}

static int find_ns(struct found *found, const gpuocc_device *device, uint32_t memory)
{
    const struct gocc_constant *row = row_of(device, GPUOCC_CONSTANT_DRAM_LATENCY_NS, 0);

    found->row = row;
    if (row != NULL)
        take_row(found, row);
    return infer_ns(found, row != NULL, memory);
}

static int find_derived(struct found *found, const gpuocc_device *device, uint32_t constant,
                        uint32_t wave_size)
{
    uint32_t i;

    for (i = 0; i != DERIVED && derived[i].constant != constant; i++)
        continue;
    if (i == DERIVED || !derive(device, i, wave_size, &found->value))
        return 0;
    found->low = found->high = found->value;
    found->basis = GPUOCC_BASIS_MEASURED;
    found->row = NULL;
    return 1;
}

static int find_constant(struct found *found, const gpuocc_device *device, uint32_t constant,
                         uint32_t wave_size)
{
    const struct gocc_constant *row;
    struct found clock;

    if (constant == DRAM_LATENCY || constant == GPUOCC_CONSTANT_DRAM_LATENCY_NS) {
        row = row_of(device, GPUOCC_CONSTANT_MEMORY, 0);
        if (find_ns(found, device, row != NULL ? (uint32_t)number_of(row->value) : 0)) {
            if (constant != DRAM_LATENCY)
                return 1;
            if (find_derived(&clock, device, GPUOCC_CONSTANT_CLOCK_GHZ, 0)) {
                found->value *= clock.value;
                found->low *= clock.value;
                found->high *= clock.value;
                return 1;
            }
        }
    }
    row = row_of(device, constant, wave_size);
    if (row == NULL)
        return find_derived(found, device, constant, wave_size);
    take_row(found, row);
    if (constant == DRAM_LATENCY)
        found->basis = GPUOCC_BASIS_SIBLING;
    return 1;
}

/* Converts the memory latency to cycles of the clock in use, unless it was given. */
static void fill_memory(gpuocc_latency *l, int given)
{
    const uint32_t ns = GPUOCC_CONSTANT_DRAM_LATENCY_NS;
    uint32_t memory = GPUOCC_MEMORY_UNKNOWN;
    struct found found;
    double clock;

    if (gocc_knows(l, GPUOCC_CONSTANT_MEMORY))
        memory = (uint32_t)l->constants[GPUOCC_CONSTANT_MEMORY];
    if (!(gocc_knows(l, ns) && l->basis[ns] == GPUOCC_BASIS_GIVEN)) {
        found.value = l->constants[ns];
        found.low = l->low[ns];
        found.high = l->high[ns];
        found.basis = l->basis[ns];
        if (infer_ns(&found, gocc_knows(l, ns), memory)) {
            gocc_set_constant(l, ns, found.value, found.basis);
            gocc_set_spread(l, ns, found.low, found.high);
        }
    }
    if (given)
        return;
    l->basis[DRAM_LATENCY] = GPUOCC_BASIS_SIBLING;
    if (!gocc_knows(l, ns) || !gocc_knows(l, GPUOCC_CONSTANT_CLOCK_GHZ))
        return;
    clock = l->constants[GPUOCC_CONSTANT_CLOCK_GHZ];
    gocc_set_constant(l, DRAM_LATENCY, l->constants[ns] * clock, l->basis[ns]);
    gocc_set_spread(l, DRAM_LATENCY, l->low[ns] * clock, l->high[ns] * clock);
}

void gocc_fill_constants(gpuocc_latency *l, const gpuocc_device *device)
{
    const int given = gocc_knows(l, DRAM_LATENCY);
    double value;
    uint32_t i;

    (void)scan(device, l->wave_size, l->known, l);
    for (i = 0; i != DERIVED; i++) {
        if (gocc_knows(l, derived[i].constant) || !derive(device, i, l->wave_size, &value))
            continue;
        if (derived[i].constant == GPUOCC_CONSTANT_CORE_COUNT)
            value = gocc_floor(value / l->cores_per_core / l->parts);
        if (value > 0) {
            fill(l, derived[i].constant, value, GPUOCC_BASIS_MEASURED);
            l->published |= derived[i].constant == GPUOCC_CONSTANT_DRAM_GB_PER_S;
        }
    }
    fill_memory(l, given);
}

int32_t gpuocc_device_constant(const gpuocc_device *device, uint32_t constant, uint32_t wave_size,
                               double *value, double *low, double *high)
{
    struct found found;

    if (device == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_is_constant(constant))
        return GPUOCC_ERROR_FIELD;
    if (!find_constant(&found, device, constant, wave_size))
        return GPUOCC_NOT_KNOWN;
    if (low != NULL)
        *low = found.low;
    if (value != NULL)
        *value = found.value;
    if (high != NULL)
        *high = found.high;
    return GPUOCC_OK;
}

int32_t gpuocc_device_constant_basis(const gpuocc_device *device, uint32_t constant,
                                     uint32_t wave_size, uint32_t *basis)
{
    struct found found;

    if (device == NULL || basis == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_is_constant(constant))
        return GPUOCC_ERROR_FIELD;
    if (!find_constant(&found, device, constant, wave_size))
        return GPUOCC_NOT_KNOWN;
    *basis = found.basis;
    return GPUOCC_OK;
}

static void give_inferred(gpuocc_source *source)
{
    static const char document[] = "inferred from the kind of memory";
    static const char remark[] = "median and range of the devices measured: " GOCC_MEMORY_DEVICES
                                 "; off by 16 % on average and by up to 63 %, 9 of 10 in the range";

    memset(source->document, 0, sizeof source->document);
    memset(source->remark, 0, sizeof source->remark);
    source->confidence = GPUOCC_CONFIDENCE_UNVERIFIED;
    memcpy(source->document, document, sizeof document);
    memcpy(source->remark, remark, sizeof remark);
}

int32_t gpuocc_device_constant_source(const gpuocc_device *device, uint32_t constant,
                                      gpuocc_source *source)
{
    struct found found;
    uint32_t i;

    if (device == NULL || source == NULL)
        return GPUOCC_ERROR_NULL;
    if (!gocc_can_write(source->size, sizeof *source))
        return GPUOCC_ERROR_STRUCT_SIZE;
    if (!gocc_is_constant(constant))
        return GPUOCC_ERROR_FIELD;
    if (!find_constant(&found, device, constant, 1))
        return GPUOCC_NOT_KNOWN;
    if (found.row == NULL && found.basis == GPUOCC_BASIS_INFERRED) {
        give_inferred(source);
        return GPUOCC_OK;
    }
    if (found.row == NULL) {
        for (i = 0; derived[i].constant != constant; i++)
            continue;
        return gpuocc_device_source(device, derived[i].field, source);
    }
    gocc_cite_text(gocc_rules_of(device->vendor), found.row->cite, source);
    return GPUOCC_OK;
}
