/* SPDX-License-Identifier: MIT
 *
 * What the readers of Intel's files share.
 */
#ifndef GPUOCC_TOOLS_KERNELS_INTEL_H
#define GPUOCC_TOOLS_KERNELS_INTEL_H

#include "bytes.h"

enum { INTEL_TARGET_BYTES = 24 };

/* A name that gpuocc_device_find takes; length 0: the file does not say. */
struct intel_target {
    char name[INTEL_TARGET_BYTES];
    size_t length;
    int generic; /* it stands for several chips */
};

/* From the numbers of notes: product family and target metadata, or one word of an IP version. */
void intel_target_of_family(struct intel_target *target, uint32_t family, uint32_t metadata);
void intel_target_of_version(struct intel_target *target, uint32_t version);
/* From the name of a member of a fat binary: "64.12.55.8", "64.tgllp". */
void intel_target_of_member(struct intel_target *target, struct reader_text name);
/* From the line //.platform of a listing. */
void intel_target_of_platform(struct intel_target *target, struct reader_text platform);

/* Begins a kernel of which only its target is known. */
void intel_kernel(struct reader_kernel *kernel, const struct intel_target *target,
                  const char *format);

/* Reports the kernels of the text of a section .ze_info that begins at `offset` in the input. */
int intel_info(struct bytes text, uint64_t offset, const struct intel_target *target,
               struct reader_sink *sink);

/* What a sentence shows of a name: as many bytes, for the two arguments of "%.*s". */
#define INTEL_SHOWN(text) ((text).length < 100 ? (int)(text).length : 100), (text).at

#endif
