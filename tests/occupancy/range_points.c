/* SPDX-License-Identifier: MIT
 *
 * Compares ranges with single kernels. For devices of every vendor, in every convention, some
 * fields of a random kernel are unknown; kernels that could be meant are asked one by one. If one
 * is accepted, so is the range, and every result of the kernel lies within that of the range. With
 * one unknown field, of which every value is tried, each bound of the groups, the waves and the
 * largest launchable group is reached. In every other round the devices are custom ones with odd
 * numbers. Usage: range_points [ROUNDS [SEED]]
 */
#include "odd.h"

#define FIELDS GPUOCC_KERNEL_FIELD_COUNT
#define MOST   7    /* unknown fields */
#define VALUES 2200 /* of one field that are tried */

struct question {
    const gpuocc_device *device;
    uint32_t convention, count, unknown[MOST];
    gpuocc_kernel kernel; /* with the unknown fields */
    uint32_t use[FIELDS], max[FIELDS];
};

static const gpuocc_device *the_base; /* of a custom device */
static uint64_t tried, bad;
static uint32_t told[GPUOCC_RESULT_COUNT + 3];

static int is_set(uint32_t result)
{
    return result == GPUOCC_RESULT_LIMITERS || result == GPUOCC_RESULT_NOTES;
}

static void report(const struct question *q, const gpuocc_kernel *point, uint32_t result,
                   uint32_t index, const char *what, const uint64_t ends[4])
{
    char text[800];
    uint32_t i, length;

    bad++;
    if (told[result]++ >= 6)
        return;
    length = (uint32_t)snprintf(text, sizeof text, "%s", options_of(&q->kernel));
    for (i = 0; i < q->count && length < sizeof text; i++)
        length += (uint32_t)snprintf(text + length, sizeof text - length, " | %u",
                                     word_of(point, q->unknown[i]));
    note("%s -c %s: %s[%u] %s: %lld..%lld, kernel %lld..%lld:%s", gpuocc_device_name(q->device),
         gpuocc_name(GPUOCC_LIST_CONVENTIONS, q->convention),
         result < GPUOCC_RESULT_COUNT ? gpuocc_name(GPUOCC_LIST_RESULTS, result) : "query", index,
         what, (long long)ends[0], (long long)ends[1], (long long)ends[2], (long long)ends[3],
         text);
    odd_note(q->device, the_base);
}

/* Whether results of a kernel may be said to lie within those of the range. */
static const char *outside(uint32_t result, int32_t range, int32_t point, const uint64_t e[4])
{
    if (range == GPUOCC_NOT_KNOWN)
        return NULL;
    if (range == GPUOCC_NOT_APPLICABLE)
        return point == GPUOCC_NOT_APPLICABLE ? NULL : "not applicable";
    if (point == GPUOCC_NOT_KNOWN) /* none on a core are none on any number of cores */
        return result == GPUOCC_RESULT_GROUPS_PER_DEVICE && e[1] == 0 ? NULL : "known";
    if (point != GPUOCC_OK)
        return result != GPUOCC_RESULT_LIMIT || e[1] == UINT64_MAX ? NULL : "bounded";
    if (is_set(result))
        return (e[0] & ~e[2]) == 0 && (e[3] & ~e[1]) == 0 ? NULL : "set";
    return e[0] <= e[2] && e[3] <= e[1] ? NULL : "number";
}

static void judge(const struct question *q, const gpuocc_occupancy *range,
                  const gpuocc_occupancy *point, const gpuocc_kernel *kernel)
{
    uint32_t result, index;
    int32_t of_range, of_point;
    const char *what;

    for (result = 0; result < GPUOCC_RESULT_COUNT; result++) {
        for (index = 0; index < GPUOCC_LIMIT_COUNT; index++) {
            uint64_t e[4] = {0, 0, 0, 0};

            of_range = gpuocc_occupancy_get(range, result, index, &e[0], &e[1]);
            of_point = gpuocc_occupancy_get(point, result, index, &e[2], &e[3]);
            if (of_range == GPUOCC_ERROR_INDEX)
                break;
            what = outside(result, of_range, of_point, e);
            if (what != NULL)
                report(q, kernel, result, index, what, e);
        }
    }
}

