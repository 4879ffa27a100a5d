/* SPDX-License-Identifier: MIT
 *
 * Compares ranges with every value of one or two unknown fields (range_judge.h), on a small device
 * of every vendor and in each of its conventions.
 */
#include "range_judge.h"

#define COUNT(array) (sizeof array / sizeof array[0])

#define THREADS                                                                                    \
    {                                                                                              \
        GPUOCC_KERNEL_THREADS_PER_GROUP, 1, 65, 8, 0, 1                                            \
    }
#define REGISTERS                                                                                  \
    {                                                                                              \
        GPUOCC_KERNEL_REGISTERS_PER_THREAD, 0, 13, 1, 0, 0                                         \
    }
#define SHARED                                                                                     \
    {                                                                                              \
        GPUOCC_KERNEL_SHARED_BYTES, 0, 41, 2, 0, 0                                                 \
    }
#define DYNAMIC                                                                                    \
    {                                                                                              \
        GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, 0, 41, 2, 0, 0                                         \
    }
#define BARRIERS                                                                                   \
    {                                                                                              \
        GPUOCC_KERNEL_BARRIERS_PER_GROUP, 0, 33, 4, 0, 0                                           \
    }
#define BOUND                                                                                      \
    {                                                                                              \
        GPUOCC_KERNEL_MAX_THREADS_PER_GROUP, 0, 70, 5, INT32_MAX, 0                                \
    }
#define WAVE_SIZE                                                                                  \
    {                                                                                              \
        GPUOCC_KERNEL_WAVE_SIZE, 1, 64, 8, 0, 1                                                    \
    }

/* 65 threads in 4 slots, 2 groups: with two waves each they are full. */
static void small(void)
{
    edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 65);
    edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 1);
    edit(GPUOCC_DEVICE_MAX_GROUPS_PER_CORE, 2);
    edit(GPUOCC_DEVICE_REGISTERS_PER_PARTITION, 512);
    edit(GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 12);
    edit(GPUOCC_DEVICE_REGISTER_UNIT, 64);
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 96);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 40);
    edit(GPUOCC_DEVICE_SHARED_UNIT_BYTES, 4);
    edit(GPUOCC_DEVICE_SHARED_RESERVED_BYTES, 2);
}

static void test_nvidia(void)
{
    static const struct unknown fields[] = {
        THREADS,
        REGISTERS,
        SHARED,
        DYNAMIC,
        BARRIERS,
        BOUND,
        {GPUOCC_KERNEL_MAX_DYNAMIC_SHARED_BYTES, 0, 41, 2, 0, 0},
        {GPUOCC_KERNEL_CARVEOUT_PERCENT, 0, 100, 20, 0, 0},
        {GPUOCC_KERNEL_CACHE_PREFERENCE, 1, 4, 1, 0, 1},
        {GPUOCC_KERNEL_SHARED_LIMIT, 1, 2, 1, 0, 1}};
    const gpuocc_device *device;
    gpuocc_kernel k = kernel_of(40, 3, 10);
    uint32_t convention;

    small();
    edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 30);
    device = own("8.0");
    for (convention = 0; convention < GPUOCC_CONVENTION_COUNT; convention++) {
        k = kernel_of(40, 3, 10);
        judge_all(device, convention, k, fields, COUNT(fields));
        k = kernel_of(10, 3, 0);
        k.dynamic_shared_bytes_per_thread = 1;
        judge_all(device, convention, k, fields, COUNT(fields));
    }
}

/* Static memory above the default limit, which the header refuses without the opt-in. */
static void test_choice(void)
{
    static const struct unknown limit = {GPUOCC_KERNEL_SHARED_LIMIT, 1, 2, 1, 0, 1};

    judge_all(find("8.0"), GPUOCC_CONVENTION_HEADER, kernel_of(40, 3, 50000), &limit, 1);
}

/* Three amounts, which are tried separately, and four, which are not: groups of 3 waves, of which 2
 * to 1 fit by registers, and by shared memory, a part of which is known. */
