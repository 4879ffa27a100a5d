/* SPDX-License-Identifier: MIT
 *
 * What gpuocc explain and gpuocc rank share: why a kernel has no time.
 */
#ifndef TOOL_TIMING_H
#define TOOL_TIMING_H

#include <gpuocc/kernels.h>

#include "answer.h"

/* Returns the enum gpuocc_vendor of a target; GPUOCC_VENDOR_GENERIC if it is not known. */
uint64_t timing_vendor(gpuocc_kernels_text target);

/* Refuses a device whose vendor is not that of the code. */
void timing_check_vendor(struct answer *answer, const struct question *question,
                         gpuocc_kernels_text target);

/* Tells whether the device lacks a latency model. If so, adds the reason to `message`. */
int timing_lacks_device(const struct answer *answer, struct text *message);

/* Adds why code is not read: the enum gpuocc_code_status says that it is not. */
void timing_add_why_not_read(gpuocc_kernels_text target, int32_t code_status, struct text *text);

/* Adds why gpuocc_predict() refused, with what is unknown of the kernel. */
void timing_add_why(int32_t status, const gpuocc_error *error, const struct answer *answer,
                    const gpuocc_kernel *kernel, gpuocc_kernels_text target, int32_t code_status,
                    struct text *text);

#endif
