/* SPDX-License-Identifier: MIT
 *
 * Compares ranges with every value of one or two unknown fields, on devices so small that these are
 * few. Both bounds of every result must be reached by a kernel, sets must be the union over all
 * kernels, and the value at which a bound is reached must be the last one with it.
 */
#ifndef UNIT_RANGE_JUDGE_H
#define UNIT_RANGE_JUDGE_H

#include "groups.h"
#include "tally.h"

#define MOST_VALUES 2200
#define RESULTS     GPUOCC_RESULT_UNUSED
#define SLOTS       (RESULTS * GPUOCC_LIMIT_COUNT)

static struct tally enclosed, exact, reached, last;

/* An unknown field and its values: 0 (GPUOCC_ZERO) or 1 to `top`, and `far`, if it is not 0.
 * Together with another unknown field, only the last value, multiples of `step` and the value after
 * each of these are tried. */
struct unknown {
    uint32_t field, first, top, step, far;
    int listed; /* not an amount with which results grow or shrink */
};

/* One result over all kernels. */
struct seen {
    uint64_t low, high;
    uint32_t given, other; /* counts: kernels with a number, and without one */
};

static struct seen seen[SLOTS];

static int is_set(uint32_t result)
{
    return result == GPUOCC_RESULT_LIMITERS || result == GPUOCC_RESULT_NOTES;
}

/* Whether a slot is a result; only results by limit have an index above 0. */
static int is_result(uint32_t slot)
{
    const uint32_t result = slot / GPUOCC_LIMIT_COUNT;

    return slot % GPUOCC_LIMIT_COUNT == 0 ||
           (result >= GPUOCC_RESULT_LIMIT && result <= GPUOCC_RESULT_CAPACITY);
}

static int32_t ends_of(const struct place *p, uint32_t slot, uint64_t *low, uint64_t *high)
{
    return gpuocc_occupancy_get(p->occupancy, slot / GPUOCC_LIMIT_COUNT, slot % GPUOCC_LIMIT_COUNT,
                                low, high);
}

static void collect(const struct place *p)
{
    uint64_t low, high;
    uint32_t slot;

    for (slot = 0; slot < SLOTS; slot++) {
        struct seen *s = &seen[slot];

        if (!is_result(slot))
            continue;
        if (ends_of(p, slot, &low, &high) != GPUOCC_OK) {
            s->other++;
        } else if (s->given++ == 0) {
            s->low = low;
            s->high = high;
        } else if (is_set(slot / GPUOCC_LIMIT_COUNT)) {
            s->low &= low;
            s->high |= high;
        } else {
            s->low = low < s->low ? low : s->low;
            s->high = high > s->high ? high : s->high;
        }
    }
}

/* A query. */
struct question {
    const gpuocc_device *device;
    uint32_t convention, count;
    gpuocc_kernel kernel;
    const struct unknown *unknown[4];
    int all; /* the device accepts no other values */
};

static uint32_t values_of(const struct unknown *u, int alone, uint32_t *values)
{
    uint32_t count = 0, value;

    for (value = u->first; value <= u->top; value++)
        if (alone || value % u->step <= 1 || value == u->top)
            values[count++] = value;
    if (u->far != 0)
        values[count++] = u->far;
    return count;
}

static void all_kernels(const struct question *q, uint32_t from, gpuocc_kernel kernel)
{
    uint32_t values[MOST_VALUES], count, i;
    struct place p;

    if (from == q->count) {
        if (place_whole(&p, q->device, q->convention, &kernel) == GPUOCC_OK)
            collect(&p);
        return;
    }
    count = values_of(q->unknown[from], q->count == 1, values);
    for (i = 0; i < count; i++) {
        set(&kernel, q->unknown[from]->field, values[i]);
        all_kernels(q, from + 1, kernel);
    }
}

static void tell(const struct question *q, const char *what, uint32_t slot, uint64_t a, uint64_t b,
                 uint64_t c, uint64_t d)
{
    static int told;

    if (told++ >= 8)
        return;
    note("%s, %s -c %s: %s of %u: %llx to %llx, seen %llx to %llx:%s", what,
         gpuocc_device_name(q->device), gpuocc_name(GPUOCC_LIST_CONVENTIONS, q->convention),
         gpuocc_name(GPUOCC_LIST_RESULTS, slot / GPUOCC_LIMIT_COUNT), slot % GPUOCC_LIMIT_COUNT,
         (unsigned long long)a, (unsigned long long)b, (unsigned long long)c, (unsigned long long)d,
         options_of(&q->kernel));
}

/* Whether a kernel has exactly this bound. A limit without an upper bound is one that the kernel
 * does not have. */
static int has(const struct question *q, const gpuocc_kernel *kernel, uint32_t slot, uint32_t end,
               uint64_t wanted)
{
    struct place p;
    uint64_t low, high;
    int32_t status;

    if (place_whole(&p, q->device, q->convention, kernel) != GPUOCC_OK)
        return 0;
    status = ends_of(&p, slot, &low, &high);
    if (status == GPUOCC_NOT_APPLICABLE && slot / GPUOCC_LIMIT_COUNT == GPUOCC_RESULT_LIMIT)
        return wanted == UINT64_MAX;
    return status == GPUOCC_OK && (end ? high : low) == wanted;
}

