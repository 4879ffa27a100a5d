/* SPDX-License-Identifier: MIT
 *
 * Unpacks gzip (RFC 1952), one member or several, if the build found zlib.
 */
#include "reader.h"

#ifdef RUNS_WITH_ZLIB
static voidpf take(voidpf user, uInt items, uInt size)
{
    reader *r = user;
    const size_t bytes = ((size_t)items * size + 15) / 16 * 16;
    voidpf memory = r->inflate_memory + r->inflate_used;

    if (bytes > RUNS_INFLATE - r->inflate_used)
        return Z_NULL;
    r->inflate_used += bytes;
    return memory;
}

static void give(voidpf user, voidpf memory)
{
    (void)user;
    (void)memory;
}

static int start(reader *r)
{
    r->stream.zalloc = take;
    r->stream.zfree = give;
    r->stream.opaque = r;
    if (inflateInit2(&r->stream, 15 + 16) != Z_OK)
        return 0;
    r->inflating = 1;
    return 1;
}

/* Begins the next member, if another one follows. */
static void restart(reader *r)
{
    if (r->stream.next_in[0] == 0x1f && inflateReset(&r->stream) == Z_OK)
        r->inflating = 1;
    else
        r->inflating = 3;
}

/* Unpacks what is available, up to the end of a member. */
static void unpack(reader *r, void (*feed)(reader *r, const char *bytes, size_t length))
{
    int result;

    do {
        r->stream.next_out = r->unpacked;
        r->stream.avail_out = RUNS_PACKED;
        result = inflate(&r->stream, Z_NO_FLUSH);
        feed(r, (const char *)r->unpacked, RUNS_PACKED - r->stream.avail_out);
    } while (result == Z_OK && r->status == GPUOCC_RUNS_OK &&
             (r->stream.avail_in != 0 || r->stream.avail_out == 0));
    if (result == Z_STREAM_END) {
        r->inflating = 2;
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
        runs_warn(r, r->offset + r->kept, "the profile is damaged: gzip cannot unpack the rest");
        r->inflating = 3;
    }
}

void runs_unpack(reader *r, const unsigned char *bytes, size_t length,
                 void (*feed)(reader *r, const char *bytes, size_t length))
{
    size_t part;

    if (r->inflating == 0 && !start(r))
        return;
    for (; length != 0 && r->inflating != 3; length -= part, bytes += part) {
        part = length < RUNS_PACKED ? length : RUNS_PACKED;
        r->stream.avail_in = (uInt)part;
        /* zlib does not write to its input. */
        memcpy(&r->stream.next_in, &bytes, sizeof bytes);
        while (r->stream.avail_in != 0 && r->inflating != 3 && r->status == GPUOCC_RUNS_OK) {
            if (r->inflating == 2)
                restart(r);
            if (r->inflating == 1)
                unpack(r, feed);
        }
    }
}

void runs_unpack_end(reader *r)
{
    if (r->inflating == 1 && r->status == GPUOCC_RUNS_OK)
        runs_warn(r, r->offset + r->kept, "the gzip stream is cut off here");
}
#else
void runs_unpack(reader *r, const unsigned char *bytes, size_t length,
                 void (*feed)(reader *r, const char *bytes, size_t length))
{
    (void)bytes;
    (void)length;
    (void)feed;
    runs_warn(r, 0,
              "compressed with gzip, and this gpuocc was built without zlib; install it "
              "(zlib1g-dev on Debian) and build gpuocc with -Dzlib=enabled, or unpack the "
              "file with gunzip");
    r->status = GPUOCC_RUNS_NOT_READ;
}

void runs_unpack_end(reader *r)
{
    (void)r;
}
#endif
