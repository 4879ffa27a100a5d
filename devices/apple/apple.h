/* SPDX-License-Identifier: MIT */
#ifndef GOCC_APPLE_H
#define GOCC_APPLE_H

#include "registry.h"
#include "device/table.h"

/* The step of valid lengths of threadgroup memory, in bytes. */
#define GOCC_APPLE_MEMORY_LENGTH 16u

/* The tier table: registers (32 bits, all lanes) of half a core, the unit in which a SIMD-group
 * allocates them, and the largest threadgroup, beyond which the table gives no information. */
#define GOCC_APPLE_FILE_PARTITIONS 2u
#define GOCC_APPLE_FILE_REGISTERS  26624u
#define GOCC_APPLE_FILE_UNIT       128u
#define GOCC_APPLE_TIER_CAP        1024u

#define GOCC_APPLE_WAVE            32u

/* Whether Mesa's tier table covers this family. */
int gocc_apple_has_tiers(uint32_t generation);

/* Returns the registers of a wave: 16 bits of each lane for a half register, and at least one half
 * register. */
uint32_t gocc_apple_registers_of_wave(uint32_t halves, uint32_t unit);

/* Returns the largest threadgroup of a kernel with this many half registers, on families with
 * tiers. */
uint32_t gocc_apple_tier_threads(uint32_t halves);

const struct gocc_field_rule *gocc_apple_fields(uint32_t convention);
int32_t gocc_apple_admit(struct gocc_question *question, gpuocc_error *error);
void gocc_apple_evaluate(const struct gocc_question *question, struct gocc_use *use);
void gocc_apple_finish(const struct gocc_question *question, const struct gocc_use *use,
                       struct gocc_placement *placement);
void gocc_apple_narrow(const struct gocc_question *question, uint32_t field, uint32_t *least,
                       uint32_t *most);
int gocc_apple_plain(uint32_t generation, const struct gocc_model *model,
                     const struct gocc_lists *lists);
int gocc_apple_fast(const gpuocc_device *device, const struct gocc_model *model,
                    uint32_t convention, const gpuocc_kernel *kernel, gpuocc_answer *answer);
void gocc_apple_plain_use(const gpuocc_device *device, const struct gocc_model *model,
                          uint32_t convention, const gpuocc_kernel *kernel, struct gocc_use *use);
uint32_t gocc_apple_verify(uint32_t generation, const struct gocc_model *model,
                           const struct gocc_lists *lists, struct gocc_wrong *wrong);

#endif
