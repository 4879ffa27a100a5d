/* SPDX-License-Identifier: MIT
 *
 * Tests invalid custom devices: the rejected number, and what would be valid instead, as
 * gpuocc/status.h defines it: the largest value, the only one, or what is needed.
 */
#include "own.h"

#define F(NAME) GPUOCC_DEVICE_##NAME
#define UNKNOWN GPUOCC_UNKNOWN
#define SET(NAME, v)                                                                               \
    {                                                                                              \
        F(NAME), v                                                                                 \
    }

static const struct {
    const char *base;
    struct change changes[3];
    uint32_t field;
    uint64_t value, limit;
    const char *sentence;
} rows[] = {
    {"sm_90",
     {SET(DEFAULT_WAVE_SIZE, 0)},
     F(DEFAULT_WAVE_SIZE),
     0,
     32,
     "toy: default_wave_size is 0, a valid value is 32"},
    {"sm_90",
     {SET(WAVE_SIZES, 96), SET(DEFAULT_WAVE_SIZE, 64)},
     F(DEFAULT_WAVE_SIZE),
     64,
     32,
     "toy: default_wave_size is 64, a valid value is 32"},
    {"sm_90",
     {SET(WAVE_SIZES, 64)},
     F(DEFAULT_WAVE_SIZE),
     32,
     64,
     "toy: default_wave_size is 32, a valid value is 64"},
    {"sm_90",
     {SET(MAX_GROUPS_PER_CORE, UNKNOWN)},
     F(MAX_GROUPS_PER_CORE),
     UNKNOWN,
     65536,
     "toy: max_groups_per_core is unknown: give it, for example 65536"},
    {"gfx1030",
     {SET(PARTITIONS_PER_CORE, 1024), SET(REGISTERS_PER_PARTITION, (1u << 20) + 1)},
     F(REGISTERS_PER_PARTITION),
     1048577,
     1048576,
     "toy: registers_per_partition is 1048577, a valid value is 1048576"},
    {"gfx1100",
     {SET(DEFAULT_WAVE_SIZE, 0)},
     F(DEFAULT_WAVE_SIZE),
     0,
     96,
     "toy: default_wave_size is 0, a valid value is 32 or 64"},
    {"gfx1100",
     {SET(DEFAULT_WAVE_SIZE, 8)},
     F(DEFAULT_WAVE_SIZE),
     8,
     96,
     "toy: default_wave_size is 8, a valid value is 32 or 64"},
    {"gfx1100",
     {SET(REGISTERS_PER_PARTITION, UNKNOWN)},
     F(REGISTERS_PER_PARTITION),
     UNKNOWN,
     1 << 24,
     "toy: registers_per_partition is unknown: give it, for example 16777216"},
    {"apple7",
     {SET(WAVE_SIZES, 96)},
     F(WAVE_SIZES),
     96,
     32,
     "toy: wave_sizes is 96, a valid value is 32"},
    {"apple7",
     {SET(DEFAULT_WAVE_SIZE, 0)},
     F(DEFAULT_WAVE_SIZE),
     0,
     32,
     "toy: default_wave_size is 0, a valid value is 32"},
    {"apple7",
     {SET(MAX_REGISTERS_PER_THREAD, UNKNOWN)},
     F(MAX_REGISTERS_PER_THREAD),
     UNKNOWN,
     4096,
     "toy: max_registers_per_thread is unknown: give it, for example 4096"},
    {"apple7",
     {SET(SHARED_POOL_BYTES, UNKNOWN), SET(MAX_SHARED_BYTES_PER_GROUP, UNKNOWN)},
     F(MAX_SHARED_BYTES_PER_GROUP),
     UNKNOWN,
     1 << 30,
     "toy: max_shared_bytes_per_group is unknown: give it, for example 1073741824"},
    {NULL,
     {SET(MAX_THREADS_PER_GROUP, 64), SET(PARTITIONS_PER_CORE, 1), SET(MAX_WAVES_PER_PARTITION, 4)},
     0,
     0,
     0,
     ""},
    {"acm-g10",
     {SET(MAX_WAVES_PER_PARTITION, UNKNOWN)},
     F(MAX_WAVES_PER_PARTITION),
     UNKNOWN,
     4096,
     "toy: max_waves_per_partition is unknown: give it, for example 4096"},
    {"acm-g10",
     {SET(WAVES_AT_GRF_COUNT, 7), SET(WAVES_AT_GRF_COUNT, 4)},
     F(WAVES_AT_GRF_COUNT),
     7,
     8,
     "toy: waves_at_grf_count is 7, a valid value is 8"},
    {"acm-g10",
     {SET(WAVES_AT_GRF_COUNT, 8), SET(WAVES_AT_GRF_COUNT, 9)},
     F(WAVES_AT_GRF_COUNT),
     9,
     8,
     "toy: waves_at_grf_count is 9, a valid value is 8"},
    {"acm-g10",
     {SET(WAVES_AT_GRF_COUNT, 8)},
     F(WAVES_AT_GRF_COUNT),
     1,
     2,
     "toy: waves_at_grf_count is 1, a valid value is 2"},
    {"acm-g10",
     {SET(MAX_REGISTERS_PER_THREAD, 512)},
     F(MAX_REGISTERS_PER_THREAD),
     512,
     256,
     "toy: max_registers_per_thread is 512, a valid value is 256"},
    {"acm-g10", {SET(GRF_BYTES, 2)}, F(GRF_BYTES), 2, 4, "toy: grf_bytes is 2, a valid value is 4"},
    {"acm-g10",
     {SET(SHARED_POOL_BYTES, UNKNOWN)},
     F(SHARED_POOL_BYTES),
     UNKNOWN,
     1 << 30,
     "toy: shared_pool_bytes is unknown: give it, for example 1073741824"},
    {"acm-g10",
     {SET(SHARED_POOL_BYTES, UNKNOWN), SET(MAX_SHARED_BYTES_PER_GROUP, UNKNOWN)},
     F(SHARED_POOL_BYTES),
     UNKNOWN,
     1 << 30,
     "toy: shared_pool_bytes is unknown: give it, for example 1073741824"},
    {"acm-g10",
     {SET(BARRIERS_PER_CORE, UNKNOWN)},
     F(BARRIERS_PER_CORE),
     UNKNOWN,
     65536,
     "toy: barriers_per_core is unknown: give it, for example 65536"},
    {"acm-g10",
     {SET(SHARED_GROUP_SIZES_KIB, 16), SET(SHARED_GROUP_SIZES_KIB, 32)},
     F(SHARED_GROUP_SIZES_KIB),
     32,
     64,
     "toy: shared_group_sizes_kib is 32, a valid value is 64"},
    {"acm-g10",
     {SET(SHARED_GROUP_SIZES_KIB, 32), SET(MAX_SHARED_BYTES_PER_GROUP, 32769)},
     F(SHARED_GROUP_SIZES_KIB),
     32,
     33,
     "toy: shared_group_sizes_kib is 32, a valid value is 33"},
    {"acm-g10",
     {SET(SHARED_GROUP_SIZES_KIB, 32), SET(MAX_SHARED_BYTES_PER_GROUP, 32768)},
     0,
     0,
     0,
     ""},
};

