/* SPDX-License-Identifier: MIT
 *
 * Tests the whole GPU with groups in clusters: a B200 holds as many clusters as two authors have
 * measured (the reference's section 5), a B300 and a GB200 as many as FlashInfer's authors, and
 * what they leave unused stays unused; and clusters on custom devices with every number of cores.
 */
#include "latency_support.h"
#include "schedule.h"
#include "own.h"
#include "plans.h"
#include "tally.h"

static uint64_t memory[1 << 16];

static gpuocc_kernel kernel_of(uint32_t size)
{
    const gpuocc_kernel kernel = {
        .threads_per_group = 1024, .registers_per_thread = 64, .groups_per_cluster = size};

    return kernel;
}

/* Cores x groups per core would be all cores, in clusters of any size. */
static void test_rounds(void)
{
    static const struct {
        const char *device;
        uint32_t size, clusters, cores;
    } rows[] = {{"B200", 1, 148, 148}, {"B200", 2, 74, 148},  {"B200", 4, 33, 148},
                {"B200", 8, 15, 148},  {"B200", 16, 7, 148},  {"B300", 3, 45, 148},
                {"B300", 4, 33, 148},  {"B300", 5, 26, 148},  {"B300", 6, 22, 148},
                {"B300", 8, 15, 148},  {"GB200", 3, 46, 152}, {"GB200", 4, 36, 152},
                {"GB200", 5, 28, 152}, {"GB200", 6, 23, 152}, {"GB200", 8, 15, 152}};
    gpuocc_grid grid = {0};
    struct place placed;
    struct plan p;
    uint32_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const uint64_t held = (uint64_t)rows[i].clusters * rows[i].size;

        place(&placed, find(rows[i].device), kernel_of(rows[i].size));
        for (grid.groups = held - 1; grid.groups <= held + 1; grid.groups++) {
            schedule(&p, placed.occupancy, grid);
            ok(whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0) == 1 + (grid.groups > held) &&
                   whole(&p, GPUOCC_SCHEDULE_RESIDENT_GROUPS, 0) == held &&
                   whole(&p, GPUOCC_SCHEDULE_CORE_COUNT, 0) == rows[i].cores &&
                   whole(&p, GPUOCC_SCHEDULE_BUSY_CORES, 0) ==
                       (grid.groups < held ? grid.groups : held),
               "%s: %d groups in clusters of %u on a GPU that holds %d", rows[i].device,
               (int)grid.groups, rows[i].size, (int)held);
        }
    }
    grid.groups = 1184;
    place(&placed, find("B200"), kernel_of(16));
    schedule(&p, placed.occupancy, grid);
    ok(whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0) == 11 &&
           is_fraction(&p, GPUOCC_SCHEDULE_EFFICIENCY, 1184, 11 * 112) &&
           is_fraction(&p, GPUOCC_SCHEDULE_BALANCE, 1184, 148 * 11) &&
           is_fraction(&p, GPUOCC_SCHEDULE_PEAK_OCCUPANCY, 112 * 32, 148 * 64),
       "1184 groups are 11 rounds of 112: 36 cores stay empty");
}

/* A timeline has the groups of the clusters that fit at a time. */
static void test_timeline(void)
{
    gpuocc_phase phase = {sizeof phase, 0, 0, 0, 0, 0, 0};
    gpuocc_timeline *timeline = NULL;
    gpuocc_grid grid = {.groups = 224};
    struct place placed;
    struct plan p;
    int32_t first, last;

    place(&placed, find("B200"), kernel_of(16));
    schedule(&p, placed.occupancy, grid);
    first = timeline_in(memory, sizeof memory, p.schedule, NULL, NULL, 0, &timeline, NULL);
    last = gpuocc_timeline_next(timeline, &phase);
    ok(first == GPUOCC_OK && last == GPUOCC_OK && phase.groups == 112 && phase.end == 2,
       "224 groups in clusters of 16 take two durations of 112 at a time");
}

