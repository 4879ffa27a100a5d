/* SPDX-License-Identifier: MIT
 *
 * Compares inverse queries and plateaus with single kernels. For devices of every vendor, in every
 * convention, values of one amount of a random kernel are asked one by one: the largest value with
 * at least so many groups or waves is what gpuocc_occupancy_maximum returns, whether the kernel has
 * a value of its own or an unknown one, and every value has the answer of its plateau. Of an amount
 * of up to 2,100 every value is asked, of a larger one a part (with a third argument every value).
 * In every other round the devices are custom ones with odd numbers.
 * Usage: inverse_points [ROUNDS [SEED [all]]]
 */
#include "laws.h"
#include "odd.h"

#define FIELDS   GPUOCC_KERNEL_FIELD_COUNT
#define TARGETS  3
#define MOST_WAY 5000 /* counts of a target */
#define VALUES   2100
#define PART     700 /* values that are asked of a larger amount */
#define TOLD     8

/* The answer of a kernel in each target: the smallest and the largest number that it can be. */
struct seen {
    int accepted, counts[TARGETS];
    uint64_t least[TARGETS], most[TARGETS];
    uint64_t groups[2], waves[2];
};

struct question {
    const gpuocc_device *device;
    gpuocc_kernel kernel;
    uint32_t field, end, step;
};

static int all;
static uint64_t tried, inverses, plateaus, bad;
static uint32_t told;
static const gpuocc_device *the_base; /* of a custom device */

static void report(const struct question *q, const char *what, uint64_t a, uint64_t b, uint64_t c)
{
    bad++;
    if (told++ >= TOLD)
        return;
    note("%s: %llu, %llu, %llu", what, (unsigned long long)a, (unsigned long long)b,
         (unsigned long long)c);
    complain(q->device, &q->kernel, what, q->field);
    odd_note(q->device, the_base);
}

static void read_one(const struct place *p, uint32_t which, uint64_t ends[2])
{
    ends[0] = 0;
    ends[1] = UINT64_MAX;
    if (gpuocc_occupancy_get(p->occupancy, which, 0, &ends[0], &ends[1]) == GPUOCC_NOT_APPLICABLE)
        ends[0] = ends[1] = UINT64_MAX;
}

/* Asks the kernel with a value. */
static void see(const struct question *q, uint32_t value, struct seen *seen)
{
    gpuocc_kernel kernel = q->kernel;
    struct place p;
    uint64_t partitions;
    uint32_t i;

    memset(seen, 0, sizeof *seen);
    set(&kernel, q->field, value);
    seen->accepted = ask(&p, q->device, &kernel) == GPUOCC_OK;
    if (!seen->accepted)
        return;
    tried++;
    read_one(&p, GPUOCC_RESULT_GROUPS, seen->groups);
    read_one(&p, GPUOCC_RESULT_WAVES, seen->waves);
    partitions = result(&p, GPUOCC_RESULT_PARTITIONS_PER_CORE, 0);
    for (i = 0; i < TARGETS; i++) {
        const uint64_t *ends = i == GPUOCC_TARGET_GROUPS ? seen->groups : seen->waves;
        const uint64_t divisor = i == GPUOCC_TARGET_WAVES_PER_PARTITION ? partitions : 1;

        seen->counts[i] = ends[0] != UINT64_MAX;
        seen->least[i] = seen->counts[i] ? ends[0] / divisor : 0;
        seen->most[i] = !seen->counts[i]        ? 0
                        : ends[1] == UINT64_MAX ? UINT64_MAX
                                                : ends[1] / divisor;
    }
}

/* The largest value that was asked and reaches each count, plus one: certainly, and perhaps. */
static uint32_t reached[TARGETS][2][MOST_WAY];

static void remember(const struct seen *seen, uint32_t value)
{
    uint32_t i, end;
    uint64_t count;

    for (i = 0; i < TARGETS; i++)
        for (end = 0; end < 2; end++) {
            count = end == 0 ? seen->least[i] : seen->most[i];
            if (count >= MOST_WAY)
                count = MOST_WAY - 1;
            for (; count != 0 && reached[i][end][count] < value + 1; count--)
                reached[i][end][count] = value + 1;
        }
}

