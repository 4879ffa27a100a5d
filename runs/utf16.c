/* SPDX-License-Identifier: MIT
 *
 * Reads text in UTF-16 with a mark of the byte order, which no other profile begins with: what
 * PowerShell writes if it redirects the output of a profiler.
 */
#include "reader.h"

/* Bytes that are converted at once, and the longest character. */
#define PART    4096u
#define LONGEST 4u

static size_t add_character(char *to, uint32_t character)
{
    const unsigned more = character < 0x80      ? 0
                          : character < 0x800   ? 1
                          : character < 0x10000 ? 2
                                                : 3;
    static const unsigned char first[] = {0, 0xc0, 0xe0, 0xf0};
    unsigned i;

    to[0] = (char)(first[more] | character >> 6 * more);
    for (i = 1; i <= more; i++)
        to[i] = (char)(0x80 | (character >> 6 * (more - i) & 0x3f));
    return more + 1;
}

/* Adds the character that a unit completes. Half a pair alone is U+FFFD. */
static size_t add_unit(struct runs_utf16 *utf16, char *to, uint32_t unit)
{
    const uint32_t high = utf16->high;
    const int is_low = unit >= 0xdc00 && unit < 0xe000;
    size_t length = 0;

    utf16->high = 0;
    if (high != 0 && is_low)
        return add_character(to, 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00));
    if (high != 0)
        length = add_character(to, 0xfffd);
    if (unit >= 0xd800 && unit < 0xdc00)
        utf16->high = unit;
    else
        length += add_character(to + length, is_low ? 0xfffd : unit);
    return length;
}

void runs_utf16(reader *r, const unsigned char *bytes, size_t length,
                void (*feed)(reader *r, const char *bytes, size_t length))
{
    struct runs_utf16 *utf16 = &r->utf16;
    char text[PART + 2 * LONGEST];
    size_t i, used = 0;

    for (i = 0; i < length; i++) {
        if (!utf16->half) {
            utf16->first = bytes[i];
            utf16->half = 1;
            continue;
        }
        utf16->half = 0;
        used += add_unit(utf16, text + used,
                         utf16->mark == 0xff ? (uint32_t)bytes[i] << 8 | utf16->first
                                             : (uint32_t)utf16->first << 8 | bytes[i]);
        if (used >= PART) {
            feed(r, text, used);
            used = 0;
        }
    }
    feed(r, text, used);
}

void runs_utf16_end(reader *r)
{
    if ((r->utf16.half || r->utf16.high != 0) && r->status == GPUOCC_RUNS_OK)
        runs_warn(r, r->offset + r->kept, "the profile is cut off here, within a character");
}
