/* SPDX-License-Identifier: MIT
 *
 * Finds the reader for an input.
 */
#include "bytes.h"
#include "nest.h"

static int has_zero(const unsigned char *bytes, size_t length)
{
    return memchr(bytes, 0, length < 4096 ? length : 4096) != NULL;
}

/* Says that the last figure may be cut off: the text ends in a number of more than a single 0, and
 * not in the end of a line. */
static void check_end(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    size_t start = length;

    while (start != 0 && bytes[start - 1] >= '0' && bytes[start - 1] <= '9')
        start--;
    if (start == length || bytes[start] == '0')
        return;
    format_warning(callbacks, start,
                   "the text ends in %.*s without the end of a line: if it is cut off here, this "
                   "number is too small and figures behind it are missing",
                   (int)(length - start < 20 ? length - start : 20), (const char *)bytes + start);
}

int format_detect(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    static format_function *const binaries[] = {
#define BINARY(name) format_##name,
#define TEXT(name)
#include "formats.def"
#undef BINARY
#undef TEXT
    };
    static format_function *const texts[] = {
#define BINARY(name)
#define TEXT(name) format_##name,
#include "formats.def"
#undef BINARY
#undef TEXT
    };
    const size_t count = sizeof binaries / sizeof binaries[0];
    int status = GPUOCC_KERNELS_NONE;
    size_t i;

    for (i = 0; i < count && status == GPUOCC_KERNELS_NONE; i++)
        status = binaries[i](bytes, length, callbacks);
    if (status != GPUOCC_KERNELS_NONE || has_zero(bytes, length))
        return status;
    for (i = 0; i < sizeof texts / sizeof texts[0] && status == GPUOCC_KERNELS_NONE; i++)
        status = texts[i](bytes, length, callbacks);
    if (status == GPUOCC_KERNELS_OK)
        check_end(bytes, length, callbacks);
    return status;
}

int format_read(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    return callbacks->budget != NULL ? format_detect(bytes, length, callbacks)
                                     : format_run(format_detect, bytes, length, callbacks);
}
