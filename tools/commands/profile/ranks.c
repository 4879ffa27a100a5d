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

/* Whether a shape is among the times of a file, which are in the order of the shapes. */
static int has_shape(const struct file_time *at, const struct file_time *end, uint32_t shape)
{
    struct file_time key = {0};

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

/* Returns the averages of all shapes, from the longest on, and their sum. */
static struct average *make_averages(const struct shapes *shapes, uint64_t *sum_ns)
{
    struct average *averages = memory_grow(NULL, (shapes->count + 1) * sizeof *averages);
    uint32_t i;

    for (*sum_ns = 0, i = 0; i < shapes->count; i++) {
        averages[i].shape = i;
        averages[i].time_ns = shapes->at[i].time_ns / shapes->file_count;
        *sum_ns += averages[i].time_ns;
    }
    if (shapes->count != 0)
        qsort(averages, shapes->count, sizeof *averages, longer);
    return averages;
}

/* Takes a shape if its time differs more from the average than that of the one before. */
static void take_shape(const struct shapes *shapes, uint32_t shape, uint64_t time_ns,
                       uint64_t average_ns, struct different *found)
{
    if (distance(time_ns, average_ns) <= distance(found->time_ns, found->average_ns))
        return;
    found->shape = &shapes->at[shape];
    found->time_ns = time_ns;
    found->average_ns = average_ns;
}

/* Compares the shapes of a file, whose times begin at `at`, with their averages: first as if the
 * file had none of the shapes, then by those that it has. Returns the times of the next file. */
static const struct file_time *compare_file(const struct shapes *shapes,
                                            const struct average *averages, uint64_t sum_ns,
                                            const struct file_time *at, const struct file_time *end,
                                            struct different *found)
{
    const uint32_t file = (uint32_t)(found->file - shapes->files);
    const struct file_time *own = at;
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
static int is_enough(const struct different *found)
{
    return found->shape != NULL && found->difference_ns > found->file->time_ns / 100;
}

/* Whether a file differs more than another, or as much and has a path before that. */
static int is_more(const struct shapes *shapes, const struct different *a,
                   const struct different *b)
{
    if (b->file == NULL)
        return 1;
    if (a->difference_ns != b->difference_ns)
        return a->difference_ns > b->difference_ns;
    return strcmp(shapes->names.data + a->file->path, shapes->names.data + b->file->path) < 0;
}

/* Finds the file that differs most, of at least three: two are equally far from their average. */
static void compare_files(const struct shapes *shapes, const struct file_time *at,
                          const struct file_time *end, struct different *different)
{
    struct average *averages;
    struct different found;
    uint64_t sum_ns;
    size_t file;

    averages = make_averages(shapes, &sum_ns);
    for (file = 0; file < shapes->file_count; file++) {
        memset(&found, 0, sizeof found);
        found.file = &shapes->files[file];
        at = compare_file(shapes, averages, sum_ns, at, end, &found);
        if (is_enough(&found) && is_more(shapes, &found, different))
            *different = found;
    }
    free(averages);
}

void shapes_different(const struct shapes *shapes, struct different *different)
{
    const size_t room = (shapes->time_count + 1) * sizeof(struct file_time);
    struct file_time *times = memory_grow(NULL, room);
    size_t count = 0;

    memset(different, 0, sizeof *different);
    if (shapes->time_count != 0) {
        memcpy(times, shapes->times, shapes->time_count * sizeof *times);
        count = join(times, shapes->time_count);
    }
    if (shapes->file_count > 2 && is_complete(shapes, times, count))
        compare_files(shapes, times, times + count, different);
    free(times);
}
