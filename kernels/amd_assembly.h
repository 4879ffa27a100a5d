/* SPDX-License-Identifier: MIT
 *
 * Reads the metadata block of AMD's assembly: YAML as LLVM writes it, nested by indentation.
 */
#ifndef GPUOCC_TOOLS_KERNELS_AMD_ASSEMBLY_H
#define GPUOCC_TOOLS_KERNELS_AMD_ASSEMBLY_H

#include "amd_facts.h"
#include "amd_names.h"

/* Lists the kernels of a block, each with its name and the offset of its lines, and sets *target if
 * the block names one. Returns 1, or 0 if there is no memory. */
int amd_yaml_index(struct reader_text block, struct amd_names *kernels, struct reader_text *target);

/* Reads the facts of the kernel whose lines begin at `offset`. */
void amd_yaml_kernel(struct reader_text block, uint64_t offset, struct amd_facts *facts);

#endif
