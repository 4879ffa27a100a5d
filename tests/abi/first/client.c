/* SPDX-License-Identifier: MIT
 *
 * A program of the first interface. tests/abi/test_old.py compiles it with the headers beside it,
 * links it with a library that has the first symbols and nothing else, and runs it with today's.
 * Its device is its own, so that its answers do not move with the tables. Exit status: how many
 * answers were wrong.
 */
#include <stdio.h>
#include <string.h>

#include "gpuocc/gpuocc.h"

static int wrong;

static void expect(int holds, const char *what)
{
    if (!holds) {
        printf("wrong: %s\n", what);
        wrong++;
    }
}

static const gpuocc_device *own_device(gpuocc_custom_device *custom)
{
    static const uint32_t fields[] = {GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,
                                      GPUOCC_DEVICE_MAX_GROUPS_PER_CORE,
                                      GPUOCC_DEVICE_PARTITIONS_PER_CORE,
                                      GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION,
                                      GPUOCC_DEVICE_REGISTERS_PER_PARTITION,
                                      GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD,
                                      GPUOCC_DEVICE_SHARED_POOL_BYTES,
                                      GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP,
                                      GPUOCC_DEVICE_CORE_COUNT,
                                      GPUOCC_DEVICE_CLOCK_MHZ};
    static const uint64_t values[] = {1024, 16, 4, 16, 16384, 255, 65536, 49152, 8, 1000};
    gpuocc_error error = {0};

    error.size = sizeof error;
    expect(gpuocc_device_empty(custom, "own", 3, &error) == GPUOCC_OK, "gpuocc_device_empty");
    expect(gpuocc_device_edit(custom, fields, values, sizeof fields / sizeof *fields, &error) ==
               GPUOCC_OK,
           "gpuocc_device_edit");
    expect(gpuocc_device_size() <= sizeof *custom, "gpuocc_device_size");
    return gpuocc_device_of(custom);
}

static void ask_devices(const gpuocc_device *own)
{
    const gpuocc_device *device = NULL;
    uint32_t quality = 99, number = 0;
    uint64_t value = 0;

    expect(strcmp(gpuocc_device_name(own), "own") == 0, "gpuocc_device_name");
    expect(gpuocc_device_get(own, GPUOCC_DEVICE_CORE_COUNT, 0, &value) == GPUOCC_OK && value == 8,
           "gpuocc_device_get");
    expect(gpuocc_device_fingerprint(own) != 0, "gpuocc_device_fingerprint");
    expect(gpuocc_device_find("sm_89", 5, 0, &device, &quality, NULL) == GPUOCC_OK &&
               strcmp(gpuocc_device_architecture(device), "sm_89") == 0,
           "gpuocc_device_find");
    expect(gpuocc_device_find("no such thing", 13, 0, &device, &quality, NULL) ==
               GPUOCC_ERROR_DEVICE_UNKNOWN,
           "gpuocc_device_find of nothing");
    expect(gpuocc_device_at(gpuocc_device_count(), &device) == GPUOCC_ERROR_INDEX,
           "gpuocc_device_at past the end");
    expect(gpuocc_number(GPUOCC_LIST_KERNEL_FIELDS, "shared_bytes", 12, &number) == GPUOCC_OK &&
               number == GPUOCC_KERNEL_SHARED_BYTES,
           "gpuocc_number");
    expect(strcmp(gpuocc_name(GPUOCC_LIST_RESULTS, GPUOCC_RESULT_LIMITERS), "limiters") == 0,
           "gpuocc_name");
    expect(strcmp(gpuocc_choice_name(GPUOCC_KERNEL_CORE_MODE, GPUOCC_CORE_MODE_WGP), "wgp") == 0,
           "gpuocc_choice_name");
    expect(gpuocc_version() > 0 && gpuocc_data_version() != 0, "versions");
}

static void ask_occupancy(gpuocc_occupancy *occupancy, const gpuocc_device *own)
{
    gpuocc_kernel kernel = {0};
    gpuocc_error error = {0};
    gpuocc_plateau plateau = {0};
    gpuocc_step step = {0};
    uint64_t low = 0, high = 0;
    uint32_t value = 0;
    char text[200];

    error.size = sizeof error;
    kernel.size = sizeof kernel;
    kernel.threads_per_group = 128;
    kernel.registers_per_thread = 96;
    expect(gpuocc_occupancy_init(occupancy, own, GPUOCC_CONVENTION_DEFAULT, &kernel, &error) ==
               GPUOCC_OK,
           "gpuocc_occupancy_init");
    expect(gpuocc_occupancy_groups(occupancy) == 5 && gpuocc_occupancy_waves(occupancy) == 20 &&
               gpuocc_occupancy_max_waves(occupancy) == 64 &&
               gpuocc_occupancy_limiters(occupancy) == 1u << GPUOCC_LIMIT_REGISTERS,
           "five groups, twenty of 64 waves, limited by registers");
    expect(gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_LIMIT, GPUOCC_LIMIT_WAVES, &low, &high) ==
                   GPUOCC_OK &&
               low == 16 && high == 16,
           "gpuocc_occupancy_get");
    expect(gpuocc_occupancy_maximum(occupancy, GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                                    GPUOCC_TARGET_GROUPS, 8, &value, NULL) == GPUOCC_OK &&
               value == 64,
           "gpuocc_occupancy_maximum");
    plateau.size = sizeof plateau;
    expect(gpuocc_occupancy_plateau(occupancy, GPUOCC_KERNEL_REGISTERS_PER_THREAD, 96, &plateau,
                                    NULL) == GPUOCC_OK &&
               plateau.groups == 5 && plateau.last == 102,
           "gpuocc_occupancy_plateau");
    step.size = sizeof step;
    expect(gpuocc_occupancy_next_step(occupancy, GPUOCC_KERNEL_REGISTERS_PER_THREAD, &step, NULL) ==
                   GPUOCC_OK &&
               step.then == 85 && step.waves == 24,
           "gpuocc_occupancy_next_step");
    kernel.registers_per_thread = 300;
    expect(gpuocc_occupancy_init(occupancy, own, 0, &kernel, &error) ==
                   GPUOCC_ERROR_TOO_MANY_REGISTERS &&
               error.field == GPUOCC_KERNEL_REGISTERS_PER_THREAD && error.value == 300 &&
               error.limit == 255,
           "300 registers are refused");
    expect(gpuocc_error_text(&error, GPUOCC_ERROR_TOO_MANY_REGISTERS, text, sizeof text) > 10 &&
               strstr(text, "300") != NULL,
           "gpuocc_error_text");
    kernel.registers_per_thread = 96;
    gpuocc_occupancy_init(occupancy, own, 0, &kernel, NULL);
}

