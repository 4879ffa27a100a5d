/* SPDX-License-Identifier: MIT
 *
 * Differences between the files of a run, such as the traces of its ranks: which file differs most
 * from their average.
 */
#include "shapes.h"

#include <stdlib.h>
#include <string.h>

static uint64_t distance(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

static int compare(const void *a, const void *b)
{
    const gpuocc_runs_file_time *first = a, *second = b;

    if (first->file != second->file)
        return first->file < second->file ? -1 : 1;
    return first->shape != second->shape ? (first->shape < second->shape ? -1 : 1) : 0;
}

/* Joins the times of a shape in a file. Returns their number. */
static size_t join(gpuocc_runs_file_time *times, size_t count)
{
    size_t i, joined = 0;

    qsort(times, count, sizeof *times, compare);
    for (i = 1; i < count; i++) {
        if (compare(&times[joined], &times[i]) == 0)
            times[joined].time_ns += times[i].time_ns;
        else
            times[++joined] = times[i];
    }
    return joined + 1;
}

/* Whether the times of the shapes are all of the time of each file, which they are not after damage
 * and in parts of older versions. */
static int is_complete(const gpuocc_runs_shapes *shapes, const gpuocc_runs_file_time *times,
                       size_t count)
{
    size_t file, i = 0;
    uint64_t time_ns;

    for (file = 0; file < shapes->file_count; file++) {
        for (time_ns = 0; i < count && times[i].file == file; i++)
            time_ns += times[i].time_ns;
        if (time_ns != shapes->files[file].time_ns)
            return 0;
    }
    return i == count;
}

/* Whether a shape is among the times of a file, which are in the order of the shapes. */
static int has_shape(const gpuocc_runs_file_time *at, const gpuocc_runs_file_time *end,
                     uint32_t shape)
{
    gpuocc_runs_file_time key = {0, 0, 0};

    if (at == end)
        return 0;
    key.file = at->file;
    key.shape = shape;
    return bsearch(&key, at, (size_t)(end - at), sizeof *at, compare) != NULL;
}

/* The average time of a shape in a file. */
struct average {
    uint32_t shape;
    uint64_t time_ns;
};

static int longer(const void *a, const void *b)
{
    const struct average *first = a, *second = b;

    if (first->time_ns != second->time_ns)
        return first->time_ns > second->time_ns ? -1 : 1;
    return first->shape < second->shape ? -1 : 1;
}

/* Sets the averages of all shapes, from the longest on. Returns their sum. */
static uint64_t make_averages(const gpuocc_runs_shapes *shapes, struct average *averages)
{
    uint64_t sum_ns = 0;
    uint32_t i;

    for (i = 0; i < shapes->count; i++) {
        averages[i].shape = i;
        averages[i].time_ns = shapes->at[i].time_ns / shapes->file_count;
        sum_ns += averages[i].time_ns;
    }
    if (shapes->count != 0)
        qsort(averages, shapes->count, sizeof *averages, longer);
    return sum_ns;
}

/* Takes a shape if its time differs more from the average than that of the one before. */
static void take_shape(const gpuocc_runs_shapes *shapes, uint32_t shape, uint64_t time_ns,
                       uint64_t average_ns, gpuocc_runs_different *found)
{
    if (distance(time_ns, average_ns) <= distance(found->time_ns, found->average_ns))
        return;
    found->shape = &shapes->at[shape];
    found->time_ns = time_ns;
    found->average_ns = average_ns;
}

/* Compares the shapes of a file, whose times begin at `at`, with their averages: first as if the
 * file had none of the shapes, then by those that it has. Returns the times of the next file. */
static const gpuocc_runs_file_time *compare_file(const gpuocc_runs_shapes *shapes,
                                                 const struct average *averages, uint64_t sum_ns,
                                                 const gpuocc_runs_file_time *at,
                                                 const gpuocc_runs_file_time *end,
                                                 gpuocc_runs_different *found)
{
    const uint32_t file = (uint32_t)(found->file - shapes->files);
    const gpuocc_runs_file_time *own = at;
    uint64_t average_ns;
    size_t i;

    found->difference_ns = sum_ns;
    for (; at != end && at->file == file; at++) {
        average_ns = shapes->at[at->shape].time_ns / shapes->file_count;
        found->difference_ns += distance(at->time_ns, average_ns);
        found->difference_ns -= average_ns;
        take_shape(shapes, at->shape, at->time_ns, average_ns, found);
    }
    for (i = 0; i < shapes->count; i++)
        if (!has_shape(own, at, averages[i].shape)) {
            take_shape(shapes, averages[i].shape, 0, averages[i].time_ns, found);
            break;
        }
    return at;
}

/* Whether a file differs by more than a hundredth of its time. */
static int is_enough(const gpuocc_runs_different *found)
{
    return found->shape != NULL && found->difference_ns > found->file->time_ns / 100;
}

/* Whether a file differs more than another, or as much and has a path before that. */
static int is_more(const gpuocc_runs_different *a, const gpuocc_runs_different *b)
{
    if (b->file == NULL)
        return 1;
    if (a->difference_ns != b->difference_ns)
        return a->difference_ns > b->difference_ns;
    return strcmp(a->file->path, b->file->path) < 0;
}

/* Finds the file that differs most, of at least three: two are equally far from their average. */
static void compare_files(const gpuocc_runs_shapes *shapes, struct average *averages,
                          const gpuocc_runs_file_time *at, const gpuocc_runs_file_time *end,
                          gpuocc_runs_different *different)
{
    const uint64_t sum_ns = make_averages(shapes, averages);
    gpuocc_runs_different found;
    size_t file;

    for (file = 0; file < shapes->file_count; file++) {
        memset(&found, 0, sizeof found);
        found.size = sizeof found;
        found.file = &shapes->files[file];
        at = compare_file(shapes, averages, sum_ns, at, end, &found);
        if (is_enough(&found) && is_more(&found, different))
            *different = found;
    }
}

int32_t gpuocc_runs_shapes_different(const gpuocc_runs_shapes *shapes,
                                     gpuocc_runs_different *different)
{
    gpuocc_runs_file_time *times;
    struct average *averages;
    size_t count;

    if (shapes == NULL || different == NULL)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    if (different->size < sizeof *different)
        return GPUOCC_RUNS_ERROR_SIZE;
    memset(different, 0, sizeof *different);
    different->size = sizeof *different;
    if (shapes->file_count < 3 || shapes->time_count == 0)
        return GPUOCC_RUNS_OK;
    times = malloc(shapes->time_count * sizeof *times);
    averages = malloc((shapes->count + 1) * sizeof *averages);
    if (times != NULL && averages != NULL) {
        memcpy(times, shapes->times, shapes->time_count * sizeof *times);
        count = join(times, shapes->time_count);
        if (is_complete(shapes, times, count))
            compare_files(shapes, averages, times, times + count, different);
    }
    free(averages);
    free(times);
    return times != NULL && averages != NULL ? GPUOCC_RUNS_OK : GPUOCC_RUNS_ERROR_MEMORY;
}
