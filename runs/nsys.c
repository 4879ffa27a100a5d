/* SPDX-License-Identifier: MIT
 *
 * Reads nsys's database (https://docs.nvidia.com/nsight-systems/UserGuide/index.html, schema 3.2x),
 * and the table of `nsys stats --report cuda_gpu_trace --format csv`. Its shared memory is
 * printed in millions of bytes and rounded, unless csv:mem=B was asked for
 * (https://docs.nvidia.com/nsight-systems/AnalysisGuide/index.html).
 */
#include "reader.h"

#include <stdio.h>

#define ROW(member)    (unsigned short)offsetof(struct runs_row, member)
#define LAUNCH(member) ROW(launch.member)

static const char *const required[] = {"start", "duration", "grdx", "blkx", "regtrd", "name", NULL};
static const struct runs_member columns[] = {{"start", RUNS_TIME, LAUNCH(start_ns), NULL},
                                             {"duration", RUNS_TIME, LAUNCH(duration_ns), NULL},
                                             {"corrid", RUNS_WIDE, LAUNCH(correlation), NULL},
                                             {"grdx", RUNS_NUMBER, LAUNCH(grid[0]), NULL},
                                             {"grdy", RUNS_NUMBER, LAUNCH(grid[1]), NULL},
                                             {"grdz", RUNS_NUMBER, LAUNCH(grid[2]), NULL},
                                             {"blkx", RUNS_NUMBER, LAUNCH(group[0]), NULL},
                                             {"blky", RUNS_NUMBER, LAUNCH(group[1]), NULL},
                                             {"blkz", RUNS_NUMBER, LAUNCH(group[2]), NULL},
                                             {"regtrd", RUNS_NUMBER, LAUNCH(registers), NULL},
                                             {"stcsmem", RUNS_SIZE, LAUNCH(shared_static), NULL},
                                             {"dymsmem", RUNS_SIZE, LAUNCH(shared_dynamic), NULL},
                                             {"device", RUNS_STRING, ROW(device.name), NULL},
                                             {"strm", RUNS_NUMBER, LAUNCH(stream), NULL},
                                             {"name", RUNS_STRING, LAUNCH(name), NULL},
                                             {NULL, 0, 0, NULL}};

void runs_take_device(reader *r, struct runs_row *row)
{
    gpuocc_runs_device *device = &row->device;
    gpuocc_kernels_text number = device->name;
    size_t open = device->name.length;

    while (open > 0 && device->name.at[open - 1] != '(')
        open--;
    if (open == 0)
        return;
    number = text_behind(number, open);
    device->number = runs_number(number);
    device->name.length = open - 1;
    device->name = runs_trimmed(device->name);
    row->launch.device_number = device->number;
    if (device->number != GPUOCC_UNKNOWN)
        runs_add_device(r, device->number, device);
}

static void report(reader *r, struct runs_row *row)
{
    gpuocc_runs_launch *launch = &row->launch;

    if (launch->group[0] == GPUOCC_UNKNOWN && launch->registers == GPUOCC_UNKNOWN)
        return; /* a copy, or a fill */
    runs_take_device(r, row);
    launch->name = runs_field(r, launch->name);
    if (launch->correlation == UINT64_MAX)
        launch->correlation = 0;
    runs_report(r, launch);
}

const struct runs_table runs_nsys_trace = {GPUOCC_RUNS_NSYS_CSV, required, columns, report};

