/* SPDX-License-Identifier: MIT
 *
 * Tests AMD. Expected values come from tests/data/amd and from the reference, never from the
 * library.
 */
#include "amd_support.h"

static void test_llvm_sample(void)
{
    struct rows r;
    struct place p;
    gpuocc_kernel k;

    rows_open(&r, "amd/occupancy_llvm_sample.csv");
    while (rows_next(&r)) {
        memset(&k, 0, sizeof k);
        k.wave_size = (uint32_t)number(&r, "wave_size_lanes", 0);
        k.core_mode = mode_of(&r);
        k.registers_per_thread = (uint32_t)number(&r, "vgprs_arch", 0);
        k.accumulators_per_thread = (uint32_t)number(&r, "agprs", 0);
        k.scalar_registers_per_wave = (uint32_t)number(&r, "sgprs", 0);
        k.shared_bytes = (uint32_t)number(&r, "lds_bytes", 0);
        k.threads_per_group = (uint32_t)number(&r, "group_size_threads", 0);
        place_as(&p, find(cell(&r, "target")), GPUOCC_CONVENTION_LLVM, k);
        equal(&r, "occupancy", result(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0),
              number(&r, "llvm_waves_per_simd", 0));
        k.registers_per_thread = (uint32_t)number(&r, "vgprs_for_waves", 0);
        k.accumulators_per_thread = 0;
        k.scalar_registers_per_wave = (uint32_t)number(&r, "sgprs_for_waves", 0);
        place_as(&p, find(cell(&r, "target")), GPUOCC_CONVENTION_LLVM, k);
        equal(&r, "occupancy by the padded counts",
              result(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0),
              number(&r, "llvm_waves_per_simd", 0));
    }
    compared("llvm convention, occupancy_llvm_sample.csv");
}

static uint32_t limiters_of(const char *names)
{
    static const struct {
        const char *name;
        uint32_t limit;
    } words[] = {{"vgpr", GPUOCC_LIMIT_REGISTERS},
                 {"sgpr", GPUOCC_LIMIT_SCALAR_REGISTERS},
                 {"lds", GPUOCC_LIMIT_SHARED},
                 {"slots", GPUOCC_LIMIT_WAVES},
                 {"barriers", GPUOCC_LIMIT_BARRIERS}};
    uint32_t set = 0;
    size_t i, length;

    for (;; names += length + 1) {
        length = strcspn(names, "|");
        for (i = 0; i < sizeof words / sizeof words[0]; i++)
            if (strlen(words[i].name) == length && memcmp(words[i].name, names, length) == 0)
                set |= 1u << words[i].limit;
        if (names[length] == 0)
            return set;
    }
}

static void disagree_default(const struct rows *r, const gpuocc_device *device, gpuocc_kernel k)
{
    struct place p;
    char fraction[16];

    k.trap_registers = GPUOCC_ZERO;
    place(&p, device, k);
    if (k.shared_bytes > value_at(device, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 0)) {
        equal(r, "status", (uint64_t)(int64_t)p.status, GPUOCC_ERROR_SHARED_TOO_LARGE);
        return; /* the file has 0 groups; here, more than a group can ever have is an error */
    }
    equal(r, "groups", result(&p, GPUOCC_RESULT_GROUPS, 0),
          number(r, "achievable_groups_per_holder", -1));
    equal(r, "waves", result(&p, GPUOCC_RESULT_WAVES, 0),
          number(r, "achievable_waves_per_holder", -1));
    equal(r, "waves per SIMD", result(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0),
          number(r, "achievable_waves_per_simd_ceil", -1));
    equal(r, "limiters", result(&p, GPUOCC_RESULT_LIMITERS, 0),
          limiters_of(cell(r, "achievable_limiters")));
    snprintf(fraction, sizeof fraction, "%.4f",
             (double)result(&p, GPUOCC_RESULT_WAVES, 0) /
                 (double)result(&p, GPUOCC_RESULT_MAX_WAVES, 0));
    equal(r, "occupancy", strcmp(fraction, cell(r, "achievable_occupancy_fraction")) == 0, 1);
    k.trap_registers = 16;
    place(&p, device, k);
    equal(r, "groups with a trap handler", result(&p, GPUOCC_RESULT_GROUPS, 0),
          number(r, "achievable_groups_trap16", -1));
}

