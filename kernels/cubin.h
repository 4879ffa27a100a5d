/* SPDX-License-Identifier: MIT
 *
 * The data collected about a cubin before its kernels are reported.
 */
#ifndef GPUOCC_TOOLS_KERNELS_CUBIN_H
#define GPUOCC_TOOLS_KERNELS_CUBIN_H

#include "amd_names.h"
#include "elf.h"

/* A section of code: a kernel if the file says so, otherwise a function. */
struct cubin_code {
    struct reader_text name;
    struct bytes words;
    uint32_t registers; /* GPUOCC_UNKNOWN if not given */
    uint32_t barriers, virtual_resources, shared_bytes;
    uint64_t max_threads, required_threads, cluster; /* products of three; 0: not given */
    int has_records;                                 /* it has an .nv.info section */
    int is_entry;                                    /* a symbol says that it is a kernel */
    int scratch, dynamic_stack, dynamic_shared;
    uint32_t frame_bytes, stack_bytes; /* without and with its callees; GPUOCC_UNKNOWN: not given */
};

struct cubin {
    struct elf elf;
    struct reader_sink *sink;
    unsigned sm;
    int old;         /* ABI 7 */
    int reserve;     /* shared memory includes what the linker adds */
    int linked;      /* otherwise a relocatable object */
    char target[16]; /* "sm_90a" */
    struct elf_section symbols, extended;
    uint32_t *code_at; /* by section: 1 + index in `codes`, 0 for none */
    struct cubin_code *codes;
    uint32_t count;
    int has_entries;          /* a symbol marks a kernel */
    uint64_t budget;          /* bytes of records that may still be read */
    struct amd_names by_name; /* the codes; empty until the first search */
    int no_names;             /* there was no memory for them */
};

/* Read the attribute records of one code (.nv.info.K), or of all codes by symbol (.nv.info). */
void cubin_code_records(struct cubin *cubin, const struct elf_section *section,
                        struct cubin_code *code);
void cubin_file_records(struct cubin *cubin, const struct elf_section *section);

/* Adds the shared variables that the code of an unlinked object refers to. */
void cubin_count_shared(struct cubin *cubin);

/* Reads a symbol, and its section number even if that needs the extended table. */
int cubin_symbol(const struct cubin *cubin, uint32_t index, struct elf_symbol *symbol);

#endif
