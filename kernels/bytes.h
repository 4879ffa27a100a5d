/* SPDX-License-Identifier: MIT
 *
 * Reads little-endian numbers and parts of memory that was not validated. A number beyond the end
 * is zero; a part beyond the end is empty.
 */
#ifndef GPUOCC_KERNELS_BYTES_H
#define GPUOCC_KERNELS_BYTES_H

#include <string.h>

#include "formats.h"

struct bytes {
    const unsigned char *at;
    size_t length;
};

static inline int bytes_hold(struct bytes bytes, uint64_t offset, uint64_t length)
{
    return offset <= bytes.length && length <= bytes.length - offset;
}

/* Returns `length` bytes at `offset`, or none if not all of them are there. */
static inline struct bytes bytes_part(struct bytes bytes, uint64_t offset, uint64_t length)
{
    struct bytes part = {bytes.at, 0};

    if (length != 0 && bytes_hold(bytes, offset, length)) {
        part.at = bytes.at + offset;
        part.length = (size_t)length;
    }
    return part;
}

/* Returns all bytes from `offset` on. */
static inline struct bytes bytes_from(struct bytes bytes, uint64_t offset)
{
    return bytes_part(bytes, offset, offset <= bytes.length ? bytes.length - offset : 0);
}

static inline uint64_t bytes_number(struct bytes bytes, uint64_t offset, unsigned size)
{
    uint64_t number = 0;
    unsigned i;

    if (bytes_hold(bytes, offset, size))
        for (i = size; i-- > 0;)
            number = number << 8 | bytes.at[offset + i];
    return number;
}

static inline unsigned bytes_u8(struct bytes bytes, uint64_t offset)
{
    return (unsigned)bytes_number(bytes, offset, 1);
}

static inline unsigned bytes_u16(struct bytes bytes, uint64_t offset)
{
    return (unsigned)bytes_number(bytes, offset, 2);
}

static inline uint32_t bytes_u32(struct bytes bytes, uint64_t offset)
{
    return (uint32_t)bytes_number(bytes, offset, 4);
}

static inline uint64_t bytes_u64(struct bytes bytes, uint64_t offset)
{
    return bytes_number(bytes, offset, 8);
}

/* Maximum bytes of a name that are read; the rest of a longer one is ignored. */
#define BYTES_NAME 65535u

/* Returns the text at `offset` up to a zero byte or the end. */
static inline gpuocc_kernels_text bytes_name(struct bytes bytes, uint64_t offset)
{
    const struct bytes rest = bytes_from(bytes, offset);
    const size_t most = rest.length < BYTES_NAME ? rest.length : BYTES_NAME;
    const void *end = most != 0 ? memchr(rest.at, 0, most) : NULL;
    gpuocc_kernels_text name;

    name.at = (const char *)rest.at;
    name.length = end != NULL ? (size_t)((const unsigned char *)end - rest.at) : most;
    return name;
}

static inline int text_same(gpuocc_kernels_text a, gpuocc_kernels_text b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.at, b.at, a.length) == 0);
}

static inline int text_is(gpuocc_kernels_text text, const char *string)
{
    return text.length == strlen(string) && memcmp(text.at, string, text.length) == 0;
}

static inline int text_starts(gpuocc_kernels_text text, const char *string)
{
    const size_t length = strlen(string);

    return text.length >= length && memcmp(text.at, string, length) == 0;
}

/* Returns the text without its first `length` bytes, of which it must have at least that many. */
static inline gpuocc_kernels_text text_behind(gpuocc_kernels_text text, size_t length)
{
    text.at += length;
    text.length -= length;
    return text;
}

#endif
