/* SPDX-License-Identifier: MIT
 *
 * Tests any instructions and constants with any waves; reads every result.
 */
#include "input.h"
#include "../handles.h"

static void ask(struct input *input, const gpuocc_latency *latency)
{
    uint32_t result, index;
    double low, high, at;
    uint32_t basis;
    int32_t status;

    for (index = 0; index < 70; index++) {
        status = gpuocc_latency_constant(latency, index, &at, &low, &high, &basis);
        check_status(status, NULL);
        if (status == GPUOCC_OK)
            CHECK(low <= at && at <= high && basis < GPUOCC_BASIS_COUNT);
        CHECK(index > 63 || (gpuocc_latency_left_out(latency) >> index & 1) == 0 ||
              status == GPUOCC_NOT_KNOWN);
    }
    at = take_real(input);
    for (result = 0; result <= GPUOCC_LATENCY_RESULT_COUNT; result++)
        for (index = 0; index < 33; index += index < 16 ? 1 : 8) {
            status = gpuocc_latency_get(latency, result, index, &low, &high);
            check_status(status, NULL);
            if (status == GPUOCC_OK)
                CHECK(low <= high);
            status = gpuocc_latency_at(latency, at, result, index, &low);
            check_status(status, NULL);
            if (status == GPUOCC_OK)
                CHECK(!(low < 0) && low == low);
        }
}

/* Uses the cost of a group for a schedule. */
static void ask_group_time(const gpuocc_latency *latency, const gpuocc_occupancy *occupancy,
                           uint64_t groups)
{
    gpuocc_group_time group = {sizeof group, 0, 0, 0, 0, 0};
    gpuocc_grid_time time = {sizeof time, 0, 0, 0, 0, 0, 0};
    gpuocc_grid grid = {sizeof grid, 0, 0, 0, 0, 0, 0};
    uint64_t place[sizeof(gpuocc_schedule) / 8];
    gpuocc_schedule *schedule = NULL;
    int32_t status = gpuocc_latency_group_time(latency, &group);

    check_status(status, NULL);
    grid.groups = groups;
    if (status != GPUOCC_OK || occupancy == NULL ||
        schedule_in(place, occupancy, &grid, &schedule, NULL) != GPUOCC_OK)
        return;
    status = gpuocc_schedule_time(schedule, &group, &time, NULL);
    check_status(status, NULL);
    if (status == GPUOCC_OK)
        CHECK(time.minimum >= 0 && time.time >= 0);
}

static void take_class(struct input *input, gpuocc_instructions *class)
{
    double *numbers[] = {&class->chains,         &class->replay,          &class->bytes,
                         &class->efficiency,     &class->l1_hit,          &class->l2_hit,
                         &class->latency_cycles, &class->distance_cycles, &class->replay_cycles};
    uint32_t set = take_raw(input), i;

    memset(class, 0, sizeof *class);
    class->size = sizeof *class;
    class->phase = set >> 16 & 3;
    class->kind = set >> 18 & 3;
    class->resource = set >> 20 & 15;
    class->count = take_real(input);
    for (i = 0; i < 9; i++)
        if ((set >> i & 1) != 0)
            *numbers[i] = take_real(input);
}

/* Little's law; the limit that an error gives for an input is accepted in its place. */
static void ask_little(struct input *input)
{
    double a = take_real(input), b = take_real(input), c = take_real(input), d = take_real(input);
    gpuocc_error error = {.size = sizeof error};
    double rate, in_flight;
    uint32_t field;
    uint64_t count;
    int32_t status;

    check_status(gpuocc_little_pipe(a, b, &in_flight, &error), &error);
    check_status(gpuocc_little_memory_rate(b, c, d, a, &rate, &error), &error);
    status = gpuocc_little_count(a, b, &count, &error);
    check_status(status, &error);
    if (status == GPUOCC_OK)
        return;
    field = error.field;
    memcpy(field == GPUOCC_ESTIMATE_EACH ? &b : &a, &error.limit, sizeof a);
    CHECK(gpuocc_little_count(a, b, &count, &error) == GPUOCC_OK || error.field != field);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct input input = {bytes, length};
    uint64_t own[sizeof(gpuocc_custom_device) / 8], room[sizeof(gpuocc_occupancy) / 8];
    uint64_t place[sizeof(gpuocc_latency) / 8];
    const gpuocc_device *device = take_device(&input, own);
    gpuocc_kernel *kernel = take_kernel(&input);
    gpuocc_occupancy *occupancy = NULL;
    gpuocc_workload workload = {.size = sizeof workload};
    gpuocc_instructions classes[4];
    uint32_t constants[8], i, count, given;
    gpuocc_latency *latency = NULL;
    gpuocc_error error = {.size = sizeof error};
    double values[8];
    int32_t status;

    if (take_byte(&input) % 4)
        (void)occupancy_in(room, device, 0, kernel, &occupancy, NULL);
    free(kernel);
    workload.waves = take_word(&input);
    workload.waves_per_group = take_word(&input);
    workload.max_waves = take_word(&input);
    workload.wave_size = take_word(&input);
    workload.turnaround = take_byte(&input) % 3;
    workload.grid_groups = take_wide(&input);
    workload.iterations = take_real(&input);
    workload.wave_latency_cycles = take_real(&input);
    count = take_byte(&input) % 5;
    for (i = 0; i < count; i++)
        take_class(&input, &classes[i]);
    given = take_byte(&input) % 9;
    for (i = 0; i < given; i++) {
        constants[i] = take_byte(&input) % 66;
        values[i] = take_real(&input);
    }
    status = latency_in(place, take_byte(&input) % 8 ? device : NULL, occupancy, &workload, classes,
                        count, constants, values, given, &latency, &error);
    check_status(status, &error);
    if (status == GPUOCC_OK) {
        ask(&input, latency);
        ask_group_time(latency, occupancy, workload.grid_groups);
    }
    if (device != NULL)
        check_status(gpuocc_device_constant_basis(device, workload.waves % 66, 0, &count), NULL);
    ask_little(&input);
    return 0;
}
