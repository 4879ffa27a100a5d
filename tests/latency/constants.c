/* SPDX-License-Identifier: MIT
 *
 * Compares the constants of the latency model with devices/<vendor>/latency.ini, read a second
 * time: a row for a product precedes one for its architecture, one for the wave's size precedes one
 * for any, and a constant without a row is derived from other numbers of the device. Numbers are
 * kept with three decimals up to 16, one up to 1638, none up to 16383, then in steps of 16.
 * test_constant_sources.py tests whether the rows are those of their sources.
 */
#include "own.h"
#include "table_names.h"

struct source {
    const char *document, *remark;
};

#define SOURCE(document, remark) {document, remark},
#define VENDOR_BEGINS            static const struct source OF_VENDOR(sources)[] = {
#define VENDOR_ENDS                                                                                \
    }                                                                                              \
    ;
#include "all_rows.inc"
#undef VENDOR_BEGINS
#undef VENDOR_ENDS
#undef SOURCE

struct constant_row {
    uint32_t vendor, constant, from, to;
    const char *product; /* NULL: for an architecture */
    uint32_t wave_size;  /* 0: for any */
    double low, value, high;
    uint32_t confidence;
    const struct source *source;
};

#define CONSTANT(constant, from, to, product, waves, low, value, high, confidence, source)         \
    {VENDOR_NUMBER,                                                                                \
     constant,                                                                                     \
     from,                                                                                         \
     to,                                                                                           \
     product,                                                                                      \
     waves,                                                                                        \
     low,                                                                                          \
     value,                                                                                        \
     high,                                                                                         \
     confidence,                                                                                   \
     &OF_VENDOR(sources)[source]},

static const struct constant_row rows[] = {
#include "all_rows.inc"
};
#undef CONSTANT
#define ROWS (sizeof rows / sizeof rows[0])

/* The device of a row's product. */
static const gpuocc_device *products[ROWS];

static void read_products(void)
{
    size_t i;

    for (i = 0; i < ROWS; i++) {
        const struct table_name name = {NULL, IS_PRODUCT, rows[i].product};

        if (rows[i].product != NULL)
            products[i] = table_device(rows[i].vendor - 1, &name);
    }
}

/* Whether a device has all the numbers of a product. */
static int has_numbers_of(const gpuocc_device *device, const gpuocc_device *product)
{
    uint32_t field;

    for (field = GPUOCC_DEVICE_CORE_COUNT; field <= GPUOCC_DEVICE_LAST_LEVEL_KIB; field++)
        if (value_at(device, field, 0) != value_at(product, field, 0))
            return 0;
    return value_at(device, GPUOCC_DEVICE_GENERATION, 0) ==
           value_at(product, GPUOCC_DEVICE_GENERATION, 0);
}

static const struct constant_row *row_of(const gpuocc_device *device, uint32_t constant,
                                         uint32_t wave_size)
{
    const uint64_t generation = value_at(device, GPUOCC_DEVICE_GENERATION, 0);
    const struct constant_row *found = NULL;
    size_t i;

    for (i = 0; i < ROWS; i++) {
        if (rows[i].constant != constant ||
            rows[i].vendor != value_at(device, GPUOCC_DEVICE_VENDOR, 0))
            continue;
        if (rows[i].product != NULL && has_numbers_of(device, products[i]))
            return &rows[i];
        if (rows[i].product != NULL || generation < rows[i].from || generation > rows[i].to)
            continue;
        if (rows[i].wave_size != 0 ? rows[i].wave_size == wave_size : found == NULL)
            found = &rows[i];
    }
    return found;
}

/* Returns a constant derived from the device's other numbers, or -1 if it cannot be derived. */
static double derived(const gpuocc_device *device, uint32_t constant, uint32_t wave_size)
{
    uint64_t number = UINT64_MAX;
    double divisor = 1;

    if (constant == GPUOCC_CONSTANT_CLOCK_GHZ) {
        number = value_at(device, GPUOCC_DEVICE_CLOCK_MHZ, 0);
        divisor = 1000;
    } else if (constant == GPUOCC_CONSTANT_CORE_COUNT) {
        number = value_at(device, GPUOCC_DEVICE_CORE_COUNT, 0);
    } else if (constant == GPUOCC_CONSTANT_PARTITIONS) {
        number = value_at(device, GPUOCC_DEVICE_PARTITIONS_PER_CORE, 0);
    } else if (constant == GPUOCC_CONSTANT_DRAM_GB_PER_S) {
        number = value_at(device, GPUOCC_DEVICE_MEMORY_MB_PER_S, 0);
        divisor = 1000;
    } else if (constant == GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_FP32) {
        number = value_at(device, GPUOCC_DEVICE_LANES_PER_CORE, 0);
        divisor = wave_size != 0 ? wave_size
                                 : (double)value_at(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, 0);
    }
    return number == UINT64_MAX || number == 0 || divisor == 0 ? -1 : (double)number / divisor;
}

#define DRAM_LATENCY (GPUOCC_CONSTANT_LATENCY + GPUOCC_RESOURCE_DRAM)

