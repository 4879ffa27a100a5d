/* SPDX-License-Identifier: MIT
 *
 * Compares every result with every index as a column of a plan with the getters for the same
 * kernel, whether its occupancy is expanded or not: on every device (in a part of the cases on
 * every architecture), in every convention of its vendor, for random kernels.
 */
#include "plans.h"
#include "random.h"

#define ROWS     24
#define MOST_OUT (GPUOCC_RESULT_COUNT * GPUOCC_LIMIT_COUNT)

static uint32_t asked[MOST_OUT], told[MOST_OUT][ROWS];
static uint32_t *outs[MOST_OUT];
static uint32_t asked_count;
static uint64_t rests, rests_differ;
static uint64_t compared, differ, expanded, expanded_differ, known[GPUOCC_RESULT_COUNT];

static void list_results(void)
{
    uint32_t result, index;

    for (result = 0; result < GPUOCC_RESULT_COUNT; result++)
        for (index = 0; index < index_count(result); index++) {
            outs[asked_count] = told[asked_count];
            asked[asked_count++] = result + index * GPUOCC_RESULT_INDEX_STEP;
        }
}

/* Returns what gpuocc/plan.h promises for a column, from the getters. */
static uint32_t expected(const struct place *p, uint32_t result, uint32_t index)
{
    uint64_t low = 0, high = 0;
    int32_t status;

    if (p->status != GPUOCC_OK)
        return GPUOCC_UNKNOWN;
    switch (result) {
    case GPUOCC_RESULT_GROUPS:
        return gpuocc_occupancy_groups(p->occupancy);
    case GPUOCC_RESULT_WAVES:
        return gpuocc_occupancy_waves(p->occupancy);
    case GPUOCC_RESULT_MAX_WAVES:
        return gpuocc_occupancy_max_waves(p->occupancy);
    case GPUOCC_RESULT_LIMITERS:
        return gpuocc_occupancy_limiters(p->occupancy);
    default:
        status = gpuocc_occupancy_get(p->occupancy, result, index, &low, &high);
    }
    if (status == GPUOCC_NOT_APPLICABLE)
        return GPUOCC_NONE;
    known[result] += status == GPUOCC_OK;
    return status == GPUOCC_OK && low == high && low < GPUOCC_NONE ? (uint32_t)low : GPUOCC_UNKNOWN;
}

/* Compares an expanded occupancy with one that is not. */
static void expand(const struct place *p, const gpuocc_device *device, uint32_t convention,
                   gpuocc_kernel kernel)
{
    uint64_t ends[2][2];
    uint32_t c, result, index;
    int32_t status;
    struct place e;
    int same;

    place_as(&e, device, convention, kernel);
    same = gpuocc_occupancy_expand(e.occupancy) == GPUOCC_OK &&
           gpuocc_occupancy_groups(e.occupancy) == gpuocc_occupancy_groups(p->occupancy) &&
           gpuocc_occupancy_waves(e.occupancy) == gpuocc_occupancy_waves(p->occupancy) &&
           gpuocc_occupancy_max_waves(e.occupancy) == gpuocc_occupancy_max_waves(p->occupancy) &&
           gpuocc_occupancy_limiters(e.occupancy) == gpuocc_occupancy_limiters(p->occupancy) &&
           gpuocc_occupancy_device(e.occupancy) == device;
    for (c = 0; c < asked_count; c++) {
        memset(ends, 0, sizeof ends);
        result = asked[c] % GPUOCC_RESULT_INDEX_STEP;
        index = asked[c] / GPUOCC_RESULT_INDEX_STEP;
        status = gpuocc_occupancy_get(p->occupancy, result, index, &ends[0][0], &ends[0][1]);
        same &=
            gpuocc_occupancy_get(e.occupancy, result, index, &ends[1][0], &ends[1][1]) == status;
        same &= memcmp(ends[0], ends[1], sizeof ends[0]) == 0;
    }
    same &= gpuocc_occupancy_expand(e.occupancy) == GPUOCC_OK; /* a second time */
    expanded++;
    if (!same && expanded_differ++ < 5)
        note("%s, convention %u: %u threads, expanded", gpuocc_device_name(device), convention,
             kernel.threads_per_group);
}

/* Whether what is unused is what the groups leave of a capacity. Of a range it is no more than the
 * capacity, and none if the groups of one end would take more than that of the other. */
static int unused_is_rest(const struct place *p)
{
    static const uint32_t which[] = {GPUOCC_RESULT_UNUSED, GPUOCC_RESULT_CAPACITY,
                                     GPUOCC_RESULT_ALLOCATED, GPUOCC_RESULT_GROUPS};
    uint64_t low[4], high[4];
    uint32_t i, k;

    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++) {
        for (k = 0; k < 4; k++)
            if (gpuocc_occupancy_get(p->occupancy, which[k], k < 3 ? i : 0, &low[k], &high[k]) !=
                GPUOCC_OK)
                break;
        if (k < 4)
            continue;
        rests++;
        if (low[0] > high[0] || high[0] > high[1] ||
            (memcmp(low, high, sizeof low) == 0 && low[0] != low[1] - low[2] * low[3]))
            return 0;
    }
    return 1;
}

