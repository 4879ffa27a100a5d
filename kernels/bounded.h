/* SPDX-License-Identifier: MIT
 *
 * Writes a text into memory of a fixed size, and counts what does not fit.
 */
#ifndef GPUOCC_KERNELS_BOUNDED_H
#define GPUOCC_KERNELS_BOUNDED_H

#include <stddef.h>

/* A text of `length` bytes so far, of which those before `bytes` - 1 are written. */
struct bounded {
    char *text; /* may be NULL if `bytes` is 0 */
    size_t bytes, length;
};

static inline void bounded_add(struct bounded *b, const char *text)
{
    for (; *text != 0; text++, b->length++)
        if (b->length + 1 < b->bytes)
            b->text[b->length] = *text;
}

static inline void bounded_byte(struct bounded *b, char byte)
{
    const char text[2] = {byte, 0};

    bounded_add(b, text);
}

static inline void bounded_number(struct bounded *b, unsigned long long number)
{
    char digits[21] = {0};
    size_t i = sizeof digits - 1;

    do
        digits[--i] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    bounded_add(b, digits + i);
}

/* Returns the bytes of the character of UTF-8 that begins with this byte. */
static inline size_t bounded_character(unsigned char lead)
{
    return lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/* Ends the text with a NUL, and one that is cut behind a whole character. Returns its whole
 * length. */
static inline size_t bounded_end(const struct bounded *b)
{
    size_t end = b->length < b->bytes ? b->length : b->bytes - 1, start = end;

    if (b->bytes == 0)
        return b->length;
    while (start != 0 && ((unsigned char)b->text[start - 1] & 0xc0) == 0x80)
        start--;
    if (start != 0 && start - 1 + bounded_character((unsigned char)b->text[start - 1]) > end)
        end = start - 1;
    b->text[end] = 0;
    return b->length;
}

#endif
