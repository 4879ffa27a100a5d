/* SPDX-License-Identifier: MIT */
/** \file
 * libgpuocc-kernels: reads kernels and their resources from compiled files and compiler logs.
 *
 * The caller passes the bytes of a file, whose format is detected. Kernels are reported one by one
 * while the file is read. No byte is trusted, no file is opened, and no state is kept between
 * calls, so that several threads may read at a time. Nested files (in an archive, a fat binary, a
 * compressed bundle) are read as well, up to four levels deep.
 *
 * The cost of a file is bounded: the names and targets of its kernels, and 256 bytes for each
 * kernel, take at most 4 MiB + 64 times its size. Its compressed parts unpack to at most 64 MiB +
 * 128 times its size together, and to 512 MiB each. What exceeds that is skipped and reported.
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
    GPUOCC_KERNELS_OK = 0,             /**< read to its end; warnings, if any, were reported */
    GPUOCC_KERNELS_STOPPED = 1,        /**< as gpuocc_kernels_callbacks::kernel asked */
    GPUOCC_KERNELS_NONE = 2,           /**< no compiled file and no log that is known */
    GPUOCC_KERNELS_ERROR_SIZE = -1,    /**< `size` of the callbacks is too small */
    GPUOCC_KERNELS_ERROR_REQUIRED = -2 /**< bytes or gpuocc_kernels_callbacks::kernel is NULL */
};

/** What a file says in addition to the numbers of a kernel. A set is a sum of 1 << number. */
enum gpuocc_kernels_note {
    /** Uses dynamic shared memory whose size is not in the file. */
    GPUOCC_KERNELS_NOTE_DYNAMIC_SHARED = 0,
    GPUOCC_KERNELS_NOTE_REQUIRED_GROUP = 1, /**< threads_per_group is required by the kernel */
    GPUOCC_KERNELS_NOTE_ALLOCATED = 2,      /**< numbers are rounded up to what is allocated */
    GPUOCC_KERNELS_NOTE_DYNAMIC_STACK = 3,  /**< calls or recursion: it may need more */
    GPUOCC_KERNELS_NOTE_SCRATCH = 4,        /**< uses scratch memory (stack, spills) */
    GPUOCC_KERNELS_NOTE_GENERIC_TARGET = 5, /**< built for a family of chips, not for one */
    GPUOCC_KERNELS_NOTE_TENSOR_UNSAID = 6,  /**< the file does not say its Tensor Memory */
    GPUOCC_KERNELS_NOTE_SHARED_UNSAID = 7,  /**< the file does not say its dynamic shared memory */
    GPUOCC_KERNELS_NOTE_STAGE_UNSAID = 8,   /**< the log does not say that it is compute */
    GPUOCC_KERNELS_NOTE_REGISTERS_UNSAID = 9,    /**< the text has no registers */
    GPUOCC_KERNELS_NOTE_RESERVE_UNSAID = 10,     /**< shared memory may include the reserve */
    GPUOCC_KERNELS_NOTE_SETMAXNREG_IGNORED = 11, /**< by ptxas, here or in the same compilation */
    GPUOCC_KERNELS_NOTE_WGMMA_SERIALIZED = 12,   /**< by ptxas */
    GPUOCC_KERNELS_NOTE_GRAPHICS = 13, /**< a shader of a stage without groups, see `stage` */
    /** Warp groups change their registers, see `setmaxnreg`. */
    GPUOCC_KERNELS_NOTE_SETMAXNREG = 14,
    GPUOCC_KERNELS_NOTE_COUNT = 15
};

/** What gpuocc_kernels_convert() assumes. A set is a sum of 1 << number. */
enum gpuocc_kernels_assumption {
    GPUOCC_KERNELS_ASSUMED_BOUND = 0,     /**< groups as large as the launch bound */
    GPUOCC_KERNELS_ASSUMED_ANY_GROUP = 1, /**< groups of any size: the answer is a range */
    GPUOCC_KERNELS_ASSUMED_NO_DYNAMIC_SHARED = 2,
    GPUOCC_KERNELS_ASSUMED_NO_TENSOR_MEMORY = 3,
    GPUOCC_KERNELS_ASSUMED_COUNT = 4
};

/** Text that is not NUL-terminated. */
typedef struct gpuocc_kernels_text {
    const char *at;
    size_t length;
} gpuocc_kernels_text;

