/* SPDX-License-Identifier: MIT
 *
 * Plain byte loops, and what clang calls. -fno-builtin keeps the compiler from making calls to
 * themselves of them.
 */
#include "string.h"

#include <stdint.h>

void *memcpy(void *to, const void *from, size_t bytes)
{
    unsigned char *t = to;
    const unsigned char *f = from;

    while (bytes-- > 0)
        *t++ = *f++;
    return to;
}

void *memmove(void *to, const void *from, size_t bytes)
{
    unsigned char *t = to;
    const unsigned char *f = from;

    if (t < f)
        return memcpy(to, from, bytes);
    while (bytes-- > 0)
        t[bytes] = f[bytes];
    return to;
}

void *memset(void *to, int value, size_t bytes)
{
    unsigned char *t = to;

    while (bytes-- > 0)
        *t++ = (unsigned char)value;
    return to;
}

int memcmp(const void *a, const void *b, size_t bytes)
{
    const unsigned char *x = a, *y = b;

    for (; bytes > 0; bytes--, x++, y++)
        if (*x != *y)
            return *x < *y ? -1 : 1;
    return 0;
}

void *memchr(const void *from, int value, size_t bytes)
{
    const unsigned char *f = from;

    for (; bytes > 0; bytes--, f++)
        if (*f == (unsigned char)value)
            return (void *)(size_t)f;
    return NULL;
}

size_t strlen(const char *text)
{
    size_t length = 0;

    while (text[length] != 0)
        length++;
    return length;
}

int strcmp(const char *a, const char *b)
{
    while (*a != 0 && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

char *strchr(const char *text, int value)
{
    return memchr(text, value, strlen(text) + 1);
}

char *strstr(const char *text, const char *part)
{
    const size_t length = strlen(part);
    size_t i, left = strlen(text) + 1;

    for (i = 0; left > length; i++, left--)
        if (memcmp(text + i, part, length) == 0)
            return (char *)(size_t)(text + i);
    return NULL;
}

/* Clang multiplies 64 bits by 64 with this where it was told to look for an overflow. */
__extension__ typedef unsigned __int128 gocc_wide;
gocc_wide __multi3(gocc_wide a, gocc_wide b);

gocc_wide __multi3(gocc_wide a, gocc_wide b)
{
    const uint64_t low = (uint32_t)a, high = (uint64_t)a >> 32;
    const uint64_t with_low = (uint32_t)b, with_high = (uint64_t)b >> 32;
    const uint64_t first = low * with_low, second = high * with_low + (first >> 32);
    const uint64_t third = low * with_high + (uint32_t)second;
    const uint64_t top = high * with_high + (second >> 32) + (third >> 32) +
                         (uint64_t)(a >> 64) * (uint64_t)b + (uint64_t)a * (uint64_t)(b >> 64);

    return (gocc_wide)top << 64 | (third << 32 | (uint32_t)first);
}
