/* SPDX-License-Identifier: MIT
 *
 * Reads JSON that was not validated. Skips values by their brackets and strings, without recursion;
 * a value is validated only when the caller reads it.
 */
#include "json.h"

static gpuocc_kernels_text behind_space(gpuocc_kernels_text text)
{
    while (text.length != 0 &&
           (text.at[0] == ' ' || text.at[0] == '\t' || text.at[0] == '\n' || text.at[0] == '\r'))
        text = text_behind(text, 1);
    return text;
}

/* Returns the bytes of the string at the beginning of the text including both quotes, or 0 if it
 * does not end. */
static size_t string_length(gpuocc_kernels_text text)
{
    size_t i;

    for (i = 1; i < text.length; i++) {
        if (text.at[i] == '"')
            return i + 1;
        if (text.at[i] == '\\')
            i++;
    }
    return 0;
}

/* The same for an object or array: up to the closing bracket of its level, of either kind. */
static size_t container_length(gpuocc_kernels_text text)
{
    size_t depth = 0, length, i = 0;

    while (i < text.length) {
        const char c = text.at[i];

        if (c == '"') {
            length = string_length(text_behind(text, i));
            if (length == 0)
                return 0;
            i += length;
            continue;
        }
        i++;
        if (c == '{' || c == '[')
            depth++;
        else if ((c == '}' || c == ']') && --depth == 0)
            return i;
    }
    return 0;
}

/* Returns the length of a number, true, false, null, or whatever is in its place. */
static size_t word_length(gpuocc_kernels_text text)
{
    size_t i;

    for (i = 0; i < text.length; i++)
        if (strchr(",:]}[{\" \t\r\n", text.at[i]) != NULL)
            break;
    return i;
}

/* Reads a value and moves past it. Returns 0 if there is none or its end is missing; `value` is
 * then everything that is left. */
static int take(gpuocc_kernels_text *rest, gpuocc_kernels_text *value)
{
    size_t length = 0;

    *value = behind_space(*rest);
    if (value->length != 0)
        length = value->at[0] == '"'                          ? string_length(*value)
                 : value->at[0] == '{' || value->at[0] == '[' ? container_length(*value)
                                                              : word_length(*value);
    if (length == 0)
        return 0;
    *rest = behind_space(text_behind(*value, length));
    value->length = length;
    return 1;
}

struct json_walk format_json_walk(gpuocc_kernels_text value, char kind)
{
    struct json_walk walk = {{value.at, 0}, 0, 0, 0};

    value = behind_space(value);
    if (value.length == 0 || value.at[0] != kind)
        return walk;
    walk.rest = behind_space(text_behind(value, 1));
    walk.close = kind == '{' ? '}' : ']';
    return walk;
}

/* Skips `c` if it is next. */
static int skip(struct json_walk *walk, char c)
{
    if (walk->rest.length == 0 || walk->rest.at[0] != c)
        return 0;
    walk->rest = behind_space(text_behind(walk->rest, 1));
    return 1;
}

int format_json_next(struct json_walk *walk, gpuocc_kernels_text *name, gpuocc_kernels_text *value)
{
    value->at = walk->rest.at;
    value->length = 0;
    if (walk->close == 0 || walk->damaged || skip(walk, walk->close)) {
        walk->close = 0;
        return 0;
    }
    walk->damaged = 1;
    if (walk->begun && !skip(walk, ','))
        return 0;
    walk->begun = 1;
    if (name != NULL && (walk->rest.length == 0 || walk->rest.at[0] != '"' ||
                         !take(&walk->rest, name) || !skip(walk, ':')))
        return 0;
    if (!take(&walk->rest, value))
        return 0;
    walk->damaged = 0;
    return 1;
}

gpuocc_kernels_text format_json_inside(gpuocc_kernels_text value)
{
    if (value.length < 2 || value.at[0] != '"') {
        value.length = 0;
        return value;
    }
    value = text_behind(value, 1);
    value.length--;
    return value;
}

int format_json_is(gpuocc_kernels_text value, const char *word)
{
    return value.length >= 2 && value.at[0] == '"' && text_is(format_json_inside(value), word);
}

/* Returns the number of the four digits after \u, or -1. */
static long code_unit(gpuocc_kernels_text text)
{
    long unit = 0;
    size_t i;

    if (text.length < 6 || text.at[0] != '\\' || text.at[1] != 'u')
        return -1;
    for (i = 2; i < 6; i++) {
        const char c = text.at[i], lower = (char)(c | 0x20);

        if (c >= '0' && c <= '9')
            unit = unit * 16 + (c - '0');
        else if (lower >= 'a' && lower <= 'f')
            unit = unit * 16 + (lower - 'a' + 10);
        else
            return -1;
    }
    return unit;
}

static size_t utf8(unsigned long code, char *to)
{
    size_t more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3, i;
    static const unsigned first[] = {0, 0xc0, 0xe0, 0xf0};

    for (i = more; i > 0; i--, code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3f));
    to[0] = (char)(first[more] | code);
    return more + 1;
}

/* Reads an escape sequence and writes its character. An unpaired surrogate becomes U+FFFD. */
static size_t escape(gpuocc_kernels_text *text, char *to)
{
    static const char names[] = "bfnrt", characters[] = "\b\f\n\r\t";
    const long high = code_unit(*text);
    const char *found;
    long low;

    if (high < 0) {
        to[0] = text->length > 1 ? text->at[1] : '\\';
        found = strchr(names, to[0]);
        if (found != NULL && *found != 0)
            to[0] = characters[found - names];
        *text = text_behind(*text, text->length > 1 ? 2 : 1);
        return 1;
    }
    *text = text_behind(*text, 6);
    if (high < 0xd800 || high > 0xdfff)
        return utf8((unsigned long)high, to);
    low = high < 0xdc00 ? code_unit(*text) : -1;
    if (low < 0xdc00 || low > 0xdfff)
        return utf8(0xfffd, to);
    *text = text_behind(*text, 6);
    return utf8(0x10000ul + ((unsigned long)(high - 0xd800) << 10) + (unsigned long)(low - 0xdc00),
                to);
}

size_t format_json_string(gpuocc_kernels_text value, char *to, size_t room)
{
    gpuocc_kernels_text text = format_json_inside(value);
    size_t length = 0;

    /* A character has up to four bytes. */
    while (text.length != 0 && length + 4 <= room) {
        if (text.at[0] == '\\') {
            length += escape(&text, to + length);
        } else {
            to[length++] = text.at[0];
            text = text_behind(text, 1);
        }
    }
    return length;
}
