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
    return status;
}

int format_read(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    return callbacks->budget != NULL ? format_detect(bytes, length, callbacks)
                                     : format_run(format_detect, bytes, length, callbacks);
}
