/* SPDX-License-Identifier: MIT */
/** \file
 * The machine code of a kernel: its instructions, and what its loops load and wait for.
 *
 * NVIDIA's sm_70 and later are read from the 128-bit words themselves. The facts are measured from
 * NVIDIA's own compilers and libraries, of sm_100 and later from fewer instructions. AMD's gfx900
 * to gfx1201 are read as text of LLVM's disassembler, where the library was built with it: meson
 * setup -Dllvm=enabled. Other targets are GPUOCC_CODE_NOT_READ. No byte is trusted, nothing is kept
 * between calls, and what is not known is GPUOCC_CODE_UNKNOWN, never a guess.
 *
 * Nothing is executed: trip counts, divergence, and hits in caches are not in the code. The figures
 * of a loop are those of one iteration of one wave that takes every branch of the loop's body.
 */
#ifndef GPUOCC_CODE_H
#define GPUOCC_CODE_H

#include <gpuocc/kernels.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a call ended. */
enum gpuocc_code_status {
    GPUOCC_CODE_OK = 0,
    GPUOCC_CODE_STOPPED = 1,       /**< as the callback asked */
    GPUOCC_CODE_NOT_READ = 2,      /**< no code, or of a target that is not read */
    GPUOCC_CODE_TOO_COMPLEX = 3,   /**< more code or branches than are followed */
    GPUOCC_CODE_NEEDS_LLVM = 4,    /**< code of AMD's, and this build has no LLVM */
    GPUOCC_CODE_ERROR_SIZE = -1,   /**< `size` of a struct is too small */
    GPUOCC_CODE_ERROR_OFFSET = -2, /**< no whole instruction begins there */
    GPUOCC_CODE_ERROR_MEMORY = -3  /**< there is too little memory */
};

/** What an instruction does. */
enum gpuocc_code_class {
    GPUOCC_CODE_UNKNOWN = 0, /**< an operation that is in no table */
    GPUOCC_CODE_FP32 = 1,
    GPUOCC_CODE_FP64 = 2,
    GPUOCC_CODE_FP16 = 3,
    GPUOCC_CODE_INT = 4,
    GPUOCC_CODE_SPECIAL = 5,  /**< square roots, sines, reciprocals */
    GPUOCC_CODE_MATRIX = 6,   /**< matrix multiplications */
    GPUOCC_CODE_CONVERT = 7,  /**< from one type to another */
    GPUOCC_CODE_MOVE = 8,     /**< copies and selections */
    GPUOCC_CODE_UNIFORM = 9,  /**< once for the wave, on a path of its own (AMD: scalar) */
    GPUOCC_CODE_WARP = 10,    /**< among the lanes of a wave: shuffles, votes */
    GPUOCC_CODE_CONTROL = 11, /**< branches, calls, convergence */
    GPUOCC_CODE_BARRIER = 12, /**< barriers and fences */
    GPUOCC_CODE_LOAD_GLOBAL = 13,
    GPUOCC_CODE_LOAD_SHARED = 14,
    GPUOCC_CODE_LOAD_LOCAL = 15,    /**< the thread's own memory: spills and arrays */
    GPUOCC_CODE_LOAD_CONSTANT = 16, /**< AMD: scalar loads */
    GPUOCC_CODE_LOAD_GENERIC = 17,  /**< global, shared or local: known when it runs */
    GPUOCC_CODE_LOAD_TENSOR = 18,   /**< Tensor Memory */
    GPUOCC_CODE_STORE_GLOBAL = 19,
    GPUOCC_CODE_STORE_SHARED = 20,
    GPUOCC_CODE_STORE_LOCAL = 21,
    GPUOCC_CODE_STORE_GENERIC = 22,
    GPUOCC_CODE_STORE_TENSOR = 23,
    GPUOCC_CODE_ATOMIC = 24,
    GPUOCC_CODE_TEXTURE = 25,
    GPUOCC_CODE_ASYNC_COPY = 26, /**< to shared memory without a register */
    GPUOCC_CODE_ASYNC_SYNC = 27, /**< what asynchronous copies are waited for with */
    GPUOCC_CODE_OTHER = 28,      /**< known, and none of these; AMD: also what only waits */
    GPUOCC_CODE_CLASS_COUNT = 29
};

/** More about an instruction. A set is a sum of 1 << number. */
enum gpuocc_code_flag {
    GPUOCC_CODE_FLAG_GUARDED = 0,     /**< under a predicate: not every lane executes it */
    GPUOCC_CODE_FLAG_BRANCH = 1,      /**< a direct branch to `target` */
    GPUOCC_CODE_FLAG_INDIRECT = 2,    /**< a branch whose target is not in the code */
    GPUOCC_CODE_FLAG_ENDS = 3,        /**< the next instruction does not follow it */
    GPUOCC_CODE_FLAG_CALL = 4,        /**< a direct call of `target`, from which it comes back */
    GPUOCC_CODE_FLAG_QUEUED = 5,      /**< shared memory answers in order: a later one tells */
    GPUOCC_CODE_FLAG_CONDITIONAL = 6, /**< in a loop: on a path that an iteration may not take */
    GPUOCC_CODE_FLAG_COUNT = 7
};

/** As a counter and as a target: there is none. */
#define GPUOCC_CODE_NONE 0xffffffffu

/** Maximum number of counters that loads are waited for with. */
#define GPUOCC_CODE_COUNTERS 8u

