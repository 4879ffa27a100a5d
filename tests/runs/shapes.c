/* SPDX-License-Identifier: MIT
 *
 * Tests launches by shape: their sums against an enumeration of all launches, merging in any order,
 * files that differ, and figures worked out by hand.
 */
#include "runs.h"

#include "drawn.h"

#define LAUNCHES 4000u

static struct drawn drawn[LAUNCHES];

static void draw(void)
{
    uint64_t state = 42;
    size_t i;

    for (i = 0; i < LAUNCHES; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        drawn[i].name = state >> 60 & 3;
        drawn[i].threads = 32u << (state >> 56 & 3);
        drawn[i].grid = 1 + (state >> 52 & 7);
        drawn[i].gpu = state >> 50 & 1;
        drawn[i].registers = state >> 40 & 15;
        drawn[i].time_ns = state >> 20 & 0xffff;
    }
}

static void describe(gpuocc_runs_shapes *shapes, uint32_t number, const char *name)
{
    gpuocc_runs_device device;

    memset(&device, 0xff, sizeof device);
    device.size = sizeof device;
    device.number = number;
    device.name.at = name;
    device.name.length = strlen(name);
    device.architecture.at = "";
    device.architecture.length = 0;
    ok(gpuocc_runs_shapes_device(shapes, &device) == GPUOCC_RUNS_OK, "a GPU, %s", name);
}

/* Adds every launch from `first` on, in steps. */
static int32_t add_launches(gpuocc_runs_shapes *shapes, size_t first, size_t step)
{
    gpuocc_runs_launch launch;
    int32_t status = GPUOCC_RUNS_OK;
    size_t i;

    for (i = first; i < LAUNCHES && status == GPUOCC_RUNS_OK; i += step) {
        launch = launch_of(&drawn[i]);
        status = gpuocc_runs_shapes_launch(shapes, &launch, NULL);
    }
    return status;
}

static gpuocc_runs_shapes *made(size_t first, size_t step, uint64_t most)
{
    gpuocc_runs_shapes *shapes = NULL;

    ok(gpuocc_runs_shapes_open(most, &shapes) == GPUOCC_RUNS_OK, "shapes");
    if (first == 0) { /* one describes its GPUs at the beginning, the other at the end */
        describe(shapes, 0, "GPU 0");
        describe(shapes, 1, "GPU 1");
    }
    ok(add_launches(shapes, first, step) == GPUOCC_RUNS_OK, "launches from %u on", (unsigned)first);
    if (first != 0) {
        describe(shapes, 1, "GPU 1");
        describe(shapes, 0, "GPU 0");
    }
    ok(gpuocc_runs_shapes_file(shapes, first == 0 ? "even" : "odd") == GPUOCC_RUNS_OK, "a file");
    return shapes;
}

static int is_of(const struct drawn *one, const gpuocc_runs_contents *all,
                 const gpuocc_runs_shape *shape)
{
    const char number = all->gpus[shape->key.gpu].name.at[4];

    return strcmp(names[one->name], shape->name.at) == 0 && one->threads == shape->key.threads &&
           one->grid == shape->key.grid && one->registers == shape->key.registers &&
           number == (char)('0' + one->gpu);
}

/* Compares each shape with all launches. Returns whether each launch belongs to one shape. */
static int is_right(const gpuocc_runs_contents *all)
{
    uint64_t s, calls, time_ns, least, most, in_all = 0;
    size_t i;

    for (s = 0; s < all->shape_count; s++) {
        calls = time_ns = most = 0;
        least = UINT64_MAX;
        for (i = 0; i < LAUNCHES; i++) {
            if (!is_of(&drawn[i], all, &all->shapes[s]))
                continue;
            calls++;
            time_ns += drawn[i].time_ns;
            least = drawn[i].time_ns < least ? drawn[i].time_ns : least;
            most = drawn[i].time_ns > most ? drawn[i].time_ns : most;
        }
        if (calls != all->shapes[s].calls || calls != all->shapes[s].timed ||
            time_ns != all->shapes[s].time_ns || least != all->shapes[s].least_ns ||
            most != all->shapes[s].most_ns ||
            all->shapes[s].achieved_sum != calls * 1000 * all->shapes[s].key.registers ||
            all->shapes[s].achieved_count != calls)
            return 0;
        in_all += calls;
    }
    return in_all == LAUNCHES && all->launches == LAUNCHES;
}