static void disagree_tool(const struct rows *r, const gpuocc_device *device, gpuocc_kernel k,
                          uint32_t convention, const char *column)
{
    const uint32_t which = convention == GPUOCC_CONVENTION_LLVM ? GPUOCC_RESULT_WAVES_PER_PARTITION
                                                                : GPUOCC_RESULT_GROUPS;
    struct place p;

    place_as(&p, device, convention, k);
    if (cell(r, column)[0] == 0 || strcmp(cell(r, column), "error") == 0)
        equal(r, column, p.status < 0, 1);
    else
        equal(r, column, result(&p, which, 0), number(r, column, -1));
}

static void test_disagree(void)
{
    const gpuocc_device *device;
    struct rows r;
    gpuocc_kernel k;

    rows_open(&r, "amd/conventions_disagree.csv");
    while (rows_next(&r)) {
        device = find(number(&r, "max_waves_override", 0) ? "RX 480" : cell(&r, "target"));
        memset(&k, 0, sizeof k);
        k.wave_size = (uint32_t)number(&r, "wave_size_lanes", 0);
        k.core_mode = mode_of(&r);
        k.registers_per_thread = (uint32_t)number(&r, "arch_vgprs", number(&r, "vgprs_total", 0));
        k.accumulators_per_thread = (uint32_t)number(&r, "acc_vgprs", 0);
        k.scalar_registers_per_wave = (uint32_t)number(&r, "sgprs", 0);
        k.shared_bytes = (uint32_t)number(&r, "lds_bytes", 0);
        k.threads_per_group = (uint32_t)number(&r, "group_size_threads", 0);
        disagree_default(&r, device, k);
        disagree_tool(&r, device, k, GPUOCC_CONVENTION_LLVM, "llvm22_waves_per_simd");
        disagree_tool(&r, device, k, GPUOCC_CONVENTION_HIP, "hip_groups");
        disagree_tool(&r, device, k, GPUOCC_CONVENTION_HIP_LDS_POOL, "hip_groups_lds_pool");
        disagree_tool(&r, device, k, GPUOCC_CONVENTION_HIP_2024_10, "hip_groups_oct2024_constants");
    }
    compared("every convention, conventions_disagree.csv");
}

