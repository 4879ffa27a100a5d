/* SPDX-License-Identifier: MIT
 *
 * Reads clang's offload bundles, which contain code for several targets (clang's page "Clang
 * Offload Bundler"), plain or compressed, with zlib or zstd, where the build found them. A linked
 * program contains one bundle for each source file, one after another.
 */
#include "amd_facts.h"
#include "nest.h"

#ifdef FORMAT_WITH_ZLIB
#define ZLIB_CONST
#include <zlib.h>
#endif
#ifdef FORMAT_WITH_ZSTD
#include <zstd.h>
#endif

static const char plain_magic[] = "__CLANG_OFFLOAD_BUNDLE__";
static const char packed_magic[] = "CCOB";
#define PLAIN_HEADER  32u
#define PACKED_HEADER 20u /* that of V1, the shortest */
#define ENTRY         24u

enum { METHOD_ZLIB = 0, METHOD_ZSTD = 1 };

struct bundles {
    struct bytes file;
    struct callbacks *callbacks;
    int packed_too;  /* there may be compressed bundles among them */
    int unpacked;    /* the bytes came out of a compressed bundle and are not part of the input */
    uint64_t offset; /* offset of that bundle in the input */
};

static int begins(const struct bundles *bundles, uint64_t at, const char *magic)
{
    const size_t length = strlen(magic);

    return bytes_hold(bundles->file, at, length) &&
           memcmp(bundles->file.at + at, magic, length) == 0;
}

static uint64_t in_input(const struct bundles *bundles, uint64_t at)
{
    return bundles->unpacked ? bundles->offset : at;
}

static int read_bundles(struct bundles *bundles, uint64_t at);

/* Reads the contents of a compressed bundle: a code object, or bundles that are not compressed
 * again. */
static int read_unpacked(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    struct bundles inner = {.file = {bytes, length}, .callbacks = callbacks};

    if (begins(&inner, 0, plain_magic))
        return read_bundles(&inner, 0);
    return format_code_object(bytes, length, callbacks);
}

static int is_bitcode(struct bytes part)
{
    return part.length >= 4 &&
           (memcmp(part.at, "BC\xc0\xde", 4) == 0 || memcmp(part.at, "\xde\xc0\x17\x0b", 4) == 0);
}

static int read_part(struct bundles *bundles, uint64_t at, uint64_t size,
                     gpuocc_kernels_text target)
{
    const struct bytes part = bytes_part(bundles->file, at, size);
    const uint64_t offset = in_input(bundles, at);
    int status;

    if (part.length != size) {
        format_warning(bundles->callbacks, offset,
                       "the bundle is cut off: the part for %.*s has %llu bytes",
                       FORMAT_SHOWN(target), (unsigned long long)size);
        return GPUOCC_KERNELS_OK;
    }
    status = format_inside(bundles->unpacked ? read_unpacked : format_read, part.at, part.length,
                           offset, !bundles->unpacked, bundles->callbacks);
    if (status != GPUOCC_KERNELS_NONE)
        return status;
    if (is_bitcode(part))
        format_warning(bundles->callbacks, offset,
                       "the part for %.*s is LLVM bitcode: its resources are settled when it is "
                       "linked",
                       FORMAT_SHOWN(target));
    else if (!text_starts(target, "host"))
        format_warning(bundles->callbacks, offset, "the part for %.*s is no code object",
                       FORMAT_SHOWN(target));
    return GPUOCC_KERNELS_OK;
}

/* Reads the bundle that begins at *at, and moves *at to its end. */
static int read_plain(struct bundles *bundles, uint64_t *at)
{
    const struct bytes bundle = bytes_from(bundles->file, *at);
    const uint64_t count = bytes_u64(bundle, PLAIN_HEADER - 8);
    uint64_t entry = PLAIN_HEADER, end = 0, i, offset, size, name;
    int status = GPUOCC_KERNELS_OK;

    for (i = 0; i < count && status == GPUOCC_KERNELS_OK; i++) {
        offset = bytes_u64(bundle, entry);
        size = bytes_u64(bundle, entry + 8);
        name = bytes_u64(bundle, entry + 16);
        if (!bytes_hold(bundle, entry, ENTRY) || !bytes_hold(bundle, entry + ENTRY, name)) {
            format_warning(bundles->callbacks, in_input(bundles, *at),
                           "the bundle is cut off: it has %llu parts, %llu of them are listed",
                           (unsigned long long)count, (unsigned long long)i);
            break;
        }
        entry += ENTRY + name;
        if (size == 0)
            continue;
        /* No compiler writes overlapping parts, and reading them could take unlimited time. */
        if (offset < end || offset > UINT64_MAX - size || offset + size > UINT64_MAX - *at) {
            format_warning(bundles->callbacks, in_input(bundles, *at),
                           "the bundle is damaged: its part %llu overlaps another",
                           (unsigned long long)i);
            continue;
        }
        end = offset + size;
        status = read_part(bundles, *at + offset, size,
                           bytes_name(bytes_part(bundle, entry - name, name), 0));
    }
    *at += end > entry ? end : entry;
    return status;
}

