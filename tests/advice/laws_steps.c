/* SPDX-License-Identifier: MIT
 *
 * Tests laws of two-field steps, of wasted resources, of the bounds of ranges and of advice, over
 * random kernels on every architecture in every convention.
 */
#include "laws.h"

#define KERNELS 12 /* per device, and a quarter of that in each other convention */

static struct {
    uint32_t kernels, two_fields, two_field_steps, unused, wasted, less, ends, reached, apart,
        between, advice;
    uint32_t sentences;
} t;

/* Returns the waves with other values of two fields; 0 if refused or unknown. */
static uint32_t waves_with(const gpuocc_device *device, const gpuocc_kernel *kernel,
                           const uint32_t fields[2], uint32_t a, uint32_t b)
{
    gpuocc_kernel k = *kernel;
    struct place p;
    uint32_t waves;

    set(&k, fields[0], a);
    set(&k, fields[1], b);
    if (ask(&p, device, &k) != GPUOCC_OK)
        return 0;
    waves = gpuocc_occupancy_waves(p.occupancy);
    return waves == GPUOCC_UNKNOWN ? 0 : waves;
}

static double cost_of(const gpuocc_kernel *kernel, const uint32_t fields[2], uint32_t a, uint32_t b)
{
    const uint32_t now[2] = {amount_of(kernel, fields[0]), amount_of(kernel, fields[1])};

    return (double)(now[0] - a) / now[0] + (double)(now[1] - b) / now[1];
}

/* Tries every pair of smaller values of two fields (some of them for bytes), the second by the
 * steps of the curve. GRF counts that the device does not have count as the next larger one and are
 * left out. */
static double cheapest_of(const gpuocc_device *device, const gpuocc_kernel *kernel,
                          const uint32_t fields[2], uint32_t waves, double bound)
{
    const uint32_t now[2] = {amount_of(kernel, fields[0]), amount_of(kernel, fields[1])};
    const uint32_t stride = now[0] > 300 ? 1 + now[0] / (20 + below(20)) : 1;
    gpuocc_plateau s = {.size = sizeof s};
    gpuocc_kernel k;
    struct place p;
    uint32_t a, b;
    double cost, best = bound;

    for (a = 0; a < now[0]; a += stride) {
        k = *kernel;
        set(&k, fields[0], a);
        set(&k, fields[1], 0);
        if (ask(&p, device, &k) != GPUOCC_OK)
            continue;
        for (b = 0; gpuocc_occupancy_plateau(p.occupancy, fields[1], b, &s, NULL) == GPUOCC_OK &&
                    s.first < now[1];
             b = s.last + 1) {
            cost = cost_of(kernel, fields, a, s.last < now[1] ? s.last : now[1]);
            if (s.waves > waves && cost < best)
                best = cost;
        }
    }
    return best;
}

/* Whether a change of one amount alone allows more waves. */
static int one_helps(const gpuocc_occupancy *occupancy)
{
    gpuocc_step step = {.size = sizeof step};
    size_t i;

    for (i = 0; i < AMOUNTS; i++)
        if (gpuocc_occupancy_next_step(occupancy, amounts[i], &step, NULL) == GPUOCC_OK)
            return 1;
    return 0;
}

/* No pair is cheaper than the step; without a step there is no pair. */
static int is_cheapest(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t waves,
                       const gpuocc_two_field_step *step)
{
    const double cost = step ? cost_of(kernel, step->fields, step->then[0], step->then[1]) : 3;
    uint32_t fields[2];

    for (fields[0] = 1; fields[0] < GPUOCC_KERNEL_FIELD_COUNT; fields[0]++)
        for (fields[1] = fields[0] + 1; fields[1] < GPUOCC_KERNEL_FIELD_COUNT; fields[1]++) {
            uint32_t i, both = 0;

            for (i = 0; i < AMOUNTS; i++)
                both += (amounts[i] == fields[0] || amounts[i] == fields[1]);
            if (both != 2 || amount_of(kernel, fields[0]) == 0 ||
                amount_of(kernel, fields[1]) == 0 || fields[0] == GPUOCC_KERNEL_GRF_COUNT ||
                fields[1] == GPUOCC_KERNEL_GRF_COUNT)
                continue;
            if (cheapest_of(device, kernel, fields, waves, cost) < cost - 1e-9)
                return 0;
        }
    return 1;
}