static void test_many(void)
{
    static const struct unknown fields[] = {
        {GPUOCC_KERNEL_SHARED_BYTES, 0, 41, 2, 0, 0},
        {GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, 0, 41, 2, 0, 0},
        {GPUOCC_KERNEL_REGISTERS_PER_THREAD, 0, 13, 6, 0, 0},
        {GPUOCC_KERNEL_CARVEOUT_PERCENT, 0, 100, 50, 0, 0},
        {GPUOCC_KERNEL_BARRIERS_PER_GROUP, 0, 17, 8, 0, 0},
        {GPUOCC_KERNEL_MAX_THREADS_PER_GROUP, 0, 70, 35, INT32_MAX, 0}};
    const gpuocc_device *device;
    gpuocc_kernel k = kernel_of(65, 3, 18);

    small();
    edit(GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION, 2);
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 40);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 38);
    edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 30);
    device = own("6.1");
    judge_all(device, GPUOCC_CONVENTION_DEFAULT, k, &fields[1], 3);
    judge_together(device, GPUOCC_CONVENTION_DEFAULT, k, &fields[1], 4);
    judge_together(device, GPUOCC_CONVENTION_DEFAULT, k, &fields[2], 4);
    k.threads_per_group = 40; /* registers leave 2 groups of 2 waves, which are all slots */
    judge_together(device, GPUOCC_CONVENTION_DEFAULT, k, &fields[1], 4);
    k.registers_per_thread = 0;
    judge_all(device, GPUOCC_CONVENTION_DEFAULT, k, &fields[1], 1);
    k.max_dynamic_shared_bytes = 10;
    judge_together(device, GPUOCC_CONVENTION_DEFAULT, k, fields, 3);
    judge_together(device, GPUOCC_CONVENTION_DEFAULT, k, fields, 4);
    small();
    device = own("8.0");
    k.threads_per_group = 40;
    judge_together(device, GPUOCC_CONVENTION_DEFAULT, k, fields, 3);
    judge_together(device, GPUOCC_CONVENTION_DEFAULT, k, fields, 4);
}

/* The largest group that launches is not a whole number of waves, or is one wave and a thread. */
static void test_threads(void)
{
    static const struct unknown fields[] = {{GPUOCC_KERNEL_THREADS_PER_GROUP, 1, 65, 1, 0, 1}};
    const gpuocc_device *device;
    gpuocc_kernel k = kernel_of(1, 3, 0);

    small();
    k.max_threads_per_group = 40;
    judge_all(own("8.0"), GPUOCC_CONVENTION_DEFAULT, k, fields, 1);
    k.max_threads_per_group = 0;
    small();
    edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 33);
    device = own("8.0");
    judge_all(device, GPUOCC_CONVENTION_DEFAULT, k, fields, 1);
    for (k.max_threads_per_group = 30; k.max_threads_per_group <= 34; k.max_threads_per_group++)
        judge_all(device, GPUOCC_CONVENTION_DEFAULT, k, fields, 1);
}

/* Little shared memory for a kernel that prefers cache, and all of it for one that needs more:
 * `less` bytes of the pool, which has 32 KiB more. */
static void test_kepler(uint32_t less, uint32_t largest, uint32_t reserved, uint32_t each)
{
    static const struct unknown fields[] = {{GPUOCC_KERNEL_THREADS_PER_GROUP, 1, 41, 1, 0, 1},
                                            {GPUOCC_KERNEL_REGISTERS_PER_THREAD, 0, 13, 4, 0, 0},
                                            {GPUOCC_KERNEL_SHARED_BYTES, 0, 41, 1, 0, 0},
                                            {GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, 0, 41, 1, 0, 0}};
    gpuocc_kernel k = kernel_of(each != 0 ? 1 : 40, 3, 10);
    const gpuocc_device *device;
    uint32_t dynamic;

    small();
    edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 41);
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 32768 + less);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, largest);
    edit(GPUOCC_DEVICE_SHARED_RESERVED_BYTES, reserved);
    edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 40);
    edit(GPUOCC_DEVICE_SHARED_UNIT_BYTES, 1);
    k.cache_preference = GPUOCC_CACHE_PREFERENCE_L1;
    k.dynamic_shared_bytes_per_thread = each;
    device = own("3.5");
    for (dynamic = 0; dynamic <= 20; dynamic += 10) {
        k.shared_bytes = 20 - dynamic;
        k.dynamic_shared_bytes = dynamic;
        judge_all(device, GPUOCC_CONVENTION_DEFAULT, k, fields, COUNT(fields));
    }
}

