/* SPDX-License-Identifier: MIT
 *
 * Internal interface of the machine-code reader: decoders, the control-flow graph of a kernel, and
 * the replay of its loops.
 */
#ifndef GPUOCC_KERNELS_CODE_CODE_H
#define GPUOCC_KERNELS_CODE_CODE_H

#include <gpuocc/code.h>

#include "bytes.h"
#include "nest.h"

#define FLAG(name) (1u << GPUOCC_CODE_FLAG_##name)

/* Returns the number of a supported NVIDIA target (90 for "sm_90a"), or 0 for any other target. */
unsigned sass_number(gpuocc_kernels_text target);

/* Decodes the 16-byte word of the instruction at `address`. `length` is that of all code, in bytes:
 * a branch out of it has no target. */
void sass_decode(unsigned sm, const unsigned char *word, uint32_t address, uint32_t length,
                 gpuocc_code_instruction *instruction);

/* Finds the type and the products of a matrix instruction. */
void sass_matrix(const unsigned char *word, gpuocc_code_instruction *instruction);

/* Tells whether the word is a return (RET). */
int sass_returns(const unsigned char *word);

/* A decoded AMD instruction. It begins with its address (code_search). The members mean the same as
 * in gpuocc_code_instruction. */
struct amd_record {
    uint32_t address, target;
    uint8_t length, kind, second, lane_bytes, flags, waits, counter;
    uint8_t leaves[GPUOCC_CODE_COUNTERS];
    uint8_t matrix;
    uint32_t products;
};

/* The code of one kernel while it is read. */
struct code {
    const unsigned char *bytes;
    uint32_t length, count;                      /* number of bytes and of instructions */
    unsigned sm;                                 /* sass_number of the target; 0: not NVIDIA */
    const struct amd_cpu *cpu;                   /* NULL: not AMD */
    const struct amd_disassembler *disassembler; /* AMD */
    struct amd_record *records;                  /* AMD: all instructions, in order of address */
    gpuocc_code_instruction *decoded; /* NVIDIA: as many; NULL: none is kept */
    struct effect *effects;           /* of these; NULL: none is kept */
    void *opened;                                /* AMD: the disassembler, after amd_load */
    struct format_arena *arena;
};

/* The registers that have the same value in all lanes, one bit each. */
struct spread {
    uint32_t uniform[8];
};

/* Starts a basic block: nothing is known. */
void spread_open(struct spread *spread);

/* Tells whether an instruction is a load of global memory whose address is the same in all
 * lanes. */
int spread_is_uniform(const struct spread *spread, const unsigned char *word,
                      const gpuocc_code_instruction *now);

/* Goes past an instruction of the block. */
void spread_step(struct spread *spread, const struct code *code,
                 const gpuocc_code_instruction *now);

/* Returns the number of the first of `count` elements of `size` bytes at or after an address, or
 * `count`. Each begins with its address, and they are in order of it. */
uint32_t code_search(const void *elements, size_t size, uint32_t count, uint32_t address);

/* Decodes instruction number `index`, and returns the number of the first one at or after an
 * address. */
void code_at(const struct code *code, uint32_t index, gpuocc_code_instruction *instruction);
uint32_t code_index(const struct code *code, uint32_t address);

/* Tells whether the instruction at an address returns to a caller. AMD's returns are indirect
 * branches. */
int code_returns(const struct code *code, uint32_t address);

/* For AMD code. amd_load decodes all instructions into code->records, which amd_unload releases,
 * even after a failure, and returns an enum gpuocc_code_status. After it, amd_at copies one
 * instruction. */
int32_t amd_load(struct code *code);
void amd_unload(struct code *code);
void amd_at(const struct code *code, uint32_t index, gpuocc_code_instruction *instruction);

/* Decodes a single AMD instruction without amd_load. Returns an enum gpuocc_code_status. */
int32_t amd_decode_at(const struct code *code, uint32_t address,
                      gpuocc_code_instruction *instruction);

