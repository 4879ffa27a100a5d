/* SPDX-License-Identifier: MIT
 *
 * Reads NVIDIA fatbins: containers of cubins and PTX, one after another. No document describes
 * them; the format was derived from files that nvcc 13.0 made.
 */
#include "bytes.h"
#include "nest.h"

#define MAGIC     0xba55ed50u
#define VERSION   1u
#define CONTAINER 16u /* minimum bytes of its header */
#define ENTRY     64u /* minimum bytes of an entry's header */

enum { KIND_PTX = 1, KIND_CUBIN = 2, KIND_LINK_TIME = 8 };
enum { FLAG_LZ4 = 0x2000, FLAG_ZSTD = 0x8000 };

struct entry {
    unsigned kind, target;
    uint64_t flags, room; /* bytes after unpacking */
    struct bytes data;
    uint64_t offset; /* offset of the data in the input */
};

struct fatbin {
    struct callbacks *callbacks;
};

static int read_cubin(const struct fatbin *fatbin, const unsigned char *bytes, size_t length,
                      const struct entry *entry, int follows)
{
    const int status =
        format_inside(format_cubin, bytes, length, entry->offset, follows, fatbin->callbacks);

    if (status == GPUOCC_KERNELS_NONE) {
        format_warning(fatbin->callbacks, entry->offset, "the cubin for sm_%u is none",
                       entry->target);
        return GPUOCC_KERNELS_OK;
    }
    return status;
}

static int read_packed(struct fatbin *fatbin, const struct entry *entry)
{
    unsigned char *memory;
    size_t size;
    int status;

    if (!format_may_unpack(fatbin->callbacks, entry->room)) {
        format_warning(fatbin->callbacks, entry->offset,
                       "a compressed part says that it holds %llu bytes, too many for this file",
                       (unsigned long long)entry->room);
        return GPUOCC_KERNELS_OK;
    }
    memory = format_unpack((entry->flags & FLAG_ZSTD) != 0 ? FORMAT_ZSTD : FORMAT_LZ4_BLOCK,
                           entry->data.at, entry->data.length, entry->room, &size, "--no-compress",
                           entry->offset, fatbin->callbacks);
    if (memory == NULL)
        return GPUOCC_KERNELS_OK;
    status = read_cubin(fatbin, memory, size, entry, 0);
    format_give(format_arena(fatbin->callbacks), memory);
    return status;
}

static int read_entry(struct fatbin *fatbin, const struct entry *entry)
{
    if (entry->kind == KIND_PTX || entry->kind == KIND_LINK_TIME) {
        format_uncompiled(fatbin->callbacks,
                          entry->kind == KIND_PTX ? FORMAT_PTX : FORMAT_LINK_TIME, entry->target);
        return GPUOCC_KERNELS_OK;
    }
    if (entry->kind != KIND_CUBIN) {
        format_warning(fatbin->callbacks, entry->offset, "a part of kind %u is not known",
                       entry->kind);
        return GPUOCC_KERNELS_OK;
    }
    format_compiled(fatbin->callbacks);
    if ((entry->flags & (FLAG_LZ4 | FLAG_ZSTD)) != 0)
        return read_packed(fatbin, entry);
    return read_cubin(fatbin, entry->data.at, entry->data.length, entry, 1);
}

/* Reads the entries between two offsets of the input. */
static int read_entries(struct fatbin *fatbin, struct bytes file, uint64_t at, uint64_t end)
{
    struct entry entry;
    struct bytes header;
    uint64_t size, packed, header_size;

    while (end - at >= ENTRY) {
        header = bytes_part(file, at, ENTRY);
        header_size = bytes_u32(header, 4);
        size = bytes_u64(header, 8);
        packed = bytes_u32(header, 16);
        if (header_size < ENTRY || header_size > end - at || size > end - at - header_size) {
            format_warning(fatbin->callbacks, at,
                           "the fatbin is damaged or cut off: a part of %llu "
                           "bytes does not fit in",
                           (unsigned long long)size);
            return GPUOCC_KERNELS_OK;
        }
        entry.kind = bytes_u16(header, 0);
        entry.target = bytes_u32(header, 28);
        entry.flags = bytes_u64(header, 40);
        entry.room = bytes_u64(header, 56);
        entry.offset = at + header_size;
        entry.data = bytes_part(file, entry.offset, packed != 0 && packed < size ? packed : size);
        if (read_entry(fatbin, &entry) == GPUOCC_KERNELS_STOPPED)
            return GPUOCC_KERNELS_STOPPED;
        at = entry.offset + size;
    }
    return GPUOCC_KERNELS_OK;
}

static int read_containers(struct fatbin *fatbin, struct bytes file)
{
    uint64_t at = 0, size, head;

    while (bytes_u32(file, at) == MAGIC) {
        head = bytes_u16(file, at + 6);
        size = bytes_u64(file, at + 8);
        if (head < CONTAINER || !bytes_hold(file, at, head)) {
            format_warning(fatbin->callbacks, at, "the fatbin is damaged or cut off in its header");
            return GPUOCC_KERNELS_OK;
        }
        if (!bytes_hold(file, at + head, size)) {
            format_warning(fatbin->callbacks, at,
                           "the fatbin is damaged or cut off: it has %llu bytes",
                           (unsigned long long)size);
            size = file.length - at - head;
        }
        if (read_entries(fatbin, file, at + head, at + head + size) == GPUOCC_KERNELS_STOPPED)
            return GPUOCC_KERNELS_STOPPED;
        at += head + size;
        while (at < file.length && (at % 8 != 0 || bytes_u32(file, at) == 0))
            at++; /* padding, also between the containers of several objects */
    }
    return GPUOCC_KERNELS_OK;
}

int format_fatbin(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    const struct bytes file = {bytes, length};
    struct fatbin fatbin = {.callbacks = callbacks};

    if (bytes_u32(file, 0) != MAGIC)
        return GPUOCC_KERNELS_NONE;
    return read_containers(&fatbin, file);
}

uint64_t format_fatbin_size(const unsigned char *bytes, size_t length, uint64_t at)
{
    const struct bytes file = bytes_from((struct bytes){bytes, length}, at);
    const uint64_t head = bytes_u16(file, 6), size = bytes_u64(file, 8);
    const uint64_t part_head = bytes_u32(file, head + 4);

    if (bytes_u32(file, 0) != MAGIC || bytes_u16(file, 4) != VERSION || head < CONTAINER ||
        size < ENTRY || !bytes_hold(file, head, size) || part_head < ENTRY || part_head > size ||
        bytes_u64(file, head + 8) > size - part_head)
        return 0;
    return head + size;
}
