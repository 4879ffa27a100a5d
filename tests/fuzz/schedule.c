/* SPDX-License-Identifier: MIT
 *
 * Tests any grid with or without an occupancy: every result, its time, and a timeline of at most a
 * few thousand phases, whose memory has exactly the size that the library requires.
 */
#include "input.h"
#include "../handles.h"

static void ask_results(struct input *input, const gpuocc_schedule *schedule)
{
    gpuocc_error error = {.size = sizeof error};
    gpuocc_group_time group = {sizeof group, 0, 0, 0, 0, 0};
    gpuocc_grid_time time = {sizeof time, 0, 0, 0, 0, 0, 0};
    uint64_t numerator, denominator;
    uint32_t result, index = take_word(input);
    int32_t status;

    for (result = 0; result <= GPUOCC_SCHEDULE_RESULT_COUNT; result++) {
        status =
            gpuocc_schedule_get(schedule, result, result % 2 ? index : 0, &numerator, &denominator);
        check_status(status, NULL);
        if (status == GPUOCC_OK)
            CHECK(denominator != 0);
    }
    group.latency = take_real(input);
    group.per_core = take_real(input);
    group.per_device = take_real(input);
    group.overhead = take_real(input);
    status = gpuocc_schedule_time(schedule, &group, &time, &error);
    check_status(status, &error);
    if (status == GPUOCC_OK)
        CHECK(time.time >= 0 && time.rounds <= time.time && time.tail <= time.time);
}

/* Checks that phases follow one another without a gap. */
static void walk(gpuocc_timeline *timeline)
{
    gpuocc_phase phase = {sizeof phase, 0, 0, 0, 0, 0, 0};
    uint64_t end = 0;
    uint32_t count;

    for (count = 0; count < 300; count++) {
        if (gpuocc_timeline_next(timeline, &phase) != GPUOCC_OK)
            break;
        CHECK(phase.index == count && phase.start == end && phase.end > phase.start);
        CHECK(phase.waves <= phase.slots);
        end = phase.end;
    }
}

static void ask_timeline(struct input *input, const gpuocc_schedule *schedule)
{
    gpuocc_dispatch rules = {sizeof rules, 0, 0, 0, 0, 0, 0};
    uint32_t durations[4], i, count = take_byte(input) % 5;
    gpuocc_timeline *timeline = NULL;
    gpuocc_error error = {.size = sizeof error};
    uint64_t groups = 0, waves = 0;
    size_t bytes = 0;
    void *memory;
    int32_t status;

    rules.placement = take_byte(input) % 4;
    rules.choice = take_byte(input) % 5;
    rules.barrier = take_byte(input) % 3;
    rules.head_of_line = take_byte(input) % 3;
    rules.usable_cores = take_byte(input) % 2 ? take_word(input) : 0;
    rules.slots_per_core = take_byte(input) % 2 ? take_word(input) : 0;
    for (i = 0; i < count; i++)
        durations[i] = take_word(input);
    status = gpuocc_timeline_size(schedule, &rules, &bytes, &error);
    check_status(status, &error);
    /* A phase that does not repeat is simulated group by group and wave by wave. */
    (void)gpuocc_schedule_get(schedule, GPUOCC_SCHEDULE_GROUPS, 0, &groups, NULL);
    (void)gpuocc_schedule_get(schedule, GPUOCC_SCHEDULE_PEAK_OCCUPANCY, 0, &waves, NULL);
    if (status != GPUOCC_OK || bytes > 1 << 16 || groups > 20000 || waves > 100000)
        return;
    memory = malloc(bytes);
    CHECK(memory != NULL);
    status = timeline_in(memory, bytes, schedule, &rules, durations, count, &timeline, &error);
    check_status(status, &error);
    if (status == GPUOCC_OK)
        walk(timeline);
    free(memory);
}

/* A reserve never makes a grid larger. */
static void check_safe(const gpuocc_occupancy *occupancy, uint32_t cores, uint32_t reserve)
{
    uint64_t all = 0, left = 0;
    const int32_t status = gpuocc_safe_grid(occupancy, cores, 0, &all);

    check_status(status, NULL);
    CHECK(gpuocc_safe_grid(occupancy, cores, reserve, &left) == status && left <= all);
    CHECK(left == 0 || left <= all - reserve);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct input input = {bytes, length};
    uint64_t own[sizeof(gpuocc_custom_device) / 8], room[sizeof(gpuocc_occupancy) / 8];
    uint64_t place[sizeof(gpuocc_schedule) / 8];
    gpuocc_grid grid = {sizeof grid, 0, 0, 0, 0, 0, 0};
    gpuocc_occupancy *occupancy = NULL;
    gpuocc_schedule *schedule = NULL;
    gpuocc_error error = {.size = sizeof error};
    const int alone = take_byte(&input) % 3 == 0;
    int32_t status;

    if (!alone) {
        const gpuocc_device *device = take_device(&input, own);
        gpuocc_kernel *kernel = take_kernel(&input);

        (void)occupancy_in(room, device, take_byte(&input) % GPUOCC_CONVENTION_COUNT, kernel,
                           &occupancy, NULL);
        free(kernel);
    }
    if (occupancy != NULL)
        check_safe(occupancy, take_word(&input) % 300, take_word(&input));
    grid.groups = take_wide(&input);
    grid.core_count = take_word(&input);
    grid.groups_per_core = take_word(&input);
    grid.waves_per_group = take_word(&input);
    grid.waves_per_core = take_word(&input);
    grid.groups_per_device = take_byte(&input) % 4 ? 0 : take_word(&input);
    status = schedule_in(place, occupancy, &grid, &schedule, &error);
    check_status(status, &error);
    if (status != GPUOCC_OK)
        return 0;
    ask_results(&input, schedule);
    ask_timeline(&input, schedule);
    return 0;
}
