/* SPDX-License-Identifier: MIT
 *
 * Compares ranges with every value: if fields are unknown, the results for each of their values are
 * between the bounds, and the bounds of groups and waves are reached. Compares the largest group
 * that launches and the maximum of a field with evaluating every value.
 */
#include "random.h"
#include "support.h"

#define VALUES 1200

struct field {
    uint32_t field, max; /* maximum of an amount; 0: that of the device */
    uint32_t device_field;
};

struct subject {
    const char *name;
    struct field fields[6];
};

#define THREADS                                                                                    \
    {                                                                                              \
        GPUOCC_KERNEL_THREADS_PER_GROUP, 0, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP                    \
    }
#define SHARED                                                                                     \
    {                                                                                              \
        GPUOCC_KERNEL_SHARED_BYTES, 0, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP                    \
    }
#define DYNAMIC                                                                                    \
    {                                                                                              \
        GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, 0, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP            \
    }
#define REGISTERS                                                                                  \
    {                                                                                              \
        GPUOCC_KERNEL_REGISTERS_PER_THREAD, 0, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD              \
    }

#define MOST(NAME, max)                                                                            \
    {                                                                                              \
        GPUOCC_KERNEL_##NAME, max, 0                                                               \
    }

/* Choices have values 1 .. max; wave sizes and blocks of dynamic VGPRs are identified by their
 * fields. */
static const struct subject subjects[] = {
    {"8.0",
     {THREADS, REGISTERS, SHARED, DYNAMIC, MOST(SHARED_LIMIT, 2), MOST(BARRIERS_PER_GROUP, 16)}},
    {"3.5",
     {THREADS, REGISTERS, SHARED, DYNAMIC, MOST(CACHE_PREFERENCE, 4), MOST(SHARED_LIMIT, 2)}},
    {"5.2",
     {THREADS, REGISTERS, SHARED, DYNAMIC, MOST(GLOBAL_CACHING, 3), MOST(BARRIERS_PER_GROUP, 16)}},
    {"7.0",
     {THREADS, REGISTERS, SHARED, DYNAMIC, MOST(CARVEOUT_PERCENT, 100),
      MOST(BARRIERS_PER_GROUP, 16)}},
    {"gfx1100", {THREADS, REGISTERS, SHARED, DYNAMIC, MOST(CORE_MODE, 2), MOST(WAVE_SIZE, 0)}},
    {"gfx1200",
     {THREADS, REGISTERS, SHARED, MOST(DYNAMIC_VGPR_BLOCK, 0), MOST(CORE_MODE, 2), DYNAMIC}},
    {"gfx906",
     {THREADS, REGISTERS, SHARED, DYNAMIC, MOST(SCALAR_REGISTERS_PER_WAVE, 104),
      MOST(TRAP_REGISTERS, 16)}},
    {"gfx90a",
     {THREADS, REGISTERS, SHARED, DYNAMIC, MOST(ACCUMULATORS_PER_THREAD, 256),
      MOST(SCRATCH_WAVE_CAP, 40)}},
    {"ptl-h",
     {THREADS, SHARED, DYNAMIC, MOST(GRF_COUNT, 256), MOST(WAVE_SIZE, 0),
      MOST(BARRIERS_PER_GROUP, 32)}},
    {"acm-g10",
     {THREADS, SHARED, DYNAMIC, MOST(GRF_COUNT, 256), MOST(WAVE_SIZE, 0),
      MOST(BARRIERS_PER_GROUP, 32)}},
    {"apple8", {THREADS, SHARED, DYNAMIC, MOST(HALF_REGISTERS_PER_THREAD, 256), SHARED, THREADS}},
    {"apple9",
     {THREADS, SHARED, DYNAMIC, MOST(OCCUPANCY_TARGET_PERCENT, 100),
      MOST(MAX_THREADS_PER_GROUP, 1024), SHARED}},
    {"a6xx_gen1",
     {THREADS, REGISTERS, SHARED, DYNAMIC, MOST(VIRTUAL_RESOURCES, 1024),
      MOST(BARRIERS_PER_GROUP, 1)}},
    {"a8xx_gen2",
     {THREADS, REGISTERS, SHARED, DYNAMIC, MOST(VIRTUAL_RESOURCES, 1024),
      MOST(BARRIERS_PER_GROUP, 1)}},
    {"Mali-G720", {THREADS, REGISTERS, SHARED, MOST(BARRIERS_PER_GROUP, 1), SHARED, THREADS}},
};

/* Returns every value of a field with few, or the bounds, steps and some values of one with
 * many. */
