/* SPDX-License-Identifier: MIT
 *
 * Declares what the files about shapes share: launches by shape, and the files that they are of.
 */
#ifndef GPUOCC_RUNS_SHAPES_H
#define GPUOCC_RUNS_SHAPES_H

#include <gpuocc/runs.h>

/* Texts, in blocks that do not move. */
struct shapes_block;

struct gpuocc_runs_shapes {
    gpuocc_runs_shape *at;
    size_t count, room;
    gpuocc_runs_file_sums *files;
    size_t file_count, file_room;
    gpuocc_runs_file_time *times;
    size_t time_count, time_room;
    gpuocc_runs_device *gpus;
    size_t gpu_count, gpu_room;
    uint32_t *slots; /* of a hash table: indices + 1 */
    size_t slot_count;
    struct shapes_block *texts; /* the last one first */
    uint64_t launches;
    uint64_t bytes, most_bytes;
};

/* Sums stay at the largest number. */
static inline uint64_t shapes_sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* Returns the time of all shapes. */
uint64_t shapes_time(const gpuocc_runs_shapes *shapes);

#endif
