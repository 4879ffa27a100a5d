/* SPDX-License-Identifier: MIT
 *
 * Prints AMD instructions as text with LLVM's disassembler (meson setup -Dllvm=enabled). In a build
 * without LLVM the functions report that there is none.
 */
#include "amd.h"

#ifdef READER_WITH_LLVM

#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>
#include <pthread.h>

static void initialise(void)
{
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
}

int amd_has_llvm(void)
{
    return 1;
}

void *amd_open(const struct amd_cpu *cpu)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    return pthread_once(&once, initialise) == 0
               ? LLVMCreateDisasmCPU("amdgcn-amd-amdhsa", cpu->name, NULL, 0, NULL, NULL)
               : NULL;
}

void amd_close(void *disassembler)
{
    LLVMDisasmDispose(disassembler);
}

size_t amd_text(void *disassembler, const unsigned char *bytes, size_t length, uint32_t address,
                char text[AMD_TEXT_BYTES])
{
    /* LLVM's parameter is not const, but LLVM only reads the bytes. */
    union {
        const unsigned char *given;
        uint8_t *taken;
    } code;

    code.given = bytes;
    return LLVMDisasmInstruction(disassembler, code.taken, length, address, text, AMD_TEXT_BYTES);
}

#else

int amd_has_llvm(void)
{
    return 0;
}

void *amd_open(const struct amd_cpu *cpu)
{
    (void)cpu;
    return NULL;
}

void amd_close(void *disassembler)
{
    (void)disassembler;
}

size_t amd_text(void *disassembler, const unsigned char *bytes, size_t length, uint32_t address,
                char text[AMD_TEXT_BYTES])
{
    (void)disassembler;
    (void)bytes;
    (void)length;
    (void)address;
    text[0] = 0;
    return 0;
}

#endif
