/* SPDX-License-Identifier: MIT
 *
 * Reads kernels and their resources out of compiled files and compilers' logs. The readers work
 * on memory of the caller, trust no byte of it, and keep nothing.
 */
#ifndef GPUOCC_TOOLS_KERNELS_READER_H
#define GPUOCC_TOOLS_KERNELS_READER_H

#include <stddef.h>
#include <stdint.h>

#include <gpuocc/kernels.h>

/* Notes, as gpuocc/kernels.h has them. */
enum reader_note {
    READER_NOTE_DYNAMIC_SHARED = GPUOCC_KERNELS_NOTE_DYNAMIC_SHARED,
    READER_NOTE_REQUIRED_GROUP = GPUOCC_KERNELS_NOTE_REQUIRED_GROUP,
    READER_NOTE_ALLOCATED = GPUOCC_KERNELS_NOTE_ALLOCATED,
    READER_NOTE_DYNAMIC_STACK = GPUOCC_KERNELS_NOTE_DYNAMIC_STACK,
    READER_NOTE_SCRATCH = GPUOCC_KERNELS_NOTE_SCRATCH,
    READER_NOTE_GENERIC_TARGET = GPUOCC_KERNELS_NOTE_GENERIC_TARGET,
    READER_NOTE_TENSOR_UNSAID = GPUOCC_KERNELS_NOTE_TENSOR_UNSAID,
    READER_NOTE_SHARED_UNSAID = GPUOCC_KERNELS_NOTE_SHARED_UNSAID,
    READER_NOTE_COUNT = GPUOCC_KERNELS_NOTE_COUNT
};

/* A piece of text inside the caller's memory or static memory; not ended by a zero. */
struct reader_text {
    const char *at;
    size_t length;
};

struct reader_kernel {
    struct reader_text name;   /* as the file has it, mangled */
    struct reader_text target; /* what gpuocc_device_find takes: "sm_90a"; length 0: not said */
    const char *format;        /* "cubin", "code object V5", "ptxas log": static */
    uint32_t notes;            /* set of enum reader_note */
    /* `size` is set. 0: the default holds, or the vendor has no such thing; GPUOCC_UNKNOWN: it
     * matters and the file cannot say. threads_per_group is 0 unless the kernel requires one. */
    gpuocc_kernel kernel;
    /* Scratch memory of a thread (Intel: of a wave) in bytes, GPUOCC_UNKNOWN where the
     * file does not say. With spills the stack contains the place of what is spilled, except in
     * Intel's files; the spills of NVIDIA and AMD are what all instructions that store them write.
     */
    uint32_t stack_bytes, spill_bytes;
    struct reader_text code; /* its machine code; length 0: not in the file, or not looked for */
};

/* What one input may still cost, with all files inside it. The most generous library of CUDA 13
 * unpacks to 9 times its size, and its kernels cost a seventh of its size; a fatbin of 3,000 tiny
 * kernels that nvcc made of one template unpacks to 38 times its size, and costs 6 times of it. */
struct reader_budget {
    uint64_t unpacked;          /* bytes that compressed parts say that they hold */
    uint64_t reported;          /* READER_ROW and the bytes of its texts for each kernel */
    int spent;                  /* a kernel was over it */
    struct reader_arena *arena; /* to work in; NULL: malloc() */
};

#define READER_UNPACKED_BASE  ((uint64_t)64 << 20)
#define READER_UNPACKED_TIMES 128u
#define READER_REPORTED_BASE  ((uint64_t)4 << 20)
#define READER_REPORTED_TIMES 64u
#define READER_ROW            256u

/* What a reader reports to. */
struct reader_sink {
    void *user;
    /* A kernel; what it points to lives until the call returns. Not 0: stop reading. */
    int (*kernel)(void *user, const struct reader_kernel *kernel);
    /* A part that was passed over, in one sentence without a full stop; `offset` in the input. */
    void (*trouble)(void *user, uint64_t offset, const char *sentence);
    /* Containers inside containers so far; readers stop at READER_DEPTH. */
    unsigned depth;
    struct reader_budget *budget; /* NULL: reader_run makes one */
};

#define READER_DEPTH 4u

/* A reader's answers. */
enum reader_status {
    READER_OK = 0,      /* read to its end; troubles, if any, were reported */
    READER_STOPPED = 1, /* the sink said so */
    READER_NOT_MINE = 2 /* the content is no file of this reader's kind */
};

typedef int reader_function(const unsigned char *bytes, size_t length, struct reader_sink *sink);

/* Runs a reader within the budget for an input of `length` bytes. What exceeds the budget is
 * skipped and reported as a trouble. */
int reader_run(reader_function *read, const unsigned char *bytes, size_t length,
               struct reader_sink *sink);

/* Looks at the content and finds the reader for it; reader_read() within its budget. */
reader_function reader_detect;
int reader_read(const unsigned char *bytes, size_t length, struct reader_sink *sink);

/* One reader each; `READER_NOT_MINE` costs a look at the first bytes, or for text one pass. */
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
