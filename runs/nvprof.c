/* SPDX-License-Identifier: MIT
 *
 * Reads the table of `nvprof --print-gpu-trace --csv`
 * (https://docs.nvidia.com/cuda/profiler-users-guide/, "GPU-Trace and API-Trace Modes"), whose
 * second row has the units. Its KB are 1024 bytes, in older versions 1000.
 */
#include "reader.h"

#define ROW(member)    (unsigned short)offsetof(struct runs_row, member)
#define LAUNCH(member) ROW(launch.member)

static const char *const required[] = {
    "start", "duration", "gridx", "blockx", "registersperthread", "staticsmem", "name", NULL};
static const struct runs_member columns[] = {
    {"start", RUNS_TIME, LAUNCH(start_ns), NULL},
    {"duration", RUNS_TIME, LAUNCH(duration_ns), NULL},
    {"gridx", RUNS_NUMBER, LAUNCH(grid[0]), NULL},
    {"gridy", RUNS_NUMBER, LAUNCH(grid[1]), NULL},
    {"gridz", RUNS_NUMBER, LAUNCH(grid[2]), NULL},
    {"blockx", RUNS_NUMBER, LAUNCH(group[0]), NULL},
    {"blocky", RUNS_NUMBER, LAUNCH(group[1]), NULL},
    {"blockz", RUNS_NUMBER, LAUNCH(group[2]), NULL},
    {"registersperthread", RUNS_NUMBER, LAUNCH(registers), NULL},
    {"staticsmem", RUNS_OLD_SIZE, LAUNCH(shared_static), NULL},
    {"dynamicsmem", RUNS_OLD_SIZE, LAUNCH(shared_dynamic), NULL},
    {"device", RUNS_STRING, ROW(device.name), NULL},
    {"stream", RUNS_NUMBER, LAUNCH(stream), NULL},
    {"name", RUNS_STRING, LAUNCH(name), NULL},
    {"correlationid", RUNS_WIDE, LAUNCH(correlation), NULL},
    {NULL, 0, 0, NULL}};

/* Takes the number of the launch off its name: "k(int) [115]". */
static void take_number(gpuocc_runs_launch *launch)
{
    gpuocc_kernels_text *name = &launch->name, number = *name;
    size_t digits = 0, end = name->length;

    if (end == 0 || name->at[end - 1] != ']')
        return;
    for (end--; end > 0 && name->at[end - 1] >= '0' && name->at[end - 1] <= '9'; end--)
        digits++;
    if (digits == 0 || end < 3 || name->at[end - 1] != '[' || name->at[end - 2] != ' ')
        return;
    number = text_behind(number, end);
    if (launch->correlation == 0)
        launch->correlation = runs_wide(number);
    name->length = end - 2;
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
    take_number(launch);
    runs_report(r, launch);
}

const struct runs_table runs_nvprof = {GPUOCC_RUNS_NVPROF_CSV, required, columns, report};