/* Fills columns for random kernels: three common fields, and any other one. */
static void fill(const gpuocc_device *device, uint32_t fields[4])
{
    uint32_t i;

    fields[0] = GPUOCC_KERNEL_THREADS_PER_GROUP;
    fields[1] = register_field(device);
    fields[2] = GPUOCC_KERNEL_SHARED_BYTES;
    do
        fields[3] = below(4) == 0 ? GPUOCC_KERNEL_GROUPS_PER_CLUSTER
                                  : 1 + below(GPUOCC_KERNEL_FIELD_COUNT - 1);
    while (fields[3] == fields[0] || fields[3] == fields[1] || fields[3] == fields[2]);
    for (i = 0; i < ROWS; i++) {
        columns[0][i] = below(20) ? 1 + below(1024) : some_word(1100);
        columns[1][i] = below(20) ? below(128) : some_word(300);
        columns[2][i] = below(20) ? below(30000) : some_word(50000);
        columns[3][i] = below(3) == 0 ? 0 : below(2) ? 1 + below(4) : some_word(4);
    }
}

static void compare(const gpuocc_device *device, uint32_t convention)
{
    gpuocc_kernel base = {0};
    const gpuocc_plan *plan;
    uint32_t fields[4], i, c, want;
    struct place p;

    if (get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE) == 0)
        base.wave_size = 16;
    fill(device, fields);
    plan = plan_of(device, convention, base);
    if (gpuocc_plan_run(plan, ROWS, fields, in, 4, asked, outs, asked_count, statuses) !=
            GPUOCC_OK &&
        differ++ < 5)
        note("%s, convention %u: no rows", gpuocc_device_name(device), convention);
    for (i = 0; i < ROWS; i++) {
        place_as(&p, device, convention, kernel_at(base, fields, 4, i));
        if (p.status == GPUOCC_OK && i % 4 == 0)
            expand(&p, device, convention, kernel_at(base, fields, 4, i));
        if (p.status == GPUOCC_OK && !unused_is_rest(&p) && rests_differ++ < 5)
            note("%s, convention %u: %u threads, unused", gpuocc_device_name(device), convention,
                 columns[0][i]);
        if (p.status != statuses[i] && differ++ < 5)
            note("%s, convention %u, row %u: status %d, plan %d", gpuocc_device_name(device),
                 convention, i, p.status, statuses[i]);
        for (c = 0; c < asked_count; c++) {
            want = expected(&p, asked[c] % GPUOCC_RESULT_INDEX_STEP,
                            asked[c] / GPUOCC_RESULT_INDEX_STEP);
            compared++;
            if (told[c][i] != want && differ++ < 5)
                note("%s, convention %u, row %u, result %x: %u, plan %u",
                     gpuocc_device_name(device), convention, i, asked[c], want, told[c][i]);
        }
    }
}

/* The index after the last one of a result, alone and after a valid column. */
static void test_indices(const gpuocc_device *device)
{
    const uint32_t fields[1] = {GPUOCC_KERNEL_THREADS_PER_GROUP};
    const gpuocc_plan *plan = plan_of(device, 0, (gpuocc_kernel){0});
    uint32_t result, refused = 0, taken = 0;

    for (result = 0; result < GPUOCC_RESULT_COUNT; result++) {
        const uint32_t two[2] = {0, result + index_count(result) * GPUOCC_RESULT_INDEX_STEP};
        const uint32_t last = two[1] - GPUOCC_RESULT_INDEX_STEP;

        refused += gpuocc_plan_run(plan, 1, fields, in, 1, two, out, 2, NULL) == GPUOCC_ERROR_INDEX;
        taken += gpuocc_plan_run(plan, 1, fields, in, 1, &last, out, 1, NULL) == GPUOCC_OK;
    }
    ok(taken == GPUOCC_RESULT_COUNT, "the last index of each of %u results is allowed: %u are",
       GPUOCC_RESULT_COUNT, taken);
    ok(refused == GPUOCC_RESULT_COUNT, "the index after the last is refused: %u of %u", refused,
       GPUOCC_RESULT_COUNT);
}

int main(int argc, char **argv)
{
    const uint32_t rounds = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : part_of(4);
    const gpuocc_device *device;
    uint32_t at, convention, i, often = 0;

    state = 22;
    list_results();
    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        for (convention = 0; convention < GPUOCC_CONVENTION_COUNT; convention++) {
            struct place p;

            place_as(&p, device, convention, (gpuocc_kernel){0});
            if (p.status == GPUOCC_ERROR_CONVENTION_VENDOR)
                continue;
            for (i = 0; i < (is_architecture(device) ? rounds : !is_part()); i++)
                compare(device, convention);
        }
    ok(compared >= at_least(500000) && differ == 0, "%llu results of plans: %llu differ",
       (unsigned long long)compared, (unsigned long long)differ);
    ok(expanded >= at_least(5000) && expanded_differ == 0,
       "%llu occupancies say expanded what they said before: %llu differ",
       (unsigned long long)expanded, (unsigned long long)expanded_differ);
    ok(rests >= at_least(10000) && rests_differ == 0,
       "what groups leave of %llu capacities is unused: %llu kernels differ",
       (unsigned long long)rests, (unsigned long long)rests_differ);
    ok(gpuocc_occupancy_expand(NULL) == GPUOCC_ERROR_NULL, "no occupancy to expand");
    for (i = 0; i < GPUOCC_RESULT_COUNT; i++)
        often += known[i] >= 20 || i <= GPUOCC_RESULT_MAX_WAVES || i == GPUOCC_RESULT_LIMITERS;
    ok(often == GPUOCC_RESULT_COUNT || at_least(1) == 0,
       "each result is known of twenty kernels: %u of %u are", often, GPUOCC_RESULT_COUNT);
    (void)gpuocc_device_at(0, &device);
    test_indices(device);
    return done();
}
