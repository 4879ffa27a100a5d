/* SPDX-License-Identifier: MIT
 *
 * Turns a caller's kernel into a validated query that every rule can evaluate.
 */
#ifndef GOCC_VALIDATE_H
#define GOCC_VALIDATE_H

#include <string.h>

#include "device/rules.h"

/* Validates a query: reads the struct according to its size, checks each field by the vendor's
 * field rules, then combinations of fields. */
int32_t gocc_admit(struct gocc_question *question, const gpuocc_device *device, uint32_t convention,
                   const gpuocc_kernel *kernel, gpuocc_error *error);

/* Validates each field, but no combinations of fields. */
int32_t gocc_admit_fields(struct gocc_question *question, const gpuocc_device *device,
                          uint32_t convention, const gpuocc_kernel *kernel, gpuocc_error *error);

/* Checks that the device's vendor has the convention. */
int32_t gocc_check_convention(const gpuocc_device *device, uint32_t convention,
                              gpuocc_error *error);

/* Reads a caller's struct of any version according to its size. */
int32_t gocc_read_kernel(gpuocc_kernel *to, const gpuocc_kernel *from, gpuocc_error *error);

/* A vendor's `admit`, or part of it: checks the sum of static and dynamic shared memory against the
 * maximum of a group. Unknown amounts count as 0, an unknown number of threads as 1. The vendor's
 * rule for shared_bytes must have the same maximum. */
int32_t gocc_admit_shared(struct gocc_question *question, gpuocc_error *error);

/* Does the same with another maximum, which must not be smaller. */
int32_t gocc_admit_shared_to(const struct gocc_question *question, uint32_t max,
                             gpuocc_error *error);

/* Returns one word of a kernel by its field number. */
static inline uint32_t gocc_kernel_word(const gpuocc_kernel *kernel, uint32_t field)
{
    uint32_t word;

    memcpy(&word, (const char *)kernel + field * sizeof word, sizeof word);
    return word;
}

static inline void gocc_kernel_set(gpuocc_kernel *kernel, uint32_t field, uint32_t value)
{
    memcpy((char *)kernel + field * sizeof value, &value, sizeof value);
}

/* Returns the dynamic shared memory of a group in bytes. None of the fields may be unknown. After
 * gocc_readmit it does not exceed the maximum of dynamic_shared_bytes. */
static inline uint64_t gocc_dynamic_shared(const gpuocc_kernel *kernel)
{
    const uint32_t fixed = kernel->dynamic_shared_bytes;
    const uint32_t each = kernel->dynamic_shared_bytes_per_thread;

    return (fixed == GPUOCC_ZERO ? 0 : (uint64_t)fixed) +
           (each == GPUOCC_ZERO ? 0 : (uint64_t)each * kernel->threads_per_group);
}

/* Returns the known part of a group's shared memory in bytes: unknown amounts count as 0, an
 * unknown number of threads as 1. */
uint64_t gocc_known_shared(const gpuocc_kernel *kernel);

/* Sets the wave size that the vendor's compiler chooses for the other fields, where it chooses
 * one. */
static inline void gocc_choose_wave(struct gocc_question *question)
{
    if (!question->chooses_wave)
        return;
    question->kernel.wave_size = question->rules->hooks->wave_size(question);
    question->range |= (uint32_t)(question->kernel.wave_size == GPUOCC_UNKNOWN)
                       << GPUOCC_KERNEL_WAVE_SIZE;
}

/* Validates combinations of fields, also after a field has changed: the shared memory that depends
 * on the number of threads, and the vendor's rules. */
int32_t gocc_readmit(struct gocc_question *question, gpuocc_error *error);

/* Returns the largest value of a field on the query's device. */
uint32_t gocc_field_max(const struct gocc_question *question, uint32_t field);

/* Returns the field that counts the registers of a thread, which depends on the vendor. */
uint32_t gocc_register_field(const struct gocc_rules *rules, uint32_t convention);

/* Returns a known amount: 0 for "not given" and for an explicit zero. */
static inline uint32_t gocc_amount(uint32_t value)
{
    return value == GPUOCC_ZERO ? 0 : value;
}

/* Returns an amount, or 0 if it is unknown. */
static inline uint32_t gocc_known_amount(uint32_t value)
{
    return value == GPUOCC_UNKNOWN ? 0 : gocc_amount(value);
}

/* Returns the largest number of threads of a group that may be launched, according to what the
 * kernel declares and what was reported for it; UINT32_MAX if neither is given. */
static inline uint32_t gocc_group_bound(const gpuocc_kernel *kernel)
{
    const uint32_t reported = kernel->reported_max_threads,
                   declared = kernel->max_threads_per_group;
    const uint32_t bound = declared != 0 ? gocc_amount(declared) : UINT32_MAX;

    return reported != 0 && gocc_amount(reported) < bound ? gocc_amount(reported) : bound;
}

#endif
