/* SPDX-License-Identifier: MIT
 *
 * Tests how devices and conventions use the fields of a kernel: documented values, for every device
 * agreement with what gpuocc_occupancy_init accepts, and the largest value of every field whose
 * bound is not a number of the device, by convention: it is accepted, and one more is an error with
 * that bound.
 */
#include "support.h"
#include "groups.h"

static gpuocc_field_info info_of(const gpuocc_device *device, uint32_t convention, uint32_t field)
{
    gpuocc_field_info info = {sizeof info, 99, 99, 99, 99, ""};

    if (gpuocc_kernel_field_info(device, convention, field, &info, NULL) != GPUOCC_OK)
        info.use = GPUOCC_FIELD_USE_COUNT;
    return info;
}

static void test_documented(void)
{
    const struct {
        const char *device;
        uint32_t convention, field, use, required, max, value;
        const char *unit, *source;
    } rows[] = {
        {"RTX 4090", 0, GPUOCC_KERNEL_REGISTERS_PER_THREAD, GPUOCC_FIELD_AMOUNT, 0, 255, 0,
         "registers", "CUDA programming guide, table of compute capabilities"},
        {"RTX 4090", 0, GPUOCC_KERNEL_THREADS_PER_GROUP, GPUOCC_FIELD_AMOUNT, 1, 1024, 0, "threads",
         "the same"},
        {"RTX 4090", 0, GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_FIELD_AMOUNT, 0, 99 * 1024, 0, "bytes",
         "the same: 99 KB per block"},
        {"RTX 4090", 0, GPUOCC_KERNEL_CARVEOUT_PERCENT, GPUOCC_FIELD_GRANT, 0, 100, 0, "percent",
         "cudaFuncAttributePreferredSharedMemoryCarveout"},
        {"RTX 4090", 0, GPUOCC_KERNEL_SHARED_LIMIT, GPUOCC_FIELD_CHOICE, 0,
         GPUOCC_SHARED_LIMIT_OPTIN, GPUOCC_SHARED_LIMIT_OPTIN, "", "occupancy.h"},
        {"RTX 4090", GPUOCC_CONVENTION_HEADER, GPUOCC_KERNEL_SHARED_LIMIT, GPUOCC_FIELD_CHOICE, 0,
         GPUOCC_SHARED_LIMIT_OPTIN, GPUOCC_SHARED_LIMIT_DEFAULT, "",
         "cuda_occupancy.h: FUNC_SHMEM_LIMIT_DEFAULT is 0"},
        {"RTX 4090", 0, GPUOCC_KERNEL_WAVE_SIZE, GPUOCC_FIELD_CHOICE, 0, 32, 32, "threads", ""},
        {"RTX 4090", 0, GPUOCC_KERNEL_GROUPS_PER_CLUSTER, GPUOCC_FIELD_ABSENT, 0, 0, 0, "groups",
         "clusters: 9.0 and later"},
        {"H100 PCIe 80 GB", 0, GPUOCC_KERNEL_GROUPS_PER_CLUSTER, GPUOCC_FIELD_IGNORED, 0, 16, 0,
         "groups", "cudaFuncAttributeNonPortableClusterSizeAllowed: 16"},
        {"RTX 4090", 0, GPUOCC_KERNEL_GRF_COUNT, GPUOCC_FIELD_ABSENT, 0, 0, 0, "registers", ""},
        {"RX 7900 XTX", 0, GPUOCC_KERNEL_WAVE_SIZE, GPUOCC_FIELD_CHOICE, 0, 64, 32, "threads",
         "RDNA3 ISA: wave32 and wave64"},
        {"RX 7900 XTX", 0, GPUOCC_KERNEL_CORE_MODE, GPUOCC_FIELD_CHOICE, 0, GPUOCC_CORE_MODE_WGP,
         GPUOCC_CORE_MODE_WGP, "", "occupancy.h"},
        {"RX 7900 XTX", 0, GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK, GPUOCC_FIELD_ABSENT, 0, 0, 0,
         "registers", "gfx12 only"},
        {"gfx1200", 0, GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK, GPUOCC_FIELD_CHOICE, 0, 32, 0, "registers",
         "LLVM: FeatureDynamicVGPRBlockSize32"},
        {"gfx90a", 0, GPUOCC_KERNEL_CORE_MODE, GPUOCC_FIELD_CHOICE, 0, GPUOCC_CORE_MODE_CU,
         GPUOCC_CORE_MODE_CU, "", "no WGPs before RDNA"},
        {"gfx90a", 0, GPUOCC_KERNEL_TRAP_REGISTERS, GPUOCC_FIELD_AMOUNT, 0, 16, 16, "registers",
         "LLVM: TRAP_NUM_SGPRS"},
        {"gfx90a", GPUOCC_CONVENTION_HIP, GPUOCC_KERNEL_SCRATCH_WAVE_CAP, GPUOCC_FIELD_IGNORED, 0,
         INT32_MAX, 0, "waves", "hipOccupancy does not read it"},
        {"A770", 0, GPUOCC_KERNEL_WAVE_SIZE, GPUOCC_FIELD_CHOICE, 1, 32, 0, "threads",
         "SIMD8, SIMD16 or SIMD32"},
        {"A770", 0, GPUOCC_KERNEL_GRF_COUNT, GPUOCC_FIELD_AMOUNT, 0, 256, 128, "registers",
         "oneAPI guide: small and large GRF mode"},
        {"apple7", 0, GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, GPUOCC_FIELD_AMOUNT, 0, 256, 0,
         "halves", "Mesa: 256 half registers"},
    };
    gpuocc_field_info info;
    uint32_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        info = info_of(gpuocc_device_named(rows[i].device), rows[i].convention, rows[i].field);
        ok(info.use == rows[i].use && info.required == rows[i].required &&
               info.max == rows[i].max && info.default_value == rows[i].value &&
               strcmp(info.unit, rows[i].unit) == 0,
           "%s, %s: use %u, required %u, max %u, default %u (%s)", rows[i].device,
           gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, rows[i].field), info.use, info.required, info.max,
           info.default_value, rows[i].source);
    }
}

