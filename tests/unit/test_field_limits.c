/* SPDX-License-Identifier: MIT
 *
 * Tests the largest value of every kernel field whose bound is not a number of the device, by
 * convention: it is accepted, and one more is an error with the field, the value and the bound.
 */
#include "groups.h"

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
    test_rows();
    test_scalars();
    test_header_registers();
    test_others();
    return done();
}
