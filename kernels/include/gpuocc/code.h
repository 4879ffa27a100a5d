/* SPDX-License-Identifier: MIT */
/** \file
 * Decodes the machine code of a kernel, finds its loops, and reports what each loop loads and waits
 * for.
 *
 * Code for NVIDIA's sm_70 and later is decoded from its 128-bit words. The encoding was measured
 * from the output of NVIDIA's own compilers and libraries; for sm_100 and later, fewer instructions
 * were available. Code for AMD's gfx900 to gfx1201 is decoded from the text that LLVM's
 * disassembler prints, if the library of LLVM 22 is installed, which is loaded with dlopen when AMD
 * code is read for the first time. Every other target gives GPUOCC_CODE_NOT_READ. The input is not
 * trusted, and nothing but that library is kept between calls. An operation that is not known is
 * reported as GPUOCC_CODE_UNKNOWN, never guessed.
 *
 * The code is not executed: trip counts, divergence and cache hits cannot be seen in it. The
 * figures of a loop are for one iteration of one wave that executes the whole loop body.
 */
#ifndef GPUOCC_CODE_H
#define GPUOCC_CODE_H

#include <gpuocc/kernels.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Status of a call. Errors are negative. */
enum gpuocc_code_status {
    GPUOCC_CODE_OK = 0,
    GPUOCC_CODE_STOPPED = 1,       /**< the callback stopped the search */
    GPUOCC_CODE_NOT_READ = 2,      /**< no code, or the target is not supported */
    GPUOCC_CODE_TOO_COMPLEX = 3,   /**< more than 64 MiB of code, or too many branches */
    GPUOCC_CODE_NEEDS_LLVM = 4,    /**< AMD code, and LLVM 22 was not found */
    GPUOCC_CODE_DAMAGED = 5,       /**< a line table that cannot be read */
    GPUOCC_CODE_ERROR_SIZE = -1,   /**< the `size` of a struct is too small */
    GPUOCC_CODE_ERROR_OFFSET = -2, /**< no whole instruction begins at the offset */
    GPUOCC_CODE_ERROR_MEMORY = -3  /**< not enough memory */
};

/** The class of an instruction: what it does. */
enum gpuocc_code_class {
    GPUOCC_CODE_UNKNOWN = 0, /**< the operation is not known */
    GPUOCC_CODE_FP32 = 1,
    GPUOCC_CODE_FP64 = 2,
    GPUOCC_CODE_FP16 = 3,
    GPUOCC_CODE_INT = 4,
    GPUOCC_CODE_SPECIAL = 5,  /**< square roots, sines, reciprocals */
    GPUOCC_CODE_MATRIX = 6,   /**< matrix multiplications */
    GPUOCC_CODE_CONVERT = 7,  /**< conversions between types */
    GPUOCC_CODE_MOVE = 8,     /**< copies and selections */
    GPUOCC_CODE_UNIFORM = 9,  /**< computed once per wave, on the uniform path (AMD: scalar) */
    GPUOCC_CODE_WARP = 10,    /**< exchanges between the lanes of a wave: shuffles, votes */
    GPUOCC_CODE_CONTROL = 11, /**< branches, calls, convergence */
    GPUOCC_CODE_BARRIER = 12, /**< barriers and fences */
    GPUOCC_CODE_LOAD_GLOBAL = 13,
    GPUOCC_CODE_LOAD_SHARED = 14,
    GPUOCC_CODE_LOAD_LOCAL = 15,    /**< memory private to a thread: spills and arrays */
    GPUOCC_CODE_LOAD_CONSTANT = 16, /**< AMD: scalar loads */
    GPUOCC_CODE_LOAD_GENERIC = 17,  /**< global, shared or local memory, decided at run time */
    GPUOCC_CODE_LOAD_TENSOR = 18,   /**< from Tensor Memory */
    GPUOCC_CODE_STORE_GLOBAL = 19,
    GPUOCC_CODE_STORE_SHARED = 20,
    GPUOCC_CODE_STORE_LOCAL = 21,
    GPUOCC_CODE_STORE_GENERIC = 22,
    GPUOCC_CODE_STORE_TENSOR = 23,
    GPUOCC_CODE_ATOMIC = 24,
    GPUOCC_CODE_TEXTURE = 25,
    GPUOCC_CODE_ASYNC_COPY = 26, /**< copies to shared memory that bypass the registers */
    GPUOCC_CODE_ASYNC_SYNC = 27, /**< synchronisation with asynchronous copies */
    GPUOCC_CODE_OTHER = 28,      /**< known, in no other class; AMD: also pure waits */
    GPUOCC_CODE_CLASS_COUNT = 29
};

