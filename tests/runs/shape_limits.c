/* SPDX-License-Identifier: MIT
 *
 * Tests launches by shape at the limits of their numbers and of memory: products of sizes,
 * percentages, what makes a shape or a GPU another one, bytes, order.
 */
#include "runs.h"

#include "drawn.h"
#include "shapes.h"

/* Opens shapes with one launch, whose product of sizes, percentage and time are looked at. */
static gpuocc_runs_shape shape_of(const gpuocc_runs_launch *launch)
{
    gpuocc_runs_shapes *shapes = NULL;
    gpuocc_runs_shape shape;

    memset(&shape, 0, sizeof shape);
    (void)gpuocc_runs_shapes_open(0, &shapes);
    if (gpuocc_runs_shapes_launch(shapes, launch, NULL) == GPUOCC_RUNS_OK)
        shape = contents_of(shapes).shapes[0];
    gpuocc_runs_shapes_close(shapes);
    return shape;
}

/* 4294967293 is 9241 * 464773, the largest number of 32 bits that is no name for something else.
 * 2^64 - 2, 3065081726 * 47388607 * 127, is more than the largest of 64 bits, 2^64 - 3; what is
 * below it, 4294967293 * 4294967293, is not. */
static void test_products(void)
{
    static const struct {
        uint32_t sizes[3];
        uint64_t wide;
        uint32_t number;
    } rows[] = {{{2, 3, 5}, 30, 30},
                {{0, 3, 5}, 0, 0},
                {{2, 3, 0}, 0, 0},
                {{GPUOCC_UNKNOWN, 3, 5}, GPUOCC_RUNS_NO_NUMBER, GPUOCC_UNKNOWN},
                {{2, 3, GPUOCC_UNKNOWN}, GPUOCC_RUNS_NO_NUMBER, GPUOCC_UNKNOWN},
                {{9241, 464773, 1}, 4294967293u, 4294967293u},
                {{2, 2147483647, 1}, 4294967294u, GPUOCC_UNKNOWN},
                {{1, 1, 4294967294u}, 4294967294u, GPUOCC_UNKNOWN},
                {{65536, 65536, 1}, UINT64_C(4294967296), GPUOCC_UNKNOWN},
                {{4294967293u, 4294967293u, 1}, UINT64_MAX - 25769803766u, GPUOCC_UNKNOWN},
                {{3065081726u, 47388607, 127}, GPUOCC_RUNS_NO_NUMBER, GPUOCC_UNKNOWN},
                {{65536, 65536, 4294967293u}, UINT64_MAX - 12884901887u, GPUOCC_UNKNOWN},
                {{4294967293u, 4294967293u, 2}, GPUOCC_RUNS_NO_NUMBER, GPUOCC_UNKNOWN}};
    struct drawn from = {0, 32, 1, 0, 0, 0};
    gpuocc_runs_launch launch = launch_of(&from);
    gpuocc_runs_shape shape;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        memcpy(launch.group, rows[i].sizes, sizeof launch.group);
        memcpy(launch.cluster, rows[i].sizes, sizeof launch.cluster);
        memcpy(launch.grid, rows[i].sizes, sizeof launch.grid);
        shape = shape_of(&launch);
        ok(shape.key.grid == rows[i].wide && shape.key.threads == rows[i].number &&
               shape.key.cluster == rows[i].number,
           "%u times %u times %u", (unsigned)rows[i].sizes[0], (unsigned)rows[i].sizes[1],
           (unsigned)rows[i].sizes[2]);
    }
}