/** The code of a kernel: `target`, `code` and `code_bytes` of gpuocc_kernels_found. */
typedef struct gpuocc_code {
    uint32_t size; /**< of this struct, in bytes */
    gpuocc_kernels_text target;
    const void *bytes;
    size_t length;
} gpuocc_code;

/** One instruction. */
typedef struct gpuocc_code_instruction {
    uint32_t size;       /**< of this struct, in bytes; set by the caller */
    uint32_t address;    /**< bytes from the first instruction */
    uint32_t length;     /**< bytes */
    uint32_t kind;       /**< enum gpuocc_code_class */
    uint32_t flags;      /**< set of enum gpuocc_code_flag */
    uint32_t lane_bytes; /**< bytes of a lane that it loads or stores; 0: none, or not known */
    uint32_t waits;      /**< set of counters (1 << number) that it waits for */
    /** That is set until its result is there, or GPUOCC_CODE_NONE. Of AMD's: 0 vmcnt or loadcnt,
     * 1 lgkmcnt or dscnt, 2 expcnt, 3 vscnt or storecnt, 4 samplecnt, 5 bvhcnt, 6 kmcnt. */
    uint32_t counter;
    uint32_t target; /**< address that a branch or call leads to, or GPUOCC_CODE_NONE */
    /** Cycles until the next one may issue: as the compiler set them; of AMD's, which do not say,
     * at least. */
    uint32_t stall_cycles;
    const char *mnemonic; /**< static; "" where it is not known, and of AMD's */
    /** Of each counter that it waits for: how many loads may still be on their way. */
    uint8_t leaves[GPUOCC_CODE_COUNTERS];
    uint32_t second; /**< of two operations in one instruction of AMD's: class of the other, or 0 */
    char name[48];   /**< of AMD's: the operation as LLVM writes it; else "" */
} gpuocc_code_instruction;

/** What part of the code is meant. */
enum gpuocc_code_extent {
    GPUOCC_CODE_LOOP = 0,
    /** It asks again until something has happened, or issues one copy lane by lane. */
    GPUOCC_CODE_WAITING_LOOP = 1,
    GPUOCC_CODE_ALL = 2 /**< all that is reached, as if it were passed once */
};

/** What loads of a loop are waited for: each member is of one instruction of it. */
typedef struct gpuocc_code_step {
    uint32_t address;
    uint32_t flags;          /**< those of the instruction, and GPUOCC_CODE_FLAG_CONDITIONAL */
    uint32_t in_flight;      /**< loads before it waits, of global memory */
    uint32_t shared;         /**< and of shared memory */
    uint32_t returns;        /**< loads that it waits for, of global memory */
    uint32_t shared_returns; /**< and of shared memory */
} gpuocc_code_step;

/** A loop, or all code. It lasts until the call that reports it returns. */
typedef struct gpuocc_code_loop {
    uint32_t size;        /**< of this struct, in bytes */
    uint32_t extent;      /**< enum gpuocc_code_extent */
    uint32_t first, last; /**< addresses of its first and last instruction */
    uint32_t depth;       /**< 1 for a loop in no other one; 0 for all code */
    uint32_t loops;       /**< loops inside it, without waiting loops */
    uint32_t partial;     /**< not 0: the kernel has branches whose targets are not in its code */
    uint32_t instructions;
    uint32_t counts[GPUOCC_CODE_CLASS_COUNT]; /**< two operations in one instruction are two */
    uint32_t conditional_loads; /**< loads of global memory that not every lane executes */
    uint32_t stall_cycles;      /**< sum: least cycles of an iteration in which nothing waits */
    /** Bytes of a lane, and how many instructions of known width they are of. Global memory
     * includes generic addresses; `copy` is that of asynchronous copies. */
    uint32_t load_bytes, sized_loads;
    uint32_t store_bytes, sized_stores;
    uint32_t shared_bytes, sized_shared; /**< loads and stores */
    uint32_t copy_bytes, sized_copies;
    /** Loads of global memory in flight when the first one is waited for, and their bytes of a
     * lane; its address, or GPUOCC_CODE_NONE where nothing in the loop waits for one. */
    uint32_t loads_in_flight, bytes_in_flight, wait_address;
    uint32_t most_in_flight;       /**< the most at any place */
    uint32_t shared_in_flight;     /**< of shared memory when the first one is waited for */
    const gpuocc_code_step *steps; /**< of all its instructions, by address */
} gpuocc_code_loop;

/** Whether code of a target is read ("sm_90a"). */
GPUOCC_API int32_t gpuocc_code_is_read(gpuocc_kernels_text target);

/** Decodes the instruction at `offset`. Returns an enum gpuocc_code_status. */
GPUOCC_API int32_t gpuocc_code_decode(const gpuocc_code *code, uint32_t offset,
                                      gpuocc_code_instruction *instruction);

/** Finds the loops, the innermost first, and reports all code at the end. `loop` returns not 0 to
 * stop. `memory` of any alignment, or NULL for malloc(); 8 times the code and 4096 bytes are
 * enough, 40 times that of AMD, besides what LLVM takes by itself. Returns an enum
 * gpuocc_code_status. */
GPUOCC_API int32_t gpuocc_code_loops(const gpuocc_code *code, void *memory, size_t memory_bytes,
                                     int32_t (*loop)(void *user, const gpuocc_code_loop *loop),
                                     void *user);

/** The name of a class ("load_global"); "" for other numbers. */
GPUOCC_API const char *gpuocc_code_class_name(uint32_t kind);

#ifdef __cplusplus
}
#endif

#endif