/* Whether a constant is derived from the latency of memory in ns. */
static int is_of_memory(const gpuocc_device *device, uint32_t constant)
{
    return constant == GPUOCC_CONSTANT_DRAM_LATENCY_NS ||
           (constant == DRAM_LATENCY && derived(device, GPUOCC_CONSTANT_CLOCK_GHZ, 0) > 0);
}

static int is_near(double got, double wanted)
{
    const double step = wanted < 16.384 ? 0 : wanted < 1638.4 ? 0.1 : wanted < 16384 ? 1 : 16;
    const double apart = got > wanted ? got - wanted : wanted - got;

    return step == 0 ? !(apart > 0) : apart <= step * 0.500001;
}

/* Sets the minimum, usual and maximum latency of memory in ns by section 3 of the reference: that
 * of the product; otherwise that of its architecture, with the interval of its kind of memory;
 * otherwise that of the kind. Returns its basis, or 0 if there is none. */
static uint32_t memory_ns(const gpuocc_device *device, double *ns)
{
    static const double kinds[4][3] = {
        {0, 0, 0}, {221, 276, 389}, {281, 394, 665}, {191, 312, 400}};
    const struct constant_row *row = row_of(device, GPUOCC_CONSTANT_DRAM_LATENCY_NS, 0);
    const struct constant_row *memory = row_of(device, GPUOCC_CONSTANT_MEMORY, 0);

    if (row != NULL && row->product != NULL) {
        ns[0] = row->low;
        ns[1] = row->value;
        ns[2] = row->high;
        return GPUOCC_BASIS_MEASURED;
    }
    if (memory == NULL)
        return 0;
    memcpy(ns, kinds[(int)memory->value], sizeof kinds[0]);
    if (row == NULL || !(row->value > 0))
        return row == NULL ? GPUOCC_BASIS_INFERRED : GPUOCC_BASIS_WEAK;
    ns[1] = row->value;
    return GPUOCC_BASIS_SIBLING;
}

/* Compares the latency of memory in ns, or in cycles of the device's clock. */
static int memory_agrees(const gpuocc_device *device, uint32_t constant, uint32_t basis,
                         const double *ns)
{
    const double clock =
        constant == DRAM_LATENCY ? derived(device, GPUOCC_CONSTANT_CLOCK_GHZ, 0) : 1;
    double got[3] = {-1, -1, -1};
    uint32_t i, right = 0, found = 0;

    right += gpuocc_device_constant(device, constant, 0, &got[1], &got[0], &got[2]) == GPUOCC_OK;
    right += gpuocc_device_constant_basis(device, constant, 0, &found) == GPUOCC_OK;
    for (i = 0; i < 3; i++)
        right += got[i] <= ns[i] * clock * 1.0005 && got[i] >= ns[i] * clock * 0.9995;
    return right == 5 && found == basis;
}

static int agrees(const gpuocc_device *device, uint32_t constant, uint32_t wave_size)
{
    const struct constant_row *row = row_of(device, constant, wave_size);
    double got[3] = {-1, -1, -1}, ns[3];
    const int32_t status =
        gpuocc_device_constant(device, constant, wave_size, &got[1], &got[0], &got[2]);
    const double other = derived(device, constant, wave_size);
    uint32_t basis;

    if (is_of_memory(device, constant)) {
        basis = memory_ns(device, ns);
        if (basis != 0)
            return memory_agrees(device, constant, basis, ns);
    }
    if (row != NULL)
        return status == GPUOCC_OK && is_near(got[0], row->low) && is_near(got[2], row->high) &&
               is_near(got[1], row->value);
    if (other < 0)
        return status == GPUOCC_NOT_KNOWN || status == GPUOCC_ERROR_FIELD;
    return status == GPUOCC_OK && !(got[0] < other || got[0] > other || got[1] < other ||
                                    got[1] > other || got[2] < other || got[2] > other);
}

static void test_constants(void)
{
    const gpuocc_device *device;
    uint32_t at, constant, asked = 0, good = 0;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        for (constant = 0; constant <= GPUOCC_CONSTANT_COUNT; constant++) {
            const uint32_t wave_size = 1u << (at + constant) % 8;
            const int right = agrees(device, constant, 0) && agrees(device, constant, wave_size);

            asked++;
            good += (uint32_t)right;
            if (!right)
                note("%s: constant %u", gpuocc_device_name(device), constant);
        }
    ok(good == asked && asked > 1000, "%u of %u constants are those of their row", good, asked);
}

static int is_latency_of_memory(uint32_t constant)
{
    return constant == DRAM_LATENCY || constant == GPUOCC_CONSTANT_DRAM_LATENCY_NS;
}

