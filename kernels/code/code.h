/* SPDX-License-Identifier: MIT
 *
 * Machine code: decoders, the graph of a kernel's blocks, and the replay of its loops.
 */
#ifndef GPUOCC_KERNELS_CODE_H
#define GPUOCC_KERNELS_CODE_H

#include <gpuocc/code.h>

#include "bytes.h"
#include "nest.h"

#define FLAG(name) (1u << GPUOCC_CODE_FLAG_##name)

/* The number of an NVIDIA target that is read, or 0. */
unsigned sass_number(gpuocc_kernels_text target);

/* Decodes one word of 16 bytes at `address` of `length` bytes of code. */
void sass_decode(unsigned sm, const unsigned char *word, uint32_t address, uint32_t length,
                 gpuocc_code_instruction *instruction);

/* An instruction of AMD's, decoded. The members are those of gpuocc_code_instruction. */
struct amd_record {
    uint32_t address, target;
    uint8_t length, kind, second, lane_bytes, flags, waits, counter;
    uint8_t leaves[GPUOCC_CODE_COUNTERS];
};

/* The code that is being read. */
struct code {
    const unsigned char *bytes;
    uint32_t length, count;     /* bytes, instructions */
    unsigned sm;                /* 0: not of NVIDIA's */
    const struct amd_cpu *cpu;  /* NULL: not of AMD's */
    struct amd_record *records; /* of AMD's: all instructions, by address */
    struct reader_arena *arena;
};

/* The instruction of a number, and the number of the one at an address. */
void code_at(const struct code *code, uint32_t index, gpuocc_code_instruction *instruction);
uint32_t code_index(const struct code *code, uint32_t address);

/* AMD's: decodes all of it into code->records, which the caller gives back in any case; an
 * enum gpuocc_code_status. Then one of them, and the number of the first one from an address on. */
int32_t amd_load(struct code *code);
void amd_at(const struct code *code, uint32_t index, gpuocc_code_instruction *instruction);
uint32_t amd_index(const struct code *code, uint32_t address);

/* AMD's: decodes one instruction on its own; an enum gpuocc_code_status. */
int32_t amd_decode_at(const struct code *code, uint32_t address,
                      gpuocc_code_instruction *instruction);

/* Blocks of instructions without a branch between them. The arrays are of its memory. */
struct code_graph {
    const struct code *code;
    uint32_t blocks, headers;
    uint32_t *first;              /* instruction that a block begins with; one more at the end */
    uint32_t *next;               /* two of each: where it leads, or GPUOCC_CODE_NONE */
    uint32_t *before, *before_at; /* where it is reached from: before[before_at[b]] and on */
    uint32_t *above;              /* its immediate dominator; `blocks` is above all */
    uint32_t *rank, *order;       /* in reverse postorder */
    uint32_t *mark, *stack;       /* of the part that is being looked at */
    uint32_t *sure;               /* mark of the last part in which every iteration meets it */
    uint32_t *depth;              /* loops around it */
    unsigned char *flags;         /* BLOCK_ */
    uint32_t *headers_at;         /* headers of loops, the innermost first */
    uint32_t marks;               /* parts so far */
    uint64_t steps;               /* that may still be taken */
    int partial;                  /* branches lead to where it is not known */
};

enum { BLOCK_REACHED = 1, BLOCK_HEADER = 2, BLOCK_ROOT = 4, BLOCK_WAITING = 8 };

/* Makes the graph; an enum gpuocc_code_status. code_graph_free in any case. */
int32_t code_graph_make(struct code_graph *graph, const struct code *code);
void code_graph_free(struct code_graph *graph);

/* Finds the dominators and headers; code_dominators.c. */
int32_t code_dominators(struct code_graph *graph);

/* Marks the blocks of the loop of a header, or of all code that is reached (GPUOCC_CODE_NONE), and
 * those that every iteration meets. Returns the mark, or 0 where that is too complex. */
uint32_t code_part(struct code_graph *graph, uint32_t header);

/* Counts and replays a part that is marked. */
int32_t code_replay(const struct code_graph *graph, uint32_t mark, gpuocc_code_loop *loop,
                    gpuocc_code_step *steps);

#endif
