/* SPDX-License-Identifier: MIT
 *
 * AMD machine code: LLVM's text of an instruction, and its interpretation.
 */
#ifndef GPUOCC_KERNELS_CODE_AMD_H
#define GPUOCC_KERNELS_CODE_AMD_H

#include <string.h>

#include "code.h"

static inline int begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* A supported target. */
struct amd_cpu {
    const char *name;     /* LLVM's name; LLVM aborts the process on a name it does not know */
    uint8_t generation;   /* 9: GCN 5 and CDNA, 10 to 12: RDNA 1 to 4 */
    uint8_t issue_cycles; /* minimum cycles between two instructions of a wave */
};

/* The size of the buffer for the text of an instruction. */
#define AMD_TEXT_BYTES 256u

/* Return the target with this name or this number (from 0), or NULL if there is none. */
const struct amd_cpu *amd_cpu_named(gpuocc_kernels_text target);
const struct amd_cpu *amd_cpu_number(unsigned number);

/* Fills an instruction from its text and its first 32-bit word. The caller sets all members to zero
 * before, and `length` afterwards. */
void amd_decode(const struct amd_cpu *cpu, const char *text, uint32_t word, uint32_t address,
                gpuocc_code_instruction *instruction);

/* Finds the type and the products of a matrix instruction in its name. */
void amd_matrix(const char *name, gpuocc_code_instruction *instruction);

/* A disassembler. `open` returns NULL if it has no memory. `text` writes the text of the
 * instruction at `bytes`, and returns its length in bytes; 0 if it does not know the instruction.
 */
struct amd_disassembler {
    void *(*open)(const struct amd_cpu *cpu);
    void (*close)(void *opened);
    size_t (*text)(void *opened, const unsigned char *bytes, size_t length, uint32_t address,
                   char text[AMD_TEXT_BYTES]);
};

/* Returns that of LLVM, or NULL in a build without LLVM. */
const struct amd_disassembler *amd_llvm(void);

#endif