/* A number with the decimals that are kept is exactly the double nearest to it. */
static void test_exact(void)
{
    const gpuocc_device *device;
    uint32_t at, good = 0, asked = 0;
    double value;
    char text[2][64];
    size_t i;

    for (i = 0; i < ROWS; i++) {
        const double v = rows[i].value;

        if (is_latency_of_memory(rows[i].constant)) /* agrees() */
            continue;
        for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
            if (row_of(device, rows[i].constant, rows[i].wave_size) == &rows[i])
                break;
        if (gpuocc_device_constant(device, rows[i].constant, rows[i].wave_size, &value, NULL,
                                   NULL) != GPUOCC_OK)
            continue;
        snprintf(text[0], sizeof text[0], v < 16.384 ? "%.3f" : v < 1638.4 ? "%.1f" : "%.0f", v);
        asked++;
        if (v < 16384)
            good += !(value < strtod(text[0], NULL)) && !(value > strtod(text[0], NULL));
        else
            good += is_near(value, v) && !(value / 16 > (double)(int)(value / 16));
    }
    ok(good == asked && asked > ROWS / 2,
       "%u of %u numbers are the nearest double to their decimals", good, asked);
}

/* The source of a constant: one that is a number of the device has the device's source. */
static void test_sources(void)
{
    static const uint32_t pairs[][2] = {
        {GPUOCC_CONSTANT_CLOCK_GHZ, GPUOCC_DEVICE_CLOCK_MHZ},
        {GPUOCC_CONSTANT_CORE_COUNT, GPUOCC_DEVICE_CORE_COUNT},
        {GPUOCC_CONSTANT_PARTITIONS, GPUOCC_DEVICE_PARTITIONS_PER_CORE},
        {GPUOCC_CONSTANT_DRAM_GB_PER_S, GPUOCC_DEVICE_MEMORY_MB_PER_S},
        {GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_FP32, GPUOCC_DEVICE_LANES_PER_CORE}};
    const gpuocc_device *device;
    const struct constant_row *row;
    gpuocc_source source[2], before;
    uint32_t at, i, good = 0, asked = 0, known = 0, stated = 0, constant;
    int32_t status;

    memset(&before, 'x', sizeof before);
    before.size = sizeof before;
    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++) {
        source[0] = source[1] = before;
        for (i = 0; i < 5; i++) {
            if (row_of(device, pairs[i][0], 0) != NULL || derived(device, pairs[i][0], 32) < 0)
                continue;
            asked++;
            good += gpuocc_device_constant_source(device, pairs[i][0], &source[0]) == GPUOCC_OK &&
                    gpuocc_device_source(device, pairs[i][1], &source[1]) == GPUOCC_OK &&
                    memcmp(&source[0], &source[1], sizeof source[0]) == 0;
        }
        for (constant = 0; constant <= GPUOCC_CONSTANT_COUNT; constant++) {
            status = gpuocc_device_constant(device, constant, 32, NULL, NULL, NULL);
            asked++;
            known += status == GPUOCC_OK;
            row = row_of(
                device, is_of_memory(device, constant) ? GPUOCC_CONSTANT_DRAM_LATENCY_NS : constant,
                1);
            stated += row != NULL;
            source[0] = before;
            good += gpuocc_device_constant_source(device, constant, &source[0]) == status &&
                    gpuocc_device_constant_source(device, constant, NULL) == GPUOCC_ERROR_NULL &&
                    (status == GPUOCC_OK || memcmp(&source[0], &before, sizeof before) == 0) &&
                    (row == NULL || (source[0].confidence == row->confidence &&
                                     strcmp(source[0].document, row->source->document) == 0 &&
                                     strcmp(source[0].remark, row->source->remark) == 0));
        }
    }
    ok(stated > 1000, "%u constants have the source of their row", stated);
    ok(good == asked && known > 1000, "sources of %u of %u constants", good, asked);
    ok(gpuocc_device_constant(NULL, 1, 0, NULL, NULL, NULL) == GPUOCC_ERROR_NULL &&
           gpuocc_device_constant_source(NULL, 1, &source[0]) == GPUOCC_ERROR_NULL,
       "NULL");
}

/* The rows for a custom device: those of its generation, and those of a product only if it has all
 * of the product's numbers. */
static void test_own(void)
{
    uint32_t constant;
    const gpuocc_device *device;
    uint64_t number;
    uint32_t field, good = 0, asked = 0;
    size_t i;

    for (i = 0; i < ROWS; i++)
        for (field = GPUOCC_DEVICE_CORE_COUNT;
             products[i] != NULL && field <= GPUOCC_DEVICE_LAST_LEVEL_KIB; field++) {
            number = value_at(products[i], field, 0) + 1;
            /* Memory does not depend on the clock: latency_devices.c. */
            if (number == 0 || field == GPUOCC_DEVICE_CLOCK_MHZ)
                continue;
            asked++;
            device = edited(products[i], field, number);
            constant = rows[i].constant;
            good += agrees(device, constant, 0) && row_of(device, constant, 0) != &rows[i] &&
                    row_of(products[i], constant, 0) == &rows[i];
        }
    ok(good == asked && asked > 0, "%u of %u boards that differ in a number have no row of a board",
       good, asked);
}

int main(void)
{
    read_products();
    test_constants();
    test_exact();
    test_sources();
    test_own();
    return done();
}
