/* SPDX-License-Identifier: MIT
 *
 * What a kernel may ask for, at the last value that is accepted and the first that is not: shared
 * memory that threads add, unknown amounts beside known ones, structs of other lengths; and what
 * the error says.
 */
#include "own.h"

/* Whether a kernel is refused with this error of a field. */
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

/* Shared memory of a block of 8.0: 163 KiB, static and dynamic together. */
#define MOST (163u * 1024)

static void test_added(void)
{
    const uint32_t field = GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD;
    const gpuocc_device *device = find("8.0");
    gpuocc_kernel k = {0};
    struct place p;

    k.threads_per_group = 32;
    k.dynamic_shared_bytes_per_thread = 1;
    k.dynamic_shared_bytes = MOST - 32;
    ok(place(&p, device, k) == GPUOCC_OK &&
           result(&p, GPUOCC_RESULT_REQUESTED, GPUOCC_LIMIT_SHARED) == MOST,
       "a byte for each of 32 threads beside all but 32 bytes");
    k.dynamic_shared_bytes++;
    place(&p, device, k);
    ok(refused(&p, GPUOCC_ERROR_SHARED_TOO_LARGE, field, 1, 0), "beside one byte more: none");
    k.dynamic_shared_bytes = MOST;
    place(&p, device, k);
    ok(refused(&p, GPUOCC_ERROR_SHARED_TOO_LARGE, field, 1, 0), "beside all of it: none");
    k.dynamic_shared_bytes = MOST - 95;
    k.dynamic_shared_bytes_per_thread = 3;
    place(&p, device, k);
    ok(refused(&p, GPUOCC_ERROR_SHARED_TOO_LARGE, field, 3, 2), "two of three bytes for each");
    k.dynamic_shared_bytes = MOST;
    k.dynamic_shared_bytes_per_thread = GPUOCC_ZERO;
    ok(place(&p, device, k) == GPUOCC_OK &&
           result(&p, GPUOCC_RESULT_REQUESTED, GPUOCC_LIMIT_SHARED) == MOST,
       "explicitly nothing for each");
    k.dynamic_shared_bytes_per_thread = GPUOCC_UNKNOWN;
    place(&p, device, k);
    ok(refused(&p, GPUOCC_ERROR_MUST_BE_KNOWN, field, GPUOCC_UNKNOWN, MOST), "unknown for each");
    k.dynamic_shared_bytes = 0;
    k.dynamic_shared_bytes_per_thread = 2;
    k.shared_bytes = MOST - 64;
    ok(place(&p, device, k) == GPUOCC_OK, "two bytes for each beside static memory");
    k.shared_bytes++;
    place(&p, device, k);
    ok(refused(&p, GPUOCC_ERROR_SHARED_TOO_LARGE, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, 64, 63),
       "and one of static memory more");
}

/* A group has at least one thread; an unknown amount may be nothing. */
static void test_unknown(void)
{
    const gpuocc_device *device = find("8.0");
    gpuocc_kernel k = {0};
    struct place p;
    uint64_t low = 7, high = 7;

    k.threads_per_group = GPUOCC_UNKNOWN;
    k.dynamic_shared_bytes_per_thread = MOST;
    ok(place(&p, device, k) == GPUOCC_OK &&
           result(&p, GPUOCC_RESULT_REQUESTED, GPUOCC_LIMIT_SHARED) == MOST &&
           result(&p, GPUOCC_RESULT_WAVES_PER_GROUP, 0) == 1,
       "all of it for each thread: one thread");
    k.dynamic_shared_bytes = 1;
    place(&p, device, k);
    ok(refused(&p, GPUOCC_ERROR_SHARED_TOO_LARGE, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD,
               MOST, MOST - 1),
       "and a byte more");
    k.dynamic_shared_bytes = 0;
    k.shared_bytes = 1;
    place(&p, device, k);
    ok(refused(&p, GPUOCC_ERROR_SHARED_TOO_LARGE, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, MOST,
               MOST - 1),
       "and a static byte");
    k.shared_bytes = MOST - 1;
    k.dynamic_shared_bytes_per_thread = 1;
    ok(place(&p, device, k) == GPUOCC_OK &&
           gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_REQUESTED, GPUOCC_LIMIT_SHARED, &low,
                                &high) == GPUOCC_OK &&
           low == MOST && high == MOST,
       "one byte is left: one thread");
    memset(&k, 0, sizeof k);
    k.threads_per_group = 64;
    k.shared_bytes = GPUOCC_UNKNOWN;
    k.dynamic_shared_bytes = MOST;
    ok(place(&p, device, k) == GPUOCC_OK &&
           result(&p, GPUOCC_RESULT_REQUESTED, GPUOCC_LIMIT_SHARED) == MOST,
       "all is dynamic: nothing is static");
    k.shared_bytes = MOST;
    k.dynamic_shared_bytes = GPUOCC_UNKNOWN;
    ok(place(&p, device, k) == GPUOCC_OK &&
           result(&p, GPUOCC_RESULT_REQUESTED, GPUOCC_LIMIT_SHARED) == MOST,
       "all is static: nothing is dynamic");
    ok(gpuocc_occupancy_range_end(p.occupancy, GPUOCC_RESULT_GROUPS, 0, GPUOCC_RANGE_LOW,
                                  GPUOCC_KERNEL_FIELD_COUNT, &k.wave_size) == GPUOCC_ERROR_FIELD &&
           gpuocc_occupancy_range_end(p.occupancy, GPUOCC_RESULT_GROUPS, 0, GPUOCC_RANGE_LOW,
                                      GPUOCC_KERNEL_FIELD_COUNT - 1, &k.wave_size) == GPUOCC_OK,
       "the last field has an end, the one behind it has none");
}

