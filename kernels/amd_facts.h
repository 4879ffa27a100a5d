/* SPDX-License-Identifier: MIT
 *
 * What the places where an AMD compiler writes about a kernel have in common: each fills a part of
 * the facts, and one function makes a kernel of them.
 */
#ifndef GPUOCC_TOOLS_KERNELS_AMD_FACTS_H
#define GPUOCC_TOOLS_KERNELS_AMD_FACTS_H

#include "bytes.h"
#include "nest.h"

/* A fact that was not given; the library's word for it. */
#define AMD_ABSENT GPUOCC_UNKNOWN

/* What differs between targets for a reader. */
enum amd_kind {
    AMD_ANY = 0, /* target not known: only what holds for all of them is read */
    AMD_GCN,     /* no AGPRs; SGPRs are handed out */
    AMD_SPLIT,   /* AGPRs in a file of their own: gfx908 */
    AMD_UNIFIED, /* AGPRs behind the VGPRs in one file: gfx90a and later CDNA */
    AMD_RDNA,    /* wave32 and wave64, CU and WGP mode, SGPRs never limit */
    AMD_RDNA_CU  /* wave32 and CU mode alone: gfx125x */
};

struct amd_target {
    const char *name;
    unsigned machine; /* bits 0 to 7 of the flags in the ELF header */
    enum amd_kind kind;
    int generic;
};

/* NULL if the target is not known. */
const struct amd_target *amd_target_of_machine(unsigned machine);
/* The processor in "gfx90a:xnack+" or "amdgcn-amd-amdhsa--gfx90a:xnack+". */
struct reader_text amd_processor(struct reader_text target);
const struct amd_target *amd_target_named(struct reader_text processor);

/* AMD_ABSENT in a number: not said. */
struct amd_facts {
    struct reader_text name, symbol;
    struct reader_text code;         /* machine code; length 0: not there */
    struct reader_text wrong, value; /* a fact that no compiler writes so; length 0: none */
    uint32_t vector_total;     /* VGPRs; AMD_UNIFIED: with AGPRs and the gap before them; AMD_SPLIT:
                                * the larger of VGPRs and AGPRs */
    uint32_t vectors;          /* architectural VGPRs alone */
    uint32_t accumulators;     /* AGPRs */
    uint32_t scalars;          /* SGPRs with VCC and the like */
    uint32_t vector_allotment; /* what the descriptor tells the hardware to hand out */
    uint32_t scalar_allotment;
    uint32_t accumulator_start; /* AMD_UNIFIED: VGPRs up to the first AGPR */
    uint32_t shared_vectors;    /* VGPRs that the halves of a wave64 share, on top */
    uint32_t shared_bytes, scratch_bytes;
    uint32_t vector_spills; /* VGPRs that instructions store into scratch memory to spill them */
    uint32_t max_threads;
    uint32_t required[3];
    uint32_t wave_size;
    uint32_t wgp_mode;       /* 0, 1 */
    uint32_t dynamic_stack;  /* 0, 1 */
    uint32_t dynamic_vgprs;  /* 0, 1 */
    uint32_t dynamic_shared; /* 1: takes it; 0: the source says that it does not */
};

void amd_facts_clear(struct amd_facts *facts);

/* Puts what `other` says where `facts` say nothing. */
void amd_facts_fill(struct amd_facts *facts, const struct amd_facts *other);

/* The number that the text begins with; AMD_ABSENT if that is a formula. What is neither ("-8",
 * "12abc", more than 32 bits; any formula, if `plain`) is remembered as wrong. */
uint32_t amd_number(struct amd_facts *facts, struct reader_text name, struct reader_text text,
                    int plain);

/* Reports the kernel, or at `offset` why it is passed over. READER_OK or READER_STOPPED. */
int amd_report(const struct amd_facts *facts, const struct amd_target *target,
               struct reader_text target_name, const char *format, uint64_t offset,
               struct reader_sink *sink);

/* The length of a text for "%.*s", cut where a sentence would drown in it. */
int amd_shown(struct reader_text text);

#endif
