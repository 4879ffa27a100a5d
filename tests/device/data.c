/* SPDX-License-Identifier: MIT
 *
 * Compares every number of every device and its source with the data (devices/<vendor>), read a
 * second time by read_data.py.
 */
#include "table_names.h"

struct field_row {
    uint32_t table;
    enum table_kind kind;
    const char *row;
    uint32_t field, index, value;
};

struct cite_row {
    uint32_t table;
    enum table_kind kind;
    const char *row, *aspect;
    uint32_t confidence, source;
};

struct source_row {
    uint32_t table;
    const char *document, *remark;
};

/* The same rows of each vendor. */
#define FIELD(kind, row, field, index, value) {TABLE, IS_##kind, row, field, index, value},
static const struct field_row fields[] = {
#include "all_rows.inc"
};
#undef FIELD

#define CITE(kind, row, aspect, confidence, source)                                                \
    {TABLE, IS_##kind, row, aspect, confidence, source},
static const struct cite_row cites[] = {
#include "all_rows.inc"
};
#undef CITE

#define SOURCE(document, remark) {TABLE, document, remark},
static const struct source_row sources[] = {
#include "all_rows.inc"
};
#undef SOURCE

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* The numbers that the keys source.ASPECT and confidence.ASPECT of a record apply to. */
static const struct {
    uint32_t field;
    const char *aspect;
} aspects[] = {
    {GPUOCC_DEVICE_VENDOR, "waves"},
    {GPUOCC_DEVICE_GENERATION, "waves"},
    {GPUOCC_DEVICE_WAVE_SIZES, "waves"},
    {GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, "waves"},
    {GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, "waves"},
    {GPUOCC_DEVICE_MAX_GROUPS_PER_CORE, "waves"},
    {GPUOCC_DEVICE_PARTITIONS_PER_CORE, "waves"},
    {GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, "waves"},
    {GPUOCC_DEVICE_CUS_PER_WGP, "waves"},
    {GPUOCC_DEVICE_REGISTERS_PER_PARTITION, "registers"},
    {GPUOCC_DEVICE_REGISTER_UNIT, "registers"},
    {GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, "registers"},
    {GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP, "registers"},
    {GPUOCC_DEVICE_MAX_ACCUMULATORS_PER_THREAD, "registers"},
    {GPUOCC_DEVICE_UNIFIED_ACCUMULATORS, "registers"},
    {GPUOCC_DEVICE_DYNAMIC_VGPR, "registers"},
    {GPUOCC_DEVICE_GRF_COUNTS, "registers"},
    {GPUOCC_DEVICE_WAVES_AT_GRF_COUNT, "registers"},
    {GPUOCC_DEVICE_GRF_BYTES, "registers"},
    {GPUOCC_DEVICE_SCALAR_REGISTERS_PER_PARTITION, "scalar_registers"},
    {GPUOCC_DEVICE_SCALAR_REGISTER_UNIT, "scalar_registers"},
    {GPUOCC_DEVICE_MAX_SCALAR_REGISTERS_PER_WAVE, "scalar_registers"},
    {GPUOCC_DEVICE_FIXED_SCALAR_REGISTERS_PER_WAVE, "scalar_registers"},
    {GPUOCC_DEVICE_SHARED_POOL_BYTES, "shared_memory"},
    {GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, "shared_memory"},
    {GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, "shared_memory"},
    {GPUOCC_DEVICE_SHARED_UNIT_BYTES, "shared_memory_unit"},
    {GPUOCC_DEVICE_SHARED_RESERVED_BYTES, "shared_memory_unit"},
    {GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB, "shared_memory_unit"},
    {GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB, "shared_memory_unit"},
    {GPUOCC_DEVICE_BARRIERS_PER_CORE, "barriers"},
    {GPUOCC_DEVICE_VIRTUAL_RESOURCES_PER_CORE, "barriers"},
    {GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER, "other"},
    {GPUOCC_DEVICE_LANES_PER_CORE, "other"},
    {GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER_ON_REQUEST, "other"},
    {GPUOCC_DEVICE_MAX_CLUSTERED_GROUPS_PER_CORE, "other"},
    {GPUOCC_DEVICE_CORE_COUNT, "cores"},
    {GPUOCC_DEVICE_MIN_CORE_COUNT, "cores"},
    {GPUOCC_DEVICE_CLOCK_MHZ, "clocks"},
    {GPUOCC_DEVICE_MEMORY_MB_PER_S, "clocks"},
    {GPUOCC_DEVICE_L2_KIB, "caches"},
    {GPUOCC_DEVICE_LAST_LEVEL_KIB, "caches"},
    {GPUOCC_DEVICE_CORES_PER_GPC, "gpcs"},
};

static const gpuocc_device *device_of(uint32_t table, enum table_kind kind, const char *row)
{
    static struct table_name last;
    static const gpuocc_device *device;
    static uint32_t last_table = TABLES;

    if (last_table != table || last.kind != kind || strcmp(last.row, row) != 0) {
        last.kind = kind;
        last.row = row;
        last_table = table;
        device = table_device(table, &last);
    }
    return device;
}

/* The rows of the devices have the order of the library. */
static void test_devices(void)
{
    const gpuocc_device *device;
    uint32_t t, i, at = 0, good = 0, rows = 0;

    for (t = 0; t < TABLES; t++)
        for (i = 0; i < tables[t].count; i++) {
            const struct table_name *name = &tables[t].names[i];

            if (name->kind > IS_PRODUCT || strcmp(name->name, name->row) != 0)
                continue;
            rows++;
            if (gpuocc_device_at(at++, &device) == GPUOCC_OK)
                good += strcmp(gpuocc_device_name(device), name->name) == 0 &&
                        is_architecture(device) == (name->kind == IS_TARGET) &&
                        value_at(device, GPUOCC_DEVICE_VENDOR, 0) == tables[t].vendor;
        }
    ok(good == rows && rows == gpuocc_device_count() && rows > 400,
       "%u of %u records are devices, in their order", good, rows);
}

static void test_numbers(void)
{
    uint32_t i, good = 0;

    for (i = 0; i < COUNT(fields); i++) {
        const struct field_row *row = &fields[i];
        const gpuocc_device *device = device_of(row->table, row->kind, row->row);
        const uint64_t wanted = row->value == GPUOCC_UNKNOWN ? UINT64_MAX : row->value;
        uint64_t value = 0;
        const int32_t status = gpuocc_device_get(device, row->field, row->index, &value);
        const int right = row->value == GPUOCC_UNKNOWN ? status == GPUOCC_NOT_KNOWN
                                                       : status == GPUOCC_OK && value == wanted;

        good += (uint32_t)right;
        if (!right)
            note("%s: field %u[%u] is %u in its record", row->row, row->field, row->index,
                 row->value);
    }
    ok(good == i && i > 15000, "%u of %u numbers are those of their record", good, i);
}

/* A device has no number that its record lacks: their number is that of the rows. */
static void test_counts(void)
{
    const gpuocc_device *device;
    uint32_t at, field, index, count = 0, figures = 0;
    uint64_t value;
    int32_t status;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        for (field = GPUOCC_DEVICE_VENDOR + 1; field < GPUOCC_DEVICE_FIELD_COUNT; field++)
            for (index = 0; index < 64; index++, count++) {
                status = gpuocc_device_get(device, field, index, &value);
                figures += status == GPUOCC_NOT_APPLICABLE;
                if (status != GPUOCC_OK && status != GPUOCC_NOT_KNOWN)
                    break;
            }
    for (at = 0, index = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        index += (uint32_t)is_architecture(device);
    ok(count == COUNT(fields) && figures == 6 * index && index > 100,
       "%u numbers of the devices, %u of the records; %u architectures have no figures", count,
       (unsigned)COUNT(fields), index);
}

static int has_source(const gpuocc_device *device, uint32_t field, const struct cite_row *row,
                      const struct source_row *texts)
{
    gpuocc_source source = {sizeof source, 0, "", ""};

    return gpuocc_device_source(device, field, &source) == GPUOCC_OK &&
           source.confidence == row->confidence && strcmp(source.document, texts->document) == 0 &&
           strcmp(source.remark, texts->remark) == 0;
}

static void test_sources(void)
{
    uint32_t first[TABLES + 1] = {0}, i, k, good = 0, asked = 0;

    for (i = 0; i < COUNT(sources); i++)
        first[sources[i].table + 1] = i + 1;
    for (i = 0; i < COUNT(cites); i++) {
        const struct cite_row *row = &cites[i];
        const struct source_row *texts = &sources[first[row->table] + row->source];
        const gpuocc_device *device = device_of(row->table, row->kind, row->row);
        const uint32_t before = asked - good;

        for (k = 0; k < COUNT(aspects); k++)
            if (strcmp(aspects[k].aspect, row->aspect) == 0) {
                asked++;
                good += (uint32_t)has_source(device, aspects[k].field, row, texts);
            }
        if (asked - good != before)
            note("%s: %s has another source", row->row, row->aspect);
    }
    ok(good == asked && asked > 15000, "%u of %u numbers have the source of their record", good,
       asked);
}

/* Each number belongs to one aspect; without cores_per_gpc that aspect has no source. */
static void test_aspects(void)
{
    const gpuocc_device *device;
    gpuocc_source source = {sizeof source, 0, "", ""};
    uint32_t field, at, i, count, good = 0, asked = 0;
    int32_t status;

    for (field = 0; field < GPUOCC_DEVICE_FIELD_COUNT; field++) {
        for (count = 0, i = 0; i < COUNT(aspects); i++)
            count += aspects[i].field == field;
        asked++;
        good += count == (gpuocc_name(GPUOCC_LIST_DEVICE_FIELDS, field) != NULL);
    }
    ok(good == asked, "%u of %u fields belong to one aspect", good, asked);
    for (at = 0, good = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++) {
        status = gpuocc_device_source(device, GPUOCC_DEVICE_CORES_PER_GPC, &source);
        good += is_architecture(device)
                    ? status == GPUOCC_NOT_APPLICABLE
                    : status == GPUOCC_OK &&
                          (value_at(device, GPUOCC_DEVICE_CORES_PER_GPC, 0) != UINT64_MAX ||
                           source.confidence == GPUOCC_CONFIDENCE_UNVERIFIED);
    }
    ok(good == at, "what is not known of %u devices is not verified", at);
}

int main(void)
{
    test_devices();
    test_numbers();
    test_counts();
    test_sources();
    test_aspects();
    return done();
}