/** Properties of an instruction. A set of them is the sum of 1 << number. */
enum gpuocc_code_flag {
    GPUOCC_CODE_FLAG_GUARDED = 0,  /**< has a predicate: some lanes may not execute it */
    GPUOCC_CODE_FLAG_BRANCH = 1,   /**< a direct branch to `target` */
    GPUOCC_CODE_FLAG_INDIRECT = 2, /**< a branch whose target is not in the code */
    GPUOCC_CODE_FLAG_ENDS = 3,     /**< control never falls through to the next instruction */
    /** A direct call of `target`. gpuocc_code_loops reports one whose target never returns as
     * GPUOCC_CODE_FLAG_BRANCH: nvcc leaves loops with CALL.REL.NOINC. */
    GPUOCC_CODE_FLAG_CALL = 4,
    GPUOCC_CODE_FLAG_QUEUED = 5,      /**< completes after all earlier queued shared accesses */
    GPUOCC_CODE_FLAG_CONDITIONAL = 6, /**< not on every path through an iteration of the loop */
    /** Set by gpuocc_code_loops only: a load from global memory of which the code shows that it has
     * the same address in all lanes (NVIDIA). Without it, the address may differ or not. */
    GPUOCC_CODE_FLAG_UNIFORM = 7,
    GPUOCC_CODE_FLAG_COUNT = 8
};

/** What a matrix instruction multiplies and adds up, as far as its rate depends on it. The sums
 * have 32 bits or more, unless the name says otherwise. */
enum gpuocc_code_matrix {
    GPUOCC_CODE_MATRIX_UNKNOWN = 0,
    GPUOCC_CODE_MATRIX_FP16 = 1,
    GPUOCC_CODE_MATRIX_FP16_FP16 = 2, /**< sums in FP16 */
    GPUOCC_CODE_MATRIX_BF16 = 3,
    GPUOCC_CODE_MATRIX_TF32 = 4, /**< AMD: xf32 */
    GPUOCC_CODE_MATRIX_FP32 = 5,
    GPUOCC_CODE_MATRIX_FP64 = 6,
    GPUOCC_CODE_MATRIX_FP8 = 7,      /**< also 6 and 4 bits in the same instructions */
    GPUOCC_CODE_MATRIX_FP8_FP16 = 8, /**< sums in FP16 */
    GPUOCC_CODE_MATRIX_INT8 = 9,
    GPUOCC_CODE_MATRIX_INT4 = 10,
    /** Added to the type if four waves execute the instruction together (PTX: wgmma). */
    GPUOCC_CODE_MATRIX_GROUP = 16,
    /** Added to the type by AMD's shapes with a rate of their own: of several blocks ("_2b_"), bf16
     * without "_1k", 4x4x4 of f64 and the smaller k of iu4; by m8n8k4 of FP16 of NVIDIA's sm_70;
     * and those that read 16 bytes of each lane (gfx950). */
    GPUOCC_CODE_MATRIX_SMALL = 32,
    GPUOCC_CODE_MATRIX_WIDE = 48,
    GPUOCC_CODE_MATRIX_COUNT = 64
};

/** Value of a counter, a target or an address that does not exist. */
#define GPUOCC_CODE_NONE 0xffffffffu

/** Maximum number of counters of outstanding loads (NVIDIA: scoreboards) of a wave. */
#define GPUOCC_CODE_COUNTERS 8u

/** The code of a kernel. The caller fills it with `target`, `code` and `code_bytes` of
 * gpuocc_kernels_found. */
typedef struct gpuocc_code {
    uint32_t size;              /**< size of this struct in bytes; set by the caller */
    gpuocc_kernels_text target; /**< for example "sm_90a" or "gfx942" */
    const void *bytes;          /**< machine code; NULL: none */
    size_t length;              /**< bytes of machine code */
} gpuocc_code;

