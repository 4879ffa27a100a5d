/* SPDX-License-Identifier: MIT */
#include "nest.h"

#include <stdarg.h>
#include <stdio.h>

static int pass_kernel(void *user, const gpuocc_kernels_found *kernel)
{
    const struct format_nested *nested = user;

    return nested->outer->kernel(nested->outer->user, kernel);
}

static void pass_warning(void *user, uint64_t offset, const char *sentence)
{
    const struct format_nested *nested = user;

    nested->outer->warning(nested->outer->user, nested->offset + (nested->follows ? offset : 0),
                           sentence);
}

void format_nest(struct format_nested *nested, uint64_t offset, int follows,
                 struct callbacks *outer)
{
    nested->callbacks.user = nested;
    nested->callbacks.kernel = pass_kernel;
    nested->callbacks.warning = pass_warning;
    nested->callbacks.depth = outer->depth + 1;
    nested->callbacks.budget = outer->budget;
    nested->callbacks.uncompiled = NULL;
    nested->outer = outer;
    nested->offset = offset;
    nested->follows = follows;
}

int format_inside(format_function *read, const unsigned char *bytes, size_t length, uint64_t offset,
                  int follows, struct callbacks *callbacks)
{
    struct format_nested nested;

    if (callbacks->depth + 1 >= FORMAT_DEPTH) {
        format_warning(callbacks, offset, "files inside files, %u deep, are not followed further",
                       FORMAT_DEPTH);
        return GPUOCC_KERNELS_OK;
    }
    format_nest(&nested, offset, follows, callbacks);
    return read(bytes, length, &nested.callbacks);
}

void format_warning(struct callbacks *callbacks, uint64_t offset, const char *format, ...)
{
    char sentence[256];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    callbacks->warning(callbacks->user, offset, sentence);
}