static int is_sorted(const gpuocc_runs_contents *all)
{
    uint64_t s;

    for (s = 1; s < all->shape_count; s++)
        if (all->shapes[s].time_ns > all->shapes[s - 1].time_ns)
            return 0;
    return 1;
}

static void test_grouping(void)
{
    gpuocc_runs_shapes *whole = made(0, 1, 0), *even = made(0, 2, 0), *odd = made(1, 2, 0);
    gpuocc_runs_contents all = contents_of(whole), merged;
    static uint64_t of_shapes[LAUNCHES];
    uint64_t s, file_ns = 0;

    ok(all.shape_count > 1000 && all.gpu_count == 2 && is_right(&all), "%u shapes",
       (unsigned)all.shape_count);
    ok(gpuocc_runs_shapes_merge(odd, even) == GPUOCC_RUNS_OK, "the others are added");
    merged = contents_of(odd);
    ok(merged.shape_count == all.shape_count && merged.time_ns == all.time_ns &&
           merged.file_count == 2 && is_right(&merged),
       "two halves are the whole");
    ok(gpuocc_runs_shapes_sort(odd) == GPUOCC_RUNS_OK, "they are sorted");
    merged = contents_of(odd);
    for (s = 0; s < merged.time_count; s++) {
        if (merged.times[s].file == 0)
            file_ns += merged.times[s].time_ns;
        of_shapes[merged.times[s].shape] += merged.times[s].time_ns;
    }
    for (s = 0; s < merged.shape_count && of_shapes[s] == merged.shapes[s].time_ns; s++)
        ;
    ok(s == merged.shape_count, "the times of a shape in all files are its time");
    ok(is_right(&merged) && is_sorted(&merged) && file_ns == merged.files[0].time_ns &&
           strcmp(merged.files[0].path, "odd") == 0,
       "and the times of the files follow");
    gpuocc_runs_shapes_close(whole);
    gpuocc_runs_shapes_close(even);
    gpuocc_runs_shapes_close(odd);
}

/* Whatever the limit on memory is, the shapes so far are right, and so is what fits. */
static void test_memory(void)
{
    gpuocc_runs_shapes *shapes;
    gpuocc_runs_contents all;
    gpuocc_runs_launch launch;
    int32_t status = GPUOCC_RUNS_ERROR_MEMORY;
    uint64_t most, calls, s, failed = 0;
    size_t i;
    int wrong = 0;

    for (most = 1; most < 1u << 22 && !wrong && status != GPUOCC_RUNS_OK; most += most / 7 + 1) {
        status = gpuocc_runs_shapes_open(most, &shapes);
        if (status != GPUOCC_RUNS_OK)
            continue;
        for (i = 0; i < LAUNCHES && status == GPUOCC_RUNS_OK; i++) {
            launch = launch_of(&drawn[i]);
            status = gpuocc_runs_shapes_launch(shapes, &launch, NULL);
        }
        all = contents_of(shapes);
        for (calls = s = 0; s < all.shape_count; s++)
            calls += all.shapes[s].calls;
        failed += status == GPUOCC_RUNS_ERROR_MEMORY;
        wrong = status == GPUOCC_RUNS_OK
                    ? calls != LAUNCHES
                    : status != GPUOCC_RUNS_ERROR_MEMORY || calls != i - 1 || all.launches != calls;
        if (status == GPUOCC_RUNS_OK && gpuocc_runs_shapes_file(shapes, "file") != GPUOCC_RUNS_OK)
            status = GPUOCC_RUNS_ERROR_MEMORY;
        gpuocc_runs_shapes_close(shapes);
    }
    ok(!wrong && failed > 20 && status == GPUOCC_RUNS_OK, "%u limits on memory", (unsigned)failed);
}

/* Four files of a run. a takes 100 us each; ab 50 us, in file 2 90 us, on average 60 us; b is only
 * in file 3, 4 us, on average 1 us. File 2 differs by 30 + 1, file 3 by 10 + 3, the others by
 * 10 + 1. */
