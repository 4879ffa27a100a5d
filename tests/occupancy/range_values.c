/* SPDX-License-Identifier: MIT
 *
 * Compares ranges with every value of one or two unknown fields, on devices so small that these are
 * few: a small device of every vendor and in each of its conventions. Both bounds of every result
 * must be reached by a kernel, sets must be the union over all kernels, and the value at which a
 * bound is reached is the last one that reaches it.
 */
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

/* Tries each of the fields alone and each pair, or a quarter of the pairs. */
static void judge_all(const gpuocc_device *device, uint32_t convention, gpuocc_kernel kernel,
                      const struct unknown *fields, uint32_t count)
{
    struct question q = {device, convention, 1, kernel, {NULL}, 0};
    uint32_t a, b;

    for (a = 0; a < count; a++)
        for (b = a; b < count; b++) {
            if (is_part() && a != b && (a + b + convention) % 4 != 0)
                continue;
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
