/* SPDX-License-Identifier: MIT
 *
 * Values of registers in the lanes of a wave, for the addresses of memory accesses.
 */
#ifndef GPUOCC_KERNELS_CODE_LANES_H
#define GPUOCC_KERNELS_CODE_LANES_H

#include "trips.h"

enum { LANES_MOST = 64 };

/* Numbers of values. LANES_NONE: no path has been followed to the instruction. */
enum { LANES_UNKNOWN = 0, LANES_UNIFORM = 1, LANES_NONE = 0xffff };

/* The value of a register in each lane, or, if it is not known, by how much the lanes differ from
 * lane 0. */
struct lanes_value {
    uint32_t known, at[LANES_MOST];
};

/* All values of an analysis, each with a number, and the threads of the wave. */
struct lanes {
    struct lanes_value *values;
    uint16_t *buckets, *chain;
    uint32_t count, wave; /* number of values and of lanes */
    uint16_t thread[3];   /* the values of the thread's index in its group */
    uint16_t lane;        /* the value of the lane's number */
};

/* The registers before an instruction. `guards` has 1 + the predicate under which a register was
 * written, or 0; `same` the flags that are the same in all lanes. AMD: `narrow` says whether only
 * some of the lanes may take part, and `guards` which registers were written since that is so. */
struct lanes_state {
    uint16_t values[REGISTERS];
    uint8_t guards[REGISTERS];
    uint32_t same, narrow;
};

enum lanes_operation {
    LANES_ADD,
    LANES_SUBTRACT,
    LANES_MULTIPLY,
    LANES_MULTIPLY_HIGH,        /* the upper 32 bits, of unsigned factors */
    LANES_MULTIPLY_HIGH_SIGNED, /* of signed factors */
    LANES_LEFT,
    LANES_RIGHT,
    LANES_RIGHT_SIGNED,
    LANES_AND,
    LANES_OR,
    LANES_XOR
};

/* Return the number of a value: of a constant, of an operation on two, and of a function of three
 * values bit by bit, which LUT has as NVIDIA's LOP3 does. */
uint16_t lanes_constant(struct lanes *lanes, uint32_t constant);
uint16_t lanes_compute(struct lanes *lanes, enum lanes_operation operation, uint16_t a, uint16_t b);
uint16_t lanes_logic(struct lanes *lanes, unsigned lut, const uint16_t values[3]);

/* Returns the number of a value that is one or the other in all lanes. */
uint16_t lanes_either(struct lanes *lanes, uint16_t a, uint16_t b);

/* Tells whether the value is the same in all lanes. */
int lanes_flat(const struct lanes *lanes, uint16_t value);

/* Opens the values for the first wave of a group; closes them. Returns 0 if there is no memory. */
int lanes_open(struct lanes *lanes, const struct code *code, uint32_t wave, uint32_t threads_x,
               uint32_t threads_y);
void lanes_close(struct lanes *lanes, const struct code *code);

/* Set the registers of a kernel when it starts. */
void sass_lanes_start(struct lanes_state *state);
void amd_lanes_start(const struct code *code, struct lanes *lanes, struct lanes_state *state);

/* Go past instruction number `index`. NVIDIA's returns the first register that it writes, or
 * REGISTERS or more if it writes none. */
uint32_t sass_lanes_step(const struct code *code, uint32_t index, struct lanes *lanes,
                         struct lanes_state *state);
void amd_lanes_step(const struct code *code, uint32_t index, struct lanes *lanes,
                    struct lanes_state *state);

/* Tells whether an instruction reads the index of the thread: 1 in x only, 2 in y or z. */
uint32_t sass_lanes_reads(const struct code *code, uint32_t index);

/* Return the address of a memory access, as a value. */
uint16_t sass_lanes_address(const struct code *code, uint32_t index, struct lanes *lanes,
                            const struct lanes_state *state);
uint16_t amd_lanes_address(const struct code *code, uint32_t index, struct lanes *lanes,
                           const struct lanes_state *state);

/* For NVIDIA's code. Return whether an instruction is under a predicate; the register with the
 * address of an access; the registers whose values an instruction combines, and their number; and
 * why its result is not known if they are: an enum gpuocc_code_cause, FACTOR also for a division.
 */
int sass_lanes_guarded(const struct code *code, uint32_t index);
uint32_t sass_lanes_base(const struct code *code, uint32_t index);
uint32_t sass_lanes_sources(const struct code *code, uint32_t index, uint32_t numbers[3]);
uint32_t sass_lanes_cause(const struct code *code, uint32_t index);

/* Finds why the address of the access at `index` is not known. `states` has one element per block,
 * before it, and `made` the value that each instruction writes. */
void code_find_cause(struct code_graph *graph, const struct lanes_state *states,
                     const uint16_t *made, uint32_t index, gpuocc_code_access *access);

/* Tells whether a shared access of AMD's code has two addresses, at two offsets from one. */
int amd_lanes_pair(const struct code *code, uint32_t index);

/* Returns the widest shared access per lane whose lanes are known that pass over the banks at once;
 * `mixed`: of a load whose lanes do not follow each other. GCN and CDNA, up to gfx942: half a wave
 * for 4 bytes and a quarter for 8 (AMD, OpenCL Optimization Guide, Local Memory); 8 lanes for 16
 * (ROCm's Composable Kernel, LDS bank conflicts). RDNA: a wave of 32 lanes for 4 bytes, as each
 * half of the memory of two CUs has 32 banks (RDNA 2 ISA Guide). 0: not known. */
uint32_t amd_lanes_widest(const struct code *code, int mixed);

/* Returns the bytes of the smallest request by which a load that misses the L2 reads memory: CDNA
 * is not expected to use that of 32 bytes (ROCm Compute Profiler, L2 cache, "Request flow"). */
uint32_t amd_lanes_request(const struct code *code);

/* Tells whether some lanes may take a branch and others not. */
int sass_lanes_parts(const struct code *code, uint32_t index, const struct lanes_state *state);

#endif