/* Percentages are thousandths, rounded; times of several calls are their average. */
static void test_launches(void)
{
    static const struct {
        double percent;
        uint32_t thousandths;
    } rows[] = {{-1, GPUOCC_RUNS_NO_PERCENT},
                {0, 0},
                {0.0004, 0},
                {0.0006, 1},
                {12.3456, 12346},
                {100, 100000},
                {1000000, 1000000000},
                {1000000.5, GPUOCC_RUNS_NO_PERCENT},
                {1e300, GPUOCC_RUNS_NO_PERCENT}};
    struct drawn from = {0, 32, 1, 0, 0, 1000};
    gpuocc_runs_launch launch = launch_of(&from);
    gpuocc_runs_shape shape;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        launch.reported.estimated_percent = launch.reported.theoretical_percent = rows[i].percent;
        launch.reported.achieved_percent = rows[i].percent;
        shape = shape_of(&launch);
        ok(shape.estimated_low == rows[i].thousandths &&
               shape.theoretical_high == rows[i].thousandths &&
               shape.achieved_count == (rows[i].thousandths != GPUOCC_RUNS_NO_PERCENT) &&
               (shape.achieved_count == 0 || shape.achieved_sum == rows[i].thousandths),
           "%g %%", rows[i].percent);
    }
    launch.calls = 4;
    shape = shape_of(&launch);
    ok(shape.calls == 4 && shape.timed == 4 && shape.time_ns == 1000 && shape.least_ns == 250 &&
           shape.most_ns == 250,
       "four calls");
    launch.calls = 0;
    shape = shape_of(&launch);
    ok(shape.calls == 0 && shape.timed == 0 && shape.time_ns == 1000, "no call");
    launch.calls = 2;
    launch.duration_ns = GPUOCC_RUNS_NO_TIME;
    shape = shape_of(&launch);
    ok(shape.calls == 2 && shape.timed == 0 && shape.time_ns == 0, "no time");
}

/* Launches that differ in one number are of two shapes, if it is part of one. */
static void test_keys(void)
{
    struct drawn from = {0, 32, 1, 0, 7, 1000};
    const gpuocc_runs_launch one = launch_of(&from);
    gpuocc_runs_launch other = one;
    const struct {
        void *at;
        uint32_t number;
        uint64_t shapes;
    } rows[] = {{&other.format, GPUOCC_RUNS_XLA, 2},
                {&other.device_number, 1, 2},
                {&other.grid[0], 2, 2},
                {&other.grid[2], 2, 2},
                {&other.group[0], 64, 2},
                {&other.group[2], 2, 2},
                {&other.cluster[0], 1, 1}, /* still unknown */
                {&other.wave_size, 32, 2},
                {&other.registers, 8, 2},
                {&other.vector_registers, 8, 2},
                {&other.accumulation_registers, 8, 2},
                {&other.scalar_registers, 8, 2},
                {&other.shared_static.low, 8, 2},
                {&other.shared_static.high, 8, 2},
                {&other.shared_dynamic.low, 8, 2},
                {&other.shared_dynamic.high, 8, 2},
                {&other.shared.low, 8, 2},
                {&other.shared.high, 8, 2},
                {&other.scratch, 8, 1},
                {&other.stream, 8, 1},
                {&other.missing, 1u << GPUOCC_RUNS_FIELD_NAME, 2},
                {&other.missing, 1u << GPUOCC_RUNS_FIELD_GROUP, 2},
                {&other.missing, 1u << GPUOCC_RUNS_FIELD_GRID, 2},
                {&other.missing, 1u << GPUOCC_RUNS_FIELD_REGISTERS, 2},
                {&other.missing, 1u << GPUOCC_RUNS_FIELD_SHARED, 2},
                {&other.missing, 1u << GPUOCC_RUNS_FIELD_STATIC_SHARED, 2},
                {&other.missing, 1u << GPUOCC_RUNS_FIELD_DYNAMIC_SHARED, 2},
                {&other.missing, 1u << GPUOCC_RUNS_FIELD_START, 1},
                {&other.missing, 1u << GPUOCC_RUNS_FIELD_DURATION, 1},
                {&other.missing, 1u << GPUOCC_RUNS_FIELD_DEVICE, 1},
                {&other.missing, 1u << 10, 2}};
    gpuocc_runs_shapes *shapes;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        shapes = NULL;
        other = one;
        memcpy(rows[i].at, &rows[i].number, sizeof rows[i].number);
        (void)gpuocc_runs_shapes_open(0, &shapes);
        (void)gpuocc_runs_shapes_launch(shapes, &one, NULL);
        (void)gpuocc_runs_shapes_launch(shapes, &other, NULL);
        ok(contents_of(shapes).shape_count == rows[i].shapes, "shapes of row %u", (unsigned)i);
        gpuocc_runs_shapes_close(shapes);
    }
}