/* The two together allow more waves; one of them alone, or one unit less of either, does not. */
static int both_are_needed(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    gpuocc_two_field_step s = {.size = sizeof s};
    struct place p;
    uint32_t waves;
    int32_t status;

    ask(&p, device, kernel);
    waves = gpuocc_occupancy_waves(p.occupancy);
    status = gpuocc_occupancy_two_field_step(p.occupancy, &s, NULL);
    if (status == GPUOCC_NOT_KNOWN)
        return 1;
    if (status == GPUOCC_NOT_POSSIBLE)
        return one_helps(p.occupancy) || below(20) != 0 || is_cheapest(device, kernel, waves, NULL);
    t.two_field_steps++;
    return status == GPUOCC_OK && s.fields[0] < s.fields[1] && s.waves > waves &&
           s.now[0] == amount_of(kernel, s.fields[0]) && s.then[0] < s.now[0] &&
           s.now[1] == amount_of(kernel, s.fields[1]) && s.then[1] < s.now[1] &&
           waves_with(device, kernel, s.fields, s.then[0], s.then[1]) == s.waves &&
           waves_with(device, kernel, s.fields, s.then[0], s.now[1]) <= waves &&
           waves_with(device, kernel, s.fields, s.now[0], s.then[1]) <= waves &&
           waves_with(device, kernel, s.fields, s.then[0] + 1, s.then[1]) <= waves &&
           waves_with(device, kernel, s.fields, s.then[0], s.then[1] + 1) <= waves &&
           !one_helps(p.occupancy) &&
           (t.two_field_steps % 4 != 0 || is_cheapest(device, kernel, waves, &s));
}

static uint64_t value_of(const gpuocc_occupancy *occupancy, uint32_t which, uint32_t limit)
{
    uint64_t low = 0, high = 0;

    return gpuocc_occupancy_get(occupancy, which, limit, &low, &high) == GPUOCC_OK && low == high
               ? low
               : UINT64_MAX;
}

/* Lowers *least to the part of `capacity` that is unused after a change. Registers that no longer
 * limit, because they are sufficient for every wave slot, have no results by limit, but a group
 * still uses registers.
 */
static void lessen(const gpuocc_device *device, gpuocc_kernel k, uint32_t field, uint32_t value,
                   uint32_t limit, uint64_t capacity, uint64_t *least)
{
    struct place p;
    uint64_t groups, each, has;

    set(&k, field, value);
    if (ask(&p, device, &k) != GPUOCC_OK)
        return;
    groups = value_of(p.occupancy, GPUOCC_RESULT_GROUPS, 0);
    each = value_of(p.occupancy, GPUOCC_RESULT_ALLOCATED, limit);
    has = value_of(p.occupancy, GPUOCC_RESULT_CAPACITY, limit);
    if (each == UINT64_MAX && limit == GPUOCC_LIMIT_REGISTERS) {
        each = value_of(p.occupancy, GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP, 0);
        has = capacity;
    }
    if (groups == UINT64_MAX || each == UINT64_MAX || has == UINT64_MAX)
        return;
    has -= groups * each < has ? groups * each : has;
    *least = has < *least ? has : *least;
}

/* Returns the minimum that is unused now, after growth without cost and after one step. */
static uint64_t wasted_by_trying(const gpuocc_device *device, const gpuocc_kernel *kernel,
                                 const gpuocc_occupancy *occupancy, uint32_t limit)
{
    const uint64_t has = value_of(occupancy, GPUOCC_RESULT_CAPACITY, limit);
    uint64_t least = value_of(occupancy, GPUOCC_RESULT_UNUSED, limit);
    gpuocc_step step = {.size = sizeof step};
    uint32_t i, field;
    int32_t status;

    for (i = 0; i <= AMOUNTS; i++) {
        field = i < AMOUNTS ? amounts[i] : GPUOCC_KERNEL_THREADS_PER_GROUP;
        status = gpuocc_occupancy_next_step(occupancy, field, &step, NULL);
        if (status == GPUOCC_OK)
            lessen(device, *kernel, field, step.then, limit, has, &least);
        if (status == GPUOCC_OK || status == GPUOCC_NOT_POSSIBLE)
            lessen(device, *kernel, field, step.slack, limit, has, &least);
    }
    return least;
}

