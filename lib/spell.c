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

static int is_word(char c)
{
    return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z');
}

static int is_decoration(const char *word, size_t length, const char *decorations)
{
    const char *end;

    for (; decorations != NULL && *decorations != 0; decorations = end + 1) {
        end = strchr(decorations, ' ');
        if (end == NULL)
            return 0;
        if ((size_t)(end - decorations) == length && memcmp(decorations, word, length) == 0)
            return 1;
    }
    return 0;
}

/* Length of a mark in parentheses at the start of the text, 0 if there is none. */
static size_t mark(const char *text, size_t length)
{
    if (length >= 3 && text[0] == '(' && lower(text[1]) == 'r' && text[2] == ')')
        return 3;
    if (length >= 4 && text[0] == '(' && lower(text[1]) == 't' && lower(text[2]) == 'm' &&
        text[3] == ')')
        return 4;
    return 0;
}

size_t gocc_spell(const char *name, size_t length, const char *decorations, char out[GOCC_SPELLING])
{
    size_t used = 0, at = 0, start, skip;

    while (at < length) {
        skip = mark(name + at, length - at);
        if (skip != 0 || !is_word(name[at])) {
            if (skip == 0 && (unsigned char)name[at] >= 0x80)
                return 0; /* no name of ours has other letters */
            at += skip != 0 ? skip : 1;
            continue;
        }
        for (start = used; at < length && is_word(name[at]); at++) {
            if (used + 1 >= GOCC_SPELLING)
                return 0;
            out[used++] = lower(name[at]);
        }
        if (is_decoration(out + start, used - start, decorations))
            used = start;
    }
    out[used] = 0;
    return used;
}

uint32_t gocc_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    uint8_t row[GOCC_SPELLING];
    uint8_t diagonal, above, cost;
    size_t i, j;

    for (j = 0; j <= b_length; j++)
        row[j] = (uint8_t)j;
    for (i = 1; i <= a_length; i++) {
        diagonal = row[0];
        row[0] = (uint8_t)i;
        for (j = 1; j <= b_length; j++) {
            above = row[j];
            cost = (uint8_t)(diagonal + (a[i - 1] != b[j - 1]));
            if (above + 1 < cost)
                cost = (uint8_t)(above + 1);
            if (row[j - 1] + 1 < cost)
                cost = (uint8_t)(row[j - 1] + 1);
            diagonal = above;
            row[j] = cost;
        }
    }
    return row[b_length];
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
    if (length < 9 || read_hex(name, 4, 4, vendor) != 4 || name[4] != ':' ||
        read_hex(name + 5, 4, 4, id) != 4)
        return 0;
    if (length == 9)
        return 1;
    return length == 12 && name[9] == ':' && read_hex(name + 10, 2, 2, revision) == 2;
}
