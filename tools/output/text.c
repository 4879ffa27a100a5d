/* SPDX-License-Identifier: MIT */
#include "output/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/visible.h"

void memory_fail(void)
{
    fputs("gpuocc: out of memory\n", stderr);
    exit(1);
}

void *memory_grow(void *memory, size_t bytes)
{
    void *grown = realloc(memory, bytes);

    if (grown == NULL)
        memory_fail();
    return grown;
}

size_t memory_capacity(size_t capacity)
{
    return 2 * capacity + 64;
}

void text_grow(struct text *text, size_t more)
{
    size_t capacity = text->capacity != 0 ? text->capacity : 64;

    while (capacity - text->length <= more)
        capacity *= 2;
    text->data = memory_grow(text->data, capacity);
    text->capacity = capacity;
}

void text_clear(struct text *text)
{
    text->length = 0;
    if (text->data != NULL)
        text->data[0] = 0;
}

void text_free(struct text *text)
{
    free(text->data);
    memset(text, 0, sizeof *text);
}

void text_add_bytes(struct text *text, const char *bytes, size_t length)
{
    text_reserve(text, length);
    if (length != 0)
        memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = 0;
}

void text_add(struct text *text, const char *string)
{
    text_add_bytes(text, string, strlen(string));
}

void text_add_number(struct text *text, uint64_t number)
{
    uint64_t rest;
    char *at;

    if (number < 10) {
        text_add_byte(text, (char)('0' + number));
        return;
    }
    text_reserve(text, 20); /* digits of the largest number */
    for (rest = number; rest > 9; rest /= 10)
        text->length++;
    at = text->data + ++text->length;
    *at = 0;
    do {
        *--at = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
}

void text_add_signed(struct text *text, int32_t number)
{
    if (number < 0)
        text_add_byte(text, '-');
    text_add_number(text, number < 0 ? 0u - (uint32_t)number : (uint32_t)number);
}

void text_add_count(struct text *text, uint64_t number, const char *one, const char *many)
{
    text_add_number(text, number);
    text_add_byte(text, ' ');
    text_add(text, number == 1 ? one : many);
}

void text_format(struct text *text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    text_format_list(text, format, arguments);
    va_end(arguments);
}

void text_format_list(struct text *text, const char *format, va_list arguments)
{
    va_list again;
    int length;

    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, arguments);
    if (length > 0) {
        text_reserve(text, (size_t)length);
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

void text_add_quoted(struct text *text, const char *bytes, size_t length)
{
    size_t shown = length > 60 ? 60 : length;

    /* Does not split a character, which has at most three bytes after its first. */
    while (shown < length && shown > 57 && ((unsigned char)bytes[shown] & 0xc0) == 0x80)
        shown--;
    text_add_byte(text, '"');
    text_add_visible(text, bytes, shown);
    text_add(text, shown < length ? "...\"" : "\"");
}

void text_add_percent(struct text *text, uint64_t part, uint64_t whole)
{
    uint64_t times = whole != 0 ? part / whole : 0, hundredths;
    unsigned rest;

    part = whole != 0 ? part % whole : 0;
    for (; whole > UINT64_MAX / 20001; whole /= 2)
        part /= 2;
    hundredths = whole != 0 ? (part * 20000 + whole) / (2 * whole) : 0;
    rest = (unsigned)(hundredths % 100);
    text_add_number(text, times * 100 + hundredths / 100);
    if (rest == 0)
        return;
    text_add_byte(text, '.');
    text_add_byte(text, (char)('0' + rest / 10));
    if (rest % 10 != 0)
        text_add_byte(text, (char)('0' + rest % 10));
}

const char *text_string(const struct text *text)
{
    return text->data != NULL ? text->data : "";
}
