/* SPDX-License-Identifier: MIT
 *
 * Compares ranges with every value: if fields are unknown, the results for each of their values are
 * between the bounds, and the bounds of groups and waves are reached, also on a curve with a
 * discontinuity and on one with a gap. Compares the largest group that launches and the maximum of
 * a field with every value, too.
 */
#include "random.h"
#include "support.h"
#include "groups.h"
#include "tally.h"

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
} told;

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

static void collect(const struct place *p)
{
    uint32_t result, index;
    uint64_t low, high;

    for (result = 0; result < GPUOCC_RESULT_UNUSED; result++)
        for (index = 0; index < index_count(result); index++) {
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
            told.kernels++;
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
        for (index = 0; index < index_count(result); index++) {
            const struct seen *s = &seen[result * GPUOCC_LIMIT_COUNT + index];
            int good;

            /* Notes about several fields, and a capacity that depends on several, are evaluated at
             * the bounds of all together. */
            if (!exact && (result == GPUOCC_RESULT_NOTES || result == GPUOCC_RESULT_CAPACITY))
                continue;
            if (s->given == 0 ||
                gpuocc_occupancy_get(p->occupancy, result, index, &low, &high) != GPUOCC_OK)
                continue;
            told.values++;
            good = is_set(result) ? (s->low & low) == low && (s->high | high) == high
                                  : low <= s->low && s->high <= high;
            told.outside += !good;
            /* A kernel reaches each bound; if some kernels do not have the limit, there is no upper
             * bound. */
            if (exact && !is_set(result) && (s->other == 0 || result == GPUOCC_RESULT_LIMIT) &&
                (low != s->low || high != (s->other == 0 ? s->high : UINT64_MAX))) {
                told.loose++;
                good = 0;
            }
            if (!good && told.outside + told.loose < 60)
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
    told.questions++;
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
    told.launches++;
    told.launch += status != GPUOCC_OK || low != largest;
    if (status != GPUOCC_OK || low != largest)
        note("%s: %u threads launch, not %llu", s->name, largest, (unsigned long long)low);
}

static void test_ranges(void)
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
    ok(told.questions >= at_least(500) && told.values >= at_least(10000) && told.outside == 0,
       "%u ranges, %u kernels, %u results: %u outside", told.questions, told.kernels, told.values,
       told.outside);
    ok(told.loose == 0, "ends that a kernel has: %u have none", told.loose);
    ok(told.launches >= at_least(50) && told.launch == 0, "the largest of %u groups: %u differ",
       told.launches, told.launch);
}

/* Returns one bound of a result; 0 if the kernel has none. */
static int end_of(const struct place *p, uint32_t result, uint32_t limit, uint32_t end,
                  uint64_t *value)
{
    return p->status == GPUOCC_OK &&
           gpuocc_occupancy_get(p->occupancy, result, limit, end ? NULL : value,
                                end ? value : NULL) == GPUOCC_OK;
}

/* A query with one unknown field. */
struct curve {
    const gpuocc_device *device;
    uint32_t convention, field, most; /* largest value that the field may have */
    gpuocc_kernel kernel;
};

static int holds(const struct curve *c, uint32_t value, uint32_t result, uint32_t limit,
                 uint32_t end, uint64_t wanted)
{
    gpuocc_kernel k = c->kernel;
    struct place p;
    uint64_t got;

    set(&k, c->field, value);
    place_as(&p, c->device, c->convention, k);
    return end_of(&p, result, limit, end, &got) && got == wanted;
}

/* Returns the last value up to which the bound is reached, starting from zero or from the maximum,
 * whichever reaches it; UINT32_MAX: neither does. */
static uint32_t last_value(const struct curve *c, uint32_t result, uint32_t limit, uint32_t end,
                           uint64_t wanted)
{
    uint32_t value;

    if (holds(c, 0, result, limit, end, wanted)) {
        for (value = 0; value < c->most; value++)
            if (!holds(c, value + 1, result, limit, end, wanted))
                break;
        return value;
    }
    if (!holds(c, c->most, result, limit, end, wanted))
        return UINT32_MAX;
    for (value = c->most; value > 0; value--)
        if (!holds(c, value - 1, result, limit, end, wanted))
            break;
    return value;
}

static void check(struct tally *t, struct curve *c)
{
    static const struct {
        uint32_t result, limit;
    } asked[] = {{GPUOCC_RESULT_GROUPS, 0},
                 {GPUOCC_RESULT_MAX_WAVES, 0},
                 {GPUOCC_RESULT_LIMIT, GPUOCC_LIMIT_WAVES},
                 {GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_SHARED},
                 {GPUOCC_RESULT_ALLOCATED, GPUOCC_LIMIT_SHARED}};
    gpuocc_kernel k = c->kernel;
    uint32_t i, end, got, want;
    uint64_t wanted;
    int32_t status;
    struct place p;

    set(&k, c->field, GPUOCC_UNKNOWN);
    place_as(&p, c->device, c->convention, k);
    for (i = 0; i < sizeof asked / sizeof asked[0]; i++)
        for (end = 0; end < 2; end++) {
            if (!end_of(&p, asked[i].result, asked[i].limit, end, &wanted))
                continue;
            want = last_value(c, asked[i].result, asked[i].limit, end, wanted);
            got = UINT32_MAX;
            status = bound_field(p.occupancy, asked[i].result, asked[i].limit, end, c->field, &got);
            got = got == GPUOCC_ZERO ? 0 : got;
            /* A bound that is reached between zero and the maximum: an upper bound with the largest
             * value, a lower bound with the smallest. */
            if (want == UINT32_MAX && status == GPUOCC_OK &&
                holds(c, got, asked[i].result, asked[i].limit, end, wanted) &&
                !holds(c, end ? got + 1 : got - 1, asked[i].result, asked[i].limit, end, wanted))
                want = got;
            tally(t,
                  status == (want == UINT32_MAX ? GPUOCC_NOT_POSSIBLE : GPUOCC_OK) && got == want,
                  end ? "high end" : "low end", (int)asked[i].result, got, want);
        }
}

/* Kepler gives 16 or 32 KiB of 48 to a kernel that prefers cache, and all of it to a group that
 * needs more: occupancy falls, jumps up there, and falls again. */
static void test_restart(void)
{
    static const uint32_t preferences[] = {GPUOCC_CACHE_PREFERENCE_L1,
                                           GPUOCC_CACHE_PREFERENCE_EQUAL},
                          fields[] = {GPUOCC_KERNEL_SHARED_BYTES,
                                      GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES},
                          others[] = {1000, 0, 20000};
    struct tally t = {0, 0};
    struct curve c = {find("3.5"), 0, 0, 0, {0}};
    /* Up to 16, 4, 2 groups and one. */
    static const uint32_t threads[] = {128, 512, 1024, 1024}, registers[] = {32, 32, 32, 63};
    uint32_t i;

    for (i = 0; i < 16; i++) {
        memset(&c.kernel, 0, sizeof c.kernel);
        c.kernel.threads_per_group = threads[i / 4];
        c.kernel.registers_per_thread = registers[i / 4];
        c.kernel.cache_preference = preferences[i % 2];
        c.field = fields[i / 2 % 2];
        set(&c.kernel, fields[i / 2 % 2 == 0], others[i % 3]);
        c.most = 49152 - others[i % 3];
        check(&t, &c);
    }
    ok(t.rows >= 150 && t.bad == 0, "where occupancy starts anew: %d ends, %d differ", t.rows,
       t.bad);
}

static int32_t plateau_at(const struct place *p, uint32_t field, uint32_t value,
                          gpuocc_plateau *plateau)
{
    plateau->size = sizeof *plateau;
    return gpuocc_occupancy_plateau(p->occupancy, field, value, plateau, NULL);
}

/* A device with 256 KiB of shared memory, of which the header knows no size above 164 KiB. */
enum {
    GAP = 163 * 1024 + 1,   /* the first size that it refuses */
    ABOVE = 255 * 1024 + 1, /* above the device's own limit: it answers 0 blocks */
};

static const gpuocc_device *device_with_gap(void)
{
    edit(GPUOCC_DEVICE_SHARED_POOL_BYTES, 256 * 1024);
    edit(GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 255 * 1024);
    return own("8.0");
}

static void test_gap(void)
{
    static const struct {
        uint32_t bytes;
        int32_t status;
        uint32_t groups;
        const char *what;
    } rows[] = {{GAP, GPUOCC_ERROR_DEVICE_INVALID, 0,
                 "a block of one byte more than the header has a size for is refused"},
                {ABOVE - 1, GPUOCC_ERROR_DEVICE_INVALID, 0, "and one that the device allows"},
                {ABOVE, GPUOCC_OK, 0, "one above that has 0 blocks"},
                {GAP - 1, GPUOCC_OK, 1, "one of all that there is a size for has one"}};
    const uint32_t field = GPUOCC_KERNEL_SHARED_BYTES;
    const gpuocc_device *device = device_with_gap();
    gpuocc_kernel k = {.threads_per_group = 128,
                       .shared_limit = GPUOCC_SHARED_LIMIT_OPTIN,
                       .carveout_percent = 50};
    gpuocc_plateau s;
    struct place p;
    uint64_t low;
    uint32_t i, value = 0;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        k.shared_bytes = rows[i].bytes;
        place_as(&p, device, GPUOCC_CONVENTION_HEADER, k);
        ok(p.status == rows[i].status &&
               (p.status != GPUOCC_OK || gpuocc_occupancy_groups(p.occupancy) == rows[i].groups),
           "%s", rows[i].what);
    }
    ok(plateau_at(&p, field, GAP - 1, &s) == GPUOCC_OK && s.last == GAP - 1 && s.groups == 1,
       "its plateau ends at the gap");
    ok(plateau_at(&p, field, GAP, &s) == GPUOCC_ERROR_INDEX &&
           plateau_at(&p, field, ABOVE - 1, &s) == GPUOCC_ERROR_INDEX,
       "the gap has no plateau");
    ok(plateau_at(&p, field, ABOVE, &s) == GPUOCC_OK && s.first == ABOVE && s.groups == 0,
       "behind it there is one again");
    k.shared_bytes = GPUOCC_UNKNOWN;
    place_as(&p, device, GPUOCC_CONVENTION_HEADER, k);
    ok(end_of(&p, GPUOCC_RESULT_GROUPS, 0, GPUOCC_BOUND_LOWER, &low) && low == 0 &&
           bound_field(p.occupancy, GPUOCC_RESULT_GROUPS, 0, GPUOCC_BOUND_LOWER, field, &value) ==
               GPUOCC_OK &&
           value == ABOVE,
       "the least shared memory with which no block resides");
    ok(bound_field(p.occupancy, GPUOCC_RESULT_CAPACITY, GPUOCC_LIMIT_SHARED, GPUOCC_BOUND_UPPER,
                   field, &value) == GPUOCC_OK &&
           value == ABOVE,
       "no end is reached in the gap");
}