/* GPUs are the same if all that is compared is; one is described by those of its file that are
 * alike. */
static void test_alike(void)
{
    static const char *const texts[] = {"", "A", "B"};
    static const struct {
        unsigned names[3]; /* of three GPUs */
        uint32_t index;
        unsigned expected[3];
    } rows[] = {{{0, 0, 0}, GPUOCC_UNKNOWN, {0, 0, 0}},
                {{1, 0, 0}, 2, {1, 1, 1}},
                {{0, 2, 0}, 2, {2, 2, 2}},
                {{0, 0, 2}, 1, {2, 2, 2}},
                {{0, 1, 1}, 0, {1, 1, 1}},
                {{0, 1, 2}, GPUOCC_UNKNOWN, {0, 1, 2}},
                {{1, 2, 0}, GPUOCC_UNKNOWN, {1, 2, 0}},
                {{1, 1, 1}, GPUOCC_UNKNOWN, {1, 1, 1}}};
    gpuocc_runs_device device, other;
    gpuocc_runs_shapes *shapes;
    gpuocc_runs_contents contents;
    uint32_t index, i, n;
    int right;

    memset(&device, 0xff, sizeof device);
    device.size = sizeof device;
    device.name.at = device.architecture.at = "";
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        (void)gpuocc_runs_shapes_open(0, &shapes);
        for (n = 0; n < 3; n++) {
            device.number = n;
            device.architecture.length = 0;
            device.name.length = rows[i].names[n] != 0;
            device.name.at = texts[rows[i].names[n]];
            (void)gpuocc_runs_shapes_device(shapes, &device);
        }
        right = gpuocc_runs_shapes_describe_alike(shapes, &index) == GPUOCC_RUNS_OK &&
                index == rows[i].index;
        contents = contents_of(shapes);
        for (n = 0; n < 3; n++)
            right &= strcmp(contents.gpus[n].name.at, texts[rows[i].expected[n]]) == 0 &&
                     contents.gpus[n].number == n;
        ok(right, "GPUs that are alike, row %u", (unsigned)i);
        gpuocc_runs_shapes_close(shapes);
    }
    (void)gpuocc_runs_shapes_open(0, &shapes);
    device.name.length = 1;
    (void)gpuocc_runs_shapes_add_gpu(shapes, &device, &index);
    for (i = 0; i < 6; i++) {
        other = device;
        other.number = 77; /* which is not compared */
        if (i == 1 || i == 2)
            *(i == 1 ? &other.name : &other.architecture) = (gpuocc_kernels_text){"C", 1};
        if (i > 2)
            *(i == 3 ? &other.cores : i == 4 ? &other.wave_size : &other.threads_per_core) = 5;
        ok(gpuocc_runs_shapes_add_gpu(shapes, &other, &index) == GPUOCC_RUNS_OK && index == i,
           "a GPU that differs in field %u", (unsigned)i);
    }
    gpuocc_runs_shapes_close(shapes);
}

/* Adds launches of `count` shapes, a GPU and a file. */
static int32_t fill(gpuocc_runs_shapes *shapes, uint32_t count, const char *path)
{
    struct drawn from = {0, 32, 1, 0, 0, 1000};
    gpuocc_runs_launch launch;
    int32_t status = GPUOCC_RUNS_OK;

    for (from.grid = 1; from.grid <= count && status == GPUOCC_RUNS_OK; from.grid++) {
        launch = launch_of(&from);
        status = gpuocc_runs_shapes_launch(shapes, &launch, NULL);
    }
    return status == GPUOCC_RUNS_OK && path != NULL ? gpuocc_runs_shapes_file(shapes, path)
                                                    : status;
}

/* Arrays have room for 8 elements at first, and are doubled; a table of indices of 4 bytes has 256,
 * and is at most half full; texts are in blocks of 64 KiB behind three words. Exactly as many bytes
 * as are used suffice. */
