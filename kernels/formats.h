/* SPDX-License-Identifier: MIT
 *
 * Reads kernels and their resources from compiled files and compiler logs. The readers work on the
 * caller's memory, trust none of its bytes, and keep no state.
 */
#ifndef GPUOCC_KERNELS_FORMATS_H
#define GPUOCC_KERNELS_FORMATS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <gpuocc/kernels.h>

/* Parts of a file that are compiled further before they run, and so have no resources yet. */
enum format_stage { FORMAT_PTX, FORMAT_LINK_TIME };

struct format_uncompiled {
    enum format_stage stage;
    uint32_t target; /* 90 for sm_90 */
    uint64_t parts;
};
/* Maximum number of pairs of a stage and a target that are counted; further ones are not. */
#define FORMAT_UNCOMPILED_MOST 64u

/* What an input, with all files nested in it, may still cost. The extreme among the libraries of
 * CUDA 13 unpacks to 9 times its size, and its kernels cost a seventh of its size; a fatbin of
 * 3,000 tiny kernels that nvcc made from one template unpacks to 38 times its size, and its kernels
 * cost 6 times its size. */
struct format_budget {
    uint64_t unpacked;          /* sum of the sizes that compressed parts give */
    uint64_t reported;          /* FORMAT_ROW and the bytes of its texts for each kernel */
    int spent;                  /* a kernel exceeded the budget */
    struct format_arena *arena; /* working memory; NULL: malloc() */
    int compiled;               /* a part with machine code was found */
    struct format_uncompiled uncompiled[FORMAT_UNCOMPILED_MOST]; /* by kind, then by target */
    size_t uncompiled_count;
};

#define FORMAT_UNPACKED_BASE  ((uint64_t)64 << 20)
#define FORMAT_UNPACKED_TIMES 128u
#define FORMAT_REPORTED_BASE  ((uint64_t)4 << 20)
#define FORMAT_REPORTED_TIMES 64u
#define FORMAT_ROW            256u

/* Receives what a reader finds. */
struct callbacks {
    void *user;
    /* Receives a kernel. What it points to is valid until the call returns. Returns non-zero to
     * stop. */
    int32_t (*kernel)(void *user, const gpuocc_kernels_found *kernel);
    /* Receives the reason for a part that was skipped, as one sentence without a full stop;
     * `offset` is in the input. */
    void (*warning)(void *user, uint64_t offset, const char *sentence);
    /* Current nesting of containers; readers stop at FORMAT_DEPTH. */
    unsigned depth;
    struct format_budget *budget; /* NULL: format_run provides one */
    /* Receives, at the end of format_run, the number of parts of a kind ("PTX") and a target
     * ("sm_90") that have no machine code. NULL: not wanted. */
    void (*uncompiled)(void *user, const char *kind, const char *target, uint64_t parts);
    int beside; /* the text is of another format as well: LOOSE readers pass over shared words */
};

#define FORMAT_DEPTH 4u

/* Starts a kernel of which nothing is known. */
static inline void format_start(gpuocc_kernels_found *kernel)
{
    memset(kernel, 0, sizeof *kernel);
    kernel->size = sizeof *kernel;
    kernel->kernel.size = sizeof kernel->kernel;
}

/* Reads a format. Returns an enum gpuocc_kernels_status: NONE if the input has another one. */
typedef int format_function(const unsigned char *bytes, size_t length, struct callbacks *callbacks);

/* Runs a reader within the budget for an input of `length` bytes. What exceeds the budget is
 * skipped and reported. */
int format_run(format_function *read, const unsigned char *bytes, size_t length,
               struct callbacks *callbacks);

/* Finds the reader for an input by its content; format_read() does so within the budget. */
format_function format_detect;
int format_read(const unsigned char *bytes, size_t length, struct callbacks *callbacks);

/* format_cubin() and so on: those of formats.def. */
#define BINARY(name)                                                                               \
    int format_##name(const unsigned char *bytes, size_t length, struct callbacks *callbacks);
#define TEXT(name)  BINARY(name)
#define LOOSE(name) BINARY(name)
#include "formats.def"
#undef BINARY
#undef TEXT
#undef LOOSE

#endif
