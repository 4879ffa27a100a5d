/* SPDX-License-Identifier: MIT
 *
 * Reads any bytes as a part of gpuocc profile. What was read and written must be read as the same,
 * and its most different file must be one of its files.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "commands/profile/part.h"
#include "input.h"

/* Reads a part. Returns whether nothing is wrong with it. */
static int read_part(gpuocc_runs_shapes *shapes, struct said *said, const void *bytes,
                     size_t length)
{
    const int file = memfd_create("part", 0);
    struct text problem = {0};
    int whole;

    CHECK(file >= 0 && (length == 0 || write(file, bytes, length) == (ssize_t)length));
    CHECK(lseek(file, 0, SEEK_SET) == 0);
    (void)part_read(shapes, said, file, &problem);
    close(file);
    whole = problem.length == 0;
    text_free(&problem);
    return whole;
}

/* Writes a part to `text`. */
static void save(const gpuocc_runs_shapes *shapes, const struct said *said, struct text *text)
{
    gpuocc_runs_contents all = {.size = sizeof all};
    const int file = memfd_create("saved", 0);
    char path[64];
    off_t length;

    CHECK(file >= 0);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    CHECK(gpuocc_runs_shapes_contents(shapes, &all) == GPUOCC_RUNS_OK);
    CHECK(part_save(&all, said, path) == 0);
    length = lseek(file, 0, SEEK_END);
    CHECK(length > 0);
    text_reserve(text, (size_t)length);
    CHECK(pread(file, text->data, (size_t)length, 0) == length);
    text->length = (size_t)length;
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    gpuocc_runs_shapes *first = NULL, *second = NULL;
    gpuocc_runs_contents was = {.size = sizeof was}, is = {.size = sizeof is};
    struct said said = {0}, again = {0};
    struct text once = {0}, twice = {0};
    gpuocc_runs_different different = {.size = sizeof different};

    CHECK(gpuocc_runs_shapes_open(0, &first) == GPUOCC_RUNS_OK);
    CHECK(gpuocc_runs_shapes_open(0, &second) == GPUOCC_RUNS_OK);
    (void)read_part(first, &said, bytes, length);
    save(first, &said, &once);
    CHECK(part_is(once.data, once.length));
    CHECK(read_part(second, &again, once.data, once.length));
    CHECK(gpuocc_runs_shapes_contents(first, &was) == GPUOCC_RUNS_OK);
    CHECK(gpuocc_runs_shapes_contents(second, &is) == GPUOCC_RUNS_OK);
    CHECK(again.count == said.count && again.warnings == said.warnings &&
          is.shape_count == was.shape_count && is.file_count == was.file_count);
    save(second, &again, &twice);
    CHECK(once.length == twice.length && memcmp(once.data, twice.data, once.length) == 0);
    CHECK(gpuocc_runs_shapes_sort(second) == GPUOCC_RUNS_OK);
    CHECK(gpuocc_runs_shapes_contents(second, &is) == GPUOCC_RUNS_OK);
    CHECK(gpuocc_runs_shapes_different(second, &different) == GPUOCC_RUNS_OK);
    if (different.file != NULL)
        CHECK(different.file >= is.files && different.file < is.files + is.file_count &&
              different.shape >= is.shapes && different.shape < is.shapes + is.shape_count);
    gpuocc_runs_shapes_close(first);
    gpuocc_runs_shapes_close(second);
    said_free(&said);
    said_free(&again);
    text_free(&once);
    text_free(&twice);
    return 0;
}
