/* SPDX-License-Identifier: MIT
 *
 * Makes launches for the tests of shapes.
 */
#ifndef DRAWN_H
#define DRAWN_H

#include <gpuocc/runs.h>

#include <string.h>

/* Launches: few kernels, groups, grids, GPUs and registers, so that many are alike. */
struct drawn {
    uint32_t name, threads, grid, gpu, registers;
    uint64_t time_ns;
};
static const char *const names[] = {"a", "ab", "b", ""};

static gpuocc_runs_launch launch_of(const struct drawn *from)
{
    gpuocc_runs_launch launch;

    memset(&launch, 0xff, sizeof launch);
    launch.size = sizeof launch;
    launch.format = GPUOCC_RUNS_KINETO;
    launch.missing = 0;
    launch.calls = 1;
    launch.reported.estimated_percent = launch.reported.theoretical_percent = -1;
    launch.reported.achieved_percent = from->registers;
    launch.name.at = names[from->name];
    launch.name.length = strlen(names[from->name]);
    launch.device_number = from->gpu;
    launch.group[0] = from->threads;
    launch.grid[0] = from->grid;
    launch.group[1] = launch.group[2] = launch.grid[1] = launch.grid[2] = 1;
    launch.registers = from->registers;
    launch.duration_ns = from->time_ns;
    return launch;
}

static gpuocc_runs_contents contents_of(const gpuocc_runs_shapes *shapes)
{
    gpuocc_runs_contents contents = {.size = sizeof contents};

    if (gpuocc_runs_shapes_contents(shapes, &contents) != GPUOCC_RUNS_OK)
        memset(&contents, 0, sizeof contents);
    return contents;
}

#endif
