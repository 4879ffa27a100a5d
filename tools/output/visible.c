/* SPDX-License-Identifier: MIT */
#include "output/visible.h"

size_t utf8_character(const char *bytes, size_t length, uint32_t *character)
{
    const unsigned char first = length != 0 ? (unsigned char)bytes[0] : 0xff;
    const size_t size = first < 0x80   ? 1
                        : first < 0xc2 ? 0
                        : first < 0xe0 ? 2
                        : first < 0xf0 ? 3
                        : first < 0xf5 ? 4
                                       : 0;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t found = size > 1 ? first & (0x7fu >> size) : first;
    size_t i;

    if (size == 0 || size > length)
        return 0;
    for (i = 1; i < size; i++) {
        if (((unsigned char)bytes[i] & 0xc0) != 0x80)
            return 0;
        found = found << 6 | ((unsigned char)bytes[i] & 0x3f);
    }
    if (found < least[size] || found > 0x10ffff || (found >= 0xd800 && found <= 0xdfff))
        return 0;
    *character = found;
    return size;
}

int is_hidden(uint32_t character)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0x00, 0x1f},       {0x7f, 0x9f},       {0xad, 0xad},       /* soft hyphen */
        {0x34f, 0x34f},     {0x61c, 0x61c},     {0x115f, 0x1160},   /* fillers */
        {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},   /* zero width, marks */
        {0x2028, 0x202e},   {0x2060, 0x206f},   {0x3164, 0x3164},   /* separators, bidi */
        {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   /* variations, mark */
        {0xfff0, 0xfffb},   {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, /* other formats */
        {0xe0000, 0xe0fff},                                         /* tags */
    };
    size_t i;

    if (character >= 0x20 && character < 0x7f)
        return 0;
    for (i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (character >= ranges[i].first && character <= ranges[i].last)
            return 1;
    return 0;
}

void text_add_visible(struct text *text, const char *bytes, size_t length)
{
    uint32_t character = 0;
    size_t at, size;

    for (at = 0; at < length; at += size) {
        size = utf8_character(bytes + at, length - at, &character);
        if (size == 0 || (size == 1 && is_hidden(character))) {
            size = 1;
            text_format(text, "\\x%02x", (unsigned)(unsigned char)bytes[at]);
        } else if (is_hidden(character)) {
            text_format(text, character < 0x10000 ? "\\u%04lx" : "\\U%08lx",
                        (unsigned long)character);
        } else {
            text_add_bytes(text, bytes + at, size);
        }
    }
}