/** One kernel of a file. Its texts are valid until the call that reports it returns. */
typedef struct gpuocc_kernels_found {
    uint32_t size;              /**< of this struct, in bytes */
    uint32_t notes;             /**< set of enum gpuocc_kernels_note */
    gpuocc_kernels_text name;   /**< as the file has it, mangled; any bytes */
    gpuocc_kernels_text target; /**< for gpuocc_device_find(): "sm_90a"; length 0: not given */
    const char *format;         /**< "cubin ABI 8", "code object V5": static */
    /** Scratch memory in bytes of a thread, in Intel's files of a wave; GPUOCC_UNKNOWN: not given.
     * It includes the space for spills, except in Intel's files. */
    uint32_t stack_bytes;
    /** Bytes that are stored to spill registers, likewise; GPUOCC_UNKNOWN: not given. */
    uint32_t spill_bytes;
    /** 0: the default applies, or the vendor has no such field; GPUOCC_UNKNOWN: it matters and the
     * file does not contain it. threads_per_group is 0 unless the kernel requires a size. */
    gpuocc_kernel kernel;
    /** Its machine code for gpuocc/code.h, in cubins and AMD's code objects; length 0: none. It is
     * valid until the call that reports it returns. */
    const void *code;
    size_t code_bytes;
    /** Stage of a shader that has no groups, in the words of the file: "Vertex Shader". length 0: a
     * kernel, or not given. Its threads_per_group are those of a wave, so that a group counts as a
     * wave, or GPUOCC_UNKNOWN where no rule is known for such waves. */
    gpuocc_kernels_text stage;
    /** The least and the most registers of a thread that the code gives to a warp group of 128
     * threads with setmaxnreg, in cubins; 0: none. Those of all warp groups of a group must not be
     * more than the launch allocates, else the kernel hangs. Which warp group takes which is not
     * read. */
    uint32_t setmaxnreg[2];
    /** The ELF file that contains `code`, for gpuocc_code_lines(); NULL: no code. It is valid as
     * long as `code`. */
    const void *object;
    size_t object_bytes;
    /** AMD's code objects: how many of x, y and z of the thread's index in its group the code gets:
     * 1 to 3. 0: not given. */
    uint32_t index_dimensions;
    /** The threads of a group in x, y and z that the kernel requires (NVIDIA: reqntid); 0: none, or
     * not given. */
    uint32_t required_threads[3];
} gpuocc_kernels_found;

/** Callbacks that receive the results, and working memory. */
typedef struct gpuocc_kernels_callbacks {
    uint32_t size; /**< of this struct, in bytes */
    void *user;    /**< passed to every callback */
    /** Receives a kernel. Returns non-zero to stop reading. */
    int32_t (*kernel)(void *user, const gpuocc_kernels_found *found);
    /** Receives why a part is skipped: one sentence without a full stop, of at most 255 bytes,
     * about the byte `offset` of the file. May be NULL. */
    void (*warning)(void *user, uint64_t offset, const char *sentence);
    /** Working memory of any alignment, or NULL for malloc(). 1 MiB + 16 times the size of a file
     * is enough unless parts of it are compressed. A compressed part needs its unpacked size, and
     * 1 MiB + 16 times that size. What does not fit is skipped and reported. */
    void *memory;
    size_t memory_bytes;
    /** Receives, after all kernels, how many parts of a kind and a target ("sm_90") the file has
     * that are compiled further before they run, and so have no resources: kind is "PTX" or
     * "link-time IR". At most 64 pairs of kind and target are reported. May be NULL. */
    void (*uncompiled)(void *user, const char *kind, const char *target, uint64_t parts);
} gpuocc_kernels_callbacks;

/** Reads a file of `length` bytes. Returns an enum gpuocc_kernels_status. */
GPUOCC_API int32_t gpuocc_kernels_read(const gpuocc_kernels_callbacks *callbacks, const void *bytes,
                                       size_t length);

/** Converts a kernel to a query: what the file says comes first, then `given` (NULL: nothing), then
 * assumptions. Returns the set of enum gpuocc_kernels_assumption. `asked` may be `given`. */
GPUOCC_API uint32_t gpuocc_kernels_convert(const gpuocc_kernels_found *found,
                                           const gpuocc_kernel *given, gpuocc_kernel *asked);

/** Return the name of a note or of an assumption, and a sentence about it without a full stop; ""
 * for other numbers. */
GPUOCC_API const char *gpuocc_kernels_note_name(uint32_t note);
GPUOCC_API const char *gpuocc_kernels_note_about(uint32_t note);
GPUOCC_API const char *gpuocc_kernels_assumption_name(uint32_t assumption);
GPUOCC_API const char *gpuocc_kernels_assumption_about(uint32_t assumption);

/**
 * Returns the name of the GPU inside of a processor, which gpuocc_device_find() knows, as a static
 * string; NULL if the name, of `length` bytes, is that of no processor with a record ("AMD Ryzen AI
 * Max+ 395", "Intel(R) Core(TM) Ultra 7 155H"). Writes where that is from, unless `source` is NULL
 * or its `size` is too small.
 */
GPUOCC_API const char *gpuocc_kernels_processor_gpu(const char *name, size_t length,
                                                    gpuocc_source *source);

#ifdef __cplusplus
}
#endif

#endif
