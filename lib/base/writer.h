/* SPDX-License-Identifier: MIT
 *
 * Writes text into a caller's buffer.
 */
#ifndef GOCC_WRITER_H
#define GOCC_WRITER_H

#include <stddef.h>
#include <stdint.h>

/* A text that is truncated to `bytes`; `length` counts all of it. */
struct gocc_writer {
    char *text;
    size_t bytes, length;
};

void gocc_put(struct gocc_writer *writer, const char *text);

void gocc_put_number(struct gocc_writer *writer, uint64_t number);

/* Writes the NUL after the text, or where it was truncated. */
void gocc_put_end(struct gocc_writer *writer);

#endif