/* Returns the status of the smallest kernel with one field set, and whether that field is the
 * cause. */
static int32_t status_with(const gpuocc_device *device, uint32_t convention, uint32_t field,
                           uint32_t value, int *blamed)
{
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;
    struct place p;

    kernel.threads_per_group = 1;
    kernel.wave_size = get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE) != 0   ? 0
                       : (get(device, GPUOCC_DEVICE_WAVE_SIZES) & 16) != 0 ? 16
                                                                           : 64;
    put_word(&kernel, field, value);
    place_as(&p, device, convention, kernel);
    *blamed = p.error.scope == GPUOCC_SCOPE_KERNEL && p.error.field == field;
    return p.status;
}

/* The information about a field agrees with what an occupancy accepts. */
static int agrees(const gpuocc_device *device, uint32_t convention, uint32_t field)
{
    const gpuocc_field_info info = info_of(device, convention, field);
    int blamed, none;

    if (info.use >= GPUOCC_FIELD_USE_COUNT)
        return 0;
    if (info.use == GPUOCC_FIELD_ABSENT)
        return info.max == 0 && info.default_value == 0 && info.required == 0 &&
               status_with(device, convention, field, 1, &blamed) == GPUOCC_ERROR_NO_RESOURCE &&
               blamed;
    if (status_with(device, convention, field, info.max, &blamed) < 0 && blamed)
        return 0;
    if (info.max + 1 < GPUOCC_ZERO && /* larger values are not amounts */
        (status_with(device, convention, field, info.max + 1, &blamed) == GPUOCC_OK || !blamed))
        return 0;
    if ((status_with(device, convention, field, 0, &blamed) == GPUOCC_ERROR_REQUIRED) !=
        (info.required == 1))
        return 0;
    return info.required == 1 ||
           (info.default_value <= info.max &&
            status_with(device, convention, field, info.default_value, &none) == GPUOCC_OK);
}

static void test_every_device(void)
{
    const gpuocc_device *device = NULL;
    uint32_t at, convention, field, asked = 0, agreed = 0;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++) {
        if (!is_architecture(device))
            continue;
        for (convention = 0; convention < GPUOCC_CONVENTION_COUNT; convention++) {
            if (info_of(device, convention, 1).use >= GPUOCC_FIELD_USE_COUNT)
                continue;
            for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++, asked++) {
                agreed += (uint32_t)agrees(device, convention, field);
                if (!agrees(device, convention, field))
                    note("%s, convention %u, %s", gpuocc_device_name(device), convention,
                         gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, field));
            }
        }
    }
    ok(asked > 5000 && agreed == asked, "%u of %u fields of every architecture and convention",
       agreed, asked);
}