/* Also if waves arrive one by one: nothing else limits them here, and 148 cores could hold 296. */
static void test_waves(void)
{
    gpuocc_phase phase = {sizeof phase, 0, 0, 0, 0, 0, 0};
    gpuocc_dispatch rules = {.size = sizeof rules, .placement = GPUOCC_PLACEMENT_WAVES};
    gpuocc_timeline *timeline = NULL;
    gpuocc_kernel kernel = kernel_of(16);
    gpuocc_grid grid = {.groups = 448};
    struct place placed;
    struct plan p;
    int32_t first, last;

    kernel.registers_per_thread = 16;
    place(&placed, find("B200"), kernel);
    schedule(&p, placed.occupancy, grid);
    first = timeline_in(memory, sizeof memory, p.schedule, &rules, NULL, 0, &timeline, NULL);
    last = gpuocc_timeline_next(timeline, &phase);
    ok(gpuocc_occupancy_limiters(placed.occupancy) == 1u << GPUOCC_LIMIT_WAVES &&
           whole(&p, GPUOCC_SCHEDULE_RESIDENT_GROUPS, 0) == 224 && first == GPUOCC_OK &&
           last == GPUOCC_OK && phase.groups == 224,
       "wave by wave 14 clusters of 16, two groups on a core");
}

/* The best group size uses the same rounds, and none if they are unknown. */
static void test_best(void)
{
    static const uint32_t size = 1024;
    gpuocc_group_search search = {.size = sizeof search, .grid_threads = 1184 * 1024};
    gpuocc_group_size choice = {.size = sizeof choice};
    gpuocc_error error = {.size = sizeof error};
    gpuocc_kernel kernel = kernel_of(16);
    const char *device = "B200";
    int32_t status;
    uint32_t i;

    kernel.size = sizeof kernel;
    status = best_of(find(device), 0, &kernel, &search, &size, NULL, 1, 0, &choice, &error);
    ok(status == GPUOCC_OK && choice.rounds == 11, "best: 11 rounds of 112 groups");
    kernel.groups_per_cluster = 0;
    status = best_of(find(device), 0, &kernel, &search, &size, NULL, 1, 0, &choice, &error);
    ok(status == GPUOCC_OK && choice.rounds == 8, "8 of 148 without clusters");
    kernel.groups_per_cluster = 2;
    for (i = 0; i < 2; i++) {
        status = best_of(find(device), 0, &kernel, &search, &size, NULL, 1, 0, &choice, &error);
        ok(status == (i == 0 ? GPUOCC_OK : GPUOCC_NOT_KNOWN) &&
               (i == 0 ||
                (error.scope == GPUOCC_SCOPE_DEVICE && error.field == GPUOCC_DEVICE_CORES_PER_GPC)),
           "%s in clusters of 2", device);
        device = "H100 SXM5 80 GB";
    }
    search.core_count = 148;
    status = best_of(find("B200"), 0, &kernel, &search, &size, NULL, 1, 0, &choice, &error);
    ok(status == GPUOCC_NOT_KNOWN && error.field == GPUOCC_DEVICE_CORES_PER_GPC,
       "nor on cores of the caller's");
    search.grid_threads = 0;
    status = best_of(find("B200"), 0, &kernel, &search, &size, NULL, 1, 0, &choice, &error);
    ok(status == GPUOCC_OK && choice.rounds == 0, "but without a grid");
}