/* The control-flow graph of a kernel. Its nodes are basic blocks. The arrays are allocated from
 * code->arena; most of them have one element per block. */
struct code_graph {
    const struct code *code;
    uint32_t blocks, headers;
    uint32_t *first;              /* its first instruction; first[blocks] is the total number */
    uint32_t *next;               /* two successors of each block, or GPUOCC_CODE_NONE */
    uint32_t *before, *before_at; /* its predecessors are before[before_at[b]] and following */
    uint32_t *above;              /* immediate dominator; the node `blocks` is above all roots */
    uint32_t *rank, *order;       /* rank in reverse postorder; blocks in postorder */
    uint32_t *mark, *stack;       /* number of the last part that contains it; a work stack */
    uint32_t *sure;               /* last part in which every iteration executes it */
    uint32_t *depth;              /* number of loops around it */
    unsigned char *flags;         /* set of BLOCK_ */
    uint32_t *headers_at;         /* the blocks that are loop headers, the innermost first */
    uint32_t marks;               /* number of parts marked so far */
    uint64_t steps;               /* remaining budget of work; 0: the code is too complex */
    uint64_t looks; /* how many instructions the search for trip counts may still read */
    int partial;    /* some branches have unknown targets */
};

/* BLOCK_JUMP: its last instruction has the form of a call, but what it calls never returns. */
enum { BLOCK_REACHED = 1, BLOCK_HEADER = 2, BLOCK_ROOT = 4, BLOCK_WAITING = 8, BLOCK_JUMP = 16 };

/* Builds the graph. Returns an enum gpuocc_code_status. The caller calls code_graph_free even after
 * a failure. */
int32_t code_graph_make(struct code_graph *graph, const struct code *code);
void code_graph_free(struct code_graph *graph);

/* Finds the dominators and the loop headers (dominators.c). Returns an enum gpuocc_code_status. */
int32_t code_dominators(struct code_graph *graph);

/* Marks the blocks of the loop with this header, or of all reachable code (GPUOCC_CODE_NONE), and
 * those that every iteration executes. Returns the mark, or 0 if the code is too complex. */
uint32_t code_part(struct code_graph *graph, uint32_t header);

/* Reads a kernel's graph. `steps` has one element per instruction of the code. */
typedef int32_t code_reader(struct code_graph *graph, gpuocc_code_step *steps, const void *user);

/* Receives the loops, the regions or the accesses of a wave: the public callback. */
struct code_taker {
    int32_t (*loop)(void *user, const gpuocc_code_loop *loop);
    int32_t (*region)(void *user, const gpuocc_code_region *region);
    int32_t (*access)(void *user, const gpuocc_code_access *access);
    const gpuocc_code_wave *wave;
    int causes; /* also why addresses are unknown, which takes many times as long */
    void *user;
};

/* Report the regions, and the memory accesses, of a graph to a code_taker: code_readers. */
int32_t code_report_regions(struct code_graph *graph, gpuocc_code_step *steps, const void *taker);
int32_t code_report_accesses(struct code_graph *graph, gpuocc_code_step *steps, const void *taker);

/* Tells whether a loop with these counts only polls until an event has happened, or issues a single
 * copy one lane at a time. Such a loop does not load, store or compute anything. */
int code_is_waiting(const uint32_t *counts, uint32_t instructions);

/* Opens the code, decodes it and builds its graph in the memory that is given (NULL: malloc), and
 * calls `read` with it. Returns its status, or the enum gpuocc_code_status of what failed before.
 */
int32_t code_read(const gpuocc_code *given, void *memory, size_t memory_bytes, code_reader *read,
                  const void *user);

/* Counts and replays the instructions of a marked part. Fills `loop` and one element of `steps` per
 * instruction. Returns GPUOCC_CODE_OK or GPUOCC_CODE_ERROR_MEMORY. */
int32_t code_replay(const struct code_graph *graph, uint32_t mark, gpuocc_code_loop *loop,
                    gpuocc_code_step *steps);

#endif
