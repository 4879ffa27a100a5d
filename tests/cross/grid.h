/* SPDX-License-Identifier: MIT
 *
 * The grid of tests/cross: queries about every device, and one checksum of all answers. It uses
 * only the public interface and needs no C library. Integers and doubles are summed separately.
 *
 * For every device: all its fields; every group size from 1 to one above the maximum; every
 * register count from 0 to one above the maximum (for Intel every GRF count) with every group size
 * that is a multiple of 32; shared memory from 0 to one step above the maximum, in steps of its
 * allocation granularity (at least 64 bytes), with three group sizes; every convention; a kernel
 * with an unknown count. The whole product would be 10^11 queries. If the groups of two neighbours
 * are equal, only their groups, waves and limiters are summed; otherwise all results. Then
 * schedules and times, and for devices with a known clock the latency model.
 */
#ifndef GRID_H
#define GRID_H

#include "gpuocc/gpuocc.h"
#include "../handles.h"

struct grid {
    uint64_t integers, doubles;
    uint32_t answers, numbers, devices; /* their numbers */
    uint32_t groups;                    /* of the last answer, to compare neighbours */
    const gpuocc_device *device;
    uint64_t occupancy[sizeof(gpuocc_occupancy) / 8];
    uint64_t latency[sizeof(gpuocc_latency) / 8];
};

/* Mixes a word into a sum by FNV-1a over 64-bit words, with a rotation so that high bits affect low
 * ones. */
static void grid_mix(uint64_t *sum, uint64_t word)
{
    const uint64_t next = (*sum ^ word) * UINT64_C(0x100000001b3);

    *sum = next << 23 | next >> 41;
}

static void grid_integer(struct grid *g, uint64_t word)
{
    grid_mix(&g->integers, word);
}

static void grid_status(struct grid *g, int32_t status)
{
    grid_mix(&g->integers, (uint64_t)(uint32_t)status);
}

static void grid_double(struct grid *g, double value)
{
    union {
        double value;
        uint64_t bits;
    } both;

    both.value = value;
    g->numbers += value != 0;
    grid_mix(&g->doubles, both.bits);
}

static void grid_text(struct grid *g, const char *text)
{
    for (; text != NULL && *text != 0; text++)
        grid_integer(g, (unsigned char)*text);
    grid_integer(g, text == NULL);
}

static uint32_t grid_field(const struct grid *g, uint32_t field, uint32_t otherwise)
{
    uint64_t value;

    if (gpuocc_device_get(g->device, field, 0, &value) != GPUOCC_OK || value == 0 ||
        value > 0x7fffffff)
        return otherwise;
    return (uint32_t)value;
}

static void grid_results(struct grid *g, const gpuocc_occupancy *occupancy)
{
    uint32_t result, index, last;
    uint64_t low, high;
    int32_t status;

    for (result = 0; result < 20; result++) {
        last = result >= GPUOCC_RESULT_LIMIT && result <= GPUOCC_RESULT_CAPACITY ? 7 : 0;
        for (index = 0; index <= last; index++) {
            low = high = 0;
            status = gpuocc_occupancy_get(occupancy, result, index, &low, &high);
            grid_status(g, status);
            grid_integer(g, low);
            grid_integer(g, high);
        }
    }
}

/* Makes one query; returns NULL if it is refused. */
static gpuocc_occupancy *grid_ask(struct grid *g, uint32_t convention, gpuocc_kernel *kernel)
{
    gpuocc_occupancy *occupancy = NULL;
    gpuocc_error error;
    uint32_t groups;
    int32_t status;

    kernel->size = sizeof *kernel;
    error.size = sizeof error;
    status = occupancy_in(g->occupancy, g->device, convention, kernel, &occupancy, &error);
    g->answers++;
    grid_status(g, status);
    if (status != GPUOCC_OK) {
        grid_integer(g, error.field);
        grid_integer(g, error.known & 1 ? error.value : 0);
        grid_integer(g, error.known & 2 ? error.limit : 0);
        g->groups = GPUOCC_UNKNOWN - 1;
        return NULL;
    }
    groups = gpuocc_occupancy_groups(occupancy);
    grid_integer(g, groups);
    grid_integer(g, gpuocc_occupancy_waves(occupancy));
    grid_integer(g, gpuocc_occupancy_limiters(occupancy));
    if (groups != g->groups)
        grid_results(g, occupancy);
    g->groups = groups;
    return occupancy;
}

/* Returns a kernel that the device accepts, with this number of the registers that it counts. */
static gpuocc_kernel grid_kernel(const struct grid *g, uint32_t threads, uint32_t registers)
{
    const uint32_t vendor = grid_field(g, GPUOCC_DEVICE_VENDOR, 0);
    gpuocc_kernel kernel = {0};

    kernel.threads_per_group = threads;
    if (vendor == GPUOCC_VENDOR_INTEL) {
        kernel.wave_size = 16;
        kernel.grf_count = registers;
    } else if (vendor == GPUOCC_VENDOR_APPLE)
        kernel.half_registers_per_thread = registers;
    else
        kernel.registers_per_thread = registers;
    return kernel;
}

static void grid_registers(struct grid *g, uint32_t most)
{
    const uint32_t registers = grid_field(g, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD, 256);
    gpuocc_kernel kernel;
    uint32_t i, threads;

    for (threads = 32; threads <= most; threads += 32)
        for (i = 0; i <= registers + 1; i++) {
            kernel = grid_kernel(g, threads, i);
            grid_ask(g, GPUOCC_CONVENTION_DEFAULT, &kernel);
        }
}