/* Whether a kernel was accepted and its advice with this index is the given one; NULL: there is
 * none. */
static int advises(const struct place *p, uint32_t index, const char *wanted)
{
    char text[96];
    const int32_t status = gpuocc_occupancy_advice(p->occupancy, index, text, sizeof text, NULL);

    if (wanted == NULL)
        return p->status == GPUOCC_OK && status == GPUOCC_ERROR_INDEX;
    return status == GPUOCC_OK && strcmp(text, wanted) == 0;
}

/* LLVM counts waves but not groups: a bound of its range is given in waves. */
static void test_waves_only(void)
{
    const gpuocc_device *device = find("gfx90a");
    gpuocc_kernel k = {.threads_per_group = 256};
    uint32_t registers, waves, most = 0, least = UINT32_MAX, last = 0, first = 0;
    char want[2][96];
    struct place p;

    for (registers = 1; registers <= 512; registers++) {
        k.registers_per_thread = registers;
        if (place_as(&p, device, GPUOCC_CONVENTION_LLVM, k) != GPUOCC_OK)
            break;
        waves = gpuocc_occupancy_waves(p.occupancy);
        if (waves >= most) {
            most = waves;
            last = registers;
        }
        first = waves < least ? registers : first;
        least = waves < least ? waves : least;
    }
    snprintf(want[0], sizeof want[0], "up to %u registers_per_thread: %u of 32 waves", last, most);
    snprintf(want[1], sizeof want[1], "from %u registers_per_thread on: %u of 32 waves", first,
             least);
    k.registers_per_thread = GPUOCC_UNKNOWN;
    place_as(&p, device, GPUOCC_CONVENTION_LLVM, k);
    ok(advises(&p, 0, want[0]), "%s", want[0]);
    ok(advises(&p, 1, want[1]), "%s", want[1]);
    ok(advises(&p, 2, NULL), "and no more");
    place_as(&p, device, GPUOCC_CONVENTION_LLVM, kernel_of(64, 16, GPUOCC_UNKNOWN));
    ok(advises(&p, 0, "up to 2259 shared_bytes: 32 of 32 waves"),
       "29 groups of 64 KiB are 8 waves of one of the four SIMDs, so LLVM counts");
    k = (gpuocc_kernel){.threads_per_group = 64, .cache_preference = GPUOCC_UNKNOWN};
    place(&p, find("5.0"), k);
    ok(advises(&p, 0, NULL), "of what changes nothing there is nothing to say");
}

