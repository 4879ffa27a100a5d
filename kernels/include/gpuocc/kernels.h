/* SPDX-License-Identifier: MIT */
/** \file
 * libgpuocc-kernels: kernels and their resources out of compiled files and compilers' logs.
 *
 * The caller has the bytes of a file; what they are is found out from them. Kernels are reported
 * one by one, while the file is read. No byte is trusted, no file is opened, and nothing is kept
 * between calls: any number of threads may read at a time. A file inside another one (an archive,
 * a fat binary, a compressed bundle) is read as well, up to four deep.
 *
 * What a file can cost is bounded: kernels of one file have at most 4 MiB + 64 times its size of
 * names, targets and 256 bytes each, and its compressed parts unpack to at most 64 MiB + 128 times
 * its size together and to 512 MiB each. What exceeds that is passed over and told as a trouble.
 */
#ifndef GPUOCC_KERNELS_H
#define GPUOCC_KERNELS_H

#include <stddef.h>

#include <gpuocc/gpuocc.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a call ended. */
enum gpuocc_kernels_status {
    GPUOCC_KERNELS_OK = 0,             /**< read to its end; troubles, if any, were reported */
    GPUOCC_KERNELS_STOPPED = 1,        /**< as gpuocc_kernels_reader::kernel asked */
    GPUOCC_KERNELS_NONE = 2,           /**< no compiled file and no log that is known */
    GPUOCC_KERNELS_ERROR_SIZE = -1,    /**< `size` of the reader is too small */
    GPUOCC_KERNELS_ERROR_REQUIRED = -2 /**< bytes or gpuocc_kernels_reader::kernel is NULL */
};

/** What a file says beside the numbers of a kernel. A set is a sum of 1 << number. */
enum gpuocc_kernels_note {
    /** Takes dynamic shared memory whose size is not in the file. */
    GPUOCC_KERNELS_NOTE_DYNAMIC_SHARED = 0,
    GPUOCC_KERNELS_NOTE_REQUIRED_GROUP = 1, /**< threads_per_group is required by the kernel */
    GPUOCC_KERNELS_NOTE_ALLOCATED = 2,      /**< numbers are rounded up to what is allocated */
    GPUOCC_KERNELS_NOTE_DYNAMIC_STACK = 3,  /**< calls or recursion: it may take more */
    GPUOCC_KERNELS_NOTE_SCRATCH = 4,        /**< uses scratch memory (stack, spills) */
    GPUOCC_KERNELS_NOTE_GENERIC_TARGET = 5, /**< built for a family of chips, not for one */
    GPUOCC_KERNELS_NOTE_TENSOR_UNSAID = 6,  /**< the file does not say its Tensor Memory */
    GPUOCC_KERNELS_NOTE_SHARED_UNSAID = 7,  /**< the file does not say its dynamic shared memory */
    GPUOCC_KERNELS_NOTE_COUNT = 8
};

/** What gpuocc_kernels_ask() takes for granted. A set is a sum of 1 << number. */
enum gpuocc_kernels_assumption {
    GPUOCC_KERNELS_ASSUMED_BOUND = 0,     /**< groups as large as the launch bound */
    GPUOCC_KERNELS_ASSUMED_ANY_GROUP = 1, /**< groups of any size: the answer is a range */
    GPUOCC_KERNELS_ASSUMED_NO_DYNAMIC_SHARED = 2,
    GPUOCC_KERNELS_ASSUMED_NO_TENSOR_MEMORY = 3,
    GPUOCC_KERNELS_ASSUMED_COUNT = 4
};

/** Text that is not ended by a zero. */
typedef struct gpuocc_kernels_text {
    const char *at;
    size_t length;
} gpuocc_kernels_text;

/** One kernel of a file. Its texts last until the call that reports it returns. */
typedef struct gpuocc_kernels_found {
    uint32_t size;              /**< of this struct, in bytes */
    uint32_t notes;             /**< set of enum gpuocc_kernels_note */
    gpuocc_kernels_text name;   /**< as the file has it, mangled; any bytes */
    gpuocc_kernels_text target; /**< for gpuocc_device_find(): "sm_90a"; length 0: not said */
    const char *format;         /**< "cubin ABI 8", "code object V5": static */
    /** Scratch memory in bytes of a thread, of a wave in Intel's files; GPUOCC_UNKNOWN: the file
     * does not say. */
    uint32_t stack_bytes;
    /** What is stored to spill registers, of the same; GPUOCC_UNKNOWN: the file does not say. */
    uint32_t spill_bytes;
    /** 0: the default holds, or the vendor has no such thing; GPUOCC_UNKNOWN: it matters, and the
     * file cannot say. threads_per_group is 0 unless the kernel requires one. */
    gpuocc_kernel kernel;
    /** Its machine code for gpuocc/code.h, of cubins and of AMD's code objects; length 0: not
     * there. It lasts until the call that reports it returns. */
    const void *code;
    size_t code_bytes;
} gpuocc_kernels_found;

/** Callbacks for what is read, and the memory to work in. */
typedef struct gpuocc_kernels_reader {
    uint32_t size; /**< of this struct, in bytes */
    void *user;    /**< what both functions are given */
    /** Takes a kernel. Not 0: stop reading. */
    int32_t (*kernel)(void *user, const gpuocc_kernels_found *found);
    /** Takes a part that is passed over: one sentence without a full stop, of at most 255 bytes,
     * about the byte `offset`. NULL: nobody is told. */
    void (*trouble)(void *user, uint64_t offset, const char *sentence);
    /** Memory to work in, of any alignment, or NULL for malloc(). 1 MiB + 16 times the size of a
     * file is enough unless parts of it are compressed; a part needs that for what it unpacks to,
     * and its unpacked size. What does not fit is passed over and told. */
    void *memory;
    size_t memory_bytes;
} gpuocc_kernels_reader;

/** Reads a file of `length` bytes. Returns an enum gpuocc_kernels_status. */
GPUOCC_API int32_t gpuocc_kernels_read(const gpuocc_kernels_reader *reader, const void *bytes,
                                       size_t length);

/** Makes the question of a kernel: what the file says, then what is `given` (NULL: nothing), then
 * what is taken for granted. Returns the set of enum gpuocc_kernels_assumption. `asked` may be
 * `given`. */
GPUOCC_API uint32_t gpuocc_kernels_ask(const gpuocc_kernels_found *found,
                                       const gpuocc_kernel *given, gpuocc_kernel *asked);

/** The name of a note or of an assumption, and a sentence about it without a full stop; "" for
 * other numbers. */
GPUOCC_API const char *gpuocc_kernels_note_name(uint32_t note);
GPUOCC_API const char *gpuocc_kernels_note_about(uint32_t note);
GPUOCC_API const char *gpuocc_kernels_assumption_name(uint32_t assumption);
GPUOCC_API const char *gpuocc_kernels_assumption_about(uint32_t assumption);

#ifdef __cplusplus
}
#endif

#endif
