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

static uint64_t read_part(struct shapes *shapes, const void *bytes, size_t length)
{
    const int file = memfd_create("part", 0);
    uint64_t damaged;

    CHECK(file >= 0 && (length == 0 || write(file, bytes, length) == (ssize_t)length));
    CHECK(lseek(file, 0, SEEK_SET) == 0);
    damaged = part_read(shapes, file);
    close(file);
    return damaged;
}

/* Writes a part to `text`. */
static void save(const struct shapes *shapes, struct text *text)
{
    const int file = memfd_create("saved", 0);
    char path[64];
    off_t length;

    CHECK(file >= 0);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    CHECK(part_save(shapes, path) == 0);
    length = lseek(file, 0, SEEK_END);
    CHECK(length > 0);
    text_reserve(text, (size_t)length);
    CHECK(pread(file, text->data, (size_t)length, 0) == length);
    text->length = (size_t)length;
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct shapes first = {0}, second = {0};
    struct text once = {0}, twice = {0};
    struct different different;

    (void)read_part(&first, bytes, length);
    save(&first, &once);
    CHECK(part_is(once.data, once.length));
    CHECK(read_part(&second, once.data, once.length) == 0);
    CHECK(second.count == first.count && second.file_count == first.file_count);
    save(&second, &twice);
    CHECK(once.length == twice.length && memcmp(once.data, twice.data, once.length) == 0);
    shapes_sort(&second);
    shapes_different(&second, &different);
    if (different.file != NULL)
        CHECK(different.file >= second.files && different.file < second.files + second.file_count &&
              different.shape >= second.at && different.shape < second.at + second.count);
    shapes_free(&first);
    shapes_free(&second);
    text_free(&once);
    text_free(&twice);
    return 0;
}