static void test_amd(void)
{
    static const struct unknown gcn[] = {THREADS,
                                         REGISTERS,
                                         SHARED,
                                         DYNAMIC,
                                         BOUND,
                                         {GPUOCC_KERNEL_ACCUMULATORS_PER_THREAD, 0, 13, 1, 0, 0},
                                         {GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE, 0, 120, 8, 0, 0},
                                         {GPUOCC_KERNEL_TRAP_REGISTERS, 0, 16, 4, 0, 0},
                                         {GPUOCC_KERNEL_SCRATCH_WAVE_CAP, 0, 20, 1, INT32_MAX, 0},
                                         WAVE_SIZE},
                                rdna[] = {THREADS,
                                          REGISTERS,
                                          SHARED,
                                          DYNAMIC,
                                          BOUND,
                                          WAVE_SIZE,
                                          {GPUOCC_KERNEL_CORE_MODE, 1, 2, 1, 0, 1},
                                          {GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK, 0, 32, 16, 0, 1}};
    static const struct unknown few[] = {
        {GPUOCC_KERNEL_SHARED_BYTES, 0, 41, 20, 0, 0},
        {GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE, 0, 120, 60, 0, 0},
        {GPUOCC_KERNEL_MAX_THREADS_PER_GROUP, 0, 70, 35, INT32_MAX, 0},
        {GPUOCC_KERNEL_SCRATCH_WAVE_CAP, 0, 20, 1, INT32_MAX, 0}};
    const gpuocc_device *device;
    gpuocc_kernel k = kernel_of(40, 3, 10);
    uint32_t convention;
    struct place p;

    k.dynamic_shared_bytes = 10;
    small();
    edit(GPUOCC_DEVICE_MAX_ACCUMULATORS_PER_THREAD, 12);
    device = own("gfx90a");
    for (convention = 0; convention < GPUOCC_CONVENTION_COUNT; convention++)
        judge_all(device, convention, k, gcn, COUNT(gcn));
    k.accumulators_per_thread = 4; /* HIP refuses a fifth register */
    judge_all(device, GPUOCC_CONVENTION_HIP, k, gcn, COUNT(gcn));
    k.accumulators_per_thread = 8; /* HIP refuses any */
    k.registers_per_thread = 0;
    judge_all(device, GPUOCC_CONVENTION_HIP, k, gcn, COUNT(gcn));
    k.registers_per_thread = GPUOCC_UNKNOWN;
    ok(place_as(&p, device, GPUOCC_CONVENTION_HIP, k) == GPUOCC_OK, "HIP: no register fits");
    k.registers_per_thread = 3;
    k.accumulators_per_thread = 0;
    small();
    edit(GPUOCC_DEVICE_MAX_ACCUMULATORS_PER_THREAD, 12);
    device = own("gfx908");
    judge_all(device, GPUOCC_CONVENTION_DEFAULT, k, gcn, COUNT(gcn));
    judge_together(device, GPUOCC_CONVENTION_DEFAULT, kernel_of(40, 3, 0), few, COUNT(few));
    small();
    device = own("gfx1200");
    for (convention = 0; convention < GPUOCC_CONVENTION_COUNT; convention++)
        judge_all(device, convention, k, rdna, COUNT(rdna));
}

static void test_intel(void)
{
    static const struct unknown fields[] = {THREADS,
                                            SHARED,
                                            DYNAMIC,
                                            BARRIERS,
                                            BOUND,
                                            WAVE_SIZE,
                                            {GPUOCC_KERNEL_GRF_COUNT, 0, 256, 16, 0, 0}};
    static const char *const names[] = {"acm-g10", "ptl-h"};
    gpuocc_kernel k = kernel_of(40, 0, 10);
    uint32_t convention, i;

    k.wave_size = 16;
    for (i = 0; i < COUNT(names); i++)
        for (convention = 0; convention < GPUOCC_CONVENTION_COUNT; convention++) {
            edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 65);
            edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 40);
            judge_all(own(names[i]), convention, k, fields, COUNT(fields));
        }
}

