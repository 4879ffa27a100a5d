/* SPDX-License-Identifier: MIT
 *
 * Reads the table of `nsys stats --report cuda_gpu_trace --format csv`. Its shared memory is
 * printed in millions of bytes and rounded, unless csv:mem=B was asked for
 * (https://docs.nvidia.com/nsight-systems/AnalysisGuide/index.html).
 */
#include "reader.h"

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

/* Separates "NVIDIA B200 (0)". */
static void take_device(reader *r, struct runs_row *row)
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
    if (device->number != GPUOCC_UNKNOWN && runs_device(r, device->number) == NULL)
        runs_add_device(r, device->number, device);
}

static void report(reader *r, struct runs_row *row)
{
    gpuocc_runs_launch *launch = &row->launch;

    if (launch->group[0] == GPUOCC_UNKNOWN && launch->registers == GPUOCC_UNKNOWN)
        return; /* a copy, or a fill */
    take_device(r, row);
    launch->name = runs_field(r, launch->name);
    if (launch->correlation == UINT64_MAX)
        launch->correlation = 0;
    runs_report(r, launch);
}

const struct runs_table runs_nsys_trace = {GPUOCC_RUNS_NSYS_CSV, required, columns, report};