static void test_bytes(void)
{
    static const uint32_t counts[] = {1, 8, 9, 127, 128, 129, 256, 257};
    const size_t start = sizeof(struct gpuocc_runs_shapes), block = 65536 + 3 * sizeof(size_t);
    gpuocc_runs_shapes *shapes = NULL;
    size_t i, room, slots, bytes;

    ok(gpuocc_runs_shapes_open(start - 1, &shapes) == GPUOCC_RUNS_ERROR_MEMORY && shapes == NULL &&
           gpuocc_runs_shapes_open(start, &shapes) == GPUOCC_RUNS_OK,
       "the least memory");
    gpuocc_runs_shapes_close(shapes);
    for (i = 0; i < sizeof counts / sizeof *counts; i++) {
        for (room = 8; room < counts[i]; room *= 2)
            ;
        for (slots = 256; slots < 2 * (counts[i] - 1) + 1; slots *= 2)
            ;
        bytes = start + block + 8 * sizeof(gpuocc_runs_device) + room * sizeof(gpuocc_runs_shape) +
                slots * 4;
        (void)gpuocc_runs_shapes_open(0, &shapes);
        ok(fill(shapes, counts[i], NULL) == GPUOCC_RUNS_OK && shapes->bytes == bytes &&
               shapes->slot_count == slots && shapes->room == room,
           "bytes of %u shapes", (unsigned)counts[i]);
        ok(gpuocc_runs_shapes_file(shapes, "f") == GPUOCC_RUNS_OK, "a file of them");
        bytes += 8 * sizeof(gpuocc_runs_file_sums) + room * sizeof(gpuocc_runs_file_time);
        ok(shapes->bytes == bytes, "and its bytes");
        gpuocc_runs_shapes_close(shapes);
        (void)gpuocc_runs_shapes_open(bytes, &shapes);
        ok(fill(shapes, counts[i], "f") == GPUOCC_RUNS_OK, "in exactly %lu bytes",
           (unsigned long)bytes);
        gpuocc_runs_shapes_close(shapes);
        (void)gpuocc_runs_shapes_open(bytes - 1, &shapes);
        ok(fill(shapes, counts[i], "f") == GPUOCC_RUNS_ERROR_MEMORY, "and not in one less");
        gpuocc_runs_shapes_close(shapes);
    }
}

/* A text that is longer than a block has one of its own, with a NUL behind it. */
static void test_blocks(void)
{
    static const size_t lengths[] = {65534, 65535, 65536, 65537};
    static char path[65538];
    gpuocc_runs_shapes *shapes = NULL;
    size_t i;

    for (i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        memset(path, 'p', sizeof path);
        path[lengths[i]] = 0;
        (void)gpuocc_runs_shapes_open(0, &shapes);
        ok(gpuocc_runs_shapes_add_file(shapes, path, 0, 0) == GPUOCC_RUNS_OK &&
               strcmp(contents_of(shapes).files[0].path, path) == 0 &&
               shapes->bytes == sizeof(struct gpuocc_runs_shapes) + 3 * sizeof(size_t) +
                                    8 * sizeof(gpuocc_runs_file_sums) +
                                    (lengths[i] < 65536 ? 65536 : lengths[i] + 1),
           "a path of %lu bytes", (unsigned long)lengths[i]);
        gpuocc_runs_shapes_close(shapes);
    }
}

/* The order of shapes does not depend on that in which they were added; sums stay at the largest
 * number; indices that there are not are refused. */
