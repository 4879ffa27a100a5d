/* SPDX-License-Identifier: MIT
 *
 * Texts of the tables, packed by byte pairs.
 */
#include "packed.h"

/* Pairs within pairs: DEPTH of devices/catalogue.py, and one. */
#define DEPTH 13

size_t gocc_unpack(const struct gocc_packed *packed, uint32_t at, char *text, size_t size)
{
    const uint8_t *next = packed->bytes + at;
    uint8_t waiting[DEPTH], byte;
    size_t length = 0;
    uint32_t depth = 0;

    for (;;) {
        byte = depth != 0 ? waiting[--depth] : *next++;
        while (byte >= 128) {
            waiting[depth++] = packed->pairs[byte - 128][1];
            byte = packed->pairs[byte - 128][0];
        }
        if (byte == 0 || length + 1 == size)
            break;
        text[length++] = (char)byte;
    }
    text[length] = 0;
    return length;
}
