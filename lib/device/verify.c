/* SPDX-License-Identifier: MIT
 *
 * Validates models. Within these bounds every rule computes without overflow or division by zero.
 * They apply to custom devices and to every row of the tables (a test checks all of them).
 */
#include "device/verify.h"

#include <string.h>

#include "device/fields.h"

/* Whether a field may be GPUOCC_UNKNOWN; a known value must be at least min in both cases.
 * contradiction() checks the wave sizes. */
enum need { KNOWN, ANY };

static const struct {
    uint8_t field;
    uint8_t need; /* enum need */
    uint32_t min, max;
} bounds[] = {
    {GPUOCC_DEVICE_MAX_GROUPS_PER_CORE, ANY, 0, 65536},
    {GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, ANY, 1, 65536},
    {GPUOCC_DEVICE_PARTITIONS_PER_CORE, ANY, 1, 1024},
    {GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, ANY, 1, 4096},
    {GPUOCC_DEVICE_REGISTERS_PER_PARTITION, ANY, 0, 1u << 24},
    {GPUOCC_DEVICE_REGISTER_UNIT, ANY, 1, 65536},
    {GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, ANY, 0, 4096},
    {GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP, KNOWN, 0, 1u << 28},
    {GPUOCC_DEVICE_MAX_ACCUMULATORS_PER_THREAD, KNOWN, 0, 4096},
    {GPUOCC_DEVICE_UNIFIED_ACCUMULATORS, KNOWN, 0, 1},
    {GPUOCC_DEVICE_SCALAR_REGISTERS_PER_PARTITION, KNOWN, 0, 1u << 20},
    {GPUOCC_DEVICE_SCALAR_REGISTER_UNIT, KNOWN, 1, 4096},
    {GPUOCC_DEVICE_MAX_SCALAR_REGISTERS_PER_WAVE, KNOWN, 0, 4096},
    {GPUOCC_DEVICE_FIXED_SCALAR_REGISTERS_PER_WAVE, KNOWN, 0, 4096},
    {GPUOCC_DEVICE_SHARED_POOL_BYTES, ANY, 0, 1u << 30},
    {GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, ANY, 0, 1u << 30},
    {GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, ANY, 0, 1u << 30},
    {GPUOCC_DEVICE_SHARED_UNIT_BYTES, KNOWN, 1, 1u << 20},
    {GPUOCC_DEVICE_SHARED_RESERVED_BYTES, KNOWN, 0, 1u << 20},
    {GPUOCC_DEVICE_BARRIERS_PER_CORE, ANY, 0, 65536},
    {GPUOCC_DEVICE_VIRTUAL_RESOURCES_PER_CORE, KNOWN, 0, 65536},
    {GPUOCC_DEVICE_CUS_PER_WGP, KNOWN, 0, 2},
    {GPUOCC_DEVICE_DYNAMIC_VGPR, KNOWN, 0, 1},
    {GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER, KNOWN, 0, 1024},
    {GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER_ON_REQUEST, KNOWN, 0, 1024},
    {GPUOCC_DEVICE_MAX_CLUSTERED_GROUPS_PER_CORE, KNOWN, 0, 65536},
    {GPUOCC_DEVICE_GRF_BYTES, KNOWN, 0, 1024},
    {GPUOCC_DEVICE_LANES_PER_CORE, ANY, 0, 65536},
};
#define BOUNDS (sizeof bounds / sizeof bounds[0])

static uint32_t number_of(const struct gocc_model *model, uint32_t field)
{
    uint32_t number;

    memcpy(&number, (const char *)model + gocc_field_of(field)->offset, sizeof number);
    return number;
}

static uint32_t out_of_bounds(const struct gocc_model *model, uint64_t *limit)
{
    uint32_t i, number;

    for (i = 0; i != BOUNDS; i++) {
        number = number_of(model, bounds[i].field);
        if (number == GPUOCC_UNKNOWN && bounds[i].need == ANY)
            continue;
        *limit = bounds[i].max;
        if (number > bounds[i].max)
            return bounds[i].field;
        *limit = bounds[i].min;
        if (number < bounds[i].min)
            return bounds[i].field;
    }
    return 0;
}

uint32_t gocc_first_unknown(const struct gocc_model *model)
{
    uint32_t i;

    for (i = 0; i != BOUNDS; i++)
        if (number_of(model, bounds[i].field) == GPUOCC_UNKNOWN &&
            bounds[i].field != GPUOCC_DEVICE_PARTITIONS_PER_CORE &&
            bounds[i].field != GPUOCC_DEVICE_MAX_THREADS_PER_GROUP &&
            bounds[i].field != GPUOCC_DEVICE_LANES_PER_CORE)
            return bounds[i].field;
    return 0;
}

