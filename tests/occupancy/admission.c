/* SPDX-License-Identifier: MIT
 *
 * Tests the validation of kernels at the last value that is accepted and the first that is refused:
 * shared memory that threads add, unknown amounts together with known ones, explicit zeros of
 * choices, structs of other lengths; and the contents of the error.
 */
#include "laws.h"
#include "handles.h"

/* Whether a kernel is refused with this error about a field. */
static int refused(const struct place *p, int32_t status, uint32_t field, uint64_t value,
                   uint64_t limit)
{
    const int good = p->status == status && p->error.scope == GPUOCC_SCOPE_KERNEL &&
                     p->error.field == field && p->error.value == value && p->error.limit == limit;

    if (!good)
        note("status %d, scope %u, field %u, value %llu, limit %llu", p->status, p->error.scope,
             p->error.field, (unsigned long long)p->error.value,
             (unsigned long long)p->error.limit);
    return good;
}

#define MOST      (163u * 1024) /* shared memory of a block on 8.0, static plus dynamic */
#define UNKNOWN   GPUOCC_UNKNOWN
#define DYNAMIC   GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES
#define EACH      GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD
#define TOO_LARGE GPUOCC_ERROR_SHARED_TOO_LARGE

/* Blocks that use all of it, and the error if they use more. */
static const struct {
    uint32_t threads, bytes, dynamic, each;
    const char *what;
    int32_t status;
    uint32_t field, value, limit;
} rows[] = {
    {32, 0, MOST - 32, 1, "a byte for each of 32 threads beside all but 32 bytes", 0, 0, 0, 0},
    {32, 0, MOST - 31, 1, "beside one byte more: none", TOO_LARGE, EACH, 1, 0},
    {32, 0, MOST, 1, "beside all of it: none", TOO_LARGE, EACH, 1, 0},
    {32, 0, MOST - 95, 3, "two of three bytes for each", TOO_LARGE, EACH, 3, 2},
    {32, 0, MOST, GPUOCC_ZERO, "explicitly nothing for each", 0, 0, 0, 0},
    {32, 0, MOST, UNKNOWN, "unknown for each", GPUOCC_ERROR_MUST_BE_KNOWN, EACH, UNKNOWN, MOST},
    {32, MOST - 64, 0, 2, "two bytes for each beside static memory", 0, 0, 0, 0},
    {32, MOST - 63, 0, 2, "and one of static memory more", TOO_LARGE, DYNAMIC, 64, 63},
    /* A group has at least one thread; an unknown amount may be zero. */
    {UNKNOWN, 0, 0, MOST, "all of it for each thread: one thread", 0, 0, 0, 0},
    {UNKNOWN, 0, 1, MOST, "and a byte more", TOO_LARGE, EACH, MOST, MOST - 1},
    {UNKNOWN, 1, 0, MOST, "and a static byte", TOO_LARGE, DYNAMIC, MOST, MOST - 1},
    {UNKNOWN, MOST - 1, 0, 1, "one byte is left: one thread", 0, 0, 0, 0},
    {64, UNKNOWN, MOST, 0, "all is dynamic: nothing is static", 0, 0, 0, 0},
    {64, MOST, UNKNOWN, 0, "all is static: nothing is dynamic", 0, 0, 0, 0},
};

/* Whether a block has all of the shared memory, and the minimum number of waves. */
static int has_all(const struct place *p, uint32_t threads)
{
    return result(p, GPUOCC_RESULT_REQUESTED, GPUOCC_LIMIT_SHARED) == MOST &&
           result(p, GPUOCC_RESULT_WAVES_PER_GROUP, 0) == (threads == 64 ? 2 : 1);
}

static void test_shared(void)
{
    gpuocc_kernel k = {0};
    struct place p;
    uint32_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        k.threads_per_group = rows[i].threads;
        k.shared_bytes = rows[i].bytes;
        k.dynamic_shared_bytes = rows[i].dynamic;
        k.dynamic_shared_bytes_per_thread = rows[i].each;
        place(&p, find("8.0"), k);
        ok(rows[i].status == GPUOCC_OK
               ? has_all(&p, rows[i].threads)
               : refused(&p, rows[i].status, rows[i].field, rows[i].value, rows[i].limit),
           "%s", rows[i].what);
    }
    ok(bound_field(p.occupancy, GPUOCC_RESULT_GROUPS, 0, GPUOCC_BOUND_LOWER,
                   GPUOCC_KERNEL_FIELD_COUNT - 1, &i) == GPUOCC_OK,
       "a bound has a value of the last field");
}

/* HIP's query refuses what exceeds a single wave: 512 registers of both kinds on gfx90a. */
static void test_hip(void)
{
    const gpuocc_device *device = find("gfx90a");
    gpuocc_kernel k = {.threads_per_group = 64,
                       .wave_size = GPUOCC_UNKNOWN,
                       .registers_per_thread = 256,
                       .accumulators_per_thread = 256};
    struct place p;

    ok(place_as(&p, device, GPUOCC_CONVENTION_HIP, k) == GPUOCC_OK, "512 registers");
    k.registers_per_thread = 257;
    place_as(&p, device, GPUOCC_CONVENTION_HIP, k);
    ok(refused(&p, GPUOCC_ERROR_MUST_BE_KNOWN, GPUOCC_KERNEL_WAVE_SIZE, GPUOCC_UNKNOWN, 0),
       "260 and 256 registers fit a wave of no size");
    k.registers_per_thread = GPUOCC_UNKNOWN;
    ok(place_as(&p, device, GPUOCC_CONVENTION_HIP, k) == GPUOCC_OK &&
           is_range(&p, GPUOCC_RESULT_REQUESTED, GPUOCC_LIMIT_REGISTERS, 256 * 64, 512 * 64),
       "up to 256 registers beside 256 accumulation registers");
}

