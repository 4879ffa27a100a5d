/* SPDX-License-Identifier: MIT
 *
 * What instructions do to the registers and flags that count the iterations of a loop.
 */
#ifndef GPUOCC_KERNELS_CODE_TRIPS_H
#define GPUOCC_KERNELS_CODE_TRIPS_H

#include "code.h"

/* Registers of 32 bits. NVIDIA: R0 and following, UR0 and following from UNIFORM_REGISTERS on. AMD:
 * the vector registers, and the scalar ones from UNIFORM_REGISTERS on; 106 and 107 of these are
 * vcc.
 */
enum { UNIFORM_REGISTERS = 256, REGISTERS = 512 };

/* Flags, which comparisons write and branches read. NVIDIA: P0 to P6, and UP0 to UP6 from
 * UNIFORM_FLAGS on. AMD: flag 0 is SCC. */
enum { UNIFORM_FLAGS = 8, FLAGS = 16, ALL_FLAGS = 0xffff };

/* The numbers of NVIDIA's encoding. */
enum relation { NEVER, LESS, EQUAL, LESS_EQUAL, GREATER, UNEQUAL, GREATER_EQUAL, ALWAYS };

enum effect_kind {
    EFFECT_WRITE,   /* writes values that are not known */
    EFFECT_SET,     /* to = value, in all registers of the first range */
    EFFECT_ADD,     /* to = from + value, modulo 2^32 */
    EFFECT_COMPARE, /* the flag = `from` RELATION `value` */
    EFFECT_LEAVES   /* may end the wave, or call code that writes the registers given */
};

struct effect {
    enum effect_kind kind;
    uint32_t to[2], count[2]; /* two ranges of registers that it writes */
    uint32_t flags;           /* set of flags that it writes */
    uint32_t from, value;
    enum relation relation;
    int is_signed;
};

/* Return what instruction number `index` does. It does no more than that; what is not known in
 * detail is an EFFECT_WRITE. */
struct effect sass_effect(const struct code *code, uint32_t index);
struct effect amd_effect(const struct code *code, uint32_t index);

/* Find the flag that decides whether a branch is taken, and the value of it that takes the branch.
 * Return 0 if the branch depends on anything else. */
int sass_condition(const struct code *code, uint32_t index, uint32_t *flag, int *taken_if);
int amd_condition(const struct code *code, uint32_t index, uint32_t *flag, int *taken_if);

/* Returns the iterations of the loop with this header each time that it is entered, if they are
 * constant in the code, otherwise 0. `mark` is that of the loop's blocks. */
uint32_t code_trips(struct code_graph *graph, uint32_t header, uint32_t mark);

#endif
