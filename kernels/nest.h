/* SPDX-License-Identifier: MIT
 *
 * Declares what the readers share: nested files, messages with numbers, and limits on what a file
 * may cost.
 */
#ifndef GPUOCC_KERNELS_NEST_H
#define GPUOCC_KERNELS_NEST_H

#include "formats.h"

/* Memory that the caller provided. */
struct format_arena {
    unsigned char *at; /* aligned to 16 bytes */
    size_t size, used;
    size_t last; /* offset of the last block */
};

void format_arena_open(struct format_arena *arena, void *memory, size_t bytes);

/* Returns the arena of a callbacks; NULL: use malloc() and free(). */
static inline struct format_arena *format_arena(const struct callbacks *callbacks)
{
    return callbacks->budget != NULL ? callbacks->budget->arena : NULL;
}

/* Allocates memory, or returns NULL if there is not enough; and frees it (NULL is allowed). */
void *format_take(struct format_arena *arena, size_t bytes);
void format_give(struct format_arena *arena, void *memory);

/* A callbacks for a file nested in the file that `outer` reports on. */
struct format_nested {
    struct callbacks callbacks, *outer;
    uint64_t offset;
    int follows;
};

/* Makes a callbacks that passes kernels on, and problems with `offset`, plus their own offset if
 * `follows`. */
void format_nest(struct format_nested *nested, uint64_t offset, int follows,
                 struct callbacks *outer);

/* Returns the bytes of the fatbin container that begins at an offset, or 0 if no whole container
 * begins there. Looks at its headers only. */
uint64_t format_fatbin_size(const unsigned char *bytes, size_t length, uint64_t at);

/* Runs a reader on a file nested in the file that `callbacks` reports on. Its problems are reported
 * with `offset`, plus their own offset if `follows` (when the nested file is not compressed).
 * Reports a problem instead if FORMAT_DEPTH is reached. */
int format_inside(format_function *read, const unsigned char *bytes, size_t length, uint64_t offset,
                  int follows, struct callbacks *callbacks);

/* Reports a problem, formatted as by printf. */
void format_warning(struct callbacks *callbacks, uint64_t offset, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Returns the number, or the largest that has no special meaning in the library. */
static inline uint32_t format_capped(uint64_t number)
{
    return number < GPUOCC_ZERO ? (uint32_t)number : GPUOCC_ZERO - 1;
}

/* Completes a kernel of which a text tells only the spills. */
static inline void format_spills_only(gpuocc_kernels_found *kernel)
{
    kernel->kernel.registers_per_thread = GPUOCC_UNKNOWN;
    kernel->kernel.shared_bytes = GPUOCC_UNKNOWN;
    kernel->kernel.barriers_per_group = GPUOCC_UNKNOWN;
    kernel->notes |= 1u << GPUOCC_KERNELS_NOTE_REGISTERS_UNSAID;
    if (kernel->spill_bytes != 0)
        kernel->notes |= 1u << GPUOCC_KERNELS_NOTE_SCRATCH;
}

/* At most this many bytes of a text are shown in a problem. */
#define FORMAT_SHOWN_MOST 100u

static inline int format_shown(gpuocc_kernels_text text)
{
    return (int)(text.length < FORMAT_SHOWN_MOST ? text.length : FORMAT_SHOWN_MOST);
}

/* The two arguments of "%.*s" for a text in a problem. */
#define FORMAT_SHOWN(text) format_shown(text), (text).at

/* Subtracts `room` bytes from what may still be unpacked. Returns 0 if less is left, otherwise
 * 1. */
int format_may_unpack(struct callbacks *callbacks, uint64_t room);

/* Records a part with machine code, and one without. */
void format_compiled(struct callbacks *callbacks);
void format_uncompiled(struct callbacks *callbacks, enum format_stage stage, uint32_t target);

/* Maximum bytes that one compressed part may unpack to. */
#define FORMAT_MOST_BYTES 0x20000000u

/* The formats of compressed parts; format_unpack supports the first two. */
enum format_packing { FORMAT_LZ4_BLOCK, FORMAT_ZSTD, FORMAT_ZLIB };

/* Reports that this build has no library for the format, what to install, and `instead`, the
 * compiler's option that avoids compression. */
void format_cannot_unpack(enum format_packing packing, const char *instead, uint64_t offset,
                          struct callbacks *callbacks);

/* Unpacks `length` bytes into new memory of `room` bytes, which the caller frees. Returns it and
 * the number of bytes in *unpacked, or NULL after it reported the reason with `offset`. `instead`
 * is the compiler's option that avoids compression. */
unsigned char *format_unpack(enum format_packing packing, const unsigned char *bytes, size_t length,
                             uint64_t room, size_t *unpacked, const char *instead, uint64_t offset,
                             struct callbacks *callbacks);

#endif
