/* SPDX-License-Identifier: MIT */
#include "nest.h"

#include <stdarg.h>
#include <stdio.h>

static int pass_kernel(void *user, const gpuocc_kernels_found *kernel)
{
    const struct reader_nested *nested = user;

    return nested->outer->kernel(nested->outer->user, kernel);
}

static void pass_trouble(void *user, uint64_t offset, const char *sentence)
{
    const struct reader_nested *nested = user;

    nested->outer->trouble(nested->outer->user, nested->offset + (nested->follows ? offset : 0),
                           sentence);
}

void reader_nest(struct reader_nested *nested, uint64_t offset, int follows,
                 struct reader_sink *outer)
{
    nested->sink.user = nested;
    nested->sink.kernel = pass_kernel;
    nested->sink.trouble = pass_trouble;
    nested->sink.depth = outer->depth + 1;
    nested->sink.budget = outer->budget;
    nested->sink.uncompiled = NULL;
    nested->outer = outer;
    nested->offset = offset;
    nested->follows = follows;
}

int reader_inside(reader_function *read, const unsigned char *bytes, size_t length, uint64_t offset,
                  int follows, struct reader_sink *sink)
{
    struct reader_nested nested;

    if (sink->depth + 1 >= READER_DEPTH) {
        reader_trouble(sink, offset, "files inside files, %u deep, are not followed further",
                       READER_DEPTH);
        return GPUOCC_KERNELS_OK;
    }
    reader_nest(&nested, offset, follows, sink);
    return read(bytes, length, &nested.sink);
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