static void ask_schedule(const gpuocc_occupancy *occupancy)
{
    uint64_t a = 0, b = 0;
    gpuocc_schedule schedule;
    gpuocc_group_time group = {0};
    gpuocc_grid_time time = {0};
    gpuocc_grid grid = {0};

    grid.size = sizeof grid;
    grid.groups = 100;
    expect(gpuocc_schedule_init(&schedule, occupancy, &grid, NULL) == GPUOCC_OK,
           "gpuocc_schedule_init");
    expect(gpuocc_schedule_get(&schedule, GPUOCC_SCHEDULE_ROUNDS, 0, &a, &b) == GPUOCC_OK &&
               a == 3 && b == 1,
           "gpuocc_schedule_get");
    group.size = sizeof group;
    group.latency = 2;
    time.size = sizeof time;
    expect(gpuocc_schedule_time(&schedule, &group, &time, NULL) == GPUOCC_OK && time.time == 6,
           "gpuocc_schedule_time");
}

static void ask_latency(const gpuocc_device *own, const gpuocc_occupancy *occupancy)
{
    static const uint32_t constants[] = {GPUOCC_CONSTANT_LATENCY + GPUOCC_RESOURCE_FP32,
                                         GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_FP32,
                                         GPUOCC_CONSTANT_RATE + GPUOCC_RESOURCE_ISSUE};
    static const double values[] = {4, 2, 4};
    static gpuocc_latency latency;
    gpuocc_instructions c = {0};
    gpuocc_workload workload = {0};
    uint32_t i;
    double low = 0, high = 0, in_flight = 0;

    expect(gpuocc_little_pipe(4, 2, &in_flight, NULL) == GPUOCC_OK && in_flight == 8,
           "gpuocc_little_pipe");
    workload.size = sizeof workload;
    c.size = sizeof c;
    c.resource = GPUOCC_RESOURCE_FP32;
    c.count = 10;
    workload.class_count = 1;
    for (i = 0; i < 3; i++) {
        workload.constants_given |= UINT64_C(1) << constants[i];
        workload.constants[constants[i]] = values[i];
    }
    expect(gpuocc_latency_init(&latency, own, occupancy, &workload, &c, NULL) == GPUOCC_OK,
           "gpuocc_latency_init");
    expect(gpuocc_latency_get(&latency, GPUOCC_LATENCY_DEMAND, GPUOCC_RESOURCE_FP32, &low, &high) ==
                   GPUOCC_OK &&
               low == 5 && high == 5,
           "gpuocc_latency_get");
}

static void ask_plan(const gpuocc_device *own)
{
    static const uint32_t fields[] = {GPUOCC_KERNEL_REGISTERS_PER_THREAD};
    static const uint32_t results[] = {GPUOCC_RESULT_GROUPS, GPUOCC_RESULT_WAVES};
    static const uint32_t registers[] = {96, 64, 300};
    static gpuocc_plan plan;
    uint32_t groups[3] = {0}, waves[3] = {0};
    const uint32_t *in[] = {registers};
    uint32_t *out[2];
    gpuocc_kernel kernel = {0};
    int32_t status[3];

    out[0] = groups;
    out[1] = waves;
    kernel.size = sizeof kernel;
    kernel.threads_per_group = 128;
    expect(gpuocc_plan_init(&plan, own, 0, &kernel, NULL) == GPUOCC_OK, "gpuocc_plan_init");
    expect(gpuocc_plan_run(&plan, 3, fields, in, 1, results, out, 2, status) == GPUOCC_OK &&
               groups[0] == 5 && groups[1] == 8 && waves[0] == 20 && waves[1] == 32,
           "gpuocc_plan_run");
    expect(status[0] == GPUOCC_OK && status[2] == GPUOCC_ERROR_TOO_MANY_REGISTERS &&
               groups[2] == GPUOCC_UNKNOWN,
           "a row that is refused");
}

int main(void)
{
    static gpuocc_custom_device custom;
    static gpuocc_occupancy occupancy;
    const gpuocc_device *own = own_device(&custom);

    if (own == NULL)
        return 1;
    ask_devices(own);
    ask_occupancy(&occupancy, own);
    ask_schedule(&occupancy);
    ask_latency(own, &occupancy);
    ask_plan(own);
    return wrong;
}
