/* SPDX-License-Identifier: MIT
 *
 * Tests the best group size if few sizes or none are possible: narrow searches, bounds, barriers,
 * the smaller of equal ones, also on custom devices; compared with evaluating every size. The
 * convention `header` is compared with the loop of cudaOccMaxPotentialOccupancyBlockSize
 * (cuda_occupancy.h): it tries the largest size, then multiples downwards, counts threads, keeps
 * the first of equal ones, and stops at an error.
 */
#include "random.h"
#include "support.h"
#include "tally.h"

struct best {
    int32_t status;
    uint32_t threads, groups;
    uint64_t score, rounds;
};

/* Returns the rounds of the grid; a core of a handle is a WGP if the device has them. */
static uint64_t rounds_of(const gpuocc_device *device, const gpuocc_group_search *s,
                          uint32_t threads, uint64_t groups)
{
    const uint32_t wgp = get(device, GPUOCC_DEVICE_CUS_PER_WGP);
    const uint64_t all = (s->grid_threads + threads - 1) / threads;
    const uint64_t at_once = groups * (wgp != 0 ? s->core_count / wgp : s->core_count);

    if (at_once == 0)
        return UINT64_MAX;

    return s->grid_threads == 0 ? 0 : (all + at_once - 1) / at_once;
}

static int better(const gpuocc_group_search *s, const struct best *new, const struct best *old)
{
    if (new->score != old->score)
        return new->score > old->score;
    if (new->rounds != old->rounds)
        return new->rounds < old->rounds;
    return s->prefer_small != 0; /* the largest sizes come first */
}

/* Returns the smallest of the bounds of the caller and the device. */
static uint32_t largest(const gpuocc_device *device, const gpuocc_kernel *k,
                        const gpuocc_group_search *s)
{
    uint32_t most = get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);

    if (k->max_threads_per_group != 0 && k->max_threads_per_group < most)
        most = k->max_threads_per_group;
    return s->max_threads != 0 && s->max_threads < most ? s->max_threads : most;
}

static struct best reference(const gpuocc_device *device, uint32_t convention, gpuocc_kernel k,
                             gpuocc_group_search s)
{
    const int header = convention == GPUOCC_CONVENTION_HEADER;
    const uint32_t size =
        k.wave_size != 0 ? k.wave_size : get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE);
    const uint32_t step = s.multiple_of != 0 ? s.multiple_of : size;
    struct best best = {GPUOCC_ERROR_INDEX, 0, 0, 0, 0}, one = {GPUOCC_OK, 0, 0, 0, 0};
    uint32_t t = largest(device, &k, &s);
    struct place p;

    s.prefer_small &= (uint32_t)!header;
    for (t = header ? t : t / step * step; t >= s.min_threads && t != 0;
         t = (t - 1) / step * step) {
        k.threads_per_group = t;
        one.status = place_as(&p, device, convention, k);
        if (one.status < 0 && header)
            return one;
        if (one.status < 0 || gpuocc_occupancy_groups(p.occupancy) == 0)
            continue;
        one.threads = t;
        one.groups = gpuocc_occupancy_groups(p.occupancy);
        one.score = header ? (uint64_t)one.groups * t : gpuocc_occupancy_waves(p.occupancy);
        one.rounds = rounds_of(device, &s, t, one.groups);
        if (best.status != GPUOCC_OK || better(&s, &one, &best))
            best = one;
    }
    return best;
}

static void compare(struct tally *tally_of, const gpuocc_device *device, uint32_t convention,
                    const gpuocc_kernel *kernel, const gpuocc_group_search *search)
{
    const struct best want = reference(device, convention, *kernel, *search);
    uint32_t threads = 0, groups = 0;
    const int32_t status =
        best_group(device, convention, kernel, search, 0, &threads, &groups, NULL);

    if (status == GPUOCC_NOT_KNOWN || status == GPUOCC_ERROR_DEVICE_NO_MODEL)
        return;
    tally(tally_of,
          status == want.status &&
              (status != GPUOCC_OK || (threads == want.threads && groups == want.groups)),
          gpuocc_device_name(device), status, threads, want.threads);
}

