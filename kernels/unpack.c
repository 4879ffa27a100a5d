/* SPDX-License-Identifier: MIT
 *
 * Unpacks LZ4 and zstd, each only if the build found its library.
 */
#include <limits.h>

#include "nest.h"

#ifdef READER_WITH_LZ4
#include <lz4.h>
#endif
#ifdef READER_WITH_ZSTD
#define ZSTD_STATIC_LINKING_ONLY /* to use the caller's memory */
#include <zstd.h>

static void *take(void *arena, size_t bytes)
{
    return reader_take(arena, bytes);
}

static void give(void *arena, void *memory)
{
    reader_give(arena, memory);
}
#endif

void reader_cannot_unpack(enum reader_packing packing, const char *instead, uint64_t offset,
                          struct reader_sink *sink)
{
    static const struct {
        const char *format, *library, *package, *option;
    } all[] = {{"LZ4", "liblz4", "liblz4-dev", "lz4"},
               {"zstd", "libzstd", "libzstd-dev", "zstd"},
               {"zlib", "zlib", "zlib1g-dev", "zlib"}};

    reader_trouble(sink, offset,
                   "compressed with %s, and this gpuocc was built without %s; install it (%s on "
                   "Debian) and build gpuocc with -D%s=enabled, or compile with %s",
                   all[packing].format, all[packing].library, all[packing].package,
                   all[packing].option, instead);
}

/* Whether the build has no library for the format; if so, reports it. */
static int is_absent(enum reader_packing packing, const char *instead, uint64_t offset,
                     struct reader_sink *sink)
{
    const int zstd = packing == READER_ZSTD;
#ifdef READER_WITH_LZ4
    const int lz4_absent = 0;
#else
    const int lz4_absent = 1;
#endif
#ifdef READER_WITH_ZSTD
    const int zstd_absent = 0;
#else
    const int zstd_absent = 1;
#endif

    if (!(zstd ? zstd_absent : lz4_absent))
        return 0;
    reader_cannot_unpack(packing, instead, offset, sink);
    return 1;
}

/* Returns the number of bytes that came out, or -1. */
static int64_t unpack(enum reader_packing packing, const unsigned char *bytes, size_t length,
                      unsigned char *memory, size_t room, struct reader_arena *arena)
{
#ifdef READER_WITH_LZ4
    if (packing == READER_LZ4_BLOCK) {
        if (length > INT_MAX)
            return -1;
        return LZ4_decompress_safe((const char *)bytes, (char *)memory, (int)length, (int)room);
    }
#endif
#ifdef READER_WITH_ZSTD
    if (packing == READER_ZSTD) {
        const ZSTD_customMem hooks = {take, give, arena};
        ZSTD_DCtx *context = ZSTD_createDCtx_advanced(hooks);
        const size_t size =
            context != NULL ? ZSTD_decompressDCtx(context, memory, room, bytes, length) : 0;

        (void)ZSTD_freeDCtx(context);
        return ZSTD_isError(size) ? -1 : (int64_t)size;
    }
#endif
    (void)packing;
    (void)arena;
    (void)bytes;
    (void)length;
    (void)memory;
    (void)room;
    return -1;
}

unsigned char *reader_unpack(enum reader_packing packing, const unsigned char *bytes, size_t length,
                             uint64_t room, size_t *unpacked, const char *instead, uint64_t offset,
                             struct reader_sink *sink)
{
    struct reader_arena *arena = reader_arena(sink);
    unsigned char *memory;
    int64_t size;

    *unpacked = 0;
    if (is_absent(packing, instead, offset, sink))
        return NULL;
    if (room == 0 || room > READER_MOST_BYTES) {
        reader_trouble(sink, offset,
                       "a compressed part says that it holds %llu bytes, 1 to %u "
                       "are possible",
                       (unsigned long long)room, READER_MOST_BYTES);
        return NULL;
    }
    memory = reader_take(arena, (size_t)room);
    if (memory == NULL) {
        reader_trouble(sink, offset, "no memory for a part of %llu bytes",
                       (unsigned long long)room);
        return NULL;
    }
    size = unpack(packing, bytes, length, memory, (size_t)room, arena);
    if (size <= 0) {
        reader_give(arena, memory);
        reader_trouble(sink, offset, "a part compressed with %s is damaged",
                       packing == READER_ZSTD ? "zstd" : "LZ4");
        return NULL;
    }
    *unpacked = (size_t)size;
    return memory;
}