/** One instruction. */
typedef struct gpuocc_code_instruction {
    uint32_t size;       /**< size of this struct in bytes; set by the caller */
    uint32_t address;    /**< in bytes, from the first instruction of the kernel */
    uint32_t length;     /**< in bytes */
    uint32_t kind;       /**< enum gpuocc_code_class */
    uint32_t flags;      /**< set of enum gpuocc_code_flag */
    uint32_t lane_bytes; /**< bytes that it loads or stores per lane; 0: none, or not known */
    uint32_t waits;      /**< set of counters (1 << number) that it waits for before it issues */
    /** The counter that it occupies until it completes, or GPUOCC_CODE_NONE. NVIDIA: the
     * scoreboard, 0 to 5. AMD: 0 vmcnt or loadcnt, 1 lgkmcnt or dscnt, 2 expcnt, 3 vscnt or
     * storecnt, 4 samplecnt, 5 bvhcnt, 6 kmcnt. */
    uint32_t counter;
    uint32_t target; /**< address that a direct branch or call leads to, or GPUOCC_CODE_NONE */
    /** Cycles until the wave may issue its next instruction. NVIDIA: as encoded by the compiler.
     * AMD: a lower bound, because the code does not encode it. */
    uint32_t stall_cycles;
    const char *mnemonic; /**< static string; "" if not known, and for AMD */
    /** For each counter in `waits`: how many loads may still be outstanding after the wait. */
    uint8_t leaves[GPUOCC_CODE_COUNTERS];
    uint32_t second; /**< AMD: class of the second operation of a dual instruction, or 0 */
    char name[48];   /**< AMD: the operation as LLVM prints it; otherwise "" */
    /** Of a matrix instruction: an enum gpuocc_code_matrix, and the products that one wave adds up:
     * those of factors that are zero by the form of a sparse matrix do not count. Both are 0 if its
     * shape is not known, and for other instructions. */
    uint32_t matrix, products;
} gpuocc_code_instruction;

/** The part of the code that a gpuocc_code_loop describes. */
enum gpuocc_code_extent {
    GPUOCC_CODE_LOOP = 0,
    /** A loop that only polls until an event has happened, or that issues a single copy one lane at
     * a time. */
    GPUOCC_CODE_WAITING_LOOP = 1,
    GPUOCC_CODE_ALL = 2,     /**< all reachable code, as if each instruction were executed once */
    GPUOCC_CODE_STRAIGHT = 3 /**< code between two loops, or before, after or inside one */
};

/** The loads in flight at one instruction of a loop. */
typedef struct gpuocc_code_step {
    uint32_t address;        /**< of the instruction */
    uint32_t flags;          /**< of the instruction, and FLAG_CONDITIONAL and FLAG_UNIFORM */
    uint32_t in_flight;      /**< global loads in flight before the instruction waits */
    uint32_t shared;         /**< shared loads in flight before the instruction waits */
    uint32_t returns;        /**< global loads that the instruction waits for */
    uint32_t shared_returns; /**< shared loads that the instruction waits for */
} gpuocc_code_step;

/** A loop, or all code. It is valid until the callback that receives it returns. */
typedef struct gpuocc_code_loop {
    uint32_t size;         /**< size of this struct in bytes */
    uint32_t extent;       /**< enum gpuocc_code_extent */
    uint32_t first, last;  /**< addresses of its first and last instruction */
    uint32_t depth;        /**< 1 for an outermost loop, 2 inside one, ...; 0 for all code */
    uint32_t loops;        /**< number of loops inside it, except waiting loops */
    uint32_t partial;      /**< not 0: the kernel has branches whose targets are not in its code */
    uint32_t instructions; /**< number of instructions, and of elements of `steps` */
    uint32_t counts[GPUOCC_CODE_CLASS_COUNT]; /**< by class; a dual instruction counts twice */
    uint32_t conditional_loads; /**< global loads that an iteration or a lane may skip */
    uint32_t stall_cycles;      /**< sum: minimum cycles of an iteration in which nothing waits */
    /** Bytes per lane, summed over the instructions of known width, and the number of these
     * instructions. Global memory includes generic addresses. */
    uint32_t load_bytes, sized_loads;    /**< loads from global memory */
    uint32_t store_bytes, sized_stores;  /**< stores to global memory */
    uint32_t shared_bytes, sized_shared; /**< loads from and stores to shared memory */
    uint32_t copy_bytes, sized_copies;   /**< asynchronous copies */
    /** At the first instruction that waits for a global load: the global loads in flight, their
     * bytes per lane, and the address of the instruction. The address is GPUOCC_CODE_NONE if no
     * instruction of the loop waits for a global load. */
    uint32_t loads_in_flight, bytes_in_flight, wait_address;
    uint32_t most_in_flight;       /**< maximum number of global loads in flight */
    uint32_t shared_in_flight;     /**< shared loads in flight at the first wait for one */
    const gpuocc_code_step *steps; /**< one per instruction, in order of address */
    /** Loads with GPUOCC_CODE_FLAG_UNIFORM, and their bytes per lane. They are contained in the
     * figures of loads as well. */
    uint32_t uniform_loads, uniform_bytes;
    /** Products of matrix instructions by enum gpuocc_code_matrix, and the number of the
     * instructions whose products are known. */
    uint64_t products[GPUOCC_CODE_MATRIX_COUNT];
    uint32_t sized_matrix;
    uint32_t local_in_flight; /**< loads of local memory in flight at the first wait for one */
} gpuocc_code_loop;

