/* SPDX-License-Identifier: MIT
 *
 * AMD's machine code: what LLVM writes of an instruction, and what that means.
 */
#ifndef GPUOCC_KERNELS_CODE_AMD_H
#define GPUOCC_KERNELS_CODE_AMD_H

#include "code.h"

/* A target that is read. */
struct amd_cpu {
    const char *name;     /* LLVM's; it ends the process where it does not know one */
    uint8_t generation;   /* 9: GCN 5 and CDNA, 10 to 12: RDNA 1 to 4 */
    uint8_t issue_cycles; /* at least, between two instructions of a wave */
};

/* The most that LLVM writes of an instruction. */
#define AMD_TEXT_BYTES 256u

/* The target of that name, or NULL. Names of all of them: number 0 and on. */
const struct amd_cpu *amd_cpu_named(gpuocc_kernels_text target);
const struct amd_cpu *amd_cpu_number(unsigned number);

/* The class of an operation by its name in LLVM's assembly. */
uint32_t amd_class(const char *mnemonic);

/* Fills an instruction, all of whose members are zero, from its text and its first word. */
void amd_decode(const struct amd_cpu *cpu, const char *text, uint32_t word, uint32_t address,
                gpuocc_code_instruction *instruction);

/* Whether this build has LLVM. */
int amd_has_llvm(void);

/* LLVM's disassembler of a target; NULL: there is none. */
void *amd_open(const struct amd_cpu *cpu);
void amd_close(void *disassembler);

/* Writes the text of the instruction that begins there, and returns its bytes; 0: it is none. */
size_t amd_text(void *disassembler, const unsigned char *bytes, size_t length, uint32_t address,
                char text[AMD_TEXT_BYTES]);

#endif