uint32_t gocc_verify_numbers(uint32_t generation, const struct gocc_model *model,
                             const struct gocc_lists *lists, struct gocc_wrong *wrong)
{
    (void)generation;
    (void)lists;
    if (model->default_wave_size == 0)
        return gocc_blame(wrong, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, model->wave_sizes);
    return gocc_first_unknown(model);
}

static uint32_t list_length(const uint16_t *list, uint32_t size)
{
    uint32_t length = 0;

    while (length < size && list[length] != GOCC_LIST_END)
        length++;
    return length;
}

static uint32_t not_ascending(const uint16_t *list, uint32_t size, struct gocc_wrong *wrong)
{
    uint32_t i;

    for (i = 1; i < list_length(list, size); i++)
        if (list[i] <= list[i - 1]) {
            wrong->value = list[i];
            wrong->limit = list[i - 1] + 1u;
            return 1;
        }
    return 0;
}

/* The largest number of registers of a core. */
#define MOST_REGISTERS (1u << 30)

static uint32_t contradiction(const struct gocc_model *m, const struct gocc_lists *l,
                              struct gocc_wrong *wrong)
{
    if (m->wave_sizes == 0 || m->wave_sizes > GOCC_WAVE_SIZES) {
        wrong->limit = GOCC_WAVE_SIZES;
        return GPUOCC_DEVICE_WAVE_SIZES;
    }
    if (m->default_wave_size != 0 && ((m->default_wave_size & (m->default_wave_size - 1)) != 0 ||
                                      (m->default_wave_size & m->wave_sizes) == 0)) {
        wrong->limit = m->wave_sizes;
        return GPUOCC_DEVICE_DEFAULT_WAVE_SIZE;
    }
    if (m->max_shared_bytes_per_group > m->shared_pool_bytes) { /* or only the maximum is unknown */
        wrong->limit = m->shared_pool_bytes;
        return GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP;
    }
    if (m->register_unit == GPUOCC_UNKNOWN && m->registers_per_partition != 0 &&
        m->registers_per_partition != GPUOCC_UNKNOWN) {
        wrong->limit = 1;
        return GPUOCC_DEVICE_REGISTER_UNIT;
    }
    if (m->registers_per_partition != GPUOCC_UNKNOWN && m->partitions_per_core != GPUOCC_UNKNOWN &&
        m->registers_per_partition > MOST_REGISTERS / m->partitions_per_core) {
        wrong->limit = MOST_REGISTERS / m->partitions_per_core;
        return GPUOCC_DEVICE_REGISTERS_PER_PARTITION;
    }
    if (not_ascending(l->shared_pool_sizes_kib, GOCC_POOL_SIZES, wrong))
        return GPUOCC_DEVICE_SHARED_POOL_SIZES_KIB;
    if (not_ascending(l->shared_group_sizes_kib, GOCC_GROUP_SIZES, wrong))
        return GPUOCC_DEVICE_SHARED_GROUP_SIZES_KIB;
    if (not_ascending(l->grf_counts, GOCC_GRF_COUNTS, wrong))
        return GPUOCC_DEVICE_GRF_COUNTS;
    wrong->limit = list_length(l->grf_counts, GOCC_GRF_COUNTS);
    wrong->value = list_length(l->waves_at_grf_count, GOCC_GRF_COUNTS);
    if (wrong->value != wrong->limit)
        return GPUOCC_DEVICE_WAVES_AT_GRF_COUNT;
    return 0;
}

uint32_t gocc_verify(const struct gocc_rules *rules, uint32_t generation,
                     const struct gocc_model *model, const struct gocc_lists *lists,
                     struct gocc_wrong *wrong)
{
    uint32_t i, field = out_of_bounds(model, &wrong->limit);

    if (field == 0)
        field = contradiction(model, lists, wrong);
    if (field == 0) {
        wrong->limit = UINT64_MAX;
        field = rules->verify(generation, model, lists, wrong);
        for (i = 0; wrong->limit == UINT64_MAX && i != BOUNDS; i++)
            if (bounds[i].field == field)
                wrong->limit = bounds[i].max;
    }
    if (field != 0 && gocc_field_of(field)->where == GOCC_FIELD_MODEL)
        wrong->value = number_of(model, field);
    return field;
}
