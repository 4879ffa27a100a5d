/* SPDX-License-Identifier: MIT
 *
 * Counts many rows for one assertion, and compares figures as a file prints them.
 */
#ifndef TALLY_H
#define TALLY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

struct tally {
    int rows, bad;
};

/* Counts one check; the first ones that fail are printed. */
static inline void tally(struct tally *t, int holds, const char *what, int row, double got,
                         double want)
{
    t->rows++;
    if (!holds && t->bad++ < 5)
        note("row %d, %s: %.17g, expected %.17g", row, what, got, want);
}

static inline void tally_report(const struct tally *t, int rows, const char *what)
{
    ok(t->bad == 0 && t->rows == rows, "%s: %d checks, %d differ", what, t->rows, t->bad);
}

/* Compares a figure with the text in the file, in the file's format. */
static inline void tally_print(struct tally *t, const char *format, double got, const char *want,
                               const char *what, int row)
{
    char text[64];

    snprintf(text, sizeof text, format, got);
    tally(t, strcmp(text, want) == 0, what, row, got, strtod(want, NULL));
}

/* Returns the value of key in "a=1;b=2" as text; ends the test if there is none. */
static inline const char *tally_value(const char *pairs, const char *key)
{
    static char text[64];
    const size_t length = strlen(key);
    const char *at = pairs;
    size_t end;

    for (; at != NULL; at = strchr(at, ';'), at += at != NULL) {
        if (strncmp(at, key, length) != 0 || at[length] != '=')
            continue;
        at += length + 1;
        end = strcspn(at, ";");
        snprintf(text, sizeof text, "%.*s", (int)end, at);
        return text;
    }
    printf("Bail out! no %s in %s\n", key, pairs);
    exit(1);
}

static inline double tally_number(const char *pairs, const char *key)
{
    return strtod(tally_value(pairs, key), NULL);
}

#endif