static int is_first(const struct question *q, uint32_t value)
{
    return value == (q->field == GPUOCC_KERNEL_THREADS_PER_GROUP);
}

/* Returns the value that is asked after `value`. */
static uint32_t after(const struct question *q, uint32_t value)
{
    if (q->step == 1 || value < 64)
        return value + 1;
    return value + 1 + below(2) * below(2 * q->step);
}

/* Tests the answer to one inverse query. */
static void judge(const struct question *q, const gpuocc_occupancy *occupancy, uint32_t target,
                  uint32_t count, int known, int counted)
{
    const uint32_t sure = reached[target][0][count], perhaps = reached[target][1][count];
    uint32_t value = 0, next;
    struct seen seen;
    int32_t status;

    status = gpuocc_occupancy_maximum(occupancy, q->field, target, count, &value, NULL);
    inverses++;
    if (status == GPUOCC_NOT_KNOWN || status == GPUOCC_NOT_APPLICABLE) {
        if (status == GPUOCC_NOT_KNOWN ? known : counted)
            report(q, "status", target, count, (uint64_t)-status);
        return;
    }
    if (status == GPUOCC_NOT_POSSIBLE) {
        if (sure != 0)
            report(q, "not possible", target, count, sure - 1);
        return;
    }
    if (status != GPUOCC_OK) {
        report(q, "error", target, count, (uint64_t)-status);
        return;
    }
    if (value + 1 < perhaps)
        report(q, "a larger value is possible", count, value, perhaps - 1);
    see(q, value, &seen);
    if (!seen.accepted || seen.least[target] < count)
        report(q, "does not reach", target, count, value);
    for (next = value + 1; next <= value + 20 && next <= q->end; next++) {
        see(q, next, &seen);
        if (seen.accepted && seen.most[target] >= count)
            report(q, "not the largest", count, value, next);
    }
}

static int equal(const struct seen *seen, const gpuocc_plateau *s)
{
    return seen->accepted && seen->groups[0] == s->groups && seen->groups[1] == s->groups &&
           seen->waves[0] == s->waves && seen->waves[1] == s->waves;
}

/* Tests the plateau that contains a value. */
static void judge_plateau(const struct question *q, const gpuocc_occupancy *occupancy,
                          uint32_t value, const struct seen *here)
{
    gpuocc_plateau s = {.size = sizeof s};
    struct seen seen;
    uint32_t i, at;
    int32_t status;

    status = gpuocc_occupancy_plateau(occupancy, q->field, value, &s, NULL);
    plateaus++;
    if (status == GPUOCC_NOT_KNOWN)
        return;
    if (status != GPUOCC_OK) {
        if (here->accepted || status != GPUOCC_ERROR_INDEX)
            report(q, "no plateau", value, (uint64_t)-status, 0);
        return;
    }
    if (!equal(here, &s) || value < s.first || value > s.last)
        report(q, "another plateau", value, s.first, s.last);
    for (i = 0; i < 4; i++) {
        at = i == 0 ? s.first : i == 1 ? s.last : between(s.first, s.last);
        see(q, at, &seen);
        if (!equal(&seen, &s))
            report(q, "not of the plateau", value, at, s.last);
    }
    see(q, s.last + 1, &seen);
    if (s.last < q->end && equal(&seen, &s))
        report(q, "ends early", value, s.last, 0);
    if (!is_first(q, s.first)) {
        see(q, s.first - 1, &seen);
        if (equal(&seen, &s))
            report(q, "begins late", value, s.first, 0);
    }
}

