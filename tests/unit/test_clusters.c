/* SPDX-License-Identifier: MIT
 *
 * The whole GPU with groups in clusters: a B200 holds as many clusters as two authors have measured
 * (the reference's section 5), and what they leave empty stays empty.
 */
#include "latency_support.h"
#include "schedule.h"

static uint64_t memory[1 << 16];

static gpuocc_kernel kernel_of(uint32_t size)
{
    const gpuocc_kernel kernel = {
        .threads_per_group = 1024, .registers_per_thread = 64, .groups_per_cluster = size};

    return kernel;
}

/* Cores x groups of a core would be 148, in clusters of any size. */
static void test_rounds(void)
{
    static const struct {
        uint32_t size, clusters;
    } rows[] = {{1, 148}, {2, 74}, {4, 33}, {8, 15}, {16, 7}};
    gpuocc_grid grid = {0};
    struct place placed;
    struct plan p;
    uint32_t i;

    for (i = 0; i < 5; i++) {
        const uint64_t held = (uint64_t)rows[i].clusters * rows[i].size;

        place(&placed, find("B200"), kernel_of(rows[i].size));
        for (grid.groups = held - 1; grid.groups <= held + 1; grid.groups++) {
            schedule(&p, placed.occupancy, grid);
            ok(whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0) == 1 + (grid.groups > held) &&
                   whole(&p, GPUOCC_SCHEDULE_RESIDENT_GROUPS, 0) == held &&
                   whole(&p, GPUOCC_SCHEDULE_CORE_COUNT, 0) == 148 &&
                   whole(&p, GPUOCC_SCHEDULE_BUSY_CORES, 0) ==
                       (grid.groups < held ? grid.groups : held),
               "%d groups in clusters of %u on a GPU that holds %d", (int)grid.groups, rows[i].size,
               (int)held);
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

/* A timeline has as many groups at a time as the clusters that fit. */
static void test_timeline(void)
{
    gpuocc_phase phase = {sizeof phase, 0, 0, 0, 0, 0, 0};
    gpuocc_timeline *timeline = NULL;
    gpuocc_grid grid = {0};
    struct place placed;
    struct plan p;
    int32_t first, last;

    grid.groups = 224;
    place(&placed, find("B200"), kernel_of(16));
    schedule(&p, placed.occupancy, grid);
    first = gpuocc_timeline_init(memory, sizeof memory, p.schedule, NULL, NULL, 0, &timeline, NULL);
    last = gpuocc_timeline_next(timeline, &phase);
    ok(first == GPUOCC_OK && last == GPUOCC_OK && phase.groups == 112 && phase.end == 2,
       "224 groups in clusters of 16 take two durations of 112 at a time");
}

/* What the GPU holds is told of the product as it is: nobody knows the GPCs of other cores. */
static void test_unknown(void)
{
    gpuocc_grid grid = {0};
    struct place placed;
    struct plan p;

    grid.groups = 1000;
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

/* A cluster of more groups than any GPC has cores for: none fits, no error. */
static void test_none(void)
{
    static const uint32_t field = GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER_ON_REQUEST;
    static const uint64_t most = 32;
    static uint64_t room[GPUOCC_DEVICE_BYTES / 8];
    const gpuocc_device *device = NULL;
    gpuocc_grid grid = {0};
    struct place placed;
    struct plan p;

    (void)gpuocc_device_edit(room, sizeof room, find("B200"), NULL, 0, &field, &most, 1, &device,
                             NULL);
    place(&placed, device, kernel_of(32));
    grid.groups = 64;
    schedule(&p, placed.occupancy, grid);
    ok(p.status == GPUOCC_OK && whole(&p, GPUOCC_SCHEDULE_RESIDENT_GROUPS, 0) == 0 &&
           whole(&p, GPUOCC_SCHEDULE_BUSY_CORES, 0) == 0 &&
           whole(&p, GPUOCC_SCHEDULE_ROUNDS, 0) == UINT64_MAX &&
           gpuocc_schedule_get(p.schedule, GPUOCC_SCHEDULE_BALANCE, 0, NULL, NULL) ==
               GPUOCC_NOT_POSSIBLE,
       "no cluster of 32 fits: no rounds, no busy core, no balance");
}

/* The latency model spreads groups over all cores, so that it has no rounds of clusters. */
static void test_latency(void)
{
    static struct bench b;
    struct place placed;
    uint32_t size;

    for (size = 1; size <= 2; size++) {
        const int32_t wanted = GPUOCC_NOT_KNOWN;

        bench_one_load(&b);
        place(&placed, find("B200"), kernel_of(size));
        b.occupancy = placed.occupancy;
        b.workload.waves = 0;
        b.workload.grid_groups = 148;
        bench_set(&b, GPUOCC_CONSTANT_CORE_COUNT, 148);
        bench_set(&b, GPUOCC_CONSTANT_TURNAROUND_CYCLES, 100);
        ok(bench_make(&b) == GPUOCC_OK && bench_status(&b, 32, R_(ROUNDS), 0) == wanted &&
               bench_status(&b, 32, R_(TIME), 0) == wanted &&
               bench_status(&b, 32, R_(TIME_AT_LEAST), 0) == wanted,
           "rounds and time with clusters of %u", size);
    }
}

int main(void)
{
    test_rounds();
    test_timeline();
    test_unknown();
    test_none();
    test_latency();
    return done();
}
