/* SPDX-License-Identifier: MIT
 *
 * Tests counts and scaling, functions that each have a struct of numbers. The lines of a group are
 * counted row by row, so groups are small.
 */
#include "gpuocc/models.h"
#include "input.h"

static void ask_counts(struct input *input)
{
    gpuocc_balance balance = {sizeof balance, 0, 0, 0, 0, 0, 0};
    gpuocc_tile tile = {sizeof tile, 0, 0, 0, 0, 0};
    gpuocc_halo halo = {sizeof halo, 0, 0, 0, 0, 0, 0};
    gpuocc_access access = {sizeof access, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    gpuocc_lines lines = {sizeof lines, 0, 0, 0, 0, 0};
    gpuocc_atomics atomics = {sizeof atomics, 0, 0, 0, 0, 0, 0};
    uint64_t requests;
    gpuocc_error error = {.size = sizeof error};
    int32_t status;

    status = gpuocc_balance_cores(take_wide(input), take_word(input), take_word(input), &balance,
                                  &error);
    check_status(status, &error);
    if (status == GPUOCC_OK)
        CHECK(balance.least_groups <= balance.most_groups && balance.capacity >= balance.groups);
    tile.x = take_word(input);
    tile.y = take_word(input);
    tile.z = take_word(input);
    tile.radius = take_word(input);
    tile.element_bytes = take_word(input);
    status = gpuocc_tile_halo(&tile, &halo, &error);
    check_status(status, &error);
    if (status == GPUOCC_OK)
        CHECK(halo.all == halo.payload + halo.border && halo.all >= halo.payload);
    access.wave_size = take_word(input);
    access.group_x = take_word(input);
    access.group_y = take_byte(input);
    access.element_bytes = take_word(input);
    access.line_bytes = take_word(input);
    access.pitch_bytes = take_wide(input);
    access.base_bytes = take_wide(input);
    access.origin_x = take_wide(input);
    access.origin_y = take_wide(input);
    check_status(gpuocc_wave_lines(&access, take_word(input), &lines, &error), &error);
    status = gpuocc_group_lines(&access, &lines, &requests, &error);
    check_status(status, &error);
    if (status == GPUOCC_OK)
        CHECK(lines.lines <= requests);
    check_status(gpuocc_reduction_atomics(take_wide(input), take_word(input), take_word(input),
                                          &atomics, NULL),
                 NULL);
}

static void ask_scaling(struct input *input)
{
    gpuocc_serial serial = {sizeof serial, 0, 0, 0, 0};
    gpuocc_serial_result serial_result = {sizeof serial_result, 0, 0, 0, 0, 0, 0, 0};
    gpuocc_chains chains = {sizeof chains, 0, 0, 0, 0, 0, 0};
    gpuocc_chains_result chains_result = {sizeof chains_result, 0, 0, 0, 0};
    gpuocc_ramp ramp = {sizeof ramp, 0, 0, 0, 0, 0, 0};
    gpuocc_ramp_result ramp_result = {sizeof ramp_result, 0, 0, 0};
    gpuocc_flight flight = {sizeof flight, 0, 0, 0, 0, 0};
    gpuocc_flight_result flight_result = {sizeof flight_result, 0, 0, 0, 0};
    double a, b, scales[3], times[3];
    gpuocc_error error = {.size = sizeof error};
    uint32_t i;

    serial.cpu_time = take_real(input);
    serial.gpu_time = take_real(input);
    serial.core_scale = take_real(input);
    check_status(gpuocc_serial_gap(&serial, &serial_result, &error), &error);
    for (i = 0; i < 3; i++) {
        scales[i] = take_real(input);
        times[i] = take_real(input);
    }
    check_status(gpuocc_serial_fit(scales, times, take_byte(input) % 4, &a, &b, &error), &error);
    chains.chains = take_word(input);
    chains.interleaved = take_word(input);
    chains.dispatches = take_word(input);
    chains.gap = take_real(input);
    chains.work = take_real(input);
    chains.fill = take_real(input);
    check_status(gpuocc_chains_bounds(&chains, &chains_result, &error), &error);
    ramp.groups = take_wide(input);
    ramp.slots = take_wide(input);
    ramp.launch_interval = take_real(input);
    ramp.group_time = take_real(input);
    ramp.fixed_time = take_real(input);
    check_status(gpuocc_ramp_time(&ramp, &ramp_result, &error), &error);
    a = take_real(input);
    b = take_real(input);
    check_status(gpuocc_work_span(a, b, take_real(input), &scales[0], &scales[1], &error), &error);
    flight.core_count = take_word(input);
    flight.line_bytes = take_word(input);
    flight.wave_size = take_word(input);
    flight.latency_ns = take_real(input);
    flight.gb_per_s = take_real(input);
    check_status(gpuocc_bytes_in_flight(&flight, &flight_result, &error), &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct input input = {bytes, length};

    ask_counts(&input);
    ask_scaling(&input);
    return 0;
}