static void test_order(void)
{
    struct drawn from = {0, 32, 1, 0, 0, 1000};
    gpuocc_runs_shapes *shapes = NULL;
    gpuocc_runs_file_time time = {0, 0, 5};
    gpuocc_runs_contents contents;
    gpuocc_runs_launch launch;
    uint32_t way, i, grids[2][3];

    for (way = 0; way < 2; way++) {
        (void)gpuocc_runs_shapes_open(0, &shapes);
        for (i = 0; i < 3; i++) {
            from.grid = way == 0 ? i + 1 : 3 - i;
            launch = launch_of(&from);
            launch.calls = from.grid == 2 ? 2 : 1; /* of equal times more calls come first */
            (void)gpuocc_runs_shapes_launch(shapes, &launch, NULL);
        }
        (void)gpuocc_runs_shapes_sort(shapes);
        contents = contents_of(shapes);
        for (i = 0; i < 3; i++)
            grids[way][i] = (uint32_t)contents.shapes[i].key.grid;
        if (way == 0)
            gpuocc_runs_shapes_close(shapes);
    }
    ok(memcmp(grids[0], grids[1], sizeof grids[0]) == 0 && grids[0][0] == 2,
       "equal times are in the order of calls and then of resources");
    ok(gpuocc_runs_shapes_add_file(shapes, "f", 0, 0) == GPUOCC_RUNS_OK &&
           gpuocc_runs_shapes_add_time(shapes, &time) == GPUOCC_RUNS_OK,
       "a time of a file");
    time.shape = 3;
    ok(gpuocc_runs_shapes_add_time(shapes, &time) == GPUOCC_RUNS_ERROR_REQUIRED, "no such shape");
    time.shape = 2;
    time.file = 1;
    ok(gpuocc_runs_shapes_add_time(shapes, &time) == GPUOCC_RUNS_ERROR_REQUIRED, "no such file");
    launch = launch_of(&from);
    launch.calls = UINT64_MAX;
    launch.duration_ns = UINT64_MAX - 1;
    (void)gpuocc_runs_shapes_launch(shapes, &launch, NULL);
    (void)gpuocc_runs_shapes_launch(shapes, &launch, &i);
    contents = contents_of(shapes);
    ok(contents.launches == UINT64_MAX && contents.time_ns == UINT64_MAX &&
           contents.shapes[i].calls == UINT64_MAX && contents.shapes[i].time_ns == UINT64_MAX,
       "sums stay at the largest number");
    gpuocc_runs_shapes_close(shapes);
}

/* Four files: a takes 100 us in each; ab 50 us, in the third 90; b 4 us in the last. Averages are
 * 100, 60 and 1 us, so that the third differs most, by 30 + 1, in whatever order and parts the
 * times are added. None does if the times are not those of the files. */
static void test_ranks(void)
{
    static const gpuocc_runs_file_time times[] = {
        {0, 0, 100000}, {0, 1, 50000}, {1, 0, 100000}, {1, 1, 50000}, {2, 0, 100000},
        {2, 1, 30000},  {2, 1, 60000}, {3, 0, 100000}, {3, 1, 50000}, {3, 2, 4000}};
    static const uint64_t of_files[] = {150000, 150000, 190000, 154000},
                          of_shapes[] = {400000, 240000, 4000};
    static const char *const paths[] = {"0", "1", "2", "3"};
    const uint32_t count = sizeof times / sizeof *times;
    gpuocc_runs_different found = {.size = sizeof found};
    struct drawn from = {0, 32, 1, 0, 0, 0};
    gpuocc_runs_shapes *shapes = NULL;
    gpuocc_runs_launch launch;
    uint32_t way, i;
    int right;

    for (way = 0; way < 6; way++) {
        (void)gpuocc_runs_shapes_open(0, &shapes);
        for (from.name = 0; from.name < 3; from.name++) {
            launch = launch_of(&from);
            launch.duration_ns = of_shapes[from.name];
            (void)gpuocc_runs_shapes_launch(shapes, &launch, NULL);
        }
        for (i = 0; i < 4; i++)
            (void)gpuocc_runs_shapes_add_file(shapes, paths[i], 1,
                                              of_files[i] + (way == 3 && i == 3));
        for (i = 0; i < count; i++)
            if (way != 4 || i != 9)
                (void)gpuocc_runs_shapes_add_time(shapes, &times[way == 0   ? i
                                                                 : way == 1 ? count - 1 - i
                                                                            : i * 7 % count]);
        if (way == 5)
            (void)gpuocc_runs_shapes_add_time(shapes, &times[0]);
        right = gpuocc_runs_shapes_different(shapes, &found) == GPUOCC_RUNS_OK;
        if (way > 2)
            right &= found.file == NULL;
        else
            right &= found.file != NULL && strcmp(found.file->path, "2") == 0 &&
                     found.difference_ns == 31000 && strcmp(found.shape->name.at, "ab") == 0 &&
                     found.time_ns == 90000 && found.average_ns == 60000;
        ok(right, "the file that differs most, %u", (unsigned)way);
        gpuocc_runs_shapes_close(shapes);
    }
}

