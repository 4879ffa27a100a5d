/* SPDX-License-Identifier: MIT
 *
 * The public functions of gpuocc/kernels.h.
 */
#include <gpuocc/kernels.h>

#include <string.h>

#include "nest.h"

/* Size of the first version of the struct; later versions add members at its end. */
#define CALLBACKS_FIRST (offsetof(gpuocc_kernels_callbacks, memory_bytes) + sizeof(size_t))

static void ignore(void *user, uint64_t offset, const char *sentence)
{
    (void)user;
    (void)offset;
    (void)sentence;
}

int32_t gpuocc_kernels_read(const gpuocc_kernels_callbacks *callbacks, const void *bytes,
                            size_t length)
{
    struct format_arena arena;
    struct format_budget budget;
    gpuocc_kernels_callbacks copy;
    struct callbacks inner;

    if (callbacks->size < CALLBACKS_FIRST)
        return GPUOCC_KERNELS_ERROR_SIZE;
    if (callbacks->kernel == NULL || (bytes == NULL && length != 0))
        return GPUOCC_KERNELS_ERROR_REQUIRED;
    if (length == 0)
        return GPUOCC_KERNELS_NONE;
    memset(&copy, 0, sizeof copy);
    memcpy(&copy, callbacks, callbacks->size < sizeof copy ? callbacks->size : sizeof copy);
    format_arena_open(&arena, copy.memory, copy.memory_bytes);
    memset(&budget, 0, sizeof budget);
    budget.arena = copy.memory != NULL ? &arena : NULL;
    inner.user = copy.user;
    inner.kernel = copy.kernel;
    inner.warning = copy.warning != NULL ? copy.warning : ignore;
    inner.depth = 0;
    inner.budget = &budget;
    inner.uncompiled = copy.uncompiled;
    return format_run(format_detect, bytes, length, &inner);
}

static uint32_t get(const gpuocc_kernel *kernel, uint32_t field)
{
    uint32_t word;

    memcpy(&word, (const char *)kernel + field * sizeof word, sizeof word);
    return word;
}

uint32_t gpuocc_kernels_convert(const gpuocc_kernels_found *found, const gpuocc_kernel *given,
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