/* The header of a compressed bundle. */
struct packed {
    unsigned version, method;
    uint64_t header; /* bytes of the header */
    uint64_t length; /* bytes of the whole bundle; 0: not given */
    uint64_t room;   /* bytes after unpacking */
};

/* V1 has the unpacked size. V2 has the length before it. V3 has both with 64 bits. A hash of 64
 * bits follows. */
static struct packed packed_head(struct bytes bundle)
{
    struct packed packed;
    const unsigned size = bytes_u16(bundle, 4) == 3 ? 8 : 4;

    packed.version = bytes_u16(bundle, 4);
    packed.method = bytes_u16(bundle, 6);
    packed.header = packed.version == 1 ? PACKED_HEADER : 16 + 2 * size;
    packed.length = packed.version == 1 ? 0 : bytes_number(bundle, 8, size);
    packed.room = bytes_number(bundle, packed.version == 1 ? 8 : 8 + size, size);
    return packed;
}

/* Returns the length of the zstd frame that begins here, or the length of all bytes if the frame's
 * cannot be found. */
static size_t zstd_length(struct bytes packed)
{
#ifdef FORMAT_WITH_ZSTD
    const size_t length = ZSTD_findFrameCompressedSize(packed.at, packed.length);

    if (!ZSTD_isError(length))
        return length;
#endif
    return packed.length;
}

#ifdef FORMAT_WITH_ZLIB
static voidpf take_for_zlib(voidpf arena, uInt count, uInt bytes)
{
    return count == 0 || bytes <= SIZE_MAX / count ? format_take(arena, (size_t)count * bytes)
                                                   : NULL;
}

static void give_for_zlib(voidpf arena, voidpf memory)
{
    format_give(arena, memory);
}

/* Returns 1 if exactly `room` bytes came out. */
static int inflate_all(struct bytes packed, unsigned char *memory, uint64_t room, size_t *taken,
                       struct format_arena *arena)
{
    z_stream stream;
    int status;

    stream.zalloc = take_for_zlib;
    stream.zfree = give_for_zlib;
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

/* Unpacks a zlib stream of exactly `room` bytes into new memory, which the caller gives back, and
 * sets *taken to the stream's length. Returns NULL after it reported the reason with `offset`. */
static unsigned char *unpack_zlib(struct bytes packed, uint64_t room, size_t *taken,
                                  uint64_t offset, struct callbacks *callbacks)
{
#ifdef FORMAT_WITH_ZLIB
    unsigned char *memory;

    *taken = packed.length;
    if (room == 0 || room > FORMAT_MOST_BYTES) {
        format_warning(callbacks, offset,
                       "a compressed bundle says that it holds %llu bytes, 1 to %u are possible",
                       (unsigned long long)room, FORMAT_MOST_BYTES);
        return NULL;
    }
    memory = format_take(format_arena(callbacks), (size_t)room);
    if (memory == NULL)
        format_warning(callbacks, offset, "no memory for a bundle of %llu bytes",
                       (unsigned long long)room);
    if (memory != NULL && !inflate_all(packed, memory, room, taken, format_arena(callbacks))) {
        format_warning(callbacks, offset, "a bundle compressed with zlib is damaged");
        format_give(format_arena(callbacks), memory);
        memory = NULL;
    }
    return memory;
#else
    (void)room;
    *taken = packed.length;
    format_cannot_unpack(FORMAT_ZLIB, "--no-offload-compress", offset, callbacks);
    return NULL;
#endif
}

/* Returns the compressed stream; it is empty if a problem was reported. */
static struct bytes packed_stream(struct bundles *bundles, const struct packed *packed,
                                  struct bytes bundle, uint64_t at)
{
    const struct bytes none = {bundle.at, 0};
    struct bytes stream = bytes_from(bundle, packed->header);