static void test_different(void)
{
    gpuocc_runs_different different = {.size = sizeof different};
    gpuocc_runs_shapes *all = NULL, *one = NULL;
    gpuocc_runs_launch launch;
    struct drawn from = {0, 32, 1, 0, 0, 0};
    char path[] = "0";
    uint32_t file, name;

    (void)gpuocc_runs_shapes_open(0, &all);
    for (file = 0; file < 4; file++) {
        (void)gpuocc_runs_shapes_open(0, &one);
        for (name = 0; name < (file == 3 ? 3u : 2u); name++) {
            from.name = name;
            from.time_ns = name == 0 ? 100000 : name == 1 ? (file == 2 ? 90000 : 50000) : 4000;
            launch = launch_of(&from);
            (void)gpuocc_runs_shapes_launch(one, &launch, NULL);
        }
        path[0] = (char)('0' + file);
        (void)gpuocc_runs_shapes_file(one, path);
        (void)gpuocc_runs_shapes_merge(all, one);
        gpuocc_runs_shapes_close(one);
        if (file == 1)
            ok(gpuocc_runs_shapes_different(all, &different) == GPUOCC_RUNS_OK &&
                   different.file == NULL,
               "of two files none differs most");
    }
    ok(gpuocc_runs_shapes_different(all, &different) == GPUOCC_RUNS_OK && different.file != NULL &&
           strcmp(different.file->path, "2") == 0 && different.difference_ns == 31000 &&
           strcmp(different.shape->name.at, "ab") == 0 && different.time_ns == 90000 &&
           different.average_ns == 60000,
       "the file that differs most");
    gpuocc_runs_shapes_close(all);
}

/* Returns the shape of a launch of which the profile has nothing. */
static gpuocc_runs_shape_key unknown_shape(void)
{
    gpuocc_runs_shape_key key;

    memset(&key, 0xff, sizeof key);
    key.missing = 0;
    return key;
}

/* What the profile has, has only in part, or does not have, as gpuocc/runs.h says. */
static void test_kernels(void)
{
    gpuocc_runs_shape_key key = unknown_shape();
    gpuocc_kernel low = GPUOCC_KERNEL_INIT, high = GPUOCC_KERNEL_INIT;

    key.threads = 256;
    key.cluster = 2;
    key.registers = 40;
    key.shared.low = 60000;
    key.shared.high = 70000;
    low.shared_bytes = high.shared_bytes = 5;
    ok(gpuocc_runs_shape_kernel(&key, GPUOCC_VENDOR_NVIDIA, &low, &high) == GPUOCC_RUNS_OK &&
           low.threads_per_group == 256 && low.groups_per_cluster == 2 &&
           low.registers_per_thread == 40 && low.shared_bytes == 0 && high.shared_bytes == 0 &&
           low.dynamic_shared_bytes == 60000 && high.dynamic_shared_bytes == 70000,
       "a sum of shared memory that is rounded is dynamic");
    high.dynamic_shared_bytes = low.dynamic_shared_bytes;
    ok(memcmp(&low, &high, sizeof low) == 0, "the two kernels differ in it alone");
    key.shared_static.low = key.shared_static.high = 0;
    key.registers = GPUOCC_UNKNOWN;
    (void)gpuocc_runs_shape_kernel(&key, GPUOCC_VENDOR_NVIDIA, &low, &high);
    ok(low.shared_bytes == GPUOCC_ZERO && high.shared_bytes == GPUOCC_ZERO &&
           low.dynamic_shared_bytes == 60000 && low.registers_per_thread == 40,
       "what the profile lacks stays as it was known");
    low = high = (gpuocc_kernel)GPUOCC_KERNEL_INIT;
    key.threads = GPUOCC_UNKNOWN;
    key.shared_static.high = GPUOCC_ZERO;
    (void)gpuocc_runs_shape_kernel(&key, GPUOCC_VENDOR_NVIDIA, &low, &high);
    ok(low.threads_per_group == GPUOCC_UNKNOWN && low.registers_per_thread == GPUOCC_UNKNOWN &&
           low.shared_bytes == GPUOCC_UNKNOWN && high.dynamic_shared_bytes == GPUOCC_UNKNOWN &&
           low.groups_per_cluster == 2 && low.wave_size == 0,
       "or is unknown, as a number that no kernel can have");
}

