/* SPDX-License-Identifier: MIT
 *
 * Writes JSON values, members and brackets.
 */
#include "output/json.h"

#include <string.h>

#include "output/visible.h"

/* Writes a character as "\u001b"; one above U+FFFF as a surrogate pair. */
static void put_escaped(struct text *text, uint32_t character)
{
    if (character >= 0x10000) {
        text_format(text, "\\u%04x", (unsigned)(0xd7c0 + (character >> 10)));
        character = 0xdc00 | (character & 0x3ff);
    }
    text_format(text, "\\u%04x", (unsigned)character);
}

/* Returns the number of bytes at the start of `bytes` that need no escape in a JSON string. */
static size_t plain(const unsigned char *bytes, size_t length)
{
    size_t i = 0;

    while (i < length && (unsigned)(bytes[i] - 0x20) < 0x7f - 0x20 && bytes[i] != '"' &&
           bytes[i] != '\\')
        i++;
    return i;
}

static void put_string(struct text *text, const char *string, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)string;
    uint32_t character = 0;
    size_t at = 0, size;

    text_reserve(text, length + 2);
    text_add_byte(text, '"');
    for (;; at += size) {
        size = plain(bytes + at, length - at);
        text_add_bytes(text, string + at, size);
        at += size;
        if (at == length)
            break;
        size = utf8_character(string + at, length - at, &character);
        if (size == 0) {
            text_add(text, "\xef\xbf\xbd");
            size = 1;
        } else if (character == '"' || character == '\\') {
            text_add_byte(text, '\\');
            text_add_byte(text, string[at]);
        } else if (character == '\n') {
            text_add(text, "\\n");
        } else if (is_hidden(character)) {
            put_escaped(text, character);
        } else {
            text_add_bytes(text, string + at, size);
        }
    }
    text_add_byte(text, '"');
}

/* Adds what stands before a value; whatever adds the value also ends the text with a NUL. */
static void start(struct json *json, const char *name)
{
    const size_t length = name != NULL ? strlen(name) : 0;
    struct text *text = &json->text;

    text_reserve(text, length + 4); /* once, for speed: rows of eval have 70 members */
    if (json->comma)
        text->data[text->length++] = ',';
    json->comma = 1;
    if (name != NULL) {
        text->data[text->length++] = '"';
        memcpy(text->data + text->length, name, length);
        text->length += length;
        text->data[text->length++] = '"';
        text->data[text->length++] = ':';
    }
}

void json_open(struct json *json, const char *name, char bracket)
{
    start(json, name);
    text_add_byte(&json->text, bracket);
    json->comma = 0;
}

void json_close(struct json *json, char bracket)
{
    text_add_byte(&json->text, bracket);
    json->comma = 1;
}

void json_string(struct json *json, const char *name, const char *string)
{
    start(json, name);
    put_string(&json->text, string, strlen(string));
}

void json_bytes(struct json *json, const char *name, size_t name_length, const char *bytes,
                size_t length)
{
    start(json, NULL);
    put_string(&json->text, name, name_length);
    text_add_byte(&json->text, ':');
    put_string(&json->text, bytes, length);
}

void json_number(struct json *json, const char *name, uint64_t number)
{
    start(json, name);
    text_add_number(&json->text, number);
}

void json_signed(struct json *json, const char *name, int32_t number)
{
    start(json, name);
    text_add_signed(&json->text, number);
}

void json_token(struct json *json, const char *name, const char *token)
{
    start(json, name);
    text_add(&json->text, token);
}

void json_null(struct json *json, const char *name)
{
    json_token(json, name, "null");
}

void json_share(struct json *json, const char *name, uint64_t part, uint64_t whole)
{
    start(json, name);
    text_add_percent(&json->text, part, whole);
}

void json_real(struct json *json, const char *name, double number, int digits)
{
    const int whole = number >= 0 && number < 9007199254740992.0 && /* 2^53 */
                      number == (double)(uint64_t)number;

    start(json, name);
    if (whole)
        text_format(&json->text, "%.0f", number);
    else
        text_format(&json->text, "%.*g", digits, number);
}

void json_value(struct json *json, const char *name, const struct value *value)
{
    if (value->state != VALUE_KNOWN) {
        json_null(json, name);
        return;
    }
    if (value->low == value->high) {
        json_number(json, name, value->low);
        return;
    }
    json_open(json, name, '{');
    json_number(json, "low", value->low);
    if (value->high == VALUE_ENDLESS)
        json_null(json, "high");
    else
        json_number(json, "high", value->high);
    json_close(json, '}');
}