static const struct runs_member gpus[] = {
    {"id", RUNS_NUMBER, ROW(dispatch), NULL},
    {"cudevice", RUNS_NUMBER, ROW(device.number), NULL},
    {"name", RUNS_STRING, ROW(device.name), NULL},
    {"smcount", RUNS_NUMBER, ROW(device.cores), NULL},
    {"threadsperwarp", RUNS_NUMBER, ROW(device.wave_size), NULL},
    {"maxwarpspersm", RUNS_NUMBER, ROW(device.waves_per_core), NULL},
    {"maxregisterspersm", RUNS_NUMBER, ROW(device.registers_per_core), NULL},
    {"maxshmempersm", RUNS_NUMBER, ROW(device.shared_per_core), NULL},
    {"maxshmemperblock", RUNS_NUMBER, ROW(device.shared_per_group), NULL},
    {"maxshmemperblockoptin", RUNS_NUMBER, ROW(device.shared_per_group_max), NULL},
    {"computemajor", RUNS_NUMBER, ROW(threads[0]), NULL},
    {"computeminor", RUNS_NUMBER, ROW(threads[1]), NULL},
    {NULL, 0, 0, NULL}};
static const struct runs_member kernels[] = {
    {"start", RUNS_TIME, LAUNCH(start_ns), NULL},
    {"end", RUNS_TIME, ROW(end_ns), NULL},
    {"deviceid", RUNS_NUMBER, LAUNCH(device_number), NULL},
    {"streamid", RUNS_NUMBER, LAUNCH(stream), NULL},
    {"correlationid", RUNS_WIDE, LAUNCH(correlation), NULL},
    {"registersperthread", RUNS_NUMBER, LAUNCH(registers), NULL},
    {"gridx", RUNS_NUMBER, LAUNCH(grid[0]), NULL},
    {"gridy", RUNS_NUMBER, LAUNCH(grid[1]), NULL},
    {"gridz", RUNS_NUMBER, LAUNCH(grid[2]), NULL},
    {"blockx", RUNS_NUMBER, LAUNCH(group[0]), NULL},
    {"blocky", RUNS_NUMBER, LAUNCH(group[1]), NULL},
    {"blockz", RUNS_NUMBER, LAUNCH(group[2]), NULL},
    {"staticsharedmemory", RUNS_SIZE, LAUNCH(shared_static), NULL},
    {"dynamicsharedmemory", RUNS_SIZE, LAUNCH(shared_dynamic), NULL},
    {"localmemoryperthread", RUNS_NUMBER, LAUNCH(scratch), NULL},
    {"clusterx", RUNS_NUMBER, LAUNCH(cluster[0]), NULL},
    {"clustery", RUNS_NUMBER, LAUNCH(cluster[1]), NULL},
    {"clusterz", RUNS_NUMBER, LAUNCH(cluster[2]), NULL},
    {"name", RUNS_STRING, LAUNCH(name), NULL},
    {"mangled", RUNS_STRING, LAUNCH(mangled), NULL},
    {NULL, 0, 0, NULL}};

static void gpu_row(reader *r, struct runs_row *row)
{
    gpuocc_runs_device device = row->device;
    const uint32_t major = row->threads[0], minor = row->threads[1];
    char architecture[32];

    if (device.number == GPUOCC_UNKNOWN)
        device.number = row->dispatch;
    if (major < 100 && minor < 10) {
        device.architecture.length = (size_t)snprintf(architecture, sizeof architecture, "sm_%u",
                                                      (unsigned)(10 * major + minor));
        device.architecture.at = architecture;
    }
    if (device.number != GPUOCC_UNKNOWN)
        runs_add_device(r, device.number, &device);
}

static void kernel_row(reader *r, struct runs_row *row)
{
    gpuocc_runs_launch *launch = &row->launch;

    if (launch->start_ns != GPUOCC_RUNS_NO_TIME && row->end_ns != GPUOCC_RUNS_NO_TIME &&
        row->end_ns >= launch->start_ns)
        launch->duration_ns = row->end_ns - launch->start_ns;
    if (launch->correlation == UINT64_MAX)
        launch->correlation = 0;
    runs_report(r, launch);
}

const struct runs_table runs_nsys_gpus = {GPUOCC_RUNS_NSYS_SQLITE, NULL, gpus, gpu_row};
const struct runs_table runs_nsys_kernels = {GPUOCC_RUNS_NSYS_SQLITE, NULL, kernels, kernel_row};
