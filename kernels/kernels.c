/* SPDX-License-Identifier: MIT
 *
 * The public functions: converts the readers' structs to those of gpuocc/kernels.h.
 */
#include <gpuocc/kernels.h>

#include <string.h>

#include "nest.h"

/* Size of the first version of the struct; later versions add members at its end. */
#define READER_FIRST (offsetof(gpuocc_kernels_reader, memory_bytes) + sizeof(size_t))

static int pass_kernel(void *user, const struct reader_kernel *kernel)
{
    const gpuocc_kernels_reader *reader = user;
    gpuocc_kernels_found found;

    memset(&found, 0, sizeof found);
    found.size = sizeof found;
    found.notes = kernel->notes;
    found.name.at = kernel->name.at;
    found.name.length = kernel->name.length;
    found.target.at = kernel->target.at;
    found.target.length = kernel->target.length;
    found.format = kernel->format;
    found.stack_bytes = kernel->stack_bytes;
    found.spill_bytes = kernel->spill_bytes;
    found.kernel = kernel->kernel;
    found.code = kernel->code.at;
    found.code_bytes = kernel->code.length;
    return reader->kernel(reader->user, &found) != 0;
}

static void pass_trouble(void *user, uint64_t offset, const char *sentence)
{
    const gpuocc_kernels_reader *reader = user;

    if (reader->trouble != NULL)
        reader->trouble(reader->user, offset, sentence);
}

static void pass_uncompiled(void *user, const char *kind, const char *target, uint64_t parts)
{
    const gpuocc_kernels_reader *reader = user;

    if (reader->uncompiled != NULL)
        reader->uncompiled(reader->user, kind, target, parts);
}

int32_t gpuocc_kernels_read(const gpuocc_kernels_reader *reader, const void *bytes, size_t length)
{
    struct reader_arena arena;
    struct reader_budget budget;
    gpuocc_kernels_reader copy;
    struct reader_sink sink;

    if (reader->size < READER_FIRST)
        return GPUOCC_KERNELS_ERROR_SIZE;
    if (reader->kernel == NULL || (bytes == NULL && length != 0))
        return GPUOCC_KERNELS_ERROR_REQUIRED;
    if (length == 0)
        return GPUOCC_KERNELS_NONE;
    memset(&copy, 0, sizeof copy);
    memcpy(&copy, reader, reader->size < sizeof copy ? reader->size : sizeof copy);
    reader_arena_open(&arena, copy.memory, copy.memory_bytes);
    memset(&budget, 0, sizeof budget);
    budget.arena = copy.memory != NULL ? &arena : NULL;
    sink.user = &copy;
    sink.kernel = pass_kernel;
    sink.trouble = pass_trouble;
    sink.depth = 0;
    sink.budget = &budget;
    sink.uncompiled = pass_uncompiled;
    return reader_run(reader_detect, bytes, length, &sink);
}

static uint32_t get(const gpuocc_kernel *kernel, uint32_t field)
{
    uint32_t word;

    memcpy(&word, (const char *)kernel + field * sizeof word, sizeof word);
    return word;
}

uint32_t gpuocc_kernels_ask(const gpuocc_kernels_found *found, const gpuocc_kernel *given,
                            gpuocc_kernel *asked)
{
    gpuocc_kernel kernel, own;
    uint32_t field, word, assumed = 0;

    memset(&own, 0, sizeof own);
    if (given != NULL)
        own = *given;
    kernel = own;
    kernel.size = sizeof kernel;
    for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++) {
        word = get(&found->kernel, field);
        if (word != 0 && (word != GPUOCC_UNKNOWN || get(&kernel, field) == 0))
            memcpy((char *)&kernel + field * sizeof word, &word, sizeof word);
    }
    word = kernel.max_threads_per_group;
    if (kernel.threads_per_group == 0 && word != 0 && word != GPUOCC_ZERO &&
        word != GPUOCC_UNKNOWN) {
        kernel.threads_per_group = word;
        assumed |= 1u << GPUOCC_KERNELS_ASSUMED_BOUND;
    } else if (kernel.threads_per_group == 0) {
        kernel.threads_per_group = GPUOCC_UNKNOWN;
        assumed |= 1u << GPUOCC_KERNELS_ASSUMED_ANY_GROUP;
    }
    if ((found->notes >> GPUOCC_KERNELS_NOTE_SHARED_UNSAID & 1) != 0 &&
        own.dynamic_shared_bytes == 0)
        assumed |= 1u << GPUOCC_KERNELS_ASSUMED_NO_DYNAMIC_SHARED;
    if ((found->notes >> GPUOCC_KERNELS_NOTE_TENSOR_UNSAID & 1) != 0 && own.virtual_resources == 0)
        assumed |= 1u << GPUOCC_KERNELS_ASSUMED_NO_TENSOR_MEMORY;
    *asked = kernel;
    return assumed;
}
