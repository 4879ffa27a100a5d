/* SPDX-License-Identifier: MIT */
#include "search/normalise.h"

#include <string.h>

#include "base/strings.h"
#include "device/rules.h"
#include "gpuocc/status.h"

#define DIGITS '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'
#define LETTERS                                                                                    \
    'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', \
        't', 'u', 'v', 'w', 'x', 'y', 'z'

/* The normalised form of each character; 0 for one that ends a word. */
static const char written[256] = {
    ['0'] = DIGITS,
    ['A'] = LETTERS,
    ['a'] = LETTERS,
};

size_t gocc_mark(const char *text, size_t length)
{
    static const char marks[][5] = {"(r)", "(c)", "(tm)", "\xc2\xae", "\xc2\xa9", "\xe2\x84\xa2"};
    size_t i, at, size;

    for (i = 0; i != sizeof marks / sizeof marks[0]; i++) {
        size = strlen(marks[i]);
        for (at = 0; size <= length && at != size; at++)
            if (text[at] != marks[i][at] && written[(unsigned char)text[at]] != marks[i][at])
                break;
        if (at == size)
            return size;
    }
    return 0;
}

size_t gocc_name_bytes(const char *name, size_t length)
{
    length = gocc_text_length(name, length);
    while (length != 0 && name[length - 1] == 0)
        length--;
    return length;
}

/* Adds the word that ends before `to`. Returns 0 if there are too many words or letters. */
static int add_word(struct gocc_words *words, const char *to)
{
    const uint32_t at = words->count, start = words->length, end = (uint32_t)(to - words->text);
    const uint32_t bit = GOCC_WORD_BIT(words->text[start], end - start);

    if (at == GOCC_WORDS || end >= GOCC_SPELLING)
        return 0;
    words->bit[at] = (uint8_t)bit;
    words->bits |= UINT64_C(1) << bit;
    words->end[at] = (uint8_t)end;
    words->count = at + 1;
    words->length = end;
    return 1;
}

int gocc_words(const char *name, size_t length, struct gocc_words *words)
{
    const char *const end = name + length;
    char *to = words->text, c;
    size_t mark;

    words->bits = words->length = words->count = 0;
    if (length > 2 && end[-1] == '.' && end[-2] == '.')
        return 0; /* a name that is cut off */
    for (;; name++) {
        for (; name < end && (c = written[(unsigned char)*name]) != 0; name++)
            *to++ = c;
        if (to != words->text + words->length && !add_word(words, to))
            return 0;
        if (name == end)
            break;
        if (*name != '(' && (unsigned char)*name < 0x80)
            continue;
        mark = gocc_mark(name, (size_t)(end - name));
        if (mark == 0 && *name != '(')
            return 0; /* no name of the tables has other letters */
        if (mark != 0)
            name += mark - 1;
    }
    words->text[words->length] = 0;
    return words->length != 0;
}

int gocc_is_decoration(const char *word, uint32_t length, const struct gocc_word *decorations)
{
    uint32_t at;

    for (; decorations->text[0] != 0; decorations++) {
        for (at = 0; at != length && decorations->text[at] == word[at]; at++)
            continue;
        if (at == length && decorations->text[at] == 0)
            return 1;
    }
    return 0;
}

uint32_t gocc_next_word(const char **text, char *word)
{
    const char *from = *text;
    uint32_t at = 0;
    char c;

    while (*from != 0 && written[(unsigned char)*from] == 0)
        from++;
    for (; at < GOCC_SPELLING; at++, from++) {
        c = written[(unsigned char)*from];
        if (c == 0)
            break;
        word[at] = c;
    }
    *text = from;
    return at;
}

void gocc_whole(const struct gocc_words *words, struct gocc_spelling *spelling)
{
    memcpy(spelling->text, words->text, GOCC_SPELLING);
    spelling->length = words->length;
}

int gocc_strip(const struct gocc_words *words, const struct gocc_word *decorations, uint64_t bits,
               struct gocc_spelling *spelling)
{
    uint32_t i, at = 0, end, used = 0;