/* Makes a device with other numbers, so that each limit refuses some kernels. */
static const gpuocc_device *some_device(uint64_t *memory)
{
    static const uint32_t fields[] = {
        GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP, GPUOCC_DEVICE_BARRIERS_PER_CORE,
        GPUOCC_DEVICE_MAX_GROUPS_PER_CORE, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION};
    const uint64_t values[] = {1024 * (1 + below(64)), 1 + below(32), 1 + below(40), 4 + below(28)};
    const uint32_t first = below(4);
    const gpuocc_device *base = NULL, *device = NULL;

    gpuocc_device_at(below(gpuocc_device_count()), &base);
    if (below(2) == 0 || device_in(memory, base, NULL, 0, fields + first, values + first,
                                   1 + below(4 - first), &device, NULL) != GPUOCC_OK)
        return base;
    return device;
}

static void some_kernel(const gpuocc_device *device, gpuocc_kernel *k)
{
    const uint32_t most = get(device, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD);

    memset(k, 0, sizeof *k);
    k->size = sizeof *k;
    k->threads_per_group = 7; /* not read */
    if (get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE) == 0)
        k->wave_size = (get(device, GPUOCC_DEVICE_WAVE_SIZES) & 16) != 0 ? 16 : 64;
    switch (get(device, GPUOCC_DEVICE_VENDOR)) {
    case GPUOCC_VENDOR_INTEL:
        k->grf_count = below(most + 1);
        break;
    case GPUOCC_VENDOR_APPLE:
        k->half_registers_per_thread = below(most + 1);
        break;
    default:
        k->registers_per_thread = below(most + 1);
    }
    if (below(2))
        k->shared_bytes = below(get(device, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP) + 1);
    if (get(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_NVIDIA)
        k->barriers_per_group = below(3) ? 0 : below(17);
    if (below(3) == 0)
        k->max_threads_per_group = 1 + below(1024);
}

static void some_search(gpuocc_group_search *s)
{
    memset(s, 0, sizeof *s);
    s->size = sizeof *s;
    s->prefer_small = below(2);
    s->min_threads = below(2) ? 0 : 1 + below(1024);
    s->max_threads = below(2) ? 0 : 1 + below(1100);
    s->multiple_of = below(2) ? 0 : 1 + below(below(2) ? 48 : 1100);
    if (below(4) == 0) {
        s->grid_threads = 1 + below(1000000);
        s->core_count = 1 + below(200);
    }
}

static void test_many(void)
{
    uint64_t memory[sizeof(gpuocc_custom_device) / 8];
    struct tally own = {0, 0}, header = {0, 0};
    gpuocc_group_search search;
    gpuocc_kernel kernel;
    uint32_t i;

    for (i = 0; i < 8000; i++) {
        const gpuocc_device *device = some_device(memory);

        some_kernel(device, &kernel);
        some_search(&search);
        compare(&own, device, GPUOCC_CONVENTION_DEFAULT, &kernel, &search);
        if (get(device, GPUOCC_DEVICE_VENDOR) != GPUOCC_VENDOR_NVIDIA)
            continue;
        search.grid_threads = 0; /* the header has no grid */
        compare(&header, device, GPUOCC_CONVENTION_HEADER, &kernel, &search);
    }
    ok(own.rows > 6000 && own.bad == 0, "every size placed: %d searches, %d differ", own.rows,
       own.bad);
    ok(header.rows > 1000 && header.bad == 0, "the header's loop: %d searches, %d differ",
       header.rows, header.bad);
}

struct query {
    gpuocc_kernel kernel;
    gpuocc_group_search search;
    gpuocc_error error;
    uint32_t threads, groups;
};

static void start(struct query *q)
{
    memset(q, 0, sizeof *q);
    q->kernel.size = sizeof q->kernel;
    q->search.size = sizeof q->search;
    q->error.size = sizeof q->error;
}

static int32_t ask(struct query *q, const gpuocc_device *device, uint32_t convention)
{
    return best_group(device, convention, &q->kernel, &q->search, 0, &q->threads, &q->groups,
                      &q->error);
}

