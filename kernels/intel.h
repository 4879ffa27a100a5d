/* SPDX-License-Identifier: MIT
 *
 * Declares what the readers of Intel's files share.
 */
#ifndef GPUOCC_KERNELS_INTEL_H
#define GPUOCC_KERNELS_INTEL_H

#include "bytes.h"

enum { INTEL_TARGET_BYTES = 24 };

/* A name that gpuocc_device_find accepts; length 0: the file does not give one. */
struct intel_target {
    char name[INTEL_TARGET_BYTES];
    size_t length;
    int generic; /* the name covers several chips */
};

/* Find the target from the numbers in notes: product family and target metadata, or one word with
 * the IP version. */
void intel_target_of_family(struct intel_target *target, uint32_t family, uint32_t metadata);
void intel_target_of_version(struct intel_target *target, uint32_t version);
/* Finds the target from the name of a member of a fat binary: "64.12.55.8", "64.tgllp". */
void intel_target_of_member(struct intel_target *target, gpuocc_kernels_text name);
/* Finds the target from the line //.platform of a listing. */
void intel_target_of_platform(struct intel_target *target, gpuocc_kernels_text platform);

/* Initialises a kernel of which only the target is known. */
void intel_kernel(gpuocc_kernels_found *kernel, const struct intel_target *target,
                  const char *format);

/* Reports the kernels in the text of a section .ze_info that begins at `offset` in the input. */
int intel_info(struct bytes text, uint64_t offset, const struct intel_target *target,
               struct callbacks *callbacks);

#endif