static void test_apple(void)
{
    static const struct unknown fields[] = {
        THREADS,
        SHARED,
        DYNAMIC,
        BOUND,
        {GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, 0, 24, 1, 0, 0},
        {GPUOCC_KERNEL_OCCUPANCY_TARGET_PERCENT, 0, 100, 10, 0, 0},
        {GPUOCC_KERNEL_REPORTED_MAX_THREADS, 0, 65, 13, 0, 0}};
    static const struct unknown few[] = {
        {GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, 0, 41, 8, 0, 0},
        {GPUOCC_KERNEL_MAX_THREADS_PER_GROUP, 0, 70, 35, INT32_MAX, 0},
        {GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, 0, 24, 8, 0, 0},
        {GPUOCC_KERNEL_OCCUPANCY_TARGET_PERCENT, 0, 100, 50, 0, 0}};
    static const char *const names[] = {"apple8", "apple9"};
    const gpuocc_kernel k = kernel_of(40, 0, 10), none = kernel_of(40, 0, 0);
    const gpuocc_device *device;
    uint32_t convention, i;

    for (i = 0; i < COUNT(names); i++)
        for (convention = 0; convention < GPUOCC_CONVENTION_COUNT; convention++) {
            edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 65);
            edit(GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 12);
            edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 40);
            device = own(names[i]);
            judge_all(device, convention, k, fields, COUNT(fields));
            edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 65);
            edit(GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 12);
            edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 40);
            edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 64);
            judge_together(own(names[i]), convention, none, few, COUNT(few));
        }
}

/* Mesa's compiler chooses the wave size: doubled waves up to 8 registers per thread or, with 16-bit
 * arithmetic, 32; up to 64 branches. */
static void test_adreno(void)
{
    /* Mesa accepts groups of up to 2,048 threads on every device. */
    static struct unknown fields[] = {{GPUOCC_KERNEL_THREADS_PER_GROUP, 1, 260, 32, 0, 1},
                                      {GPUOCC_KERNEL_REGISTERS_PER_THREAD, 0, 48, 1, 0, 0},
                                      {GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, 0, 96, 1, 0, 0},
                                      {GPUOCC_KERNEL_SHARED_BYTES, 0, 41, 8, 0, 0},
                                      {GPUOCC_KERNEL_BARRIERS_PER_GROUP, 0, 1, 1, 0, 0},
                                      {GPUOCC_KERNEL_VIRTUAL_RESOURCES, 0, 1024, 16, 0, 0}};
    static const char *const names[] = {"a6xx_gen4", "a8xx_gen1"};
    static const uint32_t registers[] = {3, 8, 9, 33};
    uint32_t convention, i, j;
    gpuocc_kernel k;

    for (i = 0; i < COUNT(names); i++)
        for (convention = 0; convention < GPUOCC_CONVENTION_COUNT; convention++)
            for (j = 0; j < COUNT(registers); j++) {
                edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 260);
                edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 40);
                edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 40);
                k = kernel_of(j == 1 ? 40 : 200, registers[j], j == 2 ? 10 : 0);
                k.virtual_resources = j == 0 ? 20 : 0;
                k.barriers_per_group = j == 3;
                fields[0].top = convention != GPUOCC_CONVENTION_DEFAULT ? 2048 : 260;
                judge_all(own(names[i]), convention, k, fields, COUNT(fields));
            }
}

static void test_mali(void)
{
    static const struct unknown fields[] = {{GPUOCC_KERNEL_THREADS_PER_GROUP, 1, 65, 8, 0, 1},
                                            {GPUOCC_KERNEL_REGISTERS_PER_THREAD, 0, 64, 4, 0, 0},
                                            {GPUOCC_KERNEL_SHARED_BYTES, 0, 41, 8, 0, 0},
                                            BARRIERS};
    static const char *const names[] = {"g52", "g720"};
    uint32_t convention, i;

    for (i = 0; i < COUNT(names); i++)
        for (convention = 0; convention < GPUOCC_CONVENTION_COUNT; convention++) {
            edit(GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 65);
            judge_all(own(names[i]), convention, kernel_of(40, 20, 0), fields, COUNT(fields));
        }
}

int main(void)
{
    test_nvidia();
    test_choice();
    test_many();
    test_threads();
    test_kepler(24, 40, 2, 0);
    test_kepler(24, 25, 0, 0);
    test_kepler(31, 40, 0, 10);
    test_kepler(1, 40, 0, 0);
    test_amd();
    test_intel();
    test_apple();
    test_adreno();
    test_mali();
    ok(enclosed.bad == 0, "%d results: %d outside", enclosed.rows, enclosed.bad);
    ok(exact.bad == 0, "%d results: %d ends that no kernel has", exact.rows, exact.bad);
    ok(reached.bad == 0, "%d ends: %d where they are not reached", reached.rows, reached.bad);
    ok(last.bad == 0, "%d ends: %d not at the last value", last.rows, last.bad);
    return done();
}
