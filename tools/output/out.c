/* SPDX-License-Identifier: MIT
 *
 * Writes standard output and error messages, and finds out what the terminal can show.
 */
#include "output/out.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__unix__) || defined(__APPLE__)
#include <sys/ioctl.h>
#endif

#include "output/visible.h"

/* errno of the first write that failed, or 0 if none has failed. */
static int failure;

/* The value of --color. */
static enum out_colour colour;

void out_set_colour(enum out_colour when)
{
    colour = when;
}

static int on_terminal(void)
{
    const char *term = getenv("TERM");

    return isatty(1) && term != NULL && strcmp(term, "dumb") != 0;
}

struct style out_style(void)
{
    static const struct style coloured = {"\033[1m", "\033[1;31m", "\033[33m", "\033[0m"};
    static const struct style none = {"", "", "", ""};
    const char *no = getenv("NO_COLOR");

    if (colour == OUT_COLOUR_AUTO)
        return (no == NULL || no[0] == 0) && on_terminal() ? coloured : none;
    return colour == OUT_COLOUR_ALWAYS ? coloured : none;
}

size_t out_columns(void)
{
    const char *columns = getenv("COLUMNS");
    unsigned long number = 0;
    char *end;

    if (!isatty(1))
        return 0;
    if (columns != NULL && columns[0] >= '1' && columns[0] <= '9') {
        number = strtoul(columns, &end, 10);
        number = *end == 0 ? number : 0;
    }
#ifdef TIOCGWINSZ
    if (number == 0) {
        struct winsize size;

        if (ioctl(1, TIOCGWINSZ, &size) == 0)
            number = size.ws_col;
    }
#endif
    return number;
}

int complain(const char *format, ...)
{
    struct text text = {0}, shown = {0};
    va_list arguments;

    va_start(arguments, format);
    text_format_list(&text, format, arguments);
    va_end(arguments);
    text_add(&shown, "gpuocc: ");
    text_add_visible(&shown, text_string(&text), text.length);
    text_add_byte(&shown, '\n');
    (void)fwrite(shown.data, 1, shown.length, stderr);
    text_free(&text);
    text_free(&shown);
    return END_FAILED;
}

int out_is_terminal(void)
{
    return isatty(1);
}

static void failed(void)
{
    if (failure == 0)
        failure = errno != 0 ? errno : EIO;
}

void out_bytes(const char *bytes, size_t length)
{
    if (failure == 0 && length != 0 && fwrite(bytes, 1, length, stdout) != length)
        failed();
}

void out_text(const struct text *text)
{
    out_bytes(text->data, text->length);
}

void out_flush(void)
{
    if (failure == 0 && fflush(stdout) != 0)
        failed();
}

int out_failed(void)
{
    return failure != 0;
}

int out_close(int ending)
{
    out_flush();
    if (failure == 0 && close(1) != 0)
        failed();
    if (failure == 0)
        return ending;
    if (failure == EPIPE) /* the reader, such as head, has what it wants */
        return END_FAILED;
    return complain("cannot write the output: %s", strerror(failure));
}
