/* SPDX-License-Identifier: MIT
 *
 * The metadata block of AMD's assembly: YAML as LLVM writes it, blocks by indentation.
 */
#ifndef GPUOCC_TOOLS_KERNELS_AMD_ASSEMBLY_H
#define GPUOCC_TOOLS_KERNELS_AMD_ASSEMBLY_H

#include "amd_facts.h"
#include "amd_names.h"

/* The kernels of a block, each by its name and where its lines begin; the target that it names, if
 * any. Returns 1, or 0 if there is no memory. */
int amd_yaml_index(struct reader_text block, struct amd_names *kernels, struct reader_text *target);

/* The facts of the kernel whose lines begin at `offset`. */
void amd_yaml_kernel(struct reader_text block, uint64_t offset, struct amd_facts *facts);

#endif
