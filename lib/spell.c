/* SPDX-License-Identifier: MIT */
#include "spell.h"

#include <string.h>

#include "gpuocc/status.h"

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

size_t gocc_mark(const char *text, size_t length)
{
    static const char marks[][6] = {"(r)", "(c)", "(tm)", "\xc2\xae", "\xc2\xa9", "\xe2\x84\xa2"};
    size_t i, at;

    for (i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        for (at = 0; marks[i][at] != 0 && at < length && lower(text[at]) == marks[i][at]; at++)
            continue;
        if (marks[i][at] == 0)
            return at;
    }
    return 0;
}

#define DIGITS '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'
#define LETTERS                                                                                    \
    'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', \
        't', 'u', 'v', 'w', 'x', 'y', 'z'

/* What is written for a character: 0 for what ends a word. */
static const char written[256] = {
    ['0'] = DIGITS,
    ['A'] = LETTERS,
    ['a'] = LETTERS,
};

/* Letters and digits from the start of a text, lower case; returns how many there were. */
static uint32_t copy_word(const char *text, size_t length, char *to)
{
    uint32_t at;
    char c;

    for (at = 0; at < length; at++) {
        c = written[(unsigned char)text[at]];
        if (c == 0)
            break;
        to[at] = c;
    }
    return at;
}

int gocc_words(const char *name, size_t length, struct gocc_words *words)
{
    uint32_t used = 0, count = 0, word;
    uint64_t bits = 0;
    size_t at, skip, left;

    for (at = 0; at < length; at++) {
        left = length - at;
        word = copy_word(name + at, left < GOCC_SPELLING - used ? left : GOCC_SPELLING - used,
                         words->text + used);
        if (word != 0) {
            bits |= UINT64_C(1) << GOCC_WORD_BIT(words->text[used], word);
            used += word;
            at += word;
            if (used == GOCC_SPELLING || count == GOCC_WORDS)
                return 0;
            words->end[count++] = (uint8_t)used;
            if (at >= length)
                break;
        }
        if (name[at] != '(' && (unsigned char)name[at] < 0x80)
            continue;
        skip = gocc_mark(name + at, length - at);
        if (skip == 0 && name[at] != '(')
            return 0; /* no name of ours has other letters */
        at += skip != 0 ? skip - 1 : 0;
    }
    words->text[used] = 0;
    words->length = used;
    words->count = count;
    words->bits = bits;
    return used != 0;
}

static int is_decoration(const char *word, size_t length, const char (*decorations)[12])
{
    for (; decorations[0][0] != 0; decorations++)
        if (decorations[0][0] == word[0] && length < sizeof decorations[0] &&
            decorations[0][length] == 0 && memcmp(decorations[0], word, length) == 0)
            return 1;
    return 0;
}

uint32_t gocc_hash(const char *text, uint32_t length)
{
    uint32_t hash = 2166136261u, i;

    for (i = 0; i < length; i++)
        hash = (hash ^ (uint32_t)(unsigned char)text[i]) * 16777619u;
    return hash ^ hash >> 15;
}

void gocc_whole(const struct gocc_words *words, struct gocc_spelling *spelling)
{
    memcpy(spelling->text, words->text, words->length + 1);
    spelling->length = words->length;
    spelling->hash = gocc_hash(words->text, words->length);
}

int gocc_strip(const struct gocc_words *words, const char (*decorations)[12], uint64_t bits,
               struct gocc_spelling *spelling)
{
    uint32_t i, start = 0, length, used = 0;
    int dropped = 0;

    if ((words->bits & bits) == 0)
        return 0;
    for (i = 0; i < words->count; start = words->end[i++]) {
        const char *word = words->text + start;

        length = words->end[i] - start;
        if ((bits >> GOCC_WORD_BIT(word[0], length) & 1) != 0 &&
            (used != 0 || i + 1 < words->count) && is_decoration(word, length, decorations)) {
            if (!dropped)
                memcpy(spelling->text, words->text, start);
            dropped = 1;
            continue;
        }
        if (dropped)
            memcpy(spelling->text + used, word, length);
        used += length;
    }
    if (!dropped)
        return 0;
    spelling->text[used] = 0;
    spelling->length = used;
    return 1;
}

uint32_t gocc_variant(const char *text, uint32_t length, const char *variants)
{
    const char *end;
    uint32_t size, at;

    for (; variants != NULL && *variants != 0; variants = end + 1) {
        end = strchr(variants, ' ');
        size = (uint32_t)(end - variants);
        if (size >= length)
            continue;
        if (end[-1] != '*') {
            if (memcmp(text + length - size, variants, size) == 0)
                return size;
            continue;
        }
        for (at = 1; at + size <= length; at++)
            if (memcmp(text + at, variants, size - 1) == 0)
                return length - at;
    }
    return 0;
}

/* Reads at most `most` hexadecimal digits; returns how many there were. */
static size_t read_hex(const char *text, size_t length, size_t most, uint32_t *value)
{
    size_t at;
    char c;

    *value = 0;
    for (at = 0; at < length && at < most; at++) {
        c = lower(text[at]);
        if (is_digit(c))
            *value = *value * 16 + (uint32_t)(c - '0');
        else if (c >= 'a' && c <= 'f')
            *value = *value * 16 + (uint32_t)(c - 'a') + 10;
        else
            break;
    }
    return at;
}

int gocc_is_pci(const char *name, size_t length, uint32_t *vendor, uint32_t *id, uint32_t *revision)
{
    *revision = GPUOCC_UNKNOWN;
    if (length < 9 || name[4] != ':' || read_hex(name, 4, 4, vendor) != 4 ||
        read_hex(name + 5, 4, 4, id) != 4)
        return 0;
    if (length == 9)
        return 1;
    return length == 12 && name[9] == ':' && read_hex(name + 10, 2, 2, revision) == 2;
}

int gocc_is_id(const char *name, size_t length, uint32_t *id)
{
    if (length < 6 || length > 10 || name[0] != '0' || lower(name[1]) != 'x')
        return 0;
    return read_hex(name + 2, length - 2, 8, id) == length - 2 && *id <= 0xffff;
}