static void test_absent(void)
{
    const gpuocc_device *device = find("8.0");
    struct place p;

    place(&p, device, (gpuocc_kernel){.threads_per_group = 64, .virtual_resources = 1});
    ok(refused(&p, GPUOCC_ERROR_NO_RESOURCE, GPUOCC_KERNEL_VIRTUAL_RESOURCES, 1, 0),
       "a virtual resource of a device that has none");
    place(&p, device, (gpuocc_kernel){.threads_per_group = 64, .scalar_registers_per_wave = 1});
    ok(refused(&p, GPUOCC_ERROR_NO_RESOURCE, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE, 1, 0),
       "a scalar register of a vendor that has none");
    place_as(&p, device, GPUOCC_CONVENTION_LLVM, (gpuocc_kernel){.threads_per_group = 64});
    ok(p.status == GPUOCC_ERROR_CONVENTION_VENDOR && p.error.scope == GPUOCC_SCOPE_CONVENTION &&
           p.error.value == GPUOCC_CONVENTION_LLVM,
       "a convention of another vendor");
}

static const uint32_t choices[] = {
    GPUOCC_KERNEL_WAVE_SIZE,      GPUOCC_KERNEL_SHARED_LIMIT, GPUOCC_KERNEL_CACHE_PREFERENCE,
    GPUOCC_KERNEL_GLOBAL_CACHING, GPUOCC_KERNEL_CORE_MODE,    GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK};
#define CHOICES (sizeof choices / sizeof choices[0])

static struct {
    uint32_t kernels, wrong;
} zeros;

/* Whether two kernels have the same answer: every result, or the same error. */
static int alike(const struct place *a, const struct place *b)
{
    uint64_t ends[2][2];
    uint32_t result, limit;

    if (a->status != GPUOCC_OK)
        return a->status == b->status && a->error.field == b->error.field &&
               a->error.limit == b->error.limit;
    for (result = 0; result < GPUOCC_RESULT_COUNT; result++)
        for (limit = 0; limit < GPUOCC_LIMIT_COUNT; limit++) {
            memset(ends, 0, sizeof ends);
            if (gpuocc_occupancy_get(a->occupancy, result, limit, &ends[0][0], &ends[0][1]) !=
                    gpuocc_occupancy_get(b->occupancy, result, limit, &ends[1][0], &ends[1][1]) ||
                memcmp(ends[0], ends[1], sizeof ends[0]) != 0)
                return 0;
        }
    return 1;
}

/* No value of a choice is zero: an explicit zero is the default. */
static void zero_choices(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    gpuocc_kernel k;
    struct place p[2];
    uint32_t i, with;

    for (i = 0; i < CHOICES; i++)
        for (with = 0; with < 2; with++) { /* also as one field of a range */
            k = *kernel;
            if (with)
                put_word(&k, register_field(device), GPUOCC_UNKNOWN);
            put_word(&k, choices[i], 0);
            ask(&p[0], device, &k);
            put_word(&k, choices[i], GPUOCC_ZERO);
            ask(&p[1], device, &k);
            zeros.kernels++;
            if (!alike(&p[0], &p[1]) && zeros.wrong++ < 5)
                complain(device, &k, "zero", choices[i]);
        }
}

/* 1792 registers for each of 11 warps: a quarter of the SM holds 9 warps, so that the whole SM
 * holds 36, which is three blocks; of the 18 of each half, two. */
static void test_zeros(void)
{
    gpuocc_kernel k = {.threads_per_group = 341,
                       .registers_per_thread = 50,
                       .shared_bytes = 25543,
                       .global_caching = GPUOCC_ZERO};
    struct place p;

    place(&p, find("sm_61"), k);
    ok(gpuocc_occupancy_groups(p.occupancy) == 3, "global caching is off where it is zero");
    k.global_caching = GPUOCC_GLOBAL_CACHING_ON;
    place(&p, find("sm_61"), k);
    ok(gpuocc_occupancy_groups(p.occupancy) == 2, "and costs a group where it is on");
    all_kernels(8, 2, zero_choices);
    ok(zeros.wrong == 0 && zeros.kernels >= at_least(3000),
       "every choice: zero is its default: %u kernels, %u differ", zeros.kernels, zeros.wrong);
}

static void test_lengths(void)
{
    struct {
        gpuocc_kernel kernel;
        char more[8192];
    } k;
    struct {
        struct place p;
        char behind[4096];
    } memory;
    gpuocc_occupancy *occupancy;
    int32_t status[3];
    uint32_t i, changed = 0;

    for (i = 0; i < 3; i++) {
        memset(&k, 0, sizeof k);
        k.kernel.threads_per_group = 64;
        k.kernel.size = 4092 + 4 * i;
        memset(&memory, 1, sizeof memory);
        status[i] = occupancy_in(memory.p.words, find("8.0"), 0, &k.kernel, &occupancy, NULL);
        changed += memory.p.status != 0x01010101 || memory.behind[0] != 1;
    }
    ok(changed == 0, "no more of a longer struct is copied than there is room for");
    ok(status[0] == GPUOCC_OK && status[1] == GPUOCC_OK && status[2] == GPUOCC_ERROR_STRUCT_SIZE,
       "a struct has at most 4096 bytes");
}

int main(void)
{
    test_shared();
    test_hip();
    test_absent();
    test_zeros();
    test_lengths();
    return done();
}
