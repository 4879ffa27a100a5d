/* SPDX-License-Identifier: MIT
 *
 * Prints AMD instructions as text with LLVM's disassembler (meson setup -Dllvm=enabled).
 */
#include "amd.h"

#ifdef FORMAT_WITH_LLVM

#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>
#include <pthread.h>

static void initialise(void)
{
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
}

static void *open_llvm(const struct amd_cpu *cpu)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    return pthread_once(&once, initialise) == 0
               ? LLVMCreateDisasmCPU("amdgcn-amd-amdhsa", cpu->name, NULL, 0, NULL, NULL)
               : NULL;
}

static void close_llvm(void *opened)
{
    LLVMDisasmDispose(opened);
}

static size_t text_of_llvm(void *opened, const unsigned char *bytes, size_t length,
                           uint32_t address, char text[AMD_TEXT_BYTES])
{
    /* LLVM's parameter is not const, but LLVM only reads the bytes. */
    union {
        const unsigned char *given;
        uint8_t *taken;
    } code;

    code.given = bytes;
    return LLVMDisasmInstruction(opened, code.taken, length, address, text, AMD_TEXT_BYTES);
}

const struct amd_disassembler *amd_llvm(void)
{
    static const struct amd_disassembler llvm = {open_llvm, close_llvm, text_of_llvm};

    return &llvm;
}

#else

const struct amd_disassembler *amd_llvm(void)
{
    return NULL;
}

#endif
