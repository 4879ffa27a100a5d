/* SPDX-License-Identifier: MIT
 *
 * Tests custom Kepler devices whose L1 takes a part of the shared memory, or more than there is.
 * The header's answers were executed: cuda_occupancy.h 12.1 (CUDA 13.0) with the same numbers in
 * cudaOccDeviceProp; tests/parity queries it for every KiB.
 */
#include "groups.h"

/* Evaluates a kernel on a Kepler device with this shared memory, all of which a block may have. */
static int32_t place_kepler(struct place *p, uint32_t generation, uint32_t bytes,
                            uint32_t preference, gpuocc_kernel kernel)
{
    kernel.max_threads_per_group = 1024;
    kernel.max_dynamic_shared_bytes = 100000;
    kernel.cache_preference = preference;
    edit(GPUOCC_DEVICE_GENERATION, generation);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, bytes);
    edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, bytes);
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, bytes);
    return place_as(p, own("3.5"), GPUOCC_CONVENTION_HEADER, kernel);
}

/* Kepler devices whose L1 takes all of it, or more: what the header leaves for n blocks, and its
 * errors. */
static void test_header_kepler_left(void)
{
    static const struct {
        uint32_t generation, bytes, preference, groups, left;
        int32_t status;
    } rows[] = {{35, 32768, 1, 2, 16384, 0},
                {35, 32768, 2, 2, 16384, 0},
                {35, 32768, 3, 1, 32768, 0},
                {35, 32768, 3, 2, 0, GPUOCC_NOT_POSSIBLE},
                {35, 32768, 3, 3, 0, GPUOCC_NOT_POSSIBLE},
                {35, 32768, 4, 2, 8192, 0},
                {35, 33792, 3, 2, 512, 0},
                {35, 33792, 4, 2, 8704, 0},
                {35, 24576, 1, 2, 12288, 0},
                {35, 24576, 2, 2, 12288, 0},
                {35, 24576, 4, 2, 4096, 0},
                {35, 32767, 3, 1, 32767, 0},
                {30, 24576, 3, 2, 0, GPUOCC_NOT_POSSIBLE}, /* wraps around: 24576 for each */
                {39, 24576, 4, 2, 4096, 0},
                {35, 16384, 4, 2, 0, GPUOCC_NOT_POSSIBLE},
                {35, 16383, 4, 1, 16383, 0},
                {50, 24576, 3, 2, 12288, 0}};
    uint32_t i, left, wrong = 0;
    struct place p;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        left = 0;
        place_kepler(&p, rows[i].generation, rows[i].bytes, rows[i].preference,
                     kernel_of(64, 16, 0));
        if ((gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,
                                      GPUOCC_TARGET_GROUPS, rows[i].groups, &left,
                                      NULL) != rows[i].status ||
             left != rows[i].left) &&
            wrong++ < 5)
            note("row %u: %u", i, left);
    }
    ok(wrong == 0, "header, Kepler whose L1 takes its memory: %u of %u rows differ", wrong, i);
}

/* The same for the header's blocks (tests/parity queries it for every KiB). If its size_t wraps
 * around they are -1, -2 or -60; that is refused with the memory that would suffice. */
static void test_header_kepler(void)
{
    static const struct {
        uint32_t generation, bytes, preference, fixed;
        int blocks;
    } rows[] = {{35, 32767, 3, 0, 16},    {35, 32767, 3, 1, -1},    {35, 32767, 3, 32767, 0},
                {35, 32767, 3, 32768, 0}, {35, 32768, 3, 1, 16},    {35, 32768, 3, 4096, 8},
                {30, 33024, 3, 256, 1},   {30, 33024, 3, 257, 16},  {32, 24576, 3, 0, 16},
                {37, 24576, 3, 4096, -2}, {39, 24576, 3, 24577, 0}, {35, 16383, 4, 0, 16},
                {35, 16383, 4, 1, -1},    {30, 16383, 4, 16384, 0}, {35, 16384, 4, 4096, 4},
                {37, 16640, 4, 256, 1},   {37, 16640, 4, 257, 16},  {35, 24576, 4, 4096, 2},
                {30, 24576, 4, 1000, 8},  {35, 24576, 4, 9000, 2},  {35, 24576, 4, 24576, 1},
                {35, 24576, 4, 24577, 0}, {35, 24576, 2, 4096, 6},  {35, 1024, 1, 256, 4},
                {35, 1024, 2, 256, 4},    {35, 1024, 3, 0, 16},     {35, 1024, 4, 256, -60}};
    uint32_t i, wrong = 0;
    struct place p;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const int32_t status = place_kepler(&p, rows[i].generation, rows[i].bytes,
                                            rows[i].preference, kernel_of(64, 16, rows[i].fixed));

        if ((rows[i].blocks < 0
                 ? status != GPUOCC_ERROR_DEVICE_INVALID ||
                       p.error.field != GPUOCC_DEVICE_SHARED_POOL_BYTES ||
                       p.error.value != rows[i].bytes ||
                       p.error.limit != (rows[i].preference == 3 ? 32768 : 16384)
                 : result(&p, GPUOCC_RESULT_GROUPS, 0) != (uint64_t)rows[i].blocks) &&
            wrong++ < 5)
            note("row %u: %s", i, status < 0 ? sentence(&p) : "other blocks");
    }
    ok(wrong == 0, "header, Kepler with less memory than L1 takes: %u of %u rows differ", wrong, i);
}

