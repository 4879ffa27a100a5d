/* SPDX-License-Identifier: MIT
 *
 * Checks whether bytes are one JSON value (RFC 8259) in UTF-8, with white space around it.
 */
#ifndef FUZZ_IS_JSON_H
#define FUZZ_IS_JSON_H

#include <stddef.h>
#include <string.h>

struct json_text {
    const unsigned char *at, *end;
};

static inline int json_byte(const struct json_text *text)
{
    return text->at < text->end ? *text->at : -1;
}

static inline int json_take(struct json_text *text, int byte)
{
    if (json_byte(text) != byte)
        return 0;
    text->at++;
    return 1;
}

static inline void json_blanks(struct json_text *text)
{
    while (json_byte(text) == ' ' || json_byte(text) == '\n' || json_byte(text) == '\t' ||
           json_byte(text) == '\r')
        text->at++;
}

static inline int json_is_digit(int byte)
{
    return byte >= '0' && byte <= '9';
}

static inline int json_is_hexadecimal(int byte)
{
    return json_is_digit(byte) || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

/* Reads one or more digits. */
static inline int json_digits(struct json_text *text)
{
    if (!json_is_digit(json_byte(text)))
        return 0;
    while (json_is_digit(json_byte(text)))
        text->at++;
    return 1;
}

static inline int json_is_number(struct json_text *text)
{
    (void)json_take(text, '-');
    if (!json_take(text, '0') && !json_digits(text))
        return 0;
    if (json_take(text, '.') && !json_digits(text))
        return 0;
    if (json_take(text, 'e') || json_take(text, 'E')) {
        if (!json_take(text, '-'))
            (void)json_take(text, '+');
        return json_digits(text);
    }
    return 1;
}

/* Whether a character of several bytes is valid: in the shortest form, not a surrogate, at most
 * U+10FFFF. */
static inline int json_is_wide(struct json_text *text)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned first = *text->at;
    const unsigned size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
    unsigned character = first & (0xffu >> (size + 1)), i;

    if (size == 0 || first >= 0xf8 || (size_t)(text->end - text->at) < size)
        return 0;
    for (i = 1; i < size; i++) {
        if (text->at[i] >> 6 != 2)
            return 0;
        character = character << 6 | (text->at[i] & 0x3fu);
    }
    text->at += size;
    return character >= least[size] && character <= 0x10ffff &&
           (character < 0xd800 || character > 0xdfff);
}

static inline int json_is_escape(struct json_text *text)
{
    int i, byte = json_byte(text);

    if (byte < 0 || strchr("\"\\/bfnrtu", byte) == NULL || byte == 0)
        return 0;
    text->at++;
    for (i = 0; byte == 'u' && i < 4; i++) {
        if (!json_is_hexadecimal(json_byte(text)))
            return 0;
        text->at++;
    }
    return 1;
}

static inline int json_is_string(struct json_text *text)
{
    if (!json_take(text, '"'))
        return 0;
    while (text->at < text->end && *text->at != '"') {
        if (*text->at < 0x20)
            return 0;
        if (*text->at >= 0x80) {
            if (!json_is_wide(text))
                return 0;
        } else if (*text->at++ == '\\' && !json_is_escape(text)) {
            return 0;
        }
    }
    return json_take(text, '"');
}

static inline int json_is_value(struct json_text *text, int depth);

static inline int json_is_list(struct json_text *text, int depth, int has_names, int end)
{
    text->at++;
    json_blanks(text);
    if (json_take(text, end))
        return 1;
    do {
        json_blanks(text);
        if (has_names) {
            if (!json_is_string(text))
                return 0;
            json_blanks(text);
            if (!json_take(text, ':'))
                return 0;
        }
        if (!json_is_value(text, depth + 1))
            return 0;
        json_blanks(text);
    } while (json_take(text, ','));
    return json_take(text, end);
}

static inline int json_is_word(struct json_text *text, const char *word)
{
    const size_t length = strlen(word);

    if ((size_t)(text->end - text->at) < length || memcmp(text->at, word, length) != 0)
        return 0;
    text->at += length;
    return 1;
}

static inline int json_is_value(struct json_text *text, int depth)
{
    if (depth > 100)
        return 0;
    json_blanks(text);
    switch (json_byte(text)) {
    case '{':
        return json_is_list(text, depth, 1, '}');
    case '[':
        return json_is_list(text, depth, 0, ']');
    case '"':
        return json_is_string(text);
    case 't':
        return json_is_word(text, "true");
    case 'f':
        return json_is_word(text, "false");
    case 'n':
        return json_is_word(text, "null");
    default:
        return json_is_number(text);
    }
}

static inline int is_json(const char *bytes, size_t length)
{
    struct json_text text = {(const unsigned char *)bytes, (const unsigned char *)bytes + length};

    if (!json_is_value(&text, 0))
        return 0;
    json_blanks(&text);
    return text.at == text.end;
}

#endif