/* Returns the last value with the bound, starting from the end of the values at which the bound is
 * reached; `from` says at which end the most groups are resident. */
static uint32_t last_value(const struct question *q, uint32_t slot, uint32_t end, uint64_t wanted,
                           const uint32_t *values, int first, int behind)
{
    gpuocc_kernel k = q->kernel;
    const int step = first < behind ? 1 : -1;
    int at;

    for (at = first; at != behind; at += step) {
        set(&k, q->unknown[0]->field, values[at]);
        if (!has(q, &k, slot, end, wanted))
            break;
    }
    return at == first ? UINT32_MAX : values[at - step];
}

/* Whether a result is used by a group, so that less of it leaves room for more groups. */
static int is_taken(uint32_t result)
{
    return result == GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP ||
           result == GPUOCC_RESULT_REQUESTED || result == GPUOCC_RESULT_ALLOCATED;
}

/* The same if the bound is reached only between both ends: a bound with many groups takes the
 * largest such amount. */
static uint32_t last_between(const struct question *q, uint32_t slot, uint32_t end, uint64_t wanted,
                             const uint32_t *values, int count)
{
    const int back = (end == GPUOCC_BOUND_UPPER) != is_taken(slot / GPUOCC_LIMIT_COUNT);
    gpuocc_kernel k = q->kernel;
    int i;

    for (i = 0; i < count; i++) {
        set(&k, q->unknown[0]->field, values[back ? count - 1 - i : i]);
        if (has(q, &k, slot, end, wanted))
            return values[back ? count - 1 - i : i];
    }
    return UINT32_MAX;
}

static int is_grant(uint32_t field)
{
    return field == GPUOCC_KERNEL_MAX_THREADS_PER_GROUP ||
           field == GPUOCC_KERNEL_CARVEOUT_PERCENT ||
           field == GPUOCC_KERNEL_OCCUPANCY_TARGET_PERCENT ||
           field == GPUOCC_KERNEL_REPORTED_MAX_THREADS || field == GPUOCC_KERNEL_SCRATCH_WAVE_CAP ||
           field == GPUOCC_KERNEL_MAX_DYNAMIC_SHARED_BYTES;
}

/* Returns the values that the device accepts, those with the most groups first. */
static int accepted(const struct question *q, uint32_t *values)
{
    uint32_t all[MOST_VALUES], i, value;
    const uint32_t number = values_of(q->unknown[0], 1, all);
    gpuocc_kernel k = q->kernel;
    struct place p;
    int count = 0;

    for (i = 0; i < number; i++) {
        value = all[is_grant(q->unknown[0]->field) ? number - 1 - i : i];
        set(&k, q->unknown[0]->field, value);
        if (place_whole(&p, q->device, q->convention, &k) == GPUOCC_OK)
            values[count++] = value;
    }
    return count;
}

/* Checks where a bound is reached. */
static void check_end(const struct question *q, const struct place *p, uint32_t slot, uint32_t end,
                      uint64_t wanted)
{
    uint32_t values[MOST_VALUES], i, got = 0, want;
    gpuocc_kernel k = q->kernel;
    int32_t status = GPUOCC_OK;
    int count;

    for (i = 0; i < q->count; i++) {
        status = bound_field(p->occupancy, slot / GPUOCC_LIMIT_COUNT, slot % GPUOCC_LIMIT_COUNT,
                             end, q->unknown[i]->field, &got);
        if (status != GPUOCC_OK)
            break;
        set(&k, q->unknown[i]->field, got == GPUOCC_ZERO ? 0 : got);
    }
    tally(&reached,
          status == GPUOCC_OK ? has(q, &k, slot, end, wanted) : status == GPUOCC_NOT_POSSIBLE,
          "range_end", (int)slot, status, got);
    if (q->count != 1 || !q->all || q->unknown[0]->listed || is_set(slot / GPUOCC_LIMIT_COUNT))
        return;
    count = accepted(q, values);
    want = last_value(q, slot, end, wanted, values, 0, count);
    if (want == UINT32_MAX)
        want = last_value(q, slot, end, wanted, values, count - 1, -1);
    if (want == UINT32_MAX)
        want = last_between(q, slot, end, wanted, values, count);
    if (want == UINT32_MAX && status == GPUOCC_NOT_POSSIBLE)
        return;
    tally(&last, status == GPUOCC_OK && (got == GPUOCC_ZERO ? 0 : got) == want, "last value",
          (int)slot, got, want);
    if (status != GPUOCC_OK || (got == GPUOCC_ZERO ? 0 : got) != want)
        tell(q, end ? "last high" : "last low", slot, got, want, wanted, (uint64_t)status);
}

/* Returns the upper bound of a limit that some kernels do not have: there is none for the groups
 * that it allows; other capacities are those of the kernels that have it. */
