/* SPDX-License-Identifier: MIT
 *
 * Compares the breakpoints of a curve with evaluating every value of its field, over 10,000 random
 * kernels on every architecture in every convention. Of bytes every 16th value is evaluated, which
 * is the smallest granularity of any device.
 */
#include "laws.h"

#define KERNELS    110 /* per device, and a third of that in each other convention */
#define LEAST_UNIT 16
#define STEPS      2000

static struct {
    uint32_t curves, wrong, inverses, not_inverse;
    uint64_t steps, values;
} t;

/* Returns the last value that is evaluated. */
static uint32_t end_of(const gpuocc_device *device, uint32_t field)
{
    switch (field) {
    case GPUOCC_KERNEL_THREADS_PER_GROUP:
        return get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    case GPUOCC_KERNEL_SHARED_BYTES:
    case GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES:
        return get(device, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP);
    default:
        return 600;
    }
}

/* The plateau of a value has its answer, and differs from the previous plateau. */
static int curve_is_answer(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field)
{
    const uint32_t bytes =
        field == GPUOCC_KERNEL_SHARED_BYTES || field == GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES;
    const uint32_t least = field == GPUOCC_KERNEL_THREADS_PER_GROUP, end = end_of(device, field);
    uint64_t here, before = UINT64_MAX;
    gpuocc_plateau s = {.size = sizeof s};
    struct place p;
    uint32_t value;
    int32_t status;

    ask(&p, device, kernel);
    s.last = least - 1;
    for (value = least; value <= end; value += bytes ? LEAST_UNIT : 1) {
        here = answer(device, *kernel, field, value);
        while (value > s.last || value == least) {
            status = gpuocc_occupancy_plateau(p.occupancy, field, s.last + 1, &s, NULL);
            if (status == GPUOCC_ERROR_INDEX)
                return here == UINT64_MAX;
            if (status != GPUOCC_OK)
                return value == least;
            t.steps++;
            if (((uint64_t)s.groups << 32 | s.waves) == before)
                return 0;
            before = (uint64_t)s.groups << 32 | s.waves;
            if (value == least)
                break;
        }
        t.values++;
        if (here != before)
            return 0;
    }
    t.curves++;
    return 1;
}

/* The maximum of a field for the groups of every step of its curve is the last value with them. */
static int inverse_is_inverse(const gpuocc_device *device, const gpuocc_kernel *kernel,
                              uint32_t field)
{
    static gpuocc_plateau steps[STEPS];
    uint32_t count = 0, value = field == GPUOCC_KERNEL_THREADS_PER_GROUP, i, later;
    struct place p;

    ask(&p, device, kernel);
    for (; count < STEPS; value = steps[count++].last + 1) {
        steps[count].size = sizeof steps[0];
        if (gpuocc_occupancy_plateau(p.occupancy, field, value, &steps[count], NULL) != GPUOCC_OK)
            break;
    }
    if (count == 0 || count == STEPS || is_tools_own(field))
        return 1;
    for (i = 0; i < count && steps[i].groups != 0; i++) {
        for (later = count - 1; steps[later].groups < steps[i].groups; later--)
            ;
        if (gpuocc_occupancy_maximum(p.occupancy, field, GPUOCC_TARGET_GROUPS, steps[i].groups,
                                     &value, NULL) != GPUOCC_OK ||
            value != steps[later].last)
            return 0;
        t.inverses++;
    }
    return 1;
}

/* Returns one of the fields that the device has. */
static uint32_t some_field(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    gpuocc_plateau s = {.size = sizeof s};
    uint32_t tries, which, field = 0;
    struct place p;

    ask(&p, device, kernel);
    for (tries = 0; tries < 40; tries++) {
        which = below(AMOUNTS + 1);
        field = which < AMOUNTS ? amounts[which] : GPUOCC_KERNEL_THREADS_PER_GROUP;
        if (gpuocc_occupancy_plateau(p.occupancy, field, 1, &s, NULL) == GPUOCC_OK)
            break;
    }
    return field;
}

static void test_kernel(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    const uint32_t field = some_field(device, kernel);

    if (!curve_is_answer(device, kernel, field) && t.wrong++ < 5)
        complain(device, kernel, "curve", field);
    if (below(4) == 0 && !inverse_is_inverse(device, kernel, field) && t.not_inverse++ < 5)
        complain(device, kernel, "inverse", field);
}

int main(void)
{
    all_kernels(KERNELS, KERNELS / 3, test_kernel);
    ok(t.curves >= at_least(10000) && t.steps >= at_least(50000),
       "%u kernels in all conventions, %u steps, %u values", t.curves, (unsigned)t.steps,
       (unsigned)t.values);
    ok(t.wrong == 0, "every value has the answer of its plateau: %u exceptions", t.wrong);
    ok(t.not_inverse == 0 && t.inverses >= at_least(20000),
       "the most at every step is where it ends, %u steps: %u exceptions", t.inverses,
       t.not_inverse);
    return done();
}
