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

int reader_detect(const unsigned char *bytes, size_t length, struct reader_sink *sink)
{
    /* Binary formats with a signature first, then text formats. */
    static reader_function *const binaries[] = {
        reader_cubin,       reader_fatbin,  reader_zebin,      reader_bundle,
        reader_code_object, reader_archive, reader_host_object};
    static reader_function *const texts[] = {reader_malioc,        reader_ptxas,
                                             reader_remarks,       reader_amd_assembly,
                                             reader_intel_listing, reader_mesa};
    const size_t count = sizeof binaries / sizeof binaries[0];
    int status = GPUOCC_KERNELS_NONE;
    size_t i;

    for (i = 0; i < count && status == GPUOCC_KERNELS_NONE; i++)
        status = binaries[i](bytes, length, sink);
    if (status != GPUOCC_KERNELS_NONE || has_zero(bytes, length))
        return status;
    for (i = 0; i < sizeof texts / sizeof texts[0] && status == GPUOCC_KERNELS_NONE; i++)
        status = texts[i](bytes, length, sink);
    return status;
}

int reader_read(const unsigned char *bytes, size_t length, struct reader_sink *sink)
{
    return sink->budget != NULL ? reader_detect(bytes, length, sink)
                                : reader_run(reader_detect, bytes, length, sink);
}
