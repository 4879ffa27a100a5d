/* SPDX-License-Identifier: MIT
 *
 * Device memory for the stacks of all threads that can be resident at once.
 */
#include <string.h>

#include "commands/kernels/kernels.h"
#include "output/visible.h"

static uint64_t figure(const gpuocc_device *device, uint32_t number)
{
    uint64_t value = 0;

    return gpuocc_device_get(device, number, 0, &value) == GPUOCC_OK ? value : 0;
}

/* Threads that can be resident on a device: 0 if that is not known. On AMD those of a wave are the
 * kernel's. */
static uint64_t resident_threads(const gpuocc_device *device, uint32_t wave_size)
{
    const uint64_t vendor = figure(device, GPUOCC_DEVICE_VENDOR);
    uint64_t wave = figure(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE);

    if (vendor != GPUOCC_VENDOR_NVIDIA && vendor != GPUOCC_VENDOR_AMD)
        return 0;
    if (wave_size != 0 && wave_size < GPUOCC_ZERO)
        wave = wave_size;
    return figure(device, GPUOCC_DEVICE_CORE_COUNT) * wave *
           figure(device, GPUOCC_DEVICE_PARTITIONS_PER_CORE) *
           figure(device, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION);
}

uint64_t kernels_local_memory(const struct kernels *kernels)
{
    const gpuocc_device *device = kernels->answer->device;
    const uint32_t stack = kernels->kernel->stack_bytes;
    uint64_t threads;

    if (stack == 0)
        return 0;
    if (stack == GPUOCC_UNKNOWN || device == NULL || kernels->answer->wholes_differ != 0)
        return UINT64_MAX;
    threads = resident_threads(device, kernels->question.kernel.wave_size);
    return threads != 0 ? threads * stack : UINT64_MAX;
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
    text_format(&counts->local, " may take %.2f GiB of %s: %u bytes for each of the %llu threads",
                (double)bytes / (double)((uint64_t)1 << 30),
                gpuocc_device_name(kernels->answer->device), (unsigned)kernels->kernel->stack_bytes,
                (unsigned long long)(bytes / kernels->kernel->stack_bytes));
}
