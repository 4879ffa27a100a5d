/* SPDX-License-Identifier: MIT
 *
 * Tests laws that are true on every architecture of every vendor in every convention, over random
 * kernels: groups are the minimum of the limits, a larger amount never allows more, the inverse
 * query is the inverse, the best group size is the best, a range contains its points. If a tool
 * intentionally violates a law, the test names it.
 */
#include "laws.h"

#define KERNELS 60 /* per device, and a third of that in each other convention */

static int is_least_of_limits(const struct place *p)
{
    uint64_t low = 0, high = 0, limit_low, least = UINT64_MAX, set = 0;
    uint32_t limit;
    int32_t status;

    if (gpuocc_occupancy_get(p->occupancy, GPUOCC_RESULT_GROUPS, 0, &low, &high) != GPUOCC_OK ||
        low != high)
        return 1; /* unknown */
    for (limit = 0; limit < GPUOCC_LIMIT_COUNT; limit++) {
        status = gpuocc_occupancy_get(p->occupancy, GPUOCC_RESULT_LIMIT, limit, &limit_low, NULL);
        if (status != GPUOCC_OK)
            continue;
        if (limit_low < least) {
            least = limit_low;
            set = 0;
        }
        set |= limit_low == least ? UINT64_C(1) << limit : 0;
    }
    /* The header reports the limiters that it found before it considered barriers. */
    if (convention == GPUOCC_CONVENTION_HEADER && (set >> GPUOCC_LIMIT_BARRIERS & 1) != 0)
        return least == low && (gpuocc_occupancy_limiters(p->occupancy) & set) == set;
    return least == low && gpuocc_occupancy_limiters(p->occupancy) == set;
}

/* A field that the library reports as ignored affects neither groups nor waves. */
static int is_without_effect(const gpuocc_device *device, gpuocc_kernel kernel, uint32_t field)
{
    uint32_t groups[2], waves[2], i;
    struct place p;

    for (i = 0; i < 2; i++) {
        set(&kernel, field, i);
        if (ask(&p, device, &kernel) != GPUOCC_OK)
            return 0;
        groups[i] = gpuocc_occupancy_groups(p.occupancy);
        waves[i] = gpuocc_occupancy_waves(p.occupancy);
    }
    return groups[0] == groups[1] && waves[0] == waves[1];
}

/* The inverse at every number of groups: the value is sufficient, one more is not. */
static int inverse_holds(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field)
{
    struct place p;
    uint32_t wanted, value, groups, more;
    int32_t status;

    if (is_tools_own(field))
        return 1;
    ask(&p, device, kernel);
    for (wanted = 1; wanted <= 9; wanted++) {
        status = gpuocc_occupancy_maximum(p.occupancy, field, GPUOCC_TARGET_GROUPS, wanted, &value,
                                          NULL);
        if (status == GPUOCC_ERROR_NO_RESOURCE || status == GPUOCC_ERROR_FIELD ||
            status == GPUOCC_NOT_KNOWN)
            return 1;
        if (status == GPUOCC_NOT_APPLICABLE && is_without_effect(device, *kernel, field))
            return 1;
        if (status == GPUOCC_NOT_APPLICABLE)
            return gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS, 0, NULL, NULL) == status;
        if (status == GPUOCC_NOT_POSSIBLE) {
            groups = groups_with(device, *kernel, field, 0);
            if (groups != UINT32_MAX && groups >= wanted)
                return 0;
            continue;
        }
        groups = groups_with(device, *kernel, field, value);
        more = convention != 0 && value == LARGEST_FOR_TOOLS
                   ? UINT32_MAX
                   : groups_with(device, *kernel, field, value + 1);
        if (status != GPUOCC_OK || groups == UINT32_MAX || groups < wanted ||
            (more != UINT32_MAX && more >= wanted))
            return 0;
    }
    return 1;
}

/* Whether the curve has a discontinuity: Kepler with less than all as shared memory gives all of it
 * to a block that does not fit. */