/* The registers of each vendor: Intel's are those of a hardware thread, AMD's of three kinds. */
static void test_registers(void)
{
    gpuocc_runs_shape_key key = unknown_shape();
    gpuocc_kernel low = GPUOCC_KERNEL_INIT, high = GPUOCC_KERNEL_INIT;

    key.registers = 128;
    key.wave_size = 16;
    (void)gpuocc_runs_shape_kernel(&key, GPUOCC_VENDOR_INTEL, &low, &high);
    ok(low.grf_count == 128 && low.wave_size == 16 && low.registers_per_thread == 0,
       "registers of Intel");
    low = high = (gpuocc_kernel)GPUOCC_KERNEL_INIT;
    (void)gpuocc_runs_shape_kernel(&key, GPUOCC_VENDOR_GENERIC, &low, &high);
    ok(low.registers_per_thread == 128 && low.grf_count == 0 && low.wave_size == 0,
       "registers of a device of no vendor");
    low = high = (gpuocc_kernel)GPUOCC_KERNEL_INIT;
    key.vector_registers = 64;
    key.accumulation_registers = 0;
    key.scalar_registers = 96;
    key.wave_size = 64;
    (void)gpuocc_runs_shape_kernel(&key, GPUOCC_VENDOR_GENERIC, &low, &high);
    ok(high.registers_per_thread == 64 && high.accumulators_per_thread == 0 &&
           high.scalar_registers_per_wave == 96 && high.wave_size == 64,
       "registers of AMD");
    ok(gpuocc_runs_shape_kernel(NULL, 0, &low, &high) == GPUOCC_RUNS_ERROR_REQUIRED &&
           gpuocc_runs_shape_kernel(&key, 0, NULL, &high) == GPUOCC_RUNS_ERROR_REQUIRED &&
           gpuocc_runs_shape_kernel(&key, 0, &low, NULL) == GPUOCC_RUNS_ERROR_REQUIRED,
       "a kernel that there is not");
    high.size = 8;
    ok(gpuocc_runs_shape_kernel(&key, 0, &low, &high) == GPUOCC_RUNS_ERROR_SIZE,
       "a kernel that is too small");
}

/* An H100 has 132 cores with 64 wave slots. 3 groups of 4 waves: 12 of 64, 396 on the GPU; a grid
 * of 1320 takes 4 rounds, of whose 1584 places a sixth is free. A grid of 66 groups of 8 waves, of
 * which 8 fit, is half a group on each core: 4 of 64. */
