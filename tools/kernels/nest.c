/* SPDX-License-Identifier: MIT */
#include "nest.h"

#include <stdarg.h>
#include <stdio.h>

struct inner {
    struct reader_sink sink;
    struct reader_sink *outer;
    uint64_t offset;
    int follows;
};

static int pass_kernel(void *user, const struct reader_kernel *kernel)
{
    const struct inner *inner = user;

    return inner->outer->kernel(inner->outer->user, kernel);
}

static void pass_trouble(void *user, uint64_t offset, const char *sentence)
{
    const struct inner *inner = user;

    inner->outer->trouble(inner->outer->user, inner->offset + (inner->follows ? offset : 0),
                          sentence);
}

int reader_inside(reader_function *read, const unsigned char *bytes, size_t length, uint64_t offset,
                  int follows, struct reader_sink *sink)
{
    struct inner inner;

    if (sink->depth + 1 >= READER_DEPTH) {
        reader_trouble(sink, offset, "files inside files, %u deep, are not followed further",
                       READER_DEPTH);
        return READER_OK;
    }
    inner.sink.user = &inner;
    inner.sink.kernel = pass_kernel;
    inner.sink.trouble = pass_trouble;
    inner.sink.depth = sink->depth + 1;
    inner.outer = sink;
    inner.offset = offset;
    inner.follows = follows;
    return read(bytes, length, &inner.sink);
}

void reader_trouble(struct reader_sink *sink, uint64_t offset, const char *format, ...)
{
    char sentence[256];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    sink->trouble(sink->user, offset, sentence);
}