static void grid_shared(struct grid *g, uint32_t registers)
{
    static const uint32_t threads[3] = {32, 96, 512};
    const uint32_t bytes = grid_field(g, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, 65536);
    const uint32_t unit = grid_field(g, GPUOCC_DEVICE_SHARED_UNIT_BYTES, 128);
    const uint32_t step = unit < 64 ? 64 : unit;
    gpuocc_kernel kernel;
    uint32_t i, k;

    for (k = 0; k < 3; k++)
        for (i = 0; i <= bytes + step; i += step) {
            kernel = grid_kernel(g, threads[k], registers);
            kernel.shared_bytes = i;
            grid_ask(g, GPUOCC_CONVENTION_DEFAULT, &kernel);
        }
}

static void grid_sweeps(struct grid *g)
{
    const uint32_t most = grid_field(g, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 1024);
    const uint32_t registers = grid_kernel(g, 1, 1).grf_count != 0 ? 128 : 40;
    gpuocc_kernel kernel;
    uint32_t i;

    for (i = 1; i <= most + 1; i++) {
        kernel = grid_kernel(g, i, registers);
        grid_ask(g, GPUOCC_CONVENTION_DEFAULT, &kernel);
    }
    grid_registers(g, most);
    grid_shared(g, registers);
    for (i = 0; i <= 10; i++) {
        kernel = grid_kernel(g, 192, registers);
        kernel.shared_bytes = 9000;
        grid_ask(g, i, &kernel);
    }
    kernel = grid_kernel(g, 128, GPUOCC_UNKNOWN);
    grid_ask(g, GPUOCC_CONVENTION_DEFAULT, &kernel);
}

static void grid_schedule(struct grid *g, const gpuocc_occupancy *occupancy, uint64_t groups)
{
    uint64_t memory[sizeof(gpuocc_schedule) / 8], numerator, denominator;
    gpuocc_group_time group = {0};
    gpuocc_grid_time time = {0};
    gpuocc_schedule *schedule;
    gpuocc_grid grid = {0};
    uint32_t result;
    int32_t status;

    grid.size = sizeof grid;
    grid.groups = groups;
    status = schedule_in(memory, occupancy, &grid, &schedule, NULL);
    grid_status(g, status);
    if (status != GPUOCC_OK)
        return;
    for (result = 0; result < 16; result++) {
        numerator = denominator = 0;
        status = gpuocc_schedule_get(schedule, result, 0, &numerator, &denominator);
        grid_status(g, status);
        grid_integer(g, numerator);
        grid_integer(g, denominator);
    }
    group.size = sizeof group;
    group.latency = 12.7;
    group.per_core = 0.9;
    group.per_device = 0.0071;
    group.overhead = 0.3;
    time.size = sizeof time;
    status = gpuocc_schedule_time(schedule, &group, &time, NULL);
    grid_status(g, status);
    grid_double(g, time.time);
    grid_double(g, time.tail);
    grid_double(g, time.ideal);
    grid_double(g, time.minimum);
}

static void grid_latency(struct grid *g, const gpuocc_occupancy *occupancy)
{
    gpuocc_instructions classes[2] = {{0}, {0}};
    gpuocc_workload workload = {0};
    gpuocc_latency *latency;
    uint32_t result, index;
    double low, high;
    int32_t status;

    workload.size = sizeof workload;
    workload.grid_groups = 4321;
    classes[0].size = classes[1].size = sizeof classes[0];
    classes[0].kind = GPUOCC_CLASS_PIPE;
    classes[0].resource = GPUOCC_RESOURCE_FP32;
    classes[0].count = 37.3;
    classes[0].chains = 1.5;
    classes[1].kind = GPUOCC_CLASS_LOAD;
    classes[1].count = 3.1;
    classes[1].bytes = 128;
    classes[1].l1_hit = 0.3;
    classes[1].l2_hit = 0.45;
    status = latency_in(g->latency, g->device, occupancy, &workload, classes, 2, NULL, NULL, 0,
                        &latency, NULL);
    grid_status(g, status);
    if (status != GPUOCC_OK)
        return;
    for (result = 0; result < 30; result++)
        for (index = 0; index < 15; index++) {
            low = high = 0;
            grid_status(g, gpuocc_latency_get(latency, result, index, &low, &high));
            grid_double(g, low);
            grid_double(g, high);
        }
}

static void grid_device(struct grid *g)
{
    const char *name = gpuocc_device_name(g->device);
    gpuocc_kernel kernel = grid_kernel(g, 256, 128);
    const gpuocc_occupancy *occupancy;
    const gpuocc_device *found;
    uint32_t field, quality = 0;
    uint64_t value;
    size_t length = 0;

    grid_text(g, name);
    grid_integer(g, gpuocc_device_fingerprint(g->device));
    while (name[length] != 0)
        length++;
    grid_status(g, gpuocc_device_find(name, length, 0, &found, &quality, NULL));
    grid_integer(g, quality);
    for (field = 0; field < 47; field++) {
        value = 0;
        grid_status(g, gpuocc_device_get(g->device, field, 0, &value));
        grid_integer(g, value);
    }
    grid_sweeps(g);
    g->groups = GPUOCC_UNKNOWN;
    occupancy = grid_ask(g, GPUOCC_CONVENTION_DEFAULT, &kernel);
    if (occupancy == NULL)
        return;
    grid_schedule(g, occupancy, 1);
    grid_schedule(g, occupancy, 1237);
    grid_latency(g, occupancy);
}

static void grid_run(struct grid *g)
{
    uint32_t i;

    g->integers = g->doubles = UINT64_C(0xcbf29ce484222325);
    g->answers = g->numbers = 0;
    g->devices = gpuocc_device_count();
    for (i = 0; i < g->devices && gpuocc_device_at(i, &g->device) == GPUOCC_OK; i++)
        grid_device(g);
}

#endif
