/* SPDX-License-Identifier: MIT
 *
 * From what a caller wrote to a question that every rule can compute with.
 */
#ifndef GOCC_ADMIT_H
#define GOCC_ADMIT_H

#include <string.h>

#include "device/rules.h"

/* Fills a question: reads the struct by its size, checks each field by the vendor's table, then
 * lets the vendor admit it. */
int32_t gocc_admit(struct gocc_question *question, const gpuocc_device *device, uint32_t convention,
                   const gpuocc_kernel *kernel, gpuocc_error *error);

/* The same without the vendor: each field alone. */
int32_t gocc_admit_fields(struct gocc_question *question, const gpuocc_device *device,
                          uint32_t convention, const gpuocc_kernel *kernel, gpuocc_error *error);

/* Whether the device's vendor has the convention. */
int32_t gocc_check_convention(const gpuocc_device *device, uint32_t convention,
                              gpuocc_error *error);

/* Reads a caller's struct of any version by its size. */
int32_t gocc_read_kernel(gpuocc_kernel *to, const gpuocc_kernel *from, gpuocc_error *error);

/* For a vendor's admit: static and dynamic shared memory together against what a group may
 * have at most. Unknown amounts count as nothing, unknown threads as one. The vendor's rule of
 * shared_bytes has that same limit. */
int32_t gocc_admit_shared(const struct gocc_question *question, gpuocc_error *error);

/* The same with another limit, which is no less. */
int32_t gocc_admit_shared_to(const struct gocc_question *question, uint32_t max,
                             gpuocc_error *error);

/* One word of a kernel by its field number. */
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

/* All dynamic shared memory of a group. Nothing of it may be unknown; after gocc_readmit it is no
 * more than dynamic_shared_bytes may be. */
static inline uint64_t gocc_dynamic_shared(const gpuocc_kernel *kernel)
{
    const uint32_t fixed = kernel->dynamic_shared_bytes;
    const uint32_t each = kernel->dynamic_shared_bytes_per_thread;

    return (fixed == GPUOCC_ZERO ? 0 : (uint64_t)fixed) +
           (each == GPUOCC_ZERO ? 0 : (uint64_t)each * kernel->threads_per_group);
}

/* All shared memory of a group as far as it is known: unknown amounts count as nothing, an unknown
 * number of threads as one. */
uint64_t gocc_known_shared(const gpuocc_kernel *kernel);

/* The wave size that the vendor's compiler chooses by the other fields. */
static inline void gocc_choose_wave(struct gocc_question *question)
{
    if (!question->chooses_wave)
        return;
    question->kernel.wave_size = question->rules->wave_size(question);
    question->range |= (uint32_t)(question->kernel.wave_size == GPUOCC_UNKNOWN)
                       << GPUOCC_KERNEL_WAVE_SIZE;
}

/* The checks of several fields together, also after a field was changed: the shared memory that
 * threads add, and the vendor's. */
int32_t gocc_readmit(struct gocc_question *question, gpuocc_error *error);

/* Largest value that a field may have on the question's device. */
uint32_t gocc_field_max(const struct gocc_question *question, uint32_t field);

/* The caller's value: a known amount, 0 for "not given" and for an explicit zero. */
static inline uint32_t gocc_amount(uint32_t value)
{
    return value == GPUOCC_ZERO ? 0 : value;
}

/* The same, and nothing for one that is not known. */
static inline uint32_t gocc_known_amount(uint32_t value)
{
    return value == GPUOCC_UNKNOWN ? 0 : gocc_amount(value);
}

/* The largest group that may be launched, by what the kernel declares and what was reported for it;
 * UINT32_MAX if neither is given. */
static inline uint32_t gocc_group_bound(const gpuocc_kernel *kernel)
{
    const uint32_t reported = kernel->reported_max_threads,
                   declared = kernel->max_threads_per_group;
    const uint32_t bound = declared != 0 ? gocc_amount(declared) : UINT32_MAX;

    return reported != 0 && gocc_amount(reported) < bound ? gocc_amount(reported) : bound;
}

#endif