/* HIP's query refuses what not one wave holds: 512 registers of both kinds on gfx90a. */
static void test_hip(void)
{
    const gpuocc_device *device = find("gfx90a");
    gpuocc_kernel k = {0};
    struct place p;
    uint64_t low, high;

    k.threads_per_group = 64;
    k.wave_size = GPUOCC_UNKNOWN;
    k.registers_per_thread = 256;
    k.accumulators_per_thread = 256;
    ok(place_as(&p, device, GPUOCC_CONVENTION_HIP, k) == GPUOCC_OK, "512 registers");
    k.registers_per_thread = 257;
    place_as(&p, device, GPUOCC_CONVENTION_HIP, k);
    ok(refused(&p, GPUOCC_ERROR_MUST_BE_KNOWN, GPUOCC_KERNEL_WAVE_SIZE, GPUOCC_UNKNOWN, 0),
       "260 and 256 registers fit a wave of no size");
    k.registers_per_thread = GPUOCC_UNKNOWN;
    ok(place_as(&p, device, GPUOCC_CONVENTION_HIP, k) == GPUOCC_OK &&
           gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_REQUESTED, GPUOCC_LIMIT_REGISTERS, &low,
                                &high) == GPUOCC_OK &&
           low == 256 * 64 && high == 512 * 64,
       "up to 256 registers beside 256 accumulation registers");
}

/* What a device has none of, and structs of other lengths. */
static void test_other(void)
{
    struct {
        gpuocc_kernel kernel;
        char more[8192];
    } k;
    struct {
        struct place p;
        char behind[4096];
    } memory;
    const gpuocc_device *device = find("8.0");
    gpuocc_occupancy *occupancy;
    struct place p;
    int32_t status[3];
    uint32_t i, changed = 0;

    k.kernel = kernel_of(64, 0, 0);
    k.kernel.virtual_resources = 1;
    place(&p, device, k.kernel);
    ok(refused(&p, GPUOCC_ERROR_NO_RESOURCE, GPUOCC_KERNEL_VIRTUAL_RESOURCES, 1, 0),
       "a virtual resource of a device that has none");
    k.kernel = kernel_of(64, 0, 0);
    k.kernel.scalar_registers_per_wave = 1;
    place(&p, device, k.kernel);
    ok(refused(&p, GPUOCC_ERROR_NO_RESOURCE, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE, 1, 0),
       "a scalar register of a vendor that has none");
    place_as(&p, device, GPUOCC_CONVENTION_LLVM, kernel_of(64, 0, 0));
    ok(p.status == GPUOCC_ERROR_CONVENTION_VENDOR && p.error.field == 4 &&
           p.error.value == GPUOCC_CONVENTION_LLVM,
       "the fourth argument is a convention of another vendor");
    for (i = 0; i < 3; i++) {
        memset(&k, 0, sizeof k);
        k.kernel.threads_per_group = 64;
        k.kernel.size = 4092 + 4 * i;
        memset(&memory, 1, sizeof memory);
        status[i] = gpuocc_occupancy_init(memory.p.words, sizeof memory.p.words, device, 0,
                                          &k.kernel, &occupancy, NULL);
        changed += memory.p.status != 0x01010101 || memory.behind[0] != 1;
    }
    ok(changed == 0, "no more of a longer struct is copied than there is room for");
    ok(status[0] == GPUOCC_OK && status[1] == GPUOCC_OK && status[2] == GPUOCC_ERROR_STRUCT_SIZE,
       "a struct has at most 4096 bytes");
}

int main(void)
{
    test_added();
    test_unknown();
    test_hip();
    test_other();
    return done();
}
