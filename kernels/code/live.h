/* SPDX-License-Identifier: MIT
 *
 * The registers that an instruction reads and writes.
 */
#ifndef GPUOCC_KERNELS_CODE_LIVE_H
#define GPUOCC_KERNELS_CODE_LIVE_H

#include "trips.h"

/* A set of registers and flags. */
struct registers {
    uint64_t at[REGISTERS / 64];
    uint32_t flags;
};

static inline void registers_add(struct registers *set, uint32_t number)
{
    set->at[number / 64] |= (uint64_t)1 << number % 64;
}

static inline int registers_have(const struct registers *set, uint32_t number)
{
    return (set->at[number / 64] >> number % 64 & 1) != 0;
}

/* Adds the registers of a set to another one. */
void registers_unite(struct registers *to, const struct registers *from);

/* What an instruction reads and writes. `sure`: it is not under a predicate. */
struct touched {
    struct registers reads, writes;
    int sure;
};

/* Returns the set of files (1 << enum gpuocc_code_file) of which it is not known what the
 * instruction reads and writes. */
uint32_t sass_touch(const struct code *code, uint32_t index, struct touched *touched);

struct sass;

/* Tells whether an operation of NVIDIA's writes one register, or two if it is a wide move. */
int sass_writes_one(const struct sass *at);

/* Finds the registers of the factors and of the sums of a matrix instruction of one wave. Returns 0
 * if its shape is not known, or sparse. */
int sass_matrix_registers(const unsigned char *word, uint32_t counts[3]);

#endif
