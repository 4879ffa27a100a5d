/* SPDX-License-Identifier: MIT
 *
 * Prints AMD instructions as text with the disassembler in LLVM's library, which is loaded when AMD
 * code is read for the first time: a program that is linked with it takes 60 ms longer to start.
 */
#include "amd.h"

#ifdef FORMAT_WITH_LLVM

#include <dlfcn.h>
#include <pthread.h>

/* The names and classes of instructions are those of this version. */
static const char *const libraries[] = {"libLLVM.so.22.1", "libLLVM-22.so"};

/* Functions of LLVM's C interface (llvm-c/Target.h, llvm-c/Disassembler.h). The callbacks of the
 * second, for operands and symbols, are not used. */
typedef void initialise_function(void);
typedef void *create_function(const char *triple, const char *cpu, void *information, int tag,
                              void (*operand)(void), void (*symbol)(void));
typedef size_t print_function(void *opened, unsigned char *bytes, uint64_t length, uint64_t address,
                              char *text, size_t text_bytes);
typedef void dispose_function(void *opened);

static struct {
    create_function *create;
    print_function *print;
    dispose_function *dispose;
} loaded; /* all NULL, or all set */

/* Converts what dlsym returns, for which C has no cast. */
union symbol {
    void *found;
    initialise_function *initialise;
    create_function *create;
    print_function *print;
    dispose_function *dispose;
};

static union symbol symbol_of(void *library, const char *name)
{
    union symbol symbol;

    symbol.found = dlsym(library, name);
    return symbol;
}

/* Initialises the AMD part of a library. Returns 0 if the library lacks it. */
static int initialise(void *library)
{
    static const char *const names[] = {"LLVMInitializeAMDGPUTargetInfo",
                                        "LLVMInitializeAMDGPUTargetMC",
                                        "LLVMInitializeAMDGPUDisassembler"};
    union symbol symbols[3];
    size_t i;

    for (i = 0; i != 3; i++) {
        symbols[i] = symbol_of(library, names[i]);
        if (symbols[i].found == NULL)
            return 0;
    }
    for (i = 0; i != 3; i++)
        symbols[i].initialise();
    return 1;
}

static void load(void)
{
    void *library = NULL;
    union symbol create, print, dispose;
    size_t i;

    for (i = 0; i != sizeof libraries / sizeof libraries[0] && library == NULL; i++)
        library = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        return;
    create = symbol_of(library, "LLVMCreateDisasmCPU");
    print = symbol_of(library, "LLVMDisasmInstruction");
    dispose = symbol_of(library, "LLVMDisasmDispose");
    if (create.found == NULL || print.found == NULL || dispose.found == NULL ||
        !initialise(library))
        return;
    loaded.create = create.create;
    loaded.print = print.print;
    loaded.dispose = dispose.dispose;
}

static void *open_llvm(const struct amd_cpu *cpu)
{
    return loaded.create("amdgcn-amd-amdhsa", cpu->name, NULL, 0, NULL, NULL);
}

static void close_llvm(void *opened)
{
    loaded.dispose(opened);
}

static size_t text_of_llvm(void *opened, const unsigned char *bytes, size_t length,
                           uint32_t address, char text[AMD_TEXT_BYTES])
{
    /* LLVM's parameter is not const, but LLVM only reads the bytes. */
    union {
        const unsigned char *given;
        unsigned char *taken;
    } code;

    code.given = bytes;
    return loaded.print(opened, code.taken, length, address, text, AMD_TEXT_BYTES);
}

const struct amd_disassembler *amd_llvm(void)
{
    static const struct amd_disassembler llvm = {open_llvm, close_llvm, text_of_llvm};
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    return pthread_once(&once, load) == 0 && loaded.create != NULL ? &llvm : NULL;
}

#else

const struct amd_disassembler *amd_llvm(void)
{
    return NULL;
}

#endif
