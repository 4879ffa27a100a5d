/* SPDX-License-Identifier: MIT
 *
 * Test Anything Protocol in one header. A test is main() with calls of ok() and, at its end,
 * `return done();`.
 */
#ifndef TAP_H
#define TAP_H

#include <stdarg.h>
#include <stdio.h>

static int tap_count, tap_failed;

/* Prints one assertion. Returns whether it holds. */
static inline int ok(int holds, const char *format, ...)
{
    va_list arguments;

    tap_count++;
    tap_failed += !holds;
    printf("%sok %d - ", holds ? "" : "not ", tap_count);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    fflush(stdout);
    return holds;
}

/* Prints a comment on the previous or the next assertion. */
static inline void note(const char *format, ...)
{
    va_list arguments;

    printf("# ");
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

static inline void skip(const char *name, const char *reason)
{
    printf("ok %d - %s # SKIP %s\n", ++tap_count, name, reason);
}

static inline int done(void)
{
    printf("1..%d\n", tap_count);
    return tap_failed != 0;
}

#endif