static uint32_t values_of(const gpuocc_device *device, const struct field *f, uint32_t *values,
                          int all)
{
    const uint32_t max = f->max != 0 ? f->max : get(device, f->device_field);
    uint32_t count = 0, value;

    if (f->field == GPUOCC_KERNEL_WAVE_SIZE) {
        for (value = 8; value <= 64; value *= 2)
            if ((get(device, GPUOCC_DEVICE_WAVE_SIZES) & value) != 0)
                values[count++] = value;
        return count;
    }
    if (f->field == GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK) {
        values[0] = GPUOCC_ZERO;
        values[1] = 16;
        values[2] = 32;
        return 3;
    }
    if (f->field != GPUOCC_KERNEL_THREADS_PER_GROUP && all && max > 16 && max < VALUES - 2) {
        values[count++] = GPUOCC_ZERO;
        for (value = 1; value <= max; value++)
            values[count++] = value;
        return count;
    }
    if (f->field == GPUOCC_KERNEL_THREADS_PER_GROUP && all)
        for (value = 8; value <= max; value += 8)
            values[count++] = value;
    values[count++] =
        f->field == GPUOCC_KERNEL_SHARED_LIMIT || f->field == GPUOCC_KERNEL_CACHE_PREFERENCE ||
                f->field == GPUOCC_KERNEL_GLOBAL_CACHING || f->field == GPUOCC_KERNEL_CORE_MODE ||
                f->field == GPUOCC_KERNEL_THREADS_PER_GROUP
            ? 1
            : GPUOCC_ZERO;
    if (max <= 16)
        for (value = 1; value <= max; value++)
            values[count++] = value;
    else
        for (value = 0; value < 28; value++)
            values[count++] = 1 + below(value % 3 ? max : 64);
    for (value = 32; value <= max && max <= 2048; value += 32 * (1 + below(6)))
        values[count++] = value;
    values[count++] = max;
    return count;
}

static struct {
    uint32_t questions, kernels, values, outside, loose, launches, launch;
} t;

/* A result over all kernels. */
struct seen {
    uint64_t low, high;
    uint32_t given, other; /* counts: kernels with a number, and without one */
};

#define SLOTS (GPUOCC_RESULT_UNUSED * GPUOCC_LIMIT_COUNT)

static struct seen seen[SLOTS];
static int single; /* one field is unknown: tries every group size */

static int is_set(uint32_t result)
{
    return result == GPUOCC_RESULT_LIMITERS || result == GPUOCC_RESULT_NOTES;
}

static int has_index(uint32_t result)
{
    return result >= GPUOCC_RESULT_LIMIT && result <= GPUOCC_RESULT_CAPACITY;
}

static void collect(const struct place *p)
{
    uint32_t result, index;
    uint64_t low, high;

    for (result = 0; result < GPUOCC_RESULT_UNUSED; result++)
        for (index = 0; index < (has_index(result) ? GPUOCC_LIMIT_COUNT : 1u); index++) {
            struct seen *s = &seen[result * GPUOCC_LIMIT_COUNT + index];

            if (gpuocc_occupancy_get(p->occupancy, result, index, &low, &high) != GPUOCC_OK) {
                s->other++;
                continue;
            }
            if (s->given++ == 0) {
                s->low = low;
                s->high = high;
            } else if (is_set(result)) {
                s->low &= low;
                s->high |= high;
            } else {
                s->low = low < s->low ? low : s->low;
                s->high = high > s->high ? high : s->high;
            }
        }
}

static uint32_t known(uint32_t amount)
{
    return amount == GPUOCC_ZERO || amount == GPUOCC_UNKNOWN ? 0 : amount;
}

/* Evaluates every kernel for an unknown field, recursively for the next ones. */
static void all_kernels(const gpuocc_device *device, gpuocc_kernel k, const struct field *fields,
                        uint32_t count)
{
    uint32_t values[VALUES], number, i;
    struct place p;

    if (count == 0) {
        if (place_whole(&p, device, 0, &k) == GPUOCC_OK) {
            t.kernels++;
            collect(&p);
        }
        return;
    }
    number = values_of(device, fields, values, count == 1 && single);
    /* Static and dynamic memory share one bound. */
    if (fields->device_field == GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP)
        values[number++] =
            get(device, fields->device_field) - (fields->field == GPUOCC_KERNEL_SHARED_BYTES
                                                     ? known(k.dynamic_shared_bytes)
                                                     : known(k.shared_bytes));
    for (i = 0; i < number; i++) {
        put_word(&k, fields->field, values[i]);
        all_kernels(device, k, fields + 1, count - 1);
    }
}