/* A kernel with one limiting resource, and the same with more unknown amounts than are tried
 * separately: resources that limit for some of the values may limit, and none certainly does. */
static void test_limiters(void)
{
    static const struct {
        const char *device;
        gpuocc_kernel kernel;
        uint32_t unknown[4];
        uint32_t limits; /* those that may limit */
        const char *alone, *may;
    } rows[] = {/* The possible number of groups is unknown. */
                {"apple9",
                 {.threads_per_group = 64, .shared_bytes = 32768},
                 {GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,
                  GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD, GPUOCC_KERNEL_MAX_THREADS_PER_GROUP},
                 1u << GPUOCC_LIMIT_SHARED,
                 "all of the shared memory of a group stops the next one on Apple9",
                 "an unknown amount of it may"},
                /* Waves limit at both bounds of four amounts, but not between them. */
                {"gfx900",
                 {.threads_per_group = 64, .shared_bytes = 65536, .scratch_wave_cap = 32},
                 {GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_KERNEL_SCRATCH_WAVE_CAP,
                  GPUOCC_KERNEL_REGISTERS_PER_THREAD, GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE},
                 1u << GPUOCC_LIMIT_SHARED | 1u << GPUOCC_LIMIT_WAVES,
                 "all of the shared memory is what stops the next one",
                 "so that nothing is sure to"}};
    uint64_t low, high;
    struct place p;
    uint32_t i, u;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gpuocc_kernel k = rows[i].kernel;

        place(&p, find(rows[i].device), k);
        ok(gpuocc_occupancy_limiters(p.occupancy) == 1u << GPUOCC_LIMIT_SHARED, "%s",
           rows[i].alone);
        for (u = 0; u < 4; u++)
            set(&k, rows[i].unknown[u], GPUOCC_UNKNOWN);
        place(&p, find(rows[i].device), k);
        ok(gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_LIMITERS, 0, &low, &high) == GPUOCC_OK &&
               low == 0 && (high & rows[i].limits) == rows[i].limits,
           "%s", rows[i].may);
    }
}