/** Returns 1 if this build can read code for the target ("sm_90a"), otherwise 0. For AMD's targets
 * that requires LLVM. */
GPUOCC_API int32_t gpuocc_code_is_read(gpuocc_kernels_text target);

/** Decodes the instruction at `offset`, in bytes from the start of the code: a multiple of 16 for
 * NVIDIA and of 4 for AMD. The caller sets `instruction->size`. Returns GPUOCC_CODE_OK, or another
 * enum gpuocc_code_status: NOT_READ, TOO_COMPLEX, NEEDS_LLVM, ERROR_SIZE, ERROR_OFFSET or
 * ERROR_MEMORY. `*instruction` is written only if the status is GPUOCC_CODE_OK. */
GPUOCC_API int32_t gpuocc_code_decode(const gpuocc_code *code, uint32_t offset,
                                      gpuocc_code_instruction *instruction);

/** Calls `loop` for each loop, the innermost first, and then once for all code
 * (GPUOCC_CODE_ALL). `loop` returns 0 to continue, or another value to stop the search.
 *
 * `memory` is working memory of any alignment, or NULL to use malloc(). 4096 bytes plus 8 times the
 * length of the code (40 times for AMD) are enough. LLVM allocates further memory itself.
 *
 * Returns GPUOCC_CODE_OK, or another enum gpuocc_code_status: STOPPED, NOT_READ, TOO_COMPLEX,
 * NEEDS_LLVM, ERROR_SIZE or ERROR_MEMORY. After TOO_COMPLEX and ERROR_MEMORY, `loop` may have
 * received some of the loops. */
GPUOCC_API int32_t gpuocc_code_loops(const gpuocc_code *code, void *memory, size_t memory_bytes,
                                     int32_t (*loop)(void *user, const gpuocc_code_loop *loop),
                                     void *user);

/** A region of a kernel's code. The regions are a tree: all code, the loops in it, and the straight
 * parts of both, which are the leaves. Each instruction that can be reached is in one straight
 * part. */
typedef struct gpuocc_code_region {
    uint32_t size;        /**< size of this struct in bytes */
    uint32_t extent;      /**< GPUOCC_CODE_ALL, GPUOCC_CODE_LOOP or GPUOCC_CODE_STRAIGHT */
    uint32_t number;      /**< 0 for all code; every further region has the next number */
    uint32_t parent;      /**< number of the region around it; GPUOCC_CODE_NONE for all code */
    uint32_t first, last; /**< addresses of its first and last instruction */
    uint32_t depth;       /**< number of loops around its instructions, this one included */
    /** GPUOCC_CODE_LOOP: how often its header is executed each time that a wave enters it, if that
     * is constant in the code: its only way out is its only branch back, which compares a counter
     * with an immediate; each iteration adds an immediate to the counter, and the code before the
     * loop sets it to one. Otherwise 0. 1 for other regions. */
    uint32_t trips;
    /** GPUOCC_CODE_STRAIGHT: its figures for one pass, in which nothing is in flight at the start;
     * FLAG_CONDITIONAL says what an iteration of the loop around it may skip, or a wave if there is
     * none. NULL for other regions, which have the figures of the straight parts in them. Valid
     * until the callback returns. */
    const gpuocc_code_loop *part;
} gpuocc_code_region;

/** Calls `region` for each region of the code: first for all code, and for a loop before the
 * regions in it. The straight parts come in order of address. Two parts of one loop are separate
 * regions if instructions of another loop, or of none, lie between them. A straight part can have
 * branches in it. `memory` and the result are those of gpuocc_code_loops(), whose answers about a
 * loop are found by `first`, `last` and `depth`. */
