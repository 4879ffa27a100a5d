/* SPDX-License-Identifier: MIT
 *
 * Differences between the files of a run, such as the traces of its ranks: which file differs most
 * from their average.
 */
#include <stdlib.h>
#include <string.h>

#include "commands/profile/shapes.h"

static uint64_t distance(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

static int compare(const void *a, const void *b)
{
    const struct file_time *first = a, *second = b;

    if (first->file != second->file)
        return first->file < second->file ? -1 : 1;
    return first->shape != second->shape ? (first->shape < second->shape ? -1 : 1) : 0;
}

/* Joins the times of a shape in a file. Returns their number. */
static size_t join(struct file_time *times, size_t count)
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
static int is_complete(const struct shapes *shapes, const struct file_time *times, size_t count)
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

/* Compares the shapes of a file, whose times begin at *at, with their averages. */
static void compare_file(const struct shapes *shapes, const struct file_time **at,
                         const struct file_time *end, uint32_t file, struct different *found)
{
    uint64_t average, time_ns, most = 0;
    uint32_t shape;

    memset(found, 0, sizeof *found);
    for (shape = 0; shape < shapes->count; shape++) {
        average = shapes->at[shape].time_ns / shapes->file_count;
        time_ns = 0;
        if (*at != end && (*at)->file == file && (*at)->shape == shape)
            time_ns = (*at)++->time_ns;
        found->difference_ns += distance(time_ns, average);
        if (distance(time_ns, average) <= most)
            continue;
        most = distance(time_ns, average);
        found->file = &shapes->files[file];
        found->shape = &shapes->at[shape];
        found->time_ns = time_ns;
        found->average_ns = average;
    }
}

/* Whether a file differs more than another, or as much and has a path before that. */
static int is_more(const struct shapes *shapes, const struct different *a,
                   const struct different *b)
{
    if (a->file == NULL || b->file == NULL)
        return a->file != NULL;
    if (a->difference_ns != b->difference_ns)
        return a->difference_ns > b->difference_ns;
    return strcmp(shapes->names.data + a->file->path, shapes->names.data + b->file->path) < 0;
}

void shapes_different(const struct shapes *shapes, struct different *different)
{
    const size_t room = (shapes->time_count + 1) * sizeof(struct file_time);
    struct file_time *times = memory_grow(NULL, room);
    const struct file_time *at = times;
    struct different found;
    size_t count = 0;
    uint32_t file;

    memset(different, 0, sizeof *different);
    if (shapes->time_count != 0) {
        memcpy(times, shapes->times, shapes->time_count * sizeof *times);
        count = join(times, shapes->time_count);
    }
    if (shapes->file_count > 1 && is_complete(shapes, times, count))
        for (file = 0; file < shapes->file_count; file++) {
            compare_file(shapes, &at, times + count, file, &found);
            if (is_more(shapes, &found, different))
                *different = found;
        }
    free(times);
}