/* With another number of cores the GPCs are unknown, and GPCs have no more cores than the GPU. */
static void test_edited(void)
{
    static const uint32_t fields[] = {GPUOCC_DEVICE_CORE_COUNT, GPUOCC_DEVICE_CORES_PER_GPC,
                                      GPUOCC_DEVICE_CORES_PER_GPC};
    static const struct {
        uint64_t values[3];
        size_t count;
        int32_t status, clusters;
    } rows[] = {{{148, 0, 0}, 1, GPUOCC_OK, 74},
                {{100, 0, 0}, 1, GPUOCC_OK, GPUOCC_NOT_KNOWN},
                {{100, 50, 50}, 3, GPUOCC_OK, 50},
                {{100, 50, 51}, 3, GPUOCC_ERROR_DEVICE_INVALID, 0}};
    static uint64_t room[2][sizeof(gpuocc_custom_device) / 8];
    const gpuocc_device *device = NULL, *again = NULL;
    gpuocc_error error = {.size = sizeof error};
    struct place placed;
    uint64_t clusters;
    uint32_t i;

    for (i = 0; i < 4; i++) {
        const int32_t status = device_in(room[0], find("B200"), NULL, 0, fields, rows[i].values,
                                         rows[i].count, &device, &error);

        ok(status == rows[i].status, "%u: cores and GPCs", i);
        place(&placed, device, kernel_of(2));
        if (status == GPUOCC_OK)
            ok(gpuocc_occupancy_get(placed.occupancy, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0,
                                    &clusters, NULL) == GPUOCC_OK
                   ? (int32_t)clusters == rows[i].clusters
                   : rows[i].clusters == GPUOCC_NOT_KNOWN,
               "%u: clusters", i);
    }
    ok(error.field == GPUOCC_DEVICE_CORES_PER_GPC && error.value == 101 && error.limit == 100,
       "101 cores in GPCs of 100");
    (void)device_in(room[0], find("B200"), NULL, 0, fields, rows[2].values, 3, &device, NULL);
    (void)device_in(room[1], device, NULL, 0, fields, rows[0].values, 1, &again, NULL);
    ok(gpuocc_device_get(again, GPUOCC_DEVICE_CORES_PER_GPC, 0, &clusters) == GPUOCC_ERROR_INDEX,
       "edited twice: the caller's GPCs were those of other cores");
}

/* The capacity of the GPU is that of the unedited product: with another number of cores the GPCs
 * are unknown. */
static void test_unknown(void)
{
    gpuocc_grid grid = {.groups = 1000};
    struct place placed;
    struct plan p;

    place(&placed, find("H100 SXM5 80 GB"), kernel_of(2));
    schedule(&p, placed.occupancy, grid);
    ok(p.status == GPUOCC_ERROR_MUST_BE_KNOWN && p.error.field == GPUOCC_GRID_GROUPS_PER_DEVICE,
       "H100: %s", plan_sentence(&p));
    grid.groups_per_device = 120;
    schedule(&p, placed.occupancy, grid);
    ok(whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0) == 9, "unless the caller knows");
    grid.groups_per_device = 0;
    place(&placed, find("B200"), kernel_of(2));
    grid.core_count = 100;
    ok(schedule(&p, placed.occupancy, grid) == GPUOCC_ERROR_MUST_BE_KNOWN &&
           p.error.field == GPUOCC_GRID_GROUPS_PER_DEVICE,
       "B200 with 100 cores: nobody knows in which GPCs");
    grid.core_count = 0;
    grid.groups_per_core = 1;
    ok(schedule(&p, placed.occupancy, grid) == GPUOCC_ERROR_MUST_BE_KNOWN &&
           p.error.field == GPUOCC_GRID_GROUPS_PER_DEVICE,
       "B200 with groups of the caller's: nor in how many clusters");
    grid.groups_per_core = 0;
    ok(schedule(&p, placed.occupancy, grid) == GPUOCC_OK, "B200 as it is");
    place(&placed, find("B200"), kernel_of(GPUOCC_UNKNOWN));
    ok(schedule(&p, placed.occupancy, grid) == GPUOCC_ERROR_MUST_BE_KNOWN &&
           p.error.field == GPUOCC_GRID_GROUPS_PER_DEVICE,
       "clusters of unknown size");
}