static struct {
    uint32_t kernels, noted, outside, loose;
} caching;

/* Whether every result of a kernel is within a range. */
static int is_within(const struct place *range, const struct place *p)
{
    uint64_t low, high, value;
    uint32_t which, limit;
    int set;

    for (which = 0; which < GPUOCC_RESULT_WASTED; which++)
        for (limit = 0; limit < index_count(which); limit++) {
            set = which == GPUOCC_RESULT_LIMITERS || which == GPUOCC_RESULT_NOTES;
            if (!end_of(p, which, limit, 0, &value) || !end_of(range, which, limit, 0, &low))
                continue;
            if (!end_of(range, which, limit, 1, &high) ||
                (set ? (value & low) != low || (value | high) != high
                     : value < low || value > high))
                return 0;
        }
    return 1;
}

/* Compares unknown registers with each number of them. */
static void give_up(const gpuocc_device *device, uint32_t convention, gpuocc_kernel k)
{
    uint64_t low = UINT64_MAX, high = 0, notes, ends[2] = {0, 0};
    struct place range, p;
    uint32_t registers;

    k.registers_per_thread = GPUOCC_UNKNOWN;
    place_as(&range, device, convention, k);
    for (registers = 0; registers < 300; registers++) {
        set(&k, GPUOCC_KERNEL_REGISTERS_PER_THREAD, registers);
        if (place_as(&p, device, convention, k) != GPUOCC_OK)
            break;
        notes = result(&p, GPUOCC_RESULT_NOTES, 0);
        low &= notes;
        high |= notes;
        if (!is_within(&range, &p) && caching.outside++ < 5)
            note("%s, %u threads, %u registers", gpuocc_device_name(device), k.threads_per_group,
                 registers);
    }
    gpuocc_occupancy_get(range.occupancy, GPUOCC_RESULT_NOTES, 0, &ends[0], &ends[1]);
    caching.kernels++;
    caching.noted += (high & ~low & 1u << GPUOCC_NOTE_GLOBAL_CACHING_OFF) != 0;
    caching.loose += convention == GPUOCC_CONVENTION_DEFAULT && (ends[0] != low || ends[1] != high);
}

/* A block with more than half of the SM's registers turns caching off, one with more than all does
 * not launch: neither zero nor the maximum of registers shows it. */
static void test_caching(void)
{
    static const char *const names[] = {"5.0", "5.2", "5.3", "6.1", "6.2", "GTX 1080 Ti"};
    gpuocc_kernel k = {.global_caching = GPUOCC_GLOBAL_CACHING_ON};
    uint32_t i;

    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        for (k.threads_per_group = 32; k.threads_per_group <= 1024;
             k.threads_per_group += is_part() ? 5 * 31 : 31) {
            k.global_caching = GPUOCC_GLOBAL_CACHING_ON + (k.threads_per_group % 7 == 0);
            k.barriers_per_group = k.threads_per_group % 3 ? 0 : 11;
            give_up(find(names[i]), GPUOCC_CONVENTION_DEFAULT, k);
            give_up(find(names[i]), GPUOCC_CONVENTION_HEADER, k);
        }
    ok(caching.outside == 0 && caching.noted >= at_least(100),
       "%u kernels, %u may give global caching up: %u values outside", caching.kernels,
       caching.noted, caching.outside);
    ok(caching.loose == 0, "their notes are those of all values: %u differ", caching.loose);
}

int main(void)
{
    test_ranges();
    test_caching();
    test_limiters();
    test_restart();
    test_gap();
    test_waves_only();
    return done();
}