GPUOCC_API int32_t gpuocc_code_regions(const gpuocc_code *code, void *memory, size_t memory_bytes,
                                       int32_t (*region)(void *user,
                                                         const gpuocc_code_region *region),
                                       void *user);

/** How the addresses of an access differ between the lanes of a wave. */
enum gpuocc_code_pattern {
    GPUOCC_CODE_PATTERN_UNKNOWN = 0,
    GPUOCC_CODE_PATTERN_UNIFORM = 1, /**< all lanes have the same address */
    GPUOCC_CODE_PATTERN_LINEAR = 2,  /**< each lane is `stride` bytes from the one before it */
    GPUOCC_CODE_PATTERN_OTHER = 3,   /**< known, but not linear */
    GPUOCC_CODE_PATTERN_COUNT = 4
};

/** Why the address of an access is not known. */
enum gpuocc_code_cause {
    GPUOCC_CODE_CAUSE_NONE = 0,       /**< it is known, or this was not found */
    GPUOCC_CODE_CAUSE_LOADED = 1,     /**< it depends on a value that was loaded */
    GPUOCC_CODE_CAUSE_FACTOR = 2,     /**< on a product with a factor that is not in the code */
    GPUOCC_CODE_CAUSE_DIVISION = 3,   /**< on a division by such a divisor */
    GPUOCC_CODE_CAUSE_THREAD = 4,     /**< on the shape of the group */
    GPUOCC_CODE_CAUSE_OTHER_LANE = 5, /**< on a value of another lane */
    GPUOCC_CODE_CAUSE_PATHS = 6,      /**< on which of several paths a lane took */
    GPUOCC_CODE_CAUSE_CALL = 7,       /**< on what a called function returns */
    GPUOCC_CODE_CAUSE_OPERATION = 8,  /**< on an operation that is not followed */
    /** The search for the causes took too long before this one: no `cause_address`. */
    GPUOCC_CODE_CAUSE_NOT_LOOKED_FOR = 9,
    GPUOCC_CODE_CAUSE_COUNT = 10
};

/** Which lanes pass over the banks of shared memory at once: those of 128 bytes. */
enum gpuocc_code_order {
    GPUOCC_CODE_ORDER_LANES = 0, /**< lanes that follow each other (CUDA C++ Programming Guide) */
    /** The lanes 0 to 3 and 20 to 23, 4 to 7 and 16 to 19, and so on: loads of 16 bytes of AMD's
     * gfx942. */
    GPUOCC_CODE_ORDER_MIXED = 1,
    GPUOCC_CODE_ORDER_COUNT = 2
};

/** Returns how often an access of `lane_bytes` in each lane passes over 32 banks of 4 bytes, by an
 * enum gpuocc_code_order. `addresses` has one address in bytes for each of `lanes` lanes, at most
 * 64. Returns 0 if that is not known: for 12 or more than 16 bytes, or addresses that are not
 * aligned. */
GPUOCC_API uint32_t gpuocc_code_passes(const uint32_t *addresses, uint32_t lanes,
                                       uint32_t lane_bytes, uint32_t order);

/** The wave of gpuocc_code_accesses(). */
typedef struct gpuocc_code_wave {
    uint32_t size;  /**< size of this struct in bytes; set by the caller */
    uint32_t lanes; /**< 1 to 64. Other values: 32 */
    /** Threads of a group in x and y. 0 for x: not known. Then the first wave is one row if
     * NVIDIA's code reads the thread's index in x only; otherwise, and in AMD's code, what depends
     * on the index is not known. 0 for y: 1. */
    uint32_t threads_x, threads_y;
} gpuocc_code_wave;

/** Sets the first wave of a kernel, as far as its file has it. Where AMD's kernel reads the index
 * of the thread in x only and requires no shape of its groups, that wave is taken to be one row.
 * Sets `*wave` except for its `size`. GPUOCC_CODE_OK or GPUOCC_CODE_ERROR_SIZE. */
GPUOCC_API int32_t gpuocc_code_first_wave(const gpuocc_kernels_found *kernel,
                                          gpuocc_code_wave *wave);