/* A cluster of one group fits on any core: it needs the number of cores, but not the GPCs. */
static void test_alone(void)
{
    static const uint32_t field = GPUOCC_DEVICE_CORE_COUNT;
    static const uint64_t unknown = GPUOCC_UNKNOWN;
    static uint64_t room[sizeof(gpuocc_custom_device) / 8];
    const gpuocc_device *devices[3] = {find("H100 SXM5 80 GB"), find("sm_90"), NULL};
    struct place placed;
    uint64_t clusters = 0;
    uint32_t i;

    (void)device_in(room, devices[0], NULL, 0, &field, &unknown, 1, &devices[2], NULL);
    for (i = 0; i < 3; i++) {
        int32_t status;

        place(&placed, devices[i], kernel_of(1));
        status = gpuocc_occupancy_get(placed.occupancy, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0,
                                      &clusters, NULL);
        ok(status == (i == 0 ? GPUOCC_OK : GPUOCC_NOT_KNOWN) && clusters == 132,
           "clusters of one, %u", i);
    }
}

/* A cluster of more groups than any GPC has cores: none fits, which is not an error. */
static void test_none(void)
{
    static const uint32_t field = GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER_ON_REQUEST;
    static const uint64_t most = 32;
    static uint64_t room[sizeof(gpuocc_custom_device) / 8];
    const gpuocc_device *device = NULL;
    gpuocc_grid grid = {.groups = 64};
    struct place placed;
    struct plan p;

    (void)device_in(room, find("B200"), NULL, 0, &field, &most, 1, &device, NULL);
    place(&placed, device, kernel_of(32));
    schedule(&p, placed.occupancy, grid);
    ok(p.status == GPUOCC_OK && whole(&p, GPUOCC_SCHEDULE_RESIDENT_GROUPS, 0) == 0 &&
           whole(&p, GPUOCC_SCHEDULE_BUSY_CORES, 0) == 0 &&
           whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0) == UINT64_MAX &&
           gpuocc_schedule_get(p.schedule, GPUOCC_SCHEDULE_BALANCE, 0, NULL, NULL) ==
               GPUOCC_NOT_POSSIBLE,
       "no cluster of 32 fits: no rounds, no busy core, no balance");
}

/* Clusters above the portable size need an attribute, on every device that has them (CUDA C++
 * Programming Guide, thread block clusters: 8 are portable, more need
 * cudaFuncAttributeNonPortableClusterSizeAllowed). */
static void test_portable(void)
{
    const uint64_t set = UINT64_C(1) << GPUOCC_NOTE_CLUSTER_NOT_PORTABLE;
    const gpuocc_device *device;
    uint32_t at, size, with = 0, more = 0, wrong = 0;
    struct place placed;
    uint64_t low, high;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++) {
        const uint32_t most = get(device, GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER_ON_REQUEST);

        if (most == 0)
            continue;
        for (size = 0, with++; size <= most; size++) {
            place(&placed, device, kernel_of(size));
            wrong += (result(&placed, GPUOCC_RESULT_NOTES, 0) & set) != (size > 8 ? set : 0);
            more += size > 8;
        }
        place(&placed, device, kernel_of(GPUOCC_UNKNOWN));
        wrong += gpuocc_occupancy_get(placed.occupancy, GPUOCC_RESULT_NOTES, 0, &low, &high) !=
                     GPUOCC_OK ||
                 (low & set) != 0 || (high & set) != (most > 8 ? set : 0);
    }
    ok(with > 10 && more >= 8 * 3 && wrong == 0,
       "%u devices with clusters, %u answers above 8 groups, %u have the wrong note", with, more,
       wrong);
}

/* The latency model distributes groups over all cores, so that it has no rounds of clusters. */
static void test_latency(void)
{
    static struct bench b;
    struct place placed;
    uint32_t size;

    for (size = 1; size <= 2; size++) {
        bench_one_load(&b);
        place(&placed, find("B200"), kernel_of(size));
        b.occupancy = placed.occupancy;
        b.workload.waves = 0;
        b.workload.grid_groups = 148;
        bench_set(&b, GPUOCC_CONSTANT_CORE_COUNT, 148);
        bench_set(&b, GPUOCC_CONSTANT_TURNAROUND_CYCLES, 100);
        ok(bench_make(&b) == GPUOCC_OK && bench_status(&b, 32, R_(ROUNDS), 0) == GPUOCC_NOT_KNOWN &&
               bench_status(&b, 32, R_(TIME), 0) == GPUOCC_NOT_KNOWN &&
               bench_status(&b, 32, R_(TIME_AT_LEAST), 0) == GPUOCC_NOT_KNOWN,
           "rounds and time with clusters of %u", size);
    }
}