static void target_fields(const struct rows *r, const gpuocc_device *d)
{
    const long long lanes = number(r, "wave_size_lanes", 0);
    const long long cus = mode_of(r) == GPUOCC_CORE_MODE_WGP ? 2 : 1;

#define FIELD(NAME, column, factor)                                                                \
    equal(r, column, value_at(d, GPUOCC_DEVICE_##NAME, 0) * (uint64_t)(factor),                    \
          number(r, column, -1))
#define LANES(NAME, column)                                                                        \
    equal(r, column, value_at(d, GPUOCC_DEVICE_##NAME, 0), number(r, column, -1) * lanes)
    FIELD(PARTITIONS_PER_CORE, "simds_per_holder", cus);
    FIELD(MAX_WAVES_PER_PARTITION, "max_waves_per_simd", 1);
    LANES(REGISTERS_PER_PARTITION, "vgpr_file_per_simd_regs");
    LANES(REGISTER_UNIT, "vgpr_granule_regs");
    FIELD(MAX_REGISTERS_PER_THREAD, "vgpr_addressable_regs", 1);
    FIELD(SCALAR_REGISTERS_PER_PARTITION, "sgpr_file_per_simd_regs", 1);
    if (number(r, "sgpr_granule_regs", 0) != 0)
        FIELD(SCALAR_REGISTER_UNIT, "sgpr_granule_regs", 1);
    FIELD(MAX_SCALAR_REGISTERS_PER_WAVE, "sgpr_addressable_regs", 1);
    FIELD(FIXED_SCALAR_REGISTERS_PER_WAVE, "sgpr_fixed_alloc_regs", 1);
    FIELD(MAX_SHARED_BYTES_PER_GROUP, "lds_per_group_bytes", 1);
    FIELD(SHARED_POOL_BYTES, "lds_pool_bytes", cus);
    FIELD(SHARED_UNIT_BYTES, "lds_granule_bytes", 1);
    FIELD(BARRIERS_PER_CORE, "max_barrier_groups", cus);
#undef FIELD
#undef LANES
    equal(r, "agpr_kind", value_at(d, GPUOCC_DEVICE_UNIFIED_ACCUMULATORS, 0),
          strcmp(cell(r, "agpr_kind"), "unified") == 0);
    equal(r, "AGPRs", value_at(d, GPUOCC_DEVICE_MAX_ACCUMULATORS_PER_THREAD, 0),
          strcmp(cell(r, "agpr_kind"), "none") == 0 ? 0 : 256);
}

static void target_confidence(const struct rows *r, const gpuocc_device *d)
{
    static const struct {
        uint32_t field;
        const char *column;
    } marks[] = {{GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, "confidence_slots"},
                 {GPUOCC_DEVICE_REGISTERS_PER_PARTITION, "confidence_registers"},
                 {GPUOCC_DEVICE_SHARED_UNIT_BYTES, "confidence_lds"}};
    gpuocc_source source = {sizeof source, 0, "", ""};
    uint32_t i;

    for (i = 0; i < 3; i++) {
        gpuocc_device_source(d, marks[i].field, &source);
        equal(r, marks[i].column, source.confidence,
              cell(r, marks[i].column)[0] - 'A' + GPUOCC_CONFIDENCE_VENDOR);
    }
}

static void test_targets(void)
{
    const gpuocc_device *d;
    gpuocc_kernel k;
    struct rows r;
    struct place p;

    rows_open(&r, "amd/targets.csv");
    while (rows_next(&r)) {
        d = find(cell(&r, "target"));
        equal(&r, "name", strcmp(gpuocc_device_name(d), cell(&r, "target")) == 0, 1);
        target_fields(&r, d);
        target_confidence(&r, d);
        memset(&k, 0, sizeof k);
        k.threads_per_group = 65;
        k.registers_per_thread = 1;
        k.shared_bytes = 1;
        k.wave_size = (uint32_t)number(&r, "wave_size_lanes", 0);
        k.core_mode = mode_of(&r);
        place(&p, d, k);
        equal(&r, "partitions", result(&p, GPUOCC_RESULT_PARTITIONS_PER_CORE, 0),
              number(&r, "simds_per_holder", -1));
        equal(&r, "pool", result(&p, GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_SHARED),
              number(&r, "lds_pool_bytes", -1));
        equal(&r, "barriers", result(&p, GPUOCC_RESULT_LIMIT, GPUOCC_LIMIT_BARRIERS),
              number(&r, "max_barrier_groups", -1));
        equal(&r, "VGPRs", result(&p, GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_REGISTERS),
              number(&r, "vgpr_file_per_simd_regs", -1) * k.wave_size *
                  number(&r, "simds_per_holder", -1));
        equal(&r, "slots", result(&p, GPUOCC_RESULT_MAX_WAVES, 0),
              number(&r, "max_waves_per_simd", -1) * number(&r, "simds_per_holder", -1));
    }
    compared("targets.csv");
}

/* Returns the largest count with which a SIMD holds that many single-wave groups, by trying all. */
static uint32_t largest(const gpuocc_device *d, uint32_t convention, gpuocc_kernel k, int scalars,
                        uint64_t waves)
{
    uint32_t count, best = 0;
    const uint32_t most =
        scalars ? (uint32_t)value_at(d, GPUOCC_DEVICE_MAX_SCALAR_REGISTERS_PER_WAVE, 0)
                : (uint32_t)value_at(d, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 0);
    struct place p;

    for (count = 1; count <= most; count++) {
        if (scalars)
            k.scalar_registers_per_wave = count;
        else
            k.registers_per_thread = count;
        place_as(&p, d, convention, k);
        if (result(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0) == waves)
            best = count;
    }
    return best;
}

static void test_staircases(void)
{
    static const char *const classes[][9] = {
        {"gcn1_to_gcn5_cdna1", "gfx600", "gfx701", "gfx803", "gfx810", "gfx900", "gfx90c", "gfx908",
         "gfx9-generic"},
        {"gcn4_polaris", "RX 480", "RX 460", "gfx803-polaris"},
        {"cdna2_3_4_unified", "gfx90a", "gfx940", "gfx941", "gfx942", "gfx950", "gfx9-4-generic"},
        {"rdna1", "gfx1010", "gfx1011", "gfx1012", "gfx1013", "gfx10-1-generic"},
        {"rdna_1024", "gfx1030", "gfx1036", "gfx1102", "gfx1103", "gfx1150", "gfx1152", "gfx1153",
         "gfx11-generic"},
        {"rdna_1536", "gfx1100", "gfx1101", "gfx1151", "gfx1200", "gfx1201", "gfx12-generic"},
        {"gfx125x", "gfx1250", "gfx1251"},
        {"gcn1_gcn2", "gfx600", "gfx602", "gfx700", "gfx705"},
        {"gcn3_to_gcn5_cdna1", "gfx801", "gfx803", "gfx810", "gfx900", "gfx906", "gfx908"},
        {"cdna2_3_4", "gfx90a", "gfx942", "gfx950", "gfx9-4-generic"}};
    gpuocc_kernel k;
    struct rows r;
    size_t i, j;

    rows_open(&r, "amd/staircases.csv");
    while (rows_next(&r)) {
        const char *convention = cell(&r, "convention");
        const int scalars = strcmp(cell(&r, "register_kind"), "sgpr") == 0;
        const uint64_t waves = (uint64_t)number(&r, "waves_per_simd", 0);
        const long long most = number(&r, "max_registers_per_wave", 0);
        int found = 0;

        for (i = 0; i < sizeof classes / sizeof classes[0]; i++)
            for (j = 1; strcmp(classes[i][0], cell(&r, "class")) == 0 && j < 9; j++) {
                if (classes[i][j] == NULL)
                    break;
                found = 1;
                memset(&k, 0, sizeof k);
                k.wave_size = (uint32_t)number(&r, "wave_size_lanes", 0);
                k.threads_per_group = k.wave_size;
                k.trap_registers = (uint32_t)number(&r, "trap_reserve_regs", GPUOCC_ZERO);
                if (k.trap_registers == 0)
                    k.trap_registers = GPUOCC_ZERO;
                if (strstr(convention, "llvm_print") == NULL || strstr(convention, "hardware"))
                    equal(
                        &r, classes[i][j],
                        largest(find(classes[i][j]), GPUOCC_CONVENTION_DEFAULT, k, scalars, waves),
                        most);
                if (strstr(convention, "llvm_print"))
                    equal(&r, classes[i][j],
                          largest(find(classes[i][j]), GPUOCC_CONVENTION_LLVM, k, scalars, waves),
                          most);
            }
        equal(&r, "known class", (uint64_t)found, 1);
    }
    compared("staircases.csv");
}

/* Returns the value after "key=" in a cell of pairs separated by |. */
static uint32_t pair(const char *pairs, const char *key)
{
    const char *at = strstr(pairs, key);

    return at != NULL ? (uint32_t)strtoul(at + strlen(key), NULL, 10) : 0;
}

/* Rows with a figure of the machine: a field of a device, times SIMDs per CU if the figure is per
 * CU. */
static const struct {
    int check;
    const char *device;
    uint32_t field, times;
} machine[] = {{1, "gfx900", GPUOCC_DEVICE_PARTITIONS_PER_CORE, 1},
               {2, "gfx900", GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 4},
               {3, "gfx900", GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 4}, /* bytes per register */
               {4, "gfx701", GPUOCC_DEVICE_SCALAR_REGISTERS_PER_PARTITION, 1},
               {5, "gfx803", GPUOCC_DEVICE_SCALAR_REGISTERS_PER_PARTITION, 1},
               {6, "gfx803", GPUOCC_DEVICE_SCALAR_REGISTERS_PER_PARTITION, 4},
               {8, "gfx900", GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 1},
               {9, "gfx900", GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, 1},
               {10, "gfx900", GPUOCC_DEVICE_SHARED_POOL_BYTES, 1},
               {12, "gfx900", GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 1}};

/* Rows 7, 11, 14, 17 and 31 to 54 are arithmetic of the article or Direct3D's limit, and do not
 * concern occupancy. */
static void test_article(void)
{
    struct rows r;
    struct place p;
    gpuocc_kernel k;
    int rows = 0;
    size_t i;

    rows_open(&r, "amd/article_checks.csv");
    while (rows_next(&r)) {
        const char *in = cell(&r, "inputs"), *what = cell(&r, "quantity");
        double waves, max_waves, registers, file, wanted = atof(cell(&r, "expected_value")), got;

        for (i = 0; i < sizeof machine / sizeof machine[0]; i++)
            if (machine[i].check == number(&r, "check_id", 0))
                equal(&r, what,
                      value_at(find(machine[i].device), machine[i].field, 0) * machine[i].times,
                      number(&r, "expected_value", -1));
        if (strncmp(in, "target=gfx900|", 14) != 0)
            continue;
        rows++;
        memset(&k, 0, sizeof k);
        k.threads_per_group = pair(in, "group_size=");
        k.registers_per_thread = pair(in, "|vgprs=");
        k.shared_bytes = pair(in, "lds_bytes=");
        place(&p, find("gfx900"), k);
        waves = (double)result(&p, GPUOCC_RESULT_WAVES, 0);
        max_waves = (double)result(&p, GPUOCC_RESULT_MAX_WAVES, 0);
        registers = (double)(result(&p, GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP, 0) *
                             result(&p, GPUOCC_RESULT_GROUPS, 0));
        file = (double)result(&p, GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_REGISTERS);
        if (strcmp(what, "groups per CU") == 0)
            got = (double)result(&p, GPUOCC_RESULT_GROUPS, 0);
        else if (strcmp(what, "resident waves per CU") == 0)
            got = waves;
        else if (strcmp(what, "waves per SIMD") == 0)
            got = (double)result(&p, GPUOCC_RESULT_WAVES_PER_PARTITION, 0);
        else if (strcmp(what, "occupancy") == 0)
            got = 100 * waves / max_waves;
        else if (strcmp(what, "VGPRs used") == 0)
            got = registers;
        else if (strcmp(what, "VGPR file used") == 0)
            got = registers * 4 / 1024;
        else if (strcmp(what, "VGPR file unused") == 0)
            got = (file - registers) * 4 / 1024;
        else if (strcmp(what, "VGPR file unused share") == 0)
            got = 100 * (file - registers) / file;
        else
            got = 100 - 100 * (double)result(&p, GPUOCC_RESULT_ALLOCATED, GPUOCC_LIMIT_SHARED) /
                            (double)result(&p, GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_SHARED);
        equal(&r, what, (uint64_t)(got * 10), (long long)(wanted * 10));
    }
    equal(&r, "rows", (uint64_t)rows, 16);
    compared("article_checks.csv");
}

int main(void)
{
    test_targets();
    test_llvm_sample();
    test_disagree();
    test_staircases();
    test_article();
    return done();
}
