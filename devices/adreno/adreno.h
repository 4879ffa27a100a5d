/* SPDX-License-Identifier: MIT */
#ifndef GOCC_ADRENO_H
#define GOCC_ADRENO_H

#include "occupancy/use.h"
#include "registry.h"
#include "device/table.h"

/* GPUOCC_DEVICE_GENERATION of the classes that the rules distinguish: the low end (Mesa of 2025
 * gives Adreno 608 and 612 the register file of 610), and the first generation that dispatches two
 * waves at once.
 */
#define GOCC_ADRENO_608 601u
#define GOCC_ADRENO_8XX 800u

/* The largest number of entries of the branch stack that a wave can have. */
#define GOCC_ADRENO_BRANCHES 64u

const struct gocc_field_rule *gocc_adreno_fields(uint32_t convention);
int32_t gocc_adreno_admit(struct gocc_question *question, gpuocc_error *error);
uint32_t gocc_adreno_largest(const struct gocc_question *question, uint32_t field, uint32_t max);
uint32_t gocc_adreno_wave_size(const struct gocc_question *question);
uint32_t gocc_adreno_smaller_waves(const struct gocc_question *question, uint32_t field,
                                   uint32_t *starts);
void gocc_adreno_evaluate(const struct gocc_question *question, struct gocc_use *use);
uint32_t gocc_adreno_notes_between(const struct gocc_question *question,
                                   const struct gocc_placement *low,
                                   const struct gocc_placement *high);
void gocc_adreno_finish(const struct gocc_question *question, const struct gocc_use *use,
                        struct gocc_placement *placement);
uint32_t gocc_adreno_verify(uint32_t generation, const struct gocc_model *model,
                            const struct gocc_lists *lists, struct gocc_wrong *wrong);

/* Returns the register file of a partition in a convention, as 32-bit registers of all lanes. */
uint32_t gocc_adreno_file(const struct gocc_question *question);

/* Returns the registers of a kernel whose fields are all known, in units of four times 32 bits. */
uint32_t gocc_adreno_registers(const gpuocc_kernel *kernel);

/* Sets the waves per core that Mesa prints, instead of groups. */
void gocc_adreno_finish_mesa(const struct gocc_question *question, const struct gocc_use *use,
                             struct gocc_placement *placement);

#endif