static const struct {
    const char *device;
    uint32_t registers, min, max, multiple;
    uint32_t threads, groups; /* of the best; 0: there is none */
    const char *what;
} rows[] = {
    /* 255 registers per thread are 8192 per warp: a core of 8.0 holds 8 warps, 256 threads. */
    {"8.0", 255, 0, 0, 0, 256, 1, "with 255 registers the largest group that launches"},
    {"8.0", 255, 256, 0, 0, 256, 1, "also if it is the smallest wanted"},
    {"8.0", 255, 257, 0, 0, 0, 0, "none is larger"},
    {"8.0", 255, 1025, 0, 0, 0, 0, "none is larger than the device's largest"},
    {"8.0", 255, 2, 0, UINT32_MAX, 0, 0, "a multiple of 2^32 - 1 is none either"},
    {"8.0", 64, 2, 0, 1024, 1024, 1, "1024 threads with 64 registers, the only size"},
    {"8.0", 65, 2, 0, 1024, 0, 0, "and with 65 none"},
    /* A CU of GCN has 40 wave slots and 16 barriers, and a group of one wave needs none. */
    {"gfx906", 0, 0, 128, 0, 64, 40, "up to 128 threads 40 groups of one wave, not 16 of two"},
    {"gfx906", 0, 0, 192, 0, 64, 40, "up to 192 neither 13 of three"},
    {"gfx906", 0, 0, 256, 0, 256, 10, "ten of four fill it"},
    {"gfx906", 0, 65, 128, 0, 128, 16, "16 of two, if one is too small"},
    {"gfx906", 0, 0, 128, 60, 60, 40, "of multiples of 60 one of 60 threads"},
};

static void test_rows(void)
{
    struct query q;
    uint32_t i;
    int32_t status;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        start(&q);
        q.kernel.registers_per_thread = rows[i].registers;
        q.search.min_threads = rows[i].min;
        q.search.max_threads = rows[i].max;
        q.search.multiple_of = rows[i].multiple;
        status = ask(&q, find(rows[i].device), 0);
        ok(rows[i].threads == 0
               ? status == GPUOCC_ERROR_INDEX
               : status == GPUOCC_OK && q.threads == rows[i].threads && q.groups == rows[i].groups,
           "%s", rows[i].what);
    }
}

static void test_refusals(void)
{
    const gpuocc_device *device = find("8.0");
    gpuocc_group_size choice = {.size = sizeof choice};
    struct query q;
    const char *text;

    start(&q);
    ok(ask(&q, device, 99) == GPUOCC_ERROR_CONVENTION_UNKNOWN, "convention 99");
    ok(best_of(device, 0, NULL, NULL, NULL, NULL, 0, 0, &choice, &q.error) == GPUOCC_ERROR_NULL &&
           q.error.field == 2,
       "no kernel");
    ok(best_of(device, 0, &q.kernel, NULL, NULL, NULL, 0, 0, NULL, &q.error) == GPUOCC_ERROR_NULL &&
           q.error.field == 5,
       "no choice");
    ok(best_of(NULL, 0, &q.kernel, NULL, NULL, NULL, 0, 0, &choice, &q.error) ==
               GPUOCC_ERROR_NULL &&
           q.error.scope == GPUOCC_SCOPE_DEVICE,
       "no device");
    ok(best_of(device, 0, &q.kernel, NULL, NULL, NULL, 1, 0, &choice, &q.error) ==
               GPUOCC_ERROR_NULL &&
           q.error.field == 4,
       "no candidates");
    q.kernel.carveout_percent = 101;
    ok(ask(&q, device, GPUOCC_CONVENTION_HEADER) == GPUOCC_ERROR_TOO_LARGE &&
           q.error.field == GPUOCC_KERNEL_CARVEOUT_PERCENT,
       "the header refuses a carve-out of 101 %% at every size");
    text = sentence_of(&q.error, GPUOCC_ERROR_TOO_LARGE);
    ok(strcmp(text, "carveout_percent is 101, sm_80 allows 100") == 0, "%s", text);
    q.kernel.carveout_percent = 0;
    q.kernel.registers_per_thread = 2097145; /* 2^26 per warp, 2^31 for 1024 threads */
    ok(ask(&q, device, GPUOCC_CONVENTION_HEADER) == GPUOCC_ERROR_TOO_LARGE &&
           q.error.field == GPUOCC_KERNEL_REGISTERS_PER_THREAD,
       "registers of the largest block that no int holds end the search");
    q.kernel.registers_per_thread = 2097144;
    ok(ask(&q, device, GPUOCC_CONVENTION_HEADER) == GPUOCC_ERROR_INDEX,
       "one less is only too many for any block");
    q.kernel.registers_per_thread = 0;
    q.kernel.carveout_percent = 100;
    ok(ask(&q, device, GPUOCC_CONVENTION_HEADER) == GPUOCC_OK && q.threads == 1024, "not 100 %%");
}