    if (packed->version < 1 || packed->version > 3 || packed->method > METHOD_ZSTD) {
        format_warning(bundles->callbacks, at,
                       "a compressed bundle of version %u and method %u is not supported, only "
                       "versions 1 to 3 and methods 0 (zlib) and 1 (zstd) are",
                       packed->version, packed->method);
        return none;
    }
    if (packed->length != 0)
        stream = bytes_part(bundle, packed->header, packed->length - packed->header);
    else if (packed->method == METHOD_ZSTD)
        stream.length = zstd_length(stream);
    if (stream.length == 0)
        format_warning(bundles->callbacks, at,
                       "a compressed bundle is cut off: it says that it has %llu bytes",
                       (unsigned long long)packed->length);
    return stream;
}

/* Unpacks the stream and sets *taken to its actual length. Returns NULL if a problem was
 * reported. */
static unsigned char *unpack(struct bundles *bundles, const struct packed *packed,
                             struct bytes stream, uint64_t at, size_t *size, size_t *taken)
{
    *taken = stream.length;
    *size = (size_t)packed->room;
    if (!format_may_unpack(bundles->callbacks, packed->room)) {
        format_warning(bundles->callbacks, at,
                       "a compressed bundle says that it holds %llu bytes, too many for this file",
                       (unsigned long long)packed->room);
        return NULL;
    }
    if (packed->method == METHOD_ZSTD)
        return format_unpack(FORMAT_ZSTD, stream.at, stream.length, packed->room, size,
                             "--no-offload-compress", at, bundles->callbacks);
    return unpack_zlib(stream, packed->room, taken, at, bundles->callbacks);
}

/* Reads the compressed bundle that begins at *at, and moves *at to its end. */
static int read_packed(struct bundles *bundles, uint64_t *at)
{
    const struct bytes bundle = bytes_from(bundles->file, *at);
    const struct packed packed = packed_head(bundle);
    const struct bytes stream = packed_stream(bundles, &packed, bundle, *at);
    struct bundles inner = {.callbacks = bundles->callbacks, .unpacked = 1, .offset = *at};
    unsigned char *memory;
    size_t size, taken;
    int status = GPUOCC_KERNELS_OK;

    if (stream.length == 0) {
        *at = bundles->file.length;
        return GPUOCC_KERNELS_OK;
    }
    memory = unpack(bundles, &packed, stream, *at, &size, &taken);
    if (memory != NULL) {
        inner.file.at = memory;
        inner.file.length = size;
        if (begins(&inner, 0, plain_magic))
            status = read_bundles(&inner, 0);
        else
            format_warning(bundles->callbacks, *at, "a compressed bundle holds no bundle");
        format_give(format_arena(bundles->callbacks), memory);
    }
    *at += packed.length != 0 ? packed.length : packed.header + taken;
    return status;
}

/* Reads bundles one after another, with zeros between them. */
static int read_bundles(struct bundles *bundles, uint64_t at)
{
    const struct bytes file = bundles->file;
    int status = GPUOCC_KERNELS_OK;

    while (status == GPUOCC_KERNELS_OK && at < file.length) {
        if (begins(bundles, at, plain_magic)) {
            status = read_plain(bundles, &at);
        } else if (begins(bundles, at, packed_magic) && bundles->packed_too) {
            status = read_packed(bundles, &at);
        } else if (file.at[at] == 0) {
            at++;
        } else {
            format_warning(bundles->callbacks, in_input(bundles, at),
                           "%llu bytes behind the bundle are passed over",
                           (unsigned long long)(file.length - at));
            break;
        }
    }
    return status;
}

int format_bundle(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    struct bundles bundles = {.file = {bytes, length}, .callbacks = callbacks, .packed_too = 1};

    if (!(begins(&bundles, 0, plain_magic) && length >= PLAIN_HEADER) &&
        !(begins(&bundles, 0, packed_magic) && length >= PACKED_HEADER))
        return GPUOCC_KERNELS_NONE;
    return read_bundles(&bundles, 0);
}