/* A file differs if it does by more than a hundredth of its time, and of equal ones the first path
 * counts. The averages are 10,000 ns. */
static void test_hundredth(void)
{
    static const struct {
        uint64_t times[3];
        const char *path;                    /* NULL: none */
    } rows[] = {{{9950, 9950, 10100}, NULL}, /* 100 of 101 */
                {{9949, 9950, 10101}, NULL}, /* 101 of 101 */
                {{9949, 9949, 10102}, "c"},  /* 102 of 101 */
                {{9000, 11000, 10000}, "a"}, {{11000, 9000, 10000}, "a"},
                {{11000, 9001, 9999}, "b"}};
    static const char *const paths[] = {"b", "a", "c"};
    gpuocc_runs_different found = {.size = sizeof found};
    struct drawn from = {0, 32, 1, 0, 0, 30000};
    const gpuocc_runs_launch launch = launch_of(&from);
    gpuocc_runs_shapes *shapes = NULL;
    gpuocc_runs_file_time time;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        (void)gpuocc_runs_shapes_open(0, &shapes);
        (void)gpuocc_runs_shapes_launch(shapes, &launch, NULL);
        for (time.file = time.shape = 0; time.file < 3; time.file++) {
            time.time_ns = rows[i].times[time.file];
            (void)gpuocc_runs_shapes_add_file(shapes, paths[time.file], 1, time.time_ns);
            (void)gpuocc_runs_shapes_add_time(shapes, &time);
        }
        ok(gpuocc_runs_shapes_different(shapes, &found) == GPUOCC_RUNS_OK &&
               (rows[i].path == NULL
                    ? found.file == NULL
                    : found.file != NULL && strcmp(found.file->path, rows[i].path) == 0),
           "three files, %u", (unsigned)i);
        gpuocc_runs_shapes_close(shapes);
    }
}

/* 12 of 64 waves and 3 groups of 4 on each of 132 cores, 396 at once; 1320 take 4 rounds of 1584.
 */
static gpuocc_runs_answer answer_of_h100(void)
{
    gpuocc_runs_answer answer = {.size = sizeof answer};

    answer.waves_low = answer.waves_high = 12;
    answer.max_waves_low = answer.max_waves_high = 64;
    answer.groups_low = answer.groups_high = 3;
    answer.device_low = answer.device_high = 396;
    answer.waves_per_group = 4;
    answer.cores = 132;
    answer.grid = 1320;
    return answer;
}

