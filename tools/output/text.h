/* SPDX-License-Identifier: MIT
 *
 * Text that grows. Initialise with {0}. `data` is NUL-terminated once something was added, but may
 * contain further NULs. If there is no memory, the program ends with a message and exit code 1.
 */
#ifndef TOOL_TEXT_H
#define TOOL_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define TEXT_PRINTF __attribute__((format(printf, 2, 3)))
#else
#define TEXT_PRINTF
#endif

struct text {
    char *data;
    size_t length, capacity;
};

/* Ends the program with a message that there is no memory. */
void memory_fail(void);

/* Like malloc and realloc, but does not return if there is no memory. */
void *memory_grow(void *memory, size_t bytes);

/* Returns for how many elements to make room if there is only room for `capacity`. */
size_t memory_capacity(size_t capacity);

/* Reserves room for this number of further bytes and the NUL. */
void text_grow(struct text *text, size_t more);

static inline void text_reserve(struct text *text, size_t more)
{
    if (more >= text->capacity - text->length)
        text_grow(text, more);
}

static inline void text_add_byte(struct text *text, char byte)
{
    text_reserve(text, 1);
    text->data[text->length++] = byte;
    text->data[text->length] = 0;
}

void text_clear(struct text *text);
void text_free(struct text *text);
void text_add_bytes(struct text *text, const char *bytes, size_t length);
void text_add(struct text *text, const char *string);
void text_add_number(struct text *text, uint64_t number);
/* Adds a number with its noun: "1 launch", "2 launches". */
void text_add_count(struct text *text, uint64_t number, const char *one, const char *many);
void text_add_signed(struct text *text, int32_t number);
void text_format(struct text *text, const char *format, ...) TEXT_PRINTF;
void text_format_list(struct text *text, const char *format, va_list arguments);

/* Adds a cell or argument to a message: about 60 bytes of it, made visible (visible.h). */
void text_add_quoted(struct text *text, const char *bytes, size_t length);

/* Adds 100 * part / whole with at most two decimals, without trailing zeros ("57.14", "50"). */
void text_add_percent(struct text *text, uint64_t part, uint64_t whole);

/* Returns the text, or "" instead of NULL. */
const char *text_string(const struct text *text);

#endif
