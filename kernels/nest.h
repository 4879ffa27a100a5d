/* SPDX-License-Identifier: MIT
 *
 * What readers share: files inside files, sentences with numbers, and what a file may cost.
 */
#ifndef GPUOCC_TOOLS_KERNELS_NEST_H
#define GPUOCC_TOOLS_KERNELS_NEST_H

#include "reader.h"

/* Memory of the caller. */
struct reader_arena {
    unsigned char *at; /* aligned to 16 bytes */
    size_t size, used;
    size_t last; /* offset of the last block */
};

void reader_arena_open(struct reader_arena *arena, void *memory, size_t bytes);

/* The arena of a sink; NULL: malloc() and free(). */
static inline struct reader_arena *reader_arena(const struct reader_sink *sink)
{
    return sink->budget != NULL ? sink->budget->arena : NULL;
}

/* Takes memory, or NULL if there is not so much; and gives it back (NULL: nothing). */
void *reader_take(struct reader_arena *arena, size_t bytes);
void reader_give(struct reader_arena *arena, void *memory);

/* A sink for a file inside the file that `outer` reports on. */
struct reader_nested {
    struct reader_sink sink, *outer;
    uint64_t offset;
    int follows;
};

/* Makes a sink that passes kernels on, and troubles with `offset`, plus their own offset if
 * `follows`. */
void reader_nest(struct reader_nested *nested, uint64_t offset, int follows,
                 struct reader_sink *outer);

/* Runs a reader on a file inside the file that `sink` reports on. Its troubles are reported at
 * `offset`, plus their own offset if `follows` (the inner file lies there as it is; it does not
 * where it was compressed). Reports a trouble instead where READER_DEPTH is reached. */
int reader_inside(reader_function *read, const unsigned char *bytes, size_t length, uint64_t offset,
                  int follows, struct reader_sink *sink);

/* Reports a trouble, formatted like printf. */
void reader_trouble(struct reader_sink *sink, uint64_t offset, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Subtracts `room` bytes from what may still be unpacked. Returns 0 if less is left, else 1. */
int reader_may_unpack(struct reader_sink *sink, uint64_t room);

/* The most memory that one compressed part may take. */
#define READER_MOST_BYTES 0x20000000u

/* The formats of compressed parts; reader_unpack does the first two. */
enum reader_packing { READER_LZ4_BLOCK, READER_ZSTD, READER_ZLIB };

/* Reports that this build has no library for the format, what to install, and `instead`, the
 * compiler's option that avoids compression. */
void reader_cannot_unpack(enum reader_packing packing, const char *instead, uint64_t offset,
                          struct reader_sink *sink);

/* Unpacks `length` bytes into `room` bytes of new memory (free it). Returns how many there are in
 * *unpacked, or NULL after it reported why not, at `offset`. `instead` is the compiler's option
 * that avoids compression. */
unsigned char *reader_unpack(enum reader_packing packing, const unsigned char *bytes, size_t length,
                             uint64_t room, size_t *unpacked, const char *instead, uint64_t offset,
                             struct reader_sink *sink);

#endif