static void test_waste(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    struct place p;
    uint64_t groups, unused, wasted, taken, has;
    uint32_t limit;

    ask(&p, device, kernel);
    groups = value_of(p.occupancy, GPUOCC_RESULT_GROUPS, 0);
    for (limit = 0; limit < GPUOCC_LIMIT_COUNT; limit++) {
        unused = value_of(p.occupancy, GPUOCC_RESULT_UNUSED, limit);
        wasted = value_of(p.occupancy, GPUOCC_RESULT_WASTED, limit);
        taken = groups * value_of(p.occupancy, GPUOCC_RESULT_ALLOCATED, limit);
        has = value_of(p.occupancy, GPUOCC_RESULT_CAPACITY, limit);
        if (unused == UINT64_MAX) {
            t.unused += wasted != UINT64_MAX;
            continue;
        }
        if (unused != (has > taken ? has - taken : 0) && t.unused++ < 3)
            complain(device, kernel, "unused", limit);
        if ((wasted > unused || wasted != wasted_by_trying(device, kernel, p.occupancy, limit)) &&
            t.wasted++ < 3)
            complain(device, kernel, "wasted", limit);
        t.less += wasted < unused;
    }
}

/* Makes at most two amounts, and perhaps the threads, unknown. */
static gpuocc_kernel forget(const gpuocc_kernel *kernel, uint32_t fields[3])
{
    gpuocc_kernel k = *kernel;
    uint32_t i;

    fields[0] = amounts[below(AMOUNTS)];
    fields[1] = below(2) ? amounts[below(AMOUNTS)] : 0;
    fields[2] = below(4) ? 0 : GPUOCC_KERNEL_THREADS_PER_GROUP;
    for (i = 0; i < 3; i++)
        if (fields[i] != 0)
            put_word(&k, fields[i], GPUOCC_UNKNOWN);
    return k;
}

/* The kernel of a bound has it exactly. Its known fields are unchanged, which is checked
 * sometimes. */
static int end_is_reached(const gpuocc_device *device, const gpuocc_kernel *kernel,
                          const struct place *range, uint32_t which, uint32_t index, uint32_t end)
{
    gpuocc_kernel k = *kernel;
    uint64_t ends[2], point[2];
    uint32_t field, word;
    struct place p;
    int32_t status;

    status = gpuocc_occupancy_get(range->occupancy, which, index, &ends[0], &ends[1]);
    for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++) {
        word = 77;
        if (word_of(kernel, field) != GPUOCC_UNKNOWN && below(50) != 0)
            continue;
        if (bound_field(range->occupancy, which, index, end, field, &word) != status)
            /* Ends of different kernels, or sets: never those of the answer itself. */
            return status == GPUOCC_OK && word == 77 && which > GPUOCC_RESULT_WAVES;
        put_word(&k, field, word);
    }
    if (status != GPUOCC_OK)
        return 1;
    t.reached++;
    if (ask(&p, device, &k) != GPUOCC_OK)
        return 0;
    status = gpuocc_occupancy_get(p.occupancy, which, index, &point[0], &point[1]);
    if (status == GPUOCC_NOT_APPLICABLE && which == GPUOCC_RESULT_LIMIT)
        return ends[end] == UINT64_MAX;
    return status == GPUOCC_OK && point[end] == ends[end];
}

/* For one unknown amount, checks that the value is the last one with the bound. */
static int end_is_last(const gpuocc_device *device, const gpuocc_kernel *kernel,
                       const struct place *range, uint32_t unknown, uint32_t end)
{
    gpuocc_kernel k = *kernel;
    uint64_t ends[2], point[2];
    uint32_t value, other;
    struct place p;

    if (gpuocc_occupancy_get(range->occupancy, GPUOCC_RESULT_WAVES, 0, &ends[0], &ends[1]) !=
            GPUOCC_OK ||
        ends[0] == ends[1] || unknown == GPUOCC_KERNEL_GRF_COUNT ||
        bound_field(range->occupancy, GPUOCC_RESULT_WAVES, 0, end, unknown, &value) != GPUOCC_OK)
        return 1;
    if (groups_with(device, k, unknown, 0) == GPUOCC_UNKNOWN)
        return 1; /* the groups are unknown: a bound may be reached anywhere */
    put_word(&k, unknown, value);
    value = value == GPUOCC_ZERO ? 0 : value;
    if ((!end && value == 0) || ask(&p, device, &k) != GPUOCC_OK ||
        gpuocc_occupancy_waves(p.occupancy) == GPUOCC_UNKNOWN)
        return 1;
    t.apart++;
    other = end ? value + 1 : value - 1;
    set(&k, unknown, other);
    return ask(&p, device, &k) != GPUOCC_OK ||
           (gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_WAVES, 0, &point[0], &point[1]) ==
                GPUOCC_OK &&
            point[end] != ends[end]);
}

