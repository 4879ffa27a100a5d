/* SPDX-License-Identifier: MIT
 *
 * Standard output and error: colour where a person looks, complaints, and the proof that all of
 * the output arrived.
 */
#ifndef TOOL_OUT_H
#define TOOL_OUT_H

#include "output/text.h"

/* How the command ends. */
enum ending {
    END_ANSWERED = 0,
    END_FAILED = 1, /* usage, input or output */
    END_REFUSED = 2,
    END_SHORT = 3 /* --require does not hold */
};

/* When there is colour: on a terminal and without NO_COLOR, unless --color says otherwise. */
enum out_colour { OUT_COLOUR_AUTO, OUT_COLOUR_ALWAYS, OUT_COLOUR_NEVER };
void out_set_colour(enum out_colour when);

/* Escape sequences, or "" where there is no colour. `warn` is for what limits, and for notes. */
struct style {
    const char *bold, *bad, *warn, *plain;
};

/* The style of standard output. */
struct style out_style(void);

/* Columns of the terminal, of COLUMNS or its own; 0 where standard output is none. */
size_t out_columns(void);

/* Writes "gpuocc: ..." and a newline to standard error, with hidden characters of file names and
 * cells made visible (visible.h). Returns END_FAILED. */
int complain(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;

/* Whether standard output is a terminal. */
int out_is_terminal(void);

void out_bytes(const char *bytes, size_t length);
void out_text(const struct text *text);
void out_flush(void);

/* Whether writing failed so far; the rest of the work is then for nothing. */
int out_failed(void);

/* Ends the output: `ending`, or END_FAILED with a complaint if not all of it arrived. */
int out_close(int ending);

#endif
