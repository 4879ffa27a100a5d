/* SPDX-License-Identifier: MIT */
#ifndef GOCC_MALI_H
#define GOCC_MALI_H

#include "registry.h"
#include "device/table.h"

/* The first generation with warps (Bifrost), which counts 32-bit registers. Midgard, before it,
 * counts registers of four times 32 bits. */
#define GOCC_MALI_BIFROST 6u

/* From Bifrost on, the largest number of work registers of a thread, and the step in which they are
 * allocated. */
#define GOCC_MALI_REGISTERS     64u
#define GOCC_MALI_REGISTER_STEP 32u
/* The same for Midgard in its own registers: the largest number, and the smallest one, which is
 * doubled as often as necessary. */
#define GOCC_MALI_VECTORS       16u
#define GOCC_MALI_LEAST_VECTORS 4u

const struct gocc_field_rule *gocc_mali_fields(uint32_t convention);
void gocc_mali_evaluate(const struct gocc_question *question, struct gocc_use *use);
void gocc_mali_finish(const struct gocc_question *question, const struct gocc_use *use,
                      struct gocc_placement *placement);
int gocc_mali_plain(uint32_t generation, const struct gocc_model *model,
                    const struct gocc_lists *lists);
int gocc_mali_fast(const gpuocc_device *device, const struct gocc_model *model, uint32_t convention,
                   const gpuocc_kernel *kernel, gpuocc_answer *answer);
void gocc_mali_plain_use(const gpuocc_device *device, const struct gocc_model *model,
                         uint32_t convention, const gpuocc_kernel *kernel, struct gocc_use *use);
uint32_t gocc_mali_verify(uint32_t generation, const struct gocc_model *model,
                          const struct gocc_lists *lists, struct gocc_wrong *wrong);

/* Parses names that end with the number of cores ("Mali-G78 MP24", "Mali-G57 5 cores r0p1
 * 0x9091"). */
uint32_t gocc_mali_profile(const char **name, size_t *length);

#endif