/* An unknown amount can be one for which the header has an answer: a kernel without shared memory,
 * or one with more than it may have. */
static void test_header_unknown(void)
{
    static const uint32_t none = GPUOCC_UNKNOWN;
    static const struct {
        uint32_t threads, fixed, dynamic, each;
        int most; /* blocks; -1: refused */
    } rows[] = {{64, none, 0, 0, 16},    {64, 0, none, 0, 16}, {64, none, 4096, 0, 0},
                {64, 4096, none, 0, 0},  {none, 0, 0, 0, 16},  {none, 4096, 0, 0, -1},
                {none, 4096, 0, 100, 0}, {64, 0, 0, 100, -1},  {none, 4096, 0, GPUOCC_ZERO, -1}};
    uint32_t i, wrong = 0;
    uint64_t low, high;
    struct place p;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gpuocc_kernel kernel = kernel_of(rows[i].threads, 16, rows[i].fixed);

        kernel.dynamic_shared_bytes = rows[i].dynamic;
        kernel.dynamic_shared_bytes_per_thread = rows[i].each;
        low = high = 77;
        if (place_kepler(&p, 35, 24576, GPUOCC_CACHE_PREFERENCE_L1, kernel) == GPUOCC_OK)
            gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS, 0, &low, &high);
        if ((rows[i].most < 0 ? p.status != GPUOCC_ERROR_DEVICE_INVALID
                              : high != (uint64_t)rows[i].most) &&
            wrong++ < 5)
            note("row %u: %u to %u: %s", i, (unsigned)low, (unsigned)high, sentence(&p));
    }
    ok(wrong == 0, "header, the same with unknown fields: %u of %u rows differ", wrong, i);
}

/* Kepler gives L1 32 KiB more, if there is that much. */
static void test_kepler(void)
{
    gpuocc_kernel kernel = kernel_of(64, 0, 4096);
    uint64_t without, l1, equal;
    const gpuocc_device *device;

    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 24576);
    edit(GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP, 24576);
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 24576);
    device = own("3.5");
    without = groups(device, kernel);
    kernel.cache_preference = GPUOCC_CACHE_PREFERENCE_L1;
    l1 = groups(device, kernel);
    kernel.cache_preference = GPUOCC_CACHE_PREFERENCE_EQUAL;
    equal = groups(device, kernel);
    ok(without == 6 && l1 == 6 && equal == 2,
       "Kepler with 24 KiB: 6 blocks of 4 KiB, 2 where L1 takes 16, 6 where it leaves none");
    kernel = kernel_of(64, 0, 1);
    kernel.cache_preference = GPUOCC_CACHE_PREFERENCE_L1;
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 24576);
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 24576);
    edit(GPUOCC_DEVICE_SHARED_UNIT_BYTES, 1);
    ok(groups(own("3.5"), kernel) == 16, "nor one byte: a block of it gets all");
}

/* The maximum dynamic memory per thread for a number of blocks, also if a block that exceeds what
 * L1 leaves gets all of it; compared with trying every number. */
static void test_kepler_restart(void)
{
    const gpuocc_device *device = find("3.5");
    gpuocc_kernel kernel = kernel_of(256, 0, 0);
    uint32_t most[9] = {0}, bytes, count, got, wrong = 0;
    struct place p;

    kernel.cache_preference = GPUOCC_CACHE_PREFERENCE_L1;
    for (bytes = 1; bytes <= 192; bytes++) {
        kernel.dynamic_shared_bytes_per_thread = bytes;
        for (count = 1; count <= 8 && count <= groups(device, kernel); count++)
            most[count] = bytes;
    }
    kernel.dynamic_shared_bytes_per_thread = 0;
    place(&p, device, kernel);
    for (count = 1; count <= 8; count++) {
        got = 0;
        if (gpuocc_occupancy_maximum(p.occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD,
                                     GPUOCC_TARGET_GROUPS, count, &got, NULL) != GPUOCC_OK ||
            got != most[count])
            wrong++;
    }
    ok(wrong == 0 && most[1] == 192 && most[2] == 96 && most[3] == 21,
       "Kepler, most bytes of a thread: 192, 96, 21, as by trying: %u differ", wrong);
}

int main(void)
{
    test_header_kepler_left();
    test_header_kepler();
    test_header_unknown();
    test_kepler();
    test_kepler_restart();
    return done();
}