static void test_refused(void)
{
    const gpuocc_device *device = gpuocc_device_named("RTX 4090");
    gpuocc_field_info info = {sizeof info, 7, 7, 7, 7, "x"}, small = {12, 7, 7, 7, 7, "x"};
    gpuocc_error error = {sizeof error, 0, 0, 0, 0, 0, ""};
    int32_t status;

    ok(device == find("RTX 4090") && gpuocc_device_named(NULL) == NULL &&
           gpuocc_device_named("no such GPU") == NULL && gpuocc_device_named("") == NULL,
       "devices by name; NULL if there is none");
    status = gpuocc_kernel_field_info(gpuocc_device_named("no such GPU"), 0, 1, &info, &error);
    ok(status == GPUOCC_ERROR_NULL && error.scope == GPUOCC_SCOPE_DEVICE && error.field == 0 &&
           strcmp(sentence_of(&error, status), "device is NULL: no device was found by its name") ==
               0,
       "%s", sentence_of(&error, status));
    status = gpuocc_kernel_field_info(device, 0, 1, NULL, &error);
    ok(status == GPUOCC_ERROR_NULL && error.scope == GPUOCC_SCOPE_ARGUMENT && error.field == 4,
       "%s", sentence_of(&error, status));
    status = gpuocc_kernel_field_info(device, 0, 1, &small, &error);
    ok(status == GPUOCC_ERROR_STRUCT_SIZE && error.field == 4 && error.value == 12 &&
           error.limit == sizeof info && small.use == 7,
       "%s", sentence_of(&error, status));
    status = gpuocc_kernel_field_info(device, 0, 0, &info, &error);
    ok(status == GPUOCC_ERROR_FIELD && error.field == 3 && error.value == 0, "%s",
       sentence_of(&error, status));
    status = gpuocc_kernel_field_info(device, 0, GPUOCC_KERNEL_FIELD_COUNT, &info, &error);
    ok(status == GPUOCC_ERROR_FIELD && error.limit == GPUOCC_KERNEL_FIELD_COUNT - 1, "%s",
       sentence_of(&error, status));
    ok(gpuocc_kernel_field_info(device, GPUOCC_CONVENTION_HIP, 1, &info, NULL) ==
               GPUOCC_ERROR_CONVENTION_VENDOR &&
           gpuocc_kernel_field_info(device, 99, 1, &info, NULL) ==
               GPUOCC_ERROR_CONVENTION_UNKNOWN &&
           info.use == 7 && info.unit[0] == 'x',
       "a convention of another vendor, or of none; nothing is written");
}

struct row {
    const char *device;
    uint32_t convention, field, most;
    int32_t status;
};

