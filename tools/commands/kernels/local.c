/* SPDX-License-Identifier: MIT
 *
 * gpuocc kernels: the device memory for the stacks of a launch.
 */
#include "output/local.h"

#include "commands/kernels/kernels.h"
#include "output/visible.h"

uint64_t kernels_local_memory(const struct kernels *kernels)
{
    return local_memory(kernels->answer, kernels->question.kernel.wave_size,
                        kernels->kernel->stack_bytes);
}

void kernels_local_count(struct kernels *kernels)
{
    struct kernels_counts *counts = &kernels->counts;
    const uint64_t bytes = kernels_local_memory(kernels);

    if (bytes == UINT64_MAX || bytes <= counts->local_most || bytes < (uint64_t)1 << 30)
        return;
    counts->local_most = bytes;
    text_clear(&counts->local);
    if (kernels->kernel->name.length != 0)
        text_add_visible(&counts->local, kernels->kernel->name.at, kernels->kernel->name.length);
    else
        text_add(&counts->local, "a kernel");
    text_add_byte(&counts->local, ' ');
    text_add_local(&counts->local, kernels->answer->device, kernels->kernel->stack_bytes, bytes);
}
