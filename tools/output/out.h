/* SPDX-License-Identifier: MIT
 *
 * Standard output and standard error: colour on a terminal, error messages, and the check that all
 * output was written.
 */
#ifndef TOOL_OUT_H
#define TOOL_OUT_H

#include "output/text.h"

/* Exit codes of the command. */
enum ending {
    END_ANSWERED = 0,
    END_FAILED = 1, /* usage, input or output */
    END_REFUSED = 2,
    END_SHORT = 3 /* a --require is not met */
};

/* When output is coloured: on a terminal and without NO_COLOR, unless --color says otherwise. */
enum out_colour { OUT_COLOUR_AUTO, OUT_COLOUR_ALWAYS, OUT_COLOUR_NEVER };
void out_set_colour(enum out_colour when);

/* Escape sequences, or "" without colour. `warn` is for limiting resources and for notes. */
struct style {
    const char *bold, *bad, *warn, *plain;
};

/* The style of standard output. */
struct style out_style(void);

/* Returns the columns of the terminal, from COLUMNS or from the terminal; 0 if standard output is
 * not a terminal. */
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

/* Whether writing has failed; further output is then lost. */
int out_failed(void);

/* Ends the output. Returns `ending`, or END_FAILED with an error if not everything was written; no
 * error is printed if its reader has gone. */
int out_close(int ending);

#endif