    if (!(words->bits & bits))
        return 0;
    for (i = 0; i < words->count; i++, at = end) {
        end = words->end[i];
        if ((bits >> words->bit[i] & 1) != 0 && (used != 0 || i + 1 < words->count) &&
            gocc_is_decoration(words->text + at, end - at, decorations))
            continue;
        memcpy(spelling->text + used, words->text + at, GOCC_SPELLING);
        used += end - at;
    }
    if (used == words->length)
        return 0;
    spelling->text[used] = 0;
    spelling->length = used;
    return 1;
}

uint32_t gocc_variant(const char *text, uint32_t length, const char *variants)
{
    uint32_t size, at;

    for (; *variants != 0; variants += size) {
        size = (uint32_t)(unsigned char)*variants++;
        if (size >= length)
            continue;
        if (variants[size - 1] != '*') {
            if (text[length - 1] == variants[size - 1] &&
                memcmp(text + length - size, variants, size) == 0)
                return size;
            continue;
        }
        for (at = 1; at + size <= length; at++)
            if (memcmp(text + at, variants, size - 1) == 0)
                return length - at;
    }
    return 0;
}

/* Reads digits; `length` is at most 8. Returns the number of digits read. */
static size_t read_digits(const char *text, size_t length, uint32_t base, uint32_t *value)
{
    uint32_t digit;
    size_t at;
    char c;

    *value = 0;
    for (at = 0; at < length; at++) {
        c = written[(unsigned char)text[at]];
        digit = (uint32_t)(c <= '9' ? c - '0' : c - 'a' + 10);
        if (c == 0 || digit >= base)
            break;
        *value = *value * base + digit;
    }
    return at;
}

int gocc_is_number(const char *text, size_t length, uint32_t base, uint32_t *value)
{
    return length - 1 < 8 && read_digits(text, length, base, value) == length;
}

/* Reads the hexadecimal digits after a mark such as "ven_". Returns 0 if there are fewer than
 * `digits`. */
static int read_marked(const char *name, size_t length, const char *mark, size_t digits,
                       uint32_t *value)
{
    size_t at, i;

    for (at = 0; at + 4 + digits <= length; at++) {
        for (i = 0; i != 3 && written[(unsigned char)name[at + i]] == mark[i]; i++)
            continue;
        if (i == 3 && name[at + 3] == '_')
            return read_digits(name + at + 4, digits, 16, value) == digits;
    }
    return 0;
}

/* Reads an id of four or five digits, which may follow "0x". Returns its length, 0 if there is
 * none. */
static size_t read_id(const char *text, size_t length, uint32_t base, uint32_t *value)
{
    const size_t mark = length > 2 && text[0] == '0' && (text[1] | 0x20) == 'x' ? 2 : 0;
    const size_t digits =
        read_digits(text + mark, length - mark < 5 ? length - mark : 5, base, value);

    return digits < 4 ? 0 : mark + digits;
}

int gocc_is_pci(const char *name, size_t length, uint32_t base, uint32_t *vendor, uint32_t *id,
                uint32_t *revision)
{
    size_t at, size;

    *revision = GPUOCC_UNKNOWN;
    if (memchr(name, '&', length) != NULL && read_marked(name, length, "ven", 4, vendor) &&
        read_marked(name, length, "dev", 4, id)) {
        if (!read_marked(name, length, "rev", 2, revision))
            *revision = GPUOCC_UNKNOWN;
        return 1;
    }
    at = read_id(name, length, base, vendor);
    if (at == 0 || at == length || memchr(" :-", name[at], 3) == NULL)
        return 0;
    at++;
    size = read_id(name + at, length - at, base, id);
    at += size;
    if (size == 0 || at == length)
        return size != 0;
    return length - at == 3 && name[at] == ':' && gocc_is_number(name + at + 1, 2, 16, revision);
}

int gocc_is_id(const char *name, size_t length, uint32_t *id)
{
    if (length >= 6 && name[0] == '0' && (name[1] | 0x20) == 'x')
        return gocc_is_number(name + 2, length - 2, 16, id);
    return length == 4 && name[0] <= '9' && !gocc_is_number(name, 4, 10, id) &&
           gocc_is_number(name, 4, 16, id);
}
