/* SPDX-License-Identifier: MIT
 *
 * The content of a file, a pipe or standard input.
 */
#ifndef TOOL_CONTENT_H
#define TOOL_CONTENT_H

#include <stddef.h>
#include <stdint.h>

/* What was read or mapped. Initialise with {0}. */
struct content {
    const unsigned char *bytes;
    size_t length;
    void *map;             /* NULL if it was read */
    unsigned char *memory; /* for what is read; later files use it again */
    size_t room;
};

/* Reads a descriptor to its end, or maps it if it is a regular file of `size` bytes, which is
 * larger than 1 MiB, where the system can; `size` is 0 for anything else. Returns 0, or -1 with
 * errno: EFBIG for more than 1 GiB that is not mapped, or EINTR after a signal (stop.h). */
int content_read(struct content *content, int file, uint64_t size);

/* Ends the use of the bytes. Call this also after a failure. */
void content_close(struct content *content);

void content_free(struct content *content);

#endif