static uint64_t highest_without(const struct question *q, uint32_t slot, uint64_t high)
{
    if (slot / GPUOCC_LIMIT_COUNT == GPUOCC_RESULT_LIMIT)
        return UINT64_MAX;
    if (slot != GPUOCC_RESULT_CAPACITY * GPUOCC_LIMIT_COUNT + GPUOCC_LIMIT_LAUNCH)
        return seen[slot].high;
    return q->kernel.max_threads_per_group == 0 && q->kernel.reported_max_threads == 0 ? UINT64_MAX
                                                                                       : high;
}

/* Whether both bounds must be reached by a kernel. The limiters of LLVM and of Mesa are not those
 * of groups, Intel's registers also affect which groups launch, and Adreno's affect the wave
 * size. */
static int is_exact(const struct question *q, uint32_t slot)
{
    const uint32_t result = slot / GPUOCC_LIMIT_COUNT;

    return q->all && q->count < 4 &&
           (seen[slot].other == 0 || result == GPUOCC_RESULT_LIMIT ||
            result == GPUOCC_RESULT_CAPACITY) &&
           !(result == GPUOCC_RESULT_LIMITERS &&
             (get(q->device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_ADRENO ||
              q->convention == GPUOCC_CONVENTION_LLVM ||
              q->convention == GPUOCC_CONVENTION_LLVM_MAIN ||
              q->kernel.grf_count == GPUOCC_UNKNOWN));
}

static void check(const struct question *q, const struct place *p, uint32_t slot)
{
    const uint32_t result = slot / GPUOCC_LIMIT_COUNT;
    const struct seen *s = &seen[slot];
    uint64_t low = 0, high = 0, highest = s->high;
    const int32_t status = ends_of(p, slot, &low, &high);
    int good;

    if (s->given == 0 || status != GPUOCC_OK) {
        /* It is unknown for some kernels. */
        good = s->given == 0 ? status != GPUOCC_OK
                             : status == GPUOCC_NOT_KNOWN && (s->other != 0 || q->count > 3);
        tally(&enclosed, good, "given", (int)slot, status, s->given);
        if (!good)
            tell(q, "given", slot, low, high, s->given, s->other);
        return;
    }
    if (q->count > 3 && result == GPUOCC_RESULT_NOTES)
        return;
    good = is_set(result) ? (s->low & low) == low && (s->high | high) == high
                          : low <= s->low && s->high <= high;
    tally(&enclosed, good, "outside", (int)slot, (double)low, (double)s->low);
    if (!good)
        tell(q, "outside", slot, low, high, s->low, s->high);
    if (s->other != 0)
        highest = highest_without(q, slot, high);
    check_end(q, p, slot, GPUOCC_BOUND_LOWER, low);
    check_end(q, p, slot, GPUOCC_BOUND_UPPER, high);
    if (is_exact(q, slot)) {
        tally(&exact, low == s->low && high == highest, "exact", (int)slot, (double)low,
              (double)s->low);
        if (good && !(low == s->low && high == highest))
            tell(q, "loose", slot, low, high, s->low, highest);
    }
}

/* Whether all values of a field are tried. */
static int has_all(const struct question *q, const struct unknown *u)
{
    gpuocc_kernel k = q->kernel;
    struct place p;

    if (u->listed || (u->far != 0 && q->convention == GPUOCC_CONVENTION_DEFAULT))
        return 1;
    set(&k, u->field, u->top + 1);
    return place_whole(&p, q->device, q->convention, &k) != GPUOCC_OK;
}

static void judge(struct question *q)
{
    struct place p;
    uint32_t i, slot;

    for (i = 0, q->all = 1; i < q->count; i++)
        q->all &= has_all(q, q->unknown[i]);
    for (i = 0; i < q->count; i++)
        set(&q->kernel, q->unknown[i]->field, GPUOCC_UNKNOWN);
    if (place_whole(&p, q->device, q->convention, &q->kernel) != GPUOCC_OK)
        return;
    memset(seen, 0, sizeof seen);
    all_kernels(q, 0, q->kernel);
    for (slot = 0; slot < SLOTS; slot++)
        if (is_result(slot))
            check(q, &p, slot);
}

/* Tries each of the fields alone, then each pair. */
static void judge_all(const gpuocc_device *device, uint32_t convention, gpuocc_kernel kernel,
                      const struct unknown *fields, uint32_t count)
{
    struct question q = {device, convention, 1, kernel, {NULL}, 0};
    uint32_t a, b;

    for (a = 0; a < count; a++)
        for (b = a; b < count; b++) {
            q.kernel = kernel;
            q.count = a == b ? 1 : 2;
            q.unknown[0] = &fields[a];
            q.unknown[1] = &fields[b];
            judge(&q);
        }
}

/* Tries all of them together. With more than three amounts the notes are those at the bounds of
 * all. */
static void judge_together(const gpuocc_device *device, uint32_t convention, gpuocc_kernel kernel,
                           const struct unknown *fields, uint32_t count)
{
    struct question q = {device, convention, count, kernel, {NULL}, 0};
    uint32_t i;

    for (i = 0; i < count; i++)
        q.unknown[i] = &fields[i];
    judge(&q);
}

#endif
