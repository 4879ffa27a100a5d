/* SPDX-License-Identifier: MIT
 *
 * Any bytes as what the command writes: its JSON reads as JSON and its pictures as XML, whatever
 * stands in a name; messages have no control characters.
 */
#include "input.h"
#include "is_json.h"
#include "json.h"
#include "svg.h"

/* A JSON document of names, strings and numbers as they come. */
static void check_document(struct input *input, const char *name, const char *string, size_t length)
{
    const struct value range = {take_byte(input) % 3, take_wide(input), take_wide(input)};
    struct json json = {{NULL, 0, 0}, 0};
    uint32_t members = take_byte(input) % 12, depth = 0;
    char brackets[16];

    json_open(&json, NULL, '{');
    brackets[depth++] = '}';
    while (members-- > 0) {
        const char *own = brackets[depth - 1] == '}' ? name : NULL;
        const uint8_t kind = take_byte(input) % 9;

        if (kind < 2 && depth < sizeof brackets) {
            json_open(&json, own, kind ? '{' : '[');
            brackets[depth++] = kind ? '}' : ']';
        } else if (kind == 2 && depth > 1) {
            json_close(&json, brackets[--depth]);
        } else if (kind == 3) {
            json_string(&json, own, string);
        } else if (kind == 4) {
            json_number(&json, own, take_wide(input));
        } else if (kind == 5) {
            json_signed(&json, own, (int32_t)take_word(input));
        } else if (kind == 6) {
            json_null(&json, own);
        } else if (kind == 7) {
            json_value(&json, own, &range);
        } else if (own != NULL) {
            json_bytes(&json, string, length, string, length);
        }
    }
    while (depth > 0)
        json_close(&json, brackets[--depth]);
    CHECK(is_json(json.text.data, json.text.length));
    text_free(&json.text);
}

/* What stands between tags: no tag begins in it, and each & begins an entity. */
static void check_picture(const char *string)
{
    struct text svg = {NULL, 0, 0};
    const char *at;

    svg_add_escaped(&svg, string);
    for (at = text_string(&svg); *at != 0; at++) {
        CHECK(*at != '<');
        CHECK(*at != '&' || strncmp(at, "&lt;", 4) == 0 || strncmp(at, "&amp;", 5) == 0);
    }
    text_free(&svg);
}

static void check_message(const char *bytes, size_t length)
{
    struct text text = {NULL, 0, 0};
    size_t i;

    text_add_quoted(&text, bytes, length);
    for (i = 0; i < text.length; i++)
        CHECK((unsigned char)text.data[i] >= 0x20 && text.data[i] != 0x7f);
    CHECK(text.length < 80);
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct input input = {bytes, length};
    const uint64_t part = take_wide(&input), whole = take_wide(&input);
    const size_t size = take_byte(&input);
    struct text text = {NULL, 0, 0};
    char *string = malloc(size + 1), name[8];

    CHECK(string != NULL);
    take(&input, name, sizeof name);
    name[sizeof name - 1] = 0;
    take(&input, string, size);
    string[size] = 0;
    check_document(&input, name, string, size);
    check_picture(string);
    check_message(string, size);
    text_add_percent(&text, part, whole);
    CHECK(is_json(text.data, text.length));
    text_free(&text);
    free(string);
    return 0;
}
