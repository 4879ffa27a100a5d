/* SPDX-License-Identifier: MIT
 *
 * Compares the best group sizes, all of them in order, with evaluating each: random lists of
 * candidates with separate registers, and a grid; on every architecture in every convention.
 */
#include "laws.h"
#include "own.h"

#define KERNELS    40 /* per device, and a quarter of that in each other convention */
#define CANDIDATES 24

struct row {
    uint32_t threads, registers, position, groups, score, limiters;
    uint64_t rounds;
};

static struct {
    uint32_t kernels, searches, rows, wrong, unknown, grids, by_rounds;
} t;

static int small_first; /* the search prefers the smaller of equal ones */

static int order(const void *left, const void *right)
{
    const struct row *a = left, *b = right;

    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    if (a->rounds != b->rounds)
        return a->rounds < b->rounds ? -1 : 1;
    if (a->threads != b->threads)
        return (a->threads > b->threads) != small_first ? -1 : 1;
    return a->position < b->position ? -1 : 1;
}

/* Evaluates one candidate. Returns 0 if it is not an answer. */
static int place_row(const gpuocc_device *device, gpuocc_kernel k, struct row *row,
                     const gpuocc_group_search *search, int with_registers)
{
    uint64_t device_groups = 0, grid;
    struct place p;

    if (row->threads == 0 || row->threads < search->min_threads ||
        row->threads > get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP) ||
        (search->multiple_of != 0 && row->threads % search->multiple_of != 0))
        return 0;
    k.threads_per_group = row->threads;
    if (with_registers)
        set(&k, register_field(device), row->registers);
    if (ask(&p, device, &k) != GPUOCC_OK)
        return 0;
    row->groups = gpuocc_occupancy_groups(p.occupancy);
    row->limiters = gpuocc_occupancy_limiters(p.occupancy);
    row->score = convention == GPUOCC_CONVENTION_HEADER ? row->groups * row->threads
                                                        : gpuocc_occupancy_waves(p.occupancy);
    row->rounds = 0;
    if (search->grid_threads == 0 || row->groups == 0)
        return row->groups != 0;
    if (gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0, &device_groups,
                             NULL) != GPUOCC_OK)
        return 0;
    grid = (search->grid_threads + row->threads - 1) / row->threads;
    row->rounds = device_groups == 0 ? UINT64_MAX : (grid + device_groups - 1) / device_groups;
    return 1;
}

static int same_choices(const gpuocc_device *device, const gpuocc_kernel *kernel,
                        const gpuocc_group_search *search, const uint32_t *sizes,
                        const uint32_t *registers, uint32_t count, const struct row *rows,
                        uint32_t answers)
{
    gpuocc_group_size choice = {.size = sizeof choice};
    uint32_t i;
    int32_t status;

    for (i = 0; i <= answers; i++) {
        status =
            best_of(device, convention, kernel, search, sizes, registers, count, i, &choice, NULL);
        if (status == GPUOCC_NOT_KNOWN || status == GPUOCC_NOT_APPLICABLE) {
            t.unknown++;
            return 1;
        }
        if (i == answers)
            return status == GPUOCC_ERROR_INDEX;
        if (status != GPUOCC_OK || choice.threads_per_group != rows[i].threads ||
            choice.candidate != rows[i].position || choice.groups != rows[i].groups ||
            choice.limiters != rows[i].limiters || choice.rounds != rows[i].rounds ||
            (registers != NULL && choice.registers != rows[i].registers))
            return 0;
        t.by_rounds +=
            i != 0 && rows[i].score == rows[i - 1].score && rows[i].rounds != rows[i - 1].rounds;
        t.rows++;
    }
    return 1;
}

static void test_kernel(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    const uint32_t most = get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    uint32_t sizes[CANDIDATES], registers[CANDIDATES], i, answers = 0;
    const uint32_t count = 1 + below(CANDIDATES);
    const int with_registers = below(2) != 0;
    gpuocc_group_search search = {.size = sizeof search};
    struct row rows[CANDIDATES];

    device = edited(device, GPUOCC_DEVICE_CORE_COUNT, 1 + below(150));
    if (device == NULL)
        return;
    search.min_threads = below(4) ? 0 : below(200);
    search.multiple_of = below(4) ? 0 : 8u << below(4);
    search.prefer_small = below(2);
    search.grid_threads = below(2) ? 0 : below(10000000);
    small_first = search.prefer_small != 0;
    t.grids += search.grid_threads != 0;
    for (i = 0; i < count; i++) {
        sizes[i] = below(3) ? 32 * (1 + below(most / 32 + 2)) : below(most + 100);
        registers[i] = 16 * below(18);
        rows[answers].threads = sizes[i];
        rows[answers].registers = registers[i];
        rows[answers].position = i;
        answers += (uint32_t)place_row(device, *kernel, &rows[answers], &search, with_registers);
    }
    qsort(rows, answers, sizeof rows[0], order);
    t.searches++;
    if (!same_choices(device, kernel, &search, sizes, with_registers ? registers : NULL, count,
                      rows, answers) &&
        t.wrong++ < 5)
        complain(device, kernel, with_registers ? "best, registers" : "best", count);
}

int main(void)
{
    all_kernels(KERNELS, KERNELS / 4, test_kernel);
    ok(t.searches >= at_least(5000) && t.rows >= at_least(20000) &&
           (at_least(1) == 0 || t.unknown < t.searches / 2),
       "%u searches, %u sizes in order, %u not known", t.searches, t.rows, t.unknown);
    ok(t.grids >= at_least(1000) && t.by_rounds >= at_least(100),
       "%u grids, that tell %u equal ones apart", t.grids, t.by_rounds);
    ok(t.wrong == 0, "the best sizes are the best, with reasons: %u exceptions", t.wrong);
    return done();
}