static int starts_anew(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field)
{
    return get(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_NVIDIA &&
           get(device, GPUOCC_DEVICE_GENERATION) / 10 == 3 &&
           kernel->cache_preference >= GPUOCC_CACHE_PREFERENCE_L1 &&
           (field == GPUOCC_KERNEL_SHARED_BYTES || field == GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES ||
            field == GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD);
}

static int only_falls(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field)
{
    const uint32_t value = word_of(kernel, field), more = value + 1 + below(2 * value + 40);
    const uint32_t before = groups_with(device, *kernel, field, value);
    const uint32_t after = groups_with(device, *kernel, field, more);

    return before == UINT32_MAX || after == UINT32_MAX || after <= before ||
           starts_anew(device, kernel, field);
}

/* Compares the best size with all of them. */
static int best_is_best(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    const uint32_t most = get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    gpuocc_kernel k = *kernel;
    uint32_t threads, best = 0, best_waves = 0, found = 0, groups;
    struct place p;
    int32_t status;

    k.size = sizeof k;
    status = best_group(device, convention, &k, NULL, 0, &found, &groups, NULL);
    if (status == GPUOCC_NOT_KNOWN || status == GPUOCC_NOT_APPLICABLE)
        return 1;
    for (threads = k.wave_size; threads <= most; threads += k.wave_size) {
        k.threads_per_group = threads;
        if (ask(&p, device, &k) == GPUOCC_OK && gpuocc_occupancy_groups(p.occupancy) != 0 &&
            gpuocc_occupancy_waves(p.occupancy) >= best_waves) {
            best = threads;
            best_waves = gpuocc_occupancy_waves(p.occupancy);
        }
    }
    return best == 0 ? status == GPUOCC_ERROR_INDEX : status == GPUOCC_OK && found == best;
}

/* With one field of the kernel unknown, the kernel's answer is between the bounds. */
static int range_contains(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field)
{
    gpuocc_kernel k = *kernel;
    uint64_t point = 0, high_point = 0, low = 0, high = 0;
    struct place p;
    uint32_t which;

    ask(&p, device, &k);
    put_word(&k, field, GPUOCC_UNKNOWN);
    for (which = GPUOCC_RESULT_GROUPS; which <= GPUOCC_RESULT_WAVES; which++) {
        struct place range;

        if (ask(&range, device, &k) != GPUOCC_OK)
            return word_of(kernel, field) == 0 || /* no such resource */
                   (range.status == GPUOCC_ERROR_MUST_BE_KNOWN &&
                    field == GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD);
        if (gpuocc_occupancy_get(p.occupancy, which, 0, &point, &high_point) != GPUOCC_OK)
            return 1;
        if (gpuocc_occupancy_get(range.occupancy, which, 0, &low, &high) != GPUOCC_OK ||
            point < low || high_point > high)
            return 0;
    }
    return 1;
}

/* The whole curve: plateaus are contiguous, differ, and contain the answers of all values that are
 * tried; these are all values if there are few. */
static int curve_is_curve(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field)
{
    const uint32_t least = field == GPUOCC_KERNEL_THREADS_PER_GROUP ? 1 : 0;
    gpuocc_plateau s = {.size = sizeof s};
    uint32_t value = least, inside, tries;
    uint64_t last = UINT64_MAX, here;
    struct place p;
    int32_t status;

    ask(&p, device, kernel);
    for (;;) {
        status = gpuocc_occupancy_plateau(p.occupancy, field, value, &s, NULL);
        if (status == GPUOCC_ERROR_INDEX)
            return value != least && (answer(device, *kernel, field, value) == UINT64_MAX ||
                                      (convention != 0 && value == LARGEST_FOR_TOOLS + 1));
        if (status != GPUOCC_OK)
            return status == GPUOCC_ERROR_NO_RESOURCE || status == GPUOCC_NOT_KNOWN ||
                   status == GPUOCC_ERROR_FIELD ||
                   (status == GPUOCC_NOT_APPLICABLE && is_without_effect(device, *kernel, field));
        here = (uint64_t)s.groups << 32 | s.waves;
        if (s.first != value || here == last)
            return 0;
        tries = s.last - s.first < 300 ? s.last - s.first + 1 : 12;
        for (inside = 0; inside < tries; inside++) {
            value = tries > 12    ? s.first + inside
                    : inside == 0 ? s.last
                                  : s.first + below(s.last - s.first + 1);
            if (answer(device, *kernel, field, value) != here)
                return 0;
        }
        last = here;
        value = s.last + 1;
    }
}

/* The next step allows more waves, and one unit less of it does not; the slack has no cost. */
static int next_is_next(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t field)
{
    gpuocc_step step = {.size = sizeof step};
    struct place p;
    uint64_t now, then, before, slack;
    int32_t status;

    ask(&p, device, kernel);
    status = gpuocc_occupancy_next_step(p.occupancy, field, &step, NULL);
    if (status != GPUOCC_OK)
        return status == GPUOCC_NOT_POSSIBLE || status == GPUOCC_ERROR_NO_RESOURCE ||
               status == GPUOCC_NOT_KNOWN || status == GPUOCC_ERROR_FIELD ||
               (status == GPUOCC_NOT_APPLICABLE && is_without_effect(device, *kernel, field));
    now = answer(device, *kernel, field, step.now);
    slack = answer(device, *kernel, field, step.slack);
    then = answer(device, *kernel, field, step.then);
    before = answer(device, *kernel, field,
                    step.then < step.now ? step.then + 1
                                         : (step.then - 1) / kernel->wave_size * kernel->wave_size);
    return step.now == (word_of(kernel, field) == GPUOCC_ZERO ? 0 : word_of(kernel, field)) &&
           slack == now && (uint32_t)then > (uint32_t)now && (uint32_t)then == step.waves &&
           then >> 32 == step.groups && (uint32_t)before <= (uint32_t)now;
}

/* Padding reaches exactly the given number of groups, and a byte less does not. */
static int pad_is_exact(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    const uint32_t field = GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES;
    struct place p;
    uint32_t wanted, bytes, groups;

    ask(&p, device, kernel);
    for (wanted = 1; wanted <= 6; wanted++) {
        if (gpuocc_occupancy_pad(p.occupancy, wanted, &bytes, NULL) != GPUOCC_OK)
            continue;
        groups = groups_with(device, *kernel, field, word_of(kernel, field) + bytes);
        if (groups != wanted)
            return 0;
        if (bytes != 0 &&
            groups_with(device, *kernel, field, word_of(kernel, field) + bytes - 1) == wanted)
            return 0;
    }
    return 1;
}

struct tally {
    uint32_t kernels, least, falls, inverse, best, range, curve, next, pad;
};

static struct tally t;

static void count(uint32_t *exceptions, int holds, const char *law, const gpuocc_device *device,
                  const gpuocc_kernel *k, uint32_t field)
{
    if (!holds && (*exceptions)++ < 3)
        complain(device, k, law, field);
}

static void test_kernel(const gpuocc_device *device, const gpuocc_kernel *k)
{
    const uint32_t threads = GPUOCC_KERNEL_THREADS_PER_GROUP;
    struct place p;
    size_t i;

    t.kernels++;
    ask(&p, device, k);
    count(&t.least, is_least_of_limits(&p), "least", device, k, 0);
    count(&t.best, best_is_best(device, k), "best", device, k, 0);
    count(&t.pad, pad_is_exact(device, k), "padding", device, k, 0);
    count(&t.falls, only_falls(device, k, threads), "falls", device, k, threads);
    count(&t.range, range_contains(device, k, threads), "range", device, k, threads);
    count(&t.curve, curve_is_curve(device, k, threads), "curve", device, k, threads);
    count(&t.next, next_is_next(device, k, threads), "next step", device, k, threads);
    for (i = 0; i < AMOUNTS; i++) {
        count(&t.falls, only_falls(device, k, amounts[i]), "falls", device, k, amounts[i]);
        count(&t.inverse, inverse_holds(device, k, amounts[i]), "inverse", device, k, amounts[i]);
        count(&t.curve, curve_is_curve(device, k, amounts[i]), "curve", device, k, amounts[i]);
        count(&t.next, next_is_next(device, k, amounts[i]), "next step", device, k, amounts[i]);
        count(&t.range, range_contains(device, k, amounts[i]), "range", device, k, amounts[i]);
    }
}

int main(void)
{
    all_kernels(KERNELS, KERNELS / 3, test_kernel);
    ok(t.kernels >= at_least(10000), "%u kernels in all conventions", t.kernels);
    ok(t.least == 0, "groups are the least of the limits: %u exceptions", t.least);
    ok(t.falls == 0, "more of anything never admits more groups: %u exceptions", t.falls);
    ok(t.inverse == 0, "the inverse question is the inverse: %u exceptions", t.inverse);
    ok(t.best == 0, "the best group size is the best: %u exceptions", t.best);
    ok(t.range == 0, "a range contains its points: %u exceptions", t.range);
    ok(t.curve == 0, "a curve is the answer at every value: %u exceptions", t.curve);
    ok(t.next == 0, "the next step is the nearest that helps: %u exceptions", t.next);
    ok(t.pad == 0, "padding reaches exactly the groups wanted: %u exceptions", t.pad);
    return done();
}