/* A kernel struct of a later version, and one whose bound is an explicit zero. */
static void test_kernels(void)
{
    const gpuocc_device *device = find("8.0");
    struct {
        gpuocc_kernel kernel;
        uint32_t tail[2];
    } later;
    struct query q;
    uint32_t threads = 0;

    start(&q);
    memset(&later, 0, sizeof later);
    later.kernel.size = sizeof later;
    later.kernel.registers_per_thread = 255;
    ok(best_group(device, 0, &later.kernel, NULL, 0, &threads, NULL, NULL) == GPUOCC_OK &&
           threads == 256,
       "a kernel of a later version: %u threads", threads);
    q.kernel.max_threads_per_group = GPUOCC_ZERO;
    ok(ask(&q, device, 0) == GPUOCC_ERROR_INDEX, "a kernel that may have no threads has no size");
    q.kernel.max_threads_per_group = 0;
    q.search.grid_threads = 1u << 20;
    q.search.core_count = 100;
    q.search.min_threads = 512;
    q.search.multiple_of = 512;
    /* Both fill a core; 2048 groups of 512, 400 at once, take 6 rounds, as do 1024 of 1024. */
    ok(ask(&q, device, 0) == GPUOCC_OK && q.threads == 1024, "equal rounds: the larger group");
    q.search.grid_threads = 512 * 401;
    ok(ask(&q, device, 0) == GPUOCC_OK && q.threads == 1024, "401 groups of 512 or 201 of 1024: 2");
    q.search.grid_threads = 512 * 400;
    q.search.prefer_small = 1;
    ok(ask(&q, device, 0) == GPUOCC_OK && q.threads == 512, "or the smaller one, if it is wanted");
}

/* Compares with every size of the header's loop, best first; among equal ones the larger, which the
 * loop reaches first. */
static void test_header_order(void)
{
    const gpuocc_device *device = find("8.0");
    gpuocc_group_size choice = {sizeof choice, 0, 0, 0, 0, 0, 0, 0, 0};
    uint32_t scores[33], index, wave, best, good = 0;
    struct query q;
    struct place p;

    start(&q);
    q.kernel.registers_per_thread = 32;
    for (wave = 1; wave <= 32; wave++) {
        q.kernel.threads_per_group = 32 * wave;
        place_as(&p, device, GPUOCC_CONVENTION_HEADER, q.kernel);
        scores[wave] = (uint32_t)result(&p, GPUOCC_RESULT_GROUPS, 0) * wave;
    }
    for (index = 0; index < 32; index++) {
        for (best = wave = 32; wave != 0; wave--)
            best = scores[wave] > scores[best] ? wave : best;
        good += best_of(device, GPUOCC_CONVENTION_HEADER, &q.kernel, NULL, NULL, NULL, 0, index,
                        &choice, NULL) == GPUOCC_OK &&
                choice.threads_per_group == 32 * best;
        scores[best] = 0;
    }
    ok(good == 32, "the header's convention: %u of 32 sizes in their order", good);
}

/* 65536 registers, 32 per thread: two groups of 1024 threads are all 64 warps of 8.0. */
static void test_no_search(void)
{
    gpuocc_group_size choice = {sizeof choice, 0, 0, 0, 0, 0, 0, 0, 0};
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;

    kernel.registers_per_thread = 32;
    ok(gpuocc_best_group_among(find("8.0"), &kernel, NULL, NULL, &choice, NULL) == GPUOCC_OK &&
           choice.threads_per_group == 1024 && choice.groups == 2 && choice.waves == 64,
       "without a search: %u groups of %u threads", choice.groups, choice.threads_per_group);
}

static void test_best(void)
{
    state = 31;
    test_no_search();
    test_many();
    test_header_order();
    test_rows();
    test_refusals();
    test_kernels();
}

int main(void)
{
    test_best();
    return done();
}
