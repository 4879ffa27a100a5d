/* SPDX-License-Identifier: MIT
 *
 * The metadata of AMD's code objects: a map of texts and numbers, as MessagePack in a note of the
 * file or as YAML in assembly.
 */
#ifndef GPUOCC_TOOLS_KERNELS_AMD_METADATA_H
#define GPUOCC_TOOLS_KERNELS_AMD_METADATA_H

#include "amd_facts.h"

/* One entry of a kernel's map. Keys that do not concern occupancy are passed over. */
void amd_metadata_number(struct amd_facts *facts, struct reader_text key, uint64_t number);
/* The same of a number that is written down. */
void amd_metadata_written(struct amd_facts *facts, struct reader_text key, struct reader_text text);
void amd_metadata_text(struct amd_facts *facts, struct reader_text key, struct reader_text text);
/* Thread `index` of .reqd_workgroup_size. */
void amd_metadata_required(struct amd_facts *facts, unsigned index, uint64_t number);
/* The .value_kind of an argument. */
void amd_metadata_argument(struct amd_facts *facts, struct reader_text value_kind);

/* What stands under `key` in the map that is the whole of `note`: the bytes from there on.
 * Returns 1, 0 if there is no such key, or -1 if the map is damaged before it. */
int amd_metadata_find(struct bytes note, const char *key, struct bytes *value);

/* Takes the kernel that `rest` begins with off it. Returns 1, or 0 if it is broken. */
int amd_metadata_kernel(struct bytes *rest, struct amd_facts *facts);

#endif