static void test_weights(void)
{
    gpuocc_runs_answer answer = {.size = sizeof answer};
    gpuocc_runs_weight weight = {.size = sizeof weight};
    gpuocc_runs_sums sums = {.size = sizeof sums};
    gpuocc_runs_shape shape;

    memset(&shape, 0, sizeof shape);
    shape.calls = shape.timed = 2;
    shape.time_ns = 600000;
    shape.estimated_low = shape.estimated_high = 0;
    shape.theoretical_low = shape.theoretical_high = GPUOCC_RUNS_NO_PERCENT;
    answer.waves_low = answer.waves_high = 12;
    answer.max_waves_low = answer.max_waves_high = 64;
    answer.groups_low = answer.groups_high = 3;
    answer.device_low = answer.device_high = 396;
    answer.waves_per_group = 4;
    answer.cores = 132;
    answer.grid = 1320;
    answer.limiters = 1u << 2;
    ok(gpuocc_runs_weigh(&shape, &answer, &weight) == GPUOCC_RUNS_OK && weight.low == 18750 &&
           weight.high == 18750 && weight.spread_low == 18750 && weight.tail_ns >= 99999 &&
           weight.tail_ns <= 100000 && !weight.partial,
       "3 groups, and a last round that is not full");
    ok(gpuocc_runs_sums_add(&sums, &shape, &answer, &weight) == GPUOCC_RUNS_OK, "their sums");
    answer.waves_low = answer.waves_high = 64;
    answer.groups_low = answer.groups_high = 8;
    answer.device_low = answer.device_high = 1056;
    answer.waves_per_group = 8;
    answer.grid = 66;
    answer.limiters = 1u << 0;
    ok(gpuocc_runs_weigh(&shape, &answer, &weight) == GPUOCC_RUNS_OK && weight.low == 100000 &&
           weight.spread_low == 6250 && weight.tail_ns == 0 && weight.partial,
       "a grid of less than one round");
    (void)gpuocc_runs_sums_add(&sums, &shape, &answer, &weight);
    answer.waves_low = answer.waves_high = answer.groups_low = answer.groups_high = 0;
    answer.device_low = answer.device_high = 0;
    (void)gpuocc_runs_weigh(&shape, &answer, &weight);
    ok(weight.low == 0 && weight.high == 0 && weight.tail_ns == 0, "no group fits");
    (void)gpuocc_runs_sums_add(&sums, &shape, &answer, &weight);
    answer.waves_high = answer.groups_high = GPUOCC_RUNS_NO_NUMBER;
    (void)gpuocc_runs_weigh(&shape, &answer, &weight);
    ok(weight.low == GPUOCC_RUNS_NO_PERCENT && weight.spread_low == GPUOCC_RUNS_NO_PERCENT,
       "an unknown number of groups has no percentage");
    answer.status = -1;
    (void)gpuocc_runs_weigh(&shape, &answer, &weight);
    (void)gpuocc_runs_sums_add(&sums, &shape, &answer, &weight);
    ok(sums.shapes == 4 && sums.calls == 8 && sums.time_ns == 2400000 &&
           sums.answered_ns == 1800000 && sums.refused == 1 && sums.refused_ns == 600000 &&
           sums.tail_ns >= 99999 && sums.tail_ns <= 100000 && sums.partial_shapes == 1 &&
           sums.partial_calls == 2 && sums.partial_ns == 600000 && sums.quarter_low_ns == 1200000 &&
           sums.quarter_high_ns == 1200000 && sums.said_ns == 2400000 && sums.said < 1 &&
           sums.impossible_shapes == 1 && sums.impossible_calls == 2 &&
           sums.impossible_ns == 600000 && sums.impossible.count == 1,
       "the sums");
    ok(sums.weighted_low == (18750.0 + 100000) * 600000 &&
           sums.spread_low == (18750.0 + 6250) * 600000 && sums.limits.count == 2 &&
           sums.limits.at[0].set == 1 && sums.limits.at[0].time_ns == 1200000 &&
           sums.limits.at[0].shapes == 2,
       "averages and time by limiter");
}

/* A file that lacks the longest shape differs most by that one, and not by the first that it lacks:
 * the averages of a, ab and b are 750, 37,500 and 250 ns. */
static void test_lacking(void)
{
    gpuocc_runs_different different = {.size = sizeof different};
    gpuocc_runs_shapes *all = NULL, *one = NULL;
    struct drawn from = {0, 32, 1, 0, 0, 0};
    gpuocc_runs_launch launch;
    char path[] = "0";
    uint32_t file, name;

    (void)gpuocc_runs_shapes_open(0, &all);
    for (file = 0; file < 4; file++) {
        (void)gpuocc_runs_shapes_open(0, &one);
        for (name = file == 3 ? 2 : 0; name < (file == 3 ? 3u : 2u); name++) {
            from.name = name;
            from.time_ns = name == 1 ? 50000 : 1000;
            launch = launch_of(&from);
            (void)gpuocc_runs_shapes_launch(one, &launch, NULL);
        }
        path[0] = (char)('0' + file);
        (void)gpuocc_runs_shapes_file(one, path);
        (void)gpuocc_runs_shapes_merge(all, one);
        gpuocc_runs_shapes_close(one);
    }
    ok(gpuocc_runs_shapes_different(all, &different) == GPUOCC_RUNS_OK && different.file != NULL &&
           strcmp(different.file->path, "3") == 0 && strcmp(different.shape->name.at, "ab") == 0 &&
           different.time_ns == 0 && different.average_ns == 37500,
       "the file that lacks the longest shape");
    gpuocc_runs_shapes_close(all);
}

/* Shapes of the same time and calls are in the order of their names, whatever else they are; a path
 * may be longer than a block of texts. */
