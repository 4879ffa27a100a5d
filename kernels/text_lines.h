/* SPDX-License-Identifier: MIT
 *
 * Reads text that has no zero byte at its end, line by line.
 */
#ifndef GPUOCC_KERNELS_TEXT_LINES_H
#define GPUOCC_KERNELS_TEXT_LINES_H

#include "bytes.h"

/* Reads the next line without its end (LF or CRLF) and moves `rest` past it. Returns 1, or 0 at the
 * end. */
static inline int text_line(gpuocc_kernels_text *rest, gpuocc_kernels_text *line)
{
    const char *end;

    if (rest->length == 0)
        return 0;
    end = memchr(rest->at, '\n', rest->length);
    line->at = rest->at;
    line->length = end != NULL ? (size_t)(end - rest->at) : rest->length;
    *rest = text_behind(*rest, line->length + (end != NULL));
    if (line->length != 0 && line->at[line->length - 1] == '\r')
        line->length--;
    return 1;
}

/* Whether the text contains `string`, and its offset (`at` may be NULL). */
static inline int text_find(gpuocc_kernels_text text, const char *string, size_t *at)
{
    const size_t length = strlen(string);
    const char *found = text.at, *end;

    if (length == 0 || text.length < length) /* also if the text is empty */
        return 0;
    end = text.at + text.length;
    while ((size_t)(end - found) >= length &&
           (found = memchr(found, string[0], (size_t)(end - found) - length + 1)) != NULL) {
        if (memcmp(found, string, length) == 0) {
            if (at != NULL)
                *at = (size_t)(found - text.at);
            return 1;
        }
        found++;
    }
    return 0;
}

/* Returns the text before the first `byte`, or all of it. */
static inline gpuocc_kernels_text text_until(gpuocc_kernels_text text, char byte)
{
    const char *end = text.length != 0 ? memchr(text.at, byte, text.length) : NULL;

    if (end != NULL)
        text.length = (size_t)(end - text.at);
    return text;
}

/* Returns the text without the blanks and tabs at both ends. */
static inline gpuocc_kernels_text text_trim(gpuocc_kernels_text text)
{
    while (text.length != 0 && (text.at[0] == ' ' || text.at[0] == '\t'))
        text = text_behind(text, 1);
    while (text.length != 0 &&
           (text.at[text.length - 1] == ' ' || text.at[text.length - 1] == '\t'))
        text.length--;
    return text;
}

/* Removes `string` from the beginning of the text, if it is there. */
static inline int text_skip(gpuocc_kernels_text *text, const char *string)
{
    if (!text_starts(*text, string))
        return 0;
    *text = text_behind(*text, strlen(string));
    return 1;
}

/* Reads a decimal number and moves past it; one above 64 bits becomes the largest. Returns 0 if
 * there is no digit. */
static inline int text_number(gpuocc_kernels_text *text, uint64_t *number)
{
    size_t i;
    unsigned digit;

    *number = 0;
    for (i = 0; i < text->length; i++) {
        digit = (unsigned)(unsigned char)text->at[i] - '0';
        if (digit > 9)
            break;
        *number = *number > (UINT64_MAX - digit) / 10 ? UINT64_MAX : *number * 10 + digit;
    }
    *text = text_behind(*text, i);
    return i != 0;
}

/* Reads a text that is only a number: digits, and a value without a special meaning in the library.
 * Returns 0 if it is anything else. */
static inline int text_figure(gpuocc_kernels_text text, uint32_t *figure)
{
    uint64_t number;

    if (!text_number(&text, &number) || text.length != 0 || number >= GPUOCC_ZERO)
        return 0;
    *figure = (uint32_t)number;
    return 1;
}

#endif
