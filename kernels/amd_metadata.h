/* SPDX-License-Identifier: MIT
 *
 * Reads the metadata of AMD's code objects: a map of texts and numbers, as MessagePack in a note of
 * the file or as YAML in assembly.
 */
#ifndef GPUOCC_KERNELS_AMD_METADATA_H
#define GPUOCC_KERNELS_AMD_METADATA_H

#include "amd_facts.h"

/* Reads one entry of a kernel's map. Ignores keys that do not concern occupancy. */
void amd_metadata_number(struct amd_facts *facts, gpuocc_kernels_text key, uint64_t number);
/* The same for a number given as text. */
void amd_metadata_written(struct amd_facts *facts, gpuocc_kernels_text key,
                          gpuocc_kernels_text text);
void amd_metadata_text(struct amd_facts *facts, gpuocc_kernels_text key, gpuocc_kernels_text text);
/* Sets dimension `index` of .reqd_workgroup_size. */
void amd_metadata_required(struct amd_facts *facts, unsigned index, uint64_t number);
/* Reads the .value_kind of an argument. */
void amd_metadata_argument(struct amd_facts *facts, gpuocc_kernels_text value_kind);

/* Finds `key` in the map that `note` consists of; *value is the bytes from its value on. Returns 1,
 * 0 if there is no such key, or -1 if the map is damaged before it. */
int amd_metadata_find(struct bytes note, const char *key, struct bytes *value);

/* Reads the kernel at the start of `rest` and moves `rest` past it. Returns 1, or 0 if it is
 * damaged. */
int amd_metadata_kernel(struct bytes *rest, struct amd_facts *facts);

#endif
