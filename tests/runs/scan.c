/* SPDX-License-Identifier: MIT
 *
 * Tests the search for closing brackets, 64 bytes at a time, against one that takes bytes one by
 * one, with random texts and in random parts. Also built without SSE2 (SCAN_PORTABLE).
 */
#include "scan.h"

#include <string.h>

#include "tap.h"

#define LONGEST 400u

static unsigned long state = 1;

static unsigned below(unsigned limit)
{
    state = (state * 1103515245u + 12345u) & 0x7fffffffu;
    return (unsigned)(state >> 12) % limit;
}

/* Returns the bytes up to the closing bracket or the end; *damaged: a string has a line's end. */
static size_t one_by_one(const char *text, size_t length, int *damaged)
{
    size_t i, depth = 0;
    int string = 0;

    *damaged = 0;
    for (i = 0; i < length; i++) {
        if (text[i] == '\\') {
            *damaged |= string && i + 1 < length && text[i + 1] == '\n';
            i++;
        } else if (text[i] == '"') {
            string = !string;
        } else if (string) {
            *damaged |= text[i] == '\n';
        } else if (text[i] == '{' || text[i] == '[') {
            depth++;
        } else if ((text[i] == '}' || text[i] == ']') && --depth == 0) {
            return i + 1;
        }
    }
    return length;
}

/* Makes a text; backslashes are in strings only, as in JSON. */
static size_t make(char *text)
{
    static const char inside[] = "ab{}[]\\\\\\\"n ,:", outside[] = "{}[]\"\"ab \n,:";
    const size_t length = 1 + below(LONGEST - 1);
    const int lines = below(4) == 0;
    size_t i;
    int string = 0, escaped = 0;

    text[0] = '{';
    for (i = 1; i < length; i++) {
        text[i] = string ? inside[below(sizeof inside - 1)] : outside[below(sizeof outside - 1)];
        if (string && text[i] == '"' && below(3) != 0)
            text[i] = 'x';
        if (string && lines && below(50) == 0)
            text[i] = '\n';
        if (!string && (text[i] == '}' || text[i] == ']') && below(2) != 0)
            text[i] = '[';
        if (text[i] == '"' && !escaped)
            string = !string;
        escaped = string && text[i] == '\\' && !escaped;
    }
    return length;
}

int main(void)
{
    char text[LONGEST];
    unsigned long trial, wrong = 0, ends = 0, broken = 0;

    for (trial = 0; trial < 200000; trial++) {
        const size_t length = make(text);
        struct scan scan = {0, 0, 0, 0};
        size_t at = 0, part;
        int damaged;
        const size_t expected = one_by_one(text, length, &damaged);

        do {
            part = 1 + below((unsigned)(length - at));
            at += scan_container(&scan, text + at, part);
        } while (at < length && scan.depth != 0 && !scan.damaged);
        ends += expected < length;
        broken += damaged != 0;
        wrong += damaged ? !scan.damaged : scan.damaged || at != expected;
    }
    ok(wrong == 0 && ends > 10000 && broken > 10000, "200,000 texts, %lu end, %lu are damaged",
       ends, broken);
    return done();
}