/** A load from or store to global, generic, shared or local memory. */
typedef struct gpuocc_code_access {
    uint32_t size;       /**< size of this struct in bytes */
    uint32_t address;    /**< of the instruction */
    uint32_t kind;       /**< enum gpuocc_code_class */
    uint32_t lane_bytes; /**< as in gpuocc_code_instruction */
    uint32_t pattern;    /**< enum gpuocc_code_pattern: of the first wave of a group */
    int32_t stride;      /**< GPUOCC_CODE_PATTERN_LINEAR: bytes; otherwise 0 */
    /** Global and generic memory: the sectors of 32 bytes that the wave accesses if the lowest
     * address is that of a sector. 0: not known. */
    uint32_t sectors;
    /** NVIDIA's shared memory: how often the access passes through the 32 banks of 4 bytes: once
     * for every 128 bytes without a bank conflict. 0: not known. */
    uint32_t passes;
    uint32_t depth; /**< number of loops around the instruction */
    uint32_t bytes; /**< bytes that at least one lane of the wave accesses. 0: not known */
    /** NVIDIA, GPUOCC_CODE_PATTERN_UNKNOWN: an enum gpuocc_code_cause, and the address of the
     * instruction that it is about; of GPUOCC_CODE_CAUSE_PATHS, where the paths meet. */
    uint32_t cause, cause_address;
    /** Shared memory, if `passes` is known: `bank_times` times those of gpuocc_code_passes() for
     * the first `bank_lanes` of the lanes, `bank_bytes` and `bank_order`; and the address of each
     * lane in bytes. What all lanes have in common is not in it. Valid until the callback returns.
     */
    uint32_t bank_lanes, bank_bytes, bank_order, bank_times;
    const uint32_t *lanes_at;
    /** 1: the wave is taken to be one row, because NVIDIA's code reads the thread's index in x only
     * and the threads of a group in x are not known; otherwise 0. */
    uint32_t one_row;
    /** Global and generic memory: the bytes of the smallest requests that have what the wave
     * accesses: the sectors; of loads of AMD's CDNA (gfx908, gfx90a, gfx94x, gfx95x), which are not
     * expected to read 32 bytes alone, parts of 64 bytes. 0: not known. */
    uint32_t moved_bytes;
} gpuocc_code_access;

/** Calls `access` for each access in the code that can be reached, in order of address. Addresses
 * are followed from the thread's index through sums, products, shifts and logic; what all lanes
 * have in common may be unknown. All lanes of the wave are assumed to take part. Other addresses
 * are unknown, and so are those of AMD's buffers and scratch. `wave` may be NULL: 32 lanes of a
 * group of unknown shape. `memory` and the result are those of gpuocc_code_loops(); 1 MiB plus 128
 * times the length of the code are enough (600 times for AMD). */
GPUOCC_API int32_t gpuocc_code_accesses(
    const gpuocc_code *code, const gpuocc_code_wave *wave, void *memory, size_t memory_bytes,
    int32_t (*access)(void *user, const gpuocc_code_access *access), void *user);

/** A file of registers. */
enum gpuocc_code_file {
    GPUOCC_CODE_FILE_GENERAL = 0, /**< one value per lane: R0 and following */
    GPUOCC_CODE_FILE_PREDICATE = 1,
    GPUOCC_CODE_FILE_UNIFORM = 2, /**< one value per wave: UR0 and following */
    GPUOCC_CODE_FILE_UNIFORM_PREDICATE = 3,
    GPUOCC_CODE_FILE_COUNT = 4
};

/** The registers that an instruction occupies: those whose value may still be read before or after
 * it, and those that it writes. */
typedef struct gpuocc_code_live {
    uint32_t size;                              /**< size of this struct in bytes */
    uint32_t address;                           /**< of the instruction */
    uint32_t registers[GPUOCC_CODE_FILE_COUNT]; /**< by enum gpuocc_code_file */
    /** Of the general registers, those that the innermost loop around the instruction neither reads
     * nor writes: their values are only kept for later. 0 outside loops. */
    uint32_t carried;
    /** Set of files (1 << number) of which the numbers may be wrong: the code has instructions
     * whose operands are not known, or branches whose targets are not in it. */
    uint32_t partial;
} gpuocc_code_live;

/** Calls `live` for each instruction that can be reached, in order of address. A write under a
 * predicate is not taken for the end of the value before it. Only NVIDIA's code is read: that of
 * AMD gives GPUOCC_CODE_NOT_READ. `memory` and the result are those of gpuocc_code_loops(); 4096
 * bytes plus 40 times the length of the code are enough. */
