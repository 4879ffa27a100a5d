/* SPDX-License-Identifier: MIT
 *
 * Unpacks LZ4 and zstd, each only if the build found its library.
 */
#include <limits.h>

#include "nest.h"

#ifdef FORMAT_WITH_LZ4
#include <lz4.h>
#endif
#ifdef FORMAT_WITH_ZSTD
#define ZSTD_STATIC_LINKING_ONLY /* to use the caller's memory */
#include <zstd.h>

static void *take(void *arena, size_t bytes)
{
    return format_take(arena, bytes);
}

static void give(void *arena, void *memory)
{
    format_give(arena, memory);
}
#endif

void format_cannot_unpack(enum format_packing packing, const char *instead, uint64_t offset,
                          struct callbacks *callbacks)
{
    static const struct {
        const char *format, *library, *package, *option;
    } all[] = {{"LZ4", "liblz4", "liblz4-dev", "lz4"},
               {"zstd", "libzstd", "libzstd-dev", "zstd"},
               {"zlib", "zlib", "zlib1g-dev", "zlib"}};

    format_warning(callbacks, offset,
                   "compressed with %s, and this gpuocc was built without %s; install it (%s on "
                   "Debian) and build gpuocc with -D%s=enabled, or compile with %s",
                   all[packing].format, all[packing].library, all[packing].package,
                   all[packing].option, instead);
}

/* Whether the build has no library for the format; if so, reports it. */
static int is_absent(enum format_packing packing, const char *instead, uint64_t offset,
                     struct callbacks *callbacks)
{
    const int zstd = packing == FORMAT_ZSTD;
#ifdef FORMAT_WITH_LZ4
    const int lz4_absent = 0;
#else
    const int lz4_absent = 1;
#endif
#ifdef FORMAT_WITH_ZSTD
    const int zstd_absent = 0;
#else
    const int zstd_absent = 1;
#endif

    if (!(zstd ? zstd_absent : lz4_absent))
        return 0;
    format_cannot_unpack(packing, instead, offset, callbacks);
    return 1;
}

/* Returns the number of bytes that came out, or -1. */
static int64_t unpack(enum format_packing packing, const unsigned char *bytes, size_t length,
                      unsigned char *memory, size_t room, struct format_arena *arena)
{
#ifdef FORMAT_WITH_LZ4
    if (packing == FORMAT_LZ4_BLOCK) {
        if (length > INT_MAX)
            return -1;
        return LZ4_decompress_safe((const char *)bytes, (char *)memory, (int)length, (int)room);
    }
#endif
#ifdef FORMAT_WITH_ZSTD
    if (packing == FORMAT_ZSTD) {
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

unsigned char *format_unpack(enum format_packing packing, const unsigned char *bytes, size_t length,
                             uint64_t room, size_t *unpacked, const char *instead, uint64_t offset,
                             struct callbacks *callbacks)
{
    struct format_arena *arena = format_arena(callbacks);
    unsigned char *memory;
    int64_t size;

    *unpacked = 0;
    if (is_absent(packing, instead, offset, callbacks))
        return NULL;
    if (room == 0 || room > FORMAT_MOST_BYTES) {
        format_warning(callbacks, offset,
                       "a compressed part says that it holds %llu bytes, 1 to %u "
                       "are possible",
                       (unsigned long long)room, FORMAT_MOST_BYTES);
        return NULL;
    }
    memory = format_take(arena, (size_t)room);
    if (memory == NULL) {
        format_warning(callbacks, offset, "no memory for a part of %llu bytes",
                       (unsigned long long)room);
        return NULL;
    }
    size = unpack(packing, bytes, length, memory, (size_t)room, arena);
    if (size <= 0) {
        format_give(arena, memory);
        format_warning(callbacks, offset, "a part compressed with %s is damaged",
                       packing == FORMAT_ZSTD ? "zstd" : "LZ4");
        return NULL;
    }
    *unpacked = (size_t)size;
    return memory;
}