static void compare(const gpuocc_device *device, const struct place *p, int exact)
{
    uint32_t result, index;
    uint64_t low, high;

    for (result = 0; result < GPUOCC_RESULT_UNUSED; result++)
        for (index = 0; index < (has_index(result) ? GPUOCC_LIMIT_COUNT : 1u); index++) {
            const struct seen *s = &seen[result * GPUOCC_LIMIT_COUNT + index];
            int good;

            /* Notes about several fields, and a capacity that depends on several, are evaluated at
             * the bounds of all together. */
            if (!exact && (result == GPUOCC_RESULT_NOTES || result == GPUOCC_RESULT_CAPACITY))
                continue;
            if (s->given == 0 ||
                gpuocc_occupancy_get(p->occupancy, result, index, &low, &high) != GPUOCC_OK)
                continue;
            t.values++;
            good = is_set(result) ? (s->low & low) == low && (s->high | high) == high
                                  : low <= s->low && s->high <= high;
            t.outside += !good;
            /* A kernel reaches each bound; if some kernels do not have the limit, there is no upper
             * bound. */
            if (exact && !is_set(result) && (s->other == 0 || result == GPUOCC_RESULT_LIMIT) &&
                (low != s->low || high != (s->other == 0 ? s->high : UINT64_MAX))) {
                t.loose++;
                good = 0;
            }
            if (!good && t.outside + t.loose < 60)
                note("%s, result %u of %u: %llx to %llx, seen %llx to %llx",
                     gpuocc_device_name(device), result, index, (unsigned long long)low,
                     (unsigned long long)high, (unsigned long long)s->low,
                     (unsigned long long)s->high);
        }
}

static gpuocc_kernel random_kernel(const gpuocc_device *device, const struct subject *s)
{
    uint32_t values[VALUES], i, number;
    gpuocc_kernel k = {0};

    if (below(5) == 0 && get(device, GPUOCC_DEVICE_VENDOR) != GPUOCC_VENDOR_APPLE)
        k.max_threads_per_group = 8 + below(1023); /* tried in steps of eight below */
    k.max_threads_per_group &= ~7u;
    if (get(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_INTEL)
        k.wave_size = 16u << below(2);
    for (i = 0; i < 6; i++) {
        number = values_of(device, &s->fields[i], values, 0);
        if (i == 0 || below(2))
            put_word(&k, s->fields[i].field, values[below(number)] / (i != 0 ? 1 : 1 + below(8)));
    }
    if (k.threads_per_group == 0)
        k.threads_per_group = 1;
    return k;
}

static void test_question(const struct subject *s)
{
    const gpuocc_device *device = find(s->name);
    gpuocc_kernel k = random_kernel(device, s);
    const uint32_t first = below(6), second = below(6);
    struct field fields[2];
    uint32_t count = 1;
    struct place p;

    fields[0] = s->fields[first];
    fields[1] = s->fields[second];
    put_word(&k, fields[0].field, GPUOCC_UNKNOWN);
    if (below(2) && fields[1].field != fields[0].field) {
        put_word(&k, fields[1].field, GPUOCC_UNKNOWN);
        count = 2;
    }
    if (place_whole(&p, device, 0, &k) != GPUOCC_OK)
        return;
    t.questions++;
    memset(seen, 0, sizeof seen);
    single = count == 1;
    all_kernels(device, k, fields, count);
    compare(device, &p, count == 1);
}

/* Compares the largest group, and the maximum of a field for a number of groups, with evaluating
 * all. */
static void test_largest(const struct subject *s)
{
    const gpuocc_device *device = find(s->name);
    const uint32_t most = get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    gpuocc_kernel k = random_kernel(device, s);
    uint32_t threads, largest = 0;
    struct place p, other;
    uint64_t low;
    int32_t status;

    if (below(3) == 0)
        k.dynamic_shared_bytes_per_thread = 1 + below(200);
    if (place_whole(&p, device, 0, &k) != GPUOCC_OK ||
        gpuocc_occupancy_groups(p.occupancy) == GPUOCC_UNKNOWN)
        return;
    for (threads = 1; threads <= most; threads++) {
        k.threads_per_group = threads;
        if (place_whole(&other, device, 0, &k) == GPUOCC_OK &&
            gpuocc_occupancy_groups(other.occupancy) != 0)
            largest = threads;
    }
    status = gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE, 0, &low, NULL);
    t.launches++;
    t.launch += status != GPUOCC_OK || low != largest;
    if (status != GPUOCC_OK || low != largest)
        note("%s: %u threads launch, not %llu", s->name, largest, (unsigned long long)low);
}

int main(void)
{
    const uint32_t rounds = part_of(60);
    uint32_t i, round;

    state = 77;
    for (i = 0; i < sizeof subjects / sizeof subjects[0]; i++)
        for (round = 0; round < rounds; round++)
            test_question(&subjects[i]);
    for (i = 0; i < sizeof subjects / sizeof subjects[0]; i++)
        for (round = 0; round < 1 + rounds / 6; round++)
            test_largest(&subjects[i]);
    ok(t.questions >= at_least(500) && t.values >= at_least(10000) && t.outside == 0,
       "%u ranges, %u kernels, %u results: %u outside", t.questions, t.kernels, t.values,
       t.outside);
    ok(t.loose == 0, "ends that a kernel has: %u have none", t.loose);
    ok(t.launches >= at_least(50) && t.launch == 0, "the largest of %u groups: %u differ",
       t.launches, t.launch);
    return done();
}