GPUOCC_API int32_t gpuocc_code_liveness(const gpuocc_code *code, void *memory, size_t memory_bytes,
                                        int32_t (*live)(void *user, const gpuocc_code_live *live),
                                        void *user);

/** What an instruction accesses in local memory, as far as the code tells. */
enum gpuocc_code_local_sort {
    GPUOCC_CODE_LOCAL_UNKNOWN = 0, /**< a spilled register, or a variable; always so for AMD */
    GPUOCC_CODE_LOCAL_SPILL = 1,   /**< a register: nothing computes an address of local memory */
    GPUOCC_CODE_LOCAL_VARIABLE =
        2, /**< a variable, as an array of a thread: it computes the address */
    GPUOCC_CODE_LOCAL_SORT_COUNT = 3
};

/** A load from or store to local memory (AMD: scratch). */
typedef struct gpuocc_code_local {
    uint32_t size;       /**< size of this struct in bytes */
    uint32_t address;    /**< of the instruction */
    uint32_t kind;       /**< GPUOCC_CODE_LOAD_LOCAL or GPUOCC_CODE_STORE_LOCAL */
    uint32_t lane_bytes; /**< as in gpuocc_code_instruction */
    uint32_t depth;      /**< number of loops around it */
    uint32_t sort;       /**< enum gpuocc_code_local_sort */
} gpuocc_code_local;

/** Calls `local` for each access to local memory in the code that can be reached, in order of
 * address. `memory` and the result are those of gpuocc_code_loops(). */
GPUOCC_API int32_t gpuocc_code_locals(const gpuocc_code *code, void *memory, size_t memory_bytes,
                                      int32_t (*local)(void *user, const gpuocc_code_local *local),
                                      void *user);

/** A row of the line table: where in the source the instructions are from, beginning with that at
 * `address` and up to the address of the next row. */
typedef struct gpuocc_code_line {
    uint32_t size;    /**< size of this struct in bytes */
    uint32_t address; /**< in bytes from the start of the code */
    uint32_t line;    /**< number of the line; 0: not known */
    uint32_t number;  /**< of this row; every further row of the kernel has a higher number */
    /** Number of the row of the call, if the instructions are from a function that the compiler
     * inlined there, and the table says so, as that of NVIDIA's compilers with -lineinfo does.
     * Otherwise 0. It is less than `number`, but there may be no row of that number. */
    uint32_t inlined_at;
    gpuocc_kernels_text file;      /**< as in the table; length 0: not known */
    gpuocc_kernels_text directory; /**< of the file; length 0: not known */
    gpuocc_kernels_text function;  /**< that was inlined, mangled; length 0: none, or not known */
} gpuocc_code_line;

/** Calls `line` for each row of the kernel in the line table of its object (section .debug_line,
 * DWARF 2 to 5), in the order of the table, which within one function is that of addresses. Of
 * several rows with one address the last one counts; the others are the calls through which it was
 * inlined. The compiler writes the table with -lineinfo or -G (nvcc), -g or -gline-tables-only
 * (clang). `line` returns 0 to continue, or another value to stop. The texts are in the object.
 *
 * `work` bounds the time: so many bytes and entries of the table are looked at, and the call
 * subtracts those that it looked at. The table of a linked object is read again for each kernel,
 * so that all kernels of a file should share one number. NULL: 64 for each byte of the object.
 *
 * Returns GPUOCC_CODE_OK, or another enum gpuocc_code_status: STOPPED, ERROR_SIZE, NOT_READ if
 * there are no lines for the code, TOO_COMPLEX if `work` is used up, or DAMAGED if the table is
 * damaged, compressed, or of a version that is not DWARF 2 to 5. After TOO_COMPLEX and DAMAGED,
 * `line` may have received some of the rows. Needs no memory. */
GPUOCC_API int32_t gpuocc_code_lines(const gpuocc_kernels_found *kernel,
                                     int32_t (*line)(void *user, const gpuocc_code_line *line),
                                     void *user, uint64_t *work);

/** Returns the name of a class ("load_global"), as a static string; "" for other numbers. */
GPUOCC_API const char *gpuocc_code_class_name(uint32_t kind);

/** Returns the name of an enum gpuocc_code_matrix ("fp16", "group_fp16"), as a static string; ""
 * for other numbers. */
GPUOCC_API const char *gpuocc_code_matrix_name(uint32_t type);

#ifdef __cplusplus
}
#endif

#endif
