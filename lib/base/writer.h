/* SPDX-License-Identifier: MIT
 *
 * Sentences in a caller's buffer.
 */
#ifndef GOCC_WRITER_H
#define GOCC_WRITER_H

#include <stddef.h>
#include <stdint.h>

/* Text that is cut at `bytes` but counted to its end. */
struct gocc_writer {
    char *text;
    size_t bytes, length;
};

void gocc_put(struct gocc_writer *writer, const char *text);

void gocc_put_number(struct gocc_writer *writer, uint64_t number);

/* Puts the NUL where the text ends or was cut. */
void gocc_put_end(struct gocc_writer *writer);

#endif
