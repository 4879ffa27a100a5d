/* SPDX-License-Identifier: MIT
 *
 * The launches of profiles, summed by shape: a kernel with its group, registers, shared memory and
 * grid on a GPU. All sums are whole numbers, so that they do not depend on the order of the
 * launches and of the files.
 */
#ifndef TOOL_SHAPES_H
#define TOOL_SHAPES_H

#include <gpuocc/runs.h>

#include "output/text.h"

/* A percentage in thousandths, or that there is none. */
#define SHAPE_NO_PERCENT UINT32_MAX

/* A GPU of the profiles. Numbers are GPUOCC_UNKNOWN where no profile has them. */
struct gpu {
    struct text name, architecture; /* "": not given */
    uint32_t number;
    uint32_t cores, wave_size, threads_per_core;
};

/* What makes two launches different shapes. It has no padding. */
struct shape_key {
    uint64_t grid; /* groups; GPUOCC_RUNS_NO_TIME: unknown */
    uint32_t gpu;  /* index */
    uint32_t format;
    uint32_t missing; /* set of enum gpuocc_runs_field, without those of time */
    uint32_t threads, wave_size, cluster;
    uint32_t registers, vector_registers, accumulation_registers, scalar_registers;
    gpuocc_runs_bytes shared_static, shared_dynamic, shared;
};

struct shape {
    struct shape_key key;
    size_t name, name_length; /* in shapes->names */
    uint64_t calls;
    uint64_t timed; /* calls of which the time is known */
    uint64_t time_ns, least_ns, most_ns;
    /* What the profiler says, in thousandths of a percent, at least and at most. */
    uint32_t estimated_low, estimated_high;
    uint32_t theoretical_low, theoretical_high;
    uint64_t achieved_sum, achieved_count; /* measured */
    uint32_t order;                        /* index before shapes_sort() */
};

/* A file, of whose launches the shapes are. */
struct run_file {
    size_t path; /* in shapes->names */
    uint64_t launches, time_ns;
};

/* The time of a shape in a file. */
struct file_time {
    uint32_t file, shape; /* indices */
    uint64_t time_ns;
};

/* The file that differs most from the average of the files. */
struct different {
    const struct run_file *file;  /* NULL: all are alike, fewer than three, or lack times */
    const struct shape *shape;    /* whose time differs most */
    uint64_t difference_ns;       /* the differences of all shapes */
    uint64_t time_ns, average_ns; /* of the shape */
};

struct shapes {
    struct run_file *files;
    size_t file_count;
    struct file_time *times;
    size_t time_count, time_capacity;
    struct shape *at;
    size_t count, capacity;
    uint32_t *slots; /* of a hash table: indices + 1 */
    size_t slot_count;
    struct text names;
    struct gpu *gpus;
    uint32_t gpu_count;
    uint64_t launches;
};

/* Adds a launch. Returns the index of its shape. */
uint32_t shapes_launch(struct shapes *shapes, const gpuocc_runs_launch *launch);

/* Adds a file. Returns its index. */
uint32_t shapes_file(struct shapes *shapes, const char *path, uint64_t launches, uint64_t time_ns);

/* Adds the time of a shape in a file. */
void shapes_file_time(struct shapes *shapes, uint32_t file, uint32_t shape, uint64_t time_ns);

/* Makes all shapes so far those of one file. */
void shapes_of_file(struct shapes *shapes, const char *path);

/* Finds the file that differs most. */
void shapes_different(const struct shapes *shapes, struct different *different);

/* Returns the time of all shapes. */
uint64_t shapes_time(const struct shapes *shapes);

/* Adds what a profile says about a GPU. */
void shapes_gpu(struct shapes *shapes, const gpuocc_runs_device *device);

/* Takes over the description of each GPU that is without one, by its number. */
void shapes_describe(struct shapes *shapes, const struct shapes *others);

/* Takes over, for each GPU that is without a description, that of the others if they are alike:
 * PyTorch's launches on ROCm count the GPUs in another way than its list of GPUs. Returns a GPU
 * that got one, or NULL. */
const struct gpu *shapes_describe_alike(struct shapes *shapes);

/* Adds the sums of other shapes. */
void shapes_merge(struct shapes *shapes, const struct shapes *others);

/* Adds a shape, or its sums to those of the same shape; the GPU of its key is one of `shapes`.
 * Returns its index. */
uint32_t shapes_add(struct shapes *shapes, const struct shape *shape, const char *name,
                    size_t length);

/* Returns the index of a GPU with this description, which it adds if there is none. */
uint32_t shapes_find_gpu(struct shapes *shapes, const struct gpu *gpu);

/* Sorts by total time, the longest first. No shape can be added afterwards. */
void shapes_sort(struct shapes *shapes);

const char *shape_name(const struct shapes *shapes, const struct shape *shape);

void shapes_free(struct shapes *shapes);

#endif