static void test_ties(void)
{
    static char path[70001];
    gpuocc_runs_shapes *shapes = NULL;
    gpuocc_runs_contents contents;
    struct drawn from = {2, 32, 1, 16, 0, 500};
    gpuocc_runs_launch launch = launch_of(&from);

    (void)gpuocc_runs_shapes_open(0, &shapes);
    launch.reported.estimated_percent = 7;
    (void)gpuocc_runs_shapes_launch(shapes, &launch, NULL);
    launch.reported.estimated_percent = 3;
    launch.duration_ns = 0;
    (void)gpuocc_runs_shapes_launch(shapes, &launch, NULL);
    from.name = 0;
    from.grid = 2;
    launch = launch_of(&from);
    (void)gpuocc_runs_shapes_launch(shapes, &launch, NULL);
    launch.duration_ns = 0;
    (void)gpuocc_runs_shapes_launch(shapes, &launch, NULL);
    memset(path, 'p', sizeof path - 1);
    ok(gpuocc_runs_shapes_file(shapes, path) == GPUOCC_RUNS_OK &&
           gpuocc_runs_shapes_sort(shapes) == GPUOCC_RUNS_OK,
       "a path of 70,000 bytes");
    contents = contents_of(shapes);
    ok(contents.shape_count == 2 && strcmp(contents.shapes[0].name.at, "a") == 0 &&
           strcmp(contents.shapes[1].name.at, "b") == 0 && contents.shapes[0].key.grid == 2 &&
           strcmp(contents.files[0].path, path) == 0,
       "equal times are in the order of the names");
    ok(contents.shapes[1].estimated_low == 3000 && contents.shapes[1].estimated_high == 7000,
       "what a profiler says of launches is a range");
    gpuocc_runs_shapes_close(shapes);
}

/* A GPU gets the description that other files have of its number, and no other one. */
static void test_describe(void)
{
    gpuocc_runs_shapes *shapes = NULL, *others = NULL;
    gpuocc_runs_contents contents;
    struct drawn from = {0, 32, 1, 0, 0, 0};
    gpuocc_runs_launch launch;

    (void)gpuocc_runs_shapes_open(0, &shapes);
    (void)gpuocc_runs_shapes_open(0, &others);
    for (from.gpu = 0; from.gpu < 3; from.gpu++) {
        launch = launch_of(&from);
        (void)gpuocc_runs_shapes_launch(shapes, &launch, NULL);
    }
    describe(others, 2, "two");
    describe(others, 0, "zero");
    ok(gpuocc_runs_shapes_describe(shapes, others) == GPUOCC_RUNS_OK, "GPUs are described");
    contents = contents_of(shapes);
    ok(contents.gpu_count == 3 && strcmp(contents.gpus[0].name.at, "zero") == 0 &&
           contents.gpus[1].name.length == 0 && contents.gpus[1].cores == GPUOCC_UNKNOWN &&
           strcmp(contents.gpus[2].name.at, "two") == 0,
       "each by its number");
    gpuocc_runs_shapes_close(shapes);
    gpuocc_runs_shapes_close(others);
}

/* Names are kept whole wherever a block of texts ends, and sizes up to the largest that is known.
 */
static void test_names(void)
{
    static char name[65536];
    struct drawn from = {0, 32, 1, 0, 0, 0};
    gpuocc_runs_launch launch = launch_of(&from);
    gpuocc_runs_contents contents;
    gpuocc_runs_shapes *shapes;
    size_t length;
    int wrong = 0;

    memset(name, 'n', sizeof name);
    launch.name.at = name;
    launch.cluster[0] = launch.cluster[1] = 1;
    launch.cluster[2] = 0xfffffffdu;
    launch.group[0] = 0xfffffffeu; /* no number of threads */
    for (length = 64900; length < sizeof name; length++) {
        (void)gpuocc_runs_shapes_open(0, &shapes);
        launch.name.length = 99;
        (void)gpuocc_runs_shapes_launch(shapes, &launch, NULL);
        launch.name.length = length;
        launch.missing = 0;
        (void)gpuocc_runs_shapes_launch(shapes, &launch, NULL);
        launch.missing = 1u << GPUOCC_RUNS_FIELD_DEVICE; /* which is no part of a shape */
        (void)gpuocc_runs_shapes_launch(shapes, &launch, NULL);
        contents = contents_of(shapes);
        wrong |= contents.shape_count != 2 || contents.shapes[1].name.length != length ||
                 contents.shapes[1].calls != 2 || contents.shapes[1].key.cluster != 0xfffffffdu ||
                 contents.shapes[1].key.threads != GPUOCC_UNKNOWN;
        gpuocc_runs_shapes_close(shapes);
    }
    ok(!wrong, "names of 64,900 to 65,535 bytes behind one of 99");
}