/* Checks the clusters of a Hopper device with these cores in its GPCs and at most `most` clustered
 * groups per core: a GPC with too few cores has none, the others have as many as their groups
 * form. */
static void check_clusters(struct tally *t, const uint64_t *cores, uint32_t count, uint32_t most)
{
    uint32_t fields[17], size, threads, i;
    uint64_t values[17], want;
    struct own own;
    struct place p;

    for (i = 0; i < count; i++) {
        fields[i] = GPUOCC_DEVICE_CORES_PER_GPC;
        values[i] = cores[i];
    }
    fields[count] = GPUOCC_DEVICE_MAX_CLUSTERED_GROUPS_PER_CORE;
    values[count] = most;
    if (make_own(&own, find("9.0"), "toy", fields, values, count + 1) != GPUOCC_OK)
        return;
    for (threads = 64; threads <= 1024; threads *= 2)
        for (size = 1; size <= 16; size++) {
            const gpuocc_kernel k = {.threads_per_group = threads, .groups_per_cluster = size};
            const uint32_t slots = 2048 / threads < 32 ? 2048 / threads : 32;
            const uint32_t groups = most != 0 && slots > most ? most : slots;

            place(&p, own.device, k);
            for (i = 0, want = 0; i < count; i++)
                want += cores[i] < size ? 0 : cores[i] * groups / size;
            tally(t, result(&p, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0) == want, "clusters",
                  (int)size, (double)result(&p, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0),
                  (double)want);
        }
}

static void test_clusters(void)
{
    static const uint64_t full[16] = {18, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 16, 11};
    const gpuocc_device *base = find("9.0");
    gpuocc_kernel k = {.threads_per_group = 128, .groups_per_cluster = 2};
    struct tally t = {0, 0};
    struct own own;
    struct place p;
    uint64_t low, high;

    check_clusters(&t, full, 16, 0);
    check_clusters(&t, full, 16, 1);
    check_clusters(&t, full, 15, 7);
    check_clusters(&t, full, 1, 16);
    ok(t.rows == 4 * 5 * 16 && t.bad == 0, "clusters of up to 16 GPCs: %d checks, %d differ",
       t.rows, t.bad);
    make_own(&own, base, "toy", NULL, NULL, 0);
    place(&p, own.device, k);
    ok(gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0, &low, &high) ==
           GPUOCC_NOT_KNOWN,
       "without cores_per_gpc nobody knows");
    place(&p, base, k);
    ok(gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0, &low, &high) ==
           GPUOCC_NOT_KNOWN,
       "nor of an architecture");
    k.groups_per_cluster = GPUOCC_ZERO;
    place(&p, base, k);
    ok(gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0, &low, &high) ==
           GPUOCC_NOT_APPLICABLE,
       "no clusters, no number of them");
    k.groups_per_cluster = GPUOCC_UNKNOWN;
    place(&p, find("B200"), k);
    ok(p.status == GPUOCC_OK && gpuocc_occupancy_get(p.occupancy, GPUOCC_RESULT_CLUSTERS_PER_DEVICE,
                                                     0, &low, &high) == GPUOCC_NOT_KNOWN,
       "nor does anybody know how many there are of an unknown size");
    k.groups_per_cluster = 2;
    place(&p, find("B200"), k);
    ok(result(&p, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0) != UINT64_MAX, "of two it is known");
}

int main(void)
{
    test_rounds();
    test_timeline();
    test_waves();
    test_best();
    test_edited();
    test_unknown();
    test_alone();
    test_none();
    test_portable();
    test_latency();
    test_clusters();
    return done();
}
