/* SPDX-License-Identifier: MIT
 *
 * The part of zlib's interface that kernels/ uses, implemented by the page (web/unpack.js).
 */
#ifndef GPUOCC_WEB_ZLIB_H
#define GPUOCC_WEB_ZLIB_H

#include "imported.h"

#define Z_OK 0
#define Z_STREAM_END 1
#define Z_FINISH 4
#define Z_DATA_ERROR (-3)

typedef void *voidpf;
typedef unsigned uInt;

typedef struct {
    const unsigned char *next_in;
    unsigned char *next_out;
    uInt avail_in, avail_out;
    size_t total_in, total_out;
    voidpf (*zalloc)(voidpf, uInt, uInt);
    void (*zfree)(voidpf, voidpf);
    voidpf opaque;
} z_stream;

static inline int inflateInit(z_stream *stream)
{
    (void)stream;
    return Z_OK;
}

static inline int inflate(z_stream *stream, int flush)
{
    const int32_t bytes =
        page_unpack(2, stream->next_in, stream->avail_in, stream->next_out, stream->avail_out);

    (void)flush;
    if (bytes < 0)
        return Z_DATA_ERROR;
    stream->total_out = (size_t)bytes;
    stream->total_in = (size_t)page_packed_length(2, stream->next_in, stream->avail_in);
    return Z_STREAM_END;
}

static inline int inflateEnd(z_stream *stream)
{
    (void)stream;
    return Z_OK;
}

#endif