static void test_rows(void)
{
    uint32_t i, good = 0;
    struct own own;
    const char *text;
    int32_t status;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        status = make_changed(&own, rows[i].base != NULL ? find(rows[i].base) : NULL, "toy",
                              rows[i].changes, 3);
        text = status != GPUOCC_OK ? sentence_of(&own.error, status) : "";
        if (strcmp(text, rows[i].sentence) == 0 &&
            (status == GPUOCC_OK ||
             (own.error.field == rows[i].field && own.error.value == rows[i].value &&
              own.error.limit == rows[i].limit && own.error.known == 3)))
            good++;
        else
            note("row %u: %s, not %s", i, text, rows[i].sentence);
    }
    ok(good == i, "%u of %u devices that cannot be, and what is told of them", good, i);
}

/* Starts with an empty device of each vendor and adds what the error asks for, until it is
 * valid. */
static void test_empty(void)
{
    static const char *const wanted[] = {
        "toy: default_wave_size is 0, a valid value is 8, 16, 32 or 64",
        "toy: default_wave_size is 0, a valid value is 32",
        "toy: default_wave_size is 0, a valid value is 8, 16, 32 or 64",
        "toy: grf_counts is 0, a valid value is 1",
        "toy: wave_sizes is 120, a valid value is 32",
        "toy: wave_sizes is 120, a valid value is 8",
        "toy: default_wave_size is 0, a valid value is 8, 16, 32 or 64",
        "toy: wave_sizes is 120, a valid value is 16"};
    uint32_t vendor, good = 0;
    struct own own;
    const char *text;

    for (vendor = 0; vendor < GPUOCC_VENDOR_COUNT; vendor++) {
        const struct change changes[] = {
            SET(VENDOR, vendor),         SET(MAX_THREADS_PER_GROUP, 64),
            SET(PARTITIONS_PER_CORE, 1), SET(MAX_WAVES_PER_PARTITION, 4),
            SET(WAVE_SIZES, 120),        SET(DEFAULT_WAVE_SIZE, 0)};

        make_changed(&own, NULL, "toy", changes, 6);
        text = sentence_of(&own.error, own.status);
        good += strcmp(text, wanted[vendor]) == 0;
        if (strcmp(text, wanted[vendor]) != 0)
            note("%s, not %s", text, wanted[vendor]);
    }
    ok(good == GPUOCC_VENDOR_COUNT, "%u of %u vendors say which wave size or list is needed", good,
       GPUOCC_VENDOR_COUNT);
}