static const struct row rows[] = {
#define ROW(device, convention, FIELD, most, STATUS)                                               \
    {                                                                                              \
        device, GPUOCC_CONVENTION_##convention, GPUOCC_KERNEL_##FIELD, most, GPUOCC_ERROR_##STATUS \
    }
#define AMD(convention)                                                                            \
    ROW("gfx900", convention, BARRIERS_PER_GROUP, 1, TOO_LARGE),                                   \
        ROW("gfx900", convention, MAX_THREADS_PER_GROUP, INT32_MAX, TOO_LARGE),                    \
        ROW("gfx900", convention, SCRATCH_WAVE_CAP, INT32_MAX, TOO_LARGE),                         \
        ROW("gfx900", convention, TRAP_REGISTERS, 16, TOO_MANY_REGISTERS),                         \
        ROW("gfx900", convention, SCALAR_REGISTERS_PER_WAVE, 112, TOO_MANY_REGISTERS),             \
        ROW("gfx1010", convention, SCALAR_REGISTERS_PER_WAVE, 128, TOO_MANY_REGISTERS),            \
        ROW("gfx600", convention, SCALAR_REGISTERS_PER_WAVE, 104, TOO_MANY_REGISTERS),             \
        ROW("gfx700", convention, SCALAR_REGISTERS_PER_WAVE, 104, TOO_MANY_REGISTERS),             \
        ROW("gfx1100", convention, CORE_MODE, 2, NOT_A_CHOICE),                                    \
        ROW("gfx1201", convention, DYNAMIC_VGPR_BLOCK, 32, NOT_A_CHOICE)
    AMD(DEFAULT),
    AMD(LLVM),
    AMD(HIP),
    ROW("gfx900", LLVM, DYNAMIC_SHARED_BYTES, INT32_MAX, TOO_LARGE),
    ROW("gfx900", HIP, SHARED_BYTES, INT32_MAX, TOO_LARGE),
    ROW("gfx900", HIP, DYNAMIC_SHARED_BYTES, INT32_MAX, TOO_LARGE),
    ROW("gfx900", HIP, THREADS_PER_GROUP, 1 << 20, GROUP_TOO_LARGE),
#define INTEL(convention)                                                                          \
    ROW("pvc", convention, BARRIERS_PER_GROUP, 32, TOO_LARGE),                                     \
        ROW("pvc", convention, MAX_THREADS_PER_GROUP, INT32_MAX, TOO_LARGE),                       \
        ROW("pvc", convention, GRF_COUNT, 256, TOO_MANY_REGISTERS)
    INTEL(DEFAULT),
    INTEL(INTEL_CALCULATOR),
    INTEL(NEO_22_43),
    INTEL(NEO),
    ROW("tgl", NEO_22_43, GRF_COUNT, 256, TOO_MANY_REGISTERS),
    ROW("tgl", NEO, GRF_COUNT, 128, TOO_MANY_REGISTERS),
    ROW("tgl", INTEL_CALCULATOR, GRF_COUNT, 128, TOO_MANY_REGISTERS),
    ROW("bmg-g21", INTEL_CALCULATOR, GRF_COUNT, 128, TOO_MANY_REGISTERS),
    ROW("apple9", DEFAULT, OCCUPANCY_TARGET_PERCENT, 100, TOO_LARGE),
    ROW("9.0", DEFAULT, CARVEOUT_PERCENT, 100, TOO_LARGE),
    ROW("9.0", DEFAULT, MAX_THREADS_PER_GROUP, INT32_MAX, TOO_LARGE),
    ROW("9.0", DEFAULT, BARRIERS_PER_GROUP, 16, TOO_LARGE),
    ROW("9.0", HEADER, CARVEOUT_PERCENT, 100, TOO_LARGE),
    ROW("7.0", HEADER, CARVEOUT_PERCENT, 100, TOO_LARGE),
    ROW("6.2", HEADER, CARVEOUT_PERCENT, INT32_MAX, TOO_LARGE),
    ROW("9.0", HEADER, BARRIERS_PER_GROUP, INT32_MAX, TOO_LARGE),
    ROW("9.0", HEADER, VIRTUAL_RESOURCES, INT32_MAX, TOO_LARGE),
    ROW("9.0", HEADER, MAX_THREADS_PER_GROUP, INT32_MAX, TOO_LARGE),
    /* The largest value that fits in an int after the header has rounded it up. */
    ROW("9.0", HEADER, THREADS_PER_GROUP, INT32_MAX - 127, GROUP_TOO_LARGE),
    /* size_t in the header; above are the two words that are not amounts */
    {"9.0", GPUOCC_CONVENTION_HEADER, GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_ZERO - 1, GPUOCC_OK},
    {"9.0", GPUOCC_CONVENTION_HEADER, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, GPUOCC_ZERO - 1,
     GPUOCC_OK},
};

static gpuocc_kernel base_of(const struct row *row)
{
    gpuocc_kernel kernel = kernel_of(32, 0, 0);
    const int intel = strcmp(row->device, "pvc") == 0 || strcmp(row->device, "tgl") == 0 ||
                      strcmp(row->device, "bmg-g21") == 0;

    kernel.wave_size = intel ? 16 : 0;
    kernel.max_threads_per_group = row->convention == GPUOCC_CONVENTION_HEADER ? 1024 : 0;
    return kernel;
}

static void test_rows(void)
{
    uint32_t i, wrong = 0;
    struct place p;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *row = &rows[i];
        const gpuocc_device *device = find(row->device);
        gpuocc_kernel kernel = base_of(row);
        int good;

        put_word(&kernel, row->field, row->most);
        good = place_as(&p, device, row->convention, kernel) == GPUOCC_OK;
        put_word(&kernel, row->field, row->most + 1);
        if (row->status != GPUOCC_OK)
            good = good && place_as(&p, device, row->convention, kernel) == row->status &&
                   p.error.field == row->field && p.error.value == (uint64_t)row->most + 1 &&
                   p.error.limit == row->most && p.error.known == 3;
        if (!good && wrong++ < 5)
            note("row %u: %s, convention %u, field %u: %s", i, row->device, row->convention,
                 row->field, sentence(&p));
    }
    ok(wrong == 0, "%u largest values, and one more of each: %u differ", i, wrong);
}

