/* SPDX-License-Identifier: MIT
 *
 * The facts that each place where an AMD compiler describes a kernel contributes to, and the
 * function that makes a kernel of them.
 */
#ifndef GPUOCC_KERNELS_AMD_FACTS_H
#define GPUOCC_KERNELS_AMD_FACTS_H

#include "bytes.h"
#include "nest.h"

/* A fact that was not given; the same value as unknown in the library. */
#define AMD_ABSENT GPUOCC_UNKNOWN

/* The differences between targets that matter to a reader. */
enum amd_kind {
    AMD_ANY = 0, /* unknown target: only what is true of all targets is read */
    AMD_GCN,     /* no AGPRs; SGPRs are allocated */
    AMD_SPLIT,   /* AGPRs in a separate file: gfx908 */
    AMD_UNIFIED, /* AGPRs after the VGPRs in one file: gfx90a and later CDNA */
    AMD_RDNA,    /* wave32 and wave64, CU and WGP mode, SGPRs never limit */
    AMD_RDNA_CU  /* only wave32 and CU mode: gfx125x */
};

struct amd_target {
    const char *name; /* of a family of chips: "gfx11-generic" */
    unsigned machine; /* bits 0 to 7 of the flags in the ELF header */
    enum amd_kind kind;
};

/* Return NULL if the target is unknown. */
const struct amd_target *amd_target_of_machine(unsigned machine);
/* Returns the processor in "gfx90a:xnack+" or "amdgcn-amd-amdhsa--gfx90a:xnack+". */
gpuocc_kernels_text amd_processor(gpuocc_kernels_text target);
const struct amd_target *amd_target_named(gpuocc_kernels_text processor);

/* A number is AMD_ABSENT if it was not given. */
struct amd_facts {
    gpuocc_kernels_text name, symbol;
    gpuocc_kernels_text code;         /* machine code; length 0: none */
    gpuocc_kernels_text object;       /* the file with the code */
    gpuocc_kernels_text wrong, value; /* a fact that no compiler writes so; length 0: none */
    uint32_t vector_total; /* VGPRs; AMD_UNIFIED: plus the AGPRs and the gap before them; AMD_SPLIT:
                              the larger of VGPRs and AGPRs */
    uint32_t vectors;      /* architectural VGPRs only */
    uint32_t accumulators; /* AGPRs */
    uint32_t scalars;      /* SGPRs including VCC, flat scratch and XNACK */
    uint32_t vector_allotment; /* what the descriptor tells the hardware to allocate */
    uint32_t scalar_allotment;
    uint32_t accumulator_start; /* AMD_UNIFIED: VGPRs up to the first AGPR */
    uint32_t shared_vectors;    /* additional VGPRs that the halves of a wave64 share */
    uint32_t shared_bytes, scratch_bytes;
    uint32_t vector_spills; /* VGPRs that instructions spill to scratch memory */
    uint32_t max_threads;
    uint32_t launched; /* threads of a group that was launched */
    uint32_t required[3];
    uint32_t index_dimensions; /* 1 to 3: x, y and z of the thread's index that the code gets */
    uint32_t wave_size;
    uint32_t wgp_mode;       /* 0 or 1 */
    uint32_t dynamic_stack;  /* 0 or 1 */
    uint32_t dynamic_vgprs;  /* 0 or 1 */
    uint32_t dynamic_shared; /* 1: the kernel uses it; 0: the source says that it does not */
};

void amd_facts_clear(struct amd_facts *facts);

/* Fills the facts that `facts` lacks from `other`. */
void amd_facts_fill(struct amd_facts *facts, const struct amd_facts *other);

/* A formula contains a sign or a dot: "max(8, f.num_vgpr)". A symbol may be a word alone. */
enum amd_form { AMD_OR_SYMBOL, AMD_OR_FORMULA, AMD_PLAIN };

/* Returns the number that the text begins with, or AMD_ABSENT if it is a formula. Anything else
 * ("-8", "12abc", more than 32 bits; any formula, if AMD_PLAIN; "seven", unless AMD_OR_SYMBOL) is
 * recorded as wrong. */
uint32_t amd_number(struct amd_facts *facts, gpuocc_kernels_text name, gpuocc_kernels_text text,
                    enum amd_form form);

/* Reports the kernel, or, with `offset`, why it is skipped. Returns GPUOCC_KERNELS_OK or
 * GPUOCC_KERNELS_STOPPED. */
int amd_report(const struct amd_facts *facts, const struct amd_target *target,
               gpuocc_kernels_text target_name, const char *format, uint64_t offset,
               struct callbacks *callbacks);

#endif