/* Without one of its numbers an answer has no percentage, or none of the grid, or no tail. */
static void test_unknown_weights(void)
{
    gpuocc_runs_answer answer;
    const struct {
        uint64_t *at, number;
        int percent, spread, tail; /* known */
    } rows[] = {{&answer.grid, 1320, 1, 1, 1},
                {&answer.waves_low, GPUOCC_RUNS_NO_NUMBER, 0, 0, 1},
                {&answer.waves_high, GPUOCC_RUNS_NO_NUMBER, 0, 0, 1},
                {&answer.max_waves_low, GPUOCC_RUNS_NO_NUMBER, 0, 0, 1},
                {&answer.max_waves_high, GPUOCC_RUNS_NO_NUMBER, 0, 0, 1},
                {&answer.max_waves_low, 0, 0, 0, 1},
                {&answer.max_waves_high, 65, 1, 0, 1},
                {&answer.groups_low, GPUOCC_RUNS_NO_NUMBER, 1, 0, 1},
                {&answer.groups_high, GPUOCC_RUNS_NO_NUMBER, 1, 0, 1},
                {&answer.waves_per_group, GPUOCC_RUNS_NO_NUMBER, 1, 0, 1},
                {&answer.grid, GPUOCC_RUNS_NO_NUMBER, 1, 0, 0},
                {&answer.cores, GPUOCC_RUNS_NO_NUMBER, 1, 0, 1},
                {&answer.cores, 0, 1, 0, 1},
                {&answer.device_low, GPUOCC_RUNS_NO_NUMBER, 1, 1, 0},
                {&answer.device_high, GPUOCC_RUNS_NO_NUMBER, 1, 1, 0}};
    gpuocc_runs_weight weight = {.size = sizeof weight};
    gpuocc_runs_shape shape;
    size_t i;

    memset(&shape, 0, sizeof shape);
    shape.time_ns = 600000;
    for (i = 0; i <= sizeof rows / sizeof *rows; i++) {
        const int refused = i == sizeof rows / sizeof *rows;

        answer = answer_of_h100();
        answer.status = refused ? -1 : 0;
        if (!refused)
            *rows[i].at = rows[i].number;
        ok(gpuocc_runs_weigh(&shape, &answer, &weight) == GPUOCC_RUNS_OK &&
               (weight.low != GPUOCC_RUNS_NO_PERCENT) == (!refused && rows[i].percent) &&
               (weight.high != GPUOCC_RUNS_NO_PERCENT) == (!refused && rows[i].percent) &&
               (weight.spread_low != GPUOCC_RUNS_NO_PERCENT) == (!refused && rows[i].spread) &&
               (weight.spread_high != GPUOCC_RUNS_NO_PERCENT) == (!refused && rows[i].spread) &&
               (weight.tail_ns != 0) == (!refused && rows[i].tail) && weight.partial == 0,
           "a weight without one number, %u", (unsigned)i);
    }
}

/* The share that is lost is 1 - grid / (rounds * groups at once), the largest of all numbers of
 * groups from one end to the other: 800 on 399 take 3 rounds of 1197 places, 600 on 299 as many of
 * 897. */
static void test_tails(void)
{
    static const struct {
        uint64_t low, high, grid, tail_ns;
        int partial;
    } rows[] = {{396, 396, 395, 0, 1},      {396, 396, 396, 0, 0},      {400, 400, 401, 498750, 0},
                {400, 400, 800, 0, 0},      {400, 400, 600, 250000, 0}, {400, 800, 800, 499374, 0},
                {320, 400, 800, 331662, 0}, {400, 640, 800, 375000, 0}, {0, 0, 800, 0, 0},
                {0, 400, 600, 331104, 0},   {400, 1000, 401, 498750, 0}};
    gpuocc_runs_answer answer;
    gpuocc_runs_weight weight = {.size = sizeof weight};
    gpuocc_runs_shape shape;
    size_t i;

    memset(&shape, 0, sizeof shape);
    shape.time_ns = 1000000;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        answer = answer_of_h100();
        answer.device_low = rows[i].low;
        answer.device_high = rows[i].high;
        answer.grid = rows[i].grid;
        (void)gpuocc_runs_weigh(&shape, &answer, &weight);
        ok(weight.tail_ns + 1 >= rows[i].tail_ns && weight.tail_ns <= rows[i].tail_ns + 1 &&
               weight.partial == (uint32_t)rows[i].partial,
           "a grid of %u, %u to %u at once", (unsigned)rows[i].grid, (unsigned)rows[i].low,
           (unsigned)rows[i].high);
    }
}

/* With 2 to 4 groups on each of 132 cores 400 groups take 2 rounds of 264, 2 of 396 or one of 528:
 * at most 1 - 400 / 792 is lost. Where the cores are not known any number between counts: 399. */
