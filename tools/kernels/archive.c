/* SPDX-License-Identifier: MIT
 *
 * Archives of ar(1): static libraries, whose members are objects.
 */
#include "bytes.h"
#include "nest.h"

#define HEAD   8u  /* of the file */
#define HEADER 60u /* of a member; its size stands at 48 */

/* Decimal digits with blanks behind them. */
static uint64_t size_of(struct bytes header)
{
    uint64_t size = 0;
    unsigned i, digit;

    for (i = 48; i < 58; i++) {
        digit = bytes_u8(header, i) - '0';
        if (digit > 9)
            break;
        size = size * 10 + digit;
    }
    return size;
}

int reader_archive(const unsigned char *bytes, size_t length, struct reader_sink *sink)
{
    const struct bytes file = {bytes, length};
    struct bytes header, member;
    uint64_t at = HEAD, size;

    if (length < HEAD || memcmp(bytes, "!<arch>\n", HEAD) != 0)
        return READER_NOT_MINE;
    for (; at + HEADER <= length; at += size + (size & 1)) {
        header = bytes_part(file, at, HEADER);
        if (header.at[58] != '`' || header.at[59] != '\n') {
            reader_trouble(sink, at, "the archive is damaged: no member begins here");
            return READER_OK;
        }
        size = size_of(header);
        at += HEADER;
        member = bytes_part(file, at, size);
        if (member.length != size) {
            reader_trouble(sink, at, "the archive is cut off: a member has %llu bytes",
                           (unsigned long long)size);
            return READER_OK;
        }
        if (member.length != 0 &&
            reader_inside(reader_read, member.at, member.length, at, 1, sink) == READER_STOPPED)
            return READER_STOPPED;
    }
    return READER_OK;
}
