/* SPDX-License-Identifier: MIT
 *
 * The operations and operands of AMD's instructions in the text of LLVM's disassembler.
 */
#ifndef GPUOCC_KERNELS_CODE_AMD_TEXT_H
#define GPUOCC_KERNELS_CODE_AMD_TEXT_H

#include "amd.h"
#include "trips.h"

enum { AMD_OPERANDS = 5, AMD_VCC = UNIFORM_REGISTERS + 106 };

/* An operation and its operands: of a dual instruction, one half. The operands that are not there
 * are "". */
struct amd_half {
    const char *name, *operands[AMD_OPERANDS];
};

struct amd_line {
    char text[AMD_TEXT_BYTES];
    struct amd_half halves[2]; /* the name of the second is "" if there is none */
};

/* Reads instruction number `index`, after amd_load. */
void amd_line(const struct code *code, uint32_t index, struct amd_line *line);

/* Reads "v4" or "v[4:7]", "s4", "vcc", "vcc_lo" or "vcc_hi". Vector registers have the numbers from
 * 0 to 255, scalar ones follow: "vcc" is two of them, AMD_VCC, which is "vcc_lo", and "vcc_hi".
 * Returns how many registers it is, and sets the first; 0 if it is none of these. */
uint32_t amd_registers(const char *text, uint32_t *first);

/* Returns what an instruction does to the scalar registers and to SCC. */
struct effect amd_effect_of(const struct amd_half *half);

#endif