static void test_tails_between(void)
{
    gpuocc_runs_answer answer = answer_of_h100();
    gpuocc_runs_weight weight = {.size = sizeof weight};
    gpuocc_runs_sums sums = {.size = sizeof sums};
    gpuocc_runs_shape shape;

    memset(&shape, 0, sizeof shape);
    shape.calls = 3;
    shape.time_ns = 1000000;
    answer.groups_low = 2;
    answer.groups_high = 4;
    answer.device_low = 264;
    answer.device_high = 528;
    answer.grid = 400;
    (void)gpuocc_runs_weigh(&shape, &answer, &weight);
    (void)gpuocc_runs_sums_add(&sums, &shape, &answer, &weight);
    ok(weight.tail_ns == 494949 && !weight.rounds_unknown && !weight.partial &&
           weight.partial_unknown == 1,
       "3 groups on a core lose more than 2 or 4");
    answer.cores = GPUOCC_RUNS_NO_NUMBER;
    (void)gpuocc_runs_weigh(&shape, &answer, &weight);
    ok(weight.tail_ns == 498746, "without the cores any number may be at once");
    answer.device_low = 1;
    answer.device_high = 2;
    answer.grid = UINT64_MAX - 1;
    (void)gpuocc_runs_weigh(&shape, &answer, &weight);
    ok(weight.tail_ns <= 1000, "of very many rounds next to nothing is lost");
    answer.device_high = GPUOCC_RUNS_NO_NUMBER;
    (void)gpuocc_runs_weigh(&shape, &answer, &weight);
    (void)gpuocc_runs_sums_add(&sums, &shape, &answer, &weight);
    ok(weight.rounds_unknown == 1 && weight.partial_unknown == 1 && weight.tail_ns == 0 &&
           sums.rounds_unknown_ns == 1000000 && sums.rounds_unknown_calls == 3 &&
           sums.rounds_unknown_shapes == 1 && sums.partial_unknown_ns == 2000000 &&
           sums.partial_unknown_calls == 6 && sums.partial_unknown_shapes == 2,
       "time whose rounds are not known is summed");
}

/* 25 % is not below 25 %; more limits than are kept are left out, and those of the longest time
 * come first. */
static void test_sums(void)
{
    static const uint64_t waves[] = {15, 16, 17, 64, 80};
    static const uint32_t percents[] = {23438, 25000, 26563, 100000, 100000};
    gpuocc_runs_answer answer = answer_of_h100();
    gpuocc_runs_weight weight = {.size = sizeof weight};
    gpuocc_runs_sums sums = {.size = sizeof sums};
    gpuocc_runs_shape shape;
    uint32_t i;
    int right = 1;

    memset(&shape, 0, sizeof shape);
    for (i = 0; i < 5; i++) {
        answer.waves_low = answer.waves_high = waves[i];
        shape.time_ns = 1;
        (void)gpuocc_runs_weigh(&shape, &answer, &weight);
        (void)gpuocc_runs_sums_add(&sums, &shape, &answer, &weight);
        ok(weight.low == percents[i] && weight.high == percents[i], "%u waves of 64",
           (unsigned)waves[i]);
    }
    ok(sums.quarter_low_ns == 1 && sums.quarter_high_ns == 1, "one is below a quarter");
    memset(&sums, 0, sizeof sums);
    sums.size = sizeof sums;
    for (i = 0; i < GPUOCC_RUNS_LIMITS + 2; i++) {
        answer.limiters = i + 1;
        shape.time_ns = 100 + i;
        (void)gpuocc_runs_sums_add(&sums, &shape, &answer, &weight);
    }
    for (i = 0; i < GPUOCC_RUNS_LIMITS; i++)
        right &= sums.limits.at[i].set == GPUOCC_RUNS_LIMITS - i && sums.limits.at[i].shapes == 1 &&
                 sums.limits.at[i].time_ns == 99 + GPUOCC_RUNS_LIMITS - i;
    ok(right && sums.limits.count == GPUOCC_RUNS_LIMITS && sums.impossible.count == 0,
       "limits in the order of their times");
}

int main(void)
{
    test_unknown_weights();
    test_tails();
    test_tails_between();
    test_sums();
    test_hundredth();
    test_ranks();
    test_products();
    test_launches();
    test_keys();
    test_alike();
    test_bytes();
    test_order();
    test_blocks();
    return done();
}
