/* SPDX-License-Identifier: MIT
 *
 * Reads kernels and their resources from compiled files and compiler logs. The readers work on the
 * caller's memory, trust none of its bytes, and keep no state.
 */
#ifndef GPUOCC_KERNELS_READER_H
#define GPUOCC_KERNELS_READER_H

#include <stddef.h>
#include <stdint.h>

#include <gpuocc/kernels.h>

/* The notes of gpuocc/kernels.h. */
enum reader_note {
    READER_NOTE_DYNAMIC_SHARED = GPUOCC_KERNELS_NOTE_DYNAMIC_SHARED,
    READER_NOTE_REQUIRED_GROUP = GPUOCC_KERNELS_NOTE_REQUIRED_GROUP,
    READER_NOTE_ALLOCATED = GPUOCC_KERNELS_NOTE_ALLOCATED,
    READER_NOTE_DYNAMIC_STACK = GPUOCC_KERNELS_NOTE_DYNAMIC_STACK,
    READER_NOTE_SCRATCH = GPUOCC_KERNELS_NOTE_SCRATCH,
    READER_NOTE_GENERIC_TARGET = GPUOCC_KERNELS_NOTE_GENERIC_TARGET,
    READER_NOTE_TENSOR_UNSAID = GPUOCC_KERNELS_NOTE_TENSOR_UNSAID,
    READER_NOTE_SHARED_UNSAID = GPUOCC_KERNELS_NOTE_SHARED_UNSAID,
    READER_NOTE_STAGE_UNSAID = GPUOCC_KERNELS_NOTE_STAGE_UNSAID,
    READER_NOTE_COUNT = GPUOCC_KERNELS_NOTE_COUNT
};

/* A part of a text in the caller's memory or in static memory, without a zero byte at its end. */
struct reader_text {
    const char *at;
    size_t length;
};

struct reader_kernel {
    struct reader_text name;   /* as in the file, mangled */
    struct reader_text target; /* for gpuocc_device_find: "sm_90a"; length 0: not given */
    const char *format;        /* "cubin", "code object V5", "ptxas log"; static */
    uint32_t notes;            /* set of enum reader_note */
    /* `size` is set. 0: the default applies, or the vendor has no such field; GPUOCC_UNKNOWN: it
     * matters and the file does not contain it. threads_per_group is 0 unless the kernel requires a
     * size. */
    gpuocc_kernel kernel;
    /* Scratch memory of a thread (Intel: of a wave) in bytes; GPUOCC_UNKNOWN if the file does not
     * give it. The stack includes the space for spills, except in Intel's files. The spills of
     * NVIDIA and AMD are the bytes that all spill instructions store.
     */
    uint32_t stack_bytes, spill_bytes;
    struct reader_text code; /* its machine code; length 0: not in the file, or not searched for */
};

/* Parts of a file that are compiled further before they run, and so have no resources yet. */
enum reader_stage { READER_PTX, READER_LINK_TIME };

struct reader_uncompiled {
    enum reader_stage stage;
    uint32_t target; /* 90 for sm_90 */
    uint64_t parts;
};
/* Maximum number of pairs of a stage and a target that are counted; further ones are not. */
#define READER_UNCOMPILED_MOST 64u

/* What an input, with all files nested in it, may still cost. The extreme among the libraries of
 * CUDA 13 unpacks to 9 times its size, and its kernels cost a seventh of its size; a fatbin of
 * 3,000 tiny kernels that nvcc made from one template unpacks to 38 times its size, and its kernels
 * cost 6 times its size. */
struct reader_budget {
    uint64_t unpacked;          /* sum of the sizes that compressed parts give */
    uint64_t reported;          /* READER_ROW and the bytes of its texts for each kernel */
    int spent;                  /* a kernel exceeded the budget */
    struct reader_arena *arena; /* working memory; NULL: malloc() */
    int compiled;               /* a part with machine code was found */
    struct reader_uncompiled uncompiled[READER_UNCOMPILED_MOST]; /* by kind, then by target */
    size_t uncompiled_count;
};

#define READER_UNPACKED_BASE  ((uint64_t)64 << 20)
#define READER_UNPACKED_TIMES 128u
#define READER_REPORTED_BASE  ((uint64_t)4 << 20)
#define READER_REPORTED_TIMES 64u
#define READER_ROW            256u

/* Receives what a reader finds. */
struct reader_sink {
    void *user;
    /* Receives a kernel. What it points to is valid until the call returns. Returns non-zero to
     * stop. */
    int (*kernel)(void *user, const struct reader_kernel *kernel);
    /* Receives the reason for a part that was skipped, as one sentence without a full stop;
     * `offset` is in the input. */
    void (*trouble)(void *user, uint64_t offset, const char *sentence);
    /* Current nesting of containers; readers stop at READER_DEPTH. */
    unsigned depth;
    struct reader_budget *budget; /* NULL: reader_run provides one */
    /* Receives, at the end of reader_run, the number of parts of a kind ("PTX") and a target
     * ("sm_90") that have no machine code. NULL: not wanted. */
    void (*uncompiled)(void *user, const char *kind, const char *target, uint64_t parts);
};

#define READER_DEPTH 4u

/* Results of a reader. */
enum reader_status {
    READER_OK = 0,      /* read to the end; problems, if any, were reported */
    READER_STOPPED = 1, /* at the sink's request */
    READER_NOT_MINE = 2 /* the input is not of this reader's kind */
};

typedef int reader_function(const unsigned char *bytes, size_t length, struct reader_sink *sink);

/* Runs a reader within the budget for an input of `length` bytes. What exceeds the budget is
 * skipped and reported. */
int reader_run(reader_function *read, const unsigned char *bytes, size_t length,
               struct reader_sink *sink);

/* Finds the reader for an input by its content; reader_read() does so within the budget. */
reader_function reader_detect;
int reader_read(const unsigned char *bytes, size_t length, struct reader_sink *sink);

/* The readers. READER_NOT_MINE takes a look at the first bytes or, for a text, one pass. */
int reader_cubin(const unsigned char *bytes, size_t length, struct reader_sink *sink);
int reader_fatbin(const unsigned char *bytes, size_t length, struct reader_sink *sink);
int reader_host_object(const unsigned char *bytes, size_t length, struct reader_sink *sink);
int reader_archive(const unsigned char *bytes, size_t length, struct reader_sink *sink);
int reader_ptxas(const unsigned char *bytes, size_t length, struct reader_sink *sink);
int reader_code_object(const unsigned char *bytes, size_t length, struct reader_sink *sink);
int reader_bundle(const unsigned char *bytes, size_t length, struct reader_sink *sink);
int reader_remarks(const unsigned char *bytes, size_t length, struct reader_sink *sink);
int reader_amd_assembly(const unsigned char *bytes, size_t length, struct reader_sink *sink);
int reader_zebin(const unsigned char *bytes, size_t length, struct reader_sink *sink);
int reader_intel_listing(const unsigned char *bytes, size_t length, struct reader_sink *sink);
int reader_malioc(const unsigned char *bytes, size_t length, struct reader_sink *sink);
int reader_mesa(const unsigned char *bytes, size_t length, struct reader_sink *sink);

#endif