/* Asks a kernel without unknown fields. Returns whether it is accepted. */
static int try_point(const struct question *q, const gpuocc_occupancy *range,
                     const gpuocc_kernel *kernel, struct place *p)
{
    static const uint64_t none[4] = {0, 0, 0, 0};

    if (place_whole(p, q->device, q->convention, kernel) != GPUOCC_OK)
        return 0;
    tried++;
    if (range == NULL)
        report(q, kernel, GPUOCC_RESULT_COUNT, 0, "refused, kernel accepted", none);
    else
        judge(q, range, p->occupancy, kernel);
    return 1;
}

/* Returns some value of a field: often one of its bounds, or a small number. */
static uint32_t some_value(const struct question *q, uint32_t field)
{
    const uint32_t max = q->max[field];
    uint32_t value;

    if (field == GPUOCC_KERNEL_WAVE_SIZE)
        return 1u << below(8);
    if (q->use[field] == GPUOCC_FIELD_CHOICE)
        return field == GPUOCC_KERNEL_DYNAMIC_VGPR_BLOCK ? 16u << below(2) : 1 + below(max);
    switch (below(8)) {
    case 0:
        value = 0;
        break;
    case 1:
        value = max;
        break;
    case 2:
        value = below(4);
        break;
    case 3:
        value = 1u << below(17);
        break;
    case 4:
        value = below(300);
        break;
    case 5:
        value = max - below(max < 2000 ? max : 2000);
        break;
    default:
        value = below(max < 300000 ? max : 300000);
    }
    value = value > max ? max : value;
    return value != 0 ? value : GPUOCC_ZERO;
}

static void search_points(const struct question *q, const gpuocc_occupancy *range, uint32_t count)
{
    gpuocc_kernel kernel = q->kernel;
    struct place p;
    uint32_t i;

    while (count-- > 0) {
        for (i = 0; i < q->count; i++)
            put_word(&kernel, q->unknown[i], some_value(q, q->unknown[i]));
        (void)try_point(q, range, &kernel, &p);
    }
}

/* Tries every value of the only unknown field. */
static void all_points(const struct question *q, const gpuocc_occupancy *range)
{
    static const uint32_t results[] = {GPUOCC_RESULT_GROUPS, GPUOCC_RESULT_WAVES,
                                       GPUOCC_RESULT_GROUPS_PER_DEVICE,
                                       GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE};
    const uint32_t field = q->unknown[0], n = sizeof results / sizeof results[0];
    uint64_t e[4] = {0, 0, 0, 0}, seen[4][2];
    gpuocc_kernel kernel = q->kernel;
    uint32_t value, i, found = 0;
    struct place p;

    for (i = 0; i < n; i++)
        seen[i][0] = UINT64_MAX, seen[i][1] = 0;
    for (value = 0; value <= q->max[field]; value++) {
        put_word(&kernel, field, value != 0 ? value : GPUOCC_ZERO);
        if (!try_point(q, range, &kernel, &p))
            continue;
        found = 1;
        for (i = 0; i < n; i++)
            if (gpuocc_occupancy_get(p.occupancy, results[i], 0, &e[2], &e[3]) == GPUOCC_OK) {
                seen[i][0] = e[2] < seen[i][0] ? e[2] : seen[i][0];
                seen[i][1] = e[3] > seen[i][1] ? e[3] : seen[i][1];
            }
    }
    for (i = 0; i < n && found && range != NULL; i++)
        if (gpuocc_occupancy_get(range, results[i], 0, &e[0], &e[1]) == GPUOCC_OK &&
            (e[0] != seen[i][0] || e[1] != seen[i][1])) {
            e[2] = seen[i][0], e[3] = seen[i][1];
            report(q, &q->kernel, results[i], 0, "not reached", e);
        }
}