/* Whether following the errors leads to a valid device, within as many steps as a number has
 * bounds. */
static int is_answered(const gpuocc_device *base, uint32_t field, uint32_t value)
{
    struct change changes[4] = {{field, value}};
    struct own own;
    uint32_t turn, told;

    if (make_changed(&own, base, "toy", changes, 1) == GPUOCC_OK)
        return 1;
    told = own.error.field;
    if (told == F(WAVES_AT_GRF_COUNT) || told == F(DEFAULT_WAVE_SIZE) ||
        told == F(SHARED_GROUP_SIZES_KIB))
        return 1; /* tested by the rows above */
    for (turn = 1; turn < 4; turn++) {
        changes[turn].field = told;
        changes[turn].value = (uint32_t)own.error.limit;
        if (make_changed(&own, base, "toy", changes, turn + 1) == GPUOCC_OK ||
            own.error.field != told)
            return 1;
    }
    note("%s, field %u is %u: field %u is %llu, not %llu", gpuocc_device_name(base), field, value,
         told, (unsigned long long)own.error.value, (unsigned long long)own.error.limit);
    return 0;
}

static void test_most_registers(void)
{
    static const struct change changes[] = {SET(PARTITIONS_PER_CORE, 1024),
                                            SET(REGISTERS_PER_PARTITION, 1 << 20)};
    struct own own;

    ok(make_changed(&own, find("gfx1030"), NULL, changes, 2) == GPUOCC_OK,
       "2^30 registers in a core");
}

static void test_law(void)
{
    static const char *const bases[] = {"sm_60",   "sm_90", "gfx908", "gfx90a", "gfx1100",
                                        "gfx1201", "tgl",   "pvc",    "apple7", "apple9"};
    static const uint32_t values[] = {0, 1, 4097, (1 << 20) + 1, UINT32_MAX - 1, GPUOCC_UNKNOWN};
    uint32_t i, k, field, asked = 0, good = 0;

    for (i = 0; i < sizeof bases / sizeof bases[0]; i++)
        for (field = F(WAVE_SIZES); field < F(CORE_COUNT); field++)
            for (k = 0; k < sizeof values / sizeof values[0]; k++) {
                if (gpuocc_name(GPUOCC_LIST_DEVICE_FIELDS, field) == NULL ||
                    field == F(SHARED_POOL_SIZES_KIB) || field == F(SHARED_GROUP_SIZES_KIB) ||
                    field == F(GRF_COUNTS) || field == F(WAVES_AT_GRF_COUNT))
                    continue;
                asked++;
                good += (uint32_t)is_answered(find(bases[i]), field, values[k]);
            }
    ok(good == asked, "%u of %u edits are possible as told", good, asked);
}

int main(void)
{
    test_rows();
    test_empty();
    test_most_registers();
    test_law();
    return done();
}