static void test_arguments(void)
{
    gpuocc_runs_shapes *shapes = NULL;
    gpuocc_runs_contents contents = {.size = 8};
    gpuocc_runs_different different = {.size = 8};
    gpuocc_runs_file_time time = {0, 0, 0};
    gpuocc_runs_shape shape;
    gpuocc_runs_answer answer = {.size = 8};
    gpuocc_runs_weight weight = {.size = sizeof weight};
    gpuocc_runs_sums sums = {.size = 8};
    uint32_t index;

    memset(&shape, 0, sizeof shape);
    ok(gpuocc_runs_shapes_open(0, NULL) == GPUOCC_RUNS_ERROR_REQUIRED &&
           gpuocc_runs_shapes_open(0, &shapes) == GPUOCC_RUNS_OK,
       "no place for the shapes");
    ok(gpuocc_runs_shapes_launch(shapes, NULL, NULL) == GPUOCC_RUNS_ERROR_REQUIRED &&
           gpuocc_runs_shapes_device(shapes, NULL) == GPUOCC_RUNS_ERROR_REQUIRED &&
           gpuocc_runs_shapes_file(shapes, NULL) == GPUOCC_RUNS_ERROR_REQUIRED &&
           gpuocc_runs_shapes_file(NULL, "") == GPUOCC_RUNS_ERROR_REQUIRED &&
           gpuocc_runs_shapes_merge(shapes, shapes) == GPUOCC_RUNS_ERROR_REQUIRED &&
           gpuocc_runs_shapes_describe(shapes, NULL) == GPUOCC_RUNS_ERROR_REQUIRED &&
           gpuocc_runs_shapes_describe_alike(shapes, NULL) == GPUOCC_RUNS_ERROR_REQUIRED &&
           gpuocc_runs_shapes_add_gpu(shapes, NULL, &index) == GPUOCC_RUNS_ERROR_REQUIRED &&
           gpuocc_runs_shapes_sort(NULL) == GPUOCC_RUNS_ERROR_REQUIRED,
       "what is required");
    ok(gpuocc_runs_shapes_add(shapes, &shape, &index) == GPUOCC_RUNS_ERROR_REQUIRED &&
           gpuocc_runs_shapes_add_time(shapes, &time) == GPUOCC_RUNS_ERROR_REQUIRED,
       "a GPU, a file or a shape that there is not");
    ok(gpuocc_runs_shapes_contents(shapes, &contents) == GPUOCC_RUNS_ERROR_SIZE &&
           gpuocc_runs_shapes_contents(shapes, NULL) == GPUOCC_RUNS_ERROR_REQUIRED &&
           gpuocc_runs_shapes_different(shapes, &different) == GPUOCC_RUNS_ERROR_SIZE &&
           gpuocc_runs_shapes_different(NULL, &different) == GPUOCC_RUNS_ERROR_REQUIRED &&
           gpuocc_runs_weigh(&shape, &answer, &weight) == GPUOCC_RUNS_ERROR_SIZE &&
           gpuocc_runs_weigh(&shape, NULL, &weight) == GPUOCC_RUNS_ERROR_REQUIRED &&
           gpuocc_runs_sums_add(&sums, &shape, &answer, &weight) == GPUOCC_RUNS_ERROR_SIZE &&
           gpuocc_runs_sums_add(&sums, &shape, &answer, NULL) == GPUOCC_RUNS_ERROR_REQUIRED,
       "structs that are too small");
    gpuocc_runs_shapes_close(shapes);
    gpuocc_runs_shapes_close(NULL);
}

int main(void)
{
    draw();
    test_grouping();
    test_memory();
    test_different();
    test_lacking();
    test_names();
    test_describe();
    test_ties();
    test_kernels();
    test_registers();
    test_weights();
    test_arguments();
    return done();
}