/* Tests the inverse queries and the curve of one amount. */
static void test_field(struct question *q)
{
    uint32_t value = q->field == GPUOCC_KERNEL_THREADS_PER_GROUP, i, count, turn;
    int known[TARGETS] = {1, 1, 1}, counted[TARGETS] = {1, 1, 1};
    gpuocc_kernel kernel = q->kernel;
    struct place p;
    struct seen seen;

    memset(reached, 0, sizeof reached);
    q->step = all || q->end <= VALUES ? 1 : q->end / PART + 1;
    if (ask(&p, q->device, &q->kernel) != GPUOCC_OK)
        return;
    for (; value <= q->end; value = after(q, value)) {
        see(q, value, &seen);
        if (seen.accepted) {
            remember(&seen, value);
            for (i = 0; i < TARGETS; i++) {
                known[i] &= i == GPUOCC_TARGET_GROUPS ? seen.groups[0] == seen.groups[1]
                                                      : seen.waves[0] == seen.waves[1];
                counted[i] &= seen.counts[i];
            }
        }
        if (value == 1 || below(64) == 0)
            judge_plateau(q, p.occupancy, value, &seen);
    }
    put_word(&kernel, q->field, GPUOCC_UNKNOWN);
    for (turn = 0; turn < 2; turn++) {
        /* The value that the kernel has makes no difference, nor that it is unknown. */
        if (turn == 1 && (ask(&p, q->device, &kernel) != GPUOCC_OK || below(4) != 0))
            return;
        for (i = 0; i < TARGETS; i++) {
            if (i == GPUOCC_TARGET_GROUPS && is_tools_own(q->field))
                continue; /* tests/parity/nvidia_header.c */
            for (count = 1; count < 200; count += count < 20 ? 1 : below(30))
                judge(q, p.occupancy, i, count, known[i], counted[i]);
        }
    }
}

/* Returns the largest value of an amount that is asked; 0 if the device has none. */
static uint32_t end_of(const gpuocc_device *device, uint32_t field)
{
    gpuocc_field_info info;

    memset(&info, 0, sizeof info);
    info.size = sizeof info;
    if (gpuocc_kernel_field_info(device, convention, field, &info, NULL) != GPUOCC_OK ||
        info.use != GPUOCC_FIELD_AMOUNT)
        return 0;
    return convention != GPUOCC_CONVENTION_DEFAULT && info.max > LARGEST_FOR_TOOLS
               ? LARGEST_FOR_TOOLS
               : info.max;
}

static void test_device(const gpuocc_device *device)
{
    struct question q;

    q.device = device;
    if (get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP) == 0 ||
        !accepted_kernel(device, &q.kernel))
        return;
    if (below(2) != 0 && get(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_ADRENO)
        q.kernel.wave_size = 0; /* the compiler chooses it */
    for (q.field = 1; q.field < FIELDS; q.field++) {
        q.end = end_of(device, q.field);
        if (q.end != 0)
            test_field(&q);
    }
}

/* Tests a device, or one with an odd number, in every convention. */
static void test_all(const gpuocc_device *base, uint32_t round)
{
    static struct own own;
    const gpuocc_device *device = base;

    if (round % 2 != 0)
        device = odd_device(&own, base,
                            GPUOCC_DEVICE_WAVE_SIZES +
                                below(GPUOCC_DEVICE_CORE_COUNT - GPUOCC_DEVICE_WAVE_SIZES));
    the_base = base;
    for (convention = 0; device != NULL && convention < GPUOCC_CONVENTION_COUNT; convention++)
        test_device(device);
}

int main(int argc, char **argv)
{
    const uint32_t rounds = argc > 1 ? (uint32_t)atoi(argv[1]) : part_of(2);
    uint32_t round, i;

    state = argc > 2 ? (uint64_t)atoll(argv[2]) : 7;
    all = argc > 3;
    for (round = 0; round < rounds; round++)
        for (i = 0; i < ODD_BASES; i++)
            test_all(find(odd_bases[i]), round);
    ok(bad == 0 && inverses >= at_least(rounds * 20000),
       "%llu inverse queries and %llu plateaus agree with %llu kernels",
       (unsigned long long)inverses, (unsigned long long)plateaus, (unsigned long long)tried);
    return done();
}
