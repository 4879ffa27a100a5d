/* SPDX-License-Identifier: MIT */
#include "input/content.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "output/text.h"
#include "platform.h"
#include "stop.h"

/* Files up to this size are read, larger ones are mapped. */
#define SMALL ((size_t)1 << 20)

/* Maximum bytes that are read instead of mapped. */
#define READ_MOST ((size_t)1 << 30)

static void make_room(struct content *content, size_t size)
{
    if (content->room >= size)
        return;
    content->room = size > 2 * content->room ? size : 2 * content->room;
    content->memory = memory_grow(content->memory, content->room);
}

static int read_all(struct content *content, int file)
{
    size_t length = 0;
    ssize_t got;

    for (;;) {
        make_room(content, length + 65536);
        if (stop_wait(file) < 0) {
            errno = EINTR;
            return -1;
        }
        got = read(file, content->memory + length, content->room - length);
        if (got == 0)
            break;
        if (got > 0)
            length += (size_t)got;
        else if (errno != EINTR && errno != EAGAIN)
            return -1;
        if (length > READ_MOST) {
            errno = EFBIG;
            return -1;
        }
    }
    content->bytes = content->memory;
    content->length = length;
    return 0;
}

int content_read(struct content *content, int file, uint64_t size)
{
    if (size > SIZE_MAX) {
        errno = EFBIG;
        return -1;
    }
    if (size > SMALL) {
        content->map = platform_map(file, (size_t)size);
        content->bytes = content->map;
        content->length = (size_t)size;
        if (content->map != NULL || errno != ENOSYS)
            return content->map != NULL ? 0 : -1;
    }
    return read_all(content, file);
}

void content_close(struct content *content)
{
    if (content->map != NULL)
        platform_unmap(content->map, content->length);
    content->map = NULL;
}

void content_free(struct content *content)
{
    free(content->memory);
}
