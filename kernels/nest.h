/* SPDX-License-Identifier: MIT
 *
 * Declares what the readers share: nested files, messages with numbers, and limits on what a file
 * may cost.
 */
#ifndef GPUOCC_KERNELS_NEST_H
#define GPUOCC_KERNELS_NEST_H

#include "reader.h"

/* Memory that the caller provided. */
struct reader_arena {
    unsigned char *at; /* aligned to 16 bytes */
    size_t size, used;
    size_t last; /* offset of the last block */
};

void reader_arena_open(struct reader_arena *arena, void *memory, size_t bytes);

/* Returns the arena of a sink; NULL: use malloc() and free(). */
static inline struct reader_arena *reader_arena(const struct reader_sink *sink)
{
    return sink->budget != NULL ? sink->budget->arena : NULL;
}

/* Allocates memory, or returns NULL if there is not enough; and frees it (NULL is allowed). */
void *reader_take(struct reader_arena *arena, size_t bytes);
void reader_give(struct reader_arena *arena, void *memory);

/* A sink for a file nested in the file that `outer` reports on. */
struct reader_nested {
    struct reader_sink sink, *outer;
    uint64_t offset;
    int follows;
};

/* Makes a sink that passes kernels on, and problems with `offset`, plus their own offset if
 * `follows`. */
void reader_nest(struct reader_nested *nested, uint64_t offset, int follows,
                 struct reader_sink *outer);

/* Returns the bytes of the fatbin container that begins at an offset, or 0 if no whole container
 * begins there. Looks at its headers only. */
uint64_t reader_fatbin_size(const unsigned char *bytes, size_t length, uint64_t at);

/* Runs a reader on a file nested in the file that `sink` reports on. Its problems are reported with
 * `offset`, plus their own offset if `follows` (when the nested file is not compressed). Reports a
 * problem instead if READER_DEPTH is reached. */
int reader_inside(reader_function *read, const unsigned char *bytes, size_t length, uint64_t offset,
                  int follows, struct reader_sink *sink);

/* Reports a problem, formatted as by printf. */
void reader_trouble(struct reader_sink *sink, uint64_t offset, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Returns the number, or the largest that has no special meaning in the library. */
static inline uint32_t reader_capped(uint64_t number)
{
    return number < GPUOCC_ZERO ? (uint32_t)number : GPUOCC_ZERO - 1;
}

/* At most this many bytes of a text are shown in a problem. */
#define READER_SHOWN_MOST 100u

static inline int reader_shown(gpuocc_kernels_text text)
{
    return (int)(text.length < READER_SHOWN_MOST ? text.length : READER_SHOWN_MOST);
}

/* The two arguments of "%.*s" for a text in a problem. */
#define READER_SHOWN(text) reader_shown(text), (text).at

/* Subtracts `room` bytes from what may still be unpacked. Returns 0 if less is left, otherwise
 * 1. */
int reader_may_unpack(struct reader_sink *sink, uint64_t room);

/* Records a part with machine code, and one without. */
void reader_compiled(struct reader_sink *sink);
void reader_uncompiled(struct reader_sink *sink, enum reader_stage stage, uint32_t target);

/* Maximum bytes that one compressed part may unpack to. */
#define READER_MOST_BYTES 0x20000000u

/* The formats of compressed parts; reader_unpack supports the first two. */
enum reader_packing { READER_LZ4_BLOCK, READER_ZSTD, READER_ZLIB };

/* Reports that this build has no library for the format, what to install, and `instead`, the
 * compiler's option that avoids compression. */
void reader_cannot_unpack(enum reader_packing packing, const char *instead, uint64_t offset,
                          struct reader_sink *sink);

/* Unpacks `length` bytes into new memory of `room` bytes, which the caller frees. Returns it and
 * the number of bytes in *unpacked, or NULL after it reported the reason with `offset`. `instead`
 * is the compiler's option that avoids compression. */
unsigned char *reader_unpack(enum reader_packing packing, const unsigned char *bytes, size_t length,
                             uint64_t room, size_t *unpacked, const char *instead, uint64_t offset,
                             struct reader_sink *sink);

#endif
