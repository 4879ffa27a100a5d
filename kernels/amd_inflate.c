/* SPDX-License-Identifier: MIT
 *
 * Unpacks zlib streams, only if the build found zlib, and finds the end of a zstd stream whose
 * length is not given.
 */
#include "amd_inflate.h"

#include "nest.h"

#ifdef READER_WITH_ZLIB
#define ZLIB_CONST
#include <zlib.h>
#endif
#ifdef READER_WITH_ZSTD
#include <zstd.h>
#endif

size_t amd_zstd_length(struct bytes packed)
{
#ifdef READER_WITH_ZSTD
    const size_t length = ZSTD_findFrameCompressedSize(packed.at, packed.length);

    if (!ZSTD_isError(length))
        return length;
#endif
    return packed.length;
}

#ifdef READER_WITH_ZLIB
static voidpf take(voidpf arena, uInt count, uInt bytes)
{
    return count == 0 || bytes <= SIZE_MAX / count ? reader_take(arena, (size_t)count * bytes)
                                                   : NULL;
}

static void give(voidpf arena, voidpf memory)
{
    reader_give(arena, memory);
}

/* Returns 1 if exactly `room` bytes came out. */
static int inflate_all(struct bytes packed, unsigned char *memory, uint64_t room, size_t *taken,
                       struct reader_arena *arena)
{
    z_stream stream;
    int status;

    memset(&stream, 0, sizeof stream);
    stream.zalloc = take;
    stream.zfree = give;
    stream.opaque = arena;
    stream.next_in = packed.at;
    stream.avail_in = packed.length < UINT32_MAX ? (uInt)packed.length : UINT32_MAX;
    stream.next_out = memory;
    stream.avail_out = (uInt)room;
    if (inflateInit(&stream) != Z_OK)
        return 0;
    status = inflate(&stream, Z_FINISH);
    *taken = (size_t)stream.total_in;
    (void)inflateEnd(&stream);
    return status == Z_STREAM_END && stream.total_out == room;
}
#endif

unsigned char *amd_inflate(struct bytes packed, uint64_t room, size_t *taken, uint64_t offset,
                           struct reader_sink *sink)
{
#ifdef READER_WITH_ZLIB
    unsigned char *memory;

    *taken = packed.length;
    if (room == 0 || room > READER_MOST_BYTES) {
        reader_trouble(sink, offset,
                       "a compressed bundle says that it holds %llu bytes, 1 to %u are possible",
                       (unsigned long long)room, READER_MOST_BYTES);
        return NULL;
    }
    memory = reader_take(reader_arena(sink), (size_t)room);
    if (memory == NULL)
        reader_trouble(sink, offset, "no memory for a bundle of %llu bytes",
                       (unsigned long long)room);
    if (memory != NULL && !inflate_all(packed, memory, room, taken, reader_arena(sink))) {
        reader_trouble(sink, offset, "a bundle compressed with zlib is damaged");
        reader_give(reader_arena(sink), memory);
        memory = NULL;
    }
    return memory;
#else
    (void)room;
    *taken = packed.length;
    reader_cannot_unpack(READER_ZLIB, "--no-offload-compress", offset, sink);
    return NULL;
#endif
}