/* Registers per thread that the header can still multiply: 32 times, rounded up to 256. */
static void test_header_registers(void)
{
    const uint32_t most = (INT32_MAX - 255) / 32;
    gpuocc_kernel kernel = kernel_of(1, most, 0);
    struct place p;

    kernel.max_threads_per_group = 1024;
    place_as(&p, find("9.0"), GPUOCC_CONVENTION_HEADER, kernel);
    ok(p.status == GPUOCC_ERROR_TOO_LARGE && p.error.value == most && p.error.limit < most,
       "four warps of them are too many: %s", sentence(&p));
    kernel.registers_per_thread = most + 1;
    place_as(&p, find("9.0"), GPUOCC_CONVENTION_HEADER, kernel);
    ok(p.status == GPUOCC_ERROR_TOO_LARGE && p.error.limit == most,
       "one more is refused by itself: %s", sentence(&p));
}

/* Fields that must be known, and fields with a single valid value. */
static void test_others(void)
{
    gpuocc_kernel kernel = kernel_of(32, 0, 0);
    struct place p;

    kernel.dynamic_vgpr_block = 31;
    place(&p, find("gfx1201"), kernel);
    ok(p.status == GPUOCC_ERROR_NOT_A_CHOICE && p.error.value == 31 && p.error.limit == 32, "%s",
       sentence(&p));
    kernel.dynamic_vgpr_block = 16;
    place(&p, find("gfx1100"), kernel);
    ok(p.status == GPUOCC_ERROR_NO_RESOURCE && p.error.value == 16 && p.error.limit == 0, "%s",
       sentence(&p));
    kernel.wave_size = 64;
    place(&p, find("gfx1201"), kernel);
    ok(p.status == GPUOCC_ERROR_NOT_A_CHOICE && p.error.field == GPUOCC_KERNEL_WAVE_SIZE &&
           p.error.value == 64 && p.error.limit == 32,
       "%s", sentence(&p));
    kernel = kernel_of(32, 0, 0);
    kernel.occupancy_target_percent = 50;
    place(&p, find("apple8"), kernel);
    ok(p.status == GPUOCC_ERROR_NO_RESOURCE && p.error.value == 50 && p.error.limit == 0, "%s",
       sentence(&p));
}

/* The end of the curve over SGPRs and the maximum of them, for every number of waves. */
static int scalars_end_at(const gpuocc_device *device, uint32_t convention, uint32_t end)
{
    const uint32_t field = GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE;
    const gpuocc_kernel kernel = kernel_of(64, 0, 0);
    gpuocc_plateau plateau = {.size = sizeof plateau};
    uint32_t waves, most, largest = 0, value = 0;
    struct place p;

    place_as(&p, device, convention, kernel);
    for (waves = 1; waves <= 40; waves++)
        if (gpuocc_occupancy_maximum(p.occupancy, field, GPUOCC_TARGET_WAVES, waves, &most, NULL) ==
            GPUOCC_OK)
            largest = most > largest ? most : largest;
    while (gpuocc_occupancy_plateau(p.occupancy, field, value, &plateau, NULL) == GPUOCC_OK)
        value = plateau.last + 1;
    return largest == end && value == end + 1;
}

static void test_scalars(void)
{
    static const char *const names[] = {"gfx600", "gfx700", "gfx803", "gfx900"};
    static const uint32_t conventions[] = {GPUOCC_CONVENTION_DEFAULT, GPUOCC_CONVENTION_HIP};
    uint32_t i, j, good = 0;

    for (i = 0; i < 4; i++)
        for (j = 0; j < 2; j++)
            good += (uint32_t)scalars_end_at(find(names[i]), conventions[j], i < 2 ? 104 : 112);
    ok(good == 8, "%u of 8 curves over SGPRs end at 104 (gfx6, gfx7) or 112", good);
}

int main(void)
{
    test_documented();
    test_every_device();
    test_refused();
    test_rows();
    test_scalars();
    test_header_registers();
    test_others();
    return done();
}
