/* SPDX-License-Identifier: MIT
 *
 * Compares the largest group that launches with every group size, also with an unknown amount, on
 * devices so small that all values can be tried; and tests limits that apply only to some values.
 */
#include "toys.h"

#define KERNELS 6 /* of each toy */

static struct {
    uint32_t launches, wrong;
} t;

/* Returns the largest group of a kernel by trying every size. */
static uint32_t launchable(const gpuocc_device *device, gpuocc_kernel k)
{
    uint32_t found = 0, most = get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    struct place p;

    for (k.threads_per_group = 1; k.threads_per_group <= most; k.threads_per_group++)
        if (ask(&p, device, &k) == GPUOCC_OK && gpuocc_occupancy_groups(p.occupancy) != 0)
            found = k.threads_per_group;
    return found;
}

static int launches(const gpuocc_device *device, const gpuocc_kernel *kernel, uint64_t low,
                    uint64_t high)
{
    struct place p;

    t.launches++;
    ask(&p, device, kernel);
    return is_range(&p, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0, low, high);
}

/* Compares the result for one unknown amount. */
static int launches_some(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field)
{
    gpuocc_kernel k = *kernel;
    uint32_t value, largest, low = UINT32_MAX, high = 0;
    struct place p;

    for (value = 0; value <= toy_most(device, field); value++) {
        set(&k, field, value); /* accepted with the kernel's number of threads */
        if (ask(&p, device, &k) != GPUOCC_OK)
            continue;
        largest = launchable(device, k);
        low = largest < low ? largest : low;
        high = largest > high ? largest : high;
    }
    put_word(&k, field, GPUOCC_UNKNOWN);
    return ask(&p, device, &k) != GPUOCC_OK || launches(device, &k, low, high);
}

/* Tries every bound of the kernel on a device for every size, and kernels that never launch. */
static void test_launches(void)
{
    const gpuocc_device *device;
    uint64_t most;
    gpuocc_kernel k = {.size = sizeof k, .threads_per_group = 1};

    for (most = 1; most <= 66; most++) {
        device = edited(toy(0), GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, most);
        t.wrong += device == NULL;
        for (k.max_threads_per_group = 0; k.max_threads_per_group <= most;
             k.max_threads_per_group++)
            t.wrong += !launches(device, &k, launchable(device, k), launchable(device, k));
        k.max_threads_per_group = GPUOCC_ZERO;
        t.wrong += !launches(device, &k, 0, 0);
    }
}

/* Shared memory of each thread with which no group of two launches; and the same for each kernel of
 * a range. */
static void test_one_thread(void)
{
    gpuocc_kernel k = {.threads_per_group = 1, .dynamic_shared_bytes_per_thread = 60};

    ok(launches(toy(0), &k, 1, 1), "one thread launches, of 60 bytes where a group may have 70");
    k.registers_per_thread = GPUOCC_UNKNOWN;
    ok(launches(toy(0), &k, 1, 1), "with any number of registers");
    k.threads_per_group = GPUOCC_UNKNOWN;
    ok(launches(toy(0), &k, 1, 1), "and of threads");
    k.shared_bytes = GPUOCC_UNKNOWN;
    ok(launches(toy(0), &k, 1, 1), "and of bytes that leave room for one thread");
}

/* A kernel without registers has no register limit, and requests none. */
static void test_no_end(void)
{
    static const struct {
        uint32_t which;
        uint64_t low, high;
    } rows[] = {{GPUOCC_RESULT_LIMIT, 2, UINT64_MAX},
                {GPUOCC_RESULT_REQUESTED, 0, 8 * 21},
                {GPUOCC_RESULT_ALLOCATED, 0, 168},
                {GPUOCC_RESULT_CAPACITY, 600, 600}};
    const gpuocc_kernel k = {.threads_per_group = 8, .registers_per_thread = GPUOCC_UNKNOWN};
    uint64_t low = 0, high = 0;
    struct place p;
    uint32_t i, wrong = 0;

    place(&p, toy(0), k);
    for (i = 0; i < 4; i++)
        wrong += gpuocc_occupancy_get(p.occupancy, rows[i].which, GPUOCC_LIMIT_REGISTERS, &low,
                                      &high) != GPUOCC_OK ||
                 low != rows[i].low || high != rows[i].high;
    ok(wrong == 0, "limit of unknown registers: %u of 4 differ (%llu to %llu)", wrong,
       (unsigned long long)low, (unsigned long long)high);
}

/* Resources of a core below the request of one group, and notes. */
static void test_too_much(void)
{
    gpuocc_kernel k = {.threads_per_group = 16, .barriers_per_group = 9};
    struct place p;

    place(&p, toy(0), k);
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 1 && result(&p, GPUOCC_RESULT_NOTES, 0) == 0,
       "9 of 9 barriers, full waves: one group, nothing to note");
    k.barriers_per_group = 10;
    k.threads_per_group = 17;
    place(&p, toy(0), k);
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 0 &&
           result(&p, GPUOCC_RESULT_LIMIT, GPUOCC_LIMIT_BARRIERS) == 0 &&
           result(&p, GPUOCC_RESULT_NOTES, 0) == 1u << GPUOCC_NOTE_PARTIAL_WAVE,
       "10 of 9, and a wave that is not full: none");
    k.barriers_per_group = 0;
    k.virtual_resources = 128;
    place(&p, find("10.0"), k);
    ok(result(&p, GPUOCC_RESULT_LIMIT, GPUOCC_LIMIT_VIRTUAL) ==
           get(find("10.0"), GPUOCC_DEVICE_VIRTUAL_RESOURCES_PER_CORE) / 128,
       "virtual resources of Tensor Memory");
}

static void test_kernel(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    uint32_t j, most;

    for (j = 1; j < TOY_FIELDS; j++) {
        most = toy_most(device, toy_fields[j]);
        if (most != 0 && most <= 150 && !launches_some(device, kernel, toy_fields[j]) &&
            t.wrong++ < 5)
            complain(device, kernel, "launch", toy_fields[j]);
    }
}

int main(void)
{
    each_toy_kernel(KERNELS, test_kernel);
    test_launches();
    ok(t.wrong == 0, "%u largest groups that launch: %u exceptions", t.launches, t.wrong);
    test_one_thread();
    test_no_end();
    test_too_much();
    return done();
}
