/* SPDX-License-Identifier: MIT
 *
 * Finds the end of JSON's objects and arrays with masks of 64 bytes, as Langdale and Lemire do
 * ("Parsing Gigabytes of JSON per Second", VLDB Journal 28, 2019): a bit of a mask is a byte, and a
 * prefix sum of the quotes modulo 2 says which bytes are in strings.
 */
#include "scan.h"

#include <string.h>

#if defined(__SSE2__) && !defined(SCAN_PORTABLE)
#include <emmintrin.h>
#define SCAN_SSE2
#endif

#define BLOCK 64u

struct masks {
    uint64_t quotes, backslashes, opens, closes, line_ends;
};

#ifdef SCAN_SSE2
static uint64_t equal(__m128i bytes, char c)
{
    return (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)));
}

static struct masks masks_of(const char *text)
{
    struct masks masks = {0, 0, 0, 0, 0};
    unsigned at;

    for (at = 0; at < BLOCK; at += 16) {
        const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(text + at));
        /* Brackets and braces differ in this bit only. */
        const __m128i braces = _mm_or_si128(bytes, _mm_set1_epi8(0x20));

        masks.quotes |= equal(bytes, '"') << at;
        masks.backslashes |= equal(bytes, '\\') << at;
        masks.opens |= equal(braces, '{') << at;
        masks.closes |= equal(braces, '}') << at;
        masks.line_ends |= equal(bytes, '\n') << at;
    }
    return masks;
}
#else
static struct masks masks_of(const char *text)
{
    struct masks masks = {0, 0, 0, 0, 0};
    unsigned at;

    for (at = BLOCK; at-- > 0;) {
        const char c = text[at], brace = (char)(c | 0x20);

        masks.quotes = masks.quotes << 1 | (c == '"');
        masks.backslashes = masks.backslashes << 1 | (c == '\\');
        masks.opens = masks.opens << 1 | (brace == '{');
        masks.closes = masks.closes << 1 | (brace == '}');
        masks.line_ends = masks.line_ends << 1 | (c == '\n');
    }
    return masks;
}
#endif

/* Returns the bytes that follow a backslash which is not escaped itself. */
static uint64_t escaped_of(uint64_t backslashes, uint64_t escape, size_t length,
                           uint64_t *escape_behind)
{
    uint64_t escaped = escape, bit;

    backslashes &= ~escape;
    *escape_behind = length == 0 ? escape : 0;
    while (backslashes != 0) {
        bit = backslashes & (0 - backslashes);
        escaped |= bit << 1;
        if (bit >> (length - 1) != 0)
            *escape_behind = 1;
        backslashes &= ~(bit | bit << 1);
    }
    return escaped;
}

static uint64_t in_strings(uint64_t quotes, uint64_t in_string)
{
    unsigned shift;

    for (shift = 1; shift < BLOCK; shift *= 2)
        quotes ^= quotes << shift;
    return quotes ^ in_string;
}

/* Returns the position of a mask's only bit. */
static size_t position(uint64_t bit)
{
#if defined(__GNUC__)
    return (size_t)__builtin_ctzll(bit);
#else
    size_t at = 0;

    while (bit >>= 1)
        at++;
    return at;
#endif
}

/* Reads a block, of which `length` bytes are of the text and the others zero. Returns the number of
 * bytes up to the closing bracket, or `length`. */
static size_t scan_block(struct scan *scan, const char *text, size_t length)
{
    const struct masks masks = masks_of(text);
    const uint64_t escaped = escaped_of(masks.backslashes, scan->escape, length, &scan->escape);
    const uint64_t strings = in_strings(masks.quotes & ~escaped, scan->in_string);
    uint64_t brackets = (masks.opens | masks.closes) & ~strings, bit;

    for (; brackets != 0; brackets &= brackets - 1) {
        bit = brackets & (0 - brackets);
        if ((masks.opens & bit) != 0) {
            scan->depth++;
        } else if (--scan->depth == 0) {
            if ((masks.line_ends & strings & (bit - 1)) != 0)
                scan->damaged = 1;
            return position(bit) + 1;
        }
    }
    if ((masks.line_ends & strings) != 0)
        scan->damaged = 1;
    scan->in_string = 0 - (strings >> (BLOCK - 1));
    return length;
}

size_t scan_container(struct scan *scan, const char *text, size_t length)
{
    char last[BLOCK];
    size_t at = 0;

    while (length - at >= BLOCK) {
        at += scan_block(scan, text + at, BLOCK);
        if (scan->depth == 0 || scan->damaged)
            return at;
    }
    if (at != length) {
        memset(last, 0, sizeof last);
        memcpy(last, text + at, length - at);
        at += scan_block(scan, last, length - at);
    }
    return at;
}
