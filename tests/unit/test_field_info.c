/* SPDX-License-Identifier: MIT
 *
 * Tests how devices and conventions use the fields of a kernel: documented values, and for every
 * device agreement with what gpuocc_occupancy_init accepts. Also finds devices by name, and tests
 * the result if there is none.
 */
#include "support.h"

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

int main(void)
{
    test_documented();
    test_every_device();
    test_refused();
    return done();
}