static void test_ends(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    uint32_t fields[3], which, index, end;
    uint64_t low, high, ends[2];
    struct place p, point;
    gpuocc_kernel k = forget(kernel, fields);

    if (ask(&p, device, &k) != GPUOCC_OK)
        return;
    ask(&point, device, kernel);
    for (which = 0; which < GPUOCC_RESULT_COUNT; which++)
        for (index = 0; index < GPUOCC_LIMIT_COUNT; index++) {
            if (which == GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE)
                continue; /* slow, and a range over group sizes */
            for (end = 0; end < 2; end++)
                if (!end_is_reached(device, &k, &p, which, index, end) && t.ends++ < 3)
                    complain(device, &k, gpuocc_name(GPUOCC_LIST_RESULTS, which), index);
            if (which != GPUOCC_RESULT_LIMITERS && which != GPUOCC_RESULT_NOTES &&
                gpuocc_occupancy_get(p.occupancy, which, index, &ends[0], &ends[1]) == GPUOCC_OK &&
                gpuocc_occupancy_get(point.occupancy, which, index, &low, &high) == GPUOCC_OK &&
                (low < ends[0] || high > ends[1]) && t.between++ < 3)
                complain(device, kernel, gpuocc_name(GPUOCC_LIST_RESULTS, which), fields[0]);
        }
    if (fields[1] == 0 && fields[2] == 0)
        for (end = 0; end < 2; end++)
            if (!end_is_last(device, &k, &p, fields[0], end) && t.ends++ < 3)
                complain(device, &k, "last value of an end", fields[0]);
}

/* Sentences end, are complete in a buffer of any size, and contain neither a full stop nor a
 * NUL. */
static void test_advice(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    char text[512], part[16];
    size_t length, again;
    struct place p;
    uint32_t i;
    int bad = 0;

    ask(&p, device, kernel);
    for (i = 0; gpuocc_occupancy_advice(p.occupancy, i, text, sizeof text, &length) == GPUOCC_OK;
         i++) {
        t.sentences++;
        memset(part, 'x', sizeof part);
        bad |= length >= sizeof text || strlen(text) != length || length < 20 ||
               strchr(text, '.') != NULL ||
               gpuocc_occupancy_advice(p.occupancy, i, part, 10, &again) != GPUOCC_OK ||
               again != length || memcmp(part, text, 9) != 0 || part[9] != 0 || part[10] != 'x' ||
               gpuocc_occupancy_advice(p.occupancy, i, NULL, 0, NULL) != GPUOCC_OK;
    }
    bad |= i > AMOUNTS + 2 ||
           gpuocc_occupancy_advice(p.occupancy, i, text, sizeof text, NULL) != GPUOCC_ERROR_INDEX;
    if (bad && t.advice++ < 3)
        complain(device, kernel, "advice", i);
}

static void test_kernel(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    t.kernels++;
    if (!both_are_needed(device, kernel) && t.two_fields++ < 3)
        complain(device, kernel, "two-field step", 0);
    test_waste(device, kernel);
    test_ends(device, kernel);
    test_advice(device, kernel);
}

int main(void)
{
    all_kernels(KERNELS, KERNELS / 4, test_kernel);
    ok(t.kernels >= at_least(2000), "%u kernels in all conventions", t.kernels);
    ok(t.two_field_steps >= at_least(100), "%u of them need a two-field step", t.two_field_steps);
    ok(t.two_fields == 0,
       "neither half of a two-field step does, nor one unit less, nor a cheaper pair: "
       "%u exceptions",
       t.two_fields);
    ok(t.unused == 0, "what is unused is what the groups leave: %u exceptions", t.unused);
    ok(t.wasted == 0, "no single step uses what is wasted: %u exceptions", t.wasted);
    ok(t.less >= at_least(1000), "a step uses something of what is unused: %u times", t.less);
    ok(t.ends == 0 && t.reached >= at_least(10000) && t.apart >= at_least(100),
       "%u ends of ranges are reached by a "
       "kernel, %u are left by the next value: %u exceptions",
       t.reached, t.apart, t.ends);
    ok(t.between == 0, "every result lies in its range: %u exceptions", t.between);
    ok(t.advice == 0 && t.sentences >= at_least(5000), "%u sentences of advice: %u exceptions",
       t.sentences, t.advice);
    return done();
}
