/* SPDX-License-Identifier: MIT
 *
 * Compares the group sizes of a search, best first, with evaluating every size: random kernels on
 * every architecture in every convention except the header's, which has a different order
 * (tests/parity/nvidia_header.c compares with the header).
 */
#include "laws.h"
#include "own.h"

#define KERNELS  24 /* per device, and the same number in each other convention */
#define SEARCHES 3  /* per kernel */
#define ANSWERS  3  /* of each search, and one after the last */
#define SIZES    2048

struct row {
    uint32_t threads, groups, waves;
    uint64_t rounds;
};

static struct {
    uint32_t searches, answers, ends, ties, grids, unknown, wrong;
} t;

static struct row rows[SIZES];
static int small_first;

static int order(const void *left, const void *right)
{
    const struct row *a = left, *b = right;

    if (a->waves != b->waves)
        return a->waves > b->waves ? -1 : 1;
    if (a->rounds != b->rounds)
        return a->rounds < b->rounds ? -1 : 1;
    return (a->threads > b->threads) != small_first ? -1 : 1;
}

static gpuocc_group_search random_search(uint32_t most)
{
    gpuocc_group_search search = {.size = sizeof search};

    search.min_threads = below(2) ? 0 : 1 + below(most + 50);
    search.max_threads = below(2) ? 0 : 1 + below(most + 50);
    search.multiple_of = below(2) ? 0 : below(3) ? 8u << below(5) : 1 + below(300);
    search.prefer_small = below(2);
    if (below(4) == 0) {
        search.grid_threads = 1 + below(below(2) ? 10000000 : 3000);
        search.core_count = 1 + below(150);
    }
    return search;
}

/* Returns the groups that are resident on a device with `cores` cores. */
static uint64_t at_once(const gpuocc_device *device, const gpuocc_kernel *kernel, uint32_t cores)
{
    uint64_t groups = 0;
    struct place p;

    device = edited(device, GPUOCC_DEVICE_CORE_COUNT, cores);
    if (device != NULL && ask(&p, device, kernel) == GPUOCC_OK)
        gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0, &groups, NULL);
    return groups;
}

/* Lists every size that the search allows and that launches; returns SIZES + 1 if one is
 * unknown. */
static uint32_t all_sizes(const gpuocc_device *device, gpuocc_kernel k,
                          const gpuocc_group_search *search, uint32_t wave_size)
{
    const uint32_t multiple = search->multiple_of != 0 ? search->multiple_of : wave_size;
    uint32_t most = get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP), size, count = 0;
    uint64_t resident, grid;
    struct place p;

    if (search->max_threads != 0 && search->max_threads < most)
        most = search->max_threads;
    if (k.max_threads_per_group != 0 && k.max_threads_per_group < most)
        most = k.max_threads_per_group;
    for (size = multiple; size <= most; size += multiple) {
        if (size < search->min_threads)
            continue;
        k.threads_per_group = size;
        if (ask(&p, device, &k) != GPUOCC_OK)
            continue;
        rows[count].groups = gpuocc_occupancy_groups(p.occupancy);
        if (rows[count].groups == GPUOCC_UNKNOWN || rows[count].groups == GPUOCC_NONE)
            return SIZES + 1;
        if (rows[count].groups == 0)
            continue;
        rows[count].threads = size;
        rows[count].waves = gpuocc_occupancy_waves(p.occupancy);
        resident = search->grid_threads == 0 ? 0 : at_once(device, &k, search->core_count);
        grid = (search->grid_threads + size - 1) / size;
        rows[count].rounds = search->grid_threads == 0 ? 0
                             : resident == 0           ? UINT64_MAX
                                                       : (grid + resident - 1) / resident;
        if (++count == SIZES)
            break;
    }
    return count;
}

static int same(const gpuocc_device *device, const gpuocc_kernel *kernel,
                const gpuocc_group_search *search, uint32_t count)
{
    gpuocc_group_size choice = {.size = sizeof choice};
    uint32_t i, at, threads = 0, groups = 0;
    int32_t status;

    for (i = 0; i <= ANSWERS; i++) {
        at = i < ANSWERS ? i : count;
        status = best_group(device, convention, kernel, search, at, &threads, &groups, NULL);
        if (at >= count) {
            t.ends++;
            /* Without any size, the device's status for the kernel may be the answer. */
            if (status != GPUOCC_ERROR_INDEX && (count != 0 || status >= 0))
                return 0;
            continue;
        }
        t.answers++;
        if (status != GPUOCC_OK || threads != rows[at].threads || groups != rows[at].groups)
            return 0;
        if (best_of(device, convention, kernel, search, NULL, NULL, 0, at, &choice, NULL) !=
                GPUOCC_OK ||
            choice.threads_per_group != threads || choice.waves != rows[at].waves ||
            choice.rounds != rows[at].rounds)
            return 0;
        t.ties += at + 1 < count && rows[at].waves == rows[at + 1].waves;
    }
    return 1;
}

static void test_search(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    const uint32_t most = get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    const gpuocc_group_search search = random_search(most);
    uint32_t count;

    small_first = search.prefer_small != 0;
    count = all_sizes(device, *kernel, &search, kernel->wave_size);
    t.unknown += count > SIZES;
    if (count > SIZES)
        return;
    qsort(rows, count, sizeof rows[0], order);
    t.searches++;
    t.grids += search.grid_threads != 0;
    if (!same(device, kernel, &search, count) && t.wrong++ < 8) {
        complain(device, kernel, "best size", count);
        note("  least %u, most %u, multiple of %u, %s first, grid %lu", search.min_threads,
             search.max_threads, search.multiple_of, search.prefer_small ? "small" : "large",
             (unsigned long)search.grid_threads);
    }
}

static void test_kernel(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    gpuocc_kernel k = *kernel;
    uint32_t i;

    if (convention == GPUOCC_CONVENTION_HEADER)
        return;
    if (below(4) == 0)
        k.max_threads_per_group = 1 + below(below(2) ? 1100 : 200);
    if (below(4) == 0)
        k.shared_bytes = 0;
    if (below(6) == 0)
        k.dynamic_shared_bytes_per_thread = below(40);
    for (i = 0; i < SEARCHES; i++)
        test_search(device, &k);
}

int main(void)
{
    all_kernels(KERNELS, KERNELS, test_kernel);
    ok(t.searches >= at_least(5000) && t.answers >= at_least(10000) && t.ends >= at_least(2000),
       "%u searches, %u answers, %u ends", t.searches, t.answers, t.ends);
    ok(t.ties >= at_least(1000) && t.grids >= at_least(1000),
       "%u ties told apart, %u grids; %u that nobody knows", t.ties, t.grids, t.unknown);
    ok(t.wrong == 0, "the best of all sizes: %u exceptions", t.wrong);
    return done();
}
