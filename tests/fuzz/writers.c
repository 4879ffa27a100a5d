/* SPDX-License-Identifier: MIT
 *
 * Writes any bytes in the ways in which the command writes names: the JSON must be valid JSON and
 * the pictures valid XML, text must not contain hidden characters, and CSV for spreadsheets no
 * formulas.
 */
#include "input/csv.h"
#include "input.h"
#include "is_json.h"
#include "output/json.h"
#include "output/svg.h"
#include "output/visible.h"

/* Whether text is UTF-8 without hidden characters. */
static int is_visible(const char *bytes, size_t length)
{
    uint32_t character = 0;
    size_t at = 0, size = 1;

    for (; at < length && size != 0; at += size) {
        size = utf8_character(bytes + at, length - at, &character);
        if (size != 0 && is_hidden(character))
            return 0;
    }
    return size != 0;
}

/* Checks a JSON document of any strings and numbers. The names of members are the command's own,
 * except those of json_bytes(). */
static void check_document(struct input *input, const char *string, size_t length)
{
    const struct value range = {take_byte(input) % 3, take_wide(input), take_wide(input)};
    struct json json = {{NULL, 0, 0}, 0};
    uint32_t members = take_byte(input) % 12, depth = 0;
    char brackets[16];

    json_open(&json, NULL, '{');
    brackets[depth++] = '}';
    while (members-- > 0) {
        const char *own = brackets[depth - 1] == '}' ? "member" : NULL;
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

/* Checks text between tags: no tag begins in it, and each & begins an entity. */
static void check_picture(const char *string)
{
    struct text svg = {NULL, 0, 0};
    const char *at;

    svg_add_escaped(&svg, string);
    for (at = text_string(&svg); *at != 0; at++) {
        CHECK(*at != '<' && *at != '>');
        CHECK(*at != '&' || strncmp(at, "&lt;", 4) == 0 || strncmp(at, "&gt;", 4) == 0 ||
              strncmp(at, "&amp;", 5) == 0);
    }
    CHECK(is_visible(text_string(&svg), svg.length));
    text_free(&svg);
}

static void check_message(const char *bytes, size_t length)
{
    struct text text = {NULL, 0, 0};

    text_add_quoted(&text, bytes, length);
    CHECK(is_visible(text.data, text.length));
    CHECK(text.length < 60 * 4 + 6); /* an invalid byte is shown as four */
    text_free(&text);
}

/* A cell for a spreadsheet begins like a formula only if it is a number. */
static void check_cell(const char *bytes, size_t length)
{
    struct text text = {NULL, 0, 0};
    size_t i;

    csv_set_form(CSV_SAFE);
    csv_put(&text, bytes, length);
    csv_set_form(CSV_VISIBLE);
    if (text.length != 0 && memchr("=+-@", text.data[0] == '"' ? text.data[1] : text.data[0], 4))
        for (i = 1; i < text.length; i++)
            CHECK(text.data[i] == '.' || (text.data[i] >= '0' && text.data[i] <= '9'));
    text_clear(&text);
    csv_put(&text, bytes, length);
    csv_set_form(CSV_EXACT);
    CHECK(is_visible(text_string(&text), text.length));
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct input input = {bytes, length};
    const uint64_t part = take_wide(&input), whole = take_wide(&input);
    const size_t size = take_byte(&input);
    struct text text = {NULL, 0, 0};
    char *string = malloc(size + 1);

    CHECK(string != NULL);
    take(&input, string, size);
    string[size] = 0;
    check_document(&input, string, size);
    check_picture(string);
    check_message(string, size);
    check_cell(string, size);
    text_add_percent(&text, part, whole);
    CHECK(is_json(text.data, text.length));
    text_free(&text);
    free(string);
    return 0;
}