/* Returns the largest value that an unknown field stands for (docs/model.md, Ranges). */
static uint32_t largest(const struct question *q, uint32_t field, uint32_t max)
{
    if (q->convention == GPUOCC_CONVENTION_DEFAULT)
        return max;
    if (field == GPUOCC_KERNEL_THREADS_PER_GROUP && max > 65536)
        return get(q->device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    return max > 1u << 20 ? 1u << 20 : max;
}

static void read_fields(struct question *q)
{
    gpuocc_field_info info;
    uint32_t field;

    for (field = 1; field < FIELDS; field++) {
        memset(&info, 0, sizeof info);
        info.size = sizeof info;
        q->use[field] = GPUOCC_FIELD_ABSENT;
        if (gpuocc_kernel_field_info(q->device, q->convention, field, &info, NULL) != GPUOCC_OK)
            continue;
        q->use[field] = info.use;
        q->max[field] = largest(q, field, info.max);
    }
}

/* Makes a random kernel in which some fields are unknown. */
static void make_question(struct question *q)
{
    uint32_t field, all[FIELDS], count = 0, i, wanted = 1 + below(MOST);

    memset(&q->kernel, 0, sizeof q->kernel);
    q->kernel.size = sizeof q->kernel;
    q->kernel.threads_per_group = below(2) ? 1 + below(1024) : 32u << below(6);
    for (field = 2; field < FIELDS; field++)
        if (q->use[field] != GPUOCC_FIELD_ABSENT && below(3) == 0)
            put_word(&q->kernel, field, some_value(q, field));
    for (field = 1; field < FIELDS; field++)
        if (q->use[field] != GPUOCC_FIELD_ABSENT &&
            field != GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD)
            all[count++] = field;
    for (q->count = 0; q->count < wanted && count != 0; q->count++) {
        i = below(count);
        q->unknown[q->count] = all[i];
        put_word(&q->kernel, all[i], GPUOCC_UNKNOWN);
        all[i] = all[--count];
    }
    /* A known report says which numbers of registers are possible (range_values.c). */
    if (q->kernel.half_registers_per_thread == GPUOCC_UNKNOWN &&
        q->kernel.reported_max_threads != GPUOCC_UNKNOWN)
        q->kernel.reported_max_threads = 0;
}

static void ask(struct question *q)
{
    const gpuocc_occupancy *range = NULL;
    struct place p;

    make_question(q);
    if (place_whole(&p, q->device, q->convention, &q->kernel) == GPUOCC_OK)
        range = p.occupancy;
    if (q->count == 1 && q->max[q->unknown[0]] <= VALUES)
        all_points(q, range);
    else
        search_points(q, range, 60);
}

/* With 33 half registers a part of a group runs; with the fewest a whole one, with the most none.
 */
static void ask_between(void)
{
    struct question q;
    struct place p;

    memset(&q, 0, sizeof q);
    q.device = find("a6xx_gen4");
    read_fields(&q);
    the_base = q.device;
    q.kernel.threads_per_group = 512;
    q.kernel.wave_size = 128;
    q.kernel.half_registers_per_thread = GPUOCC_UNKNOWN;
    q.unknown[q.count++] = GPUOCC_KERNEL_HALF_REGISTERS_PER_THREAD;
    if (place_whole(&p, q.device, q.convention, &q.kernel) == GPUOCC_OK)
        all_points(&q, p.occupancy);
}

/* Tests a device, or one with an odd number, in every convention. */
static void test_all(const gpuocc_device *base, uint32_t round)
{
    static struct own own;
    struct question q;

    q.device = the_base = base;
    if (round % 2 != 0)
        q.device = odd_device(&own, base,
                              GPUOCC_DEVICE_WAVE_SIZES +
                                  below(GPUOCC_DEVICE_CORE_COUNT - GPUOCC_DEVICE_WAVE_SIZES));
    for (q.convention = 0; q.device != NULL && q.convention < GPUOCC_CONVENTION_COUNT;
         q.convention++) {
        read_fields(&q);
        if (q.use[GPUOCC_KERNEL_THREADS_PER_GROUP] != GPUOCC_FIELD_ABSENT)
            ask(&q);
    }
}

int main(int argc, char **argv)
{
    const uint32_t rounds = argc > 1 ? (uint32_t)atoi(argv[1]) : 1 + part_of(7);
    uint32_t round, i;

    state = argc > 2 ? (uint64_t)atoll(argv[2]) : 7;
    ask_between();
    for (round = 0; round < rounds; round++)
        for (i = 0; i < ODD_BASES; i++)
            test_all(find(odd_bases[i]), round);
    ok(bad == 0, "%llu kernels lie within the ranges of their unknown fields",
       (unsigned long long)tried);
    return done();
}
